"""The kernel of a game graph, by clingo (encodings/core/kernel.lp), and its conditions without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bouton.core.errors import Disagreement, fault
from bouton.core.position import Position
from bouton.core.shipped import core
from bouton.core.spec import Play
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.loops import Allied
from bouton.rules.grounding import ground, integer_facts


def kernel(
    graph: Mapping[Position, Node],
    known: Callable[[Position], bool],
    terminal_is_p: Callable[[Node], bool],
    allied: Allied = lambda _position, _option: False,
) -> set[Position]:
    """The P-positions among the nodes.

    `known` says whether a position outside the graph is a P-position; `terminal_is_p` whether the player to
    move at a terminal has lost; `allied` whether the same side moves at a position and at an option of it.
    Disagreement where the answer fails its own conditions.
    """
    names = {position: index for index, position in enumerate(graph)}
    outside: dict[Position, int] = {}
    rows: dict[str, list[tuple[int, ...]]] = {"option": [], "ally": [], "won": [], "p": [], "n": []}
    for position, node in graph.items():
        source = names[position]
        for target in {move.to for move in node.moves}:
            index = names.get(target)
            friend = allied(position, target)
            if index is None:
                if known(target) is friend:
                    continue  # the move loses
                if target not in outside:
                    outside[target] = len(names) + len(outside)
                    rows["n" if friend else "p"].append((outside[target],))
                index = outside[target]
            rows["ally" if friend else "option"].append((source, index))
        if not node.moves and not terminal_is_p(node):
            rows["won"].append((source,))
    facts = "".join(integer_facts(name, found) for name, found in rows.items())
    facts += f"position(0..{len(names) - 1})." if names else ""
    control = ground(core("kernel"), facts, "#show p/1.")  # the other atoms of a model would take longer to read
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    answer: list[set[int]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            answer.append({symbol.arguments[0].number for symbol in model.symbols(shown=True)})
        if len(answer) != 1 or handle.get().exhausted is not True:
            raise Disagreement(f"clingo found {len(answer)} kernels of an acyclic game graph")
    positions = list(graph)
    found = {positions[index] for index in answer[0] if index < len(positions)}
    _confirm(graph, lambda at: at in found if at in graph else known(at), terminal_is_p, allied)
    return found


def _confirm(
    graph: Mapping[Position, Node],
    is_p: Callable[[Position], bool],
    terminal_is_p: Callable[[Node], bool],
    allied: Allied,
) -> None:
    """The kernel's conditions, checked without clingo: P exactly where no move wins."""
    for position, node in graph.items():
        wins = any(is_p(move.to) is not allied(position, move.to) for move in node.moves)
        if is_p(position) is (wins if node.moves else not terminal_is_p(node)):
            raise Disagreement(f"clingo's kernel is wrong at {position}")


def terminals(game: Game, play: Play) -> Callable[[Node], bool]:
    """Tells whether the previous player has won at a terminal: by `winner`, else as the play says.

    What it returns raises InputError where `winner` does not name exactly one player.
    """
    if ("winner", 1) not in game.rules.defined:
        return lambda _node: play == "normal"

    def previous_won(node: Node) -> bool:
        winners = {str(row[0]) for row in node.rows["winner", 1]}
        if winners not in ({"next"}, {"previous"}):
            at = game.place("winner", None)
            raise fault(
                f"winner at {game.text(node.position)}, a terminal, is {' and '.join(sorted(winners)) or 'nobody'}",
                at=at,
                expected="exactly one of next, previous at every terminal",
            )
        return winners == {"previous"}

    return previous_won
