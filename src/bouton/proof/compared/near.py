"""How near the positions that are compared come to each number of the rules, and positions that come nearer.

A rules file can change what it says only near its numbers. So of each place where a number is compared positions are
wanted at which what is compared with it is one less, equal, and one more. clingo says which of these the compared
positions have (see `bouton.rules.sites`). What bounds of the rules or the symbolic reading show to be impossible is not
wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, compress
from operator import attrgetter
from typing import TypeAlias

from clingo import Number as ClingoNumber
from clingo import Symbol, SymbolType

from bouton.core.errors import Disagreement, InputError, Unreadable
from bouton.core.logic.substitution import Unranged
from bouton.core.position import Fluent, Heaps, Parameters, Position, as_argument
from bouton.ground.box import GroundBox, among
from bouton.ground.game import Game
from bouton.proof.compared.coverage import Open, positions
from bouton.proof.setting import Ranged
from bouton.proof.theorem import Counts, Theorem, game_of
from bouton.rules.bindings import kept, outer
from bouton.rules.file import Rules, Signature
from bouton.rules.grounding import atom_ids, atoms, ground, id_of, position_facts, static_rows
from bouton.rules.lift import hold_never, known_bounds, lift, observing, read_body
from bouton.rules.lift import read_ahead as lift_ahead
from bouton.rules.mirror import Itself, mirrored
from bouton.rules.numbers import LocatedNumber, named_numbers
from bouton.rules.sites import EQUAL, LOOSELY, NEAR, ComparisonSite, sites
from bouton.rules.syntax import atoms as spoken
from bouton.rules.syntax import fresh, rule_of, signature

_WHOLE = 24
"""Values of a table of facts each of which is wanted; of a longer one the ends."""
_FIRST = 24
"""Positions that are looked at first: small ones meet most of what is wanted."""
_FLAG = 2
"""So many values at most has a counter that says who moves, or how the game is played."""
_FAR = 100_000_000
_WORK = 1_000_000
"""What z3 may do to find a position, in its own units: it is asked for each number."""
GUESSED = (100, 10_000)
"""Up to which values are guessed: all of them up to the first, and where these are not enough some up to the other."""
_DIGITS = 14
_READ: Signature = ("_nearer", 1)
_ASKED = "_asked"


@dataclass(frozen=True)
class Side:
    """What is wanted where the rules compare a number: a position at which the other term differs from it by `by`.

    `value` is the number where several come to that place.
    """

    site: ComparisonSite
    by: int
    value: LocatedNumber | int | None = None

    @property
    def numbers(self) -> tuple[LocatedNumber, ...]:
        """The numbers in the rules, such as the 3 of `S > 3`, of which positions may lie on this side."""
        return (self.value,) if isinstance(self.value, LocatedNumber) else self.site.numbers


@dataclass(frozen=True)
class Nearness:
    """The sides of numbers that are wanted, those that compared positions have, and those that no position has."""

    wanted: frozenset[Side]
    met: frozenset[Side]
    impossible: frozenset[Side] = frozenset()
    of: str = ""
    """What was held against clingo; each thing that has a name here must itself come near every number."""


def one_sided(wanted: Iterable[Side], known: Collection[Side]) -> set[Side]:
    """The wanted sides that are not known, at the places where the known ones are not on both sides of the number."""
    found: set[Side] = set()
    alike: dict[tuple[ComparisonSite, LocatedNumber | int | None], set[int]] = {}
    for side in wanted:
        alike.setdefault((side.site, side.value), set())
    for side in known:
        if (side.site, side.value) in alike:
            alike[side.site, side.value].add(side.by)
    for (site, value), seen in alike.items():
        lacking = [group for group in site.groups if not group & seen]
        found |= {Side(site, by, value) for by in frozenset().union(*lacking) - seen}
    return found


def unmet(found: Sequence[Nearness]) -> set[Side]:
    """The sides that were never met, of numbers near which nothing was compared on one side, or on both."""
    kinds = {one.of for one in found}
    return set().union(*(_unmet([one for one in found if one.of == of]) for of in kinds))


def _unmet(found: Sequence[Nearness]) -> set[Side]:
    wanted = frozenset[Side]().union(*(one.wanted for one in found))
    met = frozenset[Side]().union(*(one.met for one in found))
    open_ = frozenset[Side]().union(*(one.wanted - one.impossible for one in found))
    return one_sided(wanted, met | (wanted - open_))


def compared_near(found: Sequence[Nearness], rules: Rules) -> tuple[str, ...]:
    """The numbers on both sides of which positions were compared, each with its place, in the order of the text."""
    numbers = {one for near in found for side in near.wanted for one in side.site.numbers}
    return tuple(
        dict.fromkeys(_told(one, rules) for one in sorted(numbers, key=attrgetter("line", "column", "name", "value")))
    )


def named_near(rules: Rules, wanted: Collection[Signature]) -> tuple[str, ...]:
    """The numbers of the rules that the predicates need, by lines, in the order of the text: `0, 1 (nim.lp:3)`."""
    lines: dict[str, dict[str, None]] = {}
    for one in named_numbers(rules, wanted):
        lines.setdefault(rules.sources.where(one.line), {})[one.name or str(one.value)] = None
    return tuple(f"{', '.join(found)} ({where})" for where, found in lines.items())


def not_compared(found: Sequence[Nearness], rules: Rules) -> Iterator[str]:
    """Each number near which nothing was compared on one side, or on both, with its place and where it counts."""
    alike: dict[tuple[ComparisonSite, LocatedNumber | int | None], set[int]] = {}
    for side in sorted(unmet(found), key=_order):
        alike.setdefault((side.site, side.value), set()).add(side.by)
    for (site, value), lacking in alike.items():
        words = " or ".join(_WORDS[by] for by in sorted(lacking))
        which = _told(value, rules) if isinstance(value, LocatedNumber) else str(value) if value is not None else ""
        which = which or " and ".join(dict.fromkeys(_told(one, rules) for one in site.numbers)) or "a number"
        at = rules.sources.where(*site.place)
        yield f"nothing was compared with clingo near {which}: at {at}, {site.text}, where it is {words}"


_WORDS = {-1: "one less", 0: "equal", 1: "one more"}


def _told(number: LocatedNumber, rules: Rules) -> str:
    value = number.name or number.value
    return f"{value} ({rules.sources.where(number.line)})"


def read_ahead(rules: Rules, wanted: Collection[Signature]) -> None:
    """Read each place where a number is compared, so that processes forked from this one need not do it each."""
    lift_ahead(rules, wanted)
    every = sites(rules, wanted)
    observing(rules, chain.from_iterable(one.rules(at) for at, one in enumerate(every)), {NEAR, LOOSELY})
    for site in every:
        _static(Itself(rules), site)
        read_body(site.body)


Places: TypeAlias = Mapping[tuple[tuple[str, int], ...], Sequence[Position]]


@dataclass
class Watch:
    """Is told which positions are compared, and keeps which sides of the numbers none of them has."""

    rules: Rules
    wanted: frozenset[Signature]
    sides: set[Side] = field(default_factory=set)
    met: set[Side] = field(default_factory=set)
    loosely: set[Side] = field(default_factory=set)
    _never: set[Side] = field(default_factory=set)
    _examined: set[Side] = field(default_factory=set)
    _values: set[str] = field(default_factory=set)
    """The values of the parameters so far."""
    _asked: set[Side] = field(default_factory=set)
    _possible: set[Side] = field(default_factory=set)
    _hidden: set[Side] = field(default_factory=set)
    _undecided: set[Side] = field(default_factory=set)

    def observe(self, game: Game, places: Sequence[Position]) -> None:
        """Note that these positions were compared; they are looked at until some are on both sides of every number."""
        self.sides |= sides(self.rules, self.wanted, game.parameters)
        values = as_argument(game.parameters, {})
        if values not in self._values:
            self._values.add(values)
            self._never &= never(self, game, self._never)  # what no position has at other values
        at, every = 0, among(game.fluents, tuple(places)).hull if places else None
        while at < len(places) and (left := self.one_sided - self._never):
            size = _FIRST if at == 0 else 4 * _FIRST
            several = places[at : at + size]
            assert every is not None
            # the rules are analysed once for all of them, unless the largest numbers are too large
            if not self._observe(game, several, left, every):
                self._observe(game, several, left, among(game.fluents, tuple(several)).hull)
            if at == 0:
                asked = self.one_sided - self._examined
                self._examined |= asked
                self._never |= never(self, game, asked)
            at += size

    @property
    def one_sided(self) -> set[Side]:
        """The sides that are wanted still, of numbers of which the positions so far are not on both sides."""
        return one_sided(self.sides, self.met | self.loosely)

    @property
    def nearness(self) -> Nearness:
        """The sides that are wanted, those that were met, and those that are known to be impossible."""
        known = self.met | self.loosely
        impossible = self._never | (self._asked - self._possible - self._undecided)
        return Nearness(frozenset(self.sides), frozenset(known), frozenset(impossible - known))

    def sought(self, theorem: Theorem, counts: Counts, here: Ranged) -> Places:
        """Positions of so many heaps with sides that are wanted still, by values of the unknown parameters.

        A side that no position of so many heaps has is kept as impossible, as long as no other number of heaps allows
        it.
        """
        left = self.one_sided
        self._asked |= left
        left -= self._never
        self._hidden = set()
        places: dict[tuple[tuple[str, int], ...], list[Position]] = {}
        if not left:
            return places
        found = _sought(replace(theorem, rules=self.rules), counts, sorted(left, key=_order), here)
        for side, chosen, position in found:
            if position is None and here.parameters:
                self._undecided.add(side)  # it is asked again for values of the parameters
                continue
            # beside equal numbers there may be nothing, as where one is a square, and nothing that could show that
            alone = side.site.groups == EQUAL and Side(side.site, 0, side.value) in self.met | self.loosely
            if position is not None or not alone:
                self._possible.add(side)
            if chosen is not None and position is not None:
                places.setdefault(tuple(chosen.items()), []).append(position)
        self._hidden = set() if here.parameters else {side for side, _, position in found if position is None}
        return {values: list(dict.fromkeys(several)) for values, several in places.items()}

    @property
    def undecided(self) -> bool:
        """Whether it is open, as parameters are unknown, if some position has a side that is wanted still."""
        return bool(self._undecided & self.one_sided)

    def tried(self) -> None:
        """End the search at values of the parameters: what it did not find counts as decided."""
        self._undecided.clear()

    def guessed(self, counts: Counts, most: int) -> Sequence[Position]:
        """Positions with values up to `most`, guessed for the sides sought last for which no solver found one."""
        numbers = {one.value for side in self._hidden & self.one_sided for one in side.numbers}
        return list(dict.fromkeys(_guessed(self.rules.fluents, counts, numbers, most))) if numbers else []

    def doubted(self, several: set[Side]) -> None:
        """Count these sides as possible, so that only bounds of the rules can show that they are not."""
        self._possible |= several

    def _observe(self, game: Game, places: Sequence[Position], left: Collection[Side], box: GroundBox) -> bool:
        """Note the sides that these positions have, of those that are left; False where clingo cannot tell."""
        every = sites(self.rules, self.wanted)
        among_ = {side.site for side in left}
        found = {at: one for at, one in enumerate(every) if one in among_}
        try:
            program = game.program(box, {one.head for one in found.values()})
            texts = chain.from_iterable(one.rules(at) for at, one in found.items())
            text = observing(self.rules, texts, {NEAR, LOOSELY})
            control = ground(program.text, text, position_facts(game.fluents, places))
        except (InputError, Disagreement):
            return False  # nothing is known to be near
        number = {site: at for at, site in found.items()}
        keys = (
            (side, (number[side.site], side.by, value_of(side, game.parameters, self.rules)))
            for side in left
            if side.site in number
        )
        ids = {side: tuple(map(id_of, key)) for side, key in keys}
        for (name, arity), met in ((NEAR, self.met), (LOOSELY, self.loosely)):
            seen = {tuple(row[1:]) for row in atom_ids(control, name, arity + 1)}
            met |= {side for side, key in ids.items() if key in seen}
        return True


def _guessed(fluents: Sequence[Fluent], counts: Counts, numbers: Collection[int], most: int) -> Iterator[Position]:
    """Positions with a small value, one of so many digits, or one that is a square: what no solver finds."""
    values = set(range(1, GUESSED[0] + 1)) if most == GUESSED[0] else set[int]()
    for number in numbers:
        for one in range(max(0, number - 1), number + 3):
            values |= {base**one for base in (2, 3, 10) if one < _DIGITS} | {one * one}
            values.add(int(((1 + 5**0.5) / 2) ** min(one, 2 * _DIGITS) / 5**0.5 + 0.5))
    for value in sorted(one for one in values if 0 < one <= most):
        for others in dict.fromkeys((value, 1)):
            left = iter(counts)
            yield tuple(
                fluent.canonical((value, *(others,) * (count - 1)) if (count := next(left)) else ())
                if isinstance(fluent, Heaps)
                else (value if at == 0 else others)
                for at, fluent in enumerate(fluents)
            )


def _order(side: Side) -> tuple[object, ...]:
    return (*side.site.place, side.site.text, side.by, str(side.value))


def value_of(side: Side, parameters: Parameters, rules: Rules) -> int:
    """The number that the variable V of the side's place must be, or 0 where no one number is meant."""
    value = side.value
    if isinstance(value, LocatedNumber):
        named = {**dict(rules.constants), **parameters}.get(value.name, value.value)
        assert isinstance(named, int)
        return named
    return value or 0


