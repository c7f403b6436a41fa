/**
 * JSON Schema, draft 2020-12, as far as contracts, channels and tools need it.
 *
 * `flaws(schema)` says whether something is a schema at all, and knows every
 * keyword of the draft. `violations(schema, value)` checks a value, and knows the
 * keywords that are met in practice; it takes no notice of the others.
 */

import { at, entries, isNumber, isObject, isString, lengthOf, members, same } from "./example-json.mjs";

const TYPES = new Map([
  ["null", (value) => value === null],
  ["boolean", isBoolean],
  ["object", isObject],
  ["array", Array.isArray],
  ["number", isNumber],
  ["integer", Number.isInteger],
  ["string", isString],
]);

function isBoolean(value) {
  return typeof value === "boolean";
}

function isCount(value) {
  return Number.isInteger(value) && value >= 0;
}

function isType(value) {
  const names = Array.isArray(value) && value.length > 0 ? value : [value];
  return isNames(names) && names.every((name) => TYPES.has(name));
}

function isNames(value) {
  return Array.isArray(value) && value.every(isString) && new Set(value).size === value.length;
}

function isObjectOf(isKind) {
  return (value) => isObject(value) && Object.values(value).every(isKind);
}

// What the value of a keyword has to be. A keyword that is not in any of these
// tables is an annotation of somebody's own, and may have any value.
const PLAIN = new Map([
  ["type", isType],
  ["required", isNames],
  ["dependentRequired", isObjectOf(isNames)],
  ["multipleOf", (value) => isNumber(value) && value > 0],
  ["$vocabulary", isObjectOf(isBoolean)],
  ...each("enum examples", Array.isArray),
  ...each("maximum exclusiveMaximum minimum exclusiveMinimum", isNumber),
  ...each("maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains", isCount),
  ...each("uniqueItems deprecated readOnly writeOnly", isBoolean),
  ...each("$id $schema $ref $anchor $dynamicRef $dynamicAnchor $comment", isString),
  ...each("pattern format title description contentEncoding contentMediaType", isString),
]);
const A_SCHEMA = (
  "additionalProperties propertyNames unevaluatedProperties items contains unevaluatedItems contentSchema " +
  "not if then else"
).split(" ");
const SCHEMAS_IN_A_LIST = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS_BY_KEY = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

function each(keywords, isKind) {
  return keywords.split(" ").map((keyword) => [keyword, isKind]);
}

/** Why this is not a schema: one line per place that is wrong. */
export function flaws(schema, where = "") {
  if (isBoolean(schema)) return [];
  if (!isObject(schema)) return [`${where || "/"} is neither an object nor a boolean`];
  return members(schema).flatMap(([keyword, value]) => flawsOf(keyword, value, `${where}/${keyword}`));
}

function flawsOf(keyword, value, here) {
  if (PLAIN.has(keyword)) {
    return PLAIN.get(keyword)(value) ? [] : [`${here} has a value that the keyword does not allow`];
  }
  if (A_SCHEMA.includes(keyword)) return flaws(value, here);
  if (SCHEMAS_IN_A_LIST.includes(keyword)) {
    if (entries(value).length === 0) return [`${here} is not a list of schemas`];
    return value.flatMap((entry, index) => flaws(entry, `${here}/${index}`));
  }
  if (SCHEMAS_BY_KEY.includes(keyword)) {
    if (!isObject(value)) return [`${here} is not an object of schemas`];
    return members(value).flatMap(([key, entry]) => flaws(entry, `${here}/${key}`));
  }
  return [];
}

/** How `value` breaks `schema`, which has no flaws: one line per broken keyword. */
export function violations(schema, value, where = "") {
  if (isBoolean(schema)) return schema ? [] : [`${where || "/"} is not allowed`];
  const found = [...broken(schema, value)].map((reason) => `${where || "/"} ${reason}`);
  for (const [key, entry] of members(value)) {
    const declared = at(schema, "properties", key) ?? at(schema, "additionalProperties") ?? true;
    found.push(...violations(declared, entry, `${where}/${key}`));
  }
  for (const [index, entry] of entries(value).entries()) {
    found.push(...violations(at(schema, "items") ?? true, entry, `${where}/${index}`));
  }
  return found;
}

/** The keywords about the value itself, not about what is inside it. */
function* broken(schema, value) {
  const type = at(schema, "type");
  const kinds = isString(type) ? [type] : entries(type);
  if (kinds.length > 0 && !kinds.some((kind) => TYPES.get(kind)(value))) yield `is not of type ${kinds.join(" or ")}`;
  const allowed = at(schema, "enum");
  if (allowed !== undefined && !allowed.some((option) => same(value, option))) {
    yield "is not one of the values allowed";
  }
  if (Object.hasOwn(schema, "const") && !same(value, schema.const)) yield "is not the value required";
  if (isNumber(value)) yield* outOfBounds(schema, "minimum", "maximum", value);
  if (isString(value)) yield* outOfBounds(schema, "minLength", "maxLength", lengthOf(value));
  if (Array.isArray(value)) yield* outOfBounds(schema, "minItems", "maxItems", value.length);
  if (isObject(value)) {
    yield* outOfBounds(schema, "minProperties", "maxProperties", Object.keys(value).length);
    for (const name of entries(at(schema, "required"))) {
      if (!Object.hasOwn(value, name)) yield `lacks ${name}`;
    }
  }
}

function* outOfBounds(schema, lowest, highest, size) {
  if (size < at(schema, lowest)) yield `is below its ${lowest}, ${schema[lowest]}`;
  if (size > at(schema, highest)) yield `is above its ${highest}, ${schema[highest]}`;
}
