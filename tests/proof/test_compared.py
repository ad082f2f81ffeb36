"""Faults planted in what is assembled of a reading are found by comparing it with clingo: near, far, case by case."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement, fault
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import UnknownNames, unknown
from bouton.core.logic.formulas import negate
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.ground.box import GroundBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.proof import theorem
from bouton.proof.compared import comparison
from bouton.proof.compared.said import Said
from bouton.proof.compared.spots import near
from bouton.proof.compared.validate import Claims
from bouton.proof.compared.validate import validate as compare
from bouton.proof.goal import Goal
from bouton.proof.prepare import prepared
from bouton.proof.setting import settings
from bouton.proof.way import Validated
from bouton.proof.ways.counted import way
from bouton.proof.ways.levels import validate
from bouton.proof.ways.levels.reading import LevelReading
from bouton.reading import aggregate, canonical
from bouton.reading.levels.game import LevelGame
from bouton.reading.levels.merge import Merged

TAKE = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
p :- pile(N), N \\ 3 = 0.
value(N \\ 3) :- pile(N).
"""
ALLIANCES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), turn(3-A)) :- move(take(M)), turn(A).
side(A) :- turn(A).
winner(3-A) :- pile(0), turn(A).
wins(A) :- turn(A), pile(N), N \\ 3 != 0.
wins(3-A) :- turn(A), pile(N), N \\ 3 = 0.
"""
GREEDY = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
top(S) :- heap(1,S).
t(T) :- top(S), T = #count { I : heap(I,S) }.
even :- not heap(1,_).
even :- t(T), T \\ 2 = 0.
"""
PILE, TURN = "position: {pile: 0..12}", "position: {pile: 0..9, turn: 1..2}"
HEAPS = "position: {heap: {count: 0..2, size: 1..3, order: descending}}"
OUTCOMES = "kind: p-positions, play: normal, iff: p, prove: {pile: all}"
MANY = "kind: p-positions, play: normal, iff: even, prove: {heap: {count: all}}"


def spec_of(folder: Path, rules: str, head: str, *claims: str) -> Spec:
    (folder / "game.lp").write_text(rules)
    listed = "\n".join(f"  - {{id: c{at}, says: s, {said}}}" for at, said in enumerate(claims))
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\n{head}\nclaims:\n{listed}\n")
    return load(str(folder / "game.yaml"))


def seen(spec: Spec, claim: Claim) -> list[Validated]:
    """What each comparison of the claim's reading saw."""
    assert claim.prove is not None
    about = subject(spec, claim)
    rules = rules_of(about)
    goals = [Goal(about, claim, rules, setting) for setting in settings(about, claim.prove)]
    found = [item for goal in goals for item in prepared(goal)]
    return [item for item in found if isinstance(item, Validated)]


@pytest.mark.parametrize(
    ("rules", "head", "said"),
    [
        (TAKE, PILE, OUTCOMES),
        (TAKE, PILE, "kind: grundy, play: normal, prove: {pile: all}"),
        (ALLIANCES, TURN, "kind: winners, prove: {pile: all}"),
        (GREEDY, HEAPS, MANY.replace("all", "0..2")),
    ],
)
@pytest.mark.sample(2)
def test_what_is_put_in_place_of_the_position_at_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, head: str, said: str
) -> None:
    spec = spec_of(tmp_path, rules, head, said)
    assert sum(item.seen.positions for item in seen(spec, spec.claim("c0"))) > 12
    whole = canonical.values_at

    def wrong(game: Any, position: Any) -> Any:
        """The position that is left, not the one that is reached."""
        return {one: atom(one) for one in whole(game, position)}

    monkeypatch.setattr(theorem, "values_at", wrong)
    with pytest.raises(Disagreement, match="what is claimed of the option"):
        seen(spec, spec.claim("c0"))


