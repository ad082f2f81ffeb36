"""A game whose rules stand in several files is the same game: every command says so, with places of each file."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

import bouton
from bouton.cli import main, watch
from bouton.core.errors import InputError
from bouton.core.shipped import folder
from bouton.document.load import load
from bouton.run.kept import check
from bouton.run.mutants import candidates, legal
from bouton.run.options import Options

GAME = """\
% Take one or two.
move(take(1)) :- pile(N), N >= 1.
move(take(2)) :- pile(N), N >= 2.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
"""
THEOREMS = """\
% The theorem: a P-position iff the pile is a multiple of 3.
lost :- pile(N), N \\ 3 = 0.
named(take(R)) :- pile(N), R = N \\ 3, R > 0.
"""
BELIEFS = """\
% A false belief.

even :- pile(N), N \\ 2 = 0.
"""
FILES = {"rules.lp": GAME, "theorems.lp": THEOREMS, "beliefs.lp": BELIEFS}
SPEC = """\
game: take one or two
rules: {}
position: {{pile: 0..12}}
claims:
  - {{id: lost, says: s, kind: p-positions, iff: lost, strategy: named, prove: {{pile: all}}}}
  - {{id: even, says: s, kind: p-positions, iff: even, expect: refuted}}
"""

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same game twice: `one/take.yaml` with one file, `many/take.yaml` with three in a folder of their own."""
    for name in ("one", "many/take"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one/take.lp").write_text("\n".join(FILES.values()))
    (tmp_path / "one/take.yaml").write_text(SPEC.format("take.lp"))
    for name, text in FILES.items():
        (tmp_path / "many/take" / name).write_text(text)
    (tmp_path / "many/take.yaml").write_text(SPEC.format("[take/rules.lp, take/theorems.lp, take/beliefs.lp]"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Run:
    """The exit code of a command, and what it prints."""

    def run(*arguments: str) -> tuple[int, str]:
        code = main(list(arguments))
        return code, capsys.readouterr().out

    return run


def alike(text: str) -> str:
    """What a command printed, without seconds, the name of the folder, and the places of numbers."""
    text = re.sub(r'"seconds": [\d.]+', '"seconds": 0', re.sub(r"\d+\.\d s\b", "0.0 s", text))
    return re.sub(r"\(take[\w./]*:\d+\)", "", text).replace("many/", "one/")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--json", "--fresh", "--jobs", "1"),
        ("check", "-v", "--fresh", "--jobs", "1"),
        ("check", "--fresh", "--engine", "compiled", "--no-prove", "--jobs", "1"),
        ("table", "--values"),
        ("solve", "--at", "pile=7"),
        ("counterexample",),
    ],
    ids=" ".join,
)
@pytest.mark.sample(6)
@pytest.mark.slow
def test_commands_say_the_same(said: Run, arguments: Sequence[str]) -> None:
    command, *options = arguments
    more = ["even"] if command == "counterexample" else []
    one, many = (said(command, f"{name}/take.yaml", *more, *options) for name in ("one", "many"))
    assert one[0] == many[0]
    assert alike(one[1]) == alike(many[1])
    assert one[1].strip()


@pytest.mark.usefixtures("here")
def test_explain_names_the_file_of_each_rule(said: Run) -> None:
    _, told = said("explain", "many/take.yaml")
    assert "iff         lost, take/theorems.lp:2\n" in told
    assert "iff         even, take/beliefs.lp:3\n" in told
    assert "    take/rules.lp:\n       2 | move(take(1)) :- pile(N), N >= 1.\n" in told
    assert "lost" not in told[told.index("moves:") : told.index("lost  (p-positions")]


@pytest.mark.usefixtures("here")
@pytest.mark.slow
def test_mutants_change_each_rule_in_its_own_file(said: Run) -> None:
    one, many = load("one/take.yaml"), load("many/take.yaml")
    before = {"take/rules.lp": 0, "take/theorems.lp": GAME.count("\n") + 1}
    theirs, ours = (candidates(spec, spec.claim("lost"), game=True) for spec in (one, many))
    assert {mutant.source.name for mutant in ours} == set(before)
    for same, mutant in zip(theirs, ours, strict=True):
        assert (same.rule, same.change, same.before, same.after) == (
            *(mutant.rule, mutant.change, mutant.before, mutant.after),
        )
        assert (same.line, same.column) == (mutant.line + before[mutant.source.name], mutant.column)
        assert legal(one, one.claim("lost"), same) == legal(many, many.claim("lost"), mutant)
        name = mutant.source.name.removeprefix("take/")
        assert same.rules == "\n".join({**FILES, name: mutant.rules}.values())
        assert "\n".join(source.content for source in mutant.of(many.rules)) == same.rules
    file = Path("many/take.yaml")
    file.write_text(file.read_text().replace("strategy: named, prove: {pile: all}", "over: {pile: 0..6}"))
    code, told = said("mutants", "many/take.yaml", "lost", "--definitions", "--jobs", "1", "--timeout", "20")
    assert code == 3  # some hold in the box, and no proof is asked for
    assert "lost, changed in take/rules.lp, take/theorems.lp and take/beliefs.lp\n    take/theorems.lp:2:" in told


@pytest.mark.usefixtures("here")
@pytest.mark.slow
def test_mutants_where_two_files_make_the_moves(said: Run) -> None:
    """A changed rule is in no file, and is no octal code."""
    Path("moves.lp").write_text("move(take(1)) :- pile(N), N > 0.\n")
    Path("after.lp").write_text("after(take(M), pile(N-M)) :- pile(N), move(take(M)).\neven :- pile(N), N \\ 2 = 0.\n")
    claim = "  - {id: even, says: s, kind: p-positions, iff: even}\n"
    Path("two.yaml").write_text(f"game: g\nrules: [moves.lp, after.lp]\nposition: {{pile: 0..9}}\nclaims:\n{claim}")
    _, told = said("mutants", "two.yaml", "even", "--jobs", "1")
    assert "after.lp:2:" in told
    assert "octal" not in told


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["one", "many"])
def test_certificates(said: Run, name: str) -> None:
    assert said("check", f"{name}/take.yaml", "--claim", "even", "--certificate", "even.json", "--fresh")[0] == 0
    code, told = said("verify", "even.json", "--replay", "--json")
    assert code == 0
    texts = json.loads(told)["texts"]["rules"]
    if name == "one":
        assert texts["name"] == "take.lp"
    else:
        assert [one["name"] for one in texts] == ["take/rules.lp", "take/theorems.lp", "take/beliefs.lp"]
    header, *rest = Path("even.json").read_text().splitlines()
    assert ('"rules":[' in header) is (name == "many")
    for wrong in (header.replace("N >= 2", "N >= 3"), header.replace("take/beliefs.lp", "take/other.lp")):
        Path("wrong.json").write_text("\n".join([wrong, *rest, ""]))
        assert (main(["verify", "wrong.json", "--replay"]) == 0) is (wrong == header)


