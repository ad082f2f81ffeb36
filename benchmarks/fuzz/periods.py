"""`python -m benchmarks.fuzz.periods --minutes N --seed S`: random claims about the period of the values of one heap.

A case is a game of heaps by random rules, or one of a counter, and a claim of kind `periodic`: its values are computed
in plain Python, the least form of them is found, with a saltus or without one, and half of the claims are spoilt by one
number. What is proved must be true of all heaps of up to 300 stones; what is refuted must fail where it is said, and at
no lesser heap.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.fuzz.looping import loop
from benchmarks.fuzz.sums import Form, Heap, form, heap_values
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

_FORMED, _LARGEST = 90, 300
"""Heaps in which a form is looked for, and at which what is proved is compared."""
_SECONDS = 20.0


@dataclass(frozen=True)
class Case:
    """Rules, a spec with one claim, the values of the heaps 0, 1, ..., and the least size at which the claim fails."""

    rules: str
    spec: str
    values: list[int]
    fails: int | None
    used: tuple[str, ...]


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"periods {seed} {number}")
    while True:
        heap = Heap(rng)
        counter = rng.random() < 0.25
        if not counter and rng.random() < 0.4:
            heap.split()
        for name in ("take", "draw")[: rng.randint(0 if heap.lines else 1, 2)]:
            heap.take(name)
        found = form(heap_values(heap.options, _FORMED + 1))
        if found is not None:
            break
    values = heap_values(heap.options, _LARGEST + 1)
    before, period, saltus, listed = spoilt(rng, found) if rng.random() < 0.5 else found
    lines = _of_a_counter(heap.lines) if counter else heap.lines
    said = f"preperiod: {before}, period: {period}"
    said += f", saltus: {saltus}" if saltus or rng.random() < 0.2 else ""
    table = [listed[size] for size in range(before + period)] if len(listed) == before + period else None
    if table is not None and rng.random() < 0.5:
        said += f", values: {table}"
    else:
        table = None
    used = (*heap.used, "counter" if counter else "heaps", "saltus" if saltus else "no saltus")
    spec = _spec(said, counter=counter, splits="split" in heap.used)
    return Case("\n".join([*lines, ""]), spec, values, _fails(values, before, period, saltus, table), used)


def spoilt(rng: Random, of: Form) -> Form:
    """A form with one number changed; some say the same, as twice the period does."""
    before, period, saltus, values = of
    how = rng.randrange(6)
    if how == 0 and before:
        return before - 1, period, saltus, {}
    if how == 1:
        return before, period + rng.choice((1, 2)), saltus, {}
    if how == 2 and period > 1:
        return before, period - 1, saltus, {}
    if how == 3:
        return before, 2 * period, 2 * saltus + rng.choice((0, 0, 1)), {}
    if how == 4:
        return before + rng.choice((1, 3)), period, saltus, {}
    at = rng.choice(list(values))
    return before, period, saltus, {**values, at: max(0, values[at] + rng.choice((-1, 1)))}


def _fails(values: list[int], before: int, period: int, saltus: int, table: list[int] | None) -> int | None:
    """The least size at which a claim fails, by its definition."""
    for size, value in enumerate(values):
        if table is not None and size < len(table):
            if value != table[size]:
                return size
        elif size >= before + period and value != values[size - period] + saltus:
            return size
    return None


def _of_a_counter(lines: list[str]) -> list[str]:
    """The same moves of a game with one pile in place of heaps, which may be empty."""
    put = ((":- heap(I,S)", ":- pile(S), S > 0"), ("heap(I,", "pile("), ("(I,D)", "(D)"))
    for before, after in put:
        lines = [line.replace(before, after) for line in lines]
    return lines


def _spec(said: str, *, counter: bool, splits: bool) -> str:
    position = "pile: 0..12" if counter else "heap: {count: 0..1, size: 1..12}"
    prove = "{pile: all}" if counter else "true"
    measure = "measure: [stones, splits]\n" if splits else ""
    claim = f"  - {{id: c, says: A., kind: periodic, {said}, prove: {prove}}}\n"
    return f"game: a case\nrules: case.lp\n{measure}position: {{{position}}}\nclaims:\n{claim}"


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    options = Options(limits=Limits(seconds=_SECONDS), crosscheck=False, fresh=True)
    (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    tally[f"{' '.join(case.used[-2:])}: {result.verdict.value}"] += 1
    if result.verdict is Verdict.HOLDS and result.proof is not None:
        tally[f"not proved: {str(result.proof.reason)[:90]}"] += 1
    return list(_differences(case, result))


def _differences(case: Case, result: Result) -> Iterator[str]:
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        (at,) = result.counterexample.position.values()
        size = sum(at) if isinstance(at, (list, tuple)) else int(at)
        if size != case.fails and size <= _LARGEST:
            yield f"refuted at {size}, and it fails at {case.fails}"
    elif result.verdict is Verdict.PROVED and case.fails is not None:
        yield f"proved, and it fails at {case.fails}"
    elif result.verdict is Verdict.HOLDS and case.fails is not None and case.fails <= 12:
        yield f"holds, and it fails at {case.fails} in its box"


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.periods", (__doc__ or "").partition("\n")[0], made, compared))
