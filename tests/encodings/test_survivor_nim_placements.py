"""Survivor Nim in any placement: the theorem of the rules file against a solver, and one symbol of it changed.

The solver is plain Python. What a changed theorem says is found by plain clingo; Bouton must refute it at the first
position, in its own order, where the solver says otherwise. Some changes take part, and each one
in the slow tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import TypeAlias

import pytest
from clingo import Control, MessageCode, Symbol

from bouton.core.errors import InputError
from bouton.core.ranges import interval
from bouton.core.shipped import folder
from bouton.core.sources import of_file
from bouton.core.spec import Box, CounterRange, ParameterRange, Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import head, split
from tests.oracle.survivor_nim import placements, settled, winners
from tests.samples import small_or_whole
from tests.shipped import rules_text
from tests.tabulated import tabulate

Setting: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""n, extra, m, and the players of A."""
Where: TypeAlias = tuple[int, int]
"""The pile and the player to move."""

TEXT = rules_text("survivor_nim_placements")
RULES = split(TEXT)
GAME = [rule for rule in RULES if head(rule) in ("move", "after", "side")]
FORMULAS = RULES[: next(at for at, rule in enumerate(RULES) if head(rule) == "above_blocks")]
CYCLE = RULES[: next(at for at, rule in enumerate(RULES) if head(rule) == "larger")]
"""The rules up to the theorem of the cycle."""
THEOREM = [rule for rule in CYCLE if rule not in GAME]
CHANGED = ("lead", "early", "must", "returns", "loses", "lost")
"""The predicates in whose rules a symbol is changed."""
NEAR = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""What a comparison is changed to."""
POSITIONAL = (
    *("pile", "player", "winner", "lost", "theorem"),
    *("above_maximum", "at_maximum", "at_largest", "greater", "above_minimum", "larger", "smaller", "at_least"),
)
"""The predicates that depend on the position."""
SIZES = "one-cycle-sizes"
LARGEST = 45
SETTINGS: tuple[Setting, ...] = (
    (1, 1, 2, (1, 2)),
    (2, 1, 2, (1, 2, 3)),
    (2, 1, 2, (1, 2, 4)),
    (2, 1, 3, (1, 2, 3)),
    (3, 1, 2, (1, 2, 4, 5)),
    (2, 2, 2, (1, 2, 3, 4)),
)


def word(setting: Setting) -> str:
    n, extra, _, alliance = setting
    return "".join("A" if player in alliance else "B" for player in range(1, 2 * n + extra + 1))


def lifted(rule: str) -> str:
    """The rule for every position: what depends on the position gets it as an argument."""
    names = "|".join(POSITIONAL)
    about = re.sub(rf"(?<![#\w])({names})\b(?!\()", r"\1(At)", rule)
    about = re.sub(rf"(?<![#\w])({names})\((?!At\))", r"\1(At,", about)
    if about == rule:
        return rule
    return about.removesuffix(".") + (", " if " :- " in rule else " :- ") + "at(At)."


@lru_cache(maxsize=8)
def derived(rules: tuple[str, ...], setting: Setting, largest: int) -> tuple[Symbol, ...]:
    """What the rules derive at every position; RuntimeError where a rule is unsafe or undefined."""
    n, extra, m, alliance = setting
    lines = [lifted(rule) for rule in rules] + [f"a({player})." for player in alliance]
    for pile, player in product(range(largest + 1), range(1, 2 * n + extra + 1)):
        at = f"p({pile},{player})"
        lines.append(f"at({at}). pile({at},{pile}). player({at},{player}).")
    messages: list[str] = []

    def log(code: MessageCode, message: str) -> None:
        if code is not MessageCode.AtomUndefined:
            messages.append(message)

    constants = [f"-c{name}={value}" for name, value in {"n": n, "extra": extra, "m": m}.items()]
    control = Control(constants, logger=log)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    if messages:
        raise RuntimeError(messages[0])
    return tuple(atom.symbol for atom in control.symbolic_atoms)


def named(rules: Sequence[str], setting: Setting, predicate: str, largest: int = LARGEST) -> dict[Where, set[int]]:
    """The arguments of a predicate at each pile and player, 0 where it has none."""
    n, extra, _, _ = setting
    players = range(1, 2 * n + extra + 1)
    found: dict[Where, set[int]] = {where: set() for where in product(range(largest + 1), players)}
    for symbol in derived(tuple(rules), setting, largest):
        if symbol.name == predicate:
            position, *sides = symbol.arguments
            pile, player = (part.number for part in position.arguments)
            found[pile, player] |= {side.number for side in sides} or {0}
    return found


def failure(rules: Sequence[str], setting: Setting) -> Where | None:
    """The first pile and player where these rules name another winner than the solver, or none, or both."""
    table = winners(word(setting), setting[2], LARGEST)
    for (pile, player), sides in named(rules, setting, "theorem").items():
        if sides != {"AB".index(table[pile][player - 1]) + 1}:
            return pile, player
    return None


def first_failure(rules: Sequence[str]) -> tuple[Setting, Where] | None:
    """The first setting in which these rules fail, and where."""
    for setting in SETTINGS:
        found = failure(rules, setting)
        if found is not None:
            return setting, found
    return None


def one_symbol(mutant: Mutant) -> bool:
    """Whether the change is of a number or an operation by the next one, or of a comparison by the nearest."""
    before, after = (re.findall(r"\w+|[<>!]=|\S", rule) for rule in (mutant.original, mutant.rule))
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    if len(before) != len(after) or len(changed) != 1 or changed[0][0] == "=":
        return False
    symbol, other = changed[0]
    return bool(NEAR.get(symbol, other) == other)


ENDLESS = "must(K+0, N+T, m) :- must(K, N, m), T = 1..m, rest(K+1, J, _, _), not a(J)."
"""A change that derives piles without end."""
A_PLAYER = "no player of A is the hinge"
LONGER = "only must(K,N,m) counts, and what leads to it is the same"
HINGE = "with all of a cycle before the hinge, or none, this is the rule for the hinge itself, or less than it"
EQUIVALENT = {
    "lead(K, X-Y) :- lead(K-1, C), rest(K, _, X, Y), X-Y >= C.": "X-Y = C derives C a second time",
    "must(K, N, 0) :- rest(K, J, X, Y), K >= 0, a(J), N = 1..X+m*Y.": A_PLAYER,
    "must(K, N, T+1) :- must(K, N, T), T <= m, must(K-1, N-T-1, m).": LONGER,
    "must(K, N, T+1) :- must(K, N, T), T <= m, T+1 >= N.": LONGER,
    "returns(V, U, Q) :- round(V, U), players(P), lead(P, C), Q = 0..U, U-V > (m-1)*((Q-1)*extra+C).": "Q = 0 is there",
    "loses(J, N-1, N) :- rest(K, J, _, _), players(P), K <= P, early(K, N).": HINGE,
    "loses(J, V+Q*(n+m*(n+extra))+Y+m*X, U+Q*(n+extra+m*n)+X+m*Y) :- "
    "rest(K, J, X, Y), K >= 0, players(P), K < P, lead(K, C), returns(V, U, Q), U-V > (m-1)*(Q*extra+C).": HINGE,
    "loses(J, V+Q*(n+m*(n+extra))+Y+m*X, U+Q*(n+extra+m*n)+X+m*Y) :- "
    "rest(K, J, X, Y), K >= 1, players(P), K <= P, lead(K, C), returns(V, U, Q), U-V > (m-1)*(Q*extra+C).": HINGE,
}
MUTANTS = [
    m
    for m in mutants(THEOREM)
    if head(m.original) in CHANGED and " :- " in m.original and one_symbol(m) and m.rule != ENDLESS
]

SPEC = """
game: Survivor Nim, any placement, changed
rules: survivor_nim_placements.lp
parameters: {{n: {n}, extra: {extra}, m: {m}, A: {{set: [{alliance}]}}}}
position:
  pile: 0..{largest}
  player: {{range: 1..2*n+extra, start: 1}}
