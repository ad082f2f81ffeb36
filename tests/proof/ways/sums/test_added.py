"""Named positions of sums of heaps: what is added to a position, and what is said of its value then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.proof.ways.sums.added import sums
from bouton.run.check import check
from bouton.run.options import Options

TAKE = """\
row_count(Rows) :- Rows = #count { Row : row(Row,_) }.
move(take(I,D)) :- row(I,S), D = 1..2, D <= S.
after(take(I,D), row(I,S-D)) :- row(I,S), move(take(I,D)).
"""
NAMES = """\
at(here, row(A,B)) :- row(A,B).
at(more, row(I,S)) :- row(I,S).
at(more, row(N+1,k)) :- row_count(N).
at(both, row(I,S)) :- row(I,S).
at(both, row(N+2,2)) :- row_count(N).
at(both, row(N+1,1)) :- row_count(N).
at(twice, row(I,S)) :- row(I,S).
at(twice, row(N+I,S)) :- row_count(N), row(I,S).
at(apart, row(2,4)).
at(apart, row(7,k+2)).
nothing :- value(here,V), value(more,V).
three :- value(here,V), value(both,V^3).
lost :- outcome(twice,p).
alike :- outcome(here,p), outcome(more,p).
alike :- outcome(here,n), outcome(more,n).
one :- value(apart,k-2).
few :- value(here,V), value(more,V), V < 4.
far :- value(here,V), value(more,V), V < 900.
where_won :- outcome(here,n).
worth :- value(more,V), V > 0.
counted :- value(here,V), value(more,V), row_count(N), N >= 0.
"""
SPLIT = TAKE.replace("row(I,S-D)) :- ", "row(I,S-D-L)) :- ").replace("take(I,D)", "take(I,D,L)")
SPLIT = SPLIT.replace("D <= S.", "D <= S, L = 0..S-D.")
SPLIT += "after(take(I,D,L), row(N+1,L)) :- move(take(I,D,L)), row_count(N).\n"


def named_in(said: str, names: str) -> str:
    """The rules of the predicates that a claim speaks of, and of the positions that these name: others take as long."""
    lines = names.splitlines(keepends=True)
    told = [line for line in lines if line.partition(" ")[0] in re.findall(r"\w+", said)]
    return "".join([line for line in lines if any(f"({line[3:].partition(',')[0]}," in one for one in told)] + told)


def judged(at: Path, said: str, rules: str = TAKE, k: str = "3", names: str = NAMES) -> Result:
    (at / "g.lp").write_text(rules + named_in(said, names))
    head = f"game: g\nrules: g.lp\nparameters: {{k: {k}}}\nposition: {{row: {{count: 0..2, size: 1..4}}}}\nclaims:\n"
    claim = f"  - {{id: c, says: A., kind: everywhere, {said}, prove: {{row: {{count: all}}}}}}\n"
    (at / "g.yaml").write_text(head + claim)
    (result,) = check(load(at / "g.yaml"), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


def why(result: Result) -> str:
    assert result.verdict is Verdict.HOLDS
    return str(result.proof and result.proof.reason)


@pytest.mark.parametrize(
    ("said", "k"),
    [
        ("iff: nothing", "3"),
        pytest.param("iff: three", "3", marks=pytest.mark.slow),
        pytest.param("iff: alike", "6..6", marks=pytest.mark.slow),
        pytest.param("iff: lost", "3", marks=pytest.mark.slow),
        pytest.param("iff: one", "2", marks=pytest.mark.slow),
        pytest.param("iff: worth, where: where_won", "3", marks=pytest.mark.slow),
        pytest.param("iff: where_won, same: worth", "3", marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(1)
def test_what_is_added_is_proved(tmp_path: Path, said: str, k: str) -> None:
    result = judged(tmp_path, said, k=k)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert "Sprague 1935" in " ".join(result.proof.cites)
    assert any("named" in one.name for one in result.proof.obligations)


@pytest.mark.parametrize(
    ("said", "k", "least"),
    [
        ("iff: nothing", "4", []),
        ("iff: nothing", "1..3", []),
        ("iff: lost, play: misere", "3", []),
    ],
)
def test_what_is_false_is_refuted(tmp_path: Path, said: str, k: str, least: list[int]) -> None:
    result = judged(tmp_path, said, k=k)
    assert result.counterexample is not None
    assert result.counterexample.position == {"row": least}


@pytest.mark.slow
def test_heaps_that_split(tmp_path: Path) -> None:
    """A row of which one or two are taken and what is left is split, as in Kayles: its values are worked out."""
    names = NAMES.replace("V^3", "V^(2^1)")
    assert judged(tmp_path, "iff: three", SPLIT, names=names).verdict is Verdict.PROVED
    result = judged(tmp_path, "iff: nothing", SPLIT)
    assert result.counterexample is not None
    assert result.counterexample.position == {"row": []}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("iff: few", "worth as much as the heap has stones"),  # no position is worth 4, which is not known
        pytest.param("iff: far", "worth as much as the heap has stones", marks=pytest.mark.slow),
        pytest.param("iff: counted", "more is asked of the position than values and outcomes", marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(1)
def test_what_is_not_known_is_not_proved(tmp_path: Path, said: str, reason: str) -> None:
    assert reason in why(judged(tmp_path, said))


@pytest.mark.slow
def test_a_game_that_does_not_end_beyond_the_box_is_not_proved(tmp_path: Path) -> None:
    rules = TAKE.replace("row(I,S-D))", "row(I,S-D+E)), extra(I,E)").replace(")), extra(I,E) :-", ")) :- extra(I,E),")
    rules += "extra(I,0) :- row(I,S), S < 12.\nextra(I,2) :- row(I,S), S >= 12.\n"
    assert "sizes" not in (reason := why(judged(tmp_path, "iff: nothing", rules)))
    assert "measure" in reason


def named(at: Path, text: str) -> dict[str, tuple[int, int]]:
    (at / "g.lp").write_text(f"{TAKE}{text}\nholds :- value(a,V), V >= 0.\n")
    claim = "{id: c, says: A., kind: everywhere, iff: holds, prove: {row: {count: all}}}"
    head = "game: g\nrules: g.lp\nparameters: {k: 3}\nposition: {row: {count: 0..2, size: 1..4}}\nclaims:\n"
    (at / "g.yaml").write_text(f"{head}  - {claim}\n")
    spec = load(at / "g.yaml")
    return {name: (one.times, len(one.sizes)) for name, one in sums(spec.claim("c"), rules_of(spec)).items()}


OWN = "at(a, row(I,S)) :- row(I,S)."
BEHIND = "at(a, row(N+1,5)) :- row_count(N)."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (OWN, (1, 0)),
        (f"{OWN} {BEHIND} at(a, row(M+2,k)) :- row_count(M).", (1, 2)),
        (f"{OWN} at(a, row(I+N,S)) :- row(I,S), row_count(N).", (2, 0)),
        (f"{OWN} at(a, row(1,0)) :- row_count(0).", (1, 0)),
        (BEHIND, (0, 1)),
        ("at(a, row(1,5)). at(a, row(2,5)).", (0, 2)),
        (f"{OWN} {BEHIND} at(b, row(1,2)).", (1, 1)),
    ],
)
def test_names_of_sums(tmp_path: Path, text: str, found: tuple[int, int]) -> None:
    assert named(tmp_path, text) == {"a": found}


@pytest.mark.parametrize(
    "text",
    [
        "at(a, row(I,S+1)) :- row(I,S).",
        "at(a, row(S,I)) :- row(I,S).",
        "at(a, row(I,S)) :- row(I,S), S > 1.",
        f"{OWN} at(a, row(N+1,5)) :- row_count(N), N < 9.",
        f"{OWN} {BEHIND} at(a, row(N+1,4)) :- row_count(N).",
        f"{OWN} at(a, row(1,5)).",
        f"{OWN} at(a, row(N+0,5)) :- row_count(N).",
        f"{OWN} at(a, row(N-1,5)) :- row_count(N).",
        f"{OWN} at(a, row(N+N,5)) :- row_count(N).",
        f"{OWN} at(a, row(N+1,N)) :- row_count(N).",
        f"{OWN} {BEHIND} at(a, row(N+I,S)) :- row(I,S), row_count(N).",
        "at(a, row(N+I,S)) :- row(I,S), row_count(N).",
        f"{BEHIND} at(a, row(1,5)).",
        f"{OWN} at(N, row(9,5)) :- row_count(N).",
    ],
)
def test_other_names_are_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unreadable):
        named(tmp_path, text)
