"""The part of a box that a picture shows: one or two free dimensions, everything else fixed.

A dimension is the size of one heap (0 where there is none), a counter, or a parameter. `--at heap=_:_:3,pass=0`
says what is free (`_`) and what is fixed; what it leaves out is free where its range has several values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from bouton.claims.passes import in_range, starting
from bouton.claims.subject import declared, rules_of
from bouton.core.errors import fault, listed, nearest
from bouton.core.position import Heaps, Position, Token, Value, as_argument, has_sets
from bouton.core.spec import Spec
from bouton.document.at import integers
from bouton.document.load import narrow
from bouton.ground.box import CounterBox, GroundBox, HeapBox, ground_box
from bouton.show import words

_CELLS = 100_000
"""The most positions in one picture."""
_HEAPS = 9
"""The most heaps that are told apart where nothing is said of them; more than two are too many anyway."""

Entry: TypeAlias = "int | None"
"""A number, or None for what is free."""


@dataclass(frozen=True)
class Axis:
    """A free dimension: its name, its least and greatest number, and whether these are the stones of one heap."""

    name: str
    low: int
    high: int
    heap: bool = False


@dataclass(frozen=True)
class Cell:
    """A position in the picture: its numbers along the axes, and which assignment of the parameters it has."""

    at: tuple[int, ...]
    assignment: int
    position: Position


@dataclass(frozen=True)
class Slice:
    """What a picture shows; `fixed` names all that is the same throughout, `k = 2`, `heap 3 = 5`."""

    spec: Spec
    axes: tuple[Axis, ...]
    assignments: tuple[dict[str, Value], ...]
    cells: tuple[Cell, ...]
    fixed: tuple[str, ...]


@dataclass(frozen=True)
class _Slot:
    """One number that makes up a position, a heap's size or a counter's value, with those it may be."""

    name: str
    fluent: int
    free: bool
    choices: Sequence[int]


def cut(spec: Spec, at: str | None) -> Slice:
    """The slice of the spec's box that `--at` leaves; InputError where it is no picture of one or two dimensions."""
    if has_sets(spec.fluents):
        return _of_starts(spec, at or "")
    given, sets = _read(spec, at or "")
    spec = narrow(spec, sets, ()) if sets else spec
    assignments = tuple(spec.box.assignments())
    varying = _varying(assignments)
    boxes = [ground_box(spec.fluents, spec.box, chosen) for chosen in assignments]
    if not boxes:
        raise fault("the picture would have no position", file=spec.file, expected="a range that is not empty")
    slots = [_slots(box, _wide(boxes), given) for box in boxes]
    _one_or_two(spec, max(slots, key=len), varying, given)
    if len({len(listed) for listed in slots}) > 1:
        raise fault(
            "the number of heaps depends on a parameter",
            file=spec.file,
            expected=f"one value of it, such as --set {varying[0]}={assignments[0][varying[0]]}",
        )
    names = [slot.name for slot in slots[0] if slot.free] + varying
    size = sum(math.prod(len(slot.choices) for slot in listed) for listed in slots)
    if size > _CELLS:
        raise fault(f"the picture would have {size:,} positions", file=spec.file, expected=f"at most {_CELLS:,}")
    cells = tuple(
        cell
        for index, (chosen, listed) in enumerate(zip(assignments, slots, strict=True))
        for cell in _cells(spec, index, chosen, listed, varying, given)
    )
    if not cells:
        raise fault("the picture would have no position", file=spec.file, expected="a range that is not empty")
    heaps = {slot.name for slot in slots[0] if isinstance(spec.fluents[slot.fluent], Heaps)}
    ends = [(min(numbers), max(numbers)) for numbers in zip(*(cell.at for cell in cells), strict=True)]
    axes = tuple(Axis(name, *end, name in heaps) for name, end in zip(names, ends, strict=True))
    only = {slot.name: slot.choices[0] for listed in slots for slot in listed if not slot.free and slot.choices}
    fixed = [f"{name} = {number}" for name, number in only.items()]
    fixed += [f"{name} = {words.value(value)}" for name, value in assignments[0].items() if name not in varying]
    return Slice(spec, axes, assignments, cells, tuple(fixed))


