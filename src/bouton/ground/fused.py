"""Moves and kernel in one rule, grounded layer by layer: no move is ever stored.

The rules of `bouton.compiled.fusion` derive `n(P)` where some move from P leads to a position that is known to
be a P-position. In a layer everything below is known, so clingo derives facts and solves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bouton.core.position import Position
from bouton.core.tuning import TUNING
from bouton.rules.grounding import NUMBERS, atom_ids, extend, ground


@dataclass(frozen=True)
class Fused:
    """The rules of a game for one hull of positions.

    The facts of a layer with number `l` are `position(l, P)` and `at<n>(l, P, sizes.., counters..)`, which
    `defined` declares. `live` derives `terminal(P)` where no move exists, `wrong` derives `wrong(P)` where a
    move leaves the hull or does not lower the measure, and `reach`, with `{0}` for the number of a mark,
    derives `outside<mark>(P)` where no move leads to a position that has the fact `p<mark>(code)`. `heaps` is
    the place of the heaps among the fluents, `powers` how many power sums a code has.
    """

    heaps: int
    powers: int
    defined: str
    live: str
    wrong: str
    reach: str

    def code(self, position: Position) -> tuple[int, ...]:
        """The power sums of the heaps, then the counters."""
        sizes = position[self.heaps]
        assert isinstance(sizes, tuple)
        sums = (sum(size**power for size in sizes) for power in range(1, self.powers + 1))
        return (*sums, *(value for value in position if isinstance(value, int)))


@dataclass(frozen=True)
class LayerReached:
    """What a layer's moves lead to: positions without a move, and for each mark those that no move takes into it.

    `wrong` are positions with a move that leaves the hull or does not lower the measure.
    """

    terminal: frozenset[Position]
    outside: tuple[frozenset[Position], ...]
    wrong: frozenset[Position]


class Climber:
    """Grounds layer after layer in one control; begins a new one now and then, so that memory stays bounded.

    `marks` are growing lists of positions; all of a mark that lies below a layer must be listed by then.
    A `control` takes at least so many positions.
    """

    def __init__(self, fused: Fused, marks: Sequence[Sequence[Position]], control: int = TUNING.ground.control) -> None:
        self._fused = fused
        self._least = control
        self._marks = marks
        self._start()

    def _start(self) -> None:
        reach = [self._fused.reach.format(at) for at in range(len(self._marks))]
        self._control = ground(self._fused.defined)
        self._control.add("layer", ["l"], "".join([*reach, self._fused.live, self._fused.wrong]))
        self._listed = [0] * len(self._marks)
        self._grounded: list[Position] = []
        self._layers = 0

    def reach(self, positions: Sequence[Position]) -> LayerReached:
        """Ground the moves of the next layer."""
        if len(self._grounded) > max(self._least, 4 * sum(self._listed)):
            self._start()
        self._layers += 1
        first = len(self._grounded)
        self._grounded += positions
        extend(self._control, "layer", self._layers, self._facts(positions, first))

        def found(name: str) -> frozenset[Position]:
            indices = (NUMBERS[index] for (index,) in atom_ids(self._control, name, 1))
            return frozenset(self._grounded[index] for index in indices if index >= first)

        outside = tuple(found(f"outside{at}") for at in range(len(self._marks)))
        return LayerReached(found("terminal"), outside, found("wrong"))

    def _facts(self, positions: Sequence[Position], first: int) -> str:
        """The layer's positions, and what is new in the marks."""
        heaps, lines = self._fused.heaps, [f"position({self._layers},{first}..{first + len(positions) - 1})."]
        for index, position in enumerate(positions, first):
            sizes = position[heaps]
            assert isinstance(sizes, tuple)
            values = (self._layers, index, *sizes, *position[:heaps], *position[heaps + 1 :])
            lines.append(f"at{len(sizes)}({','.join(map(str, values))}).")
        for number, mark in enumerate(self._marks):
            for position in mark[self._listed[number] :]:
                lines.append(f"p{number}({','.join(map(str, self._fused.code(position)))}).")
            self._listed[number] = len(mark)
        return "".join(lines)
