"""One symbol changed in Theorems 1 to 5 of the misère paper: Bouton refutes it at the smallest position.

Where a changed theorem first differs from the P-positions is found without Bouton: the theorem by plain
clingo, the P-positions by a memoised solver. All the changed theorems of a game go into one rules file, each
with names of its own for what the change touches, so that Bouton walks the game once. Every twelfth change takes part,
and each one in the slow tests.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import evaluate, head, split
from tests.oracle.bounded_greedy_nim import Heaps, is_p, positions
from tests.samples import small_or_whole
from tests.shipped import rules_text

Difference = tuple[int, str]
"""The number of a mutant, and one of the theorems with its change."""


@dataclass(frozen=True)
class Game:
    """A shipped spec, the predicates that make up its theorems, and the box they are compared on."""

    spec: str
    given: frozenset[str]
    """The predicates that stay as they are."""
    changed: frozenset[str]
    theorems: dict[str, str]
    """Each theorem's predicate, and its play."""
    k: int | None
    heaps: int
    size: int

    @cached_property
    def rules(self) -> list[str]:
        """The rules that are changed."""
        return [rule for rule in self._all if head(rule) in self.changed]

    @cached_property
    def rest(self) -> list[str]:
        """The rules that are not."""
        return [rule for rule in self._all if head(rule) in self.given]

    @cached_property
    def mutants(self) -> list[Mutant]:
        """Every change of one symbol that leaves the rule safe."""
        return [mutant for mutant in self._mutants if self._safe(mutant)]

    def sampled(self, step: int) -> list[Mutant]:
        """Of every so many changes those that leave the rule safe, which is asked of no others."""
        return [mutant for mutant in self._mutants[::step] if self._safe(mutant)]

    @cached_property
    def unsafe(self) -> list[Mutant]:
        """The changes that do not."""
        return [mutant for mutant in self._mutants if not self._safe(mutant)]

    def touched(self, number: int) -> set[str]:
        """The predicates that a change touches: those of its rule, and those that need them."""
        mutant = self.mutants[number]
        found, before = {head(mutant.original), head(mutant.rule)}, 0
        while len(found) > before:
            before = len(found)
            found |= {head(rule) for rule in self.rules if found & set(re.findall(r"\w+", rule))}
        return found

    @cached_property
    def _all(self) -> list[str]:
        return split(rules_text(self.spec))

    @cached_property
    def _mutants(self) -> list[Mutant]:
        return [*mutants(self.rules), *changed_k(self.rules)]

    def _safe(self, mutant: Mutant) -> bool:
        try:
            evaluate(mutant.rules(self.rules), {"k": 2}, [()], [])
        except RuntimeError:
            return False
        return True

    def differences(self, rules: list[str], k: int | None, box: list[Heaps]) -> dict[str, Heaps]:
        """Where each theorem of these rules first differs from the P-positions, if anywhere."""
        found: dict[str, Heaps] = {}
        rows = evaluate([*self.rest, *rules], {} if k is None else {"k": k}, box, self.theorems)
        for theorem, play in self.theorems.items():
            wrong = (heaps for heaps in box if bool(rows[theorem][heaps]) != is_p(k, play == "misere", heaps))
            place = next(wrong, None)
            if place is not None:
                found[theorem] = place
        return found


def changed_k(rules: list[str]) -> Iterator[Mutant]:
    """The parameter up and down by one, wherever it stands."""
    for index, rule in enumerate(rules):
        for match in re.finditer(r"\bk\b", rule):
            for other in ("k+1", "k-1"):
                yield Mutant(index, rule, f"{rule[: match.start()]}{other}{rule[match.end() :]}")


THEOREM_1 = Game(
    "misere_bounded_greedy_nim",
    frozenset({"move", "after"}),
    frozenset({"stones", "theorem_1_normal", "theorem_1_misere"}),
    {"theorem_1_normal": "normal", "theorem_1_misere": "misere"},
    k=1,
    heaps=4,
    size=4,
)
THEOREMS_2_AND_3 = Game(
    "misere_bounded_greedy_nim",
    frozenset({"move", "after"}),
    frozenset(
        {"x", "beta", "even", "odd", "r12", "r23", "r2", "good", "nice", "low", "high", "theorem_2", "theorem_3"}
    ),
    {"theorem_2": "normal", "theorem_3": "misere"},
    k=2,
    heaps=5,
    size=5,
)
THEOREMS_4_AND_5 = Game(
    "greedy_nim",
    frozenset({"move", "after", "x"}),
    frozenset({"t", "theorem_4", "theorem_5"}),
    {"theorem_4": "normal", "theorem_5": "misere"},
    k=None,
    heaps=5,
    size=5,
)
GAMES = {"theorem-1": THEOREM_1, "theorems-2-and-3": THEOREMS_2_AND_3, "theorems-4-and-5": THEOREMS_4_AND_5}
WIDER: dict[str, list[int | None]] = {"theorem-1": [1], "theorems-2-and-3": [2, 3, 4, 5], "theorems-4-and-5": [None]}

BATCH = 12

