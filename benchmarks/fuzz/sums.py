"""`python -m benchmarks.fuzz.sums --minutes N --seed S`: random claims about any number of heaps.

A case is a game whose moves change one heap, by random rules, or several heaps at once as in Moore's Nim or Cyclic
Nimhoff, and a claim about its values or P-positions, which is often true: the values are computed in plain Python, a
form is found for them, and half of the forms are spoilt, near or far away. What is proved must be true at all small
positions, and at large ones, by the values of their heaps or played by definition; what is refuted must fail where it
is said, and nowhere before in the box.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod
from operator import xor
from pathlib import Path
from random import Random
from typing import TypeAlias

from benchmarks.fuzz.columns import columns
from benchmarks.fuzz.heaps import COUNT, LARGEST, SIZE, Case, Kind, Position, by_definition, positions, spec_of
from benchmarks.fuzz.looping import loop
from benchmarks.fuzz.quotients import quotients
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

HeapOptions: TypeAlias = Callable[[int], set[Position]]
"""What one heap becomes."""
_TWO, _MORE = 40, 9
"""How large the heaps are of positions beyond the box: of two heaps, and of up to four, which are played."""
_PLAYED = 3000
"""The most positions below one that is played by definition, about."""
_LONGEST, _BEFORE = 8, 6
"""The periods and preperiods of values that are looked for."""
_SECONDS = 20.0


@dataclass
class Heap:
    """How one heap is changed: lines of rules, and the same in plain Python."""

    rng: Random
    lines: list[str] = field(default_factory=list)
    parts: list[HeapOptions] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def options(self, size: int) -> set[Position]:
        """What a heap of that size becomes."""
        return {tuple(sorted(one for one in after if one)) for part in self.parts for after in part(size)}

    def when(self) -> tuple[str, Callable[[int], bool]]:
        """A condition on the size, most often none."""
        rng = self.rng
        if rng.random() < 0.7:
            return "", lambda _size: True
        self.used.append("condition on the size")
        if rng.random() < 0.5:
            m, r = rng.choice(((2, 0), (2, 1), (3, 0), (3, 1), (4, 2)))
            return f", S \\ {m} = {r}", lambda size: size % m == r
        least = rng.randint(2, 4)
        return f", S >= {least}", lambda size: size >= least

    def take(self, name: str) -> None:
        """Stones are taken: any number, up to some number, one of a set, at most half, or all."""
        rng = self.rng
        how = rng.choice(("any", "up to", "set", "set", "half", "all"))
        said, allowed = self.when()
        k = rng.randint(1, 5)
        some = sorted(rng.sample(range(1, 8), rng.randint(1, 3)))
        taken: dict[str, tuple[str, Callable[[int], Sequence[int]]]] = {
            "any": ("D = 1..S", lambda size: range(1, size + 1)),
            "up to": (f"D = 1..{k}, D <= S", lambda size: range(1, min(k, size) + 1)),
            "set": (f"D = ({';'.join(map(str, some))}), D <= S", lambda size: [d for d in some if d <= size]),
            "half": ("D = 1..S/2", lambda size: range(1, size // 2 + 1)),
            "all": ("D = S", lambda size: [size] if size else []),
        }
        text, numbers = taken[how]
        self.used.append(f"take {how}")
        self.lines += [
            f"move({name}(I,D)) :- heap(I,S), {text}{said}.",
            f"after({name}(I,D), heap(I,S-D)) :- move({name}(I,D)), heap(I,S).",
        ]
        self.parts.append(lambda size: {(size - d,) for d in numbers(size)} if allowed(size) else set())

    def split(self) -> None:
        """The heap is parted in two, after `t` stones are taken."""
        t = self.rng.choice((0, 0, 1, 2))
        said, allowed = self.when()
        self.used.append("split")
        self.lines += [
            "heaps(N) :- N = #count { I : heap(I,_) }.",
            f"move(split(I,L)) :- heap(I,S), L = 1..(S-{t})/2{said}.",
            f"after(split(I,L), heap(I,S-{t}-L)) :- move(split(I,L)), heap(I,S).",
            "after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).",
        ]
        self.parts.append(
            lambda size: {(size - t - low, low) for low in range(1, (size - t) // 2 + 1)} if allowed(size) else set()
        )


def heap_values(options: HeapOptions, count: int) -> list[int]:
    """The values of the heaps 0, 1, ..., by mex."""
    found: list[int] = []
    for size in range(count):
        seen = {reduce(xor, (found[one] for one in after), 0) for after in options(size)}
        found.append(next(value for value in itertools.count() if value not in seen))
    return found


def of_one(options: HeapOptions) -> Callable[[Position], set[Position]]:
    """The options of a position where each move changes one heap."""

    def every(at: Position) -> set[Position]:
        return {
            tuple(sorted((*at[:index], *at[index + 1 :], *after)))
            for index, size in enumerate(at)
            for after in options(size)
        }

    return every


Form: TypeAlias = tuple[int, int, int, dict[int, int]]
"""Preperiod e, period p, saltus s, and values: below e by size, and of e..e+p-1, after which n + p has s more."""


def form(values: Sequence[int]) -> Form | None:
    """The least form of these values."""
    for period, before in itertools.product(range(1, _LONGEST + 1), range(_BEFORE + 1)):
        saltus = values[before + period] - values[before]
        if saltus >= 0 and all(values[n + period] == values[n] + saltus for n in range(before, len(values) - period)):
            return before, period, saltus, dict(enumerate(values[: before + period]))
    return None


def valued(of: Form, spoilt: dict[int, int]) -> Callable[[int], int]:
    """What a form says of each size, but for some."""
    before, period, saltus, values = of

    def value(size: int) -> int:
        if size in spoilt:
            return spoilt[size]
        if size < before:
            return values[size]
        times, rest = divmod(size - before, period)
        return values[before + rest] + times * saltus

    return value


def stated(of: Form, spoilt: dict[int, int]) -> list[str]:
    """The same as rules, for the heaps that are there."""
    before, period, saltus, values = of
    apart = "".join(f", S != {size}" for size in spoilt)
    lines = [f"v(I,{value}) :- heap(I,{size})." for size, value in spoilt.items()]
    lines += [f"v(I,{values[size]}) :- heap(I,{size})." for size in range(1, before) if size not in spoilt]
    for size in range(before, before + period):
        more = f"{saltus}*((S-{before})/{period})" if saltus != 1 else f"(S-{before})/{period}"
        value = f"{values[size]}+{more}" if saltus else f"{values[size]}"
        lines.append(f"v(I,{value}) :- heap(I,S), S >= {before}, (S-{before}) \\ {period} = {size - before}{apart}.")
    return lines


def spoil(rng: Random, of: Form) -> tuple[Form, dict[int, int]]:
    """A form with one number changed, or another value at one size, near or far."""
    before, period, saltus, values = of
    at = rng.choice(list(values))
    how = rng.random()
    if how < 0.3:
        return (before, period, saltus, {**values, at: max(0, values[at] + rng.choice((-1, 1, 2)))}), {}
    if how < 0.4:
        return (before, period, saltus + 1, values), {}
    size = rng.choice((rng.randint(1, 6), rng.randint(7, 20), rng.randint(20, LARGEST)))
    return of, {size: max(0, valued(of, {})(size) + rng.choice((-1, 1, 1, 2, 4)))}


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"sums {seed} {number}")
    family = rng.random()
    return columns(rng) if family < 0.25 else quotients(rng) if family < 0.4 else _sum(rng)


def _sum(rng: Random) -> Case:
    """A game of heaps that do not touch each other."""
    while True:
        heap = Heap(rng)
        if rng.random() < 0.45:
            heap.split()
        for name in ("take", "draw")[: rng.randint(0 if heap.lines else 1, 2)]:
            heap.take(name)
        values = heap_values(heap.options, LARGEST + 1)
        if (found := form(values)) is not None and max(values) > 0:
            break
    spoilt: dict[int, int] = {}
    if rng.random() < 0.5:
        heap.used.append("spoilt")
        found, spoilt = spoil(rng, found)
    value = valued(found, spoilt)
    lines = [line for line in heap.lines if not line.startswith("heaps(N)")]
    lines = ["heaps(N) :- N = #count { I : heap(I,_) }.", *lines, *stated(found, spoilt)]
    lines += ["sum(0,0). sum(I,X^V) :- sum(I-1,X), v(I,V). value(X) :- heaps(N), sum(N,X)."]
    measure = "measure: [stones, splits]\n" if "split" in heap.used else ""
    kind: Kind = rng.choice(("grundy", "normal", "misere"))
    far: list[Position] = [(size,) for size in range(SIZE + 1, LARGEST + 1)]
    far += [tuple(sorted((rng.randint(1, _TWO), rng.randint(1, _TWO)))) for _ in range(60)]

    def total(at: Position, of: Callable[[int], int]) -> int:
        return reduce(xor, map(of, at), 0)

    heap.used.append(kind)
    if kind == "grundy":
        return Case(
            "\n".join(lines),
            spec_of(kind, "value", measure),
            kind,
            lambda at: total(at, lambda size: values[size]),
            lambda at: total(at, value),
            far,
            tuple(heap.used),
        )
    if kind == "normal":
        lines.append("p :- value(0).")
        return Case(
            "\n".join(lines),
            spec_of(kind, "p", measure),
            kind,
            lambda at: int(total(at, lambda size: values[size]) == 0),
            lambda at: int(total(at, value) == 0),
            far,
            tuple(heap.used),
        )
    # misère: as in normal play, but where no heap is large
    sizes: list[tuple[str, Callable[[int], bool]]] = [
        ("heap(_,S), S > 1", lambda size: size > 1),
        ("v(_,V), V > 1", lambda size: value(size) > 1),
        ("heap(_,S), S > 2", lambda size: size > 2),
    ]
    parities: list[tuple[str, Callable[[Position], bool]]] = [
        ("value(1)", lambda at: total(at, value) == 1),
        ("heaps(N), N \\ 2 = 1", lambda at: len(at) % 2 == 1),
    ]
    (large, is_large), (odd, is_odd) = rng.choice(sizes), rng.choice(parities)
    lines += [f"large :- {large}.", "p :- large, value(0).", f"p :- not large, {odd}."]
    play = by_definition(of_one(heap.options), misere=True)

    def claimed(at: Position) -> int:
        return int(total(at, value) == 0 if any(map(is_large, at)) else is_odd(at))

    small = [at for at in positions(4, _MORE) if len(at) > COUNT or max(at, default=0) > SIZE]
    ones: list[Position] = [(size,) for size in range(SIZE + 1, 30)]
    far = [*rng.sample(small, 120), *ones]
    return Case("\n".join(lines), spec_of(kind, "p", measure), kind, play, claimed, far, tuple(heap.used))


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules + "\n")
    (folder / "case.yaml").write_text(case.spec)
    options = Options(limits=Limits(seconds=_SECONDS), crosscheck=False, fresh=True)
    (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    family = next((one for one in ("columns", "quotients") if one in case.used), "sums")
    tally[f"{family} {case.kind} {result.verdict.value}"] += 1
    if result.verdict is Verdict.HOLDS and result.proof is not None:
        tally[f"not proved: {str(result.proof.reason)[:90]}"] += 1
    return list(_differences(case, result, tally))


def _differences(case: Case, result: Result, tally: Counter[str]) -> Iterator[str]:
    box = list(positions(COUNT, SIZE))
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        at = result.counterexample.position["heap"]
        assert isinstance(at, (list, tuple))
        where = tuple(sorted(map(int, at)))
        known = max(where, default=0) <= LARGEST and (case.kind != "misere" or prod(where) <= _PLAYED)
        tally["refuted where it fails" if known else "refuted far away"] += 1
        if known and case.true(where) == case.claimed(where):
            yield f"refuted at {where}, where it holds"
        lesser = [one for one in box if sum(one) < sum(where) and case.true(one) != case.claimed(one)]
        if lesser:
            yield f"refuted at {where}, and it fails at {lesser[0]} too, which has fewer stones"
    elif result.verdict in (Verdict.PROVED, Verdict.HOLDS):
        for one in [*box, *(case.far if result.verdict is Verdict.PROVED else ())]:
            tally["positions at which what is told holds"] += 1
            if case.true(one) != case.claimed(one):
                yield f"{result.verdict.value}, and it fails at {one}"
                return


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.sums", (__doc__ or "").partition("\n")[0], made, compared))
