"""The rules evaluated bottom-up over symbolic integers: constraint Datalog.

The number of heaps is given, their sizes are unknown; each predicate's extent is a finite list of rows
with guards (Kanellakis, Kuper, Revesz: Constraint query languages, 1995). What has no such
meaning raises Unreadable with its place, never a wrong meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from clingo.ast import ASTType, BinaryOperator, Sign

from bouton.core.errors import InputError, Unreadable
from bouton.core.logic.arithmetic import applied, atom, digit, number, places
from bouton.core.logic.expression import TRUE, Bound, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less
from bouton.core.logic.terms import from_symbol, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps, Value
from bouton.reading.body import BodyStep, Rows, extend, plan
from bouton.reading.command import Condition, SymbolicGame, SymbolicPosition
from bouton.reading.effects import Effects
from bouton.reading.marks import MAYBE, at_most_possible, derived, sure
from bouton.reading.matching import Scope, State, products
from bouton.reading.multiples import multiples
from bouton.reading.relation import Relation, Row, row
from bouton.reading.syntax import Rule, rule_of
from bouton.rules.depend import closure, dependents, needs
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.grounding import atoms, ground
from bouton.rules.lift import SENTINELS, lift
from bouton.rules.mirror import Itself, mirrored, remembered
from bouton.rules.numeration import systems
from bouton.rules.syntax import Place, arguments, constant, constants, defines, place, signature, walk
from bouton.rules.syntax import atoms as atoms_of
from bouton.rules.syntax import number as constant_number

MOST_GUARDED = 250
"""The most rows that a recursion may derive under guards that depend on what is not known."""
_MOVE, _AFTER = ("move", 1), ("after", 2)


def evaluate(
    rules: Rules,
    values: Mapping[str, Value | Unknown],
    counts: Mapping[str, int],
    counters: Mapping[str, tuple[Bound, Bound]],
    wanted: Collection[Signature] = (),
    largest: int | None = None,
    *,
    digits: bool = False,
    recursion: Recursion | None = None,
    recursions: Recursions | None = None,
) -> SymbolicGame:
    """The game for these parameters, so many heaps of each heaps fluent, and counters in these ranges.

    A parameter can be an unknown itself. `wanted` are the predicates whose extents are kept besides
    `move` and `after`; `largest` bounds the sizes of heaps. With `digits` rules may speak of digits, also by `^`: what
    they say is then for automata or programs. `recursion` evaluates some recursions at once. With `recursions` rules
    may speak of the range that is checked, which is then every natural number, unless a table is given. Unreadable
    where a rule that these need has no symbolic meaning.
    """
    constants = constants_of(rules, values)
    position, unknowns = _position(rules, counts, counters, largest)
    given = _given(rules, values, position) | (_digit_rows(rules, constants) if digits else {})
    if recursions is not None:
        given[IN_RANGE] = [Row((_ANY,), at_most(number(0), _ANY))]
        given |= {name: list(rows) for name, rows in (recursions.table or {}).items()}
    known = frozenset[Signature]() if recursions is None or recursions.table else unfoldable(rules)
    asked = {*wanted, _MOVE, _AFTER}
    sizes = frozenset(unknowns_of(size for entry in position if isinstance(entry, tuple) for size in entry))
    evaluation = evaluated(rules, Scope(constants, sizes=sizes, bits=digits), given, asked, recursion, named=known)
    places = places_of(rules)
    effects = Effects(evaluation.rows(_AFTER), evaluation.scope, places.get(_AFTER, (0, 0)), rules.fluents, position)
    commands = tuple(effects.command(move) for move in evaluation.rows(_MOVE))
    undefined = [
        Condition(formula, f"{node} is undefined", *node.place) for formula, node in evaluation.scope.undefined
    ]
    return SymbolicGame(
        commands,
        {name: tuple(evaluation.rows(name)) for name in wanted},
        (*undefined, *effects.forbidden),
        places,
        rules.sources,
        rules.fluents,
        dict(counts),
        (*(value for value in values.values() if isinstance(value, Unknown)), *unknowns),
        position,
        evaluation.unfolded,
    )


@dataclass(frozen=True)
class Recursions:
    """How to read the predicates that recurse along the range that is checked (see `unfoldable`).

    By their name alone: `unfolded` of the reading says what one step of their rules says. Or, with a table, by the rows
    that clingo derives of them and of `in_range` for some range.
    """

    table: Mapping[Signature, Sequence[Row]] | None = None


_ANY = atom(unknown("N$1", local=True))
"""A number that may be in the range."""


def unfoldable(rules: Rules) -> frozenset[Signature]:
    """The predicates of numbers that recurse and depend on the range that is checked, and not on the position."""
    if not rules.ranged:
        return frozenset()
    along = dependents([IN_RANGE], rules.statements) - rules.dependent
    recursive = set[Signature]()
    for group in rules.strata:
        heads = {defines(one) for one in group} & along
        if any(need.body in heads for one in group if defines(one) in heads for need in needs(one)):
            recursive |= heads
    return frozenset(recursive)


def evaluated(
    rules: Rules,
    scope: Scope,
    given: Mapping[Signature, Iterable[Row]],
    wanted: Collection[Signature],
    recursion: Recursion | None = None,
    *,
    named: Collection[Signature] = (),
) -> RuleEvaluation:
    """The extents of the wanted predicates, and of those that they need, out of the given rows; or Unreadable."""
    kept = closure(wanted, rules.statements)
    for name in sorted(rules.numerations & kept - given.keys()):
        raise Unreadable(
            f"{name[0]}/{name[1]} speaks of digits, which this way of reading knows nothing of", *_spoken(rules, name)
        )
    for name in sorted(rules.told & kept):
        message = f"{name[0]}/{name[1]} comes from the game, which this way of reading knows nothing of"
        raise Unreadable(message, *_spoken(rules, name))
    begun = {name: list(rows) for name, rows in given.items()}
    if rules.ranged and IN_RANGE in kept and IN_RANGE not in given:
        message = "in_range/1 speaks of the range that is checked, and a proof of every size"
        raise Unreadable(message, *_spoken(rules, IN_RANGE))
    known = facts(rules, scope.constants, begun, kept)
    relations = {name: Relation(rows) for name, rows in (begun | known).items()}
    for relation in relations.values():
        relation.close()
    evaluation = RuleEvaluation(scope, relations, recursion)
    left = kept - known.keys() - given.keys()
    for group in rules.strata:
        of_group = [rule_of(statement) for statement in group if defines(statement) in left]
        if any(rule.signature in named for rule in of_group):
            evaluation.name(of_group)
        else:
            evaluation.group(of_group)
    return evaluation


def _spoken(rules: Rules, name: Signature) -> Place:
    """Where a predicate is first spoken of."""
    return next(need.place for rule in rules.statements for need in needs(rule) if need.body == name)


def places_of(rules: Rules) -> dict[Signature, tuple[int, int]]:
    """The line and the column of each predicate's first rule."""
    places: dict[Signature, tuple[int, int]] = {}
    for rule in rules.statements:
        places.setdefault(defines(rule), place(rule))
    return places