@pytest.mark.parametrize(
    ("said", "told", "what"),
    [
        (OUTCOMES, "claimed", "what is claimed, and whether it is spoken of"),
        (OUTCOMES + ", where: p", "covering", "what is claimed, and whether it is spoken of"),
        ("kind: grundy, play: normal, prove: {pile: all}", "values", "that its value is"),
    ],
)
def test_what_is_claimed_of_the_position_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, told: str, what: str
) -> None:
    """Clingo is made to say something else where the pile is 7, and options are not compared."""
    spec = spec_of(tmp_path, TAKE, PILE, said)
    whole = getattr(Said, told)
    other: dict[str, Any] = {"claimed": True, "covering": [], "values": {5}}
    monkeypatch.setattr(
        Said,
        told,
        lambda self, node: (
            other[told] if node.position == ((6,) if told == "covering" else (7,)) else whole(self, node)
        ),
    )
    monkeypatch.setattr(Claims, "compare_options", lambda *_: None)
    with pytest.raises(Disagreement, match=what):
        seen(spec, spec.claim("c0"))


VALUES = "kind: grundy, play: normal, prove: {pile: all}"


@pytest.mark.parametrize(("by_clingo", "value"), [(set(), 0), ({0, 3}, 3), ({-1}, 0)])
def test_a_value_that_is_read_where_clingo_has_none_or_another(
    by_clingo: set[int], value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the pile is 6, whose value is 0."""
    spec = spec_of(tmp_path, TAKE, PILE, VALUES)
    whole = Said.values
    monkeypatch.setattr(Said, "values", lambda self, node: by_clingo if node.position == (6,) else whole(self, node))
    monkeypatch.setattr(Claims, "compare_options", lambda *_: None)
    with pytest.raises(Disagreement, match=f"that its value is {value} at pile=6 differ"):
        seen(spec, spec.claim("c0"))


def test_a_negative_value_fails_where_it_is_claimed(tmp_path: Path) -> None:
    """By clingo alone, and before what has it among its options."""
    for less in (-1, -5):
        rules = TAKE.replace(
            "value(N \\ 3) :- pile(N).", f"value(N \\ 3) :- pile(N), N != 7. value({less}) :- pile(7)."
        )
        spec = spec_of(tmp_path, rules, PILE, VALUES)
        assert seen(spec, spec.claim("c0"))[0].seen.failing == "pile=7"


def test_the_levels_after_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, GREEDY, HEAPS, MANY)
    assert sum(item.seen.positions for item in seen(spec, spec.claim("c0"))) > 126
    whole = LevelReading._case

    def wrong(self: LevelReading, found: Merged) -> Any:
        case = whole(self, found)
        assert case.wins is not None
        return dataclasses.replace(case, wins=negate(case.wins)) if found.levels.known else case

    monkeypatch.setattr(LevelReading, "_case", wrong)
    with pytest.raises(Disagreement, match="what is claimed of the option"):
        seen(spec, spec.claim("c0"))


def test_what_is_claimed_of_the_position_itself_by_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, GREEDY, HEAPS, MANY)
    whole = Said.claimed
    monkeypatch.setattr(Said, "claimed", lambda self, node: whole(self, node) is not (node.position == ((2, 1),)))
    monkeypatch.setattr(validate, "_options", lambda *_: None)
    with pytest.raises(Disagreement, match="what is claimed at heap=2:1 differ"):
        seen(spec, spec.claim("c0"))


@pytest.mark.parametrize("after", [False, True])
def test_the_predicates_of_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool) -> None:
    """Where a move begins the reading tells one level more apart than where it has led."""
    spec = spec_of(tmp_path, GREEDY, HEAPS, MANY)
    whole, holds = validate._predicates, LevelGame.holds
    seen_before: list[Any] = []

    def predicates(*about: Any) -> None:
        again = any(one is about[1] for one in seen_before)  # the same nodes, as moves lead to them
        seen_before.append(about[1])
        with monkeypatch.context() as within:
            if again is after:
                within.setattr(LevelGame, "holds", lambda self, name: negate(holds(self, name)))
            whole(*about)

    monkeypatch.setattr(validate, "_predicates", predicates)
    with pytest.raises(Disagreement, match="even/0 at heap="):
        seen(spec, spec.claim("c0"))


@pytest.mark.parametrize("cases", [lambda found: found[1:], lambda found: found[:1] * 2 + found[1:]])
def test_each_move_leads_to_one_case_of_the_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: Callable[[list[Merged]], list[Merged]]
) -> None:
    spec = spec_of(tmp_path, GREEDY, HEAPS, MANY)
    whole = LevelReading.after
    monkeypatch.setattr(LevelReading, "after", lambda self, here, move: cases(whole(self, here, move)))
    monkeypatch.setattr(validate, "_options", lambda *_: None)
    with pytest.raises(Disagreement, match=r"leads to .* of the levels"):
        seen(spec, spec.claim("c0"))


def test_each_move_leads_to_its_own_case_of_the_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the moves of a position lead to is right taken together, and each is told what another leads to."""
    spec = spec_of(tmp_path, GREEDY, HEAPS, MANY)
    whole = validate._led

    def exchanged(places: Batch, cases: list[Merged]) -> Any:
        found, at = whole(places, cases), list(places.origins)
        return [
            one
            for origin in dict.fromkeys(at)
            for one in found[at.index(origin) : at.index(origin) + at.count(origin)][::-1]
        ]

    monkeypatch.setattr(validate, "_led", exchanged)
    monkeypatch.setattr(validate, "_options", lambda *_: None)
    with pytest.raises(Disagreement, match="they should be"):
        seen(spec, spec.claim("c0"))


LEMMAS = """\
move(take(1)) :- pile(N), N > 0.
after(take(1), pile(N-1)) :- pile(N), N > 0.
third(T) :- c(N), T = 0..N, 3*T <= N, N < 3*T+3.
fifth(T) :- c(N), T = 0..N, 5*T <= N, N < 5*T+5.
both :- third(_), fifth(_).
at(N) :- c(N).
natural :- c(N), N >= 0.
"""


def test_instances_of_lemmas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two numbers under one name: at most real positions no number is both."""
    claim = "kind: statement, unknowns: {c: 0..9}, prove: {c: all}, iff: "
    spec = spec_of(tmp_path, LEMMAS, PILE, f"{claim}both", f"{claim}natural, using: {{c0: at}}")
    assert any("the lemmas" in item.seen.met for item in seen(spec, spec.claim("c1")))
    monkeypatch.setattr(UnknownNames, "fresh", lambda _self, name: unknown(f"{name[0]}$same", local=True))
    with pytest.raises(Disagreement, match="contradict each other at c="):
        seen(spec, spec.claim("c1"))


OVERLAP = """\
even :- pile(N), C = #count { T : T = 1..N; T : T = 301..300+N }, C \\ 2 = 0.
"""


def test_positions_near_the_numbers_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both intervals count by themselves up to 300: what they share from there on is met near 301."""
    spec = spec_of(tmp_path, TAKE + OVERLAP, PILE, "kind: everywhere, iff: even, prove: {pile: all}")
    (first, *_) = seen(spec, spec.claim("c0"))
    assert first.seen.failing is None
    monkeypatch.setattr(aggregate, "_common", lambda *_: None)
    with pytest.raises(Disagreement, match=r"even/0 at pile=\d{3,5} differ"):
        seen(spec, spec.claim("c0"))


def test_what_fails_far_out_is_seen_by_clingo_alone(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, TAKE + OVERLAP, PILE, "kind: everywhere, iff: even, prove: {pile: all}")
    failing = [item.seen.failing for item in seen(spec, spec.claim("c0")) if item.seen.failing is not None]
    assert failing
    assert all(int(where.removeprefix("pile=")) > 300 for where in failing)


THIRD = "third :- pile(N), 3*N = 2001.\nnot_third :- not third.\nrare :- not_third.\nrare :- third.\n"


@pytest.mark.parametrize(("searched", "left"), [(60, False), (0, True)])
def test_a_position_is_found_for_each_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, searched: int, left: bool
) -> None:
    """`third` holds at 667 alone, which is near no number of the rules, and is found by a solver."""
    monkeypatch.setattr(comparison, "_SEARCHED", searched)
    monkeypatch.setattr(way, "nearness", lambda _: iter(()))  # which would find it by its numbers
    spec = spec_of(tmp_path, TAKE + THIRD, PILE, "kind: everywhere, iff: rare, where: third, prove: {pile: all}")
    found = seen(spec, spec.claim("c0"))
    assert any(item.seen.open for item in found) is left
    assert any("claim c0" in item.seen.met for item in found) is not left


