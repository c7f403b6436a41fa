"""Tests of the example's pipeline context (AGN-036, AGN-033), worked out by hand from the document."""

import copy
import unittest

from example_subject import WILD, ExampleTest, replaced, without

ENVELOPE = {
    "org": {"id": "o1"},
    "user": {"id": "u1"},
    "instructions": "go on",
    "inputArtifacts": [],
    "clipBoardImages": None,
    "sessionId": "s1",
    "turnId": "t1",
    "toolResults": [],
}
CALL = {"toolCallId": "c1", "name": "grep", "argumentsJson": "{}", "requiresClientExecution": True}
RESULT = {"toolCallId": "c1", "name": "grep", "resultJson": "{}", "errorMessage": None}
FOLLOW_ON = {
    "type": "FollowOn",
    "timeStamp": "2025-12-26T10:00:00Z",
    "correlationId": "k1",
    "envelope": ENVELOPE,
    "session": {"id": "s1", "mode": "general", "modeDisplayName": "General"},
    "turn": {"id": "t2"},
    "agentContext": {"id": "a1"},
    "conversationContext": {"id": "c1"},
    "promptKnowledgeProvider": {"state": "Ready"},
    "toolCallManifest": {"toolCalls": [CALL], "toolCallResults": [RESULT]},
    "responsePayload": {"primaryOutputText": "done"},
    "responseType": "Final",
}
INITIAL = {**FOLLOW_ON, "type": "Initial", "envelope": {**ENVELOPE, "sessionId": None, "turnId": ""}}
CONTINUATION = {
    **FOLLOW_ON,
    "type": "ClientToolCallContinuation",
    "envelope": {**ENVELOPE, "instructions": None, "toolResults": [{"toolCallId": "c1"}]},
}
STEPS = """
    RequestHandler SessionRestorer AgentContextResolver ClientToolContinuationResolver AgentSessionCreator
    AgentContextLoader PromptContentProviderInitializer Reasoner LLMClient ResponseBuilder
""".split()


class Core(ExampleTest):
    def core(self, context):
        answer = self.ask("context/validate_core", context=context)
        self.assertEqual(answer["context"], context)
        self.assertEqual(answer["ok"], not answer["errors"])
        return answer["ok"]

    def test_the_three_types(self):
        for context in (INITIAL, FOLLOW_ON, CONTINUATION):
            with self.subTest(context["type"]):
                self.assertTrue(self.core(context))

    def test_one_fault_each(self):
        for context, path, value in [
            (FOLLOW_ON, ["type"], "Followon "),
            (FOLLOW_ON, ["type"], None),
            (FOLLOW_ON, ["type"], 3),
            (FOLLOW_ON, ["timeStamp"], ""),
            (FOLLOW_ON, ["correlationId"], None),
            (FOLLOW_ON, ["envelope"], None),
            (FOLLOW_ON, ["envelope", "org"], None),
            (FOLLOW_ON, ["envelope", "user"], None),
            (FOLLOW_ON, ["envelope", "instructions"], ""),
            (FOLLOW_ON, ["envelope", "sessionId"], ""),
            (FOLLOW_ON, ["envelope", "turnId"], None),
            (FOLLOW_ON, ["envelope", "toolResults"], [{}]),
            (INITIAL, ["envelope", "instructions"], None),
            (INITIAL, ["envelope", "sessionId"], "s1"),
            (INITIAL, ["envelope", "turnId"], "t1"),
            (INITIAL, ["envelope", "toolResults"], [{}]),
            (CONTINUATION, ["envelope", "sessionId"], None),
            (CONTINUATION, ["envelope", "turnId"], ""),
            (CONTINUATION, ["envelope", "toolResults"], []),
        ]:
            with self.subTest(type=context["type"], path=path, value=value):
                self.assertFalse(self.core(replaced(context, path, value)))

    def test_any_input_will_do(self):
        for name in ("inputArtifacts", "clipBoardImages"):
            envelope = {**ENVELOPE, "instructions": None, name: [{"id": "x"}]}
            self.assertTrue(self.core({**FOLLOW_ON, "envelope": envelope}))

    def test_nothing_throws(self):
        for value in WILD:
            self.assertFalse(self.core(value))
            for step in STEPS:
                self.ask("context/validate_pre_step", context=value, step=step)
                self.ask("context/validate_post_step", context=value, step=step, before=value)
            self.ask("context/validate_tool_call_manifest", manifest=value)
            self.assertNotIn("response", self.ask("context/build_response", context=value))
        for method in ("context/validate_core", "context/build_response"):
            self.ask_wildly(method, context=CONTINUATION)
        self.ask_wildly("context/validate_post_step", context=CONTINUATION, step="LLMClient", before=FOLLOW_ON)
        self.ask_wildly("context/validate_post_step", context=FOLLOW_ON, step="ClientToolContinuationResolver")


