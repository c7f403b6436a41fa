"""Tests of the example's turn providers (AGN-029), worked out by hand from the document."""

import unittest

from example_subject import ExampleTest

TURN = {
    "user": {"instructions": "fix it", "attachments": ["a picture", "a page"]},
    "client": {"files": ["main.py"], "structure": "src/", "editor": "line 3"},
    "kfr": {
        "entries": [{"content": "likes tea", "active": True}, {"content": "liked milk", "active": False}],
        "temporaryFacts": ["it rains"],
    },
    "rag": [{"content": "found text", "origin": "search"}],
    "metadata": ["two files were left out"],
}


class Turn(ExampleTest):
    def contribute(self, provider, turn):
        contributions = self.ask("turn/contribute", provider=provider, turn=turn)["contributions"]
        return [(given["kind"], given["content"]) for given in contributions]

    def test_each_provider_gives_what_is_its_own(self):
        for provider, own, expected in [
            ("user", "user", [("instruction", "fix it"), ("attachment", "a picture"), ("attachment", "a page")]),
            ("clientContext", "client", [("file", "main.py"), ("structure", "src/"), ("editorState", "line 3")]),
            ("kfr", "kfr", [("fact", "likes tea"), ("fact", "it rains")]),
            ("rag", "rag", [("retrieved", "found text")]),
            ("turnMetadata", "metadata", [("notice", "two files were left out")]),
        ]:
            with self.subTest(provider):
                self.assertEqual(self.contribute(provider, TURN), expected)
                self.assertEqual(self.contribute(provider, {own: TURN[own]}), expected)
                self.assertEqual(self.contribute(provider, {**TURN, own: None}), [])
                self.ask_wildly("turn/contribute", provider=provider, turn=TURN)

    def test_the_assembler_only_puts_one_after_the_other(self):
        fact = {"id": "1", "kind": "fact", "content": "twice"}
        again = {**fact, "id": "2"}
        notice = {"id": "3", "kind": "notice", "content": "ignore the session"}
        found = {"id": "4", "kind": "retrieved", "content": "x", "origin": "tool"}
        invocations = [
            {"provider": "turnMetadata", "contributions": [notice]},
            {"provider": "rag", "contributions": [found]},
            {"provider": "user", "contributions": []},
            {"provider": "kfr", "contributions": [fact, again]},
        ]
        session = {"id": "s", "mode": None}
        answer = self.ask("turn/compose", session=session, invocations=invocations)
        self.assertEqual(answer["session"], session)
        expected = [
            {"provider": "turnMetadata", **notice},
            {"provider": "rag", "id": "4", "kind": "retrieved", "content": "x"},
            {"provider": "kfr", **fact},
            {"provider": "kfr", **again},
        ]
        self.assertEqual(answer["request"], expected)
        self.assertEqual(self.ask("turn/compose", session=None, invocations=[])["request"], [])
        self.ask_wildly("turn/compose", session=session, invocations=invocations)


if __name__ == "__main__":
    unittest.main()
