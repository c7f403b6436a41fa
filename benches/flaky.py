"""The preflight validator of the Python kit's example, which now and then forgets that a message needs a text.

    flaky.py [ONE_IN]

It does so by chance, one time in ten unless told otherwise.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "conformance/kits/python"))

from example_preflight import check  # noqa: E402
from proofmark_adapter import Adapter  # noqa: E402

one_in = int(sys.argv[1]) if len(sys.argv) > 1 else 10
adapter = Adapter("flaky", version="1.0")


@adapter.method("preflight/validate")
def validate(input):
    found = check(input)
    if random.randrange(one_in) == 0:
        found = [problem for problem in found if problem["code"] != "message-text-required"]
    return {"diagnostics": found, "input": input}


adapter.run()
