"""Guarded commands fused with the kernel's rule: `n(P) :- ..., not not p(option)`.

The rules are read symbolically once for each number of heaps. An option is named by its power sums: those of
the first n powers determine up to n heap sizes (Newton's identities), and a move changes few of the summands.
Games of one heaps fluent in order, with no splitting, are compiled so; the others keep the lifted rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bouton.compiled import moves
from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import add, atom, scale, subtract
from bouton.core.logic.formulas import at_most
from bouton.core.logic.walk import unknowns
from bouton.core.position import Counter
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.fused import Fused
from bouton.ground.game import Game
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.reading.evaluate import evaluate

_WORD = 2**31


def fuse(game: Game, box: GroundBox) -> Fused | None:
    """The fused rules for a hull; None where the game is not of the form that they need."""
    places = [place for place, part in enumerate(box.parts) if isinstance(part, HeapBox)]
    if len(places) != 1 or ("winner", 1) in game.rules.defined or game.measure.counts_heaps:
        return None
    (place,) = places
    heaps = box.parts[place]
    assert isinstance(heaps, HeapBox)
    most, largest = heaps.counts[-1], heaps.sizes[-1] if heaps.sizes else 0
    if most == 0 or most * largest**most >= _WORD:
        return None
    counters = {
        part.fluent.name: (part.values[0], part.values[-1]) for part in box.parts if isinstance(part, CounterBox)
    }
    writer = _Writer(game, place, most, largest)
    try:
        for count in range(most + 1):
            symbolic = evaluate(game.rules, dict(game.parameters), {heaps.fluent.name: count}, counters)
            if any(condition.formula is not ex.FALSE for condition in symbolic.forbidden):
                return None
            if not all(writer.command(symbolic, command) for command in symbolic.moves):
                return None
    except Unreadable:
        return None
    return writer.fused()


@dataclass
class _Writer:
    """Collects the rules of one hull; `sure` are the numbers of heaps with which there is always a move."""

    game: Game
    place: int
    powers: int
    largest: int
    sure: set[int] = field(default_factory=set)
    live: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    reach: list[str] = field(default_factory=list)

    def fused(self) -> Fused:
        """All of it."""
        width = len(self._counters)
        few = [count for count in range(self.powers + 1) if count not in self.sure]
        terminal = [f"terminal(P) :- outside0(P), {self._at(count)}, not live(P)." for count in few]
        kernel = "outside{0}(P) :- position(l,P), not n{0}(P)."
        return Fused(
            self.place,
            self.powers,
            "".join(f"#defined at{count}/{2 + count + width}." for count in range(self.powers + 1)),
            "".join(["#defined live/1.", *terminal, *(rule for count, rule in self.live if count in few)]),
            "".join(self.wrong),
            "".join([f"#defined n{{0}}/1.#defined p{{0}}/{self.powers + width}.", kernel, *self.reach]),
        )

    @property
    def _counters(self) -> list[str]:
        return [f"Counter{at}" for at, fluent in enumerate(self.game.fluents) if isinstance(fluent, Counter)]

    def _at(self, count: int) -> str:
        """The atom of a position with so many heaps."""
        heaps = [f"Heap{at}" for at in range(1, count + 1)]
        return f"at{count}({','.join(['l', 'P', *heaps, *self._counters])})"

    def command(self, symbolic: SymbolicGame, command: GuardedCommand) -> bool:
        """Add a command's rules; False where it has no ASP form or makes new heaps."""
        sizes, new = symbolic.position[self.place], command.after[self.place]
        assert isinstance(sizes, tuple)
        assert isinstance(new, tuple)
        names = _variables(symbolic)
        printed = bodies(command, names, symbolic.position)
        if printed is None or len(new) != len(sizes):
            return False
        for body in printed:
            self._rules(symbolic, command, body, [names[u] for u in _plain(sizes)])
        return True

    def _rules(self, symbolic: SymbolicGame, command: GuardedCommand, body: Body, heaps: list[str]) -> None:
        head = self._at(len(heaps))
        literals = ",".join([head, *body.literals])
        new = body.after[self.place]
        assert isinstance(new, tuple)
        kept = [old for old, size in zip(heaps, new, strict=True) if size is None]
        changed = [size for size in new if size is not None]
        powers = range(1, self.powers + 1)
        # what a move leaves is summed once for all its choices
        rests = [f"Rest{power}={'+'.join(_power(heap, power) for heap in kept) or 0}" for power in powers]
        code = ["+".join([f"Rest{power}", *(_power(size, power) for size in changed)]) for power in powers]
        code += [str(body.after[int(name.removeprefix("Counter"))] or name) for name in self._counters]
        self.live.append((len(heaps), f"live(P) :- outside0(P), {literals}."))
        lengths = [subtract(choice.lows[0], choice.highs[0]) for choice in command.choices]
        if len(body.literals) == len(lengths) and all(moves.at_most(length, 0, command) for length in lengths):
            self.sure.add(len(heaps))
        self.reach.append(f"n{{0}}(P) :- {','.join([literals, *rests])}, not not p{{0}}({','.join(code)}).")
        self.wrong += [f"wrong(P) :- {literals}, {bad}." for bad in self._bad(symbolic, command, body, heaps)]

    def _bad(self, symbolic: SymbolicGame, command: GuardedCommand, body: Body, heaps: list[str]) -> Iterator[str]:
        """Conditions under which a move is wrong, without those that cannot occur."""
        new, old = command.after[self.place], symbolic.position[self.place]
        printed = body.after[self.place]
        assert isinstance(new, tuple)
        assert isinstance(old, tuple)
        assert isinstance(printed, tuple)
        for size, text in zip(new, printed, strict=True):
            if text is None:
                continue
            if not moves.at_least(size, 0, command):
                yield f"{text} < 0"
            if not any(moves.at_most(subtract(size, one), 0, command) for one in old):
                yield f"{text} > {self.largest}"
        for fluent, value in zip(self.game.fluents, body.after, strict=True):
            if isinstance(fluent, Counter) and isinstance(value, str):
                allowed = self.game.counters[fluent.name]
                yield f"{value} < {allowed.start}"
                yield f"{value} >= {allowed.stop}"
        yield from self._not_lower(symbolic, command, body, heaps)

    def _not_lower(
        self, symbolic: SymbolicGame, command: GuardedCommand, body: Body, heaps: list[str]
    ) -> Iterator[str]:
        """The measure does not go down: all entries before one equal and this one up, or the last one equal too."""
        new, old = command.after[self.place], symbolic.position[self.place]
        assert isinstance(new, tuple)
        assert isinstance(old, tuple)
        change = add(*new, scale(-1, add(*old)))
        plain = self.game.measure.entries[0] == "stones" and not any(
            isinstance(fluent, Counter) and fluent.stones for fluent in self.game.fluents
        )
        if plain and moves.at_most(change, -1, command):
            return
        equal: list[str] = []
        for entry in self.game.measure.entries:
            before, after = self._entry(entry, body, heaps)
            last = entry == self.game.measure.entries[-1]
            yield ", ".join([*equal, f"{after} {'>=' if last else '>'} {before}"])
            equal.append(f"{after} = {before}")

    def _entry(self, entry: str, body: Body, heaps: list[str]) -> tuple[str, str]:
        before, after = ["0"], ["0"]
        for at, fluent in enumerate(self.game.fluents):
            new = body.after[at]
            if isinstance(new, tuple):
                if entry == "stones":
                    before += heaps
                    after += [size or old for size, old in zip(new, heaps, strict=True)]
            elif isinstance(fluent, Counter) and (entry == fluent.name or (entry == "stones" and fluent.stones)):
                before.append(f"Counter{at}")
                after.append(new or f"Counter{at}")
        return "+".join(before), "+".join(f"({term})" for term in after)


