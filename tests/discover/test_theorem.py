"""Theorems found from the rules alone: proved by `check` as they are written, and true in plain Python on a box."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.position import Heaps
from bouton.core.shipped import folder
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Verdict
from bouton.discover import formulas, summands, swapped, theorem
from bouton.discover.by_digits import digits_of_two
from bouton.discover.draft import Draft, file_name
from bouton.discover.guess import Discovery
from bouton.discover.learn import Cover
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.interface.game import Game
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle import game as oracle
from tests.oracle.terms import text
from tests.shipped import named

ROOT = Path(__file__).parents[2]
RULES = ROOT / "benchmarks" / "rules"


@dataclass(frozen=True)
class Asked:
    """A game, the box that a theorem is looked for in, and what a proof of it leaves unbounded."""

    rules: str
    over: tuple[str, ...]
    unbounded: frozenset[str]
    sets: tuple[str, ...] = ()
    play: Play = "normal"
    order: tuple[str, ...] = ()

    @property
    def spec(self) -> Spec:
        """The spec without claims."""
        return of_encoding(str(RULES / f"{self.rules}.lp"), self.sets, self.over, self.order)


HEAPS = ("heap.count=0..3", "heap.size=1..7")
GAMES = (
    Asked("take_to_k", ("pile=0..60",), frozenset({"k", "pile"}), ("k=1..4",)),
    Asked("take_to_k", ("pile=0..60",), frozenset({"k", "pile"}), ("k=1..4",), "misere"),
    Asked("take_134", ("pile=0..60",), frozenset({"pile"})),
    Asked("take_1_2k", ("pile=0..60",), frozenset({"k", "pile"}), ("k=1..4",)),
    Asked("greedy_nim", HEAPS, frozenset({"heap.count", "heap"}), order=("descending",)),
    Asked("greedy_nim", HEAPS, frozenset({"heap.count", "heap"}), play="misere", order=("descending",)),
    Asked("smallest_nim", HEAPS, frozenset({"heap"})),
    Asked("slow_nim", HEAPS, frozenset({"heap"})),
    Asked("nim", HEAPS, frozenset({"heap.count", "heap"})),
    Asked("nim", HEAPS, frozenset({"heap.count", "heap"}), play="misere"),
    Asked("bounded_nim", HEAPS, frozenset({"k", "heap.count", "heap"}), ("k=1..3",)),
    Asked("one_or_all", HEAPS, frozenset({"heap.count", "heap"})),
    Asked("even_or_odd_heap", HEAPS, frozenset({"heap.count", "heap"})),
    Asked("take_s_to_t", ("pile=0..60",), frozenset({"s", "d", "pile"}), ("s=1..3", "d=1..2")),
    Asked("moore_nim", ("heap.count=0..4", "heap.size=1..4"), frozenset({"k", "heap.count", "heap"}), ("k=1..2",)),
    Asked("king", ("x=0..12", "y=0..12"), frozenset({"x", "y"})),
)


def found_of(spec: Spec, play: Play, seconds: float = 300.0) -> Discovery:
    """What a search comes to."""
    found = Discovery()
    for guess in discover(spec, Limits(seconds), play):
        found = found.with_(guess)
    return found


@pytest.mark.parametrize("asked", GAMES, ids=lambda one: f"{one.rules}-{one.play}")
@pytest.mark.sample(18)
def test_a_theorem_is_found_and_proved_as_written(asked: Asked, tmp_path: Path) -> None:
    found = found_of(asked.spec, asked.play)
    assert found.best is not None
    assert found.proved
    _, file = found.best.draft.write(tmp_path)
    spec = load(file)
    (result,) = check(spec, Options(limits=Limits(300.0)), lambda _state: None)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert set(result.proof.unbounded) == asked.unbounded
    assert wrong_in_plain_python(spec, found.best.draft.rules, asked.play) == []


def wrong_in_plain_python(spec: Spec, rules: str, play: Play) -> Sequence[object]:
    """Positions of a box at which the claim and the outcome differ, by an evaluator that shares nothing with Bouton."""
    claim = spec.claims[-1]
    wrong: list[object] = []
    for parameters in spec.box.assignments():
        fluents: list[oracle.Heaps | oracle.Counter] = []
        box: dict[str, tuple[range, range] | range] = {}
        for fluent in spec.fluents:
            if isinstance(fluent, Heaps):
                fluents.append(oracle.Heaps(fluent.name, fluent.order))
                box[fluent.name] = range(4), range(1, 6)
            else:
                fluents.append(oracle.Counter(fluent.name, getattr(fluent, "stones", False)))
                box[fluent.name] = range(26 if len(spec.fluents) == 1 else 9)
        game = oracle.Game(rules, tuple(fluents), dict(parameters))
        for position in oracle.positions(fluents, box):
            if game.holds(str(claim.iff), position) != (game.outcome(play, position) == "P"):
                wrong.append((dict(parameters), position))
    return wrong


@pytest.mark.parametrize("name", ["greedy_nim", pytest.param("slow_nim", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_misere_play_as_normal_play_but_for_some_positions(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorem, "_PROPOSERS", (swapped.swapped,))
    spec = of_encoding(str(RULES / f"{name}.lp"), (), HEAPS, ("descending",))
    best = found_of(spec, "misere").best
    assert best is not None
    assert best.state == "proved"
    assert "are swapped iff" in best.says
    _, file = best.draft.write(tmp_path)
    (result,) = check(load(file), Options(limits=Limits(300.0)), lambda _state: None)
    assert result.verdict is Verdict.PROVED
    assert wrong_in_plain_python(load(file), best.draft.rules, "misere") == []
    assert found_of(spec, "normal").best is None


@pytest.mark.slow
def test_winning_moves_are_proved_with_the_theorem() -> None:
    spec = of_encoding(str(RULES / "take_to_k.lp"), ("k=1..3",), ("pile=0..40",))
    best = found_of(spec, "normal").best
    assert best is not None
    assert best.result is not None
    assert best.strategy
    assert best.draft.document["claims"][0]["strategy"] == "winning_move"
    assert best.result.verdict is Verdict.PROVED
    for k in (1, 2, 3):
        game = oracle.Game(best.draft.rules, (oracle.Counter("pile"),), {"k": k}, {"pile": range(41)})
        for pile in range(41):
            if game.outcome("normal", (pile,)) == "N":
                named = [text(move) for move in game.values("winning_move", (pile,))]
                assert named
                assert {game.outcome("normal", game.moves((pile,))[move]) for move in named} == {"P"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "over", "proposer"),
    [
        ("wythoff.lp", ("heap.count=0..2", "heap.size=1..12"), digits_of_two),
        ("lasker_nim.yaml", (), summands.sums),
    ],
)
def test_moves_of_two_heaps_and_of_heaps_that_are_divided_go_with_the_theorem(
    file: str, over: tuple[str, ...], proposer: theorem.Proposer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How they are written is held against plain Python in `test_families` and `test_heapwise`."""
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposer,))
    spec = of_encoding(str(RULES / file), (), over) if over else load(RULES / file)
    best = found_of(spec, "normal").best
    assert best is not None
    assert best.state == "proved"
    assert best.strategy


