"""What refutes a claim, drawn: all that its least counterexample reaches, or the small game that it is."""

from __future__ import annotations

from dataclasses import replace

from bouton.claims.registry import KINDS
from bouton.core.errors import LimitReached, fault
from bouton.core.graph import CHOSEN
from bouton.core.position import NamedPosition, as_argument
from bouton.core.spec import Claim, Play, Spec
from bouton.core.verdict import Counterexample, Verdict
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.show import scopes, words
from bouton.show.picture.graph import Arrow, Graph, Vertex, game_graph


def refuting_graph(spec: Spec, claim: Claim, play: Play | None, limits: Limits) -> Graph:
    """The graph of a claim's least counterexample.

    InputError where it has none, or one that is no position of the game; LimitReached where that is unknown.
    """
    summands = KINDS[claim.kind].summands(claim)
    if summands or claim.about == "numbers":
        what = "a sum of games, which is not drawn" if summands else "numbers, not about positions"
        raise _unfit(claim, f"{claim.id} is about {what}")
    (result,) = check(
        spec, Options(claims=(claim.id,), prove=False, limits=limits, suspend=True), lambda _progress: None
    )
    found = result.counterexample
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached(f"{claim.id}: {result.reason}")
    if found is None:
        ended = f"{result.verdict.value} {scopes.text(spec, claim, None)}"
        raise _unfit(claim, f"{claim.id} is not refuted ({ended}), so that there is nothing to draw")
    if spec.all_games:
        return _small_game(spec, claim, found, play or "normal")
    which = "the smallest counterexample" if result.reason is None else "a counterexample, perhaps not the smallest,"
    asked = play or (claim.play if "play" in dict(claim.places) else None)
    graph = game_graph(spec, as_argument(found.parameters, found.position), asked, limits)
    return replace(graph, title=f"{graph.title}, {which} to {claim.id}: {_says(claim)}")


def _unfit(claim: Claim, said: str) -> Exception:
    at = claim.place
    expected = "a claim that a position of the game, or a small game, refutes"
    return fault(said, at=at, expected=expected)


def _says(claim: Claim) -> str:
    return f'"{words.visible(claim.says)}"'


def _small_game(spec: Spec, claim: Claim, found: Counterexample, play: Play) -> Graph:
    """The game in rows of equal height, which is the length of the longest play from a position."""
    rows = _options(found.position)
    chosen = found.position.get(CHOSEN)
    heights: dict[int, int] = {}
    for at, row in rows.items():  # options come first
        heights[at] = 1 + max((heights[to] for to in row), default=-1)
    order = sorted(rows, key=lambda at: (heights[at], at), reverse=True)
    places = {at: place for place, at in enumerate(order)}
    lost = {at: found.values[at - 1][play == "misere"] == 0 for at in rows}
    vertices = tuple(
        Vertex(
            f"{at}, {CHOSEN}" if isinstance(chosen, list) and at in chosen else str(at),
            (heights[at],),
            "P" if lost[at] else "N",
            lost[at],
            found.values[at - 1],
            None,
            tuple(Arrow(f"from {at} to {to}", places[to], lost[to]) for to in reversed(rows[at])),
        )
        for at in order
    )
    how = "normal play" if play == "normal" else "misère play"
    title = f"{words.visible(spec.game)}: the smallest counterexample to {claim.id}, {how}: {_says(claim)}"
    return Graph(title, play, ("height",), vertices)


def _options(game: NamedPosition) -> dict[int, list[int]]:
    """The options of each position."""
    return {int(name): [*map(int, row)] for name, row in game.items() if name != CHOSEN and isinstance(row, list)}
