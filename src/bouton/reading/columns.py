"""Games whose moves lower some of the heaps, each by any amount, and claims about the binary digits of the sizes.

A rule is read by what it derives in one step from rows that are given it: of one heap of unknown place and size, of one
list whose rest is not looked at, of one digit place. So it may be written in any way. What it derives must be what the
form says, whatever these are: where that is not plain, a condition that must never hold says so, for a proof to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from bouton.core.logic.arithmetic import add, atom, divide, number, remainder
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Atom, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, equivalent, less, negate
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Function, Term, Unreadable
from bouton.core.logic.walk import Rewriter, unknowns
from bouton.core.position import Heaps, Value
from bouton.reading.body import extend, plan
from bouton.reading.command import Condition
from bouton.reading.evaluate import constants_of
from bouton.reading.matching import Scope, State, products
from bouton.reading.relation import Row
from bouton.reading.syntax import Syntax, rule_of
from bouton.rules.depend import meant
from bouton.rules.file import Rules, Signature
from bouton.rules.heapwise import Summed
from bouton.rules.syntax import arguments, atoms, defines, is_atom, is_positive, place, signature, variables

_ZERO, _ONE, _TWO = map(number, range(3))
_MOVE, _AFTER = ("move", 1), ("after", 2)
_REST = Function("_rest")
"""The rest of a list, of which nothing is said."""

# a heap and the size it is lowered to; the next element of a list; how long the list is; another effect
_I, _S = unknown("_heap", 1), unknown("_size", 1)
_A, _T = unknown("_place"), unknown("_left")
_H, _U = unknown("_next", 1), unknown("_next_left", 0)
_J = unknown("_counted")
_X, _Y = unknown("_other", 1), unknown("_other_left", 0)
# a digit place, the digit of one heap there, and in how many heaps it is 1
_P, _DIGIT, _N = unknown("_power", 1), unknown("_digit", 0, 1), unknown("_ones", 0)


_LOWERED = conj((equal(atom(_A), atom(_I)), at_most(_ZERO, atom(_T)), less(atom(_T), atom(_S))))
"""A heap of unknown place and size is lowered by any amount."""


@dataclass(frozen=True)
class Lowering:
    """A move lowers so many heaps as is `allowed`, each to any lesser size, unless one of the conditions can hold.

    Where so many heaps are allowed, fewer are too.
    """

    _allowed: Formula
    conditions: tuple[Condition, ...]

    def allowed(self, heaps: Linear) -> Formula:
        """When a move may lower so many heaps."""
        return replace({_N: heaps}, self._allowed)


@dataclass(frozen=True)
class Digits:
    """Each digit place has so many ones as is `balanced`, unless one of the conditions can hold.

    With `_single`, said of the number of heaps, that is so only where some heap has more than one stone.
    """

    _balanced: Formula
    _single: Formula | None
    conditions: tuple[Condition, ...]

    def balanced(self, ones: Linear) -> Formula:
        """When a place may have so many ones."""
        return replace({_N: ones}, self._balanced)

    def single(self, heaps: Linear) -> Formula | None:
        """What is claimed of so many heaps of one stone each, where that is said by itself."""
        return None if self._single is None else replace({_N: heaps}, self._single)


@dataclass
class Columns:
    """Rules read place by place for parameters that may be unknown; Unreadable says which rule is in the way."""

    rules: Rules
    values: Mapping[str, Value | Unknown]
    _conditions: list[Condition] = field(default_factory=list)

    @cached_property
    def _scope(self) -> Scope:
        return Scope(constants_of(self.rules, self.values))

    @cached_property
    def _heap(self) -> Signature:
        fluents = self.rules.fluents
        if len(fluents) != 1 or not isinstance(fluents[0], Heaps):
            raise Unreadable("what is read by columns has heaps alone, under one name")
        return fluents[0].name, 2

    def _of(self, name: Signature) -> list[AST]:
        return [rule for rule in self.rules.statements if defines(rule) == name]

    def _only(self, name: Signature, count: int = 1) -> list[AST]:
        """The rules of a predicate, of which there must be so many."""
        found = self._of(name)
        if len(found) != count:
            where = place(found[0]) if found else (0, 0)
            raise Unreadable(f"{name[0]}/{name[1]} has {len(found)} rules; what is read by columns has {count}", *where)
        return found

    # -------------------------------------------------------------------------------------------------- the moves

    def lowering(self) -> Lowering:
        """What the moves are."""
        heap = self._heap
        for other in (("winner", 1), ("side", 1)):
            for rule in self._of(other):
                raise _in_the_way(rule, "who wins is said by the play alone")
        self._conditions = []
        (move,) = self._only(_MOVE)
        lists = next((name for one in atoms(move) if (name := signature(one)) not in (_MOVE, heap)), None)
        if lists is None:
            return self._single(move)
        if lists[1] not in (1, 2):
            raise _in_the_way(move, "a move is no list of heaps")
        step = self._step(lists)
        begin = self._begun(lists, step[0])
        reach = disj((equal(atom(_N), _ONE), conj((at_most(_TWO, atom(_N)), self._counted(begin, step, -2)))))
        whole = Row((*_counter(lists), _REST), TRUE)
        ((named,), guard) = self._one(move, {lists: whole})
        if named != _REST:
            raise _in_the_way(move, "a move is no list of heaps")
        self._effects(lists)
        guard = self._about(move, guard, _J)
        allowed = conj((reach, replace({_J: add(begin, atom(_N), number(-1))}, guard)))
        fewer = unknown("_fewer", 1)
        more = conj((allowed, less(atom(fewer), atom(_N)), negate(replace({_N: atom(fewer)}, allowed))))
        self._never(move, more, "a move may lower so many heaps, and not fewer")
        return Lowering(allowed, (*self._conditions, *self._undefined()))

    def _single(self, move: AST) -> Lowering:
        """A move lowers one heap, which its name has in some place, and the size that it is lowered to in another."""
        (after,) = self._only(_AFTER)
        found = [(term, guard) for (term,), guard in self._derived(move, {self._heap: _row(_I, _S)})]
        shapes = {(term.name, len(term.arguments)) for term, _ in found if isinstance(term, Function)}
        if len(shapes) != 1:
            raise _in_the_way(move, "a move is neither one heap with the size it is lowered to, nor a list of such")
        ((name, count),) = shapes
        own = tuple(atom(unknown(f"_own_{at}")) for at in range(count))
        (said, effect), always = self._one(after, {_MOVE: Row((Function(name, own),), TRUE)})
        changed = effect.arguments if isinstance(effect, Function) and (effect.name, 2) == self._heap else ()
        if always is not TRUE or said != Function(name, own) or len(changed) != 2 or not set(changed) <= set(own):
            raise _in_the_way(after, "it does not say that a move sets the heap in its name to the size in its name")
        at, to = (own.index(one) for one in changed if isinstance(one, Linear))
        parts = []
        for term, guard in found:
            heap, left = (term.arguments[at], term.arguments[to]) if isinstance(term, Function) else (term, term)
            if not isinstance(heap, Linear) or not isinstance(left, Linear):
                raise _in_the_way(move, "a move does not name a heap and a size")
            parts.append(conj((guard, equal(atom(_A), heap), equal(atom(_T), left))))
        self._alike(move, disj(map(self._shown, parts)), _LOWERED, "a move does not lower any heap by any amount")
        return Lowering(equal(atom(_N), _ONE), (*self._conditions, *self._undefined()))

    def _begun(self, lists: Signature, step: AST) -> Linear:
        """What is counted of a list of one heap, which may be any one, lowered to any lesser size."""
        begun = [rule for rule in self._of(lists) if not self._is_step(rule, lists)]
        if len(begun) != 1:
            raise _in_the_way((begun or [step])[0], f"{len(begun)} rules begin {lists[0]}")
        parts, counts = [], set[Term]()
        for terms, guard in self._derived(begun[0], {self._heap: _row(_I, _S)}):
            *count, whole = terms
            heap, left, rest = self._element(begun[0], whole)
            if not isinstance(rest, Function) or rest.arguments or self._function(begun[0]) != self._function(step):
                raise _in_the_way(begun[0], "no list of one heap")
            counts.add(count[0] if count else _ONE)
            parts.append(conj((guard, equal(atom(_A), heap), equal(atom(_T), left))))
        (first, *others) = counts or {_REST}
        if others or not isinstance(first, Linear) or first.number is None:
            raise _in_the_way(begun[0], "what is counted of a list of one heap is no number")
        self._alike(
            begun[0],
            disj(map(self._shown, parts)),
            _LOWERED,
            "a list of one heap does not lower any heap by any amount",
        )
        return first

    def _is_step(self, rule: AST, lists: Signature) -> bool:
        return any(signature(one) == lists for literal in rule.body for one in atoms(literal))

    def _step(self, lists: Signature) -> tuple[AST, Formula]:
        """The rule that adds a heap to a list, and when it may, by what is counted of the list."""
        steps = [rule for rule in self._of(lists) if self._is_step(rule, lists)]
        if len(steps) != 1:
            where = place((steps or self._of(lists))[0]) if self._of(lists) else (0, 0)
            raise Unreadable(f"{len(steps)} rules add a heap to {lists[0]}", *where)
        (step,) = steps
        name = self._function(step)
        before = Function(name, (atom(_H), atom(_U), _REST))
        parts = []
        given = {self._heap: _row(_I, _S), lists: Row((*_counter(lists), before), TRUE)}
        for terms, guard in self._derived(step, given):
            *count, whole = terms
            heap, left, rest = self._element(step, whole)
            if rest != before or count != [add(one, _ONE) for one in _counter(lists)]:
                raise _in_the_way(step, "it does not add one heap to a list, and count it")
            parts.append(conj((guard, equal(atom(_A), heap), equal(atom(_T), left))))
        found = disj(map(self._shown, parts))
        least = {_S: _ONE, _T: _ZERO, _U: _ZERO}
        for low, high in ((_I, _H), (_H, _I)):
            more = replace(
                {**least, _I: number(1 + (low is _H)), _A: number(1 + (low is _H)), _H: number(1 + (low is _I))}, found
            )
            if more is not FALSE:
                more = self._about(step, more, _J)
                order = less(atom(low), atom(high))
                self._alike(
                    step,
                    found,
                    conj((_LOWERED, order, more)),
                    "one more heap in a list is not any other, lowered by any amount",
                )
                return step, more
        raise _in_the_way(step, "no heap is seen to be added to a list in the order of the heaps")

    def _counted(self, begin: Linear, step: tuple[AST, Formula], by: int) -> Formula:
        """When one more heap may be added to a list of `_N + by + 1` heaps."""
        rule, more = step
        once_more = replace({_J: add(atom(_J), _ONE)}, more)
        self._never(
            rule,
            conj((at_most(begin, atom(_J)), once_more, negate(more))),
            "a list may be of so many heaps, and not of fewer",
        )
        return replace({_J: add(begin, atom(_N), number(by))}, more)

    def _effects(self, lists: Signature) -> None:
        """A list does what its first element says, and what the rest of it does."""
        rules = self._only(_AFTER, 2)
        heap = self._heap[0]
        whole = Function(self._function(self._of(lists)[0]), (atom(_I), atom(_T), _REST))
        other = Function(heap, (atom(_X), atom(_Y)))
        given = {
            lists: Row((*_counter(lists), whole), TRUE),
            _MOVE: Row((whole,), TRUE),
            _AFTER: Row((_REST, other), TRUE),
        }
        found = {rule: self._one(rule, given) for rule in rules}
        own = (whole, Function(heap, (atom(_I), atom(_T))))
        for rule, (terms, guard) in found.items():
            if terms not in (own, (whole, other)) or guard is not TRUE:
                raise _in_the_way(rule, "it does not say that a list lowers each of its heaps")
        if len({terms for terms, _ in found.values()}) != 2:
            raise _in_the_way(rules[0], "the rules do not say that a list lowers each of its heaps")

    def _function(self, rule: AST) -> str:
        whole = arguments(rule.head)[-1]
        if whole.ast_type != ASTType.Function or len(whole.arguments) != 3:
            raise _in_the_way(rule, f"{whole} is no list of heaps: a heap, its size, and the rest")
        return str(whole.name)

    def _element(self, rule: AST, whole: Term) -> tuple[Linear, Linear, Term]:
        """The heap that a list begins with, what it is lowered to, and the rest."""
        if not isinstance(whole, Function) or len(whole.arguments) != 3:
            raise _in_the_way(rule, "no list of heaps: a heap, the size it is lowered to, and the rest")
        heap, left, rest = whole.arguments
        if not isinstance(heap, Linear) or not isinstance(left, Linear):
            raise _in_the_way(rule, "a list begins with no heap")
        return heap, left, rest

    # -------------------------------------------------------------------------------------------------- the claim

    def digits(self, name: str) -> Digits:
        """What a claim says of the digits."""
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
        raise _in_the_way(rules[0], "it does not say what is so where some heap is large, and where none is")

    def _of_heaps(self, rule: AST, large: Signature) -> Formula:
        counted = [signature(one) for literal in rule.body for one in atoms(literal)]
        if len(counted) != 1 or counted[0] is None or not Summed(self.rules).counts_heaps(counted[0]):
            raise _in_the_way(rule, "it does not speak of the number of heaps alone")
        given = {self._heap: _row(_I, _S)}
        some = disj(self._shown(guard) for one in self._of(large) for _, guard in self._derived(one, given))
        self._alike(rule, some, at_most(_TWO, atom(_S)), f"{large[0]} does not say that a heap has more than one stone")
        found = self._derived(rule, {counted[0]: Row((atom(_N),), TRUE)})
        return self._about(rule, disj(self._shown(guard) for _, guard in found), _N)

    def _denies(self, literal: AST, name: Signature | None) -> bool:
        """Whether the literal is `not name`, or holds by the one rule that says so."""
        if not is_atom(literal) or arguments(literal):
            return False
        if not is_positive(literal):
            return signature(literal) == name and str(literal) == f"not {name[0] if name else ''}"
        rules = self._of(signature(literal) or ("", 0))
        return (
            len(rules) == 1
            and len(rules[0].body) == 1
            and not is_positive(rules[0].body[0])
            and self._denies(rules[0].body[0], name)
        )

    def _balanced(self, name: str) -> Formula:
        """`p :- not q. q :- ones(_,N), ...` : when a place may have so many ones."""
        (rule,) = self._only((name, 0))
        literal = rule.body[0] if len(rule.body) == 1 else None
        against = signature(literal) if literal is not None and is_atom(literal) else None
        if literal is None or against is None or not self._denies(literal, against):
            raise _in_the_way(rule, f"{name} does not say that something is so at no digit place")
        found = []
        ones = None
        for broken in self._of(against):
            (counted, *others) = [signature(one) for literal in broken.body for one in atoms(literal)] or [None]
            if counted is None or counted[1] != 2 or others or ones not in (None, counted):
                raise _in_the_way(broken, "it does not speak of the number of ones at a digit place alone")
            ones = counted
            given = {counted: Row((atom(_P), atom(_N)), TRUE)}
            found += [self._about(broken, self._shown(guard), _N) for _, guard in self._derived(broken, given)]
        if ones is None:
            raise _in_the_way(rule, f"no rule derives {against[0]}")
        self._ones(ones)
        return negate(disj(found))

    def _ones(self, name: Signature) -> None:
        r"""See that the rule is `ones(P,N) :- place(P), N = #count { I : heap(I,S), (S / P) \ 2 = 1 }`, or the like."""
        (rule,) = self._only(name)
        read = rule_of(rule)
        power, count = read.head
        counts = [
            one for one in read.body if one.ast_type == ASTType.Literal and one.atom.ast_type == ASTType.BodyAggregate
        ]
        places = [one for one in rule.body if is_positive(one)]
        if len(counts) != 1 or len(places) != 1 or len(rule.body) != 2 or not _is_count(counts[0], count):
            raise _in_the_way(rule, "it does not count the heaps whose digit at a place is 1")
        (element,) = counts[0].atom.elements
        powers = arguments(places[0])
        at = str(power)
        if [str(one) for one in powers] != [at] or power.ast_type != ASTType.Variable or at in (str(count), "_"):
            raise _in_the_way(rule, f"{at} is no digit place")
        if len(element.terms) != 1 or element.terms[0].ast_type != ASTType.Variable or str(element.terms[0]) == at:
            raise _in_the_way(rule, "it does not count heaps")
        alone = rule.update(head=rule.head, body=[one.source for one in element.condition])
        holds = []
        for state in self._states(alone, {self._heap: _row(_I, _S)}, {at: atom(_P)}):
            if state.values.get(element.terms[0].name) is not atom(_I):
                raise _in_the_way(rule, "it does not count heaps")
            holds.append(self._shown(state.guard))
        digit = _Digit().formula(disj(holds))
        if [replace({_DIGIT: value}, digit) for value in (_ZERO, _ONE)] != [FALSE, TRUE]:
            raise _in_the_way(rule, "it does not say that the binary digit at a place is 1")
        self._places(signature(places[0]) or ("", 0))

    def _places(self, name: Signature) -> None:
        """1 is a place, and with P as long as some heap has as many stones 2*P is one."""
        first, step = self._only(name, 2)
        if self._is_step(first, name):
            first, step = step, first
        (((one,), begun), ((twice,), more)) = (
            self._one(first, {self._heap: _row(_I, _S)}),
            self._one(step, {self._heap: _row(_I, _S), name: Row((atom(_P),), TRUE)}),
        )
        if one != _ONE or twice != add(atom(_P), atom(_P)):
            raise _in_the_way(step, "the places are not 1, 2, 4, ...")
        reached = at_most(add(atom(_P), atom(_P)), atom(_S))
        self._never(first, negate(begun), "there is a heap, and 1 is no place")
        self._never(step, conj((reached, negate(more))), "a heap has a digit that is not 0 where there is no place")

    # ------------------------------------------------------------------------------------------ what a rule derives

    def _derived(self, rule: AST, given: Mapping[Signature, Row]) -> list[tuple[tuple[Term, ...], Formula]]:
        """What a rule derives in one step from one row of each of these predicates: the head's arguments, and when."""
        found = []
        head = rule_of(rule).head
        for state in self._states(rule, given, {}):
            for terms, guard in products(head, state, self._scope):
                if (both := conj((state.guard, guard))) is not FALSE:
                    found.append((terms, both))
        return found

    def _one(self, rule: AST, given: Mapping[Signature, Row]) -> tuple[tuple[Term, ...], Formula]:
        """The same where it derives one row."""
        found = self._derived(rule, given)
        if len(found) != 1:
            raise _in_the_way(rule, "it is not seen what it says of one heap")
        return found[0][0], self._shown(found[0][1])

    def _states(self, rule: AST, given: Mapping[Signature, Row], bound: Mapping[str, Term]) -> list[State]:
        """The states in which the body holds, which may speak of each of the given rows once, and compare numbers."""
        names = [signature(literal) for literal in rule.body if is_atom(literal)]
        for literal in rule.body:
            compares = literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison
            if not compares and not (is_positive(literal) and signature(literal) in given):
                raise _in_the_way(literal, f"{literal} is about more than one heap or one digit place")
        if len(set(names)) < len(names):
            raise _in_the_way(rule, "it is about more than one heap or one digit place")
        body = rule_of(rule)
        steps = plan(body.body, frozenset(bound), body.outer | bound.keys())
        found = list(extend(steps, State(bound, TRUE), lambda step: _given(step.atom, given), self._scope))
        for literal in rule.body:
            for state in found if not is_atom(literal) else ():
                if any(not isinstance(state.values[one], Linear) for one in variables(literal)):
                    raise _in_the_way(literal, f"{literal} looks into a list")
        return found

    def _shown(self, guard: Formula) -> Formula:
        """The guard without the numbers that the rule chooses by itself."""
        try:
            return exists([one for one in unknowns(guard) if one.local], guard)
        except NotEliminable as error:
            raise Unreadable(f"a rule depends on {error.unknown}, of which no bounds are known") from None

    def _about(self, rule: AST, formula: Formula, one: Unknown) -> Formula:
        """The formula, which must speak of this one and of parameters alone."""
        if set(unknowns(formula)) - {one, *(value for value in self.values.values() if isinstance(value, Unknown))}:
            raise _in_the_way(rule, "it does not speak of a number of heaps alone")
        return formula

    def _alike(self, rule: AST, one: Formula, other: Formula, meaning: str) -> None:
        self._never(rule, negate(equivalent(one, other)), meaning)

    def _never(self, rule: AST, formula: Formula, meaning: str) -> None:
        self._conditions.append(Condition(formula, meaning, *place(rule)))

    def _undefined(self) -> Iterable[Condition]:
        return [Condition(formula, f"{node} is undefined", *node.place) for formula, node in self._scope.undefined]


