"""What the predicates behind a claim say at a position: as one reads it off the rules by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.behind import behind

RULES = """\
move(take(D)) :- pile(N), D = 1..k, D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
claimed :- rest(0), not special.
claimed :- rest(1), special.
rest(R) :- pile(N), R = N \\ (k+1).
special :- pile(N), least(L), N >= L.
least(4).
below(M) :- pile(N), M = 0..N-1.
usual :- x(X), square(Y), Y >= X.
square(X*X) :- x(X).
"""
SPEC = """\
game: take at most k
rules: take.lp
parameters: {k: 2}
position: {pile: 0..12}
claims:
  - {id: p, says: s, kind: p-positions, iff: claimed}
  - {id: lower, says: s, kind: p-positions, iff: claimed, where: whole}
  - {id: squares, says: s, kind: statement, unknowns: {x: 0..9}, iff: usual}
"""


@pytest.fixture(autouse=True)
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(f"{RULES}whole :- below(M), M > 0.\n")
    (tmp_path / "take.yaml").write_text(SPEC)


@pytest.mark.parametrize(
    ("claim", "at", "said"),
    [
        ("p", {"pile": 3}, [("claimed", ("claimed",)), ("rest", ("rest(0)",)), ("special", ())]),
        ("p", {"pile": 6}, [("claimed", ()), ("rest", ("rest(0)",)), ("special", ("special",))]),
        ("squares", {"x": 3}, [("usual", ("usual",)), ("square", ("square(9)",))]),
    ],
)
def test_predicates_are_told_the_claimed_one_first(
    claim: str, at: dict[str, int | list[int]], said: list[tuple[str, tuple[str, ...]]]
) -> None:
    whole = load("take.yaml")
    found = behind(whole, whole.claim(claim), {"k": 2}, at, Limits())
    assert [(one.name, one.atoms) for one in found] == said


def test_many_atoms_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["counterexample", "take.yaml", "lower", "--at", "pile=7"])
    said = " ".join(capsys.readouterr().out.split())
    assert "by the rules there: claimed, whole, 7 atoms of below, rest(1), special every move" in said
    main(["counterexample", "take.yaml", "lower", "--at", "pile=7", "--json"])
    told = json.loads(capsys.readouterr().out)["predicates"]
    assert told["claimed/0"] is True
    assert told["below/1"] == [f"below({number})" for number in range(7)]
