"""Recursion through a list of heaps, as long as an unknown number allows: its steps repeated at once.

A step (see `steps`) that is repeated with one size makes a run. The conditions under which it can be repeated are
those of its first and of its last time. Assumed is

- that they hold in between, and that no size is greater than the one before it: conditions that a proof must show;
- that a list does what its elements and its end do, and that nothing else speaks of it or of its first elements:
  other rules are refused, here where they name the list's function, and in `moves` where their rows are such lists;
- that lists of other ends are others: the end is kept with the runs, and compared with them.

`tests/reading/levels/test_assumptions.py` breaks each. (Acceleration: Bardin, Finkel, Leroux, Petrucci, FAST:
acceleration from theory to practice, 2008.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clingo.ast import ASTType, Sign

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number, subtract
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, equal, less, negate
from bouton.core.logic.terms import OPAQUE, Function, Term, unknowns_of
from bouton.reading.command import Condition
from bouton.reading.evaluate import RuleEvaluation, Taken
from bouton.reading.levels.runs import Listed, Run, Tail, listed
from bouton.reading.levels.steps import APART, Form, ListState, ListStep, Seed, Steps, follows, form, read
from bouton.reading.marks import possible
from bouton.reading.matching import Scope
from bouton.reading.relation import Row, apart, row
from bouton.reading.syntax import Rule, distinct, is_anything, is_same, name_of
from bouton.rules.file import Signature

_ONE, _TWO = number(1), number(2)
_RISES = "a list has a greater size before a smaller one"
_MORE = 2
"""So many runs more than the sizes told apart, where the rules fix the sizes."""


class UnknownLists:
    """The lists of unknown length of one evaluation; in each of them `depth` different sizes are told apart.

    `heaps` is the fluent that they change. `conditions` must never hold: they would mean that a list is not what
    its runs say.
    """

    def __init__(self, depth: int, heaps: str) -> None:
        self._depth = depth
        self._heaps = heaps
        self.conditions: list[Condition] = []
        self._functions: dict[Signature, str] = {}
        self._effects: set[Inherited] = set()

    def take(self, rules: Sequence[Rule], evaluation: RuleEvaluation) -> Taken | None:
        """What a group of recursive rules derives about lists of unknown length; None if it is about something else.

        Unreadable at a rule that stands in the way.
        """
        effects, others = inherited(rules, self._functions, self._heaps)
        if effects:
            self._effects |= effects
            found = [
                (term, one.guard) for each in effects for one in evaluation.rows(each.source) for term in one.arguments
            ]
            return Taken(
                tuple(Row((term, self._change(term)), guard) for term, guard in found if listed(term) is not None),
                others,
            )
        lists = None if rules[0].signature == AFTER else form(rules)
        if lists is None:
            return None
        self._functions[lists.signature] = lists.function
        chain = _Chain(lists, read(lists, evaluation), self._depth, evaluation.scope)
        rows = tuple(chain.rows())
        self.conditions += chain.conditions
        return Taken(rows, ())

    def changes(self, one: Listed) -> bool:
        """Whether the rules say that each element of the list sets the heap in its place to its size."""
        return Inherited(one.function, one.source) in self._effects

    def is_change(self, found: Row) -> bool:
        """Whether a row of `after` says that each element of the list which it is about sets the heap in its place."""
        return found.arguments[1] == self._change(found.arguments[0])

    def _change(self, term: Term) -> Function:
        """What each element of the list does; it names the list, since rules may pass it on to other terms."""
        return Function(f"{OPAQUE}{self._heaps}", (term,))


@dataclass(frozen=True)
class _Part:
    """The beginning of a list: its runs, its end, and the state after them. `step` is that of the last run."""

    state: ListState
    guard: Formula
    runs: tuple[Run, ...]
    end: Function
    step: ListStep | None


class _Chain:
    """The rows of one predicate of lists, and the conditions that they depend on."""

    def __init__(self, found: Form, steps: Steps, depth: int, scope: Scope) -> None:
        self._form = found
        self._steps = steps
        self._depth = depth
        self._scope = scope
        self.conditions: list[Condition] = []

    def rows(self) -> Iterator[Row]:
        """The predicate's rows: without a list, with each number of runs, and with a tail."""
        yield from self._steps.plain
        for step in self._steps.steps:
            self._convex(step)
        for seed in self._steps.seeds:
            yield from self._from(self._begin(seed))

    def _from(self, part: _Part) -> Iterator[Row]:
        """The lists that begin like this."""
        yield from self._row(part)
        for step in self._steps.steps:
            if len(part.runs) >= self._depth and not step.fixed:
                yield from self._with_tail(part, step)
                continue
            after = self._then(part, step)
            if after is not None and len(after.runs) > self._depth + _MORE:
                raise Unreadable("the rules of a list of unknown length go on with one another", *step.rule.place)
            if after is not None:
                yield from self._from(after)

    def _row(self, part: _Part, tail: Tail | None = None) -> Iterator[Row]:
        listed = Listed(self._form.function, self._form.signature, part.runs, part.end, tail)
        arguments: list[Term] = list(part.state.others)
        arguments.insert(self._form.at, listed.term)
        found = row(arguments, part.guard)
        if found is not None:
            yield found

    def _begin(self, seed: Seed) -> _Part:
        """The first run, from a list of one element."""
        one = apart(Row((*seed.state.others, seed.state.place, seed.state.size), seed.guard), self._scope)
        *others, place, size = [argument for argument in one.arguments if isinstance(argument, Linear)]
        return self._run(ListState(tuple(others), place, size), one.guard, (), seed.end, seed.step)

    def _then(self, part: _Part, step: ListStep) -> _Part | None:
        """With one more run, of a lower size if the step is that of the last one; None if that cannot be."""
        name, old = self._scope.fresh("T"), part.state.size
        state, condition = step.at(part.state, atom(name))
        guard, solved = solve(conj((part.guard, condition)), (name,))
        state = state.having(solved)
        self._never(conj((guard, less(old, state.size))), _RISES, step)
        if step is part.step:
            guard = conj((guard, *(less(state.size, run.size) for run in part.runs)))
        else:
            guard = conj((guard, at_most(state.size, old)))
        if guard is FALSE:
            return None
        return self._run(state, guard, part.runs, part.end, step)

    def _run(
        self, first: ListState, guard: Formula, runs: tuple[Run, ...], end: Function, step: ListStep | None
    ) -> _Part:
        """With a run that begins like this, the step repeated."""
        if step is None:
            return _Part(first, guard, (*runs, Run(first.place, -1, _ONE, first.size)), end, None)
        count, condition = self._repeated(first, guard, step)
        run = Run(first.place, step.turn, count, first.size)
        return _Part(step.later(first, subtract(count, _ONE)), conj((guard, condition)), (*runs, run), end, step)

    def _repeated(self, first: ListState, guard: Formula, step: ListStep) -> tuple[Linear, Formula]:
        """How many elements the run has, and the condition.

        The step is asked whole at the first element and at the last but one: that it can be taken in between is an
        obligation (see `_convex`). What is known one element before the first need be asked at the end alone, if that
        is known of the whole step, or of a part that holds in between where it holds at both ends by its form.
        """
        _, again = step.at(first, first.size)
        if conj((guard, again)) is FALSE:
            return _ONE, TRUE
        self._beside(step, first, conj((guard, again)))
        count = atom(self._scope.fresh("N"))
        found = [at_most(_ONE, count)]
        parts = conjuncts(step.guard)
        asked = [
            [step.once_more(part, step.later(first, times)) for times in (number(-1), number(0), subtract(count, _TWO))]
            for part in parts
        ]
        known = [conj((guard, negate(before))) is FALSE for before, _, _ in asked]
        for part, (_, one, last), is_known in zip(parts, asked, known, strict=True):
            if is_known and (all(known) or step.is_straight(part)):
                found.append(last)  # a run of one element has it too
            else:
                found.append(disj((equal(count, _ONE), conj((one, last)))))
        return count, conj(found)

    def _with_tail(self, part: _Part, step: ListStep) -> Iterator[Row]:
        """With one more element or many, of lower sizes that are not told apart.

        The condition is what any such element asks of the first place and of the last one.
        """
        if len(self._steps.steps) > 1:
            raise Unreadable("more than one rule goes on with a list of many sizes", *step.rule.place)
        old, new = self._scope.fresh("U"), self._scope.fresh("T")
        lowest = part.state.size
        count = atom(self._scope.fresh("C"))
        within = (at_most(atom(old), lowest), less(atom(new), lowest), at_most(atom(new), atom(old)))
        asked = []
        for times in (number(0), subtract(count, _ONE)):
            before = replace(step.later(part.state, times), size=atom(old))
            try:
                asked.append(exists((old, new), conj((*within, step.at(before, atom(new))[1]))))
            except NotEliminable as error:
                reason = f"what follows in a list of many sizes depends on {error.unknown.name.partition('$')[0]}"
                raise Unreadable(reason, *step.rule.place) from None
        guard = conj((part.guard, at_most(_ONE, count), *asked))
        if guard is FALSE:
            return
        first, _ = step.at(part.state, atom(new))
        if new in unknowns_of([*first.others, first.place]):
            raise Unreadable("the places in a list of many sizes depend on the sizes", *step.rule.place)
        self._beside(step, first, guard)
        self._falling(step)
        missing = conj((guard, negate(self._free(part, step, count))))
        self._never(missing, "a list of many sizes is not of any lower ones, or not as long as its ends allow", step)
        last = step.later(first, subtract(count, _ONE))
        yield from self._row(_Part(last, guard, part.runs, part.end, step), Tail(first.place, step.turn, count))

    def _free(self, part: _Part, step: ListStep, count: Linear) -> Formula:
        """When so many heaps can follow of which any number is of no stones, and all others of one, which come first.

        What a tail leaves shows no more than how many heaps are left of it.
        """
        at, lowest = atom(self._scope.fresh("J")), part.state.size
        later, one, none = step.later(part.state, at), number(1), number(0)

        def asked(state: ListState, old: Linear, new: Linear) -> Formula:
            return step.at(replace(state, size=old), new)[1]

        begins = conj((asked(part.state, lowest, none), disj((at_most(lowest, _ONE), asked(part.state, lowest, one)))))
        ones = disj((at_most(lowest, _ONE), conj((asked(later, one, one), asked(later, one, none)))))
        outside = disj((less(at, _ONE), at_most(count, at)))
        return conj((begins, disj((outside, conj((ones, asked(later, none, none)))))))

    def _convex(self, step: ListStep) -> None:
        """That a step can be repeated in between where it can at both ends."""
        first = self._any(step)
        middle, last = (atom(self._scope.fresh(name)) for name in "JN")
        at = [step.once_more(step.guard, step.later(first, times)) for times in (number(0), middle, last)]
        between = (at_most(number(0), middle), at_most(middle, last))
        meaning = "a list of one size can be longer and shorter, and not in between"
        self._never(conj((*between, at[0], at[2], negate(at[1]))), meaning, step)

    def _falling(self, step: ListStep) -> None:
        """That a step from any state does not put a greater size before a smaller one."""
        before, size = self._any(step), atom(self._scope.fresh("T"))
        self._never(conj((step.at(before, size)[1], less(before.size, size))), _RISES, step)

    def _any(self, step: ListStep) -> ListState:
        others = tuple(atom(self._scope.fresh("A")) for _ in step.others)
        return ListState(others, atom(self._scope.fresh("I")), atom(self._scope.fresh("T")))

    def _beside(self, step: ListStep, state: ListState, guard: Formula) -> None:
        if not follows(step, state, guard):
            raise Unreadable(APART, *step.rule.place)

    def _never(self, formula: Formula, meaning: str, step: ListStep) -> None:
        formula = possible(formula)
        if formula is not FALSE:
            self.conditions.append(Condition(formula, meaning, *step.rule.place))


