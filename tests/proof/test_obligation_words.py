"""What is solved of a proof, in its order and its words: an obligation that is left out or another is seen here."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.proof import Proof
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from tests.proof.test_compared import ALLIANCES, GREEDY, HEAPS, MANY, OUTCOMES, PILE, TAKE, TURN, spec_of

DEFINED = "no arithmetic of the rules is undefined, no move gives a fluent two values or a heap a place below 1"
SIZES = "no move leaves a heap of fewer than 0 stones"
MEASURE = "every move lowers the measure (stones)"
CLOSED = "no move leaves the range that the proof speaks of"
OVER = "every terminal is claimed"
APART = "no move leads from a claimed P-position to another (independence)"
INTO = "every position with a move that is not claimed has a move to one that is (absorption)"
KERNEL = [
    *(("rules", DEFINED), ("sizes", SIZES), ("measure", MEASURE), ("closed", CLOSED)),
    *(("terminals", OVER), ("independence", APART), ("absorption", INTO)),
]
WHOLE = "the value of a terminal is 0 where the player to move has lost there, else 1"
SAME = "no move leads to a position with the same claimed value (independence)"
LESS = "from a position with a move, to each smaller number than its claimed value some move leads (absorption)"


def values(name: str) -> list[tuple[str, str]]:
    return [
        *KERNEL[:4],
        ("some value", f"{name} names a natural number everywhere"),
        ("no negative value", f"{name} names no negative number"),
        ("one value", f"{name} names no two numbers at once"),
        *(("terminals", WHOLE), ("independence", SAME), ("absorption", LESS)),
    ]


def proof(tmp_path: Path, rules: str, head: str, said: str) -> Proof:
    spec = spec_of(tmp_path, rules, head, said)
    claim = spec.claim("c0")
    about = subject(spec, claim)
    found = prove(about, claim, rules_of(about), ProofRequest(crosscheck=False)).proof
    assert (found.verdict, found.reason) == ("proved", None)
    assert all(one.verdict == "proved" for one in found.obligations)
    return found


def words(found: Proof) -> list[tuple[str, str]]:
    return [(one.name, one.meaning) for one in found.obligations]


def of(places: list[str], several: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same obligations at each place."""
    return [(f"{name}, {place}", meaning) for place in places for name, meaning in several]


def parts(found: Proof) -> dict[str, int]:
    return {one.name: len(one.obligations) for one in found.parts}


def empty(found: Proof) -> dict[str, str | None]:
    """The obligations that speak of nothing, by numbers of heaps, and what there is not."""
    return {one.name: one.reason for one in found.obligations if one.reason is not None}


def test_outcomes(tmp_path: Path) -> None:
    found = proof(tmp_path, TAKE, PILE, OUTCOMES)
    assert words(found) == KERNEL
    assert empty(found) == {}
    assert found.unbounded == ("pile",)
    assert parts(found) == {**dict.fromkeys((name for name, _ in KERNEL), 1), "claim c0": 3}


def test_values(tmp_path: Path) -> None:
    found = proof(tmp_path, TAKE, PILE, "kind: grundy, iff: value, prove: {pile: all}")
    assert words(found) == values("value")
    assert parts(found) == {**dict.fromkeys((name for name, _ in values("")), 1), "claim c0": 3}


def test_alliances(tmp_path: Path) -> None:
    found = proof(tmp_path, ALLIANCES, TURN, "kind: winners, iff: wins, prove: {pile: all}")
    assert words(found) == [
        *KERNEL[:2],
        ("measure", "every move lowers the measure (stones, then turn)"),
        KERNEL[3],
        ("sides", "exactly one side is to move"),
        ("winner", "exactly one side has won at a terminal"),
        ("wins names a side", "wins names exactly one side"),
        KERNEL[4],
        ("independence", "no move wins where the side to move is claimed to lose (independence)"),
        ("absorption", "some move wins where the side to move is claimed to win (absorption)"),
    ]


def test_each_number_of_heaps(tmp_path: Path) -> None:
    found = proof(tmp_path, GREEDY, HEAPS, MANY.replace("all", "0..2"))
    assert words(found) == of(["0 heaps", "1 heap", "2 heaps"], KERNEL)
    moved = ("sizes", "measure", "closed", "independence", "absorption")
    assert empty(found) == {
        **{f"{name}, 0 heaps": "empty at 0 heaps: there is not a move" for name in moved},
        **{f"terminals, {heaps}": f"empty at {heaps}: there is not a terminal" for heaps in ("1 heap", "2 heaps")},
    }
    assert found.unbounded == ("heap",)
    assert parts(found) == {**dict.fromkeys((name for name, _ in KERNEL), 3), "claim c0": 9}


def test_any_number_of_heaps(tmp_path: Path) -> None:
    found = proof(tmp_path, GREEDY, HEAPS, MANY)
    places = ["0 sizes", "1 size", "2 sizes or more"]
    deep = ("levels after a move", "a move leaves as many of the highest sizes as the theorem sees")
    assert words(found) == [
        *of(
            ["0 sizes", "1 size or more", "2 sizes or more"],
            [("levels", "no rule looks at a heap below the highest sizes")],
        ),
        *of(places, [KERNEL[0], deep, *KERNEL[1:3], *KERNEL[4:]]),
    ]
    assert found.unbounded == ("heap.count", "heap")
    assert empty(found) == {}


ONE = "natural :- top(S), S > 0.\nnatural :- not heap(1,_).\n"


def test_what_holds_at_any_number_of_heaps(tmp_path: Path) -> None:
    found = proof(tmp_path, GREEDY + ONE, HEAPS, "kind: everywhere, iff: natural, prove: {heap: {count: all}}")
    levels = ("levels", "no rule looks at a heap below the highest sizes")
    holds = ("natural", "natural holds wherever it is claimed to")
    assert words(found) == of(["0 sizes", "1 size or more"], [levels, KERNEL[0], holds])
    assert parts(found) == {"levels": 2, "rules": 2, "holds": 2, "claim c0": 2}


SUM = """\
move(t(I,T)) :- heap(I,S), T = 0..S-1.
after(t(I,T), heap(I,T)) :- move(t(I,T)).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^S) :- sum(I-1,X), heap(I,S).
nim_sum(X) :- heaps(N), sum(N,X).
safe :- nim_sum(0).
"""


@pytest.mark.parametrize("said", ["kind: p-positions, iff: safe", "kind: grundy, iff: nim_sum"])
@pytest.mark.sample(2)
def test_sums_of_heaps(tmp_path: Path, said: str) -> None:
    head = "position: {heap: {count: 0..2, size: 1..3}}"
    found = proof(tmp_path, SUM, head, f"{said}, prove: {{heap: {{count: all}}}}")
    assert words(found) == [
        (
            "sum of heaps",
            "by the form of the rules each move changes one heap, by that heap alone, into any number of heaps",
        ),
        ("nim-sum", "by the form of the rules nim_sum is the XOR over the heaps of a number that each has"),
        *of(["0 heaps", "1 heap"], values("nim_sum")),
    ]
    assert found.cites == (
        "the value of a sum of games is the XOR of their values (Sprague 1935, Grundy 1939); "
        "specs/impartial_theory.yaml proves it of all games (equation-1)",
    )
    assert found.unbounded == ("heap.count", "heap")
