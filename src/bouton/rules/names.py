"""Predicates and constants: every name a rules file uses must be known, with the right arity."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clingo.ast import AST, AggregateFunction, ASTType
from clingo.symbol import SymbolType

from bouton.core.errors import MOST, Diagnostic, nearest
from bouton.core.fresh import Fresh
from bouton.rules.bindings import kept, outer
from bouton.rules.file import Signature
from bouton.rules.mirror import OPERATIONS, mirrored
from bouton.rules.screen import tokens
from bouton.rules.syntax import (
    arguments,
    atoms,
    comparisons,
    constant,
    defines,
    guards,
    number,
    place,
    rewritten,
    signature,
    variable,
    variables,
    walk,
)

OUTPUTS: Mapping[str, tuple[int, str]] = {
    "move": (1, "move(M), where the term M names a legal move"),
    "after": (2, "after(M, F), where the fluent F holds after the move M"),
    "side": (1, "side(A), where A is the side to move"),
    "winner": (1, "winner(A), where A has won"),
}
_HINT: Mapping[Signature, str] = {
    ("value", 2): "value(above,V), the value of a position that a rule names: at(above, F), for each of its fluents F",
    ("outcome", 2): "outcome(above,p), or n, of a position that a rule names: at(above, F), for each of its fluents F",
}
"""What each predicate of named positions means, where no rule names a position."""
_TRUTH: Mapping[Signature, str] = {
    ("true", 0): "a body without it, or #true",
    ("false", 0): "#false, or no rule: with it nothing is derived",
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
    """What Bouton gives and it speaks of: the predicates about digits, `in_range`, values of named positions."""
    written: Callable[[AST], str] = str
    """What a node is in the user's text."""
    terms: Collection[str] = ()
    """The fluents whose arguments are any terms: sets and tokens."""

    @property
    def outputs(self) -> Mapping[str, tuple[int, str]]:
        """The predicates with a meaning of their own, each with its arity and what it says."""
        return (
            {**OUTPUTS, "gone": (2, "gone(M, F), where the move M takes the member F away")} if self.terms else OUTPUTS
        )

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
    outputs = names.outputs
    reported: set[Signature] = set()
    yield from _undeclared(names, statements)
    for statement in statements:
        head = defines(statement)
        if head not in reported:
            wrong = list(_head(names, statement))
            if wrong and head[0] in outputs and head[1] != outputs[head[0]][0]:
                reported.add(head)  # so many facts of it say no more than one
            yield from wrong
        for literal in statement.body:
            for atom in atoms(literal):
                found = signature(atom)
                assert found is not None
                if found in defined or found in names.given or found in reported:
                    continue
                reported.add(found)
                yield _unknown(names, atom, found, defined if len(reported) <= MOST else ())
        yield from _numbers(names, statement)
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
        shown = f"after(M, {name}({_arguments(names, name)}))"
        yield names.fault(
            head, f"{name} is given by the position, no rule may derive it", f"{shown} for its next value"
        )
    elif name in names.elsewhere:
        yield names.fault(head, f"{name} is an unknown of a statement, no rule may derive it")
    elif name in (other.lower() for other in names.sets):
        yield names.fault(head, f"{name} is given by the parameter {name.upper()}, no rule may derive it")
    elif name.startswith("_"):
        yield names.fault(head, f"names that begin with _ are reserved: {name}")
    elif name in names.outputs and arity != names.outputs[name][0]:
        wanted, meaning = names.outputs[name]
        also = "; what it leads to is said by after(M, F)" if name == "move" else ""
        yield names.fault(head, f"{name} takes {_count(wanted)}, not {arity}", meaning + also)
    elif name == "after" or (name == "gone" and names.terms):
        yield from _effect(names, arguments(head)[1])


def _effect(names: Names, term: AST) -> Iterator[Diagnostic]:
    """The second argument of `after`, where it can be judged without running the rules."""
    if term.ast_type == ASTType.Variable:
        return
    name = constant(term) or (str(term.name) if term.ast_type == ASTType.Function else "")
    arity = len(term.arguments) if term.ast_type == ASTType.Function else 0
    if name not in names.fluents:
        known = f"one of {', '.join(map('{}/{}'.format, *zip(*names.fluents.items(), strict=True)))}"
        yield names.fault(term, f"{term} is no fluent", known, nearest(name, names.fluents))
    elif arity != names.fluents[name]:
        yield names.fault(term, f"the fluent {name} takes {_count(names.fluents[name])}, not {arity}")
    elif name not in names.terms:
        for argument in term.arguments:
            never = argument.ast_type == ASTType.SymbolicTerm and argument.symbol.type != SymbolType.Number
            if constant(argument) is None and (never or argument.ast_type == ASTType.Function):
                message = f"{names.written(argument)} is used in the fluent {name} but is not a number"
                yield names.fault(argument, message, _operation(names, argument))


