"""Tests of what the example checks when an AWP workflow is loaded, worked out by hand from the document."""

import unittest

import example_schema
from example_subject import WILD, ExampleTest, replaced, without

CAPABILITIES = {
    "tools": {"enabled": True, "allowed": ["web.search", "file.read"]},
    "codemode": {
        "enabled": True,
        "language": "python",
        "sdk_surface": {"mode": "explicit", "include": ["web.search"], "exclude": ["file.read"]},
        "tool_creation": True,
        "tool_creation_namespace": "dynamic",
    },
    "sandbox": {"type": "isolate", "network": {"enabled": False}},
}


def agent(name, **more):
    output = {"format": "json", "contract": {"type": "object", "properties": {}}}
    return {"identity": {"id": name}, "runtime": {"class_name": "Agent"}, "output": output, **more}


PROJECT = {
    "workflow": {
        "awp": "1.0.0",
        "workflow": {"name": "demo", "version": "1.0.0", "description": "a demonstration"},
        "orchestration": {
            "engine": "dag",
            "graph": [
                {"id": "reader", "agent": "agents/reader", "depends_on": []},
                {"id": "writer", "agent": "agents/writer", "depends_on": ["reader"]},
            ],
            "delegation_loop": {"budget": {"max_depth": 5}},
        },
        "dynamic_tools": {"enabled": True, "allowed_namespaces": ["dynamic"]},
        "observability": {
            "evaluation": {
                "enabled": True,
                "metrics": [{"name": "m", "kind": "schema", "weight": 0}, {"name": "n", "kind": "policy", "weight": 1}],
                "thresholds": {"accept": 0.8, "retry": 0.5, "fail": 0.5},
                "step_scores": {"hooks": ["worker_result"]},
                "retry_policy": {"enabled": True, "actions": {"below_retry": "retry_with_repair"}},
            }
        },
    },
    "agents": {"reader": agent("reader"), "writer": agent("writer", capabilities=CAPABILITIES)},
    "files": ["workflow.awp.yaml", "agents/reader/agent.awp.yaml", "agents/writer/agent.awp.yaml"],
    "tools": ["mine.one", "mine.two"],
}

# The short names of places in the project.
PLACES = {
    "graph": ("workflow", "orchestration", "graph"),
    "budget": ("workflow", "orchestration", "delegation_loop", "budget"),
    "evaluation": ("workflow", "observability", "evaluation"),
    "dynamic": ("workflow", "dynamic_tools"),
    "reader": ("agents", "reader"),
    "capabilities": ("agents", "writer", "capabilities"),
    "codemode": ("agents", "writer", "capabilities", "codemode"),
}
MISSING = object()


