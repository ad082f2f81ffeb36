"""Loops over what a move or a derived row chooses, with what does not depend on the choice computed outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from bouton.compiled.printer import Interval, Printer
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import linear
from bouton.core.logic.expression import FALSE, Formula, Le, Linear
from bouton.core.logic.formulas import conj, conjuncts
from bouton.core.logic.walk import unknowns
from bouton.reading.choices import Choice, NotBounded, choices


def exists(printer: Printer, formula: Formula, then: Callable[[Printer], None]) -> None:
    """Print loops over the local unknowns of a formula, and what `then` prints where it holds."""
    if formula is FALSE:
        return
    try:
        chosen = choices([one for one in unknowns(formula) if one.local], formula)
    except NotBounded as error:
        raise Unreadable(f"no bounds are known for {error}") from None
    with ExitStack() as stack:
        for inside in loops(stack, printer, chosen, formula, ()):
            printer = inside
        then(printer)


def loops(
    stack: ExitStack, printer: Printer, chosen: Sequence[Choice], guard: Formula, later: Sequence[Linear | Formula]
) -> Iterator[Printer]:
    """Open a loop for each choice and conditionals for the rest of a guard; the printer inside, after each.

    `later` is what will be printed inside.
    """
    left = [part for part in conjuncts(guard) if not is_bound(part, chosen)]
    for at in range(len(chosen) + 1):
        ends = [end for choice in chosen[at:] for end in (*choice.lows, *choice.highs)]
        now = [part for part in left if printer.known(part)]
        left = [part for part in left if part not in now]
        if now:
            printer.share(now)
            stack.enter_context(
                printer.to.when(printer.formula(conj(now)) if len(now) > 1 else printer.formula(now[0]))
            )
            printer = printer.branch()
        printer.share([*left, *ends, *later])
        if at < len(chosen):
            printer = _open(stack, printer, chosen[at])
        yield printer


def _open(stack: ExitStack, printer: Printer, choice: Choice) -> Printer:
    name = printer.fresh("v")
    lows, highs = [printer.linear(e) for e in choice.lows], [printer.linear(e) for e in choice.highs]
    stack.enter_context(printer.to.loop(name, printer.to.extreme("max", lows), printer.to.extreme("min", highs)))
    return printer.inner(choice.unknown, name, reach_of(printer, choice))


def reach_of(printer: Printer, choice: Choice) -> Interval:
    """Numbers between which the choice lies."""
    low = max(printer.interval(end)[0] for end in choice.lows)
    high = min(printer.interval(end)[1] for end in choice.highs)
    return low, max(low, high)


def is_bound(part: Formula, chosen: Sequence[Choice]) -> bool:
    """Whether the loops themselves see to a comparison: it bounds the last choice that it speaks of."""
    if not isinstance(part, Le):
        return False
    last = [choice for choice in chosen if choice.unknown in unknowns(part)]
    if not last:
        return False
    one = last[-1].unknown
    rest = linear(part.left.constant, {a: c for a, c in part.left.terms if a is not one})
    return abs(dict(part.left.terms).get(one, 0)) == 1 and one not in unknowns(rest)
