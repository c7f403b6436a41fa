/**
 * AWP: a runtime for agent workflows, by the parts of its specification.
 *
 * | module | answers |
 * |---|---|
 * | example-awp-validate | may this workflow be loaded? |
 * | example-awp-state | state, channels, and what the sinks may see |
 * | example-awp-audit | the chain of audit entries |
 * | example-awp-run | running the graph within its time limits |
 * | example-awp-gates | may this run be called complete? |
 * | example-awp-loop | the loop of manager decisions |
 */

import * as audit from "./example-awp-audit.mjs";
import * as gates from "./example-awp-gates.mjs";
import * as loop from "./example-awp-loop.mjs";
import * as run from "./example-awp-run.mjs";
import * as state from "./example-awp-state.mjs";
import * as validate from "./example-awp-validate.mjs";

/** Offers everything that these modules can answer. */
export function register(adapter) {
  for (const part of [validate, state, audit, run, gates, loop]) part.register(adapter);
}
