"""The moves of a game on sets as a table of rows, and what these ask of a position beyond its bits as derived bits.

A position is a word: a bit for each member of a set, and a field of bits for a token or a counter. The bits after these
are derived, in the order of what they need: recursions, sums, and what would take too many cubes to write out.

Where every row asks for members alone, and only takes members away, a row that is legal later is legal now, and touches
no more then. So components of a position, the members that rows which are legal now touch, joined where such a row
touches both, stay apart: the position is the sum of its components (Sprague 1935, Grundy 1939), and members that no row
touches are of no matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import Literal, TypeAlias

from clingo import Function, Symbol

from bouton.boards.cubes import ALWAYS, Cube, TooMany, absorbed, bits, meet, product, rest, without
from bouton.boards.grounded import Action, Body, FluentField, Grounded, MemberEffect, Term, WeightedBody
from bouton.core.errors import Unreadable
from bouton.rules.depend import components

_MOST = 128
"""The most bits of a position."""
_FEW = 4
"""The most values of a field for which "not this one" is written as the others."""


@dataclass(frozen=True)
class Weighed:
    """A sum over bits, each as (weight, bit, whether it counts where it is set), that is to be so much at `least`."""

    least: int
    terms: tuple[tuple[int, int, bool], ...]


Reason: TypeAlias = Cube | Weighed


@dataclass(frozen=True)
class Group:
    """Derived bits that need each other, or a single one: (bit, what it holds by); a `loop` is run to a fixpoint."""

    derived: tuple[tuple[int, tuple[Reason, ...]], ...]
    loop: bool

    @property
    def mask(self) -> int:
        """All its bits."""
        return sum(bit for bit, _ in self.derived)


@dataclass(frozen=True)
class Change:
    """What a move does: "gone" takes the bits of a mask away, "put" adds them, "set" gives a field a value.

    "fault" is what no move may do; the rules are wrong where one does.
    """

    kind: Literal["gone", "put", "set", "fault"]
    mask: int = 0
    value: int = 0


@dataclass(frozen=True)
class MoveRow:
    """A move where its cube holds: what it does then, and what besides where further cubes hold.

    `own` are derived bits that these need, and no other move does. Rows of one action that meet lead to the same
    position, and the first is as good as all.
    """

    action: int
    cube: Cube
    changes: tuple[Change, ...]
    further: tuple[tuple[Cube, Change], ...] = ()
    own: tuple[Group, ...] = ()

    @property
    def pure(self) -> bool:
        """Whether what it does depends on nothing but its cube."""
        return not self.further and not any(change.kind == "fault" for change in self.changes)


@dataclass(frozen=True)
class MoveTable:
    """All moves of a game, the groups of bits that are derived at every position, and predicates asked for."""

    slots: tuple[FluentField, ...]
    groups: tuple[Group, ...]
    rows: tuple[MoveRow, ...]
    terms: tuple[Symbol, ...]
    """The move of each action."""
    asked: Mapping[tuple[str, int], Mapping[Term, Cube]]
    """Where each row of a predicate holds."""

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The first bit of each slot."""
        return tuple(sum(slot.width for slot in self.slots[:at]) for at in range(len(self.slots)))

    @property
    def width(self) -> int:
        """The bits of a position."""
        return sum(slot.width for slot in self.slots)

    @cached_property
    def fields(self) -> int:
        """The bits of all fields."""
        masks = (((1 << slot.width) - 1) << at for slot, at in zip(self.slots, self.offsets, strict=True) if slot.field)
        return sum(masks)


def base(width: int) -> int:
    """The first bit that is derived: positions take one or two words of 64."""
    return 64 if width <= 64 else 128


def table(ground: Grounded) -> MoveTable:
    """The table of a grounded game; Unreadable where a predicate needs its own negation, or positions are too large."""
    width = sum(slot.width for slot in ground.slots)
    if width > _MOST:
        raise Unreadable(f"a position has {width} bits, and a search has room for {_MOST}")
    return _Builder(ground).table()


