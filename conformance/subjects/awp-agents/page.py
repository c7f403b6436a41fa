"""Writes FINDINGS.md: one section per cause of `causes.toml`, with what `verify.py` runs and what the proof says.

    python page.py PROOF > FINDINGS.md

Every entry of `known.toml` names its cause as its `issue`; an entry without one, a cause without an entry, a finding of
the proof without an entry, and a disagreement without a row in DISAGREEMENTS.md are errors.
"""

from __future__ import annotations

import inspect
import json
import logging
import sys
import textwrap
import tomllib
from pathlib import Path

import yaml
from rules_table import NATIVE_RULES, REFUSED_PLACES

HERE = Path(__file__).resolve().parent
WIDTH = 110

HEAD = """\
# Where {name} {version} and its document disagree

{disagreements} disagreements with {causes} causes, found by `proofmark run` with {cases} cases of the AWP document ({passed} of {rules} rules pass) and
each confirmed with the package alone. The heaviest come first. What goes back to one cause stands in one section, each
disagreement with a line of its own; `DISAGREEMENTS.md` has them in the order of the document. `awp/R14` is a rule of the document; the package numbers its rules differently, and
its own number stands beside it.

To see any of them: `python verify.py NAME`, where NAME is the function that a section shows (its helpers are in
`verify_*.py`). `python verify.py --projects DIR` writes the project directories of all that is about loading: then
`awp validate DIR/NAME/demo`. Each is this project with the parts that its section shows:

{plain}
"""


def main(proof_file):
    logging.disable(logging.CRITICAL)
    import verify
    import verify_validation

    verify.load()
    proof = json.loads(Path(proof_file).read_text(encoding="utf-8"))
    weights = tomllib.loads((HERE / "causes.toml").read_text(encoding="utf-8"))["weight"]
    known = tomllib.loads((HERE / "known.toml").read_text(encoding="utf-8"))["known"]
    causes = [cause for weight in weights for cause in weight["cause"]]
    check_all_have_a_cause(causes, known, proof)
    check_all_are_told(verify.confirmations())
    plain = verify_validation.files_of(verify_validation.validated)
    out = [head(proof, causes, plain), summary(weights, known)]
    number = 0
    for weight in weights:
        out.append(f"## {weight['name']}: {weight['says']}\n")
        for cause in weight["cause"]:
            number += 1
            entries = [entry for entry in known if entry["issue"] == anchor(cause)]
            out.append(section(number, cause, entries, proof, plain))
    out.append(questions(proof))
    print("\n".join(out).rstrip())


def anchor(cause):
    return f"FINDINGS.md#{cause['name']}"


def check_all_have_a_cause(causes, known, proof):
    named = {entry.get("issue") for entry in known}
    missing = named ^ {anchor(cause) for cause in causes}
    entries = {(entry["check"], entry["kind"]) for entry in known}
    missing |= {(it["check"], it["kind"]) for it in proof["findings"]} ^ entries
    if missing:
        sys.exit(f"causes, entries and findings do not match: {sorted(map(str, missing))}")


def check_all_are_told(functions):
    told = (HERE / "DISAGREEMENTS.md").read_text(encoding="utf-8")
    missing = [function.__name__ for function in functions if f"`{function.__name__}`" not in told]
    if missing:
        sys.exit(f"DISAGREEMENTS.md has no row for {missing}")


def head(proof, causes, plain):
    import verify

    subject, rules = proof["subject"], proof["rules"]
    return HEAD.format(
        disagreements=len(verify.confirmations()),
        name=subject["name"],
        version=subject["version"],
        causes=len(causes),
        cases=sum(rule["cases"] for rule in rules),
        passed=sum(rule["outcome"] == "pass" for rule in rules),
        rules=len(rules),
        plain=shown_files(plain),
    )


def summary(weights, known):
    lines = ["| | cause | rules |", "|--:|---|---|"]
    number = 0
    for weight in weights:
        lines.append(f"| | **{weight['name']}** | |")
        for cause in weight["cause"]:
            number += 1
            touched = rules_of([entry for entry in known if entry["issue"] == anchor(cause)])
            lines.append(f"| {number} | [{cause['title']}](#{cause['name']}) | {', '.join(touched)} |")
    return "\n".join(lines) + "\n"