@pytest.mark.usefixtures("here")
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ["../x.lp", "/tmp/x.lp", "a/b/x.lp", "take/rules.lp", "spec.yaml/x.lp", "x.yaml", ""])
def test_a_certificate_names_no_file_elsewhere(said: Run, name: str) -> None:
    said("check", "many/take.yaml", "--claim", "even", "--certificate", "even.json", "--fresh")
    text = Path("even.json").read_text().replace("take/beliefs.lp", name)
    Path("wrong.json").write_text(text)
    assert said("verify", "wrong.json", "--replay")[0] == 1


@pytest.mark.usefixtures("here")
def test_kept_results_rest_on_every_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("BOUTON_FRESH", raising=False)

    def kept() -> list[bool]:
        return [result.kept for result in check(load("many/take.yaml"), Options(prove=False), lambda _: None)]

    assert kept() == [False, False]
    assert kept() == [True, True]
    Path("many/take/beliefs.lp").write_text(BELIEFS.replace("2 = 0", "2 = 1"))
    assert kept() == [False, False]
    assert kept() == [True, True]
    Path("many/take/rules.lp").write_text(GAME.replace("N >= 2", "N >= 3"))
    assert kept() == [False, False]


@pytest.mark.usefixtures("here")
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [f"take/{name}" for name in FILES])
def test_each_file_is_watched_and_resumed_from(said: Run, name: str) -> None:
    command = ["check", "many/take.yaml", "--claim", "even", "--engine", "compiled", "--no-prove", "--resume", "job"]
    assert said(*command)[0] == said(*command)[0] == 0
    before = watch._state(["many/take.yaml"])
    file = Path("many", name)
    file.write_text(file.read_text() + "% more\n")
    now = watch._state(["many/take.yaml"])
    assert {Path(one) for one in now if now[one] != before.get(one)} == {file.resolve()}
    assert said(*command)[0] == 2


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("lost :- pile(N), 6 / (N-30) = 9.", "line 4 of take/theorems.lp: (6/(N-30)) is undefined, at pile=30"),
        ("lost :- pile(N), #sum { X : pile(M), X = 1..M } = 777.", "take/theorems.lp:4:18: an aggregate over X"),
    ],
)
@pytest.mark.sample(2)
def test_what_a_proof_cannot_read_stands_in_its_file(said: Run, rule: str, reason: str) -> None:
    Path("many/take/theorems.lp").write_text(f"{THEOREMS}{rule}\n")
    told = json.loads(said("check", "many/take.yaml", "--claim", "lost", "--json")[1])
    (result,) = told["specs"][0]["claims"] if "specs" in told else told["claims"]
    assert result["verdict"] == "holds"
    assert result["proof"]["reason"].startswith(reason)


