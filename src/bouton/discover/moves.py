"""Moves that may win, as the heads of rules: templates of the symbolic rules, and numbers that the rules derive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from bouton.claims.registry import stated
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import Atom, Formula, Linear, Operation, Unknown
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import Function, Term
from bouton.core.position import Heaps
from bouton.core.spec import Claim, Spec
from bouton.proof.goal import members
from bouton.proof.obligations.kernel import absorption
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Reading, Theorem
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.rules.file import Rules
from bouton.solving.samples import samples
from bouton.solving.templates import cover

_POSITIONS = 2000
_HEAPS = 5
"""Most heaps of the positions that templates are looked for at."""
_SETTINGS = 3, 12
"""Assignments of the parameters: in games of heaps, and in others."""
_SHIFTS = ("", "-1", "+1")
COUNT = "N = #count { I : heap(I,_) }"


@dataclass(frozen=True)
class Offer:
    """A move that may win: its term as a rule has it, and the atoms of the body that bind the variables in it."""

    term: str
    body: tuple[str, ...]


class _NotPlain(Exception):
    """An expression that a rule cannot say in a line."""


def offered(
    spec: Spec, claim: Claim, rules: Rules, chosen: Sequence[Setting], numbers: Sequence[str]
) -> tuple[Offer, ...]:
    """Moves by templates, found for a few numbers of heaps and parameters, and moves whose argument the rules derive.

    `numbers` are the predicates of one number each that give such arguments. Unreadable where the rules have no
    symbolic meaning.
    """
    found: dict[Offer, None] = {}
    most = _SETTINGS[0] if any(isinstance(one, Heaps) for one in rules.fluents) else _SETTINGS[1]
    read: list[Setting] = []
    wrong: Unreadable | None = None
    for setting in chosen:
        try:
            problems = list(_problems(spec, claim, rules, setting)) if len(read) < most else []
        except Unreadable as error:
            wrong = error
            continue
        read.append(setting)
        for game, problem, moves in problems:
            first = len(problem.assertions) - len(moves)
            for template in cover(problem, samples(problem, _POSITIONS)).templates:
                move = moves[template.place - first]
                values = dict(zip(move.unknowns, template.values, strict=True))
                found.update(dict.fromkeys(_offers(spec, setting, game, move.term, values)))
    if wrong is not None and not read:
        raise wrong
    single = {match.group(1) for one in found if (match := re.fullmatch(r"([\w']+)\([^(),]*\)", one.term))}
    for name, predicate, shift in product(sorted(single), numbers, _SHIFTS):
        found[Offer(f"{name}({variable(predicate)}{shift})", (f"{predicate}({variable(predicate)})",))] = None
    return tuple(found)


def variable(predicate: str) -> str:
    """The variable for the number of a predicate or counter; different predicates have different variables."""
    if predicate.startswith("'"):
        return f"_V{predicate}"
    plain = f"{predicate[0].upper()}{predicate[1:]}"
    return f"{plain}_" if re.fullmatch(r"(x\d*|n)_*", predicate) else plain


def of_counter(name: str) -> str:
    """The variable for a counter where no template of a move has variables of its own: `Pile` for `pile`."""
    return f"{name[0].upper()}{name[1:]}" if name[0].isalpha() else variable(name)


def _problems(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting
) -> Iterator[tuple[SymbolicGame, Problem, Sequence[GuardedCommand]]]:
    """For each number of heaps the game, the problem that some N-position has no winning move, and the moves.

    The last assertions of the problem are those of the moves, in the same order.
    """
    here = ranged(setting)
    parameters = {**setting.parameters, **here.parameters}
    said = members(spec, claim)
    theorem = Theorem(rules, parameters, here.counters, spec.measure, claim.play, said, stated=stated(claim))
    reading = Reading(theorem, frozenset(setting.counts))
    for counts in sorted(count for count in setting.counts if sum(count) <= _HEAPS):
        position = reading.at(counts)
        moves = [move for move in position.game.moves if isinstance(move, GuardedCommand)]
        problem = absorption(position, [(move, reading.cases(position, move)) for move in moves])
        first = len(problem.assertions) - len(moves)
        each = [ForAll((), one) if isinstance(one, Formula) else one for one in problem.assertions[first:]]
        assert isinstance(position.game, SymbolicGame)
        yield position.game, replace(problem, assertions=(*problem.assertions[:first], *here.facts, *each)), moves


def _offers(
    spec: Spec, setting: Setting, game: SymbolicGame, term: Term, values: Mapping[Unknown, Linear]
) -> Iterator[Offer]:
    """The ways to write a move of one game so that it means something for other numbers of heaps and parameters too."""
    numbers = {name: value for name, value in setting.parameters.items() if isinstance(value, int)}
    for places in (True, False):
        for named in (numbers, {}):
            try:
                writer = _Writer(spec, game, named, places)
                text = writer.term(term, values)
            except _NotPlain:
                continue
            yield Offer(text, tuple(writer.body))


class _Writer:
    """Writes terms in the notation of the rules, and notes what binds the variables.

    `places` takes the numbers that the rules themselves put into a move for places of heaps, counted from the largest.
    """

    def __init__(self, spec: Spec, game: SymbolicGame, named: Mapping[str, int], places: bool) -> None:
        self._spec = spec
        self._named = named
        self._heaps = next((fluent for fluent in spec.fluents if isinstance(fluent, Heaps)), None)
        self._count = 0 if self._heaps is None else game.counts[self._heaps.name]
        self._ascending = self._heaps is not None and self._heaps.order == "ascending"
        self._places = places and self._ascending
        self.body: dict[str, None] = {}

    def term(self, term: Term, values: Mapping[Unknown, Linear]) -> str:
        """The text of a move's term, with `values` in place of the unknowns that it chooses."""
        if isinstance(term, Function):
            inside = ",".join(self.term(argument, values) for argument in term.arguments)
            return f"{term.name}({inside})" if term.arguments else term.name
        if not isinstance(term, Linear):
            raise _NotPlain
        if term.number is not None:
            if self._places and 1 <= term.number <= self._count:
                return self._place(term.number)
            return self._number(term.number)
        return self._linear(Substitution(values).linear(term))

    def _linear(self, value: Linear) -> str:
        text = ""
        for part, coefficient in sorted(value.terms, key=lambda term: term[1] < 0):
            sign = "-" if coefficient < 0 else "+"
            factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            text += sign + factor + self._atom(part)
        if value.constant or not text:
            text += ("-" if value.constant < 0 else "+") + self._number(abs(value.constant))
        return text.removeprefix("+")

    def _number(self, value: int) -> str:
        for name, known in self._named.items():
            if known > 1 and value in (known, known + 1):
                return name if value == known else f"({name}+1)"
        return str(value)

    def _atom(self, part: Atom) -> str:
        if isinstance(part, Unknown):
            return self._unknown(part.name)
        if not isinstance(part, Operation):
            raise _NotPlain
        return f"({self._side(part.left)} {part.sign} {self._side(part.right)})"

    def _side(self, value: Linear) -> str:
        text = self._linear(value)
        return text if text.isalnum() or (text.startswith("(") and len(value.terms) == 1) else f"({text})"

    def _unknown(self, name: str) -> str:
        stem, _, index = name.partition(".")
        if index == "N":
            if stem in {parameter.name for parameter in self._spec.box.parameters}:
                return stem
            counter = of_counter(stem) if self._heaps is None else variable(stem)
            self.body[f"{stem}({counter})"] = None
            return counter
        if self._heaps is None or stem != self._heaps.name or not index.isdigit():
            raise _NotPlain
        place = int(index)
        size = f"X{self._count + 1 - place if self._ascending else place}"
        bound = f"{stem}({self._place(place)},{size})"
        self.body[bound] = None
        return size

    def _place(self, place: int) -> str:
        if not self._ascending:
            return str(place)
        assert self._heaps is not None
        self.body = {COUNT.replace("heap", self._heaps.name): None, **self.body}
        return f"N-{self._count - place}" if place < self._count else "N"
