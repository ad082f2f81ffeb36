"""Reading keeps its limits, takes twice as long for twice as much, and tells the first hundred faults."""

from __future__ import annotations

import cProfile
import gc
import os
import pstats
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import InputError, LimitReached, nearest
from bouton.document.load import load
from bouton.process import guard
from bouton.process.guard import reading
from bouton.process.limits import Limits, memory_of_this_process
from bouton.run.options import Options
from bouton.run.plan import plan_of

RULES = "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\neven.\n"
SPEC = "game: g\nrules: g.lp\nposition: {pile: 0..5}\nclaims:\n"
CLAIM = "  - {{id: c{0}, says: s, kind: p-positions, iff: even}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.lp").write_text(RULES)
    (tmp_path / "g.yaml").write_text(SPEC + CLAIM.format(1))
    return tmp_path


LARGE: dict[str, Callable[[int], tuple[str, str]]] = {
    "one sign on each line": lambda n: (RULES + "@\n" * n, CLAIM.format(1)),
    "one fact again and again": lambda n: (RULES + "b." * n, CLAIM.format(1)),
    "quotes that are never closed": lambda n: (RULES + '"\\' * n, CLAIM.format(1)),
    "directives": lambda n: (RULES + "#foo.\n" * n, CLAIM.format(1)),
    "many rules": lambda n: (RULES + "".join(f"p{i} :- pile({i}).\n" for i in range(n)), CLAIM.format(1)),
    "a chain of rules": lambda n: (RULES + "".join(f"p{i + 1} :- p{i}.\n" for i in range(n)) + "p0.", CLAIM.format(1)),
    "a chain of cycles": lambda n: (
        RULES + "".join(f"p{i} :- not q{i}, p{i + 1}. q{i} :- p{i}.\n" for i in range(n)) + f"p{n}.",
        CLAIM.format(1),
    ),
    "unknown names": lambda n: (RULES + "".join(f"p{i} :- q{i}.\n" for i in range(n)), CLAIM.format(1)),
    "many claims": lambda n: (RULES, "".join(CLAIM.format(i) for i in range(n))),
    "claims with unknown keys": lambda n: (RULES, "".join(CLAIM.format(i).replace("iff", "if") for i in range(n))),
    "unknown members": lambda n: (
        RULES,
        "".join(CLAIM.format(i).replace("iff: even", f"together: [d{i}]") for i in range(n)),
    ),
}


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.sample(12)
def test_twice_as_much_takes_twice_as_many_steps(folder: Path, kind: str) -> None:
    calls = []
    for number in (200, 400):
        rules, claims = LARGE[kind](number)
        (folder / "g.lp").write_text(rules)
        (folder / "g.yaml").write_text(SPEC + claims)
        for one in gc.get_objects():  # what other tests have read already would take no steps
            if isinstance(one, _lru_cache_wrapper):
                one.cache_clear()
        profile = cProfile.Profile()
        profile.enable()
        with suppress(InputError):
            plan_of(load(folder / "g.yaml"), Options())
        profile.disable()
        calls.append(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
    assert calls[1] <= 2.3 * calls[0], calls


def test_a_hundred_faults_are_told_and_how_many_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "g.lp").write_text(RULES + "@\n" * 30_000)
    assert main(["check", "g.yaml"]) == 2
    said = capsys.readouterr().err
    assert said.count("no @-functions") == 100
    assert said.endswith("error: g.lp: and 29900 more faults\n")
    (folder / "g.yaml").write_text(SPEC + "".join(CLAIM.format(i).replace("iff", "if") for i in range(150)))
    assert main(["check", "g.yaml"]) == 2
    said = capsys.readouterr().err
    assert said.count("unknown key 'if'") == 100
    assert "more faults" in said


def test_the_nearest_of_many_words_is_found() -> None:
    words = [f"predicate_{number}" for number in range(5000)]
    assert nearest("predicate_42x", [*words, "predicate_42xy"]) is not None


def test_the_time_limit_is_kept_while_reading() -> None:
    started = time.monotonic()
    with pytest.raises(LimitReached, match="time limit of 1 s reached while reading"), reading(Limits(0.2)):
        while time.monotonic() < started + 60:
            pass


