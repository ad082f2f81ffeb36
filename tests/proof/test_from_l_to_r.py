"""Take l to r stones, for every l <= r: the value is (N \\ (l+r)) / l, a quotient of a remainder by unknown numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole

RULES = """\
move(take(M))             :- pile(N), M = l..r, M <= N, l <= r.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
ordered :- l <= r.
right(V) :- pile(N), V = (N \\ (l+r)) / l.
wrong(V) :- pile(N), V = (N \\ (l+r+1)) / l.
late(V)  :- pile(N), N < 120, V = (N \\ (l+r)) / l.
late(V)  :- pile(N), N >= 120, V = (N \\ (l+r+1)) / l.
"""
SPEC = """\
game: g
rules: game.lp
parameters: {l: 1..3, r: 1..4}
position: {pile: 0..20}
claims:
"""


def value(pile: int, low: int, high: int) -> int:
    found: list[int] = []
    for one in range(pile + 1):
        options = {found[one - taken] for taken in range(low, high + 1) if taken <= one}
        found.append(next(number for number in range(len(options) + 1) if number not in options))
    return found[-1]


@pytest.mark.parametrize("iff", ["right", "wrong", pytest.param("late", marks=pytest.mark.slow)])
@pytest.mark.long("right")
def test_values(tmp_path: Path, iff: str) -> None:
    (tmp_path / "game.lp").write_text(RULES)
    said = f"kind: grundy, iff: {iff}, where: ordered, prove: {{l: all, r: all, pile: all}}"
    (tmp_path / "game.yaml").write_text(f"{SPEC}  - {{id: c, says: A., {said}}}\n")
    (result,) = check(load(str(tmp_path / "game.yaml")), Options(), lambda _: None)
    if iff == "right":
        assert result.verdict is Verdict.PROVED
        return
    assert result.verdict is not Verdict.PROVED
    if iff == "wrong":
        assert result.counterexample is not None
        pile, low, high = result.counterexample.position["pile"], *result.counterexample.parameters.values()
        assert isinstance(pile, int)
        assert isinstance(low, int)
        assert isinstance(high, int)
        assert value(pile, low, high) != pile % (low + high + 1) // low


@pytest.mark.parametrize("claims", small_or_whole({"d": Verdict.REFUTED}, {"c": Verdict.PROVED, "d": Verdict.REFUTED}))
def test_the_period(tmp_path: Path, claims: dict[str, Verdict]) -> None:
    """It follows for all of these l and r, of which `where` speaks; a false one is refuted at small numbers."""
    (tmp_path / "game.lp").write_text(RULES)
    prove = "prove: {l: all, r: all, pile: all}"
    lines = [f"  - {{id: g, says: A., kind: grundy, iff: right, where: ordered, {prove}}}"]
    for name, period in (("c", "l+r"), ("d", "2*l+r")):
        said = f"kind: periodic, preperiod: 0, period: {period}, where: ordered"
        lines.append(f"  - {{id: {name}, says: A., {said}, {prove}}}")
    (tmp_path / "game.yaml").write_text(SPEC + "\n".join([*lines, ""]))
    found = check(load(str(tmp_path / "game.yaml")), Options(claims=tuple(claims)), lambda _: None)
    assert {one.id: one.verdict for one in found} == claims
