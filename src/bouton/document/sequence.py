"""Claims about sequences in a spec's document."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from bouton.core.spec import Counted
from bouton.document.base import Claim
from bouton.document.shapes import OverShape
from bouton.document.types import Play, Predicate, Range, refuse

_NUMBERS = ("same", "satisfies")


class Sequence(Claim):
    """The terms of a sequence are the P-positions, or those of another sequence, or a predicate holds of each index."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"not": {"anyOf": [{"required": [key]} for key in (*_NUMBERS, "index")]}},
                {
                    "required": ["same", "index"],
                    "not": {"anyOf": [{"required": ["satisfies"]}, {"required": ["play"]}]},
                },
                {
                    "required": ["satisfies", "index"],
                    "not": {"anyOf": [{"required": ["same"]}, {"required": ["play"]}]},
                },
            ]
        }
    )

    kind: Literal["sequence"]
    terms: Predicate = Field(
        description="A predicate of parameters alone that gives the terms: the index, then the numbers of the term."
    )
    play: Play = Field(
        "normal", description="The terms are the P-positions when who cannot move has lost (normal) or won (misere)."
    )
    same: Predicate | None = Field(None, description="Instead of `play`: another such predicate, with the same terms.")
    satisfies: Predicate | None = Field(
        None, description="Instead of `play`: a predicate of arity 1 that holds of every index."
    )
    index: Range | None = Field(None, description="With `same` or `satisfies`: the indices that are judged.")
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace those declared, for a check.")

    @property
    def counted(self) -> Counted:
        """The positions of a box, or the terms of the sequence where no positions are spoken of."""
        return "position" if self.same is None and self.satisfies is None else "term"

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = [key for key in ("play", *_NUMBERS) if key in self.model_fields_set]
        if len(given) > 1:
            refuse(f"a sequence with {given[-1]} takes no {given[0]}", key=given[0])
        if given in ([], ["play"]) and self.index is not None:
            refuse("the terms among the positions of the box are judged, so there is no index", key="index")
        if given not in ([], ["play"]) and self.index is None:
            refuse(f"a sequence with {given[0]} needs an index", key=given[0], expected="such as index: 0..100")
        return self
