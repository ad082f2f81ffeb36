"""Proofs by multiplicities: what is true of nim-sums of numbers of heaps is proved, and no change that is false."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, reduce
from operator import xor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.claims.parts import MOVE as MOVES
from bouton.claims.parts import TERMINAL
from bouton.claims.subject import rules_of
from bouton.core.errors import InputError, Unreadable
from bouton.core.proof import Proof, claim_part
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.prove import prove
from bouton.proof.setting import Setting
from bouton.proof.ways.multiplicities.way import CITED, ByMultiplicities, by_multiplicities
from tests.shipped import named, rules_text

Heaps = tuple[int, ...]
Attempt = Callable[..., Proof]
Goes = Callable[[int, int], bool]

STAIRS = "\n".join(
    line for line in rules_text("stairs").split("% Staircase Nim: what one might")[0].splitlines() if line[:1] != "%"
)
BRIEFLY = ProofRequest(limits=Limits(processor=10), crosscheck=False)

STAIR, ON, MOVE, AFTER = (line for line in STAIRS.splitlines()[:6] if line)
ODD, EVEN, SAFE = (next(line for line in STAIRS.splitlines() if line.startswith(begin)) for begin in (
    "sum(S,X^N)", "sum(S,X) ", "odd_stairs"
))  # fmt: skip


@pytest.fixture
def attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    fewer = replace(ByMultiplicities.where, stones=6, far=((3, 3, 3),))  # which takes less time
    monkeypatch.setattr(ByMultiplicities, "where", fewer)

    def proving(
        rules: str, asked: ProofRequest = BRIEFLY, order: str = "ascending", parameters: str = "{}", every: str = ""
    ) -> Proof:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(
            f"game: g\nrules: g.lp\nparameters: {parameters}\n"
            f"position: {{heap: {{count: 0..2, size: 1..3, order: {order}}}}}\n"
            "claims:\n  - {id: c, says: x, kind: p-positions, iff: odd_stairs, prove: "
            f"{{{every}heap: {{count: all}}}}}}\n"
        )
        spec = load(str(tmp_path / "g.yaml"))
        return prove(spec, spec.claims[0], rules_of(spec), asked).proof

    return proving


def changed(*changes: tuple[str, str]) -> str:
    text = STAIRS
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def test_staircase_nim(attempt: Attempt) -> None:
    proof = attempt(STAIRS, asked=ProofRequest(crosscheck=True))
    assert (proof.verdict, proof.reason, proof.cites) == ("proved", None, (CITED,))
    assert proof.unbounded == ("heap.count", "heap")
    assert {"moves lower heaps", "numbers of heaps", "independence", "absorption"} <= {one.name for one in proof.parts}
    solved = [step for step in proof.obligations if step.solver != "evaluation"]
    assert len(solved) >= 3
    assert all("cvc5" in step.solver for step in solved)


LAST = (AFTER, AFTER.replace("I-J", "I+J"))
ANY_ODD = (
    (MOVE, "move(down(S,T,J)) :- on(S,N), J = 1..N, T = 0..S-1, (S-T) \\ 2 = 1."),
    (AFTER, "after(down(S,T,J), heap(I,T)) :- move(down(S,T,J)), heap(I,S), not heap(I-J,S)."),
)
TRUE: dict[str, tuple[str, Goes]] = {
    "as it is": (STAIRS, lambda s, t: t == s - 1),
    "the last coins": (changed(LAST), lambda s, t: t == s - 1),
    "down any odd number of stairs": (changed(*ANY_ODD), lambda s, t: (s - t) % 2 == 1),
    "three stairs down where there are": (
        changed((MOVE, f"{MOVE}\nmove(far(S,J)) :- on(S,N), J = 1..N, S >= 3."),
                (AFTER, f"{AFTER}\nafter(far(S,J), heap(I,S-3)) :- move(far(S,J)), heap(I,S), not heap(I-J,S).")),
        lambda s, t: t == s - 1 or (s >= 3 and t == s - 3),
    ),
    "counted where there are coins": (
        changed((MOVE, f"some(S,N) :- heap(_,S), N = #count {{ I : heap(I,S) }}.\n{MOVE.replace('on', 'some')}")),
        lambda s, t: t == s - 1,
    ),
    "by other names": (
        changed((MOVE, "move(take(J,S,coins)) :- on(S,N), 0 < J, J = 0..N."),
                (AFTER, "after(take(K,T+1,C), heap(I,T)) :- heap(I,T+1), not heap(I-K,T+1), move(take(K,T+1,C)).")),
        lambda s, t: t == s - 1,
    ),
    "by what is wrong": (
        changed((SAFE, "odd_stairs :- not wrong.\nwrong :- sum(S,X), not stair(S+1), X != 0.")), lambda s, t: t == s - 1
    ),
    "summed by one rule for each": (
        changed((EVEN, "sum(S,X) :- sum(S-1,X), on(S,N), (S+1) \\ 2 = 1."), (ODD, ODD.replace("X^N", "N^X"))),
        lambda s, t: t == s - 1,
    ),
}  # fmt: skip
"""Rules, and from where to where coins go by them; the odd stairs decide."""


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.sample(12)
def test_other_words_and_other_true_claims(name: str, attempt: Attempt) -> None:
    proof = attempt(TRUE[name][0])
    assert (proof.verdict, proof.reason) == ("proved", None)


FALSE: dict[str, str] = {
    "two coins at least": changed(("J = 1..N", "J = 2..N")),
    "not all coins of a stair": changed(("J = 1..N", "J = 1..N-1")),
    "no coin": changed(("J = 1..N", "J = 0..N")),
    "more than there are": changed(("J = 1..N", "J = 1..N+1")),
    "at most 50 coins": changed(("J = 1..N", "J = 1..N, J <= 50")),
    "not 50 coins": changed(("J = 1..N", "J = 1..N, J != 50")),
    "not with 50 coins": changed(("J = 1..N", "J = 1..N, N != 50")),
    "one coin": changed(("J = 1..N", "J = 1..N, J = 1")),
    "two stairs down": changed(("heap(I,S-1)", "heap(I,S-2)")),
    "two stairs down from the 50th": changed(
        (MOVE, f"{MOVE}\nmove(far(S,J)) :- on(S,N), J = 1..N, S = 50."),
        (AFTER, f"{AFTER}\nafter(far(S,J), heap(I,S-2)) :- move(far(S,J)), heap(I,S), not heap(I-J,S)."),
    ),
    "to the floor": changed(("heap(I,S-1)", "heap(I,0)")),
    "up": changed(("heap(I,S-1)", "heap(I,S+1)")),
    "nowhere": changed(("heap(I,S-1)", "heap(I,S)")),
    "a coin left out": changed(("not heap(I-J,S)", "not heap(I-J+1,S)")),
    "a coin too many": changed(("not heap(I-J,S)", "not heap(I-J-1,S)")),
    "the 50th coin left out": changed(("not heap(I-J,S)", "not heap(I-J,S), J != 50")),
    "the last or the first": changed(("not heap(I-J,S)", "not heap(I-J,S), not heap(I+J,S)")),
    "all coins": changed((", not heap(I-J,S)", "")),
    "one coin, whatever is said": changed(("not heap(I-J,S)", "not heap(I-1,S)")),
    "by the coins on the stair below": changed(("not heap(I-J,S)", "not heap(I-J,S-1)")),
    "by the coins on any stair": changed(("not heap(I-J,S)", "not heap(I-J,_)")),
    "the coins on another stair": changed(("heap(I,S), not heap(I-J,S)", "heap(I,T), not heap(I-J,T), T != S"),
                                          ("heap(I,S-1)", "heap(I,T-1)")),
    "every stair": changed(("heap(I,S), not heap(I-J,S)", "heap(I,T), not heap(I-J,T)"),
                           ("heap(I,S-1)", "heap(I,T-1)")),
    "two stairs in one move": changed(
        (AFTER, f"{AFTER}\nafter(down(S,J), heap(I,S)) :- move(down(S,J)), heap(I,S+1), not heap(I-J,S+1)."),
    ),
    "not from the lowest stair": changed((MOVE, MOVE.replace("J = 1..N", "J = 1..N, S > 1"))),
    "not from the 50th stair": changed((MOVE, MOVE.replace("J = 1..N", "J = 1..N, S != 51"))),
    "stairs 1, 5, 9": changed((ODD, ODD.replace("S \\ 2 = 1", "S \\ 4 = 1")),
                              (EVEN, EVEN.replace("S \\ 2 = 0", "S \\ 4 != 1"))),
    "stairs 1, 4, 7": changed((ODD, ODD.replace("S \\ 2 = 1", "S \\ 3 = 1")),
                              (EVEN, EVEN.replace("S \\ 2 = 0", "S \\ 3 != 1"))),
    "the even stairs": changed((ODD, ODD.replace("= 1", "= 0")), (EVEN, EVEN.replace("= 0", "= 1"))),
    "every stair counts": changed((ODD, ODD.replace(", S \\ 2 = 1", "")), (EVEN, "")),
    "no stair counts": changed((ODD, ""), (EVEN, EVEN.replace(", S \\ 2 = 0", ""))),
    "the odd stairs, and the 50th": changed((ODD, f"{ODD}\nsum(50,X^N) :- sum(49,X), on(50,N)."),
                                            (EVEN, EVEN.replace("= 0.", "= 0, S != 50."))),
    "without the 51st": changed((ODD, ODD.replace("= 1.", "= 1, S != 51.")),
                                (EVEN, f"{EVEN}\nsum(51,X) :- sum(50,X), stair(51).")),
    "added": changed(("X^N", "X+N")),
    "taken away": changed(("X^N", "X-N")),
    "one more": changed(("X^N", "X^(N+1)")),
    "at most 50": changed((ODD, ODD.replace("= 1.", "= 1, N <= 50.")),
                          (EVEN, f"{EVEN}\nsum(S,X) :- sum(S-1,X), on(S,N), N > 50, S \\ 2 = 1.")),
    "parities": changed(("X^N", "X^(N \\ 2)")),
    "from the second stair on": changed(("sum(0,0)", "sum(1,0)")),
    "from 1": changed(("sum(0,0)", "sum(0,1)")),
    "without the highest stair": changed(("not stair(S+1)", "not stair(S+2)")),
    "up to some stair": changed((", not stair(S+1)", "")),
    "by what is right": changed((SAFE, "odd_stairs :- not wrong.\nwrong :- sum(S,0), not stair(S+1).")),
    "by what is not wrong": changed((SAFE, "odd_stairs :- wrong.\nwrong :- sum(S,X), not stair(S+1), X != 0.")),
    "by what is wrong below": changed((SAFE, "odd_stairs :- not wrong.\nwrong :- sum(S,X), stair(S+1), X != 0.")),
    "nim-sum 1": changed(("sum(S,0)", "sum(S,1)")),
    "up to the 50th": changed(("not stair(S+1)", "not stair(S+1), S < 50")),
    "counted from there on": changed((ON, ON.replace("heap(I,S) }", "heap(I,T), T >= S }"))),
    "counted up to there": changed((ON, ON.replace("heap(I,S) }", "heap(I,T), T <= S }"))),
    "counted by size": changed((ON, ON.replace("{ I : heap(I,S) }", "{ T : heap(I,T), T = S }"))),
    "but for the first coin": changed((ON, ON.replace("heap(I,S) }", "heap(I,S), I > 1 }"))),
    "counted one by one": changed(
        (MOVE, f"some(S,N) :- heap(I,S), N = #count {{ I : heap(I,S) }}.\n{MOVE.replace('on', 'some')}")),
    "from stair 0 on": changed(("stair(1..S)", "stair(0..S)")),
    "stairs that have coins": changed(("stair(1..S)", "stair(S)")),
    "stairs up to 50": changed((STAIR, STAIR.replace("heap(_,S).", "heap(_,S), S < 50."))),
    "a stair more": changed(("stair(1..S)", "stair(1..S+1)")),
}  # fmt: skip
"""Each is false, or at least not of the form: of some it is true that the odd stairs decide, but not seen."""


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.sample(36)
@pytest.mark.long("without the 51st", "at most 50")
def test_what_is_changed_is_not_proved(name: str, attempt: Attempt) -> None:
    try:
        proof = attempt(FALSE[name])
    except InputError:  # of a move that does nothing, say
        return
    assert proof.verdict == "unknown"
    assert proof.reason


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.sample(72)
def test_solvers_alone_find_it_without_clingo(name: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    met = Seen(1, frozenset({MOVES, TERMINAL, claim_part("c")}))
    monkeypatch.setattr("bouton.proof.compared.held.compared", lambda *_: iter([met]))
    assert attempt(STAIRS).verdict == "proved"
    assert attempt(FALSE[name]).verdict == "unknown"


@pytest.mark.parametrize("other", [
    {"play": "misere"}, {"where": "odd_stairs"}, {"together": ("c",)}, {"strategy": "win"}, {"using": (("safe", ()),)},
    {"kind": "grundy"},
])  # fmt: skip
def test_what_is_not_read_by_multiplicities(other: dict[str, Any]) -> None:
    spec = named("stairs")
    rules, setting = rules_of(spec), Setting({}, {}, (), {}, levels=True)
    said: dict[str, Any] = {"kind": "p-positions", "play": "normal", "iff": "odd_stairs", "endless": False}
    said |= dict.fromkeys(("where", "together", "strategy", "using", "draw"))
    assert by_multiplicities(Goal(spec, cast(Any, SimpleNamespace(**said)), rules, setting))
    with pytest.raises(Unreadable, match="by multiplicities"):
        by_multiplicities(Goal(spec, cast(Any, SimpleNamespace(**(said | other))), rules, setting))


AT_ONCE = changed(
    (MOVE, f"{MOVE[:-1]}, S > h.\nmove(off(S,J)) :- on(S,N), J = 1..N, S <= h."),
    (
        AFTER,
        f"{AFTER.replace('S-1', 'S-h')}\nafter(off(S,J), heap(I,0)) :- move(off(S,J)), heap(I,S), not heap(I-J,S).",
    ),
    (ODD, ODD.replace("S \\ 2 = 1", "(S-1) / h \\ 2 = 0")),
    (EVEN, EVEN.replace("S \\ 2 = 0", "(S-1) / h \\ 2 = 1")),
)
"""Coins go down h stairs at once, or to the floor."""


@pytest.mark.slow
def test_a_parameter_without_an_end(attempt: Attempt) -> None:
    unknown = {"parameters": "{h: 1..2}", "every": "h: all, "}
    proof = attempt(AT_ONCE, **unknown)
    assert (proof.verdict, proof.unbounded) == ("proved", ("h", "heap.count", "heap"))
    assert attempt(AT_ONCE.replace("S <= h", "S <= h, h != 7"), **unknown).verdict == "unknown"
    assert attempt(AT_ONCE.replace("(S-1) / h", "S / h"), **unknown).verdict == "unknown"


def test_the_order_of_the_heaps_matters(attempt: Attempt) -> None:
    assert attempt(STAIRS, order="descending").verdict == "proved"
    proof = attempt(STAIRS, order="none")
    assert proof.verdict == "unknown"
    assert proof.reason
    assert "next to each other" in proof.reason


# ------------------------------------------------------------------------------------------------------- by definition


def positions(coins: int, stairs: int) -> Iterator[Heaps]:
    for many in range(coins + 1):
        yield from itertools.combinations_with_replacement(range(1, stairs + 1), many)


@cache
def lost(heaps: Heaps, goes: Goes) -> bool:
    """Whether it is a P-position, by definition."""
    options = set()
    for size, many in Counter(heaps).items():
        for taken, left in itertools.product(range(1, many + 1), range(size)):
            if goes(size, left):
                rest = list(heaps)
                for _ in range(taken):
                    rest.remove(size)
                options.add(tuple(sorted(filter(None, [*rest, *[left] * taken]))))
    return not any(lost(one, goes) for one in options)


@pytest.mark.parametrize("name", TRUE)
def test_they_are_true(name: str) -> None:
    for heaps in positions(6, 5):
        odd = (many for size, many in Counter(heaps).items() if size % 2)
        assert lost(heaps, TRUE[name][1]) is (reduce(xor, odd, 0) == 0)


@pytest.mark.parametrize("h", [1, 2, 3])
def test_it_is_true_for_some_values_of_the_parameter(h: int) -> None:
    def goes(stair: int, to: int) -> bool:
        return to == max(0, stair - h)

    for heaps in positions(5, 7):
        counted = (many for stair, many in Counter(heaps).items() if (stair - 1) // h % 2 == 0)
        assert lost(heaps, goes) is (reduce(xor, counted, 0) == 0)
