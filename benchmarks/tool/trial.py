"""Tests of a copied tree, run in a forked process: those that a statement has, and whether one fails with a change.

The parent has imported the libraries and nothing of Bouton, so that each trial begins with warm libraries and reads the
tree as it is then; children that a test starts find the same tree first on their path.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import importlib
import json
import mmap
import os
import resource
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, TypeAlias

import pytest

from benchmarks.tool.statements import MARKS, marked, statements
from bouton.process.descendants import below

End: TypeAlias = Literal["killed", "out of time", "survived", "unreached"]
"""How a mutant ends.

`out of time` where a test that passes without the change does not end with it, `unreached` where no test runs it.
"""
LIBRARIES = ("clingo", "cvc5", "hypothesis", "jsonschema", "numpy", "pydantic", "rich", "yaml", "z3")
OURS = {"benchmarks", "bouton", "tests"}
_LEFT_OUT = (".git", ".venv", "site", "__pycache__", ".*_cache", ".hypothesis")
_MEMORY = 4 << 30
_ENDLESS = 10.0
"""Seconds of one test, and times what it takes without the change, after which it counts as endless."""
_PR_SET_CHILD_SUBREAPER = 36
_MARKS_FILE = "BOUTON_MARKS"
_CUSTOM = f"""import builtins, mmap, os
file = os.environ.get({_MARKS_FILE!r})
builtins.{MARKS} = mmap.mmap(os.open(file, os.O_RDWR), 0) if file else bytearray(1 << 20)
"""
"""What an interpreter does first that a test starts while marks are recorded."""


@dataclass(frozen=True)
class Test:
    """A test by its name, with the seconds that it takes alone and the statements that it runs, by their numbers."""

    name: str
    seconds: float
    runs: frozenset[int]

    __test__ = False


@dataclass(frozen=True)
class Ended:
    """How a trial ended, by which test, and after how many seconds and tests."""

    end: End
    by: str
    seconds: float
    tests: int


def copied(root: Path, there: Path) -> Path:
    """A copy of a tree, without what a tool has left in it."""
    return Path(shutil.copytree(root, there, ignore=shutil.ignore_patterns(*_LEFT_OUT), symlinks=True))


def warm() -> None:
    """Import what every trial needs and no trial changes."""
    for name in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()


def numbered(sources: Mapping[str, str]) -> dict[str, range]:
    """The numbers of the statements of each file."""
    found, number = {}, 0
    for file in sorted(sources):
        found[file] = range(number, number + len(statements(sources[file])))
        number = found[file].stop
    return found


def recorded(tree: Path, sources: Mapping[str, str], tests: Sequence[str]) -> list[Test]:
    """What each test of these files or folders runs of the sources, with nothing remembered from the tests before it.

    The tree is written anew, with marks, and must not be used for trials.
    """
    numbers = numbered(sources)
    for file, source in sources.items():
        (tree / file).write_text(marked(source, numbers[file].start), encoding="utf-8")
    marks = tree / "marks"
    marks.write_bytes(bytes(1 << 20))
    (tree / "src/sitecustomize.py").write_text(_CUSTOM, encoding="utf-8")
    os.environ[_MARKS_FILE] = str(marks)
    try:
        said = list(_forked(tree, [*tests], _Recorder(marks), 3600.0, lambda _: 3600.0))
    finally:
        del os.environ[_MARKS_FILE]
    return [Test(one["test"], one["seconds"], frozenset(one["runs"])) for one in said if "runs" in one]


def tried(tree: Path, file: str, source: str, tests: Sequence[Test], seconds: float) -> Ended:
    """Put a changed file into the tree, run the tests in their order until one fails, and put the file back."""
    if not tests:
        return Ended("unreached", "", 0.0, 0)
    started = time.monotonic()
    limits = {one.name: max(_ENDLESS, _ENDLESS * one.seconds) for one in tests}
    before = (tree / file).read_bytes()
    for stale in (tree / file).parent.glob(f"__pycache__/{Path(file).stem}.*.pyc"):
        stale.unlink()
    (tree / file).write_text(source, encoding="utf-8")
    end: End = "killed"
    by, count = "importing", 0
    try:
        files = list(dict.fromkeys(one.name.partition("::")[0] for one in tests))
        for said in _forked(tree, files, _Chosen([one.name for one in tests]), seconds, lambda name: limits[name]):
            if "test" in said:
                by, count = said["test"], count + 1
            if "late" in said:
                end = "out of time" if said["late"] == "test" else "survived"
            elif said.get("code") == 0:
                end = "survived"
            elif said.get("code") == pytest.ExitCode.USAGE_ERROR:
                raise RuntimeError(f"the tests of {file} cannot be run: {', '.join(files)}")
    finally:
        (tree / file).write_bytes(before)
    return Ended(end, "" if end == "survived" else by, round(time.monotonic() - started, 2), count)


class _Said:
    """What a plugin of the tests tells the parent, a line of JSON at a time."""

    pipe = -1

    def say(self, **what: Any) -> None:
        """Tell the parent."""
        os.write(self.pipe, (json.dumps(what) + "\n").encode())


class _Chosen(_Said):
    """Runs the tests of some names, in this order, and says which one begins."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Take the tests in their order."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self.names if name in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Tell the parent what begins."""
        self.say(test=nodeid)


class _Recorder(_Said):
    """Says of each test what it ran, and how long that took."""

    def __init__(self, marks: Path) -> None:
        with marks.open("r+b") as file:
            self.marks = mmap.mmap(file.fileno(), 0)
        self.size = len(self.marks)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Forget, run, tell."""
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in OURS:
                for one in list(vars(module).values()):
                    kept = getattr(one, "kept", None) if isinstance(one, FunctionType) else one
                    if isinstance(kept, _lru_cache_wrapper):
                        kept.cache_clear()
        self.marks[:] = bytes(self.size)
        started = time.monotonic()
        yield
        runs = [at for at, mark in enumerate(self.marks[:]) if mark]
        self.say(test=item.nodeid, seconds=time.monotonic() - started, runs=runs)