claims:
"""
ONE_CYCLE = "  - {id: one-cycle, says: The theorem., kind: winners, iff: theorem}\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rules in it."""
    folder = tmp_path_factory.mktemp("placements")
    (folder / "survivor_nim_placements.lp").write_text(TEXT)
    return folder


@cache
def spec_of(place: Path, setting: Setting, largest: int = LARGEST, claims: str = ONE_CYCLE) -> Spec:
    """The spec of one setting."""
    n, extra, m, alliance = setting
    file = place / "setting.yaml"
    file.write_text(SPEC.format(n=n, extra=extra, m=m, alliance=list(alliance), largest=largest) + claims)
    return load(str(file))


def refuted_at(spec: Spec, rules: Sequence[str]) -> dict[str, Where | None]:
    """Where Bouton refutes each claim with these rules; None where it holds, or has nothing to speak of."""
    changed = Path(spec.file).with_name("changed.lp")
    changed.write_text("\n".join([*GAME, *rules]))
    found: dict[str, Where | None] = {}
    for result in check(replace(spec, rules=of_file(changed)), Options(prove=False), lambda _: None):
        found[result.id] = None
        if result.counterexample is None:
            assert result.verdict in (Verdict.HOLDS, Verdict.VACUOUS)
            continue
        assert result.verdict is Verdict.REFUTED
        pile, player = (result.counterexample.position[name] for name in ("pile", "player"))
        assert isinstance(pile, int)
        assert isinstance(player, int)
        found[result.id] = pile, player
    return found


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.rule for mutant in MUTANTS])
@pytest.mark.sample(60)
def test_one_symbol(place: Path, mutant: Mutant) -> None:
    rules = mutant.rules(THEOREM)
    expected = first_failure(rules)
    assert (expected is None) == (mutant.rule in EQUIVALENT)
    if expected is not None:
        assert refuted_at(spec_of(place, expected[0]), rules) == {"one-cycle": expected[1]}


