"""The kind `sequence`: terms against P-positions, against other terms, and index by index; what is no sequence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.cli import main
from bouton.core.errors import Diagnostic, InputError
from bouton.core.exits import Exit
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.document.schema import schema
from bouton.run.check import check
from bouton.run.options import Options
from bouton.show import explain

RULES = r"""% Take 1 to m stones; the P-positions are the multiples of m+1.
move(take(M)) :- pile(N), M = 1..m, M <= N.
after(take(M),pile(N-M)) :- move(take(M)), pile(N).
zero :- pile(N), N \ (m+1) = 0.

multiple(0,0).          multiple(N+1,X+m+1) :- multiple(N,X), N < 20.
times(N,N*(m+1))        :- N = 0..20.
misere(N,N*(m+1)+1)     :- N = 0..20.
square(N,N*N)           :- N = 0..20.
short(N,N*(m+1))        :- N = 0..3.
twice(N,N)              :- N = 0..20.       twice(3,7).
holes(N,2*N)            :- N = 0..20, N != 5.
back(N,20-N)            :- N = 0..20.
negative(N,N-1)         :- N = 0..20.
pair(N,N,N)             :- N = 0..20.
word(N,x)               :- N = 0..20.
named(N,N)              :- N = 0..20.       named(N,N,N) :- N = 0..20.
none(N,X)               :- N = 1..0, X = N.
alone(N)                :- N = 0..20.
moving(N,X)             :- pile(X), N = 0..20.
grows(0,1).             grows(N+1,1000*X)   :- grows(N,X), N < 5.
even(N)                 :- times(N,X), X \ 2 = 0.
below(N)                :- times(N,X), X < 30.
"""
HEAD = """game: takes
rules: takes.lp
parameters: {m: 1..3}
position: {pile: 0..30}
claims:
"""
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the rules and a spec with these claims, the first of which is `a`."""
    monkeypatch.chdir(tmp_path)

    def writing(*claims: str, rules: str = RULES, head: str = HEAD) -> str:
        (tmp_path / "takes.lp").write_text(rules)
        named = (f"id: {name}, says: it is so, {claim}" for name, claim in zip("abc", claims, strict=False))
        (tmp_path / "takes.yaml").write_text(head + "".join(f"  - {{{one}}}\n" for one in named))
        return "takes.yaml"

    return writing


def judged(spec: str, **options: object) -> Result:
    (result,) = check(load(spec), Options(claims=("a",), **options), lambda _: None)  # type: ignore[arg-type]
    return result


def faults(spec: str) -> list[Diagnostic]:
    with pytest.raises(InputError) as raised:
        list(check(load(spec), Options(), lambda _: None))
    return list(raised.value.diagnostics)


def found(result: Result) -> tuple[object, ...]:
    one = result.counterexample
    assert result.verdict is Verdict.REFUTED
    assert one is not None
    return one.parameters, one.position, one.claimed, one.actual, one.below, one.sentence


def test_the_p_positions_are_the_terms(write: Write) -> None:
    normal = judged(write("kind: sequence, terms: multiple", "kind: p-positions, iff: zero"))
    misere = judged(write("kind: sequence, terms: misere, play: misere"))
    assert (normal.verdict, normal.positions, normal.kind) == (Verdict.HOLDS, 93, "sequence")
    assert (misere.verdict, misere.positions) == (Verdict.HOLDS, 93)
    assert normal.over == {"m": [1, 3], "pile": [0, 30]}


def test_the_least_position_that_differs(write: Write) -> None:
    """A term that is no P-position, and a P-position that is no term."""
    squares = [n * n for n in range(21)]
    least = next(pile for pile in range(31) if (pile in squares) != (pile % 2 == 0))
    sentence = (
        "claimed P, but it is an N-position: it is the term of index 1 of `square`: take 1 from pile -> 0, a P-position"
    )
    spec = write("kind: sequence, terms: square")
    assert found(judged(spec)) == ({"m": 1}, {"pile": least}, "P", "N", least, sentence)
    spec = write("kind: sequence, terms: misere, play: normal")
    assert found(judged(spec))[:5] == ({"m": 1}, {"pile": 0}, "N", "P", 0)
    assert "it is no term of `misere`" in str(found(judged(spec))[5])