def sides(rules: Rules, wanted: Iterable[Signature], parameters: Parameters) -> frozenset[Side]:
    """The sides that are wanted at each place where the rules of the wanted predicates compare a number."""
    return _sides(Itself(rules), frozenset(wanted), tuple(sorted(parameters.items())))


@lru_cache(maxsize=64)
def _sides(whole: Itself, wanted: frozenset[Signature], given: tuple[tuple[str, object], ...]) -> frozenset[Side]:
    rules: Rules = whole.node
    found: set[Side] = set()
    for site in sites(rules, wanted):
        values: Sequence[LocatedNumber | int | None] = site.values or (None,)
        if site.table is not None:
            values = _table(rules, site.table, site.rows, dict(given))  # type: ignore[arg-type]
        found |= {Side(site, by, value) for by in site.differences for value in values}
    return frozenset(found)


def _table(
    rules: Rules, table: tuple[Signature, int], rows: Sequence[tuple[int, int]], parameters: Parameters
) -> Sequence[int]:
    """The numbers that an argument of facts has, in rows with these numbers elsewhere; of many the ends."""
    facts, at = table
    every = _facts(Itself(rules), facts, tuple(sorted(parameters.items())))
    asked = [row for row in every if all(row[i] == ClingoNumber(one) for i, one in rows)]
    values = {row[at].number for row in asked if row[at].type is SymbolType.Number}
    found = sorted(values)
    return found if len(found) <= _WHOLE else (found[0], found[-1])


