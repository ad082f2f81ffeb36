"""Moves as code: whether some move leads to a position that has a mark in the table, or what is there at all of them.

The functions return 0 where there is no move, 1 where no move leads to a marked position, 2 where one does,
and -1 where a move is not of the form that the table is made for. Those that gather return no 2. Those
of the moves that a strategy names return 0 where some are named, all are moves and all lead to marks, 1 where not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TypeAlias

from bouton.compiled.printer import Interval, Printer, exists, is_bound, loops
from bouton.compiled.sinks import Looking, MeasureSink, Sink
from bouton.compiled.space import HeapKind, Space, SumsOfPlaces
from bouton.compiled.syntax import ProgramText
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, linear, number, scale, subtract
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, TRUE, Eq, Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import conj, conjuncts, equal, less, negate
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.terms import same, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.core.position import Counter, flat
from bouton.reading.canonical import successors, values_at
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.relation import Row


@dataclass(frozen=True)
class PositionNames:
    """What the unknowns of a position are called, and the ranges they are in, for one number of heaps."""

    names: Mapping[Unknown, str]
    ranges: Mapping[Unknown, Interval]
    arguments: Sequence[str]


def naming(game: SymbolicGame, space: Space) -> PositionNames:
    """Names for heaps `h1`, `h2`, ... and counters `k1`, `k2`, ..., in declared order."""
    names: dict[Unknown, str] = {}
    ranges: dict[Unknown, Interval] = {}
    heaps: list[str] = []
    counters: list[str] = []
    kinds = iter(space.kinds)
    for entry in game.position:
        largest = next(kinds).largest if isinstance(entry, tuple) else 0
        for one in entry if isinstance(entry, tuple) else (entry,):
            heap = isinstance(entry, tuple)
            name = f"h{len(heaps) + 1}" if heap else f"k{len(counters) + 1}"
            reach = (1, largest) if heap else space.counters[len(counters)]
            (heaps if heap else counters).append(name)
            for unknown in unknowns(one):
                names[unknown], ranges[unknown] = name, reach
    return PositionNames(names, ranges, [*heaps, *counters])


def reach(
    to: ProgramText,
    name: str,
    game: SymbolicGame,
    space: Space,
    sink: Sink | None = None,
    stray: Stray = lambda _command: [],
    lowers: bool = True,
    row: bool = False,
) -> int:
    """Print the function that looks where the moves lead; a move must not `stray` from the positions that exist.

    `lowers` says that each has to lower the measure, as it does where no position comes back. With `row` the function
    is given what is known of the lesser positions `before` in a row of them, which differ in one heap (see `growing`):
    of so many moves as it returns, where they have been looked for, and whether a mark was found.
    """
    given = naming(game, space)
    faults = [[*wrong(game, command, space, lowers and not space.sorted), *stray(command)] for command in game.moves]
    full = [crowded(command, space) for command in game.moves]
    sink = sink or Looking(any(full) or any(faults) or space.sorted)
    if space.sorted:
        sink = MeasureSink(sink)
    with to.function(name, given.arguments, table=True):
        to.line("I found = 0;" if to.c else "found = 0")
        if space.sorted:
            shape = tuple(len(entry) for entry in game.position if isinstance(entry, tuple))
            heaps = given.arguments[: sum(shape)]
            to.set("own", f"RANKS[{SumsOfPlaces(space).of(shape, heaps, given.arguments[sum(shape) :])}]")
        printer = Printer(to, given.names, given.ranges)
        for condition in game.forbidden:
            exists(printer, condition.formula, lambda _inside: to.give("-1"))
        writers = [Command(game, one, space, sink, bad) for one, bad in zip(game.moves, faults, strict=True)]
        rowed = 0
        if row and isinstance(sink, Looking) and not sink.exhaustive:
            along = last_heap(game, space)
            for writer in writers:
                if along is not None and writer.grows(along):
                    writer.row, rowed = Rowed(rowed, given.names[along], along), rowed + 1
            writers.sort(key=lambda writer: writer.row is None)
        printer.share([formula for writer in writers for formula in writer.outer])
        for writer in writers:
            writer.write(printer)
        to.give("found")
    return rowed


def growing(game: SymbolicGame, space: Space) -> bool:
    """Whether some move leads further along a row of positions that differ in the last heap alone."""
    heap = last_heap(game, space)
    return heap is not None and any(Command(game, one, space, Looking(False), ()).grows(heap) for one in game.moves)


def last_heap(game: SymbolicGame, space: Space) -> Unknown | None:
    """The heap that goes fastest in the order of places: the largest of the last kind that has one."""
    entries = [entry for entry in game.position if isinstance(entry, tuple)]
    for kind, entry in reversed([*zip(space.kinds, entries, strict=True)]):
        if entry:
            (found,) = unknowns(entry[0] if kind.falling else entry[-1])
            return found
    return None


@dataclass(frozen=True)
class Rowed:
    """The number of a move among those that grow along a row, and the heap along which they do, by name too."""

    number: int
    name: str
    heap: Unknown


Stray: TypeAlias = Callable[[GuardedCommand], list[Formula]]
"""When a move leads to a position that does not exist, as far as that is not certainly never."""


def strays(games: Sequence[SymbolicGame], space: Space, legal: str) -> Stray:
    """When a move does, where the predicate says what positions exist; `games` are the rules read for each shape.

    Unreadable where that is a matter of hidden unknowns.
    """

    def stray(command: GuardedCommand) -> list[Formula]:
        found = []
        for case in successors(games[0].fluents, command.after):
            there = games[space.shapes.index(tuple(len(one) for one in case.position if isinstance(one, tuple)))]
            missing = replace(values_at(there, case.position), negate(there.holds(legal)))
            found.append(conj((case.guard, missing)))
        return [one for one in found if one is not FALSE]

    return stray


def wrong(game: SymbolicGame, command: GuardedCommand, space: Space, lowers: bool = True) -> list[Formula]:
    """When a move leaves the space or does not lower the measure as it has to, unless that is certainly never."""
    found: list[Formula] = []
    before: dict[int | None, Linear] = {}
    after: dict[int | None, Linear] = {}
    stones: list[tuple[Linear, Linear]] = []
    kinds, counter = iter(space.kinds), 0
    for fluent, old, new in zip(game.fluents, game.position, command.after, strict=True):
        if isinstance(new, tuple):
            assert isinstance(old, tuple)
            stones.append((add(number(0), *old), add(number(0), *new)))
            largest = next(kinds).largest
            for size in new:
                if not at_least(size, 0, command):
                    found.append(less(size, number(0)))
                if not any(size is one or at_most(subtract(size, one), 0, command) for one in old):
                    found.append(less(number(largest), size))
        else:
            assert isinstance(fluent, Counter) and not isinstance(old, tuple)
            before[counter], after[counter] = old, new
            if counter in space.bearing:
                stones.append((old, new))
            low, high = space.counters[counter]
            if new is not old and not at_least(new, low, command):
                found.append(less(new, number(low)))
            if new is not old and not at_most(new, high, command):
                found.append(less(number(high), new))
            counter += 1
    before[None], after[None] = (add(number(0), *(pair[at] for pair in stones)) for at in (0, 1))
    so_far = TRUE
    for _, entry in space.entries if lowers else ():
        change = subtract(after[entry], before[entry])
        if at_most(change, -1, command):
            break
        if not at_most(change, 0, command):
            found.append(conj((so_far, less(number(0), change))))
        so_far = conj((so_far, equal(change, number(0))))
    else:
        if lowers:
            found.append(so_far)
    return [one for one in found if one is not FALSE]


def crowded(command: GuardedCommand, space: Space) -> bool:
    """Whether a move may make more heaps than there can be; Unreadable where it is seen that some does."""
    found = False
    entries = [entry for entry in command.after if isinstance(entry, tuple)]
    for kind, sizes in zip(space.kinds, entries, strict=True):
        if len(sizes) > kind.most:
            found = True
            # with one kind alone nothing else makes room
            if len(space.kinds) == 1 or sum(at_least(size, 1, command) for size in sizes) > kind.most:
                raise Unreadable("moves that make new heaps are not compiled where there is no end of them")
    return found


@dataclass(frozen=True)
class HeapsLeft:
    """The heaps of one kind that a move leaves: those that stay, in their order, and others."""

    kind: HeapKind
    end: int
    """The rank after that of the largest."""
    kept: Sequence[Linear]
    changed: Sequence[Linear]

    @property
    def count(self) -> int:
        """How many there are, empty ones included."""
        return len(self.kept) + len(self.changed)

    def rank(self, at: int) -> int:
        """The rank of one of them, as they are ordered; below that of the first kind's least it must be empty."""
        return self.end - self.kind.most + at if self.kind.loose else self.end - self.count + at

    def apart(self, names: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        """Those that must be empty as there can be no more, the fullest first, and those that there is room for."""
        if self.kind.loose:
            return names[self.kind.most :], names[: self.kind.most]
        return names[: self.over][::-1], names[self.over :]

    @property
    def over(self) -> int:
        """How many of them must be empty as there can be no more."""
        return max(0, self.count - self.kind.most)


def _lists(game: SymbolicGame, command: GuardedCommand, space: Space) -> list[HeapsLeft]:
    olds = [entry for entry in game.position if isinstance(entry, tuple)]
    news = [entry for entry in command.after if isinstance(entry, tuple)]
    ends = accumulate(kind.most for kind in space.kinds)
    return [
        HeapsLeft(kind, end, *(((), new) if kind.loose else _kept(old[::-1] if kind.falling else old, new)))
        for kind, end, old, new in zip(space.kinds, ends, olds, news, strict=True)
    ]


class Command:
    """One guarded command printed."""

    def __init__(
        self, game: SymbolicGame, command: GuardedCommand, space: Space, sink: Sink, faults: Sequence[Formula]
    ) -> None:
        self.command, self.space, self.places, self.sink = command, space, SumsOfPlaces(space), sink
        self.wrong = faults
        self.row: Rowed | None = None
        self.lists = _lists(game, command, space)
        self.changed = [size for one in self.lists for size in one.changed]
        self.counters = [new for new in command.after if not isinstance(new, tuple)]
        bounds = [end for choice in command.choices for end in (*choice.lows, *choice.highs)]
        self.outer: list[Linear | Formula] = [command.guard, *bounds]

    def write(self, printer: Printer) -> None:
        """Print it."""
        chosen = self.command.choices
        sweep = self._sweep()
        later: list[Linear | Formula] = [*self.changed, *self.counters, *self.wrong]
        with ExitStack() as stack:
            outer, guard = chosen, self.command.guard
            if sweep is not None:
                outer = chosen[:-1]
                last = chosen[-1].unknown
                guard = conj(part for part in conjuncts(guard) if last not in unknowns(part))
                later = [*later, *chosen[-1].lows, *chosen[-1].highs]
            if self.row is not None:
                plain = [part for part in conjuncts(guard) if printer.known(part)]
                (printer,) = loops(
                    stack,
                    printer,
                    (),
                    conj(plain),
                    [*later, *(end for one in outer for end in (*one.lows, *one.highs))],
                )
                self._begin(printer.to, self.row)
                guard = conj(part for part in conjuncts(guard) if part not in plain)
            for inside in loops(stack, printer, outer, guard, later):
                printer = inside
            if sweep is None:
                self._one(printer)
            else:
                self._all(printer, sweep)

    @staticmethod
    def _begin(to: ProgramText, row: Rowed) -> None:
        """What was found at lesser positions is found; and what those have been looked at for need not be looked at."""
        with to.when(f"before[{2 * row.number + 1}]"):
            to.give("2")
        to.set(f"before{row.number}", f"before[{2 * row.number}]")
        to.line(f"before[{2 * row.number}] = {row.name};")

    def grows(self, heap: Unknown) -> bool:
        """Whether where it leads, if it can be made, grows with that heap, at the upper end of the last choice."""
        swept = self._sweep()
        if swept is None:
            return False
        *outer, last = self.command.choices
        sizes = [size for one in self.lists for size in (*one.kept, *one.changed) if size is not swept]
        fixed = [*sizes, *self.counters, *(end for one in outer for end in (*one.lows, *one.highs))]
        lows, highs = self._ends(swept)
        if any(heap in unknowns(one) for one in (*fixed, *lows)):
            return False
        chosen = {one.unknown for one in self.command.choices}
        for part in conjuncts(self.command.guard):
            found = unknowns(part)
            if heap in found and chosen & found.keys() and not (last.unknown in found and is_bound(part, [last])):
                return False
        return all(_lowered(high, heap) is not None for high in highs)

    def _ends(self, swept: Linear) -> tuple[list[Linear], list[Linear]]:
        """Between what the swept heap lies."""
        last = self.command.choices[-1]
        factor = dict(swept.terms)[last.unknown]
        rest = subtract(swept, atom(last.unknown, factor))
        lows = [add(rest, scale(factor, end)) for end in (last.lows if factor > 0 else last.highs)]
        return lows, [add(rest, scale(factor, end)) for end in (last.highs if factor > 0 else last.lows)]

    def _sweep(self) -> Linear | None:
        """The changed heap that is the last choice, up to a constant, if nothing else depends on that."""
        if not self.command.choices or self.wrong or self.space.asked or any(one.over for one in self.lists):
            return None
        last = self.command.choices[-1]
        one = last.unknown
        having = [size for size in self.changed if one in unknowns(size)]
        if len(having) != 1 or any(one in unknowns(value) for value in self.counters):
            return None
        if any(sizes.kind.loose and any(size is having[0] for size in sizes.changed) for sizes in self.lists):
            return None
        rest = linear(having[0].constant, {a: c for a, c in having[0].terms if a is not one})
        if abs(dict(having[0].terms).get(one, 0)) != 1 or one in unknowns(rest):
            return None
        parts = [part for part in conjuncts(self.command.guard) if one in unknowns(part)]
        return having[0] if all(is_bound(part, self.command.choices) for part in parts) else None

    def _found(self, to: ProgramText) -> None:
        to.line("found |= !found;" if to.c else "found = found or 1")

    def _base(self, printer: Printer) -> str:
        """What the counters add to the place."""
        parts = ["0"]
        for value, stride, (low, _) in zip(self.counters, self.space.strides, self.space.counters, strict=True):
            parts.append(f"{stride} * ({printer.linear(subtract(value, number(low)))})")
        return " + ".join(parts[1:] or parts)

    def _ordered(self, printer: Printer, sizes: HeapsLeft, without: Linear | None = None) -> list[str]:
        """New variables for the heaps of a kind in ascending order, but for the one that is left out."""
        changed = [printer.linear(one) for one in sizes.changed if one is not without]
        names = [printer.fresh("s") for _ in range(len(sizes.kept) + len(changed))]
        if sizes.kind.loose:
            printer.to.closed(names, changed)
        else:
            printer.to.ordered(names, [*(printer.linear(one) for one in sizes.kept), *changed], len(sizes.kept))
        return names

    def _weights(self, sizes: HeapsLeft, names: Sequence[str]) -> list[str]:
        start = 0 if sizes.kind.loose else sizes.over
        return [self.places.weight(sizes.rank(at), name) for at, name in enumerate(sizes.apart(names)[1], start)]

    def _one(self, printer: Printer) -> None:
        """A single move: its place is looked up."""
        to = printer.to
        printer.share([*self.wrong, *self.changed, *self.counters])
        for condition in self.wrong:
            with to.when(printer.formula(condition)):
                to.give("-1")
        self._found(to)
        heaps = [self._ordered(printer, one) for one in self.lists]
        for one, names in zip(self.lists, heaps, strict=True):
            if one.over:
                with to.when(f"{one.apart(names)[0][0]} > 0"):
                    to.give("-1")
        if self.space.asked:
            left = [names[one.over :] for one, names in zip(self.lists, heaps, strict=True)]
            shape = self.space.shapes.index(tuple(map(len, left)))
            given = ["tab", *chain.from_iterable(left), *(printer.linear(one) for one in self.counters)]
            self.sink.one(to, f"asked_{shape}({', '.join(given)})")
            return
        weights = [self._weights(one, names) for one, names in zip(self.lists, heaps, strict=True)]
        self.sink.one(to, " + ".join([self._base(printer), *chain.from_iterable(weights)]))

    def _all(self, printer: Printer, swept: Linear) -> None:
        """All values of the last choice at once: the heap it makes moves through the others in order."""
        to = printer.to
        lows, highs = self._ends(swept)
        printer.share([*lows, *highs])
        low, high = printer.fresh("low"), printer.fresh("high")
        to.set(low, to.extreme("max", [printer.linear(one) for one in lows]))
        to.set(high, to.extreme("min", [printer.linear(one) for one in highs]))
        with to.when(f"{low} <= {high}"):
            self._found(to)
            if self.row is not None:
                low = self._unseen(printer, self.row, low, highs)
            own = next(one for one in self.lists if any(size is swept for size in one.changed))
            base = [self._base(printer)]
            for one in self.lists:
                if one is not own:
                    base += self._weights(one, self._ordered(printer, one))
            names = self._ordered(printer, own, swept)
            for at in reversed(range(own.count)):
                # the heap is greater than `at` of the others, and not greater than the rest
                weights = [
                    self.places.weight(own.rank(place if place < at else place + 1), name)
                    for place, name in enumerate(names)
                ]
                start = low if at == 0 else to.extreme("max", [low, f"{names[at - 1]} + 1"])
                stop = high if at == len(names) else to.extreme("min", [high, names[at]])
                self._segment(printer, " + ".join([*base, *weights]), own.rank(at), start, stop)

    def _unseen(self, printer: Printer, row: Rowed, low: str, highs: Sequence[Linear]) -> str:
        """The least size that was not looked at from lesser positions of the row."""
        to, start, seen = printer.to, printer.fresh("low"), f"before{row.number}"
        ends = [printer.linear(one) for one in highs]
        grown = [one != high for one, high in zip(map(_lowered, highs, [row.heap] * len(highs)), highs, strict=True)]
        before = [f"{end} - {row.name} + {seen}" if more else end for end, more in zip(ends, grown, strict=True)]
        to.set(start, to.ite(seen, to.extreme("max", [low, f"{to.extreme('min', before)} + 1"]), low))
        return start

    def _segment(self, printer: Printer, base: str, rank: int, start: str, stop: str) -> None:
        to = printer.to
        a, b, c = printer.fresh("a"), printer.fresh("b"), printer.fresh("c")
        to.set(a, start)
        to.set(b, stop)
        with to.when(f"{a} <= {b}"):
            to.set(c, base)
            if self.places.plain(rank):
                self._looking.row(to, c, a, b, self.places.stride(rank))
            else:
                self._looking.listed(to, c, a, b, f"W{rank}")

    @property
    def _looking(self) -> Sink:
        """The sink, which notes for the rest of the row what it finds."""
        return self.sink if self.row is None else Looking(exhaustive=False, noted=self.row.number)


def _lowered(value: Linear, heap: Unknown) -> Linear | None:
    """The value without a heap that is a summand of it at most; None where it rests on that in another way."""
    rest = linear(value.constant, {one: factor for one, factor in value.terms if one is not heap})
    return None if heap in unknowns(rest) or dict(value.terms).get(heap, 1) != 1 else rest


def _kept(old: Sequence[Linear], new: Sequence[Linear]) -> tuple[list[Linear], list[Linear]]:
    """The heaps that stay as they are, in their order, and the others."""
    left = list(new)
    kept = []
    for one in old:
        at = next((at for at, size in enumerate(left) if size is one), None)
        if at is not None:
            kept.append(left.pop(at))
    return kept, left


# ------------------------------------------------------------------------------------------------------------- bounds


def at_least(value: Linear, bound: int, command: GuardedCommand) -> bool:
    """Whether the value is certainly the bound or more."""
    return any(low is not None and low >= bound for low in _ends(value, command, up=False))


def at_most(value: Linear, bound: int, command: GuardedCommand) -> bool:
    """Whether the value is certainly the bound or less."""
    return any(high is not None and high <= bound for high in _ends(value, command, up=True))


def _ends(value: Linear, command: GuardedCommand, up: bool) -> list[int | None]:
    """Bounds of the value: as it is, with choices at the end of their range, and with what the guard says of sizes."""
    found = [value]
    for choice in reversed(command.choices):
        further = []
        for one in found:
            factor = dict(one.terms).get(choice.unknown, 0)
            ends = choice.highs if (factor > 0) is up else choice.lows
            further += [replace({choice.unknown: end}, one) for end in ends[:3]] if factor else [one]
        found = further[:32]
    for part in conjuncts(command.guard):
        if not isinstance(part, Le | Eq):
            continue
        for at, one in enumerate(found):
            # as part.left is 0 or less, taking it away can only raise the value
            weaker = [subtract(one, part.left) if up else add(one, part.left)]
            if isinstance(part, Eq):
                weaker.append(add(one, part.left) if up else subtract(one, part.left))
            found[at] = min([one, *weaker], key=lambda each: len(each.terms))
    return [one.high if up else one.low for one in found]


def named(to: ProgramText, number: int, game: SymbolicGame, space: Space, strategy: str) -> None:
    """Print `named_<number>`; Unreadable where what is named may be several moves at once."""
    given = naming(game, space)
    with to.function(f"named_{number}", given.arguments, table=True):
        to.line("I found = 0, some = 0;" if to.c else "found = some = 0")
        printer = Printer(to, given.names, given.ranges)
        for row in game.relations.get((strategy, 1), ()):
            hidden = [one for one in unknowns_of(row.arguments) if one.local and one not in unknowns(row.guard)]
            if hidden:
                raise Unreadable(f"no bounds are known for {hidden[0].name.partition('$')[0]}")
            commands = [one for move in game.moves if (one := _named(row, move)) is not None]
            exists(printer.branch(), row.guard, lambda inside, these=commands: _each(inside, game, these, space))  # type: ignore[misc]
        to.give(f"{to.no}some")


def _named(row: Row, move: GuardedCommand) -> GuardedCommand | None:
    """The one move of a command that a row names, with the condition that it does; None where it never does."""
    matched, solved = solve(same(row.arguments[0], move.term), move.unknowns)
    if matched is FALSE:
        return None
    values = Substitution(solved)
    guard = conj((matched, values.formula(move.guard)))
    after = tuple(
        tuple(map(values.linear, entry)) if isinstance(entry, tuple) else values.linear(entry) for entry in move.after
    )
    left = {*unknowns(guard), *unknowns_of(flat(after))} & {*move.unknowns}
    if left:
        raise Unreadable(f"no bounds are known for {left.pop().name.partition('$')[0]} in a named move")
    return None if guard is FALSE else dataclasses.replace(move, choices=(), guard=guard, after=after)


def _each(printer: Printer, game: SymbolicGame, commands: list[GuardedCommand], space: Space) -> None:
    """What is done with each term that a row names: some command must have it, and lead to a mark."""
    to = printer.to
    end = ";" if to.c else ""
    to.line(f"some = 1{end}")
    to.line(f"found = 0{end}")
    for command in commands:
        Command(game, command, space, Winning(), wrong(game, command, space, not space.sorted)).write(printer.branch())
    with to.when(f"{to.no}found"):
        to.give("1")


@dataclass(frozen=True)
class Winning(Sink):
    """The one place that a named move leads to must be marked."""

    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""
        with to.when(f"!MARKED({place})" if to.c else f"not tab[{place}]"):
            to.give("1")
