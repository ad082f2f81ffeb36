"""Changes that are judged by processes that share the game, held against a check of each by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.ground.solved_once import SolvedOnce
from bouton.process.limits import Limits
from bouton.run import breaking, in_box
from bouton.run.breaking import broken
from bouton.run.mutants import Broken, candidates, extract, legal
from bouton.run.options import Options
from tests.samples import small_or_whole
from tests.shipped import loaded

SPECS = Path(__file__).parents[2] / "specs"
OPTIONS = Options(jobs=2, limits=Limits(seconds=20), crosscheck=False, prove=False)
SHIPPED = {
    # a claim of each kind and of several: how many of its changes are tried
    "greedy_nim theorem-4": 12,
    "greedy_nim theorem-5-singular": 10,
    "greedy_nim section-5-2-near": 10,
    "greedy_nim section-5-2-misere": 16,
    "greedy_nim_k theorem-2-answers": 6,
    "survivor_nim proposition-4": 6,
    "misere_bounded_greedy_nim section-3-2-1-one-stone": 6,
    "misere_bounded_greedy_nim fact-1-ranked": 12,
    "survivor_nim theorem-8": 12,
    "survivor_nim corollary-5-corrected": 12,
    "survivor_nim theorem-8-two-moves": 12,
    "nim winning-moves": 10,
    "nim_with_a_pass": 8,
    "delete_nim values": 10,
    "mark": 10,
    "sums": 30,
    "subtraction": 8,
}
LARGER = """\
move(take(D)) :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
p :- pile(N), N \\ 3 = 0, N / (N+1) = 0.
"""
SPEC = """\
game: take one or two
rules: larger.lp
position: {pile: 0..60}
claims:
  - {id: p, says: s, kind: p-positions, iff: p}
"""


def both(
    spec: Spec, claim: str, every: int, monkeypatch: pytest.MonkeyPatch, *, game: bool = True
) -> tuple[Sequence[Broken], Sequence[Broken]]:
    """How each so-manieth change ends, judged with the others and by itself."""
    found = []
    with monkeypatch.context() as patched:
        patched.setattr(breaking, "candidates", lambda *asked, game=False: candidates(*asked, game=game)[::every])
        for suited in (in_box.suited, lambda *_asked: False):
            patched.setattr(in_box, "suited", suited)
            found.append(list(broken(spec, spec.claim(claim), OPTIONS, game=game)))
    return found[0], found[1]


@pytest.mark.parametrize("times", small_or_whole(2, 1))
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sample(17)
def test_together_as_apart(name: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run every other of the changes."""
    file, _, claim = name.partition(" ")
    spec = loaded(SPECS / f"{file}.yaml")
    chosen = claim or next(one.id for one in spec.claims if one.expect.verdict != "refuted")
    whole = replace(spec, rules=extract(spec, spec.claim(chosen)))
    step = max(1, len(candidates(whole, whole.claim(chosen), game=True)) // SHIPPED[name]) * times
    together, apart = both(spec, chosen, step, monkeypatch)
    assert len(together) >= 2
    assert [one.mutant for one in together] == [one.mutant for one in apart]
    in_time = [pair for pair in zip(together, apart, strict=True) if not any(map(_late, pair))]
    assert len(in_time) >= max(2, len(together) // 2)
    for one, other in in_time:
        assert one == other, str(one.mutant)


def _late(one: Broken) -> bool:
    return one.end == "unknown" and "time limit" in (one.reason or "")


@pytest.mark.parametrize("every", small_or_whole(3, 1))
@pytest.mark.slow
def test_a_change_beyond_the_first_positions_is_found_where_it_fails(
    every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boxes are solved in parts, and what a change says is asked of each part."""
    (tmp_path / "larger.lp").write_text(LARGER + "p :- pile(N), N > 2000.\n")
    (tmp_path / "larger.yaml").write_text(SPEC.replace("0..60", "0..3000").replace("p}", "p, expect: refuted}"))
    spec = load(str(tmp_path / "larger.yaml"))
    together, apart = both(spec, "p", every, monkeypatch)
    assert together == apart
    least = Counter(one.counterexample.position["pile"] for one in together if one.counterexample is not None)
    assert least[2002] > 2 / every  # 2001 is a multiple of three
    assert max(least) == 2002


@pytest.mark.slow
def test_faults_of_changed_rules_are_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "larger.lp").write_text(LARGER)
    (tmp_path / "larger.yaml").write_text(SPEC)
    spec = load(str(tmp_path / "larger.yaml"))
    together, apart = both(spec, "p", 1, monkeypatch)
    assert together == apart
    assert any("N/(N+0) has no value" in str(one.reason) for one in together if one.end == "faulty")
    assert {"faulty", "refuted", "holds"} <= {one.end for one in together}


@pytest.mark.slow
def test_a_change_that_takes_long_is_judged_alone_and_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what joins them numbers have millions of pairs; those beside it are decided all the same."""
    endless = "far(A) :- pile(_), A = 1..3000, B = 1..3000, A = B.\np :- pile(N), N \\ 3 = 0, far(70).\n"
    (tmp_path / "larger.lp").write_text(LARGER.partition("p :-")[0] + endless)
    (tmp_path / "larger.yaml").write_text(SPEC)
    spec = load(str(tmp_path / "larger.yaml"))
    monkeypatch.setattr("tests.run.test_in_box.OPTIONS", replace(OPTIONS, limits=Limits(seconds=4)))
    together, apart = both(spec, "p", 1, monkeypatch, game=False)
    assert list(map(_late, together)) == list(map(_late, apart))
    assert [one for one in together if not _late(one)] == [one for one in apart if not _late(one)]
    assert 0 < Counter(map(_late, together))[True] < 4
    assert Counter(one.end for one in together)["refuted"] > 10


@pytest.mark.slow
def test_the_game_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only the theorem is changed no move is derived again."""
    spec = loaded(SPECS / "greedy_nim.yaml")
    claim = spec.claim("theorem-4")
    options = replace(OPTIONS, claims=("theorem-4",), suspend=True)
    whole = replace(spec, rules=extract(spec, claim))
    solved = SolvedOnce()
    in_box.solve(solved, whole, options, 60)
    monkeypatch.setattr("bouton.ground.solved_once.graphs", None)  # whatever asks for it fails
    for mutant in [one for one in candidates(whole, claim)[::9] if legal(whole, claim, one)]:
        changed = in_box.in_box(replace(whole, rules=mutant.of(whole.rules)), "theorem-4", options, solved, other=False)
        assert changed.positions > 0
    every = candidates(whole, claim, game=True)
    game = next(one for one in every if one.head == ("move", 1) and legal(whole, claim, one))
    with pytest.raises(TypeError):
        in_box.in_box(replace(whole, rules=game.of(whole.rules)), "theorem-4", options, solved, other=True)
