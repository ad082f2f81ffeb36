"""What the claims of a spec's document have in common, whatever their kind."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from bouton.core.spec import About, Judged
from bouton.document.types import (
    Expect,
    Id,
    Model,
    OverShape,
    Predicate,
    Proof,
    Words,
    refuse,
)


class ClaimEntry(Model):
    """What every claim has."""

    id: Id = Field(description="The paper's own number: theorem-8, corollary-5, table-1; unique in the file.")
    says: Words = Field(description="The claim in words, as the paper states it.")
    kind: str = Field(description="The kind of claim.")
    paper: Literal["states", "denies", "asks", "silent"] = Field(
        "states",
        description="What the source makes of the claim: it states it, says that it is false, leaves it open, or is "
        "silent (a variant, or what one might believe instead).",
    )
    expect: Expect = Field("holds", description="What the verdict should be; `holds` is met by `proved` too.")

    @property
    def about(self) -> About:
        """What it is about: the positions of a box."""
        return "positions"


class Boxed(ClaimEntry):
    """A claim about the positions of a box."""

    where: Predicate | None = Field(None, description="A predicate: the positions the claim speaks of.")
    positions: Judged | None = Field(
        None,
        description="Of a position with sets: which are judged, where games begin (`starts`), all that is reached from "
        "there, or `all`. The default is `reached` where the spec has `starts`, else `all`.",
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")


Using: TypeAlias = Annotated[
    dict[Id, Predicate],
    Field(
        {},
        description="Proved statements that the proof may use, each with the predicate that names the numbers at "
        "which. A statement may name itself: it is used at smaller numbers.",
    ),
]

Unfolding: TypeAlias = Annotated[
    list[Predicate],
    Field(
        [],
        description="Predicates that recurse along `in_range`: the proof may use what one step of their rules says. Of "
        "others of that kind it knows what `using` says of them.",
    ),
]


class Characterised(Boxed):
    """A claim with a characterisation of its own, or one that takes those of other claims together."""

    together: Annotated[list[Id], Field(min_length=1)] | None = Field(
        None, description="Instead of `iff`: the claims that cover all positions together."
    )
    strategy: Predicate | None = Field(
        None, description="A predicate of arity 1: winning moves of every N-position, which help a proof."
    )
    using: Using
    unfolding: Unfolding

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = self.model_fields_set
        if self.together is not None and given & {"iff", "where"}:
            key = "iff" if "iff" in given else "where"
            refuse(f"a claim with together takes no {key} of its own", key=key)
        return self
