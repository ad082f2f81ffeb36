"""Theorems by digits of a few numbers: what L* learns, told by a formula about digits or as an automaton.

Numerations are tried one after the other. Where an automaton accepts the P-positions, a short formula about digits is
looked for, which `check` proves; without one the automaton is told as rules, which `check` evaluates but does not
prove. Positions with what an automaton says of them are those of a box, and large ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, product
from random import Random

import numpy as np

from bouton.automata.automaton import Automaton, Track, symbols
from bouton.core.errors import InputError, LimitReached
from bouton.core.numeration import Numeration
from bouton.core.position import Parameters, Position
from bouton.core.spec import HeapRange, Spec
from bouton.core.verdict import Verdict
from bouton.discover import draft as drafts
from bouton.discover.accepted import Accepted, accepted
from bouton.discover.draft import unused
from bouton.discover.expressions import Literal
from bouton.discover.formulas import Suits, Theorem, Told, learnt, p_positions
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.language import needs
from bouton.discover.learn import Cover
from bouton.discover.numerals import Numerals, Place, Written, multiples, neighbours, numbers, numerals, systems
from bouton.discover.positions import Known, Outcomes, cut
from bouton.discover.regular import Layout, layout
from bouton.ground.box import ground_box
from bouton.process.limits import alone

_CHEAP, _DEAREST = 12, 30
"""What a formula may cost, where one about numbers near by may be shorter, and at most: numbers have many digits, so
that long ones fit a box and nothing else."""
_POSITIONS = (300, 1500)
"""About how many positions formulas are learnt from: large ones are held against the automaton besides."""
_SIZE = 16
"""The greatest heap of the box that `check` looks at where there are several parameters."""
_SECONDS = 15.0
"""The processor time for L* in one numeration, for one assignment of the parameters, at first."""


def digits_of_two(search: Search) -> Iterator[Guess]:
    """Theorems by digits on games whose positions are two numbers: heap sizes or counters."""
    return _by_digits(search, 2)


def digits_of_one(search: Search) -> Iterator[Guess]:
    """Theorems by digits on games whose positions are one number; simpler formulas suffice more often there."""
    return _by_digits(search, 1)


def _by_digits(search: Search, many: int) -> Iterator[Guess]:
    chosen = search.assignments
    names = [name for name, value in chosen[0] if isinstance(value, int)]
    for system in systems(names, search.constants, many):
        language = _language(search, system)
        if len(language.places) != many:
            return
        least = dict(chosen[0])
        found = _accepted(search, system, least)
        if found is None:
            continue
        states = found.automaton.states
        search.tell(f"an automaton of {states} states accepts the P-positions {system.words}; looking for a formula")
        ways = [one for one in drafts.reaches(search.spec) if not one.heaps]
        ways = [one for one in ways if not (one.parameters and system.parameter)]
        proved = False
        large = far(search.spec, least, system.at(chosen[0]), found)
        learning = partial(_outcomes, search, system, found)
        over = _small(search.spec) if len(chosen) > 1 else {}
        near = [_language(search, system, one) for one in (neighbours, multiples)] if many == 1 else []
        spoken_of = (language, *(one for one in near if one.near))
        for dearest, spoken in product((_CHEAP, _DEAREST) if near else (_DEAREST,), spoken_of):
            told = Told(learning, partial(_p_positions, spoken), _suits(spoken, large, dearest), _POSITIONS, over)
            for guess in learnt(search, spoken, spoken.lines, ways, told):
                proved = proved or guess.state == "proved"
                yield guess
            if proved:
                return
        if len(chosen) == 1:
            yield from _as_rules(search, language, found)
        return


def _language(
    search: Search, system: Written, near: Callable[[Place, int, Callable[[str], str]], Iterable[Place]] | None = None
) -> Numerals:
    """The literals on digits of the game's numbers, and of those near them where they are wanted."""
    names = search.taken

    def own(name: str) -> str:
        return unused(name, names)

    places = numbers(search.spec, own)
    more = () if near is None else [one for place in places for one in near(place, system.kind.number, own)]
    return numerals(system, places, own, more)


def _accepted(search: Search, system: Written, parameters: Parameters) -> Accepted | None:
    """The automaton of the P-positions in a numeration; None where none is found in time, or where the rules fail.

    Rules may fail at counters beyond the ranges of the spec.
    """
    search.tell(f"looking for an automaton on digits {system.words}")
    limits = search.part(1 / 2).working(search.effort * _SECONDS)
    try:
        numeration = system.at(tuple(parameters.items()))
        given = search.spec, search.rules, search.play, parameters, numeration, search.effort
        one = alone(accepted, *given, limits=limits)
    except (ValueError, InputError):
        return None
    except LimitReached:
        search.given_up = True
        return None
    return one if isinstance(one, Accepted) else None


def _outcomes(search: Search, system: Written, found: Accepted, most: int) -> Outcomes:
    """About `most` positions with the outcomes that the automaton gives for one assignment of the parameters.

    For several assignments the outcomes are computed from the game instead.
    """
    (first, *others) = search.assignments
    return search.outcomes(most) if others else said(search.spec, dict(first), system.at(first), found, most)


def _small(spec: Spec) -> dict[str, object]:
    """The key `over` of a claim, with heaps of at most `_SIZE` stones; nothing for heaps that are no larger.

    It keeps the check of a box short where there are several assignments; larger heaps are left to the proof.
    """
    found: dict[str, object] = {}
    for part in spec.box.fluents:
        if isinstance(part, HeapRange) and part.size.high.text.isdigit() and int(part.size.high.text) > _SIZE:
            found[part.name] = {"count": str(part.count), "size": f"{part.size.low.text}..{_SIZE}"}
    return found


