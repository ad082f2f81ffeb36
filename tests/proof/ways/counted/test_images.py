"""Two games proved isomorphic: true images are proved, and no false one is, however far out it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.parts import BACK, FORTH
from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.document.narrow import narrow
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options
from tests.mutants.mutations import mutants
from tests.one_position import head, split
from tests.shipped import copied, rules_text

HERE = """\
move(take(T))             :- pile(N), T = 1..m, T <= N.
after(take(T), pile(N-T)) :- move(take(T)), pile(N).
after(take(T), turn(3-A)) :- move(take(T)), turn(A).
side(A)     :- turn(A).
winner(A)   :- pile(0), turn(A).
image(pile(N)) :- pile(N).
twice(pile(2*N)) :- pile(N).
below(pile(N-1)) :- pile(N).
none(pile(N)) :- pile(N), N != 777.
two(pile(N)) :- pile(N).
two(pile(N+1)) :- pile(N), N = 777.
strange(pile(N)) :- pile(N), N != 777.
strange(pile(N+1)) :- pile(N), N = 777.
some :- pile(N), N < 9.
"""
THERE = """\
move(lower(U))           :- pile(N), U = 0..N-1, N-U <= m.
after(lower(U), pile(U)) :- move(lower(U)).
"""
HEAD = "parameters: {m: 1..3}\nposition: {pile: 0..12, turn: 1..2}\n"
CLAIM = "other_play: misere, image: image, isomorphic: true, prove: {m: all, pile: all}"


TURNS = {"3-A": "not far", "A": "far"}


def judged(
    folder_: Path, here: str = HERE, there: str = THERE, claim: str = CLAIM, position: str = "pile: 0..40"
) -> Result:
    (folder_ / "here.lp").write_text(here)
    (folder_ / "there.lp").write_text(there)
    last = "claims:\n  - {id: c, says: s, kind: p-positions, iff: move}\n"
    (folder_ / "there.yaml").write_text(
        f"game: t\nrules: there.lp\nparameters: {{m: 1..9}}\nposition: {{{position}}}\n{last}"
    )
    said = f"claims:\n  - {{id: c, says: s, kind: same-game, other: there.yaml, {claim}}}\n"
    (folder_ / "here.yaml").write_text(f"game: h\nrules: here.lp\n{HEAD}{said}")
    (result,) = check(load(str(folder_ / "here.yaml")), Options(), lambda _: None)
    return result


@pytest.mark.slow
def test_alternating_alliances_are_two_players(tmp_path: Path) -> None:
    result = judged(tmp_path)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.unbounded == ("m", "pile")
    assert [step.name for step in result.proof.obligations if "options" in step.name] == [FORTH, BACK]
    assert {part.name for part in result.proof.parts} == {
        *("rules", "sizes", "measure", "closed", "sides", "winner", "sides alternate"),
        *("image", "rules of the other game", "terminals", "options have images", "options of images", "claim c"),
    }


@pytest.mark.slow
def test_moves_of_several_rules_have_images_by_numbers(tmp_path: Path) -> None:
    """Here a stone is taken by a rule of its own, there all are."""
    here = HERE.replace("T = 1..m, T <= N", "T = 2..m, T <= N") + "move(take(1)) :- pile(N), N > 0.\n"
    there = THERE.replace("N-U <= m.", "U > 0, N-U <= m.") + "move(lower(0)) :- pile(N), N > 0, N <= m.\n"
    result = judged(tmp_path, here, there)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    names = [step.name for step in result.proof.obligations if "options" in step.name]
    assert names == [f"{FORTH} 1", f"{FORTH} 2", f"{BACK} 1", f"{BACK} 2"]


@pytest.mark.parametrize(
    ("here", "there", "pile"),
    [
        ("T <= N.", "N-U <= m, N != 777.", 777),  # a terminal there, far out
        ("T <= N.", "N-U <= m, U != 777.", 778),  # one option fewer there
        ("T <= N.", "N-U <= m.\nmove(lower(0)) :- pile(N), N > 777.", 778),  # one more there
        ("T <= N, N != 777.\nwinner(A) :- pile(777), turn(A).", "N-U <= m.", 777),
        ("T <= N, N-T != 777.\nwinner(A) :- pile(778), turn(A).", "N-U <= m.", 778),
        ("T <= N.\nmove(take(N)) :- pile(N), N > 777.", "N-U <= m.", 778),
    ],
)
@pytest.mark.sample(6)
@pytest.mark.slow
def test_what_differs_beyond_the_box_alone_is_refuted(tmp_path: Path, here: str, there: str, pile: int) -> None:
    result = judged(tmp_path, HERE.replace("T <= N.", here), THERE.replace("N-U <= m.", there))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.parameters == {"m": 1}
    assert result.counterexample.position == {"pile": pile, "turn": 1}


@pytest.mark.slow
def test_another_winner_far_out_is_refuted(tmp_path: Path) -> None:
    """Whoever leaves 777 has won: the game ends there in both games, and there by misère play."""
    here = HERE.replace("T <= N.", "T <= N, N != 777.") + "winner(3-A) :- pile(777), turn(A).\n"
    there = THERE.replace("N-U <= m.", "N-U <= m, N != 777.")
    result = judged(tmp_path, here, there)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 777, "turn": 1}
    same = here.replace("winner(3-A)", "winner(A)")
    assert judged(tmp_path, same, there).verdict is Verdict.PROVED


def test_the_play_of_the_other_game_counts(tmp_path: Path) -> None:
    result = judged(tmp_path, claim=CLAIM.replace("misere", "normal"))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 0, "turn": 1}


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        ("none", "none names no pile of the other game, at "),
        ("two", "two names a second pile of the other game, at "),
        ("below", "pile = -1 is below 0"),
    ],
)
@pytest.mark.sample(3)
def test_a_position_without_one_image_is_no_proof(tmp_path: Path, image: str, reason: str) -> None:
    claim = CLAIM.replace("image: image", f"image: {image}")
    if image == "below":  # in the box already
        with pytest.raises(InputError, match=reason):
            judged(tmp_path, claim=claim)
        return
    result = judged(tmp_path, claim=claim)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert (result.proof.reason or "").startswith(reason)
    assert "pile=777" in (result.proof.reason or "")


@pytest.mark.parametrize(("image", "pile"), [("twice", 1), ("strange", 777)])
@pytest.mark.sample(2)
def test_a_wrong_image_is_refuted(tmp_path: Path, image: str, pile: int) -> None:
    result = judged(tmp_path, claim=CLAIM.replace("image: image", f"image: {image}"), position="pile: 0..1000")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position["pile"] == pile


def test_a_side_that_moves_twice_is_no_proof(tmp_path: Path) -> None:
    """Far out the side that takes from 777 moves again: the options are those of the image all the same."""
    turns = [f"after(take(T), turn({to})) :- move(take(T)), turn(A), {far}.\n" for to, far in TURNS.items()]
    here = "\n".join("far :- pile(777)." if "turn(3-A)" in line else line for line in HERE.splitlines())
    result = judged(tmp_path, "".join((here, "\n", *turns)))
    assert result.verdict is not Verdict.PROVED
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "the side that has moved is to move again" in (result.proof.reason or "")


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (
            CLAIM.replace(", isomorphic: true", ""),
            "no other claim of the spec names the P-positions over the same range, or none of that of the other game",
        ),
        (CLAIM.replace("image: image", "where: some, image: image"), "needs the theorems for the other positions"),
    ],
)
@pytest.mark.sample(2)
def test_what_no_proof_is_known_of(tmp_path: Path, claim: str, reason: str) -> None:
    result = judged(tmp_path, claim=claim)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.reason == reason


@pytest.mark.slow
def test_undefined_arithmetic_of_the_other_game_is_no_proof(tmp_path: Path) -> None:
    there = THERE + "far :- pile(N), 1 / (N-777) = 5.\nmove(lower(0)) :- far, pile(N), N > 0, N < 0.\n"
    result = judged(tmp_path, there=there)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "is undefined" in (result.proof.reason or "")


def test_the_least_number_of_the_other_game_may_not_depend_on_a_parameter(tmp_path: Path) -> None:
    result = judged(tmp_path, position="pile: m-m..40")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert result.proof.reason == "the least pile of the other game depends on a parameter"


@pytest.mark.parametrize("named", ["other(N)", "pile(N,1)", "pile(far)"])
@pytest.mark.sample(3)
def test_what_is_no_number_of_the_other_game_is_no_image(tmp_path: Path, named: str) -> None:
    """Named besides, and far out alone."""
    result = judged(tmp_path, HERE + f"image({named}) :- pile(N), N = 777.\n")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    said = named.replace("N", "pile.N")
    assert (result.proof.reason or "").endswith(f": image({said}) is no fluent of the other game outright")


TWO = THERE.replace("pile", "a")
"""Another number, b, stays what it is."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("second", "where", "reason"),
    [
        ("1", "", None),
        ("1", ", N != 777", "image names no b of the other game, at m=1,pile=777,"),
        ("1-N/777..1", "", "image names a smaller b of the other game, at m=1,pile=777,"),
    ],
)
@pytest.mark.sample(4)
def test_each_number_of_the_other_game_has_its_own_image(
    tmp_path: Path, second: str, where: str, reason: str | None
) -> None:
    """The first is named everywhere, and may be less than the least of the second."""
    image = f"image(a(N)) :- pile(N).\nimage(b({second})) :- pile(N){where}."
    here = HERE.replace("image(pile(N)) :- pile(N).", image)
    result = judged(tmp_path, here, TWO, position="a: 0..40, b: 1..3")
    assert result.verdict is (Verdict.PROVED if reason is None else Verdict.HOLDS)
    assert result.proof is not None
    assert (result.proof.reason or "").startswith(reason or "")


