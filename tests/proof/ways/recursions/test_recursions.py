"""Recursions that proofs read by their names: what is proved, and that what is false, circular or not known is not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import z3  # type: ignore[import-untyped]

from bouton.claims.subject import rules_of, subject
from bouton.core.logic.arithmetic import add, applied, atom, number
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.smtlib import smtlib
from bouton.core.logic.walk import some, unknowns
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.entry import Characterised
from bouton.document.load import load
from bouton.proof.goal import Goal
from bouton.proof.setting import settings
from bouton.proof.ways.recursions.at_numbers import rows_of
from bouton.proof.ways.recursions.way import ByRecursions
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving import matching
from bouton.solving.matching import Property, matched

HALVES = """\
move(take(T))             :- pile(N), T = 1..N/2.
after(take(T), pile(N-T)) :- pile(N), T = 1..N/2.
lost(1).
lost(2*X+1) :- lost(X), in_range(X).
is_lost     :- pile(N), lost(N).
close(Y)    :- lost(Y), lost(X), X < Y, Y <= 2*X.
apart       :- number(Y), not close(Y).
near        :- number(N), lost(X), X <= N, N <= 2*X.
another(X)  :- lost(X).
before(N-1) :- number(N), N > 1.
own(N)      :- pile(N).
itself(N)   :- number(N).
"""
CLAIMS = """\
position: {pile: 1..40}
claims:
  - {id: apart, says: x, kind: statement, unknowns: {number: 0..40}, iff: apart, using: {apart: another},
     unfolding: [lost], along: number, prove: {number: all}}
  - {id: near, says: x, kind: statement, unknowns: {number: 1..40}, iff: near, using: {near: before},
     unfolding: [lost], along: number, prove: {number: all}}
  - {id: theorem, says: x, kind: p-positions, iff: is_lost, using: {apart: own, near: own}, prove: {pile: all}}
"""


def spec_of(tmp_path: Path, rules: str, claims: str) -> Spec:
    (tmp_path / "g.lp").write_text(rules, encoding="utf-8")
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{claims}", encoding="utf-8")
    return load(tmp_path / "g.yaml")


def verdicts(spec: Spec) -> dict[str, Result]:
    return {one.id: one for one in check(spec, Options(crosscheck=False), lambda _: None)}


def proved(result: Result) -> bool:
    return result.verdict is Verdict.PROVED


def refuted(result: Result) -> bool:
    return result.verdict is Verdict.REFUTED


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


PAGE = (Path(__file__).parents[4] / "docs/explanation/recursions.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("left_out", ["", "apart: own, ", ", near: own"])
@pytest.mark.long("apart", "near")
def test_from_the_table_to_the_theorem(tmp_path: Path, left_out: str) -> None:
    """The rules and claims of the page are proved as it says; without a property what it quotes is the reason."""
    rules, claims = ("".join(re.findall(rf"```{kind}\n(.*?)```", PAGE, flags=re.S)) for kind in ("asp", "yaml"))
    (tmp_path / "halves.lp").write_text(rules, encoding="utf-8")
    (tmp_path / "halves.yaml").write_text(claims.replace(left_out, ""), encoding="utf-8")
    found = verdicts(load(tmp_path / "halves.yaml"))
    theorem = found.pop("theorem").proof
    assert theorem is not None
    assert [*map(proved, found.values())] == [True, True]
    if left_out:
        assert theorem.reason is not None
        assert theorem.reason.rpartition(": ")[2] in PAGE
    else:
        assert theorem.verdict == "proved"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("X < Y, Y <= 2*X", "X < Y, Y <= 2*X+1"),  # one too far: 3 is 2*1+1
        ("X <= N, N <= 2*X", "X <= N, N < 2*X"),
        ("X <= N, N <= 2*X", "X < N, N <= 2*X"),
        ("lost(2*X+1) :- lost(X)", "lost(2*X) :- lost(X)"),  # 2 is within 2*1
        ("lost(1).", "lost(1). lost(2)."),
        ("T = 1..N/2", "T = 1..N/3"),
        ("T = 1..N/2", "T = 1..N-1"),
        ("is_lost     :- pile(N), lost(N)", "is_lost     :- pile(N), lost(N+1)"),
    ],
)
@pytest.mark.sample(3)
def test_nothing_false_is_proved(tmp_path: Path, old: str, new: str) -> None:
    """With one thing changed some claim fails, and it is not proved."""
    found = verdicts(spec_of(tmp_path, changed(HALVES, old, new), CLAIMS))
    assert any(map(refuted, found.values()))
    assert not proved(found["theorem"])


@pytest.mark.slow
def test_where_a_proof_uses_statements_is_nothing_of_the_box(tmp_path: Path) -> None:
    """A predicate that goes as far as the range does, beside each heap: it refutes and excuses nothing."""
    heap = changed(HALVES, "pile(N-T))", "heap(1,N-T))")
    rules = f"{heap}pile(N) :- heap(_,N).\nall(N) :- in_range(N).\nfar(N) :- pile(_), all(N).\n"
    one = changed(CLAIMS, "{pile: 1..40}", "{heap: {count: 1, size: 1..40}}")
    claims = changed(changed(one, "apart: own", "apart: far"), "prove: {pile: all}", "prove: {heap: {count: 1}}")
    wrong = changed(rules, "is_lost     :- pile(N), lost(N)", "is_lost     :- pile(N), lost(N), N != 7")
    assert not refuted(verdicts(spec_of(tmp_path, rules, claims))["theorem"])
    theorem = verdicts(spec_of(tmp_path, wrong, claims))["theorem"]
    assert theorem.counterexample is not None
    assert theorem.counterexample.position == {"heap": [7]}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("using: {apart: own, near: own}", "using: {apart: own}", "what is known of lost/1 does not suffice"),
        ("using: {apart: own, near: own}", "using: {near: own}", "what is known of lost/1 does not suffice"),
        ("using: {apart: another}", "using: {apart: itself}", "what is known of lost/1 does not suffice"),
        ("{near: before},\n     unfolding: [lost]", "{near: before}", "what is known of lost/1 does not suffice"),
        ("{near: before},\n     unfolding: [lost]", "{near: before},\n     unfolding: [pile]", "pile does not recurse"),
    ],
)
@pytest.mark.sample(5)
def test_what_is_left_out_or_circular_is_unknown(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Without one property, with one that rests on itself at the same number, or of what does not recurse."""
    found = verdicts(spec_of(tmp_path, HALVES, changed(CLAIMS, old, new)))
    reasons = [one.proof.reason or "" for one in found.values() if one.proof is not None]
    assert any(said in one for one in reasons), reasons
    assert not proved(found["theorem"])
    assert not any(map(refuted, found.values()))


