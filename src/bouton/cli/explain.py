"""`bouton explain`: what a spec says, and what each engine can do with it."""

from __future__ import annotations

import argparse

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.show import explain, strategy


def run(args: argparse.Namespace) -> Exit:
    """Explain one spec, or with `--strategy` look for a strategy for one of its claims."""
    spec = specs.load_one(args.spec)
    if args.strategy is None:
        console.say(explain.text(spec))
    else:
        specs.known([spec], [args.strategy])
        console.say(strategy.text(spec, spec.claim(args.strategy)))
    return Exit.OK
