"""Puts the published runtime `awp-agents` before Proofmark.

Every method calls the installed package; how is told in the module that it comes from.
Whatever the package says is handed on in the protocol's words (`rules_table.py`).
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "kits" / "python")]

from proofmark_adapter import Adapter  # noqa: E402

adapter = Adapter("awp-agents", version=version("awp-agents"), features=["ruleIds"])

import logging  # noqa: E402

import completion  # noqa: E402
import delegation  # noqa: E402
import project  # noqa: E402
import records  # noqa: E402
import validation  # noqa: E402
import workflows  # noqa: E402

METHODS = {
    "awp/validate": validation.validate,
    "awp/write_state": workflows.write_state,
    "awp/read_state": workflows.read_state,
    "awp/run": workflows.run,
    "awp/record": records.record,
    "awp/audit": records.audit,
    "awp/verify_audit": records.verify_audit,
    "awp/deliver": records.deliver,
    "awp/complete": completion.complete,
    "awp/loop": delegation.loop,
}

for name, function in METHODS.items():
    adapter.method(name)(function)

if __name__ == "__main__":
    logging.disable(logging.ERROR)
    try:
        adapter.run()
    finally:
        project.remove_everything()
