"""The moves of a position of any number of heaps: what each takes from the levels, and what it leaves instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bouton.core.logic.arithmetic import add, atom, number, scale
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, And, Atom, Eq, Formula, Le, Linear, Or, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, equal, less, negate
from bouton.core.logic.terms import Function, Term, same, substituted, text, unknowns_of
from bouton.core.position import Heaps
from bouton.reading.command import Condition, ReadMove
from bouton.reading.effects import Reader
from bouton.reading.levels.chain import UnknownLists
from bouton.reading.levels.position import ONE, ZERO, Level, Levels, span
from bouton.reading.levels.runs import Listed, Run, Tail, among, listed, may_be_in, runs_of
from bouton.reading.marks import doubtful, sure
from bouton.reading.relation import Row, apart

_MOVE = ("move", 1)


@dataclass(frozen=True)
class LevelMove(ReadMove):
    """A move by which so many heaps of each level become others.

    `taken` says how many heaps leave each level; `added` what they become, sizes of 0 included, and `old` the size that
    each of these had before. Besides, `hidden` more heaps become others of sizes that are not known, from 1 up and
    lower than `below`. A move that is not `exact` stands for several, of which some may not be possible.
    """

    taken: tuple[Linear, ...]
    added: tuple[Level, ...]
    old: tuple[Linear, ...]
    exact: bool = True
    hidden: Linear = ZERO
    below: Linear = ZERO

    @property
    def name(self) -> str:
        """The move as the rules write it, each choice by a name of its own; see `Listed` for a list."""
        return _shown(self.term)

    @property
    def lowers(self) -> Formula:
        """That no heap that the move changes grows, and that one of them shrinks."""
        pairs = list(zip(self.added, self.old, strict=True))
        grows = disj(less(size, level.size) for level, size in pairs)
        return conj(
            (negate(grows), disj(conj((less(level.size, size), at_most(ONE, level.heaps))) for level, size in pairs))
        )


def _shown(term: Term) -> str:
    """The term as the rules write it, each number that is chosen by a name of its own."""
    names: dict[Unknown, Linear] = {}
    for one in unknowns_of([term]):
        if one.local:
            stem = one.name.partition("$")[0]
            alike = sum(other.name.partition("$")[0] == stem for other in names)
            names[one] = atom(unknown(f"{stem}{alike + 1}" if alike else stem))
    changed = substituted(names, term)
    return str(listed(changed) or text(changed))


@dataclass(frozen=True)
class _Effect:
    """Under the condition the heap at a place becomes one of another size."""

    condition: Formula
    place: Linear
    size: Linear


@dataclass
class LevelMoveReader(Reader):
    """Reads the moves of positions of these levels; `rule` is where the first rule of `move` stands."""

    rule: tuple[int, int]
    fluent: Heaps
    levels: Levels
    lists: UnknownLists
    unseen: list[Condition] = field(default_factory=list, init=False)

    def of(self, found: Row) -> Iterator[LevelMove]:
        """The moves of one row of `move`: one for each case of which levels it changes."""
        yield from self._of(apart(found, self.scope))

    def _of(self, move: Row) -> Iterator[LevelMove]:
        doubt = doubtful(move.guard)
        if doubt is not FALSE:
            meaning = f"the move {_shown(move.arguments[0])} depends on the heaps below the highest sizes"
            self.unseen.append(Condition(doubt, meaning, *self.rule))
        guard = sure(move.guard)
        if guard is FALSE:
            return
        start = LevelMove(move.arguments[0], (), guard, tuple(ZERO for _ in self.levels.known), (), ())
        elements = listed(start.term)
        if elements is not None:
            yield from self._list(start, elements, move.locals)
            return
        effects = list(self._effects(replace(move, guard=guard)))
        self._twice(start, _shown(start.term), effects)
        for one in self._put(start, effects):
            yield replace(one, choices=self.choices(move.locals, one.guard, one.name))

    def _twice(self, move: LevelMove, shown: object, effects: Sequence[_Effect]) -> None:
        """Note where two effects are about one heap."""
        for at, effect in enumerate(effects):
            for other in effects[:at]:
                both = conj((move.guard, effect.condition, other.condition, equal(effect.place, other.place)))
                self.forbid(both, f"the move {shown} gives a heap two sizes")

    def named(self, found: Row, moves: Sequence[Row]) -> Iterator[LevelMove]:
        """The moves among the rows of `move` that another predicate's row names, such as a strategy's.

        They choose what the row chooses.
        """
        term = found.arguments[0]
        for function in {one.function: None for row in moves if (one := listed(row.arguments[0])) is not None}:
            runs = runs_of(term, function)
            if runs is not None:
                yield from self._named_list(found, Listed(function, _MOVE, *runs), moves)
                return
        for row in moves:
            if listed(row.arguments[0]) is None:
                own = apart(row, self.scope)
                guard, _ = solve(conj((found.guard, same(term, own.arguments[0]), own.guard)), own.locals)
                yield from self._of(Row((term,), self._without(own.locals, guard, term)))

    def _named_list(self, found: Row, named: Listed, moves: Sequence[Row]) -> Iterator[LevelMove]:
        try:
            legal = among(named.runs, named.end, moves, self.scope)
        except NotEliminable as error:
            raise self.wrong(f"whether {named} is a move depends on {error.unknown}") from None
        sources = {one.source: None for row in moves if (one := listed(row.arguments[0])) is not None}
        for source in sources:
            yield from self._of(Row((replace(named, source=source).term,), conj((found.guard, legal))))

    def _without(self, hidden: Sequence[Unknown], guard: Formula, term: Term) -> Formula:
        try:
            return exists(hidden, guard)
        except NotEliminable as error:
            raise self.wrong(f"whether {_shown(term)} is a move depends on {error.unknown}") from None

    def _list(self, start: LevelMove, elements: Listed, own: Sequence[Unknown]) -> Iterator[LevelMove]:
        """The moves of a list of heaps, by the levels that they change."""
        if not self.lists.changes(elements):
            raise self.wrong(f"the rules do not say plainly that {elements} sets each of its heaps to its size")
        if any(not self.lists.is_change(row) and may_be_in(row.arguments[0], elements) for row in self.rows):
            raise self.wrong(f"there is more than one effect of {elements}")
        # the end of a list is a move like any other; what it does, all lists with this end do
        effects = list(self._effects(Row((elements.end, start.term), start.guard)))
        self._twice(start, elements, effects)
        parts: list[Run | Tail] = [*elements.runs, *([] if elements.tail is None else [elements.tail])]
        for at, part in enumerate(parts):
            for other in parts[:at]:
                both = conj((at_most(part.ends[0], other.ends[1]), at_most(other.ends[0], part.ends[1])))
                self.forbid(conj((start.guard, left(start.guard, both))), f"the move {elements} gives a heap two sizes")
            for effect in effects:
                both = conj((at_most(part.ends[0], effect.place), at_most(effect.place, part.ends[1])))
                self.forbid(conj((start.guard, effect.condition, both)), f"the move {elements} gives a heap two sizes")
        for one in (both for found in self._parts(start, parts) for both in self._put(found, effects)):
            chosen = [*own, *(u for u in unknowns_of((), one.guard) if u.local and u not in own)]
            yield replace(one, choices=self.choices(chosen, one.guard, one.name))

    def _parts(self, move: LevelMove, parts: Sequence[Run | Tail]) -> Iterator[LevelMove]:
        """The move with these parts of its list, in each case of the levels that they are in."""
        if not parts:
            yield move
            return
        first, *others = parts
        low, high = (self._levels_at(place) for place in first.ends)
        for at, inside in enumerate(map(conj, zip(low, high, strict=True))):
            guard = conj((move.guard, inside))
            if guard is FALSE or left(move.guard, inside) is FALSE:
                continue
            level = self.levels.known[at]
            taken = tuple(add(gone, first.count) if at == which else gone for which, gone in enumerate(move.taken))
            after = replace(move, guard=guard, taken=taken)
            if isinstance(first, Run):
                added = Level(first.size, first.count)
                after = replace(after, added=(*move.added, added), old=(*move.old, level.size))
            else:
                after = self._hide(after, first, level)
            yield from self._parts(after, others)
        outside = negate(disj(map(conj, zip(low, high, strict=True))))
        self._unseen(
            conj((move.guard, left(move.guard, outside))),
            f"the move {listed(move.term)} changes heaps of several sizes at once, or below the highest",
        )

    def _hide(self, move: LevelMove, tail: Tail, level: Level) -> LevelMove:
        """The move with heaps whose sizes become lower than the last one that is told apart."""
        lowest = move.added[-1].size
        some = atom(self.scope.fresh("Z"))
        none = disj((equal(some, ZERO), at_most(number(2), lowest)))
        self.forbid(conj((move.guard, less(level.size, lowest))), f"the move {listed(move.term)} may raise a heap")
        guard = conj((move.guard, at_most(ZERO, some), at_most(some, tail.count), none))
        return replace(move, guard=guard, hidden=some, below=lowest, exact=False)

    def _put(self, move: LevelMove, effects: Sequence[_Effect]) -> Iterator[LevelMove]:
        """The move with the effects, one after the other, in each case of their conditions and places."""
        if not effects:
            yield move
            return
        first, *others = effects
        without = conj((move.guard, negate(first.condition)))
        if without is not FALSE:
            yield from self._put(replace(move, guard=without), others)
        for at, inside in enumerate(self._levels_at(first.place)):
            guard = conj((move.guard, first.condition, inside))
            if guard is FALSE:
                continue
            level = self.levels.known[at]
            taken = tuple(add(count, ONE) if at == which else count for which, count in enumerate(move.taken))
            added = (*move.added, Level(first.size, ONE))
            yield from self._put(
                replace(move, guard=guard, taken=taken, added=added, old=(*move.old, level.size)), others
            )
        outside = conj((move.guard, first.condition, *map(negate, self._levels_at(first.place))))
        self._unseen(outside, f"the move {_shown(move.term)} changes a heap below the highest sizes, or adds one")

    def _levels_at(self, place: Linear) -> list[Formula]:
        """When the heap at the place is of each level."""
        *starts, _ = self.levels.starts()
        spans = [
            span(self.fluent, start, level.heaps, self.levels.heaps)
            for start, level in zip(starts, self.levels.known, strict=True)
        ]
        return [conj((at_most(first, place), at_most(place, last))) for first, last in spans]

    def _effects(self, move: Row) -> Iterator[_Effect]:
        term, own = move.arguments[0], move.locals
        for found in self.rows:
            one = apart(found, self.scope)
            guard = conj((same(term, one.arguments[0]), one.guard))
            if conj((move.guard, guard)) is FALSE:
                continue
            meaning = f"what {_shown(term)} does depends on the heaps below the highest sizes"
            self._unseen(conj((move.guard, doubtful(guard))), meaning)
            if sure(guard) is FALSE:
                continue
            guard, solved = solve(sure(guard), one.locals)
            if guard is FALSE:
                continue
            fluent = substituted(solved, one.arguments[1])
            if [u for u in unknowns_of([fluent]) if u.local and u not in own]:
                raise self.wrong(f"the move {_shown(term)} does not determine {_shown(fluent)}")
            try:
                guard = exists([u for u in unknowns_of((), guard) if u.local and u not in own], guard)
            except NotEliminable as error:
                raise self.wrong(f"{_shown(fluent)} after {_shown(term)} depends on {error.unknown}") from None
            if conj((move.guard, guard)) is not FALSE:
                yield self._effect(move, fluent, TRUE if conj((move.guard, negate(guard))) is FALSE else guard)

    def _effect(self, move: Row, fluent: Term, condition: Formula) -> _Effect:
        arguments = fluent.arguments if isinstance(fluent, Function) and fluent.name == self.fluent.name else ()
        numbers = [argument for argument in arguments if isinstance(argument, Linear)]
        if len(numbers) != 2 or len(arguments) != 2:
            raise self.wrong(f"{_shown(fluent)} after {_shown(move.arguments[0])} is no heap")
        return _Effect(condition, *numbers)

    def _unseen(self, formula: Formula, meaning: str) -> None:
        if formula is not FALSE:
            self.unseen.append(Condition(formula, meaning, *self.place))


# ---------------------------------------------------------------------------------- contradictions of two comparisons


def left(given: Formula, formula: Formula) -> Formula:
    """The formula without its cases that contradict what is given, by themselves or with one given comparison.

    FALSE if no case is left; those that are left may contradict what is given all the same.
    """
    if conj((given, formula)) is FALSE:
        return FALSE
    known = _Known(given)
    if known.clash(formula):
        return FALSE
    return conj(known.left(part) for part in conjuncts(formula))


class _Known:
    """Comparisons that hold, and the least and greatest value that some of them give an atom."""

    def __init__(self, given: Formula) -> None:
        self._sides = [number(0), *(side for part in conjuncts(given) for side in _sides(part))]
        self._ends: dict[tuple[Atom, bool], int] = {}
        for side in self._sides:
            if len(side.terms) == 1 and abs(side.terms[0][1]) == 1:
                part, sign = side.terms[0]
                end = -sign * side.constant
                old = self._ends.setdefault((part, sign > 0), end)
                self._ends[part, sign > 0] = min(old, end) if sign > 0 else max(old, end)

    def left(self, formula: Formula) -> Formula:
        """A formula that is no conjunction, without the cases that cannot be."""
        return disj(part for part in formula.parts if not self.clash(part)) if isinstance(formula, Or) else formula

    def clash(self, formula: Formula) -> bool:
        """Whether each case of the formula contradicts a comparison."""
        if isinstance(formula, Or):
            return all(map(self.clash, formula.parts))
        if isinstance(formula, And):
            return any(map(self.clash, formula.parts))
        return any(self._positive(add(one, other)) for one in _sides(formula) for other in self._sides)

    def _positive(self, value: Linear) -> bool:
        """Whether it is more than 0."""
        least = value.constant
        for part, coefficient in value.terms:
            ends = [self._ends.get((part, coefficient < 0)), part.high if coefficient < 0 else part.low]
            known = [coefficient * end for end in ends if end is not None]
            if not known:
                return False
            least += max(known)
        return least > 0


def _sides(part: Formula) -> list[Linear]:
    """What is at most 0 where the comparison holds."""
    if isinstance(part, Eq):
        return [part.left, scale(-1, part.left)]
    return [part.left] if isinstance(part, Le) else []
