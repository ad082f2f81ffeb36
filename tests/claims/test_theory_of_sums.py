"""Statements about the sums of all games: held against every small game in plain Python, and against what is false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from clingo import Control

from bouton.core.errors import Disagreement, InputError
from bouton.core.graph import Graph
from bouton.core.logic.question import Question
from bouton.core.shipped import folder
from bouton.core.sources import of_file
from bouton.core.verdict import Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving.solve import decide
from bouton.theory import instances, nim_sums
from bouton.theory.formula import Comparison, SumTerm, Theory, Variable
from bouton.theory.read import read, rules_of
from bouton.theory.search import CounterGame, Covered, GameStatement, search
from tests.shipped import named, rules_text

SPEC = str(folder("specs") / "impartial_theory.yaml")
Pairs = dict[tuple[int, int], int]
LABELS = ["odd", "not_xor", "mislabelled"]
PROVED = [
    ("equation_1", None, ["not_xor"]),
    *((iff, "tame", LABELS) for iff in ("theorem_2", "sum_tame", "swaps", "both_classes", "same_wins")),
]


def mex(seen: set[int]) -> int:
    return min(set(range(len(seen) + 1)) - seen)


def games(size: int) -> Iterator[Graph]:
    """Every game of positions 1, 2, ... in which options come before: some of them are isomorphic."""
    rows = [list(chain.from_iterable(combinations(range(1, at), n) for n in range(at))) for at in range(1, size + 1)]
    yield from map(Graph, product(*rows))


def of_sums(graph: Graph, at_end: int) -> Pairs:
    """The value of each sum of two positions, from the definition of the sum alone."""

    @cache
    def value(x: int, y: int) -> int:
        after = [value(to, y) for to in graph.options[x - 1]] + [value(x, to) for to in graph.options[y - 1]]
        return mex(set(after)) if after else at_end

    numbers = range(1, len(graph) + 1)
    return {(x, y): value(x, y) for x in numbers for y in numbers}


def pairs(rows: object) -> Pairs:
    assert isinstance(rows, frozenset | set)
    return {(x, y): value for x, y, value in rows}


def test_the_sum_of_two_positions_is_that_of_the_definition() -> None:
    everything = [graph for size in (1, 2, 3, 4) for graph in games(size)]
    assert len(everything) == 1 + 2 + 8 + 64
    for graph in everything:
        found = graph.extents()
        assert pairs(found["sum_value"]) == of_sums(graph, 0)
        assert pairs(found["sum_misere"]) == of_sums(graph, 1)
        assert {len(row) for row in found["sum_misere"]} == {3}
        assert of_sums(graph, 0) == {(x, y): graph.values[x - 1] ^ graph.values[y - 1] for x, y in of_sums(graph, 0)}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_clingo_has_the_same_values(size: int) -> None:
    control = Control(["-Wnone", f"-cn={size}", "0"])
    control.load(str(folder("encodings") / "core" / "theory.lp"))
    control.ground([("base", []), ("sums", [])])
    seen = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            rows: dict[str, set[tuple[int, ...]]] = {"option": set(), "sum_value": set(), "sum_misere": set()}
            for atom in model.symbols(atoms=True):
                if atom.name in rows:
                    rows[atom.name].add(tuple(one.number for one in atom.arguments))
            options = rows["option"]
            graph = Graph(tuple(tuple(sorted(to for of, to in options if of == at)) for at in range(1, size + 1)))
            assert pairs(rows["sum_value"]) == of_sums(graph, 0)
            assert pairs(rows["sum_misere"]) == of_sums(graph, 1)
            assert len(rows["sum_value"]) == len(rows["sum_misere"]) == size**2
            seen += 1
    assert seen >= (1, 2, 6, 31)[size - 1]


def test_sums_that_are_computed_otherwise_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    extents = Graph.extents
    monkeypatch.setattr(Graph, "extents", lambda graph: {**extents(graph), "sum_value": extents(graph)["sum_misere"]})
    with pytest.raises(Disagreement):
        ended(theory(), "equation_1", None, 2)


@cache
def theory() -> Theory:
    return read(rules_of(named("impartial_theory").rules))


def ended(formulas: Theory, iff: str, given: str | None, size: int) -> object:
    """What the search says in the end, of 1, 2, ... positions."""
    found: list[object] = []
    names = [(name, 0) for name in (iff, given) if name is not None]
    search(found.append, GameStatement(formulas.needed(*names), iff, given), range(1, size + 1))
    return found[-1]


def texts(formulas: Theory, iff: str, given: str | None, inductions: list[str]) -> Iterator[str]:
    """All that must have no model for a proof."""
    for at in range(1, len(inductions) + 1):
        yield instances.step(formulas, given, inductions[:at], 0)
    yield instances.problem(formulas, iff, given, inductions, 0)


def is_proved(formulas: Theory, iff: str, given: str | None, inductions: list[str]) -> bool:
    names = [(name, 0) for name in (iff, given) if name is not None]
    needed = formulas.needed(*names, *((name, formulas.arity(name)) for name in inductions))
    for text in texts(needed, iff, given, inductions):
        ((_, decision),) = decide([Question(text, instances.LOGIC)], Limits(seconds=20.0))
        if decision.verdict != "unsat":
            return False
    return True


@pytest.mark.parametrize(("iff", "given", "inductions"), PROVED)
@pytest.mark.sample(8)
def test_what_is_asked_for_is_proved(iff: str, given: str | None, inductions: list[str]) -> None:
    assert is_proved(theory(), iff, given, inductions)


CHANGED: list[tuple[str, str, str, str | None, object]] = [
    # the old text, the new one, the statement, what is given, and the least counterexample
    ("S != V^W.", "S != V^W + 1.", "equation_1", None, ((),)),
    ("S != V^W.", "S != V+W.", "equation_1", None, ((), (1,))),
    ("S != V^W.", "S != V.", "equation_1", None, ((), (1,))),
    ("S != V^W.", "S != V^W, S != V+W.", "equation_1", None, None),
    ("one_10(X,Y)     :- l10(X), l01(Y).", "one_10(X,Y)     :- l10(X), swap(Y).", "theorem_2", "tame", ((), (1,))),
    ("theorem_2_fails :- sum_swap(X,Y), not", "theorem_2_fails :- sum_low(X,Y), not", "theorem_2", "tame", 3),
    ("V < 2.", "V < 4.", "sum_tame", "tame", 4),
    ("not_swapped :- sum_01(X,Y), not terminal(X), not", "not_swapped :- sum_01(X,Y), not", "swaps", "tame", ((),)),
    (
        "one_class   :- position(X), position(Y), not sum_swap(X,Y),",
        "one_class   :-",
        "both_classes",
        "tame",
        ((), (1,)),
    ),
    ("near_swap(X,Y) :- sum_to_01(X,Y).\n", "", "same_wins", "tame", None),
    (
        ":- option(X,Z), not near_swap(X,Y), sum_v",
        ":- option(X,Z), position(Y), sum_v",
        "same_wins",
        "tame",
        ((), (1,)),
    ),
]


@pytest.mark.parametrize(("old", "new", "iff", "given", "least"), CHANGED)
@pytest.mark.sample(12)
def test_a_changed_theorem_is_refuted_and_not_proved(
    tmp_path: Path, old: str, new: str, iff: str, given: str | None, least: object
) -> None:
    """`least` are its moves or how many positions it has; None where the change leaves the theorem true."""
    text = rules_text("impartial_theory")
    assert old in text
    changed = tmp_path / "changed.lp"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    formulas = read(rules_of(of_file(changed)))
    found = ended(formulas, iff, given, 4)
    if least is None:
        assert isinstance(found, Covered)
        return
    assert isinstance(found, CounterGame)
    assert least in (found.graph.options, len(found.graph))
    inductions = next(by for name, _, by in PROVED if name == iff)
    assert not is_proved(formulas, iff, given, inductions)


FALSE = [
    ("equation_1_misere", None),
    ("values_add", None),
    ("sum_tame", None),
    ("theorem_2", None),
    ("swaps", None),
    ("both_classes", None),
    ("same_wins", None),
    ("sum_pet", "pet"),
    ("sum_pet", "tame"),
]


@pytest.mark.parametrize(("iff", "given"), FALSE)
@pytest.mark.parametrize("inductions", [[], ["not_xor"], LABELS])
@pytest.mark.sample(48)
def test_what_is_false_is_not_proved(iff: str, given: str | None, inductions: list[str]) -> None:
    assert isinstance(ended(theory(), iff, given, 5), CounterGame)
    assert not is_proved(theory(), iff, given, inductions)


@pytest.mark.slow
def test_the_sum_of_a_tame_game_and_another_need_not_be_tame(tmp_path: Path) -> None:
    """The chosen positions are a tame game: the label of a sum with any other position is not that of Theorem 2."""
    rules = """
        open :- chosen(X), option(X,Y), not chosen(Y).
        open :- chosen(X), wild_at(X).
        one_tame :- not open.
        either_fails :- chosen(X), sum_swap(X,Y), not both_swap(X,Y).
        either_fails :- chosen(X), sum_value(X,Y,V), not sum_swap(X,Y), not sum_misere(X,Y,V).
        either :- not either_fails.
    """
    changed = tmp_path / "changed.lp"
    changed.write_text(rules_text("impartial_theory") + rules, encoding="utf-8")
    formulas = read(rules_of(of_file(changed)))
    found = ended(formulas, "either", "one_tame", 5)
    assert isinstance(found, CounterGame)
    assert (len(found.graph), found.graph.chosen) == (5, (1,))
    assert not is_proved(formulas, "either", "one_tame", LABELS)


@pytest.mark.parametrize("without", LABELS)
@pytest.mark.sample(3)
def test_no_induction_is_left_out(without: str) -> None:
    assert not is_proved(theory(), "theorem_2", "tame", [name for name in LABELS if name != without])


def test_a_lemma_that_is_false_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(nim_sums.LESSER, ways=nim_sums.LESSER.ways[:2])
    monkeypatch.setattr(nim_sums, "LEMMAS", (wrong, *nim_sums.LEMMAS[1:]))
    spec = narrow(load(SPEC), (), ["positions=1..2"])
    (result,) = check(spec, Options(claims=("equation-1",)), lambda _: None)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.reason is not None
    assert result.proof.reason.startswith("nim-sum, lesser: false at ")


OPERATORS = {"<": int.__lt__, "<=": int.__le__, "=": int.__eq__, "!=": int.__ne__}


def worth(term: object, at: dict[str, int]) -> int:
    if isinstance(term, SumTerm):
        assert term.operator == "^"
        return worth(term.left, at) ^ worth(term.right, at)
    return at[term.name] if isinstance(term, Variable) else int(str(term))


@pytest.mark.parametrize("lemma", nim_sums.LEMMAS, ids=lambda lemma: lemma.name)
def test_each_lemma_is_true_of_small_numbers_and_each_part_of_it_is_needed(lemma: nim_sums.NimLaw) -> None:
    def fails(ways: tuple[Comparison, ...]) -> bool:
        places = [dict(zip((one.name for one in lemma.variables), at, strict=True)) for at in numbers]
        return not all(any(OPERATORS[w.operator](worth(w.left, at), worth(w.right, at)) for w in ways) for at in places)

    numbers = list(product(range(17), repeat=len(lemma.variables)))
    assert not fails(lemma.ways)
    assert nim_sums._obligation(lemma).verdict == "proved"
    for at in range(len(lemma.ways)):
        fewer = replace(lemma, ways=lemma.ways[:at] + lemma.ways[at + 1 :])
        assert fails(fewer.ways)
        if fewer.ways:
            assert nim_sums._obligation(fewer).verdict == "unknown"


GAMES = [Graph(((),)), Graph(((), (1,))), Graph(((), (1,), (1, 2))), Graph(((), (1,), (1, 2), (3,)))]


def described(graph: Graph, text: str) -> str:
    """The problem where the game is this one: each of its positions is one of the game's."""
    numbers = range(1, len(graph) + 1)
    lines = [f"(declare-fun p{at} () Position)" for at in numbers]
    lines.append(f"(assert (distinct {' '.join(f'p{at}' for at in numbers)}))" if len(graph) > 1 else "")
    for line in text.splitlines():
        if line.endswith("() Position)"):
            one = line.split()[1]
            lines.append(f"(assert (or {' '.join(f'(= {one} p{at})' for at in numbers)} false))")
    for at, row in enumerate(graph.options, 1):
        lines.append(f"(assert {'(not' * bool(row)} (terminal p{at}){')' * bool(row)})")
        lines += [f"(assert {'(not' * (to not in row)} (option p{at} p{to}){')' * (to not in row)})" for to in numbers]
        lines += [f"(assert (= (value p{at}) {graph.values[at - 1]}))"] * ("value (Pos" in text)
        lines += [f"(assert (= (misere p{at}) {graph.misere[at - 1]}))"] * ("misere (Pos" in text)
    for name, end in (("sum_value", 0), ("sum_misere", 1)):
        if f"{name} (Pos" in text:
            lines += [f"(assert (= ({name} p{x} p{y}) {v}))" for (x, y), v in of_sums(graph, end).items()]
    if "nimsum" in text:
        lines += [f"(assert (= (nimsum {a} {b}) {a ^ b}))" for a, b in product(range(8), repeat=2)]
    return text.replace("(check-sat)", "\n".join([*lines, "(check-sat)"]))


