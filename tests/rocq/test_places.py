"""Digits in a base and their places, in the kernel: formulas, and claims by `digit`; false ones are refused."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bouton.core.division import truncated
from bouton.document.load import load
from bouton.rocq.file import written
from bouton.rocq.hand import lacking
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_digits import written_digits
from tests.rocq.test_files import with_coqc

HEAD = """Require Import ZArith List Bouton Places Explored Least Printed Compiled Reading.
Import ListNotations.
Open Scope Z_scope.
Definition digit b n j d := 1 <= n /\\ 0 <= j /\\ b ^ j <= n /\\ d = Z.rem (Z.quot n (b ^ j)) b.
Definition last b n j := (exists d, digit b n j d /\\ d > 0) /\\ ~ (exists k d, digit b n k d /\\ d > 0 /\\ k < j).
"""
TRUE = [
    (2, "x = 0 \\/ exists j, last 2 x j"),
    (2, "x = 0 \\/ exists j, last 2 x j /\\ last 2 (2 * x) (j + 1)"),
    (2, "x = 2 * y + 1 -> last 2 x 0 /\\ ~ (exists j, last 2 x j /\\ Z.rem j 3 = 1)"),
    (2, "(exists j, last 2 x j /\\ Z.rem j 2 = 1 /\\ ~ (exists k, j < k /\\ digit 2 x k 1)) -> Z.rem x 3 = 2"),
    (2, "digit 2 x 3 1 -> x >= 8 /\\ ~ digit 2 x 3 0 /\\ Z.rem (Z.quot x 8) 2 = 1"),
    (3, "x = 3 * y + 2 -> digit 3 x 0 2"),
    (3, "x = 0 \\/ exists j, last 3 x j /\\ last 3 (9 * x) (j + 2)"),
    (10, "~ digit 10 x 1 7 \\/ 70 <= Z.rem x 100 <= 79"),
    (2, "exists z, z = x - y /\\ (0 <= Z.quot z 2 \\/ x < y)"),
]
FALSE = [
    (2, "exists j, last 2 x j"),
    (2, "x = 0 \\/ exists j, last 2 x j /\\ last 2 (2 * x) (j + 2)"),
    (2, "x = 0 \\/ exists j, last 2 x j /\\ j < 7"),
    (2, "x <> 400 \\/ exists j, last 2 x j /\\ Z.rem j 2 = 1"),
    (
        2,
        "(exists j, digit 2 x j 1 /\\ digit 2 y j 1 /\\ j > 3) -> exists j, digit 2 x j 1 /\\ digit 2 y j 1 /\\ j > 4",
    ),
    (3, "x = 3 * y + 2 -> digit 3 x 0 1"),
    (2, "exists z, z = x - y /\\ 0 <= Z.quot z 2"),
    (2, "exists j, j < 0 /\\ ~ digit 2 x j 1 /\\ digit 2 y j 0"),
]
MARK = """move(one)              :- pile(N), N > 0.
move(half)             :- pile(N), N > 0.
after(one,  pile(N-1)) :- pile(N), N > 0.
after(half, pile(N/2)) :- pile(N), N > 0.
lower(J)      :- pile(P), digit(P,J,_), digit(P,K,D), D > 0, K < J.
last_place(J) :- pile(P), digit(P,J,D), D > 0, not lower(J).
found :- pile(P), P = 0.
found :- last_place(J), J \\ 2 = 1.
"""
HALF = """move(take(M))             :- pile(N), M = 1..N/2.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
has(D) :- pile(P), digit(P,_,D).
found  :- not has(0).
"""
TAKEN = """move(take(1)) :- pile(N), digit(N,0,1).
move(take(2)) :- pile(N), digit(N,1,1).
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
found :- pile(P), P \\ 4 = 0.
found :- pile(P), P \\ 4 = 3.
"""
ODD = "J \\ 2 = 1"
WRONG = {
    "the other parity": (MARK, ODD, "J \\ 2 = 0"),
    "a number far out": (MARK, ODD, f"{ODD}, pile(P), P != 640"),
    "a place far out": (MARK, ODD, f"{ODD}, J < 9"),
    "another base": (MARK, "digit(P,", "digit(3,P,"),
    "another move": (MARK, "pile(N/2)", "pile((N+1)/2)"),
    "another digit": (HALF, "has(0)", "has(1)"),
    "a long number": (HALF, "not has(0).", "not has(0), pile(P), P != 255."),
    "a number far out, of moves by digits": (TAKEN, "4 = 3.", "4 = 3, P != 203."),
    "one stone more": (HALF, "M = 1..N/2", "M = 1..N/2+1"),
}


def found(folder: Path, rules: str, play: str = "normal", prove: str = "{pile: all}") -> str:
    """The file of the claim that `found` names the P-positions."""
    (folder / "one.lp").write_text(rules)
    (folder / "one.yaml").write_text(
        f"""game: One pile
rules: one.lp
position: {{pile: {{range: 0..20, stones: true}}}}
claims:
  - {{id: found, says: By digits., kind: p-positions, play: {play}, iff: found, prove: {prove}}}
