"""Statements about the values of the games of one rules file, for every set of numbers, by a least counterexample.

The set is an uninterpreted predicate of positive integers with a least member, the value of a position an uninterpreted
function of natural numbers. Every fact about it is an instance of mex: no option has its position's value, and every
smaller number, of those that the statement names, is the value of an option; the options are those of the rules (see
`family`). Moves lower the counter, so that for each set there is one such function, finite or not, and all of these
facts hold of it: a contradiction among them and the negated statement proves it for all sets.

The statement speaks of one unknown, a natural number. If it fails anywhere it fails at a least number, so that it may
be taken to hold below that one. A model shows nothing, since facts were left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from bouton.claims.parts import EVERYWHERE, MEX
from bouton.core.errors import Disagreement, InputError, Unreadable
from bouton.core.logic.problem import Problem, ended, settled
from bouton.core.logic.question import Question
from bouton.core.logic.smtlib import smtlib
from bouton.core.proof import Obligation
from bouton.core.spec import Claim, CounterRange, Spec
from bouton.document.entries import Everywhere, Statement
from bouton.process.limits import Limits
from bouton.reading.evaluate import places_of
from bouton.rules.depend import closure
from bouton.rules.file import Rules
from bouton.rules.named import asks
from bouton.rules.syntax import defines
from bouton.solving.solve import Decision, contradict, decide
from bouton.theory import formula as fo
from bouton.theory.evaluate import variables
from bouton.theory.family import MovesByMember, family
from bouton.theory.formula import GIVEN, terms_of
from bouton.theory.places import by_numbers
from bouton.theory.read import read
from bouton.theory.smtlib import equal_text, headed, joined, literal_text, numbers, term_text

LOGIC = "UFLIA"


def shown(spec: Spec, claim: Claim, game: Rules, rules: Rules, limits: Limits, crosscheck: bool) -> list[Obligation]:
    """How each problem of a proof for every set ends; Unreadable where the rules have no such meaning."""
    one = _unknown(claim)
    moves = list(family(spec, game).problems())
    step = Problem("induction step", f"at the least {one.name} at which {claim.iff} fails", (), part=EVERYWHERE)
    questions = {item.name: Question(smtlib(item), item.logic) for item in moves if not settled(item)}
    questions[step.name] = Question(problem(spec, claim, game, rules), LOGIC)
    decided = dict(decide(list(questions.values()), limits, 1, crosscheck))
    decisions = dict(zip(questions, (decided[at] for at in range(len(questions))), strict=True))
    obligations = [_obligation(item, decisions.get(item.name)) for item in (*moves, step)]
    if isinstance(claim.said, Statement):
        obligations.append(_mex(claim, rules))
    proves = all(one.verdict == "proved" for one in obligations)
    if proves and contradict(Question(problem(spec, claim, game, rules, holds=True), LOGIC), limits):
        raise Disagreement(f"{claim.id}: the facts of the proof contradict each other for every set")
    return obligations


def _obligation(item: Problem, decision: Decision | None) -> Obligation:
    """How a problem ended; evaluating the rules may have settled it. A model shows nothing."""
    if settled(item):
        return ended(item)
    if decision is None:
        return ended(item, "unknown", reason="it was not decided")
    solver = " and ".join(decision.solvers) or "none"
    if decision.verdict == "unsat":
        return ended(item, "proved", decision.seconds, solver)
    reason = decision.reason if decision.verdict == "unknown" else item.fault or "the facts taken do not suffice"
    return ended(item, "unknown", decision.seconds, solver, reason)


def _mex(claim: Claim, rules: Rules) -> Obligation:
    """That the rules derive the values which the proof speaks of, wherever the statement reads them.

    No way is known to show it: the rules are recursions over the members of a set that is not known.
    """
    values = claim.by(Statement).values
    assert values is not None
    line, _ = places_of(rules)[values, 2]
    meaning = f"{values} is the mex of its options for every set, at every place that the statement reads"
    reason = f"{rules.sources.where(line)}: that the rules of {values} derive the mex everywhere is not shown"
    return Obligation(MEX, meaning, "unknown", 0.0, "none", reason)


def _unknown(claim: Claim) -> CounterRange:
    """The one unknown of the statement, any natural number."""
    parts = [part for part in claim.box.fluents if isinstance(part, CounterRange)]
    assert claim.prove is not None
    if len(parts) != 1 or claim.where is not None:
        raise Unreadable("for every set a statement has one unknown, and no `given`")
    (one,) = parts
    if one.name not in claim.prove.unbounded or one.interval.names or one.interval.at({}).start != 0:
        raise Unreadable(f"for every set {one.name} is every natural number: `{one.name}: all`, from 0")
    return one


def problem(spec: Spec, claim: Claim, game: Rules, rules: Rules, *, holds: bool = False) -> str:
    """A set and a least counterexample, as SMT-LIB text; with `holds` any number at which the statement is right."""
    iff = (claim.iff or "", 0)
    one = _unknown(claim)
    found = family(spec, game)
    rules, values = _with_values(spec, claim, rules)
    theory = _statement(rules, iff, (values, 2))
    said = _Writer(theory, found.set_name, one.name, values)
    fails = f"(not {said.predicate(iff, (), 'least')})"
    below = said.predicate(iff, (), "y")
    known = {0, 1} | {number for part in theory.definitions for rule in part.rules for number in numbers(rule)}
    lines = [
        f"(set-logic {LOGIC})",
        "(declare-fun set (Int) Bool)",
        "(declare-fun value (Int) Int)",
        "(declare-const least Int)",
        "(declare-const smallest Int)",
        "(assert (forall ((d Int)) (! (=> (set d) (and (<= 1 d) (<= smallest d))) :pattern ((set d)))))",
        "(assert (set smallest))",
        "(assert (forall ((x Int)) (! (=> (<= 0 x) (<= 0 (value x))) :pattern ((value x)))))",
        *_facts_of_mex(found, sorted(number for number in known if number >= 0)),
        "(assert (<= 0 least))",
    ]
    if holds:
        lines.append(f"(assert (not {fails}))")
    else:
        lines.append(f"(assert {fails})")
        lines.append(f"(assert (forall ((y Int)) (! (=> (and (<= 0 y) (< y least)) {below}) :pattern ((value y)))))")
    return "\n".join([*lines, "(check-sat)", ""])


def _facts_of_mex(found: MovesByMember, named: Sequence[int]) -> Iterator[str]:
    """No option has the value of its position, and each of these numbers is an option's where it is smaller."""
    for guard, after in found.options("x", "d"):
        legal = f"(and (<= 0 x) (set d) {guard})"
        yield (
            f"(assert (forall ((x Int) (d Int)) (! (=> {legal} (not (= (value {after}) (value x)))) "
            ":pattern ((set d) (value x)))))"
        )
    for number in named:
        yield f"(declare-fun by{number} (Int) Int)"
        member = f"(by{number} x)"
        ways = [f"(and {guard} (= (value {after}) {number}))" for guard, after in found.options("x", member)]
        some = f"(and (set {member}) {joined('or', ways)})"
        yield f"(assert (forall ((x Int)) (! (=> (and (<= 0 x) (< {number} (value x))) {some}) :pattern ((value x)))))"


