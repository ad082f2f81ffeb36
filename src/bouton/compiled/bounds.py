"""What is sure of a value wherever a guarded command applies, without looking at any position."""

from __future__ import annotations

from bouton.core.logic.arithmetic import add, subtract
from bouton.core.logic.expression import Eq, Le, Linear
from bouton.core.logic.formulas import conjuncts
from bouton.core.logic.substitution import replace
from bouton.reading.command import GuardedCommand


def at_least(value: Linear, bound: int, command: GuardedCommand) -> bool:
    """Whether the value is certainly the bound or more."""
    return any(low is not None and low >= bound for low in _ends(value, command, up=False))


def at_most(value: Linear, bound: int, command: GuardedCommand) -> bool:
    """Whether the value is certainly the bound or less."""
    return any(high is not None and high <= bound for high in _ends(value, command, up=True))


def _ends(value: Linear, command: GuardedCommand, up: bool) -> list[int | None]:
    """Bounds of the value: as it is, with choices at the end of their range, and with what the guard says of sizes."""
    found = [value]
    for choice in reversed(command.choices):
        further = []
        for one in found:
            factor = dict(one.terms).get(choice.unknown, 0)
            ends = choice.highs if (factor > 0) is up else choice.lows
            further += [replace({choice.unknown: end}, one) for end in ends[:3]] if factor else [one]
        found = further[:32]
    for part in conjuncts(command.guard):
        if not isinstance(part, Le | Eq):
            continue
        for at, one in enumerate(found):
            # as part.left is 0 or less, taking it away can only raise the value
            weaker = [subtract(one, part.left) if up else add(one, part.left)]
            if isinstance(part, Eq):
                weaker.append(add(one, part.left) if up else subtract(one, part.left))
            found[at] = min([one, *weaker], key=lambda each: len(each.terms))
    return [one.high if up else one.low for one in found]
