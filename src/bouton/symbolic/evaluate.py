"""The rules evaluated bottom-up over symbolic integers: constraint Datalog.

The number of heaps is given, their sizes are unknown; each predicate's extent is a finite list of rows
with guards (Kanellakis, Kuper, Revesz: Constraint query languages, 1995). What has no such
meaning raises Unreadable with its place, never a wrong meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from clingo.ast import Sign

from bouton.language.depend import closure
from bouton.language.rules import Rules, Signature
from bouton.language.syntax import defines, place
from bouton.position import Heaps, Value
from bouton.symbolic.arithmetic import atom, number
from bouton.symbolic.body import Rows, Step, extend, plan
from bouton.symbolic.command import Condition, SymbolicGame, SymbolicPosition
from bouton.symbolic.effects import Effects
from bouton.symbolic.expression import TRUE, Bound, Linear, Unknown, unknown
from bouton.symbolic.matching import Scope, State, products
from bouton.symbolic.relation import Relation, Row, row
from bouton.symbolic.syntax import Rule, rule_of
from bouton.symbolic.terms import Term, Unreadable

MOST_ROWS = 20_000
"""Rows of one predicate."""
MOST_GUARDED = 250
"""Rows that a recursion may derive under guards that depend on what is not known."""
_MOVE, _AFTER = ("move", 1), ("after", 2)


def evaluate(
    rules: Rules,
    values: Mapping[str, Value | Unknown],
    counts: Mapping[str, int],
    counters: Mapping[str, tuple[Bound, Bound]],
    wanted: Collection[Signature] = (),
    largest: int | None = None,
) -> SymbolicGame:
    """The game for these parameters, so many heaps of each heaps fluent, and counters in these ranges.

    A parameter can be an unknown itself. `wanted` are the predicates whose extents are kept besides
    `move` and `after`; `largest` bounds the sizes of heaps. Unreadable where a rule that these need has no
    symbolic meaning.
    """
    constants = {name: number(value) for name, value in rules.constants}
    constants |= {name: _constant(value) for name, value in values.items() if not isinstance(value, tuple)}
    position, unknowns = _position(rules, counts, counters, largest)
    evaluation = _Evaluation(Scope(constants), _given(rules, values, position))
    kept = closure({*wanted, _MOVE, _AFTER}, rules.statements)
    for group in rules.strata:
        evaluation.group([rule_of(statement) for statement in group if defines(statement) in kept])
    places: dict[Signature, tuple[int, int]] = {}
    for rule in rules.statements:
        places.setdefault(defines(rule), place(rule))
    effects = Effects(rules.fluents, position, evaluation.rows(_AFTER), evaluation.scope, places.get(_AFTER, (0, 0)))
    commands = tuple(effects.command(move) for move in evaluation.rows(_MOVE))
    undefined = [
        Condition(formula, f"{node} is undefined", *node.place) for formula, node in evaluation.scope.undefined
    ]
    return SymbolicGame(
        rules.fluents,
        dict(counts),
        (*(value for value in values.values() if isinstance(value, Unknown)), *unknowns),
        position,
        commands,
        {name: tuple(evaluation.rows(name)) for name in wanted},
        (*undefined, *effects.forbidden),
        places,
    )


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
) -> dict[Signature, Relation]:
    """The facts of the position and of the set parameters."""
    facts: dict[Signature, list[tuple[Term, ...]]] = {}
    for fluent, entry in zip(rules.fluents, position, strict=True):
        if isinstance(entry, tuple):
            facts[fluent.name, 2] = [(number(at), size) for at, size in enumerate(entry, 1)]
        else:
            facts[fluent.name, 1] = [(entry,)]
    for name in rules.sets:
        members = values[name]
        assert isinstance(members, tuple), f"parameter {name} is a set"
        facts[name.lower(), 1] = [(number(member),) for member in members]
    found = {key: Relation([Row(row, TRUE) for row in rows]) for key, rows in facts.items()}
    for relation in found.values():
        relation.close()
    return found


class _Evaluation:
    """The relations derived so far, group of rules by group of rules."""

    def __init__(self, scope: Scope, relations: dict[Signature, Relation]) -> None:
        self.scope = scope
        self._relations = relations

    def rows(self, name: Signature) -> Sequence[Row]:
        """A predicate's rows."""
        found = self._relations.get(name)
        return found.rows if found else ()

    def group(self, rules: Sequence[Rule]) -> None:
        """Evaluate rules that use only each other's predicates and earlier ones (semi-naively)."""
        heads = {rule.signature: self._relations.setdefault(rule.signature, Relation()) for rule in rules}
        for rule in rules:
            self._derive(rule, _plan(rule, None), self._all)
        plans = [(rule, at, _plan(rule, at)) for rule in rules for at in _recursive(rule, heads)]
        guarded = 0
        while plans and any([relation.advance() for relation in heads.values()]):  # noqa: C419 (each must advance)
            guarded += sum(row.guard is not TRUE for relation in heads.values() for row in relation.news)
            if guarded > MOST_GUARDED:
                raise Unreadable("the recursion does not end where sizes are not known", *plans[0][0].place)
            for rule, at, steps in plans:
                self._derive(rule, steps, lambda step, at=at: self._round(step, at, heads))  # type: ignore[misc]
        for relation in heads.values():
            relation.close()

    def _all(self, step: Step) -> Sequence[Row]:
        assert step.atom is not None
        return self.rows(step.atom.signature)

    def _round(self, step: Step, delta: int, heads: Mapping[Signature, Relation]) -> Sequence[Row]:
        """Rows for one round: the literal `delta` ranges over what is new, those before it over what is old."""
        assert step.atom is not None
        relation = heads.get(step.atom.signature)
        if relation is None:
            return self._all(step)
        if step.at == delta:
            return relation.news
        return relation.rows[: relation.old] if step.at < delta else relation.rows

    def _derive(self, rule: Rule, steps: Sequence[Step], rows: Rows) -> None:
        relation = self._relations[rule.signature]
        for found in self._instances(rule, steps, rows):
            relation.add(found)
        if len(relation.rows) > MOST_ROWS:
            raise Unreadable(f"more than {MOST_ROWS} rows for sizes that are not known", *rule.place)

    def _instances(self, rule: Rule, steps: Sequence[Step], rows: Rows) -> Iterator[Row]:
        try:
            for state in extend(steps, State({}, TRUE), rows, self.scope):
                for found, guard in products(rule.head, state, self.scope):
                    after = state.having(guard)
                    derived = None if after is None else row(found, after.guard)
                    if derived is not None:
                        yield derived
        except Unreadable as error:
            raise error if error.line else Unreadable(error.reason, *rule.place) from None


def _plan(rule: Rule, first: int | None) -> list[Step]:
    return plan(rule.body, frozenset(), rule.outer, first)


def _recursive(rule: Rule, heads: Collection[Signature]) -> list[int]:
    """The places of the body's literals whose predicates belong to the same group."""
    positive = [at for at, literal in enumerate(rule.body) if literal.sign == Sign.NoSign]
    return [at for at in positive if (atom := rule.atoms[at]) is not None and atom.signature in heads]
