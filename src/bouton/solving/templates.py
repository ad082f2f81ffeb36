"""Winning moves by template: a move, and for each number that it chooses an expression over the position.

What holds of every move holds of these, so that instances in place of the quantifiers carry `unsat` over. They are
found by sampling: which expressions name a winning move at which positions, and a greedy set cover of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.columns import Numbers, Truths, ValuesInColumns
from bouton.core.logic.expression import TRUE, Formula, Ite, Linear, Quotient, Remainder, Unknown
from bouton.core.logic.formulas import conj, conjuncts, disjuncts, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import parts, unknowns
from bouton.reading.choices import NotBounded
from bouton.reading.choices import choices as bounded_choices
from bouton.solving.instances import candidates
from bouton.solving.samples import Samples
from bouton.solving.tuning import TUNING

_SEED = 1901
_CASES = 8
"""Of what is divided, in which moves that win are looked for."""
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Template:
    """The instance of a problem's assertion number `place`: an expression for each of its bound unknowns."""

    place: int
    values: tuple[Linear, ...]

    def instance(self, problem: Problem) -> Formula:
        """What the quantified assertion says of this move."""
        assertion = _quantifier(problem, self.place)
        return Substitution(dict(zip(assertion.bound, self.values, strict=True))).formula(assertion.formula)

    def wins(self, problem: Problem, samples: Samples) -> Truths:
        """At which sampled positions the move wins: where the assertion, that no move does, fails of it."""
        assertion = _quantifier(problem, self.place)
        chosen = {one: samples.columns(value) for one, value in zip(assertion.bound, self.values, strict=True)}
        return ~samples.columns.extended(np.arange(samples.length), chosen)(assertion.formula)


@dataclass(frozen=True)
class TemplateCover:
    """Templates, and the numbers of those sampled positions at which none was found to win."""

    templates: tuple[Template, ...]
    missed: tuple[int, ...]


def instantiated(problem: Problem, templates: Sequence[Template]) -> Problem:
    """The problem with the templates' instances in place of its quantifiers, each an assertion, after all others."""
    kept = [assertion for assertion in problem.assertions if isinstance(assertion, Formula)]
    return replace(problem, assertions=(*kept, *(one.instance(problem) for one in templates)))


def cover(problem: Problem, samples: Samples) -> TemplateCover:
    """A short list of templates of which one wins at each sampled position, as far as any was found that does."""
    if not samples.length:
        return TemplateCover((), ())
    order = np.random.default_rng(_SEED).permutation(samples.length)
    # of the moves without a choice it is said in the problem already that they do not win
    said = (one for one in problem.assertions if isinstance(one, Formula))
    left = samples.columns(conj(one for one in said if not any(each.local for each in unknowns(one))))
    covered: dict[Template, Numbers] = {}
    for place in _by_choices(problem):
        move = _move(problem, place)
        waiting = order
        while len(waiting := waiting[left[waiting]]):
            chunk, waiting = waiting[: TUNING.template_positions], waiting[TUNING.template_positions :]
            for key in _greedy(_votes(move, samples, chunk), samples.length):
                template = _template(move, key)
                covered[template] = np.flatnonzero(template.wins(problem, samples))
                left[covered[template]] = False
    return TemplateCover(tuple(_greedy(covered, samples.length)), tuple(np.flatnonzero(left).tolist()))


def _by_choices(problem: Problem) -> list[int]:
    """The places of the quantifiers over moves that may win, those with fewer choices first."""
    each = enumerate(problem.assertions)
    places = [at for at, one in each if isinstance(one, ForAll) and one.formula is not TRUE]
    return sorted(places, key=lambda at: len(_quantifier(problem, at).bound))


def _quantifier(problem: Problem, place: int) -> ForAll:
    assertion = problem.assertions[place]
    assert isinstance(assertion, ForAll)
    return assertion


def _greedy(covered: dict[_Key, Numbers], length: int) -> Iterator[_Key]:
    """Each time the one that wins at most positions where none before it does; the first found of equals."""
    left = np.ones(length, dtype=bool)
    while covered:
        best = max(covered, key=lambda one: int(left[covered[one]].sum()))
        if not left[covered[best]].any():
            return
        yield best
        left[covered[best]] = False
        covered = {one: where for one, where in covered.items() if left[where].any()}


@dataclass(frozen=True)
class _Move:
    """A move with its pools: for each choice expressions over the position and the choices before it."""

    place: int
    bound: tuple[Unknown, ...]
    order: tuple[int, ...]
    """The place of each of the quantifier's own unknowns among these."""
    wins: Formula
    guards: tuple[Formula, ...]
    """For each choice what the guard says of it and those before it."""
    pools: tuple[tuple[Linear, ...], ...]


