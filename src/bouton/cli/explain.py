"""`bouton explain`: what a spec says, and what each engine can do with it."""

from __future__ import annotations

import argparse

from bouton import explain
from bouton.cli import console, specs
from bouton.verdict import Exit


def run(args: argparse.Namespace) -> Exit:
    """Explain one spec."""
    console.say(explain.text(specs.load_one(args.spec)))
    return Exit.OK
