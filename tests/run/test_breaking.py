"""Changes of theorems: each end is held against an evaluator that shares nothing with Bouton."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bouton.claims.restated import Restated
from bouton.cli import main
from bouton.core.errors import LimitReached
from bouton.document.load import load
from bouton.process.limits import Event, Limits
from bouton.rules.mutate import Mutant
from bouton.run import breaking
from bouton.run.breaking import broken
from bouton.run.mutants import Broken, candidates
from bouton.run.options import Options
from bouton.show import mutants
from tests.oracle import claims as oracle_claims
from tests.oracle import game as oracle
from tests.oracle.local import fault
from tests.shipped import loaded

RULES = """\
move(take(1)) :- pile(N), N >= 1.
move(take(2)) :- pile(N), N >= 2.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
p :- pile(N), N \\ 3 = 0, N >= 0.
never :- pile(N), N < 0.
"""
SPEC = """\
game: take one or two
rules: take.lp
position: {pile: 0..12}
claims:
  - {id: p, says: s, kind: p-positions, iff: p, prove: {pile: all}}
  - {id: untrue, says: s, kind: p-positions, iff: never, expect: refuted}
"""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("take")
    (folder / "take.lp").write_text(RULES)
    (folder / "take.yaml").write_text(SPEC)
    return folder / "take.yaml"


@pytest.fixture(scope="module")
def ends(spec: Path) -> Sequence[Broken]:
    """How every change of the theorem and its game ends."""
    whole = load(str(spec))
    options = Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)
    return list(broken(whole, whole.claim("p"), options))


def rules_changed(ends: Sequence[Broken]) -> list[tuple[Broken, Mutant]]:
    """The ends with the change of the rules that each is of."""
    return [(one, one.mutant) for one in ends if isinstance(one.mutant, Mutant)]


def failing(text: str) -> int | None:
    """The least pile at which the theorem fails by the plain evaluator."""
    game = oracle.Game(text, (oracle.Counter("pile", True),), {}, {}, ("stones",))
    said = oracle_claims.Claim("p-positions", (("p", None),), "normal", None)
    return next((pile for pile in range(30) if fault(game, said, (pile,)) is not None), None)


def test_every_end_is_the_truth(ends: Sequence[Broken]) -> None:
    assert len(rules_changed(ends)) == len(ends)
    for one, mutant in rules_changed(ends):
        if one.end == "faulty":
            continue
        try:
            least = failing(mutant.rules)
        except oracle.Illegal:
            continue
        if one.end == "refuted":
            assert one.counterexample is not None
            assert one.counterexample.position == {"pile": least}, str(one.mutant)
        else:
            assert one.end in ("proved", "holds", "unknown"), str(one.mutant)
            assert least is None, str(one.mutant)


def test_what_is_needed_is_refuted_and_what_is_not_is_proved(ends: Sequence[Broken]) -> None:
    by_change = {str(one.mutant).partition(": ")[2]: one.end for one in ends}
    assert by_change["'3' -> '4'"] == "refuted"
    found = rules_changed(ends)
    assert {one.end for one, mutant in found if mutant.line == 4 and "N >= 0" in mutant.before} == {"proved"}
    assert sum(one.end == "refuted" for one in ends) > 20
    assert {mutant.line for _, mutant in found} == {1, 2, 3, 4}


@pytest.mark.slow
def test_the_table(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", str(spec), "--definitions", "--jobs", "2"]) == 0
    out = capsys.readouterr().out
    assert "untrue" not in out  # what is known to be false is left out
    assert "3 -> 4 in p/0" in out
    assert "REFUTED at pile=3" in out
    assert "    N >= 0 in p is not needed: PROVED without it\n" in out


def test_as_latex_and_as_an_object(spec: Path, ends: Sequence[Broken]) -> None:
    claim = load(str(spec)).claim("p")
    assert r"4 & \texttt{3 -> 4} & REFUTED at pile=3 \\" in mutants.latex(claim, ends)
    told = json.loads(json.dumps(mutants.objects(claim, ends)))
    assert told["id"] == "p"
    (one,) = [one for one in told["changes"] if (one["before"], one["after"]) == ("3", "4")]
    assert (one["end"], one["position"], one["predicate"]) == ("refuted", {"pile": 3}, "p/0")


STATED = """\
game: take one or two
rules: take.lp
position: {pile: 0..12}
claims:
  - {id: period, says: s, kind: periodic, preperiod: 1, period: 3}
  - {id: listed, says: s, kind: periodic, preperiod: 0, period: 3, values: [0, 1, 2], prove: true}
  - {id: outcomes, says: s, kind: table, of: outcome, rows: {pile: 0..3}, values: [P, N, N, P]}
  - id: entries
    says: s
    kind: table
    predicate: p
    entries: [{at: {pile: 3}, value: true}, {at: {pile: 4}, value: false}]
  - {id: five, says: s, kind: example, at: {pile: 5}, outcome: N}
  - {id: six, says: s, kind: example, at: {pile: 6}, predicate: p}
