"""The ten bugs with Hypothesis, one JSON line per bug and seed; or, with `speed`, a number of cases and nothing to find.

    with_hypothesis.py SEEDS MOST
    with_hypothesis.py speed CASES

The property is what its user would write with a right validator at hand: the two agree. The strategy knows the
vocabulary: actions, fields and channels are drawn from it, what has to be a text is one half the time, and everything
else is any small JSON.
"""

import json
import sys
import time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bugs import BUGS, KNOWN_FIELDS, check, subject

ACTIONS = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"]
TEXT = st.text(max_size=8)
LEAVES = st.none() | st.booleans() | st.integers(-1000, 1000) | TEXT
JSON = LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(TEXT, LEAVES, max_size=3)
FIELDS = {name: JSON for name in KNOWN_FIELDS}
FIELDS.update({name: TEXT | JSON for name in ("graphFile", "runId", "stepId", "kind", "text", "clientMessageId", "reason")})
FIELDS["channel"] = st.sampled_from(["steer", "follow_up"]) | TEXT | JSON
OTHERS = {name: values for name, values in FIELDS.items() if name != "action"}
INPUTS = st.one_of(
    st.fixed_dictionaries({"action": st.sampled_from(ACTIONS)}, optional=OTHERS),
    st.fixed_dictionaries({}, optional=FIELDS),
    JSON,
)


def agreement(bug, number, of_seed):
    """Runs the property: the cases in all, those up to the first failing one, and the shrunk input."""
    seen = {"all": 0, "cases": None, "input": None}
    validate = subject(bug)

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
        seen["all"] += 1
        if validate(value) != check(value):
            seen["cases"] = seen["cases"] or seen["all"]
            seen["input"] = value
            raise AssertionError

    try:
        agrees()
    except AssertionError:
        pass
    return seen


def main(seeds, most):
    if seeds == "speed":
        print(json.dumps({"cases": agreement(None, most, 0)["all"]}))
        return
    for bug in BUGS:
        for of_seed in range(int(seeds)):
            begin = time.perf_counter()
            seen = agreement(bug.__name__, most, of_seed)
            row = {"bug": bug.__name__, "seed": of_seed, "cases": seen["cases"], "input": seen["input"]}
            print(json.dumps({**row, "seconds": time.perf_counter() - begin}), flush=True)


main(sys.argv[1], int(sys.argv[2]))
