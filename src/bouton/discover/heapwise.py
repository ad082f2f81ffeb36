"""Winning moves of a sum of heaps, by the values of one heap: those that leave the nim-sum of the other heaps' values.

Each rule about moves of a heap is put together with those that say what the move leaves there, and asks that the value
of this is V^X, where V is the value of the heap and X the nim-sum of all (see `bouton.proof.ways.sums`). In misère play
it is 1 less that where no other heap is large, so that none is left that is.

A move that divides a heap leaves the nim-sum of two values, which no proof reads where both are any numbers. So in
normal play those are named that part one stone off, whose value W is 0 or 1: what is left beside it is worth V^X^W.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat

from clingo.ast import AST, ASTType

from bouton.core.fresh import Fresh
from bouton.core.position import Counter, Fluent, Heaps
from bouton.core.spec import Play
from bouton.proof.ways.sums.form import Summed, functor
from bouton.reading.syntax import name_of
from bouton.rules.file import Rules
from bouton.rules.syntax import (
    arguments,
    bare,
    defines,
    is_positive,
    put,
    same,
    signature,
    variable,
    variables,
    written,
)

MOST = 60
"""The most rules that are worth a try."""


@dataclass(frozen=True)
class Worth:
    """The value of S stones where a condition on S holds, which is empty where it always does: both as text.

    No value means that whatever leaves so many stones wins.
    """

    value: str
    when: str
    parity: int | None = None
    """Whether the value is even, 0, or odd, 1, for all of these S, as far as it is known to be one of them."""

    def of(self, size: str) -> tuple[str, str]:
        """The value and the condition for a variable in place of S."""
        return of_size(self.value, size), of_size(self.when, size)


def of_size(text: str, size: str) -> str:
    """The text of an expression in the size S of a heap, such as `S/2`, for a heap of another size, such as `S-M`."""
    return re.sub(r"\bS\b", lambda _: size, text)


@dataclass(frozen=True)
class Names:
    """The predicates of a theorem on a sum: the value of heap I, the nim-sum, and in misère play the large heaps.

    `large` is the number of heaps of a value above 1; without it there is none.
    """

    value: str
    nim_sum: str
    large: str = ""
    none: bool = True
    """Whether no stones are worth 0, whatever else there is."""


def winning(
    rules: Rules, play: Play, values: Sequence[Worth], names: Names, head: str, one: int | None = None
) -> tuple[str, ...]:
    """Rules for `head` that name the moves of a heap to what has the value wanted; none where they are too many.

    The rules are those of a game that is seen to be the sum of its heaps. Of moves that leave two heaps those are named
    that part one stone off, where its value `one` is given; others are not.
    """
    found = list[str]()
    for moved in moves_of(rules, rules.fluents[0]):
        if not moved.parted:
            found += rules_of_moves(moved, play, values, names, head)
        elif play == "normal" and one in (0, 1):
            found += rules_of_moves(moved, play, list(_beside_one(values, one)), names, head)
    return tuple(found) if len(found) <= MOST else ()


def moves_of(rules: Rules, fluent: Fluent, idle: Collection[str] = ()) -> Iterator[Moved]:
    """The moves that change one heap of these, or this counter, and else only counters that are `idle`."""
    effects = [one for one in rules.statements if defines(one) == ("after", 2)]
    effects = [one for one in effects if arguments(one.head)[1].name not in idle]
    summed = Summed(rules, fluent if isinstance(fluent, Heaps) else None)
    for rule in rules.statements:
        if defines(rule) == ("move", 1):
            yield from _moved(summed, fluent, rule, effects)


@dataclass(frozen=True)
class Moved:
    """A move of one heap that leaves one or none: the move, the heap's number, its size, and the size that is left.

    `body` are the literals by which it is a move that does so. A counter is a heap that has no number.
    """

    move: str
    index: str
    size: str
    left: str
    body: tuple[str, ...]
    names: frozenset[str]
    parted: bool = False
    """Whether one stone is a heap by itself after it."""


def _beside_one(values: Sequence[Worth], one: int) -> Iterator[Worth]:
    """The nim-sum of the value of S stones, S > 0, with that of one stone, 0 or 1: of cases whose parity is known."""
    for worth in values:
        if not one:
            yield worth
        elif worth.parity is not None:
            more, known = -1 if worth.parity else 1, re.fullmatch(r"S([+-]\d+)?", worth.value)
            total = int((known and known[1]) or 0) + more
            text_ = f"({worth.value}){more:+}" if known is None else f"S{total:+}" if total else "S"
            yield Worth(text_, worth.when)


def _moved(summed: Summed, fluent: Fluent, rule: AST, effects: Sequence[AST]) -> Iterator[Moved]:
    """A rule about moves put together with each that says what such a move leaves.

    Where one adds a heap, and one says what is left beside it, it is a move that adds a heap of one stone; where more
    rules say so, or something else is changed, there is none.
    """
    (move,), index = arguments(rule.head), ""
    if isinstance(fluent, Heaps):
        places = summed.places.get(functor(move))
        if not places:
            return
        index = name_of(move.arguments[places[0]]) or ""
    used, sized = Fresh(variables(rule)), partial(_is_size, fluent)
    known = [arguments(one)[-1] for one in rule.body if sized(one, index)]
    own = [one for one in rule.body if not sized(one, index)]
    size = next((one for one in known if name_of(one)), None) or variable(used.name("S"), rule)
    found, added = list[Moved](), list[str]()
    for effect in effects:
        moved, (*where, left) = arguments(effect.head)[0], arguments(effect.head)[1].arguments
        there = _matched(moved, move)
        if there is None:
            continue
        if arguments(effect.head)[1].name != fluent.name:
            return
        at = name_of(where[0]) if where else ""
        if at is None:
            term = put(left, there)
            last = next(iter(variables(where[0])), None)
            body = [one for one in effect.body if not summed.is_move(one, moved)]
            rests = ([effect.head, *body[:at], *body[at + 1 :]] for at in range(len(body)))
            if not variables(left) <= set(there) or not all(map(summed.counts, body, repeat(last), rests)):
                return
            added.append(f"{bare(str(term))} = 1")
            continue
        if at and (at not in there or name_of(there[at]) != index):
            return
        sizes = [one for one in effect.body if sized(one, at)]
        there |= {name: size for one in sizes if (name := name_of(arguments(one)[-1])) and name not in there}
        others = [one for one in effect.body if one not in sizes and not summed.is_move(one, moved)]
        apart = Fresh({*variables(rule), *variables(size)})
        apart_ = {one: there.get(one) or apart.name(one) for one in variables(effect) - {"_"}}
        said = [put(one, apart_) for one in (left, *others)]
        equal = [*known, *(put(arguments(one)[-1], apart_) for one in sizes)]
        equal = [one for one in equal if one.ast_type != ASTType.Variable or (name_of(one) and not same(one, size))]
        here = f"{fluent.name}({index},{size})" if index else f"{fluent.name}({size})"
        body = [here, *(f"{size} = {one}" for one in equal), *map(written, (*own, *said[1:]))]
        names = frozenset(name for one in (rule, size, *said, *equal) for name in variables(one))
        found.append(Moved(str(move), index, str(size), bare(str(said[0])), tuple(body), names))
    if len(added) == len(found) == 1:
        yield replace(found[0], body=(*found[0].body, *added), parted=True)
    elif not added:
        yield from found


def _is_size(fluent: Fluent, literal: AST, index: str) -> bool:
    """Whether a literal says how large the heap of this number is, or the counter."""
    if not is_positive(literal) or signature(literal) != (fluent.name, 1 + isinstance(fluent, Heaps)):
        return False
    return isinstance(fluent, Counter) or name_of(arguments(literal)[0]) == index


def _matched(moved: AST, move: AST) -> dict[str, AST] | None:
    """What the variables of a rule about the effect stand for, where the move is this one; None where it may not be.

    Where it names a number or a constant, the rule about the move must name the same.
    """
    if functor(moved) != functor(move) or (ASTType.Function not in (moved.ast_type, move.ast_type)):
        return {} if same(moved, move) else None
    found: dict[str, AST] = {}
    for one, other in zip(moved.arguments, move.arguments, strict=True):
        name = name_of(one)
        if not same(other, found.setdefault(name, other) if name else one):
            return None
    return found


def rules_of_moves(moved: Moved, play: Play, values: Sequence[Worth], names: Names, head: str) -> Iterator[str]:
    """The rules for the moves of one kind, for each case of the value of what is left."""
    used = Fresh(moved.names)
    total, large, value, left = (used.name(name) for name in ("X", "L", "V", "T"))
    body = moved.body
    worths = [f"{names.value}({moved.index},{value})" if moved.index else f"{names.value}({value})"]
    if names.value == body[0].partition("(")[0]:
        value, worths = moved.size, []
    if moved.left.isalnum():
        left = moved.left
    else:
        body = (*body, f"{left} = {moved.left}")
    for one in (Worth("0", ""),) if left == "0" and names.none else values:
        worth, when = one.of(left)
        if not worth:
            yield f"{head}({moved.move}) :- {', '.join(dict.fromkeys([*body, when]))}."
            continue
        begin = f"{head}({moved.move}) :- {names.nim_sum}({total}), "
        said = ", ".join(dict.fromkeys([*worths, *body, *([when] if when else [])]))
        same, less = f"{worth} = {value}^{total}", f"{worth} + ({value}^{total}) = 1"
        if play == "normal" or not names.large:
            yield f"{begin}{said}, {same if play == 'normal' else less}."
            continue
        firm = f"{begin}{names.large}({large}), {said}, {large}"
        yield f"{firm} > 1, {same}."
        yield f"{firm} = 1, {value} <= 1, {same}."
        yield f"{firm} = 1, {value} > 1, {less}."
        yield f"{firm} = 0, {less}."
