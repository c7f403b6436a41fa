"""Confirms every entry of `known/pypi-semantic-version.toml` with the package alone: no adapter, no harness.

Each line says what the document demands and what the package does. Exit code 1 if they agree after all, or if a
control, the same step with nothing odd about it, does not hold.
"""

import sys
import tomllib
from pathlib import Path

from semantic_version import Version


def accepts(text):
    try:
        return str(Version(text))
    except ValueError:
        return None


FINDINGS = {
    # A digit of another script is no digit of the grammar.
    ("semver/2.digits/verdict", "accepted, though it is no version"): (accepts("1.2.٣") is None, "Version('1.2.٣')"),
    # White space around a version: always refused, or always taken off.
    ("semver/grammar.white-space/around", "no reading of `trims` is left"): (
        (accepts("1.2.3\n") is None) == (accepts(" 1.2.3") is None) == (accepts("1.2.3 ") is None),
        "Version('1.2.3\\n'), Version(' 1.2.3') and Version('1.2.3 ')",
    ),
}
CONTROLS = {"an ordinary version": accepts("1.2.3") == "1.2.3", "a letter for a number": accepts("1.2.x") is None}

wrong = 0
for name, holds in CONTROLS.items():
    print(f"{'control' if holds else 'NO CONTROL':13} {name}")
    wrong += not holds
entries = tomllib.loads((Path(__file__).parents[1] / "known" / "pypi-semantic-version.toml").read_text("utf-8"))["known"]
for key in sorted({(entry["check"], entry["kind"]) for entry in entries} | FINDINGS.keys()):
    agrees, steps = FINDINGS.get(key, (True, "nothing here looks into it"))
    print(f"{'AGREES' if agrees else 'disagrees':13} {key[0]}: {key[1]}\n              {steps}")
    wrong += agrees
sys.exit(1 if wrong else 0)
