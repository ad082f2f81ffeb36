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
