"""L* against plain Python: sets whose least automata are known, and words at which a hypothesis is wrong."""

from __future__ import annotations

from itertools import product

import pytest

from bouton.discover.lstar import Hypothesis, Learner, Letter, Word

BITS: tuple[Letter, ...] = ((0,), (1,))
LENGTH = 9


def value(word: Word) -> int:
    return int("".join(str(one) for (one,) in word) or "0", 2)


def learnt(member: dict[int, bool]) -> tuple[Hypothesis, Learner]:
    """The hypothesis that is right about all words of nine letters."""
    learner = Learner(BITS, lambda word: member[value(word) % len(member)])
    while True:
        hypothesis = learner.hypothesis()
        words = [word for length in range(LENGTH) for word in product(BITS, repeat=length)]
        wrong = (word for word in words if hypothesis.accepting[hypothesis.state(word)] != learner(word))
        word = next(wrong, None)
        if word is None:
            return hypothesis, learner
        learner.refine(hypothesis, word)


@pytest.mark.parametrize("modulus", [2, 3, 5, 7, 11])
def test_multiples_have_as_many_states_as_the_odd_modulus(modulus: int) -> None:
    hypothesis, learner = learnt({one: one == 0 for one in range(modulus)})
    assert len(hypothesis.table) == modulus
    assert len(hypothesis.access) == modulus
    assert len(learner.suffixes) <= modulus


def test_zeros_before_a_word_change_nothing() -> None:
    hypothesis, _ = learnt({one: one in (2, 3) for one in range(5)})
    assert hypothesis.table[0][0] == 0


def test_a_word_about_which_it_is_right_is_no_counterexample() -> None:
    hypothesis, learner = learnt({one: one == 0 for one in range(3)})
    with pytest.raises(ValueError, match="right about this word"):
        learner.refine(hypothesis, ((1,), (1,)))
