"""Octal games of three digits against plain Python: the moves, the values, and every period that the spec claims."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path

import pytest

from bouton.claims.periodic import repeats
from bouton.core.position import Parameters
from bouton.core.spec import Claim
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle.octal import is_period, least_failure, values
from tests.shipped import named, rules_text

SPEC = named("octal")
PAIRED = """\
odd_rows   :- heap(_,S), N = #count { I : heap(I,S) }, N \\ 2 = 1.
paired_off :- not odd_rows.
"""
PERIODS = [claim for claim in SPEC.claims if claim.kind == "periodic"]


def digits(parameters: Parameters) -> str:
    return "".join(str(parameters[name]) for name in ("d1", "d2", "d3"))


@pytest.mark.parametrize("claim", PERIODS, ids=lambda claim: claim.id)
def test_each_period(claim: Claim) -> None:
    """What is expected of each is what the oracle says, to the least size."""
    (parameters,) = claim.box.assignments()
    code, said = digits(parameters), repeats(claim, {})
    g = values(code, 2 * said.preperiod + 2 * said.period + 60)
    least = least_failure(g, said.preperiod, said.period, said.saltus)
    refuted = claim.expect.refutation
    assert (None if refuted is None else refuted.position) == (None if least is None else ((least,),))
    assert is_period(code, said.preperiod, said.period) == (least is None or said.saltus == 1)
    if least is None:
        # the least preperiod for this period, and the least period
        assert said.preperiod == 0 or least_failure(g, said.preperiod - 1, said.period) is not None
        assert all(least_failure(g, said.preperiod, other) is not None for other in range(1, said.period))
    if said.values is not None:
        assert said.values == values(code, len(said.values))


@pytest.mark.slow
def test_verdicts() -> None:
    chosen = ("kayles", "dawsons-chess-early", "dawsons-kayles-saltus", "code-27", "code-161", "code-115")
    results = check(SPEC, Options(claims=chosen), lambda _: None)
    found = {result.id: result.verdict for result in results}
    proved, refuted = Verdict.PROVED, Verdict.REFUTED
    assert found == {
        **dict.fromkeys(("kayles", "code-27", "code-115"), proved),
        **dict.fromkeys(("dawsons-chess-early", "dawsons-kayles-saltus"), refuted),
        "code-161": Verdict.HOLDS,
    }


def test_several_rows(tmp_path: Path) -> None:
    """Rows too long for the graph of their sums are judged by their values, and a false guess is refuted."""
    g = values("137", 40)
    rows = sorted(combinations_with_replacement(range(41), 2), key=lambda pair: (sum(pair), tuple(filter(None, pair))))
    lost = {pair for pair in rows if max(pair) < 40 and reduce(xor, (g[row] for row in pair)) == 0}
    wrong = [pair for pair in rows if max(pair) < 40 and (pair in lost) != (pair[0] == pair[1])]
    (tmp_path / "octal.lp").write_text(rules_text("octal") + PAIRED)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: octal.lp\nparameters: {d1: 1, d2: 3, d3: 7}\n"
        "position:\n  heap: {count: 0..2, size: 1..39}\n"
        "claims:\n  - {id: pairs, says: so, kind: p-positions, iff: paired_off}\n"
        "  - {id: paired, says: so, kind: p-positions, iff: paired_off, where: paired_off}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    false, true = check(spec, Options(), lambda _: None)
    assert false.counterexample is not None
    assert false.counterexample.position == {"heap": [row for row in wrong[0] if row]}
    assert false.engines == ("clingo", "sum of heaps")
    assert true.verdict is Verdict.HOLDS
    assert true.positions == 40
