"""Misère play as normal play, but for the positions whose outcomes the two plays swap: a formula for each of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.core.position import Heaps
from bouton.discover import draft as drafts
from bouton.discover.formulas import LONGEST, bodies_of, fitting, language_of, words_of
from bouton.discover.guess import Guess, Search, drafted, taken, tried, unused
from bouton.discover.language import Literal, needs
from bouton.discover.learn import Cover
from bouton.discover.positions import Known, Outcomes, assignments, outcomes

_POSITIONS = 5000
"""About how many positions both formulas must fit."""
_FIRST = 40
"""Positions that are learnt from at first."""


def swapped(search: Search) -> Iterator[Guess]:
    """A formula for normal play and one for the positions that swap, where the theorem of both together fits."""
    if search.play != "misere" or not any(isinstance(one, Heaps) for one in search.spec.fluents):
        return
    search.tell("misère play as normal play but for some positions")
    language, lines = language_of(search, assignments(search.spec))
    *both, measure = _both(search)
    found = [fitting(search, language, known, known[:_FIRST], LONGEST) for known in both]
    if any(one is None for one in found):
        return
    guess = _guess(search, [one for one in found if one is not None], lines)
    fits = f"{len(both[0])} positions to measure {', '.join(map(str, measure))}"
    yield replace(guess, where=fits)
    ways = drafts.reaches(search.spec)
    for reach in ways:
        judged = tried(search, guess, reach, fits, last=reach is ways[-1])
        if judged.state != "fits":
            yield judged
        if judged.state == "proved":
            return


def _both(search: Search) -> tuple[list[Known], list[Known], tuple[int, ...]]:
    """The positions with their outcomes in normal play, and with whether misère play swaps these."""
    chosen = assignments(search.spec)
    normal, misere = (outcomes(search.spec, play, chosen, _POSITIONS, search.left) for play in ("normal", "misere"))
    lost = _table(misere)
    both = [one for one in normal.known if (one.parameters, one.position) in lost]
    swapped = [replace(one, lost=one.lost != lost[one.parameters, one.position]) for one in both]
    return both, swapped, normal.measure


def _table(data: Outcomes) -> dict[tuple[object, object], bool]:
    return {(one.parameters, one.position): one.lost for one in data.known}


def _guess(search: Search, found: Sequence[tuple[list[Literal], Cover]], lines: dict[str, tuple[str, ...]]) -> Guess:
    known = taken(search) | set(lines)
    name, normal, swap = (unused(one, known) for one in ("found", "normal", "swapped"))
    bodies, made, said = list[str](), list[str](), list[str]()
    for head, (literals, cover) in zip((normal, swap), found, strict=True):
        plain = unused(f"not_{head}", known) if cover.negated else head
        mine = bodies_of(literals, cover)
        made += [f"{plain} :- {body}." for body in mine or ["#false"]]
        made += [f"{head} :- not {plain}."] if cover.negated else []
        words = words_of(literals, cover)
        said.append(f"not ({words})" if cover.negated else words)
        bodies += mine
    made += [f"{name} :- {normal}, not {swap}.", f"{name} :- {swap}, not {normal}."]
    says = (
        "The outcomes of misère play are those of normal play, in which a position is a P-position iff "
        f"{said[0]}; they are swapped iff {said[1]}."
    )
    rules = (*needs(lines, bodies), *made)
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": name}
    return Guess(rules, says, "fits", "", drafted(search, claim, rules))
