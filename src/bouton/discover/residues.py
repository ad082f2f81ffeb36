"""One pile whose P-positions repeat: its remainders by a period, for each state beside it and each parameter's value.

The pile is a counter; other counters of few values are states, such as which kind of move was the last. What repeats
is read off from a long pile and told without reference to the rules' numbers; where parameters take several values and
no formula in them was found, each of the values has its own period.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bouton.core.errors import InputError
from bouton.core.errors import listed as in_words
from bouton.core.position import Counter, Parameters, Value
from bouton.core.spec import CounterRange
from bouton.discover import draft as drafts
from bouton.discover.accepted import lost_in
from bouton.discover.draft import unused
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.judged import proved_in
from bouton.discover.moves import of_counter
from bouton.discover.onto import onto
from bouton.ground.box import CounterBox, GroundBox
from bouton.process.limits import alone

_STATES = 24
"""The most states beside the pile, and the most assignments of parameters."""
_STATE, _PILE = 5, 13
"""A counter is a state if it has at most so many values, or a `reach`, and keeps its range in a proof.

The second number is the least length of a pile that has states beside it.
"""
_LAST = 600
"""The greatest pile that is looked at, and more where the box has more, up to ten times as much."""
_PERIOD, _START = 60, 100
"""The longest period, and the longest piece before it."""
_PARTS = 80
"""The most remainders, runs of these and exceptions that are told."""


@dataclass(frozen=True)
class _Repeats:
    """Which piles are P-positions: some, and from `start` on those with these remainders by `period`."""

    start: int
    period: int
    rests: tuple[int, ...]
    before: tuple[int, ...]

    @property
    def parts(self) -> int:
        """How much there is to tell."""
        return len(_runs(self.rests)) + len(self.before)


def residues(search: Search) -> Iterator[Guess]:
    """The P-positions of one pile by remainders, where each parameter has one value; the states are told apart."""
    if len(list(search.spec.box.assignments())) == 1:
        yield from _by_remainders(search)


def listed(search: Search) -> Iterator[Guess]:
    """The same for each of several values of the parameters, one by one."""
    if len(list(search.spec.box.assignments())) > 1:
        yield from _by_remainders(search)


def _by_remainders(search: Search) -> Iterator[Guess]:
    parts = search.spec.box.fluents
    chosen = list(search.spec.box.assignments())
    counters = [one for one in parts if isinstance(one, CounterRange)]
    if len(counters) < len(parts) or len(chosen) > _STATES:
        return
    lengths = [max(len(one.interval.at(each)) for each in chosen) for one in counters]
    pile = int(np.argmax(lengths))
    others = [*lengths[:pile], *lengths[pile + 1 :]]
    free = [many for one, many in zip(counters, lengths, strict=True) if one.name in search.spec.open]
    endless = sum(many > _STATE for many in free) > (counters[pile].name in search.spec.open)
    if (others and lengths[pile] < max(_PILE, 1 + max(others))) or endless or int(np.prod(others)) > _STATES:
        return
    search.tell("a period of the P-positions")
    last = max(_LAST, min(10 * _LAST, lengths[pile]))
    found: dict[tuple[int, tuple[int, ...]], _Repeats] = {}
    for number, parameters in enumerate(chosen):
        try:
            rows = alone(_rows, search, parameters, pile, last, limits=search.part(1 / 4))
        except InputError:
            return
        for state, row in (rows or {}).items():
            repeats = _repeats(row)
            if repeats is None:
                return
            found[number, state] = repeats
        if not rows:
            return
    guess = _guess(search, chosen, pile, found)
    if guess is not None:
        ways = [one for one in drafts.reaches(search.spec) if not one.parameters]
        if others:  # where it is the same in each state it may be so in those that the box has not
            ways = [*(ways if len(set(found.values())) == 1 else ()), *(replace(one, turn=max(others)) for one in ways)]
        yield from proved_in(search, guess, ways, lambda _: False)


def _rows(
    search: Search, parameters: Parameters, pile: int, last: int
) -> dict[tuple[int, ...], NDArray[np.bool_]] | None:
    """For each state which piles of up to `last` stones are P-positions; None where no program can be made."""
    spec = search.spec
    ranges = [one.interval.at(parameters) for one in spec.box.fluents if isinstance(one, CounterRange)]
    ranges[pile] = range(ranges[pile].start, last + 1)
    counters = [one for one in spec.fluents if isinstance(one, Counter)]
    boxes = [CounterBox(one, values) for one, values in zip(counters, ranges, strict=True)]
    lost = lost_in(spec, search.rules, search.play, parameters, GroundBox(tuple(boxes)))
    if lost is None or ranges[pile].start != 0:
        return None
    states = product(*(values if at != pile else [0] for at, values in enumerate(ranges)))
    return {
        state[:pile] + state[pile + 1 :]: np.array(
            [lost[(*state[:pile], size, *state[pile + 1 :])] for size in range(last + 1)], dtype=bool
        )
        for state in states
    }


def _repeats(row: NDArray[np.bool_]) -> _Repeats | None:
    """The least period that a row shows at least three times, with the shortest piece before it; None without any."""
    last = len(row) - 1
    for period in range(1, min(_PERIOD, last // 3) + 1):
        same = row[:-period] == row[period:]
        start = 0 if same.all() else int(np.flatnonzero(~same)[-1]) + 1
        if start <= _START and start + 3 * period <= last and 2 * start <= last:
            rests = tuple(sorted(size % period for size in range(start, start + period) if row[size]))
            again = [size for size in range(start) if size % period in rests]
            begun = max((size + 1 for size in again if not row[size]), default=0)
            before = (size for size in range(start) if row[size] and (size < begun or size not in again))
            return _Repeats(begun, period, rests, tuple(before))
    return None


def _runs(rests: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of neighbours, each by its least and its greatest."""
    found: list[tuple[int, int]] = []
    for one in rests:
        if found and found[-1][1] == one - 1:
            found[-1] = found[-1][0], one
        else:
            found.append((one, one))
    return found


