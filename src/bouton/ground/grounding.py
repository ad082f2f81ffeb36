"""The one gateway to clingo's grounder: text in, facts out.

A lifted rules file derives facts only, so nothing is ever solved here. Integers come out in
bulk through symbols that are shared, hence the caches keyed by symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clingo import Control, Symbol

from bouton.errors import Disagreement
from bouton.position import Fluent, Position


def ground(*texts: str) -> Control:
    """A control with the program grounded; messages of the program are failures of ours."""
    messages: list[str] = []
    # clingo's notes on undefined operations depend on its join order; sentinels replace them
    control = Control(["-Wnone"], logger=lambda _code, message: messages.append(message), message_limit=100)
    try:
        for text in texts:
            control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        if "bad_alloc" in str(error):
            raise MemoryError from error
        raise Disagreement("clingo refused a lifted program:\n" + "\n".join(messages or [str(error)])) from error
    return control


def position_facts(fluents: Sequence[Fluent], positions: Sequence[Position]) -> str:
    """`_position(P)` and the fluents of each position, P being its index in the sequence."""
    parts: list[str] = [f"_position(0..{len(positions) - 1})."] if positions else []
    for place, fluent in enumerate(fluents):
        name = fluent.name
        for index, position in enumerate(positions):
            value = position[place]
            if isinstance(value, tuple):
                parts.extend(f"{name}({index},{heap},{size})." for heap, size in enumerate(value, 1))
            else:
                parts.append(f"{name}({index},{value}).")
    return "".join(parts)


def atoms(control: Control, name: str, arity: int) -> Iterator[list[Symbol]]:
    """The arguments of every derived atom of that predicate."""
    for atom in control.symbolic_atoms.by_signature(name, arity):
        yield atom.symbol.arguments


def extent(control: Control, name: str, arity: int, count: int) -> list[list[tuple[Symbol, ...]]]:
    """For each of `count` positions, the argument tuples for which a lifted predicate holds."""
    rows: list[list[tuple[Symbol, ...]]] = [[] for _ in range(count)]
    for position, *arguments in atoms(control, name, arity + 1):
        rows[position.number].append(tuple(arguments))
    return rows


def static_rows(control: Control, name: str, arity: int) -> list[tuple[Symbol, ...]]:
    """The argument tuples of a predicate that does not depend on the position."""
    return [tuple(arguments) for arguments in atoms(control, name, arity)]


def integer_facts(name: str, rows: Iterable[Sequence[int]]) -> str:
    """Facts of integers, as text."""
    return "".join(f"{name}({','.join(map(str, row))})." for row in rows)
