"""The members that sets may have, where games begin, and the numbers of members that are told by their terms.

All of this rests on the parameters alone: the rules that derive it are grounded once for each value of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf, prod
from multiprocessing import current_process

from clingo import Function, Symbol, SymbolType, parse_term
from clingo.ast import AST, ASTType, BinaryOperator

from bouton.core.errors import LimitReached, fault, nearest
from bouton.core.position import Assignment, Fluent, Member, Members, Parameters, Position, Token, arity
from bouton.core.spec import FluentRange, MemberRange, Place, PlacedName, RulesReading
from bouton.process.limits import Limits, alone, in_words
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.grounding import GroundingTooLarge, atoms, ground
from bouton.rules.lift import lift
from bouton.rules.mirror import of_node
from bouton.rules.read import read_once
from bouton.rules.syntax import atoms as atoms_in
from bouton.rules.syntax import constant, defines, number, signature, walk

MOST = 128
"""The most members of one set."""
_GROUND = 300_000
"""The most ground rules that members and starts may rest on."""
_CHEAP = 100_000
"""Combinations that the grounder may look at in this process: more of them, or who knows how many, have a child."""
_LIMITS = Limits(processor=2.0)
"""What such a child may use."""
_FEW = 20
"""Members that are told."""
_SIGNS = {BinaryOperator.Plus: 1, BinaryOperator.Minus: -1}


def members(of: MemberRange, parameters: Parameters) -> tuple[Member, ...]:
    """The members of a domain for these values of the parameters; InputError where they are too many."""
    assert of.reading is not None
    return _members(of.reading, tuple(parameters.items()))[of.name]


@lru_cache(maxsize=256)
def _members(reading: RulesReading, values: Assignment) -> Mapping[str, tuple[Member, ...]]:
    rules, found = read_once(reading), dict[str, tuple[Member, ...]]()
    for fluent in rules.fluents:
        if isinstance(fluent, Members):
            domain = fluent.domain, fluent.arity
            many = _facts(rules, dict(values), domain)
            rows = rows_of(rules, dict(values), domain) if many <= MOST else []
            if (many := max(many, len(rows))) > MOST:
                shown = ", ".join(f"{name}={value}" for name, value in values)
                raise fault(
                    f"{fluent.domain} has {many:,} members{f' for {shown}' if shown else ''}, and a set may have "
                    f"at most {MOST}",
                    at=fluent.place,
                    expected="a smaller board or graph",
                )
            found[fluent.name] = tuple(Member(at, str(row)) for at, row in enumerate(sorted(map(_term, rows))))
    return found


def placed(of: Sequence[FluentRange], parameters: Parameters, position: Position, place: Place | None) -> Position:
    """The position with the numbers of its members, which are told by their terms; InputError where one is none."""
    return tuple(
        _placed(part, members(part, parameters), value, place) if isinstance(part, MemberRange) else value
        for part, value in zip(of, position, strict=True)
    )


def _placed(
    part: MemberRange, known: Sequence[Member], value: int | tuple[int, ...], place: Place | None
) -> int | tuple[int, ...]:
    several = value if isinstance(value, tuple) else (value,)
    if all(isinstance(one, Member) and one >= 0 for one in several):
        return value
    numbers = {one.term: one for one in known}
    found: list[Member] = []
    for one in several:
        term = _plain(str(one))
        if term not in numbers:
            message = f"{part.name}: {one} is no member of {part.text.rpartition(' ')[2]}"
            shown = ", ".join(numbers if len(numbers) < _FEW else [*[*numbers][: _FEW - 1], "..."])
            raise fault(
                message, at=place, expected=f"one of {shown}" if shown else None, nearest=nearest(term, numbers)
            )
        found.append(numbers[term])
    if len({*found}) < len(found):
        raise fault(f"{part.name}: a member is given twice", at=place)
    return tuple(sorted(found)) if isinstance(value, tuple) else found[0]


def _plain(term: str) -> str:
    """A term as clingo writes it; what is none stays as it is."""
    try:
        return str(parse_term(term, message_limit=0))
    except (RuntimeError, TypeError):
        return term


def starts_of(
    starts: PlacedName, rules: Rules, of: Sequence[FluentRange], given: Mapping[str, int], parameters: Parameters
) -> list[Position]:
    """Where games begin, for these values of the parameters; counters have values that are `given` else.

    The predicate of no arguments says that there is the one start, whose sets are empty where no fluent is derived.
    None where the rules derive no start. InputError where a start is no position.
    """
    for part in of:
        if isinstance(part, MemberRange):
            members(part, parameters)  # what has too many is told of before it is derived where games begin
    names: dict[Symbol | None, list[Symbol]] = {}
    for many in sorted(many for name, many in rules.defined if name == starts.name):
        for row in sorted(rows_of(rules, parameters, (starts.name, many))):
            names.setdefault(row[0] if many == 2 else None, []).extend(row[-1:])
    return [*dict.fromkeys(_start(starts, of, rules.fluents, given, parameters, found) for found in names.values())]


def _start(
    starts: PlacedName,
    of: Sequence[FluentRange],
    fluents: Sequence[Fluent],
    given: Mapping[str, int],
    parameters: Parameters,
    found: Sequence[Symbol],
) -> Position:
    position: list[int | tuple[int, ...]] = []
    read = set[Symbol]()
    for part, fluent in zip(of, fluents, strict=True):
        own = [one for one in found if (one.name, len(one.arguments)) == (fluent.name, arity(fluent))]
        read |= {*own}
        if isinstance(part, MemberRange):
            known = {parse_term(one.term): one for one in members(part, parameters)}
            meant = {_term(one.arguments): one for one in own}
            for term in sorted(meant.keys() - known.keys()):
                raise fault(f"games begin with {meant[term]}, and {part.text} has no {term}", at=starts.place)
            values = tuple(sorted(known[one] for one in meant))
            if isinstance(fluent, Token) and len(values) != 1:
                raise _unsaid(starts, fluent, own, parameters)
            position.append(values[0] if isinstance(fluent, Token) else values)
        else:
            numbers = [one.arguments[0].number for one in own if one.arguments[0].type is SymbolType.Number]
            numbers = numbers or ([given[fluent.name]] if fluent.name in given else [])
            if len(numbers) != 1:
                raise _unsaid(starts, fluent, own, parameters)
            position += numbers
    others = [one for one in found if one not in read]
    if others:
        raise fault(f"games begin with {others[0]}, which is no fluent", at=starts.place)
    return tuple(position)


def _unsaid(starts: PlacedName, fluent: Fluent, own: Sequence[Symbol], parameters: Parameters) -> Exception:
    where = ", ".join(f"{name}={value}" for name, value in parameters.items())
    said = " and ".join(map(str, own)) if own else f"no {fluent.name}"
    message = f"{starts.name}{f' at {where}' if where else ''} gives {said}"
    return fault(message, at=starts.place, expected=f"exactly one {fluent.name} in each start")


def rows_of(rules: Rules, parameters: Parameters, wanted: Signature) -> list[tuple[Symbol, ...]]:
    """The rows of a predicate that does not depend on the position; InputError where its arithmetic is undefined.

    InputError, too, where they take more time or memory than they are worth. A child of limited time is ours already.
    """
    if current_process().daemon or _combinations(rules, parameters, wanted) <= _CHEAP:
        return _rows(rules, parameters, wanted)
    try:
        texts: list[str] = alone(_as_texts, rules, parameters, wanted, limits=_LIMITS)
    except LimitReached:
        within = f"{_LIMITS.processor:g} s of processor time and {in_words(_LIMITS.memory)}"
        raise _refused(f"is not derived within {within}", rules, parameters, wanted) from None
    return [tuple(parse_term(one).arguments) for one in texts]


def _as_texts(rules: Rules, parameters: Parameters, wanted: Signature) -> list[str]:
    """The rows as terms that can be sent."""
    return [str(Function("row", row)) for row in _rows(rules, parameters, wanted)]


def _combinations(rules: Rules, parameters: Parameters, wanted: Signature) -> float:
    """At most so many combinations of atoms and numbers does the grounder look at; infinity where that is not seen."""
    constants = dict(rules.constants) | {name: one for name, one in parameters.items() if isinstance(one, int)}
    needed, sizes = closure({wanted}, rules.statements), dict[Signature, float]()
    for stratum in rules.strata:
        found = dict[Signature, float]()
        for rule in stratum:
            if defines(rule) in needed:
                # a predicate of this very stratum has no size yet: a recursion ends nobody knows when
                many = prod(max(1, _many(one, sizes, constants)) for one in _generators(rule))
                found[defines(rule)] = found.get(defines(rule), 0) + many
        sizes |= found
    return sum(sizes.values())


def _facts(rules: Rules, parameters: Parameters, wanted: Signature) -> int:
    """How many rows a predicate has by one rule, the largest that is a fact with intervals, as `cell(1..r,1..c)`."""
    constants = dict(rules.constants) | {name: one for name, one in parameters.items() if isinstance(one, int)}
    facts = (one.head.atom.symbol for one in rules.statements if defines(one) == wanted and not one.body)
    return max((_instances(one.arguments, constants) for one in facts), default=0)


def _instances(arguments: Sequence[AST], constants: Mapping[str, int]) -> int:
    """Of how many rows these are the arguments; 0 where that is not seen."""
    if not all(one.ast_type in (ASTType.Interval, ASTType.SymbolicTerm) for one in arguments):
        return 0
    sizes = [_many(one, {}, constants) for one in arguments if one.ast_type == ASTType.Interval]
    return 0 if inf in sizes else int(prod(max(0, one) for one in sizes))


@of_node()
def _generators(rule: AST) -> tuple[Signature | AST, ...]:
    """What binds the variables of a rule: the predicates of its body, and the intervals in all of it."""
    used = (signature(one) for literal in rule.body for one in atoms_in(literal))
    intervals = (one for one in walk(rule) if one.ast_type == ASTType.Interval)
    return (*(one for one in used if one is not None), *intervals)


def _many(one: Signature | AST, sizes: Mapping[Signature, float], constants: Mapping[str, int]) -> float:
    if isinstance(one, tuple):
        return sizes.get(one, inf)
    low, high = (_value(end, constants) for end in (one.left, one.right))
    return inf if low is None or high is None else high - low + 1


def _value(term: AST, constants: Mapping[str, int]) -> int | None:
    """A number, a constant, or a sum or difference of such."""
    if term.ast_type == ASTType.BinaryOperation and term.operator_type in _SIGNS:
        left, right = _value(term.left, constants), _value(term.right, constants)
        return None if left is None or right is None else left + _SIGNS[term.operator_type] * right
    name = constant(term)
    return number(term) if name is None else constants.get(name)


def _rows(rules: Rules, parameters: Parameters, wanted: Signature) -> list[tuple[Symbol, ...]]:
    nothing = {one.name: ((0, 0),) * arity(one) for one in rules.fluents}
    program = lift(rules, {wanted}, parameters, nothing)
    try:
        control = ground(program.given, program.fixed, most=_GROUND)
    except GroundingTooLarge:
        raise _refused(f"has more than {_GROUND:,} ground rules", rules, parameters, wanted) from None
    for _, at in (*atoms(control, "_undefined", 2), *atoms(control, "_overflow", 2)):
        raise rules.sources.told([program.sites[at.number].fault()])
    return list(atoms(control, *wanted))


def _refused(why: str, rules: Rules, parameters: Parameters, wanted: Signature) -> Exception:
    shown = ", ".join(f"{one}={value}" for one, value in parameters.items())
    message = f"what {wanted[0]}/{wanted[1]} needs{f' for {shown}' if shown else ''} {why}"
    at = next(rule.location.begin for rule in rules.statements if defines(rule) == wanted)
    return fault(message, at=rules.sources.at(at.line, at.column), expected="a smaller board or graph")


def _term(row: Sequence[Symbol]) -> Symbol:
    """A member as a term: the argument of its predicate, or the tuple of several."""
    return row[0] if len(row) == 1 else Function("", list(row))
