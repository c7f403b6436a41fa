#!/usr/bin/env node
// Starts the program, and ends as it ends.

import { spawn } from "node:child_process";

import { program } from "../program.mjs";

// A terminal tells the program of Ctrl-C as well; it ends in order, and this process after it.
process.on("SIGINT", () => {});

try {
  const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`proofmark: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    fail(`proofmark: ended by ${signal}`);
  });
} catch (error) {
  fail(error.message);
}

function fail(text) {
  console.error(text);
  process.exit(2);
}
