"""The preflight validator of the Python kit's example, with one of the ten bugs or none: `adapter.py [BUG]`."""

import sys

from bugs import subject
from proofmark_adapter import Adapter

adapter = Adapter("preflight", version="1.0")
diagnostics_of = subject(sys.argv[1] if len(sys.argv) > 1 else None)


@adapter.method("preflight/validate")
def validate(input):
    return {"diagnostics": diagnostics_of(input), "input": input}


adapter.run()
