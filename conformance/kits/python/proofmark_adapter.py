"""Put an agent runtime written in Python before Proofmark.

An *adapter* is a program that Proofmark starts and questions over stdin and
stdout. This file does the talking; you write one plain function per method
that your runtime can answer. It needs Python 3.9 or later and nothing else.

    from proofmark_adapter import Adapter

    adapter = Adapter("my-runtime", version="1.0")

    @adapter.method("preflight/validate")
    def validate(input):
        return {"diagnostics": my_runtime.check(input)}

    adapter.run()

**Arguments.** The params of a call arrive as keyword arguments. Declare the
ones you need: the others are dropped, unless you take ``**kwargs``. What you
return is sent back as JSON.

**The world.** Some methods make the runtime reach outside, to run an agent, a
tool, a model. The harness plays that world: declare a parameter called
``host`` and ask it, ``reply = host.step(stepId="s1", inputs={})``. Such a
function runs in a thread of its own, so it may wait, and may use ``host`` from
further threads. The general form is ``host.call("host/step", {...},
timeout=0.5)``, which raises ``TimeoutError`` when the time is up.

**asyncio.** An ``async def`` method awaits its replies instead, as many at a
time as it likes: ``await asyncio.gather(host.step(...), host.step(...))``. All
such methods share one event loop.

**At rest.** With the feature ``idle``, say ``host.idle()`` once, at the top of
a method. From then on the harness is told whenever nothing more will happen
before a reply arrives: in a plain function after each request, and in an
``async def`` method when the event loop has run out of things to do. (Neither
sees what further threads are up to: do without ``idle`` if you have them.)

**Long runs.** ``Adapter(..., coverage=["path/to/my_runtime"])`` tells the harness which lines of
these files and folders each call of a plain function reached. ``proofmark run --for 8h`` then
draws more of what reaches new ones. It makes calls several times slower.

**When things go wrong.** An exception becomes a JSON-RPC error, its traceback
goes to stderr, and the adapter lives on. ``Inexpressible`` says that the
runtime has no way to express an input, which is no fault. ``print`` is harmless: as soon as
there is an ``Adapter`` it prints to stderr, and once it runs so do C libraries
and child processes. (Make it before you import what prints.) A reply to a call
that was answered already is ignored; whoever still waits for one is released
with ``CallOver`` (in asyncio: cancelled).
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import queue
import selectors
import sys
import threading
import traceback
import zlib
from typing import Any, Callable, Dict, Iterable, Optional, Set, Tuple, TypeVar

PROTOCOL_VERSION = 1
PARSE_ERROR, METHOD_NOT_FOUND, INVALID_PARAMS, FAILED, INEXPRESSIBLE = -32700, -32601, -32602, -32000, -32001
GRACE = 1.0  # How many seconds open calls are given to finish once the input has ended.

Message = Dict[str, Any]
Deliver = Callable[[Optional[Message]], None]  # Takes the reply to a host call, or None if the call is over.
F = TypeVar("F", bound=Callable[..., Any])

_to_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Inexpressible(Exception):
    """Raise it, with a sentence, where your runtime has no way to express the input: the case is not judged."""


class CallOver(Exception):
    """The call was answered, or the harness is gone: this reply will never come."""


def _asks(method: str) -> Callable[..., Any]:
    return lambda self, **params: self.call(method, params)


class Host:
    """The world, as a plain function reaches it."""

    step = _asks("host/step")
    compensate = _asks("host/compensate")
    tool = _asks("host/tool")
    provider = _asks("host/provider")
    agent = _asks("host/agent")
    decide = _asks("host/decide")
    gates = _asks("host/gates")

    def __init__(self, adapter: Adapter, call_id: Any) -> None:
        self._adapter = adapter
        self._lock = adapter._lock
        self._call_id = call_id
        self._over = False
        self._taken = 0
        self._tells = False
        self._resting = False
        adapter._open.add(self)

    def call(self, method: str, params: Optional[Message] = None, timeout: Optional[float] = None) -> Any:
        """Makes a host call and waits for its reply. The member ``call`` is filled in."""
        box: queue.SimpleQueue[Optional[Message]] = queue.SimpleQueue()
        gave_up = False

        def deliver(reply: Optional[Message]) -> None:
            box.put(reply)
            if gave_up and reply is not None:
                # Nobody takes it; but a count without it would look stale to the harness for ever.
                self._taken += 1
                self._say_idle()

        self._adapter._ask(self, method, params, deliver)
        try:
            reply = box.get(timeout=timeout)
        except queue.Empty:
            with self._lock:
                gave_up, self._resting = box.empty(), False
            if gave_up:
                raise TimeoutError(f"{method} was not answered within {timeout} s") from None
            reply = box.get()  # It came at the last moment.
        with self._lock:
            self._resting = False
            self._taken += 1
        return _result(reply)

    def idle(self) -> None:
        """From now on, says so whenever nothing more happens until a reply comes or a time limit expires."""
        self._tells = True

    def event(self, event: Message) -> None:
        """Reports an event."""
        with self._lock:
            self._notify("host/event", event=event)

    def _asked(self) -> None:
        """A request has gone out, and this function is going to wait for the reply."""
        self._resting = self._tells
        self._say_idle()

    def _say_idle(self) -> None:
        if self._resting:
            self._notify("host/idle", replies=self._taken)

    def _notify(self, method: str, **params: Any) -> None:
        if not self._over:
            self._adapter._write({"method": method, "params": {"call": self._call_id, **params}})


class AsyncHost(Host):
    """The world, as an ``async def`` method reaches it: every request is awaited."""

    def __init__(self, adapter: Adapter, call_id: Any, loop: _Loop) -> None:
        super().__init__(adapter, call_id)
        self._loop = loop

    def _launch(self, method: _Method, params: Message) -> None:
        # asyncio keeps only weak references to tasks; this one lives as long as its call.
        self._task = self._loop.create_task(self._adapter._serve_async(self._call_id, method, params, self))

    async def call(self, method: str, params: Optional[Message] = None) -> Any:  # type: ignore[override]
        """Makes a host call and waits for its reply, while other tasks go on."""
        future: asyncio.Future[Message] = self._loop.create_future()

        def settle(reply: Optional[Message]) -> None:
            if reply is None:
                future.cancel()
            else:
                self._taken += 1
                self._loop.stirred.add(self)
                if not future.done():  # Otherwise the task that waited has given up.
                    future.set_result(reply)

        self._adapter._ask(self, method, params, lambda reply: self._loop.soon(settle, reply))
        return _result(await future)

    def idle(self) -> None:
        """From now on, says so whenever the event loop comes to rest."""
        self._resting = True
        self._loop.stirred.add(self)

    def _asked(self) -> None:
        self._loop.stirred.add(self)


def _result(reply: Optional[Message]) -> Any:
    if reply is None:
        raise CallOver("the call is over: no reply will come")
    if "error" in reply:
        raise RuntimeError(f"the harness answered with an error: {reply['error']}")
    return reply.get("result")


class _Loop(asyncio.SelectorEventLoop):
    """The event loop of all ``async def`` methods, in a thread of its own."""

    def __init__(self) -> None:
        self.stirred: Set[AsyncHost] = set()
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def soon(self, function: Callable[..., Any], *args: Any) -> None:
        """Calls ``function`` on the loop, from any thread, unless the loop has ended."""
        if not self.is_closed():
            self.call_soon_threadsafe(function, *args)

    def _serve(self) -> None:
        self.run_forever()
        for task in asyncio.all_tasks(self):
            task.cancel()
        while asyncio.all_tasks(self):
            self.run_until_complete(asyncio.wait(asyncio.all_tasks(self)))
        self.close()


class _Selector(selectors.DefaultSelector):
    """Notices that the event loop is about to wait: every call that did something before is idle now."""

    loop: _Loop

    def select(self, timeout: Optional[float] = None) -> Any:
        while self.loop.stirred and (timeout is None or timeout > 0):
            host = self.loop.stirred.pop()
            with host._lock:
                host._say_idle()
        return super().select(timeout)


class _Method:
    """A function of the runtime, and what it wants to be given."""

    def __init__(self, function: Callable[..., Any]) -> None:
        parameters = inspect.signature(function).parameters
        self.function = function
        self.hosted = "host" in parameters
        self.is_async = inspect.iscoroutinefunction(function)
        self.takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        self.names = frozenset(parameters)

    def __call__(self, params: Message, host: Optional[Host]) -> Any:
        arguments = {k: v for k, v in params.items() if self.takes_all or k in self.names}
        if self.hosted:
            arguments["host"] = host
        return self.function(**arguments)


class _Coverage:
    """Which lines of some files are reached while it is entered, in this thread, as numbers that are the same in every process."""

    def __init__(self, places: Iterable[str]) -> None:
        self.places = tuple(os.path.realpath(place) for place in places)
        self._numbers: Dict[Tuple[str, int], int] = {}
        self._watched: Dict[str, bool] = {}
        self._here = threading.local()

    def __enter__(self) -> Callable[[], Message]:
        if not self.places:
            return dict
        reached = self._here.reached = set()
        sys.settrace(self._enters)
        return lambda: {"coverage": sorted(reached)}

    def __exit__(self, *_: Any) -> None:
        if self.places:
            sys.settrace(None)

    def _enters(self, frame: Any, _event: str, _value: Any) -> Any:
        file = frame.f_code.co_filename
        if file not in self._watched:
            self._watched[file] = os.path.realpath(file).startswith(self.places)
        return self._reaches if self._watched[file] else None

    def _reaches(self, frame: Any, event: str, _value: Any) -> Any:
        if event == "line":
            line = (frame.f_code.co_filename, frame.f_lineno)
            if line not in self._numbers:
                self._numbers[line] = zlib.crc32(f"{os.path.basename(line[0])}:{line[1]}".encode())
            self._here.reached.add(self._numbers[line])
        return self._reaches


class Adapter:
    """Answers the harness with the functions registered on it."""

    def __init__(self, name: str, version: str = "0", features: Iterable[str] = (), coverage: Iterable[str] = ()) -> None:
        self._implementation = {"name": name, "version": version, "language": "python"}
        self._coverage = _Coverage(coverage)
        self._features = [*features, *(["coverage"] if self._coverage.places else [])]
        self._methods: Dict[str, _Method] = {}
        # One lock guards the output and the record of who waits for what, so that
        # nothing is ever said about a call after its answer.
        self._lock = threading.Lock()
        self._answered = threading.Condition(self._lock)
        self._open: Set[Host] = set()
        self._waiting: Dict[int, Tuple[Host, Deliver]] = {}
        self._last_host_id = 0
        self._loop: Optional[_Loop] = None
        self._output = -1
        sys.stdout = sys.stderr

    def method(self, name: str) -> Callable[[F], F]:
        """Registers the decorated function as the answer to ``name``."""

        def register(function: F) -> F:
            if name in self._methods:
                raise ValueError(f"{name} is registered twice")
            self._methods[name] = _Method(function)
            return function

        return register

    def run(self) -> None:
        """Serves until the input ends. From here on the standard streams belong to the protocol."""
        protocol_in, self._output = _claim_stdio()
        unread = b""
        try:
            while chunk := os.read(protocol_in, 1 << 16):
                *lines, unread = (unread + chunk).split(b"\n")
                for line in lines:
                    self._receive(line)
            self._receive(unread)
        finally:
            self._end()

    def _receive(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line.decode())
            if not isinstance(message, dict):
                raise ValueError("a message is an object")
        except (ValueError, RecursionError) as error:
            return self._answer(None, _error(PARSE_ERROR, f"not a JSON-RPC message: {error}"))
        if "method" not in message or "id" not in message:
            return self._deliver(message)
        call_id, name, params = message["id"], str(message["method"]), message.get("params")
        params = params if isinstance(params, dict) else {}
        if name in self._methods:
            self._start(call_id, self._methods[name], params)
        elif name == "initialize":
            self._answer(call_id, self._introduce(params.get("protocolVersion")))
        elif name == "shutdown":
            self._answer(call_id, {"result": None})
        else:
            self._answer(call_id, _error(METHOD_NOT_FOUND, f"method not offered: {name}"))

    def _introduce(self, version: Any) -> Message:
        if version != PROTOCOL_VERSION:
            return _error(INVALID_PARAMS, f"protocol version {PROTOCOL_VERSION} is spoken here, not {version}")
        about = {"implementation": self._implementation, "methods": list(self._methods), "features": self._features}
        return {"result": {"protocolVersion": PROTOCOL_VERSION, **about}}

    def _start(self, call_id: Any, method: _Method, params: Message) -> None:
        if method.is_async:
            loop = self._loop = self._loop or _Loop()
            loop.soon(AsyncHost(self, call_id, loop)._launch, method, params)
        elif method.hosted:
            threading.Thread(target=self._serve, args=(call_id, method, params, Host(self, call_id)), daemon=True).start()
        else:
            self._serve(call_id, method, params, None)

    def _serve(self, call_id: Any, method: _Method, params: Message, host: Optional[Host]) -> None:
        try:
            with self._coverage as reached:
                result = method(params, host)
            self._answer(call_id, {"result": result, **reached()}, host)
        except (Exception, SystemExit) as error:
            self._answer(call_id, _failure(error), host)

    async def _serve_async(self, call_id: Any, method: _Method, params: Message, host: Host) -> None:
        try:
            self._answer(call_id, {"result": await method(params, host)}, host)
        except (Exception, SystemExit, asyncio.CancelledError) as error:
            self._answer(call_id, _failure(error), host)

    def _answer(self, call_id: Any, outcome: Message, host: Optional[Host] = None) -> None:
        with self._lock:
            self._write({"id": call_id, **outcome})
            if host is not None:
                self._release(host)
                self._open.discard(host)
                self._answered.notify_all()

    def _write(self, message: Message) -> None:
        # At once and never in batches: if the next call hangs or crashes, the answers
        # before it must not go down with it, or the harness blames the wrong call.
        unwritten = (_to_json({"jsonrpc": "2.0", **message}) + "\n").encode("ascii")
        try:
            while unwritten:
                unwritten = unwritten[os.write(self._output, unwritten) :]
        except OSError:
            pass  # The harness is gone. The end of the input will tell.

    def _ask(self, host: Host, method: str, params: Optional[Message], deliver: Deliver) -> None:
        with self._lock:
            if host._over:
                raise CallOver(f"{method} was asked for after the call was answered")
            self._last_host_id += 1
            params = {**(params or {}), "call": host._call_id}
            self._write({"id": self._last_host_id, "method": method, "params": params})
            self._waiting[self._last_host_id] = (host, deliver)
            host._asked()

    def _deliver(self, reply: Message) -> None:
        with self._lock:
            host_id = reply.get("id")
            if isinstance(host_id, int) and host_id in self._waiting:  # If not, its call was answered.
                _, deliver = self._waiting.pop(host_id)
                deliver(reply)

    def _release(self, host: Host) -> None:
        """Ends the call of ``host``: whoever still waits for a reply is told. Needs the lock."""
        host._over = True
        for host_id in [i for i, (owner, _) in self._waiting.items() if owner is host]:
            _, deliver = self._waiting.pop(host_id)
            deliver(None)

    def _end(self) -> None:
        with self._lock:
            for host in self._open:
                self._release(host)
            self._answered.wait_for(lambda: not self._open, GRACE)
        if self._loop is not None:
            self._loop.soon(self._loop.stop)
            self._loop.thread.join(GRACE)


def _error(code: int, message: str) -> Message:
    return {"error": {"code": code, "message": message}}


def _failure(error: BaseException) -> Message:
    if isinstance(error, Inexpressible):
        return _error(INEXPRESSIBLE, str(error))
    traceback.print_exception(type(error), error, error.__traceback__)
    return _error(FAILED, f"{type(error).__name__}: {error}")


def _claim_stdio() -> Tuple[int, int]:
    """Keeps stdin and stdout for the protocol. For everybody else stdin is empty and stdout is stderr."""
    protocol_in, protocol_out = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    if sys.__stdout__ is not None:
        sys.__stdout__.flush()  # What was printed earlier and not yet written goes to stderr too.
    return protocol_in, protocol_out
