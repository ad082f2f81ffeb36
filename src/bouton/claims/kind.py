"""What every kind of claim has: predicates that it reads and a judge of positions, and what else is said of some kinds.

A new kind is one module with the first two, and a row in `bouton.claims.registry.KINDS`. Functions of a claim are asked
of each claim by itself, as two of one kind may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from clingo import Symbol

from bouton.claims.judge import Judge
from bouton.claims.restated import Restated
from bouton.claims.wanted import Wanted
from bouton.core.errors import Diagnostic
from bouton.core.game_classes import Pair
from bouton.core.spec import At, Claim, Play, Spec
from bouton.core.stated import Stated
from bouton.core.verdict import Label
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.rules.file import Rules, Signature

Words: TypeAlias = Callable[[Node, Layer], dict[str, Any]]
"""What a claim says at a position it speaks of, as a certificate has it (see `bouton.certificate.verify`)."""


@dataclass(frozen=True)
class Spoken:
    """What a claim says of a position where it speaks, by the rows there of one predicate, or whatever holds there.

    `row` says it of a row, and `otherwise` is said where there is none: an outcome, a value, the side that wins,
    whether the outcomes of the two plays differ, or whether all is as it should be. Two rows, or None, are wrong.
    """

    about: Literal["outcome", "value", "winner", "swap", "holds"]
    otherwise: Label
    predicate: Signature | None = None
    row: Callable[[tuple[Symbol, ...]], Label] = lambda _row: None


@dataclass(frozen=True)
class Ending:
    """What a claim says of how the game ends from each position it speaks of, by predicates of these.

    P where `lost` holds, a draw where `drawn` does and N elsewhere; unless it `tells` of draws, N may be a draw. With
    `moves` it is the number of moves that this predicate names, and a draw where it names none.
    """

    lost: str | None = None
    drawn: str | None = None
    moves: str | None = None
    tells: bool = True


Program: TypeAlias = Literal["kernel", "everywhere", "swap", "sides", "values", "images"]


def no_certificate(claim: Claim) -> str:
    """Why there is no certificate of a claim whose kind has none."""
    return f"a claim of the kind {claim.kind} is not about P-positions"


@dataclass(frozen=True)
class OfPairs:
    """A claim about the pairs of values, of normal and misère play, of a position and of its options.

    `is_so` tells whether a position breaks what a game of the claimed class has, or whether it is of the class of
    positions; where it is `hereditary`, so do all positions from which such a one can be reached.
    """

    is_so: Callable[[Pair, Collection[Pair]], bool]
    hereditary: bool = False


@dataclass(frozen=True)
class Reads:
    """What claims of a kind name of the rules."""

    needs: Callable[[Spec, Claim], list[Wanted]]
    """The predicates that a claim names."""
    misfits: Callable[[Rules, Claim], Iterable[Diagnostic]] = lambda _rules, _claim: ()
    """What is wrong with them beside their numbers of arguments."""
    named: bool = False
    """Whether they may rest on values and outcomes of positions that the rules name."""


NOTHING: Callable[[Claim], tuple[Play, ...]] = lambda _claim: ()  # noqa: E731 (as fields of kinds have it)


ALWAYS: Callable[[Claim], bool] = lambda _claim: True  # noqa: E731


NEVER: Callable[[Claim], bool] = lambda _claim: False  # noqa: E731


@dataclass(frozen=True)
class HowJudged:
    """How claims of a kind are judged, layer after layer, and what has to be known for that."""

    judge: Callable[[Spec, Claim, Game], Judge]
    """What makes a fresh judge."""
    plays: Callable[[Claim], tuple[Play, ...]] = lambda claim: (claim.play,)
    """The plays whose outcomes are to be worked out."""
    lists: Callable[[Claim], bool] = ALWAYS
    """Whether the judge looks at lists of moves, not only at whether there are any."""
    values: Callable[[Claim], bool] = NEVER
    """Whether it needs Sprague-Grundy values."""
    remote: Callable[[Claim], bool] = NEVER
    """Whether it needs in how many moves the game ends."""
    compares: Callable[[Claim], bool] = NEVER
    """Whether positions are judged against each other, so that one alone shows nothing."""
    alliances: bool | None = None
    """Whether the kind is about games of alliances alone (True), or never about them (False)."""
    shows: Callable[[Claim], bool] = NEVER
    """Whether the claim is that there is such a position as the judge finds, for all parameters: what it finds shows
    the claim, and to find none decides nothing."""
    point: Callable[[Claim], At | None] = lambda _claim: None
    """The one position that the claim is about, if it is about one."""
    every: bool = True
    """Whether all positions of its box are judged."""


@dataclass(frozen=True)
class HowComputed:
    """What engines beside clingo are told of claims of a kind: nothing where only clingo judges them."""

    program: Program | None = None
    """What a compiled program computes."""
    heaps: bool = False
    """Whether the judge looks, of normal play, at outcomes and values alone, which the values of heaps give where the
    game is their sum."""
    searched: bool = False
    """Whether it asks of a layer for its nodes alone, and for what these and their options are, so that a search which
    lists nothing else may give it."""
    told: Callable[[Claim], Spoken | None] = lambda _claim: None
    """What the claim says of each position by itself, for a program that looks at all of them,"""
    ending: Callable[[Claim], Ending | None] = lambda _claim: None
    """and how the game ends from there."""
    pairs: Callable[[Claim], OfPairs] | None = None
    """Of claims about the values of both plays: what they say of these."""
    written: Callable[[Spec, Claim, Game, Region], tuple[str, Game]] | None = None
    """Where only the judge knows what is claimed P: the game with a predicate of it."""


@dataclass(frozen=True)
class HowProved:
    """What claims of a kind state, by which they are proved."""

    states: Callable[[Claim], Stated] = lambda _claim: Stated()
    characterises: Callable[[Claim], str | None] = lambda claim: claim.iff
    """The predicate that this is about; a claim that names none, and takes none together, has no proof."""


@dataclass(frozen=True)
class HowSaid:
    """What reports and certificates say of claims of a kind."""

    words: Callable[[Spec, Claim], Words | str] = lambda _spec, claim: no_certificate(claim)
    """What a certificate of the claim records at a position, or why it has none."""
    rows: Callable[[Claim], Iterable[tuple[str, str]]] = lambda _claim: ()
    """What `explain` says of its own keys beside predicates: a title and a text each."""
    counted: str = "case"
    """The noun for the numbers that it is about, where there is no game in it."""
    whole: Callable[[Claim], bool] = NEVER
    """Whether it is about all positions together, so that none is the least at which it fails."""
    summands: Callable[[Claim], tuple[Spec, ...]] = lambda _claim: ()
    """The games that it adds to that of its spec."""
    restated: Callable[[Claim], Iterable[Restated]] = lambda _claim: ()
    """Where the statement itself stands in the spec, and not in predicates, the claims that say something else: another
    number, outcome or period."""


@dataclass(frozen=True)
class Kind:
    """One kind of claim: what it reads, how it is judged, and, where that is not the usual, all else that it has."""

    name: str
    reads: Reads
    judged: HowJudged
    computed: HowComputed = HowComputed()
    proved: HowProved = HowProved()
    said: HowSaid = HowSaid()
