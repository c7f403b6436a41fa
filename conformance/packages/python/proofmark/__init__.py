"""Proofmark: does an agent runtime do what its specification says?

The program is installed as ``proofmark``. This package has the kit for
adapters, ``from proofmark import Adapter``, and a plugin for pytest that makes
every rule a test.
"""

from .adapter import Adapter, AsyncHost, CallOver, Host, Inexpressible
from .program import program

__all__ = ["Adapter", "AsyncHost", "CallOver", "Host", "Inexpressible", "program"]
