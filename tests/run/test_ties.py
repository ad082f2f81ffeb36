"""Of counterexamples of equal measure the first position is told, whoever looks for it, in whatever order heaps are."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from bouton.core.position import Heaps, Order, Position
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.breaking import broken
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(t(I,M)) :- heap(I,S), M = 1..S.
after(t(I,M), heap(I,S-M)) :- heap(I,S), move(t(I,M)).
total(T) :- T = #sum { S,I : heap(I,S) }.
bad :- total(5), heap(1,S), heap(2,_), S != 1, coin(C), C > 0.
bad :- total(6), heap(1,S), heap(2,_), S < 3.
ok  :- not bad.
"""
ROUTES: dict[str, dict[str, Any]] = {
    "clingo": {"engine": "ground"},
    "compiled": {"engine": "compiled"},
    "jobs": {"engine": "compiled", "jobs": 2},
    "several": {"several": 2},
}


def bad(heaps: tuple[int, ...], coin: int) -> bool:
    if len(heaps) < 2:
        return False
    return (sum(heaps) == 5 and heaps[0] != 1 and coin > 0) or (sum(heaps) == 6 and heaps[0] < 3)


def least(order: Order, *, first: bool, few: bool) -> Position:
    """By plain Python: fewest stones, then fewest heaps if these count, then the order of positions."""
    heap = Heaps("heap", order)
    lists = {heap.canonical(one) for count in range(4) for one in itertools.product(range(1, 5), repeat=count)}
    wrong = [(one, coin) for one in lists for coin in range(3) if bad(one, coin)]

    def place(heaps: tuple[int, ...], coin: int) -> Position:
        return (coin, heaps) if first else (heaps, coin)

    rank = {place(*one): (sum(one[0]), len(one[0]) if few else 0, one[1]) for one in wrong}
    return min(rank, key=lambda one: (rank[one], one))


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("order", ["ascending", "descending", "none"])
@pytest.mark.sample(12)
def test_every_route_tells_the_first(order: Order, first: bool, few: bool, tmp_path: Path) -> None:
    heap, coin = f"heap: {{count: 0..3, size: 1..4, order: {order}}}", "coin: 0..2"
    (tmp_path / "g.lp").write_text(RULES)
    (tmp_path / "g.yaml").write_text(
        f"game: g\nrules: g.lp\nmeasure: [stones, {'heaps, ' if few else ''}coin]\n"
        f"position: {{{', '.join([coin, heap] if first else [heap, coin])}}}\n"
        "claims: [{id: c, says: x, kind: everywhere, iff: ok}]\n"
    )
    spec, wanted = load(str(tmp_path / "g.yaml")), least(order, first=first, few=few)
    for name, route in ROUTES.items():
        (result,) = check(spec, Options(fresh=True, prove=False, limits=Limits(60.0), **route), lambda _: None)
        assert result.counterexample is not None
        assert result.counterexample.at[1] == wanted, name
    resumed = Options(fresh=True, prove=False, engine="compiled", resume=str(tmp_path / "kept"))
    (result,) = check(spec, resumed, lambda _: None)
    assert result.counterexample is not None
    assert result.counterexample.at[1] == wanted
    if not few:
        options = Options(prove=False, crosscheck=False, limits=Limits(60.0))
        ends = {str(one.mutant): one for one in broken(spec, spec.claim("c"), options, game=False)}
        same = [one for text, one in ends.items() if ": '3' -> '4'" in text and one.counterexample is not None]
        assert [one.counterexample.at[1] for one in same if one.counterexample] == [wanted] * len(same)
        assert same
