"""The statements inside functions: each leaves a mark when it runs, and a place in a file belongs to one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
"""A line, from 1, and a column, from 0."""
MARKS = "__marks__"
"""What the marks are called in a program that leaves them; one byte for each statement."""


class Span(NamedTuple):
    """From where to where something stands in a file."""

    start: Point
    end: Point


def span(node: Any) -> Span:
    """Where a node of a syntax tree stands, with its decorators."""
    first = min([node, *getattr(node, "decorator_list", [])], key=lambda one: int(one.lineno))
    return Span((first.lineno, first.col_offset), (node.end_lineno, node.end_col_offset))


def statements(source: str) -> list[Span]:
    """Where the statements inside functions stand, in the order of the marks."""
    return [span(one) for body in _bodies(ast.parse(source)) for one in body]


def statement_at(source: str, place: Span) -> int | None:
    """The innermost statement that holds a place; None where that runs while the file is imported."""
    holding = [
        (one.end[0] - one.start[0], -one.start[0], at)
        for at, one in enumerate(statements(source))
        if one.start <= place.start and place.end <= one.end
    ]
    return min(holding)[-1] if holding else None


def marked(source: str, first: int) -> str:
    """The program with a mark before each statement inside a function, numbered from `first` on."""
    tree = ast.parse(source)
    number = first
    for body in list(_bodies(tree)):
        with_marks: list[ast.stmt] = []
        for one in body:
            mark = ast.parse(f"{MARKS}[{number}] = 1").body[0]
            documents = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            with_marks += [one] if documents else [mark, one]
            number += 1
        body[:] = with_marks
    return ast.unparse(ast.fix_missing_locations(tree))


def _bodies(tree: ast.AST, inside: bool = False) -> Iterator[list[ast.stmt]]:
    """Every list of statements that stands inside a function."""
    inside = inside or isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef)
    for name in ("body", "orelse", "finalbody"):
        found = getattr(tree, name, None)
        if inside and isinstance(found, list) and found and isinstance(found[0], ast.stmt):
            yield found
    for child in ast.iter_child_nodes(tree):
        yield from _bodies(child, inside)
