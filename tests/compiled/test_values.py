"""Values and classes by compiled programs: what plain Python says, and clingo; and faults that are found."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.claims.passes import Pass
from bouton.cli import main
from bouton.cli.specs import load_one
from bouton.compiled import judge, prepare
from bouton.compiled.engine import InC, InPython, Machine, load
from bouton.compiled.fixed import fixed
from bouton.compiled.job import Entries
from bouton.compiled.prepare import CompiledClaim, of_values
from bouton.compiled.validate import validate
from bouton.compiled.valued import ValueClaim
from bouton.core.errors import Disagreement, InputError, Misfit, Unreadable
from bouton.core.game_classes import NOTIONS, POSITIONS, THEOREM_3, Notion, Pair, notion
from bouton.core.position import Position
from bouton.core.shipped import folder
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.core.verdict import Verdict
from bouton.document.load import load as load_spec
from bouton.ground.box import among
from bouton.ground.layers import Sought, layers
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests import variants as random_games
from tests.compiled.engines import LANGUAGES, by_program, judged, pairs, prepared, smaller
from tests.compiled.test_random import compare
from tests.compiled.test_random import rules as predicates
from tests.samples import small_or_whole
from tests.tabulated import tabulate
from tests.variants import Variant, is_p, variants, write

PLAYS: tuple[Play, ...] = ("normal", "misere")
_VALUES = """
  - {id: value, says: A., kind: grundy, iff: v0}
  - {id: misere, says: B., kind: grundy, play: misere, iff: v1, where: c1}
  - {id: part, says: C., kind: grundy, iff: v1, over: {heap: {count: 1..2, size: 2..3}}}
"""
_CLASSES = """
  - {id: miserable, says: D., kind: class, class: miserable}
  - {id: tame, says: E., kind: class, class: tame, where: c1}
  - {id: pet, says: F., kind: class, class: pet, by: iii, where: c0}
  - {id: wild, says: G., kind: class, class: wild}
  - {id: minion, says: H., kind: class, class: minion, over: {heap: {count: 2..3, size: 2..3}}}
  - {id: swap, says: I., kind: class, class: swap-positions, iff: c2}
  - {id: critical, says: J., kind: class, class: critical-positions, iff: c3, where: c1}