def _of_starts(spec: Spec, at: str) -> Slice:
    """Of positions that are sets: the start for each value of one or two parameters; `at` fixes others, and tokens."""
    parts = [tuple(map(str.strip, part.partition("="))) for part in at.split(",") if part.strip()]
    if wrong := next((part for part in parts if not all(part)), None):
        raise fault(f"--at {at}: {''.join(wrong)!r} is not NAME=VALUE", expected="such as n=5")
    said = {name: value for name, _, value in parts}
    own = {one.name: str(said.pop(one.name)) for one in spec.fluents if one.name in said}
    spec = narrow(spec, [f"{name}={value}" for name, value in said.items() if value != "_"], ()) if said else spec
    if spec.begins is None:
        message = "the spec does not say where games begin, and of positions that are sets the starts are drawn"
        raise fault(message, file=spec.file, expected="`starts: PREDICATE` in the spec")
    assignments, rules = tuple(spec.box.assignments()), rules_of(spec)
    varying = _varying(assignments)
    if len(varying) not in (1, 2):
        what = listed(varying) if varying else "none"
        message = f"of positions that are sets the start is drawn over one or two parameters, and here vary {what}"
        raise fault(message, file=spec.file, expected="ranges, or --set NAME=NUMBER for the others")
    cells = list[Cell]()
    for index, chosen in enumerate(assignments):
        found = [one for one in starting(spec, rules, chosen) if _is_at(spec, one, own)]
        if len(found) > 1:
            token = next((one.name for one in spec.fluents if isinstance(one, Token) and one.name not in own), "NAME")
            message = f"there are {len(found)} starts at {as_argument(chosen, {})}"
            raise fault(message, file=spec.file, expected=f"one of them, such as --at {token}=...")
        numbers = tuple(value for name in varying if isinstance(value := chosen[name], int))
        cells += [Cell(numbers, index, one) for one in found]
    if not cells:
        raise fault("the picture would have no position", file=spec.file, expected="a range that is not empty")
    ends = [(min(numbers), max(numbers)) for numbers in zip(*(cell.at for cell in cells), strict=True)]
    axes = tuple(Axis(name, *end) for name, end in zip(varying, ends, strict=True))
    fixed = [f"{name} = {value}" for name, value in own.items()]
    fixed += [f"{name} = {words.value(value)}" for name, value in assignments[0].items() if name not in varying]
    return Slice(spec, axes, assignments, tuple(cells), tuple(fixed))


def _is_at(spec: Spec, position: Position, own: Mapping[str, str]) -> bool:
    """Whether a start has what is said of its tokens and counters."""
    return all(own.get(one.name, str(value)) == str(value) for one, value in zip(spec.fluents, position, strict=True))


def _read(spec: Spec, text: str) -> tuple[dict[str, tuple[Entry, ...]], list[str]]:
    """What is said of each fluent, and what of parameters, in the form of `--set`."""
    given: dict[str, tuple[Entry, ...]] = {}
    sets: list[str] = []
    fluents = {fluent.name: fluent for fluent in spec.fluents}
    parameters = [parameter.name for parameter in spec.box.parameters]
    for part in text.split(",") if text.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        said = f"--at {text}"
        if not equals or not name:
            raise fault(f"{said}: {part.strip()!r} is not NAME=VALUE", expected="such as heap=_:_:3")
        if name in given or any(option.startswith(f"{name}=") for option in sets):
            raise fault(f"{said}: {name} is given twice")
        if name in parameters:
            if value != "_":
                sets.append(f"{name}={value}")
        elif name not in fluents:
            near = nearest(name, [*parameters, *fluents])
            raise fault(f"{said}: {name} is neither a parameter nor part of a position", nearest=near)
        else:
            given[name] = _entries(said, name, value, isinstance(fluents[name], Heaps))
    return given, sets


def _entries(said: str, name: str, value: str, heaps: bool) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for piece in value.split(":") if value else ():
        try:
            entries += [None] if piece.strip() == "_" else integers(piece.strip() or "?")
        except ValueError as error:
            raise fault(f"{said}: {name}: {error}", expected="numbers, and _ for what is free") from None
    if heaps and any(entry is not None and entry < 0 for entry in entries):
        raise fault(f"{said}: {name}: a heap cannot have fewer than 0 stones")
    if not heaps and len(entries) != 1:
        raise fault(f"{said}: {name} is a counter: one number, or _", expected=f"such as {name}=1")
    return tuple(entries)