@pytest.mark.slow
def test_one_more_than_the_sum_of_two_parameters_is_a_modulus(tmp_path: Path) -> None:
    rules = "move(take(M)) :- pile(N), M = 1..a+b, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    (tmp_path / "sum.lp").write_text(rules)
    best = found_of(of_encoding(str(tmp_path / "sum.lp"), ("a=2..4", "b=2..5"), ("pile=0..29",)), "normal").best
    assert best is not None
    assert best.says == "A position is a P-position in normal play iff a+b+1 divides pile."
    assert best.result is not None
    assert best.result.proof is not None
    assert set(best.result.proof.unbounded) == {"a", "b", "pile"}


@pytest.mark.slow
def test_euclid_is_proved_with_a_statement_about_the_golden_section() -> None:
    spec = of_encoding(str(RULES / "euclid.lp"), (), ("heap.count=2", "heap.size=1..20"))
    best = found_of(spec, "normal").best
    assert best is not None
    assert best.judged is not None
    assert (best.state, len(best.judged.claims)) == ("proved", 2)
    game = oracle.Game(best.draft.rules, (oracle.Heaps("heap"),))
    for position in oracle.positions((oracle.Heaps("heap"),), {"heap": (range(2, 3), range(1, 13))}):
        assert game.holds("found", position) == (game.outcome("normal", position) == "P")
        if game.outcome("normal", position) == "N":
            named = {text(move) for move in game.values("winning_move", position)}
            assert named
            assert {game.outcome("normal", game.moves(position)[move]) for move in named} == {"P"}


