"""A second opinion on power: what a mutation tool makes of a worked example, and how much of it the suites catch.

    pip install cosmic-ray
    python3 mutate.py python --proofmark ../../../target/release/proofmark --count 200 --out python.md
    npm install --no-save @stryker-mutator/instrumenter @babel/parser
    python3 mutate.py typescript --proofmark ../../../target/release/proofmark --count 100 --out typescript.md

The mutants are those of cosmic-ray and of Stryker, which know nothing of Proofmark. A sample of them, the same every time, is put
to the suite that the changed file belongs to: corpus and edges first, then drawn cases where these found nothing. A run is
ended at its first failure. Survivors are listed with what was changed and with what somebody found out about them, which stands
in `survivors.json`: equivalent where no answer changes on which the document has a say, and why.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import difflib
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing
import warnings

HERE = pathlib.Path(__file__).resolve().parent
SUITES = ["preflight", "context", "turn", "awp", "contract"]
# Modules that several suites share.
SHARED = {"json": SUITES, "schema": ["awp", "contract"]}

# Operators that fail on the code they are given: this one on an `except` with several exceptions.
BROKEN = {"core/ExceptionReplacer"}


def cosmic_ray(paths):
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    for path in paths:
        old = path.read_text(encoding="utf-8")
        for name in sorted(operator_names()):
            operator = get_operator(name)
            # Those with arguments want to be told which variable of which program they are about.
            if operator.arguments() or name in BROKEN:
                continue
            occurrence = 0
            while (new := mutate_code(old, operator(), occurrence)) is not None:
                occurrence += 1
                if is_python(new):
                    yield path.name, name, new


def is_python(text):
    """The tool writes `not in` over operators that stand beside no space."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def stryker(paths):
    command = ["node", HERE / "stryker_mutants.mjs", *paths]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True).stdout.splitlines()
    for mutant in map(json.loads, lines):
        yield mutant["file"], mutant["operator"], mutant["text"]


@dataclasses.dataclass
class Example:
    language: str
    tool: str
    pattern: str
    command: typing.List[str]
    make: typing.Callable


EXAMPLES = {
    "python": Example("Python", "cosmic-ray", "*.py", [sys.executable, "example.py"], cosmic_ray),
    "typescript": Example("TypeScript", "Stryker", "*.mjs", ["node", "example.mjs"], stryker),
}


def suites_of(module):
    """None for what is no rule's code: tests, the kit, and what stands between the kit and the examples."""
    part = re.match(r"example[-_]([a-z]+)[a-z_-]*\.(py|mjs)$", module)
    return part and (SHARED.get(part[1]) or [suite for suite in SUITES if suite == part[1]])


def changes(old, new):
    """The lines that differ, without their places."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def line_of(old, new):
    pairs = zip(old.splitlines(), new.splitlines())
    return next((number for number, (before, after) in enumerate(pairs, 1) if before != after), 0)


def all_mutants(example, folder):
    """Every mutant of the rule code that the tool makes, each change of a line once."""
    found = {}
    paths = [path for path in sorted(folder.glob(example.pattern)) if suites_of(path.name)]
    old = {path.name: path.read_text(encoding="utf-8") for path in paths}
    for module, operator, new in example.make(paths):
        difference = changes(old[module], new)
        if difference:
            key = f"{module}:{line_of(old[module], new)}: {' '.join(difference)}"
            found.setdefault(key, (module, operator, new, difference))
    return found


def sample(found, count):
    """The same ones every time, whatever the order in which they were made."""
    return sorted(found, key=lambda key: hashlib.sha256(key.encode()).hexdigest())[:count]


def put(program, command, folder, suites, cases):
    """What a run finds: the rule of the first failure and what is said of it, or nothing."""
    run = [program, "run", "--no-config", "--no-regressions", "--timeout", "3s", "--cases", str(cases), "--jobs", "1"]
    for suite in suites:
        run += ["--suite", suite]
    run += ["--fail-fast", "--events", "-", "--quiet", "--", *command]
    ended = subprocess.run(run, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
    events = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
    found = [f"{event['rule']}: {event['finding']['kind']}" for event in events if event.get("event") == "finding"]
    return found[0] if found else f"exit code {ended.returncode}" if ended.returncode else None


def put_mutant(program, example, source, module, new):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for path in source.glob(example.pattern):
            shutil.copy(path, folder)
        (folder / module).write_text(new, encoding="utf-8")
        by = put(program, example.command, folder, suites_of(module), 0)
        return by or put(program, example.command, folder, suites_of(module), 100)


def is_equivalent(known, row):
    return known.get(row["key"], {}).get("equivalent", False)


def page(example, rows, made, known):
    """The table; `made` says of how many mutants these are a sample."""
    killed = [row for row in rows if row["by"]]
    survivors = [row for row in rows if not row["by"]]
    unsaid = [row for row in killed if row["by"].startswith("exit code")]
    excused = [row for row in survivors if is_equivalent(known, row)]
    lines = [
        f"# Mutants of the {example.language} example that {example.tool} makes",
        "",
        "Printed by `mutate.py`. Killed means that the suite of the changed file finds something, or that its run ends with",
        "nothing that could be concluded, because the changed program does not start or gets everything wrong.",
        "",
        f"{len(rows)} of {made} were run; {len(killed)} killed ({len(unsaid)} of these without a finding), "
        f"{len(survivors)} survived, {len(excused)} of these equivalent.",
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
    parser.add_argument("example", choices=EXAMPLES, help="which example is changed")
    parser.add_argument("--proofmark", required=True, help="the program")
    parser.add_argument("--count", type=int, default=100, help="how many mutants")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--out", type=pathlib.Path, help="write the table here")
    parser.add_argument("--kept", type=pathlib.Path, help="keep results here, and go on from there")
    parser.add_argument("--again", action="store_true", help="put those in it again that survived and are not equivalent")
    options = parser.parse_args()
    program = str(pathlib.Path(options.proofmark).resolve())
    example, folder = EXAMPLES[options.example], HERE.parent / options.example
    known = json.loads((HERE / "survivors.json").read_text(encoding="utf-8"))
    kept = {}
    if options.kept and options.kept.exists():
        kept = {row["key"]: row for row in map(json.loads, options.kept.read_text(encoding="utf-8").splitlines())}
    found = all_mutants(example, folder)
    chosen = sample(found, options.count)

    def result(key):
        module, operator, new, difference = found[key]
        if key in kept and (kept[key]["by"] or is_equivalent(known, kept[key]) or not options.again):
            return kept[key]
        by = put_mutant(program, example, folder, module, new)
        row = {"key": key, "module": module, "operator": operator, "difference": difference, "by": by}
        if options.kept:
            with options.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        print(f"{'killed' if by else 'SURVIVED'}: {key}", file=sys.stderr, flush=True)
        return row

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(result, chosen))
    text = page(example, rows, len(found), known)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
