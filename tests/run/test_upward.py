"""No counterexample is lost in a wide box: positions are judged from the least measure up, whatever comes after."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.exits import Exit
from bouton.core.news import Ended, Left, Progress, Reached, Stopped
from bouton.core.position import Measure, Parameters
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Emit, Limits
from bouton.proof.ways.sums import code
from bouton.proof.ways.sums.code import HeapValues, heap_values
from bouton.rules.file import Rules
from bouton.run import ground, heaps
from bouton.run.check import check
from bouton.run.heaps import is_sure
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.result import Far
from tests.oracle.octal import options, values
from tests.shipped import rules_text, spec_text

DAWSON = """\
% Dawson's Chess, 0.137: one stone is taken as a whole heap, two from an end, three may leave two heaps.
heaps(N) :- N = #count { I : heap(I,_) }.
move(take(1,I,0)) :- heap(I,1).
move(take(2,I,0)) :- heap(I,S), S >= 2.
move(take(3,I,L)) :- heap(I,S), S >= 3, L = 0..(S-3)/2.
after(take(D,I,L), heap(I,S-D-L)) :- move(take(D,I,L)), heap(I,S).
after(take(D,I,L), heap(N+1,L))   :- move(take(D,I,L)), heaps(N).
one :- heaps(N), N <= 1.
guess :- heaps(0).
guess :- heap(1,S), S \\ 4 = 0.
known :- heaps(0).
known :- heap(1,S), zero(S).
zero(4;8;14;20;24;28;34;38;42;54;58;62).
"""
FIBONACCI = """\
move(take(T)) :- pile(N), limit(L), T = 1..N, T <= L.
after(take(T), pile(N-T)) :- move(take(T)), pile(N).
after(take(T), limit(2*T)) :- move(take(T)).
late :- pile(0).
late :- pile(N), limit(L), fibonacci(N), N > L.
fibonacci(1;2;3;5;8).
"""
TAKE = """\
% Take 1..k stones of a pile; with k = 1 a predicate without end is needed from 20 stones on.
move(take(M)) :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0, not wrong, not endless.
wrong :- k = 3, pile(4).
endless :- k = 1, pile(N), N >= 20, big(X), X < 0.
big(X+Y+Z) :- k = 1, pile(N), N >= 20, X = 1..2000, Y = 1..2000, Z = 1..2000.
"""
Made = Callable[[str, str, str], Spec]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A spec with one claim, c, of these rules, ranges, and keys."""

    def make(rules: str, ranges: str, claim: str) -> Spec:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{ranges}claims:\n  - {{id: c, says: x, {claim}}}\n")
        return load(str(tmp_path / "g.yaml"))

    return make


def verdict(spec: Spec, **options: object) -> Result:
    (result,) = check(spec, Options(**options), lambda _progress: None)  # type: ignore[arg-type]
    return result


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["auto", "ground"])
@pytest.mark.sample(2)
def test_a_game_that_splits_is_refuted_in_a_box_that_nobody_can_solve(made: Made, engine: str) -> None:
    heap = "position: {heap: {count: 0..1, size: 1..14}}\n"
    spec = made(DAWSON, heap, "kind: p-positions, where: one, iff: guess")
    found = [verdict(spec, engine=engine), verdict(narrow(spec, [], ["heap.size=1..2000"]), engine=engine)]
    assert [one.counterexample and one.counterexample.at for one in found] == [({}, ((12,),))] * 2
    assert [one.counterexample and one.counterexample.below for one in found] == [12, 12]


@pytest.mark.parametrize("engine", ["auto", "ground"])
@pytest.mark.slow
def test_wild_rows_are_refuted_in_misere_play_in_any_box(made: Made, engine: str) -> None:
    """The sums of rows of 79 are too many for anybody: the first of the rows solved together come first."""
    known: dict[tuple[int, ...], bool] = {}

    def lost(rows: tuple[int, ...]) -> bool:
        if rows not in known:
            below = {
                tuple(sorted((*rows[:at], *left, *rows[at + 1 :])))
                for at, row in enumerate(rows)
                for left in options("137", row)
            }
            known[rows] = bool(below) and not any(map(lost, below))
        return known[rows]

    first, *_, least = [row for row in range(1, 21) if lost((row,))]
    listed = ";".join(str(row) for row in range(first, least) if lost((row,)))
    rules = DAWSON + f"told :- one, heap(1,S), listed(S).\nlisted({listed}).\n"
    heap = "position: {heap: {count: 0..1, size: 1..300}}\n"
    result = verdict(made(rules, heap, "kind: p-positions, play: misere, where: one, iff: told"), engine=engine)
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, ((least,),))


