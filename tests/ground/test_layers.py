"""Both engines against a plain-Python solver over random games, and what they do where they must not serve."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings

from bouton.claims.subject import declared, rules_of
from bouton.compiled.fusion import fuse
from bouton.core.errors import Disagreement, InputError
from bouton.core.position import Position
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.document.load import load
from bouton.ground.box import GroundBox, Region, among, ground_box
from bouton.ground.fused import Fused
from bouton.ground.game import Game
from bouton.ground.layers import Fuse, Layer, Mark, NotFused, Sought, layers
from tests.variants import K, Variant, is_p, variants, write

CLAIM = "  - {id: c, says: x, kind: p-positions, iff: heaps}\n"
PLAYS: tuple[Play, ...] = ("normal", "misere")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layers")


SMALL = replace(TUNING.ground, fuse_from=0, spread=10**6, control=5)
"""The fused rules serve however small the box is, and begin a new control often."""


def solved(spec: Spec, k: int, fuse: Fuse = fuse, **options: Any) -> list[Layer]:
    parameters = {"k": k}
    game = Game(rules_of(spec), spec.measure, parameters, declared(spec, spec.box, parameters))
    region = Region(ground_box(spec.fluents, spec.box, parameters))
    return list(layers(Sought(game, region, frozenset(), PLAYS), fuse=fuse, **{"tuning": SMALL, **options}))


def outcomes(found: list[Layer]) -> dict[tuple[str, Position], bool]:
    return {
        (play, node.position): node.position in layer.p[play]
        for layer in found
        for node in layer.nodes
        for play in PLAYS
    }


def check(spec: Spec, variant: Variant, *, lists: bool) -> list[Layer]:
    for k in K:
        found = solved(spec, k, lists=lists)
        listed = [node.position for layer in found for node in layer.nodes]
        assert listed == variant.box()
        assert [node.measure for layer in found for node in layer.nodes] == [variant.measure(at) for at in listed]
        assert outcomes(found) == {(play, at): is_p(variant, k, at, play) for play in PLAYS for at in listed}
        for layer in found:
            for node in layer.nodes:
                options = variant.options(k, node.position)
                assert node.terminal == (not options)
                assert not lists or {move.to for move in node.moves} == options
    return found


@given(variants())
@settings(max_examples=10)
@example(Variant(split=2, passes=True, refresh=1, order="none"))
@example(Variant(winner=True, least=2, passes=True))
def test_lifted_rules_give_the_outcomes(folder: Path, variant: Variant) -> None:
    check(write(folder, variant, CLAIM), variant, lists=True)


@given(variants())
@settings(max_examples=10)
@example(Variant(split=2, passes=True, refresh=1, order="none"))
@pytest.mark.slow
def test_layers_that_are_solved_one_by_one_say_the_same(folder: Path, variant: Variant) -> None:
    """However few positions may be below several layers: these are solved in halves then, in their order."""
    spec = write(folder, variant, CLAIM)
    for k in K:
        few, many = (
            solved(spec, k, lists=True, values=not variant.winner, tuning=replace(SMALL, crowd=crowd, crowded=0))
            for crowd in (1, 10**9)
        )
        assert [[node.position for node in layer.nodes] for layer in few] == [
            [node.position for node in layer.nodes] for layer in many
        ]
        assert outcomes(few) == outcomes(many)
        assert [few[-1].values, few[-1].reach] == [many[-1].values, many[-1].reach]
        assert len(few[0].together) <= len(few[0].nodes) <= len(many[0].together)


@given(variants(fusible=True))
@settings(max_examples=12)
@example(Variant(both=True, passes=True, refresh=0, which="largest", order="descending"))
def test_fused_rules_give_the_outcomes(folder: Path, variant: Variant) -> None:
    last = check(write(folder, variant, CLAIM), variant, lists=False)
    assert not any(node.moves for layer in last for node in layer.nodes), "the lifted rules served"


def test_marks_of_both_engines_agree(folder: Path) -> None:
    """A mark holds what is claimed where a position is judged, the kernel's answer elsewhere."""
    spec = write(folder, Variant(passes=True), CLAIM.replace("}", ", over: {heap: {count: 1..3, size: 2..3}}}"))
    parameters = {"k": 1}
    game = Game(rules_of(spec), spec.measure, parameters, declared(spec, spec.box, parameters))
    region = Region(ground_box(spec.fluents, spec.claims[0].box, parameters))
    reached: list[list[list[Position]]] = []
    for lists in (True, False):
        mark, found = Mark("normal"), []
        for layer in layers(Sought(game, region, frozenset(), PLAYS), [mark], lists=lists, fuse=fuse, tuning=SMALL):
            assert not lists or any(node.moves for node in layer.nodes)
            reaching = layer.reaches(mark)
            found.append([node.position for node in layer.nodes if node.position in reaching])
            for node in layer.nodes:
                if sum(node.position[0]) % 3 == 0:  # type: ignore[arg-type]
                    mark.add(node.position)
        reached.append(found)
    assert reached[0] == reached[1]
    assert any(reached[0])