def _variables(symbolic: SymbolicGame) -> dict[ex.Unknown, str]:
    names: dict[ex.Unknown, str] = {}
    for place, entry in enumerate(symbolic.position):
        if isinstance(entry, tuple):
            names |= {unknown: f"Heap{at}" for at, unknown in enumerate(_plain(entry), 1)}
        else:
            names |= dict.fromkeys(_plain((entry,)), f"Counter{place}")
    return names


def _plain(entries: Sequence[ex.Linear]) -> list[ex.Unknown]:
    """The unknowns that the entries of a symbolic position are."""
    return [one for entry in entries for one in unknowns(entry)]


def _power(term: str, power: int) -> str:
    return "*".join([term] * power)


# ------------------------------------------------------------------------------------------------ bodies of ASP rules


_MOST_CASES = 16


class _Unprintable(Exception):
    """The expression has no ASP form."""


@dataclass(frozen=True)
class Body:
    """A move as the body of a rule: its literals, and the new value of each fluent as ASP terms.

    `after` is by place, None where the move leaves the old value.
    """

    literals: tuple[str, ...]
    after: tuple[str | tuple[str | None, ...] | None, ...]


def bodies(command: GuardedCommand, names: Mapping[ex.Unknown, str], position: SymbolicPosition) -> list[Body] | None:
    """The command as rule bodies, one per case of its guard; `names` are the variables of the position."""
    known = dict(names) | {unknown: f"Choice{at}" for at, unknown in enumerate(command.unknowns)}
    try:
        ranges, used = [], set[ex.Formula]()
        for choice in command.choices:
            low, high = choice.lows[0], choice.highs[0]
            ranges.append(f"{known[choice.unknown]} = {_linear(low, known)}..{_linear(high, known)}")
            used |= {at_most(low, atom(choice.unknown)), at_most(atom(choice.unknown), high)}
        cases = [[_literal(part, known) for part in case if part not in used] for case in _cases(command.guard)]
        after = tuple(_entry(new, old, known) for new, old in zip(command.after, position, strict=True))
    except _Unprintable:
        return None
    return [Body((*ranges, *case), after) for case in cases]


