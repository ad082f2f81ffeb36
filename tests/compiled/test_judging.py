"""Who judges a claim: a program here, others in parts, or clingo alone; and programs for values that fail."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, product
from math import inf
from pathlib import Path
from typing import Any, cast

import pytest

from bouton.claims.passes import Pass
from bouton.claims.subject import rules_of
from bouton.compiled import judge
from bouton.compiled.engine import Engine, InPython, Machine
from bouton.compiled.engine import load as load_program
from bouton.compiled.judge import Compiled, compiled_pairs, surveyed
from bouton.compiled.prepare import CompiledClaim, prepare
from bouton.core.errors import Disagreement, InputError, LimitReached, Misfit, Unreadable, fault
from bouton.core.news import Apart, Ended, Parted, Progress
from bouton.document.load import load
from bouton.ground.box import Region, around
from bouton.ground.graph import Node
from bouton.ground.layers import listed
from bouton.process.limits import Limits
from bouton.run.options import Options
from bouton.run.plan import plan_of
from tests.compiled.engines import by_clingo, by_program, judged, plain
from tests.compiled.test_liars import EVEN, HEAPS, NIM, PILE, SIDES, Liar
from tests.compiled.test_validate import found

LARGE = 500_000


@pytest.mark.parametrize(
    ("size", "apart", "independent", "expected"),
    [
        (LARGE, "always", False, True),
        (LARGE, "always", True, True),
        (LARGE, "independent", True, True),
        (LARGE, "independent", False, False),
        (LARGE, "never", True, False),
        (LARGE - 1, "always", True, False),
        (LARGE - 1, "independent", True, False),
    ],
)
def test_large_claims_are_judged_in_parts(
    size: int, apart: Apart, independent: bool, expected: bool, tmp_path: Path
) -> None:
    _, program = found(tmp_path, NIM, EVEN)
    job = replace(program.job, size=size, independent=independent)
    assert judge._in_parts(replace(program, job=job), apart) is expected


def test_a_claim_that_is_judged_in_parts_is_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item, program = found(tmp_path, NIM, EVEN)
    monkeypatch.setattr(judge, "_LARGE", 15)
    news: list[Any] = []
    assert Compiled(apart="always").judge(news.append, load(tmp_path / "spec.yaml"), item) == []
    (parted,) = [one for one in news if isinstance(one, Parted)]
    assert (parted.claim, parted.job) == ("c", program.job)
    assert not any(isinstance(one, Ended) for one in news)
    monkeypatch.setattr(judge, "_LARGE", 16)
    Compiled(apart="always").judge(news.append, load(tmp_path / "spec.yaml"), item)
    assert [one.claim for one in news if isinstance(one, Ended)] == ["c"]


POWERS = NIM + "powers :- heap(1,S), heap(2,T), S ** T = 4.\n"
UNREADABLE = f"{HEAPS}kind: p-positions, iff: powers}}\n"
ALONE = "clingo judges alone, as line 9: (S**T) is a power of numbers"


def left(tmp_path: Path, limits: Limits | None, at: tuple[int, ...] | None = None) -> list[str]:
    """What is left to clingo, and what is said of it."""
    (tmp_path / "rules.lp").write_text(POWERS)
    (tmp_path / "spec.yaml").write_text(UNREADABLE)
    spec = load(tmp_path / "spec.yaml")
    item = whole(tmp_path)
    if at is not None:
        item = replace(item, region=Region(item.region.hull, (at,)))
    news: list[Any] = []
    claims = [one.claim for one in Compiled(limits).judge(news.append, spec, item)]
    said = [one.doing for one in news if isinstance(one, Progress) and one.doing and "alone" in one.doing]
    return [*claims, *(one[: len(ALONE)] for one in said)]


def whole(tmp_path: Path) -> Pass:
    ((item, _),) = judged(load(tmp_path / "spec.yaml"))
    return item


def test_what_is_left_to_clingo_must_fit_into_its_memory(tmp_path: Path) -> None:
    assert left(tmp_path, None) == ["c", ALONE]
    assert left(tmp_path, Limits()) == ["c", ALONE]
    with pytest.raises(InputError, match="above the memory limit"):
        left(tmp_path, Limits(memory=1000))
    assert left(tmp_path, Limits(memory=1000), at=(1, 1))[0] == "c"  # one position fits


def test_a_claim_that_takes_too_long_to_read_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer of some systems rings only every tenth of a second, and what is read here takes less."""
    item, _ = found(tmp_path, NIM, EVEN)
    spec = load(tmp_path / "spec.yaml")
    assert Compiled(seconds=inf).judge(lambda _: None, spec, item) == []
    monkeypatch.setattr(judge, "prepare", lambda *_: all(number for number in count(1)))
    (one,) = Compiled(seconds=1e-6).judge(lambda _: None, spec, item)
    assert one.claim == "c"


