"""The program's own sources as syntax trees, for tests of what may stand where."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bouton

ROOT = Path(bouton.__file__).parent


@cache
def _sources() -> dict[Path, tuple[str, ast.Module]]:
    gc.disable()  # trees have no cycles, and the search for them is most of the time
    try:
        texts = {file: file.read_text(encoding="utf-8") for file in ROOT.rglob("*.py")}
        return {file: (text, ast.parse(text)) for file, text in texts.items()}
    finally:
        gc.enable()


def source(file: Path) -> tuple[str, ast.Module]:
    """The text of a file, and its tree."""
    return _sources()[file]


def statements(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Every statement below, and whether it stands inside a function; not expressions, which are most nodes."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.stmt | ast.excepthandler | ast.match_case):
            yield one, inside
            yield from statements(one, inside=inside or isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def comparisons(tree: ast.AST) -> Iterator[ast.Compare]:
    """Every comparison of a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