def _p_positions(
    language: Numerals, search: Search, cover: Cover, bodies: Sequence[str], said: str, known: set[str]
) -> Theorem:
    """The theorem, which says in which numeration it is where it speaks of digits."""
    about_digits = needs({name: language.lines[name] for name in language.names.values()}, bodies)
    preface = f"{language.system.words}, " if about_digits else ""
    return p_positions(search, cover, bodies, said, known, preface=preface)


def _suits(language: Numerals, large: Sequence[Known], dearest: int) -> Suits:
    def suits(literals: Sequence[Literal], cover: Cover) -> bool:
        """Whether a cover speaks of digits, costs at most `dearest`, and is right at the `large` positions."""
        used = {at for cube in cover.cubes for at in cube}
        if cover.cost > dearest or not any(language.is_about_digits(literals[at]) for at in used):
            return False
        _, truth = language.literals(large)
        return bool((cover.holds(truth) == np.array([one.lost for one in large], dtype=bool)).all())

    return suits


def _as_rules(search: Search, language: Numerals, found: Accepted) -> Iterator[Guess]:
    """The automaton as rules, where `check` says that they hold in the box."""
    lines, name = _rules(search, language, found.automaton)
    words = " and ".join(one.words for one in language.places)
    told = f"an automaton of {found.automaton.states} states accepts {words} {language.system.words}"
    says = f"A position is a P-position in {PLAYS[search.play]} iff {told}, read from the highest place on."
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": name}
    guess = Guess(tuple(lines), says, "fits", "", drafted(search, claim, lines))
    try:
        _, results = guess.draft.judged(search.left)
    except InputError as error:
        search.tell(str(error))
        return
    if all(one.verdict is Verdict.HOLDS for one in results):
        where = (
            f"{results[0].positions} positions, and numbers to {found.greatest} of which L* asked; that it holds for "
            "every size was decided by automata, without these rules"
        )
        yield replace(guess, where=where, decided=True)


def _rules(search: Search, language: Numerals, automaton: Automaton) -> tuple[list[str], str]:
    """Rules by which the automaton reads the digits of a position, and the predicate that holds where it accepts."""
    names = search.taken | {one.predicate for one in language.places} | set(language.names.values())
    following, final, place, state, found = (
        unused(name, names) for name in ("next", "accepting", "place", "state", "found")
    )
    system = language.system
    lines = [line for one in language.places for line in one.lines]
    at = []
    for number, one in zip(count(1), language.places):
        digit = unused(f"digit_of_{one.predicate}", names)
        lines += [
            f"{place}(J) :- {one.atom}, {system.digit(one.variable, 'J', '_')}.",
            f"{digit}(J,D) :- {one.atom}, {system.digit(one.variable, 'J', 'D')}.",
            f"{digit}(J,0) :- {place}(J), not {digit}_above(J).",
            f"{digit}_above(J) :- {one.atom}, {system.digit(one.variable, 'J', '_')}.",
        ]
        at.append(f"{digit}(J,D{number})")
    letters = ",".join(f"D{number}" for number in range(1, len(at) + 1))
    lines += [
        "% From state Q the automaton goes to R by these digits; else it stops.",
        *_transitions(following, automaton),
        " ".join(f"{final}({one})." for one in automaton.accepting.nonzero()[0].tolist()),
        f"{state}(0,0) :- not {place}(0).",
        f"{state}(J+1,0) :- {place}(J), not {place}(J+1).",
        f"{state}(J,R) :- {state}(J+1,Q), {place}(J), {', '.join(at)}, {following}(Q,{letters},R).",
        f"{found} :- {state}(0,Q), {final}(Q).",
    ]
    return lines, found


def _transitions(name: str, automaton: Automaton) -> Iterator[str]:
    """For each state a line of facts, its transitions; states from which nothing is accepted are left out."""
    alive = living(automaton)
    for state in sorted(alive):
        facts = []
        for code, to in enumerate(automaton.table[state].tolist()):
            if to in alive:
                digits = ",".join(map(str, letter(automaton.tracks, code)))
                facts.append(f"{name}({state},{digits},{to}).")
        yield " ".join(facts)


_LONGEST = 14
"""Digits of the greatest numbers at which a formula is compared with an automaton."""


def said(spec: Spec, parameters: Parameters, system: Numeration, found: Accepted, most: int) -> Outcomes:
    """About `most` positions of the spec's box, least first, with what the automaton says of them."""
    where = layout(spec, parameters)
    box = cut(ground_box(spec.fluents, spec.box, dict(parameters)), most)
    every = [position for layer in box.layers(spec.measure) for position in layer]
    known = [_judged(where, parameters, system, found.automaton, position) for position in every]
    return Outcomes(tuple(known), spec.measure.of(every[-1]) if every else ())


def far(spec: Spec, parameters: Parameters, system: Numeration, found: Accepted, many: int = 300) -> list[Known]:
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
    where: Layout, parameters: Parameters, system: Numeration, automaton: Automaton, position: Position
) -> Known:
    names = [track.name for track in automaton.tracks]
    digits = map(system.digits, where.numbers(position))
    lost = automaton.accepts(dict(zip(names, digits, strict=True)))
    return Known(tuple(parameters.items()), position, lost)
