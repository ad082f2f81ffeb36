"""One symbol changed in a theorem: its proof fails, at the smallest position that refutes it.

The smallest positions are found without Bouton (see the tests of the bounded check). By induction the
obligations about that many heaps fail in the layer of that position, and where they do is held against the
theorem and the game again. Every 15th change of a theorem takes part, and each one in the slow tests; with four
heaps and more z3 is asked for heaps of any size only in those, which also take the other parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.spec import Play
from bouton.proof.theorem import MemberClaim
from tests.mutants import test_bounded_greedy_nim_theorems as bounded
from tests.mutants import test_greedy_nim_k_theorems as greedy
from tests.mutants.mutations import Mutant
from tests.mutants.proofs import Games, answer, failures, predicates, problems, renamed, rules_of, touched
from tests.one_position import evaluate, head, split
from tests.oracle.bounded_greedy_nim import positions
from tests.samples import small_or_whole

Heaps: TypeAlias = tuple[int, ...]
MOST = 6
"""The most heaps of a box."""
FEW = 3
"""Up to so many heaps z3 is soon done with heaps of any size."""


@dataclass(frozen=True)
class Claim:
    """Theorems taken together, or one of them."""

    play: Play
    members: tuple[MemberClaim, ...]

    def changed(self, names: set[str], number: int) -> Claim:
        """The claim about the predicates that a change touches."""

        def name(old: str) -> str:
            return renamed(old, names, number)

        def member(old: MemberClaim) -> MemberClaim:
            return MemberClaim(old.id, name(old.iff), None if old.where is None else name(old.where))

        return Claim(self.play, tuple(map(member, self.members)))


@dataclass(frozen=True)
class Paper:
    """The theorems of a rules file: `given` stays as it is, each of `rules` is changed."""

    given: Sequence[str]
    rules: Sequence[str]
    mutants: Sequence[Mutant]
    equivalent: Mapping[str, str]
    claims: Mapping[str, Claim]
    descending: bool
    ks: tuple[int | None, ...]
    box: Sequence[Heaps]
    differences: Callable[[list[str], int | None, Sequence[Heaps]], Mapping[str, Heaps]]
    """Where each claim first differs from the P-positions in a box, if anywhere."""

    def games(self, most: Mapping[int, int], k: int | None, workplace: Path) -> Games:
        """The game with the theorems, and with these changes, each for so many heaps at most."""
        lines = [*self.given, *self.rules]
        wanted = {name: range(MOST + 1) for claim in self.claims.values() for name in predicates(claim.members)}
        for number, heaps in most.items():
            names = self.touched(number)
            changed = self.mutants[number].rules(self.rules)
            lines += [renamed(rule, names, number) for rule in changed if head(rule) in names]
            for label in self.claims:
                for name in predicates(self.claim(label, number).members):
                    wanted.setdefault(name, range(heaps + 1))
        parameters = {} if k is None else {"k": k}
        rules = rules_of(lines, "descending" if self.descending else "ascending", parameters, workplace)
        return Games(rules, parameters, wanted)

    def touched(self, number: int) -> set[str]:
        return touched(self.rules, head(self.mutants[number].rule))

    def claim(self, label: str, number: int) -> Claim:
        """The claim with a change."""
        return self.claims[label].changed(self.touched(number), number)

    def is_safe(self, mutant: Mutant) -> bool:
        """Whether clingo can ground the rules with this change."""
        try:
            evaluate(mutant.rules(self.rules), {"k": 2}, [()], [])
        except RuntimeError:
            return False
        return True

    def refuted(self, k: int | None) -> Iterator[tuple[int, str, Heaps]]:
        """Each change that the game refutes, in which claim, and the smallest position; few heaps first."""
        found = []
        for number, mutant in enumerate(self.mutants):
            if self.is_safe(mutant):
                differences = self.differences(mutant.rules(self.rules), k, self.box)
                found += [(number, label, heaps) for label, heaps in differences.items()]
        yield from sorted(found, key=lambda one: len(one[2]))


def solution_differs(rules: list[str], k: int | None, box: Sequence[Heaps]) -> dict[str, Heaps]:
    assert k is not None
    found = greedy.least_difference(rules, (k,), list(box))
    return {} if found is None else {"solution": found[1]}


SOLUTION = tuple(MemberClaim(iff, iff, where) for where, iff in greedy.SPEAKS.items())
KS: dict[str, tuple[int | None, ...]] = {
    "greedy-nim-k": tuple(greedy.KS),
    **{name: tuple(bounded.WIDER[name]) for name in bounded.GAMES},
}
"""The papers, and the values of k of each."""
GREEDY_NIM_K = Paper(
    split(greedy.GAME),
    greedy.CHARACTERISATION,
    greedy.MUTANTS,
    greedy.EQUIVALENT,
    {"solution": Claim("normal", SOLUTION)},
    False,
    greedy.KS,
    greedy.BOX,
    solution_differs,
)


@cache
def paper_of(name: str) -> Paper:
    """What a paper says, with the changes of it that are safe: to tell these takes a while."""
    if name == "greedy-nim-k":
        return GREEDY_NIM_K
    game, plays = bounded.GAMES[name], dict[str, Play]({"normal": "normal", "misere": "misere"})
    return Paper(
        game.rest,
        game.rules,
        game.mutants,
        bounded.EQUIVALENT,
        {name: Claim(plays[play], (MemberClaim(name, name),)) for name, play in game.theorems.items()},
        True,
        KS[name],
        list(positions(game.heaps, game.size)),
        lambda rules, k, box: game.differences(rules, k, list(box)),
    )


PROVED = {"greedy-nim-k": 4, "theorem-1": 6, "theorems-2-and-3": 5, "theorems-4-and-5": 6}
"""How many heaps the theorems themselves are proved for here."""
PARAMETERS = {"greedy-nim-k": 2, "theorem-1": 1, "theorems-2-and-3": 1, "theorems-4-and-5": 1}
"""How many values of k it takes to refute each change that is refuted at all."""
FIRST_IN_THE_OTHER_PLAY: dict[str, Heaps] = dict.fromkeys(KS, ()) | {"greedy-nim-k": (1,)}
"""Where each theorem first fails in the other play: Theorems 2, 3 and 8 do not speak of the empty position."""


def check_proofs(
    paper: Paper, k: int | None, workplace: Path, wanted: Sequence[tuple[int, str, Heaps]], most: int
) -> None:
    """None of these is proved; with at most so many heaps z3 is asked about heaps of any size."""
    games = paper.games({number: len(heaps) for number, _, heaps in wanted}, k, workplace)  # few heaps come first
    for number, label, heaps in wanted:
        rules = paper.mutants[number].rules(paper.rules)
        told = f"{label} for k = {k}: {paper.mutants[number].rule}"
        claim = paper.claim(label, number)
        reading = games.reading(len(heaps), play=claim.play, members=claim.members)
        failure = next(failures(reading, len(heaps), sum(heaps)), None)
        assert failure is not None, f"proved up to {heaps}: {told}"
        assert sum(failure.heaps) == sum(heaps), told
        assert label in paper.differences(rules, k, [failure.heaps]), f"right at {failure.heaps}: {told}"
        if len(heaps) <= most:
            assert answer(failure.problem) == "sat", told


@pytest.mark.parametrize("step", small_or_whole(60, 1))
@pytest.mark.parametrize("name", KS)
@pytest.mark.sample(16)
def test_no_change_that_the_game_refutes_is_proved(name: str, step: int, tmp_path: Path) -> None:
    paper = replace(paper_of(name), mutants=paper_of(name).mutants[::step])
    refuted: set[tuple[int, str]] = set()
    for k in paper.ks[: PARAMETERS[name]]:
        wanted = [one for one in paper.refuted(k) if one[:2] not in refuted]
        check_proofs(paper, k, tmp_path, wanted, FEW)
        refuted |= {one[:2] for one in wanted}
    numbers = {number for number, _ in refuted}
    others = [mutant for number, mutant in enumerate(paper.mutants) if number not in numbers]
    assert {mutant.rule for mutant in others if paper.is_safe(mutant)} <= set(paper.equivalent)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k"), [(name, k) for name, ks in KS.items() for k in ks])
def test_no_change_is_proved_for_heaps_of_any_size(name: str, k: int | None, tmp_path: Path) -> None:
    wanted = list(paper_of(name).refuted(k))
    check_proofs(paper_of(name), k, tmp_path, wanted, most=MOST)


@pytest.mark.slow
@pytest.mark.parametrize("most", small_or_whole(2, MOST))
@pytest.mark.parametrize("name", KS)
@pytest.mark.sample(12)
def test_the_theorems_and_equivalent_changes_are_proved(name: str, most: int, tmp_path: Path) -> None:
    paper, k = paper_of(name), paper_of(name).ks[0]
    numbers = [number for number, mutant in enumerate(paper.mutants) if mutant.rule in paper.equivalent]
    games = paper.games(dict.fromkeys(numbers, min(most, 3)), k, tmp_path)
    for heaps in range(min(most, PROVED[name]) + 1):
        claims = dict(paper.claims)
        if heaps <= 3:
            claims |= {f"{label} {number}": paper.claim(label, number) for label in claims for number in numbers}
        for told, claim in claims.items():
            reading = games.reading(heaps, play=claim.play, members=claim.members)
            wrong = [problem.name for problem in problems(reading, heaps) if answer(problem) != "unsat"]
            assert not wrong, told


@pytest.mark.parametrize("name", KS)
@pytest.mark.long("[theorem")
def test_no_theorem_is_proved_for_the_other_play(name: str, tmp_path: Path) -> None:
    paper, heaps = paper_of(name), FIRST_IN_THE_OTHER_PLAY[name]
    games = paper.games({}, paper.ks[0], tmp_path)
    for claim in paper.claims.values():
        other: Play = "misere" if claim.play == "normal" else "normal"
        reading = games.reading(len(heaps), play=other, members=claim.members)
        found = list(failures(reading, len(heaps), sum(heaps)))
        assert {failure.heaps for failure in found} == {heaps}
        assert "sat" in {answer(failure.problem) for failure in found}
