"""The parts of a claim, and what each way to prove it needs of them: what the door to `proved` asks for.

What must be discharged is read off the claim itself, never off the problems that were made for it, so that a problem
that was lost, or a member or a strategy that a reading has dropped, leaves a part without an obligation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from bouton.claims.registry import stated
from bouton.core.proof import Need, ProofPlace, claim_part
from bouton.core.spec import Claim, Play
from bouton.core.stated import Everywhere, Family, Images, Loopy, Pairs, Values
from bouton.document.entries import Outcome
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

KERNEL = ("terminals", "independence", "absorption")
SWAP, MISERE = "swap positions", {part: f"{part} in misère play" for part in KERNEL}
"""Of a sum in misère play: which values a swap position has, and that each heap has the value that is said."""
HEREDITARY = "closed under moves"
"""Of a claim that speaks of some positions, and is taken by itself: that no move leads from these to others."""
LEGAL = "positions exist"
"""Of a game in which not all positions exist: that no move leads from one that does to one that does not."""
LABELS, DESCRIBED = "labels", "positions of the class"
"""Of a class of games: that the labels of its positions are those that the proof knows. Of one of positions: which."""
IMAGE, OTHER_RULES = "image", "rules of the other game"
"""Of two games: that each position has one image, and that the rules of the other are right there."""
ALTERNATE = "sides alternate"
"""Of a game of alliances beside one of two players: that the side which has moved does not move next."""
FORTH, BACK = "options have images", "options of images"
"""That the image of an option is an option of the image, and that there are no others."""
VALUES = ("some value", "no negative value", "one value", *KERNEL)

REPLIES, WINNING, MOVES = "replies", "a winning move", "no terminal"
"""Of a family of P-positions: that each move has a reply into it, and in misère play that none of it is terminal. Of a
family of N-positions: that from each a move leads to a P-position."""
START = "starts"
"""Of positions in which games begin: that they are of a family that another claim is about."""
FALLING, STAYS, KEPT = "replies that lower the measure", "a move that stays", "no way out"
"""Of a family in a game with cycles. Of P-positions: that each move has a reply into it, at a lesser measure than
before the move. Of draws: that a move stays in it, and that no move leads to where the other player has lost."""
RANK = "what falls"
"""Of what replies lower in a game with cycles: that it is made of natural numbers."""
APART, LEFT = "draws are no P-positions", "no P-position is left out"
"""Of all positions of such a game: that none is said to be lost and drawn; or, where nothing is said of draws, that a
move leads from any other position to a P-position, or to where no move leads to one."""
CODE, COMPLETE = "moves are of the code", "moves of the code"
"""Of a sum of heaps with an octal code: that each move is one of the code, and that all of these are there."""
PERIOD, TABLE, REPEATS = "period", "values", "values repeat"
"""That the values of the game repeat, that those listed or claimed are right, and that what is claimed repeats."""
MEX = "values are mex"
"""The part of a statement about values that says what they are."""
STATEMENT, STEP = "statement", "induction step"
"""What is proved of all games: the statement itself, or the step of the one induction that it is proved by."""


def strategy_part(predicate: str | None) -> str:
    """That the moves which a strategy names win."""
    return f"strategy {predicate}"


def reply_part(predicate: str) -> str:
    """That the answers which a predicate names lead back into a family, and that each move has one."""
    return f"replies {predicate}"


def rules_part(predicate: str) -> str:
    """That no arithmetic of the rules of a strategy is undefined, where these are read by themselves."""
    return f"rules of {predicate}"


def naming_part(claim: str) -> str:
    """That a claim names one side."""
    return f"{claim} names one side"


def lemma_part(claim: str) -> str:
    """That a statement which the proof uses is proved."""
    return f"lemma {claim}"


DESCENT = "descent"
"""That a statement which uses itself does so at smaller numbers, which end."""


def induction_part(predicate: str) -> str:
    """That a predicate of all games, of one position or of two, holds nowhere."""
    return f"induction, {predicate}"


def parts_of(claim: Claim, rules: Rules) -> dict[str, frozenset[str]]:
    """What a proof of the claim must discharge wherever it speaks: each part with the claims that it must be about.

    A claim that is taken together with others and speaks of some positions is here for its strategy alone.
    """
    about = frozenset(claim.together or (claim.id,))
    none: frozenset[str] = frozenset()
    states = stated(claim)
    if isinstance(states, Everywhere):
        return {"rules": none, EVERYWHERE: about}
    if isinstance(states, Family) and states.begun:
        return {"rules": none, START if claim.strategy is None else strategy_part(claim.strategy): about}
    if claim.together and claim.where is not None:
        return {"rules": none, strategy_part(claim.strategy): about}
    found = dict.fromkeys(("rules", "sizes", "measure", "closed"), none)
    if claim.legal is not None:
        found[LEGAL] = none
    if states.sides and not isinstance(states, Images):
        found |= dict.fromkeys(("sides", "winner", *map(naming_part, sorted(about))), none)
    elif ("winner", 1) in rules.defined:
        found["winner"] = none
    if isinstance(states, Family):
        if states.endless:
            del found["measure"]  # what has to lower it is a part of the family's own
        return found | _of_family(states, claim.play, about)
    if isinstance(states, Images):
        if ("side", 1) in rules.defined:
            found |= dict.fromkeys(("sides", ALTERNATE), none)
        own = dict.fromkeys(("terminals", FORTH, BACK), about)
        return found | dict.fromkeys((IMAGE, OTHER_RULES), none) | own
    if states.hereditary:
        found[HEREDITARY] = none
    if isinstance(states, Loopy):
        del found["measure"]
        return found | dict.fromkeys(_of_loops(states), about)
    if claim.together:
        found["coverage"] = none
        if len(about) > 1:
            found["agreement"] = none
    if isinstance(states, Values):
        return found | dict.fromkeys(VALUES[:3], none) | dict.fromkeys(KERNEL, about)
    if isinstance(states, Pairs):
        said = {} if states.described is None else {DESCRIBED: about}
        return found | dict.fromkeys((*VALUES[:3], LABELS), none) | said | dict.fromkeys(KERNEL, about)
    if claim.strategy is None:
        return found | dict.fromkeys(KERNEL, about)
    return found | dict.fromkeys((*KERNEL[:2], strategy_part(claim.strategy)), about)


def _of_family(states: Family, play: Play, about: frozenset[str]) -> dict[str, frozenset[str]]:
    """Of a family: its replies, or a winning move from each position; in misère play that it has moves, too."""
    if states.outcome == "N":
        return {WINNING: about}
    if states.outcome != "P":
        return {STAYS: about, KEPT: about}
    ends = {MOVES: about} if play == "misere" else {}
    if states.endless:
        return ends | {RANK: about, FALLING: about}
    return ends | ({REPLIES: about} if states.reply is None else {reply_part(states.reply): about})


def _of_loops(states: Loopy) -> tuple[str, ...]:
    """Of a game with cycles: its P-positions by what falls, and how all other positions are apart from them."""
    found = ("terminals", RANK, FALLING)
    if states.sides:
        return (*found, "absorption", STAYS, KEPT)
    return (*found, LEFT) if states.drawn is None else (*found, APART, "absorption", STAYS, KEPT)


def hypotheses(claim: Claim) -> tuple[str, ...]:
    """What some position of the range must meet, so that the obligations say something."""
    about = tuple(map(claim_part, claim.together or (claim.id,)))
    lemmas = (LEMMAS,) if claim.using else ()
    states = stated(claim)
    if isinstance(states, Everywhere) or (isinstance(states, Family) and states.begun):
        return (*about, *lemmas)
    if isinstance(stated(claim), Images):
        return (MOVE, TERMINAL)
    if claim.endless:  # there need be no end
        return (MOVE, *about, *lemmas)
    strategy = () if claim.strategy is None else (strategy_part(claim.strategy),)
    return (MOVE, TERMINAL, *about, *strategy, *lemmas)


def compared_at(place: ProofPlace) -> str:
    """That the rules as they are read were held against clingo there: a hypothesis of every proof that reads them."""
    return f"a position compared with clingo{place}"


def instance_of(part: str) -> str | None:
    """What an obligation about that part speaks of; None where it may speak of nothing, as of no division."""
    if part in ("sizes", "measure", "closed", "coverage", "independence", "absorption"):
        return MOVE
    return TERMINAL if part in ("terminals", "winner") else None


# ------------------------------------------------------------------------------------------- what each way needs


def needs_at(parts: Mapping[str, Collection[str]], places: Iterable[ProofPlace]) -> Iterator[Need]:
    """Each part, with the claims that it must be about, at each place."""
    for place in places:
        yield from (Need(part, place, tuple(sorted(about))) for part, about in parts.items())


def lemmas_of(claim: Claim) -> tuple[str, ...]:
    """The claims that the proof of a claim uses: statements, and the one on the P-positions that moves lead to."""
    into = claim.said.into if isinstance(claim.said, Outcome) else None
    return (*(name for name, _ in claim.using), *(() if into is None else (into,)))


def needs_of_lemmas(claim: Claim) -> Iterator[Need]:
    """That the claims which the claim uses are proved, and that it uses itself at smaller numbers alone."""
    for name in lemmas_of(claim):
        yield Need(DESCENT if name == claim.id else lemma_part(name))
