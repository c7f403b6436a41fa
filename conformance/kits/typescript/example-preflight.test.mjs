/** Tests of the example's preflight, worked out by hand from the document. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { askWildly, exampleTest } from "./example-conversation.mjs";

// An input, then for each diagnostic: code, path, fields, how the repair begins.
const TABLE = [
  [null, [["action-required", "/action", undefined, "Set action to one of"]]],
  [["action"], [["action-required", "/action", undefined, "Set action to one of"]]],
  [{ action: "", graph: 1 }, [["action-required", "/action", undefined, "Set action to one of"]]],
  [{ action: "constructor" }, [["action-invalid", "/action", undefined, "Set action to one of"]]],
  [{ action: "catalog", library: null, unknown: 1, runid: 2 }, []],
  [{ action: "start", graph: null }, []],
  [{ action: "run_status", runId: " " }, []],
  [{ action: "message", runId: "r", stepId: "s", channel: "steer", text: "\u0085" }, []],
  // A field that belongs elsewhere, present even as null; the order is the document's.
  [
    { extensionTools: 0, runId: null, action: "catalog", graph: false },
    [["catalog-control-fields-denied", "/", ["graph", "runId", "extensionTools"], "Place extensionTools"]],
  ],
  // Which repair wins.
  [
    { action: "start", graph: 1, extensionTools: 1, steps: 1 },
    [["start-control-fields-denied", "/", ["steps", "extensionTools"], "Move graph body fields"]],
  ],
  [
    { action: "catalog", preview: 1, maxBytes: 1 },
    [["catalog-control-fields-denied", "/", ["maxBytes", "preview"], "Remove maxBytes"]],
  ],
  [
    { action: "start", graph: 1, library: 1 },
    [["start-control-fields-denied", "/", ["library"], "Move start library"]],
  ],
  // What an action cannot do without.
  [{ action: "start" }, [["start-graph-required", "/", ["graph", "graphFile"], "Pass a pure graph"]]],
  [{ action: "cleanup" }, [["run-id-required", "/runId", ["runId"], "Use cleanup only"]]],
  [
    { action: "message", channel: 5, text: "\ufeff\u3000", graph: 1 },
    [
      ["message-control-fields-denied", "/", ["graph"], "Use action-specific"],
      ["run-id-required", "/runId", ["runId"], "Use the runId"],
      ["message-step-required", "/stepId", ["stepId"], "Messages target"],
      ["message-channel-required", "/channel", ["channel"], 'Use channel:"steer" for'],
      ["message-text-required", "/text", ["text"], "Send one bounded"],
    ],
  ],
];

exampleTest("diagnostics of preflight", async (subject) => {
  for (const [input, expected] of TABLE) {
    const { diagnostics, input: left } = await subject.askResult("preflight/validate", { input });
    assert.deepEqual(left, input);
    assert.deepEqual(
      diagnostics.map(({ code, path, fields, repair }, index) => [
        code,
        path,
        fields,
        repair.slice(0, expected[index]?.[3].length),
      ]),
      expected,
    );
    for (const { severity, action, fields } of diagnostics) {
      assert.equal(severity, "error");
      assert.equal(action, fields === undefined ? undefined : input.action);
    }
  }
  await askWildly(subject, "preflight/validate", { input: { action: "message", runId: "r", channel: "steer" } });
});

exampleTest("the conversation on the protocol page", async (subject) => {
  const page = await readFile(new URL("../../protocol.md", import.meta.url), "utf8");
  for (const line of page.split("```")[1].split("\n")) {
    if (line.startsWith("→ ")) subject.write(`${line.slice(2)}\n`);
    if (!line.startsWith("← ")) continue;
    const expected = JSON.parse(line.slice(2));
    const heard = await subject.hear();
    assert.deepEqual([heard.id, heard.error], [expected.id, expected.error]);
    assert.deepEqual(heard.result?.diagnostics, expected.result?.diagnostics);
  }
  const { rest, status } = await subject.end();
  assert.deepEqual([rest, status], [[], 0]);
});
