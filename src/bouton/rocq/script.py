"""The proof of a file: a lemma for each predicate's solved form, those of each case, and the theorem.

Whether they are true is for the kernel of Rocq to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bouton.core.stated import Kernel, Values, Winners
from bouton.rocq.alliances import AllianceGame
from bouton.rocq.game import Game
from bouton.rocq.statement import Statement, comment, definitions
from bouton.rocq.strategy import strategy
from bouton.rocq.tree import text
from bouton.rocq.valued import ValueGame
from bouton.rocq.view import Case, View, by_heaps, cases_of, number, opened, views


def proof(about: Statement, witnesses: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the proof; `witnesses` are predicates, each of moves that may win."""
    yield comment("The proof. Nothing below has to be read: Rocq checks it.")
    yield "Require Scripts."
    every = [(case, views(about, case)) for case in cases_of(about)]
    if isinstance(about.form, Values):
        yield "Require Valued."
    if any(view.in_order for _, each in every for view in each):
        yield "Require Orders."
    if any("Z.lxor" in text(one.body) for one in about.whole.definitions):
        yield "Require Binary Digits."
    yield from definitions(about, about.besides)
    if about.alone:
        yield comment("The positions that the claim speaks of, which no move leaves.")
        yield f"Definition spoken (g : parameters) (p : position) : Prop := legal g p /\\ {about.where} g p."
    for case, each in every:
        for view in each:
            yield from view.lines()
        if isinstance(about.form, Winners):
            yield from AllianceGame(about, each, witnesses).lines()
        elif isinstance(about.form, Values):
            yield from ValueGame(about, each, ()).lines()
        elif isinstance(about.form, Kernel):
            game = Game(about, each, witnesses)
            yield from game.lines()
            yield from strategy(about, game)
        else:
            yield from _plain(about, case, each)
    yield from _theorem(about, [case for case, _ in every], "theorem", "proved")
    if about.strategy is not None:
        yield from _theorem(about, [case for case, _ in every], "strategy", "strategy_wins")


def _theorem(about: Statement, every: Sequence[Case], what: str, called: str) -> Iterator[str]:
    yield f"Theorem {called} : {what}."
    given = (*about.numbers, *about.rules.sets)
    yield f"Proof. intros [{' '.join(f'v_{name}' for name in given)}] p L."
    yield "  assert (A := L). unfold legal, asked in A. cbn in A. pull."
    for name in given:
        values = list(dict.fromkeys(case.values[name] for case in every if name in case.values))
        if values and all(isinstance(one, int) for one in values):
            either = " \\/ ".join(f"v_{name} = {number(one)}" for one in values)
            yield f"  assert ({either}) by lia."
    tries = " | ".join(f"apply {what}{one.suffix}; exact L" for one in every)
    yield f"  split_all; first [{tries}]."
    yield "Qed."
    yield f"Print Assumptions {called}."


def _plain(about: Statement, case: Case, each: Sequence[View]) -> Iterator[str]:
    for view in each:
        legal = f"legal {view.g} {view.position()}"
        given = f"{about.where} {view.g} {view.position()} -> " if about.where is not None else ""
        iff = f"{about.iff} {view.g} {view.position()}"
        yield f"Lemma holds{view.end}{view.open}{view.bind} : {legal} -> {given}{iff}."
        yield f"Proof. intros L{' W0' if given else ''}. {view.known}. {opened(view)}."
        yield f"  first [arith | split_all; first [arith | search ltac:({view.sought})]]."
        yield "Qed."
    one = each[0]
    given = f"{about.where} {one.g} p -> " if about.where is not None else ""
    yield f"Lemma theorem{case.suffix}{one.open} : forall p, legal {one.g} p -> {given}{about.iff} {one.g} p."
    yield f"Proof. intros {one.pattern('v')} L{' W0' if given else ''}."
    yield from by_heaps(each, [f"apply holds{view.end}; assumption" for view in each])
    yield "Qed."
