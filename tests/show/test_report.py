"""The text report and the JSON objects, from results made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.errors import Diagnostic, Disagreement
from bouton.core.exits import Exit
from bouton.core.position import Counter, Heaps, Measure
from bouton.core.proof import Obligation, Proof
from bouton.core.ranges import interval
from bouton.core.sources import of_file
from bouton.core.spec import (
    At,
    Box,
    Claim,
    CounterRange,
    Expected,
    HeapRange,
    ParameterRange,
    Place,
    Refutation,
    Spec,
)
from bouton.core.verdict import Counterexample, Option, Result, Verdict
from bouton.document.entries import PPositions
from bouton.show import faults, objects, text, words
from bouton.show.text import Section
from tests import proofs

PLACE = Place("specs/some_game.yaml", 31, 5)
BOX = Box(
    (ParameterRange("k", PLACE, interval("2..3")),),
    (HeapRange("heap", interval("3..7"), interval("1..9")),),
)
FLUENTS = (Heaps("heap"),)
SAID = PPositions.model_validate({"id": "a", "says": "s", "kind": "p-positions", "iff": "even", "where": "general"})


def claim(id: str, **fields: object) -> Claim:
    return replace(Claim(id, "p-positions", "a position is one iff it is.", PLACE, BOX), **fields)  # type: ignore[arg-type]


def spec(*claims: Claim) -> Spec:
    return Spec(
        "specs/some_game.yaml",
        "Some game",
        None,
        of_file(Path("g.lp")),
        PLACE,
        FLUENTS,
        Measure.default(FLUENTS),
        BOX,
        claims,
    )


def result(id: str, verdict: Verdict, **fields: object) -> Result:
    over = {"k": [2, 3], "heap": {"count": [3, 7], "size": [1, 9]}}
    said = {"expected": "holds", "as_expected": verdict in (Verdict.HOLDS, Verdict.PROVED), "over": over}
    return Result(id, "p-positions", verdict, **{**said, "positions": 4120, "seconds": 0.41, **fields})  # type: ignore[arg-type]


FOUND = Counterexample(
    {"k": 2},
    {"heap": [1, 2, 2]},
    "P",
    "N",
    Option("take 1 from heap 3", {"heap": [1, 1, 2]}, "P"),
    (),
    "claimed P, but it is an N-position: take 1 from heap 3 -> 1:1:2, a P-position",
    412,
)


def test_a_section_reads_as_the_design_has_it() -> None:
    section = Section(spec(claim("theorem-3"), claim("theorem-4")), (claim("theorem-3"), claim("theorem-4")))
    proof = proofs.proved({"k": [2, 5], "heap": {"count": [0, 4]}}, ("heap",), claim="theorem-3")
    proved = result("theorem-3", Verdict.PROVED, proof=proof, positions=0, seconds=1.2)
    refuted = result("theorem-4", Verdict.REFUTED, counterexample=FOUND, seconds=0.4)
    report = [section.heading(), section.claim(proved), section.claim(refuted)]
    report.append(text.summary([proved, refuted], 1, Exit.CONTRARY))
    assert "\n".join(report) == (
        """\
specs/some_game.yaml
  theorem-3  PROVED for every size, k = 2..5, 0..4 heaps                                     1.2 s
  theorem-4  REFUTED at k=2, heap 1:2:2                                                      0.4 s
      specs/some_game.yaml:31   "a position is one iff it is."
      claimed P, but it is an N-position: take 1 from heap 3 -> 1:1:2, a P-position
      smallest: all 412 positions below it agree with the claim
      again: bouton check specs/some_game.yaml --claim theorem-4 --at k=2,heap=1:2:2
