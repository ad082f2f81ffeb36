"""`bouton check`: the verdict of every claim, as it comes."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bouton.check import Options, check
from bouton.cli import console, specs
from bouton.errors import Diagnostic, Disagreement, InputError, fault
from bouton.limits import Limits
from bouton.report import objects, text
from bouton.report.text import Section
from bouton.spec.find import find_specs
from bouton.spec.model import Claim
from bouton.verdict import Exit, Result, Verdict, worst


@dataclass(frozen=True)
class Checked:
    """What came of one spec; with faults, its claims may be incomplete."""

    section: Section
    results: tuple[Result, ...]
    faults: tuple[Diagnostic, ...]
    code: Exit


def run(args: argparse.Namespace) -> Exit:
    """Check every claim asked for, report it, and say how it ended."""
    sections = _sections(args)
    options = Options(
        prove=args.prove,
        jobs=args.jobs,
        limits=Limits(args.timeout, args.memory),
        suspend=bool(args.sets or args.over),
    )
    with console.progress() as meter:
        checked = tuple(_check_all(sections, options, meter, quiet=args.json))
    code = worst(part.code for part in checked)
    if args.json:
        several = len(args.specs) > 1 or Path(args.specs[0]).is_dir()
        console.say_object(_object(checked, code, several=several))
    elif any(part.results for part in checked):
        results = [result for part in checked for result in part.results]
        console.say(text.summary(results, len(checked), code))
    return code


def _sections(args: argparse.Namespace) -> list[Section]:
    """Every spec that has a claim to check; nothing is checked unless all can be loaded."""
    loaded = specs.load_all(find_specs(args.specs), args.sets, args.over)
    specs.known(loaded, args.claims)
    sections = [
        Section(
            spec,
            tuple(claim for claim in spec.claims if _asked(claim, args)),
            specs.position(spec, args.at),
            suspended=bool(args.sets or args.over),
        )
        for spec in loaded
    ]
    chosen = [section for section in sections if section.claims]
    if not chosen:
        raise fault("nothing to check: no spec has a claim")
    return chosen


def _asked(claim: Claim, args: argparse.Namespace) -> bool:
    """Whether a claim is to be checked; an example has a position of its own, so `--at` alone leaves it out."""
    return claim.id in args.claims if args.claims else args.at is None or claim.at is None


def _check_all(
    sections: Sequence[Section], options: Options, meter: console.Meter, *, quiet: bool
) -> Iterator[Checked]:
    interrupted = False
    for section in sections:
        results: list[Result] = []
        faults: tuple[Diagnostic, ...] = ()
        code = Exit.OK
        if not quiet:
            meter.clear()
            console.say(section.heading())
        try:
            # Closed at once on an interruption: its children must not outlive it.
            with closing(verdicts(section, options, meter)) as coming:
                for result in () if interrupted else coming:
                    results.append(result)
                    if not quiet:
                        meter.clear()
                        console.say(section.claim(result))
        except KeyboardInterrupt:
            interrupted = True
        except InputError as error:
            faults, code = error.diagnostics, Exit.INPUT
        except Disagreement as error:
            faults, code = (Diagnostic(f"internal check failed: {error}", file=section.spec.file),), Exit.INTERNAL
        meter.clear()
        if interrupted:
            code = Exit.INTERRUPTED
            for result in _left(section, results):
                results.append(result)
                if not quiet:
                    console.say(section.claim(result))
        if faults and not quiet:
            console.faults(faults, json=False)
        yield Checked(section, tuple(results), faults, worst([code, *map(code_of, results)]))


def verdicts(section: Section, options: Options, meter: console.Meter) -> Generator[Result]:
    """The verdicts of a section's claims; closing it ends the work."""
    at = None if section.at is None else (section.at.parameters, section.at.position)
    ids = tuple(claim.id for claim in section.claims)
    yield from check(section.spec, replace(options, claims=ids, at=at), meter)


def _left(section: Section, done: Sequence[Result]) -> Iterator[Result]:
    """The claims that an interruption left without a verdict."""
    ids = {result.id for result in done}
    for claim in section.claims:
        if claim.id not in ids:
            yield Result(
                id=claim.id,
                kind=claim.kind,
                verdict=Verdict.UNKNOWN,
                expected=claim.expect.verdict,
                as_expected=False,
                over={},
                positions=0,
                seconds=0.0,
                reason="interrupted",
            )


def code_of(result: Result) -> Exit:
    """What one claim adds to the exit code (DESIGN 4)."""
    if result.as_expected:
        return Exit.OK
    if result.verdict in (Verdict.UNKNOWN, Verdict.VACUOUS):
        return Exit.UNDECIDED
    if result.verdict is Verdict.HOLDS and result.expected in ("holds", "proved"):
        return Exit.UNDECIDED  # a proof was asked for and not reached
    return Exit.CONTRARY


def _object(checked: Sequence[Checked], code: Exit, *, several: bool) -> dict[str, object]:
    faults = [fault.as_json() for part in checked for fault in part.faults]
    said = [objects.of_spec(part.section.spec.file, part.results) for part in checked]
    if not several:
        return {"errors": faults} if faults else said[0]
    return {**objects.of_specs(said, code), "errors": faults} if faults else objects.of_specs(said, code)
