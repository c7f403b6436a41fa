"""AWP's delegation loop: a manager decides, turn by turn, and two counters keep it from going in circles.

One counts plans that no work came of, the other completions that a gate
rejected. When one of them reaches its limit, the next decision is forced to be
a DELEGATE, or the run ends.
"""

from example_json import at, entries, is_integer, is_text, texts


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/loop")
    async def loop(host, maxPreProgressPlans=None, maxRejectedCompletions=None, maxIterations=None, subtasks=None):
        host.idle()
        limits = number(maxPreProgressPlans, 3), number(maxRejectedCompletions, 2)
        return await Loop(host, *limits, subtasks).finish(number(maxIterations, 10))


def number(given, default):
    return int(given) if is_integer(given) else default


class Stop(Exception):
    """The loop is to end, with this result."""

    def __init__(self, status, reason=None):
        super().__init__(status)
        self.result = {"status": status, "reason": reason}


class Loop:
    """One run: the plan, the two counters, and what the next decision is told."""

    def __init__(self, host, most_plans, most_rejections, subtasks):
        self.host = host
        self.most_plans = most_plans
        self.most_rejections = most_rejections
        self.pre_progress_plans = 0
        self.rejected_completions = 0
        self.repairs = 0
        self.orders = {}
        self.plan_is(subtasks)

    async def finish(self, iterations):
        try:
            for iteration in range(1, iterations + 1):
                orders, self.orders = self.orders, {}
                decision = await self.host.decide(iteration=iteration, **orders)
                if decision["decision"] == "PLAN":
                    self.planned(decision)
                elif decision["decision"] == "DELEGATE":
                    self.delegated(decision)
                elif decision["decision"] == "COMPLETE":
                    self.judged(await self.host.gates(iteration=iteration))
        except Stop as stop:
            return stop.result
        return {"status": "partial", "reason": "max_iterations"}

    def plan_is(self, subtasks):
        given = [subtask for subtask in entries(subtasks) if is_text(at(subtask, "id"))]
        self.plan = {subtask["id"]: subtask.get("status") or "pending" for subtask in given}

    def planned(self, decision):
        if decision.get("subtasks") is not None:
            self.plan_is(decision["subtasks"])
        self.pre_progress_plans += 1
        if self.pre_progress_plans <= self.most_plans:
            return
        pending = list(self.plan.values()).count("pending")
        self.host.event(
            {
                "gate": "plan_loop",
                "transition": "forced_delegate" if pending else "forced_terminate",
                "pre_progress_plans": self.pre_progress_plans,
                "pending_subtasks": pending,
            }
        )
        if not pending:
            raise Stop("partial", "plan_loop_stall")
        self.orders = {"forced": "DELEGATE"}

    def delegated(self, decision):
        """Work that succeeded is progress. Whether failed work is, the document leaves open: not here."""
        done = decision.get("outcome") == "ok"
        for subtask in texts(decision.get("subtasks")):
            if subtask in self.plan:
                self.plan[subtask] = "completed" if done else "failed"
        if done:
            self.pre_progress_plans = self.rejected_completions = 0

    def judged(self, verdict):
        if verdict.get("rejectedBy") is None:
            raise Stop("completed")
        self.rejected_completions += 1
        if self.rejected_completions < self.most_rejections:
            return
        tripped = {"gate": "completion_circuit_breaker", "counter": self.rejected_completions}
        paths = texts(at(verdict, "defect", "paths"))
        if not paths:  # Nothing to repair by.
            self.host.event(tripped)
            raise Stop("partial", "max_rejected_completions")
        self.repairs += 1
        repair = {"id": f"repair-{self.repairs}", "priority": "critical", "requiredOutputs": paths}
        self.host.event({**tripped, "repair_subtask_id": repair["id"]})
        self.plan[repair["id"]] = "pending"
        self.rejected_completions = 0
        self.orders = {"forced": "DELEGATE", "repairSubtask": repair}
