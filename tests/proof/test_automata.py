"""Proofs by automata: what is true of digits is proved, what is false is refuted at its least position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.automata import decide
from bouton.automata import linear as relations
from bouton.automata.decide import Automata
from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from bouton.core.position import Position
from bouton.core.proof import Proof
from bouton.core.shipped import folder
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import rules_text

Proving = Callable[..., Attempt]

ONE_OR_TWO = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
"""
MARK = rules_text("mark").split("% So the P-positions")[0].split("% Mark: Fraenkel's theorem.")[0]
ODD = {1, 3, 5, 7, 9}
DIGITS = """\
one_below(J) :- pile(N), digit(N,J,1), digit(N,K,1), K < J.
last_one(J)  :- pile(N), digit(N,J,1), not one_below(J).
c            :- pile(0).
c            :- last_one(J), J \\ 2 = 1.
"""


@pytest.fixture
def proving(tmp_path: Path) -> Proving:
    def attempt(
        rules: str,
        claim: str = "iff: c",
        position: str = "pile: 0..40",
        head: str = "",
        at: str = "",
        asked: str = "",
    ) -> Attempt:
        (tmp_path / "g.lp").write_text(rules)
        asked = asked or ("{pile: all}" if "pile" in position else f"{{{at}heap: {{count: 0..2}}}}")
        text = f"game: g\nrules: g.lp\n{head}position: {{{position}}}\nclaims:\n"
        text += f"  - {{id: c, says: x, kind: p-positions, play: normal, {claim}, prove: {asked}}}\n"
        (tmp_path / "g.yaml").write_text(text)
        spec = load(str(tmp_path / "g.yaml"))
        return prove(spec, spec.claim("c"), rules_of(spec), ProofRequest(limits=Limits(seconds=60), crosscheck=False))

    return attempt


def refuted(found: Attempt) -> Position:
    assert found.proof.verdict == "refuted", found.proof
    return found.candidates[0].position


def test_mark_is_proved_and_says_by_what(proving: Proving) -> None:
    proof = proving(MARK + DIGITS).proof
    assert (proof.verdict, proof.cites) == ("proved", (Automata.cited,))
    solvers = {one.name: one.solver for one in proof.obligations}
    assert solvers["independence"] == solvers["absorption"] == "automata"
    assert solvers["measure"] != "automata"


def last(n: int) -> int:
    """The place of the last 1."""
    return (n & -n).bit_length() - 1


def ones(n: int) -> set[int]:
    return {at for at in range(n.bit_length()) if n >> at & 1}


