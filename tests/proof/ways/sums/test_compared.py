"""What the form of the rules was taken to say of sums is held against clingo: each part of it by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.formulas import conj, disj, equal
from bouton.document.load import load
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal, theorem_of
from bouton.proof.prepare import Prepared, prepared
from bouton.proof.setting import settings
from bouton.proof.theorem import VALUE
from bouton.proof.way import Validated
from bouton.proof.ways.sums import compared as summed
from bouton.proof.ways.sums import problems as sums
from tests.proof.ways.sums.test_problems import BRIEFLY, COUNTED, IN_MISERE, LASKER, MISERE, NIM, SUM, Attempt, attempt

__all__ = ["attempt"]

WITH_MOVES = "kind: p-positions, iff: safe, strategy: win"


def test_a_strategy_that_is_read_as_another_is_found_out(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    named = sums.named_moves

    def none(*asked: Any) -> Any:
        read = named(*asked)
        return replace(read, relations=dict.fromkeys(read.relations, ()))

    monkeypatch.setattr(summed, "named_moves", none)
    with pytest.raises(Disagreement, match=r"^the moves of the strategy at heap=1 differ"):
        attempt(NIM, WITH_MOVES, asked=BRIEFLY)
    assert attempt(NIM, "kind: p-positions, iff: safe", asked=BRIEFLY).verdict == "proved"  # nobody asks


@pytest.mark.parametrize(
    ("part", "claim", "rules", "what"),
    [
        ("_is_lost", "kind: p-positions, iff: safe", NIM, "what is claimed"),
        ("_is_read_in_misere", IN_MISERE, NIM + MISERE, "the values in misère play"),
        ("_named_one_by_one", WITH_MOVES, NIM, "the moves of the strategy"),
        ("_values", "kind: grundy, iff: value", NIM, "the values"),
        ("options_of", "kind: grundy, iff: value", NIM, "the moves"),
    ],
)
def test_each_part_is_compared(
    part: str, claim: str, rules: str, what: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is made to say something else of positions with three stones."""
    whose = summed if part == "options_of" else summed._Checked
    true = getattr(whose, part)

    def other(*given: Any) -> Any:
        found, asked = true(*given), given if part == "options_of" else given[1:]
        position = getattr(asked[0], "position", None)
        if part == "_values":
            return {one + 1 for one in found} if position == ((1, 2),) else found
        if part == "options_of":
            return {((9, 9),)} if asked[0] == (1, 2) else found
        if part == "_named_one_by_one":
            return set() if asked[0] == (3,) else found
        if part == "_is_lost":
            return not found if [one.position for one in asked[0]] == [((3,),)] else found
        return not found if position == ((3,),) else found

    monkeypatch.setattr(whose, part, other)
    with pytest.raises(Disagreement, match=f"^{what} at heap=(3|1:2) differ between the sum of its heaps and clingo"):
        attempt(rules, claim, asked=BRIEFLY)


