"""Reading a rules file: screened, parsed, checked, ordered; every fault at its place in the user's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from clingo.ast import AST, parse_string

from bouton.errors import Diagnostic, InputError
from bouton.language.depend import dependents, forbidden_cycles, strata
from bouton.language.forms import sort
from bouton.language.lift import numbered
from bouton.language.names import Names, faults
from bouton.language.rules import Rules
from bouton.language.safety import located, unsafe
from bouton.language.screen import load, screen
from bouton.language.syntax import defines
from bouton.position import Fluent, Heaps

_STAND_IN = 1009
"""Stands for parameters where only the shape of a rule matters; 0 and 1 would change the shape of `k*X`."""


def read(file: Path, fluents: Sequence[Fluent], parameters: Sequence[str], sets: Sequence[str] = ()) -> Rules:
    """The checked rules of a file; InputError with every fault, each at its line and column.

    `parameters` are the number parameters of the spec, `sets` its set parameters: `S` gives the
    predicate `s/1`.
    """
    parsed = _parse(str(file), screen(file, load(file)))
    arities = {fluent.name: 2 if isinstance(fluent, Heaps) else 1 for fluent in fluents}
    form = sort(parsed, Names(str(file), arities).fault)
    constants = {name: value for name, value in form.constants.items() if name not in parameters}
    names = Names(str(file), arities, {*parameters, *constants}, sets)
    stand_ins = {**constants, **{name: _STAND_IN + at for at, name in enumerate(parameters)}}
    found = [
        *form.faults,
        *faults(names, form.rules, form.lost),
        *unsafe(str(file), [numbered(rule, stand_ins) for rule in form.rules]),
        *_recursion(str(file), form.rules),
    ]
    if found:
        raise InputError(sorted(dict.fromkeys(found), key=lambda d: (d.line or 0, d.column or 0)))
    defined = frozenset(map(defines, form.rules))
    # moves are those of a position even where no rule for them mentions it
    own = [*arities.items(), *({("move", 1), ("after", 2)} & defined)]
    return Rules(
        file,
        tuple(fluents),
        tuple(parameters),
        tuple(constants.items()),
        form.rules,
        defined,
        dependents(own, form.rules),
        strata(form.rules),
        tuple(sets),
    )


def _parse(file: str, text: str) -> list[AST]:
    statements: list[AST] = []
    messages: list[str] = []
    try:
        parse_string(text, statements.append, logger=lambda _, message: messages.append(message), message_limit=10_000)
    except RuntimeError as error:
        messages = messages or [str(error)]
    if messages:
        raise InputError(located(file, messages))
    return statements


def _recursion(file: str, rules: Sequence[AST]) -> Iterator[Diagnostic]:
    for cycle in forbidden_cycles(rules):
        line, column = cycle[0].place
        steps = ", ".join(
            f"{need.head[0]}/{need.head[1]} needs {need.body[0]}/{need.body[1]} (line {need.place[0]})"
            for need in cycle
        )
        yield Diagnostic(f"recursion through a negation or an aggregate: {steps}", file, line, column)
