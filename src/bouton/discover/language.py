"""What may be said of a position: literals over sizes of heaps, counts, totals, differences and remainders of these.

Each literal is text for a rule's body, and a column of truth values; numbers of the rules and their neighbours serve as
constants. What the columns say decides nothing: a theorem is checked and proved from its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from bouton.core.position import Assignment, Counter, Fluent, Heaps
from bouton.core.spec import Spec
from bouton.discover.draft import unused
from bouton.discover.expressions import (
    Literal,
    Number,
    Numbers,
    Truth,
    always,
    bare,
    by_golden_section,
    column,
    compared,
    constants,
    difference,
    divided,
    mentioned,
    plus,
    remainder,
    times,
    total,
)
from bouton.discover.moves import of_counter, variable
from bouton.discover.positions import Known
from bouton.rules.file import Rules

_CLASSES = 5
"""The greatest number by which remainders of parameters, and of remainders by these, are told apart."""
_SLOPES = (2, 3)
"""What a counter is multiplied by before another one is compared with it, or added."""


@dataclass(frozen=True)
class Language:
    """The literals of a game: its fluents, the names of its parameters, and the numbers that its rules mention."""

    fluents: tuple[Fluent, ...]
    parameters: tuple[str, ...]
    constants: tuple[int, ...]
    names: dict[str, str] = field(default_factory=dict)
    """Predicates that rules derive, by the name that is not taken; all helpers are among them."""
    exceptions: int = 0
    """Counters are compared with every number up to it, at a price, whatever the rules mention."""
    highest: bool = False
    """Of heaps in order only the highest ones are spoken of, and how many there are of these and of all."""
    steep: bool = False
    """Counters are compared with twice and three times another one, and remainders are taken of sums of these."""

    def literals(self, positions: Sequence[Known]) -> tuple[list[Literal], Truth]:
        """All literals, the same for whatever positions, and a row of truth values for each."""
        found: dict[tuple[str, ...], tuple[Literal, Truth]] = {}
        for literal, row in self._literals(positions):
            known = found.get(literal.body)
            if known is None or known[0].cost > literal.cost:
                found[literal.body] = literal, row
        literals = [literal for literal, _ in found.values()]
        return literals, np.array([row for _, row in found.values()], dtype=bool)

    def _literals(self, positions: Sequence[Known]) -> Iterator[tuple[Literal, Truth]]:
        values = {name: column(name, positions) for name in self.parameters}
        fixed = constants(self.constants, values, len(positions))
        numbers = [one for at, fluent in enumerate(self.fluents) for one in self._numbers(fluent, at, positions)]
        sizes = [one for one in numbers if one.size]
        for one in numbers:
            yield from self._of_one(one, fixed)
        counters = not any(isinstance(one, Heaps) for one in self.fluents)
        if counters:
            yield from self._of_parameters(numbers, values, fixed)
        mentioned_ones = {one.text for one in fixed}
        for one in (one for one in numbers if one.size):
            for n in range(self.exceptions + 1):
                if str(n) not in mentioned_ones:
                    yield from compared(one, replace(always(n, len(one.values), 4), plain=False), "=", ">")
        for one, other in combinations(sizes, 2):
            yield from compared(one, other, ">", "=")
            yield from compared(one, plus(other, 1), ">", "=")
            gap = difference(one, other)
            yield from self._of_gap(gap, one, other, fixed)
            for constant in fixed:
                if constant.cost <= 2 and constant.text != "0":
                    yield from compared(one, total(other, constant), ">", "=")
            if counters:  # which one is the greater is not known
                yield from compared(other, plus(one, 1), ">", "=")
                yield from self._remainders(total(one, other), fixed)
            for few, many in ((one, other), (other, one)) if counters and self.steep else ():
                yield from self._on_lines(few, many, fixed)
            yield from by_golden_section(one, other, gap, values)

    def _of_one(self, one: Number, fixed: Sequence[Number]) -> Iterator[tuple[Literal, Truth]]:
        for constant in fixed:
            yield from compared(one, constant, "=", ">")
        yield from self._remainders(one, fixed)

    def _on_lines(self, one: Number, other: Number, fixed: Sequence[Number]) -> Iterator[tuple[Literal, Truth]]:
        """On which side of a line that is steeper than the diagonal a position lies, and on which of its parallels."""
        for factor in _SLOPES:
            many = times(other, factor)
            yield from compared(one, many, ">", "=")
            yield from compared(one, plus(many, 1), ">", "=")
            yield from compared(plus(one, 1), many, ">", "=")
            yield from self._remainders(total(one, replace(many, text=bare(many.text))), fixed)

    def _of_parameters(
        self, numbers: Sequence[Number], values: Mapping[str, Numbers], fixed: Sequence[Number]
    ) -> Iterator[tuple[Literal, Truth]]:
        """What may be said of parameters by themselves, and of remainders by them once more divided.

        So the period of a game may depend on a remainder of its parameter, as where 1, 2 or k stones are taken.
        """
        given = [Number(name, (), row, 1, name) for name, row in values.items()]
        small = [one for one in fixed if one.text.isdigit() and 2 <= int(one.text) <= _CLASSES]
        for one in given:
            for divisor in small:
                for r in range(int(divisor.values.max(initial=1))):
                    yield from compared(remainder(one, divisor), always(r, len(one.values), 1), "=")
        for one, other in combinations(given, 2):
            yield from compared(one, other, ">", "=")
        usable = [one for one in fixed if not one.text.isdigit() and (one.values > 0).all()]
        for one in (one for one in numbers if one.size):
            for modulus in usable:
                rest, many = remainder(one, modulus), len(one.values)
                for divisor in small:
                    for r in range(int(divisor.values.max(initial=1))):
                        yield from compared(remainder(rest, divisor), always(r, many, 1), "=")
                for part in (part for part in given if (part.values > 0).all()):
                    double = replace(times(part, 2), cost=part.cost + 1)
                    yield from compared(remainder(rest, double), part, ">", "=")
                    quotient = divided(rest, part)
                    between = f"from {part.words} to 2*{part.words}-1"
                    for literal, truth in compared(quotient, always(1, many, 1), "="):
                        sign = "is" if literal.said.endswith(" = 1") else "is not"
                        yield replace(literal, words=f"{rest.words} {sign} {between}"), truth
                    parity = remainder(quotient, always(2, many, 1))
                    yield from compared(parity, always(0, many, 0), "=")

    def _of_gap(
        self, gap: Number, one: Number, other: Number, fixed: Sequence[Number]
    ) -> Iterator[tuple[Literal, Truth]]:
        """Remainders of a difference, which is less than 0 where the heaps, or counters, are in no order.

        The remainder by m is then that of x + (m-1)*y; of two counters the sum is even where the difference is.
        """
        if len(self.fluents) == 1 and isinstance(self.fluents[0], Heaps) and self.fluents[0].order != "none":
            yield from self._remainders(gap, fixed)
            return
        for modulus in fixed:
            if not modulus.text.isdigit():
                if (modulus.values > 0).all():
                    yield from compared(remainder(gap, modulus), always(0, len(gap.values), 0), "=")
            elif modulus.text != "2" or any(isinstance(fluent, Heaps) for fluent in self.fluents):
                times = int(modulus.text) - 1
                text = f"({one.text}+{f'{times}*' if times > 1 else ''}{other.text})"
                same = replace(gap, text=text, values=one.values + times * other.values)
                yield from self._remainders(same, [modulus])

    def _remainders(self, one: Number, fixed: Sequence[Number]) -> Iterator[tuple[Literal, Truth]]:
        for modulus in fixed:
            if modulus.text in ("0", "1") or (modulus.values < 1).any():
                continue
            rest, many = remainder(one, modulus), len(one.values)
            numeral = modulus.text.isdigit()
            top = int(modulus.values.max(initial=1)) if numeral else 3
            for r in range(top):
                yield from compared(rest, always(r, many, 0 if r == 0 else 1), "=")
            if not numeral:
                for bound in fixed:
                    if not bound.text.isdigit() and bound.cost <= 2:
                        yield from compared(rest, bound, "=", ">")
                yield from compared(rest, always(1, many, 1), ">")
                parity = remainder(rest, always(2, many, 1))
                yield from compared(replace(parity, plain=False), always(0, many, 0), "=")
            elif top > 2:
                yield from compared(rest, always(1, many, 1), ">")

    # ---------------------------------------------------------------------------------------- numbers of a fluent

    def _numbers(self, fluent: Fluent, at: int, positions: Sequence[Known]) -> Iterator[Number]:
        column = [one.position[at] for one in positions]
        if isinstance(fluent, Counter):
            beside = any(isinstance(one, Heaps) for one in self.fluents)
            name = variable(fluent.name) if beside else of_counter(fluent.name)
            numbers = np.array([one for one in column if isinstance(one, int)], dtype=np.int64)
            yield Number(name, (f"{fluent.name}({name})",), numbers, 1, fluent.name, size=True)
            return
        assert isinstance(fluent, Heaps)
        heaps = [one for one in column if isinstance(one, tuple)]
        of = f" of the {fluent.name}s" if sum(isinstance(one, Heaps) for one in self.fluents) > 1 else ""
        for what, one in _OF_HEAPS.items():
            if f"{fluent.name}.{what}" not in self.names:  # heaps in no order have neither a second nor a smallest one
                continue
            if one.highest or not self.highest:
                values = [one.value(sorted(sizes, reverse=True)) for sizes in heaps]
                yield self._helper(fluent, what, values, one.words + of, one.cost, size=one.size)
        if fluent.order == "none":
            for place, words in enumerate(_PLACES, 1):
                values = [sizes[place - 1] if len(sizes) >= place else 0 for sizes in heaps]
                yield self._helper(fluent, f"place_{place}", values, words + of, 1, size=True)

    def _helper(self, fluent: Heaps, what: str, values: Sequence[int], words: str, cost: int, *, size: bool) -> Number:
        predicate = self.names[f"{fluent.name}.{what}"]
        variable = "".join(part.capitalize() for part in predicate.split("_"))
        numbers = np.array(values, dtype=np.int64)
        return Number(variable, (f"{predicate}({variable})",), numbers, cost, words, size=size)


@dataclass(frozen=True)
class _OfHeaps:
    """A number that heaps have: its helper predicate, what that costs, its words, and its value, the largest first."""

    name: str
    cost: int
    words: str
    value: Callable[[list[int]], int]
    size: bool = False
    """Whether it is one of stones."""
    highest: bool = False
    """Whether a proof for any number of heaps by absorption reads it: it looks at no heap below the highest ones."""


def _nth(at: int) -> Callable[[list[int]], int]:
    """The size at a place, 0 where no heap stands there."""
    return lambda one: one[at] if len(one) > at else 0


def _alike(at: int) -> Callable[[list[int]], int]:
    """How many heaps from a place on have the size there."""
    return lambda one: one[at:].count(one[at]) if len(one) > at else 0


_OTHERS = "the number of other heaps as large as the"
_OF_HEAPS = {
    "largest": _OfHeaps("largest", 1, "the largest heap", _nth(0), size=True, highest=True),
    "second": _OfHeaps("second", 1, "the second largest heap", _nth(1), size=True, highest=True),
    "third": _OfHeaps("third", 1, "the third largest heap", _nth(2), size=True, highest=True),
    "smallest": _OfHeaps("smallest", 1, "the smallest heap", lambda one: one[-1] if one else 0, size=True),
    "number": _OfHeaps("heaps", 1, "the number of heaps", len, highest=True),
    "most": _OfHeaps("largest_heaps", 2, "the number of largest heaps", _alike(0), highest=True),
    "seconds": _OfHeaps("second_heaps", 2, f"{_OTHERS} second", _alike(1), highest=True),
    "thirds": _OfHeaps("third_heaps", 2, f"{_OTHERS} third", _alike(2), highest=True),
    "least": _OfHeaps(
        "smallest_heaps", 2, "the number of smallest heaps", lambda one: one.count(one[-1]) if one else 0
    ),
    "stones": _OfHeaps("stones", 2, "the number of stones", sum),
    "odd": _OfHeaps("odd_heaps", 2, "the number of odd heaps", lambda one: sum(size % 2 for size in one)),
    "long": _OfHeaps(
        "large_heaps", 2, "the number of heaps of more than one stone", lambda one: sum(size > 1 for size in one)
    ),
    "single": _OfHeaps("single_stones", 2, "the number of single stones", lambda one: one.count(1)),
}
_PLACES = ("the first heap", "the second heap", "the third heap")


def helpers(
    fluents: Sequence[Fluent], taken: Callable[[str], str]
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Helper predicates of one number each, such as the largest heap: names by meaning, and rules by name.

    Literals bind their variables by them. `taken` gives a name that the rules do not use yet.
    """
    names: dict[str, str] = {}
    rules: dict[str, tuple[str, ...]] = {}
    several = sum(isinstance(one, Heaps) for one in fluents) > 1
    for fluent in fluents:
        if not isinstance(fluent, Heaps):
            continue
        wanted = {what: one.name for what, one in _OF_HEAPS.items()} | {
            f"place_{at}": f"place_{at}" for at in (1, 2, 3)
        }
        mine = {what: taken(f"{what}_{fluent.name}" if several else name) for what, name in wanted.items()}
        for what, lines in _defined(fluent, mine).items():
            names[f"{fluent.name}.{what}"] = mine[what]
            rules[mine[what]] = lines
    return names, rules


