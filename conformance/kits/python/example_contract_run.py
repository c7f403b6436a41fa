"""Running the steps of a workflow: one after the other (AGT-003), or side by side (PE-001 to PE-003).

A sequential run can write checkpoints and start again from one (CP-001, CP-002).
"""

import asyncio

from example_contract_checkpoint import Checkpoints, checkpoint_problem
from example_json import at, entries, is_integer, is_text

STRATEGIES = ("failFast", "continueOnError", "rollback")


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/run")
    async def run(host, steps=None, parallel=None, checkpoint=False, context=None, memory=None, resumeFrom=None):
        host.idle()
        steps = entries(steps)
        problem = plan_problem(steps, in_order=parallel is None)
        if problem is None and parallel is not None:
            problem = parallel_problem(parallel)
            if resumeFrom is not None:
                problem = problem or "A parallel run cannot be resumed."
        if problem is None and resumeFrom is not None:
            problem = checkpoint_problem(steps, resumeFrom)
        if problem is not None:
            skipped = [{"stepId": at(step, "stepId"), "status": "skipped"} for step in steps]
            return {"status": "rejected", "error": problem, "steps": skipped, "checkpoints": [], "errors": []}

        if parallel is None:
            run = Sequential(host, steps)
            return await run.finish(Checkpoints(context, memory, resumeFrom), checkpoint is True, resumeFrom)
        return await Parallel(host, steps, parallel).finish()


def plan_problem(steps, in_order):
    """Why these steps cannot be run: each dependency has to be there, and before its dependent.

    In a sequential run "before" is the order of the array, which is never
    changed; otherwise it is any order in which nobody waits for himself.
    """
    ids = [at(step, "stepId") for step in steps]
    if not all(map(is_text, ids)) or len(set(ids)) < len(ids):
        return "Every step needs a stepId of its own."
    for index, step in enumerate(steps):
        for dependency in entries(at(step, "dependencies")):
            if dependency not in ids:
                return f"{ids[index]} depends on {dependency}, which does not exist."
            if in_order and dependency not in ids[:index]:
                return f"{ids[index]} depends on {dependency}, which does not come before it."
    done = set()
    while len(done) < len(steps):
        ready = {name for name, step in zip(ids, steps) if name not in done and done.issuperset(dependencies_of(step))}
        if not ready:
            return f"The dependencies form a cycle: {', '.join(name for name in ids if name not in done)}."
        done |= ready
    return None


def parallel_problem(parallel):
    limit, strategy = at(parallel, "maxConcurrency"), at(parallel, "failureStrategy")
    if limit is not None and not (is_integer(limit) and 1 <= limit <= 10):
        return "maxConcurrency is not an integer from 1 to 10."
    if strategy is not None and strategy not in STRATEGIES:
        return f"failureStrategy is none of {', '.join(STRATEGIES)}."
    return None


def dependencies_of(step):
    return entries(at(step, "dependencies"))


class Run:
    """What has become of the steps so far."""

    def __init__(self, host, steps):
        self.host = host
        self.steps = steps
        self.outcomes = {}
        self.outputs = {}  # In the order of completion.
        self.errors = []

    async def perform(self, step):
        name = step["stepId"]
        inputs = {dependency: self.outputs[dependency] for dependency in dependencies_of(step)}
        reply = await self.host.step(stepId=name, inputs=inputs)
        if reply["ok"]:
            self.outputs[name] = reply["output"]
            self.outcomes[name] = {"status": "completed", "output": reply["output"]}
        else:
            self.outcomes[name] = {"status": "failed", "error": reply["error"]}
            self.errors.append({"stepId": name, "message": reply["error"]})

    def result(self, checkpoints=()):
        names = [step["stepId"] for step in self.steps]
        steps = [{"stepId": name, **self.outcomes.get(name, {"status": "skipped"})} for name in names]
        status = "failed" if self.errors else "completed"
        return {"status": status, "steps": steps, "checkpoints": list(checkpoints), "errors": self.errors}


class Sequential(Run):
    """One step at a time, in the order of the array, up to the first that fails."""

    async def finish(self, checkpoints, wanted, resume_from):
        first = 0
        if resume_from is not None:
            first = int(resume_from["stepIndex"]) + 1
            for step in self.steps[:first]:
                name = step["stepId"]
                self.outputs[name] = resume_from["stepOutputs"][name]
                self.outcomes[name] = {"status": "restored", "output": self.outputs[name]}
        for index in range(first, len(self.steps)):
            await self.perform(self.steps[index])
            if self.errors:
                break
            if wanted:
                checkpoints.write(index, self.steps[index]["stepId"], self.outputs)
        return self.result(checkpoints.written)


class Parallel(Run):
    """Whatever can run does, up to a limit; the strategy says what a failure means for the others."""

    def __init__(self, host, steps, parallel):
        super().__init__(host, steps)
        self.limit = int(at(parallel, "maxConcurrency") or 5)
        self.strategy = at(parallel, "failureStrategy") or "failFast"
        self.running = {}

    async def finish(self):
        while True:
            for step in self.ready():
                self.running[step["stepId"]] = asyncio.ensure_future(self.perform(step))
            if not self.running:
                break
            await asyncio.wait(self.running.values(), return_when=asyncio.FIRST_COMPLETED)
            self.running = {name: task for name, task in self.running.items() if not task.done()}
            if self.has_stopped():
                await self.cancel_the_rest()
        if self.errors and self.strategy == "rollback":
            await self.roll_back()
        return self.result()

    def ready(self):
        """The steps to start now, in the order of the array. Dependents of a failed step are never among them."""
        if self.has_stopped():
            return []
        started = [*self.outcomes, *self.running]
        able = [
            step
            for step in self.steps
            if step["stepId"] not in started and all(name in self.outputs for name in dependencies_of(step))
        ]
        return able[: self.limit - len(self.running)]

    def has_stopped(self):
        return bool(self.errors) and self.strategy != "continueOnError"

    async def cancel_the_rest(self):
        for task in self.running.values():
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)
        for name in self.running:
            self.outcomes.setdefault(name, {"status": "cancelled"})
        self.running = {}

    async def roll_back(self):
        """Undoes what was completed and can be undone, the latest first."""
        compensable = [step["stepId"] for step in self.steps if step.get("compensable") is True]
        for name in reversed(list(self.outputs)):
            if name in compensable:
                await self.host.compensate(stepId=name)
