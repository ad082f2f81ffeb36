"""Named positions with much below them: what a program finds there is what clingo finds, and so is all that is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bouton.core.errors import Unreadable
from bouton.core.spec import Spec
from bouton.core.tuning import TUNING
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.ground.box import around
from bouton.process.limits import Limits
from bouton.run import summed
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.worker import much_below

RULES = """
move(take(I,K)) :- heap(I,S), K = 1..{most}, K <= S.
after(take(I,K), heap(I,S-K)) :- move(take(I,K)), heap(I,S).
move(both(K)) :- heap(1,A), heap(2,B), K = 1..A, K <= B.
after(both(K), heap(1,A-K)) :- move(both(K)), heap(1,A).
after(both(K), heap(2,B-K)) :- move(both(K)), heap(2,B).
move(turn) :- coin(C), C > 0.      after(turn, coin(C-1)) :- move(turn), coin(C).
even :- X = #sum {{ S,I : heap(I,S) }}, X \\ 2 = 0.
sum(X) :- X = #sum {{ S,I : heap(I,S) }}.
"""
SPEC = """
game: g
rules: rules.lp
measure: [stones, coin]
position: {{heap: {{count: 0..2, size: 1..9{order}}}, coin: 0..1}}
claims:
"""
NAMED = "{{heap: [{}, {}], coin: {}}}"


def claims(random: Random) -> str:
    """Examples and tables, most of which are false somewhere, and claims of which one position is asked."""
    at = [NAMED.format(*sorted(random.sample(range(1, 10), 2)), random.randint(0, 1)) for _ in range(4)]
    at = list(dict.fromkeys(at))
    outcome = [f"{{at: {one}, value: {random.choice('PNN')}}}" for one in at]
    value = [f"{{at: {one}, value: {random.randint(0, 4)}}}" for one in at]
    both = [f"{{at: {one}, value: [{random.randint(0, 3)}, {random.randint(0, 3)}]}}" for one in at]
    lines = [
        f"{{id: example, says: A., kind: example, at: {at[0]}, outcome: {random.choice('PN')}}}",
        f"{{id: misere, says: A., kind: example, play: misere, at: {at[-1]}, outcome: N}}",
        f"{{id: outcomes, says: A., kind: table, of: outcome, entries: [{', '.join(outcome)}]}}",
        f"{{id: values, says: A., kind: table, of: value, entries: [{', '.join(value)}]}}",
        f"{{id: pairs, says: A., kind: table, of: pair, entries: [{', '.join(both)}]}}",
    ]
    return "".join(f"  - {line}\n" for line in lines)


def spec_of(folder: Path, seed: int) -> Spec:
    """A random game with random claims."""
    random = Random(seed)
    order = random.choice(("", ", order: descending"))
    (folder / "rules.lp").write_text(RULES.format(most=random.choice(("2", "3", "S"))))
    (folder / "spec.yaml").write_text(SPEC.format(order=order) + claims(random))
    return load(folder / "spec.yaml")


@contextmanager
def impatient(_seconds: float) -> Iterator[None]:
    """No time for clingo at all."""
    raise Unreadable("no time")
    yield


def results(spec: Spec, options: Options) -> list[Result]:
    """The results without what may differ."""
    return [replace(one, seconds=0.0, engines=()) for one in check(spec, options, lambda _progress: None)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sample(12)
def test_a_program_finds_what_clingo_finds(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, seed)
    by_clingo = results(spec, Options(engine="ground"))
    monkeypatch.setattr(summed, "patience", impatient)
    options = Options(tuning=replace(TUNING, compile_from=1))
    assert all(much_below(item, 1) for item in plan_of(spec, options))
    for item in plan_of(spec, options):
        news: list[object] = []
        assert summed.AtPoints(Limits()).judge(news.append, spec, item) == ()
        assert {getattr(one, "engine", "compiled C") for one in news} == {"compiled C"}
    assert results(spec, options) == by_clingo
    assert {one.verdict.value for one in by_clingo} <= {"holds", "refuted"}


def test_what_has_no_program_is_left_to_clingo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.lp").write_text(
        "move(take(K)) :- heap(1,S), K = 1..S, 2**K <= S.\nafter(take(K), heap(1,S-K)) :- move(take(K)), heap(1,S).\n"
    )
    (tmp_path / "spec.yaml").write_text(
        "game: g\nrules: rules.lp\nposition: {heap: {count: 0..1, size: 1..9}}\n"
        "claims: [{id: a, says: A., kind: example, at: {heap: [5]}, outcome: N}]\n"
    )
    spec = load(tmp_path / "spec.yaml")
    monkeypatch.setattr(summed, "patience", impatient)
    (item,) = plan_of(spec, Options())
    ((left, reason),) = [(one.claim, one.reason) for one in summed.AtPoints(Limits()).judge(lambda _: None, spec, item)]
    assert left == "a" and "power" in reason
    assert results(spec, Options(tuning=replace(TUNING, compile_from=1))) == results(spec, Options(engine="ground"))


def test_few_positions_are_left_to_clingo(tmp_path: Path) -> None:
    (item, *_) = plan_of(spec_of(tmp_path, 1), Options(claims=("example",)))
    whole = replace(item, region=around(item.game.fluents, ((4, 9), 1)))
    assert much_below(whole, 2 * 55) and not much_below(whole, 2 * 55 + 1)
