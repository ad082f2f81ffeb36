"""Games that are the disjunctive sum of their heaps, and predicates that add values up: told by the form of the rules.

A game is the sum of its heaps where each move changes one heap, may be made by that heap alone, and leaves zero or more
heaps of the same game in its place. The rules say so where each rule about a move speaks of one heap I, which stands in
the move's name: every other literal says something of heap I, or of no heap at all. A rule of another form decides
nothing: the game may be a sum all the same, and is not taken for one.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial

from clingo import Function
from clingo.ast import AST, ASTType, BinaryOperation, BinaryOperator, Sign, SymbolicTerm

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Heaps
from bouton.reading.syntax import name_of
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import (
    alike,
    arguments,
    atoms,
    defines,
    fresh,
    has_form,
    is_atom,
    is_positive,
    names_of,
    number,
    place,
    rewritten,
    rule_of,
    same,
    signature,
    variable,
    variables,
    with_arguments,
)

_COUNTING = "{p}(N) :- N = #count {{ I : {heap}(I,_) }}.", "{p}(N) :- N = #count {{ I : {heap}(I,S) }}."
"""How rules count the heaps."""


@dataclass(frozen=True)
class NimSum:
    """A predicate `value(X)` where X is the XOR over all heaps I of the V in `summand(I,V)`, said of heap I alone."""

    value: Signature
    summand: Signature


@dataclass(frozen=True)
class Misere:
    """What is claimed in misère play: that the nim-sum is 0 where `firm` holds of some heap, and else 1.

    `counted` says that the latter is put as: the number of heaps is odd. No `firm` says that no heap ever is, so that
    the nim-sum is 1 by itself.
    """

    value: str
    firm: str | None
    counted: bool


@dataclass(frozen=True)
class OneHeap:
    """Rules of a strategy that speak of one heap, and the constants that stand for what they ask of the other heaps.

    The constants are parameters whose names the rules do not use.
    """

    rules: Rules
    option: str
    """The constant for the value of the option that a winning move leads to: the nim-sum of the others."""
    others: str = ""
    """The constant for how many other heaps there are; empty where no rule asks for it."""
    firm_others: str = ""
    """The constant for how many of the other heaps are firm (see `Misere`); empty where no rule asks for it."""


class Summed:
    """Rules read as those of a sum of heaps; each question is answered, or Unreadable says which rule is in the way.

    Of a game with other fluents beside `heaps`, what is `free` says nothing of any heap.
    """

    def __init__(self, rules: Rules, heaps: Heaps | None = None, free: Collection[Signature] = ()) -> None:
        self._rules, self._free = rules, free
        self._own = (heaps or rules.fluents[0]) if rules.fluents else None
        self._by_head: dict[Signature, list[AST]] = {}
        for rule in rules.statements:
            self._by_head.setdefault(defines(rule), []).append(rule)
        # all predicates are assumed to say something of one heap alone; those go whose rules then do not
        self._local = frozenset(name for name in self._by_head if name[1])
        while left := {name for name in self._local if not all(map(self._is_local, self._by_head[name]))}:
            self._local -= left

    @cached_property
    def more(self) -> int:
        """The most heaps that a move adds; Unreadable where the game is not seen to be the sum of its heaps."""
        fluents = self._rules.fluents
        if len(fluents) != 1 or not isinstance(fluents[0], Heaps):
            raise Unreadable("a sum of heaps has heaps alone, under one name")
        for other in (("winner", 1), ("side", 1)):
            if other in self._by_head:
                raise _unreadable(self._by_head[other][0], "who wins a sum is said by the play alone")
        for rule in self._by_head.get(("move", 1), ()):
            self.index(rule, arguments(rule.head)[0])
        return max((self.added(rule) for rule in self._by_head.get(("after", 2), ())), default=0)

    @property
    def heap(self) -> Signature | None:
        """The predicate of its heaps."""
        return None if self._own is None else (self._own.name, 2)

    def index(self, rule: AST, move: AST, *besides: AST) -> str:
        """The heap that a rule about this move speaks of, but for the literals `besides`."""
        places = self.places.get(functor(move), ())
        for at in places:
            index = name_of(move.arguments[at])
            others = (*move.arguments[:at], *move.arguments[at + 1 :])
            literals = [literal for literal in rule.body if literal not in besides]
            if index and not _names(others, index) and all(self._about(one, index) for one in literals):
                return index
        raise _unreadable(rule, f"{move} is not a move of one heap that this heap alone allows")

    @cached_property
    def places(self) -> dict[Signature, list[int]]:
        """Where the heap stands in the moves of each name: the same place in every rule about them."""
        found: dict[Signature, list[int]] = {}
        for rule in self._by_head.get(("move", 1), ()):
            (move,) = arguments(rule.head)
            if move.ast_type == ASTType.Function:
                here = [at for at, one in enumerate(move.arguments) if self._is_index(rule, name_of(one))]
                before = found.get(functor(move), here)
                found[functor(move)] = [at for at in before if at in here][:1]
        return found

    def _is_index(self, rule: AST, name: str | None) -> bool:
        """Whether some literal of the rule says that this is a heap."""
        positive = [literal for literal in rule.body if is_positive(literal) and arguments(literal)]
        named = [literal for literal in positive if name and name_of(arguments(literal)[0]) == name]
        return any(self._says(signature(literal)) for literal in named)

    def added(self, rule: AST, counted: Summed | None = None) -> int:
        """How many heaps beyond those there are a rule about `after` speaks of: 0 where it changes the heap itself.

        These are of another kind where they are `counted` by that.
        """
        counted = counted or self
        move, effect = arguments(rule.head)
        itself = [literal for literal in rule.body if self.is_move(literal, move)]
        if functor(effect) != counted.heap:
            raise _unreadable(rule, f"{effect} is no heap")
        where, size = effect.arguments
        if name_of(where) and counted is self:
            index = self.index(rule, move, *itself)
            if name_of(where) != index or index in variables(size):
                raise _unreadable(rule, f"{effect} is another heap than the one that is moved in")
            return 0
        if where.ast_type == ASTType.BinaryOperation and where.operator_type == BinaryOperator.Plus:
            last, more = name_of(where.left), number(where.right)
            body = [*rule.body]
            counts = [
                one
                for at, one in enumerate(body)
                if counted.counts(one, last, [*body[:at], *body[at + 1 :], rule.head])
            ]
            others = (size, move, *(one for one in rule.body if one not in counts))
            if last and more and more > 0 and counts and not _names(others, last):
                index = self.index(rule, move, *itself, *counts)
                if index not in variables(size):
                    return more
        raise _unreadable(rule, f"{effect} is not the heap itself, nor one after the last")

    def is_move(self, literal: AST, move: AST) -> bool:
        """Whether the literal says that this is a move."""
        return is_positive(literal) and signature(literal) == ("move", 1) and same(arguments(literal)[0], move)

    def counts(self, literal: AST, name: str | None, rest: Iterable[AST]) -> bool:
        """Whether the literal says that there are so many heaps, by a predicate or as `N = #count { I : heap(I,_) }`.

        A variable inside it that stands in the `rest` of the rule, too, is one heap and counts none.
        """
        if name is None or self.heap is None:
            return False
        if is_positive(literal):
            alone = [*map(name_of, arguments(literal))] == [name]
            return alone and self.counts_heaps(signature(literal) or ("", 0))
        if any((variables(literal) - {name}) & variables(one) for one in rest):
            return False
        rule = rule_of(f"p({name}) :- p.").update(body=[literal])
        return has_form(rule, *(form.format(p="p", heap=self.heap[0]) for form in _COUNTING))

    def counts_heaps(self, name: Signature) -> bool:
        """Whether `name(N)` says, by its one rule, that there are N heaps."""
        return self._is(name, *_COUNTING)

    def adds_sizes(self, name: Signature) -> bool:
        """Whether `name(N)` says, by its one rule, that all heaps together have N stones."""
        return self._is(name, "{p}(N) :- N = #sum {{ S,I : {heap}(I,S) }}.")

    def _is(self, name: Signature, *forms: str) -> bool:
        """Whether the one rule of a predicate is of one of the forms, in which it is called p."""
        rules = self._by_head.get(name, [])
        if len(rules) != 1 or self.heap is None or name[1] != 1:
            return False
        return has_form(rules[0], *(form.format(p=name[0], heap=self.heap[0]) for form in forms))

    def _about(self, literal: AST, index: str) -> bool:
        """Whether a literal says something of that heap alone, or nothing of any heap."""
        if index not in variables(literal):
            return not any(map(self._is_dependent, atoms(literal)))
        name = signature(literal)
        if name is None:
            return False
        first, *rest = arguments(literal)
        return name_of(first) == index and not _names(rest, index) and self._says(name)

    def _says(self, name: Signature | None) -> bool:
        """Whether `name(I,...)` says something of heap I alone, by rules that do."""
        return name == self.heap or name in self._local

    def _is_local(self, rule: AST) -> bool:
        first, *rest = arguments(rule.head)
        index = name_of(first)
        return index is not None and not _names(rest, index) and all(self._about(one, index) for one in rule.body)

    # ------------------------------------------------------------------------------------------------------- nim-sums

    def nim_sum(self, name: str) -> NimSum:
        """What `name(X)` adds up; Unreadable where it is not the XOR of something said of each heap alone."""
        rules = self._by_head.get((name, 1), [])
        for counting, adding in itertools.permutations(map(signature, rules[0].body), 2) if len(rules) == 1 else ():
            if not (counting and adding and self.counts_heaps(counting)):
                continue
            if has_form(rules[0], f"{name}(X) :- {counting[0]}(N), {adding[0]}(N,X)."):
                return NimSum((name, 1), self._summand(rules[0], adding))
        raise _unreadable(rules[0] if rules else None, f"{name} is not the nim-sum over all heaps")

    def _summand(self, asked: AST, total: Signature) -> Signature:
        """What `t(0,0). t(I,X^V) :- t(I-1,X), summand(I,V).` adds up."""
        rules = self._by_head.get(total, [])
        none = [rule for rule in rules if has_form(rule, f"{total[0]}(0,0).")]
        some = [rule for rule in rules if rule not in none]
        if len(none) == len(some) == 1:
            for name in filter(None, map(signature, some[0].body)):
                step = f"{total[0]}(I,{{}}) :- {total[0]}(I-1,X), {name[0]}(I,V)."
                if name != total and self._says(name) and has_form(some[0], *map(step.format, ("X^V", "V^X"))):
                    return name
        raise _unreadable(rules[0] if rules else asked, f"{total[0]} does not add up heap by heap")

    def zero(self, name: str) -> str:
        """The predicate whose value 0 makes `name` hold: that is `safe :- nim_sum(0).`, say."""
        rules = self._by_head.get((name, 0), [])
        if len(rules) == 1 and len(rules[0].body) == 1:
            found = self._zero_of(rules[0].body[0])
            if found is not None:
                return found
        raise _unreadable(rules[0] if rules else None, f"{name} does not say that a nim-sum is 0")

    def _zero_of(self, literal: AST, *, by_rule: bool = True) -> str | None:
        """The predicate of which the literal says that its value is 0: `nim_sum(0)`, or `safe` where its rule does."""
        name = signature(literal)
        if name is None or not is_positive(literal):
            return None
        if name[1] == 1:
            return name[0] if number(arguments(literal)[0]) == 0 else None
        rules = self._by_head.get(name, []) if by_rule and not name[1] else []
        alone = len(rules) == 1 and len(rules[0].body) == 1
        return self._zero_of(rules[0].body[0], by_rule=False) if alone else None

    def misere(self, name: str) -> Misere:
        """What `p :- large, nim_sum(0). p :- not large, nim_sum(1).` says, or the last with an odd number of heaps.

        Where no heap is large `p :- nim_sum(1).` says it.
        """
        rules = self._by_head.get((name, 0), [])
        body = rules[0].body if len(rules) == 1 else []
        alone = signature(body[0]) if len(body) == 1 and is_positive(body[0]) else None
        if alone is not None and alone[1] == 1 and number(arguments(body[0])[0]) == 1:
            return Misere(alone[0], None, counted=False)
        for first, last in itertools.permutations(rules, 2) if len(rules) == 2 else ():
            for one, zero in itertools.permutations(first.body, 2) if len(first.body) == 2 else ():
                firm, total = signature(one), self._zero_of(zero)
                if not (firm and total and is_positive(one) and self._is_some_heap(firm)):
                    continue
                none = [literal for literal in last.body if self._denies(literal, firm[0])]
                rest = [literal for literal in last.body if literal not in none]
                if len(none) == 1 and alike(rest, rule_of(f"p :- {total}(1).").body):
                    return Misere(total, firm[0], counted=False)
                if len(none) == 1 and self._is_odd(rest):
                    return Misere(total, firm[0], counted=True)
        raise _unreadable(rules[0] if rules else None, f"{name} does not say what misère play makes of a nim-sum")

    def _is_some_heap(self, name: Signature) -> bool:
        """Whether `name` holds iff something holds of some heap alone."""
        rules = self._by_head.get(name, [])
        return not name[1] and len(rules) == 1 and self._of_some_heap(rules[0]) is not None

    def _of_some_heap(self, rule: AST) -> int | None:
        """Which literal of a rule says something of a heap, which nothing else in the rule names."""
        body = list(rule.body)
        named = [at for at, one in enumerate(body) if any(map(self._is_dependent, atoms(one)))]
        if len(named) != 1 or not is_positive(body[named[0]]) or not self._says(signature(body[named[0]])):
            return None
        first, *rest = arguments(body.pop(named[0]))
        index = name_of(first)
        anonymous = first.ast_type == ASTType.Variable and first.name == "_"
        return named[0] if anonymous or (index is not None and not _names([*rest, *body], index)) else None

    def _is_dependent(self, atom: AST) -> bool:
        return signature(atom) in self._rules.dependent and signature(atom) not in self._free

    def none(self, name: str) -> str | None:
        """The predicate that the one rule of `name` denies: `large` in `singular :- not large.`; else None."""
        rules = self._by_head.get((name, 0), [])
        body = rules[0].body if len(rules) == 1 else []
        return _denied(body[0]) if len(body) == 1 else None

    def some(self, name: str) -> bool:
        """Whether `name` says that something, said of a heap alone, holds of some: as `large :- heap(_,S), S > 1`."""
        return self._is_some_heap((name, 0))

    def one(self, name: str) -> bool:
        """Whether `name` says that something, said of a heap alone, holds of just one: as `alone :- large_heaps(1)`.

        There must be a predicate that asks the same of some heap.
        """
        rules = self._by_head.get((name, 0), [])
        body = rules[0].body if len(rules) == 1 else []
        counting = signature(body[0]) if len(body) == 1 and is_positive(body[0]) else None
        if counting is None or counting[1] != 1 or number(arguments(body[0])[0]) != 1:
            return False
        firm = (self._by_head[one][0] for one in self._by_head if self._is_some_heap(one))
        return any(self._counts_firm(counting, one) for one in firm)

    def _denies(self, literal: AST, name: str) -> bool:
        """Whether the literal is `not name`, or holds by the one rule that says so."""
        found = signature(literal) or ("", 1)
        return name in (_denied(literal), self.none(found[0]) if is_positive(literal) and not found[1] else None)

    def _is_odd(self, literals: list[AST]) -> bool:
        """Whether they say that the number of heaps is odd."""
        for count, odd in itertools.permutations(literals, 2) if len(literals) == 2 else ():
            counting = signature(count)
            form = rule_of(f"p :- {counting[0] if counting else 'p'}(N), N \\ 2 = 1.").body
            if counting is not None and self.counts_heaps(counting) and alike([count, odd], form):
                return True
        return False

    def winning(self, name: str, of: NimSum) -> OneHeap:
        """The rules with those of a strategy said of one heap: the value V^X of its options is a parameter.

        X is the nim-sum of all heaps and V the summand of the heap that is moved in. Unreadable where a rule of the
        strategy uses X in another way, or another heap.
        """
        made = OneHeap(self._rules, Fresh(names_of(self._rules)).name("_option"))
        rules = {id(rule): [self._of_one_heap(rule, of, made)] for rule in self._by_head.get((name, 1), ())}
        return replace(made, rules=put_in(self._rules, rules, made.option))

    def winning_in_misere(self, name: str, of: NimSum, misere: Misere) -> OneHeap:
        """A strategy of misère play said of one heap, as `winning` has it for normal play.

        A rule may also ask how many heaps there are, and how many are firm: of the other heaps these numbers are
        parameters, too. And it may name the moves that another predicate names, `good(M) :- large_heaps(L), L >= 2,
        winning_move(M).`
        """
        said = self._said_of_all(misere)
        firm = self._firm(misere)
        new = Fresh(names_of(self._rules))
        made = OneHeap(self._rules, *map(new.name, ("_option", "_others", "_firm_others")))
        rules = {id(one): [one, rule_of(f"{misere.firm} :- 1 <= {made.firm_others}.")] for one in firm}
        for one in said:
            counts = any(self._counts_firm(one, each) for each in firm)
            more = made.others if self.counts_heaps(one) else made.firm_others if counts else ""
            for rule in self._by_head[one] if more else ():
                rules[id(rule)] = [_with_more(rule, more)]
        names = [name]
        for one_name in names:
            for rule in self._by_head.get((one_name, 1), ()):
                other = self._names_moves_of(rule, said)
                rules[id(rule)] = [rule if other else self._of_one_heap(rule, of, made, said)]
                names += [other] if other and other not in names else []
        return replace(made, rules=put_in(self._rules, rules, made.option, made.others, made.firm_others))

    def _firm(self, misere: Misere) -> list[AST]:
        """The one rule that says that some heap is firm; none where no heap is."""
        return [] if misere.firm is None else self._by_head[misere.firm, 0]

    def _said_of_all(self, misere: Misere) -> frozenset[Signature]:
        """The predicates that say how many heaps there are, or are firm, and nothing else of any heap."""
        firm = self._firm(misere)
        found = {*map(defines, firm), *(one for one in self._by_head if self.counts_heaps(one))}
        found |= {one for one in self._by_head if any(self._counts_firm(one, each) for each in firm)}
        rest = {*self._by_head} & self._rules.dependent - found

        def asks(name: Signature) -> bool:
            """Whether its rules ask of the position what is found alone, one literal for each."""
            return all(self._asks(literal, found) for rule in self._by_head[name] for literal in rule.body)

        while more := set(filter(asks, rest)):
            found, rest = found | more, rest - more
        return frozenset(found)

    def _asks(self, literal: AST, names: Collection[Signature]) -> bool:
        return signature(literal) in names or not any(map(self._is_dependent, atoms(literal)))

    def _counts_firm(self, name: Signature, firm: AST) -> bool:
        """Whether `name(N)` says, by its one rule, of how many heaps that holds which `firm :- ...` asks of some."""
        rules, at = self._by_head.get(name, []), self._of_some_heap(firm)
        if len(rules) != 1 or at is None or name[1] != 1:
            return False
        asked = list(firm.body)
        first, *rest = arguments(asked[at])
        index, counted = name_of(first) or fresh(firm, "I"), fresh(firm, "N")
        asked[at] = with_arguments(asked[at], [variable(index, firm), *rest])
        form = rule_of(f"{name[0]}({counted}) :- {counted} = #count {{ {index} : p }}.")
        (literal,) = form.body
        (element,) = literal.atom.elements
        element = element.update(condition=asked)
        whole = literal.update(atom=literal.atom.update(elements=[element]))
        return alike(rules, [form.update(body=[whole])])

    def _names_moves_of(self, rule: AST, said: Collection[Signature]) -> str | None:
        """The other predicate whose moves the rule names, where it asks no more than what is said of all heaps."""
        move = name_of(arguments(rule.head)[0])
        named = [one for one in rule.body if move in variables(one)] if move else []
        if len(named) != 1 or not is_positive(named[0]) or [*map(name_of, arguments(named[0]))] != [move]:
            return None
        name = signature(named[0])
        rest = [one for one in rule.body if one not in named]
        if name is None or name == ("move", 1) or name in said or not all(self._asks(one, said) for one in rest):
            return None
        return name[0]

    def _of_one_heap(self, rule: AST, of: NimSum, made: OneHeap, said: Collection[Signature] = ()) -> AST:
        """A rule that names a move of one heap, which may ask what is said of all heaps too."""
        (move,) = arguments(rule.head)
        totals = [one for one in rule.body if is_positive(one) and signature(one) == of.value]
        besides = [one for one in rule.body if signature(one) in said]
        at = self.places.get(functor(move), ())
        index = name_of(move.arguments[at[0]]) if at else None
        summands = [
            one
            for one in rule.body
            if is_positive(one) and signature(one) == of.summand and name_of(arguments(one)[0]) == index
        ]
        apart = index is not None and not _names(besides, index)
        if apart and said and not totals and self.index(rule, move, *besides) == index:
            return rule
        if apart and len(totals) == 1 and len(summands) == 1:
            total, value = name_of(arguments(totals[0])[0]), name_of(arguments(summands[0])[1])
            if total and value and total != value:
                option = partial(_option, made.option, {total, value})
                body = [rewritten(one, option) for one in rule.body if one != totals[0]]
                new = rule.update(head=rewritten(rule.head, option), body=body)
                left = [one for one in body if signature(one) in said]
                if total not in variables(new) and self.index(new, arguments(new.head)[0], *left) == index:
                    return new
        raise _unreadable(rule, "a winning move of a sum lowers one heap to the nim-sum of the others' values")


def put_in(rules: Rules, new: Mapping[int, Sequence[AST]], *parameters: str) -> Rules:
    """The rules with `new` ones in the place of some, by their identity, and parameters beside their own."""

    def put(those: Iterable[AST]) -> tuple[AST, ...]:
        return tuple(other for one in those for other in new.get(id(one), [one]))

    strata = tuple(map(put, rules.strata))
    return replace(rules, statements=put(rules.statements), strata=strata, parameters=(*rules.parameters, *parameters))


def form(rules: Rules) -> int:
    """The most heaps that a move adds; Unreadable where the game is not seen to be the sum of its heaps.

    A single counter is one heap.
    """
    if rules.alliances or any(name in rules.defined for name in (("winner", 1), ("side", 1))):
        raise Unreadable("who wins is not said by the play alone")
    if len(rules.fluents) == 1 and not isinstance(rules.fluents[0], Heaps):
        return 0
    return Summed(rules).more


def _with_more(rule: AST, more: str) -> AST:
    """`p(N) :- ...` as `p(N+more) :- ...`."""
    (number_,) = arguments(rule.head)
    parameter = SymbolicTerm(number_.location, Function(more, []))
    sum_ = BinaryOperation(number_.location, BinaryOperator.Plus, number_, parameter)
    return rule.update(head=with_arguments(rule.head, [sum_]))


def _denied(literal: AST) -> str | None:
    """The name of `not name`, a predicate without arguments."""
    found = signature(literal) if is_atom(literal) and literal.sign == Sign.Negation else None
    return found[0] if found is not None and not found[1] else None


def _xor(term: AST) -> tuple[str | None, ...]:
    """The variables of `X^V`."""
    if term.ast_type == ASTType.BinaryOperation and term.operator_type == BinaryOperator.XOr:
        return name_of(term.left), name_of(term.right)
    return ()


def _option(option: str, both: Set[str], node: AST) -> AST | None:
    """A parameter in place of V^X."""
    return SymbolicTerm(node.location, Function(option, [])) if set(_xor(node)) == both else None


def functor(term: AST) -> Signature:
    """The name of a term and how many arguments it has."""
    return (term.name, len(term.arguments)) if term.ast_type == ASTType.Function else ("", 0)


def _names(nodes: Iterable[AST], name: str) -> bool:
    return any(name in variables(node) for node in nodes)


def _unreadable(rule: AST | None, reason: str) -> Unreadable:
    return Unreadable(reason, *(place(rule) if rule is not None else ()))
