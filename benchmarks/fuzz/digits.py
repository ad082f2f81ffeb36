"""`python -m benchmarks.fuzz.digits --minutes N --seed S`: random claims about digits and `^`, on every route.

A case is a predicate of one or two numbers, made of comparisons, exclusive ors, digits and quantifiers, and a game by
which it is a claim. Five say at which numbers it holds: plain Python, clingo, the symbolic reading at numbers, the
automaton that is compiled of it, and the verdict with its counterexample. None may differ from plain Python.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

from benchmarks.fuzz.looping import loop
from bouton.automata.automaton import TooLarge
from bouton.automata.compile import Compiler
from bouton.automata.decide import system_of
from bouton.claims.subject import declared, rules_of
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.formulas import negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Evaluation, Unranged
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.process.limits import Limits
from bouton.reading.evaluate import evaluate
from bouton.run.check import check
from bouton.run.options import Options

Value: TypeAlias = Callable[[int, int, int], int]
"""Of the first number, the second one, and the one that a quantifier is over."""
Truth: TypeAlias = Callable[[int, int, int], bool]
Digits: TypeAlias = Callable[[int], list[int]]
Numbers: TypeAlias = tuple[int, ...]

_MOST = 12
_FAR = 12
"""So many pairs of larger numbers are compared too."""
_SECONDS = 8.0


@dataclass(frozen=True)
class System:
    """A numeration: how rules ask for it, its greatest digit, and digits in plain Python."""

    name: str
    largest: int
    digits: Digits


def _weights(number: int, following: Callable[[list[int]], int]) -> list[int]:
    found = [1]
    while found[-1] <= number:
        found.append(following(found))
    return found


def _greedy(number: int, weights: list[int]) -> list[int]:
    found = []
    for weight in reversed(weights):
        found.append(number // weight if number > 0 else 0)
        number -= found[-1] * weight
    while found and not found[0]:
        found.pop(0)
    return found[::-1]


def _base(b: int) -> Digits:
    return lambda n: _greedy(n, _weights(n, lambda found: b * found[-1]))


def _ostrowski(a: int) -> Digits:
    def following(found: list[int]) -> int:
        return a * found[-1] + (found[-2] if len(found) > 1 else 1)

    return lambda n: _greedy(n, _weights(n, following))


BITS = System("digit({})", 1, _base(2))
SYSTEMS = (
    BITS,
    System("digit(3,{})", 2, _base(3)),
    System("zeckendorf({})", 1, _ostrowski(1)),
    System("ostrowski(2,{})", 2, _ostrowski(2)),
)


class Writer:
    """Writes rules, and with each the function that says in plain Python what it derives."""

    def __init__(self, rng: Random, names: str) -> None:
        self.rng, self.names = rng, names
        self.lines: list[str] = []
        self.used: Counter[str] = Counter()
        self.exclusive = rng.random() < 0.6
        self.system = BITS if self.exclusive and rng.random() < 0.9 else rng.choice(SYSTEMS)

    @property
    def given(self) -> str:
        """The literals that give the numbers."""
        return ", ".join(f"{name.lower()}({name})" for name in self.names)

    def value(self, depth: int, bound: bool) -> tuple[str, Value]:
        """A number."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            names = self.names + ("D" if bound else "")
            if rng.random() < 0.2:
                constant = rng.randint(-3, 9)
                return f"({constant})" if constant < 0 else str(constant), lambda *_: constant
            at = "MND".index(name := rng.choice(names))
            return name, lambda *given: given[at]
        (left, one), (right, other) = self.value(depth - 1, bound), self.value(depth - 1, bound)
        if self.exclusive and rng.random() < 0.6:
            sign = rng.choice("^^^^&?")
            self.used[sign] += 1
            if sign == "^":
                return f"({left}^{right})", lambda *given: one(*given) ^ other(*given)
            if sign == "&":
                return f"({left}&{right})", lambda *given: one(*given) & other(*given)
            return f"({left}?{right})", lambda *given: one(*given) | other(*given)
        kind = rng.randint(0, 4)
        if kind == 0:
            return f"({left}+{right})", lambda *given: one(*given) + other(*given)
        if kind == 1:
            return f"({left}-{right})", lambda *given: one(*given) - other(*given)
        if kind == 2:
            times = rng.choice((-1, 2, 3))
            return f"(({times})*{left})", lambda *given: times * one(*given)
        divisor = rng.randint(2, 4)
        if kind == 3:
            return f"({left}/{divisor})", lambda *given: int(one(*given) / divisor)
        return f"({left}\\{divisor})", lambda *given: one(*given) - divisor * int(one(*given) / divisor)

    def literal(self, bound: bool) -> tuple[str, Truth]:
        """A comparison."""
        (left, one), (right, other) = self.value(2, bound), self.value(1, bound)
        sign = self.rng.choice(("<", "<=", "=", "!=", "="))
        if sign == "<":
            return f"{left} < {right}", lambda *given: one(*given) < other(*given)
        if sign == "<=":
            return f"{left} <= {right}", lambda *given: one(*given) <= other(*given)
        if sign == "=":
            return f"{left} = {right}", lambda *given: one(*given) == other(*given)
        return f"{left} != {right}", lambda *given: one(*given) != other(*given)

    def part(self) -> tuple[str, Truth]:
        """A predicate of its own."""
        name = f"q{len(self.lines)}"
        made = self.rng.choice(
            (self._compared, self._compared, self._quantified, self._digits, self._digits, self._two)
        )
        return name, made(name)

    def _compared(self, name: str) -> Truth:
        found = [self.literal(False) for _ in range(self.rng.randint(1, 2))]
        self.lines.append(f"{name} :- {self.given}, {', '.join(text for text, _ in found)}.")
        return lambda *given: all(said(*given) for _, said in found)

    def _quantified(self, name: str) -> Truth:
        self.used["some number"] += 1
        first = self.names[0]
        text, said = self.literal(True)
        self.lines.append(f"{name} :- {self.given}, D = 0..{first}, {text}.")
        return lambda m, n, _: any(said(m, n, d) for d in range((m if first == "M" else n) + 1))

    def _of(self) -> tuple[str, Value]:
        """A number whose digits are asked for: not too large, so that clingo derives them."""
        name = self.rng.choice(self.names)
        at = "MND".index(name)
        return name, lambda *given: given[at]

    def _digits(self, name: str) -> Truth:
        """That a number has a digit at a place of some sort, or the last one that is not 0."""
        system, rng = self.system, self.rng
        self.used[system.name.partition("(")[0] + system.name.partition("(")[2].partition("{")[0]] += 1
        (of, value), digit = self._of(), rng.randint(0, system.largest)
        here = system.name.format(f"{of},J,{digit}")
        kind = rng.randint(0, 2)
        if kind == 0:
            rest = rng.randint(0, 1)
            self.lines.append(f"{name} :- {self.given}, {here}, J \\ 2 = {rest}.")
            return lambda *given: any(d == digit and j % 2 == rest for j, d in enumerate(system.digits(value(*given))))
        if kind == 1:
            place = rng.randint(0, 3)
            self.lines.append(f"{name} :- {self.given}, {here}, J <= {place}.")
            return lambda *given: digit in system.digits(value(*given))[: place + 1]
        below = system.name.format(f"{of},K,E")
        self.lines.append(f"{name}_below(J) :- {self.given}, {system.name.format(f'{of},J,_')}, {below}, K < J, E > 0.")
        shown = system.name.format(f"{of},J,E")
        rest = rng.randint(0, 1)
        self.lines.append(f"{name} :- {self.given}, {shown}, E > 0, not {name}_below(J), J \\ 2 = {rest}.")

        def last(*given: int) -> bool:
            found = [j for j, d in enumerate(system.digits(value(*given))) if d]
            return bool(found) and found[0] % 2 == rest

        return last

    def _two(self, name: str) -> Truth:
        """That digits of two numbers stand at places of some difference."""
        system, rng = self.system, self.rng
        (of, value), (other, second) = self._of(), self._of()
        one, two, shift = rng.randint(0, system.largest), rng.randint(0, system.largest), rng.randint(0, 2)
        here, there = system.name.format(f"{of},J,{one}"), system.name.format(f"{other},J+{shift},{two}")
        self.lines.append(f"{name} :- {self.given}, {here}, {there}.")
        self.used["digits of two"] += 1

        def said(*given: int) -> bool:
            left, right = system.digits(value(*given)), system.digits(second(*given))
            return any(d == one and right[j + shift : j + shift + 1] == [two] for j, d in enumerate(left))

        return said


