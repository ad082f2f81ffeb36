"""The way for positions that are sets: replies, such as images in a mirror, that lead back into a family."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Symbol

from bouton.claims.parts import START, strategy_part
from bouton.claims.way import Described
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.expression import TRUE, Formula
from bouton.core.logic.formulas import disj, negate
from bouton.core.logic.problem import ForAll, Problem, each
from bouton.core.logic.terms import text
from bouton.core.position import Members, as_argument
from bouton.core.proof import claim_part
from bouton.core.spec import Claim
from bouton.core.stated import Family
from bouton.proof.compared.comparison import Seen, numbers_of
from bouton.proof.goal import Goal
from bouton.proof.way import Posed, Read, Validated, Way
from bouton.proof.ways.boards.at_boards import BoardTruth, Derived, Member, Position, compared, program, table
from bouton.proof.ways.boards.obligations import AnsweredMove, NamedAnswer, answers, lines, problems
from bouton.proof.ways.boards.reading import BoardReading, Chosen, Constants, board, some, starts
from bouton.rules.file import Rules
from bouton.rules.grounding import atoms, ground
from bouton.solving.matching import Property, matched

_LEAST = 8
"""The least values of each unknown parameter, of which boards are compared."""
_BOARDS = 40


@dataclass(frozen=True)
class _Start:
    """Where games of one name begin: whether the claim speaks of it, it is of the family, and no move is named."""

    name: Chosen
    members: tuple[ForAll, ...]
    asked: Formula
    inside: Formula
    silent: Formula
    named: tuple[NamedAnswer, ...]


@dataclass(frozen=True)
class Begun(Read):
    """A claim about where games begin, in a game of sets: each such position belongs to a family of P-positions.

    The predicates are those of the rules: `begins` gives the positions, `where` says which of them the claim speaks of
    (None for all), `family` which positions are P. With a `strategy` they are N-positions instead: it names at least
    one move at each, and every move it names leads into the family. That the family is P is proved as its own claim.
    """

    here: BoardReading
    begins: str
    where: str | None
    family: str
    strategy: str | None = None

    def _starts(self) -> Iterator[_Start]:
        constants = Constants()
        here = self.here
        for name, members in starts(here, self.begins, constants):
            asked = TRUE if self.where is None else here.says((self.where, 0))
            rows = [] if self.strategy is None else list(here.rows((self.strategy, 1)))
            silent = negate(disj(some(row.locals, row.guard) for row in rows))
            named = answers(here, rows, self.family, constants)
            yield _Start(name, members, asked, here.says((self.family, 0)), silent, named)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of each rule that names starts."""
        undefined = list(self.here.undefined())
        rules = each("rules", "no arithmetic of the rules is undefined", "rules", undefined)
        wrong = [(one, start.members) for start in self._starts() for one in self._wrong(start)]
        part = START if self.strategy is None else strategy_part(self.strategy)
        found: list[tuple[Problem, tuple[ForAll, ...]]] = [(one, ()) for one in rules]
        for at, (one, members) in enumerate(wrong, 1):
            name = part if len(wrong) == 1 else f"{part}, {at}"
            share, speaks = (at, len(wrong)), (goal.claim.id,)
            found.append((replace(one, name=name, part=part, share=share, speaks=speaks), members))
        for one, members in found:
            known = [Property(said) for said in members]
            yield Posed(matched(one, known), goal.setting, goal.setting.counts[0], lacking=one.fault)

    def _wrong(self, start: _Start) -> Iterator[Problem]:
        """What could be wrong with a start."""
        given = (start.name.guard, start.asked)
        if self.strategy is None:
            family = self.family
            meaning, fault = f"games begin in positions of {family}", f"a game begins in no position of {family}"
            yield Problem("", meaning, (*given, negate(start.inside)), fault=fault)
            return
        meaning, fault = f"{self.strategy} names a move where games begin", f"{self.strategy} names no move at a start"
        yield Problem("", meaning, (*given, start.silent), fault=fault)
        for one in start.named:
            said, made = f"{self.strategy} names {text(one.term)} where games begin", (*given, one.chosen.guard)
            yield Problem("", f"{said}, a legal move", (*made, one.illegal), fault=f"{said}, no legal move")
            meaning, fault = f"{said}, into {self.family}", f"{said}, which does not lead into {self.family}"
            yield Problem("", meaning, (*made, one.out), fault=fault)

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Small boards; Disagreement where clingo says something else of a start, or of a move that is named there."""
        count, met = 0, False
        several = list(self._starts())
        for values in itertools.islice(goal.setting.assignments(_LEAST), _BOARDS):
            rules = program(goal.rules, values)
            constants = numbers_of(goal.here.parameters, values)
            window = range(-2, max([0, *constants.values()]) + 3)
            for name, position in self._by_clingo(rules):
                truth = BoardTruth(table(self.here, position), constants, window)
                known = Derived(rules, position, self.here.tokens)
                read = [(start, made) for start in several for made in _at(start.name, name, truth)]
                if not read or any(wrong for one in read for wrong in self._differs(known, *one)):
                    where = as_argument(values, {})
                    raise Disagreement(f"{self.begins}: clingo and the reading differ on where games begin at {where}")
                count, met = count + 1, met or known.holds(self.where)
        hypotheses = frozenset({claim_part(goal.claim.id)} if met else ())
        yield Validated(goal.setting, goal.setting.counts[0], Seen(count, hypotheses))

    def _by_clingo(self, rules: str) -> Iterator[tuple[Symbol | None, Position]]:
        """The starts, each with its name, if it has one."""
        control = ground(rules)
        found: dict[Symbol | None, set[Member]] = {}
        for arity in (1, 2):
            for row in atoms(control, self.begins, arity):
                fluent = row[-1]
                found.setdefault(row[0] if arity == 2 else None, set()).add((fluent.name, tuple(fluent.arguments)))
        yield from ((name, frozenset(members)) for name, members in found.items())

    def _differs(self, known: Derived, start: _Start, made: BoardTruth) -> Iterator[bool]:
        """Whether each thing that is read of a start is not what is known."""
        named = {move for (move,) in known.rows(self.strategy, 1)} if self.strategy else set[Symbol]()
        yield not all(map(made.always, start.members))
        yield made(start.asked) is not known.holds(self.where)
        yield made(start.inside) is not known.holds(self.family)
        yield self.strategy is not None and made(start.silent) is not (not named)
        for move in sorted(named):
            read = [(one, chosen) for one in start.named for chosen in made.choices(one.chosen, move)]
            yield not read
            for one, chosen in read:
                yield chosen(one.illegal) is not (move not in known.moves)
                if move in known.moves:
                    yield chosen(one.out) is replace(known, position=known.moves[move]).holds(self.family)


def _at(chosen: Chosen, name: Symbol | None, truth: BoardTruth) -> Iterator[BoardTruth]:
    """Truth where a start has that name, as it is read."""
    if name is not None:
        yield from truth.choices(chosen, name)
    elif truth(chosen.guard):
        yield truth


_LACKING = "no proof is found for every board; of one board `check` tells what is so"


@dataclass(frozen=True)
class _Replies(Read):
    """A family of positions of sets, read on boards whose parameters may be unknown."""

    here: BoardReading
    domains: tuple[ForAll, ...]
    family: str
    reply: str

    @cached_property
    def lines(self) -> tuple[AnsweredMove, ...]:
        """Each move, and the answers to it."""
        return lines(self.here, self.family, self.reply)

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Small boards, with positions of the family among others."""
        yield from compared(goal, self.here, self.family, self.reply, self.lines)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems, with instances in the place of quantifiers."""
        known = [Property(one) for one in self.domains]
        for one in problems(self.here, self.lines, self.family, self.reply, goal.claim.id):
            yield Posed(matched(one, known), goal.setting, goal.setting.counts[0], lacking=_LACKING)


class Boards(Way):
    """Claims that all positions of a family are P-positions, in games on sets alone."""

    about = Described(
        "by replies on a board",
        "Where each move from a position of a family has a reply that leads back into it, all of them are P-positions.",
        ("the second player who always has a reply wins, as games end (Berlekamp, Conway, Guy 1982)",),
        "boards.md",
    )
    any_number = False

    def concerns(self, _claim: Claim, rules: Rules) -> bool:
        """Whether positions are sets."""
        return any(type(one) is Members for one in rules.fluents)

    def read(self, goal: Goal) -> Read:
        """The family; Unreadable where the claim is another one, or positions are more than sets."""
        states, rules = goal.theorem.stated, goal.rules
        if not isinstance(states, Family) or (states.outcome != "P" and not states.begun):
            raise Unreadable("of sets that positions are N it is proved where games begin and `strategy` names moves")
        if goal.claim.play != "normal":
            raise Unreadable("a family that replies never leave holds an end of the game, which misère play wins")
        if states.endless:
            raise Unreadable("of positions that are sets nothing is proved with cycles")
        other = next((one for one in rules.fluents if not isinstance(one, Members)), None)
        if other is not None:
            raise Unreadable(f"{other.name} is no set, and no proof speaks of it beside sets")
        if rules.legal is not None or {("winner", 1), ("side", 1)} & rules.defined:
            raise Unreadable("of sets nothing is proved with `legal`, `winner` or `side`")
        if states.begun:
            assert goal.spec.begins is not None and states.into is not None
            strategy = goal.claim.strategy
            asked = ((states.name, 0), (states.into, 0), (strategy or "", 1))
            here, _ = board(rules, goal.parameters, {one for one in asked if one[0]})
            return Begun(here, goal.spec.begins.name, states.name or None, states.into, strategy)
        if states.reply is None:
            raise Unreadable("of sets it is proved that a family is of P-positions where `reply` names the answers")
        here, domains = board(rules, goal.parameters, states.wanted)
        return _Replies(here, domains, states.name, states.reply)
