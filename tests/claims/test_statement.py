"""Statements: arithmetic over the parameters and unknowns, from files to verdicts, held against plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import Diagnostic, InputError
from bouton.core.exits import Exit
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.run.check import check
from bouton.run.options import Options

RULES = r"""move(take(M)) :- pile(N), M = 1..m, M <= N.
after(take(M),pile(N-M)) :- move(take(M)), pile(N).
zero :- pile(N), N \ (m+1) = 0.
in_range :- j(J), total(N), (J-1)*(3*n+2) < N, N <= J*(n+1)+(J-1)*2*n.
wider :- j(J), total(N), (J-1)*(3*n+2) < N, N <= J*(n+1)+(J-1)*2*n+1.
few :- total(N), ((N-1)\(3*n+2)) + ((N-1)/(3*n+2)) <= n.
back :- few, j(J), total(N), J = (N-1)/(3*n+2)+1.
even :- (n*n+n) \ 2 = 0.
never :- j(J), J < 0.
mixed :- j(J), pile(J).
small :- n < 4.
other(L) :- later(L), L > 2.
two_unknowns :- j(J), later(J).
divides :- j(J), (12 / (J-2)) >= -12.
"""
HEAD = """game: takes
rules: takes.lp
parameters: {n: 1..4, m: 1..3}
position: {pile: 0..12}
claims:
  - {id: game, says: s, kind: p-positions, iff: zero}
"""
RANGES = "unknowns: {j: 1..n+1, total: 1..60}, over: {m: 1}"

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the rules and a spec with these statements."""
    monkeypatch.chdir(tmp_path)

    def writing(*claims: str, rules: str = "") -> str:
        (tmp_path / "takes.lp").write_text(RULES + rules)
        entries = "".join(f"  - {{says: it is so, kind: statement, {claim}}}\n" for claim in (*claims, EVERY))
        (tmp_path / "takes.yaml").write_text(HEAD + entries)
        return "takes.yaml"

    return writing


def judged(spec: str, claim: str, **options: object) -> Result:
    asked = Options(claims=(claim,), **options)  # type: ignore[arg-type]
    (result,) = check(load(spec), asked, lambda _: None)
    return result


def faults(spec: str) -> list[Diagnostic]:
    with pytest.raises(InputError) as raised:
        list(check(load(spec), Options(), lambda _: None))
    return list(raised.value.diagnostics)


def few(n: int, total: int) -> bool:
    quotient, rest = divmod(total - 1, 3 * n + 2)
    return quotient + rest <= n


def cases(extra: int = 0) -> Iterator[tuple[int, int, int]]:
    """What `in_range` allows (`wider` with 1 extra), least first."""
    for n in range(1, 5):
        for j in range(1, n + 2):
            for total in range(1, 61):
                if (j - 1) * (3 * n + 2) < total <= j * (n + 1) + (j - 1) * 2 * n + extra:
                    yield n, j, total


def test_it_holds_in_its_box(write: Write) -> None:
    result = judged(write(f"id: a, given: in_range, iff: few, {RANGES}"), "a")
    assert (result.verdict, result.positions, result.exit) == (Verdict.HOLDS, len(list(cases())), Exit.OK)
    assert all(few(n, total) for n, _, total in cases())


def test_the_counterexample_is_the_least_by_parameters_then_unknowns(write: Write) -> None:
    result = judged(write(f"id: a, given: wider, iff: few, {RANGES}"), "a")
    every = list(cases(1))
    least = next(case for case in every if not few(case[0], case[2]))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    found = result.counterexample
    assert (found.parameters["n"], found.position["j"], found.position["total"]) == least
    assert found.below == every.index(least)
    assert "few does not hold here" in found.sentence


def test_unknowns_are_ordered_as_declared(write: Write) -> None:
    rules = "apart :- j(J), total(N), J != 3, N != 2.\n"
    spec = write(
        "id: a, iff: apart, unknowns: {j: 1..5, total: 1..5}",
        "id: b, iff: apart, unknowns: {total: 1..5, j: 1..5}",
        rules=rules,
    )
    places = [judged(spec, claim).counterexample for claim in ("a", "b")]
    assert [one and one.position for one in places] == [{"j": 1, "total": 2}, {"total": 1, "j": 3}]


