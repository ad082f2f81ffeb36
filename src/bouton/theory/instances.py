"""A statement about all games as a problem without quantifiers, unsatisfiable only where the statement is right.

Of a game of any size, and a counterexample, only what can be said of a few positions is kept: those that the statement
itself and the induction say there are, and the options that mex says these have. Every fact is an instance of a
definition or of an axiom, so that a contradiction among them is one in every game:

- terminals have no options, all others have; `value` and `misere` of a terminal are 0 and 1; no option has the value
  of its position; every smaller number is an option's (mex);
- if any position has the predicate that the claim's `induction` names, then one has it and no option of it has: games
  are finite and acyclic;
- the same of sums of two positions, where `sum_value` and `sum_misere` are functions of both, and the predicate of
  `induction` may be one of both: an option of X + Y is one of X, and Y as it is, or one of Y, and X as it is;
- what is known of nim-sums (see `nim_sums`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, TypeAlias

from bouton.core.logic.smtlib import number_text
from bouton.core.spec import Claim
from bouton.document.entries import Theory as Entry
from bouton.theory import nim_sums
from bouton.theory.formula import Atom, Literal_, Rule, Signature, Sort, SumTerm, Theory
from bouton.theory.smtlib import END, NIM_SUM, SUMS, joined, literal_text, numbers, scope_of, term_text

LOGIC = "QF_UFLIA"

_MOST, _FEW = 20_000, 2_000
"""Facts that a problem may have, about; and one about sums that must have a model."""
_LOOKS = 2_000_000
"""How often to look whether there is an instance, at most."""
_Kind: TypeAlias = Sort | Literal["option", "sum", "nim-sum"]
"""Of what a universal statement speaks: two positions, as one and its option or as a sum, and a nim-sum, too."""
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


def levels(theory: Theory) -> tuple[int, ...]:
    """How deep below the positions of the statement its options are looked at, one try after the other.

    Of sums there are too many options of options.
    """
    return (0,) if theory.given.intersection(SUMS) else (0, 1)


def problem(
    theory: Theory, iff: str, given: str | None, induction: Sequence[str], level: int, *, holds: bool = False
) -> str:
    """A game that is a counterexample, as SMT-LIB text; `level` is one of `levels`.

    `induction` are predicates that hold nowhere by problems of their own (see `step`), or one of one position, of which
    this problem is the step, too. With `holds` a game for which the statement is right, which there must be.
    """
    instances = _Instances(theory, level)
    instances.claim((iff, 0), holds=holds)
    if given is not None:
        instances.claim((given, 0), holds=True)
    if at_once(theory, induction):
        instances.induction(induction[0])
    else:
        for name in induction:
            instances.nowhere(name)
    instances.axioms()
    instances.saturate(_MOST)
    return instances.text()


def at_once(theory: Theory, induction: Sequence[str]) -> bool:
    """Whether the induction is a part of the problem of the statement: there is one, over positions."""
    return len(induction) == 1 and theory.arity(induction[0]) == 1


def step(theory: Theory, given: str | None, induction: Sequence[str], level: int, *, holds: bool = False) -> str:
    """A position, or a sum of two, that is a least one with the last of these predicates, as SMT-LIB text.

    Those before it hold nowhere. With `holds` one that has it not, nor any option of it, as at every terminal of a game
    in which it holds nowhere.
    """
    *before, name = induction
    instances = _Instances(theory, level)
    if given is not None:
        instances.claim((given, 0), holds=True)
    instances.step(name, holds=not holds)
    for one in before:
        instances.nowhere(one)
    instances.axioms()
    instances.saturate(_FEW if holds else _MOST)
    return instances.text()


@dataclass(frozen=True)
class _Universal:
    """What holds, under a guard, for all values of its variables; `makes` says that it may speak of new positions."""

    sorts: tuple[_Kind, ...]
    instance: Callable[[Sequence[str]], str | None]
    makes: bool


@dataclass
class _Instances:
    """Facts about a few positions, and the universal statements that give more of them."""

    theory: Theory
    level: int
    depths: dict[_Kind, dict[str, int]] = field(
        default_factory=lambda: {"position": {}, "number": {}, "option": {}, "sum": {}, "nim-sum": {}}
    )
    """The positions, numbers and sums spoken of, and how far below those of the statement they are."""
    operands: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Those of each nim-sum."""
    declared: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    universals: list[_Universal] = field(default_factory=list)
    known: dict[tuple[Signature, tuple[str, ...], bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules: Mapping[Signature, tuple[Rule, ...]] = {
            (one.name, len(one.sorts)): one.rules for one in self.theory.definitions
        }
        self.values = [name for name in END if name in self.theory.given and name not in SUMS]
        self.sums = [name for name in SUMS if name in self.theory.given]
        named = {0, 1} | {number for one in self.theory.definitions for rule in one.rules for number in numbers(rule)}
        self.depths["number"] = {number_text(number): 0 for number in sorted(named)}

    def claim(self, predicate: Signature, *, holds: bool) -> None:
        """Take as a fact that a predicate without arguments holds, or does not."""
        self.facts.append(self._predicate(predicate, (), holds))

    def induction(self, name: str) -> None:
        """If any position has the predicate, `least` has it and no option of it has."""
        some, none, step = (self._proxy() for _ in range(3))
        self.facts += [f"(or {none} (and {some} {step}))"]
        self.nowhere(name, none)
        self._least(name, some, step, holds=True)

    def step(self, name: str, *, holds: bool) -> None:
        """One position, or the sum of two, has the predicate or has not, and no option of it has."""
        self._least(name, "true", "true", holds=holds)

    def nowhere(self, name: str, guard: str = "true") -> None:
        """No position, or no sum of two, has the predicate."""
        predicate = (name, self.theory.arity(name))

        def lacks(terms: Sequence[str]) -> str:
            return f"(=> {guard} {self._predicate(predicate, tuple(terms[0].split()), False)})"

        kind: _Kind = "position" if predicate[1] == 1 else "sum"
        self.universals.append(_Universal((kind,), lacks, self._makes(predicate, holds=False)))

    def _least(self, name: str, some: str, step: str, *, holds: bool) -> None:
        predicate = (name, self.theory.arity(name))
        least = tuple(self._fresh("position", 0) for _ in range(predicate[1]))
        self.facts.append(f"(=> {some} {self._predicate(predicate, least, holds)})")
        for at, before in enumerate(least):

            def below(terms: Sequence[str], at: int = at, before: str = before) -> str | None:
                of, to = terms[0].split()
                if of != before:
                    return None
                lacks = self._predicate(predicate, (*least[:at], to, *least[at + 1 :]), False)
                return f"(=> {step} (or (not (option {of} {to})) {lacks}))"

            self.universals.append(_Universal(("option",), below, self._makes(predicate, holds=False)))

    def axioms(self) -> None:
        """What holds in every game: see the head of this file."""

        def no_option(terms: Sequence[str]) -> str:
            return f"(=> (option {terms[0]}) (not (terminal {terms[0].split()[0]})))"

        def an_option(terms: Sequence[str]) -> str:
            option = self._option(terms)
            return f"(or (terminal {terms[0]}) (option {terms[0]} {option}))"

        self.universals.append(_Universal(("option",), no_option, makes=False))
        self.universals.append(_Universal(("position",), an_option, makes=True))
        for name in self.values:
            self.facts += _STARS.get(name, [])
            self.universals += self._mex(name)
        for name in self.sums:
            self.universals += self._mex_of_sums(name)
        if self.theory.says_nim_sum:
            self.universals += self._nim_sums()

    def _mex(self, name: str) -> Iterator[_Universal]:
        def end(terms: Sequence[str]) -> str:
            return f"(and (>= ({name} {terms[0]}) 0) (=> (terminal {terms[0]}) (= ({name} {terms[0]}) {END[name]})))"

        def differs(terms: Sequence[str]) -> str:
            of, to = terms[0].split()
            return f"(=> (option {of} {to}) (not (= ({name} {of}) ({name} {to}))))"

        def reaches(terms: Sequence[str]) -> str:
            at, value = terms
            if self.level == 0 and not {at}.issuperset(_positions(value)) and value not in self.operands:
                return "true"  # of the values of other positions, one level further down
            if self.level == 0 and value in self.operands and at not in _positions(value):
                return "true"
            option = self._option(terms[:1])
            less = f"(and (not (terminal {at})) (<= 0 {value}) (< {value} ({name} {at})))"
            return f"(=> {less} (and (option {at} {option}) (= ({name} {option}) {value})))"

        yield _Universal(("position",), end, makes=False)
        yield _Universal(("option",), differs, makes=False)
        yield _Universal(("position", "number"), reaches, makes=True)

    def _mex_of_sums(self, name: str) -> Iterator[_Universal]:
        def end(terms: Sequence[str]) -> str:
            x, y = terms[0].split()
            ended = f"(and (terminal {x}) (terminal {y}))"
            return f"(and (>= ({name} {x} {y}) 0) (=> {ended} (= ({name} {x} {y}) {END[name]})))"

        def differs(terms: Sequence[str]) -> str | None:
            (x, y), (of, to) = (term.split() for term in terms)
            after = [new for new, moved in ((f"{to} {y}", x), (f"{x} {to}", y)) if moved == of]
            after = [new for new in after if new in self.depths["sum"]]
            unlike = [f"(not (= ({name} {x} {y}) ({name} {new})))" for new in after]
            return f"(=> (option {of} {to}) {joined('and', unlike)})" if unlike else None

        def reaches(terms: Sequence[str]) -> str | None:
            (x, y), value = terms[0].split(), terms[1]
            if self.level == 0 and not {x, y}.issuperset(_positions(value)):
                return None
            option = self._option((x, y))
            some = f"(not (and (terminal {x}) (terminal {y})))"
            less = f"(and {some} (<= 0 {value}) (< {value} ({name} {x} {y})))"
            of_x = f"(and (option {x} {option}) (= ({name} {option} {y}) {value}))"
            return f"(=> {less} (or {of_x} (and (option {y} {option}) (= ({name} {x} {option}) {value}))))"

        yield _Universal(("sum",), end, makes=False)
        yield _Universal(("sum", "option"), differs, makes=False)
        yield _Universal(("sum", "number"), reaches, makes=True)

    def _nim_sums(self) -> Iterator[_Universal]:
        def known(terms: Sequence[str]) -> str:
            return joined("and", tuple(nim_sums.of_two(*self.operands[terms[0]])))

        def lesser(terms: Sequence[str]) -> str | None:
            one, other = self.operands[terms[0]]
            if not set(terms[1].split()).issuperset(_positions(terms[0])):
                return None
            facts = []
            for name in self.sums:
                value = f"({name} {terms[1]})"
                for operand in (one, other):
                    self._nim_sum(value, operand, self._deep((terms[1],)))
                facts.append(nim_sums.lesser(value, one, other))
            return joined("and", facts)

        yield _Universal(("nim-sum",), known, makes=False)
        yield _Universal(("nim-sum", "sum"), lesser, makes=True)

    def _nim_sum(self, one: str, other: str, deep: int) -> str:
        """Speak of a nim-sum as a number; what is less than it is asked of those of the statement alone."""
        said = f"({NIM_SUM} {one} {other})"
        self.operands.setdefault(said, (one, other))
        self.depths["number"].setdefault(said, deep)
        self.depths["nim-sum"].setdefault(said, deep + 1)
        return said

    def saturate(self, many: int) -> None:
        """Add every instance over the positions and numbers that are not too far below those of the statement."""
        done: set[tuple[int, tuple[str, ...]]] = set()
        grown, looks = True, 0
        while grown:
            grown = False
            for at, universal in enumerate(self.universals):
                most = self.level + (not universal.makes)
                choices = [[item for item in self.depths[sort].items() if item[1] <= most] for sort in universal.sorts]
                for chosen in product(*choices):
                    looks += 1
                    if len(self.facts) > many or looks > _LOOKS:
                        return  # some instances are facts as good as all, only fewer
                    terms = tuple(term for term, _ in chosen)
                    if sum(deep for _, deep in chosen) <= most and (at, terms) not in done:
                        said = universal.instance(terms)
                        if said is not None:
                            done.add((at, terms))
                            self.facts.append(said)
                            grown = True

    def text(self) -> str:
        """The problem."""
        functions = [f"(declare-fun {name} (Position) Int)" for name in self.values]
        functions += [f"(declare-fun {name} (Position Position) Int)" for name in self.sums]
        functions += [f"(declare-fun {NIM_SUM} (Int Int) Int)"] if self.theory.says_nim_sum else []
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
                shared: dict[tuple[Sort, int], str] = {}
                ways = [self._body(rule, terms, shared) for rule in rules]
                self.facts.append(f"(=> {name} {joined('or', ways)})")
            else:
                for rule in rules:
                    self._exclude(name, rule, terms)
        return self.known[key]

    def _body(self, rule: Rule, terms: tuple[str, ...], shared: dict[tuple[Sort, int], str]) -> str:
        """That the body of a rule holds for some values of its variables, which are given names.

        Rules of which one holds share their names.
        """
        scope = scope_of(rule, terms)
        deep = self._deep(terms) + 1
        count: dict[Sort, int] = {}
        names = []
        for sort in (rule.sorts[name] for name in scope.free):
            key = sort, count.setdefault(sort, 0)
            count[sort] += 1
            if key not in shared:
                shared[key] = self._fresh(sort, deep)
            names.append(shared[key])
        full = scope.full(names)
        self._speak(rule, full, 0)
        equal = [f"(= {term_text(term, full)} {other})" for term, other in scope.equal]
        return joined("and", [*equal, *self._literals(rule, full, holds=True)])

    def _exclude(self, guard: str, rule: Rule, terms: tuple[str, ...]) -> None:
        """That the body of a rule holds for no values of its variables."""
        scope = scope_of(rule, terms)

        def instance(chosen: Sequence[str]) -> str | None:
            full = scope.full(chosen)
            if not self.depths["option"].keys() >= set(_options(rule, full, negated=False)):
                return None
            self._speak(rule, full, 1)
            unequal = [f"(not (= {term_text(term, full)} {other}))" for term, other in scope.equal]
            return f"(=> {guard} {joined('or', [*unequal, *self._literals(rule, full, holds=False)])})"

        makes = bool(scope.free) and any(self._makes_literal(literal, holds=False) for literal in rule.body)
        self.universals.append(_Universal(tuple(rule.sorts[name] for name in scope.free), instance, makes))

    def _literals(self, rule: Rule, scope: dict[str, str], *, holds: bool) -> Iterator[str]:
        """Each literal of a body, or that it does not hold."""
        for literal in rule.body:
            if isinstance(literal, Atom) and literal.signature in self.rules:
                terms = tuple(term_text(argument, scope) for argument in literal.arguments)
                yield self._predicate(literal.signature, terms, holds is not literal.negated)
            else:
                said = literal_text(literal, scope)
                yield said if holds else f"(not {said})"

    def _speak(self, rule: Rule, scope: Mapping[str, str], least: int) -> None:
        """Note the sums and nim-sums of a rule, as far down as their positions, and no less than this."""
        for option in _options(rule, scope, negated=least == 1):
            self._is_option(*option.split())
        for literal in rule.body:
            if isinstance(literal, Atom) and literal.name in SUMS:
                x, y = (term_text(term, scope) for term in literal.arguments[:2])
                deep = max(least, self.depths["position"][x] + self.depths["position"][y])
                self.depths["sum"].setdefault(f"{x} {y}", deep)
                for name in self.sums:
                    self.depths["number"].setdefault(f"({name} {x} {y})", deep)
        for term in rule.terms:
            if isinstance(term, SumTerm) and term.operator == "^":
                one, other = (term_text(part, scope) for part in (term.left, term.right))
                deep = max(least, self._deep((one, other)))
                said = self._nim_sum(one, other, deep)
                self.depths["nim-sum"][said] = min(deep, self.depths["nim-sum"][said])

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
        known = (self.depths["position"], self.depths["number"], self.depths["sum"])
        return max((sum(one.get(term, 0) for one in known) for term in terms), default=-1)

    def _option(self, of: Sequence[str]) -> str:
        """A new position, one below these, which may be an option of each."""
        option = self._fresh("position", self._deep(of) + 1)
        for at in of:
            self._is_option(at, option)
        return option

    def _is_option(self, of: str, to: str) -> None:
        """One may have to be an option of the other: what is said of the options of a position is said of these."""
        self.depths["option"].setdefault(f"{of} {to}", self._deep((of,)) + self._deep((to,)))

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


def _positions(number: str) -> list[str]:
    """The positions that a number speaks of."""
    return re.findall(r"\bx\d+", number)


def _options(rule: Rule, scope: Mapping[str, str], *, negated: bool) -> list[str]:
    """Which positions a rule says are options of which, or are none."""
    atoms = (one for one in rule.body if isinstance(one, Atom) and one.name == "option" and one.negated is negated)
    return [" ".join(term_text(term, scope) for term in one.arguments) for one in atoms]


def predicates(claim: Claim, theory: Theory) -> list[Signature]:
    """What the problems speak of."""
    said = claim.by(Entry)
    named = [(name, 0) for name in (claim.iff, claim.where) if name is not None]
    return [*named, *((name, theory.arity(name)) for name in said.inductions)]
