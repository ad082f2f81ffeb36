"""Theorems by digits from the rules alone: L*, its decision for all sizes, formulas, and what must not pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bouton.automata.automaton import Automaton
from bouton.claims.subject import rules_of
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from bouton.core.position import Position
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Verdict
from bouton.discover import theorem
from bouton.discover.accepted import Accepted, accepted
from bouton.discover.by_digits import digits_of_one, digits_of_two, far
from bouton.discover.draft import Draft
from bouton.discover.guess import Discovery
from bouton.discover.numerals import Numerals, Written, numbers, numerals
from bouton.discover.positions import Known
from bouton.discover.regular import layout, moves
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.show import discovery

RULES = Path(__file__).parents[2] / "benchmarks" / "rules"
TWO = ("heap.count=0..2", "heap.size=1..20")


def spec_of(name: str, over: tuple[str, ...], sets: tuple[str, ...] = ()) -> Spec:
    return of_encoding(str(RULES / f"{name}.lp"), sets, over)


# ------------------------------------------------------------------------------------------------ plain Python


def wythoff(a: int) -> Callable[[tuple[int, ...]], Iterator[tuple[int, ...]]]:
    """NIM(a), of which Wythoff's Nim is a = 1."""

    def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        x, y = heaps
        yield from ((z, y) for z in range(x))
        yield from ((x, z) for z in range(y))
        for d in range(1, x + 1):
            yield from ((x - d, y - e) for e in range(max(1, d - a + 1), min(y, d + a - 1) + 1))

    return options


