"""Kinds of theorems by themselves: remainders of a pile, nim-sums that no rule shows, digits, families of P-positions.

What is found is proved as it is written, and plain Python finds no position of the box at which it is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import xor
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np
import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import LimitReached
from bouton.core.position import sizes_of
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Verdict
from bouton.discover import judged, theorem
from bouton.discover.draft import Draft, Reach, few
from bouton.discover.families import families
from bouton.discover.formulas import formulas
from bouton.discover.guess import Discovery, Guess, Search, Tried
from bouton.discover.language import language_of
from bouton.discover.onto import onto, said_of_moves
from bouton.discover.positions import Known
from bouton.discover.residues import _repeats, residues
from bouton.discover.summands import _positions
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.process.limits import Limits, worked
from bouton.run.check import check
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.show import discovery
from tests.discover.random_games import unsound, wrong
from tests.oracle import game as oracle
from tests.oracle.terms import text

RULES = Path(__file__).parents[2] / "benchmarks" / "rules"


@dataclass(frozen=True)
class Asked:
    """A game, its box, a part of the sentence that must be found, and what the proof leaves unbounded."""

    rules: str
    over: tuple[str, ...]
    says: str
    unbounded: frozenset[str]
    sets: tuple[str, ...] = ()
    play: Play = "normal"

    @property
    def spec(self) -> Spec:
        """The spec without claims."""
        return measured(of_encoding(str(RULES / f"{self.rules}.lp"), self.sets, self.over, ()), Limits(60.0))


PILE = frozenset({"pile"})
HEAP = frozenset({"heap"})
ATTACKS = ("x=1", "y=2", "z=3")
ADDS = ("heap.count=0..2", "heap.size=1..6", "adds=0..2")
GALE = ("heap.count=1..3", "heap.size=1..7")
GAMES = (
    Asked("upmark", ("pile=0..200",), "pile less 1 ends in an odd number of zeros", PILE),
    Asked("take_12", ("pile=0..60",), "iff 3 divides pile", PILE),
    Asked("take_257", ("pile=0..60",), "pile modulo 22 is 2, 3, 6, 12, 15 or 16", PILE, play="misere"),
    Asked("gale_nim", GALE, "the nim-sum of the sizes less one is 0", HEAP),
    Asked("nim_with_increases", ADDS, "whatever adds is", HEAP | {"adds"}),
    Asked("nim_with_increases", ADDS, "or 1 where each of these is at most 1", HEAP | {"adds"}, play="misere"),
    Asked("three_attacks", ("pile=0..60", "last=0..2"), "last is 0 or 1 and 4 divides pile", PILE, ATTACKS),
    Asked("divide_to_six", ("pile=0..300",), "the first digit of pile is more than 5", PILE),
    Asked("one_two_k", ("pile=0..60",), "k modulo 3", PILE, ("k=3..9",)),
    Asked("l_to_r", ("heap.count=0..1", "heap.size=1..60"), "S \\ (l+r)", HEAP | {"l"}, ("l=1..4", "r=4..6")),
    Asked("a_or_b", ("pile=0..60",), "quotient of pile modulo a+b", PILE | {"a", "b"}, ("a=1..4", "b=5..9")),
)  # fmt: skip


@pytest.mark.parametrize("asked", GAMES, ids=lambda one: f"{one.rules}-{one.play}")
@pytest.mark.sample(20)
@pytest.mark.slow
def test_a_theorem_is_found_and_proved(asked: Asked) -> None:
    found = Discovery()
    for guess in discover(asked.spec, Limits(300.0), asked.play):
        found = found.with_(guess)
    assert found.proved
    assert found.best is not None
    assert asked.says in found.best.says
    assert found.best.result is not None
    assert found.best.result.proof is not None
    assert set(found.best.result.proof.unbounded) >= asked.unbounded
    assert wrong(asked.spec, found.best, asked.play) == []
    assert found.best.strategy
    assert not list(unsound(asked.spec, found.best, asked.play))


def test_repeats_are_those_of_a_row() -> None:
    """Whatever is read off says of each place what the row says; where nothing is, no short period fits three times."""
    draw = Random(3)
    for _ in range(300):
        start, period = draw.randrange(0, 12), draw.randrange(1, 9)
        beginning = [draw.random() < 0.4 for _ in range(start + period)]
        row = [beginning[at if at < start else start + (at - start) % period] for at in range(80)]
        if draw.random() < 0.3:
            row[draw.randrange(40, 80)] ^= True
        found = _repeats(np.array(row))
        if found is None:
            fits = [(s, p) for p in range(1, 27) for s in range(41) if s + 3 * p <= 79 and row[s:-p] == row[s + p :]]
            assert fits == []
        else:
            told = [at in found.before or (at >= found.start and at % found.period in found.rests) for at in range(80)]
            assert told == row


def searching(spec: Spec) -> Search:
    """A search that has not begun."""
    return Search(spec, rules_of(spec), "normal", Limits(60.0), monotonic() + 600, inf, lambda _what: None)


def test_a_period_for_which_the_processor_time_is_too_little_is_given_up_and_not_told_as_none() -> None:
    """The clock says that there is time enough."""
    spec = of_encoding(str(RULES / "take_134.lp"), (), ("pile=0..60",), ())
    end, work = monotonic() + 600, worked() + 0.12
    search = Search(spec, rules_of(spec), "normal", Limits(60.0), end, work, lambda _what: None)
    with pytest.raises(LimitReached, match=r"processor time was used up|time limit of 60 s reached"):
        list(residues(search))


def test_a_counter_of_many_values_is_a_state_where_it_has_a_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take up to 5, but not as many as the last time: what was taken has 6 values, and no move leads beyond these."""
    (tmp_path / "anew.lp").write_text(
        "move(take(M)) :- pile(N), last(L), M = 1..5, M <= N, M != L.\n"
        "after(take(M), pile(N-M)) :- pile(N), move(take(M)).\nafter(take(M), last(M)) :- move(take(M)).\n"
    )
    ways = list[Reach]()

    def tried(_search: Search, guess: Guess, how: Sequence[Reach], _: object) -> list[Guess]:
        ways.extend(how)
        return [guess]

    monkeypatch.setattr("bouton.discover.residues.proved_in", tried)
    for last, many in (("{range: 0..5, reach: 0..5}", 1), ("0..5", 0)):
        (tmp_path / "anew.yaml").write_text(f"game: A\nrules: anew.lp\nposition: {{pile: 0..60, last: {last}}}\n")
        spec = load(tmp_path / "anew.yaml")
        guesses = list(residues(searching(spec)))
        assert [("last is 0 or 2 and pile modulo 13 is 0 or 7" in one.says) for one in guesses] == [True] * many
        assert all(one.of(spec) == {"pile": "all"} for one in ways)
    assert len(ways) == 1


