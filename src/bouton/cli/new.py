"""`bouton new`: a rules file and a spec to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from bouton import new
from bouton.cli import console
from bouton.exits import Exit


def run(args: argparse.Namespace) -> Exit:
    """Write the two files and say how to go on."""
    rules, spec = new.create(args.name, Path(args.directory))
    console.say(f"wrote {rules}\nwrote {spec}\nnow: bouton check {spec}")
    return Exit.OK