def constants_of(rules: Rules, values: Mapping[str, Value | Unknown]) -> dict[str, Linear]:
    """The value of each constant of the rules, and of each parameter that is no set; unknown ones are unknowns."""
    constants = {name: number(value) for name, value in rules.constants}
    return constants | {name: _constant(value) for name, value in values.items() if not isinstance(value, tuple)}


def set_rows(rules: Rules, values: Mapping[str, Value | Unknown]) -> dict[Signature, list[Row]]:
    """For each set parameter the facts of its predicate, one for each member."""
    found: dict[Signature, list[Row]] = {}
    for name in rules.sets:
        members = values[name]
        assert isinstance(members, tuple), f"parameter {name} is a set"
        found[name.lower(), 1] = [Row((_constant(member),), TRUE) for member in members]
    return found


def _constant(value: int | Unknown) -> Linear:
    return atom(value) if isinstance(value, Unknown) else number(value)


def _position(
    rules: Rules, counts: Mapping[str, int], counters: Mapping[str, tuple[Bound, Bound]], largest: Bound
) -> tuple[SymbolicPosition, list[Unknown]]:
    """The position's entries, and the unknowns they are."""
    entries: list[Linear | tuple[Linear, ...]] = []
    found: list[Unknown] = []
    for fluent in rules.fluents:
        if isinstance(fluent, Heaps):
            count = counts[fluent.name]
            chain = "" if fluent.order == "none" else fluent.name
            sizes = []
            for at in range(1, count + 1):
                rank = count - at if fluent.order == "descending" else at
                sizes.append(unknown(f"{fluent.name}.{at}", 1, largest, chain=chain, rank=rank if chain else 0))
            found += sizes
            entries.append(tuple(map(atom, sizes)))
        else:
            one = unknown(f"{fluent.name}.N", *counters[fluent.name])
            found.append(one)
            entries.append(atom(one))
    return tuple(entries), found