ODD_NAMES = """\
move(take(M)) :- aB(N), M = 1..3, M <= N, ab(L), L != M.
after(take(M), aB(N-M)) :- aB(N), move(take(M)).
after(take(M), ab(M)) :- move(take(M)), M < 3.
"""


@pytest.mark.parametrize("negated", [False, True])
def test_moves_onto_a_set_are_those_that_lead_there(negated: bool, tmp_path: Path) -> None:
    """With counters that differ in a letter's case alone, one of which some moves leave as it is."""
    (tmp_path / "odd.lp").write_text(ODD_NAMES)
    spec = of_encoding(str(tmp_path / "odd.lp"), (), ("aB=0..20", "ab=0..3"), ())
    bodies = [["aB(AB)", "AB \\ 4 = 0", "ab(Ab)", "Ab <= 1"], ["aB(AB)", "AB = 5"]]
    rules = ODD_NAMES + "\n".join(onto(searching(spec), bodies, negated=negated))
    fluents = (oracle.Counter("aB"), oracle.Counter("ab"))
    game = oracle.Game(rules, fluents, {}, {"aB": range(21), "ab": range(4)})
    for size in range(21):
        for last in range(4):
            named = {text(one) for one in game.values("winning_move", (size, last))}
            there = {
                move
                for move, (left, kept) in game.moves((size, last)).items()
                if ((isinstance(left, int) and left % 4 == 0 and kept in (0, 1)) or left == 5) is not negated
            }
            assert named == there