def test_the_problems_have_models_where_a_property_is_left_out(tmp_path: Path) -> None:
    """Nothing else excludes a counterexample: z3 finds a model, so that the property is what proves it."""
    spec = spec_of(tmp_path, HALVES, CLAIMS)
    claim = spec.claim("theorem")
    for kept in ({"apart": "own", "near": "own"}, {"apart": "own"}, {"near": "own"}):
        one = replace(claim, said=claim.by(Characterised).model_copy(update={"using": kept}))
        assert one.prove is not None
        (setting,) = settings(spec, one.prove)
        goal = Goal(spec, one, rules_of(spec), setting)
        answers = []
        for posed in ByRecursions().read(goal).posed(goal):
            solver = z3.Solver()
            solver.from_string(smtlib(posed.problem))
            answers.append(str(solver.check()))
            if posed.problem.name in ("independence", "absorption"):  # its hypotheses alone are met
                solver.reset()
                solver.from_string(smtlib(replace(posed.problem, assertions=posed.problem.assertions[2:])))
        assert ("sat" in answers) is (len(kept) < 2)


def test_a_predicate_that_is_no_function_is_not_taken_for_one(tmp_path: Path) -> None:
    """Two values for one index: that there is one is refuted, and not proved from the rules."""
    rules = """\
value(0,0). value(N+1,X+1) :- value(N,X), in_range(N). value(N+1,X+2) :- value(N,X), in_range(N).
two(N)    :- value(N,X), value(N,Y), X != Y.
single    :- index(N), not two(N).
before(N-1) :- index(N), N > 0.
"""
    claims = """\
position: {pile: 0..3}
claims:
  - {id: single, says: x, kind: statement, unknowns: {index: 0..9}, iff: single, using: {single: before},
     unfolding: [value], along: index, prove: {index: all}}
"""
    one = verdicts(spec_of(tmp_path, MOVES + rules, claims))["single"]
    assert refuted(one)


def test_claims_that_use_each_other_are_an_error(tmp_path: Path) -> None:
    """Each property would rest on the other."""
    from bouton.core.errors import InputError  # noqa: PLC0415 (only here)

    text = changed(CLAIMS, "using: {apart: another}", "using: {near: another}")
    text = changed(text, "using: {near: before}", "using: {apart: before}")
    with pytest.raises(InputError, match="uses 'near' in its turn"):
        spec_of(tmp_path, HALVES, text)


