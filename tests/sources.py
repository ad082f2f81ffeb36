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
def text(file: Path) -> str:
    """The text of a file."""
    return file.read_text(encoding="utf-8")


@cache
def tree(file: Path) -> ast.Module:
    """Its tree: that of all files takes seconds, so that who looks for a word looks for it in the text first."""
    gc.disable()  # trees have no cycles, and the search for them is most of the time
    try:
        return ast.parse(text(file))
    finally:
        gc.enable()


def statements(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Every statement below, and whether it stands inside a function; not expressions, which are most nodes."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.stmt | ast.excepthandler | ast.match_case):
            yield one, inside
            yield from statements(one, inside=inside or isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def comparisons(tree: ast.AST) -> Iterator[ast.Compare]:
    """Every comparison of a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