@pytest.mark.parametrize("lines", ["found(A) :- side(A), pile(N), N > 1.", "found :- 1 = 2.", "found."])
def test_what_is_said_of_sides_or_of_no_counter_is_not_said_of_moves(lines: str) -> None:
    spec = of_encoding(str(RULES / "take_134.lp"), (), ("pile=0..60",), ())
    assert said_of_moves(searching(spec), [lines], "found") == ()


def test_rules_said_of_moves_name_those_that_lead_where_they_hold(tmp_path: Path) -> None:
    """Whatever they have: facts, a variable `Move`, denials alone, aggregates, and predicates of no position."""
    (tmp_path / "odd.lp").write_text(ODD_NAMES)
    spec = of_encoding(str(tmp_path / "odd.lp"), (), ("aB=0..20", "ab=0..3"), ())
    lines = """\
small(0). small(1).
% Of no position.
low(Move) :- small(Move).
left(aB,Move) :- aB(Move).
rest(Move) :- left(aB,N), Move = N \\ 4.
some(C) :- C = #count { N : rest(N), not low(N); L : ab(L), L < 2 }.
none :- not some(1), not some(2).
found :- none, not rest(1).
found :- rest(R), low(R), ab(R).
""".splitlines()
    made = said_of_moves(searching(spec), lines, "found")
    fluents, counters = (oracle.Counter("aB"), oracle.Counter("ab")), {"aB": range(21), "ab": range(4)}
    game = oracle.Game("\n".join((ODD_NAMES, *lines, *made)), fluents, {}, counters)
    met = 0
    for position in ((size, last) for size in range(21) for last in range(4)):
        there = {move for move, to in game.moves(position).items() if game.holds("found", to)}
        assert {text(one) for one in game.values("winning_move", position)} == there
        met += bool(there)
    assert met > 20


def test_rules_said_of_sides_name_the_moves_of_the_side_that_moves(tmp_path: Path) -> None:
    rules = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), seat((I+1) \\ 3)) :- move(take(M)), seat(I).
side(left) :- seat(0).
side(right) :- seat(1..2).
winner(left) :- pile(0), seat(0..1).
winner(right) :- pile(0), seat(2).
"""
    (tmp_path / "sides.lp").write_text(rules)
    spec = of_encoding(str(tmp_path / "sides.lp"), (), ("pile=0..9", "seat=0..2"), ())
    lines = ["far :- pile(N), N > 4, seat(S), S != 1.", "found(left) :- far.", "found(right) :- not far."]
    made = said_of_moves(searching(spec), lines, "found")
    fluents, counters = (oracle.Counter("pile"), oracle.Counter("seat")), {"pile": range(10), "seat": range(3)}
    game = oracle.Game("\n".join((rules, *lines, *made)), fluents, {}, counters, measured=("pile",))
    for position in ((pile, seat) for pile in range(10) for seat in range(3)):
        mine = game.side("side", position)
        there = {move for move, to in game.moves(position).items() if game.side("found", to) == mine}
        assert {text(one) for one in game.values("winning_move", position)} == there


@pytest.mark.parametrize("order", ["ascending", "descending", "none"])
def test_rules_said_of_heaps_are_said_of_those_that_moves_leave_in_order(order: str, tmp_path: Path) -> None:
    """Heaps that are emptied, that change places, and that moves add; odd names again, and predicates of the game."""
    rules = """\
