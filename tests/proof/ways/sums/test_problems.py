"""Proofs for any number of heaps through the values of one heap: what is true is proved, what is false is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement
from bouton.core.proof import Proof
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.goal import Goal
from bouton.proof.prepare import prepare
from bouton.proof.prove import prove
from bouton.proof.setting import settings
from bouton.proof.way import Validated
from bouton.proof.ways.sums import problems as sums

Heaps = tuple[int, ...]
Attempt = Callable[..., Proof]

PATIENTLY = ProofRequest()
BRIEFLY = ProofRequest(limits=Limits(processor=10), crosscheck=False)
"""What is false is not proved, however long one looks for a proof."""

NIM = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
row(I,S) :- heap(I,S).
win(lower(I,V^X)) :- value(X), row(I,V), V^X < V.
"""
AT_MOST_K = """\
move(lower(I,T)) :- heap(I,S), T = S-k..S-1, T >= 0.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
row(I,S \\ (k+1)) :- heap(I,S).
win(lower(I,S-V+Y)) :- value(X), row(I,V), heap(I,S), Y = V^X, Y < V.
"""
ODD_OR_ALL = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1, (S-T) \\ 2 = 1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
row(I,S \\ 2) :- heap(I,S).
win(lower(I,S-1)) :- value(X), row(I,V), heap(I,S), V^X < V.
"""
SPLIT = """\
move(split(I,L)) :- heap(I,S), L = 1..S/2, 2*L <= S.
after(split(I,L), heap(I,S-2*L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
"""
SUM = """\
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
value(X) :- heaps(N), sum(N,X).
safe :- value(0).
"""


@pytest.fixture
def attempt(tmp_path: Path) -> Attempt:
    def proving(
        rules: str,
        claim: str,
        parameters: str = "{}",
        prove_: str = "{heap: {count: all}}",
        asked: ProofRequest = PATIENTLY,
        measure: str = "[stones]",
    ) -> Proof:
        (tmp_path / "g.lp").write_text(rules + SUM if "sum(0,0)" not in rules else rules)
        head = f"game: g\nrules: g.lp\nparameters: {parameters}\nposition: {{heap: {{count: 0..2, size: 1..3}}}}\n"
        head += f"measure: {measure}\n"
        (tmp_path / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {prove_}}}\n")
        spec = load(str(tmp_path / "g.yaml"))
        about = subject(spec, spec.claims[0])
        return prove(about, spec.claims[0], rules_of(about), asked).proof

    return proving


UP_TO_3 = {"parameters": "{k: 1..3}", "prove_": "{k: 1..3, heap: {count: all}}"}


@pytest.mark.parametrize(
    ("rules", "more"), [(NIM, {}), (AT_MOST_K, UP_TO_3), (ODD_OR_ALL, {})], ids=["nim", "at most k", "odd"]
)
@pytest.mark.parametrize("claim", ["kind: grundy, iff: value", "kind: p-positions, iff: safe, strategy: win"])
@pytest.mark.sample(6)
def test_true_claims(rules: str, more: dict[str, str], claim: str, attempt: Attempt) -> None:
    proof = attempt(rules, claim, **more)
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert "heap.count" in proof.unbounded
    assert proof.cites == (sums.CITED,)
    assert {"sum of heaps", "nim-sum", "some value", "one value", "independence"} <= {part.name for part in proof.parts}
    assert ("strategy win" in {part.name for part in proof.parts}) is ("strategy" in claim)


@cache
def value(heaps: Heaps, takes: Callable[[int], list[int]]) -> int:
    """The value of a position of several heaps, of which a move lowers one: by its definition, with no sum in it."""
    options = {
        value(tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :])))), takes)
        for at, size in enumerate(heaps)
        for left in takes(size)
    }
    return next(number for number in range(len(options) + 1) if number not in options)


GAMES: list[tuple[Callable[[int], list[int]], Callable[[int], int]]] = [
    (lambda size: list(range(size)), lambda size: size),
    (lambda size: list(range(max(0, size - 3), size)), lambda size: size % 4),
    (lambda size: [left for left in range(size) if (size - left) % 2], lambda size: size % 2),
]
"""What a move leaves of a heap, and the value of a heap, of each game above."""


@pytest.mark.parametrize(("takes", "row"), GAMES, ids=["nim", "at most 3", "odd"])
def test_they_are_true(takes: Callable[[int], list[int]], row: Callable[[int], int]) -> None:
    for count in range(4):
        for heaps in combinations_with_replacement(range(1, 6), count):
            assert value(heaps, takes) == reduce(xor, map(row, heaps), 0)


@pytest.mark.parametrize(
    ("rules", "before", "after", "more"),
    [
        (NIM, "T = 0..S-1", "T = 0..S-2", {}),
        (NIM, "T = 0..S-1", "T = 1..S-1", {}),
        (NIM, "T = 0..S-1", "T = 0..S-1, S-T != 9", {}),
        (NIM, "row(I,S)", "row(I,S+1)", {}),
        (NIM, "row(I,S) :- heap(I,S)", "row(I,S) :- heap(I,S), S != 70", {}),
        (NIM, "row(I,S) :- heap(I,S)", "row(I,S) :- heap(I,S). row(I,1) :- heap(I,70)", {}),
        (NIM, "V^X < V", "V^X <= V+1", {}),
        (NIM, "V^X < V", "V^X < V-1", {}),
        (NIM, "V^X < V", "V^X < V, V != 40", {}),
        (NIM, "lower(I,V^X)) :- value", "lower(I,0)) :- value", {}),
        (AT_MOST_K, "k+1", "k", UP_TO_3),
        (AT_MOST_K, "k+1", "k+2", UP_TO_3),
        (AT_MOST_K, "S-k..S-1", "S-k-1..S-1", UP_TO_3),
        (AT_MOST_K, "S-k..S-1", "S-k..S-1, S-T != k, k > 2", UP_TO_3),
        (AT_MOST_K, "S-V+Y", "S-V-Y", UP_TO_3),
        (AT_MOST_K, "S-V+Y", "Y", UP_TO_3),
        (ODD_OR_ALL, "lower(I,S-1)", "lower(I,S-2)", {}),
        (ODD_OR_ALL, "\\ 2 = 1", "\\ 2 = 0", {}),
        (NIM, "V^X < V.", "V^X < V. win(lower(I,0)) :- value(X), row(I,V), 5 / ((V^X) - 70) = 9.", {}),
    ],
)
@pytest.mark.sample(36)
def test_no_change_that_makes_it_false_is_proved(
    rules: str, before: str, after: str, more: dict[str, str], attempt: Attempt
) -> None:
    assert before in rules
    proof = attempt(rules.replace(before, after), "kind: p-positions, iff: safe, strategy: win", asked=BRIEFLY, **more)
    assert proof.verdict == "unknown"
    assert proof.reason


def test_a_false_value_is_refuted_at_one_heap(attempt: Attempt) -> None:
    proof = attempt(NIM.replace("row(I,S) :- heap(I,S)", "row(I,S-S/40) :- heap(I,S)"), "kind: grundy, iff: value")
    assert proof.verdict == "refuted"
    assert "heap=40" in (proof.reason or "")


@pytest.mark.slow
def test_heaps_that_split(attempt: Attempt) -> None:
    """From a heap take away twice as much as is put beside it: what is proved is what plain Python confirms."""
    found: dict[int, int] = {0: 0}
    for size in range(1, 60):
        options = {found[size - 2 * left] ^ found[left] for left in range(1, size // 2 + 1)}
        found[size] = next(number for number in range(size) if number not in options)
    for rule in ("row(I,0) :- heap(I,1). row(I,1) :- heap(I,S), S > 1.", "row(I,S \\ 2) :- heap(I,S)."):
        proof = attempt(SPLIT + rule, "kind: grundy, iff: value", asked=BRIEFLY)
        claimed = [int(size > 1) if "S > 1" in rule else size % 2 for size in found]
        assert (proof.verdict == "proved") <= (claimed == list(found.values()))


def test_what_is_no_sum_is_read_as_before(attempt: Attempt) -> None:
    greedy = NIM.replace("heap(I,S), T", "heap(I,S), not heap(I+1,_), T")
    proof = attempt(greedy, "kind: grundy, iff: value")
    assert proof.verdict == "unknown"
    assert proof.cites == ()


MISERE = """\
firm :- row(_,V), V > 1.
fickle :- not firm.
misere :- firm, value(0).
misere :- fickle, value(1).
"""
COUNTED = MISERE.replace("fickle, value(1)", "fickle, heaps(N), N \\ 2 = 1")
IN_MISERE = "kind: p-positions, play: misere, iff: misere"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "more"),
    [(NIM + MISERE, {}), (NIM + COUNTED, {}), (AT_MOST_K + MISERE, UP_TO_3), (ODD_OR_ALL + MISERE, {})],
    ids=["nim", "nim, counted", "at most k", "odd"],
)
@pytest.mark.sample(4)
def test_true_claims_of_misere_play(rules: str, more: dict[str, str], attempt: Attempt) -> None:
    proof = attempt(rules, IN_MISERE, **more)
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert proof.cites == (sums.CITED, sums.MINIONS)
    assert {"swap positions", "absorption in misère play"} <= {part.name for part in proof.parts}


@cache
def lost(heaps: Heaps, takes: Callable[[int], list[int]]) -> bool:
    """Whether it is a P-position when the last one to move loses, by definition."""
    options = [
        tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :]))))
        for at, size in enumerate(heaps)
        for left in takes(size)
    ]
    return bool(options) and not any(lost(option, takes) for option in options)


@pytest.mark.parametrize(("takes", "row"), GAMES, ids=["nim", "at most 3", "odd"])
def test_they_are_true_of_misere_play(takes: Callable[[int], list[int]], row: Callable[[int], int]) -> None:
    for count in range(4):
        for heaps in combinations_with_replacement(range(1, 6), count):
            total = reduce(xor, map(row, heaps), 0)
            assert lost(heaps, takes) is (total == (0 if any(row(size) > 1 for size in heaps) else 1))


@pytest.mark.parametrize(
    ("rules", "before", "after", "more"),
    [
        (NIM + MISERE, "V > 1", "V > 0", {}),
        (NIM + MISERE, "V > 1", "V > 2", {}),
        (NIM + MISERE, "V > 1", "V > 1, V != 60", {}),
        (NIM + MISERE, "T = 0..S-1", "T = 0..S-2", {}),
        (NIM + MISERE, "T = 0..S-1", "T = 1..S-1", {}),
        (NIM + COUNTED, "T = 0..S-1", "T = 0..S-1, S-T != 31", {}),
        (AT_MOST_K + COUNTED, "V > 1", "V > 1", UP_TO_3),
        (AT_MOST_K + MISERE, "k+1", "k+2", UP_TO_3),
        (ODD_OR_ALL + COUNTED, "V > 1", "V > 1", {}),
    ],
)
@pytest.mark.sample(12)
def test_no_change_that_makes_it_false_of_misere_play_is_proved(
    rules: str, before: str, after: str, more: dict[str, str], attempt: Attempt
) -> None:
    assert before in rules
    proof = attempt(rules.replace(before, after), IN_MISERE, asked=BRIEFLY, **more)
    assert proof.verdict == "unknown"
    assert proof.reason


@pytest.mark.parametrize(
    ("rules", "claim"),
    [
        (NIM + MISERE, "kind: grundy, play: misere, iff: value"),
        (NIM + MISERE.replace("firm, value(0)", "firm, value(2)"), IN_MISERE),
    ],
)
def test_what_is_not_proved_of_misere_play(rules: str, claim: str, attempt: Attempt) -> None:
    proof = attempt(rules, claim, asked=BRIEFLY)
    assert proof.verdict == "unknown"
    assert proof.cites == ()


LEFT: dict[int, list[int]] = {1: [0], 2: [0, 1], 3: [2], 4: [3], 5: [0, 2, 3, 4]}
"""What may be left of a heap: one of 5 is a minion that is not tame, with options of values (0,1), (0,0) and (1,1)."""
NOT_TAME = "\n".join(
    [
        *(f"left({size},{one})." for size, all_ in LEFT.items() for one in all_),
        *(f"worth({size},{value})." for size, value in {1: 1, 2: 2, 3: 0, 4: 1, 5: 3}.items()),
        "move(lower(I,T)) :- heap(I,S), left(S,T).",
        "after(lower(I,T), heap(I,T)) :- move(lower(I,T)).",
        "row(I,V) :- heap(I,S), worth(S,V).",
        "row(I,0) :- heap(I,S), S > 5.",
        "",
    ]
)


@pytest.mark.slow
def test_minions_that_are_not_tame(attempt: Attempt) -> None:
    """The theorem on sums that is cited is one on minions, and true of these."""
    rules = NOT_TAME + MISERE.replace("row(_,V), V > 1", "heap(_,S), S = 2..5")
    assert attempt(rules, IN_MISERE).verdict == "proved"
    assert attempt(rules.replace("2..5", "2..4"), IN_MISERE, asked=BRIEFLY).verdict == "unknown"
    worth = {1: 1, 2: 2, 3: 0, 4: 1, 5: 3, 6: 0}

    def takes(size: int) -> list[int]:
        return LEFT.get(size, [])

    for count in range(5):
        for heaps in combinations_with_replacement(range(1, 7), count):
            total, firm = reduce(xor, map(worth.__getitem__, heaps), 0), any(2 <= size <= 5 for size in heaps)
            assert lost(heaps, takes) is (total == (0 if firm else 1))


LASKER = (
    NIM.partition("row")[0]
    + """\
move(split(I,L)) :- heap(I,S), L = 1..S/2.
after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
row(I,S) :- heap(I,S), S \\ 4 = 1..2.
row(I,S+1) :- heap(I,S), S \\ 4 = 3.
row(I,S-1) :- heap(I,S), S \\ 4 = 0.
"""
)


@cache
def lost_with_splits(heaps: Heaps) -> bool:
    """Whether a position of Lasker's Nim is a P-position when the last one to move loses, by definition."""
    options = []
    for at, size in enumerate(heaps):
        rest = (*heaps[:at], *heaps[at + 1 :])
        options += [(*rest, left) for left in range(size)]
        options += [(*rest, size - part, part) for part in range(1, size // 2 + 1)]
    known = [tuple(sorted(filter(None, option))) for option in options]
    return bool(known) and not any(map(lost_with_splits, known))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        # what a heap is split into, what it is worth, and what misère play makes of it
        ("L = 1..S/2", "L = 2..S/2"),
        ("L = 1..S/2", "L = 1..S/2, S != 31"),
        ("heap(I,S-L)", "heap(I,S-L-1)"),
        ("row(I,S+1) :- heap(I,S), S \\ 4 = 3", "row(I,S) :- heap(I,S), S \\ 4 = 3"),
        ("V > 1", "V > 0"),
        ("V > 1", "V > 1, V != 50"),
        ("N \\ 2 = 1", "N \\ 2 = 0"),
        ("misere :- firm, value(0)", "misere :- firm, value(1)"),
    ],
)
@pytest.mark.sample(9)
@pytest.mark.slow
def test_misere_play_where_heaps_split(before: str, after: str, attempt: Attempt) -> None:
    rules = LASKER + COUNTED
    assert before in rules
    proof = attempt(rules.replace(before, after, 1), IN_MISERE, measure="[stones, splits]")
    assert (proof.verdict == "proved") is (before == after), proof.reason


def test_so_it_is_played() -> None:
    for count in range(4):
        for heaps in combinations_with_replacement(range(1, 6), count):
            worth = [size + {3: 1, 0: -1}.get(size % 4, 0) for size in heaps]
            firm = any(one > 1 for one in worth)
            assert lost_with_splits(heaps) is (reduce(xor, worth, 0) == 0 if firm else count % 2 == 1)


def test_a_game_taken_for_a_sum_by_mistake_is_found_out(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the form of the rules misread, positions of several heaps would not be what their heaps are."""
    monkeypatch.setattr("bouton.proof.ways.sums.form.Summed._about", lambda *_: True)
    for change in ("heap(I,S), not heap(I+1,_), T", "heap(I,S), many, T"):
        rules = NIM.replace("heap(I,S), T", change) + "many :- heap(2,_).\n"
        with pytest.raises(Disagreement, match="the sum of its heaps and clingo"):
            attempt(rules, "kind: grundy, iff: value")


def failing(rules: str, folder: Path) -> str | None:
    """The first position at which, by clingo alone, the strategy or what is claimed fails."""
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..2, size: 1..3}}\n"
    says = "kind: p-positions, iff: safe, strategy: win, prove: {heap: {count: all}}"
    (folder / "g.lp").write_text(rules + SUM)
    (folder / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, {says}}}\n")
    spec = load(str(folder / "g.yaml"))
    found: list[object] = []
    assert spec.claims[0].prove is not None
    (setting,) = settings(spec, spec.claims[0].prove)
    prepare(found.append, Goal(spec, spec.claims[0], rules_of(spec), setting))
    seen = [one.seen for one in found if isinstance(one, Validated)]
    assert any(one.positions for one in seen), found
    return next((one.failing for one in seen if one.failing), None)


@pytest.mark.parametrize(
    ("win", "first"),
    [
        ("win(lower(I,V^X)) :- value(X), row(I,V), V^X < V.", None),
        ("win(lower(I,V^X)) :- value(X), row(I,V), V^X < V, V < 3.", "heap=3"),
        ("win(lower(I,V^X)) :- value(X), row(I,V), V^X <= V+1.", "heap=1:2"),
    ],
)
@pytest.mark.sample(3)
def test_clingo_alone_tells_where_a_strategy_fails(win: str, first: str | None, tmp_path: Path) -> None:
    assert failing("\n".join(NIM.splitlines()[:3]) + f"\n{win}\n", tmp_path) == first
