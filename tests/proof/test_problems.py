"""The problems of every proof of the shipped specs are those that `problems.txt` has a digest of.

They are the net of whoever changes how rules are read or theorems become obligations: a line is a spec, a claim, the
number of problems, and the SHA-256 of all that the solvers are given, comments left out. After a change that is meant:
`BOUTON_GOLDEN=write pytest tests/proof/test_problems.py -m ''`, and read which lines differ.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bouton.claims.registry import stated
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.logic.problem import settled
from bouton.core.logic.question import Question
from bouton.core.logic.smtlib import smtlib
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Period, Stated
from bouton.document.entries import Theory
from bouton.document.entry import Characterised
from bouton.process.limits import Limits, Task, run
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepare
from bouton.proof.setting import every_set, settings
from bouton.proof.ways.named import by_formula, formulas
from bouton.proof.ways.sums.added import adds
from bouton.proof.ways.through import in_the_way, is_restated, with_p_positions
from bouton.rules.file import Rules
from bouton.rules.named import asks
from bouton.theory import every_set as sets
from bouton.theory import instances
from bouton.theory.family import family
from bouton.theory.instances import predicates
from bouton.theory.read import read
from bouton.theory.read import rules_of as theory_rules
from tests.shipped import loaded

HERE = Path(__file__).resolve().parent
SPECS = HERE.parents[1] / "specs"
PINNED = HERE / "problems.txt"
QUICK = {"euclid.yaml", "nim.yaml", "nim_with_a_pass.yaml", "impartial_theory.yaml section-2-1-2"}
"""Specs, or claims of specs, whose problems are made in a second or so: they are in every run."""


def pinned() -> dict[tuple[str, str], str]:
    """What the file says of each claim of each spec."""
    lines = (line.split(" ", 2) for line in PINNED.read_text(encoding="utf-8").splitlines())
    return {(spec, claim): digest for spec, claim, digest in lines}


def known(file: Path) -> Spec:
    """The spec of a file; of a game in which positions come back the one that knows of it."""
    spec = loaded(file)
    return spec if spec.cycles == "refused" else spec.followed


def asked() -> Iterator[tuple[str, str]]:
    """Every claim that asks for a proof and has obligations of its own."""
    for file in sorted(SPECS.rglob("*.yaml")):
        for claim in known(file).claims:
            if isinstance(stated(claim), Period):  # what it asks the solvers is a matter of the game's moves alone
                continue
            tried = type(stated(claim)) is not Stated or known(file).all_games
            if claim.prove is not None and tried and _own(known(file), claim) is not None:
                yield file.relative_to(SPECS).as_posix(), claim.id


def _questions(spec: Spec, claim: Claim) -> Iterator[Question]:
    """What a proof of the claim gives to the solvers."""
    if spec.all_games:
        yield from _of_all_games(spec, claim)
    elif every_set(claim):
        about = rules_of(subject(spec, claim))
        problems = family(spec, rules_of(spec)).problems()
        yield from (Question(smtlib(one), one.logic) for one in problems if not settled(one))
        yield Question(sets.problem(spec, claim, rules_of(spec), about), sets.LOGIC)
    else:
        own = _own(spec, claim)
        assert own is not None
        if is_restated(own):
            wholes = [whole for _, whole in with_p_positions(spec, own)]
            own = next(whole for whole in wholes if in_the_way(claim, whole, rules_of(spec)) is None)
        rules = rules_of(subject(spec, own))
        restated = [(own, rules)]
        if asks(own, rules) and not adds(own, rules):  # by periods there are none
            restated = [*islice(_by_formula(spec, own, rules), 1)]
        for one in restated:
            yield from _of_a_game(spec, *one)


def _by_formula(spec: Spec, claim: Claim, rules: Rules) -> Iterator[tuple[Claim, Rules]]:
    """A claim about values of named positions as one about rules alone, by each claim that says what these are."""
    for other in formulas(spec, claim, rules):
        with suppress(Unreadable):
            yield by_formula(claim, rules, other)


def _of_all_games(spec: Spec, claim: Claim) -> Iterator[Question]:
    inductions, given = claim.by(Theory).inductions, claim.by(Theory).given
    whole = read(theory_rules(spec.rules, spec.agreements))
    theory = whole.needed(*predicates(claim, whole))
    assert claim.iff is not None
    for level in instances.levels(theory):
        if not instances.at_once(theory, inductions):
            for at in range(1, len(inductions) + 1):
                yield Question(instances.step(theory, given, inductions[:at], level), instances.LOGIC)
        text = instances.problem(theory, claim.iff, given, inductions, level)
        yield Question(text, instances.LOGIC)


def _own(spec: Spec, claim: Claim) -> Claim | None:
    """What is proved of a claim: of one that another takes together with the rest, its strategy, if it names one."""
    for whole in spec.claims:
        if claim.where is not None and claim.id in whole.together and whole.prove is not None:
            keys = {"where": claim.where, "strategy": claim.strategy}
            named = replace(whole, id=claim.id, says=claim.says, said=whole.by(Characterised).model_copy(update=keys))
            return named if claim.strategy is not None else None
    return claim


def _of_a_game(spec: Spec, claim: Claim, rules: Rules) -> Iterator[Question]:
    """What every setting of the proof asks, each made in a process of its own; nothing where that cannot read it."""
    assert claim.prove is not None
    about = subject(spec, claim)
    try:
        ranges = list(settings(about, claim.prove))
    except Unreadable:
        return
    goals = [Goal(about, claim, rules, setting, len(ranges)) for setting in ranges]
    tasks = [Task(prepare, (goal,), Limits()) for goal in goals]
    found: list[list[Question]] = [[] for _ in ranges]
    for event in run(tasks):
        if isinstance(event.error, LimitReached):
            return
        if event.error is not None:
            raise event.error
        if isinstance(event.value, Unreadable):
            return
        if isinstance(event.value, Prepared) and event.value.question is not None:
            found[event.task].append(event.value.question)
    yield from (question for questions in found for question in questions)


def _texts(question: Question) -> Iterator[str]:
    """The problem, and the weaker ones made from it, without their comments."""
    for text in (question.text, *(one.text for one in question.weaker)):
        yield re.sub(r"^;.*\n", "", text, flags=re.M)


WRITE = os.environ.get("BOUTON_GOLDEN") == "write"
CASES = [  # collecting tests reads no spec
    pytest.param(spec, claim, marks=() if {spec, f"{spec} {claim}"} & QUICK else pytest.mark.slow, id=f"{spec}-{claim}")
    for spec, claim in (asked() if WRITE else pinned())
]


@pytest.mark.parametrize(("file", "id"), CASES)
@pytest.mark.sample(30)
def test_the_problems_of_a_claim_are_these(file: str, id: str) -> None:
    spec = known(SPECS / file)
    claim = spec.claim(id)
    made = [text for question in _questions(spec, claim) for text in _texts(question)]
    found = f"{len(made)} {hashlib.sha256(''.join(made).encode()).hexdigest()}"
    if WRITE:
        lines = {**pinned(), (file, id): found}
        PINNED.write_text(
            "".join(f"{' '.join(key)} {lines[key]}\n" for key in asked() if key in lines), encoding="utf-8"
        )
    assert found == pinned().get((file, id))


def test_every_claim_that_asks_for_a_proof_is_pinned() -> None:
    assert list(pinned()) == list(asked())


def test_comments_alone_are_left_out() -> None:
    text = "; Nim, theorem-1\n(set-logic QF_LIA)\n; x\n(assert true)\n"
    assert list(_texts(Question(text, "QF_LIA"))) == ["(set-logic QF_LIA)\n(assert true)\n"]
