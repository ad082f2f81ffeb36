"""Nim-sums of heaps and counters together: where a game is no sum by its rules, or for a fixed number of heaps alone.

Each heap stands for an expression in its size, such as the size less one, and each counter for one in its value, or
for nothing. The nim-sum of all of these is 0 at the P-positions; or, of heaps of one kind, it is one number for each
number of heaps, as in Gale's Nim and in Antonim, and some numbers of heaps are P-positions always or never.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from bouton.core.position import Counter, Heaps
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.expressions import Number, Numbers, column, constants
from bouton.discover.guess import PLAYS, WINNING, Guess, Search, drafted
from bouton.discover.heapwise import MOST, Names, Worth, moves_of, of_size, rules_of_moves
from bouton.discover.judged import proved_in
from bouton.discover.positions import Known
from bouton.discover.summands import Term, values

_POSITIONS = 1500
_TRIED = 4000
"""The most choices of an expression for each heap and counter."""
_MOST = 4
"""The most heaps of a game in which each number of them is looked at by itself."""


@dataclass(frozen=True)
class _Part:
    """What the heaps of one kind, or a counter, add to the nim-sum: an expression in S, and its sum at each position.

    No expression stands for nothing.
    """

    name: str
    heaps: bool
    value: Term | None
    sums: Numbers
    highest: Numbers
    """The greatest of what each heap adds, at each position."""
    alone: bool = True
    """Whether these are the only heaps, so that their name need not be said."""

    @property
    def cost(self) -> int:
        """How much a reader has to read."""
        return 0 if self.value is None else self.value.cost

    @property
    def words(self) -> str:
        """What is added, in words."""
        assert self.value is not None
        text = self.value.text
        if not self.heaps:
            return self.name if text == "S" else of_size(text, self.name)
        of = "" if self.alone else f" of the {self.name}s"
        plain = {
            "1": f"1 for each of the {self.name}s",
            "S": f"the sizes{of}",
            "S-1": f"the sizes{of} less one",
            "S+1": f"the sizes{of} plus one",
        }
        return plain.get(text, f"{text} over the {self.name}s of S stones")


def nim_sums(search: Search) -> Iterator[Guess]:
    """Theorems by one nim-sum of all heaps and counters, or of heaps by how many of them there are."""
    fluents = search.spec.fluents
    if not any(isinstance(one, Heaps) for one in fluents) and len(fluents) < 2:
        return
    search.tell("nim-sums of heaps and counters")
    data = search.outcomes(_POSITIONS)
    lost = np.array([one.lost for one in data.known], dtype=bool)
    if not lost.any() or lost.all():
        return
    listed = [_parts(search, at, data.known) for at in range(len(fluents))]
    ways = drafts.reaches(search.spec)
    choices = (one for one in product(*listed) if any(part.value is not None for part in one))
    for parts in sorted(islice(choices, _TRIED), key=lambda some: sum(one.cost for one in some)):
        total = np.bitwise_xor.reduce([one.sums for one in parts])
        highest = np.maximum.reduce([one.highest for one in parts])
        zero = np.where(highest > 1, total == 0, total == 1) if search.play == "misere" else total == 0
        if (zero == lost).all():
            small = search.play == "misere" and int(highest.max()) < 2
            guess = replace(_guess(search, parts, None, small=small), where=data.said)
            yield from proved_in(search, guess, ways, lambda reach: not reach.parameters)
            return
    if len(fluents) > 1 or search.play == "misere":
        return
    heaps = np.array([len(one.position[0]) for one in data.known if isinstance(one.position[0], tuple)])
    few = [one for one in ways if not one.heaps]
    for (part,) in product(*listed):
        targets = _by_number(part.sums, heaps, lost)
        if targets is not None:
            guess = replace(_guess(search, (part,), targets, small=False), where=data.said)
            yield from proved_in(search, guess, few, lambda _: False)
            return


def _parts(search: Search, at: int, known: Sequence[Known]) -> list[_Part]:
    """What the fluent at this place may add to the nim-sum, the simplest first; a counter may add nothing."""
    fluent = search.spec.fluents[at]
    entries = [one.position[at] for one in known]
    several = [entry if isinstance(entry, tuple) else (entry,) for entry in entries]
    lengths = np.array([len(one) for one in several])
    sizes = np.array([size for one in several for size in one], dtype=np.int64)
    owners = np.repeat(np.arange(len(known)), lengths)
    given = {name: column(name, known)[owners] for name, value in search.assignments[0] if isinstance(value, int)}
    fixed: list[Number] = constants(search.constants, given, len(sizes))
    counters = all(isinstance(one, Counter) for one in search.spec.fluents)
    alone = sum(isinstance(one, Heaps) for one in search.spec.fluents) == 1
    nothing = np.zeros(len(known), dtype=np.int64)
    found = [] if isinstance(fluent, Heaps) else [_Part(fluent.name, False, None, nothing, nothing)]
    for one in sorted(values(sizes, fixed), key=lambda one: one.cost):
        # of counters alone anything may be told as some nim-sum: only what is plain tells why
        if (one.values >= 0).all() and one.values.any() and (one.plain or not counters):
            sums, highest = np.zeros_like(nothing), np.zeros_like(nothing)
            np.bitwise_xor.at(sums, owners, one.values)
            np.maximum.at(highest, owners, one.values)
            found.append(_Part(fluent.name, isinstance(fluent, Heaps), one, sums, highest, alone))
    distinct = {one.sums.tobytes(): one for one in reversed(found)}
    return [one for one in found if distinct[one.sums.tobytes()] is one]


def _by_number(sums: Numbers, heaps: NDArray[np.int64], lost: NDArray[np.bool_]) -> Mapping[int, int | bool] | None:
    """For each number of heaps what the nim-sum is at the P-positions, or whether all of these are some; else None."""
    found: dict[int, int | bool] = {}
    if int(heaps.max()) > _MOST:
        return None
    for count in sorted(set(heaps.tolist())):
        here = heaps == count
        mine = set(sums[here & lost].tolist())
        if not mine or lost[here].all():
            found[count] = bool(mine)
        elif len(mine) == 1 and not (sums[here & ~lost] == (target := mine.pop())).any():
            found[count] = int(target)
        else:
            return None
    # with one heap, whatever is lost is some number: that alone shows no nim-sum
    return found if any(not isinstance(one, bool) for count, one in found.items() if count > 1) else None


@dataclass(frozen=True)
class _Added:
    """The rules that add up what the heaps of one kind, or a counter, add to the nim-sum, and their predicates."""

    lines: tuple[str, ...]
    value: str
    """`value(I,V)`, or of a counter `value(V)`,"""
    total: str
    """and `total(X)`."""


def _added(part: _Part, count: str, several: bool, known: set[str]) -> _Added:
    """Rules for a part, which has a value; `count` is that of how many heaps there are, where there are not several."""
    assert part.value is not None
    if not part.heaps:
        if part.value.text == "S":
            return _Added((), part.name, part.name)
        name = unused(f"part_{part.name}", known)
        return _Added((f"{name}({part.value.text}) :- {part.name}(S).",), name, name)
    more = f"_{part.name}" if several else ""
    count = unused(f"{count}{more}", known) if more else count
    row, total, nim_sum = (unused(f"{name}{more}", known) for name in ("row", "sum", "nim_sum"))
    plain = part.value.text == "S"
    value = part.name if plain else row
    lines = (
        *(() if plain else (f"{row}(I,{part.value.text}) :- {part.name}(I,S).",)),
        f"{count}(N) :- N = #count {{ I : {part.name}(I,_) }}.",
        f"{total}(0,0).",
        f"{total}(I,X^V) :- {total}(I-1,X), {value}(I,V).",
        f"{nim_sum}(X) :- {count}(N), {total}(N,X).",
    )
    return _Added(lines, value, nim_sum)


def _guess(search: Search, parts: Sequence[_Part], targets: Mapping[int, int | bool] | None, *, small: bool) -> Guess:
    """The guess, by the number of heaps if there are `targets`; `small` says that nothing adds more than 1."""
    known = search.taken
    found, heaps, whole = (unused(name, known) for name in ("found", "heaps_in_sum", "whole"))
    used = [one for one in parts if one.value is not None]
    added = [_added(one, heaps, sum(other.heaps for other in used) > 1, known) for one in used]
    lines = [line for one in added for line in one.lines]
    atoms = [f"{one.total}({f'X{at}' if len(used) > 1 else 'X'})" for at, one in enumerate(added, 1)]
    each = [f"{one.value}({'_,V' if part.heaps else 'V'})" for part, one in zip(used, added, strict=True)]
    said, nim_sum = [one.words for one in used], added[0].total
    if targets is not None:
        body = atoms[0]
        lines += [
            f"{found} :- {heaps}({count})." if target is True else f"{found} :- {heaps}({count}), {body}, X = {target}."
            for count, target in targets.items()
            if target is not False
        ]
        condition = _conditions(said[0], targets)
    elif len(used) == 1 and not used[0].heaps:  # no sum: a value by itself
        value = int(search.play == "misere")
        lines.append(f"{found} :- {nim_sum}({value}).")
        condition = _alone(said[0], value)
    elif len(used) == 2 and not any(one.heaps for one in used):
        misere = search.play == "misere"
        # a number as it is stands last: `y modulo 3 is x`, as `x is y modulo 3` would be read as that of both
        words = sorted((one.replace("\\", "modulo") for one in said), key=lambda one: " " not in one)
        condition = " is ".join(words)
        if misere and small:
            condition = f"of {' and '.join(words)} one is 0 and the other is 1"
        elif misere:
            condition += " and more than 1; or one of these is 0 and the other is 1"
        lines += [] if small else [f"{found} :- {', '.join(each)}{', V > 1' * misere}."]
        lines += [f"{found} :- {added[0].value}(V), {added[1].value}(W), V + W = 1."] if misere else []
    else:
        many = ", of ".join(said[:-1])
        goal = int(small)
        condition = f"the nim-sum of {said[0] if len(said) == 1 else f'{many} and of {said[-1]}'} is {goal}"
        if len(atoms) > 1:
            nim_sum = whole
            lines += [f"{whole}({' ^ '.join(f'X{at}' for at in range(1, len(atoms) + 1))}) :- {', '.join(atoms)}."]
        if small or search.play == "normal":
            lines += [f"{found} :- {nim_sum}({goal})."]
        else:
            large = unused("large", known)
            lines += [f"{large} :- {one}, V > 1." for one in each]
            lines += [f"{found} :- {large}, {nim_sum}(0).", f"{found} :- not {large}, {nim_sum}(1)."]
            condition += ", or 1 where each of these is at most 1"
    idle = [one.name for one in parts if one.value is None]
    condition += f", whatever {' and '.join(idle)} {'is' if len(idle) == 1 else 'are'}" if idle else ""
    says = f"A position is a P-position in {PLAYS[search.play]} iff {condition}."
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": found}
    values = {part.name: one.value for part, one in zip(used, added, strict=True)}
    worths = {one.name: list(_worths(one, targets, heaps)) for one in used}
    large = unused("large_heaps", known) if search.play == "misere" and not small else ""
    moves = _moves(search, values, worths, Names("", nim_sum, large, none=targets is None), known)
    return Guess(tuple(lines), says, "fits", "", drafted(search, claim, lines), onto=moves)


def _moves(
    search: Search, values: Mapping[str, str], worths: Mapping[str, Sequence[Worth]], names: Names, known: set[str]
) -> tuple[str, ...]:
    """Rules for the moves of one heap, or counter, that lead to where the theorem holds; none where they are too many.

    `values` and `worths` have the predicate of what each part adds, and what it adds.
    """
    parts = [one for one in search.spec.fluents if one.name in values]
    if not any(isinstance(one, Heaps) for one in parts) or (search.play == "misere" and len(parts) > 1):
        return ()
    winning, lines, found = unused(WINNING, known), list[str](), list[str]()
    if names.large:
        lines.append(f"{names.large}(N) :- N = #count {{ I : {values[parts[0].name]}(I,V), V > 1 }}.")
    for part in parts:
        mine = replace(names, value=values[part.name])
        for moved in moves_of(search.rules, part, [one.name for one in search.spec.fluents if one not in parts]):
            found += [] if moved.parted else rules_of_moves(moved, search.play, worths[part.name], mine, winning)
    return (*lines, *found) if found and len(found) <= MOST else ()


def _worths(part: _Part, targets: Mapping[int, int | bool] | None, heaps: str) -> Iterator[Worth]:
    """What S stones are worth, and should be where the nim-sum is another one by how many heaps there are."""
    assert part.value is not None
    text = part.value.text
    if targets is not None:
        for count, target in targets.items():
            below = targets.get(count - 1, False)
            for when, there, worth in (
                ("S > 0", target, f"({text})^{target}" if target else text),
                ("S = 0", below, f"{below}"),
            ):
                if target is not True and there is not False:
                    yield Worth("" if there is True else worth, f"{when}, {heaps}({count})")
    elif part.value.nothing or not part.heaps:
        yield Worth(text, "")
    else:
        yield from (Worth(text, "S > 0"), Worth("0", "S = 0"))


def _alone(said: str, value: int) -> str:
    """That a value which stands alone is 0 or 1, in words."""
    what, _, modulus = said.rpartition(" \\ ")
    if modulus == "2":
        return f"{what} is {'odd' if value else 'even'}"
    return f"{modulus} divides {what}" if what and not value else f"{said} is {value}".replace("\\", "modulo")


def _conditions(said: str, targets: Mapping[int, int | bool]) -> str:
    """The condition by the number of heaps, in words."""
    counts: dict[tuple[int, bool], list[int]] = {}
    for count, target in targets.items():
        counts.setdefault((target, isinstance(target, bool)), []).append(count)  # as 0 == False
    parts = []
    for (target, always), mine in counts.items():
        many = " or ".join(map(str, mine))
        there = "there is 1 heap" if mine == [1] else f"there are {many} heaps" if mine != [0] else "there is no heap"
        if always and target:
            parts.append(there)
        elif not always:
            parts.append(f"{there} and the nim-sum of {said} is {target}")
    return "; or ".join(parts)
