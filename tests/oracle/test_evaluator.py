"""The plain evaluator is held against clingo: alone, on every shipped rules file, and on refuted claims."""

from __future__ import annotations

import ast
import itertools
import re
import sys
from pathlib import Path

import pytest
from clingo import Control

from bouton.claims.subject import declared, rules_of
from bouton.core.position import Heaps as GroundHeaps
from bouton.core.position import has_sets
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.ground.box import HeapBox, ground_box, of_numbers
from bouton.ground.game import Game as GroundGame
from bouton.ground.game import extents
from bouton.ground.graph import Grounder
from bouton.rules.lift import greatest
from tests.oracle.claims import Claim, least
from tests.oracle.digits import facts
from tests.oracle.evaluator import Evaluator
from tests.oracle.game import Case, Counter, Game, Heaps, Illegal, positions
from tests.oracle.parser import Refused, parse
from tests.oracle.terms import Symbol, Undefined, Value, key, text, value_of
from tests.shipped import loaded, named, rules_named

HERE = Path(__file__).parent
SPECS = {
    files[0]: path for path in sorted(folder("specs").glob("*.yaml"), reverse=True) if (files := rules_named(path))
}
"""A spec for every rules file."""
_DIGITS = 40
"""Numbers up to this one have digits for the plain evaluator: more than there are stones in the positions compared."""


@pytest.mark.parametrize(
    "file", sorted(set(HERE.glob("*.py")) - set(HERE.glob("test_*.py"))), ids=lambda file: file.stem
)
def test_nothing_of_bouton_or_clingo_is_imported(file: Path) -> None:
    tree = ast.parse(file.read_text())
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    own = {module for module in imported if module.startswith("tests.oracle.")}
    assert all((HERE / f"{module.rpartition('.')[2]}.py").exists() for module in own)
    assert {module.partition(".")[0] for module in imported - own} <= sys.stdlib_module_names


def rows(program: str, **constants: int) -> dict[str, list[str]]:
    """What is derived, by name and arity, as sorted text."""
    found = Evaluator(parse(program), constants).facts({})
    return {f"{n}/{a}": sorted(",".join(map(text, row)) for row in found[n, a]) for n, a in found}


def by_clingo(program: str, **constants: int) -> dict[str, list[str]]:
    control = Control(["-Wnone", *(f"-c{name}={value}" for name, value in constants.items())])
    control.add("base", [], program)
    control.ground([("base", [])])
    found: dict[str, list[str]] = {}
    for atom in control.symbolic_atoms:
        assert atom.is_fact
        name = f"{atom.symbol.name}/{len(atom.symbol.arguments)}"
        found.setdefault(name, []).append(",".join(map(str, atom.symbol.arguments)))
    return {name: sorted(listed) for name, listed in found.items()}


def test_division_truncates_and_the_remainder_has_the_sign_of_the_dividend() -> None:
    found = rows("d(-7;7). e(-2;2). q(X,Y,X/Y,X\\Y) :- d(X), e(Y).")
    assert found["q/4"] == ["-7,-2,3,-1", "-7,2,-3,-1", "7,-2,-3,1", "7,2,3,1"]


def test_a_tuple_counts_once_in_all_blocks_of_an_aggregate() -> None:
    assert rows("p(1..5). n(N) :- N = #count { X : p(X) ; X : p(X), X > 3 ; 1..7 }.")["n/1"] == ["7"]
    assert rows("p(1..3). n(N) :- N = #sum { X,1 : p(X) ; X,2 : p(X) ; X,1 : p(X), X > 1 }.")["n/1"] == ["12"]


def test_undefined_arithmetic_drops_the_instance_alone() -> None:
    assert rows("p(-1..1). q(X) :- p(X), 6/X != 0. r(X) :- p(X), not q(6/X).")["q/1"] == ["-1", "1"]
    assert "r/1" not in rows("p(0). q(1). r(X) :- p(X), not q(6/X).")
    with pytest.raises(Undefined):
        value_of(parse("p :- X = 1/0.").rules[0].body[0].links[0][1], {})  # type: ignore[union-attr]


def test_the_order_of_terms() -> None:
    f, g = Symbol(5, 1, "f", (1,)), Symbol(5, 2, "", (1, 2))
    listed: list[Value] = [Symbol(0, 0, "#inf"), -1, 3, Symbol(2, 0, ""), Symbol(2, 0, "a"), Symbol(4, 0, "a"), f, g]
    assert sorted(set(listed), key=key) == listed


@pytest.mark.parametrize(
    "program",
    ["p(X) :- not q(X). q(1).", "p :- not q. q :- p.", "p(N) :- N = #count { X : p(X) }.", "p(X+Y).", "p :- ."],
)
def test_what_is_unsafe_or_not_stratified_is_refused(program: str) -> None:
    with pytest.raises(Refused):
        Evaluator(parse(program), {}) if program != "p :- ." else parse("p : q.")


TRAPS = (HERE / "traps.lp").read_text()


def test_traps_of_the_language() -> None:
    assert rows(TRAPS) == by_clingo(TRAPS)
    assert len(rows(TRAPS)) > 60
    assert rows(TRAPS, k=2)["limit/1"] == by_clingo(TRAPS, k=2)["limit/1"] == ["2", "f(2,3)"]


