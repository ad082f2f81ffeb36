"""What holds for every test: no deadline on any machine, markers by folder and file, and a key of the tests' own."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from compileall import compile_dir, compile_file
from contextlib import suppress
from functools import _lru_cache_wrapper, partial
from math import inf
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import bouton
from bouton.process import compiler, limits
from bouton.run.kept import FRESH, sources_of_bouton
from tests.in_process import start, without_children
from tests.samples import small_or_whole
from tests.shipped import SESSION

# Seconds say something of the machine and of what else it does, never of the code.
settings.register_profile(
    "bouton", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("bouton")

# Hypothesis reads every module that is imported for numbers to try, which takes each worker as long as to import them.
with suppress(ImportError, AttributeError):  # since 6.131 alone
    from hypothesis.internal.conjecture import providers
    from hypothesis.internal.constants_ast import Constants

    providers._get_local_constants = Constants

# Where it has kept nothing before, it tries which of a million characters UTF-8 can write: a second of each worker.
with suppress(ImportError, AttributeError):
    from hypothesis.internal import charmap
    from hypothesis.internal.intervalsets import IntervalSet

    _utf8 = IntervalSet(((0, 0xD7FF), (0xE000, sys.maxunicode))), IntervalSet(())
    _by_codec = charmap.intervals_from_codec
    if "tuple" in str(_by_codec.__annotations__["return"]):  # what can be written, and what is read as something else
        _charmap: Any = charmap
        _charmap.intervals_from_codec = lambda codec: _utf8 if codec == "utf-8" else _by_codec(codec)

# The workers of xdist start with it: a child that is forked copies a 500th of the page tables where pages are large.
os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")

# To make a file on a disk takes a tenth of a small check: those of tests are in memory, where it has room for them.
MEMORY, ROOM = Path("/dev/shm"), 2 << 30
if os.access(MEMORY, os.W_OK | os.X_OK):
    _about = os.statvfs(MEMORY)
    if _about.f_bavail * _about.f_frsize > ROOM and not _about.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

HERE = Path(__file__).parent
PROOFS = (
    *(
        "claims/test_every_set",
        "claims/test_theory",
        "discover/test_search",
        "discover/test_theorem",
        "mutants/test_proofs",
    ),
    *("mutants/test_second_solver", "proof", "reading/levels", "reading/test_games", "reading/test_sides"),
    *("run/test_proofs", "solving/test_minimise", "solving/test_samples", "solving/test_solve"),
    "solving/test_templates_of_games",
)
"""How the places begin of the tests that ask z3 or cvc5 for proofs."""
QUICK = {"certificate", "cli", "core", "document", "ground", "process", "reading", "rules", "run", "show", "solving"}
"""The folders that take seconds, once the proofs are left out; the tests beside the folders are quick too ..."""
LONG = {
    *("cli/test_endless.py", "cli/test_supervisor.py", "cli/test_watch.py", "ground/test_beyond.py"),
    *("ground/test_loops.py", "process/test_guard.py", "process/test_limits.py"),
    *("run/test_boards.py", "run/test_breaking.py", "run/test_found_measures.py", "run/test_in_box.py"),
    *("run/test_in_a_row.py", "run/test_kept.py", "run/test_least.py", "run/test_legal.py", "run/test_listing.py"),
    *("run/test_ranges.py", "run/test_refuted", "run/test_several_files.py", "run/test_starts.py"),
    *("run/test_summed.py", "run/test_swap_positions.py", "run/test_ties.py", "run/test_upward.py"),
    *("run/test_ways.py", "run/test_wide_boxes.py", "run/test_winning_moves.py", "show/picture"),
    *("test_benchmarks.py", "test_claim_tables.py", "test_documents.py", "test_how_to.py", "test_tool_mutants.py"),
}
"""... but for these."""

LARGE = {
    *("certificate/test_command.py", "claims/test_theory.py", "encodings/test_bounded_greedy_nim.py"),
    *("encodings/test_greedy_nim_k.py", "encodings/test_sequences.py", "ground/test_measures.py"),
}
"""Tests that leave much memory behind them, as clingo forgets no term: they come last, since every child that is forked
from then on copies the tables of it."""

SEARCHED = {"_FAR": 2000}
"""The positions beyond a box that are searched where no proof is found, a tenth of what a check takes on."""
NEARBY = ("claims/", "discover/", "mutants/", "proof/", "rocq/", "run/", "show/", "solving/", "test_each_way")
"""How the places begin of the tests of which what is false is left to proofs: there fewer are searched before one, too.
"""
FEWER = {"_NEAR": 100, "_NEARER": 200, "_FAR": 200}
"""... a third, a tenth where there may be any number of heaps, and a hundredth, as proofs say no by themselves; ..."""
FAR_OUT = ("run/test_upward",)
"""... but for these, of which what is searched is tested."""
COMPARED = {"bouton.compiled.validate._LOWEST": 40, "bouton.ground.values._REFERENCE": 50}
"""The lowest positions at which a program, and values by plain code, are held against clingo: a quarter of what a check
takes, but where that is tested, and in slow tests."""
READ = {
    **{"bouton.proof.compared.comparison._POSITIONS": 40, "bouton.proof.compared.comparison._FEW": 16},
    **{"bouton.proof.far._POSITIONS": 60, "bouton.proof.ways.boards.at_boards._POSITIONS": 4},
}
"""Positions at which what a proof reads is held against clingo, and at which what is not proved is looked at: a third
of what a check takes ..."""
READING = ("compared", "far", "cases", "false", "unknown_parameters")
"""... but in slow tests, and where a place has one of these words."""
HELD = ("compiled/test_asked", "compiled/test_liars", "compiled/test_sorted", "compiled/test_validate", "ground/")
"""How the places begin of the tests in which as many are held as by the command."""

NOT_SLOW = {"not slow", "quick", "proofs and not slow", "mutants and not slow"}
"""Expressions by which no slow test is asked for."""

SECOND = (
    *("cli/", "fuzz/", "golden/", "mutants/test_second_solver", "proof/test_prove", "run/test_proofs", "solving/"),
    *("test_documents", "test_how_to"),
)
"""How the places begin of the tests in which cvc5 is asked for what z3 proves, as by the command.

