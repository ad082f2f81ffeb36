"""Limits of time and memory are kept from outside, and what is beyond them is unknown, never more."""

from __future__ import annotations

import faulthandler
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.cli import main
from bouton.core.errors import Disagreement, InputError, LimitReached, fault
from bouton.process import limits
from bouton.process.limits import Emit, Event, Limits, Task, TaskFaults, alone, run
from bouton.run.proofs import Prover

RULES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ 3 = 0.
far(X,Y,Z,W) :- pile(N), X = 1..400, Y = 1..400, Z = 1..400, W = 1..400.
endless :- far(_,_,_,_).
"""
SPEC = """\
game: take some
rules: take.lp
parameters: {k: 1..2}
position:
  pile: 0..9
claims:
  - {id: good, says: x, kind: p-positions, iff: multiple}
  - {id: endless, says: x, kind: p-positions, iff: endless}
  - {id: fine, says: x, kind: same-game, key: multiple, over: {pile: 0..5}}
  - {id: untrue, says: x, kind: p-positions, iff: all, expect: {refuted: {k: 1, pile: 1}}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES + "all :- pile(_).\n")
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path


def events(*tasks: Task, jobs: int = 1) -> list[Event]:
    return list(run(tasks, jobs))


def ending(call: Any, *arguments: Any, within: Limits | None = None) -> Exception | None:
    """How a task ended; the time is kept to one second."""
    *_, last = events(Task(call, arguments, within or Limits(1.0, 300 << 20)))
    assert last.ended
    return last.error


def spin(emit: Emit) -> None:
    emit("begun")
    while True:
        pass