def _guess(
    search: Search, chosen: Sequence[Parameters], pile: int, found: Mapping[tuple[int, tuple[int, ...]], _Repeats]
) -> Guess | None:
    """The guess, where it is short enough to be told."""
    name = search.spec.fluents[pile].name
    states = [one.name for at, one in enumerate(search.spec.fluents) if at != pile]
    groups: dict[_Repeats, list[tuple[int, tuple[int, ...]]]] = {}
    for place, repeats in found.items():
        groups.setdefault(repeats, []).append(place)
    every = {number: {state for at, state in found if at == number} for number, _ in found}
    predicate = unused("found", search.taken)
    lines, said, told, literals = list[str](), list[str](), 0, list[list[str]]()
    for repeats, places in groups.items():
        for places_there, words in _where(chosen, states, places, every, whole=len(groups) == 1):
            told += repeats.parts
            bodies, conditions = _of_pile(name, repeats)
            mine = [[*atoms, *body] for atoms in places_there for body in bodies]
            lines += [f"{predicate} :- {', '.join(body)}." for body in mine]
            literals += mine
            said += [f"{words}{part}" for part in conditions]
    if told > _PARTS:
        return None
    lines = lines or [f"{predicate} :- #false."]
    says = f"A position is a P-position in {PLAYS[search.play]} iff {'; or '.join(said) or 'never'}."
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": predicate}
    moves = onto(search, literals)
    return Guess(tuple(lines), says, "fits", "", drafted(search, claim, lines), onto=moves)


def _where(
    chosen: Sequence[Parameters],
    states: Sequence[str],
    places: Sequence[tuple[int, tuple[int, ...]]],
    every: Mapping[int, set[tuple[int, ...]]],
    *,
    whole: bool,
) -> Iterator[tuple[list[list[str]], str]]:
    """Where it is that something holds at these parameters and states: literals, in one way or several, and words."""
    if whole:
        yield [[]], ""
        return
    for number, parameters in enumerate(chosen):
        mine = sorted(state for at, state in places if at == number)
        values = parameters.items() if len(chosen) > 1 else ()
        fixed = [literal for key, value in values for literal in _is(key, value, chosen)]
        words = "".join(f"{key} is {_named(value)} and " for key, value in values)
        if not mine:
            continue
        if set(mine) == every[number]:
            yield [fixed], words
            continue
        atoms = [
            [
                *fixed,
                *(
                    literal
                    for key, value in zip(states, state, strict=True)
                    for literal in (f"{key}({of_counter(key)})", f"{of_counter(key)} = {value}")
                ),
            ]
            for state in mine
        ]
        if len(states) == 1:
            yield atoms, f"{words}{states[0]} is {in_words([value for (value,) in mine], 'or')} and "
            continue
        for literals, state in zip(atoms, mine, strict=True):
            here = "".join(f"{key} is {value} and " for key, value in zip(states, state, strict=True))
            yield [literals], words + here


def _is(name: str, value: Value, chosen: Sequence[Parameters]) -> Iterator[str]:
    """Literals by which a parameter has this value, of a set by its members and what is in the other ones alone."""
    if not isinstance(value, tuple):
        yield f"{name} = {value}"
        return
    every = {one for each in chosen for one in _members(each[name])}
    for one in sorted(every):
        yield f"{'' if one in value else 'not '}{name.lower()}({one})"


def _members(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else ()


def _named(value: Value) -> str:
    """The value in words, of a set `{2, 5}`."""
    return f"{{{', '.join(map(str, value))}}}" if isinstance(value, tuple) else str(value)


def _of_pile(name: str, repeats: _Repeats) -> tuple[list[list[str]], list[str]]:
    """The bodies of rules about the pile alone, and in words the conditions of which one holds."""
    variable = of_counter(name)
    atom, rest = f"{name}({variable})", f"{variable} \\ {repeats.period}"
    later = [f"{variable} >= {repeats.start}"] if repeats.start else []
    bodies = [[atom, f"{variable} = {size}"] for size in repeats.before]
    words = [f"{name} is {in_words(repeats.before, 'or')}"] if repeats.before else []
    begun = f"{name} is at least {repeats.start} and " if repeats.start else ""
    single = list[int]()
    for low, high in _runs(repeats.rests):
        if len(repeats.rests) == repeats.period:
            bodies.append([atom, *later])
            words.append(begun.removesuffix(" and ") or f"{name} is any number")
        elif high - low < 2 and (low or not high):
            single += range(low, high + 1)
            bodies += [[atom, f"{rest} = {one}", *later] for one in range(low, high + 1)]
        elif low == 0:
            bodies.append([atom, f"{rest} <= {high}", *later])
            words.append(f"{begun}{name} modulo {repeats.period} is at most {high}")
        else:
            bodies.append([atom, f"{rest} >= {low}", f"{rest} <= {high}", *later])
            words.append(f"{begun}{name} modulo {repeats.period} is from {low} to {high}")
    if single and repeats.period == 2:
        words.append(f"{begun}{name} is {'odd' if single == [1] else 'even'}")
    elif single == [0]:
        words.append(f"{begun}{repeats.period} divides {name}")
    elif single:
        words.append(f"{begun}{name} modulo {repeats.period} is {in_words(single, 'or')}")
    return bodies, words
