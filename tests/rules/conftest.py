"""Rules from a text, and what a lifted program derives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from clingo import Control, Symbol

from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram
from tests.reading_rules import read

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]


@pytest.fixture
def rules(tmp_path: Path) -> Read:
    """Reads a text as a rules file about `heap` and `pile`, with the parameter `k`."""

    def reading(
        text: str,
        fluents: Sequence[Fluent] = (Heaps("heap"), Counter("pile")),
        parameters: Sequence[str] = ("k",),
        sets: Sequence[str] = (),
    ) -> Rules:
        file = tmp_path / "rules.lp"
        file.write_text(text, encoding="utf-8")
        return read(file, fluents, parameters, sets)

    return reading


@pytest.fixture(scope="session")
def ground() -> Ground:
    """Grounds a lifted program over positions; the atoms by signature, each with its arguments."""

    def grounding(
        program: LiftedProgram, fluents: Sequence[Fluent], positions: Sequence[Position]
    ) -> dict[tuple[str, int], set[tuple[Symbol, ...]]]:
        lines = [program.text]
        for number, position in enumerate(positions):
            lines.append(f"_position({number}).")
            for fluent, value in zip(fluents, position, strict=True):
                if isinstance(value, tuple):
                    lines += [f"{fluent.name}({number},{at},{size})." for at, size in enumerate(value, 1)]
                else:
                    lines.append(f"{fluent.name}({number},{value}).")
        control = Control(["-Wnone"], message_limit=1000)
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])])
        assert all(atom.is_fact for atom in control.symbolic_atoms)
        found: dict[tuple[str, int], set[tuple[Symbol, ...]]] = {}
        for atom in control.symbolic_atoms:
            signature = atom.symbol.name, len(atom.symbol.arguments)
            found.setdefault(signature, set()).add(tuple(atom.symbol.arguments))
        return found

    return grounding
