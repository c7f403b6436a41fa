"""The preflight validator of the Python kit's example, with one of the ten bugs or none: `adapter.py [BUG]`."""

import sys

from bugs import BY_NAME, check
from proofmark_adapter import Adapter

adapter = Adapter("preflight", version="1.0")
spoil = BY_NAME[sys.argv[1]] if len(sys.argv) > 1 else lambda given, found: found


@adapter.method("preflight/validate")
def validate(input):
    return {"diagnostics": spoil(input, check(input)), "input": input}


adapter.run()
