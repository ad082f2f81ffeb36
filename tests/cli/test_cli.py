"""The command line end to end: what it prints, where, and its exit codes."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bouton.cli import arguments, counterexample, main
from bouton.core.errors import Disagreement, LimitReached, fault
from bouton.core.exits import Exit
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.run.options import Options

RULES = """\
move(take(M))             :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0.
even     :- pile(N), N \\ 2 = 0.
large    :- pile(N), N >= 1000.
"""
SPEC = """\
game: Take some
rules: take.lp
parameters: {k: 1..3}
position:
  pile: 0..12
claims:
  - id: theorem
    says: A pile is a P-position iff it is a multiple of k+1.
    kind: p-positions
    play: normal
    iff: multiple
  - id: even
    says: A pile is a P-position iff it is even.
    kind: p-positions
    play: normal
    iff: even
"""
EXPECTED = "    expect: {refuted: {k: 2, pile: 2}}\n"
EXAMPLE = """\
  - id: example
    says: With k = 2 a pile of 3 is a P-position.
    kind: example
    play: normal
    at: {k: 2, pile: 3}
    outcome: P
"""
VACUOUS = """\
  - id: large
    says: A large pile is a P-position iff it is even.
    kind: p-positions
    play: normal
    where: large
    iff: even
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC + EXPECTED)
    return tmp_path


def as_object(capsys: pytest.CaptureFixture[str]) -> Any:
    said = json.loads(capsys.readouterr().out)
    assert isinstance(said, dict)
    return said


def test_help_names_the_exit_codes_and_imports_no_solver() -> None:
    script = (
        "import sys\nfrom bouton.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print('loaded', sorted({'clingo', 'z3', 'pydantic', 'rich', 'yaml', 'numpy'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "130"):
        assert f"\n  {code}" in said
    assert said.endswith("loaded []\n")


@pytest.mark.parametrize("command", ["check", "counterexample", "solve", "table", "new", "explain", "verify"])
def test_every_command_states_its_exit_codes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert "exit codes" in capsys.readouterr().out


def test_as_expected_is_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml"]) == 0
    said = capsys.readouterr()
    assert "theorem  HOLDS for k = 1..3, pile 0..12 (39 positions)" in said.out
    assert "even     REFUTED at k=2, pile 2, as expected" in said.out
    assert " ".join(said.out.splitlines()[-1].split()) == "2 claims: 1 holds, 1 refuted as expected exit 0"
    assert said.err == ""


def test_contrary_is_1_and_its_command_reproduces_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "take.yaml").write_text(SPEC)
    assert main(["check", "take.yaml"]) == 1
    said = capsys.readouterr().out
    (again,) = [line.split("again: ")[1] for line in said.splitlines() if "again: " in line]
    assert again == "bouton check take.yaml --claim even --at k=2,pile=2"
    assert main(again.split()[1:]) == 1
    assert "REFUTED at k=2, pile 2 " in capsys.readouterr().out


def test_one_spec_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--json"]) == 0
    said = as_object(capsys)
    assert list(said) == ["schema", "spec", "claims"]
    theorem, even = said["claims"]
    assert theorem["over"] == {"k": [1, 3], "pile": [0, 12]}
    assert (theorem["verdict"], theorem["positions"], theorem["as_expected"]) == ("holds", 39, True)
    assert even["counterexample"] == {
        "parameters": {"k": 2},
        "position": {"pile": 2},
        "claimed": "P",
        "actual": "N",
        "because": {"move": "take 2 from pile", "to": {"pile": 0}},
    }


def test_a_folder_is_an_object_of_specs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", ".", "--json"]) == 0
    said = as_object(capsys)
    assert (list(said), said["exit"]) == (["schema", "specs", "exit"], 0)
    (spec,) = said["specs"]
    assert spec["spec"] == "./take.yaml"