@pytest.mark.parametrize("lists", [True, False])
def test_of_listed_positions_no_other_is_judged(folder: Path, lists: bool) -> None:
    """A box around them may hold more, and more yet may be solved."""
    spec = write(folder, Variant(), CLAIM)
    parameters = {"k": 1}
    game = Game(rules_of(spec), spec.measure, parameters, declared(spec, spec.box, parameters))
    every = [at for layer in ground_box(spec.fluents, spec.box, parameters).layers(spec.measure) for at in layer]
    few = tuple(at for at in every if sum(at[0]) % 2 == 0)  # type: ignore[arg-type]
    found = layers(Sought(game, among(spec.fluents, few), frozenset(), PLAYS), lists=lists, fuse=fuse, tuning=SMALL)
    assert sorted(node.position for layer in found for node in layer.nodes) == sorted(few) != sorted(every)


def game_of(folder: Path, rules: str, position: str, **parameters: int) -> tuple[Game, Region]:
    """A game and its box, from the spec's `position`."""
    (folder / "game.lp").write_text(rules)
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\nposition: {position}\nclaims:\n{CLAIM}")
    spec = load(str(folder / "game.yaml"))
    game = Game(rules_of(spec), spec.measure, parameters, declared(spec, spec.box, parameters))
    return game, Region(ground_box(spec.fluents, spec.box, parameters))


def test_a_game_that_leaves_the_hull_is_not_for_the_fused_rules(folder: Path) -> None:
    """Taking from one heap adds to the other: no box of the largest heap's size is closed."""
    rules = """\
heaps :- heap(1,_).
move(m(I)) :- heap(I,S), heap(J,T), I != J, S > 1.
after(m(I), heap(I,S-2)) :- move(m(I)), heap(I,S).
after(m(I), heap(J,T+1)) :- move(m(I)), heap(J,T), J != I.
"""
    game, region = game_of(folder, rules, "{heap: {count: 0..2, size: 1..3, order: ascending}}")
    with pytest.raises(NotFused):
        list(layers(Sought(game, region, frozenset(), PLAYS), lists=False, fuse=fuse, tuning=SMALL))
    largest = [layer for layer in layers(Sought(game, region, frozenset(), PLAYS)) if ((3, 3),) in layer.p["normal"]]
    # 3:3 leads to 1:4 alone, that to 2:2, that to 3 (a terminal), so it is an N-position
    assert not largest


def test_a_fault_of_the_rules_shows_in_both_engines(folder: Path) -> None:
    rules = "heaps :- heap(1,_).\nmove(m) :- heap(1,3), pass(0).\nafter(m, pass(1)) :- move(m).\n"
    game, region = game_of(folder, rules, "{heap: {count: 0..2, size: 1..3}, pass: 0..1}")
    with pytest.raises(InputError, match="does not lower the measure"):
        list(layers(Sought(game, region, frozenset(), PLAYS)))
    with pytest.raises(NotFused):
        list(layers(Sought(game, region, frozenset(), PLAYS), lists=False, fuse=fuse, tuning=SMALL))


