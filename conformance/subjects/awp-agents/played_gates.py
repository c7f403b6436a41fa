"""The package's gate chain, each gate of which finds what it is told to.

The chain itself is the package's: when a gate is asked, what it hands to the circuit breaker, and when it is
passed over (at the last iteration, after so many rejections) is not decided here.
"""

from __future__ import annotations

import json

from awp.models.evaluation import EvaluationConfig
from loop_runner import PlayedLoop

# An evaluation whose gate is armed: the package wants its retry policy on for that.
EVALUATION = {
    "enabled": True,
    "thresholds": {"accept": 0.75, "retry": 0.5, "fail": 0.25},
    "metrics": [{"name": "judged", "kind": "rubric_judge"}],
    "retry_policy": {"enabled": True},
}
ENOUGH, BELOW_RETRY = 1.0, 0.4


class Judge:
    """The model that gives the score of an evaluation."""

    def __init__(self, score):
        self.score = score

    def chat(self, **_):
        return {"choices": [{"message": {"content": json.dumps({"score": self.score})}}]}


class Critic:
    """A critique engine that is on; the loop remembers its scores."""

    enabled = True


class PlayedGates(PlayedLoop):
    """A loop whose gates find what `ask_gates` answers, once for every COMPLETE: a gate, or none, and its defect."""

    def __init__(self, path, manager, **more):
        self._judge = Judge(ENOUGH)
        super().__init__(path, manager, eval_config=EvaluationConfig(**EVALUATION), llm_client=self._judge, **more)
        self._found, self._paths = None, None

    def _run_l0_gate(self, task):
        """The first of the chain, and one that the document does not have: here the gates hear what they find."""
        verdict = self.ask_gates()
        defect = verdict.get("defect")
        self._found, self._paths = verdict["rejectedBy"], defect and defect["paths"]
        self._judge.score = BELOW_RETRY if self._found == "eval" else ENOUGH
        if self._found == "critique":
            self._critique_engine = Critic()
            self._history.append({"iteration": self._iter_counter, "confidence": 1.0, "critique": [{"score": 0.0}]})
        return None

    def _run_manager(self, task, state, iteration):
        if self._critique_engine is not None:  # What the critic said was said of the last COMPLETE.
            self._critique_engine = None
            self._history.pop()
        return super()._run_manager(task, state, iteration)

    def _each(self, gate, form):
        """What a gate finds: one thing for every path, or one of which nobody knows the place."""
        return [form(path) for path in self._paths or ["it"]] if self._found == gate else []

    def _deliverable_presence_gate(self, task):
        missing = self._each("deliverable_presence", lambda path: path)
        return {"missing": missing, "empty": [], "checked": missing, "source": "required_outputs"} if missing else None

    def _scan_placeholders(self, result):
        return self._each("placeholder", lambda path: f"file:{path}: 'TODO' (matched /TODO/)")

    def _validate_output_files(self):
        return self._each("file", lambda path: f"{path}: 0 bytes")

    def _classify_output_warning(self, warning):
        return "critical"

    def _check_missing_deliverable(self, task):
        return "Task implies a document file, but `_output_dir` is empty." if self._found == "deliverable" else ""

    def _check_structural_integrity(self):
        return self._each("structural_integrity", lambda path: f"{path}: paragraphs are exact duplicates")

    def _record_completion_rejection(self, state, *, gate, reason, repair_payload=None):
        if self._paths is None:
            repair_payload = {}  # The harness plays a rejection of which nothing concrete is known.
        elif gate in ("critique", "eval"):
            # These two have no form for a defect: it is handed on in that of a missing file.
            repair_payload = {"missing": self._paths, "empty": []}
        super()._record_completion_rejection(state, gate=gate, reason=reason, repair_payload=repair_payload)
