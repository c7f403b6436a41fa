"""The same ten bugs with Hypothesis: one JSON line per bug and seed, then one with the cases a second.

The property is what its user would write with a right validator at hand: the two agree. The strategy knows the
vocabulary: actions, fields and channels are drawn from it, values are any small JSON.
"""

import json
import sys
import time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bugs import BUGS, KNOWN_FIELDS, check

ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"]
LEAVES = st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=8)
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=5)
FIELDS = {name: JSON for name in KNOWN_FIELDS}
FIELDS["action"] = st.sampled_from(ACTIONS) | JSON
FIELDS["channel"] = st.sampled_from(["steer", "follow_up"]) | JSON
INPUTS = st.fixed_dictionaries({}, optional=FIELDS) | JSON


def agreement(bug, number, of_seed):
    """Runs the property; answers cases to the first failure and the shrunk input, or nothing."""
    seen = {"cases": 0, "first": None, "last": None}

    @seed(of_seed)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(INPUTS)
    def agrees(value):
        seen["cases"] += 1
        right = check(value)
        if bug(value, right) != right:
            seen["first"] = seen["first"] or seen["cases"]
            seen["last"] = value
            raise AssertionError

    try:
        agrees()
    except AssertionError:
        pass
    return seen


def main(seeds, most):
    for bug in BUGS:
        for of_seed in range(seeds):
            seen = agreement(bug, most, of_seed)
            size = None if seen["first"] is None else len(json.dumps(seen["last"], separators=(",", ":"), ensure_ascii=False))
            print(json.dumps({"bug": bug.__name__, "seed": of_seed, "cases": seen["first"], "size": size}))
    begin = time.process_time()
    seen = agreement(lambda value, right: right, 3000, 0)
    print(json.dumps({"cases_per_second": seen["cases"] / (time.process_time() - begin)}))


main(int(sys.argv[1]), int(sys.argv[2]))
