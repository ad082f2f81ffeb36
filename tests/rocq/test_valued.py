"""Scripts of Sprague-Grundy values: coqc accepts what is true of some positions, and refuses what is false far out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.rocq.file import proves, written
from bouton.rocq.hand import lacking
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

RULES = """
move(take(M)) :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
small :- pile(N), N <= 100.
late :- pile(N), N > 5.
"""
TRUE = "value(V) :- pile(N), V = N \\ 4."
SMALL = f"{TRUE} other(V) :- pile(N), N <= 100, V = N \\ 4. other(4) :- pile(N), N > 100."
LATE = f"{TRUE} other(V) :- pile(N), N > 5, V = (N + 4) \\ 4. other(7) :- pile(N), N <= 5."


def spec(folder: Path, values: str, **said: object) -> Spec:
    (folder / "three.lp").write_text(f"{RULES}{values}\n", encoding="utf-8")
    claims = "\n".join(
        f"- {{id: {name}, says: Values., kind: grundy, prove: {{pile: all}}, {rest}}}" for name, rest in said.items()
    )
    file = folder / "three.yaml"
    file.write_text(
        f"game: three\nrules: three.lp\nposition: {{pile: 0..9}}\nclaims:\n{claims}\n",
        encoding="utf-8",
    )
    return load(file)


@with_coqc
@pytest.mark.parametrize(
    ("values", "said"),
    [
        (TRUE, {"theorem": "iff: value"}),
        (SMALL, {"theorem": "iff: other, where: small"}),
        (LATE, {"theorem": "iff: other, where: late", "every": "iff: value"}),
    ],
    ids=["everywhere", "where no move leaves", "where what is proved everywhere says so"],
)
def test_coqc_accepts_values_of_all_positions_and_of_some(
    values: str, said: dict[str, str], tmp_path: Path, compiled: Path
) -> None:
    found = spec(tmp_path, values, **said)
    whole = written(found, found.claim("theorem"))
    assert proves(whole)
    ended = coqc(compiled, whole)
    assert (ended.returncode, set(ended.stdout.splitlines())) == (0, {CLOSED}), ended.stderr


@with_coqc
@pytest.mark.parametrize(
    "values",
    [
        "value(V) :- pile(N), V = (N + 1) \\ 4.",
        "value(V) :- pile(N), V = N \\ 3.",
        "value(V) :- pile(N), N < 999, V = N \\ 4. value(5) :- pile(N), N >= 999.",
        f"{TRUE} value(9) :- pile(N), N = 1000.",
        "value(V) :- pile(N), V = N \\ 4, N != 1000.",
        "value(V) :- pile(N), V = N \\ 4 - 1.",
    ],
    ids=["shifted", "another period", "far out", "two values far out", "no value far out", "a negative one"],
)
def test_coqc_refuses_values_that_are_false(values: str, tmp_path: Path, compiled: Path) -> None:
    found = spec(tmp_path, values, theorem="iff: value")
    whole = written(found, found.claim("theorem"))
    assert proves(whole)
    assert coqc(compiled, whole).returncode == 1


def test_values_by_no_expression_have_a_statement_alone(tmp_path: Path) -> None:
    found = spec(tmp_path, "value(V) :- pile(N), V = 0..9, V * V <= N.", theorem="iff: value")
    why = lacking(written(found, found.claim("theorem")))
    assert why is not None and why.startswith("of values that are no expressions by cases: ")


LOW = """
move(off(I,K)) :- row(I,S), K = 1..S, K <= 2.
after(off(I,K), row(I,S-K)) :- row(I,S), move(off(I,K)).
is(I,S) :- I = 1..2, row(I,S).
is(I,0) :- I = 1..2, not row(I,_).
worth(V) :- is(1,S), is(2,T), S \\ 3 = 0, V = T \\ 3.
worth(V) :- is(1,S), is(2,T), S \\ 3 > 0, T \\ 3 = 0, V = S \\ 3.
worth(0) :- is(1,S), is(2,T), S \\ 3 > 0, T \\ 3 = S \\ 3.
worth(3) :- is(1,S), is(2,T), S \\ 3 > 0, T \\ 3 > 0, T \\ 3 != S \\ 3.
"""
BUT = """
move(lift(X)) :- q(A), X = 1..A, X != 2.
after(lift(X), q(A-X)) :- q(A), move(lift(X)).
worth(A \\ 2 + 2 * (A / 4)) :- q(A).
"""


BUT_4 = BUT.replace("X != 2", "X != 4").replace("A \\ 2 + 2 * (A / 4)", "A \\ 4 + 4 * (A / 8)")


@with_coqc
def test_coqc_accepts_values_that_rise_by_a_longer_period(tmp_path: Path, compiled: Path) -> None:
    ended = coqc(compiled, _text(BUT_4, "q: 0..30", tmp_path))
    assert (ended.returncode, set(ended.stdout.splitlines())) == (0, {CLOSED}), ended.stderr


def _text(rules: str, part: str, folder: Path) -> str:
    (folder / "rules.lp").write_text(rules, encoding="utf-8")
    asked = "row: {count: 0..2}" if "row" in part else "q: all"
    claim = f"{{id: values, says: Values., kind: grundy, iff: worth, prove: {{{asked}}}}}"
    made = f"game: Low\nrules: rules.lp\nposition: {{{part}}}\nclaims: [{claim}]\n"
    (folder / "low.yaml").write_text(made, encoding="utf-8")
    about = load(folder / "low.yaml")
    return written(about, about.claim("values"))


@with_coqc
@pytest.mark.parametrize(
    ("rules", "part"),
    [
        (BUT.replace("X != 2", "X != 2, X != 900"), "q: 0..30"),
        (BUT_4.replace("X != 4", "X != 4, X != 900"), "q: 0..30"),
        (BUT_4.replace(":- q(A).", ":- q(A), A < 1000.\nworth(A / 2) :- q(A), A >= 1000."), "q: 0..30"),
        (LOW.replace("worth(3)", "worth(2)"), "row: {count: 0..2, size: 1..8}"),
        (LOW.replace("K <= 2", "K <= 2, S != 1000"), "row: {count: 0..2, size: 1..8}"),
    ],
)
def test_coqc_refuses_values_by_remainders_that_are_false(
    rules: str, part: str, tmp_path: Path, compiled: Path
) -> None:
    text = _text(rules, part, tmp_path)
    assert proves(text)
    assert coqc(compiled, text).returncode == 1


CASES = Path(__file__).parents[2] / "benchmarks" / "cases"
FROM_L_TO_R = {
    "as they are": {},
    "a value far out": {"V = (S \\ (l+r)) / l.": "V = (S \\ (l+r)) / l, S < 3000."},
    "a move more": {"M = l..r,": "M = l..r+1,"},
    "a move less far out": {"M = l..r,": "M = l..r, M != 1000,"},
}


@with_coqc
@pytest.mark.parametrize("changed", FROM_L_TO_R)
@pytest.mark.parametrize("claim", ["lost", "values"])
def test_quotients_of_remainders_of_a_heap(claim: str, changed: str, tmp_path: Path, compiled: Path) -> None:
    rules = (CASES / "from_l_to_r.lp").read_text(encoding="utf-8")
    for before, after in FROM_L_TO_R[changed].items():
        assert before in rules
        rules = rules.replace(before, after)
    (tmp_path / "from_l_to_r.lp").write_text(rules, encoding="utf-8")
    said = tmp_path / "from_l_to_r.yaml"
    said.write_text((CASES / "from_l_to_r.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    about = load(said)
    text = written(about, about.claim(claim))
    assert proves(text)
    assert (coqc(compiled, text).returncode == 0) == (not FROM_L_TO_R[changed])


@pytest.mark.parametrize(("name", "claim"), [("gale", "upto-three"), ("increases", "adding-changes-nothing")])
def test_that_no_move_wins_is_told_before(name: str, claim: str) -> None:
    about = load(CASES / f"{name}.yaml")
    assert lacking(written(about, about.claim(claim))) == "no script is written, as none finds moves that win"
