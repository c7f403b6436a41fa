"""The registry of agents: every profile in it is valid, and every id is there once (AGT-001, AGT-002)."""

import copy
import re

from example_json import at, entries, is_integer, is_number, is_text

AGENT_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
STEP_TYPES = ("prompt", "tool", "conditional", "loop", "parallel", "delegate", "discuss")


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/registry")
    def registry(script=None):
        agents = Registry()
        return {"results": [agents.perform(operation) for operation in entries(script)]}


class Registry:
    """What goes in and what comes out are copies: nobody else holds a profile of the registry."""

    def __init__(self):
        self.profiles = {}

    def perform(self, operation):
        what, profile, agent = at(operation, "op"), at(operation, "profile"), at(operation, "id")
        if what in ("register", "update"):
            return self.put(profile, known=what == "update")
        if what == "get":
            if not isinstance(agent, str) or agent not in self.profiles:
                return failure(f"agentId: there is no agent {agent}")
            return {"ok": True, "profile": copy.deepcopy(self.profiles[agent])}
        if what == "list":
            return {"ok": True, "ids": sorted(self.profiles)}
        return failure(f"there is no operation {what}")

    def put(self, profile, known):
        problems = list(profile_problems(profile))
        if problems:
            return failure("; ".join(problems))
        agent = profile["agentId"]
        if (agent in self.profiles) != known:
            return failure(f"agentId: {agent} is {'not registered' if known else 'registered already'}")
        self.profiles[agent] = copy.deepcopy(profile)
        return {"ok": True}


def failure(message):
    return {"ok": False, "error": {"message": message}}


# A field's rule takes its value and yields what is wrong with it.


def text(longest, shortest=0):
    def rule(value):
        if not isinstance(value, str) or not shortest <= len(value) <= longest:
            yield f"must be a text of {shortest} to {longest} characters"

    return rule


def pattern(allowed, longest=None):
    def rule(value):
        if not isinstance(value, str) or not allowed.fullmatch(value) or (longest and len(value) > longest):
            yield f"must have the form {allowed.pattern}" + (f", up to {longest} characters" if longest else "")

    return rule


def text_list(longest, most):
    def rule(value):
        if not isinstance(value, list) or len(value) > most or not all(is_short(entry, longest) for entry in value):
            yield f"must be a list of up to {most} texts of up to {longest} characters"

    return rule


def is_short(value, longest):
    return isinstance(value, str) and len(value) <= longest


def between(lowest, highest, is_kind):
    def rule(value):
        if not is_kind(value) or not lowest <= value <= highest:
            yield f"must be a number from {lowest} to {highest}"

    return rule


def boolean(value):
    if not isinstance(value, bool):
        yield "must be true or false"


def record(required=(), **rules):
    """An object with these fields. The contract does not say what becomes of others: they are kept."""

    def rule(value):
        if not isinstance(value, dict):
            yield "must be an object"
            return
        for field in required:
            if field not in value:
                yield f"{field} is required"
        for field, check in rules.items():
            if field in value:
                for problem in check(value[field]):
                    yield f"{field} {problem}" if problem.startswith("must ") else f"{field}.{problem}"

    return rule


def one_of(*names):
    def rule(value):
        if value not in names:
            yield f"must be one of {', '.join(names)}"

    return rule


def workflow(value):
    if not isinstance(value, list) or len(value) > 100:
        yield "must be a list of up to 100 steps"
        return
    known = [at(step, "stepId") for step in value]
    for index, step in enumerate(value):
        for problem in STEP(step):
            yield f"{index}.{problem}"
        for dependency in entries(at(step, "dependencies")):
            if dependency not in known:
                yield f"{index}.dependencies names {dependency}, which is no step of this workflow"


STEP = record(
    required=("stepId", "name", "type"),
    stepId=text(100, 1),
    name=text(200, 1),
    type=one_of(*STEP_TYPES),
    dependencies=lambda value: [] if isinstance(value, list) and all(map(is_text, value)) else ["must be step ids"],
)

PROFILE = record(
    required=("agentId", "description"),
    agentId=pattern(AGENT_ID, 50),
    description=text(2000, 1),
    enabled=boolean,
    displayName=text(100),
    version=pattern(VERSION),
    role=text(200),
    expertise=text_list(100, 20),
    capabilities=text_list(100, 50),
    systemPrompt=text(10000),
    temperature=between(0, 2, is_number),
    maxTokens=between(1, 200000, is_integer),
    tags=text_list(50, 20),
    priority=between(1, 100, is_integer),
    workflow=workflow,
    abilities=record(core=text_list(100, 50)),
    selectionMetadata=record(
        exampleTasks=text_list(200, 10),
        notForTasks=text_list(200, 10),
        keywords=text_list(50, 50),
        primaryIntents=text_list(100, 20),
    ),
)


def profile_problems(profile):
    """What is wrong with a profile; each problem starts with the field it is about."""
    return PROFILE(profile)
