"""The rules of a list of heaps: how a list begins, and how one more element is put before any list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clingo.ast import ASTType

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, linear, multiply, number, subtract
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Eq, Formula, Le, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, different, equal
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.substitution import replace as put
from bouton.core.logic.terms import OPAQUE, Function, Term, substituted, text, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.reading.body import BodyStep, extend, plan
from bouton.reading.evaluate import RuleEvaluation, recursive_places
from bouton.reading.marks import derived, marked
from bouton.reading.matching import State, products
from bouton.reading.relation import Row, merged, row
from bouton.reading.syntax import Rule, is_same
from bouton.rules.file import Signature

_PARTS = 3
"""An element's place, its size, and the list before it."""
APART = "the elements of a list of unknown length are not known to be in neighbouring places"
_PLACE, _SIZE, _NEW = unknown("~place"), unknown("~size"), unknown("~new")


@dataclass(frozen=True)
class Form:
    """A predicate whose argument number `at` is a list, `function(place, size, list)`."""

    signature: Signature
    function: str
    at: int
    recursive: tuple[tuple[Rule, int], ...]
    """The rules that lengthen a list, each with the place of the body's literal that has the list before."""
    others: tuple[Rule, ...]


@dataclass(frozen=True)
class ListState:
    """What a step sees of a list: the predicate's other arguments, and its last element."""

    others: tuple[Linear, ...]
    place: Linear
    size: Linear

    def having(self, solved: Mapping[Unknown, Linear]) -> ListState:
        """The state with unknowns replaced."""
        known = Substitution(solved)
        return ListState(tuple(map(known.linear, self.others)), known.linear(self.place), known.linear(self.size))


@dataclass(frozen=True)
class ListStep:
    """How a rule puts one more element before a list: what becomes of the predicate's other arguments, where, and when.

    All is in terms of the state before and of the new element's size. Each repetition changes the arguments by `change`
    and the place by `turn`, which is 1 or -1.
    """

    rule: Rule
    others: tuple[Linear, ...]
    place: Linear
    guard: Formula
    change: tuple[int, ...]
    turn: int

    @property
    def fixed(self) -> bool:
        """Whether the rule gives every element the same size."""
        size = solve(self.guard, (_NEW,))[1].get(_NEW)
        return size is not None and not any(one.name.startswith(OPAQUE) for one in unknowns(size))

    def at(self, state: ListState, size: Linear) -> tuple[ListState, Formula]:
        """The state after the step from `state`, the new element being of that size, and the condition of the step."""
        values = Substitution({**_values(state), _NEW: size})
        return ListState(tuple(map(values.linear, self.others)), values.linear(self.place), size), values.formula(
            self.guard
        )

    def later(self, state: ListState, times: Linear) -> ListState:
        """The state after so many more steps, each with an element of the same size as the last one."""
        others = tuple(add(old, multiply(number(by), times)) for old, by in zip(state.others, self.change, strict=True))
        return replace(state, others=others, place=add(state.place, multiply(number(self.turn), times)))

    def is_straight(self, part: Formula) -> bool:
        """Whether a part of the guard holds between two states with one size, where it holds in both.

        That is so of a comparison of sums: what changes from step to step stands in no quotient, product or case of it.
        """
        if not isinstance(part, Le | Eq):
            return False
        others = (unknown(f"~{place}") for place, by in enumerate(self.change) if by)
        inside = unknowns(linear(0, {one: by for one, by in part.left.terms if not isinstance(one, Unknown)}))
        return not inside.keys() & {_PLACE, *others}

    def once_more(self, part: Formula, state: ListState) -> Formula:
        """What a part of the guard says in a state, the new element being of the last one's size."""
        return put({**_values(state), _NEW: state.size}, part)


@dataclass(frozen=True)
class Seed:
    """A list of one element with its end, and which of the steps goes on with its run, if any."""

    state: ListState
    guard: Formula
    end: Function
    step: ListStep | None


@dataclass(frozen=True)
class Steps:
    """All that the rules of a predicate say: rows without a list, lists of one element, and how lists grow."""

    plain: tuple[Row, ...]
    seeds: tuple[Seed, ...]
    steps: tuple[ListStep, ...]


