"""Tests of the example's workflow runs, worked out by hand from the Agent Domain Contract."""

import unittest

from example_subject import WILD, ExampleTest, replaced, without


def steps(**graph):
    return [{"stepId": name, "dependencies": list(dependencies)} for name, dependencies in graph.items()]


def ok(_, about):
    return {"ok": True, "output": about["stepId"].upper()}


def failing(*names):
    return lambda what, about: {"ok": False, "error": "no"} if about["stepId"] in names else ok(what, about)


class RunTest(ExampleTest):
    def run_steps(self, world, given, **params):
        """The result, the statuses by step, and the steps that were asked for."""
        result, said = self.play(world, "contract/run", steps=given, **params)
        self.assertEqual([step["stepId"] for step in result["steps"]], [step["stepId"] for step in given])
        statuses = {step["stepId"]: step["status"] for step in result["steps"]}
        return result, statuses, [about["stepId"] for what, about in said if what == "host/step"]


class Sequential(RunTest):
    def test_in_the_order_of_the_array(self):
        self.open("contract/run", steps=steps(c="", a="c", b="ca"))
        for name, inputs in [("c", {}), ("a", {"c": "C"}), ("b", {"c": "C", "a": "A"})]:
            (asked,) = self.hear_until_idle()
            self.assertEqual((asked["params"]["stepId"], asked["params"]["inputs"]), (name, inputs))
            self.reply(asked, ok=True, output=name.upper())
        result = self.hear_result()
        self.assertEqual((result["status"], result["errors"], result["checkpoints"]), ("completed", [], []))

    def test_a_failure_ends_the_run(self):
        result, statuses, asked = self.run_steps(failing("b"), steps(a="", b="", c=""))
        self.assertEqual((result["status"], asked), ("failed", ["a", "b"]))
        self.assertEqual(statuses, {"a": "completed", "b": "failed", "c": "skipped"})
        self.assertEqual(result["errors"], [{"stepId": "b", "message": "no"}])

    def test_plans_that_cannot_be_run(self):
        for graph in [{"a": "a"}, {"a": "b", "b": ""}, {"a": "z"}]:
            result, statuses, asked = self.run_steps(ok, steps(**graph))
            self.assertEqual((result["status"], asked, set(statuses.values())), ("rejected", [], {"skipped"}))
        self.ask_wildly("contract/run", steps=steps(a="", b="a"), checkpoint=True, context={}, memory=[])


class Checkpoints(RunTest):
    GIVEN = {"context": {"user": "u", "list": [1]}, "memory": [{"key": "k", "value": 1}]}
    STEPS = steps(a="", b="a", c="ab")

    def test_they_hold_everything(self):
        result, _, _ = self.run_steps(failing("c"), self.STEPS, checkpoint=True, **self.GIVEN)
        more = {"context": self.GIVEN["context"], "memorySnapshot": self.GIVEN["memory"]}
        expected = [
            {"stepIndex": 0, "completedStepId": "a", "stepOutputs": {"a": "A"}, **more},
            {"stepIndex": 1, "completedStepId": "b", "stepOutputs": {"a": "A", "b": "B"}, **more},
        ]
        self.assertEqual(result["checkpoints"], expected)

    def test_a_run_goes_on_after_them(self):
        result, _, _ = self.run_steps(failing("c"), self.STEPS, checkpoint=True, **self.GIVEN)
        first = replaced(result["checkpoints"][0], ["stepOutputs", "a"], "nonce")
        resumed, said = self.play(ok, "contract/run", steps=self.STEPS, resumeFrom=first, checkpoint=True)
        self.assertEqual([about["inputs"] for _, about in said], [{"a": "nonce"}, {"a": "nonce", "b": "B"}])
        self.assertEqual(resumed["status"], "completed")
        self.assertEqual([step["status"] for step in resumed["steps"]], ["restored", "completed", "completed"])
        last = resumed["checkpoints"][-1]
        self.assertEqual(last["stepOutputs"], {"a": "nonce", "b": "B", "c": "C"})
        self.assertEqual((last["context"], last["memorySnapshot"]), (self.GIVEN["context"], self.GIVEN["memory"]))
        resumed, _, asked = self.run_steps(ok, self.STEPS, resumeFrom=last)
        self.assertEqual((resumed["status"], asked), ("completed", []))

    def test_incomplete_ones_are_refused(self):
        good = {"stepIndex": 1, "completedStepId": "b", "stepOutputs": {"a": 1, "b": 2}}
        good.update(context={}, memorySnapshot=[])
        bad = [without(good, field) for field in good]
        bad += [replaced(good, ["stepIndex"], value) for value in (-1, 0, 3, "1", 1.5)]
        bad += [without(good, "stepOutputs", "a"), {**good, "completedStepId": "c"}, *filter(None, WILD)]
        for checkpoint in bad:
            with self.subTest(checkpoint=checkpoint):
                result, _, asked = self.run_steps(ok, self.STEPS, resumeFrom=checkpoint)
                self.assertEqual((result["status"], asked), ("rejected", []))