# ------------------------------------------------------------------------------------- the effects of a list of heaps


AFTER = ("after", 2)
_FORM = (
    "expected after({0}(I,T,L), {1}(I,T)) and after({0}(I,T,L), F) :- after(L,F), where {0}(I,T,L) is one of its lists"
)


@dataclass(frozen=True)
class Inherited:
    """Each element `function(place, size, list)` of a list that `source` derives sets its heap to its size."""

    function: str
    source: Signature


def inherited(
    rules: Sequence[Rule], functions: Mapping[Signature, str], heaps: str
) -> tuple[frozenset[Inherited], tuple[Rule, ...]]:
    """Which lists have the effects of all their elements, and the rules that say something else.

    These are the lists of the predicates given with their functions. The rules are, but for names:

        after(f(I,T,L), heap(I,T)) :- p(f(I,T,L)).
        after(f(I,T,L), F)         :- p(f(I,T,L)), after(L,F).

    Unreadable at a rule of another form about such a list.
    """
    if any(rule.signature != AFTER for rule in rules):
        return frozenset(), tuple(rules)
    own = {id(rule): found for rule in rules if (found := _own(rule, functions, heaps)) is not None}
    passed = {id(rule): found for rule in rules if (found := _passed(rule, functions)) is not None}
    both = frozenset(own.values()) & frozenset(passed.values())
    said = {at for some in (own, passed) for at, found in some.items() if found in both}
    left = [rule for rule in rules if id(rule) not in said and rule.head[0].ast_type == ASTType.Function]
    for rule in sorted(left, key=lambda rule: id(rule) in {*own, *passed}):
        if rule.head[0].name in functions.values():
            reason = "a list of unknown length has the effects of its first heap and of the rest: "
            raise Unreadable(reason + _FORM.format(rule.head[0].name, heaps), *rule.place)
    return both, tuple(rule for rule in rules if id(rule) not in said)


