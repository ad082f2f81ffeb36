"""Heaps that split beside counters or heaps of another kind: moves and values are those that clingo finds."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled import beside as compiled
from bouton.compiled.fixed import fixed
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.news import Ended
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Spec
from bouton.document.load import load
from bouton.ground.box import Region, ground_box
from bouton.ground.graph import Grounder, expand
from bouton.ground.kernel import kernel, terminals
from bouton.ground.values import add_values
from bouton.process.compiler import NoCompiler
from bouton.process.limits import Limits
from bouton.proof.ways.sums.beside import Beside
from bouton.run import beside
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.worker import survey

COUNT = "as(N) :- N = #count { I : a(I,_) }.\n"
BS = "bs(N) :- N = #count { I : b(I,_) }.\n"
SPLIT = """
move(take(I,M)) :- a(I,S), M = 1..2, M <= S.
after(take(I,M), a(I,S-M)) :- move(take(I,M)), a(I,S).
move(split(I,T)) :- a(I,S), T = 1..S-1, T <= S-T, may(I).
after(split(I,T), a(I,S-T)) :- move(split(I,T)), a(I,S).
after(split(I,T), a(N+1,T)) :- move(split(I,T)), as(N).
"""
PASS = """
move(pass) :- c(P), P > 0.          after(pass, c(P-1)) :- move(pass), c(P).
move(spend(I)) :- a(I,S), c(P), S > 2, P > 0.
after(spend(I), a(I,S-2)) :- move(spend(I)), a(I,S).
after(spend(I), c(P-1)) :- move(spend(I)), c(P).
"""
KINDS = """
move(turn(J)) :- b(J,S), S > 1, not c(2).
after(turn(J), b(J,0)) :- move(turn(J)).
after(turn(J), a(N+1,S-1)) :- move(turn(J)), b(J,S), as(N).
after(turn(J), a(N+2,1)) :- move(turn(J)), as(N).
move(less(I)) :- b(I,_).            after(less(I), b(I,S-1)) :- move(less(I)), b(I,S).
"""
GAMES = {
    "counter": ("may(I) :- a(I,S), not c(0). " + SPLIT + PASS, "a: {count: 0..2, size: 1..3}, c: 0..2"),
    "stones": (
        "may(I) :- a(I,S), S != 3. " + SPLIT + PASS,
        "c: {range: 0..1, stones: true}, a: {count: 0..2, size: 1..3}",
    ),
    "kinds": (
        "may(I) :- a(I,S), S > 2. " + SPLIT + KINDS.replace(", not c(2)", ""),
        "a: {count: 0..1, size: 1..3, order: descending}, b: {count: 0..2, size: 1..2}",
    ),
    "both": (
        "may(I) :- a(I,S), even. even :- c(P), P \\ 2 = 0. " + SPLIT + PASS + KINDS,
        "b: {count: 0..1, size: 1..3}, c: 0..2, a: {count: 0..1, size: 1..3}",
    ),
}


def spec(folder: Path, rules: str, box: str) -> Spec:
    """A game with a claim that is false somewhere."""
    (folder / "g.lp").write_text(COUNT + (BS if "b:" in box else "") + rules + "p :- as(0).\n")
    counter = ", c" if "c:" in box and "stones: true" not in box else ""
    head = f"game: g\nrules: g.lp\nmeasure: [stones, splits{counter}]\nposition: {{{box}}}\nclaims:\n"
    (folder / "g.yaml").write_text(head + "  - {id: c, says: s, kind: p-positions, play: misere, iff: p}\n")
    return load(folder / "g.yaml")


def found(made: Spec) -> beside.Heapwise:
    """The game as one of heaps that are moved in one by one."""
    game = game_of(made, rules_of(made), made.box, {})
    one = beside.heapwise(game, Region(ground_box(made.fluents, made.box, {})), Limits())
    assert one is not None
    return one


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are worth it, too."""
    monkeypatch.setattr(beside, "_WORTH", 1)


def no_compiler(_text: str) -> None:
    """As where there is none."""
    raise NoCompiler("there is no C compiler")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(1)
