"""Whether a predicate holds only where another one does, or only where it does not, by the form of the rules."""

from __future__ import annotations

from clingo.ast import AST, ASTType, Sign

from bouton.rules.depend import meant
from bouton.rules.file import Rules
from bouton.rules.syntax import defines, is_atom, signature


def implies(rules: Rules, name: str, other: str, *, denies: bool, above: frozenset[str] = frozenset()) -> bool:
    """Whether by the form of its rules a predicate holds only where another does, or `denies` that it does.

    Each of its rules says so in a literal, or has one of a predicate of which that is so, or all literals of a rule of
    the other.
    """
    if name in above:
        return False
    found = [rule for rule in rules.statements if defines(rule) == (name, 0)]
    wanted = meant(other, rules.statements)
    for rule in found:
        literals = [(one.sign, signature(one)) for one in rule.body if is_atom(one)]
        names = [(sign == Sign.Negation, of[0]) for sign, of in literals if of is not None and of[1] == 0]
        own = any(meant(of, rules.statements) == wanted and denied is denies for denied, of in names)
        own = own or (not denies and _repeats(rules, rule, wanted))
        if not own and not any(
            not denied and implies(rules, of, other, denies=denies, above=above | {name}) for denied, of in names
        ):
            return False
    return bool(found)


def _repeats(rules: Rules, rule: AST, name: str) -> bool:
    """Whether the body of a rule has all literals of a rule for a predicate, by their variables' names too.

    Aggregates are none of these: what is local in one rule may have a value from elsewhere in the other.
    """
    plain = (ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BooleanConstant)
    said = [one for one in rule.body if one.ast_type == ASTType.Literal and one.atom.ast_type in plain]
    others = (one.body for one in rules.statements if defines(one) == (name, 0))
    return any(all(one in said for one in body) for body in others)
