"""Names of rules that are those which the printing for Rocq makes: nothing is captured, and nothing is called twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bouton.core.position import Counter
from bouton.document.load import load
from bouton.rocq import names
from bouton.rocq.completion import completion
from bouton.rocq.file import write, written
from bouton.rocq.names import of_predicates
from bouton.rocq.tree import And, Built, Exists, Formula, Not, Operation, Or, Term, Variable, terms_of
from tests.reading_rules import read
from tests.rocq.test_anyway import TAKE, ended, spec
from tests.rocq.test_files import with_coqc

VARIABLES = ["A1", "A2", "I1", "C1", "X1", "X1_", "O1", "O1_", "Z", "Z_", "In", "_X", "'X", "V'X", "N'", "P", "M"]
BODIES = [
    "bad :- pile(_), j({0}), pile({1}), {0} > {1} + 100.",
    "bad :- pile({0}), {0} = 3..5, pile(1..9), j({1}), {1} > 100.",
    "bad :- j({1}), not q({1},_), not q(_,{0}), pile({0}). q(1..3,5).",
    "bad :- j({0}), pile({1}), 3 > #count {{ {2} : r({2},{0}), {2} < {1} }} > 1. r({0},{1}) :- j({0}), pile({1}).",
    "bad :- s({0},{1}). s({0},{1}) :- j({0}), pile({1}), {0} != {1}.",
]


def nameless(formula: Formula, bound: tuple[str, ...] = ()) -> object:
    """The formula with its bound variables by how far out they are bound: those that are alike are equal."""
    if isinstance(formula, Exists):
        return "exists", formula.sort, nameless(formula.body, (formula.name, *bound))
    if isinstance(formula, Not):
        return "not", nameless(formula.body, bound)
    if isinstance(formula, And | Or):
        return type(formula).__name__, *(nameless(one, bound) for one in formula.parts)
    said = getattr(formula, "name", ""), getattr(formula, "kind", ""), getattr(formula, "relation", "")
    return type(formula).__name__, *said, *(_nameless(one, bound) for one in terms_of(formula))


def _nameless(term: Term, bound: tuple[str, ...]) -> object:
    if isinstance(term, Variable):
        return bound.index(term.name) if term.name in bound else term.name
    if isinstance(term, Operation):
        return term.operator, _nameless(term.left, bound), _nameless(term.right, bound)
    return (term.name, *(_nameless(one, bound) for one in term.arguments)) if isinstance(term, Built) else term


def completed(text: str, folder: Path) -> list[object]:
    (folder / "r.lp").write_text(text + "ok :- not bad. move(t) :- pile(_). after(t,pile(0)) :- move(t).")
    rules = read(folder / "r.lp", [Counter("pile"), Counter("j", stones=False)], [])
    found = completion(rules, {("ok", 0)}).definitions
    return [(one.name, [sort for _, sort in one.arguments], nameless(one.body)) for one in found]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.sample(6)
def test_variables_may_be_called_anything(body: str, tmp_path: Path) -> None:
    """The order in which variables are bound is that in which they stand; nothing else depends on their names."""
    plain = completed(body.format("F", "G", "H"), tmp_path)
    for at, name in enumerate(VARIABLES):
        others = [one for one in VARIABLES if one != name]
        for other in (others[at % len(others)], others[(at + 5) % len(others)], f"{name}_"):
            # what an aggregate is told of the rest of its rule is told in the order of the names
            first, second = sorted((name, other)) if "#" in body else (name, other)
            assert completed(body.format(first, second, "H"), tmp_path) == plain, (name, other)


def test_names_are_told_apart() -> None:
    odd = {
        ("p", 1),
        ("p", 2),
        ("p_1", 0),
        ("p_2", 0),
        ("list", 1),
        ("list_", 0),
        ("'q", 0),
        ("p'q", 0),
        ("the_pile", 1),
    }
    found = names.of_predicates(odd, {"the_pile", "t_take"})
    assert len({*found.values()}) == len(odd) and not {*found.values()} & {*names.TAKEN, "the_pile", "t_take"}
    assert {one: name for one, name in found.items() if one[0] == name} == {
        ("p_1", 0): "p_1", ("p_2", 0): "p_2", ("list_", 0): "list_", ("p'q", 0): "p'q",
    }  # fmt: skip
    called = names.of_variables(VARIABLES)
    assert len({*called.values()}) == len(VARIABLES) and not {*called.values()} & names.TAKEN
    functions = names.of_functions([("f", 1), ("f", 2), ("f_1", 3), ("g", 0)])
    assert functions == {("f_1", 3): "f_1", ("g", 0): "g", ("f", 1): "f_11", ("f", 2): "f_2"}


CAPTURED = """
bad   :- pile(_), j(A1), pile(N), A1 > N + 100.
ok    :- not bad.
"""
ODD = """
bad(X1)     :- pile(_), j(A1), pile(X1), A1 > X1 + 100.
bad(X1,X1_) :- bad(X1), j(X1_), left_over(X1).
'q :- pile(Z), j(Z_), Z_ < 0-Z, Z < 0.
left_over(In) :- pile(In).
the_pile(N') :- pile(N'), N' < 0.
bad_1 :- the_pile('X), 'X < 5.
t_take :- bad_1.
bad_elements1 :- bad(_,_).
bad :- bad(_,_). bad :- t_take. bad :- bad_elements1. bad :- 'q.
ok  :- not bad.
"""
POSITION = "{pile: 0..9, j: {range: 0..50, stones: false}}"


@with_coqc
def test_what_a_made_name_would_capture_is_refused(tmp_path: Path, compiled: Path) -> None:
    said = spec("everywhere", "ok", "prove: {pile: all, j: all}")
    assert ended(tmp_path, compiled, TAKE + CAPTURED, POSITION, said) == "refused"
    said = spec("everywhere", "ok", "prove: {pile: all, j: 0..50}")
    assert ended(tmp_path, compiled, TAKE + CAPTURED, POSITION, said) == "accepted"


@with_coqc
def test_odd_names_are_accepted(tmp_path: Path, compiled: Path) -> None:
    for j, answer in (("0..50", "accepted"), ("all", "refused")):
        said = spec("everywhere", "ok", f"prove: {{pile: all, j: {j}}}")
        assert ended(tmp_path, compiled, TAKE + ODD, POSITION, said) == answer


def test_files_have_names_of_modules(tmp_path: Path) -> None:
    (tmp_path / "r.lp").write_text(TAKE + "ok :- pile(N), N >= 0.\n")
    claims = "".join(
        f"  - {{id: {one}, says: s, kind: everywhere, iff: ok, prove: {{pile: all}}}}\n" for one in ("1-a", "a-1")
    )
    (tmp_path / "s.yaml").write_text(f"game: g\nrules: r.lp\nposition: {{pile: 0..5}}\nclaims:\n{claims}")
    whole = load(str(tmp_path / "s.yaml"))
    assert [write(tmp_path, whole, one).name for one in whole.claims] == ["C1_a_.v", "a_1_.v"]


def test_no_predicate_is_called_as_what_the_kernel_computes_with() -> None:
    """A predicate `option` made coqc refuse a file, as its list of options is an `option`."""
    named = of_predicates([("option", 4), ("filter", 1), ("value", 1)], ())
    assert named == {("option", 4): "option_", ("filter", 1): "filter_", ("value", 1): "value"}


def test_no_lemma_of_a_script_is_called_as_a_predicate(tmp_path: Path) -> None:
    """`size` and `closed` are renamed, and `lowered_` is what a lemma was called."""
    (tmp_path / "r.lp").write_text(
        "move(take) :- size(N), N > 0, not closed.\n"
        "after(take, pile(N-1)) :- size(N), move(take).\n"
        "size(N) :- pile(N). closed :- size(-1). lowered_ :- closed.\n"
        "even :- size(N), N \\ 2 = 0, not lowered_.\n"
    )
    claim = "  - {id: c, says: s, kind: p-positions, iff: even, prove: {pile: all}}\n"
    (tmp_path / "s.yaml").write_text(f"game: g\nrules: r.lp\nposition: {{pile: 0..5}}\nclaims:\n{claim}")
    whole = load(str(tmp_path / "s.yaml"))
    text = written(whole, whole.claims[0])
    every = re.findall(r"^(?:Lemma|Definition|Theorem|Ltac) ([\w']+)", text, re.MULTILINE)
    assert {"size_", "closed_", "lowered_", "closed__"} <= {*every}
    assert len(every) == len({*every})
