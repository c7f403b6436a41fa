/**
 * Which agent suits a task: the same task, the same answer (SEL-001 to SEL-006).
 *
 * | signal | confidence |
 * |---|---|
 * | a keyword in the task | +0.1 each, up to 0.3 |
 * | a primary intent in the task | +0.1 each, up to 0.2 |
 * | an example task | +0.6 if it is the task, +0.4 if it is part of it; the best example counts |
 * | a task that the agent is not for | -0.5, once |
 */

import { at, entries, isText, texts } from "./example-json.mjs";

const FALLBACK = { agentId: "standard", confidence: 0.5, reason: "no agent matches" };

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/select", ({ agents, task, maxResults }) => {
    const wanted = isText(task) ? normal(task) : "";
    const scored = entries(agents)
      .filter(isAvailable)
      .map((agent) => score(agent, wanted))
      .filter(({ confidence }) => confidence > 0)
      .sort(bestFirst);
    const results = scored.length > 0 ? scored : [FALLBACK];
    // There is always one result, whatever maxResults says.
    return { results: Number.isInteger(maxResults) ? results.slice(0, Math.max(1, maxResults)) : results };
  });
}

function isAvailable(agent) {
  return isText(at(agent, "agentId")) && at(agent, "enabled") !== false;
}

function score(agent, task) {
  const found = (list) => occurring(at(agent, "selectionMetadata", list), task);
  const signals = {
    keywords: Math.min(0.3, 0.1 * found("keywords").size),
    "primary intents": Math.min(0.2, 0.1 * found("primaryIntents").size),
    "example tasks": exampleBoost(found("exampleTasks"), task),
    "tasks it is not for": found("notForTasks").size > 0 ? -0.5 : 0,
  };
  const sum = Object.values(signals).reduce((total, value) => total + value, 0);
  // Rounded, or two agents with equal signals could differ in the last bit and escape the tie-break.
  const confidence = Math.round(Math.max(0, Math.min(1, sum)) * 1e6) / 1e6;
  const reason = Object.keys(signals)
    .filter((name) => signals[name] !== 0)
    .join(", ");
  return { agentId: agent.agentId, confidence, reason };
}

function exampleBoost(examples, task) {
  if (examples.has(task)) return 0.6;
  return examples.size > 0 ? 0.4 : 0;
}

/** The entries that occur in the task, whatever their case and the white space around them. */
function occurring(list, task) {
  return new Set(
    texts(list)
      .map(normal)
      .filter((entry) => entry !== "" && task.includes(entry)),
  );
}

function normal(text) {
  return text.trim().toLowerCase();
}

function bestFirst(one, other) {
  // By the bytes of the ids: what localeCompare says depends on where it runs.
  return other.confidence - one.confidence || (one.agentId < other.agentId ? -1 : 1);
}
