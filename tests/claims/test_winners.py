"""Claims about who wins a game of alliances."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.claims.winners import _Judge
from bouton.core.errors import Disagreement, InputError
from bouton.core.position import Position
from bouton.core.verdict import Label, Result, Verdict
from bouton.document.load import load
from bouton.ground.layers import Layer
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle.three_players import HEAD, RULES, winner


def judged(tmp_path: Path, claim: str, *others: str, rules: str = RULES, **options: object) -> Result:
    (tmp_path / "game.lp").write_text(rules)
    claims = "".join(f"  - {{says: it is so, {one}}}\n" for one in (f"id: judged, {claim}", *others))
    (tmp_path / "game.yaml").write_text(f"game: g\nrules: game.lp\n{HEAD}claims:\n{claims}")
    spec = load(str(tmp_path / "game.yaml"))
    (result,) = check(spec, Options(claims=("judged",), **options), lambda _: None)  # type: ignore[arg-type]
    return result


def test_the_rounds_hold(tmp_path: Path) -> None:
    result = judged(tmp_path, "kind: winners")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 39)


@pytest.mark.parametrize(("old", "new"), [("pile(6)", "pile(7)"), ("N = 4..5", "N = 4..6"), ("pile(9)", "pile(10)")])
def test_a_changed_round_is_refuted_at_the_first_position_that_differs(tmp_path: Path, old: str, new: str) -> None:
    result = judged(tmp_path, "kind: winners", rules=RULES.replace(old, new, 1))
    found = result.counterexample
    assert result.verdict is Verdict.REFUTED
    assert found is not None
    pile, player = (int(str(value)) for value in found.position.values())
    said = {"a": "b", "b": "a"}[winner(pile, player)]
    assert (found.claimed, found.actual) == (said, winner(pile, player))
    assert f"claimed that side {said} wins, but side {found.actual} does" in found.sentence
    below = sum(1 for n in range(13) for i in (1, 2, 3) if (n, i) < (pile, player))
    assert found.below == below


def test_a_winning_move_shows_it(tmp_path: Path) -> None:
    rules = RULES.replace("b_wins :- player(1), pile(6).", "b_wins :- player(1), pile(6..7).")
    found = judged(tmp_path, "kind: winners", rules=rules).counterexample
    assert found is not None
    assert found.winning is not None
    assert found.winning.outcome == "a"
    assert "which side a wins" in found.sentence


def test_every_move_shows_that_the_side_to_move_loses(tmp_path: Path) -> None:
    rules = RULES.replace("b_wins :- player(1), pile(6).", "")
    found = judged(tmp_path, "kind: winners", rules=rules).counterexample
    assert found is not None
    assert found.position == {"pile": 6, "player": 1}
    assert [(option.to, option.outcome) for option in found.options] == [
        ({"pile": 4, "player": 2}, "b"),
        ({"pile": 5, "player": 2}, "b"),
    ]
    assert "side a is to move, and side b wins whatever it does" in found.sentence


@pytest.mark.parametrize(
    ("iff", "claimed", "note"),
    [("everybody", "both", "more than one side is named here"), ("some", None, "no side is named here")],
)
def test_exactly_one_side_must_be_named(tmp_path: Path, iff: str, claimed: str | None, note: str) -> None:
    result = judged(tmp_path, f"kind: winners, iff: {iff}")
    found = result.counterexample
    assert found is not None
    assert (found.position, found.claimed) == ({"pile": 0, "player": 1}, claimed)
    assert note in found.sentence


def test_a_side_that_there_is_not(tmp_path: Path) -> None:
    found = judged(tmp_path, "kind: winners, iff: unknown").counterexample
    assert found is not None
    assert (found.claimed, found.actual) == ("c", "a")


def test_where_and_together(tmp_path: Path) -> None:
    late, early = "kind: winners, where: late", "kind: winners, where: early"
    assert judged(tmp_path, late).positions == 30
    assert judged(tmp_path, "kind: winners, where: never").verdict is Verdict.VACUOUS
    whole = judged(tmp_path, "kind: winners, together: [l, e]", f"id: l, {late}", f"id: e, {early}")
    assert (whole.verdict, whole.positions) == (Verdict.HOLDS, 39)
    part = judged(tmp_path, "kind: winners, together: [l]", f"id: l, {late}")
    assert part.counterexample is not None
    assert (part.counterexample.position, part.counterexample.claimed) == ({"pile": 1, "player": 1}, None)
    differ = judged(tmp_path, "kind: winners, together: [l, s]", f"id: l, {late}", "id: s, kind: winners, iff: some")
    assert differ.counterexample is not None
    assert differ.counterexample.claimed is None  # `some` names nobody without counters


def test_a_strategy(tmp_path: Path) -> None:
    result = judged(tmp_path, "kind: strategy, moves: winning, where: three")
    assert result.verdict is Verdict.HOLDS
    result = judged(tmp_path, "kind: strategy, moves: first_move")
    assert result.counterexample is not None
    assert "leads to a position that the other side wins" in result.counterexample.sentence


def test_an_example(tmp_path: Path) -> None:
    at = "at: {pile: 6, player: 1}"
    assert judged(tmp_path, f"kind: example, {at}, winner: b").verdict is Verdict.HOLDS
    assert judged(tmp_path, f"kind: example, {at}, outcome: P").verdict is Verdict.HOLDS
    wrong = judged(tmp_path, f"kind: example, {at}, winner: a")
    assert wrong.counterexample is not None
    assert (wrong.counterexample.claimed, wrong.counterexample.actual) == ("a", "b")


def test_equal_keys(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: same-game, key: wins").verdict is Verdict.REFUTED  # both sides move at N and at P
    assert judged(tmp_path, "kind: same-game, key: parity").verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("kind: p-positions, iff: late", "is a game of alliances"),
        ("kind: swap-positions, iff: late", "is a game of alliances"),
        ("kind: same-game, key: parity, play: misere", "is a game of alliances"),
        ("kind: winners, iff: late", "late has no argument"),
    ],
)
def test_what_a_game_of_alliances_has_not(tmp_path: Path, claim: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, claim)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("side(b) :- player(3).", "side(b) :- pile(99).", r"game\.lp:5:1: no side to move at pile 0,player 3"),
        ("side(b) :- player(3).", "side(b) :- player(2..3).", "a and b to move at pile 0,player 2"),
        ("side(b) :- player(3).", "side(c) :- player(3).", "more than two alliances"),
        ("winner(a) :- pile(0), player(1).", "", "no side has won at pile 0,player 1"),
        ("winner(a) :- pile(0), player(1).", "winner(a) :- pile(0).", "a and b have won at pile 0,player 2"),
    ],
)
def test_rules_at_fault(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, "kind: winners", rules=RULES.replace(old, new))


def test_the_solver_agrees_far_up(tmp_path: Path) -> None:
    """Every position beyond the last round is won by the two players, as the solver has it."""
    last = max(n for n in range(60) for i in (1, 2, 3) if winner(n, i) == "b")
    assert last == 9
    rules = RULES + f"beyond :- pile(N), N > {last}.\nanybody(a).\n"
    run = partial(judged, tmp_path, "kind: winners, iff: anybody, where: beyond, over: {pile: 0..60}", rules=rules)
    assert run().positions == 153


def test_clingo_is_held_against_the_local_conditions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were clingo's winner wrong and the claim wrong alike, the options of the position would still tell."""
    usual = Layer.winner

    def lying(layer: Layer, position: Position) -> object:
        told = usual(layer, position)
        return {"a": "b", "b": "a"}[str(told)] if position == (3, 1) else told

    monkeypatch.setattr(Layer, "winner", lying)
    rules = RULES.replace(
        "b_wins :- player(1), pile(6).", "b_wins :- player(1), pile(6). b_wins :- player(1), pile(3)."
    )
    with pytest.raises(Disagreement, match="winners and local conditions differ"):
        judged(tmp_path, "kind: winners", rules=rules)


@pytest.mark.parametrize(
    ("said", "expected"), [("b", "b"), ("bb", "b"), ("ba", "a"), ("ab", "a"), ("bc", None), ("cb", None), ("", "a")]
)
def test_local_conditions_are_of_what_was_claimed(said: str, expected: str | None) -> None:
    """Side a moves; clingo has it win everywhere, which counts only where nothing is claimed of an option."""
    claimed: dict[Position, Label] = {(number,): side for number, side in enumerate(said)}
    options = [SimpleNamespace(to=place) for place in claimed] or [SimpleNamespace(to=(9,))]
    node: Any = SimpleNamespace(terminal=False, moves=options)
    layer: Any = SimpleNamespace(alliances=SimpleNamespace(mover=lambda _node: "a"), winner=lambda _position: "a")
    claim: Any = None
    assert _Judge(claim, (), said=claimed)._local(node, layer) == expected