@pytest.mark.parametrize("language", ["Python", "C"])
def test_values_that_fail_at_the_very_last_position(language: str, tmp_path: Path) -> None:
    rules = NIM + "last :- heap(1,4), heap(2,4).\nvalue(9) :- last.\n"
    item, program = found(tmp_path, rules, f"{HEAPS}kind: grundy, iff: value, where: last}}\n")
    spec = load(tmp_path / "spec.yaml")
    result = by_program(spec, item, program, language)
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [4, 4]}
    assert result == by_clingo(spec, item)


def pairs(item: Pass, worth: int) -> Any:
    return compiled_pairs(item.game, item.region, worth)


def test_values_of_a_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item, _ = found(tmp_path, NIM, EVEN)
    assert pairs(item, 16) is None  # it is not worth it
    values = pairs(item, 15)
    assert [values((heaps,)) for heaps in ((), (1,), (2,), (1, 1), (1, 2), (2, 2))] == [
        *((0, 1), (1, 0), (2, 2), (0, 1), (3, 3), (0, 0)),
    ]

    def fails(error: Exception) -> Any:
        def failing(*_asked: object) -> None:
            raise error

        monkeypatch.setattr(judge, "validate", failing)
        return pairs(item, 15)

    assert fails(Misfit()) is None
    with pytest.raises(Disagreement, match="it is wrong"):
        fails(Disagreement("it is wrong"))


def test_ranks_that_are_not_those_asked_for_are_a_disagreement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item, program = found(tmp_path, NIM, EVEN)
    spec = load(tmp_path / "spec.yaml")
    run = Engine.run
    monkeypatch.setattr(Engine, "run", lambda self, *asked: replace(run(self, *asked), start=1))
    with pytest.raises(Disagreement, match="ranks from 0 on were asked for"):
        surveyed(spec, item, program)


def test_a_failure_that_clingo_does_not_see_is_a_disagreement(tmp_path: Path) -> None:
    item: Pass
    program: CompiledClaim
    item, program = found(tmp_path, NIM, EVEN)
    spec = load(tmp_path / "spec.yaml")
    engine = judge.ready(program)
    with pytest.raises(Disagreement, match=r"c: compiled rules refute it at heap 1, clingo does not"):
        judge.failure(spec, item, program, engine, 1, 1, 0.0)


def test_why_there_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found(tmp_path, NIM, EVEN)
    spec = load(tmp_path / "spec.yaml")

    def said(error: Exception) -> str:
        def failing(*_asked: object, **_limits: object) -> None:
            raise error

        monkeypatch.setattr(judge, "alone", failing)
        return judge.about(spec, rules_of(spec), spec.claim("c"), Limits())

    assert said(fault("the first fault")) == "not possible: the first fault"
    late = said(LimitReached("time limit of 1 s reached"))
    assert late == "not possible: reading the rules symbolically takes too long: time limit of 1 s reached"


def test_a_single_position_has_no_program(tmp_path: Path) -> None:
    item, program = found(tmp_path, NIM, EVEN)
    spec = load(tmp_path / "spec.yaml")
    assert prepare(spec, item, spec.claim("c")) == program
    for heaps in ((), (3,), (1, 2)):
        single = replace(item, region=around(item.game.fluents, (heaps,)))
        with pytest.raises(Unreadable, match="a single position is judged by clingo"):
            prepare(spec, single, spec.claim("c"))


def test_the_layer_of_a_position_of_alliances(tmp_path: Path) -> None:
    """P is that the side to move loses; the winners of the position and of its options are known."""
    item, program = found(tmp_path, PILE, f"{SIDES}iff: claim}}\n")
    engine = judge.ready(program, "Python")
    engine.solve(26)

    @cache
    def winner(pile: int, player: int) -> int:
        if not pile:
            return player
        to = {winner(pile - taken, 3 - player) for taken in (1, 2) if taken <= pile}
        return player if player in to else 3 - player

    outcomes = set()
    for pile, player in product(range(13), (1, 2)):
        at = (pile, player)
        node = listed(item.game, item.region, Node(at, item.game.measure.of(at), False, (), {}))
        layer = judge._layer(item, ("normal",), program, engine.machine, node)
        lost = winner(pile, player) != player
        assert layer.outcome("normal", at) == ("P" if lost else "N")
        names = {1: "odd", 2: "even"}
        assert layer.winner(at) == names[winner(pile, player)]
        for move in node.moves:
            assert layer.winner(move.to) == names[winner(*move.to)]
        outcomes.add(lost)
    assert outcomes == {False, True}


