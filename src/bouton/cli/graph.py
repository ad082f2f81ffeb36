"""`bouton graph`: a small game graph with outcomes and values, as DOT or SVG."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.errors import fault
from bouton.core.exits import Exit
from bouton.process.limits import Limits
from bouton.show import words
from bouton.show.picture import file
from bouton.show.picture.dot import dot
from bouton.show.picture.graph import DrawnGraph, game_graph, refuting_graph
from bouton.show.picture.svg import svg


def run(args: argparse.Namespace) -> Exit:
    """Draw all that one position, the least counterexample to a claim, or the game's box reaches."""
    path = None if args.output is None else file.target(args.output, (".dot", ".svg"))
    graph = _graph(args, Limits(args.timeout, args.memory))
    if path is None:
        console.say(dot(graph).rstrip("\n"))
    else:
        file.write(path, (svg if path.suffix == ".svg" else dot)(graph).encode())
        moves = sum(len(vertex.arrows) for vertex in graph.vertices)
        console.say(f"{args.output}: {graph.title}")
        console.say(f"  {words.count(len(graph.vertices), 'position')}, {words.count(moves, 'move')}")
    return Exit.OK


def _graph(args: argparse.Namespace, limits: Limits) -> DrawnGraph:
    if args.claim is None:
        spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
        if spec.all_games:
            said = "this spec is about all games, so that it has no game of its own"
            raise fault(said, file=spec.file, expected="--claim ID, a claim that a small game refutes")
        return game_graph(spec, args.at, args.play, limits)
    if args.at is not None:
        raise fault("--claim says which position is drawn, its counterexample", expected="--claim or --at, not both")
    spec = specs.load_one(args.spec, args.sets, args.over, [args.claim], limits)
    specs.known([spec], [args.claim])
    return refuting_graph(spec, spec.claim(args.claim), args.play, limits)