class Steps(ExampleTest):
    # step, PRE or POST, the context that passes, and what breaks it: (path, value) each.
    NO_SESSION = {**FOLLOW_ON, "session": None, "turn": None}
    TABLE = [
        ("SessionRestorer", "pre", NO_SESSION, [
            (["envelope", "sessionId"], ""), (["envelope", "turnId"], None), (["session"], {}), (["turn"], {})]),
        ("SessionRestorer", "post", FOLLOW_ON, [
            (["session"], None), (["turn"], None), (["turn", "id"], "t1"), (["session", "mode"], "")]),
        ("AgentContextResolver", "pre", NO_SESSION, [(["session"], {}), (["turn"], {})]),
        ("AgentContextResolver", "post", FOLLOW_ON, [(["agentContext"], None), (["conversationContext"], None)]),
        ("ClientToolContinuationResolver", "pre", CONTINUATION, [
            (["session"], None), (["turn"], None), (["envelope", "toolResults"], [])]),
        ("ClientToolContinuationResolver", "post", {**CONTINUATION, "turn": {"id": "t1"}}, [
            (["toolCallManifest"], None), (["turn", "id"], "t2"),
            (["toolCallManifest", "toolCallResults", 0, "resultJson"], None)]),
        ("AgentSessionCreator", "pre", NO_SESSION, [
            (["agentContext"], None), (["conversationContext"], None), (["session"], {}), (["turn"], {})]),
        ("AgentSessionCreator", "post", FOLLOW_ON, [(["session"], None), (["turn"], None)]),
        ("AgentContextLoader", "pre", FOLLOW_ON, [(["session"], None), (["turn"], None)]),
        ("AgentContextLoader", "post", FOLLOW_ON, [(["agentContext"], None), (["conversationContext"], None)]),
        ("PromptContentProviderInitializer", "pre", CONTINUATION, [
            (["session"], None), (["turn"], None), (["agentContext"], None), (["conversationContext"], None),
            (["toolCallManifest"], None)]),
        ("PromptContentProviderInitializer", "post", FOLLOW_ON, [
            (["promptKnowledgeProvider"], None), (["promptKnowledgeProvider", "state"], "NotSet")]),
        ("Reasoner", "pre", FOLLOW_ON, [(["promptKnowledgeProvider", "state"], "Error"), (["timeStamp"], "")]),
        ("RequestHandler", "post", FOLLOW_ON, [(["timeStamp"], None)]),
        ("LLMClient", "pre", {**CONTINUATION, "responsePayload": None}, [
            (["responsePayload"], {"primaryOutputText": ""}), (["toolCallManifest"], None),
            (["toolCallManifest", "toolCallResults"], [])]),
        ("LLMClient", "post", {**FOLLOW_ON, "toolCallManifest": None}, [
            (["responsePayload"], None), (["toolCallManifest"], {"toolCalls": [CALL]})]),
        ("ResponseBuilder", "pre", FOLLOW_ON, [(["responseType"], "NotReady"), (["responseType"], None)]),
        ("ResponseBuilder", "post", FOLLOW_ON, [(["responseType"], "NotReady")]),
    ]  # fmt: skip

    def step(self, step, when, context, **more):
        answer = self.ask(f"context/validate_{when}_step", context=context, step=step, **more)
        self.assertEqual(answer["context"], context)
        self.assertEqual(answer["ok"], not answer["errors"])
        return answer["ok"]

    def test_table(self):
        for step, when, good, faults in self.TABLE:
            with self.subTest(step, when=when):
                self.assertTrue(self.step(step, when, good))
                self.assertFalse(self.step(step, when, None))
            for path, value in faults:
                with self.subTest(step, when=when, path=path):
                    self.assertFalse(self.step(step, when, replaced(good, path, value)))

    def test_only_what_a_step_lists_counts(self):
        self.assertTrue(self.step("Reasoner", "pre", {**FOLLOW_ON, "session": None}))
        self.assertTrue(self.step("RequestHandler", "pre", FOLLOW_ON))
        self.assertTrue(self.step("Reasoner", "post", FOLLOW_ON))
        # Without a continuation nobody asks for the manifest.
        self.assertTrue(self.step("PromptContentProviderInitializer", "pre", {**FOLLOW_ON, "toolCallManifest": None}))
        self.assertTrue(self.step("LLMClient", "pre", without(FOLLOW_ON, "responsePayload")))

    def test_calls_that_the_server_makes_are_no_outcome(self):
        server = {"toolCalls": [{**CALL, "requiresClientExecution": False}, without(CALL, "requiresClientExecution")]}
        self.assertTrue(self.step("LLMClient", "post", {**FOLLOW_ON, "toolCallManifest": server}))
        self.assertFalse(
            self.step("LLMClient", "post", {**FOLLOW_ON, "toolCallManifest": server, "responsePayload": None})
        )
        self.assertTrue(self.step("LLMClient", "post", {**FOLLOW_ON, "responsePayload": None}))

    def test_a_response_leaves_the_context_alone(self):
        before = copy.deepcopy(FOLLOW_ON)
        self.assertTrue(self.step("ResponseBuilder", "post", FOLLOW_ON, before=before))
        before["envelope"].update(clipBoardImages=[], inputArtifacts=None)
        self.assertTrue(self.step("ResponseBuilder", "post", FOLLOW_ON, before=before))
        before["turn"]["id"] = "t3"
        self.assertFalse(self.step("ResponseBuilder", "post", FOLLOW_ON, before=before))


