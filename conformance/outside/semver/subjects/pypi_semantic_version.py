"""PyPI `semantic-version`, put before the suite: `Version(text)` as it comes, and its comparison operators."""

from __future__ import annotations

from importlib.metadata import version as version_of

from semantic_version import Version
from serving import Adapter, Inexpressible

adapter = Adapter("pypi-semantic-version", version=version_of("semantic-version"))


def read(text):
    try:
        return Version(text)
    except ValueError as error:
        raise Inexpressible(f"the library does not read {text!r}: {error}") from None


@adapter.method("semver/parse")
def parse(text):
    try:
        version = Version(text)
    except ValueError:
        return {"valid": False}
    return {
        "valid": True,
        "major": str(version.major),
        "minor": str(version.minor),
        "patch": str(version.patch),
        "prerelease": list(version.prerelease),
        "build": list(version.build),
    }


@adapter.method("semver/compare")
def compare(a, b):
    # `==` looks at builds as well, on purpose and documented; `<` and `>` are the order of precedence.
    one, other = read(a), read(b)
    return {"order": (one > other) - (one < other)}


@adapter.method("semver/sort")
def sort(versions):
    return {"versions": [str(version) for version in sorted(read(text) for text in versions)]}


@adapter.method("semver/increment")
def increment(text, part):
    version = read(text)
    step = {"major": version.next_major, "minor": version.next_minor, "patch": version.next_patch}
    return {"text": str(step[part]())}


adapter.run()
