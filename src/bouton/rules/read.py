"""Reading a rules file: screened, parsed, checked, ordered; every fault at its place in the user's text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from clingo.ast import AST, parse_string

from bouton.core.errors import Diagnostic, faulty
from bouton.core.interrupts import uninterrupted
from bouton.core.position import Fluent, Heaps
from bouton.rules.depend import dependents, forbidden_cycles, needs, strata, users
from bouton.rules.file import Rules, Signature
from bouton.rules.forms import sort
from bouton.rules.lift import numbered
from bouton.rules.names import OUTPUTS, Names, faults
from bouton.rules.safety import located, unsafe
from bouton.rules.screen import load, screen
from bouton.rules.syntax import defines, forget

_MESSAGES = 10_000
_STAND_IN = 1009
"""Stands for parameters where only the shape of a rule matters; 0 and 1 would change the shape of `k*X`."""


def read(
    file: Path,
    fluents: Sequence[Fluent],
    parameters: Sequence[str],
    sets: Sequence[str] = (),
    elsewhere: Sequence[Fluent] = (),
    *,
    moves: bool = True,
    text: str | None = None,
) -> Rules:
    """The checked rules of a file; InputError with every fault, each at its line and column.

    `parameters` are the number parameters of the spec, `sets` its set parameters: `S` gives the
    predicate `s/1`. Rules that depend on the fluents `elsewhere` are left out, and on what a `#defined` of the file
    names that nothing gives here; without `moves` those that make a game too: the file speaks of more than one thing.
    With a `text` the file is not opened: that is what it would hold.
    """
    forget()
    parsed = _parse(str(file), screen(file, load(file) if text is None else text))
    arities, others = _arities(fluents), _arities(elsewhere)
    form = sort(parsed, Names(str(file), arities).fault)
    given = {defines(rule) for rule in form.rules} | set(arities.items()) | {(name.lower(), 1) for name in sets}
    others |= dict(form.declared - given)
    constants = {name: value for name, value in form.constants.items() if name not in parameters}
    names = Names(str(file), arities, {*parameters, *constants}, sets, others)
    outputs = {(name, arity) for name, (arity, _) in OUTPUTS.items()}
    absent = dependents([*others.items(), *(set() if moves else outputs)], form.rules)
    rules = tuple(rule for rule in form.rules if defines(rule) not in absent)
    stand_ins = {**constants, **{name: _STAND_IN + at for at, name in enumerate(parameters)}}
    found = [
        *form.faults,
        *faults(names, form.rules if moves else rules, form.lost, moves=moves),
        *(_mixed(str(file), form.rules, others) if moves else ()),
        *unsafe(str(file), [numbered(rule, stand_ins) for rule in form.rules]),
        *_recursion(str(file), form.rules),
    ]
    if found:
        raise faulty(found)
    defined = frozenset(map(defines, rules))
    # moves are those of a position even where no rule for them mentions it
    own = [*arities.items(), *({("move", 1), ("after", 2)} & defined)]
    return Rules(
        file,
        tuple(fluents),
        tuple(parameters),
        tuple(constants.items()),
        rules,
        defined,
        dependents(own, rules),
        strata(rules),
        tuple(sets),
        _foreign(form.rules, absent, {*others.items(), *outputs}),
    )


def _arities(fluents: Sequence[Fluent]) -> dict[str, int]:
    return {fluent.name: 2 if isinstance(fluent, Heaps) else 1 for fluent in fluents}


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


def _parse(file: str, text: str) -> list[AST]:
    statements: list[AST] = []
    messages: list[str] = []
    try:
        with uninterrupted():  # an exception in a call back from C would end the process
            parse_string(text, statements.append, None, lambda _, message: messages.append(message), _MESSAGES)
    except RuntimeError as error:
        messages = messages or [str(error)]
    if messages:
        raise faulty(located(file, messages))
    return statements


def _recursion(file: str, rules: Sequence[AST]) -> Iterator[Diagnostic]:
    for cycle in forbidden_cycles(rules):
        line, column = cycle[0].place
        steps = ", ".join(
            f"{need.head[0]}/{need.head[1]} needs {need.body[0]}/{need.body[1]} (line {need.place[0]})"
            for need in cycle
        )
        yield Diagnostic(f"recursion through a negation or an aggregate: {steps}", file, line, column)