class Manifest(ExampleTest):
    OTHER_CALL, OTHER_RESULT = {**CALL, "toolCallId": "c2", "name": "ls"}, {**RESULT, "toolCallId": "c2", "name": "ls"}

    def manifest(self, calls, results):
        manifest = {"toolCalls": calls, "toolCallResults": results}
        answer = self.ask("context/validate_tool_call_manifest", manifest=manifest)
        self.assertEqual(answer["manifest"], manifest)
        self.assertEqual(answer["ok"], not answer["errors"])
        return answer["errors"]

    def test_valid(self):
        both = [CALL, self.OTHER_CALL], [RESULT, self.OTHER_RESULT]
        for calls, results in [([], []), (None, []), ([CALL], [RESULT]), both, ([CALL] * 2, [RESULT] * 2)]:
            self.assertEqual(self.manifest(calls, results), [])

    def test_invalid(self):
        for calls, results in [
            ([CALL], []),
            ([], [RESULT]),
            ([CALL, self.OTHER_CALL], [self.OTHER_RESULT, RESULT]),
            ([CALL], [{**RESULT, "toolCallId": "C1"}]),
            ([CALL], [{**RESULT, "name": "ls"}]),
            ([CALL], [{**RESULT, "resultJson": ""}]),
        ]:
            self.assertTrue(self.manifest(calls, results))

    def test_a_failed_call_is_named(self):
        errors = self.manifest([CALL], [{**RESULT, "resultJson": None, "errorMessage": "no such file"}])
        found = [(error["toolCallId"], error["name"], error["reason"]) for error in errors]
        self.assertEqual(found, [("c1", "grep", "no such file")])


class Responses(ExampleTest):
    def test_final(self):
        expected = {
            "kind": "final",
            "sessionId": "s1",
            "turnId": "t2",
            "modeDisplayName": "General",
            "primaryOutputText": "done",
        }
        answer = self.ask("context/build_response", context=FOLLOW_ON)
        self.assertEqual((answer["ok"], answer["response"], answer["context"]), (True, expected, FOLLOW_ON))

    def test_continuation(self):
        calls = [{**CALL, "toolCallId": name, "requiresClientExecution": name != "c2"} for name in ("c3", "c2", "c1")]
        context = {**FOLLOW_ON, "toolCallManifest": {"toolCalls": calls}, "responseType": "ToolContinuation"}
        answer = self.ask("context/build_response", context=context)
        expected = {
            "kind": "client_tool_continuation",
            "sessionId": "s1",
            "turnId": "t2",
            "modeDisplayName": "General",
            "toolCalls": [{"toolCallId": name, "name": "grep", "argumentsJson": "{}"} for name in ("c3", "c1")],
        }
        self.assertEqual(answer["response"], expected)

    def test_none_at_all(self):
        for path, value in [(["responseType"], "NotReady"), (["session"], None), (["responsePayload"], None)]:
            answer = self.ask("context/build_response", context=replaced(FOLLOW_ON, path, value))
            self.assertFalse(answer["ok"])
            self.assertTrue(answer["errors"])
            self.assertNotIn("response", answer)


if __name__ == "__main__":
    unittest.main()
