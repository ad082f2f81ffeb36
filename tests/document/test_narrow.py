"""Ranges from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Diagnostic, InputError
from bouton.core.ranges import interval
from bouton.core.spec import Box, CounterRange, HeapRange, Spec
from bouton.document.load import load, narrow

from .conftest import SAMPLE

NAMES = "k, S, m, heap.count, heap.size, pass, pile"


@pytest.fixture
def spec(folder: Path) -> Spec:
    (folder / "spec.yaml").write_text(SAMPLE)
    return load("spec.yaml")


def boxes(spec: Spec) -> list[Box]:
    return [spec.box, *(claim.box for claim in spec.claims)]


def test_nothing_to_change(spec: Spec) -> None:
    assert narrow(spec, [], []) is spec


def test_every_box_is_changed(spec: Spec) -> None:
    changed = narrow(spec, ["k=3", "S=5:1"], ["heap.size=1..12", "heap.count=0..4", "pile=0..50", "m=k..9"])
    for box, old in zip(boxes(changed), boxes(spec), strict=True):
        assert [p.interval for p in box.parameters] == [interval("3"), None, interval("k..9")]
        assert box.parameters[1].sets == ((1, 5),)
        assert [p.place for p in box.parameters] == [p.place for p in old.parameters]
        assert box.fluents == (
            HeapRange("heap", interval("0..4"), interval("1..12")),
            CounterRange("pass", interval("0..3")),
            CounterRange("pile", interval("0..50")),
        )


def test_what_is_not_named_stays(spec: Spec) -> None:
    changed = narrow(spec, [], ["heap.size=1..2"])
    assert changed.claim("theorem-8").box.fluents[0] == HeapRange("heap", interval("3..7"), interval("1..2"))
    assert changed.claim("theorem-8").box.parameters == spec.claim("theorem-8").box.parameters
    assert changed.claim("example-5").points == spec.claim("example-5").points


def test_a_counter_is_set_as_it_is_ranged_over(spec: Spec) -> None:
    assert narrow(spec, ["pile=3", "pass=0..1"], []) == narrow(spec, [], ["pile=3", "pass=0..1"])
    with pytest.raises(InputError, match="--over pile=4: this range is given twice"):
        narrow(spec, ["pile=3"], ["pile=4"])


def test_where_nothing_can_be_set(folder: Path) -> None:
    (folder / "bare.yaml").write_text("game: g\nrules: rules.lp\nposition: {heap: {count: 0..2, size: 1..3}}\n")
    (folder / "rules.lp").write_text("move(x) :- heap(1,_).\nafter(x, heap(1,0)) :- move(x).\n")
    with pytest.raises(InputError) as caught:
        narrow(load("bare.yaml"), ["heap=3"], [])
    expected = "--over NAME=RANGE, the name one of heap.count, heap.size"
    message = "--set heap=3: there is no parameter or counter 'heap'"
    assert caught.value.diagnostics == (Diagnostic(message, expected=expected),)


def test_proofs_are_changed_too(spec: Spec) -> None:
    eighth = narrow(spec, ["k=5"], ["heap.count=2", "pile=0..1"]).claim("theorem-8").prove
    effective = narrow(spec, ["k=5"], ["heap.count=2", "pile=0..1"]).claim("effective").prove
    assert eighth and effective
    assert (eighth.parameters[0].interval, eighth.unbounded) == (interval(5), frozenset())
    assert (eighth.counts, eighth.counters["pile"]) == ({"heap": interval(2)}, interval("0..1"))
    assert effective.unbounded == frozenset()
    kept = narrow(spec, [], ["heap.size=1..2"]).claim("effective").prove
    assert kept and kept.unbounded == {"heap.count", "pile"}


@pytest.mark.parametrize(
    ("option", "text", "message", "expected", "near"),
    [
        ("--set", "q=3", "there is no parameter or counter 'q'", "one of k, S, m, pass, pile", None),
        ("--set", "kk=3", "there is no parameter or counter 'kk'", "one of k, S, m, pass, pile", "k"),
        ("--set", "plie=3", "there is no parameter or counter 'plie'", "one of k, S, m, pass, pile", "pile"),
        ("--set", "heap.size=3", "heap.size is neither a parameter nor a counter", "--over heap.size=RANGE", None),
        (
            "--set",
            "pile=0-3",
            "'0-3' is a difference: write 0..3 for a range, -3 for the number",
            "a range such as 3 or 2..4",
            None,
        ),
        ("--over", "heap=3", "there is no range 'heap'", f"one of {NAMES}", "heap.size"),
        ("--over", "hepa.size=3", "there is no range 'hepa.size'", f"one of {NAMES}", "heap.size"),
        ("--over", "pile.size=3", "there is no range 'pile.size'", f"one of {NAMES}", "heap.size"),
        ("--set", "k", "a name and a range were expected", "--set NAME=RANGE, such as k=2..4", None),
        ("--set", "k=", "a name and a range were expected", "--set NAME=RANGE, such as k=2..4", None),
        ("--set", "k=5..2", "the range 5..2 runs backwards", "2..5", None),
        ("--set", "k=x", "x is not a parameter", "a number", None),
        ("--set", "k=1:2", "'1:2' is not a range or an integer expression", "a range such as 3 or 2..4", None),
        ("--set", "k=1..9000", "the parameters take more than 10000 combinations of values", None, None),
        ("--set", "k=1..m", "the parameter m is not known yet here", "a parameter listed before", None),
        ("--set", "S=2..4", "'2..4' is not a number", "a set of numbers such as 1:3:4", None),
        ("--set", "S=2:2", "a number is given twice", None, None),
        ("--over", "heap.size=0..4", "the size starts at 0; an empty heap is no heap", "1 or more", None),
        ("--over", "heap.size=k-2..4", "the size starts at 0 at k=2; an empty heap is no heap", "1 or more", None),
        ("--over", "heap.count=-1", "the count starts at -1; a number of heaps is never negative", "0 or more", None),
        ("--over", "pile=9..k", "the range of pile is empty for every value of the parameters", None, None),
    ],
)
def test_refused(spec: Spec, option: str, text: str, message: str, expected: str | None, near: str | None) -> None:
    with pytest.raises(InputError) as caught:
        narrow(spec, [text] if option == "--set" else [], [text] if option == "--over" else [])
    assert caught.value.diagnostics == (Diagnostic(f"{option} {text}: {message}", expected=expected, nearest=near),)


def test_twice(spec: Spec) -> None:
    with pytest.raises(InputError, match="--over k=2: this range is given twice"):
        narrow(spec, ["k=3"], ["k=2"])


def test_every_fault_at_once(spec: Spec) -> None:
    with pytest.raises(InputError) as caught:
        narrow(spec, ["a=1", "k"], ["pile=("])
    assert [fault.message.split(":")[0] for fault in caught.value.diagnostics] == [
        "--set a=1",
        "--set k",
        "--over pile=(",
    ]


def test_a_claim_that_is_left_with_nothing(folder: Path) -> None:
    changed = SAMPLE.replace("over: {k: 2..3,", "over: {k: 2..3, pass: 2..k,")
    (folder / "spec.yaml").write_text(changed)
    with pytest.raises(InputError) as caught:
        narrow(load("spec.yaml"), ["k=1"], [])
    message = "--set k=1: the range of pass is empty for every value of the parameters (claim theorem-8)"
    assert caught.value.diagnostics == (Diagnostic(message),)
