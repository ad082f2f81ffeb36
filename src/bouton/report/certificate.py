"""A certificate that is right: what it shows, and what rests on more than it, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bouton.certificate import Certificate
from bouton.position import Position, named
from bouton.report import words

_SHOWN = 10
_DETAIL = " " * 6
_AGREES = {
    "p-positions": "what the claim says is the label",
    "example": "what the claim says is the label",
    "strategy": "the claim names a move in each N-position, and only moves to P-positions",
    "swap-positions": "the claim says whether the labels of the two plays differ",
    "same-game": "equal keys go with equal labels",
}


def text(file: str, found: Certificate) -> str:
    """What the certificate shows and what it does not, for a person."""
    plays = words.listed("misère" if play == "misere" else play for play in found.plays)
    head = f"  {words.visible(found.about['claim'])}  {found.header['verdict'].upper()} in {plays} play"
    lines = [words.visible(file), head]
    lines += words.wrapped(f'"{found.about["says"]}"', _DETAIL)
    lines += [line for said in _details(found) for line in words.wrapped(said, _DETAIL, _DETAIL + "  ")]
    return "\n".join(lines)


def as_object(file: str, found: Certificate) -> dict[str, Any]:
    """What `verify --json` prints."""
    sections = zip(found.sections, found.judged, strict=True)
    return {
        "schema": 1,
        "certificate": file,
        **found.about,
        **{key: found.header[key] for key in ("kind", "verdict", "plays", "counterexample")},
        "positions": found.positions,
        "sections": [{**section, "judged": judged} for section, judged in sections],
    }


def _details(found: Certificate) -> Iterator[str]:
    sections = list(zip(found.sections, found.judged, strict=True))
    for section, judged in sections[:_SHOWN]:
        yield f"judged: {_where(found, section)} ({words.count(judged, 'position')})"
    if len(sections) > _SHOWN:
        judged = sum(found.judged[_SHOWN:])
        yield f"judged: {words.count(len(sections) - _SHOWN, 'more section')} ({words.count(judged, 'position')})"
    entries = ", then ".join(found.measure.entries)
    yield (
        f"shown, with no solver: the graph of {words.count(found.positions, 'position')} is closed under its moves, "
        f"every move lowers the measure ({entries}), and the labels P and N are the only right ones; {_outcome(found)}"
    )
    yield (
        f"not shown: that these are the moves of {found.about['rules']}, and that its predicates say what is recorded "
        f"of the claim; clingo derived both, from the file with sha256 {found.about['rules_sha256']}"
    )


def _outcome(found: Certificate) -> str:
    agrees = _AGREES[found.header["kind"]]
    if found.stop is not None:
        return f"below {_position(found, found.stop)} {agrees}, and there it fails"
    if found.header["verdict"] == "vacuous":
        return "no position is judged, or there is no move in the box"
    return f"at every judged position {agrees}"


def _where(found: Certificate, section: dict[str, Any]) -> str:
    parameters = section.get("parameters")  # nothing rests on them, so they may be anything
    values = [f"{name}={value}" for name, value in parameters.items()] if isinstance(parameters, dict) else []
    if "at" in section:
        return ", ".join([*values, _position(found, found.position(section["at"]))])
    last = section is found.sections[-1] and found.stop is not None
    upto = f", up to {_position(found, found.stop)}" if last and found.stop is not None else ""
    return ", ".join([*values, words.hull(section["box"])]) + upto


def _position(found: Certificate, position: Position) -> str:
    return words.position(named(found.fluents, position))