@pytest.mark.parametrize("value", [2, -1])
def test_a_counter_just_beyond_its_range_shows_in_both_engines(folder: Path, value: int) -> None:
    rules = "heaps :- heap(1,_).\nmove(m) :- heap(1,3).\nafter(m, heap(1,0)) :- move(m).\n"
    rules += f"after(m, pass({value})) :- move(m).\n"
    game, region = game_of(folder, rules, "{heap: {count: 0..2, size: 1..3}, pass: 0..1}")
    with pytest.raises(InputError, match=f"sets pass to {value}, outside its declared range"):
        list(layers(Sought(game, region, frozenset(), PLAYS)))
    for validated in (200, 0):
        tuning = replace(SMALL, validated=validated)
        with pytest.raises(NotFused):
            list(layers(Sought(game, region, frozenset(), PLAYS), lists=False, fuse=fuse, tuning=tuning))


def test_a_fault_where_no_move_leads_is_none(folder: Path) -> None:
    """The fused rules range over a larger box than what is judged and what it reaches."""
    rules = "heaps :- heap(1,_).\nmove(m(I)) :- heap(I,S), S != 2.\nafter(m(I), heap(I,0)) :- move(m(I)).\n"
    rules += "move(odd) :- heap(1,2).\nafter(odd, heap(1,-1)) :- move(odd).\n"
    game, region = game_of(folder, rules, "{heap: {count: 0..2, size: 3..4}}")
    assert list(layers(Sought(game, region, frozenset(), PLAYS)))
    with pytest.raises(NotFused):
        list(layers(Sought(game, region, frozenset(), PLAYS), lists=False, fuse=fuse, tuning=SMALL))


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [("reach", "not not p", "not p"), ("reach", ":- position(l,P), not n", ":- position(l,P), 1 = 2, not n")],
)
def test_fused_rules_that_differ_from_the_lifted_ones_are_a_disagreement(
    folder: Path, part: str, old: str, new: str
) -> None:
    """Translation validation can fail."""

    def wrong(game: Game, box: GroundBox) -> Fused:
        rules = fuse(game, box)
        assert rules is not None
        text = getattr(rules, part)
        assert old in text
        return dataclasses.replace(rules, **{part: text.replace(old, new)})

    spec = write(folder, Variant(), CLAIM)
    with pytest.raises(Disagreement, match=r"fused and lifted rules differ at (heap|the empty position)"):
        solved(spec, 1, wrong, lists=False)


@pytest.mark.parametrize(
    ("winner", "said"),
    [
        ("winner(next) :- heap(1,1).", "winner at the empty position, a terminal, is nobody"),
        ("winner(next). winner(previous) :- heap(1,1).", "winner at heap 1, a terminal, is next and previous"),
        ("winner(third).", "winner at the empty position, a terminal, is third"),
    ],
)
def test_a_terminal_has_one_winner(folder: Path, winner: str, said: str) -> None:
    rules = f"heaps :- heap(1,_).\nmove(m) :- heap(1,S), S > 1.\nafter(m, heap(1,S-2)) :- heap(1,S), S > 1.\n{winner}"
    game, region = game_of(folder, rules, "{heap: {count: 0..1, size: 1..3}}")
    with pytest.raises(InputError) as caught:
        list(layers(Sought(game, region, frozenset(), PLAYS)))
    (found,) = caught.value.diagnostics
    assert (found.message, found.line, found.column) == (said, 4, 1)


def test_a_position_that_is_not_solved_yet_is_never_an_answer(folder: Path) -> None:
    spec = write(folder, Variant(), CLAIM)
    first = next(iter(solved(spec, 1)))
    with pytest.raises(Disagreement, match="before it was solved"):
        first.option_is_p("normal", ((1,) * 40,))
