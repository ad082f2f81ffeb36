"""Positions of a game, and the fluents they are made of.

A position is a tuple with one entry per fluent, in the order the spec declares them: a
number for a counter, the tuple of heap sizes in canonical order for heaps. Python's tuple
order is then the order of the minimal counterexample: a prefix comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from bouton.core.spec import Place

Order: TypeAlias = Literal["ascending", "descending", "none"]
Position: TypeAlias = tuple[int | tuple[int, ...], ...]
Value: TypeAlias = int | tuple[int, ...]
"""A parameter's value: a number, or a set of numbers as an increasing tuple."""
Parameters: TypeAlias = Mapping[str, Value]
Assignment: TypeAlias = tuple[tuple[str, Value], ...]
"""Each parameter with its value, in order."""
Point: TypeAlias = tuple[dict[str, Value], Position]
"""The values of the parameters, and a position."""
NamedPosition: TypeAlias = dict[str, Any]
"""A position as JSON has it: numbers, and lists of numbers; members of sets are numbers, or terms as texts."""
NamedParts: TypeAlias = Mapping[str, int | str | Sequence[int | str]]
"""The same, to be read alone."""
_T = TypeVar("_T")


def flat(entries: Iterable[_T | tuple[_T, ...]]) -> list[_T]:
    """The sizes of heaps, the counters and the members of a position in one row, or what stands for each of them."""
    return [one for entry in entries for one in (entry if isinstance(entry, tuple) else (entry,))]


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


def as_heaps(fluent: Fluent) -> Heaps:
    """The heaps that a fluent is, where it is no counter and there can be no sets."""
    assert isinstance(fluent, Heaps)
    return fluent


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


class Member(int):
    """A member of a set: the number of its term, in clingo's order of the terms of the domain; it prints as the term.

    So members compare as their terms do, where these are of one domain, for one value of the parameters.
    """

    term: str

    def __new__(cls, number: int, term: str) -> Self:
        """The member of that number."""
        made = super().__new__(cls, number)
        made.term = term
        return made

    def __reduce__(self) -> tuple[type[Member], tuple[int, str]]:
        return type(self), (int(self), self.term)

    def __str__(self) -> str:
        return self.term

    __repr__ = __str__

    @classmethod
    def unplaced(cls, term: str) -> Self:
        """A member that is told by its term, before the domain is known: below zero, each term by a number of its own.

        `bouton.ground.domains.placed` gives it its number in the domain.
        """
        parts = term.split('"')  # what stands in quotes stays
        plain = '"'.join("".join(one.split()) if at % 2 == 0 else one for at, one in enumerate(parts))
        return cls(-1 - int.from_bytes(plain.encode()), plain)

    @property
    def plain(self) -> int | str:
        """As JSON has it: the number that the term is, or its text."""
        return int(self.term) if self.term.removeprefix("-").isdecimal() else self.term


@dataclass(frozen=True)
class Members:
    """A set fluent: `name(X)` says that X, of the `domain` that rules derive from parameters, is a member.

    It has the arity of the domain, which is known where the rules were read. Its value is the increasing tuple of its
    members.
    """

    name: str
    domain: str
    arity: int = field(default=0, compare=False)
    place: Place | None = field(default=None, compare=False, repr=False)
    """Where the spec names the domain."""


@dataclass(frozen=True)
class Token(Members):
    """A token fluent: `name(X)` says that it stands on X. Its value is that member."""


Fluent: TypeAlias = Heaps | Counter | Members
"""What a position is made of; tokens are sets of one member."""


def arity(fluent: Fluent) -> int:
    """How many arguments the predicate of a fluent has in the rules."""
    return 2 if isinstance(fluent, Heaps) else fluent.arity if isinstance(fluent, Members) else 1


def has_sets(fluents: Sequence[Fluent]) -> bool:
    """Whether there is a set or a token among them."""
    return any(isinstance(one, Members) for one in fluents)


def named(fluents: Sequence[Fluent], position: Position) -> NamedPosition:
    """The position as JSON has it: `{"heap": [1, 2, 2], "pass": 1}`."""
    return {
        fluent.name: [*map(_plain, value)] if isinstance(value, tuple) else _plain(value)
        for fluent, value in zip(fluents, position, strict=True)
    }


def _plain(value: int) -> int | str:
    return value.plain if isinstance(value, Member) else value


def unnamed(fluents: Sequence[Fluent], position: NamedPosition) -> Position:
    """The position that `named` gives that name to; its members are told by their terms."""
    return tuple(_unnamed(fluent, position[fluent.name]) for fluent in fluents)


