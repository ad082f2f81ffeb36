"""After a theorem a simpler form is looked for: it says no less, is proved too, and the first is told meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.discover import draft as drafts
from bouton.discover import theorem
from bouton.discover.draft import Reach
from bouton.discover.formulas import formulas
from bouton.discover.guess import Discovery, Guess, Search, Tried, drafted
from bouton.discover.judged import proved_in, with_strategy
from bouton.discover.nimsums import nim_sums
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.process.limits import Limits
from tests.discover.random_games import beyond, unsound, wrong

BOTH = """\
move(left(K))  :- left(L), K = 1..2, K <= L.
move(right(K)) :- right(R), K = 1..2, K <= R.
move(both)     :- left(L), right(R), L > 0, R > 0.
after(left(K), left(L-K))   :- left(L), move(left(K)).
after(right(K), right(R-K)) :- right(R), move(right(K)).
after(both, left(L-1))      :- left(L), move(both).
after(both, right(R-1))     :- right(R), move(both).
"""
TAKE = "move(take(M)) :- pile(N), M = 1..k, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
LONG, SHORT = (
    "found :- pile(N), N \\ (k+1) = 0, N >= 0.",
    "found :- pile(N), N \\ (k+1) = 0.",
)
SAME, FIXED = Reach(parameters=True, heaps=False), Reach(parameters=False, heaps=False)


@pytest.mark.slow
def test_a_nim_sum_of_remainders_becomes_one_remainder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "both.lp").write_text(BOTH)
    monkeypatch.setattr(theorem, "_PROPOSERS", (nim_sums, formulas))
    spec = of_encoding(str(tmp_path / "both.lp"), (), ("left=0..9", "right=0..9"))
    proved = [one for one in discover(spec, Limits(100.0), "misere") if one.state == "proved"]
    assert [one.says.partition(" iff ")[2] for one in proved] == [
        *(["left modulo 3 is right modulo 3 and more than 1; or one of these is 0 and the other is 1."] * 2),
        "left plus right modulo 3 is 1.",
    ]
    last = proved[-1]
    assert last.strategy
    assert [*wrong(spec, last, "misere"), *beyond(spec, last, "misere"), *unsound(spec, last, "misere")] == []


def proposed(rule: str, *ways: Reach) -> theorem.Proposer:
    """A kind of guess: one rule, of which these proofs are tried, and which says as much as it has letters."""

    def guesses(search: Search) -> Iterator[Guess]:
        claim = {"says": " ".join(rule), "kind": "p-positions", "play": "normal", "iff": "found"}
        yield from proved_in(search, Guess((rule,), " ".join(rule), "fits", "", drafted(search, claim, [rule])), ways)

    return guesses


@pytest.mark.parametrize(
    ("rule", "ways", "better", "end"),
    [
        (SHORT, (FIXED,), False, "proved"),  # for a few k alone
        (SHORT, (SAME,), True, "proved"),
        ("found :- pile(N), N <= 0.", (SAME,), False, "the last guess is false at k=1,pile=2"),
        (f"{SHORT[:-1]}, k >= 1, N >= 0.", (SAME,), False, "no simpler guess fits"),
    ],
)
@pytest.mark.sample(4)
def test_nothing_less_takes_the_place_of_a_theorem(
    rule: str, ways: tuple[Reach, ...], better: bool, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "take.lp").write_text(TAKE)
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposed(LONG, SAME), proposed(rule, *ways)))
    spec, tried, found = (
        of_encoding(str(tmp_path / "take.lp"), ("k=1..3",), ("pile=0..20",)),
        list[Tried](),
        Discovery(),
    )
    for guess in discover(spec, Limits(100.0), ended=tried.append):
        found = found.with_(guess)
    assert [one.end for one in tried] == ["proved", end]
    assert found.best is not None
    assert found.best.body == (rule if better else LONG,)
    assert found.best.strategy
    assert found.best.draft.document["claims"][0]["prove"] == SAME.of(spec) == {"k": "all", "pile": "all"}


@pytest.mark.slow
def test_a_theorem_with_winning_moves_is_not_given_up_for_one_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "take.lp").write_text(TAKE)
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposed(LONG, SAME), proposed(SHORT, SAME)))

    def moves(search: Search, guess: Guess) -> Guess:
        return guess if guess.body == (SHORT,) else with_strategy(search, guess)

    monkeypatch.setattr(theorem, "with_strategy", moves)
    spec = of_encoding(str(tmp_path / "take.lp"), ("k=1..3",), ("pile=0..20",))
    proved = [one for one in discover(spec, Limits(100.0)) if one.state == "proved"]
    assert {one.body for one in proved} == {(LONG,)}


def test_ctrl_c_leaves_the_theorem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_search: Search) -> Iterator[Guess]:
        raise KeyboardInterrupt
        yield

    (tmp_path / "take.lp").write_text(TAKE)
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposed(LONG, SAME), interrupted))
    assert main(["discover", str(tmp_path / "take.lp"), "--set", "k=1..3", "--over", "pile=0..20", "--normal"]) == 130
    said = capsys.readouterr().out
    assert "PROVED for every k >= 1, every pile" in said
    assert LONG in said
    assert "winning_move(" in said


def test_size_is_that_of_rules_and_values() -> None:
    def sized(*rules: str, **claim: object) -> Guess:
        document = {"claims": [{"kind": "p-positions", **claim}]}
        return Guess(rules, "Mine is it.", "fits", "", drafts.Draft("g", "", document))

    assert sized(SHORT).simpler(sized(LONG))
    assert not sized(LONG).simpler(sized(SHORT)) and not sized(SHORT).simpler(sized(SHORT))
    assert not replace(sized(SHORT), says="Mine is it, too.").simpler(sized(LONG))
    assert not sized(SHORT).simpler(sized(LONG, kind="periodic"))
    moved = replace(sized(SHORT), strategy=(LONG, LONG))
    assert moved.simpler(sized(LONG)) and not moved.simpler(replace(sized(LONG), strategy=(SHORT,)))
    assert sized(values=[0, 1]).simpler(sized(values=[0, 1, 2]))
    assert sized(SHORT).plain and not sized(LONG).plain and not sized(SHORT, LONG).plain