class Load(ExampleTest):
    def rules(self, project, severity="error"):
        verdict = self.ask("awp/validate", **project)
        self.assertEqual(verdict["valid"], not any(d["severity"] == "error" for d in verdict["diagnostics"]))
        return {d["rule"] for d in verdict["diagnostics"] if d["severity"] == severity}

    def changed(self, place, value):
        path = [part for name in place.split(".") for part in PLACES.get(name, (name,))]
        path = [int(part) if part.isdigit() else part for part in path]
        return without(PROJECT, *path) if value is MISSING else replaced(PROJECT, path, value)

    def test_the_smallest_project(self):
        workflow = {
            "awp": "1.0.0",
            "workflow": {"name": "demo"},
            "orchestration": {"graph": [{"id": "reader", "depends_on": []}]},
        }
        project = {"workflow": workflow, "agents": {"reader": agent("reader")}, "files": PROJECT["files"], "tools": []}
        self.assertEqual(self.rules(project), set())

    def test_a_project_with_everything(self):
        self.assertEqual(self.rules(PROJECT), set())
        self.assertEqual(self.rules(PROJECT, "warning"), set())

    def test_accepted(self):
        for place, values in {
            "workflow.awp": ["0.0.0", "1.2.3-a.0.x-y+001", "1.0.0--", "1.0.0+build"],
            "workflow.workflow.name": ["ab", "a" + "-" * 62 + "9", "my_workflow_v2"],
            "reader.identity.id": ["a1", "a" + "_" * 46 + "z"],
            "reader.runtime.class_name": ["CustomResearchAgent", None],
            "reader.output.contract": [{}, True, {"type": ["string", "null"], "minLength": 2.0, "mine": 1}],
            "graph.1.depends_on": [["reader", "reader"], [], None],
            "tools": [[], ["webb.x"], ["Web.x"], ["a.web"], ["a.x", "a.X"]],
            "codemode.language": ["typescript", "javascript"],
            "codemode.sdk_surface.mode": ["auto"],
            "codemode.sdk_surface.exclude": [[]],
            "capabilities.sandbox": [{"type": "container"}],
            "evaluation.thresholds": [{"accept": 1, "retry": 0, "fail": 0}, {"accept": 0.5, "retry": 0.5, "fail": 0.5}],
            "evaluation.metrics.0.weight": [0, 7.5],
            "budget.max_depth": [0, 1, 5],
        }.items():
            for value in values:
                with self.subTest(place, value=value):
                    self.assertEqual(self.rules(self.changed(place, value)), set())

    def test_rejected(self):
        for rule, place, values in [
            ("R1", "workflow.awp", ["1.0", "v1.0.0", 1, None, "01.0.0", "1.0.0-01", "1.0.0\n", "1.0.0-", "１.0.0"]),
            ("R2", "workflow.workflow.name", ["Demo", "a", "demo-", "9demo", "a" * 65, "demo\n", "", None, 5]),
            ("R6", "graph.0.depends_on", [["writer"], ["reader"]]),
            ("R7", "graph.0.depends_on", [["nobody"], [None], [{}]]),
            ("R8", "files", [PROJECT["files"][:2], []]),
            ("R9", "reader.output.contract", [MISSING, None, "text", {"type": "obj"}, {"properties": {"a": 5}}]),
            ("R10", "tools", [["web.x"], ["sklearn.a.b"], ["numpy."]]),
            ("R11", "tools", [["a.x", "b.x", "a.x"]]),
            ("R12", "reader.identity.id", ["Reader", "r", "re-ader", "reader_", "r" * 49, "reader\n", None, 5]),
            ("R19", "capabilities.tools.enabled", [False, MISSING]),
            ("R20", "capabilities.sandbox", [{"type": "none"}]),
            ("R21", "codemode.language", ["ruby", "Python", ""]),
            ("R22", "codemode.sdk_surface.include", [[], MISSING]),
            ("R23", "codemode.sdk_surface.exclude", [["file.read", "file.write"]]),
            ("R24", "capabilities.sandbox.network", [MISSING, {}, None]),
            ("R25", "codemode.tool_creation_namespace", ["web", "other"]),
            ("R25", "dynamic.allowed_namespaces", [["other"], []]),
            ("R26", "dynamic.enabled", [False, MISSING]),
            ("R26", "codemode.enabled", [False]),
            ("R27", "evaluation.metrics.0.kind", ["vibes", "Schema"]),
            ("R28", "evaluation.thresholds.accept", [1.5, 0.4]),
            ("R28", "evaluation.thresholds.fail", [0.6, -0.1]),
            ("R29", "evaluation.metrics.1.weight", [0, -1]),
            ("R30", "evaluation.step_scores.hooks", [["on_start"]]),
            ("R30", "evaluation.retry_policy.actions.below_retry", ["panic"]),
            ("R31", "budget.max_depth", [MISSING, -1, "3", True, 2.5, None]),
            ("R32", "budget.max_depth", [11, 100]),
        ]:
            for value in values:
                with self.subTest(rule, place=place, value=value):
                    self.assertEqual(self.rules(self.changed(place, value)), {rule})

    def test_ids_are_unique(self):
        self.assertEqual(self.rules(self.changed("graph.1", {"id": "reader", "depends_on": []})), {"R5"})

    def test_a_reserved_namespace_does_not_become_fine_by_being_listed(self):
        project = replaced(self.changed("codemode.tool_creation_namespace", "web"), ["workflow", "dynamic_tools"],
                           {"enabled": True, "allowed_namespaces": ["web", "dynamic"]})  # fmt: skip
        self.assertEqual(self.rules(project), {"R25"})

    def test_longer_cycles(self):
        def ring(size):
            names = [f"n{index}" for index in range(size)]
            graph = [{"id": name, "depends_on": [names[index - 1]]} for index, name in enumerate(names)]
            files = [f"agents/{name}/agent.awp.yaml" for name in names]
            return {**self.changed("graph", graph), "files": files}

        for size in (1, 2, 3, 50):
            self.assertEqual(self.rules(ring(size)), {"R6"})
        project = ring(4)
        project["workflow"]["orchestration"]["graph"][0]["depends_on"] = []
        self.assertEqual(self.rules(project), set())

    def test_deep_delegation_is_worth_a_warning(self):
        for depth in (6, 10):
            self.assertEqual(self.rules(self.changed("budget.max_depth", depth), "warning"), {"R32"})

    def test_recommendations_are_no_errors(self):
        project = {**self.changed("reader.runtime.class_name", "Mine"), "names": {"reader": "somebody"}}
        self.assertEqual(self.rules(project), set())
        self.assertEqual(self.rules(project, "warning"), {"R3", "R4"})

    def test_nothing_throws(self):
        self.ask_wildly("awp/validate", **PROJECT, names={"reader": "reader"})


