"""Kind `kernel`: a predicate is a kernel of the graph of all positions reached, or the graph has so many kernels.

In a game without cycles the P-positions of normal play are the one kernel; with cycles there may be none, or several.
A number of kernels is refuted by clingo alone; the position that is shown with it is the least at which two kernels
differ, the least of the kernel that should not be, or the least that is a draw.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bouton.claims.judge import Finding, Judge
from bouton.claims.kind import ALWAYS, HowJudged, HowProved, HowSaid, Kind, Reads
from bouton.claims.wanted import naming
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.document.entries import Kernel
from bouton.ground.game import Game
from bouton.ground.layers import Layer
from bouton.ground.loops import Flaw, flaws, followers, kernels

_NUMBERS = ("no kernel", "one kernel", "more than one kernel")
_WORDS = {"none": "no kernel", "one": "one kernel", "some": "a kernel", "several": "several kernels"}
_CLAIMED = {"none": (0,), "one": (1,), "some": (1, 2), "several": (2,)}
_SHOWN = 12
"""Positions of a kernel that are told."""


@dataclass
class _Judge(Judge):
    claim: Claim
    game: Game
    done: bool = False

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """What is wrong with the whole graph, told at once; positions count as their layers come."""
        finding = None if self.done else self._of_all(layer)
        self.done = True
        return len(layer.nodes), finding

    def _of_all(self, layer: Layer) -> Finding | None:
        said = self.claim.by(Kernel)
        graph = followers(layer.graph)
        if said.iff is not None:
            chosen = {position for position, node in layer.graph.items() if node.holds(said.iff)}
            wrong = min(flaws(graph, chosen), key=lambda flaw: self._order(flaw.at), default=None)
            if wrong is not None:
                return self._flawed(layer, wrong, said.iff)
        if said.kernels is None:
            return None
        found = kernels(graph, 2)
        if len(found) in _CLAIMED[said.kernels]:
            return None
        if not found:  # then not all is decided, or the P-positions would be one
            undecided = [at for at in graph if layer.ends["normal"].outcome(at) == "draw"]
            return self._at(layer, undecided, said.kernels, 0, "no set of positions is a kernel; this one is a draw")
        if len(found) == 1 or said.kernels == "none":
            listed = self._told(found[0])
            return self._at(layer, found[0], said.kernels, len(found), f"a kernel is {listed}")
        differ = found[0] ^ found[1]
        least = min(differ, key=self._order)
        with_it, without = sorted(found, key=lambda one: least not in one)
        note = f"{self._told(with_it)} has it, and {self._told(without)} has not"
        return self._at(layer, differ, said.kernels, 2, note)

    def _order(self, position: Position) -> tuple[tuple[int, ...], Position]:
        return self.game.measure.of(position), position

    def _told(self, kernel: frozenset[Position]) -> str:
        """The positions of a kernel, the least first."""
        ordered = sorted(kernel, key=self._order)
        more = f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
        return f"{{{'; '.join(map(self.game.text, ordered[:_SHOWN]))}{more}}}"

    def _at(self, layer: Layer, positions: Collection[Position], claimed: str, number: int, note: str) -> Finding:
        """A wrong number of kernels, at the least of the positions."""
        what, true = _WORDS[claimed], _NUMBERS[number]
        at = layer.graph[min(positions, key=self._order)]
        return Finding(at, what, true, None, f"claimed {what}, but there is {true}: {note}", below=len(layer.graph))

    def _flawed(self, layer: Layer, flaw: Flaw, name: str) -> Finding:
        if flaw.to is None:
            note = f"{name} does not hold here, and no move leads to where it does"
        else:
            note = f"{name} holds here, and a move leads to {self.game.text(flaw.to)}, where it holds too"
        below = sum(self._order(at) < self._order(flaw.at) for at in layer.graph)
        return Finding(layer.graph[flaw.at], "a kernel", "no kernel", None, note, below=below)


KIND = Kind(
    "kernel",
    Reads(naming(iff=0)),
    HowJudged(
        lambda _spec, claim, game: _Judge(claim, game),
        plays=lambda _claim: ("normal",),
        remote=ALWAYS,
        compares=ALWAYS,
        alliances=False,
    ),
    proved=HowProved(characterises=lambda _claim: None),
    said=HowSaid(whole=lambda claim: claim.by(Kernel).kernels is not None),
)
