"""A program that is wrong in one answer, anywhere among what is compared, is told from clingo by what differs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, cast

import pytest

from bouton.claims.passes import Pass
from bouton.compiled.engine import InC, InPython, Machine
from bouton.compiled.job import SILENT, VALUES
from bouton.compiled.prepare import CompiledClaim
from bouton.compiled.space import Lists
from bouton.compiled.validate import parts, validate, whole
from bouton.core.errors import Disagreement, Misfit
from tests.compiled.test_validate import found

Lie = Callable[..., Any]

NIM = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T),heap(I,T)) :- move(take(I,T)).
even :- not odd.
odd :- heap(1,S), S \\ 2 = 1.
value(S) :- heap(1,S), not heap(2,_).
many(0..1) :- heap(1,_).
swapped :- not heap(1,2..9).
never :- heap(1,99).
"""
HEAPS = "game: g\nrules: rules.lp\nposition: {heap: {count: 0..2, size: 1..4}}\nclaims:\n  - {id: c, says: s, "
PILE = """\
move(take(D)) :- pile(N), D = 1..2, D <= N.
after(take(D),pile(N-D)) :- move(take(D)), pile(N).
after(take(D),player(3-P)) :- move(take(D)), player(P).
side(odd) :- player(1).
side(even) :- player(2).
winner(W) :- pile(0), side(W).
claim(odd) :- player(1).
claim(even) :- player(2).
"""
SIDES = "game: g\nrules: rules.lp\nposition: {pile: 0..12, player: 1..2}\nclaims:\n  - {id: c, says: s, kind: winners, "


class Liar:
    """A program that says something else of some questions."""

    def __init__(self, machine: InPython, **lies: Lie) -> None:
        self._machine, self._lies = machine, lies

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._machine, name)
        lie = self._lies.get(name)
        return asked if lie is None else lambda *question: lie(asked(*question), *question)


def told(tmp_path: Path, rules: str, spec: str, **lies: Lie) -> str:
    """What validation says, or how many positions it compared."""
    item: Pass
    program: CompiledClaim
    item, program = found(tmp_path, rules, spec)
    try:
        return f"{validate(item.game, program, cast(Machine, Liar(InPython(program.job), **lies)))} compared"
    except Misfit:
        return "misfit"
    except Disagreement as error:
        return str(error).removeprefix("the compiled rules and clingo differ at ")


def at(*heaps: int, counters: tuple[int, ...] = (), instead: Any) -> Lie:
    """Another answer at one position."""
    return lambda right, *asked: (
        instead if (tuple(chain.from_iterable(asked[0])), tuple(asked[1])) == (heaps, counters) else right
    )


EVEN = f"{HEAPS}kind: p-positions, iff: even}}\n"


def test_a_program_that_is_right(tmp_path: Path) -> None:
    assert told(tmp_path, NIM, EVEN) == "15 compared"
    assert told(tmp_path, PILE, f"{SIDES}iff: claim}}\n") == "26 compared"
    assert told(tmp_path, NIM, f"{HEAPS}kind: grundy, iff: value}}\n") == "15 compared"


@pytest.mark.parametrize("claim", ["p-positions, iff: even", "grundy, iff: value", "everywhere, iff: even"])
def test_nothing_is_marked_afterwards(tmp_path: Path, claim: str) -> None:
    item, program = found(tmp_path, NIM, f"{HEAPS}kind: {claim}}}\n")
    for machine in (InPython(program.job), InC(program.job)):
        for before in (0, 1):
            machine.fill(before)
            assert validate(item.game, program, machine) == 15
            entries = {machine.entry(*parts(whole(program.space, *machine.position(rank)))) for rank in range(15)}
            assert entries == {0}


