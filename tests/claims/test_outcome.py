"""Families of P-positions and of N-positions: judged as by plain Python, and proved by replies alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(take(1,M)) :- left(A), M = 1..A.
move(take(2,M)) :- right(B), M = 1..B.
after(take(1,M), left(A-M)) :- move(take(1,M)), left(A).
after(take(2,M), right(B-M)) :- move(take(2,M)), right(B).
equal :- left(A), right(A).
unequal :- left(A), right(B), A != B.
one_more :- left(A), right(A+1).
copy(take(1,M), take(2,M)) :- move(take(1,M)).
copy(take(2,M), take(1,M)) :- move(take(2,M)).
half(take(1,M), take(2,M)) :- move(take(1,M)).
wrong(take(1,M), take(2,M)) :- move(take(1,M)).
wrong(take(2,M), take(1,M+1)) :- move(take(2,M)).
late(take(1,M), take(2,M)) :- move(take(1,M)).
late(take(2,M), take(1,M)) :- move(take(2,M)), M < 31.
both(M, A) :- copy(M, A).
both(take(1,M), take(2,1)) :- move(take(1,M)), M > 40.
far :- left(A), right(A), A < 40.
far :- left(40), right(41).
holed :- left(A), right(A), A != 37.
two :- left(A), right(A), A > 1.
two :- left(0), right(1).
two :- left(1), right(0).
ends :- two.
ends :- left(0), right(0).
never :- left(3), right(3).
"""
HEAD = """\
game: g
rules: g.lp
position: {left: {range: 0..6, stones: true}, right: {range: 0..6, stones: true}}
claims:
"""
ALL = "prove: {left: all, right: all}"


def results(folder: Path, *claims: str, rules: str = RULES, head: str = HEAD) -> dict[str, Result]:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(head + "".join(f"  - {{says: s, kind: outcome, {claim}}}\n" for claim in claims))
    options = Options(crosscheck=False, fresh=True)
    return {one.id: one for one in check(load(str(folder / "g.yaml")), options, lambda _: None)}


def judged(folder: Path, claim: str, **more: Any) -> Result:
    return results(folder, f"id: c, {claim}", **more)["c"]


@cache
def is_p(a: int, b: int, misere: bool) -> bool:
    options = [*((one, b) for one in range(a)), *((a, one) for one in range(b))]
    return not misere if not options else not any(is_p(*one, misere) for one in options)


FAMILIES = {
    "equal": lambda a, b: a == b,
    "unequal": lambda a, b: a != b,
    "one_more": lambda a, b: b == a + 1,
    "two": lambda a, b: (a == b > 1) or a + b == 1,
    "never": lambda a, b: a == b == 3,
}


@pytest.mark.parametrize(("family", "outcome"), [*product(FAMILIES, "PN")])
@pytest.mark.sample(3)
def test_families_are_judged_as_by_plain_python(tmp_path: Path, family: str, outcome: str) -> None:
    claims = [f"id: {play}, play: {play}, where: {family}, outcome: {outcome}" for play in ("normal", "misere")]
    found = results(tmp_path, *claims)
    for play, result in found.items():
        spoken = [(a, b) for a, b in product(range(7), repeat=2) if FAMILIES[family](a, b)]
        wrong = [one for one in spoken if is_p(*one, play == "misere") is not (outcome == "P")]
        assert (result.verdict is Verdict.REFUTED) is bool(wrong), play
        if wrong:
            assert result.counterexample is not None
            least = min(wrong, key=lambda one: (sum(one), one))
            assert result.counterexample.at[1] == least


@pytest.mark.parametrize(
    "claim",
    [
        "where: equal, outcome: P",
        "where: equal, outcome: P, reply: copy",
        "play: misere, where: two, outcome: P",
    ],
)
@pytest.mark.sample(3)
def test_replies_prove_a_family(tmp_path: Path, claim: str) -> None:
    assert judged(tmp_path, f"{claim}, {ALL}").verdict is Verdict.PROVED


