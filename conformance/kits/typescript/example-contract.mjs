/**
 * The Agent Domain Contract, V1: a runtime for agents, by what it governs.
 *
 * | module | answers |
 * |---|---|
 * | example-contract-registry | which agents are known |
 * | example-contract-run | running the steps of a workflow |
 * | example-contract-delegation | who may hand work to whom |
 * | example-contract-tools | calling tools |
 * | example-contract-prompt | what an agent is told before its task |
 * | example-contract-select | which agent suits a task |
 */

import * as delegation from "./example-contract-delegation.mjs";
import * as prompt from "./example-contract-prompt.mjs";
import * as registry from "./example-contract-registry.mjs";
import * as run from "./example-contract-run.mjs";
import * as select from "./example-contract-select.mjs";
import * as tools from "./example-contract-tools.mjs";

/** Offers everything that these modules can answer. */
export function register(adapter) {
  for (const part of [registry, run, delegation, tools, prompt, select]) part.register(adapter);
}