@pytest.mark.parametrize(
    ("lies", "says"),
    [
        ({"label": at(2, 4, instead=0)}, "heap 2:4: the claim says yes, compiled no"),
        ({"label": at(3, instead=1)}, "heap 3: the claim says no, compiled yes"),
        ({"ended": at(instead=0)}, "the empty position: who moves, or who has won"),
        ({"reach": at(4, 4, instead=-1)}, "misfit"),
        ({"reach": at(1, 2, instead=0)}, "heap 1:2: a compiled move leads where no move of clingo's does"),
        ({"reach": at(1, 2, instead=2)}, "heap 1:2: a compiled move leads where no move of clingo's does"),
        ({"reach": at(instead=1)}, "the empty position: a compiled move leads where no move of clingo's does"),
        ({"reach": at(1, instead=1)}, "heap 1: no compiled move leads to the empty position"),
    ],
)
def test_of_outcomes(tmp_path: Path, lies: dict[str, Lie], says: str) -> None:
    assert told(tmp_path, NIM, EVEN, **lies) == says


def test_each_option_is_asked_for_by_itself(tmp_path: Path) -> None:
    """Of 4 stones the option of 2 is missed, which is no other question than those about the other options."""
    marked: set[tuple[int, ...]] = set()

    def marker(right: Callable[[int], None], heaps: Lists, _counters: tuple[int, ...]) -> Callable[[int], None]:
        def mark(value: int) -> None:
            right(value)
            (marked.add if value else marked.discard)(*heaps)

        return mark

    def reach(right: int, heaps: Lists, _counters: tuple[int, ...]) -> int:
        return 1 if heaps == ((4,),) and marked & {(), (1,), (2,), (3,)} == {(2,)} else right

    assert told(tmp_path, NIM, EVEN, marker=marker, reach=reach) == "heap 4: no compiled move leads to heap 2"


EVERYWHERE = f"{HEAPS}kind: everywhere, iff: even}}\n"


@pytest.mark.parametrize(("heaps", "instead"), [((), 1), ((3,), 0)])
def test_whether_there_is_a_move_where_the_claim_is_about_each_position(
    tmp_path: Path, heaps: tuple[int, ...], instead: int
) -> None:
    assert told(tmp_path, NIM, EVERYWHERE) == "15 compared"
    says = f"{'heap 3' if heaps else 'the empty position'}: whether there is a move"
    assert told(tmp_path, NIM, EVERYWHERE, reach=at(*heaps, instead=instead)) == says
    assert told(tmp_path, NIM, EVERYWHERE, reach=at(*heaps, instead=-1)) == "misfit"
    assert told(tmp_path, NIM, EVERYWHERE, ended=at(instead=0)) == "15 compared"  # nobody asks


@pytest.mark.parametrize(
    ("lies", "says"),
    [
        ({"side": at(counters=(3, 1), instead=0)}, "pile 3,player 1: who moves, or who has won"),
        ({"ended": at(counters=(0, 2), instead=1)}, "pile 0,player 2: who moves, or who has won"),
        ({"ended": at(counters=(1, 2), instead=1)}, "26 compared"),
        ({"label": at(counters=(5, 1), instead=0)}, "pile 5,player 1: the claim says yes, compiled no"),
        ({"label": at(counters=(5, 1), instead=-9)}, "pile 5,player 1: the claim says yes, compiled -9"),
    ],
)
def test_of_alliances(tmp_path: Path, lies: dict[str, Lie], says: str) -> None:
    assert told(tmp_path, PILE, f"{SIDES}iff: claim}}\n", **lies).startswith(says)


def test_terminals_that_nobody_or_both_have_won_are_clingos_to_tell(tmp_path: Path) -> None:
    for winner in ("winner(next) :- heap(1,9).\n", "winner((next;previous)) :- not heap(1,_).\n"):
        assert told(tmp_path, NIM + winner, EVEN) == "misfit"
    assert told(tmp_path, NIM + "winner(previous) :- not heap(1,_).\n", EVEN) == "15 compared"


VALUE = f"{HEAPS}kind: grundy, iff: value}}\n"
THREE = "heap 3: (g, g-) is (3, 3) by clingo, or the class of the position"
MOVES = "compiled moves do not lead to each option, or what a terminal is worth"


