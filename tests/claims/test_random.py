"""Random claims about random games: a claim holds, or the counterexample is the least one a plain solver knows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.position import unnamed
from bouton.core.spec import Spec
from bouton.core.tuning import TUNING
from bouton.core.verdict import Result, Verdict
from bouton.run.check import check
from bouton.run.options import Options
from tests.variants import Case, Variant, cases, is_p, predicate, table, variants, write

PLAYS = ("normal", "misere")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


def result(spec: Spec, fused: bool) -> Result:
    small = replace(TUNING, ground=replace(TUNING.ground, fuse_from=0, spread=10**6))
    # the fused rules where the game allows it, however small the box
    (found,) = check(spec, Options(tuning=small if fused else TUNING), lambda _: None)
    return found


def agree(spec: Spec, variant: Variant, judged: list[Case], wrong: list[Case], fused: bool = False) -> None:
    """The verdict is that of a claim which speaks of `judged` and fails at `wrong`, both in order."""
    found = result(spec, fused)
    if wrong:
        assert found.verdict is Verdict.REFUTED
        assert found.counterexample is not None
        k = found.counterexample.parameters["k"]
        assert (k, unnamed(spec.fluents, found.counterexample.position)) == wrong[0]
        assert found.counterexample.below == found.positions == judged.index(wrong[0])
    elif judged and any(variant.options(k, position) for k, position in cases(variant)):
        assert (found.verdict, found.positions) == (Verdict.HOLDS, len(judged))
    else:
        assert found.verdict is Verdict.VACUOUS


@st.composite
def chosen(draw: st.DrawFn, of: list[Case], few: int) -> list[Case]:
    """A few of the cases, or half of them, in their order."""
    numbers = st.integers(0, len(of) - 1)
    return [of[number] for number in sorted(draw(st.sets(numbers, max_size=few)))] if of else []


@given(st.data())
@settings(max_examples=7)
def test_characterisations(folder: Path, data: st.DataObject) -> None:
    """Of P-positions, or of the positions that differ in the two plays; claimed right but for a few positions."""
    fused = data.draw(st.booleans())
    variant = data.draw(variants(fusible=fused))
    kind, play = data.draw(
        st.sampled_from([("p-positions", "normal"), ("p-positions", "misere"), ("swap-positions", "")])
    )
    least = data.draw(st.integers(0, 2))
    box = [case for case in cases(variant) if len(case[1][0]) >= least]  # type: ignore[arg-type]
    flips = data.draw(chosen(box, 3))
    left_out = data.draw(chosen(box, 30))
    asked = data.draw(st.booleans())

    def truth(case: Case) -> bool:
        normal, misere = (is_p(variant, *case, play) for play in PLAYS)
        return normal != misere if kind == "swap-positions" else misere if play == "misere" else normal

    claimed = [case for case in cases(variant) if truth(case) != (case in flips)]
    judged = [case for case in box if not (asked and case in left_out)]
    claim = f"id: c, says: x, kind: {kind}, iff: claimed, over: {{heap: {{count: {least}..3}}}}"
    claim += f", play: {play}" if play else ""
    claim += ", where: spoken" if asked else ""
    rules = predicate("claimed", claimed) + (predicate("spoken", judged) if asked else "")
    spec = write(folder, variant, f"  - {{{claim}}}\n", rules)
    agree(spec, variant, judged, [case for case in judged if case in flips], fused)


@given(st.data())
@settings(max_examples=8)
def test_equal_keys(folder: Path, data: st.DataObject) -> None:
    fused = data.draw(st.booleans())
    variant = data.draw(variants(fusible=fused))
    play = data.draw(st.sampled_from(PLAYS))
    box = cases(variant)
    # a key that knows the outcome, with as many colours again, spoilt at a few positions
    spoilt = data.draw(chosen(box, 2))
    colours = data.draw(st.lists(st.integers(0, 3), min_size=len(box), max_size=len(box)))
    keys = {
        case: 2 * colour + (is_p(variant, *case, play) != (case in spoilt))
        for case, colour in zip(box, colours, strict=True)
    }
    first: dict[tuple[int, int], bool] = {}
    wrong = [
        case
        for case, key in keys.items()
        if first.setdefault((case[0], key), is_p(variant, *case, play)) != is_p(variant, *case, play)
    ]
    rules = table("key", 1, [(case, (key,)) for case, key in keys.items()])
    spec = write(folder, variant, f"  - {{id: c, says: x, kind: same-game, key: key, play: {play}}}\n", rules)
    agree(spec, variant, box, wrong, fused)


@given(st.data())
@settings(max_examples=8)
def test_strategies(folder: Path, data: st.DataObject) -> None:
    """Every winning move named, but at a few positions none, or one that is illegal or loses."""
    variant = data.draw(variants(single=True))
    play = data.draw(st.sampled_from(PLAYS))
    box = cases(variant)
    spoilt = data.draw(chosen(box, 3))
    rows: list[tuple[Case, tuple[int, int]]] = []
    wrong: list[Case] = []
    for case in box:
        winning = {term: is_p(variant, case[0], to, play) for term, to in variant.takes(*case).items()}
        won = any(winning.values())
        named = [term for term, wins in winning.items() if wins]
        if case in spoilt:
            named = data.draw(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), max_size=2))
        rows += [(case, term) for term in named]
        # in a P-position, which a terminal may be, anything may be named
        if won and not (named and all(winning.get(term) for term in named)):
            wrong.append(case)
    rules = table("named", 2, rows) + "winning(take(I,D)) :- named(I,D).\n"
    spec = write(folder, variant, f"  - {{id: c, says: x, kind: strategy, moves: winning, play: {play}}}\n", rules)
    agree(spec, variant, box, wrong)
