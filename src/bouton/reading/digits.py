"""What the predicates about digits say, as rows: of every number, every place and the digit there."""

from __future__ import annotations

from collections.abc import Mapping

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, digit, number, places
from bouton.core.logic.expression import Linear, unknown
from bouton.core.logic.formulas import at_most, conj, less
from bouton.reading.relation import Row
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.numeration import systems
from bouton.rules.syntax import arguments, atoms, constant, place, signature
from bouton.rules.syntax import number as number_of

_N, _J = (atom(unknown(f"{name}$1", local=True)) for name in "NJ")
"""The number and the place, which are each row's own."""


def digit_rows(rules: Rules, constants: Mapping[str, Linear]) -> dict[Signature, list[Row]]:
    """A row for each predicate about digits, and for each base that the rules name; Unreadable where one is unknown."""
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
    spoken = [one for rule in rules.statements for literal in mirrored(rule).body for one in atoms(literal)]
    for one in spoken if name[1] == 4 else ():
        if signature(one) == name:
            base = arguments(one)[0]
            value = number_of(base)
            named = constants.get(constant(base) or "")
            value = named.number if value is None and named is not None else value
            if value is None:
                raise Unreadable(f"the first argument of {one} is no number that is known", *place(one))
            found.add(value)
    return found