def games(spec: Spec, few: int) -> list[tuple[Game, GroundGame]]:
    """The spec's game for its first parameters, plain and of Bouton, whose tables end where those of its box do."""
    rules = rules_of(spec)
    found = []
    for parameters in itertools.islice(spec.box.assignments(), few):
        counters = declared(spec, spec.box, parameters)
        fluents = tuple(
            Heaps(one.name, one.order)
            if isinstance(one, GroundHeaps)
            else Counter(one.name, getattr(one, "stones", False))
            for one in spec.fluents
        )
        bases = [one for one in parameters.values() if isinstance(one, int)]
        said = facts(spec.encoding, _DIGITS, bases)
        ground = GroundGame(rules, spec.measure, parameters, counters, cycles=spec.cycles)
        last = greatest(extents(ground, ground_box(spec.fluents, spec.box, parameters))) if rules.ranged else -1
        ends = (f"in_range({number})." for number in range(last + 1))
        program = parse("\n".join((spec.encoding, said or "", *ends)))
        plain = Game(program, fluents, parameters, counters, spec.measure.entries, spec.cycles != "refused")
        found.append((plain, ground))
    return found


def _of_numbers(name: str) -> bool:
    """Whether its rules are about a game of heaps and counters, by the words of its spec: no spec is read for it."""
    text = SPECS[name].read_text(encoding="utf-8")
    return not name.startswith("impartial_theory") and re.search(r"\b(subset_of|one_of):", text) is None


def test_games_of_heaps_and_counters_are_told_by_their_words() -> None:
    specs = {name: loaded(SPECS[name]) for name in [*SPECS][::6]}
    assert all(_of_numbers(name) == (not one.all_games and not has_sets(one.fluents)) for name, one in specs.items())


@pytest.mark.sample(18)
@pytest.mark.parametrize("name", sorted(filter(_of_numbers, SPECS)))
def test_every_shipped_rules_file_means_what_clingo_says(name: str) -> None:
    spec = loaded(SPECS[name])
    compared = 0
    for plain, game in games(spec, 1):
        box = ground_box(spec.fluents, spec.box, game.parameters)
        low = list(itertools.islice(itertools.chain.from_iterable(box.layers(spec.measure)), 12))
        wanted = game.rules.defined
        nodes = Grounder(game, game.program(box, wanted), wanted).nodes(low)
        for position, node in zip(low, nodes, strict=True):
            assert plain.moves(position) == {str(move.term): move.to for move in node.moves}, position
            for predicate, arity in wanted:
                found = {tuple(map(text, row)) for row in plain.rows(position).get((predicate, arity), ())}
                assert found == {tuple(map(str, row)) for row in node.rows[predicate, arity]}, (predicate, position)
                compared += 1
    assert compared > 10


REFUTED = [
    ("known_false/greedy_nim", None),
    ("known_false/bounded_greedy_nim", None),
    ("known_false/nim", None),
    ("known_false/greedy_nim_k_one", None),
    ("known_false/greedy_nim_k_misread", None),
    ("survivor_nim", "theorem-10-largest"),
]


def claim_of(spec: Spec, id: str) -> Claim:
    one = spec.claim(id)
    members = [spec.claim(member) for member in one.together] or [one]
    return Claim(
        one.kind,
        tuple((member.iff or "", None if member is one else member.where) for member in members),
        one.play,
        one.strategy,
        one.where,
    )


@pytest.mark.parametrize(("name", "id"), REFUTED)
@pytest.mark.long("known_false/greedy_nim-None", "theorem-10-largest", "greedy_nim_k_one", "bounded_greedy_nim")
def test_refuted_claims_have_their_pinned_counterexamples(name: str, id: str | None) -> None:
    spec = named(name)
    for claim in spec.claims:
        if claim.expect.refutation is None or claim.kind not in ("p-positions", "winners", "grundy", "everywhere"):
            continue
        if id is not None and claim.id != id:
            continue
        found: Case | None = None
        for parameters in claim.box.assignments():
            counters = declared(spec, claim.box, parameters)
            fluents = games(spec, 1)[0][0].fluents
            plain = Game(
                parse(spec.encoding), fluents, parameters, counters, spec.measure.entries, spec.cycles != "refused"
            )
            parts = ground_box(spec.fluents, claim.box, parameters).parts
            box = {
                part.fluent.name: (part.counts, part.sizes) if isinstance(part, HeapBox) else part.values
                for part in map(of_numbers, parts)
            }
            position = least(plain, claim_of(spec, claim.id), positions(fluents, box))
            if position is not None:
                found = parameters, position
                break
        assert found is not None
        assert found == (claim.expect.refutation.parameters, claim.expect.refutation.position), claim.id


def test_what_is_no_game_is_illegal() -> None:
    heaps = (Heaps("heap"),)
    for effect in ("heap(1,-1)", "heap(0,1)", "heap(1,S+1)", "other(1)", "heap(1,a)"):
        game = Game(f"move(go) :- heap(1,_). after(go,{effect}) :- heap(1,S).", heaps)
        with pytest.raises(Illegal):
            game.moves(((2,),))
