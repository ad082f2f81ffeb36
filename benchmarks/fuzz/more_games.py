"""Random games of kinds that people play: positions that a predicate allows, limits, tables of sides, several piles.

Their names are often such as `discover` gives to what it makes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from tests.discover.random_games import Drawn

Random = random.Random
_ODD = ("found", "p", "win", "pile_after", "winning_move", "greater", "last", "condition", "n", "s", "move1", "value1")
"""What a counter or heaps may be called."""


def _numbers(rng: Random, most: int = 7) -> str:
    """A few numbers that are taken, as a pool."""
    return f"({';'.join(map(str, sorted(rng.sample(range(1, most), rng.randrange(1, 4)))))})"


def _from(name: str, what: str, left: str = "{v}-M") -> str:
    """Moves that take M from a counter, in a rule of its own."""
    v = name.upper()
    atom, after = f"{name}({v})", left.format(v=v)
    return (
        f"move(from_{name}(M)) :- {atom}, {what.format(v=v)}, M <= {v}.\n"
        f"after(from_{name}(M), {name}({after})) :- {atom}, move(from_{name}(M)).\n"
    )


def _two_parameters(rng: Random) -> Drawn:
    take = rng.choice(("(a;b)", "(1;a;b)", "a..b", "(a;a+b)", "1..a+b", "(a;b;a+b)"))
    text = f"move(take(M)) :- pile(N), M = {take}, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    low = rng.randrange(1, 3)
    second: Any = f"a+1..a+{rng.randrange(2, 4)}" if rng.random() < 0.5 else f"{low}..{low + 3}"
    parameters = {"a": f"{low}..{low + rng.randrange(1, 3)}", "b": second}
    return Drawn(text, {"parameters": parameters, "position": {"pile": f"0..{rng.randrange(15, 40)}"}})


def _legal(rng: Random) -> Drawn:
    """Two counters of which not all pairs are positions."""
    legal, guards = rng.choice(
        (
            ("x(X), y(Y), X <= Y", ("", ", Y-M >= X")),
            ("x(X), y(Y), X < Y", ("", ", Y-M > X")),
            ("x(X), y(Y), (X+Y) \\ 2 = 0", (", M \\ 2 = 0", ", M \\ 2 = 0")),
            ("x(X), y(Y), X <= 2*Y", ("", ", X <= 2*(Y-M)")),
            ("x(X), y(Y), X+Y <= 14", ("", "")),
        )
    )
    amounts = [rng.choice((f"M = {_numbers(rng)}", "M = 1..{v}", f"M = 1..{rng.randrange(2, 5)}")) for _ in "xy"]
    text = f"fine :- {legal}.\n"
    text += _from("x", f"y(Y), {amounts[0]}{guards[0]}") + _from("y", f"x(X), {amounts[1]}{guards[1]}")
    most = rng.randrange(7, 13)
    return Drawn(text, {"legal": "fine", "position": {"x": f"0..{most}", "y": f"0..{most + rng.randrange(3)}"}})


def _limit(rng: Random) -> Drawn:
    """How many may be taken rests on how many were taken last."""
    after = rng.choice(("2*T", "T", "T+1", "3*T", "T-1", f"{rng.randrange(1, 5)}"))
    more = rng.choice(("", "", ", T \\ 2 = 1"))
    text = f"move(take(T)) :- pile(N), limit(L), T = 1..N, T <= L{more}.\n"
    text += "after(take(T), pile(N-T)) :- move(take(T)), pile(N).\n"
    text += f"after(take(T), limit({after})) :- move(take(T)).\n"
    most = rng.randrange(9, 16)
    return Drawn(text, {"position": {"pile": {"range": f"0..{most}", "stones": True}, "limit": f"0..{2 * most}"}})


def _several(rng: Random) -> Drawn:
    """Two or three piles, each with moves of its own, and sometimes one of two together."""
    names = rng.sample(_ODD, rng.choice((2, 2, 3)))
    what = ("M = " + _numbers(rng), "M = 1..{v}", f"M = 1..{rng.randrange(1, 5)}", "M = 1..{v}, M \\ 2 = 1")
    text = "".join(_from(name, rng.choice(what)) for name in names)
    if rng.random() < 0.4:
        one, two = (f"{name}({name.upper()})" for name in names[:2])
        text += f"move(both) :- {one}, {two}, {names[0].upper()} > 0, {names[1].upper()} > 0.\n"
        text += "".join(
            f"after(both, {name}({name.upper()}-1)) :- {name}({name.upper()}), move(both).\n" for name in names[:2]
        )
    most = {2: 12, 3: 6}[len(names)]
    return Drawn(text, {"position": {name: f"0..{rng.randrange(4, most + 1)}" for name in names}})


def _in_places(rng: Random) -> Drawn:
    """Heaps that keep their places."""
    which = rng.choice((", I = 1", ", not heap(I+1,_)", ", I \\ 2 = 1", ", heap(I+1,T), S <= T", ""))
    amount = rng.choice(("M = 1..S", f"M = {_numbers(rng, 5)}, M <= S", f"M = 1..{rng.randrange(1, 4)}, M <= S"))
    text = f"move(take(I,M)) :- heap(I,S), {amount}{which}.\n"
    text += "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
    if rng.random() < 0.3:
        text += "move(merge(I)) :- heap(I,S), heap(I+1,T), S = T.\n"
        text += "after(merge(I), heap(I+1,0)) :- move(merge(I)).\n"
    ranges = {"count": f"0..{rng.randrange(2, 4)}", "size": f"1..{rng.randrange(3, 6)}", "order": "none"}
    return Drawn(text, {"position": {"heap": ranges}})


def _by_the_other(rng: Random) -> Drawn:
    """Two heaps: how many may be taken from one rests on the other."""
    amount = rng.choice(
        (
            "M = T*K, K = 1..S, M <= S",
            "M = 1..S, M <= T",
            "M = 1..S, M >= T",
            "M = 1..S, T \\ M = 0",
            "M = 1..S, S-M >= T",
            "M = 1..S, (S+T) \\ 2 = M \\ 2",
            f"M = 1..S, |S-T| <= {rng.randrange(1, 4)}",
        )
    )
    which = rng.choice(("I != J", "I != J", "I > J", "I < J"))
    text = f"move(take(I,M)) :- heap(I,S), heap(J,T), {which}, {amount}.\n"
    text += "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
    if rng.random() < 0.4:
        text += "move(one(I)) :- heap(I,S).\nafter(one(I), heap(I,S-1)) :- move(one(I)), heap(I,S).\n"
    count = rng.choice(("2", "0..2", "1..2", "0..3"))
    size = rng.randrange(5, 8 if count == "0..3" else 13)
    return Drawn(text, {"position": {"heap": {"count": count, "size": f"1..{size}"}}})


def _with_all(rng: Random) -> Drawn:
    """Heaps beside a counter, with a parameter."""
    text = f"move(take(I,M)) :- heap(I,S), M = {rng.choice(('1..k', 'k', '(1;k)', '1..S'))}, M <= S.\n"
    text += "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
    text += rng.choice(
        (
            "move(pay(M)) :- credit(C), M = 1..k, M <= C.\nafter(pay(M), credit(C-M)) :- move(pay(M)), credit(C).\n",
            "move(pay) :- credit(C), C > 0.\nafter(pay, credit(C-1)) :- move(pay), credit(C).\n",
            "move(pay) :- credit(C), C >= k.\nafter(pay, credit(C-k)) :- move(pay), credit(C).\n",
        )
    )
    ranges = {"heap": {"count": "0..2", "size": f"1..{rng.randrange(4, 7)}"}, "credit": f"0..{rng.randrange(2, 6)}"}
    return Drawn(text, {"parameters": {"k": f"1..{rng.randrange(2, 4)}"}, "position": ranges})


def _sides(rng: Random) -> Drawn:
    """Two or three players around a table, in two alliances."""
    many = rng.choice((2, 3, 3, 4))
    sides = ["left", "right", *(rng.choice(("left", "right")) for _ in range(many - 2))]
    last = rng.choice((True, False))
    text = f"move(take(M)) :- pile(N), M = {rng.choice((_numbers(rng, 5), f'1..{rng.randrange(2, 4)}'))}, M <= N.\n"
    text += "after(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    text += f"after(take(M), player((I+1) \\ {many})) :- move(take(M)), player(I).\n"
    text += "over :- not move(_).\n"
    for at, side in enumerate(sides):
        text += f"side({side}) :- player({at}).\n"
        text += f"winner({sides[at - 1] if last else side}) :- over, player({at}).\n"
    return Drawn(
        text,
        {"position": {"pile": f"0..{rng.randrange(15, 40)}", "player": f"0..{many - 1}"}, "measure": ["pile"]},
    )


def _chocolate(rng: Random) -> Drawn:
    """A bar of which one piece is bitter: cuts of the columns, and of the rows that a column of such a length has."""
    by = rng.randrange(1, 4)
    text = f"fine :- x(X), y(Y), Y <= X/{by}.\n"
    text += "move(columns(T)) :- x(X), T = 0..X-1.\nafter(columns(T), x(T)) :- move(columns(T)).\n"
    text += f"after(columns(T), y(T/{by})) :- move(columns(T)), y(Y), Y > T/{by}.\n"
    text += "move(rows(T)) :- y(Y), T = 0..Y-1.\nafter(rows(T), y(T)) :- move(rows(T)).\n"
    most = rng.randrange(8, 14)
    return Drawn(text, {"legal": "fine", "position": {"x": f"0..{most}", "y": f"0..{most // by}"}})


def _renamed(drawn: Drawn, names: dict[str, str]) -> Drawn:
    """The same game with other names for its fluents and parameters."""
    words = re.compile(r"\b(" + "|".join(names) + r")\b")

    def anew(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): anew(one) for key, one in value.items()}
        if isinstance(value, list):
            return [anew(one) for one in value]
        return words.sub(lambda found: names[found[1]], value) if isinstance(value, str) else value

    return Drawn(words.sub(lambda found: names[found[1]], drawn.rules), anew(drawn.ranges))


def _odd_names(rng: Random) -> Drawn:
    """One of these games with names that are like those that `discover` makes."""
    drawn = rng.choice((_two_parameters, _limit, _with_all, _by_the_other))(rng)
    names = [*drawn.ranges["position"], *drawn.ranges.get("parameters", {})]
    parameters = ["maxS", "kM", "sN", "t", "found", "limit1", "v"]
    others = rng.sample([one for one in _ODD if one not in parameters], len(names))
    more = rng.sample(parameters, len(names))
    return _renamed(
        drawn,
        {name: (others if name in drawn.ranges["position"] else more)[at] for at, name in enumerate(names)},
    )


def _sets(rng: Random) -> Drawn:
    """What may be taken, or may not, is a finite set of numbers: a parameter that is one or two sets."""
    amount = rng.choice(
        (
            "s(M), M <= {v}",
            "s(M), M <= {v}",
            "M = 1..{v}, not s(M)",
            "s(K), M = (K;2*K), M <= {v}",
            "s(K), M = K..K+1, M <= {v}",
            "s(M), M <= {v}, {v} \\ 2 = 0",
        )
    )
    sets = [sorted(rng.sample(range(1, 8), rng.randrange(1, 4))) for _ in range(rng.choice((1, 1, 2)))]
    parameters = {"s": {"set": sets}}
    if rng.random() < 0.6:
        text = _from("pile", amount)
        return Drawn(text, {"parameters": parameters, "position": {"pile": f"0..{rng.randrange(15, 40)}"}})
    text = f"move(take(I,M)) :- heap(I,S), {amount.format(v='S')}.\n"
    text += "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
    ranges = {"count": f"0..{rng.randrange(1, 4)}", "size": f"1..{rng.randrange(5, 9)}"}
    return Drawn(text, {"parameters": parameters, "position": {"heap": ranges}})


MORE: dict[str, Callable[[Random], Drawn]] = {
    "two parameters": _two_parameters,
    "legal": _legal,
    "a limit": _limit,
    "several piles": _several,
    "heaps in places": _in_places,
    "by the other heap": _by_the_other,
    "heaps, counter, parameter": _with_all,
    "sides": _sides,
    "chocolate": _chocolate,
    "odd names": _odd_names,
    "sets": _sets,
}
