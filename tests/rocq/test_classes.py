"""What is said of both plays: coqc refutes it just where it is false, and another class in the text is seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.rocq import refuted
from bouton.rocq.compared import compared
from bouton.rocq.refuted import refutation
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

RULES = """move(one;half) :- pile(N), N > 0.
after(one, pile(N-1)) :- pile(N), move(one).
after(half, pile(N/2)) :- pile(N), move(half).
small :- pile(N), N < 2.
swap(0) :- pile(N), N < 2.
even :- pile(N), N \\ 2 = 0.
tame(V) :- pile(N), V = N \\ 3.
"""
"""The game Mark, which is none of these; predicates have names that the library has, too."""
CLASSES = ("tame", "miserable", "minion", "2-minion", "pet")
SPEC = """game: Mark
rules: take.lp
position: {pile: 0..30}
claims:
  - {id: swapped, says: The small ones., kind: swap-positions, iff: small}
  - {id: swaps, says: The even ones., kind: class, class: swap-positions, iff: even}
  - {id: critical, says: The even ones., kind: class, class: critical-positions, iff: even, where: small}
  - {id: misere-values, says: Remainders., kind: grundy, play: misere, iff: tame}
  - {id: disjoint, says: It is pet., kind: class, class: pet, by: ii}
  - {id: ferguson, says: It is pet., kind: class, class: pet, by: iii}
  - {id: ferguson-misere, says: It is pet., kind: class, class: pet, by: "iii'"}
""" + "".join(f"  - {{id: {one}, says: It is one., kind: class, class: {one}}}\n" for one in CLASSES)


def spec_in(folder: Path) -> Spec:
    (folder / "take.lp").write_text(RULES)
    (folder / "take.yaml").write_text(SPEC)
    return load(folder / "take.yaml")


def below(pile: int) -> list[int]:
    return [pile - 1, pile // 2] if pile else []


@cache
def pair(pile: int) -> tuple[int, int]:
    """The values of both plays, in plain Python."""
    after = [pair(one) for one in below(pile)]
    normal = next(one for one in range(9) if one not in [a for a, _ in after])
    return normal, 1 if not after else next(one for one in range(9) if one not in [b for _, b in after])


def met(name: str, pile: int) -> bool:
    """Whether the condition of a class is met at a pile, by the words of its definition."""
    (a, b), options = pair(pile), {pair(one) for one in below(pile)}
    to_0, to_1, swap = (0, 1) in options, (1, 0) in options, (a, b) in ((0, 1), (1, 0))
    return {
        "tame": to_0 == to_1 or not options & {(0, 0), (1, 1)},
        "miserable": swap or to_0 == to_1,
        "minion": swap or a == b,
        "2-minion": swap or a == b >= 2,
        "pet": (a == 0) == (b == 1) and (a == 1) == (b == 0),
        "disjoint": (a, b) != (0, 0),
        "ferguson": a != 0 or not options or 1 in [x for x, _ in options],
        "ferguson-misere": b != 0 or 1 in [y for _, y in options],
    }[name]


def reached(pile: int) -> set[int]:
    return {pile}.union(*map(reached, below(pile)))


def false_at(claim: str, pile: int) -> bool:
    (a, b), options, even = pair(pile), {pair(one) for one in below(pile)}, pile % 2 == 0
    swap = (a, b) in ((0, 1), (1, 0))
    if claim == "swapped":
        return ((a == 0) != (b == 0)) != (pile < 2)
    if claim == "swaps":
        return swap != even
    if claim == "critical":
        return pile < 2 and (not swap and bool(options & {(0, 1), (1, 0)})) != even
    if claim == "misere-values":
        return b != pile % 3
    return not all(met(claim, one) for one in reached(pile))


EVERY = [one.partition(",")[0] for one in SPEC.split("id: ")[1:]]
AT = [
    (claim, pile)
    for claim in EVERY
    for fails in (True, False)
    for pile in [next((one for one in range(31) if false_at(claim, one) == fails), None)]
    if pile is not None
]
"""The first pile at which each claim is false, and at which it is true."""


@with_coqc
@pytest.mark.parametrize(("claim", "pile"), AT)
@pytest.mark.sample(4)
def test_coqc_refutes_it_iff_it_is_false_there(
    claim: str, pile: int, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_in(tmp_path)
    one = spec.claim(claim)
    rules = rules_of(subject(spec, one))
    if not false_at(claim, pile):
        with pytest.raises(Unreadable, match="what is claimed is true there"):
            refutation(subject(spec, one), one, rules, {}, (pile,))
        monkeypatch.setattr(refuted, "_true", lambda *_: False)
    text, said = refutation(subject(spec, one), one, rules, {}, (pile,))
    assert compared(text, said, rules)
    ended = coqc(compiled, text)
    if false_at(claim, pile):
        assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")
    else:
        assert ended.returncode != 0


@pytest.mark.parametrize(
    ("claim", "before", "after"),
    [
        ("minion", "Classes.minion 0", "Classes.minion 2"),
        ("pet", "Classes.pet", "Classes.miserable"),
        ("swaps", "Classes.swap p", "Classes.tame_position p"),
        ("swapped", "Classes.swapped (moves g) p", "Classes.is_at (moves g) Classes.critical p"),
        ("misere-values", "Classes.has_misere_value", "has_value"),
    ],
)
def test_another_class_in_the_text_is_seen(claim: str, before: str, after: str, tmp_path: Path) -> None:
    spec = spec_in(tmp_path)
    one = spec.claim(claim)
    rules = rules_of(subject(spec, one))
    pile = next(pile for pile in range(31) if false_at(claim, pile))
    text, said = refutation(subject(spec, one), one, rules, {}, (pile,))
    flat = " ".join(text.split(" ")).replace("\n  ", " ")
    assert before in flat
    with pytest.raises(Disagreement):
        compared(flat.replace(before, after, 1), said, rules)


def test_that_a_game_is_wild_is_not_printed(tmp_path: Path) -> None:
    spec = spec_in(tmp_path)
    (tmp_path / "take.yaml").write_text(SPEC + "  - {id: wild, says: It is wild., kind: class, class: wild}\n")
    spec = load(tmp_path / "take.yaml")
    with pytest.raises(Unreadable, match="that a game is wild is not printed"):
        refutation(subject(spec, spec.claim("wild")), spec.claim("wild"), rules_of(spec), {}, (3,))
