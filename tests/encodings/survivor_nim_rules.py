"""Rules about counters as plain ASP about many positions at once: lifted by regular expressions, not by Bouton.

Beside it, what the parameters of Survivor Nim mean: a placement for the plain solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clingo import Control, MessageCode, Symbol, SymbolType

from tests.one_position import head, split
from tests.oracle.survivor_nim import winners
from tests.shipped import rules_text

Position: TypeAlias = tuple[int, ...]
Term: TypeAlias = int | tuple[str, int]
"""A number, or a name and its last argument: `take(2)`, `pile(3)`."""
Row: TypeAlias = tuple[Term, ...]
Found: TypeAlias = dict[str, dict[Position, set[Row]]]
"""Predicate -> position -> the arguments it is derived with."""

SURVIVOR = split(rules_text("survivor_nim"))


@dataclass(frozen=True, order=True)
class Setting:
    """The parameters of Survivor Nim, in the order of its spec."""

    n: int
    k: int
    m: int = 2
    extra: int = 1
    alternating: int = 0

    @property
    def parameters(self) -> dict[str, int]:
        """Their values by name."""
        return {"n": self.n, "k": self.k, "m": self.m, "extra": self.extra, "alternating": self.alternating}

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return 2 * self.n + self.extra

    @property
    def placement(self) -> str:
        """Alliance 1 as A and alliance 2 as B, from player 1 on."""
        if self.alternating:
            return "".join("AB"[player % 2] for player in range(self.players))
        first = {(self.k + place) % self.players for place in range(self.n + self.extra)}
        return "".join("A" if player in first else "B" for player in range(self.players))

    def winner(self, pile: int, player: int, largest: int) -> int:
        """The alliance, 1 or 2, that wins by the plain solver, which looks at piles up to the largest."""
        return 1 if winners(self.placement, self.m, largest)[pile][player - 1] == "A" else 2

    def positions(self, piles: Iterable[int]) -> list[Position]:
        """Every pile with every player to move, least first."""
        return [(pile, player) for pile in piles for player in range(1, self.players + 1)]


def positional(rules: Iterable[str], fluents: Iterable[str]) -> set[str]:
    """The predicates that depend on the position."""
    rules = list(rules)
    found, before = set(fluents), 0
    while len(found) > before:
        before = len(found)
        found |= {head(rule) for rule in rules if found & set(re.findall(r"\w+", rule))}
    return found


def lifted(rule: str, names: Iterable[str]) -> str:
    """`p(X) :- q(X).` is about one position; `p(At,X) :- q(At,X), at(At).` about all of them."""
    any_of = "|".join(sorted(names))
    about = re.sub(rf"(?<![#\w])({any_of})\b(?!\()", r"\1(At)", rule)
    about = re.sub(rf"(?<![#\w])({any_of})\((?!At\))", r"\1(At,", about)
    return rule if about == rule else f"{about.removesuffix('.')}{', ' if ' :- ' in rule else ' :- '}at(At)."


def derived(
    rules: Sequence[str],
    fluents: Sequence[str],
    parameters: Mapping[str, int],
    positions: Sequence[Position],
    wanted: Iterable[str],
) -> tuple[Found, set[int]]:
    """What the rules derive of the wanted predicates, and which rules, by number, divide by zero somewhere.

    RuntimeError where a rule is unsafe or no rule. A position gives each fluent its value.
    """
    names = positional(rules, fluents)
    lines = [lifted(rule, names) for rule in rules]
    for number, position in enumerate(positions):
        lines.append(f"at({number}).")
        lines += [f"{fluent}({number},{value})." for fluent, value in zip(fluents, position, strict=True)]
    undefined: set[int] = set()

    def log(code: MessageCode, message: str) -> None:
        if code is MessageCode.OperationUndefined:
            undefined.add(int(message.split(":")[1]) - 1)

    control = Control([f"-c{name}={value}" for name, value in parameters.items()], logger=log, message_limit=100_000)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    found: Found = {name: {position: set() for position in positions} for name in wanted}
    for name, arity, positive in control.symbolic_atoms.signatures:
        if name in found:
            for atom in control.symbolic_atoms.by_signature(name, arity, positive):
                terms = atom.symbol.arguments
                row = tuple(map(_term, terms[1:] if name in names else terms))
                for position in (positions[terms[0].number],) if name in names else positions:
                    found[name][position].add(row)
    return found, undefined


def _term(symbol: Symbol) -> Term:
    if symbol.type is SymbolType.Number:
        return symbol.number
    return symbol.name, symbol.arguments[-1].number


def survivor(setting: Setting, positions: Sequence[Position], *wanted: str) -> Found:
    """What the shipped rules derive at these positions (pile, player)."""
    found, undefined = derived(SURVIVOR, ("pile", "player"), setting.parameters, positions, wanted)
    assert not undefined
    return found
