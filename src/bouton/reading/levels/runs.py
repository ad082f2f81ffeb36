"""Lists of heaps whose length is not known, as runs of neighbouring heaps that are given one size.

A list is built from the inside out, an element at a time, so that the first run holds its innermost elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.core.logic.arithmetic import add, number, subtract
from bouton.core.logic.elimination import exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear
from bouton.core.logic.formulas import conj, disj, equal
from bouton.core.logic.terms import OPAQUE, TAIL, Function, Term, Text, text
from bouton.reading.matching import Scope
from bouton.reading.relation import Row, apart
from bouton.rules.file import Signature

_RUN = "run"


@dataclass(frozen=True)
class Stretch:
    """`count` (1 or more) heaps in neighbouring places, from `first` in steps of 1 or -1."""

    first: Linear
    step: int
    count: Linear

    @property
    def ends(self) -> tuple[Linear, Linear]:
        """The places of its first and last heap in the list of all heaps, the lower place first."""
        last = add(self.first, _signed(self.step, subtract(self.count, number(1))))
        return (last, self.first) if self.step < 0 else (self.first, last)


@dataclass(frozen=True)
class Run(Stretch):
    """Heaps that get one size."""

    size: Linear


class Tail(Stretch):
    """More heaps, of sizes that are not known, each less than that of the last run."""


@dataclass(frozen=True)
class Listed:
    """A list, as the predicate `source` derives it: its elements are `function(place, size, list before it)`.

    `end` is the constant that stands in place of the list before its innermost element. Lists of other ends are others.
    """

    function: str
    source: Signature
    runs: tuple[Run, ...]
    end: Function
    tail: Tail | None = None

    @property
    def term(self) -> Function:
        """The list as a term that other rules can pass on, and not look into."""
        parts: list[Term] = [Function(_RUN, (run.first, number(run.step), run.count, run.size)) for run in self.runs]
        if self.tail is not None:
            parts.append(Function(TAIL, (self.tail.first, number(self.tail.step), self.tail.count)))
        return Function(f"{OPAQUE}{self.function}", (Text(self.source[0]), number(self.source[1]), self.end, *parts))

    def __str__(self) -> str:
        shown = text(self.end) if self.tail is None else "..."
        for run in self.runs:
            low, high = run.ends
            places = text(low) if low is high else f"{text(low)}..{text(high)}"
            shown = f"{self.function}({places},{text(run.size)},{shown})"
        return shown if self.tail is None else f"{shown} and {text(self.tail.count)} lower"


def listed(term: Term) -> Listed | None:
    """The list that a term stands for, if it is one of unknown length."""
    if not isinstance(term, Function) or not term.name.startswith(OPAQUE) or len(term.arguments) < 4:
        return None
    source, arity, end, *parts = term.arguments
    assert isinstance(source, Text) and isinstance(end, Function)
    runs: list[Run] = []
    tail: Tail | None = None
    for part in parts:
        assert isinstance(part, Function)
        first, step, count, *size = part.arguments
        if part.name == _RUN:
            runs.append(Run(_linear(first), _number(step), _linear(count), _linear(size[0])))
        else:
            tail = Tail(_linear(first), _number(step), _linear(count))
    return Listed(term.name.removeprefix(OPAQUE), (source.value, _number(arity)), tuple(runs), end, tail)


def explicit(term: Term, function: str) -> tuple[tuple[Run, ...], Function] | None:
    """The runs, of one element each, and the end of a list that is written out down to a constant; else None."""
    found: list[Run] = []
    while isinstance(term, Function) and term.name == function and len(term.arguments) == 3:
        place, size, term = term.arguments
        if not isinstance(place, Linear) or not isinstance(size, Linear):
            return None
        found.append(Run(place, -1, number(1), size))
    return (tuple(found[::-1]), term) if found and isinstance(term, Function) and not term.arguments else None


def runs_of(term: Term, function: str) -> tuple[tuple[Run, ...], Function] | None:
    """The runs and the end of a list, written out or of unknown length; None for any other term, or one with a tail."""
    found = listed(term)
    if found is None:
        return explicit(term, function)
    return (found.runs, found.end) if found.function == function and found.tail is None else None


def among(runs: Sequence[Run], end: Function, rows: Sequence[Row], scope: Scope) -> Formula:
    """When the list with these runs and this end is the last argument of one of the rows.

    NotEliminable where a row has unknowns that its list does not determine.
    """
    options = []
    for guard, named in _joined(list(runs)):
        for found in rows:
            one = listed(found.arguments[-1])
            if one is None or one.tail is not None or one.end != end or len(one.runs) != len(named):
                continue
            own_row = apart(found, scope)
            own = listed(own_row.arguments[-1])
            assert own is not None
            pairs = conj(_alike(run, other) for run, other in zip(named, own.runs, strict=True))
            both, _ = solve(conj((guard, pairs, own_row.guard)), own_row.locals)
            options.append(exists(own_row.locals, both))
    return disj(options)


def may_be_in(term: Term, whole: Listed) -> bool:
    """Whether a term may be the list `whole` or a part that it was built from, other than its bare end."""
    if not isinstance(term, Function) or term.name.removeprefix(OPAQUE) != whole.function or not term.arguments:
        return False
    found = listed(term)
    end = found.end if found is not None else (explicit(term, whole.function) or ((), None))[1]
    return end is None or end == whole.end


def _alike(run: Run, other: Run) -> Formula:
    same = conj((equal(run.first, other.first), equal(run.count, other.count), equal(run.size, other.size)))
    return same if run.step == other.step else conj((same, equal(run.count, number(1))))


def _joined(runs: list[Run]) -> Iterator[tuple[Formula, list[Run]]]:
    """The list's runs in each case of which neighbouring ones are of one size, such runs being joined."""
    if not runs:
        yield TRUE, []
        return
    first, *others = runs
    for guard, rest in _joined(others):
        if not rest:
            yield guard, [first]
            continue
        for step in (-1, 1):
            follows = equal(rest[0].first, add(first.first, _signed(step, first.count)))
            along = conj(TRUE if run.step == step else equal(run.count, number(1)) for run in (first, rest[0]))
            together = conj((guard, follows, along, equal(first.size, rest[0].size)))
            if together is not FALSE:
                one = Run(first.first, step, add(first.count, rest[0].count), first.size)
                yield together, [one, *rest[1:]]
        yield guard, [first, *rest]


def _signed(sign: int, value: Linear) -> Linear:
    return value if sign > 0 else subtract(number(0), value)


def _linear(term: Term) -> Linear:
    assert isinstance(term, Linear)
    return term


def _number(term: Term) -> int:
    value = _linear(term).number
    assert value is not None
    return value
