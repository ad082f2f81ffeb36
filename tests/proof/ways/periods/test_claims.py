"""What a proof of a period says: why none is tried, the size that refutes one, and each step of one that succeeds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.document.load import load
from bouton.proof.attempt import Attempt
from tests.proof.attempts import proved

Prove = Callable[..., Attempt]

SUBTRACTION = """\
move(t(M)) :- pile(N), M = 1..k, M <= N.
after(t(M), pile(N-M)) :- move(t(M)), pile(N).
"""
PILE = "{pile: {range: 0..20, stones: true}}"
HEAPS = "{heap: {count: 0..3, size: 1..6}}"


@pytest.fixture
def attempt(tmp_path: Path) -> Prove:
    def proving(
        claim: str, game: str = "parameters: {k: 3}", position: str = PILE, rules: str = SUBTRACTION
    ) -> Attempt:
        (tmp_path / "g.lp").write_text(rules)
        game = game if game.startswith("octal") else f"rules: g.lp\n{game}"
        head = f"game: g\n{game}\nposition: {position}\nclaims:\n"
        (tmp_path / "g.yaml").write_text(f"{head}  - {{id: one, says: it is so, kind: periodic, {claim}}}\n")
        spec = load(str(tmp_path / "g.yaml"))
        return proved(spec, "one")

    return proving


LISTED = "a formula for the values of heaps would list {} of them, which are too many"
FOUR = "preperiod: 0, period: 4"


@pytest.mark.parametrize(
    ("claim", "changed", "reason"),
    [
        (f"{FOUR}, prove: true", {}, "a period is proved for every size: prove: {pile: all}"),
        (f"{FOUR}, prove: {{pile: 0..9}}", {}, "a period is proved for every size: prove: {pile: all}"),
        (
            f"{FOUR}, prove: {{pile: all}}",
            {"position": PILE.replace("0..20", "1..20")},
            "pile begins at 1, and a period is proved of values from 0 on",
        ),
        (
            f"{FOUR}, prove: {{pile: all}}",
            {"rules": SUBTRACTION + "winner(next) :- pile(0).\n"},
            "who wins is not said by the play alone",
        ),
        (
            f"{FOUR}, prove: {{pile: all, k: all}}",
            {"game": "parameters: {k: 3..4}"},
            "a period is proved for given values of the parameters",
        ),
        (
            "preperiod: 0, period: 500, prove: {pile: all}",
            {"rules": SUBTRACTION.replace("1..k", "1..N")},
            f"no bound is seen on what a move takes: a heap of 96 may lose 96; {LISTED.format(500)}",
        ),
    ],
)
def test_why_none_is_tried(claim: str, changed: dict[str, str], reason: str, attempt: Prove) -> None:
    found = attempt(claim, **changed)
    assert (found.proof.verdict, found.proof.reason, found.candidates) == ("unknown", reason, ())


def test_as_many_values_as_may_be_needed(attempt: Prove) -> None:
    """Where one stone is taken, one more than preperiod and period together; what takes a moment is not too long."""
    one = SUBTRACTION.replace("1..k", "1")
    proof = attempt("preperiod: 35000, period: 34999, prove: {pile: all}", rules=one).proof
    assert (proof.verdict, proof.reason) == ("refuted", "the value of 69999 is another, at pile=69999")


def test_values_that_would_take_too_long(tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text(
        'game: g\noctal: "0.77"\nposition: {heap: {count: 0..1, size: 1..9}}\nclaims:\n'
        "  - {id: one, says: A., kind: periodic, preperiod: 600000, period: 12, prove: {heap: {count: all}}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    proof = proved(spec, "one").proof
    assert proof.verdict == "unknown"
    said = "values up to 1200027 would be needed, which take some 5784 s"
    assert proof.reason is not None
    assert proof.reason.startswith(said)


@pytest.mark.slow
def test_the_period_of_127(tmp_path: Path) -> None:
    """Period 4 from 46,578 on (Flammenkamp), which needs 93,168 values."""
    (tmp_path / "g.yaml").write_text(
        'game: g\noctal: "0.127"\nposition: {heap: {count: 0..1, size: 1..9}}\nclaims:\n'
        "  - {id: one, says: A., kind: periodic, preperiod: 46578, period: 4, prove: {heap: {count: all}}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    proof = proved(spec, "one").proof
    assert (proof.verdict, proof.reason) == ("proved", None)


@pytest.mark.parametrize(
    ("claim", "changed", "size", "parameters", "position"),
    [
        ("preperiod: 0, period: 3, prove: {pile: all}", {"game": "parameters: {k: 1..3}"}, 3, {"k": 1}, (3,)),
        (f"{FOUR}, prove: {{pile: all}}", {"game": "parameters: {k: 3..4}"}, 4, {"k": 4}, (4,)),
        ("preperiod: 0, period: 1, prove: {pile: all}", {}, 1, {"k": 3}, (1,)),
        (f"{FOUR}, values: [1,1,2,3], prove: {{pile: all}}", {}, 0, {"k": 3}, (0,)),
        (f"{FOUR}, values: [0,1,2,2], prove: {{pile: all}}", {}, 3, {"k": 3}, (3,)),
        (f"{FOUR}, saltus: 4, prove: {{pile: all}}", {}, 4, {"k": 3}, (4,)),
        (f"{FOUR}, prove: {{pile: all}}", {"rules": SUBTRACTION.replace("1..k", "1..N")}, 4, {"k": 3}, (4,)),
        (
            "preperiod: 0, period: 3, values: [1,1,2], prove: true",
            {"game": 'octal: "0.33"', "position": HEAPS},
            0,
            {},
            ((),),
        ),
        ("preperiod: 0, period: 2, prove: true", {"game": 'octal: "0.33"', "position": HEAPS}, 2, {}, ((2,),)),
    ],
)
@pytest.mark.sample(3)
def test_the_least_size_that_refutes(
    claim: str,
    changed: dict[str, str],
    size: int,
    parameters: dict[str, int],
    position: tuple[int | tuple[int, ...], ...],
    attempt: Prove,
) -> None:
    found = attempt(claim, **changed)
    name = "heap" if "octal" in changed.get("game", "") else "pile"
    assert found.proof.verdict == "refuted"
    assert found.proof.reason == f"the value of {size} is another, at {name}={size}"
    assert [(one.parameters, one.position) for one in found.candidates] == [(parameters, position)]
    assert found.certified


def test_the_steps_of_a_proof_for_each_value_of_a_parameter(attempt: Prove) -> None:
    proof = attempt("preperiod: 0, period: 6, prove: {pile: all}", "parameters: {k: 1..2}").proof
    assert (proof.verdict, proof.unbounded) == ("proved", ("pile",))
    assert [(one.name, one.meaning) for one in proof.obligations] == [
        ("sum of heaps, k=1", "by the form of the rules each move changes one heap, by that heap alone"),
        ("rules, k=1", "no arithmetic of the rules is undefined, and no heap gets two sizes"),
        ("moves are of the code, k=1", "each move t(1) takes and leaves what 0.3 says"),
        (
            "moves of the code: 1 taken, 0 left, k=1",
            "wherever 0.3 lets a move take 1 and leave nothing, there is such a move",
        ),
        (
            "moves of the code: 1 taken, 1 left, k=1",
            "wherever 0.3 lets a move take 1 and leave one heap, there is such a move",
        ),
        (
            "period, k=1",
            "by 0.3 the values of n and n+6 are the same for 0 <= n < 2, which is 1(0+6+1)-6+1",
        ),
        ("claim one, k=1", "with the theorem, so it is for heaps of every size"),
        ("sum of heaps, k=2", "by the form of the rules each move changes one heap, by that heap alone"),
        ("rules, k=2", "no arithmetic of the rules is undefined, and no heap gets two sizes"),
        ("moves are of the code 1, k=2", "each move t(1) takes and leaves what 0.33 says"),
        ("moves are of the code 2, k=2", "each move t(2) takes and leaves what 0.33 says"),
        *(
            (
                f"moves of the code: {taken} taken, {left} left, k=2",
                f"wherever 0.33 lets a move take {taken} and leave {words}, there is such a move",
            )
            for taken in (1, 2)
            for left, words in enumerate(("nothing", "one heap"))
        ),
        (
            "period, k=2",
            "by 0.33 the values of n and n+6 are the same for 0 <= n < 3, which is 1(0+6+1)-6+2",
        ),
        ("claim one, k=2", "with the theorem, so it is for heaps of every size"),
    ]
    assert [(part.name, len(part.obligations)) for part in proof.parts] == [
        *(("sum of heaps", 2), ("rules", 2), ("moves are of the code", 3), ("moves of the code", 6)),
        *(("period", 2), ("claim one", 2)),
    ]
    assert all(one.verdict == "proved" and 0 <= one.seconds < 600 for one in proof.obligations)
    assert proof.cites == (
        "values by a finite subtraction set that repeat over a window as long as its greatest number repeat for ever",
    )


def test_the_steps_of_a_proof_for_heaps_that_are_split(attempt: Prove) -> None:
    proof = attempt("preperiod: 33, period: 34, prove: true", 'octal: "0.17"', HEAPS).proof
    assert (proof.verdict, proof.unbounded) == ("proved", ("heap",))
    told = {one.name: one.meaning for one in proof.obligations}
    assert told["moves of the code: 2 taken, 2 left"].endswith("take 2 and leave two heaps, there is such a move")
    assert told["period"] == (
        "by 0.17 the values of n and n+34 are the same for 33 <= n < 104, which is 2(33+34+1)-34+2"
    )
    assert "values" not in told
    assert proof.cites == (
        "values of an octal game that are periodic up to 2e+2p+t are so for ever (Guy and Smith 1956)",
    )


def test_values_that_are_listed_are_a_step_of_their_own(attempt: Prove) -> None:
    proof = attempt("preperiod: 0, period: 3, values: [0,1,2], prove: true", 'octal: "0.33"', HEAPS).proof
    assert [(one.name, one.meaning) for one in proof.obligations][-3:] == [
        ("period", "by 0.33 the values of n and n+3 are the same for 0 <= n < 3, which is 1(0+3+1)-3+2"),
        ("values", "the values of 0..2 are those listed"),
        ("claim one", "with the theorem, so it is for heaps of every size"),
    ]
