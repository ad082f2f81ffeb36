"""`bouton counterexample`: the smallest position where a claim fails, with every move from it."""

from __future__ import annotations

import argparse
from contextlib import closing, suppress

from bouton.claims.registry import kind_of
from bouton.cli import console, specs
from bouton.core.errors import LimitReached
from bouton.core.exits import Exit
from bouton.core.position import unnamed
from bouton.core.verdict import Atoms, Verdict
from bouton.process.guard import reading
from bouton.process.limits import Limits
from bouton.run.behind import behind
from bouton.run.kept import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.position import Analysis, analyse
from bouton.show import moves, objects, predicates
from bouton.show.text import Section


def run(args: argparse.Namespace) -> Exit:
    """Look for a counterexample to one claim and explain it."""
    limits = Limits(args.timeout, args.memory)
    spec = specs.load_one(args.spec, args.sets, args.over, [args.claim], limits)
    specs.known([spec], [args.claim])
    claims = [spec.claim(args.claim)]
    section = Section(spec, tuple(claims), specs.position(spec, claims, args.at)[0])
    options = Options(
        claims=(args.claim,),
        prove=False,
        jobs=args.jobs,
        limits=limits,
        at=None if section.at is None else (section.at.parameters, section.at.position),
        suspend=bool(args.sets or args.over or args.at),
        engine=args.engine,
        fresh=args.fresh,
        several=args.counterexamples,
    )
    with reading(limits):
        plan = plan_of(spec, options)
    with console.progress() as meter, closing(check(spec, options, meter, plan)) as results:
        result = next(results, None)
    if result is None:
        raise specs.nothing(args.at)
    claim = section.claims[0]
    plays = kind_of(claim).judged.plays(claim)
    analysis: Analysis | None = None
    unlisted: str | None = None
    if result.counterexample is not None and plays:
        try:
            failed = result.counterexample
            analysis = analyse(spec, failed.parameters, unnamed(spec.fluents, failed.position), limits, claim.box)
        except LimitReached as error:  # what was found is told all the same
            unlisted = f"      its moves are not listed: {error}"
    said: tuple[Atoms, ...] = ()
    if result.counterexample is not None and not (result.counterexample.components or spec.all_games):
        with suppress(LimitReached):
            found = result.counterexample
            said = behind(spec, claim, found.parameters, found.position, limits)
    if args.json:
        every = analysis and moves.objects(analysis)
        told = {"predicates": predicates.objects(said), "obstacles": predicates.obstacles(said)} if said else {}
        console.say_object({**objects.of_spec(spec.file, [result]), "moves": every, **told})
    else:
        behind_it = predicates.listed(said) if result.several is None else []  # where it stands with the others
        listed = [*behind_it, *(moves.all_moves(analysis, plays) if analysis is not None else ())]
        console.say("\n".join(filter(None, [section.heading(), section.counterexample(result), *listed, unlisted])))
    return Exit.OK if result.verdict is Verdict.REFUTED else Exit.UNDECIDED