@pytest.mark.parametrize("claim", ["kind: grundy, iff: value", WITH_MOVES])
@pytest.mark.sample(2)
def test_a_local_condition_that_fails_is_told(claim: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    """By clingo alone, whatever the solvers say of the obligations: nothing is proved."""
    fails = summed._Checked.fails
    monkeypatch.setattr(summed._Checked, "fails", lambda self, node: node.position == ((2,),) or fails(self, node))
    with pytest.raises(Disagreement) as found:
        attempt(NIM, claim, asked=BRIEFLY)
    assert "heap=2" in str(found.value)


def held(folder: Path, rules: str, claim: str, more: str = "") -> list[Seen]:
    """What is read of the rules of a sum held against clingo, whose rules have some more."""
    read, seen = (folder / name / "g.lp" for name in ("read", "seen"))
    for file, text in ((read, rules + SUM), (seen, rules + SUM + more)):
        file.parent.mkdir()
        file.write_text(text)
        said = f"claims:\n  - {{id: c, says: x, {claim}, prove: {{k: all, heap: {{count: all}}}}}}\n"
        head = "game: g\nrules: g.lp\nparameters: {k: 1..3}\nposition: {heap: {count: 0..2, size: 1..3}}\n"
        file.with_suffix(".yaml").write_text(head + said)
    spec = load(str(read.with_suffix(".yaml")))
    asked = spec.claim("c")
    assert asked.prove is not None
    (setting,) = settings(spec, asked.prove)
    found = sums.sum_of(asked, rules_of(spec))
    reading = sums.reading_of(theorem_of(spec, asked, rules_of(spec), setting), found)
    others = rules_of(load(str(seen.with_suffix(".yaml"))))
    return list(summed.compared(Goal(spec, asked, others, setting), found, reading))


@pytest.mark.parametrize(("k", "heaps"), [(1, (6, 6)), (1, (4, 4, 4)), (3, (1, 1))])
def test_what_differs_at_one_position_alone_is_found(k: int, heaps: tuple[int, ...], tmp_path: Path) -> None:
    """Of few heaps and stones; for one of the least values of a parameter."""
    where = "".join(f", heap({at},{size})" for at, size in enumerate(heaps, 1))
    more = f"moves :- k = {k}{where}, not heap({len(heaps) + 1},_).\nmove(all) :- moves.\n"
    more += "after(all, heap(I,0)) :- moves, heap(I,_).\n"
    with pytest.raises(Disagreement, match=f"^the moves at k={k},heap={':'.join(map(str, heaps))} differ"):
        held(tmp_path, NIM.replace("0..S-1", "1..S-1"), "kind: p-positions, iff: safe", more)


@pytest.mark.parametrize(
    "where",
    [
        "#count{I : heap(I,1)} > 49",
        "far(F), heap(2,F)",
        pytest.param("heap(60,_)", marks=pytest.mark.slow),
        pytest.param("heap(1,77), heap(2,_)", marks=pytest.mark.slow),
        pytest.param("#sum{S,I : heap(I,S)} = 91", marks=pytest.mark.slow),
        pytest.param("heap(_,_), 44 = #max{S : heap(_,S)}", marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(2)
def test_what_differs_only_near_a_number_is_found(where: str, tmp_path: Path) -> None:
    more = f"far(33).  moves :- {where}.\nmove(all) :- moves.\nafter(all, heap(I,0)) :- moves, heap(I,_).\n"
    with pytest.raises(Disagreement, match=r"^the moves at k=1,heap="):
        held(tmp_path, NIM, "kind: p-positions, iff: safe", more)


@pytest.mark.parametrize(
    ("rules", "claim"), [(NIM, "kind: p-positions, iff: safe"), (NIM + MISERE, IN_MISERE)], ids=["normal", "misere"]
)
def test_what_is_right_is_seen_at_three_values_of_a_parameter(rules: str, claim: str, tmp_path: Path) -> None:
    seen = held(tmp_path, rules, claim)
    fitting = [(a, b, c) for a in range(7) for b in range(a + 1) for c in range(b + 1) if a + b + c <= 12]
    assert [one.positions for one in seen].count(len(fitting)) == 3
    assert {one.failing for one in seen} == {None}


@pytest.mark.parametrize("claim", ["kind: p-positions, iff: safe", "kind: grundy, iff: value"])
def test_each_number_of_heaps_of_which_something_is_shown_is_compared(claim: str, tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(NIM + SUM)
    claims = f"claims:\n  - {{id: c, says: x, {claim}, prove: {{heap: {{count: all}}}}}}\n"
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..2, size: 1..3}}\n"
    (tmp_path / "g.yaml").write_text(head + claims)
    spec = load(str(tmp_path / "g.yaml"))
    asked = spec.claim("c")
    assert asked.prove is not None
    (setting,) = settings(spec, asked.prove)
    found = list(prepared(Goal(spec, asked, rules_of(spec), setting)))
    shown = {one.counts for one in found if isinstance(one, Prepared)}
    assert shown == {(), (0,), (1,)}
    assert {one.counts for one in found if isinstance(one, Validated) and one.seen.positions} == shown


def _claim_besides(monkeypatch: pytest.MonkeyPatch, other: Callable[[Any], list[Any]]) -> None:
    """Let more be read of the values of heaps in misère play than the rules say."""
    right = sums.misere_of

    def wrong(reading: Any, misere: Any) -> Any:
        found: Any = right(reading, misere)
        return replace(found, instead=lambda game, normal: disj((found.instead(game, normal), *other(*game.position))))

    for module in (sums, summed):
        monkeypatch.setattr(module, "misere_of", wrong)


@pytest.mark.parametrize("more", [1, 2])
def test_another_value_in_misere_play_that_is_read_is_found(
    more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a heap of six two values would be claimed, the other one greater by so much."""
    _claim_besides(
        monkeypatch,
        lambda heaps: [conj((equal(one, number(6)), equal(atom(VALUE), number(6 + more)))) for one in heaps],
    )
    with pytest.raises(Disagreement, match=r"^the values in misère play at k=1,heap=6 differ"):
        held(tmp_path, NIM + MISERE, IN_MISERE)


def test_another_value_of_what_a_split_leaves_is_found(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    _claim_besides(monkeypatch, lambda heaps: [equal(atom(VALUE), number(2))] if len(heaps) == 2 else [])
    with pytest.raises(Disagreement, match=r"^the values in misère play at heap=1:1 differ"):
        attempt(LASKER + COUNTED, IN_MISERE, asked=BRIEFLY, measure="[stones, splits]")
