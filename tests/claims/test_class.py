"""Claims that a game is of a class, and claims about swap, tame and critical positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.core.position import unnamed
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from bouton.show import objects
from tests.oracle import game_classes as plain_notions
from tests.oracle.game_classes import Sets, below, pairs
from tests.variants import Case, Position, Variant, cases, predicate, variants, write

from .conftest import Judge, found

NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
KAYLES = """\
row(I,A,B) :- heap(I,S), T = 1..2, A = 0..S-T, B = S-T-A, A <= B.
heaps(N) :- N = #count { I : heap(I,_) }.
move(t(I,A,B)) :- row(I,A,B).
after(t(I,A,B), heap(I,A)) :- row(I,A,B).
after(t(I,A,B), heap(N+1,B)) :- row(I,A,B), heaps(N).
"""
PREDICATES = """\
large :- heap(_,S), S > 1.
small :- not large.
two_small :- small, heap(2,_).
critical :- 1 = #count { I : heap(I,S), S > 1 }.
lone :- heap(1,_), not heap(2,_).
never :- heap(99,_).
"""


@pytest.fixture
def claim(tmp_path: Path) -> Judge:
    """The result of one claim, given as YAML fields, about a game of heaps with those rules."""

    def claiming(rules: str, fields: str, box: str = "{count: 0..3, size: 1..4}") -> Result:
        (tmp_path / "game.lp").write_text(rules + PREDICATES)
        spec = tmp_path / "game.yaml"
        head = f"game: g\nrules: game.lp\nposition: {{heap: {box}}}\nclaims:\n"
        spec.write_text(head + f"  - {{id: c, says: x, kind: class, {fields}}}\n")
        (result,) = check(load(str(spec)), Options(), lambda _: None)
        return result

    return claiming


@pytest.mark.parametrize("name", ["tame", "miserable", "minion", "0-minion"])
def test_nim_is_tame(claim: Judge, name: str) -> None:
    result = claim(NIM, f"class: {name}")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 35)


@pytest.mark.parametrize("by", ["i", "i'", "i''", "i'''", "ii", "iii", "iii'"])
@pytest.mark.parametrize("name", ["pet", "strongly-miserable"])
@pytest.mark.sample(3)
def test_two_heaps_of_nim_are_not_pet_by_any_condition(claim: Judge, name: str, by: str) -> None:
    result = claim(NIM, f"class: {name}, by: {by}")
    assert found(result)[0] == {"heap": [2, 2]}
    assert result.counterexample is not None
    assert result.counterexample.sentence.startswith(f"not {name.replace('-', ' ')} by ({by}): (g, g-) = (0, 0)")


def test_one_heap_of_nim_is_pet(claim: Judge) -> None:
    assert claim(NIM, "class: pet, where: lone").positions == 4
    assert claim(NIM, "class: pet, over: {heap: {count: 1}}").verdict is Verdict.HOLDS


def test_the_options_and_their_pairs_explain_it(claim: Judge) -> None:
    result = claim(NIM, "class: pet, by: iii")
    assert result.counterexample is not None
    assert result.counterexample.sentence == (
        "not pet by (iii): (g, g-) = (0, 0), not terminal, and no move leads from g = 0 to g = 1: "
        "the options have (2, 2) at 2; (3, 3) at 1:2"
    )
    assert objects.of_counterexample(result.counterexample)["because"] == {
        "moves": [
            {"move": "take 1 from heap 2", "to": {"heap": [1, 2]}, "outcome": (3, 3)},
            {"move": "take 2 from heap 2", "to": {"heap": [2]}, "outcome": (2, 2)},
        ]
    }
    assert found(result)[1:] == ("pet", "not pet by (iii)", 9)


def test_what_lies_below_the_box_counts(claim: Judge) -> None:
    """No position of this box breaks the condition itself; (2,2) does, below each."""
    result = claim(NIM, "class: pet, by: ii, over: {heap: {count: 2, size: 2..4}}, where: never")
    assert result.verdict is Verdict.VACUOUS
    result = claim(NIM, "class: pet, by: ii, over: {heap: {count: 3, size: 3..4}}")
    assert found(result) == ({"heap": [3, 3, 3]}, "pet", "not pet by (ii)", 0)
    assert result.counterexample is not None
    assert result.counterexample.sentence.startswith("not pet by (ii): 2:2 lies below it: (g, g-) = (0, 0), a P-pos")


def test_kayles_is_wild_from_a_row_of_five(claim: Judge) -> None:
    """Conway's first wild row: its options 4, 2:2 are 1 and 0^0."""
    box = "{count: 0..1, size: 1..9}"
    for name in ("tame", "miserable", "minion"):
        assert found(claim(KAYLES, f"class: {name}", box))[0] == {"heap": [5]}
    assert claim(KAYLES, "class: tame, over: {heap: {size: 1..4}}", box).verdict is Verdict.HOLDS


