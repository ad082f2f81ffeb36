"""Proofs by quotients and remainders: Cyclic Nimhoff is proved, and no change of it that makes a claim false is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, InputError
from bouton.core.logic.arithmetic import add, number
from bouton.core.proof import Proof
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from bouton.proof.ways.remainders.form import QuotientSums, Taking
from bouton.proof.ways.remainders.way import CITED, ByRemainders, Quotients
from tests.shipped import rules_text

Heaps = tuple[int, ...]
Attempt = Callable[..., Proof]

NIMHOFF = rules_text("nimhoff")
SAFE, VALUE = "kind: p-positions, iff: safe", "kind: grundy, iff: value"
BRIEFLY = ProofRequest(limits=Limits(processor=3), crosscheck=False)
"""What is false is not proved, however long one looks for a proof."""


@pytest.fixture
def attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    fewer = replace(ByRemainders.where, stones=6, assignments=3)  # which takes less time
    monkeypatch.setattr(ByRemainders, "where", fewer)

    def proving(rules: str, claim: str, parameters: str = "{h: 1..3}", asked: ProofRequest = BRIEFLY) -> Proof:
        (tmp_path / "g.lp").write_text(rules)
        head = f"game: g\nrules: g.lp\nparameters: {parameters}\nposition: {{heap: {{count: 0..2, size: 1..3}}}}\n"
        every = "{h: all, heap: {count: all}}" if "h" in parameters else "{heap: {count: all}}"
        (tmp_path / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {every}}}\n")
        spec = load(str(tmp_path / "g.yaml"))
        return prove(spec, spec.claims[0], rules_of(spec), asked).proof

    return proving


# ------------------------------------------------------------------------------------------------- what is true at all


@cache
def value(heaps: Heaps, h: int) -> int:
    """The Sprague-Grundy value where several heaps may lose fewer than h stones together: by definition."""
    below = {
        value(tuple(sorted(filter(None, left))), h)
        for left in product(*(range(size + 1) for size in heaps))
        if sum(a != b for a, b in zip(left, heaps, strict=True)) == 1 or 0 < sum(heaps) - sum(left) < h
    }
    return next(one for one in range(len(below) + 1) if one not in below)


def said(heaps: Heaps, h: int) -> int:
    """What the theorem says of it."""
    return h * reduce(xor, (size // h for size in heaps), 0) + sum(heaps) % h


@pytest.mark.parametrize("h", [1, 2, 3, 4, 5])
def test_the_theorem_is_true(h: int) -> None:
    for count, most in ((0, 0), (1, 20), (2, 12), (3, 7), (4, 4)):
        for heaps in combinations_with_replacement(range(1, most + 1), count):
            assert value(heaps, h) == said(heaps, h)


# ------------------------------------------------------------------------------------------------------ what is proved


@pytest.mark.parametrize("claim", [SAFE, VALUE])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_cyclic_nimhoff(claim: str, attempt: Attempt) -> None:
    proof = attempt(NIMHOFF, claim, asked=ProofRequest(crosscheck=True))
    assert (proof.verdict, proof.reason, proof.cites) == ("proved", None, (CITED,))
    assert proof.unbounded == ("h", "heap.count", "heap")
    parts = {"moves lower heaps", "quotients and remainders", "terminals", "independence", "absorption"}
    assert parts <= {part.name for part in proof.parts}
    solved = [step for step in proof.obligations if step.solver not in ("evaluation", "none")]
    assert len(solved) >= 7
    assert all("cvc5" in step.solver for step in solved)


STEP = "heap(I,S), I < H, T = 0..S-1, D+S-T < h"
TRUE = {
    "the heaps from the last on": (NIMHOFF.replace("I < H", "H < I"), "{h: 1..3}"),
    "one more than h": (
        NIMHOFF.replace("D+S-T < h", "D+S-T <= h").replace("S/h", "S/(h+1)").replace("R \\ h", "R \\ (h+1)")
        .replace("h*X", "(h+1)*X"), "{h: 1..3}",
    ),
    "seven": (NIMHOFF.replace("< h.", "< 7.").replace("S/h", "S/7").replace("R \\ h", "R \\ 7").replace("h*X", "7*X")
              .replace("h-1", "6"), "{}"),
    "one": (NIMHOFF.replace("< h.", "< 1.").replace("S/h", "S/1").replace("R \\ h", "R \\ 1").replace("h*X", "1*X")
            .replace("h-1", "6"), "{}"),
    "in other words": (
        NIMHOFF.replace("lower(S-T, l(I,T,nil))        :- heap(I,S), T = 0..S-1.",
                        "lower(N, l(I,S-N,nil)) :- heap(I,S), N = 1..S.")
        .replace(STEP, "heap(I,S), H > I, S > T, T = 0..S, h > D+S-T")
        .replace("R \\ h = 0", "R \\ h < 1"), "{h: 1..3}",
    ),
    "a sum from the other side": (
        NIMHOFF.replace("X^Q)", "Q^X)").replace("quotients(I-1,X), quotient(I,Q)", "quotient(I,Q), quotients(I-1,X)"),
        "{h: 1..3}",
    ),
}  # fmt: skip
"""The same game in other words, and for other h."""


@pytest.mark.slow
@pytest.mark.parametrize("claim", [SAFE, VALUE])
@pytest.mark.parametrize("name", TRUE)
def test_other_true_claims(name: str, claim: str, attempt: Attempt) -> None:
    rules, parameters = TRUE[name]
    assert rules != NIMHOFF
    proof = attempt(rules, claim, parameters)
    assert (proof.verdict, proof.cites, name) == ("proved", (CITED,), name)


# -------------------------------------------------------------------------------------------------- what is not proved

BEGIN = "nil))        :- heap(I,S), T = 0..S-1"
COUNTED = "lower(D+S-T, l(I,T,l(H,U,L))) :- lower(D, l(H,U,L)), " + STEP
OF_RULES = [
    (BEGIN, BEGIN.replace("S-1", "S-2")),
    (BEGIN, BEGIN + ", S-T != 50"),
    (BEGIN, BEGIN + ", I != 60"),
    (BEGIN, BEGIN + ", S-T < 50"),
    (BEGIN, BEGIN.replace("0..", "1..")),
    ("lower(S-T, l(I,T,nil))", "lower(1, l(I,T,nil))"),
    ("lower(S-T, l(I,T,nil))", "lower(S-T+1, l(I,T,nil))"),
    ("lower(S-T, l(I,T,nil))", "lower(T, l(I,T,nil))"),
    (STEP, STEP.replace("S-1", "S-2")),
    (STEP, STEP.replace("< h", "<= h")),
    (STEP, STEP.replace("< h", "<= h+1")),
    (STEP, STEP.replace("< h", "< h-1")),
    (STEP, STEP.replace("< h", "< 2*h")),
    (STEP, STEP.replace("< h", "!= h")),
    (STEP, STEP.replace("< h", "< h, D+S-T != 9")),
    (STEP, STEP.replace("< h", "< 40")),
    (STEP, STEP.replace("D+S-T < h", "D < h")),
    (STEP, STEP.replace("D+S-T < h", "S-T < h")),
    (STEP, STEP.replace("D+S-T < h", "S+D < h")),
    (STEP, STEP + ", I != 60"),
    (STEP, STEP + ", U < 30"),
    (STEP, STEP + ", S-T < 50"),
    (STEP, STEP.replace("I < H", "I+1 < H")),
    (STEP, STEP.replace("I < H", "I+1 = H")),
    ("lower(D+S-T, l(I", "lower(D+S-T-1, l(I"),
    ("lower(D+S-T, l(I", "lower(D+1, l(I"),
    (COUNTED, COUNTED.replace("l(H,U,L)", "l(H,U,nil)")),
    (COUNTED, COUNTED.replace("D+S-T, l(I,T,l(H,U,L))", "D+S-T, l(I,T,l(H,U,nil))").replace("l(H,U,L)", "l(H,U,_)")),
    ("lower(_, L).", "lower(D, L), D < 50."),
    ("lower(_, L).", "lower(D, L), D != 1."),
    ("lower(_, L).", "lower(D, L), D < h."),
    ("after(l(I,T,L), F)            :- lower(_, l(I,T,L)), after(L, F).", ""),
    ("heap(I,T))    :- lower(_, l(I,T,L)).", "heap(I,T/2))    :- lower(_, l(I,T,L))."),
    ("heap(I,T))    :- lower(_, l(I,T,L)).", "heap(I,T))    :- lower(_, l(I,T,L)), T < 90."),
]  # fmt: skip
OF_SUMS = [
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S/(h+1)) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S/(2*h)) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,(S+1)/h) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S/h+1) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S \\ h) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S) :- heap(I,S)"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S/h) :- heap(I,S), S != 70"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I,S/h) :- heap(I,S), I < 60"),
    ("quotient(I,S/h)          :- heap(I,S)", "quotient(I+1,S/h) :- heap(I,S)"),
    ("quotients(0,0).", "quotients(0,1)."),
    ("quotients(0,0).", "quotients(1,0)."),
    ("quotients(0,0).", "quotients(0,0). quotients(1,0)."),
    ("X^Q)", "X+Q)"),
    ("X^Q)", "X^Q^Q)"),
    ("X^Q)         :- quotients(I-1,X), quotient(I,Q)", "X^Q) :- quotients(I-1,X), quotient(I,Q), I > 1"),
    ("X^Q)         :- quotients(I-1,X), quotient(I,Q)", "X^Q) :- quotients(I-1,X), quotient(1,Q), heap(I,_)"),
    ("X^Q)         :- quotients(I-1,X), quotient(I,Q)", "X^Q) :- quotients(I-1,X), quotient(J,Q), heap(I,_), J < I+1"),
    ("#sum { S,I : heap(I,S) }", "#sum { S : heap(I,S) }"),
    ("#sum { S,I : heap(I,S) }", "#sum { S,I : heap(I,S), I > 1 }"),
    ("#sum { S,I : heap(I,S) }", "#sum { S,I,0 : heap(I,S); S,I,1 : heap(I,S) }"),
    ("#sum { S,I : heap(I,S) }", "#sum { I,S : heap(I,S) }"),
    ("#sum { S,I : heap(I,S) }", "#max { S,I : heap(I,S) }"),
    ("#sum { S,I : heap(I,S) }", "#sum { Q,I : quotient(I,Q) }"),
    ("heaps(N)                 :- N = #count { I : heap(I,_) }", "heaps(N) :- N = #count { I : heap(I,1) }"),
]  # fmt: skip
OF_SAFE = [
    ("R \\ h = 0", "R \\ (h-1) = 0"),
    ("R \\ h = 0", "R \\ (h+1) = 0"),
    ("R \\ h = 0", "R \\ (2*h) = 0"),
    ("R \\ h = 0", "R \\ h = 1"),
    ("R \\ h = 0", "R \\ h < 2"),
    ("R \\ h = 0", "R \\ h = 0, R != 60"),
    ("R \\ h = 0", "R \\ h = 0, R < 80"),
    ("total(R), R \\ h = 0", "total(R)"),
    ("safe                     :- sum_of_quotients(0),", "safe :- sum_of_quotients(1),"),
    ("safe                     :- sum_of_quotients(0),", "safe :- sum_of_quotients(X), X < 2,"),
    ("safe                     :- sum_of_quotients(0),", "safe :- sum_of_quotients(X), X \\ 64 = 0,"),
    ("safe                     :- sum_of_quotients(0),", "safe :- "),
    ("R \\ h = 0.", "R \\ h = 0. safe :- sum_of_quotients(9), total(77)."),
]  # fmt: skip
OF_VALUE = [
    ("h*X + R \\ h", "h*X + R \\ (h-1)"),
    ("h*X + R \\ h", "(h+1)*X + R \\ h"),
    ("h*X + R \\ h", "h*X + R \\ (h+1)"),
    ("h*X + R \\ h", "h*X + R"),
    ("h*X + R \\ h", "X + R \\ h"),
    ("h*X + R \\ h", "h*X"),
    ("h*X + R \\ h", "h*X - R \\ h"),
    ("h*X + R \\ h", "h*X + R \\ h..h*X + R \\ h + 1"),
    ("sum_of_quotients(X), total(R).", "sum_of_quotients(X), total(R), R != 60."),
    ("sum_of_quotients(X), total(R).", "sum_of_quotients(X), total(R). value(5) :- sum_of_quotients(0), total(60)."),
]  # fmt: skip
QUICK = {
    STEP.replace("< h", "<= h"),
    BEGIN + ", S-T != 50",
    "quotient(I,S/(h+1)) :- heap(I,S)",
    "#sum { S : heap(I,S) }",
    "R \\ (h-1) = 0",
    "R \\ h = 0, R != 60",
    "(h+1)*X + R \\ h",
}
"""These are tried in every run: moves, a quotient, a sum, a remainder, a place far out, and a value."""


def changes() -> Iterator[object]:
    for claims, several in (((SAFE, VALUE), OF_RULES + OF_SUMS), ((SAFE,), OF_SAFE), ((VALUE,), OF_VALUE)):
        for claim, (before, after) in product(claims, several):
            quick = after in QUICK and claim == claims[0]
            yield pytest.param(claim, before, after, marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize(("claim", "before", "after"), list(changes()))
@pytest.mark.sample(7)
def test_no_change_that_makes_it_false_is_proved(claim: str, before: str, after: str, attempt: Attempt) -> None:
    """Some are not false but of another form: these are not proved either."""
    assert NIMHOFF.count(before) == 1
    try:
        proof = attempt(NIMHOFF.replace(before, after), claim, "{h: 2..3}" if "h-1" in after else "{h: 1..3}")
    except InputError:
        return  # clingo sees that the rules are wrong
    assert proof.verdict == "unknown"
    assert proof.reason


@pytest.mark.parametrize("claim", [
    "kind: p-positions, iff: safe, play: misere",
    "kind: p-positions, iff: safe, where: safe",
    "kind: grundy, iff: value, play: misere",
])  # fmt: skip
def test_nothing_is_proved_of_other_play_or_of_some_positions(claim: str, attempt: Attempt) -> None:
    try:
        proof = attempt(NIMHOFF, claim)
    except InputError:
        return  # the spec says that there is no such claim
    assert proof.verdict == "unknown"
    assert CITED not in proof.cites


NUMBERS = {"h": lambda h: h, "h+1": lambda h: h + 1, "2*h": lambda h: 2 * h}
"""Numbers that agree nowhere, or for h = 1 alone."""


@cache
def lost(heaps: Heaps, fewer: int) -> bool:
    """Whether it is a P-position where several heaps may lose fewer stones than that together: by definition."""
    return value(heaps, fewer) == 0


def is_true(fewer: str, divisor: str, modulus: str) -> bool:
    """Whether the P-positions are as they are claimed to be, for small h and small heaps."""
    for h, count in product(range(1, 5), range(4)):
        a, d, m = (NUMBERS[one](h) for one in (fewer, divisor, modulus))
        for heaps in combinations_with_replacement(range(1, 8), count):
            claimed = reduce(xor, (size // d for size in heaps), 0) == 0 and sum(heaps) % m == 0
            if claimed is not lost(heaps, a):
                return False
    return True


GRID = list(product(NUMBERS, repeat=3))


@pytest.mark.slow
@pytest.mark.parametrize(("fewer", "divisor", "modulus"), GRID)
def test_what_is_true_is_proved_and_nothing_else(fewer: str, divisor: str, modulus: str, attempt: Attempt) -> None:
    """Of fewer stones than that lost together, a divisor of the sizes, and one of the sum."""
    rules = NIMHOFF.replace("S-T < h", f"S-T < {fewer}").replace("S/h", f"S/({divisor})")
    rules = rules.replace("R \\ h = 0", f"R \\ ({modulus}) = 0")
    proved = attempt(rules, SAFE).verdict == "proved"
    assert proved is is_true(fewer, divisor, modulus)
    assert proved is (fewer == divisor == modulus)


# ------------------------------------------------------------------------------------------ what was read by mistake


def test_what_is_claimed_taken_for_something_else_by_mistake_is_found_out(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were a claim misread, positions would not be claimed as clingo has it."""
    was = QuotientSums.said
    monkeypatch.setattr(
        QuotientSums, "said", lambda self, x, r, v=None: was(self, x, add(r, self.divisor, number(-1)), v)
    )
    for claim in (SAFE, VALUE):
        with pytest.raises(Disagreement, match=r"what is claimed at .* the quotients and remainders and clingo"):
            attempt(NIMHOFF, claim)


