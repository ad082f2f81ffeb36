"""Random games with sets and tokens: what clingo says of them is what plain Python says, by the path of every check."""

from __future__ import annotations

import re
from functools import partial
from math import inf
from pathlib import Path
from random import Random

import pytest

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.core.position import Member, Members, Position, named
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.ground import domains
from bouton.ground.box import Region, among, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.process.limits import Limits
from bouton.rules.file import Rules
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.position import analyse
from tests.samples import small_or_whole
from tests.sets import NAMES, Clash, Graph, Place, SetGame, outcomes, random_game, reached, values
from tests.tabulated import stands


def loaded(game: SetGame, folder: Path, claims: list[str], cycles: bool) -> Spec:
    (folder / "random.lp").write_text(game.rules())
    (folder / "random.yaml").write_text(game.spec("random.lp", claims, cycles))
    return load(folder / "random.yaml")


def place_of(game: SetGame, position: Position) -> Place:
    """The position as plain Python has it."""
    left = iter(position)
    sets = [{str(one) for one in next(left)}]  # type: ignore[union-attr]
    pairs = {pair_of(game, str(one)) for one in next(left)} if game.marks else set()  # type: ignore[union-attr]
    token = str(next(left)) if game.token else None
    purse = next(left) if game.purse else None
    return frozenset(sets[0]), frozenset(pairs), token, purse  # type: ignore[return-value]


def pair_of(game: SetGame, term: str) -> tuple[str, str]:
    return next((v, w) for v in game.vertices for w in game.vertices if f"({v},{w})" == term)


def key(place: Place, known: dict[Place, Position]) -> tuple[object, ...]:
    """The order of the least counterexample: members of all sets, the counter, then the members in clingo's order."""
    free, marks, _, purse = place
    return (len(free) + len(marks), purse or 0, known[place])


def is_still(graph: Graph) -> bool:
    """Whether some move changes nothing."""
    return any(to == place for place, moves in graph.items() for to in moves.values())


@pytest.mark.parametrize("runs", small_or_whole(2, 1500))
def test_moves_outcomes_values_and_least_counterexamples(runs: int, tmp_path: Path) -> None:
    for seed in range(runs):
        agrees(seed, tmp_path)


def agrees(seed: int, tmp_path: Path) -> None:
    game = random_game(Random(seed))
    every = list(game.positions())
    claims = [
        "{id: all, says: s, kind: p-positions, iff: said, positions: all}",
        "{id: reached, says: s, kind: p-positions, iff: said}",
        "{id: starts, says: s, kind: p-positions, iff: said, positions: starts, play: misere}",
        "{id: holds, says: s, kind: everywhere, iff: said}",
        "{id: values, says: s, kind: grundy, iff: all}",
    ]
    spec = loaded(game, tmp_path, claims, cycles := seed % 3 == 0)
    shown = game_of(spec, rules_of(spec), spec.box, {})
    box = Region(ground_box(spec.fluents, spec.box, {}))
    positions = [one for layer in box.layers(spec.measure) for one in layer]
    known = {place_of(game, one): one for one in positions}
    assert len(known) == len(positions) == len(every) and {*known} == {*every}
    moves_agree(game, shown, positions, cycles)
    results = partial(judged, spec)
    for claim, starts, misere in (
        ("all", every, False),
        ("reached", [game.start], False),
        ("starts", [game.start], True),
    ):
        try:
            graph = reached(game, starts)
        except Clash:
            with pytest.raises(InputError):
                results(claim)
            continue
        found = outcomes(graph, misere)
        if not cycles and (is_still(graph) or any(one == "draw" for one, _ in found.values()) or values(graph) is None):
            with pytest.raises(InputError):
                results(claim)
            continue
        judge = [game.start] if claim == "starts" else list(graph)
        wrong = [place for place in judge if game.says(place) is not (found[place][0] == "P")]
        result = results(claim)
        compare(spec, result, graph, wrong, judge, known)
        if claim == "reached":
            wrong = [place for place in judge if not game.says(place)]
            compare(spec, results("holds"), graph, wrong, judge, known)
            numbers = values(graph)
            if numbers is not None:
                wrong = [place for place in judge if numbers[place] != len(place[0])]
                compare(spec, results("values"), graph, wrong, judge, known)
            in_full(game, spec, graph, known)


def judged(spec: Spec, claim: str) -> Result:
    options = Options(claims=(claim,), jobs=1, prove=False, limits=Limits(seconds=100))
    (result,) = check(spec, options, lambda _progress: None)
    return result


def compare(
    spec: Spec,
    result: Result,
    graph: Graph,
    wrong: list[Place],
    judged: list[Place],
    known: dict[Place, Position],
) -> None:
    """The verdict, and the least counterexample."""
    if not wrong:
        assert result.verdict.value == ("holds" if any(graph[place] for place in judged) else "vacuous")
        assert result.positions == len(judged)
        return
    least = min(wrong, key=lambda place: key(place, known))
    assert result.verdict.value == "refuted" and result.counterexample is not None
    assert result.counterexample.position == named(spec.fluents, known[least])


def in_full(game: SetGame, spec: Spec, graph: Graph, known: dict[Place, Position]) -> None:
    """What `solve` says of the start."""
    numbers, other = values(graph), values(graph, misere=True)
    found = analyse(spec, {}, known[game.start], Limits())
    ends = tuple(outcomes(graph, play)[game.start] for play in (False, True))
    if not found.counted:
        assert numbers is not None and other is not None
        assert stands(found) == (ends[0][0], ends[1][0], numbers[game.start], other[game.start])
    else:
        assert tuple((one.outcome, one.number) for one in found.plays.values()) == ends
    ending = analyse(spec, {}, known[game.start], Limits(), remoteness=True)
    assert tuple((one.outcome, one.number) for one in ending.plays.values()) == ends


