"""The values of expressions and formulas at many concrete places at once.

A formula has many parts, and most positions that it is asked about differ in few of them: so each part is worked out
once for all places together, and not once for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress

from bouton.core.logic import expression as ex
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import below, inside_first, unknowns


class Batch:
    """Several places, each with a value for every unknown; KeyError for a missing one.

    A place is a position, or a position with one of the ways to choose there: `origins` says of each which position it
    began as. Values are those that `Evaluation` has at each place alone.
    """

    def __init__(self, columns: Mapping[ex.Unknown, Sequence[int]], origins: Sequence[int]) -> None:
        """`columns` are the values of each unknown, one for each place."""
        self.origins = origins
        self._columns = dict(columns)
        self._compounds: dict[ex.Ite | ex.Operation, Sequence[int]] = {}
        # a byte for each place, the first place lowest: 1 where the formula holds
        self._masks: dict[ex.Formula, int] = {}
        self._all = int.from_bytes(bytes([1]) * len(origins), "little")

    @classmethod
    def of(cls, values: Sequence[Mapping[ex.Unknown, int]]) -> Batch:
        """A place for each of these values of the same unknowns."""
        return cls({one: [each[one] for each in values] for one in (values[0] if values else ())}, range(len(values)))

    @property
    def known(self) -> frozenset[ex.Unknown]:
        """The unknowns that have a value."""
        return frozenset(self._columns)

    def place(self, at: int) -> dict[ex.Unknown, int]:
        """The values at one place."""
        return {one: column[at] for one, column in self._columns.items()}

    def where(self, flags: bytes) -> Batch:
        """The places whose flag is 1."""
        if all(flags):
            return self
        columns = {one: list(compress(column, flags)) for one, column in self._columns.items()}
        return Batch(columns, list(compress(self.origins, flags)))

    def each(self, one: ex.Unknown, values: Sequence[Sequence[int]]) -> Batch:
        """Every place once for each value that one more unknown has there."""
        at = [place for place, several in enumerate(values) for _ in several]
        columns = {other: [column[place] for place in at] for other, column in self._columns.items()}
        columns[one] = [value for several in values for value in several]
        return Batch(columns, [self.origins[place] for place in at])

    def __call__(self, value: ex.Linear) -> Sequence[int]:
        """The number at each place."""
        constant = value.constant
        columns: list[tuple[Sequence[int], int]] = []
        for part, coefficient in value.terms:  # in a loop, so that deep expressions take fewer frames
            columns.append((self._columns[part] if isinstance(part, ex.Unknown) else self._compound(part), coefficient))
        match columns:
            case []:
                return [constant] * len(self.origins)
            case [(column, 1)] if constant == 0:
                return column
            case [(column, times)]:
                return [times * one + constant for one in column]
            case [(column, times), (other, more)]:
                return [times * one + more * two + constant for one, two in zip(column, other, strict=True)]
            case [(column, times), *rest]:
                total = [times * one + constant for one in column]
                for other, more in rest:
                    total = [one + more * two for one, two in zip(total, other, strict=True)]
                return total
        raise AssertionError(value)

    def holds(self, value: ex.Formula) -> bytes:
        """A flag for each place: 1 where the formula holds."""
        return self._flags(self._mask(value))

    def asked(
        self, values: Iterable[ex.Formula | ex.Linear], conditions: Iterable[ex.Formula]
    ) -> Iterator[tuple[ex.Formula, bool]]:
        """Each of the conditions with each truth value that it has where it is asked for.

        What does not count is not asked for: the parts of a conjunction after one that fails, those of a disjunction
        after one that holds, and the other branch of a case distinction.
        """
        where = self._asked([*values])
        for condition in conditions:
            here = where.get(condition, 0)
            if here:
                holds = self._mask(condition)
                if here & holds:
                    yield condition, True
                if here & ~holds:
                    yield condition, False

    def _asked(self, values: Sequence[ex.LogicNode]) -> dict[ex.LogicNode, int]:
        """The places at which each part of the values is asked for."""
        found: dict[ex.LogicNode, int] = dict.fromkeys(values, self._all)
        for node in reversed(inside_first(values)):
            here = found.get(node, 0)
            if not here:
                continue
            if isinstance(node, ex.And | ex.Or):
                for part in node.parts:
                    found[part] = found.get(part, 0) | here
                    holds = self._mask(part)
                    here &= holds if isinstance(node, ex.And) else ~holds
            elif isinstance(node, ex.Ite):
                holds = self._mask(node.condition)
                found[node.condition] = found.get(node.condition, 0) | here
                found[node.then] = found.get(node.then, 0) | here & holds
                found[node.other] = found.get(node.other, 0) | here & ~holds
            elif not isinstance(node, ex.Some | ex.Never):  # what these hold has no value by itself
                for one in below(node):
                    found[one] = found.get(one, 0) | here
        return found

    def _flags(self, mask: int) -> bytes:
        return mask.to_bytes(len(self.origins), "little")

    def _mask(self, value: ex.Formula) -> int:
        found = self._masks.get(value)
        if found is None:
            found = self._masks[value] = self._of(value)
        return found

    def _of(self, value: ex.Formula) -> int:
        match value:
            case ex.And(parts=parts):
                found = self._all
                for part in parts:
                    found &= self._mask(part)
                    if not found:
                        break
                return found
            case ex.Or(parts=parts):
                found = 0
                for part in parts:
                    found |= self._mask(part)
                    if found == self._all:
                        break
                return found
            case ex.Le(left=left):
                flags = [one <= 0 for one in self(left)]
            case ex.Eq(left=left):
                flags = [one == 0 for one in self(left)]
            case ex.Ne(left=left):
                flags = [one != 0 for one in self(left)]
            case ex.Some() | ex.Never():
                columns = {one: self._columns[one] for one in unknowns(value)}
                each = ({one: column[at] for one, column in columns.items()} for at in range(len(self.origins)))
                flags = [Evaluation(values)(value) for values in each]
            case _:
                raise TypeError(value)
        return int.from_bytes(bytes(flags), "little")

    def _compound(self, part: ex.Ite | ex.Operation) -> Sequence[int]:
        found = self._compounds.get(part)
        if found is not None:
            return found
        if isinstance(part, ex.Operation):
            found = [part.of(left, right) for left, right in zip(self(part.left), self(part.right), strict=True)]
        else:
            mask = self._mask(part.condition)
            if mask == self._all or not mask:
                found = self(part.then if mask else part.other)
            else:
                chosen = zip(self._flags(mask), self(part.then), self(part.other), strict=True)
                found = [then if holds else other for holds, then, other in chosen]
        self._compounds[part] = found
        return found