def _defined(fluent: Heaps, mine: dict[str, str]) -> dict[str, tuple[str, ...]]:
    heap, n = fluent.name, mine["number"]
    found: dict[str, tuple[str, ...]] = {
        "number": (f"{n}(N) :- N = #count {{ I : {heap}(I,_) }}.",),
        "stones": (f"{mine['stones']}(T) :- T = #sum {{ S,I : {heap}(I,S) }}.",),
        "odd": (f"{mine['odd']}(C) :- C = #count {{ I : {heap}(I,S), S \\ 2 = 1 }}.",),
        "long": (f"{mine['long']}(C) :- C = #count {{ I : {heap}(I,S), S > 1 }}.",),
        "single": (f"{mine['single']}(C) :- C = #count {{ I : {heap}(I,1) }}.",),
    }
    if fluent.order == "none":
        found["largest"] = (f"{mine['largest']}(S) :- S = #max {{ 0; T : {heap}(_,T) }}.",)
        for place in (1, 2, 3):
            name = mine[f"place_{place}"]
            found[f"place_{place}"] = (f"{name}(S) :- {heap}({place},S).", f"{name}(0) :- not {heap}({place},_).")
    for at, what in enumerate(("largest", "second", "third")):
        name = mine[what]
        if fluent.order == "descending":
            found[what] = (f"{name}(S) :- {heap}({at + 1},S).", f"{name}(0) :- not {heap}({at + 1},_).")
        elif fluent.order == "ascending":
            before = f"N-{at}" if at else "N"
            found[what] = (f"{name}(S) :- {n}(N), {heap}({before},S).", f"{name}(0) :- {n}(N), N < {at + 1}.")
    if fluent.order == "descending":
        found["smallest"] = (f"{mine['smallest']}(S) :- {n}(N), {heap}(N,S).", f"{mine['smallest']}(0) :- {n}(0).")
    elif fluent.order == "ascending":
        name = mine["smallest"]
        found["smallest"] = (f"{name}(S) :- {heap}(1,S).", f"{name}(0) :- not {heap}(1,_).")
    for what, of, at in (
        ("most", "largest", 0),
        ("seconds", "second", 1),
        ("thirds", "third", 2),
        ("least", "smallest", 0),
    ):
        if of not in found:
            continue
        beyond = ""
        counted = f"{heap}(I,S), {mine[of]}(S)"
        if at:
            beyond = f", I > {at}" if fluent.order == "descending" else f", I <= N-{at}"
        before = f"{n}(N), " if at and fluent.order == "ascending" else ""
        found[what] = (f"{mine[what]}(C) :- {before}C = #count {{ I : {counted}{beyond} }}.",)
    return found