def test_one_position_can_be_asked_for(write: Write) -> None:
    spec = write("kind: sequence, terms: square")
    assert judged(spec, at=({"m": 1}, (4,))).verdict is Verdict.HOLDS
    assert judged(spec, at=({"m": 1}, (9,))).verdict is Verdict.REFUTED
    spec = write("kind: sequence, terms: short, over: {m: 1}")
    assert judged(spec, at=({"m": 1}, (5,))).verdict is Verdict.HOLDS
    with pytest.raises(InputError, match="short ends with 6"):
        judged(spec, at=({"m": 1}, (6,)))


def test_two_sequences_are_the_same(write: Write) -> None:
    result = judged(write("kind: sequence, terms: multiple, same: times, index: 0..20"))
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 63)
    assert result.over == {"m": [1, 3], "index": [0, 20]}


def test_the_least_index_at_which_they_differ(write: Write) -> None:
    at = next(n for n in range(21) if n * n != 2 * n)
    spec = write("kind: sequence, terms: multiple, same: square, index: 0..20")
    sentence = "the term of `square` is 1, that of `multiple` is 2"
    assert found(judged(spec)) == ({"m": 1}, {"index": at}, at * at, 2 * at, at, sentence)
    assert found(judged(spec, at=({"m": 3}, (2,))))[:4] == ({"m": 3}, {"index": 2}, 4, 8)
    two = judged(
        write("kind: sequence, terms: pair, same: other, index: 0..9", rules=RULES + "other(N,N,2*N) :- N = 0..9.")
    )
    assert found(two)[1:4] == ({"index": 1}, (1, 2), (1, 1))


def test_a_predicate_of_the_index(write: Write) -> None:
    even = judged(write("kind: sequence, terms: times, satisfies: even, index: 0..20"))
    sentence = "`even` does not hold of this index, where the term of `times` is 3"
    assert found(even) == ({"m": 2}, {"index": 1}, "holds", "fails", 22, sentence)
    below = judged(write("kind: sequence, terms: times, satisfies: below, index: 1..9, over: {m: 1..2}"))
    assert (below.verdict, below.positions) == (Verdict.HOLDS, 18)


@settings(max_examples=25)
@given(
    ours=st.lists(st.integers(-9, 9), min_size=6, max_size=6),
    theirs=st.lists(st.integers(-9, 9), min_size=6, max_size=6),
    first=st.integers(0, 3),
    length=st.integers(0, 2),
)
def test_random_sequences(write: Write, ours: list[int], theirs: list[int], first: int, length: int) -> None:
    facts = "".join(f"t({n},{x}). u({n},{y}).\n" for n, (x, y) in enumerate(zip(ours, theirs, strict=True)))
    last = first + length
    rules = (
        f"{facts}less(N) :- t(N,X), u(N,Y), X <= Y.\nmove(all) :- pile(N), N > 0.\nafter(all,pile(0)) :- move(all).\n"
    )
    head = "game: g\nrules: takes.lp\nposition: {pile: 0..3}\nclaims:\n"
    for key, holds in (
        ("same: u", [x == y for x, y in zip(ours, theirs, strict=True)]),
        ("satisfies: less", [x <= y for x, y in zip(ours, theirs, strict=True)]),
    ):
        spec = write(f"kind: sequence, terms: t, {key}, index: {first}..{last}", rules=rules, head=head)
        result = judged(spec)
        least = next((n for n in range(first, last + 1) if not holds[n]), None)
        if least is None:
            assert (result.verdict, result.positions) == (Verdict.HOLDS, length + 1)
        else:
            assert found(result)[1] == {"index": least}


