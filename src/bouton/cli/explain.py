"""`bouton explain`: what a spec says, and what each engine can do with it."""

from __future__ import annotations

import argparse
from dataclasses import replace

from bouton.cli import console, specs
from bouton.core.exits import Exit
from bouton.process.limits import Limits
from bouton.run.measures import measured
from bouton.show import discovery, explain


def run(args: argparse.Namespace) -> Exit:
    """Explain one spec, or with `--strategy` look for a strategy for one of its claims."""
    usual = explain.LIMITS if args.strategy is None else discovery.MOVES
    limits = replace(usual, memory=args.memory) if args.timeout is None else Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, limits=limits)
    specs.known([spec], args.claims)
    if spec.cycles == "allowed":
        spec = measured(spec, limits)
    if args.strategy is None:
        console.say(explain.text(spec, args.claims, limits))
    else:
        specs.known([spec], [args.strategy])
        console.say(discovery.winning_moves(spec, spec.claim(args.strategy), limits))
    return Exit.OK
