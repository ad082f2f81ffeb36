"""What clingo says of a theorem at real positions: what is claimed there, and whether its local conditions hold.

It takes the predicates' rows as clingo derived them, and nothing of the symbolic reading, which is held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bouton.claims.parts import (
    ALTERNATE,
    APART,
    DESCRIBED,
    FALLING,
    HEREDITARY,
    KEPT,
    LABELS,
    MOVES,
    REPLIES,
    STAYS,
    WINNING,
)
from bouton.core.position import Position
from bouton.core.stated import Family, Images, Loopy, Pairs
from bouton.ground.graph import Node
from bouton.ground.loops import DRAW
from bouton.proof.theorem import MemberClaim, Theorem
from bouton.reading.sides import SIDE, WINNER

_Told = TypeVar("_Told")


@dataclass(frozen=True)
class Said:
    """A theorem at positions and their options, as clingo has them."""

    theorem: Theorem
    nodes: Mapping[Position, Node]
    _told: dict[tuple[Position, object], Any] = field(default_factory=dict, compare=False, repr=False)
    """What was asked of a position before: an option is one of many positions."""

    def covering(self, node: Node) -> list[MemberClaim]:
        """The members that speak of the position."""
        speaking = (one for one in self.theorem.members if one.where is None or node.holds(one.where))
        return self._once(node, "covering", lambda: [*speaking])

    def over(self, node: Node) -> bool:
        """Whether the player, or the side, to move at a terminal has lost."""
        if self.theorem.stated.sides:
            return not self._names(node, SIDE) & self._names(node, WINNER)
        if WINNER in node.rows:
            return "previous" in self._names(node, WINNER)
        return self.theorem.play == "normal"

    def claimed(self, node: Node) -> bool:
        """Whether the theorem calls the position a P-position, or says that the side to move loses there."""
        return self._once(node, "claimed", lambda: self._claimed(node))

    def _claimed(self, node: Node) -> bool:
        members = self.covering(node)
        if not members:
            return not self.theorem.stated.silent and node.terminal and self.over(node)
        if self.theorem.stated.sides:
            mine = {*self._names(node, SIDE), *([DRAW] if isinstance(self.theorem.stated, Loopy) else [])}
            return any(not mine & self._names(node, self.theorem.says(member)) for member in members)
        return any(node.holds(member.iff) for member in members)

    def strays(self, option: Node) -> bool:
        """Whether a hereditary theorem does not speak of an option."""
        return self.theorem.stated.hereditary and not self.covering(option)

    def values(self, node: Node) -> Set[int]:
        """The values that the theorem claims of the position."""
        return self._once(node, "values", lambda: self._values(node))

    def _values(self, node: Node) -> Set[int]:
        names = {name for member in self.covering(node) for name in self._names(node, self.theorem.says(member))}
        return {int(name) for name in names if name.lstrip("-").isdecimal()}

    def wins(self, node: Node, option: Node) -> bool:
        """Whether the theorem says that the move to the option wins for the player, or the side, that makes it."""
        if not self.theorem.stated.sides:
            return self.claimed(option)
        return self.allied(node, option) is not self.claimed(option) and not self.drawn(option)

    def allied(self, node: Node, option: Node) -> bool:
        """Whether the same side moves at a position and at an option, in a game of alliances."""
        return self.theorem.stated.sides and bool(self._names(node, SIDE) & self._names(option, SIDE))

    def drawn(self, node: Node) -> bool:
        """Whether the theorem, of a game with cycles, calls the position a draw."""
        states = self.theorem.stated
        if not isinstance(states, Loopy):
            return False
        if states.sides:
            return any(DRAW in self._names(node, self.theorem.says(member)) for member in self.covering(node))
        return states.drawn is not None and node.holds(states.drawn)

    def fails(self, node: Node) -> bool:
        """Whether a local condition fails at a position, which is not said where not all of its options are known."""
        if self.theorem.stated.alone:
            return any(not node.holds(member.iff) for member in self.covering(node))
        return all(move.to in self.nodes for move in node.moves) and self.failing(node) is not None

    def failing(self, node: Node) -> str | None:
        """The part of the theorem that fails at a position, all of whose options are known; None where none does."""
        states = self.theorem.stated
        if isinstance(states, Family):
            return self._fails_of_family(node, states)
        if not (states.valued or isinstance(states, Loopy)):
            return self._fails(node)
        if states.hereditary and not self.covering(node):
            return None
        if self._strays(node):
            return HEREDITARY
        if isinstance(states, Pairs):
            return self._fails_of_labels(node, states)
        return self._fails_of_loops(node, states) if isinstance(states, Loopy) else self._fails_of_values(node)

    def _fails(self, node: Node) -> str | None:
        members = self.covering(node)
        if wrong := self._not_one_side(node):
            return wrong
        if isinstance(self.theorem.stated, Images):
            again = self.theorem.stated.sides and any(self.wins(node, self.nodes[move.to]) for move in node.moves)
            return ALTERNATE if again else None
        if self.theorem.stated.hereditary:
            if not members:
                return None
            if self._strays(node):
                return HEREDITARY
        if not members and not node.terminal:
            return "coverage"
        if len({self._lost(node, member) for member in members}) > 1:
            return "agreement"
        if node.terminal:
            return None if self.claimed(node) is self.over(node) else "terminals"
        won = any(self.wins(node, self.nodes[move.to]) for move in node.moves)
        if self.claimed(node):
            return "independence" if won else None
        return self._fails_of_strategy(node) or (None if won else "absorption")

    def _not_one_side(self, node: Node) -> str | None:
        """Which predicate, in a game of alliances, does not name exactly one side."""
        if not self.theorem.stated.sides:
            return None
        named = [SIDE, *map(self.theorem.says, self.covering(node)), *([WINNER] if node.terminal else [])]
        return next((f"{name[0]} names one side" for name in named if len(self._names(node, name)) != 1), None)

    def _strays(self, node: Node) -> bool:
        """Whether a move leads to where a hereditary theorem does not speak."""
        return any(self.strays(self.nodes[move.to]) for move in node.moves)

    def _fails_of_loops(self, node: Node, states: Loopy) -> str | None:
        """Of a game with cycles: what is seen from one position; that a rank falls is not."""
        if wrong := self._not_one_side(node):
            return wrong
        lost, drawn = self.claimed(node), self.drawn(node)
        if lost and drawn:
            return APART
        if node.terminal:
            return None if lost is self.over(node) and not drawn else "terminals"
        options = [self.nodes[move.to] for move in node.moves]
        won = any(self.wins(node, one) for one in options)
        draws = any(self.drawn(one) for one in options)
        if lost:
            return FALLING if won or draws else None
        if drawn:
            return KEPT if won else None if draws else STAYS
        tells = states.sides or states.drawn is not None
        return None if won or not tells else "absorption"

    def _lost(self, node: Node, member: MemberClaim) -> bool:
        if self.theorem.stated.sides:
            return not self._names(node, SIDE) & self._names(node, self.theorem.says(member))
        return node.holds(member.iff)

    def _fails_of_strategy(self, node: Node) -> str | None:
        name, within = self.theorem.strategy, self.theorem.within
        if name is None or (within is not None and not node.holds(within)):
            return None
        wins = {str(move.term) for move in node.moves if self.wins(node, self.nodes[move.to])}
        named = self._names(node, (name, 1))
        return None if named and named <= wins else f"strategy {name}"

    def _fails_of_family(self, node: Node, states: Family) -> str | None:
        """Of a family: a move without a reply into it, as far as all replies are known; or no move to a P-position."""
        if not node.holds(states.name):
            return None
        misere = self.theorem.play == "misere"
        if states.outcome == "draw":  # that there is no way out is more than is known here
            return None if any(self.claimed(self.nodes[move.to]) for move in node.moves) else STAYS
        if states.outcome == "N":
            won = (misere and node.terminal) or any(self.claimed(self.nodes[move.to]) for move in node.moves)
            return None if won else WINNING
        if misere and node.terminal:
            return MOVES
        return REPLIES if any(self._unanswered(self.nodes[move.to], misere) for move in node.moves) else None

    def _unanswered(self, option: Node, misere: bool) -> bool:
        """Whether no move leads from an option into the family, which is so only where all of them are known."""
        if option.terminal or not option.moves:  # nothing is known of the moves of an option that is no node itself
            return option.terminal and not misere
        known = [self.nodes.get(move.to) for move in option.moves]
        return None not in known and not any(one is not None and self.claimed(one) for one in known)

    def _fails_of_values(self, node: Node) -> str | None:
        values = self.values(node)
        if len(values) != 1 or min(values) < 0:
            return "one value"
        if node.terminal:
            return None if values == {0 if self.over(node) else 1} else "terminals"
        reached = {value for move in node.moves for value in self.values(self.nodes[move.to])}
        if values & reached:
            return "independence"
        return None if reached.issuperset(range(min(values))) else "absorption"

    def _fails_of_labels(self, node: Node, states: Pairs) -> str | None:
        """Of labels: 0 and 1 are the pairs (0,1) and (1,0), 2 reaches both of these, and 3 neither."""
        labels = self.values(node)
        if len(labels) != 1 or not labels <= set(range(states.most + 1)):
            return LABELS
        (label,) = labels
        if states.described is not None and node.holds(states.described) is not (label in states.those):
            return DESCRIBED
        if node.terminal:
            return None if label == 0 else "terminals"
        reached = {found for move in node.moves for found in self.values(self.nodes[move.to])}
        swaps = reached & {0, 1}
        if label < 2 and (label in swaps or 3 in reached):
            return "independence"
        if label == 3:
            return "independence" if swaps else None
        return None if swaps >= ({1 - label} if label < 2 else {0, 1}) else "absorption"

    def _names(self, node: Node, signature: tuple[str, int]) -> Set[str]:
        return self._once(node, signature, lambda: {str(row[0]) for row in node.rows[signature]})

    def _once(self, node: Node, what: object, told: Callable[[], _Told]) -> _Told:
        """What was told of it before, or is now."""
        if (node.position, what) not in self._told:
            self._told[node.position, what] = told()
        found: _Told = self._told[node.position, what]
        return found