def test_the_memory_limit_is_kept_while_reading() -> None:
    with pytest.raises(LimitReached, match="memory limit of 256 MB reached while reading"), reading(Limits(60.0, 1)):
        bytearray(1 << 30)


def test_reading_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens inside: the limit of memory, the alarm and who hears it, and the hook."""

    def heard(_signal: int, _frame: object) -> None: ...

    def hook(_what: object) -> None: ...

    def state() -> list[object]:
        timers = [signal.getitimer(which)[0] for which in (signal.ITIMER_REAL, signal.ITIMER_PROF)]
        return [resource.getrlimit(resource.RLIMIT_AS), signal.getsignal(signal.SIGALRM), sys.unraisablehook, *timers]

    monkeypatch.setattr(sys, "unraisablehook", hook)
    before = signal.signal(signal.SIGALRM, heard)
    try:
        outside = state()
        with reading(Limits(5.0)):
            inside = state()
        assert state() == outside
        with pytest.raises(LimitReached, match="said"), reading(Limits(5.0)):
            raise LimitReached("said")
        assert state() == outside
    finally:
        signal.signal(signal.SIGALRM, before)
    assert all(one != other for one, other in zip(inside, outside, strict=True))
    assert 0 < float(str(inside[3])) < 5.1
    assert 5 < float(str(inside[4])) < 6.1  # of processor time: what hears no alarm is ended with its process


def test_reading_does_not_raise_a_limit_that_is_there() -> None:
    soft, hard = before = resource.getrlimit(resource.RLIMIT_AS)
    least = memory_of_this_process() + (600 << 20)
    if soft not in (resource.RLIM_INFINITY, -1):
        least = min(least, soft)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
    try:
        with reading(Limits(5.0, 8 << 30)):
            assert resource.getrlimit(resource.RLIMIT_AS) == (least, hard)
        with reading(Limits(5.0, 300 << 20)):
            assert resource.getrlimit(resource.RLIMIT_AS)[0] < least
        assert resource.getrlimit(resource.RLIMIT_AS) == (least, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.parametrize(("error", "limit"), [("std::bad_alloc", True), ("another", False)])
def test_a_library_that_has_no_memory_says_so_in_its_own_way(error: str, limit: bool) -> None:
    expected, words = (LimitReached, "memory limit of 2 GB reached while reading") if limit else (RuntimeError, error)
    with pytest.raises(expected, match=words), reading(Limits(5.0)):
        raise RuntimeError(error)


@pytest.mark.parametrize(("worked", "rings"), [(True, 1), (False, 5)])
def test_a_busy_machine_gives_reading_a_second_more(monkeypatch: pytest.MonkeyPatch, worked: bool, rings: int) -> None:
    """Where the process had less than half of the time for itself; the clocks go on at each alarm alone."""
    monkeypatch.setattr(guard, "_LEAST_SECONDS", 0.05)
    monkeypatch.setattr(guard, "_AGAIN", 0.01)
    asked: list[float] = []

    class Clock:
        @staticmethod
        def process_time() -> float:
            asked.append(0.25 * len(asked))
            return asked[-1] if worked else 0.0

        @staticmethod
        def monotonic() -> float:
            return 0.0 if not asked else asked[-1]

    monkeypatch.setattr(guard, "time", Clock)
    with pytest.raises(LimitReached, match=r"time limit of 0\.05 s reached while reading"), reading(Limits(0.01)):
        for _ in range(6000):
            time.sleep(0.01)
    assert len(asked) == 1 + rings  # the last is 1.25 s later, the one before a second


def test_a_limit_that_strikes_in_a_destructor_is_not_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception raised there is printed and forgotten by Python."""

    class Slow:
        def __del__(self) -> None:
            late = time.monotonic() + 0.2
            while time.monotonic() < late:
                pass

    monkeypatch.setattr(guard, "_LEAST_SECONDS", 0.05)
    started = time.monotonic()
    with pytest.raises(LimitReached), reading(Limits(0.05)):
        while time.monotonic() < started + 60:
            Slow()
            sum(range(10_000_000))
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_an_object_that_a_limit_left_half_made_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Half:
        def __init__(self) -> None:
            late = time.monotonic() + 60
            while time.monotonic() < late:
                pass
            self.whole = True

        def __del__(self) -> None:
            assert self.whole

    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with pytest.raises(LimitReached), reading(Limits(0.05)):
        try:
            Half()
        except LimitReached as error:
            raise error.with_traceback(None) from None  # the frame goes, and the object with it
    assert told == []
    half = Half.__new__(Half)
    del half
    assert len(told) == 1


