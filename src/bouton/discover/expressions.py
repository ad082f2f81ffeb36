"""Numbers that positions have, as expressions with their columns of values, and the comparisons of two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from clingo import SymbolType
from clingo.ast import ASTType
from numpy.typing import NDArray

from bouton.core.position import Value
from bouton.discover.positions import Known
from bouton.rules.file import Rules
from bouton.rules.syntax import walk

Numbers = NDArray[np.int64]
Truth = NDArray[np.bool_]
_MODULUS = 16
"""The greatest number that is a modulus."""
_OPPOSITE = {"=": "!=", "!=": "=", ">": "<=", "<=": ">"}
_COMPARE: dict[str, Callable[[Numbers, Numbers], Truth]] = {
    "=": np.equal,
    "!=": np.not_equal,
    ">": np.greater,
    "<=": np.less_equal,
}


@dataclass(frozen=True)
class Literal:
    """A condition in a rule's body: atoms that bind its variables, what is said of these, and that in words.

    `cost` is how much a reader has to read.
    """

    atoms: tuple[str, ...]
    said: str
    cost: int
    words: str
    plain: bool = False
    """Whether it compares with 0, 1 or a number of the rules, and takes remainders by 2 or by one more than that."""

    @property
    def body(self) -> tuple[str, ...]:
        """The text of the literals in a rule's body that state the condition."""
        return (*self.atoms, self.said)

    @property
    def opposite(self) -> Literal:
        """The literal with the opposite comparison; what it costs and its words are not changed."""
        for sign, other in _OPPOSITE.items():
            left, found, right = self.said.partition(f" {sign} ")
            if found:
                return replace(self, said=f"{left} {other} {right}")
        return self


@dataclass(frozen=True)
class Number:
    """A number that each position has: an expression, atoms that bind its variables, and its value at each position."""

    text: str
    atoms: tuple[str, ...]
    values: Numbers
    cost: int
    words: str
    size: bool = False
    """Whether it is one of stones, not a count or a remainder."""
    plain: bool = True
    """Whether literals with it are plain."""
    divides: bool = False
    """Whether remainders by it are plain."""
    divided: tuple[str, str] | None = None
    """Of a remainder, what is divided and by what, in words."""


def mentioned(rules: Rules, parameters: Sequence[tuple[str, Value]]) -> tuple[int, ...]:
    """The positive numbers below 100 that the rules mention, and the members of parameters that are sets."""
    found = {n for _, value in parameters if isinstance(value, tuple) for n in value}
    terms = (node for statement in rules.statements for node in walk(statement))
    symbols = [node.symbol for node in terms if node.ast_type == ASTType.SymbolicTerm]
    found |= {one.number for one in symbols if one.type == SymbolType.Number and 0 < one.number < 100}
    return tuple(sorted(found - {0}))


def constants(numbers: Sequence[int], values: Mapping[str, Numbers], many: int) -> list[Number]:
    """Columns of the constants, then of the parameters, with neighbours, doubles, sums and products of these.

    Each is at `many` positions; `values` are the columns of the parameters.
    """
    found = dict.fromkeys((0, 1, 2), 1) | {3: 2, 4: 3}
    for one in numbers:
        for near, price in ((one, 1), (one + 1, 1), (one - 1, 2), (2 * one, 2), (2 * one + 1, 3)):
            found[near] = min(price, found.get(near, 9))
    for one, other in combinations(sorted(numbers), 2):
        found[one + other] = min(2, found.get(one + other, 9))
    divisors = {2, *(one + 1 for one in numbers)}
    made = [
        replace(always(n, many, cost), plain=n in {0, 1, *numbers}, divides=n in divisors)
        for n, cost in sorted(found.items())
        if 0 <= n <= _MODULUS
    ]
    for name, column in values.items():
        shifts = ((name, column, 1), (f"({name}+1)", column + 1, 1), (f"({name}-1)", column - 1, 2))
        more = ((f"({name}+2)", column + 2, 2), (f"(2*{name})", 2 * column, 2))
        odd = ((f"(2*{name}+1)", 2 * column + 1, 2), (f"(2*{name}+2)", 2 * column + 2, 3))
        sums = [(f"({name}+{n})", column + n, 3) for n in numbers if 2 < n <= _MODULUS]
        for text, shifted, price in (*shifts, *more, *odd, (f"(3*{name})", 3 * column, 3), *sums):
            one_more = text == f"({name}+1)"
            made.append(Number(text, (), shifted, price, bare(text), plain=text == name, divides=one_more))
    for (first, column), (second, factor) in combinations(values.items(), 2):
        for text, product, price in (
            (f"({first}+{second})", column + factor, 2),
            (f"({first}+{second}+1)", column + factor + 1, 3),
            (f"(2*{first}+{second})", 2 * column + factor, 3),
            (f"({first}+2*{second})", column + 2 * factor, 3),
            (f"({first}*{second})", column * factor, 3),
            (f"(({first}+1)*{second})", (column + 1) * factor, 3),
            (f"(({second}+1)*{first})", (factor + 1) * column, 3),
        ):
            made.append(Number(text, (), product, price, bare(text), plain=False))
    return made


# ------------------------------------------------------------------------------------------------ expressions


def column(name: str, positions: Sequence[Known]) -> Numbers:
    """The value of a parameter that is a number, at each position."""
    found = [dict(one.parameters)[name] for one in positions]
    return np.array([one for one in found if isinstance(one, int)], dtype=np.int64)


def always(number: int, many: int, cost: int) -> Number:
    """A number that is the same at every position."""
    return Number(str(number), (), np.full(many, number), cost, str(number), plain=number <= 1)


