"""What AWP agents may write, read, send, and leave in the logs: R13 to R16."""

import json

import example_schema
from example_json import at, entries, is_number, is_text, members

RESERVED_KEYS = ("_meta", "_errors", "_trace", "_workflow")
SINKS = ("log", "metric", "span", "audit")
REDACTED = "[REDACTED]"


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/write_state")
    def write_state(state=None, writes=None):
        """R13. The other writes of a batch that breaks the rule are carried out."""
        state, rejected = dict(members(state)), []
        for write in entries(writes):
            key = at(write, "key")
            if isinstance(key, str) and key not in RESERVED_KEYS:
                state[key] = at(write, "value")
            else:
                rejected.append(key)
        return {"state": state, "rejected": rejected}

    @adapter.method("awp/read_state")
    def read_state(sharing=None, agents=None, state=None, reader=None):
        """R16."""
        visible = {}
        for owner, fields in members(state):
            if owner == reader or at(sharing, "strategy") == "full":
                visible[owner] = fields
            elif at(sharing, "strategy") == "selective":
                shared = [*entries(at(agents, owner, "shareOutput")), *granted(sharing, owner, reader)]
                visible[owner] = {field: value for field, value in members(fields) if field in shared}
        return {"visible": visible}

    @adapter.method("awp/deliver")
    def deliver(channel=None, messages=None):
        """R15. A channel whose schema is none delivers nothing: what it wants cannot be checked."""
        schema = at(channel, "schema")
        schema = True if schema is None else schema
        flawed = bool(example_schema.flaws(schema))
        answer = {"delivered": [], "rejected": []}
        for message in entries(messages):
            bad = flawed or example_schema.violations(schema, at(message, "content"))
            answer["rejected" if bad else "delivered"].append(at(message, "id"))
        return answer

    @adapter.method("awp/record")
    def record(sensitiveFields=None, env=None, state=None, events=None):
        """R14."""
        secrets = [at(variable, "value") for variable in entries(env) if at(variable, "sensitive") is True]
        secrets += sensitive_values(state, entries(sensitiveFields))
        redact = redactor(secrets)
        sinks = {sink: [] for sink in SINKS}
        for event in entries(events):
            if at(event, "sink") in SINKS:
                entry = {"message": at(event, "message"), "attributes": at(event, "attributes")}
                sinks[event["sink"]].append(redact(entry))
        return sinks


def granted(sharing, owner, reader):
    """The fields that a sharing rule opens to this reader, beside those that their owner shares with all."""
    for rule in entries(at(sharing, "rules")):
        if at(rule, "from") == owner and at(rule, "to") == reader:
            yield from entries(at(rule, "fields"))


def sensitive_values(state, names):
    """The strings and numbers under a sensitive name, at any depth."""
    for key, value in members(state):
        yield from leaves(value) if key in names else sensitive_values(value, names)
    for value in entries(state):
        yield from sensitive_values(value, names)


def leaves(value):
    inside = [entry for _, entry in members(value)] + entries(value)
    if inside:
        for entry in inside:
            yield from leaves(entry)
    elif is_text(value) or is_number(value):
        yield value


def redactor(secrets):
    """A function that gives back a JSON value in which no secret is left."""
    spellings = {spelling for secret in secrets for spelling in spelled(secret)}
    longest_first = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))

    def clean(text):
        for spelling in longest_first:
            text = text.replace(spelling, REDACTED)
        return text

    def redact(value):
        if isinstance(value, str):
            return clean(value)
        if is_number(value):
            return REDACTED if any(clean(text) != text for text in spelled(value)) else value
        if isinstance(value, list):
            return [redact(entry) for entry in value]
        if isinstance(value, dict):
            cleaned = {}
            for key, entry in value.items():
                key = clean(key)
                while key in cleaned:  # Two keys may become one, and neither should be lost.
                    key += "'"
                cleaned[key] = redact(entry)
            return cleaned
        return value

    return redact


def spelled(secret):
    """The ways in which a secret is written: as it is, and inside JSON text."""
    if is_text(secret):
        yield secret
        yield json.dumps(secret)[1:-1]
        yield json.dumps(secret, ensure_ascii=False)[1:-1]
    elif is_number(secret):
        yield json.dumps(secret)
        if secret == secret // 1:
            yield str(int(secret))
