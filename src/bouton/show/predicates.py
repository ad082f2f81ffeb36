"""What the predicates behind a claim say at its counterexample, as text and as an object."""

from __future__ import annotations

from collections.abc import Sequence

from bouton.core.verdict import Said
from bouton.show import words

_SHOWN = 6
"""Atoms of one predicate that there is room for; of more it is told how many they are."""
_MARGIN = " " * 6


def listed(found: Sequence[Said], margin: str = _MARGIN) -> list[str]:
    """`by the rules there: not theorem_8, not type_2, good_triple(7), ...`, in lines that fit."""
    return words.wrapped(f"by the rules there: {', '.join(map(_text, found))}", margin, margin + "  ") if found else []


def _text(said: Said) -> str:
    if not said.atoms:
        return f"not {said.name}" + (f"({','.join('_' * said.arity)})" if said.arity else "")
    many = len(said.atoms) > _SHOWN
    return f"{words.count(len(said.atoms), 'atom')} of {said.name}" if many else " ".join(said.atoms)


def objects(found: Sequence[Said]) -> dict[str, bool | list[str]]:
    """Of each predicate by name and arity its atoms; of one without arguments whether it holds."""
    return {f"{said.name}/{said.arity}": list(said.atoms) if said.arity else bool(said.atoms) for said in found}