@pytest.mark.parametrize(
    ("old", "new", "claimed"),
    [
        ("J \\ 2 = 1", "J \\ 2 = 0", lambda n: n == 0 or last(n) % 2 == 0),
        ("J \\ 2 = 1", "J \\ 3 = 1", lambda n: n == 0 or last(n) % 3 == 1),
        ("J \\ 2 = 1", "J \\ 2 = 1, J < 7", lambda n: n == 0 or last(n) in (1, 3, 5)),
        (
            "digit(N,K,1), K < J.",
            "digit(N,K,1), K < J-1.",
            lambda n: n == 0 or bool({last(n), last(n) + 1} & ones(n) & ODD),
        ),
        (
            "c            :- last_one(J)",
            "c            :- last_one(J+1)",
            lambda n: n == 0 or (last(n) % 2 == 0 and last(n) > 0),
        ),
        ("c            :- pile(0).", "", lambda n: n > 0 and last(n) % 2 == 1),
    ],
)
@pytest.mark.mutants
@pytest.mark.sample(4)
def test_each_mutant_is_refuted(tmp_path: Path, old: str, new: str, claimed: Callable[[int], bool]) -> None:
    """At the least pile at which the claim and plain Python's P-positions differ, wherever that is beyond the box."""
    changed = DIGITS.replace(old, new)
    assert changed != DIGITS
    (tmp_path / "g.lp").write_text(MARK + changed)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nposition: {pile: 0..3}\nclaims:\n"
        "  - {id: c, says: x, kind: p-positions, play: normal, iff: c, prove: {pile: all}}\n"
    )
    p_positions: set[int] = set()
    for n in range(300):
        if not n or not {n - 1, n // 2} & p_positions:
            p_positions.add(n)
    (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    least = next(n for n in range(300) if claimed(n) != (n in p_positions))
    assert result.counterexample.position == {"pile": least}


def test_take_one_or_two_in_base_three(proving: Proving) -> None:
    """A multiple of three is told by its last digit, in base 3; in base 4 it is not."""
    rules = "some :- pile(N), digit({b},N,0,D), D > 0.\nc :- not some.\n"
    assert proving(ONE_OR_TWO + rules.format(b=3)).proof.verdict == "proved"
    assert refuted(proving(ONE_OR_TWO + rules.format(b=4))) == (3,)
    given = proving(ONE_OR_TWO + rules.format(b="b"), head="parameters: {b: 3}\n")
    assert given.proof.verdict == "proved"


WYTHOFF = "".join(
    (folder("encodings") / "wythoff" / name).read_text(encoding="utf-8")
    for name in ("rules.lp", "theorems.lp", "zeckendorf.lp")
)


@pytest.mark.slow
def test_wythoff_is_proved_within_a_second_or_so(proving: Proving) -> None:
    proof = proving(WYTHOFF, "iff: zeckendorf_pair", "heap: {count: 0..2, size: 1..8}").proof
    assert proof.verdict == "proved"
    assert sum(one.seconds for one in proof.obligations if one.solver == "automata") < 15  # on a busy machine


@pytest.mark.mutants
@pytest.mark.slow
def test_wythoff_with_a_place_off(proving: Proving) -> None:
    for old, new, least in (
        ("not zeckendorf(Y,J+1,1).", "not zeckendorf(Y,J+2,1).", (1, 2)),
        ("last_one(J), J \\ 2 = 0, not", "last_one(J), J \\ 2 = 1, not", (1, 2)),
    ):
        changed = WYTHOFF.replace(old, new, 1)
        assert changed != WYTHOFF
        found = proving(changed, "iff: zeckendorf_pair", "heap: {count: 0..2, size: 1..8}")
        assert refuted(found) == (least,)


def proof_of(proving: Proving, rules: str) -> Proof:
    return proving(MARK + rules).proof


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("c :- pile(N), digit(N,J,1), J < N.", "a number is compared with a digit place"),
        ("c :- pile(N), digit(N,J,1), digit(3,N,J,1).", "no automaton reads both"),
        ("c :- pile(N), digit(N,J,1), N \\ 41 = 2.", "a division by 41"),
        ("c :- pile(N), N > 0, M = #max { J : digit(N,J,1) }, M \\ 2 = 0.", "g.lp:"),
    ],
)
def test_what_is_beyond_automata_is_unknown(proving: Proving, rules: str, reason: str) -> None:
    proof = proof_of(proving, rules)
    assert proof.verdict == "unknown"
    assert reason in str(proof.reason)


def test_an_unknown_base_is_told_with_its_line(tmp_path: Path) -> None:
    rules = MARK + "c :- pile(N), digit(b,N,0,1)."
    (tmp_path / "g.lp").write_text(rules)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {b: 2..3}\nposition: {pile: 0..9}\nclaims:\n"
        "  - {id: c, says: x, kind: p-positions, play: normal, iff: c, prove: {b: all, pile: all}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    proof = prove(
        spec, spec.claim("c"), rules_of(spec), ProofRequest(limits=Limits(seconds=20), crosscheck=False)
    ).proof
    assert "the first argument of digit(b,N,0,1) is no number that is known" in str(proof.reason)