def test_only_the_claims_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "even", "--json"]) == 0
    assert [claim["id"] for claim in as_object(capsys)["claims"]] == ["even"]


def test_an_unknown_claim_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "theorm"]) == 2
    assert capsys.readouterr().err == "error: no claim 'theorm' in take.yaml; did you mean 'theorem'?\n"


def test_a_claim_at_fault_is_not_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("take.yaml")
    file.write_text(file.read_text().replace("play: normal", "play: nromal", 1))
    assert main(["check", "take.yaml", "--claim", "theorem", "--claim", "theorm"]) == 2
    said = capsys.readouterr().err
    assert "'nromal' is not a word for this" in said
    assert "no claim 'theorm'" in said
    assert "no claim 'theorem'" not in said


def test_changed_ranges_suspend_pins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--set", "k=3", "--over", "pile=0..20"]) == 0
    said = capsys.readouterr().out
    assert "HOLDS for k = 3, pile 0..20 (21 positions)" in said
    assert "REFUTED at k=3, pile 2" in said
    assert "pinned counterexample" in said


@pytest.mark.parametrize("ranges", [["--over", "pile=0..20,k=3"], ["--set", "k=3", "--over", " pile = 0..20"]])
def test_several_ranges_in_one_option(ranges: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", *ranges]) == 0
    assert "HOLDS for k = 3, pile 0..20 (21 positions)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ranges", "says"),
    [
        ("pile=0..20,kk=3", "--over kk=3: there is no range 'kk'; expected one of k, pile; did you mean 'k'?"),
        ("pile=0..20,pile=3", "--over pile=3: this range is given twice"),
        ("pile=0..20,k", "--over pile=0..20,k: '20,k' is not a range or an integer expression"),
        ("pile=0..20,", "--over pile=0..20,: '20,' is not a range or an integer expression"),
        (",pile=0..20", "--over : a name and a range were expected"),
    ],
)
def test_each_range_of_an_option_is_looked_at(ranges: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--over", ranges]) == 2
    assert says in capsys.readouterr().err


def test_an_example_has_a_position_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "take.yaml").write_text(SPEC + EXPECTED + EXAMPLE)
    assert main(["check", "take.yaml", "--at", "k=2,pile=3", "--json"]) == 0
    assert [claim["id"] for claim in as_object(capsys)["claims"]] == ["theorem", "even"]
    for command in (["check", "take.yaml", "--claim", "example"], ["counterexample", "take.yaml", "example"]):
        assert main([*command, "--at", "k=2,pile=3"]) == 2
        assert "an example has a position of its own" in capsys.readouterr().err


def test_vacuous_is_3(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "take.yaml").write_text(SPEC + EXPECTED + VACUOUS)
    assert main(["check", "take.yaml"]) == 3
    assert "VACUOUS for k = 1..3, pile 0..12" in capsys.readouterr().out


def test_a_fault_of_one_spec_and_nothing_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(SPEC.replace("position:", "posision:", 1))
    (folder / "b.yaml").write_text(SPEC.replace("iff: even", "iff: evn"))
    assert main(["check", "."]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "a.yaml:4:1: " in said.err
    assert main(["check", ".", "--json"]) == 2
    assert list(as_object(capsys)) == ["errors"]


def test_a_fault_of_a_claim_of_a_later_spec_and_the_others_are_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "z.yaml").write_text(SPEC.replace("iff: even", "iff: evn"))
    assert main(["check", "."]) == 2
    said = capsys.readouterr()
    assert said.out.count("  theorem  HOLDS") == 2
    assert said.out.count("  even     REFUTED") == 1
    lines = said.err.splitlines()
    assert lines[0].startswith("error: ./z.yaml:16:10: ") and "'even'" in lines[0]
    assert lines[1:] == ["    16 |     iff: evn", "       |          ^"]


