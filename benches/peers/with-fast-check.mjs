/**
 * The ten bugs with fast-check, one JSON line per bug and seed; or, with `speed`, a number of cases and nothing to find.
 *
 *     with-fast-check.mjs FOLDER SEEDS MOST
 *     with-fast-check.mjs FOLDER speed CASES
 *
 * The property is what its user would write with a right validator at hand: the two agree. The arbitrary knows the
 * vocabulary: actions, fields and channels are drawn from it, what has to be a text is one half the time, everything else
 * is any small JSON, and half of all texts go beyond ASCII.
 */

import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { BUGS, check, subject } from "./bugs.mjs";

const [folder, seeds, most] = process.argv.slice(2);
const fc = createRequire(`${folder}/package.json`)("fast-check");

const KNOWN =
  "graph graphFile library options runId cursor stepId waitSeconds maxBytes preview debugEvents kind text " +
  "clientMessageId reason objective agents steps synthesis limits outputContract callerSkills authority extensionTools";
const ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];
const action = fc.constantFrom(...ACTIONS);
const text = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8, unit: "binary" }));
const json = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.jsonValue({ maxDepth: 1, stringUnit: "binary" }));
const fields = Object.fromEntries(KNOWN.split(" ").map((name) => [name, json]));
for (const name of ["graphFile", "runId", "stepId", "kind", "text", "clientMessageId", "reason"]) fields[name] = fc.oneof(text, json);
fields.channel = fc.oneof(fc.constantFrom("steer", "follow_up"), text, json);
const inputs = fc.oneof(
  fc.record({ ...fields, action }, { requiredKeys: ["action"] }),
  fc.record({ ...fields, action: json }, { requiredKeys: [] }),
  json,
);

function agreement(bug, seed, numRuns) {
  const validate = subject(bug);
  const agrees = (input) => isDeepStrictEqual(validate(input), check(input));
  return fc.check(fc.property(inputs, agrees), { seed, numRuns });
}

function hunt(bug, seed) {
  const begin = performance.now();
  const seen = agreement(bug, seed, Number(most));
  const found = seen.failed ? { cases: seen.numRuns, input: seen.counterexample[0] } : { cases: null, input: null };
  return { bug, seed, ...found, seconds: (performance.now() - begin) / 1000 };
}

if (seeds === "speed") {
  console.log(JSON.stringify({ cases: agreement(undefined, 0, Number(most)).numRuns }));
} else {
  for (const bug of Object.keys(BUGS))
    for (let seed = 0; seed < Number(seeds); seed += 1) console.log(JSON.stringify(hunt(bug, seed)));
}