def _unknown(names: Names, atom: AST, found: Signature, defined: Collection[Signature]) -> Diagnostic:
    name, arity = found
    if found in _TRUTH or found in _HINT:
        return names.fault(atom, f"no rule derives {name}/{arity}", {**_TRUTH, **_HINT}[found])
    if name in names.fluents:
        return names.fault(atom, f"the fluent {name} takes {_count(names.fluents[name])}, not {arity}")
    known = sorted({*defined, *names.given})
    others = [f"{name}/{other}" for known_name, other in known if known_name == name]
    if others:
        return names.fault(atom, f"no rule derives {name}/{arity}", " or ".join(others))
    return names.fault(
        atom, f"no rule derives {name}/{arity}", near=nearest(name, {known_name for known_name, _ in known})
    )


def _numbers(names: Names, statement: AST) -> Iterator[Diagnostic]:
    """Terms that can never be a number, where only a number has a meaning; clingo would go on in silence."""
    arithmetic = False
    for term, where, must in _valued(names, statement):
        never = term.ast_type == ASTType.SymbolicTerm and term.symbol.type != SymbolType.Number
        if must and constant(term) is None and (never or term.ast_type == ASTType.Function):
            arithmetic |= _operation(names, term) is not None  # the rule that is shown has all of them
            yield names.fault(
                term,
                f"{names.written(term)} is used in {where} but is not a number",
                _operation(names, term, statement),
            )
    compared = [
        pair
        for node in walk(statement)
        for left, _, right in (comparisons(node) if node.ast_type == ASTType.Comparison else ())
        for pair in ((left, right), (right, left))
    ]
    meant = [term for term, _, must in _valued(names, statement) if must]
    meant += [term for term, other in compared if number(other) is not None]
    numeric = {term.name for term in meant if term.ast_type == ASTType.Variable}
    for term, other in () if arithmetic else compared:
        shown = _operation(names, term, statement)
        named = other.ast_type == ASTType.Variable and other.name in numeric
        if shown and (named or number(other) is not None or other.ast_type in OPERATIONS):
            yield names.fault(
                term, f"{names.written(term)} is a term, and no number as {names.written(other)} is", shown
            )
            return


def _valued(names: Names, statement: AST) -> Iterator[tuple[AST, str, bool]]:
    """Each term that has a meaning as a number: the term, where it stands, and whether it can be nothing else."""
    for node in walk(statement):
        kind = node.ast_type
        if kind == ASTType.BinaryOperation:
            yield node.left, "arithmetic", True
            yield node.right, "arithmetic", True
        elif kind == ASTType.UnaryOperation:
            yield node.argument, "arithmetic", True
        elif kind == ASTType.Interval:
            yield node.left, "an interval", True
            yield node.right, "an interval", True
        elif kind == ASTType.Comparison:
            for term in (node.term, *(guard.term for guard in node.guards)):
                yield term, "a comparison", False
        elif kind == ASTType.BodyAggregate:
            for guard in guards(node):
                yield guard.term, "the guard of an aggregate", False
            for element in node.elements:
                if node.function in _WEIGHTED and element.terms:
                    yield element.terms[0], "an aggregate", False
        elif kind == ASTType.SymbolicAtom and node.symbol.name in names.fluents and node.symbol.name not in names.terms:
            for argument in arguments(node):
                yield argument, f"the fluent {node.symbol.name}", True


def _undeclared(names: Names, statements: Sequence[AST]) -> Iterator[Diagnostic]:
    """Constants that are no numbers, each told once; those that are meant as variables together, with their rule."""
    told: set[str] = set()
    meant = False
    for statement in statements:
        terms = [(term, where) for term, where, _ in _valued(names, statement) if _missing(names, term)]
        if defines(statement) == ("after", 2):
            effect = arguments(statement.head)[1]
            if effect.ast_type == ASTType.Function and effect.name in {*names.fluents} - {*names.terms}:
                terms += [(one, f"the fluent {effect.name}") for one in effect.arguments if _missing(names, one)]
        found = dict.fromkeys(str(constant(term)) for term, _ in terms)
        if told.issuperset(found):
            continue
        first = min((pair for pair in terms if constant(pair[0]) not in told), key=lambda pair: place(pair[0]))
        rule = _with_variables(names, statement, found)
        if rule is not None:
            if not meant:
                listed = ", ".join(found)
                message = f"the constant {constant(first[0])} is used in {first[1]} but is no parameter"
                small = f"{listed} {'begins' if len(found) == 1 else 'begin'} with a small letter"
                yield names.fault(first[0], f"{message}: {small}, variables with a capital one", rule)
            meant = True
            told.update(found)
            continue
        for term, where in sorted(terms, key=lambda pair: place(pair[0])):
            if constant(term) not in told:
                told.add(str(constant(term)))
                yield _declared(names, term, where)


