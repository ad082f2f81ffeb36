"""A rules file explored without a spec, and a spec without claims or with faulty ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.claims.mentioned import not_mentioned
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.shipped import folder
from bouton.core.sources import of_file
from bouton.discover.draft import alone
from bouton.document.encoding import of_encoding
from bouton.document.load import load, load_sound

NIM = str(folder("encodings") / "nim" / "rules.lp")
RULES = """\
move(take(M)) :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0.
"""
SPEC = """\
game: take
rules: take.lp
parameters: {k: 2}
position: {pile: 0..9}
"""
GOOD = "  - {id: good, says: x, kind: p-positions, iff: multiple}\n"
FAULTY = """\
  - {id: typo, says: x, kind: p-positions, iff: multipel}
  - {id: key, says: x, kind: p-positions, value: multiple}
  - {id: both, says: x, kind: p-positions, together: [good, key]}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    return tmp_path


def test_ranges_declare_what_a_spec_would() -> None:
    spec = of_encoding("take.lp", ["k=2..3", "S=1:4"], ["pile=0..9", "heap.count=0..2", "heap.size=1..5"], ["none"])
    assert [parameter.name for parameter in spec.box.parameters] == ["k", "S"]
    assert spec.box.parameters[1].sets == ((1, 4),)
    assert [(fluent.name, getattr(fluent, "order", None)) for fluent in spec.fluents] == [
        ("pile", None),
        ("heap", "none"),
    ]
    assert (spec.claims, spec.rules, spec.game) == ((), of_file(Path("take.lp")), "take")


def test_a_game_in_a_folder_has_its_name() -> None:
    assert of_encoding(NIM, [], ["heap.count=0..2", "heap.size=1..5"]).game == "nim"
    Path("rules.lp").write_text(RULES)
    assert of_encoding("rules.lp", ["k=2"], ["pile=0..9"]).game == "rules"


@pytest.mark.parametrize(
    ("over", "order", "said"),
    [
        ([], [], "without a spec the ranges must say what a position is"),
        (["heap.size=1..3"], [], "ranges: the key 'count' is missing"),
        (["pile=0..3", "pile.size=1"], [], "pile has a range already"),
        (["pile=3..0x"], [], "ranges: "),
        (["pile"], [], "--over pile: a name and a range were expected"),
        (["pile=0..3"], ["up"], "--order up: the position has no heaps"),
        (["heap.count=1", "heap.size=1..3"], ["pile=none"], "--order pile=none: there are no heaps 'pile'"),
        (["heap.count=1", "heap.size=1..3"], ["up"], "ranges: 'up' is not a word for this"),
    ],
)
def test_what_no_position_can_be_made_of(over: list[str], order: list[str], said: str) -> None:
    with pytest.raises(InputError) as error:
        of_encoding("take.lp", [], over, order)
    assert said in error.value.diagnostics[0].message
    assert error.value.diagnostics[0].line is None


