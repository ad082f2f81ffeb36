"""Claims about sums, against plain Python on random games and on games that are known."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from functools import cache, reduce
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bouton.claims import sums
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

Edges = tuple[frozenset[int], ...]
"""The options of 0, 1, 2, ...: lesser numbers."""
Pair = tuple[int, int]
SWAPS = {(0, 1), (1, 0)}


def write(folder: Path, name: str, edges: Edges, claims: str) -> str:
    facts = "edge(99,98).\n" + "".join(f"edge({n},{m}).\n" for n, options in enumerate(edges) for m in options)
    rules = f"{facts}move(to(M)) :- pile(N), edge(N,M).\nafter(to(M), pile(M)) :- move(to(M)).\nall :- pile(_).\n"
    (folder / f"{name}.lp").write_text(rules)
    file = folder / f"{name}.yaml"
    file.write_text(f"game: {name}\nrules: {name}.lp\nposition:\n  pile: 0..{len(edges) - 1}\nclaims:\n{claims}")
    return str(file)


def judged(folder: Path, games: tuple[Edges, ...], claim: str) -> Result:
    for number, edges in enumerate(games[1:]):
        write(folder, f"other{number}", edges, "  - {id: c, says: s, kind: everywhere, iff: all}\n")
    plus = ", ".join(f"other{number}.yaml" for number in range(len(games) - 1))
    spec = write(folder, "game", games[0], f"  - {{id: c, says: s, kind: sum, plus: [{plus}], {claim}}}\n")
    (result,) = check(load(spec), Options(), lambda _: None)
    return result


def mex(values: set[int]) -> int:
    return next(number for number in range(len(values) + 1) if number not in values)


class Plain:
    """A sum of games in plain Python, straight from the definitions."""

    def __init__(self, *games: Edges) -> None:
        self.games = games
        self.pair = cache(self._pair)
        self.tame = cache(self._tame)

    def options(self, at: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(*at[:place], to, *at[place + 1 :]) for place, part in enumerate(at) for to in self.games[place][part]]

    def _pair(self, at: tuple[int, ...]) -> Pair:
        below = [self.pair(to) for to in self.options(at)]
        return (mex({g for g, _ in below}), mex({m for _, m in below})) if below else (0, 1)

    def _tame(self, at: tuple[int, ...]) -> bool:
        labels = {self.pair(to) for to in self.options(at)}
        one = len(labels & SWAPS) == 1
        return all(self.tame(to) for to in self.options(at)) and not (one and labels & {(0, 0), (1, 1)})


def parts(games: tuple[Edges, ...], at: tuple[int, ...]) -> list[Pair]:
    return [Plain(edges).pair((part,)) for edges, part in zip(games, at, strict=True)]


def true_xor(games: tuple[Edges, ...], whole: Plain, at: tuple[int, ...]) -> bool:
    return whole.pair(at)[0] == reduce(operator.xor, (g for g, _ in parts(games, at)))


def true_tame(_games: tuple[Edges, ...], whole: Plain, at: tuple[int, ...]) -> bool:
    return whole.tame(at)


def true_swap(games: tuple[Edges, ...], whole: Plain, at: tuple[int, ...]) -> bool:
    pairs = parts(games, at)
    if all(pair in SWAPS for pair in pairs):
        return whole.pair(at) == ((1, 0) if pairs.count((1, 0)) % 2 else (0, 1))
    return whole.pair(at) not in SWAPS


def true_misere(games: tuple[Edges, ...], whole: Plain, at: tuple[int, ...]) -> bool:
    """Swap to a (1,0)-position where the position or an option is all swaps, else move to the XOR 0."""

    def odd(place: tuple[int, ...]) -> bool | None:
        pairs = parts(games, place)
        return pairs.count((1, 0)) % 2 == 1 if set(pairs) <= SWAPS else None

    options = whole.options(at)
    if not options or whole.pair(at)[1] == 0:
        return True
    if any(odd(place) is not None for place in (at, *options)):
        named = [to for to in options if odd(to)]
    else:
        named = [to for to in options if reduce(operator.xor, (g for g, _ in parts(games, to))) == 0]
    return bool(named) and all(whole.pair(to)[1] == 0 for to in named)


TRUE: dict[str, Callable[[tuple[Edges, ...], Plain, tuple[int, ...]], bool]] = {
    "xor": true_xor,
    "tame": true_tame,
    "swap": true_swap,
    "misere-strategy": true_misere,
}


@st.composite
def graphs(draw: st.DrawFn, most: int) -> Edges:
    count = draw(st.integers(1, most))
    return tuple(frozenset(draw(st.sets(st.integers(0, n - 1))) if n else ()) for n in range(count))


KAYLES_5 = tuple(map(frozenset, [(), (0,), (0, 1), (1, 2), (0, 2, 3), (0, 1, 3)]))


@settings(max_examples=5)
@given(st.one_of(st.tuples(graphs(7), graphs(6)), st.tuples(graphs(5), graphs(4), graphs(3))), st.booleans())
@example((KAYLES_5, KAYLES_5), False)
def test_random_games(games: tuple[Edges, ...], assume: bool) -> None:
    plain, whole = [Plain(edges) for edges in games], Plain(*games)
    cases = [
        at
        for at in product(*(range(len(edges)) for edges in games))
        if not assume or all(game.tame((part,)) for game, part in zip(plain, at, strict=True))
    ]
    for statement, true in TRUE.items():
        with TemporaryDirectory() as folder:
            claim = f"sum: {statement}{', summands: tame' if assume else ''}"
            result = judged(Path(folder), games, claim)
        wrong = next((number for number, at in enumerate(cases) if not true(games, whole, at)), None)
        if assume or statement == "xor":
            assert wrong is None  # these are theorems
        if wrong is None:
            moves = any(games[0])
            assert result.verdict is (Verdict.HOLDS if moves else Verdict.VACUOUS)
            assert result.positions == len(cases)
        else:
            assert result.verdict is Verdict.REFUTED
            assert result.counterexample is not None
            assert result.counterexample.position == {"pile": cases[wrong][0]}
            assert [one.position for one in result.counterexample.components] == [{"pile": n} for n in cases[wrong]]
            assert result.counterexample.below == wrong
            assert result.counterexample.sentence.startswith(f"the sum {' + '.join(map(str, cases[wrong]))}: ")


# from 2 go to 1 or 0, from 3 to 2 alone: 3 has the pair (0, 0)
WILD: Edges = tuple(map(frozenset, [(), (0,), (0, 1), (2,), (3, 1)]))
NIM: Edges = tuple(frozenset(range(n)) for n in range(5))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "tame",
            "the sum 0 + 4: not tame: (g, g-) = (2, 1), and there is an option (1, 0) and none (0, 1), beside (0, 0)",
        ),
    ],
)
def test_a_wild_summand(statement: str, said: str, tmp_path: Path) -> None:
    result = judged(tmp_path, (NIM, WILD), f"sum: {statement}")
    assert result.counterexample is not None
    assert result.counterexample.sentence == said
    tame = judged(tmp_path, (NIM, WILD), f"sum: {statement}, summands: tame")
    assert (tame.verdict, tame.positions) == (Verdict.HOLDS, 20)  # without 4, which is wild


def test_a_wrong_formula_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "xor", operator.or_)
    result = judged(tmp_path, (NIM, NIM), "sum: xor")
    assert result.counterexample is not None
    assert (result.counterexample.position, result.counterexample.claimed) == ({"pile": 1}, 1)
    assert result.counterexample.sentence == ("the sum 1 + 1: the values 1 and 1 have the XOR 1, but its value is 0")
    assert result.counterexample.below == 6


def test_the_range_of_a_summand(tmp_path: Path) -> None:
    write(tmp_path, "other", NIM, "  - {id: c, says: s, kind: everywhere, iff: all}\n")
    plus = "plus: [{spec: other.yaml, over: {pile: 2..3}}]"
    claim = f"  - {{id: c, says: s, kind: sum, {plus}, sum: xor, over: {{pile: 1..2}}}}\n"
    spec = write(tmp_path, "game", NIM, claim)
    (result,) = check(load(spec), Options(), lambda _: None)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 4)


@pytest.mark.parametrize(
    ("keys", "at", "said"),
    [
        ("plus: [nothing.yaml], sum: xor", "nothing", "there is no spec 'nothing.yaml' beside this one"),
        ("plus: [{spec: other.yaml, over: {pill: 1}}], sum: xor", "{pill", "there is no range 'pill'"),
        ("plus: [{over: {}}], sum: xor", "{over", "the key 'spec' is missing"),
        ("plus: [3], sum: xor", "3]", "text was expected, not a number"),
        ("plus: [], sum: xor", "plus", "this is empty"),
        ("plus: [other.yaml], sum: ored", "ored", "'ored' is not a word for this"),
        ("plus: [other.yaml]", "{id", "the key 'sum' is missing"),
        ("plus: [won.yaml], sum: xor", "[won", "won.lp says who has won (winner/1)"),
        ("plus: [{spec: other.yaml, over: {pile: 0..900000}}], sum: xor", "[{spec", "has 900,001 positions"),
    ],
)
def test_what_is_no_sum(keys: str, at: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, "other", NIM, "  - {id: c, says: s, kind: everywhere, iff: all}\n")
    write(tmp_path, "won", NIM, "  - {id: c, says: s, kind: everywhere, iff: all}\n")
    with (tmp_path / "won.lp").open("a") as rules:
        rules.write("winner(next) :- pile(0).\n")
    claim = f"  - {{id: c, says: s, kind: sum, {keys}}}\n"
    spec = write(tmp_path, "game", NIM, claim)
    with pytest.raises(InputError) as raised:
        list(check(load(spec), Options(), lambda _: None))
    (found,) = raised.value.diagnostics
    assert said in found.message
    assert (found.line, found.column) == (6, claim.index(at) + 1)


def test_the_whole_position_of_a_sum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = Path(write(tmp_path, "other", WILD, "  - {id: c, says: s, kind: everywhere, iff: all}\n"))
    other.write_text(other.read_text().replace("position:", "parameters: {k: 3..3}\nposition:"))
    claim = "  - {id: c, says: s, kind: sum, plus: [other.yaml, other.yaml], sum: tame}\n"
    spec = write(tmp_path, "game", NIM, claim)
    assert main(["check", spec, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["claims"][0]["counterexample"]
    assert found["position"] == {"pile": 0}
    assert found["sum"] == [
        {"game": "game", "parameters": {}, "position": {"pile": 0}},
        {"game": "other", "parameters": {"k": 3}, "position": {"pile": 0}},
        {"game": "other", "parameters": {"k": 3}, "position": {"pile": 4}},
    ]
    assert main(["check", spec]) == 1
    assert "REFUTED at pile 0 + k=3, pile 0 + k=3, pile 4  " in capsys.readouterr().out


def test_five_summands(tmp_path: Path) -> None:
    result = judged(tmp_path, (NIM[:3],) * 5, "sum: misere-strategy")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 3**5)


def test_reports_name_the_box_of_each_summand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(tmp_path, (NIM, NIM[:3]), "sum: xor, summands: tame").positions == 15
    assert main(["check", str(tmp_path / "game.yaml")]) == 0
    assert "c  HOLDS for pile 0..4, plus other0: pile 0..2 (15 positions)" in capsys.readouterr().out
    assert main(["explain", str(tmp_path / "game.yaml")]) == 0
    said = capsys.readouterr().out
    assert "other0: pile 0..2" in said
    assert "xor, where each summand is tame" in said
