"""One symbol changed in the winning moves of Greedy Nim_k: they are no longer proved to win.

Where a changed strategy first fails is found without Bouton: what it names by plain clingo, where that leads
by the rules in plain Python. Every 144th change takes part, and each one in the slow test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from clingo import Symbol

from bouton.core.errors import Unreadable
from bouton.proof.theorem import MemberClaim, Reading
from tests.mutants import test_greedy_nim_k_theorems as greedy
from tests.mutants.mutations import Mutant, mutants
from tests.mutants.proofs import Games, answer, failures, predicates, renamed, rules_of, touched
from tests.one_position import evaluate, head, split
from tests.oracle.greedy_nim_k import Heaps, is_p, order, positions

GIVEN = [*split(greedy.GAME), *split(greedy.THEOREMS)]
STRATEGY = [rule for rule in split(greedy.WINNING_MOVES) if head(rule) != "winning_move_printed"]
ENDLESS = {
    "lowers(0,D+0,l(N-D,S-1,L)) :- lowers(0,D,L), heaps(N), maximal(N-D,S).",
    "lowers(E+0,D,l(N-D-E,0,L)) :- lowers(E,D,L), heaps(N), maximal(N-D-E,_).",
    "lowers(E+1,D,l(N-D-E,0,L)) :- lowers(E,D,L), heaps(N).",
    "lowers(E+1,D,l(N-D-E,0,L)) :- lowers(E,D,L), heaps(N), not maximal(N-D-E,_).",
}
"""Grounding these has no end: a move gets longer for ever."""
MUTANTS = [mutant for mutant in mutants(STRATEGY) if mutant.rule not in ENDLESS]
MEMBERS = tuple(MemberClaim(iff, iff, where) for where, iff in greedy.SPEAKS.items())
BOX = sorted(positions(range(6), range(1, 6)), key=lambda heaps: order(0, heaps))
KS = (2, 3)
STEP = 144
FEW = 3


@cache
def moves(k: int) -> dict[Heaps, list[str]]:
    """The names of the moves at each position of the box."""
    found = evaluate(GIVEN, {"k": k}, BOX, ["move"])["move"]
    return {heaps: [str(row.arguments[1]) for row in rows] for heaps, rows in found.items()}


def target(heaps: Heaps, move: Symbol) -> Heaps:
    """Where a move leads: it is a list of places and the sizes they are lowered to."""
    sizes = dict(enumerate(heaps, 1))
    while move.name == "l":
        place, size, move = move.arguments
        sizes[place.number] = size.number
    return tuple(sorted(size for size in sizes.values() if size))


def first_failure(rules: Sequence[str], k: int, box: Sequence[Heaps]) -> Heaps | None:
    """The first N-position where nothing is named, or something that is no winning move."""
    named = evaluate([*GIVEN, *rules], {"k": k}, box, ["winning_move"])["winning_move"]
    for heaps in box:
        if not is_p(k, heaps):
            found = [row.arguments[1] for row in named[heaps]]
            if not found or any(str(one) not in moves(k)[heaps] or not is_p(k, target(heaps, one)) for one in found):
                return heaps
    return None


def losing(chosen: Sequence[Mutant]) -> list[tuple[Mutant, int, Heaps]]:
    """The strategies that fail, with the least k and the first position where they do."""
    found = []
    for mutant in chosen:
        try:
            fails = ((k, first_failure(mutant.rules(STRATEGY), k, BOX)) for k in KS)
            found += [(mutant, k, heaps) for k, heaps in fails if heaps is not None][:1]
        except RuntimeError:
            pass  # unsafe
    return found


def check_proofs(chosen: Sequence[tuple[Mutant, int, Heaps]], workplace: Path, most: int) -> None:
    """None of these is proved to win; with at most so many heaps z3 is asked about heaps of any size."""
    for k, count in sorted({(k, len(heaps)) for _, k, heaps in chosen}):
        alike = [(mutant, heaps) for mutant, least, heaps in chosen if (least, len(heaps)) == (k, count)]
        for failing, (mutant, heaps) in readings(alike, k, count, workplace):
            failure = next(failures(failing, count, sum(heaps)), None)
            assert failure is not None, f"proved up to {heaps}: {mutant.rule}"
            assert failure.problem.name.startswith("winning_move"), mutant.rule
            assert sum(failure.heaps) == sum(heaps), mutant.rule
            assert first_failure(mutant.rules(STRATEGY), k, [failure.heaps]) is not None, mutant.rule
            if count <= most:
                assert answer(failure.problem) == "sat", mutant.rule


def readings(
    changes: Sequence[tuple[Mutant, Heaps]], k: int, count: int, workplace: Path
) -> Iterator[tuple[Reading, tuple[Mutant, Heaps]]]:
    """The reading of each changed strategy; one without a symbolic meaning is left out, as it is never proved."""
    games = read(changes, k, count, workplace)
    try:
        for number, change in enumerate(changes):
            named = f"winning_move_{number}"
            yield games.reading(count, play="normal", members=MEMBERS, strategy=named), change
    except Unreadable:  # all are read at once: which one is it?
        if len(changes) > 1:
            middle = len(changes) // 2
            yield from readings(changes[:middle], k, count, workplace)
            yield from readings(changes[middle:], k, count, workplace)


def read(changes: Sequence[tuple[Mutant, Heaps]], k: int, count: int, workplace: Path) -> Games:
    """The game with the strategies that fail at so many heaps: each is only needed for these."""
    lines = [*GIVEN, *STRATEGY]
    wanted = dict.fromkeys(predicates(MEMBERS), range(count + 1))
    for number, (mutant, _) in enumerate(changes):
        names = touched(STRATEGY, head(mutant.rule))
        lines += [renamed(rule, names, number) for rule in mutant.rules(STRATEGY) if head(rule) in names]
        wanted[f"winning_move_{number}", 1] = range(count, count + 1)
    return Games(rules_of(lines, "ascending", {"k": k}, workplace), {"k": k}, wanted)


@pytest.mark.slow
def test_no_change_of_the_winning_moves_that_loses_is_proved(tmp_path: Path) -> None:
    chosen = losing(MUTANTS[::STEP])
    assert len(chosen) >= 5
    check_proofs(chosen, tmp_path, FEW)


@pytest.mark.slow
def test_no_change_of_the_winning_moves_that_loses_is_proved_whatever_it_is(tmp_path: Path) -> None:
    chosen = losing(MUTANTS)
    assert len(chosen) >= 700
    check_proofs(chosen, tmp_path, FEW)
