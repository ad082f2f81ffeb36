"""Games that are the disjunctive sum of their heaps, and predicates that add values up: told by the form of the rules.

A game is the sum of its heaps where each move changes one heap, may be made by that heap alone, and leaves zero or more
heaps of the same game in its place. The rules say so where each rule about a move speaks of one heap I, which stands in
the move's name: every other literal says something of heap I, or of no heap at all. A rule of another form decides
nothing: the game may be a sum all the same, and is not taken for one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Function
from clingo.ast import AST, ASTType, BinaryOperator, SymbolicTerm, Transformer, parse_string

from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import arguments, atoms, defines, is_positive, number, place, signature, variables

OPTION = "_option"
"""The parameter that stands for the value of the option which a winning move leads to: the nim-sum of the others."""
OTHERS, FIRM_OTHERS = "_others", "_firm_others"
"""The parameters that stand for how many other heaps there are, and how many of them are firm (see `Misere`)."""

_VARIABLE = r"_*[A-Z]\w*"
_COUNT = (
    rf"(?P<p>\w+)\((?P<n>{_VARIABLE})\) :- (?P=n) = "
    rf"#count \{{ (?P<i>{_VARIABLE}): NAME\((?P=i),(?!(?P=i)\))(_|{_VARIABLE})\) \}}\."
)
"""How `heaps(N) :- N = #count { I : heap(I,_) }.` is printed."""
_TOTAL = (
    rf"(?P<p>\w+)\((?P<n>{_VARIABLE})\) :- (?P=n) = "
    rf"#sum \{{ (?P<s>{_VARIABLE}),(?P<i>{_VARIABLE}): NAME\((?P=i),(?P=s)\) \}}\."
)
"""How `total(N) :- N = #sum { S,I : heap(I,S) }.` is printed."""


@dataclass(frozen=True)
class NimSum:
    """`value(X)`: X is the XOR over all heaps I of the V in `summand(I,V)`, which says something of heap I alone."""

    value: Signature
    summand: Signature


@dataclass(frozen=True)
class Misere:
    """What is claimed of misère play: nim-sum 0 where `firm` holds of some heap; else nim-sum 1.

    `counted` where the latter is said by the number of heaps being odd.
    """

    value: str
    firm: str
    counted: bool


class Summed:
    """Rules read as those of a sum of heaps; each question is answered, or Unreadable says which rule is in the way."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._by_head: dict[Signature, list[AST]] = {}
        for rule in rules.statements:
            self._by_head.setdefault(defines(rule), []).append(rule)
        # all predicates are assumed to say something of one heap alone; those go whose rules then do not
        self._local = frozenset(name for name in self._by_head if name[1])
        while len(kept := frozenset(filter(self._by_local_rules, self._local))) < len(self._local):
            self._local = kept

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
            self._index(rule, arguments(rule.head)[0])
        return max((self._added(rule) for rule in self._by_head.get(("after", 2), ())), default=0)

    @property
    def _heap(self) -> Signature | None:
        return (self._rules.fluents[0].name, 2) if self._rules.fluents else None

    def _index(self, rule: AST, move: AST, *besides: AST) -> str:
        """The heap that a rule about this move speaks of, but for the literals `besides`."""
        places = self._places.get(_functor(move), ())
        for at in places:
            index = _variable(move.arguments[at])
            others = (*move.arguments[:at], *move.arguments[at + 1 :])
            literals = [literal for literal in rule.body if literal not in besides]
            if index and not _names(others, index) and all(self._about(one, index) for one in literals):
                return index
        raise _unreadable(rule, f"{move} is not a move of one heap that this heap alone allows")

    @cached_property
    def _places(self) -> dict[Signature, list[int]]:
        """Where the heap stands in the moves of each name: the same place in every rule about them."""
        found: dict[Signature, list[int]] = {}
        for rule in self._by_head.get(("move", 1), ()):
            (move,) = arguments(rule.head)
            if move.ast_type == ASTType.Function:
                here = [at for at, one in enumerate(move.arguments) if self._is_index(rule, _variable(one))]
                before = found.get(_functor(move), here)
                found[_functor(move)] = [at for at in before if at in here][:1]
        return found

    def _is_index(self, rule: AST, name: str | None) -> bool:
        """Whether some literal of the rule says that this is a heap."""
        positive = [literal for literal in rule.body if is_positive(literal) and arguments(literal)]
        named = [literal for literal in positive if name and _variable(arguments(literal)[0]) == name]
        return any(self._says(signature(literal)) for literal in named)

    def _added(self, rule: AST) -> int:
        """How many heaps beyond those there are a rule about `after` speaks of: 0 where it changes the heap itself."""
        move, effect = arguments(rule.head)
        itself = [literal for literal in rule.body if is_positive(literal) and str(literal) == f"move({move})"]
        if _functor(effect) != self._heap:
            raise _unreadable(rule, f"{effect} is no heap")
        where, size = effect.arguments
        if _variable(where):
            index = self._index(rule, move, *itself)
            if _variable(where) != index or index in variables(size):
                raise _unreadable(rule, f"{effect} is another heap than the one that is moved in")
            return 0
        if where.ast_type == ASTType.BinaryOperation and where.operator_type == BinaryOperator.Plus:
            last, more = _variable(where.left), number(where.right)
            counts = [one for one in rule.body if is_positive(one) and self._counts(one, last)]
            others = (size, move, *(one for one in rule.body if one not in counts))
            if last and more and more > 0 and counts and not _names(others, last):
                index = self._index(rule, move, *itself, *counts)
                if index not in variables(size):
                    return more
        raise _unreadable(rule, f"{effect} is not the heap itself, nor one after the last")

    def _counts(self, literal: AST, name: str | None) -> bool:
        """Whether the literal says that there are so many heaps."""
        if name is None or len(arguments(literal)) != 1 or _variable(arguments(literal)[0]) != name:
            return False
        return self.counts_heaps(signature(literal) or ("", 0))

    def counts_heaps(self, name: Signature) -> bool:
        """Whether `name(N)` says, by its one rule, that there are N heaps."""
        return self._is_printed(_COUNT, name) is not None

    def adds_sizes(self, name: Signature) -> bool:
        """Whether `name(N)` says, by its one rule, that all heaps together have N stones."""
        found = self._is_printed(_TOTAL, name)
        return found is not None and len({found["n"], found["s"], found["i"]}) == 3

    def _is_printed(self, form: str, name: Signature) -> re.Match[str] | None:
        """How the one rule of a predicate is of that form."""
        (rule, *others) = self._by_head.get(name, [None])
        found = re.fullmatch(form.replace("NAME", re.escape(self._heap[0] if self._heap else "")), str(rule))
        return None if others or found is None or found["p"] != name[0] else found

    def _about(self, literal: AST, index: str) -> bool:
        """Whether a literal says something of that heap alone, or nothing of any heap."""
        if index not in variables(literal):
            return not any(signature(atom) in self._rules.dependent for atom in atoms(literal))
        name = signature(literal)
        if name is None:
            return False
        first, *rest = arguments(literal)
        return _variable(first) == index and not _names(rest, index) and self._says(name)

    def _says(self, name: Signature | None) -> bool:
        """Whether `name(I,...)` says something of heap I alone, by rules that do."""
        return name == self._heap or name in self._local

    def _by_local_rules(self, name: Signature) -> bool:
        return all(map(self._is_local, self._by_head[name]))

    def _is_local(self, rule: AST) -> bool:
        first, *rest = arguments(rule.head)
        index = _variable(first)
        return index is not None and not _names(rest, index) and all(self._about(one, index) for one in rule.body)

    # ------------------------------------------------------------------------------------------------------- nim-sums

    def nim_sum(self, name: str) -> NimSum:
        """What `name(X)` adds up; Unreadable where it is not the XOR of something said of each heap alone."""
        rules = self._by_head.get((name, 1), [])
        if len(rules) == 1 and len(rules[0].body) == 2 and all(map(is_positive, rules[0].body)):
            (rule,) = rules
            found = _variable(arguments(rule.head)[0])
            for count, total in (rule.body, rule.body[::-1]):
                if len(arguments(total)) == 2 and found and _variable(arguments(total)[1]) == found:
                    last = _variable(arguments(total)[0])
                    if last != found and self._counts(count, last):
                        return NimSum((name, 1), self._summand(rule, signature(total) or ("", 0)))
        raise _unreadable(rules[0] if rules else None, f"{name} is not the nim-sum over all heaps")

    def _summand(self, asked: AST, total: Signature) -> Signature:
        """What `t(0,0). t(I,X^V) :- t(I-1,X), summand(I,V).` adds up."""
        rules = self._by_head.get(total, [])
        none = [rule for rule in rules if str(rule) == f"{total[0]}(0,0)."]
        some = [rule for rule in rules if rule.body]
        if len(rules) == 2 and len(none) == len(some) == 1 and len(some[0].body) == 2:
            (rule,) = some
            index, sum_ = arguments(rule.head)
            at = _variable(index)
            for before, summand in (rule.body, rule.body[::-1]):
                name = signature(summand)
                if at and is_positive(before) and is_positive(summand) and name and name[1] == 2 and self._says(name):
                    of, value = map(_variable, arguments(summand))
                    others = {one for one in _xor(sum_) if one != value} - {at} if value in _xor(sum_) else set()
                    step = [f"{total[0]}(({at}-1),{one})" for one in others]
                    if of == at and value and step == [str(before)]:
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
        """What `p :- large, nim_sum(0). p :- not large, nim_sum(1).` says, or the last with an odd number of heaps."""
        rules = self._by_head.get((name, 0), [])
        for first, last in itertools.permutations(rules, 2) if len(rules) == 2 else ():
            for one, zero in itertools.permutations(first.body, 2) if len(first.body) == 2 else ():
                firm, total = signature(one), self._zero_of(zero)
                if not (firm and total and is_positive(one) and self._is_some_heap(firm)):
                    continue
                none = [literal for literal in last.body if self._denies(literal, firm[0])]
                rest = [literal for literal in last.body if literal not in none]
                if len(none) == 1 and [str(literal) for literal in rest] == [f"{total}(1)"]:
                    return Misere(total, firm[0], counted=False)
                if len(none) == 1 and self._is_odd(rest):
                    return Misere(total, firm[0], counted=True)
        raise _unreadable(rules[0] if rules else None, f"{name} does not say what misère play makes of a nim-sum")

    def _is_some_heap(self, name: Signature) -> bool:
        """Whether `name` holds iff something holds of some heap alone."""
        rules = self._by_head.get(name, [])
        if name[1] or len(rules) != 1:
            return False
        (rule,) = rules
        named = [one for one in rule.body if any(signature(atom) in self._rules.dependent for atom in atoms(one))]
        if len(named) == 1 and is_positive(named[0]) and self._says(signature(named[0])):
            first, *rest = arguments(named[0])
            if first.ast_type == ASTType.Variable and first.name == "_":
                return True
            index = _variable(first)
            others = [*rest, *(one for one in rule.body if one not in named)]
            return index is not None and not _names(others, index)
        return False

    def none(self, name: str) -> str | None:
        """What does not hold by the one rule of `name`: `large` in `singular :- not large.`; None if it has more."""
        rules = self._by_head.get((name, 0), [])
        body = rules[0].body if len(rules) == 1 else []
        found = re.fullmatch(r"not (\w+)", str(body[0])) if len(body) == 1 else None
        return None if found is None else found[1]

    def _denies(self, literal: AST, name: str) -> bool:
        """Whether the literal is `not name`, or holds by the one rule that says so."""
        rules = self._by_head.get(signature(literal) or ("", 0), [])
        alone = [str(rules[0].body[0])] if is_positive(literal) and len(rules) == 1 and len(rules[0].body) == 1 else []
        return f"not {name}" in (str(literal), *alone) and (signature(literal) or ("", 1))[1] == 0

    def _is_odd(self, literals: list[AST]) -> bool:
        """Whether they say that the number of heaps is odd."""
        for count, odd in itertools.permutations(literals, 2) if len(literals) == 2 else ():
            if is_positive(count) and len(arguments(count)) == 1:
                last = _variable(arguments(count)[0])
                if self._counts(count, last) and str(odd) == f"({last}\\2) = 1":
                    return True
        return False

    def winning(self, name: str, of: NimSum) -> Rules:
        """The rules with those of a strategy said of one heap: the value V^X of its options is the parameter OPTION.

        X is the nim-sum of all heaps and V the summand of the heap that is moved in. Unreadable where a rule of the
        strategy uses X in another way, or another heap.
        """
        rules = {id(rule): [self._of_one_heap(rule, of)] for rule in self._by_head.get((name, 1), ())}
        return self._with(rules, OPTION)

    def winning_in_misere(self, name: str, of: NimSum, misere: Misere) -> Rules:
        """The same of misère play, where a rule may ask too how many heaps there are, and how many that are firm.

        Of the other heaps these numbers are the parameters OTHERS and FIRM_OTHERS. A rule may also name the moves that
        another predicate names, `good(M) :- large_heaps(L), L >= 2, winning_move(M).`
        """
        said = self._said_of_all(misere)
        (firm,) = self._by_head[misere.firm, 0]
        rules = {id(firm): [firm, _parsed(f"{misere.firm} :- 1 <= {FIRM_OTHERS}.")]}
        for one in said:
            more = OTHERS if self.counts_heaps(one) else FIRM_OTHERS if self._counts_firm(one, firm) else None
            for rule in self._by_head[one] if more else ():
                found = _variable(arguments(rule.head)[0])
                rules[id(rule)] = [_parsed(str(rule).replace(f"{one[0]}({found})", f"{one[0]}({found}+{more})", 1))]
        names = [name]
        for one_name in names:
            for rule in self._by_head.get((one_name, 1), ()):
                other = self._names_moves_of(rule, said)
                rules[id(rule)] = [rule if other else self._of_one_heap(rule, of, said)]
                names += [other] if other and other not in names else []
        return self._with(rules, OPTION, OTHERS, FIRM_OTHERS)

    def _with(self, rules: dict[int, list[AST]], *parameters: str) -> Rules:
        """The rules with some of them replaced, and parameters beside their own."""
        every = self._rules

        def put(those: Iterable[AST]) -> tuple[AST, ...]:
            return tuple(new for one in those for new in rules.get(id(one), [one]))

        return replace(
            every,
            statements=put(every.statements),
            strata=tuple(map(put, every.strata)),
            parameters=(*every.parameters, *parameters),
        )

    def _said_of_all(self, misere: Misere) -> frozenset[Signature]:
        """The predicates that say how many heaps there are, or are firm, and nothing else of any heap."""
        (firm,) = self._by_head[misere.firm, 0]
        found = {(misere.firm, 0), *(one for one in self._by_head if self.counts_heaps(one))}
        found |= {one for one in self._by_head if self._counts_firm(one, firm)}
        rest = {*self._by_head} & self._rules.dependent - found
        while more := {one for one in rest if all(self._speaks_of(rule, found) for rule in self._by_head[one])}:
            found, rest = found | more, rest - more
        return frozenset(found)

    def _speaks_of(self, rule: AST, names: Collection[Signature]) -> bool:
        """Whether the rule asks of the position these predicates alone, one literal for each."""
        return all(self._asks(literal, names) for literal in rule.body)

    def _asks(self, literal: AST, names: Collection[Signature]) -> bool:
        return signature(literal) in names or not any(signature(one) in self._rules.dependent for one in atoms(literal))

    def _counts_firm(self, name: Signature, firm: AST) -> bool:
        """Whether `name(N)` says, by its one rule, of how many heaps that holds which `firm :- ...` asks of some."""
        (rule, *others) = self._by_head.get(name, [None])
        found = re.fullmatch(
            rf"{re.escape(name[0])}\((?P<n>{_VARIABLE})\) :- (?P=n) = #count \{{ (?P<i>{_VARIABLE}): (?P<of>.*) \}}\.",
            str(rule),
        )
        if others or found is None:
            return False
        asked = []
        for literal in firm.body:
            first = next(iter(arguments(literal)), None) if self._says(signature(literal)) else None
            text, of = str(literal), (signature(literal) or ("", 0))[0]
            asked.append(text if first is None else text.replace(f"{of}({first},", f"{of}({found['i']},", 1))
        return _shape(", ".join(asked), found["i"]) == _shape(found["of"], found["i"])

    def _names_moves_of(self, rule: AST, said: Collection[Signature]) -> str | None:
        """The other predicate whose moves the rule names, where it asks no more than what is said of all heaps."""
        move = _variable(arguments(rule.head)[0])
        named = [one for one in rule.body if move in variables(one)] if move else []
        if len(named) != 1 or not is_positive(named[0]) or [*map(_variable, arguments(named[0]))] != [move]:
            return None
        name = signature(named[0])
        rest = [one for one in rule.body if one not in named]
        if name is None or name == ("move", 1) or name in said or not all(self._asks(one, said) for one in rest):
            return None
        return name[0]

    def _of_one_heap(self, rule: AST, of: NimSum, said: Collection[Signature] = ()) -> AST:
        """A rule that names a move of one heap, which may ask what is said of all heaps too."""
        (move,) = arguments(rule.head)
        totals = [one for one in rule.body if is_positive(one) and signature(one) == of.value]
        besides = [one for one in rule.body if signature(one) in said]
        at = self._places.get(_functor(move), ())
        index = _variable(move.arguments[at[0]]) if at else None
        summands = [
            one
            for one in rule.body
            if is_positive(one) and signature(one) == of.summand and _variable(arguments(one)[0]) == index
        ]
        apart = index is not None and not _names(besides, index)
        if apart and said and not totals and self._index(rule, move, *besides) == index:
            return rule
        if apart and len(totals) == 1 and len(summands) == 1:
            total, value = _variable(arguments(totals[0])[0]), _variable(arguments(summands[0])[1])
            if total and value and total != value:
                change = _Option(total, value)
                body = [change.visit(one) for one in rule.body if one != totals[0]]
                made = rule.update(head=change.visit(rule.head), body=body)
                left = [one for one in body if signature(one) in said]
                if total not in variables(made) and self._index(made, arguments(made.head)[0], *left) == index:
                    return made
        raise _unreadable(rule, "a winning move of a sum lowers one heap to the nim-sum of the others' values")