"""
_NUMBERS = [
    "V = T",
    "V = T \\ {a}",
    "V = T - {a}, T > {a}",
    "heap(_,V)",
    "heaps(V)",
    "V = {b}, T = {a}",
    "name(V), T > {a}",
]


@st.composite
def rules(draw: st.DrawFn) -> str:
    """Predicates, and two that name values: none, one or several."""
    lines = [draw(predicates()), "name(x)."]
    for at in range(2):
        for body in draw(st.lists(st.sampled_from(_NUMBERS), min_size=1, max_size=2, unique=True)):
            filled = body.format(a=draw(st.integers(1, 4)), b=draw(st.integers(0, 2)))
            lines.append(f"v{at}(V) :- total(T), {filled}.")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("examples", small_or_whole(1, 20))
def test_claims_in_python(examples: int) -> None:
    @given(variants(), rules())
    @settings(max_examples=examples)
    def agree(variant: Variant, text: str) -> None:
        classes = "" if variant.winner else _CLASSES  # rules that say who has won have but one play
        with tempfile.TemporaryDirectory() as there:
            compare(write(Path(there), variant, _VALUES + classes, text), ("Python",))

    agree()


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.sample(2)
def test_claims_in_c(order: str, tmp_path: Path) -> None:
    variant = Variant(both=True, passes=True, refresh=1, order=order)
    text = "total(T) :- T = #sum { S,I : heap(I,S) }. c0 :- total(T), T \\ 3 = 0. c1 :- heaps(2..3). c3 :- heaps(2).\n"
    text += "v1(T \\ 3) :- total(T). v1(1) :- passes(1). v1(V-6) :- total(V), V > 4.\n"
    wanted = ("misere", "pet", "critical")
    claims = [line for line in (_VALUES + _CLASSES).splitlines() if line.split(",")[0][9:] in wanted]
    assert compare(write(tmp_path, variant, "\n".join(claims) + "\n", text), ("C",)) == 6


@cache
def plain(variant: Variant, k: int, position: Position, misere: bool) -> int:
    """The value by its definition."""
    options = variant.options(k, position)
    if not options:
        return int(not is_p(variant, k, position, "misere" if misere else "normal"))
    below = {plain(variant, k, to, misere) for to in options}
    return next(number for number in range(len(below) + 1) if number not in below)


def tables(spec: Spec, item: Pass, language: str) -> dict[Position, Pair]:
    """The values of each position of a pass by a program for both plays, which are those of programs for one."""
    positions = [position for layer in item.region.layers(spec.measure) for position in layer]
    return pairs(item.game, item.region, positions, language)


@given(variants(fusible=True), st.booleans())
@settings(max_examples=10)
def test_every_value_of_random_games(variant: Variant, winner: bool) -> None:
    variant = replace(variant, winner=winner)
    with tempfile.TemporaryDirectory() as there:
        spec = write(
            Path(there), variant, "  - {id: all, says: A., kind: everywhere, iff: any}\n", "any :- heaps(_).\n"
        )
        for item, _ in judged(spec):
            k = item.parameters["k"]
            assert isinstance(k, int)
            found = tables(spec, item, "Python")
            assert set(found) == set(random_games.Variant.box(variant))
            for position, values in found.items():
                assert values == (plain(variant, k, position, False), plain(variant, k, position, True))


def wythoff(x: int, y: int) -> set[tuple[int, ...]]:
    one = {(x - d, y) for d in range(1, x + 1)} | {(x, y - d) for d in range(1, y + 1)}
    return {(min(at), max(at)) for at in one | {(x - d, y - d) for d in range(1, min(x, y) + 1)}}


def three_euclid(*heaps: int) -> set[tuple[int, ...]]:
    found = set()
    for low, high in ((0, 1), (0, 2), (1, 2)):
        for left in range(heaps[high] - heaps[low], 0, -heaps[low]):
            changed = [*heaps]
            changed[high] = left
            found.add(tuple(sorted(changed)))
    return found


def by_mex(lists: Collection[tuple[int, ...]], options: Callable[..., set[tuple[int, ...]]]) -> dict[object, Pair]:
    """The values of heap lists, options first."""
    found: dict[object, Pair] = {}
    for heaps in sorted(lists, key=sum):
        below = [found[to] for to in options(*heaps)]
        ends = [{pair_[play] for pair_ in below} for play in (0, 1)]
        found[heaps] = (mex(ends[0]), mex(ends[1])) if below else (0, 1)
    return found


def mex(numbers: set[int]) -> int:
    return next(number for number in range(len(numbers) + 1) if number not in numbers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_every_value_of_games_of_the_paper(language: str) -> None:
    largest = 60 if language == "C" else 20
    ranges = (f"heap.size=1..{largest}",)
    expected = by_mex([(x, y) for y in range(largest + 1) for x in range(y + 1)], wythoff)
    spec, item = of_file("wythoff", "recursion-2", *ranges)
    found = tables(spec, item, language)
    assert len(found) == len(expected)
    for (heaps,), values in found.items():
        assert isinstance(heaps, tuple)
        assert values == expected[(0,) * (2 - len(heaps)) + heaps]
    largest //= 2
    triples = [(x, y, z) for z in range(1, largest + 1) for y in range(1, z + 1) for x in range(1, y + 1)]
    expected = by_mex(triples, three_euclid)
    spec, item = of_file("three_euclid", "section-3-6-open-question", f"heap.size=1..{largest}")
    assert {heaps: values for (heaps,), values in tables(spec, item, language).items()} == expected


def of_file(name: str, claim: str, *ranges: str) -> tuple[Spec, Pass]:
    """A claim's pass with the last value of the parameters, over those ranges."""
    spec = load_one(str(folder("specs") / f"{name}.yaml"), [], list(ranges))
    *_, (item, _) = judged(spec, claim)
    return spec, item


@pytest.mark.parametrize("name", ["nim_ab", "nim_classes", "mark", "subtraction", "three_euclid"])
@pytest.mark.sample(3)
@pytest.mark.long("nim_ab")
def test_programs_and_clingo_agree_on_every_value(name: str) -> None:
    spec = load_spec(folder("specs") / f"{name}.yaml")
    claim = next(claim for claim in spec.claims if claim.kind == "class")
    *_, (whole, _) = judged(spec, claim.id)
    item = smaller(whole, 3, 14)
    found = tables(spec, item, "C")
    for layer in layers(Sought(item.game, item.region, frozenset(), PLAYS, values=True)):
        for node in layer.nodes:
            at = node.position
            assert found.pop(at) == (layer.values["normal"][at], layer.values["misere"][at])
    assert not found


values = st.integers(0, 5)