def _unnamed(fluent: Fluent, part: int | str | Sequence[int | str]) -> int | tuple[int, ...]:
    if isinstance(part, int | str):
        return part if isinstance(part, int) and not isinstance(fluent, Members) else Member.unplaced(str(part))
    if isinstance(fluent, Members):
        return tuple(Member.unplaced(str(one)) for one in part)
    return tuple(one for one in part if isinstance(one, int))


def numbers_in(value: Value) -> tuple[int, ...]:
    """The numbers of a parameter's value: itself, or the members of a set."""
    return (value,) if isinstance(value, int) else value


def as_argument(parameters: Parameters, position: NamedParts) -> str:
    """What `--at` takes: `k=2,heap=1:2:2`; a set of numbers is written `1:3:4` too."""
    parts = [f"{name}={_joined(value)}" for name, value in parameters.items()]
    parts += [f"{name}={_joined(value)}" for name, value in position.items()]
    return ",".join(parts)


def in_words(place: NamedParts) -> str:
    """`heap 1:2:2, pass 1`; without heaps `no heap, pass 1`, or `the empty position` where there is nothing else."""
    if list(place.values()) == [[]]:
        return "the empty position"
    parts = ((name, _joined(value)) for name, value in place.items())
    return ", ".join(f"{name} {value}" if value else f"no {name}" for name, value in parts)


def told(parameters: Parameters, place: NamedParts) -> str:
    """In a sentence: what `--at` takes, but in words where there are no heaps, for `heap=` reads as cut off."""
    if [] not in place.values():
        return as_argument(parameters, place)
    return ", ".join(filter(None, [as_argument(parameters, {}), in_words(place)]))


def _joined(value: int | str | Sequence[int | str]) -> str:
    return str(value) if isinstance(value, int | str) else ":".join(map(str, value))


def measures(fluents: Sequence[Fluent]) -> list[str]:
    """What can be counted of these fluents, beside the stones: heaps, members, each counter and each set."""
    heaps = ["heaps", "splits"] if any(isinstance(one, Heaps) for one in fluents) else []
    sets = ["members"] if has_sets(fluents) else []
    named = [one.name for one in fluents if isinstance(one, Counter) or type(one) is Members]
    return list(dict.fromkeys([*heaps, *sets, *named]))


@dataclass(frozen=True)
class Measure:
    """A tuple of naturals that every move strictly decreases, compared entry by entry.

    `entries` names them in order: "stones", "heaps", "splits", a counter, or a predicate of the rules. Stones are the
    sizes of all heaps plus the counters marked `stones`; "heaps" is how many heaps there are, and "splits" how often
    they can be split until each has one stone, unless a counter has that name. "members" is how many members all sets
    have; the name of a set is how many it has.
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
        """Stones, or the members of all sets, first, then every other counter in declared order."""
        others = (f.name for f in fluents if isinstance(f, Counter) and not f.stones)
        return Measure(fluents, ("members" if has_sets(fluents) else "stones", *others), given=False)

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
            return tuple([sizes[one[0]] if len(one) == 1 else sum([sizes[at] for at in one]) for one in self._sums])
        stones = heaps = in_heaps = members = 0
        counters: dict[str, int] = {}
        for fluent, value in zip(self.fluents, position, strict=True):
            if isinstance(fluent, Members):
                if isinstance(value, tuple):
                    members += len(value)
                    counters[fluent.name] = len(value)
            elif isinstance(value, tuple):
                stones += sum(value)
                in_heaps += sum(value)
                heaps += len(value)
            else:
                counters[fluent.name] = value
                if isinstance(fluent, Counter) and fluent.stones:
                    stones += value
        known = {"heaps": heaps, "splits": in_heaps - heaps, "members": members, **counters, "stones": stones}
        if self.predicates:
            said = (0,) * len(self.predicates) if self.weigh is None else self.weigh([position])[0]
            known |= dict(zip(self.predicates, said, strict=True))
        return tuple(known[entry] for entry in self.entries)

    @cached_property
    def _sums(self) -> tuple[tuple[int, ...], ...] | None:
        """For each entry the places of the fluents whose sum it is; None where one is no such sum."""
        if has_sets(self.fluents):
            return None
        stones = tuple(
            at for at, one in enumerate(self.fluents) if isinstance(one, Heaps) or getattr(one, "stones", False)
        )
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
        known = {"stones", *measures(self.fluents)}
        return tuple(entry for entry in self.entries if entry not in known)

    @property
    def counts_heaps(self) -> bool:
        """Whether one of its entries depends on the number of heaps."""
        counters = {one.name for one in self.fluents if isinstance(one, Counter)}
        return bool(({"heaps", "splits"} - counters) & {*self.entries})