@pytest.mark.parametrize("graph", GAMES, ids=len)
@pytest.mark.parametrize(("iff", "given", "inductions"), PROVED[:2])
@pytest.mark.sample(12)
def test_every_fact_is_true_of_real_games(graph: Graph, iff: str, given: str | None, inductions: list[str]) -> None:
    """The problem of a proof, but for that the statement fails, has a model in each of them."""
    names = [(name, 0) for name in (iff, given) if name is not None]
    needed = theory().needed(*names, *((name, theory().arity(name)) for name in inductions))
    for at in range(1, len(inductions) + 1):
        text = instances.step(needed, given, inductions[:at], 0, holds=True)
        assert "(option " in text
        ((_, decision),) = decide([Question(described(graph, text), "UFLIA")], Limits(seconds=60.0))
        assert decision.verdict == "sat"
        wrong = described(graph, text).replace("(= (sum_value p1 p1) 0)", "(= (sum_value p1 p1) 1)")
        if inductions[at - 1] != "odd":
            ((_, decision),) = decide([Question(wrong, "UFLIA")], Limits(seconds=60.0))
            assert decision.verdict == "unsat" or len(graph) > 1


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("p(X,Y,Z) :- option(X,Y), option(Y,Z).", "p is no predicate of one position, nor of two"),
        ("p(X,V) :- value(X,V).", "p is no predicate of one position, nor of two"),
        ("p(V) :- value(_,V).", "p is no predicate of one position, nor of two"),
        ("p(X) :- option(X,_). p(X,Y) :- option(X,Y).", "p is no predicate of one position, nor of two"),
    ],
)
def test_what_no_induction_may_go_by(tmp_path: Path, rules: str, said: str) -> None:
    (tmp_path / "some.lp").write_text(f"a :- not b. b :- option(_,_). {rules}")
    claim = "{id: a, says: it is so, kind: theory, iff: a, induction: [p]}"
    (tmp_path / "some.yaml").write_text(f"game: all games\nrules: some.lp\nclaims:\n  - {claim}\n")
    with pytest.raises(InputError) as caught:
        list(check(load(str(tmp_path / "some.yaml")), Options(), lambda _: None))
    assert said in str(caught.value)


@pytest.mark.parametrize("body", ["value(X,V), V = W^1, misere(X,W)", "misere(X,W), W^1 = V, value(X,V)"])
def test_an_unknown_in_a_nim_sum_is_found_elsewhere(tmp_path: Path, body: str) -> None:
    file = tmp_path / "some.lp"
    file.write_text(f"swap(X) :- {body}. b :- position(X), not swap(X). a :- not b.")
    found = ended(read(rules_of(of_file(file))), "a", None, 4)
    assert isinstance(found, CounterGame)
    assert found.graph.options == ((), (1,), (1, 2))
