"""Misère play as normal play, but for positions whose outcome differs: a formula for normal play and one for these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.core.position import Heaps
from bouton.core.spec import PLAYS
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.expressions import Literal
from bouton.discover.formulas import LONGEST, bodies_of, fitting, words_of
from bouton.discover.guess import Guess, Search, drafted
from bouton.discover.judged import proved_in
from bouton.discover.language import needs
from bouton.discover.learn import Cover
from bouton.discover.positions import Outcomes, outcomes

_POSITIONS = 5000
"""About how many positions both formulas must fit."""
_FIRST = 40
"""Positions that are learnt from at first."""


def swapped(search: Search) -> Iterator[Guess]:
    """The guess at misère play by two formulas, for normal play and for where misère differs, if both are found."""
    if search.play != "misere" or not any(isinstance(one, Heaps) for one in search.spec.fluents):
        return
    search.tell("misère play as normal play but for some positions")
    language, lines = search.language
    both = _both(search)
    found = [fitting(search, language, data.known, [*data.known[:_FIRST]], LONGEST) for data in both]
    if any(one is None for one in found):
        return
    guess = replace(_guess(search, [one for one in found if one is not None], lines), where=both[0].said)
    yield from proved_in(search, guess, drafts.reaches(search.spec))


def _both(search: Search) -> tuple[Outcomes, Outcomes]:
    """The positions twice: `lost` is whether they are P-positions in normal play, then whether misère play differs."""
    normal, misere = (outcomes(search.spec, play, search.assignments, _POSITIONS, search.left) for play in PLAYS)
    lost = {(one.parameters, one.position): one.lost for one in misere.known}
    both = tuple(one for one in normal.known if (one.parameters, one.position) in lost)
    swapped = tuple(replace(one, lost=one.lost != lost[one.parameters, one.position]) for one in both)
    return replace(normal, known=both), replace(normal, known=swapped)


def _guess(search: Search, found: Sequence[tuple[list[Literal], Cover]], lines: dict[str, tuple[str, ...]]) -> Guess:
    known = search.taken | set(lines)
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
