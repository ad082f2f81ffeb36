"""Games whose moves form cycles, against plain Python: graphs, and rules that a seed makes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.errors import Disagreement, InputError
from bouton.core.spec import Play
from bouton.core.verdict import Verdict
from bouton.ground import loops
from bouton.ground.loops import Ends, ends, refereed
from tests.oracle.loops import outcome, reached, rounds
from tests.samples import small_or_whole

At = Any
"""A position of a game."""


@pytest.mark.parametrize("seeds", small_or_whole(range(40), range(40, 5000)))
def test_graphs_are_solved_as_by_rounds(seeds: range) -> None:
    for seed in seeds:
        _graph(random.Random(seed))


def _graph(rng: random.Random) -> None:
    size = rng.randint(1, 12)
    options: dict[At, list[At]] = {
        (at,): sorted({(rng.randrange(size),) for _ in range(rng.choice([0, 1, 1, 2, 3, 5]))}) for at in range(size)
    }
    lost = {at: rng.random() < 0.6 for at in options}
    side = {at: rng.random() < 0.5 for at in options}
    allied: Callable[[At, At], bool] = lambda at, to: side[at] == side[to]  # noqa: E731
    for friends in (loops.never, allied):
        found = ends(options, lost.__getitem__, friends)
        assert (found.lost, found.won) == rounds(options, lost.__getitem__, friends)
        again = refereed(options, lost.__getitem__, friends, size + 1)
        assert (again.lost, again.won) == (found.lost, found.won)


@pytest.mark.parametrize("wrong", ["lost", "won", "draw", "late"])
def test_an_answer_that_is_wrong_is_found_out(wrong: str) -> None:
    options: dict[At, list[At]] = {
        (0,): [(1,)],
        (1,): [],
        (2,): [(2,)],
        (3,): [(2,), (0,)],
        (4,): [(0,)],
        (5,): [(0,), (4,)],
    }
    right = ends(options, lambda _at: True)
    assert right == Ends({(1,): 0, (4,): 2}, {(0,): 1, (5,): 3})
    false = {
        "lost": Ends({**right.lost, (2,): 1}, right.won),
        "won": Ends(right.lost, {**right.won, (2,): 1}),
        "draw": Ends(right.lost, {at: n for at, n in right.won.items() if at != (0,)}),
        "late": Ends(right.lost, {**right.won, (0,): 3}),
    }[wrong]
    with pytest.raises(Disagreement):
        loops._confirm(options, lambda _at: True, loops.never, false)


# ------------------------------------------------------------------------------------------------------- random rules


def _always(_at: At) -> bool:
    return True


def _never(_at: At) -> bool:
    return False


def _game(rng: random.Random, folder: Path) -> tuple[bouton.Game, Callable[[At], list[At]], list[At]]:
    """A game by its rules, its moves in plain Python, and the positions of its box."""
    box: list[At]
    position: dict[str, Any]
    sort = rng.choice(["token", "heaps", "counters"])
    if sort == "token":
        size = rng.randint(2, 9)
        edges = sorted({(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(1, 2 * size))})
        text = "".join(f"edge({x},{y}). " for x, y in edges)
        text += "\nmove(to(Y)) :- token(X), edge(X,Y).\nafter(to(Y), token(Y)) :- move(to(Y)).\n"
        moves = lambda at: [(y,) for x, y in edges if x == at[0]]  # noqa: E731
        box, position = [(x,) for x in range(size)], {"token": f"0..{size - 1}"}
    elif sort == "heaps":
        take, add = sorted(rng.sample(range(1, 5), 2)), rng.randint(1, 2)
        most, passes = rng.randint(2, 5), rng.random() < 0.5
        text = f"""
        take({take[0]}). take({take[1]}).
        move(take(I,M)) :- heap(I,S), take(M), M <= S.
        after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
        move(add(I)) :- heap(I,S), S + {add} <= {most}, S \\ 2 = 0.
        after(add(I), heap(I,S+{add})) :- heap(I,S), move(add(I)).
        """
        text += "move(pass) :- heap(I,S), S >= 3.\n" if passes else ""

        def moves(at: At) -> list[At]:
            found = []
            (heaps,) = at
            for place, size in enumerate(heaps):
                rest = heaps[:place] + heaps[place + 1 :]
                for one in [size - m for m in take if m <= size] + (
                    [size + add] if size + add <= most and size % 2 == 0 else []
                ):
                    found.append((tuple(sorted((*rest, one) if one else rest)),))
            if passes and any(size >= 3 for size in heaps):
                found.append(at)
            return found

        box = [
            (heaps,)
            for count in range(3)
            for heaps in itertools.combinations_with_replacement(range(1, most + 1), count)
        ]
        position = {"heap": {"count": "0..2", "size": f"1..{most}"}}
    else:
        n, m, step = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 3)
        text = f"""
        move(right) :- a(X), X < {n}.          after(right, a(X+1)) :- a(X), move(right).
        move(turn)  :- a(X), b(Y), X > Y.      after(turn, a(Y)) :- b(Y), move(turn).
        after(turn, b(X)) :- a(X), move(turn).
        move(fall)  :- b(Y), Y >= {step}.      after(fall, b(Y-{step})) :- b(Y), move(fall).
        """
        top = max(n, m)

        def moves(at: At) -> list[At]:
            x, y = at
            return [
                *([(x + 1, y)] if x < n else []),
                *([(y, x)] if x > y else []),
                *([(x, y - step)] if y >= step else []),
            ]

        box = list(itertools.product(range(n + 1), range(m + 1)))
        position = {"a": {"range": f"0..{n}", "reach": f"0..{top}"}, "b": {"range": f"0..{m}", "reach": f"0..{top}"}}
    text += "never :- 1 = 2.\n"
    (folder / "game.lp").write_text(text)
    return bouton.Game(folder / "game.lp", cycles="allowed", **position), moves, box


@pytest.mark.parametrize("seeds", small_or_whole(range(15), range(15, 800)))
def test_random_rules_have_the_outcomes_of_plain_python(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _rules(random.Random(seed), tmp_path)


def _rules(rng: random.Random, tmp_path: Path) -> None:
    game, moves, box = _game(rng, tmp_path)
    options = reached(box, moves)
    plays: tuple[Play, ...] = ("normal", "misere")
    for play in plays:
        expected = rounds(options, [_never, _always][play == "normal"])
        told = {
            tuple(tuple(one) if isinstance(one, list) else one for one in row.position.values()): row.outcome
            for part in game.rows(play=play)
            for row in part
        }
        assert told == {at: outcome(at, expected) for at in box}


# ------------------------------------------------------------------------------------------------------ lines and text


def test_a_line_hastens_to_the_win_and_delays_the_loss(tmp_path: Path) -> None:
    (tmp_path / "walk.lp").write_text("""
        edge(0,1). edge(1,2). edge(2,1). edge(2,3). edge(3,4). edge(5,5). edge(5,3).
        move(to(Y)) :- token(X), edge(X,Y).
        after(to(Y), token(Y)) :- move(to(Y)).
    """)
    game = bouton.Game(tmp_path / "walk.lp", cycles="allowed", token="0..5")
    assert "normal play: N-position, over in 1 move" in str(game.solve("token=3"))
    assert "how it goes on: token 3 -[to(4)]-> token 4" in str(game.solve("token=3"))
    looped = str(game.solve("token=5"))
    assert "normal play: a draw" in looped
    assert "a loop that holds it: token 5 -[to(5)]-> token 5" in looped
    assert game.solve("token=1").as_json()["normal"] == {
        "outcome": "draw",
        "remoteness": None,
        "line": "token 1 -[to(2)]-> token 2 -[to(1)]-> token 1",
    }


# --------------------------------------------------------------------------------------------------------------- errors

_GROWS = """
move(more) :- heap(1,S).  after(more, heap(1,2*S)) :- heap(1,S).
move(less) :- heap(1,S).  after(less, heap(1,S-1)) :- heap(1,S).
"""


def test_without_the_key_a_cycle_and_a_move_without_effect_are_errors_that_name_it(tmp_path: Path) -> None:
    (tmp_path / "pass.lp").write_text("move(pass) :- pile(N), N > 0.\n")
    with pytest.raises(InputError, match=r"does not change the position; expected an effect, or `cycles: allowed`"):
        list(bouton.Game(tmp_path / "pass.lp", pile="0..2").rows())
    (tmp_path / "turn.lp").write_text("move(turn) :- pile(N), N < 2.\nafter(turn, pile(1-N)) :- pile(N), N < 2.\n")
    with pytest.raises(InputError, match=r"pile 0 -\[turn\]-> pile 1.*cycles: allowed"):
        list(bouton.Game(tmp_path / "turn.lp", pile="0..2").rows())


def test_moves_that_run_away_are_an_error_that_shows_them(tmp_path: Path) -> None:
    (tmp_path / "grows.lp").write_text(_GROWS)
    game = bouton.Game(tmp_path / "grows.lp", cycles="allowed", heap={"count": "0..1", "size": "1..3"})
    with pytest.raises(InputError, match=r"the moves run away: .*heap 3 -\[more\]-> heap 6 .*and after .* moves heap"):
        list(game.rows())


_COUNTERS = """
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(add) :- pile(N), N > 0, {guard}.
after(add, pile(N+1+2*(N\\2))) :- pile(N), move(add).
after(add, half(1-S)) :- half(S), move(add).
never :- pile(N), N < 0.
"""


@pytest.mark.parametrize("engine", ["ground", "compiled"])
@pytest.mark.sample(2)
def test_counters_that_run_away_are_told_of_at_any_size(engine: str, tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(_COUNTERS.format(guard="1 = 1"))
    most = 300 if engine == "ground" else 2_000_001
    claims = [{"id": "c", "says": "s", "kind": "p-positions", "iff": "never"}]
    game = bouton.Game(tmp_path / "game.lp", cycles="allowed", pile=f"0..{most}", half="0..1", claims=claims)
    with pytest.raises(InputError, match=r"the moves run away: .*-\[add\]-> .*-\[add\]-> .*and after .* moves pile"):
        game.check("c", engine=engine)


@pytest.mark.parametrize("guard", ["N < 330", "N \\ 320 != 319", "N \\ 7 < 5"])
@pytest.mark.sample(3)
def test_counters_that_come_to_an_end_beyond_the_box_are_judged(guard: str, tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(_COUNTERS.format(guard=guard).replace("1+2*(N\\2)", "1"))
    claims = [{"id": "c", "says": "s", "kind": "p-positions", "iff": "never"}]
    game = bouton.Game(tmp_path / "game.lp", cycles="allowed", pile="0..300", half="0..1", claims=claims)
    assert game.check("c", engine="ground").verdict is Verdict.REFUTED


def test_values_are_refused_where_a_cycle_is_reached_with_the_cycle(tmp_path: Path) -> None:
    (tmp_path / "turn.lp").write_text("move(turn) :- pile(N), N < 2.\nafter(turn, pile(1-N)) :- pile(N), N < 2.\n")
    game = bouton.Game(tmp_path / "turn.lp", cycles="allowed", pile="0..2")
    with pytest.raises(InputError, match=r"cycle: pile 0 -\[turn\]-> pile 1 -\[turn\]-> pile 0; .*Sprague-Grundy"):
        list(game.rows(values=True))
