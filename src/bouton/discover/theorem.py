"""From the rules of a game alone to a theorem: guesses of several kinds, the simplest kind first."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Generator, Iterator
from typing import TypeAlias

from bouton.claims.subject import rules_of
from bouton.core.errors import LimitReached, fault
from bouton.core.position import has_sets
from bouton.core.proof import Proof
from bouton.core.spec import Play, Spec
from bouton.discover.alliances import winners
from bouton.discover.by_digits import digits_of_one, digits_of_two
from bouton.discover.digits import digits
from bouton.discover.draft import alone
from bouton.discover.families import families
from bouton.discover.formulas import formulas, later, steep
from bouton.discover.golden import golden
from bouton.discover.guess import MOVES, Guess, Search, Tried
from bouton.discover.halves import halves
from bouton.discover.judged import with_strategy
from bouton.discover.nimsums import nim_sums
from bouton.discover.pairs import pairs
from bouton.discover.residues import listed, residues
from bouton.discover.starts import of_starts
from bouton.discover.summands import periods, sums
from bouton.discover.swapped import swapped
from bouton.process.limits import Limits, worked

Proposer: TypeAlias = Callable[[Search], Iterator[Guess]]
_FAMILIES: dict[Proposer, str] = {
    residues: "remainders of one pile",
    sums: "values of single heaps, and their nim-sum",
    digits: "ones at each binary place",
    nim_sums: "nim-sums of heaps and counters",
    golden: "two heaps and the golden section",
    pairs: "a sequence of pairs",
    digits_of_two: "digits of two numbers, by automata",
    formulas: "formulas",
    steep: "formulas, and lines of slopes 2 and 3",
    swapped: "misère play as normal play, but for some positions",
    periods: "a period of the values",
    digits_of_one: "digits of one number, by automata",
    listed: "remainders of one pile, for each value of the parameters",
    halves: "formulas by cases",
    later: "a formula that more heaps refute, for few of them",
    families: "families that are P by replies",
    of_starts: "who wins where games begin, by the parameters",
}
"""Simple ones first; sequences of pairs are not proved, and automata that take long come after them; periods are for
counters, those of heaps come with the sums."""
_PROPOSERS: tuple[Proposer, ...] = tuple(one for one in _FAMILIES if one is not of_starts)
_DEEPER: dict[Proposer, int] = {digits_of_two: 32, formulas: 2, digits_of_one: 32, halves: 2}
"""What may find with more effort what it did not with less, and the most effort, as a multiple of that at first."""
_SHARE = 2 / 3
"""The part of the processor time that is left which one kind may take where others are still to be tried."""
_NO_SIMPLER: tuple[Proposer, ...] = (pairs, families, steep)
"""What gives no theorem on all positions, or none that says another one in a simpler form."""


def discover(
    spec: Spec,
    limits: Limits,
    play: Play = "normal",
    tell: Callable[[str], None] = lambda _what: None,
    ended: Callable[[Tried], None] = lambda _tried: None,
) -> Generator[Guess]:
    """Guesses as they come; `Discovery` tells which of them is the best. `ended` hears how each kind of guess ended.

    `limits` are those of the whole search. A theorem is told as soon as it is proved, and again with winning moves;
    then a simpler form is looked for, as long again as that took, and one that is proved of all that, and has winning
    moves where the first has them, takes its place. Without a theorem each kind is tried with growing effort.
    Of processor time all of it has so many seconds as may pass, or as they say, whatever is done side by side.
    A guess is proved only where `check` says so of its draft. InputError where the rules are at fault, or misère play
    is asked of a game of alliances; LimitReached is never raised.
    """
    refuse(spec, play)
    spec = alone(spec)
    heard = list[str]()

    def hear(what: str) -> None:
        heard.append(what)
        tell(what)

    work = worked() + (limits.processor if limits.processor < math.inf else limits.seconds)
    search = Search(spec, rules_of(spec), play, limits, time.monotonic() + limits.seconds, work, hear)
    done = set[Proposer]()
    for proposer in _order(search, done):
        heard.clear()
        last: Guess | None = None
        proved: Guess | None = None
        over, left, search.given_up = False, search.work, False
        if not search.final:
            search.work -= (1 - _SHARE) * max(0.0, left - worked())
        try:
            for guess in proposer(search):
                last = guess
                if search.theorem is None:
                    yield guess
                proved = guess if guess.state == "proved" and not guess.partial else proved
        except LimitReached:
            over = True
        search.work = left
        if heard or last is not None:
            family, over = _FAMILIES.get(proposer, "the sides that win"), over or search.given_up
            ended(_tried(search, family, last, over=over))
        if proved is not None and (search.theorem is None or _as_far(proved, search.theorem)):
            search.work = work
            search.hurry(MOVES)
            told = with_strategy(search, proved)
            search.work = left
            if search.theorem is None:
                search.hurry()
            if search.theorem is None or _in_its_place(told, search.theorem):
                search.theorem = told
                yield told
        if last is not None and not search.wanted(last):
            done.add(proposer)
        if search.over or (search.theorem is not None and search.theorem.plain):
            return


def refuse(spec: Spec, play: Play) -> None:
    """InputError for a game, or a play of it, of which no theorem is looked for."""
    if spec.all_games:
        raise fault("statements on all games have no game of which a theorem could be found", file=spec.file)
    if rules_of(spec).alliances and play == "misere":
        raise fault("a game of alliances (side/1) has no misère play: winner/1 says who has won", file=spec.file)
    if spec.cycles == "followed":
        raise fault("positions come back, and no theorem is looked for in games with cycles yet", file=spec.file)
    if has_sets(spec.fluents) and spec.begins is None:
        message = "of positions that are sets it is told who wins where games begin, and the spec does not say where"
        raise fault(message, file=spec.file, expected="`starts: PREDICATE` in the spec")


def has_misere_play(spec: Spec) -> bool:
    """Whether misère play is another game than normal play, and theorems on its P-positions are looked for."""
    rules = rules_of(spec)
    return not (rules.alliances or has_sets(spec.fluents) or ("winner", 1) in rules.defined)


def _in_its_place(guess: Guess, theorem: Guess) -> bool:
    """Whether a theorem, now with its winning moves, takes the place of another one."""
    return guess.simpler(theorem) and bool(guess.strategy or not theorem.strategy)


def _as_far(guess: Guess, theorem: Guess) -> bool:
    """Whether a proved guess is proved of all positions and parameters of which a theorem is."""
    (ranges, proof), (others, whole) = map(_proved_of, (guess, theorem))
    same = all(whole.fixed.get(name) == one for name, one in proof.fixed.items())
    return same and ranges == others and set(proof.unbounded) >= set(whole.unbounded)


def _proved_of(guess: Guess) -> tuple[dict[str, object], Proof]:
    """The ranges of the parameters for which a guess is proved, as they are written, and its proof."""
    assert guess.judged is not None and guess.result is not None and guess.result.proof is not None
    claim = guess.judged.claim(guess.result.id)
    ranges = claim.prove.parameters if claim.prove else claim.box.parameters
    return {one.name: one.written for one in ranges}, guess.result.proof


def _order(search: Search, done: Collection[Proposer]) -> Iterator[Proposer]:
    """What is tried, one after the other: all kinds, the simplest first, and then with more effort what may gain by it.

    What is `done` by then is not tried again. After a theorem formulas are next, as they are the shortest. The last
    kind of a round may take all the time that is left for a proof.
    """
    proposers: tuple[Proposer, ...] = (winners,) if search.rules.alliances else _PROPOSERS
    if has_sets(search.spec.fluents):
        proposers = (of_starts,)
    while proposers:
        waiting = [*proposers]
        while waiting:
            proposer = formulas if search.theorem is not None and formulas in waiting else waiting[0]
            waiting.remove(proposer)
            if search.theorem is None or proposer not in _NO_SIMPLER:
                search.final = proposer in (winners, halves, later, of_starts)
                yield proposer
        search.effort *= 2
        proposers = tuple(one for one in proposers if one not in done and _DEEPER.get(one, 1) >= search.effort)


def _tried(search: Search, family: str, last: Guess | None, *, over: bool) -> Tried:
    """How a kind of guess has ended, by the last guess of it."""
    if last is None:
        end = "its time was over" if over else "no guess fits"
    elif not search.wanted(last):
        end = "no simpler guess fits"
    elif last.state == "refuted":
        end = f"the last guess is false at {last.where}"
    elif last.state == "proved":
        end = "proved" if not last.partial else "proved of some positions"
    else:
        end = f"a guess fits {last.where}, and was not proved{' before its time was over' if over else ''}"
    return Tried(family, search.effort, end, "" if last is None else last.says)
