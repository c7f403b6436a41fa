/** Tests of the example's AWP runtime, worked out by hand from the document. */

import assert from "node:assert/strict";

import { askWildly, exampleTest, replaced } from "./example-conversation.mjs";

const OK = { ok: true, output: "fine" };

const PROJECT = {
  workflow: {
    awp: "1.0.0",
    workflow: { name: "demo", version: "1.0.0" },
    orchestration: {
      graph: [
        { id: "writer", depends_on: [] },
        { id: "editor", depends_on: ["writer"] },
      ],
      delegation_loop: { budget: { max_depth: 3 } },
    },
    observability: {
      evaluation: {
        enabled: true,
        metrics: [{ name: "m", kind: "schema", weight: 1 }],
        thresholds: { accept: 0.8, retry: 0.5, fail: 0.5 },
        step_scores: { hooks: ["final_answer"] },
        retry_policy: { actions: { below_fail: "fail_workflow" } },
      },
    },
    dynamic_tools: { enabled: true, allowed_namespaces: ["dynamic"] },
  },
  agents: {
    writer: {
      identity: { id: "writer" },
      runtime: { class_name: "Agent" },
      output: { format: "json", contract: { type: "object", properties: {} } },
      capabilities: {
        tools: { enabled: true, allowed: ["my.tool"] },
        codemode: { enabled: true, language: "python", tool_creation: true, sdk_surface: { exclude: ["my.tool"] } },
        sandbox: { type: "isolate", network: { enabled: false } },
      },
    },
  },
  files: ["agents/writer/agent.awp.yaml", "agents/editor/agent.awp.yaml"],
  tools: ["my.tool"],
};

exampleTest("load time: one fault, one rule", async (subject) => {
  const errors = async (params) => {
    const { valid, diagnostics } = await subject.askResult("awp/validate", params);
    const rules = diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
    assert.equal(valid, rules.length === 0);
    return [...new Set(rules)];
  };
  assert.deepEqual(await errors(PROJECT), []);
  const graph = ["workflow", "orchestration", "graph"];
  const evaluation = ["workflow", "observability", "evaluation"];
  const capabilities = ["agents", "writer", "capabilities"];
  const depth = ["workflow", "orchestration", "delegation_loop", "budget", "max_depth"];
  for (const [rule, path, value] of [
    ["R1", ["workflow", "awp"], "1.0"],
    ["R1", ["workflow", "awp"], "1.0.0\n"],
    ["R2", ["workflow", "workflow", "name"], "Demo"],
    ["R5", [...graph, "2"], { id: "writer" }],
    ["R6", [...graph, "0", "depends_on"], ["editor"]],
    ["R6", [...graph, "0", "depends_on"], ["writer"]],
    ["R7", [...graph, "0", "depends_on"], ["constructor"]],
    ["R8", ["files"], ["agents/writer/agent.awp.yaml"]],
    ["R9", ["agents", "writer", "output", "contract"], null],
    ["R9", ["agents", "writer", "output", "contract"], { type: "objekt" }],
    ["R10", ["tools"], ["my.tool", "web.search"]],
    ["R11", ["tools"], ["my.tool", "my.tool"]],
    ["R12", ["agents", "writer", "identity", "id"], "w"],
    ["R19", [...capabilities, "tools", "enabled"], false],
    ["R20", [...capabilities, "sandbox", "type"], "none"],
    ["R21", [...capabilities, "codemode", "language"], "Python"],
    ["R22", [...capabilities, "codemode", "sdk_surface", "mode"], "explicit"],
    ["R23", [...capabilities, "codemode", "sdk_surface", "exclude"], ["my.other"]],
    ["R24", [...capabilities, "sandbox", "network"], {}],
    ["R25", [...capabilities, "codemode", "tool_creation_namespace"], "web"],
    ["R26", ["workflow", "dynamic_tools", "enabled"], false],
    ["R27", [...evaluation, "metrics", "0", "kind"], "vibes"],
    ["R28", [...evaluation, "thresholds", "fail"], 0.6],
    ["R29", [...evaluation, "metrics", "0", "weight"], 0],
    ["R30", [...evaluation, "step_scores", "hooks"], ["constructor"]],
    ["R31", depth, -1],
    ["R32", depth, 11],
  ]) {
    assert.deepEqual(await errors(replaced(PROJECT, path, value)), [rule], `${path} = ${JSON.stringify(value)}`);
  }
  await askWildly(subject, "awp/validate", PROJECT);
});