def _varying(assignments: Sequence[Mapping[str, Value]]) -> list[str]:
    """The parameters with several values; InputError where these are sets of numbers."""
    found: list[str] = []
    for name in assignments[0] if assignments else ():
        values = list(dict.fromkeys(chosen[name] for chosen in assignments))
        if isinstance(values[0], tuple) and len(values) > 1:
            example = ":".join(map(str, values[0]))
            raise fault(f"{name} has {len(values)} sets of numbers", expected=f"one of them: --set {name}={example}")
        if len(values) > 1:
            found.append(name)
    return found


def _slots(box: GroundBox, wide: frozenset[str], given: Mapping[str, tuple[Entry, ...]]) -> list[_Slot]:
    """The numbers that make up a position, for one assignment of the parameters."""
    slots: list[_Slot] = []
    for index, part in enumerate(box.parts):
        name = part.fluent.name
        if isinstance(part, HeapBox):
            entries = given.get(name, (None,) * min(_HEAPS, max(part.counts, default=0)))
            every = [0, *(size for size in part.sizes if size)]
            for place, entry in enumerate(entries, 1):
                slots.append(_Slot(f"{name} {place}", index, entry is None, every if entry is None else [entry]))
        elif isinstance(part, CounterBox):
            (entry,) = given.get(name, (None,))
            choices = part.values if entry is None else range(entry, entry + 1)
            slots.append(_Slot(name, index, entry is None and name in wide, choices))
    return slots


def _wide(boxes: Sequence[GroundBox]) -> frozenset[str]:
    """The counters that have several values."""
    ends: dict[str, set[int]] = {}
    for box in boxes:
        for part in box.parts:
            if isinstance(part, CounterBox):
                ends.setdefault(part.fluent.name, set()).update((*part.values[:1], *part.values[-1:]))
    return frozenset(name for name, values in ends.items() if len(values) > 1)


def _one_or_two(
    spec: Spec, slots: Sequence[_Slot], varying: Sequence[str], given: Mapping[str, tuple[Entry, ...]]
) -> None:
    """InputError where not one or two dimensions are free, with an `--at` that would leave two."""
    names = [slot.name for slot in slots if slot.free] + list(varying)
    if not names:
        raise fault("every number is fixed, so there is nothing to draw", file=spec.file, expected="`_` for one or two")
    if len(names) <= 2:
        return
    parts: list[str] = []
    for index, fluent in enumerate(spec.fluents):
        own = [slot for slot in slots if slot.fluent == index]
        if fluent.name in given or any(slot.free and slot.name not in names[:2] for slot in own):
            entries = ("_" if slot.name in names[:2] else str(slot.choices[:2][-1]) for slot in own)
            parts.append(f"{fluent.name}={':'.join(entries)}")
    first = next(spec.box.assignments())
    parts += [f"{name}={first[name]}" for name in varying if name not in names[:2]]
    raise fault(
        f"{len(names)} dimensions are free ({listed(names)}), but a picture has two",
        file=spec.file,
        expected=f"others fixed, such as --at {','.join(parts)}",
    )


def _cells(
    spec: Spec,
    index: int,
    chosen: Mapping[str, Value],
    slots: Sequence[_Slot],
    varying: Sequence[str],
    given: Mapping[str, tuple[Entry, ...]],
) -> Iterator[Cell]:
    box = ground_box(spec.fluents, spec.box, chosen)
    counters = declared(spec, spec.box, chosen)
    outer = tuple(value for name in varying if isinstance(value := chosen[name], int))
    for numbers in product(*(slot.choices for slot in slots)):
        position: list[int | tuple[int, ...]] = []
        for place, part in enumerate(box.parts):
            own = [number for number, slot in zip(numbers, slots, strict=True) if slot.fluent == place]
            if isinstance(part, CounterBox):
                position.append(own[0])
                continue
            assert isinstance(part, HeapBox)
            heaps = part.fluent.canonical(own)
            if part.fluent.name not in given and len(heaps) not in part.counts:
                break
            position.append(heaps)
        else:
            in_range(spec, counters, tuple(position), None)
            inner = (number for number, slot in zip(numbers, slots, strict=True) if slot.free)
            yield Cell((*inner, *outer), index, tuple(position))
