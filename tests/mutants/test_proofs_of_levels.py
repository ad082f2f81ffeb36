"""One symbol changed in a theorem, or in the rules: no proof for any number of heaps and any k.

Where a changed theorem first fails is found without Bouton (see the tests of the bounded check). By induction an
obligation fails at that very position: it is evaluated there, and no solver may call it unsatisfiable, with k known
or not. What models say of other positions is held against the theorem and the game again, in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import FALSE, TRUE, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, negate
from bouton.core.position import Order
from bouton.proof.theorem import Characterisation
from bouton.proof.ways.levels.obligations import obligations
from bouton.proof.ways.levels.reading import LevelReading
from bouton.proof.ways.levels.validate import validate
from bouton.proof.ways.levels.way import deep_enough
from bouton.reading.levels.game import LevelGame
from bouton.reading.levels.moves import LevelMove
from bouton.reading.levels.position import ONE, Level
from bouton.reading.relation import Row
from tests.mutants import test_proofs_of_specs as specs
from tests.mutants.levels import Heaps, K, Violated, answer, answers, nodes, theorem, violated
from tests.mutants.plain_game import PlainGame
from tests.mutants.proofs import predicates
from tests.mutants.test_proofs import Claim, Paper, paper_of
from tests.one_position import evaluate, head
from tests.oracle import bounded_greedy_nim as bounded_solver
from tests.oracle import greedy_nim_k as greedy_solver

At: TypeAlias = tuple[int | None, Heaps]
STEPS = {"theorems-4-and-5": 8, "theorems-2-and-3": 80, "greedy-nim-k": 100}
"""Every so many changes are taken by the quick test."""
RULES = [
    ("theorems-4-and-5", "M = 1..S", "M = 2..S"),
    ("theorems-4-and-5", "M = 1..S", "M = 1..S-1"),
    ("theorems-2-and-3", "M = 1..k", "M = 1..k+1"),
    ("theorems-2-and-3", "M = 1..k", "M = 2..k"),
    ("theorems-2-and-3", "M <= S", "M < S"),
    ("greedy-nim-k", "I > N-k", "I >= N-k"),
    ("greedy-nim-k", "I > N-k", "I > N-k+1"),
    ("greedy-nim-k", "T = 0..S-1", "T = 1..S-1"),
]
UNREADABLE = [
    ("T = 0..U", "T = 0..U-1", "a list of many sizes is not of any lower ones, or not as long as its ends allow"),
]
"""Rules of Greedy Nim_k with a change that leaves them without a meaning for any number of heaps."""
QUICK, LONG = 300, 3000
"""Milliseconds for z3 where any answer but unsat will do, and where it is to find a model."""


def order(paper: Paper) -> Order:
    return "descending" if paper.descending else "ascending"


def options(name: str, k: int | None, heaps: Heaps) -> set[Heaps]:
    """The positions that moves lead to, from the papers' rules in plain Python."""
    if name == "greedy-nim-k":
        assert k is not None
        return greedy_solver.options(k, heaps)
    return bounded_solver.options(k, heaps)


def is_faulty(lines: Sequence[str], k: int | None, claim: Claim, heaps: Heaps, reached: set[Heaps]) -> bool:
    """Whether what the claim says of the position and of its options cannot be: the conditions of a kernel."""
    names = {name for one in claim.members for name in (one.iff, one.where) if name}
    box = [heaps, *sorted(reached - {heaps})]
    found = evaluate(lines, {} if k is None else {"k": k}, box, names)

    def said(place: Heaps) -> set[bool]:
        speaking = [one for one in claim.members if one.where is None or found[one.where][place]]
        return {bool(found[one.iff][place]) for one in speaking}

    def claimed(place: Heaps) -> bool:
        return any(said(place)) or (not said(place) and not place and claim.play == "normal")

    if len(said(heaps)) > 1 or not heaps:
        return len(said(heaps)) > 1 or claimed(heaps) != (claim.play == "normal")
    return not said(heaps) or claimed(heaps) == any(map(claimed, reached))


def check_not_proved(
    name: str, rules: Sequence[str], label: str, at: At, workplace: Path, *, low: int = 2, thorough: bool = False
) -> bool:
    """With these rules the theorem fails at the position for any number of heaps; False if it cannot be read so.

    It is about every k from `low` up.
    """
    paper, claim, (number, heaps) = paper_of(name), paper_of(name).claims[label], at
    lines, k = [*paper.given, *rules], None if number is None else unknown("k.N", low)
    try:
        reading = deep_enough(theorem(lines, order(paper), k, claim.play, claim.members, workplace), ())
        found = list(violated(reading, heaps, {} if k is None or number is None else {k: number}))
    except Unreadable:
        return False
    assert [one for one in found if one.problem.about == "claim"], "proved"
    for one in found:
        assert answer(one.here(), LONG)[0] != "unsat", one.problem.name
        assert "unsat" not in answers(one, QUICK, thorough=thorough), one.problem.name
        check_model(one, name, claim, lines, k)
    return True


