"""Which side wins in games of alliances: found, proved by `check` as it is written, and true in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.discover import formulas
from bouton.discover.draft import game_files
from bouton.discover.guess import Discovery
from bouton.discover.learn import Cover
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle import game as oracle
from tests.shipped import named

SURVIVOR = str(folder("encodings") / "survivor_nim" / "rules.lp")


def survivor(n: int, extra: int, k: int, m: str = "2", pile: str = "0..60") -> Spec:
    """Survivor Nim from its rules alone."""
    sets = (f"n={n}", f"extra={extra}", f"k={k}", f"m={m}", "alternating=0")
    return of_encoding(SURVIVOR, sets, (f"pile={pile}", f"player=1..{2 * n + extra}"))


def found_of(spec: Spec, seconds: float = 300.0) -> Discovery:
    """What a search comes to."""
    found = Discovery()
    for guess in discover(spec, Limits(seconds)):
        found = found.with_(guess)
    return found


@cache
def winner(pile: int, seat: int, n: int, extra: int, m: int) -> int:
    """The alliance that wins, whoever takes the last counter having lost; seats count from where alliance 1 begins."""
    players = 2 * n + extra
    if pile == 0:
        return 2 if (seat - 1) % players < n + extra else 1
    mine = 1 if seat < n + extra else 2
    after = {winner(pile - some, (seat + 1) % players, n, extra, m) for some in range(1, min(m, pile) + 1)}
    return mine if mine in after else 3 - mine


GAMES = [
    pytest.param(1, 0, 0, "1..3", {"m", "pile"}, id="two players"),
    pytest.param(1, 1, 0, "2", {"pile"}, id="two against one, who comes last", marks=pytest.mark.slow),
    pytest.param(1, 1, 2, "2", {"pile"}, id="two against one, who comes between", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("n", "extra", "k", "m", "unbounded"), GAMES)
@pytest.mark.slow
def test_the_winner_is_found_and_proved_as_written(
    tmp_path: Path, n: int, extra: int, k: int, m: str, unbounded: set[str]
) -> None:
    best = found_of(survivor(n, extra, k, m)).best
    assert best is not None
    assert best.state == "proved"
    _, file = best.draft.write(tmp_path)
    (result,) = check(load(file), Options(limits=Limits(300.0)), lambda _state: None)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert set(result.proof.unbounded) == unbounded
    players = 2 * n + extra
    for most in (1, 2, 3) if m == "1..3" else (2,):
        parameters = {"n": n, "extra": extra, "k": k, "m": most, "alternating": 0}
        game = oracle.Game(best.draft.rules, (oracle.Counter("pile"), oracle.Counter("player")), parameters)
        for pile in range(40):
            for player in range(1, players + 1):
                said = [str(side) for side in game.values("found", (pile, player))]
                assert said == [str(winner(pile, (player - k - 1) % players, n, extra, most))]


def test_a_wrong_winner_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is learnt, here that the second player wins with one counter alone, `check` refutes it."""
    told: list[str] = []

    def planted(_search: object, language: object, known: Sequence[object], *_more: object) -> object:
        literals, _ = language.literals(known)  # type: ignore[attr-defined]
        (at,) = [at for at, one in enumerate(literals) if one.said == "Pile = 1"]
        return (literals, Cover(((at,),), negated=False, cost=1)) if len(told) < 6 else None

    monkeypatch.setattr(formulas, "fitting", planted)
    found = Discovery()
    for guess in discover(survivor(1, 0, 0, pile="0..20"), Limits(60.0)):
        told.append(guess.state)
        found = found.with_(guess)
    assert "proved" not in told
    assert found.refuted
    # with no counter left it is the one before who has taken the last: player 2, so that side 1 wins where 1 is to move
    assert {one.where for one in found.refuted} == {"n=1,extra=0,k=0,m=2,alternating=0,pile=0,player=2"}


def test_a_player_alone_wins_nothing(tmp_path: Path) -> None:
    rules = tmp_path / "alone.lp"
    rules.write_text(
        "move(take) :- pile(N), N > 0.\nafter(take, pile(N-1)) :- pile(N), N > 0.\nside(1).\nwinner(1) :- pile(0).\n"
    )
    assert found_of(of_encoding(str(rules), (), ("pile=0..20",)), 30.0).best is None


@pytest.mark.slow
def test_games_of_alliances_have_no_misere_play() -> None:
    with pytest.raises(InputError, match="game of alliances"):
        list(discover(named("survivor_nim"), Limits(30.0), "misere"))


def test_theorems_of_the_spec_are_not_looked_at() -> None:
    """Else their constants and predicates would tell what is looked for."""
    text = "\n".join(one.content for one in game_files(named("survivor_nim")))
    assert "winner(2)" in text
    assert "theorem" not in text
    assert "lost_round_8" not in text
