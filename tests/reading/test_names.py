"""Names of rules that are those which the reading makes: a variable of a strange name, a constant, a counter."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj
from bouton.core.logic.problem import Problem
from bouton.core.logic.smtlib import smtlib
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.ways.remainders.form import Remainders
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.columns.test_form import changed
from tests.proof.ways.remainders.test_form import NIMHOFF, H, lines
from tests.reading.conftest import Reader

PRIMES = """\
move(t(M')) :- pile(N'), M' = 1..N'.
after(t(M'),pile(N'-M')) :- move(t(M')), pile(N').
lost :- pile('N), 'N < 1.
"""


@pytest.mark.slow
def test_variables_with_primes(tmp_path: Path) -> None:
    """SMT-LIB has no `'` in names."""
    (tmp_path / "r.lp").write_text(PRIMES)
    claim = "{id: c, says: s, kind: p-positions, iff: lost, prove: {pile: all}}"
    (tmp_path / "s.yaml").write_text(f"game: g\nrules: r.lp\nposition: {{pile: 0..5}}\nclaims:\n  - {claim}\n")
    (result,) = check(load(str(tmp_path / "s.yaml")), Options(limits=Limits(seconds=60)), lambda _: None)
    assert result.verdict is Verdict.PROVED


def test_no_two_unknowns_of_a_problem_have_one_name() -> None:
    one, other = unknown("member.N", 0), unknown("member.N", 1)
    both = conj((at_most(atom(one), number(3)), at_most(number(5), atom(other))))
    with pytest.raises(AssertionError, match="two unknowns of one name"):
        smtlib(Problem("name", "meaning", (both,), "rules"))


def test_the_rest_of_a_list_is_no_constant(rules: Reader) -> None:
    """A rule may call a move what the reading once called the rest of any list."""
    said = "move(L) :- lower(_, L)."
    for name in ("_rest", "rest"):
        text = changed(NIMHOFF, said, f"move({name}) :- lower(_, L).")
        with pytest.raises(Unreadable, match="a move is no list of heaps"):
            Remainders(rules(text, parameters=["h"]), {"h": H}).taking()
    assert lines(changed(NIMHOFF, "nil", "_rest"), "safe", rules) == lines(NIMHOFF, "safe", rules)
