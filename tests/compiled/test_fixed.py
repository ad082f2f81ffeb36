"""The parts of programs that are the same for all games."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import bouton.compiled

_PACKAGE = Path(bouton.compiled.__file__).parent


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts below a node."""
    return (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _asked() -> Iterator[str]:
    """The parts that are asked for by `fixed` with their ending, or by `_fixed` without it, or by a name given it."""
    for file in _PACKAGE.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in ("fixed", "_fixed") and not any(isinstance(one, ast.JoinedStr) for one in call.args):
                yield from (text for one in call.args for text in _texts(one))
                names = {one.id for arg in call.args for one in ast.walk(arg) if isinstance(one, ast.Name)}
                for given in (one for one in ast.walk(tree) if isinstance(one, ast.Assign)):
                    if names & {getattr(target, "id", None) for target in given.targets}:
                        yield from _texts(given.value)


def test_each_part_is_printed_by_some_program() -> None:
    """And each that is asked for is there, in C if no language is named."""
    parts = {file.name for file in (_PACKAGE / "parts").iterdir() if file.is_file()}
    asked = set(_asked())
    assert {one if "." in one else f"{one}.c" for one in asked} <= parts
    assert {one for one in parts if not {one, one.partition(".")[0]} & asked} == set()