def form(rules: Sequence[Rule]) -> Form | None:
    """In which argument recursive rules build a list of heaps at its head, and how; None if they build none.

    Unreadable at a rule that lengthens a list, or goes on with one, in another way.
    """
    heads = {rule.signature for rule in rules}
    literals = [recursive_places(rule, heads) for rule in rules]
    ways = [{way for at in places for way in _grows(rule, at)} for rule, places in zip(rules, literals, strict=True)]
    found = set().union(*ways)
    if not found:
        return None
    for rule, places, mine in zip(rules, literals, ways, strict=True):
        if places and (len(heads) > 1 or len(places) > 1 or len(found) > 1 or not mine):
            reason = "a list of unknown length is known to grow by rules with one literal of their own predicate only"
            raise Unreadable(f"{reason}, each of which puts one heap before the list of that literal", *rule.place)
    ((function, at),) = found
    recursive = tuple((rule, places[0]) for rule, places in zip(rules, literals, strict=True) if places)
    others = tuple(rule for rule, places in zip(rules, literals, strict=True) if not places)
    return Form(rules[0].signature, function, at, recursive, others)


def _grows(rule: Rule, literal: int) -> Iterator[tuple[str, int]]:
    """Which argument of the head is the literal's own with one element before it."""
    before = rule.atoms[literal]
    assert before is not None
    # predicates of a group that derive each other may differ in arity
    for at, (new, old) in enumerate(zip(rule.head, before.arguments, strict=False)):
        if new.ast_type == ASTType.Function and len(new.arguments) == _PARTS and is_same(new.arguments[-1], old):
            yield new.name, at


def read(found: Form, evaluation: RuleEvaluation) -> Steps:
    """What the rules of a predicate of lists say; Unreadable at a rule of another form."""
    steps = {id(rule): list(_steps(found, rule, at, evaluation)) for rule, at in found.recursive}
    every = [step for some in steps.values() for step in some]
    plain: list[Row] = []
    seeds: list[Seed] = []
    for rule in found.others:
        for one in _derived(rule, None, None, evaluation):
            seed = _seed(found, rule, one, every[0] if every else None)
            if seed is None:
                plain.append(one)
            else:
                seeds.append(seed)
    plain = merged(plain)
    for one in plain:
        for rule, at in found.recursive:
            mine = steps[id(rule)]
            for grown in _derived(rule, at, one, evaluation):
                seed = _seed(found, rule, grown, mine[0] if mine else None)
                assert seed is not None
                seeds.append(seed)
    return Steps(tuple(plain), tuple(seeds), tuple(every))


def _derived(rule: Rule, at: int | None, old: Row | None, evaluation: RuleEvaluation) -> Iterator[Row]:
    """The rows that the rule derives, with the row for its recursive literal."""

    def rows(step: BodyStep) -> Sequence[Row]:
        assert step.atom is not None
        mine = old is not None and step.at == at and step.atom.signature == rule.signature
        return [old] if mine and old is not None else evaluation.rows(step.atom.signature)

    try:
        steps = plan(rule.body, frozenset(), rule.outer, at)
        for state in extend(steps, State({}, TRUE), rows, evaluation.scope):
            for arguments, guard in products(rule.head, state, evaluation.scope):
                after = state.having(guard)
                one = None if after is None else row(arguments, derived(after.guard))
                if one is not None:
                    yield one
    except Unreadable as error:
        raise error if error.line else Unreadable(error.reason, *rule.place) from None


def _seed(found: Form, rule: Rule, one: Row, step: ListStep | None) -> Seed | None:
    """The row as a list of one element; None for a constant in place of a list."""
    numbers, term = _split(found, rule, one.arguments)
    if not term.arguments:
        return None
    place, size, rest = term.arguments if _is_element(term, found) else (None, None, None)
    if (
        not isinstance(place, Linear)
        or not isinstance(size, Linear)
        or not isinstance(rest, Function)
        or rest.arguments
    ):
        raise Unreadable(f"a list of unknown length begins with {text(term)}, which is not one heap", *rule.place)
    return Seed(ListState(numbers, place, size), one.guard, rest, step)


def _is_element(term: Function, found: Form) -> bool:
    return term.name == found.function and len(term.arguments) == _PARTS


