"""Claims about named positions, families, sequences and strategies, as claims of the kinds that are printed for Rocq.

A table is what it says of each of its positions: one rule for each, of a predicate that is made. So it is the claim
that this predicate names the outcome, the value, the winner, or the rows of another predicate, wherever a position is
listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bouton.claims.example import extent
from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Fluent, Position, Value
from bouton.core.ranges import Interval, expression
from bouton.core.spec import (
    At,
    Box,
    Cell,
    Claim,
    CounterRange,
    FluentRange,
    HeapRange,
    ParameterRange,
    ProofRange,
    Spec,
)
from bouton.document import entries as document
from bouton.document.tables import Table
from bouton.ground.box import CounterBox, HeapBox, among, around
from bouton.ground.game import Game, extents
from bouton.rules.file import IN_RANGE, Rules
from bouton.rules.lift import greatest
from bouton.rules.read import more
from bouton.rules.syntax import names_of


def plain(spec: Spec, claim: Claim, rules: Rules, *, refuted: bool = False) -> tuple[Spec, Claim, Rules]:
    """The claim as one of a kind that is printed, with its rules; itself where it is one.

    Of one that is refuted it may be a part. Unreadable where what it says is of no such kind.
    """
    if isinstance(claim.said, document.Outcome):
        return _family(spec, claim, rules, claim.said, refuted=refuted)
    if isinstance(claim.said, document.Example | Table):
        return _Listed(spec, claim, rules).restated()
    if isinstance(claim.said, document.Sequence):
        return _sequence(spec, claim, rules, claim.said)
    return spec, claim, rules


def proved(spec: Spec, claim: Claim, rules: Rules) -> tuple[Spec, Claim, Rules]:
    """The claim with a range for a proof as one of which files prove something, with its rules; itself where it is one.

    What a strategy wins is said beside the theorem of where it is needed, of the claim that names the same one.
    Unreadable where there is no such claim, or what it says is of no kind that is printed.
    """
    if isinstance(claim.said, document.Outcome):
        _, own, rules = _family(spec, claim, rules, claim.said)
        others = tuple(one for one in spec.claims if one.id != claim.id)
        own = replace(own, prove=claim.prove)
        return replace(spec, claims=(*others, own)), own, rules
    if isinstance(claim.said, document.Strategy):
        wanted = (claim.said.moves, claim.play, claim.where)
        for one in spec.claims:
            alike = (one.strategy, one.play, one.where) == wanted and _range(one, claim) == _range(claim, claim)
            if alike and isinstance(one.said, document.PPositions) and one.expect.verdict != "refuted":
                says = f"{claim.says} That is what is said of the strategy, behind the theorem of {one.id}."
                return spec, replace(one, id=claim.id, says=says), rules
        raise Unreadable("no claim on P-positions with the same range names this strategy: no theorem is written of it")
    return spec, claim, rules


def naming(spec: Spec, claim: Claim) -> Claim:
    """A strategy's claim as one on P-positions that names its moves, for the same ranges: that of all positions.

    Unreadable where the spec has no such claim that is not refuted.
    """
    assert isinstance(claim.said, document.Strategy)
    for one in spec.claims:
        alike = one.play == claim.play and one.where in (None, claim.where) and not one.together
        if alike and isinstance(one.said, document.PPositions) and one.expect.verdict != "refuted":
            said = one.said.model_copy(update={"strategy": claim.said.moves, "where": claim.where})
            return replace(claim, kind=one.kind, said=said)
    raise Unreadable("no claim on P-positions stands beside this strategy: no refutation is written of it")


def _range(one: Claim, claim: Claim) -> ProofRange | None:
    """The range for a proof, as if it stood where the claim does."""
    return None if one.prove is None else replace(one.prove, place=claim.place)


def ranged(spec: Spec, claim: Claim, rules: Rules, parameters: Mapping[str, Value], position: Position) -> Rules:
    """The rules with the range that is checked where one position is, if they speak of that.

    What they derive is the same in every larger one: rules of which that is not so are faults.
    """
    if not rules.ranged:
        return rules
    counters = {
        one.name: range(min(value, 0), value + 1)
        for one, value in zip(spec.fluents, position, strict=True)
        if isinstance(value, int)
    }
    game = Game(rules, spec.measure, dict(parameters), counters, frozenset(counters))
    last = greatest(extents(game, around(spec.fluents, position).hull))
    return replace(more(rules, [f"{IN_RANGE[0]}(0..{last})."], claim.place), ranged=False)


def _fresh(spec: Spec, rules: Rules) -> Fresh:
    return Fresh({*names_of(rules), *rules.parameters, *rules.sets, *(one.name for one in spec.fluents)})


def _family(
    spec: Spec, claim: Claim, rules: Rules, said: document.Outcome, *, refuted: bool = False
) -> tuple[Spec, Claim, Rules]:
    """All of a family are P-positions: wherever it speaks they are those of the family, or none.

    Where one is refuted nothing is said of replies: what is false without them is false with them.
    """
    if said.outcome == "draw" or said.strategy is not None or (said.reply is not None and not refuted):
        raise Unreadable("draws, replies and winning moves of a family are not printed for Rocq yet")
    if claim.where is None:
        raise Unreadable("an outcome that all positions have is not printed for Rocq yet")
    iff = claim.where
    if said.outcome == "N":
        iff = _fresh(spec, rules).name("never")
        rules = more(rules, [f"{iff} :- {claim.where}, not {claim.where}."], claim.place)
    own = document.PPositions.model_construct(kind="p-positions", iff=iff, where=said.where, play=said.play)
    claim = replace(claim, kind="p-positions", said=own, prove=None)
    return replace(spec, claims=(claim,)), claim, rules


def _sequence(spec: Spec, claim: Claim, rules: Rules, said: document.Sequence) -> tuple[Spec, Claim, Rules]:
    """At each index the terms are those of the other sequence, or a predicate holds of it."""
    if claim.about == "positions":
        raise Unreadable("sequences whose terms are the P-positions are not printed for Rocq yet")
    (index,), fresh = spec.fluents, _fresh(spec, rules)
    agrees, differs, at = fresh.name("agrees"), fresh.name("differs"), f"{index.name}(N)"
    lines = [f"{agrees} :- {at}, {said.satisfies}(N)."]
    if said.same is not None:
        row = ",".join(["N", *(f"X{place}" for place in range(1, rules.arities(said.terms)[0]))])
        one, other = f"{said.terms}({row})", f"{said.same}({row})"
        lines = [f"{differs} :- {at}, {a}, not {b}." for a, b in ((one, other), (other, one))]
        lines.append(f"{agrees} :- not {differs}.")
    own = document.Everywhere.model_construct(kind="everywhere", iff=agrees)
    claim = replace(claim, kind="everywhere", said=own, prove=None)
    return replace(spec, claims=(claim,)), claim, more(rules, lines, claim.place)


class _Listed:
    """A claim with positions of its own, and what it says at each."""

    def __init__(self, spec: Spec, claim: Claim, rules: Rules) -> None:
        self.spec, self.claim, self.rules = spec, claim, rules
        if spec.legal is not None:
            raise Unreadable("named positions where not all exist (`legal`) are not printed for Rocq yet")
        fresh = _fresh(spec, rules)
        self.listed, self.stated, self.differs, self.agrees = map(fresh.name, ("listed", "stated", "differs", "agrees"))
        self.lines = [f"{self.listed} :- {self._at(one)}." for one in claim.points]

    def restated(self) -> tuple[Spec, Claim, Rules]:
        """The claim that is printed."""
        own = self._said()
        rules = more(self.rules, self.lines, self.claim.place)
        box = Box(self._parameters(), self._around([one.position for one in self.claim.points]))
        claim = replace(self.claim, kind=own.kind, said=own, points=(), box=box, prove=None)
        return replace(self.spec, claims=(claim,)), claim, rules

    def _said(self) -> document.PPositions | document.Winners | document.Grundy | document.Everywhere:
        said = self.claim.said
        given: dict[str, Any] = {"where": self.listed, "iff": self.stated, "play": self.claim.play}
        if isinstance(said, document.Example):
            if said.predicate is not None:
                return self._rows(said.predicate, [True if said.value is None else said.value])
            if said.winner is not None:
                self._stated([[(said.winner,)]])
                return document.Winners.model_construct(kind="winners", **given)
            self._stated([[()] if said.outcome == "P" else []])
            return document.PPositions.model_construct(kind="p-positions", **given)
        assert isinstance(said, Table)
        if said.predicate is not None:
            return self._rows(said.predicate, said.cells)
        if said.of == "value":
            self._stated([[(cell,)] for cell in said.cells if isinstance(cell, int)])
            return document.Grundy.model_construct(kind="grundy", **given)
        if said.of != "outcome" or "draw" in said.cells:
            raise Unreadable("pairs of values, remoteness and draws are not printed for Rocq yet")
        self._stated([[()] if cell == "P" else [] for cell in said.cells])
        return document.PPositions.model_construct(kind="p-positions", **given)

    def _stated(self, rows: Sequence[Sequence[tuple[int | str, ...]]]) -> None:
        """A rule for each row at each position; where there are none the predicate holds of nothing."""
        found = [
            f"{self._atom(self.stated, map(str, row))} :- {self._at(at)}."
            for at, each in zip(self.claim.points, rows, strict=True)
            for row in each
        ]
        self.lines += found or [f"{self.stated} :- {self.listed}, not {self.listed}."]

    def _rows(self, name: str, cells: Sequence[Cell]) -> document.Everywhere:
        """That a predicate holds of the rows that are listed, and of no others."""
        found = [one for one in self.rules.defined if one[0] == name]
        rows = [sorted(extent(cell), key=str) for cell in cells]
        if len(found) != 1:
            raise Unreadable(f"{name} is no predicate of the rules with one number of arguments")
        arity = found[0][1]
        if any(len(row) != arity for each in rows for row in each):
            raise Unreadable(f"{name} has {arity} arguments, and not those that are listed")
        variables = [f"X{at}" for at in range(arity)]
        atom, stated = self._atom(name, variables), self._atom(self.stated, variables)
        if any(rows):
            self._stated(rows)
            self.lines += [
                f"{self.differs} :- {atom}, not {stated}.",
                f"{self.differs} :- {stated}, not {atom}.",
            ]
        else:
            self.lines.append(f"{self.differs} :- {atom}.")
        self.lines.append(f"{self.agrees} :- not {self.differs}.")
        return document.Everywhere.model_construct(kind="everywhere", where=self.listed, iff=self.agrees)

    def _atom(self, name: str, arguments: Iterator[str] | Sequence[str]) -> str:
        inside = ",".join(arguments)
        return f"{name}({inside})" if inside else name

    # ------------------------------------------------------------------------------------------------------ positions

    def _at(self, one: At) -> str:
        """What holds at a position, and at no other of the box."""
        parts = [text for name, value in one.parameters.items() for text in _parameter(name, value)]
        for fluent, value in zip(self.spec.fluents, one.position, strict=True):
            parts += _fluent(fluent, value)
        return ", ".join(parts) or "1 = 1"

    def _parameters(self) -> tuple[ParameterRange, ...]:
        """The values of each parameter at these positions, and those between."""
        found: list[ParameterRange] = []
        for one in self.claim.box.parameters:
            values = [at.parameters[one.name] for at in self.claim.points]
            numbers = [value for value in values if isinstance(value, int)]
            sets = tuple(dict.fromkeys(sorted(value for value in values if isinstance(value, tuple))))
            interval = None if one.interval is None else _interval(range(min(numbers), max(numbers) + 1))
            found.append(replace(one, interval=interval, sets=sets, subsets=None))
        return tuple(found)

    def _around(self, positions: Sequence[Position]) -> tuple[FluentRange, ...]:
        """The least box around positions."""
        hull = among(self.spec.fluents, tuple(dict.fromkeys(positions))).hull
        found: list[FluentRange] = []
        for part in hull.parts:
            if isinstance(part, HeapBox):
                found.append(HeapRange(part.fluent.name, _interval(part.counts), _interval(part.sizes)))
            elif isinstance(part, CounterBox):
                found.append(CounterRange(part.fluent.name, _interval(part.values)))
        return tuple(found)


def _interval(numbers: range) -> Interval:
    return Interval(expression(numbers[0]), expression(numbers[-1]))


def _parameter(name: str, value: Value) -> Iterator[str]:
    if isinstance(value, int):
        yield f"{name} = {value}"
        return
    yield from (f"{name.lower()}({one})" for one in value)
    yield f"#count {{ X : {name.lower()}(X) }} = {len(set(value))}"


def _fluent(fluent: Fluent, value: object) -> Iterator[str]:
    if not isinstance(value, tuple):
        yield f"{fluent.name}({value})"
        return
    yield from (f"{fluent.name}({at},{size})" for at, size in enumerate(value, 1))
    yield f"not {fluent.name}({len(value) + 1},_)"