def language_of(
    spec: Spec, rules: Rules, chosen: Sequence[Assignment], known: set[str]
) -> tuple[Language, dict[str, tuple[str, ...]]]:
    """The language of a game for the `chosen` assignments of its parameters, and the rules of its helper predicates.

    The names of the helpers are added to `known`.
    """
    names, lines = helpers(spec.fluents, lambda name: unused(name, known))
    # a parameter with one value is a number like those of the rules
    given = {name: {dict(one)[name] for one in chosen} for name, value in chosen[0] if isinstance(value, int)}
    parameters = tuple(name for name, values in given.items() if len(values) > 1)
    single = {n for values in given.values() if len(values) == 1 for n in values if isinstance(n, int)}
    numbers = tuple(sorted({*mentioned(rules, chosen[0]), *single} - {0}))
    return Language(spec.fluents, parameters, numbers, names), lines


def needs(rules: dict[str, tuple[str, ...]], bodies: Sequence[str]) -> list[str]:
    """The rules of the helper predicates that these bodies call, each after the rules of those that it calls itself."""
    found: dict[str, None] = {}

    def add(text: str) -> None:
        for name, lines in rules.items():
            if lines[0] not in found and re.search(rf"\b{name}\b", text):
                for line in lines:
                    add(line.partition(":-")[2])
                found.update(dict.fromkeys(lines))

    for body in bodies:
        add(body)
    return list(found)