@pytest.mark.slow
def test_values_of_rows_of_pins_repeat(tmp_path: Path) -> None:
    spec = of_encoding(str(RULES / "kayles.lp"), (), ("heap.count=0..2", "heap.size=1..9"))
    found = found_of(spec, "normal")
    assert found.best is not None
    assert found.proved
    said = found.best.draft.document["claims"][0]
    assert (said["kind"], said["preperiod"], said["period"]) == ("periodic", 71, 12)
    assert said["values"] == values_of_rows(83)
    _, file = found.best.draft.write(tmp_path)
    (result,) = check(load(file), Options(limits=Limits(300.0)), lambda _state: None)
    assert result.verdict is Verdict.PROVED


def values_of_rows(many: int) -> list[int]:
    """Kayles in plain Python."""
    values: list[int] = []
    for size in range(many):
        rests = [size - taken for taken in (1, 2) if taken <= size]
        reached = {values[left] ^ values[rest - left] for rest in rests for left in range(rest + 1)}
        values.append(next(value for value in range(many) if value not in reached))
    return values


def test_a_wrong_guess_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is learnt, here that pile = 0 alone is lost, only `check` says that a guess is proved."""
    spec = GAMES[2].spec
    told: list[str] = []

    def planted(_search: object, language: object, known: Sequence[object], *_more: object) -> object:
        literals, _ = language.literals(known)  # type: ignore[attr-defined]
        (at,) = [at for at, one in enumerate(literals) if one.said == "Pile = 0"]
        return (literals, Cover(((at,),), negated=False, cost=1)) if len(told) < 6 else None

    monkeypatch.setattr(formulas, "fitting", planted)
    monkeypatch.setattr(theorem, "_PROPOSERS", (formulas.formulas,))
    found = Discovery()
    for guess in discover(spec, Limits(60.0), "normal"):
        told.append(guess.state)
        found = found.with_(guess)
    assert "proved" not in told
    assert found.refuted[0].where == "pile=2"


@pytest.mark.slow
def test_a_proof_that_is_not_reached_leaves_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `check` proves nothing, what fits is told as such."""

    def unproved(draft: Draft, _limits: Limits, **_how: bool) -> object:
        spec, results = judged(draft, Limits(60.0))
        return spec, [replace(one, verdict=Verdict.HOLDS, counterexample=None) for one in results]

    judged = Draft.judged
    monkeypatch.setattr(Draft, "judged", unproved)
    monkeypatch.setattr(theorem, "_PROPOSERS", (formulas.formulas,))
    found = found_of(GAMES[2].spec, "normal")
    assert found.best is not None
    assert (found.proved, found.best.state) == (False, "fits")
    assert found.best.where == "all 61 positions of its box, and 100001 of pile = 0..100000"


def test_take_a_square_is_told_as_a_guess_or_not_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["discover", str(RULES / "take_a_square.lp"), "--over", "pile=0..150", "--time", "60"])  # it ends in 3
    said = capsys.readouterr().out
    assert code == 3
    assert "NONE FOUND" in said
    assert "PROVED" not in said
    assert "the best guess" not in said or "not proved and may be false" in said
    assert "tried digits of one number, by automata" in said


@pytest.mark.slow
def test_the_command_writes_what_it_proves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "take.lp"
    rules.write_text((RULES / "take_134.lp").read_text())
    command = ["discover", str(rules), "--over", "pile=0..40", "--normal", "--write", "--yes", "--json"]
    assert main(command) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["proved"] is True
    assert said["best"]["proved"] == "for every pile"
    assert (tmp_path / "take_found.lp").read_text() == said["best"]["encoding"]
    assert main(["check", str(tmp_path / "take_found.yaml"), "--fresh"]) == 0
    assert "PROVED for every pile" in capsys.readouterr().out
    before = (tmp_path / "take_found.lp").read_text()
    assert main(command) == 2
    assert "nothing is overwritten" in capsys.readouterr().out
    assert (tmp_path / "take_found.lp").read_text() == before