def _given(
    rules: Rules, values: Mapping[str, Value | Unknown], position: SymbolicPosition
) -> dict[Signature, list[Row]]:
    """The facts of the position and of the set parameters."""
    found: dict[Signature, list[Row]] = {}
    for fluent, entry in zip(rules.fluents, position, strict=True):
        if isinstance(entry, tuple):
            found[fluent.name, 2] = [Row((number(at), size), TRUE) for at, size in enumerate(entry, 1)]
        else:
            found[fluent.name, 1] = [Row((entry,), TRUE)]
    return found | set_rows(rules, values)


@dataclass(frozen=True)
class Taken:
    """What some rules of a group derive, all of one predicate, and the rules that are still to be evaluated."""

    rows: tuple[Row, ...]
    others: tuple[Rule, ...]


class Recursion(Protocol):
    """Gives all that a group of recursive rules derives in closed form, where iterating them would not end."""

    def take(self, rules: Sequence[Rule], evaluation: RuleEvaluation) -> Taken | None:
        """What a group of recursive rules derives, and which rules are left; None if they are of another form."""


class RuleEvaluation:
    """The relations derived so far, group of rules by group of rules."""

    def __init__(self, scope: Scope, relations: dict[Signature, Relation], recursion: Recursion | None = None) -> None:
        self.scope = scope
        self._relations = relations
        self._recursion = recursion
        self.unfolded: dict[Signature, tuple[Row, ...]] = {}
        """Of predicates that are read by their name alone: when one step of their rules derives them."""

    def rows(self, name: Signature) -> Sequence[Row]:
        """The rows of a predicate that are derived so far."""
        found = self._relations.get(name)
        return found.rows if found else ()

    def group(self, rules: Sequence[Rule]) -> None:
        """Evaluate rules that use only each other's predicates and earlier ones (semi-naively)."""
        heads = {rule.signature: self._relations.setdefault(rule.signature, Relation()) for rule in rules}
        if self._recursion is not None and any(recursive_places(rule, heads) for rule in rules):
            taken = self._recursion.take(rules, self)
            for found in taken.rows if taken else ():
                heads[rules[0].signature].add(found)
            rules = taken.others if taken else rules
        for rule in rules:
            self._derive(rule, _plan(Itself(rule), None), self._all)
        plans = [(rule, at, _plan(Itself(rule), at)) for rule in rules for at in recursive_places(rule, heads)]
        begun = {name: relation.pending() for name, relation in heads.items()}
        guarded = 0
        while plans and any([relation.advance() for relation in heads.values()]):  # noqa: C419 (each must advance)
            guarded += sum(row.guard is not TRUE for relation in heads.values() for row in relation.news)
            if guarded > MOST_GUARDED:
                if (powers := self._powers(rules, begun)) is not None:
                    self._relations[rules[0].signature] = heads[rules[0].signature] = Relation(powers)
                    break
                said = "the recursion does not end where sizes are not known"
                raise Unreadable(f"{said}{_by_digits([rule for rule, _, _ in plans])}", *plans[0][0].place)
            for rule, at, steps in plans:
                self._derive(rule, steps, lambda step, at=at: self._round(step, at, heads))  # type: ignore[misc]
        for relation in heads.values():
            relation.close()

    def _powers(self, rules: Sequence[Rule], begun: Mapping[Signature, Sequence[Row]]) -> list[Row] | None:
        """What a group of rules derives that multiply one number again and again; None of others (see `multiples`)."""
        (name, *others), places = begun, [recursive_places(rule, begun) for rule in rules]
        if not self.scope.bits or others or name[1] != 1 or any(len(one) > 1 for one in places):
            return None
        self._relations[name] = Relation([Row((atom(unknown("X$1", local=True)),), TRUE)])
        again = [rule for rule, one in zip(rules, places, strict=True) if one]
        return multiples(begun[name], [found for rule in again for found in self.instances(rule)], self.scope.names)

    def instances(self, rule: Rule) -> Iterator[Row]:
        """What a rule derives from the rows that there are."""
        return self._instances(rule, _plan(Itself(rule), None), self._all)

    def name(self, rules: Sequence[Rule]) -> None:
        """Read the predicates of rules that recurse by their names, and keep what one step of the rules derives.

        What the rules derive is the only thing that one step derives of itself, as each rule needs others at the places
        that come before: so much is said of the names, and no more.
        """
        for name, arity in sorted({rule.signature for rule in rules}):
            if not arity:
                raise Unreadable(f"{name} recurses, and is of no number", *rules[0].place)
            terms = tuple(atom(unknown(f"{chr(ord('A') + at)}$${at + 1}", local=True)) for at in range(arity))
            self._relations[name, arity] = Relation([Row(terms, equal(applied(name, terms), number(1)))])
        found: dict[Signature, list[Row]] = {rule.signature: [] for rule in rules}
        for rule in rules:
            for one in self._instances(rule, _plan(Itself(rule), None), self._all):
                if not all(isinstance(term, Linear) for term in one.arguments):
                    raise Unreadable(f"{rule.signature[0]} recurses, and is of more than numbers", *rule.place)
                found[rule.signature].append(one)
        self.unfolded |= {name: tuple(rows) for name, rows in found.items()}

    def _all(self, step: BodyStep) -> Sequence[Row]:
        assert step.atom is not None
        return self.rows(step.atom.signature)

    def _round(self, step: BodyStep, delta: int, heads: Mapping[Signature, Relation]) -> Sequence[Row]:
        """Rows for one round: the literal `delta` ranges over what is new, those before it over what is old."""
        assert step.atom is not None
        relation = heads.get(step.atom.signature)
        if relation is None:
            return self._all(step)
        if step.at == delta:
            return relation.news
        return relation.rows[: relation.old] if step.at < delta else relation.rows

    def _derive(self, rule: Rule, steps: Sequence[BodyStep], rows: Rows) -> None:
        relation = self._relations[rule.signature]
        for found in self._instances(rule, steps, rows):
            relation.add(found)
        if len(relation.rows) > MOST_ROWS:
            raise Unreadable(f"more than {MOST_ROWS} rows for sizes that are not known", *rule.place)

    def _instances(self, rule: Rule, steps: Sequence[BodyStep], rows: Rows) -> Iterator[Row]:
        try:
            for state in extend(steps, State({}, TRUE), rows, self.scope):
                for found, guard in products(rule.head, state, self.scope):
                    after = state.having(guard)
                    one = None if after is None else row(found, derived(after.guard))
                    if one is not None:
                        yield from _parted(one)
        except Unreadable as error:
            raise error if error.line else Unreadable(error.reason, *rule.place) from None


