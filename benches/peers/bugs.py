"""Ten bugs that a preflight validator may have: each turns the right diagnostics into wrong ones."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance/kits/python"))

from example_preflight import KNOWN_FIELDS, check  # noqa: E402


def without(found, code):
    return [problem for problem in found if problem["code"] != code]


def is_text(given, field):
    return isinstance(given, dict) and isinstance(given.get(field), str)


def takes_any_letter_case(given, found):
    if is_text(given, "action") and given["action"] != given["action"].lower():
        return without(found, "action-invalid")
    return found


def forgets_cursor(given, found):
    spoilt = []
    for problem in found:
        if problem["code"].endswith("-control-fields-denied"):
            names = [name for name in problem["fields"] if name != "cursor"]
            if names:
                spoilt.append({**problem, "fields": names})
        else:
            spoilt.append(problem)
    return spoilt


def takes_blank_text(given, found):
    return without(found, "message-text-required") if is_text(given, "text") and given["text"] else found


def takes_a_byte_order_mark_for_text(given, found):
    return without(found, "message-text-required") if is_text(given, "text") and "\ufeff" in given["text"] else found


def takes_both_graphs(given, found):
    both = isinstance(given, dict) and "graph" in given and "graphFile" in given
    return without(found, "start-graph-required") if both else found


def takes_follow_up_with_a_hyphen(given, found):
    hyphen = is_text(given, "channel") and given["channel"] == "follow-up"
    return without(found, "message-channel-invalid") if hyphen else found


def takes_an_empty_run(given, found):
    return without(found, "run-id-required") if is_text(given, "runId") else found


def stops_at_a_bad_channel(given, found):
    channel = any(problem["code"] == "message-channel-invalid" for problem in found)
    return without(found, "message-text-required") if channel else found


def lists_at_most_three_fields(given, found):
    return [{**problem, "fields": problem["fields"][:3]} if "fields" in problem else problem for problem in found]


def takes_null_for_absent(given, found):
    spoilt = []
    for problem in found:
        if problem["code"].endswith("-control-fields-denied"):
            names = [name for name in problem["fields"] if given[name] is not None]
            if names:
                spoilt.append({**problem, "fields": names})
        else:
            spoilt.append(problem)
    return spoilt


BUGS = [
    takes_any_letter_case,
    forgets_cursor,
    takes_blank_text,
    takes_a_byte_order_mark_for_text,
    takes_both_graphs,
    takes_follow_up_with_a_hyphen,
    takes_an_empty_run,
    stops_at_a_bad_channel,
    lists_at_most_three_fields,
    takes_null_for_absent,
]
BY_NAME = {bug.__name__: bug for bug in BUGS}



def subject(bug):
    """The validator with the bug of this name, or with none."""
    return check if bug is None else lambda given: BY_NAME[bug](given, check(given))


__all__ = ["BUGS", "KNOWN_FIELDS", "check", "subject"]
