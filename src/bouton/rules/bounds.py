"""Bounds of every argument of every predicate, over a batch of positions: interval analysis of the rules.

Abstract interpretation with intervals (Cousot and Cousot, POPL 1977), bottom-up over the strata:
comparisons narrow, recursion is widened and then narrowed again. Compound terms are summarised per
functor: all terms `l(...)` share one row of bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clingo.ast import AST, ASTType

from bouton.rules.file import Signature
from bouton.rules.mirror import of_node
from bouton.rules.narrowing import Bounds, Environment, Known, Row
from bouton.rules.syntax import arguments, children, defines, has_operations, is_atom, is_positive, signature
from bouton.rules.values import NOTHING, widened

_ROUNDS = 4
"""How often a recursion is followed exactly before it is widened, and narrowed afterwards."""


def bounds(
    strata: Sequence[Sequence[AST]],
    given: Mapping[Signature, Row],
    counts: Mapping[Signature, int],
    *,
    rough: bool = False,
) -> Bounds:
    """The bounds of what the rules derive, from those of the predicates that no rule derives.

    The numbers must stand in place of the constants; they may be `rough` (see `Bounds`).
    """
    rules = (rule for stratum in strata for rule in stratum)
    facts = {defines(rule) for rule in rules if not rule.body and not has_operations(rule.head)}
    sure = facts | {name for name, most in counts.items() if name[1] == 1 and most}
    found = Bounds(dict(given), {}, counts, frozenset(sure), rough)
    for stratum in strata:
        _solve(found, stratum)
    return found


def _solve(found: Bounds, stratum: Sequence[AST]) -> None:
    base = dict(found.functors)
    heads = {defines(rule) for rule in stratum}
    for head in heads:
        found.predicates[head] = (NOTHING,) * head[1]
    uses = {signature(literal) for rule in stratum for literal in rule.body if is_positive(literal)}
    if not uses & heads:
        _round(found, stratum, base)
        return
    rounds = 0
    while _round(found, stratum, base, grow=True, widen=rounds >= _ROUNDS):
        rounds += 1
    if rounds >= _ROUNDS:
        for _ in range(_ROUNDS):
            _round(found, stratum, base)


def _round(
    found: Bounds, stratum: Sequence[AST], base: Mapping[Signature, Row], grow: bool = False, widen: bool = False
) -> bool:
    """One application of the rules; True where something changed.

    With `grow` the results are added to what there was, else they replace it, which is sound
    once they contain all there is.
    """
    predicates: dict[Signature, Row] = {defines(rule): (NOTHING,) * defines(rule)[1] for rule in stratum}
    functors = dict(base)
    for rule in stratum:
        built = _built(rule, found.of(rule))
        if built is not None:
            row, terms = built
            for name, each in terms:
                _add(functors, name, each)
            _add(predicates, defines(rule), row)
    changed = False
    for old, new in ((found.predicates, predicates), (found.functors, functors)):
        for name, row in new.items():
            before = old.get(name, (NOTHING,) * len(row))
            after = row
            if grow:
                after = tuple(a.join(b) for a, b in zip(before, row, strict=True))
            if widen:
                after = tuple(widened(a, b) for a, b in zip(before, after, strict=True))
            changed |= after != before
            old[name] = after
    return changed


@of_node()
def _built(rule: AST, known: Known) -> tuple[Row, tuple[tuple[Signature, Row], ...]] | None:
    """What a rule derives, and the compound terms that it builds; None where its body never holds."""
    found = known.bounds
    where = found.environment(rule.body)
    if where is None:
        return None
    terms: dict[Signature, Row] = {}
    for node in (rule.head, *rule.body):
        if node is rule.head or not is_atom(node):  # an atom only matches terms that some head built
            _record(found, node, where, terms)
    row = tuple(found.value(term, where).clipped() for term in arguments(rule.head))
    return row, tuple(terms.items())


def _record(found: Bounds, node: AST, known: Environment, functors: dict[Signature, Row]) -> None:
    """Note the arguments of every compound term that a rule may build."""
    if node.ast_type == ASTType.BodyAggregateElement:
        local = found.environment(node.condition, known)
        if local is None:
            return
        for term in node.terms:
            _record(found, term, local, functors)
        return
    if node.ast_type == ASTType.Function and (node.arguments or not node.name):
        row = tuple(found.value(argument, known).clipped() for argument in node.arguments)
        _add(functors, (node.name, len(node.arguments)), row)
    for child in arguments(node) if node.ast_type == ASTType.SymbolicAtom else children(node):
        _record(found, child, known, functors)


def _add(rows: dict[Signature, Row], name: Signature, row: Row) -> None:
    before = rows.get(name)
    rows[name] = row if before is None else tuple(a.join(b) for a, b in zip(before, row, strict=True))
