"""Counters without a `reach`, that moves lead beyond their ranges: judged as if the reach were as wide as it takes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bouton.certificate.verify import verify
from bouton.certificate.write import request
from bouton.core.errors import InputError
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.ground.game import room
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Choice, Options
from bouton.run.plan import plan_of
from bouton.run.position import analyse
from bouton.show.objects import of_result
from bouton.show.text import Section
from tests.tabulated import tabulate

Made = Callable[[str, str], Spec]
WIDE = 5000


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(rules: str, rest: str) -> Spec:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
        return load(str(tmp_path / "g.yaml"))

    return make


@dataclass(frozen=True)
class Game:
    """Take T <= least(most, N, factor*L + more) from a pile of N; the other counter, L, becomes a*L + b*T + c."""

    most: int
    factor: int
    more: int
    after: tuple[int, int, int]
    pile: int
    other: tuple[int, int]

    @staticmethod
    def drawn(seed: int) -> Game:
        chance = random.Random(seed)
        after = chance.choice([(0, 2, 0), (0, 3, 1), (1, 1, 0), (1, 0, 1), (2, 0, 1), (1, 2, 3), (0, 0, 9)])
        low = chance.randint(0, 2)
        ends = low, low + chance.randint(0, 4)
        return Game(chance.randint(1, 9), chance.randint(0, 2), chance.randint(0, 2), after, chance.randint(1, 9), ends)

    def options(self, pile: int, other: int) -> list[tuple[int, int]]:
        """In plain Python."""
        a, b, c = self.after
        most = min(self.most, pile, self.factor * other + self.more)
        return [(pile - taken, a * other + b * taken + c) for taken in range(1, most + 1)]

    @property
    def rules(self) -> str:
        a, b, c = self.after
        return (
            f"move(take(T)) :- pile(N), other(L), T = 1..{self.most}, T <= N, T <= {self.factor}*L+{self.more}.\n"
            "after(take(T), pile(N-T)) :- move(take(T)), pile(N).\n"
            f"after(take(T), other({a}*L+{b}*T+{c})) :- move(take(T)), other(L).\n"
            "even :- pile(N), other(L), (N+L) \\ 2 = 0.\n"
            "none :- pile(0).\n"
            "stuck :- #count { M : move(M) } = 0.\n"
            "seen :- pile(N), N >= 0.\n"
        )

    def spec(self, reach: str = "") -> str:
        low, high = self.other
        claims = "".join(
            f"  - {{id: {iff}, says: x, kind: p-positions, play: {play}, iff: {iff}}}\n"
            for iff, play in (("even", "normal"), ("none", "misere"), ("stuck", "normal"))
        )
        return f"position: {{pile: 0..{self.pile}, other: {{range: {low}..{high}{reach}}}}}\nclaims:\n{claims}"

    @property
    def box(self) -> list[tuple[int, int]]:
        return list(itertools.product(range(self.pile + 1), range(self.other[0], self.other[1] + 1)))

    def lost(self) -> dict[tuple[int, int], bool]:
        """The positions that the box reaches, and whether who moves there loses in normal play."""
        known: dict[tuple[int, int], bool] = {}

        def solve(at: tuple[int, int]) -> bool:
            if at not in known:
                below = [solve(option) for option in self.options(*at)]
                known[at] = not any(below)
            return known[at]

        for position in self.box:
            solve(position)
        return known


def judged(spec: Spec, engine: Choice) -> list[Result]:
    return list(check(spec, Options(engine=engine), lambda _: None))


def plainly(result: Result) -> object:
    found = result.counterexample
    return result.verdict, result.positions, found and (found.at, found.claimed, found.actual, found.below), result.over


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sample(8)
def test_judged_as_with_a_reach_as_wide(made: Made, seed: int) -> None:
    game = Game.drawn(seed)
    lost = game.lost()
    values = [other for _, other in lost]
    ends = [min(*values, game.other[0]), max(*values, game.other[1])]
    found = {"other": ends} if ends != list(game.other) else {}
    wide = made(game.rules, game.spec(f", reach: 0..{WIDE}"))
    expected = [plainly(result) for result in judged(wide, "ground")]
    spec = made(game.rules, game.spec())
    engines: tuple[Choice, ...] = ("auto", "compiled")
    for engine in engines:
        results = judged(spec, engine)
        assert [plainly(result) for result in results] == expected
        for result in results:
            assert result.verdict in (Verdict.HOLDS, Verdict.REFUTED, Verdict.VACUOUS)
            assert result.reach == (found if result.counterexample is None else {})
    rows = tabulate(spec, "normal", Limits(), lambda _: None)
    assert {(row.position["pile"], row.position["other"]): row.lost for row in rows} == {
        at: lost[at] for at in game.box
    }
    for at in random.Random(seed).sample(game.box, 2):
        analysis = analyse(spec, {}, at, Limits())
        assert (analysis.plays["normal"].outcome == "P") is lost[at]
        assert sorted(tuple(move.to.values()) for move in analysis.moves) == sorted(set(game.options(*at)))


def test_the_games_are_such_games() -> None:
    left = [any(not game.other[0] <= other <= game.other[1] for _, other in game.lost()) for game in GAMES]
    assert sum(left) >= 5


GAMES = [Game.drawn(seed) for seed in range(8)]

FIBONACCI = """\
move(take(T)) :- pile(N), limit(L), T = 1..N, T <= L.
after(take(T), pile(N-T)) :- move(take(T)), pile(N).
after(take(T), limit(2*T)) :- move(take(T)).
fib(1). fib(2). fib(3). fib(5). fib(8). fib(13). fib(21). fib(34). fib(55).
term(N,F) :- pile(N), N > 0, F = #max { G : fib(G), G <= N }.
term(N-F,G) :- term(N,F), N > F, G = #max { H : fib(H), H <= N-F }.
lost :- pile(0).
lost :- pile(N), limit(L), N > 0, L < #min { F : term(_,F) }.
"""
CLAIM = "claims:\n  - {id: whinihan, says: x, kind: p-positions, iff: lost%s}\n"


@cache
def loses(pile: int, limit: int) -> bool:
    return all(not loses(pile - taken, 2 * taken) for taken in range(1, min(pile, limit) + 1))


@pytest.mark.slow
def test_fibonacci_nim_with_its_limit_as_a_counter(made: Made) -> None:
    """Whinihan (1963): who moves loses iff the least term of the pile's Zeckendorf sum is above the limit."""
    spec = made(FIBONACCI, "position: {pile: 0..40, limit: 1..40}\n" + CLAIM % "")
    (result,) = check(spec, Options(), lambda _: None)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 41 * 40)
    assert result.reach == {"limit": [1, 80]}
    assert of_result(result)["reach"] == {"limit": [1, 80]}
    assert "reach found: limit 1..80" in " ".join(Section(spec, spec.claims).claim(result).split())
    rows = tabulate(spec, "normal", Limits(), lambda _: None)
    assert all(row.lost is loses(*row.position.values()) for row in rows)


