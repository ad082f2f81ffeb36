"""The order in which counterexamples are compared, in terms of unknowns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from bouton.core.logic.expression import Linear
from bouton.core.logic.question import Question
from bouton.core.position import Counter, Heaps, Value
from bouton.core.spec import Spec
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Counts
from bouton.solving.minimise import Entry, Minimisation

Ranks: TypeAlias = Mapping[str, Mapping[Value, int]]
"""For each parameter, by name, the rank of each of its values in the order of the spec."""


def ranks_of(spec: Spec, settings: Iterable[Setting]) -> dict[str, dict[Value, int]]:
    """The ranks of the values that fixed parameters have in these settings, which come least first."""
    ranks: dict[str, dict[Value, int]] = {parameter.name: {} for parameter in spec.box.parameters}
    for setting in settings:
        for name, value in setting.parameters.items():
            ranks[name].setdefault(value, value if isinstance(value, int) else len(ranks[name]))
    return ranks


def interleaved(spec: Spec, setting: Setting) -> bool:
    """Whether an unknown parameter comes before a fixed one: then no setting as a whole comes before another."""
    seen = False
    for parameter in spec.box.parameters:
        if seen and parameter.name not in setting.unknown:
            return True
        seen = seen or parameter.name in setting.unknown
    return False


def search(
    spec: Spec,
    setting: Setting,
    counts: Counts,
    question: Question,
    model: Mapping[str, int],
    ranks: Ranks,
    widest: Counts | None = None,
) -> Minimisation:
    """What is to be made small in a problem: the parameters in declared order, the measure, then the position.

    So that places of several problems compare, heaps that only the `widest` problem has are 0: a prefix comes first.
    """
    entries: list[Entry] = []
    here = ranged(setting)
    lows = {f"{name}.N": one.low for name, one in here.parameters.items()}
    for parameter in spec.box.parameters:
        name = parameter.name
        entries.append((f"{name}.N",) if name in setting.unknown else ranks[name][setting.parameters[name]])
    stones: list[str] = []
    place: list[Entry] = []
    numbers, most = iter(counts), iter(widest or counts)
    for fluent in spec.fluents:
        if isinstance(fluent, Heaps):
            sizes = [f"{fluent.name}.{at}" for at in range(1, next(numbers) + 1)]
            lows.update(dict.fromkeys(sizes, 1))
            stones += sizes
            place += [*((one,) for one in sizes), *[0] * (next(most) - len(sizes))]
        else:
            place.append((f"{fluent.name}.N",))
            low, _ = here.counters[fluent.name]
            lows[f"{fluent.name}.N"] = low.low if isinstance(low, Linear) else low
            if isinstance(fluent, Counter) and fluent.stones:
                stones.append(f"{fluent.name}.N")
    measure: list[Entry] = [tuple(stones) if one == "stones" else (f"{one}.N",) for one in spec.measure.entries]
    known = {name: value for name, value in model.items() if name in lows}
    bounded = {name: low for name, low in lows.items() if low is not None}
    return Minimisation(question, (*entries, *measure, *place), bounded, known)
