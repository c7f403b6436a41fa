/**
 * What the types of the kit allow, and what they refuse. Nothing here is run:
 *
 *     npx -y -p typescript@5 tsc -p tsconfig.json
 */

import { Adapter, CallOver, type Answer, type Host, type Methods } from "./proofmark-adapter.mjs";

const adapter = new Adapter("typed", { version: "1.0", language: "typescript", features: ["idle", "ruleIds"] });
new Adapter("without options");
// @ts-expect-error A feature that the protocol does not have.
new Adapter("typed", { features: ["idel"] });

// A plain function, and an asynchronous one.
adapter.method("preflight/validate", ({ input }) => {
  const given: unknown = input;
  return { diagnostics: given === null ? [{ code: "c", message: "m", path: "/", severity: "error" }] : [] };
});
adapter.method("contract/delegate", async ({ chain, to, maxDepth = 5 }) => ({
  allowed: !chain.includes(to) && chain.length <= maxDepth,
}));

// @ts-expect-error A method that the protocol does not have.
adapter.method("preflight/valid", () => ({ diagnostics: [] }));
// @ts-expect-error An answer that lacks a member.
adapter.method("awp/validate", () => ({ valid: true }));
// @ts-expect-error An answer with a member of another type.
adapter.method("turn/contribute", async () => ({ contributions: [{ kind: "facts", content: "" }] }));
// @ts-expect-error A param that the method does not have.
adapter.method("contract/select", ({ tasks }) => ({ results: [{ agentId: String(tasks), confidence: 1 }] }));
// @ts-expect-error What is to be judged may be anything, and has to be looked at first.
adapter.method("preflight/validate", ({ input }) => ({ diagnostics: input.action ? [] : [] }));

// An optional member may be null, absent or undefined.
adapter.method("awp/loop", () => ({ status: "partial", reason: null }));
adapter.method("awp/complete", () => ({ accepted: true, rejectedBy: undefined }));

// The world.
adapter.method("contract/run", async ({ steps }, host) => {
  host.idle();
  const errors: { stepId: string; message: string }[] = [];
  for (const { stepId } of steps) {
    const reply = await host.step({ stepId, inputs: {} });
    if (!reply.ok) errors.push({ stepId, message: reply.error });
  }
  return { status: errors.length > 0 ? "failed" : "completed", steps: [], checkpoints: [], errors };
});

async function world(host: Host, signal: AbortSignal): Promise<void> {
  const step = await host.call("host/step", { agent: "a", inputs: {} }, { signal });
  if (step.ok) step.output;
  // @ts-expect-error Only a step that failed has an error.
  if (step.ok) step.error;
  const text: string = (await host.provider({ system: "s", prompt: "p" })).text;
  const next: string[] = (await host.agent({ agentId: "a", chain: ["a"] }, {})).delegateTo;
  const undone: true = (await host.compensate({ stepId: text })).ok;
  const output: unknown = (await host.tool({ tool: "t", args: next })).output;
  const decision = await host.decide({ iteration: 1, forced: "DELEGATE" });
  if (decision.decision === "DELEGATE") decision.outcome satisfies "ok" | "failed";
  const { rejectedBy } = await host.gates({ iteration: 1 });
  host.event({ gate: "plan_loop", transition: "forced_delegate", pre_progress_plans: 4, pending_subtasks: 1 });
  host.event({ undone, output, rejectedBy });
  // @ts-expect-error The kit fills in `call`, and a step needs a name.
  host.step({ call: 1, inputs: {} });
  // @ts-expect-error There is no such part of the world.
  host.call("host/time", {});
}

// A function may be written by itself, with the types of its method.
const select: Answer<Methods["contract/select"]["params"], Methods["contract/select"]["result"]> = ({
  maxResults,
}) => ({
  results: [{ agentId: "standard", confidence: maxResults ?? 0.5 }],
});
adapter.method("contract/select", select);

new CallOver("a reason").name satisfies "CallOver";
const end: Promise<void> = adapter.run();
export { end, world };