MOVES = "move(take(T)) :- pile(N), T = 1..N.  after(take(T), pile(N-T)) :- pile(N), T = 1..N.\n"
LINEAR = """\
s(0,{start}).
s(N+1,{up}) :- s(N,X), in_range(N), X {sign} {at}.
s(N+1,{else_}) :- s(N,X), in_range(N), not X {sign} {at}.
wrong(N) :- s(N,X), {wrong}.
right :- index(N), not wrong(N).
before(N-1) :- index(N), N > 0.
"""


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sample(3)
def test_random_claims_on_random_recursions(tmp_path: Path, seed: int) -> None:
    """What is proved holds of the recursion in plain Python, far out; some are false far out alone."""
    chance = random.Random(seed)
    steps = {"X+1": 1, "X+2": 2, "X+N": None, "X": 0}
    up, other = chance.choice([*steps]), chance.choice([*steps])
    start, at = chance.randrange(3), chance.randrange(2, 30)
    sign = chance.choice(["<", ">=", "<="])
    bound = chance.choice(
        [f"X < {chance.randrange(3)}", f"X > N+{chance.randrange(40)}", f"X < N+{chance.randrange(-20, 2)}"]
    )
    text = MOVES + LINEAR.format(start=start, up=up, sign=sign, at=at, else_=other, wrong=bound)
    claims = """\
position: {pile: 0..3}
claims:
  - {id: right, says: x, kind: statement, unknowns: {index: 0..4}, iff: right, using: {right: before},
     unfolding: [s], along: index, prove: {index: all}}
"""
    one = verdicts(spec_of(tmp_path, text, claims))["right"]
    x, fails = start, False
    for n in range(400):
        fails |= bool(eval(bound, {"X": x, "N": n}))
        x = eval(up if eval(f"{x} {sign} {at}") else other, {"X": x, "N": n})
    assert not proved(one) or not fails


@pytest.mark.slow
def test_the_rows_are_those_of_plain_python() -> None:
    """(7) and (8) by the definition of mex_b, and the rows of the recursion."""
    spec = load("specs/nim_ab.yaml")
    claim = spec.claim("rows-start")
    rules = rules_of(subject(spec, claim))
    for a in range(1, 5):
        for b in range(1, 5):
            table = rows_of(rules, {"a": a, "b": b}, {"play": ((0, 40), (0, 40))})
            for play in (0, 1):
                seen: list[int] = []
                rows = {n: x for which, n, x, _ in table["row", 4] if which == play}
                for n in range(41):
                    x = mex_b(seen, b)
                    assert rows[n] == x
                    seen += [x, x + a * n + play]


def mex_b(members: Iterable[int], b: int) -> int:
    """0 of no numbers, else b beyond the least that no other follows within b."""
    found = set(members)
    return min((s + b for s in found if not any(s < t <= s + b for t in found)), default=0)


def test_instances_lose_no_model() -> None:
    """What is true of a predicate is true of every instance: a problem with a model keeps it."""
    one, two = (unknown(name, local=True) for name in "AB")
    n = unknown("n.N", 0)
    holds = [equal(applied("p", [atom(each)]), number(1)) for each in (one, two)]
    for least in (1, 2):
        apart = ForAll(
            (one, two),
            disj((*map(negate, holds), negate(less(atom(one), atom(two))), less(number(least - 1), atom(two, 1)))),
        )
        here = equal(applied("p", [atom(n)]), number(1))
        problem = matched(Problem("x", "x", (here,)), [Property(apart)])
        solver = z3.Solver()
        solver.from_string(smtlib(problem))
        assert solver.check() == z3.sat
    assert conj((TRUE, FALSE)) is FALSE


def test_what_ends_a_range_is_said_of_no_inner_number() -> None:
    """That each number has one that is not below it is true; taken at that one it would not be."""
    one, two = (unknown(name, local=True) for name in "AB")
    above = ForAll((one,), some(two, conj((at_most(atom(one), atom(two)), at_most(atom(one), atom(two, 2))))))
    here = equal(applied("p", [atom(unknown("n.N", 0))]), number(1))
    solver = z3.Solver()
    solver.from_string(smtlib(matched(Problem("x", "x", (here, above)), [])))
    assert solver.check() == z3.sat


@pytest.mark.parametrize("seed", range(12))
def test_instances_at_what_is_new_are_all_that_there_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as where every round tries all that is known once more."""
    chance = random.Random(seed)
    several = [unknown(name, local=True) for name in "ABC"]
    a, b, c = map(atom, several)
    n = atom(unknown("n.N", 0))

    def p(one: Linear) -> Formula:
        return equal(applied("p", [one]), number(1))

    def q(one: Linear, other: Linear) -> Formula:
        return equal(applied("q", [one, other]), number(1))

    said = [
        disj((negate(p(a)), q(a, add(a, number(chance.randrange(1, 4)))))),
        disj((negate(p(a)), negate(q(a, b)), p(b))),
        disj((negate(q(a, b)), negate(q(b, c)), q(a, c))),
        disj((negate(p(a)), negate(p(b)), negate(less(a, b)), q(b, a))),
    ]
    chosen = chance.sample(said, 3)
    bound = [[one for one in several if one in unknowns(each)] for each in chosen]
    properties = [Property(ForAll(tuple(free), one), 4) for free, one in zip(bound, chosen, strict=True)]
    problem = Problem("x", "x", (p(n), q(n, number(7)), p(number(chance.randrange(7)))))
    once = matched(problem, properties)
    each = matching._Property.instances
    monkeypatch.setattr(matching._Property, "instances", lambda self, known, seen, _: each(self, known, seen, set()))
    assert once == matched(problem, properties)
    assert len(once.assertions) > 6
