"""Named positions: `--at k=2,heap=1:2:2` on the command line, `{k: 2, heap: [1, 2, 2]}` in a spec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from bouton.core.errors import Diagnostic, InputError, nearest
from bouton.core.position import Fluent, Heaps, Member, Members, Point, Token, Value
from bouton.core.ranges import LIMIT, RangeExpression, RangeSyntaxError
from bouton.core.spec import Box, Spec
from bouton.document.boxes import BoxFault

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,9})")
Entries: TypeAlias = Mapping[str, int | tuple[int, ...]]
"""What names a position: a number for each parameter and counter, and numbers for heaps and sets."""


class MisplacedError(ValueError):
    """A named position is none; carries every reason."""

    def __init__(self, reasons: Sequence[BoxFault]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reason.message for reason in reasons))


def parse_at(spec: Spec, text: str) -> Point:
    """Parse what `--at` takes: the parameters, and the position in canonical order.

    A parameter with exactly one value and a counter with a `start` may be left out; `heap=` is
    the empty list. InputError with every fault otherwise.
    """
    reasons: list[BoxFault] = []
    given: dict[str, int | tuple[int, ...]] = {}
    lists = {f.name for f in spec.fluents if isinstance(f, Heaps)} | {p.name for p in spec.box.parameters if p.is_set}
    sets = {f.name: f for f in spec.fluents if isinstance(f, Members)}
    for part in _split(text, ",") if text.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        try:
            if not equals or not name:
                reasons.append(BoxFault(f"{part.strip()!r} is not NAME=VALUE", expected="such as heap=1:2:2"))
            elif name in given:
                reasons.append(BoxFault(f"{name} is given twice", name))
            elif name in sets:
                given[name] = _terms(sets[name], value)
            else:
                given[name] = integers(value) if name in lists else _integer(value)
        except ValueError as error:
            expected = f"such as {name}=1:2:2" if name in lists else f"such as {name}=3"
            reasons.append(BoxFault(f"{name}: {error}", name, expected=expected))
            given[name] = () if name in lists else 0
    try:
        found = resolve(spec.box, spec.fluents, spec.starts, given)
    except MisplacedError as error:
        reasons += [reason for reason in error.reasons if reason.name not in {other.name for other in reasons}]
    if reasons:
        said = f"--at {text}".rstrip()
        raise InputError(
            Diagnostic(f"{said}: {reason.message}", expected=reason.expected, nearest=reason.nearest)
            for reason in reasons
        )
    return found


def resolve(
    box: Box, fluents: Sequence[Fluent], starts: Sequence[tuple[str, RangeExpression]], given: Entries
) -> Point:
    """The parameters and the position that the entries name; MisplacedError with every fault."""
    reasons = list(_unknown(box, fluents, given))
    meant = {reason.nearest for reason in reasons}
    chosen: dict[str, Value] = {}
    for parameter in box.parameters:
        name = parameter.name
        try:
            if name in given:
                chosen[name] = _set(given[name]) if parameter.is_set else _single(given[name])
                continue
            values = list(islice(parameter.values(chosen), 2))
        except KeyError:
            continue  # a parameter before it is at fault
        except ValueError as error:
            reasons.append(BoxFault(f"{name}: {error}", name))
            continue
        if len(values) == 1:
            chosen[name] = values[0]
        elif name not in meant:
            number = "more than one value" if values else "no value"
            reasons.append(BoxFault(f"the parameter {name} is not given, and its range has {number}"))
    position: list[int | tuple[int, ...]] = []
    for fluent in fluents:
        if fluent.name in meant - given.keys():
            continue
        try:
            position.append(_fluent(fluent, dict(starts), given, chosen))
        except KeyError:
            pass  # a parameter is at fault
        except ValueError as error:
            reasons.append(BoxFault(str(error), fluent.name if fluent.name in given else None))
    if reasons:
        raise MisplacedError(reasons)
    return chosen, tuple(position)


def _unknown(box: Box, fluents: Sequence[Fluent], given: Mapping[str, object]) -> Iterator[BoxFault]:
    names = [parameter.name for parameter in box.parameters] + [fluent.name for fluent in fluents]
    for name in given:
        if name not in names:
            message = f"{name} is neither a parameter nor part of a position"
            yield BoxFault(message, name, nearest=nearest(name, names), unknown=True)


def _fluent(
    fluent: Fluent, starts: Mapping[str, RangeExpression], given: Entries, chosen: Mapping[str, Value]
) -> int | tuple[int, ...]:
    name = fluent.name
    if name not in given:
        if isinstance(fluent, Members) or name not in starts:
            raise ValueError(f"{name} is not given")
        try:
            return starts[name].value(chosen)
        except RangeSyntaxError as error:
            raise ValueError(f"the start of {name}: {error}") from None
    value = given[name]
    if isinstance(fluent, Members):
        return _members(fluent, value)
    if any(isinstance(one, Member) for one in (value if isinstance(value, tuple) else (value,))):
        raise ValueError(f"{name} is made of numbers, not of terms")
    if isinstance(fluent, Heaps):
        if not isinstance(value, tuple):
            raise ValueError(f"{name} has a list of sizes, not one number")
        if any(size < 0 for size in value):
            raise ValueError(f"{name}: a heap cannot have {min(value)} stones")
        return fluent.canonical(value)
    if isinstance(value, tuple):
        raise ValueError(f"{name} is a counter: one number, not a list")
    return value


def _members(fluent: Members, value: int | tuple[int, ...]) -> int | tuple[int, ...]:
    """The members that are told by their terms, which get their numbers where the domain is known."""
    if isinstance(fluent, Token):
        if isinstance(value, tuple):  # a pair, as [1, 2] for (1,2)
            return Member.unplaced(f"({','.join(map(str, value))}{',' * (len(value) == 1)})")
        return value if isinstance(value, Member) else Member.unplaced(str(value))
    if not isinstance(value, tuple):
        raise ValueError(f"{fluent.name} is a set: a list of members, not one")
    found = [one if isinstance(one, Member) else Member.unplaced(str(one)) for one in value]
    if len({*found}) < len(found):
        raise ValueError(f"{fluent.name}: a member is given twice")
    return tuple(sorted(found, key=lambda one: (isinstance(one.plain, str), one.plain)))


def _terms(fluent: Members, text: str) -> int | tuple[int, ...]:
    """The members of `0:2:3` or `(1,2):(1,3)`; of a token the one."""
    if isinstance(fluent, Token):
        return Member.unplaced(text)
    return tuple(Member.unplaced(one.strip()) for one in _split(text, ":")) if text else ()


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no brackets and no quotes."""
    parts, depth, quoted = [""], 0, False
    for at, letter in enumerate(text):
        if letter == '"' and (not at or text[at - 1] != "\\"):
            quoted = not quoted
        if not quoted:
            depth += (letter == "(") - (letter == ")")
        if letter == mark and depth <= 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _set(value: int | tuple[int, ...]) -> tuple[int, ...]:
    if not isinstance(value, tuple) or not value:
        raise ValueError("a set of numbers was expected")
    if len(set(value)) < len(value):
        raise ValueError("a number is given twice")
    return tuple(sorted(value))


def _single(value: int | tuple[int, ...]) -> int:
    if isinstance(value, tuple):
        raise ValueError("one number was expected, not a list")
    return value


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a number")
    if abs(int(text)) > LIMIT:
        raise ValueError(f"{text} is beyond {LIMIT}")
    return int(text)


def integers(text: str) -> tuple[int, ...]:
    """The numbers of `1:3:4`, none for an empty text; ValueError where it is no such list."""
    return tuple(_integer(part.strip()) for part in text.split(":")) if text else ()
