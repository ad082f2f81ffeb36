"""What `proved` is made of: each obligation of each kind of claim is missed when it is gone."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from bouton.claims.parts import hypotheses
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof import prove as proving
from bouton.proof.attempt import ProofRequest
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared
from bouton.proof.setting import Setting, settings
from bouton.proof.way import Validated
from bouton.proof.ways.columns.way import ByColumns
from bouton.proof.ways.multiplicities.way import ByMultiplicities
from bouton.proof.ways.remainders.way import ByRemainders
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving.solve import Decision
from tests.proof.ways.sums.test_problems import COUNTED, SUM
from tests.proof.ways.sums.test_problems import NIM as ROWS
from tests.proof.ways.sums.test_strategies import FIRM, WINNING
from tests.shipped import rules_text

SUBTRACTION = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
small :- pile(N), N <= 5.   large :- pile(N), N > 5.   p :- pile(N), N \\ 3 = 0.
win(take(M)) :- pile(N), M = N \\ 3, M > 0.
value(N \\ 3) :- pile(N).
itself(pile(N)) :- pile(N).
"""
PILES = "position: {pile: 0..12}\n"
HEAPS = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
top(S) :- heap(1,S).
t(T) :- top(S), T = #count { I : heap(I,S) }.
even :- not heap(1,_).
even :- t(T), T \\ 2 = 0.
win(take(S)) :- heap(1,S), t(T), T \\ 2 = 1, not heap(2,_).
win(take(S)) :- heap(1,S), heap(2,_), t(1), not odd_below.
"""
NIM = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^S) :- sum(I-1,X), heap(I,S).
value(X) :- heaps(N), sum(N,X).
safe :- value(0).
win(lower(I,X^S)) :- value(X), heap(I,S), X^S < S.
"""
ADDED = """\
at(here, heap(I,S)) :- heap(I,S).
at(more, heap(I,S)) :- heap(I,S).
at(more, heap(N+1,2)) :- heaps(N).
same :- value(here,V), value(more,W), V != W.
"""
PAIRS = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
odd :- heap(_,S), N = #count { I : heap(I,S) }, N \\ 2 = 1.
pairs :- not odd.
copy(lower(I,T),lower(I+I\\2,T)) :- move(lower(I,T)), T > 0.
copy(lower(I,0),lower(I-1+I\\2,0)) :- heap(I,_).
"""
ALLIANCES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), turn(3-A)) :- move(take(M)), turn(A).
side(A) :- turn(A).
winner(3-A) :- pile(0), turn(A).
wins(A) :- turn(A), pile(N), N \\ 3 != 0.
wins(3-A) :- turn(A), pile(N), N \\ 3 = 0.
"""
STATEMENTS = """\
move(take(1)) :- pile(N), N > 0.
after(take(1), pile(N-1)) :- pile(N), N > 0.
half(H) :- c(C), H = 0..C, 2*H <= C, C < 2*H+2.
halved :- half(_).
at(C) :- c(C).
before(C-1) :- c(C).
natural :- c(C), C >= 0.
"""
COLUMNS = NIM.split("heaps(N)", maxsplit=1)[0] + rules_text("moore_nim").split("after(L, F).")[1].split("unequal")[0]
COLUMNS = COLUMNS.replace("k+1", "2")
MISERE_NIM = ROWS + SUM + COUNTED + FIRM + WINNING
LABELLED = """\
move(take(1)) :- pile(N), N >= 1.
after(take(1), pile(N-1)) :- pile(N), move(take(1)).
label(N \\ 2) :- pile(N).
swap :- pile(N).
"""
PAIRED = """\
move(take(1,M)) :- left(A), M = 1..A.
move(take(2,M)) :- right(B), M = 1..B.
after(take(1,M), left(A-M)) :- move(take(1,M)), left(A).
after(take(2,M), right(B-M)) :- move(take(2,M)), right(B).
equal :- left(A), right(A).
copy(take(1,M), take(2,M)) :- move(take(1,M)).
copy(take(2,M), take(1,M)) :- move(take(2,M)).
two :- left(A), right(A), A > 1.
two :- left(0), right(1).
two :- left(1), right(0).
"""
TURNED = f"""\
{PAIRED}
move(turn) :- left(A), right(B), A != B.
after(turn, left(B)) :- move(turn), right(B).
after(turn, right(A)) :- move(turn), left(A).
"""
PASSED = f"""\
{SUBTRACTION}
move(pass) :- pile(N), N > 0.
stones :- pile(N), N > 0.
"""
TWO_PILES = "position: {left: {range: 0..6, stones: true}, right: {range: 0..6, stones: true}}\n"
BOTH = "prove: {left: all, right: all}"
KINDS = {
    "outcomes": (SUBTRACTION, PILES, "kind: p-positions, play: normal, iff: p, prove: {pile: all}"),
    "misere": (
        SUBTRACTION.replace("N \\ 3 = 0.", "N \\ 3 = 1."),
        PILES,
        "kind: p-positions, play: misere, iff: p, prove: {pile: all}",
    ),
    "strategy": (SUBTRACTION, PILES, "kind: p-positions, play: normal, iff: p, strategy: win, prove: {pile: all}"),
    "together": (SUBTRACTION, PILES, "kind: p-positions, play: normal, together: [a, b], prove: {pile: all}"),
    "closed under moves": (
        SUBTRACTION + "below(10) :- pile(N), N < 10.\nlow :- below(10).\n",
        PILES,
        "kind: p-positions, play: normal, where: low, iff: p, strategy: win, prove: {pile: all}",
    ),
    "closed under moves, any number of heaps": (
        HEAPS + "single :- heap(1,S), S < 2.\nsingle :- not heap(1,_).\n",
        "position: {heap: {count: 0..2, size: 1..3, order: descending}}\n",
        "kind: p-positions, play: normal, where: single, iff: even, prove: {heap: {count: all}}",
    ),
    "values": (SUBTRACTION, PILES, "kind: grundy, play: normal, prove: {pile: all}"),
    "values, closed under moves": (
        SUBTRACTION + "below(10) :- pile(N), N < 10.\nlow :- below(10).\n",
        PILES,
        "kind: grundy, play: normal, where: low, prove: {pile: all}",
    ),
    "alliances, closed under moves": (
        ALLIANCES + "low :- pile(N), N < 7.\n",
        "position: {pile: 0..9, turn: 1..2}\n",
        "kind: winners, where: low, prove: {pile: all}",
    ),
    "images": (
        SUBTRACTION,
        PILES,
        "kind: same-game, other: game.yaml, image: itself, isomorphic: true, prove: {pile: all}",
    ),
    "images, alliances": (
        ALLIANCES + "itself(pile(N)) :- pile(N).\n",
        "position: {pile: 0..9, turn: 1..2}\n",
        "kind: same-game, other: plain.yaml, other_play: normal, image: itself, isomorphic: true, prove: {pile: all}",
    ),
    "everywhere": (SUBTRACTION + "all :- pile(N), N >= 0.\n", PILES, "kind: everywhere, iff: all, prove: {pile: all}"),
    "heaps": (
        HEAPS,
        "position: {heap: {count: 0..2, size: 1..3, order: descending}}\n",
        "kind: p-positions, play: normal, iff: even, prove: {heap: {count: 0..2}}",
    ),
    "any number of heaps": (
        HEAPS,
        "position: {heap: {count: 0..2, size: 1..3, order: descending}}\n",
        "kind: p-positions, play: normal, iff: even, prove: {heap: {count: all}}",
    ),
    "sum of heaps": (
        NIM,
        "position: {heap: {count: 0..2, size: 1..3}}\n",
        "kind: p-positions, play: normal, iff: safe, strategy: win, prove: {heap: {count: all}}",
    ),
    "alliances": (ALLIANCES, "position: {pile: 0..9, turn: 1..2}\n", "kind: winners, prove: {pile: all}"),
    "statement": (STATEMENTS, PILES, "kind: statement, unknowns: {c: 0..9}, iff: halved, prove: {c: all}"),
    "parameters": (
        SUBTRACTION.replace("1..2", "1..k").replace("\\ 3", "\\ (k+1)"),
        f"parameters: {{k: 1..3}}\n{PILES}",
        "kind: p-positions, play: normal, iff: p, prove: {pile: all}",
    ),
}
EVERY_HEAP = "prove: {heap: {count: all}}"
HEAP = "position: {heap: {count: 0..2, size: 1..3}}\n"
KINDS |= {
    "columns": (COLUMNS, HEAP, f"kind: p-positions, play: normal, iff: balanced, {EVERY_HEAP}"),
    "quotients": (
        rules_text("nimhoff"),
        f"parameters: {{h: 2}}\n{HEAP}",
        f"kind: p-positions, play: normal, iff: safe, {EVERY_HEAP}",
    ),
    "values by quotients": (
        rules_text("nimhoff"),
        f"parameters: {{h: 2}}\n{HEAP}",
        f"kind: grundy, play: normal, iff: value, {EVERY_HEAP}",
    ),
    "multiplicities": (
        rules_text("stairs"),
        HEAP.replace("}}", ", order: ascending}}"),
        f"kind: p-positions, play: normal, iff: odd_stairs, {EVERY_HEAP}",
    ),
    "sum of heaps, misere": (
        MISERE_NIM,
        HEAP,
        f"kind: p-positions, play: misere, iff: misere, strategy: wins, {EVERY_HEAP}",
    ),
    "a family": (
        PAIRED,
        TWO_PILES,
        f"kind: outcome, play: normal, where: equal, outcome: P, {BOTH}",
    ),
    "replies": (
        PAIRED,
        TWO_PILES,
        f"kind: outcome, play: normal, where: equal, outcome: P, reply: copy, {BOTH}",
    ),
    "a family, misere": (
        PAIRED,
        TWO_PILES,
        f"kind: outcome, play: misere, where: two, outcome: P, {BOTH}",
    ),
    "a family, with cycles": (
        TURNED,
        TWO_PILES,
        f"kind: outcome, play: normal, where: equal, outcome: P, {BOTH}",
    ),
    "replies, with cycles": (
        TURNED,
        TWO_PILES,
        f"kind: outcome, play: normal, where: equal, outcome: P, reply: copy, {BOTH}",
    ),
    "heaps added": (
        f"heaps(N) :- N = #count {{ I : heap(I,_) }}.\n{PAIRS}{ADDED}",
        HEAP,
        f"kind: everywhere, iff: same, {EVERY_HEAP}",
    ),
    "heaps in pairs": (PAIRS, HEAP, f"kind: outcome, where: pairs, outcome: P, {EVERY_HEAP}"),
    "heaps in pairs, replies": (PAIRS, HEAP, f"kind: outcome, where: pairs, outcome: P, reply: copy, {EVERY_HEAP}"),
    "draws": (PASSED, PILES, "kind: outcome, where: stones, outcome: draw, play: misere, prove: {pile: all}"),
    "few heaps": (
        f"{PAIRS}beside(I) :- heap(I,_), heap(K,S), K != I, S > 1.   two :- heap(I,S), S > 1, beside(I).\n"
        "some :- two.   some :- not two.\n",
        HEAP,
        f"kind: everywhere, iff: some, {EVERY_HEAP}",
    ),
    "tame heaps": (
        f"{PAIRS}big :- heap(_,S), S > 1.   small :- not big.   label(0) :- not heap(1,_).\n"
        "label(1) :- heap(1,1).   label(2) :- heap(1,S), S > 1.\n",
        HEAP,
        f"kind: class, class: swap-positions, iff: small, labels: label, {EVERY_HEAP}",
    ),
    "labels": (LABELLED, PILES, "kind: class, class: swap-positions, iff: swap, labels: label, prove: {pile: all}"),
}
MEMBERS = """\
  - {id: a, says: s, kind: p-positions, play: normal, where: small, iff: p}
  - {id: b, says: s, kind: p-positions, play: normal, where: large, iff: p, strategy: win}
"""


