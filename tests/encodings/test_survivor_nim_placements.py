"""Survivor Nim in any placement: the theorem of the rules file against a solver, and one symbol of it changed.

The solver is plain Python. What a changed theorem says is found by plain clingo; Bouton must refute it at the first
position, in its own order, where the solver says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from clingo import Control

from bouton.check import Options, check
from bouton.data import folder
from bouton.errors import InputError
from bouton.spec.load import load
from bouton.spec.model import Spec
from bouton.verdict import Verdict
from tests.encodings.survivor_nim_solver import placements, settled, winners
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import head, split

Setting: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""n, extra, m, and the players of A."""
Found: TypeAlias = tuple[Setting, int, int]
"""Where a theorem fails: a setting, the pile, the player."""

TEXT = (folder("encodings") / "survivor_nim_placements.lp").read_text()
RULES = split(TEXT)
GAME = [rule for rule in RULES if head(rule) in ("move", "after", "side")]
CYCLE = RULES[: next(at for at, rule in enumerate(RULES) if head(rule) == "larger")]
"""The rules up to the theorem of the cycle."""
THEOREM = [rule for rule in CYCLE if rule not in GAME]
CHANGED = ("lead", "early", "must", "returns", "loses", "lost")
"""The predicates in whose rules a symbol is changed."""
NEAR = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""What a comparison is changed to."""
POSITIONAL = ("pile", "player", "winner", "lost", "theorem")
"""The predicates that depend on the position."""
LARGEST = 45
SETTINGS: tuple[Setting, ...] = (
    (1, 1, 2, (1, 2)),
    (2, 1, 2, (1, 2, 3)),
    (2, 1, 2, (1, 2, 4)),
    (2, 1, 3, (1, 2, 3)),
    (3, 1, 2, (1, 2, 4, 5)),
    (2, 2, 2, (1, 2, 3, 4)),
)


def word(setting: Setting) -> str:
    n, extra, _, alliance = setting
    return "".join("A" if player in alliance else "B" for player in range(1, 2 * n + extra + 1))


def lifted(rule: str) -> str:
    """The rule for every position: what depends on the position gets it as an argument."""
    names = "|".join(POSITIONAL)
    about = re.sub(rf"(?<![#\w])({names})\b(?!\()", r"\1(At)", rule)
    about = re.sub(rf"(?<![#\w])({names})\((?!At\))", r"\1(At,", about)
    if about == rule:
        return rule
    return about.removesuffix(".") + (", " if " :- " in rule else " :- ") + "at(At)."


def winners_said(rules: Iterable[str], setting: Setting) -> dict[tuple[int, int], set[int]]:
    """Whom the theorem of these rules names at each pile and player; RuntimeError where a rule is unsafe."""
    n, extra, m, alliance = setting
    said: dict[tuple[int, int], set[int]] = {
        (pile, player): set() for pile in range(LARGEST + 1) for player in range(1, 2 * n + extra + 1)
    }
    lines = [lifted(rule) for rule in rules] + [f"a({player})." for player in alliance]
    for pile, player in said:
        at = f"p({pile},{player})"
        lines.append(f"at({at}). pile({at},{pile}). player({at},{player}).")
    constants = [f"-c{name}={value}" for name, value in {"n": n, "extra": extra, "m": m}.items()]
    control = Control(constants, logger=lambda _code, _message: None)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    for atom in control.symbolic_atoms.by_signature("theorem", 2):
        at, side = atom.symbol.arguments
        pile, player = at.arguments
        said[pile.number, player.number].add(side.number)
    return said


def failure(rules: Sequence[str], setting: Setting) -> tuple[int, int] | None:
    """The first pile and player where these rules name another winner than the solver, or none, or both."""
    table = winners(word(setting), setting[2], LARGEST)
    for (pile, player), named in winners_said(rules, setting).items():
        if named != {"AB".index(table[pile][player - 1]) + 1}:
            return pile, player
    return None


def first_failure(rules: Sequence[str]) -> tuple[Setting, tuple[int, int]] | None:
    """The first setting in which these rules fail, and where."""
    for setting in SETTINGS:
        found = failure(rules, setting)
        if found is not None:
            return setting, found
    return None


def one_symbol(mutant: Mutant) -> bool:
    """Whether the change is of a number or an operation by the next one, or of a comparison by the nearest."""
    before, after = (re.findall(r"\w+|[<>!]=|\S", rule) for rule in (mutant.original, mutant.rule))
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    return len(before) == len(after) and len(changed) == 1 and NEAR.get(changed[0][0], changed[0][1]) == changed[0][1]


MUTANTS = [m for m in mutants(THEOREM) if head(m.original) in CHANGED and " :- " in m.original and one_symbol(m)]