@pytest.mark.parametrize("language", ["Python", "C"])
@pytest.mark.parametrize(
    ("rules", "spec"),
    [
        (NIM, EVEN),
        (NIM, f"{HEAPS}kind: p-positions, iff: even, play: misere}}\n"),
        (NIM, f"{HEAPS}kind: p-positions, iff: even, where: two}}\n"),
        (NIM, f"{HEAPS}kind: everywhere, iff: even}}\n"),
        (NIM, f"{HEAPS}kind: swap-positions, iff: swapped}}\n"),
        (NIM, f"{HEAPS}kind: swap-positions, iff: both}}\n"),
        (NIM, f"{HEAPS}kind: grundy, iff: value}}\n"),
        (NIM, f"{HEAPS}kind: class, class: swap-positions, iff: never}}\n"),
        (PILE, f"{SIDES}iff: claim}}\n"),
    ],
)
@pytest.mark.sample(2)
def test_a_failure_that_others_found_is_explained_from_the_start(
    language: str, rules: str, spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the one that a program finds itself: what lies below is marked anew, each mode in its way."""
    rules += "both :- heap(2,1).\ntwo :- heap(2,_).\n" if rules is NIM else ""
    item, program = found(tmp_path, rules, spec)
    about = load(tmp_path / "spec.yaml")
    expected = by_clingo(about, item)
    assert expected.counterexample is not None
    engine = load_program(program.job, language)
    first = engine.run(0, program.job.size).first
    assert first is not None
    monkeypatch.setattr(judge, "load", lambda job, _=None: load_program(job, language))
    result = judge.explained(about, item, program.claim, False, first, expected.positions)
    assert plain(result) == expected


TRUE = NIM.replace("even :- not odd.", "even :- heap(1,S), heap(2,S). even :- not heap(1,_).")
WIDE = EVEN.replace("1..4", "1..100")


def test_how_far_a_program_is_told_as_a_share_of_the_box(tmp_path: Path) -> None:
    """Of 5,151 positions the first 4,096 are judged at once."""
    item, program = found(tmp_path, TRUE, WIDE)
    told: list[float] = []
    surveyed(load(tmp_path / "spec.yaml"), item, program, "Python", lambda part, _reached: told.append(part))
    assert program.job.size == 5151
    assert told == [4096 / 5151]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("kind: p-positions, iff: even", [("c", 4096 / 5151 / 2), ("d", (1 + 4096 / 5151) / 2)]),
        ("kind: p-positions, iff: powers", [("c", 0), ("clingo", 0)]),
    ],
)
def test_how_far_several_claims_are(second: str, expected: list[tuple[str, float]], tmp_path: Path) -> None:
    """Where one is left to clingo, that goes through all positions once more, so nothing counts as done."""
    (tmp_path / "rules.lp").write_text(TRUE + POWERS.removeprefix(NIM))
    (tmp_path / "spec.yaml").write_text(f"{WIDE}  - {{id: d, says: s, {second}}}\n")
    spec = load(tmp_path / "spec.yaml")
    (item,) = plan_of(spec, Options(engine="compiled"))
    news: list[Any] = []
    left_ = Compiled(language="Python").judge(news.append, spec, item)  # in C there is another order
    told = [(claim, one.done) for one in news if isinstance(one, Progress) and one.reached for claim in one.claims]
    told += [("clingo", one.done) for one in news if isinstance(one, Progress) and "clingo" in (one.doing or "")]
    assert told == [(claim, int(part * 5151)) for claim, part in expected]
    assert [one.claim for one in left_] == (["d"] if told[-1][0] == "clingo" else [])


@pytest.mark.parametrize("by", [-1, 1])
def test_a_program_that_stops_elsewhere_is_a_disagreement(by: int, tmp_path: Path) -> None:
    _, program = found(tmp_path, TRUE, EVEN)
    machine = InPython(program.job)
    assert Engine(program.job, machine).run(0, 5).judged == 5
    lying = Liar(machine, walk=lambda right, *_asked: (right[0] + by, *right[1:]))
    liar = Engine(program.job, cast(Machine, lying))
    with pytest.raises(Disagreement, match=f"the program stopped at {5 + by}, where 5 was asked for"):
        liar.run(0, 5)


@pytest.mark.parametrize(("count", "size", "places"), [(2, 4, 25), (5, 100, 96_560_646)])
def test_a_table_with_places_for_heaps_in_any_order_is_for_small_spaces(
    count: int, size: int, places: int, tmp_path: Path
) -> None:
    _, program = found(tmp_path, NIM, EVEN.replace("0..2", f"0..{count}").replace("1..4", f"1..{size}"))
    assert f"\nPLACES = {places}\n" in program.job.python
