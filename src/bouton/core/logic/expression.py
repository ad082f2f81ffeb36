r"""The neutral form every symbolic engine shares: integer expressions and formulas over unknowns.

An expression is linear over atoms (unknowns, case distinctions, quotients, remainders, products), a
formula is in negation normal form over `linear <= 0`, `= 0` and `!= 0`. Nodes are interned, so that equal
ones are the same object, and only the constructors of `arithmetic` and `logic` make them. Every node knows an
interval that holds its value (`low`, `high`; None is no bound), from the unknowns' own bounds.

Where a file speaks of most kinds of nodes it calls this module `ex`.

Integers are mathematical ones; `/` and `\` truncate, as clingo's do (-7 / 2 = -3, -7 \ 2 = -1).
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from typing import Any, ClassVar, TypeAlias, TypeVar
from weakref import WeakValueDictionary, ref

from bouton.core.division import truncated
from bouton.core.numeration import Numeration

Bound: TypeAlias = int | None


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class LogicNode:
    """What expressions and formulas share: a digest of the contents, the same in every run."""

    digest: int
    free: tuple[Unknown, ...] | None = field(default=None, init=False)
    """The unknowns that occur free, in order of first occurrence, once they were asked for (see `walk.unknowns`)."""


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Expression(LogicNode):
    """An integer; `low <= value <= high` wherever the unknowns keep their own bounds."""

    low: Bound
    high: Bound


@dataclass(frozen=True, eq=False, slots=True)
class Unknown(Expression):
    """An integer that is not known: a fluent's value, a parameter, or what a move chooses.

    Unknowns of one `chain` are in the order of their `rank`s: those of lower rank are not greater.
    `local` marks those that belong to one derived row alone (existential), not to the position.
    """

    name: str
    chain: str
    rank: int
    local: bool

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False, slots=True)
class Ite(Expression):
    """`then` where the condition holds, else `other`."""

    condition: Formula
    then: Linear
    other: Linear


@dataclass(frozen=True, eq=False, slots=True)
class Operation(Expression):
    """An operation of the rules, written by its `sign`, on two expressions, that is not linear in them."""

    sign: ClassVar[str]
    digits: ClassVar[bool] = False
    """Whether it speaks of digits, or of steps of a recursion: automata may decide it, no solver for arithmetic."""
    arrays: ClassVar[bool] = False
    """Whether `of` takes arrays of numbers, too."""
    left: Linear
    right: Linear

    @staticmethod
    def of(left: int, right: int) -> int:
        """Its value for two numbers; that at a divisor of 0 is not for use."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False, slots=True)
class Quotient(Operation):
    """`left / right`, truncating; a constant divisor is positive."""

    sign: ClassVar[str] = "/"

    @staticmethod
    def of(left: int, right: int) -> int:
        """The quotient."""
        return truncated(left, right)[0] if right else 0


@dataclass(frozen=True, eq=False, slots=True)
class Remainder(Operation):
    r"""`left \ right`, with the sign of `left`; a constant divisor is positive."""

    sign: ClassVar[str] = "\\"

    @staticmethod
    def of(left: int, right: int) -> int:
        """The remainder."""
        return truncated(left, right)[1] if right else 0


@dataclass(frozen=True, eq=False, slots=True)
class Product(Operation):
    """A product of two expressions, neither of them constant."""

    sign: ClassVar[str] = "*"
    arrays: ClassVar[bool] = True

    @staticmethod
    def of(left: int, right: int) -> int:
        """The product."""
        return left * right


@dataclass(frozen=True, eq=False, slots=True)
class Power(Operation):
    """`left ** right`, of a number of 2 or more and an exponent that is not known.

    Below an exponent of 0 its value is not for use.
    """

    sign: ClassVar[str] = "**"
    digits: ClassVar[bool] = True

    @staticmethod
    def of(left: int, right: int) -> int:
        """The power."""
        return left**right if right >= 0 else 0


@dataclass(frozen=True, eq=False, slots=True)
class Xor(Operation):
    """`left ^ right`: the binary digits in which they differ, of negative numbers those of two's complement.

    In canonical form, which `arithmetic.exclusive` makes, `left` is no such operation, and `right` may be the next one.
    """

    sign: ClassVar[str] = "^"
    digits: ClassVar[bool] = True
    arrays: ClassVar[bool] = True

    @staticmethod
    def of(left: int, right: int) -> int:
        """The exclusive or."""
        return left ^ right


@dataclass(frozen=True, eq=False, slots=True)
class Digit(Operation):
    """The digit of `left` at the place `right` in the numeration `system`; 0 of a number or at a place below 0."""

    digits: ClassVar[bool] = True
    system: ClassVar[Numeration]