@pytest.mark.parametrize("whole", [False, True])
def test_a_case_that_is_met_beyond_the_numbers_of_clingo_alone_stays_open(
    whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 2001, whose cube is too large for clingo: that position is passed over, or no program is made for it."""
    made = comparison.HeldReading.grounder

    def refused(self: comparison.HeldReading, game: Game, box: GroundBox) -> Grounder:
        if (2001,) in box:
            raise fault("too large", file="g.lp")
        return made(self, game, box)

    if whole:
        monkeypatch.setattr(comparison.HeldReading, "grounder", refused)
        monkeypatch.setattr(comparison._Made, "reaches", lambda *_: False)
    rules = TAKE + THIRD.replace("2001", "6003") + "rare :- pile(N), N*N*N < N.\n"
    spec = spec_of(tmp_path, rules, PILE, "kind: everywhere, iff: rare, where: third, prove: {pile: all}")
    found = [one.seen for one in seen(spec, spec.claim("c0"))]
    assert {case.partition(" (")[0] for one in found for case in one.open} >= {"what c0 speaks of", "a row of third/0"}
    assert not any("claim c0" in one.met for one in found)


RARE = "move(rare) :- pile(N), 3*N = 2001.\nafter(rare, pile(0)) :- move(rare).\n"


@pytest.mark.parametrize("searched", [60, 0])
def test_a_move_that_is_rare_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, searched: int) -> None:
    """It is made from 667 alone: a position for it is looked for, or that there is none is told."""
    monkeypatch.setattr(comparison, "_SEARCHED", searched)
    spec = spec_of(tmp_path, TAKE + RARE, PILE, OUTCOMES)
    found = [case for one in seen(spec, spec.claim("c0")) for case in one.seen.open]
    assert ("the move rare" in found) is ("a position after rare" in found) is (searched == 0)


def test_the_positions_that_were_compared_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = list[int]()

    def noted(*about: Any) -> int:
        counted.append(compare(*about))
        return counted[-1]

    monkeypatch.setattr(comparison, "validate", noted)
    spec = spec_of(tmp_path, TAKE + THIRD, PILE, "kind: everywhere, iff: rare, where: third, prove: {pile: all}")
    assert sum(item.seen.positions for item in seen(spec, spec.claim("c0"))) == sum(counted) > 12


def test_near_numbers() -> None:
    import random  # noqa: PLC0415 (this test alone)

    found = near((4, 10), random.Random(1), 1000)
    assert set(found) == {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 29, 30, 31}
    assert max(near((400, 900), random.Random(1), 1000)) == 901


def test_far_positions_are_far(tmp_path: Path) -> None:
    """One pile of which two are taken grounds to few atoms however large it is."""
    from bouton.proof.compared.spots import spots  # noqa: PLC0415

    spec = spec_of(tmp_path, TAKE, PILE, OUTCOMES)
    found = spots(lambda most: Game(rules_of(spec), spec.measure, {}, {"pile": range(most)}), frozenset({("p", 0)}), ())
    piles = [pile for (pile,) in found.drawn(1) if isinstance(pile, int)]
    assert found.scale >= 200  # 25,000 unless the machine is very slow
    assert len(set(piles)) == len(piles) >= 20
    assert max(piles) > 100


def test_numbers_that_are_too_large_for_clingo_are_passed_over(tmp_path: Path) -> None:
    """The cube of a pile is beyond clingo's numbers from 1291 on: positions below are compared, and it is proved."""
    cube = "cube :- pile(N), N*N*N >= N.\n"
    spec = spec_of(tmp_path, TAKE + cube, PILE, "kind: everywhere, iff: cube, prove: {pile: all}")
    found = seen(spec, spec.claim("c0"))
    assert sum(item.seen.positions for item in found) > 40
    assert all(item.seen.failing is None for item in found)


def test_positions_that_ground_to_many_atoms_are_not_tried(tmp_path: Path) -> None:
    """Every subset of the numbers up to the pile: at 12 there are 4096."""
    subsets = "in(0,0).\nin(I,V) :- pile(N), I = 1..N, in(I-1,V).\nin(I,V+2**I) :- pile(N), I = 1..N, in(I-1,V).\n"
    rules = TAKE.replace("1..2", "1..2") + subsets + "some :- pile(N), in(N,_).\n"
    spec = spec_of(tmp_path, rules, PILE, OUTCOMES)
    (_, far, *_) = seen(spec, spec.claim("c0"))
    assert far.seen.positions > 0