class _Builder:
    """Writes conditions as cubes, from what needs nothing upwards; `derived` are the bits of those that are none."""

    def __init__(self, ground: Grounded) -> None:
        self.ground = ground
        self.offsets, width = [], 0
        for slot in ground.slots:
            self.offsets.append(width)
            width += slot.width
        self.next = 1 << base(width)
        self.places = {literal: self._place(*at) for literal, at in ground.fluents.items()}
        self.fields = {
            place[0]: [self.places[one] for one in every]
            for slot, every in self._by_slot().items()
            if ground.slots[slot].field
            for place in [self.places[every[0]]]
        }
        self.known = {
            Function(ground.slots[slot].name, ground.slots[slot].members[number]): literal
            for literal, (slot, number) in ground.fluents.items()
        }
        self.literal_of = {self.places[one]: one for one in ground.fluents}
        self.cubes: dict[int, list[Cube]] = {one: [place] for one, place in self.places.items()}
        self.negated: dict[int, list[Cube]] = {}
        self.bit: dict[int, int] = {}
        self.reasons: dict[int, tuple[Reason, ...]] = {}
        self.rank: dict[int, int] = {}
        self.loops: dict[int, int] = {}

    def _place(self, slot: int, number: int) -> Cube:
        at = self.offsets[slot]
        if not self.ground.slots[slot].field:
            return 1 << at + number, 1 << at + number
        return ((1 << self.ground.slots[slot].width) - 1) << at, number << at

    def _by_slot(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for literal, (slot, _) in self.ground.fluents.items():
            found.setdefault(slot, []).append(literal)
        return found

    def table(self) -> MoveTable:
        ground = self.ground
        self._write_out()
        made = [row for at, action in enumerate(ground.actions) for row in self._rows(at, action)]
        asked = {
            name: {term: one for term, literal in extent.items() if (one := self._single(literal)) is not None}
            for name, extent in ground.extents.items()
        }
        return _Chosen(self, made, asked).table()

    # ------------------------------------------------------------------------------------------------ conditions

    def _write_out(self) -> None:
        rules = self.ground.rules
        needs = {head: [abs(one) for body in bodies for one in _literals(body)] for head, bodies in rules.items()}
        for rank, group in enumerate(components(needs)):
            loop = len(group) > 1 or group[0] in needs.get(group[0], ())
            for atom in group:
                self.rank[atom] = rank
                if loop:
                    self.loops[atom] = rank
                    self._new(atom)
            if loop and any(-atom in _literals(body) for atom in group for head in group for body in rules[head]):
                raise Unreadable("a predicate needs its own negation")
            for atom in group:
                if atom not in self.places:
                    self._define(atom, rules.get(atom, ()), loop)

    def _define(self, atom: int, bodies: Sequence[Body], loop: bool) -> None:
        if not loop and not any(isinstance(body, WeightedBody) for body in bodies):
            try:
                self.cubes[atom] = absorbed(cube for body in bodies for cube in self._product(body))
                return
            except TooMany:
                pass
        reasons = (
            self._weighed(body) if isinstance(body, WeightedBody) else self._conjunction(body) for body in bodies
        )
        kept = tuple(one for one in reasons if one is not None)
        self.reasons[self._new(atom)] = kept

    def _new(self, atom: int) -> int:
        """The derived bit of an atom; where its cubes are known they stay, so that a count over it alters no move."""
        if atom not in self.bit:
            self.bit[atom] = self.next
            self.next <<= 1
            if atom in self.cubes:
                self.reasons[self.bit[atom]] = tuple(self.cubes[atom])
            else:
                self.cubes[atom] = [(self.bit[atom], self.bit[atom])]
        return self.bit[atom]

    def _product(self, body: Body) -> list[Cube]:
        assert not isinstance(body, WeightedBody)
        found = [ALWAYS]
        for literal in body:
            found = product(found, self.dnf(literal))
        return found

    def dnf(self, literal: int) -> list[Cube]:
        """The cubes of a literal."""
        if literal >= 0:
            return self.cubes.get(literal, []) if literal else [ALWAYS]
        if literal not in self.negated:
            self.negated[literal] = self._negation(-literal)
        return self.negated[literal]

    def _negation(self, atom: int) -> list[Cube]:
        try:
            found = [ALWAYS]
            for cube in self.cubes.get(atom, []):
                found = product(found, self._others(cube))
            return found
        except TooMany:
            return [(self._new(atom), 0)]

    def _others(self, cube: Cube) -> Iterator[Cube]:
        """Where a cube does not hold."""
        mask, value = cube
        for field, places in self.fields.items():
            if field and mask & field:
                mask &= ~field
                if len(places) <= _FEW:
                    yield from (place for place in places if place[1] != value & field)
                else:
                    yield self._new(self.literal_of[field, value & field]), 0
        for bit in bits(mask):
            yield bit, bit & ~value

    def _single(self, literal: int) -> Cube | None:
        """A literal as one cube; None where it never holds."""
        found = self.dnf(literal)
        if len(found) <= 1:
            return found[0] if found else None
        return self._as_bit(literal)

    def _as_bit(self, literal: int) -> Cube:
        bit = self._new(abs(literal))
        return bit, bit if literal > 0 else 0

    def _conjunction(self, body: tuple[int, ...]) -> Cube | None:
        found: Cube | None = ALWAYS
        for literal in body:
            one = self._single(literal)
            found = None if one is None or found is None else meet(found, one)
        return found

    def _weighed(self, body: WeightedBody) -> Weighed:
        terms, least = [], body.least
        for literal, weight in body.weights:
            found = self.dnf(literal)
            if found == [ALWAYS]:
                least -= weight
            elif found:
                single = found[0] if len(found) == 1 and found[0][0].bit_count() == 1 else self._as_bit(literal)
                terms.append((weight, single[0], single[1] != 0))
        return Weighed(least, tuple(terms))

    # ------------------------------------------------------------------------------------------------------ rows

    def _rows(self, at: int, action: Action) -> Iterator[MoveRow]:
        effects = [(effect, self._change(effect), self.dnf(effect.literal)) for effect in action.effects]
        for cube in self.dnf(action.literal):
            live = [(change, [one for one in found if meet(one, cube)]) for _, change, found in effects]
            live = [(change, found) for change, found in live if found]
            added = {change.mask for change, _ in live if change.kind == "put"}
            taken = {change.mask for change, _ in live if change.kind == "gone"}
            changes: list[Change] = []
            further: list[tuple[Cube, Change]] = []
            for change, found in live:
                # to take what is not there, or add what is, changes nothing: but for what a move may do both with
                own = change.mask if change.kind != "set" and change.mask not in added & taken else 0
                kept = 0 if change.kind == "put" else own
                plain = [without(one, own) if own and one[1] & own == kept else one for one in found]
                asked = absorbed(rest(one, cube) for one in plain)
                if asked == [ALWAYS]:
                    changes.append(change)
                else:
                    further += [(one, change) for one in asked]
            yield MoveRow(at, cube, _sound(changes), tuple(further))

    def _change(self, effect: MemberEffect) -> Change:
        literal = self.known.get(effect.fluent)
        if literal is None:
            return Change("fault")
        mask, value = self.places[literal]
        if not self.ground.slots[self.ground.fluents[literal][0]].field:
            return Change("gone" if effect.gone else "put", mask)
        return Change("fault") if effect.gone else Change("set", mask, value)


def _literals(body: Body) -> tuple[int, ...]:
    return tuple(one for one, _ in body.weights) if isinstance(body, WeightedBody) else body


def _sound(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, or a fault where two of them are not to be done together."""
    found = tuple(dict.fromkeys(changes))
    pairs = ((one, other) for one, other in combinations(found, 2) if one.mask & other.mask)
    wrong = any(one.kind != other.kind or one.kind == "set" for one, other in pairs)
    return (Change("fault"),) if wrong or Change("fault") in found else found


class _Chosen:
    """The derived bits that rows and predicates need, put in order: those that one action alone needs are its own."""

    def __init__(
        self, builder: _Builder, rows: Sequence[MoveRow], asked: Mapping[tuple[str, int], Mapping[Term, Cube]]
    ) -> None:
        self.builder, self.made, self.asked = builder, rows, asked
        self.atom = {bit: atom for atom, bit in builder.bit.items()}
        self.whole = base(sum(slot.width for slot in builder.ground.slots))
        self.together: dict[int, list[int]] = {}
        for atom, rank in builder.loops.items():
            self.together.setdefault(rank, []).append(builder.bit[atom])
        self.owner: dict[int, int] = {}
        """Of each bit the action that alone needs it; -1 where there are several."""

    def table(self) -> MoveTable:
        for row in self.made:
            self._need(row.cube[0], -1)
            for cube, _ in row.further:
                self._need(cube[0], row.action)
        for extent in self.asked.values():
            for cube in extent.values():
                self._need(cube[0], -1)
        order = sorted(self.owner, key=lambda bit: (self.builder.rank.get(self.atom[bit], -1), bit))
        self.moved = self._places(order)
        groups: dict[int, list[Group]] = {}
        seen: set[int] = set()
        for bit in order:
            if bit not in seen:
                every = self._around(bit)
                seen.update(every)
                derived = tuple((self._mask(one), tuple(map(self._reason, self.builder.reasons[one]))) for one in every)
                groups.setdefault(self.owner[bit], []).append(Group(derived, len(every) > 1 or self._loops(bit)))
        rows = [
            replace(
                row,
                cube=self._cube(row.cube),
                further=tuple((self._cube(cube), change) for cube, change in row.further),
                own=tuple(groups.get(row.action, ())),
            )
            for row in self.made
        ]
        asked = {name: {term: self._cube(one) for term, one in extent.items()} for name, extent in self.asked.items()}
        terms = tuple(action.term for action in self.builder.ground.actions)
        return MoveTable(self.builder.ground.slots, tuple(groups.get(-1, ())), tuple(rows), terms, asked)

    def _loops(self, bit: int) -> bool:
        return self.atom[bit] in self.builder.loops

    def _around(self, bit: int) -> list[int]:
        """The bits of its group."""
        return sorted(self.together[self.builder.loops[self.atom[bit]]]) if self._loops(bit) else [bit]

    def _need(self, mask: int, owner: int) -> None:
        queue = [(bit, owner) for bit in bits(mask >> self.whole << self.whole)]
        while queue:
            bit, by = queue.pop()
            known = self.owner.get(bit)
            by = by if known is None or known == by else -1
            if by == known:
                continue
            for one in self._around(bit):
                self.owner[one] = by
                for reason in self.builder.reasons[one]:
                    asked = sum(term[1] for term in reason.terms) if isinstance(reason, Weighed) else reason[0]
                    queue += [(other, by) for other in bits(asked >> self.whole << self.whole)]

    def _places(self, order: Sequence[int]) -> dict[int, int]:
        """Where each derived bit lies at last: a group within one word where it fits."""
        at, found = self.whole, {}
        for bit in order:
            if bit in found:
                continue
            group = self._around(bit)
            if at % 64 + len(group) > 64:
                at += -at % 64
            for one in group:
                found[one] = 1 << at
                at += 1
        return found

    def _mask(self, mask: int) -> int:
        return mask & (1 << self.whole) - 1 | sum(self.moved[bit] for bit in bits(mask >> self.whole << self.whole))

    def _cube(self, cube: Cube) -> Cube:
        return self._mask(cube[0]), self._mask(cube[1])

    def _reason(self, reason: Reason) -> Reason:
        if isinstance(reason, Weighed):
            return replace(reason, terms=tuple((weight, self._mask(bit), set_) for weight, bit, set_ in reason.terms))
        return self._cube(reason)


def obstacle(table: MoveTable, misere: bool = False) -> str | None:
    """Why the components of a position do not add up; None where they do, of at most 128 members."""
    if misere:
        return "in misère play values of components do not add up"
    for row in table.rows:
        mask, value = row.cube
        name = table.terms[row.action]
        if mask >> base(table.width):
            return f"{name} asks for more than members: a recursion or a count"
        if not row.pure:
            return f"what {name} does depends on more than members"
        if mask & table.fields or any(change.kind == "set" for change in row.changes):
            return f"{name} asks for, or changes, what is no set"
        if mask != value:
            return f"{name} asks that a member be gone"
        if any(change.kind == "put" for change in row.changes):
            return f"{name} adds a member"
        if not any(change.mask & value for change in row.changes):
            return f"{name} takes no member away that it asks for"
    return None


def faultless(table: MoveTable) -> bool:
    """Whether no move can do what none may; else that is seen once all that is reached was looked at."""
    for row in table.rows:
        changes = [*row.changes, *(change for _, change in row.further)]
        if any(change.kind == "fault" for change in changes):
            return False
        for one, other in combinations(dict.fromkeys(changes), 2):
            if one.mask & other.mask and (one.kind != other.kind or one.kind == "set"):
                return False
    return True


def ends(table: MoveTable) -> bool:
    """Whether every move leaves fewer members, so that no position comes back."""
    for row in table.rows:
        changes = [*row.changes, *(change for _, change in row.further)]
        gone = reduce(or_, (change.mask & row.cube[1] for change in row.changes if change.kind == "gone"), 0)
        if gone.bit_count() <= sum(change.mask.bit_count() for change in changes if change.kind == "put"):
            return False
    return True
