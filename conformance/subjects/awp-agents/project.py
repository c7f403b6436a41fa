"""Projects on disk: the package reads files, the protocol sends documents.

A project is written into a directory of its own and removed after the call. The package
wants more of a project than the document does (see README.md); what the call is silent
about is filled in here, so that the package gets as far as the rule that is asked about.
What the call does say (what lies beside a configuration) is written as it is.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import yaml

# The package reads YAML with this class. The compiled one reads the same, ten times as fast.
yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MANIFEST, AGENT_CONFIG = "workflow.awp.yaml", "agent.awp.yaml"

# The contract of the protocol's smallest project, and the two ways of writing less of it: an
# object of which nothing is said. It stands for "some contract", and the package has a
# smallest contract of its own. Any other contract is handed over as it is.
ANY_CONTRACT = [{"type": "object", "properties": {}}, {"type": "object"}, {"properties": {}}]
SMALLEST_CONTRACT = {"confidence": {"type": "number"}}

# What the package wants of every workflow.
HEADER = {"awp": "1.0.0", "workflow": {"name": "project", "version": "1.0.0", "description": "A project."}}

# What the package wants of every agent, beyond the document.
AGENT_DEFAULTS = {"awp_agent": "1.0.0", "model": {}, "prompt": {"system": "workflow/instructions/SYSTEM_PROMPT.md"}}
IDENTITY_DEFAULTS = {"role": "agent", "description": "An agent."}

# The files beside a configuration that the package wants to be there; what they say is never read.
AGENT_FILES = Path(__file__).resolve().parent / "agent_files"

# An agent whose work the harness does.
PLAYED_AGENT = "from played_agents import PlayedAgent as Agent\n"

# In memory where there is such a place. Nothing outlives its call, for the harness ends processes without warning.
SCRATCH = "/dev/shm" if os.path.isdir("/dev/shm") else None


@contextmanager
def directory(name: str = "project"):
    """A new directory of this name, as long as the call takes."""
    around = Path(tempfile.mkdtemp(prefix="awp-agents-", dir=SCRATCH))
    try:
        path = around / (name if is_file_name(name) else "project")
        path.mkdir()
        yield path
    finally:
        shutil.rmtree(around, ignore_errors=True)


def is_file_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name.encode()) < 256 and name not in (".", "..") and "/" not in name


def write_yaml(path: Path, document: object) -> None:
    text = yaml.dump(without_nulls(document), Dumper=_Dumper, allow_unicode=True, sort_keys=False)
    path.write_text(text, encoding="utf-8")


def without_nulls(document: object) -> object:
    """A member that is null says as much as none: the document knows no difference."""
    if isinstance(document, dict):
        return {name: without_nulls(value) for name, value in document.items() if value is not None}
    return [without_nulls(item) for item in document] if isinstance(document, list) else document


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
    def ignore_aliases(self, data: object) -> bool:
        return True


def completed(config: object) -> object:
    """The configuration of an agent with what the package wants beyond the document."""
    if not isinstance(config, dict):
        return config
    config = {**AGENT_DEFAULTS, **config}
    if isinstance(config.get("identity"), dict):
        config["identity"] = {**IDENTITY_DEFAULTS, **config["identity"]}
    output = config.get("output")
    if isinstance(output, dict) and output.get("contract") in ANY_CONTRACT:
        config["output"] = {**output, "contract": SMALLEST_CONTRACT}
    return config


def write_agent(path: Path, config: object, alone: bool = False) -> None:
    """An agent's directory: its configuration and, unless it is to be alone, the other files that the package wants there."""
    path.mkdir(parents=True, exist_ok=True)
    write_yaml(path / AGENT_CONFIG, completed(config))
    if alone:
        return
    (path / "agent.py").write_text(PLAYED_AGENT)
    (path / "workflow").symlink_to(AGENT_FILES)


def write_tools(path: Path, tools: object, declared: list) -> None:
    """Custom tools, registered in code unless they are declared, in both forms that the package loads: the first by its
    name alone, the others with the secrets that they use."""
    names = [name for name in tools if isinstance(name, str)] if isinstance(tools, list) else []
    names = [name for name in names if name not in declared]
    if names:
        (path / "tools").mkdir(exist_ok=True)
        arguments = ["", *([", secrets=[]"] * (len(names) - 1))]
        tools = enumerate(zip(names, arguments, strict=True))
        text = "".join(f'@app.tool("{name}"{more})\ndef tool_{index}(): ...\n' for index, (name, more) in tools)
        (path / "tools" / "custom.py").write_text(text, encoding="utf-8")


def write_other_files(path: Path, files: object) -> None:
    """The other files of a project, empty; not the configurations, which have a content that is known or not."""
    for name in files if isinstance(files, list) else []:
        parts = name.split("/") if isinstance(name, str) else [""]
        if not all(map(is_file_name, parts)) or "\0" in name or parts[-1] in (MANIFEST, AGENT_CONFIG):
            continue
        target = path.joinpath(*parts)
        if not os.path.lexists(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