@pytest.mark.slow
def test_what_is_said_of_terminals_of_the_other_game_needs_no_quantifier(tmp_path: Path) -> None:
    """Whether a move is possible there must be plain where the rules say who has won."""
    there = THERE.replace("N-U <= m.", "N-U <= m, U*U != 7777.") + "winner(next) :- pile(0).\n"
    result = judged(tmp_path, there=there, claim=CLAIM.replace("other_play: misere, ", ""))
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert (result.proof.reason or "").endswith(": that no move is possible would need a quantifier over U")


# ------------------------------------------------------------------------------------------- Proposition 2 of Kelly's


RULES = {name: rules_text(name) for name in ("survivor_nim", "one_pile_nim")}
CHANGED = [
    (name, mutant)
    for name, predicates in (("survivor_nim", "move after winner side single players"), ("one_pile_nim", "move after"))
    for mutant in mutants(split(RULES[name]))
    if head(mutant.original) in predicates.split() and "alternating = 0" not in mutant.original
]
"""Every change by one symbol of what Proposition 2 is about."""


@pytest.mark.sample(192)
@pytest.mark.parametrize("at", range(len(CHANGED)))
def test_proposition_2_changed_in_one_symbol(tmp_path: Path, at: int) -> None:
    """Where clingo refutes it in a small box it is not proved; elsewhere z3 may say what it finds."""
    name, mutant = CHANGED[at]
    for one, text in RULES.items():
        changed = "\n".join(mutant.rules(split(text))) if one == name else text
        copied(tmp_path, one)
        (tmp_path / f"{one}.lp").write_text(changed, encoding="utf-8")
    copied(tmp_path, "block_nim")
    try:
        spec_ = load(str(tmp_path / "survivor_nim.yaml"))
        rules = rules_of(spec_)
        options = Options(claims=("proposition-2",), prove=False, suspend=True)
        (result,) = check(narrow(spec_, (), ["pile=0..8", "n=1..2"]), options, lambda _: None)
    except InputError:
        return
    proof = prove(spec_, spec_.claim("proposition-2"), rules, ProofRequest(limits=Limits(60.0))).proof
    assert result.verdict is not Verdict.REFUTED or proof.verdict != "proved", mutant.rule
    assert (result.verdict, proof.verdict) != (Verdict.HOLDS, "refuted"), mutant.rule


@pytest.mark.slow
def test_the_other_game_is_compared_near_its_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pile of 5000 stones is met there too; where no position is looked for, the number and its line are told."""
    there = THERE.replace("N-U <= m.", "N-U <= m, not odd(N).") + "odd(N) :- pile(N), N = 5000, N \\ 2 = 1.\n"
    result = judged(tmp_path, there=there)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert any(one.startswith("5000 ") and "there.lp" in one for one in result.proof.numbers)
    monkeypatch.setattr("bouton.proof.compared.near.sought", lambda *given: [(one, None, None) for one in given[2]])
    monkeypatch.setattr("bouton.proof.compared.spots.near", lambda *_: [1, 2, 3])
    monkeypatch.setattr("bouton.proof.compared.comparison._SEARCHED", 0)
    result = judged(tmp_path, there=there)
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "5000" in (result.proof.reason or "")
    assert "there.lp" in (result.proof.reason or "")
