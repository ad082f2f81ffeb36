"""Each way to prove goes through the one door: what its maker of obligations forgets makes the proof unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question
from bouton.core.proof import Obligation, Proof, proved, rests_on
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof import whole as loop
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.setting import Setting
from bouton.proof.ways import all_games, of_all, tables, together
from bouton.proof.ways import through as winning
from bouton.proof.ways.every_set import EVERY_SET
from bouton.proof.ways.periods import by_code as periods
from bouton.proof.ways.periods import by_formula as period_formula
from bouton.proof.whole import Told, Whole, attempted
from bouton.run import proofs
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving.solve import Decision
from bouton.theory import every_set, nim_sums
from bouton.theory.family import MovesByMember, family
from bouton.theory.read import read
from bouton.theory.read import rules_of as rules_of_theory
from tests.proof.attempts import prover, whole
from tests.proof.ways.sums.test_problems import COUNTED, NIM, SUM
from tests.shipped import named

FOLDER = Path(mkdtemp())
LIMITS = Limits(seconds=60)
UNSAT, SAT = Decision("unsat", 0.0, ("z3",)), Decision("sat", 0.0, ("z3",))

PILE = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
p :- pile(N), N \\ 3 = 0.   small :- pile(N), N <= 5.   large :- pile(N), N > 5.
win(take(M)) :- pile(N), M = N \\ 3, M > 0.
"""
NUMBERS = "usual :- x(X), above(X).   above(X) :- x(X), X + 1 > X.   beside(N) :- pile(N).   before(X-1) :- x(X).\n"
VALUES = """\
value_of(I,S \\ 3) :- heap(I,S).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), value_of(I,V).
value(X) :- heaps(N), sum(N,X).
zero :- value(0).
"""
ROWS = (
    """\
move(take(I,D)) :- heap(I,S), D = 1..2, D <= S.
after(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).
winning(take(I,D)) :- value(X), value_of(I,V), D = V-(V^X), V^X < V.
"""
    + VALUES
)
CUT = """\
move(cut(I,L)) :- heap(I,S), L = 1..(S-1)/2.
move(cut(I,0)) :- heap(I,1).
after(cut(I,L), heap(I,S-1-L)) :- move(cut(I,L)), heap(I,S).
after(cut(I,L), heap(N+1,L)) :- move(cut(I,L)), heaps(N), L > 0.
"""
HEAPS, POSITION = "position: {heap: {count: 0..2, size: 1..4}}", "position: {pile: 0..12}"
SAFE = "  - {id: safe, says: s, kind: p-positions, play: normal, iff: zero, prove: {heap: {count: all}}}\n"
MEMBERS = """\
  - {id: c, says: s, kind: p-positions, play: normal, where: small, iff: p, strategy: win, prove: {pile: all}}
  - {id: rest, says: s, kind: p-positions, play: normal, where: large, iff: p}
  - {id: both, says: s, kind: p-positions, play: normal, together: [c, rest], prove: {pile: all}}
"""
WAYS = {
    "period by the code": (
        "",
        f'game: g\noctal: "0.3"\n{HEAPS}',
        "  - {id: c, says: s, kind: periodic, preperiod: 0, period: 2, values: [0,1], prove: true}\n",
    ),
    "period by a formula": (
        "move(take(D)) :- pile(N), D = 1..N.\nafter(take(D), pile(N-D)) :- move(take(D)), pile(N).\n",
        "game: g\nrules: g.lp\nposition: {pile: {range: 0..9, stones: true}}",
        "  - {id: c, says: s, kind: periodic, preperiod: 0, period: 1, saltus: 1, prove: {pile: all}}\n",
    ),
    "table": (
        CUT + VALUES.replace("S \\ 3", "S \\ 2"),
        f"game: g\nrules: g.lp\n{HEAPS}",
        "  - {id: c, says: s, kind: p-positions, iff: zero, prove: {heap: {count: all}}}\n",
    ),
    "lemmas": (
        PILE + NUMBERS,
        f"game: g\nrules: g.lp\n{POSITION}",
        "  - {id: c, says: s, kind: p-positions, iff: p, prove: {pile: all}, using: {usual: beside}}\n"
        "  - {id: usual, says: s, kind: statement, unknowns: {x: 0..9}, iff: usual, prove: {x: all}}\n",
    ),
    "a statement that uses itself": (
        PILE + NUMBERS,
        f"game: g\nrules: g.lp\n{POSITION}",
        "  - {id: c, says: s, kind: statement, unknowns: {x: 0..9}, iff: usual, prove: {x: all}, using: {c: before}}\n",
    ),
    "through": (PILE, f"game: g\nrules: g.lp\n{POSITION}", MEMBERS),
    "together": (
        PILE,
        f"game: g\nrules: g.lp\n{POSITION}",
        MEMBERS.replace("{id: c,", "{id: some,").replace("[c, rest]", "[some, rest]").replace("{id: both", "{id: c"),
    ),
    "winning moves": (
        ROWS,
        f"game: g\nrules: g.lp\n{HEAPS}",
        f"{SAFE}  - {{id: c, says: s, kind: strategy, moves: winning, prove: {{heap: {{count: all}}}}}}\n",
    ),
    "winning moves that are proved": (
        ROWS,
        f"game: g\nrules: g.lp\n{HEAPS}",
        SAFE.replace("iff: zero", "iff: zero, strategy: winning")
        + "  - {id: c, says: s, kind: strategy, moves: winning, prove: {heap: {count: all}}}\n",
    ),
    "swap positions": (
        NIM + SUM + COUNTED,
        f"game: g\nrules: g.lp\n{HEAPS}",
        "  - {id: lost, says: s, kind: p-positions, play: misere, iff: misere}\n"
        "  - {id: c, says: s, kind: swap-positions, iff: fickle, prove: {heap: {count: all}}}\n",
    ),
}