"""
CHANGES = {
    # the values are n mod 3: what each change says of the least pile at which it fails
    "period": {
        "preperiod 1 -> 2": None,
        "preperiod 1 -> 0": "holds",
        "period 3 -> 4": 5,
        "period 3 -> 2": 3,
        "saltus 0 -> 1": 4,
    },
    "listed": {
        "preperiod 0 -> 1": None,
        "period 3 -> 4": 4,
        "period 3 -> 2": 2,
        "saltus 0 -> 1": 3,
        "the value of 0 0 -> 1": 0,
        "the value of 1 1 -> 2": 1,
        "the value of 1 1 -> 0": 1,
        "the value of 2 2 -> 3": 2,
        "the value of 2 2 -> 1": 2,
    },
    "outcomes": {"pile=0 P -> N": 0, "pile=1 N -> P": 1, "pile=2 N -> P": 2, "pile=3 P -> N": 3},
    "entries": {"pile=3 true -> false": 3, "pile=4 false -> true": 4},
    "five": {"outcome N -> P": 5},
    "six": {"value true -> false": 6},
}


@pytest.mark.parametrize("id", CHANGES)
@pytest.mark.sample(6)
def test_what_a_claim_states_itself_is_changed_too(id: str, spec: Path) -> None:
    stated = spec.with_name(f"stated_{id}.yaml")
    stated.write_text(STATED)
    whole = load(str(stated))
    found: dict[str, int | str | None] = {}
    for one in broken(whole, whole.claim(id), Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)):
        if isinstance(one.mutant, Restated):
            said = mutants.change(one.mutant)
            found[said] = None if one.end == "weaker" else one.end
            if one.counterexample is not None:
                assert one.end == "refuted"
                least = one.counterexample.position["pile"]
                assert isinstance(least, int)
                found[said] = least
    assert found == CHANGES[id]


def test_a_change_of_what_a_claim_states_is_told_with_its_place(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stated = spec.with_name("stated.yaml")
    stated.write_text(STATED)
    assert main(["mutants", str(stated), "outcomes", "--definitions"]) == 0
    assert "stated.yaml:7:" in (out := capsys.readouterr().out)
    assert "pile=3 P -> N in the claim" in out
    assert main(["mutants", str(stated), "outcomes", "--definitions", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert [one["key"] for one in claim["changes"]] == ["values"] * 4
    assert {(one["file"], one["line"], one["change"], one["predicate"]) for one in claim["changes"]} == {
        ("stated.yaml", 7, "claim", None)
    }


@pytest.mark.slow
def test_what_winning_moves_do_not_need_is_proved_with_the_p_positions_of_another_claim() -> None:
    spec = loaded(Path(__file__).parents[2] / "specs" / "nim.yaml")
    options = Options(jobs=2, limits=Limits(seconds=30), crosscheck=False)
    found = [one for one in broken(spec, spec.claim("winning-moves"), options, game=False) if one.end != "refuted"]
    assert [(one.end, one.mutant.before, one.mutant.after) for one in found] == [("proved", "<", "<=")]


def test_what_comes_too_late_is_told_as_not_tried(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", str(spec), "p", "--time", "1e-6"]) == 3
    out = capsys.readouterr().out
    assert (changes := out.count("NOT TRIED: time limit of 1e-06 s reached")) > 40
    assert f"    {changes} changes: {changes} not tried\n" in out
    assert main(["mutants", str(spec), "p", "--time", "1e-6", "--json"]) == 3
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert {one["end"] for one in claim["changes"]} == {"untried"}


@pytest.mark.parametrize(("seconds", "said"), [(0.0, "no proof was tried"), (3.0, "no proof")])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_what_no_proof_is_found_of_in_time_holds_in_its_box(
    spec: Path, ends: Sequence[Broken], monkeypatch: pytest.MonkeyPatch, seconds: float, said: str
) -> None:
    """All changes are judged in the box first; the time is up then."""
    late, tried = LimitReached("time limit of 9 s reached"), list[int]()
    apart = breaking._Breaking._apart

    def too_late(self: breaking._Breaking, places: Sequence[int], options: Options) -> Iterator[Event]:
        if options.prove is False:
            return apart(self, places, options)
        tried.extend(places)
        return (Event(at, None, True, late, seconds) for at in range(len(places)))

    monkeypatch.setattr(breaking._Breaking, "_proved", lambda *_: iter(()))
    monkeypatch.setattr(breaking._Breaking, "_apart", too_late)
    whole = load(str(spec))
    found = list(broken(whole, whole.claim("p"), Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)))
    assert [one.mutant for one in found] == [one.mutant for one in ends]
    assert [one.end for one in found] == ["holds" if one.end == "proved" else one.end for one in ends]
    survivors = [one for one in found if one.end == "holds"]
    assert len(tried) == len(survivors) > 0
    assert {one.reason for one in survivors} == {f"{said}: time limit of 9 s reached"}


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_proofs_together_as_apart(
    spec: Path, ends: Sequence[Broken], monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    """What is decided of the claim itself is taken from there; where that process dies, each proof is made anew."""
    whole = load(str(spec))
    monkeypatch.setattr(breaking, "_prove", _dying if dies else breaking._prove)
    if not dies:
        monkeypatch.setattr(breaking._Breaking, "_apart", _nothing_left)
    found = list(broken(whole, whole.claim("p"), Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)))
    assert found == ends
    assert any(one.end == "proved" for one in found)


_apart = breaking._Breaking._apart


def _nothing_left(self: breaking._Breaking, places: Sequence[int], options: Options) -> Iterator[Event]:
    assert options.prove is False or not places
    return _apart(self, places, options)


def _dying(*_given: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_what_is_proved_only_with_others_is_judged_in_its_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """A theorem on winners where some condition holds: a move may lead to positions that only others speak of."""
    spec = loaded(Path(__file__).parents[2] / "specs" / "survivor_nim.yaml")
    few = lambda *asked, game=False: candidates(*asked, game=game)[::8]  # noqa: E731
    monkeypatch.setattr(breaking, "candidates", few)
    options = Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)
    found = list(broken(spec, spec.claim("theorem-8-every-n"), options, game=False))
    assert len(found) > 6
    reasons = {one.reason for one in found if one.end == "holds"}
    assert reasons == {"no proof: needs the theorems for the other positions"}
    assert not any(one.end == "proved" for one in found)


def test_what_cannot_be_broken(spec: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["mutants", str(spec), "q"]) == 2
    assert "no claim 'q'" in capsys.readouterr().err
    only = tmp_path / "only.yaml"
    only.write_text(SPEC.partition("claims:")[0] + "claims: []\n")
    (tmp_path / "take.lp").write_text(RULES)
    assert main(["mutants", str(only)]) == 2
    assert "there is no claim to break" in capsys.readouterr().err


FAR = """\
move(take) :- pile(N), N >= 1.
after(take, pile(N-1)) :- move(take), pile(N).
ok :- pile(N), N < 20.
"""


def test_changes_of_a_claim_that_is_false(tmp_path: Path) -> None:
    """The claim and its changes fail where its box does not reach, and one change of it is right."""
    (tmp_path / "far.lp").write_text(FAR)
    claim = "{id: c, says: s, kind: everywhere, iff: ok, prove: {pile: all}}"
    (tmp_path / "far.yaml").write_text(f"game: g\nrules: far.lp\nposition: {{pile: 0..5}}\nclaims:\n  - {claim}\n")
    whole = load(str(tmp_path / "far.yaml"))
    options = Options(jobs=1, limits=Limits(seconds=20), crosscheck=False)
    found = [
        (one.mutant.after, one.end, one.counterexample and one.counterexample.at[1])
        for one in broken(whole, whole.claim("c"), options, game=False)
        if isinstance(one.mutant, Mutant)
    ]
    assert found == [
        ("", "weaker", None),
        ("!=", "weaker", None),
        ("<=", "weaker", None),
        ("=", "refuted", (0,)),
        (">", "refuted", (0,)),
        (">=", "refuted", (0,)),
        ("19", "refuted", (19,)),
        ("21", "refuted", (21,)),
    ]


@pytest.mark.slow
def test_a_right_change_of_a_claim_that_is_false(tmp_path: Path) -> None:
    (tmp_path / "take.lp").write_text(RULES.replace("N \\ 3 = 0, N >= 0", "N \\ 3 = 1"))
    (tmp_path / "take.yaml").write_text(SPEC)
    whole = load(str(tmp_path / "take.yaml"))
    options = Options(jobs=1, limits=Limits(seconds=20), crosscheck=False)
    ends = broken(whole, whole.claim("p"), options, game=False)
    found = {str(one.mutant): one.end for one in ends if one.end != "refuted"}
    assert found == {"take.lp:4:21: '=' -> '<'": "proved", "take.lp:4:23: '1' -> '0'": "proved"}
