"""Cases that no position has met, asked about together: those that apply somewhere are found, however many do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bouton.core.logic.arithmetic import atom, multiply, number
from bouton.core.logic.expression import FALSE, Formula, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less
from bouton.proof.compared.coverage import Models, Open, positions
from tests.reading.made import X

X_ = atom(X)
NEAR, FAR = at_most(X_, number(7)), at_most(number(150), X_)
DEAD = conj((equal(multiply(X_, X_), number(2)), at_most(X_, number(9))))


def test_each_case_that_applies_has_a_model_within_the_bounds() -> None:
    models = Models([at_most(number(5), X_)], [NEAR, FAR, less(X_, number(5)), FALSE])
    assert models.free == [X]
    near = models.of_each(range(4), {X: 40})
    assert {at: 5 <= model[X.name] <= 7 for at, model in near.items()} == {0: True}
    alive = models.of_each(range(4), {})
    assert set(alive) == {0, 1}
    assert alive[1][X.name] >= 150


def test_what_no_number_meets_is_left_out_beside_what_is_not_linear() -> None:
    assert set(Models([], [DEAD, NEAR]).of_each(range(2), {X: 40})) == {1}


def test_a_case_of_which_nothing_is_known_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the solver is asked of it, it does not answer: each is asked about by itself then."""
    models = Models([], [NEAR, FAR, FALSE, equal(X_, number(3))])
    whole, asked = models._within, list[tuple[int, ...]]()

    def within(bounds: Mapping[Unknown, int], cases: Sequence[int]) -> tuple[dict[str, int] | None, Sequence[int]]:
        asked.append(tuple(cases))
        return ({}, ()) if 1 in cases else whole(bounds, cases)

    monkeypatch.setattr(models, "_within", within)
    found = models.of_each(range(4), {X: 40})
    assert {at: model.get(X.name) for at, model in found.items() if at != 0} == {1: None, 3: 3}
    assert 1 <= found[0][X.name] <= 7
    assert asked[1:] == [(0,), (1,), (2,), (3,)]


def test_a_model_of_the_facts_alone() -> None:
    assert (Models([NEAR]).some or {})[X.name] <= 7
    assert Models([NEAR, FAR]).some is None


def test_a_number_without_a_value_hides_no_other_case() -> None:
    """One of another case that is always large does not either."""
    none, large = unknown("none", 5, 3, local=True), unknown("large", 20_000)
    cases: list[Formula] = [at_most(atom(none), X_), at_most(atom(large), atom(large, 2)), NEAR]
    models = Models([], [NEAR, less(atom(large), X_)])
    assert 0 in models.of_each(range(2), dict.fromkeys(models.free, 40))
    game = type("Game", (), {"fluents": (), "position": ()})()
    found = positions(game, [Open(str(at), case) for at, case in enumerate(cases)], [], {})
    assert "0" not in (listed := {one.what: position for one, _, position in found})
    assert listed["2"] == ()
