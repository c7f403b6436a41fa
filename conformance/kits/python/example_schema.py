"""JSON Schema, draft 2020-12, as far as contracts, channels and tools need it.

`flaws(schema)` says whether something is a schema at all, and knows every
keyword of the draft. `violations(schema, value)` checks a value, and knows the
keywords that are met in practice; it takes no notice of the others.
"""

from example_json import at, entries, is_integer, is_number, members, same

TYPES = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "number": is_number,
    "integer": is_integer,
    "string": lambda value: isinstance(value, str),
}


def is_string(value):
    return isinstance(value, str)


def is_boolean(value):
    return isinstance(value, bool)


def is_count(value):
    return is_integer(value) and value >= 0


def is_list(value):
    return isinstance(value, list)


def is_type(value):
    names = value if isinstance(value, list) and value else [value]
    return is_names(names) and all(name in TYPES for name in names)


def is_names(value):
    return isinstance(value, list) and all(map(is_string, value)) and len(set(value)) == len(value)


def is_names_by_key(value):
    return isinstance(value, dict) and all(map(is_names, value.values()))


# What the value of a keyword has to be. A keyword that is not in any of these
# tables is an annotation of somebody's own, and may have any value.
PLAIN = {
    "type": is_type,
    "enum": is_list,
    "examples": is_list,
    "required": is_names,
    "dependentRequired": is_names_by_key,
    "multipleOf": lambda value: is_number(value) and value > 0,
    **dict.fromkeys(["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"], is_number),
    **dict.fromkeys(["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"], is_count),
    **dict.fromkeys(["maxContains", "minContains"], is_count),
    **dict.fromkeys(["uniqueItems", "deprecated", "readOnly", "writeOnly"], is_boolean),
    **dict.fromkeys(["$id", "$schema", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$comment"], is_string),
    **dict.fromkeys(["pattern", "format", "title", "description", "contentEncoding", "contentMediaType"], is_string),
    "$vocabulary": lambda value: isinstance(value, dict) and all(map(is_boolean, value.values())),
}

A_SCHEMA = """
    additionalProperties propertyNames unevaluatedProperties items contains unevaluatedItems contentSchema
    not if then else
""".split()
SCHEMAS_IN_A_LIST = ["allOf", "anyOf", "oneOf", "prefixItems"]
SCHEMAS_BY_KEY = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]


def flaws(schema, where=""):
    """Why this is not a schema: one line per place that is wrong."""
    if isinstance(schema, bool):
        return []
    if not isinstance(schema, dict):
        return [f"{where or '/'} is neither an object nor a boolean"]
    found = []
    for keyword, value in schema.items():
        here = f"{where}/{keyword}"
        if keyword in PLAIN and not PLAIN[keyword](value):
            found.append(f"{here} has a value that the keyword does not allow")
        elif keyword in A_SCHEMA:
            found += flaws(value, here)
        elif keyword in SCHEMAS_IN_A_LIST:
            if not isinstance(value, list) or not value:
                found.append(f"{here} is not a list of schemas")
            for index, entry in enumerate(entries(value)):
                found += flaws(entry, f"{here}/{index}")
        elif keyword in SCHEMAS_BY_KEY:
            if not isinstance(value, dict):
                found.append(f"{here} is not an object of schemas")
            for key, entry in members(value):
                found += flaws(entry, f"{here}/{key}")
    return found


def violations(schema, value, where=""):
    """How `value` breaks `schema`, which has no flaws: one line per broken keyword."""
    if isinstance(schema, bool):
        return [] if schema else [f"{where or '/'} is not allowed"]
    found = [f"{where or '/'} {reason}" for reason in broken(schema, value)]
    if isinstance(value, dict):
        for key, entry in value.items():
            declared = at(schema, "properties", key)
            if declared is None:
                declared = schema.get("additionalProperties", True)
            found += violations(declared, entry, f"{where}/{key}")
    for index, entry in enumerate(entries(value)):
        found += violations(schema.get("items", True), entry, f"{where}/{index}")
    return found


def broken(schema, value):
    """The keywords about the value itself, not about what is inside it."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(TYPES[kind](value) for kind in kinds):
        yield f"is not of type {' or '.join(kinds)}"
    if "enum" in schema and not any(same(value, allowed) for allowed in schema["enum"]):
        yield "is not one of the values allowed"
    if "const" in schema and not same(value, schema["const"]):
        yield "is not the value required"
    if is_number(value):
        yield from out_of_bounds(schema, "minimum", "maximum", value)
    if isinstance(value, str):
        yield from out_of_bounds(schema, "minLength", "maxLength", len(value))
    if isinstance(value, list):
        yield from out_of_bounds(schema, "minItems", "maxItems", len(value))
    if isinstance(value, dict):
        yield from out_of_bounds(schema, "minProperties", "maxProperties", len(value))
        for name in schema.get("required", []):
            if name not in value:
                yield f"lacks {name}"


def out_of_bounds(schema, lowest, highest, size):
    if lowest in schema and size < schema[lowest]:
        yield f"is below its {lowest}, {schema[lowest]}"
    if highest in schema and size > schema[highest]:
        yield f"is above its {highest}, {schema[highest]}"
