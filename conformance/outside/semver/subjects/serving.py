"""What the adapters for two Python packages have in common: the methods, answered with a `Version` of theirs."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "kits" / "python"))

from proofmark_adapter import Adapter, Inexpressible  # noqa: E402


def serve(package, *, read, series, order, step):
    """Serves the installed `package`.

    `read` makes a version of a text or raises `ValueError`, `series` gives the identifiers of its pre-release and of its
    build, `order` is negative, zero or positive, and `step` is the next version of a part.
    """
    adapter = Adapter(f"pypi-{package}", version=version_of(package))

    def known(text):
        try:
            return read(text)
        except ValueError as error:
            raise Inexpressible(f"the library does not read {text!r}: {error}") from None

    @adapter.method("semver/parse")
    def parse(text):
        try:
            version = read(text)
        except ValueError:
            return {"valid": False}
        numbers = {part: str(getattr(version, part)) for part in ("major", "minor", "patch")}
        prerelease, build = series(version)
        return {"valid": True, **numbers, "prerelease": prerelease, "build": build}

    @adapter.method("semver/compare")
    def compare(a, b):
        return {"order": order(known(a), known(b))}

    @adapter.method("semver/sort")
    def sort(versions):
        return {"versions": [str(version) for version in sorted(map(known, versions))]}

    @adapter.method("semver/increment")
    def increment(text, part):
        return {"text": str(step(known(text), part))}

    adapter.run()
