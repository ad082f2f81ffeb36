"""Theorems about sums of heaps, proved as such, by a table, or through others, that are false only far out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import chain, combinations_with_replacement
from operator import xor
from random import Random

from benchmarks.fuzz.distant import conditions
from benchmarks.fuzz.distant.case import Distant, distant, one_claim
from benchmarks.fuzz.distant.changed import Theorem, changed, named
from benchmarks.fuzz.distant.conditions import Position
from benchmarks.fuzz.distant.piles import pile, two
from benchmarks.fuzz.sums import heap_values

BOX = "heap: {count: 0..3, size: 1..5}"
ANY = "{heap: {count: all}}"
_NIM = """\
move(lower(I,T))             :- heap(I,S), T = 0..S-1{guard}.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
"""
_SUM = """\
heaps(N)   :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), v(I,V).
"""
LOST = {
    "normal": "move(all) :- far. after(all, heap(I,0)) :- heap(I,_), move(all).",
    "misere": "move(all) :- far. after(all, heap(1,1)) :- move(all).\n"
    "after(all, heap(I,0)) :- heap(I,_), I > 1, move(all).",
}
_AGAIN = "move(too(I,T)) :- heap(I,S), T = 0..S-1, far. after(too(I,T), heap(I,T)) :- move(too(I,T))."


def nim_sum(at: Iterable[int]) -> int:
    """The nim-sum of the sizes."""
    return reduce(xor, at, 0)


def nim(rng: Random, way: str, *, few: bool) -> Theorem:
    """Nim in both plays, by its values or by its P-positions, with its winning moves."""
    value = rng.choice(("v(I,S) :- heap(I,S).", "v(I,S) :- heap(I,S), not apart(I). apart(0)."))
    lines = _SUM + value + "\nbase(X) :- heaps(N), sum(N,X).\n"
    position = "heap: {count: 0..2, size: 1..6}" if few else BOX
    prove = "{heap: {count: 0..2}}" if few else ANY
    kind = rng.choice(("normal", "misere", "grundy"))
    if few:
        equal = "base :- heaps(0). base :- heaps(2), heap(1,S), heap(2,S).\nheaps(N) :- N = #count { I : heap(I,_) }.\n"
        win = "win(lower(2,S)) :- heap(1,S), heap(2,_). win(lower(1,0)) :- heaps(1).\n"
        return Theorem(
            way, _NIM, equal, "normal", position, prove, lambda at: int(nim_sum(at) == 0),
            lost=LOST["normal"], again=_AGAIN, strategy=win,
        )  # fmt: skip
    if kind == "grundy":
        return Theorem(way, _NIM, lines, "grundy", position, prove, nim_sum)
    lines = lines.replace("base(X)", "value(X)")
    win = "win(lower(I,S^X)) :- value(X), heap(I,S), S^X < S.\n"
    if kind == "normal":
        return Theorem(
            way, _NIM, lines + "base :- value(0).\n", "normal", position, prove, lambda at: int(nim_sum(at) == 0),
            lost=LOST["normal"], again=_AGAIN, strategy=win,
        )  # fmt: skip
    lines += "large :- heap(_,S), S > 1.\nbase :- large, value(0).\nbase :- not large, heaps(N), N \\ 2 = 1.\n"
    win = (
        "more(N) :- N = #count { I : heap(I,S), S > 1 }.\n"
        "win(lower(I,S^X)) :- more(L), L >= 2, value(X), heap(I,S), S^X < S.\n"
        "win(lower(I,T)) :- more(1), heap(I,S), S > 1, heaps(N), T = N \\ 2.\nwin(lower(I,0)) :- more(0), heap(I,1).\n"
    )
    return Theorem(
        way, _NIM, lines, "misere", position, prove, misere_nim, lost=LOST["misere"], again=_AGAIN, strategy=win
    )


def misere_nim(at: Position) -> int:
    """1 at the P-positions of misère Nim."""
    return int(nim_sum(at) == 0 if max(at, default=0) > 1 else len(at) % 2 == 1)


def bounded(rng: Random) -> Theorem:
    """At most m stones are taken of a heap, whose value is the remainder by m+1."""
    m = rng.randint(1, 4)
    moves = (
        f"move(take(I,D)) :- heap(I,S), D = 1..{m}, D <= S{{guard}}.\n"
        "after(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).\n"
    )
    lines = _SUM + f"v(I,S \\ {m + 1}) :- heap(I,S).\n"

    def value(at: Sequence[int]) -> int:
        return reduce(xor, (one % (m + 1) for one in at), 0)

    if rng.random() < 0.5:
        return Theorem("sums", moves, lines + "base(X) :- heaps(N), sum(N,X).\n", "grundy", BOX, ANY, value)
    lines += "base :- heaps(N), sum(N,0).\n"
    return Theorem("sums", moves, lines, "normal", BOX, ANY, lambda at: int(value(at) == 0), lost=LOST["normal"])


def local_sum(rng: Random) -> Distant:
    """A heap's own value, or its moves, are others at one size, from one on, or beyond one: so the game stays a sum."""
    k, m = conditions.number(rng), rng.randint(1, 4)
    take = rng.random() < 0.5
    said, holds = rng.choice(
        (
            (f"S = {k}", lambda s: s == k),
            (f"S >= {k}", lambda s: s >= k),
            (f"S > {k - 1}, S < {k + 1}", lambda s: s == k),
        )
    )
    true = rng.random() < 0.5
    of = (
        f"apart(I) :- heap(I,S), {said}."
        if not true
        else f"apart(I) :- heap(I,S), {said}, S < {k - rng.randint(0, 3)}."
    )
    if true and "S >=" not in said and rng.random() < 0.5:
        of = f"apart(I) :- heap(I,S), S = {k}, S \\ 2 = {(k + 1) % 2}."
    right = f"S \\ {m + 1}" if take else "S"
    how = rng.choice(("value", "moves"))
    guard = ", not apart(I)" if how == "moves" else ""
    if take:
        moves = f"move(take(I,D)) :- heap(I,S), D = 1..{m}, D <= S{guard}.\n"
        moves += "after(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).\n"
    else:
        moves = _NIM.replace("{guard}", guard)
    value = f"v(I,{right}) :- heap(I,S)."
    if how == "value":
        value = f"v(I,{right}) :- heap(I,S), not apart(I). v(I,{right}+1) :- heap(I,S), apart(I)."
    text = moves + _SUM + f"{value}\n{of}\nvalue(X) :- heaps(N), sum(N,X).\np :- value(0).\n"
    kind = rng.choice(("grundy, iff: value", "p-positions, play: normal, iff: p"))
    fails: Position | None = None
    if not true:
        if how == "moves" and k > 300:
            return local_sum(rng)
        fails = _first(k, m if take else None, holds, how, of_value=kind.startswith("g"))
        if fails is None:
            return local_sum(rng)
    at = None if fails is None else {"heap": list(fails)}
    return distant("sums", text, one_claim(f"kind: {kind}", ANY, BOX), at, f"local {how}", "size")


