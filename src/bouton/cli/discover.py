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
from bouton.discover.theorem import discover, has_misere_play, refuse
from bouton.process.limits import Limits, worked
from bouton.show import discovery

_BESIDE, _LEAST = 15.0, 2.0
"""The seconds of processor time that a theorem on misère play beside one on normal play may take at least, and those
without which none is looked for."""


def run(args: argparse.Namespace) -> Exit:
    """Look for a theorem; what is proved is so by what `check` says of the text that is printed and written.

    With `--both` one is looked for in normal play, and then one in misère play, each for so long; without a word on the
    play one on misère play too, for as long again as that on normal play took.
    """
    limits = Limits(args.time, args.memory)
    begun = time.monotonic(), worked()
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    if args.both + args.misere + args.normal > 1:
        raise fault("these say which plays to look at", expected="one of --normal, --misere and --both")
    plays: tuple[Play, ...] = PLAYS if args.both else ("misere",) if args.misere else ("normal",)
    for play in plays:
        refuse(spec, play)
    beside = plays == ("normal",) and not args.normal and has_misere_play(spec)
    several = beside or args.both
    files = {play: _files(spec, "_misere" if several and play == "misere" else "") for play in PLAYS}
    if args.write:
        free([file for play, pair in files.items() for file in pair if several or play in plays])
        if args.json and not args.yes:
            raise fault("--json asks nothing", expected="--write --yes")
    ends, said = list[Exit](), dict[Play, dict[str, Any]]()
    for play in (*plays, *(("misere",) if beside else ())):
        after = play not in plays
        if after:  # as long again as normal play took
            seconds, spent = time.monotonic() - begun[0], worked() - begun[1]
            if ends != [Exit.OK] or limits.seconds - seconds < _LEAST:
                break
            limits = replace(limits, seconds=limits.seconds - seconds, processor=max(_BESIDE, spent))
        if ends and not args.json:
            console.say("")
        begun = (time.monotonic(), worked()) if ends else begun
        found, interrupted = _search(spec, play, limits, begun, classed=not after)
        seconds = time.monotonic() - begun[0]
        if args.json:
            said[play] = discovery.objects(spec, play, found, seconds)
        elif after and not found.proved:
            console.say(discovery.not_beside(spec, seconds, interrupted=interrupted))
        else:
            console.say(discovery.text(spec, play, found, seconds, interrupted=interrupted, verbose=args.verbose))
        chosen = found.best or next(iter(found.partial), None)
        if args.write and chosen is not None and not interrupted and (found.proved or not after):
            _write(chosen.draft, files[play], ask=not args.yes, tell=not args.json)
        ends.append(Exit.INTERRUPTED if interrupted else Exit.OK if found.proved or after else Exit.UNDECIDED)
        if interrupted:
            break
    if args.json:
        first = said[plays[0]]
        console.say_object(first | ({"misere": said.get("misere")} if several else {}))
    return next((end for end in (Exit.INTERRUPTED, Exit.UNDECIDED) if end in ends), Exit.OK)


def _search(
    spec: Spec, play: Play, limits: Limits, begun: tuple[float, float], *, classed: bool
) -> tuple[Discovery, bool]:
    """What is found in a play, and whether Ctrl-C ended it; `begun` is when, and what was worked by then.

    If `classed`, with the class of the game.
    """
    found, interrupted, tried = Discovery(), False, list[Tried]()
    line = console.StatusLine()
    try:
        found = Discovery(game_class=game_class(spec, limits) if classed else None)
        seconds, spent = limits.seconds - (time.monotonic() - begun[0]), worked() - begun[1]
        left = replace(limits, seconds=seconds, processor=min(limits.processor, limits.seconds) - spent)
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