def test_a_proof_speaks_of_the_range_alone(made: Made) -> None:
    """What was found by following moves is no range of a proof: the move that leaves it stands in the way."""
    spec = made(FIBONACCI, "position: {pile: 0..6, limit: 1..6}\n" + CLAIM % ", prove: true")
    (result,) = check(spec, Options(), lambda _: None)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert (result.proof.verdict, result.exit) == ("unknown", 3)
    assert "leaves the range of the proof" in (result.proof.reason or "")


def test_a_certificate_has_the_positions_beyond(made: Made, tmp_path: Path) -> None:
    spec = made(FIBONACCI, "position: {pile: 0..9, limit: 1..3}\n" + CLAIM % "")
    options = Options(engine="ground")
    (result,) = check(spec, options, lambda _: None)
    file = str(tmp_path / "c.json")
    asked = request(file, spec, spec.claims[0], plan_of(spec, options), Limits(), {})
    assert asked.write(result, lambda _: None).positions > 10 * 3
    assert verify(file).positions > 10 * 3


def test_a_reach_that_is_given_is_kept_to(made: Made) -> None:
    spec = made(FIBONACCI, "position: {pile: 0..9, limit: {range: 1..3, reach: 1..5}}\n" + CLAIM % "")
    with pytest.raises(InputError, match=r"sets limit to 6, outside its declared range.*expected 1\.\.5"):
        judged(spec, "auto")


RUNAWAY = """\
move(take(T)) :- pile(N), N > 0, T = 1..20.
after(take(T), pile(N-1)) :- move(take(T)), pile(N).
after(take(T), score(20*S+T)) :- move(take(T)), score(S).
lost :- pile(N), N \\ 2 = 0.
"""


@pytest.mark.parametrize("engine", ["auto", "compiled"])
@pytest.mark.sample(2)
def test_moves_that_run_away_are_named(made: Made, engine: Choice) -> None:
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost}\n"
    spec = made(RUNAWAY, "position: {pile: 0..9, score: 0..3}\n" + claim)
    says = r"the moves run away: .* more than 10,000 positions beyond.*-\[take\(\d+\)\]-> pile \d+,score \d+"
    with pytest.raises(InputError, match=says) as error:
        judged(spec, engine)
    (fault,) = error.value.diagnostics
    assert (fault.line, fault.column) == (1, 1)
    assert "reach" in (fault.expected or "")
    (fewer,) = judged(made(RUNAWAY, "position: {pile: 0..1, score: 0..3}\n" + claim), engine)
    assert fewer.verdict is Verdict.HOLDS
    assert fewer.reach == {"score": [0, 80]}