def _move(problem: Problem, place: int) -> _Move:
    assertion = _quantifier(problem, place)
    wins = negate(assertion.formula)
    common = set(conjuncts(disjuncts(wins)[0])).intersection(*map(conjuncts, disjuncts(wins)))
    guard = [part for part in conjuncts(disjuncts(wins)[0]) if part in common]
    bound = _in_order(assertion.bound, guard)
    guards, pools = [], []
    for at, one in enumerate(bound):
        later = set(bound[at + 1 :])
        now = [part for part in guard if one in (inside := unknowns(part)) and not later & inside.keys()]
        guards.append(conj(now))
        pool = dict.fromkeys(_expressions(one, assertion, bound[:at], later))
        pools.append(tuple(itertools.islice(pool, TUNING.template_expressions)))
    order = tuple(map(bound.index, assertion.bound))
    return _Move(place, bound, order, wins, tuple(guards), tuple(pools))


def _in_order(bound: Sequence[Unknown], guard: Sequence[Formula]) -> tuple[Unknown, ...]:
    """The choices in an order in which each has bounds that speak of those before it alone."""
    try:
        return tuple(choice.unknown for choice in bounded_choices(bound, conj(guard)))
    except NotBounded:
        return tuple(bound)


def _expressions(one: Unknown, assertion: ForAll, before: Sequence[Unknown], later: set[Unknown]) -> Iterator[Linear]:
    """Expressions that a choice may be, simple ones first."""
    position = [u for u in unknowns(assertion.formula) if not u.local]
    bound = set(assertion.bound)
    for shift in (0, 1, -1, 2, -2):
        yield from (number(shift),) if shift >= 0 else ()
        yield from (add(atom(u), number(shift)) for u in (*before, *sorted(position, key=lambda u: u.name)))
    open_ = ForAll((one, *sorted(later, key=lambda u: u.name)), assertion.formula)
    each = (open_, *(replace(open_, formula=case) for case in itertools.islice(_cases(open_.formula), _CASES)))
    changes = list(dict.fromkeys(value for case in each for value in candidates(one, case)))
    yield from (value for value in changes if not any(isinstance(node, Remainder) for node in parts(value)))
    for node in parts(assertion.formula):
        if isinstance(node, Remainder) and not bound & unknowns(node.left, node.right).keys():
            yield from (add(atom(node), number(shift)) for shift in (0, 1, -1))
    yield from changes


def _cases(formula: Formula) -> Iterator[Formula]:
    """The formula with one of both in place of each case distinction in what is divided."""
    divided = (node.left for node in parts(formula) if isinstance(node, Quotient | Remainder))
    found = next((part for left in divided for part in parts(left) if isinstance(part, Ite)), None)
    if found is None:
        yield formula
        return
    for value in (found.then, found.other):
        yield from _cases(Substitution({found: value}).formula(formula))


def _votes(move: _Move, samples: Samples, chunk: Numbers) -> dict[tuple[int, ...], Numbers]:
    """The templates of one move that win somewhere in the chunk, simple ones first, and where.

    Each is given by the places of its expressions in the pools.
    """
    here = samples.columns.extended(chunk, {})
    rows, chosen, columns = np.arange(len(chunk)), dict[Unknown, Numbers](), here
    for one, guard, pool in zip(move.bound, move.guards, move.pools, strict=True):
        rows, chosen = _distinct(rows, chosen, one, np.stack([columns(value) for value in pool]))
        if len(rows) > TUNING.template_moves:
            return {}
        rows, chosen, columns = _where(guard, rows, chosen, here)
    rows, chosen, columns = _where(move.wins, rows, chosen, here)
    matches = [
        np.stack([columns(value) for value in pool]) == chosen[one]
        for one, pool in zip(move.bound, move.pools, strict=True)
    ]
    found: dict[tuple[int, ...], list[int]] = {}
    for at, row in enumerate(rows.tolist()):
        keys = itertools.product(*(np.flatnonzero(match[:, at]).tolist() for match in matches))
        for key in itertools.islice(keys, TUNING.template_keys):
            found.setdefault(key, []).append(row)
    simple = sorted(found, key=lambda key: (sum(key), key))
    return {key: chunk[found[key]] for key in simple}


def _where(
    said: Formula, rows: Numbers, chosen: dict[Unknown, Numbers], here: ValuesInColumns
) -> tuple[Numbers, dict[Unknown, Numbers], ValuesInColumns]:
    """The moves of which it holds."""
    good = np.flatnonzero(here.extended(rows, chosen)(said))
    rows, chosen = rows[good], {one: column[good] for one, column in chosen.items()}
    return rows, chosen, here.extended(rows, chosen)


def _distinct(
    rows: Numbers, chosen: dict[Unknown, Numbers], one: Unknown, values: Numbers
) -> tuple[Numbers, dict[Unknown, Numbers]]:
    """Each row once for each different value in its column of the table."""
    ordered = np.sort(values, axis=0)
    new = np.ones(ordered.shape, dtype=bool)
    new[1:] = ordered[1:] != ordered[:-1]
    row, value = np.nonzero(new.T)
    return rows[row], {**{u: column[row] for u, column in chosen.items()}, one: ordered[value, row]}


def _template(move: _Move, key: Sequence[int]) -> Template:
    """The expressions of the pools, each with those before it put in."""
    known: dict[Unknown, Linear] = {}
    for one, pool, at in zip(move.bound, move.pools, key, strict=True):
        known[one] = Substitution(known).linear(pool[at])
    values = list(known.values())
    return Template(move.place, tuple(values[at] for at in move.order))