def _first(k: int, m: int | None, holds: Callable[[int], bool], how: str, *, of_value: bool) -> Position | None:
    """A position at which the claim of `local_sum` fails, of a few heaps about as large as the number or small."""

    def options(size: int) -> set[Position]:
        if how == "moves" and holds(size):
            return set()
        return {(size - d,) if size > d else () for d in range(1, min(size, m or size) + 1)}

    def right(size: int) -> int:
        return size if m is None else size % (m + 1)

    real = heap_values(options, k + 6) if how == "moves" else [right(s) for s in range(k + 6)]
    told = [right(s) + (1 if how == "value" and holds(s) else 0) for s in range(k + 6)]
    if of_value:
        return next(((s,) for s in range(k + 6) if real[s] != told[s]), None)
    sizes = [*range(1, 7), *range(k - 2, k + 6)]
    few = chain.from_iterable(combinations_with_replacement(sizes, count) for count in (1, 2, 3))
    return next(
        (at for at in few if (nim_sum([real[s] for s in at]) == 0) != (nim_sum([told[s] for s in at]) == 0)), None
    )


_UNUSUAL = {0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6, 39: 3, 57: 4, 70: 6}
_USUAL = (4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7)


def kayles(size: int) -> int:
    """The value of a row of Kayles (Guy and Smith 1956)."""
    return _UNUSUAL.get(size, _USUAL[size % 12])


