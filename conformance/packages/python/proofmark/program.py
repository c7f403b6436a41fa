"""Where the program is that was installed with this package."""

from __future__ import annotations

import os
import shutil
import sysconfig


def program() -> str:
    """The path of the program: the one beside this package before any other on the PATH."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # With `pip install --target` the scripts are below the packages.
    folders = [os.path.join(here, "bin"), sysconfig.get_path("scripts")]
    found = shutil.which("proofmark", path=os.pathsep.join(folders)) or shutil.which("proofmark")
    if found is None:
        raise FileNotFoundError("the program `proofmark` is not installed beside the package, nor on the PATH")
    return found
