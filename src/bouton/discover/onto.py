"""Winning moves as those that lead to where a theorem holds: its own rules, said of what the move leaves.

Where a theorem on counters is bodies of literals, these are said at once of the counters after the move; where it has
rules for predicates of its own, each that depends on the position gets the move as one more argument. Of a few heaps
there are rules for those that are left, in order again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo.ast import AST, ASTType, Transformer, Variable, parse_string

from bouton.core.fresh import Fresh
from bouton.core.position import Counter, Heaps, Members
from bouton.core.spec import FluentRange, HeapRange
from bouton.discover.draft import unused
from bouton.discover.guess import WINNING, Search
from bouton.discover.heapwise import text
from bouton.discover.moves import of_counter
from bouton.rules.file import Signature
from bouton.rules.syntax import atoms, defines, is_positive, signature, variables

_HEAPS = 4
"""The most heaps of which it is said where a move puts them."""


def onto(search: Search, bodies: Sequence[Sequence[str]], *, negated: bool = False) -> tuple[str, ...]:
    """Rules for the moves that lead to where one of these bodies holds, or, `negated`, to where none does.

    The bodies are literals that bind the counters by their atoms alone. None where the game has heaps.
    """
    fluents = search.spec.fluents
    if not all(isinstance(one, Counter) for one in fluents):
        return ()
    names = search.taken
    winning, other = unused(WINNING, names), unused("other_move", names)
    move = "Move" if all(one.name != "move" for one in fluents) else "Chosen"
    there, rules, spoken = dict[str, str](), list[str](), {part for body in bodies for part in body}
    for one in fluents:
        variable = of_counter(one.name)
        atom = f"{one.name}({variable})"
        there[atom] = f"after({move},{atom})"
        if len(fluents) > 1 and atom in spoken:
            after = unused(f"{one.name}_after", names)
            rules += _after(one.name, after, variable, move, names)
            there[atom] = f"{after}({move},{variable})"
    first = next(iter(there.values())) if len(fluents) == 1 else f"move({move})"
    head = other if negated else winning
    for body in bodies:
        parts = dict.fromkeys([first, *(there.get(one, one) for one in body)])
        rules.append(f"{head}({move}) :- {', '.join(parts)}.")
    return (*rules, *([f"{winning}({move}) :- move({move}), not {other}({move})."] if negated else []))


def _after(name: str, after: str, variable: str, move: str, names: set[str]) -> Iterator[str]:
    """Rules for what a counter is after a move, which may leave it as it is."""
    changed = unused(f"{name}_changed", names)
    yield f"{changed}({move}) :- after({move},{name}(_))."
    yield f"{after}({move},{variable}) :- after({move},{name}({variable}))."
    yield f"{after}({move},{variable}) :- move({move}), {name}({variable}), not {changed}({move})."


def _few(part: FluentRange, most: int = _HEAPS) -> bool:
    """Whether heaps are few, so that a proof may tell for each number of them where a move puts them."""
    return not isinstance(part, HeapRange) or (part.count.high.text.isdigit() and int(part.count.high.text) <= most)


def _heaps_after(heaps: Heaps, after: str, move: str, names: set[str], *, two: bool) -> Iterator[str]:
    """Rules for the heaps that a move leaves: the empty ones go, and the others are in order again.

    Of two at most these count nothing, as counting is long for automata.
    """
    name = heaps.name
    changed, left = (unused(f"{name}_{what}", names) for what in ("changed", "left"))
    yield f"{changed}({move},I) :- after({move},{name}(I,_))."
    yield f"{left}({move},I,S) :- after({move},{name}(I,S))."
    yield f"{left}({move},I,S) :- move({move}), {name}(I,S), not {changed}({move},I)."
    first, other = f"{left}({move},K,T), T > 0", "<" if heaps.order == "ascending" else ">"
    if heaps.order == "none":
        yield f"{after}({move},J,S) :- {left}({move},I,S), S > 0, J = #count {{ K : {first}, K <= I }}."
    elif not two:
        before = f"K : {first}, T {other} S; K : {left}({move},K,S), K <= I"
        yield f"{after}({move},J,S) :- {left}({move},I,S), S > 0, J = #count {{ {before} }}."
    else:
        lower, upper = (unused(f"{name}_{what}", names) for what in ("lower", "upper"))
        yield f"{left}({move},2,0) :- move({move}), not {name}(2,_), not {changed}({move},2)."
        for order, one, last in (("<=", "S", "T"), (">", "T", "S")):
            both = f"{left}({move},1,S), {left}({move},2,T), S {order} T"
            yield f"{lower}({move},{one}) :- {both}."
            yield f"{upper}({move},{last}) :- {both}."
        if heaps.order == "descending":
            yield f"{after}({move},1,S) :- {upper}({move},S), S > 0."
            yield f"{after}({move},2,S) :- {lower}({move},S), S > 0."
        else:
            yield f"{after}({move},1,S) :- {lower}({move},S), S > 0."
            yield f"{after}({move},1,S) :- {lower}({move},0), {upper}({move},S), S > 0."
            yield f"{after}({move},2,S) :- {lower}({move},T), T > 0, {upper}({move},S)."


def said_of_moves(search: Search, lines: Sequence[str], found: str) -> tuple[str, ...]:
    """Rules for the moves that lead to where `found` holds by the rules `lines`.

    Where there are sides, that is to where it holds of the side that moves. None where the game has many heaps, and
    none where `found` rests on no counter and no heap.
    """
    fluents = search.spec.fluents
    if any(isinstance(one, Members) for one in fluents) or not all(map(_few, search.spec.box.fluents)):
        return ()
    rules = list[AST]()
    parse_string("\n".join(lines), lambda one: rules.append(one) if one.ast_type == ASTType.Rule else None)
    names = search.taken | {defines(one)[0] for one in rules}
    given: set[Signature] = {(one.name, 2 if isinstance(one, Heaps) else 1) for one in fluents}
    about = set(given)
    while more := {defines(one) for one in rules if about & {signature(at) for at in atoms(one)}} - about:
        about |= more
    sides = search.rules.alliances
    if (found, int(sides)) not in about:
        return ()
    winning, after = unused(WINNING, names), {one: unused(f"{one[0]}_after", names) for one in sorted(about)}
    move = Fresh({name for one in rules for name in variables(one)}).name("Move")
    made = list[str]()
    for fluent in sorted(fluents, key=lambda one: one.name):
        name = fluent.name
        if isinstance(fluent, Heaps):
            two = len(fluents) == 1 and _few(search.spec.box.fluents[0], 2)
            made += _heaps_after(fluent, after[name, 2], move, names, two=two)
        elif len(fluents) > 1:
            made += _after(name, after[name, 1], "V", move, names)
        else:
            made.append(f"{after[name, 1]}({move},V) :- after({move},{name}(V)).")
    said = _Said(after, move)
    for one in rules:
        if defines(one) in about:
            body = [said.visit(literal) for literal in one.body]
            bound = any(is_positive(literal) and move in variables(literal) for literal in body)
            made.append(
                f"{said.visit(one.head)} :- {', '.join([*map(text, body), *([] if bound else [f'move({move})'])])}."
            )
    if sides:
        return (*made, f"{winning}({move}) :- {after[found, 1]}({move},Side), side(Side).")
    return (*made, f"{winning}({move}) :- {after[found, 0]}({move}).")


class _Said(Transformer):
    """Puts the move before the arguments of predicates about the position, each of which has another name then."""

    def __init__(self, after: dict[Signature, str], move: str) -> None:
        self._after, self._move = after, move

    def visit_SymbolicAtom(self, node: AST) -> AST:
        name = self._after.get(signature(node) or ("", 0))
        if name is None:
            return node
        symbol = node.symbol
        arguments = [Variable(symbol.location, self._move), *symbol.arguments]
        return node.update(symbol=symbol.update(name=name, arguments=arguments))