@pytest.mark.slow
def test_a_limit_says_how_far_all_is_well(made: Made) -> None:
    spec = made(DAWSON, "position: {heap: {count: 0..1, size: 1..300}}\n", "kind: p-positions, where: one, iff: known")
    result = verdict(spec, limits=Limits(4.0), engine="ground")
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason is not None
    assert result.reason.startswith("no counterexample up to measure ")
    assert result.reason.endswith("; beyond: time limit of 4 s reached")


@pytest.mark.slow
def test_what_no_graph_reaches_is_refuted_by_the_values_of_heaps(made: Made) -> None:
    spec = made(DAWSON, "position: {heap: {count: 0..1, size: 1..300}}\n", "kind: p-positions, where: one, iff: known")
    result = verdict(spec)
    listed = (0, 4, 8, 14, 20, 24, 28, 34, 38, 42, 54, 58, 62)
    least = next(size for size, value in enumerate(values("137", 300)) if (value == 0) != (size in listed))
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, ((least,),))
    assert (result.counterexample.below, result.engines) == (least, ("clingo", "sum of heaps"))


LASKER = """\
% Lasker's Nim: some of a heap are taken, or it is split. As in Nim, once a heap of g is one of its value.
heaps(N) :- N = #count { I : heap(I,_) }.
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(split(I,A)) :- heap(I,S), A = 1..S/2.
after(split(I,A), heap(I,S-A)) :- move(split(I,A)), heap(I,S).
after(split(I,A), heap(N+1,A)) :- move(split(I,A)), heaps(N).
g(I,S)   :- heap(I,S), S \\ 4 = 1..2.
g(I,S+1) :- heap(I,S), S \\ 4 = 3.
g(I,S-1) :- heap(I,S), S \\ 4 = 0.
sum(0,0).
sum(I,X^G) :- sum(I-1,X), g(I,G).
large :- heap(_,S), S > 1.
zero :- large, heaps(N), sum(N,0).
zero :- not large, heaps(N), N \\ 2 = 1.
as_nim :- heaps(N), sum(N,0).
far :- heap(_,S), S > 17.
late :- zero, not far.
late :- far, heaps(N), sum(N,1).
value(X) :- large, heaps(N), sum(N,X).
value(1-X) :- not large, heaps(N), sum(N,X).
"""
WIDE = "measure: [stones, splits]\nposition: {heap: {count: 0..2, size: 1..20}}\n"


@pytest.mark.parametrize(
    ("claim", "least"),
    [
        ("kind: p-positions, play: misere, iff: zero", None),
        ("kind: p-positions, play: misere, iff: as_nim", ()),
        ("kind: p-positions, play: misere, iff: late", (18, 18)),
        ("kind: grundy, play: misere, iff: value", None),
        ("kind: p-positions, play: normal, iff: as_nim", None),
    ],
)
@pytest.mark.sample(4)
def test_tame_heaps_say_what_sums_are_in_misere_play(made: Made, claim: str, least: tuple[int, ...] | None) -> None:
    result = verdict(made(LASKER, WIDE, claim))
    if least is None:
        assert result.verdict is Verdict.HOLDS
        assert "sum of heaps" in result.engines
    else:
        assert result.counterexample is not None
        assert result.counterexample.position == {"heap": list(least)}


GRUNDY = """\
% Grundy's game: a heap is split into two that differ. It has no code, so that each heap is asked for its options.
heaps(N) :- N = #count { I : heap(I,_) }.
move(split(I,A)) :- heap(I,S), A = 1..(S-1)/2.
after(split(I,A), heap(I,S-A)) :- move(split(I,A)), heap(I,S).
after(split(I,A), heap(N+1,A)) :- move(split(I,A)), heaps(N).
guess :- heaps(1), heap(1,3;1,6;1,8;1,9).
"""