def deaf(_emit: Emit) -> None:
    """As clingo is while it grounds: no signal is heard."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)


def rest(emit: Emit) -> None:
    emit("begun")
    time.sleep(3600)


def pause(_emit: Emit) -> None:
    time.sleep(0.25)


def work(_emit: Emit) -> None:
    while time.process_time() < 0.2:
        pass


def chatter(emit: Emit) -> None:
    while True:
        emit(0)


def hoard(_emit: Emit) -> None:
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


def recurse(_emit: Emit) -> None:
    recurse(_emit)


def fail(_emit: Emit, error: Exception) -> None:
    raise error


def die(_emit: Emit, number: int) -> None:
    faulthandler.disable()
    os.kill(os.getpid(), number)


def leave(_emit: Emit) -> None:
    os._exit(3)


def count(emit: Emit, number: int) -> None:
    for value in range(number):
        emit(value)


def test_values_come_in_order_and_then_the_end() -> None:
    found = events(Task(count, (3,), Limits()))
    assert [event.value for event in found] == [0, 1, 2, None]
    assert [event.ended for event in found] == [False, False, False, True]
    assert found[-1].error is None


@pytest.mark.parametrize("call", [spin, deaf, chatter])
def test_the_time_limit_is_kept(call: Any) -> None:
    error = ending(call, within=Limits(0.1, 300 << 20))
    assert isinstance(error, LimitReached)
    assert str(error) == "time limit of 0.1 s reached"


def test_the_limit_of_processor_time_is_kept_and_counts_no_waiting() -> None:
    assert str(ending(spin, within=Limits(60.0, 300 << 20, processor=0.2))) == "its processor time was used up"
    assert ending(pause, within=Limits(60.0, 300 << 20, processor=0.2)) is None
    shared = [Task(call, (), Limits(60.0, processor=0.2), small=True) for call in (pause, spin, pause)]
    found = [event for event in events(*shared) if event.ended]
    assert sorted((event.task, str(event.error or "")) for event in found) == [
        (0, ""),
        (1, "its processor time was used up"),
        (2, ""),
    ]


@pytest.mark.slow
def test_children_have_processor_time_in_common_and_waiting_takes_none_of_it() -> None:
    """One that works takes a part, the next all the rest, and no other is begun."""
    within = Limits(60.0).working(0.8)
    calls = (pause, pause, pause, work, spin, work, pause)
    told = [
        (one.task, str(one.error or "")) for one in events(*(Task(call, (), within) for call in calls)) if one.ended
    ]
    over = "its processor time was used up"
    assert told == [(0, ""), (1, ""), (2, ""), (3, ""), (4, over), (5, over), (6, over)]


def test_what_is_worth_so_much_has_so_much_processor_time_and_is_not_run_again() -> None:
    """However long it waits meanwhile; of those that share a process no end is told of the one that had too much."""
    alone = [replace(Task(call, (), Limits(60.0)), most=0.2) for call in (pause, spin)]
    assert [str(event.error or "") for event in events(*alone) if event.ended] == ["", "its processor time was used up"]
    shared = [Task(call, (), Limits(60.0), small=True, most=0.2) for call in (pause, spin, pause)]
    found = {event.task: event.error for event in events(*shared) if event.ended}
    assert found == {0: None, 2: None}


def test_the_memory_limit_is_kept() -> None:
    error = ending(hoard, within=Limits(600.0, 200 << 20))
    assert isinstance(error, LimitReached)
    assert str(error) == "memory limit of 200 MB reached"


def test_a_recursion_without_end() -> None:
    assert str(ending(recurse)) == "the recursion limit was reached"


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (signal.SIGKILL, "the solver was stopped by SIGKILL; the memory limit is 300 MB"),
        (signal.SIGSEGV, "the solver was stopped by SIGSEGV; the memory limit is 300 MB"),
        (signal.SIGFPE, "the solver crashed (SIGFPE)"),
    ],
)
def test_a_child_that_dies(number: int, says: str) -> None:
    error = ending(die, number)
    assert isinstance(error, LimitReached)
    assert str(error) == says


def test_a_child_that_leaves() -> None:
    error = ending(leave)
    assert isinstance(error, LimitReached)
    assert str(error) == "the solver process ended unexpectedly (exit code 3)"


@pytest.mark.parametrize(
    "error", [fault("wrong", file="x.lp", line=3), Disagreement("they differ"), LimitReached("full")]
)
def test_errors_come_through(error: Exception) -> None:
    found = ending(fail, error)
    assert (type(found), str(found)) == (type(error), str(error))


def test_a_fault_of_ours_is_a_disagreement_with_its_traceback() -> None:
    found = ending(fail, ZeroDivisionError("division by zero"))
    assert isinstance(found, Disagreement)
    assert "ZeroDivisionError" in str(found)


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("std::bad_alloc")])
def test_want_of_memory_by_any_name(error: Exception) -> None:
    assert str(ending(fail, error)) == "memory limit of 300 MB reached"


def test_alone() -> None:
    assert alone(divmod, 17, 5, limits=Limits()) == (3, 2)
    with pytest.raises(InputError, match="wrong"):
        alone(fail, None, fault("wrong"), limits=Limits())
    with pytest.raises(LimitReached):
        alone(time.sleep, 3600, limits=Limits(0.2))


def test_several_at_once() -> None:
    """Each goes on when all four have begun."""
    begun = multiprocessing.get_context("fork").Barrier(4)

    def wait(emit: Emit, name: str) -> None:
        begun.wait(300)
        emit(name)

    found = events(*(Task(wait, (name,), Limits()) for name in "abcd"), jobs=4)
    assert {event.value for event in found if not event.ended} == set("abcd")


def test_each_of_several_has_its_own_limit() -> None:
    """One goes on when it is told that the other has been ended, and waits long for that."""
    over = multiprocessing.get_context("fork").Event()

    def wait(emit: Emit) -> None:
        emit(over.wait(100))

    told: list[Any] = []
    for event in run([Task(wait, (), Limits()), Task(deaf, (), Limits(0.2))], jobs=2):
        if event.task == 1:
            over.set()
        told += [] if event.ended else [event.value]
    assert told == [True]


def test_what_is_not_needed_is_not_started() -> None:
    tasks = [Task(count, (1,), Limits()) for _ in range(3)]
    assert [event.task for event in run(tasks, needed=lambda index: index == 1)] == [1, 1]


def test_closing_kills_what_runs(tmp_path: Path) -> None:
    def write(emit: Emit) -> None:
        emit(os.getpid())
        time.sleep(60)
        (tmp_path / "late").touch()

    with closing(run([Task(write, (), Limits())])) as coming:
        child = next(coming).value
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert not (tmp_path / "late").exists()


def test_an_interruption_while_a_child_is_born_kills_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would know of a child that is not in the list yet."""
    born: list[int] = []
    start = limits._start

    def interrupted(*given: Any) -> Any:
        child = start(*given)
        born.append(child.process.pid or 0)
        os.kill(os.getpid(), signal.SIGINT)
        return child

    monkeypatch.setattr(limits, "_start", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            events(Task(time.sleep, (3600,), Limits()))
    finally:
        signal.signal(signal.SIGINT, before)
    with pytest.raises(ProcessLookupError):
        os.kill(born[0], 0)


def small(call: Any, *arguments: Any, within: Limits | None = None) -> Task:
    """One of ours that may share a process."""
    return Task(call, arguments, within or Limits(30.0, 300 << 20), small=True)


def told(*tasks: Task, needed: Any = lambda _index: True) -> dict[int, list[Any]]:
    """What each task emitted, and how it ended: None, or what it says."""
    found: dict[int, list[Any]] = {}
    for event in run(tasks, needed=needed):
        found.setdefault(event.task, []).append((event.error and str(event.error)) if event.ended else event.value)
    return found


def doze(_emit: Emit) -> None:
    time.sleep(0.3)


def process(emit: Emit) -> None:
    emit(os.getpid())


def test_small_tasks_share_processes() -> None:
    found = told(*[small(process)] * 20)
    assert sorted(found) == list(range(20))
    assert all(ended is None for _, ended in found.values())
    assert 1 <= len({pid for pid, _ in found.values()}) <= 10
    assert len({pid for pid, _ in told(*[Task(process, (), Limits())] * 4).values()}) == 4


def test_only_small_tasks_of_the_same_limits_share_a_process() -> None:
    one, other = Limits(30.0, 300 << 20), Limits(30.0, 200 << 20)
    tasks = [small(count, 1, within=within) for within in [one] * 6 + [other] * 2] + [Task(count, (1,), one)] * 2
    waiting = list(range(10))[::-1] * 2
    found = [limits._batch(tasks, waiting, {2}, 1) for _ in range(6)]
    assert found == [[0, 1], [2], [3, 4, 5], [6, 7], [8], [9]]
    lengths = [(100, 1), (20, 1), (20, 2), (3, 2)]
    alike = [len(limits._batch([small(count, 1)] * 100, list(range(long)), set(), jobs)) for long, jobs in lengths]
    assert alike == [24, 20, 5, 2]  # of several processes half of what waits for each, and no more than so many


@pytest.mark.parametrize(
    ("call", "arguments", "says"),
    [
        (die, (signal.SIGSEGV,), "the solver was stopped by SIGSEGV; the memory limit is 300 MB"),
        (leave, (), "the solver process ended unexpectedly (exit code 3)"),
        (hoard, (), "memory limit of 300 MB reached"),
        (recurse, (), "the recursion limit was reached"),
        (fail, (LimitReached("full"),), "full"),
        (fail, (fault("wrong"),), "wrong"),
    ],
)
@pytest.mark.sample(3)
def test_what_ends_a_shared_process_is_the_end_of_one_task_alone(call: Any, arguments: Any, says: str) -> None:
    """Those that it was shared with have their answers, each of them once."""
    found = told(*[small(count, 2)] * 5, small(call, *arguments), *[small(count, 3)] * 10)
    assert found == {at: [*range(2 if at < 5 else 3), None] for at in range(16) if at != 5} | {5: [says]}


@pytest.mark.slow
def test_a_long_task_has_all_its_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken out of the process that it shares, and run again with limits of its own."""
    begun_so_often = multiprocessing.get_context("fork").Value("i")

    def work(emit: Emit) -> None:
        begun_so_often.value += 1
        emit("begun")
        begun = time.process_time()
        while time.process_time() < begun + 0.6:
            pass
        emit("done")

    monkeypatch.setattr(limits, "_PATIENCE", 0.2)
    found = told(
        *[small(count, 1)] * 3, small(work), small(spin, within=Limits(1.0, 300 << 20)), *[small(count, 1)] * 9
    )
    assert found[3] == ["begun", "done", None]
    assert begun_so_often.value == 2
    assert found[4] == ["begun", "time limit of 1 s reached"]
    assert [found[at] for at in (0, 1, 2, *range(5, 14))] == [[0, None]] * 12


def test_time_in_common_goes_on_for_a_tenth_or_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the start of the first task on; others are as they were."""
    now = [0.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    within = [Limits(2.0), Limits(2.0), Limits(40.0), Limits(40.0), Limits(5.0)]
    clocks = limits._Clocks([Task(rest, (), one, work=one.seconds) for one in within])
    assert [clocks.start(at).at for at in (0, 2)] == [2.0, 40.0]
    for now[0], first, second, own in ((1.5, 2.0, 40.0, 6.5), (2.0, 3.0, 40.0, 7.0), (40.5, 3.0, 44.0, 45.5)):
        assert [clocks.of(at).at for at in (1, 3, 4)] == [first, second, own]
    assert [clocks.of(at).reached() is None for at in (1, 3, 4)] == [False, True, True]


@pytest.mark.slow
def test_tasks_of_one_work_have_their_time_in_common() -> None:
    """Those that are left when it is up have a tenth more of it, or a second, and others are as they were."""
    within = Limits(2.0, 300 << 20)
    tasks = [Task(rest, (), within, work="long")] * 9 + [Task(count, (1,), within, work="short")]
    ends = {event.task: event for event in run(tasks) if event.ended}
    assert [str(ends[at].error) for at in range(9)] == ["time limit of 2 s reached"] * 9
    assert ends[0].seconds > 1  # from when it was started, which is a little later than its time begins
    assert ends[1].seconds > 0
    assert {ends[at].seconds for at in range(2, 9)} == {0.0}  # nothing is left for them: they are not started
    assert ends[9].error is None


@pytest.mark.slow
def test_small_tasks_of_one_work_have_their_time_in_common() -> None:
    within = Limits(1.0, 300 << 20)
    tasks = [Task(doze, (), within, small=True, work="long")] * 12
    ended = [event for event in run(tasks) if event.ended]
    assert sorted(event.task for event in ended) == list(range(12))
    assert {str(event.error) for event in ended} == {"None", "time limit of 1 s reached"}


def test_work_that_has_begun_ends_by_its_deadline() -> None:
    """However many children it has, one after the other, and however long each may take."""
    within = Limits(0.1, 300 << 20).begun()
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(LimitReached, match=r"time limit of 0\.1 s reached"):
            alone(time.sleep, 3600, limits=replace(within, seconds=600.0))
    assert time.monotonic() - began < 60
    left = Limits(100.0).begun(spent=70.0)
    assert left.until is not None
    assert 20 < left.until.at - time.monotonic() <= 30
    least = left.begun(spent=99.0).until
    assert least is not None
    assert 5 < least.at - time.monotonic() <= 10  # the next has a tenth, and no more than is left of all
    assert replace(left, seconds=5.0).deadline < left.until
    over = Limits(100.0).begun(spent=105.0).deadline
    assert 1 < over.at - time.monotonic() <= 5
    assert Limits(100.0).begun(spent=110.0).deadline.reached()


def test_what_is_not_needed_any_more_is_not_told() -> None:
    tasks = [small(count, 1)] * 3 + [small(fail, fault("wrong"))] + [small(count, 1)] * 4
    ended: set[int] = set()
    for event in run(tasks, needed=lambda index: index not in (1, 3) or not ended):
        assert event.error is None
        if event.ended:
            ended.add(event.task)
    assert ended == {0, 2, 4, 5, 6, 7}


def test_a_shared_process_is_ended_once_nothing_more_is_needed(tmp_path: Path) -> None:
    def late(_emit: Emit) -> None:
        time.sleep(0.5)
        (tmp_path / "late").touch()

    ended: set[int] = set()
    for event in run([*[small(count, 1)] * 2, *[small(late)] * 4], needed=lambda _index: len(ended) < 2):
        if event.ended:
            ended.add(event.task)
    assert ended == {0, 1}
    assert not (tmp_path / "late").exists()


def test_closing_kills_a_shared_process(tmp_path: Path) -> None:
    def write(emit: Emit) -> None:
        emit(os.getpid())

    def late(_emit: Emit) -> None:
        time.sleep(1)
        (tmp_path / "late").touch()

    with closing(run([small(write), *[small(late)] * 3])) as coming:
        child = next(coming).value
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert not (tmp_path / "late").exists()


@pytest.fixture
def verdicts(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """Exit code and each claim's verdict with its reason, as `bouton check --json` has them."""

    def of(*options: str) -> tuple[int, dict[str, tuple[str, str | None]]]:
        code = main(["check", "take.yaml", "--json", *options])
        said = json.loads(capsys.readouterr().out)
        return code, {claim["id"]: (claim["verdict"], claim["reason"]) for claim in said["claims"]}

    yield of


@pytest.mark.parametrize(
    ("limit", "reason"),
    [(["--memory", "80M"], "memory limit of 80 MB reached"), (["--timeout", "4"], "time limit of 4 s reached")],
)
@pytest.mark.sample(2)
def test_a_grounding_without_end(verdicts: Any, limit: list[str], reason: str) -> None:
    """clingo cannot be stopped from inside; the claims that do not need the endless predicate are judged."""
    assert verdicts(*limit, "--set", "k=1") == (
        3,
        {"good": ("holds", None), "endless": ("unknown", reason), "fine": ("holds", None), "untrue": ("refuted", None)},
    )


@pytest.mark.slow
def test_a_recursion_that_grounds_for_ever(folder: Path, verdicts: Any) -> None:
    (folder / "take.lp").write_text(
        RULES + "all :- pile(_).\nloop(f(nil)). loop(f(X)) :- loop(X).\nbad :- loop(z), pile(_).\n"
    )
    (folder / "take.yaml").write_text(SPEC.replace("iff: endless", "iff: bad"))
    code, found = verdicts("--timeout", "4", "--memory", "80M", "--set", "k=1")
    assert code == 3
    assert found["endless"][0] == "unknown"
    assert "limit" in str(found["endless"][1])
    assert found["good"] == ("holds", None)


def test_what_lies_below_a_limit_hides_whether_a_counterexample_is_the_smallest(folder: Path, verdicts: Any) -> None:
    """Endless for k = 1, refuted for k = 2 at the pinned place, which is so not certified."""
    (folder / "take.lp").write_text(RULES.replace("far(X,Y,Z,W) :-", "far(X,Y,Z,W) :- k = 1,") + "all :- pile(_).\n")
    (folder / "take.yaml").write_text(SPEC.replace("iff: endless", "iff: endless, expect: {refuted: {k: 2, pile: 0}}"))
    code, found = verdicts("--timeout", "1", "--claim", "endless")
    verdict, reason = found["endless"]
    assert (code, verdict) == (3, "refuted")
    why = "a lesser one is not ruled out for k=1: time limit of 1 s reached"
    assert reason == f"not certified as the smallest: {why}"


@pytest.mark.slow
def test_all_that_is_done_for_a_claim_has_its_time_in_common(folder: Path, verdicts: Any) -> None:
    """Eight values of the parameter, each of them endless; another claim has time of its own."""
    (folder / "take.lp").write_text(RULES + "all :- pile(_).\n")
    (folder / "take.yaml").write_text(SPEC.replace("k: 1..2", "k: 1..8"))
    began = time.monotonic()
    code, found = verdicts("--timeout", "2", "--claim", "endless", "--claim", "fine")
    assert time.monotonic() - began < 8 * 2
    assert (code, found["endless"]) == (3, ("unknown", "time limit of 2 s reached"))
    assert found["fine"] == ("holds", None)


def test_a_proof_has_the_time_that_judging_has_left(
    folder: Path, verdicts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is made of: here many settings, and a endless reading, as if judging had left a tenth of a second."""

    def endless(_emit: Emit, *_given: Any) -> None:
        time.sleep(3600)

    monkeypatch.setattr("bouton.proof.prove.prepare", endless)
    left = Prover.limits
    monkeypatch.setattr(Prover, "limits", lambda proofs, claim, more=0.0: left(proofs, claim, more + 59.9))
    monkeypatch.setattr(limits, "_TENTH", 0.005)
    monkeypatch.setattr(limits, "_SECOND", 0.1)
    (folder / "take.lp").write_text(RULES + "all :- pile(_).\n")
    (folder / "take.yaml").write_text(SPEC.replace("k: 1..2", "k: 1..8"))
    began = time.monotonic()
    code, found = verdicts("--timeout", "60", "--claim", "good", "--prove", "--engine", "ground")
    assert time.monotonic() - began < 60
    assert (code, found["good"][0]) == (3, "holds")


# A job in the background ignores the signal, and so do its children.
HEARING = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
BOUTON = [sys.executable, "-c", f"{HEARING}from bouton.cli import main; sys.exit(main())"]


def test_ctrl_c_reports_what_is_done(folder: Path) -> None:
    """The claims come in the spec's order; the first is judged in a pass of its own."""
    text = SPEC.replace(
        "{id: good, says: x, kind: p-positions, iff: multiple}",
        "{id: good, says: x, kind: same-game, key: multiple, over: {pile: 0..3}}",
    )
    (folder / "take.yaml").write_text(text)
    command = [*BOUTON, "check", "take.yaml", "--set", "k=1", "--memory", "4G", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "take.yaml\n"
        assert child.stdout.readline().startswith("  good     HOLDS")
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=600)
    assert (child.returncode, err) == (130, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert [line.split()[1] for line in lines if line.startswith(("endless", "fine", "untrue"))] == ["UNKNOWN"] * 3
    assert lines.count("interrupted") == 3
    assert lines[-1] == "4 claims: 1 holds, 3 unknown exit 130"


def test_a_child_has_no_more_cpu_than_time() -> None:
    """A clock that is kept from outside may itself be stopped."""
    soft, _ = alone(resource.getrlimit, resource.RLIMIT_CPU, limits=Limits(5.0))
    assert soft == 15


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system tells no child")
def test_a_child_ends_with_its_parent() -> None:
    program = (
        "import time\nfrom bouton.process.limits import Limits, Task, run\n"
        "def call(emit):\n    import os\n    emit(os.getpid())\n    time.sleep(60)\n"
        "for event in run([Task(call, (), Limits())]):\n    print(event.value, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    late = time.monotonic() + 20
    while time.monotonic() < late and _runs(child):
        time.sleep(0.01)
    assert not _runs(child)


def test_a_time_limit_ends_what_the_child_has_started(tmp_path: Path) -> None:
    """As a compiler would, which starts processes of its own."""

    def start(emit: Emit) -> None:
        command = ["/bin/sh", "-c", "sleep 61 & echo $! > pid; wait"]
        with subprocess.Popen(command, cwd=tmp_path) as shell:
            shell.wait()
        emit(None)

    told = tmp_path / "pid"
    for seconds in (0.2, 2.0, 20.0):  # until it has been started by then
        told.unlink(missing_ok=True)
        assert isinstance(ending(start, within=Limits(seconds, 300 << 20)), LimitReached)
        if told.exists() and told.read_text():
            break
    grandchild = int(told.read_text())
    late = time.monotonic() + 20
    while time.monotonic() < late and _runs(grandchild):
        time.sleep(0.01)
    assert not _runs(grandchild)


def _runs(process: int) -> bool:
    """Whether it runs; what has ended may wait for its parent to ask."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def fail_after(emit: Emit, first: Path | None, wrong: str) -> None:
    while first is not None and not first.exists():
        time.sleep(0.01)
    if wrong:
        raise Disagreement(wrong)
    emit("done")


def test_what_another_task_has_settled_is_ended_at_once() -> None:
    done: list[int] = []
    tasks = [Task(_sleep, (60.0,), Limits()), Task(_sleep, (0.2,), Limits())]
    began = time.monotonic()
    for event in run(tasks, 2, lambda _task: not done):
        if event.ended:
            done.append(event.task)
    assert done == [1]
    assert time.monotonic() - began < 50


def _sleep(_emit: Emit, seconds: float) -> None:
    time.sleep(seconds)


def test_faults_are_told_as_if_the_tasks_had_run_one_after_the_other(tmp_path: Path) -> None:
    def told(
        *tasks: tuple[int | None, str], needed: Callable[[int], bool] = lambda _index: True
    ) -> tuple[str, list[int]]:
        """What is told of tasks, some of which end after another has, and those that ended before."""
        faults, heard, files = (
            TaskFaults(len(tasks)),
            list[int](),
            [tmp_path / str(index) for index in range(len(tasks))],
        )
        for file in files:
            file.unlink(missing_ok=True)
        children = [
            Task(fail_after, (None if first is None else files[first], wrong), Limits(seconds=60))
            for first, wrong in tasks
        ]
        try:
            for event in run(children, 2):
                faults.hear(event, event.error, needed)
                if event.ended:
                    heard.append(event.task)
                    files[event.task].touch()
            faults.tell(needed)
        except Disagreement as error:
            return str(error), heard
        return "", heard

    assert told((1, "slow"), (None, "quick")) == ("slow", [1])
    assert told((1, ""), (None, "quick")) == ("quick", [1])
    assert told((None, "quick"), (0, "")) == ("quick", [])
    assert told((None, ""), (0, ""), (1, "last")) == ("last", [0, 1])
    assert told((1, ""), (None, ""), (0, "last")) == ("last", [1, 0])
    assert told((1, ""), (None, "quick"), needed=lambda index: index == 0) == ("", [1, 0])
    assert told((1, "slow"), (None, "quick"), needed=lambda index: index == 1) == ("quick", [])


def test_nothing_after_a_fault_is_wanted() -> None:
    faults = TaskFaults(3)
    assert [faults.wanted(task) for task in range(3)] == [True] * 3
    faults.hear(Event(1, ended=True), Disagreement("x"))
    assert [faults.wanted(task) for task in range(3)] == [True, True, False]
    with pytest.raises(Disagreement):
        faults.hear(Event(0, ended=True), None)
