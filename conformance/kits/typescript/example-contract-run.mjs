/**
 * Running the steps of a workflow: one after the other (AGT-003), or side by side (PE-001 to PE-003).
 *
 * A sequential run can write checkpoints and start again from one (CP-001, CP-002).
 */

import { Checkpoints, checkpointProblem } from "./example-contract-checkpoint.mjs";
import { at, entries, isMissing, isText } from "./example-json.mjs";

const STRATEGIES = ["failFast", "continueOnError", "rollback"];

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/run", (params, host) => {
    host.idle();
    const { parallel, checkpoint, context, memory, resumeFrom } = params;
    const steps = entries(params.steps);
    const error = problemOf(steps, parallel, resumeFrom);
    if (error !== undefined) {
      const skipped = steps.map((step) => ({ stepId: at(step, "stepId"), status: "skipped" }));
      return { status: "rejected", error, steps: skipped, checkpoints: [], errors: [] };
    }
    if (!isMissing(parallel)) return new Parallel(host, steps, parallel).finish();
    return new Sequential(host, steps).finish(new Checkpoints(context, memory, resumeFrom), checkpoint, resumeFrom);
  });
}

/** Why this run cannot be started; undefined if it can. */
function problemOf(steps, parallel, resumeFrom) {
  const isResumed = !isMissing(resumeFrom);
  if (isMissing(parallel)) {
    return planProblem(steps, { inOrder: true }) ?? (isResumed ? checkpointProblem(steps, resumeFrom) : undefined);
  }
  if (isResumed) return "A parallel run cannot be resumed.";
  return planProblem(steps, { inOrder: false }) ?? parallelProblem(parallel);
}

/**
 * Each dependency has to be there, and before its dependent.
 *
 * In a sequential run "before" is the order of the array, which is never
 * changed; otherwise it is any order in which nobody waits for himself.
 */
function planProblem(steps, { inOrder }) {
  const ids = steps.map((step) => at(step, "stepId"));
  if (!ids.every(isText) || new Set(ids).size < ids.length) return "Every step needs a stepId of its own.";
  for (const [index, step] of steps.entries()) {
    for (const dependency of dependenciesOf(step)) {
      const place = ids.indexOf(dependency);
      if (place === -1) return `${ids[index]} depends on ${dependency}, which does not exist.`;
      if (inOrder && place >= index) return `${ids[index]} depends on ${dependency}, which does not come before it.`;
    }
  }
  const done = new Set();
  while (done.size < steps.length) {
    const ready = steps.filter(({ stepId }) => !done.has(stepId)).filter((step) => isReady(step, done));
    if (ready.length === 0) return `The dependencies form a cycle: ${ids.filter((id) => !done.has(id)).join(", ")}.`;
    for (const { stepId } of ready) done.add(stepId);
  }
  return undefined;
}

function parallelProblem(parallel) {
  const limit = at(parallel, "maxConcurrency");
  if (!isMissing(limit) && !(Number.isInteger(limit) && limit >= 1 && limit <= 10)) {
    return "maxConcurrency is not an integer from 1 to 10.";
  }
  const strategy = at(parallel, "failureStrategy");
  if (!isMissing(strategy) && !STRATEGIES.includes(strategy)) {
    return `failureStrategy is none of ${STRATEGIES.join(", ")}.`;
  }
  return undefined;
}

function dependenciesOf(step) {
  return entries(at(step, "dependencies"));
}

/** Whether all that a step depends on is in `done`, a Map or a Set of step ids. */
function isReady(step, done) {
  return dependenciesOf(step).every((name) => done.has(name));
}

/** What has become of the steps so far. */
class Run {
  outcomes = new Map();
  outputs = new Map(); // In the order of completion.
  errors = [];

  constructor(host, steps) {
    this.host = host;
    this.steps = steps;
  }

  async perform(step) {
    const { stepId } = step;
    const inputs = Object.fromEntries(dependenciesOf(step).map((name) => [name, this.outputs.get(name)]));
    const { ok, output, error } = await this.host.step({ stepId, inputs });
    if (this.outcomes.has(stepId)) return; // It was cancelled meanwhile.
    if (ok) {
      this.outputs.set(stepId, output);
      this.outcomes.set(stepId, { status: "completed", output });
    } else {
      this.outcomes.set(stepId, { status: "failed", error });
      this.errors.push({ stepId, message: error });
    }
  }

  result(checkpoints = []) {
    const steps = this.steps.map(({ stepId }) => ({ stepId, ...(this.outcomes.get(stepId) ?? { status: "skipped" }) }));
    return { status: this.errors.length > 0 ? "failed" : "completed", steps, checkpoints, errors: this.errors };
  }
}

/** One step at a time, in the order of the array, up to the first that fails. */
class Sequential extends Run {
  async finish(checkpoints, isWanted, resumeFrom) {
    const first = isMissing(resumeFrom) ? 0 : resumeFrom.stepIndex + 1;
    for (const { stepId } of this.steps.slice(0, first)) {
      const output = resumeFrom.stepOutputs[stepId];
      this.outputs.set(stepId, output);
      this.outcomes.set(stepId, { status: "restored", output });
    }
    for (const [index, step] of this.steps.entries()) {
      if (index < first) continue;
      await this.perform(step);
      if (this.errors.length > 0) break;
      if (isWanted === true) checkpoints.write(index, step.stepId, this.outputs);
    }
    return this.result(checkpoints.written);
  }
}

/** Whatever can run does, up to a limit; the strategy says what a failure means for the others. */
class Parallel extends Run {
  running = new Map();

  constructor(host, steps, parallel) {
    super(host, steps);
    this.limit = at(parallel, "maxConcurrency") ?? 5;
    this.strategy = at(parallel, "failureStrategy") ?? "failFast";
  }

  async finish() {
    for (;;) {
      for (const step of this.ready()) this.running.set(step.stepId, this.perform(step));
      if (this.running.size === 0) break;
      await Promise.race(this.running.values());
      for (const stepId of this.outcomes.keys()) this.running.delete(stepId);
      if (this.hasStopped()) this.cancelTheRest();
    }
    if (this.errors.length > 0 && this.strategy === "rollback") await this.rollBack();
    return this.result();
  }

  /** The steps to start now, in the order of the array. Dependents of a failed step are never among them. */
  ready() {
    if (this.hasStopped()) return [];
    const isNew = ({ stepId }) => !this.outcomes.has(stepId) && !this.running.has(stepId);
    const able = this.steps.filter((step) => isNew(step) && isReady(step, this.outputs));
    return able.slice(0, this.limit - this.running.size);
  }

  hasStopped() {
    return this.errors.length > 0 && this.strategy !== "continueOnError";
  }

  cancelTheRest() {
    for (const stepId of this.running.keys()) this.outcomes.set(stepId, { status: "cancelled" });
    this.running.clear();
  }

  /** Undoes what was completed and can be undone, the latest first. */
  async rollBack() {
    const compensable = this.steps.filter((step) => step.compensable === true).map(({ stepId }) => stepId);
    for (const stepId of [...this.outputs.keys()].reverse()) {
      if (compensable.includes(stepId)) await this.host.compensate({ stepId });
    }
  }
}