class _Option(Transformer):
    """Puts the parameter OPTION in place of V^X."""

    def __init__(self, total: str, value: str) -> None:
        self._both = {total, value}

    def visit_BinaryOperation(self, node: AST) -> AST:
        if set(_xor(node)) == self._both:
            return SymbolicTerm(node.location, Function(OPTION, []))
        return node.update(**self.visit_children(node))


def _parsed(text: str) -> AST:
    """The one rule that the text is."""
    found: list[AST] = []
    parse_string(text, found.append)
    return found[-1]


def _shape(text: str, index: str) -> str:
    """The text with its variables named in the order in which they stand there, but for the heap's."""
    names = {index: "I"}
    return re.sub(rf"\b{_VARIABLE}", lambda one: names.setdefault(one[0], f"V{len(names)}"), text)


def _xor(term: AST) -> tuple[str | None, ...]:
    """The variables of `X^V`."""
    if term.ast_type == ASTType.BinaryOperation and term.operator_type == BinaryOperator.XOr:
        return _variable(term.left), _variable(term.right)
    return ()


def _functor(term: AST) -> Signature:
    return (term.name, len(term.arguments)) if term.ast_type == ASTType.Function else ("", 0)


def _variable(term: AST) -> str | None:
    return str(term.name) if term.ast_type == ASTType.Variable and term.name != "_" else None


def _names(nodes: Iterable[AST], name: str) -> bool:
    return any(name in variables(node) for node in nodes)


def _unreadable(rule: AST | None, reason: str) -> Unreadable:
    return Unreadable(reason, *(place(rule) if rule is not None else ()))
