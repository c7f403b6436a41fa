"""Tests of the example's agents, tools, prompts and selection, worked out by hand from the Agent Domain Contract."""

import unittest

from example_subject import ExampleTest, replaced, without

STEP = {"stepId": "s1", "name": "Read", "type": "prompt", "dependencies": []}
PROFILE = {
    "agentId": "my-agent-2",
    "description": "zzz",
    "enabled": False,
    "displayName": "Mine",
    "version": "1.0.10",
    "role": "r",
    "expertise": ["e"],
    "capabilities": ["c"],
    "systemPrompt": "p",
    "temperature": 1.5,
    "maxTokens": 4096,
    "tags": ["t"],
    "priority": 50,
    "workflow": [STEP, {**STEP, "stepId": "s2", "dependencies": ["s1"]}],
    "abilities": {"core": ["a"]},
    "selectionMetadata": {"exampleTasks": ["x"], "notForTasks": ["y"], "keywords": ["k"], "primaryIntents": ["i"]},
}


class Registry(ExampleTest):
    def script(self, *operations):
        script = [{"op": op, "profile" if isinstance(given, dict) else "id": given} for op, given in operations]
        return self.ask("contract/registry", script=script)["results"]

    def test_ids_are_unique(self):
        first, second = {**PROFILE, "role": "first"}, {**PROFILE, "role": "second"}
        results = self.script(
            ("update", first),
            ("get", "my-agent-2"),
            ("register", first),
            ("register", second),
            ("get", "my-agent-2"),
            ("update", second),
            ("get", "my-agent-2"),
            ("list", None),
        )
        self.assertEqual([result["ok"] for result in results], [False, False, True, False, True, True, True, True])
        self.assertEqual((results[4]["profile"], results[6]["profile"]), (first, second))
        self.assertEqual(results[7]["ids"], ["my-agent-2"])

    def test_limits(self):
        self.assertTrue(self.script(("register", {"agentId": "a", "description": "d"}))[0]["ok"])
        lists = [(["expertise"], 100, 20), (["capabilities"], 100, 50), (["tags"], 50, 20)]
        lists += [(["abilities", "core"], 100, 50)]
        lists += [(["selectionMetadata", name], 200, 10) for name in ("exampleTasks", "notForTasks")]
        lists += [(["selectionMetadata", "keywords"], 50, 50), (["selectionMetadata", "primaryIntents"], 100, 20)]
        good = [(path, ["x" * length] * count) for path, length, count in lists]
        bad = [(path, ["x" * (length + 1)]) for path, length, _ in lists]
        bad += [(path, ["x"] * (count + 1)) for path, _, count in lists]
        bad += [(path, value) for path, _, _ in lists for value in ("x", [1])]
        texts = [(["description"], 2000), (["displayName"], 100), (["role"], 200), (["systemPrompt"], 10000)]
        texts += [(["workflow", 0, "name"], 200), (["agentId"], 50)]
        good += [(path, "x" * length) for path, length in texts]
        bad += [(path, "x" * (length + 1)) for path, length in texts] + [(path, 5) for path, _ in texts]
        bad += [(["agentId"], value) for value in ("", "My-agent", "my_agent", "my agent", "agent\n")]
        bad += [(["description"], ""), (["workflow", 0, "stepId"], ""), (["workflow", 0, "name"], "")]
        bad += [(["workflow", 1, "stepId"], "x" * 101), (["workflow", 0, "type"], "Prompt")]
        bad += [(["workflow", 0, "dependencies"], ["s3"]), (["workflow"], [STEP] * 101), (["workflow"], {})]
        good += [(["workflow"], [STEP] * 100), (["workflow", 0, "type"], "discuss")]
        bad += [(["enabled"], "true"), (["enabled"], 1)]
        good += [(["version"], value) for value in ("0.0.0", "10.20.30")]
        bad += [(["version"], value) for value in ("1.0", "v1.0.0", "1.0.0-a", 1)]
        good += [(["temperature"], value) for value in (0, 2, 0.5)]
        bad += [(["temperature"], value) for value in (-0.1, 2.1, "1", True)]
        good += [(["maxTokens"], 1), (["maxTokens"], 200000), (["priority"], 1), (["priority"], 100)]
        bad += [(["maxTokens"], value) for value in (0, 200001, 1.5, "1")]
        bad += [(["priority"], value) for value in (0, 101, 1.5, True)]
        for path, value in good:
            with self.subTest(path=path, value=value):
                self.assertEqual(self.script(("register", replaced(PROFILE, path, value)))[0], {"ok": True})
        for path, value in bad:
            self.assert_refused(path, replaced(PROFILE, path, value))
        for path in (["agentId"], ["description"], *(["workflow", 0, name] for name in ("stepId", "name", "type"))):
            self.assert_refused(path, without(PROFILE, *path))

    def assert_refused(self, path, profile):
        with self.subTest(path=path, profile=profile):
            refused, got, listed, _, again, old = self.script(
                ("register", profile),
                ("get", "my-agent-2"),
                ("list", None),
                ("register", PROFILE),
                ("update", profile),
                ("get", "my-agent-2"),
            )
            self.assertFalse(refused["ok"] or got["ok"] or again["ok"])
            self.assertIn(path[-1], refused["error"]["message"])
            self.assertEqual((listed["ids"], old["profile"]), ([], PROFILE))

    def test_nothing_throws(self):
        self.ask_wildly("contract/registry", script=[{"op": "register", "profile": PROFILE}, {"op": "get", "id": "x"}])