class Case(NamedTuple):
    """A claim with its obligations, each of them decided."""

    spec: Spec
    claim: Claim
    ranges: list[Setting]
    prepared: list[Prepared]
    validated: list[Validated]

    def end(self, left_out: int | None) -> Proof:
        """How the proof ends without one of the obligations, all others being unsatisfiable."""
        kept = [item for at, item in enumerate(self.prepared) if at != left_out]
        decisions = [Decision("unsat", 0.0, ("z3",)) for _ in kept]
        rules = rules_of(subject(self.spec, self.claim))
        about = subject(self.spec, self.claim)
        goals = [Goal(about, self.claim, rules, setting) for setting in self.ranges]
        return proving._concluded(goals, list(zip(kept, decisions, strict=True)), self.validated).proof


def case(folder: Path, kind: str) -> Case:
    rules, head, said = KINDS[kind]
    (folder / "game.lp").write_text(rules.replace(", not odd_below", ""))
    (folder / "plain.lp").write_text(SUBTRACTION)
    (folder / "plain.yaml").write_text(f"game: p\nrules: plain.lp\n{PILES}claims:\n{MEMBERS}")
    others = MEMBERS if kind == "together" else ""
    text = f"game: g\nrules: game.lp\n{head}claims:\n{others}  - {{id: c, says: s, {said}}}\n"
    (folder / "game.yaml").write_text(text)
    spec = load(str(folder / "game.yaml"))
    spec = replace(spec, cycles="allowed").followed if rules in (TURNED, PASSED) else spec
    claim = spec.claim("c")
    assert claim.prove is not None
    about = subject(spec, claim)
    ranges = list(settings(about, claim.prove))
    goals = [Goal(about, claim, rules_of(about), setting, len(ranges)) for setting in ranges]
    prepared, validated = proving._prepare(goals, ProofRequest(limits=Limits(60.0)))
    return Case(spec, claim, ranges, prepared, validated)


