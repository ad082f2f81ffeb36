"""The one gateway to clingo's grounder: text in, facts out.

A lifted rules file derives facts only, so nothing is ever solved here. Integers come out in
bulk through symbols that are shared, hence the caches keyed by symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from clingo import Control, Number, Symbol
from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]
from clingo.backend import Observer

from bouton.core.errors import Disagreement
from bouton.core.position import Fluent, Heaps, Members, Position, arity, flat

_READ, _OF = 2_000, 4
"""Facts that are read anew for each batch of positions rather than derived anew: more where they come of that many
times as many atoms."""


class GroundingTooLarge(Exception):
    """A program has more ground rules than it may have; carries how many it may."""


class _Counted(Observer):
    """Counts ground rules, and ends the grounding where there are too many."""

    def __init__(self, most: int) -> None:
        self._most, self._left = most, most

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:  # noqa: ARG002
        self._left -= 1
        if self._left < 0:
            raise GroundingTooLarge(self._most)


def ground(*texts: str, most: int | None = None) -> Control:
    """A control with the program grounded; messages of the program are failures of ours.

    TooLarge where there are more than `most` ground rules.
    """
    # clingo's notes on undefined operations depend on its join order; sentinels replace them
    control = Control(["-Wnone"], message_limit=1)
    if most is not None:
        control.register_observer(_Counted(most))
    text = "\n".join(texts)
    guarded(lambda: control.add("base", [], text), text)
    guarded(lambda: control.ground([("base", [])]), text)
    return control


@dataclass(frozen=True)
class Fixed:
    """What rules without a position derive: some of it as facts, so many atoms of all that there are."""

    facts: str
    shared: int
    every: int


@lru_cache(maxsize=64)
def fixed_facts(given: str, fixed: str, shared: frozenset[tuple[str, int]]) -> Fixed | None:
    """What the fixed rules derive of what is given, the shared predicates as facts; None where these are too many."""
    control = ground(given, fixed)  # its atoms live as long as it does
    every = control.symbolic_atoms
    found = [atom for name, arity in sorted(shared) for atom in every.by_signature(name, arity)]
    if len(found) > max(_READ, len(every) // _OF) or not all(atom.is_fact for atom in found):
        return None
    return Fixed("".join(f"{atom.symbol}.\n" for atom in found), len(found), len(every))


@lru_cache(maxsize=64)
def atoms_of(given: str) -> int:
    """How many atoms a program has."""
    control = ground(given)
    return len(control.symbolic_atoms)


def extend(control: Control, part: str, number: int, facts: str) -> None:
    """Add facts, and ground them with the program part `part(number)`."""
    fresh = f"facts_{part}_{number}"
    guarded(lambda: control.add(fresh, [], facts), facts)
    guarded(lambda: control.ground([(fresh, []), (part, [Number(number)])]), part)


def guarded(call: Callable[[], None], text: str) -> None:
    """Run a call of clingo; Disagreement where it refuses a program of ours, MemoryError where memory runs out."""
    try:
        call()
    except RuntimeError as error:
        if "bad_alloc" in str(error):
            raise MemoryError from error
        raise Disagreement(f"clingo refused a program of ours: {error}\n{text[:2000]}") from error


def position_facts(fluents: Sequence[Fluent], positions: Sequence[Position]) -> str:
    """`_position(P)` and the fluents of each position, P being its index in the sequence.

    Each position is one fact, from which rules derive those of the fluents: reading text is what costs.
    """
    shapes: dict[tuple[int, ...], str] = {}
    parts: list[str] = [f"_position(0..{len(positions) - 1})."] if positions else []
    for index, position in enumerate(positions):
        shape = tuple(len(value) if isinstance(value, tuple) else -1 for value in position)
        name = shapes.get(shape)
        if name is None:
            name = shapes[shape] = f"_given{len(shapes)}"
            parts.append(_given(fluents, shape, name))
        parts.append(f"{name}({','.join(map(str, (index, *flat(position))))}).")
    return "".join(parts)


def _given(fluents: Sequence[Fluent], shape: Sequence[int], name: str) -> str:
    """Rules that derive the fluents of positions with so many heaps or members (-1 is a counter, or a token)."""
    heads: list[str] = []
    given: list[str] = []
    for fluent, count in zip(fluents, shape, strict=True):
        first = len(heads)
        for at in range(first, first + abs(count)):
            parts = [f"V{at}_{one}" for one in range(arity(fluent))] if isinstance(fluent, Members) else [f"V{at}"]
            number = f"{at - first + 1}," if isinstance(fluent, Heaps) else ""
            heads.append(f"{fluent.name}(P,{number}{','.join(parts)})")
            given.append(parts[0] if len(parts) == 1 else f"({','.join(parts)})")
    body = f"{name}({','.join(['P', *given])})"
    return "".join(f"{head} :- {body}." for head in heads)


Id: TypeAlias = int
"""clingo's own number for a term: equal terms of one process have equal ids."""


