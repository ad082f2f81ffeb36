"""Who wins where positions may come back, in plain Python: round by round, without a queue or a count."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

At = TypeVar("At", bound=Hashable)


def rounds(
    options: Mapping[At, Sequence[At]],
    lost: Callable[[At], bool],
    allied: Callable[[At, At], bool] = lambda _at, _to: False,
) -> tuple[dict[At, int], dict[At, int]]:
    """After how many rounds it is known that who moves loses, and that he wins; draws are in neither.

    `lost` is asked of terminals; `allied` says whether the same side moves at a position and at an option.
    """
    loses = {at: 0 for at, of in options.items() if not of and lost(at)}
    wins = {at: 0 for at, of in options.items() if not of and not lost(at)}
    number = 0
    while True:
        number += 1
        new_losses, new_wins = {}, {}
        for at, of in options.items():
            if not of or at in loses or at in wins:
                continue
            good = [to in (wins if allied(at, to) else loses) for to in of]
            bad = [to in (loses if allied(at, to) else wins) for to in of]
            if any(good):
                new_wins[at] = number
            elif all(bad):
                new_losses[at] = number
        if not new_losses and not new_wins:
            return loses, wins
        loses |= new_losses
        wins |= new_wins


def outcome(at: At, found: tuple[dict[At, int], dict[At, int]]) -> str:
    """P, N or draw."""
    return "P" if at in found[0] else "N" if at in found[1] else "draw"


def reached(starts: Sequence[At], moves: Callable[[At], Sequence[At]]) -> dict[At, Sequence[At]]:
    """The options of all positions that are reached."""
    options: dict[At, Sequence[At]] = {}
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at not in options:
            options[at] = moves(at)
            waiting += options[at]
    return options