def _parted(found: Row) -> Iterator[Row]:
    """The row; where its guard is marked and asks of unknowns that are not shown, what is sure and what is possible.

    The sure part is kept whole. The possible part alone is loosened: it holds at most where its guard says so anyway.
    """
    hidden = set(found.locals) - unknowns_of(found.arguments).keys()
    if MAYBE not in unknowns(found.guard) or not hidden:
        yield found
        return
    certain = row(found.arguments, sure(found.guard))
    if certain is not None:
        yield certain
    yield Row(found.arguments, at_most_possible(found.guard, hidden))


@remembered
def _plan(rule: Itself, first: int | None) -> list[BodyStep]:
    return plan(rule.node.body, frozenset(), rule.node.outer, first)


_SCALING = (BinaryOperator.Multiplication, BinaryOperator.Division, BinaryOperator.Modulo)


def _by_digits(rules: Sequence[Rule]) -> str:
    """What says the same as a recursion that goes from a number to a multiple or a part of it, if these do."""
    for rule in rules:
        again = [one for one in rule.atoms if one is not None and one.signature == rule.signature]
        for term in (*rule.head, *(term for one in again for term in one.arguments)):
            for node in walk(term.origin):
                if node.ast_type != ASTType.BinaryOperation or node.operator_type not in _SCALING:
                    continue
                for base in (node.right, node.left):
                    if (value := constant_number(base)) is not None and value > 1:
                        given = "digit(N,J,D)" if value == 2 else f"digit({value},N,J,D)"
                        return f"; {given} holds where D is the digit of N at place J in base {value}, and needs none"
    return ""


def recursive_places(rule: Rule, heads: Collection[Signature]) -> list[int]:
    """The places of the body's literals whose predicates belong to the same group."""
    positive = [at for at, literal in enumerate(rule.body) if literal.sign == Sign.NoSign]
    return [at for at in positive if (atom := rule.atoms[at]) is not None and atom.signature in heads]


