"""What `[tool.proofmark]` in pyproject.toml and the command line of pytest ask for."""

from __future__ import annotations

import difflib
import shlex
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it along.

#: Keys that are handed to the program, and the option each becomes; a list gives the option several times.
OPTIONS = {
    "readings": "--reading",
    "known": "--known",
    "baseline": "--baseline",
    "seed": "--seed",
    "cases": "--cases",
    "timeout": "--timeout",
    "jobs": "--jobs",
}
#: Keys that say which rules are tests.
SELECTION = {"suites": "--suite", "rules": "--rule"}


class Wrong(Exception):
    """A setting that means nothing."""


class Settings:
    """The command of the subject, which rules are meant, and how they are run."""

    def __init__(self, table: Dict[str, Any], command: Optional[str] = None) -> None:
        for key in table:
            if key not in {"command", *SELECTION, *OPTIONS}:
                raise Wrong(f"[tool.proofmark] has no key `{key}`{suggestion(key)}")
        given: Any = table.get("command") if command is None else command
        if not given:
            raise Wrong("[tool.proofmark] needs a `command`, the one that starts the adapter")
        self.command: List[str] = shlex.split(given) if isinstance(given, str) else [str(word) for word in given]
        self.selection = options(table, SELECTION)
        self.options = options(table, OPTIONS)


def suggestion(key: str) -> str:
    """What may have been meant by `key`."""
    near = difflib.get_close_matches(key, ["command", *SELECTION, *OPTIONS], n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


def options(table: Dict[str, Any], known: Dict[str, str]) -> List[str]:
    """The options of the program that a table comes to."""
    words: List[str] = []
    for key, option in known.items():
        value = table.get(key, [])
        for entry in value if isinstance(value, list) else [value]:
            words += [option, str(entry)]
    return words


def table_of(pyproject: Path) -> Optional[Dict[str, Any]]:
    """`[tool.proofmark]` of a file; none if it has none."""
    try:
        document = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None  # What is wrong with the file is for others to say.
    table = document.get("tool", {}).get("proofmark")
    return table if isinstance(table, dict) else None
