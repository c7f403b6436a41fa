"""The findings on `awp/validate`, by `awp validate` on project directories that have all it wants."""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
from pathlib import Path

import yaml
from awp.cli import main as awp
from verify import confirmations, control, finding

ACCEPTED, REJECTED = "accepted", "rejected"
BROKEN, SOUND = "accepted, though the rule is broken", "rejected, though no rule is broken"
MISNAMED = "names a rule that is not broken"

AGENT_FILES = [
    "agent.py",
    "workflow/instructions/SYSTEM_PROMPT.md",
    "workflow/prompt/00_INTRO.md",
    "workflow/output_schema/output_schema.json",
    "workflow/output_schema_desc/output_schema_desc.json",
]


def agent(id="a1", **sections):
    """An agent that the package has nothing against."""
    return {
        "awp_agent": "1.0.0",
        "identity": {"id": id, "role": "agent", "description": "An agent."},
        "model": {},
        "prompt": {"system": "workflow/instructions/SYSTEM_PROMPT.md"},
        "output": {"format": "json", "contract": {"confidence": {"type": "number"}}},
        **sections,
    }


# Where somebody wants to know of the projects: a list of them, and a directory to leave them in.
WATCHED, KEPT_IN = None, None


def files_of(function):
    """The files of the project that a function validates, those left out of which nothing is read."""
    global WATCHED
    WATCHED = []
    try:
        function()
        manifest, agents, tools, around = WATCHED[-1]
    finally:
        WATCHED = None
    configs = {f"agents/{key}/agent.awp.yaml": config for key, config in agents.items()}
    code = {"tools/custom.py": tool_file(tools)} if tools else {}
    return {"workflow.awp.yaml": manifest, **configs, **code, **{said: " " for said in around}}


def keep_projects(directory):
    """Leaves the project of every finding in a directory of the function's name."""
    global KEPT_IN
    for function in confirmations():
        if function.__module__ == __name__:
            KEPT_IN = Path(directory) / function.__name__
            function()
    KEPT_IN = None


def tool_file(tools):
    """Tools by their names; what follows a comma are further arguments."""
    calls = [tool.partition(",") for tool in tools]
    return "".join(f'@app.tool("{name}"{comma}{more})\ndef t(): ...\n' for name, comma, more in calls)


def validated(
    agents=None,
    tools=(),
    name="demo",
    awp_version="1.0.0",
    orchestration=None,
    beside=AGENT_FILES,
    **sections,
):
    """What `awp validate` says of a project of one node, `a1`: a verdict, and all that it prints."""
    graph = [{"id": "a1", "agent": "a1"}]
    manifest = {
        "awp": awp_version,
        "workflow": {"name": name, "version": "1.0.0", "description": "A demo."},
        "orchestration": {"engine": "dag", "graph": graph, **(orchestration or {})},
        **sections,
    }
    agents = {"a1": agent()} if agents is None else agents
    with tempfile.TemporaryDirectory() as around:
        path = Path(around) / name
        path.mkdir()
        (path / "workflow.awp.yaml").write_text(yaml.safe_dump(manifest))
        for key, config in agents.items():
            (path / "agents" / key).mkdir(parents=True)
            for file in beside:
                (path / "agents" / key / file).parent.mkdir(parents=True, exist_ok=True)
                (path / "agents" / key / file).touch()
            (path / "agents" / key / "agent.awp.yaml").write_text(yaml.safe_dump(config))
        if tools:
            (path / "tools").mkdir()
            (path / "tools" / "custom.py").write_text(tool_file(tools))
        if WATCHED is not None:
            around = []
            if beside != AGENT_FILES:
                around.append(f"beside agents/a1/agent.awp.yaml there is {', '.join(beside)}, and nothing else")
            WATCHED.append((manifest, agents, tools, around))
        if KEPT_IN is not None:
            shutil.copytree(path, KEPT_IN / path.name, dirs_exist_ok=True)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = awp(["validate", str(path)])
    # What it finds in the graph and in the contracts is printed, and left out of the exit code.
    verdict = REJECTED if code != 0 or "[FAIL]" in said.getvalue() else ACCEPTED
    return verdict, said.getvalue()


def verdict(*arguments, **sections):
    return validated(*arguments, **sections)[0]


def capable(**capabilities):
    return {"a1": agent(capabilities=capabilities)}


def declaration(fqn):
    return {"fqn": fqn, "description": "A tool.", "file": "custom.py"}


CODE_MODE = {"enabled": True, "language": "python"}
TOOLS = {"enabled": True, "allowed": ["acme.lookup"]}


