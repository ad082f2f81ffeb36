"""Winners of random games of alliances, held against plain Python."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.position import analyse
from bouton.run.rows import Row
from tests.tabulated import tabulate

LARGEST = 9


@st.composite
def games(draw: st.DrawFn) -> tuple[int, list[int], list[tuple[int, int]], list[list[int]]]:
    """How many players, the side of each, moves (counters taken, players passed over), and who has won at the end."""
    players = draw(st.integers(2, 4))
    sides = draw(st.lists(st.integers(1, 2), min_size=players, max_size=players))
    moves = draw(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=4, unique=True))
    ends = [[draw(st.integers(1, 2)) for _ in range(players)] for _ in range(3)]
    return players, sides, moves, ends


def written(folder: Path, game: tuple[int, list[int], list[tuple[int, int]], list[list[int]]]) -> Spec:
    players, sides, moves, ends = game
    lines = [f"take({taken},{passed})." for taken, passed in moves]
    lines += [
        "move(t(D,E)) :- take(D,E), pile(N), D <= N.",
        "after(t(D,E), pile(N-D)) :- take(D,E), pile(N), D <= N.",
        f"after(t(D,E), player((I+E-1) \\ {players} + 1)) :- take(D,E), player(I).",
        *(f"side({side}) :- player({player})." for player, side in enumerate(sides, 1)),
        *(
            f"winner({ends[pile][player - 1]}) :- pile({pile}), player({player})."
            for pile, player in product(range(3), range(1, players + 1))
        ),
    ]
    (folder / "g.lp").write_text("\n".join(lines) + "\n")
    head = f"game: g\nrules: g.lp\nposition: {{pile: 0..{LARGEST}, player: 1..{players}}}\n"
    (folder / "g.yaml").write_text(head + "claims:\n  - {id: c, says: s, kind: same-game, key: take}\n")
    return load(str(folder / "g.yaml"))


@settings(max_examples=20)
@given(games())
def test_random_games(
    tmp_path_factory: pytest.TempPathFactory, game: tuple[int, list[int], list[tuple[int, int]], list[list[int]]]
) -> None:
    folder = tmp_path_factory.mktemp("game")
    players, sides, moves, ends = game

    @cache
    def winner(pile: int, player: int) -> int:
        options = [(pile - taken, (player + passed - 1) % players + 1) for taken, passed in moves if taken <= pile]
        if not options:
            return ends[pile][player - 1]
        mover = sides[player - 1]
        return mover if any(winner(*option) == mover for option in options) else 3 - mover

    spec = written(folder, game)
    rows: list[Row] = list(tabulate(spec, "normal", Limits(), lambda _: None))
    assert len(rows) == (LARGEST + 1) * players
    for row in rows:
        pile, player = (int(str(value)) for value in row.position.values())
        assert (row.outcome, row.lost) == (winner(pile, player), winner(pile, player) != sides[player - 1])
    alignment = analyse(spec, {}, (LARGEST, 1), Limits())
    assert (alignment.mover, alignment.plays["normal"].outcome) == (sides[0], winner(LARGEST, 1))
    assert {move.plays["normal"].outcome for move in alignment.moves} == {
        winner(LARGEST - taken, passed % players + 1) for taken, passed in moves
    }
