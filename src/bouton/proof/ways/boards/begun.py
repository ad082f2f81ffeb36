"""Where games begin: that each start is a position of a family which another claim proves to be of P-positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from clingo import Symbol

from bouton.claims.parts import START
from bouton.core.errors import Disagreement
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import TRUE, Formula
from bouton.core.logic.formulas import conj, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.terms import from_symbol, same
from bouton.core.position import as_argument
from bouton.core.proof import claim_part
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.way import Posed, Read, Validated
from bouton.proof.ways.boards.at_boards import Truth, program
from bouton.proof.ways.boards.reading import Board, Chosen, Constants, starts
from bouton.rules.grounding import atoms, ground

_LEAST = 8
"""The least values of each unknown parameter, of which boards are compared."""
_BOARDS = 40


@dataclass(frozen=True)
class Begun(Read):
    """The starts of `begins` that meet `where`, if something is asked of them, are of the `family`."""

    here: Board
    begins: str
    where: str | None
    family: str

    def _starts(self) -> Iterator[tuple[Chosen, Formula, Formula]]:
        """Each start, that the claim speaks of it, and that it is of the family."""
        for start, board in starts(self.here, self.begins, Constants()):
            asked = TRUE if self.where is None else board.says((self.where, 0))
            yield start, asked, board.says((self.family, 0))

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """One problem for each rule that names starts."""
        several = list(self._starts())
        for at, (start, asked, inside) in enumerate(several, 1):
            wrong = conj((start.guard, asked, negate(inside)))
            name = START if len(several) == 1 else f"{START} {at}"
            meaning = f"games begin in positions of {self.family}"
            fault = f"a game begins in no position of {self.family}"
            problem = Problem(name, meaning, (wrong,), "claim", fault, START, (at, len(several)), (goal.claim.id,))
            yield Posed(problem, goal.setting, goal.setting.counts[0], lacking=fault)

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Small boards; Disagreement where clingo says something else of a start."""
        count, met = 0, False
        several = list(self._starts())
        for values in itertools.islice(goal.setting.assignments(_LEAST), _BOARDS):
            rules = program(goal.rules, values)
            control = ground(rules)
            named: dict[Symbol | None, list[Symbol]] = {}
            for arity in (1, 2):
                for row in atoms(control, self.begins, arity):
                    named.setdefault(row[0] if arity == 2 else None, []).append(row[-1])
            constants = {
                one: value for name, one in goal.here.parameters.items() if isinstance(value := values[name], int)
            }
            greatest = max([0, *constants.values()])
            truth = Truth(frozenset(), constants, range(-2, greatest + 3))
            for name, fluents in named.items():
                there = ground(rules, "".join(f"{one}.\n" for one in fluents))
                told = [any(True for _ in atoms(there, one, 0)) if one else True for one in (self.where, self.family)]
                read = [
                    (asked, inside) for start, *said in several for asked, inside in _values(start, name, truth, said)
                ]
                if not read or any([*one] != told for one in read):
                    where = as_argument(values, {})
                    raise Disagreement(f"{self.begins}: clingo and the reading differ on where games begin at {where}")
                count, met = count + 1, met or told[0]
        hypotheses = frozenset({claim_part(goal.claim.id)} if met else ())
        yield Validated(goal.setting, goal.setting.counts[0], Seen(count, hypotheses))


def _values(start: Chosen, name: Symbol | None, truth: Truth, said: list[Formula]) -> Iterator[tuple[bool, ...]]:
    """What is said of the start of a name, where this is one that is read."""
    guard, solved = (TRUE, {}) if name is None else solve(same(start.terms[0], from_symbol(name)), start.constants)
    if len(solved) == len(start.constants):
        made = truth.inside({**truth.values, **{one: truth(value) for one, value in solved.items()}})
        if made(guard) and made(start.guard):
            yield tuple(map(made, said))
