"""`bouton table`: the P-positions, or all outcomes or values, of a box."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.process.limits import Limits
from bouton.run.position import tabulate
from bouton.show import table


def run(args: argparse.Namespace) -> Exit:
    """Tabulate the game's box, narrowed or widened by the command line."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    with console.progress() as meter:
        rows = list(tabulate(spec, args.play, limits, meter, values=args.values))
    made = table.table(spec, rows, outcomes=args.outcomes)
    if args.json:
        console.say_object({"schema": 1, "spec": spec.file, "play": args.play, "rows": table.objects(made)})
    else:
        console.say({"text": table.text, "csv": table.csv, "latex": table.latex}[args.format](made))
    return Exit.OK
