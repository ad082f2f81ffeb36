"""P-positions, draws and winners of games with cycles: nothing false is proved, and what is known is proved."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict
from tests.oracle.loops import outcome, reached, rounds
from tests.samples import small_or_whole

At = tuple[int, int]


def _judged(folder: Path, text: str, claims: Sequence[Mapping[str, Any]], **spec: Any) -> dict[str, Any]:
    """The verdict and the reason of each claim."""
    (folder / "game.lp").write_text(text)
    listed = [{"says": "s", "kind": "p-positions", **one} for one in claims]
    game = bouton.Game(folder / "game.lp", cycles="allowed", claims=listed, **spec)
    return {answer.result.id: answer for answer in game.check_all()}


def _proved(answers: Mapping[str, Any]) -> set[str]:
    return {name for name, one in answers.items() if one.verdict is Verdict.PROVED}


_TOKEN = "move(to(Y)) :- token(X), edge(X,Y).\nafter(to(Y), token(Y)) :- move(to(Y)).\n"


def _graph(edges: Sequence[tuple[int, int]], **predicates: Sequence[int]) -> str:
    text = _TOKEN + "".join(f"edge({x},{y}). " for x, y in edges) + "\n"
    for name, at in predicates.items():
        text += f"{name} :- token(X), X < 0.\n" + "".join(f"{name} :- token({x}). " for x in at) + "\n"
    return text


_RANGE: dict[str, Any] = {"token": {"range": "0..0", "reach": "0..9"}}
_WHOLE: dict[str, Any] = {"token": "0..9"}


def test_a_kernel_of_a_square_is_not_what_is_lost(tmp_path: Path) -> None:
    """Both kernels of a square, and of a pair of moves back and forth, fit every local condition: all are draws."""
    edges = [(1, 2), (2, 3), (3, 4), (4, 1), (5, 6), (6, 5), (0, 8), (8, 0), (9, 7)]
    text = _graph(edges, one=[7, 1, 3, 5], end=[7], draws=[*range(7), 8], two=[0, 8], none=[])
    claims = [
        {"id": "kernel", "iff": "one", "draw": "two", "prove": _WHOLE},
        {"id": "kernel-alone", "iff": "one", "prove": _WHOLE},
        {"id": "all", "iff": "end", "draw": "draws", "prove": _WHOLE},
        {"id": "all-alone", "iff": "end", "prove": _WHOLE},
        {"id": "few-draws", "iff": "end", "draw": "two", "prove": _WHOLE},
        {"id": "misere", "play": "misere", "iff": "end", "draw": "draws", "prove": _WHOLE},
    ]
    assert _proved(_judged(tmp_path, text, claims, **_RANGE)) == {"all", "all-alone"}


_DOWN = """
% Far out one goes up for ever, while a number that the rules derive goes down for ever: nobody wins.
move(pass) :- at(N), N < 5000.
move(up) :- at(N), N >= 5000.
after(up, at(N+1)) :- at(N), move(up).
w(0) :- at(N), N < 5000.
w(5000-N) :- at(N), N >= 5000.
far :- at(N), N >= 5000.
"""


@pytest.mark.parametrize("sides", [False, True], ids=["players", "alliances"])
def test_a_rank_without_a_least_value_proves_nothing(sides: bool, tmp_path: Path) -> None:
    text, said = _DOWN, {"iff": "far"}
    if sides:
        text += "side(a). winner(a). wins(draw) :- at(N), N < 5000. wins(a) :- far.\n"
        said = {"kind": "winners", "iff": "wins"}
    claims = [{"id": "c", "prove": {"at": "all"}, **said}]
    answers = _judged(tmp_path, text, claims, at="0..3", measure=["w"])
    assert answers["c"].verdict is Verdict.HOLDS and "w is no natural number" in answers["c"].result.proof.reason


def _random_graph(rng: random.Random) -> tuple[int, dict[int, list[int]]]:
    """A graph, from whose node 0 a move leads round to it, so that the box shows a cycle."""
    size = rng.randint(4, 8)
    edges = {(rng.randrange(1, size), rng.randrange(1, size)) for _ in range(rng.randint(size, 2 * size))}
    edges |= {(0, size), (size, 0)}
    return size + 1, {x: sorted(y for at, y in edges if at == x) for x in range(size + 1)}


def _remoteness(rng: random.Random, true: tuple[dict[int, int], dict[int, int]], size: int, *, right: bool) -> str:
    """Rules for a number of each node: its remoteness, or one that is as near as can be, or far from it."""
    known = {**{at: rng.randrange(9) for at in range(size)}, **true[0], **true[1]}
    if not right:
        known |= {rng.randrange(size): rng.randrange(5) for _ in range(rng.choice([1, size]))}
    return "".join(f"left({n}) :- token({at}). " for at, n in known.items()) + "\n"


def _near(rng: random.Random, labels: dict[int, Any], others: Sequence[Any]) -> dict[int, Any]:
    """The labels with one or two changed, or with two of them exchanged everywhere."""
    if rng.random() < 0.3:
        one, other = rng.sample(list(others), 2)
        swapped = {one: other, other: one}
        return {at: swapped.get(label, label) for at, label in labels.items()}
    changed = {rng.randrange(1, len(labels)): rng.choice(list(others)) for _ in range(rng.randint(1, 2))}
    return {**labels, **changed}


@pytest.mark.parametrize(("seeds", "false"), small_or_whole((range(4, 5), 2), (range(400), 4)))
def test_what_is_proved_of_random_graphs_is_so(seeds: range, false: int, tmp_path: Path) -> None:
    """With the remoteness for a rank all that is true is proved; with other numbers nothing that is false is."""
    for seed in seeds:
        rng = random.Random(seed)
        size, options = _random_graph(rng)
        play = rng.choice(["normal", "misere"])
        true = rounds(options, [_never, _always][play == "normal"])
        labels = {at: outcome(at, true) for at in options}
        right = seed % 2 == 0
        text = _graph([(x, y) for x, of in options.items() for y in of])
        text += _remoteness(rng, true, size, right=right)
        said = [labels, *(_near(rng, labels, ["P", "N", "draw"]) for _ in range(false))]
        claims = []
        for at, one in enumerate(said):
            for name, label in ((f"p{at}", "P"), (f"d{at}", "draw")):
                text += f"{name} :- token(X), X < 0.\n" + "".join(
                    f"{name} :- token({x}). " for x in one if one[x] == label
                )
            about = {"play": play, "iff": f"p{at}", "prove": {"token": f"0..{size - 1}"}}
            claims += [{"id": f"three{at}", "draw": f"d{at}", **about}, {"id": f"two{at}", **about}]
        ranges: dict[str, Any] = {"token": {"range": "0..0", "reach": f"0..{size - 1}"}}
        answers = _judged(tmp_path, text, claims, measure=["left"], **ranges)
        for at, one in enumerate(said):
            true_two = all((one[x] == "P") == (labels[x] == "P") for x in options)
            for name, is_true in ((f"three{at}", one == labels), (f"two{at}", true_two)):
                proved = answers[name].verdict is Verdict.PROVED
                assert is_true or not proved, (seed, name, text)
                assert proved or not (is_true and right), (seed, name, text)


@pytest.mark.slow
@pytest.mark.parametrize(("seeds", "false"), small_or_whole((range(10, 11), 2), (range(400), 5)))
def test_what_is_proved_of_random_alliances_is_so(seeds: range, false: int, tmp_path: Path) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        size, options = _random_graph(rng)
        side, won = ({x: rng.choice("ab") for x in options} for _ in range(2))
        turns = {(x, y) for x, of in options.items() for y in of if side[x] == side[y]}
        again = partial(_again, turns)
        true = rounds(options, partial(_beaten, side, won), again)
        other = {"a": "b", "b": "a"}
        labels = {x: {"P": other[side[x]], "N": side[x], "draw": "draw"}[outcome(x, true)] for x in options}
        labels |= {x: won[x] for x, of in options.items() if not of}
        right = seed % 2 == 0
        text = _graph([(x, y) for x, of in options.items() for y in of])
        text += "".join(f"side({side[x]}) :- token({x}). winner({won[x]}) :- token({x}). " for x in options)
        text += _remoteness(rng, true, size, right=right)
        said = [labels, *(_near(rng, labels, ["a", "b", "draw"]) for _ in range(false))]
        for at, one in enumerate(said):
            text += "".join(f"wins{at}({one[x]}) :- token({x}). " for x in one) + "\n"
        about = {"kind": "winners", "prove": {"token": f"0..{size - 1}"}}
        claims = [{"id": f"w{at}", "iff": f"wins{at}", **about} for at in range(len(said))]
        ranges: dict[str, Any] = {"token": {"range": "0..0", "reach": f"0..{size - 1}"}}
        answers = _judged(tmp_path, text, claims, measure=["left"], **ranges)
        for at, one in enumerate(said):
            proved = answers[f"w{at}"].verdict is Verdict.PROVED
            assert one == labels or not proved, (seed, at, text)
            assert proved or not (one == labels and right), (seed, at, text, str(answers[f"w{at}"]))


def _moving(rng: random.Random) -> tuple[str, Callable[[At], list[At]]]:
    """Rules about a pile, from which one takes and to which one may add, and a switch; the same in plain Python."""
    takes = sorted(rng.sample(range(1, 5), rng.randint(1, 2)))
    loses, turns, least = rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 3)
    modulus, rest, passes = rng.randint(2, 4), rng.randint(0, 3), rng.random() < 0.5
    text = "".join(f"takes({one}). " for one in takes)
    text += f"""
    move(take(M)) :- pile(N), takes(M), M <= N, switch(B), B != {loses}.
    after(take(M), pile(N-M)) :- pile(N), move(take(M)).
    move(turn) :- switch(B), pile(N), N >= {least}, B != {turns}.
    after(turn, switch(1-B)) :- switch(B), move(turn).
    move(add) :- pile(N), N \\ {modulus} = {rest}, N > 0.
    """
    text += "" if passes else "after(add, pile(N+1)) :- pile(N), move(add).\n"

    def moves(at: At) -> list[At]:
        n, b = at
        found = [(n - m, b) for m in takes if m <= n and b != loses]
        found += [(n, 1 - b)] if n >= least and b != turns else []
        return found + ([(n + (not passes), b)] if n > 0 and n % modulus == rest else [])

    return text, moves


def _written(rng: random.Random, labels: Mapping[At, str], *, false: bool) -> dict[At, str]:
    """The labels, with one kind of position changed, everywhere or from somewhere on, or two exchanged."""
    if not false:
        return dict(labels)
    if rng.random() < 0.2:
        one, other = rng.sample(["P", "N", "draw"], 2)
        return {at: {one: other, other: one}.get(label, label) for at, label in labels.items()}
    modulus, switch, since, label = rng.randint(1, 4), rng.randint(0, 1), rng.choice([0, 8, 20]), rng.choice("PND")
    rest, to = rng.randrange(modulus), {"D": "draw"}.get(label, label)
    hit = [at for at in labels if at[1] == switch and at[0] >= since and at[0] % modulus == rest]
    return {**labels, **dict.fromkeys(hit, to)}


def _rules(name: str, label: str, said: Mapping[At, str]) -> str:
    """A predicate of the positions with a label: those below 24 by name, the others as they repeat."""
    text = f"{name} :- pile(N), N < 0.\n"
    text += "".join(f"{name} :- pile({n}), switch({b}). " for (n, b), one in said.items() if n < 24 and one == label)
    repeats = (at for at, one in said.items() if 24 <= at[0] < 36 and one == label)
    return text + "".join(f"{name} :- pile(N), N >= 24, N \\ 12 = {n % 12}, switch({b}). " for n, b in repeats) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize(("seeds", "said_of"), small_or_whole((range(1, 2), 2), (range(400), 4)))
def test_what_is_proved_of_a_pile_and_a_switch_is_so(seeds: range, said_of: int, tmp_path: Path) -> None:
    """What repeats is said of every size, and is true as far as is looked; most is false, by little or far out."""
    proved = 0
    for seed in seeds:
        rng = random.Random(seed)
        text, moves = _moving(rng)
        play = rng.choice(["normal", "misere"])
        options = reached([(n, b) for n in range(60) for b in (0, 1)], moves)
        true = rounds(options, [_never, _always][play == "normal"])
        labels = {at: outcome(at, true) for at in sorted(options) if at[0] < 60}
        claims, right = [], {}
        for at in range(said_of):
            said = _written(rng, labels, false=at > 0)
            text += _rules(f"p{at}", "P", said) + _rules(f"d{at}", "draw", said)
            about = {"play": play, "iff": f"p{at}", "prove": {"pile": "all", "switch": "0..1"}}
            meant = {(n, b): said[n if n < 24 else 24 + n % 12, b] for n, b in labels}
            right[f"three{at}"] = meant == labels
            right[f"two{at}"] = all((meant[one] == "P") == (labels[one] == "P") for one in labels)
            claims += [{"id": f"three{at}", "draw": f"d{at}", **about}, {"id": f"two{at}", **about}]
        answers = _judged(tmp_path, text, claims, pile={"range": "0..3", "reach": "0..60"}, switch="0..1")
        for name in _proved(answers):
            assert right[name], (seed, name, text)
        proved += sum(right[name] for name in _proved(answers))
    assert proved >= max(1, len(seeds) // 4)


def _beaten(side: Mapping[int, str], won: Mapping[int, str], at: int) -> bool:
    return side[at] != won[at]


def _again(turns: Collection[tuple[int, int]], at: int, to: int) -> bool:
    return (at, to) in turns


def _always(_at: object) -> bool:
    return True


def _never(_at: object) -> bool:
    return False


_ADD = """
% Take one or two; who can win adds a stone instead, if he likes.
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(add) :- pile(N), N \\ 3 != 0.
after(add, pile(N+1)) :- pile(N), move(add).
before_0 :- pile(N), N \\ 3 = 0.
none :- pile(N), N < 0.
far :- pile(N), N \\ 3 = 0, N < 10000.
further :- pile(N), N \\ 3 = 0.
further :- pile(10000).
drawn :- pile(10000).
some :- pile(N), N > 0.
few :- pile(N), N > 0, N != 10000.
two :- pile(N), N \\ 3 = 2.
"""
_FROM: dict[str, Any] = {"pile": {"range": "0..12", "reach": "0..13"}}


def test_what_is_false_far_out_is_not_proved(tmp_path: Path) -> None:
    every: dict[str, Any] = {"prove": {"pile": "all"}}
    claims = [
        {"id": "two", "iff": "before_0", **every},
        {"id": "three", "iff": "before_0", "draw": "none", **every},
        {"id": "misere", "play": "misere", "iff": "none", "draw": "some", **every},
        {"id": "misere-two", "play": "misere", "iff": "none", **every},
        {"id": "misere-far", "play": "misere", "iff": "none", "draw": "few", **every},
        {"id": "far", "iff": "far", "draw": "none", **every},
        {"id": "further", "iff": "further", "draw": "none", **every},
        {"id": "both", "iff": "before_0", "draw": "drawn", **every},
        {"id": "far-two", "iff": "far", **every},
        {"id": "further-two", "iff": "further", **every},
        {"id": "won", "iff": "two", **every},
        {"id": "won-misere", "play": "misere", "iff": "before_0", **every},
    ]
    answers = _judged(tmp_path, _ADD, claims, **_FROM)
    assert _proved(answers) == {"two", "three", "misere", "misere-two"}
    assert {name for name, one in answers.items() if one.verdict is Verdict.HOLDS} == {
        *("misere-far", "far", "further", "both", "far-two", "further-two"),
    }


_BACK = """
% A token that goes down by one or two, or back up by as much as it likes from where it wins; a switch is free to turn.
move(down(M)) :- at(N), M = 1..2, M <= N.
after(down(M), at(N-M)) :- at(N), move(down(M)).
move(up) :- at(N), N \\ 3 != 0, N < 3*k.
after(up, at(N+1)) :- at(N), move(up).
lost :- at(N), N \\ 3 = 0.
rest(W) :- at(N), W = N.
under(W) :- at(N), W = N-6.
even(W) :- at(N), W = N / 6.
twice(W) :- at(N), W = N.
twice(W) :- at(N), W = N+1.
high(W) :- at(N), W = 3*k-N.
"""


@pytest.mark.parametrize(
    ("measure", "proved"), [("rest", True), ("even", False), ("high", False)], ids=["falls", "stays", "rises"]
)
def test_a_rank_that_the_rules_derive(measure: str, proved: bool, tmp_path: Path) -> None:
    """It is taken where it falls; where it does not another is found, but for what the rules alone know."""
    claims = [{"id": "c", "iff": "lost", "prove": {"k": "all", "at": "0..3*k"}}]
    answers = _judged(tmp_path, _BACK, claims, at="0..3*k", parameters={"k": "1..3"}, measure=[measure])
    (step, *_) = [one for one in answers["c"].result.proof.obligations if one.part == "what falls"]
    assert _proved(answers) == {"c"}
    assert (measure in step.meaning) is proved


_WALK = """
% Side a takes one or two stones and has won when none are left; side b puts one back, as often as it moves.
side(a) :- turn(0).
side(b) :- turn(1).
move(step(M)) :- turn(0), pile(N), M = 1..2, M <= N.
after(step(M), pile(N-M)) :- pile(N), move(step(M)).
after(step(M), turn(1)) :- move(step(M)).
move(back) :- turn(1), pile(N), N > 0.
after(back, pile(N+1)) :- pile(N), move(back).
after(back, turn(0)) :- move(back).
winner(a) :- pile(0).
wins(a).
far(a) :- pile(N), N < 5000.
far(draw) :- pile(N), N >= 5000.
other(b) :- pile(N), N >= 5000.
other(a) :- pile(N), N < 5000.
some(a) :- pile(N), N != 5000.
"""


def test_winners_whose_opponent_adds_stones(tmp_path: Path) -> None:
    about = {"kind": "winners", "prove": {"pile": "all"}}
    claims = [{"id": name, "iff": name, **about} for name in ("wins", "far", "other", "some")]
    answers = _judged(tmp_path, _WALK, claims, pile={"range": "0..3", "reach": "0..4"}, turn="0..1")
    assert _proved(answers) == {"wins"}


_LEGAL = (
    _ADD
    + """
short :- pile(N), N < 12.
multiples :- pile(N), N \\ 3 = 0.
odd_ones :- pile(N), N \\ 6 != 3.
all_of_them :- pile(N), N >= 0.
"""
)


@pytest.mark.slow
def test_positions_that_exist_are_those_spoken_of(tmp_path: Path) -> None:
    """Where a move leads out of them, or where what is claimed fails at one, nothing is proved."""
    claim = {"id": "c", "iff": "before_0", "draw": "none", "prove": {"pile": "all"}}
    found = {}
    for legal in ("all_of_them", "multiples", "odd_ones", "short"):
        try:
            found[legal] = _proved(_judged(tmp_path, _LEGAL, [claim], legal=legal, **_FROM)) == {"c"}
        except InputError:  # of the box, which has such a move
            found[legal] = False
    assert found == {"all_of_them": True, "multiples": False, "odd_ones": False, "short": False}
    wrong = {**claim, "iff": "far"}
    assert not _proved(_judged(tmp_path, _LEGAL, [wrong], legal="all_of_them", **_FROM))