def mark(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    (n,) = piles
    yield from {(n - 1,), (n // 2,)} if n else ()


def half(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    (n,) = piles
    yield from ((n - one,) for one in range(1, n // 2 + 1))


def up_to_the_difference(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    x, y = heaps
    yield from ((x - one, y - one) for one in range(1, x + 1))
    yield from ((x, y - one) for one in range(1, y - x + 1))


@dataclass(frozen=True)
class Asked:
    """A game with its options in plain Python, and the numeration in which an automaton accepts its P-positions."""

    rules: str
    over: tuple[str, ...]
    system: Numeration
    options: Callable[[tuple[int, ...]], Iterator[tuple[int, ...]]]
    play: Play = "normal"
    sets: tuple[str, ...] = ()
    formula: str = ""

    @property
    def spec(self) -> Spec:
        return spec_of(self.rules, self.over, self.sets)

    def lost(self) -> Callable[[tuple[int, ...]], bool]:
        """Whether numbers, in order, are those of a P-position."""

        @cache
        def found(numbers: tuple[int, ...]) -> bool:
            after = {tuple(sorted(one)) for one in self.options(numbers)}
            if not after:
                return self.play == "normal"
            return not any(map(found, after))

        return found


PILE = ("pile=0..60",)
GAMES = (
    Asked("wythoff", TWO, ZECKENDORF, wythoff(1), formula="even number of zeros"),
    Asked("wythoff", TWO, ZECKENDORF, wythoff(1), "misere", formula="even number of zeros"),
    Asked("nim_a", TWO, Numeration("ostrowski", 2), wythoff(2), sets=("a=2",), formula="even number of zeros"),
    Asked(
        "up_to_the_difference", TWO, BINARY, up_to_the_difference, formula="iff the greater heap is 2*the smaller heap."
    ),
    Asked("mark", PILE, BINARY, mark, formula="odd number of zeros"),
    Asked("mark", PILE, BINARY, mark, "misere", formula="just one digit"),
    Asked("at_most_half", PILE, BINARY, half, formula="no digit 0"),
)
IDS = [f"{one.rules}-{one.play}" for one in GAMES]


def automaton_of(asked: Asked, system: Numeration | None = None) -> Accepted | None:
    spec = asked.spec
    (parameters,) = spec.box.assignments()
    return accepted(spec, rules_of(spec), asked.play, parameters, system or asked.system)


@pytest.mark.parametrize("asked", GAMES, ids=IDS)
@pytest.mark.sample(7)
def test_the_automaton_accepts_the_p_positions_of_plain_python(asked: Asked) -> None:
    found = automaton_of(asked)
    assert found is not None
    lost, width = asked.lost(), len(found.automaton.tracks)
    each = [(n,) for n in range(300)] if width == 1 else [(x, y) for y in range(70) for x in range(y + 1)]
    assert [one for one in each if says(found.automaton, asked.system, one) != lost(one)] == []


def says(automaton: Automaton, system: Numeration, numbers: tuple[int, ...]) -> bool:
    names = [track.name for track in automaton.tracks]
    return automaton.accepts(dict(zip(names, map(system.digits, numbers), strict=True)))


@pytest.mark.slow
def test_wythoffs_p_positions_are_not_found_in_binary() -> None:
    assert automaton_of(GAMES[0], BINARY) is None


@pytest.mark.parametrize("asked", [GAMES[0], GAMES[5]], ids=["wythoff", "mark"])
@pytest.mark.sample(2)
def test_an_automaton_that_differs_at_one_state_is_not_the_kernel(asked: Asked) -> None:
    """Every set but one fails; each mutant accepts something else, or is the same set."""
    spec = asked.spec
    (parameters,) = spec.box.assignments()
    found = automaton_of(asked)
    assert found is not None
    game = moves(spec, rules_of(spec), parameters, asked.system, layout(spec, parameters))
    assert game.failing(asked.play, found.automaton) is None
    failed = 0
    for state in range(found.automaton.states):
        changed = found.automaton.accepting.copy()
        changed[state] = not changed[state]
        mutant = Automaton(found.automaton.tracks, found.automaton.table, changed)
        numbers = game.failing(asked.play, mutant)
        failed += numbers is not None
        if numbers is not None and max(numbers) < 60:
            lost = asked.lost()
            reached = {tuple(sorted(one)) for one in asked.options(numbers)} | {numbers}
            assert any(says(mutant, asked.system, one) != lost(one) for one in reached)
    assert failed >= found.automaton.states - 1


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(2)
def test_no_set_is_the_kernel_of_the_other_play(play: Play) -> None:
    asked = replace(GAMES[0], play=play)
    spec = asked.spec
    found = automaton_of(asked)
    assert found is not None
    game = moves(spec, rules_of(spec), {}, asked.system, layout(spec, {}))
    assert game.failing("misere" if play == "normal" else "normal", found.automaton) is not None


def test_a_game_without_moves_is_lost_everywhere(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text("move(x) :- pile(N), N < 0.\nafter(x, pile(0)) :- move(x).\n")
    (tmp_path / "g.yaml").write_text("game: g\nrules: g.lp\nposition: {pile: 0..9}\n")
    spec = load(str(tmp_path / "g.yaml"))
    for play in ("normal", "misere"):
        found = accepted(spec, rules_of(spec), play, {}, BINARY)
        game = moves(spec, rules_of(spec), {}, BINARY, layout(spec, {}))
        assert game.moves.is_empty
        if isinstance(found, Accepted):
            assert game.failing(play, found.automaton) is None


def test_a_move_that_leaves_the_numbers_of_heaps_is_not_read() -> None:
    spec = spec_of("wythoff", ("heap.count=2", "heap.size=1..20"))
    assert accepted(spec, rules_of(spec), "normal", {}, ZECKENDORF) is None


# --------------------------------------------------------------------------------------------------- literals


@pytest.mark.parametrize("written", [Written(BINARY), Written(ZECKENDORF), Written(Numeration("ostrowski", 2))])
@pytest.mark.sample(3)
def test_literals_hold_where_their_rules_do(written: Written, tmp_path: Path) -> None:
    """Each literal as clingo derives it from its rules, in a box, against its column."""
    spec = spec_of("wythoff", ("heap.count=0..2", "heap.size=1..13"))
    language = of(spec, written)
    positions: list[Position] = [((),), *(((y,),) for y in range(1, 14))]
    positions += [((x, y),) for y in range(1, 14) for x in range(1, y + 1)]
    known = [Known((), one, False) for one in positions]
    literals, truth = language.literals(known)
    rules = [line for lines in language.lines.values() for line in lines]
    rules += [f"literal({at}) :- {', '.join(one.body)}." for at, one in enumerate(literals)]
    for at, one in enumerate(positions):
        assert holding(rules, one, written, tmp_path) == {int(row) for row in np.flatnonzero(truth[:, at])}


def of(spec: Spec, written: Written) -> Numerals:
    return numerals(written, numbers(spec, lambda name: name), lambda name: name)


def holding(rules: list[str], position: Position, written: Written, _folder: Path) -> set[int]:
    from clingo import Control  # noqa: PLC0415

    (heaps,) = position
    assert isinstance(heaps, tuple)
    system = written.kind
    facts = [f"heap({at},{size})." for at, size in enumerate(heaps, 1)]
    facts += [
        f"{written.digit(str(size), str(place), str(digit))}."
        for size in set(heaps)
        for place, digit in enumerate(system.digits(size))
    ]
    control = Control(["--warn=none"])
    control.add("base", [], "\n".join([*facts, *rules]))
    control.ground([("base", [])])
    return {one.symbol.arguments[0].number for one in control.symbolic_atoms.by_signature("literal", 1)}


def test_far_positions_are_large_and_judged_by_the_automaton() -> None:
    asked = GAMES[0]
    found = automaton_of(asked)
    assert found is not None
    large = far(asked.spec, {}, ZECKENDORF, found)
    assert sum(one.lost for one in large) > 50
    assert sum(not one.lost for one in large) > 50
    assert max(max(heaps, default=0) for one in large if isinstance(heaps := one.position[0], tuple)) > 300


# ----------------------------------------------------------------------------------------------------- theorems


def found_of(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> Discovery:
    monkeypatch.setattr(theorem, "_PROPOSERS", (digits_of_two, digits_of_one))
    found = Discovery()
    for guess in discover(asked.spec, Limits(300.0), asked.play):
        found = found.with_(guess)
    return found


@pytest.mark.parametrize("asked", GAMES[::-1], ids=IDS[::-1])
@pytest.mark.sample(7)
def test_a_theorem_by_digits_is_proved_as_written_and_its_mutants_are_refuted(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = found_of(asked, monkeypatch)
    assert found.proved
    assert found.best is not None
    assert asked.formula in found.best.says
    assert verdict(found.best.draft, tmp_path) is Verdict.PROVED
    text = found.best.draft.rules
    broken = [
        text.replace(old, new)
        for old, new in (
            ("\\ 2 = 0", "\\ 2 = 1"),
            ("\\ 2 = 1", "\\ 2 = 0"),
            ("has(0)", "has(1)"),
            ("J+1", "J+2"),
            ("2*S", "3*S"),
        )
        if old in text.partition("% Found")[2]
    ]
    assert broken
    for mutant in broken:
        assert verdict(replace(found.best.draft, rules=mutant), tmp_path) is Verdict.REFUTED


def verdict(draft: Draft, folder: Path) -> Verdict:
    _, file = draft.write(folder)
    (result,) = check(load(file), Options(limits=Limits(300.0)), lambda _state: None)
    return result.verdict


def test_what_no_formula_tells_is_an_automaton_that_is_not_called_proved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = Asked("slow_nim", ("heap.count=0..2", "heap.size=1..9"), BINARY, mark, "misere")
    found = found_of(asked, monkeypatch)
    assert not found.proved
    assert found.best is not None
    assert (found.best.state, found.best.decided) == ("fits", True)
    assert "an automaton of 8 states accepts" in found.best.says
    assert verdict(found.best.draft, tmp_path) is Verdict.HOLDS
    told = discovery.text(asked.spec, "misere", found, 1.0)
    assert "NONE FOUND" in told
    assert "which `bouton check` does not prove" in " ".join(told.split())
    best = discovery.objects(asked.spec, "misere", found, 1.0)["best"]
    assert (best["proved"], best["decided"]) == (None, True)


@pytest.mark.slow
def test_nim_a_is_proved_for_several_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_of(replace(GAMES[2], sets=("a=1..3",)), monkeypatch)
    assert found.best is not None
    assert found.best.result is not None
    assert found.proved
    assert "Ostrowski numeration of a" in found.best.says
