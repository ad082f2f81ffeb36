"""Claims on the terms of a sequence, judged by programs: the terms that clingo gives, as the facts of a predicate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.compiled.prepare import prepare
from bouton.core.errors import InputError, Unreadable
from bouton.core.news import Ended
from bouton.core.spec import Spec
from bouton.document.load import load, narrow
from bouton.run.check import check
from bouton.run.options import Options
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared
from tests.samples import small_or_whole

WYTHOFF = Path("specs/wythoff.yaml")
RULES = """
move(take(I,T))              :- heap(I,S), T = 1..S.
after(take(I,T),heap(I,S-T)) :- move(take(I,T)), heap(I,S).
move(both(D))                :- heap(1,X), heap(2,Y), D = 1..X, D <= Y.
after(both(D),heap(I,S-D))   :- move(both(D)), heap(I,S).
term_here(N) :- heap(N,_).
"""
TWO = """
move(take(D,0))            :- left(X), D = 1..X.
move(take(0,D))            :- right(X), D = 1..X.
move(take(D,D))            :- left(X), right(Y), D = 1..X, D <= Y.
after(take(D,E),left(X-D)) :- move(take(D,E)), left(X).
after(take(D,E),right(Y-E)) :- move(take(D,E)), right(Y).
"""
WYTHOFFS = {0: (0, 0), 1: (1, 2), 2: (3, 5), 3: (4, 7), 4: (6, 10), 5: (8, 13), 6: (9, 15), 7: (11, 18), 8: (12, 20)}


def game(tmp_path: Path, terms: Mapping[int, tuple[int, ...]], position: str, rules: str = RULES) -> Spec:
    """A spec that claims these terms to be the P-positions."""
    facts = "".join(f"terms({','.join(map(str, (index, *term)))}).\n" for index, term in terms.items())
    (tmp_path / "g.lp").write_text(rules + facts)
    claim = "  - {id: a, says: these are they, kind: sequence, terms: terms, play: normal}\n"
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {position}\nclaims:\n{claim}")
    return load(tmp_path / "g.yaml")


def all_say(spec: Spec, claim: str = "a") -> Ended:
    """What clingo and the program in each language say, which is the same."""
    ((item, one),) = judged(spec, claim)
    program = prepared(spec, item, one)
    assert program is not None
    expected = by_clingo(spec, item)
    for language in LANGUAGES:
        assert by_program(spec, item, program, language) == expected
    return expected


@pytest.mark.parametrize("largest", small_or_whole(80, 500))
@pytest.mark.parametrize("claim", ["formula-2", "lemma-7-misere-terms"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_shipped_sequences_are_judged_by_programs_as_by_clingo(claim: str, largest: int) -> None:
    found = all_say(narrow(load(WYTHOFF), [], [f"heap.size=1..{largest}"]), claim)
    assert (found.positions, found.counterexample) == ((largest + 1) * (largest + 2) // 2, None)


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.sample(2)
def test_terms_are_positions_in_the_order_of_the_game(tmp_path: Path, order: str) -> None:
    terms = WYTHOFFS if order == "ascending" else {at: (y, x) for at, (x, y) in WYTHOFFS.items()}
    spec = game(tmp_path, terms, f"{{heap: {{count: 0..2, size: 1..15, order: {order}}}}}")
    found = all_say(spec)
    assert (found.positions, found.counterexample) == (136, None)


@pytest.mark.slow
def test_terms_of_counters(tmp_path: Path) -> None:
    terms = {0: (0, 0), 1: (1, 2), 2: (3, 5), 3: (4, 7), 4: (6, 10), 5: (8, 13)}
    spec = game(tmp_path, terms, "{left: 0..10, right: 0..10}", TWO)
    found = all_say(spec).counterexample
    assert found is not None
    assert found.position == {"left": 2, "right": 1}
    assert found.sentence.startswith("claimed N, but it is a P-position: it is no term of `terms`")


@settings(max_examples=5, deadline=None)
@given(st.integers(1, 6), st.integers(0, 1), st.sampled_from([-1, 1]))
def test_a_term_that_is_off_by_one_is_refuted_at_the_same_position(
    tmp_path_factory: pytest.TempPathFactory, index: int, place: int, by: int
) -> None:
    wrong = tuple(number + by * (at == place) for at, number in enumerate(WYTHOFFS[index]))
    totals = [sum(term) for term in (WYTHOFFS | {index: wrong}).values()]
    spec = game(
        tmp_path_factory.mktemp("g"), WYTHOFFS | {index: wrong}, "{heap: {count: 0..3, size: 1..10}}",
        RULES.replace("heap(2,Y), D", "heap(2,Y), not heap(3,_), D"),
    )  # fmt: skip
    if totals == sorted(set(totals)):
        found = all_say(spec).counterexample
        assert found is not None
        ((_, heaps),) = found.position.items()
        assert isinstance(heaps, list)
        assert sum(heaps) <= max(sum(wrong), sum(WYTHOFFS[index]))


@pytest.mark.slow
def test_terms_that_end_before_the_positions_do_are_left_to_clingo(tmp_path: Path) -> None:
    spec = game(tmp_path, {at: WYTHOFFS[at] for at in range(5)}, "{heap: {count: 0..2, size: 1..8}}")
    ((item, claim),) = judged(spec)
    with pytest.raises(Unreadable, match="terms ends before the positions of the box do"):
        prepare(spec, item, claim)
    options = Options(engine="compiled")
    (result,) = check(game(tmp_path, WYTHOFFS, "{heap: {count: 0..2, size: 1..8}}"), options, lambda _: None)
    assert result.verdict.value == "holds"
    short = {at: WYTHOFFS[at] for at in range(3)} | {3: (4, 6), 4: (6, 9)}  # refuted before it ends
    (result,) = check(game(tmp_path, short, "{heap: {count: 0..2, size: 1..8}}"), options, lambda _: None)
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [4, 6]}


def test_terms_that_are_none_are_faults(tmp_path: Path) -> None:
    spec = game(tmp_path, {0: (0, 0), 1: (1, 2), 3: (3, 5)}, "{heap: {count: 0..2, size: 1..3}}")
    with pytest.raises(InputError, match="terms has no term of index 2"):
        list(check(spec, Options(engine="compiled"), lambda _: None))


def test_what_is_said_of_an_index_is_left_to_clingo() -> None:
    spec = load(WYTHOFF)
    ((item, claim),) = judged(spec, "formula-2-mex")
    with pytest.raises(Unreadable, match="what is said of terms alone is judged by clingo"):
        prepare(spec, item, claim)