def check_model(found: Violated, name: str, claim: Claim, lines: Sequence[str], k: Unknown | None) -> None:
    """A model is a position where the theorem is wrong; without a quantifier there is one."""
    said, model = answer(found.at(k), LONG if found.problem.quantified else 10 * LONG)
    assert said == "sat" or (found.problem.quantified and said == "unknown"), found.problem.name
    if said == "sat" and found.problem.about == "claim":
        heaps = found.shape.sizes(model)
        heaps = heaps if paper_of(name).descending else heaps[::-1]
        number = None if k is None else found.values[k]
        reached = options(name, number, heaps)
        assert is_faulty(lines, number, claim, heaps, reached), f"{found.problem.name} is right at {heaps}"


def sweep(name: str, step: int, workplace: Path, *, thorough: bool) -> tuple[int, int]:
    """Check every so many changes; how many are refuted, and how many cannot be read for any number of heaps."""
    paper = replace(paper_of(name), mutants=paper_of(name).mutants[::step])
    done: dict[tuple[int, str], bool] = {}
    for k in paper.ks[:2]:
        for at, label, heaps in paper.refuted(k):
            if (at, label) not in done:
                mutant = paper.mutants[at]
                rules = mutant.rules(paper.rules)
                try:
                    read = check_not_proved(name, rules, label, (k, heaps), workplace, thorough=thorough)
                except AssertionError as error:
                    raise AssertionError(f"{label}, {mutant.rule} at k = {k}, {heaps}: {error}") from error
                done[at, label] = read
    return len(done), sum(not read for read in done.values())


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.sample(3)
def test_no_change_that_the_game_refutes_is_proved_for_any_number_of_heaps(name: str, tmp_path: Path) -> None:
    refuted, unread = sweep(name, STEPS[name], tmp_path, thorough=False)
    assert refuted >= 3
    assert unread * 4 <= refuted


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_no_change_is_proved_whatever_it_is(name: str, tmp_path: Path) -> None:
    refuted, unread = sweep(name, 1, tmp_path, thorough=True)
    assert refuted >= 40
    assert unread * 4 <= refuted


