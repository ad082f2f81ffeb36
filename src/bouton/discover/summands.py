"""Sums of heaps: the value of one heap as an expression in its size, or a period of these values, then their XOR."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from bouton.core.errors import InputError, LimitReached, Unreadable
from bouton.core.position import Assignment, Counter, Heaps, Parameters
from bouton.core.spec import CounterRange, HeapRange, values_of
from bouton.discover import draft as drafts
from bouton.discover import heapwise
from bouton.discover.draft import Reach, WholeReach, unused
from bouton.discover.expressions import Number, Numbers, constants
from bouton.discover.guess import PLAYS, WINNING, Guess, OfPositions, Search, drafted
from bouton.discover.heapwise import Names, Worth
from bouton.discover.judged import proved_in
from bouton.proof.ways.sums.code import values_apart
from bouton.proof.ways.sums.form import form

_SIZE = 40
"""The greatest heap of which expressions are learnt."""
_CASES = (2, 3, 4)
"""Numbers by whose remainders values are told one by one, where no expression is right for all."""
_CONSTANTS = 5
"""Values up to it are expressions too."""
_EXCEPTIONS = 4
"""Heaps of at most so many stones may have other values than the expression says."""
_LISTED = 200
"""A period and the values before it are listed as facts where there are no more."""
_ROW, _LONGEST_ROW = 600, 60_000
"""The greatest heap in which a period is looked for, at least and at most; between them it is that of the box."""


@dataclass(frozen=True)
class Term:
    """A guess at the value (Sprague and Grundy) of a heap of S stones: an expression in S, and its cost to a reader.

    It is for the sizes S that leave the remainder `rest` by `modulus` and are none of `but`; or for one size, `only`.
    """

    text: str
    values: Numbers
    cost: int
    modulus: int = 1
    rest: int = 0
    plain: bool = False
    """Whether it is S, or a remainder of S."""
    nothing: bool = False
    """Whether it is 0 of no stones."""
    but: tuple[int, ...] = ()
    only: int | None = None

    @property
    def when(self) -> str:
        """The condition on S, as literals that follow others."""
        if self.only is not None:
            return f", S = {self.only}"
        rest = f", S \\ {self.modulus} = {self.rest}" if self.modulus > 1 else ""
        return rest + "".join(f", S != {one}" for one in self.but)


def sums(search: Search) -> Iterator[Guess]:
    """Theorems on games whose rules show that they are the sum of their heaps: by the values of a single heap."""
    (fluent, *others) = search.spec.fluents
    if _form(search) is None or others or isinstance(fluent, Counter):
        return
    search.tell("the game is the sum of its heaps: values of one heap")
    chosen = search.assignments
    columns = [heap for one in chosen if (heap := _of_heaps(search, one, _SIZE)) is not None]
    if len(columns) < len(chosen):
        return
    known = np.array([value for column in columns for value in column[1:]], dtype=np.int64)
    sizes = np.tile(np.arange(1, _SIZE + 1), len(chosen))
    given = {
        name: np.repeat([one[at][1] for one in chosen], _SIZE)
        for at, (name, value) in enumerate(chosen[0])
        if isinstance(value, int)
    }
    fixed = constants(search.constants, given, len(sizes))
    right = _fitting(sizes, known, fixed)
    fits = f"the values of one heap of up to {_SIZE} stones"
    proved = False
    # a proof for few heaps alone would be the same one again
    ways = [one for one in drafts.reaches(search.spec) if one.heaps] or drafts.reaches(search.spec)
    small = search.play == "misere" and int(known.max(initial=0)) < 2
    for guess in (_sum(search, right, small=one) for one in ((True, False) if small else (False,)) if right):
        for one in proved_in(search, replace(guess, where=fits), ways, lambda reach: not reach.parameters):
            proved = one.state == "proved"
            yield one
        if proved:
            break
    if not proved:
        yield from periods(search)


def periods(search: Search) -> Iterator[Guess]:
    """Guesses at a period of the values of a single heap, or of a counter that is the whole position."""
    chosen = search.assignments
    if len(chosen) > 1 or search.play != "normal" or _form(search) is None:
        return
    search.tell("a period of the values")
    rows = [_ROW, _row(search, dict(chosen[0]))]
    while rows:
        most = rows.pop()
        values = _of_heaps(search, chosen[0], most)
        if values is None:
            continue
        rows = []
        for guess in _periodic(search, values):
            yield guess
            if guess.inside and most < _LONGEST_ROW:
                rows = [min(10 * most, _LONGEST_ROW)]  # a period that fits by chance: longer rows tell more


def _row(search: Search, parameters: Parameters) -> int:
    """The greatest heap or counter up to which a period is looked for: not before the box ends, which may refute it."""
    (part,) = search.spec.box.fluents
    sizes = part.size if isinstance(part, HeapRange) else values_of(part)
    return max(_ROW, min(_LONGEST_ROW, max(sizes.at(parameters)[-1:], default=0)))


def _form(search: Search) -> int | None:
    """The most heaps that a move adds, where the game is seen to be the sum of its heaps, and these to fall."""
    if search.spec.measure.predicates:
        return None
    try:
        return form(search.rules)
    except Unreadable:
        return None


def _of_heaps(search: Search, parameters: Assignment, most: int) -> list[int] | None:
    """The values in normal play of heaps of 0, 1, ..., `most` stones; None where half of the time is too little."""
    limits = search.part(1 / 2)
    try:
        return values_apart(search.rules, search.spec.measure, dict(parameters), most, limits)
    except LimitReached:
        search.given_up = True
    except (InputError, Unreadable):  # a heap may grow by a move
        pass
    return None


def _fitting(sizes: Numbers, known: Numbers, fixed: Sequence[Number]) -> list[Term]:
    """The simplest expression that has the known values, or one for each remainder of S; an empty list without any.

    Where none has all of them one that has those of all but a few small heaps, whose values follow.
    """
    listed = sorted(values(sizes, fixed), key=lambda one: one.cost)
    for small, modulus in product(range(_EXCEPTIONS + 1), (1, *_CASES)):
        cases, others = list[Term](), dict[int, Term]()
        for rest in range(modulus):
            here = sizes % modulus == rest
            best = next((one for one in listed if (one.values == known)[here & (sizes > small)].all()), None)
            if best is None:
                break
            but = sorted({*sizes[here & (best.values != known)].tolist()})
            told = {size: {*known[sizes == size].tolist()} for size in but}
            if any(len(one) > 1 for one in told.values()):  # another one for other parameters
                break
            others |= {size: Term(str(value), sizes, 1, only=size) for size, (value,) in told.items()}
            cases.append(replace(best, modulus=modulus, rest=rest, but=tuple(but)))
        if len(cases) == modulus:
            return [*cases, *(others[size] for size in sorted(others))]
    return []


def values(sizes: Numbers, fixed: Sequence[Number]) -> Iterator[Term]:
    """Expressions in the size S that are tried as the value of a heap, with their values at these sizes."""
    for number in range(_CONSTANTS):
        yield Term(str(number), np.full_like(sizes, number), 1, nothing=not number)
    for one in _of_size(sizes, fixed):
        yield one
        if one.text != "S":
            for sign, more in (("+", 1), ("-", -1)):
                text = f"{one.text} {sign} 1"
                yield replace(one, text=text, values=one.values + more, cost=one.cost + 2, plain=False, nothing=False)


def _of_size(sizes: Numbers, fixed: Sequence[Number]) -> Iterator[Term]:
    """Quotients and remainders of S, S+1 and S-1 by the `fixed` numbers, with their values at these sizes."""
    shifted = [("S", sizes, 1), ("(S+1)", sizes + 1, 2), ("(S-1)", sizes - 1, 2)]
    for text, column, cost in shifted:
        yield Term(text.strip("()"), column, cost, plain=text == "S", nothing=text == "S")
    usable = [one for one in fixed if one.text not in ("0", "1") and (one.values > 0).all()]
    for text, column, cost in shifted:
        for one in usable:
            same = text == "S"
            yield Term(f"{text} / {one.text}", column // one.values, cost + one.cost + 1, nothing=same)
            yield Term(f"{text} \\ {one.text}", column % one.values, cost + one.cost, plain=same, nothing=same)
            if same:  # of a number m that may not be taken, pairs of runs of m sizes have the same values
                twice = f"{2 * int(one.text)}" if one.text.isdigit() else f"(2*{one.text})"
                runs = column % one.values + one.values * (column // (2 * one.values))
                yield Term(f"S \\ {one.text} + {one.text}*(S / {twice})", runs, 2 * one.cost + 6, nothing=True)
            for other in usable:
                rest = column % one.values // other.values
                yield Term(
                    f"({text} \\ {one.text}) / {other.text}", rest, cost + one.cost + other.cost + 2, nothing=same
                )


def _sum(search: Search, values: Sequence[Term], *, small: bool) -> Guess:
    """The guess that a position is a P-position iff the nim-sum of its heaps' values is 0, with its rules.

    In misère play it is 1 instead where no value is more than 1, and everywhere if all values are so `small`.
    """
    (fluent,) = search.spec.fluents
    known = search.taken
    heap, winning = fluent.name, unused(WINNING, known)
    row, total, nim_sum, heaps, found = (
        unused(name, known) for name in ("row", "sum", "nim_sum", "heaps_in_sum", "found")
    )
    plain = [one.text for one in values] == ["S"]
    lines = []
    for one in values if not plain else ():
        lines.append(f"{row}(I,{one.text}) :- {heap}(I,S){one.when}.")
    lines += _added(heap, heap if plain else row, total, nim_sum, heaps)
    what = "the sizes" if plain else f"{_said(values)} over the heaps of S stones"
    large_heaps, goal = "", int(small)
    said = f"the nim-sum of {what} is {goal}"
    if [one.text for one in values] == ["S \\ 2"] and (small or search.play == "normal"):
        said = f"the number of odd heaps is {'odd' if small else 'even'}"
    if small or search.play == "normal":
        lines.append(f"{found} :- {nim_sum}({goal}).")
    else:
        large, none, large_heaps = (unused(name, known) for name in ("large", "singular", "large_heaps"))
        lines.append(f"{large} :- {heap if plain else row}(_,V), V > 1.")
        lines.append(f"{none} :- not {large}.")
        lines.append(f"{found} :- {large}, {nim_sum}(0).")
        lines.append(f"{found} :- {none}, {nim_sum}(1).")
        said += ", or 1 where each of these is at most 1"
    says = f"A position is a P-position in {PLAYS[search.play]} iff {said}."
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": found}
    names = Names(heap if plain else row, nim_sum, large_heaps)
    moves = heapwise.winning(search.rules, search.play, list(_worths(values)), names, winning, _of_one_stone(values))
    if moves and names.large:
        moves = (f"{names.large}(N) :- N = #count {{ I : {names.value}(I,V), V > 1 }}.", *moves)
    return Guess(tuple(lines), says, "fits", "", drafted(search, claim, lines), onto=moves)


def _worths(values: Sequence[Term]) -> Iterator[Worth]:
    """The value of S stones by cases, with that of none."""
    whole = any(one.nothing and one.only is None and one.rest == 0 for one in values)
    for one in values:
        none = "" if whole or one.only is not None or one.rest else ", S > 0"
        yield Worth(one.text, (one.when + none).removeprefix(", "), _parity(one))
    if not whole:
        yield Worth("0", "S = 0")


def _parity(one: Term) -> int | None:
    """Whether a value is even or odd for all sizes that it was learnt from, if it is so for all."""
    sizes = np.resize(np.arange(1, _SIZE + 1), len(one.values))
    told = sizes == one.only if one.only is not None else sizes % one.modulus == one.rest
    found = {*(one.values[told] % 2).tolist()} if one.only is None else {int(one.text) % 2}
    return int(found.pop()) if len(found) == 1 else None


def _of_one_stone(values: Sequence[Term]) -> int | None:
    """The value of a single stone, where it is the same for all parameters."""
    for one in values:
        if one.only == 1:
            return int(one.text)
        if one.only is None and 1 % one.modulus == one.rest and 1 not in one.but:
            found = {*one.values[::_SIZE].tolist()}
            return int(found.pop()) if len(found) == 1 else None
    return None


def _said(values: Sequence[Term]) -> str:
    """The values in words: one expression, or several, each with the remainders of S for which it is the value."""
    rests: dict[str, list[str]] = {}
    small: dict[str, list[str]] = {}
    for one in values:
        if one.only is None:
            rests.setdefault(one.text, []).append(str(one.rest))
        else:
            small.setdefault(one.text, []).append(str(one.only))
    modulus = values[0].modulus
    if modulus == 1 and not small:
        return values[0].text
    rule = [
        f"{text} where S \\ {modulus} is {' or '.join(some)}" if modulus > 1 else text for text, some in rests.items()
    ]
    other = [f"{text} where S is {' or '.join(some)}" for text, some in small.items()]
    return ", ".join(rule) + (f", but {', '.join(other)}," if other else ",")


def _periodic(search: Search, values: Sequence[int]) -> Iterator[Guess]:
    """The guess with the least period, and its least preperiod, that the values show over three periods or more.

    Its claim is of kind periodic.
    """
    last = len(values) - 1
    for period in range(1, last // 3):
        start = last - period
        while start > 0 and values[start] == values[start + period]:
            start -= 1
        start += values[start] != values[start + period]
        if start + 3 * period <= last and 2 * start <= last:
            break
    else:
        return
    table = list(values[: start + period])
    says = (
        f"The values of single heaps repeat with period {period} from {start} on. (By the theorem of Sprague and "
        "Grundy a position is a P-position in normal play iff the nim-sum of the values of its heaps is 0.)"
    )
    (part,) = search.spec.box.fluents
    wide = f"0..{last}" if isinstance(part, CounterRange) else {"size": f"1..{last}"}
    reach: Reach | WholeReach = WholeReach() if isinstance(part, HeapRange) else Reach(parameters=False, heaps=False)
    claim: dict[str, object] = {"says": says, "kind": "periodic", "preperiod": start, "period": period, "values": table}
    claim |= {"over": {part.name: wide}}
    draft = drafted(search, claim, [])
    fits = f"the values of one heap of up to {last} stones"
    positions = _positions(search, table, period) if len(table) <= _LISTED else None
    yield from proved_in(search, Guess((), says, "fits", fits, draft, positions=positions), (reach,))


def _positions(search: Search, table: Sequence[int], period: int) -> OfPositions:
    """What a period says of positions: by the values of one that is usual, and of those before it that are not so."""
    (fluent,), known = search.spec.fluents, search.taken
    start = len(table) - period
    usual = {size % period: table[size] for size in range(start, len(table))}
    unusual = {size: table[size] for size in range(start) if table[size] != usual[size % period]}
    often, seldom, value, found = (unused(name, known) for name in ("usual", "unusual", "value", "found"))
    lines = [" ".join(f"{often}({rest},{usual[rest]})." for rest in range(period))]
    at, head = (
        (f"{fluent.name}(I,S)", f"{value}(I,V)") if isinstance(fluent, Heaps) else (f"{fluent.name}(S)", f"{value}(V)")
    )
    if unusual:
        lines += [
            " ".join(f"{seldom}({size},{one})." for size, one in unusual.items()),
            f"{head} :- {at}, {seldom}(S,V).",
        ]
    lines.append(f"{head} :- {at}, {f'not {seldom}(S,_), ' if unusual else ''}{often}(S \\ {period},V).")
    if isinstance(fluent, Heaps):
        total, nim_sum, heaps = (unused(name, known) for name in ("sum", "nim_sum", "heaps_in_sum"))
        lines += _added(fluent.name, value, total, nim_sum, heaps)
        lines.append(f"{found} :- {nim_sum}(0).")
    else:
        lines.append(f"{found} :- {value}(0).")
    of = "the nim-sum of the values of its heaps" if isinstance(fluent, Heaps) else "its value"
    says = f"A position is a P-position in {PLAYS['normal']} iff {of} is 0."
    reach = next(iter(drafts.reaches(search.spec)))
    claim = {"id": drafts.MOVES, "says": says, "kind": "p-positions", "play": "normal", "iff": found}
    return OfPositions(tuple(lines), {**claim, "prove": reach.of(search.spec)})


def _added(heap: str, value: str, total: str, nim_sum: str, heaps: str) -> list[str]:
    """Rules for the nim-sum of the values of the heaps."""
    return [
        f"{heaps}(N) :- N = #count {{ I : {heap}(I,_) }}.",
        f"{total}(0,0).",
        f"{total}(I,X^V) :- {total}(I-1,X), {value}(I,V).",
        f"{nim_sum}(X) :- {heaps}(N), {total}(N,X).",
    ]
