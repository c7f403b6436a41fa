"""Calling tools: with inputs that were checked (TOOL-001), for a result that nobody can change (TOOL-002)."""

from types import MappingProxyType

import example_schema
from example_json import at, entries, same


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/tool")
    async def tool(host, tools=None, calls=None):
        host.idle()
        table = tool_table(tools)
        return {"results": [thaw(await call_tool(host, table, at(c, "tool"), at(c, "args"))) for c in entries(calls)]}

    @adapter.method("contract/mutate_result")
    async def mutate_result(host, tool=None, args=None, attempts=None):
        host.idle()
        result = await call_tool(host, tool_table([tool]), at(tool, "name"), args)
        before = thaw(result)
        outcomes = []
        for attempt in entries(attempts):
            untouched = thaw(result)
            threw = not mutate(result, attempt)
            outcomes.append({"path": at(attempt, "path"), "threw": threw, "changed": not same(untouched, thaw(result))})
        return {"before": before, "after": thaw(result), "attempts": outcomes}


def tool_table(tools):
    return {at(tool, "name"): at(tool, "inputSchema") for tool in entries(tools) if isinstance(at(tool, "name"), str)}


async def call_tool(host, table, name, args):
    """The result of a call; it is an answer in every case, never an exception (TOOL-003)."""
    if not isinstance(name, str) or name not in table:
        return failure("TOOL_NOT_FOUND", f"There is no tool called {name}.")
    problems = example_schema.flaws(table[name]) or example_schema.violations(table[name], args)
    if problems:
        return failure("INVALID_INPUT", f"{name} cannot take these arguments: {'; '.join(problems)}")
    reply = await host.tool(tool=name, args=args)
    return freeze({"success": True, "output": at(reply, "output")})


def failure(code, message):
    return freeze({"success": False, "errorCode": code, "error": {"message": message, "code": code}})


def freeze(value):
    """The same value, all through of things that cannot be changed."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(entry) for key, entry in value.items()})
    if isinstance(value, list):
        return tuple(map(freeze, value))
    return value


def thaw(value):
    """A copy that can be written as JSON."""
    if isinstance(value, MappingProxyType):
        return {key: thaw(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [thaw(entry) for entry in value]
    return value


def mutate(result, attempt):
    """Tries to change a result as its holder might. Whether Python let it."""
    try:
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in attempt["path"].split("/")[1:]]
        target = result
        for part in parents:
            target = target[place(target, part)]
        if last == "-" and not isinstance(target, MappingProxyType):
            target.append(attempt["value"])
        elif "value" in attempt:
            target[place(target, last)] = attempt["value"]
        else:
            del target[place(target, last)]
        return True
    except (TypeError, AttributeError, LookupError, ValueError):
        return False


def place(target, part):
    return part if isinstance(target, MappingProxyType) else int(part)