def evaluated(**evaluation):
    return {"observability": {"evaluation": {"enabled": True, **evaluation}}}


RUBRIC = {"name": "quality", "kind": "llm_rubric", "weight": 1.0}


@control
def a_project_with_nothing_wrong():
    return ACCEPTED, verdict()


@control
def a_project_with_a_cycle():
    return REJECTED, verdict(orchestration={"graph": [{"id": "a1", "agent": "a1", "depends_on": ["a1"]}]})


@finding("awp/R1/verdict", BROKEN)
def a_leading_zero():
    return REJECTED, verdict(awp_version="0.00.0")


@finding("awp/R1/verdict", BROKEN)
def a_leading_zero_in_a_pre_release():
    return REJECTED, verdict(awp_version="1.0.0-01")


@finding("awp/R1/verdict", BROKEN)
def an_empty_part_of_a_pre_release():
    return REJECTED, verdict(awp_version="1.0.0-a..b")


@finding("awp/R1/verdict", BROKEN)
def a_version_with_a_newline_at_the_end():
    return REJECTED, verdict(awp_version="1.0.0\n")


@finding("awp/R1/verdict", BROKEN)
def digits_that_are_not_ascii():
    return REJECTED, verdict(awp_version="\uff11.0.0")


@finding("awp/R1/verdict", SOUND)
def a_hyphen_in_a_pre_release():
    return ACCEPTED, verdict(awp_version="1.0.0-rc-1")


@finding("awp/R1/verdict", SOUND)
def a_hyphen_in_a_build():
    return ACCEPTED, verdict(awp_version="1.0.0+build-1")


@finding("awp/R2/verdict", BROKEN)
def a_name_of_one_letter():
    return REJECTED, verdict(name="a")


@finding("awp/R2/verdict", BROKEN)
def a_name_with_a_newline_at_the_end():
    return REJECTED, verdict(name="demo\n")


@finding("awp/R3/verdict", SOUND)
def a_class_of_another_name():
    return ACCEPTED, verdict({"a1": agent(runtime={"class_name": "CustomResearchAgent"})})


@finding("awp/R7/named", MISNAMED)
def a_dangling_dependency_is_called_a_cycle():
    graph = [{"id": "a1", "agent": "a1", "depends_on": ["nobody"]}]
    said = validated(orchestration={"graph": graph})[1]
    return "no cycle", "a cycle" if "Cycle detected" in said else "no cycle"


@finding("awp/R8/verdict", BROKEN)
def a_node_without_a_configuration():
    return REJECTED, verdict({})


@finding("awp/R8/verdict", SOUND)
def a_configuration_beside_nothing_but_code():
    return ACCEPTED, verdict(beside=["agent.py"])


@finding("awp/R9/verdict", SOUND)
def the_documents_own_example_of_a_contract():
    properties = {"decision": "string", "summary": "string", "confidence": "number"}
    schema = {
        "type": "object",
        "required": list(properties),
        "properties": {name: {"type": type} for name, type in properties.items()},
    }
    return ACCEPTED, verdict({"a1": agent(output={"format": "json", "contract": schema})})


@finding("awp/R9/verdict", SOUND)
def a_contract_without_a_confidence():
    return ACCEPTED, verdict({"a1": agent(output={"format": "json", "contract": {"items": {"type": "number"}}})})


@finding("awp/R9/verdict", BROKEN)
def a_contract_that_is_no_schema():
    """`type` has to be a name, or a list of names."""
    fields = {"type": {"type": "string"}, "confidence": {"type": "number"}}
    return REJECTED, verdict({"a1": agent(output={"format": "json", "contract": fields})})


@finding("awp/R11/verdict", BROKEN)
def a_tool_registered_twice():
    return REJECTED, verdict(tools=["acme.one", "acme.one"])


@finding("awp/R11/verdict", BROKEN)
def a_tool_declared_twice():
    return REJECTED, verdict(custom_tools={"declarations": [declaration("acme.one")] * 2})


@finding("awp/R12/verdict", BROKEN)
def an_id_of_one_letter():
    return REJECTED, verdict({"a1": agent("r")})


@finding("awp/R12/verdict", BROKEN)
def an_id_with_a_newline_at_the_end():
    return REJECTED, verdict({"a1": agent("a1\n")})


@finding("awp/R19/verdict", BROKEN)
def code_mode_without_tools():
    return REJECTED, verdict(capable(codemode=CODE_MODE, sandbox={"type": "docker"}))


