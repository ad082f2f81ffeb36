"""A random game of `made` by clingo, by the table in plain Python, and by the compiled search: what differs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from clingo import Function

from bouton.boards.grounded import ground
from bouton.boards.plain import RIGHT, WRONG, Cyclic, Faulty, Mode, Odd, Order, Plain, RowsSaid, Slotted, derived, moves
from bouton.boards.search import BoardSearch
from bouton.boards.table import MoveTable, table
from tests.boards import made

MEMORY = 1 << 26


@dataclass
class Compared:
    """How much was compared."""

    by_clingo: int = 0
    by_python: int = 0
    values: int = 0
    scans: int = 0
    faulty: int = 0


def differences(seed: int, count: Compared, positions: int = 30) -> Iterator[str]:
    """Each difference in a game, in words."""
    random = Random(seed)
    game = made.made(random)
    rows = table(ground(game.rules, game.slots, game.asked))
    for state in made.states(game, random, positions):
        count.by_clingo += 1
        difference = _by_clingo(game, rows, state, count)
        if difference:
            yield f"seed {seed}, at {sorted(map(str, state))}: {difference}\n{game.rules}"
    words = [made.word(game.slots, state) for state in made.states(game, random, 20 * positions)]
    plain = Plain(rows, MEMORY)
    expected = [_alone(plain, word) for word in words]
    for wide in (False, True):
        search = BoardSearch(rows, MEMORY, wide=wide)
        for word, one in zip(words, expected, strict=True):
            count.by_python += 1
            if _alone(search, word) != one:
                yield f"seed {seed}, at {word}: the moves or predicates of Python and C differ, wide {wide}"
        search.close()
    for word in words[:3]:
        for misere in (False, True):
            yield from (f"seed {seed}, at {word}: {one}" for one in _searches(rows, word, misere, count))
        yield from (f"seed {seed}, at {word}: {one}" for one in _scans(rows, word, random, count))


def _alone(solver: Plain | BoardSearch, word: int) -> tuple[set[int], list[int]] | None:
    """Where the moves of a position lead, and what holds there; None where a move is at fault."""
    try:
        return set(solver.children(word)), solver.facts([word])
    except Faulty:
        return None


def _by_clingo(game: made.Made, rows: MoveTable, state: made.State, count: Compared) -> str | None:
    word = made.word(game.slots, state)
    try:
        expected, extents = made.derived(game, state)
    except made.Wrong:
        count.faulty += 1
        try:
            return f"a fault is not found: {moves(rows, word)}"
        except Faulty:
            return None
    try:
        found = {rows.terms[action]: to for action, to in moves(rows, word)}
    except Faulty as fault:
        return f"{rows.terms[fault.action]} is no fault"
    if found != {move: made.word(game.slots, to) for move, to in expected.items()}:
        return f"moves {found}, not {expected}"
    whole = derived(rows.groups, word)
    for name, extent in extents.items():
        if {term for term, (mask, value) in rows.asked[name].items() if whole & mask == value} != extent:
            return f"the extent of {name} is {extent}"
    return None


def _scans(rows: MoveTable, word: int, random: Random, count: Compared) -> Iterator[str]:
    """What a claim says of all that is reached, of all positions, and of games with sides, by Python and by C."""
    order = _order(rows, random)
    sides = random.choice([(), tuple((Function(side),) for side in "ab")])
    mode: Mode = random.choice(["every outcome", "every outcome" if sides else "value"])
    asked = [(name, term) for name, extent in rows.asked.items() for term in extent]
    where = random.choice([None, None, random.choice(asked)]) if asked else None
    said = tuple((row, random.choice([RIGHT, WRONG, 0, 1])) for row in random.sample(asked, min(len(asked), 3)))
    claim = RowsSaid(where, said, random.choice([RIGHT, 0, 1]), mode == "value")
    misere = random.random() < 0.5 and not sides
    many = math.prod(slot.size for slot in order.slots)
    for whole in (False, True)[: 1 + (many <= 2048)]:
        found: list[object] = []
        for kind in (Plain, BoardSearch):
            solver, other = (kind(rows, MEMORY, misere=one, sides=sides) for one in (misere, not misere and not sides))
            try:
                for one in (solver, other):
                    one.whole(order, where, mode) if whole else one.of(word, mode)
                found.append((solver.scan(claim, order, mode), solver.scan(claim, order, mode, other)))  # type: ignore[arg-type]
            except (Cyclic, Faulty, Odd):
                found.append(None)  # who meets which of them first is no matter
            solver.close()
            other.close()
        count.scans += 1
        if found[0] != found[1]:
            yield f"scans of Python and C, whole {whole}, sides {bool(sides)}, {mode}, {claim}: {found}"


def _order(rows: MoveTable, random: Random) -> Order:
    slots = tuple(
        Slotted(at, slot.width, slot.field, len(slot.members) if slot.field else 1 << slot.width)
        for slot, at in zip(rows.slots, rows.offsets, strict=True)
    )
    places = range(len(slots))
    return Order(slots, tuple(tuple(random.sample(places, random.randint(0, len(slots)))) for _ in range(2)))


def _searches(rows: MoveTable, word: int, misere: bool, count: Compared) -> Iterator[str]:
    modes: tuple[Mode, ...] = ("every outcome", "value", "outcome")
    plain, search = Plain(rows, MEMORY, misere=misere), BoardSearch(rows, MEMORY, misere=misere)
    try:
        ends = plain.endings([word])
    except Faulty:
        search.close()
        return  # who meets the fault first is no matter
    if search.endings([word]) != ends:
        yield "how the game ends differs"
    for mode in modes:
        plain.close()
        search.close()
        search = BoardSearch(rows, MEMORY, misere=misere)
        found = []
        for one in (plain, search):
            try:
                found.append(one.of(word, mode))
            except Cyclic:
                found.append(-1)
        count.values += 1
        if found[0] != found[1] and mode != "outcome":
            yield f"{mode} of Python and C, misère {misere}: {found}"
        if mode == "every outcome" and found[0] >= 0 and sorted(plain.every()) != sorted(search.every()):
            yield f"positions known to Python and C, misère {misere}"
        if mode != "value" and any(one >= 0 and ends[word].out != "PN"[one] for one in found):
            yield f"{mode} {found} is not {ends[word]}"
    search.close()
