"""A worked example: a small runtime, put before Proofmark.

    proofmark run --suite preflight -- python3 example.py

Each suite has a module of its own that registers what it can answer, and some
have their parts in further modules. Leave a suite out of the list, and its
rules are not exercised.
"""

import example_awp
import example_context
import example_contract
import example_preflight
import example_turn
from proofmark_adapter import Adapter

FEATURES = ["ruleIds", "idle", "rollback", "memorySnapshot", "responses"]

adapter = Adapter("python-example", version="1.0", features=FEATURES)

for suite in [example_preflight, example_context, example_turn, example_awp, example_contract]:
    suite.register(adapter)

if __name__ == "__main__":
    adapter.run()
