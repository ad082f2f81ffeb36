"""Recursions without an end: each is told at its rule before clingo fills the memory, and none is that has an end."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

from bouton.core.errors import InputError
from bouton.core.shipped import folder
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rules.endless import endless
from bouton.rules.mirror import mirrored
from bouton.rules.syntax import defines, signature
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole

RULES = "move(take(M)) :- pile(N), M = 1..3, M <= N.\nafter(take(M), pile(N-M)) :- move(take(M)), pile(N).\n"


def parsed(text: str) -> list[AST]:
    found = list[AST]()
    parse_string(text, found.append)
    return [one for one in found if one.ast_type == ASTType.Rule]


def named(rules: str) -> str:
    """An atom of the last predicate, of which no rule here derives this one."""
    name, arity = defines(parsed(rules)[-1])
    return f"{name}({','.join(['none'] * arity)})"


def judged(at: Path, rules: str, position: str = "pile: 0..6") -> Result:
    (at / "g.lp").write_text(RULES + rules)
    claim = "{id: c, says: A., kind: everywhere, iff: fine}"
    (at / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{{position}}}\nclaims:\n  - {claim}\n")
    options = Options(limits=Limits(seconds=30.0, memory=400_000_000), crosscheck=False, fresh=True)
    (result,) = check(load(at / "g.yaml"), options, lambda _: None)
    return result


@pytest.mark.parametrize(
    ("rules", "column", "instead"),
    [
        ("odd(0,0).\nodd(N,1-X) :- odd(N-1,X).\n", 1, "odd(N,1-X) :- odd(N-1,X), pile(P), N <= P."),
        ("odd(N,0) :- pile(N).\nodd(N-1,1-X) :- odd(N,X).\n", 1, "odd(N-1,1-X) :- odd(N,X), N-1 >= 0."),
        ("odd(N,0) :- pile(N).\nodd(N,1-X) :- odd(N+1,X), N < 3.\n", 1, "odd(N,1-X) :- odd(N+1,X), N < 3, N >= 0."),
        ("odd(0).\n  odd(2+P) :- odd(P), P >= 0.\n", 3, "odd(2+P) :- odd(P), P >= 0, pile(P1), 2+P <= P1."),
        ("step(0,1).\nstep(N+1,2*F) :- step(N,F).\n", 1, "step(N+1,2*F) :- step(N,F), pile(P), N+1 <= P."),
        ("odd(c,7,0).\nodd(c,N-2,a) :- odd(_,N,_).\n", 1, "odd(c,N-2,a) :- odd(_,N,_), N-2 >= 0."),
        ("e(0).\nd(N+1) :- e(N).\ne(N+1) :- d(N).\nodd(N) :- d(N).\n", 1, "d(N+1) :- e(N), pile(P), N+1 <= P."),
    ],
)
def test_each_is_told_at_its_rule(tmp_path: Path, rules: str, column: int, instead: str) -> None:
    use = f"fine :- pile(_), not {named(rules)}.\n"
    with pytest.raises(InputError) as raised:
        judged(tmp_path, rules + use)
    (fault,) = raised.value.diagnostics
    assert fault.column == column
    assert "without an end" in fault.message
    assert instead in str(fault.expected)
    mended = "\n".join(instead if line.strip(" .") in fault.message else line for line in rules.splitlines())
    assert judged(tmp_path, f"{mended}\n{use}").verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    "rules",
    [
        "odd(N+1) :- odd(N).\n",  # of nothing
        "odd(0).\nodd(N+1) :- odd(N), N < 5.\n",
        "odd(9).\nodd(N-1) :- odd(N), N > 5.\n",
        "odd(9).\nodd(N+1) :- odd(N), N != 12.\n",
        "odd(0).\nodd(N+1) :- odd(N), pile(P), N < P.\n",
        "odd(0).\nodd(N+1) :- odd(N), not odd_end(N). odd_end(4).\n",
        "odd(0,0).\nodd(1-X,X) :- odd(X,_).\n",
        "odd(a).\nodd(N+1) :- odd(N).\n",  # of no number
        "odd(a).\nd(N) :- odd(N).\nodd(N+1) :- d(N).\nfine :- d(a).\n",
        "odd(0).\nodd(N \\ 3 + 1) :- odd(N).\n",
        "odd(0,a).\nodd(N+1,b) :- odd(N,a).\n",
        "odd(f(0)).\nodd(N+1) :- odd(f(N)).\n",
        "odd(2,2).\nodd(N+1,N) :- odd(N,N).\n",
        "odd(3).\nodd(N+1) :- odd(N), 2 < N < 7.\n",
        "odd(1,a).\nodd(N+1,M) :- odd(N,M), M > 3, N > 0, M < 2.\n",
        "odd(8).\nodd(N/2) :- odd(N).\n",
        "odd(8,1).\nodd(a,N+1) :- odd(M,N), M > 3, M < 10, M - 1 > 2.\n",
    ],
)
def test_none_is_refused_that_has_an_end(tmp_path: Path, rules: str) -> None:
    use = "" if "fine" in rules else f"fine :- pile(_), not {named(rules)}.\n"
    assert judged(tmp_path, rules + use).verdict is Verdict.HOLDS


@pytest.mark.parametrize("step", small_or_whole(4, 1))
def test_no_rule_that_comes_with_bouton_is_one(step: int) -> None:
    files = sorted(folder("encodings").rglob("*.lp"))
    assert len(files) > 100
    for file in files[::step]:
        rules = [mirrored(one) for one in parsed(file.read_text(encoding="utf-8"))]
        assert not list(endless([one for one in rules if signature(one.head) is not None])), file