LIMITS: tuple[Setting, ...] = (
    (2, 1, 2, (1, 2, 3)),
    (2, 1, 2, (1, 2, 4)),
    (2, 1, 3, (1, 2, 3)),
    (2, 1, 3, (1, 2, 4)),
    (2, 2, 2, (1, 2, 3, 4)),
    (3, 1, 2, (1, 2, 3, 6)),
    (2, 3, 2, (1, 2, 3, 4, 5)),
)
"""The placements that attain the maximum or the minimum."""
HIGH = 64
CLAIMS = {
    "maximum": [("maximum", "above_maximum", "larger"), ("maximum-attained", "at_maximum", "smaller")],
    "minimum": [("minimum", "at_largest", "at_least"), ("minimum-attained", "above_minimum", "larger")],
}
"""The claims of each formula: id, where it speaks, and whom it names there."""
CONDITIONS = ("n >= 2, m >= 2, extra >= 1", "m = 2, extra = 1", "m >= 3, extra = 1")
"""What the formulas are said of."""
LIMIT_MUTANTS = [
    m
    for m in mutants(FORMULAS)
    if head(m.original) in CLAIMS and one_symbol(m) and any(condition in m.rule for condition in CONDITIONS)
]


def limit_failure(rules: Sequence[str], setting: Setting, where: str, iff: str) -> Where | None:
    """The first position of `where` at which the solver has another winner than `iff` names."""
    table = winners(word(setting), setting[2], HIGH)
    sides = named(rules, setting, iff, HIGH)
    for (pile, player), speaks in named(rules, setting, where, HIGH).items():
        if speaks and sides[pile, player] != {"AB".index(table[pile][player - 1]) + 1}:
            return pile, player
    return None


@pytest.mark.parametrize("mutant", LIMIT_MUTANTS, ids=[mutant.rule for mutant in LIMIT_MUTANTS])
@pytest.mark.sample(40)
def test_one_symbol_of_a_limit(place: Path, mutant: Mutant) -> None:
    rules = mutant.rules(FORMULAS)
    claims = CLAIMS[head(mutant.original)]
    text = "".join(
        f"  - {{id: {name}, says: A limit., kind: winners, where: {where}, iff: {iff}}}\n"
        for name, where, iff in claims
    )
    for setting in LIMITS:
        try:
            expected = {name: limit_failure(rules, setting, where, iff) for name, where, iff in claims}
        except RuntimeError:
            with pytest.raises(InputError, match="has no value"):
                refuted_at(spec_of(place, setting, HIGH, text), rules)
            return
        if any(expected.values()):
            assert refuted_at(spec_of(place, setting, HIGH, text), rules) == expected
            return
    pytest.fail("no setting tells the change")


def test_equivalent_mutants_are_among_them() -> None:
    assert EQUIVALENT.keys() <= {mutant.rule for mutant in MUTANTS}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.sample(6)
def test_the_theorem(place: Path, setting: Setting) -> None:
    assert failure(THEOREM, setting) is None
    assert refuted_at(spec_of(place, setting), THEOREM) == {"one-cycle": None}


def test_winners_by_bouton_are_those_of_the_solver(place: Path) -> None:
    for setting in SETTINGS:
        table = winners(word(setting), setting[2], LARGEST)
        for row in tabulate(spec_of(place, setting), "normal", Limits(), lambda _: None):
            pile, player = row.position["pile"], row.position["player"]
            assert isinstance(pile, int)
            assert isinstance(player, int)
            assert row.outcome == "AB".index(table[pile][player - 1]) + 1


