"""From `move` and `after` to guarded commands: each move's effects, gathered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, choose, number, scale, subtract
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Atom, Eq, Formula, Linear, Operation, Unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, different, equal, negate
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.terms import Function, Term, changed, same, substituted, text, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.core.position import Counter, Fluent
from bouton.reading.choices import Choice, NotBounded, choices
from bouton.reading.command import Condition, GuardedCommand, SymbolicPosition
from bouton.reading.matching import Scope
from bouton.reading.relation import Row, apart

_MOST_PLACES = 64


@dataclass(frozen=True)
class Effect:
    """Under the condition, the entry `place` (0 for a counter) of the fluent number `fluent` becomes the value."""

    condition: Formula
    fluent: int
    place: int
    value: Linear


@dataclass
class Reader:
    """Reads moves off the rows of `move` and `after`; `place` is where the first rule of `after` stands."""

    rows: Sequence[Row]
    scope: Scope
    place: tuple[int, int]
    forbidden: list[Condition] = field(default_factory=list, init=False)

    def choices(self, own: Sequence[Unknown], guard: Formula, name: str) -> tuple[Choice, ...]:
        """What a move of that name chooses; Unreadable where no bounds are known."""
        try:
            return choices(own, guard)
        except NotBounded as error:
            raise self.wrong(f"no bounds are known for {error} in the move {name}") from None

    def forbid(self, formula: Formula, meaning: str) -> None:
        """Note what must never hold."""
        if formula is not FALSE:
            self.forbidden.append(Condition(formula, meaning, *self.place))

    def wrong(self, reason: str) -> Unreadable:
        """The error of what the rules say of an effect."""
        return Unreadable(reason, *self.place)


@dataclass
class Effects(Reader):
    """Gathers the effects of each move into a guarded command."""

    fluents: Sequence[Fluent]
    position: SymbolicPosition

    def command(self, move: Row) -> GuardedCommand:
        """The guarded command of a row of `move`; Unreadable where an effect, or a bound of a choice, is not known."""
        move = apart(move, self.scope)
        found: dict[tuple[int, int], list[Effect]] = {}
        for effect in self._of(move):
            found.setdefault((effect.fluent, effect.place), []).append(effect)
        after: list[Linear | tuple[Linear, ...]] = []
        for at, before in enumerate(self.position):
            if isinstance(before, tuple):
                last = max([len(before), *(place for fluent, place in found if fluent == at)])
                sizes = (*before, *[number(0)] * (last - len(before)))
                after.append(tuple(self._value(move, found.get((at, i), []), old) for i, old in enumerate(sizes, 1)))
            else:
                after.append(self._value(move, found.get((at, 0), []), before))
        chosen = self.choices(move.locals, move.guard, text(move.arguments[0]))
        return GuardedCommand(move.arguments[0], chosen, move.guard, tuple(after))

    def _of(self, move: Row) -> Iterator[Effect]:
        term = move.arguments[0]
        own = move.locals
        for found in self.rows:
            one = apart(found, self.scope)
            guard = conj((same(term, one.arguments[0]), one.guard))
            if guard is FALSE:
                continue
            guard, solved = solve(guard, one.locals)
            if guard is FALSE:  # seen only now that what the row has to itself is known
                continue
            fluent, alike = _told(substituted(solved, one.arguments[1]), guard, own)
            if [u for u in unknowns_of([fluent]) if u.local and u not in own]:
                raise self.wrong(f"the move {text(term)} does not determine {text(fluent)}")
            try:
                if alike and _given(move.guard, replace(alike, guard)) is TRUE:  # what the move is about is one way
                    guard = TRUE
                guard = exists([u for u in unknowns(guard) if u.local and u not in own], guard)
            except NotEliminable as error:
                raise self.wrong(f"{text(fluent)} after {text(term)} depends on {error.unknown}") from None
            condition = _given(move.guard, guard)
            if condition is not FALSE:
                yield from self._effects(move, fluent, condition)

    def _effects(self, move: Row, fluent: object, condition: Formula) -> Iterator[Effect]:
        names = [one.name for one in self.fluents]
        if not isinstance(fluent, Function) or fluent.name not in names:
            raise self.wrong(f"the move {text(move.arguments[0])} changes something that is no fluent")
        at = names.index(fluent.name)
        arguments = [argument for argument in fluent.arguments if isinstance(argument, Linear)]
        is_counter = isinstance(self.fluents[at], Counter)
        if len(arguments) != len(fluent.arguments) or len(arguments) != (1 if is_counter else 2):
            raise self.wrong(f"{text(fluent)} after {text(move.arguments[0])} is no value of a fluent")
        if is_counter:
            yield Effect(condition, at, 0, arguments[0])
            return
        index, value = arguments
        if index.low is None or index.high is None or index.high - index.low > _MOST_PLACES:
            raise self.wrong(f"the place of the heap {text(fluent)} after {text(move.arguments[0])} is unbounded")
        self.forbid(conj((move.guard, condition, at_most(index, number(0)))), f"{text(fluent)} has no place")
        for place in range(max(1, index.low), index.high + 1):
            here = conj((condition, _given(move.guard, equal(index, number(place)))))
            if here is not FALSE and conj((move.guard, here)) is not FALSE:
                yield Effect(here, at, place, value)

    def _value(self, move: Row, effects: Sequence[Effect], old: Linear) -> Linear:
        value = old
        for at, effect in enumerate(effects):
            value = choose(effect.condition, effect.value, value)
            for other in effects[:at]:
                both = (move.guard, effect.condition, other.condition, different(effect.value, other.value))
                name = self.fluents[effect.fluent].name
                self.forbid(conj(both), f"the move {text(move.arguments[0])} gives {name} two values")
        return value


def _told(fluent: Term, guard: Formula, own: Collection[Unknown]) -> tuple[Term, dict[Unknown, Linear]]:
    """The fluent with what its row has to itself told by what the move says, where the guard equates the two.

    So a move named after a digit of the pile tells how many stones it takes, though not at which place the digit is.
    With it comes what the row has to itself at the move's own place: one way, of perhaps several, to meet the equation.
    """
    told, alike = dict[Atom, Linear](), dict[Unknown, Linear]()
    for equation in (part.left for part in conjuncts(guard) if isinstance(part, Eq)):
        for one, times in equation.terms:
            rest = subtract(equation, atom(one, times))
            if not isinstance(one, Operation) or abs(times) > 1 or not _foreign(atom(one), own) or _foreign(rest, own):
                continue
            told[one] = scale(-times, rest)
            for other, _ in rest.terms:
                if type(other) is type(one) and isinstance(other, Operation):
                    alike |= _matched(one.left, other.left, own) | _matched(one.right, other.right, own)
    return (changed(fluent, Substitution(told).linear) if told else fluent), alike


def _matched(one: Linear, other: Linear, own: Collection[Unknown]) -> dict[Unknown, Linear]:
    """Where an expression is a mere unknown that is not the move's own, that unknown with the other expression."""
    return {one.alone: other} if isinstance(one.alone, Unknown) and one.alone.local and one.alone not in own else {}


def _foreign(value: Linear, own: Collection[Unknown]) -> bool:
    """Whether it has unknowns that are neither the position's nor the move's own."""
    return any(one.local and one not in own for one in unknowns(value))


def _given(guard: Formula, condition: Formula) -> Formula:
    """What the condition adds to the guard; FALSE where they exclude each other."""
    if conj((guard, condition)) is FALSE:
        return FALSE
    known = set(conjuncts(guard))
    new = [part for part in conjuncts(condition) if part not in known]
    return conj(part for part in new if conj((guard, negate(part))) is not FALSE) if new else TRUE
