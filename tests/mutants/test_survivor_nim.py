"""One symbol changed in the rules or the theorems of Survivor Nim: refuted at the smallest position, never proved.

What a changed theorem says is found by plain clingo, who wins by a plain solver. A few changes of a theorem go into one
rules file, each with names of its own for what the change touches, so that Bouton walks the game once for all of them.
A sample takes part, and every change in the slow tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from clingo import Control

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.encodings.survivor_nim_rules import SURVIVOR, Found, Position, Setting, derived, positional
from tests.mutants.mutations import Mutant, mutants
from tests.mutants.proofs import renamed, touched
from tests.one_position import head

First: TypeAlias = tuple[Setting, Position]
"""Where something is wrong first: least parameters, then pile, then player."""

TOGETHER = 8
"""How many changes are judged at once: for each that is refuted the rules are read again for those that are left."""
STEP = 32
"""Every so many changes take part in the sample."""
_SWAPPED = {"*": "+", "/": "\\"}
FLUENTS = ("pile", "player")
_STATEMENTS = positional(SURVIVOR, ["j", "c"])
GAME = [rule for rule in SURVIVOR if head(rule) not in _STATEMENTS]
"""The rules about positions."""
MOVES = {"move", "after", "side", "winner"}


def with_body(rules: Iterable[str]) -> list[str]:
    """The rules, each with a body: that of a fact is always true."""
    return [rule if " :- " in rule else f"{rule.removesuffix('.')} :- 0 = 0." for rule in rules]


def changes(rules: Sequence[str]) -> Iterator[Mutant]:
    """The mutants of the rules, and those with another operator in the place of a product or a quotient."""
    for mutant in mutants(rules):
        about_fact = mutant.original.endswith(" :- 0 = 0.")
        if not about_fact or mutant.rule.endswith((" :- 0 = 0.", ", 0 = 1.")):
            yield mutant
    for index, rule in enumerate(rules):
        for match in re.finditer(r"[*/]", rule):
            yield Mutant(index, rule, rule[: match.start()] + _SWAPPED[match.group()] + rule[match.end() :])


REFUSED = [f"largest_lost_10_corrected(3*n*n+2*n+1+2*K) :- {first}1 <= K, K <= n." for first in ("", "not as(K), ")]
"""Changes of a rule that clingo takes and Bouton does not."""


def needed(rules: Sequence[str], names: Set[str]) -> list[str]:
    """The rules that these predicates need, directly or not."""
    found, before = set(names), 0
    while len(found) > before:
        before = len(found)
        found |= {word for rule in rules if head(rule) in found for word in re.findall(r"\w+", rule)}
    return [rule for rule in rules if head(rule) in found]


def is_rule(rule: str) -> bool:
    """Whether clingo takes it: it is safe."""
    numbers = [f"-c{name}={value}" for name, value in Setting(1, 1).parameters.items()]
    control = Control(numbers, logger=lambda _code, _message: None)
    try:
        control.add("base", [], rule)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


@dataclass(frozen=True)
class Theorem:
    """A theorem's predicate, where it speaks, the rules that are changed, and the box it is judged on."""

    iff: str
    where: str | None
    changed: tuple[str, ...]
    over: str
    settings: tuple[Setting, ...]
    piles: range
    players: int | None = 1
    """The player it speaks of, where it is one."""

    @cached_property
    def rules(self) -> list[str]:
        """The rules that are changed."""
        return with_body(rule for rule in GAME if head(rule) in self.changed)

    @cached_property
    def mutants(self) -> list[Mutant]:
        """Every change that leaves a rule; clingo alone takes one that only bounds a variable from both sides."""
        return [mutant for mutant in changes(self.rules) if is_rule(mutant.rule) and mutant.rule not in REFUSED]

    def names(self, number: int) -> set[str]:
        """The predicates that a change touches: they get names of their own."""
        rule = self.mutants[number].rule
        return touched(GAME, head(self.mutants[number].original)) | {head(rule)}

    def lines(self, numbers: Iterable[int]) -> list[str]:
        """The rules of these changes."""
        found = []
        for number in numbers:
            mutant, names = self.mutants[number], self.names(number)
            rules = [mutant.rule if rule == mutant.original else rule for rule in with_body(GAME)]
            wanted = needed(rules, {self.iff, self.where or self.iff})
            found += [renamed(rule, names, number) for rule in wanted if head(rule) in names]
        return found

    def claimed(self, number: int) -> tuple[str, str | None]:
        """The predicates of a changed theorem."""
        names = self.names(number)
        one, other = (f"{name}_{number}" if name in names else name for name in (self.iff, self.where))
        return one or "", other

    def positions(self, setting: Setting) -> list[Position]:
        """What is judged, least first."""
        return [at for at in setting.positions(self.piles) if self.players in (None, at[1])]

    def firsts(self, numbers: Sequence[int]) -> tuple[dict[int, First], set[int]]:
        """Where each changed theorem first fails, if anywhere; and which changes divide by zero somewhere."""
        found: dict[int, First] = {}
        faulty: set[int] = set()
        for setting in self.settings:
            left = [number for number in numbers if number not in found]
            lines = [*GAME, *self.lines(left)]
            wanted = {name for number in left for name in self.claimed(number) if name}
            rows, undefined = derived(lines, FLUENTS, setting.parameters, self.positions(setting), wanted)
            faulty |= {int(head(lines[line]).rsplit("_", 1)[1]) for line in undefined}
            for number in left:
                at = self._first(rows, setting, *self.claimed(number))
                if at is not None:
                    found[number] = setting, at
        return found, faulty

    def _first(self, rows: Found, setting: Setting, iff: str, where: str | None) -> Position | None:
        for at in self.positions(setting):
            speaks = where is None or rows[where][at]
            if speaks and rows[iff][at] != {(setting.winner(at[0], at[1], self.piles[-1]),)}:
                return at
        return None

    def batches(self, firsts: Mapping[int, First]) -> Iterator[tuple[int, int, list[int]]]:
        """The changes that fail, few at a time, each time with the n and the pile up to which all of them do."""
        numbers = sorted(firsts, key=lambda number: (firsts[number][0].n, firsts[number][1]))
        for n, some in groupby(numbers, key=lambda number: firsts[number][0].n):
            group = list(some)
            for start in range(0, len(group), TOGETHER):
                batch = group[start : start + TOGETHER]
                yield n, max(firsts[number][1][0] for number in batch), batch

    def results(self, numbers: Sequence[int], n: int, largest: int, folder: Path) -> dict[int, Result]:
        """What Bouton says of each up to that n and that pile; InputError where it refuses one."""
        over = self.over.format(n=n, pile=f"{self.piles[0]}..{largest}")
        claims = []
        for number in numbers:
            iff, where = self.claimed(number)
            said = f"iff: {iff}" + (f", where: {where}" if where else "")
            claims.append(f"  - {{id: c-{number}, says: s, kind: winners, {said}, over: {over}}}")
        lines = [*GAME, *self.lines(numbers)]
        names = {name for number in numbers for name in self.claimed(number) if name}
        spec = written(folder, needed(lines, MOVES | names), claims)
        results = check(load(spec), Options(prove=False, engine="ground"), lambda _: None)
        return {int(result.id.removeprefix("c-")): result for result in results}


