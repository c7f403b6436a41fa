"""Makes the wheel of a program that is built: `python3 build_wheel.py target/dist/proofmark dist`.

A wheel is a zip file with a record of what is in it. The program goes where pip
puts programs; the package is this folder's, with the kit for Python in it. What maturin would make of `pyproject.toml`,
without building anything; with Python 3.11 or later.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import subprocess
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from typing import Dict, Tuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WHEEL = """\
Wheel-Version: 1.0
Generator: proofmark
Root-Is-Purelib: false
Tag: {tag}
"""


def metadata(version: str) -> str:
    """What the wheel says of itself: what pyproject.toml says."""
    fields = [
        ("Metadata-Version", "2.1"),
        ("Name", PROJECT["name"]),
        ("Version", version),
        ("Summary", PROJECT["description"]),
        ("License", PROJECT["license"]),
        ("Requires-Python", PROJECT["requires-python"]),
        *(("Classifier", classifier) for classifier in PROJECT["classifiers"]),
        ("Description-Content-Type", "text/markdown"),
    ]
    readme = (HERE / PROJECT["readme"]).read_text(encoding="utf-8")
    return "".join(f"{name}: {value}\n" for name, value in fields) + f"\n{readme}"


def entry_points() -> str:
    """What the wheel offers to other programs."""
    groups = PROJECT["entry-points"].items()
    return "".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in all.items()) for group, all in groups)


def contents(program: Path, version: str, tag: str) -> Dict[str, Tuple[bytes, int]]:
    """What is in the wheel: name, bytes and mode."""
    info = f"proofmark-{version}.dist-info"
    files = {f"proofmark/{path.name}": path.read_bytes() for path in sorted((HERE / "proofmark").glob("*.py"))}
    files["proofmark/py.typed"] = b""
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        files[f"{info}/{name}"] = (ROOT / name).read_bytes()
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    files[f"{info}/entry_points.txt"] = entry_points().encode()
    made = {name: (data, 0o644) for name, data in files.items()}
    made[f"proofmark-{version}.data/scripts/proofmark"] = (program.read_bytes(), 0o755)
    return made


def build(program: Path, out: Path, platform: str, level: int) -> Path:
    """Writes the wheel; the same bytes for the same program."""
    said = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True)
    version = said.stdout.decode().split()[1]
    tag = f"py3-none-{platform}"
    made = contents(program, version, tag)
    record = f"proofmark-{version}.dist-info/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}" for name, (data, _) in made.items()]
    made[record] = ("\n".join([*lines, f"{record},,"]) + "\n").encode(), 0o644
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"proofmark-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, (data, mode) in made.items():
            entry = zipfile.ZipInfo(name)  # Its date is the first that a zip file can have.
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=level)
    return wheel


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main() -> None:
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    parser = argparse.ArgumentParser(description="Makes the wheel of a program that is built.")
    parser.add_argument("program", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--platform", default=here, help=f"the platform that the program runs on [default: {here}]")
    parser.add_argument("--level", type=int, default=9, help="how hard to compress, 0 to 9")
    args = parser.parse_args()
    print(build(args.program.resolve(), args.out, args.platform, args.level))


if __name__ == "__main__":
    main()
