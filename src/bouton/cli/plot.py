"""`bouton plot`: P-positions or values on a grid or a strip, as a picture."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.process.limits import Limits
from bouton.show.picture import file, plot
from bouton.show.picture.slice import cut
from bouton.show.picture.solved import Number, played, solve


def run(args: argparse.Namespace) -> Exit:
    """Draw the game's box, or the slice of it that `--at` names."""
    path = file.target(args.output, (".svg", ".png"))
    plot.required()
    limits = Limits(args.timeout, args.memory)
    shown = cut(specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order), args.at)
    number: Number = "remoteness" if args.remoteness else "values" if args.values else ""
    play = played(shown.spec, args.play, number=number)
    with console.progress() as meter:
        marks = solve(shown, play, limits, meter, number=number)
    file.write(path, plot.draw(shown, marks, play, number=number, png=path.suffix == ".png"))
    console.say(f"{args.output}: {', '.join(plot.title(shown, play, number=number))}")
    console.say(f"  {plot.tally(marks)}")
    return Exit.OK