@pytest.mark.usefixtures("here")
def test_another_game_of_several_files(said: Run) -> None:
    """A claim that compares two games reads all files of the other."""
    text = Path("many/take.yaml").read_text()
    same = "  - {id: same, says: s, kind: same-game, other: other.yaml, image: image}\n"
    Path("many/take.yaml").write_text(text.partition("  - ")[0] + same)
    Path("many/other.yaml").write_text(text.replace("take/beliefs.lp", "take/more.lp").partition("  - {id: even")[0])
    Path("many/take/more.lp").write_text("")
    Path("many/take/beliefs.lp").write_text("image(pile(N)) :- pile(N).\n")
    assert "same  HOLDS" in said("check", "many/take.yaml")[1]
    Path("many/take/more.lp").write_text("move(take(3)) :- pile(N), N >= 3.\n")
    assert "same  REFUTED at pile 3" in said("check", "many/take.yaml")[1]


@pytest.mark.usefixtures("here")
def test_from_python(tmp_path: Path) -> None:
    files = [f"many/take/{name}" for name in FILES]
    for several in (files, [tmp_path / file for file in files], [Path(file).absolute() for file in files]):
        game = bouton.Game(
            several, claims=[{"id": "p", "says": "s", "kind": "p-positions", "iff": "lost"}], pile="0..12"
        )
        assert game.check("p").result.positions == 13
        assert bool(game.check("p").result.verdict.value == "holds")
    with pytest.raises(InputError, match="is named twice"):
        bouton.Game([files[0], files[0]], pile="0..12")


@pytest.mark.usefixtures("here")
@pytest.mark.slow
def test_discover_and_rocq(said: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # without coqc
    _, one = said("discover", "one/take.yaml", "--json", "--time", "60")
    _, many = said("discover", "many/take.yaml", "--json", "--time", "60")
    assert alike(json.loads(one)["best"]["encoding"]) == alike(json.loads(many)["best"]["encoding"])
    for name in ("one", "many"):
        assert (
            main(["check", f"{name}/take.yaml", "--claim", "lost", "--rocq", str(tmp_path / f"{name}.v"), "--fresh"])
            == 0
        )
    texts = [(tmp_path / f"{name}.v/take/lost_.v").read_text() for name in ("one", "many")]
    texts = [" ".join(text.split()) for text in texts]
    assert texts[0].replace("take.lp", "take/rules.lp, take/theorems.lp, take/beliefs.lp") == texts[1]
    assert "(* The theorem: a P-position iff the pile is a multiple of 3. *)" in texts[1]


# -------------------------------------------------------------------------------------------------------- random splits


def statements(text: str) -> list[str]:
    """The statements of a text, each with the comments before it."""
    found: list[AST] = []
    parse_string(text, found.append)
    lines, at, pieces = text.splitlines(keepends=True), 0, []
    for one in found:
        if one.ast_type not in (ASTType.Program, ASTType.Comment) and one.location.end.line > at:
            pieces.append("".join(lines[at : one.location.end.line]))
            at = one.location.end.line
    return [*pieces, "".join(lines[at:])]


@pytest.mark.parametrize(
    ("name", "over"),
    [
        ("kayles", ["heap.count=0..2", "heap.size=1..5"]),
        pytest.param("wythoff", ["heap.size=1..12"], marks=pytest.mark.slow),
        pytest.param("greedy_nim_k", ["heap.size=1..5"], marks=pytest.mark.slow),
    ],
)
def test_rules_dealt_into_files(said: Run, tmp_path: Path, name: str, over: Sequence[str]) -> None:
    """The statements of a shipped game, dealt into files in their order: the verdicts are the same."""
    spec = folder("specs") / f"{name}.yaml"
    rng = random.Random(name)
    pieces = statements(load(spec).encoding)
    assert len(pieces) > 5
    dealt: list[list[str]] = [[] for _ in range(4)]
    for piece in pieces:
        rng.choice(dealt).append(piece)
    files = {f"dealt/part_{at}.lp": "".join(part) for at, part in enumerate(dealt)}
    (tmp_path / "dealt").mkdir()
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    said_rules = re.compile(r"^rules: .*$", re.MULTILINE)
    (tmp_path / spec.name).write_text(said_rules.sub(f"rules: [{', '.join(files)}]", spec.read_text()))
    options = ["--json", "--no-prove", "--fresh", "--jobs", "1", *(word for one in over for word in ("--over", one))]
    whole, split = (said("check", str(file), *options) for file in (spec, tmp_path / spec.name))
    assert whole[0] == split[0]
    assert alike(whole[1]).replace(str(spec), "") == alike(split[1]).replace(str(tmp_path / spec.name), "")
