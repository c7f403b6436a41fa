/** Tests of the example's context validator (AGN-036) and turn providers (AGN-029), worked out by hand. */

import assert from "node:assert/strict";

import { askWildly, exampleTest, replaced } from "./example-conversation.mjs";

const CALL = { toolCallId: "c1", name: "grep", argumentsJson: "{}", requiresClientExecution: true };
const RESULT = { toolCallId: "c1", name: "grep", resultJson: "{}", errorMessage: null };
const CONTEXT = {
  type: "FollowOn",
  timeStamp: "2025-12-26T10:00:00Z",
  correlationId: "k1",
  envelope: { org: { id: "o" }, user: { id: "u" }, instructions: "do it", sessionId: "s1", turnId: "t1" },
  session: { id: "s1", mode: "general", modeDisplayName: "General" },
  turn: { id: "t2" },
  agentContext: { id: "a" },
  conversationContext: { id: "c" },
  promptKnowledgeProvider: { state: "Ready" },
  toolCallManifest: { toolCalls: [CALL], toolCallResults: [RESULT] },
  responsePayload: null,
  responseType: "ToolContinuation",
};

exampleTest("the core of a context", async (subject) => {
  const isValid = async (context) => {
    const answer = await subject.askResult("context/validate_core", { context });
    assert.deepEqual(answer.context, context);
    assert.equal(answer.ok, answer.errors.length === 0);
    return answer.ok;
  };
  assert.ok(await isValid(CONTEXT));
  for (const path of ["type", "timeStamp", "correlationId", "envelope"]) {
    assert.ok(!(await isValid(replaced(CONTEXT, [path], null))), path);
  }
  for (const path of ["org", "user", "instructions", "sessionId", "turnId"]) {
    assert.ok(!(await isValid(replaced(CONTEXT, ["envelope", path], null))), path);
  }
  assert.ok(!(await isValid(replaced(CONTEXT, ["type"], "Initial"))));
  assert.ok(!(await isValid(replaced(CONTEXT, ["type"], "constructor"))));
  assert.ok(!(await isValid(null)));
  await askWildly(subject, "context/validate_core", { context: CONTEXT });
});

exampleTest("what the steps need and leave behind", async (subject) => {
  const verdicts = async (step, context) => {
    const pre = await subject.askResult("context/validate_pre_step", { step, context });
    const post = await subject.askResult("context/validate_post_step", { step, context });
    return [pre.ok, post.ok];
  };
  assert.deepEqual(await verdicts("RequestHandler", CONTEXT), [true, true]);
  assert.deepEqual(await verdicts("SessionRestorer", CONTEXT), [false, true]);
  assert.deepEqual(await verdicts("ClientToolContinuationResolver", CONTEXT), [false, false]);
  assert.deepEqual(await verdicts("LLMClient", CONTEXT), [true, true]);
  assert.deepEqual(await verdicts("LLMClient", replaced(CONTEXT, ["responsePayload"], {})), [false, false]);
  assert.deepEqual(await verdicts("toString", CONTEXT), [false, false]);
  const changed = { step: "ResponseBuilder", context: CONTEXT, before: replaced(CONTEXT, ["turn", "id"], "t3") };
  assert.equal((await subject.askResult("context/validate_post_step", changed)).ok, false);
  await askWildly(subject, "context/validate_pre_step", { step: "LLMClient", context: CONTEXT });
  await askWildly(subject, "context/validate_post_step", { ...changed, before: CONTEXT });
});

exampleTest("the manifest and the response", async (subject) => {
  const { toolCallManifest: manifest } = CONTEXT;
  const check = (given) => subject.askResult("context/validate_tool_call_manifest", { manifest: given });
  assert.equal((await check(manifest)).ok, true);
  const failed = { ...RESULT, resultJson: null, errorMessage: "no disk" };
  const { errors } = await check({ ...manifest, toolCallResults: [failed] });
  assert.deepEqual(errors, [{ message: "A tool call failed.", toolCallId: "c1", name: "grep", reason: "no disk" }]);
  await askWildly(subject, "context/validate_tool_call_manifest", { manifest });

  const { response } = await subject.askResult("context/build_response", { context: CONTEXT });
  const { requiresClientExecution, ...toolCall } = CALL;
  assert.deepEqual(response, {
    kind: "client_tool_continuation",
    sessionId: "s1",
    turnId: "t2",
    modeDisplayName: "General",
    toolCalls: [toolCall],
  });
  const final = { ...CONTEXT, responseType: "Final" };
  assert.equal((await subject.askResult("context/build_response", { context: final })).ok, false);
  await askWildly(subject, "context/build_response", { context: CONTEXT });
});

exampleTest("each provider of a turn gives what is its own", async (subject) => {
  const turn = {
    user: { instructions: "fix it", attachments: ["a picture"] },
    client: { files: ["main.py"], structure: "src/", editor: "line 3" },
    kfr: {
      entries: [
        { content: "tea", active: true },
        { content: "milk", active: false },
      ],
      temporaryFacts: ["rain"],
    },
    rag: [{ content: "found", origin: "search" }],
    metadata: ["two files were left out"],
  };
  for (const [provider, expected] of [
    ["user", ["instruction: fix it", "attachment: a picture"]],
    ["clientContext", ["file: main.py", "structure: src/", "editorState: line 3"]],
    ["kfr", ["fact: tea", "fact: rain"]],
    ["rag", ["retrieved: found"]],
    ["turnMetadata", ["notice: two files were left out"]],
  ]) {
    const { contributions } = await subject.askResult("turn/contribute", { provider, turn });
    assert.deepEqual(
      contributions.map(({ kind, content }) => `${kind}: ${content}`),
      expected,
    );
    await askWildly(subject, "turn/contribute", { provider, turn });
  }
});

exampleTest("the assembler only puts one after the other", async (subject) => {
  const twice = [1, 2].map((number) => ({ id: String(number), kind: "fact", content: "the same" }));
  const invocations = [
    { provider: "user", contributions: [] },
    { provider: "kfr", contributions: twice },
  ];
  const params = { session: { id: "s" }, invocations };
  const request = twice.map((given) => ({ provider: "kfr", ...given }));
  assert.deepEqual(await subject.askResult("turn/compose", params), { session: { id: "s" }, request });
  await askWildly(subject, "turn/compose", params);
});
