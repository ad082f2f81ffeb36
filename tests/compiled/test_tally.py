"""What a program counts is what it lists, by every number; and what it solves in the order of places is right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled import listed
from bouton.compiled.engine import InC
from bouton.compiled.engine import load as load_program
from bouton.compiled.job import PIECES
from bouton.compiled.labels import Saying
from bouton.compiled.listed import Lister, lister
from bouton.compiled.prepare import of_outcomes
from bouton.core.errors import Disagreement
from bouton.core.spec import Play, Spec
from bouton.document.load import load
from bouton.ground.box import GroundBox, Region, ground_box
from bouton.ground.counted import Tally, names, number_of
from bouton.process.compiler import compiler
from tests.compiled.test_kinds import GAMES as KINDS

pytestmark = pytest.mark.skipif(compiler() is None, reason="programs in Python list what they count")

PLACES = """
move(take(I)) :- heap(I,_).       after(take(I), heap(I,S-1)) :- heap(I,S), move(take(I)).
even :- S = #sum { T,I : heap(I,T) }, S \\ 2 = 0.   two :- heap(2,_).   few :- not heap(3,_).
"""
UP = """
move(less) :- a(M), b(N), N > 0, M < 7.    after(less, b(N-1)) :- move(less), b(N).
after(less, a(M+3)) :- move(less), a(M).
move(some(K)) :- a(M), K = 1..2, K <= M.     after(some(K), a(M-K)) :- a(M), move(some(K)).
even :- a(M), M \\ 2 = 0.     legal :- a(M), b(N), M + 3 * N <= 9.
"""
SIDES = """
move(t(D)) :- pile(N), D = 1..3, D <= N.
after(t(D), pile(N-D)) :- pile(N), D = 1..3, D <= N.     after(t(D), player((I+D) \\ 3 + 1)) :- player(I), move(t(D)).
side(1) :- player(1..2).    side(2) :- player(3).
winner(1) :- pile(0), player(2..3).    winner(2) :- pile(0), player(1).    even :- pile(N), N \\ 2 = 0.
"""
GAMES = {
    **KINDS,
    "part": ("move(t(I,K)) :- heap(I,S), K = 1..S.\nafter(t(I,K), heap(I,S-K)) :- move(t(I,K)), heap(I,S).\n"
             "even :- not heap(2,_).\n", "heap: {count: 1..3, size: 2..7}, coin: 1..2", "[stones]"),
    "places": (PLACES, "heap: {count: 0..3, size: 1..5, order: none}", "[stones]"),
    "up": (UP.replace("legal", "small"), "a: 0..9, b: 0..6", "[b, a]"),
    "legal": (UP, "a: -1..9, b: 0..6", "[b, a]"),
    "sides": (SIDES, "pile: 0..20, player: 1..3", "[pile]"),
}  # fmt: skip


def written(folder: Path, name: str) -> Spec:
    """A game, with a claim that it does not need."""
    rules, position, measure = GAMES[name]
    more = "" if "even :-" in rules else "even :- #count { I : pawns(I,_) } < 2.\n"
    (folder / "g.lp").write_text(rules + more + "value(0).\n")
    legal = "legal: legal\n" if name == "legal" else ""
    head = f"game: g\nrules: g.lp\n{legal}measure: {measure}\nposition: {{{position}}}\n"
    (folder / "g.yaml").write_text(head + "claims:\n  - {id: c, says: s, kind: everywhere, iff: even}\n")
    return load(folder / "g.yaml")


def made(spec: Spec, play: Play, saying: Saying | None = None) -> Lister:
    """The program of its box."""
    game = game_of(spec, rules_of(spec), spec.box, {})
    region = Region(ground_box(spec.fluents, spec.box, {}))
    return lister(game, region, play, values="", memory=1 << 30, saying=saying)


def by_rows(found: Lister, by: str | None, added: str | None) -> Mapping[int, tuple[int, int]]:
    """The counts and sums of what it lists."""
    fluents = found.game.fluents
    key, other = (None if one is None else number_of(fluents, one) for one in (by, added))
    numbers: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for part in found.parts(lost=True):
        for one in part.told:
            at = 0 if key is None else key(one.position)
            count, total = numbers[at]
            numbers[at] = count + 1, total + (0 if other is None else other(one.position))
    return numbers


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(6)
@pytest.mark.long("between", "two")
def test_counts_are_those_of_rows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = written(tmp_path, name)
    box = ground_box(spec.fluents, spec.box, {})
    rules = rules_of(spec)
    saying = Saying(((None, "even"),), together=False, legal=rules.exists)
    every = [*names(spec.fluents), None]
    cases: list[tuple[Play, Saying | None, bool]] = [
        ("normal", None, False),
        ("misere", None, True),
        ("normal", saying, False),
    ]
    for play, said, small in cases:
        bits = small and not rules.alliances and name != "places"
        if bits:
            monkeypatch.setattr(
                listed, "of_outcomes", lambda game, region, play, _, *more: of_outcomes(game, region, play, 0, *more)
            )
        found, seen = made(spec, play, said), 0
        assert isinstance(found.engine.machine, InC)
        assert found.readied.job.bits == bits, name
        for at, by in enumerate(every):
            tally = Tally.of(box, by, every[at - 1])
            assert tally is not None
            tallied = found.tallies(tally)
            assert tallied is not None
            *_, last = tallied
            assert last.numbers == by_rows(found, by, every[at - 1]), (play, by)
            seen += sum(count for count, _ in last.numbers.values())
            assert last.looked_at == sum(part.looked_at for part in found.parts(lost=True))
        assert seen


@pytest.mark.parametrize("name", ["two", "up", "sides"])
def test_in_the_order_of_places_or_upward_the_table_is_the_same(name: str, tmp_path: Path) -> None:
    """Where a move leads to a greater place what is found in that order is seen to be wrong, and is not kept."""
    found = made(written(tmp_path, name), "normal")
    job, size = found.readied.job, found.readied.job.size
    upward = load_program(job)
    for stop in range(1, size, 7):
        upward.solve(stop)
    upward.machine.solved = lambda *_, **__: None  # type: ignore[method-assign]
    upward.solve(size)
    assert isinstance(upward.machine, InC) and isinstance(found.engine.machine, InC)
    rights = [found.engine.machine.solved(at, again=again) for again in (False, True) for at in range(PIECES)]
    assert (None in rights) == (name == "up")
    found.engine.solve(size)
    assert bytes(found.engine.machine._table) == bytes(upward.machine._table)
    if name == "up":
        return
    for place in range(0, job.table, 5):  # wherever an entry is another one it is seen
        was = found.engine.machine._table[place]
        found.engine.machine._table[place] = 3 - was if name == "sides" else 1 - was
        assert None in [found.engine.machine.solved(at, again=True) for at in range(PIECES)], place
        found.engine.machine._table[place] = was


def test_a_piece_that_is_left_out_is_a_disagreement(tmp_path: Path) -> None:
    found = made(written(tmp_path, "two"), "normal")
    right = found.engine.machine.solved
    found.engine.machine.solved = lambda piece, *, again: 0 if piece == 9 else right(piece, again=again)  # type: ignore[method-assign]
    with pytest.raises(Disagreement, match="solved and compared, where there are"):
        found.engine.solve(found.readied.job.size)


def test_what_is_not_counted_in_a_table() -> None:
    """Sums beyond 64 bits, and numbers of too many values."""
    spec = load("specs/nim.yaml")
    box = ground_box(spec.fluents, spec.box, {})
    assert Tally.of(box, "stones", "largest") is not None
    (part,) = box.parts
    huge = GroundBox((replace(part, counts=range(4), sizes=range(1, 1 << 22)),))  # type: ignore[arg-type]
    assert Tally.of(huge, None, "largest") is None
    assert Tally.of(huge, "stones", None) is None
    assert Tally.of(huge, None, None) is not None