@dataclass(frozen=True)
class Case:
    """Rules, a spec, and what is claimed in plain Python."""

    rules: str
    spec: str
    claimed: Truth
    names: str
    used: Counter[str]

    def holds(self, at: Numbers) -> bool:
        """What is claimed of these numbers; the second may be missing."""
        return self.claimed(at[0], at[-1], 0)


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"digits {seed} {number}")
    writer = Writer(rng, rng.choice(("M", "MN", "MN")))
    found = [writer.part() for _ in range(rng.randint(1, 3))]
    signs = [rng.random() < 0.3 for _ in found]
    both = rng.random() < 0.4
    texts = [f"not {name}" if sign else name for (name, _), sign in zip(found, signs, strict=True)]
    writer.lines += [f"p :- {', '.join(texts)}."] if both else [f"p :- {text}." for text in texts]
    if both:
        writer.used["and"] += 1

    def claimed(m: int, n: int, d: int) -> bool:
        each = (said(m, n, d) != sign for (_, said), sign in zip(found, signs, strict=True))
        return all(each) if both else any(each)

    low = [name.lower() for name in writer.names]
    moves = [f"move({name}) :- {name}(X), X > 0. after({name},{name}(X-1)) :- move({name}), {name}(X)." for name in low]
    position = ", ".join(f"{name}: {{range: 0..{_MOST}, stones: true}}" for name in low)
    every = ", ".join(f"{name}: all" for name in low)
    spec = f"game: a case\nrules: case.lp\nposition: {{{position}}}\nclaims:\n"
    spec += f"  - {{id: p, says: A., kind: everywhere, iff: p, prove: {{{every}}}}}\n"
    return Case("\n".join([*moves, *writer.lines]) + "\n", spec, claimed, writer.names, writer.used)


