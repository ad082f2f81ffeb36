"""A measure that Bouton finds where a spec gives none: every move lowers it, or nothing is judged by it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import bouton
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.measures import measured
from bouton.run.options import Options
from tests.tabulated import tabulate

MERGING = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(merge(I,J)) :- heap(I,_), heap(J,_), I < J.
after(merge(I,J), heap(I,S+U)) :- move(merge(I,J)), heap(I,S), heap(J,U).
after(merge(I,J), heap(J,0)) :- move(merge(I,J)).
empty :- not heap(1,_).
"""
HEAPS = "position: {heap: {count: 0..3, size: 1..4}}\n"
CLAIM = "claims:\n  - {id: c, says: x, kind: p-positions, iff: %s}\n"
Made = Callable[[str, str], Spec]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(rules: str, rest: str) -> Spec:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
        return load(str(tmp_path / "g.yaml"))

    return make


def judged(spec: Spec) -> Result:
    (result,) = check(spec, Options(), lambda _: None)
    return result


def test_what_is_found_judges_as_what_is_given(made: Made) -> None:
    found = judged(measured(made(MERGING, HEAPS + CLAIM % "empty"), Limits()))
    given = judged(made(MERGING, f"measure: [stones, heaps]\n{HEAPS}{CLAIM % 'empty'}"))
    assert found.counterexample == given.counterexample
    assert given.notes == ()
    (note,) = found.notes
    says = "merge(1,2) from heap 1:1 to heap 2 does not lower the default (stones)"
    assert note == f"the measure is [stones, heaps], found by Bouton, as {says}"


def test_what_is_given_is_kept_and_a_default_that_does(made: Made) -> None:
    for text in (f"measure: [stones]\n{HEAPS}", "position: {pile: 0..9}\n"):
        rules = MERGING if "heap" in text else "move(m) :- pile(N), N > 0.\nafter(m, pile(N-1)) :- move(m), pile(N).\n"
        spec = made(rules, text)
        assert measured(spec, Limits()).measure.entries == spec.measure.entries == ("stones",)
        assert measured(spec, Limits()).measure.why is None
    spec = measured(made(MERGING, f"measure: [stones]\n{HEAPS}{CLAIM % 'empty'}"), Limits())
    with pytest.raises(InputError, match=r"does not lower the measure \(stones\).*such as \[stones, heaps\]"):
        judged(spec)


def drawn(seed: int) -> tuple[list[tuple[int, ...]], str]:
    """Three counters up to 3, and moves that change them by so much each, within 0..3."""
    chance = random.Random(seed)
    moves = [tuple(chance.randint(-2, 2) for _ in range(3)) for _ in range(chance.randint(1, 3))]
    rules = "".join(
        f"move(m{at}) :- a(A), b(B), c(C), A+({x}) >= 0, A+({x}) <= 3, B+({y}) >= 0, B+({y}) <= 3, "
        f"C+({z}) >= 0, C+({z}) <= 3.\n"
        f"after(m{at}, a(A+({x}))) :- move(m{at}), a(A).\nafter(m{at}, b(B+({y}))) :- move(m{at}), b(B).\n"
        f"after(m{at}, c(C+({z}))) :- move(m{at}), c(C).\n"
        for at, (x, y, z) in enumerate(moves)
    )
    return moves, rules + "none :- a(0), b(0), c(0).\n"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sample(3)
