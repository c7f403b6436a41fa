"""Tests of the example's completion gates and delegation loop, worked out by hand from AWP's document."""

import base64
import struct
import unittest
import zlib

from example_subject import ExampleTest


def file(path, content):
    content = content.encode() if isinstance(content, str) else content
    return {"path": path, "base64": base64.b64encode(content).decode()}


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\0" * width) * height)
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Gates(ExampleTest):
    CLEAN = {
        "critique": {"enabled": True, "minScoreToComplete": 0.7, "iterations": [[0.1], [0.7, 0.7, 0.7]]},
        "subtasks": [{"id": "s", "description": "d", "requiredOutputs": ["a.md", "b.png", "c.csv"]}],
        "files": [file("a.md", "# All\n\nis well"), file("b.png", png(2, 1)), file("c.csv", "name,age\nx,1\n")],
        "finalResult": {"summary": "done", "n": 1},
        "task": "write it down",
        "evaluation": {"enabled": True, "thresholds": {"accept": 0.8, "retry": 0.5, "fail": 0.2}, "score": 0.5},
    }

    def gate(self, **changes):
        answer = self.ask("awp/complete", **{**self.CLEAN, **changes})
        self.assertEqual(answer["accepted"], answer.get("rejectedBy") is None)
        return answer.get("rejectedBy")

    def delivering(self, *files):
        return {"subtasks": [{"id": "s", "requiredOutputs": [f["path"] for f in files]}], "files": list(files)}

    def test_clean(self):
        self.assertIsNone(self.gate())
        self.assertEqual(self.ask("awp/complete"), {"accepted": True})

    def test_critique(self):
        for critique, expected in [
            ({"enabled": True, "minScoreToComplete": 0.7, "iterations": [[0.9], [0.7, 0.6]]}, "critique"),
            ({"enabled": False, "minScoreToComplete": 0.7, "iterations": [[0.1]]}, None),
            ({"enabled": True, "minScoreToComplete": 0.7, "iterations": []}, None),
            ({"enabled": True, "minScoreToComplete": 0.7, "iterations": [[0.6, 0.8], []]}, None),
            ({"enabled": True, "minScoreToComplete": 0.7, "iterations": [[0.6, 0.8]]}, None),
        ]:
            self.assertEqual(self.gate(critique=critique), expected, critique)

    def test_deliverable_presence(self):
        subtasks = [{"id": "s", "requiredOutputs": ["a.md", "gone.md"]}, {"id": "t", "requiredOutputs": ["empty.txt"]}]
        files = [file("a.md", "text"), file("empty.txt", "")]
        answer = self.ask("awp/complete", subtasks=subtasks, files=files)
        event = {"gate": "deliverable_presence", "missing": ["gone.md"], "empty": ["empty.txt"]}
        self.assertEqual(answer["event"], {**event, "source": "required_outputs"})
        prose = [{"id": "s", "description": "Write {_output_dir}/report.md.", "successCriteria": "it is good"}]
        self.assertEqual(self.gate(subtasks=prose), "deliverable_presence")
        self.assertIsNone(self.gate(subtasks=prose, files=[file("report.md", "text")]))

    def test_placeholder(self):
        for path, content, expected in [
            ("a.md", "Growth: XX%", "placeholder"),
            ("a.txt", "one\nTODO: two", "placeholder"),
            ("a.txt", "# TODO: not code", "placeholder"),
            ("a.py", "x = 1\n    # TODO: later\n", None),
            ("a.sql", "-- FIXME\nselect 1", None),
            ("a.py", "x = 'FIXME'", "placeholder"),
            ("a.json", '{"key": "your_value"}', "placeholder"),
            ("a.txt", "who ???", "placeholder"),
            ("a.txt", "a todo list? yes, in TODOS.txt", None),
        ]:
            self.assertEqual(self.gate(**self.delivering(file(path, content))), expected, content)
        self.assertEqual(self.gate(finalResult={"a": [{"b": "TODO"}]}), "placeholder")
        self.assertIsNone(self.gate(files=[*self.CLEAN["files"], file("undeclared.txt", "TODO")]))

    def test_file(self):
        for path, content, expected in [
            ("a.png", png(1, 1), "file"),
            ("a.PNG", png(1, 1), "file"),
            ("a.png", png(1, 2), None),
            ("a.png", png(1, 1)[:20], "file"),
            ("a.csv", " \n\t\n", "file"),
            ("a.csv", "1,2\n3,4\n", "file"),
            ("a.csv", "\ufeffname\n", None),
            ("a.pdf", "%PDF-1.4\n%%EOF", None),
            ("a.pdf", "hello", "file"),
            ("a.txt", " ", None),
        ]:
            self.assertEqual(self.gate(**self.delivering(file(path, content))), expected, (path, content))

    def test_deliverable(self):
        self.assertEqual(self.gate(task="Draw a Chart."), "deliverable")
        self.assertIsNone(self.gate(task="uncharted, reportedly"))
        for size, expected in [(511, "deliverable"), (512, None)]:
            files = [*self.CLEAN["files"], file("x.bin", b"\0" * size)]
            self.assertEqual(self.gate(task="a chart", files=files), expected)

    def test_structural_integrity(self):
        again, different = "The same words again.\n\n" * 10, "\n\n".join(f"Paragraph number {n}." for n in range(10))
        self.assertEqual(self.gate(**self.delivering(file("a.md", again))), "structural_integrity")
        self.assertIsNone(self.gate(**self.delivering(file("a.md", different))))
        self.assertIsNone(self.gate(**self.delivering(file("a.txt", again))))

    def test_eval(self):
        thresholds = {"accept": 0.8, "retry": 0.5, "fail": 0.2}
        again, over = "retry_with_repair", "fail_workflow"
        for score, action in [(0.5, None), (0.49, again), (0.2, again), (0.19, over)]:
            answer = self.ask("awp/complete", evaluation={"enabled": True, "thresholds": thresholds, "score": score})
            self.assertEqual(answer.get("event"), action and {"gate": "eval", "action": action})
        self.assertIsNone(self.gate(evaluation={"enabled": False, "thresholds": thresholds, "score": 0}))

    def test_nothing_throws(self):
        self.ask_wildly("awp/complete", **self.CLEAN)


