"""The problems that prove a class of games by the pairs (g, g-) of its positions, by induction along the measure.

A predicate labels each position. ZERO_ONE and ONE_ZERO stand for the pairs (0,1) and (1,0), the swap positions;
BOTH for g = g- where there are options of both pairs, NEITHER for g = g- where there are none of them. Let each
label be what the labels of the options say: ZERO_ONE at a terminal; elsewhere at a swap position options with the
other pair, none with its own and none of NEITHER, whose value may be 0 or 1. By induction g and g- are then the mex
of the same values, but for the swap positions' 0 and 1; those of BOTH are above 1, since their options have 0 and 1
in both plays, so that they stand in no swap position's way. So the pairs are those of the labels: the game is a
minion, and it is miserable (Gurvich, On tame, pet, miserable, and strongly miserable impartial games, 2012, section
2.1.2 and the proof of Lemma 11), and so tame. Without NEITHER it is pet, as no position has the pair (0,0) or (1,1)
(Theorem 3, i''). The positions of BOTH are the critical ones, and with those of NEITHER the tame ones (section 1.5.4).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bouton.claims.parts import DESCRIBED, LABELS
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import Formula
from bouton.core.logic.formulas import conj, different, disj, equivalent, less, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.stated import Pairs
from bouton.proof.obligations import values
from bouton.proof.theorem import VALUE, Characterisation, MoveCase, Moves, led, never_led, wins
from bouton.reading.command import SymbolicGame

ZERO_ONE, ONE_ZERO, BOTH, NEITHER = range(4)
BARRED: dict[int, Collection[int]] = {
    ZERO_ONE: (ZERO_ONE, NEITHER),
    ONE_ZERO: (ONE_ZERO, NEITHER),
    BOTH: (),
    NEITHER: (ZERO_ONE, ONE_ZERO),
}
"""The labels that no option of a position with the label may have."""
REACHED: dict[int, Collection[int]] = {
    ZERO_ONE: (ONE_ZERO,),
    ONE_ZERO: (ZERO_ONE,),
    BOTH: (ZERO_ONE, ONE_ZERO),
    NEITHER: (),
}
"""The labels that some option must have, of a position that is no terminal."""


def problems(here: Characterisation[SymbolicGame], moves: Moves) -> Iterator[Problem]:
    """Every problem of the labels. Where one has a model the labels are wrong, which says nothing of the claim."""
    return (replace(one, about="rules", fault="the labels do not prove it") for one in _problems(here, moves))


def _problems(here: Characterisation[SymbolicGame], moves: Moves) -> Iterator[Problem]:
    yield from values.named(here)
    name, states = here.theorem.members[0].iff, here.theorem.stated
    assert isinstance(states, Pairs)
    beyond = (here.claimed, less(number(states.most), atom(VALUE)))
    yield Problem(LABELS, f"{name} names no number above {states.most}", beyond)
    if states.described is not None:
        said, those = here.game.holds(states.described), sorted(states.those)
        wrong = negate(equivalent(said, disj(_labelled(here, label) for label in those)))
        meaning = f"{states.described} holds where {name} names {' or '.join(map(str, those))}"
        yield Problem(DESCRIBED, meaning, (wrong,), speaks=here.speaks)
    meaning = f"a terminal has the label {ZERO_ONE}"
    ended = (*here.ended, here.claimed, different(atom(VALUE), number(ZERO_ONE)))
    yield Problem("terminals", meaning, ended, speaks=here.speaks)
    barred = disj(
        conj((_labelled(here, own), led(moves, _has(other)))) for own, others in BARRED.items() for other in others
    )
    meaning = (
        "no move leads from a swap position to one with its own label or that reaches none of them, nor to a swap "
    )
    yield Problem("independence", f"{meaning}position from where none is reached", (barred,), speaks=here.speaks)
    pairs = [(own, other) for own, others in REACHED.items() for other in others]
    for at, (own, other) in enumerate(pairs, 1):
        stuck = (here.can_move, _labelled(here, own), *never_led(moves, _has(other)))
        meaning = f"from a position with the label {own} that has a move, one leads to the label {other} (absorption)"
        name, part, share = f"absorption, {own} to {other}", "absorption", (at, len(pairs))
        yield Problem(name, meaning, stuck, part=part, share=share, speaks=here.speaks)


def _labelled(here: Characterisation[SymbolicGame], label: int) -> Formula:
    return Substitution({VALUE: number(label)}).formula(here.claimed)


def _has(label: int) -> Callable[[MoveCase], Formula]:
    """When a position has the label."""
    put = Substitution({VALUE: number(label)})
    return lambda case: put.formula(wins(case))
