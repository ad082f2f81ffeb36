"""One symbol changed in the rules of a game: its solution is no longer proved.

What a changed game is, and where its solution first fails or a move is none, plain clingo says. Some changes
take part, and each one in the slow tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.position import Order
from bouton.proof.theorem import MemberClaim
from bouton.rules.file import Rules
from tests.mutants import test_bounded_greedy_nim_theorems as bounded
from tests.mutants import test_greedy_nim_k_theorems as greedy
from tests.mutants.mutations import Mutant, mutants
from tests.mutants.plain_game import Heaps, PlainGame
from tests.mutants.proofs import Games, answer, failures, predicates, problems, rules_of
from tests.one_position import evaluate, head, split
from tests.oracle import bounded_greedy_nim, greedy_nim_k
from tests.samples import small_or_whole


@dataclass(frozen=True)
class Game:
    """The rules of a game, and what solves it in which play."""

    rules: Sequence[str]
    theorems: Sequence[str]
    solved: Mapping[str, tuple[MemberClaim, ...]]
    order: Order
    ks: tuple[int | None, ...]
    box: Sequence[Heaps]

    @property
    def mutants(self) -> list[Mutant]:
        return [one for one in (*mutants(self.rules), *bounded.changed_k(list(self.rules))) if one.rule not in ENDLESS]


def bounded_game(name: str, k: int | None) -> Game:
    game = bounded.GAMES[name]
    rules = [rule for rule in game.rest if head(rule) in ("move", "after")]
    return Game(
        rules,
        [*(rule for rule in game.rest if rule not in rules), *game.rules],
        {play: (MemberClaim(name, name),) for name, play in game.theorems.items()},
        "descending",
        (k,),
        list(bounded_greedy_nim.positions(4, 4)),
    )


GAMES = {
    "greedy-nim-k": Game(
        split(greedy.GAME),
        greedy.CHARACTERISATION,
        {"normal": tuple(MemberClaim(iff, iff, where) for where, iff in greedy.SPEAKS.items())},
        "ascending",
        (2, 3),
        sorted(greedy_nim_k.positions(range(5), range(1, 5)), key=lambda heaps: (sum(heaps), heaps)),
    ),
    "1-bounded-greedy-nim": bounded_game("theorem-1", 1),
    "2-bounded-greedy-nim": bounded_game("theorems-2-and-3", 2),
    "greedy-nim": bounded_game("theorems-4-and-5", None),
}
ENDLESS = {
    "move(l(I-0,T,l(I,U,L))) :- move(l(I,U,L)), maximal(I-1,_), T = 0..U.",
    "move(l(I-1,T,l(I,U,L))) :- move(l(I,U,L)), T = 0..U.",
    "move(l(I-1,T,l(I,U,L))) :- move(l(I,U,L)), not maximal(I-1,_), T = 0..U.",
}
"""Grounding these has no end: a move gets longer for ever."""

NOT_A_MOVE = "an effect of what is no move counts for nothing"
EQUIVALENT = {
    "maximal(I,S) :- heaps(N), heap(N,S), heap(I,S), I != N-k.": "the (k+1)-st heap from the end is never lowered",
    "move(l(I,T,nil)) :- maximal(I,S), T = 0..S-1.": "heaps of one size are alike",
    "after(take(M), heap(1,T)) :- heap(1,S), M = 0..k, T = S-M, T >= 0.": NOT_A_MOVE,
    "after(take(M), heap(1,T)) :- heap(1,S), M = 1..k+1, T = S-M, T >= 0.": NOT_A_MOVE,
    "after(take(M), heap(1,T)) :- heap(1,S), M = 1..k, T = S-M, T >= -1.": NOT_A_MOVE,
    "after(take(M), heap(1,T)) :- heap(1,S), M = 1..k, T = S-M.": NOT_A_MOVE,
    "after(take(M), heap(1,T)) :- heap(1,S), M = 0..S, T = S-M.": NOT_A_MOVE,
}
ONE_STONE = {"move(take(M)) :- heap(1,S), M = 1..k.": "with k = 1 there is one stone to take in every heap"}
VACUOUS = "heaps(N) :- N = #count { I : heap(I,_) }, 0 = 1."
"""No move, and no position that a theorem speaks of."""


def is_unsafe(game: Game, mutant: Mutant) -> bool:
    try:
        evaluate(mutant.rules(game.rules), {"k": 2}, [()], [])
    except RuntimeError:
        return True
    return False


@pytest.mark.parametrize("step", small_or_whole(3, 1))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(12)
def test_no_changed_game_is_proved_to_have_the_old_solution(name: str, step: int, tmp_path: Path) -> None:
    game, kept = GAMES[name], set[str]()
    for mutant in game.mutants[::step]:
        lines = [*mutant.rules(game.rules), *game.theorems]
        if is_unsafe(game, mutant):
            with pytest.raises(InputError, match="unsafe"):
                rules_of(lines, game.order, {"k": 2}, tmp_path)
            continue
        for play, members in game.solved.items():
            for k in game.ks:
                parameters = {} if k is None else {"k": k}
                plain = PlainGame(lines, parameters, game.box, game.order)
                wrong = plain.first_fault(play, members, game.box)
                if wrong is not None:
                    rules = rules_of(lines, game.order, parameters, tmp_path)
                    check_failure(plain, games(rules, parameters, members), play, members, wrong)
                    break
            else:
                kept.add(mutant.rule)
    changed = {mutant.rule for mutant in game.mutants[::step]}
    known = {*EQUIVALENT, VACUOUS, *(ONE_STONE if name.startswith("1") else ())}
    assert kept == known & changed


def games(rules: Rules, parameters: Mapping[str, int], members: Sequence[MemberClaim]) -> Games:
    return Games(rules, parameters, dict.fromkeys(predicates(members), range(5)))


def check_failure(plain: PlainGame, read: Games, play: str, members: tuple[MemberClaim, ...], wrong: Heaps) -> None:
    reading = read.reading(len(wrong), play=play, members=members)
    failure = next(failures(reading, len(wrong), sum(wrong)), None)
    assert failure is not None, f"proved up to {wrong}: {plain.rules}"
    assert sum(failure.heaps) == sum(wrong), plain.rules
    assert plain.first_fault(play, members, [failure.heaps]) == failure.heaps, plain.rules
    assert answer(failure.problem) == "sat", plain.rules


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
@pytest.mark.slow
def test_a_game_changed_to_the_same_one_is_proved(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    parameters = {} if game.ks[0] is None else {"k": game.ks[0]}
    for mutant in game.mutants:
        if mutant.rule in EQUIVALENT:
            rules = rules_of([*mutant.rules(game.rules), *game.theorems], game.order, parameters, tmp_path)
            for play, members in game.solved.items():
                reading = games(rules, parameters, members).reading(3, play=play, members=members)
                wrong = [one.name for count in range(4) for one in problems(reading, count) if answer(one) != "unsat"]
                assert not wrong, mutant.rule
