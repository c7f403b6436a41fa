/** For the tests: the example, running, with a test in the place of the harness. */

import { test } from "node:test";

import { Conversation } from "./conversation.mjs";

// Things that may stand where something else was expected.
const WILD = [
  null,
  true,
  0,
  -1.5,
  "",
  "text",
  [],
  {},
  [null],
  [[]],
  [{}],
  ["text"],
  { id: null },
  { "": {} },
  JSON.parse('{"__proto__":{"constructor":1}}'),
];

// A world in which nothing goes wrong.
const OBLIGING = {
  "host/step": { ok: true, output: 1 },
  "host/compensate": { ok: true },
  "host/tool": { output: 1 },
  "host/provider": { text: "" },
  "host/agent": { delegateTo: [] },
  "host/decide": { decision: "COMPLETE", finalResult: {} },
  "host/gates": { rejectedBy: null, defect: null },
};

/** A test that talks to the example. */
export function exampleTest(name, body) {
  test(name, (t) => body(new Conversation(t, "example.mjs")));
}

/** Puts wild JSON in every slot of the params, at any depth: there is always a result. */
export async function askWildly(subject, method, params) {
  for (const path of slots(params)) {
    for (const value of WILD) await subject.play((what) => OBLIGING[what], method, replaced(params, path, value));
  }
}

function* slots(value, path = []) {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) yield* slots(value[key], [...path, key]);
}

/** A copy of `value` with something new at `path`. */
export function replaced(value, [key, ...path], replacement) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = path.length > 0 ? replaced(value[key], path, replacement) : replacement;
  return copy;
}
