/** What AWP agents may write, read, send, and leave in the logs: R13 to R16. */

import { at, entries, isNumber, isObject, isString, isText, members } from "./example-json.mjs";
import { flaws, violations } from "./example-schema.mjs";

const RESERVED_KEYS = ["_meta", "_errors", "_trace", "_workflow"];
const SINKS = ["log", "metric", "span", "audit"];
const REDACTED = "[REDACTED]";

/** Offers what this module can answer. */
export function register(adapter) {
  // R13. The other writes of a batch that breaks the rule are carried out.
  adapter.method("awp/write_state", ({ state, writes }) => {
    const written = new Map(members(state)); // An object would take the key `__proto__` for something else.
    const rejected = [];
    for (const write of entries(writes)) {
      const key = at(write, "key");
      if (isString(key) && !RESERVED_KEYS.includes(key)) written.set(key, at(write, "value"));
      else rejected.push(key);
    }
    return { state: Object.fromEntries(written), rejected };
  });

  // R16.
  adapter.method("awp/read_state", ({ sharing, agents, state, reader }) => {
    const strategy = at(sharing, "strategy");
    const visible = members(state).map(([owner, fields]) => {
      if (owner === reader || strategy === "full") return [owner, fields];
      if (strategy !== "selective") return [owner, {}];
      const shared = [...entries(at(agents, owner, "shareOutput")), ...granted(sharing, owner, reader)];
      return [owner, Object.fromEntries(members(fields).filter(([field]) => shared.includes(field)))];
    });
    return { visible: Object.fromEntries(visible) };
  });

  // R15. A channel whose schema is none delivers nothing: what it wants cannot be checked.
  adapter.method("awp/deliver", ({ channel, messages }) => {
    const schema = at(channel, "schema") ?? true;
    const isUsable = flaws(schema).length === 0;
    const isWelcome = (message) => isUsable && violations(schema, at(message, "content")).length === 0;
    const idsOf = (some) => some.map((message) => at(message, "id"));
    const delivered = entries(messages).filter(isWelcome);
    const rejected = entries(messages).filter((message) => !delivered.includes(message));
    return { delivered: idsOf(delivered), rejected: idsOf(rejected) };
  });

  // R14.
  adapter.method("awp/record", ({ sensitiveFields, env, state, events }) => {
    const variables = entries(env).filter((variable) => at(variable, "sensitive") === true);
    const redact = redactor([
      ...variables.map((variable) => at(variable, "value")),
      ...sensitiveValues(state, entries(sensitiveFields)),
    ]);
    const recordsOf = (sink) =>
      entries(events)
        .filter((event) => at(event, "sink") === sink)
        .map((event) => redact({ message: at(event, "message"), attributes: at(event, "attributes") }));
    return Object.fromEntries(SINKS.map((sink) => [sink, recordsOf(sink)]));
  });
}

/** The fields that a sharing rule opens to this reader, beside those that their owner shares with all. */
function granted(sharing, owner, reader) {
  return entries(at(sharing, "rules"))
    .filter((rule) => at(rule, "from") === owner && at(rule, "to") === reader)
    .flatMap((rule) => entries(at(rule, "fields")));
}

/** The strings and numbers under a sensitive name, at any depth. */
function sensitiveValues(state, names) {
  return [
    ...members(state).flatMap(([key, value]) => (names.includes(key) ? leaves(value) : sensitiveValues(value, names))),
    ...entries(state).flatMap((value) => sensitiveValues(value, names)),
  ];
}

function leaves(value) {
  if (isObject(value) || Array.isArray(value)) return Object.values(value).flatMap(leaves);
  return isText(value) || isNumber(value) ? [value] : [];
}

/** A function that gives back a JSON value in which no secret is left. */
function redactor(secrets) {
  const longestFirst = [...new Set(secrets.flatMap(spellings))].sort((one, other) => other.length - one.length);

  function clean(text) {
    return longestFirst.reduce((rest, spelling) => rest.replaceAll(spelling, REDACTED), text);
  }

  return function redact(value) {
    if (isString(value)) return clean(value);
    if (isNumber(value)) return spellings(value).some((text) => clean(text) !== text) ? REDACTED : value;
    if (Array.isArray(value)) return value.map(redact);
    if (!isObject(value)) return value;
    const cleaned = new Map();
    for (const [key, entry] of members(value)) {
      let name = clean(key);
      while (cleaned.has(name)) name += "'"; // Two keys may become one, and neither should be lost.
      cleaned.set(name, redact(entry));
    }
    return Object.fromEntries(cleaned);
  };
}

/** The ways in which a secret is written: as it is, and inside JSON text. */
function spellings(secret) {
  if (isText(secret)) {
    const quoted = JSON.stringify(secret).slice(1, -1);
    const inAscii = quoted.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return [secret, quoted, inAscii];
  }
  if (!isNumber(secret)) return [];
  // A large integer has an exponent in JavaScript, and elsewhere all its digits.
  return Number.isInteger(secret) ? [String(secret), String(BigInt(secret))] : [String(secret)];
}
