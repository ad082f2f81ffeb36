"""Problems about digits, decided by automata: whether their assertions can be true together, and the shortest word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bouton.automata.compile import Compiler
from bouton.automata.drawn import held, held_in_parts
from bouton.automata.scope import Scoping
from bouton.automata.ws1s import text
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import about_digits, quantified
from bouton.core.logic.expression import Digit, Formula, Places, Power, Unknown, Xor, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import replace
from bouton.core.logic.walk import some
from bouton.core.numeration import BINARY, Numeration

_VALUES = 4
"""Values of an unknown of the position that are tried one by one."""


def system_of(problem: Problem) -> Numeration:
    """The numeration in which digits are spoken of; Unreadable where there are several."""
    spoken = (node for node in problem.nodes if isinstance(node, Digit | Places | Power | Xor))
    found = dict.fromkeys(map(_system, spoken))
    if len(found) > 1:
        raise Unreadable(f"digits in {' and in '.join(map(str, found))}, and no automaton reads both")
    return next(iter(found), BINARY)


def _system(node: Digit | Places | Power | Xor) -> Numeration:
    if isinstance(node, Power):
        return Numeration("base", node.left.constant)
    return BINARY if isinstance(node, Xor) else type(node).system


class Automata:
    """Decides problems about digits one after the other; what has been compiled for one is there for the next."""

    name = "automata"
    cited = "of numbers and their digits, relations and quantifiers are automata (docs/explanation/automata.md)"
    doubt = "the word of an automaton is the shortest one"

    def __init__(self) -> None:
        self._compilers: dict[Numeration, Compiler] = {}
        self._scoping = Scoping()

    def takes(self, problem: Problem) -> bool:
        """Whether it speaks of digits, so that no solver for linear arithmetic reads it."""
        return about_digits(problem)

    def model(self, problem: Problem) -> dict[Unknown, int] | None:
        """The free unknowns that are not local at the shortest word that makes every assertion true; None without one.

        Unreadable where a part is beyond automata, TooLarge where one of them is, Disagreement where an automaton
        differs from its formula at a word that is drawn.
        """
        formula, plain = closed(problem)
        system = system_of(problem)
        compiler = self._compilers.setdefault(system, Compiler(system))
        said, plain = _told_apart(compiler, formula, plain)
        formula = said
        for one in plain:
            formula = _by_values(one, plain[one], formula)
        formula = self._scoping.formula(formula)
        found = compiler.formula(formula)
        held(compiler, said, found, [*plain.values()])
        held_in_parts(compiler, formula)
        word = found.least()
        if word is None:
            return None
        return {one: compiler.value(other, word) for one, other in plain.items()}

    @staticmethod
    def program(problem: Problem) -> str | None:
        """The problem as one for MONA; None where it is not about binary digits, or says what MONA is not told."""
        try:
            if system_of(problem) != BINARY:
                return None
            formula, plain = closed(problem)
            return text(formula, plain.values())
        except Unreadable:
            return None


def closed(problem: Problem) -> tuple[Formula, dict[Unknown, Unknown]]:
    """What must not be true of natural numbers, and which of these stands for which unknown of the problem.

    Unreadable where an unknown of a position may be negative.
    """
    shown = [one for one in problem.free if not one.local]
    for one in shown:
        if one.low is None or one.low < 0:
            raise Unreadable(f"{one.name.partition('.')[0]} may be negative, and has no digits then")
    plain = {one: unknown(f"{one.name}'", 0) for one in shown}
    formula = conj(map(_said, problem.assertions))
    for one in problem.free:
        if one.local:
            formula = some(one, formula)
    # what is known of the unknowns is said, so that equal formulas about different ones are compiled once
    formula = replace({one: atom(other) for one, other in plain.items()}, formula)
    formula = conj((formula, *_bounds(plain)))
    return formula, plain


def _told_apart(
    compiler: Compiler, formula: Formula, plain: Mapping[Unknown, Unknown]
) -> tuple[Formula, dict[Unknown, Unknown]]:
    """The same with other unknowns for digit places: one that is a number for one problem may be a place for another.

    What was compiled is kept by the formula alone, which so says what each of its unknowns is.
    """
    places = {one: unknown(f"{one.name}@", 0) for one in compiler.places_among(plain.values(), formula)}
    compiler.declare(places.values())
    formula = replace({one: atom(place) for one, place in places.items()}, formula)
    return formula, {one: places.get(other, other) for one, other in plain.items()}


def _by_values(one: Unknown, plain: Unknown, formula: Formula) -> Formula:
    """The formula for each value of an unknown that has few: what is said is less, and speaks of one number less."""
    low, high = one.low or 0, one.high
    if high is None or high - low >= _VALUES:
        return formula
    at = [number(value) for value in range(low, high + 1)]
    return disj(conj((equal(atom(plain), value), replace({plain: value}, formula))) for value in at)


def _bounds(plain: Mapping[Unknown, Unknown]) -> Iterator[Formula]:
    """The bounds of unknowns, and the order of those of a chain, said of the others that stand for them."""
    for one, other in plain.items():
        yield at_most(number(one.low or 0), atom(other))
        if one.high is not None:
            yield at_most(atom(other), number(one.high))
    for chain in sorted({one.chain for one in plain if one.chain}):
        members = sorted((one for one in plain if one.chain == chain), key=lambda one: one.rank)
        yield from (at_most(atom(plain[one]), atom(plain[other])) for one, other in pairwise(members))


def decided(problem: Problem) -> dict[Unknown, int] | None:
    """The same for one problem by itself."""
    return Automata().model(problem)


def _said(assertion: Formula | ForAll) -> Formula:
    if isinstance(assertion, Formula):
        return assertion
    wrong = negate(assertion.formula)
    for one in assertion.bound:
        wrong = quantified(one, wrong)
    return negate(wrong)
