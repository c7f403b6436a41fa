"""Tests of the kit and of the example, over real pipes: `python3 -m unittest -v`."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

# A runtime that does everything an adapter author might do, good and bad.
SUBJECT = '''
import asyncio, os, subprocess, sys, threading
from concurrent.futures import ThreadPoolExecutor
from proofmark_adapter import Adapter, CallOver, Inexpressible

adapter = Adapter("test-subject", version="3.2", features=["idle"])
print("printed before run")

@adapter.method("echo")
def echo(value, other="default"):
    return [value, other]

@adapter.method("all")
def everything(**params):
    return params

@adapter.method("raise")
def fail():
    raise KeyError("the reason")

@adapter.method("cannot")
def cannot():
    raise Inexpressible("there are no empty names here")

@adapter.method("exit")
def leave():
    sys.exit(7)

@adapter.method("unserialisable")
def unserialisable(kind):
    return {"nan": float("nan"), "object": object()}[kind]

@adapter.method("noise")
def noise():
    print("printed in a method")
    os.write(1, b"written to the descriptor\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return sys.stdin.read()

@adapter.method("one")
def one(host):
    return host.step(agent="a", inputs={})

@adapter.method("every")
def every(host):
    return [host.step(n=1), host.compensate(n=2), host.tool(n=3), host.provider(n=4),
            host.agent(n=5), host.decide(n=6), host.gates(n=7), host.call("host/other")]

@adapter.method("threads")
def threads(names, host):
    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(lambda name: host.step(agent=name), names))

@adapter.method("rest")
def rest(host):
    host.idle()
    host.step(n=1)
    host.event({"kind": "news"})
    host.step(n=2)

@adapter.method("impatient")
def impatient(host):
    try:
        host.call("host/step", {"n": 1}, timeout=0)
    except TimeoutError:
        host.idle()
        return host.step(n=2)

@adapter.method("leftover")
def leftover(host):
    asked = threading.Event()
    def work():
        asked.set()
        for attempt in ("waiting", "asking again"):
            try:
                host.step(n=1)
            except CallOver:
                sys.stderr.write(f"released while {attempt}\\n")
    thread = threading.Thread(target=work, daemon=False)
    host.tool(n=0)
    thread.start()
    asked.wait()
    return "done"

@adapter.method("wait for ever")
def for_ever(host):
    host.step()

@adapter.method("async plain")
async def async_plain(value):
    await asyncio.sleep(0)
    return value

@adapter.method("async raise")
async def async_raise():
    raise ValueError("asynchronously")

@adapter.method("async every")
async def async_every(host):
    return [await host.step(n=1), await host.compensate(n=2), await host.tool(n=3), await host.provider(n=4),
            await host.agent(n=5), await host.decide(n=6), await host.gates(n=7), await host.call("host/other")]

@adapter.method("gather")
async def gather(names, host):
    host.idle()
    return await asyncio.gather(*(host.step(agent=name) for name in names))

@adapter.method("first")
async def first(names, host):
    """Answers with the first reply and leaves the others hanging."""
    tasks = [asyncio.ensure_future(host.step(agent=name)) for name in names]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    return done.pop().result()

@adapter.method("cancels")
async def cancels(host):
    host.idle()
    hung = asyncio.ensure_future(host.step(n=1))
    await host.step(n=2)
    hung.cancel()
    return await host.step(n=3)

@adapter.method("same loop")
async def same_loop():
    return id(asyncio.get_running_loop())

adapter.run()
print("after run", file=sys.stderr)
'''


class Conversation:
    """The harness's end of a running adapter."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            [sys.executable, "-X", "dev", "-W", "error", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=HERE,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        # Read aside, or a chatty subject would block; a subject that hangs is ended, and the test fails.
        self.stderr = ""
        self.stderr_reader = threading.Thread(target=self._read_stderr)
        self.stderr_reader.start()
        self.guard = threading.Timer(60, self.process.kill)
        self.guard.start()
        self.last_id = 0

    def _read_stderr(self):
        self.stderr = self.process.stderr.read().decode()

    def write(self, raw):
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def open(self, method, **params):
        """Opens a call and gives its id."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def reply(self, host_call, result):
        self.send({"id": host_call["id"], "result": result})

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the adapter said nothing more")
        return json.loads(line)

    def ask(self, method, **params):
        """Makes a call that needs no world, and gives the whole answer."""
        call = self.open(method, **params)
        answer = self.hear()
        assert answer["id"] == call, answer
        return answer

    def end(self):
        """Closes stdin; gives the rest of stdout and the exit status."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        status = self.process.wait()
        self.stderr_reader.join()
        return rest, status

    def close(self):
        if not self.process.stdin.closed:
            self.end()
        self.guard.cancel()
        self.process.stdout.close()
        self.process.stderr.close()


