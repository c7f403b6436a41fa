"""A worked example: a small runtime, put before Proofmark.

    proofmark run --suite preflight -- python3 example.py

Each suite has a module of its own that registers what it can answer. To take
up another suite, write `example_<suite>.py` and add it to the list.
"""

import example_preflight
from proofmark_adapter import Adapter

adapter = Adapter("python-example", version="1.0")

for suite in [example_preflight]:
    suite.register(adapter)

if __name__ == "__main__":
    adapter.run()
