"""The position that a model stands for, the files of problems, and what a proof says of its range."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.position import Counter, Fluent, Heaps
from bouton.core.ranges import expression, interval
from bouton.core.spec import ParameterRange, Place
from bouton.proof import prove
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import candidate_of
from bouton.proof.setting import Setting, Span, fixed, unbounded
from bouton.solving.solve import Decision

PLACE = Place("spec.yaml", 1, 1)


def spec(*fluents: Fluent, parameters: tuple[str, ...] = ()) -> Any:
    ranges = tuple(ParameterRange(name, PLACE, interval("1..9")) for name in parameters)
    return SimpleNamespace(fluents=fluents, box=SimpleNamespace(parameters=ranges))


def item(counts: tuple[int, ...], setting: Setting, more: bool = False) -> Any:
    problem = SimpleNamespace(name="absorption", part="absorption")
    return SimpleNamespace(counts=counts, setting=setting, problem=problem, more=more)


def setting(levels: bool = False, counters: dict[str, Span] | None = None, **unknown: Span) -> Setting:
    return Setting({"k": 3}, unknown, ((),), counters or {}, levels)


def model(**numbers: int) -> Decision:
    return Decision("sat", 0.0, (), {name.replace("_", "."): value for name, value in numbers.items()})


@pytest.mark.parametrize(
    ("order", "said", "sizes"),
    [
        ("ascending", {"heap_1": 2, "heap_2": 4, "heap_3": 7}, (2, 4, 7)),
        ("ascending", {"heap_2": 4}, (1, 4, 4)),
        ("ascending", {"heap_1": 4}, (4, 4, 4)),
        ("descending", {"heap_1": 7, "heap_2": 4, "heap_3": 2}, (7, 4, 2)),
        ("descending", {"heap_2": 4}, (4, 4, 1)),
        ("descending", {"heap_3": 4}, (4, 4, 4)),
        ("none", {"heap_1": 7, "heap_2": 4, "heap_3": 5}, (7, 4, 5)),
        ("none", {"heap_2": 4}, (1, 4, 1)),
    ],
)
def test_heaps_that_a_model_leaves_open_are_as_small_as_they_can_be(
    order: Any, said: dict[str, int], sizes: tuple[int, ...]
) -> None:
    found = candidate_of(spec(Heaps("heap", order), parameters=("k",)), item((3,), setting()), model(**said))
    assert (found.position, found.parameters, found.obligation) == ((sizes,), {"k": 3}, "absorption")


def test_parameters_and_counters_that_are_left_open_have_their_least_values() -> None:
    about = setting(counters={"pile": Span(2, None), "turn": Span(expression("n+1"), 9)}, n=Span(4, None))
    said = spec(Counter("pile"), Heaps("heap"), Counter("turn"), parameters=("n", "k"))
    found = candidate_of(said, item((1,), about), model())
    assert (found.position, list(found.parameters.items())) == ((2, (1,), 5), [("n", 4), ("k", 3)])
    found = candidate_of(said, item((1,), about), model(n_N=6, pile_N=8))
    assert (found.position, found.parameters["n"]) == ((8, (1,), 7), 6)


@pytest.mark.parametrize(("order", "sizes"), [("descending", (5, 5, 3, 1)), ("ascending", (1, 3, 5, 5))])
def test_heaps_of_levels(order: Any, sizes: tuple[int, ...]) -> None:
    said = Decision("sat", 0.0, (), {"heap.step.1": 2, "heap.step.2": 3, "heap.times.1": 2, "heap.rest": 1})
    found = candidate_of(spec(Heaps("heap", order), parameters=("k",)), item((2,), setting(levels=True), True), said)
    assert found.position == (sizes,)


def test_problems_are_written_to_a_folder_that_is_made(tmp_path: Path) -> None:
    def problem(name: str, text: str | None, **parameters: Any) -> Any:
        about_digits = name.endswith("digits")
        question = None if text is None or about_digits else SimpleNamespace(text=text)
        setting = SimpleNamespace(parameters=parameters)
        named, program = SimpleNamespace(name=name), text if about_digits else None
        return SimpleNamespace(problem=named, question=question, setting=setting, program=program)

    there = tmp_path / "one" / "two"
    items = [
        problem("independence, 3 heaps", "(a)", k=2, S=(1, 4)),
        problem("terminals", None, k=2),
        problem("rules", "(b)"),
        problem("absorption by digits", "(c)"),
    ]
    for _ in range(2):  # the second time the folder is there
        prove._write(ProofRequest(smtlib=there), SimpleNamespace(id="solution"), items)  # type: ignore[arg-type]
    assert {one.name: one.read_text() for one in there.iterdir()} == {
        "solution-k=2-S=1_4-independence-3-heaps.smt2": "(a)",
        "solution-rules.smt2": "(b)",
        "solution-absorption-by-digits.mona": "(c)",
    }


def test_what_was_fixed_is_told_as_the_range_of_all_settings() -> None:
    asked: Any = SimpleNamespace(
        parameters=(
            ParameterRange("k", PLACE, interval("2..4")),
            ParameterRange("S", PLACE, sets=((1, 2), (2, 7))),
        ),
        counts={"heap": interval("0..k"), "row": interval("1..2")},
        counters={"pile": interval("0..n"), "turn": interval("1..3"), "pass": interval("0..9")},
    )
    ranges = [
        Setting(
            {"k": k, "S": chosen},
            {"n": Span(k, None)},
            ((0, 1), (k, 2)),
            {"pile": Span(0, expression("n")), "turn": Span(1, 3), "pass": Span(0, None)},
        )
        for k in (2, 4)
        for chosen in ((1, 2), (2, 7))
    ]
    said = spec(Heaps("heap"), Heaps("row"), Counter("pile"), Counter("turn"), Counter("pass"))
    assert fixed(said, asked, ranges) == {
        "k": [2, 4],
        "S": [1, 7],
        "heap": {"count": [0, "k"]},
        "row": {"count": [1, 2]},
        "pile": [0, "n"],
        "turn": [1, 3],
    }
    assert unbounded(said, ranges) == ("n", "heap", "row", "pass")
    levels = [Setting({"k": 2}, {}, (), {}, True)]
    assert fixed(spec(Heaps("heap")), asked, levels) == {"k": [2, 2]}
    assert unbounded(spec(Heaps("heap")), levels) == ("heap.count", "heap")
