"""In C, without a table: what an option is is what the claim says of it, so that any range is judged anywhere.

If the claim is right at all options of each position, and each position is what its options make it, the claim is
right everywhere: so no position needs another to be solved, and none is wrong of which the options are not asked.
In tests a list of positions takes the place of the claim, so that one sees which options are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from bouton.compiled.labels import NOTHING, YES, Saying
from bouton.compiled.sinks import Sink
from bouton.compiled.space import Space
from bouton.compiled.syntax import ProgramText

"""The claim as what marks options, and the list of a test in its place."""


@dataclass(frozen=True)
class Any(Sink):
    """What there is at a place does not matter: there is a move. Without a table each option is asked for."""

    def one(self, to: ProgramText, place: str) -> None:  # noqa: ARG002 (as other sinks have it)
        """A single place."""
        to.give("2")


def _head(number: int, space: Space) -> str:
    arguments = [f"s{at + 1}" for at in range(sum(space.shapes[number]))]
    arguments += [f"k{at + 1}" for at in range(len(space.counters))]
    given = ", ".join(["const uint8_t *const tab", *(f"const I {name}" for name in arguments)])
    return f"FUNCTION asked_{number}({given})"


def declare(to: ProgramText, space: Space) -> None:
    """Print the heads of all these functions: a move may lead to any shape."""
    for number in range(len(space.shapes)):
        to.line(f"{_head(number, space)};")


def asked(to: ProgramText, number: int, space: Space, saying: Saying) -> None:
    """Print `asked_<number>`: whether the position of these heaps, from the smallest on, is claimed to be a P-position.

    A heap may be empty. `live_<number>`, which says whether there is a move, is called where a claim may say nothing.
    """
    shape = space.shapes[number]
    rising = [f"s{at + 1}" for at in range(sum(shape))]
    counters = [f"k{at + 1}" for at in range(len(space.counters))]
    given = ", ".join([*space.rising(shape, rising), *counters])
    with to.block(_head(number, space)):
        with to.when("tab"):
            padded = dict(zip(space.ranks(shape), rising, strict=True))
            all_ = [*(padded.get(rank, "0") for rank in range(space.most)), *counters]
            to.line(f"const I option[] = {{{', '.join(all_)}}};")
            to.give("among((const I *)tab, option)")
        for kind, first in zip(range(len(shape)), accumulate(shape, initial=0), strict=False):
            if shape[kind]:
                fewer = space.shapes.index((*shape[:kind], shape[kind] - 1, *shape[kind + 1 :]))
                others = [*rising[:first], *rising[first + 1 :], *counters]
                with to.when(f"!{rising[first]}"):
                    to.give(f"asked_{fewer}({', '.join(['tab', *others])})")
        to.set("said", f"label_{number}({given})")
        stuck = f"!live_{number}(0, 1{', ' if given else ''}{given})"
        nothing = f" || (said == {NOTHING} && {stuck} && ended_{number}({given}) == 1)"
        to.give(f"said == {YES}{nothing if saying.together else ''}")
    to.lines.append("")
