"""Claims about sums of games, in a spec's document."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Tag

from bouton.document.base import Claim
from bouton.document.shapes import OverShape
from bouton.document.types import Model, OtherSpec, Predicate, Range, by_shape

Statement: TypeAlias = Literal["xor", "tame", "swap", "misere-strategy"]


class Summand(Model):
    """A game that is added, in its own box or in another."""

    spec: OtherSpec = Field(description="The spec of the game, beside this one.")
    over: dict[str, Range] = Field({}, description="Ranges that replace its own, such as {heap.size: 1..4}.")


Added: TypeAlias = Annotated[
    Annotated[OtherSpec, Tag("a spec")] | Annotated[Summand, Tag("a summand")], by_shape("a spec", "a summand")
]


class Sum(Claim):
    """What holds of the sum of this game and others, at each position of the box with each of theirs."""

    kind: Literal["sum"]
    plus: Annotated[list[Added], Field(min_length=1, max_length=4)] = Field(
        description="The games that are added to this one."
    )
    summands: Literal["tame"] | None = Field(
        None, description="What the theorem assumes of each summand: that its game is tame."
    )
    sum: Statement = Field(
        description="What holds of the sum: its value is the XOR of the values (xor); it is tame; it is a swap "
        "position iff every summand is, (1,0) iff an odd number of them is (swap); Gurvich's misere-strategy wins."
    )
    where: Predicate | None = Field(None, description="A predicate: the positions of this game the claim speaks of.")
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")