def remainder(one: Number, modulus: Number) -> Number:
    """The remainder of a number by another one, which is of its sign."""
    # clingo's \ and Python's % differ for negative numbers: no difference is taken of which the sign is open
    values = np.sign(one.values) * (np.abs(one.values) % np.maximum(modulus.values, 1))
    return Number(
        f"({one.text} \\ {modulus.text})",
        one.atoms,
        values,
        one.cost + modulus.cost,
        f"{one.words} modulo {modulus.words}",
        plain=one.plain and modulus.divides,
        divided=(one.words, modulus.words),
    )


def _combined(one: Number, sign: str, other: Number, values: Numbers, words: str) -> Number:
    return Number(
        f"({one.text}{sign}{other.text})", _atoms(one, other), values, one.cost + other.cost, words, plain=sign == "-"
    )


def divided(one: Number, other: Number) -> Number:
    """The quotient of a number by another one, rounded down."""
    values, words = one.values // np.maximum(other.values, 1), f"the quotient of {one.words} by {other.words}"
    found = _combined(one, " / ", other, values, words)
    return replace(found, cost=found.cost + 1)


def times(one: Number, factor: int) -> Number:
    """A multiple of a number."""
    return Number(
        f"({factor}*{one.text})", one.atoms, factor * one.values, one.cost, f"{factor}*{one.words}", plain=False
    )


def difference(one: Number, other: Number) -> Number:
    """A number less another one."""
    return _combined(one, "-", other, one.values - other.values, f"{one.words} less {other.words}")


def total(one: Number, other: Number) -> Number:
    """The sum of two numbers."""
    return _combined(one, "+", other, one.values + other.values, f"{one.words} plus {other.words}")


def plus(one: Number, number: int) -> Number:
    """A number with a constant added."""
    return Number(
        f"{one.text}+{number}", one.atoms, one.values + number, one.cost + 1, f"{number} more than {one.words}"
    )


def _atoms(*numbers: Number) -> tuple[str, ...]:
    return tuple(dict.fromkeys(atom for one in numbers for atom in one.atoms))


def compared(one: Number, other: Number, *signs: str) -> Iterator[tuple[Literal, Truth]]:
    """For each sign the comparison of two numbers and its opposite, each with its truth values at the positions."""
    cost = 1 + one.cost + other.cost
    for sign in signs:
        row = _COMPARE[sign](one.values, other.values)
        for said, column in ((sign, row), (_OPPOSITE[sign], ~row)):
            text = f"{bare(one.text)} {said} {bare(other.text)}"
            words = _in_words(one, said, other)
            yield Literal(_atoms(one, other), text, cost, words, plain=one.plain and other.plain), column


def _in_words(left: Number, sign: str, right: Number) -> str:
    """A comparison in words: `the number of heaps is even`, `4 divides pile`, `the largest heap is more than 1`."""
    if left.divided is not None and sign in ("=", "!="):
        what, divisor = left.divided
        if divisor == "2" and right.text in ("0", "1"):
            return f"{what} is {'even' if (right.text == '0') == (sign == '=') else 'odd'}"
        if right.text == "0":
            return f"{divisor} {'divides' if sign == '=' else 'does not divide'} {what}"
    return f"{left.words} {_SIGNS[sign]} {right.words}"


_SIGNS = {"=": "is", "!=": "is not", ">": "is more than", "<=": "is at most"}


def bare(text: str) -> str:
    """An expression without parentheses around the whole of it."""
    return text[1:-1] if text.startswith("(") and _whole(text) else text


def _whole(text: str) -> bool:
    """Whether the parenthesis that opens an expression is closed at its very end."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def by_golden_section(
    one: Number, other: Number, gap: Number, values: dict[str, Numbers]
) -> Iterator[tuple[Literal, Truth]]:
    """Literals on two heaps x <= y: y < phi*x and its opposite, and x = floor(alpha*n) where n = (y-x)/a is whole.

    a is 1 or a parameter. phi is the golden section; alpha is the positive root of z^2 + (a-2)z - a, which is phi for
    a = 1.
    """
    y, x, atoms = one.values, other.values, _atoms(one, other)
    big, small = one.text, other.text
    row = y * y - x * y - x * x < 0
    for said, column in (("<", row), (">=", ~row)):
        yield (
            Literal(
                atoms,
                f"{big}*{big}-{small}*{big}-{small}*{small} {said} 0",
                9,
                f"{one.words} is {_PHI[said]} than phi times {other.words}",
            ),
            column,
        )
    for name, a in (("1", np.ones_like(x)), *values.items()):
        n, rest = gap.values // np.maximum(a, 1), gap.values % np.maximum(a, 1)
        low = x * x + (a - 2) * x * n - a * n * n <= 0
        high = (x + 1) * (x + 1) + (a - 2) * (x + 1) * n - a * n * n > 0
        words = f"{other.words} is floor(alpha*n), n being the difference"
        if name == "1":
            bind: tuple[str, ...] = (f"Index = {big}-{small}",)
            sides = [f"{v}*{v} - {v}*Index - Index*Index" for v in (small, f"({small}+1)")]
            words += " and alpha the golden section"
        else:
            bind = (f"({big}-{small}) \\ {name} = 0", f"Index = ({big}-{small}) / {name}")
            sides = [f"{v}*{v} + ({name}-2)*{v}*Index - {name}*Index*Index" for v in (small, f"({small}+1)")]
            words += f" divided by {name}, alpha^2 + ({name}-2)*alpha = {name}"
        yield Literal((*atoms, *bind), f"{sides[0]} <= 0, {sides[1]} > 0", 14, words), (rest == 0) & low & high


_PHI = {"<": "less", ">=": "no less"}