class KitTest(unittest.TestCase):
    def setUp(self):
        self.subject = Conversation("-c", SUBJECT)
        self.addCleanup(self.subject.close)

    def hear_host_call(self, method, call, **params):
        heard = self.subject.hear()
        self.assertEqual((heard["method"], heard["params"]), (method, {"call": call, **params}))
        self.assertIn("id", heard)
        return heard

    def hear_idle(self, call, replies):
        heard = self.subject.hear()
        self.assertEqual(heard, {"jsonrpc": "2.0", "method": "host/idle", "params": {"call": call, "replies": replies}})

    def hear_result(self, call, result):
        self.assertEqual(self.subject.hear(), {"jsonrpc": "2.0", "id": call, "result": result})

    def assert_alive(self):
        self.assertEqual(self.subject.ask("echo", value=1)["result"], [1, "default"])


class Talking(KitTest):
    def test_handshake(self):
        result = self.subject.ask("initialize", protocolVersion=1, harness={"name": "test", "version": "0"})["result"]
        self.assertEqual(result["protocolVersion"], 1)
        self.assertEqual(result["implementation"], {"name": "test-subject", "version": "3.2", "language": "python"})
        self.assertEqual(result["features"], ["idle"])
        self.assertEqual(result["methods"][:3], ["echo", "all", "raise"])

    def test_another_protocol_version_is_refused(self):
        self.assertIn("error", self.subject.ask("initialize", protocolVersion=2))
        self.assertIn("error", self.subject.ask("initialize"))

    def test_unknown_method(self):
        self.assertEqual(self.subject.ask("no/such")["error"]["code"], -32601)
        self.subject.send({"id": 9, "method": ["not", "a", "name"]})
        self.assertEqual(self.subject.hear()["error"]["code"], -32601)
        self.assert_alive()

    def test_lines_that_are_no_messages(self):
        for raw in (b"{not json\n", b"\xff\xfe\n", b"[1,2]\n", b'"text"\n'):
            self.subject.write(raw)
            answer = self.subject.hear()
            self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32700))
        self.subject.write(b"\n  \r\n")
        self.subject.send({"method": "echo", "params": {"value": "a notification has no answer"}})
        self.assert_alive()

    def test_params_become_keyword_arguments(self):
        self.assertEqual(self.subject.ask("echo", value=1, other=2, unknown=3)["result"], [1, 2])
        self.assertEqual(self.subject.ask("all", a=1, b=None)["result"], {"a": 1, "b": None})
        self.assertEqual(self.subject.ask("echo")["error"]["code"], -32000)

    def test_ids_come_back_unchanged(self):
        for call_id in (0, "text", 2**53 - 1):
            self.subject.send({"id": call_id, "method": "echo", "params": {"value": 1}})
            self.assertEqual(self.subject.hear()["id"], call_id)

    def test_exceptions_are_errors_and_the_adapter_lives_on(self):
        error = self.subject.ask("raise")["error"]
        self.assertEqual(error["code"], -32000)
        self.assertIn("the reason", error["message"])
        self.assertIn("asynchronously", self.subject.ask("async raise")["error"]["message"])
        refusal = {"code": -32001, "message": "there are no empty names here"}
        self.assertEqual(self.subject.ask("cannot")["error"], refusal)
        self.assertEqual(self.subject.ask("exit")["error"]["code"], -32000)
        self.assertEqual(self.subject.ask("unserialisable", kind="nan")["error"]["code"], -32000)
        self.assertEqual(self.subject.ask("unserialisable", kind="object")["error"]["code"], -32000)
        self.assert_alive()
        self.subject.end()
        self.assertIn("Traceback", self.subject.stderr)

    def test_prints_do_not_reach_the_protocol(self):
        self.assertEqual(self.subject.ask("noise")["result"], "")
        self.assert_alive()
        rest, _ = self.subject.end()
        self.assertEqual(rest, b"")
        for text in ("before run", "in a method", "to the descriptor", "by a child"):
            self.assertIn(text, self.subject.stderr)

    def test_large_and_unusual_text(self):
        value = "\u0085\u2028\U0001f600\ufeff" * 100_000
        self.assertEqual(self.subject.ask("echo", value=value)["result"][0], value)

    def test_many_calls_at_once_are_answered_in_order(self):
        calls = [json.dumps({"jsonrpc": "2.0", "id": n, "method": "echo", "params": {"value": n}}) for n in range(500)]
        self.subject.write(("\n".join(calls) + "\n").encode())
        self.assertEqual([self.subject.hear()["id"] for _ in calls], list(range(500)))

    def test_shutdown_then_end_of_input(self):
        answer = self.subject.ask("shutdown")
        self.assertIsNone(answer["result"])
        self.assertIn("result", answer)
        self.assertEqual(self.subject.end(), (b"", 0))
        self.assertIn("after run", self.subject.stderr)

    def test_end_of_input_without_shutdown(self):
        self.assert_alive()
        self.assertEqual(self.subject.end(), (b"", 0))

    def test_end_of_input_while_calls_are_open(self):
        self.hear_host_call("host/step", self.subject.open("wait for ever"))
        self.hear_host_call("host/step", self.subject.open("gather", names=["a"]), agent="a")
        _, status = self.subject.end()
        self.assertEqual(status, 0)

    def test_a_last_line_without_a_newline_is_answered(self):
        self.subject.write(b'{"id":1,"method":"async plain","params":{"value":5}}')
        rest, status = self.subject.end()
        self.assertEqual((json.loads(rest)["result"], status), (5, 0))


