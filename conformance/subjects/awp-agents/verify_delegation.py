"""The findings on the completion gates and the delegation loop: real loops whose manager is an `agent.py`."""

from __future__ import annotations

import json
import struct
import tempfile
import zlib
from pathlib import Path

from awp.models.evaluation import EvaluationConfig
from awp.models.observability import OutputContractConfig
from awp.models.orchestration import DelegationLoopConfig
from awp.runtime.delegation_loop_runner import DelegationLoopRunner
from verify import control, finding

# A manager that decides what it is told to, one by one, and notes the repair that is forced on it.
MANAGER = """
import json
from awp.agent import AWPAgent

class Agent(AWPAgent):
    name = "manager"

    def __init__(self, agent_dir, workflow_dir, **_):
        self._dir = workflow_dir

    def run(self, task, state):
        decisions = json.loads((self._dir / "decisions.json").read_text())
        (self._dir / "decisions.json").write_text(json.dumps(decisions[1:]))
        (self._dir / "repair.json").write_text(json.dumps(state.get("_forced_repair_subtask")))
        return {"manager": decisions[0] if decisions else {"decision": "fail", "reason": "nothing left to decide"}}
"""


class Loop:
    """A loop that has come to its end: how, for what reason, with which gate events and which repair."""

    def __init__(self, *decisions, files=None, task="Work.", mode="strict", config=None, history=None, **more):
        with tempfile.TemporaryDirectory() as path:
            path = Path(path)
            (path / "agents" / "manager").mkdir(parents=True)
            (path / "agents" / "manager" / "agent.py").write_text(MANAGER)
            (path / "decisions.json").write_text(json.dumps(decisions))
            for name, content in (files or {}).items():
                (path / "output" / "run" / name).parent.mkdir(parents=True, exist_ok=True)
                (path / "output" / "run" / name).write_bytes(content)
            planning = {"enabled": True, "plan_commit_mode": mode}
            settings = {"manager": "agents/manager", "planning": planning, "budget": {"max_depth": 0}, **(config or {})}
            runner = DelegationLoopRunner(path, DelegationLoopConfig(**settings), run_id="run", **more)
            if history is not None:
                runner._history = history
            result = runner.run(task)["delegation_loop"]
            self.status, self.reason = result["_terminal_status"], result["_terminal_reason"]
            lines = (path / "logs" / "run" / "events.jsonl").read_text().splitlines()
            fields = [event["fields"] for event in map(json.loads, lines) if event["category"] == "gate"]
            self.events = [it for it in fields if it["triggered"]]
            self.repair = json.loads((path / "repair.json").read_text())

    @property
    def verdict(self):
        return "accepted" if self.status == "complete" else f"rejected by {self.events[0]['gate']}"

    def fired(self, gate):
        return [event for event in self.events if event["gate"] == gate]


NO_OUTPUT_CONTRACT = {"output_contract": OutputContractConfig(enabled=False)}


def plan(*subtasks):
    tools = [{"capability": "work", "reuse_or_generate": "generate", "assumptions": ["none"]}]
    return {"decision": "plan", "subtasks": [{"tool_manifest": tools, **it} for it in subtasks]}


def declaring(*paths):
    return plan({"id": "s1", "required_outputs": list(paths)})


def complete(**result):
    return {"decision": "complete", "final_result": {"summary": "done", **result}}


