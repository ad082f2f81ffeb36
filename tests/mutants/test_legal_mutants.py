"""What the mutants of a claim are: one change each, in its place, of what the claim rests on, and legal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.rules.mutate import Mutant
from bouton.run.mutants import candidates, extract, harmless, legal, mutants
from tests.shipped import named

RULES = """\
% Take one or two; below 3 the pile is é.
move(take(1..2)) :- pile(N), N > 0.
after(take(T), pile(N-T)) :- move(take(T)), pile(N), T <= N.
third(R) :- pile(N), R = N \\ 3.    % a remainder
lost :- third(0),
        not high(_).
high(N) :- pile(N), N > 2.
odd :- #count { X,4 : third(X), X != 1 } > 0.
unused :- odd.
"""
SPEC = """\
game: one
rules: one.lp
position: {pile: 0..6}
claims:
  - {id: lost, says: s, kind: p-positions, iff: lost, prove: {pile: all}}
  - {id: odd, says: s, kind: p-positions, iff: odd, prove: {pile: all}}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    (tmp_path / "one.lp").write_text(RULES)
    (tmp_path / "one.yaml").write_text(SPEC)
    return load(str(tmp_path / "one.yaml"))


def said(mutant: Mutant) -> str:
    return f"{mutant.line}:{mutant.column} {mutant.change} {mutant.before} -> {mutant.after}"


def test_the_changes_of_a_definition(spec: Spec) -> None:
    assert [said(one) for one in candidates(spec, spec.claim("lost")) if one.head == ("lost", 0)] == [
        "5:1 rule lost :- third(0), not high(_). -> ",
        "5:9 predicate third -> high",
        "5:9 predicate third -> pile",
        "5:9 negated third(0) -> not third(0)",
        "5:9 dropped third(0), -> ",
        "5:15 constant 0 -> -1",
        "5:15 constant 0 -> 1",
        "5:17 dropped , not high(_) -> ",
        "6:9 negated not high(_) -> high(_)",
        "6:13 predicate high -> third",
    ]


def test_the_changes_inside_an_aggregate(spec: Spec) -> None:
    found = [one for one in candidates(spec, spec.claim("odd")) if one.head == ("odd", 0)]
    assert Counter(one.change for one in found) == {
        "constant": 6,
        "relation": 10,
        "dropped": 3,
        "negated": 2,
        "predicate": 2,
        "aggregate": 1,
        "rule": 1,
    }
    assert "odd :- #count { X,4 : third(X) } > 0." in {one.rule for one in found}
    assert "odd :- #sum { X,4 : third(X), X != 1 } > 0." in {one.rule for one in found}
    assert "odd :- not #count { X,4 : third(X), X != 1 } > 0." in {one.rule for one in found}


def test_a_mutant_differs_from_its_file_in_one_place(spec: Spec) -> None:
    for mutant in candidates(spec, spec.claim("lost"), game=True):
        lines = RULES.splitlines(keepends=True)
        at = sum(map(len, lines[: mutant.line - 1])) + mutant.column - 1
        assert mutant.rules[:at] == RULES[:at]
        end = at + len(mutant.after)
        assert mutant.rules[at:end] == mutant.after
        assert RULES.endswith(mutant.rules[end:])
        replaced = RULES[at : len(RULES) - len(mutant.rules[end:])]
        assert " ".join(replaced.split()) == mutant.before


def test_the_game_is_changed_only_where_it_is_asked_for(spec: Spec) -> None:
    claim = spec.claim("lost")
    assert {one.head[0] for one in candidates(spec, claim)} == {"lost", "third", "high"}
    every = {one.head[0] for one in candidates(spec, claim, game=True)}
    assert every == {"move", "after", "lost", "third", "high"}


def test_what_is_not_legal_is_left_out(spec: Spec) -> None:
    claim = spec.claim("lost")
    every, kept = candidates(spec, claim), list(mutants(spec, claim))
    left_out = {said(one) for one in every} - {said(one) for one in kept}
    assert left_out == {
        "4:1 rule third(R) :- pile(N), R = N \\ 3. -> ",  # then nothing derives it
        "4:13 dropped pile(N), -> ",  # unsafe
        "4:13 negated pile(N) -> not pile(N)",
        "4:20 dropped , R = N \\ 3 -> ",
        "4:24 relation = -> !=",
        "4:24 relation = -> <",
        "4:24 relation = -> <=",
        "4:24 relation = -> >",
        "4:24 relation = -> >=",
        "5:1 rule lost :- third(0), not high(_). -> ",
        "7:1 rule high(N) :- pile(N), N > 2. -> ",
        "7:12 dropped pile(N), -> ",
        "7:12 negated pile(N) -> not pile(N)",
    }
    assert all(legal(spec, claim, one) for one in kept)


