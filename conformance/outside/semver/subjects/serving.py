"""The Python kit, from its place in this repository."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "kits" / "python"))

from proofmark_adapter import Adapter, Inexpressible  # noqa: E402, F401