def test_digits_that_are_read_wrongly_differ_from_clingos(proving: Proving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a digit read one place off, no verdict would come of it."""
    digit = Numeration.digit
    monkeypatch.setattr("bouton.core.logic.expression.digit_in", _shifted(digit))
    with pytest.raises(Disagreement):
        proving(MARK + DIGITS)


def _shifted(digit: Callable[[Numeration, int, int], int]) -> Callable[[Numeration], type]:
    from bouton.core.logic.expression import Digit  # noqa: PLC0415 (what is changed must be made anew)

    made: dict[Numeration, type] = {}

    def digit_in(system: Numeration) -> type:
        if system not in made:
            of = staticmethod(lambda left, right: digit(system, left, right + 1))
            made[system] = type(f"Off {system}", (Digit,), {"__slots__": (), "system": system, "of": of})
        return made[system]

    return digit_in


def test_a_relation_that_is_too_small_would_prove_what_is_false(
    proving: Proving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why carries must not be cut off, and words are drawn: the false claim has no counterexample then."""
    false = DIGITS.replace("J \\ 2 = 1", "J \\ 2 = 1, J < 7")
    assert proving(MARK + false).proof.verdict == "refuted"
    monkeypatch.setattr(relations, "_reach", lambda *_: lambda state: state if abs(state[0]) <= 0 else 1)
    monkeypatch.setattr(relations, "_linear", relations._linear.__wrapped__)
    with pytest.raises(Disagreement, match="an automaton refuses pile"):
        proving(MARK + false)
    monkeypatch.setattr(decide, "held", lambda *_: 0)
    monkeypatch.setattr(decide, "held_in_parts", lambda *_: 0)
    with pytest.raises(Disagreement, match="is proved, and by clingo it fails at pile=128"):
        proving(MARK + false)


PLACE_AND_NUMBER = """\
move(down)         :- pile(N), N >= 2, j(J), J <= 40.
after(down, pile(N-1)) :- pile(N), move(down).
w   :- pile(N), DIGITK,1), K \\ 2 = 0, j(J), J <= 40.
w   :- pile(N), DIGITK,1), K \\ 2 = 1, j(J), J <= 40.
MORE
odd :- pile(N), N \\ 2 = 1.
p   :- odd.
p   :- pile(N), N \\ 2 = 0, j(J), DIGITJ,1), J >= 6, J <= 40.
"""


@pytest.mark.parametrize(
    ("asked", "system", "more"),
    [
        ("digit(N,", BINARY, ""),
        ("digit(3,N,", Numeration("base", 3), "w :- pile(N), digit(3,N,K,2), j(J), J <= 40."),
        ("zeckendorf(N,", ZECKENDORF, ""),
    ],
)
@pytest.mark.sample(4)
def test_a_counter_is_a_number_in_one_obligation_and_a_place_in_another(
    proving: Proving, asked: str, system: Numeration, more: str
) -> None:
    """The positions that are spoken of are compared as numbers where the claim asks for a digit at the counter.

    Of two even piles with a 1 there the one below has an odd pile, which is claimed too.
    """
    rules = PLACE_AND_NUMBER.replace("DIGIT", asked).replace("MORE", more)
    place = "pile: 0..20, j: {range: 0..45, stones: false}"
    found = proving(rules, "where: w, iff: p", place, asked="{pile: all, j: all}")
    pile, j = refuted(found)
    assert isinstance(pile, int)
    assert isinstance(j, int)
    assert j >= 6
    assert pile % 2 == 0
    assert system.digit(pile, j) == 1


@pytest.mark.slow
def test_a_place_in_a_claim_that_is_taken_together_with_others(tmp_path: Path) -> None:
    """Coverage speaks of the counter as a number, each claim of a digit at it."""
    rules = PLACE_AND_NUMBER.replace("DIGIT", "digit(N,").replace("MORE", "")
    (tmp_path / "g.lp").write_text(rules + "z :- pile(0).\nz :- j(J), J > 40.\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nposition: {pile: 0..20, j: {range: 0..45, stones: false}}\nclaims:\n"
        "  - {id: a, says: x, kind: p-positions, iff: p, where: w}\n"
        "  - {id: b, says: x, kind: p-positions, iff: z, where: z}\n"
        "  - {id: both, says: x, kind: p-positions, together: [a, b], prove: {pile: all, j: all}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    found = prove(spec, spec.claim("both"), rules_of(spec), ProofRequest(limits=Limits(seconds=60), crosscheck=False))
    pile, j = refuted(found)
    assert isinstance(pile, int)
    assert isinstance(j, int)
    assert j >= 6
    assert (pile % 2, BINARY.digit(pile, j)) == (0, 1)
