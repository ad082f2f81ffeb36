"""A published table as a claim of a spec's document: its entries, or ranges and values."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from bouton.core import spec
from bouton.document.entry import ClaimEntry
from bouton.document.types import (
    Cell,
    Coordinate,
    Model,
    Play,
    Predicate,
    Range,
    having,
    one_of,
    refuse,
)


class Entry(Model):
    """One entry of a table."""

    at: dict[str, Coordinate] = Field(description="The parameters and the position, such as {k: 2, heap: [1, 2, 2]}.")
    value: Cell = Field(description="What the table says there.")


class Table(ClaimEntry):
    """A published table, checked entry by entry."""

    model_config = one_of(
        having("entries", without=["rows", "values"]),
        having("rows", "values", without=["entries"]),
        **{"not": {"required": ["predicate"], "anyOf": [having("of"), having("play")]}},
    )

    kind: Literal["table"]
    of: Literal["value", "pair", "outcome", "remoteness"] = Field(
        "value",
        description="What it lists: Sprague-Grundy values, their pairs (normal, misère), outcomes, or how many moves "
        "the winner needs.",
    )
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    predicate: Predicate | None = Field(None, description="Instead of `of`: a predicate, whose rows it lists.")
    entries: Annotated[list[Entry], Field(min_length=1, max_length=10_000)] | None = Field(
        None, description="The entries, each with its position."
    )
    rows: dict[str, Range] | None = Field(
        None,
        min_length=1,
        description="Instead of `entries`: ranges of parameters, of counters and of the size of a single heap.",
    )
    values: Annotated[list[Cell], Field(min_length=1, max_length=10_000)] | None = Field(
        None, description="With `rows`: what the table says, the last of the ranges running fastest."
    )

    @property
    def cells(self) -> tuple[spec.Cell, ...]:
        """What it says, in the order of its positions."""
        return tuple(self.values or (entry.value for entry in self.entries or ()))

    @model_validator(mode="after")
    def _sound(self) -> Self:
        given = self.model_fields_set
        if self.entries is None and (self.rows is None or self.values is None):
            refuse("a claim of kind 'table' needs entries, or rows and values", key="kind")
        if self.entries is not None and given & {"rows", "values"}:
            refuse("a table with entries takes no rows and no values", key="rows" if "rows" in given else "values")
        for key in ("of", "play"):
            if self.predicate is not None and key in given:
                refuse(f"a table of a predicate takes no {key}", key=key)
        if self.of == "pair" and "play" in given:
            refuse("pairs are of both plays, so there is no play", key="play")
        wanted = "true, false, a number or lists of numbers" if self.predicate else _WANTED[self.of]
        key = "entries" if self.values is None else "values"
        for cell in self.cells:
            if not _suits(cell, None if self.predicate else self.of):
                plain = [*cell] if isinstance(cell, tuple) else cell
                refuse(f"{plain} is no entry of this table", key=key, expected=wanted)
        return self


_WANTED = {
    "value": "a number",
    "pair": "two numbers, such as [0, 1]",
    "outcome": "P, N or draw",
    "remoteness": "a number, or draw",
}


def _suits(cell: object, of: str | None) -> bool:
    if of == "outcome":
        return isinstance(cell, str)
    if of == "remoteness":
        return cell == "draw" or (isinstance(cell, int) and not isinstance(cell, bool))
    if of == "pair":
        return isinstance(cell, tuple) and len(cell) == 2 and all(isinstance(number, int) for number in cell)
    if of == "value":
        return isinstance(cell, int) and not isinstance(cell, bool)
    return not isinstance(cell, str)
