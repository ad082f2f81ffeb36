"""Tables that a claim uses and that end: what no position changes, such as `zeros(0..11)`, and how far its numbers go.

Beyond its last number a table is silent, so that a claim fails there which is right, or loses positions. What needs
`in_range` ends with the range that is checked, and is no such table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clingo import SymbolType

from bouton.claims.passes import needs
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import InputError, LimitReached
from bouton.core.position import Heaps, Members, Parameters
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Result, Verdict
from bouton.process.limits import Limits, alone
from bouton.rules.depend import closure
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.grounding import atoms, ground
from bouton.rules.lift import lift
from bouton.rules.syntax import defines

_LIMITS = Limits(processor=2.0)
_TOLD = 3
"""Tables that are told of one counterexample."""
_ORDINALS = ("first", "second", "third")


@dataclass(frozen=True)
class FixedTable:
    """A predicate that no position changes: where its first rule stands, and the greatest number of each argument.

    None stands for an argument that has not two numbers, or something besides.
    """

    name: str
    where: str
    greatest: tuple[int | None, ...]

    @property
    def last(self) -> str:
        """`ends at 11`; of several arguments `ends at 18 in the first argument, 6765 in the second`."""
        return self._ends({place: one for place, one in enumerate(self.greatest) if one is not None})

    def below(self, number: int) -> str | None:
        """`ends at 11`, of those arguments alone that end below a number; None where none does."""
        short = {place: one for place, one in enumerate(self.greatest) if one is not None and one < number}
        return self._ends(short) if short else None

    def _ends(self, ends: Mapping[int, int]) -> str:
        if len(self.greatest) == 1:
            return f"ends at {ends[0]}"
        places = [_ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th" for place in ends]
        first, *others = (f"{end} in the {place}" for place, end in zip(places, ends.values(), strict=True))
        return f"ends at {', '.join([f'{first} argument', *others])}"


def tables(spec: Spec, claim: Claim, parameters: Parameters, limits: Limits = _LIMITS) -> tuple[FixedTable, ...]:
    """The tables that a claim uses for these values of the parameters, in the order of the rules.

    None are known where the rules are at fault there, or the limits are reached.
    """
    about = subject(spec, claim)
    rules = rules_of(about)
    (need,) = needs(about, rules, [claim])
    asked = need.predicates | ({("move", 1), ("after", 2)} & rules.defined if about.moves else frozenset())
    wanted = list(_static(rules, asked))
    if not wanted:
        return ()
    try:
        found: tuple[FixedTable, ...] = alone(_tables, rules, wanted, parameters, limits=limits)
    except (InputError, LimitReached):
        return ()
    return found


def with_tables(spec: Spec, result: Result) -> Result:
    """The result; where the claim fails and should not, with the tables that end below a number of the position.

    So it is of a claim that speaks of no position of its box, too, as a table may cut short what its `where` says.
    """
    found = result.counterexample
    if spec.all_games or result.as_expected or (found is not None and found.components):
        return result
    if result.verdict is Verdict.REFUTED and found is not None:
        members = {one.name for one in spec.fluents if isinstance(one, Members)}  # terms of a board, no numbers
        counted = {name: value for name, value in found.position.items() if name not in members}
        numbers, parameters = [*_numbers(counted)], found.parameters
    elif result.verdict is Verdict.VACUOUS:
        numbers, parameters = [*_numbers(result.over)], next(spec.claim(result.id).box.assignments(), {})
    else:
        return result
    if not numbers:
        return result
    most = max(numbers)
    ends = [(one, said) for one in tables(spec, spec.claim(result.id), parameters) if (said := one.below(most))]
    notes = [
        f"the table {one.name} ({one.where}) {said}, below {most}, and is silent beyond"
        for one, said in sorted(
            ends, key=lambda end: any(last is not None and last >= most for last in end[0].greatest)
        )[:_TOLD]
    ]
    return replace(result, notes=(*result.notes, *notes))


def _numbers(part: object) -> Iterator[int]:
    """All numbers of a position, or of the hull of a box."""
    if isinstance(part, int):
        yield part
    elif isinstance(part, Mapping | list | tuple):
        for one in part.values() if isinstance(part, Mapping) else part:
            yield from _numbers(one)


def _static(rules: Rules, wanted: Collection[Signature]) -> Iterator[Signature]:
    """What no position changes of the predicates that the wanted ones need, and no range, in the order of the rules."""
    used = closure(wanted, rules.statements) - rules.dependent
    for one in dict.fromkeys(map(defines, rules.statements)):
        if one in used and one[1] and not (rules.ranged and IN_RANGE in closure({one}, rules.statements)):
            yield one


def _tables(rules: Rules, wanted: Sequence[Signature], parameters: Parameters) -> tuple[FixedTable, ...]:
    extents = {one.name: ((1, 1),) * (2 if isinstance(one, Heaps) else 1) for one in rules.fluents}
    program = lift(rules, wanted, parameters, extents)
    control = ground(program.given + program.fixed)
    found = []
    for name, arity in wanted:
        columns = list(zip(*atoms(control, name, arity), strict=True))
        greatest = tuple(
            max(one.number for one in column)
            if len(set(column)) > 1 and all(one.type is SymbolType.Number for one in column)
            else None
            for column in columns
        )
        if any(one is not None for one in greatest):
            line = next(rule.location.begin.line for rule in rules.statements if defines(rule) == (name, arity))
            found.append(FixedTable(f"{name}/{arity}", rules.sources.where(line), greatest))
    return tuple(found)
