"""The package's delegation loop with a played manager."""

from __future__ import annotations

from awp.models.observability import OutputContractConfig
from awp.models.orchestration import DelegationLoopConfig
from awp.runtime.delegation_loop_runner import DelegationLoopRunner, TaskPlan

# What the package has and the document does not, switched off by the package's own settings.
QUIET = {
    "planning": {"enabled": True},
    "termination": {"enabled": False},
    "validation": {"llm": {"enabled": False}},
    "logging": {"format": "json"},
    "blackboard_enabled": False,
    "digest_enabled": False,
    "auto_curation_enabled": False,
    "output_contract": OutputContractConfig(enabled=False),
}

# The package wants every subtask of a PLAN to say which tools it needs.
TOOL_MANIFEST = [{"capability": "work", "reuse_or_generate": "generate", "assumptions": ["none"]}]

RUN_ID = "run"


class PlayedLoop(DelegationLoopRunner):
    """A loop whose manager is a function `(state, iteration) -> decision`; gate events are kept as they are emitted."""

    def __init__(self, path, manager, config=None, budget=None, **more):
        settings = {**QUIET, **(config or {}), "budget": {"max_depth": 0, **(budget or {})}}
        super().__init__(path, DelegationLoopConfig(**settings), run_id=RUN_ID, allow_process_kill=False, **more)
        self._manager = manager
        self.fired = []
        emit = self._logger.trace_gate

        def keep(gate, triggered, reason, **fields):
            if triggered:
                self.fired.append((gate, fields))
            emit(gate, triggered, reason, **fields)

        self._logger.trace_gate = keep

    def start_with(self, subtasks):
        """Gives the loop the plan that it begins with."""
        self._task_plan = TaskPlan(max_subtasks=max(10, len(subtasks)))
        self._task_plan.set_subtasks(subtasks)

    def go(self, task):
        """Runs to the end, and answers its canonical status and reason."""
        try:
            result = self.run(task)["delegation_loop"]
        finally:
            self._logger.shutdown()
            self._logger._close_debug_handles()
        if "error" in result and result["_terminal_reason"].startswith("error: "):
            raise RuntimeError(result["error"])  # The runner turns every exception into an end.
        return result["_terminal_status"], result["_terminal_reason"]

    def _run_manager(self, task, state, iteration):
        return self._manager(state, iteration)

    def _run_new_deliverable_gates(self, task):
        """The gates that the document does not list (syntax, schemas, cross-references …) are not asked."""
        return None
