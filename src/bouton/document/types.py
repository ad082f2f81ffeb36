"""The leaves of a spec's document: words, ranges, expressions, numbers; each says what it wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal, NoReturn, Self, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bouton.core.position import Member
from bouton.core.ranges import LIMIT, Interval, RangeExpression, RangeSyntaxError, expression, interval

NAME = "^[A-Za-z][A-Za-z0-9_]*$"
FLUENT = "^[a-z][A-Za-z0-9_]*$"
PREDICATE = "^_*[a-z][A-Za-z0-9_']*$"
ID = "^[a-z0-9][a-z0-9-]*$"
SPEC = r"^[A-Za-z0-9_][A-Za-z0-9_.-]*\.yaml$"
RULES = r"^([A-Za-z0-9_][A-Za-z0-9_.-]*/)?[A-Za-z0-9_][A-Za-z0-9_.-]*\.lp$"
GRAPH = r"^([A-Za-z0-9_][A-Za-z0-9_.-]*/)?[A-Za-z0-9_][A-Za-z0-9_.-]*\.(edges|arcs|col|gr|g6|d6)$"
Read = TypeVar("Read")
_ARITHMETIC = "[-+*() \\tA-Za-z0-9_]+"


def refuse(message: str, **more: str) -> NoReturn:
    """Raise a fault that `faults` passes on as it is; `more` may hold `expected`, and `key`, the key to point at."""
    raise PydanticCustomError("bouton", "{message}", {"message": message, **more})


def what(value: object) -> str:
    """Name the kind of a plain value, as a message does."""
    if isinstance(value, bool):
        return "true or false"
    words = {int: "a number", str: "text", list: "a list", dict: "a mapping"}
    return words.get(type(value), "nothing")


def _read(value: object, read: Callable[[int | str], Read], wanted: str, example: str) -> Read:
    """What a number or a text is read as."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        refuse(f"{wanted} was expected, not {what(value)}", expected=example)
    try:
        return read(value)
    except RangeSyntaxError as error:
        refuse(str(error), expected=example)


def _interval(value: object) -> Interval:
    return _read(value, interval, "a range", "such as 3 or 2..4")


def _expression(value: object) -> RangeExpression:
    return _read(value, expression, "a number or an expression", "such as 1 or n+1")


_MOST = 10**6
"""The greatest period or preperiod."""


def _number_or_expression(least: int) -> PlainValidator:
    """A validator of numbers from `least` on, and of expressions over parameters, whose values are checked later."""

    def read(value: object) -> int | RangeExpression:
        if isinstance(value, bool) or not isinstance(value, int | str):
            refuse(
                f"a whole number was expected, not {what(value)}", expected="such as 12, or an expression such as a+b"
            )
        if isinstance(value, int):
            if not least <= value <= _MOST:
                refuse(f"a number from {least} to {_MOST} was expected, not {value}")
            return value
        found = _expression(value)
        return found if found.names else read(found.value({}))

    return PlainValidator(read)


def _side(value: object) -> int | str:
    if _is_number(value) or (isinstance(value, str) and re.fullmatch(FLUENT, value)):
        return value  # type: ignore[return-value]
    refuse("this is no side", expected="a number or a name, such as 1 or left")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _coordinate(value: object) -> int | tuple[int, ...]:
    if isinstance(value, list) and (terms := [*map(_term, value)]) == [one for one in terms if one is not None]:
        return tuple(one for one in terms if one is not None)
    if not isinstance(value, list) and (term := _term(value)) is not None:
        return term
    refuse(f"a number or a list of numbers was expected, not {what(value)}", expected="such as 3 or [1, 2, 2]")


def _term(value: object) -> int | None:
    """A number, or what may be a member of a set: a text is a term, and a list the tuple of its terms."""
    if _is_number(value):
        return int(value)  # type: ignore[call-overload, no-any-return]
    if isinstance(value, str) and value:
        return Member.unplaced(value)
    if isinstance(value, list) and value:
        parts = [*map(_term, value)]
        return None if None in parts else Member.unplaced(f"({','.join(map(str, parts))}{',' * (len(parts) == 1)})")
    return None


