"""The example, running, with a test in the place of the harness."""

import unittest

from test_kit import Conversation

# Things that may stand where something else was expected.
WILD = [None, True, 0, -1.5, "", "text", [], {}, [None], [[]], [{}], ["text"], {"id": None}, {"": {}}]

# A world in which nothing goes wrong.
OBLIGING = {
    "host/step": {"ok": True, "output": 1},
    "host/compensate": {"ok": True},
    "host/tool": {"output": 1},
    "host/provider": {"text": ""},
    "host/agent": {"delegateTo": []},
    "host/decide": {"decision": "COMPLETE", "finalResult": {}},
    "host/gates": {"rejectedBy": None, "defect": None},
}


class ExampleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.subject = Conversation("example.py")
        cls.addClassCleanup(cls.subject.close)

    def ask(self, method, **params):
        """The result of a call that needs no world."""
        answer = self.subject.ask(method, **params)
        self.assertIn("result", answer, params)
        return answer["result"]

    def open(self, method, **params):
        """Opens a call; what the example says about it goes through `hear_until_idle` and `hear_result`."""
        self.call, self.replies = self.subject.open(method, **params), 0

    def reply(self, asked, **result):
        self.subject.reply(asked, result)
        self.replies += 1

    def hear_until_idle(self):
        """The host calls made before the example comes to rest."""
        asked = []
        while True:
            heard = self.subject.hear()
            if heard.get("method") == "host/idle":
                if heard["params"] == {"call": self.call, "replies": self.replies}:
                    return asked
            else:
                self.assertIn("method", heard)
                asked.append(heard)

    def hear_result(self):
        while True:
            heard = self.subject.hear()
            if heard.get("method") != "host/idle":
                self.assertEqual(heard["id"], self.call)
                return heard["result"]

    def play(self, world, method, **params):
        """Makes a call and answers for the world: gives the result, and all that was said but host/idle.

        `world` takes the method and the params of a host call and gives the reply, or None for none at all.
        """
        self.open(method, **params)
        said = []
        while True:
            heard = self.subject.hear()
            if "method" not in heard:
                self.assertEqual(heard["id"], self.call)
                self.assertIn("result", heard)
                return heard["result"], said
            what, about = heard["method"], {key: value for key, value in heard["params"].items() if key != "call"}
            if what == "host/idle":
                continue
            said.append((what, about))
            result = world(what, about) if "id" in heard else None
            if result is not None:
                self.reply(heard, **result)

    def ask_wildly(self, method, **params):
        """Puts wild JSON in every slot of the params, at any depth: there is always a result."""
        for path in list(slots(params)):
            for value in WILD:
                with self.subTest(path=path, value=value):
                    self.play(lambda what, _: OBLIGING[what], method, **replaced(params, path, value))


def slots(value, path=()):
    if path:
        yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from slots(value[key], (*path, key))


def replaced(value, path, new):
    """A copy of `value` with something new at `path`."""
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new) if path[1:] else new
    return copy


def without(value, *path):
    """A copy of `value` that lacks the member at `path`."""
    copy = value.copy()
    if path[1:]:
        copy[path[0]] = without(value[path[0]], *path[1:])
    else:
        del copy[path[0]]
    return copy
