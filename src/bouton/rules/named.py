"""Positions that rules name, `at(above, pile(N+1))`, and what Bouton then gives: `value(above,V)`, `outcome(above,p)`.

The fluents that `at` gives one name make up one position. Its Sprague-Grundy value and its outcome, p or n, are given
to the rules of claims of the kind `everywhere`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType

from bouton.core.errors import Diagnostic, fault_at, nearest
from bouton.core.position import Fluent, Heaps
from bouton.core.spec import Claim
from bouton.rules.depend import closure, needs, users
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored, of_node
from bouton.rules.names import OUTPUTS, Names
from bouton.rules.syntax import arguments, atoms, constant, defines, has_form, number, place, signature
from bouton.rules.values import LIMIT, Integers

AT: Signature = ("at", 2)
VALUE: Signature = ("value", 2)
OUTCOME: Signature = ("outcome", 2)
MOST = 1 << 20
"""Values are below it."""
_ANYTHING = Integers(-LIMIT, LIMIT, symbols=True, functors=None)
ROWS: Mapping[Signature, tuple[Integers, ...]] = {
    VALUE: (_ANYTHING, Integers(0, MOST - 1)),
    OUTCOME: (_ANYTHING, Integers(symbols=True)),
}
"""The predicates that are given, each with the bounds of its arguments."""


def asked(rules: Iterable[AST]) -> frozenset[Signature]:
    """Those of the predicates that rules speak of, which name positions and do not derive them themselves."""
    listed = [mirrored(rule) for rule in rules]
    derived = {defines(rule) for rule in listed}
    found = {signature(atom) for rule in listed for literal in rule.body for atom in atoms(literal)}
    return frozenset(one for one in ROWS if one in found and one not in derived and AT in derived)


def resting(rules: Rules, predicates: Collection[Signature]) -> Sequence[Signature]:
    """What predicates need, directly or not, of what is given of positions that the rules name."""
    return sorted(rules.told & closure(predicates, rules.statements)) if rules.told else []


def asks(claim: Claim, rules: Rules) -> bool:
    """Whether a claim asks for values or outcomes of positions that the rules name."""
    return bool(resting(rules, {(one, 0) for one in (claim.iff, claim.where) if one is not None}))


def spoken(rules: Rules, predicates: Collection[Signature]) -> frozenset[str] | None:
    """The names of positions of which these predicates ask something, without their arguments; None for any."""
    names = [name_of(arguments(one)[0], numbers_of(rules)) for one in asking(rules, predicates)]
    return None if None in names else frozenset(one for one in names if one is not None)


@of_node(64)
def of_all_heaps(rules: Rules) -> Mapping[str, str]:
    """The names that a rule gives all heaps of a game of heaps alone, `at(A, heap(I,S)) :- heap(I,S)`, each with these.

    Where there are no heaps such a name is that of the position without any.
    """
    if len(rules.fluents) != 1 or not isinstance(rules.fluents[0], Heaps):
        return {}
    found: dict[str, str] = {}
    for rule in (one for one in rules.statements if defines(one) == AT):
        term, fluent = arguments(rule.head)
        name, known = constant(term), numbers_of(rules)
        plain = name is not None and name not in known and fluent.ast_type == ASTType.Function
        if plain and has_form(rule, f"at({name},{fluent.name}(I,S)) :- {rules.fluents[0].name}(I,S)."):
            found[str(name)] = fluent.name
    return found


def asking(rules: Rules, predicates: Collection[Signature]) -> Iterator[AST]:
    """The atoms by which these predicates, or those that they need, ask for a value or an outcome."""
    kept = closure(predicates, rules.statements)
    for rule in map(mirrored, rules.statements):
        for literal in rule.body if defines(rule) in kept else ():
            yield from (one for one in atoms(literal) if signature(one) in rules.told)


def numbers_of(rules: Rules) -> frozenset[str]:
    """The constants that stand for numbers."""
    return frozenset(rules.parameters).union(name for name, _ in rules.constants)


def name_of(term: AST, numbers: Collection[str]) -> str | None:
    """The name of a position, `above` or that of `above(3)`; None of a term that may be any, as a variable, or `k`."""
    if term.ast_type == ASTType.Function and term.arguments:
        return str(term.name)
    fixed = term.ast_type in (ASTType.Function, ASTType.SymbolicTerm) and constant(term) not in numbers
    return str(term) if fixed else None


def symbol_name(name: Symbol) -> str:
    """The same of the name of a position that was derived."""
    return name.name if name.type is SymbolType.Function and name.arguments else str(name)


def misnamed(
    rules: Rules, names: Collection[str] | None, games: Mapping[str, Sequence[Fluent]]
) -> Iterator[Diagnostic]:
    """What is wrong with the positions that rules give these names: of other `games`, or else of their own."""
    seen: dict[str, tuple[AST, set[str] | None]] = {}
    for rule in rules.statements:
        if defines(rule) != AT:
            continue
        term, fluent = arguments(mirrored(rule).head)
        name = name_of(term, numbers_of(rules))
        if name is None or (names is not None and name not in names):
            continue
        arities = {one.name: 2 if isinstance(one, Heaps) else 1 for one in games.get(name, rules.fluents)}
        given = seen.setdefault(name, (term, set()))[1]
        if fluent.ast_type == ASTType.Variable:
            seen[name] = (term, None)
            continue
        called = (fluent.name, len(fluent.arguments)) if fluent.ast_type == ASTType.Function else (str(fluent), 0)
        if arities.get(called[0]) != called[1]:
            listed = ", ".join(f"{one}/{arity}" for one, arity in arities.items())
            whose = f"of the game of {name}" if name in games else "of this game"
            message = f"{fluent} is no fluent {whose}"
            yield _at(rules, fluent, message, f"one of {listed}", nearest(called[0], set(arities) - {called[0]}))
        if given is not None:
            given.add(called[0])
    for name, (term, given) in seen.items():
        for one in games.get(name, rules.fluents) if given is not None else ():
            if given is not None and one.name not in given and not isinstance(one, Heaps):
                message = f"{name} is no whole position: no rule says its {one.name}"
                yield _at(rules, term, message, f"at({term}, {one.name}(N)) too")


def _at(rules: Rules, node: AST, message: str, expected: str, near: str | None = None) -> Diagnostic:
    return fault_at(rules.sources.at(*place(node)), message, expected, near)


def faults(names: Names, rules: Sequence[AST], given: Collection[Signature]) -> Iterator[Diagnostic]:
    """What is wrong with the use of the given predicates.

    That a rule derives one where `at` names positions by their fluents; a name that no rule gives a position, an
    outcome but p and n, a value that is no number; and rules that say by values what the game is, or which position is
    meant: values come from the game.
    """
    listed = [mirrored(rule) for rule in rules]
    named = [arguments(rule.head)[1] for rule in listed if defines(rule) == AT]
    if any(one.ast_type == ASTType.Function and one.name in names.fluents for one in named):
        for rule in listed:
            if defines(rule) in ROWS:
                one, arity = defines(rule)
                message = f"{one}/{arity} is given where at/2 names positions, no rule may derive it"
                yield names.fault(rule.head, message, "another name")
    if not given:
        return
    called = [arguments(rule.head)[0] for rule in listed if defines(rule) == AT]
    for rule in listed:
        for atom in (atom for literal in rule.body for atom in atoms(literal)):
            if signature(atom) not in given:
                continue
            name, said = arguments(atom)
            if not any(may_be(name, one, names.numbers) for one in called):
                known = nearest(str(name), [str(one) for one in called])
                yield names.fault(name, f"no rule says which position {name} is", f"at({name}, F)", known)
            if signature(atom) == OUTCOME and not (said.ast_type == ASTType.Variable or constant(said) in ("p", "n")):
                yield names.fault(said, f"{said} is no outcome", f"outcome({name},p) or outcome({name},n)")
            if signature(atom) == VALUE and _is_word(said) and constant(said) not in names.numbers:
                yield names.fault(said, f"{said} is no value", "a number, a parameter or a variable")
    needing = {head: one for one, head in users(sorted(given), rules)}
    for rule in rules:
        for need in needs(rule):
            if need.body in needing and (need.head[0] in OUTPUTS or need.head == AT):
                one, arity = needing[need.body]
                message = f"{need.head[0]}/{need.head[1]} may not rest on {one}/{arity}, which comes from the game"
                yield Diagnostic(message, names.file, *need.place, expected="what a position has, and parameters")


def may_be(term: AST, other: AST, numbers: Collection[str]) -> bool:
    """Whether two terms might stand for the same."""
    if None in (name_of(term, numbers), name_of(other, numbers)):
        return True
    if term.ast_type == other.ast_type == ASTType.Function and term.arguments:
        same = term.name == other.name and len(term.arguments) == len(other.arguments)
        return same and all(may_be(*pair, numbers) for pair in zip(term.arguments, other.arguments, strict=True))
    fixed = [constant(one) or getattr(one, "symbol", None) for one in (term, other)]
    return None not in fixed and fixed[0] == fixed[1]


def _is_word(term: AST) -> bool:
    word = term.ast_type == ASTType.SymbolicTerm and term.symbol.type != SymbolType.Number
    return number(term) is None and (word or term.ast_type == ASTType.Function)
