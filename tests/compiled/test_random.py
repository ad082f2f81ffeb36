"""Random claims about random games, and random predicates: programs say what clingo says, at the same position."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bouton.core.errors import InputError, Misfit
from bouton.core.spec import Spec
from bouton.document.load import load
from tests.compiled.engines import by_clingo, by_program, judged, prepared
from tests.reading import test_fuzz as predicates
from tests.samples import small_or_whole
from tests.variants import Variant, variants, write

_LITERALS = [
    "total(T), T \\ {a} = {b}",
    "heaps(N), N \\ {a} = {b}",
    "largest(X), smallest(Y), (X-Y) \\ {a} = {b}",
    "total(T), not T \\ {a} = {b}, heaps(N), N >= {b}",
    "passes(P), total(T), T + P > {a}",
    "{b} = #count {{ I : heap(I,S), S >= {a} }}",
    "heap(I,S), heap(J,S), I < J",
    "heaps(0)",
    "not heap(_,{a})",
]
_CLAIMS = """
  - {id: normal, says: A., kind: p-positions, iff: c0}
  - {id: misere, says: B., kind: p-positions, play: misere, iff: c0, where: c1}
  - {id: one, says: C., kind: p-positions, iff: c2, where: c1}
  - {id: other, says: D., kind: p-positions, iff: c0, where: c3}
  - {id: both, says: E., kind: p-positions, together: [one, other]}
  - {id: swap, says: F., kind: swap-positions, iff: c2}
  - {id: swap-where, says: G., kind: swap-positions, iff: c0, where: c3}
  - {id: lemma, says: H., kind: everywhere, iff: c1, where: c2}
  - {id: part, says: I., kind: p-positions, iff: c1, over: {heap: {count: 1..2, size: 2..3}}}
  - {id: few, says: J., kind: swap-positions, iff: c3, over: {heap: {count: 2..3, size: 1..2}}}
"""


@st.composite
def rules(draw: st.DrawFn) -> str:
    """Four predicates, each of one or two rules."""
    lines = ["total(T) :- T = #sum { S,I : heap(I,S) }."]
    for at in range(4):
        for literal in draw(st.lists(st.sampled_from(_LITERALS), min_size=1, max_size=2, unique=True)):
            filled = literal.format(a=draw(st.integers(1, 4)), b=draw(st.integers(0, 2)))
            lines.append(f"c{at} :- {filled}.")
    return "\n".join(lines) + "\n"


def compare(spec: Spec, languages: tuple[str, ...]) -> int:
    """How many passes were compared."""
    compared = 0
    for item, claim in judged(spec):
        program = prepared(spec, item, claim)
        if program is None:
            continue
        try:
            expected = by_clingo(spec, item)
        except InputError:  # where heaps keep their places some are the largest of none
            for language in languages:
                with pytest.raises(Misfit):
                    by_program(spec, item, program, language)
            continue
        for language in languages:
            assert by_program(spec, item, program, language) == expected, (claim.id, item.parameters)
        compared += 1
    return compared


@pytest.mark.parametrize("examples", small_or_whole(1, 40))
def test_games_in_python(examples: int) -> None:
    @given(variants(), rules())
    @settings(max_examples=examples)
    def agree(variant: Variant, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            compare(write(Path(folder), variant, _CLAIMS, text), ("Python",))

    agree()


@pytest.mark.parametrize("examples", small_or_whole(1, 8))
@pytest.mark.slow
def test_games_in_c(examples: int) -> None:
    @given(variants(fusible=True), rules())
    @settings(max_examples=examples)
    def agree(variant: Variant, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            assert compare(write(Path(folder), variant, _CLAIMS, text), ("Python", "C"))

    agree()


_SPEC = """
game: predicates
rules: game.lp
position: {heap: {count: 0..3, size: 1..4}, pile: 0..3}
claims:
"""


@given(predicates.programs())
@example(("p0 :- pile(N), 0 = (0/(N)), heap((N/(-3)),V11).\n", {"p0": 0}))
@settings(max_examples=15)
def test_predicates(program: tuple[str, dict[str, int]]) -> None:
    text, known = program
    names = {name: f"{name}({','.join('_' * arity)})" if arity else name for name, arity in known.items()}
    text += "".join(f"is_{name} :- {atom}.\n" for name, atom in names.items())
    claims = "".join(f"  - {{id: {name}, says: A., kind: everywhere, iff: is_{name}}}\n" for name in names)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.lp").write_text(predicates.MOVES + text)
        (Path(folder) / "spec.yaml").write_text(_SPEC + claims)
        try:
            compare(load(Path(folder) / "spec.yaml"), ("Python",))
        except (InputError, Misfit):
            return  # undefined arithmetic, or a number beyond 32 bits


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_games_that_are_compiled(order: str, tmp_path: Path) -> None:
    variant = Variant(both=True, passes=True, refresh=1, order=order, winner=order == "ascending")
    text = "total(T) :- T = #sum { S,I : heap(I,S) }. " + " ".join(
        f"c{at} :- total(T), T \\ {at + 2} = 0. c{at} :- heaps({at})." for at in range(4)
    )
    assert compare(write(tmp_path, variant, _CLAIMS, text), ("Python",)) == 20