@finding("awp/R20/verdict", BROKEN)
def code_mode_without_a_sandbox():
    return REJECTED, verdict(capable(codemode=CODE_MODE, tools=TOOLS, sandbox={"type": "none"}))


@finding("awp/R21/verdict", BROKEN)
def code_mode_in_another_language():
    return REJECTED, verdict(capable(codemode={"enabled": True, "language": "ruby"}, tools=TOOLS))


@finding("awp/R22/verdict", BROKEN)
def an_explicit_surface_without_tools():
    surface = {"mode": "explicit", "include": []}
    return REJECTED, verdict(capable(codemode={**CODE_MODE, "sdk_surface": surface}, tools=TOOLS))


@finding("awp/R23/verdict", BROKEN)
def an_exclude_that_excludes_nothing():
    surface = {"exclude": ["acme.store"]}
    return REJECTED, verdict(capable(codemode={**CODE_MODE, "sdk_surface": surface}, tools=TOOLS))


@finding("awp/R24/verdict", BROKEN)
def an_isolate_without_a_network():
    return REJECTED, verdict(capable(sandbox={"type": "isolate"}))


@finding("awp/R24/verdict", BROKEN)
def an_isolate_with_a_network_that_is_neither_on_nor_off():
    return REJECTED, verdict(capable(sandbox={"type": "isolate", "network": {}}))


@finding("awp/R27/verdict", SOUND)
def a_metric_of_a_kind_of_the_document():
    return ACCEPTED, verdict(**evaluated(metrics=[RUBRIC]))


@finding("awp/R27/verdict", BROKEN)
def a_metric_of_a_kind_that_the_document_does_not_have():
    return REJECTED, verdict(**evaluated(metrics=[{**RUBRIC, "kind": "rubric_judge"}]))


@finding("awp/R30/verdict", BROKEN)
def an_empty_action():
    policy = {"enabled": True, "actions": {"below_retry": ""}}
    return REJECTED, verdict(**evaluated(metrics=[], retry_policy=policy))


@finding("awp/R31/verdict", BROKEN)
def a_budget_without_a_depth():
    return REJECTED, verdict(orchestration={"delegation_loop": {"budget": {"max_loops": 5}}})


@finding("awp/R31/verdict", BROKEN)
def a_depth_that_is_a_text():
    return REJECTED, verdict(orchestration={"delegation_loop": {"budget": {"max_depth": "3"}}})


@finding("awp/R31/verdict", BROKEN)
def a_depth_that_is_a_boolean():
    return REJECTED, verdict(orchestration={"delegation_loop": {"budget": {"max_depth": True}}})


@finding("awp/R6/verdict", BROKEN)
def a_node_that_depends_on_itself_and_loops():
    looping = {"id": "a1", "agent": "a1", "depends_on": ["a1"], "loop": {"enabled": True}}
    return REJECTED, verdict(orchestration={"graph": [looping]})


@finding("awp/R6/verdict", BROKEN)
def two_nodes_that_depend_on_each_other_and_loop():
    graph = [
        {"id": id, "agent": id, "depends_on": [other], "loop": {"enabled": True}}
        for id, other in (("a1", "a2"), ("a2", "a1"))
    ]
    return REJECTED, verdict({"a1": agent(), "a2": agent("a2")}, orchestration={"graph": graph})


@finding("awp/R10/verdict", SOUND)
def a_tool_in_the_namespace_terminal():
    return ACCEPTED, verdict(tools=["terminal.a"])


@finding("awp/R10/verdict", BROKEN)
def a_reserved_namespace_in_a_decorator_with_arguments():
    return REJECTED, verdict(tools=['web.custom, secrets=["KEY"]'])


@finding("awp/R10/verdict", BROKEN)
def a_reserved_namespace_that_is_declared():
    return REJECTED, verdict(custom_tools={"declarations": [declaration("web.custom")]})


@finding("awp/R19/verdict", SOUND)
def a_limit_of_calls_beside_tools_that_are_off():
    return ACCEPTED, verdict(capable(tools={"enabled": False, "max_calls": 1}))


@finding("awp/R25/verdict", SOUND)
def tools_made_in_the_namespace_terminal():
    made = {**CODE_MODE, "tool_creation": True, "tool_creation_namespace": "terminal"}
    dynamic = {"enabled": True, "allowed_namespaces": ["terminal"]}
    sandboxed = capable(codemode=made, tools=TOOLS, sandbox={"type": "docker"})
    return ACCEPTED, verdict(sandboxed, dynamic_tools=dynamic)
