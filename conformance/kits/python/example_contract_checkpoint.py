"""Checkpoints: all that a run needs to go on from where it was."""

import copy

from example_json import at, is_integer

FIELDS = ("stepIndex", "completedStepId", "stepOutputs", "context", "memorySnapshot")


class Checkpoints:
    """The checkpoints of one run. Each is a snapshot: what happens later does not change it."""

    def __init__(self, context, memory, resume_from):
        if resume_from is not None:
            context, memory = resume_from["context"], resume_from["memorySnapshot"]
        self.context = {} if context is None else context
        self.memory = [] if memory is None else memory
        self.written = []

    def write(self, index, step, outputs):
        values = (index, step, outputs, self.context, self.memory)
        self.written.append(copy.deepcopy(dict(zip(FIELDS, values))))


def checkpoint_problem(steps, checkpoint):
    """Why a run of these steps cannot go on from this checkpoint."""
    for field in FIELDS:
        if at(checkpoint, field) is None:
            return f"The checkpoint has no {field}."
    index, outputs = checkpoint["stepIndex"], checkpoint["stepOutputs"]
    if not is_integer(index) or not 0 <= index < len(steps):
        return f"The checkpoint's stepIndex, {index}, is not that of a step."
    done = [step["stepId"] for step in steps[: int(index) + 1]]
    if checkpoint["completedStepId"] != done[-1]:
        return f"The checkpoint's completedStepId is not {done[-1]}, the step at its stepIndex."
    for name in done:
        if at(outputs, name) is None:
            return f"The checkpoint has no output of {name}."
    return None