@pytest.mark.slow
def test_a_large_file_ends_by_the_limit(folder: Path) -> None:
    """In a process of its own: where code in C hears no alarm for long, the limit ends the process that reads."""
    (folder / "g.lp").write_text(RULES + "b." * 300_000)
    command = [sys.executable, "-m", "bouton", "check", str(folder / "g.yaml"), "--timeout", "0.5"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (3, "")
    assert run.stderr in (
        "error: unknown: time limit of 1 s reached while reading\n",
        "error: unknown: time limit reached\n",
    )


@pytest.mark.parametrize("blank", ["\u00a0", "\u0085", "\u2003", "\u3000", "\u2028"])
def test_a_blank_that_is_not_ascii(folder: Path, capsys: pytest.CaptureFixture[str], blank: str) -> None:
    (folder / "g.lp").write_text(RULES + f"odd :- even, {blank}even.\n")
    assert main(["check", "g.yaml"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: g.lp:4:14: only ASCII characters may stand outside comments\n")


@pytest.mark.parametrize(
    ("position", "places"),
    [
        ("{a b: {count: 3, size: x y}}", ["g.yaml:3:12: 'a b' will not do", "g.yaml:3:34: 'x y' is not a range"]),
        ("{pile: 0..5, \\ heap: {count: 3, size: 1}}", ["g.yaml:3:24: '\\\\ heap' will not do"]),
        ("{some heaps: {count: x y}}", ["g.yaml:3:12: 'some heaps' will not do"]),
    ],
)
def test_names_with_blanks(folder: Path, capsys: pytest.CaptureFixture[str], position: str, places: list[str]) -> None:
    (folder / "g.yaml").write_text(SPEC.replace("{pile: 0..5}", position) + CLAIM.format(1))
    assert main(["check", "g.yaml"]) == 2
    said = capsys.readouterr().err
    for place in places:
        assert f"error: {place}" in said


def test_a_spec_is_no_link_out_of_its_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "specs").mkdir()
    (folder / "secret.yaml").write_text("the first line\n")
    (folder / "specs" / "g.yaml").symlink_to("../secret.yaml")
    for path in ("specs/g.yaml", "specs"):
        assert main(["check", path]) == 2
        said = capsys.readouterr().err
        assert said == "error: specs/g.yaml: this is a link that leads out of its folder; expected the file itself\n"
    (folder / "same.yaml").symlink_to("g.yaml")
    assert main(["explain", "same.yaml"]) == 0


def test_a_pipe_is_no_rules_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "g.lp").unlink()
    os.mkfifo(folder / "g.lp")
    assert main(["check", "g.yaml"]) == 2
    assert capsys.readouterr().err.startswith("error: g.yaml:2:8: g.lp is not a regular file\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "{}.yaml"],
        ["check", "g.yaml", "--resume", "{}"],
        ["check", "g.yaml", "--certificate", "{}"],
        ["new", "n", "--directory", "{}"],
        ["verify", "{}"],
        ["check", "g.yaml", "--timeout", "9e9"],
    ],
)
def test_what_the_system_cannot_do(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([argument.format("a" * 300) for argument in arguments]) == 2
    said = capsys.readouterr().err
    assert (said.count("error: "), "Traceback" in said) == (1, False)
    assert len(said.splitlines()) == 1


def test_a_name_of_rules_that_is_too_long(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "g.yaml").write_text(SPEC.replace("g.lp", "a" * 300 + ".lp") + CLAIM.format(1))
    assert main(["check", "g.yaml"]) == 2
    assert capsys.readouterr().err.startswith("error: g.yaml:2:8: there is no rules file 'aaa")