def written(folder: Path, rules: Iterable[str], claims: Iterable[str]) -> Path:
    """A spec about these rules with these claims."""
    (folder / "mutants.lp").write_text("\n".join(rules) + "\n")
    game = "game: G\nrules: mutants.lp\nparameters: {n: 1..3, k: 0..2*n, m: 2, extra: 1, alternating: 0}\n"
    position = "position:\n  pile: 0..60\n  player: 1..2*n+extra\nclaims:\n"
    (folder / "mutants.yaml").write_text(game + position + "\n".join(claims) + "\n")
    return folder / "mutants.yaml"


def those(least: int, most: int) -> tuple[Setting, ...]:
    """n = 1..3 with the k from least to most times n: 0 is k = 0, 1 up to n, 2 up to 2n."""
    return tuple(Setting(n, k) for n in (1, 2, 3) for k in range(least and (least - 1) * n + 1, most * n + 1))


EIGHT = ("{{n: 1..{n}, k: 0, pile: {pile}, player: 1}}", those(0, 0), range(1, 51))
TEN = ("{{n: 1..{n}, k: 1..n, pile: {pile}, player: 1}}", those(1, 1), range(1, 51))
TWELVE = ("{{n: 1..{n}, k: n+1..2*n, pile: {pile}, player: 1}}", those(2, 2), range(1, 51))
EQUAL = tuple(Setting(n, 0, m, 0) for n, m in product((1, 2, 3), (1, 2, 3)))
ANY = tuple(Setting(n, 0, m, extra) for n, m, extra in product((1, 2), (1, 2, 3), (0, 1, 2)))
ODD_AND_EVEN = tuple(Setting(n, 0, m, 0, 1) for n, m in product((1, 2), (1, 2, 3)))

