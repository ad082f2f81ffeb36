"""Classes of games proved by labels: the rule that it rests on by every small game, and no proof with wrong labels."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from bouton.core.game_classes import NOTIONS, POSITIONS, SWAP
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.proof.obligations.pairs import BARRED, REACHED
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole

Options_ = tuple[frozenset[int], ...]
"""Of each position its options, which are positions before it."""
Rule = Mapping[int, Collection[int]]
LABELS = range(4)
ENDS = [(0, 1), (1, 0)]


def games(most: int, barred: Rule, reached: Rule) -> Iterator[tuple[Options_, tuple[int, ...]]]:
    """Every game of so many positions, its one terminal the first, with every way to label it as the rule says."""
    todo: list[tuple[Options_, tuple[int, ...]]] = [((frozenset(),), (0,))]
    while todo:
        options, labels = todo.pop()
        yield options, labels
        if len(labels) == most:
            continue
        for size in range(1, len(labels) + 1):
            for some in map(frozenset, itertools.combinations(range(len(labels)), size)):
                found = {labels[one] for one in some}
                for label in LABELS:
                    if found.isdisjoint(barred[label]) and found.issuperset(reached[label]):
                        todo.append(((*options, some), (*labels, label)))


def pairs(options: Options_) -> list[tuple[int, int]]:
    """The values of normal and misère play, by their definitions."""
    found: list[tuple[int, int]] = []
    for some in options:
        normal, misere = ({found[one][play] for one in some} for play in (0, 1))
        mex = [next(value for value in itertools.count() if value not in one) for one in (normal, misere)]
        found.append((mex[0], mex[1]) if some else (0, 1))
    return found


def is_wrong(options: Options_, labels: Sequence[int]) -> bool:
    """Whether the labels are not what the proof takes them to say, or what follows from them is not so.

    Without the label 3 that is, besides, that the game is pet; those of 2 are the critical positions.
    """
    found = pairs(options)
    swaps = [[pair for pair in ENDS if pair in {found[one] for one in some}] for some in options]
    said = [
        pair == ENDS[label] if label < 2 else pair not in SWAP and len(swap) == (2 if label == 2 else 0)
        for label, pair, swap in zip(labels, found, swaps, strict=True)
    ]
    of = [(pair, {found[one] for one in some}) for pair, some in zip(found, options, strict=True)]
    pet = ("pet", "strongly-miserable", "2-minion") if 3 not in labels else ()
    fails = [NOTIONS[name].fails(*one) for name in ("minion", "miserable", "tame", *pet) for one in of]
    critical = [(label == 2) is POSITIONS["critical-positions"](*one) for label, one in zip(labels, of, strict=True)]
    tame = [(label > 1) is POSITIONS["tame-positions"](*one) for label, one in zip(labels, of, strict=True)]
    return not (all(said) and all(critical) and all(tame)) or any(fails)


def test_labels_as_the_rule_says_are_right_in_every_game_of_five_positions() -> None:
    every = list(games(5, BARRED, REACHED))
    assert len(every) > 300
    assert {label for _, labels in every for label in labels} == set(LABELS)
    assert not any(itertools.starmap(is_wrong, every))


def without(rule: Rule, label: int, other: int) -> Rule:
    return {**rule, label: [one for one in rule[label] if one != other]}


@pytest.mark.parametrize(("label", "other"), [(label, other) for label, others in BARRED.items() for other in others])
def test_each_label_that_is_barred_must_be(label: int, other: int) -> None:
    assert any(itertools.starmap(is_wrong, games(5, without(BARRED, label, other), REACHED)))


@pytest.mark.parametrize(("label", "other"), [(label, other) for label, others in REACHED.items() for other in others])
def test_each_label_that_is_reached_must_be(label: int, other: int) -> None:
    assert any(itertools.starmap(is_wrong, games(5, BARRED, without(REACHED, label, other))))


def judged(
    options: Options_, labels: Sequence[int | None], folder: Path, notion: str = "miserable", more: str = ""
) -> Result:
    """What Bouton says of a game that is a table, with labels that are another."""
    edges = "".join(f"edge({at},{to}). " for at, some in enumerate(options) for to in sorted(some))
    said = "".join(f"label({label}) :- pile({at}).\n" for at, label in enumerate(labels) if label is not None)
    those = {"tame-positions": (2, 3), "critical-positions": (2,)}.get(notion, (0, 1))
    described = "".join(f"described :- pile({at}).\n" for at, label in enumerate(labels) if label in those)
    moves = "move(to(M)) :- pile(N), edge(N,M).\nafter(to(M), pile(M)) :- move(to(M)).\n"
    (folder / "g.lp").write_text(f"{edges}\n{moves}{said}{described}{more}")
    iff = "iff: described, " if notion.endswith("positions") else ""
    claim = f"id: c, says: x, kind: class, class: {notion}, {iff}labels: label, prove: true"
    ends = f"0..{len(options) - 1}"
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{pile: {ends}}}\nclaims:\n  - {{{claim}}}\n")
    (result,) = check(load(str(folder / "g.yaml")), Options(crosscheck=False), lambda _: None)
    return result


def some_games(number: int) -> list[tuple[Options_, tuple[int, ...]]]:
    """Games in which each label is there, the same in every run."""
    every = [one for one in games(5, BARRED, REACHED) if set(one[1]) == set(LABELS)]
    return random.Random(1901).sample(every, number)


@pytest.mark.parametrize("step", small_or_whole(3, 1))
@pytest.mark.parametrize("at", range(3))
@pytest.mark.sample(6)
def test_one_label_changed_is_no_proof(at: int, step: int, tmp_path: Path) -> None:
    """Each label of a game in turn: there is one way to label it, so any other is refused, and nothing is refuted."""
    options, labels = some_games(3)[at]
    notions = ("swap-positions", "tame-positions", "critical-positions", "minion", "miserable", "tame")
    for notion in notions[::step]:
        assert judged(options, labels, tmp_path, notion).verdict is Verdict.PROVED
    assert judged(options, labels, tmp_path, "pet").verdict is Verdict.REFUTED  # the label 3 is there
    for place in range(0, len(labels), step):
        changed = (*labels[:place], (labels[place] + 1 + at) % 4, *labels[place + 1 :])
        result = judged(options, changed, tmp_path)
        assert result.verdict is Verdict.HOLDS
        assert result.proof is not None
        assert result.proof.verdict == "unknown"
        assert "the labels do not prove it" in (result.proof.reason or "")


@pytest.mark.parametrize("instead", [(), (4,), (-1,), (0, 1), (2, 3)], ids=str)
@pytest.mark.sample(3)
def test_no_label_or_two_are_no_proof_and_no_refutation(instead: tuple[int, ...], tmp_path: Path) -> None:
    ((options, labels),) = some_games(1)
    more = "".join(f"label({one}) :- pile(3).\n" for one in instead)
    result = judged(options, [*labels[:3], None, *labels[4:]], tmp_path, more=more)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "the labels do not prove it" in (result.proof.reason or "")


def test_a_game_that_is_not_miserable_is_refuted_whatever_its_labels(tmp_path: Path) -> None:
    """From 4, of the pair (1,2), the terminal can be reached and no (1,0)-position."""
    options = (frozenset[int](), frozenset({0}), frozenset({0, 1}), frozenset({2}), frozenset({0, 3}))
    values = pairs(options)
    assert values[-1] == (1, 2)
    result = judged(options, [0, 1, 2, 3, 1], tmp_path)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 4}


def test_a_pet_game_has_labels_up_to_2_alone(tmp_path: Path) -> None:
    """One pile of Nim, to three stones: proved, but not where the label 3 stands anywhere."""
    options, labels = tuple(frozenset(range(size)) for size in range(4)), [0, 1, 2, 2]
    assert judged(options, labels, tmp_path, "strongly-miserable").verdict is Verdict.PROVED
    result = judged(options, labels, tmp_path, "pet", more="label(3) :- pile(9).\n")
    assert result.verdict is Verdict.PROVED  # which is no position
    wrong = judged(options, [0, 1, 2, 3], tmp_path, "pet")
    assert wrong.verdict is Verdict.HOLDS
    assert "the labels do not prove it" in str(wrong.proof and wrong.proof.reason)
