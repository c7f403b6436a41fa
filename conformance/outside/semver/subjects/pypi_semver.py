"""PyPI `semver`, put before the suite: `Version.parse` as it comes, `compare`, and `bump_*` to increment."""

from semver import Version
from serving import serve


def identifiers(series):
    return series.split(".") if series is not None else []


serve(
    "semver",
    read=Version.parse,
    series=lambda version: (identifiers(version.prerelease), identifiers(version.build)),
    order=lambda a, b: a.compare(b),
    step=lambda version, part: getattr(version, f"bump_{part}")(),
)
