"""Claims about any number of heaps of a game that is the sum of its heaps, through the values of one heap.

The value of a sum is the XOR of the values of its summands (Sprague 1935, Grundy 1939). So where the rules say that the
game is the sum of its heaps, and that a predicate adds up values heap by heap (`form`), it names the
value of every position iff it names those of no heap and of one heap, which is proved by induction along the measure as
for any other game. A position is a P-position iff its value is 0. In an N-position of nim-sum X some heap of value V
has V^X < V: so a strategy wins if it names a move in each heap in which V^X < V, and if each move that it names in a
heap leads to an option of value V^X.

In misère play heaps are shown to be minions besides, so that the values of a sum are those of its nim-sum; a strategy
is read of one heap beside others of which three numbers are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bouton.claims.parts import MISERE, NIM_SUM, SUM, SWAP, rules_part, strategy_part
from bouton.claims.registry import stated
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number, remainder, subtract
from bouton.core.logic.expression import FALSE, Formula, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, implies, less, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import replace as put
from bouton.core.proof import ProofPlace
from bouton.core.spec import Claim
from bouton.core.stated import Images, Kernel, Values
from bouton.proof.goal import Goal
from bouton.proof.obligations.kernel import defined, none_of, not_winning, obligations
from bouton.proof.setting import Setting
from bouton.proof.theorem import VALUE, Characterisation, Counts, MemberClaim, MoveCase, Reading, Theorem
from bouton.proof.way import Way, located_at
from bouton.proof.ways.sums.form import Misere, NimSum, OneHeap, Summed
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.rules.file import Rules

CITED = (
    "the value of a sum of games is the XOR of their values (Sprague 1935, Grundy 1939); "
    "specs/impartial_theory.yaml proves it of all games (equation-1)"
)
"""What a proof about a sum of heaps takes from theory."""

MINIONS = (
    "of a sum of minions, whose positions have the values 0 and 1 or one value in both plays, the values in misère "
    "play are those of the nim-sum (Conway 1976; Gurvich 2012, Theorem 2, of tame games); "
    "specs/impartial_theory.yaml proves it of all games (theorem-2-minions)"
)
"""What a proof about misère play takes from theory besides. Heaps are shown to be minions; tame games are such."""


@dataclass(frozen=True)
class SumOfHeaps:
    """A claim read as one about a sum of heaps: what it adds up, the most heaps that a move adds, and its strategy."""

    total: NimSum
    more: int
    strategy: OneHeap | None = None
    misere: Misere | None = None


def sum_of(claim: Claim, rules: Rules) -> SumOfHeaps:
    """The claim as one about a sum of heaps; Unreadable where it, or the game, is not seen to be such."""
    of_values = isinstance(stated(claim), Values)
    if not of_values and not isinstance(stated(claim), Kernel):
        raise Unreadable("of a sum of heaps P-positions and values are proved")
    if claim.where or claim.together:
        raise Unreadable("what is proved of a sum of heaps is proved everywhere")
    assert claim.iff is not None
    summed = Summed(rules)
    more = summed.more
    if claim.play == "misere":
        if of_values:
            raise Unreadable("of misère play P-positions are proved, and no values")
        misere = summed.misere(claim.iff)
        total = summed.nim_sum(misere.value)
        named_ = None if claim.strategy is None else summed.winning_in_misere(claim.strategy, total, misere)
        return SumOfHeaps(total, more, named_, misere)
    total = summed.nim_sum(claim.iff if of_values else summed.zero(claim.iff))
    return SumOfHeaps(total, more, None if claim.strategy is None else summed.winning(claim.strategy, total))


A_SUM = Problem(
    SUM,
    "by the form of the rules each move changes one heap, by that heap alone, into any number of heaps",
    (FALSE,),
    "rules",
)
"""What the rules' form has settled where a game is seen to be the sum of its heaps."""
OF_MOVES = ("rules", "sizes", "measure", "closed")
"""What is shown of the moves of no heap and of one, whatever is claimed of sums of these."""


def one_heap(setting: Setting) -> Setting:
    """The setting for what is proved of the position without heaps and of one heap."""
    return replace(setting, levels=False, counts=((0,), (1,)))


def led_to(more: int) -> frozenset[Counts]:
    """The numbers of heaps of these, and of what a move leads to from one heap, which adds so many at most."""
    return frozenset((count,) for count in range(more + 2))


class OfSum(Way):
    """A way for sums of heaps: the form of the rules is compared at several heaps, and what is read at none and one."""

    def places(self, goal: Goal) -> Iterator[ProofPlace]:
        """The setting, and the position without heaps and one heap there."""
        yield goal.place
        yield from located_at(goal, one_heap(goal.setting).counts)


