"""`bouton mutants`: every small change of a theorem and its game, and where the claim then fails."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from bouton.cli import console, specs
from bouton.core.errors import fault
from bouton.core.exits import Exit
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Limits
from bouton.run.breaking import broken
from bouton.run.mutants import Broken
from bouton.run.options import Options
from bouton.show import mutants


def run(args: argparse.Namespace) -> Exit:
    """Change what the claims rest on, one symbol or literal at a time; 3 where some change is not decided."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, args.claims, limits)
    specs.known([spec], args.claims)
    claims = list(_claims(spec, args.claims))
    options = Options(jobs=args.jobs, limits=limits, engine=args.engine)
    told = []
    undecided = False
    if args.format == "text" and not args.json:
        console.say(spec.file)
    for claim in claims:
        found = _found(spec, claim, options, args)
        undecided |= any(one.end in ("unknown", "holds", "untried") for one in found)
        if args.json:
            told.append(mutants.objects(claim, found))
        elif args.format == "latex":
            console.say(mutants.latex(claim, found))
    if args.json:
        console.say_object({"schema": 1, "spec": spec.file, "claims": told})
    return Exit.UNDECIDED if undecided else Exit.OK


def _found(spec: Spec, claim: Claim, options: Options, args: argparse.Namespace) -> list[Broken]:
    """The changes of one claim, each told as it ends."""
    text = args.format == "text" and not args.json
    if text:
        console.say(mutants.heading(claim, spec.rules))
    found = []
    for one in broken(spec, claim, options, game=not args.definitions, seconds=args.time):
        found.append(one)
        if text:
            console.say(mutants.row(one, spec.rules))
    if text:
        console.say(mutants.tally(found))
        for sentence in mutants.needless(found):
            console.say(f"    {sentence}")
    return found


def _claims(spec: Spec, names: list[str]) -> Iterator[Claim]:
    """The claims that are to be broken: those named, or all that are not known to be false."""
    if spec.all_games:
        raise fault("statements on all games have no rules that could be changed", file=spec.file)
    if names:
        yield from (spec.claim(name) for name in dict.fromkeys(names))
        return
    found = [claim for claim in spec.claims if claim.expect.verdict != "refuted"]
    if not found:
        raise fault("there is no claim to break", file=spec.file)
    yield from found