@pytest.mark.parametrize("name", ["theorems-2-and-3", "greedy-nim-k"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_one_is_too_small_a_k(name: str, tmp_path: Path) -> None:
    paper = paper_of(name)
    first = paper.differences(list(paper.rules), 1, paper.box)
    assert set(first) == set(paper.claims)
    for label, heaps in first.items():
        assert check_not_proved(name, paper.rules, label, (1, heaps), tmp_path, low=1)


ANY = "prove: {k: all, heap: {count: all}}"
WHOLE = [
    (specs.MISERE, specs.of_bounded, "nice :- r12(k), r2(1).", "nice :- r12(k), r2(0)."),
    (specs.MISERE.replace("k: 2..3", "k: 1..3"), specs.of_bounded, "", ""),
    (specs.GREEDY_NIM_K, specs.of_greedy_nim_k, "type_1 :- good_triple, r_e(2).", "type_1 :- good_triple, r_e(1)."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "rules", "old", "new"), WHOLE)
def test_from_a_spec_to_its_verdict(
    spec: str, rules: Callable[[str, str], list[str]], old: str, new: str, tmp_path: Path
) -> None:
    asked = spec.replace("prove: {k: 2, heap: {count: 0..3}}", ANY)
    assert asked != spec
    found = specs.attempt(asked, rules(old, new), tmp_path)
    assert found.proof.verdict == "refuted"
    assert found.candidates


def changed(paper: Paper, old: str, new: str) -> list[str]:
    """All the rules with a part of those of the moves changed, wherever it stands."""
    given = [rule.replace(old, new) if head(rule) in ("move", "after", "maximal") else rule for rule in paper.given]
    assert given != list(paper.given)
    return [*given, *paper.rules]


@pytest.mark.parametrize(("name", "old", "new"), RULES)
@pytest.mark.sample(8)
def test_no_theorem_is_proved_of_another_game(name: str, old: str, new: str, tmp_path: Path) -> None:
    """The rules mean the same to both engines, and the theorem fails where clingo's game says so."""
    paper = paper_of(name)
    lines, number = changed(paper, old, new), paper.ks[0]
    box = [heaps for heaps in paper.box if len(heaps) <= 4 and max(heaps, default=0) <= 4]
    game = PlainGame(lines, {} if number is None else {"k": number}, box, order(paper))
    k = None if number is None else K
    values = {} if number is None else {K: number}
    for claim in paper.claims.values():
        fault = game.first_fault(claim.play, claim.members, box)
        assert fault is not None
        reading = deep_enough(theorem(lines, order(paper), k, claim.play, claim.members, tmp_path), ())
        assert compare(reading, number, box) == len(box)
        found = list(violated(reading, fault, values))
        assert found
        for one in found:
            assert answer(one.here(), LONG)[0] != "unsat", one.problem.name
            assert "unsat" not in answers(one, QUICK, thorough=False), one.problem.name


@pytest.mark.parametrize(("old", "new", "reason"), UNREADABLE)
@pytest.mark.sample(2)
def test_nothing_is_read_into_rules_beyond_the_levels(old: str, new: str, reason: str, tmp_path: Path) -> None:
    paper = paper_of("greedy-nim-k")
    (claim,) = paper.claims.values()
    about = theorem(changed(paper, old, new), "ascending", K, claim.play, claim.members, tmp_path)
    with pytest.raises(Unreadable, match=reason):
        list(obligations(deep_enough(about, ())))


def compare(reading: LevelReading, k: int | None, box: Sequence[Heaps]) -> int:
    """Hold the reading against clingo on the box."""
    names = predicates(reading.theorem.members)
    return validate(reading, nodes(reading.theorem.rules, k, box, names), {} if k is None else {K: k})


CORRUPTIONS: dict[str, Callable[[LevelMove], LevelMove]] = {
    "a narrower guard": lambda one: replace(one, guard=conj((one.guard, at_most(atom(one.unknowns[0]), ONE)))),
    "a guard that never holds": lambda one: replace(one, guard=FALSE),
    "one more heap is taken": lambda one: replace(one, taken=(add(one.taken[0], ONE), *one.taken[1:])),
    "none is taken": lambda one: replace(one, taken=(number(0),) * len(one.taken)),
    "none is added": lambda one: replace(one, added=(), old=()),
    "a greater heap is added": lambda one: replace(
        one, added=tuple(Level(add(level.size, ONE), level.heaps) for level in one.added)
    ),
    "more heaps are added": lambda one: replace(
        one, added=tuple(Level(level.size, add(level.heaps, ONE)) for level in one.added)
    ),
}
"""What a misread move would be."""


def read_again(name: str, workplace: Path) -> tuple[LevelReading, int | None, list[Heaps]]:
    """The last theorem of a paper, and small positions of one to five different sizes."""
    paper = paper_of(name)
    claim, k = list(paper.claims.values())[-1], paper.ks[0]
    given = theorem(
        [*paper.given, *paper.rules], order(paper), None if k is None else K, claim.play, claim.members, workplace
    )
    small = [heaps for heaps in paper.box if len(heaps) <= 4 and max(heaps, default=0) <= 4]
    large = [tuple(sorted(heaps, reverse=paper.descending)) for heaps in [(5, 4, 3, 2, 1), (6, 6, 4, 3, 2, 2, 1)]]
    return deep_enough(given, ()), k, [*small, *large]


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.sample(3)
def test_a_misread_move_or_theorem_is_noticed(name: str, tmp_path: Path) -> None:
    """Of one level and of all that are told apart, each in turn."""
    reading, k, box = read_again(name, tmp_path)
    assert compare(reading, k, box) == len(box)
    noticed = 0
    for known in (1, reading.depth):
        here = reading.at(known, more=known == reading.depth)
        first, *others = here.game.moves
        for what, change in CORRUPTIONS.items():
            wrong = replace(here.game, moves=(change(first), *others))
            with pytest.raises(Disagreement):
                pytest.fail(f"{what}: {compare(with_game(reading, known, wrong), k, box)}")
            noticed += 1
    for known in (1, reading.seen):
        game = reading.at(known, more=known == reading.seen).game
        for signature in predicates(reading.theorem.members):
            rows = game.relations[signature]
            for less in (rows[1:], [replace(row, guard=negate(row.guard)) for row in rows], (Row((), TRUE),)):
                wrong = replace(game, relations={**game.relations, signature: tuple(less)})
                if wrong.holds(signature[0]) is game.holds(signature[0]):
                    continue
                with pytest.raises(Disagreement, match=signature[0]):
                    pytest.fail(f"{signature[0]}: {compare(with_game(reading, known, wrong), k, box)}")
                noticed += 1
    assert noticed > 2 * len(CORRUPTIONS)


def with_game(reading: LevelReading, known: int, wrong: LevelGame) -> LevelReading:
    """The reading with another game for the positions of so many levels."""
    found = LevelReading(reading.theorem, reading.seen, reading.depth)
    more = wrong.levels.rest is not number(0)
    found._at.update(reading._at)
    found._at[known, more] = Characterisation(reading.theorem, wrong)
    return found