def test_moves_into_a_family_prove_n_positions(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        f"id: p, where: equal, outcome: P, {ALL}",
        f"id: n, where: unequal, outcome: N, into: p, {ALL}",
        f"id: m, where: equal, outcome: N, into: p, {ALL}",
    )
    assert [found[one].verdict for one in "pnm"] == [Verdict.PROVED, Verdict.PROVED, Verdict.REFUTED]


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.slow
def test_n_positions_rest_on_the_proof_of_the_others(tmp_path: Path) -> None:
    """The family they lead into is one of P-positions in the box alone."""
    far = "unknown :- left(A), right(B), A > B, B < 30.\n"
    found = results(
        tmp_path,
        f"id: p, where: far, outcome: P, {ALL}",
        f"id: n, where: unknown, outcome: N, into: p, {ALL}",
        rules=RULES + far,
    )
    assert found["p"].verdict is Verdict.REFUTED
    assert found["n"].proof is not None
    assert found["n"].proof.reason == "it uses p, which is not proved"


@pytest.mark.parametrize("range_", ["prove: {left: 0..6, right: 0..6}", "prove: {left: all, right: 0..6}", ""])
@pytest.mark.sample(3)
@pytest.mark.slow
def test_n_positions_need_the_others_over_the_same_range(tmp_path: Path, range_: str) -> None:
    """Far out one pile more is claimed to be lost, which no proof of so few positions says."""
    rules = RULES + "family :- equal.\nfamily :- left(50), right(0).\n"
    rules += "into :- left(A), right(B), A != B, A < 20.\ninto :- left(51), right(0).\n"
    found = results(
        tmp_path,
        f"id: p, where: family, outcome: P, {range_}" if range_ else "id: p, where: family, outcome: P",
        f"id: n, where: into, outcome: N, into: p, {ALL}",
        rules=rules,
    )
    assert found["n"].verdict is Verdict.HOLDS
    assert found["n"].proof is not None
    assert found["n"].proof.reason == "it needs p proved over the same range"


@pytest.mark.parametrize(
    ("reply", "note", "at"),
    [
        ("half", "half names no answer to take(2,1); the position is P", (1, 1)),
        ("wrong", "wrong answers take(2,1) by take(1,2), which is no legal move; the position is P", (1, 1)),
    ],
)
def test_a_move_without_a_reply_is_told_apart(tmp_path: Path, reply: str, note: str, at: tuple[int, int]) -> None:
    result = judged(tmp_path, f"where: equal, outcome: P, reply: {reply}, {ALL}")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.sentence == note
    assert result.counterexample.at[1] == at


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("where: far, outcome: P", Verdict.REFUTED),  # at 40 and 41
        ("where: equal, outcome: P, reply: late", Verdict.REFUTED),  # 31 stones of the second are not answered
        ("play: misere, where: ends, outcome: P", Verdict.REFUTED),  # a terminal
        ("where: holed, outcome: P", Verdict.HOLDS),  # true, and not by replies
        ("where: equal, outcome: P, reply: both", Verdict.REFUTED),  # 41 stones are answered by one, too
    ],
)
@pytest.mark.sample(5)
def test_what_fails_far_out_is_not_proved(tmp_path: Path, claim: str, verdict: Verdict) -> None:
    result = judged(tmp_path, f"{claim}, {ALL}")
    assert result.verdict is verdict
    assert result.proof is None or result.proof.verdict != "proved"


@pytest.mark.parametrize("at", [(0, 0), (3, 3), (6, 6)])
def test_one_position_is_judged_as_all_are(tmp_path: Path, at: tuple[int, int]) -> None:
    """Nothing below it is judged, and its options lie outside of the box."""
    (tmp_path / "g.lp").write_text(RULES)
    claims = [f"  - {{id: {name}, says: s, kind: outcome, where: equal, outcome: P, reply: {name}}}\n"
              for name in ("copy", "half", "late")]  # fmt: skip
    (tmp_path / "g.yaml").write_text(HEAD + "".join(claims))
    options = Options(crosscheck=False, fresh=True, at=({}, at))
    found = {one.id: one.verdict for one in check(load(str(tmp_path / "g.yaml")), options, lambda _: None)}
    assert found == {
        "copy": Verdict.HOLDS,
        "half": Verdict.REFUTED if at[0] else Verdict.HOLDS,
        "late": Verdict.HOLDS,
    }


