"""Parameters that a game does not depend on: no rule mentions them, and no range."""

from __future__ import annotations

from collections.abc import Iterator

from bouton.claims.subject import rules_of
from bouton.core.spec import CounterRange, HeapRange, Spec
from bouton.rules.syntax import names_in


def not_mentioned(spec: Spec) -> tuple[str, ...]:
    """The parameters that neither the rules nor the ranges of other parameters and of positions mention, in order.

    The set `S` is mentioned as `s`. InputError where the rules are at fault.
    """
    rules = rules_of(spec)
    said = names_in(rules.statements) | {name for _, name in rules.foreign} | {*_in_ranges(spec)}
    return tuple(one.name for one in spec.box.parameters if (one.name.lower() if one.is_set else one.name) not in said)


def _in_ranges(spec: Spec) -> Iterator[str]:
    """The parameters in ranges, each range of a position with those of the file as it stands."""
    for one in spec.box.parameters:
        for interval in (one.interval, *(one.subsets or ())):
            yield from interval.names if interval is not None else ()
    for part in (*spec.box.fluents, *(spec.declared.fluents if spec.declared else ())):
        if isinstance(part, HeapRange):
            yield from (*part.count.names, *part.size.names)
        elif isinstance(part, CounterRange):
            yield from part.interval.names
    for _, start in spec.starts:
        yield from start.names