@given(values, values, st.sets(st.tuples(values, values), max_size=8))
@settings(max_examples=300)
def test_a_definition_is_a_table(normal: int, misere: int, options: set[Pair]) -> None:
    for is_so, words in _definitions():
        own = 9 if normal == misere >= 2 else 3 * min(normal, 2) + min(misere, 2)
        index = 512 * own + sum(1 << kind for kind in {3 * min(g, 2) + min(m, 2) for g, m in options})
        assert words[index // 32] >> index % 32 & 1 == is_so((normal, misere), options)


@cache
def _definitions() -> list[tuple[Callable[[Pair, Collection[Pair]], bool], list[int]]]:
    def breaks(one: Notion) -> Callable[[Pair, Collection[Pair]], bool]:
        return lambda own, options: one.fails(own, options) is not None

    games = [notion(name) for name in NOTIONS] + [notion("pet", by) for by in THEOREM_3]
    found = [*POSITIONS.values(), *map(breaks, games)]
    return [(is_so, ValueClaim(is_so=is_so).words) for is_so in found]


_RULES = """
move(take(I,T))            :- heap(I,S), T = 0..S-1.
after(take(I,T),heap(I,T)) :- move(take(I,T)).
total(T) :- T = #sum { S,I : heap(I,S) }.
small    :- total(T), T < 3.
value(T) :- total(T).
"""
_SPEC = """
game: one of many
rules: rules.lp
position: {{heap: {{count: 0..2, size: 1..{largest}}}}}
claims:
  - {{id: it, says: A., {claim}}}
"""
_MISERE = "kind: grundy, play: misere, where: small"
_GRUNDY, _CLASS = "kind: grundy, where: small", "kind: class, class: pet"
_POSITIONS = "kind: class, class: critical-positions, iff: small"


def program(there: Path, claim: str, largest: int = 5) -> tuple[Spec, Pass, CompiledClaim]:
    (there / "rules.lp").write_text(_RULES)
    (there / "spec.yaml").write_text(_SPEC.format(claim=claim, largest=largest))
    spec = load_spec(there / "spec.yaml")
    ((item, only),) = judged(spec)
    made = prepared(spec, item, only)
    assert made is not None
    return spec, item, made


FAULTS = [
    (_GRUNDY, "C", "see(seen, tab[", "see(seen, tab[1 + "),
    (_GRUNDY, "C", "if (!++seen->now)", "if (!seen->now++)"),
    (_GRUNDY, "C", "== now) value++", "== now) value += 2"),
    (_GRUNDY, "C", "0 : 5 + ", "0 : 6 + "),
    (_MISERE, "C", "OF_MISERE ? misere : normal", "normal"),
    (_MISERE, "C", "normal = 0, misere = 1;", "normal = 0, misere = 0;"),
    (_CLASS, "C", "seen->of[1 - ONE][misere] = seen->now", "seen->now"),
    (_CLASS, "C", "normal = 0, misere = 1;", "normal = 0, misere = 0;"),
    (_CLASS, "C", "mex(seen->of[1 - ONE]", "mex(seen->of[0]"),
    (_CLASS, "C", "HEREDITARY = 1", "HEREDITARY = 0"),
    ("kind: class, class: miserable", "C", "1 << (3 * ", "1 << (2 * "),
    (_POSITIONS, "C", "HEREDITARY = 0", "HEREDITARY = 1"),
    (_GRUNDY, "Python", "seen.update(tab[", "seen.update(tab[1 + "),
    (_GRUNDY, "Python", "mex(seen if ONE", "max(seen if ONE"),
    (_CLASS, "Python", "mex({entry >> HALF", "max({entry >> HALF"),
    (_MISERE, "Python", "misere, kinds, below = 0, 1", "misere, kinds, below = 0, 0"),
    (_CLASS, "Python", "misere, kinds, below = 0, 1", "misere, kinds, below = 0, 0"),
    (_CLASS, "Python", "// 32] >>", "// 32 - 1] >>"),
    (_CLASS, "Python", "HEREDITARY = 1", "HEREDITARY = 0"),
]


@pytest.mark.parametrize(("claim", "language", "right", "wrong"), FAULTS)
@pytest.mark.sample(9)
def test_a_fault_is_found(claim: str, language: str, right: str, wrong: str, tmp_path: Path) -> None:
    _, item, made = program(tmp_path, claim)

    def machine(c: str, python: str) -> Machine:
        job = replace(made.job, c=c, python=python)
        return InC(job) if language == "C" else InPython(job)

    c, python = made.job.c, made.job.python
    assert validate(item.game, made, machine(c, python)) > 20
    assert right in (c if language == "C" else python)
    with pytest.raises(Disagreement, match="compiled rules and clingo differ"):
        validate(item.game, made, machine(c.replace(right, wrong), python.replace(right, wrong)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_errs_ends_in_exit_code_4(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run itself compares, whoever has made the program."""
    program(tmp_path, _CLASS)
    if language == "Python":
        monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(
        "bouton.compiled.program.fixed",
        lambda name: fixed(name).replace("misere = 1", "misere = 0").replace("0, 1, 0", "0, 0, 0"),
    )
    assert main(["check", str(tmp_path / "spec.yaml"), "--engine", "compiled"]) == 4
    assert "compiled rules and clingo differ" in capsys.readouterr().err


def test_rules_that_take_long_to_read_are_left_to_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over and over, as a clock of the processor ticks but a hundred times a second."""
    spec, item = of_file("euclid", "formula-9")
    monkeypatch.setattr(prepare, "_SECONDS", 1e-6)
    monkeypatch.setattr(prepare.Ranges, "games", lambda *_: all(n for n in itertools.count(1)))
    with pytest.raises(Unreadable, match=r"takes more than 1e-06 s"):
        prepare.prepare(spec, item, item.claims[0])


def test_few_positions_in_a_box_of_more_than_64_bits_are_left_to_clingo() -> None:
    """As are those with no more stones than a counterexample in many heaps: the box around them is not the user's."""
    _, item = of_file("nim", "safe-combinations")
    few = among(item.game.fluents, (((1,) * 40,), ((40,),)))
    with pytest.raises(Unreadable, match=r"the box has few of the 10+ positions"):
        of_values(item.game, few)


@pytest.mark.slow
def test_values_beyond_the_table_are_left_to_clingo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, _, _ = program(tmp_path, "kind: class, class: miserable", largest=12)
    (expected,) = check(spec, Options(engine="compiled"), lambda _: None)
    monkeypatch.setattr(Entries, "of", lambda alone, _longest: Entries(alone, 1))
    (found,) = check(spec, Options(engine="compiled"), lambda _: None)
    assert (found.verdict, found.positions) == (expected.verdict, expected.positions) == (Verdict.HOLDS, 91)
    assert (expected.engines, found.engines) == (("clingo", "compiled C"), ("clingo",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_class_is_looked_up_by_all_that_it_can_ask_for(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a class drawn at random, so that no two questions have their answers in common."""

    def kind(one: Pair) -> Pair:
        return min(one[0], 2), min(one[1], 2)

    def drawn(own: Pair, options: Collection[Pair]) -> bool:
        alike = own[0] == own[1] >= 2
        return bool(crc32(repr((kind(own), alike, sorted(set(map(kind, options))))).encode()) & 1)

    monkeypatch.setattr(prepare, "valued", lambda _claim: ValueClaim(is_so=drawn))
    _, _, made = program(tmp_path, _CLASS, largest=12)
    machine, random, entries = load(made.job, language).machine, Random(1), made.job.entries
    assert entries is not None
    for _ in range(300):
        options = [(random.randrange(4), random.randrange(4)) for _ in range(random.randint(1, 12))]
        for size, option in enumerate(options * 12):
            if size < 12:
                machine.mark(((size,) if size else (),), (), entries.entry(*option))
        own = mex({option[0] for option in options}), mex({option[1] for option in options})
        assert machine.value(((12,),), ()) == (1, False, entries.entry(*own, drawn(own, options)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("normal", "misere"), [(7, 1), (8, 1), (1, 7), (1, 8)])
def test_the_first_value_beyond_the_table(
    language: str, normal: int, misere: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = Entries(None, 1)
    monkeypatch.setattr(Entries, "of", lambda _alone, _longest: entries)
    _, _, made = program(tmp_path, _CLASS, largest=8)
    machine = load(made.job, language).machine
    for size in range(8):
        machine.mark(((size,) if size else (),), (), entries.entry(min(size, normal - 1), min(size, misere - 1)))
    found, _, own = machine.value(((8,),), ())
    assert found == -1 if 8 in (normal, misere) else (found, entries.pair(own)) == (1, (normal, misere))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", [255, 256])
def test_the_first_value_of_one_play_beyond_the_table(
    language: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Entries, "of", lambda alone, _longest: Entries(alone, 1))
    _, _, made = program(tmp_path, _GRUNDY, largest=256)
    machine = load(made.job, language).machine
    for size in range(256):
        machine.mark(((size,) if size else (),), (), min(size, value - 1))
    found, _, own = machine.value(((256,),), ())
    assert found == -1 if value == 256 else (found, own) == (1, 255)


_PILE = """
move(take(M))            :- pile(N), M = 1..N.
after(take(M),pile(N-M)) :- move(take(M)), pile(N).
size(N)    :- pile(N).
swapped(N) :- pile(N), N > 1.
swapped(1) :- pile(0).
swapped(0) :- pile(1).
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("play", "winner", "iff"),
    [("normal", "", "size"), ("misere", "", "swapped"), ("normal", "next", "swapped"), ("normal", "previous", "size")],
)
@pytest.mark.sample(3)
def test_the_values_of_a_pile(language: str, play: Play, winner: str, iff: str, tmp_path: Path) -> None:
    spec, item, made = of_pile(tmp_path, play, f"winner({winner}) :- pile(0).\n" if winner else "", iff)
    found = by_program(spec, item, made, language)
    assert (found.positions, found.counterexample) == (10, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_that_nobody_has_won(language: str, tmp_path: Path) -> None:
    _, _, made = of_pile(tmp_path, "normal", "winner(next) :- pile(1).\n", "size")
    with pytest.raises(Misfit):
        load(made.job, language).run(0, made.job.size)


def of_pile(there: Path, play: Play, winner: str, iff: str) -> tuple[Spec, Pass, CompiledClaim]:
    """A claim about the values of one pile."""
    (there / "rules.lp").write_text(_PILE + winner)
    claim = f"{{id: it, says: A., kind: grundy, play: {play}, iff: {iff}}}"
    (there / "spec.yaml").write_text(f"game: a pile\nrules: rules.lp\nposition: {{pile: 0..9}}\nclaims: [{claim}]\n")
    spec = load_spec(there / "spec.yaml")
    ((item, only),) = judged(spec)
    made = prepared(spec, item, only)
    assert made is not None
    return spec, item, made


@pytest.mark.slow
def test_a_box_beyond_clingos_memory_has_values(tmp_path: Path) -> None:
    spec, _, _ = program(tmp_path, "kind: class, class: miserable", largest=620)
    options = Options(limits=Limits(memory=70 << 20))
    (result,) = check(spec, options, lambda _: None)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 621 * 622 // 2)
    with pytest.raises(InputError, match="above the memory limit"):
        list(check(spec, replace(options, engine="ground"), lambda _: None))


def test_a_class_needs_rules_without_a_winner(tmp_path: Path) -> None:
    program(tmp_path, _CLASS)
    (tmp_path / "rules.lp").write_text(_RULES + "winner(next) :- total(0).\n")
    spec = load_spec(tmp_path / "spec.yaml")
    for engine in ("ground", "compiled"):
        with pytest.raises(InputError, match="about normal and misère play"):
            list(check(spec, Options(engine=engine), lambda _: None))


@pytest.mark.slow
def test_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "_LARGE", 1)
    for at, claim in enumerate(("kind: grundy", "kind: class, class: miserable")):
        spec, _, _ = program(tmp_path, claim, largest=40)
        (expected,) = check(spec, Options(engine="ground"), lambda _: None)
        kept = str(tmp_path / f"kept{at}")
        (found,) = check(spec, Options(engine="compiled", resume=kept), lambda _: None)
        assert (found.verdict, found.counterexample) == (expected.verdict, expected.counterexample)
        assert "compiled C" in found.engines


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_tables_are_the_same(play: Play) -> None:
    spec, _ = of_file("three_euclid", "section-3-6-open-question", "heap.size=1..8", "moves=2..3")
    used = []
    rows = {}
    for worth in (0.0, inf):
        tuning = replace(TUNING, look=1, worth=worth)
        rows[worth] = list(tabulate(spec, play, Limits(), lambda _: None, values=True, tuning=tuning))
        used.append(len(rows[worth]))
    assert rows[0.0] == rows[inf]
    assert used == [2 * 120] * 2


def test_entries() -> None:
    both = Entries.of(None, 1 << 20)
    assert (both.bytes, both.limit) == (4, 32768)
    assert both.pair(both.entry(32767, 32766, bit=True)) == (32767, 32766)
    assert both.entry(0, 0) == 0
    # one play of 253 moves or fewer takes a byte, two plays of 125 or fewer take two
    assert [Entries.of("misere", longest).bytes for longest in (0, 253, 254, 1 << 20)] == [1, 1, 2, 2]
    assert [Entries.of(None, longest).bytes for longest in (0, 125, 126, 1 << 20)] == [2, 2, 4, 4]
    assert [Entries.of(play, 9).entry(3, 4) for play in ("normal", "misere", None)] == [3, 4, 3 << 8 | 4 << 1]
