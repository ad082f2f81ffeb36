"""The whole program of a claim over a space, in either language: predicates, moves, and the walk over positions.

The walk goes through the positions in the order of their numbers. Its modes: FILL marks what the claim calls a
P-position; LOCAL judges each position by its own moves against these marks; KERNEL marks P-positions as it
goes and compares; EVERYWHERE asks that the label is YES; SWAP fills two tables, for normal and misere play;
SIDES fills two tables, for the positions that each side of a game of alliances wins, and compares. In C two tables
are the two lowest bits of one. VALUES fills a table of entries (see `bouton.compiled.job`) and compares; programs
that do so have no other of these modes.
With SILENT added nothing is compared; LOOK stops at the first position.
Once a table is filled LIST writes the judged positions with what it has of them, LOST those where the mover loses, and
SAID, which needs no table, those of which the claim says YES. With TALLY added to these two, positions are counted and
not written. NOTE lists positions that are still to be sorted, with what their measures rest on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import prod

from bouton.compiled.asked import Any, asked, declare
from bouton.compiled.fixed import fixed
from bouton.compiled.groups import Groups
from bouton.compiled.images import declare as declare_other
from bouton.compiled.images import looked_up
from bouton.compiled.job import KERNEL, SIDES, ByPlace, Entries
from bouton.compiled.labels import NUMBER, Saying, ended, label, number_of
from bouton.compiled.marking import by_place
from bouton.compiled.moves import Stray, growing, named, reach, strays
from bouton.compiled.sinks import Gathering
from bouton.compiled.space import CUBE, Shape, Space, SumsOfPlaces
from bouton.compiled.summed import HeapSum, by_values
from bouton.compiled.syntax import C, ProgramText
from bouton.compiled.valued import ValueClaim
from bouton.core.position import Counter, Heaps
from bouton.reading.command import SymbolicGame
from bouton.reading.sides import WINNER


@dataclass(frozen=True)
class Judged:
    """The part of a space that a claim is judged in: numbers of heaps of each kind, their sizes, and counters."""

    counts: tuple[tuple[int, int], ...]
    sizes: tuple[tuple[int, int], ...]
    counters: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PrintedProgram:
    """What is to be printed; `games` are the rules read for each shape."""

    space: Space
    games: Sequence[SymbolicGame]
    saying: Saying
    normal: bool
    tables: int
    judged: Judged
    summed: HeapSum | None = None
    by_place: ByPlace = ""
    """What is done in the order of places."""

    @property
    def valued(self) -> ValueClaim | None:
        """What is claimed of values that are worked out from the moves."""
        return None if self.summed is not None else self.saying.valued

    @property
    def entries(self) -> Entries | None:
        """What its table has, where that is values."""
        if self.valued is None:
            return None
        return Entries.of(None if self.valued.is_so is not None else self.valued.play, self.space.longest)

    @property
    def whole(self) -> bool:
        """Whether all positions of the space are judged."""
        space = self.space
        heaps = all(
            not kind.most or (counts, sizes) == ((0, kind.most), (1, kind.largest))
            for kind, counts, sizes in zip(space.kinds, self.judged.counts, self.judged.sizes, strict=True)
        )
        return heaps and self.judged.counters == space.counters

    def c(self) -> str:
        """The program in C."""
        given = ("const Entry *const tab", "Seen *const seen")
        row = (*C().table, "I *const before") if self.in_rows else C().table
        return ProgramWriter(self, C(table=row if self.valued is None else given)).text()

    @cached_property
    def in_rows(self) -> bool:
        """Whether functions are given what is known of the positions before, which differ in the last heap alone."""
        space, plain = self.space, self.valued is None and self.tables == 1 and self.summed is None
        return plain and not (space.sorted or space.asked) and any(growing(game, space) for game in self.games)

    def python(self) -> str:
        """The program in Python; with a table for heaps in any order where that is not too large."""
        table = ("tab",) if self.entries is None else ("tab", "seen")
        space = in_any_order(self.space, self.tables if self.entries is None else self.entries.bytes)
        return ProgramWriter(replace(self, space=space), ProgramText(table=table)).text()


def in_any_order(space: Space, each: int = 1) -> Space:
    """The space that a program in Python is for: lists of heaps in any order have a place, if that is not too large."""
    plain = replace(space, asked=False, bits=False)
    cube = replace(plain, cube=True)
    return cube if cube.places * each <= CUBE else plain


_UPWARD = """
if upward and start <= r < stop:
    found = {reach}
    p = found == 1 if found else {ended}
    said = {label}
    if (said == p or said == 4) and found >= 0 <= p:
        tab[{place}] = p
        out[0] += said != 4
        out[1] |= found
        r += 1
        continue
