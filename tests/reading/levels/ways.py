"""The ways to choose what a move chooses at one position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.reading.choices import solutions
from bouton.reading.levels.moves import LevelMove


def every_way(move: LevelMove, at: Mapping[Unknown, int]) -> Iterator[Evaluation]:
    """The values at the position with each way to choose in which the move is possible."""
    places = solutions(move.choices, move.guard, Batch.of([at]))
    return (Evaluation(places.place(number)) for number in range(len(places.origins)))
