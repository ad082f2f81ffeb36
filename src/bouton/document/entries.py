"""The claims of a spec's document: one model per kind, with the keys that the kind takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias, Union, get_args

from pydantic import ConfigDict, Discriminator, Field, StringConstraints, Tag, model_validator

from bouton.core.ranges import RangeExpression, interval
from bouton.core.spec import About
from bouton.document.entry import Boxed, Characterised, ClaimEntry, Unfolding, Using
from bouton.document.tables import Table
from bouton.document.types import (
    FLUENT,
    Coordinate,
    Extent,
    Id,
    Length,
    Model,
    OtherSpec,
    OverShape,
    Play,
    Predicate,
    Proof,
    Range,
    Side,
    Start,
    Sure,
    by_shape,
    having,
    one_of,
    refuse,
)


class PPositions(Characterised):
    """The predicate holds exactly at the P-positions."""

    model_config = one_of(having("iff"), having("together", without=["where"]))

    kind: Literal["p-positions"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    iff: Predicate | None = Field(None, description="A predicate of arity 0: the characterisation.")
    draw: Predicate | None = Field(
        None,
        description="In a game with cycles: a predicate of arity 0 that holds exactly at the draws. Without it nothing "
        "is said of which positions are N and which are draws.",
    )

    @model_validator(mode="after")
    def _characterised(self) -> Self:
        if self.iff is None and self.together is None:
            refuse("a claim of kind 'p-positions' needs iff or together", key="kind")
        if self.draw is not None and self.together is not None:
            refuse("a claim with draw takes no others together", key="draw")
        return self


class Winners(Characterised):
    """In a game of alliances the predicate names the side that wins."""

    model_config = ConfigDict(
        json_schema_extra={"not": {"required": ["together"], "anyOf": [{"required": ["iff"]}, {"required": ["where"]}]}}
    )

    kind: Literal["winners"]
    iff: Predicate = Field("wins", description="A predicate of arity 1: the side that wins.")


class Agreeing(Model):
    """A claim that a predicate holds, or exactly where another does."""

    iff: Predicate = Field(description="A predicate of arity 0: what holds wherever the claim speaks.")
    same: Predicate | None = Field(
        None, description="Another predicate of arity 0: `iff` need not hold, but holds exactly where this one does."
    )

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.same == self.iff:
            refuse("a predicate agrees with itself", key="same", expected="another predicate than iff")
        return self


_OTHER = ("other", "image", "other_play", "isomorphic", "shift")


class Grundy(Boxed):
    """The predicate is the Sprague-Grundy value."""

    kind: Literal["grundy"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    iff: Predicate = Field("value", description="A predicate of arity 1: the value.")
    using: Using
    unfolding: Unfolding


_Natural: TypeAlias = Annotated[int, Field(ge=0, le=10**6)]


class Periodic(ClaimEntry):
    """From some size on the values of a heap, of a counter, or of starts, repeat with a period; or the outcomes."""

    kind: Literal["periodic"]
    preperiod: Start = Field(description="From which size n on g(n+period) = g(n) + saltus.")
    period: Length = Field(description="After how many stones the values repeat.")
    saltus: Start = Field(0, description="By how much they rise from one period to the next, if they do.")
    of: Literal["value", "outcome"] = Field("value", description="What repeats: the values, or the outcomes.")
    play: Play = Field(
        "normal", description="Of outcomes: those when who cannot move has lost (normal) or won (misere)."
    )
    least: bool = Field(
        False,
        description="With `true` no lesser period will do, and with this one no lesser preperiod; of rows, in each.",
    )
    values: Annotated[list[_Natural], Field(min_length=1, max_length=100_000)] | None = Field(
        None, description="The values of the sizes 0, 1, ..., preperiod + period - 1."
    )
    where: Predicate | None = Field(
        None, description="A predicate: the positions that it speaks of, n as well as n+period."
    )
    along: Annotated[str, StringConstraints(pattern=FLUENT)] | None = Field(
        None,
        description="Of positions of several parts: the counter, or the heap, by which values are counted. All else is "
        "the same in a row, and the claim speaks of each row of its box. Of positions that are sets: a parameter; then "
        "the values are those of the start.",
    )
    beside: Annotated[list[Start], Field(min_length=1, max_length=8)] | None = Field(
        None,
        description="The sizes of the other heaps, which stay as they are while the one of `along` goes on.",
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.beside is not None and self.along is None:
            refuse("is said of a row, of several heaps", key="beside", expected="`along`, with the name of the heaps")
        for key in ("values", "saltus") if self.of == "outcome" else ():
            if getattr(self, key):
                refuse("outcomes are no numbers", key=key, expected=f"no `{key}` beside `of: outcome`")
        if self.of == "value" and self.play == "misere":
            refuse("values repeat in normal play, outcomes in either", key="play", expected="`of: outcome` beside it")
        if isinstance(self.preperiod, RangeExpression) or isinstance(self.period, RangeExpression):
            if self.values is not None:
                refuse("values are listed of a period that is a number", key="values")
            return self
        wanted = self.preperiod + self.period
        if self.values is not None and len(self.values) != wanted:
            message = f"there are {len(self.values)} values, and the preperiod and the period are {wanted} together"
            refuse(message, key="values", expected=f"{wanted} values")
        return self


class Strategy(Boxed):
    """In every N-position the named moves are legal and reach P-positions, and there is one."""

    kind: Literal["strategy"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    moves: Predicate = Field(description="A predicate of arity 1: the winning moves.")


class Outcome(Boxed):
    """Every position of a family, those of `where`, has the outcome; nothing is said of the others."""

    kind: Literal["outcome"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    outcome: Literal["P", "N", "draw"] = Field(description="The outcome of all these positions.")
    reply: Predicate | None = Field(
        None,
        description="Of P-positions: a predicate of arity 2, reply(M,A), that names an answer A to each move M; it "
        "leads back into the family.",
    )
    into: Id | None = Field(
        None,
        description="Of N-positions: a claim on P-positions, of this kind or of `p-positions`, that a move leads to; "
        "of draws, one that a move may lead to from what is reached; of P-positions in which games begin, one whose "
        "family they are of. A proof rests on that of the claim.",
    )
    strategy: Predicate | None = Field(
        None,
        description="Of N-positions that are sets: a predicate of arity 1 that names moves; each is legal and wins, "
        "and there is one at least.",
    )

    @model_validator(mode="after")
    def _one_sided(self) -> Self:
        if self.outcome != "P" and self.reply is not None:
            refuse("only moves from P-positions have replies", key="reply", expected="outcome: P")
        if self.outcome != "N" and self.strategy is not None:
            refuse("only from N-positions moves win", key="strategy", expected="outcome: N")
        if self.outcome == "P" and self.into is not None and self.positions != "starts":
            refuse("no move leads from P-positions to P-positions", key="into", expected="outcome: N")
        if self.outcome == "P" and self.into is not None and self.reply is not None:
            refuse("the claim that `into` names has the replies", key="reply", expected="one of reply and into")
        return self


class Remoteness(Boxed):
    """The predicate says in how many moves the game ends, the winner hastening and the loser delaying."""

    kind: Literal["remoteness"]
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    iff: Predicate = Field(
        "remoteness", description="A predicate of arity 1: the number of moves; it holds of nothing at a draw."
    )


class Kernel(ClaimEntry):
    """A predicate is a kernel of the graph of moves: no move inside it, and a move into it from all else."""

    kind: Literal["kernel"]
    iff: Predicate | None = Field(None, description="A predicate of arity 0: the positions of the kernel.")
    kernels: Literal["none", "one", "some", "several"] | None = Field(
        None, description="How many kernels the graph of all positions reached has; beside `iff`, or in its place."
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.iff is None and self.kernels is None:
            refuse("a claim of kind 'kernel' needs iff or kernels", key="kind")
        if self.iff is not None and self.kernels == "none":
            refuse("what is a kernel is one", key="kernels", expected="one, some or several beside iff")
        return self


class SameGame(Boxed):
    """Positions with equal keys have equal outcomes; or a position and its image in another game have."""

    model_config = one_of(having("key", without=_OTHER), having("other", "image"))

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
    isomorphic: bool = Field(
        False, description="Whether the images of the options are the options of the image, too; then there is a proof."
    )

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


class Everywhere(Boxed, Agreeing):
    """The predicate holds at every position, or where another does: a lemma, about the moves from it say."""

    kind: Literal["everywhere"]
    using: Using
    play: Play = Field("normal", description="The play of `value(A,V)` and `outcome(A,p)`, where rules name positions.")
    other: dict[Predicate, OtherSpec] | None = Field(
        None,
        min_length=1,
        description="The names of positions of other games, each with the spec of its game, beside this one: "
        "`other: {there: kayles.yaml}`. Names that are not listed are those of positions of this game.",
    )
    unfolding: Unfolding


class Statement(ClaimEntry, Agreeing):
    """What is said holds for every value of the parameters and the unknowns: arithmetic, with no game in it."""

    kind: Literal["statement"]
    unknowns: dict[Annotated[str, StringConstraints(pattern=FLUENT)], Range] = Field(
        {}, max_length=20, description="Integers beside the parameters, each a predicate of the rules: `j: 1..n+1`."
    )
    given: Predicate | None = Field(None, description="A predicate of arity 0: the assumption.")
    values: Predicate | None = Field(
        None,
        description="A predicate of arity 2 that names the value of each position of a game of one counter: with it a "
        "set can be `all`, and the proof takes of the values only that they are those of mex.",
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace those declared, for a check.")
    prove: Proof | None = Field(None, description="What a proof is to cover; `true` is the claim's own ranges.")
    using: Using
    unfolding: Unfolding
    along: Annotated[str, StringConstraints(pattern=FLUENT)] | None = Field(
        None,
        description="The unknown by which a statement that uses itself uses smaller ones; by default the sum of all.",
    )

    @property
    def about(self) -> About:
        """The values of the parameters and the unknowns."""
        return "numbers"

    @property
    def where(self) -> str | None:
        """Where it speaks: what is given."""
        return self.given


class Theory(ClaimEntry, Agreeing):
    """The predicate holds for every finite acyclic game: looked for in all of a few positions, proved by induction."""

    kind: Literal["theory"]
    positions: Range = Field(interval("1..5"), description="How many positions the games have, such as 1..6.")
    given: Predicate | None = Field(None, description="A predicate of arity 0: which games the statement is about.")
    prove: Sure | None = Field(None, description="Whether a proof for all finite acyclic games is tried.")
    induction: Predicate | list[Predicate] | None = Field(
        None,
        description="A predicate of one position, or of the sum of two: the proof looks at one with it, no option of "
        "which has it. Or several such, each proved to hold nowhere before the next.",
    )

    @property
    def inductions(self) -> tuple[str, ...]:
        """The predicates that its proof goes by, in order."""
        named = self.induction or []
        return (named,) if isinstance(named, str) else tuple(named)

    @property
    def about(self) -> About:
        """All games."""
        return "games"

    @property
    def where(self) -> str | None:
        """Where it speaks: what is given."""
        return self.given


class Example(ClaimEntry):
    """At a named position the outcome, or the value of a predicate, is as stated."""

    model_config = one_of(
        having("outcome", without=["value", "winner"]),
        having("winner", without=["value", "play"]),
        having("predicate", without=["outcome", "play"]),
    )

    kind: Literal["example"]
    at: dict[str, Coordinate] = Field(description="The parameters and the position, such as {k: 2, heap: [1, 2, 2]}.")
    play: Play = Field("normal", description="Whether a player who cannot move has lost (normal) or won (misere).")
    outcome: Literal["P", "N", "draw"] | None = Field(None, description="The outcome: P, N or draw.")
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


# -------------------------------------------------------------------------------------------------- sequences and sums


_NUMBERS = ("same", "satisfies")


class Sequence(ClaimEntry):
    """The terms of a sequence are the P-positions, or those of another sequence, or a predicate holds of each index."""

    model_config = one_of(
        having(without=[*_NUMBERS, "index"]),
        having("same", "index", without=["satisfies", "play"]),
        having("satisfies", "index", without=["same", "play"]),
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
    def about(self) -> About:
        """The positions of a box, or the indices of its terms where no positions are spoken of."""
        return "positions" if self.same is None and self.satisfies is None else "numbers"

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


class Count(ClaimEntry):
    """How many P-positions of the box, or positions of a predicate, have each number of stones, say."""

    model_config = one_of(having("terms"), having("same"))

    kind: Literal["count"]
    play: Play = Field(
        "normal", description="The P-positions are those when who cannot move has lost (normal) or won (misere)."
    )
    of: Predicate | None = Field(None, description="Instead of `play`: a predicate of arity 0, where it holds.")
    by: Annotated[str, StringConstraints(pattern=FLUENT)] = Field(
        "stones", description="What they are counted by: `stones`, `largest` (the largest heap), or a counter."
    )
    terms: Annotated[list[_Natural], Field(min_length=1, max_length=100_000)] | None = Field(
        None, description="How many there are with each number, from `first` on; of others nothing is said."
    )
    first: _Natural = Field(0, description="The number that the first of the terms is about.")
    same: Predicate | None = Field(
        None, description="Instead of `terms`: a predicate of parameters alone that gives the number, and how many."
    )
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.terms is None) is (self.same is None):
            key = "kind" if self.terms is None else "same"
            refuse("a claim of kind 'count' has terms, or the same as a predicate", key=key, expected="one of these")
        if self.of is not None and "play" in self.model_fields_set:
            refuse("where a predicate holds is no matter of the play", key="play")
        if self.same is not None and "first" in self.model_fields_set:
            refuse("first is about the terms, and there are none", key="first")
        return self


SumStatement: TypeAlias = Literal["xor", "tame", "swap", "misere-strategy"]


class Summand(Model):
    """A game that is added, in its own box or in another."""

    spec: OtherSpec = Field(description="The spec of the game, beside this one.")
    over: dict[str, Range] = Field({}, description="Ranges that replace its own, such as {heap.size: 1..4}.")


Added: TypeAlias = Annotated[
    Annotated[OtherSpec, Tag("a spec")] | Annotated[Summand, Tag("a summand")], by_shape("a spec", "a summand")
]


class Sum(ClaimEntry):
    """What holds of the sum of this game and others, at each position of the box with each of theirs."""

    kind: Literal["sum"]
    plus: Annotated[list[Added], Field(min_length=1, max_length=4)] = Field(
        description="The games that are added to this one."
    )
    summands: Literal["tame"] | None = Field(
        None, description="What the theorem assumes of each summand: that its game is tame."
    )
    sum: SumStatement = Field(
        description="What holds of the sum: its value is the XOR of the values (xor); it is tame; it is a swap "
        "position iff every summand is, (1,0) iff an odd number of them is (swap); Gurvich's misere-strategy wins."
    )
    where: Predicate | None = Field(None, description="A predicate: the positions of this game the claim speaks of.")
    over: dict[str, OverShape] | None = Field(None, description="Ranges that replace the game's own for this claim.")


# ------------------------------------------------------------------------------------ values of both plays, and tables


GameClass: TypeAlias = Literal[
    "tame", "miserable", "pet", "strongly-miserable", "minion", "0-minion", "2-minion", "wild"
]
PositionClass: TypeAlias = Literal["swap-positions", "tame-positions", "critical-positions"]
Condition: TypeAlias = Literal["i", "i'", "i''", "i'''", "ii", "iii", "iii'"]

_PET, _POSITIONS = ["pet", "strongly-miserable"], list(get_args(PositionClass))
_LABELLED = [*_POSITIONS, "minion", "miserable", "tame", *_PET]


class Class(Boxed):
    """The game is of a class, at every position and below it; or a predicate describes a class of positions."""

    model_config = ConfigDict(
        json_schema_extra={
            "allOf": [
                {"if": {"required": ["by"]}, "then": {"properties": {"class": {"enum": [*_PET]}}}},
                {"if": {"required": ["labels"]}, "then": {"properties": {"class": {"enum": _LABELLED}, "by": False}}},
                {"if": {"required": ["prove"]}, "then": {"required": ["labels"]}},
                {
                    "if": {"properties": {"class": {"enum": [*_POSITIONS]}}},
                    "then": {"required": ["iff"]},
                    "else": {"not": {"required": ["iff"]}},
                },
            ]
        }
    )

    kind: Literal["class"]
    notion: Literal[GameClass, PositionClass] = Field(
        alias="class",
        description="Gurvich's and Conway's classes of games, each by its own definition; or a class of positions.",
    )
    by: Condition | None = Field(
        None, description="Of pet games: the condition of Gurvich's Theorem 3 instead of the definition, which is i."
    )
    iff: Predicate | None = Field(
        None, description="A predicate of arity 0: the characterisation, for a class of positions."
    )
    labels: Predicate | None = Field(
        None,
        description="A predicate of arity 1 by which swap, tame and critical positions are proved, and that a game is "
        "a minion, miserable, tame or pet: it names 0 and 1 where (g, g-) is (0,1) and (1,0), 2 where both can be "
        "reached, 3 where neither can.",
    )
    using: Using
    unfolding: Unfolding

    @model_validator(mode="after")
    def _sound(self) -> Self:
        positions = self.notion in _POSITIONS
        if self.by is not None and self.notion not in _PET:
            refuse("by names a condition for pet, or strongly miserable, games", key="by")
        if self.labels is not None and self.notion not in _LABELLED:
            refuse("labels prove that a game is a minion, miserable, tame or pet, or what positions are", key="labels")
        if self.labels is not None and self.by is not None:
            refuse("labels prove a class of games by its definition, without by", key="by")
        if self.prove is not None and self.labels is None:
            refuse("a class of games is proved by labels of its positions: labels", key="prove")
        if positions and self.iff is None:
            refuse(f"{self.notion} are described by a predicate: iff", key="class")
        if not positions and self.iff is not None:
            refuse(f"a claim that the game is {self.notion} takes no iff", key="iff")
        return self


# ---------------------------------------------------------------------------------------------------------- every kind


_MODELS: tuple[type[ClaimEntry], ...] = (
    *(PPositions, Winners, Grundy, Periodic, Outcome, Strategy, Remoteness, Kernel, SameGame, SwapPositions),
    *(Class, Sum, Everywhere, Statement, Sequence, Count, Theory, Table, Example),
)
KINDS: dict[str, type[ClaimEntry]] = {get_args(one.model_fields["kind"].annotation)[0]: one for one in _MODELS}
"""The model of each kind, by the name that it has in a spec."""


def _kind(value: Any) -> str | None:
    kind = value.get("kind") if isinstance(value, dict) else None
    return f"kind {kind}" if isinstance(kind, str) else None


if TYPE_CHECKING:
    AnyClaim: TypeAlias = ClaimEntry
else:
    _TAGGED = (Annotated[model, Tag(f"kind {kind}")] for kind, model in KINDS.items())
    AnyClaim = Annotated[Union[tuple(_TAGGED)], Discriminator(_kind)]  # noqa: UP007 (of as many as there are kinds)
"""A claim of any kind, read by the model that its `kind` names."""
