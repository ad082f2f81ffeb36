"""What may be said of a position by digits: the last place and digit of a number, its digits, one number shifted.

As in `language`, each literal is text for a rule's body with a column of truth values, which decides nothing. A game
has one or two numbers here: counters, or the sizes of at most two heaps, 0 for a heap that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import numpy as np

from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from bouton.core.position import Counter, Heaps, Value
from bouton.core.spec import HeapRange, Spec
from bouton.discover.expressions import Literal, Truth
from bouton.discover.positions import Known

_PLAIN = 4
"""The greatest number with which a number of the position is compared as it is, where a theorem has exceptions."""
_BASE, _PRODUCTS = (36, 16), 6
"""The greatest base that is tried of one number, and of two, and the most that are products of two constants."""
_SCALED = 12
"""The greatest base of which multiples of a number are spoken of."""
_SHIFTS = (1, 2)
_IN_WORDS = {
    (2, 0): "an even number of",
    (2, 1): "an odd number of",
    (3, 0): "a multiple of 3",
    (3, 1): "1 more than a multiple of 3",
    (3, 2): "2 more than a multiple of 3",
}
"""Periods of places with their remainders."""


@dataclass(frozen=True)
class Written:
    """A numeration, such as base 3, as rules name it: its number is fixed, or is the value of a parameter."""

    kind: Numeration
    parameter: str = ""

    def at(self, parameters: Sequence[tuple[str, Value]]) -> Numeration:
        """The numeration for these parameters; ValueError where there is none."""
        value = dict(parameters)[self.parameter] if self.parameter else self.kind.number
        if not isinstance(value, int):
            raise ValueError(f"{self.parameter} is no number")
        return Numeration(self.kind.kind, value)

    def digit(self, number: str, place: str, digit: str) -> str:
        """The literal that a number has this digit at this place; all three are texts of terms."""
        told = f"{number},{place},{digit}"
        if self.parameter or self.kind not in (BINARY, ZECKENDORF):
            name = "digit" if self.kind.kind == "base" else "ostrowski"
            return f"{name}({self.parameter or self.kind.number},{told})"
        return f"{'digit' if self.kind == BINARY else 'zeckendorf'}({told})"

    def shifted(self, places: int) -> int | None:
        """How many times a number it is with so many zeros more at its end; None where that is not always the same."""
        return None if self.parameter or self.kind.kind != "base" else self.kind.number**places

    @property
    def words(self) -> str:
        """The numeration in words, such as `in Zeckendorf's representation`."""
        if not self.parameter and self.kind in (BINARY, ZECKENDORF):
            return "in binary" if self.kind == BINARY else "in Zeckendorf's representation"
        number = self.parameter or self.kind.number
        return f"in base {number}" if self.kind.kind == "base" else f"in the Ostrowski numeration of {number}"


def systems(parameters: Sequence[str], constants: Sequence[int], many: int) -> Iterator[Written]:
    """The numerations that are tried for a game of so many numbers: of its parameters, common ones, of its constants.

    A game that goes from n to what is between n/p and n/q has intervals from a power of pq on.
    """
    for name in parameters:
        yield Written(Numeration("ostrowski", 1), name)
        yield Written(Numeration("base", 2), name)
    numbers = [one for number in constants for one in (number, number + 1) if 2 < one < 10]
    products = sorted({one * other for one, other in combinations(constants, 2) if one > 1 and other > 1})[:_PRODUCTS]
    numbers += [one for one in (*constants, *products) if 2 < one <= _BASE[many - 1]]
    yield Written(BINARY)
    yield Written(ZECKENDORF)
    yield from map(Written, dict.fromkeys(Numeration("base", one) for one in (3, *numbers)))
    yield Written(Numeration("ostrowski", 2))


@dataclass(frozen=True)
class Place:
    """A number that each position has, a heap or a counter: the predicate that derives it, its rules, its value."""

    predicate: str
    lines: tuple[str, ...]
    words: str
    value: Callable[[Known], int]

    @property
    def variable(self) -> str:
        """The variable that stands for the number in rules."""
        return "".join(part.capitalize() for part in self.predicate.split("_"))

    @property
    def atom(self) -> str:
        """The literal that binds the variable to the number."""
        return f"{self.predicate}({self.variable})"


def numbers(spec: Spec, unused: Callable[[str], str]) -> tuple[Place, ...]:
    """The one or two numbers that a position consists of; none where there are more, or the order of heaps matters."""
    found: list[Place] = []
    for at, (fluent, part) in enumerate(zip(spec.fluents, spec.box.fluents, strict=True)):
        if isinstance(fluent, Counter):
            found.append(Place(fluent.name, (), fluent.name, _counter(at)))
        elif isinstance(fluent, Heaps) and isinstance(part, HeapRange):
            count = part.count.high.text
            if count not in ("1", "2") or fluent.order == "none":
                return ()
            found += _heaps(fluent, at, int(count), unused)
    return tuple(found) if len(found) <= 2 else ()


def _counter(at: int) -> Callable[[Known], int]:
    def value(one: Known) -> int:
        found = one.position[at]
        assert isinstance(found, int)
        return found

    return value


def _size(at: int, from_greatest: int) -> Callable[[Known], int]:
    def value(one: Known) -> int:
        found = one.position[at]
        assert isinstance(found, tuple)
        return sorted((*found, 0, 0))[-1 - from_greatest]

    return value


def _heaps(fluent: Heaps, at: int, count: int, unused: Callable[[str], str]) -> Iterator[Place]:
    heap = fluent.name
    great: tuple[str, ...]
    if count == 1:
        size = unused("size")
        yield Place(size, (f"{size}(X) :- {heap}(1,X).", f"{size}(0) :- not {heap}(1,_)."), "the heap", _size(at, 0))
        return
    smaller, greater = unused("smaller"), unused("greater")
    if fluent.order == "ascending":
        small = (f"{smaller}(X) :- {heap}(1,X), {heap}(2,_).", f"{smaller}(0) :- not {heap}(2,_).")
        great = (
            f"{greater}(Y) :- {heap}(2,Y).",
            f"{greater}(Y) :- {heap}(1,Y), not {heap}(2,_).",
            f"{greater}(0) :- not {heap}(1,_).",
        )
    else:
        small = (f"{smaller}(X) :- {heap}(2,X).", f"{smaller}(0) :- not {heap}(2,_).")
        great = (f"{greater}(Y) :- {heap}(1,Y).", f"{greater}(0) :- not {heap}(1,_).")
    yield Place(smaller, small, "the smaller heap", _size(at, 1))
    yield Place(greater, great, "the greater heap", _size(at, 0))


@dataclass(frozen=True)
class Numerals:
    """The literals about the digits of a game's numbers in one numeration."""

    system: Written
    places: tuple[Place, ...]
    names: dict[str, str]
    """The helpers' names that the rules do not use yet, by what they are."""
    near: tuple[Place, ...] = ()
    """Numbers one away from these, of whose digits it is spoken too."""

    def literals(self, positions: Sequence[Known]) -> tuple[list[Literal], Truth]:
        """All literals, the same for whatever positions, and a row of truth values for each."""
        listed = list(self._literals(positions))
        return [literal for literal, _ in listed], np.array([row for _, row in listed], dtype=bool)

    def is_about_digits(self, literal: Literal) -> bool:
        """Whether a literal speaks of digits, not of a number alone."""
        return not any(literal.said.startswith(f"{one.variable} ") for one in self.places)

    @property
    def lines(self) -> dict[str, tuple[str, ...]]:
        """The rules of each helper."""
        found = {one.predicate: one.lines for one in (*self.places, *self.near) if one.lines}
        digit = self.system.digit
        for one in (*self.places, *self.near):
            x, name = one.variable, {what: self.names[f"{what}_{one.predicate}"] for what in _OF_ONE}
            found[name["lower"]] = (
                f"{name['lower']}(J) :- {one.atom}, {digit(x, 'J', '_')}, {digit(x, 'K', 'D')}, D > 0, K < J.",
            )
            last = f"{one.atom}, {digit(x, 'J', 'D')}, D > 0, not {name['lower']}(J)."
            found[name["last_place"]] = (f"{name['last_place']}(J) :- {last}",)
            found[name["last_digit"]] = (f"{name['last_digit']}(D) :- {last}",)
            found[name["has"]] = (f"{name['has']}(D) :- {one.atom}, {digit(x, '_', 'D')}.",)
            found[name["not_first"]] = (
                f"{name['not_first']}(J) :- {one.atom}, {digit(x, 'J', '_')}, {digit(x, 'K', '_')}, J < K.",
            )
            found[name["first_digit"]] = (
                f"{name['first_digit']}(D) :- {name['first_place']}(J), {one.atom}, {digit(x, 'J', 'D')}.",
            )
            found[name["single"]] = (f"{name['single']} :- {name['last_place']}(J), {name['first_place']}(J).",)
            found[name["first_place"]] = (
                f"{name['first_place']}(J) :- {one.atom}, {digit(x, 'J', '_')}, not {name['not_first']}(J).",
            )
        for one, other in permutations(self.places, 2):
            both = f"{one.atom}, {other.atom}"
            x, y = one.variable, other.variable
            for by in _SHIFTS if self.system.shifted(1) is None else ():
                name_ = self.names[_shift(by, one, other)]
                found[name_] = (
                    f"{name_} :- {other.atom}, {digit(y, 'J', 'D')}, D > 0, J < {by}.",
                    f"{name_} :- {both}, {digit(x, 'J', 'D')}, not {digit(y, f'J+{by}', 'D')}.",
                    f"{name_} :- {both}, {digit(y, f'J+{by}', 'D')}, J >= 0, not {digit(x, 'J', 'D')}.",
                )
        return found

    # ------------------------------------------------------------------------------------------------ literals

    def _literals(self, positions: Sequence[Known]) -> Iterator[tuple[Literal, Truth]]:
        in_system = [self.system.at(one.parameters) for one in positions]
        largest = min((one.largest for one in in_system), default=1)
        digits = {}
        for one in (*self.places, *self.near):
            values = [one.value(at) for at in positions]
            digits[one] = [system.digits(value) for system, value in zip(in_system, values, strict=True)]
            if one in self.places:
                yield from self._plain(one, np.array(values, dtype=np.int64))
            for literal, row in self._single(one, digits[one], largest):
                yield literal if one in self.places else replace(literal, cost=literal.cost + 1), row
        for one, other in permutations(self.places, 2):
            first = np.array([len(each) - 1 for each in digits[one]], dtype=np.int64)
            last = np.array([_last(each) for each in digits[other]], dtype=np.int64)
            bind = [f"{one.variable}First", f"{other.variable}Last"]
            places = (self.names[f"first_place_{one.predicate}"], self.names[f"last_place_{other.predicate}"])
            atoms = tuple(f"{name}({variable})" for name, variable in zip(places, bind, strict=True))
            words = f"the first digit of {one.words} stands below the last one of {other.words} that is not 0"
            yield Literal(atoms, f"{bind[0]} < {bind[1]}", 4, words), (first >= 0) & (first < last)
            for by in _SHIFTS:
                shifted = [
                    y == (*(0,) * by, *x) if x else not y for x, y in zip(digits[one], digits[other], strict=True)
                ]
                times = self.system.shifted(by)
                if times is None:
                    zeros = "a zero" if by == 1 else f"{by} zeros"
                    words = f"{other.words} is {one.words} with {zeros} more at its end"
                    literal = Literal((), f"not {self.names[_shift(by, one, other)]}", 2 + by, words)
                else:
                    said, words = f"{times}*{one.variable} = {other.variable}", f"{other.words} is {times}*{one.words}"
                    literal = Literal((one.atom, other.atom), said, 2 + by, words)
                yield literal, np.array(shifted, dtype=bool)

    def _plain(self, one: Place, values: np.ndarray) -> Iterator[tuple[Literal, Truth]]:
        for number in range(_PLAIN + 1):
            yield (
                Literal((one.atom,), f"{one.variable} = {number}", 2 + number, f"{one.words} is {number}"),
                (values == number),
            )
            words = f"{one.words} is more than {number}"
            yield Literal((one.atom,), f"{one.variable} > {number}", 2 + number, words), values > number

    def _single(self, one: Place, digits: Sequence[tuple[int, ...]], largest: int) -> Iterator[tuple[Literal, Truth]]:
        last = [_last(each) for each in digits]
        name = {what: self.names[f"{what}_{one.predicate}"] for what in _OF_ONE}
        for what, rows, words in (
            ("last_place", last, "{} ends in {} zeros"),
            ("first_place", [len(each) - 1 for each in digits], "{} has {} digits below its first"),
        ):
            places = np.array(rows, dtype=np.int64)
            variable = f"{one.variable}{'Last' if what == 'last_place' else 'First'}"
            for (period, rest), many in _IN_WORDS.items():
                said = f"{variable} \\ {period} = {rest}"
                told = words.format(one.words, many)
                literal = Literal((f"{name[what]}({variable})",), said, period + 1, told)
                yield literal, (places >= 0) & (places % period == rest)
        single = np.array([at == len(each) - 1 and at >= 0 for each, at in zip(digits, last, strict=True)], dtype=bool)
        for sign, row in (("", single), ("not ", ~single)):
            told = f"{one.words} has {'' if not sign else 'not '}just one digit that is not 0"
            yield Literal((), f"{sign}{name['single']}", 4, told), row
        for digit in range(1, largest):
            begins = np.array([bool(each) and each[-1] <= digit for each in digits], dtype=bool)
            beyond = np.array([bool(each) and each[-1] > digit for each in digits], dtype=bool)
            least, most = ("at most " if digit > 1 else "") + str(digit), f"more than {digit}"
            for sign, row, told in (
                ("<=", begins, least),
                (">", beyond, most if digit + 1 < largest else f"{largest}"),
            ):
                variable = f"{one.variable}Begins"
                words = f"the first digit of {one.words} is {told}"
                yield Literal((f"{name['first_digit']}({variable})",), f"{variable} {sign} {digit}", 3, words), row
        for digit in range(largest + 1):
            has = np.array([digit in each for each in digits], dtype=bool)
            for sign, row in (("", has), ("not ", ~has)):
                told = f"{one.words} has {'a' if not sign else 'no'} digit {digit}"
                yield Literal((), f"{sign}{name['has']}({digit})", 3, told), row
            if digit and largest > 1:
                ends = np.array([at >= 0 and each[at] == digit for each, at in zip(digits, last, strict=True)])
                told = f"the last digit of {one.words} that is not 0 is {digit}"
                yield Literal((), f"{name['last_digit']}({digit})", 3, told), ends


