"""How a claim about any number of heaps is read: as one about the sum of its heaps, by columns, and so on.

A form is told by the rules and the claim alone. What has none of these forms is left to be read by levels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bouton.core.logic.terms import Unreadable
from bouton.core.spec import Claim
from bouton.proof.setting import Setting
from bouton.proof.ways.columns.problems import ByColumns, by_columns
from bouton.proof.ways.multiplicities.problems import ByMultiplicities, by_multiplicities
from bouton.proof.ways.remainders.problems import ByRemainders, by_remainders
from bouton.proof.ways.sums.problems import SumOfHeaps, sum_of
from bouton.rules.file import Rules

OfNumbers: TypeAlias = ByColumns | ByRemainders | ByMultiplicities
"""What is read as claims whose problems are about numbers that no one position has."""
Route: TypeAlias = SumOfHeaps | OfNumbers

ROUTES: dict[str, Callable[[Claim, Rules, Setting], Route]] = {
    "as a sum of heaps": lambda claim, rules, _: sum_of(claim, rules),
    "by columns": by_columns,
    "by quotients and remainders": by_remainders,
    "by multiplicities": by_multiplicities,
}
"""Each reads a claim, or says with Unreadable what stands in its way; the first that does not is taken."""


def route(claim: Claim, rules: Rules, setting: Setting) -> tuple[Route | None, dict[str, Unreadable]]:
    """How the claim is read; None where it is left to levels. And what stands in the way of each way before that."""
    reasons: dict[str, Unreadable] = {}
    for name, read in ROUTES.items():
        try:
            return read(claim, rules, setting), reasons
        except Unreadable as error:
            reasons[name] = error
    return None, reasons
