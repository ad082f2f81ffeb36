"""Predicates that Bouton gives where rules speak of digits: `zeckendorf(N,J,D)`, `digit(B,N,J,D)` and the like.

Each holds for the digits D of a number N at the places J from 0 up to that of the highest digit that is not 0. The
number must be given by something else. For clingo they are derived by encodings/core/numeration.lp, for all numbers up
to the greatest that the rules can ask for, as an analysis of their bounds finds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from clingo.ast import AST, ASTType, Transformer
from clingo.ast import Function as Term

from bouton.core.errors import Diagnostic
from bouton.core.numeration import BINARY, ZECKENDORF, Kind, Numeration
from bouton.core.shipped import folder
from bouton.rules.file import Signature
from bouton.rules.mirror import mirrored
from bouton.rules.narrowing import Bounds, Environment
from bouton.rules.safety import unsafe
from bouton.rules.syntax import arguments, atoms, defines, place, signature
from bouton.rules.values import LIMIT, Values

GIVEN: Mapping[Signature, tuple[Kind, int]] = {
    ("digit", 3): (BINARY.kind, BINARY.number),
    ("digit", 4): ("base", 0),
    ("zeckendorf", 3): (ZECKENDORF.kind, ZECKENDORF.number),
    ("ostrowski", 4): ("ostrowski", 0),
}
"""The predicates, each with its system; 0 stands for a number that is its first argument."""

MOST = 20_000
"""Digits are given of numbers up to this."""
MOST_DIGITS, MOST_BASE = 40, 1000
"""Bounds for analysis: places of a number, and a base or partial quotient."""


def asked(rules: Iterable[AST]) -> frozenset[Signature]:
    """The predicates of digits that rules speak of; none of a name that they derive themselves."""
    listed = [mirrored(rule) for rule in rules]
    derived = {defines(rule)[0] for rule in listed}
    found = {signature(atom) for rule in listed for literal in rule.body for atom in atoms(literal)}
    return frozenset(one for one in found if one is not None and one in GIVEN and one[0] not in derived)


def unbound(
    file: str, rules: Sequence[AST], given: Collection[Signature], constants: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """Each variable to which only its digits give a value."""
    speaking = [rule for rule in rules if any(signature(atom) in given for atom in atoms(mirrored(rule)))]
    if speaking and not unsafe(file, speaking, constants):
        for fault in unsafe(file, [_Without(given).visit(rule) for rule in speaking], constants):
            name = fault.message.partition(" is unsafe")[0]
            message = f"{name} is given no value but by its digits"
            yield Diagnostic(message, file, fault.line, fault.column, "a literal that says which numbers it may be")


class _Without(Transformer):
    """Leaves of an atom about digits the place and the digit."""

    def __init__(self, given: Collection[Signature]) -> None:
        self.given = given

    def visit_SymbolicAtom(self, node: AST) -> AST:
        if signature(node) not in self.given:
            return node
        symbol = Term(node.symbol.location, "_digits", list(node.symbol.arguments)[-2:], 0)
        return node.update(symbol=symbol)


def row(name: Signature) -> tuple[Values, ...]:
    """The bounds of the arguments of such a predicate."""
    base = (Values(1, MOST_BASE),) if name[1] == 4 else ()
    return (*base, Values(1, LIMIT), Values(0, MOST_DIGITS), Values(0, MOST_BASE if base else 1))


def facts(
    file: str, given: Collection[Signature], rules: Sequence[AST], known: Bounds
) -> tuple[list[str], list[Diagnostic]]:
    """What is to be given to clingo: for each system the greatest number that the rules ask for; and what is at fault.

    The numbers must stand in place of the constants.
    """
    most: dict[tuple[Kind, int], int] = {}
    faults: list[Diagnostic] = []
    for rule in rules:
        environment = known.environment(rule.body)
        for atom, local in () if environment is None else _atoms(rule, given, known, environment):
            name = signature(atom)
            assert name is not None
            kind, number = GIVEN[name]
            *first, of, _, _ = arguments(atom)
            if first:
                base = known.value(first[0], local)
                number = base.low
                if base.low != base.high or number < (2 if kind == "base" else 1):
                    what = "the base" if kind == "base" else "the partial quotient"
                    message = f"{what} of {atom} is not one number above {kind == 'base':d}"
                    faults.append(Diagnostic(message, file, *place(atom)))
                    continue
            high = max(known.value(of, local).integers.high, 1)
            if high > MOST:
                message = f"digits of numbers above {MOST:,} may be asked for by {atom}"
                faults.append(Diagnostic(message, file, *place(atom), "smaller positions, or a guard in the body"))
                continue
            most[kind, number] = max(most.get((kind, number), 0), high)
    return [f"_numeral(_{kind},{number},{high})." for (kind, number), high in sorted(most.items())], faults


def _atoms(
    node: AST, given: Collection[Signature], known: Bounds, environment: Environment
) -> Iterator[tuple[AST, Environment]]:
    """The atoms about digits in a body, each with the values of its variables."""
    for literal in node.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate:
            for element in literal.atom.elements:
                local = known.environment(element.condition, environment)
                inside = [one for condition in element.condition for one in atoms(condition)]
                yield from ((one, local) for one in inside if signature(one) in given and local is not None)
        else:
            yield from ((one, environment) for one in atoms(literal) if signature(one) in given)


@cache
def program() -> str:
    """The rules that derive digits."""
    return (folder("encodings") / "core" / "numeration.lp").read_text(encoding="utf-8")


def bridges(given: Collection[Signature]) -> list[str]:
    """A rule for each of the predicates."""
    found = []
    for name, arity in sorted(given):
        kind, number = GIVEN[name, arity]
        first = "" if number else "B,"
        found.append(f"{name}({first}N,J,D) :- _digits(_{kind},{number or 'B'},N,J,D).")
    return found


def systems(name: Signature, bases: Iterable[int]) -> Iterator[tuple[int | None, Numeration]]:
    """The systems of a predicate, with its first argument where there is one."""
    kind, number = GIVEN[name]
    if number:
        yield None, Numeration(kind, number)
    else:
        yield from ((base, Numeration(kind, base)) for base in sorted({*bases}) if base >= (2 if kind == "base" else 1))
