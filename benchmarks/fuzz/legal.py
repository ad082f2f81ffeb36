"""`python -m benchmarks.fuzz.legal --cases N --seed S`: claims on games of which not all positions exist, near and far.

A case is a pile from which some numbers may be taken, a predicate of the piles that exist, and one claim for all of
them, whose values are computed in plain Python. Some predicates are left by a move, near or far out alone, and some
claims are false, there too. What is proved must be so for all piles of up to 400 stones, and no move may lead from one
that exists to one that does not; what is refuted must fail at that pile and at no lesser one that exists.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.fuzz.looping import loop
from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

_LARGEST, _BOX = 400, 7
"""The greatest pile that is computed in plain Python, and that of the box."""
_NAMES = ("ok", "legal", "piles", "moved", "in_order", "p_", "exist")


@dataclass(frozen=True)
class Case:
    """Rules, a spec with one claim, the piles at which it fails, and those that a move leaves for no position."""

    rules: str
    spec: str
    failing: list[int]
    strays: list[int]
    used: tuple[str, ...]


def _legal(rng: Random) -> tuple[str, Callable[[int], bool], int]:
    """Which piles exist, as rules and in plain Python, and what takes must be multiples of to stay among them."""
    step = rng.choice((1, 2, 2, 3))
    rest = rng.randrange(step)
    kind = rng.choice(("rest", "rest", "below", "hole"))
    at = rng.choice((5, 40, 260, 333))
    alone = f"N \\ {step} = {rest}"
    if kind == "below":
        return f"{alone}, N < {at + 20}", lambda n: n % step == rest and n < at + 20, step
    if kind == "hole":
        return f"{alone}, N != {at}", lambda n: n % step == rest and n != at, step
    return alone, lambda n: n % step == rest, step


def made(seed: int, number: int) -> Case:
    """The case of a number."""
    while True:
        rng = Random(f"{seed} {number}")
        number += 1_000_000
        found = _made(rng)
        if found is not None:
            return found


def _made(rng: Random) -> Case | None:
    body, exists, step = _legal(rng)
    takes = sorted({step * rng.randint(1, 4) for _ in range(rng.randint(1, 3))})
    odd = rng.choice((0, 0, 0, 6, 299, 350))
    play = rng.choice(("normal", "normal", "misere"))

    def led(pile: int) -> list[int]:
        found = [pile - taken for taken in takes if taken <= pile]
        return [*found, pile - 1] if pile == odd > 0 else found

    piles = [pile for pile in range(_LARGEST + 1) if exists(pile)]
    strays = [pile for pile in piles if not all(map(exists, led(pile)))]
    values: dict[int, int] = {}
    for pile in piles:
        options = {values[to] for to in led(pile) if exists(to)}
        values[pile] = next(n for n in range(9) if n not in options) if options else int(play == "misere")
    period = next((p for p in range(step, 60) if all(values.get(n + p, v) == v for n, v in values.items())), None)
    if period is None or len(piles) < 3:
        return None
    told: dict[int, int] = {}
    for pile in piles:
        told.setdefault(pile % period, values[pile])
    spoilt = rng.choice((*[-1] * 7, 3, 4, 5, 301, 302, 303, 304))
    name = rng.choice(_NAMES)
    kind = rng.choice(("p-positions", "grundy", "outcome"))
    rules = "\n".join(
        [
            f"move(take(M)) :- pile(N), M = ({';'.join(map(str, takes))}), M <= N.",
            f"move(one) :- pile(N), N = {odd}, N > 0.",
            "after(take(M), pile(N-M)) :- move(take(M)), pile(N).",
            "after(one, pile(N-1)) :- move(one), pile(N).",
            f"{name} :- pile(N), {body}.",
            *(f"rest({rest},{value})." for rest, value in told.items()),
            f"value(V) :- pile(N), rest(N \\ {period}, V), N != {spoilt}.",
            f"value(V+1) :- pile(N), rest(N \\ {period}, V), N = {spoilt}.",
            "lost :- value(0).",
            "",
        ]
    )
    said = {
        "p-positions": "kind: p-positions, iff: lost",
        "grundy": "kind: grundy",
        "outcome": "kind: outcome, where: lost, outcome: P",
    }[kind]
    spec = (
        f"game: a case\nrules: case.lp\nlegal: {name}\nposition: {{pile: 0..{_BOX}}}\nclaims:\n"
        f"  - {{id: c, says: A., {said}, play: {play}, prove: {{pile: all}}}}\n"
    )
    wrongs: dict[str, Callable[[int, int], bool]] = {
        "p-positions": lambda value, claimed: (value == 0) is not (claimed == 0),
        "grundy": lambda value, claimed: value != claimed,
        "outcome": lambda value, claimed: claimed == 0 and value != 0,
    }
    claimed = {pile: told[pile % period] + (pile == spoilt) for pile in piles}
    failing = [pile for pile in piles if wrongs[kind](values[pile], claimed[pile])]
    return Case(rules, spec, failing, strays, (kind, play))


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    options = Options(limits=Limits(seconds=30.0), crosscheck=False, fresh=True)
    kind = case.used[0]
    try:
        (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    except InputError as error:
        tally[f"{kind}: a move leaves the positions that exist"] += 1
        return [] if case.strays and "does not hold" in str(error) else [f"an error: {error}"]
    tally[f"{kind}: {result.verdict.value}"] += 1
    return list(_differences(case, result))


def _differences(case: Case, result: Result) -> Iterator[str]:
    if case.strays and case.strays[0] <= _BOX:
        yield f"{result.verdict.value}, and a move of the box leads to no position, from {case.strays[0]}"
    elif result.verdict is Verdict.PROVED and (case.failing or case.strays):
        yield f"proved, and it fails at {case.failing[:1]}, or a move strays at {case.strays[:1]}"
    elif result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        (pile,) = result.counterexample.at[1]
        if pile not in case.failing[:1]:
            yield f"refuted at {pile}, and it fails at {case.failing[:1]}"
    elif result.verdict is Verdict.HOLDS and case.failing and case.failing[0] <= _BOX:
        yield f"holds, and it fails at {case.failing[0]} in its box"


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.legal", (__doc__ or "").partition("\n")[0], made, compared))
