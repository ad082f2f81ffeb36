"""`bouton discover`: from the rules alone to a theorem, proved where it can be."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bouton.cli import console, specs
from bouton.cli.new import free, written
from bouton.core.errors import fault
from bouton.core.exits import Exit
from bouton.core.spec import Play, Spec
from bouton.discover.classes import game_class
from bouton.discover.draft import Draft, file_name
from bouton.discover.guess import Discovery, Tried
from bouton.discover.theorem import discover
from bouton.process.limits import Limits, worked
from bouton.show import discovery


def run(args: argparse.Namespace) -> Exit:
    """Look for a theorem; what is proved is so by what `check` says of the text that is printed and written."""
    started, work = time.monotonic(), worked()
    limits = Limits(args.time, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    play: Play = "misere" if args.misere else "normal"
    files = _files(spec)
    if args.write:
        free(files)
        if args.json and not args.yes:
            raise fault("--json asks nothing", expected="--write --yes")
    found, interrupted, tried = Discovery(), False, list[Tried]()
    line = console.Line()
    try:
        found = Discovery(game_class=game_class(spec, limits))
        seconds, spent = limits.seconds - (time.monotonic() - started), worked() - work
        left = replace(limits, seconds=seconds, processor=args.time - spent)
        with closing(discover(spec, left, play, line, tried.append)) as coming:
            for guess in coming:
                if guess.state == "proved" and (guess.partial or not found.proved):
                    line.keep(discovery.state(guess))
                found = found.with_(guess)
                line(discovery.state(guess))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        line.clear()
    found = replace(found, tried=tuple(tried))
    seconds = time.monotonic() - started
    if args.json:
        console.say_object(discovery.objects(spec, play, found, seconds))
    else:
        console.say(discovery.text(spec, play, found, seconds, interrupted=interrupted, verbose=args.verbose))
    chosen = found.best or next(iter(found.partial), None)
    if args.write and chosen is not None and not interrupted:
        _write(chosen.draft, files, ask=not args.yes, tell=not args.json)
    return Exit.INTERRUPTED if interrupted else Exit.OK if found.proved else Exit.UNDECIDED


def _files(spec: Spec) -> tuple[Path, Path]:
    """The encoding and the spec that may be written, both beside the spec."""
    folder, stem = Path(spec.file).parent, file_name(spec)
    return folder / f"{stem}.lp", folder / f"{stem}.yaml"


def _write(draft: Draft, files: tuple[Path, Path], *, ask: bool, tell: bool) -> None:
    """Write both files, or none."""
    if ask:
        sys.stderr.write(f"write {files[0]} and {files[1]}? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            console.say("nothing was written")
            return
    written({files[0]: draft.rules, files[1]: draft.spec})
    if tell:
        console.say(f"wrote {files[0]}\nwrote {files[1]}\nnow: bouton check {files[1]}")