def _extent(value: object) -> bool | int | tuple[int, ...] | tuple[tuple[int, ...], ...]:
    if isinstance(value, bool | int):
        return value
    if isinstance(value, list) and all(map(_is_number, value)):
        return tuple(value)
    if isinstance(value, list) and all(isinstance(row, list) and all(map(_is_number, row)) for row in value):
        return tuple(tuple(row) for row in value)
    expected = "true, false, a number, a list of numbers, or a list of such lists"
    refuse("this is no value of a predicate", expected=expected)


_NUMBER_SCHEMA = {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT}
_NUMBERS_SCHEMA = {"type": "array", "items": _NUMBER_SCHEMA}
_TERM_SCHEMAS = [_NUMBER_SCHEMA, {"type": "string", "minLength": 1}]
_TERMS_SCHEMAS = [*_TERM_SCHEMAS, {"type": "array", "minItems": 1, "items": {"anyOf": _TERM_SCHEMAS}}]
_EXTENT_SCHEMAS = [{"type": "boolean"}, _NUMBER_SCHEMA, _NUMBERS_SCHEMA, {"type": "array", "items": _NUMBERS_SCHEMA}]
_EXPRESSION_SCHEMA = {"anyOf": [_NUMBER_SCHEMA, {"type": "string", "pattern": f"^{_ARITHMETIC}$"}]}
_START_SCHEMA, _LENGTH_SCHEMA = (
    {"anyOf": [{"type": "integer", "minimum": least, "maximum": _MOST}, _EXPRESSION_SCHEMA["anyOf"][1]]}
    for least in (0, 1)
)
_RANGE_SCHEMA = {"anyOf": [_NUMBER_SCHEMA, {"type": "string", "pattern": rf"^{_ARITHMETIC}(\.\.{_ARITHMETIC})?$"}]}

Words: TypeAlias = Annotated[str, StringConstraints(min_length=1)]
OtherSpec: TypeAlias = Annotated[str, StringConstraints(pattern=SPEC)]
Predicate: TypeAlias = Annotated[str, StringConstraints(pattern=PREDICATE)]
Id: TypeAlias = Annotated[str, StringConstraints(pattern=ID)]
Number: TypeAlias = Annotated[int, Field(ge=-LIMIT, le=LIMIT)]
Range: TypeAlias = Annotated[Interval, PlainValidator(_interval), WithJsonSchema(_RANGE_SCHEMA)]
RangeOrAll: TypeAlias = Annotated[
    Interval | Literal["all"],
    PlainValidator(lambda value: "all" if value == "all" else _interval(value)),
    WithJsonSchema(_RANGE_SCHEMA),
]
Formula: TypeAlias = Annotated[RangeExpression, PlainValidator(_expression), WithJsonSchema(_EXPRESSION_SCHEMA)]
Length: TypeAlias = Annotated[int | RangeExpression, _number_or_expression(1), WithJsonSchema(_LENGTH_SCHEMA)]
"""A positive number, or an expression over parameters that must be one."""
Start: TypeAlias = Annotated[int | RangeExpression, _number_or_expression(0), WithJsonSchema(_START_SCHEMA)]
"""A natural number, or an expression over parameters that must be one."""
Coordinate: TypeAlias = Annotated[
    int | tuple[int, ...],
    PlainValidator(_coordinate),
    WithJsonSchema({"anyOf": [*_TERM_SCHEMAS, {"type": "array", "items": {"anyOf": _TERMS_SCHEMAS}}]}),
]
Play: TypeAlias = Literal["normal", "misere"]
Side: TypeAlias = Annotated[
    int | str, PlainValidator(_side), WithJsonSchema({"anyOf": [_NUMBER_SCHEMA, {"type": "string", "pattern": FLUENT}]})
]
Extent: TypeAlias = Annotated[
    bool | int | tuple[int, ...] | tuple[tuple[int, ...], ...],
    PlainValidator(_extent),
    WithJsonSchema({"anyOf": _EXTENT_SCHEMAS}),
]
Cell: TypeAlias = Annotated[
    bool | int | str | tuple[int, ...] | tuple[tuple[int, ...], ...],
    PlainValidator(lambda value: value if value in ("P", "N", "draw") else _extent(value)),
    WithJsonSchema({"anyOf": [{"enum": ["P", "N", "draw"]}, *_EXTENT_SCHEMAS]}),
]


