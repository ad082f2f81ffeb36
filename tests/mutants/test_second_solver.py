"""What is exported means what was solved: z3 and cvc5 run the written scripts to the same end.

The problems are the obligations of the theorems, and of a theorem with one symbol changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import z3  # type: ignore[import-untyped]

from bouton.core.logic.expression import Formula
from bouton.core.logic.problem import Problem, settled
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Order
from bouton.proof.theorem import MemberClaim
from tests.mutants import test_greedy_nim_k_theorems as greedy
from tests.mutants.proofs import Games, predicates, problems, rules_of, solved
from tests.one_position import split
from tests.shipped import rules_text

GREEDY_NIM_K = split(greedy.TEXT)
BOUNDED = split(rules_text("misere_bounded_greedy_nim"))
SOLUTION = tuple(MemberClaim(iff, iff, where) for where, iff in greedy.SPEAKS.items())
CLAIMS: list[tuple[list[str], Order, str, tuple[MemberClaim, ...], str]] = [
    (GREEDY_NIM_K, "ascending", "normal", SOLUTION, "winning_move"),
    (BOUNDED, "descending", "normal", (MemberClaim("theorem-2", "theorem_2"),), "winning_move"),
    (BOUNDED, "descending", "misere", (MemberClaim("theorem-3", "theorem_3"),), "winning_move_misere"),
]
CHANGES = {
    "as they are": ("", ""),
    "a residue": ("theorem_3 :- last(1,1,1), r_n(0)", "theorem_3 :- last(1,1,1), r_n(1)"),
    "a parity": ("(B-A) \\ 2 = 0.", "(B-A) \\ 2 = 1."),
    "a bound": ("removes(C-B-1) :- heaps(2),", "removes(C-B-2) :- heaps(2),"),
    "a remainder": ("theorem_2 :- even, r12(0).", "theorem_2 :- even, r12(1)."),
    "a case": ("theorem_3 :- low, odd, r12(0).", "theorem_3 :- high, odd, r12(0)."),
}
SOME = ("a residue", "a case")
"""The changes in every run."""


def exported(change: str, most: int, workplace: Path) -> Iterator[Problem]:
    """The open obligations for so many heaps and fewer, with the strategy and without it."""
    parameters = {"k": 2}
    old, new = CHANGES[change]
    for rules, order, play, members, strategy in CLAIMS:
        if not any(old in rule for rule in rules):
            continue
        lines = [rule.replace(old, new) if old else rule for rule in rules]
        game = rules_of(lines, order, parameters, workplace)
        wanted = dict.fromkeys([*predicates(members), (strategy, 1)], range(most + 1))
        games = Games(game, parameters, wanted)
        for heaps in range(most + 1):
            for named in (strategy, None):
                reading = games.reading(heaps, play=play, members=members, strategy=named)
                yield from (problem for problem in problems(reading, heaps) if not settled(problem))


@pytest.mark.parametrize(
    ("change", "most"),
    [
        ("as they are", 1),
        pytest.param("as they are", 2, marks=pytest.mark.slow),
        *(pytest.param(change, 3, marks=() if change in SOME else pytest.mark.slow) for change in CHANGES),
    ],
)
@pytest.mark.sample(9)
def test_a_script_ends_as_the_problem_does(change: str, most: int, tmp_path: Path) -> None:
    cvc5 = pytest.importorskip("cvc5")
    answers = set()
    for problem in exported(change, most, tmp_path):
        said, model = solved(problem)
        script = smtlib(problem, "What it is about.", problem.name)
        assert by_z3(script) == said, problem.name
        assert by_cvc5(cvc5, script) == said, problem.name
        if model is not None:
            check_model(problem, model)
        answers.add(said)
    assert answers == ({"unsat"} if change == "as they are" else {"unsat", "sat"})


def by_z3(script: str) -> str:
    """What z3 prints when it runs the script, its `check-sat` included."""
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), script)).strip()


def by_cvc5(cvc5: Any, script: str) -> str:
    """The same for cvc5."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", "600000")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    return said


def check_model(problem: Problem, model: Any) -> None:
    """Each assertion without a quantifier holds at the model, by evaluation."""
    names = symbols(problem)
    values = {one: model.eval(z3.Int(names[one]), model_completion=True).as_long() for one in problem.free}
    evaluation = Evaluation(values)
    for assertion in problem.assertions:
        assert not isinstance(assertion, Formula) or evaluation(assertion), problem.name