def moves_of(theorem: Theorem, more: int) -> Reading:
    """The moves of no heap and of one, where nothing is claimed of these by themselves."""
    return Reading(replace(theorem, members=(), strategy=None, stated=Images(), more=()), led_to(more))


def reading_of(theorem: Theorem, found: SumOfHeaps) -> Reading:
    """The claim about values read at no heap and at one heap, and at more as far as a move from one leads there."""
    (member,) = theorem.members
    more = () if found.misere is None or found.misere.firm is None else ((found.misere.firm, 0),)
    members = (MemberClaim(member.id, found.total.value[0]),)
    values = replace(theorem, members=members, strategy=None, stated=Values(), play="normal", more=more)
    return Reading(values, led_to(found.more))


def _firm(game: SymbolicGame, misere: Misere) -> Formula:
    """Whether a heap is firm."""
    return FALSE if misere.firm is None else game.holds(misere.firm)


def misere_of(reading: Reading, misere: Misere) -> Reading:
    """The values of one heap in misère play: those in normal play where the heap is firm, else 1 less them."""

    def value(game: SymbolicGame, normal: Formula) -> Formula:
        firm, swapped = _firm(game, misere), put({VALUE: subtract(number(1), atom(VALUE))}, normal)
        natural = less(atom(VALUE), number(2))  # what is said of VALUE is said of natural numbers
        return disj((conj((firm, normal)), conj((negate(firm), natural, swapped))))

    return Reading(replace(reading.theorem, play="misere"), reading.range, instead=value)


def problems(claim: Claim, found: SumOfHeaps, reading: Reading) -> Iterator[tuple[Counts, Problem]]:
    """Every problem of the proof, by numbers of heaps; what the rules' form has settled is about none."""
    yield (), A_SUM
    meaning = f"by the form of the rules {found.total.value[0]} is the XOR over the heaps of a number that each has"
    yield (), Problem(NIM_SUM, meaning, (FALSE,), "rules", speaks=(claim.id,))
    for counts, problem in obligations(reading, [(0,), (1,)]):
        # a wrong value of one heap need be no counterexample to a claim about P-positions
        yield counts, problem if isinstance(stated(claim), Values) else replace(problem, about="rules", fault="")
    if found.strategy is not None:
        asked = _asked(reading) if found.misere is None else _asked_in_misere(reading, found.misere)
        yield from (((1,), problem) for problem in _strategy(claim, found.strategy, asked))
    if found.misere is not None:
        yield from _misere(claim, found.misere, reading)


def _misere(claim: Claim, misere: Misere, reading: Reading) -> Iterator[tuple[Counts, Problem]]:
    """Each heap is a minion: firm, with one value in both plays, or else with the values 0 and 1."""
    here, value = reading.at((1,)), atom(VALUE)
    wrong = different(value, number(1)) if misere.counted else less(number(1), value)
    said = "1" if misere.counted else "0 or 1"
    fickle = (here.claimed, negate(_firm(here.game, misere)), wrong)
    which = "each heap" if misere.firm is None else f"a heap of which {misere.firm} does not hold"
    meaning = f"{which} has the value {said}"
    yield (1,), Problem(SWAP, meaning, fickle, "rules", speaks=(claim.id,))
    for counts, problem in obligations(misere_of(reading, misere), [(0,), (1,)]):
        if problem.part in MISERE:
            name, part = f"{problem.name}, misère", MISERE[problem.part]
            yield counts, replace(problem, name=name, part=part, about="rules", fault="")


@dataclass(frozen=True)
class _Asked:
    """What is asked of a strategy in a heap: where it must name a move, each with words, and where and what it may."""

    reading: Reading
    names: tuple[tuple[str, tuple[Formula, ...]], ...]
    within: tuple[Formula, ...]
    moves: Sequence[tuple[GuardedCommand, Sequence[MoveCase]]]
    leads: str


def _asked(reading: Reading) -> _Asked:
    """In normal play: wherever V^X is below the value V of the heap, a move to an option of that value."""
    here, target = reading.at((1,)), atom(TARGET)
    moves = [
        (move, [replace(case, wins=None if case.wins is None else put({VALUE: target}, case.wins)) for case in cases])
        for move, cases in reading.moves((1,))
    ]
    where = "wherever an option of that heap makes the nim-sum 0", (here.claimed, less(target, atom(VALUE)))
    within = here.claimed, different(target, atom(VALUE))
    return _Asked(reading, (where,), within, moves, "makes the nim-sum 0")


