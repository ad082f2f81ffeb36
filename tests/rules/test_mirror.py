"""What is read of a syntax tree below clingo's public classes is what these say, with numbers for constants too."""

from __future__ import annotations

import gc
import weakref
from itertools import islice
from typing import Any

import pytest
from clingo.ast import AST, ASTSequence, parse_string

from bouton.core.shipped import folder
from bouton.rules.mirror import _Reader, mirrored, numbered, with_numbers
from bouton.rules.syntax import walk

NUMBERS = {"k": 3, "n": 5, "m": 0, "a": 2, "b": 7, "extra": 1}
ODD = """
k :- not k, a(k), not b(k(n),"k",k+n). #const k = 4. p(n;m) :- X = #sum { k*Y,n : q(Y,k) ; m : a(n) }, |k-X| <= -n..a.
&sum { k*x } <= n :- k. { k : n(k) } = m. #defined k/0. #show k/1. :~ k. [n@m,a] #external k : a(n). [k]
"""


def same(mirror: Any, node: AST) -> None:
    assert mirror.ast_type is node.ast_type
    assert [*mirror.keys] == [key for key in node.keys() if key != "location"]  # noqa: SIM118 (no mapping)
    for key in mirror.keys:
        value = getattr(node, key)
        if isinstance(value, AST):
            same(getattr(mirror, key), value)
        elif isinstance(value, ASTSequence):
            for one, other in zip(getattr(mirror, key), value, strict=True):
                same(one, other)
        else:
            assert getattr(mirror, key) == value or [*getattr(mirror, key)] == [*value]
    assert str(mirror) == str(node)
    assert getattr(mirror, "location", None) == getattr(node, "location", None)


FILES = {"odd": ODD} | {
    f"{file.parent.name}/{file.name}": file.read_text() for file in sorted(folder("encodings").rglob("*.lp"))
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
@pytest.mark.sample(20)
def test_every_attribute(text: str) -> None:
    statements: list[AST] = []
    parse_string(text, statements.append)
    for statement in statements:
        same(mirrored(statement), statement)
        same(with_numbers(mirrored(statement), NUMBERS), numbered(statement, NUMBERS))


def test_what_has_no_constant_is_shared() -> None:
    statements: list[AST] = []
    parse_string("p(X,k) :- q(X), r(k*X).", statements.append)
    rule: Any = mirrored(statements[-1])
    with_k: Any = with_numbers(rule, NUMBERS)
    assert with_k.body[0] is rule.body[0]
    assert with_k.body[1] is not rule.body[1]
    assert with_numbers(rule, {"j": 1}) is rule
    assert [str(one) for one in islice(walk(with_k), 2)] == ["p(X,3) :- q(X); r((3*X)).", "p(X,3)"]
    assert with_k.names == {"X"} and with_k.constants.isdisjoint(NUMBERS)


def test_it_is_freed_without_a_search_for_cycles() -> None:
    statements: list[AST] = []
    parse_string("p(X) :- q(X), X = #count { Y : r(Y) }.", statements.append)
    gc.disable()
    try:
        read = _Reader().read(statements[-1])
        found = weakref.ref(read)
        del read
        assert found() is None
    finally:
        gc.enable()