def rules_of(entries):
    return sorted({entry["rule"].removeprefix("awp/") for entry in entries}, key=lambda rule: (len(rule), rule))


def section(number, cause, entries, proof, plain):
    import verify

    rules = rules_of(entries)
    of_entry = {(entry["check"], entry["kind"]) for entry in entries}
    findings = [it for it in proof["findings"] if (it["check"], it["kind"]) in of_entry]
    touched = sorted({rule.removeprefix("awp/") for it in findings for rule in it.get("touches") or []})
    level = findings[0]["level"]
    functions = dict.fromkeys(function for key in sorted(of_entry) for function in verify.CONFIRMATIONS[key])
    lines = [f'### <a id="{cause["name"]}"></a>{number}. {cause["title"]}', ""]
    facts = f"{', '.join(f'`awp/{rule}`' for rule in rules)} ({level}) · in the document: *{cause['words']}*"
    lines += [f"{facts} · in the package: {cause.get('native') or native(rules)}", ""]
    reasons = dict.fromkeys(entry["reason"].removeprefix("In doubt: ") for entry in entries)
    lines += [wrapped(" ".join(reason[0].upper() + reason[1:] for reason in reasons)), ""]
    if touched:
        lines += [wrapped(f"It keeps {', '.join(touched)} from being judged."), ""]
    first, *others = functions
    lines += reproduction(first, plain)
    if others:
        lines += [f"{len(others) + 1} disagreements go back to this cause. The others:", ""]
        lines += [*(f"- {in_a_line(function)}" for function in others), ""]
    lines += [wrapped(f"**Fix:** {cause['fix']}"), ""]
    if cause.get("on_purpose"):
        lines += ["**Document and package each mean what they say here**: one of the two has to change.", ""]
    return "\n".join(lines)


def native(rules):
    numbers = sorted({number for number, _, rule in NATIVE_RULES if rule in rules})
    if numbers:
        return f"its {', '.join(numbers)}"
    places = [f", read as `{model}.{place}`" for model, place, rule in REFUSED_PLACES if rule in rules]
    return "no rule of its own" + "".join(places[:1])


def reproduction(function, plain):
    """What is put to the package, what the document demands, and what it does."""
    import verify_validation

    answer = f"Demanded and done: {in_a_line(function)}."
    if function.__module__ == verify_validation.__name__:
        files = verify_validation.files_of(function)
        return [shown_files(only_what_differs(files, plain)), "", answer, ""]
    source = inspect.getsource(function)
    body = source[source.index("\ndef ") + 1 :].rstrip()
    return [f"```python\n{body}\n```", "", answer, ""]


def in_a_line(function):
    demanded, done = function()
    return f"`{function.__name__}`: {demanded}, but **{done}**"


def only_what_differs(files, plain):
    differing = {}
    for path, content in files.items():
        if isinstance(content, dict) and isinstance(plain.get(path), dict):
            before = plain[path]
            content = {key: value for key, value in content.items() if before.get(key) != value}
        if content and content != plain.get(path):
            differing[path] = content
    return differing | {path: None for path in plain if path not in files}


def shown_files(files):
    parts = []
    for path, content in files.items():
        if content is None:
            parts.append(f"# there is no {path}")
        elif isinstance(content, dict):
            is_flat = not any(isinstance(value, dict | list) for value in content.values())
            text = yaml.safe_dump(content, sort_keys=False, default_flow_style=False if is_flat else None, width=WIDTH)
            parts.append(f"# {path}\n{text.rstrip()}")
        else:
            parts.append(f"# {path}\n{content.rstrip()}")
    return "```yaml\n" + "\n".join(parts) + "\n```"


def questions(proof):
    lines = ["## What the document leaves open, and how the package reads it", "", "| question | the package |", "|---|---|"]
    for question in proof["questions"]:
        lines.append(f"| `{question['question']}`: {question['asks']} | {' or '.join(question['readings'])} |")
    return "\n".join(lines)


def wrapped(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    main(sys.argv[1])