class HostCalls(KitTest):
    def test_a_plain_function_waits_for_its_reply(self):
        call = self.subject.open("one")
        asked = self.hear_host_call("host/step", call, agent="a", inputs={})
        self.assert_alive()  # Other calls are served meanwhile.
        self.subject.reply(asked, {"ok": True, "output": 5})
        self.hear_result(call, {"ok": True, "output": 5})

    def test_every_part_of_the_world_has_a_name(self):
        parts = ["step", "compensate", "tool", "provider", "agent", "decide", "gates"]
        for method in ("every", "async every"):
            call = self.subject.open(method)
            for n, part in enumerate(parts, 1):
                self.subject.reply(self.hear_host_call(f"host/{part}", call, n=n), n)
            self.subject.reply(self.hear_host_call("host/other", call), 8)
            self.hear_result(call, [1, 2, 3, 4, 5, 6, 7, 8])

    def test_a_plain_function_may_ask_from_several_threads(self):
        call = self.subject.open("threads", names=["a", "b", "c"])
        asked = [self.subject.hear() for _ in range(3)]
        for host_call in sorted(asked, key=lambda heard: heard["params"]["agent"], reverse=True):
            self.subject.reply(host_call, host_call["params"]["agent"].upper())
        self.hear_result(call, ["A", "B", "C"])

    def test_two_calls_may_wait_side_by_side(self):
        first, second = self.subject.open("one"), self.subject.open("one")
        asked = {heard["params"]["call"]: heard for heard in (self.subject.hear(), self.subject.hear())}
        for call in (second, first):
            self.subject.reply(asked[call], call)
            self.hear_result(call, call)

    def test_async_replies_in_reverse_order(self):
        call = self.subject.open("gather", names=["a", "b", "c"])
        asked = [self.hear_host_call("host/step", call, agent=name) for name in "abc"]
        self.hear_idle(call, 0)
        for replies, host_call in enumerate(reversed(asked), 1):
            self.subject.reply(host_call, host_call["params"]["agent"].upper())
            if replies < 3:
                self.hear_idle(call, replies)
        self.hear_result(call, ["A", "B", "C"])

    def test_async_methods_share_one_loop(self):
        self.assertEqual(self.subject.ask("same loop")["result"], self.subject.ask("same loop")["result"])

    def test_idle_counts_the_replies_taken_in(self):
        call = self.subject.open("rest")
        first = self.hear_host_call("host/step", call, n=1)
        self.hear_idle(call, 0)
        self.subject.reply(first, {})
        heard = self.subject.hear()
        self.assertEqual((heard["method"], heard["params"]), ("host/event", {"call": call, "event": {"kind": "news"}}))
        second = self.hear_host_call("host/step", call, n=2)
        self.hear_idle(call, 1)
        self.subject.reply(second, {})
        self.hear_result(call, None)

    def test_a_reply_after_a_time_limit_is_counted_and_ignored(self):
        call = self.subject.open("impatient")
        late = self.hear_host_call("host/step", call, n=1)
        second = self.hear_host_call("host/step", call, n=2)
        self.hear_idle(call, 0)
        self.subject.reply(late, "late")
        self.hear_idle(call, 1)
        self.subject.reply(second, "in time")
        self.hear_result(call, "in time")

    def test_a_reply_to_a_cancelled_task_is_counted_and_ignored(self):
        call = self.subject.open("cancels")
        asked = sorted((self.subject.hear() for _ in range(2)), key=lambda heard: heard["params"]["n"])
        self.hear_idle(call, 0)
        self.subject.reply(asked[1], {})
        third = self.hear_host_call("host/step", call, n=3)
        self.hear_idle(call, 1)
        self.subject.reply(asked[0], "late")
        self.hear_idle(call, 2)
        self.subject.reply(third, "in time")
        self.hear_result(call, "in time")

    def test_a_reply_after_the_answer_is_ignored(self):
        call = self.subject.open("first", names=["a", "b"])
        asked = [self.hear_host_call("host/step", call, agent=name) for name in "ab"]
        self.subject.reply(asked[1], "b")
        self.hear_result(call, "b")
        self.subject.reply(asked[0], "late")
        self.subject.reply(asked[1], "twice")
        self.subject.send({"id": ["no", "such"], "result": 1})
        self.assert_alive()

    def test_nothing_is_said_about_a_call_after_its_answer(self):
        call = self.subject.open("leftover")
        self.subject.reply(self.hear_host_call("host/tool", call, n=0), {})
        heard = self.subject.hear()
        if heard.get("method") == "host/step":  # Its thread may ask before the answer, or be refused after it.
            heard = self.subject.hear()
        self.assertEqual((heard["id"], heard["result"]), (call, "done"))
        self.assert_alive()
        self.assertEqual(self.subject.end(), (b"", 0))
        self.assertIn("released while asking again", self.subject.stderr)