So it is in slow tests, and in those that say `crosscheck`.
"""

OPTIMISED = ("cli/", "compiled/test_specs", "encodings/", "process/", "test_")
"""How the places begin of the tests in which C is compiled as by the command: boxes are large, or engines compared.

So it is in slow tests.
"""

SHARE = "share_of_examples"
FEW, LEAST = 8, 2
"""Of the examples that Hypothesis is to draw every eighth is drawn in every run, but no fewer than so many."""

SAMPLED = {
    *("claims", "cli", "compiled", "discover", "encodings", "ground", "mutants", "proof", "reading", "rocq", "rules"),
    *("run", "show", "solving"),
}
"""The folders in which a case takes long: of a function that says nothing else of its cases ..."""
FIRST, STEP = 2, 8
"""... so many are in every run, and every eighth case besides."""
GROWN = 60_000_000
"""Bytes by which a process grows before cycles are searched for after a file: that takes a tenth of a second."""

_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


_least = [0.0]
"""The bytes that were in memory after the last search for cycles."""
_REMEMBER: dict[tuple[str, ...], tuple[int, list[_lru_cache_wrapper[Any]]]] = {}
"""What remembers in the modules of such beginnings, and how many modules there were when that was looked for."""


def pytest_configure(config: pytest.Config) -> None:
    """Where several processes are to import the tests and Bouton, these are compiled once before, not by each.

    Where nothing compiled may be kept, it is written to a folder of this run, with all that has been imported so far:
    each worker and each command that a test starts would compile it again, most of its time.
    """
    if not config.getoption("numprocesses", None):
        return
    if sys.dont_write_bytecode:
        folder = tempfile.mkdtemp(prefix="bouton-tests-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for file in {str(getattr(module, "__file__", None)) for module in list(sys.modules.values())}:
            compile_file(file, quiet=2)  # what is no file of Python is passed over
    for source in (HERE, Path(bouton.__file__).parent):
        compile_dir(source, quiet=2, workers=2)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Nothing is looked for in the long folders where only quick tests are asked for."""
    long = collection_path.is_dir() and collection_path.parent == HERE and collection_path.name not in QUICK
    return True if long and config.option.markexpr == "quick" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Nothing is searched for cycles while tests are collected, which all stay: a tenth of the time."""
    gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Mark as `slow` the cases that are long, or not in the sample of their function; what is not run is no item.

    What Hypothesis draws examples for has a few of them in every run, and all in a slow test beside it.
    """
    if hasattr(metafunc.function, "hypothesis"):
        metafunc.parametrize(SHARE, small_or_whole(FEW, 1), ids=["few", "all"], indirect=True)
    yield
    test = metafunc.definition
    slow, sample, long = (test.get_closest_marker(name) for name in ("slow", "sample", "long"))
    told = sample is not None or long is not None or test.path.relative_to(HERE).parts[0] not in SAMPLED
    step = sample.args[0] if sample is not None else 1 if told else STEP
    cases = Counter[object]()
    for call in metafunc._calls:
        if not told and any(mark.name == "slow" for mark in call.marks):
            continue
        share = call.params.get(SHARE)  # the cases with all examples have a sample of their own
        out = cases[share] % step != 0 and (told or cases[share] >= FIRST)
        cases[share] += 1
        if out or (long is not None and any(word in f"{test.name}[{call.id}]" for word in long.args)):
            call.marks.append(pytest.mark.slow.mark)
    if metafunc.config.option.markexpr in NOT_SLOW and not any("::" in one for one in metafunc.config.args):
        left = [call for call in metafunc._calls if slow is None and all(mark.name != "slow" for mark in call.marks)]
        metafunc._calls[:] = left or metafunc._calls[:1]  # without any it would be a test without its parameters


