"""Predicates and constants: every name a rules file uses must be known, with the right arity."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clingo.ast import AST, AggregateFunction, ASTType
from clingo.symbol import SymbolType

from bouton.core.errors import MOST, Diagnostic, nearest
from bouton.rules.file import Signature
from bouton.rules.mirror import mirrored
from bouton.rules.syntax import arguments, atoms, constant, defines, place, signature, walk

OUTPUTS: Mapping[str, tuple[int, str]] = {
    "move": (1, "move(M), where the term M names a legal move"),
    "after": (2, "after(M, F), where the fluent F holds after the move M"),
    "side": (1, "side(A), where A is the side to move"),
    "winner": (1, "winner(A), where A has won"),
}
_WEIGHTED = (AggregateFunction.Sum, AggregateFunction.SumPlus, AggregateFunction.Min, AggregateFunction.Max)


@dataclass(frozen=True)
class Names:
    """What a rules file may speak of: fluents with their arity, parameters, sets, its own `#const`s."""

    file: str
    fluents: Mapping[str, int]
    numbers: Collection[str] = ()
    sets: Sequence[str] = ()
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    """What the file may speak of that is not given here: rules that need it are left out."""
    numerations: Collection[Signature] = ()
    """What Bouton gives and it speaks of: the predicates about digits, `in_range`."""

    @property
    def given(self) -> set[Signature]:
        """The predicates that the spec gives, and Bouton."""
        return (
            {*self.numerations}
            | set(self.fluents.items())
            | set(self.elsewhere.items())
            | {(name.lower(), 1) for name in self.sets}
        )

    def fault(self, node: AST, message: str, expected: str | None = None, near: str | None = None) -> Diagnostic:
        """A diagnostic at a node."""
        line, column = place(node)
        return Diagnostic(message, self.file, line, column, expected, near)


def faults(
    names: Names, statements: Sequence[AST], also: Collection[Signature] = (), *, moves: bool = True
) -> Iterator[Diagnostic]:
    """Every name that is not as it should be; `also` are predicates to be taken as derived.

    `moves` says that a game is meant, which needs a rule for them.
    """
    statements = [mirrored(statement) for statement in statements]
    defined = {defines(statement) for statement in statements} | set(also)
    reported: set[Signature] = set()
    for statement in statements:
        yield from _head(names, statement)
        for literal in statement.body:
            for atom in atoms(literal):
                found = signature(atom)
                assert found is not None
                if found in defined or found in names.given or found in reported:
                    continue
                reported.add(found)
                yield _unknown(names, atom, found, defined if len(reported) <= MOST else ())
        yield from _constants(names, statement)
    for statement in statements:
        if defines(statement) == ("side", 1) and ("winner", 1) not in defined:
            message = "side/1 makes this a game of alliances, but no rule derives winner/1"
            yield names.fault(statement.head, message, f"{OUTPUTS['winner'][1]}, at every terminal")
            break
    if moves and not any(name == "move" for name, _ in defined):
        yield Diagnostic(
            "no rule derives move/1, so that no position has a move", names.file, expected=OUTPUTS["move"][1]
        )


def _head(names: Names, statement: AST) -> Iterator[Diagnostic]:
    name, arity = defines(statement)
    head = statement.head
    if name in names.fluents:
        shown = f"after(M, {name}({'I,T' if names.fluents[name] == 2 else 'N'}))"
        yield names.fault(
            head, f"{name} is given by the position, no rule may derive it", f"{shown} for its next value"
        )
    elif name in names.elsewhere:
        yield names.fault(head, f"{name} is an unknown of a statement, no rule may derive it")
    elif name in (other.lower() for other in names.sets):
        yield names.fault(head, f"{name} is given by the parameter {name.upper()}, no rule may derive it")
    elif name.startswith("_"):
        yield names.fault(head, f"names that begin with _ are reserved: {name}")
    elif name in OUTPUTS and arity != OUTPUTS[name][0]:
        yield names.fault(head, f"{name} takes {_count(OUTPUTS[name][0])}, not {arity}", OUTPUTS[name][1])
    elif name == "after":
        yield from _effect(names, arguments(head)[1])


def _effect(names: Names, term: AST) -> Iterator[Diagnostic]:
    """The second argument of `after`, where it can be judged without running the rules."""
    if term.ast_type == ASTType.Variable:
        return
    name = constant(term) or (str(term.name) if term.ast_type == ASTType.Function else "")
    arity = len(term.arguments) if term.ast_type == ASTType.Function else 0
    if name not in names.fluents:
        yield names.fault(term, f"{term} is no fluent", _fluents(names), nearest(name, names.fluents))
    elif arity != names.fluents[name]:
        yield names.fault(term, f"the fluent {name} takes {_count(names.fluents[name])}, not {arity}")
    else:
        for argument in term.arguments:
            yield from _number(names, argument, f"the fluent {name}")


def _unknown(names: Names, atom: AST, found: Signature, defined: Collection[Signature]) -> Diagnostic:
    name, arity = found
    if name in names.fluents:
        return names.fault(atom, f"the fluent {name} takes {_count(names.fluents[name])}, not {arity}")
    known = sorted({*defined, *names.given})
    others = [f"{name}/{other}" for known_name, other in known if known_name == name]
    if others:
        return names.fault(atom, f"no rule derives {name}/{arity}", " or ".join(others))
    return names.fault(
        atom, f"no rule derives {name}/{arity}", near=nearest(name, {known_name for known_name, _ in known})
    )


def _constants(names: Names, statement: AST) -> Iterator[Diagnostic]:
    """Constants where only a number has a meaning; clingo would go on in silence."""
    for node in walk(statement):
        kind = node.ast_type
        if kind == ASTType.BinaryOperation:
            yield from _number(names, node.left, "arithmetic")
            yield from _number(names, node.right, "arithmetic")
        elif kind == ASTType.UnaryOperation:
            yield from _number(names, node.argument, "arithmetic")
        elif kind == ASTType.Interval:
            yield from _number(names, node.left, "an interval")
            yield from _number(names, node.right, "an interval")
        elif kind == ASTType.Comparison:
            for term in (node.term, *(guard.term for guard in node.guards)):
                yield from _declared(names, term, "a comparison")
        elif kind == ASTType.BodyAggregate:
            for guard in (node.left_guard, node.right_guard):
                if guard is not None:
                    yield from _declared(names, guard.term, "the guard of an aggregate")
            for element in node.elements:
                if node.function in _WEIGHTED and element.terms:
                    yield from _declared(names, element.terms[0], "an aggregate")
        elif kind == ASTType.SymbolicAtom and node.symbol.name in names.fluents:
            for argument in arguments(node):
                yield from _number(names, argument, f"the fluent {node.symbol.name}")


def _declared(names: Names, term: AST, where: str) -> Iterator[Diagnostic]:
    name = constant(term)
    if name is None or name in names.numbers:
        return
    expected = f"a parameter of the spec ({', '.join(sorted(names.numbers))})" if names.numbers else None
    for other in names.sets:
        if other.lower() == name.lower():
            expected = f"{other.lower()}(X), which holds for each number X of the set {other}"
    message = f"the constant {name} is used in {where} but is no parameter"
    yield names.fault(term, message, expected, nearest(name, names.numbers))


def _number(names: Names, term: AST, where: str) -> Iterator[Diagnostic]:
    """As `_declared`; besides, what can never be a number is refused."""
    if constant(term) is not None:
        yield from _declared(names, term, where)
    elif term.ast_type == ASTType.Function or (
        term.ast_type == ASTType.SymbolicTerm and term.symbol.type != SymbolType.Number
    ):
        yield names.fault(term, f"{term} is used in {where} but is not a number")


def _fluents(names: Names) -> str:
    return "one of " + ", ".join(f"{name}/{arity}" for name, arity in names.fluents.items())


def _count(arity: int) -> str:
    return "1 argument" if arity == 1 else f"{arity} arguments"
