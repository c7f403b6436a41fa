// @ts-check
// Your runtime before Proofmark. It runs as it is: `proofmark run --suite preflight -- node adapter.mjs`.

// The kit comes first: from here on, whatever is printed goes to stderr.
import { Adapter } from "./proofmark-adapter.mjs";
// Import your runtime here.

const adapter = new Adapter("my-runtime", { version: "0.1.0" });

const ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];

// One function per method that your runtime can answer. Delete what you do not have; add what you do.
adapter.method("preflight/validate", ({ input }) => {
  // Ask your runtime here: `return { diagnostics: myRuntime.check(input) };`
  // Until you do, this stands in for it. It looks at the action and at nothing else, and the run will find that out.
  const action = typeof input === "object" && input !== null && "action" in input ? input.action : undefined;
  const refuse = (/** @type {string} */ code, /** @type {string} */ message) => ({
    diagnostics: [{ code, message, path: "/action", severity: "error" }],
  });
  if (typeof action !== "string" || action === "") return refuse("action-required", "There is no action.");
  if (!ACTIONS.includes(action)) return refuse("action-invalid", `There is no action ${action}.`);
  return { diagnostics: [] };
});

// A method that reaches outside, to agents, tools or models, asks the harness for it:
//
//     adapter.method("contract/delegation_run", async ({ root, maxDepth }, host) => {
//       const { delegateTo } = await host.agent({ agentId: root, chain: [root] });
//       …
//     });

adapter.run();
