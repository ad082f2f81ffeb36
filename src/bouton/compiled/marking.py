"""In C, what the FILL mode marks, but in the order of places, where one follows the other, and in pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from bouton.compiled.job import PIECES
from bouton.compiled.space import Space
from bouton.compiled.syntax import Text

_SPLIT = 2
"""So many loops over heaps are looked at for where a piece begins and ends."""

Place = Callable[[int, Sequence[str], Sequence[str]], str]
"""The place of a position of so many heaps, with these sizes from the smallest on, and these counters."""

SHARE = r"""
/* Mark the pieces that no process has marked yet; those that another is about come last, it may have died. */
void share(uint8_t *tab, uint8_t *states) {
    for (I last = 0; last <= 1; last++) for (I piece = 0; piece < PIECES; piece++) {
        if (__atomic_load_n(states + piece, __ATOMIC_ACQUIRE) > last) continue;
        if (!last && __atomic_exchange_n(states + piece, 1, __ATOMIC_ACQ_REL)) continue;
        mark(tab, START(piece), START(piece + 1));
        __atomic_store_n(states + piece, 2, __ATOMIC_RELEASE);
    }
}
"""


def marking(to: Text, space: Space, place: Place) -> None:
    """Print `share`, and `mark` which it calls: all positions of the parts of the table that begin in an interval."""
    with to.block("static void mark(uint8_t *tab, I from, I to)"):
        for count in range(space.most + 1):
            with ExitStack() as stack:
                stack.enter_context(to.loop("once", "0", "0"))  # something to continue from
                _count(to, stack, space, count, place)
    to.line(f"enum {{ PIECES = {PIECES} }};")
    to.line("#define START(piece) (PLACES / PIECES * (piece) + PLACES % PIECES * (piece) / PIECES)")
    to.lines += SHARE.splitlines()


def _count(to: Text, stack: ExitStack, space: Space, count: int, place: Place) -> None:
    rising = [f"h{at + 1}" for at in range(count)]
    if space.heaps is not None and space.heaps.order == "descending":
        rising.reverse()
    counters = [f"k{at + 1}" for at in range(len(space.counters))]
    for at, (name, (low, high), stride) in enumerate(zip(counters, space.counters, space.strides, strict=True)):
        ends = str(low), str(high)
        if not at:  # the rest of this place lies between 0 and the stride
            ends = f"{low} + from / {stride}", f"min({high}, {low} + (to - 1) / {stride})"
        stack.enter_context(to.loop(name, *ends))
    outer = min(_SPLIT, max(0, count - 1))
    for at, name in enumerate(rising):
        least = rising[at - 1] if at else "1"
        if at == outer:
            _within(to, place(count, [*rising[:at], *[least] * (count - at)], counters))
        if at == count - 1:  # the largest heap has stride 1
            to.line(f"I {name} = {least}, at = {place(count, rising, counters)};")
            stack.enter_context(to.block(f"for (; {name} <= LARGEST; {name}++, at++)"))
        else:
            stack.enter_context(to.loop(name, least, "LARGEST"))
    if not count:
        to.line(f"const I at = {place(count, rising, counters)};")
        _within(to, "at")
    given = "".join(f", {name}" for name in [*(f"h{at + 1}" for at in range(count)), *counters])
    to.line(f"const I said = label_{count}({given[2:]});")
    terminal = f"!reach_{count}(tab, 1{given}) && ended_{count}({given[2:]}) == 1"
    to.line(f"tab[at] = said == 1 || (said == 2 && {terminal});")


def _within(to: Text, place: str) -> None:
    """Pass over what begins outside of the interval."""
    with to.block(""):
        to.line(f"const I here = {place};")
        to.line("if (here < from || here >= to) continue;")