def test_wrong_usage_is_2_and_an_object_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--jobs", "none", "x.yaml"]) == 2
    assert capsys.readouterr().err.startswith("error: argument --jobs: 'none' is not a positive number")
    assert main(["check", "--json"]) == 2
    (error,) = as_object(capsys)["errors"]
    assert list(error) == ["file", "line", "column", "message", "expected", "nearest"]


@pytest.mark.parametrize(
    "wrong",
    [["--timeout", "0"], ["--timeout", "nan"], ["--memory", "5"], ["--memory", "2X"], ["--jobs", "0"], ["--prov"]],
)
def test_wrong_values_are_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", *wrong]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["chekc"], ["argument COMMAND: invalid choice: 'chekc'"]),
        (["check", "take.yaml", "--jbos", "2"], ["unrecognized argument: --jbos (see `bouton check --help`)"]),
        (
            ["check", "take.yaml", "--clam=x", "--jsno"],
            ["unrecognized argument: --clam=x", "unrecognized argument: --jsno"],
        ),
        (["plot", "take.yaml", "--play", "norml"], ["argument --play: invalid choice: 'norml'"]),
        (["new", "one", "two", "three"], ["unrecognized argument: two", "unrecognized argument: three"]),
    ],
)
def test_what_was_meant_is_said_of_each_word(
    wrong: list[str], told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """All of them at once, each with the nearest that there is: a command, an option of that command, a choice."""
    meant = {"chekc": "check", "--jbos": "--jobs", "--clam=x": "--claim", "--jsno": "--json", "norml": "normal"}
    assert main(wrong) == 2
    said = capsys.readouterr().err.splitlines()
    for line, begins in zip(said, told, strict=True):
        assert line.startswith(f"error: {begins}")
    ends = [f"; did you mean '{meant[one]}'?" for one in wrong if one in meant]
    assert [line[line.rindex(";") :] for line in said if "did you mean" in line] == ends


def test_a_limit_makes_claims_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--timeout", "0.001"]) == 3
    said = capsys.readouterr().out
    assert said.count("UNKNOWN") == 2
    assert "time limit" in said


def faked(monkeypatch: pytest.MonkeyPatch, ending: BaseException) -> None:
    """A check that yields the first claim's verdict and then ends so."""

    def check(spec: Spec, options: Options, _progress: object, _plan: object) -> Iterator[Result]:
        first = next(claim for claim in spec.claims if claim.id in options.claims)
        over = {"k": [1, 3], "pile": [0, 12]}
        yield Result(first.id, first.kind, Verdict.HOLDS, "holds", True, over, 39, 0.1)
        raise ending

    monkeypatch.setattr("bouton.cli.check.check", check)


def test_what_another_module_makes_of_an_interruption_is_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a library that is written in another language, and passes on no more than the text of an exception."""
    imported = importlib.import_module

    def importing(name: str) -> Any:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
            return imported(name)
        raise ValueError("KeyboardInterrupt:")

    monkeypatch.setattr(importlib, "import_module", importing)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        assert main(["explain", "nothing.yaml"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "error: interrupted\n"


def test_interrupted_is_130_with_what_is_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "z.yaml").write_text(SPEC)
    faked(monkeypatch, KeyboardInterrupt())
    assert main(["check", ".", "--jobs", "1"]) == 130
    said = capsys.readouterr().out
    assert "HOLDS for k = 1..3, pile 0..12 (39 positions)" in said
    assert said.count("UNKNOWN") == 3
    assert said.count("\n      interrupted\n") == 3
    assert " ".join(said.splitlines()[-1].split()) == "4 claims in 2 specs: 1 holds, 3 unknown exit 130"
    assert main(["check", ".", "--json", "--jobs", "1"]) == 130
    said_of = as_object(capsys)["specs"]
    verdicts = [claim["verdict"] for spec in said_of for claim in spec["claims"]]
    assert verdicts == ["holds", "unknown", "unknown", "unknown"]


def test_a_disagreement_is_4_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faked(monkeypatch, Disagreement("kernel and conditions differ"))
    assert main(["check", "take.yaml"]) == 4
    said = capsys.readouterr()
    assert said.err == "error: take.yaml: internal check failed: kernel and conditions differ\n"
    assert "REFUTED" not in said.out
    assert main(["check", "take.yaml", "--json"]) == 4
    assert list(as_object(capsys)) == ["errors"]


def test_a_fault_found_while_checking_is_2_and_the_other_specs_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faked(monkeypatch, fault("a cycle", file="take.lp", line=1, column=1))
    assert main(["check", "take.yaml"]) == 2
    assert "error: take.lp:1:1: a cycle\n     1 | move(take(M))" in capsys.readouterr().err
    (folder / "z.yaml").write_text(SPEC)
    assert main(["check", ".", "--json", "--jobs", "1"]) == 2
    said = as_object(capsys)
    assert list(said) == ["schema", "specs", "exit", "errors"]
    assert len(said["specs"]) == 2


def test_a_bug_is_4_never_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    faked(monkeypatch, ZeroDivisionError("oh"))
    assert main(["check", "take.yaml"]) == 4
    assert "internal error: ZeroDivisionError: oh" in capsys.readouterr().err


def test_a_limit_elsewhere_is_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    faked(monkeypatch, LimitReached("memory"))
    assert main(["counterexample", "take.yaml", "theorem"]) == 3
    capsys.readouterr()
    faked(monkeypatch, LimitReached("memory"))
    assert main(["check", "take.yaml"]) == 3
    assert capsys.readouterr().err == "error: unknown: memory\n"


def test_counterexample_found_is_0_with_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counterexample", "take.yaml", "even"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  even  REFUTED at k=2, pile 2, as expected ")
    assert lines[2] == '      take.yaml:12   "A pile is a P-position iff it is even."'
    assert lines[-3:] == [
        "      every move, in normal play:",
        "        take 2 from pile -> 0  P-position, value 0",
        "        take 1 from pile -> 1  N-position, value 1",
    ]


def test_a_counterexample_is_told_even_if_its_moves_take_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def analyse(*_arguments: object) -> None:
        raise LimitReached("time limit of 1 s reached")

    monkeypatch.setattr(counterexample, "analyse", analyse)
    assert main(["counterexample", "take.yaml", "even"]) == 0
    said = capsys.readouterr().out
    assert "REFUTED at k=2, pile 2" in said
    assert said.endswith("      its moves are not listed: time limit of 1 s reached\n")


def test_swap_positions_are_explained_in_both_plays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swap = SPEC.replace("kind: p-positions\n    play: normal\n    iff: even", "kind: swap-positions\n    iff: even")
    (folder / "take.yaml").write_text(swap)
    assert main(["counterexample", "take.yaml", "even"]) == 0
    said = capsys.readouterr().out
    assert "every move, in normal play:" in said
    assert "every move, in misère play:" in said


def test_no_counterexample_is_3_with_what_was_exhausted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counterexample", "take.yaml", "theorem"]) == 3
    said = capsys.readouterr().out
    assert "HOLDS for k = 1..3, pile 0..12 (39 positions)" in said
    assert "there is no counterexample in this box" in said
    assert main(["counterexample", "take.yaml", "theorem", "--json"]) == 3
    assert as_object(capsys)["moves"] is None


def test_a_counterexample_at_one_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counterexample", "take.yaml", "even", "--at", "k=2,pile=4", "--json"]) == 0
    said = as_object(capsys)
    assert said["claims"][0]["counterexample"]["position"] == {"pile": 4}
    assert [move["to"] for move in said["moves"]] == [{"pile": 2}, {"pile": 3}]


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "take.yaml", "--at", "k=2,pile=4"]) == 0
    assert capsys.readouterr().out == (
        "Take some at k=2, pile 4\n"
        "  normal play: N-position, Sprague-Grundy value 1\n"
        "    winning moves, 1 of 2:\n"
        "      take 1 from pile -> 3\n"
        "  misère play: P-position, Sprague-Grundy value 0\n"
        "    no winning move\n"
    )


def test_solve_a_terminal_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "take.yaml", "--at", "k=2,pile=0", "--json"]) == 0
    assert as_object(capsys) == {
        "schema": 1,
        "spec": "take.yaml",
        "parameters": {"k": 2},
        "position": {"pile": 0},
        "normal": {"outcome": "P", "value": 0},
        "misere": {"outcome": "N", "value": 1},
        "moves": [],
    }


def test_a_single_spec_is_needed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "z.yaml").write_text(SPEC)
    assert main(["explain", "."]) == 2
    assert capsys.readouterr().err == "error: .: 2 specs are below this folder; this command works on one\n"


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "take.yaml"]) == 0
    said = capsys.readouterr().out
    assert "   1 | move(take(M))             :- pile(N), M = 1..k, M <= N." in said
    assert "judged      for k = 1..3, pile 0..12 (39 positions)" in said
    assert "iff         even, take.lp:4" in said
    assert "expected    refuted at k=2, pile 2" in said


@pytest.mark.slow
def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-m", "bouton", "table", "take.yaml", "--over", "pile=0..5000", "--outcomes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(600) == 141


@pytest.mark.slow
def test_ctrl_c_ends_a_real_run(folder: Path) -> None:
    (folder / "take.yaml").write_text(SPEC.replace("0..12", "0..2000000"))
    # a job in the background ignores the signal, and so do its children
    hearing = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start = f"{hearing}from bouton.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "check", "take.yaml", "--memory", "8G"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "take.yaml\n"
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=600)
    assert child.returncode == 130
    assert out.count("UNKNOWN") == 2
    assert err == ""


@pytest.mark.slow
def test_letters_the_terminal_lacks_are_escaped() -> None:
    command = [sys.executable, "-m", "bouton", "solve", "take.yaml", "--at", "k=2,pile=4"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert said.returncode == 0
    assert "mis\\xe8re play" in said.stdout


def test_exit_codes_are_the_documented_ones() -> None:
    assert [int(code) for code in Exit] == [0, 1, 2, 3, 4, 130]


def test_by_default_there_is_a_process_for_each_processor_and_never_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, most in ((1, 1), (2, 2), (64, 4)):
        monkeypatch.setattr(arguments, "processors", lambda number=processors: number)
        for words in (["check", "x"], ["counterexample", "x", "c"], ["mutants", "x"]):
            assert arguments.parser().parse_args(words).jobs == most


def test_a_second_solver_that_is_not_installed_is_missed_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bouton.solving.cvc5.has_cvc5", lambda: False)
    assert main(["check", "nowhere.yaml", "--crosscheck"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "error: cvc5 is not installed; expected pip install 'bouton[crosscheck]', or no second solver\n"


def test_explain_of_named_claims(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "nim", "--claim", "example-9-5-12", "--timeout", "30", "--memory", "1G"]) == 0
    out = capsys.readouterr().out
    assert "  example-9-5-12  (" in out
    assert out.count("      judged") == 1
    assert main(["explain", "nim", "--claim", "nothing"]) == 2
    assert "no claim 'nothing'" in capsys.readouterr().err


def test_explain_ends_within_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "greedy_nim_k", "--claim", "theorem-2", "--timeout", "0.01"]) == 0
    assert "takes too long: time limit of 0.01 s reached" in " ".join(capsys.readouterr().out.split())


def test_table_of_one_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "nim", "--at", "heap=1:2:3"]) == 0
    assert capsys.readouterr().out == "heap   outcome\n1:2:3  P\n"
    assert main(["table", "nim", "--at", "heap=_:_:_"]) == 2
    assert main(["table", "mark", "--at", "pile=301"]) == 2
    assert "pile = 301 is outside" in capsys.readouterr().err
