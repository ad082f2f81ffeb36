"""What stands under `over`, `prove` and `expect` of a claim: ranges that replace others, and what is expected."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator, Field, PlainValidator, Tag, WithJsonSchema, model_validator

from bouton.document.types import Coordinate, Filled, Model, Range, RangeOrAll, SetRange, by_shape, refuse


class HeapsOver(Filled):
    """Ranges of a heaps fluent that replace the game's own; what is left out stays."""

    count: Range | None = Field(None, description="How many heaps.")
    size: Range | None = Field(None, description="How many stones a heap may have.")


class HeapsProof(Model):
    """The numbers of heaps a proof is tried for; sizes are always unbounded."""

    count: RangeOrAll = Field(description="The numbers of heaps, tried one by one, or `all`.")


class Expectation(Filled):
    """What the verdict should be, with the counterexample or the fate of the proof."""

    verdict: Literal["holds", "proved", "vacuous", "refuted"] | None = Field(None, description="The verdict.")
    refuted: dict[str, Coordinate] | None = Field(
        None, description="The counterexample it must be refuted by: the parameters and the position."
    )
    proof: Literal["unknown"] | None = Field(None, description="`unknown` where no proof is expected.")

    @model_validator(mode="after")
    def _sound(self) -> Expectation:
        if self.refuted is not None and self.verdict not in (None, "refuted"):
            refuse(f"a claim with a counterexample is not expected to be {self.verdict!r}", key="verdict")
        return self


def _yes(value: object) -> Literal[True]:
    if value is not True:
        refuse("prove takes true or a mapping of ranges; leave the key out where no proof is asked for")
    return True


def _sure(value: object) -> Literal[True]:
    if value is not True:
        refuse("prove takes true: a proof is for all games; leave the key out where none is asked for")
    return True


def _over_shape(value: object) -> str:
    if not isinstance(value, dict):
        return "a range"
    return "a set" if value.keys() & {"set", "subsets"} else "heaps over"


def _proof_shape(value: object) -> str:
    if not isinstance(value, dict):
        return "a range or all"
    return "a set" if value.keys() & {"set", "subsets"} else "heaps to prove"


OverShape: TypeAlias = Annotated[
    Annotated[Range, Tag("a range")] | Annotated[SetRange, Tag("a set")] | Annotated[HeapsOver, Tag("heaps over")],
    Discriminator(_over_shape),
]
ProofShape: TypeAlias = Annotated[
    Annotated[RangeOrAll, Tag("a range or all")]
    | Annotated[SetRange, Tag("a set")]
    | Annotated[HeapsProof, Tag("heaps to prove")],
    Discriminator(_proof_shape),
]
Sure: TypeAlias = Annotated[Literal[True], PlainValidator(_sure), WithJsonSchema({"const": True})]
Proof: TypeAlias = Annotated[
    Annotated[Literal[True], PlainValidator(_yes), WithJsonSchema({"const": True}), Tag("just true")]
    | Annotated[dict[str, ProofShape], Tag("ranges to prove")],
    by_shape("just true", "ranges to prove"),
]
Expect: TypeAlias = Annotated[
    Annotated[Literal["holds", "proved", "vacuous", "refuted"], Tag("a verdict")]
    | Annotated[Expectation, Tag("an expectation")],
    by_shape("a verdict", "an expectation"),
]
