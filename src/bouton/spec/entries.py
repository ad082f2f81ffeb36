"""The claims of a spec's document: one model per kind, with the keys that the kind takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Discriminator, Field, PlainValidator, Tag, WithJsonSchema, model_validator

from bouton.spec.leaves import (
    Coordinate,
    Extent,
    Filled,
    Id,
    Model,
    Play,
    Predicate,
    Range,
    RangeOrAll,
    SetRange,
    Words,
    by_shape,
    refuse,
)

PLANNED = ("winners", "grundy", "class", "sequence", "sum", "theory", "statement", "table")
"""Kinds of claim that are named but cannot be checked yet."""


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


def _over_shape(value: object) -> str:
    if not isinstance(value, dict):
        return "a range"
    return "a set" if "set" in value else "heaps over"


def _proof_shape(value: object) -> str:
    if not isinstance(value, dict):
        return "a range or all"
    return "a set" if "set" in value else "heaps to prove"


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


class Claim(Model):
    """What every claim has."""

    id: Id = Field(description="The paper's own number: theorem-8, corollary-5, table-1; unique in the file.")
    says: Words = Field(description="The claim in words, as the paper states it.")
    kind: str = Field(description="The kind of claim.")
    expect: Expect = Field("holds", description="What the verdict should be; `holds` is met by `proved` too.")


class _Boxed(Claim):
    """A claim about the positions of a box."""

    where: Predicate | None = Field(None, description="A predicate: the positions the claim speaks of.")
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")


class PPositions(_Boxed):
    """The predicate holds exactly at the P-positions."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["iff"]},
                {"required": ["together"], "not": {"required": ["where"]}},
            ]
        }
    )

    kind: Literal["p-positions"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    iff: Predicate | None = Field(None, description="A predicate of arity 0: the characterisation.")
    together: Annotated[list[Id], Field(min_length=1)] | None = Field(
        None, description="Instead of `iff`: the claims that cover all positions together."
    )
    strategy: Predicate | None = Field(
        None, description="A predicate of arity 1: winning moves of every N-position, which help a proof."
    )

    @model_validator(mode="after")
    def _one_way(self) -> PPositions:
        if self.iff is None and self.together is None:
            refuse("a claim of kind 'p-positions' needs iff or together", key="kind")
        if self.together is not None and (self.iff is not None or self.where is not None):
            key = "where" if self.iff is None else "iff"
            refuse(f"a claim with together takes no {key} of its own", key=key)
        return self


class Strategy(_Boxed):
    """In every N-position the named moves are legal and reach P-positions, and there is one."""

    kind: Literal["strategy"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    moves: Predicate = Field(description="A predicate of arity 1: the winning moves.")


class SameGame(_Boxed):
    """Positions with equal keys have equal outcomes."""

    kind: Literal["same-game"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    key: Predicate = Field(description="A predicate: what the outcome depends on alone.")


class SwapPositions(_Boxed):
    """The predicate holds exactly where the outcomes of normal and misère play differ."""

    kind: Literal["swap-positions"]
    iff: Predicate = Field(description="A predicate of arity 0: the characterisation.")


class Everywhere(_Boxed):
    """The predicate holds at every position: a fact or a lemma, about the moves from it say."""

    kind: Literal["everywhere"]
    iff: Predicate = Field(description="A predicate of arity 0: what holds.")


class Example(Claim):
    """At a named position the outcome, or the value of a predicate, is as stated."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["outcome"], "not": {"required": ["value"]}},
                {"required": ["predicate"], "not": {"anyOf": [{"required": ["outcome"]}, {"required": ["play"]}]}},
            ]
        }
    )

    kind: Literal["example"]
    at: dict[str, Coordinate] = Field(description="The parameters and the position, such as {k: 2, heap: [1, 2, 2]}.")
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    outcome: Literal["P", "N"] | None = Field(None, description="The outcome: P or N.")
    predicate: Predicate | None = Field(None, description="Instead of `outcome`: a predicate.")
    value: Extent | None = Field(
        None, description="What it holds for: true (the default), false, a number, a tuple, or several tuples."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Example:
        if self.outcome is None and self.predicate is None:
            refuse("a claim of kind 'example' needs outcome or predicate", key="kind")
        if self.predicate is None and self.value is not None:
            refuse("value says what a predicate holds for; there is no predicate here", key="value")
        if self.predicate is not None:
            for key in ("outcome", "play"):
                if key in self.model_fields_set:
                    refuse(f"an example of a predicate takes no {key}", key=key)
        return self


KINDS: dict[str, type[Claim]] = {
    "p-positions": PPositions,
    "strategy": Strategy,
    "same-game": SameGame,
    "swap-positions": SwapPositions,
    "everywhere": Everywhere,
    "example": Example,
}


def _kind(value: Any) -> str | None:
    kind = value.get("kind") if isinstance(value, dict) else None
    return f"kind {kind}" if isinstance(kind, str) else None


AnyClaim: TypeAlias = Annotated[
    Annotated[PPositions, Tag("kind p-positions")]
    | Annotated[Strategy, Tag("kind strategy")]
    | Annotated[SameGame, Tag("kind same-game")]
    | Annotated[SwapPositions, Tag("kind swap-positions")]
    | Annotated[Everywhere, Tag("kind everywhere")]
    | Annotated[Example, Tag("kind example")],
    Discriminator(_kind),
]
