"""Kind `everywhere`: a predicate holds at every position (of `where`); a lemma about moves, say.

With `same` two predicates hold at the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bouton.claims.judge import Finding, nodewise
from bouton.claims.kind import NEVER, NOTHING, HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Spoken
from bouton.claims.subject import rules_of
from bouton.claims.wanted import naming
from bouton.core.errors import Diagnostic, fault_at, nearest
from bouton.core.position import has_sets
from bouton.core.spec import Claim
from bouton.core.stated import Everywhere
from bouton.document.entries import Everywhere as Entry
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.rules import named
from bouton.rules.file import Rules


def _wrong(claim: Claim, node: Node, _layer: Layer) -> Finding | None:
    """That the predicate fails, or that one holds and the other does not."""
    match odd(claim, node.holds):
        case (fails,):
            return Finding(node, "holds", "fails", None, f"{fails} does not hold here")
        case (does, fails):
            return Finding(node, "holds", "fails", None, f"{does} holds here, and {fails} does not")
    return None


def odd(claim: Claim, holds: Callable[[str], bool]) -> tuple[str, ...]:
    """Nothing where the claim is right; else the predicate that fails, of two that should agree after the other."""
    both = claim.agreement
    if both is None:
        assert claim.iff is not None
        return () if holds(claim.iff) else (claim.iff,)
    does, fails = sorted((both.first, both.second), key=holds, reverse=True)
    return () if holds(does) is holds(fails) else (does, fails)


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """What is wrong with the positions that the rules name for the claim."""
    games = {name: rules_of(other) for name, other in zip(claim.by(Entry).other or (), claim.others, strict=True)}
    predicates = {(name, 0) for name in (claim.iff, claim.where) if name is not None}
    spoken = named.spoken(rules, predicates)
    for name in games:
        if spoken is not None and name not in spoken:
            message = f"{claim.iff} asks for nothing of a position {name}"
            yield fault_at(claim.at("other"), message, nearest=nearest(name, spoken))
    if named.resting(rules, predicates):
        for one in (rules, *games.values()):
            if one.alliances:
                message = f"{one.sources.name} is a game of alliances (side/1), of which no rule is told"
                yield fault_at(claim.place, message)
        if has_sets(rules.fluents):
            yield fault_at(claim.place, f"{rules.sources.name} is a game with sets or tokens, of which no rule is told")
            return
        yield from named.misnamed(rules, spoken, {name: one.fluents for name, one in games.items()})


def _rows(claim: Claim) -> Iterator[tuple[str, str]]:
    for name, other in zip(claim.by(Entry).other or (), claim.others, strict=True):
        yield "other", f"{name} is a position of {other.file}: {other.game}"


def _told(claim: Claim) -> Spoken | None:
    return None if claim.agreement is not None else Spoken("holds", False, (claim.iff or "", 0), lambda _row: True)


KIND = Kind(
    "everywhere",
    Reads(naming(iff=0, same=0, where=0), _misfits, named=True),
    HowJudged(nodewise(_wrong), plays=NOTHING, lists=NEVER),
    HowComputed("everywhere", searched=True, told=_told),
    HowProved(lambda _claim: Everywhere()),
    HowSaid(rows=_rows),
)
