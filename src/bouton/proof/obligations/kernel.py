"""The problems whose answers together prove a characterisation, by induction along the measure.

The set C of claimed P-positions is the set of P-positions iff a terminal is in C exactly when the play
says so, no move joins two members of C, and every non-terminal outside C has a move into C: moves
lower a measure, so the game's graph has one kernel (von Neumann, Morgenstern 1944).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace as replaced

from bouton.claims.parts import EVERYWHERE, HEREDITARY, LEGAL, naming_part, strategy_part
from bouton.core.logic.arithmetic import number
from bouton.core.logic.elimination import never, solve
from bouton.core.logic.expression import FALSE, TRUE, Eq, Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import conj, conjuncts, disj, disjuncts, equivalent, less, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, each, for_all
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.terms import same
from bouton.core.logic.walk import unknowns
from bouton.core.stated import Family, Images, Pairs
from bouton.proof.obligations import families, loops, measure, pairs, values
from bouton.proof.theorem import Characterisation, Counts, MoveCase, Moves, Reading, led, never_led
from bouton.reading.canonical import exactly
from bouton.reading.command import ReadGame, ReadMove, SymbolicGame, located
from bouton.reading.relation import Row
from bouton.reading.sides import SIDE, WINNER, one_winner


def obligations(reading: Reading, about: Collection[Counts] | None = None) -> Iterator[tuple[Counts, Problem]]:
    """Every problem of the proof of a characterisation, with its numbers of heaps; with `about` for these alone."""
    for counts in sorted(reading.range if about is None else about):
        for problem in _at(reading, counts):
            yield counts, _named(problem, counts)


def lemma(reading: Reading) -> Iterator[tuple[Counts, Problem]]:
    """Every problem of the proof that a predicate holds at every position, or wherever `where` holds."""
    for counts in sorted(reading.range):
        here = reading.at(counts)
        (member,) = here.theorem.members
        name = member.iff
        where = TRUE if member.where is None else here.game.holds(member.where)
        for problem in defined(here):
            yield counts, _named(problem, counts)
        fails = (where, *none_of(here.game.relations.get((name, 0), ())))
        problem = Problem(name, f"{name} holds wherever it is claimed to", fails, part=EVERYWHERE, speaks=here.speaks)
        yield counts, _named(problem, counts)


def none_of(rows: Sequence[Row]) -> Iterator[Assertion]:
    """That no row holds, for any values of its own unknowns."""
    return (never(found.locals, found.guard) for found in rows)


def _named(problem: Problem, counts: Counts) -> Problem:
    heaps = " and ".join(f"{count} heap{'' if count == 1 else 's'}" for count in counts)
    return replaced(problem, name=f"{problem.name}, {heaps}" if heaps else problem.name)


def _at(reading: Reading, counts: Counts) -> Iterator[Problem]:
    here = reading.at(counts)
    moves = reading.moves(counts)
    yield from defined(here)
    if reading.theorem.within is not None:
        yield from strategy(here, moves)
        return
    yield from _legal(here)
    if reading.rank is None:
        yield from measure.problems(reading, counts, moves)
    yield from _closed(reading, moves)
    yield from lawful(here, moves)
    yield from winners(here)
    if isinstance(reading.theorem.stated, Images):
        return
    if isinstance(reading.theorem.stated, Family):
        yield from families.problems(reading, counts, reading.theorem.stated)
        return
    yield from coverage(here)
    yield from hereditary(here, moves)
    if reading.rank is not None:
        yield from map(here.spoken, loops.problems(reading, counts, reading.rank))
        return
    if isinstance(reading.theorem.stated, Pairs):
        yield from map(here.spoken, pairs.problems(here, moves))
        return
    if reading.theorem.stated.valued:
        of_values = (values.terminals(here), values.independence(here, moves), values.absorption(here, moves))
        for problem in map(here.spoken, (*values.named(here), *of_values)):
            yield from by_cases(problem, here.covered)
        return
    kernel = [terminals(here), independence(here, moves)]
    kernel += [absorption(here, moves)] if reading.theorem.strategy is None else strategy(here, moves)
    yield from map(here.spoken, kernel)


def defined(here: Characterisation[ReadGame]) -> Iterator[Problem]:
    """That no arithmetic of the rules is undefined, and no move contradicts itself."""
    meaning = "no arithmetic of the rules is undefined, no move gives a fluent two values or a heap a place below 1"
    yield from each("rules", meaning, "rules", located(here.game.forbidden, here.game.sources))


def _legal(here: Characterisation[SymbolicGame]) -> Iterator[Problem]:
    """No size becomes negative."""
    wrong = []
    for move in here.game.moves:
        sizes = [size for entry in move.after if isinstance(entry, tuple) for size in entry]
        negative = disj(less(size, number(0)) for size in sizes)
        wrong.append((conj((move.guard, negative)), f"the move {move.name} leaves a heap of fewer than 0 stones"))
    yield from each("sizes", "no move leaves a heap of fewer than 0 stones", "rules", wrong)


def _closed(reading: Reading, moves: Moves) -> Iterator[Problem]:
    """No move leaves the range."""
    wrong = []
    for move, cases in moves:
        ways = [case.guard for case in cases if case.wins is None]
        for fluent, value in zip(reading.theorem.rules.fluents, move.after, strict=True):
            if isinstance(value, Linear):
                low, high = reading.theorem.counters[fluent.name]
                ways.append(FALSE if low is None else less(value, measure.end_of(low)))
                ways.append(FALSE if high is None else less(measure.end_of(high), value))
        formula = conj((move.guard, disj(ways)))
        wrong.append((formula, f"the move {move.name} leaves the range of the proof"))
    yield from each("closed", "no move leaves the range that the proof speaks of", "range", wrong)


def winners(here: Characterisation[ReadGame]) -> Iterator[Problem]:
    """That exactly one side moves, one has won at a terminal, and one is claimed to win."""
    theorem = here.theorem
    if theorem.stated.sides:
        mine = negate(here.sides.one(SIDE))
        yield Problem("sides", "exactly one side is to move", (mine,), "rules", "not exactly one side is to move")
        wrong = conj((here.terminal, negate(here.sides.one(WINNER))))
        yield Problem("winner", "exactly one side has won at a terminal", (wrong,), "rules", "not one side has won")
        for member, (where, _) in zip(theorem.members, here.members, strict=True):
            named = exactly(1, [*here.sides.each(theorem.says(member)), here.drawn])
            none = conj((where, negate(named)))
            meaning = f"{member.iff} names exactly one side"
            yield Problem(f"{member.iff} names a side", meaning, (none,), part=naming_part(member.id))
    elif WINNER in here.game.relations:
        wrong = conj((here.terminal, negate(one_winner(here.game))))
        yield Problem("winner", "exactly one player has won at a terminal", (wrong,), "rules", "not one player has won")


def coverage(here: Characterisation[ReadGame]) -> Iterator[Problem]:
    """That some member speaks of every position with a move, and no two members differ about a position."""
    if here.theorem.stated.hereditary:
        return
    if len(here.theorem.members) > 1 or here.theorem.members[0].where is not None:
        meaning = "every position with a move is one that some of the claims speaks of"
        yield Problem("coverage", meaning, (conj((here.can_move, negate(here.covered))),))
    if len(here.theorem.members) > 1:
        yield Problem("agreement", "no two of the claims differ about a position", (negate(here.agreed),))


def hereditary(
    here: Characterisation[ReadGame], moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]]
) -> Iterator[Problem]:
    """That no move leaves the positions that a hereditary claim speaks of: they are a game of their own."""
    if here.theorem.stated.hereditary:
        strays = disj(conj((move.guard, case.guard, case.strays)) for move, cases in moves for case in cases)
        meaning = "no move leads from a position that the claim speaks of to another"
        fault = "a move leads to a position that the claim does not speak of; it needs the theorems for these"
        yield here.spoken(Problem(HEREDITARY, meaning, (strays,), "rules", fault))


def lawful(here: Characterisation[ReadGame], moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]]) -> Iterator[Problem]:
    """That no move leads from a position that exists to one that does not."""
    legal = here.theorem.rules.legal
    if legal is not None:
        led = disj(conj((move.guard, case.guard, case.illegal)) for move, cases in moves for case in cases)
        meaning = f"no move leads from a position where {legal.name} holds to another"
        fault = f"a move leads to a position where {legal.name}, which says what positions exist, does not hold"
        yield Problem(LEGAL, meaning, (here.exists, led), "rules", fault)


def terminals(here: Characterisation[ReadGame]) -> Problem:
    """That a terminal is claimed exactly when the play, or the rules, say that who is to move there has lost."""
    if here.over is FALSE:
        meaning, wrong = "no terminal is claimed", here.claimed
    elif here.over is TRUE:
        meaning, wrong = "every terminal is claimed", negate(here.claimed)
    else:
        meaning = "what is claimed of a terminal is what the rules say of it"
        wrong = negate(equivalent(here.claimed, here.over))
    return Problem("terminals", meaning, (*here.ended, wrong), speaks=here.speaks)


def independence(here: Characterisation[ReadGame], moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]]) -> Problem:
    """That no move joins two claimed positions."""
    return Problem(
        "independence",
        "no move wins where the side to move is claimed to lose (independence)"
        if here.theorem.stated.sides
        else "no move leads from a claimed P-position to another (independence)",
        (here.claimed, led(moves)),
        speaks=here.speaks,
    )


def absorption(here: Characterisation[ReadGame], moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]]) -> Problem:
    """That every position with a move that is not claimed has a move to a claimed one."""
    return Problem(
        "absorption",
        "some move wins where the side to move is claimed to win (absorption)"
        if here.theorem.stated.sides
        else "every position with a move that is not claimed has a move to one that is (absorption)",
        (here.can_move, negate(here.claimed), *never_led(moves)),
        speaks=here.speaks,
    )


def strategy(here: Characterisation[SymbolicGame], moves: Moves) -> Iterator[Problem]:
    """Absorption by the strategy: that it names some move in each such position, and only moves to claimed ones."""
    assert here.theorem.strategy is not None
    rows = here.game.relations[here.theorem.strategy, 1]
    yield from witnesses(here, [(found, not_winning(found, moves)) for found in rows])


def witnesses(here: Characterisation[ReadGame], named: Sequence[tuple[Row, Sequence[Assertion]]]) -> Iterator[Problem]:
    """That the strategy names a move, and only moves that win; `named` has each row with what says the contrary."""
    name = here.theorem.strategy
    assert name is not None
    within = TRUE if here.theorem.within is None else here.game.holds(here.theorem.within)
    outside = (here.can_move, negate(here.claimed), within)
    yield Problem(
        f"{name} names a move",
        f"in every position with a move that is not claimed {name} names a move (absorption)",
        (*outside, *none_of([found for found, _ in named])),
        part=strategy_part(name),
        share=(1, len(named) + 1),
        speaks=here.speaks,
    )
    for at, (found, fails) in enumerate(named, 1):
        yield Problem(
            f"{name} wins, case {at}",
            f"what case {at} of {name} names in such a position is a move to a claimed P-position (absorption)",
            (*outside, found.guard, *fails),
            part=strategy_part(name),
            share=(at + 1, len(named) + 1),
            speaks=here.speaks,
        )


def not_winning(found: Row, moves: Moves) -> list[Assertion]:
    """That the named move is no move to a claimed position."""
    result: list[Assertion] = []
    for move, cases in moves:
        reached = led([(move, cases)])
        matched, solved = solve(conj((same(found.arguments[0], move.term), found.guard)), move.unknowns)
        if matched is FALSE:
            continue
        wins = conj((matched, replace(solved, reached)))
        result.append(for_all((u for u in move.unknowns if u in unknowns(wins)), negate(wins)))
    return result


# ---------------------------------------------------------------------------------------------------------- by cases


_MOST = 64
"""Cases beyond which a problem stays one."""


def by_cases(problem: Problem, where: Formula) -> Iterator[Problem]:
    """The problem for each case of one of its assertions, `where`: each is a share, and together they are the problem.

    Where a predicate names rows, as `row :- a(1), b(2).`, the other unknowns have values in each case. With these put
    in, what is claimed of the row alone is left of a formula for many.

    A case that fixes no unknown makes nothing easier: such a problem, or one of a single case, stays as it is.
    """
    cases = [(case, _fixed(case)) for case in disjuncts(where)]
    if where not in problem.assertions or not 1 < len(cases) <= _MOST or not all(put for _, put in cases):
        yield problem
        return
    assert problem.share == (1, 1), "its shares would be counted among others"
    others = [one for one in problem.assertions if one is not where]
    for at, (case, fixed) in enumerate(cases, 1):
        put = Substitution(fixed)
        left = [
            replaced(one, formula=put.formula(one.formula)) if isinstance(one, ForAll) else put.formula(one)
            for one in others
        ]
        here = ", ".join(f"{one.name.removesuffix('.N')}={value.constant}" for one, value in fixed.items())
        yield replaced(problem, name=f"{problem.name}, {here}", assertions=(*left, case), share=(at, len(cases)))


def _fixed(case: Formula) -> dict[Unknown, Linear]:
    """The unknowns that have one value in a case, by the order of their names."""
    found = {}
    for part in conjuncts(case):
        if isinstance(part, Eq | Le) and len(part.left.terms) == 1:
            ((one, factor),) = part.left.terms
            value = _value(part, one, factor) if isinstance(one, Unknown) else None
            if isinstance(one, Unknown) and value is not None:
                found[one] = number(value)
    return dict(sorted(found.items(), key=lambda item: item[0].name))


def _value(part: Eq | Le, one: Unknown, factor: int) -> int | None:
    """The value that `factor * one + constant`, being 0, or at most 0, leaves it; None where there are several."""
    constant = part.left.constant
    if abs(factor) != 1:
        return None
    at = -constant * factor  # where the sum is 0
    end = one.low if factor > 0 else one.high
    return at if isinstance(part, Eq) or at == end else None