@dataclass(frozen=True, eq=False, slots=True)
class Places(Operation):
    """How many digits `left` has in the numeration `system`, none where it is not above 0; `right` is 0."""

    digits: ClassVar[bool] = True
    system: ClassVar[Numeration]


@cache
def digit_in(system: Numeration) -> type[Digit]:
    """The operation that is the digit in a numeration."""
    fields = {"system": system, "sign": f"@{system}", "of": staticmethod(system.digit)}
    return type(f"Digit {system}", (Digit,), {"__slots__": (), "__module__": __name__, **fields})


@cache
def places_in(system: Numeration) -> type[Places]:
    """The operation that is the number of digits in a numeration."""
    fields = {"system": system, "sign": f"@@{system}", "of": staticmethod(lambda left, _: system.places(left))}
    return type(f"Places {system}", (Places,), {"__slots__": (), "__module__": __name__, **fields})


@dataclass(frozen=True, eq=False, slots=True)
class Iterated(Operation):
    """The number that `left` has become after `right` of the `steps`, each of which is one of a recursion."""

    digits: ClassVar[bool] = True
    steps: ClassVar[Steps]


@dataclass(frozen=True, eq=False, slots=True)
class Iterations(Operation):
    """How many numbers the `steps` lead through from `left` on, itself included, or more; `right` is 0."""

    digits: ClassVar[bool] = True
    steps: ClassVar[Steps]


@cache
def iterated_by(kind: type[Iterated | Iterations], steps: Steps) -> type[Iterated | Iterations]:
    """The operation of that kind by these steps."""
    name = f"{kind.__name__} {_digest(steps)}"
    return type(name, (kind,), {"__slots__": (), "__module__": __name__, "steps": steps, "sign": f"@{name}@"})


class Applied(Operation):
    """Whether a predicate holds of numbers, 1 or 0, where no more is known of it than what is said beside.

    Of more than two numbers `left` stands for all but the last: it is Applied too, its value a mere name for these.
    """

    predicate: ClassVar[tuple[str, int]]
    whole: ClassVar[bool]
    """Whether all arguments are there."""

    @staticmethod
    def of(left: int, right: int) -> int:
        """It has no value of its own."""
        raise LookupError(f"what a predicate says of {left} and {right} is not known")


@cache
def applied_in(name: str, arity: int, place: int) -> type[Applied]:
    """The operation that takes the argument at a place, counted from 1, to those before it."""
    fields = {"predicate": (name, arity), "whole": place >= arity - 1, "sign": f"@{name}/{arity}.{place}"}
    return type(f"Applied {name}/{arity} {place}", (Applied,), {"__slots__": (), "__module__": __name__, **fields})


