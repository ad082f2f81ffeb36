"""Two heaps whose P-positions are pairs (A_n, B_n): A_n = mex {A_i, B_i : i < n}, and B_n is linear in A_n and n.

Wythoff's Nim has B_n = A_n + n, Fraenkel's NIM(a) A_n + a*n, his (s,t)-Wythoff games s*A_n + t*n (Heap games,
numeration systems and sequences, 1998). Such a sequence is a guess and no more: `check` holds it against a large box,
and does not prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from bouton.core.errors import InputError
from bouton.core.position import Assignment, Heaps, Position, Value
from bouton.core.spec import HeapRange, Spec
from bouton.core.verdict import Verdict
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.guess import PLAYS, Guess, Search, at, drafted
from bouton.discover.positions import Known
from bouton.ground.values import mex

_POSITIONS = 2000
"""About how many positions the pairs are read off from."""
_TERMS = 6
"""The fewest pairs that show what B_n is: with three numbers to choose, fewer fit whatever they are."""
_SIZE = 200
"""Heaps of up to so many stones, or as many as in the user's box, are in that which `check` holds a guess against."""
_TRIED = 3
"""Guesses that are held against it, the shortest ones first."""
_FACTORS, _STEPS, _MORE = range(1, 5), range(7), range(-3, 4)
"""The numbers that A_n and n are multiplied by in B_n, and those that are added."""


@dataclass(frozen=True)
class _Number:
    """A coefficient that may depend on parameters: its text, its value at each assignment, its cost to a reader."""

    text: str
    values: tuple[int, ...]
    cost: int


@dataclass(frozen=True)
class _Linear:
    """The formula B_n = factor*A_n + step*n + more."""

    factor: _Number
    step: _Number
    more: _Number

    @property
    def cost(self) -> int:
        """How much a reader has to read of the formula."""
        return self.factor.cost + self.step.cost + self.more.cost

    def of(self, assignment: int, a: int, n: int) -> int:
        """The value of B_n for A_n = `a`, where `assignment` is the index of an assignment of the parameters."""
        return self.factor.values[assignment] * a + self.step.values[assignment] * n + self.more.values[assignment]

    def text(self, a: str, n: str) -> str:
        """The right-hand side of the formula as text, with `a` for A_n and `n` for n."""
        found = ""
        for number, name in ((self.factor, a), (self.step, n), (self.more, "")):
            if number.text == "0":
                continue
            part = name if number.text == "1" and name else "*".join(filter(None, (number.text, name)))
            found += part if not found else f" - {part[1:]}" if part.startswith("-") else f" + {part}"
        return found


def pairs(search: Search) -> Iterator[Guess]:
    """Guesses that the P-positions of a game of two heaps are a sequence of pairs (A_n, B_n), checked in a box."""
    if not _two_heaps(search.spec):
        return
    search.tell("looking for a sequence of pairs")
    for found in fitting(search.outcomes(_POSITIONS).known, search.assignments)[:_TRIED]:
        judged = _held(search, _guess(search, found))
        if judged.held or judged.state == "refuted":
            yield judged
        if judged.held:
            return


def fitting(known: Sequence[Known], chosen: Sequence[Assignment]) -> list[_Linear]:
    """The formulas for B_n by which the pairs are the known P-positions for every assignment, the shortest first."""
    found = [_pairs([one for one in known if one.parameters == parameters]) for parameters in chosen]
    if any(one is None for one in found):
        return []
    terms = [one for one in found if one is not None]
    values = {name: tuple(dict(one)[name] for one in chosen) for name, _ in chosen[0]}
    factors, steps, more = (_numbers(one, values, len(chosen)) for one in (_FACTORS, _STEPS, _MORE))
    fits = [one for one in (_Linear(*three) for three in product(factors, steps, more)) if _fits(one, terms)]
    return sorted(fits, key=lambda one: one.cost)


def _two_heaps(spec: Spec) -> bool:
    """Whether a position is at most two heaps, whose order does not matter, and nothing else."""
    (fluent, *others), (part, *_) = spec.fluents, spec.box.fluents
    return (
        not others
        and isinstance(fluent, Heaps)
        and fluent.order != "none"
        and isinstance(part, HeapRange)
        and (part.count.low.text, part.count.high.text) == ("0", "2")
    )


@dataclass(frozen=True)
class _Terms:
    """The pairs (A_n, B_n) known for one assignment of parameters, the greatest heap looked at, and the next A_n."""

    pairs: tuple[tuple[int, int], ...]
    size: int
    next: int


def _pairs(known: Sequence[Known]) -> _Terms | None:
    """The P-positions as pairs, least A_n first; None where A_n is not always the least number not used before."""
    every = [(tuple(sorted(one.position[0])), one.lost) for one in known if isinstance(one.position[0], tuple)]
    size = max((heaps[-1] for heaps, _ in every if heaps), default=0)
    lost = sorted(((0,) * (2 - len(heaps)) + heaps) for heaps, lost in every if lost)
    used = set[int]()
    found: list[tuple[int, int]] = []
    for a, b in lost:
        if a != mex(used):
            return None
        used |= {a, b}
        found.append((a, b))
    return _Terms(tuple(found), size, mex(used)) if len(found) >= _TERMS else None


