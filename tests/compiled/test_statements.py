"""Statements about numbers, judged by programs: as clingo judges them, the least values at which one fails included."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared

RULES = """
move(take(N)) :- pile(N), N > 0.
after(take(N), pile(0)) :- move(take(N)), pile(N).
bounded     :- first(F), second(S), F*S <= F*F+S*S.
small       :- first(F), second(S), F*S < k*97.
ordered     :- first(F), second(S), F <= S.
sure        :- ordered, not late.
late        :- first(F), second(S), F*k = 61, S \\ 7 = 5.
late        :- first(90).
never       :- late, first(0).
"""
CLAIMS = {
    "true": "iff: bounded",
    "false at a few": "iff: small",
    "false far out": "given: ordered, iff: sure",
    "of nothing": "given: never, iff: small",
    "two predicates": "iff: ordered, same: sure",
    "two predicates, and given": "given: small, iff: ordered, same: sure",
}


def made(tmp_path: Path, claim: str, most: int = 99) -> Spec:
    (tmp_path / "rules.lp").write_text(RULES)
    path = tmp_path / "spec.yaml"
    path.write_text(
        "game: numbers\nrules: rules.lp\nparameters: {k: 1..2}\nposition: {pile: 0..3}\nclaims:\n"
        f"  - {{id: c, says: C., kind: statement, unknowns: {{first: 0..{most}, second: 0..{most}}}, {claim}}}\n"
    )
    return load(path)


def verdict(spec: Spec, engine: str = "auto") -> Result:
    options = Options(engine=engine, limits=Limits(60.0))  # type: ignore[arg-type]
    (result,) = check(spec, options, lambda _progress: None)
    return result


@pytest.mark.parametrize("name", CLAIMS)
def test_programs_say_what_clingo_does(name: str, tmp_path: Path) -> None:
    spec = made(tmp_path, CLAIMS[name], 23)
    for item, claim in judged(spec):
        program = prepared(spec, item, claim)
        assert program is not None
        for language in LANGUAGES:
            assert by_program(spec, item, program, language) == by_clingo(spec, item), language


@pytest.mark.parametrize(("name", "most"), [("true", 109), ("of nothing", 109), ("false far out", 199)])
def test_a_large_box_has_the_verdict_of_clingo(name: str, most: int, tmp_path: Path) -> None:
    """No move is possible at numbers, and they are no less worth: what holds at all of them is not vacuous."""
    found, expected = (verdict(made(tmp_path, CLAIMS[name], most), engine) for engine in ("auto", "ground"))
    assert set(found.engines) == {"clingo", "compiled C"}
    assert expected.engines == ("clingo",)
    assert (found.verdict, found.positions, found.reason) == (expected.verdict, expected.positions, expected.reason)
    assert found.counterexample == expected.counterexample


def test_a_box_that_is_too_large_for_clingo(tmp_path: Path) -> None:
    """The least values come first: 61 and 61 for k = 1, as 61, 5 is not in order."""
    result = verdict(made(tmp_path, CLAIMS["false far out"], 1499))
    assert result.counterexample is not None
    assert result.counterexample.at == ({"k": 1}, (61, 61))
    assert verdict(made(tmp_path, CLAIMS["true"], 1499)).verdict is Verdict.HOLDS
