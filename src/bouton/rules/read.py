"""Reading rules files: screened, parsed, checked, ordered; every fault at its place in the user's text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import prod
from pathlib import Path
from typing import TypeAlias

from clingo.ast import AST, ASTType, Function, Literal, Sign, SymbolicAtom, UnaryOperator, parse_string

from bouton.core.errors import Diagnostic, Disagreement, InputError, fault_at, faulty, nearest
from bouton.core.interrupts import uninterrupted
from bouton.core.position import Fluent, Members, arity
from bouton.core.sources import Source
from bouton.core.spec import Agreement, Place, PlacedName, RulesReading
from bouton.rules import named, numeration
from bouton.rules.depend import Dependency, closure, dependents, forbidden_cycles, needs, strata, users
from bouton.rules.file import GONE, IN_RANGE, MOVES, Rules, Signature, Sources
from bouton.rules.habits import Mended, mend
from bouton.rules.mirror import Standing, first_read, forget, mirrored, of_node
from bouton.rules.names import OUTPUTS, Names, faults
from bouton.rules.programs import ForeignProgram, game_description, win_move
from bouton.rules.safety import located, unsafe
from bouton.rules.screen import load_all, screen, unspaced
from bouton.rules.syntax import atoms, defines, is_comparison, number, place, signature, walk

Cycle: TypeAlias = Sequence[Dependency]
_MESSAGES = 10_000
_STAND_IN = 1009
"""Stands for parameters where only the shape of a rule matters; 0 and 1 would change the shape of `k*X`."""


def read(reading: RulesReading) -> Rules:
    """The checked rules of one or more files; InputError with every fault, each at its file, line and column.

    Rules are left out that depend on what a `#defined` of the files names and nothing gives here, as those are that
    depend on the fluents elsewhere.
    """
    forget()
    parsed, legal = _parsed(reading.files), reading.legal
    parameters, sets, moves = reading.parameters, reading.sets, reading.moves
    sources, statements = _with(reading.agreements, parsed.sources, parsed.statements)
    file = str(sources.files[0].file)
    written = partial(_written, parsed.mended, sources)
    form = sort(statements, Names(file, {}, written=written))
    fluents = _with_arities(reading.fluents, sources, form)
    arities, others = _arities(fluents) | dict(reading.supplied), _arities(reading.elsewhere)
    terms = frozenset(one.name for one in fluents if isinstance(one, Members))
    misused = None if legal is None else _misused(legal, sources, form)
    if legal is not None and misused is None:
        form = replace(form, rules=tuple(_of_legal(rule, legal.name) for rule in form.rules))
    given = {defines(rule) for rule in form.rules} | set(arities.items()) | {(name.lower(), 1) for name in sets}
    others |= dict(form.declared - given)
    constants = {name: value for name, value in form.constants.items() if name not in parameters}
    digits = numeration.asked(form.rules)
    ranged = IN_RANGE not in given and any(need.body == IN_RANGE for rule in form.rules for need in needs(rule))
    told = named.asked(form.rules)
    beside = digits | told | ({IN_RANGE} if ranged else set())
    names = Names(file, arities, {*parameters, *constants}, sets, others, beside, written, terms)
    outputs = {(name, arity) for name, (arity, _) in OUTPUTS.items()}
    absent = dependents([*others.items(), *(set() if moves else outputs | told)], form.rules)
    rules = tuple(rule for rule in form.rules if defines(rule) not in absent)
    stand_ins = {**constants, **{name: _STAND_IN + at for at, name in enumerate(parameters)}}
    cycles = list(forbidden_cycles(form.rules))
    programs = _programs(names, statements, form.rules, cycles, stand_ins)
    found = [
        *form.faults,
        *faults(names, form.rules if moves else rules, form.lost, moves=moves),
        *(_mixed(file, form.rules, others) if moves else ()),
        *unsafe(file, form.rules, stand_ins),
        *numeration.unbound(file, form.rules, digits, stand_ins),
        *_recursion(sources, cycles),
        *(_at_a_position(file, form.rules, {*arities.items(), *others.items(), *told}) if ranged else ()),
        *named.faults(names, form.rules, told),
        *_beside_code(sources, form.rules),
    ]
    found = [one for one in found if not any(program.says(one) for program in programs)]
    replace(parsed, sources=sources).stop([*(program.fault for program in programs), *found])
    if legal is not None and misused is None and told and moves:
        message = "values of positions that the rules name are not given where not all positions exist"
        misused = fault_at(legal.place, message, "no `legal`, or no rules that ask for value/2 and outcome/2")
    if misused is not None:
        raise InputError([misused])
    defined = frozenset(map(defines, rules))
    # moves are those of a position even where no rule for them mentions it
    effects = {("after", 2), GONE} if terms else {("after", 2)}
    own = [*arities.items(), *(({("move", 1)} | effects) & defined), *(told if moves else ())]
    moving = [*_moving(fluents, reading.starts, rules, dependents(own, rules))]
    if moving:
        raise InputError(moving)
    return Rules(
        sources,
        fluents,
        parameters,
        tuple(constants.items()),
        rules,
        defined,
        dependents(own, rules),
        strata(rules),
        sets,
        _foreign(form.rules, absent, {*others.items(), *outputs, *told}),
        digits & numeration.asked(rules),
        ranged,
        told if moves else frozenset(),
        legal,
    )


read_once = lru_cache(maxsize=96)(read)
"""The same, read once: many statements may have the same unknowns."""


def more(rules: Rules, lines: Sequence[str], at: Place) -> Rules:
    """Checked rules with some that are made, one a line, said to stand at a place; they may derive what was `told`."""
    sources = replace(rules.sources, made=(*rules.sources.made, *(at for _ in lines)))
    made, said = _parse(rules.sources.end + len(rules.sources.made), "\n".join(lines))
    if said:
        raise Disagreement(f"rules of ours cannot be read: {said[0]}")
    statements = (*rules.statements, *(one for one in made if one.ast_type == ASTType.Rule))
    defined = frozenset(map(defines, statements))
    told = rules.told - defined
    own = [*_arities(rules.fluents).items(), *(({("move", 1)} | rules.effects) & rules.defined), *told]
    return replace(
        rules,
        sources=sources,
        statements=statements,
        defined=defined,
        dependent=dependents(own, statements),
        strata=strata(statements),
        told=told,
    )


def _misused(legal: PlacedName, sources: Sources, form: SortedRules) -> Diagnostic | None:
    """What is wrong with the predicate of the positions that exist, if anything."""
    at, name = legal.place, (legal.name, 0)
    defined = {defines(rule) for rule in form.rules}
    expected: str | None = "a predicate of the rules file without arguments"
    if name not in defined | form.lost:
        others = sorted(arity for one, arity in defined if one == legal.name)
        found = f"{legal.name} has {others[0]} argument{'s' * (others[0] > 1)} in" if others else "no rule of"
        message = f"legal: {found} {sources.name}" + ("" if others else f" derives {legal.name}")
        known = {one for one, arity in defined if arity == 0}
        return fault_at(at, message, expected, nearest(legal.name, known))
    made = sorted(one for one in closure({name}, form.rules) if one in MOVES)
    if made:
        message = f"legal: {legal.name} depends on {made[0][0]}, and which positions exist is no matter of the moves"
        expected = "a predicate of the numbers that a position has"
        return fault_at(at, message, expected)
    return None


@of_node()
def _of_legal(statement: AST, name: str) -> AST:
    """The rule, which derives moves at legal positions alone if it derives moves."""
    if defines(statement) != ("move", 1):
        return statement
    atom = SymbolicAtom(Function(statement.location, name, [], 0))
    return statement.update(body=[Literal(statement.location, Sign.NoSign, atom), *statement.body])


def _arities(fluents: Sequence[Fluent]) -> dict[str, int]:
    return {fluent.name: arity(fluent) for fluent in fluents}


def _with_arities(fluents: Sequence[Fluent], sources: Sources, form: SortedRules) -> tuple[Fluent, ...]:
    """The fluents, each set with the arity of its domain; InputError where a domain is none."""
    derived = {*map(defines, form.rules)} | form.lost
    found: list[Fluent] = []
    faults: list[Diagnostic] = []
    for fluent in fluents:
        if not isinstance(fluent, Members):
            found.append(fluent)
            continue
        arities = sorted(many for name, many in derived if name == fluent.domain)
        expected = "a predicate of the rules that parameters alone decide, such as vertex(V)"
        if not arities:
            message = f"{fluent.name}: no rule of {sources.name} derives {fluent.domain}"
            near = nearest(fluent.domain, {name for name, many in derived if many})
            faults.append(fault_at(fluent.place, message, expected, near))
        elif len(arities) > 1 or not arities[0]:
            shown = " and ".join(map(str, arities)) if arities[0] else "no"
            many = "arguments" if arities != [1] else "argument"
            message = f"{fluent.name}: {fluent.domain} has {shown} {many} in {sources.name}"
            faults.append(fault_at(fluent.place, message, expected))
        else:
            found.append(replace(fluent, arity=arities[0]))
    if faults:
        raise InputError(faults)
    return tuple(found)


def _moving(
    fluents: Sequence[Fluent], starts: PlacedName | None, rules: Sequence[AST], changing: Collection[Signature]
) -> Iterator[Diagnostic]:
    """The domains of sets, and the starts of games, that depend on the position or on its range."""
    asked = [
        (one.place, f"{one.name}: {one.domain}", (one.domain, one.arity)) for one in fluents if isinstance(one, Members)
    ]
    if starts is not None:
        derived = sorted({many for name, many in map(defines, rules) if name == starts.name})
        expected = (
            f"{starts.name}(F) for each fluent F where the game begins, {starts.name} alone where all sets are empty, "
            f"or {starts.name}(A,F) for several starts A"
        )
        if not {*derived} & {0, 1, 2}:
            known = {name for name, many in map(defines, rules) if many in (1, 2)}
            near = None if derived else nearest(starts.name, known)
            yield fault_at(starts.place, f"starts: no rule derives {starts.name}(F)", expected, near)
        elif derived not in ([0], [1], [0, 1], [2]):
            shown = " and ".join(map(str, derived))
            yield fault_at(starts.place, f"starts: {starts.name} has {shown} arguments", expected)
        else:
            asked += [(starts.place, f"starts: {starts.name}", (starts.name, many)) for many in derived]
    for at, message, one in asked:
        if one in changing:
            yield fault_at(at, f"{message} depends on the position", "a predicate that parameters alone decide")
        elif IN_RANGE in closure({one}, rules):
            yield fault_at(at, f"{message} depends on in_range/1, the range of positions", "a bound by parameters")


def _foreign(
    rules: Sequence[AST], absent: Collection[Signature], sources: Collection[Signature]
) -> tuple[tuple[str, str], ...]:
    """Each predicate that is left out, and the first name it depends on that is not given."""
    first = {head: source for source, head in users(sorted(sources), rules)}
    return tuple({one[0]: first.get(one, one)[0] for one in sorted(set(map(defines, rules)) & set(absent))}.items())


def _mixed(file: str, rules: Sequence[AST], others: Mapping[str, int]) -> Iterator[Diagnostic]:
    """Rules of the game that depend on what only a statement has."""
    unknown = {head: source for source, head in users(sorted(others.items()), rules)}
    for rule in rules:
        for need in needs(rule):
            if need.head[0] in OUTPUTS and need.body[0] not in OUTPUTS and need.body in unknown:
                message = f"{need.head[0]} depends on {unknown[need.body][0]}, an unknown of a statement"
                yield Diagnostic(message, file, *need.place, expected="only what a position has, and parameters")


def _at_a_position(file: str, rules: Sequence[AST], fluents: Collection[Signature]) -> Iterator[Diagnostic]:
    """Rules about a position that speak of the range around it: what holds of a position must not change with that."""
    changing = dependents(fluents, rules)
    for rule in rules:
        for need in needs(rule) if defines(rule) in changing else ():
            if need.body == IN_RANGE:
                message = f"in_range/1 has no place in a rule about a position, as {need.head[0]} is"
                yield Diagnostic(message, file, *need.place, expected="a table, which no position changes")


def _beside_code(sources: Sources, rules: Sequence[AST]) -> Iterator[Diagnostic]:
    """Rules for moves beside an octal code, which gives all of them."""
    if len(sources.files) > 1 and sources.files[0].code:
        for rule in rules:
            line, column = place(rule)
            if defines(rule)[0] in OUTPUTS and line > sources.before[1]:
                message = f"the moves are those of the octal code, and {defines(rule)[0]} has no other rules"
                yield Diagnostic(message, str(sources.files[0].file), line, column)


@dataclass(frozen=True)
class _Parsed:
    """The statements of all files, with the lines of their whole text, as they are once habits are mended."""

    sources: Sources
    statements: tuple[AST, ...]
    mended: tuple[Mended, ...]
    """Each file; those of its faults that are told have lines of the file."""

    def stop(self, found: Sequence[Diagnostic]) -> None:
        """Raise the error of these faults and of the habits, at the places of what is written, if there are any."""
        faults = [self._placed(one) for one in found]
        for before, mended in zip(self.sources.before, self.mended, strict=True):
            faults += [replace(one, line=before + (one.line or 0)) for one in mended.faults]
        if faults:
            raise self.sources.told(faulty(faults).diagnostics)

    def _placed(self, found: Diagnostic) -> Diagnostic:
        if found.line is None or found.column is None or found.line > self.sources.end:
            return found
        number = max(bisect_left(self.sources.before, found.line) - 1, 0)
        column = self.mended[number].column(found.line - self.sources.before[number], found.column)
        return replace(found, column=column)


@lru_cache(maxsize=8)
def _parsed(files: tuple[Source, ...]) -> _Parsed:
    """The statements of all files; a statement ends with its file. InputError where some of them cannot be read.

    Kept, as the same files are read for each kind of subject that claims of a spec have.
    """
    before, screened, faults = [0], list[str](), list[Diagnostic]()
    texts = load_all(files)
    for one, text in zip(files, texts, strict=True):
        before.append(before[-1] + text.count("\n") + 2)  # the parser tells of the end of a file in a line of its own
        try:
            screened.append(screen(one.file, text))
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(faults)
    sources = Sources(files, tuple(before[:-1]), before[-1])
    statements, mended, messages = list[AST](), list[Mended](), list[str]()
    for one, lines, text, bare in zip(files, before, texts, screened, strict=False):
        found, said = _parse(lines, bare)
        better = Mended(text, text, (), ())
        if said or any(map(_odd, found)):
            better = mend(str(one.file), text, _unread)
            if better.faults:
                found, said = _parse(lines, screen(one.file, better.text))
        statements += found
        mended.append(better)
        messages += said
    parsed = _Parsed(sources, tuple(statements), tuple(mended))
    if messages:
        parsed.stop(list(located(str(files[0].file), messages)))
    return parsed


def _unread(text: str) -> list[tuple[int, int]] | None:
    """Where a text cannot be read, or is read as a head that no rule has; None where no parser may see it."""
    try:
        found, said = _parse(0, screen(Path(), text))
    except InputError:
        return None
    places = [(one.line or 1, one.column or 1) for one in located("", said)]
    return sorted([*places, *(place(one) for one in found if _odd(one))])


def _odd(statement: AST) -> bool:
    """Whether a comparison stands in the head, as it does where `<-` is written for `:-`."""
    if statement.ast_type != ASTType.Rule:
        return False
    heads = [statement.head]
    if statement.head.ast_type == ASTType.Disjunction:
        heads = [one.literal for one in statement.head.elements]
    return any(map(is_comparison, heads))


def _with(agreements: Sequence[Agreement], sources: Sources, parsed: Sequence[AST]) -> tuple[Sources, list[AST]]:
    """The same with the rules by which predicates agree, of those that have rules: of others their claim is told."""
    heads = (mirrored(rule).head for rule in parsed if rule.ast_type == ASTType.Rule)
    derived = {signature(atom) for head in heads for atom in atoms(head)}
    found = [one for one in agreements if {(one.first, 0), (one.second, 0)} <= derived]
    made, _ = _parse(sources.end, "\n".join(rule for one in found for rule in one.rules))
    return replace(sources, made=tuple(one.place for one in found for _ in one.rules)), [*parsed, *made]


def _parse(before: int, text: str) -> tuple[list[AST], list[str]]:
    """The statements of a text after so many lines, and what the parser has to say against it."""
    messages: list[str] = []
    found: list[AST] = []
    whole = "\n" * before + text
    try:
        with uninterrupted():  # an exception in a call back from C would end the process
            parse_string(whole, found.append, None, lambda _, message: messages.append(message), _MESSAGES)
    except RuntimeError as error:
        messages = messages or [str(error)]
    lines = whole.split("\n")
    return [first_read(Standing(statement, lines)) for statement in found], messages


def _programs(
    names: Names, parsed: Sequence[AST], rules: Sequence[AST], cycles: Sequence[Cycle], constants: Mapping[str, int]
) -> list[ForeignProgram]:
    """What the rules are where they are a program of another kind."""

    def safe(text: str) -> bool:
        found, said = _parse(0, text)
        made = [one for one in found if one.ast_type == ASTType.Rule]
        return not said and len(made) == 1 and not unsafe(names.file, made, constants)

    described = game_description(names, parsed, safe)
    found = described or win_move(names, rules, cycles, safe)
    return [] if found is None else [found]


def _written(mended: Sequence[Mended], sources: Sources, node: AST) -> str:
    """What a node is in the text."""
    begin, end = node.location.begin, node.location.end
    number = max(bisect_left(sources.before, begin.line) - 1, 0)
    first = sources.before[number]
    lines = mended[number].text.split("\n")[begin.line - first - 1 : end.line - first]
    lines[-1] = lines[-1][: end.column - 1]
    lines[0] = lines[0][begin.column - 1 :]
    return unspaced("\n".join(lines))


def _recursion(sources: Sources, cycles: Sequence[Cycle]) -> Iterator[Diagnostic]:
    for cycle in cycles:
        line, column = cycle[0].place
        steps = ", ".join(
            f"{need.head[0]}/{need.head[1]} needs {need.body[0]}/{need.body[1]} ({sources.line(need.place[0])})"
            for need in cycle
        )
        yield Diagnostic(f"recursion through a negation or an aggregate: {steps}", sources.files[0].name, line, column)


# -------------------------------------------------------------------------------------------------------------- forms


_Wrong: TypeAlias = tuple[AST, str, str | None]
"""A node that may not stand, why, and what is expected in its place."""

MAX_POOL = 1000
_IGNORED = (ASTType.ShowSignature, ASTType.ShowTerm, ASTType.Comment)
_BODY = (ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BooleanConstant, ASTType.BodyAggregate)
_CONSTRAINT = "a rules file derives facts, there is nothing to exclude; the rule that derives it says the opposite"


@dataclass(frozen=True)
class SortedRules:
    """The rules (without pools) and `#const` definitions of good form, and the faults of the rest.

    `lost` are the predicates of the refused rules: what uses them is not at fault. `declared` are those that a
    `#defined` allows to have no rule: some specs of the file give them, such as the unknowns of statements.
    """

    rules: tuple[AST, ...]
    constants: Mapping[str, int]
    faults: tuple[Diagnostic, ...]
    lost: frozenset[Signature]
    declared: frozenset[Signature] = frozenset()


def sort(parsed: Sequence[AST], names: Names) -> SortedRules:
    """Sort the statements of a file into those that may stand and the faults of the others."""
    rules: list[AST] = []
    constants: dict[str, int] = {}
    faults: list[Diagnostic] = []
    lost: set[Signature | None] = set()
    declared: set[Signature] = set()
    for statement in parsed:
        if statement.ast_type == ASTType.Rule:
            pools = [node for node in walk(mirrored(statement)) if node.ast_type == ASTType.Pool]
            found = [names.fault(*wrong) for wrong in _rule(names, mirrored(statement), pools)]
            if found:
                faults += found
                lost.update(signature(atom) for atom in atoms(statement.head))
            else:
                rules += _unpooled(statement) if pools else (statement,)
        elif statement.ast_type == ASTType.Definition:
            value = _integer(statement.value)
            if value is None:
                faults.append(names.fault(statement, f"#const {statement.name} must be an integer"))
            elif constants.setdefault(statement.name, value) != value:
                faults.append(names.fault(statement, f"#const {statement.name} has another value above"))
        elif statement.ast_type == ASTType.Program:
            if statement.name != "base" or statement.parameters:
                faults.append(names.fault(statement, "a rules file has no #program parts"))
        elif statement.ast_type == ASTType.Defined:
            declared.add((statement.name, statement.arity))
        elif statement.ast_type not in _IGNORED:
            faults.append(names.fault(statement, "only plain rules have a place in a rules file"))
    known = frozenset(found for found in lost if found is not None)
    return SortedRules(tuple(rules), constants, tuple(faults), known, frozenset(declared))


@of_node()
def _unpooled(statement: AST) -> tuple[AST, ...]:
    return tuple(statement.unpool())


def _integer(term: AST) -> int | None:
    if term.ast_type == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
        inner = number(term.argument)
        return None if inner is None else -inner
    return number(term)


def _rule(names: Names, statement: AST, pools: Sequence[AST]) -> Iterator[_Wrong]:
    yield from _head(names, statement)
    for literal in statement.body:
        yield from ((node, message, None) for node, message in _body(literal))
    for node in walk(statement):
        if node.ast_type == ASTType.SymbolicAtom and node.symbol.ast_type == ASTType.UnaryOperation:
            yield node, "no classical negation; use `not`, or a predicate of another name", None
    if prod(len(node.arguments) for node in pools) > MAX_POOL:
        yield statement, f"the pools (`;`) of this rule make more than {MAX_POOL} rules", None


def _head(names: Names, rule: AST) -> Iterator[_Wrong]:
    head = rule.head
    kind = head.ast_type
    if kind in (ASTType.Aggregate, ASTType.HeadAggregate):
        chosen = _chosen(names, rule) if kind == ASTType.Aggregate else None
        yield head, "no choice in a head: every rule derives its head wherever its body holds", chosen
    elif kind == ASTType.Disjunction:
        message = "no disjunction or condition in a head: every rule derives one atom"
        yield head, message, "a rule for each atom" if len(head.elements) > 1 else None
    elif kind == ASTType.TheoryAtom:
        yield head, "no theory atoms: only plain rules have a meaning for every engine", None
    elif head.atom.ast_type == ASTType.BooleanConstant and not head.atom.value:
        yield head, f"no integrity constraint: {_CONSTRAINT}", None
    elif head.atom.ast_type != ASTType.SymbolicAtom or head.sign != Sign.NoSign:
        yield head, "the head of a rule must be one atom, without negation", None


def _chosen(names: Names, rule: AST) -> str | None:
    """The rule that derives what another one leaves to choose, where that is of one form."""
    if len(rule.head.elements) != 1:
        return None
    (element,) = rule.head.elements
    body = ", ".join(map(names.written, (*element.condition, *rule.body)))
    return f"{names.written(element.literal)} :- {body}." if body else f"{names.written(element.literal)}."


def _body(literal: AST) -> Iterator[tuple[AST, str]]:
    kind = literal.ast_type
    if kind == ASTType.ConditionalLiteral:
        yield literal, "no conditional literal in a body; derive its exception and negate that"
    elif ASTType.TheoryAtom in (kind, literal.atom.ast_type):
        yield literal, "no theory atoms: only plain rules have a meaning for every engine"
    elif literal.atom.ast_type == ASTType.Aggregate:
        yield literal, "no set of literals in a body; use #count { ... }"
    elif literal.atom.ast_type not in _BODY:
        yield literal, "only atoms, comparisons and aggregates have a place in a body"
