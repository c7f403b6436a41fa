"""Tests of what the example does while an AWP workflow runs, worked out by hand from the document."""

import json
import unittest

from example_subject import ExampleTest, replaced

OK = {"ok": True, "output": "fine"}


class State(ExampleTest):
    def test_reserved_keys_are_not_written(self):
        state = {"_meta": 1, "writer": {"a": 1}}
        writes = [{"key": "_meta", "value": 2}, {"key": "writer", "value": 3}, {"key": "_Meta", "value": 4}]
        writes += [{"key": "_errors", "value": 5}, {"key": "meta", "value": 6}]
        answer = self.ask("awp/write_state", agent="writer", state=state, writes=writes)
        expected = {"_meta": 1, "writer": 3, "_Meta": 4, "meta": 6}
        self.assertEqual(answer, {"state": expected, "rejected": ["_meta", "_errors"]})
        self.ask_wildly("awp/write_state", agent="writer", state=state, writes=writes)

    def test_who_sees_what(self):
        state = {"me": {"a": 1, "b": 2}, "you": {"a": 3, "b": 4, "c": 5}}
        agents = {"me": {"shareOutput": []}, "you": {"shareOutput": ["a"]}}
        rules = [{"from": "you", "to": "me", "fields": ["b"]}, {"from": "me", "to": "you", "fields": ["a"]}]
        for strategy, you in [("full", state["you"]), ("selective", {"a": 3, "b": 4}), ("isolated", None)]:
            sharing = {"strategy": strategy, "rules": rules}
            answer = self.ask("awp/read_state", sharing=sharing, agents=agents, state=state, reader="me")["visible"]
            self.assertEqual((answer["me"], answer.get("you")), (state["me"], you))
            self.ask_wildly("awp/read_state", sharing=sharing, agents=agents, state=state, reader="me")

    def test_channels_deliver_what_fits(self):
        channel = {"name": "c", "schema": {"type": "object", "required": ["a"]}}
        messages = [{"id": "1", "content": {"a": 1}}, {"id": "2", "content": {}}, {"id": "3", "content": "a"}]
        answer = self.ask("awp/deliver", channel=channel, messages=messages)
        self.assertEqual(answer, {"delivered": ["1"], "rejected": ["2", "3"]})
        answer = self.ask("awp/deliver", channel={"name": "c"}, messages=messages)
        self.assertEqual(answer, {"delivered": ["1", "2", "3"], "rejected": []})
        self.ask_wildly("awp/deliver", channel=channel, messages=messages)

    def test_secrets_stay_out_of_every_sink(self):
        secrets = ["hunter2-hunter2", 'quo"ted-secret', 8675309123, "nested-secret"]
        params = {
            "sensitiveFields": ["password", "pin"],
            "env": [
                {"name": "KEY", "value": secrets[0], "sensitive": True},
                {"name": "HOME", "value": "/home", "sensitive": False},
            ],
            "state": {"a": {"password": {"old": [secrets[3]], "new": secrets[1]}}, "list": [{"pin": secrets[2]}]},
            "events": [
                {"sink": "log", "message": "used hunter2-hunter2 in /home", "attributes": {}},
                {"sink": "log", "message": "nothing to hide", "attributes": {"home": "/home", "n": 5}},
                {"sink": "metric", "message": "m", "attributes": {"key hunter2-hunter2": 1, "key hunter2-hunter2 ": 2}},
                {"sink": "span", "message": json.dumps(secrets), "attributes": {"deep": [{"n": 8675309123.0}]}},
                {"sink": "audit", "message": "pin 8675309123", "attributes": {"x": "xxnested-secretxx"}},
            ],
        }
        sinks = self.ask("awp/record", **params)
        sizes = {sink: len(found) for sink, found in sinks.items()}
        self.assertEqual(sizes, {"log": 2, "metric": 1, "span": 1, "audit": 1})
        text = json.dumps(sinks)
        for secret in ["hunter2", "quo", "ted-secret", "8675309123", "nested"]:
            self.assertNotIn(secret, text)
        self.assertEqual(sinks["log"][0]["message"], "used [REDACTED] in /home")
        self.assertEqual(sinks["log"][1], {"message": "nothing to hide", "attributes": {"home": "/home", "n": 5}})
        self.assertEqual(len(sinks["metric"][0]["attributes"]), 2)
        self.ask_wildly("awp/record", **params)


class Audit(ExampleTest):
    EVENTS = [
        {"id": 1, "event": "workflow.start"},
        {"id": 2, "event": "agent.start", "details": {"b": 1.0, "a": [True, None, "é"]}},
        {"id": 3, "event": "agent.end"},
    ]

    def test_a_chain(self):
        entries = self.ask("awp/audit", integrity="hash_chain", events=self.EVENTS)["entries"]
        self.assertEqual(entries[0]["prev_hash"], "0" * len(entries[0]["hash"]))
        self.assertEqual([e["prev_hash"] for e in entries[1:]], [e["hash"] for e in entries[:-1]])
        self.assertEqual([e.get("details") for e in entries], [None, self.EVENTS[1]["details"], None])
        verify = lambda chain: self.ask("awp/verify_audit", integrity="hash_chain", entries=chain)["valid"]  # noqa: E731
        self.assertTrue(verify(entries))
        self.assertTrue(verify([]))
        respelled = [dict(reversed(list(entry.items()))) for entry in entries]
        respelled[1]["details"] = {"a": [True, None, "é"], "b": 1}
        respelled[0].update(id=1.0, details=None)
        self.assertTrue(verify(respelled))
        for path, value in [
            ([0, "id"], 9),
            ([1, "details", "b"], True),
            ([2, "event"], "agent.END"),
            ([1, "prev_hash"], None),
            ([2, "hash"], entries[1]["hash"]),
            ([1, "more"], "x"),
        ]:
            self.assertFalse(verify(replaced(entries, path, value)), path)
        self.assertFalse(verify(entries[1:]))
        self.assertFalse(verify(entries[:1] + entries[2:]))
        self.assertFalse(verify([entries[1], entries[0], entries[2]]))
        self.ask_wildly("awp/verify_audit", integrity="hash_chain", entries=entries)
        self.ask_wildly("awp/audit", integrity="hash_chain", events=self.EVENTS)


