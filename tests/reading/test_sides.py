"""Proofs about games of alliances, and about games whose rules say who has won."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import equal
from bouton.core.logic.terms import Function
from bouton.core.position import Counter
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.reading.sides import SIDE, WINNER, named_sides, one_list, says
from bouton.run.check import check
from bouton.run.options import Options
from tests.reading.conftest import Reader

RULES = """\
% Two players a side, side 1 before side 2; 1 or 2 counters a turn; who takes the last counter loses.
move(t(D)) :- pile(N), D = 1..2, D <= N.
after(t(D), pile(N-D)) :- move(t(D)), pile(N).
after(t(D), player(I+1)) :- move(t(D)), player(I), I < 4.
after(t(D), player(1)) :- move(t(D)), player(4).
side(1) :- player(1..2).
side(2) :- player(3..4).
winner(2) :- pile(0), player(2..3).
winner(1) :- pile(0), player(1).
winner(1) :- pile(0), player(4).
residue(R) :- pile(N), R = N \\ 6.
loses :- residue(R), player(1), R = 1..2.
loses :- residue(R), player(3), R = 1..2.
loses :- residue(R), player(2), R = 0..1.
loses :- residue(R), player(2), R = 5.
loses :- residue(R), player(4), R = 0..1.
loses :- residue(R), player(4), R = 5.
"""
WINS = """\
other(1) :- side(2). other(2) :- side(1).
wins(A) :- loses, other(A).
wins(A) :- not loses, side(A).
"""


def judged(tmp_path: Path, rules: str, claim: str, head: str) -> Result:
    (tmp_path / "game.lp").write_text(rules)
    (tmp_path / "game.yaml").write_text(f"game: g\nrules: game.lp\n{head}claims:\n  - {{id: c, says: s, {claim}}}\n")
    (result,) = check(load(str(tmp_path / "game.yaml")), Options(), lambda _: None)
    return result


def alliances(tmp_path: Path, rules: str, box: str = "0..30") -> Result:
    """The claim about who wins, proved for every pile."""
    head = f"position:\n  pile: {box}\n  player: 1..4\n"
    return judged(tmp_path, rules, "kind: winners, prove: {pile: all}", head)


def right(pile: int, player: int) -> bool:
    """Whether the side to move loses, played out."""
    if pile == 0:
        return player in (2, 4)
    sides = [(pile - d, player % 4 + 1) for d in (1, 2) if d <= pile]
    mine = player > 2
    return not any((right(*to) is ((to[1] > 2) is not mine)) for to in sides)


@pytest.mark.slow
def test_a_true_claim_is_proved(tmp_path: Path) -> None:
    table = {player: sorted({n % 6 for n in range(30) if right(n, player)}) for player in (1, 2, 3, 4)}
    assert table == {1: [1, 2], 2: [0, 1, 5], 3: [1, 2], 4: [0, 1, 5]}
    result = alliances(tmp_path, RULES + WINS)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    names = {step.name for step in result.proof.obligations}
    assert {"sides", "winner", "wins names a side", "terminals", "independence", "absorption"} <= names


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("N \\ 6", "N \\ 5"),
        ("player(1), R = 1..2", "player(1), R = 1..3"),
        ("player(1), R = 1..2", "player(1), R = 2"),
        ("loses :- residue(R), player(4), R = 5.", ""),
    ],
)
def test_a_false_claim_is_not(tmp_path: Path, old: str, new: str) -> None:
    assert alliances(tmp_path, RULES.replace(old, new) + WINS).verdict is Verdict.REFUTED


def test_what_the_box_does_not_show_the_proof_refutes(tmp_path: Path) -> None:
    """Right up to 24 counters, wrong from 25 on; the box ends at 12."""
    rules = RULES.replace("player(1), R = 1..2.", "player(1), R = 1..2, pile(N), N < 25.")
    result = alliances(tmp_path, rules + WINS, "0..12")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 25, "player": 1}


def test_two_sides_named_at_once_are_no_proof(tmp_path: Path) -> None:
    """Beyond the box both sides are named."""
    result = alliances(tmp_path, RULES + WINS + "wins(1) :- pile(N), N > 40.\n", "0..12")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.claimed == "both"


@pytest.mark.slow
def test_a_position_without_a_side_is_no_proof(tmp_path: Path) -> None:
    """Beyond the box nobody is to move: the rules are wrong there, which no verdict may hide."""
    rules = RULES.replace("side(1) :- player(1..2).", "side(1) :- player(1..2), pile(N), N < 40.")
    result = alliances(tmp_path, rules + WINS, "0..12")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "side is to move" in str(result.proof.reason)


@pytest.mark.usefixtures("by_proof_alone")
def test_three_names_cannot_be_read(tmp_path: Path) -> None:
    result = alliances(tmp_path, RULES + WINS + "wins(3) :- pile(N), N > 40.\n", "0..12")
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "more than two alliances" in str(result.proof.reason)


IMPARTIAL = """\
move(t(D)) :- pile(N), D = 1..2, D <= N.
after(t(D), pile(N-D)) :- move(t(D)), pile(N).
winner({who}) :- pile(0).
multiple :- pile(N), N \\ 3 = {residue}.
"""


@pytest.mark.parametrize(
    ("who", "residue", "verdict"),
    [
        ("previous", 0, Verdict.PROVED),
        ("next", 1, Verdict.PROVED),
        ("previous", 1, Verdict.REFUTED),
        ("next", 0, Verdict.REFUTED),
    ],
)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(9)
def test_winner_decides_without_alliances_too(
    tmp_path: Path, who: str, residue: int, verdict: Verdict, play: str
) -> None:
    rules = IMPARTIAL.format(who=who, residue=residue)
    claim = f"kind: p-positions, play: {play}, iff: multiple, prove: {{pile: all}}"
    assert judged(tmp_path, rules, claim, "position:\n  pile: 0..9\n").verdict is verdict


PILES = "move(t) :- pile(N), N > 0.\nafter(t, pile(N-1)) :- pile(N), N > 0.\n"


def read(rules: Reader, text: str) -> SymbolicGame:
    fluents = (Counter("pile"), Counter("player"))
    ranges = {"pile": (0, None), "player": (1, 2)}
    return evaluate(rules(f"{PILES}{text}winner(A) :- pile(0), side(A).\n", fluents), {}, {}, ranges, [SIDE, WINNER])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("side(a) :- player(1).\nside(b) :- player(2).", ["a", "b"]),
        ("side(7) :- player(1).\nwinner(b) :- pile(0).", ["7", "b"]),
        ("side(I) :- player(I).", ["1", "2"]),
        ("side(I-1) :- player(I), I > 1.", ["0", "1"]),
        ("side(a) :- pile(N), N < 0.", []),
    ],
)
def test_sides_are_constants_or_one_of_two_numbers(rules: Reader, text: str, names: list[str]) -> None:
    assert sorted(named_sides(read(rules, text + "\n"), [SIDE, WINNER])) == names


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("side(2*I) :- player(I).", "side(2*player.N)"),
        ("side(N) :- pile(N).", "side(pile.N)"),
        ("side(-N) :- pile(N).", "side(-pile.N)"),
        ("side(f(1)) :- player(1).", "side(f(1))"),
        ("side((1,2)) :- player(1).", "side((1,2))"),
    ],
)
def test_what_is_no_name_of_a_side_is_told_with_its_line(rules: Reader, side: str, told: str) -> None:
    with pytest.raises(Unreadable) as found:
        named_sides(read(rules, f"{side}\n"), [SIDE, WINNER])
    assert found.value.reason == f"{told} does not name a side outright"
    assert (found.value.line, found.value.column) == (3, 1)


def test_a_third_side_is_told_with_the_rule_of_sides(rules: Reader) -> None:
    two = read(rules, "side(a) :- player(1).\nside(b) :- player(2).\n")
    other = read(rules, "winner(c) :- pile(0).\nside(a) :- player(1).\n")
    assert one_list([two, two], [SIDE]) == (Function("a"), Function("b"))
    with pytest.raises(Unreadable) as found:
        one_list([two, other], [SIDE, WINNER])
    assert found.value.reason == "more than two alliances: a, b, c"
    assert (found.value.line, found.value.column) == (4, 1)


def test_what_is_said_of_a_side(rules: Reader) -> None:
    game = read(rules, "side(I) :- player(I).\nwinner(a) :- pile(N), X = 1..N, X*X = N.\n")
    assert says(game, SIDE, number(2)) is equal(atom(unknown("player.N", 1, 2)), number(2))
    with pytest.raises(Unreadable) as found:
        says(game, WINNER, Function("a"))
    assert found.value.reason == "winner(a) would need a quantifier over X"
    assert (found.value.line, found.value.column) == (4, 1)
