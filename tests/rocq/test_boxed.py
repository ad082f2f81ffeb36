"""Boxes that the kernel computes: what is true of all of one, and that a counterexample is the least."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq import refuted
from bouton.rocq.boxed import bounded
from bouton.rocq.compared import compared
from bouton.rocq.computed import Computed
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc
from tests.rocq.test_refuted import false_at, spec_in, text_of

RULES = """move(take(I,M)) :- heap(I,S), M = 1..k, M <= S.
move(pass) :- rest(N), N > 0, heap(1,_).
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
after(pass, rest(N-1)) :- rest(N), move(pass).
sum(X) :- X = #sum { S,I : heap(I,S) }.
found :- sum(X), rest(N), X \\ 2 = 0, N = 0.
found :- sum(X), rest(N), X \\ 2 = 1, N = 1, X > 1.
few :- rest(N), N = 0, heap(1,S).
few :- not heap(1,_), rest(N).
"""
SPEC = """game: Take
rules: heaps.lp
parameters: {k: 1..2, n: 0..k-1}
position: {heap: {count: 0..2, size: 1..k+1, order: ORDER}, rest: {range: 0..n, stones: false}}
claims:
  - {id: found, says: The even ones., kind: p-positions, iff: found}
  - {id: few, says: The even ones., kind: p-positions, iff: found, where: few, over: {k: 1}}
"""

ALLIANCES = """move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), player(I \\ 3 + 1)) :- player(I), move(take(M)).
side(1) :- player(I), I < 3.
side(2) :- player(3).
winner(1) :- pile(0), player(1).
winner(2) :- pile(0), player(I), I > 1.
large :- pile(N), N > 9.
pair(1) :- pile(N), N != 60, N != 65.
"""
TABLE = """game: Two against one
rules: alliances.lp
position: {pile: 0..70, player: {range: 1..3, start: 1}}
claims:
  - {id: pair, says: The two win but of two piles., kind: winners, iff: pair, where: large}
