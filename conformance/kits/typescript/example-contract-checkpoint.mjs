/** Checkpoints: all that a run needs to go on from where it was. */

import { at, isMissing } from "./example-json.mjs";

const FIELDS = ["stepIndex", "completedStepId", "stepOutputs", "context", "memorySnapshot"];

/** The checkpoints of one run. Each is a snapshot: what happens later does not change it. */
export class Checkpoints {
  written = [];

  constructor(context, memory, resumeFrom) {
    this.context = (resumeFrom ? resumeFrom.context : context) ?? {};
    this.memorySnapshot = (resumeFrom ? resumeFrom.memorySnapshot : memory) ?? [];
  }

  write(stepIndex, completedStepId, outputs) {
    const { context, memorySnapshot } = this;
    const stepOutputs = Object.fromEntries(outputs);
    this.written.push(structuredClone({ stepIndex, completedStepId, stepOutputs, context, memorySnapshot }));
  }
}

/** Why a run of these steps cannot go on from this checkpoint; undefined if it can. */
export function checkpointProblem(steps, checkpoint) {
  const absent = FIELDS.find((field) => isMissing(at(checkpoint, field)));
  if (absent !== undefined) return `The checkpoint has no ${absent}.`;
  const { stepIndex, completedStepId, stepOutputs } = checkpoint;
  if (!Number.isInteger(stepIndex) || steps[stepIndex] === undefined) {
    return `The checkpoint's stepIndex, ${stepIndex}, is not that of a step.`;
  }
  const { stepId } = steps[stepIndex];
  if (completedStepId !== stepId) {
    return `The checkpoint's completedStepId is not ${stepId}, the step at its stepIndex.`;
  }
  const lost = steps.slice(0, stepIndex + 1).find((step) => isMissing(at(stepOutputs, step.stepId)));
  return lost && `The checkpoint has no output of ${lost.stepId}.`;
}
