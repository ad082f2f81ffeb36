"""`bouton solve`: outcome, Sprague-Grundy values and winning moves of one position."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.document.at import parse_at
from bouton.process.limits import Limits
from bouton.run.position import Alignment, analyse
from bouton.show import moves, sides


def run(args: argparse.Namespace) -> Exit:
    """Analyse the position that `--at` names."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    parameters, position = parse_at(spec, args.at)
    analysis = analyse(spec, parameters, position, limits)
    if isinstance(analysis, Alignment):
        if args.json:
            console.say_object(sides.solved_object(spec, parameters, position, analysis))
        else:
            console.say(sides.solved(spec, parameters, position, analysis))
    elif args.json:
        console.say_object(moves.solved_object(spec, parameters, position, analysis))
    else:
        console.say(moves.solved(spec, parameters, position, analysis))
    return Exit.OK
