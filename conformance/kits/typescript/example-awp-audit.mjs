/** AWP's audit trail, R18: each entry carries the hash of the one before it. */

import { createHash } from "node:crypto";

import { at, entries, isMissing, isObject, members } from "./example-json.mjs";

const ZERO = "0".repeat(64);

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("awp/audit", ({ events }) => {
    let previous = ZERO;
    const chain = entries(events).map((event) => {
      const written = { id: at(event, "id"), event: at(event, "event"), details: at(event, "details") };
      const entry = { ...written, prev_hash: previous };
      previous = digest(entry);
      return { ...entry, hash: previous };
    });
    return { entries: chain };
  });

  adapter.method("awp/verify_audit", ({ integrity, entries: chain }) => {
    const brokenAt = integrity === "hash_chain" ? firstBreak(entries(chain)) : -1;
    return brokenAt === -1 ? { valid: true } : { valid: false, brokenAt };
  });
}

/** The index of the first entry that is not as it was written, or does not follow the one before; or -1. */
function firstBreak(chain) {
  return chain.findIndex((entry, index) => {
    const previous = index === 0 ? ZERO : at(chain[index - 1], "hash");
    return at(entry, "prev_hash") !== previous || at(entry, "hash") !== digest(entry);
  });
}

/** The hash of everything in an entry but the hash itself. */
function digest(entry) {
  const covered = members(entry).filter(([key, value]) => key !== "hash" && !isMissing(value));
  return createHash("sha256")
    .update(JSON.stringify(canonical(Object.fromEntries(covered))))
    .digest("hex");
}

/** Entries come back as equal JSON, which may have its keys in another order: an object becomes a sorted list. */
function canonical(value) {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const sorted = Object.keys(value).sort();
  return { members: sorted.map((key) => [key, canonical(value[key])]) };
}
