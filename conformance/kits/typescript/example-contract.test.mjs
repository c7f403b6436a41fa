/** Tests of the example's agent domain (Agent Domain Contract V1), worked out by hand from the document. */

import assert from "node:assert/strict";

import { askWildly, exampleTest, replaced } from "./example-conversation.mjs";

const done = (output) => ({ ok: true, output });

exampleTest("the registry", async (subject) => {
  const step = { stepId: "s", name: "n", type: "tool", dependencies: [] };
  const profile = { agentId: "my-agent", description: "d", workflow: [step], temperature: 2 };
  const results = async (...script) => (await subject.askResult("contract/registry", { script })).results;
  const register = { op: "register", profile };
  const get = { op: "get", id: "my-agent" };
  const second = { op: "register", profile: { ...profile, description: "other" } };

  const [first, again, found, listed] = await results(register, second, get, { op: "list" });
  assert.deepEqual([first.ok, again.ok, found.profile], [true, false, profile]);
  assert.ok(listed.ids.includes("my-agent"));
  assert.equal((await results({ op: "update", profile }))[0].ok, false);
  for (const [field, path, value] of [
    ["agentId", ["agentId"], "My-agent"],
    ["description", ["description"], ""],
    ["temperature", ["temperature"], 2.5],
    ["tags", ["tags"], Array(21).fill("t")],
    ["type", ["workflow", "0", "type"], "constructor"],
    ["dependencies", ["workflow", "0", "dependencies"], ["other"]],
  ]) {
    const [refused, absent] = await results({ op: "register", profile: replaced(profile, path, value) }, get);
    assert.deepEqual([refused.ok, absent.ok], [false, false]);
    assert.ok(refused.error.message.includes(field), refused.error.message);
  }
  await askWildly(subject, "contract/registry", { script: [register, get] });
});

exampleTest("a sequential run, its checkpoints, and going on from one", async (subject) => {
  const steps = [{ stepId: "2" }, { stepId: "1", dependencies: ["2"] }, { stepId: "0", dependencies: ["1"] }];
  const params = { steps, checkpoint: true, context: { c: 1 }, memory: [{ key: "k", value: "v" }] };
  const breaking = (_, { stepId }) => (stepId === "0" ? { ok: false, error: "broke" } : done(`out ${stepId}`));
  const { result, said } = await subject.play(breaking, "contract/run", params);
  assert.deepEqual(
    said.map(([, { stepId }]) => stepId),
    ["2", "1", "0"],
  );
  assert.deepEqual([result.status, result.errors], ["failed", [{ stepId: "0", message: "broke" }]]);
  assert.deepEqual(result.checkpoints[1], {
    stepIndex: 1,
    completedStepId: "1",
    stepOutputs: { 2: "out 2", 1: "out 1" },
    context: { c: 1 },
    memorySnapshot: [{ key: "k", value: "v" }],
  });

  const resumeFrom = result.checkpoints[1];
  const resumed = await subject.play(() => done(3), "contract/run", { steps, checkpoint: true, resumeFrom });
  assert.deepEqual(resumed.said, [["host/step", { stepId: "0", inputs: { 1: "out 1" } }]]);
  assert.deepEqual(
    resumed.result.steps.map(({ status }) => status),
    ["restored", "restored", "completed"],
  );
  for (const field of Object.keys(resumeFrom)) {
    const incomplete = { steps, resumeFrom: { ...resumeFrom, [field]: null } };
    assert.equal((await subject.askResult("contract/run", incomplete)).status, "rejected");
  }
  await askWildly(subject, "contract/run", { ...params, resumeFrom });
});

exampleTest("a parallel run keeps its limit and its strategy", async (subject) => {
  const steps = ["a", "b", "c", "d"].map((stepId) => ({ stepId, compensable: true }));
  const run = async (failureStrategy) => {
    const call = subject.open("contract/run", { steps, parallel: { maxConcurrency: 3, failureStrategy } });
    const asked = {};
    for (const stepId of ["a", "b", "c"]) {
      asked[stepId] = await subject.hearHostCall("host/step", call, { stepId, inputs: {} });
    }
    await subject.hearNotification("host/idle", { call, replies: 0 });
    subject.reply(asked.b, done(1));
    asked.d = await subject.hearHostCall("host/step", call, { stepId: "d", inputs: {} });
    await subject.hearNotification("host/idle", { call, replies: 1 });
    subject.reply(asked.a, { ok: false, error: "broke" });
    return { call, asked };
  };
  const hearStatuses = async () => {
    const { result } = await subject.hear();
    return [result.status, ...result.steps.map(({ status }) => status)];
  };

  await run("failFast");
  assert.deepEqual(await hearStatuses(), ["failed", "failed", "completed", "cancelled", "cancelled"]);

  const { call, asked } = await run("continueOnError");
  await subject.hearNotification("host/idle", { call, replies: 2 });
  subject.reply(asked.d, done(2));
  await subject.hearNotification("host/idle", { call, replies: 3 });
  subject.reply(asked.c, done(3));
  assert.deepEqual(await hearStatuses(), ["failed", "failed", "completed", "completed", "completed"]);

  const rollback = await run("rollback");
  subject.reply(await subject.hearHostCall("host/compensate", rollback.call, { stepId: "b" }), { ok: true });
  await subject.hearNotification("host/idle", { call: rollback.call, replies: 2 });
  assert.deepEqual(await hearStatuses(), ["failed", "failed", "completed", "cancelled", "cancelled"]);

  const cyclic = [{ stepId: "a", dependencies: ["a"] }];
  assert.equal((await subject.askResult("contract/run", { steps: cyclic, parallel: {} })).status, "rejected");
  await askWildly(subject, "contract/run", { steps, parallel: { maxConcurrency: 3, failureStrategy: "rollback" } });
});

