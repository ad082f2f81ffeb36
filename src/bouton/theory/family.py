"""The games of one rules file for every set of numbers: their options, as the rules have them, of an unknown set.

A rule may use the set at most once, directly or through what it derives, and not negated or counted. Then each move
comes from one member of the set, and the moves for a set are those for {d}, d in the set: the rules are read once,
with an unknown d. This is held against clingo for every set of some small numbers, in every run.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, less
from bouton.core.logic.problem import Problem, each
from bouton.core.logic.smtlib import written
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Counter
from bouton.core.spec import Spec
from bouton.ground.box import CounterBox, GroundBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.reading.command import Condition, located
from bouton.reading.evaluate import evaluate
from bouton.rules.depend import closure, needs
from bouton.rules.file import MOVES, Rules, Sources
from bouton.rules.syntax import defines, is_atom, place, signature

MEMBER = unknown("_member.N", 1)
"""A member of the unknown set."""
_NUMBERS, _POSITIONS = 4, 10
"""The numbers, from 1, whose sets the reading is held against clingo for, and the positions, from 0."""


@dataclass(frozen=True)
class MovesByMember:
    """The moves from the position `here` by one member of the set: each with when there is one, and where it leads."""

    set_name: str
    here: Unknown
    moves: tuple[tuple[Formula, Linear], ...]
    forbidden: tuple[Condition, ...]
    """When the rules of the moves would be wrong."""
    counter: str
    sources: Sources

    def problems(self) -> Iterator[Problem]:
        """That the rules are right, that every move lowers the counter, and that none leads below 0."""
        wrong = located(self.forbidden, self.sources)
        yield from each("rules", "no arithmetic of the rules is undefined, no move gives two values", "rules", wrong)
        here = atom(self.here)
        raises = [(conj((guard, at_most(here, after))), "a move does not lower it") for guard, after in self.moves]
        yield from each("measure", f"every move lowers the measure ({self.counter})", "rules", raises)
        below = [(conj((guard, less(after, number(0)))), "a move leads below 0") for guard, after in self.moves]
        yield from each("closed", "no move leads below 0", "range", below)

    def options(self, position: str, member: str) -> list[tuple[str, str]]:
        """The moves from a position, by a member, as SMT-LIB terms."""
        names = {self.here: position, MEMBER: member}
        return [(written(guard, names), written(after, names)) for guard, after in self.moves]


def family(spec: Spec, rules: Rules) -> MovesByMember:
    """The games of the rules; Unreadable where these are not read so, Disagreement where clingo has other moves."""
    if len(rules.sets) != 1 or rules.parameters or len(rules.fluents) != 1 or not isinstance(rules.fluents[0], Counter):
        raise Unreadable("every set is possible for games of one counter and one set alone")
    if rules.alliances or ("winner", 1) in rules.defined:
        raise Unreadable("every set is possible for games without side and winner alone")
    _once(rules)
    (name,) = rules.sets
    counter = rules.fluents[0].name
    game = evaluate(rules, {name: (MEMBER,)}, {}, {counter: (0, None)})  # type: ignore[dict-item]
    (here,) = (one for one in game.unknowns if one is not MEMBER)
    moves = []
    for move in game.moves:
        (after,) = move.after
        if move.choices or not isinstance(after, Linear):
            raise Unreadable("a move that chooses more than a member of the set", *game.places["move", 1])
        moves.append((move.guard, after))
    found = MovesByMember(name.lower(), here, tuple(moves), game.forbidden, counter, game.sources)
    _compare(spec, rules, found)
    return found


def _once(rules: Rules) -> None:
    """Unreadable where a rule for moves uses the set more than once, negated, or in an aggregate."""
    used = closure(MOVES, rules.statements)
    statements = [one for one in rules.statements if defines(one) in used]
    from_set = {(name.lower(), 1) for name in rules.sets}
    while more := {defines(one) for one in statements if any(n.body in from_set for n in needs(one))} - from_set:
        from_set |= more
    for one in statements:
        plain = [literal for literal in one.body if is_atom(literal) and signature(literal) in from_set]
        if len(plain) > 1 or any(need.strict and need.body in from_set for need in needs(one)):
            raise Unreadable("a move that does not come from one member of the set", *place(one))


def _compare(spec: Spec, rules: Rules, found: MovesByMember) -> None:
    for members in _sets():
        game = Game(rules, spec.measure, {rules.sets[0]: members}, {rules.fluents[0].name: range(_POSITIONS)})
        counter = rules.fluents[0]
        assert isinstance(counter, Counter)
        box = GroundBox((CounterBox(counter, range(_POSITIONS)),))
        grounder = Grounder.of(game, box)
        for node in grounder.nodes(itertools.chain.from_iterable(box.layers(spec.measure))):
            (at,) = node.position
            assert isinstance(at, int)
            each = [Evaluation({found.here: at, MEMBER: member}) for member in members]
            led = {here(after) for here in each for guard, after in found.moves if here(guard)}
            if {move.to[0] for move in node.moves} != led:
                raise Disagreement(f"the moves from {at} by {members} are not those of clingo")


def _sets() -> Iterator[tuple[int, ...]]:
    numbers = range(1, _NUMBERS + 1)
    for size in numbers:
        yield from itertools.combinations(numbers, size)
