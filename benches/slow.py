"""A subject that makes people wait: another one behind it, with its start and its answers delayed.

    slow.py [--start S] [--answer S] [--side-by-side] [--count FILE] -- COMMAND...

One call is delayed after the other, unless they may wait side by side. With --count every start adds a line to FILE.
"""

import argparse
import subprocess
import sys
import threading
import time
from queue import SimpleQueue

parser = argparse.ArgumentParser()
parser.add_argument("--start", type=float, default=0.0)
parser.add_argument("--answer", type=float, default=0.0)
parser.add_argument("--side-by-side", action="store_true")
parser.add_argument("--count")
parser.add_argument("command", nargs="+")
args = parser.parse_args()

if args.count:
    with open(args.count, "a") as starts:
        starts.write("start\n")
time.sleep(args.start)
inner = subprocess.Popen(args.command, stdin=subprocess.PIPE, stdout=sys.stdout.buffer, bufsize=0)
lock = threading.Lock()
calls: SimpleQueue = SimpleQueue()


def pass_on(line: bytes) -> None:
    with lock:
        inner.stdin.write(line)


def wait_for_calls() -> None:
    while True:
        line, since = calls.get()
        if line is None:
            inner.stdin.close()
            return
        due = since if args.side_by_side else time.monotonic()
        time.sleep(max(0.0, due + args.answer - time.monotonic()))
        pass_on(line)


waiter = threading.Thread(target=wait_for_calls, daemon=True)
waiter.start()
for line in sys.stdin.buffer:
    if b'"method"' in line:
        calls.put((line, time.monotonic()))
    else:
        pass_on(line)
calls.put((None, 0.0))
waiter.join()
sys.exit(inner.wait())