many(C) :- C = #count { Move : left(Move,_) }.
move(left(I,M)) :- left(I,S), M = 1..S.
after(left(I,M), left(I,S-M)) :- move(left(I,M)), left(I,S).
move(both(M)) :- left(1,S), left(2,T), M = 1..S, M <= T.
after(both(M), left(I,S-M)) :- move(both(M)), left(I,S), I < 3.
move(split(L)) :- left(1,S), many(C), C < 3, L = 1..S-1.
after(split(L), left(1,S-L)) :- move(split(L)), left(1,S).
after(split(L), left(C+1,L)) :- move(split(L)), many(C).
"""
    (tmp_path / "odd.lp").write_text(rules)
    spec = of_encoding(str(tmp_path / "odd.lp"), (), ("left.count=0..3", "left.size=1..4"), (order,))
    lines = """\
first(S) :- left(1,S).
found :- not left(2,_), first(S), S \\ 3 = 1.
found :- many(2..3), first(S), left(2,T), 2*S > T, S < 2*T, S > T - 2, not left(3,2).
found :- many(0).
""".splitlines()
    made = said_of_moves(searching(spec), lines, "found")
    kept = oracle.Heaps("left", order)
    game = oracle.Game("\n".join((rules, *lines, *made)), (kept,), {}, measured=("stones", "splits"))
    met = 0
    for position in oracle.positions((kept,), {"left": (range(4), range(1, 5))}):
        there = {move for move, to in game.moves(position).items() if game.holds("found", to)}
        assert {text(one) for one in game.values("winning_move", position)} == there
        met += bool(there)
    assert met > 20


def test_literals_on_parameters_hold_where_plain_python_says() -> None:
    spec = of_encoding(str(RULES / "a_or_b.lp"), ("a=1..3", "b=2..4"), ("pile=0..12",), ())
    chosen = [tuple(one.items()) for one in spec.box.assignments()]
    language, _ = language_of(spec, rules_of(spec), chosen, set())
    known = [Known(parameters, (pile,), False) for parameters in chosen for pile in range(13)]
    literals, truth = language.literals(known)
    draw = Random(1)
    for at, one in enumerate(literals):
        if not ("/" in one.said or one.said[0] in "ab" or one.said.count("\\") > 1):
            continue
        for place in draw.sample(range(len(known)), 3):
            parameters = {name: value for name, value in known[place].parameters if isinstance(value, int)}
            game = oracle.Game(f"holds :- {', '.join(one.body)}.", (oracle.Counter("pile"),), parameters)
            assert game.holds("holds", known[place].position) == truth[at, place], one.said


@pytest.mark.slow
def test_a_family_is_told_as_proved_of_some_positions_and_is_no_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chomp with three rows: two rows are P where the first is one longer."""
    over = ("heap.count=1..3", "heap.size=1..9")
    spec = of_encoding(str(RULES / "chomp_3.lp"), (), over, ("descending",))
    monkeypatch.setattr(theorem, "_PROPOSERS", (families,))
    found, tried = Discovery(), list[Tried]()
    with_families = discover(spec, Limits(300.0), ended=tried.append)
    for guess in with_families:
        found = found.with_(guess)
        if guess.partial and guess.state == "proved":
            break
    with_families.close()
    assert (found.proved, found.best) == (False, None)
    (one,) = found.partial
    assert "the third largest heap is 0 and the largest heap is 1 more than the second largest heap" in one.says
    told = discovery.text(spec, "normal", found, 1.0)
    assert "NONE FOUND" in told
    assert "PROVED of some positions, for every" in told


def test_what_is_tried_is_told_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem, "_PROPOSERS", (residues,))
    spec = of_encoding(str(RULES / "take_a_square.lp"), (), ("pile=0..60",), ())
    tried = list[Tried]()
    assert list(discover(spec, Limits(60.0), ended=tried.append)) == []
    assert tried == [Tried("remainders of one pile", 1, "no guess fits")]
    told = discovery.text(spec, "normal", Discovery(tried=tuple(tried)), 1.0)
    assert "tried remainders of one pile: no guess fits" in told