@pytest.mark.parametrize(
    ("claim", "file", "line", "message"),
    [
        ("terms: short", "takes.yaml", 6, "terms: short ends with 6, which does not show whether pile 6 is a term"),
        ("terms: none", "takes.yaml", 6, "terms: none ends before the first, which does not show whether pile 0"),
        ("terms: back", "takes.lp", 13, "back(1,19) is not above the term before it, 20"),
        ("terms: holes", "takes.lp", 12, "holes has no term of index 5"),
        ("terms: negative", "takes.lp", 14, "negative(0,-1) is no position"),
        ("terms: twice", "takes.lp", 11, "twice has two terms of index 3: 3 and 7"),
        ("terms: word, same: times, index: 0..3", "takes.lp", 16, "word(0,x) is not of numbers"),
        (
            "terms: times, same: short, index: 0..9",
            "takes.yaml",
            6,
            "same: short has no term of index 4; the last is of index 3",
        ),
        (
            "terms: times, satisfies: even, index: 18..21",
            "takes.yaml",
            6,
            "terms: times has no term of index 21; the last",
        ),
        ("terms: times, satisfies: even, index: -1..2", "takes.yaml", 6, "terms: times has no term of index -1"),
        ("terms: none, satisfies: even, index: 0..2", "takes.yaml", 6, "terms: none has no term of index 0"),
        ("terms: pair", "takes.yaml", 6, "terms: a position is not made of the 2 numbers of a term"),
        ("terms: named, same: times, index: 0..2", "takes.yaml", 6, "terms: named has 2 or 3 arguments"),
        ("terms: alone, same: times, index: 0..2", "takes.yaml", 6, "terms: alone has 1 argument"),
        ("terms: times, same: pair, index: 0..2", "takes.yaml", 6, "same: pair has 3 arguments"),
        ("terms: moving", "takes.yaml", 6, "terms: moving changes with the position"),
        ("terms: of_index, same: times, index: 0..2", "takes.yaml", 6, "terms: of_index changes with the index"),
        ("terms: moving, same: times, index: 0..2", "takes.yaml", 6, "terms: moving depends on pile"),
        (
            "terms: times, satisfies: times, index: 0..2",
            "takes.yaml",
            6,
            "satisfies: times has 2 arguments in takes.lp",
        ),
        ("terms: time, same: times, index: 0..2", "takes.yaml", 6, "terms: no rule of takes.lp derives time"),
        ("terms: grows, same: times, index: 0..2", "takes.lp", 21, "1000*X passes 32 bits"),
    ],
)
@pytest.mark.sample(3)
def test_what_is_no_sequence(write: Write, claim: str, file: str, line: int, message: str) -> None:
    spec = write(
        f"kind: sequence, {claim}",
        "kind: statement, unknowns: {index: 0..1}, iff: one",
        rules=RULES + "one. of_index(N,X) :- index(X), N = 0..20.",
    )
    found = faults(spec)
    assert [(one.file or "").rpartition("/")[2] for one in found] == [file]
    assert message in found[0].message
    assert (found[0].line, found[0].expected is not None) == (line, True)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("same: times", "a sequence with same needs an index"),
        ("satisfies: even", "a sequence with satisfies needs an index"),
        ("index: 0..3", "the terms among the positions of the box are judged, so there is no index"),
        ("same: times, satisfies: even, index: 0..3", "a sequence with satisfies takes no same"),
        ("same: times, play: normal, index: 0..3", "a sequence with same takes no play"),
        ("same: times, index: 3..1", "the range 3..1 runs backwards"),
        ("same: times, index: 0..k", "k is not a parameter"),
        ("same: times, index: 0..3, where: even", "a claim of kind 'sequence' takes no key 'where'"),
        ("same: times, index: 0..3, prove: true", "a claim of kind 'sequence' takes no key 'prove'"),
    ],
)
def test_what_a_spec_may_not_say(write: Write, claim: str, message: str) -> None:
    spec = write(f"kind: sequence, terms: multiple, {claim}")
    with pytest.raises(InputError) as raised:
        load(spec)
    assert [one.message for one in raised.value.diagnostics] == [message]
    assert raised.value.diagnostics[0].line == 6


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({}, True),
        ({"play": "misere"}, True),
        ({"same": "times", "index": "0..3"}, True),
        ({"satisfies": "even", "index": "0..m"}, True),
        ({"same": "times"}, False),
        ({"satisfies": "even"}, False),
        ({"index": "0..3"}, False),
        ({"play": "normal", "index": "0..3"}, False),
        ({"same": "times", "play": "normal", "index": "0..3"}, False),
        ({"same": "times", "satisfies": "even", "index": "0..3"}, False),
    ],
)
@pytest.mark.sample(3)
def test_the_schema_says_so_too(write: Write, more: dict[str, str], right: bool) -> None:
    claim = {"id": "a", "says": "s", "kind": "sequence", "terms": "multiple", **more}
    head = {"game": "g", "rules": "takes.lp", "parameters": {"m": "1..3"}, "position": {"pile": "0..3"}}
    assert jsonschema.Draft7Validator(schema()).is_valid({**head, "claims": [claim]}) is right
    fields = ", ".join(f"{key}: {value}" for key, value in claim.items() if key not in ("id", "says"))
    try:
        load(write(fields))
    except InputError:
        assert not right
    else:
        assert right