def _with_values(spec: Spec, claim: Claim, rules: Rules) -> tuple[Rules, str]:
    """The rules of the statement, and their predicate of a number and its value."""
    if isinstance(claim.said, Statement):
        assert claim.said.values is not None
        return rules, claim.said.values
    if not asks(claim, rules):
        raise Unreadable("for every set a claim is about values of positions that the rules name")
    if claim.play != "normal" or spec.legal is not None or claim.by(Everywhere).other is not None:
        raise Unreadable("for every set values are those of normal play in one game, where all positions exist")
    return by_numbers(rules, (claim.iff or "", 0))


def _statement(rules: Rules, iff: fo.Signature, values: fo.Signature) -> fo.Theory:
    """The rules of the statement, but for those of the values; Unreadable where one is not of numbers alone."""
    others = [one for one in rules.statements if defines(one) != values]
    used = closure({iff}, others)
    taken = sorted({name for name, _ in used} & GIVEN.keys())
    if taken:
        raise Unreadable(f"{taken[0]} has a meaning of its own in statements about all games")
    kept = [one for one in others if defines(one) in used]
    strata = tuple(group for one in rules.strata if (group := tuple(rule for rule in one if rule in kept)))
    try:
        found = read(replace(rules, statements=tuple(kept), strata=strata))
    except InputError as error:
        first = error.diagnostics[0]
        name = next(one.name for one in rules.sources.files if str(one.file) == first.file)
        raise Unreadable(f"{name}:{first.line}:{first.column}: {first.message}") from None
    if found.says_nim_sum:
        raise Unreadable(f"{iff[0]} says ^, and a nim-sum has no place in a statement about every set")
    return found


