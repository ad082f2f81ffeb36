"""The changes that a theorem was put to: a table as text, as LaTeX and as an object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bouton.core.position import as_argument
from bouton.core.sources import Source
from bouton.core.spec import Claim
from bouton.rules.mutate import Mutant
from bouton.run.breaking import Broken, End
from bouton.show import words
from bouton.show.table import escaped

_ENDS: dict[End, str] = {
    "refuted": "REFUTED",
    "proved": "NOT NEEDED",
    "weaker": "WEAKER",
    "holds": "HOLDS",
    "unknown": "UNKNOWN",
    "faulty": "FAULTY",
}
_TALLY: dict[End, str] = {
    "refuted": "refuted",
    "proved": "proved",
    "weaker": "weaker by form",
    "holds": "undecided beyond the box",
    "unknown": "unknown",
    "faulty": "in error",
}
_PLACE = 8
"""Columns of a line and a column."""


def change(mutant: Mutant) -> str:
    """What was changed, in words: `< -> <=`, `without heap(I,S)`, `without this rule`."""
    before, after = words.visible(mutant.before), words.visible(mutant.after)
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
    where = f"{one.mutant.line}:{one.mutant.column}"
    place = f"    {(where if len(files) == 1 else f'{one.mutant.source.name}:{where} ').ljust(_PLACE)}"
    name = f"{one.mutant.head[0]}/{one.mutant.head[1]}"
    said, end = f"{change(one.mutant)} in {name}", outcome(one)
    if len(place) + len(said) + 2 + len(end) <= words.width():
        return words.ends(place + said, end)
    return "\n".join([*words.wrapped(said, place, " " * len(place)), *words.wrapped(end, " " * (len(place) + 2))])


def heading(claim: Claim, files: Sequence[Source]) -> str:
    """What stands above the changes of a claim."""
    return f"  {words.visible(claim.id)}, changed in {words.listed([words.visible(one.name) for one in files])}"


def tally(found: Sequence[Broken]) -> str:
    """How many ended how, and what the theorem was shown not to need."""
    ends = Counter(one.end for one in found)
    parts = [f"{ends[end]} {name}" for end, name in _TALLY.items() if ends[end]]
    return f"    {words.count(len(found), 'change')}: {', '.join(parts) or 'none is legal'}"


def needless(found: Sequence[Broken]) -> list[str]:
    """A sentence for each literal or rule that the theorem does not need."""
    said = []
    for one in found:
        if one.end == "proved" and one.mutant.change in ("dropped", "rule"):
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
    several = len({one.mutant.source.name for one in found}) > 1
    return [f"{f'{escaped(one.mutant.source.name)}:' if several else ''}{one.mutant.line}" for one in found]


def objects(claim: Claim, found: Sequence[Broken]) -> dict[str, Any]:
    """What `mutants --json` has of a claim."""
    return {
        "id": claim.id,
        "changes": [
            {
                "file": one.mutant.source.name,
                "line": one.mutant.line,
                "column": one.mutant.column,
                "change": one.mutant.change,
                "before": one.mutant.before,
                "after": one.mutant.after,
                "predicate": f"{one.mutant.head[0]}/{one.mutant.head[1]}",
                "end": one.end,
                "parameters": None if one.counterexample is None else dict(one.counterexample.parameters),
                "position": None if one.counterexample is None else one.counterexample.position,
                "reason": one.reason,
            }
            for one in found
        ],
    }
