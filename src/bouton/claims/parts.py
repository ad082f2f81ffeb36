"""The parts of a claim, and the obligations that discharge each: what `proved` is made of.

What must be discharged is read off the claim itself, never off the problems that were made for it, so that a problem
that was lost, or a member or a strategy that a reading has dropped, leaves a part without an obligation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bouton.claims.registry import KINDS
from bouton.core.spec import Claim
from bouton.rules.file import Rules

SEEN, DEPTH, EVERYWHERE = "levels", "levels after a move", "holds"
"""That no rule looks below the levels, that a move leaves enough of them, and that a predicate holds everywhere."""

SUM, NIM_SUM = "sum of heaps", "nim-sum"
"""That the game is the sum of its heaps, and that what is claimed adds up their values."""

LOWERED, DIGITS = "moves lower heaps", "digit places"
"""That a move lowers some heaps, each by any amount, and that the claim speaks of each digit place."""

QUOTIENTS = "quotients and remainders"
"""That the claim speaks of the nim-sum of quotients, and of the sum of the heaps."""

NUMBERS = "numbers of heaps"
"""That the claim is about the nim-sum of how many heaps have each size, of those that count."""
FORMS = frozenset({LOWERED, DIGITS, QUOTIENTS, NUMBERS})
"""That the rules say what they were read to say."""

MOVE, TERMINAL, LEMMAS = "a move", "a terminal", "the lemmas"
"""What most obligations speak of: without any they would say nothing."""

_KERNEL = ("terminals", "independence", "absorption")
SWAP, MISERE = "swap positions", {part: f"{part} in misère play" for part in _KERNEL}
"""Of a sum in misère play: which values a swap position has, and that each heap has the value that is said."""
HEREDITARY = "closed under moves"
"""Of a claim that speaks of some positions, and is taken by itself: that no move leads from these to others."""
LABELS = "labels"
"""Of a class of games: that the labels of its positions are those that the proof knows."""
IMAGE, OTHER_RULES = "image", "rules of the other game"
"""Of two games: that each position has one image, and that the rules of the other are right there."""
ALTERNATE = "sides alternate"
"""Of a game of alliances beside one of two players: that the side which has moved does not move next."""
FORTH, BACK = "options have images", "options of images"
"""That the image of an option is an option of the image, and that there are no others."""
_VALUES = ("some value", "no negative value", "one value", *_KERNEL)

Place: TypeAlias = tuple[tuple[int, ...], bool]
"""The numbers of heaps that a problem is about; with levels how many there are, and whether there may be more."""


def strategy_part(predicate: str | None) -> str:
    """That the moves which a strategy names win."""
    return f"strategy {predicate}"


def rules_part(predicate: str) -> str:
    """That no arithmetic of the rules of a strategy is undefined, where these are read by themselves."""
    return f"rules of {predicate}"


def naming_part(claim: str) -> str:
    """That a claim names one side."""
    return f"{claim} names one side"


def claim_part(claim: str) -> str:
    """What a claim says of the positions that it speaks of."""
    return f"claim {claim}"


def lemma_part(claim: str) -> str:
    """That a statement which the proof uses is proved."""
    return f"lemma {claim}"


DESCENT = "descent"
"""That a statement which uses itself does so at smaller numbers, which end."""


class Discharging(Protocol):
    """A problem of a proof, as far as it says which part it discharges."""

    @property
    def name(self) -> str:
        """Its own name."""

    @property
    def part(self) -> str:
        """The part of the claim."""

    @property
    def share(self) -> tuple[int, int]:
        """Which it is of how many that discharge the part together."""

    @property
    def speaks(self) -> tuple[str, ...]:
        """The claims that it is about."""


@dataclass(frozen=True)
class Missing:
    """A part of a claim that nothing discharges, or not all that should, and where."""

    part: str
    place: Place

    def __str__(self) -> str:
        counts, more = self.place
        heaps = " and ".join(map(str, counts))
        where = f" at {heaps}{' or more' if more else ''}" if heaps else ""
        return f"nothing discharges the part {self.part}{where}"


def is_hereditary(claim: Claim) -> bool:
    """Whether it is proved by itself where it speaks of some positions alone, so that moves must not leave these."""
    return KINDS[claim.kind].proof == "kernel" and claim.where is not None and not claim.together


def parts_of(claim: Claim, rules: Rules) -> dict[str, frozenset[str]]:
    """What a proof of the claim must discharge wherever it speaks: each part with the claims that it must be about.

    A claim that is taken together with others and speaks of some positions is here for its strategy alone.
    """
    about = frozenset(claim.together or (claim.id,))
    none: frozenset[str] = frozenset()
    if KINDS[claim.kind].proof == "everywhere":
        return {"rules": none, EVERYWHERE: about}
    if claim.together and claim.where is not None:
        return {"rules": none, strategy_part(claim.strategy): about}
    found = dict.fromkeys(("rules", "sizes", "measure", "closed"), none)
    if KINDS[claim.kind].proof == "winners":
        found |= dict.fromkeys(("sides", "winner", *map(naming_part, sorted(about))), none)
    elif ("winner", 1) in rules.defined:
        found["winner"] = none
    if KINDS[claim.kind].proof == "images":
        if ("side", 1) in rules.defined:
            found |= dict.fromkeys(("sides", ALTERNATE), none)
        own = dict.fromkeys(("terminals", FORTH, BACK), about)
        return found | dict.fromkeys((IMAGE, OTHER_RULES), none) | own
    if is_hereditary(claim):
        found[HEREDITARY] = none
    if claim.together:
        found["coverage"] = none
        if len(about) > 1:
            found["agreement"] = none
    if KINDS[claim.kind].proof == "values":
        return found | dict.fromkeys(_VALUES[:3], none) | dict.fromkeys(_KERNEL, about)
    if KINDS[claim.kind].proof == "pairs":
        said = {} if claim.iff is None else {SWAP: about}
        return found | dict.fromkeys((*_VALUES[:3], LABELS), none) | said | dict.fromkeys(_KERNEL, about)
    if claim.strategy is None:
        return found | dict.fromkeys(_KERNEL, about)
    return found | dict.fromkeys((*_KERNEL[:2], strategy_part(claim.strategy)), about)


def hypotheses(claim: Claim) -> tuple[str, ...]:
    """What some position of the range must meet, so that the obligations say something."""
    about = tuple(map(claim_part, claim.together or (claim.id,)))
    lemmas = (LEMMAS,) if claim.using else ()
    if KINDS[claim.kind].proof == "everywhere":
        return (*about, *lemmas)
    if KINDS[claim.kind].proof == "images":
        return (MOVE, TERMINAL)
    strategy = () if claim.strategy is None else (strategy_part(claim.strategy),)
    return (MOVE, TERMINAL, *about, *strategy, *lemmas)


def instance_of(part: str) -> str | None:
    """What an obligation about that part speaks of; None where it may speak of nothing, as of no division."""
    if part in ("sizes", "measure", "closed", "coverage", "independence", "absorption"):
        return MOVE
    return TERMINAL if part in ("terminals", "winner") else None


def missing(
    needed: Mapping[str, frozenset[str]], at: Iterable[Place], made: Mapping[Place, Sequence[Discharging]]
) -> Iterator[Missing]:
    """The parts that the problems made at each of these places leave undischarged."""
    for place in at:
        problems = made.get(place, ())
        for part, about in needed.items():
            mine = [one for one in problems if one.part == part]
            shares = {one.share for one in mine}
            whole = shares and shares == {(number, len(shares)) for number in range(1, len(shares) + 1)}
            if not whole or any(not about <= set(one.speaks) for one in mine):
                yield Missing(part, place)


def missing_levels(
    needed: Mapping[str, frozenset[str]], made: Mapping[Place, Sequence[Discharging]]
) -> Iterator[Missing]:
    """The same for any number of heaps: with so many levels and no more, each number of them, and with any more.

    Nothing leaves such a range; instead the levels must be enough, before a move and after it.
    """
    depth = max((levels for (levels,), _ in made), default=0)
    before = {part: about for part, about in needed.items() if part != "closed"}
    if EVERYWHERE not in needed:
        before[DEPTH] = frozenset()
    if ((depth,), True) not in made:
        yield Missing(SEEN, ((depth,), True))
    yield from missing({**before, SEEN: frozenset()}, [((depth,), True)], made)
    yield from missing(before, [((levels,), False) for levels in range(depth)], made)
    below = {levels for (levels,), more in made if more} - {depth}
    if EVERYWHERE not in needed and len(below) != 1:  # moves lead to positions that are read with fewer levels
        yield Missing(SEEN, ((0,), True))
    yield from missing({SEEN: frozenset()}, [((levels,), True) for levels in below], made)
    yield from missing(
        {SEEN: frozenset()}, [((levels,), False) for levels in range(depth) if levels not in below], made
    )


def missing_sum(claim: Claim, made: Mapping[Place, Sequence[Discharging]]) -> Iterator[Missing]:
    """The same for a sum of any number of heaps: its form, the values of no heap and of one, the moves in one."""
    about, none = frozenset({claim.id}), frozenset[str]()
    yield from missing({SUM: none, NIM_SUM: about}, [((), False)], made)
    values = dict.fromkeys(("rules", "sizes", "measure", "closed", *_VALUES[:3]), none) | dict.fromkeys(_KERNEL, about)
    yield from missing(values, [((0,), False), ((1,), False)], made)
    if claim.strategy is not None:
        needed = {rules_part(claim.strategy): none, strategy_part(claim.strategy): about}
        yield from missing(needed, [((1,), False)], made)
    if claim.play == "misere":
        yield from missing({SWAP: about}, [((1,), False)], made)
        yield from missing(dict.fromkeys(MISERE.values(), about), [((0,), False), ((1,), False)], made)


def missing_columns(claim: Claim, made: Mapping[Place, Sequence[Discharging]]) -> Iterator[Missing]:
    """The same for a claim about digit places: what the rules say of moves and of digits, and what is solved."""
    yield from missing(dict.fromkeys((LOWERED, DIGITS, *_KERNEL), frozenset({claim.id})), [((), False)], made)


def missing_remainders(claim: Claim, made: Mapping[Place, Sequence[Discharging]]) -> Iterator[Missing]:
    """The same for a claim about quotients and remainders."""
    values = _VALUES[:3] if KINDS[claim.kind].proof == "values" else ()
    yield from missing(
        dict.fromkeys((LOWERED, QUOTIENTS, *values, *_KERNEL), frozenset({claim.id})), [((), False)], made
    )


def missing_multiplicities(claim: Claim, made: Mapping[Place, Sequence[Discharging]]) -> Iterator[Missing]:
    """The same for a claim about how many heaps have each size: what the rules say of both, and what is solved."""
    yield from missing(dict.fromkeys((LOWERED, NUMBERS, *_KERNEL), frozenset({claim.id})), [((), False)], made)
