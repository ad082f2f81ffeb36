"""Claims about any number of heaps that are not proved, searched by clingo for a failure near the numbers of the rules.

A rule that no way reads can be what makes a claim false, and may speak only from fifty heaps on: no search upward comes
so far. So what a theorem says of a position and of its options is looked at where a rule can change what it says. Where
that contradicts itself the claim is false there or at an option, which is then replayed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bouton.claims.parts import strategy_part
from bouton.claims.registry import stated
from bouton.core.errors import InputError, LimitReached, Unreadable
from bouton.core.position import Heaps, Parameters, Position, one_list, sizes_of
from bouton.core.proof import claim_part
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere, Kernel, Values, Winners
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt, Candidate, ProofRequest
from bouton.proof.compared.comparison import allowed, assignments
from bouton.proof.compared.crowds import crowds, drawn, is_near, lesser
from bouton.proof.compared.said import Said
from bouton.proof.compared.spots import constants
from bouton.proof.goal import theorem_of
from bouton.proof.setting import settings
from bouton.proof.theorem import Theorem
from bouton.rules.file import MOVES, Rules

_SECONDS = 15.0
"""Seconds of processor time that the search may take."""
_ASSIGNMENTS, _POSITIONS, _BATCH = 4, 200, 16
"""Values of the parameters that are tried, positions at each of them, besides as many that are near one number, and
positions that are grounded at once."""
_MOVES = 2000
"""From a position with more moves on, none is looked at that has as many heaps, and one as large."""
_LOCAL = frozenset({"independence", "absorption", "terminals", "one value"})
"""What fails of a position whose claim, or that of an option, is then false (see `Said.failing`)."""
Found: TypeAlias = tuple[Position, bool]
_LOOKED_AT = (Kernel, Everywhere, Values, Winners)


def refuted(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, asked: ProofRequest) -> Attempt:
    """The attempt, refuted if it leaves a claim about any number of heaps open that fails near the rules' numbers."""
    if attempt.proof.verdict != "unknown" or not _is_searched(claim, rules):
        return attempt
    try:
        found = alone(_failing, spec, claim, rules, limits=replace(asked.limits, processor=_SECONDS))
    except (InputError, LimitReached, Unreadable):
        return attempt
    if found is None:
        return attempt
    parameters, position, part = found
    order = [parameter.name for parameter in spec.box.parameters]
    candidate = Candidate({name: parameters[name] for name in order}, position, part)
    reason = f"near the numbers of its rules it fails, at {candidate.told(spec.fluents)}"
    proof = replace(attempt.proof, verdict="refuted", reason=reason)
    return replace(attempt, proof=proof, candidates=(candidate,))


def _is_searched(claim: Claim, rules: Rules) -> bool:
    """Whether it is about any number of heaps alone, and its theorem one that can be looked at position by position."""
    if claim.prove is None or not isinstance(stated(claim), _LOOKED_AT) or len(rules.fluents) != 1:
        return False
    (fluent,) = rules.fluents
    return isinstance(fluent, Heaps) and f"{fluent.name}.count" in claim.prove.unbounded


def _failing(spec: Spec, claim: Claim, rules: Rules) -> tuple[Parameters, Position, str] | None:
    """The least values of the parameters and a position of few stones at which it fails, and the part that does."""
    assert claim.prove is not None
    several = ((setting, *one) for setting in settings(spec, claim.prove) for one in assignments(setting))
    for setting, parameters, _ in itertools.islice(several, _ASSIGNMENTS):
        theorem = theorem_of(spec, claim, rules, setting)
        game = Game(rules, spec.measure, parameters, {})
        found = _searched(game, theorem)
        if found is not None:
            return parameters, found[0], strategy_part(claim.strategy) if found[1] else claim_part(claim.id)
    return None


def _searched(game: Game, theorem: Theorem) -> Found | None:
    """Where the theorem fails at these parameters, made as small as smaller steps of it fail too."""
    fluent = one_list(game.fluents)
    wanted = frozenset(theorem.wanted)
    values = [value for value in game.parameters.values() if isinstance(value, int)]
    numbers = constants(game.rules, wanted | MOVES, values)
    ladder = [((1,) * count,) for count in range(2, 20, 2)]
    places = [*ladder, *crowds(fluent, numbers, 2), *drawn(fluent, numbers, _POSITIONS)]
    for near in (True, False):
        some = sorted({one for one in places if is_near(one) is near}, key=game.measure.of)
        if not some:
            continue
        hull = among(game.fluents, tuple(some)).hull
        grounder = Grounder.of(game, hull, wanted)
        found = next(_of(theorem, grounder, some), None)
        while found is not None:
            smaller = sorted(lesser(fluent, found[0]), key=game.measure.of)
            less = next(_of(theorem, grounder, smaller), None)
            if less is None:
                return found
            found = less
    return None


def _of(theorem: Theorem, grounder: Grounder, places: Sequence[Position]) -> Iterator[Found]:
    """The positions at which the theorem fails, and whether it is its strategy that does."""
    crowded: list[tuple[int, int]] = []
    for at in range(0, len(places), _BATCH):
        extents = {one: _extent(one) for one in places[at : at + _BATCH]}
        few = [one for one, own in extents.items() if not any(own[0] >= n and own[1] >= size for n, size in crowded)]
        nodes = list(allowed(grounder.nodes, few))
        crowded += [_extent(node.position) for node in nodes if len(node.moves) > _MOVES]
        nodes = [node for node in nodes if len(node.moves) <= _MOVES]
        known = {node.position: node for node in nodes}
        options = dict.fromkeys(move.to for node in nodes for move in node.moves if move.to not in known)
        said = Said(theorem, known | {node.position: node for node in allowed(grounder.options, list(options))})
        for node in nodes:
            part = _fails(said, node)
            if part is not None:
                yield node.position, part.startswith("strategy")


def _fails(said: Said, node: Node) -> str | None:
    """What fails at a position by clingo alone, where all options are known."""
    if said.theorem.stated.alone:
        return "everywhere" if any(not node.holds(member.iff) for member in said.covering(node)) else None
    if not all(move.to in said.nodes for move in node.moves):
        return None
    part = said.failing(node)
    if part is None or part.startswith("strategy"):
        return part
    return part if part in _LOCAL and said.theorem.within is None else None


def _extent(position: Position) -> tuple[int, int]:
    """How many heaps there are, and the size of the largest."""
    heaps = sizes_of(position)
    return len(heaps), max(heaps, default=0)
