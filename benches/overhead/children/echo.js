// Parses every line and writes it again: as fast as a Node adapter can be that does nothing.

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => process.stdout.write(JSON.stringify(JSON.parse(line)) + "\n"));
