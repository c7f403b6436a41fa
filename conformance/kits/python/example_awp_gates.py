"""The gates that AWP puts before a manager's COMPLETE, in the order of its table.

A gate takes the evidence and gives None, or the event of its rejection. The
first gate that rejects has the word.
"""

import base64
import binascii
import re
from fractions import Fraction

from example_awp_files import is_broken, is_repetitive, placeholder_in_file
from example_json import at, entries, is_number, is_text, members, texts

# A path in prose is one if it is said to be in the output or the workspace directory.
PATH_IN_PROSE = re.compile(r"_(?:output|workspace)_dir\W?/([\w./-]*\w)")
# What would stand there if the work had been done. Whole words in capitals: "a todo list" is no placeholder.
PLACEHOLDER = re.compile(r"(?<!\w)(TODO|FIXME|XX%|your_value)(?!\w)|\?\?\?")
DELIVERABLE_HINT = re.compile(r"\b(image|report|chart|dataset)\b", re.IGNORECASE)
LARGE_ENOUGH = 512


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/complete")
    def complete(**evidence):
        evidence = Evidence(evidence)
        for name, gate in GATES.items():
            event = gate(evidence)
            if event is not None:
                return {"accepted": False, "rejectedBy": name, "event": {"gate": name, **event}}
        return {"accepted": True}


class Evidence:
    """What a run has to show."""

    def __init__(self, given):
        self.given = given
        files = [file for file in entries(given.get("files")) if is_text(at(file, "path"))]
        self.files = {file["path"]: decoded(file.get("base64")) for file in files}
        self.required, self.scraped = [], []
        for subtask in entries(given.get("subtasks")):
            required = texts(at(subtask, "requiredOutputs"))
            self.required += required
            if not required:
                prose = [at(subtask, "successCriteria"), at(subtask, "description")]
                self.scraped += PATH_IN_PROSE.findall("\n".join(filter(is_text, prose)))

    def declared(self):
        """The files that a subtask promised and that are there, by path."""
        return {path: self.files[path] for path in self.required + self.scraped if path in self.files}


def decoded(text):
    try:
        return base64.b64decode(text if is_text(text) else "")
    except (binascii.Error, ValueError):
        return b""


def critique(evidence):
    given = evidence.given.get("critique")
    iterations = entries(at(given, "iterations"))
    scores = [score for score in entries(iterations[-1] if iterations else None) if is_number(score)]
    least = at(given, "minScoreToComplete")
    if at(given, "enabled") is not True or not scores or not is_number(least):
        return None
    if sum(map(exact, scores)) / len(scores) >= exact(least):
        return None
    return {"message": f"the mean of the latest critique scores is below {least}"}


def exact(number):
    """The number as it was written: the mean of three times 0.7 is not a bit less than 0.7."""
    return Fraction(str(number))


def deliverable_presence(evidence):
    for source, paths in [("required_outputs", evidence.required), ("regex", evidence.scraped)]:
        paths = list(dict.fromkeys(paths))
        missing = [path for path in paths if path not in evidence.files]
        empty = [path for path in paths if evidence.files.get(path) == b""]
        if missing or empty:
            return {"missing": missing, "empty": empty, "source": source}
    return None


def placeholder(evidence):
    for path, content in evidence.declared().items():
        if placeholder_in_file(path, content, PLACEHOLDER):
            return {"path": path}
    if any(PLACEHOLDER.search(text) for text in strings(evidence.given.get("finalResult"))):
        return {"path": "finalResult"}
    return None


def strings(value):
    if isinstance(value, str):
        yield value
    for entry in [entry for _, entry in members(value)] + entries(value):
        yield from strings(entry)


def file(evidence):
    broken = [path for path, content in evidence.declared().items() if is_broken(path, content)]
    return {"broken": broken} if broken else None


def deliverable(evidence):
    task = evidence.given.get("task")
    hint = DELIVERABLE_HINT.search(task) if is_text(task) else None
    if hint is None or any(len(content) >= LARGE_ENOUGH for content in evidence.files.values()):
        return None
    return {"hint": hint.group()}


def structural_integrity(evidence):
    repetitive = [path for path, content in evidence.declared().items() if is_repetitive(path, content)]
    return {"repetitive": repetitive} if repetitive else None


def evaluation(evidence):
    given = evidence.given.get("evaluation")
    score, retry, fail = at(given, "score"), at(given, "thresholds", "retry"), at(given, "thresholds", "fail")
    if at(given, "enabled") is not True or not is_number(score):
        return None
    if is_number(fail) and score < fail:
        return {"action": "fail_workflow"}
    if is_number(retry) and score < retry:
        return {"action": "retry_with_repair"}
    return None


GATES = {
    "critique": critique,
    "deliverable_presence": deliverable_presence,
    "placeholder": placeholder,
    "file": file,
    "deliverable": deliverable,
    "structural_integrity": structural_integrity,
    "eval": evaluation,
}