def _missing(names: Names, term: AST) -> bool:
    name = constant(term)
    return name is not None and name not in names.numbers


def _with_variables(names: Names, statement: AST, found: Collection[str]) -> str | None:
    """The rule with variables for these constants, where other parts of it give them a value."""
    if any(name.lower() in (other.lower() for other in names.sets) for name in found):
        return None
    if any(name in found for atom in atoms(statement) for name, arity in [signature(atom) or ("", 1)] if not arity):
        return None
    new = Fresh(variables(statement))
    called = {name: new.name(name[0].upper() + name[1:]) for name in found if name[0].isalpha()}
    if len(called) < len(found):
        return None

    def put(node: AST) -> AST | None:
        term = node.ast_type in (ASTType.SymbolicTerm, ASTType.Function)
        name = called.get(constant(node) or "") if term else None
        return None if name is None else variable(name, node)

    meant = rewritten(getattr(statement, "source", statement), put)
    _, bound = kept(meant.body, outer((meant.head, *meant.body)))
    if not bound.issuperset(called.values()):
        return None
    text = names.written(statement)
    parts, at = list[str](), 0
    pieces = list(tokens(text))
    for piece, (kind, begin, end) in enumerate(pieces):
        calls = piece + 1 < len(pieces) and text[pieces[piece + 1][1]] == "("
        if kind == "name" and text[begin:end] in called and not calls:
            parts += [text[at:begin], called[text[begin:end]]]
            at = end
    return "".join([*parts, text[at:]])


def _declared(names: Names, term: AST, where: str) -> Diagnostic:
    name = str(constant(term))
    expected = f"a parameter of the spec ({', '.join(sorted(names.numbers))})" if names.numbers else None
    for other in names.sets:
        if other.lower() == name.lower():
            expected = f"{other.lower()}(X), which holds for each number X of the set {other}"
    message = f"the constant {name} is used in {where} but is no parameter"
    return names.fault(term, message, expected, nearest(name, names.numbers))


_OPERATIONS: Mapping[Signature, str] = {
    ("mod", 2): "{0} \\ {1}",
    ("div", 2): "{0} / {1}",
    ("xor", 2): "{0} ^ {1}",
    ("pow", 2): "{0} ** {1}",
    ("abs", 1): "|{0}|",
    ("floor", 1): "{0}, as / is rounded towards zero",
    ("min", 2): "V in V = #min {{ {0}; {1} }}",
    ("max", 2): "V in V = #max {{ {0}; {1} }}",
}
"""How functions of other languages are written."""


def _operation(names: Names, term: AST, rule: AST | None = None) -> str | None:
    """How an operation is written that another language writes as a function: in its rule, where it has one."""
    shown = _OPERATIONS.get((term.name, len(term.arguments))) if term.ast_type == ASTType.Function else None
    if shown is None:
        return None
    binds = len(term.arguments) == 2 and shown.startswith("{0}")  # as `{0} \\ {1}` does, not #min
    told = (names.written(one) for one in term.arguments)
    there = shown.format(*(f"({text})" if binds and not text.isalnum() else text for text in told))
    if rule is None or not binds:
        return there
    text = names.written(rule)
    outer = [node for node in walk(rule) if node.ast_type == ASTType.BinaryOperation]
    inside = {names.written(one) for node in outer for one in (node.left, node.right)}
    for one in (one for one in walk(rule) if one.ast_type == ASTType.Function):  # all of it as it should be, at once
        written = _operation(names, one)
        was = names.written(one)
        text = text.replace(was, f"({written})" if was in inside else written) if written else text
    return text


def _arguments(names: Names, fluent: str) -> str:
    """What stands in the brackets of a fluent."""
    count = names.fluents[fluent]
    if fluent in names.terms:
        return "X" if count == 1 else ",".join(f"X{at}" for at in range(1, count + 1))
    return "I,T" if count == 2 else "N"


def _count(arity: int) -> str:
    return "1 argument" if arity == 1 else f"{arity} arguments"