@cache
def judged(way: str) -> Result:
    (result,) = check(spec_of(way), Options(claims=("c",), crosscheck=False, limits=LIMITS), lambda _: None)
    return result


def tried(way: str) -> Proof:
    """The end of the proof alone."""
    spec = spec_of(way)
    return prover(spec, LIMITS).attempt(spec.claim("c")).proof


def spec_of(way: str) -> Spec:
    rules, head, claims = WAYS[way]
    folder = FOLDER / way.replace(" ", "_")
    folder.mkdir(exist_ok=True)
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(f"{head}\nclaims:\n{claims}")
    return load(str(folder / "g.yaml"))


def proof_of(way: str) -> Proof:
    result = judged(way)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    return result.proof


def again(proof: Proof, **changes: Any) -> Proof:
    """What the door says of the proof with something changed."""
    said = {
        one.name: getattr(proof, one.name) for one in fields(proof) if one.name not in ("verdict", "claim")
    } | changes
    return proved("c", said.pop("needs"), said.pop("obligations"), **said)


@pytest.mark.parametrize("way", WAYS)
def test_each_obligation_and_each_hypothesis_is_missed(way: str) -> None:
    proof = proof_of(way)
    assert again(proof) == proof
    needed = {(need.part, need.place) for need in proof.needs}
    assert {(step.part, step.place) for step in proof.obligations} == needed  # nothing is solved that is not asked for
    for at, step in enumerate(proof.obligations):
        left = again(proof, obligations=(*proof.obligations[:at], *proof.obligations[at + 1 :]))
        assert left.verdict == "unknown", step.name
        assert f"nothing discharges the part {step.part}" in (left.reason or "")
    for name in proof.hypotheses:
        left = again(proof, met=[one for one in proof.met if one != name])
        assert (left.verdict, (left.reason or "")[:27]) == ("unknown", "nothing meets the hypothese"), name


@pytest.mark.parametrize("way", WAYS)
def test_a_proof_is_of_its_claim(way: str) -> None:
    """A claim names itself, or those it is made of, in what its proof needs, or nothing says what it is a proof of."""
    named = {name for need in proof_of(way).needs for name in (*need.about, need.part)}
    assert named & {"c", "claim c", "some", "strategy winning"}


