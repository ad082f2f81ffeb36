"""Numbers of rules are told by the syntax tree, each where it stands."""

from __future__ import annotations

from pathlib import Path

from bouton.core.position import Heaps
from bouton.rules.numbers import LocatedNumber, named_numbers
from tests.reading_rules import read

RULES = """\
#const far = 60.
p :- heap(1,S), S > 50, not q("17", r18, S-far).
q(A,B,X') :- label(A,B), few(X'), -9 < X'.
label("19",r18).  few(1..3).
other(77) :- heap(77,_).
"""


def test_numbers_stand_where_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "r.lp").write_text(RULES)
    rules = read(tmp_path / "r.lp", (Heaps("heap"),), (), (), moves=False)
    found = named_numbers(rules, {("p", 0)})
    assert [(one.value, one.line) for one in found] == [(1, 2), (50, 2), (60, 2), (9, 3), (1, 4), (3, 4)]
    assert LocatedNumber(60, 2, RULES.splitlines()[1].index("far") + 1, "far") in found
    assert {one.value for one in named_numbers(rules, {("other", 1)})} == {77}