class Delegation(ExampleTest):
    def test_delegate(self):
        for chain, to, depth, allowed in [
            (["a"], "b", None, True),
            (list("abcde"), "f", None, True),
            (list("abcdef"), "g", None, False),
            (["a"], "b", 1, True),
            (["a", "b"], "c", 1, False),
            (["a"], "a", None, False),
            (["a", "b", "c"], "a", None, False),
            (["a", "b"], "B", None, True),
        ]:
            answer = self.ask("contract/delegate", chain=chain, to=to, **({} if depth is None else {"maxDepth": depth}))
            self.assertEqual((answer["allowed"], "error" in answer), (allowed, not allowed), (chain, to, depth))
        self.ask_wildly("contract/delegate", chain=["a"], to="b", maxDepth=5)

    def test_delegation_run(self):
        world = {"root": ["a", "b"], "a": ["b", "root"], "b": ["c", "b"], "c": ["d"]}
        asked = lambda _, about: {"delegateTo": world.get(about["agentId"], []), "maxDepth": 99}  # noqa: E731
        result, said = self.play(asked, "contract/delegation_run", root="root", maxDepth=2)
        chains = ["/".join(about["chain"]) for _, about in said]
        self.assertEqual(chains, ["root", "root/a", "root/a/b", "root/b", "root/b/c"])
        self.assertTrue(all(about["agentId"] == about["chain"][-1] for _, about in said))
        refused = [(refusal["from"], refusal["to"]) for refusal in result["refused"]]
        self.assertEqual(refused, [("a", "root"), ("b", "c"), ("b", "b"), ("b", "b"), ("c", "d")])
        self.ask_wildly("contract/delegation_run", root="r", maxDepth=3)


class Tools(ExampleTest):
    PROPERTIES = {"type": "object", "properties": {"n": {"type": "integer"}}}
    TOOL = {"name": "count", "inputSchema": {**PROPERTIES, "required": ["n"], "additionalProperties": False}}

    def test_calls(self):
        calls = [{"tool": "count", "args": args} for args in ({"n": 1}, {"n": "1"}, {}, {"n": 1, "m": 2}, None)]
        calls += [{"tool": name, "args": {}} for name in ("Count", "", "__init__", "constructor")]
        calls += [{"tool": "count", "args": {"n": 2}}]
        world = lambda _, about: {"output": {"n": about["args"]["n"]}}  # noqa: E731
        result, said = self.play(world, "contract/tool", tools=[self.TOOL], calls=calls)
        self.assertEqual([about for _, about in said], [calls[0], calls[-1]])
        results = result["results"]
        self.assertEqual([r["success"] for r in results], [True] + [False] * 8 + [True])
        self.assertEqual((results[0]["output"], results[-1]["output"]), ({"n": 1}, {"n": 2}))
        for call, found in zip(calls[5:9], results[5:9]):
            self.assertEqual(found["errorCode"], "TOOL_NOT_FOUND")
            self.assertIn(call["tool"], found["error"]["message"])
        self.ask_wildly("contract/tool", tools=[self.TOOL], calls=calls[:2])

    def test_results_do_not_change(self):
        output = {"list": [1, {"deep": True}], "a/b": 1}
        paths = ["/success", "/output", "/output/list/0", "/output/list/-", "/output/list/1/deep"]
        paths += ["/output/a~1b", "/new", ""]
        attempts = [{"path": path, "value": 9} for path in paths] + [{"path": path} for path in paths[:-2]]
        params = {"tool": self.TOOL, "args": {"n": 1}, "attempts": attempts}
        result, _ = self.play(lambda *_: {"output": output}, "contract/mutate_result", **params)
        self.assertEqual(result["before"], {"success": True, "output": output})
        self.assertEqual(result["after"], result["before"])
        self.assertEqual([(a["threw"], a["changed"]) for a in result["attempts"]], [(True, False)] * len(attempts))
        self.ask_wildly("contract/mutate_result", **{**params, "attempts": attempts[-2:]})


