"""`python -m benchmarks.fuzz.for_all --cases 300 --seed S`: random claims about periods for every value of parameters.

A case is a game of one pile, or of heaps, with one parameter or two, and a claim of kind `periodic` whose numbers are
expressions in these; with a formula for the values as another claim, right or wrong, or one that is to be found. Some
are false at large parameters alone. What is proved must be true of all small parameters and piles, what is refuted must
fail where it is said, and what holds must hold in its box: by plain Python.
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

_SECONDS = 30.0
_LARGEST, _PARAMETERS = 120, 9
_GAMES: dict[str, tuple[str, Callable[[int, int], set[int]]]] = {
    "two numbers": ("move(take(p)) :- pile(N), p <= N.\nmove(take(q)) :- pile(N), q <= N.\n", lambda p, q: {p, q}),
    "up to": ("move(take(M)) :- pile(N), M = 1..p, M <= N.\n", lambda p, _: set(range(1, p + 1))),
    "one number": ("move(take(p)) :- pile(N), p <= N.\n", lambda p, _: {p}),
    "odd": ("move(take(M)) :- pile(N), M = 1..2*p, M \\ 2 = 1, M <= N.\n", lambda p, _: set(range(1, 2 * p, 2))),
}
_FORMULAS = {
    "up to": "formula(N \\ (p+1)) :- pile(N).\n",
    "one number": "formula((N / p) \\ 2) :- pile(N).\n",
    "odd": "formula(N \\ 2) :- pile(N), p >= 1.\n",
}
_PERIODS = ("p+q", "2*p+2*q", "p+1", "2*p", "2*p+2", "p+q+1", "2", "4", "p", "3*p+3", "q", "2*q+2*p+1", "p*q+p+q")


@dataclass(frozen=True)
class Case:
    """Rules, a spec, what may be taken by the parameters, and the numbers of the claim in Python."""

    rules: str
    spec: str
    game: str
    period: str
    preperiod: int
    low: tuple[int, int]
    used: tuple[str, ...]

    def fails(self, p: int, q: int, most: int = _LARGEST) -> int | None:
        """The least pile of another value than is claimed at these parameters."""
        values = _values(_GAMES[self.game][1](p, q), most)
        period = eval(self.period, {"p": p, "q": q})  # an expression of the list above
        return next((n for n in range(self.preperiod + period, most) if values[n] != values[n - period]), None)


def _values(taken: set[int], most: int) -> list[int]:
    found: list[int] = []
    for pile in range(most):
        options = {found[pile - one] for one in taken if one <= pile}
        found.append(next(one for one in range(len(options) + 1) if one not in options))
    return found


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"for all {seed} {number}")
    game = rng.choice(list(_GAMES))
    heaps = rng.random() < 0.4
    low = rng.randint(1, 3), rng.randint(1, 4)
    likely = {"two numbers": "p+q", "up to": "p+1", "one number": "2*p", "odd": "2"}
    period = likely[game] if rng.random() < 0.5 else rng.choice(_PERIODS)
    preperiod = rng.choice((0, 0, 0, 1, 5))
    rules = f"{_GAMES[game][0]}after(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    formula = _FORMULAS.get(game) if rng.random() < 0.9 else None
    wrong = formula is not None and rng.random() < 0.15
    if formula is not None:
        rules += formula.replace(":-", ":- N < 900,") + "formula(0) :- pile(N), N >= 900.\n" if wrong else formula
    if heaps:
        rules = _of_heaps(rules)
    position = "heap: {count: 0..1, size: 1..20}" if heaps else "pile: 0..20"
    prove = "{p: all, q: all}" if heaps else "{p: all, q: all, pile: all}"
    said = f"preperiod: {preperiod}, period: {period}"
    claims = f"  - {{id: c, says: A., kind: periodic, {said}, prove: {prove}}}\n"
    if formula is not None:
        own = prove.replace("}", ", heap: {count: 0..1}}") if heaps else prove
        claims += f"  - {{id: f, says: A., kind: grundy, iff: formula, prove: {own}}}\n"
    ranges = f"{{p: {low[0]}..{low[0] + 1}, q: {low[1]}..{low[1] + 1}}}"
    spec = f"game: a case\nrules: case.lp\nparameters: {ranges}\nposition: {{{position}}}\nclaims:\n{claims}"
    kinds = ("a wrong formula" if wrong else "a formula" if formula is not None else "no formula", game)
    return Case(rules, spec, game, period, preperiod, low, (*kinds, "heaps" if heaps else "a pile"))


def _of_heaps(rules: str) -> str:
    """The same of a game of heaps, of which no heap has the value 0."""
    rules = rules.replace("take(", "take(I,").replace("pile(N-M)", "heap(I,N-M)").replace("pile(N)", "heap(I,N)")
    return rules + ("formula(0) :- not heap(_,_).\n" if "formula" in rules else "")


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    options = Options(limits=Limits(seconds=_SECONDS), crosscheck=False, fresh=True, claims=("c",))
    try:
        (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    except InputError as error:
        return [str(error)]
    tally[f"{case.used[0]}, {case.used[1]}: {result.verdict.value}"] += 1
    if result.verdict is Verdict.HOLDS and result.proof is not None:
        tally[f"not proved: {str(result.proof.reason)[-90:]}"] += 1
    return list(_differences(case, result))


def _differences(case: Case, result: Result) -> Iterator[str]:
    several = [
        (p, q)
        for p in range(case.low[0], case.low[0] + _PARAMETERS)
        for q in range(case.low[1], case.low[1] + _PARAMETERS)
    ]
    fails = next(((p, q, pile) for p, q in several if (pile := case.fails(p, q)) is not None), None)
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        (at,) = result.counterexample.position.values()
        size = sum(at) if isinstance(at, (list, tuple)) else int(at)
        p, q = (int(str(result.counterexample.parameters[name])) for name in "pq")
        if case.fails(p, q, max(_LARGEST, size + 1)) != size:
            yield f"refuted at p={p}, q={q}, {size}, and it fails at {case.fails(p, q)}"
    elif result.verdict is Verdict.PROVED and fails is not None:
        yield f"proved, and it fails at {fails}"
    elif result.verdict is Verdict.HOLDS and fails is not None:
        inside = fails[0] <= case.low[0] + 1 and fails[1] <= case.low[1] + 1 and fails[2] <= 20
        if inside:
            yield f"holds, and it fails at {fails} in its box"


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.for_all", (__doc__ or "").partition("\n")[0], made, compared))
