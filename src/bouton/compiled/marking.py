"""In C, what the FILL and LOCAL modes do, but in the order of places, where one follows the other, and in pieces.

Where no position fails in one order none does in any: only a failure is sought once more, from the least position up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import accumulate

from bouton.compiled.job import PIECES, SAID, ByPlace
from bouton.compiled.labels import Saying
from bouton.compiled.space import Shape, Space
from bouton.compiled.syntax import ProgramText

_SPLIT = 2
"""So many loops over heaps are looked at for where a piece begins and ends."""

Place = Callable[[Shape, Sequence[str], Sequence[str]], str]
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
CHECK = r"""
/* Judge a piece of the marked table: 0 where a position fails; how many were judged, and whether one has a move. */
int64_t check_piece(uint8_t *tab, I piece, I *out) {
    return check(tab, START(piece), START(piece + 1), out);
}
"""
SOLVE = r"""
/* Solve a piece, or solve it again: 0 where the table says otherwise; how many were solved. */
int64_t solve_piece(uint8_t *tab, I piece, I again, I *out) {
    return solve(tab, START(piece), START(piece + 1), again, out);
}
"""
TALLY = r"""
/* Count the positions of a piece (see `tally`), those that exist in out[1]. */
void tally_piece(I mode, uint8_t *tab, I piece, I *out) { tally_in(mode, tab, START(piece), START(piece + 1), out); }
"""


def by_place(to: ProgramText, space: Space, place: Place, what: ByPlace, saying: Saying) -> None:
    """Print what is done in the order of places, in pieces of the table: functions for the positions that begin in one.

    `share` marks what the claim says, and `solve_piece` enters what the moves lead to, which is right where all options
    have lesser places; it compares, where it is done `again`: a table that is what the moves lead to at each position
    is right, whatever it was made by. `check_piece` judges a position by what was marked or solved, and by the claim
    alone where there is no table. `tally_piece` counts what the walk in the same mode would list.
    """
    sides = bool(saying.sides)
    mark = "static void mark(uint8_t *tab, I from, I to)", _mark
    check = "static I check(uint8_t *tab, I from, I to, I *out)", partial(_check, what=what, space=space, saying=saying)
    solve = "static I solve(uint8_t *tab, I from, I to, I again, I *out)", partial(_solve, sides=sides)
    head = "static void tally_in(I mode, uint8_t *tab, I from, I to, I *out)"
    tally = head, partial(_tally, space=space, sides=sides)
    filling: Mapping[ByPlace, list[tuple[Body, str]]]
    filling = {"marked": [(mark, SHARE)], "solved": [(solve, SOLVE)], "found": [(solve, SOLVE)]}
    last: Mapping[ByPlace, list[tuple[Body, str]]]
    last = {"marked": [(check, CHECK)], "solved": [(check, CHECK)], "found": [(tally, TALLY)]}
    parts = [*([] if space.asked else filling.get(what, [])), *last.get(what, [])]
    _bodies(to, space, place, [body for body, _ in parts])
    to.lines += [line for _, text in parts for line in text.splitlines()]


Body = tuple[str, Callable[[ProgramText, int, str], None]]
"""The head of a function, and what prints what it does at a position of so many heaps that is given as arguments."""


def _bodies(to: ProgramText, space: Space, place: Place, bodies: Sequence[Body]) -> None:
    """Print functions that do something at each position that begins in an interval.

    Those that are no `void` count positions, and whether there are moves, and return 0 at once or 1 at the end.
    """
    for head, body in bodies:
        counting = "void" not in head
        with to.block(head):
            if counting:
                to.line("I seen = 0, judged = 0, moves = 0;")
            for number, shape in enumerate(space.shapes):
                with ExitStack() as stack:
                    stack.enter_context(to.loop("once", "0", "0"))  # something to continue from
                    given = _count(to, stack, space, shape, place)
                    body(to, number, given)
            if counting:
                to.line("out[0] = seen, out[1] = moves, out[2] = judged;")
                to.give("1")
    to.line(f"enum {{ PIECES = {PIECES} }};")
    to.line("#define START(piece) (PLACES / PIECES * (piece) + PLACES % PIECES * (piece) / PIECES)")


def _count(to: ProgramText, stack: ExitStack, space: Space, shape: Shape, place: Place) -> str:
    """Open the loops over the positions of so many heaps, `at` being the place; the position as arguments."""
    count = sum(shape)
    rising = space.rising(shape, [f"h{at + 1}" for at in range(count)])
    firsts = set(accumulate(shape, initial=0))
    kinds = [kind for kind, own in zip(space.kinds, shape, strict=True) for _ in range(own)]
    counters = [f"k{at + 1}" for at in range(len(space.counters))]
    for at, (name, (low, high), stride) in enumerate(zip(counters, space.counters, space.strides, strict=True)):
        ends = str(low), str(high)
        if not at:  # the rest of this place lies between 0 and the stride
            ends = f"{low} + from / {stride}", f"min({high}, {low} + (to - 1) / {stride})"
        stack.enter_context(to.loop(name, *ends))
    outer = min(_SPLIT, max(0, count - 1))
    for at, name in enumerate(rising):
        least, largest = "1" if at in firsts else rising[at - 1], kinds[at].largest
        if at == outer:
            least_of = [least if kind is kinds[at] else "1" for kind in kinds[at:]]
            _within(to, place(shape, [*rising[:at], *least_of], counters))
        if at == count - 1 and to.table[2:]:
            to.line("I before[ROW] = {0};")
        if at == count - 1:  # the places of its sizes have a stride
            stride = space.weights[space.ranks(shape)[-1]][1]
            to.line(f"I {name} = {least}, at = {place(shape, rising, counters)};")
            stack.enter_context(to.block(f"for (; {name} <= {largest}; {name}++, at += {stride})"))
        else:
            stack.enter_context(to.loop(name, least, str(largest)))
    if not count:
        to.line(f"const I at = {place(shape, rising, counters)};")
        _within(to, "at")
        if to.table[2:]:
            to.line("I before[ROW] = {0};")
    return ", ".join([*(f"h{at + 1}" for at in range(count)), *counters])


def _looked(to: ProgramText, given: str, bit: str = "1") -> str:
    """The arguments of a function that looks into the table."""
    return (
        f"({', '.join(['tab', bit, *(one.split('*const ')[-1] for one in to.table[2:]), *([given] if given else [])])})"
    )


def _mark(to: ProgramText, number: int, given: str) -> None:
    to.line(f"const I said = label_{number}({given});")
    terminal = f"!reach_{number}{_looked(to, given)} && ended_{number}({given}) == 1"
    to.line(f"tab[at] = said == 1 || (said == 2 && {terminal});")


def _check(to: ProgramText, number: int, given: str, *, what: ByPlace, space: Space, saying: Saying) -> None:
    after = _looked(to, given)
    to.line(f"const I found = reach_{number}{after};")
    to.line(f"const I p = found ? found == 1 : ended_{number}({given});")
    if what == "marked":
        to.line(f"const I said = TOGETHER || FREE ? label_{number}({given}) : tab[at];")
        to.line("I bad = found < 0 || p < 0;")
    else:
        to.line(f"const I inside_ = WHOLE || inside({_held(space, number)});")
        to.line(f"const I said = inside_ ? label_{number}({given}) : 4;")
        to.line("I bad = found < 0 || p < 0 || tab[at] != p;")
    if not saying.alone:
        to.line("bad = bad || (said != 4 && (said >= 2 ? said == 3 || found : said != p));")
    if saying.strategy is not None:
        to.line(f"bad = bad || (said != 4 && found == 2 && named_{number}{after});")
    to.line(f"moves |= {'found' if what == 'marked' else 'inside_ && found'};")
    with to.when("bad"):
        to.give("0")
    to.line("seen++;")
    to.line("judged += said != 4;")


def _solve(to: ProgramText, number: int, given: str, *, sides: bool) -> None:
    to.line(f"const I mover = {f'side_{number}({given})' if sides else '0'};")
    to.line(f"const I found = mover < 0 ? -1 : reach_{number}{_looked(to, given, '1 << mover')};")
    to.line(f"const I last = found ? 0 : ended_{number}({given});")
    won = "1 << (found ? (found == 2 ? mover : 1 - mover) : last)"
    to.line(f"const I is = found < 0 || last < 0 ? -1 : {won if sides else 'found ? found == 1 : last'};")
    with to.when("is < 0 || (again && GET(at) != is)"):
        to.give("0")
    to.line("if (!again) PUT(at, is);")
    to.line("seen++;")


def _tally(to: ProgramText, number: int, given: str, *, space: Space, sides: bool) -> None:
    found = f"(GET(at) >> 1) != side_{number}({given})" if sides else "GET(at)"
    said = f"label_{number}({given}) == 1"
    found = said if space.asked else f"mode & {SAID} ? {said} : {found}"
    to.line(f"if (!LEGAL && !({found})) continue;")
    to.line(f"listed(mode, tab, {_held(space, number)}, 0, out);")


def _held(space: Space, number: int) -> str:
    """The position as the other functions have it: its heaps, the number of its shape and its counters."""
    shape, names = space.shapes[number], iter(f"h{at + 1}" for at in range(sum(space.shapes[number])))
    firsts = accumulate((kind.most for kind in space.kinds), initial=0)
    heaps = [f"[{first + at}] = {next(names)}" for first, n in zip(firsts, shape, strict=False) for at in range(n)]
    counters = [f"k{at + 1}" for at in range(len(space.counters))]
    held = [
        f"(const I[{room} + 1]){{{', '.join(one) or 0}}}" for one, room in ((heaps, "MOST"), (counters, "COUNTERS"))
    ]
    return f"{held[0]}, {number}, {held[1]}"


def _within(to: ProgramText, place: str) -> None:
    """Pass over what begins outside of the interval."""
    with to.block(""):
        to.line(f"const I here = {place};")
        to.line("if (here < from || here >= to) continue;")
