"""Games whose moves lower some of the heaps, each by any amount, and claims about the binary digits of the sizes.

A rule is read by what it derives in one step from rows that are given it: of one heap of unknown place and size, of one
list whose rest is not looked at, of one digit place. So it may be written in any way. What it derives must be what the
form says, whatever these are: where that is not plain, a condition that must never hold says so, for a proof to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clingo.ast import AST

from bouton.core.logic.arithmetic import add, atom, divide, number, remainder
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.terms import Function
from bouton.proof.ways.lists import AFTER, AT, COUNTED, LEFT, LOWERED, MOVE, ListMoves, one_heap
from bouton.proof.ways.one_step import HEAP, SIZE, in_the_way, row_of
from bouton.proof.ways.sums.form import Summed
from bouton.reading.command import Condition
from bouton.reading.relation import Row
from bouton.reading.syntax import name_of
from bouton.rules.depend import meant
from bouton.rules.file import Signature
from bouton.rules.syntax import arguments, atoms, is_atom, is_positive, signature

_ZERO, _ONE, _TWO = map(number, range(3))

# a digit place, the digit of one heap there, and in how many heaps it is 1
_P, _DIGIT, ONES = unknown("_power", 1), unknown("_digit", 0, 1), unknown("_ones", 0)


((_BINARY, _),) = remainder(divide(atom(SIZE), atom(_P)), _TWO).terms
"""The binary digit of one heap at a place."""


@dataclass(frozen=True)
class HeapsLowered:
    """How many heaps a move lowers, each to any lesser size: as is `allowed`, unless one of the conditions can hold.

    Where so many heaps are allowed, fewer are too.
    """

    _allowed: Formula
    conditions: tuple[Condition, ...]

    def allowed(self, heaps: Linear) -> Formula:
        """When a move may lower so many heaps."""
        return replace({ONES: heaps}, self._allowed)


@dataclass(frozen=True)
class Digits:
    """How many ones a claim lets each digit place have: as is `balanced`, unless one of the conditions can hold.

    With `_single`, which speaks of the number of heaps, that is so only where some heap has more than one stone.
    """

    _balanced: Formula
    _single: Formula | None
    conditions: tuple[Condition, ...]

    def balanced(self, ones: Linear) -> Formula:
        """When a place may have so many ones."""
        return replace({ONES: ones}, self._balanced)

    def single(self, heaps: Linear) -> Formula | None:
        """When so many heaps of one stone each are claimed, where the claim says that by itself; else None."""
        return None if self._single is None else replace({ONES: heaps}, self._single)


@dataclass
class Columns(ListMoves):
    """Rules read place by place for parameters that may be unknown; Unreadable says which rule is in the way."""

    way = "by columns"

    # -------------------------------------------------------------------------------------------------- the moves

    def lowering(self) -> HeapsLowered:
        """How many heaps a move may lower, by the rules; Unreadable where they are of another form."""
        self._conditions = []
        move, lists = self.listed()
        if lists is None:
            return self._single(move)
        step = self.step(lists, one_heap)
        begin = number(1 + self.begun(lists, step[0], one_heap))
        reach = disj((equal(atom(ONES), _ONE), conj((at_most(_TWO, atom(ONES)), self._counted(begin, step, -2)))))
        guard = self.moved(move, lists)
        allowed = conj((reach, replace({COUNTED: add(begin, atom(ONES), number(-1))}, guard)))
        fewer = unknown("_fewer", 1)
        more = conj((allowed, less(atom(fewer), atom(ONES)), negate(replace({ONES: atom(fewer)}, allowed))))
        self._never(move, more, "a move may lower so many heaps, and not fewer")
        return HeapsLowered(allowed, (*self._conditions, *self._undefined()))

    def _single(self, move: AST) -> HeapsLowered:
        """A move lowers one heap, which its name has in some place, and the size that it is lowered to in another."""
        (after,) = self._only(AFTER)
        found = [(term, guard) for (term,), guard in self._derived(move, {self._heap: row_of(HEAP, SIZE)})]
        shapes = {(term.name, len(term.arguments)) for term, _ in found if isinstance(term, Function)}
        if len(shapes) != 1:
            raise in_the_way(move, "a move is neither one heap with the size it is lowered to, nor a list of such")
        ((name, count),) = shapes
        own = tuple(atom(unknown(f"_own_{at}")) for at in range(count))
        (said, effect), always = self._one(after, {MOVE: Row((Function(name, own),), TRUE)})
        changed = effect.arguments if isinstance(effect, Function) and (effect.name, 2) == self._heap else ()
        if always is not TRUE or said != Function(name, own) or len(changed) != 2 or not set(changed) <= set(own):
            raise in_the_way(after, "it does not say that a move sets the heap in its name to the size in its name")
        at, to = (own.index(one) for one in changed if isinstance(one, Linear))
        parts = []
        for term, guard in found:
            heap, left = (term.arguments[at], term.arguments[to]) if isinstance(term, Function) else (term, term)
            if not isinstance(heap, Linear) or not isinstance(left, Linear):
                raise in_the_way(move, "a move does not name a heap and a size")
            parts.append(conj((guard, equal(atom(AT), heap), equal(atom(LEFT), left))))
        self._alike(move, disj(map(self._shown, parts)), LOWERED, "a move does not lower any heap by any amount")
        return HeapsLowered(equal(atom(ONES), _ONE), (*self._conditions, *self._undefined()))

    def _counted(self, begin: Linear, step: tuple[AST, Formula], by: int) -> Formula:
        """When one more heap may be added to a list of `ONES + by + 1` heaps."""
        rule, more = step
        once_more = replace({COUNTED: add(atom(COUNTED), _ONE)}, more)
        self._never(
            rule,
            conj((at_most(begin, atom(COUNTED)), once_more, negate(more))),
            "a list may be of so many heaps, and not of fewer",
        )
        return replace({COUNTED: add(begin, atom(ONES), number(by))}, more)

    # -------------------------------------------------------------------------------------------------- the claim

    def digits(self, name: str) -> Digits:
        """For which numbers of heaps with a 1 at a binary place the predicate `name` holds, as its rules say it.

        Unreadable, with the line, where the rules say anything else of a position.
        """
        self._conditions = []
        name = meant(name, self.rules.statements)
        rules = self._of((name, 0))
        single = None
        if len(rules) == 2:
            name, single = self._by_size(rules)
        balanced = self._balanced(meant(name, self.rules.statements))
        return Digits(balanced, single, (*self._conditions, *self._undefined()))

    def _by_size(self, rules: Sequence[AST]) -> tuple[str, Formula]:
        """`p :- large, balanced. p :- not large, heaps(N), ...` : what is balanced, and the last."""
        for first, last in (rules, rules[::-1]):
            names = [signature(one) for one in first.body if is_positive(one)]
            for large, other in (names, names[::-1]) if len(names) == len(first.body) == 2 else ():
                rest = [literal for literal in last.body if not self._denies(literal, large)]
                if large is None or other is None or large[1] or other[1] or len(rest) != len(last.body) - 1:
                    continue
                return other[0], self._of_heaps(last.update(body=rest), large)
        raise in_the_way(rules[0], "it does not say what is so where some heap is large, and where none is")

    def _of_heaps(self, rule: AST, large: Signature) -> Formula:
        counted = [signature(one) for literal in rule.body for one in atoms(literal)]
        if len(counted) != 1 or counted[0] is None or not Summed(self.rules).counts_heaps(counted[0]):
            raise in_the_way(rule, "it does not speak of the number of heaps alone")
        given = {self._heap: row_of(HEAP, SIZE)}
        some = disj(self._shown(guard) for one in self._of(large) for _, guard in self._derived(one, given))
        self._alike(
            rule, some, at_most(_TWO, atom(SIZE)), f"{large[0]} does not say that a heap has more than one stone"
        )
        found = self._derived(rule, {counted[0]: Row((atom(ONES),), TRUE)})
        return self._about(rule, disj(self._shown(guard) for _, guard in found), ONES)

    def _balanced(self, name: str) -> Formula:
        """`p :- not q. q :- ones(_,N), ...` : when a place may have so many ones."""
        (rule,) = self._only((name, 0))
        literal = rule.body[0] if len(rule.body) == 1 else None
        against = signature(literal) if literal is not None and is_atom(literal) else None
        if literal is None or against is None or not self._denies(literal, against):
            raise in_the_way(rule, f"{name} does not say that something is so at no digit place")
        found = []
        ones = None
        for broken in self._of(against):
            (counted, *others) = [signature(one) for literal in broken.body for one in atoms(literal)] or [None]
            if counted is None or counted[1] != 2 or others or ones not in (None, counted):
                raise in_the_way(broken, "it does not speak of the number of ones at a digit place alone")
            ones = counted
            given = {counted: Row((atom(_P), atom(ONES)), TRUE)}
            found += [self._about(broken, self._shown(guard), ONES) for _, guard in self._derived(broken, given)]
        if ones is None:
            raise in_the_way(rule, f"no rule derives {against[0]}")
        self._ones(ones)
        return negate(disj(found))

    def _ones(self, name: Signature) -> None:
        r"""See that the rule is `ones(P,N) :- place(P), N = #count { I : heap(I,S), (S / P) \ 2 = 1 }`, or the like."""
        (rule,) = self._only(name)
        beside, at, counted = self._counting(rule, _P, "digit place", "the heaps whose digit at a place is 1")
        if [name_of(one) for one in arguments(beside)] != [at]:
            raise in_the_way(rule, f"{at} is no digit place")
        digit = Substitution({_BINARY: atom(_DIGIT)}).formula(counted)
        if [replace({_DIGIT: value}, digit) for value in (_ZERO, _ONE)] != [FALSE, TRUE]:
            raise in_the_way(rule, "it does not say that the binary digit at a place is 1")
        self._places(signature(beside) or ("", 0))

    def _places(self, name: Signature) -> None:
        """1 is a place, and with P as long as some heap has as many stones 2*P is one."""
        first, step = self._only(name, 2)
        if self._is_step(first, name):
            first, step = step, first
        (((one,), begun), ((twice,), more)) = (
            self._one(first, {self._heap: row_of(HEAP, SIZE)}),
            self._one(step, {self._heap: row_of(HEAP, SIZE), name: Row((atom(_P),), TRUE)}),
        )
        if one != _ONE or twice != add(atom(_P), atom(_P)):
            raise in_the_way(step, "the places are not 1, 2, 4, ...")
        reached = at_most(add(atom(_P), atom(_P)), atom(SIZE))
        self._never(first, negate(begun), "there is a heap, and 1 is no place")
        self._never(step, conj((reached, negate(more))), "a heap has a digit that is not 0 where there is no place")
