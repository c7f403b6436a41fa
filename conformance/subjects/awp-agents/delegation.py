"""`awp/loop`: the package's loop between a manager and gates that the harness plays.

Three things are played: the manager's decisions, the work of the workers, and what each of the seven gates
finds (`played_gates.py`). Asking the gates, counting, forcing, repairing and ending are the package's.
"""

from __future__ import annotations

import project
import rules_table
from proofmark_adapter import Inexpressible
from loop_runner import TOOL_MANIFEST
from played_gates import PlayedGates


class HostedLoop(PlayedGates):
    def __init__(self, path, host, **more):
        super().__init__(path, self._decide, **more)
        self._host = host
        self._told = 0
        self._outcome = None
        self._repair = None

    def tell_events(self):
        """Hands on the events since the last time."""
        for gate, fields in self.fired[self._told :]:
            if gate in rules_table.EVENT_MEMBERS:
                self._host.event(rules_table.of_event(gate, fields))
        self._told = len(self.fired)

    def _decide(self, state, iteration):
        self.tell_events()
        asked = {"iteration": iteration}
        # What the prompt of a manager would have told it and used up.
        told = [state.pop(note, None) or "" for note in ("_plan_locked", "_last_manager_feedback")]
        if any(order in note for note in told for order in rules_table.FORCING):
            asked["forced"] = "DELEGATE"
        repair = state.get("_forced_repair_subtask")
        if repair is not self._repair:  # The package never takes it back: what it has told once is no news.
            self._repair = repair
            asked["repairSubtask"] = {
                "id": repair["id"],
                "priority": repair["priority"],
                "requiredOutputs": repair["required_outputs"],
            }
        return self._native(self._host.decide(**asked))

    def _native(self, decision):
        kind = decision["decision"]
        if kind == "PLAN":
            current = self._task_plan._subtasks if self._task_plan else []
            subtasks = decision.get("subtasks", current)
            return {"decision": "plan", "subtasks": [{**it, "tool_manifest": TOOL_MANIFEST} for it in subtasks]}
        if kind == "DELEGATE":
            self._outcome = decision["outcome"]
            work = [{"worker_id": id, "subtask_id": id, "instructions": f"Do {id}."} for id in decision["subtasks"]]
            return {"decision": "delegate", "delegations": work}
        return {"decision": "complete", "final_result": decision.get("finalResult", {})}

    def _run_ephemeral_worker(self, worker_id, envelope, task, state, iteration=0):
        if self._outcome != "ok":
            raise RuntimeError("the work failed")
        return {"confidence": 1.0, "key_finding": f"{worker_id} was done in iteration {iteration}"}

    def ask_gates(self):
        return self._host.gates(iteration=self._iter_counter)


def loop(params, host):
    mode = rules_table.PLAN_MODES.get(params["maxPreProgressPlans"])
    if mode is None:
        raise Inexpressible("the limit of plans without progress is one or two")
    budget = {"max_loops": params["maxIterations"]}
    if "maxRejectedCompletions" in params:
        budget["max_rejected_completions"] = params["maxRejectedCompletions"]
    with project.directory() as path:
        config = {"planning": {"enabled": True, "plan_commit_mode": mode}}
        hosted = HostedLoop(path, host, config=config, budget=budget)
        if params["subtasks"]:
            hosted.start_with([dict(it) for it in params["subtasks"]])
        status, reason = hosted.go("Work.")
        hosted.tell_events()
    return {"status": rules_table.LOOP_STATUSES[status], "reason": reason}
