"""The sample loads as it should, and every kind of fault is told at its place."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Diagnostic, InputError
from bouton.core.position import Counter, Heaps
from bouton.core.ranges import expression, interval
from bouton.core.sources import of_file
from bouton.core.spec import At, Claim, CounterRange, Expected, HeapRange, Place, Refutation
from bouton.document.entries import KINDS as MODELS
from bouton.document.entries import Example, SameGame, Strategy
from bouton.document.load import load

from .conftest import SAMPLE, Load

NUMBER = "a number such as 12, or quotes around it if it is text"
KINDS = (
    "one of p-positions, winners, grundy, periodic, outcome, strategy, remoteness, kernel, same-game, "
    "swap-positions, class, sum, everywhere, statement, sequence, count, theory, table, example"
)


@pytest.fixture
def sample(folder: Path) -> Path:
    path = folder / "sample.yaml"
    path.write_text(SAMPLE)
    return path


def test_game(sample: Path) -> None:
    spec = load(sample.name)
    assert (spec.file, spec.game) == ("sample.yaml", "Greedy Nim_k")
    assert spec.source == "Lv, Xu, Zhu, Greedy Nim_k Game, 2018"
    assert (spec.rules, spec.rules_place) == (of_file(Path("greedy.lp")), Place("sample.yaml", 4, 8))
    assert spec.fluents == (Heaps("heap", "ascending"), Counter("pass"), Counter("pile"))
    assert spec.measure.entries == ("stones", "pass", "pile")
    assert spec.starts == (("pass", expression("k-1")),)
    assert spec.box.fluents == (
        HeapRange("heap", interval("0..6"), interval("1..2*k")),
        CounterRange("pass", interval("0..3")),
        CounterRange("pile", interval("0..200")),
    )
    assert list(spec.box.assignments()) == [
        {"k": k, "S": numbers, "m": 7} for k in (2, 3, 4) for numbers in ((1, 3, 4), (2,))
    ]
    assert [parameter.place.column for parameter in spec.box.parameters] == [17, 26, 54]


def test_claims(sample: Path) -> None:
    spec = load(sample)
    assert spec.file == str(sample)
    claims = {claim.id: claim for claim in spec.claims}
    assert list(claims) == [
        "theorem-3", "theorem-8", "solution", "theorem-8-moves", "effective", "swaps", "example-5", "example-1",
    ]  # fmt: skip
    first, eighth, solution = claims["theorem-3"], claims["theorem-8"], claims["solution"]
    assert first.box == spec.box
    assert (first.place.line, first.place.column) == (11, 9)
    assert (eighth.kind, eighth.play, eighth.where, eighth.iff) == ("p-positions", "normal", "general", "theorem_8")
    assert eighth.strategy == "winning_move"
    assert dict(eighth.places)["iff"] == Place(str(sample), 21, 10)
    assert eighth.box.parameters[0].interval == interval("2..3")
    assert eighth.box.fluents[0] == HeapRange("heap", interval("3..7"), interval("1..9"))
    assert eighth.box.fluents[1:] == spec.box.fluents[1:]
    assert solution.together == ("theorem-3", "theorem-8")
    refutation = Refutation({"k": 3, "S": (1, 3, 4), "m": 7}, ((1, 2), 2, 0))
    assert solution.expect == Expected("refuted", refutation, "unknown")
    assert (claims["theorem-8-moves"].by(Strategy).moves, claims["theorem-8-moves"].play) == ("winning_move", "misere")
    assert claims["theorem-8-moves"].expect == Expected("proved")
    assert claims["effective"].by(SameGame).key == "effective"
    assert claims["swaps"].expect == Expected("refuted", None)
    fifth, first_example = claims["example-5"].by(Example), claims["example-1"].by(Example)
    assert claims["example-5"].points == (At({"k": 9, "S": (8,), "m": 7}, ((1, 7), 0, 999)),)
    assert (fifth.predicate, fifth.value) == ("effective", ((1, 7),))
    assert claims["example-1"].points == (At({"k": 2, "S": (2,), "m": 7}, ((), 1, 0)),)
    assert (first_example.outcome, first_example.value) == ("P", None)


def test_proof_ranges(sample: Path) -> None:
    claims = {claim.id: claim.prove for claim in load(sample).claims}
    eighth, solution, effective = claims["theorem-8"], claims["solution"], claims["effective"]
    assert eighth and solution and effective
    assert (eighth.unbounded, eighth.counts) == (frozenset({"k"}), {"heap": interval("0..4")})
    assert eighth.counters == {"pass": interval("0..3"), "pile": interval("0..5")}
    assert eighth.parameters[0].interval == interval("2..3")
    assert solution.parameters == load(sample).box.parameters
    assert (solution.unbounded, solution.counts) == (frozenset(), {"heap": interval("0..6")})
    assert effective.unbounded == {"heap.count", "pile"}
    assert effective.counters["pile"] == interval("0..200")
    assert effective.parameters[1].sets == ((5, 9),)
    assert claims["swaps"] is None


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("", None),
        ("value: true", True),
        ("value: false", False),
        ("value: 3", 3),
        ("value: [1, 2]", (1, 2)),
        ("value: []", ()),
        ("value: [[1], [2, 3]]", ((1,), (2, 3))),
    ],
)
def test_value_of_a_predicate(folder: Path, value: str, read: object) -> None:
    (folder / "s.yaml").write_text(SAMPLE.replace("value: [[1, 7]]", value))
    found = load("s.yaml").claim("example-5").by(Example).value
    assert (found, type(found)) == (read, type(read))


def test_first_counter_counts_as_stones(folder: Path) -> None:
    claims = "claims:\n- {id: a, says: b, kind: strategy, moves: m}\n"
    text = f"game: g\nrules: greedy.lp\nposition: {{pass: 1, pile: 0..9}}\n{claims}"
    (folder / "s.yaml").write_text(text)
    assert load("s.yaml").fluents == (Counter("pass", True), Counter("pile"))
    (folder / "s.yaml").write_text(text.replace("pile: 0..9", "pile: {range: 0..9, stones: true}"))
    assert load("s.yaml").fluents == (Counter("pass"), Counter("pile", True))
    (folder / "s.yaml").write_text(text + "measure: [pile, stones]\n")
    assert load("s.yaml").measure.entries == ("pile", "stones")


def test_the_sample_has_no_faults(faults: Load) -> None:
    assert faults() == []


# What is replaced in the sample, and the one fault it makes: line, column, message, expected, nearest.
CASES: list[tuple[str, str, int, int, str, str | None, str | None]] = [
    ("source: Lv", "sorce: Lv", 3, 1,
     "unknown key 'sorce'",
     "one of game, source, rules, octal, parameters, position, measure, cycles, starts, graph, legal, claims",
     "source"),
    ("    where: two_heaps\n", "    wher: two_heaps\n", 14, 5,
     "unknown key 'wher'",
     "one of id, says, kind, paper, expect, where, positions, over, prove, together, strategy, using, unfolding, play, "
     "iff, draw", "where"),
    ("    where: two_heaps\n", "    when: two_heaps\n", 14, 5,
     "unknown key 'when'",
     "one of id, says, kind, paper, expect, where, positions, over, prove, together, strategy, using, unfolding, play, "
     "iff, draw", "where"),
    ("    iff: theorem_8\n", "    when: theorem_8\n", 21, 5,
     "unknown key 'when'",
     "one of id, says, kind, paper, expect, where, positions, over, prove, together, strategy, using, unfolding, play, "
     "iff, draw", "iff"),
    ("rules: greedy.lp", "rulse: greedy.lp", 4, 1,
     "unknown key 'rulse'",
     "one of game, source, rules, octal, parameters, position, measure, cycles, starts, graph, legal, claims",
     "rules"),
    ("game: Greedy Nim_k\n", "", 2, 1, "the key 'game' is missing", None, None),
    ("    moves: winning_move\n", "", 31, 5, "the key 'moves' is missing", None, None),
    ("    moves: winning_move\n", "    moves: winning_move\n    key: a\n", 36, 5,
     "a claim of kind 'strategy' takes no key 'key'",
     "id, says, kind, paper, expect, where, positions, over, prove, play, moves", None),
    ("{range: 0..3, start", "{rang: 0..3, start", 8, 10, "unknown key 'rang'",
      "one of range, reach, stones, start", "range"),
    ("pile: 0..200", "pile: {rnge: 0..3}", 9, 10, "unknown key 'rnge'", "one of range, reach, stones, start", "range"),
    ("order: ascending", "ordr: ascending", 7, 37, "unknown key 'ordr'", "one of count, size, order", "order"),
    ("game: Greedy", "game: x\ngame: Greedy", 3, 1,
     "the key 'game' is given twice; the first is on line 2", None, None),
    ("    play: misere\n", "    play: misere\n    play: normal\n", 35, 5,
     "the key 'play' is given twice; the first is on line 34", None, None),
    ("game: Greedy Nim_k", "game: 2048", 2, 7, "text was expected, not a number", "quotes around it", None),
    ("game: Greedy Nim_k", "game: [a]", 2, 7, "text was expected, not a list", None, None),
    ("pile: 0..200", "pile: {range: 0..2, stones: yes}", 9, 31, "true or false was expected, not text", None, None),
    ("order: ascending", "order: ascendng", 7, 44,
     "'ascendng' is not a word for this", "ascending, descending or none", "ascending"),
    ("play: misere", "play: misère", 34, 11, "'misère' is not a word for this", "normal or misere", "misere"),
    ("play: misere", "play: 3", 34, 11, "a word was expected, not a number", "normal or misere", None),
    ("outcome: P", "outcome: 0", 58, 14, "a word was expected, not a number", "P, N or draw", None),
    ("iff: theorem_8", "iff: Theorem_8", 21, 10,
     "'Theorem_8' will not do", "the name of a predicate, such as theorem_8", None),
    ("id: swaps", "id: Swaps", 43, 9,
     "'Swaps' will not do", "small letters, digits and hyphens, such as theorem-8", None),
    ("says: The winning moves.", "says: \"\"", 32, 5, "this is empty", "text", None),
    ("rules: greedy.lp", "rules: ../greedy.lp", 4, 8,
     "'../greedy.lp' will not do", "the name of a file, such as nim.lp or wythoff/rules.lp", None),
    ("expect: proved", "expect: prooved", 36, 13,
     "'prooved' is not a word for this", "holds, proved, vacuous or refuted", "proved"),
    ("prove: true", "prove: false", 29, 12,
     "prove takes true or a mapping of ranges; leave the key out where no proof is asked for", None, None),
    ("prove: true", "prove: 1", 29, 12,
     "prove takes true or a mapping of ranges; leave the key out where no proof is asked for", None, None),
    ("value: [[1, 7]]", "value: [1, [7]]", 53, 12,
     "this is no value of a predicate", "true, false, a number, a list of numbers, or a list of such lists", None),
    ("kind: swap-positions", "kind: swap-position", 45, 11, "unknown kind 'swap-position'", KINDS, "swap-positions"),
    ("kind: swap-positions", "kind: sequences", 45, 11, "unknown kind 'sequences'", KINDS, "sequence"),
    ("    kind: swap-positions\n", "", 43, 5, "the key 'kind' is missing", KINDS, None),
    ("kind: swap-positions", "kin: swap-positions", 45, 5, "unknown key 'kin'", None, "kind"),
    ("kind: swap-positions", "kind: 7", 45, 11, "a word was expected, not a number", KINDS, None),
    ("m: 7", "m: 010", 5, 54, "010 is not a plain decimal number", NUMBER, None),
    ("m: 7", "m: 1_000", 5, 54, "1_000 is not a plain decimal number", NUMBER, None),
    ("m: 7", "m: 0x1F", 5, 54, "0x1F is not a plain decimal number", NUMBER, None),
    ("m: 7", "m: .5", 5, 54, ".5 is not a whole number", NUMBER, None),
    ("m: 7", "m: 1e3", 5, 54, "1e3 is not a whole number", NUMBER, None),
    ("m: 7", "m: 12:30", 5, 54, "'12:30' is not a range or an integer expression", "such as 3 or 2..4", None),
    ("m: 7", "m: 2018-10-10", 5, 54,
     "2018-10-10 is a date to some readers of YAML", "quotes around it if it is text", None),
    ("m: 7", "m: ~", 5, 54, "a value is missing here", None, None),
    ("m: 7", "m: ", 5, 53 + yaml.__with_libyaml__, "a value is missing here", None, None),
    ("m: 7", "m: no", 5, 54, "no is not a parameter", "a number or one of k", None),
    ("m: 7", "m: true", 5, 54, "a range was expected, not true or false", "such as 3 or 2..4", None),
    ("m: 7", "m: 9999999999", 5, 54, "9999999999 is beyond 1000000000, the largest number a spec may have", None, None),
    ("game: Greedy", "game: &g Greedy", 2, 7, "anchors (&g) are not used here", "the value alone", None),
    ("m: 7", "m: *g", 5, 54, "aliases (*g) are not used here", "the value written out", None),
    ("m: 7", "m: !!int 7", 5, 54, "tags (tag:yaml.org,2002:int) are not used here", "the value alone", None),
    ("m: 7", "? [m] : 7", 5, 53, "a key must be a plain word", None, None),
    ("k: 2..4", "k: 5..2", 5, 17, "the range 5..2 runs backwards", "2..5", None),
    ("count: 0..6", "count: 6..1", 7, 17, "the range 6..1 runs backwards", "1..6", None),
    ("{range: 0..3,", "{range: 3..0,", 8, 17, "the range 3..0 runs backwards", "0..3", None),
    ("pile: 0..200", "pile: 3..n", 9, 9, "n is not a parameter", "a number or one of k, m", None),
    ("pile: 0..200", "pile: 3..kk", 9, 9, "kk is not a parameter", "a number or one of k, m", "k"),
    ("k: 2..4", "k: 2..m", 5, 17, "the parameter m is not known yet here", "a parameter listed before", None),
    ("k: 2..4", "k: 2..k", 5, 17, "the parameter k is not known yet here", "a parameter listed before", None),
    ("m: 7", "m: 1..S", 5, 54, "the parameter S is a set and cannot stand in a range", None, None),
    ("m: 7", "m: 9..k", 5, 54, "the range of m is empty for every value of the parameters before it", None, None),
    ("pile: 0..200", "pile: 2..k-3", 9, 9, "the range of pile is empty for every value of the parameters", None, None),
    ("size: 1..2*k", "size: 0..3", 7, 29, "the size starts at 0; an empty heap is no heap", "1 or more", None),
    ("size: 1..2*k", "size: k-2..3", 7, 29, "the size starts at 0 at k=2; an empty heap is no heap", "1 or more", None),
    ("count: 0..6", "count: -1..6", 7, 17,
     "the count starts at -1; a number of heaps is never negative", "0 or more", None),
    ("k: 2..4", "k: 2..9000", 5, 17, "the parameters take more than 10000 combinations of values", None, None),
    ("pile: 0..200", "pile: 0..99999*99999*k", 9, 9,
     "in the range 0..99999*99999*k a number passes 1000000000", None, None),
    ("pile: 0..200", "pile: 0.200", 9, 9, "0.200 is not a whole number", NUMBER, None),
    ("pile: 0..200", "pile: 0..", 9, 9, "'0..' lacks one of its ends", "such as 3 or 2..4", None),
    ("pile: 0..200", "pile: 0..(k", 9, 9, "'(k' lacks a closing parenthesis", "such as 3 or 2..4", None),
    ("pile: 0..200", "pile: [0, 200]", 9, 9, "a range was expected, not a list", "such as 3 or 2..4", None),
    ("start: k-1", "start: S", 8, 30, "S is not a parameter that is a number", None, None),
    ("[[4, 1, 3], [2]]", "[[4, 1, 4], [2]]", 5, 33, "a number is listed twice in this set", None, None),
    ("[[4, 1, 3], [2]]", "[[4, 1], [1, 4]]", 5, 41, "this set is listed twice", None, None),
    ("[[4, 1, 3], [2]]", "[[4, 1, 3], []]", 5, 44, "this is empty", "at least one entry", None),
    ("[[4, 1, 3], [2]]", "[[4, 1, x]]", 5, 40, "a whole number was expected, not text", None, None),
    ("m: 7", "move: 7", 5, 51, "move has a meaning of its own in the rules", "another name", None),
    ("m: 7", "all: 7", 5, 51, "all has a meaning of its own in the rules", "another name", None),
    ("m: 7", "M: 7", 5, 51,
     "M would be a variable in the rules, not a number", "a name that begins with a small letter", None),
    ("m: 7", "pile: 7", 5, 51, "pile is the name of a fluent too", "another name", None),
    ("m: 7", "s: 7", 5, 23, "the set S gives the predicate s, which has another meaning", "another name", None),
    ("m: 7", "1m: 7", 5, 51, "'1m' will not do", "a name: a letter, then letters, digits and _", None),
    ("claims:\n", "measure: [stones, passs]\nclaims:\n", 10, 19,
     "passs is neither stones nor heaps nor splits nor a counter, nor a predicate of the rules",
     "one of stones, heaps, splits, pass, pile, or a predicate such as weight(W)", "pass"),
    ("claims:\n", "measure: [stones, pass, stones]\nclaims:\n", 10, 25, "stones is listed twice", None, None),
    ("    iff: theorem_3\n", "", 13, 5, "a claim of kind 'p-positions' needs iff or together", None, None),
    ("    prove: true\n", "    iff: a\n", 29, 5, "a claim with together takes no iff of its own", None, None),
    ("    prove: true\n", "    where: a\n", 29, 5, "a claim with together takes no where of its own", None, None),
    ("[theorem-3, theorem-8]", "[theorem-3, theorem-9]", 28, 27, "there is no claim 'theorem-9'", None, "theorem-8"),
    ("[theorem-3, theorem-8]", "[theorem-3, theorem-3]", 28, 27, "'theorem-3' is listed twice", None, None),
    ("[theorem-3, theorem-8]", "[theorem-3, swaps]", 28, 27,
     "'swaps' is no claim of kind 'p-positions' with an iff", None, None),
    ("    play: normal\n", "    play: misere\n", 28, 27,
     "'theorem-8' is about misere play, this claim about normal play", None, None),
    ("id: swaps", "id: effective", 43, 9, "the id 'effective' is given twice; the first is on line 37", None, None),
    ("    value: [[1, 7]]\n", "    outcome: P\n", 53, 5, "an example of a predicate takes no outcome", None, None),
    ("    outcome: P\n", "", 56, 5, "a claim of kind 'example' needs outcome, winner or predicate", None, None),
    ("    outcome: P\n", "    outcome: P\n    value: 3\n", 59, 5,
     "value says what a predicate holds for; there is no predicate here", None, None),
    ("over: {k: 2..3,", "over: {kk: 2..3,", 23, 12, "kk is neither a parameter nor part of a position", None, "k"),
    ("over: {k: 2..3,", "over: {k: 3..2,", 23, 15, "the range 3..2 runs backwards", "2..3", None),
    ("over: {k: 2..3,", "over: {pile: {count: 3},", 23, 18, "pile is not a heaps fluent", "a range such as 2..4", None),
    ("over: {k: 2..3,", "over: {S: 3,", 23, 15, "S is a set of numbers", "{set: [[...], ...]}", None),
    ("over: {k: 2..3,", "over: {k: {set: [[1]]},", 23, 15, "k is a number, not a set", "a range such as 2..4", None),
    ("over: {k: 2..3, heap: {count: 3..7, size: 1..9}}", "over: {heap: 3..7}", 23, 18,
     "heap has a count and sizes", "{count: ..., size: ...}", None),
    ("over: {k: 2..3, heap: {count: 3..7, size: 1..9}}", "over: {heap: {}}", 23, 18,
     "this is empty", "one of count, size", None),
    ("over: {k: 2..3, heap: {count: 3..7, size: 1..9}}", "over: {heap: {count: 1..3, size: 0..1}}", 23, 38,
     "the size starts at 0; an empty heap is no heap", "1 or more", None),
    ("over: {k: 2..3,", "over: {pile: 5..k,", 23, 18,
     "the range of pile is empty for every value of the parameters", None, None),
    ("pile: 0..5}", "pile: 5..0}", 24, 48, "the range 5..0 runs backwards", "0..5", None),
    ("prove: {k: all,", "prove: {S: all,", 24, 16, "S is a set and ranges over the sets listed", "{set: ...}", None),
    ("prove: {k: all, heap: {count: 0..4}", "prove: {heap: all", 24, 19,
     "sizes of heaps are unbounded as it is", "{count: ...}", None),
    ("prove: {k: all,", "prove: {q: all,", 24, 13, "q is neither a parameter nor part of a position", None, None),
    ("heap: {count: 0..4}", "heap: {count: 0..4, sise: 3}", 24, 41, "unknown key 'sise'", "one of count", None),
    ("expect: {refuted: {k: 3,", "expect: {verdict: holds, refuted: {k: 3,", 30, 14,
     "a claim with a counterexample is not expected to be 'holds'", None, None),
    ("pile: 0}, proof", "pile: 0, q: 3}, proof", 30, 70, "q is neither a parameter nor part of a position", None, None),
    ("expect: refuted", "expect: {}", 47, 13, "this is empty", "one of verdict, refuted, proof", None),
    ("heap: [7, 1], pass", "haep: [7, 1], pass", 51, 24,
     "haep is neither a parameter nor part of a position", None, "heap"),
    ("heap: [7, 1], pass", "heap: [7, -1], pass", 51, 30, "heap: a heap cannot have -1 stones", None, None),
    ("heap: [7, 1], pass", "heap: 7, pass", 51, 30, "heap has a list of sizes, not one number", None, None),
    ("heap: [7, 1], pass", "heap: 1:7, pass", 51, 30,
     "heap is made of numbers, not of terms", None, None),
    ("pile: 999", "pile: [9]", 51, 53, "pile is a counter: one number, not a list", None, None),
    (", pile: 999", "", 51, 9, "pile is not given", None, None),
    ("at: {k: 9, ", "at: {", 51, 9, "the parameter k is not given, and its range has more than one value", None, None),
    ("at: {k: 9, S: [8]", "at: {k: 9, S: 8", 51, 19, "S: a set of numbers was expected", None, None),
    ("rules: greedy.lp", "rules: gredy.lp", 4, 8,
     "there is no rules file 'gredy.lp' beside the spec or among the encodings", None, "greedy.lp"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "message", "expected", "near"), CASES)
@pytest.mark.sample(3)
def test_one_fault(
    faults: Load, old: str, new: str, line: int, column: int, message: str, expected: str | None, near: str | None
) -> None:
    assert faults((old, new)) == [Diagnostic(message, "spec.yaml", line, column, expected, near)]


def test_all_the_faults_of_a_file_at_once(faults: Load) -> None:
    found = faults(
        ("game: Greedy", "game: &a Greedy"),
        ("rules: greedy.lp", "rules: nothing-like-it.lp"),
        ("k: 2..4", "k: 4..2"),
        ("order: ascending", "order: up"),
        ("    where: two_heaps\n", "    wher: two_heaps\n"),
        ("play: misere", "play: last"),
        ("over: {k: 2..3,", "over: {k: 2..q,"),
        ("prove: {k: all,", "prove: {kk: all,"),
        ("id: swaps", "id: effective"),
        ("value: [[1, 7]]", "value: 7.5"),
        ("outcome: P", "outcome: Q"),
    )
    assert [(fault.line, fault.column) for fault in found] == [
        (2, 7), (4, 8), (5, 17), (7, 44), (14, 5), (23, 15), (24, 13), (34, 11), (43, 9), (53, 12), (58, 14),
    ]  # fmt: skip


def test_no_mapping_at_the_top(faults: Load) -> None:
    for text, kind in (("- 1\n", "a list"), ("hello\n", "text"), ("7\n", "a number")):
        assert faults(text=text) == [Diagnostic(f"a mapping was expected, not {kind}", "spec.yaml", 1, 1)]


def test_sections_of_the_wrong_type(faults: Load) -> None:
    text = "game: g\nrules: greedy.lp\nparameters: 3\nposition: [1]\nclaims: {a: 1}\n"
    assert [(f.line, f.column, f.message) for f in faults(text=text)] == [
        (3, 13, "a mapping was expected, not a number"),
        (4, 11, "a mapping was expected, not a list"),
        (5, 9, "a list was expected, not a mapping"),
    ]
    assert [(f.line, f.message) for f in faults(text="game: g\nrules: greedy.lp\nposition: {}\nclaims: []\n")] == [
        (3, "this is empty"),
    ]


def test_a_claim_that_is_no_mapping(faults: Load) -> None:
    found = faults(text="game: g\nrules: greedy.lp\nposition: {a: 1}\nclaims: [7]\n")
    message = "a claim is a mapping, not a number"
    assert found == [Diagnostic(message, "spec.yaml", 4, 10, "keys such as id, says and kind")]


@pytest.mark.slow
def test_too_many_claims_and_parameters(faults: Load) -> None:
    claims = "".join(f"- {{id: a{i}, says: b, kind: strategy, moves: m}}\n" for i in range(10_001))
    assert [
        (f.line, f.message) for f in faults(text=f"game: g\nrules: greedy.lp\nposition: {{a: 1}}\nclaims:\n{claims}")
    ] == [(5, "this has 10001 entries")]
    parameters = ", ".join(f"p{i}: 1" for i in range(51))
    assert [(f.line, f.message) for f in faults(("m: 7", parameters))] == [(5, "this has 53 entries")]


def test_names_of_fluents(faults: Load) -> None:
    text = "game: g\nrules: greedy.lp\nposition: {%s}\nclaims:\n- {id: a, says: b, kind: strategy, moves: m}\n"
    assert faults(text=text % "Pile: 1") == [
        Diagnostic("'Pile' will not do", "spec.yaml", 3, 12, "a name: a small letter, then letters, digits and _")
    ]
    assert faults(text=text % "side: 1") == [
        Diagnostic("side has a meaning of its own in the rules", "spec.yaml", 3, 12, "another name")
    ]
    assert faults(text=text % "stones: 1") == []
    assert faults(text=text % "heap: {count: 1, size: 1}, stones: 1") == [
        Diagnostic("a counter named stones must count as stones", "spec.yaml", 3, 47, "{range: ..., stones: true}")
    ]


def test_boxes_that_are_empty_in_part(faults: Load) -> None:
    text = "game: g\nrules: greedy.lp\nparameters: {k: 2..3}\nposition: {%s}\nclaims:\n- {id: a, says: b, %s}\n"
    claim = "kind: strategy, moves: m"
    assert faults(text=text % ("heap: {count: 0..1, size: k..k-1}", claim)) == []
    assert faults(text=text % ("heap: {count: 1..1, size: k..k-1}", claim)) == [
        Diagnostic("the range of heap is empty for every value of the parameters", "spec.yaml", 4, 18)
    ]
    assert faults(text=text % ("c: 1..k-2, d: 1..2", claim)) == []
    never = "the box is empty for every value of the parameters"
    assert faults(text=text % ("c: 1..k-2, d: 1..3-k", claim)) == [Diagnostic(never, "spec.yaml", 4, 1)]
    assert faults(text=text % ("c: 1..k-2, d: 1..2", f"{claim}, over: {{d: 1..3-k}}")) == [
        Diagnostic(never, "spec.yaml", 6, 52)
    ]


@settings(max_examples=60)
@given(content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_content_does_more_than_fail(folder: Path, content: bytes) -> None:
    (folder / "any.yaml").write_bytes(content)
    with pytest.raises(InputError) as caught:
        load("any.yaml")
    assert all(fault.file == "any.yaml" and fault.message for fault in caught.value.diagnostics)


def test_a_claim_keeps_of_the_keys_of_kinds_only_what_is_resolved() -> None:
    keys = {name for model in MODELS.values() for name in model.model_fields}
    assert keys & {field.name for field in fields(Claim)} == {"id", "kind", "says", "paper", "prove", "expect"}
