"""The octal code of a game, decided from its rules for heaps of every size; and the values of its single heaps.

What a move takes from a heap and how many heaps it leaves is seen by clingo in small heaps. That the moves of a heap of
every size are those of the code, no more and no fewer, is then asked of the solvers: each move of the rules, read with
the heap's size unknown, takes and leaves what the code says; and each pair of heaps that the code leaves is left by a
move of the rules. That what stands in one heap says all of a position of many is the form of the rules
(`bouton.proof.ways.sums.form`), and is held against clingo at small positions of several heaps.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import xor
from typing import TypeAlias

from bouton.claims.parts import CODE, COMPLETE, MOVE, PERIOD, SUM, TERMINAL
from bouton.core.errors import Disagreement, InputError, Unreadable
from bouton.core.game_classes import Pair, of_sum
from bouton.core.logic.arithmetic import add, atom, number, subtract
from bouton.core.logic.elimination import within
from bouton.core.logic.expression import FALSE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import Problem, ended, settled
from bouton.core.logic.question import Question
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import unknowns
from bouton.core.octal import Code, observed
from bouton.core.partitions import partitions
from bouton.core.position import Counter, Heaps, Measure, Parameters, Position, as_argument
from bouton.core.proof import Obligation, ProofPlace
from bouton.ground.box import CounterBox, GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.values import pair_of, tame_pairs, values_by_code, values_by_options
from bouton.process.limits import Limits, alone
from bouton.proof.compared.comparison import allowed, place_of
from bouton.proof.compared.crowds import crowds
from bouton.proof.compared.near import GUESSED, Nearness, Watch
from bouton.proof.compared.spots import constants, spots
from bouton.proof.setting import Ranged
from bouton.proof.theorem import Ends, Theorem
from bouton.proof.ways.sums.form import form
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.rules.file import MOVES, Rules
from bouton.solving.cvc5 import Cvc5
from bouton.solving.solver import SolverAnswer
from bouton.solving.z3 import Z3

_SIZES = (24, 96)
"""Heaps up to these sizes are looked at for the most that a move takes, which must be at most half as many."""
_STONES = 9
"""All positions with so many stones are held against their heaps one by one."""
_SAMPLES = ((1, 1), (2, 1), (2, 2), (3, 1), (5, 2))
"""Sizes of two heaps that are left, at which a way to leave them is looked for."""
_CODELESS = 48
"""Heaps up to this size are valued by the options that clingo derives of each, without a code."""
_PAIRED = 1000
"""Heaps whose misère values are worked out at most: that of one takes as long as it has options."""
_FURTHEST, _CROWDED = 10_000, 150
"""The most values of a counter, and the most stones of several heaps, near the numbers of the rules."""
Options: TypeAlias = Callable[[int], Collection[tuple[int, ...]]]
"""What a heap of each size may become in one move: lists of heaps."""
_SAID = "the moves of one heap of unknown size"


OF_CODE: dict[str, tuple[str, ...]] = dict.fromkeys((SUM, "rules", CODE, COMPLETE, PERIOD), ())
"""What must be discharged: the game is the sum of its heaps, each has the moves of a code, and the values repeat."""


@dataclass(frozen=True)
class Decided:
    """A game that was found to be an octal game: its code, the digits of which say how a heap may be left or split.

    The `obligations` are what was solved to show that the rules have the moves of the code, and no others.
    """

    code: Code
    obligations: tuple[Obligation, ...]
    positions: int
    """How many positions were compared with clingo."""
    near: Nearness
    """How near the compared positions came to the numbers of the rules."""

    @property
    def met(self) -> frozenset[str]:
        """The hypotheses that the compared positions meet: some single heap has a move, and no heap has none."""
        return frozenset((MOVE,) if self.code.leaves else ()) | frozenset(() if self.code.movable(0) else (TERMINAL,))


@dataclass(frozen=True)
class HeapValues:
    """The values of the heaps 0, 1, ... in normal play, and which of them have no move; `how` names their source."""

    values: Sequence[int]
    ended: Sequence[bool]
    how: str
    options: Options = field(repr=False, compare=False)
    sums: Callable[[Collection[int]], int] | None = field(default=None, repr=False, compare=False)
    """What gives sums their misère values, where all of them were solved."""

    @cached_property
    def pairs(self) -> Sequence[Pair]:
        """The pairs (g, g-) of the first heaps: of those before the first wild one, and of a thousand at most."""
        return list(tame_pairs(map(self.options, range(min(len(self.values), _PAIRED)))))

    def value(self, heaps: Collection[int]) -> int:
        """The value of a sum of heaps in normal play."""
        return reduce(xor, (self.values[heap] for heap in heaps), 0)

    def misere_value(self, heaps: Collection[int]) -> int | None:
        """The value of a sum of heaps in misère play; None where it is not solved, and one is not known to be tame."""
        if self.sums is not None:
            return self.sums(heaps)
        if any(heap >= len(self.pairs) for heap in heaps):
            return None
        return of_sum([self.pairs[heap] for heap in heaps])[1]


def heap_values(rules: Rules, measure: Measure, parameters: Parameters, most: int, limits: Limits) -> HeapValues:
    """The Sprague-Grundy values of single heaps of 0 to `most` stones; Unreadable where the game is no sum of heaps.

    By the code of the game where it has one, which is decided first; else by the options of each heap.
    """
    form(rules)
    try:
        code = None if most <= _CODELESS else decided(rules, measure, parameters, limits, crosscheck=False).code
    except (Unreadable, InputError):  # the rules may not be meant for heaps beyond the box
        code = None
    # at least as far as positions are compared
    listed = options_of(rules, measure, parameters, max(_STONES, most) if code is None else _SIZES[0])
    low = list(values_by_options(listed))
    if code is None:
        compared(rules, measure, parameters, listed.__getitem__)
        return HeapValues(low, [not each for each in listed], "the options of each heap", listed.__getitem__)
    values = values_by_code(code, most + 1)
    if values[: len(low)] != low:
        raise Disagreement(f"the values of single heaps differ between the code {code.text} and clingo")
    ended = [not code.movable(size) for size in range(most + 1)]
    return HeapValues(values, ended, f"the code {code.text}", code.options)


def values_apart(rules: Rules, measure: Measure, parameters: Parameters, most: int, limits: Limits) -> list[int]:
    """The values of the heaps 0 to `most` in normal play, worked out in a child; Unreadable as `heap_values` has it."""
    found: list[int] | Unreadable = alone(_worked_out, rules, measure, parameters, most, limits, limits=limits)
    if isinstance(found, Unreadable):
        raise found
    return found


def _worked_out(
    rules: Rules, measure: Measure, parameters: Parameters, most: int, limits: Limits
) -> list[int] | Unreadable:
    try:
        return list(heap_values(rules, measure, parameters, most, limits).values[: most + 1])
    except Unreadable as error:
        return error


def options_of(rules: Rules, measure: Measure, parameters: Parameters, most: int) -> list[set[tuple[int, ...]]]:
    """What each heap of 0 to `most` stones may become by clingo; Unreadable where 0 has a move, or stones do not go."""
    (fluent,) = rules.fluents
    game, box = _game(rules, measure, parameters, most)
    grounder = Grounder.of(game, box)
    places: list[Position] = [_alone(size, rules) for size in range(most + 1)]
    found = [{_heaps(move.to) for move in node.moves} for node in grounder.nodes(places)]
    if found[0]:
        raise Unreadable(f"there is a move where {fluent.name} is {'empty' if isinstance(fluent, Heaps) else '0'}")
    for size, each in enumerate(found):
        if any(sum(heaps) > size or size in heaps for heaps in each):
            raise Unreadable(f"a move from a heap of {size} adds stones, or leaves it as it is")
    return found


def decided(rules: Rules, measure: Measure, parameters: Parameters, limits: Limits, crosscheck: bool) -> Decided:
    """The octal code of the game, for heaps of every size; Unreadable, with the reason, where none is seen."""
    more = form(rules)
    if more > 1:
        raise Unreadable("a move leaves three heaps or more, which no octal code says")
    code, at = _seen(rules, measure, parameters), ProofPlace(as_argument(parameters, {}))
    positions = compared(rules, measure, parameters, code.options)
    game = _symbolic(rules, parameters)
    problems = list(_problems(game, code))
    meaning = "by the form of the rules each move changes one heap, by that heap alone"
    told = [Obligation(SUM, meaning, "proved", 0.0, "evaluation", place=at)]
    for problem in problems:
        if settled(problem):
            told.append(ended(problem, place=at))
            continue
        started = time.monotonic()
        solvers, answer = solved(question(problem), limits, crosscheck)
        if answer.verdict != "unsat":
            why = answer.reason or "it fails" + (f" at {as_argument(answer.model, {})}" if answer.model else "")
            raise Unreadable(f"the moves are not seen to be those of {code.text}: {problem.name}: {why}")
        told.append(ended(problem, "proved", time.monotonic() - started, solvers, place=at))
    further, near = _far(rules, measure, parameters, code)
    return Decided(code, tuple(told), positions + further, near)


# --------------------------------------------------------------------------------------------------- seen by clingo


def _game(rules: Rules, measure: Measure, parameters: Parameters, most: int) -> tuple[Game, GroundBox]:
    """The game, and the box of one heap of at most so many stones, or of none."""
    (fluent,) = rules.fluents
    if isinstance(fluent, Heaps):
        return Game(rules, measure, parameters, {}), GroundBox((HeapBox(fluent, range(2), range(1, most + 1)),))
    assert isinstance(fluent, Counter)
    span = range(most + 1)
    return Game(rules, measure, parameters, {fluent.name: span}), GroundBox((CounterBox(fluent, span),))


def _alone(size: int, rules: Rules) -> Position:
    if isinstance(rules.fluents[0], Heaps):
        return ((size,) if size else (),)
    return (size,)


def _heaps(position: Position) -> tuple[int, ...]:
    """The sizes of the heaps, in ascending order."""
    (value,) = position
    if isinstance(value, tuple):
        return tuple(sorted(value))
    return (value,) if value else ()


def _moved(heaps: Sequence[int], options: Options) -> set[tuple[int, ...]]:
    """What moves make of several heaps, one by one: of one of them what it may become."""
    several = ((at, option) for at, size in enumerate(heaps) for option in options(size))
    return {tuple(sorted((*heaps[:at], *option, *heaps[at + 1 :]))) for at, option in several}


def _seen(rules: Rules, measure: Measure, parameters: Parameters) -> Code:
    """The code that explains every move from small heaps."""
    for most in _SIZES:
        options = options_of(rules, measure, parameters, most)
        code = observed(options)
        if not code.leaves:
            raise Unreadable(f"there is no move from a heap of up to {most}")
        if 2 * code.most > most:
            continue
        if any(taken == 0 for taken, _ in code.leaves):
            raise Unreadable("a move takes nothing from a heap")
        if code.heaps > 2:
            raise Unreadable("a move leaves three heaps or more, which no octal code says")
        for size, each in enumerate(options):
            wrong = sorted(each ^ code.options(size))
            if wrong:
                heaps = " and ".join(map(str, wrong[0])) or "nothing"
                has = "may" if wrong[0] in each else "may not"
                raise Unreadable(
                    f"what a move leaves depends on the size: a heap of {size} {has} become {heaps}, unlike {code.text}"
                )
        return code
    raise Unreadable(f"no bound is seen on what a move takes: a heap of {_SIZES[-1]} may lose {code.most}")


def compared(rules: Rules, measure: Measure, parameters: Parameters, options: Options) -> int:
    """Hold all positions with few stones against their heaps one by one; Disagreement where they differ.

    Compared are the moves, the values by mex, and those of misère play where the heaps are tame. Returns the number of
    positions.
    """
    (fluent,) = rules.fluents
    few = [options(size) for size in range(_STONES + 1)]
    single = HeapValues(list(values_by_options(few)), [not each for each in few], "", options)
    if isinstance(fluent, Heaps):
        game = Game(rules, measure, parameters, {})
        box = GroundBox((HeapBox(fluent, range(_STONES + 1), range(1, _STONES + 1)),))
        every = (one for stones in range(_STONES + 1) for one in partitions(stones))
        listed: dict[tuple[int, ...], Position] = {one[::-1]: (fluent.canonical(one),) for one in every}
    else:
        game, box = _game(rules, measure, parameters, _STONES)
        listed = {_heaps((size,)): (size,) for size in range(_STONES + 1)}
    grounder = Grounder.of(game, box)
    found: dict[tuple[int, ...], Pair] = {}
    for node in sorted(grounder.nodes(listed.values()), key=lambda node: (node.measure, node.position)):
        heaps, moves = _heaps(node.position), {_heaps(move.to) for move in node.moves}
        found[heaps] = pair_of({found[one] for one in moves if one in found})
        said = single.value(heaps), single.misere_value(heaps)
        if moves != _moved(heaps, options) or said not in (found[heaps], (found[heaps][0], None)):
            raise Disagreement(
                f"moves or value at {place_of(game, node)} differ between the sum of its heaps and clingo"
            )
    return len(found)


def _far(rules: Rules, measure: Measure, parameters: Parameters, code: Code) -> tuple[int, Nearness]:
    """Hold the code against clingo at heaps near the numbers of the rules, and far out.

    How many positions there were, and how near all that were compared came to each number.
    """
    (fluent,) = rules.fluents
    heaps = isinstance(fluent, Heaps)

    def game(most: int) -> Game:
        return Game(rules, measure, parameters, {} if heaps else {fluent.name: range(most)})

    found, watch, count = spots(game, (), (1,) if heaps else ()), Watch(rules, MOVES), 0
    small = [_alone(size, rules) for size in range(_STONES + 1)]
    several = _crowds(rules, parameters)
    for places in (small, found.drawn(1), several):
        count += _moves_of(game(_FURTHEST), code, places, watch)
    counters: dict[str, Ends] = {} if heaps else {fluent.name: (0, None)}
    theorem = Theorem(rules, parameters, counters, measure, "normal", ())
    for counts in ((1,), (2,)) if heaps else ((),):
        further = watch.sought(theorem, counts, Ranged({}, {}, ()))
        count += sum(_moves_of(game(_FURTHEST), code, list(places), watch) for places in further.values())
        count += sum(_moves_of(game(_FURTHEST), code, watch.guessed(counts, most), watch) for most in GUESSED)
    watch.doubted({side for side in watch.one_sided if any(one.value > 1 for one in side.numbers)} if heaps else set())
    return count, watch.nearness


def _crowds(rules: Rules, parameters: Parameters) -> list[Position]:
    """Positions of several heaps near the numbers of the rules."""
    (fluent,) = rules.fluents
    if not isinstance(fluent, Heaps):
        return []
    numbers = constants(rules, MOVES, (value for value in parameters.values() if isinstance(value, int)))
    return [one for one in crowds(fluent, numbers, 8) if sum(_heaps(one)) <= _CROWDED]


def _moves_of(game: Game, code: Code, places: Sequence[Position], watch: Watch) -> int:
    """Hold the moves of each of these positions against those of its heaps by the code; how many there were."""
    nodes: list[Node] = []
    if places:
        with suppress(InputError):  # clingo's numbers may not be large enough
            hull = among(game.fluents, tuple(places)).hull
            nodes = list(allowed(Grounder.of(game, hull).nodes, places))
    for node in nodes:
        if {_heaps(move.to) for move in node.moves} != _moved(_heaps(node.position), code.options):
            raise Disagreement(
                f"moves at {place_of(game, node)} are not those of {code.text}, which were read from the rules"
            )
    watch.observe(game, [node.position for node in nodes])
    return len(nodes)


# ---------------------------------------------------------------------------------------------- for heaps of any size


_BIG, _SMALL = unknown("big", 1), unknown("small", 1)
"""The sizes of the heaps that a move leaves of one heap."""


def _symbolic(rules: Rules, parameters: Parameters) -> SymbolicGame:
    (fluent,) = rules.fluents
    if isinstance(fluent, Heaps):
        return evaluate(rules, parameters, {fluent.name: 1}, {})
    return evaluate(rules, parameters, {}, {fluent.name: (0, None)})


def size_of(game: SymbolicGame) -> Unknown:
    """The unknown that is the size of the one heap; Unreadable where the rules have it otherwise."""
    (value,) = game.position
    linear = value[0] if isinstance(value, tuple) else value
    (size,) = unknowns(linear)
    if linear != atom(size):
        raise Unreadable("the size of the heap is not an unknown by itself")
    return size


def _after(command: GuardedCommand) -> tuple[Linear, ...]:
    (value,) = command.after
    return value if isinstance(value, tuple) else (value,)


def _problems(game: SymbolicGame, code: Code) -> Iterator[Problem]:
    """That the moves of a heap of any size are those of the code."""
    size = size_of(game)
    wrong = disj(condition.formula for condition in game.forbidden)
    yield Problem("rules", "no arithmetic of the rules is undefined, and no heap gets two sizes", (wrong,), "rules")
    for at, command in enumerate(game.moves, 1):
        name = CODE if len(game.moves) == 1 else f"{CODE} {at}"
        meaning = f"each move {command.name} takes and leaves what {code.text} says"
        fits = disj(_fits(size, _after(command), taken, left) for taken, left in sorted(code.leaves))
        yield Problem(name, meaning, (command.guard, negate(fits)), "rules", part=CODE, share=(at, len(game.moves)))
    for at, (taken, left) in enumerate(sorted(code.leaves), 1):
        heaps = ("nothing", "one heap", "two heaps")[left]
        meaning = f"wherever {code.text} lets a move take {taken} and leave {heaps}, there is such a move"
        none = [negate(way) for way in _ways(game, size, taken, left)]
        name, share = f"{COMPLETE}: {taken} taken, {left} left", (at, len(code.leaves))
        yield Problem(name, meaning, tuple(none), "rules", part=COMPLETE, share=share)


def _fits(size: Unknown, after: Sequence[Linear], taken: int, left: int) -> Formula:
    """That a move takes so many and leaves so many heaps, the others being empty."""
    parts = [equal(subtract(atom(size), number(taken)), add(*after))]
    filled = []
    for kept in itertools.combinations(range(len(after)), left):
        each = [less(number(0), one) if at in kept else equal(one, number(0)) for at, one in enumerate(after)]
        filled.append(conj(each))
    return conj((*parts, disj(filled)))


def _ways(game: SymbolicGame, size: Unknown, taken: int, left: int) -> Iterator[Formula]:
    """For each way that some move may leave such heaps, when it does: its choices put as terms of what is left.

    Only ways that do so at some sample are told; where they are not enough, the problem has a model.
    """
    rest = (atom(_BIG), atom(_SMALL))[:left]
    ordered = [at_most(atom(_SMALL), atom(_BIG))] if left == 2 else []
    whole = add(number(taken), *rest)
    terms = dict.fromkeys([*(number(value) for value in (0, 1, 2, taken)), *rest, whole, add(number(0), *rest)])
    yield negate(conj(ordered))
    for command in game.moves:
        after = _after(command)
        for chosen in itertools.product(terms, repeat=len(command.unknowns)):
            values = {size: whole, **dict(zip(command.unknowns, chosen, strict=True))}
            bounds = [bound for one, value in values.items() for bound in within(one, value)]
            made = conj(
                (replace(values, command.guard), *bounds, _leaves([replace(values, one) for one in after], rest))
            )
            if (
                made is not FALSE
                and unknowns(made).keys() <= {_BIG, _SMALL}
                and any(Evaluation({_BIG: big, _SMALL: small})(made) for big, small in _SAMPLES)
            ):
                yield made


def _leaves(after: Sequence[Linear], rest: Collection[Linear]) -> Formula:
    """That these sizes are those of the rest, in some order, the others being empty."""
    found = []
    for places in itertools.permutations(range(len(after)), len(rest)):
        at = dict(zip(places, rest, strict=True))
        found.append(conj([equal(one, at.get(place, number(0))) for place, one in enumerate(after)]))
    return disj(found)


def solved(question: Question, limits: Limits, crosscheck: bool) -> tuple[str, SolverAnswer]:
    """The name of what answered the question in this process, z3 or z3 and cvc5, and the answer; or Disagreement."""
    solver, other = Z3("z3 smt", smt=True), Cvc5()
    answer = solver.solve(question, limits.budget)
    if not crosscheck or answer.verdict == "unknown":
        return solver.name, answer
    second = other.solve(question, limits.budget)
    if second.verdict == "unknown":
        return solver.name, answer
    if second.verdict != answer.verdict:
        raise Disagreement(f"{solver.name} says {answer.verdict}, {other.name} says {second.verdict}: {question.text}")
    return f"{solver.name} and {other.name}", answer


def question(problem: Problem) -> Question:
    """A problem about one heap as a question for the solvers."""
    names = symbols(problem)
    small = tuple(names[one] for one in problem.free if not one.local)
    return Question(smtlib(problem, f"{_SAID}: {problem.name}", problem.meaning), problem.logic, small)