def _asked_in_misere(reading: Reading, misere: Misere) -> _Asked:
    """In misère play: in each N-position in some heap, and nothing but what leads to a P-position.

    Some heap has V^X < V where the nim-sum X is not 0. Where one heap alone is firm, that is the heap to move in; where
    none is, it is each that has a move.
    """
    theorem = replace(reading.theorem, play="misere")
    sum_ = Reading(theorem, reading.range, instead=partial(_lost_in_misere, misere))
    alone, here, value = reading.at((1,)), sum_.at((1,)), atom(VALUE)
    firm, target, firm_others = _firm(here.game, misere), atom(TARGET), atom(FIRM_OTHERS_N)
    rest, none = _rest(misere), at_most(firm_others, number(0))
    several = disj((conj((firm, negate(none))), less(number(1), firm_others)))
    names = (
        ("wherever several are firm and V^X is below its value V", (several, less(target, value))),
        ("if it alone is firm and the nim-sum is not 0", (firm, none, different(target, value))),
        (
            "if none is firm, the nim-sum is 0 and it has a move",
            (negate(firm), none, equal(target, value), here.can_move),
        ),
    )
    within = (rest, negate(here.claimed))
    where = tuple((words, (rest, alone.claimed, *asked)) for words, asked in names)
    return _Asked(sum_, where, within, sum_.moves((1,)), "leads to a P-position of misère play")


def _rest(misere: Misere) -> Formula:
    """What is known of the other heaps together: their nim-sum, how many there are, and how many are firm."""
    total, count, firm = atom(TARGET), atom(OTHERS_N), atom(FIRM_OTHERS_N)
    fickle = equal(total, remainder(count, number(2))) if misere.counted else less(total, number(2))
    most = count if misere.firm is not None else number(0)
    return conj((at_most(firm, most), implies(at_most(firm, number(0)), fickle)))


def _lost_in_misere(misere: Misere, game: SymbolicGame, value: Formula) -> Formula:
    """When a heap, or none, is lost beside others: the nim-sum is 0 and some heap is firm, or 1 and none is."""
    others = atom(TARGET)
    firm = disj((_firm(game, misere), less(number(0), atom(FIRM_OTHERS_N))))
    zero, one = put({VALUE: others}, value), put({VALUE: subtract(number(1), others)}, value)
    return disj((conj((firm, zero)), conj((negate(firm), less(others, number(2)), one))))


def _strategy(claim: Claim, strategy: OneHeap, asked: _Asked) -> Iterator[Problem]:
    """The moves named in one heap lead where they should, and there is one wherever the heap must have one."""
    name = claim.strategy
    assert name is not None
    named_ = named_moves(strategy, name, asked.reading)
    for problem in defined(Characterisation(asked.reading.theorem, named_)):
        yield replace(problem, name=f"{problem.name} of {name}", part=rules_part(name))
    rows = named_.relations[name, 1]
    share, part = len(rows) + len(asked.names), strategy_part(name)
    for at, (where, hypotheses) in enumerate(asked.names, 1):
        said = f"{name} names a move" if len(asked.names) == 1 else f"{name} names a move, {at}"
        meaning, none = f"{name} names a move in a heap {where}", (*hypotheses, *none_of(rows))
        yield Problem(said, meaning, none, "rules", part=part, share=(at, share), speaks=(claim.id,))
    for at, row in enumerate(rows, 1):
        meaning = f"what case {at} of {name} names is a move of one heap that {asked.leads}"
        wrong = (*asked.within, row.guard, *not_winning(row, asked.moves))
        at_ = (at + len(asked.names), share)
        yield Problem(f"{name} wins, case {at}", meaning, wrong, "rules", part=part, share=at_, speaks=(claim.id,))


TARGET = unknown("_option.N", 0)
OTHERS_N, FIRM_OTHERS_N = unknown("_others.N", 0), unknown("_firm_others.N", 0)
"""What a strategy is told of the other heaps: their nim-sum, how many they are, and how many of them are firm."""


def named_moves(strategy: OneHeap, name: str, reading: Reading) -> SymbolicGame:
    """The symbolic reading of the moves that a strategy names in one heap, by TARGET, OTHERS_N and FIRM_OTHERS_N."""
    rules = strategy.rules
    others = {strategy.option: TARGET, strategy.others: OTHERS_N, strategy.firm_others: FIRM_OTHERS_N}
    parameters = {**reading.theorem.parameters, **{one: other for one, other in others.items() if one}}
    return evaluate(rules, parameters, {fluent.name: 1 for fluent in rules.fluents}, {}, [(name, 1)])
