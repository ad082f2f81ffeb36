"""Statements that ask for few heaps: how many are asked for, that no more are needed, and nothing false is proved."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.core.position import Heaps
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.proof.ways.counted.few import HeapsAskedFor
from bouton.run.check import check
from bouton.run.options import Options
from tests.reading_rules import read

NIM = """\
move(lower(I,T)) :- row(I,S), T = 0..S-1.
after(lower(I,T), row(I,T)) :- move(lower(I,T)).
"""
LARGE = """\
large :- row(_,S), S > 1.
small :- not large.
beside(I) :- row(I,_), row(K,S), K != I, S > 1.
alone(I) :- row(I,S), S > 1, not beside(I).
to_small(I,T) :- large, move(lower(I,T)), T < 2, not beside(I).
"""
TWO = """\
other :- to_small(I,_), not alone(I).
other :- alone(I), T = 0..1, not to_small(I,T).
right :- not other.
"""
TAKES = "some_left :- move(lower(_,T)), T > 0.\nright :- not some_left.\n"


def asked(text: str, folder: Path, where: str | None = None) -> int:
    """How many heaps are asked for where `right` does not hold, and `where` does."""
    (folder / "g.lp").write_text(text)
    some = [] if where is None else [(where, 0)]
    found = HeapsAskedFor(read(folder / "g.lp", [Heaps("row")], ["k"]), {("right", 0), *some})
    return found.none(("right", 0)) + sum(map(found.some, some))


def judged(at: Path, rules: str, said: str = "iff: right", box: str = "{count: 0..2, size: 1..2}") -> Result:
    (at / "g.lp").write_text(rules)
    head = f"game: g\nrules: g.lp\nposition: {{row: {box}}}\n"
    claim = f"  - {{id: c, says: A., kind: everywhere, {said}, prove: {{row: {{count: all}}}}}}\n"
    (at / "g.yaml").write_text(f"{head}claims:\n{claim}")
    (result,) = check(load(at / "g.yaml"), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


@pytest.mark.parametrize(
    ("rules", "where", "most"),
    [
        (LARGE + TWO, None, 3),
        (LARGE + TAKES, "small", 1),
        ("right :- not row(_,7).\n", None, 1),
        ("right.\n", None, 0),
        ("wrong :- row(I,S), row(K,S), I < K, not row(I,1).\nright :- not wrong.\n", None, 2),
        ("has(T) :- row(_,T).\nright :- not has(1).\nright :- not has(2).\nright :- not has(k).\n", None, 3),
        ("on(I) :- row(I,S), row(_,S+1).\noff :- not on(_).\nright :- off.\n", None, 2),
        ("lacks(T) :- T = 1..9, not row(_,T).\nright :- lacks((1;2;3;4;5;6)).\n", None, 6),
        ("two :- row(I,_), row(K,_), I != K.\nright :- not two.\n", "two", 4),
    ],
)
def test_how_many_heaps_are_asked_for(tmp_path: Path, rules: str, where: str | None, most: int) -> None:
    assert asked(NIM + rules, tmp_path, where) == most


NUMBERS = "has(T) :- row(_,T).\n"


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        # for each number, or heap, there is a heap: so many may be needed
        (NUMBERS + "want(1..9).\ngap(0*T) :- want(T), not has(T).\nright :- gap(0).\n", "of all heaps, or numbers"),
        (NUMBERS + "right :- not all(1).\nall(1..9*T) :- row(_,T), not not has(T).\n", "it counts heaps"),
        (NUMBERS + "lacks(T) :- T = 1..9, not has(T).\nright :- lacks(1..9).\n", "it counts heaps"),
        (NUMBERS + "right :- T = 1..9, not has(T).\n", "of all heaps, or numbers"),
        (NUMBERS + "want(1..9).\nright :- want(T), not has(T).\n", "of all heaps, or numbers"),
        (NUMBERS + "right :- row(_,S), not has(S+1), S < 9.\n", "of all heaps, or numbers"),
        ("on(I) :- row(I,S), row(_,S+1).\nright :- row(I,S), not on(I), S < 9.\n", "of all heaps, or numbers"),
        ("right :- N = #count { I : row(I,_) }, N < 9.\n", "it counts heaps"),
        ("right :- #count { I : row(I,_) } < 9.\n", "it counts heaps"),
        ("right :- #sum { S,I : row(I,S) } < 99.\n", "it counts heaps"),
        ("wrong :- row(I,_), I > 8.\nright :- not wrong.\n", "counts with the place"),
        ("wrong :- row(9,_).\nright :- not wrong.\n", "9 is no heap"),
        ("wrong :- row(I,_), row(I+8,_).\nright :- not wrong.\n", "is no heap"),
        ("wrong :- row(I,_), J = I, J > 8.\nright :- not wrong.\n", "counts with the place"),
        ("at_place(I) :- row(I,_).\nwrong :- at_place(9).\nright :- not wrong.\n", "9 is no heap"),
        # a place is held against a number by a predicate that is no rule's, or by one of places
        ("wrong :- row(I,_), digit(I,9,1).\nright :- not wrong.\n", "digit holds the place"),
        ("at_place(I) :- row(I,_).\nwrong :- row(_,S), at_place(S).\nright :- not wrong.\n", "row holds the place"),
        ("wrong :- move(M), after(M, row(I,_)), not row(I,_).\nright :- not wrong.\n", "has the place of a heap in it"),
        (
            "up(I) :- row(I,1).\nup(I) :- row(I,S), up(K), row(K,S-1).\n"
            "wrong :- up(I), row(I,9).\nright :- not wrong.\n",
            "speaks of itself",
        ),
    ],
)
def test_what_may_ask_for_any_number_of_heaps_is_not_read(tmp_path: Path, rules: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        asked(NIM + rules, tmp_path)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (LARGE + TWO, "iff: right"),
        (LARGE + TAKES, "where: small, iff: right"),
        ("one :- row(I,S), S > 1.\nother :- row(I,S), not row(I,1).\n", "iff: one, same: other"),
        ("wrong :- row(I,S), row(K,T), I < K, S > T.\nright :- not wrong.\n", "iff: right"),
    ],
)
@pytest.mark.sample(2)
def test_what_is_true_of_few_heaps_is_proved_of_any_number(tmp_path: Path, rules: str, said: str) -> None:
    assert judged(tmp_path, NIM + rules, said).verdict is Verdict.PROVED


FALSE = {
    "three alike": ("wrong :- row(I,S), row(K,S), row(L,S), I < K, K < L.\nright :- not wrong.\n", [1, 1, 1]),
    "far out": ("wrong :- row(I,13), row(K,14), I < K.\nright :- not wrong.\n", [13, 14]),
    "a move too many": (LARGE + TWO.replace("T = 0..1", "T = 0..2"), [2]),
    "a move too few": (LARGE + TWO.replace("not alone(I)", "not row(I,2)"), [3]),
    "leaves a pile": (LARGE + TAKES, [2]),
}


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.sample(2)
def test_what_is_false_is_refuted_where_it_fails_first(tmp_path: Path, name: str) -> None:
    rules, heaps = FALSE[name]
    found = judged(tmp_path, NIM + rules)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.position == {"row": heaps}


# ------------------------------------------------------------------------------------------- statements drawn at random


def drawn(chance: random.Random) -> str:
    """Rules by which `right` says something of heaps, some of which are to be so or all of which are."""

    def of(variable: str, names: list[str]) -> str:
        return f"{chance.choice(['', 'not '])}{chance.choice(names)}({variable})"

    lines = ["u(I) :- row(I,1).", "v(I) :- row(I,S), S > 1."]
    names = ["u", "v"]
    for name in ("b", "c"):
        link = chance.choice(["K != I", "K < I", "I < K"])
        like = chance.choice(["row(K,T), S = T", "row(K,T), S < T", f"row(K,T), {of('K', names)}"])
        lines.append(f"{name}(I) :- row(I,S), {like}, {link}.")
        lines += [f"{name}(I) :- row(I,_), {of('I', names)}."] * chance.randrange(2)
        names.append(name)
    names.append("d")
    lines.append(f"d(I) :- row(I,S), {of('I', names[:-1])}, {of('I', names[:-1])}.")
    for name in ("e", "f"):
        lines.append(f"{name} :- row(I,_), {of('I', names)}, row(K,_), {of('K', names)}, I {chance.choice('<>')} K.")
        lines += [f"{name} :- row(I,_), {of('I', names)}, {of('I', names)}."] * chance.randrange(2)
    denied = [f"{chance.choice(['', 'not '])}{one}" for one in ("e", "f")]
    lines += [f"wrong :- {', '.join(denied)}.", chance.choice(["right :- not wrong.", "right :- wrong."])]
    return "\n".join(lines) + "\n"


def readable(folder: Path, seed: int, most: int) -> Iterator[tuple[str, int]]:
    """Drawn rules that are read, each with how many heaps they ask for; `most` of them."""
    chance = random.Random(seed)
    while most:
        rules = NIM + drawn(chance)
        try:
            heaps = asked(rules, folder)
        except Unreadable:
            continue
        most -= 1
        yield rules, heaps


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.sample(24)
def test_what_fails_fails_at_so_few_heaps(tmp_path: Path, seed: int) -> None:
    """What is refuted in the box of up to six heaps of up to three stones is so with as many heaps as are asked for."""
    verdicts = set[Verdict]()
    for rules, most in readable(tmp_path, seed, 8):
        (tmp_path / "g.lp").write_text(rules)
        claims = "".join(
            f"  - {{id: c{count}, says: A., kind: everywhere, iff: right, over: {{row: {{count: 0..{count}}}}}}}\n"
            for count in {6, min(most, 5)}
        )
        head = "game: g\nrules: g.lp\nposition: {row: {count: 0..6, size: 1..3}}\n"
        (tmp_path / "g.yaml").write_text(f"{head}claims:\n{claims}")
        few, many = (one.verdict for one in check(load(tmp_path / "g.yaml"), Options(), lambda _: None))
        assert few is many
        verdicts.add(many)
    assert Verdict.REFUTED in verdicts