"""
_SIDEWAYS = """
if upward and start <= r < stop:
    mover = {side}
    if mover >= 0:
        tab = tables[mover]
        found = {reach}
        if found > 0:
            won = mover if found == 2 else 1 - mover
            said = {label}
            if said == won or said == 4:
                tables[won][{place}] = 1
                out[0] += said != 4
                out[1] |= found
                r += 1
                continue
"""
"""What stands in the loop of a Python program, for outcomes and for sides, where it goes up through the places."""


class ProgramWriter:
    """Prints it."""

    def __init__(self, program: PrintedProgram, to: ProgramText) -> None:
        self.program, self.space, self.to = program, program.space, to
        self.places, self.valued = SumsOfPlaces(program.space), program.valued
        self.cell = "uint8_t" if self.valued is None else "Entry"
        self.groups: Groups | None = None

    def _fixed(self, name: str) -> list[str]:
        """The lines of a part that is the same in all programs."""
        return fixed(f"{name}.{'c' if self.to.c else 'py'}").splitlines()

    def text(self) -> str:
        """All of it."""
        to, space = self.to, self.space
        to.lines += self._fixed("arithmetic")
        begun = len(to.lines)
        self.constants(self._constants())
        to.lines += self._fixed("lists")
        if to.c:
            marks = "among" if space.asked else "bits" if space.bits else "marks"
            entries = None if self.valued is None else self.program.entries
            if entries is not None:
                to.line(f"typedef uint{8 * entries.bytes}_t Entry;")
            to.lines += self._fixed(marks if entries is None else "seen")
            if space.sorted:
                to.lines += self._fixed("ranks")
        before, rowed, rows = len(to.lines), [0], to.c and self.program.in_rows
        legal = self.program.saying.legal
        stray: Stray = (lambda _command: []) if legal is None else strays(self.program.games, space, legal)
        if space.asked:
            declare(to, space)
        image = self.program.saying.image
        if image is not None:
            declare_other(to)
        for number, game in enumerate(self.program.games):
            if image is not None:
                looked_up(to, number, game, space, image)
            label(to, number, game, space, self.program.saying)
            for at, name in enumerate(self.weighing):
                number_of(to, f"weight{at}_{number}", game.relations.get((name, 1), ()), game, space)
            ended(to, number, game, space, self.program.saying, self.program.normal)
            if space.asked:
                if self.program.saying.together:
                    reach(to, f"live_{number}", game, space, Any())
                asked(to, number, space, self.program.saying)
            if self.program.summed is not None:
                by_values(to, f"reach_{number}", game, space)
            else:
                sink = None if self.valued is None else Gathering()
                rowed.append(reach(to, f"reach_{number}", game, space, sink, stray, row=rows))
            if self.program.saying.strategy is not None:
                named(to, number, game, space, self.program.saying.strategy)
        if to.c:
            to.line(f"enum {{ ROW = {2 * max(rowed) + 1} }};")
            self._grouped(before)
        self._choose()
        to.lines += self._fixed("inside")
        self._note()
        to.lines += self._fixed("judge" if self.valued is None else "values")
        if self.groups is not None:
            self.groups.define(to, self.places.of_sorted)
        self._walk()
        self._otherwise()
        return "\n".join([*to.lines[:begun], *to.helpers, *to.lines[begun:], ""])

    def _otherwise(self) -> None:
        """The walk through positions that were sorted, or what goes through them in the order of places."""
        to, space = self.to, self.space
        if space.sorted:
            seen = "&seen, " if to.c and self.valued is not None else ""
            own = "static __thread Seen seen;" if seen else ""
            lines = (line.replace("SEEN", own) for line in self._fixed("sorted"))
            to.lines += [line.replace("VISIT(mode, tab, ", f"judge(mode, tab, {seen}") for line in lines]
        elif to.c:
            by_place(to, space, self.places.of_sorted, self.program.by_place, self.program.saying)

    def constants(self, numbers: Mapping[str, int]) -> None:
        """Print these, and the tables of the space."""
        to = self.to
        for name, value in numbers.items():
            to.line(f"enum {{ {name} = {value} }};" if to.c else f"{name} = {value}")
        for name, values in self._tables().items():
            listed = ", ".join(map(str, values))
            to.line(f"static const I {name}[] = {{{listed}}};" if to.c else f"{name} = [{listed}]")
        to.line(f"#define PLACES ((I){self.space.places}LL)" if to.c else f"PLACES = {self.space.places}")

    def _grouped(self, before: int) -> None:
        """Decide on groups of positions; the lines after `before` are the functions that these would call."""
        to, program = self.to, self.program
        groups = Groups(
            self.space, program.judged.counters, to.lines[before:], bool(program.saying.sides), program.tables
        )
        plain = self.valued is not None
        to.lines.insert(before, f"#define FUNCTION {'static I' if plain else groups.kind}")
        to.lines.insert(before, f"#define SAYING {'static I' if plain else groups.saying}")
        usual = groups.usual and self.valued is None and program.saying.strategy is None
        usual = usual and not (self.space.asked or self.space.sorted or self.space.bits)
        self.groups = groups if usual else None

    def _constants(self) -> dict[str, int]:
        space = self.space
        entries = self.program.entries
        known = {} if self.valued is None or entries is None else self.valued.constants | entries.constants
        return known | {
            "NUMBER": NUMBER,
            "GRUNDY": int(self.program.summed is not None and self.program.saying.valued is not None),
            "MOST": space.most,
            "KINDS": len(space.kinds),
            "COUNTERS": len(space.counters),
            "TABLES": self.program.tables,
            "LEGAL": int(self.program.saying.legal is not None),
            "TOGETHER": int(self.program.saying.together),
            "FREE": int(space.asked),
            "STRATEGY": int(self.program.saying.strategy is not None),
            "ALONE": int(self.program.saying.alone),
            "HAS_WINNER": int(any(WINNER in game.relations for game in self.program.games)),
            "WHOLE": int(self.program.whole),
            "CUBE": int(self.space.cube),
            "WEIGHTS": len(self.weighing),
        }

    @property
    def weighing(self) -> Sequence[str]:
        """The predicates that the measure rests on."""
        return self.space.measure.predicates if self.space.sorted else ()

    def _tables(self) -> dict[str, Sequence[int]]:
        space, judged = self.space, self.program.judged
        found: dict[str, Sequence[int]] = {
            f"W{at}": row for at, row in enumerate(space.weights) if not self.places.plain(at)
        }
        kinds, counts, sizes = space.kinds, judged.counts, judged.sizes
        counters = [one for one in space.fluents if isinstance(one, Counter)]
        found["STONY"] = (*(int(one.stones) for one in counters), 0)
        found["MOSTS"] = (*(kind.most for kind in kinds), 0)
        found["LARGEST"] = (*(kind.largest for kind in kinds), 0)
        found["LOOSE"] = (*(int(kind.loose) for kind in kinds), 0)
        found["FALLING"] = (*(int(kind.falling) for kind in kinds), 0)
        found["FIRST"] = tuple(accumulate((kind.most for kind in kinds), initial=0))
        found["FEWEST_JUDGED"], found["MOST_JUDGED"] = ((*(one[at] for one in counts), 0) for at in (0, 1))
        found["LEAST_JUDGED"], found["LARGEST_JUDGED"] = ((*(one[at] for one in sizes), 0) for at in (0, 1))
        found |= {name: space.of_total(counters) for name, counters in self._totals.items()}
        if self.program.saying.image is not None:
            found |= self.program.saying.image.tables(self.to)
        if self.valued is not None:
            found["CLASS"] = self.valued.words
        summed = self.program.summed
        found["VALUE"] = [0] if summed is None else summed.values
        found["STILL"] = [0] if summed is None else list(map(int, summed.still))
        found["LEAST_COUNTER"] = (*(low for low, _ in judged.counters), 0)
        found["LARGEST_COUNTER"] = (*(high for _, high in judged.counters), 0)
        return found

    def _held(self, shape: Shape) -> tuple[list[str], list[str]]:
        """Heaps in the game's order and counters, as C holds them: there is room for each kind's greatest number."""
        firsts = accumulate((kind.most for kind in self.space.kinds), initial=0)
        heaps = [f"h[{first + at}]" for first, count in zip(firsts, shape, strict=False) for at in range(count)]
        return heaps, [f"k[{at}]" for at in range(len(self.space.counters))]

    @property
    def _functions(self) -> list[str]:
        saying = self.program.saying
        strategy = [] if saying.strategy is None else ["named"]
        weights = [f"weight{at}" for at in range(len(self.weighing))]
        return ["reach", "label", "ended", *(["side"] if saying.sides else []), *strategy, *weights]

    def _choose(self) -> None:
        """`reach`, `label` and `place` for any number of heaps."""
        to, shapes = self.to, self.space.shapes
        if not to.c:
            # a position is passed as all its numbers, so that no call needs to take it apart
            for name in self._functions:
                to.line(f"{name.upper()} = [{', '.join(f'{name}_{at}' for at in range(len(shapes)))}]")
            for at, shape in enumerate(shapes):
                heaps = [f"h{one + 1}" for one in range(sum(shape))]
                counters = [f"k{one + 1}" for one in range(len(self.space.counters))]
                with to.function(f"place_{at}", [*heaps, *counters], table=False):
                    to.give(self.places.of(shape, heaps, counters))
            to.line(f"PLACE = [{', '.join(f'place_{at}' for at in range(len(shapes)))}]")
            to.lines.append("")
            return
        if "side" not in self._functions and self.valued is None:
            to.line("static I side(const I *h, I c, const I *k) { return 0; }")
        if "named" not in self._functions and self.valued is None:
            to.line("static I named(const uint8_t *tab, I bit, const I *h, I c, const I *k) { return 0; }")
        names = [one.split()[-1] for one in to.table]
        for name in self._functions:
            given = to.table[:2] if name in ("reach", "named") else ()
            with to.block(f"static I {name}({''.join(f'{one}, ' for one in given)}const I *h, I c, const I *k)"):
                if given and to.table[2:]:
                    to.line("I before[ROW] = {0};")
                with to.block("switch (c)"):
                    for at, shape in enumerate(shapes):
                        heaps, counters = self._held(shape)
                        inside = ", ".join([*(names if given else []), *heaps, *counters])
                        to.line(f"case {at}: return {name}_{at}({inside});")
                    to.line("default: return -1;")
        with to.block("static I place(const I *h, I c, const I *k)"), to.block("switch (c)"):
            for at, shape in enumerate(shapes):
                to.line(f"case {at}: return {self.places.of(shape, *self._held(shape))};")
            to.line("default: return -1;")

    def _note(self) -> None:
        """What lists a position that is still to be sorted."""
        to, weights = self.to, range(len(self.weighing))
        if not to.c:
            to.line(f"WEIGHT = [{', '.join(f'WEIGHT{at}' for at in weights)}]")
        elif weights:
            given = ", ".join(f"weight{at}(h, c, k)" for at in weights)
            to.line(f"#define WEIGHED {{{given}}}")
        to.lines += self._fixed("note")

    def _walk(self) -> None:
        """The loops over positions: the measure's entries first, then what it leaves free in declared order."""
        to = self.to
        name = "every" if self.space.sorted else "walk"
        head = f"int64_t {name}(I mode, {self.cell} *tab, I start, I stop, I *out)"
        with to.block(head if to.c else f"def {name}(mode, tables, start, stop, out):"):
            if to.c:
                to.line("I h[MOST + 1] = {0}, k[COUNTERS + 1] = {0}, c = 0, r = 0;")
                for kind in range(len(self.space.kinds)) if len(self.space.kinds) > 1 else ():
                    to.line(f"I c{kind} = 0;")
                to.line("out[0] = 0; out[1] = 0; out[2] = -1;")
                if self.valued is not None:
                    to.line("static __thread Seen seen;")
            else:
                to.line("k, h, c, r = [0] * COUNTERS, (), 0, 0")
                to.line("out[:3] = [0, 0, -1]")
                own = SIDES if self.program.saying.sides else KERNEL
                upward = f"mode == {own} and WHOLE and not STRATEGY and not GRUNDY and not {int(self.space.sorted)}"
                to.line(f"tab, upward = tables, {upward}")
            with ExitStack() as stack:
                self._layers(stack)
                self._visit()
            to.give("r")

    def _upward(self) -> None:
        """In Python the usual case stands in the loop itself: calls cost more than what they do."""
        to, heaps = self.to, bool(self.space.kinds)
        counters = [f"x{at}" for at in range(len(self.space.counters))]
        given = ", ".join([*(["*h"] if heaps else []), *counters])
        calls = {
            name: (f"{name.upper()}[c]" if heaps else f"{name}_0") + f"({'tab, ' if name == 'reach' else ''}{given})"
            for name in ("reach", "label", "ended", "side", "place")
        }
        text = _SIDEWAYS if self.program.saying.sides else _UPWARD
        text = text.format(**calls)
        to.lines += [" " * 4 * to.depth + line for line in text.splitlines() if line.strip()]

    @property
    def _later(self) -> dict[int, list[int]]:
        """For each counter that the measure fixes, those that count as stones and are fixed later, itself left out."""
        found, left = dict[int, list[int]](), list(self.space.bearing)
        for _, at in self.space.entries:
            if at is not None:
                left = [one for one in left if one != at]
                found[at] = left
        return found

    @property
    def _totals(self) -> dict[str, list[int]]:
        """Which counters' values are added to heaps in each table of how many make so many stones together."""
        sets = [] if self.space.sorted else [list(self.space.bearing), *self._later.values()]
        return {_of_total(one): one for one in sets}

    def _layers(self, stack: ExitStack) -> None:
        """Loops over the measure's entries, and over what these leave free; what stones are left is the last one's."""
        to, space = self.to, self.space
        end = ";" if to.c else ""
        left = {at: high - low + 1 for at, (low, high) in enumerate(space.counters)}
        bearing, rest = list(space.bearing), ""  # the counters that are not fixed yet, and what they and heaps have
        for _, at in space.entries:
            if at is None:
                name, low, high = "stones", 0, len(space.of_total(space.bearing)) - 1
            else:
                name, (low, high) = f"x{at}", space.counters[at]
                self._group(at)
            stack.enter_context(to.loop(name, str(low), str(high)))
            if at is None:
                rest = " - ".join(["stones", *(f"x{one}" for one in space.bearing if one not in bearing)])
            else:
                del left[at]
                if at in bearing:
                    bearing.remove(at)
                    rest = rest and f"{rest} - {name}"
            lists = str(sum(space.of_total(bearing)))
            if rest:
                lists = f"{_of_total(bearing)}[{rest}]"
                if len(bearing) < len(space.bearing):
                    with to.when(f"{rest} < 0{to.either}{rest} >= {len(space.of_total(bearing))}"):
                        to.line(f"continue{end}")
            # what lies wholly below the start is passed over at once
            size = f"{prod(many for one, many in left.items() if not rest or one not in bearing)} * {lists}"
            with to.when(f"r + {size} <= start"):
                to.line(f"r += {size}{end}")
                to.line(f"continue{end}")
            with to.when("r >= stop"):
                to.give("r")
        for _, at in space.entries:
            if at is not None:
                to.line(f"k[{at}] = x{at}{end}")
        self._free(stack, bearing, rest)

    def _free(self, stack: ExitStack, bearing: Sequence[int], rest: str) -> None:
        """The loops over what the measure leaves free, where heaps and some counters have `rest` stones together."""
        to, space = self.to, self.space
        end, counter, kind = ";" if to.c else "", 0, 0
        ends: list[tuple[int, int] | None] = []  # between which each fluent's stones lie, if they are among the rest
        for one in space.fluents:
            if isinstance(one, Heaps):
                ends.append((0, space.kinds[kind].most * space.kinds[kind].largest))
                kind += 1
            else:
                ends.append(space.counters[counter] if rest and counter in bearing else None)
                counter += 1
        counter = kind = 0
        for at, (one, own) in enumerate(zip(space.fluents, ends, strict=True)):
            later = [each for each in ends[at + 1 :] if each is not None]
            low, high = (f"{rest} - {sum(each[number] for each in later)}" for number in (1, 0))
            if isinstance(one, Heaps) and not rest:
                self._heaps(stack, kind, *map(str, own or (0, 0)))
                kind += 1
            elif isinstance(one, Heaps):
                self._heaps(stack, kind, *((low, high) if later else (rest, "")))
                kind += 1
            elif counter in space.free:
                self._group(counter)
                least, most = map(str, space.counters[counter])
                if own is not None:
                    least, most = to.extreme("max", [least, low]), to.extreme("min", [most, high])
                stack.enter_context(to.loop(f"x{counter}", least, most))
                to.line(f"k[{counter}] = x{counter}{end}")
            if rest and own is not None and later:
                stones = f"x{counter}" if not isinstance(one, Heaps) else self._sum(kind - 1)
                to.set(f"rest{at}", f"{rest} - {stones}")
                rest = f"rest{at}"
            counter += not isinstance(one, Heaps)
        if len(space.kinds) > 1:
            number = "0"
            for at, each in enumerate(space.kinds):
                number = f"({number}) * {each.most + 1} + " + (f"c{at}" if to.c else f"len(h{at})")
            to.line(f"c = {number}{end}")
            if not to.c:
                to.line(f"h = {' + '.join(f'h{at}' for at in range(len(space.kinds)))}")
        elif space.kinds and not to.c:
            to.line("c = len(h)")

    def _heaps(self, stack: ExitStack, kind: int, low: str, high: str) -> None:
        """A loop over the lists of a kind with so many stones, or between two ends."""
        to, several = self.to, len(self.space.kinds) > 1
        if not to.c:
            name = f"h{kind}" if several else "h"
            lists = f"some({kind}, {low}, {high})" if high else f"lists({kind}, {low})"
            stack.enter_context(to.block(f"for {name} in {lists}:"))
            return
        own = f"{kind}, h + FIRST[{kind}], &c{kind}" if several else "0, h, &c"
        begin, follow = f"first({own}, {low})", f"next({own})"
        if high:
            begin, follow = (f"{name}({own}, {low}, {high})" for name in ("some", "after"))
        stack.enter_context(to.block(f"for (I more = {begin}; more; more = {follow})"))

    def _sum(self, kind: int) -> str:
        """The stones of the heaps of a kind."""
        several = len(self.space.kinds) > 1
        if not self.to.c:
            return f"sum(h{kind})" if several else "sum(h)"
        return f"sum(h + FIRST[{kind}], c{kind})" if several else "sum(h, c)"

    def _group(self, counter: int) -> None:
        """Where the loop over the last counter is to begin, all of it at once if that can be."""
        groups = self.groups
        if groups is not None and counter == groups.last and groups.values:
            groups.group(self.to)

    def _visit(self) -> None:
        to = self.to
        with to.when("r >= stop"):
            to.give("r")
        if not to.c and self.valued is None:
            self._upward()
        if self.groups is not None and not self.groups.values:
            self.groups.single(to)
        seen = "" if self.valued is None else "&seen, "
        call = f"judge(mode, tab, {seen}h, c, k, r, out)" if to.c else "judge(mode, tables, h, c, k, r, out)"
        with to.when(f"r >= start{to.both}{to.no}{call}"):
            to.give("r")
        to.line("r++;" if to.c else "r += 1")


def _of_total(counters: Sequence[int]) -> str:
    """The name of the table of how many heaps, with values of these counters, make so many stones."""
    return "_".join(["OF_TOTAL", *map(str, counters)])