@pytest.mark.parametrize("most", [300, 3000])
@pytest.mark.sample(2)
def test_heaps_that_are_soon_seen_to_be_wild_hold_nothing_up(
    made: Made, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values of three thousand heaps take long, and a heap of 13 is wild; what fails at 8 is seen before."""
    asked: list[int] = []

    def noted(rules: Rules, measure: Measure, parameters: Parameters, largest: int, limits: Limits) -> HeapValues:
        asked.append(largest)
        return heap_values(rules, measure, parameters, largest, limits)

    monkeypatch.setattr(code, "heap_values", noted)
    box = f"measure: splits\nposition: {{heap: {{count: 0..1, size: 1..{most}}}}}\n"
    spec = made(GRUNDY, box, "kind: p-positions, play: misere, iff: guess")
    (item,) = plan_of(spec, Options())
    assert not is_sure(item)
    (left,) = heaps.ByHeaps(Limits(60.0)).judge(lambda _: None, spec, item)
    unknown, _, why = left.reason.partition(": ")
    assert unknown == "a heap of 13 is not known to be tame, nor are its sums in misère play"
    assert why.endswith("are too many")
    assert asked == [32]
    result = verdict(spec)
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, ((8,),))


@pytest.mark.parametrize("claim", ["p-positions, iff: guess", "grundy, iff: value"])
@pytest.mark.parametrize("rules", ["dawson", "grundy"])
@pytest.mark.sample(10)
def test_sums_of_wild_heaps_are_solved_in_misere_play(made: Made, rules: str, claim: str) -> None:
    """All of them, by a program: with the same least failure, and what is true of the rest, as by clingo."""
    text = DAWSON.replace("guess", "other") + "guess :- heap(1,_)." if rules == "dawson" else GRUNDY
    measure = "measure: splits\n" if rules == "grundy" else ""
    text += "\nvalue(0) :- heap(1,1..2), not heap(2,_). value(1) :- not heap(1,_). value(2) :- heap(1,5).\n"
    box = f"{measure}position: {{heap: {{count: 0..2, size: 1..16}}}}\n"
    spec = made(text, box, f"kind: {claim.replace(', ', ', play: misere, ')}")
    (item,), heard = plan_of(spec, Options()), list[object]()
    assert heaps.ByHeaps(Limits(60.0)).judge(heard.append, spec, item) == ()
    (ended,) = (one for one in heard if isinstance(one, Ended))
    expected = verdict(spec, engine="ground")
    assert (ended.engine, expected.engines) == ("sum of heaps", ("clingo",))
    assert ended.counterexample is not None and expected.counterexample is not None
    assert ended.counterexample.at == expected.counterexample.at
    assert ended.counterexample.below == expected.counterexample.below


@pytest.mark.slow
def test_the_known_lost_rows_of_misere_kayles(made: Made) -> None:
    """Rows of 1, 4, 9, 12 and 20 pins are the only ones that are lost (Sibert and Conway 1992): here up to 40."""
    rules = """
        heaps(N) :- N = #count { I : heap(I,_) }.
        move(knock(I,K,L)) :- heap(I,S), K = 1..2, L = 0..(S-K)/2, K <= S.
        after(knock(I,K,L), heap(I,S-K-L)) :- move(knock(I,K,L)), heap(I,S).
        after(knock(I,K,L), heap(N+1,L)) :- move(knock(I,K,L)), heaps(N), L > 0.
        lost :- heaps(1), heap(1,1;1,4;1,9;1,12;1,20).
    """
    found = verdict(
        made(rules, "position: {heap: {count: 0..1, size: 1..40}}\n", "kind: p-positions, play: misere, iff: lost")
    )
    assert found.verdict is Verdict.HOLDS
    assert "sum of heaps" in found.engines


@pytest.mark.slow
def test_a_box_of_counters_above_the_size_from_which_it_is_compiled(made: Made) -> None:
    """7 = 5 + 2 is no Fibonacci number, and yet a P-position where one stone may be taken: found by a first look."""
    spec = made(FIBONACCI, "position: {pile: 0..100, limit: 1..200}\n", "kind: p-positions, iff: late")
    found = [verdict(spec, engine=engine) for engine in ("auto", "ground")]
    assert [one.counterexample and one.counterexample.at for one in found] == [({}, (7, 1))] * 2
    assert [one.positions for one in found] == [7 * 200] * 2


@pytest.mark.parametrize(("all_of_it", "finished"), [(1.3, True), (3.0, False)])
def test_a_first_look_goes_on_while_little_is_left(
    made: Made, monkeypatch: pytest.MonkeyPatch, all_of_it: float, finished: bool
) -> None:
    """Where half a second is over it is asked how long the rest takes, by a clock that each layer puts forward."""
    ticks = itertools.count()
    monkeypatch.setattr("bouton.run.ground.time.process_time", lambda: next(ticks) * all_of_it / 1000)
    one = TWO_COUNTERS.replace("late :- pile(90), other(50).", "late :- pile(999).")
    spec = made(one, "position: {pile: 0..999}\n", "kind: p-positions, iff: known")
    (item,), heard = plan_of(spec, Options()), list[object]()
    rest = ground.head(heard.append, spec, item, 0.5, 1.2)
    assert (rest == 0, any(isinstance(one, Ended) for one in heard)) == (finished, finished)
    (*_, last) = (one for one in heard if isinstance(one, Progress))
    assert last.done * all_of_it > 200  # it did not stop before


@pytest.fixture
def slow_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules of which no program is ever made."""

    def judge(_self: object, emit: Emit, *_arguments: object) -> None:
        emit(Progress((), 0, 1, doing="reading the rules symbolically"))
        time.sleep(1000)

    monkeypatch.setattr("bouton.compiled.judge.Compiled.judge", judge)


TWO_COUNTERS = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
known :- pile(N), N \\ 3 = 0.
wrong :- known, not late.
late :- pile(90), other(50).
"""


@pytest.mark.usefixtures("slow_to_read")
@pytest.mark.parametrize(("iff", "at"), [("wrong", ({}, (90, 50))), ("known", None)])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_clingo_judges_while_a_program_is_made(made: Made, iff: str, at: object) -> None:
    spec = made(TWO_COUNTERS, "position: {pile: 0..110, other: 0..99}\n", f"kind: p-positions, iff: {iff}")
    result = verdict(spec, jobs=2, limits=Limits(60.0))
    assert result.verdict is (Verdict.HOLDS if at is None else Verdict.REFUTED)
    assert (result.counterexample and result.counterexample.at, result.reason) == (at, None)
    assert result.seconds < 50  # nobody waited for the other one to reach the limit


@pytest.mark.usefixtures("slow_to_read")
@pytest.mark.slow
def test_a_limit_says_what_a_program_was_waiting_for(made: Made) -> None:
    spec = made(TWO_COUNTERS, "position: {pile: 0..3000, other: 0..99}\n", "kind: p-positions, iff: known")
    result = verdict(spec, jobs=2, limits=Limits(3.0))
    assert result.reason is not None
    assert result.reason.startswith("no counterexample up to measure ")
    assert result.reason.endswith("; beyond: time limit of 3 s reached while reading the rules symbolically")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_an_interruption_says_how_far_all_is_well(made: Made, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bouton.run.check.measured", lambda *_: pytest.fail("all is over, and a measure is looked for"))
    spec = made(TWO_COUNTERS, "position: {pile: 0..3000, other: 0..99}\n", "kind: p-positions, iff: known")

    def progress(now: Progress) -> None:
        if now.done > 2000:
            raise KeyboardInterrupt

    results = check(spec, Options(jobs=jobs, engine="ground"), progress)
    result = next(results)
    assert (result.verdict, result.exit) == (Verdict.UNKNOWN, Exit.UNDECIDED)
    assert result.reason is not None
    assert result.reason.startswith("no counterexample up to measure (")
    assert result.reason.endswith(" positions); beyond: interrupted")
    with pytest.raises(KeyboardInterrupt):
        next(results)


@pytest.mark.slow
def test_a_limit_says_why_clingo_is_alone(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "bouton.compiled.judge.Compiled._judge", lambda _self, _emit, _spec, item: [Left(item.claims[0].id, "of XOR")]
    )
    spec = made(TWO_COUNTERS, "position: {pile: 0..3000, other: 0..99}\n", "kind: p-positions, iff: known")
    for jobs in (1, 2):
        reason = verdict(spec, jobs=jobs, limits=Limits(3.0)).reason
        assert reason is not None
        assert reason.endswith("; beyond: time limit of 3 s reached while clingo judges alone, as of XOR")


@pytest.mark.slow
def test_a_counterexample_is_told_with_what_hides_a_lesser_one(made: Made) -> None:
    """k = 1 goes on for ever from 20 stones on; k = 3 is refuted, which is no longer certified as the least."""
    spec = made(TAKE, "parameters: {k: 1..3}\nposition: {pile: 0..30}\n", "kind: p-positions, iff: multiple")
    result = verdict(spec, limits=Limits(6.0))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.at == ({"k": 3}, (4,))
    why = "a lesser one is not ruled out for k=1 above measure 15: time limit of 6 s reached"
    assert (result.reason, result.exit) == (f"not certified as the smallest: {why}", Exit.CONTRARY)


@pytest.mark.parametrize("prove", ["", ", prove: {heap: {count: all}}"])
def test_a_theorem_that_fails_just_outside_of_its_box(made: Made, prove: str) -> None:
    """Nim of at most two heaps: equal ones are P; of three, 1:2:3 is P too, and a solver need not find it."""
    rules = (
        "move(take(I,T)) :- heap(I,S), T = 0..S-1.\nafter(take(I,T), heap(I,T)) :- move(take(I,T)).\n"
        "heaps(N) :- N = #count { I : heap(I,_) }.\n"
        "odd :- heap(_,S), N = #count { I : heap(I,S) }, N \\ 2 = 1.\npairs :- not odd.\n"
    )
    spec = made(rules, "position: {heap: {count: 0..2, size: 1..4}}\n", f"kind: p-positions, iff: pairs{prove}")
    result = verdict(spec)
    assert result.verdict is (Verdict.REFUTED if prove else Verdict.HOLDS)
    if prove:
        assert result.counterexample is not None
        assert (result.counterexample.at, result.reason) == (({}, ((1, 2, 3),)), None)
        assert result.counterexample.below == 24
        assert any("beyond" in note for note in result.notes)


def test_what_is_known_of_how_far_a_pass_has_come() -> None:
    far = Far()
    assert far.of("c") is None
    assert far.hear(0, Progress((), 5, 9, reached=Reached(5, (4,)))) == 5
    assert far.hear(1, Progress(("c",), 3, 9, reached=Reached(3, (4,), up_to=False))) == 0
    assert far.of("c") == Reached(5, (4,))
    assert far.hear(1, Progress(("c",), 7, 9, reached=Reached(7, (5, 1), up_to=False))) == 2
    assert (far.of("c"), far.of("other")) == (Reached(7, (5, 1), up_to=False), Reached(5, (4,)))
    assert str(far.of("c")) == "below measure (5, 1) (7 positions)"


def test_a_limit_in_words() -> None:
    cut = Stopped("time limit of 9 s reached", 9.0, Reached(412_000, (57,)), "compiling the rules")
    why = "time limit of 9 s reached while compiling the rules"
    assert cut.said({"k": 2}) == f"no counterexample for k=2 up to measure 57 (412,000 positions); beyond: {why}"
    assert cut.lesser({}) == f"a lesser one is not ruled out above measure 57: {why}"
    assert Stopped("interrupted", 0.0).said({"k": 2}) == "interrupted"


@pytest.mark.parametrize(
    ("literal", "changed", "at"),
    [
        ("r_e(2), last(A,B,B+1), (B-A) \\ 2 = 1", "r_e(2), last(A,B,B+1), (B-A) \\ 2 = 0", (2, 2, 2, 3, 4)),
        ("not good_triple, r_e(1), last(A,A,A)", "not good_triple, last(A,A,A)", (2, 2, 2)),
    ],
)
@pytest.mark.sample(2)
def test_one_literal_of_a_theorem_for_any_number_of_heaps(
    tmp_path: Path, literal: str, changed: str, at: tuple[int, ...]
) -> None:
    """Theorem 8 of Greedy Nim_k holds up to two heaps, whatever is made of it; it is refuted without a solver."""
    rules = rules_text("greedy_nim_k")
    assert rules.count(literal) == 1
    (tmp_path / "greedy_nim_k.lp").write_text(rules.replace(literal, changed))
    text = spec_text("greedy_nim_k")
    (tmp_path / "spec.yaml").write_text(text.replace("count: 0..6", "count: 0..2"))
    result = verdict(load(str(tmp_path / "spec.yaml")), claims=("solution",))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert (result.counterexample.at, result.reason) == (({"k": 2}, (at,)), None)
    assert result.proof is not None
    assert result.proof.obligations == ()


@pytest.mark.slow
def test_a_solver_refutes_it_where_more_lies_below_than_fits(made: Made) -> None:
    """A move takes a whole heap; the claim fails at heaps of 150 or more, of which a solver names some."""
    rules = (
        "move(take(I)) :- heap(I,_).\nafter(take(I), heap(I,0)) :- move(take(I)).\n"
        "heaps(N) :- N = #count { I : heap(I,_) }.\nbig :- heap(_,S), S >= 150.\n"
        "lost :- heaps(N), N \\ 2 = 0, not big.\nfirst(take(1)) :- heap(1,_).\n"
    )
    heap = "position: {heap: {count: 0..4, size: 1..3, order: none}}\n"  # of which there are no programs
    keys = "kind: p-positions, iff: lost, strategy: first, prove: {heap: {count: 0..4}}"
    result = verdict(made(rules, heap, keys))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    (heaps,) = result.counterexample.at[1]
    assert isinstance(heaps, tuple)
    assert (len(heaps), max(heaps) >= 150) == (2, True)
    assert result.reason is not None
    assert result.reason.startswith("not certified as the smallest: a lesser one is not ruled out: the box of c has ")
