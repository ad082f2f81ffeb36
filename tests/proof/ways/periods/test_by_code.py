"""Proofs of periods: the theorem's window, and which rules have an octal code."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.octal import Code, parse, rules_text
from bouton.core.proof import Proof
from bouton.document.load import load
from bouton.ground.values import values_by_code
from bouton.process.limits import Limits
from bouton.proof.ways.periods.by_code import window
from bouton.proof.ways.sums import code as heapcode
from bouton.proof.ways.sums.code import Decided, decided
from bouton.solving.solver import SolverAnswer
from tests.oracle import octal
from tests.proof.attempts import proved

Decide = Callable[..., Decided]

ROWS = "heap: {count: 0..3, size: 1..6}"

HEAPS = "heaps(N) :- N = #count { I : heap(I,_) }.\n"
AFTER = """\
after(t(I,D,L), heap(I,S-D-L)) :- move(t(I,D,L)), heap(I,S).
after(t(I,D,L), heap(N+1,L)) :- move(t(I,D,L)), heaps(N).
"""


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """The code of a game with these rules."""

    def deciding(rules: str, position: str = ROWS) -> Decided:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition:\n  {position}\nclaims: []\n")
        spec = load(str(tmp_path / "g.yaml"))
        return decided(rules_of(spec), spec.measure, {}, Limits(seconds=20), crosscheck=False)

    return deciding


def test_values() -> None:
    """The values are those of the definition, whatever the code."""
    chosen = random.Random(5)
    for _ in range(40):
        digits = "".join(str(chosen.randrange(8)) for _ in range(chosen.randrange(1, 6)))
        if set(digits) == {"0"}:
            continue
        assert values_by_code(parse(f"0.{digits}"), 60) == octal.values(digits, 60)
        assert all(parse(f".{digits}").options(size) == octal.options(digits, size) for size in range(20))
        assert [parse(f".{digits}").movable(size) for size in range(9)] == [
            bool(octal.options(digits, size)) for size in range(9)
        ]


def test_the_window_is_enough() -> None:
    """Whatever repeats over the window of the theorem repeats as far as one looks, for each code and each claim."""
    shown = 0
    for digits in itertools.product("01234567", repeat=2):
        code = "".join(digits)
        if code == "00":
            continue
        g = octal.values(code, 150)
        for preperiod, period in itertools.product(range(9), range(1, 9)):
            far = window(preperiod, period, parse(f"0.{code}")) + period
            failure = octal.least_failure(g, preperiod, period)
            assert failure is None or failure < far
            shown += failure is None
    assert shown > 100


@pytest.mark.slow
def test_the_code_of_what_it_stands_for(decide: Decide) -> None:
    chosen = random.Random(3)
    for digits in ("7", "77", "137", "07", "4", *(f"{chosen.randrange(1, 512):o}" for _ in range(4))):
        code = parse(f"0.{digits}")
        assert decide(rules_text(code)).code == code


@pytest.mark.slow
def test_codes_of_other_rules(decide: Decide) -> None:
    kayles = "move(t(I,D,L)) :- heap(I,S), D = 1..2, D <= S, L = 0..(S-D)/2.\n"
    assert decide(HEAPS + kayles + AFTER).code.text == "0.77"
    both = "move(t(I,D,L)) :- heap(I,S), D = 1..2, D <= S, L = 0..S-D.\n"
    assert decide(HEAPS + both + AFTER).code.text == "0.77"
    inner = "move(t(I,D,L)) :- heap(I,S), D = (2;3), L = 1..S-D-1.\n"
    assert decide(HEAPS + inner + AFTER).code.text == "0.044"
    pile = "move(t(D)) :- pile(N), D = (1;3;4), D <= N.\nafter(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"
    assert decide(pile, "pile: 0..20").code == Code(frozenset((k, j) for k in (1, 3, 4) for j in (0, 1)))


DEPENDS = "^what a move leaves depends on the size: a heap of"


@pytest.mark.parametrize("pair", [(1, 1), (2, 1), (2, 2), (3, 1), (5, 2)])
@pytest.mark.sample(3)
def test_a_small_pair_of_heaps_may_be_left_by_a_rule_of_its_own(pair: tuple[int, int], decide: Decide) -> None:
    size, least = sum(pair) + 1, min(pair)
    others = "".join(
        f"move(t(I,1,L)) :- heap(I,S), L = 1..(S-1)/2, {one}.\n" for one in (f"S != {size}", f"L != {least}")
    )
    with pytest.raises(Unreadable, match=DEPENDS):
        decide(HEAPS + others + AFTER)
    assert decide(f"{HEAPS}{others}move(t(I,1,{least})) :- heap(I,{size}).\n{AFTER}").code.text == "0.4"


@pytest.mark.parametrize("chosen", ["0", "1", "2", "7", "S", "S-7", "L", "S-7-L"])
@pytest.mark.sample(3)
def test_what_a_move_chooses_besides_is_found_if_it_is_plain(chosen: str, decide: Decide) -> None:
    """There is one way to choose it, which the bounds alone do not say: a small number, a heap, or what is taken."""
    moves = f"move(t(I,7,L,W)) :- heap(I,S), L = 1..S-8, W = 0..S, W*W = ({chosen})*({chosen}).\n"
    after = AFTER.replace("t(I,D,L)", "t(I,D,L,W)")
    assert decide(HEAPS + moves + after).code.text == "0.0000004"


TAKES = "move(t(I,D,0)) :- heap(I,S), D = 1..2, D <= S.\n"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        # what a move may take depends on the size: seen in small heaps, or only by the solvers
        ("move(t(I,3,0)) :- heap(I,S), S >= 7.\n", rf"{DEPENDS} 4 may not become 1, unlike 0\.332$"),
        ("move(t(I,3,0)) :- heap(I,S), S >= 3, S \\ 2 = 1.\n", rf"{DEPENDS} 4 may not become 1, unlike 0\.333$"),
        ("move(t(I,3,0)) :- heap(I,S), S >= 3, S <= 200.\n", "the moves are not seen to be those of 0.333"),
        ("move(t(I,3,0)) :- heap(I,S), S >= 200.\n", "the moves are not seen to be those of 0.33"),
        ("move(t(I,3,1)) :- heap(I,S), S = 500.\n", "the moves are not seen to be those of 0.33"),
        # no bound on what is taken, or none that small heaps show
        ("move(t(I,D,0)) :- heap(I,S), D = 1..S.\n", "no bound is seen on what a move takes"),
        ("move(t(I,D,0)) :- heap(I,S), D = S/2, D > 0.\n", "what a move leaves depends on the size|no bound is seen"),
        # other heaps, or the number of heaps
        ("move(t(I,3,0)) :- heap(I,S), heap(J,T), T > S, S >= 3.\n", "is not a move of one heap"),
        ("move(t(I,3,0)) :- heap(I,S), heaps(1), S >= 3.\n", "is not a move of one heap"),
        # two unequal heaps, as in Grundy's game; and nothing taken at all
        ("move(t(I,1,L)) :- heap(I,S), L = 1..S, 2*L < S-1.\n", rf"{DEPENDS} 3 may not become 1 and 1, unlike 0\.73$"),
        ("move(t(I,0,L)) :- heap(I,S), L = 1..S/2.\n", "a move takes nothing from a heap"),
    ],
)
@pytest.mark.sample(3)
def test_what_has_no_code(decide: Decide, more: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        decide(HEAPS + TAKES + more + AFTER)


def test_three_heaps(decide: Decide) -> None:
    more = "after(t(I,D,L), heap(N+2,L)) :- move(t(I,D,L)), heaps(N).\n"
    moves = "move(t(I,1,L)) :- heap(I,S), L = 1, S = 1+3*L.\n"
    third = HEAPS + moves + AFTER.replace("S-D-L", "S-D-2*L") + more
    with pytest.raises(Unreadable, match="three heaps or more"):
        decide(third)


def test_mutants_of_periods(tmp_path: Path) -> None:
    """A period is proved where the oracle says that it is one, and else refuted at the least size."""
    g = octal.values("17", 300)
    file = tmp_path / "g.yaml"
    for preperiod, period, saltus in ((33, 34, 0), (34, 68, 0), (32, 34, 0), (33, 33, 0), (33, 35, 0), (33, 34, 1)):
        said = f"kind: periodic, preperiod: {preperiod}, period: {period}, saltus: {saltus}, prove: true"
        head = 'game: g\noctal: "0.17"\nposition:\n  heap: {count: 0..3, size: 1..6}\n'
        file.write_text(f"{head}claims:\n  - {{id: one, says: it is so, {said}}}\n")
        spec = load(str(file))
        attempt = proved(spec, "one")
        least = octal.least_failure(g, preperiod, period, saltus)
        assert (least is None) == (octal.is_period("17", preperiod, period) and not saltus)
        proof: Proof = attempt.proof
        assert proof.verdict == ("proved" if least is None else "refuted")
        assert [one.position for one in attempt.candidates] == ([] if least is None else [((least,),)])


@pytest.mark.parametrize("position", [ROWS, "pile: 0..6"])
def test_a_reading_that_is_wrong_far_out_is_seen(
    position: str, decide: Decide, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the solvers to say yes to moves that end at 500 stones, clingo would not."""
    rules = "move(t(I)) :- heap(I,S), S < 500.\nafter(t(I), heap(I,S-1)) :- move(t(I)), heap(I,S).\n"
    if position is not ROWS:
        rules = "move(t) :- pile(S), S >= 1, S < 500.\nafter(t, pile(S-1)) :- move(t), pile(S).\n"
    with pytest.raises(Unreadable, match="are not seen to be those of"):
        decide(rules, position)
    monkeypatch.setattr(heapcode, "solved", lambda *_asked: ("nobody", SolverAnswer("unsat")))
    with pytest.raises(Disagreement, match="which were read from the rules"):
        decide(rules, position)