def _entry(
    new: ex.Linear | tuple[ex.Linear, ...], old: ex.Linear | tuple[ex.Linear, ...], known: Mapping[ex.Unknown, str]
) -> str | tuple[str | None, ...] | None:
    if isinstance(new, ex.Linear):
        return None if new is old else _linear(new, known)
    assert isinstance(old, tuple)
    olds: Sequence[ex.Linear | None] = (*old, *[None] * (len(new) - len(old)))
    return tuple(None if size is before else _linear(size, known) for size, before in zip(new, olds, strict=True))


def _cases(guard: ex.Formula) -> list[list[ex.Formula]]:
    """The guard as a disjunction of conjunctions."""
    if isinstance(guard, ex.And):
        found = [list(itertools.chain(*parts)) for parts in itertools.product(*map(_cases, guard.parts))]
    elif isinstance(guard, ex.Or):
        found = [case for part in guard.parts for case in _cases(part)]
    else:
        found = [[guard]]
    if len(found) > _MOST_CASES:
        raise _Unprintable
    return found


def _literal(formula: ex.Formula, known: Mapping[ex.Unknown, str]) -> str:
    if isinstance(formula, ex.Le):
        return f"{_linear(formula.left, known)} <= 0"
    if isinstance(formula, ex.Eq):
        return f"{_linear(formula.left, known)} = 0"
    if isinstance(formula, ex.Ne):
        return f"{_linear(formula.left, known)} != 0"
    raise _Unprintable


def _linear(value: ex.Linear, known: Mapping[ex.Unknown, str]) -> str:
    terms = [_atom(one, known) if factor == 1 else f"{factor}*{_atom(one, known)}" for one, factor in value.terms]
    if value.constant or not terms:
        terms.append(str(value.constant))
    return "(" + "+".join(terms).replace("+-", "-") + ")" if len(terms) > 1 else terms[0]


def _atom(one: ex.Atom, known: Mapping[ex.Unknown, str]) -> str:
    if isinstance(one, ex.Unknown):
        return known[one]
    if not isinstance(one, ex.Operation):
        raise _Unprintable
    return f"(({_linear(one.left, known)}){one.sign}({_linear(one.right, known)}))"
