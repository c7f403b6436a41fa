/** The preflight validator of the TypeScript kit's example, with one of the ten bugs or none: `adapter.mjs [BUG]`. */

import { Adapter } from "../../conformance/kits/typescript/proofmark-adapter.mjs";
import { subject } from "./bugs.mjs";

const adapter = new Adapter("preflight", { version: "1.0" });
const validate = subject(process.argv[2]);
adapter.method("preflight/validate", ({ input }) => ({ diagnostics: validate(input), input }));
adapter.run();
