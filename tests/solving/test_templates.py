"""Winning moves by template: found where there are any, and instances that follow from the quantifier."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from bouton.core.logic.arithmetic import add, atom, number, remainder, scale, subtract
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps, Measure
from bouton.proof.obligations.kernel import obligations
from bouton.proof.theorem import MemberClaim, Reading, Theorem
from bouton.solving.samples import samples
from bouton.solving.templates import Template, cover, instantiated
from bouton.solving.witnesses import witnesses
from tests.reading.conftest import Reader

N = unknown("pile.N", 0)
D, E = unknown("D$1", local=True), unknown("E$2", local=True)
LEFT = subtract(atom(N), atom(D))
MULTIPLE = equal(remainder(LEFT, number(4)), number(0))
LEGAL = conj((at_most(number(1), atom(D)), at_most(atom(D), number(3)), at_most(atom(D), atom(N))))
OUTSIDE = different(remainder(atom(N), number(4)), number(0))
PILE = Problem("absorption", "", (OUTSIDE, ForAll((D,), negate(conj((LEGAL, MULTIPLE))))))

GREEDY = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
largest(N) :- N = #count { I : heap(I,S), heap(1,S) }.
even :- largest(N), N \\ 2 = 0.
few  :- even, not heap(3,_).
"""
Absorption = Callable[[str, int], Problem]


@pytest.fixture
def absorption(rules: Reader) -> Absorption:
    """The problem that a claim's P-positions are reached from every other position of so many heaps."""

    def making(iff: str, heaps: int) -> Problem:
        fluents = (Heaps("heap", "descending"),)
        read = rules(GREEDY, fluents)
        theorem = Theorem(read, {}, {}, Measure(fluents, ("stones",)), "normal", (MemberClaim("t", iff),))
        reading = Reading(theorem, frozenset((count,) for count in range(heaps + 1)))
        found = obligations(reading, [(heaps,)])
        return next(problem for _, problem in found if problem.name.startswith("absorption"))

    return making


def test_the_template_of_a_pile() -> None:
    """From a pile that is no multiple of 4 the remainder is taken."""
    found = cover(PILE, samples(PILE, 300))
    assert not found.missed
    (template,) = found.templates
    assert template.place == 1
    values = [Evaluation({N: pile})(template.values[0]) for pile in range(40)]
    assert [value for pile, value in enumerate(values) if pile % 4] == [pile % 4 for pile in range(40) if pile % 4]


def test_a_choice_that_depends_on_the_one_before() -> None:
    """The second number must be one more than the first, and both sum up to 2x-1."""
    x = unknown("x.N", 0)
    wins = conj((at_most(number(0), atom(D)), at_most(atom(D), atom(x)), equal(atom(E), add(atom(D), number(1)))))
    wins = conj((wins, at_most(atom(E), atom(x)), equal(add(atom(D), atom(E)), subtract(scale(2, atom(x)), number(1)))))
    problem = Problem("p", "", (less(number(0), atom(x)), ForAll((E, D), negate(wins))))
    (template,) = cover(problem, samples(problem, 200)).templates
    at = Evaluation({x: 17})
    assert tuple(map(at, template.values)) == (17, 16)


@pytest.mark.parametrize("heaps", [1, 2, 3, 4])
def test_templates_win_where_they_are_said_to(absorption: Absorption, heaps: int) -> None:
    """A template's instance, at every small position: false exactly where the move it names is one that wins."""
    problem = absorption("even", heaps)
    looked_at = samples(problem, 400)
    found = cover(problem, looked_at)
    assert not found.missed
    sizes = sorted(looked_at.values, key=lambda one: one.name)
    won = np.zeros(looked_at.length, dtype=bool)
    for template in found.templates:
        won |= template.wins(problem, looked_at)
        for position in product(range(1, 4), repeat=heaps):
            ordered = tuple(sorted(position, reverse=True))
            here = Evaluation(dict(zip(sizes, ordered, strict=True)))
            amount = here(template.values[0])
            after = sorted((ordered[0] - amount, *ordered[1:]), reverse=True)
            left = [size for size in after if size]
            legal = 1 <= amount <= ordered[0]
            wins = legal and (not left or left.count(left[0]) % 2 == 0)
            assert here(template.instance(problem)) is (not wins)
    assert won.all()


def test_where_no_move_wins_some_positions_are_missed(absorption: Absorption) -> None:
    problem = absorption("few", 3)
    looked_at = samples(problem, 400)
    assert cover(problem, looked_at).missed
    found = witnesses(problem)
    assert found is not None
    assert not found.sufficient
    sizes = [tuple(value for _, value in sorted(point, key=lambda one: one[0].name)) for point in found.missed]
    assert sizes[0] == (2, 2, 1)  # a 2 is left with 1 or none: (2,1), (2,1,1)


def test_instances_replace_the_quantifiers(absorption: Absorption) -> None:
    problem = absorption("even", 3)
    found = witnesses(problem)
    assert found is not None
    assert found.sufficient
    made = found.instances
    assert problem.quantified
    assert not made.quantified
    assert made.assertions[-len(found.templates) :] == tuple(one.instance(problem) for one in found.templates)
    assert found == witnesses(problem)


def test_a_counterexample_brings_a_further_template() -> None:
    """What wins at one position alone, far above those that are sampled, is found from the solver's model."""
    far = 123_456
    special = equal(atom(N), number(far))
    wins = disj(
        (
            conj((special, equal(atom(D), number(2)), LEGAL)),
            conj((negate(special), equal(atom(D), number(1)), LEGAL)),
        )
    )
    problem = Problem("p", "", (less(number(9), atom(N)), ForAll((D,), negate(wins))))
    assert far not in samples(problem, 3000).values[N].tolist()
    found = witnesses(problem)
    assert found is not None
    assert found.sufficient
    assert {template.values for template in found.templates} == {(number(1),), (number(2),)}


def test_a_model_where_nothing_wins_ends_the_search() -> None:
    far = equal(atom(N), number(123_456))
    problem = Problem("p", "", (OUTSIDE, ForAll((D,), negate(conj((LEGAL, MULTIPLE, negate(far)))))))
    found = witnesses(Problem("p", "", (disj((OUTSIDE, far)), *problem.assertions[1:])))
    assert found is not None
    assert found.missed == (((N, 123_456),),)


def test_positions_that_are_hard_to_meet_come_from_the_solver() -> None:
    """No random assignment has a sum of this kind: the first position is a model."""
    x, y = unknown("x.N", 0), unknown("y.N", 0)
    odd = equal(add(scale(997, atom(x)), scale(-1009, atom(y))), number(1))
    wins = conj((LEGAL, equal(atom(D), number(3)), at_most(atom(x), add(atom(x), atom(D)))))
    problem = Problem("p", "", (odd, less(number(9), atom(N)), ForAll((D,), negate(wins))))
    assert samples(problem, 100).length == 0
    found = witnesses(problem)
    assert found is not None
    assert [template.values for template in found.templates] == [(number(3),)]


def test_no_quantifier_has_no_templates() -> None:
    assert witnesses(Problem("p", "", (OUTSIDE,))) is None
    assert instantiated(PILE, [Template(1, (number(2),))]).logic == "QF_LIA"
