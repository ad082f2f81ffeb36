"""Games whose moves lower heaps of a list, each by any amount, as far as what is counted of the list allows.

A list is counted by its heaps, or by the stones that it takes from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from clingo.ast import AST, ASTType

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number, subtract
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Function, Term
from bouton.proof.ways.one_step import HEAP, SIZE, OneStep, in_the_way, row_of
from bouton.reading.relation import Row
from bouton.rules.file import Signature
from bouton.rules.syntax import arguments, atoms, place, signature

MOVE, AFTER = ("move", 1), ("after", 2)
REST = Function("#rest")
"""The rest of a list, of which nothing is said; no constant of rules is called so."""

AT, LEFT = unknown("_place"), unknown("_left")
"""The place of a heap, and the size that it is lowered to."""
NEXT, NEXT_LEFT = unknown("_next", 1), unknown("_next_left", 0)
"""The place of a list's next element, and the size that this heap is lowered to."""
COUNTED = unknown("_counted")
"""What is counted of a list: its heaps, or the stones that it takes."""
_OTHER, _OTHER_LEFT = unknown("_other", 1), unknown("_other_left", 0)
"""Another effect."""

LOWERED = conj((equal(atom(AT), atom(HEAP)), at_most(number(0), atom(LEFT)), less(atom(LEFT), atom(SIZE))))
"""That the heap HEAP of SIZE stones is lowered by any amount."""

Share: TypeAlias = Callable[[Linear], Linear]
"""What one heap adds to what is counted of a list, by the size that it is lowered to."""


def one_heap(_: Linear) -> Linear:
    """The share of a heap where the heaps of a list are counted: 1."""
    return number(1)


def stones(left: Linear) -> Linear:
    """The share of a heap where the stones that a list takes are counted: those of this heap that go."""
    return subtract(atom(SIZE), left)


