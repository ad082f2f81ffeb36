"""Statements that proofs use: only proved ones, only in their range, and itself only at smaller numbers."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import InputError
from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import Formula
from bouton.core.logic.substitution import Evaluation, Substitution
from bouton.core.logic.walk import unknowns
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.goal import members
from bouton.proof.lemmas import assumptions, wanted
from bouton.proof.setting import ranged, settings
from bouton.proof.theorem import Reading, Theorem
from bouton.run.check import check
from bouton.run.options import Options

RULES = r"""
move(take(D))            :- pile(N), D = 1..N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).

% x^2 + x is even: from x-1 to x it grows by 2x.
square(X*X+X)  :- x(X).
half(H)        :- square(V), H = 0..V, 2*H = V.
even           :- half(_).
before(X-1)    :- x(X).
same(X)        :- x(X).
next(X+1)      :- x(X).
here(N)        :- pile(N).
word(f(N))     :- pile(N).
below(N-1)     :- pile(N).

% The same for a pile: none of its numbers N^2 + N is odd.
root(N*N+N)    :- pile(N).
odd            :- root(V), V \ 2 = 1.
never_odd      :- not odd.

% False: from 7 on it is no longer so. True of 10 and above: 3*x > 20.
small          :- x(X), X < 7.
large          :- x(X), 3*X > 20.
piled          :- pile(N), N < 7.
enough         :- pile(N), 3*N > 20.
empty          :- pile(0).
"""
SPEC = """
game: One pile
rules: pile.lp
position:
  pile: 0..12
claims:
  - {{id: nim, says: s, kind: p-positions, iff: empty}}
{claims}
"""
EVERYWHERE = (
    "{{id: {id}, says: s, kind: everywhere, iff: {id}, over: {{pile: 0..{high}}}, using: {{{using}: here}}, "
    "prove: {{pile: all}}}}"
)
EVEN = "{id: even, says: s, kind: statement, unknowns: {x: 0..30}, iff: even, using: {even: before}, prove: {x: all}}"


def written(folder: Path, *claims: str) -> Path:
    (folder / "pile.lp").write_text(RULES)
    spec = folder / "pile.yaml"
    spec.write_text(SPEC.format(claims="\n".join(f"  - {claim}" for claim in claims)))
    return spec


def results(spec: Path, *claims: str) -> list[Result]:
    return list(check(load(spec), Options(claims=claims, limits=Limits(200.0)), lambda _: None))


def test_induction(tmp_path: Path) -> None:
    """By x-1 the statement holds for x; without it nothing tells that there is a half."""
    (result,) = results(written(tmp_path, EVEN), "even")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.unbounded == ("x",)


@pytest.mark.parametrize("at", ["same", "next"])
@pytest.mark.sample(2)
def test_a_statement_is_not_used_at_its_own_numbers_or_greater_ones(tmp_path: Path, at: str) -> None:
    small = "id: small, says: s, kind: statement, unknowns: {x: 0..6}, iff: small, prove: {x: all}"
    (result,) = results(written(tmp_path, f"{{{small}, using: {{small: {at}}}}}"), "small")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"x": 7}


def test_a_proof_rests_on_a_proved_statement(tmp_path: Path) -> None:
    claim = "{id: odd, says: s, kind: everywhere, iff: never_odd, using: {even: here}, prove: {pile: all}}"
    (result,) = results(written(tmp_path, EVEN, claim), "odd")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.reason == "using even"


def test_a_statement_is_used_at_numbers_alone(tmp_path: Path) -> None:
    claim = "{id: odd, says: s, kind: everywhere, iff: never_odd, using: {even: word}, prove: {pile: all}}"
    (result,) = results(written(tmp_path, EVEN, claim), "odd")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert (result.proof.reason or "").endswith(": word names f(pile.N), which is no number")


@pytest.mark.usefixtures("by_proof_alone")
def test_what_is_not_proved_is_not_used(tmp_path: Path) -> None:
    """`small` holds in its box, and with it `piled` would follow from nothing."""
    false = "{id: small, says: s, kind: statement, unknowns: {x: 0..6}, iff: small, prove: {x: all}}"
    claim = EVERYWHERE.format(id="piled", high=6, using="small")
    (result,) = results(written(tmp_path, false, claim), "piled")
    assert result.verdict is not Verdict.PROVED
    assert result.proof is not None
    assert (result.proof.verdict, result.proof.reason) == ("unknown", "it uses small, which is not proved")


@pytest.mark.parametrize(("low", "verdict"), [(10, "refuted"), (0, "unknown")])
def test_a_statement_says_nothing_outside_its_range(tmp_path: Path, low: int, verdict: str) -> None:
    """Proved of x >= 10 it must not help with the pile of 0; of x >= 0 it is false."""
    true = f"{{id: large, says: s, kind: statement, unknowns: {{x: {low}..20}}, iff: large, prove: {{x: all}}}}"
    claim = EVERYWHERE.format(id="enough", high=3, using="large")
    (result,) = results(written(tmp_path, true, claim), "enough")
    assert result.verdict is Verdict.REFUTED
    assert result.proof is None or result.proof.verdict == verdict


FOR_K = """
game: g
rules: k.lp
parameters: {k: 1..3}
position: {pile: 0..4}
claims:
  - {id: two, says: s, kind: statement, unknowns: {x: 0..3}, iff: two, over: {k: 2}, prove: {k: 2, x: all}}
  - {id: at-2, says: s, kind: everywhere, iff: is_two, using: {two: here}, over: {k: 2}, prove: {k: 2, pile: all}}
  - {id: at-3, says: s, kind: everywhere, iff: is_two, using: {two: here}, over: {k: 3}, prove: {k: 3, pile: all}}
  - {id: any, says: s, kind: everywhere, iff: is_two, using: {two: here}, over: {k: 2}, prove: {k: all, pile: all}}
