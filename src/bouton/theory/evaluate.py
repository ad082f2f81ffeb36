"""What the rules of a statement say of one game, in plain Python: an engine of its own beside clingo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from operator import add, eq, ge, gt, le, lt, ne, sub, xor

from bouton.core.errors import Disagreement
from bouton.core.graph import Graph, Row
from bouton.theory import formula as fo
from bouton.theory.formula import parts_of, terms_of

_OPERATORS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "^": xor}


def holding(theory: fo.Theory, graph: Graph) -> dict[fo.Signature, frozenset[Row]]:
    """For which positions and numbers each predicate holds, those of the engine too."""
    found = {(name, len(row)): rows for name, rows in graph.extents().items() for row in list(rows)[:1]}
    for definition in theory.definitions:
        rows = {row for rule in definition.rules for row in _derived(rule, found)}
        found[definition.name, len(definition.sorts)] = frozenset(rows)
    return found


def _derived(rule: fo.Rule, found: Mapping[fo.Signature, frozenset[Row]]) -> Iterator[Row]:
    for binding in _bindings(rule.body, {}, found):
        yield tuple(_value(argument, binding) for argument in rule.head.arguments)


def _bindings(
    body: Sequence[fo.Literal_], binding: Mapping[str, int], found: Mapping[fo.Signature, frozenset[Row]]
) -> Iterator[Mapping[str, int]]:
    """Every way to make the body true."""
    if not body:
        yield binding
        return
    at = min(range(len(body)), key=lambda place: _rank(body[place], binding))
    for extended in _ways(body[at], binding, found):
        yield from _bindings([*body[:at], *body[at + 1 :]], extended, found)


def _rank(literal: fo.Literal_, binding: Mapping[str, int]) -> int:
    """Which literal comes first: one that is known, one that gives a value to a variable, a predicate, any other."""
    free = _free(literal, binding)
    if not free:
        return 0
    if isinstance(literal, fo.Atom):
        return 3 if literal.negated else 2
    if isinstance(literal, fo.Within):
        return 1 if isinstance(literal.term, fo.Variable) and free == {literal.term.name} else 3
    return 1 if _slope(literal, free, binding) else 3


def _slope(literal: fo.Comparison, free: Set[str], binding: Mapping[str, int]) -> int:
    """How much the left side of an equation gains on the right with its one unknown; 0 of any other comparison.

    It is 0 of `V = V` too, which is true of every number and gives none, and of an unknown in a nim-sum.
    """
    if literal.operator != "=" or len(free) != 1:
        return 0
    (name,) = free
    parts = [*parts_of(literal.left), *parts_of(literal.right)]
    if any(isinstance(part, fo.SumTerm) and part.operator == "^" and name in variables(part) for part in parts):
        return 0
    sides = ({**binding, name: value} for value in (0, 1))
    low, high = (_value(literal.left, side) - _value(literal.right, side) for side in sides)
    return high - low


def _ways(
    literal: fo.Literal_, binding: Mapping[str, int], found: Mapping[fo.Signature, frozenset[Row]]
) -> Iterator[Mapping[str, int]]:
    free = _free(literal, binding)
    if isinstance(literal, fo.Atom) and not literal.negated:
        for row in found.get(literal.signature, ()):
            extended = _matched(literal, row, binding)
            if extended is not None:
                yield extended
    elif not free:
        if _true(literal, binding, found):
            yield binding
    elif isinstance(literal, fo.Within) and isinstance(literal.term, fo.Variable) and free == {literal.term.name}:
        for value in range(_value(literal.low, binding), _value(literal.high, binding) + 1):
            yield {**binding, literal.term.name: value}
    elif isinstance(literal, fo.Comparison) and (slope := _slope(literal, free, binding)):
        (name,) = free
        left, right = (_value(term, {**binding, name: 0}) for term in (literal.left, literal.right))
        if (right - left) % slope == 0:
            yield {**binding, name: (right - left) // slope}
    else:
        raise Disagreement(f"no value for {', '.join(sorted(free))} in a rule that clingo finds safe")


def _true(literal: fo.Literal_, binding: Mapping[str, int], found: Mapping[fo.Signature, frozenset[Row]]) -> bool:
    if isinstance(literal, fo.Atom):
        row = tuple(_value(argument, binding) for argument in literal.arguments)
        return (row in found.get(literal.signature, ())) is not literal.negated
    if isinstance(literal, fo.Within):
        return _value(literal.low, binding) <= _value(literal.term, binding) <= _value(literal.high, binding)
    return bool(_OPERATORS[literal.operator](_value(literal.left, binding), _value(literal.right, binding)))


def _matched(atom: fo.Atom, row: Row, binding: Mapping[str, int]) -> Mapping[str, int] | None:
    """The binding under which the atom is the row; its arguments are variables or numbers."""
    extended = dict(binding)
    for argument, value in zip(atom.arguments, row, strict=True):
        own = extended.setdefault(argument.name, value) if isinstance(argument, fo.Variable) else _value(argument, {})
        if own != value:
            return None
    return extended


def _value(term: fo.Term, binding: Mapping[str, int]) -> int:
    if isinstance(term, fo.SumTerm):
        left, right = _value(term.left, binding), _value(term.right, binding)
        return _ARITHMETIC[term.operator](left, right)
    return binding[term.name] if isinstance(term, fo.Variable) else term


def _free(literal: fo.Literal_, binding: Mapping[str, int]) -> set[str]:
    return {name for term in terms_of(literal) for name in variables(term)} - binding.keys()


def variables(term: fo.Term) -> dict[str, fo.Variable]:
    """The variables of a term by name."""
    if isinstance(term, fo.SumTerm):
        return variables(term.left) | variables(term.right)
    return {term.name: term} if isinstance(term, fo.Variable) else {}
