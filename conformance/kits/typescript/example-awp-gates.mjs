/**
 * The gates that AWP puts before a manager's COMPLETE, in the order of its table.
 *
 * A gate takes the evidence and gives nothing, or the event of its rejection. The
 * first gate that rejects has the word.
 */

import { hasPlaceholder, isBroken, isRepetitive } from "./example-awp-files.mjs";
import { at, entries, isNumber, isObject, isString, isText, texts } from "./example-json.mjs";

// A path in prose is one if it is said to be in the output or the workspace directory.
const PATH_IN_PROSE = /_(?:output|workspace)_dir\W?\/([\w./-]*\w)/g;
// What would stand there if the work had been done. Whole words in capitals: "a todo list" is no placeholder.
const PLACEHOLDER = /(?<![\p{L}\p{N}_])(TODO|FIXME|XX%|your_value)(?![\p{L}\p{N}_])|\?\?\?/u;
const DELIVERABLE_HINT = /\b(image|report|chart|dataset)\b/i;
const LARGE_ENOUGH = 512;
// The mean of three times 0.7 is a bit less than 0.7 in binary fractions, and must not be rejected for it.
const ROUNDING = 1e-9;

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("awp/complete", (given) => {
    const evidence = new Evidence(given);
    for (const [gate, judge] of Object.entries(GATES)) {
      const event = judge(evidence);
      if (event !== undefined) return { accepted: false, rejectedBy: gate, event: { gate, ...event } };
    }
    return { accepted: true };
  });
}

/** What a run has to show. */
class Evidence {
  constructor(given) {
    const files = entries(at(given, "files")).filter((file) => isText(at(file, "path")));
    const subtasks = entries(at(given, "subtasks"));
    const requiredBy = (subtask) => texts(at(subtask, "requiredOutputs"));
    this.given = given;
    this.files = new Map(files.map((file) => [file.path, decoded(at(file, "base64"))]));
    this.required = unique(subtasks.flatMap(requiredBy));
    this.scraped = unique(subtasks.filter((subtask) => requiredBy(subtask).length === 0).flatMap(pathsInProse));
  }

  /** The files that a subtask promised and that are there. */
  *declared() {
    for (const path of unique([...this.required, ...this.scraped])) {
      if (this.files.has(path)) yield { path, content: this.files.get(path) };
    }
  }

  /** The paths of the declared files of which `isAtFault` holds. */
  declaredThat(isAtFault) {
    return [...this.declared()].filter(({ path, content }) => isAtFault(path, content)).map(({ path }) => path);
  }
}

function unique(values) {
  return [...new Set(values)];
}

function decoded(text) {
  return Buffer.from(isText(text) ? text : "", "base64");
}

function pathsInProse(subtask) {
  const prose = [at(subtask, "successCriteria"), at(subtask, "description")].filter(isText).join("\n");
  return [...prose.matchAll(PATH_IN_PROSE)].map(([, path]) => path);
}

function critique({ given }) {
  const { enabled, minScoreToComplete: least, iterations } = at(given, "critique") ?? {};
  const scores = entries(entries(iterations).at(-1)).filter(isNumber);
  if (enabled !== true || scores.length === 0 || !isNumber(least)) return undefined;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return mean < least - ROUNDING ? { message: `the mean of the latest critique scores is below ${least}` } : undefined;
}

function deliverablePresence({ files, required, scraped }) {
  for (const [source, paths] of [
    ["required_outputs", required],
    ["regex", scraped],
  ]) {
    const missing = paths.filter((path) => !files.has(path));
    const empty = paths.filter((path) => files.get(path)?.length === 0);
    if (missing.length > 0 || empty.length > 0) return { missing, empty, source };
  }
  return undefined;
}

function placeholder(evidence) {
  const [path] = evidence.declaredThat((name, content) => hasPlaceholder(name, content, PLACEHOLDER));
  if (path !== undefined) return { path };
  const isSpoilt = stringsIn(at(evidence.given, "finalResult")).some((text) => PLACEHOLDER.test(text));
  return isSpoilt ? { path: "finalResult" } : undefined;
}

function stringsIn(value) {
  if (isString(value)) return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function file(evidence) {
  const broken = evidence.declaredThat(isBroken);
  return broken.length > 0 ? { broken } : undefined;
}

function deliverable({ given, files }) {
  const task = at(given, "task");
  const hint = isText(task) ? DELIVERABLE_HINT.exec(task) : null;
  if (hint === null || [...files.values()].some((content) => content.length >= LARGE_ENOUGH)) return undefined;
  return { hint: hint[0] };
}

function structuralIntegrity(evidence) {
  const repetitive = evidence.declaredThat(isRepetitive);
  return repetitive.length > 0 ? { repetitive } : undefined;
}

function evaluation({ given }) {
  const score = at(given, "evaluation", "score");
  if (at(given, "evaluation", "enabled") !== true || !isNumber(score)) return undefined;
  const isBelow = (threshold) => isNumber(threshold) && score < threshold;
  if (isBelow(at(given, "evaluation", "thresholds", "fail"))) return { action: "fail_workflow" };
  if (isBelow(at(given, "evaluation", "thresholds", "retry"))) return { action: "retry_with_repair" };
  return undefined;
}

const GATES = {
  critique,
  deliverable_presence: deliverablePresence,
  placeholder,
  file,
  deliverable,
  structural_integrity: structuralIntegrity,
  eval: evaluation,
};
