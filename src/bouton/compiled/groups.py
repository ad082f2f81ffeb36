"""In C, positions without heaps judged without a loop: those that differ in the last counter only, as a group.

All that depends on that counter alone is then known to the compiler. Where any position of a group fails or is not
as usual, the group is judged again one by one, so all that is said of it is said in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bouton.compiled.marking import Place
from bouton.compiled.space import Space
from bouton.compiled.syntax import ProgramText

_MOST = 16
"""Positions of a group."""
_TEXT = 60_000
"""Characters of functions that are compiled into a group, in all its positions together."""

UPWARD = """
const I found = reach_0(tab, 1, {given});
if (found < 0) return 0;
const I said = {inside} ? label_0({given}) : 4;
const I p = found ? found == 1 : ended_0({given});
if (p < 0 || (said != 4 && said != p)) return 0;
tab[{place}] = p;
*judged += said != 4;
*moves |= found && {inside};
return 1;
"""

SIDEWAYS = """
const I mover = side_0({given});
if (mover < 0) return 0;
const I found = reach_0(tab, 1 << mover, {given});
if (found < 0) return 0;
const I won = found ? (found == 2 ? mover : 1 - mover) : ended_0({given});
const I said = {inside} ? label_0({given}) : 4;
if (won < 0 || (said != 4 && said != won)) return 0;
tab[{place}] = 1 << won;
*judged += said != 4;
*moves |= found && {inside};
return 1;
"""


def _head(inlined: bool) -> str:
    return "static inline __attribute__((always_inline)) I" if inlined else "static I"


@dataclass(frozen=True)
class Groups:
    """How the positions of a program are judged in groups; `functions` are the lines of all that it calls."""

    space: Space
    judged: Sequence[tuple[int, int]]
    functions: Sequence[str]
    sides: bool
    tables: int

    @property
    def usual(self) -> bool:
        """Whether there is such a function at all."""
        alone = not self.space.kinds and bool(self.space.counters)
        return alone and self.tables == (2 if self.sides else 1)

    @property
    def last(self) -> int:
        """The counter that goes fastest from one position to the next."""
        return [*(at for _, at in self.space.entries if at is not None), *self.space.free][-1]

    @property
    def values(self) -> range:
        """What the last counter is in a group; where that is nothing, each position is one of its own."""
        low, high = self.space.counters[self.last]
        whole = (
            not self.space.bearing
            and high - low < _MOST
            and len(self.space.counters) > 1
            and (high - low + 1) * self._text <= _TEXT
        )
        return range(low, high + 1) if whole else range(0)

    @property
    def kind(self) -> str:
        """The head of functions that are called for each position."""
        return _head(self.usual and max(1, len(self.values)) * self._text <= _TEXT)

    @property
    def saying(self) -> str:
        """That of those that look into no table: what does not depend on the last heap is then done once in a row."""
        text, inside = 0, False
        for line in self.functions:
            inside = line.startswith("SAYING") or (inside and line != "}")
            text += len(line) * inside
        return _head(text <= _TEXT // 2) if self.space.kinds else self.kind

    @property
    def _text(self) -> int:
        return sum(map(len, self.functions))

    def define(self, to: ProgramText, place: Place) -> None:
        """Print `usual`, which judges a position unless it finds anything out of the ordinary: it returns 0 then."""
        names = [f"k{at + 1}" for at in range(len(self.space.counters))]
        ends = zip(names, self.judged, self.space.counters, strict=True)
        inside = [f"{low} <= {name} && {name} <= {high}" for name, (low, high), all_ in ends if (low, high) != all_]
        text = (SIDEWAYS if self.sides else UPWARD).format(
            given=", ".join(names), inside=f"({' && '.join(inside) or 1})", place=place((), [], names)
        )
        arguments = ", ".join(f"const I {name}" for name in names)
        with to.block(f"FUNCTION usual(uint8_t *tab, {arguments}, I *judged, I *moves)"):
            to.lines += ["    " + line for line in text.split("\n") if line]

    def group(self, to: ProgramText) -> None:
        """Print what judges a whole group before its own loop begins."""
        given = [f"x{at}" for at in range(len(self.space.counters))]
        calls = []
        for value in self.values:
            given[self.last] = str(value)
            calls.append(f"usual(tab, {', '.join(given)}, &judged, &moves)")
        with to.when(f"{self._mode} && r >= start && r + {len(calls)} <= stop"):
            to.line("I judged = 0, moves = 0;")
            with to.when("\n        && ".join(calls)):
                to.line("out[0] += judged;")
                to.line("out[1] |= moves;")
                to.line(f"r += {len(calls)};")
                to.line("continue;")

    def single(self, to: ProgramText) -> None:
        """Print what judges one position."""
        given = ", ".join(f"x{at}" for at in range(len(self.space.counters)))
        with to.when(f"{self._mode} && r >= start && usual(tab, {given}, &out[0], &out[1])"):
            to.line("r++;")
            to.line("continue;")

    @property
    def _mode(self) -> str:
        return "mode == 5" if self.sides else "(mode == 1 || mode == 2)"
