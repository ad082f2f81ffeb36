"""Moves and kernel in one rule, grounded layer by layer: no move is ever stored.

The rules of `bouton.ground.fusion` derive `n(P)` where some move from P leads to a position that is known to
be a P-position. In a layer everything below is known, so clingo derives facts and solves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bouton.ground.grounding import Numbers, atom_ids, ground
from bouton.position import Position


@dataclass(frozen=True)
class Fused:
    """The rules of a game for one hull of positions, each with `at<n>(P, sizes.., code..)` in its body.

    `live` derives `terminal(P)` where no move exists; `wrong` derives `wrong(P)` where a move leaves the hull
    or does not lower the measure; `reach`, with `{0}` for the number of a mark, derives `outside<mark>(P)`
    where no move leads to a position that has the fact `p<mark>(code)`. `heaps` is the place of the heaps among
    the fluents, `powers` how many power sums a code has.
    """

    heaps: int
    powers: int
    live: str
    wrong: str
    reach: str

    def code(self, position: Position) -> tuple[int, ...]:
        """The power sums of the heaps, then the counters."""
        sizes = position[self.heaps]
        assert isinstance(sizes, tuple)
        sums = (sum(size**power for size in sizes) for power in range(1, self.powers + 1))
        return (*sums, *(value for value in position if isinstance(value, int)))


@dataclass
class Marked:
    """Facts `p<number>(code)` of the positions of a mark, grown as it grows."""

    positions: Sequence[Position]
    facts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Reached:
    """What a layer's moves lead to: positions without a move, and for each mark those that no move takes into it.

    `wrong` are positions with a move that leaves the hull or does not lower the measure.
    """

    terminal: frozenset[Position]
    outside: tuple[frozenset[Position], ...]
    wrong: frozenset[Position]


def reach(fused: Fused, positions: Sequence[Position], marks: Sequence[Marked]) -> Reached:
    """Ground the moves of a layer; every position below it that is in a mark must be in there by now."""
    text = [fused.live, fused.wrong, _facts(fused, positions)]
    for number, mark in enumerate(marks):
        for position in mark.positions[len(mark.facts) :]:
            mark.facts.append(f"({','.join(map(str, fused.code(position)))}).")
        text.append(fused.reach.format(number))
        text.append("".join([f"p{number}{fact}" for fact in mark.facts]))
    control = ground("".join(text))
    numbers = Numbers()

    def found(name: str) -> frozenset[Position]:
        return frozenset(positions[numbers[index]] for (index,) in atom_ids(control, name, 1))

    return Reached(found("terminal"), tuple(found(f"outside{at}") for at in range(len(marks))), found("wrong"))


def _facts(fused: Fused, positions: Sequence[Position]) -> str:
    lines = [f"position(0..{len(positions) - 1})."]
    for index, position in enumerate(positions):
        sizes = position[fused.heaps]
        assert isinstance(sizes, tuple)
        arguments = (index, *sizes, *fused.code(position))
        lines.append(f"at{len(sizes)}({','.join(map(str, arguments))}).")
    return "".join(lines)