def png(comment):
    """An image of one pixel, with a comment of so many bytes."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    text = chunk(b"tEXt", b"Comment\0" + b"x" * comment)
    return b"\x89PNG\r\n\x1a\n" + header + text + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


@control
def a_completion_with_nothing_wrong():
    loop = Loop(declaring("notes.txt"), complete(), files={"notes.txt": b"Some notes on trees.\n"})
    return "accepted", loop.verdict


@control
def a_completion_without_its_file():
    return "rejected by deliverable_presence", Loop(declaring("notes.txt"), complete()).verdict


@control
def a_plan_too_many():
    return 1, len(Loop(plan({"id": "s1"}), plan({"id": "s1"})).fired("plan_loop"))


@control
def two_rejections_for_the_same_reason():
    return 1, len(Loop(complete(answer="TODO"), complete(answer="TODO")).fired("completion_circuit_breaker"))


@finding("awp/gate-deliverable-presence/completion", "a broken completion is accepted")
def a_file_of_the_same_name_elsewhere():
    loop = Loop(declaring("out/notes.txt"), complete(), files={"notes.txt": b"Some notes on trees.\n"})
    return "rejected by deliverable_presence", loop.verdict


@finding("awp/gate-deliverable-presence/completion", "the event's `missing` is wrong")
def an_empty_file_of_the_same_name_elsewhere():
    loop = Loop(declaring("out/notes.txt"), complete(), files={"notes.txt": b""})
    (event,) = loop.fired("deliverable_presence")
    return {"missing": 1, "empty": 0}, {name: len(event[name]) for name in ("missing", "empty")}


@finding("awp/gate-deliverable-presence/completion", "the event's `missing` is wrong")
def more_missing_files_than_ten():
    (event,) = Loop(declaring(*[f"part{number}.txt" for number in range(12)]), complete()).fired("deliverable_presence")
    return 12, len(event["missing"])


@finding("awp/gate-deliverable-presence/completion", "the event's `empty` is wrong")
def more_empty_files_than_ten():
    files = {f"part{number}.txt": b"" for number in range(12)}
    (event,) = Loop(declaring(*files), complete(), files=files).fired("deliverable_presence")
    return 12, len(event["empty"])


@finding("awp/gate-deliverable-presence/completion", "a clean completion is rejected")
@finding("awp/gate-deliverable-presence/completion", "a gate rejects what it has nothing against")
def a_task_that_names_a_file_which_nobody_declared():
    notes = {"notes.txt": b"Some notes on trees.\n" * 30}
    return "accepted", Loop(complete(), files=notes, task="Write notes.txt and stop.").verdict


@finding("awp/gate-placeholder/completion", "a broken completion is accepted")
def a_placeholder_value_in_the_final_result():
    return "rejected by placeholder", Loop(complete(answer="your_value")).verdict


def declared_text(name, content):
    """A text whose only reader is the gate: the package's own check of outputs, which the document does not have, is off."""
    return Loop(declaring(name), complete(), files={name: content}, config=NO_OUTPUT_CONTRACT).verdict


@finding("awp/gate-placeholder/completion", "a broken completion is accepted")
def a_placeholder_in_a_source_file():
    return "rejected by placeholder", declared_text("tool.py", b"TODO\n")


@finding("awp/gate-placeholder/completion", "a broken completion is accepted")
def a_placeholder_in_a_text_of_another_kind():
    return "rejected by placeholder", declared_text("draft.rst", b"TODO\n")


@finding("awp/gate-placeholder/completion", "a broken completion is accepted")
def a_placeholder_at_the_end_of_a_large_file():
    return "rejected by placeholder", declared_text("draft.txt", b"plain words " * 20_000 + b"TODO")


@finding("awp/gate-placeholder/completion", "a broken completion is accepted")
def a_placeholder_under_a_name_with_an_underscore():
    return "rejected by placeholder", Loop(complete(_note="TODO")).verdict


@finding("awp/gate-file/completion", "a broken completion is accepted")
def one_pixel_in_a_large_file():
    loop = Loop(declaring("plot.png"), complete(), files={"plot.png": png(comment=600)})
    return "rejected by file", loop.verdict


@finding("awp/gate-file/completion", "a broken completion is accepted")
def a_table_of_blank_lines():
    loop = Loop(declaring("table.csv"), complete(), files={"table.csv": b"  \n\n"})
    return "rejected by file", loop.verdict


class Judge:
    """A model that gives every answer the same score, the lowest unless told otherwise."""

    def __init__(self, score=0.0):
        self._content = json.dumps({"score": score})

    def chat(self, **_):
        return {"choices": [{"message": {"content": self._content}}]}


def evaluation(**more):
    thresholds = {"accept": 0.75, "retry": 0.5, "fail": 0.25}
    return EvaluationConfig(
        enabled=True, thresholds=thresholds, metrics=[{"name": "quality", "kind": "rubric_judge"}], **more
    )


@finding("awp/gate-eval/completion", "a broken completion is accepted")
def a_score_below_every_threshold():
    return "failed", Loop(complete(), eval_config=evaluation(), llm_client=Judge()).status


@finding("awp/gate-eval/completion", "a broken completion is accepted")
def a_score_between_fail_and_retry():
    loop = Loop(complete(), eval_config=evaluation(), llm_client=Judge(0.4))
    return "sent back", "accepted" if loop.status == "complete" else "sent back"


@finding("awp/circuit-breaker/histories", "the run ends where it has to go on")
def the_fourth_rejection_by_the_critique():
    critique = {"critique": {"enabled": True}, "budget": {"max_depth": 0, "max_rejected_completions": 9}}
    scored = [{"iteration": 1, "confidence": 1.0, "critique": [{"score": 0}]}]
    loop = Loop(*[complete()] * 4, config=critique, history=scored)
    return 4, len(loop.fired("critique"))