"""
    )
    spec = load(folder / "one.yaml")
    return written(spec, spec.claim("found"))


@with_coqc
def test_the_kernel_decides_what_is_said_of_digits_and_places(compiled: Path) -> None:
    given = "forall x y, 0 <= x -> 0 <= y ->"
    true = [
        f"Lemma l{at} : {given} {said}.\nProof. unfold last, digit. by_places {base}%N. Qed.\nPrint Assumptions l{at}."
        for at, (base, said) in enumerate(TRUE)
    ]
    false = [
        f"Goal {given} {said}.\nProof. unfold last, digit. assert_fails tried_by_places {base}%N. Abort."
        for base, said in FALSE
    ]
    ended = coqc(compiled, HEAD + "\n".join([*true, *false]))
    assert ended.returncode == 0, ended.stderr
    assert CLOSED in ended.stdout.splitlines()


@with_coqc
def test_coqc_refuses_a_goal_that_is_false(compiled: Path) -> None:
    """Where the kernel computes at the end of the proof alone."""
    ended = coqc(compiled, f"{HEAD}Lemma l : forall x, 0 <= x -> x <> 1000.\nProof. by_places 2%N. Qed.")
    assert ended.returncode == 1


def said_of(random: Random, depth: int, free: int) -> tuple[str, Any]:
    """An expression of the library on so many numbers, and the same to be evaluated with numbers below 8 sought."""
    kind = random.choice(["Rel", "Digit"] if depth == 0 else ["Both", "Either", "If", "Some_", "Some_", "Digit"])
    if kind == "Some_":
        inner, told = said_of(random, depth - 1, free + 1)
        return f"(Some_ (Both (Both (Rel RLe (K 0) (V 0)) (Rel RLe (V 0) (K 7))) {inner}))", ("Some_", told)
    if kind == "Digit":
        number, place, digit = random.randrange(free), random.randrange(4), random.randrange(2)
        return f"(Digit (K 2) (V {number}) (K {place}) (K {digit}))", ("Digit", number, place, digit)
    if kind == "Rel":
        left, right = random.randrange(free), random.randrange(free)
        by, rest = random.randint(2, 3), random.randint(-1, 3)
        return f"(Rel REq (Rem (Minus (V {left}) (V {right})) (K {by})) (K ({rest})))", ("Rel", left, right, by, rest)
    one, other = (said_of(random, depth - 1, free) for _ in range(2))
    return f"({kind} {one[0]} {other[0]})", (kind, one[1], other[1])


def holds(told: Any, numbers: tuple[int, ...]) -> bool:
    """What it says of numbers, in plain Python."""
    match told:
        case ("Some_", inner):
            return any(holds(inner, (one, *numbers)) for one in range(8))
        case ("Digit", number, place, digit):
            found_ = written_digits(2, numbers[number])
            return int(place) < len(found_) and found_[place] == int(digit)
        case ("Rel", one, other, by, rest):
            value = numbers[one] - numbers[other]
            return truncated(value, by)[1] == int(rest)
        case ("Both", one, other):
            return holds(one, numbers) and holds(other, numbers)
        case ("Either", one, other):
            return holds(one, numbers) or holds(other, numbers)
        case ("If", one, other):
            return not holds(one, numbers) or holds(other, numbers)
    raise AssertionError(told)


@with_coqc
def test_random_expressions_are_decided_as_in_plain_python(compiled: Path) -> None:
    """Of numbers up to 7, which the expression has as its hypothesis: the decision is that by all of them."""
    random, lines, true = Random(53), [], 0
    for at in range(16):
        text, told = said_of(random, 2, 2)
        fine = all(holds(told, one) for one in product(range(8), repeat=2))
        true += fine
        whole = f"If (Both (Rel RLe (V 0) (K 7)) (Rel RLe (V 1) (K 7))) {text}"
        lines.append(f"Lemma l{at} : decides 2 9 (Z.to_nat 4000) 2 ({whole}) = {str(fine).lower()}.")
        lines.append("Proof. vm_compute. reflexivity. Qed.")
    assert 3 < true < 13
    ended = coqc(compiled, HEAD + "\n".join(lines) + "\nPrint Assumptions said_is.\n")
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("rules", [MARK, HALF, TAKEN])
def test_coqc_accepts_claims_by_digits(rules: str, tmp_path: Path, compiled: Path) -> None:
    text = found(tmp_path, rules)
    ended = coqc(compiled, text)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("name", WRONG)
def test_coqc_refuses_what_is_false(name: str, tmp_path: Path, compiled: Path) -> None:
    rules, one, other = WRONG[name]
    assert rules.count(one) >= 1
    text = found(tmp_path, rules.replace(one, other))
    assert lacking(text) is None
    assert coqc(compiled, text).returncode == 1


@with_coqc
@pytest.mark.parametrize("rules", [MARK, HALF])
def test_coqc_refuses_the_other_play(rules: str, tmp_path: Path, compiled: Path) -> None:
    assert coqc(compiled, found(tmp_path, rules, "misere")).returncode == 1


def test_names_that_are_made_are_those_of_no_predicate(tmp_path: Path) -> None:
    """Of rules that call their predicates as lemmas are called, or as what the proof uses."""
    text = found(tmp_path, MARK.replace("last_place", "found_is_").replace("lower", "proj1_sig"))
    assert "Lemma found_is__ " in text
    assert "Definition proj1_sig " not in text


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (MARK.replace("digit(P,K,D)", "digit(3,P,K,D)"), "its digits are not in one base"),
        (MARK.replace("digit(P,K,D)", "digit(N,P,K,D), pile(N)"), "the base of its digits is not a number"),
        (TAKEN.replace("digit(", "digit(10,"), "digits in base 10 stand in the rules of its moves"),
        (HALF.replace("M = 1..N/2", "M = 1..N, M * M <= N"), "move/1 multiplies what is not a number"),
        (HALF.replace("pile(N-M)", "pile(N/M)"), "after/2 divides by what is not a number"),
        (
            MARK.replace("last_place(J),", "last_place(J), 1 = #count { K : last_place(K) },"),
            "more than numbers and their digits stand in found_elements1/1",
        ),
    ],
)
def test_what_is_not_proved_has_its_reason(rules: str, why: str, tmp_path: Path) -> None:
    assert why in (lacking(found(tmp_path, rules)) or "")