@dataclass
class _Writer:
    """Writes what the statement's rules say as formulas, each predicate by its rules where it is used."""

    theory: fo.Theory
    set_name: str
    unknown: str
    values: str
    count: int = field(default=0)

    def __post_init__(self) -> None:
        self.least = frozenset(_least_members(self.theory, self.set_name))

    def predicate(self, name: fo.Signature, terms: Sequence[str], at: str) -> str:
        """That the predicate holds of these terms, the unknown being `at`."""
        rules = next(one.rules for one in self.theory.definitions if (one.name, len(one.sorts)) == name)
        return joined("or", [self._rule(rule, terms, at) for rule in rules])

    def _rule(self, rule: fo.Rule, terms: Sequence[str], at: str) -> str:
        """That the body holds for some values of its variables; those that are equal to something are that."""
        scope, equal = headed(rule, terms)
        for literal in rule.body:
            if _is(literal, self.unknown, 1) and isinstance(literal.arguments[0], fo.Variable):
                scope.setdefault(literal.arguments[0].name, at)
            if isinstance(literal, fo.Atom) and literal.signature in self.least and not literal.negated:
                (one,) = literal.arguments
                if isinstance(one, fo.Variable):
                    scope.setdefault(one.name, "smallest")
        waiting = dict(self._determined(rule, scope))
        bound: list[str] = []
        for name in dict.fromkeys(one for part in rule.body for term in terms_of(part) for one in variables(term)):
            if name not in scope and name not in waiting:
                self.count += 1
                scope[name] = f"v{self.count}"
                bound.append(scope[name])
        for name, (given, is_value) in waiting.items():
            said = term_text(given, scope)
            scope[name] = f"(value {said})" if is_value else said
        parts = [f"(= {term_text(argument, scope)} {term})" for argument, term in equal]
        parts += [self._literal(literal, scope, at) for literal in rule.body]
        body = joined("and", [part for part in parts if part != "true"])
        if not bound:
            return body
        patterns = [f"(set {name})" for name in bound if f"(set {name})" in body]
        hint = f"(! {body} :pattern ({' '.join(patterns)}))" if len(patterns) == len(bound) else body
        return f"(exists ({' '.join(f'({name} Int)' for name in bound)}) {hint})"

    def _determined(self, rule: fo.Rule, scope: Mapping[str, str]) -> Iterator[tuple[str, tuple[fo.Term, bool]]]:
        """The variables that the body makes equal to a term, or to the value of one, each after those it needs."""
        known: set[str] = set()
        needed: set[str] = set()
        for literal in rule.body:
            if isinstance(literal, fo.Comparison) and literal.operator == "=":
                one, term, is_value = literal.left, literal.right, False
            elif _is(literal, self.values, 2):
                one, term, is_value = literal.arguments[1], literal.arguments[0], True
            else:
                continue
            inside = variables(term).keys()
            if isinstance(one, fo.Variable) and one.name not in {*scope, *known, *needed, *inside}:
                known.add(one.name)
                needed |= inside
                yield one.name, (term, is_value)

    def _literal(self, literal: fo.Literal_, scope: dict[str, str], at: str) -> str:
        if not isinstance(literal, fo.Atom):
            return literal_text(literal, scope)
        terms = [term_text(term, scope) for term in literal.arguments]
        if literal.signature == (self.unknown, 1):
            said = equal_text(terms[0], at)
        elif literal.signature == (self.set_name, 1):
            said = f"(set {terms[0]})"
        elif literal.signature in self.least:
            said = equal_text(terms[0], "smallest")
        elif literal.signature == (self.values, 2):
            same = equal_text(f"(value {terms[0]})", terms[1])
            said = f"(<= 0 {terms[0]})" if same == "true" else f"(and (<= 0 {terms[0]}) {same})"
        else:
            said = self.predicate(literal.signature, terms, at)
        return f"(not {said})" if literal.negated else said


def _least_members(theory: fo.Theory, set_name: str) -> Iterator[fo.Signature]:
    """The predicates of the least member, by `least(A) :- s(A), not lesser(A)` and `lesser(A) :- s(A), s(D), D < A`."""
    single = {(one.name, len(one.sorts)): one.rules[0] for one in theory.definitions if len(one.rules) == 1}
    for name, rule in single.items():
        if name[1] == 1 and len(rule.body) == 2:
            terms = rule.head.arguments
            for denied in rule.body:
                lesser = single.get(denied.signature) if isinstance(denied, fo.Atom) else None
                if lesser is None or not _has_less(lesser, set_name):
                    continue
                if set(rule.body) == {fo.Atom(set_name, terms), fo.Atom(lesser.head.name, terms, negated=True)}:
                    yield name


def _has_less(rule: fo.Rule, set_name: str) -> bool:
    """Whether it says of a member that there is a lesser one."""
    if len(rule.head.arguments) != 1 or len(rule.body) != 3:
        return False
    (one,) = rule.head.arguments
    return any(
        set(rule.body) == {fo.Atom(set_name, (one,)), fo.Atom(set_name, (other,)), said}
        for other in (term for literal in rule.body for term in terms_of(literal) if isinstance(term, fo.Variable))
        for said in (fo.Comparison("<", other, one), fo.Comparison(">", one, other))
        if isinstance(one, fo.Variable) and other != one
    )


def _is(literal: fo.Literal_, name: str, arity: int) -> TypeGuard[fo.Atom]:
    return isinstance(literal, fo.Atom) and literal.signature == (name, arity) and not literal.negated
