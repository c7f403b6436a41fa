/**
 * Reading JSON that may be anything.
 *
 * A validator is handed documents that people wrote, so nothing about their shape
 * can be taken for granted: every reader here answers for every JSON value.
 */

/** What is found by following the keys of `path`; undefined as soon as one of them leads nowhere. */
export function at(value, ...path) {
  for (const key of path) {
    // Only what the document says: every object of JavaScript has a `constructor`.
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The elements of a list; none if it is missing or something else. */
export function entries(value) {
  return Array.isArray(value) ? value : [];
}

/** The keys and values of an object; none if it is missing or something else. */
export function members(value) {
  return isObject(value) ? Object.entries(value) : [];
}

/** The strings in a list, without the empty ones. */
export function texts(value) {
  return entries(value).filter(isText);
}

/** Neither there nor null, which says the same. */
export function isMissing(value) {
  return value === undefined || value === null;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value) {
  return typeof value === "string";
}

/** A string with something in it; a space will do. */
export function isText(value) {
  return isString(value) && value !== "";
}

export function isNumber(value) {
  return typeof value === "number";
}

/** How many characters a text has. Its `length` counts some of them twice. */
export function lengthOf(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether two JSON values are equal; a value that is missing equals one that is null. */
export function same(one, other) {
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
    );
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => same(entry, other[index]));
  }
  return one === other || (isMissing(one) && isMissing(other));
}
