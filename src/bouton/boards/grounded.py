"""The rules about one position grounded once for every position that there is: each member may be there or not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from clingo import Control, Function, MessageCode, Symbol
from clingo.backend import Observer

from bouton.core.errors import Unreadable

Term: TypeAlias = tuple[Symbol, ...]
"""The arguments of a fluent or of a predicate."""
Literal: TypeAlias = int
"""An atom's number, negative for its negation; 0 is what always holds."""
OUTPUTS = ("move", "after", "gone")


@dataclass(frozen=True)
class FluentField:
    """A fluent as it lies in a word: `field` of one member, such as a token or a counter, or a set, a bit for each."""

    name: str
    members: tuple[Term, ...]
    field: bool

    @property
    def width(self) -> int:
        """How many bits it takes."""
        return (len(self.members) - 1).bit_length() if self.field else len(self.members)


@dataclass(frozen=True)
class WeightedBody:
    """A body that holds where literals that hold weigh so much at `least`; no weight is negative."""

    least: int
    weights: tuple[tuple[Literal, int], ...]


Body: TypeAlias = tuple[Literal, ...] | WeightedBody


@dataclass(frozen=True)
class MemberEffect:
    """What a move does where its literal holds: `gone` takes a member away, else it adds it."""

    gone: bool
    fluent: Symbol
    literal: Literal


@dataclass(frozen=True)
class Action:
    """A move that some position may have: what it asks for, and what it does."""

    term: Symbol
    literal: Literal
    effects: tuple[MemberEffect, ...]


@dataclass(frozen=True)
class Grounded:
    """Ground rules by their heads, the fluents' literals, the moves, and the extents of the predicates asked for."""

    slots: tuple[FluentField, ...]
    fluents: Mapping[Literal, tuple[int, int]]
    """The fluents' literals: the number of the slot, and that of the member in it."""
    rules: Mapping[Literal, Sequence[Body]]
    actions: tuple[Action, ...]
    extents: Mapping[tuple[str, int], Mapping[Term, Literal]]

    def asking(self, extents: Mapping[tuple[str, int], Mapping[Term, Literal]]) -> Grounded:
        """The same with other extents."""
        return replace(self, extents=extents)


class _Seen(Observer):
    """Takes down the ground rules; what is no rule with one head is `odd`."""

    def __init__(self) -> None:
        self.rules: dict[Literal, list[Body]] = {}
        self.odd: str | None = None

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if not choice:
            self._add(head, tuple(body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        if choice or any(weight < 0 for _, weight in body):
            self.odd = "a choice among weights"
        self._add(head, WeightedBody(lower_bound, tuple(body)))

    def _add(self, head: Sequence[int], body: Body) -> None:
        if len(head) != 1:
            self.odd = "a rule without one head"
            return
        self.rules.setdefault(head[0], []).append(body)


def ground(
    text: str,
    slots: Sequence[FluentField],
    wanted: Collection[tuple[str, int]],
    lead: Term = (),
    fixed: Collection[tuple[str, int]] = (),
) -> Grounded:
    """The rules grounded with every fluent free.

    Lifted rules have the position `lead` as their first argument, but for predicates that are `fixed`, and say where an
    operation has no value. Unreadable where a rule does more than derive atoms, or where rules that are not lifted have
    such an operation.
    """
    told: list[MessageCode] = []
    control = Control(logger=lambda code, _: told.append(code), message_limit=100)
    seen = _Seen()
    control.register_observer(seen)
    free = [_symbol(slot, member, lead) for slot in slots for member in slot.members]
    choice = f"{{{';'.join(map(str, free))}}}.\n" if free else ""
    known = "".join(f"#defined {name}/{arity + len(lead)}." for name, arity in [("move", 1), ("after", 2), ("gone", 2)])
    control.add("base", [], f"{text}\n{choice}{known}")
    control.ground([("base", [])])
    if seen.odd or (MessageCode.OperationUndefined in told and not lead):
        raise Unreadable(seen.odd or "an operation is not defined at every position")
    atoms = control.symbolic_atoms

    def literal(symbol: Symbol) -> Literal:
        atom = atoms[symbol]
        assert atom is not None
        return 0 if atom.is_fact else int(atom.literal)

    def extent(name: str, arity: int) -> dict[Term, Literal]:
        first = () if (name, arity) in fixed else lead
        every = ((one.symbol, one) for one in atoms.by_signature(name, arity + len(first)))
        return {
            tuple(symbol.arguments[len(first) :]): 0 if one.is_fact else int(one.literal)
            for symbol, one in every
            if tuple(symbol.arguments[: len(first)]) == first
        }

    fluents = {
        literal(_symbol(slot, member, lead)): (at, number)
        for at, slot in enumerate(slots)
        for number, member in enumerate(slot.members)
    }
    return Grounded(tuple(slots), fluents, seen.rules, _actions(extent), {one: extent(*one) for one in wanted})


def _symbol(slot: FluentField, member: Term, lead: Term) -> Symbol:
    return Function(slot.name, [*lead, *member])


def _actions(extent: Callable[[str, int], Mapping[Term, Literal]]) -> tuple[Action, ...]:
    effects: dict[Symbol, list[MemberEffect]] = {term: [] for (term,) in extent("move", 1)}
    for name in ("gone", "after"):
        for (term, fluent), literal in extent(name, 2).items():
            if term in effects:  # an effect of what is no move means nothing
                effects[term].append(MemberEffect(name == "gone", fluent, literal))
    return tuple(Action(term, literal, tuple(effects[term])) for (term,), literal in sorted(extent("move", 1).items()))
