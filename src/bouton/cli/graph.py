"""`bouton graph`: a small game graph with outcomes and values, as DOT or SVG."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.limits import Limits
from bouton.picture import file
from bouton.picture.dot import dot
from bouton.picture.graph import game_graph
from bouton.picture.svg import svg
from bouton.report import words
from bouton.verdict import Exit


def run(args: argparse.Namespace) -> Exit:
    """Draw all that one position, or the game's box, reaches."""
    path = None if args.output is None else file.target(args.output, (".dot", ".svg"))
    spec = specs.load_one(args.spec, args.sets, args.over)
    graph = game_graph(spec, args.at, args.play, Limits(args.timeout, args.memory))
    if path is None:
        console.say(dot(graph).rstrip("\n"))
    else:
        file.write(path, (svg if path.suffix == ".svg" else dot)(graph).encode())
        moves = sum(len(vertex.arrows) for vertex in graph.vertices)
        console.say(f"{args.output}: {graph.title}")
        console.say(f"  {words.count(len(graph.vertices), 'position')}, {words.count(moves, 'move')}")
    return Exit.OK