def positions(case: Case, seed: int) -> Iterator[Numbers]:
    """All of the box, and some that are larger."""
    yield from itertools.product(range(_MOST + 1), repeat=len(case.names))
    rng = Random(f"far {seed}")
    for most in (40, 200):
        for _ in range(_FAR // 2):
            yield tuple(rng.randint(0, most) for _ in case.names)


def compared(case: Case, seed: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    spec = load(folder / "case.yaml")
    where = list(dict.fromkeys(positions(case, seed)))
    true = {one: case.holds(one) for one in where}
    found = list(_clingo(spec, true, tally))
    found += _symbolic(spec, case, true, tally)
    found += _verdict(spec, case, true, tally)
    return found


def _clingo(spec: Spec, true: dict[Numbers, bool], tally: Counter[str]) -> Iterator[str]:
    rules = rules_of(spec)
    most = max(map(max, true))
    game = Game(rules, spec.measure, {}, {name: range(most + 1) for name in declared(spec, spec.box, {})})
    wanted = frozenset({("p", 0)})
    box = among(spec.fluents, tuple(true)).hull
    for node in Grounder(game, game.program(box, wanted), wanted).nodes(list(true)):
        tally["clingo, at numbers"] += 1
        at = tuple(map(_number, node.position))
        if bool(node.rows.get(("p", 0))) != true[at]:
            yield f"clingo at {at}, where plain Python says {true[at]}"


def _symbolic(spec: Spec, case: Case, true: dict[Numbers, bool], tally: Counter[str]) -> Iterator[str]:
    ranges = {name.lower(): (0, None) for name in case.names}
    try:
        game = evaluate(rules_of(spec), {}, {}, ranges, [("p", 0)], digits=True)
        formula = game.holds("p")
    except Unreadable as error:
        tally[f"not read: {_short(error)}"] += 1
        return
    numbers: list[Unknown] = list(game.unknowns)
    for at, said in true.items():
        try:
            if Evaluation(dict(zip(numbers, at, strict=True)))(formula) != said:
                yield f"the reading at {at}, where plain Python says {said}"
        except Unranged:
            tally["no value at numbers: a quantifier without bounds"] += 1
            break
        tally["the reading, at numbers"] += 1
    yield from _automaton(formula, numbers, true, tally)


def _automaton(
    formula: Formula, numbers: list[Unknown], true: dict[Numbers, bool], tally: Counter[str]
) -> Iterator[str]:
    try:
        system = system_of(Problem("p", "", (formula,)))
        compiler = Compiler(system)
        compiler.declare(compiler.places_among(numbers, formula))
        for said, wanted in ((formula, True), (negate(formula), False)):
            found = compiler.formula(said)
            for at, holds in true.items():
                words = {compiler.track(one).name: system.digits(value) for one, value in zip(numbers, at, strict=True)}
                tally["the automaton, at numbers"] += 1
                if found.accepts(words) != (holds is wanted):
                    yield f"the automaton of {'it' if wanted else 'its negation'} at {at}, where it is {holds}"
    except Unreadable as error:
        tally[f"not compiled: {_short(error)}"] += 1
    except TooLarge:
        tally["not compiled: too large"] += 1


def _verdict(spec: Spec, case: Case, true: dict[Numbers, bool], tally: Counter[str]) -> Iterator[str]:
    (result,) = check(spec, Options(limits=Limits(seconds=_SECONDS), crosscheck=False), lambda _: None)
    tally[f"verdict {_ended(result)}"] += 1
    wrong = [one for one, said in true.items() if not said]
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        at = tuple(_number(result.counterexample.position[name.lower()]) for name in case.names)
        tally["verdict and counterexample"] += 1
        if case.holds(at):
            yield f"refuted at {at}, where it holds"
        lesser = [one for one in wrong if sum(one) < sum(at)]
        if lesser and result.reason is None:
            yield f"refuted at {at}, and it fails at {lesser[0]} too, which has fewer stones"
    elif result.verdict in (Verdict.PROVED, Verdict.HOLDS):
        tally["verdict and counterexample"] += 1
        inside = [one for one in wrong if result.verdict is Verdict.PROVED or max(one) <= _MOST]
        if inside:
            yield f"{result.verdict.value}, and it fails at {inside[0]}"


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _ended(result: Result) -> str:
    by = result.proof is not None and any(one.solver == "automata" for one in result.proof.obligations)
    return f"{result.verdict.value}{', by automata' if by else ''}"


def _short(error: Unreadable) -> str:
    return error.reason.split(" of ")[0][-60:]


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.digits", (__doc__ or "").partition("\n")[0], made, compared))
