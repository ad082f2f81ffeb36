"""Guesses at theorems, each with its state; what a search has come to, and what it goes on from."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from clingo.ast import AST, ASTType, parse_string

from bouton.core.errors import Disagreement, LimitReached
from bouton.core.position import Assignment, told
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Label, Result, Verdict
from bouton.discover import draft as drafts
from bouton.discover.classes import GameClass
from bouton.discover.draft import Draft, Reach
from bouton.discover.expressions import mentioned
from bouton.discover.language import Language, language_of
from bouton.discover.positions import Known, Outcomes, assignments, outcomes, with_more_heaps
from bouton.process.limits import Limits, worked
from bouton.rules.file import Rules
from bouton.rules.syntax import walk

_NONE = 0.1
"""Seconds that are not worth to begin anything."""
_LEAST, MOVES = 5.0, 15.0
"""Seconds of processor time for a simpler theorem, and for winning moves, at least, where a theorem is proved."""
_MORE_HEAPS = 2500
"""About how many positions of each greater number of heaps are solved."""
WINNING = "winning_move"
"""The predicate of the rules that name moves onto the positions of a theorem, unless it is taken."""
PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


@dataclass(frozen=True)
class OfPositions:
    """What a theorem on values says of positions: rules, and a claim on the P-positions by them."""

    lines: tuple[str, ...]
    claim: Mapping[str, Any]


@dataclass(frozen=True)
class Guess:
    """A theorem and its state: `proved`, as `bouton check` proves the draft; `fits` so many positions; or `refuted`."""

    body: tuple[str, ...]
    """The rules of its predicate, with those of the helpers that they need."""
    says: str
    state: str
    where: str
    """The positions it fits; of one refuted, the position at which."""
    draft: Draft
    judged: Spec | None = None
    """The draft as `check` has read it, where it was proved or refuted,"""
    result: Result | None = None
    """and what it said."""
    strategy: tuple[str, ...] = ()
    """Rules that name a winning move in every N-position, proved with the theorem."""
    onto: tuple[str, ...] = ()
    """Rules for moves onto positions of the theorem, where these are known; the last names their predicate."""
    positions: OfPositions | None = None
    """Of a theorem on values, what it says of the P-positions, for which there are winning moves."""
    unnamed: str = ""
    """Why a theorem that is proved has no such rules, where that was asked."""
    against: Known | None = None
    """The position at which it was refuted."""
    whole: bool = False
    """Whether `check` holds it at every position of the user's box,"""
    held: bool = False
    """and in a box far larger than that which it was learnt from: better than what only fits."""
    inside: bool = False
    """Of one refuted: whether with parameters and so many heaps as the user's box has, of whatever size."""
    partial: bool = False
    """Whether it speaks of some positions alone: that these are P-positions."""
    decided: bool = False
    """Whether it is known to hold for every size, though `check` does not prove it: better than what only fits."""

    def __post_init__(self) -> None:
        """Refuse to be proved where `check` has not proved it."""
        if self.state == "proved" and (self.result is None or self.result.verdict is not Verdict.PROVED):
            raise Disagreement(f"{self.says}: this is not proved")

    @property
    def kind(self) -> str:
        """The kind of its claim, as a spec has it."""
        return str(self.draft.document["claims"][0]["kind"])

    @property
    def words(self) -> int:
        """How many words its sentence has."""
        return len(self.says.split())

    @property
    def plain(self) -> bool:
        """Whether it is one rule with one comparison at most, so that none is simpler."""
        return len(self.body) == 1 and sum(one.ast_type == ASTType.Comparison for one in _nodes(self.body)) < 2

    def simpler(self, other: Guess) -> bool:
        """Whether it says the same kind of thing as another one in smaller rules and no more words.

        Where both have winning moves, the rules with these are smaller, too.
        """
        size, most = (
            len(_nodes(one.body)) + len(one.draft.document["claims"][0].get("values", ())) for one in (self, other)
        )
        whole, every = (len(_nodes((*one.body, *one.strategy))) for one in (self, other))
        moved = not (self.strategy and other.strategy) or whole < every
        return self.kind == other.kind and size < most and self.words <= other.words and moved


def _nodes(lines: Sequence[str]) -> list[AST]:
    """The nodes of the syntax trees of rules: how much there is to read."""
    rules = list[AST]()
    parse_string("\n".join(lines), rules.append)
    return [node for rule in rules for node in walk(rule)]


def _rank(guess: Guess) -> int:
    """How well a guess stands that is not refuted: 3 proved, 2 decided, 1 held in a larger box, 0 it only fits."""
    return 3 if guess.state == "proved" else 2 if guess.decided else 1 if guess.held else 0


@dataclass(frozen=True)
class Tried:
    """A kind of guess that was tried, with which effort, how it ended, and what the last guess of it said, if any."""

    family: str
    effort: int
    end: str
    says: str = ""