@finding("awp/circuit-breaker/histories", "the run ends where it has to go on")
def the_third_rejection_by_the_evaluation():
    armed = evaluation(retry_policy={"enabled": True})
    patient = {"budget": {"max_depth": 0, "max_rejected_completions": 9}}
    loop = Loop(*[complete()] * 3, eval_config=armed, llm_client=Judge(0.4), config=patient)
    return 3, len(loop.fired("eval"))


@finding("awp/circuit-breaker/histories", "a run out of iterations is completed")
@finding("awp/circuit-breaker/histories", "a run is completed without the gates")
def a_missing_file_at_the_last_iteration():
    """With one iteration more the same completion is rejected."""
    loop = Loop(declaring("notes.txt"), complete(), config={"budget": {"max_depth": 0, "max_loops": 2}})
    return "rejected by deliverable_presence", loop.verdict


@finding("awp/circuit-breaker/histories", "a run out of iterations is completed")
def a_bad_score_at_the_last_iteration():
    armed, last = evaluation(retry_policy={"enabled": True}), {"budget": {"max_depth": 0, "max_loops": 1}}
    loop = Loop(complete(), eval_config=armed, llm_client=Judge(0.4), config=last)
    return "rejected", "accepted" if loop.status == "complete" else "rejected"


@control
def the_same_score_with_the_retry_policy_on():
    loop = Loop(complete(), eval_config=evaluation(retry_policy={"enabled": True}), llm_client=Judge())
    return "failed", loop.status


@finding("awp/plan-loop/histories", "`pending_subtasks` of the event is wrong")
def the_plan_that_is_one_too_many_is_not_counted_in():
    done = {"id": "s2", "status": "skipped"}
    loop = Loop(plan({"id": "s1"}), plan(done), plan(done))
    return 0, loop.fired("plan_loop")[0]["pending_subtasks"]


QUIET = {"termination": {"enabled": False}}


@finding("awp/plan-loop/histories", "a gate event is missing")
def plans_after_progress_do_not_count():
    loop = Loop(*[plan({"id": "s1", "status": "completed"}, {"id": "s2"})] * 6, config=QUIET)
    return True, bool(loop.fired("plan_loop"))


@finding("awp/plan-loop/histories", "a gate event is missing")
def plans_of_what_is_done_do_not_end_the_run():
    return "plan_loop_stall", Loop(*[plan({"id": "s1", "status": "completed"})] * 6, config=QUIET).reason


@finding("awp/plan-loop/histories", "a gate event is missing")
def plans_of_nothing_do_not_count():
    return True, bool(Loop(*[plan()] * 6, config=QUIET).fired("plan_loop"))





@finding("awp/circuit-breaker/histories", "a gate event is missing")
def rejections_by_different_gates_do_not_add_up():
    loop = Loop(complete(answer="TODO"), complete(), task="Draw a chart of sales.")
    gates = [event["gate"] for event in loop.events]
    return ["placeholder", "deliverable", "completion_circuit_breaker"], gates


@finding("awp/circuit-breaker/histories", "the repair subtask has other outputs than the defect")
def a_repair_without_outputs():
    loop = Loop(declaring("plot.png"), complete(), complete(), files={"plot.png": png(comment=0)})
    return ["plot.png"], loop.repair["required_outputs"]


@finding("awp/circuit-breaker/histories", "the repair subtask has other outputs than the defect")
def a_repair_whose_output_is_a_sentence():
    loop = Loop(complete(), complete(), task="Draw a chart of sales.")
    (output,) = loop.repair["required_outputs"]
    return "no sentence for a path", "a sentence for a path" if " " in output else "no sentence for a path"


@finding("awp/gate-critique/completion", "a broken completion is accepted")
def a_bad_score_beside_a_task_that_asks_for_a_report():
    """Without the word in the task the same score is not enough."""
    critique = {"critique": {"enabled": True, "min_score_to_complete": 0.5}}
    scored = [{"iteration": 1, "confidence": 1.0, "critique": [{"score": 0}]}]
    files = {"report.txt": b"Some notes on trees.\n" * 30}
    loop = Loop(complete(), files=files, task="report", config=critique, history=scored)
    return "rejected by critique", loop.verdict


@finding("awp/gate-structural-integrity/completion", "a clean completion is rejected")
def paragraphs_that_begin_alike():
    beginning = "What was measured in the woods behind the old station, by whom, and on which day of the year: " * 2
    text = "\n\n".join(f"{beginning} {number} pines." for number in range(10))
    loop = Loop(declaring("page.md"), complete(), files={"page.md": text.encode()}, config=NO_OUTPUT_CONTRACT)
    return "accepted", loop.verdict
