"""Winning moves as those that lead to where a theorem holds: its own rules, said of what the move leaves.

Where a theorem on counters is bodies of literals, these are said at once of the counters after the move; where it has
rules for predicates of its own, these are said of each move (`bouton.rules.followers`), for any number of heaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from clingo.ast import AST, ASTType, parse_string

from bouton.core.position import Counter
from bouton.discover.draft import unused
from bouton.discover.guess import WINNING, Search
from bouton.discover.moves import of_counter
from bouton.rules.followers import counter_after, followers
from bouton.rules.syntax import defines


def onto(search: Search, bodies: Sequence[Sequence[str]], *, negated: bool = False) -> tuple[str, ...]:
    """Rules, as text, that name the moves to positions where one of these bodies holds (`negated`: where none does).

    So of bodies that describe the P-positions they name the winning moves. A body is a list of literals in which each
    counter has a variable by its own atom; the last rule derives the predicate. None for a game with heaps.
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
            rules += counter_after(one.name, after, move, variable, partial(unused, taken=names), alone=False)
            there[atom] = f"{after}({move},{variable})"
    first = next(iter(there.values())) if len(fluents) == 1 else f"move({move})"
    head = other if negated else winning
    for body in bodies:
        parts = dict.fromkeys([first, *(there.get(one, one) for one in body)])
        rules.append(f"{head}({move}) :- {', '.join(parts)}.")
    return (*rules, *([f"{winning}({move}) :- move({move}), not {other}({move})."] if negated else []))


def said_of_moves(search: Search, lines: Sequence[str], found: str) -> tuple[str, ...]:
    """Rules for the moves that lead to where `found` holds by the rules `lines`; the last names their predicate.

    Where there are sides, that is to where it holds of the side that moves. None where positions have sets, and none
    where `found` rests on no counter and no heap.
    """
    rules = list[AST](search.rules.statements)
    parse_string("\n".join(lines), lambda one: rules.append(one) if one.ast_type == ASTType.Rule else None)
    names = search.taken | {defines(one)[0] for one in rules}
    wanted = (found, int(search.rules.alliances))
    made = followers(rules, search.spec.fluents, wanted, partial(unused, taken=names))
    return () if made is None else made.lines