class Example(unittest.TestCase):
    """The example against diagnostics worked out by hand."""

    # input, then for each diagnostic: code, path, fields, how the repair begins.
    TABLE = [
        (None, [("action-required", "/action", None, "Set action to one of")]),
        (["action"], [("action-required", "/action", None, "Set action to one of")]),
        ("start", [("action-required", "/action", None, "Set action to one of")]),
        ({"action": "", "graph": 1}, [("action-required", "/action", None, "Set action to one of")]),
        ({"action": 1}, [("action-required", "/action", None, "Set action to one of")]),
        ({"action": "Start"}, [("action-invalid", "/action", None, "Set action to one of")]),
        ({"action": " "}, [("action-invalid", "/action", None, "Set action to one of")]),
        ({"action": "catalog"}, []),
        ({"action": "catalog", "library": None, "unknown": 1, "runid": 2}, []),
        ({"action": "start", "graph": None}, []),
        ({"action": "start", "graphFile": "g.json", "options": {}}, []),
        ({"action": "run_status", "runId": " "}, []),
        ({"action": "step_result", "runId": "r", "stepId": "s", "preview": True}, []),
        ({"action": "message", "runId": "r", "stepId": "s", "channel": "steer", "text": "\u0085"}, []),
        ({"action": "cancel", "runId": "r", "reason": 0}, []),
        ({"action": "cleanup", "runId": "r"}, []),
        # A field that belongs elsewhere, present even as null; the order is the document's.
        (
            {"extensionTools": 0, "runId": None, "action": "catalog", "graph": False},
            [("catalog-control-fields-denied", "/", ["graph", "runId", "extensionTools"], "Place extensionTools")],
        ),
        # Which repair wins.
        (
            {"action": "start", "graph": 1, "extensionTools": 1, "steps": 1},
            [("start-control-fields-denied", "/", ["steps", "extensionTools"], "Move graph body fields")],
        ),
        (
            {"action": "catalog", "preview": 1, "maxBytes": 1},
            [("catalog-control-fields-denied", "/", ["maxBytes", "preview"], "Remove maxBytes")],
        ),
        (
            {"action": "cancel", "runId": "r", "preview": 1, "maxBytes": 1},
            [("cancel-control-fields-denied", "/", ["maxBytes", "preview"], "Use preview only")],
        ),
        (
            {"action": "message", "runId": "r", "stepId": "s", "channel": "steer", "text": "t", "kind": 1, "cursor": 1},
            [("message-control-fields-denied", "/", ["cursor", "kind"], "Replace kind")],
        ),
        (
            {"action": "cleanup", "runId": "r", "debugEvents": 1, "waitSeconds": 1},
            [("cleanup-control-fields-denied", "/", ["waitSeconds", "debugEvents"], "Use waitSeconds only")],
        ),
        (
            {"action": "cleanup", "runId": "r", "debugEvents": 1, "cursor": 1},
            [("cleanup-control-fields-denied", "/", ["cursor", "debugEvents"], "Use debugEvents only")],
        ),
        (
            {"action": "start", "graph": 1, "cursor": 1, "library": 1},
            [("start-control-fields-denied", "/", ["library", "cursor"], "Use cursor only")],
        ),
        (
            {"action": "start", "graph": 1, "library": 1},
            [("start-control-fields-denied", "/", ["library"], "Move start library")],
        ),
        (
            {"action": "cleanup", "runId": "r", "steps": 1, "kind": 1, "maxBytes": 1, "library": 1},
            [("cleanup-control-fields-denied", "/", ["library", "maxBytes", "kind", "steps"], "Use action-specific")],
        ),
        # What an action cannot do without.
        ({"action": "start"}, [("start-graph-required", "/", ["graph", "graphFile"], "Pass a pure graph")]),
        (
            {"action": "start", "graph": 1, "graphFile": None},
            [("start-graph-required", "/", ["graph", "graphFile"], "Pass a pure graph")],
        ),
        ({"action": "run_status", "runId": 1}, [("run-id-required", "/runId", ["runId"], "Use the runId")]),
        ({"action": "cancel", "runId": ""}, [("run-id-required", "/runId", ["runId"], "Use the runId")]),
        ({"action": "cleanup"}, [("run-id-required", "/runId", ["runId"], "Use cleanup only")]),
        (
            {"action": "step_result"},
            [
                ("run-id-required", "/runId", ["runId"], "Use the runId"),
                ("step_result-step-required", "/stepId", ["stepId"], "Use one concrete"),
            ],
        ),
        (
            {"action": "message", "channel": 5, "text": "\ufeff\u3000", "graph": 1},
            [
                ("message-control-fields-denied", "/", ["graph"], "Use action-specific"),
                ("run-id-required", "/runId", ["runId"], "Use the runId"),
                ("message-step-required", "/stepId", ["stepId"], "Messages target"),
                ("message-channel-required", "/channel", ["channel"], 'Use channel:"steer" for'),
                ("message-text-required", "/text", ["text"], "Send one bounded"),
            ],
        ),
        (
            {"action": "message", "runId": "r", "stepId": "s", "channel": "Steer", "text": "t"},
            [("message-channel-invalid", "/channel", ["channel"], 'Use channel:"steer" or')],
        ),
    ]

    def setUp(self):
        self.subject = Conversation("example.py")
        self.addCleanup(self.subject.close)

    def test_table(self):
        for given, expected in self.TABLE:
            with self.subTest(given):
                result = self.subject.ask("preflight/validate", input=given)["result"]
                self.assertEqual(result["input"], given)
                diagnostics = result["diagnostics"]
                found = [(d["code"], d["path"], d.get("fields")) for d in diagnostics]
                self.assertEqual(found, [(code, path, fields) for code, path, fields, _ in expected])
                for diagnostic, (code, _, fields, repair) in zip(diagnostics, expected):
                    self.assertEqual(diagnostic["severity"], "error")
                    self.assertEqual(diagnostic.get("action"), given["action"] if fields else None)
                    self.assertTrue(diagnostic["repair"].startswith(repair), (code, diagnostic["repair"]))

    def test_the_conversation_on_the_protocol_page(self):
        with open(os.path.join(HERE, "..", "..", "protocol.md"), encoding="utf-8") as page:
            lines = page.read().split("```")[1].split("\n")
        for line in lines:
            if line.startswith("→ "):
                self.subject.write(line[2:].encode() + b"\n")
            elif line.startswith("← "):
                expected, heard = json.loads(line[2:]), self.subject.hear()
                self.assertEqual((heard["id"], heard.get("error")), (expected["id"], expected.get("error")))
                if isinstance(expected.get("result"), dict):
                    self.assertEqual(heard["result"].get("diagnostics"), expected["result"].get("diagnostics"))
        self.assertEqual(self.subject.end(), (b"", 0))

    def test_a_whole_diagnostic(self):
        given = {"action": "cancel", "runId": "r", "cursor": None, "library": {}}
        self.assertEqual(
            self.subject.ask("preflight/validate", input=given)["result"]["diagnostics"],
            [
                {
                    "code": "cancel-control-fields-denied",
                    "message": "Action cancel rejects fields: library, cursor.",
                    "path": "/",
                    "severity": "error",
                    "action": "cancel",
                    "fields": ["library", "cursor"],
                    "repair": "Use cursor only on run_status for debug/backfill pagination.",
                }
            ],
        )
        self.assertEqual(
            self.subject.ask("preflight/validate", input={"action": "stop"})["result"]["diagnostics"],
            [
                {
                    "code": "action-invalid",
                    "message": "Unknown agent_team action: stop.",
                    "path": "/action",
                    "severity": "error",
                    "repair": "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup."
                    ' Use action:"start" for detached graph execution.',
                }
            ],
        )