def _numbers(numbers: range, values: Mapping[str, tuple[Value, ...]], many: int) -> list[_Number]:
    """The coefficients that are tried: these numbers, and the parameters with their neighbours and doubles."""
    found = [_Number(str(n), (n,) * many, abs(n)) for n in numbers]
    for name, column in values.items():
        mine = tuple(value for value in column if isinstance(value, int))
        if len(mine) == many and len(set(mine)) > 1:
            for text, factor, more, cost in ((name, 1, 0, 1), (f"({name}+1)", 1, 1, 2), (f"({name}-1)", 1, -1, 2)):
                found.append(_Number(text, tuple(factor * one + more for one in mine), cost))
            found.append(_Number(f"2*{name}", tuple(2 * one for one in mine), 2))
    return found


def _fits(linear: _Linear, terms: Sequence[_Terms]) -> bool:
    """Whether the formula gives each B_n known, grows, and puts the next B_n beyond the greatest heap looked at."""
    for place, one in enumerate(terms):
        factor, step, more = (number.values[place] for number in (linear.factor, linear.step, linear.more))
        if factor < 1 or step < 0 or more < 0 or (factor == 1 and step == 0):
            return False
        if any(b != linear.of(place, a, n) for n, (a, b) in enumerate(one.pairs)):
            return False
        if linear.of(place, one.next, len(one.pairs)) <= one.size:
            return False
    return True


def _guess(search: Search, found: _Linear) -> Guess:
    known, size = search.taken, _size(search.spec)
    terms, first, second, look = (unused(name, known) for name in ("pairs", "first", "second", "look"))
    # A_n >= n, so that the last of these pairs has more stones than a position of the box
    lines = (
        f"% A_n = mex {{ A_i, B_i : i < n }}, B_n = {found.text('A_n', 'n')}. {look}(N,V,J): all numbers below V are",
        "% among the A_i and B_i, i < N, and the B_i below V are those with i < J.",
        f"{look}(0,0,0).",
        f"{first}(N,V) :- {look}(N,V,J), J = N.",
        f"{first}(N,V) :- {look}(N,V,J), J < N, {second}(J,W), V < W.",
        f"{second}(N,{found.text('V', 'N')}) :- {first}(N,V).",
        f"{look}(N,V,J+1) :- {look}(N,V,J), J < N, {second}(J,W), W < V.",
        f"{look}(N,V+1,J+1) :- {look}(N,V,J), J < N, {second}(J,V).",
        f"{look}(N+1,V+1,J) :- {first}(N,V), {look}(N,V,J), N < {size}.",
        f"{terms}(N,X,Y) :- {first}(N,X), {second}(N,Y).",
    )
    says = (
        f"The P-positions in {PLAYS[search.play]} are the pairs (A_n, B_n), n >= 0, where "
        f"A_n = mex {{A_i, B_i : i < n}} and B_n = {found.text('A_n', 'n')}."
    )
    (fluent,) = search.spec.fluents
    over = {fluent.name: {"count": "0..2", "size": f"1..{size}"}}
    claim = {"says": says, "kind": "sequence", "terms": terms, "play": search.play, "over": over}
    return Guess(lines, says, "fits", "", drafted(search, claim, lines))


def _size(spec: Spec) -> int:
    """The greatest heap of the box that a guess is held against."""
    (part,) = spec.box.fluents
    assert isinstance(part, HeapRange)
    return max(_SIZE, *(max(part.size.at(one)[-1:], default=0) for one in spec.box.assignments()))


def _held(search: Search, guess: Guess) -> Guess:
    """The guess as `check` finds it in its box: it fits so many positions, or is refuted at one."""
    size = _size(search.spec)
    search.tell(f"{guess.says} (holding it against heaps of up to {size})")
    try:
        spec, results = guess.draft.judged(search.left)
    except InputError as error:
        search.tell(str(error))
        return replace(guess, state="refuted", where="rules that are not for so many stones")
    result = next(one for one in results if one.id == drafts.CLAIM)
    if result.counterexample is not None:
        parameters, position = result.counterexample.at
        known = Known(tuple(parameters.items()), position, result.counterexample.actual == "P")
        return replace(guess, state="refuted", where=at(search.spec, known), judged=spec, result=result, against=known)
    if result.verdict is not Verdict.HOLDS:
        search.given_up = True
        return guess
    last: Position = ((size, size),)
    far = f"measure {', '.join(map(str, spec.measure.of(last)))}" if spec.measure.weigh is None else f"heaps of {size}"
    return replace(guess, where=f"{result.positions} positions to {far}", held=True)
