"""Proofs by columns: what is true of every digit place is proved, and no change of a symbol that makes it false is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
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
from bouton.proof.ways.columns.form import Digits, HeapsLowered
from bouton.proof.ways.columns.way import CITED, ByColumns
from tests.shipped import rules_text

Heaps = tuple[int, ...]
Attempt = Callable[..., Proof]
Allowed = Callable[[int], bool]

MOORE = rules_text("moore_nim")
BALANCED, MISERE = "iff: balanced", "iff: balanced_misere, play: misere"
BRIEFLY = ProofRequest(limits=Limits(processor=10), crosscheck=False)
"""What is false is not proved, however long one looks for a proof."""
ANY_NUMBER = (
    MOORE.replace("lower(1, l(I,T,nil))", "lower(l(I,T,nil))")
    .replace("lower(J+1, l(I,T,l(H,U,L)))", "lower(l(I,T,l(H,U,L)))")
    .replace("lower(J, l(H,U,L)), J < k", "lower(l(H,U,L))")
    .replace("lower(_, L)", "lower(L)")
    .replace("lower(_, l(I,T,L))", "lower(l(I,T,L))")
)
"""A move lowers as many heaps as one likes."""


ONE = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
"""
NIM = (ONE + MOORE.split("after(L, F).")[1].split("unequal")[0]).replace("k+1", "2")
"""A move lowers one heap: Nim."""


EXPONENTS = MOORE.split("unequal", maxsplit=1)[0]
for _before, _after in (
    ("place(1) ", "place(0) "),
    ("place(2*P)     :- place(P), heap(_,S), 2*P <= S", "place(J+1) :- place(J), heap(_,S), 2**(J+1) <= S"),
    ("ones(P,N)      :- place(P), N", "ones(J,N) :- place(J), N"),
    ("(S / P)", "(S / 2**J)"),
):
    assert _before in EXPONENTS
    EXPONENTS = EXPONENTS.replace(_before, _after)
"""Moore's Nim with places that are named by their exponents."""


@pytest.fixture
def attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    fewer = replace(ByColumns.where, stones=5, assignments=1)  # which takes less time
    monkeypatch.setattr(ByColumns, "where", fewer)

    def proving(rules: str, claim: str, parameters: str = "{k: 1..3}", asked: ProofRequest = BRIEFLY) -> Proof:
        (tmp_path / "g.lp").write_text(rules)
        head = f"game: g\nrules: g.lp\nparameters: {parameters}\nposition: {{heap: {{count: 0..2, size: 1..3}}}}\n"
        every = "{k: all, heap: {count: all}}" if "k" in parameters else "{heap: {count: all}}"
        claims = f"claims:\n  - {{id: c, says: x, kind: p-positions, {claim}, prove: {every}}}\n"
        (tmp_path / "g.yaml").write_text(head + claims)
        spec = load(str(tmp_path / "g.yaml"))
        return prove(spec, spec.claims[0], rules_of(spec), asked).proof

    return proving


@pytest.mark.parametrize("claim", [BALANCED, MISERE])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_moore(claim: str, attempt: Attempt) -> None:
    proof = attempt(MOORE, claim, asked=ProofRequest(crosscheck=True))
    assert (proof.verdict, proof.reason, proof.cites) == ("proved", None, (CITED,))
    assert proof.unbounded == ("k", "heap.count", "heap")
    assert {"moves lower heaps", "digit places", "independence", "absorption"} <= {part.name for part in proof.parts}
    solved = [step for step in proof.obligations if step.solver != "evaluation"]
    assert len(solved) >= 4
    assert all("cvc5" in step.solver for step in solved)


TRUE: dict[str, tuple[str, str, Allowed, int]] = {
    "the heaps from the last on": (MOORE.replace("I < H", "H < I"), "{k: 1..3}", lambda n: n <= 2, 3),
    "counted from 0": (
        MOORE.replace("lower(1,", "lower(0,").replace("J < k", "J+1 < k"),
        "{k: 1..3}",
        lambda n: n <= 2,
        3,
    ),
    "twice as many": (
        MOORE.replace("J < k", "J < 2*k").replace("k+1", "2*k+1"),
        "{k: 1..3}",
        lambda n: n <= 4,
        5,
    ),
    "one": (NIM, "{}", lambda n: n <= 1, 2),
    "at most three": (MOORE.replace("J < k", "J <= 2").replace("k+1", "4"), "{}", lambda n: n <= 3, 4),
}
"""Rules, parameters; how many heaps a move lowers where k is 2, and what divides the number of ones at each place."""


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "parameters"), [one[:2] for one in TRUE.values()], ids=list(TRUE))
@pytest.mark.parametrize("claim", [BALANCED, MISERE])
def test_other_true_claims(rules: str, parameters: str, claim: str, attempt: Attempt) -> None:
    rules = rules if "k" in parameters else rules.split("unequal", maxsplit=1)[0]
    assert (attempt(rules, claim, parameters, ProofRequest(crosscheck=False)).verdict, claim) == ("proved", claim)


