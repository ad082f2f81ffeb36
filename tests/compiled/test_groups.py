"""Positions judged in groups say what Python's plain loop says, wherever a range or a failure cuts a group."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.compiled.engine import load
from bouton.compiled.job import KERNEL, LOCAL, SIDES, Job
from bouton.document.load import load as load_spec
from bouton.schedule.ranges import RankSpan
from tests.compiled.engines import judged, prepared

MOVES = """
move(take(D))              :- pile(N), D = 1..2, D <= N.
after(take(D),pile(N-D))   :- move(take(D)), pile(N).
after(take(D),player(P+1)) :- move(take(D)), player(P), P < 3.
after(take(D),player(1))   :- move(take(D)), player(3).
late :- pile(N), N > 2.
"""
# players 1 and 3 against 2: whoever takes the last counter has lost
ALLIANCES = """
side(odd)  :- player(P), P \\ 2 = 1.
side(even) :- player(2).
winner(W)  :- pile(0), side(W).
claim(odd)  :- pile(N), player(P), not even_wins.
claim(even) :- even_wins.
even_wins :- pile({n}), player({p}).
even_wins :- pile(0), player(2).
even_wins :- pile(1), player(1).
"""
KERNELS = """
claim :- pile(N), N \\ 3 = 0, N != {n}.
claim :- pile({n}), player({p}).
"""
SPEC = """
game: three players
rules: rules.lp
position: {{pile: 0..40, player: 1..{players}}}
claims: [{{id: all, says: All., kind: {kind}, iff: claim{more}}}]
"""
CASES = [
    (ALLIANCES, "winners", "", SIDES),
    (ALLIANCES, "winners", ", where: late", SIDES),
    (ALLIANCES, "winners", ", over: {player: 2}", SIDES),
    (KERNELS, "p-positions", "", LOCAL),
    (KERNELS, "p-positions", ", where: late", KERNEL),
    (KERNELS, "p-positions", ", over: {player: 2..3}", KERNEL),
]


def the_job(folder: Path, rules: str, kind: str, more: str, players: int = 3) -> Job:
    """The job of the one claim."""
    (folder / "rules.lp").write_text(MOVES + rules)
    (folder / "spec.yaml").write_text(SPEC.format(kind=kind, more=more, players=players))
    spec = load_spec(folder / "spec.yaml")
    ((item, claim),) = judged(spec)
    program = prepared(spec, item, claim)
    assert program is not None
    return program.job


def spans(job: Job, language: str, step: int) -> list[RankSpan]:
    """What is found in ranges of so many positions."""
    program = load(job, language)
    return [program.run(start, min(start + step, job.size)) for start in range(0, job.size, step)]


@pytest.mark.parametrize(("rules", "kind", "more", "mode"), CASES)
@pytest.mark.parametrize(("n", "p"), [(5, 1), (7, 2), (9, 3), (0, 2)])
@pytest.mark.sample(40)
def test_groups_are_cut_anywhere(rules: str, kind: str, more: str, mode: int, n: int, p: int, tmp_path: Path) -> None:
    job = the_job(tmp_path, rules.format(n=n, p=p), kind, more)
    assert job.mode == mode and "usual(tab, x0, 3, " in job.c
    assert ("if (mode == 5 && r >= start" in job.c) is (mode == SIDES)
    for step in (1, 2, 5, 7, job.size):
        assert spans(job, "C", step) == spans(job, "Python", step)


@pytest.mark.slow
def test_some_of_them_fail_and_some_hold(tmp_path: Path) -> None:
    found = {
        (n, mode): spans(the_job(tmp_path, rules.format(n=n, p=2), kind, more), "C", 1000)[0].first is None
        for rules, kind, more, mode in CASES
        for n in (0, 9)
    }
    assert set(found.values()) == {True, False}


def test_players_below_0_are_judged_in_groups(tmp_path: Path) -> None:
    """As the others are."""
    below = MOVES.replace("P < 3", "P < -2").replace("player(1)", "player(-4)").replace("player(3)", "player(-2)")
    rules = KERNELS.format(n=9, p=-3)
    (tmp_path / "rules.lp").write_text(below + rules)
    (tmp_path / "spec.yaml").write_text(SPEC.format(kind="p-positions", more="", players=3).replace("1..3", "-4..-2"))
    ((item, claim),) = judged(spec := load_spec(tmp_path / "spec.yaml"))
    program = prepared(spec, item, claim)
    assert program is not None
    assert "usual(tab, x0, -3, " in program.job.c
    for step in (7, program.job.size):
        assert spans(program.job, "C", step) == spans(program.job, "Python", step)


def test_many_players_are_judged_one_by_one(tmp_path: Path) -> None:
    rules = KERNELS.format(n=0, p=1).replace("player(1)", "player(_)")
    job = the_job(tmp_path, rules, "p-positions", "", players=30)
    assert "usual(tab, x0, x1, " in job.c
    for step in (11, job.size):
        assert spans(job, "C", step) == spans(job, "Python", step)
