"""The game of a spec: its fluents, its measure, and its box of positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bouton.core.errors import nearest
from bouton.core.position import Counter, Fluent, Heaps, Measure, Members, Token, has_sets, measures
from bouton.core.ranges import RangeExpression
from bouton.core.spec import Box, CounterRange, FluentRange, HeapRange, MemberRange, ParameterRange, Place
from bouton.document.boxes import BoxFault, misread, unfit
from bouton.document.document import CounterEntry, FluentShape, HeapsEntry, MembersEntry, ParameterShape, TokenEntry
from bouton.document.faults import Faults
from bouton.document.text import Steps
from bouton.document.types import SetRange

RESERVED = frozenset({"move", "after", "side", "winner"})
"""Predicates with a meaning of their own."""

WORDS = frozenset({"not", "all"})


@dataclass(frozen=True)
class Subject:
    """What the claims of a spec are about.

    `sound` where nothing in it is at fault; `elsewhere` are the declared names that are, and so
    are missing from its box.
    """

    fluents: tuple[Fluent, ...]
    measure: Measure
    box: Box
    starts: tuple[tuple[str, RangeExpression], ...]
    sound: bool
    elsewhere: frozenset[str]
    reach: Box
    """The box with the ranges that moves may lead to, for counters that have one."""
    open: frozenset[str] = frozenset()
    """The counters that have none."""


def game(faults: Faults, rules: Callable[[], str]) -> Subject:
    """Read the game from the parts of the document that are right, noting what is wrong with them.

    `rules` gives the text of its rules, where a measure must be looked for there.
    """
    parameters = tuple(_parameters(faults))
    entries = {
        name: entry
        for name in _names(faults, "position")
        if _good_fluent(faults, name) and (entry := faults.part(FluentShape, ("position", name))) is not None
    }
    fluents, starts = _fluents(entries, lambda name: faults.place(("position", name)))
    _check_sets(faults, fluents)
    box = Box(parameters, tuple(_range(name, entry) for name, entry in entries.items()))
    _check_starts(faults, starts, box)
    measure = _measure(faults, fluents, rules)
    known = {entry.name for entry in (*parameters, *fluents)}
    elsewhere = frozenset(_names(faults, "parameters") + _names(faults, "position")) - known
    for problem in misread(box, elsewhere):
        _report(faults, problem, box)
    sound = not (faults.under(("parameters",)) or faults.under(("position",)))
    if sound:
        for problem in unfit(box):
            _report(faults, problem, box)
            sound = False
    reach = replace(box, fluents=tuple(_reach(part, entries[part.name]) for part in box.fluents))
    for problem in misread(reach, elsewhere) if sound else ():
        faults.note(("position", problem.name or "", "reach"), problem)
        sound = False
    return Subject(fluents, measure, box, starts, sound and bool(fluents), elsewhere, reach, _open(entries))


def _report(faults: Faults, problem: BoxFault, box: Box) -> None:
    """Note what is wrong with the game's box at the range that is to blame."""
    section = "parameters" if any(problem.name == p.name for p in box.parameters) else "position"
    path: Steps = tuple(step for step in (section, problem.name, problem.part) if step is not None)
    inner = (*path, "range")  # of a counter written as a mapping
    faults.note(inner if inner in faults.text.values else path, problem, key=problem.name is None)


def _names(faults: Faults, section: str) -> list[str]:
    entries = faults.said(section)
    return list(entries) if isinstance(entries, dict) else []


def _good_fluent(faults: Faults, name: str) -> bool:
    if name not in RESERVED | WORDS:
        return True
    faults.add(("position", name), f"{name} has a meaning of its own in the rules", key=True, expected="another name")
    return False


def _parameters(faults: Faults) -> list[ParameterRange]:
    found: list[ParameterRange] = []
    predicates = {name: f"the fluent {name}" for name in _names(faults, "position")}
    names = _names(faults, "parameters")
    for name in names:
        path = ("parameters", name)
        entry = faults.part(ParameterShape, path)
        if name in predicates:
            faults.add(path, f"{name} is the name of a fluent too", key=True, expected="another name")
        elif name in RESERVED | WORDS:
            faults.add(path, f"{name} has a meaning of its own in the rules", key=True, expected="another name")
        elif isinstance(entry, SetRange):
            sets = sets_of(faults, path, entry)
            subsets = (entry.subsets, entry.size) if entry.subsets and entry.size else None
            predicate = name[0].lower() + name[1:]
            if predicate in RESERVED or predicate in predicates or (predicate != name and predicate in names):
                message = f"the set {name} gives the predicate {predicate}, which has another meaning"
                faults.add(path, message, key=True, expected="another name")
            elif sets or subsets:
                predicates[predicate] = f"the set {name}"
                found.append(ParameterRange(name, faults.place(path), None, sets, subsets))
        elif entry is not None and name[0].isupper():
            message = f"{name} would be a variable in the rules, not a number"
            faults.add(path, message, key=True, expected="a name that begins with a small letter")
        elif entry is not None:
            found.append(ParameterRange(name, faults.place(path), entry))
    return found