@pytest.mark.slow
def test_a_spec_with_cycles_keeps_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is a spec of the same game, so that `check` reads it."""
    (tmp_path / "back.lp").write_text(
        "move(down(M)) :- pile(N), M = 1..2, M <= N.\nafter(down(M), pile(N-M)) :- pile(N), move(down(M)).\n"
    )
    (tmp_path / "back.yaml").write_text(
        "game: Back\nrules: back.lp\ncycles: allowed\nposition:\n  pile: 0..20\nclaims: []\n"
    )
    monkeypatch.setattr(theorem, "_PROPOSERS", (formulas,))
    found = Discovery()
    monkeypatch.setattr(judged, "_PILE", 40)
    spec = measured(load(tmp_path / "back.yaml"), Limits(60.0))
    guesses = list(discover(spec, Limits(60.0)))
    assert [one.draft.document["cycles"] for one in guesses] == ["allowed"] * len(guesses)
    for guess in guesses:
        found = found.with_(guess)
    assert found.best is not None
    assert judged_as_written(found.best, tmp_path) is Verdict.PROVED


def judged_as_written(guess: Guess, folder: Path) -> Verdict:
    """What `check` says of the files that would be written."""
    _, file = guess.draft.write(folder)
    (result,) = check(load(file), Options(limits=Limits(60.0)), lambda _state: None)
    return result.verdict


@pytest.mark.parametrize(
    ("table", "period"),
    [([0, 1, 2, 1, 2, 0], 3), ([3, 0, 1, 1, 0, 1, 1], 2), ([0, 1], 2)],
    ids=["after", "odd", "whole"],
)
def test_a_period_says_which_positions_have_the_nim_sum_0(table: list[int], period: int, tmp_path: Path) -> None:
    """Of heaps that are called as the rules of a period would be."""
    values = [*table, *(table[len(table) - period + at % period] for at in range(20))]
    rules = "move(m(I)) :- usual(I,S), S > 1.\nafter(m(I), usual(I,S-1)) :- move(m(I)), usual(I,S).\n"
    (tmp_path / "odd.lp").write_text(rules)
    spec = of_encoding(str(tmp_path / "odd.lp"), (), ("usual.count=0..2", "usual.size=1..9"), ())
    found = _positions(searching(spec), table, period)
    kept = oracle.Heaps("usual", "ascending")
    game = oracle.Game("\n".join((rules, *found.lines)), (kept,), {}, measured=("stones",))
    for position in oracle.positions((kept,), {"usual": (range(3), range(1, 12))}):
        total = reduce(xor, (values[size] for size in sizes_of(position)), 0)
        assert game.holds(str(found.claim["iff"]), position) == (total == 0)


def test_moves_are_held_against_the_game_in_a_box_of_few_positions() -> None:
    over = ("heap.count=0..3", "heap.size=1..40")
    spec = of_encoding(str(RULES / "greedy_nim.lp"), (), over, ("descending",))
    assert few(spec, spec.box) == {"heap": {"count": "0..3", "size": "1..8"}}
    spec = of_encoding(str(RULES / "greedy_nim.lp"), (), ("heap.count=0..3", "heap.size=1..8"), ("descending",))
    assert few(spec, spec.box) == {}
    spec = of_encoding(str(RULES / "take_134.lp"), (), ("pile=0..1000",), ())
    assert few(spec, spec.box) == {"pile": "0..64"}


def test_claims_that_have_the_same_ranges_are_each_written_whole() -> None:
    over = {"heap": {"count": "0..2", "size": "1..9"}}
    text = Draft("x", "", {"claims": [{"id": "one", "over": over}, {"id": "two", "over": over}]}).spec
    assert (text.count("count: 0..2"), "&" in text) == (2, False)


@pytest.mark.slow
def test_a_period_of_heaps_that_split_is_told_with_winning_moves() -> None:
    spec = of_encoding(str(RULES / "kayles.lp"), (), ("heap.count=0..2", "heap.size=1..100"), ())
    found = Discovery()
    for guess in discover(spec, Limits(200.0)):
        found = found.with_(guess)
    assert found.best is not None
    assert found.best.strategy
    assert [one["id"] for one in found.best.draft.document["claims"]] == ["discovered", "winning-moves"]