Atom: TypeAlias = Unknown | Ite | Operation
Terms: TypeAlias = tuple[tuple[Atom, int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Linear(Expression):
    """`constant` plus each atom times its coefficient (never 0), atoms in a fixed order."""

    constant: int
    terms: Terms

    @property
    def number(self) -> int | None:
        """Its value if it is a constant."""
        return None if self.terms else self.constant

    @property
    def alone(self) -> Atom | None:
        """The atom that it is by itself, without a factor or anything more."""
        return self.terms[0][0] if not self.constant and len(self.terms) == 1 and self.terms[0][1] == 1 else None

    def __repr__(self) -> str:
        return show(self)


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Formula(LogicNode):
    """A truth value; what is known of its negation is kept with it (see `formulas.negate`)."""

    negation: Formula | None = field(default=None, init=False)
    negated: ref[Formula] | None = field(default=None, init=False)
    """What it was last met as the negation of: only weakly, else neither of the two could ever be forgotten."""

    def __bool__(self) -> bool:
        raise TypeError("a formula has no truth value; compare it with TRUE or FALSE by `is`")

    def __repr__(self) -> str:
        return show(self)


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Le(Formula):
    """`left <= 0`."""

    left: Linear


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Eq(Formula):
    """`left = 0`."""

    left: Linear


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Ne(Formula):
    """`left != 0`."""

    left: Linear


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class And(Formula):
    """All of them; TRUE is the empty one."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Or(Formula):
    """One of them; FALSE is the empty one."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Some(Formula):
    """For some value of the unknown the formula holds. Such are only made where digits are spoken of."""

    bound: Unknown
    formula: Formula


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Never(Formula):
    """For no value of the unknown the formula holds."""

    bound: Unknown
    formula: Formula


Steps: TypeAlias = tuple[tuple[Formula, Linear], ...]
"""When each of the rules of a recursion leads on from the number `START`, one of them at most, and where to."""

_known: WeakValueDictionary[tuple[Any, ...], LogicNode] = WeakValueDictionary()
_N = TypeVar("_N", bound=LogicNode)


def intern(kind: type[_N], *fields: Any) -> _N:
    """The one node of that kind with those fields."""
    return _interned(kind, *fields)  # type: ignore[return-value, arg-type]


@lru_cache(maxsize=1 << 14)  # most are asked for several times, and near each other
def _interned(kind: type[LogicNode], *fields: Any) -> LogicNode:
    key = (kind, *fields)
    found = _known.get(key)
    if found is None:
        found = _known[key] = kind(_digest((kind.__name__, fields)), *fields)
    return found


def _digest(value: object) -> int:
    """A number that depends on the contents alone: hashes of strings differ from run to run."""
    if isinstance(value, LogicNode):
        return value.digest
    if isinstance(value, tuple):
        return hash(tuple([each if type(each) is int else _digest(each) for each in value]))
    if isinstance(value, str):
        return zlib.crc32(value.encode())
    return -7 if value is None else hash(value)


def digest_of_sum(low: Bound, high: Bound, constant: int, terms: Terms) -> int:
    """The same for a linear expression of these fields; most nodes are such."""
    of_terms = hash(tuple([hash((part.digest, coefficient)) for part, coefficient in terms]))
    return hash((_SUM, hash((-7 if low is None else low, -7 if high is None else high, constant, of_terms))))


def unknown(
    name: str, low: Bound = None, high: Bound = None, *, chain: str = "", rank: int = 0, local: bool = False
) -> Unknown:
    """The unknown of that name and these bounds."""
    return intern(Unknown, low, high, name, chain, rank, local)


class UnknownNames:
    """Names for what a problem says there is: no two unknowns of one maker are the same, nor those of two kinds."""

    def __init__(self, kind: str = "") -> None:
        self._kind = kind
        self._numbers = count(1)

    def fresh(self, name: str) -> Unknown:
        """A new unknown, named after another one or a variable."""
        return unknown(f"{name.partition('$')[0]}${self._kind}{next(self._numbers)}", local=True)


START = unknown("start$", local=True)
"""The number that a step of a recursion leads on from."""
_SUM = _digest(Linear.__name__)
TRUE: Formula = intern(And, ())
FALSE: Formula = intern(Or, ())


# ------------------------------------------------------------------------- as text, for messages and for reading


def show(value: Linear | Formula) -> str:
    """One line of text."""
    if isinstance(value, Linear):
        return _linear(value)
    if value is TRUE or value is FALSE:
        return "#true" if value is TRUE else "#false"
    match value:
        case Le(left=left):
            return _relation(left, "<=", ">=")
        case Eq(left=left):
            return _relation(left, "=", "=")
        case Ne(left=left):
            return _relation(left, "!=", "!=")
        case And(parts=parts):
            return "(" + ", ".join(map(show, parts)) + ")"
        case Or(parts=parts):
            return "(" + "; ".join(map(show, parts)) + ")"
        case Some(bound=bound, formula=formula):
            return f"[some {bound.name}: {show(formula)}]"
        case Never(bound=bound, formula=formula):
            return f"[no {bound.name}: {show(formula)}]"
    raise TypeError(value)


def _linear(value: Linear) -> str:
    text = "".join(_term(part, coefficient) for part, coefficient in value.terms)
    if value.constant or not text:
        text += f"{value.constant:+d}"
    return text.removeprefix("+")


def _term(part: Atom, coefficient: int) -> str:
    sign = "-" if coefficient < 0 else "+"
    factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
    return sign + factor + _atom(part)


def _atom(part: Atom) -> str:
    match part:
        case Unknown(name=name):
            return name
        case Ite(condition=condition, then=then, other=other):
            return f"[{show(condition)} ? {show(then)} : {show(other)}]"
    return f"(({show(part.left)}){part.sign}({show(part.right)}))"


def _relation(left: Linear, sign: str, mirrored: str) -> str:
    """Negative terms on the right, and the constant with them."""
    ahead = [term for term in left.terms if term[1] > 0]
    behind = [(part, -coefficient) for part, coefficient in left.terms if coefficient < 0]
    if not ahead:
        ahead, behind, sign, constant = behind, [], mirrored, left.constant
    else:
        constant = -left.constant
    right = "".join(_term(*term) for term in behind) + (f"{constant:+d}" if constant or not behind else "")
    return "".join(_term(*term) for term in ahead).removeprefix("+") + sign + right.removeprefix("+")
