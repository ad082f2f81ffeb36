"""Binary digits in the kernel: formulas, and claims by `^`, `&` and `?`, are decided; false ones are refused."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bouton.document.load import load
from bouton.rocq.file import written
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

HEAD = """Require Import ZArith List Bouton Binary Digits.
Import ListNotations.
Open Scope Z_scope.
"""
GOALS = [
    ("Z.lxor a b = 0 -> 0 <= x < a -> Z.lxor x b <> 0", True),
    ("Z.lxor a b <= a + b", True),
    ("Z.lxor a b < a + b", False),
    ("Z.lxor (a + 1) b = Z.lxor 5 x -> Z.lxor b (Z.lxor x 5) = a + 1", True),
    ("Z.lxor (a + 1) b = Z.lxor 5 x -> Z.lxor b (Z.lxor x 6) = a + 1", False),
    ("3 * a = 2 * b + 1 -> a >= 1 /\\ (a <> 2 \\/ x < 0)", True),
    ("2 * a - 3 * b = 1 -> x + 1 > x /\\ ~ (a = 4 * x /\\ b = 2 * x)", True),
    ("a <= 1000000 \\/ b <= a \\/ Z.lxor a b <> 1000001", False),
    ("Z.lxor a (Z.lxor b x) <> 0 -> Z.lxor b x < a \\/ Z.lxor a x < b \\/ Z.lxor a b < x", True),
    ("Z.lxor a (Z.lxor b x) <> 0 -> Z.lxor b x < a \\/ Z.lxor a x < b", False),
    ("Z.lor a b = a + b - Z.land a b /\\ Z.lxor a b = Z.lor a b - Z.land a b", True),
    ("Z.land a (Z.lor b x) = Z.lor (Z.land a b) (Z.land a x)", True),
    ("Z.land a (Z.lor b x) = Z.lor (Z.land a b) x", False),
    ("Z.land (a + 1) 3 = 0 -> Z.lor (a + 4) 3 = a + 4", True),
    ("b <= a \\/ Z.land a b <> 1000001", False),
]
RULES = """move(a(T))        :- a(S), T = 0..S-1.
move(b(T))        :- b(S), T = 0..S-1.
after(a(T), a(T)) :- move(a(T)).
after(b(T), b(T)) :- move(b(T)).
safe :- a(A), b(B), A^B = 0.
"""
SPEC = """game: Rows
rules: rows.lp
position: {a: {range: 0..4, stones: true}, b: {range: 0..4, stones: true}}
claims:
  - {id: safe, says: The nim-sum., kind: p-positions, iff: safe, prove: {a: all, b: all}}
