"""What the predicates behind a claim say at its counterexample, as text and as an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bouton.core.verdict import Atoms
from bouton.show import words

_FEW = 2
"""Literals that stand in the way of one predicate; of more, each in a rule of its own, none says why it fails."""
_SHOWN = 6
"""Atoms of one predicate that there is room for; of more it is told how many they are."""
_MARGIN = " " * 6


def listed(found: Sequence[Atoms], margin: str = _MARGIN) -> list[str]:
    """`by the rules there: not theorem_8, not type_2, good_triple(7), ...`, in lines that fit.

    Then the literals that alone stand in the way: `not good_triple, by C = B+1 alone: B = 6, C = 7 (k.lp:40)`.
    """
    if not found:
        return []
    lines = words.wrapped(f"by the rules there: {', '.join(map(_text, found))}", margin, margin + "  ")
    obstructed = [one for one in found if 0 < len(one.obstacles) <= _FEW]
    for said in obstructed[:_SHOWN]:
        for one in said.obstacles:
            numbers = f": {', '.join(f'{name} = {value}' for name, value in one.values)}" if one.values else ""
            reason = f"{_text(said)}, by {words.visible(one.literal)} alone{numbers} ({one.place})"
            lines += words.wrapped(reason, margin + "  ", margin + "    ")
    return lines


def _text(said: Atoms) -> str:
    if not said.atoms:
        return f"not {said.name}" + (f"({','.join('_' * said.arity)})" if said.arity else "")
    many = len(said.atoms) > _SHOWN
    return f"{words.count(len(said.atoms), 'atom')} of {said.name}" if many else " ".join(said.atoms)


def obstacles(found: Sequence[Atoms]) -> dict[str, list[dict[str, Any]]]:
    """Of each predicate that holds of nothing the literals that alone stand in its way."""
    return {
        f"{said.name}/{said.arity}": [
            {"literal": one.literal, "place": one.place, "values": dict(one.values)} for one in said.obstacles
        ]
        for said in found
        if said.obstacles
    }


def objects(found: Sequence[Atoms]) -> dict[str, bool | list[str]]:
    """Of each predicate by name and arity its atoms; of one without arguments whether it holds."""
    return {f"{said.name}/{said.arity}": list(said.atoms) if said.arity else bool(said.atoms) for said in found}