_OF_ONE = ("lower", "last_place", "last_digit", "has", "not_first", "first_place", "first_digit", "single")


def _last(digits: Sequence[int]) -> int:
    """The lowest place whose digit is not 0; -1 of the number 0."""
    return next((place for place, digit in enumerate(digits) if digit), -1)


def neighbours(one: Place, _base: int, unused: Callable[[str], str]) -> tuple[Place, Place]:
    """The numbers one less and one more than this one; of 0 there is none less."""
    below, above = unused("one_less"), unused("one_more")
    less = f"{below}({one.variable}-1) :- {one.atom}, {one.variable} > 0."
    more = f"{above}({one.variable}+1) :- {one.atom}."
    return (
        Place(below, (*one.lines, less), f"{one.words} less 1", _more(one, -1)),
        Place(above, (*one.lines, more), f"{one.words} plus 1", _more(one, 1)),
    )


def multiples(one: Place, base: int, unused: Callable[[str], str]) -> Iterator[Place]:
    """The numbers `a*n + c`, `a` one less than the base: what is rounded runs from a power of the base to another."""
    for more in sorted(range(1 - base, base), key=abs) if 2 < base <= _SCALED else ():
        name, term = unused("multiple"), f"{base - 1}*{{}}{more:+}" if more else f"{base - 1}*{{}}"
        rule = f"{name}({term.format(one.variable)}) :- {one.atom}, {base - 1}*{one.variable} >= {-more}."
        yield Place(name, (*one.lines, rule), term.format(one.words), _more(one, more, base - 1))


def _more(one: Place, more: int, times: int = 1) -> Callable[[Known], int]:
    def value(at: Known) -> int:
        return max(0, times * one.value(at) + more)

    return value


def numerals(
    system: Written, places: Sequence[Place], unused: Callable[[str], str], near: Sequence[Place] = ()
) -> Numerals:
    """The language of literals about digits in a numeration; `unused` gives names that the rules do not use yet."""
    several = len(places) + len(near) > 1
    wanted = {f"{what}_{one.predicate}": what for one in (*places, *near) for what in _OF_ONE}
    names = {full: unused(full if several else what) for full, what in wanted.items()}
    pairs = permutations(places, 2) if system.shifted(1) is None else ()
    shifts = [_shift(by, one, other) for one, other in pairs for by in _SHIFTS]
    return Numerals(system, tuple(places), names | {name: unused(name) for name in shifts}, tuple(near))


def _shift(by: int, one: Place, other: Place) -> str:
    """The name of the helper predicate that holds where `other` is not `one` with its digits shifted `by` places."""
    return f"{other.predicate}_is_not_{one.predicate}_{'shifted' if by == 1 else 'shifted_twice'}"