exampleTest("state, channels and sinks", async (subject) => {
  const writes = [
    { key: "_meta", value: 2 },
    { key: "__proto__", value: 3 },
    { key: "writer", value: 4 },
  ];
  const written = { agent: "writer", state: { _meta: 1 }, writes };
  assert.deepEqual(await subject.askResult("awp/write_state", written), {
    state: JSON.parse('{"_meta":1,"__proto__":3,"writer":4}'),
    rejected: ["_meta"],
  });
  await askWildly(subject, "awp/write_state", written);

  const rules = [{ from: "you", to: "me", fields: ["b"] }];
  const state = { me: { a: 1 }, you: { a: 2, b: 3, c: 4 } };
  const agents = { you: { shareOutput: ["a"] } };
  for (const [strategy, you] of [
    ["full", state.you],
    ["selective", { a: 2, b: 3 }],
    ["isolated", {}],
  ]) {
    const read = { sharing: { strategy, rules }, agents, state, reader: "me" };
    assert.deepEqual(await subject.askResult("awp/read_state", read), { visible: { me: state.me, you } });
    await askWildly(subject, "awp/read_state", read);
  }

  const channel = { name: "c", schema: { type: "string", maxLength: 1 } };
  const messages = [
    { id: "1", content: "\u{1f600}" },
    { id: "2", content: "ab" },
    { id: "3", content: 1 },
  ];
  const sent = { channel, messages };
  assert.deepEqual(await subject.askResult("awp/deliver", sent), { delivered: ["1"], rejected: ["2", "3"] });
  await askWildly(subject, "awp/deliver", sent);

  const recorded = {
    sensitiveFields: ["pin"],
    env: [{ name: "KEY", value: 'quo"ted-é', sensitive: true }],
    state: { deep: [{ pin: { old: 8675309123 } }] },
    events: [
      { sink: "log", message: 'say "quo\\"ted-\\u00e9"', attributes: { 'quo"ted-é': 8675309123, home: "/home" } },
      { sink: "audit", message: "call 8675309123", attributes: {} },
    ],
  };
  const sinks = await subject.askResult("awp/record", recorded);
  assert.deepEqual(sinks.log, [
    { message: 'say "[REDACTED]"', attributes: { "[REDACTED]": "[REDACTED]", home: "/home" } },
  ]);
  assert.deepEqual(sinks.audit, [{ message: "call [REDACTED]", attributes: {} }]);
  assert.deepEqual([sinks.metric, sinks.span], [[], []]);
  await askWildly(subject, "awp/record", recorded);
});

exampleTest("the audit chain", async (subject) => {
  const events = [
    { id: 1, event: "start" },
    { id: 2, event: "end", details: { b: 1, a: [true, null, "é"] } },
  ];
  const integrity = "hash_chain";
  const { entries } = await subject.askResult("awp/audit", { integrity, events });
  assert.equal(entries[0].prev_hash, "0".repeat(entries[0].hash.length));
  assert.equal(entries[1].prev_hash, entries[0].hash);
  const verify = (chain) => subject.askResult("awp/verify_audit", { integrity, entries: chain });
  assert.deepEqual(await verify(entries), { valid: true });
  const reordered = replaced(entries, ["1", "details"], { a: [true, null, "é"], b: 1 });
  assert.deepEqual(await verify(reordered), { valid: true });
  assert.deepEqual(await verify(replaced(entries, ["0", "event"], "begin")), { valid: false, brokenAt: 0 });
  assert.deepEqual(await verify(entries.slice(1)), { valid: false, brokenAt: 0 });
  await askWildly(subject, "awp/audit", { integrity, events });
  await askWildly(subject, "awp/verify_audit", { integrity, entries });
});

function workflow(graph, execution = {}) {
  const nodes = Object.entries(graph).map(([id, depends_on]) => ({ id, depends_on }));
  return { workflow: { orchestration: { graph: nodes }, execution } };
}

function statuses({ agents }) {
  return Object.fromEntries(Object.entries(agents).map(([id, { status }]) => [id, status]));
}

exampleTest("a graph runs in the order of its dependencies", async (subject) => {
  const graph = workflow({ last: ["left", "right"], left: ["first"], right: ["first"], first: [] });
  const { result, said } = await subject.play(() => OK, "awp/run", graph);
  assert.equal(result.status, "completed");
  assert.deepEqual(
    said.map(([, { agent }]) => agent),
    ["first", "left", "right", "last"],
  );
  assert.deepEqual(said[3][1].inputs, { left: "fine", right: "fine" });
  const cyclic = await subject.play(() => OK, "awp/run", workflow({ aa: ["bb"], bb: ["aa"] }));
  assert.deepEqual([cyclic.result.status, cyclic.said], ["rejected", []]);
  await askWildly(subject, "awp/run", workflow({ aa: [], bb: ["aa"] }, { timeout_total: 5, on_failure: "stop" }));
});

exampleTest("what a failure means for the others", async (subject) => {
  const world = (_, { agent }) => (agent === "bad" ? { ok: false, error: "broke" } : OK);
  const graph = { bad: [], behind: ["bad"], other: [], after: ["other"] };
  for (const [on_failure, expected] of [
    ["stop", { bad: "failed", behind: "skipped", other: "failed", after: "skipped" }],
    ["continue", { bad: "failed", behind: "skipped", other: "completed", after: "completed" }],
    ["skip", { bad: "failed", behind: "completed", other: "completed", after: "completed" }],
  ]) {
    const call = subject.open("awp/run", workflow(graph, { on_failure }));
    const asked = [await subject.hear(), await subject.hear()];
    await subject.hearNotification("host/idle", { call, replies: 0 });
    subject.reply(asked[0], world("host/step", asked[0].params));
    if (on_failure === "stop") {
      assert.deepEqual(statuses((await subject.hear()).result), expected);
      continue;
    }
    subject.reply(asked[1], OK);
    for (;;) {
      const heard = await subject.hear();
      if (heard.method === "host/step") subject.reply(heard, OK);
      if (!("method" in heard)) {
        assert.deepEqual(statuses(heard.result), expected);
        break;
      }
    }
  }
});

