"""`bouton counterexample`: the smallest position where a claim fails, with every move from it."""

from __future__ import annotations

import argparse
from contextlib import closing

from bouton.analysis import Analysis, analyse
from bouton.check import Options
from bouton.cli import console, specs
from bouton.limits import Limits
from bouton.position import unnamed
from bouton.report import moves, objects
from bouton.report.text import Section
from bouton.verdict import Exit, Result, Verdict


def run(args: argparse.Namespace) -> Exit:
    """Look for a counterexample to one claim and explain it."""
    spec = specs.load_one(args.spec, args.sets, args.over)
    specs.known([spec], [args.claim])
    section = Section(spec, (spec.claim(args.claim),), specs.position(spec, args.at))
    limits = Limits(args.timeout, args.memory)
    options = Options(
        claims=(args.claim,),
        prove=False,
        jobs=args.jobs,
        limits=limits,
        at=section.at and (section.at.parameters, section.at.position),
        suspend=bool(args.sets or args.over or args.at),
    )
    with console.progress() as meter, closing(specs.verdicts(spec, options, meter)) as results:
        result = next(results, None)
    if result is None:
        raise specs.nothing(args.at)
    analysis = _analysis(section, result, limits)
    if args.json:
        console.say_object({**objects.of_spec(spec.file, [result]), "moves": analysis and moves.objects(analysis)})
    else:
        console.say("\n".join([section.heading(), section.counterexample(result)]))
        if analysis is not None:
            console.say(moves.all_moves(analysis, section.claims[0].play))
    return Exit.OK if result.verdict is Verdict.REFUTED else Exit.UNDECIDED


def _analysis(section: Section, result: Result, limits: Limits) -> Analysis | None:
    """Every move from the counterexample, where the position has any outcome to speak of."""
    found = result.counterexample
    if found is None or found.actual not in ("P", "N"):
        return None
    return analyse(section.spec, found.parameters, unnamed(section.spec.fluents, found.position), limits)
