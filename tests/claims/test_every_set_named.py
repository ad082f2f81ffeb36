"""Claims on values of named positions for every set: what they say is held against plain Python, near and far."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
import z3  # type: ignore[import-untyped]

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from bouton.theory.every_set import problem

RULES = """\
move(take(D))             :- s(D), pile(X), D <= X.
after(take(D), pile(X-D)) :- move(take(D)), pile(X).
least(K)                  :- s(K), not lesser(K).
lesser(K)                 :- s(K), s(D), D < K.
at(here, pile(X))         :- pile(X).
at(up(K), pile(X+K))      :- pile(X), s(K).
at(down(D), pile(X-D))    :- pile(X), s(D), D <= X.
at(other, pile(X))        :- pile(X).
at_up(3).
wrong                     :- value(here,0), least(K), not value(up(K),1).
wrong                     :- value(here,1), least(K), not value(down(K),0).
right                     :- not wrong.
"""
CLAIM = """\
game: g
rules: g.lp
parameters: {S: {set: [[1], [1, 2], [2, 3], [2, 5], [1, 3, 4], [2, 4, 7]]}}
position: {pile: 0..25}
claims:
  - {id: right, says: x, kind: everywhere, iff: right, prove: {S: all, pile: all}}
"""
Test: TypeAlias = Callable[[Callable[[int], int], int, frozenset[int]], bool]
SETS = [(1,), (1, 2), (2, 3), (2, 5), (1, 3, 4), (2, 4, 7)]
FAR = 14


def spec_of(folder: Path, *changes: tuple[str, str], claim: str = CLAIM) -> Spec:
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "g.lp").write_text(rules, encoding="utf-8")
    (folder / "g.yaml").write_text(claim, encoding="utf-8")
    return load(folder / "g.yaml")


def text_of(spec: Spec) -> str:
    claim = spec.claim("right")
    return problem(spec, claim, rules_of(spec), rules_of(subject(spec, claim)))


@cache
def value(members: tuple[int, ...], pile: int) -> int:
    options = {value(members, pile - one) for one in members if one <= pile}
    return next(found for found in range(len(members) + 1) if found not in options)


def fails(text: str, members: tuple[int, ...], pile: int) -> bool:
    """Whether what the problem denies is false of this set and pile, by z3, the values being those of mex."""
    values = "".join(f"(ite (= x {at}) {value(members, at)} " for at in range(3 * FAR)) + "99" + ")" * 3 * FAR
    held = " ".join(f"(= d {one})" for one in members)
    denied = next(line for line in text.splitlines() if line.startswith("(assert (not"))
    solver = z3.Solver()
    solver.from_string(
        f"(define-fun set ((d Int)) Bool (or {held} false))\n(define-fun value ((x Int)) Int {values})\n"
        f"(declare-const least Int)\n"
        f"(define-fun smallest () Int {min(members)})\n(assert (= least {pile}))\n{denied}"
    )
    found = solver.check()
    assert found in (z3.sat, z3.unsat)
    return bool(found == z3.sat)


def _lemma(g: Callable[[int], int], x: int, s: frozenset[int], *, up: int, down: int, every: bool = False) -> bool:
    k = min(s)
    above = g(x) != 0 or all(g(x + one) == up for one in (s if every else {k}))
    return above and (g(x) != 1 or (k <= x and g(x - k) == down))


def _not_least(g: Callable[[int], int], x: int, s: frozenset[int]) -> bool:
    return all(_lemma(g, x, frozenset({one}), up=1, down=0) for one in s - {min(s)})


CHANGES: list[tuple[tuple[str, str], Test]] = [
    (("not value(up(K),1)", "not value(up(K),1)"), lambda g, x, s: _lemma(g, x, s, up=1, down=0)),
    (("not value(up(K),1)", "not value(up(K),2)"), lambda g, x, s: _lemma(g, x, s, up=2, down=0)),
    (("not value(down(K),0)", "not value(down(K),2)"), lambda g, x, s: _lemma(g, x, s, up=1, down=2)),
    (("value(here,0), least(K)", "value(here,0), s(K)"), lambda g, x, s: _lemma(g, x, s, up=1, down=0, every=True)),
    (("value(here,0), least(K)", "value(other,0), least(K)"), lambda g, x, s: _lemma(g, x, s, up=1, down=0)),
    (("D < K", "K > D"), lambda g, x, s: _lemma(g, x, s, up=1, down=0)),
    (("D < K", "D > K"), lambda g, x, s: _lemma(g, x, frozenset({max(s)}), up=1, down=0)),
    (("D < K", "D <= K"), lambda *_: True),
    (("s(K), not lesser(K)", "s(K), lesser(K)"), _not_least),
    (("not value(up(K),1)", "value(up(K),V), V > 1"), lambda g, x, s: _lemma(g, x, s, up=1, down=0)),
]


@pytest.mark.parametrize(("change", "means"), CHANGES, ids=[one[1] for one, _ in CHANGES])
@pytest.mark.sample(5)
def test_the_problem_says_what_the_rules_say(tmp_path: Path, change: tuple[str, str], means: Test) -> None:
    """At each pile and set z3 has the truth of the rules, which is that of Python; a name like those made is kept."""
    text = text_of(spec_of(tmp_path, change))
    for members in SETS:
        for pile in range(FAR):
            held = means(lambda x: value(members, x), pile, frozenset(members))  # noqa: B023 (called at once)
            assert fails(text, members, pile) is not held, (members, pile)


@pytest.mark.slow  # as Ferguson's lemma is, in test_every_set.py
def test_the_lemma_is_proved_for_every_set(tmp_path: Path) -> None:
    (result,) = check(spec_of(tmp_path), Options(crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.unbounded == ("S", "pile")
    assert [one.name for one in result.proof.obligations] == ["rules", "measure", "closed", "induction step"]


@pytest.mark.parametrize("at", range(1, 4))
@pytest.mark.sample(3)
def test_a_changed_lemma_has_no_proof(tmp_path: Path, at: int) -> None:
    """z3 finds no contradiction, and clingo a pile where it fails."""
    spec = spec_of(tmp_path, CHANGES[at][0])
    solver = z3.Solver()
    solver.set("rlimit", 400_000)
    solver.from_string(text_of(spec))
    assert solver.check() != z3.unsat
    (result,) = check(spec, Options(prove=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED


@pytest.mark.parametrize("left_out", ["(<= smallest d)", "by0", "by1", "(not (= (value"])
def test_what_is_left_out_is_needed(tmp_path: Path, left_out: str) -> None:
    """Without one of the facts about the set and about mex there is no contradiction."""
    kept = [line for line in text_of(spec_of(tmp_path)).splitlines() if left_out not in line]
    solver = z3.Solver()
    solver.set("rlimit", 400_000)
    solver.from_string("\n".join(kept))
    assert solver.check() != z3.unsat


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "at(down(D), pile(X-D))    :- pile(X), s(D), D <= X.",
            "at(down(D), pile(X-E))    :- pile(X), s(D), s(E), E <= D, E <= X.",
            "more positions than one",
        ),
        ("at(other, pile(X))        :- pile(X).", "at(here, pile(X+1)) :- pile(X), X > 50.", "may be that of several"),
        ("at(up(K), pile(X+K))", "at(up(K/2), pile(X+K))", "something else than variables and numbers"),
        ("value(here,0), least(K)", "outcome(here,p), least(K)", "not outcomes"),
        ("not value(down(K),0)", "0 = #count { V : value(down(K),V) }", "aggregate"),
    ],
)
def test_what_may_be_several_positions_is_not_read(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        text_of(spec_of(tmp_path, (old, new)))


def test_misere_play_is_not_read(tmp_path: Path) -> None:
    claim = CLAIM.replace("iff: right,", "iff: right, play: misere,")
    with pytest.raises(Unreadable, match="normal play"):
        text_of(spec_of(tmp_path, claim=claim))
