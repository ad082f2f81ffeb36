"""No shipped claim holds whatever its definitions say: of each, some change of one symbol is refuted.

A claim none of whose changes is refuted says nothing, or rests on nothing that could be wrong. Those that are known
stand in `idle.yaml`, each with the reason. What is changed is what a claim names, and then the rules of its game; each
change is judged in the claim's own box. To leave out a rule, to deny a literal or to let a predicate rest on itself is
no such change: that refutes what is always so, too.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from bouton.core.errors import InputError, LimitReached
from bouton.core.shipped import folder
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rules.mutate import Mutant
from bouton.run.check import check
from bouton.run.mutants import candidates, extract, legal, mutated
from bouton.run.options import Options
from tests.shipped import loaded, named

SPECS = [
    folder("specs") / f"{name}.yaml"
    for name in ("greedy_nim", "misere_bounded_greedy_nim", "misere_bounded_greedy_nim_moves", "nim_classes")
]
"""The specs that are swept; the others take hours."""
IDLE = Path(__file__).with_name("idle.yaml")
MOST = 40
"""So many legal changes of a claim at most."""
_OPTIONS = Options(jobs=1, prove=False, suspend=True, limits=Limits(seconds=60))


@cache
def idle() -> dict[str, dict[str, str]]:
    """The claims of each spec that are known to have no refuted change, with the reason."""
    found: dict[str, dict[str, str]] = yaml.safe_load(IDLE.read_text(encoding="utf-8")) or {}
    return found


def changed(spec: Spec, claim: Claim) -> Iterator[Mutant]:
    """Legal changes of what the claim names, then those of its game; each in an order of chance, half of the most.

    What a claim names may help its proof alone, so that no change of it is seen in a box.
    """
    told: set[str] = set()
    for game in (False, True):
        every = candidates(spec, claim, game=game)
        found = [
            one
            for one in every
            if str(one) not in told and one.change not in ("rule", "negated") and one.after != one.head[0]
        ]
        told |= set(map(str, found))
        random.Random(claim.id).shuffle(found)
        yield from itertools.islice((mutant for mutant in found if legal(spec, claim, mutant)), MOST // 2)


def refuting(spec: Spec, claim: Claim) -> Mutant | None:
    """The first change with which the claim fails somewhere; None where there is none among those tried."""
    whole = replace(spec, rules=extract(spec, claim))
    for mutant in changed(whole, claim):
        try:
            (result,) = check(mutated(whole, mutant), replace(_OPTIONS, claims=(claim.id,)), lambda _: None)
        except (InputError, LimitReached):
            continue  # the changed rules are in error, or too slow
        if result.verdict is Verdict.REFUTED:
            return mutant
    return None


def asked(spec: Spec) -> list[Claim]:
    """The claims that are to hold, of a spec about a game."""
    return [] if spec.all_games else [claim for claim in spec.claims if claim.expect.verdict in ("holds", "proved")]


SAMPLE = {
    "dawsons_chess": ["ten-thousand-rows"],
    "block_nim": ["section-1-cannot-move", "proposition-4-one-shift"],
    "mark": ["section-3-8", "table-1"],
    "nim_a": ["lemma-10-proof", "section-3-3-equation"],
    "misere_bounded_greedy_nim": ["section-3-2-1-one-stone"],
    "wythoff_classes": ["lemma-7-values"],
}
"""Claims whose changes take no time."""


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.sample(6)
def test_some_change_is_refuted(name: str) -> None:
    spec = named(name)
    for claim in SAMPLE[name]:
        assert refuting(spec, spec.claim(claim)) is not None, claim


BY_HAND = {
    ("nim_a", "formula-5-beta"): ("floors(N,X,X+a*N)", "floors(N,X,X-a*N)", Verdict.REFUTED),
    ("nim_ab", "lemma-11-coincide"): (
        "legal(D,E)  :- takes(D,E), D-E < a, E-D < a",
        "legal(D,E)  :- takes(D,E), D-E < a, E-D > a",
        Verdict.REFUTED,
    ),
    ("nim_ab", "lemma-11-miserable"): (
        "legal(D,E)  :- takes(D,E), D-E < a, E-D < a",
        "legal(D,E)  :- takes(D,E), D-E < a, E-D > a",
        Verdict.REFUTED,
    ),
    ("mark", "section-3-8-wild"): ("after(half, pile(N/2))", "after(half, pile(N-N))", Verdict.UNKNOWN),
}
"""Claims with few changes of one symbol that are legal and refuted, each with one that decides, and the verdict then.

That a game is wild is shown by a position, so that nothing refutes it in a box.
"""


@pytest.mark.parametrize(("name", "claim"), BY_HAND)
@pytest.mark.sample(2)
@pytest.mark.long("nim_ab")
def test_a_chosen_change_is_noticed(name: str, claim: str) -> None:
    before, after, verdict = BY_HAND[name, claim]
    spec = named(name)
    assert sum(source.content.count(before) for source in spec.rules) == 1
    changed = tuple(replace(source, text=source.content.replace(before, after)) for source in spec.rules)
    changed_spec = replace(spec, rules=changed)
    (result,) = check(changed_spec, replace(_OPTIONS, claims=(claim,)), lambda _: None)
    assert result.verdict is verdict


def test_what_holds_whatever_it_says_is_seen(tmp_path: Path) -> None:
    """A predicate that is so or not so, beside a theorem."""
    (tmp_path / "g.lp").write_text(
        "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
        "p :- pile(N), N \\ 3 = 0.\nall :- p.\nall :- not p.\n"
    )
    claim = "says: s, kind: everywhere, iff"
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nposition: {pile: 0..9}\nclaims:\n"
        f"  - {{id: idle, {claim}: all}}\n  - {{id: real, says: s, kind: p-positions, iff: p}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    found = refuting(spec, spec.claim("real"))
    assert found is not None
    assert found.head == ("p", 0)
    assert refuting(spec, spec.claim("idle")) is None


@pytest.mark.slow
@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_no_shipped_claim_is_idle(file: Path) -> None:
    spec = loaded(file)
    found = {claim.id for claim in asked(spec) if refuting(spec, claim) is None}
    assert found == set(idle().get(file.stem, {}))


def test_each_idle_claim_is_there_and_has_a_reason() -> None:
    for name, reasons in idle().items():
        spec = named(name)
        assert {claim.id for claim in asked(spec)} >= set(reasons)
        assert all(len(why.split()) > 5 for why in reasons.values())