@pytest.mark.slow
def test_nothing_is_written_where_the_answer_is_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "take.lp"
    rules.write_text((RULES / "take_134.lp").read_text())
    monkeypatch.setattr("sys.stdin.readline", lambda: "\n")
    assert main(["discover", str(rules), "--over", "pile=0..40", "--write"]) == 0
    assert "nothing was written" in capsys.readouterr().out
    assert [one.name for one in tmp_path.iterdir()] == ["take.lp"]


@pytest.mark.parametrize("asked", [(), pytest.param(("--both",), marks=pytest.mark.slow)])
def test_both_plays_are_looked_at_one_after_the_other(
    asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "one.lp"
    rules.write_text("move(take) :- pile(N), N > 0.  after(take, pile(N-1)) :- pile(N), move(take).\n")
    assert main(["discover", str(rules), "--over", "pile=0..20", *asked, "--write", "--yes", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    for one, play, rest in ((said, "normal", "even"), (said["misere"], "misere", "odd")):
        assert one["play"] == play and one["proved"] and one["best"]["strategy"]
        assert one["best"]["says"].endswith(f"pile is {rest}.")
    assert main(["check", str(tmp_path / "one_found.yaml"), str(tmp_path / "one_found_misere.yaml")]) == 0
    assert "2 proved" in capsys.readouterr().out
    for one in ("--both", "--normal"):
        assert main(["discover", str(rules), "--over", "pile=0..20", one, "--misere"]) == 2


@pytest.mark.slow
def test_a_game_discovers() -> None:
    found = Game(RULES / "take_23.lp", pile="0..60").discover()
    assert found.proved
    assert found.rules == ("found :- pile(Pile), Pile \\ 5 <= 1.",)
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)


def test_the_files_that_are_written_have_the_name_of_the_game() -> None:
    over = ("heap.count=0..2", "heap.size=1..3")
    assert file_name(of_encoding(str(folder("encodings") / "nim" / "rules.lp"), (), over)) == "nim_found"
    assert file_name(of_encoding(str(RULES / "euclid.lp"), (), over)) == "euclid_found"
    assert file_name(named("wythoff")) == "wythoff_found"


@pytest.mark.slow
def test_the_measure_of_the_rules_goes_with_the_game(tmp_path: Path) -> None:
    """Each move lowers A+2B by one, and nothing simpler; so the rules of `weight` are among those that are written."""
    (tmp_path / "game.lp").write_text(
        "move(down) :- a(A), A > 0.\nafter(down, a(A-1)) :- a(A), A > 0.\n"
        "move(over) :- b(B), B > 0.\nafter(over, b(B-1)) :- b(B), B > 0.\nafter(over, a(A+1)) :- a(A), b(B), B > 0.\n"
        "weight(A+2*B) :- a(A), b(B).\nunused :- weight(0).\n"
    )
    (tmp_path / "game.yaml").write_text(
        "game: Over\nrules: game.lp\nposition:\n  a: 0..12\n  b: 0..8\nmeasure: weight\nclaims: []\n"
    )
    found = found_of(load(tmp_path / "game.yaml"), "normal", 60.0)
    assert found.best is not None
    assert found.best.draft.rules.count("weight(A+2*B)") == 1
    assert "unused" not in found.best.draft.rules
    assert found.proved


LATE = """\
move(t(M)) :- pile(N), M = 1..2, M <= N.
move(t(702)) :- pile(N), N >= 702.
after(t(M), pile(N-M)) :- pile(N), move(t(M)).
"""


@pytest.mark.parametrize(("most", "guessed"), [(40, True), (710, False)])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_no_period_is_guessed_that_the_box_refutes(
    most: int, guessed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values repeat with period 3 up to 701."""
    (tmp_path / "late.lp").write_text(LATE)
    monkeypatch.setattr(theorem, "_PROPOSERS", (summands.periods,))
    guesses = list(discover(of_encoding(str(tmp_path / "late.lp"), (), (f"pile=0..{most}",)), Limits(60.0)))
    assert any("repeat with period 3 from 0 on" in one.says for one in guesses) is guessed
    assert all(one.state != "proved" for one in guesses)