def test_nothing_meets_the_assumption(write: Write) -> None:
    result = judged(write(f"id: a, given: never, iff: few, {RANGES}"), "a")
    assert (result.verdict, result.exit, result.reason) == (
        Verdict.VACUOUS,
        Exit.UNDECIDED,
        "no values in the box meet `given`",
    )


def test_of_the_parameters_alone(write: Write) -> None:
    spec = write("id: a, iff: even, prove: {n: all, m: all}", "id: b, iff: small")
    assert (judged(spec, "a").verdict, judged(spec, "a").positions) == (Verdict.PROVED, 12)
    refuted = judged(spec, "b").counterexample
    assert refuted is not None
    assert (refuted.parameters, refuted.position) == ({"n": 4, "m": 1}, {})


def test_the_game_beside_it_is_what_it_was(write: Write) -> None:
    result = judged(write(f"id: a, given: in_range, iff: few, {RANGES}"), "game")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 4 * 3 * 13)


PROVE = "prove: {n: all, j: all, total: all, m: 1}"


def test_proved_for_all(write: Write) -> None:
    spec = write(
        f"id: a, given: in_range, iff: few, {RANGES}, {PROVE}", f"id: b, given: back, iff: in_range, {RANGES}, {PROVE}"
    )
    for claim in ("a", "b"):
        result = judged(spec, claim)
        assert result.verdict is Verdict.PROVED
        assert result.proof is not None
        assert result.proof.unbounded == ("n", "total")
        assert result.proof.fixed == {"m": [1, 1], "j": [1, "n+1"]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("j(J), total(N), (J-1)*(3*n+2) < N", "j(J), total(N), (J-1)*(3*n+2)-1 < N"),
        ("+(J-1)*2*n.", "+(J-1)*2*n+1."),
        ("<= J*(n+1)", "<= J*(n+2)"),
        ("+ ((N-1)/(3*n+2)) <= n", "+ ((N-1)/(3*n+2)) < n"),
    ],
)
@pytest.mark.sample(4)
def test_mutants_are_refuted(write: Write, tmp_path: Path, old: str, new: str) -> None:
    narrow_ranges = "unknowns: {j: 1..n+1, total: 1..60}, over: {n: 1, m: 1, j: 1, total: 1..1}"
    spec = write(f"id: a, given: in_range, iff: few, {narrow_ranges}, {PROVE}")
    assert old in RULES
    (tmp_path / "takes.lp").write_text(RULES.replace(old, new, 1))
    wide = judged(spec, "a")
    assert wide.verdict is Verdict.REFUTED
    assert wide.counterexample is not None
    # the ground engine finds the same in a box that holds it
    (ground,) = check(
        narrow(load(spec), ["n=1..4"], ["j=1..n+1", "total=1..60"]), Options(claims=("a",), prove=False), lambda _: None
    )
    assert ground.counterexample is not None
    assert ground.counterexample.at == wide.counterexample.at


@pytest.mark.slow
def test_the_least_counterexample_beyond_the_box(write: Write) -> None:
    rules = "late :- few, total(N), N < 300.\nlate :- few, j(J), J < 3.\nlate :- few, n < 5.\n"
    spec = write(f"id: a, given: in_range, iff: late, {RANGES}, {PROVE}", rules=rules)
    least = next(
        (n, j, total)
        for n in range(1, 100)
        for j in range(1, n + 2)
        for total in range((j - 1) * (3 * n + 2) + 1, j * (n + 1) + (j - 1) * 2 * n + 1)
        if not (total < 300 or j < 3 or n < 5)
    )
    result = judged(spec, "a")
    assert result.counterexample is not None
    found = result.counterexample
    assert (found.parameters["n"], found.position["j"], found.position["total"]) == least
    assert result.reason is None


