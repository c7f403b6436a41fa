// What the types of `proofmark/test` allow, and what they do not: checked, never run.

import { conformance } from "proofmark/test";

await conformance({ command: "node adapter.mjs" });
await conformance({ command: ["node", "adapter.mjs"] as const, suites: "preflight", known: "known.toml", cases: 5, timeout: "30s" });
await conformance({ command: [], test: (name, body) => body({ skip: () => name }) });

// @ts-expect-error: there is always a command
await conformance({ suites: ["preflight"] });
// @ts-expect-error: a misspelt option
await conformance({ command: "node adapter.mjs", suite: "preflight" });
