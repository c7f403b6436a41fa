/** Asking the program: which rules there are, and what becomes of them. */

import { spawn, spawnSync } from "node:child_process";

import { program } from "./program.mjs";

/** Options that are handed to the program; a list gives the option several times. */
const OPTIONS = {
  readings: "--reading",
  known: "--known",
  baseline: "--baseline",
  seed: "--seed",
  cases: "--cases",
  timeout: "--timeout",
  jobs: "--jobs",
};
const SELECTION = { suites: "--suite", rules: "--rule" };
const OTHERS = ["command", "cwd", "test"];

/** Throws if an option means nothing. */
export function check(options) {
  const known = [...OTHERS, ...Object.keys(SELECTION), ...Object.keys(OPTIONS)];
  const wrong = Object.keys(options).find((key) => !known.includes(key));
  if (wrong !== undefined) throw new TypeError(`proofmark has no option \`${wrong}\`; its options are ${known.join(", ")}`);
  if (commandOf(options).length === 0) throw new TypeError("proofmark needs a `command`, the one that starts the adapter");
}

/** The rules that are meant, in their order. */
export function rules(options) {
  const { cwd } = options;
  const { status, error, stdout, stderr } = spawnSync(program(), ["rules", "--json", ...words(options, SELECTION)], {
    cwd,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr.trim());
  return lines(stdout);
}

/** The events of one run. */
export function run(options) {
  const args = ["run", "--events", "-", ...words(options, SELECTION), ...words(options, OPTIONS), "--"];
  return new Promise((resolve, reject) => {
    const child = spawn(program(), [...args, ...commandOf(options)], {
      cwd: options.cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
    }
    child.on("error", reject);
    child.on("close", () => {
      const events = lines(said.stdout);
      if (events.at(-1)?.event === "ended") resolve(events);
      else reject(new Error(`there was no run: ${said.stderr.trim()}`));
    });
  });
}

/** A command in one string is split at spaces; what has spaces inside is given as a list. */
function commandOf({ command }) {
  return typeof command === "string" ? command.split(" ").filter((word) => word !== "") : [...(command ?? [])];
}

function words(options, known) {
  return Object.entries(known).flatMap(([key, option]) =>
    [options[key] ?? []].flat().flatMap((value) => [option, String(value)]),
  );
}

function lines(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
