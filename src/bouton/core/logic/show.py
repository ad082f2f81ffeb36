"""Expressions and formulas as text in the notation of the rules, for messages and for reading."""

from __future__ import annotations

from bouton.core.logic.expression import (
    FALSE,
    TRUE,
    And,
    Atom,
    Eq,
    Formula,
    Ite,
    Le,
    Linear,
    Ne,
    Or,
    Product,
    Quotient,
    Unknown,
)


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
    sign = "*" if isinstance(part, Product) else "/" if isinstance(part, Quotient) else "\\"
    return f"(({show(part.left)}){sign}({show(part.right)}))"


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
