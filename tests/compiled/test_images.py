"""Positions held against their images in another game, both solved by programs: what clingo finds, in C and Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.compiled import images
from bouton.compiled.prepare import prepare
from bouton.core.errors import Disagreement, Misfit, Unreadable
from bouton.core.logic.arithmetic import add, number
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.reading.relation import Row
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged

NIM = """
move(take(I,M)) :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
t(0,0). t(I,X^S) :- t(I-1,X), heap(I,S).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(X) :- t(N,X), heaps(N).
some :- heap(1,_).
large :- heap(_,5).
nim(pile(X)) :- sum(X).
many(pile(S)) :- S = #sum { T,I : heap(I,T) }.
far(pile(X)) :- sum(X), not last.   far(pile(1-X)) :- sum(X), last, X < 2.   last :- heap(1,5), heap(2,5), heap(3,5).
last :- heap(1,5), heap(2,5), not heap(3,_).
out(pile(X)) :- sum(X), not last.   out(pile(99)) :- last.
two(pile(X;X+1)) :- sum(X).
none(pile(X)) :- sum(X), some.
rows(h(2,T)) :- sum(T).             rows(h(1,0)).          rows(left(1)).
swap(h(4-I,S)) :- heap(I,S).        swap(left(0)) :- not large.   swap(left(1)) :- large.
"""
PILE = """
move(m(M)) :- pile(N), M = 1..N.
after(m(M), pile(N-M)) :- move(m(M)), pile(N).
"""
ROWS = """
move(t(I,M)) :- h(I,S), M = 1..S.
after(t(I,M), h(I,S-M)) :- move(t(I,M)), h(I,S).
move(bit) :- left(1), h(_,_).
after(bit, left(0)) :- move(bit).
"""
SIDES = """
side(left) :- heaps(N), N \\ 2 = 0.   side(right) :- heaps(N), N \\ 2 = 1.
winner(right) :- not some.
"""
CLAIMS = {
    "far": "pile",  # in every run: of as few positions as are compared there none has an image elsewhere
    "nim": "pile",
    "nim, play: misere": "pile",
    "nim, other_play: misere": "pile",
    "nim, play: misere, where: large": "pile",
    "many": "pile",
    "many, where: some": "pile",
    "rows": "rows",
    "swap": "rows",
    "swap, where: large, play: misere": "rows",
    "swap, play: misere, other_play: normal": "loose",
}
OF_SIDES = {"nim, where: some": "pile", "nim, other_play: misere": "pile", "swap": "rows"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games."""
    made = tmp_path_factory.mktemp("images")
    for name, rules in (("a", NIM), ("pile", PILE), ("rows", ROWS)):
        (made / f"{name}.lp").write_text(rules)
    (made / "pile.yaml").write_text("game: p\nrules: pile.lp\nposition: {pile: 0..20}\n")
    for name, order in (("rows", "descending"), ("loose", "none")):
        heaps = f"{{count: 0..1, size: 1..2, order: {order}}}"
        (made / f"{name}.yaml").write_text(f"game: r\nrules: rows.lp\nposition: {{left: 0..1, h: {heaps}}}\n")
    return made


def spec(folder: Path, claim: str, other: str, more_rules: str = "") -> Spec:
    """Nim with a claim that names an image, and what it says besides."""
    (folder / "a.lp").write_text(NIM + more_rules)
    image, *more = claim.split(", ")
    said = ", ".join(["kind: same-game", f"other: {other}.yaml", f"image: {image}", *more])
    head = "game: a\nrules: a.lp\nposition: {heap: {count: 0..3, size: 1..5}}\nclaims:\n"
    (folder / "a.yaml").write_text(f"{head}  - {{id: c, says: s, {said}}}\n")
    return load(folder / "a.yaml")


@pytest.mark.parametrize(
    ("claim", "other", "rules"),
    [*((*one, "") for one in CLAIMS.items()), *((*one, SIDES) for one in OF_SIDES.items())],
)
@pytest.mark.sample(12)
def test_programs_find_what_clingo_does(folder: Path, claim: str, other: str, rules: str) -> None:
    made = spec(folder, claim, other, rules)
    ((item, one),) = judged(made)
    program = prepare(made, item, one)
    assert program.beside is not None and program.beside.play == (one.said.other_play or one.play)  # type: ignore[attr-defined]
    assert bool(program.saying.sides) == bool(rules)
    expected = by_clingo(made, item)
    for language in LANGUAGES:
        assert by_program(made, item, program, language) == expected


def test_the_verdicts_differ(folder: Path) -> None:
    """So that the cases above show something: some hold, and others fail near and far."""
    told = {}
    for claim, other in CLAIMS.items():
        made = spec(folder, claim, other)
        ((item, _),) = judged(made)
        at = by_clingo(made, item).counterexample
        told[claim] = None if at is None else at.position["heap"]
    assert told["nim"] is told["rows"] is None
    assert told["far"] == [5, 5] and told["nim, play: misere"] == [2, 2]
    assert len({str(one) for one in told.values()}) > 4


@pytest.mark.parametrize("claim", ["out", "two", "none"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_position_of_the_other_game_is_left_to_clingo(folder: Path, claim: str, language: str) -> None:
    made = spec(folder, claim, "pile")
    ((item, one),) = judged(made)
    with pytest.raises(Misfit):
        by_program(made, item, prepare(made, item, one), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_image_is_found_out(folder: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The heaps of size 4 and more are thought to be one larger."""
    made, parts = spec(folder, "swap", "rows"), images.Image.parts

    def wrong(self: images.Image, game: object) -> object:
        read = parts(self, game)  # type: ignore[arg-type]
        for rows in read[self.other.fluents.index(next(one for one in self.other.fluents if one.name == "h"))].values():
            rows[:] = [Row((add(one.arguments[0], number(1)),), one.guard) for one in rows]  # type: ignore[arg-type]
        return read

    monkeypatch.setattr(images.Image, "parts", wrong)
    ((item, one),) = judged(made)
    with pytest.raises(Disagreement, match="what swap names"):
        by_program(made, item, prepare(made, item, one), language)


def test_what_no_program_compares(folder: Path) -> None:
    for more, reason in (("isomorphic: true", "equal moves"), ("shift: some", "shifts of another game")):
        rules = "nim2(J,pile(X)) :- sum(X), J = 1.\n"
        made = spec(folder, f"{'nim2' if 'shift' in more else 'nim'}, {more}", "pile", rules)
        ((item, one),) = judged(made)
        with pytest.raises(Unreadable, match=reason):
            prepare(made, item, one)
