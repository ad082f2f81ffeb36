"""Moves named as those that lead to where the theorem holds: what is seen to say so, and what only looks like it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.core.fresh import Fresh
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.proof.ways.leading import names_followers
from bouton.rules.followers import followers
from bouton.rules.mutate import changes
from bouton.rules.syntax import names_of
from tests.proof.attempts import proved

MOORE = """\
lower(1, l(I,T,nil))        :- heap(I,S), T = 0..S-1.
lower(J+1, l(I,T,l(H,U,L))) :- lower(J, l(H,U,L)), J < k, heap(I,S), I < H, T = 0..S-1.
move(L)                     :- lower(_, L).
after(l(I,T,L), heap(I,T))  :- lower(_, l(I,T,L)).
after(l(I,T,L), F)          :- lower(_, l(I,T,L)), after(L, F).
place(1)       :- heap(_,_).
place(2*P)     :- place(P), heap(_,S), 2*P <= S.
ones(P,N)      :- place(P), N = #count { I : heap(I,S), (S / P) \\ 2 = 1 }.
unbalanced     :- ones(_,N), N \\ (k+1) != 0.
balanced       :- not unbalanced.
"""
"""Moore's Nim."""
BALANCED = """\
game: Moore
rules: moore.lp
parameters: {k: 2}
position: {heap: {count: 0..3, size: 1..3}}
claims:
- {id: p, says: as Moore says, kind: p-positions, iff: balanced, strategy: to_balance, prove: {heap: {count: all}}}
"""
TABLE = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), seat((I+1) \\ 3)) :- move(take(M)), seat(I).
side(left) :- seat(0).
side(right) :- seat(1..2).
winner(left) :- pile(0), seat(0..1).
winner(right) :- pile(0), seat(2).
far :- pile(N), N > 2.
said(right) :- far.
said(left) :- not far, seat(0), pile(N), N > 0.
said(left) :- pile(0), seat(0..1).
said(right) :- pile(0), seat(2).
said(right) :- pile(2), seat(1).
said(left) :- pile(1), seat(2).
said(left) :- pile(1), seat(1).
said(right) :- pile(2), seat(2).
"""
"""Three players in two alliances; what is said need not be so."""
SIDES = """\
game: Table
rules: table.lp
position: {pile: 0..9, seat: 0..2}
measure: [pile]
claims:
- {id: p, says: who wins, kind: winners, iff: said, strategy: to_win}
"""


def spec_of(folder: Path, rules: str, spec: str, *more: str) -> Spec:
    """The spec, with lines after the rules."""
    name = next(line.split()[1] for line in spec.splitlines() if line.startswith("rules:"))
    (folder / name).write_text("\n".join((rules, *more, "")))
    (folder / "spec.yaml").write_text(spec)
    return load(folder / "spec.yaml")


def led(folder: Path, rules: str, spec: str, *, without: str = "") -> Spec:
    """The spec with rules for its strategy: those of its predicate, said of what moves leave, under other names."""
    plain = spec_of(folder, rules, spec.replace(f", strategy: {'to_balance' if rules == MOORE else 'to_win'}", ""))
    (claim,) = plain.claims
    known = rules_of(plain)
    taken = Fresh({*names_of(known), "to_balance", "to_win"})
    wanted = (claim.iff or "", int(claim.kind == "winners"))
    made = followers(known.statements, plain.fluents, wanted, lambda stem: taken.name(f"x_{stem}_y"))
    assert made is not None
    called = "to_win" if wanted[1] else "to_balance"
    lines = [line.replace(made.head, called).replace("Move", "V1") for line in made.lines if line != without]
    return spec_of(folder, rules, spec, *lines)


def changed(folder: Path, rules: str, spec: str, part: int) -> None:
    """Hold one in `part` of the changes of the rules for the moves that win to be other rules."""
    right = led(folder, rules, spec)
    (claim,) = right.claims
    known = rules_of(right)
    assert names_followers(known, claim)
    made = {one for one in known.defined if one[0].startswith("x_") or one[0] == claim.strategy}
    assert len(made) > 4
    every = list(changes(known, made))
    wrong = 0
    for one in Random(part).sample(every, len(every) // part):
        try:
            other = rules_of(spec_of(folder, one.rules, spec))
        except InputError:  # a variable that nothing gives
            continue
        wrong += 1
        assert not names_followers(other, claim), str(one)
    assert wrong * part > 40


@pytest.mark.parametrize(("rules", "spec"), [(MOORE, BALANCED), (TABLE, SIDES)])
@pytest.mark.sample(2)
def test_changed_rules_for_moves_are_other_rules(tmp_path: Path, rules: str, spec: str) -> None:
    changed(tmp_path, rules, spec, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "spec"), [(MOORE, BALANCED), (TABLE, SIDES)])
def test_each_change_of_a_rule_for_moves_makes_it_another_one(tmp_path: Path, rules: str, spec: str) -> None:
    changed(tmp_path, rules, spec, 1)


@pytest.mark.slow
def test_the_moves_are_proved_with_the_theorem_for_any_number_of_heaps(tmp_path: Path) -> None:
    proof = proved(led(tmp_path, MOORE, BALANCED), "p").proof
    assert (proof.verdict, proof.reason) == ("proved", "to_balance names the moves to where balanced holds")
    assert "strategy to_balance" in {one.part for one in proof.needs}


@pytest.mark.parametrize(
    "more",
    [
        "x_balanced_after_y(V1) :- move(V1), heap(1,1000).",
        "to_balance(V1) :- move(V1), heap(1,1000).",
        "x_heap_after_y(V1,1,1) :- move(V1), heap(1,1000).",
        "x_place_after_y(V1,1000) :- move(V1), heap(1,1000).",
        "x_heap_left_y(V1,1,1) :- move(V1), heap(1,1000).",
    ],
)
def test_what_is_false_far_out_alone_is_of_another_form(tmp_path: Path, more: str) -> None:
    led(tmp_path, MOORE, BALANCED)
    spec = spec_of(tmp_path, (tmp_path / "moore.lp").read_text(), BALANCED, more)
    assert not names_followers(rules_of(spec), spec.claims[0])


def test_what_is_said_of_the_position_itself_is_of_another_form(tmp_path: Path) -> None:
    led(tmp_path, MOORE, BALANCED)
    lines = (tmp_path / "moore.lp").read_text()
    for wrong in (
        lines.replace("x_place_after_y(V1,P),", "place(P), move(V1),"),
        lines.replace("not x_unbalanced_after_y(V1)", "not unbalanced"),
    ):
        spec = spec_of(tmp_path, wrong, BALANCED)
        assert not names_followers(rules_of(spec), spec.claims[0])


def test_a_theorem_that_is_false_is_refuted_with_its_moves(tmp_path: Path) -> None:
    """Who wins is said wrongly of two stones at the second seat."""
    assert proved(led(tmp_path, TABLE, SIDES), "p").proof.verdict == "refuted"