def test_a_reply_may_lead_beyond_the_box(tmp_path: Path) -> None:
    """The number of moves made is a counter that rises, and the box has few of them."""
    rules = RULES.replace("left(A-M)) :- move(take(1,M)), left(A).", "left(A-M)) :- move(take(1,M)), left(A).\n"
                          "after(T, made(N+1)) :- move(T), made(N).")  # fmt: skip
    head = HEAD.replace("}}", "}, made: 0..1}").replace("position", "measure: [stones]\nposition")
    assert judged(tmp_path, "where: equal, outcome: P, reply: copy", rules=rules, head=head).verdict is Verdict.HOLDS


def test_for_every_value_of_a_parameter(tmp_path: Path) -> None:
    rules = """\
move(take(M)) :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
multiple :- pile(N), N \\ (k+1) = 0.
reply(take(M), take(k+1-M)) :- move(take(M)).
"""
    head = "game: g\nrules: g.lp\nparameters: {k: 1..4}\nposition: {pile: 0..30}\nclaims:\n"
    said = "where: multiple, outcome: P, reply: reply, prove: {pile: all, k: all}"
    assert judged(tmp_path, said, rules=rules, head=head).verdict is Verdict.PROVED
    less = rules.replace("k+1-M)", "k-M)")
    assert judged(tmp_path, said, rules=less, head=head).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("where: equal, outcome: N, reply: copy", "only moves from P-positions have replies"),
        ("where: equal, outcome: P, into: d", "no move leads from P-positions to P-positions"),
        ("where: equal, outcome: N, into: e", "there is no claim 'e'"),
        ("where: equal, outcome: N, into: c", "'c' names no P-positions"),
        ("where: equal, outcome: N, play: misere, into: d", "'d' is about normal play, this claim about misere play"),
        ("where: equal, outcome: P, reply: equal", "reply: equal has no argument"),
        ("where: equal, outcome: P, reply: coppy", "reply: no rule of g.lp derives coppy"),
        ("where: equal, outcome: won", "P, N or draw"),
    ],
)
def test_wrong_entries_have_a_message(tmp_path: Path, claim: str, message: str) -> None:
    with pytest.raises(InputError) as told:
        results(tmp_path, "id: d, where: equal, outcome: P", f"id: c, {claim}")
    (diagnostic,) = told.value.diagnostics
    assert message in f"{diagnostic.message} {diagnostic.expected}"
    assert diagnostic.line == 6


def test_what_a_proof_needs_is_said(tmp_path: Path) -> None:
    found = results(tmp_path, "id: a, outcome: N, over: {left: 1..3, right: 0..0}, prove: true",
                    "id: b, where: unequal, outcome: N, prove: true")  # fmt: skip
    reasons = [found[one].proof.reason for one in "ab" if found[one].proof is not None]  # type: ignore[union-attr]
    assert reasons == [
        "needs `where`, which says of which positions",
        "needs `into`, a claim on the P-positions that a move leads to",
    ]


def test_in_misere_play_a_move_that_ends_the_game_needs_no_answer(tmp_path: Path) -> None:
    """Of one pile, a move to the terminal has lost; named answers to others are wrong far out alone."""
    rules = """\
move(take(M)) :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
one :- pile(N), N \\ 4 = 1.
reply(take(M), take(4-M)) :- move(take(M)).
late(take(M), take(4-M)) :- move(take(M)), pile(N), N < 41.
"""
    head = "game: g\nrules: g.lp\nposition: {pile: 0..9}\nclaims:\n"
    claims = [
        f"id: {one}, play: misere, where: one, outcome: P, reply: {one}, prove: {{pile: all}}"
        for one in ("reply", "late")
    ]
    found = results(tmp_path, *claims, rules=rules, head=head)
    assert found["reply"].verdict is Verdict.PROVED
    assert found["late"].verdict is Verdict.REFUTED
    assert found["late"].counterexample is not None
    assert found["late"].counterexample.at[1] == (41,)