@pytest.mark.slow
def test_any_number_of_heaps_at_once(attempt: Attempt) -> None:
    none_left = ANY_NUMBER.replace("N \\ (k+1) != 0", "N != 0").replace("N \\ (k+1) = 1", "N = 1").split("unequal")[0]
    assert not any("k" in line for line in none_left.split("unbalanced")[1].splitlines() if line[:1] != "%")
    assert attempt(none_left, BALANCED, "{}").verdict == "proved"
    assert attempt(none_left, MISERE, "{}").verdict == "proved"
    assert attempt(none_left.replace("N != 0", "N \\ 7 != 0"), BALANCED, "{}").verdict == "unknown"


@cache
def lost(heaps: Heaps, most: int, misere: bool) -> bool:
    """Whether it is a P-position where a move lowers at most so many heaps: by definition."""
    if not heaps:
        return not misere
    options = {
        tuple(sorted(filter(None, left)))
        for left in product(*(range(size + 1) for size in heaps))
        if 1 <= sum(a != b for a, b in zip(left, heaps, strict=True)) <= most
    }
    return not any(lost(option, most, misere) for option in options)


@pytest.mark.parametrize(("allowed", "divisor"), [one[2:] for one in TRUE.values()], ids=list(TRUE))
@pytest.mark.parametrize("misere", [False, True])
def test_they_are_true(allowed: Allowed, divisor: int, misere: bool) -> None:
    most = max(filter(allowed, range(1, 9)))
    for count in range(5):
        for heaps in combinations_with_replacement(range(1, 5 if count > 3 else 7), count):
            balanced = all(sum(size >> at & 1 for size in heaps) % divisor == 0 for at in range(3))
            single = misere and max(heaps, default=0) <= 1
            assert lost(heaps, most, misere) is (len(heaps) % divisor == 1 if single else balanced)


STEP = "J < k, heap(I,S), I < H, T = 0..S-1"
CHANGES = [
    ("N \\ (k+1) != 0", "N \\ k != 0"),
    ("N \\ (k+1) != 0", "N \\ (k+2) != 0"),
    ("N \\ (k+1) != 0", "N \\ (k+1) != 1"),
    ("N \\ (k+1) != 0", "N \\ (k+1) != 0, N != 12"),
    ("N \\ (k+1) != 0", "N \\ (k+1) != 0, N < 90"),
    ("unbalanced     :- ones(_,N)", "unbalanced     :- ones(P,N), P < 64"),
    ("J < k", "J < k-1"),
    ("J < k", "J <= k"),
    ("J < k", "J != k"),
    ("J < k", "J > k"),
    ("J < k", "J < k, J != 40"),
    ("J < k", "J < k+2, J != 3"),
    ("move(L)                     :- lower(_, L)", "move(L) :- lower(J, L), J >= 2"),
    ("move(L)                     :- lower(_, L)", "move(L) :- lower(J, L), J <= 2"),
    (STEP, STEP.replace("S-1", "S-2")),
    (STEP, STEP + ", T <= U"),
    (STEP, STEP + ", S-T < 50"),
    (STEP, STEP + ", I != 60"),
    (STEP, STEP.replace("I < H", "I+1 < H")),
    ("nil))        :- heap(I,S), T = 0..S-1", "nil)) :- heap(I,S), T = 0..S-1, S-T != 50"),
    ("nil))        :- heap(I,S), T = 0..S-1", "nil)) :- heap(I,S), T = 0..S-1, I != 60"),
    ("after(l(I,T,L), F)          :- lower(_, l(I,T,L)), after(L, F).", ""),
    ("place(1)       :- heap(_,_)", "place(2) :- heap(_,_)"),
    ("place(2*P)     :- place(P), heap(_,S), 2*P <= S", "place(3*P) :- place(P), heap(_,S), 3*P <= S"),
    ("2*P <= S", "2*P < S"),
    ("2*P <= S", "2*P <= S, P < 64"),
    ("(S / P) \\ 2 = 1", "(S / P) \\ 2 = 0"),
    ("(S / P) \\ 2 = 1", "(S / P) \\ 3 = 1"),
    ("(S / P) \\ 2 = 1", "(S / (2*P)) \\ 2 = 1"),
    ("(S / P) \\ 2 = 1", "(S / P) \\ 2 = 1, S != 70"),
    ("(S / P) \\ 2 = 1", "(S / P) \\ 2 = 1, I != 9"),
]
IN_MISERE = [
    ("heap(_,S), S > 1", "heap(_,S), S > 2"),
    ("heap(_,S), S > 1", "heap(_,S), S > 0"),
    ("heap(_,S), S > 1", "heap(_,S), S > 1, S != 70"),
    ("N \\ (k+1) = 1", "N \\ (k+1) = 0"),
    ("N \\ (k+1) = 1", "N \\ (k+2) = 1"),
    ("N \\ (k+1) = 1", "N \\ 2 = 1"),
    ("heaps(N)        :- N = #count { I : heap(I,_) }", "heaps(N) :- N = #count { I : heap(I,1) }"),
    ("not large, heaps(N)", "heaps(N)"),
]


