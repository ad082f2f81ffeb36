"""Counterexamples in the terms of the game: moves in words, one step that shows it, and the reasons."""

from __future__ import annotations

import pytest

from bouton.core.counterexample import explain, reaching, short, wording
from bouton.core.position import Counter, Heaps, Position

HEAP, PILE, PASS = Heaps("heap"), Counter("pile", stones=True), Counter("pass")
Changes = list[tuple[tuple[int, int], int]]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ([((0, 3), 3)], "take 2 from heap 3"),
        ([((0, 1), 0)], "take 2 from heap 1"),
        ([((0, 1), 1), ((0, 3), 0)], "take 1 from heap 1 and take 5 from heap 3"),
        ([((0, 1), 1), ((0, 2), 0), ((0, 3), 4)], "take 1 from heap 1, take 2 from heap 2 and take 1 from heap 3"),
        ([((0, 1), 5)], "add 3 to heap 1"),
        ([((0, 1), 2), ((0, 2), 1)], "take 1 from heap 2"),
        ([((0, 3), 1), ((0, 4), 2)], "take(1,2): heap 3: 5 -> 1, new heap: 2"),
        ([((0, 3), 4), ((0, 7), 0)], "take 1 from heap 3"),
        ([((1, 0), 3)], "take 4 from pile"),
        ([((1, 0), 8)], "pile goes from 7 to 8"),
        ([((2, 0), 0)], "take 1 from pass"),
        ([((0, 1), 0), ((2, 0), 0)], "take 2 from heap 1 and pass goes from 1 to 0"),
        ([((2, 0), 2)], "pass goes from 1 to 2"),
        ([((0, 1), 0), ((1, 0), 7), ((2, 0), 1)], "take 2 from heap 1"),
    ],
)
def test_moves_in_words(changed: Changes, words: str) -> None:
    assert wording((HEAP, PILE, PASS), ((2, 2, 5), 7, 1), changed, "take(1,2)") == words


@pytest.mark.parametrize(
    ("changed", "name", "words"),
    [
        ([((0, 2), 1), ((0, 3), 1)], "bite(2,2)", "bite(2,2): heap 2: 2 -> 1, heap 3: 5 -> 1"),
        ([((0, 3), 1), ((0, 4), 2)], "split", "split: heap 3: 5 -> 1, new heap: 2"),
        ([((0, 3), 4), ((0, 7), 0)], "bite(3,5)", "take 1 from heap 3"),
        ([((0, 3), 6)], "grow(3)", "grow(3): heap 3: 5 -> 6"),
        ([((0, 1), 1), ((0, 3), 4)], "l(1,l(3,nil))", "take 1 from heap 1 and take 1 from heap 3"),
        ([((1, 0), 3)], "4", "take 4 from pile"),
        ([((0, 1), 1), ((0, 3), 4)], "(1,1)", "take 1 from heap 1 and take 1 from heap 3"),
        ([((1, 0), 6), ((2, 0), 0)], "take(pass,1)", "take 1 from pile and take 1 from pass"),
        ([((1, 0), 6), ((2, 0), 0)], "take(passes,1)", "take 1 from pile and pass goes from 1 to 0"),
        ([((1, 0), 3)], "half", "half: pile: 7 -> 3"),
        ([((2, 0), 0)], "pass", "pass: pass: 1 -> 0"),
        ([((1, 0), 2), ((0, 1), 2)], "takes(1)", "takes(1): pile: 7 -> 2"),
        ([], "wait", "wait: nothing changes"),
    ],
)
def test_moves_by_their_names(changed: Changes, name: str, words: str) -> None:
    assert wording((HEAP, PILE, PASS), ((2, 2, 5), 7, 1), changed, name) == words


def test_what_the_rules_say_of_a_move_stands_for_its_name() -> None:
    said = wording((HEAP,), ((2, 2, 5),), [((0, 3), 1)], "take(3,4)", "eat the corner")
    assert said == "eat the corner: heap 3: 5 -> 1"
    assert reaching(said, {"heap": [1, 2, 2]}) == "eat the corner: heap 3: 5 -> 1, reaching 1:2:2"
    assert reaching("take 1 from heap 3", {"heap": []}) == "take 1 from heap 3 -> the empty position"


