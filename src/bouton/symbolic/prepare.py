"""What is to be solved for a claim: its proof range, setting by setting, as texts for the solvers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.language.rules import Rules
from bouton.limits import Emit
from bouton.position import Heaps, Parameters, Value, as_argument
from bouton.spec.model import Claim, ParameterRange, ProofRange, Spec
from bouton.symbolic.expression import Bound, Unknown, unknown
from bouton.symbolic.obligations import lemma, obligations
from bouton.symbolic.problem import About, Problem, settled
from bouton.symbolic.smtlib import smtlib, symbols
from bouton.symbolic.solve import Question
from bouton.symbolic.terms import Unreadable
from bouton.symbolic.theorem import Counts, Member, Reading, Theorem
from bouton.symbolic.validate import validate

_POSITIONS = 120
"""Positions that one reading is held against."""
_LARGEST = 8
_COUNTER = 12
"""Values of a counter, and values of an unbounded parameter, that a reading is held against."""
_STEPS = 3


@dataclass(frozen=True)
class Setting:
    """One assignment of the parameters that are fixed, with the ranges for it.

    `unbounded` are the parameters that are unknown, with their least values; a counter without a
    greatest value is unbounded.
    """

    parameters: dict[str, Value]
    unbounded: dict[str, int]
    counts: tuple[Counts, ...]
    counters: dict[str, tuple[int, Bound]]


@dataclass(frozen=True)
class Prepared:
    """An obligation: where it belongs, and its question; None where evaluating the rules has settled it."""

    setting: Setting
    counts: Counts
    name: str
    meaning: str
    about: About
    fault: str
    question: Question | None


@dataclass(frozen=True)
class Validated:
    """The symbolic reading was held against clingo at so many positions of a setting."""

    setting: Setting
    positions: int
    moves: bool


def settings(spec: Spec, asked: ProofRange) -> Iterator[Setting]:
    """Every assignment of the fixed parameters, least first; Unreadable for what cannot be unknown."""
    for name in sorted(asked.unbounded):
        if name.endswith(".count"):
            heaps = name.removesuffix(".count")
            raise Unreadable(f"no proof for every number of {heaps}s at once is known; give a range")
    for parameters in _assignments(asked.parameters, asked.unbounded, {}):
        try:
            counts = [asked.counts[fluent.name].at(parameters) for fluent in spec.fluents if isinstance(fluent, Heaps)]
            counters: dict[str, tuple[int, Bound]] = {}
            for name, interval in asked.counters.items():
                low, high = interval.low.value(parameters), interval.high.value(parameters)
                counters[name] = (low, None if name in asked.unbounded else high)
            unbounded = {
                p.name: p.interval.low.value(parameters)
                for p in asked.parameters
                if p.name in asked.unbounded and p.interval is not None
            }
        except KeyError as error:
            raise Unreadable(f"a range depends on {error.args[0]}, which is unbounded") from None
        empty = any(high is not None and high < low for low, high in counters.values())
        every = tuple(itertools.product(*counts))
        if every and not empty:
            yield Setting(parameters, unbounded, every, counters)


def _assignments(
    ranges: tuple[ParameterRange, ...], unbounded: frozenset[str], chosen: dict[str, Value]
) -> Iterator[dict[str, Value]]:
    if not ranges:
        yield dict(chosen)
        return
    first, *rest = ranges
    if first.name in unbounded:
        yield from _assignments(tuple(rest), unbounded, chosen)
        return
    try:
        values = list(first.values(chosen))
    except KeyError as error:
        raise Unreadable(f"the range of {first.name} depends on {error.args[0]}, which is unbounded") from None
    for value in values:
        yield from _assignments(tuple(rest), unbounded, {**chosen, first.name: value})


def members(spec: Spec, claim: Claim) -> tuple[Member, ...]:
    """The characterisations that the claim takes together, or its own."""
    claims = [spec.claim(name) for name in claim.together] or [claim]
    return tuple(Member(one.id, one.iff, one.where) for one in claims if one.iff is not None)


def prepare(emit: Emit, spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> None:
    """Emit each obligation of a setting as `Prepared`, then `Validated`; an Unreadable is emitted too."""
    try:
        for item in _prepared(spec, claim, rules, setting):
            emit(item)
    except Unreadable as error:
        emit(error)


def _prepared(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> Iterator[Prepared | Validated]:
    unknowns = {name: unknown(f"{name}.N", low) for name, low in setting.unbounded.items()}
    theorem = Theorem(
        rules,
        {**setting.parameters, **unknowns},
        setting.counters,
        spec.measure,
        claim.play,
        members(spec, claim),
        claim.strategy,
    )
    reading = Reading(theorem, frozenset(setting.counts))
    compared, moves = 0, False
    for counts in setting.counts:
        for number, can_move in _validated(spec, rules, setting, unknowns, reading, counts):
            compared, moves = compared + number, moves or can_move
    for counts, problem in lemma(reading) if claim.kind == "everywhere" else obligations(reading):
        question = None if settled(problem) else _question(spec, claim, setting, problem)
        yield Prepared(setting, counts, problem.name, problem.meaning, problem.about, problem.fault, question)
    yield Validated(setting, compared, moves)


def _question(spec: Spec, claim: Claim, setting: Setting, problem: Problem) -> Question:
    where = as_argument(setting.parameters, {})
    title = f"{spec.game}, {claim.id}: {problem.name}{' at ' if where else ''}{where}"
    names = symbols(problem)
    small = tuple(names[one] for one in problem.free if not one.local)
    return Question(smtlib(problem, title, claim.says), problem.logic, small)


def _validated(
    spec: Spec, rules: Rules, setting: Setting, unknowns: Mapping[str, Unknown], reading: Reading, counts: Counts
) -> Iterator[tuple[int, bool]]:
    """Hold the reading for so many heaps against clingo, for the least values of unbounded parameters."""
    steps = itertools.product(*(range(low, low + _STEPS) for low in setting.unbounded.values()))
    for values in steps:
        extra = dict(zip(setting.unbounded, values, strict=True))
        parameters: Parameters = {**setting.parameters, **extra}
        counters = {
            name: range(low, (low + 100 * _COUNTER if high is None else high) + 1)
            for name, (low, high) in setting.counters.items()
        }
        game = Game(rules, spec.measure, parameters, counters)
        box = _box(game, counts)
        wanted = frozenset(reading.theorem.wanted)
        grounder = Grounder(game, game.program(box, wanted | {("move", 1), ("after", 2)}), wanted)
        positions = itertools.islice(itertools.chain.from_iterable(box.layers(spec.measure)), _POSITIONS)
        nodes = list(grounder.nodes(positions))
        here = {unknowns[name]: value for name, value in extra.items()}
        number = validate(reading.at(counts).game, nodes, here)
        yield number, any(not node.terminal for node in nodes)


def _box(game: Game, counts: Counts) -> GroundBox:
    """A small box of positions with so many heaps."""
    numbers = iter(counts)
    parts: list[HeapBox | CounterBox] = []
    for fluent in game.fluents:
        if isinstance(fluent, Heaps):
            count = next(numbers)
            sizes = [HeapBox(fluent, range(count, count + 1), range(1, size + 1)) for size in range(2, _LARGEST + 1)]
            parts.append(max((box for box in sizes if box.size() <= _POSITIONS), key=HeapBox.size, default=sizes[0]))
        else:
            parts.append(CounterBox(fluent, game.counters[fluent.name][:_COUNTER]))
    return GroundBox(tuple(parts))