@lru_cache(maxsize=64)
def _facts(whole: Itself, table: Signature, given: tuple[tuple[str, object], ...]) -> Sequence[tuple[Symbol, ...]]:
    """The rows of facts, which several places compare numbers of."""
    rules: Rules = whole.node
    extents = {one.name: _extent(one, ((1, 1),)) for one in rules.fluents}
    program = lift(rules, {table}, dict(given), extents)  # type: ignore[arg-type]
    return list(static_rows(ground(program.given, program.fixed), *table))


def _extent(fluent: Fluent, of: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return of * 2 if isinstance(fluent, Heaps) else of


def _ends(values: range) -> tuple[int, int]:
    """The least value of a counter and the greatest: of a few, as who moves, that one; others may go on for ever."""
    return values[0], values[-1] if len(values) <= _FLAG else _FAR


def never(watch: Watch, game: Game, left: set[Side]) -> set[Side]:
    """Those of the sides that no position has, however large it is, as the bounds of the rules show."""
    if not left:
        return set()
    rules = watch.rules
    found = _not_in_tables(rules, left, game.parameters)  # this is the least work, and most are among them
    if found >= left:
        return found
    extents = {
        one.name: ((1, _FAR),) * 2 if isinstance(one, Heaps) else (_ends(game.counters[one.name]),)
        for one in rules.fluents
    }
    known = known_bounds(rules, watch.wanted, game.parameters, extents)
    numbers = {name: value for name, value in (*rules.constants, *game.parameters.items()) if isinstance(value, int)}
    for site, several in _by_site(left - found).items():
        given = [_given(side, numbers) for side in several]
        found.update(compress(several, hold_never(known, site.body, numbers, given)))
    return found


def _by_site(several: Iterable[Side]) -> Mapping[ComparisonSite, Sequence[Side]]:
    found: dict[ComparisonSite, list[Side]] = {}
    for side in several:
        found.setdefault(side.site, []).append(side)
    return found


def _given(side: Side, numbers: Mapping[str, int]) -> Mapping[str, int]:
    """What the variables of the site are: the difference, and the number where one is meant."""
    value = side.value
    if isinstance(value, LocatedNumber):
        value = numbers.get(value.name) if value.name else value.value
    return {side.site.e: side.by} | ({} if value is None else {side.site.v: value})


def _not_in_tables(rules: Rules, left: Collection[Side], parameters: Parameters) -> set[Side]:
    """Those of the sides whose literals that depend on no position never hold together, or never give the number."""
    asked: list[Side] = []
    texts: list[str] = []
    wanted: set[Signature] = set()
    for number, (site, sides_) in enumerate(_by_site(left).items()):
        static, speak, valued, free = _static(Itself(rules), site)
        for of_value, v in ((True, site.v), (False, "_")):
            several = [side for side in sides_ if (side.value is not None) is of_value]
            if several and static and (valued or not of_value):  # one rule for all: to read rules is what costs
                wanted |= speak
                names = f"{number},{free},{site.e},{v}"
                texts.append(f"{_READ[0]}({free}) :- {_ASKED}({names}); {'; '.join(static)}.\n")
                rows = enumerate(several, len(asked))
                texts += [f"{_ASKED}({number},{at},{one.by},{_said(one.value)}).\n" for at, one in rows]
                asked += several
    if not asked:
        return set()
    program = lift(rules, wanted, parameters, {one.name: _extent(one, ((1, 1),)) for one in rules.fluents})
    found = {row[0].number for row in atoms(ground(program.given, program.fixed, "".join(texts)), *_READ)}
    return {side for at, side in enumerate(asked) if at not in found}


@lru_cache(maxsize=1024)
def _static(whole: Itself, site: ComparisonSite) -> tuple[tuple[str, ...], frozenset[Signature], bool, str]:
    """The literals of a place that depend on no position, none where they are no atoms, and what they speak of.

    And whether they give the number, and a variable that is not among them.
    """
    rules: Rules = whole.node
    rule = mirrored(rule_of(f"x :- {site.e} = 0; {site.v} = 0; {site.body}."))
    body = rule.body
    given = set(map(id, body[:2]))
    static = [one for one in body if not any(signature(atom) in rules.dependent for atom in spoken(one))]
    if not any(True for one in static for _ in spoken(one)):
        return (), frozenset(), False, ""
    safe, names = kept(static, outer(body))
    speak = {found for one in safe for atom in spoken(one) if (found := signature(atom)) is not None}
    texts = tuple(str(one) for one in safe if speak and id(one) not in given)
    return texts, frozenset(speak), site.v in names, fresh(rule, "At")


def _fixed(side: Side) -> Iterator[str]:
    """What the difference is, and the number where one is meant."""
    yield f"{side.site.e} = {side.by}"
    if side.value is not None:
        yield f"{side.site.v} = {_said(side.value)}"


def _said(value: LocatedNumber | int | None) -> str:
    """A number as rules name it, 0 for none."""
    return str((value.name or value.value) if isinstance(value, LocatedNumber) else value or 0)


Found: TypeAlias = tuple[Side, dict[str, int] | None, Position | None]


def _sought(theorem: Theorem, counts: Counts, left: Sequence[Side], here: Ranged) -> Collection[Found]:
    """What `sought` finds of these sides; where one cannot be read, of each by itself, and of that one nothing."""
    try:
        return sought(theorem, counts, left, here)
    except (Unreadable, Unranged):
        if len(left) == 1:
            return [(left[0], None, None)]
        return [found for side in left for found in _sought(theorem, counts, [side], here)]


def sought(theorem: Theorem, counts: Counts, left: Sequence[Side], here: Ranged) -> Collection[Found]:
    """For each side the parameters and a position that has it; None where none was found; nothing where none has it.

    Unreadable where the rules have no symbolic meaning that would say.
    """
    rules = theorem.rules
    bodies = ("; ".join((*_fixed(side), side.site.body)) for side in left)
    made = tuple(rule_of(f"{_READ[0]}({at}) :- {body}.") for at, body in enumerate(bodies))
    more = replace(
        rules,
        statements=(*rules.statements, *made),
        strata=(*rules.strata, made),  # nothing takes from what they derive
        defined=rules.defined | {_READ},
        dependent=rules.dependent | {_READ},
    )
    game = game_of(replace(theorem, rules=more), counts, (_READ,))
    opens = [
        Open(str(row.arguments[0].number), row.guard)  # type: ignore[union-attr]
        for row in game.relations[_READ]
    ]
    best: dict[Side, Found] = {}
    for case, chosen, position in positions(game, opens, here.facts, here.parameters, _WORK):
        side = left[int(case.what)]
        if side not in best or (best[side][2] is None and position is not None):
            best[side] = side, chosen, position
    return best.values()
