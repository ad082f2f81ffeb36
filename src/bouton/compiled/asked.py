"""In C, without a table: what an option is is what the claim says of it, so that any range is judged anywhere.

If the claim is right at all options of each position, and each position is what its options make it, the claim is
right everywhere: so no position needs another to be solved, and none is wrong of which the options are not asked.
In tests a list of positions takes the place of the claim, so that one sees which options are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from bouton.compiled.labels import NOTHING, YES, Saying
from bouton.compiled.space import Space
from bouton.compiled.syntax import Text

AMONG = r"""
#define MARKED(asked) (asked)
enum { WIDTH = MOST + COUNTERS };
/* in a test, whether a position is marked: all are, or none, but for those of a list */
static I among(const I *list, const I *option) {
    for (I i = 0; i < list[1]; i++) if (!memcmp(list + 2 + i * WIDTH, option, WIDTH * sizeof(I))) return !list[0];
    return list[0];
}
"""


@dataclass(frozen=True)
class Any:
    """What there is at a place does not matter: there is a move."""

    def one(self, to: Text, place: str) -> None:  # noqa: ARG002 (as other sinks have it)
        """A single place."""
        to.give("2")

    def row(self, to: Text, base: str, low: str, high: str, stride: int) -> None:
        """None: without a table each option is asked for."""
        raise NotImplementedError

    def listed(self, to: Text, base: str, low: str, high: str, weights: str) -> None:
        """None: without a table each option is asked for."""
        raise NotImplementedError


def asked(to: Text, count: int, space: Space, saying: Saying) -> None:
    """Print `asked_<count>`: whether the position of these heaps, from the smallest on, is claimed to be a P-position.

    A heap may be empty. `live_<count>`, which says whether there is a move, is called where a claim may say nothing.
    """
    rising = [f"s{at + 1}" for at in range(count)]
    counters = [f"k{at + 1}" for at in range(len(space.counters))]
    heaps = rising[::-1] if space.heaps is not None and space.heaps.order == "descending" else rising
    given = ", ".join([*heaps, *counters])
    arguments = ", ".join(["const uint8_t *const tab", *(f"const I {name}" for name in (*rising, *counters))])
    with to.block(f"FUNCTION asked_{count}({arguments})"):
        with to.when("tab"):
            to.line(f"const I option[] = {{{', '.join([*['0'] * (space.most - count), *rising, *counters])}}};")
            to.give("among((const I *)tab, option)")
        if count:
            with to.when(f"!{rising[0]}"):
                to.give(f"asked_{count - 1}({', '.join(['tab', *rising[1:], *counters])})")
        to.set("said", f"label_{count}({given})")
        stuck = f"!live_{count}(0, 1{', ' if given else ''}{given})"
        nothing = f" || (said == {NOTHING} && {stuck} && ended_{count}({given}) == 1)"
        to.give(f"said == {YES}{nothing if saying.together else ''}")
    to.lines.append("")