def test_every_move_lowers_what_is_found(made: Made, seed: int) -> None:
    moves, rules = drawn(seed)
    spec = measured(made(rules, "position: {a: 0..3, b: 0..3, c: 0..3}\n"), Limits())
    box = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]

    def options(at: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = [tuple(x + d for x, d in zip(at, move, strict=True)) for move in moves]
        return [option for option in found if all(0 <= one <= 3 for one in option)]

    falls = all(spec.measure.of(option) < spec.measure.of(at) for at in box for option in options(at))

    @cache
    def lost(at: tuple[int, ...]) -> bool:
        return not any(lost(option) for option in options(at))

    if falls:
        rows = tabulate(spec, "normal", Limits(), lambda _: None)
        assert {tuple(row.position.values()): row.lost for row in rows} == {at: lost(at) for at in box}
    else:
        assert spec.measure.why is None
        with pytest.raises(InputError, match=r"does not change the position|form a cycle|none was found"):
            list(tabulate(spec, "normal", Limits(), lambda _: None))


@pytest.mark.slow
def test_the_games_drawn_are_of_each_sort(made: Made) -> None:
    found = [measured(made(drawn(seed)[1], "position: {a: 0..3, b: 0..3, c: 0..3}\n"), Limits()) for seed in range(12)]
    assert sum(spec.measure.why is not None for spec in found) >= 2
    assert sum(spec.measure.against is not None for spec in found) >= 2


WEIGHED = """\
move(a) :- p(N), q(M), N < 4, M > 1.
after(a, p(N+3)) :- move(a), p(N).
after(a, q(M-2)) :- move(a), q(M).
move(b) :- p(N), q(M), N > 1, M < 6.
after(b, p(N-2)) :- move(b), p(N).
after(b, q(M+1)) :- move(b), q(M).
lost :- p(0).
"""


def test_where_none_is_found_each_has_a_move_against_it(made: Made) -> None:
    """The game ends, as 5p + 8q falls."""
    spec = measured(made(WEIGHED, "position: {p: 0..6, q: 0..6}\n" + CLAIM % "lost"), Limits())
    says = r"none was found: p not by a from p 0,q 2 to p 3,q 0; q not by b from p 2,q 0 to p 0,q 1; "
    says += r"p \+ q not by a from p 0,q 2 to p 3,q 0"
    with pytest.raises(InputError, match=says):
        judged(spec)


SUMMED = """\
move(a) :- p(N), q(M), N > 1, M < 9.
after(a, p(N-2)) :- move(a), p(N).
after(a, q(M+1)) :- move(a), q(M).
move(b) :- p(N), q(M), M > 1, N < 9.
after(b, p(N+1)) :- move(b), p(N).
after(b, q(M-2)) :- move(b), q(M).
lost :- p(N), q(M), N < 2, M < 2.
"""


@pytest.mark.parametrize(
    ("position", "said", "more"),
    [
        ("p: {0}, q: {0}", "p + q", ""),
        ("r: 0..2, p: {0}, q: {0}", "p + q", ""),
        ("heap: {{count: 0..1, size: 1..2}}, p: {0}, q: {0}", "stones", ", where p and q count as stones"),
    ],
)
def test_counters_are_added_up(made: Made, position: str, said: str, more: str) -> None:
    """Each move lowers one and raises the other; the sum falls, as where the spec says that they count as stones."""
    found = judged(made(SUMMED, f"position: {{{position.format('0..5')}}}\n{CLAIM % 'lost'}"))
    marked = position.format("{range: 0..5, stones: true}")
    given = judged(made(SUMMED, f"measure: [stones]\nposition: {{{marked}}}\n{CLAIM % 'lost'}"))
    assert found.counterexample == given.counterexample
    assert found.counterexample is not None
    (note,) = found.notes
    assert note.startswith(f"the measure is [{said}]{more}, found by Bouton, as ")
    spec = made(SUMMED, f"measure: [q, p]\nposition: {{{position.format('4..5')}}}\n{CLAIM % 'lost'}")
    with pytest.raises(InputError, match=r"such as \[stones\], with `stones: true` of p and q"):
        judged(spec)


def test_a_predicate_of_the_rules_is_found(made: Made) -> None:
    """Where nothing else does: one that names a single natural number at each position, and falls with every move."""
    rules = WEIGHED + (
        "both(W) :- p(W).\nboth(W) :- q(W).\nraised(W) :- p(N), q(M), W = N+M+50.\n"
        "negative(W) :- p(N), q(M), W = 5*N+8*M-5.\nsum(W) :- p(N), q(M), W = 5*N+8*M.\n"
    )
    text = "position: {p: 0..6, q: 0..6}\n" + CLAIM % "lost"
    found = judged(made(rules, text))
    given = judged(made(rules, f"measure: sum\n{text}"))
    assert found.counterexample == given.counterexample
    (note,) = found.notes
    says = "a from p 0,q 2 to p 3,q 0 does not lower the default (p, then q)"
    assert note == f"the measure is [sum], found by Bouton, as {says}"


def test_a_predicate_that_fails_later_judges_nothing(made: Made) -> None:
    rules = WEIGHED + "sum(W) :- p(N), q(M), W = 5*N+8*M, N+M < 1000.\nsum(0) :- p(N), q(M), N+M >= 1000.\n"
    far = "position: {p: 0..1000, q: 0..1000}\nclaims:\n  - {id: c, says: x, kind: p-positions, iff: lost, %s}\n"
    spec = measured(
        made(rules.replace("< 6", "< 2000").replace("< 4", "< 2000"), far % "over: {p: 0..6, q: 999..1000}"), Limits()
    )
    assert spec.measure.entries == ("sum",)
    with pytest.raises(InputError, match=r"does not lower the measure \(sum, found for other moves\)"):
        judged(spec)


LATE = """\
move(a) :- p(N), N > 0.
after(a, p(N-1)) :- move(a), p(N).
after(a, q(M+1)) :- move(a), q(M).
move(b) :- p(N), q(M), M > 0, N > 0, N < 60.
after(b, p(N+1)) :- move(b), p(N).
after(b, q(M-1)) :- move(b), q(M).
"""


def test_a_move_that_none_of_those_seen_foretells(made: Made) -> None:
    """Of the small positions all moves lower q; one far up does not, and nothing is judged by it."""
    rules = LATE.replace("N > 0.", "N > 50.", 1)
    spec = measured(made(rules, "position: {p: 0..60, q: {range: 0..60, reach: 0..120}}\n"), Limits())
    assert spec.measure.entries == ("q",)
    with pytest.raises(InputError, match=r"form a cycle|does not lower the measure \(q, found for other moves\)"):
        list(tabulate(spec, "normal", Limits(), lambda _: None))


FALLING = """\
move(m(D)) :- pile(N), N > 0, D = 0..2.
after(m(D), pile(N-1)) :- move(m(D)), pile(N).
after(m(D), score(S+D)) :- move(m(D)), score(S).
even :- pile(N), N \\ 2 = 0.
"""


def test_the_measure_found_is_an_obligation_of_a_proof(made: Made) -> None:
    claim = CLAIM.replace("iff: %s", "iff: even, prove: {pile: all, score: all}")
    position = "position: {score: {range: 0..5, stones: true}, pile: 0..9}\n"
    result = judged(measured(made(FALLING, position + claim), Limits()))
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert [one.meaning for one in result.proof.obligations if one.name == "measure"] == [
        "every move lowers the measure (pile)"
    ]


def test_from_the_command_line_and_from_python(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = made(MERGING, HEAPS + CLAIM % "empty").file
    certificate = str(tmp_path / "c.json")
    assert main(["check", file, "--json", "--fresh", "--certificate", certificate]) == 1
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["notes"][0].startswith("the measure is [stones, heaps], found by Bouton")
    assert main(["verify", certificate, "--replay"]) == 0
    assert main(["explain", file]) == 0
    assert "stones, heaps: every move lowers the first that changes (found by Bouton" in capsys.readouterr().out
    game = bouton.Game(tmp_path / "g.lp", heap={"count": "0..2", "size": "1..3"})
    assert "1:1" in str(game.table())


@pytest.mark.slow
def test_what_fails_by_the_default_is_judged_by_what_is_found(made: Made) -> None:
    """A check looks for a measure where a move fails it or a claim does, and says the same as one that has it."""
    for rest in (HEAPS, "position: {heap: {count: 1..3, size: 1..4}}\n"):
        for said in ("empty", "not empty", "heap(1,_), heap(2,1)", "heap(1,_), heap(2,2)"):
            rules = MERGING + f"said :- {said}.\n"
            spec = made(rules, rest + CLAIM % "said")
            late, soon = (replace(judged(one), seconds=0) for one in (spec, measured(spec, Limits())))
            assert late == soon


def test_it_is_looked_for_where_something_does_not_hold(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Spec] = []

    def look(spec: Spec, _limits: Limits) -> Spec:
        looked.append(spec)
        return spec

    monkeypatch.setattr("bouton.run.check.measured", look)
    rules = "move(m) :- pile(N), N > 0.\nafter(m, pile(N-1)) :- move(m), pile(N).\neven :- pile(N), N \\ 2 = 0.\n"
    assert judged(made(rules, "position: {pile: 0..9}\n" + CLAIM % "even")).verdict is Verdict.HOLDS
    assert looked == []
    two = "claims:\n" + "".join(f"  - {{id: c{one}, says: x, kind: p-positions, iff: odd}}\n" for one in range(2))
    spec = made(rules + "odd :- not even.\n", "position: {pile: 0..9}\n" + two)
    assert [one.verdict for one in check(spec, Options(), lambda _: None)] == [Verdict.REFUTED] * 2
    assert len(looked) == 1
    with pytest.raises(InputError, match="does not lower the measure"):
        judged(made(MERGING, HEAPS + CLAIM % "empty"))
    assert len(looked) == 2


PARTING = r"""
heaps(N) :- N = #count { I : heap(I,_) }.
move(lower(I,T))               :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T))   :- move(lower(I,T)).
move(split(I,L))               :- heap(I,S), L = 1..S/2.
after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
row(I,S)   :- heap(I,S), S \ 4 = 1..2.
row(I,S+1) :- heap(I,S), S \ 4 = 3.
row(I,S-1) :- heap(I,S), S \ 4 = 0.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
zero :- heaps(N), sum(N,0).
"""


@pytest.mark.slow
def test_it_is_found_where_heaps_are_valued_one_by_one(made: Made) -> None:
    """Splits leave as many stones: by stones alone a position and its options would be judged together."""
    result = judged(made(PARTING, f"position: {{heap: {{count: 0..5, size: 1..7}}}}\n{CLAIM % 'zero'}"))
    assert result.verdict is Verdict.HOLDS
    assert "sum of heaps" in result.engines
    assert "the measure is [stones, splits], found by Bouton" in result.notes[-1]