"""


def test_parameters_are_those_of_the_proof(tmp_path: Path) -> None:
    """What was proved for k = 2 alone is of no use where k is 1 or 3."""
    (tmp_path / "k.lp").write_text(
        "move(take(D)) :- pile(N), D = 1..N. after(take(D),pile(N-D)) :- move(take(D)), pile(N)."
        "two :- x(_), k = 2. here(N) :- pile(N). is_two :- pile(_), k = 2. empty :- pile(0)."
    )
    spec = tmp_path / "k.yaml"
    spec.write_text(FOR_K)
    verdicts = {one.id: one.verdict for one in results(spec)}
    assert verdicts == {
        "two": Verdict.PROVED,
        "at-2": Verdict.PROVED,
        "at-3": Verdict.REFUTED,
        "any": Verdict.REFUTED,
    }


STATEMENT = "{{id: {id}, says: s, kind: statement, unknowns: {{x: 0..6}}, iff: even, using: {using}, prove: true}}"
FAULTS = {
    "{other: here}": "there is no claim 'other'",
    "{nim: here}": "'nim' is no claim of kind 'statement'",
    "{unasked: here}": "'unasked' is not to be proved",
    "{circle: here}": "the proof of 'circle' uses 'claim' in its turn",
    "{even: square}": "using: square depends on",
    "{even: nowhere}": "no rule of pile.lp derives nowhere",
}


@pytest.mark.parametrize(("using", "message"), FAULTS.items())
def test_faults(tmp_path: Path, using: str, message: str) -> None:
    spec = written(
        tmp_path,
        EVEN,
        "{id: unasked, says: s, kind: statement, unknowns: {x: 0..6}, iff: even}",
        *((STATEMENT.format(id="circle", using="{claim: same}"),) if "circle" in using else ()),
        STATEMENT.format(id="claim", using=using)
        if "circle" in using
        else f"{{id: claim, says: s, kind: everywhere, iff: never_odd, using: {using}, prove: true}}",
    )
    with pytest.raises(InputError) as caught:
        results(spec, "claim")
    assert any(message in one.message for one in caught.value.diagnostics), caught.value.diagnostics
    assert all(one.line for one in caught.value.diagnostics)


def facts(spec: str, claim_id: str) -> list[tuple[Formula, ...]]:
    """What the claim's proof assumes, for each number of heaps."""
    whole = load(Path("specs") / spec)
    claim = whole.claim(claim_id)
    about = subject(whole, claim)
    assert claim.prove is not None
    found = []
    for setting in settings(about, claim.prove):
        here = ranged(setting)
        theorem = Theorem(
            rules_of(about),
            {**setting.parameters, **here.parameters},
            here.counters,
            about.measure,
            claim.play,
            members(about, claim),
            claim.strategy,
            more=wanted(claim, about),
        )
        reading = Reading(theorem, frozenset(setting.counts))
        found += [assumptions(about, claim, theorem.parameters, reading.at(counts)) for counts in setting.counts]
    return found


@pytest.mark.parametrize(
    ("spec", "claim"),
    [
        ("euclid.yaml", "section-3-5-cole-davie"),
        ("euclid.yaml", "section-3-5-never-equal"),
        ("wythoff.yaml", "formula-3-disjoint"),
        ("wythoff.yaml", "formula-3-disjoint-short"),
        ("wythoff.yaml", "formula-3-floor"),
        ("wythoff.yaml", "formula-3-covering"),
        ("wythoff.yaml", "formula-3"),
    ],
)
@pytest.mark.sample(7)
def test_what_is_assumed_holds_of_all_small_numbers(spec: str, claim: str) -> None:
    """Each fact has a model at all small positions, whatever moves choose there."""
    every = [one for several in facts(spec, claim) for one in several]
    assert every
    for fact in every:
        free = [one for one in unknowns(fact) if not one.local or "$given" not in one.name]
        named = [one for one in unknowns(fact) if one not in free]
        if len(named) > 1:
            continue  # instances at what other instances name; those are universal, too
        for values in itertools.product(range(1, 9), repeat=len(free)):
            chain = [value for one, value in zip(free, values, strict=True) if one.chain]
            ranks = [one.rank for one in free if one.chain]
            if [value for _, value in sorted(zip(ranks, chain, strict=True))] != sorted(chain):
                continue  # the heaps of a position are in order
            here = Substitution({one: number(value) for one, value in zip(free, values, strict=True)}).formula(fact)
            assert any(Evaluation(dict.fromkeys(named, v))(here) for v in range(20)), (fact, values)