def test_values_are_those_of_the_graph(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = spec(tmp_path, *GAMES[name])
    one = found(made)
    region = Region(ground_box(made.fluents, made.box, {}))
    every = [at for layer in region.layers(one.game.measure) for at in layer]
    graph = expand(one.game, Grounder.of(one.game, region.hull, frozenset()), every, lambda _: False)
    assert len(graph) > len(every), "moves make more heaps than the box has"
    for play in PLAYS:
        known: dict[Position, int] = {}
        last = terminals(one.game, play)
        add_values(known, graph, last, kernel(graph, lambda _: False, last))
        in_c: Callable[[Position], int] = one.value(play)
        assert {at: in_c(at) for at in graph} == known
        with monkeypatch.context() as patch:
            patch.setattr(compiled, "library", no_compiler)
            in_python = one.value(play)
        assert {at: in_python(at) for at in graph} == known


@pytest.mark.parametrize("name", ["both", "kinds"])
def test_a_claim_is_judged_as_by_clingo(name: str, tmp_path: Path) -> None:
    made = spec(tmp_path, *GAMES[name])
    (item,) = plan_of(made, Options())
    told = {}
    for choice in ("auto", "ground"):
        news: list[object] = []
        survey(news.append, made, item, Options(engine=choice))
        (told[choice],) = (one for one in news if isinstance(one, Ended))
    assert (told["auto"].engine, told["ground"].engine) == ("sum of heaps", "clingo")
    assert told["auto"].counterexample is not None
    assert told["auto"].counterexample.position == told["ground"].counterexample.position  # type: ignore[union-attr]
    assert told["auto"].positions == told["ground"].positions


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("M <= S.", "M <= S, a(J,1), J != I."),  # another heap
        ("M <= S.", "M <= S, as(1)."),  # how many there are
        ("M <= S.", "M <= S, c(I)."),  # the place of a heap as a number
        ("move(pass) :- c(P), P > 0.", "move(pass) :- c(P), P > 0, as(2)."),
        ("move(pass) :- c(P), P > 0.", "move(pass) :- c(P), P > 0, not a(2,_)."),
        ("after(pass, c(P-1)) :- move(pass)", "after(M, c(P-1)) :- move(M), M != take(1,1)"),
        ("after(spend(I), c(P-1))", "after(spend(I), c(I-1))"),
        ("after(spend(I), c(P-1)) :- move(spend(I))", "after(spend(I), c(P-1)) :- move(spend(I)), as(1)"),
        ("a(N+1,T)) :- move(split(I,T)), as(N).", "a(N+I,T)) :- move(split(I,T)), as(N)."),
        ("a(N+1,T)) :- move(split(I,T)), as(N).", "a(I+1,T)) :- move(split(I,T)), as(N)."),
        ("a(N+1,S-1)) :- move(turn(J)), b(J,S), as(N).", "a(N+1,S-1)) :- move(turn(J)), b(J,S), bs(N)."),
        (
            "after(turn(J), b(J,0)) :- move(turn(J)).",
            "after(turn(J), b(J,0)) :- move(turn(J)). after(turn(J), a(J,0)) :- move(turn(J)), a(J,_).",
        ),
        ("may(I) :- a(I,S), even.", "may(I) :- a(I,S), b(I,S)."),
        ("even :- c(P), P \\ 2 = 0.", "even :- c(P), P \\ 2 = 0. even :- bs(2)."),
    ],
)
@pytest.mark.sample(1)
def test_moves_that_rest_on_more_than_one_heap(old: str, new: str, tmp_path: Path) -> None:
    rules, box = GAMES["both"]
    assert Beside(rules_of(spec(tmp_path, rules, box))).more == 2
    assert rules.count(old) == 1, old
    with pytest.raises(Unreadable):
        _ = Beside(rules_of(spec(tmp_path, rules.replace(old, new), box))).more


def test_what_is_not_so_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that lets everything pass; and what comes back, or adds stones, is left to clingo."""
    rules, box = GAMES["both"]
    monkeypatch.setattr(beside, "Beside", lambda _rules: type("Any", (), {"more": 1}))
    with pytest.raises(Disagreement, match="one by one"):
        found(spec(tmp_path, rules.replace("M <= S.", "M <= S, as(1)."), box)).value("normal")
    back = rules.replace("move(pass) :- c(P), P > 0.", "move(pass) :- c(P).")
    back = back.replace("c(P-1)) :- move(pass)", "c((P+1)\\3)) :- move(pass)")
    for changed, reason in (
        (back, "come back"),
        (rules.replace("a(I,S-2)", "a(I,S+2)"), "adds stones"),
    ):
        with pytest.raises(Unreadable, match=reason):
            found(spec(tmp_path, changed, box)).value("normal")


def test_larger_ones_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = spec(tmp_path, *GAMES["both"])
    one = found(made)
    with pytest.raises(Unreadable, match="too much memory"):
        compiled.values(one.becoming, one.stones, "normal", 100)
    monkeypatch.setattr(compiled, "fixed", lambda name: fixed(name).replace("DEEPEST = 3000", "DEEPEST = 2"))
    with pytest.raises(Unreadable, match="thousands of moves"):
        one.value("normal")
    monkeypatch.setattr(compiled, "library", no_compiler)
    monkeypatch.setattr(compiled, "_IN_PYTHON", 10)
    with pytest.raises(Unreadable, match="no C compiler"):
        compiled.values(one.becoming, one.stones, "normal", 1 << 30)
    monkeypatch.setattr(beside, "_WORTH", inf)
    game = one.game
    assert beside.heapwise(game, Region(ground_box(made.fluents, made.box, {})), Limits()) is None