def test_how_many_positions_are_followed() -> None:
    assert [room(size) for size in (1, 500, 501, 50_000, 10**9)] == [10_000, 10_000, 10_020, 10**6, 10**6]


SCORE = """\
move(take(T)) :- pile(N), N > 0, T = 1..5.
after(take(T), pile(N-1)) :- move(take(T)), pile(N).
after(take(T), score(S+T*T)) :- move(take(T)), score(S).
lost :- pile(N), N < 29, N \\ 2 = 0.
"""


def test_one_position_has_the_room_of_all(made: Made) -> None:
    spec = made(SCORE, "position: {pile: 0..30, score: 0..40}\n" + CLAIM % "")
    rooms = {plan_of(spec, asked)[0].game.room for asked in (Options(), Options(at=({}, (30, 0))))}
    assert rooms == {room(31 * 41)}
    assert room(31 * 41) > room(1)


@pytest.mark.slow
def test_one_position_is_judged_as_all_are(made: Made) -> None:
    """From the last position alone the moves lead to more positions than a box of one is given."""
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost}\n"
    spec = made(SCORE, "position: {pile: 0..30, score: 0..40}\n" + claim)
    (result,) = judged(spec, "auto")
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 30, "score": 0}
    (again,) = check(spec, Options(at=result.counterexample.at), lambda _: None)
    assert again.counterexample is not None
    assert again.counterexample.actual == "P"
    analysis = analyse(spec, {}, (30, 40), Limits())
    assert analysis.plays["normal"].outcome == "P"


LEAP = """\
move(take) :- pile(N), N > 0.
after(take, pile(N-1)) :- move(take), pile(N).
move(leap) :- pile(N), bonus(0), N*N = 1442401.
after(leap, pile(0)) :- move(leap).
after(leap, bonus(7000000)) :- move(leap).
even :- pile(N), N \\ 2 = 0.
even :- pile(1201), bonus(0).
"""


@pytest.mark.parametrize("engine", ["compiled", "ground"])
@pytest.mark.sample(2)
def test_a_single_move_far_up_that_leaves(made: Made, engine: Choice) -> None:
    """No position that a program is held against shows it; what the program says of the place beyond is not asked."""
    spec = made(LEAP, "position: {pile: 0..1500, bonus: 0..1}\n" + CLAIM.replace("lost", "even") % "")
    (result,) = judged(spec, engine)
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 1201, "bonus": 0}
    assert result.counterexample.below == 2 * 1201
    assert result.engines == ("clingo",)


def test_no_counter_falls_below_zero_unless_declared(made: Made) -> None:
    rules = "move(m) :- pile(N), N > 0.\nafter(m, pile(N-2)) :- move(m), pile(N).\nlost :- pile(0).\n"
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost}\n"
    with pytest.raises(InputError, match="sets pile to -1, outside its declared range"):
        judged(made(rules, "position: {pile: 2..9}\n" + claim), "auto")
    (result,) = judged(made(rules, "position: {pile: {range: 2..9, reach: -1..9}}\n" + claim), "auto")
    assert result.verdict is Verdict.REFUTED


BALANCE = """\
move(m(D)) :- pile(N), N > 0, D = 1..2.
after(m(D), pile(N-1)) :- move(m(D)), pile(N).
after(m(D), balance(B+3-2*D)) :- move(m(D)), balance(B).
winner(previous) :- pile(0), balance(B), B \\ 3 = 0.
winner(next) :- pile(0), balance(B), B \\ 3 != 0.
lost :- pile(N), N \\ 2 = 0, balance(B), B*B*B*B*B < 50.
"""


@cache
def behind(pile: int, balance: int) -> bool:
    if not pile:
        return balance % 3 == 0 if balance >= 0 else -balance % 3 == 0
    return not any(behind(pile - 1, balance + change) for change in (1, -1))


def test_a_counter_that_may_be_negative_goes_below_its_range(made: Made) -> None:
    spec = made(BALANCE, "position: {pile: 0..12, balance: -1..1}\n")
    rows = tabulate(spec, "normal", Limits(), lambda _: None)
    assert {tuple(row.position.values()): row.lost for row in rows} == {
        at: behind(*at) for at in itertools.product(range(13), (-1, 0, 1))
    }
    (result,) = judged(made(BALANCE, "position: {pile: 0..12, balance: -1..1}\n" + CLAIM % ""), "auto")
    assert result.verdict is Verdict.REFUTED