exampleTest("an agent that never answers is timed out", async (subject) => {
  const world = (_, { agent }) => (agent === "hung" ? undefined : OK);
  const graph = workflow({ hung: [], behind: ["hung"], other: [] }, { on_failure: "continue" });
  const limited = replaced(graph, ["workflow", "orchestration", "graph", "0", "timeout"], 0.01);
  const { result } = await subject.play(world, "awp/run", limited);
  assert.deepEqual(statuses(result), { hung: "timed_out", behind: "skipped", other: "completed" });
  assert.equal(result.status, "partial");
  const total = await subject.play(world, "awp/run", workflow({ hung: [], behind: ["hung"] }, { timeout_total: 0.01 }));
  assert.deepEqual(statuses(total.result), { hung: "timed_out", behind: "skipped" });
  assert.equal(total.result.status, "failed");
});

exampleTest("the gates before COMPLETE", async (subject) => {
  const file = (path, content) => ({ path, base64: Buffer.from(content).toString("base64") });
  const evidence = {
    critique: { enabled: true, minScoreToComplete: 0.7, iterations: [[0.1], [0.7, 0.7, 0.7]] },
    subtasks: [{ id: "s", requiredOutputs: ["a.csv", "a.py", "a.md"] }],
    files: [
      file("a.csv", "name,age\n"),
      file("a.py", "# TODO: later\n"),
      file("a.md", `one\n\ntwo\n${"x".repeat(512)}`),
    ],
    finalResult: { text: "a todo list" },
    task: "make a chart",
    evaluation: { enabled: true, thresholds: { accept: 0.8, retry: 0.5, fail: 0.2 }, score: 0.5 },
  };
  assert.deepEqual(await subject.askResult("awp/complete", evidence), { accepted: true });
  for (const [gate, path, value, event] of [
    ["critique", ["critique", "iterations", "1"], [0.69]],
    ["deliverable_presence", ["files", "0"], file("b.csv", "x"), { missing: ["a.csv"], empty: [] }],
    ["deliverable_presence", ["files", "0"], file("a.csv", ""), { missing: [], empty: ["a.csv"] }],
    ["placeholder", ["finalResult", "text"], "costs XX%"],
    ["placeholder", ["files", "1"], file("a.py", "x = TODO")],
    ["file", ["files", "0"], file("a.csv", " \n")],
    ["deliverable", ["files", "2"], file("a.md", "short")],
    ["structural_integrity", ["files", "2"], file("a.md", `${"x".repeat(512)}\n\n`.repeat(3))],
    ["eval", ["evaluation", "score"], 0.4, { action: "retry_with_repair" }],
    ["eval", ["evaluation", "score"], 0.1, { action: "fail_workflow" }],
  ]) {
    const answer = await subject.askResult("awp/complete", replaced(evidence, path, value));
    assert.equal(answer.rejectedBy, gate, `${path}`);
    assert.deepEqual(answer.event, { ...answer.event, gate, ...event });
  }
  await askWildly(subject, "awp/complete", evidence);
});

exampleTest("the delegation loop", async (subject) => {
  const run = async (decisions, params) => {
    const remaining = [...decisions];
    const gates = { rejectedBy: "file", defect: { kind: "file", paths: ["a.csv"] } };
    const world = (method) => (method === "host/gates" ? gates : remaining.shift());
    const limits = { maxPreProgressPlans: 1, maxRejectedCompletions: 1, maxIterations: decisions.length };
    return subject.play(world, "awp/loop", { ...limits, subtasks: [{ id: "t", status: "pending" }], ...params });
  };
  const plan = { decision: "PLAN" };

  const forced = await run([plan, plan, { decision: "DELEGATE", subtasks: ["t"], outcome: "ok" }]);
  assert.deepEqual(forced.said.slice(2), [
    [
      "host/event",
      {
        event: { gate: "plan_loop", transition: "forced_delegate", pre_progress_plans: 2, pending_subtasks: 1 },
      },
    ],
    ["host/decide", { iteration: 3, forced: "DELEGATE" }],
  ]);
  assert.deepEqual(forced.result, { status: "partial", reason: "max_iterations" });

  const stalled = await run([plan, plan], { subtasks: [{ id: "t", status: "completed" }] });
  assert.deepEqual(stalled.result, { status: "partial", reason: "plan_loop_stall" });

  const repaired = await run([{ decision: "COMPLETE", finalResult: {} }, plan]);
  assert.deepEqual(repaired.said.at(-1), [
    "host/decide",
    {
      iteration: 2,
      forced: "DELEGATE",
      repairSubtask: { id: "repair-1", priority: "critical", requiredOutputs: ["a.csv"] },
    },
  ]);
  await askWildly(subject, "awp/loop", { maxPreProgressPlans: 1, maxIterations: 3, subtasks: [{ id: "t" }] });
});