@pytest.fixture(autouse=True)
def compared_at_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    for way in (ByColumns, ByRemainders, ByMultiplicities):
        monkeypatch.setattr(way, "where", replace(way.where, stones=4, assignments=1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sample(5)
@pytest.mark.long("values by quotients")
def test_each_obligation_is_missed_when_it_is_gone(tmp_path: Path, kind: str) -> None:
    made = case(tmp_path, kind)
    whole = made.end(None)
    assert whole.verdict == "proved"
    needed = {(need.part, need.place) for need in whole.needs}
    assert {(step.part, step.place) for step in whole.obligations} == needed  # nothing is solved that is not asked for
    for at, item in enumerate(made.prepared):
        proof = made.end(at)
        assert proof.verdict == "unknown", item.problem.name
        assert proof.reason is not None
        assert item.problem.part in proof.reason, (item.problem.name, proof.reason)
        alike = (
            one
            for one in made.prepared
            if one is not item and (one.problem.part, one.place) == (item.problem.part, item.place)
        )
        for other in itertools.islice(alike, 1):  # told twice, it does not stand for the one that is gone
            twice = [other if one is item else one for one in made.prepared]
            assert made._replace(prepared=twice).end(None).verdict == "unknown", item.problem.name


@pytest.mark.parametrize("kind", ["heaps", "any number of heaps", "sum of heaps", "parameters"])
@pytest.mark.sample(2)
def test_a_setting_or_a_number_of_heaps_is_missed(tmp_path: Path, kind: str) -> None:
    made = case(tmp_path, kind)
    for place in {(item.setting.parameters.get("k"), item.counts, item.more) for item in made.prepared}:
        kept = [one for one in made.prepared if (one.setting.parameters.get("k"), one.counts, one.more) != place]
        assert made._replace(prepared=kept).end(None).verdict == "unknown", place


@pytest.mark.parametrize("kind", ["heaps", "any number of heaps", "sum of heaps", "parameters", "columns", "quotients"])
@pytest.mark.sample(6)
def test_what_was_not_compared_with_clingo_somewhere_is_not_proved(tmp_path: Path, kind: str) -> None:
    made = case(tmp_path, kind)
    for place in {one.compared for one in made.validated if one.compared}:
        kept = [one for one in made.validated if one.compared != place]
        proof = made._replace(validated=kept).end(None)
        assert proof.verdict == "unknown", place
        assert "nothing meets the hypotheses" in (proof.reason or "")


@pytest.mark.parametrize("dropped", ["a", "b"])
def test_a_member_that_the_reading_has_dropped_is_missed(tmp_path: Path, dropped: str) -> None:
    made = case(tmp_path, "together")
    kept = []
    for item in made.prepared:
        speaks = tuple(one for one in item.problem.speaks if one != dropped)
        kept.append(replace(item, problem=replace(item.problem, speaks=speaks)))
    proof = made._replace(prepared=kept).end(None)
    assert proof.verdict == "unknown"
    assert proof.reason == "nothing discharges the part terminals"


@pytest.mark.parametrize("kind", ["outcomes", "strategy", "sum of heaps", "everywhere", "alliances", "images"])
@pytest.mark.sample(2)
def test_what_nothing_meets_is_not_proved(tmp_path: Path, kind: str) -> None:
    made = case(tmp_path, kind)
    for name in hypotheses(made.claim):
        seen = [replace(item, seen=replace(item.seen, met=item.seen.met - {name})) for item in made.validated]
        proof = made._replace(validated=seen).end(None)
        assert proof.verdict == "unknown", name
        assert proof.reason is not None
        assert proof.reason.startswith(f"nothing meets the hypotheses: {name}")


def test_what_has_neither_a_question_nor_an_end_is_not_proved(tmp_path: Path) -> None:
    made = case(tmp_path, "outcomes")
    asked = ProofRequest(limits=Limits(10.0))
    lost = [replace(item, question=None) for item in made.prepared if not item.settled]
    assert lost
    assert {one.verdict for one in proving._decide(lost, asked, lambda *_: None)} == {"unknown"}
    settled = [item for item in made.prepared if item.settled]
    assert {one.verdict for one in proving._decide(settled, asked, lambda *_: None)} == {"unsat"}


def test_a_position_at_which_clingo_alone_refutes_it_is_an_error_of_ours(tmp_path: Path) -> None:
    made = case(tmp_path, "outcomes")
    seen = [replace(item, seen=replace(item.seen, failing="pile=77")) for item in made.validated]
    with pytest.raises(Disagreement, match="c is proved, and by clingo it fails at pile=77"):
        made._replace(validated=seen).end(None)


def test_a_lemma_and_an_induction_are_parts(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(STATEMENTS)
    (tmp_path / "game.yaml").write_text(f"""game: g
rules: game.lp
{PILES}claims:
  - {{id: halved, says: s, kind: statement, unknowns: {{c: 0..9}}, iff: halved, prove: {{c: all}}}}
  - {{id: natural, says: s, kind: statement, unknowns: {{c: 0..9}}, iff: natural,
      using: {{halved: at, natural: before}}, prove: {{c: all}}}}
""")
    results = check(load(str(tmp_path / "game.yaml")), Options(crosscheck=False), lambda _: None)
    (result,) = (one for one in results if one.id == "natural")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert {part.name: part.obligations for part in result.proof.parts} == {
        "rules": ("rules",),
        "holds": ("natural",),
        "claim natural": ("natural",),
        "lemma halved": ("proof of halved",),
        "descent": ("descent",),
    }


def test_where_no_position_has_the_hypothesis_nothing_is_proved(tmp_path: Path) -> None:
    """`given` is met nowhere, far out neither; the bounded verdict is vacuous, a wider proof says so by itself."""
    rules = STATEMENTS + "never :- c(C), C*C = 2.\n"
    (tmp_path / "game.lp").write_text(rules)
    spec = f"""game: g
rules: game.lp
{PILES}claims:
  - {{id: c, says: s, kind: statement, unknowns: {{c: 0..9}}, given: never, iff: natural, prove: {{c: all}}}}
"""
    (tmp_path / "game.yaml").write_text(spec)
    (result,) = check(load(str(tmp_path / "game.yaml")), Options(crosscheck=False), lambda _: None)
    assert result.verdict is not Verdict.PROVED
