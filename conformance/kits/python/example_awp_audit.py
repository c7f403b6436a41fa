"""AWP's audit trail, R18: each entry carries the hash of the one before it."""

import hashlib
import json

from example_json import at, entries, is_integer, members

ZERO = "0" * 64


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/audit")
    def audit(events=None):
        chain, previous = [], ZERO
        for event in entries(events):
            entry = {name: at(event, name) for name in ("id", "event", "details") if at(event, name) is not None}
            entry["prev_hash"] = previous
            entry["hash"] = previous = digest(entry)
            chain.append(entry)
        return {"entries": chain}

    @adapter.method("awp/verify_audit")
    def verify_audit(integrity=None, entries=None):
        broken = first_break(entries) if integrity == "hash_chain" else None
        return {"valid": True} if broken is None else {"valid": False, "brokenAt": broken}


def first_break(chain):
    """The index of the first entry that is not as it was written, or does not follow the one before."""
    previous = ZERO
    for index, entry in enumerate(entries(chain)):
        if at(entry, "prev_hash") != previous or at(entry, "hash") != digest(entry):
            return index
        previous = entry["hash"]
    return None


def digest(entry):
    """The hash of everything in an entry but the hash itself."""
    covered = {key: value for key, value in members(entry) if key != "hash" and value is not None}
    text = json.dumps(canonical(covered), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def canonical(value):
    """Entries come back as equal JSON, which may be spelled otherwise: 1.0 for 1."""
    if isinstance(value, list):
        return [canonical(entry) for entry in value]
    if isinstance(value, dict):
        return {key: canonical(entry) for key, entry in value.items()}
    return int(value) if is_integer(value) else value