TAKE = """\
move(take(M)) :- pile(N), M = (1;2;5), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
p :- pile(N), N \\ 3 = 0.
n :- pile(N), {family}.
reply(take(M), take({answer})) :- move(take(M)).
"""
PILES: dict[str, Callable[[int], bool]] = {
    "N \\ 3 = 0": lambda n: n % 3 == 0,
    "N \\ 3 = 0, N != 30": lambda n: n % 3 == 0 and n != 30,
    "N \\ 6 = 0": lambda n: n % 6 == 0,
    "N \\ 3 != 0": lambda n: n % 3 != 0,
    "N \\ 3 = 1": lambda n: n % 3 == 1,
    "N \\ 3 = 1, N != 31": lambda n: n % 3 == 1 and n != 31,
    "N \\ 3 = 1, N > 40": lambda n: n % 3 == 1 and n > 40,
    "N \\ 3 != 0, N != 31": lambda n: n % 3 != 0 and n != 31,
    "N \\ 3 = 0, N < 33": lambda n: n % 3 == 0 and n < 33,
    "N = 0": lambda n: n == 0,
}
ANSWERS: dict[str, Callable[[int], int]] = {
    "3-M": lambda m: 3 - m,
    "M \\ 3": lambda m: m % 3,
    "(2*M) \\ 3": lambda m: 2 * m % 3,
    "1": lambda _m: 1,
}
MOST = 90


@cache
def lost(pile: int, play: str) -> bool:
    options = [pile - taken for taken in (1, 2, 5) if taken <= pile]
    return play == "normal" if not options else not any(lost(one, play) for one in options)


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(
    ("family", "outcome", "play", "answer"),
    [
        *product(PILES, ["P"], ["normal", "misere"], [None, *ANSWERS]),
        *product(PILES, ["N"], ["normal", "misere"], [None]),
    ],
)
@pytest.mark.sample(72)
def test_what_is_proved_is_so_far_out(tmp_path: Path, family: str, outcome: str, play: str, answer: str | None) -> None:
    """The box has two positions; whatever a proof says must be so for all piles of up to 90 stones."""
    rules = TAKE.replace("{family}", family).replace("{answer}", answer or "1")
    head = "game: g\nrules: g.lp\nposition: {pile: 0..1}\nclaims:\n"
    whole = f"  - {{id: all, says: s, kind: p-positions, play: {play}, iff: p, prove: {{pile: all}}}}\n"
    more = "into: all" if outcome == "N" else "" if answer is None else "reply: reply"
    claim = f"id: c, play: {play}, where: n, outcome: {outcome}, prove: {{pile: all}}"
    found = results(tmp_path, f"{claim}, {more}" if more else claim, rules=rules, head=head + whole)["c"]
    spoken = [pile for pile in range(MOST + 1) if PILES[family](pile)]
    wrong = [pile for pile in spoken if lost(pile, play) is not (outcome == "P")]
    replies = [
        pile
        for pile in spoken
        for taken in (1, 2, 5)
        if answer is not None and taken <= pile and (play == "normal" or taken < pile)
        if not (ANSWERS[answer](taken) in (1, 2, 5) and pile - taken - ANSWERS[answer](taken) in spoken)
    ]
    if found.verdict is Verdict.PROVED:
        assert not wrong and not replies
    if found.verdict is Verdict.REFUTED:
        assert found.counterexample is not None
        (pile,) = found.counterexample.at[1]
        assert pile in wrong or pile in replies or (isinstance(pile, int) and pile > MOST - 10)
    if not wrong and not replies and family in ("N \\ 3 = 0", "N \\ 3 != 0", "N \\ 3 = 1") and play == "normal":
        assert found.verdict is Verdict.PROVED


@pytest.mark.parametrize(("claim", "code"), [("where: equal, outcome: P", 0), ("where: one_more, outcome: P", 1)])
def test_a_certificate_of_a_family_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], claim: str, code: int
) -> None:
    results(tmp_path, f"id: c, {claim}")
    spec, certificate = str(tmp_path / "g.yaml"), str(tmp_path / "c.json")
    assert main(["check", spec, "--certificate", certificate]) == code
    assert main(["verify", certificate]) == 0
    assert "what the claim says is the label" in " ".join(capsys.readouterr().out.split())