"""


def goal(said: str) -> str:
    """A theorem on natural numbers a, b and x by the tactic."""
    given = "".join(f"0 <= {one} -> " for one in "abx")
    return f"{HEAD}Theorem proved : forall a b x, {given}{said}.\nProof. binary. Qed.\nPrint Assumptions proved.\n"


def rows(folder: Path, rules: str) -> str:
    """The file of the claim on two rows."""
    (folder / "rows.lp").write_text(rules)
    (folder / "rows.yaml").write_text(SPEC)
    spec = load(folder / "rows.yaml")
    return written(spec, spec.claim("safe"))


@with_coqc
@pytest.mark.parametrize(("said", "true"), GOALS)
def test_the_kernel_decides_what_is_said_of_digits(said: str, true: bool, compiled: Path) -> None:
    ended = coqc(compiled, goal(said))
    assert (ended.returncode == 0) == true
    assert not true or set(ended.stdout.splitlines()) == {CLOSED}


def digits_of(random: Random, depth: int, free: int) -> Any:
    """A number that is made of so many others digit by digit: one of these, or an operation on two."""
    if depth == 0 or random.random() < 0.2:
        return random.randrange(free)
    return (random.choice(("Xor", "Land", "Lor")), *(digits_of(random, depth - 1, free) for _ in range(2)))


def gallina(tree: Any) -> str:
    """It as the library has it."""
    return f"(Leaf {tree})" if isinstance(tree, int) else f"({tree[0]} {gallina(tree[1])} {gallina(tree[2])})"


def joined(tree: Any, numbers: tuple[int, ...]) -> int:
    """Its value, in plain Python."""
    if isinstance(tree, int):
        return numbers[tree]
    one, other = (joined(part, numbers) for part in tree[1:])
    return {"Xor": one ^ other, "Land": one & other, "Lor": one | other}[tree[0]]


def formula_of(random: Random, depth: int, free: int) -> tuple[str, object]:
    """A formula of the library on so many numbers, and the same to be evaluated with numbers below 8 sought."""
    kind = random.choice(["Le", "Eq", "Zero"] if depth == 0 else ["And", "Or", "Imp", "Ex", "Le", "Zero"])
    if kind == "Ex":
        inner, told = formula_of(random, depth - 1, free + 1)
        return f"(Ex (And {inner} (Le [1] 7)))", ("Ex", told)
    if kind == "Zero":
        tree = digits_of(random, 2, free)
        return f"(Zero {gallina(tree)})", ("Zero", tree)
    if kind in ("Le", "Eq"):
        weights, bound = [random.randint(-2, 2) for _ in range(free)], random.randint(-3, 6)
        return f"({kind} [{'; '.join(f'({one})' for one in weights)}] ({bound}))", (kind, weights, bound)
    one, other = (formula_of(random, depth - 1, free) for _ in range(2))
    return f"({kind} {one[0]} {other[0]})", (kind, one[1], other[1])


def holds(told: Any, numbers: tuple[int, ...]) -> bool:
    """What it says of numbers, in plain Python."""
    match told:
        case ("Ex", inner):
            return any(holds(inner, (one, *numbers)) for one in range(8))
        case ("Zero", tree):
            return joined(tree, numbers) == 0
        case (("Le" | "Eq") as kind, [*weights], bound):
            value = sum(int(one) * number for one, number in zip(weights, numbers, strict=True))
            return bool(value == bound if kind == "Eq" else value <= bound)
        case ("And", one, other):
            return holds(one, numbers) and holds(other, numbers)
        case ("Or", one, other):
            return holds(one, numbers) or holds(other, numbers)
        case ("Imp", one, other):
            return not holds(one, numbers) or holds(other, numbers)
    raise AssertionError(told)


@with_coqc
def test_random_formulas_are_decided_as_in_plain_python(compiled: Path) -> None:
    """Of numbers up to 7, which the formula has as its hypothesis: the decision is that by all of them."""
    random, lines, true = Random(53), [], 0
    for at in range(60):
        text, told = formula_of(random, 2, 2)
        fine = all(holds(told, one) for one in product(range(8), repeat=2))
        true += fine
        whole = f"Imp (And (Le [1; 0] 7) (Le [0; 1] 7)) {text}"
        lines.append(f"Lemma l{at} : decided 2 2 (Z.to_nat 4000) ({whole}) = {str(fine).lower()}.")
        lines.append("Proof. vm_compute. reflexivity. Qed.")
    assert 5 < true < 55
    whole = HEAD + "\n".join(lines) + "\nPrint Assumptions decided_is.\n"
    ended = coqc(compiled, whole)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
def test_coqc_accepts_a_claim_by_exclusive_or(tmp_path: Path, compiled: Path) -> None:
    """Without a strategy: moves to exclusive ors are looked for."""
    text = rows(tmp_path, RULES)
    assert "Require Binary Digits." in text
    ended = coqc(compiled, text)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
def test_coqc_refuses_what_is_false_far_out(tmp_path: Path, compiled: Path) -> None:
    text = rows(tmp_path, RULES.replace("A^B = 0", "A^B = 0, A != 1000"))
    assert coqc(compiled, text).returncode == 1


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize(
    ("safe", "fine"),
    [("A ? B = A & B", True), ("(A ? B) - (A & B) = 0", True), ("A ? B = A & B, A != 1000", False)],
)
def test_coqc_decides_claims_by_and_and_or(safe: str, fine: bool, tmp_path: Path, compiled: Path) -> None:
    text = rows(tmp_path, RULES.replace("A^B = 0", safe))
    assert coqc(compiled, text).returncode == int(not fine)
