"""Proofs of periods by the code of the game, in each case of the parameters."""

from __future__ import annotations

from collections.abc import Iterator

from bouton.core.position import Heaps
from bouton.rocq.parting_counter import CounterCode
from bouton.rocq.parting_heaps import HeapCode
from bouton.rocq.statement import Statement, comment
from bouton.rocq.view import cases_of, one_of_cases


def coded(about: Statement) -> Iterator[str]:
    """The proof of a period, behind the statement; Unreadable where there is no script."""
    yield comment("The proof. Nothing below has to be read: Rocq checks it.")
    yield "Require Scripts Sums Misere Tallies Octal Parted."
    every = cases_of(about)
    for case in every:
        script = HeapCode if isinstance(about.spec.fluents[0], Heaps) else CounterCode
        yield from script(about, case).lines()
    given = (*about.numbers, *about.rules.sets)
    yield "Theorem proved : theorem."
    yield f"Proof. intros [{' '.join(f'v_{name}' for name in given)}] A. unfold asked in A. cbn in A. pull."
    yield from one_of_cases(given, every)
    tries = " | ".join(f"exact theorem{one.suffix}" for one in every)
    yield f"  split_all; first [{tries}]."
    yield "Qed."
    yield "Print Assumptions proved."
