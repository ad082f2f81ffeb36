"""Faults of a rules file: each told once, at its line and column in the user's own text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.position import Counter, Heaps
from bouton.core.sources import MAX_BYTES
from bouton.core.spec import Place
from bouton.rules.file import Rules
from bouton.rules.read import more
from tests.reading_rules import read

Read = Callable[..., Rules]
MOVE = "move(I) :- heap(I,_).\n"

FAULTS = [
    # what the parser must never see
    ("#script (python) import os #end.\n" + MOVE, [(1, 1, "#script")]),
    ("p.   #script(lua)\n" + MOVE, [(1, 6, "#script")]),
    ('% fine\n #include "/etc/passwd".', [(2, 2, "#include")]),
    ('#  include "rules.lp".', [(1, 1, "#include")]),
    ("#include <incmode>.", [(1, 1, "#include")]),
    (MOVE + "p(@f(1)).", [(2, 3, "@-functions")]),
    ("#external p.\n#minimize { 1 }.\n:~ p. [1]", [(1, 1, "#external"), (2, 1, "#minimize"), (3, 1, "weak")]),
    ("#heuristic p. [1,true]", [(1, 1, "#heuristic")]),
    ("#shwo p/1.", [(1, 1, "'#show'")]),
    ("%* never closed\n" + MOVE, [(1, 1, "never closed")]),
    ("%* a %* b *%\n" + MOVE, [(1, 1, "never closed")]),
    (MOVE + 'p("a\nb").', [(2, 3, "never closed"), (3, 2, "never closed")]),
    (MOVE + "p(2147483647, 1000000000, 1000000001).", [(2, 3, "2147483647 is above"), (2, 27, "1000000001")]),
    (MOVE + "p(0x7fffffff).", [(2, 3, "0x7fffffff")]),
    (MOVE + "p(" + "9" * 5000 + ").", [(2, 3, "is above")]),
    (MOVE + "é(1). % é\np(ü).", [(2, 1, "ASCII"), (3, 3, "ASCII")]),
    (MOVE + "p(" + "(" * 60 + "1" + ")" * 60 + ").", [(2, 52, "nest deeper")]),
    (MOVE + "p(1" + "+1" * 300 + ").", [(2, 404, "operators")]),
    # syntax
    (MOVE + "p(X :- heap(X,_).\nq(1)\nr(..).", [(2, 5, "unexpected :-"), (3, 5, "full stop"), (4, 3, "unexpected ..")]),
    (MOVE + "p :- not.", [(2, 9, "unexpected .")]),
    # forms
    (MOVE + "{ a }.\na ; b.\na : b.", [(2, 1, "choice"), (3, 1, "disjunction"), (4, 1, "disjunction")]),
    (MOVE + ":- heap(1,1).\n#false.", [(2, 1, "constraint"), (3, 1, "constraint")]),
    (MOVE + "-p.\nnot p.\nX = 1 :- pile(X).", [(2, 1, "classical"), (3, 1, "one atom"), (4, 1, "one atom")]),
    (MOVE + "p :- -q.", [(2, 6, "classical")]),
    (MOVE + "p :- 1 { heap(I,S) }.\nq :- heap(1,1) : pile(1).", [(2, 6, "#count"), (3, 6, "conditional")]),
    (MOVE + "&sum { 1 } > 0.", [(2, 2, "theory")]),
    ("#program check.\n" + MOVE, [(1, 1, "#program")]),
    (MOVE + "#const n = a.\n#const m = 1.\n#const m = 2.", [(2, 1, "must be an integer"), (4, 1, "another value")]),
    (MOVE + "p(" + ",".join(["(1;2;3)"] * 7) + ").", [(2, 1, "more than 1000 rules")]),
    # predicates
    (MOVE + "p :- hepa(1,_).", [(2, 6, "no rule derives hepa/2; did you mean 'heap'?")]),
    (MOVE + "p(1).\np(1,2).\nq :- p(1,2,3).", [(4, 6, "no rule derives p/3; expected p/1 or p/2")]),
    (MOVE + "p(X) :- heap(X).\nq :- not pile(1,2).", [(2, 9, "heap takes 2"), (3, 10, "pile takes 1")]),
    (MOVE + "p :- 1 = #count { I : haep(I,_) }.", [(2, 23, "'heap'")]),
    ("move(I,S) :- heap(I,S).", [(1, 1, "move takes 1 argument, not 2; expected move(M)")]),
    (MOVE + "after(M) :- move(M).", [(2, 1, "after takes 2")]),
    (MOVE + "winner.\nside(1,2).", [(2, 1, "winner takes 1"), (3, 1, "side takes 1")]),
    (MOVE + "heap(1,2).\npile(1,2).\n_p.", [(2, 1, "heap is given"), (3, 1, "pile is given"), (4, 1, "reserved")]),
    (MOVE + "after(M,hap(1,0)) :- move(M).", [(2, 9, "did you mean 'heap'?")]),
    (MOVE + "after(M,heap(0)) :- move(M).", [(2, 9, "heap takes 2 arguments, not 1")]),
    (MOVE + "after(M,7) :- move(M).", [(2, 9, "7 is no fluent")]),
    ("p :- heap(1,1).", [(None, None, "no rule derives move/1")]),
    # constants
    (MOVE + "p(X) :- heap(X,S), S > kk.", [(2, 24, "the constant kk is used in a comparison")]),
    (MOVE + "p(X+n) :- heap(X,_).\nq(1..m).", [(2, 5, "constant n"), (3, 6, "constant m")]),
    (MOVE + "p(-n).\nq(|m|).", [(2, 4, "constant n"), (3, 4, "constant m")]),
    (MOVE + "p :- n = #count { I : heap(I,_) }.", [(2, 6, "guard")]),
    (MOVE + "p(N) :- N = #sum { w,I : heap(I,_) }.", [(2, 20, "constant w")]),
    (MOVE + "p :- heap(1,one).\nafter(M,heap(1,two)) :- move(M).", [(2, 13, "constant one"), (3, 16, "constant two")]),
    (MOVE + 'p(f(1)*2).\nq("a"+1).\nr(#sup-1).', [(2, 3, "f(1)"), (3, 3, '"a"'), (4, 3, "#sup")]),
    # variables
    (MOVE + "p(X) :- not heap(X,1).", [(2, 3, "the variable X is unsafe")]),
    (MOVE + "p(X) :- k = 1, X > 1.", [(2, 3, "the variable X is unsafe")]),
    (MOVE + "p :- heap(1,_), X > 2, 1 = 2.", [(2, 17, "the variable X is unsafe")]),
    (MOVE + "p :- 1 <= #count { X : X > 1, k = 1 }.", [(2, 20, "the variable X is unsafe")]),
    (MOVE + "p(Z) :- heap(X+Y,1).", [(2, 3, "Z"), (2, 14, "X"), (2, 16, "Y")]),
    (MOVE + "p :- 1 = #count { Y : heap(_,1) }.", [(2, 19, "variable Y")]),
    (MOVE + "p(_) :- pile(1).", [(2, 3, "variable _")]),
    # recursion
    (
        MOVE + "p :- not q.\nq :- r.\nr :- p.",
        [(2, 10, "p/0 needs q/0 (line 2), q/0 needs r/0 (line 3), r/0 needs p/0")],
    ),
    (MOVE + "p(N) :- N = #count { X : p(X) }.", [(2, 26, "p/1 needs p/1 (line 2)")]),
    # several at once, in the order of the text
    (MOVE + "p(X) :- q(Y).\n{ r }.\ns :- r, not s.", [(2, 3, "X"), (2, 9, "q/1"), (3, 1, "choice"), (4, 13, "s/0")]),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
@pytest.mark.sample(2)
def test_each_fault_is_told_at_its_place(rules: Read, text: str, expected: list[tuple[int, int, str]]) -> None:
    with pytest.raises(InputError) as caught:
        rules(text)
    found = caught.value.diagnostics
    assert [(d.line, d.column) for d in found] == [(line, column) for line, column, _ in expected], found
    for diagnostic, (_, _, words) in zip(found, expected, strict=True):
        assert words in str(diagnostic)
        assert diagnostic.file is not None and diagnostic.file.endswith("rules.lp")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"move(1).\0", "binary"),
        (b"move(1).\n\xff\xfe", "rules.lp:2:1: the rules are not UTF-8"),
        (b"%" + b"x" * MAX_BYTES, "larger than 1,000,000 bytes"),
    ],
)
def test_what_is_no_text_of_rules(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "rules.lp"
    file.write_bytes(data)
    with pytest.raises(InputError, match=words):
        read(file, (Heaps("heap"),), ())


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "none.lp", (Heaps("heap"),), ())
    with pytest.raises(InputError, match="directory"):
        read(tmp_path, (Heaps("heap"),), ())


def test_what_is_no_fault(rules: Read) -> None:
    found = rules(
        "\ufeff%* a block, %* nested: #script @f é *% with { choices } *%\n"
        '#show move/1. #defined nothing/3. #program base. #const n = -3. % "\n'
        'move(pass(nil, "#include @ % \\" ")) :- heap(1,_).\n'
        "p((1;2),X) :- pile(X), X < k, X != n, not not move(_), q.\n"
        "q :- #true, N = #count { I : heap(I,_) }, N <= #sup, 1 <= N <= 2.\n"
    )
    assert [str(rule) for rule in found.statements][1:3] == [
        "p(1,X) :- pile(X); X < k; X != n; not not move(_); q.",
        "p(2,X) :- pile(X); X < k; X != n; not not move(_); q.",
    ]
    assert found.constants == (("n", -3),)
    assert found.arities("p") == [2]
    assert found.statements[-1].location.begin.line == 5


def test_the_spec_overrides_a_const(rules: Read) -> None:
    assert rules(MOVE + "#const k = 7. p :- pile(k).").constants == ()


def test_a_set_parameter_is_a_predicate(rules: Read) -> None:
    assert rules("move(D) :- s(D), pile(X), D <= X.", sets=("S",)).sets == ("S",)
    with pytest.raises(InputError, match=r":1:\d+: s is given by the parameter S"):
        rules("move(D) :- s(D). s(1).", sets=("S",))
    with pytest.raises(InputError, match=r"rules.lp:1:25: the constant s .* expected s\(X\), which holds for each"):
        rules("move(D) :- pile(D), D > s.", sets=("S",))


def test_strata_follow_the_needs(rules: Read) -> None:
    found = rules("top :- low, not even.\neven :- odd.\nodd :- even, low.\nlow :- pile(0).\n" + MOVE)
    order = [{rule.head.atom.symbol.name for rule in stratum} for stratum in found.strata]
    assert order.index({"low"}) < order.index({"even", "odd"}) < order.index({"top"})
    assert sum(map(len, found.strata)) == len(found.statements)


def test_what_depends_on_the_position(rules: Read) -> None:
    found = rules(
        MOVE + "a(X) :- heap(X,_). b(X) :- c(X), not a(X). c(1). c(X,Y) :- b(X), b(Y). d(1..3). e(X) :- d(X)."
    )
    assert found.dependent == {
        *{("heap", 2), ("pile", 1), ("move", 1), ("a", 1), ("b", 1)},
        *{("c", 2), ("c", 1)},  # c/1 lifted must not meet c/2
    }


@pytest.mark.slow
def test_a_tower_of_rules_is_no_deeper_than_the_stack(rules: Read) -> None:
    chain = "".join(f"p{n + 1} :- p{n}.\n" for n in reversed(range(1200)))
    found = rules(MOVE + "p0 :- pile(0).\n" + chain)
    assert ("p1200", 0) in found.dependent
    assert len(found.strata) == 1202


def test_counters_alone(rules: Read) -> None:
    assert rules("move(1) :- pile(N), N > 0.", fluents=(Counter("pile"),)).dependent == {("pile", 1), ("move", 1)}


def test_what_is_declared_and_not_given_leaves_its_rules_out(rules: Read) -> None:
    """`#defined` names what some specs of a file give; a rule of the file, or the spec, goes before it."""
    text = MOVE + "after(I, heap(I,0)) :- move(I).\n"
    text += "#defined c/1.\n#defined p/0.\ntwice(2*C) :- c(C).\np :- heap(1,_).\n"
    found = rules(text)
    assert ("twice", 1) not in found.defined
    assert ("p", 0) in found.defined
    with pytest.raises(InputError, match="no rule derives c/1"):
        rules(text.replace("#defined c/1.\n", ""))
    with pytest.raises(InputError, match="move depends on c"):
        rules(text.replace("move(I) :- heap(I,_)", "move(I) :- heap(I,_), c(I)"))


def test_rules_that_are_made_stand_beside_what_is_told_of_positions(rules: Read) -> None:
    """What is told of a named position is told still, unless it is derived now, and is of the position."""
    text = "at(above, pile(N+1)) :- pile(N). good :- value(above, 0). move(t) :- pile(1). after(t, pile(0)) :- move(t)."
    found = rules(text)
    at = Place("g.yaml", 3, 5)
    assert found.told == {("value", 2)}
    beside = more(found, ["never :- good, not good."], at)
    assert (beside.told, beside.sources.at(beside.statements[-1].location.begin.line)) == (found.told, at)
    assert beside.dependent - found.dependent == {("never", 0)}
    assert found.dependent <= beside.dependent
    assert more(found, ["value(above, 0..3)."], at).told == frozenset()
