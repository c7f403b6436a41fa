"""One run of the program for all tests of a session, however many processes they are spread over."""

from __future__ import annotations

import fcntl
import json
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Optional

from .program import program
from .settings import Settings

Event = Dict[str, Any]


class NoRun(Exception):
    """The program came to no result: what it said."""


def rules(settings: Settings, folder: Path) -> List[Event]:
    """The rules that are meant, in their order."""
    return _events(_call(["rules", "--json", *settings.selection], folder))


class Session:
    """What became of the rules, asked for as often as one likes and run once."""

    def __init__(self, settings: Settings, folder: Path, shared: Optional[Path]) -> None:
        self._settings = settings
        self._folder = folder
        self._shared = shared
        self._events: Optional[List[Event]] = None
        self._problem: Optional[str] = None

    def events(self, selected: List[str]) -> List[Event]:
        """The events of a run of the rules `selected`."""
        if self._problem is not None:
            raise NoRun(self._problem)
        if self._events is None:
            try:
                self._events = self._shared_run(selected)
            except NoRun as problem:
                self._problem = str(problem)
                raise
        return self._events

    def _shared_run(self, selected: List[str]) -> List[Event]:
        if self._shared is None:
            return self._run(selected)
        # Every worker of xdist has collected the same tests: the first that gets here runs them for all.
        events = self._shared / "proofmark-events.jsonl"
        with open(self._shared / "proofmark.lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if events.exists():
                return _events(events.read_text(encoding="utf-8"))
            found = self._run(selected)
            events.write_text("".join(json.dumps(event) + "\n" for event in found), encoding="utf-8")
            return found

    def _run(self, selected: List[str]) -> List[Event]:
        words = [word for rule in selected for word in ("--rule", rule)]
        command = ["run", "--events", "-", *words, *self._settings.options, "--", *self._settings.command]
        found = _events(_call(command, self._folder, may_fail=True))
        if not found or found[-1]["event"] != "ended":
            raise NoRun("the run did not come to its end")
        return found


def _call(words: List[str], folder: Path, may_fail: bool = False) -> str:
    done = subprocess.run(
        [program(), *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    # 2 and 3 say that there was no run; every other code is a result.
    if done.returncode in (2, 3) or done.returncode < 0 or (done.returncode != 0 and not may_fail):
        raise NoRun(done.stderr.decode("utf-8", "replace").strip() or f"proofmark ended with {done.returncode}")
    return done.stdout.decode("utf-8")


def _events(lines: str) -> List[Event]:
    return [json.loads(line) for line in lines.split("\n") if line]
