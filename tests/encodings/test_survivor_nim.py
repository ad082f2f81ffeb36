"""Survivor Nim: the rules, the theorems as printed and corrected, and the arithmetic, each against plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.shipped import folder
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.encodings.survivor_nim_rules import SURVIVOR, Position, Row, Setting, derived, survivor
from tests.oracle.survivor_nim import block_game, lost, rounds, settled, winners
from tests.samples import small_or_whole

Of: TypeAlias = Callable[[int], Iterable[Any]]
"""The values of k or of j for some n."""

LARGEST = 110
TOGETHER = [
    Setting(n, k, m, extra)
    for n, m, extra in product((1, 2, 3), (1, 2, 3, 4), (0, 1, 2))
    for k in sorted({0, 1, n, n + 1, 2 * n, 2 * n + extra - 1})
]
ALTERNATING = [Setting(n, k, m, 0, 1) for n, k, m in product((1, 2, 3), (0, 2), (1, 2, 3, 4))]


def theorem_settings(least: Callable[[int], int], largest: Callable[[int], int]) -> list[Setting]:
    return [Setting(n, k) for n in range(1, 5) for k in range(least(n), largest(n) + 1)]


EIGHT = theorem_settings(lambda _: 0, lambda _: 0)
TEN = theorem_settings(lambda _: 1, lambda n: n)
TWELVE = theorem_settings(lambda n: n + 1, lambda n: 2 * n)
EQUAL = [Setting(n, 0, m, 0) for n, m in product(range(1, 5), (1, 2, 3))]
THREE = [Setting(1, k) for k in range(3)]

SPEAK = {
    "corollary-5": ("corollary_5", "start", EQUAL),
    "corollary-5-corrected": ("corollary_5_corrected", "start", EQUAL),
    "theorem-8": ("theorem_8", "speaks_8", EIGHT),
    "corollary-9": ("corollary_9", "speaks_8", EIGHT),
    "theorem-8-largest": ("largest_8", "from_8", EIGHT),
    "theorem-8-every-n": ("every_8", "speaks_8", EIGHT),
    "theorem-10": ("theorem_10", "speaks_10", TEN),
    "theorem-10-corrected": ("theorem_10_corrected", "speaks_10", TEN),
    "corollary-11": ("corollary_11", "speaks_10", TEN),
    "corollary-11-corrected": ("corollary_11_corrected", "speaks_10", TEN),
    "theorem-10-largest": ("largest_10", "from_10", TEN),
    "theorem-10-largest-corrected": ("largest_10_corrected", "from_10_corrected", TEN),
    "theorem-10-every-n": ("every_10", "speaks_10", TEN),
    "theorem-12": ("theorem_12", "speaks_12", TWELVE),
    "theorem-12-corrected": ("theorem_12_corrected", "speaks_12", TWELVE),
    "corollary-13": ("corollary_13", "speaks_12", TWELVE),
    "corollary-13-corrected": ("corollary_13_corrected", "speaks_12", TWELVE),
    "theorem-12-largest": ("largest_12", "from_12", TWELVE),
    "theorem-12-largest-corrected": ("largest_12_corrected", "from_12_corrected", TWELVE),
    "theorem-12-every-n": ("every_12", "speaks_12", TWELVE),
    "corollary-14-lists": ("listed", "counters", THREE),
    "corollary-14-lists-corrected": ("listed_corrected", "three_players", THREE),
}
"""What speaks of player 1 only: its predicate, where it speaks, and the settings, least first."""
FALSE = {"corollary-5", "theorem-10", "corollary-11", "theorem-12", "corollary-13", "corollary-14-lists"} | {
    "theorem-10-largest",
    "theorem-12-largest",
}
REDUCIBLE = {
    "proposition-4-proof": (EQUAL, "printed", False),
    "proposition-4-proof-corrected": (EQUAL, "shifted", True),
}
"""The settings of a comparison with the block game from player 1 on, the image, and whether it stands."""
SHIFTED = {"theorem-8-reducible": EIGHT, "theorem-10-reducible": TEN, "theorem-12-reducible": TWELVE}
"""The settings of a comparison for which no shift does."""


def named(rows: Iterable[Row]) -> dict[str, int]:
    """The fluents of an image; none has two values."""
    pairs = [term for (term,) in rows if isinstance(term, tuple)]
    assert len(pairs) == len(dict(pairs))
    return dict(pairs)


@pytest.mark.parametrize("batch", [*small_or_whole(TOGETHER[::18], TOGETHER), ALTERNATING])
@pytest.mark.sample(4)
def test_moves_sides_and_winners(batch: list[Setting]) -> None:
    for setting in batch:
        positions = setting.positions(range(9))
        found = survivor(setting, positions, "move", "after", "side", "winner")
        for pile, player in positions:
            at = pile, player
            assert found["side"][at] == {("AB".index(setting.placement[player - 1]) + 1,)}
            taken = range(1, min(setting.m, pile) + 1)
            assert found["move"][at] == {(("take", count),) for count in taken}
            after = player % setting.players + 1
            effects = [{(("take", t), ("pile", pile - t)), (("take", t), ("player", after))} for t in taken]
            assert found["after"][at] == set().union(*effects)
            assert found["winner"][at] == ({(setting.winner(0, player, 0),)} if not pile else set())


@pytest.mark.parametrize("setting", [Setting(1, 0, 2), Setting(2, 3, 3), Setting(3, 0, 2, 1), Setting(2, 0, 2, 0, 1)])
@pytest.mark.sample(2)
def test_the_rules_themselves_played_out(setting: Setting) -> None:
    """The winners that follow from the moves, sides and winners of the rules are those of the solver."""
    positions = setting.positions(range(31))
    found = survivor(setting, positions, "move", "after", "side", "winner")
    won: dict[Position, Row] = {}
    for at in positions:
        (side,), effects = found["side"][at], found["after"][at]
        options = [named({(effect,) for move, effect in effects if (move,) == taken}) for taken in found["move"][at]]
        reached = {won[option["pile"], option["player"]] for option in options}
        (won[at],) = found["winner"][at] or ({side} if side in reached else reached)
    assert {at: side for at, (side,) in won.items()} == {at: setting.winner(at[0], at[1], 30) for at in positions}


def failures(predicate: str, where: str, setting: Setting) -> Iterator[int]:
    """The piles at which player 1 is told another winner than the solver's."""
    found = facts(setting)
    for pile in range(LARGEST + 1):
        said = found[predicate][pile, 1]
        if found[where][pile, 1] and said != {(setting.winner(pile, 1, LARGEST),)}:
            yield pile