class Model(BaseModel):
    """Strict: no conversions, no unknown keys. Its validator is built at first use: a spec needs few of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


def having(*keys: str, without: Collection[str] = ()) -> dict[str, Any]:
    """The schema of a mapping that has these keys, and none of the others."""
    others = [{"required": [key]} for key in without]
    none = {} if not others else {"not": others[0] if len(others) == 1 else {"anyOf": others}}
    return ({"required": [*keys]} if keys else {}) | none


def one_of(*ways: dict[str, Any], **more: Any) -> ConfigDict:
    """What makes the schema of a model say that just one of these holds, and `more`."""
    return ConfigDict(json_schema_extra={"oneOf": [*ways], **more})


class Filled(Model):
    """A model all of whose keys are optional, but which says nothing without any."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if not self.model_fields_set:
            refuse("this is empty", expected=f"one of {', '.join(type(self).model_fields)}")
        return self


class SetRange(Model):
    """A parameter that is a set of numbers, and the sets it ranges over: listed, or all of some sizes."""

    model_config = one_of(having("set"), having("subsets", "size"))

    set: Annotated[list[Annotated[list[Number], Field(min_length=1)]], Field(min_length=1)] | None = Field(
        None, description="The sets, each a list of numbers, in the order they are tried."
    )
    subsets: Range | None = Field(None, description="Instead of `set`: the numbers, of which every subset is tried.")
    size: Range | None = Field(None, description="How many numbers such a subset has.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.set is None and self.subsets is None:
            refuse("a set parameter needs set, or subsets and size")
        if self.set is not None and (self.subsets is not None or self.size is not None):
            key = "size" if self.subsets is None else "subsets"
            refuse(f"a list of sets takes no {key}", key=key)
        if self.subsets is not None and self.size is None:
            refuse("size is missing: how many numbers each subset has", key="subsets", expected="such as size: n+1")
        return self


def by_shape(scalar: str, mapping: str) -> Discriminator:
    """Choose between the two tags of a union by whether the value is a mapping."""
    return Discriminator(lambda value: mapping if isinstance(value, dict) else scalar)


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


def _just_true(otherwise: str) -> PlainValidator:
    """A validator of `true`, which says this of anything else."""
    return PlainValidator(lambda value: True if value is True else refuse(otherwise))


def _set_or(mapping: str, scalar: str) -> Discriminator:
    """Choose between the tags of a set and of another mapping by the keys, where the value is a mapping."""

    def tag(value: object) -> str:
        if not isinstance(value, dict):
            return scalar
        return "a set" if value.keys() & {"set", "subsets"} else mapping

    return Discriminator(tag)


OverShape: TypeAlias = Annotated[
    Annotated[Range, Tag("a range")] | Annotated[SetRange, Tag("a set")] | Annotated[HeapsOver, Tag("heaps over")],
    _set_or("heaps over", "a range"),
]
ProofShape: TypeAlias = Annotated[
    Annotated[RangeOrAll, Tag("a range or all")]
    | Annotated[SetRange, Tag("a set")]
    | Annotated[HeapsProof, Tag("heaps to prove")],
    _set_or("heaps to prove", "a range or all"),
]
Sure: TypeAlias = Annotated[
    Literal[True],
    _just_true("prove takes true: a proof is for all games; leave the key out where none is asked for"),
    WithJsonSchema({"const": True}),
]
Proof: TypeAlias = Annotated[
    Annotated[
        Literal[True],
        _just_true("prove takes true or a mapping of ranges; leave the key out where no proof is asked for"),
        WithJsonSchema({"const": True}),
        Tag("just true"),
    ]
    | Annotated[dict[str, ProofShape], Tag("ranges to prove")],
    by_shape("just true", "ranges to prove"),
]
Expect: TypeAlias = Annotated[
    Annotated[Literal["holds", "proved", "vacuous", "refuted"], Tag("a verdict")]
    | Annotated[Expectation, Tag("an expectation")],
    by_shape("a verdict", "an expectation"),
]
