"""The way for positions that are sets: replies, such as images in a mirror, that lead back into a family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.problem import ForAll
from bouton.core.position import Members
from bouton.core.spec import Claim
from bouton.core.stated import Family
from bouton.proof.goal import Goal
from bouton.proof.way import Posed, Read, Validated, Way
from bouton.proof.ways.boards.at_boards import compared
from bouton.proof.ways.boards.begun import Begun
from bouton.proof.ways.boards.obligations import Line, lines, problems
from bouton.proof.ways.boards.reading import Board, board
from bouton.rules.file import Rules
from bouton.solving.matching import Property, matched

_LACKING = "no proof is found for every board; of one board `check` tells what is so"


@dataclass(frozen=True)
class _Replies(Read):
    """A family of positions of sets, read on boards whose parameters may be unknown."""

    here: Board
    domains: tuple[ForAll, ...]
    family: str
    reply: str

    @cached_property
    def lines(self) -> tuple[Line, ...]:
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
