"""Periods of values, by a code that is computed or by a formula, of games that are others far out."""

from __future__ import annotations

from random import Random

from benchmarks.fuzz.distant.case import Distant, distant, one_claim
from benchmarks.fuzz.distant.heaps import kayles
from benchmarks.fuzz.sums import HeapOptions, heap_values

_FARTHEST = 700


def _values(options: HeapOptions) -> list[int]:
    return heap_values(options, _FARTHEST)


def _case(
    way: str, rules: str, said: str, fails: int | None, used: tuple[str, ...], head: str = "", most: int = 12
) -> Distant:
    box = f"heap: {{count: 0..1, size: 1..{most}}}"
    spec = one_claim(f"kind: periodic, {said}", "true", box, head)
    return distant(way, rules, spec, None if fails is None else {"heap": [fails]}, *used)


def _fails(values: list[int], before: int, period: int, saltus: int, listed: list[int]) -> int | None:
    for size, value in enumerate(values):
        if size < len(listed) and value != listed[size]:
            return size
        if size >= before + period and value != values[size - period] + saltus:
            return size
    return None


def _condition(rng: Random, k: int) -> tuple[str, int, int]:
    """A condition on S that holds from one size to another."""
    return rng.choice(
        (
            (f"S = {k}", k, k),
            (f"S >= {k}", k, 10**9),
            (f"S > {k - 1}", k, 10**9),
            (f"2*S = {2 * k}", k, k),
            (f"S-{k} >= 0", k, 10**9),
        )
    )


def by_code(rng: Random) -> Distant:
    """Kayles, whose period is found by computing; a move is left out or added far out, or an entry is wrong."""
    k, how = rng.choice((75, 90, 101, 120, 133, 150, 167, 200, 257)), rng.choice(("less", "more", "entry", "period"))
    true = rng.random() < 0.5
    c, low, high = _condition(rng, k)
    before, period, listed = 71, 12, []
    move, extra = "D <= S, L = 0..(S-D)/2", ""
    if how == "less":
        move += f", not apart(S). apart(S) :- heap(_,S), {c}{', S < 3' if true else ''}"
    elif how == "more":
        extra = f"move(knock(3,I,0)) :- heap(I,S), {c}{', S < 3' if true else ''}.\n"
    listed = [kayles(size) for size in range(before + period)]
    if how == "entry" and not true:
        listed[rng.randint(60, before + period - 1)] += 1
    elif how == "period" and not true:
        before -= rng.randint(1, 2)
        listed = []
    rules = f"""\
heaps(N) :- N = #count {{ I : heap(I,_) }}.
move(knock(D,I,L)) :- heap(I,S), D = 1..2, {move}.
{extra}after(knock(D,I,L), heap(I,S-D-L)) :- move(knock(D,I,L)), heap(I,S).
after(knock(D,I,L), heap(N+1,L)) :- move(knock(D,I,L)), heaps(N).
"""
    apart = (lambda s: low <= s <= high) if not true else (lambda _: False)

    def options(size: int) -> set[tuple[int, ...]]:
        if how == "less" and apart(size):
            return set()
        found: set[tuple[int, ...]] = {
            (size - d - low_, low_) for d in (1, 2) if d <= size for low_ in range((size - d) // 2 + 1)
        }
        if how == "more" and apart(size):
            found.add((size - 3, 0))
        return found

    shown = [] if rng.random() < 0.5 and how not in ("entry",) else listed
    real = _values_of_kayles() if true or how in ("entry", "period") else heap_values(options, k + 300)
    fails = _fails(real, before, period, 0, shown)
    said = f"preperiod: {before}, period: {period}" + (f", values: {shown}" if shown else "")
    return _case("periods by code", rules, said, fails, (how, "size"), most=12 if shown else before + period)


def _values_of_kayles() -> list[int]:
    return [kayles(size) for size in range(400)]


def by_formula(rng: Random) -> Distant:
    """Nim, bounded Nim and Lasker's Nim, whose values rise or repeat by a formula; something is another far out."""
    k, true = rng.choice((17, 19, 23, 31, 50, 64, 100, 130, 257)), rng.random() < 0.5
    game = rng.choice(("nim", "bounded", "lasker"))
    how = rng.choice(("less", "more", "less", "period"))
    c, low, high = _condition(rng, k)
    m = rng.randint(1, 4)
    if how == "period" and not true and game == "nim":
        how = "less"
    guard = f", not apart(S). apart(S) :- heap(_,S), {c}{', S < 3' if true else ''}" if how == "less" else ""
    apart = (lambda s: low <= s <= high) if not true else (lambda _: False)
    amount = {"nim": "D = 1..S", "bounded": f"D = 1..{m}, D <= S", "lasker": "D = 1..S"}[game]
    rules = f"move(take(I,D)) :- heap(I,S), {amount}{guard}.\n"
    rules += "after(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).\n"
    head = ""
    if game == "lasker":
        rules += "heaps(N) :- N = #count { I : heap(I,_) }.\nmove(split(I,L)) :- heap(I,S), L = 1..S/2.\n"
        rules += "after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).\n"
        rules += "after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).\n"
        head = "measure: [stones, splits]\n"
    if how == "more":
        rules += f"move(away(I)) :- heap(I,S), {c}{', S < 3' if true else ''}.\n"
        rules += "after(away(I), heap(I,0)) :- move(away(I)).\n"

    def options(size: int) -> set[tuple[int, ...]]:
        found: set[tuple[int, ...]] = set()
        if not (how == "less" and apart(size)):
            found |= {(size - d,) for d in range(1, min(size, m if game == "bounded" else size) + 1)}
        if game == "lasker":
            found |= {(size - one, one) for one in range(1, size // 2 + 1)}
        if how == "more" and apart(size):
            found.add((0,))
        return {tuple(one for one in at if one) for at in found}

    before, period, saltus = {"nim": (0, 1, 1), "bounded": (0, m + 1, 0), "lasker": (1, 4, 4)}[game]
    if how == "period":
        by = rng.choice((1, 2, 5)) * (period if true else 1)
        before, period, saltus = (before + by, period, saltus) if true else (before, period + by, saltus)
    fails = _fails(heap_values(options, k + 40), before, period, saltus, [])
    said = f"preperiod: {before}, period: {period}" + (f", saltus: {saltus}" if saltus else "")
    return _case("periods by formula", rules, said, fails, (game, how), head)
