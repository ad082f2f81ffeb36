"""The changes that a theorem was put to: a table as text, as LaTeX and as an object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from bouton.claims.restated import Restated
from bouton.core.errors import listed
from bouton.core.position import as_argument
from bouton.core.sources import Source
from bouton.core.spec import Claim
from bouton.rules.mutate import Mutant
from bouton.run.mutants import Broken, End
from bouton.show import words
from bouton.show.table import escaped

_ENDS: dict[End, str] = {
    "refuted": "REFUTED",
    "proved": "NOT NEEDED",
    "weaker": "WEAKER",
    "holds": "HOLDS",
    "unknown": "UNKNOWN",
    "faulty": "FAULTY",
    "untried": "NOT TRIED",
}
_TALLY: dict[End, str] = {
    "refuted": "refuted",
    "proved": "proved",
    "weaker": "weaker by form",
    "holds": "undecided beyond the box",
    "unknown": "unknown",
    "faulty": "in error",
    "untried": "not tried",
}
_PLACE = 8
"""Columns of a line and a column."""


def change(mutant: Mutant | Restated) -> str:
    """What was changed, in words: `< -> <=`, `without heap(I,S)`, `without this rule`, `period 12 -> 13`."""
    before, after = words.visible(mutant.before), words.visible(mutant.after)
    if isinstance(mutant, Restated):
        return f"{words.visible(mutant.name)} {before} -> {after}"
    if mutant.change == "rule":
        return f"without the rule {words.visible(mutant.rule)}"
    if mutant.change == "dropped":
        return f"without {before.strip(' ,;:-')}"
    return f"{before} -> {after}"


def outcome(one: Broken) -> str:
    """How it ended, and where or why."""
    if one.counterexample is not None:
        at = as_argument(one.counterexample.parameters, one.counterexample.position)
        return f"{_ENDS[one.end]} at {at or 'its only case'}"
    if one.end == "proved":
        return f"{_ENDS[one.end]}: PROVED with it"
    return f"{_ENDS[one.end]}: {one.reason}" if one.reason else f"{_ENDS[one.end]} in the box"


def row(one: Broken, files: Sequence[Source]) -> str:
    """One change with its place and its end, on one line where that fits; of several files its own is named."""
    file, line, column = _place(one.mutant)
    alone = len(files) == 1 and isinstance(one.mutant, Mutant)
    place = f"    {(f'{line}:{column}' if alone else f'{file}:{line}:{column} ').ljust(_PLACE)}"
    said, end = f"{change(one.mutant)} in {_changed(one.mutant)}", outcome(one)
    if len(place) + len(said) + 2 + len(end) <= words.width():
        return words.ends(place + said, end)
    return "\n".join([*words.wrapped(said, place, " " * len(place)), *words.wrapped(end, " " * (len(place) + 2))])


def _place(mutant: Mutant | Restated) -> tuple[str, int, int]:
    """The file, line and column of what was changed."""
    if isinstance(mutant, Mutant):
        return mutant.source.name, mutant.line, mutant.column
    return PurePath(mutant.place.file).name, mutant.place.line, mutant.place.column


def _changed(mutant: Mutant | Restated) -> str:
    """Where the change stands, in words: a predicate, or the claim itself."""
    return "the claim" if isinstance(mutant, Restated) else f"{mutant.head[0]}/{mutant.head[1]}"


def heading(claim: Claim, files: Sequence[Source]) -> str:
    """What stands above the changes of a claim."""
    return f"  {words.visible(claim.id)}, changed in {listed([words.visible(one.name) for one in files])}"


def tally(found: Sequence[Broken]) -> str:
    """How many ended how, and what the theorem was shown not to need."""
    ends = Counter(one.end for one in found)
    parts = [f"{ends[end]} {name}" for end, name in _TALLY.items() if ends[end]]
    return f"    {words.count(len(found), 'change')}: {', '.join(parts) or 'none is legal'}"


def needless(found: Sequence[Broken]) -> list[str]:
    """A sentence for each literal or rule that the theorem does not need."""
    said = []
    for one in found:
        if isinstance(one.mutant, Mutant) and one.end == "proved" and one.mutant.change in ("dropped", "rule"):
            what = change(one.mutant).removeprefix("without ")
            said.append(f"{what} in {one.mutant.head[0]} is not needed: PROVED without it")
    return said


def latex(claim: Claim, found: Sequence[Broken]) -> str:
    """A table for a paper: place, change and end."""
    lines = [rf"% {escaped(claim.id)}", r"\begin{tabular}{rll}", r"line & change & outcome \\", r"\hline"]
    lines += [
        rf"{place} & \texttt{{{escaped(change(one.mutant))}}} & {escaped(outcome(one))} \\"
        for one, place in zip(found, _lines(found), strict=True)
    ]
    return "\n".join([*lines, r"\end{tabular}"])


def _lines(found: Sequence[Broken]) -> list[str]:
    """The line of each change, with its file where they stand in several."""
    places = [_place(one.mutant) for one in found]
    several = len({file for file, _, _ in places}) > 1
    return [f"{f'{escaped(file)}:' if several else ''}{line}" for file, line, _ in places]


def objects(claim: Claim, found: Sequence[Broken]) -> dict[str, Any]:
    """What `mutants --json` has of a claim."""
    return {"id": claim.id, "changes": [{**_object(one.mutant), **_end(one)} for one in found]}


def _object(mutant: Mutant | Restated) -> dict[str, Any]:
    """A change: of a predicate of the rules, or of what stands under a key of the claim."""
    file, line, column = _place(mutant)
    return {
        "file": file,
        "line": line,
        "column": column,
        "change": "claim" if isinstance(mutant, Restated) else mutant.change,
        "before": mutant.before,
        "after": mutant.after,
        "predicate": None if isinstance(mutant, Restated) else _changed(mutant),
        "key": mutant.key if isinstance(mutant, Restated) else None,
    }


def _end(one: Broken) -> dict[str, Any]:
    """How the claim ended with a change, and where it fails or why it was not decided."""
    at = one.counterexample
    return {
        "end": one.end,
        "parameters": None if at is None else dict(at.parameters),
        "position": None if at is None else at.position,
        "reason": one.reason,
    }
