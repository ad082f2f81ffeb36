"""The other game of a claim that compares two: the spec beside this one that declares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from bouton.core.errors import InputError
from bouton.core.position import has_sets
from bouton.core.ranges import RangeSyntaxError
from bouton.core.spec import Claim, ParameterRange, Spec
from bouton.document.entries import Everywhere, Sum
from bouton.document.faults import Faults
from bouton.document.find import find_beside
from bouton.document.narrow import narrow


def with_others(
    faults: Faults, claims: Iterable[Claim], known: Iterable[ParameterRange], load: Callable[[Path], Spec]
) -> Iterator[Claim]:
    """The claims, each with the game it names; what is wrong with the name or that spec is noted.

    `load` reads a spec without looking for others in turn; `known` are the parameters of this one.
    """
    listed = faults.said("claims")
    entries = {
        entry["id"]: (at, entry)
        for at, entry in enumerate(listed if isinstance(listed, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("id"), str)
    }
    names = {parameter.name: parameter for parameter in known}
    for claim in claims:
        at, entry = entries[claim.id]
        name = entry.get("other")
        if isinstance(name, str):
            path = ("claims", at, "other")
            other = _found(faults, path, name, load)
            if other is not None:
                _check_parameters(faults, path, other, names)
            yield replace(claim, others=() if other is None else (other,))
        elif isinstance(claim.said, Everywhere):
            named = _named(faults, ("claims", at), claim.said.other or {}, names, load)
            yield replace(claim, others=tuple(named))
        elif isinstance(claim.said, Sum):
            yield replace(claim, others=tuple(_added(faults, ("claims", at), entry.get("plus"), names, load)))
        else:
            yield claim


def _named(
    faults: Faults,
    path: tuple[str | int, ...],
    listed: Mapping[str, str],
    names: dict[str, ParameterRange],
    load: Callable[[Path], Spec],
) -> Iterator[Spec]:
    """The games of the positions that the rules name, in the order of these names."""
    for name, spec in listed.items():
        at = (*path, "other", name)
        other = _found(faults, at, spec, load)
        if other is None:
            continue
        if Path(other.file).resolve() == Path(faults.text.file).resolve():
            expected = "no `other` for it: names that are not listed are positions of this game"
            faults.add(at, f"{spec} is this spec itself", expected=expected)
        elif other.all_games:
            faults.add(at, f"{spec} is about all games, so that it has no positions", expected="the spec of a game")
        else:
            _check_parameters(faults, at, other, names)
            yield other


def _added(
    faults: Faults,
    path: tuple[str | int, ...],
    listed: object,
    names: dict[str, ParameterRange],
    load: Callable[[Path], Spec],
) -> Iterator[Spec]:
    """The games that a claim adds to this one, each in the box that is meant."""
    for place, entry in enumerate(listed if isinstance(listed, list) else ()):
        at = (*path, "plus", place)
        name, over = (entry.get("spec"), entry.get("over") or {}) if isinstance(entry, dict) else (entry, {})
        other = _found(faults, at, str(name), load)
        if other is None:
            continue
        if other.all_games:
            faults.add(at, f"{name} is about all games, so that it has none to add", expected="the spec of a game")
            continue
        try:
            other = narrow(replace(other, claims=()), (), [f"{range_of}={values}" for range_of, values in over.items()])
            _check_parameters(faults, at, other, names)
            yield other
        except InputError as error:
            for found in error.diagnostics:
                faults.note((*at, "over"), replace(found, message=found.message.removeprefix("--over ")))


def _found(faults: Faults, path: tuple[str | int, ...], name: str, load: Callable[[Path], Spec]) -> Spec | None:
    try:
        found = load(find_beside(faults.text.file, name))
        if has_sets(found.fluents):
            faults.add(path, f"{name} is a game with sets or tokens, of which no comparison speaks so far")
            return None
        return found
    except FileNotFoundError as error:
        faults.add(path, f"there is no spec {name!r} beside this one", nearest=str(error) or None)
    except PermissionError as error:
        faults.add(path, str(error))
    except InputError as error:
        first = error.diagnostics[0]
        where = f"{first.file}:{first.line}:{first.column}: " if first.line else ""
        faults.add(path, f"{name} is at fault itself: {where}{first.message}", expected=first.expected)
    return None


def _check_parameters(
    faults: Faults, path: tuple[str | int, ...], other: Spec, names: dict[str, ParameterRange]
) -> None:
    """Each parameter of the other game has the value that it has here, or one value only."""
    for parameter in other.box.parameters:
        here = names.get(parameter.name)
        if here is None and alone(parameter) is None:
            message = f"{Path(other.file).name} has a parameter {parameter.name}, which is none here"
            faults.add(path, message, expected=f"a parameter {parameter.name} in both, or one value of it there")
        elif here is not None and here.is_set != parameter.is_set:
            faults.add(path, f"{parameter.name} is a set in one of the two games and a number in the other")


def alone(parameter: ParameterRange) -> object | None:
    """The one value of a parameter; None where it has several, or they depend on others."""
    try:
        values = list(parameter.values({}))
    except (KeyError, RangeSyntaxError):
        return None
    return values[0] if len(values) == 1 else None
