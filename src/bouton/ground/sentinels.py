"""Arithmetic that has no value, or none in 32 bits, found where the rest of its rule's body holds."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Control, SymbolType

from bouton.core.errors import Diagnostic, InputError
from bouton.core.position import Position
from bouton.ground.game import Game
from bouton.rules.grounding import atoms
from bouton.rules.lift import Program


def report(game: Game, program: Program, control: Control, positions: Sequence[Position]) -> None:
    """Raise InputError, a diagnostic per operation with the first position that shows it."""
    if not program.sites:
        return
    first: dict[int, int] = {}
    for name in ("_undefined", "_overflow"):
        for position, number in atoms(control, name, 2):
            index = position.number if position.type is SymbolType.Number else -1
            first[number.number] = min(first.get(number.number, index), index)
    if not first:
        return
    faults = []
    for at, index in sorted(first.items()):
        site = program.sites[at]
        where = f" at {game.text(positions[index])}" if index >= 0 else ""
        what = "has no value" if site.kind == "undefined" else "passes 32 bits"
        faults.append(
            Diagnostic(
                f"{site.text} {what}{where}", str(game.rules.file), site.line, site.column, "a guard in the body"
            )
        )
    raise InputError(faults)