def _own(rule: Rule, functions: Mapping[Signature, str], heaps: str) -> Inherited | None:
    """The rule says what the first element does."""
    found = _source(rule, 0, functions) if len(rule.body) == 1 else None
    what = rule.head[1]
    if found is None or what.ast_type != ASTType.Function or what.name != heaps or len(what.arguments) != 2:
        return None
    place, size, _ = map(name_of, rule.head[0].arguments)
    return found if [*map(name_of, what.arguments)] == [place, size] else None


def _passed(rule: Rule, functions: Mapping[Signature, str]) -> Inherited | None:
    """The rule says that what the list before does, the whole list does."""
    if len(rule.body) != 2:
        return None
    for at in (0, 1):
        found = _source(rule, at, functions)
        rest = rule.atoms[1 - at]
        if found is None or rest is None or rest.signature != AFTER or rule.body[1 - at].sign != Sign.NoSign:
            continue
        before, what = rest.arguments
        alike = name_of(before) == name_of(rule.head[0].arguments[-1]) and name_of(what) == name_of(rule.head[1])
        if alike and distinct([*rule.head[0].arguments, what]):
            return found
    return None


def _source(rule: Rule, at: int, functions: Mapping[Signature, str]) -> Inherited | None:
    """The list of the rule's head, if the literal asks of it only that its predicate derives it."""
    one, whole = rule.atoms[at], rule.head[0]
    function = None if one is None else functions.get(one.signature)
    if one is None or function is None or rule.body[at].sign != Sign.NoSign:
        return None
    if whole.ast_type != ASTType.Function or whole.name != function or len(whole.arguments) != 3:
        return None
    others = [each for each in one.arguments if not is_same(each, whole)]
    if len(others) != len(one.arguments) - 1 or not distinct(whole.arguments) or not all(map(is_anything, others)):
        return None
    return Inherited(function, one.signature)
