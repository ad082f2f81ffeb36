"""Ranges and the small expressions at their ends: `2..4`, `1..2*n+1`, `k`.

Only integers, parameter names, + - * and parentheses: nothing in a spec is ever run as code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bouton.core.position import Parameters

_NEXT = re.compile(r",(?=[^,=]+=)")
LIMIT = 1_000_000_000
"""No number in a spec may pass it, so that clingo's 32-bit arithmetic has room."""

Tree: TypeAlias = "int | str | tuple[str, Tree, Tree]"
"""A number, a parameter's name, or an operator (+ - *) with its operands; `-x` is `0 - x`."""

_TOKEN = re.compile(r"[ \t]*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|([-+*()]))")
_DIFFERENCE = re.compile(r"\s*\(?\s*([0-9]{1,10})\s*-\s*([0-9]{1,10})\s*\)?\s*")
_DECIMAL = re.compile(r"0|[1-9][0-9]*")
_TOKENS = 100
"""The most tokens an expression may have, which bounds the recursion below."""


class RangeSyntaxError(ValueError):
    """The text is no expression or range, or passes the limit; `str()` says what is wrong with it."""


def one_by_one(text: str) -> list[str]:
    """What is said of each name: the parts of `heap.count=0..2,heap.size=1..12`."""
    return _NEXT.split(text)


@dataclass(frozen=True)
class RangeExpression:
    """An integer expression over parameters; `names` are those it mentions."""

    text: str
    names: frozenset[str]

    @property
    def tree(self) -> Tree:
        """Its syntax tree."""
        return _parsed(self.text)

    def value(self, parameters: Parameters) -> int:
        """Its value; KeyError where a parameter has none, ValueError for a set or past the limit."""
        return _value(_parsed(self.text), parameters)


@dataclass(frozen=True)
class Interval:
    """An inclusive range `low..high`, as in ASP; empty where low > high."""

    low: RangeExpression
    high: RangeExpression

    def at(self, parameters: Parameters) -> range:
        """Its numbers for those parameters; fails as `RangeExpression.value` does."""
        return range(self.low.value(parameters), self.high.value(parameters) + 1)

    @property
    def names(self) -> frozenset[str]:
        """The parameters it mentions."""
        return self.low.names | self.high.names

    def __str__(self) -> str:
        single = self.low == self.high and not _DIFFERENCE.fullmatch(self.low.text)
        return self.low.text if single else f"{self.low.text}..{self.high.text}"


def expression(text: str | int) -> RangeExpression:
    """Parse an expression; RangeSyntaxError where it is none."""
    source = str(text).strip()
    return RangeExpression(source, _names(_parsed(source)))


def interval(text: str | int) -> Interval:
    """Parse `low..high`, or one expression that stands for both ends; RangeSyntaxError where it is neither.

    A difference of two numbers alone is none: `0-20` is a range to most who write it, and minus twenty to nobody.
    """
    low, dots, high = str(text).partition("..")
    if dots and not (low.strip() and high.strip()):
        raise RangeSyntaxError(f"{_short(str(text))} lacks one of its ends")
    if not dots and (lone := _DIFFERENCE.fullmatch(low)):
        raise RangeSyntaxError(
            f"{_short(low)} is a difference: write {lone[1]}..{lone[2]} for a range, "
            f"{int(lone[1]) - int(lone[2])} for the number"
        )
    return Interval(expression(low), expression(high if dots else low))


def _names(tree: Tree) -> frozenset[str]:
    if isinstance(tree, tuple):
        return _names(tree[1]) | _names(tree[2])
    return frozenset({tree} if isinstance(tree, str) else ())


def _value(tree: Tree, parameters: Parameters) -> int:
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        given = parameters[tree]
        if not isinstance(given, int):
            raise ValueError(f"parameter {tree} is a set, not a number")
        return given
    operator, left, right = tree[0], _value(tree[1], parameters), _value(tree[2], parameters)
    result = left + right if operator == "+" else left - right if operator == "-" else left * right
    if abs(result) > LIMIT:
        raise RangeSyntaxError(f"a number passes {LIMIT}")
    return result


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Tree:
    """Recursive descent; a chain such as a-b-c leans to the left."""
    tokens = [*_tokens(text), ""]
    place = 0

    def take() -> str:
        nonlocal place
        place += 1
        return tokens[place - 1]

    def total() -> Tree:
        tree = product()
        while tokens[place] in ("+", "-"):
            tree = (take(), tree, product())
        return tree

    def product() -> Tree:
        tree = factor()
        while tokens[place] == "*":
            tree = (take(), tree, factor())
        return tree

    def factor() -> Tree:
        token = take()
        if token == "(":
            tree = total()
            if take() != ")":
                raise RangeSyntaxError(f"{_short(text)} lacks a closing parenthesis")
            return tree
        if token == "-":
            return ("-", 0, factor())
        if token and token not in ("+", "*", ")"):
            return _decimal(token) if token[0].isdigit() else token
        raise RangeSyntaxError(f"{_short(text)} is not a range or an integer expression")

    tree = total()
    if place != len(tokens) - 1:
        raise RangeSyntaxError(f"{_short(text)} is not a range or an integer expression")
    return tree


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    source, at = text.rstrip(), 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise RangeSyntaxError(f"{_short(text)} is not a range or an integer expression")
        if len(tokens) == _TOKENS:
            raise RangeSyntaxError(f"{_short(text)} is too long")
        tokens.append(match.group(match.lastindex or 0))
        at = match.end()
    return tokens


def _decimal(token: str) -> int:
    if len(token) > len(str(LIMIT)) or int(token) > LIMIT:
        raise RangeSyntaxError(f"{_short(token)} is above {LIMIT}")
    if not _DECIMAL.fullmatch(token):
        raise RangeSyntaxError(f"{token} is not a plain decimal number")
    return int(token)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