def table(rng: Random) -> Distant:
    """Kayles, whose table of values has one entry more or another far out."""
    k = rng.choice((40, 58, 71, 75, 90, 101, 133, 200, 257, 600))
    true = rng.random() < 0.5
    value = kayles(k) if true else kayles(k) + rng.choice((1, 2, 4))
    more = f"unusual({k},{value})." if k not in _UNUSUAL else ""
    how = rng.choice(("entry", "entry", "moves", "condition"))
    guard = ""
    if how == "moves":
        more, guard = "", f", S {'!=' if not true else '>= 0-'}{k}"
    elif how == "condition":
        c = rng.choice((f"S = {k}", f"S >= {k}", f"S > {k - 1}, S < {k + 1}"))
        by = 0 if true else 1
        more = f"row(I,V+{by}) :- heap(I,S), row_(I,V), {c}.\nrow(I,V) :- row_(I,V), not apart(I).\n"
        more += f"apart(I) :- heap(I,S), {c}."
    row = "row_" if how == "condition" else "row"
    text = f"""\
heaps(N) :- N = #count {{ I : heap(I,_) }}.
move(knock(D,I,L))                  :- heap(I,S), D = 1..2, D <= S, L = 0..(S-D)/2{guard}.
after(knock(D,I,L), heap(I,S-D-L))  :- move(knock(D,I,L)), heap(I,S).
after(knock(D,I,L), heap(N+1,L))    :- move(knock(D,I,L)), heaps(N).
usual(0,4). usual(1,1). usual(2,2). usual(3,8). usual(4,1).  usual(5,4).
usual(6,7). usual(7,2). usual(8,1). usual(9,8). usual(10,2). usual(11,7).
{" ".join(f"unusual({s},{v})." for s, v in _UNUSUAL.items())}
{more}
{row}(I,V) :- heap(I,S), unusual(S,V).
{row}(I,V) :- heap(I,S), not unusual(S,_), usual(S \\ 12, V).
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
value(X)   :- heaps(N), sum(N,X).
zero       :- value(0).
"""
    kind = rng.choice(("grundy, iff: value", "p-positions, play: normal, iff: zero"))
    if kind.startswith("g") or how == "moves":
        at = [k]
    else:  # a row whose value is the wrong one, or the right one
        other = next(s for s in range(1, 70) if kayles(s) == kayles(k) and s != k)
        at = sorted((other, k))
    spec = one_claim(f"kind: {kind}", ANY, BOX)
    return distant("tables", text, spec, None if true else {"heap": at}, f"table {how}", "size")


def through(rng: Random) -> Distant:
    """A claim that is proved through another: winning moves, swap positions, or two theorems taken together."""
    how = rng.choice(("moves", "moves", "swap", "together"))
    true, play = rng.random() < 0.5, "misere" if how == "swap" else rng.choice(("normal", "misere"))
    theorem = _of_play(rng, play, few=how != "swap" and rng.random() < 0.7)
    of_heaps = theorem.names == ("heap",)
    far = conditions.heaps(rng) if of_heaps else conditions.counters(rng, theorem.names)
    base = f"  - {{id: b, says: A., kind: p-positions, play: {play}, iff: base, prove: {theorem.prove}}}\n"
    text = theorem.moves.replace("{guard}", "") + theorem.claimed + theorem.strategy
    at: Position | None = None
    lines: list[str] = []
    if how == "moves":
        at = next((one for one in far.near if not theorem.says(one)), None)
        lines = _strategy(rng)
        claim = f"  - {{id: c, says: A., kind: strategy, play: {play}, moves: won, prove: {theorem.prove}}}\n"
    elif how == "swap":
        at = next(iter(far.near), None)
        lines = ["told :- not large, not far.", "told :- large, far."]
        claim = f"  - {{id: c, says: A., kind: swap-positions, iff: told, prove: {theorem.prove}}}\n"
    else:
        base, parted = "", "heaps(N), N <= 2" if of_heaps else f"{theorem.names[0]}(N), N <= 9"
        at = next((one for one in far.near if (len(one) if of_heaps else one[0]) > (2 if of_heaps else 9)), None)
        lines = [f"here :- {parted}.", "there :- not here.", "told :- base, not far.", "told :- far, not base."]
        claim = "".join(
            f"  - {{id: {name}, says: A., kind: p-positions, play: {play}, where: {where}, iff: {iff}}}\n"
            for name, where, iff in (("d", "here", rng.choice(("told", "base"))), ("e", "there", "told"))
        )
        claim += f"  - {{id: c, says: A., kind: p-positions, play: {play}, together: [d, e], prove: {theorem.prove}}}\n"
    true = true or at is None
    used = conditions.never(rng, far) if true else far
    text += "\n".join([*lines, *used.lines, ""])
    spec = f"game: a case\nrules: case.lp\nposition: {{{theorem.position}}}\nclaims:\n{base}{claim}"
    fails = None if true or at is None else named(theorem, at)
    return distant("through", text, spec, fails, how, "heaps" if of_heaps else "piles", far.of)


def _of_play(rng: Random, play: str, *, few: bool) -> Theorem:
    """Nim, or a game of one or two piles, in that play."""
    while True:
        theorem = rng.choice((pile(rng), two())) if few else nim(rng, "through", few=False)
        if theorem.kind == play:
            return theorem


def _strategy(rng: Random) -> list[str]:
    return rng.choice(
        (
            ["won(M) :- win(M), not far."],
            ["won(M) :- win(M).", "won(none) :- far."],
            ["won(M) :- win(M), near__.", "near__ :- not far."],
        )
    )


def sums(rng: Random) -> Distant:
    """A sum of heaps, changed by a condition on the position or on one heap."""
    how = rng.random()
    if how < 0.4:
        return local_sum(rng)
    theorem = nim(rng, "sums", few=False) if how < 0.8 else bounded(rng)
    return changed(rng, theorem, conditions.heaps(rng))
