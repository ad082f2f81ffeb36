"""What claims of every kind have in a spec's document."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bouton.core.spec import Counted
from bouton.document.shapes import Expect, OverShape, Proof
from bouton.document.types import Id, Model, Predicate, Words


class Claim(Model):
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
    def counted(self) -> Counted:
        """What is judged one by one: the positions of a box."""
        return "position"


class Boxed(Claim):
    """A claim about the positions of a box."""

    where: Predicate | None = Field(None, description="A predicate: the positions the claim speaks of.")
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")
