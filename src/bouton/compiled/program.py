"""The whole program of a claim over a space, in either language: predicates, moves, and the walk over positions.

The walk goes through the positions in the order of their numbers. Its modes: FILL marks what the claim calls a
P-position; LOCAL judges each position by its own moves against these marks; KERNEL marks P-positions as it
goes and compares; EVERYWHERE asks that the label is YES; SWAP fills two tables, for normal and misere play;
SIDES fills two tables, for the positions that each side of a game of alliances wins, and compares. In C two tables
are the two lowest bits of one. VALUES fills a table of entries (see `bouton.compiled.valued`) and compares; programs
that do so have no other of these modes, and a table with four bytes for a position.
With SILENT added nothing is compared; LOOK stops at the first position.
Once a table is filled LIST writes the judged positions with what it has of them, LOST those where the mover loses, and
SAID, which needs no table, those of which the claim says YES.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import comb, prod

from bouton.compiled import in_c, in_python
from bouton.compiled.asked import AMONG, Any, asked
from bouton.compiled.groups import Groups
from bouton.compiled.job import KERNEL, SIDES
from bouton.compiled.labels import NUMBER, Saying, ended, label
from bouton.compiled.marking import marking
from bouton.compiled.moves import Gathering, Stray, reach, strays
from bouton.compiled.named import named
from bouton.compiled.space import CUBE, Places, Space
from bouton.compiled.summed import Summed, by_values
from bouton.compiled.syntax import C, Text
from bouton.compiled.valued import BYTES, Valued
from bouton.reading.command import SymbolicGame
from bouton.reading.sides import WINNER


@dataclass(frozen=True)
class Judged:
    """The part of a space that a claim is judged in: numbers of heaps, sizes, and counters."""

    counts: tuple[int, int]
    sizes: tuple[int, int]
    counters: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Program:
    """What is to be printed; `games` are the rules read for 0, 1, 2, ... heaps."""

    space: Space
    games: Sequence[SymbolicGame]
    saying: Saying
    normal: bool
    tables: int
    judged: Judged
    summed: Summed | None = None

    @property
    def valued(self) -> Valued | None:
        """What is claimed of values that are worked out from the moves."""
        return None if self.summed is not None else self.saying.valued

    @property
    def whole(self) -> bool:
        """Whether all positions of the space are judged."""
        space = self.space
        heaps = not space.most or (self.judged.counts, self.judged.sizes) == ((0, space.most), (1, space.largest))
        return heaps and self.judged.counters == space.counters

    def c(self) -> str:
        """The program in C."""
        given = ("const uint32_t *const tab", "Seen *const seen")
        return Writer(self, C() if self.valued is None else C(table=given)).text()

    def python(self) -> str:
        """The program in Python; with a table for heaps in any order where that is not too large."""
        cube, plain = replace(self.space, cube=True, asked=False), replace(self.space, asked=False)
        valued = self.valued is not None
        small = cube.places * (BYTES if valued else self.tables) <= CUBE
        return Writer(replace(self, space=cube if small else plain), Text(table=("tab", "seen")[: 1 + valued])).text()


class Writer:
    """Prints it."""

    def __init__(self, program: Program, to: Text) -> None:
        self.program, self.space, self.to = program, program.space, to
        self.places, self.valued = Places(program.space), program.valued
        self.cell = "uint8_t" if self.valued is None else "uint32_t"
        self._fixed = in_c if to.c else in_python
        self.groups: Groups | None = None

    def text(self) -> str:
        """All of it."""
        to, space = self.to, self.space
        to.lines += self._fixed.ARITHMETIC.splitlines()
        begun = len(to.lines)
        self.constants(self._constants())
        to.lines += self._fixed.LISTS.splitlines()
        if to.c:
            marks = AMONG if space.asked else in_c.MARKS
            to.lines += (marks if self.valued is None else in_c.SEEN).splitlines()
        before = len(to.lines)
        legal = self.program.saying.legal
        stray: Stray = (lambda _command: []) if legal is None else strays(self.program.games, legal)
        for count, game in enumerate(self.program.games):
            label(to, count, game, space, self.program.saying)
            ended(to, count, game, space, self.program.saying, self.program.normal)
            if space.asked:
                if self.program.saying.together:
                    reach(to, f"live_{count}", game, space, Any())
                asked(to, count, space, self.program.saying)
            if self.program.summed is not None:
                by_values(to, f"reach_{count}", game, space)
            else:
                reach(to, f"reach_{count}", game, space, None if self.valued is None else Gathering(), stray)
            if self.program.saying.strategy is not None:
                named(to, count, game, space, self.program.saying.strategy)
        if to.c:
            self._grouped(before)
        self._choose()
        to.lines += self._fixed.INSIDE.splitlines()
        to.lines += (self._fixed.JUDGE if self.valued is None else self._fixed.VALUES).splitlines()
        if self.groups is not None:
            self.groups.define(to, self.places.of_sorted)
        self._walk()
        if to.c and self.valued is None:
            marking(to, space, self.places.of_sorted, strategy=self.program.saying.strategy is not None)
        return "\n".join([*to.lines[:begun], *to.helpers, *to.lines[begun:], ""])

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
        to.lines.insert(before, f"#define FUNCTION {'static I' if self.valued is not None else groups.kind}")
        usual = groups.usual and self.valued is None and program.saying.strategy is None and not self.space.asked
        self.groups = groups if usual else None

    def _constants(self) -> dict[str, int]:
        space = self.space
        judged = self.program.judged
        return ({} if self.valued is None else self.valued.constants) | {
            "NUMBER": NUMBER,
            "GRUNDY": int(self.program.summed is not None and self.program.saying.valued is not None),
            "MOST": space.most,
            "LARGEST": space.largest,
            "COUNTERS": len(space.counters),
            "TABLES": self.program.tables,
            "LEGAL": int(self.program.saying.legal is not None),
            "TOGETHER": int(self.program.saying.together),
            "FREE": int(space.asked),
            "STRATEGY": int(self.program.saying.strategy is not None),
            "ALONE": int(self.program.saying.alone),
            "HAS_WINNER": int(any(WINNER in game.relations for game in self.program.games)),
            "DESCENDING": int(space.heaps is not None and space.heaps.order == "descending"),
            "FEWEST_JUDGED": judged.counts[0],
            "MOST_JUDGED": judged.counts[1],
            "WHOLE": int(self.program.whole),
            "LEAST_JUDGED": judged.sizes[0],
            "LARGEST_JUDGED": judged.sizes[1],
        }

    def _tables(self) -> dict[str, Sequence[int]]:
        space, judged = self.space, self.program.judged
        found: dict[str, Sequence[int]] = {
            f"W{at}": row for at, row in enumerate(space.weights) if not self.places.plain(at)
        }
        found["OF_TOTAL"] = space.of_total
        if self.valued is not None:
            found["CLASS"] = self.valued.words
        summed = self.program.summed
        found["VALUE"] = [0] if summed is None else summed.values
        found["STILL"] = [0] if summed is None else list(map(int, summed.still))
        found["LEAST_COUNTER"] = (*(low for low, _ in judged.counters), 0)
        found["LARGEST_COUNTER"] = (*(high for _, high in judged.counters), 0)
        return found

    def _arguments(self, count: int) -> str:
        return ", ".join(
            [*(f"h[{at}]" for at in range(count)), *(f"k[{at}]" for at in range(len(self.space.counters)))]
        )

    @property
    def _functions(self) -> list[str]:
        saying = self.program.saying
        strategy = [] if saying.strategy is None else ["named"]
        return ["reach", "label", "ended", *(["side"] if saying.sides else []), *strategy]

    def _choose(self) -> None:
        """`reach`, `label` and `place` for any number of heaps."""
        to, counts = self.to, range(self.space.most + 1)
        if not to.c:
            # a position is passed as all its numbers, so that no call needs to take it apart
            for name in self._functions:
                to.line(f"{name.upper()} = [{', '.join(f'{name}_{count}' for count in counts)}]")
            for count in counts:
                with to.function(f"place_{count}", self._names(count), table=False):
                    to.give(self.places.of(count, *self._names_apart(count)))
            to.line(f"PLACE = [{', '.join(f'place_{count}' for count in counts)}]")
            to.lines.append("")
            return
        if "side" not in self._functions and self.valued is None:
            to.line("static I side(const I *h, I c, const I *k) { return 0; }")
        if "named" not in self._functions and self.valued is None:
            to.line("static I named(const uint8_t *tab, I bit, const I *h, I c, const I *k) { return 0; }")
        names = [one.split()[-1] for one in to.table]
        for name in self._functions:
            table = "".join(f"{one}, " for one in to.table) if name in ("reach", "named") else ""
            with to.block(f"static I {name}({table}const I *h, I c, const I *k)"), to.block("switch (c)"):
                for count in counts:
                    given = self._arguments(count)
                    inside = ", ".join([*(names if table else []), *([given] if given else [])])
                    to.line(f"case {count}: return {name}_{count}({inside});")
                to.line("default: return -1;")
        with to.block("static I place(const I *h, I c, const I *k)"), to.block("switch (c)"):
            for count in counts:
                heaps = [f"h[{at}]" for at in range(count)]
                counters = [f"k[{at}]" for at in range(len(self.space.counters))]
                to.line(f"case {count}: return {self.places.of(count, heaps, counters)};")
            to.line("default: return -1;")

    def _names_apart(self, count: int) -> tuple[list[str], list[str]]:
        return [f"h{at + 1}" for at in range(count)], [f"k{at + 1}" for at in range(len(self.space.counters))]

    def _names(self, count: int) -> list[str]:
        heaps, counters = self._names_apart(count)
        return [*heaps, *counters]

    def _walk(self) -> None:
        """The loops over positions: the measure's entries first, then what it leaves free in declared order."""
        to = self.to
        head = f"int64_t walk(I mode, {self.cell} *tab, I start, I stop, I *out)"
        with to.block(head if to.c else "def walk(mode, tables, start, stop, out):"):
            if to.c:
                to.line("I h[MOST + 1] = {0}, k[COUNTERS + 1] = {0}, c = 0, r = 0;")
                to.line("out[0] = 0; out[1] = 0; out[2] = -1;")
                if self.valued is not None:
                    to.line("Seen seen = {{0}};")
            else:
                to.line("k, h, r = [0] * COUNTERS, (), 0")
                to.line("out[:3] = [0, 0, -1]")
                own = SIDES if self.program.saying.sides else KERNEL
                upward = f"mode == {own} and WHOLE and not STRATEGY and not GRUNDY"
                to.line(f"tab, upward = tables, {upward}")
            with ExitStack() as stack:
                self._layers(stack)
                self._visit()
            to.give("r")

    def _upward(self) -> None:
        """In Python the usual case stands in the loop itself: calls cost more than what they do."""
        to, heaps = self.to, self.space.heaps is not None
        counters = [f"x{at}" for at in range(len(self.space.counters))]
        given = ", ".join([*(["*h"] if heaps else []), *counters])
        calls = {
            name: (f"{name.upper()}[c]" if heaps else f"{name}_0") + f"({'tab, ' if name == 'reach' else ''}{given})"
            for name in ("reach", "label", "ended", "side", "place")
        }
        text = in_python.SIDEWAYS if self.program.saying.sides else in_python.UPWARD
        text = text.format(c="c = len(h)" if heaps else "", **calls)
        to.lines += [" " * 4 * to.depth + line for line in text.splitlines() if line.strip()]

    def _layers(self, stack: ExitStack) -> None:
        to, space = self.to, self.space
        end, stones = ";" if to.c else "", "0"
        lists = str(comb(space.largest + space.most, space.most))
        left = {at: high - low + 1 for at, (low, high) in enumerate(space.counters)}
        for _, at in space.entries:
            name = "stones" if at is None else f"x{at}"
            if at is not None:
                self._group(at)
            low, high = (0, space.most * space.largest) if at is None else space.counters[at]
            stack.enter_context(to.loop(name, str(low), str(high)))
            if at is None:
                stones, lists = name, f"OF_TOTAL[{name}]"
            else:
                del left[at]
            # what lies wholly below the start is passed over at once
            size = f"{prod(left.values())} * {lists}"
            with to.when(f"r + {size} <= start"):
                to.line(f"r += {size}{end}")
                to.line(f"continue{end}")
            with to.when("r >= stop"):
                to.give("r")
        for _, at in space.entries:
            if at is not None:
                to.line(f"k[{at}] = x{at}{end}")
        counter = 0
        for fluent in space.fluents:
            if fluent is space.heaps:
                if to.c:
                    stack.enter_context(to.block(f"for (I more = first(h, &c, {stones}); more; more = next(h, &c))"))
                else:
                    stack.enter_context(to.block(f"for h in lists({stones}):"))
                continue
            if counter in space.free:
                self._group(counter)
                low, high = space.counters[counter]
                stack.enter_context(to.loop(f"x{counter}", str(low), str(high)))
                to.line(f"k[{counter}] = x{counter}{end}")
            counter += 1

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
        call = f"judge(mode, tab, {seen}h, c, k, r, out)" if to.c else "judge(mode, tables, h, k, r, out)"
        with to.when(f"r >= start{to.both}{to.no}{call}"):
            to.give("r")
        to.line("r++;" if to.c else "r += 1")
