/**
 * Every rule a test.
 *
 *     import { conformance } from "proofmark/test";
 *
 *     await conformance({ command: ["node", "adapter.mjs"], suites: ["preflight"] });
 *
 * The program runs once, when the first of the tests is due. A test fails with the finding as its text. What decides
 * nothing is skipped with its reason; a known failure is a `todo`, and fails once it is mended.
 *
 * Tests are those of `node:test`, unless you hand in another function: `conformance({ command, test })` with the `test` of
 * vitest or jest. (jest cannot skip a test that has begun: what would be skipped passes there.)
 */

import { check, rules, run } from "./run.mjs";

export async function conformance(options) {
  check(options);
  const test = options.test ?? (await import("node:test")).test;
  let running;
  const events = () => (running ??= run(options));
  for (const { rule } of rules(options)) test(rule, async (context) => judge(await events(), rule, context));
  test("the run", async () => whole(await events()));
}

function judge(events, rule, context) {
  const finished = events.find((event) => event.event === "finished" && event.rule === rule);
  if (finished === undefined) throw failure("the run said nothing of this rule");
  const why = finished.why ?? "";
  if (finished.test === "skip") context?.skip?.(why);
  else if (finished.test === "expected") (context?.todo ?? context?.skip)?.call(context, why);
  else if (finished.test !== "pass") throw failure(why);
}

/** What the run as a whole says and no rule does: that nothing was concluded, or a wrong line among the known. */
function whole(events) {
  const { exit, objections } = events.at(-1);
  const told = events.filter(({ event }) => event === "finished").map(({ why }) => why ?? "");
  const problems = objections.filter((objection) => !told.some((why) => why.includes(objection)));
  if (exit !== 0 && exit !== 1) {
    problems.push("nothing could be concluded: no rule was exercised, or what had to come up never did");
  }
  if (problems.length > 0) throw failure(problems.join("\n"));
}

/** An error whose text is all there is to see: a stack would lead into this file. */
function failure(text) {
  const error = new Error(text);
  error.name = "Nonconformance";
  error.stack = text;
  return error;
}
