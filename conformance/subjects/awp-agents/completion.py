"""`awp/complete`: one COMPLETE decision before the package's real gates.

The evidence is laid out where the gates look for it, and a loop is run whose manager
completes at once. If a gate sends it back, the manager gives up.
"""

from __future__ import annotations

import base64

import project
from awp.models.evaluation import EvaluationConfig
from loop_runner import RUN_ID, PlayedLoop
from played_gates import Judge
from pydantic import ValidationError

# The manager is asked twice at most, and no breaker stands in its way.
BUDGET = {"max_loops": 9, "max_rejected_completions": 99}


def complete(evidence):
    critique, evaluation = evidence.get("critique") or {}, evidence.get("evaluation") or {}
    decisions = iter([{"decision": "complete", "final_result": dict(evidence.get("finalResult") or {})}])
    config = {}
    if critique:
        config["critique"] = {
            "enabled": critique["enabled"],
            "min_score_to_complete": critique["minScoreToComplete"],
        }
    with project.directory() as path:
        write_files(path / "output" / RUN_ID, evidence.get("files") or [])
        try:
            scoring = native_evaluation(evaluation)
        except ValidationError as error:  # No workflow with such an evaluation is ever run.
            return {"accepted": False, "rejectedBy": "eval", "event": {"gate": "eval", "reason": str(error)}}
        loop = PlayedLoop(
            path,
            lambda state, iteration: next(decisions, {"decision": "fail", "reason": "sent back"}),
            config,
            BUDGET,
            eval_config=scoring,
            llm_client=Judge(evaluation.get("score")),
        )
        loop._history = [iteration(*it) for it in enumerate(critique.get("iterations") or [], 1)]
        if evidence.get("subtasks"):
            loop.start_with([native_subtask(it) for it in evidence["subtasks"]])
        status, reason = loop.go(evidence.get("task") or "")
    return answer(loop, status, reason)


def write_files(directory, files):
    directory.mkdir(parents=True)
    for file in files:
        target = directory / file["path"]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(file["base64"]))


def iteration(number, scores):
    """An iteration that is over, as the loop remembers it."""
    return {"iteration": number, "confidence": 1.0, "critique": [{"score": score} for score in scores]}


def native_evaluation(evaluation):
    if not evaluation:
        return None
    return EvaluationConfig(
        enabled=evaluation["enabled"],
        thresholds=evaluation["thresholds"],
        metrics=[{"name": "judged", "kind": "rubric_judge"}],
    )


def native_subtask(subtask):
    names = {"successCriteria": "success_criteria", "requiredOutputs": "required_outputs"}
    return {names.get(name, name): value for name, value in subtask.items()}


def answer(loop, status, reason):
    if status == "complete":
        return {"accepted": True}
    if reason == "eval_fail":  # The one gate that ends the run without an event.
        return {"accepted": False, "rejectedBy": "eval", "event": {"gate": "eval", "action": "fail_workflow"}}
    if not loop.fired:
        return {"accepted": False}
    gate, fields = loop.fired[0]
    event = {"gate": gate}
    if gate == "eval":
        event["action"] = "retry_with_repair"  # The one action that it goes on with.
    if gate == "deliverable_presence":
        event["source"] = fields["source"]
        event.update({name: [within_output(it) for it in fields[name]] for name in ("missing", "empty")})
    return {"accepted": False, "rejectedBy": gate, "event": event}


def within_output(path):
    """The package tells paths from the project, the protocol from the output directory."""
    return path.removeprefix(f"output/{RUN_ID}/")
