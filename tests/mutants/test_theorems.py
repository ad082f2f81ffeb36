"""Three changes of each theorem that is proved of all sizes, or of a property that it rests on, are seen in its box.

The changes are drawn by the theorem's name, so that a failure can be run again; those by which it stays true need not
be seen. Statements that recursions are known by have changes of their own in `tests/encodings/`; what a proof says of
changes is in `test_every_claim.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bouton.core.errors import InputError
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Verdict
from bouton.process.limits import Limits
from bouton.rules.mutate import Mutant
from bouton.run.check import check
from bouton.run.mutants import candidates, harmless, legal, mutated
from bouton.run.options import Options
from tests.shipped import named

WANTED, DRAWN = 3, 40
"""Changes that have to be seen, and out of how many."""
LIMITS = Limits(10.0**6, processor=60.0)
"""For a change that makes the rules endless: of wall time whatever a busy machine takes."""
THEOREMS = {
    "nim_ab": (
        "rows-gaps section-3-4-nim-a-moves section-3-4-matrix section-3-4-ostrovsky "
        "lemma-11-induction lemma-11-proof lemma-12-normal lemma-12-misere lemma-13-proof lemma-13-b-0 "
        "lemma-13-b-0-misere lemma-13-b-0-disjoint section-3-4-a-0 section-3-4-a-0-misere lemma-14-disjoint "
        "lemma-14-b-1-proof proposition-4-one-zero proposition-4-one-zero-misere "
        "formula-7-every formula-8-every"
    ),
    "nim_a": (
        "formula-5-floor formula-6-closed-above formula-6-closed-next formula-6-closed-disjoint lemma-10-proof "
        "formula-6-closed-covering lemma-9-any-above lemma-9-any-next lemma-9-any-disjoint lemma-9-any-covering "
        "section-3-3-wythoff-moves"
    ),
    "subtraction": (
        "lemma-19 lemma-19-values proposition-6-every-set proposition-6-values proposition-6-disjoint "
        "section-3-7-zeros section-3-7-ones"
    ),
    "euclid": (
        "section-3-5-end section-3-5-divisors section-3-5-multiples-moves section-3-5-fibonacci lemma-15-every "
        "lemma-16-cassini lemma-16-cassini-every lemma-16-every-rank ranked-start ranked-once ranked-multiples "
        "ranked-multiples-alone formula-9-independence formula-9-independence-below formula-9-absorption"
    ),
    "euclid_beside_nim": (
        "formula-9-every formula-9-class formula-9-square formula-9-apart formula-9-apart-more "
        "formula-9-to-next formula-9-to-same formula-9-to-rest"
    ),
    "nim_classes": (
        "section-1-5-4 section-1-5-4-critical section-1-5-4-to-two section-1-5-4-moves section-1-5-4-one-pile"
    ),
    "block_nim": "proposition-4-zero-form",
    "mark_digits": "dopey section-3-8-aperiodic-every",
    "one_pile_nim": "corollary-5-table",
    "greedy_nim_k": "effective-sequence-theorem",
    "greedy_nim_k_moves": "theorem-8-types theorem-8-from-type-2 theorem-8-from-type-3",
    "greedy_nim_k_several": "theorem-8-types-several theorem-8-from-type-3-equal theorem-8-from-type-3-next",
    "misere_bounded_greedy_nim_moves": "fact-1 fact-2 fact-3 lemma-1 figure-1 figure-2",
}


def drawn(spec: Spec, claim: Claim) -> Iterator[Mutant]:
    """Changes that leave legal rules, and by which the claim is not true by its form alone."""
    every = list(candidates(spec, claim))
    random.Random(f"{spec.game} {claim.id}").shuffle(every)
    return (one for one in every if legal(spec, claim, one) and not harmless(spec, claim, one))


def seen(spec: Spec, claim: Claim, mutant: Mutant) -> bool:
    """Whether the changed claim is refuted in its box."""
    try:
        (found,) = check(mutated(spec, mutant), Options(claims=(claim.id,), prove=False, limits=LIMITS), lambda _: None)
    except InputError:  # the rules are wrong at some position
        return False
    return found.verdict is Verdict.REFUTED


@pytest.mark.parametrize(("name", "id"), [(name, one) for name, ids in THEOREMS.items() for one in ids.split()])
@pytest.mark.sample(16)
@pytest.mark.long(
    "nim_ab-rows-gaps", "euclid-ranked-multiples", "subtraction-lemma-19-values", "nim_ab-proposition-4-one-zero"
)
def test_three_changes_are_seen(name: str, id: str) -> None:
    spec = named(name)
    claim = spec.claim(id)
    changes = islice(drawn(spec, claim), DRAWN)
    found = islice((one for one in changes if seen(spec, claim, one)), WANTED)
    assert len(list(found)) == WANTED