@cache
def facts(setting: Setting) -> dict[str, dict[Position, set[Row]]]:
    wanted = {name for iff, where, _ in SPEAK.values() for name in (iff, where)}
    return survivor(setting, [(pile, 1) for pile in range(LARGEST + 1)], *sorted(wanted))


def least(id: str) -> tuple[Setting, int] | None:
    """The first setting and the first pile of it at which a theorem fails."""
    predicate, where, batch = SPEAK[id]
    return next(((setting, pile) for setting in batch for pile in failures(predicate, where, setting)), None)


@pytest.mark.slow
@pytest.mark.parametrize("id", [name for name in SPEAK if name not in FALSE])
@pytest.mark.sample(24)
def test_theorems_that_stand(id: str) -> None:
    _, where, batch = SPEAK[id]
    assert least(id) is None
    assert all(any(rows for rows in facts(setting)[where].values()) for setting in batch)


UNTRUE = FALSE | {name for name, (*_, stands) in REDUCIBLE.items() if not stands} | SHIFTED.keys()


@pytest.mark.parametrize("id", sorted(UNTRUE))
@pytest.mark.sample(12)
def test_theorems_that_fail_do_so_first_where_bouton_says(id: str) -> None:
    found = least(id) if id in SPEAK else least_shift(SHIFTED[id], 60) if id in SHIFTED else least_image(id)
    assert found is not None
    (result,) = check(load(folder("specs") / "survivor_nim.yaml"), Options(claims=(id,), prove=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.as_expected
    assert result.counterexample is not None
    assert result.counterexample.parameters == found[0].parameters
    assert result.counterexample.position == {"pile": found[1], "player": 1}


def blocks_win(setting: Setting, image: dict[str, int]) -> bool:
    """Whether the side to move wins the block game at an image."""
    shares = {1: setting.n + setting.extra, 2: setting.n}
    own, other = shares[image["turn"]], shares[3 - image["turn"]]
    pile, left, misere = image["pile"], image["left"], bool(image["misere"])
    if pile < left:
        return misere
    most = min(left * setting.m, pile)
    return any(not block_game(other, own, setting.m, pile - taken, misere) for taken in range(left, most + 1))


def least_image(id: str) -> tuple[Setting, int] | None:
    """The first setting and pile at which player 1 fares otherwise than at the image."""
    batch, predicate, _ = REDUCIBLE[id]
    for setting in batch:
        found = survivor(setting, [(pile, 1) for pile in range(1, 61)], predicate, "side")
        for pile in range(1, 61):
            ((own,),) = found["side"][pile, 1]
            if blocks_win(setting, named(found[predicate][pile, 1])) != (own == setting.winner(pile, 1, 60)):
                return setting, pile
    return None


def test_a_loss_is_two_losses_a_round_earlier() -> None:
    for setting in EIGHT[:4]:
        n = setting.n
        lost = {pile for pile in range(1, LARGEST + 1) if setting.winner(pile, 1, LARGEST) == 2}
        for pile in range(3 * n + 3, LARGEST + 1):
            assert (pile in lost) == {pile - 3 * n - 1, pile - 3 * n - 2}.issubset(lost)


def shifts(setting: Setting, shifts: Iterable[int], piles: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """Each pile that player 1 begins with, and the shifts that no pile so far has ruled out."""
    left = list(shifts)
    side = "AB".index(setting.placement[0]) + 1
    share = setting.n + (setting.extra if side == 1 else 0)
    for pile in piles:
        loses = setting.winner(pile, 1, LARGEST) != side
        images = {j: {"turn": side, "left": share, "misere": 1, "pile": pile + j} for j in left}
        left = [j for j, image in images.items() if blocks_win(setting, image) != loses]
        yield pile, left


def least_shift(batch: Iterable[Setting], most: int) -> tuple[Setting, int] | None:
    """The first setting for which no positive shift up to a number does, and the pile that rules out the last."""
    for setting in batch:
        for pile, left in shifts(setting, range(1, most + 1), range(1, 61)):
            if not left:
                return setting, pile
    return None


@pytest.mark.slow
def test_the_shifts_of_proposition_4() -> None:
    """Those that are n-1 modulo (m+1)n, of which some are positive."""
    assert least_image("proposition-4-proof-corrected") is None
    for setting in EQUAL[:9]:
        *_, (_, left) = shifts(setting, range(1, 41), range(1, 61))
        period = (setting.m + 1) * setting.n
        assert left == [j for j in range(1, 41) if j % period == setting.n - 1]
        assert left


@pytest.mark.parametrize("batch", SHIFTED.values(), ids=SHIFTED)
def test_no_shift_does_for_theorems_8_10_and_12(batch: list[Setting]) -> None:
    """Whatever n and k, and at the piles that the proofs in block_nim.yaml look at."""
    for setting in batch[:6]:
        n, k = setting.n, setting.k
        starts = k - n if k > n else n + 1
        first = 1 if k == 0 else n + 2 * starts + 1
        few = [k, k + 1, 2 * k + n + 1, 2 * k + n + 2, n * (3 * n + 2) + k + 1] if 0 < k <= n else [first, first + n]
        *_, (_, left) = shifts(setting, range(1, 121), few)
        assert left == [], setting


@pytest.mark.parametrize("largest", small_or_whole(8, 40))
@pytest.mark.parametrize("extra", [0, 1, 2])
@pytest.mark.sample(3)
@pytest.mark.slow
def test_every_position_is_one_of_the_block_game_in_normal_play(extra: int, largest: int) -> None:
    for n, k, m in product((1, 2, 3), (0, 1, 3), (1, 2, 3)):
        setting = Setting(n, k, m, extra)
        if k >= setting.players:
            continue
        positions = setting.positions(range(1, largest + 1))
        found = survivor(setting, positions, "normal", "side")
        for pile, player in positions:
            image = named(found["normal"][pile, player])
            ((own,),) = found["side"][pile, player]
            to_move = setting.placement[player - 1 :] + setting.placement
            left = next(place for place, alliance in enumerate(to_move) if alliance != to_move[0])
            assert image == {"pile": pile - 1, "turn": own, "left": left, "misere": 0}
            assert blocks_win(setting, image) == (own == setting.winner(pile, player, 40))


@pytest.mark.parametrize("setting", [*ALTERNATING[::3], Setting(4, 0, 3, 0, 1)])
@pytest.mark.sample(3)
def test_proposition_2(setting: Setting) -> None:
    positions = setting.positions(range(31))
    found = survivor(setting, positions, "single", "two_player", "side")
    for at in positions:
        (side,) = found["side"][at]
        assert named(found["single"][at]) == {"pile": at[0]}
        (winner,) = found["two_player"][at]
        assert winner == (setting.winner(at[0], at[1], 30),)
        assert (winner != side) == (winners("AB", setting.m, 30)[at[0]][0] == "B")


@pytest.mark.parametrize("examples", small_or_whole(8, 150))
@pytest.mark.slow
def test_the_closed_form(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.integers(1, 4), st.integers(0, 8), st.integers(1, 4), st.integers(0, 3))
    def holds(n: int, k: int, m: int, extra: int) -> None:
        setting = Setting(n, k % (2 * n + extra), m, extra)
        positions = setting.positions(range(71))
        found = survivor(setting, positions, "closed_form")["closed_form"]
        assert found == {at: {(setting.winner(at[0], at[1], 70),)} for at in positions}

    holds()


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.sample(2)
def test_the_largest_lost_games_are_the_last_of_all(n: int) -> None:
    """No pile, however large, is lost by alliance 1 but those up to the largest of the theorems."""
    for k in range(2 * n + 1):
        setting = Setting(n, k)
        predicate = (
            "largest_lost_8" if not k else "largest_lost_10_corrected" if k <= n else "largest_lost_12_corrected"
        )
        ((largest,),) = survivor(setting, [(1, 1)], predicate)[predicate][1, 1]
        found = settled(setting.placement, 2)
        assert found is not None
        assert found[0] == largest


@pytest.mark.parametrize("setting", [*EIGHT, *TEN, *TWELVE])
@pytest.mark.sample(4)
def test_the_rounds(setting: Setting) -> None:
    """N_(j-1)2 < N <= N_j1 are the maximal runs that alliance 1 loses (Definition 6), of the lengths (4), (7), (10)."""
    n, k = setting.n, setting.k
    name = "end_8" if not k else "end_10" if k <= n else "end_12"
    rows: Any = survivor(setting, [(1, 1)], name)[name][1, 1]
    sums = {(which, j): value for which, j, value in rows}
    ends = [(sums[2, j - 1] + 1, sums[1, j]) for j in range(-(name == "end_12") + 1, n + 2)]
    assert rounds(lost(setting.placement, 2, LARGEST)) == ends
    losses = [last - first + 1 for first, last in ends]
    if name == "end_12":
        assert losses == [k - n, *(3 * n - k - j + 2 for j in range(1, n + 2))]
    else:
        assert losses == [n + k - j + 2 for j in range(1, n + 2)]


def test_corollary_14() -> None:
    """Three players: more than 9 counters are safe for the pair, and 9 are not."""
    tops = [settled(Setting(1, k).placement, 2) for k in range(3)]
    assert max(top for found in tops for top in found or ()) == 9
    for setting in THREE:
        positions = setting.positions(range(15))
        found = survivor(setting, positions, "beyond_9", "beyond_11", "pair")
        assert {at[0] for at, rows in found["beyond_9"].items() if rows} == set(range(10, 15))
        assert {at[0] for at, rows in found["beyond_11"].items() if rows} == set(range(12, 15))
        assert all(found["pair"][at] == ({(1,)} if at[0] else set()) for at in positions)
    assert Setting(1, 2).winner(9, 1, 9) == 2


def test_the_game_tree_of_section_1() -> None:
    positions = Setting(1, 0).positions(range(7))
    found = survivor(Setting(1, 0), positions, "leaves")["leaves"]
    assert found == {at: {(at[0] - t,) for t in (1, 2) if t < at[0]} for at in positions}
    assert [Setting(1, k).winner(5, 1, 5) for k in (2, 0, 1)] == [2, 1, 1]


@pytest.mark.parametrize(
    ("where", "player", "piles", "loser"),
    [
        ("reduced_by_2", 1, range(1, 5), 1),
        ("reduced_by_1", 5, range(1, 4), 2),
        ("reduced_more_by_1", 5, range(4, 11), 1),
        ("reduced_more_by_2", 1, range(5, 12), 2),
    ],
)
@pytest.mark.sample(2)
def test_the_seven_players_of_section_2(where: str, player: int, piles: range, loser: int) -> None:
    setting = Setting(3, 0)
    found = survivor(setting, setting.positions(range(41)), where, "alliance_one", "alliance_two")
    assert [at for at, rows in found[where].items() if rows] == [(pile, player) for pile in piles]
    assert all(setting.winner(pile, player, 40) != loser for pile in piles)
    assert all(rows == {(1,)} for rows in found["alliance_one"].values())
    assert all(rows == {(2,)} for rows in found["alliance_two"].values())


# N_j1 and N_j2 of the three theorems, multiplied out.
def p8(which: int, n: int, j: int) -> int:
    return 3 * n * j - 2 * n + j if which == 1 else 3 * n * j + 2 * j


def p10(which: int, n: int, k: int, j: int) -> int:
    return p8(which, n, j) + (2 * k if which == 1 else k)


def p12(which: int, n: int, k: int, j: int) -> int:
    return 3 * n * j + j + k - n if which == 1 else 3 * n * j + 2 * j + 2 * k - n


def statements(n: int, k: int, j: int) -> dict[str, bool]:
    """Whether each statement is true of n, k and round j."""
    return {
        "equation_2_1": j == 1 and p8(1, n, 1) == n + 1,
        "equation_2_2": j == 1 and p8(2, n, 1) == 4 * n + 2,
        "equation_2_2_corrected": j == 1 and p8(2, n, 1) == 3 * n + 2,
        "equation_2_3": j == 1 and p8(1, n, 2) - p8(1, n, 1) == 3 * n + 1,
        "equation_2_4": j == 1 and p8(2, n, 2) - p8(2, n, 1) == 3 * n + 2,
        "recurrence_1": p8(1, n, j + 1) - p8(1, n, j) == 3 * n + 1,
        "recurrence_2": p8(2, n, j) + 3 * n + 2 == (j + 1) * (3 * n + 2),
        "equation_4": p8(1, n, j) - p8(2, n, j - 1) == n - j + 2,
        "equation_7": p10(1, n, k, j) - p10(2, n, k, j - 1) == n + k - j + 2,
        "equation_10": p12(1, n, k, j) - p12(2, n, k, j) == 3 * n - k - j + 2,
        "equation_10_corrected": p12(1, n, k, j) - p12(2, n, k, j - 1) == 3 * n - k - j + 2,
        "last_8": p8(1, n, n) == p8(1, n, n + 1),
        "last_8_corrected": p8(1, n, n + 1) == 3 * n * n + 2 * n + 1,
        "last_10": p10(1, n, k, k + 1) == 3 * k * n + 3 * k + n + 1,
        "last_12": p12(1, n, k, 3 * n - k + 1) == 9 * n * n - 3 * k * n + 5 * n + 1,
        "first_round_12": j == 0 and p12(2, n, k, 0) == 3 * n - 2 * k,
        "first_round_12_corrected": j == 0 and p12(2, n, k, 0) == 2 * k - n,
        "corollary_9_rounds": ((p8(1, n, j) + 1, p8(2, n, j)) == (3 * j * n + j - 2 * n + 1, 3 * j * n + 2 * j)),
        "corollary_11_rounds": (
            (p10(1, n, k, j) + 1, p10(2, n, k, j)) == (3 * j * n + 2 * k + j - 2 * n + 1, 3 * j * n + k + 2 * j)
        ),
        "corollary_13_rounds": (
            (p12(1, n, k, j) + 1, p12(2, n, k, j)) == (3 * j * n + k + j - n + 1, 3 * j * n + 2 * k + 2 * j - n)
        ),
    }


def counted(n: int, j: int, c: int) -> dict[str, bool]:
    """The same of n, round j and c counters."""
    return {
        "in_round_8": p8(2, n, j - 1) < c <= p8(1, n, j),
        "lost_by_quotient": sum(divmod(c - 1, 3 * n + 2)) <= n,
        "quotient_is_j": (c - 1) // (3 * n + 2) == j - 1,
        "in_round_8_by_quotient": sum(divmod(c - 1, 3 * n + 2)) <= n and (c - 1) // (3 * n + 2) == j - 1,
    }


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(1, 5) for k in range(2 * n + 1)])
@pytest.mark.sample(3)
def test_statements(n: int, k: int) -> None:
    cases = [(j, c) for j in range(n + 3) for c in (1, 2)]
    about = Setting(n, k).parameters
    found, undefined = derived(SURVIVOR, ("j", "c"), about, cases, statements(n, k, 0))
    assert not undefined
    for j, c in cases:
        assert {name: bool(rows[j, c]) for name, rows in found.items()} == statements(n, k, j)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_statements_about_counters(n: int) -> None:
    cases = [(j, c) for j in range(1, n + 2) for c in range(1, 3 * n * n + 2 * n + 4)]
    found, undefined = derived(SURVIVOR, ("j", "c"), Setting(n, 0).parameters, cases, counted(n, 0, 1))
    assert not undefined
    for at in cases:
        assert {name: bool(rows[at]) for name, rows in found.items()} == counted(n, *at)
    assert {at for at in cases if found["in_round_8_by_quotient"][at]} == {
        at for at in cases if found["in_round_8"][at]
    }


FALSE_STATEMENTS: dict[str, tuple[str, Of, Of]] = {
    "theorem-8-equation-2-2": ("equation_2_2", lambda _: [0], lambda _: [1]),
    "theorem-8-last": ("last_8", lambda _: [0], lambda _: [None]),
    "theorem-12-consecutive-losses": ("equation_10", lambda n: range(n + 1, 2 * n + 1), lambda n: range(1, n + 2)),
    "theorem-12-first-round": ("first_round_12", lambda n: range(n + 1, 2 * n + 1), lambda _: [0]),
}


@pytest.mark.parametrize("id", FALSE_STATEMENTS)
@pytest.mark.sample(2)
def test_statements_that_fail_do_so_first_where_bouton_says(id: str) -> None:
    name, ks, js = FALSE_STATEMENTS[id]
    cases = ((n, k, j) for n in range(1, 5) for k in ks(n) for j in js(n))
    n, k, j = next(case for case in cases if not statements(case[0], case[1], case[2] or 0)[name])
    (result,) = check(load(folder("specs") / "survivor_nim.yaml"), Options(claims=(id,), prove=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.as_expected
    assert result.counterexample is not None
    assert result.counterexample.parameters == Setting(n, k).parameters
    assert result.counterexample.position == ({} if j is None else {"j": j})


@pytest.mark.slow
def test_every_claim_of_the_spec_is_as_expected() -> None:
    spec = load(folder("specs") / "survivor_nim.yaml")
    false = UNTRUE | FALSE_STATEMENTS.keys()
    results = list(check(spec, Options(prove=False), lambda _: None))
    assert {result.id for result in results if result.verdict is Verdict.REFUTED} == false
    assert all(result.as_expected for result in results)
    assert {result.verdict for result in results if result.id not in false} == {Verdict.HOLDS}
