"""Confirms every entry of `known.toml` with the package alone: no adapter, no harness.

    python verify.py [NAME | --projects DIR]

For each entry one function or more do by hand, with the package's command line or its plain API, what
the finding is about, one disagreement each, and answer what the document says and what the package does. A line
says whether the two disagree, as the entry claims; with a NAME only that function is run. `--projects` writes
the projects that are validated into a directory, to be looked at. Controls come first: the same steps with nothing
wrong, on which document and package agree. Exit code 1 if anything is not as it should be.
"""

from __future__ import annotations

import logging
import sys
import tomllib
from pathlib import Path

CONFIRMATIONS, CONTROLS = {}, []


def finding(check, kind):
    """Registers a function that answers `(demanded, done)` for a finding: the first, or another disagreement of its kind."""

    def register(function):
        CONFIRMATIONS.setdefault((check, kind), []).append(function)
        return function

    return register


def control(function):
    """Registers a function that answers the same twice if the steps of the findings around it can be trusted."""
    CONTROLS.append(function)
    return function


def load():
    """Registers everything."""
    import verify_delegation  # noqa: F401
    import verify_runs  # noqa: F401
    import verify_validation

    return verify_validation


def main(arguments):
    logging.disable(logging.CRITICAL)
    validation = load()
    match arguments:
        case ["--projects", directory]:
            validation.keep_projects(directory)
            return 0
        case [name]:
            demanded, done = {it.__name__: it for it in confirmations()}[name]()
            print(f"document: {demanded}\npackage:  {done}")
            return 0 if demanded != done else 1
        case _:
            return confirm_all()


def confirmations():
    """Every function, once."""
    return list(dict.fromkeys(function for functions in CONFIRMATIONS.values() for function in functions))


def confirm_all():
    known = tomllib.loads((Path(__file__).parent / "known.toml").read_text(encoding="utf-8"))["known"]
    entries = {(entry["check"], entry["kind"]) for entry in known}
    unconfirmed = 0
    for function in CONTROLS:
        demanded, done = function()
        unconfirmed += demanded != done
        verdict = "control" if demanded == done else "NO CONTROL"
        print(f"{verdict:13} {function.__name__.replace('_', ' ')}: {done}")
    for check, kind in sorted(entries | CONFIRMATIONS.keys()):
        functions = CONFIRMATIONS.get((check, kind), [])
        if not functions or (check, kind) not in entries:
            unconfirmed += 1
            print(f"{'NOT KNOWN' if functions else 'NOT CONFIRMED':13} {check}: {kind}")
        for function in functions:
            demanded, done = function()
            verdict = "disagrees" if demanded != done else "AGREES"
            unconfirmed += verdict != "disagrees"
            print(f"{verdict:13} {check}: {kind}\n              {function.__name__.replace('_', ' ')}")
            print(f"              document: {demanded} · package: {done}")
    count = len(confirmations())
    print(f"{len(CONTROLS)} controls, {len(entries)} entries, {count} disagreements, {unconfirmed} not as they should be")
    return 1 if unconfirmed else 0


if __name__ == "__main__":
    # The modules below import this one by its name.
    sys.modules["verify"] = sys.modules["__main__"]
    sys.exit(main(sys.argv[1:]))
