"""One symbol changed in Theorems 1 to 5 of the misère paper: Bouton refutes it at the smallest position.

Where a changed theorem first differs from the P-positions is found without Bouton: the theorem by plain
clingo, the P-positions by a memoised solver. All the changed theorems of a game go into one rules file, each
with predicates of its own, so that Bouton walks the game once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from bouton.check import Options, check, rules_of
from bouton.data import folder
from bouton.errors import InputError
from bouton.spec.load import load
from bouton.verdict import Verdict
from tests.encodings.bounded_greedy_nim_solver import Heaps, is_p, positions
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import evaluate, head, split

Place = tuple[int | None, Heaps]
"""k, where the game has one, and a position."""
Claim = tuple[str, str]
"""A theorem and the changed rule."""

MOVES = {"move", "after"}


@dataclass(frozen=True)
class Game:
    """A rules file, the predicates that make up its theorems, and the box they are compared on."""

    file: str
    names: frozenset[str]
    theorems: dict[str, str]
    """Each theorem's predicate, and its play."""
    ks: tuple[int, ...]
    heaps: int
    size: int

    @cached_property
    def rules(self) -> list[str]:
        """The rules of the theorems."""
        return [rule for rule in self._all if head(rule) in self.names]

    @cached_property
    def moves(self) -> list[str]:
        """The rules of the game."""
        return [rule for rule in self._all if head(rule) in MOVES]

    @cached_property
    def mutants(self) -> list[Mutant]:
        """Every change of one symbol that leaves the rule safe."""
        return [mutant for mutant in self._mutants if self._safe(mutant)]

    @cached_property
    def unsafe(self) -> list[Mutant]:
        """The changes that do not."""
        return [mutant for mutant in self._mutants if not self._safe(mutant)]

    @cached_property
    def _all(self) -> list[str]:
        return split((folder("encodings") / self.file).read_text())

    @cached_property
    def _mutants(self) -> list[Mutant]:
        return [*mutants(self.rules), *changed_k(self.rules)]

    def _safe(self, mutant: Mutant) -> bool:
        try:
            evaluate(mutant.rules(self.rules), {"k": 2}, [()], [])
        except RuntimeError:
            return False
        return True

    def differences(self, rules: list[str], ks: tuple[int, ...], box: list[Heaps]) -> dict[str, Place]:
        """Where each theorem of these rules first differs from the P-positions, if anywhere."""
        found: dict[str, Place] = {}
        for k in ks or (None,):
            rows = evaluate(rules, {} if k is None else {"k": k}, box, self.theorems)
            for theorem, play in self.theorems.items():
                wrong = (heaps for heaps in box if bool(rows[theorem][heaps]) != is_p(k, play == "misere", heaps))
                place = next(wrong, None)
                if place is not None:
                    found.setdefault(theorem, (k, place))
        return found


def changed_k(rules: list[str]) -> Iterator[Mutant]:
    """The parameter up and down by one, wherever it stands."""
    for index, rule in enumerate(rules):
        for match in re.finditer(r"\bk\b", rule):
            for other in ("k+1", "k-1"):
                yield Mutant(index, rule, f"{rule[: match.start()]}{other}{rule[match.end() :]}")


THEOREM_1 = Game(
    "bounded_greedy_nim.lp",
    frozenset({"stones", "theorem_1_normal", "theorem_1_misere"}),
    {"theorem_1_normal": "normal", "theorem_1_misere": "misere"},
    ks=(1,),
    heaps=4,
    size=4,
)
THEOREMS_2_AND_3 = Game(
    "bounded_greedy_nim.lp",
    frozenset("x beta even odd r12 r23 r2 good nice low high theorem_2 theorem_3".split()),
    {"theorem_2": "normal", "theorem_3": "misere"},
    ks=(2, 3),
    heaps=5,
    size=7,
)
THEOREMS_4_AND_5 = Game(
    "greedy_nim.lp",
    frozenset({"x", "t", "theorem_4", "theorem_5"}),
    {"theorem_4": "normal", "theorem_5": "misere"},
    ks=(),
    heaps=5,
    size=5,
)
GAMES = [THEOREM_1, THEOREMS_2_AND_3, THEOREMS_4_AND_5]
IDS = ["theorem-1", "theorems-2-and-3", "theorems-4-and-5"]
EQUIVALENT: dict[str, str] = {}


def bouton_finds(game: Game, workplace: Path) -> dict[Claim, Place]:
    """Where Bouton refutes the theorems with each change; those that hold are left out."""
    rules, claims, changes = list(game.moves), [], {}
    for number, mutant in enumerate(game.mutants):
        rules += [renamed(rule, game.names, number) for rule in mutant.rules(game.rules)]
        for theorem, play in game.theorems.items():
            name = f"{theorem}_{number}"
            claim = name.replace("_", "-")
            changes[claim] = theorem, mutant.rule
            claims.append(f"  - {{id: {claim}, says: Changed., kind: p-positions, play: {play}, iff: {name}}}")
    spec = specification(game, workplace, rules, claims)
    found: dict[Claim, Place] = {}
    for result in check(load(str(spec)), Options(), lambda _: None):
        if result.counterexample is None:
            assert result.verdict is Verdict.HOLDS
        else:
            assert result.verdict is Verdict.REFUTED
            (heaps,) = result.counterexample.at[1]
            k = result.counterexample.parameters.get("k")
            assert isinstance(heaps, tuple)
            assert k is None or isinstance(k, int)
            found[changes[result.id]] = k, heaps
    return found


def renamed(rule: str, names: frozenset[str], number: int) -> str:
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{number}", rule)


def specification(game: Game, workplace: Path, rules: list[str], claims: list[str]) -> Path:
    (workplace / "mutants.lp").write_text("\n".join(rules))
    parameters = [f"parameters: {{k: {game.ks[0]}..{game.ks[-1]}}}"] if game.ks else []
    box = f"  heap: {{count: 0..{game.heaps}, size: 1..{game.size}, order: descending}}"
    lines = ["game: Mutants", "rules: mutants.lp", *parameters, "position:", box, "claims:", *claims]
    spec = workplace / "mutants.yaml"
    spec.write_text("\n".join(lines))
    return spec


def different(game: Game, mutant: Mutant) -> dict[Claim, Place]:
    """The differences of a changed theorem, least first."""
    box = list(positions(game.heaps, game.size))
    found = game.differences(mutant.rules(game.rules), game.ks, box)
    return {(theorem, mutant.rule): place for theorem, place in found.items()}


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_theorems_themselves(game: Game) -> None:
    assert game.differences(game.rules, game.ks, list(positions(game.heaps, game.size))) == {}


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_change_is_refuted_at_the_smallest_position(game: Game, tmp_path: Path) -> None:
    expected = {claim: place for mutant in game.mutants for claim, place in different(game, mutant).items()}
    assert {mutant.rule for mutant in game.mutants} - {rule for _, rule in expected} == set()
    assert bouton_finds(game, tmp_path) == expected


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_unsafe_changes_are_refused(game: Game, tmp_path: Path) -> None:
    for mutant in game.unsafe:
        spec = load(str(specification(game, tmp_path, [*game.moves, *mutant.rules(game.rules)], [])))
        with pytest.raises(InputError, match="unsafe"):
            rules_of(spec)
