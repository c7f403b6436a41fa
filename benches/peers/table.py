"""Three engines on one validator with ten bugs, side by side: `table.py PROOFMARK WITH_HYPOTHESIS WITH_FAST_CHECK [SEEDS]`.

The last two arguments are the Python with Hypothesis in it and the folder with fast-check in it; `run` makes both.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

from bugs import BUGS

HERE = Path(__file__).resolve().parent
MOST = 20_000
NONE = {"cases": None, "size": None}


def lines(command):
    return [json.loads(line) for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()]


def proof(program, seed, subject, *options):
    command = [program, "run", "--no-config", "--no-regressions", "--suite", "preflight", "--seed", str(seed), "--quiet"]
    asked = [*command, *options, "--json", "-", "--", *subject]
    out = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return json.loads(out[out.index("{") :])


def with_proofmark(program, seeds):
    found = []
    for bug in BUGS:
        for seed in range(seeds):
            findings = proof(program, seed, [sys.executable, str(HERE / "adapter.py"), bug.__name__])["findings"]
            # Of the check that shows it; the others run beside it and see nothing.
            at = [int(finding["case"].rsplit(":", 1)[-1]) + 1 for finding in findings]
            sizes = [len(json.dumps(f["input"]["input"], separators=(",", ":"), ensure_ascii=False)) for f in findings]
            one = {"cases": min(at), "size": min(sizes)} if findings else NONE
            found.append({"bug": bug.__name__, "seed": seed, **one})
    return found


def speed(program, subject):
    ran = proof(program, 0, subject, "--cases", "1000")
    return sum(rule["cases"] for rule in ran["rules"]) / ran["timings"]["seconds"]


def median(rows, bug, member):
    seen = [row[member] for row in rows if row.get("bug") == bug]
    found = [number for number in seen if number is not None]
    missed = len(seen) - len(found)
    if not found:
        return "–"
    return f"{statistics.median_low(found)}" + (f" ({missed} of {len(seen)} seeds: not found)" if missed else "")


def main(program, python, folder, seeds=5):
    seeds = int(seeds)
    engines = {
        "Proofmark": with_proofmark(program, seeds),
        "Hypothesis": lines([python, str(HERE / "with_hypothesis.py"), str(seeds), str(MOST)]),
        "fast-check": lines(["node", str(HERE / "with-fast-check.mjs"), folder, str(seeds), str(MOST)]),
    }
    print(f"Cases to the first failing one, and characters of the input that is shown: medians of {seeds} seeds, at most {MOST} cases.\n")
    print("| bug | " + " | ".join(f"{name}: cases | shown" for name in engines) + " |")
    print("|---|" + "---|---|" * len(engines))
    for bug in (bug.__name__ for bug in BUGS):
        cells = [median(rows, bug, member) for rows in engines.values() for member in ("cases", "size")]
        print(f"| {bug.replace('_', ' ')} | " + " | ".join(cells) + " |")
    kits = HERE.parents[1] / "conformance/kits"
    speeds = {
        "Proofmark, a pipe to Python": speed(program, [sys.executable, str(HERE / "adapter.py")]),
        "Proofmark, a pipe to Node": speed(program, ["node", str(kits / "typescript/example.mjs")]),
    }
    print("\n| cases a second | |\n|---|---|")
    for name, number in speeds.items():
        print(f"| {name} | {number:,.0f} |")
    for name in ("Hypothesis", "fast-check"):
        print(f"| {name}, in its own process | {engines[name][-1]['cases_per_second']:,.0f} |")


main(*sys.argv[1:])