class Graph(ExampleTest):
    @staticmethod
    def workflow(graph, **execution):
        nodes = [{"id": name, "depends_on": list(dependencies)} for name, dependencies in graph.items()]
        return {"awp": "1.0.0", "orchestration": {"graph": nodes}, "execution": execution}

    def hear_agents(self):
        heard = self.hear_until_idle()
        return {call["params"]["agent"]: call for call in heard}

    def test_agents_wait_for_their_dependencies(self):
        self.open("awp/run", workflow=self.workflow({"dd": ["bb", "cc"], "aa": [], "bb": ["aa"], "cc": []}))
        first = self.hear_agents()
        self.assertEqual(sorted(first), ["aa", "cc"])
        self.reply(first["aa"], ok=True, output=1)
        second = self.hear_agents()
        self.assertEqual(second["bb"]["params"]["inputs"], {"aa": 1})
        self.reply(second["bb"], ok=True, output=2)
        self.assertEqual(self.hear_agents(), {})
        self.reply(first["cc"], ok=True, output=3)
        third = self.hear_agents()
        self.assertEqual(third["dd"]["params"]["inputs"], {"bb": 2, "cc": 3})
        self.reply(third["dd"], ok=True, output=4)
        result = self.hear_result()
        outputs = {name: agent["output"] for name, agent in result["agents"].items()}
        self.assertEqual((result["status"], outputs), ("completed", {"aa": 1, "bb": 2, "cc": 3, "dd": 4}))

    def test_graphs_that_cannot_run(self):
        for graph in [{"aa": ["aa"]}, {"aa": ["bb"], "bb": ["aa"]}, {"aa": ["zz"], "bb": []}]:
            result, said = self.play(lambda *_: OK, "awp/run", workflow=self.workflow(graph))
            self.assertEqual((result["status"], said), ("rejected", []))
        execution = {"timeout_per_agent": 1, "timeout_total": 1, "on_failure": "stop"}
        self.ask_wildly("awp/run", workflow=self.workflow({"aa": [], "bb": ["aa"]}, **execution))

    def statuses(self, graph, world, **execution):
        """What became of each agent. A world of (agent: reply); None hangs."""
        step = lambda _, about: world.get(about["agent"], OK)  # noqa: E731
        result, said = self.play(step, "awp/run", workflow=self.workflow(graph, **execution))
        asked = [about["agent"] for _, about in said]
        return result["status"], {name: agent["status"] for name, agent in result["agents"].items()}, asked

    GRAPH = {"aa": [], "bb": ["aa"], "cc": ["bb"], "dd": [], "ee": ["dd"]}

    def test_a_failure(self):
        bad = {"aa": {"ok": False, "error": "no"}}
        status, agents, _ = self.statuses(self.GRAPH, bad, on_failure="continue")
        expected = {"aa": "failed", "bb": "skipped", "cc": "skipped", "dd": "completed", "ee": "completed"}
        self.assertEqual((status, agents), ("partial", expected))
        for execution in ({}, {"on_failure": "stop"}):
            status, agents, asked = self.statuses(self.GRAPH, bad, **execution)
            self.assertNotIn("bb", asked)
            self.assertEqual((status in ("partial", "failed"), agents["aa"], agents["bb"]), (True, "failed", "skipped"))
        _, agents, _ = self.statuses(self.GRAPH, bad, on_failure="skip")
        self.assertEqual((agents["aa"], agents["bb"], agents["cc"]), ("failed", "completed", "completed"))
        _, _, asked = self.statuses({"aa": []}, bad, on_failure="retry")
        self.assertEqual(asked, ["aa", "aa"])

    def test_a_hung_agent(self):
        hung = {"aa": None}
        status, agents, _ = self.statuses(self.GRAPH, hung, on_failure="continue", timeout_per_agent=0.2)
        expected = {"aa": "timed_out", "bb": "skipped", "cc": "skipped", "dd": "completed", "ee": "completed"}
        self.assertEqual((status, agents), ("partial", expected))
        status, agents, asked = self.statuses(self.GRAPH, hung, timeout_total=0.2)
        self.assertEqual((agents["aa"], agents["bb"], agents["ee"]), ("timed_out", "skipped", "completed"))

    def test_a_nodes_own_limit_wins(self):
        workflow = self.workflow({"aa": []}, timeout_per_agent=1000)
        workflow["orchestration"]["graph"][0]["timeout"] = 0.2
        result, _ = self.play(lambda *_: None, "awp/run", workflow=workflow)
        self.assertEqual(result["agents"]["aa"]["status"], "timed_out")

    def test_a_reply_that_is_late_reaches_nobody(self):
        execution = {"timeout_per_agent": 0.2, "on_failure": "skip"}
        self.open("awp/run", workflow=self.workflow({"aa": [], "bb": ["aa"]}, **execution))
        late = self.hear_agents()["aa"]
        dependent = self.hear_agents()["bb"]
        self.assertEqual(dependent["params"]["inputs"], {})
        self.reply(late, ok=True, output="late")
        self.reply(dependent, **OK)
        result = self.hear_result()
        self.assertEqual(result["agents"]["aa"]["status"], "timed_out")


if __name__ == "__main__":
    unittest.main()