QUICK = {"N \\ k != 0", "J < k-1", "2*P < S", "(S / P) \\ 3 = 1", "(S / (2*P)) \\ 2 = 1", "heap(_,S), S > 2"}
"""These are tried in every run: a residue, a heap, a place, a base, a digit and a size off by one."""


def changes() -> Iterator[object]:
    for claim, several in ((BALANCED, CHANGES), (MISERE, [*CHANGES[1:2], *IN_MISERE])):
        for before, after in several:
            yield pytest.param(claim, before, after, marks=() if after in QUICK else pytest.mark.slow)


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "before", "after"), list(changes()))
@pytest.mark.sample(10)
def test_no_change_that_makes_it_false_is_proved(claim: str, before: str, after: str, attempt: Attempt) -> None:
    """Some are not false but of another form: these are not proved either."""
    assert before in MOORE
    try:
        proof = attempt(MOORE.replace(before, after), claim)
    except InputError:
        return  # clingo sees that the rules are wrong
    assert proof.verdict == "unknown"
    assert proof.reason


@pytest.mark.slow
@pytest.mark.parametrize("claim", [BALANCED, MISERE])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("T = 0..S-1", "T = 0..S-2"),
        ("T = 0..S-1", "T = 0..S-1, S-T != 50"),
        ("T = 0..S-1", "T = 0..S-1, I != 50"),
        ("T = 0..S-1", "T = 0..S"),
        ("heap(I,T)) :- move(lower(I,T))", "heap(I,T/2)) :- move(lower(I,T))"),
        ("heap(I,T)) :- move(lower(I,T))", "heap(1,T)) :- move(lower(I,T))"),
        ("heap(I,T)) :- move(lower(I,T))", "heap(T,I)) :- move(lower(I,T))"),
        ("heap(I,T)) :- move(lower(I,T))", "heap(I,T)) :- move(lower(I,T)), T < 50"),
    ],
)
def test_no_change_of_nim_is_proved(claim: str, before: str, after: str, attempt: Attempt) -> None:
    assert before in NIM
    try:
        assert attempt(NIM.replace(before, after), claim, "{}").verdict == "unknown"
    except InputError:
        return  # clingo sees that the rules are wrong


@pytest.mark.slow
def test_nim_is_proved_by_columns(attempt: Attempt) -> None:
    """Its theorem is written with digits here, not as a nim-sum."""
    for claim in (BALANCED, MISERE):
        proof = attempt(NIM, claim, "{}")
        assert (proof.verdict, proof.reason, proof.cites) == ("proved", None, (CITED,))


@pytest.mark.parametrize("claim", [BALANCED, MISERE])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_places_named_by_exponents(claim: str, attempt: Attempt) -> None:
    proof = attempt(EXPONENTS, claim)
    assert (proof.verdict, proof.reason, proof.cites) == ("proved", None, (CITED,))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("S / 2**J", "S / 2**(J+1)"),
        ("S / 2**J", "S / 3**J"),
        ("S / 2**J", "S / 2**2"),
        ("place(0)", "place(1)"),
        ("2**(J+1) <= S", "2**(J+1) < S"),
        ("2**(J+1) <= S", "2**(J+2) <= S"),
        ("2**(J+1) <= S", "2**(J+1) <= S, J < 6"),
        ("place(J+1) :-", "place(J+2) :-"),
        ("ones(J,N) :- place(J)", "ones(J,N) :- place(J+1)"),
        ("ones(_,N)", "ones(J,N), J < 6"),
        ("ones(_,N)", "ones(J,N), 2**J < 64"),
    ],
)
@pytest.mark.sample(6)
def test_no_change_of_exponents_that_makes_it_false_is_proved(before: str, after: str, attempt: Attempt) -> None:
    assert before in EXPONENTS
    try:
        assert attempt(EXPONENTS.replace(before, after), BALANCED).verdict == "unknown"
    except InputError:
        return  # clingo sees that the rules are wrong


@pytest.mark.slow
def test_heaps_that_are_lowered_twice_are_an_error(attempt: Attempt) -> None:
    for order in ("I <= H", "I != H"):
        with pytest.raises(InputError, match="two values for heap"):
            attempt(MOORE.replace("I < H", order), BALANCED, "{k: 3..4}")


def test_what_is_claimed_taken_for_something_else_by_mistake_is_found_out(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the claim misread, positions would not be claimed as clingo has it."""
    balanced = Digits.balanced
    monkeypatch.setattr(Digits, "balanced", lambda self, ones: balanced(self, add(ones, ones)))
    with pytest.raises(Disagreement, match=r"what is claimed at .* the columns and clingo"):
        attempt(MOORE, BALANCED)


def test_moves_taken_for_others_by_mistake_are_found_out(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = HeapsLowered.allowed
    monkeypatch.setattr(HeapsLowered, "allowed", lambda self, heaps: allowed(self, add(heaps, number(1))))
    with pytest.raises(Disagreement, match=r"the moves at .* the columns and clingo"):
        attempt(MOORE, BALANCED)