class _Digit(Rewriter):
    r"""Puts the digit in place of `(S / P) \ 2`."""

    def unknown(self, part: Unknown) -> Linear:
        """Itself."""
        return atom(part)

    def atom(self, part: Atom) -> Linear:
        """The digit, or what is made of the parts."""
        return atom(_DIGIT) if atom(part) is _BINARY else super().atom(part)


_BINARY = remainder(divide(atom(_S), atom(_P)), _TWO)


def _given(one: object, given: Mapping[Signature, Row]) -> Sequence[Row]:
    return [given[one.signature]]  # type: ignore[attr-defined]


def _row(*entries: Unknown) -> Row:
    return Row(tuple(map(atom, entries)), TRUE)


def _counter(lists: Signature) -> tuple[Linear, ...]:
    """What is counted of a list, where its predicate has an argument for that."""
    return (atom(_J),) if lists[1] == 2 else ()


def _is_count(literal: Syntax, count: Syntax) -> bool:
    """Whether the literal says that the variable is the number of something."""
    found = literal.atom
    guards = [one for one in (found.left_guard, found.right_guard) if one is not None]
    return (
        literal.sign == Sign.NoSign
        and found.function == AggregateFunction.Count
        and len(found.elements) == 1
        and len(guards) == 1
        and guards[0].comparison == ComparisonOperator.Equal
        and guards[0].term.ast_type == count.ast_type == ASTType.Variable
        and str(guards[0].term) == str(count) != "_"
    )


def _in_the_way(rule: AST, reason: str) -> Unreadable:
    return Unreadable(reason, *place(rule))
