"""`bouton new`: a rules file and a spec to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from bouton.cli import console, template
from bouton.core.exits import Exit


def run(args: argparse.Namespace) -> Exit:
    """Write the two files and say how to go on."""
    rules, spec = template.create(args.name, Path(args.directory))
    console.say(f"wrote {rules}\nwrote {spec}\nnow: bouton check {spec}")
    return Exit.OK
