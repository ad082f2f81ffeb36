"""What `check --certificate` writes, `verify` accepts, and it is what the check has found."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from bouton.certificate import write
from bouton.certificate.replay import replay
from bouton.certificate.verify import WrongCertificate, verify
from bouton.core.errors import Disagreement
from bouton.core.shipped import folder
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from tests.certificate.files import RULES, certify, covered, positions, read, sign, write_game


@pytest.fixture(scope="module")
def take(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_game(tmp_path_factory.mktemp("take"))


@pytest.mark.parametrize(
    ("claim", "verdict", "judged"),
    [
        ("theorem", "holds", (13, 13, 13)),
        ("odd", "holds", (6, 6, 6)),
        ("even", "refuted", (1,)),
        ("evens", "refuted", (13, 3)),
        ("large", "vacuous", (0, 0, 0)),
        ("no-move", "vacuous", (1, 1, 1)),
        ("together", "holds", (13, 13, 13)),
        ("moves", "holds", (13, 13, 13)),
        ("key", "holds", (13, 13, 13)),
        ("half", "refuted", (2,)),
        ("example", "holds", (1,)),
        ("wrong-example", "refuted", (1,)),
    ],
)
@pytest.mark.sample(3)
def test_what_is_written_is_accepted(
    take: str, tmp_path: Path, claim: str, verdict: str, judged: tuple[int, ...]
) -> None:
    file = tmp_path / "take.jsonl"
    result = certify(take, claim, file)
    found = verify(str(file))
    assert (result.verdict.value, found.header["verdict"], covered(found)) == (verdict, verdict, list(judged))
    assert [path.name for path in tmp_path.iterdir()] == ["take.jsonl"]
    replay(found, str(file), Limits())


@pytest.mark.parametrize(
    ("spec", "claim", "over"),
    [
        ("nim.yaml", "safe-combinations-misere", ["heap.count=0..3", "heap.size=1..4"]),
        ("nim.yaml", "misere-is-nim-sum-zero", []),
        ("nim.yaml", "swap-positions", ["heap.count=0..3", "heap.size=1..3"]),
        ("nim_with_a_pass.yaml", "pass-used", ["heap.count=0..2"]),
        ("kayles.yaml", None, ["heap.count=0..2", "heap.size=1..5"]),
        ("greedy_nim_k.yaml", "solution", ["heap.count=2..3", "heap.size=2..4"]),
        ("greedy_nim_k.yaml", "effective-sequence", ["heap.count=2..4", "heap.size=1..3"]),
        ("misere_bounded_greedy_nim.yaml", "section-3-2-3-moves", ["heap.count=0..3", "heap.size=1..4"]),
        ("subtraction.yaml", "one-to-m", ["pile=0..20"]),
    ],
)
@pytest.mark.sample(10)
def test_claims_of_the_shipped_games(spec: str, claim: str | None, over: list[str], tmp_path: Path) -> None:
    path = str(folder("specs") / spec)
    name = claim or load(path).claims[0].id
    file = tmp_path / "c.jsonl"
    result = certify(path, name, file, tuple(over))
    found = verify(str(file))
    lines = positions(read(file))
    assert found.positions == len(lines)
    assert sum(covered(found)) == result.positions + (result.counterexample is not None)
    for line in lines:  # by another measure of what is right
        for label, win in zip(line["labels"], line["wins"], strict=True):
            assert (label == "N" and bool(line["options"])) is (win is not None)


def test_positions_that_only_moves_reach_are_there(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(str(folder("specs") / "nim.yaml"), "safe-combinations", file, ("heap.count=2", "heap.size=3..4"))
    lines = positions(read(file))
    judged = [line["position"][0] for line in lines if "covered" in line]
    assert judged == [[3, 3], [3, 4], [4, 4]]
    assert len(lines) == 15  # every list of at most two heaps of at most 4 lies below


def test_a_counterexample_ends_the_certificate(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    spec = str(folder("specs") / "nim_with_a_pass.yaml")
    result = certify(spec, "pass-changes-nothing", file)
    assert result.counterexample is not None
    last = read(file)[-2]
    assert last["position"] == list(result.counterexample.position.values())
    assert read(file)[0]["counterexample"] == {"parameters": {}, "position": last["position"]}


def test_one_position_and_gzip(take: str, tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl.gz"
    certify(take, "theorem", file, at=({"k": 2}, (7,)))
    found = verify(str(file))
    assert (found.positions, covered(found)) == (8, [1])
    assert found.header["at"] == {"parameters": {"k": 2}, "position": [7]}
    first = file.read_bytes()
    certify(take, "theorem", file, at=({"k": 2}, (7,)))
    assert file.read_bytes() == first


def test_the_winner_that_the_rules_name_decides_terminals(tmp_path: Path) -> None:
    spec, file = write_game(tmp_path), tmp_path / "c.jsonl"
    # who must move on an empty pile has won, so one stone is what to leave
    changed = RULES.replace("N \\ (k+1) = 0", "N \\ (k+1) = 1") + "winner(next) :- pile(0).\n"
    (tmp_path / "take.lp").write_text(changed)
    assert certify(spec, "odd", file, ("pile=0..5", "k=2")).verdict is Verdict.HOLDS
    records = read(file)
    assert [record["labels"] for record in positions(records)] == [["N"], ["P"], ["N"], ["N"], ["P"], ["N"]]
    records[2]["winner"] = "previous"
    file.write_bytes(sign(records))
    with pytest.raises(WrongCertificate, match="the label in normal play should be P"):
        verify(str(file))
    del records[2]["winner"]
    file.write_bytes(sign(records))
    with pytest.raises(WrongCertificate, match="a winner is missing"):
        verify(str(file))


def test_empty_boxes_have_a_line_too(tmp_path: Path) -> None:
    spec, file = write_game(tmp_path), tmp_path / "c.jsonl"
    certify(spec, "odd", file, ("k=1..4", "pile=2*k..5"))
    found = verify(str(file))
    assert [(dict(part.parameters), part.positions, part.covered) for part in found.sections] == [
        ({"k": 1}, 4, 2),
        ({"k": 2}, 2, 1),
        ({"k": 3}, 0, 0),
        ({"k": 4}, 0, 0),
    ]
    assert [line["section"] for line in read(file) if "section" in line] == [{"k": k} for k in (1, 2, 3, 4)]


def test_where_a_range_of_a_parameter_is_empty(tmp_path: Path) -> None:
    spec, file = Path(write_game(tmp_path)), tmp_path / "c.jsonl"
    claims, _, _ = spec.read_text().partition("  - {id: example")
    spec.write_text(claims.replace("{k: 1..3}", "{k: 1..3, m: k..2}"))
    certify(str(spec), "odd", file, ("pile=0..3",))
    expected = [({"k": 1, "m": 1}, 4), ({"k": 1, "m": 2}, 4), ({"k": 2, "m": 2}, 4), ({"k": 3}, 0)]
    assert [(dict(part.parameters), part.positions) for part in verify(str(file)).sections] == expected
    records = read(file)
    records.append({"position": [7], "labels": ["P"], "options": [], "wins": [None]})  # not judged, it does no harm
    file.write_bytes(sign(records))
    verify(str(file))


def test_one_position_without_a_move_is_judged(take: str, tmp_path: Path) -> None:
    """Where a whole box without moves shows nothing."""
    file = tmp_path / "c.jsonl"
    assert certify(take, "theorem", file, at=({"k": 2}, (0,))).verdict is Verdict.HOLDS
    found = verify(str(file))
    assert (found.header["verdict"], found.positions, covered(found)) == ("holds", 1, [1])


def test_moves_in_one_place_are_moves(tmp_path: Path) -> None:
    """There are none in the last position."""
    spec, file = write_game(tmp_path), tmp_path / "c.jsonl"
    (tmp_path / "take.lp").write_text(RULES.replace("M <= N.", "M <= N, N < 12."))
    assert certify(spec, "theorem", file).verdict is Verdict.HOLDS
    assert verify(str(file)).moves


def test_keys_are_of_one_value_of_the_parameters(tmp_path: Path) -> None:
    spec, file = Path(write_game(tmp_path)), tmp_path / "c.jsonl"
    (tmp_path / "take.lp").write_text(RULES + "own(N) :- pile(N).\n")
    spec.write_text(spec.read_text().replace("key: rest", "key: own"))
    assert certify(str(spec), "key", file).verdict is Verdict.HOLDS
    assert covered(verify(str(file))) == [13, 13, 13]


def modules(name: str, seen: set[str]) -> set[str]:
    """Every module that one of ours imports when it is imported, and those that they import."""
    if name in seen:
        return seen
    seen.add(name)
    if not name.startswith("bouton"):
        return seen
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    for node in ast.parse(Path(found.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            modules(node.module or "", seen)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                modules(alias.name, seen)
    return seen


def test_the_verifier_is_short_and_imports_no_solver() -> None:
    imported = modules("bouton.certificate.verify", set())
    ours = {name for name in imported if name.startswith("bouton")}
    assert ours == {
        *(
            "bouton.certificate.verify",
            "bouton.core.errors",
            "bouton.core.position",
            "bouton.ground.steps",
            "bouton.ground.box",
        ),
        *("bouton.core.spec", "bouton.core.ranges", "bouton.core.sources"),
    }
    assert {name.partition(".")[0] for name in imported - ours} <= sys.stdlib_module_names
    for name in ("bouton.certificate.verify", "bouton.ground.steps"):
        source = importlib.util.find_spec(name)
        assert source is not None
        assert len(Path(str(source.origin)).read_text(encoding="utf-8").splitlines()) < 320


def test_the_command_loads_no_solver(take: str, tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(take, "theorem", file)
    script = (
        "import sys\nfrom bouton.cli import main\n"
        f"code = main(['verify', {str(file)!r}])\n"
        "print(int(code), sorted({'clingo', 'z3', 'cvc5', 'numpy', 'yaml', 'pydantic', 'rich'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.endswith("\n0 []\n")


def test_terminals_that_are_won_and_examples_of_terminals(tmp_path: Path) -> None:
    """No move wins from a terminal, though it is won in misère play; and one that is asked for is judged."""
    (tmp_path / "last.lp").write_text(
        "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
        "one :- pile(N), N \\ 3 = 1.\nwin(take((N-1) \\ 3)) :- pile(N), N > 0, N \\ 3 != 1.\n"
    )
    spec = tmp_path / "last.yaml"
    spec.write_text(
        "game: g\nrules: last.lp\nposition: {pile: 0..7}\nclaims:\n"
        "  - {id: named, says: s, kind: p-positions, play: misere, iff: one, strategy: win}\n"
        "  - {id: end, says: s, kind: example, play: misere, at: {pile: 0}, outcome: N}\n"
    )
    for claim, judged in (("named", [8]), ("end", [1])):
        file = tmp_path / f"{claim}.jsonl"
        result = certify(str(spec), claim, file)
        found = verify(str(file))
        assert (result.verdict, found.header["verdict"], covered(found)) == (Verdict.HOLDS, "holds", judged)


def test_a_winner_where_the_rules_name_none(take: str, tmp_path: Path) -> None:
    file = tmp_path / "take.jsonl"
    certify(take, "theorem", file)
    records = read(file)
    positions(records)[0]["winner"] = "next"
    file.write_bytes(sign(records))
    with pytest.raises(WrongCertificate, match="a winner is missing or out of place"):
        verify(str(file))


@pytest.mark.parametrize("more", [-1, 1])
def test_what_judges_another_number_of_positions_is_not_written(
    take: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    """Not even a part of it is left."""
    monkeypatch.setattr(write, "alone", lambda *_given, **_limits: (39, 39 + more))
    with pytest.raises(Disagreement, match=f"39 positions were judged, but the certificate has {39 + more}"):
        certify(take, "theorem", tmp_path / "take.jsonl")
    assert list(tmp_path.iterdir()) == []