"""


def heaps_in(folder: Path, order: str = "descending") -> Spec:
    """A game of heaps of which a number of stones that hangs on a parameter is taken."""
    (folder / "heaps.lp").write_text(RULES)
    (folder / "heaps.yaml").write_text(SPEC.replace("ORDER", order))
    return load(folder / "heaps.yaml")


def box_of(spec: Spec, claim: Claim) -> str:
    """The file of the claim for its box."""
    about = subject(spec, claim)
    return bounded(about, claim, rules_of(about))[0]


def lost(k: int, heaps: tuple[int, ...], rest: int) -> bool:
    """Whether it is a P-position, in plain Python."""
    options = [
        ((*heaps[:at], size - m, *heaps[at + 1 :]), rest)
        for at, size in enumerate(heaps)
        for m in range(1, min(k, size) + 1)
    ]
    if rest and any(heaps):
        options.append((heaps, rest - 1))
    return not any(lost(k, *one) for one in options)


def _ordered(order: str, heaps: tuple[int, ...]) -> tuple[int, ...]:
    return heaps if order == "none" else tuple(sorted(heaps, reverse=order == "descending"))


def fails(order: str) -> list[tuple[int, int, int, int, tuple[int, ...]]]:
    """Where `found` is false, the least parameters first, and then the least measure: k, n, stones, rest, heaps."""
    found = []
    for k in (1, 2):
        for n in range(k):
            every = [one for count in range(3) for one in product(range(1, k + 2), repeat=count)]
            for kept in {_ordered(order, heaps) for heaps in every}:
                for rest in range(n + 1):
                    said = rest == sum(kept) % 2 and sum(kept) != 1
                    if said != lost(k, kept, rest):
                        found.append((k, n, sum(kept), rest, kept))
    return sorted(found)


@with_coqc
@pytest.mark.parametrize(("end", "fine"), [(3, True), (4, False), (0, True)])
def test_coqc_accepts_a_box_iff_the_claim_is_true_of_it(end: int, fine: bool, tmp_path: Path, compiled: Path) -> None:
    """Even piles are the P-positions of taking 1, 3 or 4 from up to three, and not from four."""
    assert fine == (not any(false_at("even", pile) for pile in range(end + 1)))
    spec_in(tmp_path)
    text = (tmp_path / "take.yaml").read_text()
    (tmp_path / "take.yaml").write_text(text.replace("0..40", f"0..{end}"))
    spec = load(tmp_path / "take.yaml")
    ended = coqc(compiled, box_of(spec, spec.claim("even")))
    assert (ended.returncode == 0) == fine
    if fine:
        assert set(ended.stdout.splitlines()) == {CLOSED}


@with_coqc
def test_coqc_accepts_a_box_of_heaps_and_some_positions(tmp_path: Path, compiled: Path) -> None:
    spec = heaps_in(tmp_path)
    claim = spec.claim("few")
    text = box_of(spec, claim)
    assert "Forall (fun s => 1 <= s <= ((the_k g) + 1)) (the_heap p)" in text
    ended = coqc(compiled, text)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@pytest.mark.parametrize("order", ["descending", "ascending", "none"])
def test_the_least_is_the_one_of_plain_python(order: str, tmp_path: Path) -> None:
    """Of the positions where the claim is false one file alone says that it is the least."""
    spec = heaps_in(tmp_path, order)
    places = fails(order)
    assert len(places) > 3
    for at, (k, n, _, rest, heaps) in enumerate(places[:3]):
        text = text_of(spec, spec.claim("found"), (heaps, rest), {"k": k, "n": n})
        assert ("is left open: it is false before." in " ".join(text.split())) == (at > 0)
        assert text.count("Print Assumptions") == (1 if at else 2)


@with_coqc
@pytest.mark.parametrize("order", ["descending", "ascending", "none"])
def test_coqc_accepts_the_least(order: str, tmp_path: Path, compiled: Path) -> None:
    spec = heaps_in(tmp_path, order)
    k, n, _, rest, heaps = fails(order)[0]
    ended = coqc(compiled, text_of(spec, spec.claim("found"), (heaps, rest), {"k": k, "n": n}))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("at", [1, 2])
def test_coqc_refuses_that_another_is_the_least(
    at: int, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = heaps_in(tmp_path)
    k, n, _, rest, heaps = fails("descending")[at]
    monkeypatch.setattr(refuted, "_true", lambda *_: False)
    monkeypatch.setattr(Computed, "true", lambda *_: True)
    text = text_of(spec, spec.claim("found"), (heaps, rest), {"k": k, "n": n})
    assert text.count("Print Assumptions") == 2
    assert coqc(compiled, text).returncode != 0


def pair_wins(pile: int, player: int) -> bool:
    """Whether two players of three, who take one or two counters in turn, make the third take the last."""
    won = {(0, 1): True, (0, 2): False, (0, 3): False}
    for size in range(1, pile + 1):
        for one in (1, 2, 3):
            after = [won[size - taken, one % 3 + 1] for taken in (1, 2) if taken <= size]
            won[size, one] = any(after) if one < 3 else all(after)
    return won[pile, player]


def test_two_players_of_three_win_large_piles() -> None:
    assert all(pair_wins(pile, player) for pile in range(10, 71) for player in (1, 2, 3))


@with_coqc
@pytest.mark.parametrize(
    ("pile", "player", "least"), [(60, 1, True), (59, 1, False), (61, 1, False), (60, 2, False), (65, 1, False)]
)
def test_coqc_accepts_the_least_of_large_piles_of_alliances(
    pile: int, player: int, least: bool, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of a position is as short as the list of those that move, however many moves lead there."""
    (tmp_path / "alliances.lp").write_text(ALLIANCES)
    (tmp_path / "alliances.yaml").write_text(TABLE)
    spec = load(tmp_path / "alliances.yaml")
    if not least:
        monkeypatch.setattr(refuted, "_true", lambda *_: False)
        monkeypatch.setattr(Computed, "true", lambda *_: True)
    text = text_of(spec, spec.claim("pair"), (pile, player), {})
    assert text.count("Print Assumptions") == 2
    assert (coqc(compiled, text).returncode == 0) is least


