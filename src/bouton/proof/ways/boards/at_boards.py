"""The reading of positions of sets held against clingo, on boards with few members.

clingo is given the rules as they are written, with a position as facts: what it derives there, after a move, and after
the reply to it must be what the formulas say of the position from which the move was made. Positions are drawn at
random, and by play from each position of the family, move and reply, so that some of the family are among them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from clingo import Control, Symbol

from bouton.claims.parts import MOVE as SOME_MOVE
from bouton.claims.parts import TERMINAL
from bouton.core.errors import Disagreement
from bouton.core.logic.arithmetic import number
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, Applied, Atom, Formula, Unknown
from bouton.core.logic.formulas import conj
from bouton.core.logic.problem import ForAll
from bouton.core.logic.substitution import Evaluation, Unranged
from bouton.core.logic.terms import Term, from_symbol, numbers, same, substituted, text
from bouton.core.position import Members, Parameters, Token, Value, as_argument
from bouton.core.proof import claim_part
from bouton.proof.compared.comparison import Seen, numbers_of
from bouton.proof.goal import Goal
from bouton.proof.way import Validated
from bouton.proof.ways.boards.obligations import AnsweredMove, NamedAnswer
from bouton.proof.ways.boards.reading import AFTER, GONE, MOVE, BoardReading, Chosen, Constants
from bouton.rules.file import Rules, Signature
from bouton.rules.grounding import atoms, ground, integer_facts
from bouton.rules.numbers import named_numbers
from bouton.solving.matching import arguments_of, said_of

_MEMBERS = 24
"""The most members of a board that is compared."""
_LEAST = 6
"""The least values of each unknown parameter, of which boards are made."""
_BOARDS, _POSITIONS, _MOVES = 3, 9, 2
"""Boards with the family at its fullest and without, positions of each, and moves from each, that are compared."""
_VALUES = 60
"""Values of what a row leaves open that are tried, for terms that clingo does not derive."""

_TRIED = 200
"""Numbers at which what is said of all is tried."""

Member: TypeAlias = tuple[str, tuple[Symbol, ...]]
Position: TypeAlias = frozenset[Member]
"""The members of all sets, each with the name of its set."""


def compared(
    goal: Goal, here: BoardReading, family: str, reply: str, several: Sequence[AnsweredMove]
) -> Iterator[Validated]:
    """What boards showed; Disagreement at the first position where the reading says something else than clingo."""
    names = _Names(goal.rules, here, family, reply, tuple(several), here.says((family, 0)))
    boards = [one for values in goal.setting.assignments(_LEAST) if (one := _board(goal, names, values))]
    met: set[str] = set()
    failing, count = None, 0
    for board in _chosen(boards):
        for position in board.positions():
            count += 1
            known = board.at(position)
            board.compare(position, known)
            met |= {SOME_MOVE} if known.moves else {TERMINAL}
            if known.holds(family):
                met.add(claim_part(goal.claim.id))
                failing = failing or board.unanswered(position, known)
    greatest = max((one.greatest for one in boards), default=0)
    far = {one.value for one in named_numbers(goal.rules, here.wanted | {MOVE, GONE, AFTER}) if one.value > greatest}
    unseen = tuple(f"a board with a number above {one}, which the rules name" for one in sorted(far))
    yield Validated(goal.setting, goal.setting.counts[0], Seen(count, frozenset(met), failing, unseen))


@dataclass(frozen=True)
class _Names:
    """What is compared: the reading, and what is to be proved of it."""

    rules: Rules
    here: BoardReading
    family: str
    reply: str
    lines: tuple[AnsweredMove, ...]
    inside: Formula
    """That the position is of the family."""


def _chosen(boards: Sequence[_Compared]) -> Iterator[_Compared]:
    """Some boards whose fullest position is of the family, and some others, the least and others at random."""
    for full in (True, False):
        alike = [one for one in boards if one.family(one.full) is full]
        yield from alike[:1]
        yield from random.Random(len(alike)).sample(alike[1:], min(len(alike[1:]), _BOARDS - 1))


@dataclass(frozen=True)
class Derived:
    """What clingo derives at a position from the rules of a board."""

    rules: str
    position: Position
    tokens: frozenset[str] = frozenset()

    @cached_property
    def _control(self) -> Control:
        facts = (f"{name}({','.join(map(str, terms))}).\n" for name, terms in sorted(self.position, key=str))
        return ground(self.rules, "".join(facts))

    def rows(self, name: str, arity: int) -> frozenset[tuple[Symbol, ...]]:
        """The rows of a predicate."""
        return frozenset(atoms(self._control, name, arity))

    def holds(self, name: str | None) -> bool:
        """Whether a predicate holds; None does everywhere."""
        return name is None or bool(self.rows(name, 0))

    @cached_property
    def moves(self) -> Mapping[Symbol, Position]:
        """Each move, and the position that it leads to."""
        changed: dict[str, dict[Symbol, set[Member]]] = {"gone": {}, "after": {}}
        for kind, found in changed.items():
            for move, fluent in self.rows(kind, 2):
                found.setdefault(move, set()).add((fluent.name, tuple(fluent.arguments)))
        return {
            move: frozenset(one for one in self.position if one not in taken and one[0] not in moved) | put
            for (move,) in self.rows("move", 1)
            for taken, put in [(changed["gone"].get(move, set()), changed["after"].get(move, set()))]
            for moved in [self.tokens & {name for name, _ in put}]
        }


@dataclass(frozen=True)
class _Compared:
    """A board on which the reading is compared."""

    said: _Names
    values: Parameters
    constants: Mapping[Unknown, int]
    members: tuple[Member, ...]
    _asked: dict[Position, Derived] = field(default_factory=dict)

    @property
    def full(self) -> Position:
        """The position with all members of all sets, and each token at its first place."""
        return self._placed(self.members, lambda places: places[0])

    def _placed(self, members: Collection[Member], choice: Callable[[Sequence[Member]], Member]) -> Position:
        """A position with these members of sets, and each token at a place that is chosen."""
        tokens = self.said.here.tokens
        places = ([one for one in self.members if one[0] == name] for name in sorted(tokens))
        return frozenset((*(one for one in members if one[0] not in tokens), *map(choice, places)))

    @cached_property
    def greatest(self) -> int:
        """The greatest number of the board."""
        return max([*(abs(one) for one in self._coordinates), *(v for v in self.values.values() if isinstance(v, int))])

    @cached_property
    def _coordinates(self) -> list[int]:
        terms = [from_symbol(one) for _, symbols in self.members for one in symbols]
        return [one.constant for one in numbers(terms)] or [0]

    def at(self, position: Position) -> Derived:
        """What clingo derives at a position: it is asked once for each."""
        return self._asked.setdefault(position, Derived(self._program, position, self.said.here.tokens))

    @cached_property
    def _program(self) -> str:
        return program(self.said.rules, self.values)

    def family(self, position: Position) -> bool:
        """Whether a position is of the family."""
        return self.at(position).holds(self.said.family)

    def replies(self, known: Derived) -> frozenset[tuple[Symbol, ...]]:
        """Each move with an answer to it."""
        return known.rows(self.said.reply, 2)

    def positions(self) -> list[Position]:
        """Positions at random, of one member and of all, and those that play from one of the family comes to."""
        chance = random.Random(len(self.members))
        found = dict.fromkeys((self.full, self._placed((), chance.choice)))
        playing = self.full
        while (known := self.at(playing)).holds(self.said.family) and known.moves and (named := self.replies(known)):
            move = chance.choice(sorted(known.moves))
            there = self.at(known.moves[move])
            answers = sorted(other for one, other in named if one == move and other in there.moves)
            if not answers:
                break
            found[known.moves[move]] = None
            playing = there.moves[answers[0]]
            if playing in found:
                break
            found[playing] = None
        for _ in range(_POSITIONS):
            share = chance.random()
            found[self._placed([one for one in self.members if chance.random() < share], chance.choice)] = None
        return list(found)[:_POSITIONS] + [one for one in list(found)[_POSITIONS:] if len(self._sets(one)) == 1]

    def _sets(self, position: Position) -> Position:
        """The members of its sets."""
        return frozenset(one for one in position if one[0] not in self.said.here.tokens)

    def compare(self, position: Position, known: Derived) -> None:
        """Hold what is read against what is known at a position, after a move, and after the reply to it."""
        truth = BoardTruth(table(self.said.here, position), self.constants, self._window)
        self._same(position, self.said.family, truth(self.said.inside), known.holds(self.said.family))
        self._rows(position, MOVE, truth, {(move,) for move in known.moves})
        self._rows(position, (self.said.reply, 2), truth, self.replies(known))
        for move in random.Random(len(position)).sample(sorted(known.moves), min(len(known.moves), _MOVES)):
            option, answers = known.moves[move], {other for one, other in self.replies(known) if one == move}
            then = self.at(option)
            before, left = self._sets(position), self._sets(option)
            placed = [one for one in option if one not in left]
            astray = len(placed) > len(self.said.here.tokens) or not {*placed} <= {*self.members}
            for line in self.said.lines:
                for made in truth.choices(line.move, move):
                    self._same(position, f"that {move} takes nothing", made(line.stays), left == before)
                    grows = any(map(made, line.grows))
                    self._same(position, f"that {move} adds a member", grows, not left <= before)
                    self._same(position, f"that {move} puts a token astray", any(map(made, line.astray)), astray)
                    self._same(option, self.said.family, made(line.family), then.holds(self.said.family))
                    self._same(position, f"that {move} has no answer", made(line.silent), not answers)
                    for answer in line.answers:
                        for other in sorted({*answers, *then.moves}):
                            self._answered(option, then, answer, other, made)

    def _answered(self, option: Position, then: Derived, answer: NamedAnswer, other: Symbol, made: BoardTruth) -> None:
        for chosen in made.choices(answer.chosen, other):
            self._same(option, f"that {other} is no move", chosen(answer.illegal), other not in then.moves)
            if other in then.moves:
                out = not self.family(then.moves[other])
                self._same(then.moves[other], f"that it is not {self.said.family}", chosen(answer.out), out)

    def unanswered(self, position: Position, known: Derived) -> str | None:
        """A move that has no reply into the family, by clingo alone."""
        for move in random.Random(len(position)).sample(sorted(known.moves), min(len(known.moves), _MOVES)):
            there = self.at(known.moves[move])
            answers = [other for one, other in self.replies(known) if one == move]
            if not answers or any(one not in there.moves or not self.family(there.moves[one]) for one in answers):
                return f"the move {move} has no reply into {self.said.family} at {self._told(position)}"
        return None

    def _rows(
        self, position: Position, name: Signature, truth: BoardTruth, known: Collection[tuple[Symbol, ...]]
    ) -> None:
        """What clingo derives of a predicate is read, and what is read, as far as it is tried, clingo derives."""
        constants = Constants()
        rows = [constants.chosen(row) for row in self.said.here.rows(name)]
        derived = {tuple(map(from_symbol, one)) for one in known}
        read = {terms for row in rows for terms in self._instances(row, truth)}
        for terms in read - derived:
            self._same(position, f"{name[0]}({', '.join(map(text, terms))})", True, False)
        for one in known:
            found = any(self._is(row, one, truth) for row in rows)
            self._same(position, f"{name[0]}({','.join(map(str, one))})", found, True)

    def _is(self, row: Chosen, terms: tuple[Symbol, ...], truth: BoardTruth) -> bool:
        """Whether the row derives these terms."""
        return any(
            True
            for made in truth.choices(replace(row, terms=row.terms[:1]), terms[0])
            if made(conj(map(same, row.terms, map(from_symbol, terms))))
        )

    def _instances(self, row: Chosen, truth: BoardTruth) -> Iterator[tuple[Term, ...]]:
        """Terms that a row says the predicate holds of."""
        tried = list(itertools.product(self._window, repeat=len(row.constants)))
        for values in random.Random(len(tried)).sample(tried, min(len(tried), _VALUES)):
            made = truth.inside({**self.constants, **dict(zip(row.constants, values, strict=True))})
            if made(row.guard):
                put = {one: number(value) for one, value in made.values.items()}
                yield tuple(substituted(put, term) for term in row.terms)

    @cached_property
    def _window(self) -> range:
        """The numbers that are tried where no end of a range is known."""
        return range(min([0, *self._coordinates]) - 2, self.greatest + 3)

    def _same(self, position: Position, what: str, read: bool, derived: bool) -> None:
        if read is not derived:
            says = "is derived by clingo, but not" if derived else "is not derived by clingo, but"
            raise Disagreement(f"{what} {says} read from the rules at {self._told(position)}")

    def _told(self, position: Position) -> str:
        members = ", ".join(f"{name}({','.join(map(str, terms))})" for name, terms in sorted(position, key=str))
        return f"{as_argument(self.values, {})}: {members or 'the empty position'}"


def table(here: BoardReading, position: Position) -> frozenset[tuple[Signature, tuple[int, ...]]]:
    """The members of a position by the names and numbers that formulas have for them."""
    found = set()
    for name, terms in position:
        said = said_of(here.member((name, len(terms)), [*map(from_symbol, terms)]))
        assert said is not None, f"{name} has no name of its own for {terms}"
        found.add((type(said[0]).predicate, tuple(one.constant for one in arguments_of(said[0]))))
    return frozenset(found)


class BoardTruth(Evaluation):
    """Truth values at a position, of which the members are known."""

    def __init__(
        self, table: frozenset[tuple[Signature, tuple[int, ...]]], values: Mapping[Unknown, int], window: range
    ) -> None:
        super().__init__(values)
        self.values, self._table, self._window = values, table, window

    def inside(self, values: Mapping[Unknown, int]) -> BoardTruth:
        """The same where one more unknown has a value."""
        return BoardTruth(self._table, values, self._window)

    def choices(self, chosen: Chosen, term: Symbol) -> Iterator[BoardTruth]:
        """With values of the constants with which what is chosen is that term, and its guard holds."""
        guard, solved = solve(same(chosen.terms[0], from_symbol(term)), chosen.constants)
        rest = [one for one in chosen.constants if one not in solved]
        if guard is FALSE:
            return
        for values in itertools.islice(itertools.product(self._window, repeat=len(rest)), _VALUES):
            within = self.inside({**self.values, **dict(zip(rest, values, strict=True))})
            made = within.inside({**within.values, **{one: within(value) for one, value in solved.items()}})
            if made(guard) and made(chosen.guard):
                yield made

    def always(self, said: ForAll) -> bool:
        """Whether it holds at all numbers that are tried, or at some hundred of them."""
        tried = list(itertools.product(self._window, repeat=len(said.bound)))
        several = random.Random(len(tried)).sample(tried, min(len(tried), _TRIED))
        values = (dict(zip(said.bound, one, strict=True)) for one in several)
        return all(self.inside({**self.values, **one})(said.formula) for one in values)

    def _each(self, one: Unknown, formula: Formula) -> Iterator[bool]:
        try:
            yield from super()._each(one, formula)
        except Unranged:
            for value in self._window:
                yield self.inside({**self.values, one: value})(formula)

    def _compound(self, part: Atom) -> int:
        if not isinstance(part, Applied) or not type(part).whole:
            return super()._compound(part)
        terms = tuple(map(self, arguments_of(part)))
        return int((type(part).predicate, terms) in self._table)


def _board(goal: Goal, said: _Names, values: dict[str, Value]) -> _Compared | None:
    """The board of these parameters; None where it has no members, or too many."""
    control = ground(program(goal.rules, values))
    fluents = [one for one in goal.rules.fluents if isinstance(one, Members)]
    members = tuple((one.name, terms) for one in fluents for terms in sorted(atoms(control, one.domain, one.arity)))
    if not 0 < len(members) <= _MEMBERS or any(one.name not in dict(members) for one in fluents if type(one) is Token):
        return None
    constants = numbers_of(goal.here.parameters, values)
    return _Compared(said, values, constants, members)


def program(rules: Rules, values: Parameters) -> str:
    """The rules as they are written, for these values of the parameters."""
    lines = [f"#const {name}={value}." for name, value in rules.constants]
    for name, value in values.items():
        members = value if isinstance(value, tuple) else ()
        lines.append(f"#const {name}={value}." if isinstance(value, int) else integer_facts(name.lower(), zip(members)))
    return "\n".join([*lines, *map(str, rules.statements)])
