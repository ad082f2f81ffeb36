"""What `not p(X,_)` denies is that p holds of X and anything: a predicate of its own says so.

A rule of a statement is read as a formula in which each variable has one value. The `_` of a negated atom has none, as
there need be nothing of which the atom holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from clingo.ast import AST, ASTType, Function, Literal, Rule, Sign, SymbolicAtom, Variable

from bouton.core.fresh import Fresh
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import arguments, is_atom, names_of, signature, with_arguments


def projected(rules: Rules) -> Rules:
    """The rules with `not some_p(X)` for each `not p(X,_)`, and `some_p(X) :- p(X,_).` before the first of them.

    The names of these predicates are none that the rules have.
    """
    made = _Projections(Fresh(names_of(rules)))
    strata: list[tuple[AST, ...]] = []
    for group in rules.strata:
        new = tuple(map(made.rule, group))
        strata += [*((one,) for one in made.taken()), new]
    return replace(rules, strata=tuple(strata)) if made.names else rules


@dataclass
class _Projections:
    fresh: Fresh
    names: dict[tuple[Signature, tuple[bool, ...]], str] = field(default_factory=dict)
    """What says that a predicate holds of something, by which of its arguments are left open."""
    new: list[AST] = field(default_factory=list)

    def taken(self) -> list[AST]:
        """The rules that were made since they were asked for."""
        made, self.new = self.new, []
        return made

    def rule(self, rule: AST) -> AST:
        """The rule with other predicates where it denies that something is so of anything."""
        return rule.update(body=list(map(self._literal, rule.body))) if any(map(_open, rule.body)) else rule

    def _literal(self, literal: AST) -> AST:
        open_ = _open(literal)
        of = signature(literal)
        if not open_ or of is None:
            return literal
        name = self.names.get((of, open_))
        if name is None:
            name = self.names[of, open_] = self.fresh.name(f"some_{of[0]}")
            self.new.append(_says(name, literal, open_))
        kept = [one for one, is_open in zip(arguments(literal), open_, strict=True) if not is_open]
        return literal.update(atom=SymbolicAtom(Function(literal.location, name, kept, 0)))


def _open(literal: AST) -> tuple[bool, ...]:
    """Which arguments of a negated atom are `_`; nothing where none is."""
    if not is_atom(literal) or literal.sign != Sign.Negation:
        return ()
    found = tuple(one.ast_type == ASTType.Variable and one.name == "_" for one in arguments(literal))
    return found if any(found) else ()


def _says(name: str, literal: AST, open_: tuple[bool, ...]) -> AST:
    """The rule `some_p(X1) :- p(X1,_)` of a literal."""
    at = literal.location
    named = [Variable(at, "_" if is_open else f"X{place}") for place, is_open in enumerate(open_, 1)]
    kept = [one for one, is_open in zip(named, open_, strict=True) if not is_open]
    head = Literal(at, Sign.NoSign, SymbolicAtom(Function(at, name, kept, 0)))
    return Rule(at, head, [with_arguments(literal, named).update(sign=Sign.NoSign)])
