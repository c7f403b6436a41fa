/**
 * A worked example: a small runtime, put before Proofmark.
 *
 *     proofmark run --suite preflight -- node example.mjs
 *
 * Each suite has a module of its own that registers what it can answer, and some
 * have their parts in further modules. Leave a suite out of the list, and its
 * rules are not exercised.
 */

import { Adapter } from "./proofmark-adapter.mjs";
import * as awp from "./example-awp.mjs";
import * as context from "./example-context.mjs";
import * as contract from "./example-contract.mjs";
import * as preflight from "./example-preflight.mjs";
import * as turn from "./example-turn.mjs";

const features = ["ruleIds", "idle", "rollback", "memorySnapshot", "responses"];
const adapter = new Adapter("typescript-example", { version: "1.0", features });

for (const suite of [preflight, context, turn, awp, contract]) suite.register(adapter);

adapter.run();