exampleTest("delegation", async (subject) => {
  const isAllowed = async (chain, to, maxDepth) =>
    (await subject.askResult("contract/delegate", { chain, to, maxDepth })).allowed;
  assert.ok(await isAllowed(["a", "b"], "c", 2));
  assert.ok(!(await isAllowed(["a", "b", "c"], "d", 2)));
  assert.ok(!(await isAllowed(["a", "b"], "a")));
  assert.ok(await isAllowed(["0", "1", "2", "3", "4"], "5"));
  assert.ok(!(await isAllowed(["0", "1", "2", "3", "4", "5"], "6")));
  await askWildly(subject, "contract/delegate", { chain: ["a"], to: "b", maxDepth: 1 });

  const world = (_, { agentId }) => ({ delegateTo: agentId === "a" ? ["b", "c"] : ["a", "d"], maxDepth: 9 });
  const { result, said } = await subject.play(world, "contract/delegation_run", { root: "a", maxDepth: 1 });
  assert.deepEqual(
    said.map(([, { chain }]) => chain.join("")),
    ["a", "ab", "ac"],
  );
  assert.deepEqual(
    result.refused.map(({ from, to }) => from + to),
    ["ba", "bd", "ca", "cd"],
  );
  await askWildly(subject, "contract/delegation_run", { root: "a", maxDepth: 1 });
});

exampleTest("tools", async (subject) => {
  const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const tools = [{ name: "add", inputSchema }];
  const names = ["__proto__", "constructor", "", "Add"];
  const calls = [
    { tool: "add", args: { n: "1" } },
    ...names.map((tool) => ({ tool, args: {} })),
    { tool: "add", args: { n: 1 } },
  ];
  const { result, said } = await subject.play(() => ({ output: { sum: [1] } }), "contract/tool", { tools, calls });
  assert.deepEqual(said, [["host/tool", { tool: "add", args: { n: 1 } }]]);
  assert.deepEqual(
    result.results.map(({ success, errorCode }) => errorCode ?? success),
    ["INVALID_INPUT", ...names.map(() => "TOOL_NOT_FOUND"), true],
  );
  await askWildly(subject, "contract/tool", { tools, calls });

  const attempts = [
    { path: "/success", value: false },
    { path: "/output/sum/-", value: 2 },
    { path: "/output/sum" },
    { path: "/new", value: 1 },
    { path: "/constructor/prototype/spoilt", value: 1 },
  ];
  const params = { tool: tools[0], args: { n: 1 }, attempts };
  const mutated = await subject.play(() => ({ output: { sum: [1] } }), "contract/mutate_result", params);
  assert.deepEqual(mutated.result.after, { success: true, output: { sum: [1] } });
  assert.deepEqual(mutated.result.before, mutated.result.after);
  assert.ok(mutated.result.attempts.every(({ threw, changed }) => threw && !changed));
  await askWildly(subject, "contract/mutate_result", params);
});

exampleTest("the prompt", async (subject) => {
  const params = {
    agent: { systemPrompt: "Be kind.", coreAbilities: ["core"] },
    abilities: [
      { id: "tax", content: "TAX TAX ", tags: ["tax"] },
      { id: "core", content: "CORE", tags: [] },
      { id: "c++", content: "CPP", tags: ["c++", "tax"] },
      { id: "art", content: "ART", tags: ["art"] },
    ],
    task: "File my TAX in C++",
    tokenLimit: 100,
  };
  const { result, said } = await subject.play(() => ({ text: "" }), "contract/prompt", params);
  assert.equal(said[0][1].system, "CORE\n\nCPP\n\nTAX TAX \n\nBe kind.");
  assert.deepEqual(result, { injected: ["core", "c++", "tax"], tokenCount: 5, truncated: false, warnings: [] });
  const tight = await subject.play(() => ({ text: "" }), "contract/prompt", { ...params, tokenLimit: 3 });
  assert.deepEqual([tight.result.injected, tight.result.truncated], [["core", "c++"], true]);
  assert.equal(tight.result.warnings.length, 1);
  await askWildly(subject, "contract/prompt", params);
});

exampleTest("the selection of an agent", async (subject) => {
  const agent = (agentId, selectionMetadata, more) => ({ agentId, description: "zzz", selectionMetadata, ...more });
  const agents = [
    agent("standard"),
    agent("beta", { keywords: ["draw"], exampleTasks: ["Draw"] }),
    agent("alpha", { keywords: ["draw"], exampleTasks: [" draw "] }),
    agent("exact", { exampleTasks: ["draw a CAT"] }),
    agent("wrong", { exampleTasks: ["draw"], notForTasks: ["cat"] }),
    agent("off", { exampleTasks: ["draw a cat"] }, { enabled: false }),
  ];
  const select = async (task, more) => {
    const { results } = await subject.askResult("contract/select", { agents, task, ...more });
    return results.map(({ agentId, confidence }) => [agentId, confidence]);
  };
  assert.deepEqual(await select("Draw a cat"), [
    ["exact", 0.6],
    ["alpha", 0.5],
    ["beta", 0.5],
  ]);
  assert.deepEqual(await select("Draw a cat", { maxResults: 1 }), [["exact", 0.6]]);
  assert.deepEqual(await select("sing"), [["standard", 0.5]]);
  await askWildly(subject, "contract/select", { agents, task: "Draw a cat", maxResults: 2 });
});
