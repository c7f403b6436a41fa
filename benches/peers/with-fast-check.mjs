/**
 * The same ten bugs with fast-check: one JSON line per bug and seed, then one with the cases a second.
 *
 * The property is what its user would write with a right validator at hand: the two agree. The arbitrary knows the
 * vocabulary: actions, fields and channels are drawn from it, values are any small JSON.
 */

import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { register } from "../../conformance/kits/typescript/example-preflight.mjs";

const [folder, seeds, most] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const fc = createRequire(`${folder}/package.json`)("fast-check");

let validate;
register({ method: (_, answer) => (validate = answer) });
const check = (input) => validate({ input }).diagnostics;

const without = (found, code) => found.filter((problem) => problem.code !== code);
const text = (input, field) => (input !== null && typeof input === "object" && typeof input[field] === "string" ? input[field] : undefined);
const has = (input, field) => input !== null && typeof input === "object" && Object.hasOwn(input, field);
const keeping = (found, keeps) =>
  found.flatMap((problem) => {
    if (!problem.code.endsWith("-control-fields-denied")) return [problem];
    const fields = problem.fields.filter(keeps);
    return fields.length > 0 ? [{ ...problem, fields }] : [];
  });

const BUGS = {
  takes_any_letter_case: (input, found) =>
    text(input, "action") !== text(input, "action")?.toLowerCase() ? without(found, "action-invalid") : found,
  forgets_cursor: (_, found) => keeping(found, (name) => name !== "cursor"),
  takes_blank_text: (input, found) => (text(input, "text") ? without(found, "message-text-required") : found),
  takes_a_byte_order_mark_for_text: (input, found) =>
    text(input, "text")?.includes("\ufeff") ? without(found, "message-text-required") : found,
  takes_both_graphs: (input, found) =>
    has(input, "graph") && has(input, "graphFile") ? without(found, "start-graph-required") : found,
  takes_follow_up_with_a_hyphen: (input, found) =>
    text(input, "channel") === "follow-up" ? without(found, "message-channel-invalid") : found,
  takes_an_empty_run: (input, found) => (text(input, "runId") !== undefined ? without(found, "run-id-required") : found),
  stops_at_a_bad_channel: (_, found) =>
    found.some((problem) => problem.code === "message-channel-invalid") ? without(found, "message-text-required") : found,
  lists_at_most_three_fields: (_, found) =>
    found.map((problem) => (problem.fields === undefined ? problem : { ...problem, fields: problem.fields.slice(0, 3) })),
  takes_null_for_absent: (input, found) => keeping(found, (name) => input[name] !== null),
};

const KNOWN =
  "graph graphFile library options runId cursor stepId waitSeconds maxBytes preview debugEvents kind text " +
  "clientMessageId reason objective agents steps synthesis limits outputContract callerSkills authority extensionTools";
const ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];
const json = fc.jsonValue({ maxDepth: 2 });
const fields = Object.fromEntries(KNOWN.split(" ").map((name) => [name, json]));
fields.action = fc.oneof(fc.constantFrom(...ACTIONS), json);
fields.channel = fc.oneof(fc.constantFrom("steer", "follow_up"), json);
const inputs = fc.oneof(fc.record(fields, { requiredKeys: [] }), json);

function agreement(bug, seed, numRuns) {
  const property = fc.property(inputs, (input) => {
    const right = check(input);
    return isDeepStrictEqual(bug(input, right), right);
  });
  return fc.check(property, { seed, numRuns });
}

for (const [bug, spoil] of Object.entries(BUGS)) {
  for (let seed = 0; seed < seeds; seed += 1) {
    const seen = agreement(spoil, seed, most);
    const size = seen.failed ? JSON.stringify(seen.counterexample[0]).length : null;
    console.log(JSON.stringify({ bug, seed, cases: seen.failed ? seen.numRuns : null, size }));
  }
}
const begin = process.cpuUsage();
const seen = agreement((_, right) => right, 0, 3000);
const spent = process.cpuUsage(begin);
console.log(JSON.stringify({ cases_per_second: seen.numRuns / ((spent.user + spent.system) / 1e6) }));