THEOREMS = [
    Theorem("theorem_8", "speaks_8", ("end_8", "lost_round_8", "theorem_8"), *EIGHT),
    Theorem("corollary_9", "speaks_8", ("safe_by_9", "corollary_9"), *EIGHT),
    Theorem("theorem_10_corrected", "speaks_10", ("end_10", "lost_round_10", "theorem_10_corrected"), *TEN),
    Theorem("corollary_11_corrected", "speaks_10", ("safe_by_11_corrected", "corollary_11_corrected"), *TEN),
    Theorem(
        "theorem_12_corrected",
        "speaks_12",
        ("end_12", "lost_round_12", "lost_corrected_12", "theorem_12_corrected"),
        *TWELVE,
    ),
    Theorem("corollary_13_corrected", "speaks_12", ("safe_by_13_corrected", "corollary_13_corrected"), *TWELVE),
    Theorem("largest_8", "from_8", ("largest_lost_8", "largest_8"), *EIGHT),
    Theorem("largest_10_corrected", "from_10_corrected", ("largest_lost_10_corrected", "largest_10_corrected"), *TEN),
    Theorem(
        "largest_12_corrected", "from_12_corrected", ("largest_lost_12_corrected", "largest_12_corrected"), *TWELVE
    ),
    Theorem("every_8", "speaks_8", ("lost_by_quotient_8", "every_8"), *EIGHT),
    Theorem("every_10", "speaks_10", ("lost_by_quotient_10", "every_10"), *TEN),
    Theorem("every_12", "speaks_12", ("lost_by_quotient_12", "every_12"), *TWELVE),
    Theorem(
        "corollary_5_corrected",
        "start",
        ("residue", "zero_corrected", "corollary_5_corrected"),
        "{{n: 1..{n}, k: 0, m: 1..3, extra: 0, pile: {pile}, player: 1}}",
        EQUAL,
        range(1, 51),
    ),
    Theorem(
        "closed_form",
        None,
        ("d", "e", "lost", "closed_form"),
        "{{n: 1..{n}, k: 0, m: 1..3, extra: 0..2, pile: {pile}}}",
        ANY,
        range(41),
        None,
    ),
    Theorem(
        "two_player",
        None,
        ("zero", "two_player"),
        "{{n: 1..{n}, k: 0, m: 1..3, extra: 0, alternating: 1, pile: {pile}}}",
        ODD_AND_EVEN,
        range(21),
        None,
    ),
]

