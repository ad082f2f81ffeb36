"""`bouton solve`: outcome, Sprague-Grundy values and winning moves of one position."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.interface.game import Game
from bouton.process.limits import Limits


def run(args: argparse.Namespace) -> Exit:
    """Analyse the position that `--at` names."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    solved = Game.of_spec(spec, limits).solve(args.at, remoteness=args.remoteness)
    if args.json:
        console.say_object(solved.as_json())
    else:
        console.say(str(solved))
    return Exit.OK
