"""What keeps a rule from deriving its predicate at a position: the one literal without which it would."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from clingo.ast import AST, ASTType, parse_string

from bouton.rules.file import Rules, Signature
from bouton.rules.safety import unsafe
from bouton.rules.syntax import defines, is_atom, is_positive, signature, variables


@dataclass(frozen=True)
class Question:
    """Whether a rule would derive its predicate without a literal: the predicate that says so, by its variables."""

    of: Signature
    literal: str
    line: int
    """Where the rule stands, in the text of all files."""
    names: tuple[str, ...]
    """The variables of the literal that the rest of the rule gives values to; the arguments of `asked`."""
    asked: Signature
    atom: Signature | None
    """The predicate that the literal says holds; None of any other."""


def questions(rules: Rules, of: Collection[Signature]) -> tuple[Rules, tuple[Question, ...]]:
    """The rules with one more predicate for each literal of each rule of these predicates, as far as it can be asked.

    Where the predicate holds of nothing at a position, the literal fails wherever `asked` holds there.
    """
    found = tuple(_questions(rules, of))
    more = tuple(statement for _, statement in found)
    signatures = frozenset(question.asked for question, _ in found)
    wider = replace(
        rules,
        statements=(*rules.statements, *more),
        defined=rules.defined | signatures,
        dependent=rules.dependent | signatures,
        strata=(*rules.strata, more),
    )
    return wider, tuple(question for question, _ in found)


def _questions(rules: Rules, of: Collection[Signature]) -> Iterator[tuple[Question, AST]]:
    for number, rule in enumerate(rules.statements):
        if defines(rule) not in of:
            continue
        for place, literal in enumerate(rule.body):
            rest = [*rule.body[:place], *rule.body[place + 1 :]]
            bound = frozenset[str]().union(*map(variables, filter(_binds, rest)))
            names = tuple(sorted((variables(literal) & bound) - {"_"}))
            if not _told(literal, bound):
                continue
            head = f"_without_{number}_{place}({','.join(('0', *names))})"
            statement = _parsed(f"{head}{' :- ' if rest else ''}{'; '.join(map(str, rest))}.")
            if not unsafe(rules.sources.name, [statement], {}):
                atom = signature(literal) if is_atom(literal) and is_positive(literal) else None
                line = rule.location.begin.line
                yield Question(defines(rule), str(literal), line, names, defines(statement), atom), statement


def _binds(literal: AST) -> bool:
    return literal.ast_type == ASTType.Literal and literal.atom.ast_type != ASTType.BodyAggregate


def _told(literal: AST, bound: frozenset[str]) -> bool:
    """Whether it says something of values that there are: what gives a variable its value alone fails by nothing."""
    if literal.ast_type != ASTType.Literal:
        return False
    return (is_atom(literal) and is_positive(literal)) or variables(literal) <= bound | {"_"} or not _binds(literal)


def _parsed(text: str) -> AST:
    statements: list[AST] = []
    parse_string(text, statements.append)
    return statements[-1]
