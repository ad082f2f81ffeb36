"""What rules say of the values of positions that they name, said of numbers, which they are in a game of one counter.

With `at(up(K), pile(X+K)) :- BODY` there is a predicate for the name up, `at_up(K,V) :- BODY, value_of(X+K,V)`, and
`value(up(K),1)` becomes `at_up(K,1)`. The two say the same as long as a name stands for one position: the numbers in it
and the counter must tell which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clingo.ast import AST, ASTType, Function, Literal, Sign, SymbolicAtom

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.named import AT, OUTCOME, name_of, numbers_of
from bouton.rules.syntax import (
    arguments,
    atoms,
    defines,
    fresh,
    is_atom,
    is_positive,
    names_of,
    number,
    place,
    signature,
    variable,
    variables,
)
from bouton.theory.formula import GIVEN


def by_numbers(rules: Rules, iff: Signature) -> tuple[Rules, str]:
    """The rules of a predicate without `at` and `value`, and their predicate of a number and its value.

    Unreadable where a name may be that of several positions, or where more than values are asked for.
    """
    asking = [rule for rule in rules.statements if defines(rule) in closure({iff}, rules.statements)]
    made = _Made(rules, Fresh(names_of(rules) | GIVEN.keys()), asking)
    used = closure({iff, *made.spoken()}, [rule for rule in rules.statements if defines(rule) != AT])
    strata: list[tuple[AST, ...]] = []
    for group in rules.strata:
        strata += [(made.derived(rule),) for rule in group if made.is_place(rule)]
        kept = tuple(made.asked(rule) for rule in group if defines(rule) in used)
        strata += [kept] if kept else []
    statements = tuple(rule for group in strata for rule in group)
    return replace(rules, statements=statements, strata=tuple(strata)), made.values


class _Made:
    """Makes the rules, with a predicate for each name of a position of which some rules ask."""

    def __init__(self, rules: Rules, names: Fresh, asking: Sequence[AST]) -> None:
        (counter,) = rules.fluents
        self.rules, self.counter, self.values = rules, counter.name, names.name("value_of")
        self.names: dict[tuple[str, int], str] = {}
        for literal in (one for rule in asking for body in rule.body for one in atoms(body)):
            if signature(literal) in rules.told:
                key = self._key(arguments(literal)[0])
                self.names.setdefault(key, names.name(f"at_{key[0]}"))
        places = [rule for rule in rules.statements if defines(rule) == AT]
        self.places = {key: [one for one in places if self._key(arguments(one.head)[0]) == key] for key in self.names}
        for (name, _), found in self.places.items():
            if len(found) != 1:
                raise Unreadable(f"{name} is the name of no position, or may be that of several", *place(places[0]))

    def is_place(self, rule: AST) -> bool:
        """Whether it says which position such a name is."""
        return any(rule is one for found in self.places.values() for one in found)

    def spoken(self) -> Iterator[Signature]:
        """The predicates of the rules that do."""
        for literal in (
            one for found in self.places.values() for rule in found for body in rule.body for one in atoms(body)
        ):
            said = signature(literal)
            assert said is not None
            yield said

    def _key(self, name: AST) -> tuple[str, int]:
        """The name of a position and how many numbers it has; Unreadable of a variable."""
        found = name_of(name, numbers_of(self.rules))
        if found is None:
            raise Unreadable(f"{name} may be any name of a position", *place(name))
        numbers = _numbers(name)
        if any(one.ast_type != ASTType.Variable and number(one) is None for one in numbers):
            raise Unreadable(f"{name} is a name of something else than variables and numbers", *place(name))
        return found, len(numbers)

    def derived(self, rule: AST) -> AST:
        """The rule that says what the value of a named position is."""
        name, fluent = arguments(rule.head)
        if fluent.ast_type != ASTType.Function or len(fluent.arguments) != 1:
            raise Unreadable(f"{fluent} is no number of {self.counter}", *place(fluent))
        (term,) = fluent.arguments
        counted = (one for one in rule.body if is_positive(one) and signature(one) == (self.counter, 1))
        given = variables(name).union(*map(variables, counted))
        for one in sorted(variables(term) - given):
            raise Unreadable(f"{one} may give the name {name} more positions than one", *place(rule))
        value = variable(fresh(rule, "V"), fluent)
        body = [*rule.body, self._atom(self.values, (term, value), fluent)]
        head = self._atom(self.names[self._key(name)], (*_numbers(name), value), rule.head)
        return rule.update(head=head, body=body)

    def asked(self, rule: AST) -> AST:
        """The rule with what it asks of named positions said of their numbers."""
        return rule.update(body=list(self._body(rule)))

    def _body(self, rule: AST) -> Iterator[AST]:
        for literal in rule.body:
            if not is_atom(literal) or signature(literal) not in self.rules.told:
                if any(signature(one) in self.rules.told for one in atoms(literal)):
                    raise Unreadable("an aggregate over values of positions", *place(literal))
                yield literal
                continue
            if signature(literal) == OUTCOME:
                raise Unreadable("for every set values are asked for, and not outcomes", *place(literal))
            name, value = arguments(literal)
            yield self._atom(self.names[self._key(name)], (*_numbers(name), value), literal, Sign(literal.sign))

    def _atom(self, name: str, terms: tuple[AST, ...], where: AST, sign: Sign = Sign.NoSign) -> AST:
        return Literal(where.location, sign, SymbolicAtom(Function(where.location, name, list(terms), 0)))


def _numbers(name: AST) -> tuple[AST, ...]:
    """The numbers of a name, as the 3 of above(3)."""
    return tuple(name.arguments) if name.ast_type == ASTType.Function else ()
