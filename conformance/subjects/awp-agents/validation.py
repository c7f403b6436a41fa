"""`awp/validate`: what `awp validate` does, with its findings as diagnostics.

The three validators are those of the command, in its order. The command prints what the
first two find and leaves it out of its exit code; here everything that is found counts.
"""

from __future__ import annotations

import project
import rules_table
from awp.parser import parse_agent, parse_manifest
from awp.validator import validate_contracts, validate_graph, validate_rules


def validate(workflow, agents, files, tools):
    metadata = workflow.get("workflow") if isinstance(workflow, dict) else None
    name = metadata.get("name") if isinstance(metadata, dict) else None
    with project.directory(name) as path:
        write(path, workflow, agents, files, tools)
        diagnostics = list(examine(path))
    return {"valid": all(it["severity"] != "error" for it in diagnostics), "diagnostics": diagnostics}


def write(path, workflow, agents, files, tools):
    project.write_yaml(path / project.MANIFEST, workflow)
    agents = agents if isinstance(agents, dict) else {}
    for index, (key, config) in enumerate(agents.items()):
        if isinstance(files, list) and f"agents/{key}/{project.AGENT_CONFIG}" in files:
            # A key that cannot be the name of a directory: the configuration is read all the same.
            target = path / "agents" / (key if project.is_file_name(key) else f"agent_{index}")
            project.write_agent(target, config, alone=speaks_of(files, key))
    project.write_tools(path, tools, declared(workflow))
    project.write_other_files(path, files)


def speaks_of(files, agent):
    """Whether the call says what else there is in the directory of an agent."""
    of_agent = [name for name in files if isinstance(name, str) and name.startswith(f"agents/{agent}/")]
    return of_agent != [f"agents/{agent}/{project.AGENT_CONFIG}"]


def declared(workflow):
    """The tools that the workflow declares itself: no code registers them besides."""
    section = workflow.get("custom_tools") if isinstance(workflow, dict) else None
    declarations = section.get("declarations") if isinstance(section, dict) else None
    return [it.get("fqn") for it in declarations or [] if isinstance(it, dict)] if isinstance(declarations, list) else []


def examine(path):
    """What the package has to say of a project."""
    manifest, agents = None, {}
    try:
        manifest = parse_manifest(path / project.MANIFEST)
    except Exception as error:
        yield from refusals(error)
    for config in sorted(path.glob(f"agents/*/{project.AGENT_CONFIG}")):
        try:
            agents[config.parent.name] = parse_agent(config)
        except Exception as error:
            yield from refusals(error)
    if manifest is None:
        return
    if manifest.orchestration:
        yield from findings(validate_graph, manifest.orchestration)
    yield from findings(validate_contracts, agents, manifest.orchestration)
    yield from findings(validate_rules, manifest, agents, path)


def findings(validator, *arguments):
    try:
        result = validator(*arguments)
    except Exception as error:
        yield from refusals(error)
        return
    for severity, messages in (("error", result.errors), ("warning", result.warnings)):
        for message in messages:
            native = rules_table.native_number(message)
            yield diagnostic(severity, rules_table.of_message(message), message, native)


def refusals(error):
    for rule, message in rules_table.of_exception(error):
        yield diagnostic("error", rule, message)


def diagnostic(severity, rule, message, native=None):
    """`code` is the number that the package itself gives the rule."""
    named = {"rule": rule, "code": native}
    return {"severity": severity, "message": message, **{name: value for name, value in named.items() if value}}
