"""`bouton table`: the P-positions, or all outcomes or values, of a box."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.interface.game import Game
from bouton.process.limits import Limits
from bouton.show import table


def run(args: argparse.Namespace) -> Exit:
    """Tabulate the game's box, narrowed or widened by the command line."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    with console.progress() as meter:
        made = Game.of_spec(spec, limits).table(
            args.at, play=args.play, outcomes=args.outcomes, values=args.values, progress=meter
        )
    if args.json:
        said = {"schema": 1, "spec": spec.file, "play": args.play, "rows": made.objects()}
        repeats = [one.as_json() for one in made.repeats]
        console.say_object({**said, "repeats": repeats} if repeats else said)
    elif args.format == "text":
        console.say(str(made))
    else:
        console.say({"csv": table.csv, "latex": table.latex}[args.format](made.table))
    return Exit.OK
