"""A second opinion on power: what a mutation tool makes of the Python example, and how much of it the suites catch.

    pip install cosmic-ray
    python3 mutate.py --proofmark ../../../target/release/proofmark --count 300 --out python.md

The mutants are those of cosmic-ray, which knows nothing of Proofmark. A sample of them, the same every time, is put to the suite
that the changed file belongs to: corpus and edges first, then drawn cases where these found nothing. A run is ended at
its first finding. Survivors are listed with what was changed and with what somebody found out about them, which stands in
`survivors.json`: equivalent where no answer changes on which the document has a say, and why.
"""

import argparse
import collections
import concurrent.futures
import difflib
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = HERE.parent / "python"
SUITES = ["preflight", "context", "turn", "awp", "contract"]
# Modules that several suites share.
SHARED = {"example_json.py": ["awp", "contract"], "example_schema.py": ["awp", "contract"]}
# No rule's code: the list of suites, and what stands between the kit and the examples.
LEFT_OUT = {"example.py", "example_subject.py"}

# Operators that fail on the code they are given: this one on an `except` with several exceptions.
BROKEN = {"core/ExceptionReplacer"}


def suites_of(module):
    return SHARED.get(module) or [suite for suite in SUITES if module.startswith(f"example_{suite}")]


def changes(old, new):
    """The lines that differ, without their places."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def line_of(old, new):
    pairs = zip(old.splitlines(), new.splitlines())
    return next((number for number, (before, after) in enumerate(pairs, 1) if before != after), 0)


def is_python(text):
    """The tool writes `not in` over operators that stand beside no space."""
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def all_mutants():
    """Every mutant of the rule code that the tool makes, each change of a line once."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    found = {}
    for path in sorted(EXAMPLE.glob("example*.py")):
        if path.name in LEFT_OUT or not suites_of(path.name):
            continue
        old = path.read_text(encoding="utf-8")
        for name in sorted(operator_names()):
            operator = get_operator(name)
            # Those with arguments want to be told which variable of which program they are about.
            if operator.arguments() or name in BROKEN:
                continue
            occurrence = 0
            while (new := mutate_code(old, operator(), occurrence)) is not None:
                occurrence += 1
                difference = changes(old, new)
                if difference and is_python(new):
                    key = f"{path.name}:{line_of(old, new)}: {' '.join(difference)}"
                    found.setdefault(key, (path.name, name, new, difference))
    return found


def sample(found, count):
    """The same ones every time, whatever the order in which they were made."""
    return sorted(found, key=lambda key: hashlib.sha256(key.encode()).hexdigest())[:count]


def put(program, folder, suites, cases):
    """Whether a run finds anything: it is ended at the first finding."""
    command = [program, "run", "--no-config", "--no-regressions", "--timeout", "3s", "--cases", str(cases), "--jobs", "1"]
    for suite in suites:
        command += ["--suite", suite]
    command += ["--events", "-", "--quiet", "--", sys.executable, "example.py"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        for line in run.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if event.get("event") == "finding":
                run.terminate()
                return event.get("rule") or event.get("finding", {}).get("rule") or "found"
        code = run.wait()
    return None if code == 0 else f"exit code {code}"


def put_mutant(program, module, new):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for path in EXAMPLE.glob("*.py"):
            if not path.name.startswith("test_"):
                shutil.copy(path, folder)
        (folder / module).write_text(new, encoding="utf-8")
        by = put(program, folder, suites_of(module), 0)
        return by or put(program, folder, suites_of(module), 100)


def is_equivalent(known, row):
    return known.get(row["key"], {}).get("equivalent", False)


def page(rows, made, known):
    """The table; `made` says of how many mutants these are a sample."""
    killed = [row for row in rows if row["by"]]
    survivors = [row for row in rows if not row["by"]]
    excused = [row for row in survivors if is_equivalent(known, row)]
    lines = [
        "# Mutants of the Python example that cosmic-ray makes",
        "",
        "Printed by `mutate.py`. Killed means that the suite of the changed file finds something.",
        "",
        f"{len(rows)} of {made} were run; {len(killed)} killed, {len(survivors)} survived, "
        f"{len(excused)} of these equivalent.",
        "",
        "| file | run | killed | survived | equivalent |",
        "|---|---|---|---|---|",
    ]
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        count = counts[row["module"]]
        count[0] += 1
        count[1 if row["by"] else 2] += 1
        count[3] += not row["by"] and is_equivalent(known, row)
    lines += [f"| {module} | {' | '.join(map(str, count))} |" for module, count in sorted(counts.items())]
    lines += ["", "## Survivors", ""]
    for row in sorted(survivors, key=lambda row: row["key"]):
        found = known.get(row["key"], {"why": "not looked at"})
        word = "equivalent" if is_equivalent(known, row) else "not equivalent" if row["key"] in known else "open"
        lines += [f"- `{row['key'].split(': ')[0]}`, {word}: {found['why']}", "", "  ```diff"]
        lines += [f"  {line}" for line in row["difference"]]
        lines += ["  ```", ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proofmark", required=True, help="the program")
    parser.add_argument("--count", type=int, default=300, help="how many mutants")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--out", type=pathlib.Path, help="write the table here")
    parser.add_argument("--kept", type=pathlib.Path, help="keep results here, and go on from there")
    options = parser.parse_args()
    program = str(pathlib.Path(options.proofmark).resolve())
    known = json.loads((HERE / "survivors.json").read_text(encoding="utf-8"))
    kept = {}
    if options.kept and options.kept.exists():
        kept = {row["key"]: row for row in map(json.loads, options.kept.read_text(encoding="utf-8").splitlines())}
    found = all_mutants()
    chosen = sample(found, options.count)

    def result(key):
        module, operator, new, difference = found[key]
        if key in kept:
            return kept[key]
        by = put_mutant(program, module, new)
        row = {"key": key, "module": module, "operator": operator, "difference": difference, "by": by}
        if options.kept:
            with options.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        print(f"{'killed' if by else 'SURVIVED'}: {key}", file=sys.stderr, flush=True)
        return row

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(result, chosen))
    text = page(rows, len(found), known)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
