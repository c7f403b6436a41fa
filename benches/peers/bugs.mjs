/** The ten bugs of `bugs.py`, for the validator of the TypeScript kit's example. */

import { register } from "../../conformance/kits/typescript/example-preflight.mjs";

let validate;
register({ method: (_, answer) => (validate = answer) });
export const check = (input) => validate({ input }).diagnostics;

const without = (found, code) => found.filter((problem) => problem.code !== code);
const isObject = (input) => input !== null && typeof input === "object" && !Array.isArray(input);
const text = (input, field) => (isObject(input) && typeof input[field] === "string" ? input[field] : undefined);
const has = (input, field) => isObject(input) && Object.hasOwn(input, field);
const keeping = (found, keeps) =>
  found.flatMap((problem) => {
    if (!problem.code.endsWith("-control-fields-denied")) return [problem];
    const fields = problem.fields.filter(keeps);
    return fields.length > 0 ? [{ ...problem, fields }] : [];
  });

export const BUGS = {
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

/** The subject with one of the bugs, or with none. */
export const subject = (bug) => (bug === undefined ? check : (input) => BUGS[bug](input, check(input)));
