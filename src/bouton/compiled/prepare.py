"""From a claim of a pass to a job: the rules are read symbolically for each number of heaps, then printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from bouton import __version__
from bouton.compiled.job import Job
from bouton.compiled.labels import Saying
from bouton.compiled.program import EVERYWHERE, KERNEL, LOCAL, SIDES, SWAP, Judged, Program
from bouton.compiled.space import Space, space
from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.fusion import hull
from bouton.language.rules import Signature
from bouton.plan import Pass
from bouton.position import Heaps
from bouton.spec.model import Claim, Spec
from bouton.symbolic.command import SymbolicGame
from bouton.symbolic.evaluate import evaluate
from bouton.symbolic.sides import SIDE, WINNER, Sides
from bouton.symbolic.terms import Term, Unreadable, text

_LOOSE = 100
_SMALL, _SPREAD = 1_000_000, 1000
"""A space may be so many times the box, unless it is small anyway: clingo solves only what moves reach."""
_MODES = {"p-positions": KERNEL, "everywhere": EVERYWHERE, "swap-positions": SWAP, "winners": SIDES}


@dataclass(frozen=True)
class Prepared:
    """A claim that can be judged by a compiled program; `space` numbers its positions, `games` are by heaps."""

    claim: Claim
    job: Job
    space: Space
    judged: GroundBox
    games: Sequence[SymbolicGame]
    saying: Saying


def obstacle(claim: Claim) -> str | None:
    """Why a claim of this kind is not judged by compiled programs; None where its rules decide."""
    if claim.kind not in _MODES or claim.at is not None:
        return f"claims of the kind {claim.kind} are judged by clingo"
    if claim.strategy is not None:
        return "strategies need the lists of moves that clingo derives"
    return None


def prepare(spec: Spec, item: Pass, claim: Claim) -> Prepared:
    """The job of one claim of a pass. Unreadable where it cannot be compiled, with the reason."""
    reason = obstacle(claim)
    if reason is None and item.region.position is not None:
        reason = "a single position is judged by clingo"
    if reason is None and item.game.rules.alliances and claim.kind == "swap-positions":
        reason = "normal and misere play of a game of alliances are judged by clingo"
    if reason is not None:
        raise Unreadable(reason)
    whole = hull(item.game, item.region.hull)
    if whole is None:
        raise Unreadable("heaps that keep their places are not compiled")
    there = space(item.game.fluents, item.game.measure, whole)
    if there.size > _SMALL and there.size > _SPREAD * item.region.size():
        raise Unreadable(f"the box has few of the {there.size} positions that it would take to solve it")
    mode = _MODES[claim.kind]
    saying = _saying(spec, claim)
    wanted = [(name, int(mode == SIDES and name in {iff for _, iff in saying.members})) for name in saying.predicates]
    ends = [signature for signature in (SIDE, WINNER) if signature in item.game.rules.defined]
    games = _games(item, there, [*wanted, *ends])
    if mode == SIDES:
        saying = replace(saying, sides=_sides(games, wanted))
    tables = 2 if mode in (SWAP, SIDES) else 1
    program = Program(there, games, saying, claim.play == "normal", tables, _judged(item))
    if mode == KERNEL and claim.where is None and whole == item.region.hull:
        mode = LOCAL
    c, python = program.c(), program.python()
    key = sha256("\0".join((__version__, str(mode), c, python)).encode()).hexdigest()
    independent = mode in (LOCAL, EVERYWHERE)
    job = Job(key, mode, there.most, len(there.counters), c, python, there.size, there.places, independent)
    return Prepared(claim, job, there, item.region.hull, games, saying)


def _saying(spec: Spec, claim: Claim) -> Saying:
    if claim.together:
        members = [spec.claim(member) for member in claim.together]
        return Saying(tuple((member.where, str(member.iff)) for member in members), together=True)
    return Saying(((claim.where, str(claim.iff)),), together=False)


def _sides(games: Sequence[SymbolicGame], wanted: Sequence[Signature]) -> tuple[Term, ...]:
    """The sides of a game of alliances; Unreadable where they are not at most two."""
    claims = [signature for signature in wanted if signature[1]]
    found = {text(label): label for game in games for label in Sides(game, claims).labels}
    if not 1 <= len(found) <= 2:
        raise Unreadable(f"sides that are {', '.join(found) or 'none'} are judged by clingo")
    return tuple(found.values())


def _games(item: Pass, there: Space, wanted: Sequence[Signature]) -> list[SymbolicGame]:
    rules = item.game.rules
    names = [fluent.name for fluent in rules.fluents if isinstance(fluent, Heaps)]
    counters = {
        fluent.name: ends
        for fluent, ends in zip(
            (fluent for fluent in rules.fluents if not isinstance(fluent, Heaps)), there.counters, strict=True
        )
    }
    # a recursion may end where sizes do; small ranges would be gone through value by value
    largest = max(there.largest, _LOOSE)
    return [
        evaluate(rules, dict(item.game.parameters), dict.fromkeys(names, count), counters, wanted, largest)
        for count in range(there.most + 1)
    ]


def _judged(item: Pass) -> Judged:
    """The box in the form that the program has it."""
    heaps = [part for part in item.region.hull.parts if isinstance(part, HeapBox)]
    counters = tuple(
        (part.values[0], part.values[-1]) for part in item.region.hull.parts if not isinstance(part, HeapBox)
    )
    if not heaps or not heaps[0].sizes:
        return Judged((0, 0), (1, 1), counters)
    (only,) = heaps
    return Judged((only.counts[0], only.counts[-1]), (only.sizes[0], only.sizes[-1]), counters)
