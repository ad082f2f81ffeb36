"""Several counterexamples of one claim: for each way in which it fails, the least position at which it does.

Two positions have the same explanation where the claim errs in the same way, as in taking an N-position for a
P-position, and each predicate behind the claim says something at both or at neither. So a theorem with two wrong
literals has two least counterexamples, and what is wrong about the second does not hide behind the first.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from bouton.claims.judge import Finding
from bouton.claims.passes import Pass, single
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of, stands_alone
from bouton.core.errors import LimitReached
from bouton.core.position import Position
from bouton.core.spec import Claim, Spec
from bouton.core.tuning import TUNING
from bouton.core.verdict import Atoms, Counterexample, Several
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Mark, layers
from bouton.process.limits import Emit, Limits, Task, run
from bouton.rules.file import Signature
from bouton.run.behind import explained, named, named_behind, said_of

ENOUGH, NO_OTHER = "as many as were asked for", "the box has no other"
WHOLE = "there may be others: the claim is not judged position by position"
"""Why no more counterexamples are told."""
_AT_ONCE = 512
"""Positions that clingo solves at once: few enough that what is found is told before the time is up."""


def several(spec: Spec, claim: Claim, plan: Sequence[Pass], most: int, limits: Limits) -> Several:
    """At most so many counterexamples of a claim in the box of its passes, each of another explanation.

    They are looked for by clingo, upward, in a child that has the limits for itself.
    """
    if not stands_alone(claim):
        return Several((), WHOLE)
    items = [single(spec, item, claim) for item in plan if claim.id in {one.id for one in item.claims}]
    found: list[tuple[Counterexample, tuple[Atoms, ...]]] = []
    end = ""
    for event in run([Task(_search, (spec, claim, items, most), limits)]):
        if not event.ended:
            found.append(event.value)
        elif isinstance(event.error, LimitReached):
            end = f"there may be others: {event.error}"
        elif event.error is not None:
            raise event.error
    return Several(tuple(found), end or (ENOUGH if len(found) == most else NO_OTHER))


def _search(emit: Emit, spec: Spec, claim: Claim, items: Sequence[Pass], most: int) -> None:
    """Emit the least counterexample of each explanation, with what is behind it."""
    wanted, own = named_behind(spec, claim), named(spec, claim)
    known: set[Hashable] = set()
    for item in items:
        for node, layer, finding in failures(spec, claim, item, wanted):
            said = said_of(node.rows, wanted)
            explanation = _explanation(finding, said)
            if explanation not in known:
                known.add(explanation)
                found = refuted(item, claim, 0, layer, finding, time.monotonic()).counterexample
                assert found is not None
                emit((replace(found, below=None), explained(item.game, node.position, said, own)))
                if len(known) == most:
                    return


def _explanation(finding: Finding, said: Sequence[Atoms]) -> Hashable:
    """In which way a claim fails, and what is so there; of numbers that differ only that they do."""
    labels = [one if isinstance(one, str) or one is None else "value" for one in (finding.claimed, finding.actual)]
    return *labels, tuple(bool(one.atoms) for one in said)


def failures(
    spec: Spec, claim: Claim, item: Pass, wanted: Sequence[Signature]
) -> Iterator[tuple[Node, Layer, Finding]]:
    """Every position of a pass at which the claim fails by itself, upward.

    Each position is judged as if the claim were true below it: by which positions below are P-positions, not by which
    the claim takes for such. So the claim fails exactly where it says something that is not so.
    """
    kind, lost = kind_of(claim), set[Position]()
    plays = kind.judged.plays(claim)
    marks = [Mark(play, members=lost) for play in plays[:1]]
    sought = replace(item.sought, wanted=item.predicates | frozenset(wanted))
    for layer in layers(sought, marks, tuning=replace(TUNING.ground, batch=_AT_ONCE)):
        for node in layer.nodes:
            judge = kind.judged.judge(spec, claim, item.game)
            if judge.mark is not None:
                judge.mark.members = lost
            _, finding = judge.judge(replace(layer, nodes=(node,)))
            lost.discard(node.position)  # it is told below whether it is one
            if finding is not None:
                yield node, layer, finding
        for play in plays[:1]:
            lost |= layer.p.get(play, frozenset())