def _split(found: Form, rule: Rule, arguments: Sequence[Term]) -> tuple[tuple[Linear, ...], Function]:
    """The arguments without the list, and the list."""
    term = arguments[found.at]
    numbers = [argument for at, argument in enumerate(arguments) if at != found.at and isinstance(argument, Linear)]
    if not isinstance(term, Function) or len(numbers) != len(arguments) - 1:
        raise Unreadable("beside a list of unknown length there may be numbers only", *rule.place)
    return tuple(numbers), term


def _steps(found: Form, rule: Rule, at: int, evaluation: RuleEvaluation) -> Iterator[ListStep]:
    """The ways in which a recursive rule puts an element before any list."""
    others = [unknown(f"~{place}") for place in range(found.signature[1] - 1)]
    old = Function(found.function, (atom(_PLACE), atom(_SIZE), Function(f"{OPAQUE}{found.function}")))
    arguments: list[Term] = list(map(atom, others))
    arguments.insert(found.at, old)
    before = len(evaluation.scope.undefined), len(evaluation.scope.unseen)
    for one in _derived(rule, at, Row(tuple(arguments), TRUE), evaluation):
        numbers, term = _split(found, rule, one.arguments)
        assert _is_element(term, found)
        place, size, _ = term.arguments
        if not isinstance(place, Linear) or not isinstance(size, Linear):
            raise Unreadable(f"{text(term)} is no heap before a list", *rule.place)
        yield _step(rule, others, Row((*numbers, place, size), one.guard))
    noted = evaluation.scope.undefined[before[0] :], evaluation.scope.unseen[before[1] :]
    generic = {_PLACE, _SIZE, *others}
    if any(generic & unknowns(formula).keys() for some in noted for formula, _ in some):
        raise Unreadable("what a list of unknown length goes on with may be undefined or unseen", *rule.place)


def _step(rule: Rule, others: Sequence[Unknown], one: Row) -> ListStep:
    *_, size = one.arguments
    assert isinstance(size, Linear)
    guard, solved = solve(conj((one.guard, equal(atom(_NEW), size))), one.locals)
    *after, place = [substituted(solved, term) for term in one.arguments[:-1]]
    try:
        guard = exists([u for u in unknowns(guard) if u.local], guard)
    except NotEliminable as error:
        reason = f"a list of unknown length depends on {error.unknown.name.partition('$')[0]} at each of its elements"
        raise Unreadable(reason, *rule.place) from None
    if marked(guard):
        raise Unreadable("a list of unknown length depends on heaps whose sizes are not known", *rule.place)
    if any(one.local for one in unknowns_of((place,))):
        raise Unreadable(APART, *rule.place)
    if any(one.local for one in unknowns_of(after)):
        raise Unreadable("a list of unknown length goes on in more than one way with the same size", *rule.place)
    assert isinstance(place, Linear)
    numbers = [argument for argument in after if isinstance(argument, Linear)]
    return _regular(rule, others, numbers, place, guard)


def _regular(rule: Rule, others: Sequence[Unknown], after: Sequence[Linear], place: Linear, guard: Formula) -> ListStep:
    """The step, if doing it again changes each argument by a number and the place by 1 or -1."""
    known = solve(guard, (*others, _PLACE, _SIZE))[1]
    change = [_number(subtract(new, atom(old)), known) for old, new in zip(others, after, strict=True)]
    if any(by is None for by in change):
        raise Unreadable("an argument beside a list of unknown length changes by what is not a number", *rule.place)
    found = tuple(by for by in change if by is not None)
    if _PLACE in unknowns(place):
        turn = _number(subtract(place, atom(_PLACE)), known)
    else:
        again = put({old: add(atom(old), number(by)) for old, by in zip(others, found, strict=True)}, place)
        turn = _number(subtract(again, place), {})
    if turn not in (1, -1):
        raise Unreadable(APART, *rule.place)
    return ListStep(rule, tuple(after), place, guard, found, turn)


def follows(step: ListStep, state: ListState, guard: Formula) -> bool:
    """Whether the step puts the heap beside the last one, where the guard holds."""
    after, _ = step.at(state, state.size)
    return conj((guard, different(after.place, add(state.place, number(step.turn))))) is FALSE


def _number(difference: Linear, known: dict[Unknown, Linear]) -> int | None:
    return put(known, difference).number


def _values(state: ListState) -> dict[Unknown, Linear]:
    others = {unknown(f"~{place}"): value for place, value in enumerate(state.others)}
    return {_PLACE: state.place, _SIZE: state.size, **others}