class Parallel(RunTest):
    def hear_steps(self):
        return {asked["params"]["stepId"]: asked for asked in self.hear_until_idle()}

    def finish(self, held):
        """Answers everything that is asked; gives the result and the names in the order of their lines."""
        said = []
        for asked in held.values():
            self.reply(asked, **ok("", asked["params"]))
        while True:
            heard = self.subject.hear()
            if "method" not in heard:
                return heard["result"], said
            if "id" in heard:
                said.append((heard["method"], heard["params"]["stepId"]))
                self.reply(heard, **ok("", heard["params"]))

    def test_the_limit_is_respected_and_reached(self):
        for limit in (1, 3, 10, None):
            parallel = {} if limit is None else {"maxConcurrency": limit}
            self.open("contract/run", steps=steps(**{f"s{n}": "" for n in range(12)}), parallel=parallel)
            held = self.hear_steps()
            self.assertEqual(len(held), limit or 5)
            first = held.pop("s0")
            self.reply(first, ok=True, output=1)
            held.update(self.hear_steps())
            self.assertEqual(len(held), limit or 5)
            result, _ = self.finish(held)
            self.assertEqual(result["status"], "completed")

    def test_dependents_wait_for_all(self):
        self.open("contract/run", steps=steps(d="bc", b="a", c="", a=""), parallel={})
        held = self.hear_steps()
        self.assertEqual(sorted(held), ["a", "c"])
        self.reply(held["a"], ok=True, output="A")
        held.update(self.hear_steps())
        self.assertEqual(held["b"]["params"]["inputs"], {"a": "A"})
        self.reply(held["b"], ok=True, output="B")
        self.assertEqual(self.hear_steps(), {})
        self.reply(held["c"], ok=True, output="C")
        last = self.hear_steps()["d"]
        self.assertEqual(last["params"]["inputs"], {"b": "B", "c": "C"})
        self.reply(last, ok=True, output="D")
        self.assertEqual(self.hear_result()["status"], "completed")

    def test_what_cannot_be_run(self):
        plans = [{"a": "a"}, {"a": "b", "b": "a", "c": ""}, {"a": "z"}]
        settings = [{"maxConcurrency": 0}, {"maxConcurrency": 11}, {"maxConcurrency": "2"}, {"failureStrategy": "panic"}]
        for graph, parallel in [(plan, {}) for plan in plans] + [({"a": ""}, setting) for setting in settings]:
            result, _, asked = self.run_steps(ok, steps(**graph), parallel=parallel)
            self.assertEqual((result["status"], asked), ("rejected", []))

    def test_fail_fast(self):
        self.open("contract/run", steps=steps(a="", b="", c="", d="a"), parallel={"maxConcurrency": 2})
        held = self.hear_steps()
        self.reply(held["b"], ok=False, error="no")
        result, said = self.finish({"a": held["a"]})
        self.assertEqual((result["status"], said), ("failed", []))
        statuses = {step["stepId"]: step["status"] for step in result["steps"]}
        self.assertIn(statuses.pop("a"), ("completed", "cancelled"))
        self.assertEqual(statuses, {"b": "failed", "c": "skipped", "d": "skipped"})

    def test_continue_on_error(self):
        parallel = {"maxConcurrency": 1, "failureStrategy": "continueOnError"}
        given = steps(a="", b="a", c="b", d="", e="d", f="")
        result, statuses, _ = self.run_steps(failing("a", "f"), given, parallel=parallel)
        expected = {"a": "failed", "b": "skipped", "c": "skipped", "d": "completed", "e": "completed", "f": "failed"}
        self.assertEqual(statuses, expected)
        self.assertEqual([error["stepId"] for error in result["errors"]], ["a", "f"])

    def test_rollback(self):
        given = [{**step, "compensable": step["stepId"] != "b"} for step in steps(a="", b="", c="", d="", e="")]
        self.open("contract/run", steps=given, parallel={"failureStrategy": "rollback"})
        held = self.hear_steps()
        for name in "cab":
            self.reply(held.pop(name), ok=True, output=1)
        self.reply(held.pop("d"), ok=False, error="no")
        result, said = self.finish({})
        self.assertEqual(said, [("host/compensate", "a"), ("host/compensate", "c")])
        self.assertEqual(result["status"], "failed")
        statuses = {step["stepId"]: step["status"] for step in result["steps"]}
        self.assertEqual((statuses["d"], statuses["e"]), ("failed", "cancelled"))

        self.ask_wildly("contract/run", steps=given, parallel={"maxConcurrency": 2, "failureStrategy": "rollback"})

    def test_nothing_is_rolled_back_without_a_failure(self):
        given = [{**step, "compensable": True} for step in steps(a="", b="a")]
        result, said = self.play(ok, "contract/run", steps=given, parallel={"failureStrategy": "rollback"})
        self.assertEqual((result["status"], [what for what, _ in said]), ("completed", ["host/step"] * 2))


if __name__ == "__main__":
    unittest.main()