REMAINDER = "a remainder is no less than 0 and less than the divisor"
EQUIVALENT = {
    "theorem_1_normal :- stones(N), N \\ 2 <= 0.": REMAINDER,
    "theorem_1_misere :- stones(N), N \\ 2 >= 1.": REMAINDER,
    "x(3,1) :- not heap(3,_).": "beta is 0 all the same, and low and even go by x_3 <= 1 and beta",
    "x(3,-1) :- not heap(3,_).": "beta is 0 all the same, and low and even go by x_3 <= 1 and beta",
    "even :- beta(B), B \\ 2 <= 0.": REMAINDER,
    "odd :- beta(B), B \\ 2 >= 1.": REMAINDER,
    "good :- r12(0), r23(B), B > 0, B != k.": REMAINDER,
    "good :- r12(0), r23(B), B != 0, B < k.": REMAINDER,
    "nice :- r12(0), r2(B), B > 0, B != 1.": REMAINDER,
    "nice :- r12(0), r2(B), B != 0, B > 1.": REMAINDER,
    "theorem_4 :- t(T), T \\ 2 <= 0.": REMAINDER,
    "theorem_5 :- x(1,S), S = 1, t(T), T \\ 2 = 1.": "t = 0, which is even, on the empty position",
    "theorem_5 :- x(1,S), S <= 1, t(T), T \\ 2 >= 1.": REMAINDER,
    "theorem_5 :- x(2,S), S >= 2, t(T), T \\ 2 = 0.": "where t is even and heaps are left, x_2 = x_1",
    "theorem_5 :- x(1,S), S >= 2, t(T), T \\ 2 <= 0.": REMAINDER,
}


def bouton_finds(game: Game, asked: Sequence[Difference], workplace: Path) -> dict[Difference, Heaps]:
    """Where Bouton refutes these theorems with their changes; those that hold are left out."""
    rules, claims, about = [*game.rest, *game.rules], [], {}
    for number in sorted({number for number, _ in asked}):
        mutant, names = game.mutants[number], game.touched(number)
        rules += [renamed(rule, names, number) for rule in mutant.rules(game.rules) if head(rule) in names]
    for number, theorem in asked:
        claim = f"{theorem}-{number}".replace("_", "-")
        about[claim] = number, theorem
        about_it = f"kind: p-positions, play: {game.theorems[theorem]}, iff: {theorem}_{number}"
        claims.append(f"  - {{id: {claim}, says: Changed., {about_it}}}")
    spec = specification(game, workplace, rules, claims)
    found: dict[Difference, Heaps] = {}
    for result in check(load(str(spec)), Options(prove=False), lambda _: None):
        if result.counterexample is None:
            assert result.verdict is Verdict.HOLDS
        else:
            assert result.verdict is Verdict.REFUTED
            (heaps,) = result.counterexample.at[1]
            assert isinstance(heaps, tuple)
            found[about[result.id]] = heaps
    return found


def renamed(rule: str, names: Set[str], number: int) -> str:
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{number}", rule)


def specification(game: Game, workplace: Path, rules: list[str], claims: list[str]) -> Path:
    (workplace / "mutants.lp").write_text("\n".join(rules))
    parameters = [] if game.k is None else [f"parameters: {{k: {game.k}}}"]
    box = f"  heap: {{count: 0..{game.heaps}, size: 1..{game.size}, order: descending}}"
    lines = ["game: Mutants", "rules: mutants.lp", *parameters, "position:", box, "claims:", *claims]
    spec = workplace / "mutants.yaml"
    spec.write_text("\n".join(lines))
    return spec


@pytest.mark.parametrize("step", small_or_whole(12, 1))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.sample(4)
def test_every_change_is_refuted_at_the_smallest_position(game: Game, step: int, tmp_path: Path) -> None:
    box = list(positions(game.heaps, game.size))
    chosen = dict(list(enumerate(game.mutants))[::step])
    expected = {
        (number, theorem): heaps
        for number, mutant in chosen.items()
        for theorem, heaps in game.differences(mutant.rules(game.rules), game.k, box).items()
    }
    refuted = {number for number, _ in expected}
    survivors = {mutant.rule for number, mutant in chosen.items() if number not in refuted}
    assert survivors == {mutant.rule for mutant in chosen.values()} & set(EQUIVALENT)
    asked = [(number, name) for number in chosen for name in game.theorems if name in game.touched(number)]
    # Claims refuted early are asked together, so that Bouton soon has no more to look for.
    asked.sort(key=lambda difference: (difference not in expected, sum(expected.get(difference, ()))))
    found = [bouton_finds(game, asked[at : at + BATCH], tmp_path) for at in range(0, len(asked), BATCH)]
    assert dict(ChainMap(*found)) == expected


def test_every_equivalent_change_is_one() -> None:
    assert set(EQUIVALENT) <= {mutant.rule for game in GAMES.values() for mutant in game.mutants}


@pytest.mark.parametrize(("heaps", "size"), small_or_whole((4, 7), (6, 7)))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(6)
def test_the_theorems_and_equivalent_changes_hold_in_a_wider_box(name: str, heaps: int, size: int) -> None:
    game, box = GAMES[name], list(positions(heaps, size))
    variants = [game.rules, *(mutant.rules(game.rules) for mutant in game.mutants if mutant.rule in EQUIVALENT)]
    for rules in variants:
        for k in WIDER[name]:
            assert game.differences(rules, k, box) == {}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.sample(3)
def test_unsafe_changes_are_refused(game: Game, tmp_path: Path) -> None:
    for mutant in game.unsafe:
        claim = "  - {id: x, says: Changed., kind: p-positions, iff: " + next(iter(game.theorems)) + "}"
        spec = specification(game, tmp_path, [*game.rest, *mutant.rules(game.rules)], [claim])
        with pytest.raises(InputError, match="unsafe"):
            rules_of(load(str(spec)))