class Loop(ExampleTest):
    PENDING = [{"id": "s1", "status": "pending"}, {"id": "s2", "status": "completed"}]
    PLAN, OK = {"decision": "PLAN"}, {"decision": "DELEGATE", "subtasks": ["s1"], "outcome": "ok"}
    FAILED, COMPLETE = {**OK, "outcome": "failed"}, {"decision": "COMPLETE", "finalResult": {}}
    REJECTED, PASSED = {"rejectedBy": "file", "defect": None}, {"rejectedBy": None, "defect": None}
    DEFECT = {"rejectedBy": "file", "defect": {"kind": "missing", "paths": ["a.md"]}}

    def loop(self, *replies, subtasks=PENDING, plans=2, rejections=2, iterations=20):
        replies = list(replies)
        params = {"maxPreProgressPlans": plans, "maxRejectedCompletions": rejections, "maxIterations": iterations}
        result, said = self.play(lambda *_: replies.pop(0), "awp/loop", subtasks=subtasks, **params)
        self.assertEqual(replies, [])
        decides = [about for what, about in said if what == "host/decide"]
        self.assertEqual([about["iteration"] for about in decides], list(range(1, len(decides) + 1)))
        return result, decides, [about["event"] for what, about in said if what == "host/event"]

    def test_too_many_plans_force_a_delegation(self):
        result, decides, events = self.loop(self.PLAN, self.PLAN, self.PLAN, self.OK, self.COMPLETE, self.PASSED)
        self.assertEqual(result["status"], "completed")
        self.assertEqual([about.get("forced") for about in decides], [None, None, None, "DELEGATE", None])
        forced = {"gate": "plan_loop", "transition": "forced_delegate", "pre_progress_plans": 3, "pending_subtasks": 1}
        self.assertEqual(events, [forced])

    def test_too_many_plans_with_nothing_to_do_end_the_run(self):
        result, _, events = self.loop(self.PLAN, self.PLAN, self.PLAN, subtasks=[{"id": "s1", "status": "failed"}])
        self.assertEqual(result, {"status": "partial", "reason": "plan_loop_stall"})
        ended = {"gate": "plan_loop", "transition": "forced_terminate", "pre_progress_plans": 3, "pending_subtasks": 0}
        self.assertEqual(events, [ended])

    def test_progress_starts_the_count_anew(self):
        _, _, events = self.loop(self.PLAN, self.PLAN, self.OK, self.PLAN, self.PLAN, self.COMPLETE, self.PASSED)
        self.assertEqual(events, [])

    def test_a_plan_replaces_the_one_before(self):
        subtasks = [{"id": "x"}, {"id": "y", "status": "pending"}, {"id": "z", "status": "skipped"}]
        plans = [self.PLAN, self.PLAN, {"decision": "PLAN", "subtasks": subtasks}]
        _, _, events = self.loop(*plans, self.COMPLETE, self.PASSED)
        self.assertEqual(events[0]["pending_subtasks"], 2)

    def test_rejections_without_a_defect_end_the_run(self):
        result, _, events = self.loop(self.COMPLETE, self.DEFECT, self.COMPLETE, self.REJECTED)
        self.assertEqual(result, {"status": "partial", "reason": "max_rejected_completions"})
        self.assertEqual(events, [{"gate": "completion_circuit_breaker", "counter": 2}])

    def test_rejections_with_a_defect_are_repaired(self):
        tripped = [self.COMPLETE, self.REJECTED, self.COMPLETE, self.DEFECT]
        after = [self.FAILED, self.COMPLETE, self.DEFECT, self.COMPLETE, self.PASSED]
        result, decides, events = self.loop(*tripped, *after)
        self.assertEqual(result["status"], "completed")
        self.assertEqual(decides[2]["forced"], "DELEGATE")
        repair = decides[2]["repairSubtask"]
        self.assertEqual((repair["priority"], repair["requiredOutputs"]), ("critical", ["a.md"]))
        event = {"gate": "completion_circuit_breaker", "counter": 2, "repair_subtask_id": repair["id"]}
        self.assertEqual(events, [event])
        self.assertNotIn("forced", decides[3])

    def test_a_successful_delegation_forgives(self):
        replies = [self.COMPLETE, self.REJECTED, self.OK, self.COMPLETE, self.REJECTED, self.COMPLETE, self.PASSED]
        result, _, events = self.loop(*replies)
        self.assertEqual((result["status"], events), ("completed", []))

    def test_iterations_run_out(self):
        result, decides, _ = self.loop(self.PLAN, self.OK, iterations=2)
        self.assertNotEqual(result["status"], "completed")
        self.assertEqual(len(decides), 2)

    def test_nothing_throws(self):
        limits = {"maxPreProgressPlans": 1, "maxRejectedCompletions": 1, "maxIterations": 2}
        self.ask_wildly("awp/loop", **limits, subtasks=self.PENDING)


if __name__ == "__main__":
    unittest.main()
