"""The rules of a game, screened and parsed: what every engine reads the game from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TypeAlias

from clingo.ast import AST

from bouton.core.errors import Diagnostic, InputError, Unreadable, fault
from bouton.core.position import Fluent, Members, Parameters, has_sets
from bouton.core.sources import Source
from bouton.core.spec import Place, PlacedName

Signature: TypeAlias = tuple[str, int]
"""Name and arity of a predicate, as the user wrote it (before lifting)."""

MOVES: frozenset[Signature] = frozenset({("move", 1), ("after", 2)})
"""What says where moves lead."""
GONE: Signature = ("gone", 2)
"""Where a position has sets, `gone(M, F)` says that the member F is taken away by the move M."""
IN_RANGE: Signature = ("in_range", 1)
"""The numbers from 0 to the greatest that any position of the range which is checked may hold, given to tables."""


@dataclass(frozen=True)
class Sources:
    """The rules files of a spec, read as one text: their lines are counted through, in the order of the files.

    `before` says how many lines stand before each file. Every line of a syntax tree is one of the whole text, so
    that lines alone tell rules apart; what is said to a person is the file and its own line. Rules that claims make
    (see `Agreement`) have the lines after the `end` of all files, and each is said to stand where its claim does.
    """

    files: tuple[Source, ...]
    before: tuple[int, ...]
    end: int
    made: tuple[Place, ...] = ()

    @property
    def name(self) -> str:
        """What the spec calls them."""
        return ", ".join(one.name for one in self.files)

    def at(self, line: int, column: int = 1) -> Place:
        """The file in which a line of the whole text stands, with its number there."""
        if line > self.end:
            return self.made[line - self.end - 1]
        number = self._file(line)
        return Place(str(self.files[number].file), line - self.before[number], column)

    def where(self, line: int, column: int | None = None) -> str:
        """A place in few words: `wythoff.lp:3:5`."""
        if line > self.end:
            place = self.at(line)
            return f"{PurePath(place.file).name}:{place.line}" + (f":{place.column}" if column is not None else "")
        number = self._file(line)
        return f"{self.files[number].name}:{line - self.before[number]}" + (f":{column}" if column is not None else "")

    def line(self, line: int) -> str:
        """A line in words: `line 3`, and of which file where there are several."""
        if line > self.end:
            place = self.at(line)
            return f"line {place.line} of {PurePath(place.file).name}"
        number = self._file(line)
        own = f"line {line - self.before[number]}"
        return own if len(self.files) == 1 else f"{own} of {self.files[number].name}"

    def reason(self, error: Unreadable) -> str:
        """Why a rule cannot be read, after its line."""
        return f"{self.line(error.line)}: {error.reason}" if error.line else error.reason

    def told(self, found: Iterable[Diagnostic]) -> InputError:
        """The error of these faults, which have lines of the whole text, in the order of that text."""
        return InputError(self._told(fault) for fault in found)

    def _file(self, line: int) -> int:
        return max(bisect_left(self.before, line) - 1, 0)

    def _told(self, fault: Diagnostic) -> Diagnostic:
        if fault.line is None:
            return fault
        at = self.at(fault.line)
        return replace(fault, file=at.file, line=at.line)


@dataclass(frozen=True)
class Rules:
    """The rules of one or more files about ONE position.

    `statements` are the rules as clingo parsed them, in the order of the files, each with its location in
    their text (see `Sources`); pools are expanded, and comments, `#show`, `#defined` and `#const` are left out.
    `defined` are the predicates that some rule derives, `dependent` those of them (and the fluents)
    whose extent changes with the position; a predicate of the same name as one of these counts as one.
    `strata` are the rules grouped in an order in which each group uses only predicates of earlier
    groups and of its own, negation and aggregates only of earlier ones.
    """

    sources: Sources
    fluents: tuple[Fluent, ...]
    parameters: tuple[str, ...]
    constants: tuple[tuple[str, int], ...]
    statements: tuple[AST, ...]
    defined: frozenset[Signature]
    dependent: frozenset[Signature]
    strata: tuple[tuple[AST, ...], ...]
    sets: tuple[str, ...] = ()
    """The set parameters; `S` gives the facts of a predicate `s/1` that no rule derives."""
    foreign: tuple[tuple[str, str], ...] = ()
    """Predicates whose rules are left out, each with the name that it depends on and that is not given here."""

    numerations: frozenset[Signature] = frozenset()
    """The predicates about digits that Bouton gives (see `numeration`), as far as the rules speak of them."""

    ranged: bool = False
    """Whether the rules speak of `in_range`, and do not derive it themselves."""

    told: frozenset[Signature] = frozenset()
    """What Bouton gives of positions that the rules name (see `named`), as far as the rules speak of it."""

    legal: PlacedName | None = None
    """Which positions exist; None where all do. Others have no moves: each rule for moves asks for it."""

    def deserted(self, where: str) -> InputError:
        """The error of a box, or a picture, that has no position which exists."""
        assert self.legal is not None
        return fault(f"no position {where} exists: `{self.legal.name}` holds at none", at=self.legal.place)

    def numbers(self, parameters: Parameters) -> dict[str, int]:
        """The constants and the parameters that are numbers, with their values."""
        return {name: value for name, value in (*self.constants, *parameters.items()) if isinstance(value, int)}

    @property
    def effects(self) -> frozenset[Signature]:
        """The predicates that say what a move changes: `after`, and `gone` where there are sets."""
        return frozenset({("after", 2), GONE} if has_sets(self.fluents) else {("after", 2)})

    @property
    def playing(self) -> frozenset[Signature]:
        """The predicates that make the game: moves, what they change, sides, and what may be members of its sets."""
        domains = {(one.domain, one.arity) for one in self.fluents if isinstance(one, Members)}
        return self.effects | domains | {("move", 1), ("side", 1), ("winner", 1)}

    def with_effects(self, wanted: Collection[Signature]) -> frozenset[Signature]:
        """The wanted predicates, with all that says what moves change where some of it is wanted."""
        return frozenset(wanted) | (self.effects & self.defined if ("after", 2) in wanted else frozenset())

    @property
    def exists(self) -> str | None:
        """The predicate of the positions that exist; None where all do."""
        return None if self.legal is None else self.legal.name

    @property
    def alliances(self) -> bool:
        """Whether the rules say which side moves."""
        return ("side", 1) in self.defined

    def arities(self, name: str) -> Sequence[int]:
        """The arities under which a predicate of that name is derived, least first."""
        return sorted(arity for defined, arity in self.defined if defined == name)
