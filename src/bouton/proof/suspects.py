"""Where a claim fails whose proof has problems about numbers, if one has a model, and what shows that it is the least.

A model has numbers alone: how many heaps there are with a 1, how many are lowered, how many stones. Positions of such
numbers are looked at, with few stones first. That one has the fewest is shown by the problems of the proof itself, once
these speak of the numbers alone that positions with fewer stones have.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import Formula, Linear, Unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.problem import Problem
from bouton.core.position import Parameters, Value
from bouton.core.spec import Claim
from bouton.proof.compared.comparison import numbers_of
from bouton.proof.routes import OfNumbers, route
from bouton.proof.setting import Setting, ranged
from bouton.proof.ways.columns.problems import FREE, ONES
from bouton.proof.ways.remainders.problems import OTHERS, SIZE
from bouton.rules.file import Rules

_ASSIGNMENTS = 16
"""Assignments of the parameters, least first, at which positions are looked at besides those of the models."""
_OF_A_POSITION = frozenset(
    {
        *("_heap", "_size", "_next", "_next_left", "_ones", "ones", "free", "lowered"),
        *("_taken", "_nim_sum", "_total", "size", "others", "stones", "left", "taken", "quotient", "number"),
    }
)
"""The unknowns that are no greater than the number of stones, whatever the rules say."""
_TOGETHER = ((ONES, FREE), (SIZE, OTHERS))
"""Those of which two are no greater together."""


def suspect(
    claim: Claim, rules: Rules, setting: Setting, models: Sequence[Mapping[str, int]]
) -> tuple[dict[str, Value], tuple[int, ...]] | None:
    """Values of the parameters, least first, and heaps at which the claim, as it was read, fails; None if none is seen.

    What the rules were read to say must have been proved.
    """
    found, unknowns = read(claim, rules, setting), ranged(setting).parameters
    most = 1 + max((value for model in models for value in model.values()), default=0)
    for parameters in assignments(setting, models):
        heaps = found.at(numbers_of(unknowns, parameters)).failing(most)
        if heaps is not None:
            return parameters, heaps
    return None


def read(claim: Claim, rules: Rules, setting: Setting) -> OfNumbers:
    """The claim, which must be one whose problems are about numbers."""
    found, _ = route(claim, rules, setting)
    assert isinstance(found, OfNumbers)
    return found


def assignments(setting: Setting, models: Sequence[Mapping[str, int]]) -> Iterator[dict[str, Value]]:
    """The least assignments of the parameters up to those of the models, and these."""
    ends = [_of_model(setting, model) for model in models]
    most = 1 + max((value for one in ends for value in one.values() if isinstance(value, int)), default=0)
    least = list(itertools.islice(setting.assignments(most), _ASSIGNMENTS))
    yield from (one for one in least if any(_key(one) <= _key(end) for end in ends))
    yield from sorted((one for one in ends if one not in least), key=_key)


def _of_model(setting: Setting, model: Mapping[str, int]) -> dict[str, Value]:
    """The parameters of a model; those that it leaves open are as small as they can be."""
    found = dict(setting.parameters)
    for name, span in setting.unknown.items():
        found[name] = model.get(f"{name}.N", span.at(found, 1).start)
    return found


def _key(parameters: Parameters) -> tuple[Value, ...]:
    return tuple(parameters.values())


def lesser(claim: Claim, found: OfNumbers, setting: Setting, parameters: Parameters, stones: int) -> Iterator[Problem]:
    """The problems of the proof at lesser parameters and at fewer stones: if none has a model, all is right there."""
    unknowns = ranged(setting).parameters
    at = {one: number(value) for name, one in unknowns.items() if isinstance(value := parameters[name], int)}
    before = disj(_before(list(at.items())))
    here = conj(equal(atom(one), value) for one, value in at.items())
    for problem in found.problems(claim):
        few = [at_most(atom(one), number(stones - 1)) for one in problem.free if one.name in _OF_A_POSITION]
        for both in _TOGETHER:
            if {*both} <= {*problem.free}:
                few.append(at_most(add(*map(atom, both)), number(stones - 1)))
        yield replace(problem, assertions=(*problem.assertions, disj((before, conj((here, *few))))))


def _before(at: Sequence[tuple[Unknown, Linear]]) -> Iterator[Formula]:
    """That the parameters come before these values."""
    for place, (one, value) in enumerate(at):
        yield conj((*(equal(atom(other), same) for other, same in at[:place]), less(atom(one), value)))