def unknown(*_: object, **__: object) -> Attempt:
    return Attempt(Proof("unknown", reason="not tried"))


def without(steps: Sequence[Obligation], at: int) -> tuple[Obligation, ...]:
    return (*steps[:at], *steps[at + 1 :])


@pytest.mark.parametrize("lost", ["decided", "_told"])
def test_a_period_by_the_code_needs_all_that_is_told(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the code, which is told in one place, and of the values, in another."""
    spec = spec_of("period by the code")
    made, kept = getattr(periods, lost), list[Any]()
    monkeypatch.setattr(loop, "alone", lambda call, *given, **_: call(*given))

    def maker(at: int | None) -> Callable[..., Any]:
        def make(*arguments: Any) -> Any:
            kept.extend([] if kept else [made(*arguments)])
            if at is None:
                return kept[0]
            if lost == "_told":
                return list(without(kept[0], at))
            return replace(kept[0], obligations=without(kept[0].obligations, at))

        return make

    def end(at: int | None) -> Proof:
        monkeypatch.setattr(periods, lost, maker(at))
        return attempted(periods.BY_CODE, whole(spec, spec.claim("c"), LIMITS)).proof

    assert end(None).verdict == "proved"
    steps = kept[0] if lost == "_told" else kept[0].obligations
    assert len(steps) >= 3
    for at, step in enumerate(steps):
        assert (end(at).reason or "").startswith(f"nothing discharges the part {step.part}")


def test_a_period_by_a_formula_needs_what_follows_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And for each value of the parameters."""
    spec = spec_of("period by a formula")
    goal, way = whole(spec, spec.claim("c"), LIMITS), period_formula.BY_FORMULA
    first = period_formula._at(goal, {})
    assert isinstance(first, Told)
    monkeypatch.setattr(Whole, "settings", lambda *_: [Setting({"k": 1}, {}, (), {})])
    monkeypatch.setattr(period_formula, "every_size", lambda *_: {})
    monkeypatch.setattr(period_formula, "_at", lambda *_: first)
    assert attempted(way, goal).proof.reason == "nothing discharges the part period, k=1"
    monkeypatch.undo()
    assert attempted(way, goal).proof.verdict == "proved"
    monkeypatch.setattr(period_formula, "_at", lambda *_: replace(first, obligations=()))
    assert attempted(way, goal).proof.reason == "nothing discharges the part period"


def test_a_table_needs_all_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, kept = spec_of("table"), list[Any]()
    monkeypatch.setattr(loop, "alone", lambda call, *given, **_: call(*given))
    made = tables._of_setting

    def end(at: int | None = None, **changes: Any) -> Proof:
        def make(*arguments: Any) -> Any:
            kept.extend([] if kept else [made(*arguments)])
            steps = kept[0].obligations if at is None else without(kept[0].obligations, at)
            return replace(kept[0], obligations=steps, **changes)

        monkeypatch.setattr(tables, "_of_setting", make)
        return attempted(tables.BY_TABLE, whole(spec, spec.claim("c"), LIMITS)).proof

    assert end().verdict == "proved"
    assert len(kept[0].obligations) > 8
    for at, step in enumerate(kept[0].obligations):
        assert (end(at).reason or "").startswith(f"nothing discharges the part {step.part}")
    for nothing in ("met", "compared"):
        changes: Any = {nothing: frozenset()}
        assert (end(**changes).reason or "").startswith("nothing meets the hypotheses")
    with pytest.raises(Disagreement, match="c is proved, and by clingo it fails at heap=7"):
        end(failing="heap=7")


@pytest.mark.parametrize("way", ["lemmas", "a statement that uses itself"])
def test_what_a_claim_uses_must_be_proved(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs.Prover, "_used", lambda *_: iter(()))
    proof = tried(way)
    part = "lemma usual" if way == "lemmas" else "descent"
    assert (proof.verdict, proof.reason) == ("unknown", f"nothing discharges the part {part}")


@pytest.mark.parametrize("way", ["through", "winning moves that are proved"])
@pytest.mark.sample(2)
def test_what_rests_on_another_proof_needs_one_that_is_proved(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rests_on

    def undone(claim: str, proof: Proof, *parts: str) -> Obligation:
        return made(claim, replace(proof, verdict="unknown", reason="not tried"), *parts)

    def silent(claim: str, proof: Proof, part: str, of: str | None = None) -> Obligation:
        return made(claim, proof, part, f"not {of}")

    for wrong in (undone, silent):
        for module in (proofs, winning, together, of_all):
            monkeypatch.setattr(module, "rests_on", wrong)
        assert tried(way).verdict == "unknown"


def test_a_strategy_of_some_positions_needs_its_own_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    made = proofs.Prover.direct

    def direct(self: proofs.Prover, claim: Any) -> Attempt:
        return unknown() if claim.id == "c" and (claim.together or claim.where is None) else made(self, claim)

    monkeypatch.setattr(proofs.Prover, "direct", direct)
    assert tried("through").verdict == "unknown"


# ------------------------------------------------------------------------------------ every set of numbers, all games


def test_a_statement_about_every_set_needs_its_moves_its_step_and_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = named("subtraction")
    claim = spec.claim("lemma-19")
    mex = Obligation("values are mex", "m", "proved", 0.0)
    steps = list(family(spec, rules_of(spec)).problems())
    monkeypatch.setattr(every_set, "decide", lambda found, *_: enumerate([UNSAT for _ in found]))
    monkeypatch.setattr(every_set, "contradict", lambda *_: False)
    monkeypatch.setattr(every_set, "_mex", lambda *_: mex)

    def end() -> Proof:
        return attempted(EVERY_SET, whole(spec, claim, Limits(10.0))).proof

    entire = end()
    assert entire.verdict == "proved"
    for at, step in enumerate(steps):
        left = [*steps[:at], *steps[at + 1 :]]
        monkeypatch.setattr(MovesByMember, "problems", lambda _, left=left: iter(left))
        assert end().reason == f"nothing discharges the part {step.part}"
    monkeypatch.setattr(MovesByMember, "problems", lambda _: iter(steps))
    for part in ("values are mex", "holds"):
        kept = [one for one in entire.obligations if one.part != part]
        assert again(entire, obligations=kept).reason == f"nothing discharges the part {part}"
    monkeypatch.setattr(every_set, "_mex", lambda *_: replace(mex, part="another"))
    assert end().reason == "nothing discharges the part values are mex"


@pytest.mark.parametrize("name", ["lemma-1", "equation-1", "theorem-3-i-prime"])
@pytest.mark.sample(3)
def test_a_statement_about_all_games_needs_each_step_and_each_lemma(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = named("impartial_theory")
    claim = spec.claim(name)
    read_ = read(rules_of_theory(spec.rules, spec.agreements))
    rules = rules_of_theory(spec.rules, spec.agreements)

    def decided(found: Sequence[Question], *more: Any) -> Iterator[tuple[int, Decision]]:
        """All as it should be: with what is `known` a problem, without it the look for a contradiction."""
        return enumerate([UNSAT if len(more) > 2 else SAT for _ in found])

    monkeypatch.setattr(all_games, "decide", decided)

    def end() -> Proof:
        asked = ProofRequest(limits=Limits(10.0), crosscheck=False)
        return attempted(all_games.ALL_GAMES, Whole(spec, claim, rules, rules, asked)).proof

    assert end().verdict == "proved"
    made, lemmas = all_games._steps, nim_sums.obligations()
    number = len(list(made(claim, read_, 1)))
    for at in range(number):
        monkeypatch.setattr(
            all_games, "_steps", lambda *asked, at=at: (one for place, one in enumerate(made(*asked)) if place != at)
        )
        assert (end().reason or "").startswith("nothing discharges the part ")
    monkeypatch.setattr(all_games, "_steps", made)
    if name == "equation-1":
        for at, one in enumerate(lemmas):
            monkeypatch.setattr(nim_sums, "obligations", lambda at=at: without(lemmas, at))
            assert end().reason == f"nothing discharges the part {one.name}"
