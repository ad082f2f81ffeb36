"""A rules file, screened and parsed: what every engine reads the game from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from clingo.ast import AST

from bouton.core.position import Fluent

Signature: TypeAlias = tuple[str, int]
"""Name and arity of a predicate, as the user wrote it (before lifting)."""


@dataclass(frozen=True)
class Rules:
    """A rules file about ONE position.

    `statements` are the rules as clingo parsed them, in file order, each with its location in
    the user's text; pools are expanded, and comments, `#show`, `#defined` and `#const` are left out.
    `defined` are the predicates that some rule derives, `dependent` those of them (and the fluents)
    whose extent changes with the position; a predicate of the same name as one of these counts as one.
    `strata` are the rules grouped in an order in which each group uses only predicates of earlier
    groups and of its own, negation and aggregates only of earlier ones.
    """

    file: Path
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

    @property
    def alliances(self) -> bool:
        """Whether the rules say which side moves."""
        return ("side", 1) in self.defined

    def arities(self, name: str) -> Sequence[int]:
        """The arities under which a predicate of that name is derived, least first."""
        return sorted(arity for defined, arity in self.defined if defined == name)
