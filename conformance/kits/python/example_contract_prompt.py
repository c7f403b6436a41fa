"""What an agent is told before its task: its abilities, as far as the budget goes (ABL-001 to ABL-003)."""

import re

from example_json import at, entries, is_number, is_text, texts

CHARACTERS_PER_TOKEN = 4


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/prompt")
    async def prompt(host, agent=None, abilities=None, task=None, tokenLimit=None):
        host.idle()
        chosen, left_out = choose(agent, abilities, task, tokenLimit)
        own = at(agent, "systemPrompt")
        system = "".join(content + "\n\n" for _, content in chosen) + (own if is_text(own) else "")
        await host.provider(system=system, prompt=task)
        warnings = [f"The ability {ability} was left out: {tokenLimit} tokens are not enough." for ability in left_out]
        if is_number(tokenLimit) and tokens(chosen) > tokenLimit:
            warnings.append(f"The core abilities alone take more than {tokenLimit} tokens.")
        return {
            "injected": [ability for ability, _ in chosen],
            "tokenCount": tokens(chosen),
            "truncated": bool(left_out),
            "warnings": warnings,
        }


def choose(agent, abilities, task, limit):
    """The abilities to inject, as (id, content), and the ids of those that found no room.

    Core abilities come first and are never left out: should they alone exceed
    the limit, two rules of the contract contradict each other, and the one
    about core abilities wins. Of the others, those with more matching tags come
    first; when one finds no room, neither do those behind it, so that a larger
    limit never takes an ability away.
    """
    known = {ability["id"]: ability for ability in entries(abilities) if is_usable(ability)}
    core = [known[name] for name in dict.fromkeys(texts(at(agent, "coreAbilities"))) if name in known]
    matching = [ability for ability in known.values() if ability not in core and relevance(ability, task)]
    matching.sort(key=lambda ability: -relevance(ability, task))

    chosen = [described(ability) for ability in core]
    for index, ability in enumerate(matching):
        if is_number(limit) and tokens([*chosen, described(ability)]) > limit:
            return chosen, [left["id"] for left in matching[index:]]
        chosen.append(described(ability))
    return chosen, []


def is_usable(ability):
    return is_text(at(ability, "id")) and is_text(at(ability, "content"))


def described(ability):
    return ability["id"], ability["content"]


def relevance(ability, task):
    """How many of its tags are words of the task."""
    words = [rf"(?<!\w){re.escape(tag)}(?!\w)" for tag in set(texts(at(ability, "tags")))]
    return sum(re.search(word, task, re.IGNORECASE) is not None for word in words) if is_text(task) else 0


def tokens(chosen):
    """Of the text as it is sent, without the white space at its end."""
    text = "\n\n".join(content for _, content in chosen).rstrip()
    return -(-len(text) // CHARACTERS_PER_TOKEN)
