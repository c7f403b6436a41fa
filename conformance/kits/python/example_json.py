"""Reading JSON that may be anything.

A validator is handed documents that people wrote, so nothing about their shape
can be taken for granted: every reader here answers for every JSON value.
"""


def at(value, *path):
    """What is found by following the keys of `path`; None as soon as one of them leads nowhere."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def entries(value):
    """The elements of a list; none if it is missing or something else."""
    return value if isinstance(value, list) else []


def members(value):
    """The keys and values of an object; none if it is missing or something else."""
    return list(value.items()) if isinstance(value, dict) else []


def texts(value):
    """The strings in a list, without the empty ones."""
    return [entry for entry in entries(value) if is_text(entry)]


def is_text(value):
    """A string with something in it; a space will do."""
    return isinstance(value, str) and value != ""


def is_number(value):
    """A JSON number. To Python, True is one too."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value):
    """A JSON number without a fraction: 2 and 2.0 are the same number."""
    return is_number(value) and value == value // 1


def same(one, other):
    """Whether two JSON values are equal. To Python, True equals 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other
