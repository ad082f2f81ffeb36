"""Positions with what an automaton on their digits says of them: those of a box, and large ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from bouton.automata.automaton import Automaton, Track, symbols
from bouton.core.numeration import Numeration
from bouton.core.position import Position, Value
from bouton.core.spec import Spec
from bouton.discover.accepted import Accepted
from bouton.discover.positions import Known, Outcomes, cut
from bouton.discover.regular import Layout, layout
from bouton.ground.box import ground_box

_LONGEST = 14
"""Digits of the greatest numbers at which a formula is compared with an automaton."""


def said(spec: Spec, parameters: Mapping[str, Value], system: Numeration, found: Accepted, most: int) -> Outcomes:
    """About `most` positions of the spec's box, least first, with what the automaton says of them."""
    where = layout(spec, parameters)
    box = cut(ground_box(spec.fluents, spec.box, dict(parameters)), most)
    every = [position for layer in box.layers(spec.measure) for position in layer]
    known = [_judged(where, parameters, system, found.automaton, position) for position in every]
    return Outcomes(tuple(known), spec.measure.of(every[-1]) if every else ())


def far(
    spec: Spec, parameters: Mapping[str, Value], system: Numeration, found: Accepted, many: int = 300
) -> list[Known]:
    """Large positions with what the automaton says of them: words from which it may still accept, and changed ones.

    So P-positions are among them, which would be rare in positions drawn at random.
    """
    where = layout(spec, parameters)
    automaton, draw = found.automaton, Random(1)
    alive = sorted(living(automaton))
    known: dict[Position, Known] = {}
    for _ in range(many):
        state, codes = 0, list[int]()
        for _ in range(draw.randrange(4, _LONGEST)):
            ways = [code for code, to in enumerate(automaton.table[state].tolist()) if to in alive]
            if not ways:
                break
            codes.append(draw.choice(ways))
            state = int(automaton.table[state, codes[-1]])
        changed = [*codes]
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(symbols(automaton.tracks))
        for one in (codes, changed):
            numbers = [system.value(column) for column in _columns(automaton, one)]
            position = where.position(numbers)
            if position is not None and all(map(system.is_greedy, _columns(automaton, one))):
                known[position] = _judged(where, parameters, system, automaton, position)
    return list(known.values())


def _columns(automaton: Automaton, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """The digits of each track's number in a word of letters' codes, place 0 first."""
    tracks = automaton.tracks
    letters = [letter(tracks, code) for code in reversed(codes)]
    return [tuple(one[at] for one in letters) for at in range(len(tracks))]


def letter(tracks: Sequence[Track], code: int) -> tuple[int, ...]:
    """The digits, one for each track, of the letter that has this code: its column in an automaton's table."""
    digits = []
    for track in reversed(tracks):
        code, digit = divmod(code, track.size)
        digits.append(digit)
    return tuple(reversed(digits))


def living(automaton: Automaton) -> set[int]:
    """The states of an automaton from which some word leads to acceptance."""
    found = set(automaton.accepting.nonzero()[0].tolist())
    while True:
        more = {state for state in range(automaton.states) if found & set(automaton.table[state].tolist())} - found
        if not more:
            return found
        found |= more


def _judged(
    where: Layout, parameters: Mapping[str, Value], system: Numeration, automaton: Automaton, position: Position
) -> Known:
    names = [track.name for track in automaton.tracks]
    digits = map(system.digits, where.numbers(position))
    lost = automaton.accepts(dict(zip(names, digits, strict=True)))
    return Known(tuple(parameters.items()), position, lost)