@pytest.mark.parametrize("most", small_or_whole(2, 3))
@pytest.mark.slow
def test_the_theorem_in_every_rotation_of_every_placement(most: int) -> None:
    several = range(1, most + 1)
    sizes = ((n, extra, m) for n in several for extra in range(1, 8 - 2 * n) if n + extra < 5 for m in (2, 3))
    for n, extra, m in sizes:
        for alliance in combinations(range(1, 2 * n + extra + 1), n + extra):
            assert failure(THEOREM, (n, extra, m, alliance)) is None


def from_hinge(placement: str) -> str:
    """The rotation of n+1 players against n from a B on, with more of A than of B in each proper end."""
    turned = (placement[at:] + placement[:at] for at in range(len(placement)))
    ends = range(1, len(placement))
    (found,) = (w for w in turned if w[0] == "B" and all(w[at:].count("A") > w[at:].count("B") for at in ends))
    return found


@pytest.mark.parametrize("n", range(1, 7))
def test_the_table_and_its_ends(n: int) -> None:
    table: dict[int, int] = {}
    for largest, codes in re.findall(rf"table\({n}, (\d+), \(?([\d;\s]+)\)?\)", TEXT):
        table |= {int(code): int(largest) for code in codes.split(";")}
    found = {}
    for placement in placements(n + 1, n):
        largest = settled(placement, 2)
        assert largest is not None
        found[int(from_hinge(placement).translate(str.maketrans("AB", "10")), 2)] = max(largest)
    assert table == found
    assert len(table) == (1, 2, 5, 14, 42, 132)[n - 1]
    assert min(table.values()) == 6 * n + 3
    assert n == 1 or max(table.values()) == 9 * n * n - 6 * n - 1


@pytest.mark.slow
def test_claims_of_the_spec() -> None:
    spec = load(str(folder("specs") / "survivor_nim_placements.yaml"))
    placements_of_two = ParameterRange("A", spec.rules_place, None, ((1, 2, 3), (1, 2, 4), (3, 4, 5)))
    parameters = tuple(
        placements_of_two if part.name == "A" else replace(part, interval=interval(2)) if part.name in "nm" else part
        for part in spec.box.parameters
    )
    ranges = tuple(
        CounterRange("pile", interval("0..60")) if part.name == "pile" else part for part in spec.box.fluents
    )
    box = Box(parameters, ranges)
    claims = tuple(
        replace(claim, box=box) for claim in spec.claims if claim.box.parameters[3].subsets and claim.id != SIZES
    )
    small = replace(spec, box=box, claims=claims)
    results = list(check(small, Options(prove=False), lambda _: None))
    assert {result.id: result.verdict for result in results} == {claim.id: Verdict.HOLDS for claim in claims}
    assert len(claims) == 11


def least_loss(n: int, extra: int, m: int, above: int) -> tuple[dict[str, object], dict[str, object]]:
    """The first placement, pile and player where alliance 1 loses a pile above that."""
    players = range(1, 2 * n + extra + 1)
    for alliance in combinations(players, n + extra):
        table = winners(word((n, extra, m, alliance)), m, 50)
        for pile, player in product(range(above + 1, 51), players):
            if table[pile][player - 1] == "B":
                return {"n": n, "extra": extra, "m": m, "A": alliance}, {"pile": pile, "player": player}
    raise AssertionError("it loses none")


def test_what_is_false(verdicts: Callable[[str, Mapping[str, object]], None]) -> None:
    assert max(settled("AAB", 2) or ()) == 9
    assert all(max(settled(placement, 2) or ()) <= 23 for placement in placements(3, 2))
    equal = (1, 0, 2, (1,))
    failed = failure(THEOREM, equal)
    assert failed is not None
    smallest = {
        "blocks-are-worst": least_loss(3, 1, 2, 43),
        "all-placements-alike": least_loss(2, 1, 2, 15),
        "equal-alliances": least_loss(1, 0, 2, 16),
        "equal-alliances-one-cycle": (
            {"n": 1, "extra": 0, "m": 2, "A": (1,)},
            {"pile": failed[0], "player": failed[1]},
        ),
        "one-counter": least_loss(1, 1, 1, 16),
    }
    verdicts("known_false/survivor_nim_placements.yaml", smallest)