class Coverage(unittest.TestCase):
    """Which lines of a runtime a call reached."""

    RUNTIME = "def sign(n):\n    if n < 0:\n        return -1\n    return 1\n"
    ADAPTER = """
import sys
sys.path.insert(0, sys.argv[1])
from proofmark_adapter import Adapter
import runtime_under_watch
adapter = Adapter("watched", coverage=[sys.argv[1]])

@adapter.method("sign")
def sign(n):
    return runtime_under_watch.sign(n)

adapter.run()
"""

    def test_the_lines_that_a_call_reached_are_told_beside_its_result(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "runtime_under_watch.py"), "w") as file:
                file.write(self.RUNTIME)
            calls = [("initialize", {"protocolVersion": 1}), *(("sign", {"n": n}) for n in (5, 7, -1)), ("shutdown", {})]
            lines = [json.dumps({"jsonrpc": "2.0", "id": i, "method": m, "params": p}) for i, (m, p) in enumerate(calls)]
            done = subprocess.run(
                [sys.executable, "-c", self.ADAPTER, folder], input="\n".join(lines), capture_output=True, text=True, cwd=HERE, check=True
            )
        first, *signs, _ = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(first["result"]["features"], ["coverage"])
        self.assertEqual([sign["result"] for sign in signs], [1, 1, -1])
        five, seven, minus = [set(sign["coverage"]) for sign in signs]
        self.assertEqual(five, seven)
        self.assertTrue(five & minus and five - minus and minus - five, (five, minus))


if __name__ == "__main__":
    unittest.main()
