"""The claims of a spec's document: one model per kind, with the keys that the kind takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import ConfigDict, Discriminator, Field, StringConstraints, Tag, model_validator

from bouton.core.ranges import interval
from bouton.core.spec import Counted
from bouton.document.base import Boxed, Claim
from bouton.document.sequence import Sequence
from bouton.document.shapes import OverShape, Proof, Sure
from bouton.document.sums import Sum
from bouton.document.types import FLUENT, Coordinate, Extent, Id, OtherSpec, Play, Predicate, Range, Side, refuse
from bouton.document.valued import Class, Table

Using: TypeAlias = Annotated[
    dict[Id, Predicate],
    Field(
        {},
        description="Proved statements that the proof may use, each with the predicate that names the numbers at "
        "which. A statement may name itself: it is used at smaller numbers.",
    ),
]


class _Characterised(Boxed):
    """A claim with a characterisation of its own, or one that takes those of other claims together."""

    together: Annotated[list[Id], Field(min_length=1)] | None = Field(
        None, description="Instead of `iff`: the claims that cover all positions together."
    )
    strategy: Predicate | None = Field(
        None, description="A predicate of arity 1: winning moves of every N-position, which help a proof."
    )
    using: Using

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = self.model_fields_set
        if self.together is not None and given & {"iff", "where"}:
            key = "iff" if "iff" in given else "where"
            refuse(f"a claim with together takes no {key} of its own", key=key)
        return self


class PPositions(_Characterised):
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

    @model_validator(mode="after")
    def _characterised(self) -> Self:
        if self.iff is None and self.together is None:
            refuse("a claim of kind 'p-positions' needs iff or together", key="kind")
        return self


class Winners(_Characterised):
    """In a game of alliances the predicate names the side that wins."""

    model_config = ConfigDict(
        json_schema_extra={"not": {"required": ["together"], "anyOf": [{"required": ["iff"]}, {"required": ["where"]}]}}
    )

    kind: Literal["winners"]
    iff: Predicate = Field("wins", description="A predicate of arity 1: the side that wins.")


_OTHER = ("other", "image", "other_play", "isomorphic", "shift")


class Grundy(Boxed):
    """The predicate is the Sprague-Grundy value."""

    kind: Literal["grundy"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    iff: Predicate = Field("value", description="A predicate of arity 1: the value.")
    using: Using


class Strategy(Boxed):
    """In every N-position the named moves are legal and reach P-positions, and there is one."""

    kind: Literal["strategy"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    moves: Predicate = Field(description="A predicate of arity 1: the winning moves.")


class SameGame(Boxed):
    """Positions with equal keys have equal outcomes; or a position and its image in another game have."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["key"], "not": {"anyOf": [{"required": [name]} for name in _OTHER]}},
                {"required": ["other", "image"]},
            ]
        }
    )

    kind: Literal["same-game"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    key: Predicate | None = Field(None, description="A predicate: what the outcome depends on alone.")
    other: OtherSpec | None = Field(None, description="Instead of `key`: the spec of another game, beside this one.")
    image: Predicate | None = Field(
        None, description="A predicate of arity 1: the fluents of the position of the other game that corresponds."
    )
    shift: Literal["some"] | None = Field(
        None,
        description="With `some`, `image` has arity 2, image(J,F): some one J, the same for all positions, keeps the "
        "outcome. The J tried are those that the rules derive; it is refuted where the last one fails.",
    )
    other_play: Play | None = Field(None, description="The play of the other game, where it is not that of this one.")
    isomorphic: bool = Field(False, description="Whether the options correspond too, one to one up to equal images.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = [name for name in _OTHER if name in self.model_fields_set]
        if self.key is None and (self.other is None or self.image is None):
            refuse("a claim of kind 'same-game' needs key, or other and image", key=given[0] if given else "kind")
        if self.key is not None and given:
            refuse(f"a claim with key takes no {given[0]}", key=given[0])
        if self.shift is not None and self.isomorphic:
            refuse("a claim about some shift compares outcomes, not options", key="isomorphic")
        return self


class SwapPositions(Boxed):
    """The predicate holds exactly where the outcomes of normal and misère play differ."""

    kind: Literal["swap-positions"]
    iff: Predicate = Field(description="A predicate of arity 0: the characterisation.")


class Everywhere(Boxed):
    """The predicate holds at every position: a fact or a lemma, about the moves from it say."""

    kind: Literal["everywhere"]
    iff: Predicate = Field(description="A predicate of arity 0: what holds.")
    using: Using


class Statement(Claim):
    """The predicate holds for every value of the parameters and the unknowns: arithmetic, with no game in it."""

    kind: Literal["statement"]
    unknowns: dict[Annotated[str, StringConstraints(pattern=FLUENT)], Range] = Field(
        {}, max_length=20, description="Integers beside the parameters, each a predicate of the rules: `j: 1..n+1`."
    )
    given: Predicate | None = Field(None, description="A predicate of arity 0: the assumption.")
    iff: Predicate = Field(description="A predicate of arity 0: what holds wherever `given` does.")
    values: Predicate | None = Field(
        None,
        description="A predicate of arity 2 that names the value of each position of a game of one counter: with it a "
        "set can be `all`, and the proof takes of the values only that they are those of mex.",
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace those declared, for a check.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")
    using: Using

    @property
    def counted(self) -> Counted:
        """Its cases: values of the parameters and the unknowns."""
        return "case"


class Theory(Claim):
    """The predicate holds for every finite acyclic game: looked for in all of a few positions, proved by induction."""

    kind: Literal["theory"]
    positions: Range = Field(interval("1..5"), description="How many positions the games have, such as 1..6.")
    given: Predicate | None = Field(None, description="A predicate of arity 0: which games the statement is about.")
    iff: Predicate = Field(description="A predicate of arity 0: what holds for every game with `given`.")
    prove: Sure | None = Field(None, description="Whether a proof for all finite acyclic games is tried.")
    induction: Predicate | None = Field(
        None, description="A predicate of arity 1: the proof looks at a position with it, no option of which has it."
    )

    @property
    def counted(self) -> Counted:
        """Games."""
        return "game"


class Example(Claim):
    """At a named position the outcome, or the value of a predicate, is as stated."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["outcome"], "not": {"anyOf": [{"required": ["value"]}, {"required": ["winner"]}]}},
                {"required": ["winner"], "not": {"anyOf": [{"required": ["value"]}, {"required": ["play"]}]}},
                {"required": ["predicate"], "not": {"anyOf": [{"required": ["outcome"]}, {"required": ["play"]}]}},
            ]
        }
    )

    kind: Literal["example"]
    at: dict[str, Coordinate] = Field(description="The parameters and the position, such as {k: 2, heap: [1, 2, 2]}.")
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    outcome: Literal["P", "N"] | None = Field(None, description="The outcome: P or N.")
    winner: Side | None = Field(None, description="Instead of `outcome`: the side that wins, in a game of alliances.")
    predicate: Predicate | None = Field(None, description="Instead of `outcome`: a predicate.")
    value: Extent | None = Field(
        None, description="What it holds for: true (the default), false, a number, a tuple, or several tuples."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Example:
        if self.outcome is None and self.winner is None and self.predicate is None:
            refuse("a claim of kind 'example' needs outcome, winner or predicate", key="kind")
        if self.winner is not None and self.model_fields_set & {"outcome", "play"}:
            key = "outcome" if self.outcome is not None else "play"
            refuse(f"an example with a winner takes no {key}", key=key)
        if self.predicate is None and self.value is not None:
            refuse("value says what a predicate holds for; there is no predicate here", key="value")
        if self.predicate is not None:
            for key in ("outcome", "winner", "play"):
                if key in self.model_fields_set:
                    refuse(f"an example of a predicate takes no {key}", key=key)
        return self


KINDS: dict[str, type[Claim]] = {
    "p-positions": PPositions,
    "winners": Winners,
    "grundy": Grundy,
    "strategy": Strategy,
    "same-game": SameGame,
    "swap-positions": SwapPositions,
    "class": Class,
    "sum": Sum,
    "everywhere": Everywhere,
    "statement": Statement,
    "sequence": Sequence,
    "theory": Theory,
    "table": Table,
    "example": Example,
}


def _kind(value: Any) -> str | None:
    kind = value.get("kind") if isinstance(value, dict) else None
    return f"kind {kind}" if isinstance(kind, str) else None


AnyClaim: TypeAlias = Annotated[
    Annotated[PPositions, Tag("kind p-positions")]
    | Annotated[Winners, Tag("kind winners")]
    | Annotated[Grundy, Tag("kind grundy")]
    | Annotated[Strategy, Tag("kind strategy")]
    | Annotated[SameGame, Tag("kind same-game")]
    | Annotated[SwapPositions, Tag("kind swap-positions")]
    | Annotated[Class, Tag("kind class")]
    | Annotated[Sum, Tag("kind sum")]
    | Annotated[Everywhere, Tag("kind everywhere")]
    | Annotated[Statement, Tag("kind statement")]
    | Annotated[Sequence, Tag("kind sequence")]
    | Annotated[Theory, Tag("kind theory")]
    | Annotated[Table, Tag("kind table")]
    | Annotated[Example, Tag("kind example")],
    Discriminator(_kind),
]
