"""`bouton page`: a file for any browser, in which a game is played, mapped, and its claims are read."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bouton.cli import console, specs
from bouton.core.errors import Diagnostic, InputError, LimitReached, fault
from bouton.core.exits import Exit
from bouton.core.spec import Spec
from bouton.document.find import find_specs
from bouton.page.content import content, games
from bouton.page.html import index, page
from bouton.process.guard import reading
from bouton.process.limits import Limits
from bouton.run.kept import check
from bouton.run.options import Options
from bouton.show import words
from bouton.show.picture import file


def run(args: argparse.Namespace) -> Exit:
    """Write the page of one spec, or those of a directory with an index."""
    limits = Limits(args.timeout, args.memory)
    if Path(args.spec).is_dir():
        return _folder(args, limits)
    path = file.target(args.output, (".html",))
    spec = specs.load_one(args.spec, args.sets, args.over, args.claims, limits, args.order)
    specs.known([spec], args.claims)
    faults = _write(args, spec, path, limits)
    if faults:
        console.faults(faults, json=False)
    return Exit.INPUT if faults else Exit.OK


def _folder(args: argparse.Namespace, limits: Limits) -> Exit:
    """Pages of all specs that are about a game, and an index; what is at fault is told, and why."""
    if args.claims:
        raise fault("claims are named for one spec", file=args.spec, expected="no CLAIM, or one spec")
    folder = Path(args.output)
    with reading(limits):
        files = find_specs([args.spec])
    if not folder.is_dir():
        raise fault("there is no such folder", file=args.output, expected="a folder that exists")
    made: list[tuple[str, str]] = []
    missing: list[Diagnostic] = []
    for one in files:
        target = folder / f"{Path(one).relative_to(args.spec).with_suffix('').as_posix().replace('/', '-')}.html"
        try:
            spec = specs.load_one(one, args.sets, args.over, limits=limits)
            missing += _write(args, spec, file.target(str(target), (".html",)), limits)
            made.append((spec.game, target.name))
        except InputError as error:
            missing += error.diagnostics
        except LimitReached as error:
            missing.append(Diagnostic(f"unknown: {error}", one))
    file.write(folder / "index.html", index(made).encode())
    console.say(f"{folder / 'index.html'}: {words.count(len(made), 'page')}")
    if missing:
        console.faults(missing, json=False)
    return Exit.OK if made and not missing else Exit.INPUT


def _write(args: argparse.Namespace, spec: Spec, path: Path, limits: Limits) -> list[Diagnostic]:
    """Write a page of the claims that are sound; the faults of the others."""
    if spec.all_games:
        raise fault("this spec is about all games, so that it has no game to play", file=spec.file)
    asked = tuple(claim for claim in spec.claims if not args.claims or claim.id in args.claims)
    ids = tuple(claim.id for claim in asked)
    options = Options(claims=ids, jobs=args.jobs, limits=limits, suspend=bool(args.sets or args.over))
    claims, wrong, _ = specs.sound(spec, asked, options)
    options = replace(options, claims=tuple(claim.id for claim in claims))
    known = [*games(spec, claims, limits)]
    with console.progress() as meter, closing(check(spec, options, meter)) as coming:
        results = {result.id: result for result in coming} if claims and args.check else {}
    made = content(spec, claims, results, known, shlex.join(["bouton", *args.arguments]))
    text = page(made)
    file.write(path, text.encode())
    positions, moves = sum(len(one.positions) for one in known), sum(len(found) for one in known for found in one.moves)
    size = f"{len(text) / 1_000_000:.1f} MB" if len(text) > 100_000 else f"{len(text) // 1000} kB"
    console.say(f"{path}: {words.visible(spec.game)}, {size}")
    told = [words.count(positions, "position"), words.count(moves, "move"), words.count(len(claims), "claim")]
    console.say(f"  {', '.join(told)}")
    if any(one.program for one in known):
        console.say("  its moves are listed by a program that is printed from the rules, and held against clingo")
    if not all(one.inside >= one.size and (one.program or len(one.moves) == len(one.positions)) for one in known):
        console.say("  the box is larger than a page, which says what it knows of it")
    if made["left"]:
        console.say(f"  it knows nothing of {made['left']}: there is no room, or no start; --set and --over choose")
    return [*spec.faults, *wrong]
