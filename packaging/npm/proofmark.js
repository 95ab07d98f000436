#!/usr/bin/env node
"use strict";

// Runs the binary that this package carries, and ends as it ends.
const { spawnSync } = require("node:child_process");
const path = require("node:path");

const binary = path.join(__dirname, process.platform === "win32" ? "proofmark-binary.exe" : "proofmark-binary");
const { status, signal, error } = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`proofmark cannot be started: ${error.message}`);
  process.exit(3);
}
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
