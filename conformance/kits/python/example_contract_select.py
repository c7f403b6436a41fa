"""Which agent suits a task: the same task, the same answer (SEL-001 to SEL-006).

| signal | confidence |
|---|---|
| a keyword in the task | +0.1 each, up to 0.3 |
| a primary intent in the task | +0.1 each, up to 0.2 |
| an example task | +0.6 if it is the task, +0.4 if it is part of it; the best example counts |
| a task that the agent is not for | -0.5, once |
"""

from example_json import at, entries, is_integer, is_text, texts

FALLBACK = {"agentId": "standard", "confidence": 0.5, "reason": "no agent matches"}


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/select")
    def select(agents=None, task=None, maxResults=None):
        task = normal(task) if is_text(task) else ""
        results = [scored(agent, task) for agent in entries(agents) if is_available(agent)]
        results = [result for result in results if result["confidence"] > 0] or [FALLBACK]
        results.sort(key=lambda result: (-result["confidence"], result["agentId"]))
        # There is always one result, whatever maxResults says.
        return {"results": results[: max(1, int(maxResults))] if is_integer(maxResults) else results}


def is_available(agent):
    return is_text(at(agent, "agentId")) and agent.get("enabled") is not False


def scored(agent, task):
    about = at(agent, "selectionMetadata")
    signals = {
        "keywords": min(0.3, 0.1 * len(found(at(about, "keywords"), task))),
        "primary intents": min(0.2, 0.1 * len(found(at(about, "primaryIntents"), task))),
        "example tasks": example_boost(found(at(about, "exampleTasks"), task), task),
        "tasks it is not for": -0.5 if found(at(about, "notForTasks"), task) else 0,
    }
    # Rounded, or two agents with equal signals could differ in the last bit and escape the tie-break.
    confidence = round(max(0, min(1, sum(signals.values()))), 6)
    reason = ", ".join(name for name, value in signals.items() if value)
    return {"agentId": agent["agentId"], "confidence": confidence, "reason": reason}


def example_boost(examples, task):
    if task in examples:
        return 0.6
    return 0.4 if examples else 0


def found(given, task):
    """The entries that occur in the task, whatever their case and the white space around them."""
    return {entry for entry in map(normal, texts(given)) if entry and entry in task}


def normal(text):
    return text.strip().lower()