_UNUSED = "a round that no other round meets, or that no pile is in"
_NARROWER = "it speaks where the theorem does, or nowhere"
EQUIVALENT = {
    "theorem_8": {
        "end_8(1, J, J*(n+1)+(J-1)*2*n) :- J = 0..n+1.": _UNUSED,
        "end_8(1, J, J*(n+1)+(J-1)*2*n) :- J = 1..n+2.": _UNUSED,
        "end_8(2, J, J*2*(n+1)+J*n) :- J = -1..n.": _UNUSED,
    },
    "corollary_9": {"safe_by_9 :- pile(N), J = 0..n, 3*J*n+J-2*n+1 <= N, N <= 3*J*n+2*J.": _UNUSED},
    "theorem_10_corrected": {
        "end_10(1, J, 2*K+J*(n+1)+(J-1)*2*n) :- as(K), J = 0..n+1.": _UNUSED,
        "end_10(1, J, 2*K+J*(n+1)+(J-1)*2*n) :- as(K), J = 1..n+2.": _UNUSED,
        "end_10(2, J, K+J*2*(n+1)+J*n) :- as(K), J = 0..n.": "for J = 0 it is K, as is said before",
    },
    "corollary_11_corrected": {
        "safe_by_11_corrected :- pile(N), as(K), J = 0..n, 3*J*n+2*K+J-2*n+1 <= N, N <= 3*J*n+K+2*J.": (
            "for J = 0 these are piles up to K, as is said before"
        )
    },
    "theorem_12_corrected": {
        "end_12(2, -1, -1) :- 0 = 0.": "the piles that are judged are positive",
        "end_12(1, J, K-n+2*J*n+J*(n+1)) :- as(K), J = -1..3*n-K+1.": _UNUSED,
        "end_12(1, J, K-n+2*J*n+J*(n+1)) :- as(K), J = 0..4*n-K+1.": _UNUSED,
        "end_12(1, J, K-n+2*J*n+J*(n+1)) :- as(K), J = 0..3*n+K+1.": _UNUSED,
        "end_12(1, J, K-n+2*J*n+J*(n+1)) :- as(K), J = 0..3*n-K+2.": _UNUSED,
        "end_12(2, J, 2*(K-n)+2*J*(n+1)+(J+1)*n) :- as(K), J = -1..3*n-K.": "for J = -1 it is 2K-4n-2, below each pile",
        "end_12(2, J, 2*(K-n)+2*J*(n+1)+(J+1)*n) :- as(K), J = 0..4*n-K.": _UNUSED,
        "end_12(2, J, 2*(K-n)+2*J*(n+1)+(J+1)*n) :- as(K), J = 0..3*n+K.": _UNUSED,
    },
    "corollary_13_corrected": {
        "safe_by_13_corrected :- pile(N), as(K), J = -1..n, 3*J*n+K+J-n+1 <= N, N <= 3*J*n+2*K+2*J-n.": _UNUSED
    },
    "largest_8": {
        **{f"largest_lost_8(3*n*n+2*n+1) :- as({text}": _NARROWER for text in ("0), 0 = 1.", "1).", "-1).")},
        "largest_lost_8(3*n*n+2*n+1).": _NARROWER,
        "largest_lost_8(3*n*n+2*n+1) :- not as(0).": _NARROWER,
        "largest_8(1) :- pile(N), largest_lost_8(T), N > T.": "it speaks of no smaller pile",
    },
    "largest_10_corrected": {
        "largest_10_corrected(1) :- pile(N), largest_lost_10_corrected(T), N > T.": "it speaks of no smaller pile"
    },
    "largest_12_corrected": {
        "largest_12_corrected(1) :- pile(N), largest_lost_12_corrected(T), N > T.": "it speaks of no smaller pile"
    },
    "every_8": {
        "lost_by_quotient_8 :- pile(N), Q = (N-1)/(3*n+2), N <= (Q+1)*(n+1)+Q*2*n.": (
            "the last condition says Q+1 >= N-Q(3n+2)-n > -n for every N of that quotient: Q <= n"
        )
    },
    "closed_form": {
        "lost :- side(1), left(L), pile(0), L != n+extra.": "no more than n+extra players are left to move in a row"
    },
}
"""The changes that change nothing of what is claimed, and why."""


def is_equivalent(theorem: Theorem, number: int) -> bool:
    """Whether a change is named as one that changes nothing, or tells only for which K a largest game is claimed."""
    mutant = theorem.mutants[number]
    start = f"{mutant.original.split(' :- ')[0]} :- as(K)"
    narrower = head(mutant.original).startswith("top_1") and mutant.rule.startswith(start)
    return narrower or mutant.rule in EQUIVALENT.get(theorem.iff, {})