class Schemas(unittest.TestCase):
    def test_what_is_a_schema(self):
        for good in [True, {}, {"type": "array", "items": {"enum": []}}, {"allOf": [True]}, {"$defs": {"a": False}}]:
            self.assertEqual(example_schema.flaws(good), [], good)
        for bad in [
            *[None, 5, "object", []],
            *[{"type": "text"}, {"type": []}, {"type": ["string", "string"]}, {"type": None}],
            *[{"required": "a"}, {"required": ["a", "a"]}, {"required": [1]}],
            *[{"properties": []}, {"properties": {"a": None}}, {"items": [{}]}, {"additionalProperties": "no"}],
            *[{"enum": "a"}, {"minimum": "1"}, {"minimum": True}, {"minLength": -1}, {"maxLength": 1.5}],
            *[{"allOf": []}, {"anyOf": {}}, {"not": 5}, {"multipleOf": 0}, {"items": {"type": "object", "required": 1}}],
        ]:
            self.assertNotEqual(example_schema.flaws(bad), [], bad)
        for value in WILD:
            for keyword in [*example_schema.PLAIN, *example_schema.A_SCHEMA, "allOf", "properties"]:
                if not example_schema.flaws({keyword: value}):
                    for instance in WILD:
                        example_schema.violations({keyword: value}, instance)

    def test_what_a_schema_accepts(self):
        for schema, good, bad in [
            ({"type": "integer"}, [0, -3, 2.0], [1.5, True, "1", None]),
            ({"type": "number"}, [0, 1.5], [False, "1"]),
            ({"type": "null"}, [None], [0, False, ""]),
            ({"type": "boolean"}, [True], [1, "true"]),
            ({"enum": [1, "a", {"b": [True]}]}, [1.0, "a", {"b": [True]}], [True, "A", {"b": [1]}]),
            ({"minimum": 2, "maximum": 3}, [2, 3, "9"], [1.9, 3.1]),
            ({"minLength": 1, "maxLength": 2}, ["a", "\U0001f600\U0001f600", 5], ["", "abc"]),
            ({"required": ["a"]}, [{"a": None}, []], [{}, {"A": 1}]),
            ({"properties": {"a": {"type": "string"}}}, [{"a": "x", "b": 1}, {}, 5], [{"a": 1}]),
            ({"properties": {"a": True}, "additionalProperties": False}, [{"a": 1}, {}], [{"b": 1}]),
            ({"type": "array", "items": {"type": "string"}}, [[], ["a"]], [[1], ["a", None], {}]),
            (False, [], [None, {}]),
        ]:
            for value in good:
                self.assertEqual(example_schema.violations(schema, value), [], (schema, value))
            for value in bad:
                self.assertNotEqual(example_schema.violations(schema, value), [], (schema, value))


if __name__ == "__main__":
    unittest.main()