class TestReports:
    def test_text(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: a, given: in_range, iff: few, {RANGES}, {PROVE}", f"id: b, given: wider, iff: few, {RANGES}")
        assert main(["check", spec, "--claim", "a", "--claim", "b", "-v"]) == 1
        said = capsys.readouterr().out
        assert "PROVED for every n >= 1, every total, m = 1, j = 1..n+1" in said
        assert "n = 1..4, m = 1, j = 1..n+1, total = 1..60" in " ".join(said.split())
        assert "REFUTED at n=1, m=1, j=1, total=3" in said
        assert "below it agree with the claim" in said
        assert "position" not in said

    def test_again(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: b, given: wider, iff: few, {RANGES}")
        assert main(["check", spec, "--claim", "b"]) == 1
        (line,) = [line for line in capsys.readouterr().out.splitlines() if "again:" in line]
        assert line.strip() == f"again: bouton check {spec} --claim b --at n=1,m=1,j=1,total=3"
        assert main(line.split("bouton ")[1].split()) == 1
        assert "b  REFUTED at n=1, m=1, j=1, total=3" in capsys.readouterr().out

    def test_at_judges_what_has_these_unknowns(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: a, given: in_range, iff: few, {RANGES}", "id: b, iff: small")
        assert main(["check", spec, "--at", "n=2,m=1,j=1,total=3"]) == 0
        said = capsys.readouterr().out
        assert "a  HOLDS at n=2, m=1, j=1, total=3" in said
        assert "1 claim" in said
        assert main(["check", spec, "--at", "n=2,m=1,pile=3"]) == 0
        assert "game  HOLDS" in capsys.readouterr().out
        assert main(["check", spec, "--at", "n=2,m=1"]) == 0
        assert "b  HOLDS at n=2, m=1" in capsys.readouterr().out
        assert main(["check", spec, "--at", "n=2,m=1,total=3"]) == 2

    def test_json(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: b, given: wider, iff: few, {RANGES}")
        assert main(["check", spec, "--claim", "b", "--json"]) == 1
        (said,) = json.loads(capsys.readouterr().out)["claims"]
        assert (said["kind"], said["verdict"]) == ("statement", "refuted")
        assert said["over"] == {"n": [1, 4], "m": [1, 1], "j": [1, 5], "total": [1, 60]}
        assert said["counterexample"]["parameters"] == {"n": 1, "m": 1}
        assert said["counterexample"]["position"] == {"j": 1, "total": 3}

    def test_explain(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: a, given: in_range, iff: few, {RANGES}", "id: b, iff: few, unknowns: {total: 1..9}")
        assert main(["explain", spec]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert "a (statement)" in said
        assert "given in_range, takes.lp:4" in said
        assert "j = 1..n+1, total = 1..60 (840 cases)" in said

    def test_ranges_of_the_command_line(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: a, given: wider, iff: few, {RANGES}")
        assert main(["check", spec, "--claim", "a", "--over", "total=1..2"]) == 0
        assert "total = 1..2" in capsys.readouterr().out
        assert main(["check", spec, "--over", "totl=1..2"]) == 2
        assert "total" in capsys.readouterr().err

    def test_the_game_of_the_spec_is_solved_as_before(self, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
        spec = write(f"id: a, given: in_range, iff: few, {RANGES}")
        assert main(["solve", spec, "--at", "n=1,m=2,pile=4"]) == 0
        assert "N-position" in capsys.readouterr().out
        assert main(["table", spec, "--set", "n=1", "--set", "m=2"]) == 0
        assert "total" not in capsys.readouterr().out

    def test_pinned(self, write: Write) -> None:
        pinned = "expect: {refuted: {n: 1, m: 1, j: 1, total: %d}}"
        spec = write(
            f"id: a, given: wider, iff: few, {RANGES}, {pinned % 3}",
            f"id: b, given: wider, iff: few, {RANGES}, {pinned % 4}",
        )
        assert [judged(spec, claim).as_expected for claim in ("a", "b")] == [True, False]


BAD = [
    ("id: a, iff: few, unknowns: {total: 5..n}", "the range of total is empty for every value of the parameters", 7),
    ("id: a, iff: few, unknowns: {total: 5..4}", "the range 5..4 runs backwards", 7),
    ("id: a, iff: few, unknowns: {pile: 1..4}", "pile is the name of a fluent too", 7),
    ("id: a, iff: few, unknowns: {n: 1..4}", "n is the name of a parameter too", 7),
    ("id: a, iff: few, unknowns: {move: 1..4}", "move has a meaning of its own in the rules", 7),
    ("id: a, iff: few, unknowns: {total: 1..q}", "q is not a parameter", 7),
    (
        "id: a, iff: few, unknowns: {total: 1..4}, over: {pile: 1..2}",
        "pile is neither a parameter nor part of a position",
        7,
    ),
    ("id: a, unknowns: {total: 1..4}", "the key 'iff' is missing", 7),
    ("id: a, iff: few, unknowns: {total: 1..4}, given: nowhere", "given: no rule of takes.lp derives nowhere", 7),
    ("id: a, iff: other, unknowns: {later: 1..4}", "iff: other has 1 argument in takes.lp", 7),
    (
        "id: a, iff: few, unknowns: {total: 1..4}, given: in_range",
        "given: in_range depends on j, which this claim does not have",
        7,
    ),
    ("id: a, iff: zero, unknowns: {total: 1..4}", "iff: zero depends on pile, which this claim does not have", 7),
    ("id: a, iff: mixed, unknowns: {j: 1..4}", "iff: mixed depends on pile, which this claim does not have", 7),
    ("id: a, iff: few, unknowns: {total: 1..4}, play: misere", "a claim of kind 'statement' takes no key 'play'", 7),
    ("id: a, iff: few, unknowns: {total: {count: 1..2, size: 1}}", "a range was expected, not a mapping", 7),
]
EVERY = "id: every, iff: few, unknowns: {j: 1..2, total: 1..2, later: 1..2}"


@pytest.mark.parametrize(("claim", "message", "line"), BAD)
def test_bad_input(write: Write, claim: str, message: str, line: int) -> None:
    found = faults(write(claim))
    assert [(fault.message, fault.line) for fault in found] == [(message, line)]
    assert found[0].column is not None


def test_a_claim_about_the_game_cannot_use_an_unknown(write: Write, tmp_path: Path) -> None:
    spec = write()
    (tmp_path / "takes.yaml").write_text((tmp_path / "takes.yaml").read_text().replace("iff: zero", "iff: mixed"))
    (fault,) = faults(spec)
    assert (fault.message, fault.line) == ("iff: mixed depends on j, which this claim does not have", 6)


def test_the_moves_cannot_use_an_unknown(write: Write) -> None:
    (fault,) = faults(write(rules="move(take(J)) :- j(J), J <= m.\n"))
    assert (fault.message, fault.file, fault.line) == (
        "move depends on j, an unknown of a statement",
        "takes.lp",
        len(RULES.splitlines()) + 1,
    )


def test_an_unknown_is_given_and_not_derived(write: Write) -> None:
    (fault,) = faults(write(rules="j(3).\n"))
    assert fault.message == "j is an unknown of a statement, no rule may derive it"


def test_division_by_zero_is_found_where_it_is(write: Write) -> None:
    spec = write("id: a, iff: divides, unknowns: {j: 1..4}")
    with pytest.raises(InputError) as raised:
        judged(spec, "a")
    (fault,) = raised.value.diagnostics
    assert (fault.file, fault.line) == ("takes.lp", 14)


def test_two_statements_may_declare_the_same_unknown(write: Write) -> None:
    spec = write("id: a, iff: few, unknowns: {total: 1..2}", "id: b, iff: few, unknowns: {total: 1..1}")
    assert [judged(spec, claim).positions for claim in ("a", "b")] == [4 * 3 * 2, 4 * 3]
