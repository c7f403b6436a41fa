/** Who may hand work to whom: not too deep (DT-001), and never in a circle (DT-002). */

import { at, texts } from "./example-json.mjs";

const DEFAULT_DEPTH = 5;

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/delegate", ({ maxDepth, chain, to }) => {
    const message = refusal(texts(chain), to, maxDepth);
    return message === undefined ? { allowed: true } : { allowed: false, error: { message } };
  });

  // Asks the root, then everybody whom a delegation reaches, the first branch to its end before the second. The
  // limit is the root's, all the way down: what an agent says about it changes nothing.
  adapter.method("contract/delegation_run", async ({ root, maxDepth }, host) => {
    host.idle();
    const refused = [];

    async function reach(chain) {
      const from = chain.at(-1);
      const reply = await host.agent({ agentId: from, chain });
      for (const to of texts(at(reply, "delegateTo"))) {
        const message = refusal(chain, to, maxDepth);
        if (message === undefined) await reach([...chain, to]);
        else refused.push({ from, to, error: { message } });
      }
    }

    await reach([root]);
    return { refused };
  });
}

/** Why the last agent of `chain` may not delegate to `to`; undefined if it may. The root is at depth 0. */
function refusal(chain, to, maxDepth) {
  const deepest = Number.isInteger(maxDepth) ? maxDepth : DEFAULT_DEPTH;
  if (chain.includes(to)) return `${to} is in the delegation chain already: ${chain.join(" > ")}`;
  if (chain.length > deepest) {
    return `delegation to ${to} would be at depth ${chain.length}, and the limit is ${deepest}`;
  }
  return undefined;
}