def random_claim(seed: int) -> tuple[list[str], str, bool]:
    """The rules of a game in which some numbers are taken from a pile of up to 12, a claim, and whether it is true."""
    random = Random(seed)
    takes = random.sample(range(1, 7), 3)
    misere, valued = random.random() < 0.5, random.random() < 0.4
    outcomes: list[bool] = []
    values: list[int] = []
    for pile in range(13):
        after = [pile - one for one in takes if one <= pile]
        outcomes.append(not any(outcomes[one] for one in after) if after else not misere)
        values.append(next(one for one in range(9) if one not in {values[other] for other in after}))
    right = [int(one) for one in outcomes] if not valued else values
    said = list(right)
    if random.random() < 0.85:
        at = random.randrange(13)
        said[at] = random.choice([one for one in range(4 if valued else 2) if one != right[at]])
    rules = [
        f"move(take(M)) :- pile(N), M = ({';'.join(map(str, takes))}), M <= N.",
        "after(take(M), pile(N-M)) :- pile(N), move(take(M)).",
        *(f"value({value}) :- pile({pile})." for pile, value in enumerate(said)),
        "lost :- value(1).",
    ]
    play = "misere" if misere else "normal"
    return rules, "kind: grundy, iff: value" if valued else f"kind: p-positions, iff: lost, play: {play}", said == right


@with_coqc
@pytest.mark.parametrize("seed", range(335))
@pytest.mark.sample(168)
def test_coqc_accepts_random_claims_iff_they_are_true(seed: int, tmp_path: Path, compiled: Path) -> None:
    """Some 300 of them are false."""
    rules, kind, true = random_claim(seed)
    (tmp_path / "random.lp").write_text("\n".join(rules))
    claims = f"claims:\n  - {{id: said, says: It is so., {kind}}}\n"
    (tmp_path / "random.yaml").write_text(f"game: Take\nrules: random.lp\nposition: {{pile: 0..12}}\n{claims}")
    spec = load(tmp_path / "random.yaml")
    ended = coqc(compiled, box_of(spec, spec.claim("said")))
    assert (ended.returncode == 0) == true
    assert not true or set(ended.stdout.splitlines()) == {CLOSED}


def test_300_random_claims_are_false() -> None:
    assert sum(not random_claim(seed)[2] for seed in range(335)) == 300


@pytest.mark.parametrize(
    ("before", "after"), [("1 <= s <=", "1 <= s <= 1 +"), ("0 <= the_rest p <= (the_n g)", "0 <= the_rest p <= 7")]
)
def test_another_box_is_seen_when_it_is_read_back(before: str, after: str, tmp_path: Path) -> None:
    spec = heaps_in(tmp_path)
    claim = spec.claim("few")
    about = subject(spec, claim)
    rules = rules_of(about)
    text, said = bounded(about, claim, rules)
    text = " ".join(text.split())
    assert compared(text, said, rules) > 10
    assert before in text
    with pytest.raises(Disagreement):
        compared(text.replace(before, after), said, rules)


def test_why_a_box_is_not_computed(tmp_path: Path) -> None:
    spec_in(tmp_path)
    text = (tmp_path / "take.yaml").read_text()
    (tmp_path / "take.yaml").write_text(text.replace("{pile: 0..40}", "{pile: 0..200000}"))
    spec = load(tmp_path / "take.yaml")
    with pytest.raises(Unreadable) as error:
        box_of(spec, spec.claim("even"))
    assert error.value.reason == "they are more than 100000"


@pytest.mark.parametrize(
    ("before", "after"),
    [("1 <= s <= ((the_k g) + 1)", "1 <= s <= 2"), ("the_rest p <= (the_n g)", "the_rest p <= 1"), ("Z.ge", "Z.le")],
)
@pytest.mark.sample(3)
def test_another_box_of_a_refutation_is_seen(before: str, after: str, tmp_path: Path) -> None:
    spec = heaps_in(tmp_path)
    claim = spec.claim("found")
    about = subject(spec, claim)
    rules = rules_of(about)
    k, n, _, rest, heaps = fails("descending")[0]
    text, said = refuted.refutation(about, claim, rules, {"k": k, "n": n}, (heaps, rest))
    text = " ".join(text.split())
    assert compared(text, said, rules) > 10
    first, head, rest_of = text.partition("Definition box ")
    assert before in rest_of.partition(" Definition ")[0]
    with pytest.raises(Disagreement, match="box"):
        compared(first + head + rest_of.replace(before, after, 1), said, rules)
