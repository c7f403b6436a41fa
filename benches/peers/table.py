"""Three engines on one validator with ten bugs, side by side: `table.py PROOFMARK NODE_FOLDER BOWTIE [SEEDS]`.

Runs with the Python that has Hypothesis in it; the folder is the one that has fast-check in it; `run` makes all three.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bugs import BUGS

HERE = Path(__file__).resolve().parent
MOST = 10_000
RANDOM = 200
ROUNDS = 3
IN_PYTHON = [sys.executable, str(HERE / "adapter.py")]
IN_NODE = ["node", str(HERE / "adapter.mjs")]


def measured(command, given=None):
    """What the command wrote, with the wall and processor seconds that it and its children took."""
    begin, before = time.perf_counter(), os.times()
    out = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return out, time.perf_counter() - begin, spent


def lines(command):
    return [json.loads(line) for line in measured(command)[0].splitlines()]


def proofmark(program, subject, *options):
    command = [program, "run", "--no-config", "--no-regressions", "--suite", "preflight", "--quiet", *options]
    out, wall, spent = measured([*command, "--json", "-", "--", *subject])
    return json.loads(out[out.index("{") :]), wall, spent


def first_number(ranges, at_least):
    """The first of `1-2 4 19-21` that is not below the other."""
    for part in ranges.split():
        first, _, last = part.partition("-")
        if int(last or first) >= at_least:
            return max(int(first), at_least)
    return None


def hunt(program, subject, bug, seed):
    """The first finding, in the order of the suite: its place in its check, among what was drawn, and in the whole run."""
    proof, wall, _ = proofmark(program, [*subject, bug], "--seed", str(seed), "--fail-fast", "--jobs", "1")
    before = 0
    for rule in proof["rules"]:
        for check in rule["checks"]:
            name = f"{rule['rule']}/{check['check']}"
            found = [finding for finding in proof["findings"] if finding["check"] == name]
            if found:
                finding = min(found, key=lambda finding: int(finding["case"].rsplit(":", 1)[-1]))
                at = int(finding["case"].rsplit(":", 1)[-1]) + 1
                given = check["cases"] - RANDOM
                drawn = min((n for f in found if (n := first_number(f["failing"], given)) is not None), default=None)
                return {
                    "bug": bug,
                    "seed": seed,
                    "check": at,
                    "drawn": None if drawn is None else drawn - given + 1,
                    "suite": before + at,
                    "input": finding["input"]["input"],
                    "seconds": wall,
                }
            before += check["cases"]
    return {"bug": bug, "seed": seed, "check": None, "drawn": None, "suite": None, "input": None, "seconds": wall}


def with_proofmark(program, subject, seeds):
    return [hunt(program, subject, bug.__name__, seed) for bug in BUGS for seed in range(seeds)]


def sized(rows, found):
    """With the characters of the input that is shown, as compact JSON."""
    shown = lambda row: len(json.dumps(row["input"], separators=(",", ":"), ensure_ascii=False))
    return [{**row, "size": None if row[found] is None else shown(row)} for row in rows]


def median(rows, bug, member):
    seen = [row[member] for row in rows if row["bug"] == bug]
    found = [number for number in seen if number is not None]
    if not found:
        return "–"
    return f"{statistics.median_low(found):,}" + (f" ({len(found)} of {len(seen)})" if len(found) < len(seen) else "")


def bowtie_cases(number):
    """Cases in Bowtie's own format: a schema and one input of our size."""
    schema = {"type": "object", "required": ["action"], "properties": {"action": {"type": "string"}}}
    for n in range(number):
        test = {"description": "a message", "instance": {"action": "message", "runId": f"r{n}", "text": " "}, "valid": True}
        yield json.dumps({"description": f"case {n}", "schema": schema, "tests": [test]}) + "\n"


def main(program, folder, bowtie, seeds=5):
    if int(seeds) > 0:
        hunts(program, folder, int(seeds))
    speeds(program, folder, bowtie)