def test_an_index_is_no_parameter_and_no_fluent(write: Write) -> None:
    head = HEAD.replace("pile: 0..30", "index: 0..30")
    with pytest.raises(InputError, match="index is the name of a fluent too"):
        load(write("kind: sequence, terms: multiple, same: times, index: 0..3", head=head))


def test_a_range_of_the_command_line(write: Write) -> None:
    spec = write("kind: sequence, terms: multiple, same: square, index: 0..20, expect: {refuted: {m: 1, index: 1}}")
    (result,) = check(narrow(load(spec), ["m=2"], ["index=3..3"]), Options(), lambda _: None)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 1)
    (wider,) = check(narrow(load(spec), ["m=2"], ["index=3..5"]), Options(suspend=True), lambda _: None)
    assert found(wider)[1] == {"index": 4}


def test_heaps_are_put_in_order(write: Write) -> None:
    """Two heaps that must be kept equal: the terms are (N,N), here as (N,N) with 0 for none."""
    rules = (
        "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T),heap(I,T)) :- move(t(I,T)).\n"
        "equal(N,N,N) :- N = 0..9.\nleft(0,1,0). left(N,N+1,N+1) :- N = 1..9.\n"
    )
    head = "game: g\nrules: takes.lp\nposition: {heap: {count: 0..2, size: 1..5}}\nclaims:\n"
    assert judged(write("kind: sequence, terms: equal", rules=rules, head=head)).verdict is Verdict.HOLDS
    assert judged(write("kind: sequence, terms: left, play: misere", rules=rules, head=head)).verdict is Verdict.HOLDS
    wrong = judged(write("kind: sequence, terms: equal, play: misere", rules=rules, head=head))
    assert found(wrong)[1:4] == ({"heap": []}, "P", "N")


def test_reports(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    spec = write(
        "kind: sequence, terms: multiple, same: square, index: 0..20, over: {m: 2}",
        "kind: sequence, terms: multiple",
        "kind: sequence, terms: times, satisfies: below, index: 0..7",
    )
    assert main(["check", spec]) == Exit.CONTRARY
    said = capsys.readouterr().out
    assert "  a  REFUTED at m=2, index=1" in said
    assert "the term of `square` is 1, that of `multiple` is 3" in said
    assert "smallest: the one term below it agrees with the claim" in said
    assert "again: bouton check takes.yaml --claim a --at m=2,index=1" in said
    assert "  b  HOLDS for m = 1..3, pile 0..30 (93 positions)" in said
    assert "  c  HOLDS for m = 1..3, index = 0..7 (24 terms)" in said
    main(["check", spec, "--claim", "a", "--at", "m=2,index=2", "--json"])
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["counterexample"]["position"] == {"index": 2}
    assert (claim["counterexample"]["claimed"], claim["counterexample"]["actual"]) == (4, 6)
    assert main(["check", spec, "--claim", "b", "--prove"]) == Exit.OK
    assert "proof skipped: no proof is known for claims of kind sequence" in capsys.readouterr().out


def test_explain(write: Write) -> None:
    spec = write(
        "kind: sequence, terms: multiple, same: times, index: 0..20", "kind: sequence, terms: times, play: normal"
    )
    said = explain.text(load(spec))
    assert "a  (sequence)" in said
    assert "b  (sequence, normal play)" in said
    assert "terms       multiple, takes.lp:6" in said
    assert "same        times, takes.lp:7" in said
    assert "clingo grounds the rules and judges every term of the box" in said