def moves_agree(game: SetGame, shown: Game, positions: list[Position], cycles: bool) -> None:
    """Each position's moves, one at a time where some of them are in error."""
    outputs = {("move", 1), ("after", 2)}
    grounder = Grounder(shown, shown.program(among(shown.fluents, tuple(positions)).hull, outputs), ())
    good = []
    for position in positions:
        place = place_of(game, position)
        try:
            children = game.children(place)
            wrong = not cycles and place in children.values()
        except Clash:
            wrong = True
        if wrong:
            with pytest.raises(InputError):
                list(grounder.nodes([position]))
        else:
            good.append((position, children))
    for (position, children), node in zip(good, grounder.nodes([one for one, _ in good]), strict=True):
        assert {str(move.term): place_of(game, move.to) for move in node.moves} == children, position
        assert all(isinstance(one, Member) for part in position for one in (part if isinstance(part, tuple) else ()))


@pytest.mark.parametrize(
    ("domain", "said"),
    [
        ("vertex(0..999999999).", "vertex has 1,000,000,000 members, and a set may have at most 128"),
        ("vertex(V) :- V = 0..999999999.", "what vertex/1 needs has more than 300,000 ground rules"),
        ("vertex(0..200).", "vertex has 201 members, and a set may have at most 128"),
        (
            "some(0..99999).\nvertex(V) :- some(V), some(W), V + W = 0.",
            "g.lp:2:1: what vertex/1 needs is not derived within 0.2 s of processor time and 2 GB",
        ),
    ],
)
def test_a_domain_that_is_too_large_is_refused(
    tmp_path: Path, domain: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domains, "_LIMITS", Limits(processor=0.2 if "derived" in said else 100.0))
    rules = f"{domain}\nmove(t(V)) :- free(V).\ngone(t(V), free(V)) :- move(t(V)).\nlost :- not move(t(0)).\n"
    (tmp_path / "g.lp").write_text(rules, encoding="utf-8")
    claim = "{id: a, says: x, kind: p-positions, iff: lost}"
    text = f"game: g\nrules: g.lp\nposition: {{free: {{subset_of: vertex}}}}\nclaims:\n  - {claim}\n"
    (tmp_path / "g.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(said)):
        list(check(load(tmp_path / "g.yaml"), Options(), lambda _: None))


def alone(tmp_path: Path, text: str) -> Rules:
    """The rules of a game whose set is of `vertex`."""
    text += "\nmove(t(V)) :- free(V).\ngone(t(V), free(V)) :- move(t(V)).\nlost :- not move(t(0)).\n"
    (tmp_path / "g.lp").write_text(text, encoding="utf-8")
    claim = "{id: a, says: x, kind: p-positions, iff: lost}"
    spec = f"game: g\nrules: g.lp\nparameters: {{n: 3}}\nposition: {{free: {{subset_of: vertex}}}}\nclaims: [{claim}]\n"
    (tmp_path / "g.yaml").write_text(spec, encoding="utf-8")
    return rules_of(load(tmp_path / "g.yaml"))


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("vertex(0..n-1).", 3),
        ("vertex(a;b).\nvertex(V) :- V = 1..n+1.", 6),
        ("vertex(0..9).\nvertex(V) :- vertex(V), V > 3.", inf),  # recursion
        ("vertex((R,C)) :- R = 1..n, C = 1..n.", 9),
        ("vertex(V) :- V = 0..999999, V + V = 0.", 1_000_000),
        ("a(0..9).\nvertex(V) :- a(V), a(W), a(X), V + W + X = 0.", 1_010),
        ("a(0..9).\nb(V+W) :- a(V), a(W).\nvertex(V) :- b(V), b(W), b(V+W).", 1_000_110),
        ("a(0..9).\nvertex(V) :- a(V), 0 < #count { X,Y : a(X), a(Y) }.", 1_010),
        ("a(0..9).\nvertex(V) :- a(V), not a(V+1).", 110),
        ("a(0..9).\nvertex(W) :- a(V), W = 0..V.", inf),
        ("vertex(0..2**n).", inf),
        ("vertex(9..n).\nvertex(V) :- V = 0..n, V != 2.", 5),
    ],
)
def test_what_the_grounder_may_look_at(tmp_path: Path, text: str, most: float) -> None:
    rules, of = alone(tmp_path, text), ("vertex", 1)
    assert domains._combinations(rules, {"n": 3}, of) == most
    assert len(domains._rows(rules, {"n": 3}, of)) <= most


def test_a_child_derives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = alone(tmp_path, "\n".join(f"vertex({one})." for one in NAMES) + "\nvertex((V,W)) :- V = 1..n, W = V..n.")
    here = domains._rows(rules, {"n": 3}, ("vertex", 1))
    assert domains._combinations(rules, {"n": 3}, ("vertex", 1)) == inf
    assert sorted(domains.rows_of(rules, {"n": 3}, ("vertex", 1))) == sorted(here) and len(here) == len(NAMES) + 5
    monkeypatch.setattr(domains, "alone", None)
    for name, most in (("node_kayles", {"n": 13}), ("cram", {"rows": 3, "columns": 4}), ("geography", {})):
        spec = load(folder("specs") / f"{name}.yaml")
        sets = [(one.domain, one.arity) for one in rules_of(spec).fluents if isinstance(one, Members)]
        for begin in (("begin", 1), *sets):
            assert domains.rows_of(rules_of(spec), most, begin)  # no child where so little is looked at
