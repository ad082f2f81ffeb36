"""`python -m benchmarks.fuzz.repeating --cases 300 --seed S`: random claims that rows, or outcomes, repeat.

A case is a game of a pile and a state beside it, by random moves, or of the pile alone, and a claim of kind `periodic`:
along the pile, of values or of outcomes in either play, of all positions or of some that no move leaves, the least
period or any. Its labels are worked out in plain Python, the least form of them is found, and half of the claims are
spoilt. One game in four has a move that is possible far out alone. What is proved must be true of all piles of up to
400 stones, what is refuted must fail where it is said, and at no lesser pile, and what holds must hold in its box.
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

_FORMED, _LARGEST, _BOX, _SECONDS = 80, 400, 30, 30.0
_NAMES = ("pile", "label_by_period", "here", "n", "value_by_period")
Labels = dict[tuple[int, int], object]


@dataclass(frozen=True)
class Case:
    """Rules, a spec, the label of each pile and state, and the numbers of the claim."""

    rules: str
    spec: str
    labels: Labels
    speaks: Callable[[int, int], bool]
    numbers: tuple[int, int, int]
    states: int
    least: bool
    kind: str
    used: tuple[str, ...]

    def fails(self, most: int) -> int | None:
        """The least pile of up to so many stones that shows that the claim is false."""
        start, period, saltus = self.numbers
        other = [
            pile
            for pile in range(start + period, most + 1)
            for state in range(self.states)
            if self.speaks(pile, state)
            and self.speaks(pile - period, state)
            and self.labels[pile, state] != _risen(self.labels[pile - period, state], saltus)
        ]
        return min([*other[:1], *self._shorter(most)], default=None)

    def _shorter(self, most: int) -> Iterator[int]:
        """The piles by which it is known that a lesser period, or preperiod, will do."""
        start, period, saltus = self.numbers
        tried = [(start, one, start + period - 1) for one in range(1, period) if period % one == 0]
        tried += [(start - 1, period, start - 1)] if start else []
        for first, one, last in tried if self.least else []:
            if saltus * one % period:
                continue
            rise = saltus * one // period
            if last + one <= most and all(
                self.labels[n + one, 0] == _risen(self.labels[n, 0], rise) for n in range(first, last + 1)
            ):
                yield last + one


def _risen(label: object, saltus: int) -> object:
    return label + saltus if isinstance(label, int) else label


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"repeating {seed} {number}")
    states = rng.choice((1, 1, 2, 3))
    moves = [
        (rng.randrange(states), rng.randint(1, 5), rng.randrange(states)) for _ in range(rng.randint(2, 3) * states)
    ]
    if rng.random() < 0.3:
        moves = [(a, 2 * taken, b) for a, taken, b in moves]
    far = (rng.randrange(states), rng.randint(1, 3), rng.randrange(states), rng.randint(90, 200))
    bounds = [(*one, 0) for one in dict.fromkeys(moves)] + ([far] if rng.random() < 0.25 else [])
    outcomes = rng.random() < 0.5
    play = rng.choice(("normal", "misere")) if outcomes else "normal"
    labels = _labels(bounds, states, outcomes, play)
    even = all(taken % 2 == 0 for _, taken, _, _ in bounds) and rng.random() < 0.7
    numbers = _form(labels, states) or (rng.randint(0, 3), rng.randint(1, 6), 0)
    start, period, saltus = numbers
    if rng.random() < 0.5:
        start, period = rng.choice(
            ((start, period + 1), (max(0, start - 1), period), (start + 1, period), (start, 2 * period))
        )
        saltus = 2 * saltus if period == 2 * numbers[1] else saltus
    least = states == 1 and not even and rng.random() < 0.5
    name, state = rng.choice(_NAMES), rng.choice(("state", "head", "last"))
    kind = f"{'outcome' if outcomes else 'value'}{', least' if least else ''}{', where' if even else ''}"
    kind += ", rows" if states > 1 else ", a pile"
    lines = [
        f"move(t({at})) :- {name}(N), N >= {max(taken, bound)}{f', {state}({a})' if states > 1 else ''}.\n"
        f"after(t({at}), {name}(N-{taken})) :- {name}(N), move(t({at})).\n"
        + (f"after(t({at}), {state}({b})) :- move(t({at})).\n" if a != b else "")
        for at, (a, taken, b, bound) in enumerate(bounds)
    ]
    rules = "".join(lines) + f"even :- {name}(N), N \\ 2 = 0.\n"
    position = f"{name}: 0..{_BOX}" + (f", {state}: {{range: 0..{states - 1}, stones: false}}" if states > 1 else "")
    said = [f"preperiod: {start}", f"period: {period}", f"prove: {{{name}: all}}"]
    said += [f"saltus: {saltus}"] if saltus else []
    said += [f"along: {name}"] if states > 1 else []
    said += ["of: outcome", f"play: {play}"] if outcomes else []
    said += ["least: true"] if least else []
    said += ["where: even"] if even else []
    spec = f"game: a case\nrules: case.lp\nposition: {{{position}}}\nclaims:\n"
    spec += f"  - {{id: c, says: A., kind: periodic, {', '.join(said)}}}\n"
    used = (kind, "a move far out" if any(one[3] for one in bounds) else "no move far out", name)
    speaks = (lambda pile, _: pile % 2 == 0) if even else (lambda _pile, _state: True)
    return Case(rules, spec, labels, speaks, (start, period, saltus), states, least, kind, used)


def _labels(moves: list[tuple[int, int, int, int]], states: int, outcomes: bool, play: str) -> Labels:
    """The value, or the outcome, of each pile and state."""
    found: Labels = {}
    for pile in range(_LARGEST + 1):
        for state in range(states):
            options = {
                found[pile - taken, b] for a, taken, b, bound in moves if a == state and pile >= max(taken, bound)
            }
            if outcomes:
                lost = "P" not in options if options else play == "normal"
                found[pile, state] = "P" if lost else "N"
            else:
                found[pile, state] = next(one for one in range(len(options) + 1) if one not in options)
    return found


def _form(labels: Labels, states: int) -> tuple[int, int, int] | None:
    """The least preperiod and period of the first labels, where they have such."""
    for period in range(1, 30):
        failing = [
            pile
            for pile in range(_FORMED - period)
            for state in range(states)
            if labels[pile, state] != labels[pile + period, state]
        ]
        if not failing or failing[-1] < _FORMED - 2 * period - 10:
            return (failing[-1] + 1 if failing else 0), period, 0
    return None


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    options = Options(limits=Limits(seconds=_SECONDS), crosscheck=False, fresh=True)
    try:
        (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    except InputError as error:
        return [str(error)]
    tally[f"{case.kind}: {result.verdict.value}"] += 1
    if result.verdict is Verdict.HOLDS and result.proof is not None:
        tally[f"not proved: {str(result.proof.reason)[-90:]}"] += 1
    return list(_differences(case, result))


def _differences(case: Case, result: Result) -> Iterator[str]:
    fails = case.fails(_LARGEST)
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        size = next(one for one in result.counterexample.position.values() if isinstance(one, int))
        if size != fails:
            yield f"refuted at {size}, and it fails at {fails}"
    elif result.verdict is Verdict.PROVED and fails is not None:
        yield f"proved, and it fails at {fails}"
    elif result.verdict is Verdict.HOLDS and fails is not None and fails <= _BOX:
        yield f"holds, and it fails at {fails} in its box"


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.repeating", (__doc__ or "").partition("\n")[0], made, compared))