def test_positions_in_a_sentence() -> None:
    assert short({"heap": [1, 1, 2]}) == "1:1:2"
    assert short({"heap": []}) == "the empty position"
    assert short({"pile": 0}) == "0"
    assert short({"heap": [], "pass": 1}) == "no heap, pass 1"
    assert short({"heap": [3], "row": [1, 2]}) == "heap=3,row=1:2"


MOVES: list[tuple[str, Position, str | None]] = [
    ("take 2 from heap 1", ((2,),), "N"),
    ("take 1 from heap 2", ((1, 2),), "P"),
    ("take 2 from heap 2", ((2,),), "N"),
    ("take 1 from heap 1", ((1, 1),), "P"),
]


def test_an_n_position_is_shown_by_its_least_winning_move() -> None:
    found = explain((HEAP,), {"k": 2}, ((2, 2),), "P", "N", "", MOVES)
    assert found.winning is not None
    assert (found.winning.move, found.winning.to, found.winning.outcome) == (
        "take 1 from heap 1",
        {"heap": [1, 1]},
        "P",
    )
    assert found.options == ()
    assert found.sentence == "claimed P, but it is an N-position: take 1 from heap 1 -> 1:1, a P-position"
    assert found.at == ({"k": 2}, ((2, 2),))


def test_a_p_position_is_shown_by_all_its_moves_one_for_each_follower() -> None:
    moves: list[tuple[str, Position, str | None]] = [(text, to, "N") for text, to, _ in MOVES]
    found = explain((HEAP,), {}, ((2, 2),), "N", "P", "", moves)
    assert found.winning is None
    assert [(option.move, option.to) for option in found.options] == [
        ("take 1 from heap 1", {"heap": [1, 1]}),
        ("take 1 from heap 2", {"heap": [1, 2]}),
        ("take 2 from heap 1", {"heap": [2]}),
    ]
    assert found.sentence == (
        "claimed N, but it is a P-position: every move reaches an N-position: "
        "take 1 from heap 1 -> 1:1, take 1 from heap 2 -> 1:2, take 2 from heap 1 -> 2"
    )


def test_of_very_many_moves_the_least_are_told_and_the_others_counted() -> None:
    moves = [(f"take {100 - size} from heap 1", ((size,),), "N") for size in range(1, 27)]
    found = explain((HEAP,), {}, ((100,),), "N", "P", "", moves)
    assert found.sentence.endswith("take 77 from heap 1 -> 23, take 76 from heap 1 -> 24, and 2 others")
    assert len(found.options) == 26
    few = explain((HEAP,), {}, ((100,),), "N", "P", "", moves[:25])
    assert few.sentence.endswith("take 76 from heap 1 -> 24, take 75 from heap 1 -> 25")


@pytest.mark.parametrize(
    ("claimed", "actual", "sentence"),
    [
        ("N", "P", "claimed N, but it is a P-position: no move is left, and the previous player has won"),
        ("P", "N", "claimed P, but it is an N-position: no move is left, and the next player has won"),
        (
            "both",
            "P",
            "claimed two things at once, but it is a P-position: why: no move is left, and the previous player has won",
        ),
        (None, "N", "claimed nothing, but it is an N-position: why: no move is left, and the next player has won"),
    ],
)
def test_terminals(claimed: str | None, actual: str, sentence: str) -> None:
    found = explain((HEAP,), {}, ((),), claimed, actual, "why" if claimed in ("both", None) else "", [])
    assert found.sentence == sentence
    assert (found.winning, found.options) == (None, ())


def test_without_outcomes_the_note_alone_speaks() -> None:
    moves: list[tuple[str, Position, str | None]] = [(text, to, None) for text, to, _ in MOVES]
    found = explain((HEAP,), {}, ((2, 2),), "swap", "same", "it is so", moves)
    assert (found.sentence, found.winning, found.options) == ("it is so", None, ())


def test_a_strategy_is_told_by_its_note_and_the_move_that_wins() -> None:
    found = explain((HEAP,), {}, ((2, 2),), "a winning move", "a losing move", "best names t(1,0)", MOVES)
    assert found.sentence == "best names t(1,0): take 1 from heap 1 -> 1:1, a P-position"
    assert found.winning is not None
