"""Claims about games on sets by searches, and by clingo alone: the same verdicts, counterexamples and numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.boards import board as boards
from bouton.boards.grounded import Grounded
from bouton.boards.plain import Mode
from bouton.boards.search import BoardSearch, TooGreat
from bouton.boards.table import MoveTable, table
from bouton.core.errors import Disagreement
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

CRAM = """cell(1..r,1..c). adj((R,C),(R,C+1)) :- cell(R,C), cell(R,C+1). adj((R,C),(R+1,C)) :- cell(R,C), cell(R+1,C).
begin(free(R,C)) :- cell(R,C).
move(d(A,B)) :- free(R,C), free(T,U), A = (R,C), B = (T,U), adj(A,B).
gone(d((R,C),B), free(R,C)) :- move(d((R,C),B)). gone(d(A,(R,C)), free(R,C)) :- move(d(A,(R,C))).
even :- r \\ 2 = 0, c \\ 2 = 0. other :- r * c \\ 2 = 0.
value(0) :- r \\ 2 = 0, c \\ 2 = 0. value(0) :- r = 1, c = 1. value(1) :- r * c \\ 2 = 0, (r + c) \\ 2 = 1.
few :- #count { R,C : free(R,C) } = N, N < 2.
swap :- not few. movable :- move(_). known :- few. known :- movable. known :- not few, not movable.
named(M) :- move(M), M = #min { O : move(O) }.
far(0) :- r * c = 1. far(1) :- r * c = 2. far(2) :- r = 2, c = 2.
"""
GEOGRAPHY = """vertex((R,C)) :- R = 1..r, C = 1..c. near((R,C),(R,C+1)) :- vertex((R,C)), vertex((R,C+1)).
near((R,C),(R+1,C)) :- vertex((R,C)), vertex((R+1,C)). near(A,B) :- near(B,A).
begin(free(V)) :- vertex(V), V != (1,1). begin(at((1,1))).
move(go(W)) :- at(V), near(V,W), free(W). after(go(W), at(W)) :- move(go(W)). gone(go(W), free(W)) :- move(go(W)).
unvisited :- at(V), not free(V). none(N) :- at(V), N = #count { W : near(V,W), free(W) }.
odd :- r * c \\ 2 = 1. stuck :- at(V), #count { W : near(V,W), free(W) } = 0.
"""
WALK = """vertex((R,C)) :- R = 1..r, C = 1..c. near((R,C),(R,C+1)) :- vertex((R,C)), vertex((R,C+1)).
near((R,C),(R+1,C)) :- vertex((R,C)), vertex((R+1,C)). near(A,B) :- near(B,A).
begin(at((1,1))). begin(full((1,1))).
move(go(W)) :- at(V), near(V,W), not full(W). move(clear) :- at(V), full(V), near(V,W), full(W).
after(go(W), at(W)) :- move(go(W)). after(go(W), full(W)) :- move(go(W)), at(V), full(V).
gone(clear, full(V)) :- move(clear), at(V).
stuck :- at(V), full(V).
"""
TURNS = """cell(1..r,1..c). player(v;h). begin(A,free(R,C)) :- player(A), cell(R,C). begin(A,turn(A)) :- player(A).
side(A) :- turn(A). winner(B) :- turn(A), player(B), A != B.
move(put(R,C)) :- turn(v), free(R,C), free(R+1,C). move(put(R,C)) :- turn(h), free(R,C), free(R,C+1).
gone(put(R,C), free(R,C)) :- move(put(R,C)). gone(put(R,C), free(R+1,C)) :- move(put(R,C)), turn(v).
gone(put(R,C), free(R,C+1)) :- move(put(R,C)), turn(h).
after(put(R,C), turn(B)) :- move(put(R,C)), turn(A), player(B), A != B.
mover(A) :- turn(A). vertical(v). crowded :- #count { R,C : free(R,C) } >= 3.
truly(A) :- turn(A), move(_). truly(B) :- turn(A), player(B), A != B, not move(_).
named(M) :- move(M), M = #max { O : move(O) }.
"""
CLAIMS = {
    "cram": (
        CRAM,
        "{free: {subset_of: cell}}",
        "",
        [
            "kind: p-positions, iff: even, positions: starts, over: {r: 2, c: 2..5}",
            "kind: p-positions, iff: other, positions: starts",
            "kind: p-positions, iff: even, positions: starts, play: misere",
            "kind: grundy, iff: value, positions: starts",
            "kind: p-positions, iff: few, positions: reached, over: {r: 1..2, c: 1..3}",
            "kind: grundy, iff: value, positions: reached, over: {r: 2, c: 2}",
            "kind: p-positions, iff: few, positions: all, over: {r: 1..2, c: 1..3}",
            "kind: remoteness, iff: far, positions: starts, over: {r: 1..2, c: 1..2}",
            "kind: swap-positions, iff: few, positions: reached, over: {r: 1..2, c: 1..3}",
            "kind: swap-positions, iff: swap, positions: all, over: {r: 1..2, c: 1..2}",
            "kind: strategy, moves: named, positions: reached, over: {r: 1..2, c: 1..3}",
            "kind: strategy, moves: named, positions: starts, over: {r: 1..2, c: 1..3}",
            "kind: everywhere, iff: few, positions: reached, over: {r: 1..2, c: 1..3}",
            "kind: everywhere, iff: known, positions: all, over: {r: 1..2, c: 1..3}",
            "kind: outcome, outcome: N, where: movable, positions: all, over: {r: 1, c: 1..3}",
        ],
    ),
    "turns": (
        TURNS,
        "{free: {subset_of: cell}, turn: {one_of: player}}",
        "",
        [
            "kind: winners, iff: mover, positions: starts",
            "kind: winners, iff: vertical, positions: starts, over: {r: 1..3, c: 1}",
            "kind: winners, iff: mover, positions: reached, over: {r: 1..3, c: 1..3}",
            "kind: winners, iff: truly, positions: all, over: {r: 1..2, c: 1..2}",
            "kind: winners, iff: mover, where: crowded, positions: all, over: {r: 1..2, c: 1..3}",
            "kind: strategy, moves: named, positions: reached, over: {r: 1..2, c: 1..3}",
        ],
    ),
    "legal": (
        GEOGRAPHY,
        "{free: {subset_of: vertex}, at: {one_of: vertex}}",
        "legal: unvisited\n",
        [
            "kind: p-positions, iff: stuck, positions: all, over: {r: 1..2, c: 1..3}",
            "kind: p-positions, iff: odd, positions: starts",
            "kind: p-positions, iff: stuck, positions: reached",
            "kind: everywhere, iff: unvisited, positions: all, over: {r: 1..2, c: 1..3}",
            "kind: grundy, iff: none, positions: all, over: {r: 1..2, c: 1..3}",
        ],
    ),
    "geography": (
        GEOGRAPHY,
        "{free: {subset_of: vertex}, at: {one_of: vertex}}",
        "",
        [
            "kind: p-positions, iff: odd, positions: starts",
            "kind: p-positions, iff: stuck, positions: reached",
            "kind: p-positions, iff: stuck, positions: all, over: {r: 1..2, c: 1..3}",
        ],
    ),
    "walk": (
        WALK,
        "{full: {subset_of: vertex}, at: {one_of: vertex}}",
        "cycles: allowed\n",
        [
            "kind: p-positions, iff: stuck, positions: starts, over: {r: 1..2, c: 1..3}",
            "kind: p-positions, iff: stuck, positions: reached, over: {r: 1..2, c: 1..3}",
        ],
    ),
}


def spec_of(name: str, folder: Path) -> Path:
    rules, position, more, claims = CLAIMS[name]
    (folder / "rules.lp").write_text(rules)
    listed = "".join(f"  - {{id: c{at}, says: s, {claim}}}\n" for at, claim in enumerate(claims))
    path = folder / "spec.yaml"
    path.write_text(
        f"game: {name}\nrules: rules.lp\nparameters: {{r: 1..3, c: 1..4}}\nposition: {position}\n"
        f"starts: begin\n{more}claims:\n{listed}"
    )
    return path


def judged(path: Path, engine: str = "auto", claim: str | None = None, limits: Limits | None = None) -> list[Result]:
    claims = () if claim is None else (claim,)
    options = Options(claims=claims, jobs=1, prove=False, limits=limits or Limits(seconds=300), engine=engine)  # type: ignore[arg-type]
    return list(check(load(path), options, lambda _progress: None))


@pytest.mark.parametrize("name", CLAIMS)
@pytest.mark.sample(4)
@pytest.mark.long("cram")
def test_searches_and_clingo_come_to_the_same(name: str, tmp_path: Path) -> None:
    path = spec_of(name, tmp_path)
    by_search, by_clingo = judged(path), judged(path, "ground")
    assert any(one.verdict.value == "refuted" for one in by_clingo)
    for one, other in zip(by_search, by_clingo, strict=True):
        assert "boards in C" in one.engines, one
        assert (one.verdict, one.positions) == (other.verdict, other.positions), one.id
        if other.counterexample is not None:
            assert one.counterexample is not None
            assert one.counterexample.at == other.counterexample.at
            assert one.counterexample.actual == other.counterexample.actual


@pytest.mark.parametrize("claim", ["kind: kernel, iff: even"])
def test_kinds_that_look_at_more_are_left_to_clingo(claim: str, tmp_path: Path) -> None:
    path = spec_of("cram", tmp_path)
    text = path.read_text()
    listed = text.index("  - {id: c0")
    path.write_text(f"{text[:listed]}  - {{id: c, says: s, {claim}, over: {{r: 2, c: 2..3}}}}\n")
    (one,), (other,) = judged(path), judged(path, "ground")
    assert one.engines == ("clingo",)
    assert (one.verdict, one.positions, one.counterexample) == (other.verdict, other.positions, other.counterexample)


def test_without_a_compiler_python_does_it_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "compiler", lambda: None)
    (one,) = judged(spec_of("cram", tmp_path), claim="c0")
    assert "boards in Python" in one.engines
    assert one.verdict.value == "holds"


def test_what_was_done_is_told(tmp_path: Path) -> None:
    path = spec_of("cram", tmp_path)
    (first,), (misere,) = judged(path, claim="c0"), judged(path, claim="c2")
    assert "solved by components; up to symmetry" in first.notes
    assert any("without components, as in misère play" in note for note in misere.notes)


def test_a_table_of_memory_that_is_full_is_no_verdict(tmp_path: Path) -> None:
    path = spec_of("cram", tmp_path)
    path.write_text(
        path.read_text().replace("r: 1..3, c: 1..4", "r: 7, c: 9").replace("over: {r: 2, c: 2..5}", "expect: holds")
    )
    (one,) = judged(path, claim="c2", limits=Limits(seconds=300, memory=32 << 20))
    assert one.verdict.value == "unknown"
    assert "positions seen, as many as 24 MB have room for" in str(one.reason)


def test_a_wrong_table_is_a_disagreement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def wrong(ground: Grounded) -> MoveTable:
        found = table(ground)
        return replace(found, rows=found.rows[:-1])

    monkeypatch.setattr(boards, "table", wrong)
    with pytest.raises(Disagreement, match=r"the moves at .* by clingo and by the table of moves differ"):
        judged(spec_of("cram", tmp_path), claim="c0")


def test_a_wrong_search_is_a_disagreement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards.BoardSolver, "_found", lambda _self, _word: 1)
    with pytest.raises(Disagreement, match=r"another result than without"):
        judged(spec_of("cram", tmp_path), claim="c1")


@pytest.mark.parametrize(
    ("claim", "wrong", "said"), [("c12", None, "right at .* and wrong"), ("c13", 0, "wrong at .* and right")]
)
def test_a_wrong_scan_is_a_disagreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claim: str, wrong: int | None, said: str
) -> None:
    scan = boards.BoardSolver.scan
    monkeypatch.setattr(boards.BoardSolver, "scan", lambda *given: scan(*given)._replace(wrong=wrong))
    with pytest.raises(Disagreement, match=said):
        judged(spec_of("cram", tmp_path), claim=claim)


def test_a_value_too_great_for_its_place_loses_nothing_that_was_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the positions of two starts are judged, and the value of the second has no room beside its position."""
    path = spec_of("cram", tmp_path)
    rules = path.with_name("rules.lp")
    starts = "begin(a,free(1,C)) :- cell(1,C). begin(b,free(R,C)) :- cell(R,C), R > 1."
    rules.write_text(rules.read_text().replace("begin(free(R,C)) :- cell(R,C).", starts))
    path.write_text(
        path.read_text().replace("reached, over: {r: 1..2, c: 1..3}", "reached, where: few, over: {r: 2, c: 3}")
    )
    of, asked = BoardSearch.of, list[int]()

    def narrow(search: BoardSearch, position: int, mode: Mode) -> int:
        asked.append(position)
        if not search.wide and position != asked[0]:
            raise TooGreat
        return of(search, position, mode)

    monkeypatch.setattr(BoardSearch, "of", narrow)
    monkeypatch.setattr("bouton.run.boards._WHOLE", 0)  # which would ask for both starts once more
    (found,) = judged(path, claim="c4")
    assert len({*asked}) > 1
    assert (found.verdict.value, found.positions) == ("holds", 4)


@pytest.mark.parametrize("n", [3, 8, 9])
def test_who_has_won_at_the_end_is_for_the_rules_to_say(tmp_path: Path, n: int) -> None:
    """On a board too large to be solved by clingo as a whole, a search that takes no note of it would be believed."""
    (tmp_path / "g.lp").write_text(
        "vertex(1..n). begin(free(V)) :- vertex(V).\n"
        "move(t(V)) :- free(V). gone(t(V), free(V)) :- move(t(V)).\n"
        "winner(next) :- n \\ 3 = 0. winner(previous) :- n \\ 3 != 0.\n"
        "lost :- n \\ 3 = 0, n \\ 2 = 1. lost :- n \\ 3 != 0, n \\ 2 = 0.\n"
    )
    (tmp_path / "g.yaml").write_text(
        f"game: g\nrules: g.lp\nparameters: {{n: {n}..{n}}}\nposition: {{free: {{subset_of: vertex}}}}\nstarts: begin\n"
        "claims:\n  - {id: c, says: s, kind: p-positions, iff: lost, positions: starts}\n"
    )
    (result,) = check(load(tmp_path / "g.yaml"), Options(fresh=True), lambda _: None)
    assert result.verdict is Verdict.HOLDS