# --------------------------------------------------------------------- what the rules derive whatever the position is


MOST_ROWS = 20_000
"""The most rows that one predicate may have."""
_NOWHERE = ((1, 1), (1, 1)), ((0, 0),)
"""Bounds of a heaps fluent and of a counter: no rule that is kept speaks of them."""


def facts(
    rules: Rules,
    constants: Mapping[str, Linear],
    given: Mapping[Signature, Sequence[Row]],
    kept: Collection[Signature],
) -> dict[Signature, list[Row]]:
    """The extents of those of the kept predicates that depend on nothing unknown.

    Nothing where clingo's arithmetic is not that of the integers for one of them, or refuses it, or one has too many
    rows: the symbolic reading says what is at fault. `given` are the rows that evaluation begins with.
    """
    values = _values(rules, constants, given)
    known = _known(rules, values, given, kept)
    if not known:
        return {}
    extents = {one.name: _NOWHERE[0] if isinstance(one, Heaps) else _NOWHERE[1] for one in rules.fluents}
    try:
        program = lift(rules, known, values, extents)
        control = ground(program.text)
        if any(True for name, arity in SENTINELS for _ in atoms(control, name, arity + 1)):
            return {}
        found = {name: [Row(tuple(map(from_symbol, row)), TRUE) for row in atoms(control, *name)] for name in known}
    except (InputError, Unreadable):
        return {}
    return {} if any(len(rows) > MOST_ROWS for rows in found.values()) else found


def _values(
    rules: Rules, constants: Mapping[str, Linear], given: Mapping[Signature, Sequence[Row]]
) -> dict[str, Value]:
    """The constants, parameters and sets that are known."""
    values: dict[str, Value] = {name: one.number for name, one in constants.items() if one.number is not None}
    for name in rules.sets:
        members = [row.arguments[0] for row in given[name.lower(), 1]]
        numbers = [one.number for one in members if isinstance(one, Linear)]
        if len(numbers) == len(members) and None not in numbers:
            values[name] = tuple(one for one in numbers if one is not None)
    return values


def _known(
    rules: Rules, values: Mapping[str, Value], given: Collection[Signature], kept: Collection[Signature]
) -> list[Signature]:
    """The kept predicates that some rule derives, and none with what is unknown."""
    if any(name not in values for name in rules.sets):
        return []
    sets = {(name.lower(), 1) for name in rules.sets}
    unknown = {name for name in rules.parameters if name not in values}
    begun = {name for name in given if name not in sets}
    begun |= {defines(rule) for rule in rules.statements if not unknown.isdisjoint(constants(rule))}
    derived = {defines(rule) for rule in rules.statements if defines(rule) in kept}
    return sorted(derived - dependents(begun, rules.statements))


# ------------------------------------------------------------------------------------- predicates about digits, as rows


_N, _J = (atom(unknown(f"{name}$1", local=True)) for name in "NJ")
"""The number and the place, which are each row's own."""


def _digit_rows(rules: Rules, constants: Mapping[str, Linear]) -> dict[Signature, list[Row]]:
    """What the predicates about digits say: of every number, every place and the digit there.

    A row for each of them, and for each base that the rules name; Unreadable where one is unknown.
    """
    found: dict[Signature, list[Row]] = {}
    for name in rules.numerations:
        found[name] = []
        for base, system in systems(name, _bases(rules, name, constants)):
            guard = conj((at_most(number(1), _N), at_most(number(0), _J), less(_J, places(system, _N))))
            first = () if base is None else (number(base),)
            found[name].append(Row((*first, _N, _J, digit(system, _N, _J)), guard))
    return found


def _bases(rules: Rules, name: Signature, constants: Mapping[str, Linear]) -> set[int]:
    """The first arguments of a predicate that has its base there."""
    found: set[int] = set()
    spoken = [one for rule in rules.statements for literal in mirrored(rule).body for one in atoms_of(literal)]
    for one in spoken if name[1] == 4 else ():
        if signature(one) == name:
            base = arguments(one)[0]
            value = constant_number(base)
            named = constants.get(constant(base) or "")
            value = named.number if value is None and named is not None else value
            if value is None:
                raise Unreadable(f"the first argument of {one} is no number that is known", *place(one))
            found.add(value)
    return found
