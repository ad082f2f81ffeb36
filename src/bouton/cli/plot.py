"""`bouton plot`: P-positions or values on a grid or a strip, as a picture."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.process.limits import Limits
from bouton.show.picture import file, plot
from bouton.show.picture.slice import cut
from bouton.show.picture.solved import played, solve


def run(args: argparse.Namespace) -> Exit:
    """Draw the game's box, or the slice of it that `--at` names."""
    path = file.target(args.output, (".svg", ".png"))
    plot.required()
    limits = Limits(args.timeout, args.memory)
    shown = cut(specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order), args.at)
    play = played(shown.spec, args.play, values=args.values)
    with console.progress() as meter:
        marks = solve(shown, play, limits, meter, values=args.values)
    file.write(path, plot.draw(shown, marks, play, values=args.values, png=path.suffix == ".png"))
    console.say(f"{args.output}: {', '.join(plot.title(shown, play, values=args.values))}")
    console.say(f"  {plot.tally(marks)}")
    return Exit.OK