@pytest.fixture(autouse=True)
def share_of_examples(request: pytest.FixtureRequest) -> Iterator[None]:
    """One of so many of the examples that the test asks for, if it asks for any."""
    if not hasattr(request, "param"):
        yield
        return
    function, name = request.function, "_hypothesis_internal_use_settings"  # what `settings` decorates a test with
    asked = getattr(function, name)
    setattr(function, name, settings(asked, max_examples=max(LEAST, asked.max_examples // request.param)))
    yield
    setattr(function, name, asked)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its place. Those that leave much memory behind come last."""
    places = {path: path.relative_to(HERE) for path in {item.path for item in items}}
    marks = {path: marks_of(place) for path, place in places.items()}
    items.sort(key=lambda item: places[item.path].as_posix() in LARGE)
    for item in items:
        slow = item.get_closest_marker("slow") is not None
        for mark in marks[item.path]:
            if mark != "quick" or not slow:
                item.add_marker(mark)


def marks_of(place: Path) -> list[str]:
    """What the tests of a file are, but that slow ones are not quick."""
    top, name = place.parts[0], place.as_posix()
    proof = name.startswith(PROOFS)
    quick = (top in QUICK or place.parent == Path()) and not name.startswith(tuple(LONG)) and not proof
    told = {"proofs": proof, "mutants": top == "mutants", "quick": quick}
    return [mark for mark, is_so in told.items() if is_so]


def pytest_collection_finish() -> None:
    """What is there to begin with stays; cycles are looked for where much memory is used alone (`_forget`)."""
    _forget()
    gc.freeze()
    gc.set_threshold(0)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    """What the tests of a file remember is forgotten after them: every child that is forked copies the tables of it."""
    yield
    _forget()


def _forget() -> None:
    for one in _caches(("tests.", "bouton.")):
        one.cache_clear()
    if _resident() > _least[0] + GROWN:
        gc.collect()
        if _TRIM is not None:
            _TRIM(0)  # what clingo and z3 have given back to the C library
        _least[0] = _resident()


def _resident() -> float:
    """The bytes that this process has in memory; without an end where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return inf


def _caches(begins: tuple[str, ...]) -> list[_lru_cache_wrapper[Any]]:
    """What the functions of such modules remember."""
    many, found = _REMEMBER.get(begins, (0, []))
    if many != len(sys.modules):
        modules = [module for name, module in list(sys.modules.items()) if name.startswith(begins)]
        named = [one for module in modules for one in list(vars(module).values())]
        every = [one for each in named for one in (each, _kept(each)) if isinstance(one, _lru_cache_wrapper)]
        found = [one for one in every if one is not sources_of_bouton]  # no test changes them, and there are many
        _REMEMBER[begins] = len(sys.modules), found
    return found


def _kept(named: object) -> object:
    """What a function about nodes remembers (see `bouton.rules.mirror.of_node`)."""
    return getattr(named, "kept", None) if isinstance(named, FunctionType) else None


def _clear() -> None:
    """Forget what the functions of Bouton remember."""
    for one in _caches(("bouton.",)):
        one.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A state folder for the session, with a key that is not the user's, and no result kept; commands have it too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FRESH, "1")
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        base = tmp_path_factory.getbasetemp()
        patch.setenv(SESSION, str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "judged"))
        yield


@pytest.fixture(autouse=True)
def as_it_stands(request: pytest.FixtureRequest) -> Iterator[None]:
    """C is compiled as it stands: to optimise a program took longer than it runs, a third of the time of such tests."""
    optimised = request.path.relative_to(HERE).as_posix().startswith(OPTIMISED)
    with pytest.MonkeyPatch.context() as patch:
        if not optimised and request.node.get_closest_marker("slow") is None:
            patch.setattr(compiler, "_options", lambda _source: ("-O0", *compiler._OPTIONS))
        yield


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tasks are run in the process where the tests say so.

    What they remember is forgotten before and after a test that changes how something is found.
    """
    if not without_children(request.path.relative_to(HERE)):
        yield
        return
    changes = "monkeypatch" in request.fixturenames
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "_start", start)
        patch.setattr("bouton.proof.prove._read_ahead", lambda _: None)  # what is needed is read when it is needed
        if changes:
            _clear()
        yield
    if changes:
        _clear()


@pytest.fixture(autouse=True)
def searched(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fewer positions are searched beside a proof, and held against clingo before a program judges, but in slow tests.

    The first was half of the time of proofs for any number of heaps, the second a twelfth of all.
    """
    place = request.path.relative_to(HERE).as_posix()
    few = FEWER if place.startswith(NEARBY) and not place.startswith(FAR_OUT) else SEARCHED
    with pytest.MonkeyPatch.context() as patch:
        if request.node.get_closest_marker("slow") is None:
            for name, positions in few.items():
                patch.setattr(f"bouton.run.proving.{name}", positions)
            for name, positions in () if place.startswith(HELD) else COMPARED.items():
                patch.setattr(name, positions)
            for name, positions in () if any(word in place for word in READING) else READ.items():
                patch.setattr(name, positions)
        yield


@pytest.fixture(autouse=True)
def second_solver(request: pytest.FixtureRequest) -> Iterator[None]:
    """That z3 and cvc5 agree is seen in the tests that are there for it: it was a seventh of the time of proofs."""
    both = request.path.relative_to(HERE).as_posix().startswith(SECOND)
    with pytest.MonkeyPatch.context() as patch:
        if not both and request.node.get_closest_marker("slow") is None:
            patch.setattr("bouton.proof.attempt.has_cvc5", lambda: False)
        yield


@pytest.fixture
def by_proof_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No position beyond the box is looked at before or after a proof: what is wrong there only the proof can say."""
    monkeypatch.setattr("bouton.run.search.outside", lambda *_: None)
