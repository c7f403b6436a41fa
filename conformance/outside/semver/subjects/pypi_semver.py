"""PyPI `semver`, put before the suite: `Version.parse` as it comes, and what a `Version` offers."""

from __future__ import annotations

from importlib.metadata import version as version_of

from semver import Version
from serving import Adapter, Inexpressible

adapter = Adapter("pypi-semver", version=version_of("semver"))


def read(text):
    try:
        return Version.parse(text)
    except ValueError as error:
        raise Inexpressible(f"the library does not read {text!r}: {error}") from None


def identifiers(series):
    return series.split(".") if series is not None else []


@adapter.method("semver/parse")
def parse(text):
    try:
        version = Version.parse(text)
    except ValueError:
        return {"valid": False}
    return {
        "valid": True,
        "major": str(version.major),
        "minor": str(version.minor),
        "patch": str(version.patch),
        "prerelease": identifiers(version.prerelease),
        "build": identifiers(version.build),
    }


@adapter.method("semver/compare")
def compare(a, b):
    return {"order": read(a).compare(read(b))}


@adapter.method("semver/sort")
def sort(versions):
    return {"versions": [str(version) for version in sorted(read(text) for text in versions)]}


@adapter.method("semver/increment")
def increment(text, part):
    version = read(text)
    bump = {"major": version.bump_major, "minor": version.bump_minor, "patch": version.bump_patch}
    return {"text": str(bump[part]())}


adapter.run()
