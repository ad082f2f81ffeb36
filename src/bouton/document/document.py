"""The document of a spec file, as pydantic models: what may stand where, and what it means.

`schema.json` is generated from these models; what needs more than one value at a time
(names, boxes, members of a claim) is checked in `game` and `claim`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import (
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StringConstraints,
    Tag,
    WithJsonSchema,
)

from bouton.core.errors import nearest
from bouton.core.octal import Code, OctalError, parse
from bouton.document.entries import KINDS, AnyClaim, Summand
from bouton.document.types import (
    FLUENT,
    GRAPH,
    NAME,
    RULES,
    Expectation,
    Formula,
    HeapsOver,
    HeapsProof,
    Model,
    Predicate,
    Range,
    SetRange,
    Words,
    by_shape,
    refuse,
    what,
)


class HeapsEntry(Model):
    """A heaps fluent: so many heaps, each of a size in the range."""

    count: Range = Field(description="How many heaps.")
    size: Range = Field(description="How many stones a heap may have, at least 1: an empty heap is no heap.")
    order: Literal["ascending", "descending", "none"] = Field(
        "ascending", description="The order of the heaps; with `none` each keeps its place and gaps are closed."
    )


class CounterEntry(Model):
    """A counter with more to say than its range."""

    range: Range = Field(description="The values it may have.")
    reach: Range | None = Field(
        None,
        description="The values that moves may lead to, where these are more than are judged; proofs speak of them. "
        "Without it moves are followed beyond the range, and the report says how far they lead.",
    )
    stones: bool = Field(False, description="Whether it is added to the `stones` of the measure.")
    start: Formula | None = Field(None, description="Its value in starting positions, and where `--at` leaves it out.")


class MembersEntry(Model):
    """A set fluent: which of the members of a domain belong to it."""

    subset_of: Predicate = Field(
        description="A predicate that the rules derive from parameters alone: what may be a member. The fluent has as "
        "many arguments."
    )


class TokenEntry(Model):
    """A token: it stands on one member of a domain."""

    one_of: Predicate = Field(
        description="A predicate that the rules derive from parameters alone: where it may stand. The fluent has as "
        "many arguments."
    )


def _fluent_shape(value: object) -> str:
    if not isinstance(value, dict):
        return "a range"
    heaps, counter = HeapsEntry.model_fields, CounterEntry.model_fields
    meant = {nearest(str(key), (*heaps, *counter, "subset_of", "one_of")) for key in value}
    if meant & {"subset_of", "one_of"}:
        return "a set of members" if "subset_of" in meant else "a token"
    if heaps.keys() & value.keys():
        return "some heaps"
    # A misspelt key tells too which of the two is meant.
    return "a counter" if any(nearest(str(key), (*heaps, *counter)) in counter for key in value) else "some heaps"


ParameterShape: TypeAlias = Annotated[
    Annotated[Range, Tag("a range")] | Annotated[SetRange, Tag("a set")], by_shape("a range", "a set")
]
FluentShape: TypeAlias = Annotated[
    Annotated[Range, Tag("a range")]
    | Annotated[HeapsEntry, Tag("some heaps")]
    | Annotated[CounterEntry, Tag("a counter")]
    | Annotated[MembersEntry, Tag("a set of members")]
    | Annotated[TokenEntry, Tag("a token")],
    Discriminator(_fluent_shape),
]


def _octal(value: object) -> Code:
    if isinstance(value, bool) or not isinstance(value, str):
        refuse(f"an octal code was expected, not {what(value)}", expected='a code in quotes, such as "0.137"')
    try:
        return parse(value)
    except OctalError as error:
        refuse(str(error), expected=error.expected)


Octal: TypeAlias = Annotated[
    Code, PlainValidator(_octal), WithJsonSchema({"type": "string", "pattern": r"^0?\.[0-7]{1,200}$"})
]


RulesName: TypeAlias = Annotated[str, StringConstraints(pattern=RULES)]
RulesShape: TypeAlias = Annotated[
    Annotated[RulesName, Tag("one file")]
    | Annotated[list[RulesName], Field(min_length=1, max_length=20), Tag("some files")],
    Discriminator(lambda value: "some files" if isinstance(value, list) else "one file"),
]


MeasureShape: TypeAlias = Annotated[
    Annotated[Words, Tag("one entry")] | Annotated[list[Words], Field(min_length=1), Tag("some entries")],
    Discriminator(lambda value: "some entries" if isinstance(value, list) else "one entry"),
]


class Document(Model):
    """A spec: the game, its rules file, the box of positions, and the claims."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"not": {"required": ["position"]}},
            "then": {"properties": {"claims": {"items": {"properties": {"kind": {"const": "theory"}}}}}},
            "else": {"properties": {"claims": {"items": {"not": {"properties": {"kind": {"const": "theory"}}}}}}},
            "anyOf": [{"required": ["rules"]}, {"required": ["octal"]}],
        }
    )

    game: Words = Field(description="The name of the game.")
    source: Words | None = Field(None, description="The paper the claims are from.")
    rules: RulesShape | None = Field(
        None,
        description="The rules file: a name ending in .lp, beside the spec or among the encodings; or a list of such "
        "files, such as `[wythoff/rules.lp, wythoff/theorems.lp]`, which are read as one.",
    )
    octal: Octal | None = Field(
        None,
        description="The octal code of a game of heaps (Guy and Smith 1956), such as 0.137, which gives its moves; "
        "`rules` beside it give predicates of claims.",
    )
    parameters: dict[Annotated[str, StringConstraints(pattern=NAME)], ParameterShape] = Field(
        {}, max_length=50, description="The parameters and their ranges, such as {k: 2..4}."
    )
    position: dict[Annotated[str, StringConstraints(pattern=FLUENT)], FluentShape] = Field(
        default_factory=dict,
        min_length=1,
        max_length=50,
        description="What a position is made of: heaps and counters, with their ranges, or sets and tokens, with the "
        "predicates of what may belong to them, beside counters; none for kind theory.",
    )
    measure: MeasureShape | None = Field(
        None,
        description="What every move decreases, the most significant first: `stones`, `heaps` (their number), `splits` "
        "(how often heaps can be split: stones minus heaps), counters, or predicates of the rules, such as `weight` "
        "where these derive `weight(W)`, exactly one natural number at every position. Where two heaps may be merged, "
        "`[stones, heaps]`; where one may be split and loses no stone, `[stones, splits]`. The default is the stones, "
        "those of all heaps and of counters that say `stones: true` together (where there are no heaps and no counter "
        "says so, the first counter), then the other counters in their order. Where a move does not lower it, one is "
        "looked for among all of these, the sums of counters, and the predicates of the rules, and the report says "
        "which was taken.",
    )
    cycles: Literal["allowed"] | None = Field(
        None,
        description="With `allowed` positions may come back, a move may change nothing, and no measure is asked for: a "
        "position that neither player can win is a draw. Where no position comes back all is as without the key.",
    )
    starts: Predicate | None = Field(
        None,
        description="Of a position with sets: a predicate of the rules that parameters alone decide, where games "
        "begin: `begin(F)` for each fluent F of the one start, `begin` alone where all sets are empty there, or "
        "`begin(A,F)` for those of the start named A. Then the positions that are judged are those reached from there.",
    )
    graph: Annotated[str, StringConstraints(pattern=GRAPH)] | None = Field(
        None,
        description="A file beside the rules that gives a graph: `vertex(V)` for each vertex and `edge(V,W)` for each "
        "edge. Its name says the format. Of a graph, each edge once: `.edges` a line `V W` for each edge, `.col` "
        "DIMACS, `.g6` graph6. Of a digraph, an edge leading from V to W: `.arcs` lines `V W`, `.gr` DIMACS as of "
        "shortest paths, `.d6` digraph6.",
    )
    legal: Predicate | None = Field(
        None,
        description="A predicate of arity 0: the positions that exist, where these are not all of the ranges. No other "
        "one is judged, listed, drawn or spoken of, and no move may lead to one: that is an error in a box, with the "
        "move, and a part of each proof.",
    )
    claims: list[AnyClaim] = Field(
        default_factory=list,
        max_length=10_000,
        description="The claims to check; without any the game can be explored, with `table`, `plot` or `solve`.",
    )


TAGS: dict[str, type[Model]] = {
    "a set": SetRange,
    "some heaps": HeapsEntry,
    "a counter": CounterEntry,
    "a set of members": MembersEntry,
    "a token": TokenEntry,
    "heaps over": HeapsOver,
    "heaps to prove": HeapsProof,
    "an expectation": Expectation,
    "a summand": Summand,
    **{f"kind {kind}": model for kind, model in KINDS.items()},
}
"""The model that a tag in the location of a pydantic error stands for."""
