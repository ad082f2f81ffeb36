"""Predicates that Bouton gives where rules speak of digits: `zeckendorf(N,J,D)`, `digit(B,N,J,D)` and the like.

Each holds for the digits D of a number N at the places J from 0 up to that of the highest digit that is not 0. The
number must be given by something else. For clingo they are derived by encodings/core/numeration.lp, for the numbers
that the other literals of a rule let N be: those which themselves need no digits, so that nothing depends on itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from clingo.ast import AST, ASTType, Sign
from clingo.ast import Function as Term

from bouton.core.errors import Diagnostic
from bouton.core.numeration import FAMILIES, GIVEN, Numeration
from bouton.core.shipped import folder
from bouton.rules.depend import users
from bouton.rules.file import Signature
from bouton.rules.mirror import mirrored
from bouton.rules.narrowing import Bounds, Environment
from bouton.rules.safety import unsafe
from bouton.rules.syntax import arguments, atoms, defines, is_atom, is_positive, place, rewritten, rule_of, signature
from bouton.rules.values import LIMIT, Integers

MOST, MOST_LISTED = 100_000_000, 20_000
"""The greatest number that may have digits; and the greatest where all numbers below it must be given digits."""
MOST_DIGITS = 40
"""More places than a number has."""


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
        for fault in unsafe(file, [rewritten(rule, partial(_bare, given)) for rule in speaking], constants):
            name = fault.message.partition(" is unsafe")[0]
            message = f"{name} is given no value but by its digits"
            yield Diagnostic(message, file, fault.line, fault.column, "a literal that says which numbers it may be")


def _bare(given: Collection[Signature], node: AST) -> AST | None:
    """Of an atom about digits the place and the digit alone."""
    if node.ast_type != ASTType.SymbolicAtom or signature(node) not in given:
        return None
    return node.update(symbol=Term(node.symbol.location, "_digits", list(node.symbol.arguments)[-2:], 0))


def row(name: Signature) -> tuple[Integers, ...]:
    """The bounds of the arguments of such a predicate."""
    base = (Integers(-LIMIT, LIMIT),) if name[1] == 4 else ()
    return (*base, Integers(1, LIMIT), Integers(0, MOST_DIGITS), Integers(0, LIMIT if base else 1))


@dataclass(frozen=True)
class Demands:
    """What is to be given to clingo: facts about the systems, and rules that say of which numbers digits are needed."""

    facts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    greatest: tuple[tuple[str, int, int], ...] = ()
    """For each system the greatest number of which digits may be needed."""


def demands(file: str, given: Collection[Signature], rules: Sequence[AST], known: Bounds) -> Demands:
    """The same for rules with numbers in place of their constants."""
    most: dict[tuple[str, int], int] = {}
    texts: dict[str, None] = {}
    faults: list[Diagnostic] = []
    late = {head for _, head in users(sorted(given), rules)} | {*given}
    for rule in rules:
        for atom, beside, local, met in _atoms(rule, given, known):
            try:
                (kind, number), of = _asked_for(atom, known, local)
                if not met:
                    continue
                high = max(known.value(of, local).integers.high, 1)
                texts[_demand(f"_asked(_{kind},{number},{of})", of, beside, late, high)] = None
            except ValueError as error:
                message, *expected = error.args
                instead = expected[0] if expected else "smaller positions, or a guard in the body"
                faults.append(Diagnostic(message, file, *place(atom), instead))
                continue
            most[kind, number] = max(most.get((kind, number), 0), high)
    greatest = tuple((kind, number, high) for (kind, number), high in sorted(most.items()))
    kinds = dict.fromkeys(kind for kind, _, _ in greatest)
    facts = (
        *(f"_back(_{kind},{FAMILIES[kind].back})." for kind in kinds),
        *(f"_numeral(_{kind},{number},{high})." for kind, number, high in greatest),
    )
    return Demands(facts, tuple(texts), tuple(faults), greatest)


def _asked_for(atom: AST, known: Bounds, local: Environment) -> tuple[tuple[str, int], AST]:
    """The system of an atom, and the term of the number; ValueError, with what was expected, where its base is none."""
    name = signature(atom)
    assert name is not None
    kind, number = GIVEN[name]
    *first, of, _, _ = arguments(atom)
    if first:
        base = known.value(first[0], local)
        number, family = base.low, FAMILIES[kind]
        if base.low != base.high or number < family.least:
            expected = f"a number, a constant or a parameter, {family.least} or more"
            raise ValueError(f"{family.number} of {atom} is not one number from {family.least} on", expected)
    return (kind, number), of


def _demand(head: str, of: AST, beside: Sequence[AST], late: Collection[Signature], high: int) -> str:
    """A rule that asks for the digits of what a term may be beside these literals; ValueError where it is too large."""
    if high > MOST:
        raise ValueError(f"digits of numbers above {MOST:,} may be asked for, of {of}")
    kept = [one for one in beside if is_positive(one) and signature(one) not in late]
    others = [one for one in beside if one.ast_type == ASTType.Literal and not is_atom(one) and one.sign == Sign.NoSign]
    others = [one for one in others if not any(signature(atom) in late for atom in atoms(one))]
    while more := [one for one in others if one not in kept and _is_safe("_asked", [*kept, one])]:
        kept.append(more[0])
    if not _is_safe(head, kept):
        if high > MOST_LISTED:
            raise ValueError(f"digits of all numbers to {high:,} may be asked for, of {of}")
        return f"{head} :- {of} = 1..{high}."
    return f"{head} :- {'; '.join(map(str, [*kept, f'{of} >= 1']))}."


def _is_safe(head: str, body: Sequence[AST]) -> bool:
    text = "; ".join(map(str, body))
    return not unsafe("", [rule_of(f"{head}{f' :- {text}' if text else ''}.")], {})


def _atoms(
    node: AST, given: Collection[Signature], known: Bounds
) -> Iterator[tuple[AST, Sequence[AST], Environment, bool]]:
    """The atoms about digits in a body, each with the literals beside it and the values of its variables.

    And whether all of these literals can hold at once: where the atoms about digits alone cannot, the fault may be
    theirs, such as a base that is no number.
    """
    environment, met = _narrowed(node.body, given, known)
    if environment is None:
        return
    for literal in node.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate:
            for element in literal.atom.elements:
                local, too = _narrowed(element.condition, given, known, environment)
                inside = [one for condition in element.condition for one in atoms(condition)]
                if local is not None:
                    beside = (*node.body, *element.condition)
                    yield from ((one, beside, local, met and too) for one in inside if signature(one) in given)
        else:
            yield from ((one, node.body, environment, met) for one in atoms(literal) if signature(one) in given)


def _narrowed(
    literals: Sequence[AST], given: Collection[Signature], known: Bounds, outside: Environment | None = None
) -> tuple[Environment | None, bool]:
    """The values of variables where all the literals hold, or else where all hold that are no atoms about digits."""
    whole = known.environment(literals, outside)
    if whole is not None:
        return whole, True
    return known.environment([one for one in literals if signature(one) not in given], outside), False


def listed(given: Collection[Signature], asked: Demands, most: int) -> Iterator[str]:
    """The digits of all numbers that may be needed as facts, worked out here; or the rules where they are too many."""
    if any(high > most for _, _, high in asked.greatest):
        yield from (*asked.facts, *asked.rules, program(), *bridges(given))
        return
    for name in given:
        kind, own = GIVEN[name]
        for system in (Numeration(each, number) for each, number, _ in asked.greatest if each == kind):
            if own in (0, system.number):
                high = max(high for each, number, high in asked.greatest if (each, number) == (kind, system.number))
                first = "" if own else f"{system.number},"
                for value in range(1, high + 1):
                    digits = enumerate(system.digits(value))
                    yield "".join(f"{name[0]}({first}{value},{at},{digit})." for at, digit in digits)


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
        yield from ((base, Numeration(kind, base)) for base in sorted({*bases}) if base >= FAMILIES[kind].least)
