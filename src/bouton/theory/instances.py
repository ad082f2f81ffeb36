"""A statement about all games as a problem without quantifiers, unsatisfiable only where the statement is right.

Of a game of any size, and a counterexample, only what can be said of a few positions is kept: those that the statement
itself and the induction say there are, and the options that mex says these have. Every fact is an instance of a
definition or of an axiom, so that a contradiction among them is one in every game:

- terminals have no options, all others have; `value` and `misere` of a terminal are 0 and 1; no option has the value
  of its position; every smaller number is an option's (mex);
- if any position has the predicate that the claim's `induction` names, then one has it and no option of it has: games
  are finite and acyclic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from bouton.theory.formula import Atom, Literal_, Rule, Signature, Sort, Theory
from bouton.theory.smtlib import END, joined, literal_text, number_text, numbers, scope_of, term_text

LOGIC = "QF_UFLIA"
LEVELS = (0, 1)
"""How deep below the positions of the statement its options are looked at, one try after the other."""

_MOST = 20_000
"""Facts that a problem may have, about."""
_SORT = {"position": "Position", "number": "Int"}
_UNREAD = {"k0", "k1"}
_STARS = {
    # in G^M a terminal of G has the one option v*, which is a terminal
    "value_m": ["(= star_value_m 0)", "(= end_value_m (ite (= star_value_m 0) 1 0))"],
    "misere_m": ["(= star_misere_m 1)", "(= end_misere_m (ite (= star_misere_m 0) 1 0))"],
    # in G^MM v* has the one option v**, whose value is 0
    "value_mm": ["(= star_value_mm 1)", "(= end_value_mm (ite (= star_value_mm 0) 1 0))"],
}


def unread(theory: Theory) -> str | None:
    """Why a statement cannot be given to a solver; None where it can."""
    names = sorted(theory.given & _UNREAD)
    return f"{names[0]} is given for games of a known number of positions only" if names else None


def problem(
    theory: Theory, iff: str, given: str | None, induction: str | None, level: int, *, holds: bool = False
) -> str:
    """A game that is a counterexample, as SMT-LIB text; `level` is one of `LEVELS`.

    With `holds` a game for which the statement is right, which there must be.
    """
    instances = _Instances(theory, level)
    instances.claim((iff, 0), holds=holds)
    if given is not None:
        instances.claim((given, 0), holds=True)
    if induction is not None:
        instances.induction(induction)
    instances.axioms()
    instances.saturate()
    return instances.text()


@dataclass(frozen=True)
class _Universal:
    """What holds, under a guard, for all values of its variables; `makes` says that it may speak of new positions."""

    sorts: tuple[Sort, ...]
    instance: Callable[[Sequence[str]], str]
    makes: bool


@dataclass
class _Instances:
    """Facts about a few positions, and the universal statements that give more of them."""

    theory: Theory
    level: int
    depths: dict[Sort, dict[str, int]] = field(default_factory=lambda: {"position": {}, "number": {}})
    """The positions and numbers spoken of, and how far below those of the statement they are."""
    declared: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    universals: list[_Universal] = field(default_factory=list)
    known: dict[tuple[Signature, tuple[str, ...], bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules: Mapping[Signature, tuple[Rule, ...]] = {
            (one.name, len(one.sorts)): one.rules for one in self.theory.definitions
        }
        self.values = [name for name in END if name in self.theory.given]
        named = {0, 1} | {number for one in self.theory.definitions for rule in one.rules for number in numbers(rule)}
        self.depths["number"] = {number_text(number): 0 for number in sorted(named)}

    def claim(self, predicate: Signature, *, holds: bool) -> None:
        """Take as a fact that a predicate without arguments holds, or does not."""
        self.facts.append(self._predicate(predicate, (), holds))

    def induction(self, name: str) -> None:
        """If any position has the predicate, `least` has it and no option of it has."""
        least = self._fresh("position", 0)
        some, none, step = (self._proxy() for _ in range(3))
        predicate = (name, 1)
        self.facts += [f"(or {none} (and {some} {step}))"]
        self.facts.append(f"(=> {some} {self._predicate(predicate, (least,), True)})")
        makes = self._makes(predicate, holds=False)
        for guard, before in ((none, ""), (step, least)):

            def instance(terms: Sequence[str], guard: str = guard, before: str = before) -> str:
                lacks = self._predicate(predicate, (terms[0],), False)
                return (
                    f"(=> {guard} (or (not (option {before} {terms[0]})) {lacks}))"
                    if before
                    else f"(=> {guard} {lacks})"
                )

            self.universals.append(_Universal(("position",), instance, makes))

    def axioms(self) -> None:
        """What holds in every game: see the head of this file."""

        def no_option(terms: Sequence[str]) -> str:
            return f"(=> (option {terms[0]} {terms[1]}) (not (terminal {terms[0]})))"

        def an_option(terms: Sequence[str]) -> str:
            option = self._fresh("position", self._deep(terms) + 1)
            return f"(or (terminal {terms[0]}) (option {terms[0]} {option}))"

        self.universals.append(_Universal(("position", "position"), no_option, makes=False))
        self.universals.append(_Universal(("position",), an_option, makes=True))
        for name in self.values:
            self.facts += _STARS.get(name, [])
            self.universals += self._mex(name)

    def _mex(self, name: str) -> Iterator[_Universal]:
        def end(terms: Sequence[str]) -> str:
            return f"(and (>= ({name} {terms[0]}) 0) (=> (terminal {terms[0]}) (= ({name} {terms[0]}) {END[name]})))"

        def differs(terms: Sequence[str]) -> str:
            return f"(=> (option {terms[0]} {terms[1]}) (not (= ({name} {terms[0]}) ({name} {terms[1]}))))"

        def reaches(terms: Sequence[str]) -> str:
            at, value = terms
            if self.level == 0 and value.startswith("(") and not value.endswith(f" {at})"):
                return "true"  # of the values of other positions, one level further down
            option = self._fresh("position", self._deep(terms[:1]) + 1)
            less = f"(and (not (terminal {at})) (<= 0 {value}) (< {value} ({name} {at})))"
            return f"(=> {less} (and (option {at} {option}) (= ({name} {option}) {value})))"

        yield _Universal(("position",), end, makes=False)
        yield _Universal(("position", "position"), differs, makes=False)
        yield _Universal(("position", "number"), reaches, makes=True)

    def saturate(self) -> None:
        """Add every instance over the positions and numbers that are not too far below those of the statement."""
        done: set[tuple[int, tuple[str, ...]]] = set()
        grown = True
        while grown:
            grown = False
            for at, universal in enumerate(self.universals):
                most = self.level + (not universal.makes)
                choices = [[item for item in self.depths[sort].items() if item[1] <= most] for sort in universal.sorts]
                for chosen in product(*choices):
                    terms = tuple(term for term, _ in chosen)
                    if sum(deep for _, deep in chosen) <= most and (at, terms) not in done:
                        if len(self.facts) > _MOST:
                            return  # some instances are facts as good as all, only fewer
                        done.add((at, terms))
                        self.facts.append(universal.instance(terms))
                        grown = True

    def text(self) -> str:
        """The problem."""
        functions = [f"(declare-fun {name} (Position) Int)" for name in self.values]
        stars = [
            f"(declare-fun {part}_{name} () Int)" for name in self.values if name in _STARS for part in ("star", "end")
        ]
        head = [
            f"(set-logic {LOGIC})",
            "(declare-sort Position 0)",
            "(declare-fun option (Position Position) Bool)",
            "(declare-fun terminal (Position) Bool)",
            "(declare-fun chosen (Position) Bool)",
        ]
        asserted = [f"(assert {fact})" for fact in self.facts]
        return "\n".join([*head, *functions, *stars, *self.declared, *asserted, "(check-sat)", ""])

    def _predicate(self, predicate: Signature, terms: tuple[str, ...], holds: bool) -> str:
        """A name for that a predicate of the rules holds there, or does not."""
        key = (predicate, terms, holds)
        if key not in self.known:
            self.known[key] = name = self._proxy()
            rules = self.rules[predicate]
            if holds:
                ways = [self._body(rule, terms) for rule in rules]
                self.facts.append(f"(=> {name} {joined('or', ways)})")
            else:
                for rule in rules:
                    self._exclude(name, rule, terms)
        return self.known[key]

    def _body(self, rule: Rule, terms: tuple[str, ...]) -> str:
        """That the body of a rule holds for some values of its variables, which are given names."""
        scope = scope_of(rule, terms)
        deep = self._deep(terms) + 1
        full = scope.full([self._fresh(variable.sort, deep) for variable in scope.free])
        equal = [f"(= {term_text(term, full)} {other})" for term, other in scope.equal]
        return joined("and", [*equal, *self._literals(rule, full, holds=True)])

    def _exclude(self, guard: str, rule: Rule, terms: tuple[str, ...]) -> None:
        """That the body of a rule holds for no values of its variables."""
        scope = scope_of(rule, terms)

        def instance(chosen: Sequence[str]) -> str:
            full = scope.full(chosen)
            unequal = [f"(not (= {term_text(term, full)} {other}))" for term, other in scope.equal]
            return f"(=> {guard} {joined('or', [*unequal, *self._literals(rule, full, holds=False)])})"

        if scope.free:
            makes = any(self._makes_literal(literal, holds=False) for literal in rule.body)
            self.universals.append(_Universal(tuple(variable.sort for variable in scope.free), instance, makes))
        else:
            self.facts.append(instance(()))

    def _literals(self, rule: Rule, scope: dict[str, str], *, holds: bool) -> Iterator[str]:
        """Each literal of a body, or that it does not hold."""
        for literal in rule.body:
            if isinstance(literal, Atom) and literal.signature in self.rules:
                terms = tuple(term_text(argument, scope) for argument in literal.arguments)
                yield self._predicate(literal.signature, terms, holds is not literal.negated)
            else:
                said = literal_text(literal, scope)
                yield said if holds else f"(not {said})"

    def _makes(self, predicate: Signature, *, holds: bool) -> bool:
        """Whether to say that a predicate holds, or does not, may take new positions."""
        for rule in self.rules[predicate]:
            names = tuple(f"a{at}" for at in range(predicate[1]))
            if holds and scope_of(rule, names).free:
                return True
            if any(self._makes_literal(literal, holds=holds) for literal in rule.body):
                return True
        return False

    def _makes_literal(self, literal: Literal_, *, holds: bool) -> bool:
        if isinstance(literal, Atom) and literal.signature in self.rules:
            return self._makes(literal.signature, holds=holds is not literal.negated)
        return False

    def _deep(self, terms: Sequence[str]) -> int:
        """How far down terms are; without any, the statement itself is above its positions."""
        known = self.depths["position"] | self.depths["number"]
        return max((known.get(term, 0) for term in terms), default=-1)

    def _fresh(self, sort: Sort, deep: int) -> str:
        name = f"{'x' if sort == 'position' else 'n'}{len(self.declared)}"
        self.declared.append(f"(declare-fun {name} () {_SORT[sort]})")
        self.depths[sort][name] = deep
        if sort == "position":
            self.depths["number"] |= {f"({value} {name})": deep for value in self.values}
        return name

    def _proxy(self) -> str:
        name = f"q{len(self.declared)}"
        self.declared.append(f"(declare-fun {name} () Bool)")
        return name