class ListMoves(OneStep):
    """Rules of which a move is a list of heaps, each with the size that it is lowered to."""

    counting: ClassVar[str] = "number"
    each: ClassVar[str] = "it"
    """What is counted of a list, and of one heap in it, for messages."""

    def listed(self) -> tuple[AST, Signature | None]:
        """The rule of moves, and the predicate of the lists that are moves; None where the rule asks for none."""
        heap = self._heap
        self._by_the_play_alone()
        (move,) = self._only(MOVE)
        lists = next((name for one in atoms(move) if (name := signature(one)) not in (MOVE, heap)), None)
        if lists is not None and lists[1] not in (1, 2):
            raise in_the_way(move, "a move is no list of heaps")
        return move, lists

    def moved(self, move: AST, lists: Signature) -> Formula:
        """When a list is a move, by what is counted of it; Unreadable unless it lowers the heaps that it names."""
        ((named,), guard) = self._one(move, {lists: Row((*counter(lists), REST), TRUE)})
        if named != REST:
            raise in_the_way(move, "a move is no list of heaps")
        self._effects(lists)
        return self._about(move, guard, COUNTED)

    def begun(self, lists: Signature, step: AST, share: Share) -> int:
        """What is counted of a list of one heap beyond its share; any heap may be it, lowered to any lesser size."""
        begun = [rule for rule in self._of(lists) if not self._is_step(rule, lists)]
        if len(begun) != 1:
            raise in_the_way((begun or [step])[0], f"{len(begun)} rules begin {lists[0]}")
        parts, counts = [], set[Term]()
        for terms, guard in self._derived(begun[0], {self._heap: row_of(HEAP, SIZE)}):
            *count, whole = terms
            heap, left, rest = self._element(begun[0], whole)
            if not isinstance(rest, Function) or rest.arguments or self._function(begun[0]) != self._function(step):
                raise in_the_way(begun[0], "no list of one heap")
            first = count[0] if count else share(left)
            counts.add(subtract(first, share(left)) if isinstance(first, Linear) else first)
            parts.append(conj((guard, equal(atom(AT), heap), equal(atom(LEFT), left))))
        (first, *others) = counts or {REST}
        if others or not isinstance(first, Linear) or first.number is None:
            raise in_the_way(begun[0], f"what is counted of a list of one heap is no {self.counting}")
        self._alike(
            begun[0],
            disj(map(self._shown, parts)),
            LOWERED,
            "a list of one heap does not lower any heap by any amount",
        )
        return first.number

    def _is_step(self, rule: AST, lists: Signature) -> bool:
        return any(signature(one) == lists for literal in rule.body for one in atoms(literal))

    def step(self, lists: Signature, share: Share) -> tuple[AST, Formula]:
        """The rule that adds a heap to a list, and when it may, by what is counted of the list.

        That is said of a heap whose share is 1; another one may be added when as much is counted with it.
        """
        steps = [rule for rule in self._of(lists) if self._is_step(rule, lists)]
        if len(steps) != 1:
            where = place((steps or self._of(lists))[0]) if self._of(lists) else (0, 0)
            raise Unreadable(f"{len(steps)} rules add a heap to {lists[0]}", *where)
        (step,) = steps
        name = self._function(step)
        before = Function(name, (atom(NEXT), atom(NEXT_LEFT), REST))
        parts = []
        given = {self._heap: row_of(HEAP, SIZE), lists: Row((*counter(lists), before), TRUE)}
        for terms, guard in self._derived(step, given):
            *count, whole = terms
            heap, left, rest = self._element(step, whole)
            if rest != before or count != [add(one, share(left)) for one in counter(lists)]:
                raise in_the_way(step, f"it does not add one heap to a list, and count {self.each}")
            parts.append(conj((guard, equal(atom(AT), heap), equal(atom(LEFT), left))))
        found = disj(map(self._shown, parts))
        least = {SIZE: number(1), LEFT: number(0), NEXT_LEFT: number(0)}
        for low, high in ((HEAP, NEXT), (NEXT, HEAP)):
            here, next_ = number(1 + (low is NEXT)), number(1 + (low is HEAP))
            more = replace({**least, HEAP: here, AT: here, NEXT: next_}, found)
            if more is not FALSE:
                more = self._about(step, more, COUNTED)
                order = less(atom(low), atom(high))
                there = replace({COUNTED: add(atom(COUNTED), share(atom(LEFT)), number(-1))}, more)
                self._alike(
                    step,
                    found,
                    conj((LOWERED, order, there)),
                    "one more heap in a list is not any other, lowered by any amount",
                )
                return step, more
        raise in_the_way(step, "no heap is seen to be added to a list in the order of the heaps")

    def _effects(self, lists: Signature) -> None:
        """A list does what its first element says, and what the rest of it does."""
        rules = self._only(AFTER, 2)
        heap = self._heap[0]
        whole = Function(self._function(self._of(lists)[0]), (atom(HEAP), atom(LEFT), REST))
        other = Function(heap, (atom(_OTHER), atom(_OTHER_LEFT)))
        given = {
            lists: Row((*counter(lists), whole), TRUE),
            MOVE: Row((whole,), TRUE),
            AFTER: Row((REST, other), TRUE),
        }
        found = {rule: self._one(rule, given) for rule in rules}
        own = (whole, Function(heap, (atom(HEAP), atom(LEFT))))
        for rule, (terms, guard) in found.items():
            if terms not in (own, (whole, other)) or guard is not TRUE:
                raise in_the_way(rule, "it does not say that a list lowers each of its heaps")
        if len({terms for terms, _ in found.values()}) != 2:
            raise in_the_way(rules[0], "the rules do not say that a list lowers each of its heaps")

    def _function(self, rule: AST) -> str:
        whole = arguments(rule.head)[-1]
        if whole.ast_type != ASTType.Function or len(whole.arguments) != 3:
            raise in_the_way(rule, f"{whole} is no list of heaps: a heap, its size, and the rest")
        return str(whole.name)

    def _element(self, rule: AST, whole: Term) -> tuple[Linear, Linear, Term]:
        """The heap that a list begins with, what it is lowered to, and the rest."""
        if not isinstance(whole, Function) or len(whole.arguments) != 3:
            raise in_the_way(rule, "no list of heaps: a heap, the size it is lowered to, and the rest")
        heap, left, rest = whole.arguments
        if not isinstance(heap, Linear) or not isinstance(left, Linear):
            raise in_the_way(rule, "a list begins with no heap")
        return heap, left, rest


def counter(lists: Signature) -> tuple[Linear, ...]:
    """The argument for what is counted of a list, where its predicate has one."""
    return (atom(COUNTED),) if lists[1] == 2 else ()