def check_theorem(theorem: Theorem, numbers: Sequence[int], folder: Path) -> None:
    """Each of these changes is refuted at the first position, changes nothing, or is refused."""
    firsts, faulty = theorem.firsts(numbers)
    rules = [mutant.rule for mutant in theorem.mutants]
    assert {n for n in numbers if n not in firsts} == {n for n in numbers if is_equivalent(theorem, n)} - faulty
    for number in faulty:
        n, largest = firsts[number][0].n, firsts[number][1][0]
        with pytest.raises(InputError, match="has no value at"):
            theorem.results([number], n, max(largest, 2), folder)
    for n, largest, batch in theorem.batches({number: at for number, at in firsts.items() if number not in faulty}):
        results = theorem.results(batch, n, largest, folder)
        for number in batch:
            counterexample = results[number].counterexample
            assert results[number].verdict is Verdict.REFUTED, rules[number]
            assert counterexample is not None
            setting, at = firsts[number]
            assert counterexample.parameters == setting.parameters, rules[number]
            assert tuple(counterexample.position.values()) == at, rules[number]
    same = [number for number in numbers if number not in firsts]
    for start in range(0, len(same), TOGETHER):
        batch = same[start : start + TOGETHER]
        results = theorem.results(batch, 1, 12, folder)
        assert {results[number].verdict for number in batch} <= {Verdict.HOLDS, Verdict.VACUOUS}


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.iff)
@pytest.mark.sample(18)
def test_some_changes_of_a_theorem(theorem: Theorem, tmp_path: Path) -> None:
    check_theorem(theorem, range(0, len(theorem.mutants), STEP), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.iff)
def test_every_change_of_a_theorem(theorem: Theorem, tmp_path: Path) -> None:
    check_theorem(theorem, range(len(theorem.mutants)), tmp_path)
    rules = {mutant.rule for mutant in theorem.mutants}
    assert EQUIVALENT.get(theorem.iff, {}).keys() <= rules


PROVED = {
    "every_8": ("{n: 1, k: 0, pile: 0..2}", "{n: all, k: 0, pile: all}"),
    "every_10": ("{n: 1, pile: 0..2}", "{n: all, k: all, pile: all}"),
    "every_12": ("{n: 1, pile: 0..2}", "{n: all, k: all, pile: all}"),
    "closed_form": ("{n: 1, extra: 1, m: 2, pile: 0..2}", "{n: all, k: all, extra: 1, m: 2, pile: all}"),
}
"""The box that refutes none of the changes given to the prover, and what is proved."""
SECONDS = 60


def late(theorem: Theorem) -> list[tuple[int, First]]:
    """The changes that are first wrong at some pile that the box does not have."""
    firsts, faulty = theorem.firsts(range(len(theorem.mutants)))
    return [(number, at) for number, at in sorted(firsts.items()) if at[1][0] > 4 and number not in faulty]


def prove(theorem: Theorem, number: int, folder: Path) -> Result:
    """What Bouton says of a change with its parameters unknown, beside the closed form for the other players."""
    iff, where = theorem.claimed(number)
    over, proof = PROVED[theorem.iff]
    asked = f"over: {over}, prove: {proof}"
    claims = [f"  - {{id: all, says: s, kind: winners, iff: {iff}, {asked}}}"]
    if where is not None:
        claims = [
            f"  - {{id: one, says: s, kind: winners, iff: {iff}, where: {where}}}",
            "  - {id: closed, says: s, kind: winners, iff: closed_form}",
            f"  - {{id: all, says: s, kind: winners, together: [one, closed], {asked}}}",
        ]
    rules = needed([*GAME, *theorem.lines([number])], MOVES | {iff, where or iff, "closed_form"})
    options = Options(claims=("all",), limits=Limits(seconds=SECONDS))
    (result,) = check(load(written(folder, rules, claims)), options, lambda _: None)
    return result


