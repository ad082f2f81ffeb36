"""Boxes near the numbers at which rules about moves, digit places or numbers of heaps are not as they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bouton.core.position import Value, one_list
from bouton.core.ranges import interval
from bouton.core.spec import Box, Claim, HeapRange, Spec
from bouton.proof.attempt import Candidate
from bouton.proof.way import Near
from bouton.run.candidates import up_to

_SIZES = frozenset({"_size", "_left", "_next_left", "_other_left"})
_HEAPS = frozenset({"_heap", "_place", "_next", "_other", "_counted", "_ones"})
"""The unknowns that are sizes, and those that are numbers or places of heaps."""
_LARGEST, _MANY, _LARGE = 2000, 40, 9
"""The most stones of one heap, the most heaps of one stone, and of one or two."""
_FURTHER = 2
"""How far parameters go beyond a model's: it need not be one that a game comes to."""


def around(spec: Spec, claim: Claim, near: Near) -> Iterator[Claim]:
    """The claim over boxes that may hold a counterexample: few heaps of the sizes of a model, and many small ones."""
    fluent = one_list(spec.fluents)
    assert claim.prove is not None
    values = [(name, value) for model in near.models for name, value in model.items()]
    size = max((value for name, value in values if name in _SIZES), default=1)
    size = max(size, *(2 * value for name, value in values if name == "_power"), 3)
    heaps = 1 + max((value for name, value in values if name in _HEAPS), default=1)
    shapes = [
        (1, 1, min(2 * size, _LARGEST)),
        (2, size - 1, size + 1),
        (3, size, size),
        (min(heaps, _MANY), 1, 1),
        (min(heaps, _LARGE), 1, 2),
    ]
    parameters = _parameters(near)
    order = {parameter.name: parameters[parameter.name] for parameter in spec.box.parameters}
    ranges = up_to(claim.prove, Candidate(order, ((),), ""))
    for count, least, most in shapes:
        box = Box(ranges, (HeapRange(fluent.name, interval(f"0..{count}"), interval(f"{least}..{most}")),))
        yield replace(claim, box=box, prove=None)


def _parameters(near: Near) -> Mapping[str, Value]:
    """The parameters of the first model, and a little more; those that it leaves open are small."""
    found = dict(near.setting.parameters)
    for name, span in near.setting.unknown.items():
        allowed = span.at(found, near.models[0].get(f"{name}.N", 0) + _FURTHER + 1)
        wanted = near.models[0].get(f"{name}.N", allowed.start) + _FURTHER
        found[name] = min(wanted, allowed[-1])
    return found