def atom_ids(control: Control, name: str, arity: int) -> Iterator[list[Id]]:
    """The arguments of every derived atom of that predicate, as ids.

    This goes below clingo's public classes, which take six times as long to hand out the same terms.
    """
    signature = _ffi.new("clingo_signature_t*")
    place, end = _ffi.new("clingo_symbolic_atom_iterator_t*"), _ffi.new("clingo_symbolic_atom_iterator_t*")
    symbol, size = _ffi.new("clingo_symbol_t*"), _ffi.new("size_t*")
    arguments = _ffi.new("clingo_symbol_t const **")
    atoms = control.symbolic_atoms._rep
    _lib.clingo_signature_create(name.encode(), arity, True, signature)
    _lib.clingo_symbolic_atoms_begin(atoms, signature, place)
    _lib.clingo_symbolic_atoms_end(atoms, end)
    at, last, unpack = place[0], end[0], _ffi.unpack
    read, advance, split = (
        _lib.clingo_symbolic_atoms_symbol,
        _lib.clingo_symbolic_atoms_next,
        _lib.clingo_symbol_arguments,
    )
    while at != last:
        read(atoms, at, symbol)
        split(symbol[0], arguments, size)
        yield unpack(arguments[0], arity) if arity else []
        advance(atoms, at, place)
        at = place[0]


class _Numbers(dict[Id, int]):
    """The integers behind ids, each looked up once."""

    def __missing__(self, term: Id) -> int:
        number = self[term] = Symbol(term).number
        return number


NUMBERS: Mapping[Id, int] = _Numbers()
"""The integer behind every id of one; as many as the positions of a batch, so they are kept."""


def id_of(number: int) -> Id:
    """The id of a number, which is that of no other term."""
    return Number(number)._rep  # type: ignore[no-any-return]


def atoms(control: Control, name: str, arity: int) -> Iterator[tuple[Symbol, ...]]:
    """The arguments of every derived atom of that predicate."""
    for terms in atom_ids(control, name, arity):
        yield tuple(map(Symbol, terms))


def extent(control: Control, name: str, arity: int, count: int) -> list[list[tuple[Symbol, ...]]]:
    """For each of `count` positions, the argument tuples for which a lifted predicate holds."""
    rows: list[list[tuple[Symbol, ...]]] = [[] for _ in range(count)]
    for position, *terms in atom_ids(control, name, arity + 1):
        rows[NUMBERS[position]].append(tuple(map(Symbol, terms)))
    return rows


def static_rows(control: Control, name: str, arity: int) -> list[tuple[Symbol, ...]]:
    """The argument tuples of a predicate that does not depend on the position."""
    return list(atoms(control, name, arity))


def integer_facts(name: str, rows: Iterable[Sequence[int]]) -> str:
    """Facts of integers, as text; rows that follow each other and differ in the last number alone are one fact."""
    facts: list[str] = []
    for begin, several in groupby(rows, lambda row: row[:-1]):
        last = ";".join([str(row[-1]) for row in several])
        facts.append(f"{name}({''.join([f'{one},' for one in begin])}({last})).")
    return "".join(facts)