def test_a_statement_is_weaker_where_it_says_less_or_is_given_more(tmp_path: Path) -> None:
    (tmp_path / "one.lp").write_text(
        "move(1) :- pile(N), N > 0.\n"
        "after(1, pile(N-1)) :- pile(N).\n"
        "says :- pile(N), N < 5, not barred.\n"
        "barred :- pile(N), N = 3, not free(N).\n"
        "free(N) :- pile(N), 1 = #count { M : pile(M), M != 9 }.\n"
        "given :- pile(N), N >= 2.\n"
    )
    (tmp_path / "one.yaml").write_text(
        "game: one\nrules: one.lp\nposition: {pile: 0..6}\nclaims:\n"
        "  - {id: one, says: s, kind: everywhere, iff: says, where: given, prove: {pile: all}}\n"
        "  - {id: other, says: s, kind: p-positions, iff: says, prove: {pile: all}}\n"
    )
    spec = load(str(tmp_path / "one.yaml"))
    claim = spec.claim("one")
    assert {said(one) for one in mutants(spec, claim) if harmless(spec, claim, one)} == {
        "3:16 dropped , N < 5 -> ",
        "3:20 relation < -> !=",
        "3:20 relation < -> <=",
        "3:23 dropped , not barred -> ",
        "5:19 dropped , 1 = #count { M : pile(M), M != 9 } -> ",
        "5:23 relation = -> <=",
        "5:23 relation = -> >=",
        "6:21 relation >= -> =",
        "6:21 relation >= -> >",
    }
    assert not any(harmless(spec, spec.claim("other"), one) for one in mutants(spec, spec.claim("other")))


def test_what_a_claim_does_not_need_is_blank(spec: Spec) -> None:
    (source,) = extract(spec, spec.claim("lost"))
    text = source.content
    assert [len(line) for line in text.splitlines()] == [len(line) for line in RULES.splitlines()]
    assert [at for at, line in enumerate(text.splitlines(), 1) if not line.strip()] == [1, 8, 9]


@pytest.mark.parametrize(
    ("name", "claim", "least"),
    [
        ("survivor_nim", "closed-form", 100),
        pytest.param("greedy_nim_k", "solution", 1200, marks=pytest.mark.slow),
        pytest.param("survivor_nim", "every-n", 500, marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_there_are_many_mutants_of_a_theorem(name: str, claim: str, least: int) -> None:
    spec = named(name)
    spec = replace(spec, rules=extract(spec, spec.claim(claim)))
    some = candidates(spec, spec.claim(claim))[::12]
    assert 12 * sum(legal(spec, spec.claim(claim), one) for one in some) >= least


def test_what_is_denied_is_told_by_the_rule_and_not_by_its_text(tmp_path: Path) -> None:
    """`not(` has no blank, a comma may stand in a denied atom, `not` in a string, and braces in one."""
    (tmp_path / "one.lp").write_text(
        "move(1) :- pile(N), N > 0.\n"
        "after(1, pile(N-1)) :- pile(N).\n"
        "a :- pile(N), not(N+1) < 1.\n"
        'b :- pile(N), not q(N,"}"), N < 5.\n'
        'c :- q\'not(N,"{ not x"), N<5.\n'
        'q(9,9).\nq\'not(N,"{ not x") :- pile(N).\n'
    )
    (tmp_path / "one.yaml").write_text(
        "game: one\nrules: one.lp\nposition: {pile: 0..6}\nclaims:\n"
        + "".join(f"  - {{id: {one}, says: s, kind: everywhere, iff: {one}, prove: {{pile: all}}}}\n" for one in "abc")
    )
    spec = load(str(tmp_path / "one.yaml"))

    def weaker(name: str) -> set[str]:
        claim = spec.claim(name)
        return {said(one) for one in mutants(spec, claim) if harmless(spec, claim, one)}

    assert weaker("a") == {"3:13 dropped , not(N+1) < 1 -> "}
    assert "3:15 negated not(N+1) < 1 -> (N+1) < 1" in {said(one) for one in mutants(spec, spec.claim("a"))}
    assert weaker("b") == {
        '4:13 dropped , not q(N,"}") -> ',
        "4:27 dropped , N < 5 -> ",
        "4:31 relation < -> !=",
        "4:31 relation < -> <=",
    }
    assert weaker("c") == {"5:24 dropped , N<5 -> ", "5:27 relation < -> !=", "5:27 relation < -> <="}


def test_no_change_leaves_the_rules_as_they_are(spec: Spec) -> None:
    claim = spec.claim("lost")
    texts = {one.content for one in spec.rules}
    assert all(one.rules not in texts for one in candidates(spec, claim, game=True))
