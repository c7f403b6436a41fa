"""An adapter in one page, well behaved as it stands. Each test replaces one of its functions by one that is not."""

import json
import os
import subprocess
import sys
import time

METHODS = ["turn/compose"]
FEATURES = []


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def lines():
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        yield line


def ask(call, method, params):
    """A host call, its reply awaited; calls that come in between are kept for later."""
    send({"id": f"h{time.monotonic_ns()}", "method": method, "params": {"call": call, **params}})
    for line in stdin:
        message = json.loads(line)
        if "method" not in message:
            return message["result"]
        later.append(message)
    sys.exit(0)


def compose(call, params):
    return {"session": params.get("session"), "request": []}


def run(call, params):
    steps = []
    for step in params["steps"]:
        reply = ask(call, "host/step", {"stepId": step["stepId"], "inputs": {}})
        steps.append({"stepId": step["stepId"], "status": "completed", "output": reply["output"]})
    return {"status": "completed", "steps": steps, "checkpoints": [], "errors": []}


def unknown(id, method):
    send({"id": id, "error": {"code": -32601, "message": "method not offered"}})


def answer(id, method, params):
    if method == "turn/compose":
        send({"id": id, "result": compose(id, params if isinstance(params, dict) else {})})
    elif method == "contract/run":
        send({"id": id, "result": run(id, params)})
    else:
        unknown(id, method)


def introduce(id):
    who = {"name": "one-page", "version": "1.0", "language": "python"}
    send({"id": id, "result": {"protocolVersion": 1, "implementation": who, "methods": METHODS, "features": FEATURES}})


def shut_down(id):
    send({"id": id, "result": None})


def end():
    sys.exit(0)


def serve(message):
    if message["method"] == "initialize":
        introduce(message["id"])
    elif message["method"] == "shutdown":
        shut_down(message["id"])
    else:
        answer(message["id"], message["method"], message.get("params"))


def main():
    global stdin, later
    stdin, later = lines(), []
    for line in stdin:
        later.append(json.loads(line))
        while later:
            serve(later.pop(0))
    end()
