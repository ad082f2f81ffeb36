"""Predicates whose rules speak of themselves: what they are printed as, and the proof by hand of Greedy Nim_k."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from bouton.core.errors import InputError, Unreadable
from bouton.core.position import Value
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq.evaluate import extents
from bouton.rocq.file import written
from bouton.rocq.hand import by_hand
from tests.rocq.answers import coqc
from tests.rocq.by_hand import asked, forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.rocq.test_lists import derivations, derived
from tests.shipped import copied, named

NAME = "greedy_nim_k_solution_three_heaps"
THREE = "greedy_nim_k", "solution-three-heaps"
CHANGED = (
    ("T = 0..U.", "T = 1..U."),
    ("I > N-k.", "I > N-k+1."),
    ("after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)).", "after(l(I,T,L), heap(I+1,T)) :- move(l(I,T,L))."),
    ("heap(2,X+1), X \\ 2 = 1.", "heap(2,X+1), X \\ 2 = 0."),
    ("theorem_3 :- last(1,1,2), r_n(R), R >= 2.", "theorem_3 :- last(1,1,2), r_n(R)."),
    ("good_triple :- last(A,B,B+1), A >= 2, (B-A) \\ 2 = 0.", "good_triple :- last(A,B,B+1), A >= 3, (B-A) \\ 2 = 0."),
)
"""One change each of what a move is, what it does, and the theorems."""


def other(before: str, after: str) -> tuple[Spec, Claim]:
    return changed(*THREE, before, after)[0], asked(*THREE)


def positions(count: int, size: int) -> Iterator[tuple[dict[str, Value], tuple[int, ...]]]:
    """Every position of so few heaps, for k = 2, 3."""
    for k in (2, 3):
        for n in range(count + 1):
            for heaps in combinations_with_replacement(range(1, size + 1), n):
                yield {"k": k}, heaps


@pytest.mark.slow
def test_what_speaks_of_itself_derives_what_clingo_does() -> None:
    about = of(named(THREE[0]), asked(*THREE))
    once = replace(about.whole, definitions=tuple(replace(one, again=None) for one in about.whole.definitions))
    differs = 0
    for parameters, heaps in positions(4, 3):
        found = derived(about, parameters, heaps)
        assert derivations(about, parameters, heaps) == found, (parameters, heaps)
        differs += extents(once, parameters, {"heap": heaps})["move"] != found["move"]
    assert differs, "with every rule applied once, moves of several heaps are missing"


def test_it_is_printed_with_a_constructor_for_each_rule() -> None:
    whole = " ".join(text(of(named(THREE[0]), asked(*THREE))).split())
    assert "Inductive move (g : parameters) (p : position) : term -> Prop := | move_by_1 (X1 : term)" in whole
    assert "(X1 = (t_l (I - 1) T (t_l I U L))) -> (move g p (t_l I U L)) -> (maximal g p (I - 1) A1)" in whole
    assert "(0 <= T <= U) -> move g p X1. Inductive after" in whole


@pytest.mark.parametrize(
    "more", ["not move(l(I,U,L)), maximal(I,U), heap(L,_)", "1 = #count { V : move(l(I,V,nil)) }, move(l(I,U,L))"]
)
def test_what_is_not_the_least_of_its_rules_is_not_read(more: str) -> None:
    """An inductive predicate would say something else, so that the printing rests on this."""
    with pytest.raises(InputError, match="recursion through a negation or an aggregate: move/1 needs move/1"):
        of(*other("move(l(I,U,L)), maximal", f"{more}, maximal"))


def test_two_that_speak_of_each_other_are_derived_together() -> None:
    rule = "move(l(I-1,T,l(I,U,L)))    :- move(l(I,U,L)), maximal(I-1,_), T = 0..U."
    about = of(*other(rule, f"rest(L) :- move(L). {rule.replace(':- move', ':- rest')}"))
    whole = " ".join(text(about).split())
    assert "Inductive move_and_others (g : parameters) (p : position) : term -> Prop := | move_and_others_by_1" in whole
    assert "(X1 = (t_rest L)) -> (move_and_others g p (t_move L)) -> move_and_others g p X1" in whole
    assert (
        "Definition rest (g : parameters) (p : position) (X1 : term) : Prop := move_and_others g p (t_rest X1)."
        in whole
    )
    for parameters, heaps in positions(2, 3):
        printed, found = derivations(about, parameters, heaps), derived(about, parameters, heaps)
        del found["move_and_others"]  # of which clingo knows nothing
        assert bool(printed.pop("move_and_others")) == bool(found["move"])
        assert printed == found, (parameters, heaps)


def test_the_range_that_a_spec_would_ask_for_has_the_proof(tmp_path: Path) -> None:
    file = copied(tmp_path, THREE[0])
    three = "    over: {heap: {count: 3, size: 1..30}}\n"
    said = file.read_text(encoding="utf-8")
    assert said.count(three) == 1
    file.write_text(said.replace(three, f"{three}    prove: {{k: all, heap: {{count: 0..3}}}}\n"), encoding="utf-8")
    spec = load(str(file))
    assert by_hand(text(of(spec, spec.claim(THREE[1])))) == NAME


@pytest.mark.parametrize(("before", "after"), CHANGED)
@pytest.mark.sample(3)
def test_a_changed_rule_has_no_proof_by_hand(before: str, after: str) -> None:
    assert by_hand(text(of(*other(before, after)))) is None
    with pytest.raises(Unreadable, match="move/1 is recursive: that is proved by hand alone"):
        written(*other(before, after))


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("before", "after"), CHANGED)
@pytest.mark.sample(3)
def test_coqc_refuses_that_proof_of_changed_rules(before: str, after: str, compiled: Path) -> None:
    ended = coqc(compiled, forced(of(*other(before, after)), NAME))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout
