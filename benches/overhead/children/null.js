// An adapter that supports nothing.

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { id, op } = JSON.parse(line);
  const outcome = op === "hello" ? { ok: { protocol: 1, name: "null" } } : { unsupported: {} };
  process.stdout.write(JSON.stringify({ id, ...outcome }) + "\n");
});