def test_wild(claim: Judge) -> None:
    """One position that is not tame shows it; none in the box decides nothing."""
    box = "{count: 0..1, size: 1..9}"
    result = claim(KAYLES, "class: wild", box)
    assert (result.verdict, result.positions, result.counterexample) == (Verdict.HOLDS, 6, None)
    assert result.notes[0].startswith("heap=5 shows it: not tame: (g, g-) = (4, 1)")
    for rules, size in ((KAYLES, "1..4"), (NIM, "1..9")):
        none = claim(rules, f"class: wild, over: {{heap: {{size: {size}}}}}", box)
        assert (none.verdict, none.exit) == (Verdict.UNKNOWN, Exit.UNDECIDED)
        assert none.reason == "no position of the box shows it; one beyond the box may"
    assert claim(KAYLES, "class: wild, where: never", box).verdict is Verdict.VACUOUS
    assert claim(NIM, "class: wild, expect: refuted", box).exit is Exit.UNDECIDED


def test_wild_for_all_parameters(tmp_path: Path) -> None:
    """With k = 2 it is Kayles; with k = 1 no row splits and each is pet."""
    (tmp_path / "game.lp").write_text(KAYLES.replace("A <= B", "A <= B, A < k"))
    spec = tmp_path / "game.yaml"
    head = "game: g\nrules: game.lp\nparameters: {k: 1..9}\nposition: {heap: {count: 0..1, size: 1..9}}\nclaims:\n"
    spec.write_text(head + "  - {id: c, says: x, kind: class, class: wild, over: {k: 3..5}}\n")
    (result,) = check(load(str(spec)), Options(), lambda _: None)
    assert result.verdict is Verdict.HOLDS
    assert [note.partition(" ")[0] for note in result.notes] == ["k=3,heap=5", "k=4,heap=5", "k=5,heap=5"]
    spec.write_text(head + "  - {id: c, says: x, kind: class, class: wild}\n")
    (result,) = check(load(str(spec)), Options(), lambda _: None)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason == "no position of the box shows it at k=1; one beyond the box may"


def test_positions(claim: Judge) -> None:
    assert claim(NIM, "class: swap-positions, iff: small").verdict is Verdict.HOLDS
    assert claim(NIM, "class: tame-positions, iff: large").verdict is Verdict.HOLDS
    assert claim(NIM, "class: critical-positions, iff: critical").verdict is Verdict.HOLDS
    wrong = claim(NIM, "class: critical-positions, iff: large")
    assert found(wrong)[:3] == ({"heap": [2, 2]}, "critical position", "no critical position")
    wrong = claim(NIM, "class: swap-positions, iff: two_small")
    assert found(wrong) == ({"heap": []}, "no swap position", "swap position", 0)
    assert wrong.counterexample is not None
    assert wrong.counterexample.sentence == "claimed no swap position, but (g, g-) = (0, 1): no move is left"


