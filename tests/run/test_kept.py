"""Results that are kept: told again only where nothing they rest on has changed, and only to the user who made them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.passes import needs
from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.core.proof import Proof
from bouton.core.shipped import folder as shipped
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process import cache
from bouton.process.cache import seal
from bouton.process.limits import Limits
from bouton.rules.mutate import changes, definitions
from bouton.run import kept
from bouton.run.check import INTERRUPTED
from bouton.run.options import Options

GAME = """\
% Take one or two.
move(take(D)) :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
thirds :- pile(N), third(N).
third(N) :- pile(N), N \\ 3 = 0.
q :- pile(N), N \\ 2 = 0.
"""
RULES = (
    GAME
    + """usual :- x(X), above(X).
above(X) :- x(X), X + 1 > X.
beside(N) :- pile(N).
"""
)
ALL = ["thirds", "halves", "more"]
SPEC = """\
game: take one or two
rules: take.lp
position: {pile: 0..12}
claims:
  - {id: thirds, says: s, kind: p-positions, iff: thirds, prove: {pile: all}, using: {more: beside}}
  - {id: halves, says: s, kind: p-positions, iff: q, expect: refuted}
  - {id: more, says: s, kind: statement, unknowns: {x: 0..9}, iff: usual, prove: {x: all}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game and an empty cache, where results are kept."""
    monkeypatch.delenv(kept.FRESH)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path


def judged(file: str = "take.yaml", **options: Any) -> list[Result]:
    asked = replace(Options(prove=False, limits=Limits(seconds=60), crosscheck=False), **options)
    return list(kept.check(load(file), asked, lambda _progress: None))


def anew(file: str = "take.yaml", **options: Any) -> list[str]:
    """The claims that were not told from what was kept."""
    return [result.id for result in judged(file, **options) if not result.kept]


def test_what_is_kept_is_told_as_it_was() -> None:
    first, second = judged(prove=None), judged(prove=None)
    assert [result.verdict for result in first] == [Verdict.PROVED, Verdict.REFUTED, Verdict.PROVED]
    assert [result.kept for result in first] == [False] * 3
    assert second == [replace(result, kept=True) for result in first]


@pytest.mark.slow
def test_reports_tell_what_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["check", "take.yaml", "--json"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert second["claims"] == [{**claim, "kept": True} for claim in first["claims"]]
    assert main(["check", "take.yaml"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert sum(line.endswith("kept") for line in said) == 3
    assert "3 of them kept from an earlier run" in said[-1]
    assert main(["check", "take.yaml", "--fresh"]) == 0
    assert "kept" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("% Take one or two.", "% Take 1 or 2.\n\n"),
        ("after(take", "  after(take"),
        ("third(N) :- pile(N), N", "third(N) :- pile(N), %* three *%\n  N"),
        ("q :- pile", "q\t:-\npile"),
    ],
)
@pytest.mark.sample(2)
def test_comments_and_layout_of_rules_are_no_part_of_the_key(old: str, new: str, folder: Path) -> None:
    judged()
    assert RULES.count(old) == 1
    (folder / "take.lp").write_text(RULES.replace(old, new))
    assert anew() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("N \\ 2 = 0", "N \\ 4 = 0"),
        ("N \\ 3 = 0", "N \\ 3 < 1"),
        ("D = 1..2", "D = 1..3"),
        ("X + 1 > X", "X + 1 > X - 1"),
        ("beside(N) :- pile(N)", "beside(N+1) :- pile(N)"),
        ("q :-", "unread :- pile(0).\nq :-"),
        ("beside(N) :- pile(N).", "#defined nothing/2. beside(N) :- pile(N)."),
        ("beside(N)", "#const unused = 3. beside(N)"),
    ],
)
@pytest.mark.sample(2)
def test_an_edit_of_the_rules_judges_anew(old: str, new: str, folder: Path) -> None:
    judged()
    assert RULES.count(old) == 1
    (folder / "take.lp").write_text(RULES.replace(old, new))
    assert anew() == ALL
    assert anew() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("says: s", "says: in other words"),
        ("claims:", "\n\n# The claims.\nclaims:"),
        ("{pile: all}", "{ pile : all }"),
    ],
)
def test_what_claims_say_and_how_the_spec_is_laid_out_are_no_part_of_the_key(old: str, new: str, folder: Path) -> None:
    judged()
    (folder / "take.yaml").write_text(SPEC.replace(old, new, 1))
    assert anew() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: p-positions, iff: thirds,", "kind: p-positions, iff: q,"),
        ("expect: refuted", "expect: {refuted: {pile: 2}}"),
        (", using: {more: beside}", ""),
        ("pile: 0..12", "pile: 0..13"),
        ("{x: 0..9}", "{x: 0..8}"),
        ("kind: p-positions, iff: q", "kind: p-positions, play: misere, iff: q"),
    ],
)
@pytest.mark.sample(2)
def test_an_edit_of_the_spec_judges_anew(old: str, new: str, folder: Path) -> None:
    judged()
    assert old in SPEC
    (folder / "take.yaml").write_text(SPEC.replace(old, new, 1))
    assert anew() == ALL


def test_a_space_that_makes_another_text_of_it_is_no_layout(folder: Path) -> None:
    """`N < = 2` is a fault, and kept results do not hide it."""
    rules = RULES.replace("D <= N", "D<=N")
    (folder / "take.lp").write_text(rules)
    judged()
    (folder / "take.lp").write_text(rules.replace("D<=N", "D< =N"))
    with pytest.raises(InputError, match="syntax error"):
        judged()


PRIMES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
pz :- q'(N), pile(N).
q'(N) :- pile(N), N \\ 3 = 0.
w(N) :- pile(N).
pw(take(M)) :- pile(N), M = N \\ 3, M > 0.
"""


MERGING = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(merge(I,J)) :- heap(I,_), heap(J,_), I < J.
after(merge(I,J), heap(I,S+U)) :- move(merge(I,J)), heap(I,S), heap(J,U).
after(merge(I,J), heap(J,0)) :- move(merge(I,J)).
empty :- not heap(1,_).
fine :- empty.
fine :- heap(1,_).
"""


def test_what_is_wrong_with_another_claim_is_told_first(folder: Path) -> None:
    """A claim was judged alone; now all are, of which one cannot be."""
    (folder / "take.yaml").write_text(SPEC.replace("iff: q", "iff: qq"))
    assert [result.kept for result in judged(claims=("thirds",))] == [False]
    assert [result.kept for result in judged(claims=("thirds",))] == [True]
    results = kept.check(load("take.yaml"), Options(prove=False, crosscheck=False), lambda _progress: None)
    with pytest.raises(InputError, match=r"no rule of take\.lp derives qq"):
        next(results)


def test_a_claim_by_itself_is_not_one_after_others(folder: Path) -> None:
    """What comes after a claim that fails is judged by a measure that moves are seen to lower, and says so."""
    (folder / "take.lp").write_text(MERGING)
    (folder / "take.yaml").write_text(
        "game: g\nrules: take.lp\nposition: {heap: {count: 0..3, size: 1..4}}\nclaims:\n"
        "  - {id: lost, says: s, kind: p-positions, iff: empty, expect: refuted}\n"
        "  - {id: any, says: s, kind: everywhere, iff: fine}\n"
    )
    (alone,) = judged(claims=("any",))
    told = judged()
    assert (alone.notes, [result.kept for result in told]) == ((), [False, False])
    assert "the measure is [stones, heaps], found by Bouton" in told[1].notes[0]
    assert judged() == [replace(result, kept=True) for result in told]
    assert judged(claims=("any",)) == [replace(alone, kept=True)]
    for entry in entries():  # only what was told first is left
        said = json.loads(entry.read_text())["result"]
        if said["id"] == "any":
            entry.unlink()
    first, second = judged()
    assert (first.kept, second.kept, second.notes) == (True, False, told[1].notes)


def test_a_name_with_a_prime_is_one_that_the_claim_rests_on(folder: Path) -> None:
    claim = "{id: c, says: s, kind: p-positions, iff: pz, prove: {pile: all}}"
    (folder / "take.yaml").write_text(SPEC.split("  -", maxsplit=1)[0] + f"  - {claim}\n")
    (folder / "take.lp").write_text(PRIMES)
    (first,) = judged(prove=None)
    assert first.verdict is Verdict.PROVED
    (folder / "take.lp").write_text(PRIMES.replace("N \\ 3 = 0", "N \\ 3 = 1"))
    (second,) = judged(prove=None)
    assert (second.verdict, second.kept) == (Verdict.REFUTED, False)


def test_the_predicate_of_the_measure_is_one_that_the_claim_rests_on(folder: Path) -> None:
    claim = "{id: c, says: s, kind: p-positions, iff: pz, prove: {pile: all}}"
    head = SPEC.split("  -", maxsplit=1)[0].replace("position:", "measure: w\nposition:")
    (folder / "take.yaml").write_text(head + f"  - {claim}\n")
    (folder / "take.lp").write_text(PRIMES)
    assert judged(prove=None)[0].exit is Exit.OK
    (folder / "take.lp").write_text(PRIMES.replace("w(N) :-", "w(a) :-"))
    with pytest.raises(InputError):
        judged(prove=None)


def test_a_claim_that_another_needs_without_its_name_is_part_of_the_key(folder: Path) -> None:
    """A strategy is proved where some claim of the spec says which the P-positions are."""
    head = SPEC.split("  -", maxsplit=1)[0]
    named = "  - {id: p, says: s, kind: p-positions, iff: pz, prove: {pile: all}}\n"
    strategy = "  - {id: s, says: s, kind: strategy, moves: pw, prove: {pile: all}}\n"
    (folder / "take.lp").write_text(PRIMES)
    (folder / "take.yaml").write_text(head + named + strategy)
    assert [result.verdict for result in judged(prove=None)] == [Verdict.PROVED] * 2
    (folder / "take.yaml").write_text(head + strategy)
    (alone,) = judged(prove=None)
    assert (alone.verdict, alone.kept) == (Verdict.HOLDS, False)


def test_messages_name_lines_of_the_files_as_they_are_now(folder: Path) -> None:
    """What names a line is told again where the line still is, and judged anew where it has moved."""
    claim = (
        "{id: odd, says: s, kind: statement, unknowns: {x: 0..5}, iff: odd, prove: {x: all}, expect: {proof: unknown}}"
    )
    (folder / "take.yaml").write_text(SPEC.split("  -", maxsplit=1)[0] + f"  - {claim}\n")
    rules = RULES + "odd :- x(X), X ** 2 >= 0. % a power\n"
    (folder / "take.lp").write_text(rules)
    (first,) = judged(prove=None)
    assert first.proof is not None
    assert "take.lp:10:" in str(first.proof.reason)
    (folder / "take.lp").write_text(rules.replace("% a power", "% no square"))
    assert anew(prove=None) == []
    (folder / "take.lp").write_text("% a line more\n" + rules)
    (moved,) = judged(prove=None)
    assert moved.proof is not None
    assert not moved.kept
    assert "take.lp:11:" in str(moved.proof.reason)
    (folder / "take.yaml").rename(folder / "other.yaml")
    (folder / "take.lp").rename(folder / "other.lp")
    (folder / "other.yaml").write_text((folder / "other.yaml").read_text().replace("take.lp", "other.lp"))
    (renamed,) = judged("other.yaml", prove=None)
    assert renamed.proof is not None
    assert "other.lp:11:" in str(renamed.proof.reason)


def test_an_edit_during_a_run_is_not_what_is_kept(folder: Path) -> None:
    """The rules are changed while the first claim is judged, and changed back when all is told."""
    asked = Options(limits=Limits(seconds=60), crosscheck=False)
    results = kept.check(load("take.yaml"), asked, lambda _progress: None)
    first = next(results)
    (folder / "take.lp").write_text(RULES.replace("N \\ 2 = 0", "N \\ 3 = 0"))
    told = [first, *results]
    assert [result.verdict for result in told] == [Verdict.PROVED, Verdict.REFUTED, Verdict.PROVED]
    (folder / "take.lp").write_text(RULES)
    assert judged(prove=None) == [replace(result, kept=True) for result in told]


@pytest.mark.parametrize("spec", ["wythoff.yaml", "greedy_nim_k.yaml", "subtraction.yaml"])
@pytest.mark.sample(3)
def test_no_change_of_a_rule_that_a_claim_rests_on_is_overlooked(spec: str) -> None:
    """Every one-symbol change of the definitions that a claim needs, and of the game, is another digest."""
    whole = load(str(shipped("specs") / spec))
    claims = [claim for claim in whole.claims if claim.about != "numbers"][:2]
    rules = rules_of(whole)
    here = kept._plain(whole)
    for claim in claims:
        (need,) = needs(whole, rules, [claim])
        for mutant in list(changes(rules, definitions(rules, need.predicates, game=True)))[::19]:
            assert kept._plain(replace(whole, rules=mutant.of(whole.rules))) != here, mutant


@pytest.mark.parametrize(
    "said", ["kind: same-game, other: other.yaml, image: same", "kind: sum, plus: [other.yaml], sum: xor"]
)
def test_the_game_of_another_spec_is_looked_at_too(said: str, folder: Path) -> None:
    other = SPEC.split("claims", maxsplit=1)[0].replace("take.lp", "other.lp")
    (folder / "other.lp").write_text(GAME)
    (folder / "take.lp").write_text(GAME + "same(pile(N)) :- pile(N).\n")
    (folder / "other.yaml").write_text(other + "claims: []\n")
    claim = f"  - {{id: same, says: s, {said}}}\n"
    (folder / "take.yaml").write_text(SPEC.split("  -", maxsplit=1)[0] + claim)
    judged()
    assert anew() == []
    (folder / "other.lp").write_text(GAME.replace("1..2", "1..3"))
    assert anew() == ["same"]


@pytest.mark.parametrize(
    "options",
    [{"prove": None}, {"limits": Limits(seconds=61)}, {"limits": Limits(60, 1 << 30)}, {"engine": "ground"}],
)
@pytest.mark.sample(2)
def test_another_question_is_answered_anew(options: dict[str, Any]) -> None:
    judged()
    assert len(anew(**options)) == 3
    assert anew(**options) == []


def test_fresh_results_replace_those_that_were_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    judged()
    assert len(anew(fresh=True)) == 3
    monkeypatch.setenv(kept.FRESH, "")
    assert len(anew()) == 3
    monkeypatch.delenv(kept.FRESH)
    assert anew() == []


def test_another_bouton_and_other_solvers_judge_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    judged()
    ours = kept._bouton()
    assert len(ours) == 7
    assert "none" not in ours
    for at in range(len(ours)):
        monkeypatch.setattr(kept, "_bouton", lambda at=at: [*ours[:at], "other", *ours[at + 1 :]])
        assert len(anew()) == 3


def test_a_claim_is_judged_again_where_what_takes_it_together_has_changed(folder: Path) -> None:
    rules = GAME + "low :- pile(N), N < 20.\nhigh :- pile(N), N >= 20.\n"
    (folder / "take.lp").write_text(rules)
    kind = "says: s, kind: p-positions"
    claims = [
        f"{{id: below, {kind}, iff: thirds, where: low, prove: {{pile: all}}}}",
        f"{{id: above, {kind}, iff: thirds, where: high, prove: {{pile: all}}}}",
        f"{{id: both, {kind}, together: [below, above], prove: {{pile: all}}}}",
    ]
    (folder / "take.yaml").write_text(SPEC.split("  -", maxsplit=1)[0] + "".join(f"  - {one}\n" for one in claims))
    assert [result.verdict for result in judged(prove=None)][1:] == [Verdict.VACUOUS, Verdict.PROVED]
    assert anew(prove=None) == ["above"]
    (folder / "take.lp").write_text(rules.replace("high :- pile(N), N >= 20", "high :- pile(N), N >= 20, N != 22"))
    assert anew(prove=None) == ["below", "above", "both"]


def test_a_proof_that_was_broken_off_is_tried_again() -> None:
    proof = Proof("unknown", reason=INTERRUPTED)
    result = replace(judged()[0], proof=proof)
    assert result.exit is Exit.OK
    assert not kept._decided(result)
    assert kept._decided(replace(result, proof=replace(proof, reason="line 7: cannot be read")))


def test_what_ends_unknown_is_tried_again(folder: Path) -> None:
    claim = "  - {id: odd, says: s, kind: statement, unknowns: {x: 0..5}, iff: odd, prove: {x: all}}\n"
    (folder / "take.yaml").write_text(SPEC.split("  -", maxsplit=1)[0] + claim)
    (folder / "take.lp").write_text(RULES + "odd :- x(X), X ** 2 >= 0.\n")
    (first,), (second,) = judged(prove=None), judged(prove=None)
    assert first.proof is not None
    assert (first.verdict, first.proof.verdict) == (Verdict.HOLDS, "unknown")
    assert not second.kept
    (folder / "take.yaml").write_text(
        (folder / "take.yaml").read_text().replace("iff: odd", "expect: {proof: unknown}, iff: odd")
    )
    (first,), (second,) = judged(prove=None), judged(prove=None)
    assert (first.kept, second.kept) == (False, True)


def entries() -> list[Path]:
    return sorted((cache.folder() / "results").iterdir())


def _cut(entry: Path) -> None:
    entry.write_bytes(entry.read_bytes()[:-9])


def _edit(entry: Path) -> None:
    said = json.loads(entry.read_text())
    said["result"]["positions"] += 1
    entry.write_text(json.dumps(said))


def _seal_again(entry: Path) -> None:
    said = json.loads(entry.read_text())
    said["result"]["verdict"] = "proved"
    said["seal"] = seal(b"another key" * 3, [entry.stem, said["result"]])
    entry.write_text(json.dumps(said))


def _forge(entry: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what is kept as one who has the user's key could."""
    said = json.loads(entry.read_text())
    change(said["result"])
    secret = kept._secret()
    assert secret is not None
    said["seal"] = seal(secret, [entry.stem, said["layout"], said["result"]])
    entry.write_text(json.dumps(said))


def _lose_an_obligation(result: dict[str, Any]) -> None:
    del result["proof"]["obligations"][0]


def _lose_the_needs(result: dict[str, Any]) -> None:
    result["proof"]["needs"] = []


def _meet_nothing(result: dict[str, Any]) -> None:
    result["proof"]["met"] = []


def _fail(result: dict[str, Any]) -> None:
    result["proof"]["obligations"][0]["verdict"] = "unknown"


def _lose_the_proof(result: dict[str, Any]) -> None:
    result["proof"] = None


def _say_it(result: dict[str, Any]) -> None:
    """That what holds is proved."""
    result |= {"verdict": "proved", "proof": {"verdict": "proved"}}


@pytest.mark.parametrize(
    "change", [_lose_an_obligation, _lose_the_needs, _meet_nothing, _fail, _lose_the_proof, _say_it]
)
@pytest.mark.sample(6)
def test_what_is_kept_comes_back_through_the_door(change: Callable[[dict[str, Any]], None]) -> None:
    """Even with the right seal: a proof that lacks something is none, and the claim is judged anew."""
    proving = change is not _say_it
    first = {one.id: one for one in judged(prove=None if proving else False, claims=("thirds",))}["thirds"]
    assert first.verdict is (Verdict.PROVED if proving else Verdict.HOLDS)
    (entry,) = entries()
    _forge(entry, lambda _: None)
    (again,) = judged(prove=None if proving else False, claims=("thirds",))
    assert again == replace(first, kept=True)
    _forge(entry, change)
    (anew,) = judged(prove=None if proving else False, claims=("thirds",))
    assert (anew.kept, anew.verdict) == (False, first.verdict)


def _expose(entry: Path) -> None:
    entry.chmod(0o666)


def _link(entry: Path) -> None:
    elsewhere = entry.with_suffix(".elsewhere")
    entry.rename(elsewhere)
    entry.symlink_to(elsewhere)


def _open_folder(entry: Path) -> None:
    entry.parent.chmod(0o777)


def _wait(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)


@pytest.mark.parametrize("damage", [_cut, _edit, _seal_again, _expose, _link, _open_folder, _wait])
@pytest.mark.sample(2)
def test_a_damaged_or_foreign_entry_is_worth_nothing(damage: Callable[[Path], None]) -> None:
    first = judged()
    assert [entry.stat().st_mode & 0o777 for entry in entries()] == [0o600] * 3
    for entry in entries():
        damage(entry)
    second = judged()
    assert [result.verdict for result in second] == [result.verdict for result in first]
    assert not any(result.kept for result in second)


def test_an_entry_is_of_one_claim_alone() -> None:
    """The result of one claim in the place of another's is not told."""
    judged()
    first, *others = entries()
    for other in others:
        other.write_bytes(first.read_bytes())
    assert len(anew()) == 2


def test_without_a_key_nothing_is_kept(folder: Path) -> None:
    (folder / "state" / "bouton").mkdir(parents=True)
    (folder / "state" / "bouton" / "key").write_bytes(b"short")
    assert len(anew()) == 3
    assert len(anew()) == 3


@pytest.mark.parametrize("spec", ["known_false/greedy_nim.yaml", "sums.yaml", "dawsons_chess.yaml"])
@pytest.mark.sample(3)
@pytest.mark.slow
def test_results_of_every_shape_are_kept_as_they_are(spec: str) -> None:
    file = str(shipped("specs") / spec)
    prove = None if spec == "dawsons_chess.yaml" else False
    first, again = judged(file, prove=prove), judged(file, prove=prove)
    decided: Sequence[Result] = [result for result in first if kept._decided(result)]
    assert len(decided) >= len(first) - 1
    assert [result for result in again if result.kept] == [replace(result, kept=True) for result in decided]