@dataclass(frozen=True)
class Discovery:
    """What a search has come to: the best guess, and those that were refuted where a proof was tried."""

    best: Guess | None = None
    refuted: tuple[Guess, ...] = ()
    game_class: GameClass | None = None
    """Whether the game is pet, miserable or wild, as far as its box tells."""
    partial: tuple[Guess, ...] = ()
    """What was proved of some positions alone."""
    tried: tuple[Tried, ...] = ()
    """The kinds of guesses that were tried, in order."""

    def with_(self, guess: Guess) -> Discovery:
        """The discovery with one more guess, which is the best now unless the best so far ranks above 0 and no lower.

        A proved guess always becomes the best, unless it is partial; a refuted one joins the refuted ones, but after a
        theorem, and is the best no longer, nor again, where it is false of the user's own game.
        """
        if guess.partial:
            return replace(self, partial=(*self.partial, guess)) if guess.state == "proved" else self
        if guess.state == "refuted" and self.proved:
            return self  # what is looked for beyond a theorem depends on the time that is left
        if guess.state == "refuted":
            gone = guess.inside and self.best is not None and self.best.says == guess.says
            return replace(self, refuted=(*self.refuted, guess), best=None if gone else self.best)
        if guess.state != "proved" and any(one.inside and one.says == guess.says for one in self.refuted):
            return self
        if self.best is not None and guess.state != "proved" and _rank(self.best) >= max(1, _rank(guess)):
            return self
        return replace(self, best=guess)

    @property
    def proved(self) -> bool:
        """Whether there is a theorem."""
        return self.best is not None and self.best.state == "proved"


@dataclass
class Search:
    """The state of a search for theorems on a game: the game, the time that is left, and what was solved for it.

    Who waits has the time until `end`, by the monotonic clock. What is tried, and how far, is told by processor time,
    so that a busy machine finds the same later, or says that its time was over.
    """

    spec: Spec
    rules: Rules
    play: Play
    limits: Limits
    end: float
    work: float
    """What `worked` may come to with the kind of guess that is tried now."""
    tell: Callable[[str], None]
    begun: float = field(default_factory=worked)
    """What it had come to at first."""
    target: Label = "P"
    """What the positions are that a theorem tells: P, or in a game of alliances the side that wins there."""
    fits: bool = False
    """Whether some formula fits all positions that were looked at, though it may not be proved."""
    against: list[Known] = field(default_factory=list)
    """Positions of the user's game, of whatever size, at which formulas were refuted: later ones are right there."""
    effort: int = 1
    """How many times as far as at first L* and formulas go."""
    final: bool = False
    """Whether no other kind of guess is tried after this one, so that a proof may take all the time that is left."""
    given_up: bool = False
    """Whether some part of what is tried now was given up, as its share of the time was over."""
    put_off: tuple[Guess, Sequence[Reach]] | None = None
    """A guess that is false of more heaps, and its proofs for few, which wait while others are looked for."""
    theorem: Guess | None = None
    """What is proved already, once there is such: then a simpler one is looked for."""

    @property
    def left(self) -> Limits:
        """The limits of what begins now; LimitReached where no time is left."""
        if self.over:
            raise LimitReached(f"time limit of {self.limits.seconds:g} s reached")
        return replace(self.limits, seconds=self.end - time.monotonic()).working(self.work - worked())

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return min(self.end - time.monotonic(), self.work - worked()) <= _NONE

    def part(self, share: float, least: float = 0.0) -> Limits:
        """The same with a share of the processor time that is left, or with the least seconds where these are more."""
        left = self.left
        return left.working(max(share * left.processor, least))

    @property
    def taken(self) -> set[str]:
        """A new set of the names that no new predicate may have; the caller may add to it."""
        return drafts.taken(self.spec, self.rules)

    @property
    def language(self) -> tuple[Language, dict[str, tuple[str, ...]]]:
        """The literals of the game, and the rules of their helpers."""
        return language_of(self.spec, self.rules, self.assignments, self.taken)

    @cached_property
    def assignments(self) -> list[Assignment]:
        """The values of the parameters for which positions are looked at."""
        return assignments(self.spec)

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """The positive numbers that the rules mention, and the members of parameters that are sets."""
        return mentioned(self.rules, self.assignments[0])

    def outcomes(self, most: int, spec: Spec | None = None) -> Outcomes:
        """About `most` positions of the game's box, or of that of the same game in a spec, with their outcomes."""
        return outcomes(spec or self.spec, self.play, self.assignments, most, self.left, self.target)

    @cached_property
    def more_heaps(self) -> Outcomes:
        """Positions of more heaps than the game's box has, with their outcomes."""
        several = [self.outcomes(_MORE_HEAPS, spec) for spec in with_more_heaps(self.spec)]
        found = {(one.parameters, one.position): one for more in several for one in more.known}
        return Outcomes(tuple(found.values()), max((more.measure for more in several), default=()))

    def wanted(self, guess: Guess) -> bool:
        """Whether a proof of the guess is worth a try: there is no theorem yet, or none so simple."""
        return self.theorem is None or guess.simpler(self.theorem)

    def longest(self, cost: int) -> int:
        """What a formula may cost, at most so much: after a theorem no more than that has words."""
        return cost if self.theorem is None else min(cost, self.theorem.words)

    def hurry(self, least: float = _LEAST) -> None:
        """Take from now on no longer than the search took so far, or than the least seconds where these are more."""
        now = worked()
        self.work = min(self.work, now + max(least, now - self.begun))


def at(spec: Spec, one: Known) -> str:
    """A position with its parameters as messages name it: `k=2,heap=1:2:2`, or `the empty position`."""
    named = {f.name: list(v) if isinstance(v, tuple) else v for f, v in zip(spec.fluents, one.position, strict=True)}
    return told(dict(one.parameters), named)


def drafted(search: Search, claim: Mapping[str, object], lines: Sequence[str], *more: Mapping[str, object]) -> Draft:
    """A spec that can be checked: the game's own rules, then these `lines`, with this claim.

    A claim is given by its keys, as a spec has them; `more` are statements beside it that its proof uses.
    """
    file = drafts.file_name(search.spec)
    text = f"{drafts.game_rules(search.spec)}\n\n% Found by `bouton discover`.\n" + "\n".join(lines) + "\n"
    return Draft(file, text, drafts.document(search.spec, file, [{"id": drafts.CLAIM, **claim}, *more]))