def test_one_position_alone(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(NIM)
    spec = tmp_path / "game.yaml"
    head = "game: g\nrules: game.lp\nposition: {heap: {count: 0..3, size: 1..4}}\nclaims:\n"
    spec.write_text(head + "  - {id: c, says: x, kind: class, class: pet}\n")
    for at, verdict in (((1, 2), Verdict.HOLDS), ((2, 2), Verdict.REFUTED), ((1, 2, 2), Verdict.REFUTED)):
        (result,) = check(load(str(spec)), Options(at=({}, (at,))), lambda _: None)
        assert result.verdict is verdict


def test_who_has_won_must_be_left_to_the_play(claim: Judge) -> None:
    with pytest.raises(InputError, match="says by winner/1 who has won"):
        claim(NIM + "winner(previous).\n", "class: tame")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("class: tame, by: ii", "by names a condition for pet, or strongly miserable, games"),
        ("class: tame, iff: small", "a claim that the game is tame takes no iff"),
        ("class: swap-positions", "swap-positions are described by a predicate: iff"),
        ("class: pet, by: iv", "expected i, i', i'', i''', ii, iii or iii'"),
        ("class: tameish", "did you mean 'tame'?"),
        ("class: tame, play: misere", "a claim of kind 'class' takes no key 'play'"),
        ("klass: tame", "did you mean 'class'?"),
        ("class: tame, prove: true", "is proved by labels of its positions"),
        (
            "class: wild, labels: p",
            "labels prove that a game is a minion, miserable, tame or pet, or what positions are",
        ),
        ("class: pet, by: ii, labels: p", "labels prove a class of games by its definition, without by"),
    ],
)
def test_faults(claim: Judge, fields: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        claim(NIM, fields)
    (fault,) = caught.value.diagnostics
    assert message in str(fault)
    assert fault.line == 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@given(st.data())
@settings(max_examples=10)
def test_random_games(folder: Path, data: st.DataObject) -> None:
    """The least position whose game is not of the class, in a box of as many heaps or more, against plain sets."""
    variant = data.draw(variants().filter(lambda one: not one.winner))
    name = data.draw(st.sampled_from([*plain_notions.CLASSES, *plain_notions.THEOREM_3]))
    least = data.draw(st.integers(0, 2))
    box = [case for case in cases(variant) if len(case[1][0]) >= least]  # type: ignore[arg-type]
    known = plain_notions.CLASSES.get(name) or plain_notions.THEOREM_3[name]
    wrong = [case for case in box if not known(Sets(game(variant, *case)))]
    fields = f"class: {name}" if name in plain_notions.CLASSES else f"class: pet, by: {name}"
    claimed = f"  - {{id: c, says: x, kind: class, {fields}, over: {{heap: {{count: {least}..3}}}}}}\n"
    spec = write(folder, variant, claimed)
    (result,) = check(spec, Options(), lambda _: None)
    if wrong:
        assert result.counterexample is not None
        k = result.counterexample.parameters["k"]
        assert (k, unnamed(spec.fluents, result.counterexample.position)) == wrong[0]
        assert result.counterexample.below == box.index(wrong[0])
        values = pairs(game(variant, *wrong[0]))
        for option in result.counterexample.options:
            assert option.outcome == values[unnamed(spec.fluents, option.to)]
    else:
        moves = any(variant.options(*case) for case in box)
        assert result.verdict is (Verdict.HOLDS if moves else Verdict.VACUOUS)


@given(st.data())
@settings(max_examples=4)
def test_random_positions(folder: Path, data: st.DataObject) -> None:
    variant = data.draw(variants().filter(lambda one: not one.winner))
    name = data.draw(st.sampled_from(["swap", "tame", "critical"]))
    flipped = data.draw(st.sets(st.sampled_from(cases(variant)), max_size=2))
    true = {case: is_of(variant, case, name) for case in cases(variant)}
    rules = predicate("claimed", [case for case in cases(variant) if true[case] != (case in flipped)])
    spec = write(
        folder, variant, f"  - {{id: c, says: x, kind: class, class: {name}-positions, iff: claimed}}\n", rules
    )
    (result,) = check(spec, Options(), lambda _: None)
    wrong = [case for case in cases(variant) if case in flipped]
    if wrong:
        assert result.counterexample is not None
        k = result.counterexample.parameters["k"]
        assert (k, unnamed(spec.fluents, result.counterexample.position)) == wrong[0]
    else:
        assert result.verdict in (Verdict.HOLDS, Verdict.VACUOUS)


def game(variant: Variant, k: int, start: Position) -> dict[object, set[object]]:
    """The options of every position of the game that begins there."""

    class Options_(dict[object, set[object]]):
        def __missing__(self, at: Position) -> set[object]:
            self[at] = set(variant.options(k, at))
            return self[at]

    return dict(below(Options_(), start))  # type: ignore[arg-type]


def is_of(variant: Variant, case: Case, name: str) -> bool:
    values = pairs(game(variant, *case))
    swap = values[case[1]] in ((0, 1), (1, 0))
    if name == "swap":
        return swap
    reached = any(values[to] in ((0, 1), (1, 0)) for to in variant.options(*case))
    return not swap and (name == "tame" or reached)