def check_proofs(iff: str, chosen: slice, folder: Path) -> None:
    """None of these is proved; where one is refuted, the solver and plain clingo agree that it is wrong there."""
    theorem = next(theorem for theorem in THEOREMS if theorem.iff == iff)
    for number, _ in late(theorem)[chosen]:
        rule = theorem.mutants[number].rule
        result = prove(theorem, number, folder)
        assert result.proof is not None
        assert result.proof.verdict in ("refuted", "unknown"), rule
        assert result.verdict is (Verdict.REFUTED if result.counterexample else Verdict.HOLDS), rule
        if result.counterexample is not None:
            setting = Setting(**{name: int(str(value)) for name, value in result.counterexample.parameters.items()})
            pile, player = (int(str(value)) for value in result.counterexample.position.values())
            changed, where = theorem.claimed(number)
            wanted = [name for name in (changed, where) if name]
            rules = [*GAME, *theorem.lines([number])]
            rows, _ = derived(rules, FLUENTS, setting.parameters, [(pile, player)], wanted)
            assert where is None or rows[where][pile, player]
            assert rows[changed][pile, player] != {(setting.winner(pile, player, pile),)}, rule


@pytest.mark.slow
def test_a_change_is_not_proved_of_every_n(tmp_path: Path) -> None:
    check_proofs("every_8", slice(1, 2), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("iff", PROVED)
def test_no_change_is_proved_of_every_n_and_k(iff: str, tmp_path: Path) -> None:
    check_proofs(iff, slice(None, None, 3), tmp_path)


PLAYED = ("players", "move", "after", "seat", "before", "side", "winner")
RULES = with_body(rule for rule in SURVIVOR if head(rule) in PLAYED)
RULE_MUTANTS = [mutant for mutant in changes(RULES) if is_rule(mutant.rule)]
RULE_STEP = 120
PILES = range(7)
SEATED = [Setting(n, k, 2, extra) for n, k, extra in product((1, 2), (0, 1, 2), (0, 1))]
TOGETHER_SEATED = ("{n: 1..2, k: 0..2, extra: 0..1, pile: 0..6}", SEATED)
ALTERNATING = (
    "{n: 1..2, k: 0, extra: 0, alternating: 1, pile: 0..6}",
    [Setting(1, 0, 2, 0, 1), Setting(2, 0, 2, 0, 1)],
)


def played(rules: Sequence[str], setting: Setting) -> dict[Position, object] | None:
    """Who wins by the moves, sides and winners of these rules; None where they make no game."""
    positions = setting.positions(PILES)
    found: dict[str, Any] = derived(rules, FLUENTS, setting.parameters, positions, MOVES)[0]
    won: dict[Position, object] = {}
    for at in positions:
        effects = [{e for taken, e in found["after"][at] if (taken,) == move} for move in found["move"][at]]
        options = [(dict(pairs).get("pile", at[0]), dict(pairs).get("player", at[1])) for pairs in effects]
        two_values = any(len(dict(pairs)) < len(pairs) for pairs in effects)
        if two_values or len(found["side"][at]) != 1 or any(option not in won for option in options):
            return None
        if not options and len(found["winner"][at]) != 1:
            return None
        ((side,),) = found["side"][at]
        reached = {won[option] for option in options}
        won[at] = side if side in reached else reached.pop() if reached else next(iter(found["winner"][at]))[0]
    sides = {side for at in positions for (side,) in found["side"][at]} | set(won.values())
    return won if len(sides) <= 2 else None


def event(rules: Sequence[str], settings: Iterable[Setting]) -> tuple[Setting, Position | None] | None:
    """The first setting where the rules are none, or where another side wins than by the solver, and where."""
    for setting in settings:
        won = played(rules, setting)
        if won is None:
            return setting, None
        for at, side in won.items():
            if side != setting.winner(at[0], at[1], PILES[-1]):
                return setting, at
    return None


def check_rule(mutant: Mutant, over: str, settings: Sequence[Setting], folder: Path) -> bool:
    """Whether the changed rules are the same game: else they are refused, or refuted at the first position."""
    rules = mutant.rules(RULES)
    first = event(rules, settings)
    true = [
        f"row({s.n},{s.k},{s.extra},{pile},{player},{s.winner(pile, player, PILES[-1])})."
        for s in settings
        for pile, player in s.positions(PILES)
    ]
    claim = f"  - {{id: game, says: s, kind: winners, iff: wins, over: {over}}}"
    wins = "wins(A) :- pile(N), player(I), row(n,k,extra,N,I,A)."
    spec = written(folder, [*rules, *true, wins], [claim])
    try:
        (result,) = check(load(spec), Options(prove=False, engine="ground"), lambda _: None)
    except InputError:
        assert first is not None, mutant.rule
        assert first[1] is None, mutant.rule
        return False
    if first is None:
        assert result.verdict is Verdict.HOLDS, mutant.rule
        return True
    assert result.verdict is Verdict.REFUTED, mutant.rule
    assert result.counterexample is not None
    assert result.counterexample.parameters == first[0].parameters, mutant.rule
    if first[1] is not None:
        assert tuple(result.counterexample.position.values()) == first[1], mutant.rule
    return False


def check_rules(numbers: Iterable[int], folder: Path) -> set[str]:
    """The changes, among these, that leave the game as it is."""
    found = set()
    for number in numbers:
        mutant = RULE_MUTANTS[number]
        boxes = (TOGETHER_SEATED, ALTERNATING) if "alternating" in mutant.original else (TOGETHER_SEATED,)
        same = [check_rule(mutant, over, settings, folder) for over, settings in boxes]
        if all(same):
            found.add(mutant.rule)
    return found


SAME_GAME = {
    "after(take(T), pile(N-T)) :- pile(N), T = 0..m, T <= N.": "what follows no move counts for nothing",
    "after(take(T), pile(N-T)) :- pile(N), T = 1..m.": "what follows no move counts for nothing",
    "after(take(T), player(I+1)) :- move(take(T)), player(I), players(P), I != P.": "no player comes after the last",
    "before(S-1) :- seat(S), S != 0.": "no seat lies below 0",
    "before(P-0) :- seat(0), players(P).": "alliance 2 sits on every seat from n+extra on",
    "before(P+1) :- seat(0), players(P).": "alliance 2 sits on every seat from n+extra on",
    "side(1) :- alternating <= 0, seat(S), S < n+extra.": "alternating is 0 or 1",
    "side(2) :- alternating <= 0, seat(S), S >= n+extra.": "alternating is 0 or 1",
    "side(1) :- alternating >= 1, player(I), I \\ 2 = 1.": "alternating is 0 or 1",
    "side(2) :- alternating >= 1, player(I), I \\ 2 = 0.": "alternating is 0 or 1",
    "side(1) :- alternating = 1, player(I), I \\ 2 >= 1.": "a remainder by 2 is 0 or 1",
    "side(2) :- alternating = 1, player(I), I \\ 2 <= 0.": "a remainder by 2 is 0 or 1",
    "winner(1) :- alternating <= 0, pile(0), before(S), S >= n+extra.": "alternating is 0 or 1",
    "winner(2) :- alternating <= 0, pile(0), before(S), S < n+extra.": "alternating is 0 or 1",
    "winner(A) :- alternating >= 1, pile(0), side(A).": "alternating is 0 or 1",
    "winner(1) :- alternating = 0, before(S), S >= n+extra.": "a winner counts at a terminal only",
    "winner(2) :- alternating = 0, before(S), S < n+extra.": "a winner counts at a terminal only",
    "winner(A) :- alternating = 1, side(A).": "a winner counts at a terminal only",
}
"""The changes of a rule that leave the game as it is, and why."""


def test_some_changes_of_the_rules(tmp_path: Path) -> None:
    numbers = range(0, len(RULE_MUTANTS), RULE_STEP)
    rules = {RULE_MUTANTS[number].rule for number in numbers}
    assert check_rules(numbers, tmp_path) == rules & SAME_GAME.keys()


@pytest.mark.slow
def test_every_change_of_the_rules(tmp_path: Path) -> None:
    assert check_rules(range(len(RULE_MUTANTS)), tmp_path) == SAME_GAME.keys()


@pytest.mark.parametrize("rule", REFUSED)
def test_a_variable_that_is_only_bounded_is_refused(rule: str, tmp_path: Path) -> None:
    assert is_rule(rule)
    rules = needed([*GAME, rule, "wins(1) :- largest_lost_10_corrected(_)."], MOVES | {"wins"})
    spec = written(tmp_path, rules, ["  - {id: one, says: s, kind: winners, over: {n: 1, k: 1, pile: 0..2}}"])
    with pytest.raises(InputError, match="must give K a value"):
        list(check(load(spec), Options(prove=False), lambda _: None))
