"""Rules said of what each move leaves: what they derive at the position after a move, they derive of the move itself.

Each predicate that rests on the position gets the move as its first argument, and so do the counters and heaps: after a
move these are what `after/2` says, and else as they were. Heaps of size 0 are gone and the others in order again, as
the reference says of `after`. So what a theorem says of a position is said of every move by rules, and the moves that
win can be named as those that lead to where the theorem holds.

Every rule has one variable for the move, given by an atom outside of aggregates: what is derived of one move rests on
nothing that is derived of another. So by induction over the strata a predicate holds of a move, with what arguments it
has, just where the one it was made of holds at the position after the move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType

from bouton.core.fresh import Fresh
from bouton.core.position import Counter, Fluent, Heaps, arity
from bouton.rules.depend import closure
from bouton.rules.file import Signature
from bouton.rules.syntax import atoms, defines, is_positive, rewritten, signature, variable, variables, written


@dataclass(frozen=True)
class Followers:
    """Rules for the moves that lead to where a predicate holds: `head` names these moves."""

    head: str
    lines: tuple[str, ...]
    made: frozenset[str]
    """The predicates that the rules define, `head` too: each has its rules here alone."""


def followers(
    rules: Sequence[AST], fluents: Sequence[Fluent], wanted: Signature, name: Callable[[str], str]
) -> Followers | None:
    """The moves to where the predicate holds, or of an alliance that moves, where it holds of the same side.

    Of the rules those count that the predicate needs. `name` makes a name of a stem, each a new one. None where the
    predicate rests on nothing about the position, or positions have sets.
    """
    if not all(isinstance(one, Counter | Heaps) for one in fluents):
        return None
    needed = closure({wanted}, rules)
    rules = [one for one in rules if defines(one) in needed]
    head = name("winning_move")
    given = sorted((one.name, arity(one)) for one in fluents)
    about = set(given)
    while more := {defines(one) for one in rules if about & {signature(at) for at in atoms(one)}} - about:
        about |= more
    if wanted not in about:
        return None
    after = {one: name(f"{one[0]}_after") for one in sorted(about)}
    move = Fresh({used for one in rules for used in variables(one)}).name("Move")
    made = list[str]()
    for fluent in sorted(fluents, key=lambda one: one.name):
        there = after[fluent.name, arity(fluent)]
        if isinstance(fluent, Heaps):
            made += _heaps(fluent, there, move, name)
        else:
            made += counter_after(fluent.name, there, move, "V", name, alone=len(fluents) == 1)
    made += [_said(one, after, move) for one in rules if defines(one) in about]
    holds = f"{after[wanted]}({move},Side), side(Side)" if wanted[1] else f"{after[wanted]}({move})"
    made.append(f"{head}({move}) :- move({move}), {holds}.")
    return Followers(head, tuple(made), frozenset(line.partition("(")[0] for line in made))


def counter_after(
    fluent: str, after: str, move: str, value: str, name: Callable[[str], str], *, alone: bool
) -> Iterator[str]:
    """Rules for what a counter is after a move, which may leave it as it is unless it is all that there is."""
    changed = "" if alone else name(f"{fluent}_changed")
    if not alone:
        yield f"{changed}({move}) :- after({move},{fluent}(_))."
    yield f"{after}({move},{value}) :- after({move},{fluent}({value}))."
    if not alone:
        yield f"{after}({move},{value}) :- move({move}), {fluent}({value}), not {changed}({move})."


def _heaps(heaps: Heaps, after: str, move: str, name: Callable[[str], str]) -> Iterator[str]:
    """Rules for the heaps after a move: the empty ones are gone, and the others in order again."""
    fluent, changed, left = heaps.name, name(f"{heaps.name}_changed"), name(f"{heaps.name}_left")
    yield f"{changed}({move},I) :- after({move},{fluent}(I,_))."
    yield f"{left}({move},I,S) :- after({move},{fluent}(I,S))."
    yield f"{left}({move},I,S) :- move({move}), {fluent}(I,S), not {changed}({move},I)."
    before = f"K : {left}({move},K,T), T > 0, "
    if heaps.order == "none":
        before += "K <= I"
    else:
        before += f"T {'<' if heaps.order == 'ascending' else '>'} S; K : {left}({move},K,S), K <= I"
    yield f"{after}({move},J,S) :- {left}({move},I,S), S > 0, J = #count {{ {before} }}."


def _said(rule: AST, after: Mapping[Signature, str], move: str) -> str:
    """A rule said of a move, which comes before the arguments of predicates about the position, under other names.

    A literal of its own gives the move where no other one does.
    """

    def other(node: AST) -> AST | None:
        name = after.get(signature(node) or ("", 0)) if node.ast_type == ASTType.SymbolicAtom else None
        if name is None:
            return None
        arguments = [variable(move, node.symbol), *node.symbol.arguments]
        return node.update(symbol=node.symbol.update(name=name, arguments=arguments))

    body = [rewritten(literal, other) for literal in rule.body]
    bound = any(is_positive(literal) and move in variables(literal) for literal in body)
    literals = [*([] if bound else [f"move({move})"]), *map(written, body)]
    return f"{rewritten(rule.head, other)} :- {', '.join(literals)}."