def sets_of(faults: Faults, path: Steps, entry: SetRange) -> tuple[tuple[int, ...], ...]:
    """The sets of a parameter, each in order; none where one is at fault."""
    found: dict[tuple[int, ...], None] = {}
    for index, numbers in enumerate(entry.set or ()):
        ordered = tuple(sorted(set(numbers)))
        where = (*path, "set", index)
        if len(ordered) < len(numbers):
            faults.add(where, "a number is listed twice in this set")
        elif ordered in found:
            faults.add(where, "this set is listed twice")
        found[ordered] = None
    return () if faults.under(path) else tuple(found)


def _check_sets(faults: Faults, fluents: Sequence[Fluent]) -> None:
    """Note what cannot stand beside sets, and what only those have."""
    if has_sets(fluents):
        for fluent in fluents:
            if isinstance(fluent, Heaps):
                message = "heaps have no place beside sets so far"
                faults.add(("position", fluent.name), message, key=True, expected="counters, or sets and tokens")
            elif fluent.name == "gone":
                message = "gone has a meaning of its own in the rules"
                faults.add(("position", "gone"), message, key=True, expected="another name")
    elif faults.said("starts") is not None and not faults.under(("position",)):
        message = "starts are those of positions with sets or tokens, and this one has none"
        faults.add(("starts",), message, key=True, expected="`start` of a counter")


def _fluents(
    entries: dict[str, Any], place: Callable[[str], Place]
) -> tuple[tuple[Fluent, ...], tuple[tuple[str, RangeExpression], ...]]:
    heaps = any(isinstance(entry, HeapsEntry | MembersEntry | TokenEntry) for entry in entries.values())
    marked = any(isinstance(entry, CounterEntry) and entry.stones for entry in entries.values())
    fluents: list[Fluent] = []
    for name, entry in entries.items():
        if isinstance(entry, HeapsEntry):
            fluents.append(Heaps(name, entry.order))
        elif isinstance(entry, MembersEntry):
            fluents.append(Members(name, entry.subset_of, place=place(name)))
        elif isinstance(entry, TokenEntry):
            fluents.append(Token(name, entry.one_of, place=place(name)))
        else:
            first = not (heaps or marked or fluents)
            fluents.append(Counter(name, first or (isinstance(entry, CounterEntry) and entry.stones)))
    starts = (
        (name, entry.start)
        for name, entry in entries.items()
        if isinstance(entry, CounterEntry) and entry.start is not None
    )
    return tuple(fluents), tuple(starts)


def _range(name: str, entry: Any) -> FluentRange:
    if isinstance(entry, HeapsEntry):
        return HeapRange(name, entry.count, entry.size)
    if isinstance(entry, MembersEntry):
        return MemberRange(name, f"{name}: a set of {entry.subset_of}")
    if isinstance(entry, TokenEntry):
        return MemberRange(name, f"{name}: one of {entry.one_of}")
    return CounterRange(name, entry.range if isinstance(entry, CounterEntry) else entry)


def _reach(part: FluentRange, entry: Any) -> FluentRange:
    """The range that moves may lead to: what the entry says, or its range."""
    more = entry.reach if isinstance(entry, CounterEntry) else None
    return part if more is None or not isinstance(part, CounterRange) else CounterRange(part.name, more)


def _open(entries: dict[str, Any]) -> frozenset[str]:
    """The counters of which the document does not say where moves may lead."""
    heaps = (n for n, entry in entries.items() if isinstance(entry, HeapsEntry | MembersEntry | TokenEntry))
    given = (name for name, entry in entries.items() if isinstance(entry, CounterEntry) and entry.reach is not None)
    return frozenset(entries) - {*heaps, *given}


def _check_starts(faults: Faults, starts: tuple[tuple[str, RangeExpression], ...], box: Box) -> None:
    numbers = [parameter.name for parameter in box.parameters if not parameter.is_set]
    declared = _names(faults, "parameters")
    for name, start in starts:
        for used in sorted(start.names - set(numbers)):
            if used not in declared or any(used == p.name for p in box.parameters):
                message = f"{used} is not a parameter that is a number"
                faults.add(("position", name, "start"), message, nearest=nearest(used, numbers))


def _measure(faults: Faults, fluents: tuple[Fluent, ...], rules: Callable[[], str]) -> Measure:
    for fluent in fluents:
        if isinstance(fluent, Counter) and fluent.name == "stones" and not fluent.stones:
            message = "a counter named stones must count as stones"
            faults.add(("position", "stones"), message, expected="{range: ..., stones: true}")
    default = Measure.default(fluents)
    said = faults.said("measure")
    if said is None or faults.under(("measure",)):
        return default
    listed = said if isinstance(said, list) else [said]
    known = list(dict.fromkeys(["stones", *measures(fluents)]))
    # An entry that names a fluent at fault may well be right.
    pending = set(_names(faults, "position")) - {fluent.name for fluent in fluents}
    for index, entry in enumerate(listed):
        at = (index,) if isinstance(said, list) else ()
        if entry in listed[:index]:
            faults.add(("measure", *at), f"{entry} is listed twice")
        elif entry not in known and entry not in pending and not re.search(rf"\b{re.escape(entry)}\s*\(", rules()):
            message = f"{entry} is neither stones nor heaps nor splits nor a counter, nor a predicate of the rules"
            expected = f"one of {', '.join(known)}, or a predicate such as weight(W)"
            faults.add(("measure", *at), message, expected=expected, nearest=nearest(entry, known))
    return default if faults.under(("measure",)) else Measure(fluents, tuple(listed))