def hunts(program, folder, seeds):
    over_a_pipe = sized(with_proofmark(program, IN_PYTHON, seeds), "check")
    to_node = sized(with_proofmark(program, IN_NODE, 1), "check")
    hypothesis = sized(lines([sys.executable, str(HERE / "with_hypothesis.py"), str(seeds), str(MOST)]), "cases")
    fast_check = sized(lines(["node", str(HERE / "with-fast-check.mjs"), folder, str(seeds), str(MOST)]), "cases")

    columns = [
        ("Proofmark: in its check", over_a_pipe, "check"),
        ("drawn alone", over_a_pipe, "drawn"),
        ("in the whole suite", over_a_pipe, "suite"),
        ("shown", over_a_pipe, "size"),
        ("Hypothesis", hypothesis, "cases"),
        ("shown", hypothesis, "size"),
        ("fast-check", fast_check, "cases"),
        ("shown", fast_check, "size"),
    ]
    print(f"Cases to the first failing one: medians of {seeds} seeds, at most {MOST:,} cases.\n")
    print("| bug | " + " | ".join(name for name, _, _ in columns) + " |")
    print("|---|" + "---|" * len(columns))
    for bug in (bug.__name__ for bug in BUGS):
        print(f"| {bug.replace('_', ' ')} | " + " | ".join(median(rows, bug, member) for _, rows, member in columns) + " |")

    place = ("bug", "check", "drawn", "suite", "input")
    same = [[{key: row[key] for key in place} for row in rows if row["seed"] == 0] for rows in (over_a_pipe, to_node)]
    differ = [mine["bug"] for mine, theirs in zip(*same) if mine != theirs]
    print(f"\nThe validator in Node instead of Python, seed 0: {'the same' if not differ else 'other for ' + ', '.join(differ)}.")
    for name, rows in {"Proofmark": over_a_pipe, "Hypothesis": hypothesis, "fast-check": fast_check}.items():
        found = [row["seconds"] for row in rows if row["size"] is not None]
        print(f"{name}: {len(found)} of {len(rows)} hunts end with a finding, after {statistics.median(found):.2f} s (median).")


def speeds(program, folder, bowtie):
    """Some rounds, in each of them everybody in turn: a busy moment is not held against one of them."""

    def ours(subject):
        proof, wall, spent = proofmark(program, subject, "--cases", "1000")
        return sum(rule["cases"] for rule in proof["rules"]), wall, spent

    def theirs(command):
        out, wall, spent = measured(command)
        return json.loads(out)["cases"], wall, spent

    def bowties(number):
        out, wall, spent = measured([bowtie, "run", "-i", "direct:null"], "".join(bowtie_cases(number)))
        return out.count('"results"'), wall, spent

    engines = {
        "Proofmark, a pipe to Python": lambda: ours(IN_PYTHON),
        "Proofmark, a pipe to Node": lambda: ours(IN_NODE),
        "Hypothesis, in its own process": lambda: theirs([sys.executable, str(HERE / "with_hypothesis.py"), "speed", "3000"]),
        "fast-check, in its own process": lambda: theirs(["node", str(HERE / "with-fast-check.mjs"), folder, "speed", "30000"]),
        "Bowtie, in its own process, nothing validated": lambda: bowties(10_000),
    }
    rounds = [{name: engine() for name, engine in engines.items()} for _ in range(ROUNDS)]
    print("\n| nothing to find | cases | cases a second | processor time a case |\n|---|---|---|---|")
    for name in engines:
        seen = [of[name] for of in rounds]
        a_second = statistics.median(cases / wall for cases, wall, _ in seen)
        a_case = statistics.median(spent / cases for cases, _, spent in seen)
        print(f"| {name} | {seen[0][0]:,} | {a_second:,.0f} | {a_case * 1e6:,.0f} µs |")


main(*sys.argv[1:])
