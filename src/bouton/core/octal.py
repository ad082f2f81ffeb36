"""Octal codes (Guy and Smith 1956): how many stones a move takes from a heap, and how many heaps it may leave.

In `0.137` the digits after the point are d_1, d_2, d_3, each the sum of some of 1, 2 and 4: with 1 in d_k a move may
take k stones that are a whole heap, with 2 it may take k and leave one heap, with 4 it may take k and leave two.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

_CODE = re.compile(r"([0-9]*)\.([0-9]+)")
MOST = 200
"""The most digits of a code."""


class OctalError(ValueError):
    """A text that is no octal code; says why, and carries what was expected."""

    def __init__(self, message: str, expected: str = "a code such as 0.137") -> None:
        super().__init__(message)
        self.expected = expected


@dataclass(frozen=True)
class Code:
    """Which pairs (k, j) a move may be: it takes k stones, at least one, and leaves j heaps, none of them empty."""

    leaves: frozenset[tuple[int, int]]

    @property
    def most(self) -> int:
        """The most stones that a move takes."""
        return max((taken for taken, _ in self.leaves), default=0)

    @property
    def heaps(self) -> int:
        """The most heaps that a move leaves, and at least 1."""
        return max((1, *(left for _, left in self.leaves)))

    @cached_property
    def text(self) -> str:
        """The code as it is written: `0.137`."""
        digits = [sum(1 << left for taken, left in self.leaves if taken == at) for at in range(1, self.most + 1)]
        return "0." + "".join(map(str, digits or [0]))

    def movable(self, size: int) -> bool:
        """Whether there is a move from a heap of that size."""
        return any(size == taken if left == 0 else size >= taken + left for taken, left in self.leaves)

    def options(self, size: int) -> set[tuple[int, ...]]:
        """What a heap of that size may become: the sizes of the heaps that are left, in ascending order."""
        found: set[tuple[int, ...]] = set()
        for taken, left in self.leaves:
            rest = size - taken
            if left == 0 and rest == 0:
                found.add(())
            elif left == 1 and rest > 0:
                found.add((rest,))
            elif left == 2:
                found |= {(small, rest - small) for small in range(1, rest // 2 + 1)}
        return found


def parse(text: str) -> Code:
    """The code that a text such as `0.137` or `.137` stands for; OctalError where there is none."""
    found = _CODE.fullmatch(text)
    if found is None:
        raise OctalError(f"{text!r} is no octal code: digits after a point were expected")
    before, digits = found[1], found[2]
    wrong = next((digit for digit in before + digits if digit in "89"), None)
    if wrong is not None:
        raise OctalError(f"{wrong} is no octal digit")
    if before == "4":
        raise OctalError("with 4 before the point a move takes nothing, so that no number of stones goes down")
    if before not in ("", "0"):
        raise OctalError(f"before the point of an octal code stands 0, not {before}")
    if len(digits) > MOST:
        raise OctalError(f"this code has {len(digits)} digits", f"at most {MOST}")
    code = Code(frozenset((at, left) for at, one in enumerate(digits, 1) for left in range(3) if int(one) >> left & 1))
    if not code.leaves:
        raise OctalError(f"by {text} there is no move at all")
    return code


def rules_text(code: Code, heap: str = "heap") -> str:
    """The rules that the code stands for, of a game with heaps of that name."""
    left = {number for _, number in code.leaves}
    lines = [
        f"% The octal game {code.text}: leaves(K,J) says that a move may take K stones of a heap and leave J heaps of",
        "% the rest; take(I,K,L) takes K of heap I and leaves L on the smaller side, which are a heap of their own.",
        *(f"leaves({taken},{number})." for taken, number in sorted(code.leaves)),
    ]
    if 0 in left:
        lines.append(f"move(take(I,K,0)) :- {heap}(I,K), leaves(K,0).")
    if 1 in left:
        lines.append(f"move(take(I,K,0)) :- {heap}(I,S), leaves(K,1), K < S.")
    if 2 in left:
        lines.append(f"move(take(I,K,L)) :- {heap}(I,S), leaves(K,2), K < S, L = 1..(S-K)/2.")
    lines.append(f"after(take(I,K,L), {heap}(I,S-K-L)) :- move(take(I,K,L)), {heap}(I,S).")
    if 2 in left:
        lines.append(f"heaps(N) :- N = #count {{ I : {heap}(I,_) }}.")
        lines.append(f"after(take(I,K,L), {heap}(N+1,L)) :- move(take(I,K,L)), heaps(N).")
    return "\n".join(lines) + "\n"


def observed(options: Collection[Collection[tuple[int, ...]]]) -> Code:
    """The code with every pair (k, j) that some option shows, where `options[n]` are those of a heap of n."""
    return Code(frozenset((size - sum(heaps), len(heaps)) for size, each in enumerate(options) for heaps in each))
