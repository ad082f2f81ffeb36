"""Positions of a game, and the fluents they are made of.

A position is a tuple with one entry per fluent, in the order the spec declares them: a
number for a counter, the tuple of heap sizes in canonical order for heaps. Python's tuple
order is then the order of the minimal counterexample: a prefix comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["ascending", "descending", "none"]
Position: TypeAlias = tuple[int | tuple[int, ...], ...]
Value: TypeAlias = int | tuple[int, ...]
"""A parameter's value: a number, or a set of numbers as an increasing tuple."""
Parameters: TypeAlias = Mapping[str, Value]
NamedPosition: TypeAlias = dict[str, int | list[int]]


@dataclass(frozen=True)
class Heaps:
    """A heaps fluent: `name(I,S)` says that heap I has S >= 1 stones."""

    name: str
    order: Order = "ascending"

    def rank(self, sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """What says which of two lists of heaps is less: fewer stones, then the order of positions."""
        ordered = self.canonical(sizes) if self.order != "none" else tuple(sorted(sizes))
        return sum(sizes), ordered

    def canonical(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """The heaps that are left, put in order; places are kept under order `none`."""
        left = list(filter(None, sizes))
        if self.order == "ascending":
            left.sort()
        elif self.order == "descending":
            left.sort(reverse=True)
        return tuple(left)


def one_list(fluents: Sequence[Fluent]) -> Heaps:
    """The heaps of a game whose positions are one list of heaps and nothing else."""
    (heaps,) = fluents
    assert isinstance(heaps, Heaps)
    return heaps


def sizes_of(position: Position) -> tuple[int, ...]:
    """The sizes of the heaps in a position of such a game."""
    (sizes,) = position
    assert isinstance(sizes, tuple)
    return sizes


@dataclass(frozen=True)
class Counter:
    """A counter fluent: `name(N)`; `stones` says whether it counts in the default measure."""

    name: str
    stones: bool = False


Fluent: TypeAlias = Heaps | Counter


def named(fluents: Sequence[Fluent], position: Position) -> NamedPosition:
    """The position as JSON has it: `{"heap": [1, 2, 2], "pass": 1}`."""
    return {
        fluent.name: list(value) if isinstance(value, tuple) else value
        for fluent, value in zip(fluents, position, strict=True)
    }


def unnamed(fluents: Sequence[Fluent], position: NamedPosition) -> Position:
    """The position that `named` gives that name to."""
    parts = (position[fluent.name] for fluent in fluents)
    return tuple(tuple(part) if isinstance(part, list) else part for part in parts)


def as_argument(parameters: Parameters, position: NamedPosition) -> str:
    """What `--at` takes: `k=2,heap=1:2:2`; a set of numbers is written `1:3:4` too."""
    parts = [f"{name}={_joined(value)}" for name, value in parameters.items()]
    parts += [f"{name}={_joined(value)}" for name, value in position.items()]
    return ",".join(parts)


def in_words(place: NamedPosition) -> str:
    """`heap 1:2:2, pass 1`; without heaps `no heap, pass 1`, or `the empty position` where there is nothing else."""
    if list(place.values()) == [[]]:
        return "the empty position"
    parts = ((name, _joined(value)) for name, value in place.items())
    return ", ".join(f"{name} {value}" if value else f"no {name}" for name, value in parts)


def told(parameters: Parameters, place: NamedPosition) -> str:
    """In a sentence: what `--at` takes, but in words where there are no heaps, for `heap=` reads as cut off."""
    if [] not in place.values():
        return as_argument(parameters, place)
    return ", ".join(filter(None, [as_argument(parameters, {}), in_words(place)]))


def _joined(value: int | Sequence[int]) -> str:
    return str(value) if isinstance(value, int) else ":".join(map(str, value))


@dataclass(frozen=True)
class Measure:
    """A tuple of naturals that every move strictly decreases, compared entry by entry.

    `entries` names them in order: "stones", "heaps", "splits", a counter, or a predicate of the rules. Stones are the
    sizes of all heaps plus the counters marked `stones`; "heaps" is how many heaps there are, and "splits" how often
    they can be split until each has one stone, unless a counter has that name.
    """

    fluents: tuple[Fluent, ...]
    entries: tuple[str, ...]
    given: bool = field(default=True, compare=False)
    """Whether a spec says so; else it is the default, or was found."""
    why: str | None = field(default=None, compare=False)
    """Why the default does not do, where another was found."""
    weigh: Callable[[Sequence[Position]], Sequence[tuple[int, ...]]] | None = field(
        default=None, compare=False, repr=False
    )
    """What the rules of a game say of the `predicates` among the entries; without it these are 0, which none lowers."""
    against: str | None = field(default=None, compare=False)
    """What moves there are against every other, where none was found."""

    @staticmethod
    def default(fluents: tuple[Fluent, ...]) -> Measure:
        """Stones first, then every other counter in declared order."""
        others = (f.name for f in fluents if isinstance(f, Counter) and not f.stones)
        return Measure(fluents, ("stones", *others), given=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The entries as people read them: where there are no heaps, stones are what the counters count."""
        stones = " + ".join(self.counted)
        plain = stones and not any(isinstance(one, Heaps) for one in self.fluents)
        return tuple(stones if plain and entry == "stones" else entry for entry in self.entries)

    @property
    def counted(self) -> tuple[str, ...]:
        """The counters that count as stones."""
        return tuple(one.name for one in self.fluents if isinstance(one, Counter) and one.stones)

    @property
    def note(self) -> str | None:
        """What a report says of a measure that was found."""
        if not self.why:
            return None
        heaps = "stones" in self.names and self.counted
        stones = f", where {' and '.join(self.counted)} count as stones" if heaps else ""
        return f"the measure is [{', '.join(self.names)}]{stones}, found by Bouton, as {self.why}"

    def of(self, position: Position) -> tuple[int, ...]:
        """The measure of one position."""
        if self._sums is not None:
            sizes = [value if isinstance(value, int) else sum(value) for value in position]
            return tuple([sum([sizes[at] for at in places]) for places in self._sums])
        stones = heaps = in_heaps = 0
        counters: dict[str, int] = {}
        for fluent, value in zip(self.fluents, position, strict=True):
            if isinstance(value, tuple):
                stones += sum(value)
                in_heaps += sum(value)
                heaps += len(value)
            else:
                counters[fluent.name] = value
                if isinstance(fluent, Counter) and fluent.stones:
                    stones += value
        known = {"heaps": heaps, "splits": in_heaps - heaps, **counters, "stones": stones}
        if self.predicates:
            said = (0,) * len(self.predicates) if self.weigh is None else self.weigh([position])[0]
            known |= dict(zip(self.predicates, said, strict=True))
        return tuple(known[entry] for entry in self.entries)

    @cached_property
    def _sums(self) -> tuple[tuple[int, ...], ...] | None:
        """For each entry the places of the fluents whose sum it is; None where one is no such sum."""
        stones = tuple(at for at, one in enumerate(self.fluents) if isinstance(one, Heaps) or one.stones)
        known = {one.name: (at,) for at, one in enumerate(self.fluents) if isinstance(one, Counter)} | {
            "stones": stones
        }
        return tuple(known[one] for one in self.entries) if known.keys() >= {*self.entries} else None

    def prepare(self, positions: Sequence[Position]) -> None:
        """Make ready to give the measure of these positions: what the rules say of them is asked at once."""
        if self.weigh is not None:
            self.weigh(positions)

    @cached_property
    def predicates(self) -> tuple[str, ...]:
        """The entries that the rules derive, as none of the fluents has such a name."""
        heaps = {"heaps", "splits"} if any(isinstance(one, Heaps) for one in self.fluents) else set()
        known = {"stones", *heaps, *(one.name for one in self.fluents if isinstance(one, Counter))}
        return tuple(entry for entry in self.entries if entry not in known)

    @property
    def counts_heaps(self) -> bool:
        """Whether one of its entries depends on the number of heaps."""
        counters = {one.name for one in self.fluents if isinstance(one, Counter)}
        return bool(({"heaps", "splits"} - counters) & {*self.entries})