2 claims: 1 proved, 1 refuted                                                               exit 1"""
    )


def test_what_was_solved_is_told_to_those_who_ask() -> None:
    section = Section(spec(claim("a")), (claim("a"),))
    proved = result("a", Verdict.PROVED, proof=proofs.proved({"k": [2, 5]}, ("heap",), claim="a"), positions=0)
    first, *rest = section.claim(proved, verbose=True).splitlines()
    assert [first] == section.claim(proved).splitlines()
    assert "      problems solved: independence 1 in 0.5 s" in rest


def test_holds_names_its_box_and_its_positions() -> None:
    section = Section(spec(claim("a")), (claim("a"),))
    said = section.claim(result("a", Verdict.HOLDS))
    assert said.startswith("  a  HOLDS for k = 2..3, 3..7 heaps of 1..9 stones (4,120 positions)")


def test_positions_are_those_that_meet_the_hypothesis() -> None:
    general = claim("a", said=SAID)
    section = Section(spec(general), (general,))
    assert "(412 positions meet `general`)" in section.claim(result("a", Verdict.HOLDS, positions=412))
    assert "(1 position meets `general`)" in section.claim(result("a", Verdict.HOLDS, positions=1))


def test_holds_without_a_position_is_an_internal_error() -> None:
    section = Section(spec(claim("a")), (claim("a"),))
    with pytest.raises(Disagreement):
        section.claim(result("a", Verdict.HOLDS, positions=0))


def test_one_position_is_named() -> None:
    section = Section(spec(claim("a")), (claim("a"),), At({"k": 2}, ((1, 2, 2),)))
    assert "HOLDS at k=2, heap 1:2:2 (1 position)" in section.claim(result("a", Verdict.HOLDS, positions=1))
    refuted = section.claim(result("a", Verdict.REFUTED, counterexample=replace(FOUND, below=0)))
    assert "smallest" not in refuted


def test_an_expected_refutation_says_so() -> None:
    pinned = claim("a", expect=Expected("refuted", Refutation({"k": 2}, ((1, 2, 2),))))
    section = Section(spec(pinned), (pinned,))
    ended = result("a", Verdict.REFUTED, expected="refuted", as_expected=True, counterexample=FOUND)
    (first,) = section.claim(ended).splitlines()
    assert first.startswith("  a  REFUTED at k=2, heap 1:2:2, as expected ")
    assert section.claim(ended, verbose=True).splitlines() == [
        first,
        "      claimed P, but it is an N-position: take 1 from heap 3 -> 1:1:2, a P-position",
        "      smallest: all 412 positions below it agree with the claim",
    ]


def test_a_claim_that_should_be_refuted_but_holds_says_what_was_expected() -> None:
    pinned = claim("a", expect=Expected("refuted", Refutation({"k": 2}, ((1, 2, 2),))))
    section = Section(spec(pinned), (pinned,))
    wrong = result("a", Verdict.HOLDS, expected="refuted", as_expected=False)
    assert section.claim(wrong).splitlines()[1] == "      expected: refuted at k=2, heap 1:2:2"
    assert text.summary([wrong], 1, Exit.CONTRARY).startswith("1 claim: 1 holds against expectation ")


def test_what_is_not_certified_is_not_called_the_smallest() -> None:
    section = Section(spec(claim("a")), (claim("a"),))
    why = "not certified as the smallest: a lesser one is not ruled out above measure 4: time limit"
    said = section.claim(result("a", Verdict.REFUTED, counterexample=FOUND, reason=why))
    assert f"      {why}" in said.splitlines()
    assert "smallest: all" not in said


def test_unknown_gives_its_reason_and_an_unreached_proof_too() -> None:
    section = Section(spec(claim("a")), (claim("a"),))
    unknown = section.claim(result("a", Verdict.UNKNOWN, reason="the time limit of 5 s was reached"))
    assert unknown.splitlines()[1] == "      the time limit of 5 s was reached"
    proof = Proof("unknown", reason="g.lp:4: #sum over an unknown set")
    unproved = section.claim(result("a", Verdict.HOLDS, proof=proof, as_expected=False))
    assert unproved.splitlines()[1] == "      not proved: g.lp:4: #sum over an unknown set"


def test_a_long_claim_keeps_to_the_width() -> None:
    long = claim("a", says="many words " * 40)
    section = Section(spec(long), (long,))
    moves = "every move leads to an N-position: " + ", ".join(f"take {n} from heap 3 -> 1:2:{n}" for n in range(20))
    said = section.claim(result("a", Verdict.REFUTED, counterexample=replace(FOUND, sentence=moves)))
    assert all(len(line) <= words.WIDTH for line in said.splitlines())
    assert said.count("many") == 40


def test_a_long_box_is_folded_before_its_seconds() -> None:
    names = [f"parameter_{letter}" for letter in "abcdefgh"]
    wide = Box(tuple(ParameterRange(name, PLACE, interval("1..100")) for name in names), BOX.fluents)
    made = claim("a", box=wide)
    lines = Section(spec(made), (made,)).claim(result("a", Verdict.HOLDS)).splitlines()
    assert lines[0].endswith("0.4 s") and len(lines[0]) == words.WIDTH
    assert lines[-1].endswith("heaps of 1..9 stones (4,120 positions)")


def test_text_from_a_spec_cannot_steer_the_terminal() -> None:
    nasty = claim("a", says="\x1b[31mred\nand more")
    said = Section(spec(nasty), (nasty,)).claim(result("a", Verdict.REFUTED, counterexample=FOUND))
    assert "\x1b" not in said
    assert "red and more" in said


def test_words_for_sets_counters_and_empty_heaps() -> None:
    box = Box(
        (ParameterRange("s", PLACE, sets=((1, 3), (2, 5))),),
        (HeapRange("row", interval("1"), interval("1..9")), CounterRange("player", interval("1..2*n+1"))),
    )
    assert words.box(box) == "s = {1,3} or {2,5}, row: 1 heap of 1..9 stones, player 1..2*n+1"
    assert words.at({"s": (1, 3)}, {"row": [], "player": 3}) == "s={1,3}, no row, player 3"


def test_a_result_as_an_object() -> None:
    said = objects.of_result(result("theorem-8", Verdict.REFUTED, counterexample=FOUND))
    assert json.loads(json.dumps(said)) == {
        "id": "theorem-8",
        "kind": "p-positions",
        "verdict": "refuted",
        "expected": "holds",
        "as_expected": False,
        "over": {"k": [2, 3], "heap": {"count": [3, 7], "size": [1, 9]}},
        "positions": 4120,
        "counterexample": {
            "parameters": {"k": 2},
            "position": {"heap": [1, 2, 2]},
            "claimed": "P",
            "actual": "N",
            "because": {"move": "take 1 from heap 3", "to": {"heap": [1, 1, 2]}},
        },
        "proof": None,
        "reason": None,
        "engines": ["clingo"],
        "seconds": 0.41,
    }


def test_a_p_position_lists_every_move() -> None:
    options = (Option("take 1", {"pile": 2}, "N"), Option("take 2", {"pile": 1}, "N"))
    found = replace(FOUND, winning=None, options=options, claimed="N", actual="P")
    assert objects.of_counterexample(found)["because"] == {
        "moves": [
            {"move": "take 1", "to": {"pile": 2}, "outcome": "N"},
            {"move": "take 2", "to": {"pile": 1}, "outcome": "N"},
        ]
    }


def test_a_proof_as_an_object() -> None:
    step = Obligation("independence", "no move joins two members", "proved", 0.12345, "z3")
    assert objects.of_proof(proofs.proved({"k": [2, 3]}, ("heap",), obligations=(step,))) == {
        "verdict": "proved",
        "fixed": {"k": [2, 3]},
        "unbounded": ["heap"],
        "through": None,
        "obligations": [
            {
                "name": "independence",
                "meaning": "no move joins two members",
                "verdict": "proved",
                "seconds": 0.123,
                "solver": "z3",
                "reason": None,
            }
        ],
        "parts": [{"part": "independence", "obligations": ["independence"]}],
        "uncompared": [],
        "numbers": [],
        "cites": [],
        "reason": None,
    }


def test_a_fault_shows_its_line_with_a_caret(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("claims:\n\t- kindd: p-positions\n")
    fault = Diagnostic("unknown key", str(file), 2, 4, nearest="kind")
    assert faults.text([fault]).splitlines() == [
        f"error: {file}:2:4: unknown key; did you mean 'kind'?",
        "     2 |  - kindd: p-positions",
        "       |    ^",
    ]


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [(b"a: 1\n", 7, 1), (b"a: 1\n", 1, 900), (b"", 1, 3)],
)
def test_a_place_outside_the_file_has_no_excerpt(tmp_path: Path, content: bytes, line: int, column: int) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(content)
    assert len(faults.text([Diagnostic("wrong", str(file), line, column)]).splitlines()) == 1


def test_an_excerpt_of_a_very_long_line_is_a_window(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("x" * 5000 + "!" + "y" * 5000)
    _, shown, caret = faults.text([Diagnostic("wrong", str(file), 1, 5001)]).splitlines()
    assert len(shown) < 130
    assert shown[caret.index("^")] == "!"


def test_a_binary_file_is_shown_without_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\x00\x1b[2J\xff\n")
    assert "\x1b" not in faults.text([Diagnostic("not text", str(file), 1, 1)])


def test_no_move_at_all_is_told(tmp_path: Path) -> None:
    missing = Diagnostic("no such file", str(tmp_path / "none.yaml"), 1, 1)
    assert faults.text([missing]) == f"error: {missing}"


def test_counters_are_named_in_a_counterexample() -> None:
    fluents = (Heaps("heap"), Counter("pass"))
    made = replace(spec(claim("a")), fluents=fluents)
    found = replace(FOUND, position={"heap": [1], "pass": 1})
    assert text.again(made, claim("a"), found).endswith("--at k=2,heap=1,pass=1")
