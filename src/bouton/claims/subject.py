"""What a claim is about: the game of its spec, or for a statement its unknowns (a sequence: the index), with no game.

The rules are the same; they are read for each subject, and what depends on the fluents of another is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from bouton.core.errors import fault
from bouton.core.position import Counter, Measure, Parameters
from bouton.core.sources import Source
from bouton.core.spec import Box, Claim, CounterRange, RulesReading, Spec

if TYPE_CHECKING:
    from bouton.rules.file import Rules


def subject(spec: Spec, claim: Claim) -> Spec:
    """The spec as the claim sees it: for a statement, one whose positions are the values of its unknowns.

    Its measure are the unknowns in declared order, so that the least counterexample is the least by that order.
    """
    if claim.about != "numbers":
        return spec
    fluents = tuple(Counter(part.name, part.name == "stones") for part in claim.box.fluents)
    names = {fluent.name for fluent in fluents}
    elsewhere = tuple(other for other in (*spec.fluents, *spec.elsewhere) if other.name not in names)
    measure = Measure(fluents, tuple(fluent.name for fluent in fluents))
    return replace(
        spec,
        fluents=fluents,
        measure=measure,
        box=claim.box,
        starts=(),
        elsewhere=elsewhere,
        moves=False,
        declared=None,
    )


def rules_of(spec: Spec, files: tuple[Source, ...] | None = None) -> Rules:
    """The rules of a spec, read with its fluents and parameters; InputError with all faults of their files.

    Other `files` are read in place of those that the spec names, and are not kept.
    """
    if spec.all_games:
        raise fault("this spec is about all games, so that it has no game of its own", file=spec.file)
    sets = tuple(parameter.name for parameter in spec.box.parameters if parameter.interval is None)
    numbers = tuple(parameter.name for parameter in spec.box.parameters if parameter.interval is not None)
    legal, starts = (spec.legal, spec.begins) if spec.moves else (None, None)
    given = spec.fluents, numbers, sets, spec.elsewhere, spec.moves, spec.agreements, legal, starts
    from bouton.rules.read import read, read_once  # noqa: PLC0415 (reports speak of subjects, and need no clingo)

    return (read_once if files is None else read)(RulesReading(files or spec.rules, *given))


def declared(spec: Spec, box: Box, parameters: Parameters) -> Mapping[str, range]:
    """The range each counter must stay in: the game's own as the file declares it, widened to the claim's."""
    ranges: dict[str, range] = {}
    boxes = [part.fluents for part in (spec.declared or spec.box, spec.box, box)]
    for fluent, *parts in zip(spec.fluents, *boxes, strict=True):
        if isinstance(fluent, Counter):
            intervals = [part.interval for part in parts if isinstance(part, CounterRange)]
            values = [r for r in (interval.at(parameters) for interval in intervals) if r]
            ranges[fluent.name] = (
                range(min(r[0] for r in values), max(r[-1] for r in values) + 1) if values else range(0)
            )
    return ranges
