// Your runtime before Proofmark, in TypeScript: `proofmark run --suite preflight -- node adapter.ts` with Node 22.18 or
// later, or after your own build.

// The kit comes first: from here on, whatever is printed goes to stderr.
import { Adapter, type PreflightDiagnostic } from "proofmark";
// Import your runtime here.

const adapter = new Adapter("my-runtime", { version: "0.1.0", language: "typescript" });

const ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];

// One function per method that your runtime can answer. Delete what you do not have; add what you do.
adapter.method("preflight/validate", ({ input }) => ({ diagnostics: validate(input) }));

adapter.run();

function validate(input: unknown): PreflightDiagnostic[] {
  // Ask your runtime here. Until you do, this looks at the action and at nothing else, and the run will find that out.
  const action = typeof input === "object" && input !== null && "action" in input ? input.action : undefined;
  if (typeof action !== "string" || action === "") return refuse("action-required", "There is no action.");
  if (!ACTIONS.includes(action)) return refuse("action-invalid", `There is no action ${action}.`);
  return [];
}

function refuse(code: string, message: string): PreflightDiagnostic[] {
  return [{ code, message, path: "/action", severity: "error" }];
}
