"""Which games are taken for the sum of their heaps, and which predicates for nim-sums, by the form of their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Heaps
from bouton.proof.ways.sums.form import Summed
from tests.reading_rules import read

NIM = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
"""
KAYLES = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(knock(D,I,L)) :- heap(I,S), D = 1..2, D <= S, L = 0..(S-D)/2.
after(knock(D,I,L), heap(I,S-D-L)) :- move(knock(D,I,L)), heap(I,S).
after(knock(D,I,L), heap(N+1,L)) :- move(knock(D,I,L)), heaps(N).
"""
SUM = """\
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
row(I,S) :- heap(I,S).
value(X) :- heaps(N), sum(N,X).
safe :- value(0).
"""


INLINE = (
    KAYLES.replace("heaps(N), ", "")
    .replace(", heaps(N)", "")
    .replace("heap(N+1,L)) :- ", "heap(N+1,L)) :- N = #count { J : heap(J,_) }, ")
)


def summed(text: str, folder: Path, fluents: tuple[Fluent, ...] = (Heaps("heap"),)) -> Summed:
    (folder / "rules.lp").write_text(text)
    return Summed(read(folder / "rules.lp", list(fluents), ["k"]))


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (NIM, 0),
        (INLINE, 1),
        (KAYLES, 1),
        (KAYLES + "after(knock(D,I,L), heap(N+2,1)) :- move(knock(D,I,L)), heaps(N).", 2),
        (NIM.replace("T = 0..S-1", "T = 0..S-1, S-T <= k"), 0),
        (NIM.replace("heap(I,S), T", "high(I), heap(I,S), T") + "high(I) :- heap(I,S), S > k.", 0),
        (NIM.replace("heap(I,S), T", "not high(I), heap(I,S), T") + "high(I) :- heap(I,S), S > 3.", 0),
        (NIM.replace("heap(I,S), T", "heap(I,S), even(S), T") + "even(2*(1..9)).", 0),
    ],
)
def test_sums(text: str, more: int, tmp_path: Path) -> None:
    assert summed(text, tmp_path).more == more


@pytest.mark.parametrize(
    "text",
    [
        # what looks like a number of heaps is that heap
        INLINE.replace("J : heap(J,_)", "I : heap(I,_)"),
        # another heap, or the whole position, has a say in the move
        NIM.replace("heap(I,S), T", "heap(I,S), heap(_,4), T"),
        NIM.replace("heap(I,S), T", "heap(I,S), heap(J,S), J < I, T"),
        NIM.replace("heap(I,S), T", "heap(I,S), not heap(I+1,_), T"),
        NIM.replace("heap(I,S), T", "heap(I,S), S = #max { U : heap(_,U) }, T"),
        NIM.replace("heap(I,S), T", "heap(I,S), 2 < #count { U : heap(I,U) }, T"),
        NIM.replace("heap(I,S), T", "heap(I,S), many, T") + "many :- heap(2,_).",
        NIM.replace("heap(I,S), T", "heap(I,S), I < 3, T"),
        NIM.replace("heap(I,S), T", "heap(I,S), first(I), T") + "first(1).",
        NIM.replace("heap(I,S), T", "heap(I,S), first(I), T") + "first(I) :- I = 1..k.",
        NIM.replace("heap(I,S), T", "heap(I,S), p(I), T") + "p(I) :- q(I). q(I) :- p(I). p(2).",
        NIM.replace("heap(I,S), T = 0..S-1", "heap(I,S), T = 0..S-I"),
        NIM + "move(pass). after(pass, heap(1,0)) :- heap(1,_).",
        # it changes another heap, or more of them
        NIM + "after(lower(I,T), heap(J,0)) :- move(lower(I,T)), heap(J,7).",
        NIM + "after(lower(I,T), heap(1,T)) :- move(lower(I,T)).",
        NIM + "after(lower(I,T), heap(I+1,T)) :- move(lower(I,T)).",
        NIM + "after(M, heap(1,0)) :- move(M).",
        NIM.replace("heap(I,T)) :- move(lower(I,T)).", "heap(I,T)) :- move(lower(I,T)), not heap(2,_)."),
        NIM.replace("heap(I,T)) :- move(lower(I,T)).", "heap(I,T/I)) :- move(lower(I,T))."),
        # its name does not tell which heap it is, or tells it in two places
        NIM.replace("lower(I,T)", "lower(T)").replace(
            "heap(I,T)) :- move(lower(T))", "heap(I,T)) :- move(lower(T)), heap(I,_)"
        ),
        NIM.replace("lower(I,T)", "lower(I,T-I)").replace("move(lower(I,T-I)).", "heap(I,S), T = 0..S-1."),
        NIM + "move(lower(T,I)) :- heap(I,S), T = 0..S-1. after(lower(T,I), heap(I,T)) :- move(lower(T,I)).",
        # what is added is no heap after the last
        KAYLES.replace("N+1,L", "N,L"),
        KAYLES.replace("N+1,L", "N+D,L"),
        KAYLES.replace("N+1,L", "N+1,N"),
        KAYLES.replace("I : heap(I,_)", "I : heap(I,3)"),
        KAYLES.replace("I : heap(I,_)", "S : heap(_,S)"),
        KAYLES.replace("heaps(N) :- N", "heaps(k) :- k"),
        KAYLES + "heaps(9) :- heap(1,4).",
        *(INLINE.replace("J : heap(J,_)", one) for one in ("J : heap(J,L)", "J : heap(J,3)", "S : heap(_,S)")),
        INLINE.replace("heap(N+1,L)) :- ", "heap(N+1,L)) :- heap(J,_), "),
        # who wins is not what the play says
        NIM + "winner(next) :- not heap(1,_).",
    ],
)
def test_what_is_not_taken_for_a_sum(text: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        _ = summed(text, tmp_path).more


def test_other_fluents(tmp_path: Path) -> None:
    for fluents in ((Heaps("heap"), Counter("c")), (Heaps("heap"), Heaps("other")), (Counter("heap"),)):
        text = NIM if len(fluents) > 1 else "move(d(T)) :- heap(S), T = 0..S-1. after(d(T),heap(T)) :- move(d(T))."
        with pytest.raises(Unreadable, match="heaps alone"):
            _ = summed(text, tmp_path, fluents).more
    text = (
        (NIM + SUM).replace("heap(", "row(").replace("row(I,V)", "v(I,V)").replace("row(I,S) :- row", "v(I,S) :- row")
    )
    assert summed(text, tmp_path, (Heaps("row"),)).more == 0
    assert summed(text, tmp_path, (Heaps("row"),)).nim_sum("value").summand == ("v", 2)


def test_a_nim_sum(tmp_path: Path) -> None:
    found = summed(NIM + SUM, tmp_path)
    assert found.zero("safe") == "value"
    assert found.nim_sum("value").summand == ("row", 2)
    same = summed(NIM + SUM.replace("X^V) :- sum(I-1,X), row(I,V)", "V^X) :- row(I,V), sum(I-1,X)"), tmp_path)
    assert same.nim_sum("value").summand == ("row", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X^V", "X+V"),
        ("X^V", "X^I"),
        ("X^V", "X^V^1"),
        ("X^V", "X"),
        ("sum(0,0)", "sum(0,1)"),
        ("sum(0,0).", "sum(0,0). sum(1,3)."),
        ("sum(0,0).", "sum(0,0). sum(I,0) :- heap(I,9)."),
        ("sum(I-1,X)", "sum(I-2,X)"),
        ("sum(I-1,X)", "sum(I,X)"),
        ("sum(I-1,X)", "sum(I-1,X), X < 5"),
        ("row(I,S) :- heap(I,S)", "row(I,S) :- heap(I,S), heap(_,3)"),
        ("row(I,S) :- heap(I,S)", "row(I,I) :- heap(I,S)"),
        ("row(I,S) :- heap(I,S)", "row(I,S) :- heap(J,S), heap(I,_)"),
        ("row(I,S) :- heap(I,S)", "row(1,S) :- heap(1,S)"),
        ("value(X) :- heaps(N), sum(N,X)", "value(X) :- heaps(N), sum(N,X), heap(1,2)"),
        ("value(X) :- heaps(N), sum(N,X)", "value(X) :- sum(_,X)"),
        ("value(X) :- heaps(N), sum(N,X)", "value(N) :- heaps(N), sum(N,X)"),
        ("value(X) :- heaps(N), sum(N,X)", "value(X) :- heaps(X), sum(X,X)"),
        ("safe :-", "value(7) :- heap(1,7). safe :-"),
        ("I : heap(I,_)", "I : heap(I,S), S > 1"),
    ],
)
def test_what_is_not_taken_for_a_nim_sum(before: str, after: str, tmp_path: Path) -> None:
    assert before in SUM
    with pytest.raises(Unreadable):
        summed(NIM + SUM.replace(before, after), tmp_path).nim_sum("value")


@pytest.mark.parametrize(
    "rule",
    [
        "safe :- value(1).",
        "safe :- not value(0).",
        "safe :- value(0). safe :- heap(1,1).",
        "safe :- other. other :- safe.",
        "safe :- other. other :- heap(1,1).",
        "",
    ],
)
def test_what_is_not_said_of_a_nim_sum_of_0(rule: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        summed(NIM + SUM.replace("safe :- value(0).", rule), tmp_path).zero("safe")


WINNING = "w(lower(I,V^X)) :- value(X), row(I,V), V^X < V."


def test_a_strategy_said_of_one_heap(tmp_path: Path) -> None:
    found = summed(NIM + SUM + WINNING, tmp_path)
    rules = found.winning("w", found.nim_sum("value")).rules
    assert [str(rule) for rule in rules.statements if str(rule).startswith("w(")] == [
        "w(lower(I,_option)) :- row(I,V); _option < V."
    ]
    assert [rule for stratum in rules.strata for rule in stratum if str(rule).startswith("w(")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("V^X < V", "V^X < V, X > 3"),
        ("V^X < V", "V^X < I"),
        ("V^X < V", "V^X < V, heap(_,2)"),
        ("value(X), ", "value(X), value(Y), "),
        ("value(X)", "X = 0..3"),
        ("lower(I,V^X)", "lower(I,X)"),
        ("lower(I,V^X)", "lower(V^X,I)"),
        ("row(I,V)", "heap(I,_), row(J,V), J < 3"),
    ],
)
def test_strategies_that_look_elsewhere(before: str, after: str, tmp_path: Path) -> None:
    assert before in WINNING
    found = summed(NIM + SUM + WINNING.replace(before, after), tmp_path)
    with pytest.raises(Unreadable):
        found.winning("w", found.nim_sum("value"))


MISERE = """\
large :- heap(_,S), S > 1.
single :- not large.
p :- large, value(0).
p :- single, heaps(N), N \\ 2 = 1.
"""


def test_what_is_said_of_misere_play(tmp_path: Path) -> None:
    found = summed(NIM + SUM + MISERE, tmp_path).misere("p")
    assert (found.value, found.firm, found.counted) == ("value", "large", True)
    found = summed(NIM + SUM + MISERE.replace("value(0)", "safe"), tmp_path).misere("p")
    assert (found.value, found.firm, found.counted) == ("value", "large", True)
    other = MISERE.replace("single, heaps(N), N \\ 2 = 1", "value(1), not large").replace("heap(_,S)", "heap(J,S)")
    found = summed(NIM + SUM + other, tmp_path).misere("p")
    assert (found.value, found.firm, found.counted) == ("value", "large", False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("value(0)", "value(2)"),
        ("value(0)", "not value(0)"),
        ("value(0)", "not safe"),
        ("value(0)", "large"),
        ("p :- large", "p :- not large"),
        ("p :- large, value(0).", "p :- large, value(0). p :- heap(1,3)."),
        ("p :- large, value(0).", "p :- large, value(0), heap(1,3)."),
        ("heap(_,S), S > 1", "heap(1,S), S > 1"),
        ("heap(_,S), S > 1", "heap(I,S), S > I"),
        ("heap(_,S), S > 1", "heap(I,S), heap(J,S), I < J"),
        ("heap(_,S), S > 1", "heap(_,S), heap(_,S+1)"),
        ("heap(_,S), S > 1", "not heap(1,_)"),
        ("heap(_,S), S > 1", "2 < #count { I : heap(I,_) }"),
        ("large :- heap", "large :- heap(_,9). large :- heap"),
        ("not large", "large"),
        ("single :- not large", "single :- not large. single :- heap(1,1)"),
        ("single :- not large", "single :- not large, heap(1,_)"),
        ("N \\ 2 = 1", "N \\ 2 = 0"),
        ("N \\ 2 = 1", "N \\ 3 = 1"),
        ("heaps(N), N", "heaps(N), value(N), N"),
    ],
)
def test_what_is_not_said_of_misere_play(before: str, after: str, tmp_path: Path) -> None:
    assert before in MISERE
    with pytest.raises(Unreadable):
        summed(NIM + SUM + MISERE.replace(before, after), tmp_path).misere("p")


LARGE = """\
large_heaps(N) :- N = #count { I : heap(I,S), S > 1 }.
w(lower(I,V^X)) :- large_heaps(L), L >= 2, value(X), row(I,V), V^X < V.
w(lower(I,T)) :- large_heaps(1), heap(I,S), S > 1, heaps(N), T = N \\ 2.
w(lower(I,0)) :- large_heaps(0), heap(I,1).
"""


def in_misere(text: str, folder: Path) -> list[str]:
    """The rules of a strategy in misère play, said of one heap."""
    found = summed(NIM + SUM + text, folder)
    misere = found.misere("p")
    made = found.winning_in_misere("w", found.nim_sum("value"), misere)
    return [str(rule) for rule in made.rules.statements if "_others" in str(rule) or "_option" in str(rule)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("{ I : heap(I,S), S > 1 }", "{ N' : heap(N',A1), A1 > 1 }"),
        ("large :- heap(_,S), S > 1", "large :- heap(N,I), I > 1"),
    ],
)
def test_a_strategy_in_misere_play(before: str, after: str, tmp_path: Path) -> None:
    text = (MISERE + LARGE).replace(before, after)
    heap, size = ("N'", "A1") if "N'" in after else ("I", "S")
    assert in_misere(text, tmp_path) == [
        "heaps((N+_others)) :- N = #count { I: heap(I,_) }.",
        "large :- 1 <= _firm_others.",
        f"large_heaps((N+_firm_others)) :- N = #count {{ {heap}: heap({heap},{size}), {size} > 1 }}.",
        "w(lower(I,_option)) :- large_heaps(L); L >= 2; row(I,V); _option < V.",
    ]


NAMED = [
    # what is counted differs from what is firm in a name, a string, an arity, or a variable that stands elsewhere, too
    ('q(I,"A") :- heap(I,S), S > 1. q(I,"B") :- heap(I,S), S > 1, S != 50.', 'q(I,"A")', 'q(I,"B")', "I"),
    ("q'A(I) :- heap(I,S), S > 1. q'B(I) :- heap(I,S), S > 1, S != 50.", "q'A(I)", "q'B(I)", "I"),
    ("q(I,0) :- heap(I,S), S > 1. q(I) :- heap(I,S), S > 1, S != 50.", "q(I,0)", "q(I)", "I"),
    ("index(1..40).", "heap(I,S), S > 1, index(K)", "heap(K,S), S > 1, index(K)", "K"),
    ("small(S) :- S = 0..9.", "heap(I,S), S > 1, small(S)", "heap(I,S), S > 1, small(I)", "I"),
    ("", "heap(_,S), S > 1", "heap(I,S), S > 1, heap(I,_)", "I"),
    ("", "heap(_,S), S > 1", "heap(I,S), S > 1, S > 1", "I"),
    ("", "heap(_,S), S > 1", "heap(I,S), S > 1; I : heap(I,S), S > 1", "I"),
    ("", "heap(_,S), S > 1", "heap(I,S), S > 1", "I,S"),
    ("", "heap(_,S), S > 1", "heap(I,S), S > 1", "S"),
]


@pytest.mark.parametrize(("rules", "firm", "counted", "terms"), NAMED)
@pytest.mark.sample(3)
def test_what_only_looks_like_the_number_of_firm_heaps(
    rules: str, firm: str, counted: str, terms: str, tmp_path: Path
) -> None:
    text = MISERE.replace("heap(_,S), S > 1", firm) + LARGE.replace("I : heap(I,S), S > 1", f"{terms} : {counted}")
    with pytest.raises(Unreadable):
        in_misere(f"{text}\n{rules}", tmp_path)


def test_what_looks_like_the_number_of_heaps(tmp_path: Path) -> None:
    for text in ("heap(I,I)", "heap(_,I)", "heap(I,S), heap(S,_)"):
        found = summed(NIM + f"heaps(N) :- N = #count {{ I : {text} }}.", tmp_path)
        assert not found.counts_heaps(("heaps", 1))
    found = summed(NIM + "heaps(A1) :- A1 = #count { N' : heap(N',_X) }. heaps(1,2).", tmp_path)
    assert found.counts_heaps(("heaps", 1)) and not found.counts_heaps(("heaps", 2))


def test_what_looks_like_a_nim_sum(tmp_path: Path) -> None:
    for before, after in (("X^V) :- sum(I-1,X), row(I,V)", "X^I) :- sum(I-1,X), row(I,I)"), ("X^V", "X^X")):
        assert before in SUM
        with pytest.raises(Unreadable):
            summed(NIM + SUM.replace(before, after), tmp_path).nim_sum("value")
    named = SUM.replace("sum(I,X^V) :- sum(I-1,X), row(I,V)", "sum(N',_X^A1) :- row(N',A1), sum(N'-1,_X)")
    assert summed(NIM + named, tmp_path).nim_sum("value").summand == ("row", 2)


def test_parameters_that_no_rule_names(tmp_path: Path) -> None:
    text = "w(lower(I,V^X)) :- value(X), row(I,V), V^X < V, not barred(_option). barred(_option1) :- barred(_others)."
    found = summed(NIM + SUM + text + "barred(none).", tmp_path)
    made = found.winning("w", found.nim_sum("value"))
    assert made.option == "_option2" and made.rules.parameters == ("k", "_option2")
    (rule,) = (rule for rule in made.rules.statements if str(rule).startswith("w("))
    assert str(rule) == "w(lower(I,_option2)) :- row(I,V); _option2 < V; not barred(_option)."
