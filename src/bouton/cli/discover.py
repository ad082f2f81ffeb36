"""`bouton discover`: from the rules alone to a theorem, proved where it can be."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bouton.cli import console, specs
from bouton.cli.new import free, written
from bouton.core.errors import fault
from bouton.core.exits import Exit
from bouton.core.spec import PLAYS, Play, Spec
from bouton.discover.classes import game_class
from bouton.discover.draft import Draft, file_name
from bouton.discover.guess import Discovery, Tried
from bouton.discover.theorem import discover, refuse
from bouton.process.limits import Limits, worked
from bouton.show import discovery


def run(args: argparse.Namespace) -> Exit:
    """Look for a theorem; what is proved is so by what `check` says of the text that is printed and written.

    With `--both` one is looked for in normal play, and then one in misère play, each for so long.
    """
    limits = Limits(args.time, args.memory)
    begun = time.monotonic(), worked()
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    if args.both and args.misere:
        raise fault("--both looks at both plays", expected="--both or --misere")
    plays: tuple[Play, ...] = PLAYS if args.both else ("misere",) if args.misere else ("normal",)
    for play in plays:
        refuse(spec, play)
    files = {play: _files(spec, "_misere" if args.both and play == "misere" else "") for play in plays}
    if args.write:
        free([file for pair in files.values() for file in pair])
        if args.json and not args.yes:
            raise fault("--json asks nothing", expected="--write --yes")
    ends, said = list[Exit](), dict[Play, dict[str, Any]]()
    for play in plays:
        found, interrupted = _search(args, spec, play, limits, begun)
        seconds = time.monotonic() - begun[0]
        if args.json:
            said[play] = discovery.objects(spec, play, found, seconds)
        else:
            console.say(discovery.text(spec, play, found, seconds, interrupted=interrupted, verbose=args.verbose))
        chosen = found.best or next(iter(found.partial), None)
        if args.write and chosen is not None and not interrupted:
            _write(chosen.draft, files[play], ask=not args.yes, tell=not args.json)
        ends.append(Exit.INTERRUPTED if interrupted else Exit.OK if found.proved else Exit.UNDECIDED)
        if interrupted:
            break
        if play != plays[-1] and not args.json:
            console.say("")
        begun = time.monotonic(), worked()
    if args.json:
        first = said[plays[0]]
        console.say_object(first | ({"misere": said.get("misere")} if args.both else {}))
    return next((end for end in (Exit.INTERRUPTED, Exit.UNDECIDED) if end in ends), Exit.OK)


def _search(
    args: argparse.Namespace, spec: Spec, play: Play, limits: Limits, begun: tuple[float, float]
) -> tuple[Discovery, bool]:
    """What is found in a play, and whether Ctrl-C ended it; `begun` is when, and what was worked by then."""
    found, interrupted, tried = Discovery(), False, list[Tried]()
    line = console.Line()
    try:
        found = Discovery(game_class=game_class(spec, limits))
        seconds, spent = limits.seconds - (time.monotonic() - begun[0]), worked() - begun[1]
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
    return replace(found, tried=tuple(tried)), interrupted


def _files(spec: Spec, ending: str) -> tuple[Path, Path]:
    """The encoding and the spec that may be written, both beside the spec."""
    folder, stem = Path(spec.file).parent, file_name(spec) + ending
    return folder / f"{stem}.lp", folder / f"{stem}.yaml"


def _write(draft: Draft, files: tuple[Path, Path], *, ask: bool, tell: bool) -> None:
    """Write both files, or none."""
    if ask:
        sys.stderr.write(f"write {files[0]} and {files[1]}? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            console.say("nothing was written")
            return
    draft = replace(draft, document={**draft.document, "rules": files[0].name})
    written({files[0]: draft.rules, files[1]: draft.spec})
    if tell:
        console.say(f"wrote {files[0]}\nwrote {files[1]}\nnow: bouton check {files[1]}")