class Prompt(ExampleTest):
    ABILITIES = [
        {"id": "tests", "content": "Write tests. " * 4, "tags": ["test", "quality"]},
        {"id": "style", "content": "Be brief.", "tags": ["style"]},
        {"id": "core", "content": "You are careful.", "tags": []},
        {"id": "both", "content": "Test quality, too.", "tags": ["test", "quality"]},
    ]
    TASK = "Test the quality of this, with style-guides"

    def prompt(self, limit, core=("core",), task=TASK):
        agent = {"systemPrompt": "Do it.", "coreAbilities": list(core)}
        params = {"agent": agent, "abilities": self.ABILITIES, "task": task, "tokenLimit": limit}
        result, said = self.play(lambda *_: {"text": "yes"}, "contract/prompt", **params)
        ((_, about),) = said
        self.assertTrue(about["system"].endswith("Do it."))
        injected = about["system"][: -len("Do it.")].rstrip()
        self.assertEqual(result["tokenCount"], -(-len(injected) // 4))
        self.assertLessEqual(result["tokenCount"], limit)
        self.assertEqual(result["truncated"], bool(result["warnings"]))
        return result["injected"], injected, result["truncated"]

    def test_core_first_then_by_relevance(self):
        injected, text, truncated = self.prompt(1000)
        self.assertEqual((injected, truncated), (["core", "tests", "both", "style"], False))
        self.assertTrue(text.startswith("You are careful."))
        self.assertEqual(self.prompt(1000, task="contest")[0], ["core"])
        self.assertEqual(self.prompt(1000, core=(), task="zzz")[:2], ([], ""))

    def test_a_tight_budget(self):
        self.assertEqual(self.prompt(4)[0::2], (["core"], True))
        # 16 characters, a blank line, and 51 more once the last space is gone: 69, which is 18 tokens.
        self.assertEqual(self.prompt(18)[0::2], (["core", "tests"], True))
        self.assertEqual(self.prompt(17)[0::2], (["core"], True))

    def test_nothing_throws(self):
        agent = {"systemPrompt": "Do it.", "coreAbilities": ["core"]}
        self.ask_wildly("contract/prompt", agent=agent, abilities=self.ABILITIES, task=self.TASK, tokenLimit=9)


class Selection(ExampleTest):
    def select(self, task, *agents, **params):
        profiles = [{"agentId": name, "description": "zzz", **more} for name, more in (*agents, ("standard", {}))]
        results = self.ask("contract/select", agents=profiles, task=task, **params)["results"]
        return [(result["agentId"], result["confidence"]) for result in results]

    @staticmethod
    def about(name, **metadata):
        return name, {"selectionMetadata": metadata}

    def test_fallback(self):
        self.assertEqual(self.select("anything"), [("standard", 0.5)])
        self.assertEqual(self.select("anything", self.about("a", exampleTasks=["other"])), [("standard", 0.5)])

    def test_examples(self):
        for examples, expected in [
            (["deploy app"], 0.4),
            (["nope", "Deploy App", "never"], 0.4),
            ([" DEPLOY app to prod "], 0.6),
            (["deploy", "deploy app to prod"], 0.6),
            (["deploy app to prod now"], None),
        ]:
            found = dict(self.select("Deploy app to prod", self.about("a", exampleTasks=examples)))
            self.assertEqual(found.get("a"), expected, examples)

    def test_exclusions(self):
        strong = {"exampleTasks": ["deploy app"], "keywords": ["deploy"]}
        self.assertEqual(self.select("deploy app", self.about("a", **strong)), [("a", 0.7)])
        against = self.about("a", **strong, notForTasks=["app", "deploy"])
        self.assertEqual(self.select("deploy app", against), [("a", 0.2)])
        self.assertEqual(self.select("deploy app", self.about("a", notForTasks=["app"])), [("standard", 0.5)])

    def test_range_and_order(self):
        all_of_it = {"exampleTasks": ["a b c d"], "keywords": list("abcd"), "primaryIntents": list("abcd")}
        agents = [self.about("z", **all_of_it), self.about("m", keywords=["a"]), self.about("b", keywords=["d"])]
        self.assertEqual(self.select("a b c d", *agents), [("z", 1), ("b", 0.1), ("m", 0.1)])
        self.assertEqual(self.select("a b c d", *reversed(agents)), [("z", 1), ("b", 0.1), ("m", 0.1)])
        self.assertEqual(self.select("a b c d", *agents, maxResults=1), [("z", 1)])
        disabled = "z", {**agents[0][1], "enabled": False}
        self.assertEqual(self.select("a b c d", disabled), [("standard", 0.5)])

    def test_nothing_throws(self):
        agent = {"agentId": "a", "description": "d", "selectionMetadata": {"keywords": ["a"], "exampleTasks": ["b"]}}
        self.ask_wildly("contract/select", agents=[agent], task="t", maxResults=1)


if __name__ == "__main__":
    unittest.main()
