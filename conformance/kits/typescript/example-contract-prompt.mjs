/** What an agent is told before its task: its abilities, as far as the budget goes (ABL-001 to ABL-003). */

import { at, entries, isNumber, isText, lengthOf, texts } from "./example-json.mjs";

const CHARACTERS_PER_TOKEN = 4;

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/prompt", async ({ agent, abilities, task, tokenLimit }, host) => {
    host.idle();
    const limit = isNumber(tokenLimit) ? tokenLimit : Infinity;
    const { chosen, leftOut } = choose(agent, entries(abilities).filter(isUsable), task, limit);
    const ownPrompt = at(agent, "systemPrompt");
    const system = [...chosen.map(({ content }) => content), isText(ownPrompt) ? ownPrompt : ""].join("\n\n");
    await host.provider({ system, prompt: task });
    const warnings = leftOut.map(({ id }) => `The ability ${id} was left out: ${limit} tokens are not enough.`);
    if (tokens(chosen) > limit) warnings.push(`The core abilities alone take more than ${limit} tokens.`);
    const injected = chosen.map(({ id }) => id);
    return { injected, tokenCount: tokens(chosen), truncated: leftOut.length > 0, warnings };
  });
}

/**
 * The abilities to inject, and those that found no room.
 *
 * Core abilities come first and are never left out: should they alone exceed
 * the limit, two rules of the contract contradict each other, and the one
 * about core abilities wins. Of the others, those with more matching tags come
 * first; when one finds no room, neither do those behind it, so that a larger
 * limit never takes an ability away.
 */
function choose(agent, abilities, task, limit) {
  const known = new Map(abilities.map((ability) => [ability.id, ability]));
  const coreIds = [...new Set(texts(at(agent, "coreAbilities")))];
  const core = coreIds.filter((id) => known.has(id)).map((id) => known.get(id));
  const matching = [...known.values()]
    .map((ability) => ({ ...ability, relevance: countMatchingTags(ability, task) }))
    .filter(({ id, relevance }) => relevance > 0 && !coreIds.includes(id))
    .sort((one, other) => other.relevance - one.relevance);

  const findsNoRoom = (_, index) => tokens([...core, ...matching.slice(0, index + 1)]) > limit;
  const firstLeftOut = matching.findIndex(findsNoRoom);
  const room = firstLeftOut === -1 ? matching.length : firstLeftOut;
  return { chosen: [...core, ...matching.slice(0, room)], leftOut: matching.slice(room) };
}

function isUsable(ability) {
  return isText(at(ability, "id")) && isText(at(ability, "content"));
}

/** How many of its tags are words of the task. */
function countMatchingTags(ability, task) {
  if (!isText(task)) return 0;
  const tags = [...new Set(texts(at(ability, "tags")))];
  return tags.filter((tag) => asWord(tag).test(task)).length;
}

function asWord(text) {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, "iu");
}

/** Of the text as it is sent, without the white space at its end. */
function tokens(chosen) {
  const text = chosen
    .map(({ content }) => content)
    .join("\n\n")
    .trimEnd();
  return Math.ceil(lengthOf(text) / CHARACTERS_PER_TOKEN);
}
