"""Every rule a test: `[tool.proofmark]` in pyproject.toml, or `pytest --proofmark COMMAND`.

The program runs once, with the rules that are left after `-k` and the like, when
the first of them is due. What decides nothing is skipped with its reason; a known
failure is an expected one, and fails once it is mended.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Iterator, List, Optional, Tuple, Union

import pytest

from .session import Event, NoRun, Session, rules
from .settings import Settings, Wrong, table_of

#: The test that fails where a run as a whole says what no rule does.
WHOLE = "run"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("proofmark").addoption(
        "--proofmark", metavar="COMMAND", help="make every rule of Proofmark a test of the adapter that COMMAND starts"
    )


def pytest_configure(config: pytest.Config) -> None:
    anchor = _anchor(config)
    if anchor is None:
        return
    asked = config.getoption("proofmark") is not None
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    paths = [(config.invocation_params.dir / str(arg).split("::", 1)[0]).resolve() for arg in config.args]
    # Where pytest comes upon the file by itself there is nothing to add; who names files means these.
    if not any(anchor == path or path in anchor.parents for path in paths) and (asked or not named):
        config.args.append(str(anchor))


def _anchor(config: pytest.Config) -> Optional[Path]:
    """The file that the tests belong to: the one that asks for them, or else any that is there."""
    pyproject = config.rootpath / "pyproject.toml"
    if table_of(pyproject) is not None:
        return pyproject
    if config.getoption("proofmark") is None:
        return None
    return next((path for path in (pyproject, config.inipath) if path is not None and path.is_file()), Path(__file__))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    if file_path != _anchor(parent.config):
        return None
    if file_path == Path(__file__):
        return Rules.from_parent(parent, path=file_path, nodeid="proofmark")
    return Rules.from_parent(parent, path=file_path)


class Rules(pytest.File):
    """All rules that are meant."""

    def collect(self) -> Iterator[pytest.Item]:
        table = table_of(self.config.rootpath / "pyproject.toml") or {}
        try:
            settings = Settings(table, self.config.getoption("proofmark"))
            planned = rules(settings, self.config.rootpath)
        except (Wrong, NoRun, FileNotFoundError) as problem:
            raise self.CollectError(f"proofmark: {problem}") from None
        session = Session(settings, self.config.rootpath, _shared(self.config))
        for rule in planned:
            yield Rule.from_parent(self, name=rule["rule"], event=rule, run=session)
        yield Whole.from_parent(self, name=WHOLE, run=session)


def _shared(config: pytest.Config) -> Optional[Path]:
    """A folder that the workers of one session of xdist share; none without them."""
    if not hasattr(config, "workerinput"):
        return None
    folder: Path = config._tmp_path_factory.getbasetemp().parent  # type: ignore[attr-defined]
    return folder


class Failed(Exception):
    """What is shown of a test that failed: this text and nothing else."""


class Test(pytest.Item):
    """A test that asks the one run."""

    def __init__(self, *, run: Session, **known: Any) -> None:
        super().__init__(**known)
        self.run = run

    def events(self) -> List[Event]:
        """What the run said."""
        selected = [item.name for item in self.session.items if isinstance(item, Rule)]
        try:
            return self.run.events(selected)
        except NoRun as problem:
            raise Failed(f"there was no run: {problem}") from None

    def repr_failure(self, excinfo: Any, style: Any = None) -> Union[str, Any]:
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Tuple[Path, Optional[int], str]:
        return self.path, None, self.name


class Rule(Test):
    """One rule."""

    def __init__(self, *, event: Event, **known: Any) -> None:
        super().__init__(**known)
        self.extra_keyword_matches.update([event["suite"], event["level"]])
        self.user_properties += [("level", event["level"]), ("title", event["title"])]

    def runtest(self) -> None:
        finished = [event for event in self.events() if event["event"] == "finished" and event["rule"] == self.name]
        if not finished:
            raise Failed("the run said nothing of this rule")
        why = finished[0].get("why", "")
        kind = finished[0]["test"]
        if kind == "skip":
            pytest.skip(why)
        if kind == "expected":
            pytest.xfail(why)
        if kind != "pass":
            raise Failed(why)


class Whole(Test):
    """What the run as a whole says and no rule does: that nothing was concluded, or a wrong line among the known."""

    def runtest(self) -> None:
        events = self.events()
        end = events[-1]
        told = "\n".join(event.get("why", "") for event in events if event["event"] == "finished")
        problems = [objection for objection in end["objections"] if objection not in told]
        if end["exit"] not in (0, 1):
            problems.append("nothing could be concluded: no rule was exercised, or what had to come up never did")
        if problems:
            raise Failed("\n".join(problems))