@pytest.mark.parametrize(
    ("lies", "says"),
    [
        ({"value": at(4, instead=(-1, False, 0))}, "misfit"),
        ({"value": at(4, instead=(1, True, 0))}, "heap 4: a compiled move leads where no move of clingo's does"),
        ({"value": at(4, instead=(0, False, 4))}, f"heap 4: {MOVES}"),
        ({"value": at(4, instead=(1, False, 5))}, f"heap 4: {MOVES}"),
        ({"value": at(4, instead=(1, False, 4))}, "15 compared"),
        ({"value": at(instead=(0, False, 0))}, "15 compared"),
        ({"value": at(instead=(0, False, 1))}, f"the empty position: {MOVES}"),
        ({"value": at(instead=(1, False, 0))}, f"the empty position: {MOVES}"),
        ({"entry": at(3, instead=2)}, THREE),
        ({"entry": at(1, 1, instead=0)}, "15 compared"),
    ],
)  # fmt: skip
def test_of_values(tmp_path: Path, lies: dict[str, Lie], says: str) -> None:
    assert told(tmp_path, NIM, VALUE, **lies) == says


@pytest.mark.parametrize(
    ("lies", "says"),
    [
        ({"value": at(4, instead=(1, False, 5 << 8 | 4 << 1))}, f"heap 4: {MOVES}"),
        ({"value": at(4, instead=(1, False, 4 << 8 | 3 << 1))}, f"heap 4: {MOVES}"),
        ({"value": at(4, instead=(1, False, 4 << 8 | 4 << 1))}, "15 compared"),
        ({"value": at(instead=(0, False, 1 << 1))}, "15 compared"),
        ({"value": at(instead=(0, False, 0))}, f"the empty position: {MOVES}"),
        ({"value": at(instead=(0, False, 1 << 8 | 1 << 1))}, f"the empty position: {MOVES}"),
        ({"entry": at(3, instead=3 << 8 | 2 << 1)}, THREE),
        ({"entry": at(3, instead=2 << 8 | 3 << 1)}, THREE),
        ({"entry": at(1, 1, instead=1 << 1)}, "15 compared"),
    ],
)  # fmt: skip
def test_of_pairs(tmp_path: Path, lies: dict[str, Lie], says: str) -> None:
    claim = f"{HEAPS}kind: class, class: critical-positions, iff: never}}\n"
    assert told(tmp_path, NIM, claim, **lies) == says


def test_a_walk_that_leaves_the_space_is_clingos_to_tell(tmp_path: Path) -> None:
    asked: list[tuple[int, int, int]] = []

    def walk(right: tuple[int, ...], mode: int, start: int, stop: int) -> tuple[int, ...]:
        asked.append((mode, start, stop))
        return (*right[:3], -2)

    assert told(tmp_path, NIM, VALUE, walk=walk) == "misfit"
    assert asked == [(VALUES | SILENT, 0, 15)]


@pytest.mark.parametrize(
    ("notion", "lies", "says"),
    [
        ("tame", {}, "15 compared"),
        ("critical-positions, iff: never", {}, "15 compared"),
        ("swap-positions, iff: swapped", {}, "15 compared"),
        ("swap-positions, iff: swapped", {"entry": at(1, instead=1 << 8)}, "heap 1: (g, g-) is (1, 0) by clingo"),
        ("swap-positions, iff: swapped", {"entry": at(1, instead=1 << 8 | 1)}, "15 compared"),
        ("swap-positions, iff: swapped", {"entry": at(2, instead=2 << 8 | 2 << 1 | 1)}, "heap 2: (g, g-) is (2, 2)"),
    ],
)
def test_of_classes(tmp_path: Path, notion: str, lies: dict[str, Lie], says: str) -> None:
    assert told(tmp_path, NIM, f"{HEAPS}kind: class, class: {notion}}}\n", **lies).startswith(says)
