"""`python -m benchmarks.fuzz.among --cases 300 --seed S`: random families of any number of heaps with one outcome.

A case is Nim, or odd numbers are taken from a heap, or a whole heap is, in either play; a claim on all P-positions,
which is proved, or is not there; and a family of positions that are among these, or apart from them, by a literal, by
another predicate, by the same body as the claim's, or not at all. Half of the families have one position more, of many
heaps, or of a large one, or lack one. Outcomes are known by a formula that plain Python holds against the definition at
small positions. What is proved must be true at these and near what was spoilt, what is refuted must fail where it is
said and at no position of fewer stones, and what holds must hold in its box.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor
from pathlib import Path
from random import Random

from benchmarks.fuzz.heaps import Position, positions
from benchmarks.fuzz.judged import At, differences, judged, refuted_at
from benchmarks.fuzz.looping import loop
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict

_COUNT, _SIZE = 2, 4
_NAMES = ("fam", "as_known", "heaps", "c", "p", "never", "among", "heap_", "count", "safe_", "some", "n")
GAMES = ("nim", "odd numbers", "whole heaps")
_RULES = {
    "nim": "move(take(I,M)) :- heap(I,S), M = 1..S.\nafter(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n",
    "odd numbers": "move(take(I,M)) :- heap(I,S), M = 1..S, M \\ 2 = 1.\n"
    "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n",
    "whole heaps": "move(take(I)) :- heap(I,_).\nafter(take(I), heap(I,0)) :- move(take(I)).\n",
}


@dataclass(frozen=True)
class Case:
    """Rules, a spec with a claim `c`, and the positions of which it is known that it fails there."""

    rules: str
    spec: str
    fails: Callable[[Position], bool]
    asked: list[Position]
    used: tuple[str, ...]


def is_p(game: str, misere: bool, at: Position) -> bool:
    """Whether a position is P."""
    if game == "nim":
        return (reduce(xor, at, 0) == 0) is not (misere and max(at, default=0) < 2)
    return (sum(at) if game == "odd numbers" else len(at)) % 2 == int(misere)


def options(game: str) -> Callable[[Position], set[Position]]:
    """The positions that a move leads to."""

    def led(at: Position) -> Iterator[Position]:
        for place, size in enumerate(at):
            step = {"nim": range(size), "odd numbers": range(size - 1, -1, -2), "whole heaps": range(1)}[game]
            for left in step:
                yield tuple(sorted(one for one in (*at[:place], left, *at[place + 1 :]) if one))

    return lambda at: set(led(at))


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"among {seed} {number}")
    game, misere, p = rng.choice(GAMES), rng.random() < 0.4, rng.random() < 0.6
    fam, known, other = rng.sample(_NAMES, 3)
    k, far, many = rng.randint(1, 4), rng.randint(50, 10_000), rng.randint(6, 30)
    forms: dict[str, tuple[str, Callable[[Position], bool]]] = {
        "several": (f"#count {{ I : heap(I,_) }} >= {k}", lambda at: len(at) >= k),
        "one of k": (f"heap(_,{k})", lambda at: k in at),
        "none of k": (f"not heap(_,{k})", lambda at: k not in at),
        "the least": (f"heap(1,S), S >= {k}", lambda at: bool(at) and at[0] >= k),
    }
    form = rng.choice(list(forms))
    said, speaks = forms[form]
    how = rng.choice(("literal", "by another", "no literal"))
    spoilt = rng.choice(("", "", "", "large", "many", "less"))
    sign = "" if p else "not "
    rules = _RULES[game] + _known(game, known, misere)
    literal = {"literal": f"{sign}{known}, ", "by another": f"{other}, ", "no literal": ""}[how]
    lacks = f", not heap(_,{far})" if spoilt == "less" else ""
    rules += f"{fam} :- {literal}{said}{lacks}.\n"
    rules += f"{other} :- {sign}{known}.\n"
    rules += f"{fam} :- heap(1,{far}), not heap(2,_).\n" if spoilt == "large" else ""
    rules += f"{fam} :- {many} = #count {{ I : heap(I,_) }}, heap(1,2).\n" if spoilt == "many" else ""

    def family(at: Position) -> bool:
        odd = (spoilt == "large" and at == (far,)) or (spoilt == "many" and len(at) == many and at[0] == 2)
        fits = how == "no literal" or is_p(game, misere, at) is p
        return odd or (fits and speaks(at) and not (spoilt == "less" and far in at))

    beside = [(2,) * many, (2,) * (many - 1) + (3,), (far,), (far, far), (1, far), (far - 1, far), (2,) * many + (5,)]

    def fails(at: Position) -> bool:
        return family(at) and is_p(game, misere, at) is not p

    play, prove = "misere" if misere else "normal", "prove: {heap: {count: all}}"
    claims = (
        f"  - {{id: c, says: A., kind: outcome, play: {play}, where: {fam}, outcome: {'P' if p else 'N'}, {prove}}}\n"
    )
    alone = rng.random() < 0.15
    claims += "" if alone else f"  - {{id: k, says: A., kind: p-positions, play: {play}, iff: {known}, {prove}}}\n"
    box = f"heap: {{count: 0..{_COUNT}, size: 1..{_SIZE}}}"
    spec = f"game: a case\nrules: case.lp\nposition: {{{box}}}\nclaims:\n{claims}"
    used = (game, play, form, how, spoilt or "not spoilt", "alone" if alone else "beside the P-positions")
    return Case(rules, spec, fails, [*positions(4, 5), *beside], used)


def _known(game: str, name: str, misere: bool) -> str:
    """Rules for the P-positions, by the nim-sum of what the heaps are worth."""
    worth = {"nim": "S", "odd numbers": "S \\ 2", "whole heaps": "1"}[game]
    text = f"worth(I,V) :- heap(I,S), V = {worth}.\nadded(0,0).\nadded(I,X^V) :- added(I-1,X), worth(I,V).\n"
    text += "many(N) :- N = #count { I : heap(I,_) }.\nnim_sum(X) :- many(N), added(N,X).\n"
    if not misere:
        return f"{text}{name} :- nim_sum(0).\n"
    text += "large :- worth(_,V), V > 1.\nsmall :- not large.\n"
    return f"{text}{name} :- large, nim_sum(0).\n{name} :- small, nim_sum(1).\n"


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    result = judged(folder, {"case.lp": case.rules, "case.yaml": case.spec}, seconds=15.0)
    if isinstance(result, InputError):
        return [str(result)]
    wrong = [*filter(case.fails, case.asked)]
    tally[f"{case.used[0]}, {'false' if wrong else 'true'}: {result.verdict.value}"] += 1
    if not wrong and result.verdict is not Verdict.PROVED:
        tally[f"true, {case.used[3]}, not proved: {str(result.proof and result.proof.reason)[:80]}"] += 1
    wrong += filter(case.fails, [] if result.counterexample is None else [refuted_at(result)[1]])
    return list(differences(result, lambda _: sorted(wrong, key=sum), [()], _in_the_box))


def _in_the_box(_: At, at: At) -> bool:
    return len(at) <= _COUNT and max(at, default=0) <= _SIZE


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.among", (__doc__ or "").partition("\n")[0], made, compared))