def test_a_rules_file_is_tabulated_solved_and_drawn(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    ranges = ["--over", "heap.count=2", "--over", "heap.size=1..3"]
    assert main(["table", NIM, *ranges, "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["heap", "1:1", "2:2", "3:3"]
    assert main(["solve", NIM, *ranges, "--at", "heap=3:5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["normal"]["outcome"] == "N"
    assert main(["graph", NIM, *ranges, "--at", "heap=1:1", "-o", "graph.svg"]) == 0
    assert "<svg" in (here / "graph.svg").read_text()
    assert main(["plot", "take.lp", "--set", "k=2", "--over", "pile=0..9", "-o", "strip.svg"]) == 0
    assert "4 P-positions" in capsys.readouterr().out


def test_parameters_that_nothing_mentions_are_told_all_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    sets = [part for one in ("k=2", "kk=1..3", "S=1:2", "n=5") for part in ("--set", one)]
    for command in ("table", "discover"):
        assert main([command, "take.lp", "--over", "pile=0..n", *sets]) == 2
        assert [line.partition(":")[2] for line in capsys.readouterr().err.splitlines()] == [
            " --set kk: neither the rules of take.lp nor a range mention 'kk'",
            " --set S: neither the rules of take.lp nor a range mention 'S'",
        ]
    assert main(["table", "take.lp", "--over", "pile=0..n", "--set", "k=2", "--set", "n=5", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["k,n,pile", "2,5,0", "2,5,3"]


def test_a_theorem_is_not_about_parameters_that_the_game_does_not_mention(here: Path) -> None:
    ranges = "{k: 1..2, q: 1..3, m: 1..2, S: {set: [[1, 2]]}, n: 1..m}"
    (here / "take.lp").write_text(RULES + "odd :- pile(N), N \\ q = 1, s(_).\n")
    (here / "take.yaml").write_text(SPEC.replace("{k: 2}", ranges))
    spec = load(here / "take.yaml")
    assert not_mentioned(spec) == ("n",)
    assert [one.name for one in alone(spec).box.parameters] == ["k", "m"]


def test_a_rules_file_has_no_claims_and_a_spec_no_order(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "take.yaml").write_text(SPEC)
    assert main(["check", "take.lp", "--over", "pile=0..9", "--set", "k=2"]) == 2
    assert main(["check", "take.yaml"]) == 2
    assert capsys.readouterr().err.count("nothing to check: no spec has a claim") == 2
    assert main(["table", "take.yaml", "--order", "none"]) == 2
    assert "--order is for a rules file" in capsys.readouterr().err


@pytest.mark.parametrize("claims", ["", "claims: []\n"])
def test_a_spec_without_claims_is_explored(capsys: pytest.CaptureFixture[str], here: Path, claims: str) -> None:
    (here / "take.yaml").write_text(SPEC + claims)
    assert main(["table", "take.yaml", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["k,pile", "2,0", "2,3", "2,6", "2,9"]


def test_a_faulty_claim_blocks_only_itself_and_what_rests_on_it(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "take.yaml").write_text(SPEC + "claims:\n" + FAULTY + GOOD)
    assert main(["check", "take.yaml", "--json"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert [(claim["id"], claim["verdict"]) for claim in said["claims"]] == [("good", "holds")]
    assert [(error["line"], error["message"]) for error in said["errors"]] == [
        (7, "a claim of kind 'p-positions' takes no key 'value'"),
        (8, "there is no claim 'key'"),
        (6, "iff: no rule of take.lp derives multipel"),
    ]
    assert main(["check", "take.yaml"]) == 2
    said_of_it = capsys.readouterr()
    assert "good  HOLDS" in said_of_it.out
    assert "there is no claim 'key'" in said_of_it.err
    assert main(["table", "take.yaml"]) == 0


def test_what_was_not_asked_for_may_be_faulty(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "take.yaml").write_text(SPEC + "claims:\n" + GOOD + FAULTY)
    assert main(["check", "take.yaml", "--claim", "good"]) == 0
    capsys.readouterr()
    assert main(["check", "take.yaml", "--claim", "key"]) == 2
    assert "takes no key 'value'" in capsys.readouterr().err


def test_other_faults_and_faults_of_all_claims_are_faults_of_the_whole(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    (here / "take.yaml").write_text(SPEC + "claims:\n" + FAULTY)
    assert main(["check", "take.yaml", "--json"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert (list(said), len(said["errors"])) == (["errors"], 3)
    (here / "take.yaml").write_text(SPEC.replace("pile:", "pile.:") + "claims:\n" + FAULTY + GOOD)
    with pytest.raises(InputError, match="takes no key 'value'") as error:
        load_sound("take.yaml")
    assert len(error.value.diagnostics) > 1
    with pytest.raises(InputError):
        load("take.yaml")


def test_several_specs_one_of_them_faulty(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "a.yaml").write_text(SPEC + "claims:\n" + FAULTY)
    (here / "b.yaml").write_text(SPEC + "claims:\n" + GOOD)
    for jobs in ("1", "2"):
        assert main(["check", "a.yaml", "b.yaml", "--json", "--jobs", jobs]) == 2
        said = json.loads(capsys.readouterr().out)
        assert [[claim["id"] for claim in spec["claims"]] for spec in said["specs"]] == [[], ["good"]]
        assert (said["exit"], len(said["errors"])) == (2, 3)


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        ("kind: p-positions, value: multiple", "iff"),
        ("kind: grundy, value: multiple", "iff"),
        ("kind: class, is: tame", "class"),
        ("kind: p-positions, given: multiple, iff: multiple", "where"),
        ("kind: p-positions, iff: multiple, proof: true", "prove"),
        ("kind: p-positions, iff: multiple, verdict: refuted", "expect"),
    ],
)
def test_a_key_of_another_name_is_told_its_own(here: Path, keys: str, meant: str) -> None:
    (here / "take.yaml").write_text(f"{SPEC}claims:\n  - {{id: a, says: x, {keys}}}\n")
    with pytest.raises(InputError) as error:
        load("take.yaml")
    assert meant in {one.nearest for one in error.value.diagnostics}