def _forked(
    tree: Path, arguments: list[str], plugin: _Said, seconds: float, patience: Callable[[str], float]
) -> Iterator[dict[str, Any]]:
    """What the plugin says of the tests, then the exit `code`, or what was `late`: a `test`, or `all` of them."""
    here, there = os.pipe()
    own = tree.parent / "own"
    own.mkdir()
    others = below(os.getpid())
    child = os.fork()
    if not child:
        os.close(here)
        plugin.pipe = there
        _run_tests(tree, own, arguments, plugin)
    os.close(there)
    until = time.monotonic() + seconds
    late, rest = until, b""
    try:
        while True:
            ready, _, _ = select.select([here], [], [], max(0.0, min(late, until) - time.monotonic()))
            if not ready:
                yield {"late": "test" if late < until else "all"}
                return
            news = os.read(here, 1 << 16)
            if not news:  # it crashed
                return
            *lines, rest = (rest + news).split(b"\n")
            for line in lines:
                said = json.loads(line)
                if "test" in said:
                    late = time.monotonic() + patience(said["test"])
                yield said
                if "code" in said:
                    return
    finally:
        os.close(here)
        _end(child, others)
        shutil.rmtree(own, ignore_errors=True)


def _run_tests(tree: Path, own: Path, arguments: list[str], plugin: _Said) -> None:
    """The forked process: a session of its own, limits, the copied tree first on every path, and the tests."""
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        said = os.open(own / "said", os.O_WRONLY | os.O_CREAT)
        for at, file in enumerate((nothing, said, said)):
            os.dup2(file, at)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        os.chdir(tree)
        for name in [one for one in sys.modules if one.partition(".")[0] in OURS]:
            del sys.modules[name]
        sys.path[:0] = [str(tree / "src"), str(tree)]
        sys.dont_write_bytecode = True
        os.environ |= {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(own)}
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(own / "hypothesis")
        if isinstance(plugin, _Recorder):
            setattr(builtins, MARKS, plugin.marks)
        options = ["-x", "-q", "-p", "no:cacheprovider", f"--basetemp={own / 'tests'}", "--hypothesis-seed=1"]
        options = options[1:] if isinstance(plugin, _Recorder) else options
        code = int(pytest.main([*options, *arguments], plugins=[plugin]))
        plugin.say(code=code)
    finally:
        os._exit(0)


def adopt_orphans() -> None:
    """Let what the processes of a trial leave behind be children of this one, which ends them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _end(child: int, others: set[int]) -> None:
    """End a trial, and all that has become a child of this process since it began."""
    found = {child}
    while found:
        for process in found:
            for kill in (os.killpg, os.kill):
                with suppress(ProcessLookupError, PermissionError):
                    kill(process, signal.SIGKILL)
        for process in found:
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
        found = below(os.getpid()) - others
