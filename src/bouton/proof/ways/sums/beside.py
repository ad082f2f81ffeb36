"""Games of heaps beside counters, or of heaps of several kinds, in which each move is made in one heap alone.

A move may rest on that heap and on the counters, and change both; it may leave heaps of any kind in place of its own.
Or it rests on counters alone and changes them. What a position may become is then what each of its heaps may become
alone, beside these counters. The rules say so by their form, as of sums of heaps (`bouton.proof.ways.sums.form`).
"""

from __future__ import annotations

from clingo.ast import AST, ASTType

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Heaps, has_sets
from bouton.proof.ways.sums.form import Summed, functor
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import arguments, atoms, defines, place, signature, variables


class Beside:
    """Rules of such a game; Unreadable, with the rule in the way, where they are not seen to be that."""

    def __init__(self, rules: Rules) -> None:
        if rules.alliances or rules.exists is not None or has_sets(rules.fluents):
            raise Unreadable("sides, sets, and which positions exist, are about positions as a whole")
        self._moves, self._effects = dict[Signature, list[AST]](), dict[Signature, list[AST]]()
        heaps = {(one.name, 2) for one in rules.fluents if isinstance(one, Heaps)}
        self._free = frozenset(one for one in rules.dependent if not closure({one}, rules.statements) & heaps)
        self._bound = rules.dependent - self._free
        self._counters = {(one.name, 1) for one in rules.fluents if isinstance(one, Counter)}
        self._kinds = [Summed(rules, one, self._free) for one in rules.fluents if isinstance(one, Heaps)]
        for rule in rules.statements:
            if defines(rule) == ("winner", 1):
                raise _unreadable(rule, "who wins is said by the play alone")
            if defines(rule) in (("move", 1), ("after", 2)):
                told = self._moves if defines(rule)[1] == 1 else self._effects
                told.setdefault(functor(arguments(rule.head)[0]), []).append(rule)
        self.more = max((self._of_move(name) for name in self._moves | self._effects), default=0)
        """The most heaps that a move adds."""

    def _of_move(self, name: Signature) -> int:
        """How many heaps the moves of a name add at most."""
        rules, effects = self._moves.get(name, []), self._effects.get(name, [])
        spoken = (signature(atom) for rule in rules for literal in rule.body for atom in atoms(literal))
        if self._bound.isdisjoint(spoken):
            for effect in effects:
                self._counting(effect)
            return 0
        refused = Unreadable("a move rests on heaps, and on none of them alone")
        for kind in self._kinds:
            try:
                for rule in rules:
                    kind.index(rule, arguments(rule.head)[0])
                return max((self._added(kind, effect) for effect in effects), default=0)
            except Unreadable as error:
                refused = error
        raise refused

    def _counting(self, rule: AST) -> None:
        """Unreadable where an effect of a move that rests on counters is none on a counter, or rests on heaps."""
        move, effect = arguments(rule.head)
        bound = [one for one in rule.body for atom in atoms(one) if signature(atom) in self._bound]
        itself = move.ast_type != ASTType.Variable  # a variable may be any move
        changes = itself and functor(effect) in self._counters
        if not changes or any(not self._kinds[0].is_move(one, move) for one in bound):
            raise _unreadable(rule, f"{effect} changes more than counters, or rests on more")

    def _added(self, kind: Summed, rule: AST) -> int:
        """How many heaps an effect of a move in a heap of this kind adds."""
        move, effect = arguments(rule.head)
        if functor(effect) in self._counters:
            index = kind.index(rule, move, *(one for one in rule.body if kind.is_move(one, move)))
            if index in variables(effect):
                raise _unreadable(rule, f"{effect} rests on the place of a heap")
            return 0
        others = [other for other in self._kinds if other.heap == functor(effect)]
        return kind.added(rule, others[0] if others else None)


def _unreadable(rule: AST, reason: str) -> Unreadable:
    return Unreadable(reason, *place(rule))
