"""PyPI `semantic-version`, put before the suite: `Version(text)` as it comes, and its comparison operators.

`==` looks at builds as well, on purpose and documented; `<` and `>` are the order of precedence.
"""

from semantic_version import Version
from serving import serve

serve(
    "semantic-version",
    read=Version,
    series=lambda version: (list(version.prerelease), list(version.build)),
    order=lambda a, b: (a > b) - (a < b),
    step=lambda version, part: getattr(version, f"next_{part}")(),
)