def test_moves_taken_for_others_by_mistake_are_found_out(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = Taking.allowed
    monkeypatch.setattr(Taking, "allowed", lambda self, taken: allowed(self, add(taken, number(-1))))
    with pytest.raises(Disagreement, match=r"the moves at .* the quotients and remainders and clingo"):
        attempt(NIMHOFF, SAFE)


@pytest.mark.parametrize("claim", [SAFE, VALUE])
def test_a_move_that_the_induction_makes_by_mistake_is_found_out(
    claim: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were another heap added, it would be no option."""
    made = Quotients.made
    monkeypatch.setattr(Quotients, "made", lambda self, heaps, to: (*(made(self, heaps, to) or ()), self.divisor * 8))
    monkeypatch.setattr(Quotients, "said", lambda self, heaps: frozenset(range(99)) & as_said(self, heaps))
    with pytest.raises(Disagreement, match=r"the move that the induction makes"):
        attempt(NIMHOFF, claim)


def as_said(read: Quotients, heaps: Heaps) -> frozenset[int]:
    """What is claimed, but for the last heap where it is the one that was added."""
    few = heaps[:-1] if heaps and heaps[-1] == 8 * read.divisor else heaps
    return read.of(reduce(xor, (size // read.divisor for size in few), 0), sum(few))
