"""`bouton check`: the verdict of every claim, as it comes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bouton.claims.passes import Pass, by_claim
from bouton.cli import console, specs
from bouton.core.errors import Diagnostic, Disagreement, InputError, LimitReached, fault
from bouton.core.exits import Exit, worst
from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.document.find import find_specs
from bouton.process.guard import reading
from bouton.process.limits import Limits
from bouton.run.abreast import Abreast, Work
from bouton.run.kept import check
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.result import Ledger
from bouton.show import objects, text, words
from bouton.show.text import Section

if TYPE_CHECKING:
    from bouton.certificate.write import CertificateRequest
    from bouton.cli.rocq import RocqWriter


@dataclass(frozen=True)
class SpecJob:
    """What is to be done for one spec."""

    section: Section
    options: Options
    plan: Sequence[Pass]
    certificate: CertificateRequest | None = None
    rocq: Path | None = None
    """The folder for the files of proved claims, which coqc is asked about where it is installed."""
    verbose: bool = False
    faults: tuple[Diagnostic, ...] = ()
    """What is wrong with claims that are therefore not judged."""


@dataclass(frozen=True)
class CheckedSpec:
    """What came of one spec; where it is `broken` off by a fault, its claims are incomplete."""

    file: str
    results: tuple[Result, ...]
    faults: tuple[Diagnostic, ...]
    code: Exit
    broken: bool


def run(args: argparse.Namespace) -> Exit:
    """Check every claim asked for, report it, and say how it ended."""
    if args.crosscheck:
        from bouton.solving.cvc5 import required  # noqa: PLC0415 (few runs ask for it)

        required()
    with reading(Limits(args.timeout, args.memory)):
        files = find_specs(args.specs)
        jobs = _jobs(args, files)
    with console.progress() as meter:
        checked = list(_check_all(jobs, meter, quiet=args.json))
    code = worst(part.code for part in checked)
    if args.json:
        several = len(args.specs) > 1 or len(files) > 1 or Path(args.specs[0]).is_dir()
        console.say_object(_object(checked, code, several=several))
    elif any(part.results for part in checked):
        results = [result for part in checked for result in part.results]
        console.say(text.summary(results, len(checked), code))
    return code


def _jobs(args: argparse.Namespace, files: Sequence[str]) -> list[SpecJob]:
    """One job per spec that has a claim asked for, without the claims that are at fault.

    Nothing is checked where something else is wrong with a spec or an encoding, or all that is asked for is at fault.
    """
    loaded = specs.load_all(files, args.sets, args.over, args.claims)
    specs.known(loaded, args.claims)
    jobs: list[SpecJob] = []
    faults: list[Diagnostic] = []
    for spec in loaded:
        try:
            jobs += _job(args, spec)
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(dict.fromkeys(faults))
    if not any(job.section.claims for job in jobs):
        wrong = [fault for job in jobs for fault in job.faults]
        raise InputError(dict.fromkeys(wrong)) if wrong else specs.nothing(args.at)
    if args.resume is not None and len(jobs) > 1:
        raise fault(f"--resume is for one spec, but {len(jobs)} are to be checked", expected="a file for each")
    return jobs if args.certificate is None else [_certified(args, jobs)]


def _certified(args: argparse.Namespace, jobs: Sequence[SpecJob]) -> SpecJob:
    """The one job, with a certificate to be written."""
    from bouton.certificate.write import request  # noqa: PLC0415 (few runs ask for it)

    claims = sum(len(job.section.claims) for job in jobs)
    if claims != 1:
        raise fault(f"--certificate is for one claim, but {claims} are to be checked", expected="--claim ID")
    job = jobs[0]
    spec, claim = measured(job.section.spec, job.options.limits), job.section.claims[0]
    plan = job.plan if spec is job.section.spec else plan_of(spec, job.options)
    changed = {"set": args.sets, "over": args.over}
    asked = request(args.certificate, spec, claim, plan, job.options.limits, changed)
    return replace(job, section=replace(job.section, spec=spec), plan=plan, certificate=asked)


def _job(args: argparse.Namespace, spec: Spec) -> Iterator[SpecJob]:
    asked = [claim for claim in spec.claims if not args.claims or claim.id in args.claims]
    at, claims = specs.position(spec, asked, args.at) if asked else (None, ())
    wrong = () if args.claims else spec.faults
    if claims or wrong:
        options = Options(
            claims=tuple(claim.id for claim in claims),
            prove=args.prove,
            jobs=args.jobs,
            limits=Limits(args.timeout, args.memory),
            at=None if at is None else (at.parameters, at.position),
            suspend=bool(args.sets or args.over or at),
            engine=args.engine,
            crosscheck=args.crosscheck,
            smtlib=None if args.smtlib is None else Path(args.smtlib),
            scheduler=args.scheduler,
            resume=args.resume,
            fresh=args.fresh,
            several=args.counterexamples,
        )
        claims, more, plan = specs.sound(spec, claims, options)
        options = replace(options, claims=tuple(claim.id for claim in claims))
        faults = tuple(dict.fromkeys((*wrong, *more)))
        about = spec if claims else replace(spec, claims=())
        folder = None if args.rocq is None else Path(args.rocq)
        yield SpecJob(Section(about, claims, at), options, plan, rocq=folder, verbose=args.verbose, faults=faults)


def _check_all(jobs: Sequence[SpecJob], meter: console.Meter, *, quiet: bool) -> Iterator[CheckedSpec]:
    options = jobs[0].options
    if len(jobs) == 1 or options.jobs == 1 or options.scheduler is not None:
        results = [_verdicts(job, meter) for job in jobs]
        yield from _each(jobs, results, meter, lambda _at: (), quiet=quiet)
        return
    works = [Work(job.section.spec, job.options, job.plan) for job in jobs]
    # Closed at once on an interruption: its children must not outlive it.
    with closing(Abreast(works, options.jobs, meter)) as side_by_side:
        results = [side_by_side.results(at) for at in range(len(jobs))]
        yield from _each(jobs, results, meter, side_by_side.so_far, quiet=quiet)


def _verdicts(job: SpecJob, meter: console.Meter) -> Generator[Result]:
    """What a check yields; nothing where all claims are at fault."""
    if job.section.claims:
        yield from check(job.section.spec, job.options, meter, job.plan)


def _each(
    jobs: Sequence[SpecJob],
    verdicts: Sequence[Generator[Result]],
    meter: console.Meter,
    so_far: Callable[[int], Iterable[Result]],
    *,
    quiet: bool,
) -> Iterator[CheckedSpec]:
    """Report the verdicts of each spec, one after the other; after an interruption those that there are `so_far`."""
    interrupted = False
    for at, (job, found) in enumerate(zip(jobs, verdicts, strict=True)):
        results: list[Result] = []
        faults = job.faults
        code = Exit.INPUT if faults else Exit.OK
        writer = _writer(job, meter, quiet=quiet)

        def tell(result: Result, job: SpecJob = job, results: list[Result] = results) -> None:
            results.append(result)
            if not quiet:
                meter.clear()
                console.say(console.coloured(job.section.claim(result, verbose=job.verbose)))

        try:
            if not quiet:
                meter.clear()
                console.say(job.section.heading())
            with closing(found) as coming:
                for result in so_far(at) if interrupted else coming:
                    tell(result)
                    if writer is not None and not interrupted:
                        results[-1] = writer.written(result)
                    if job.certificate is not None and not interrupted:
                        results[-1] = _certify(job.certificate, results[-1], meter, quiet=quiet)
                if writer is not None and not interrupted:
                    results[:] = writer.tried(results)
        except KeyboardInterrupt:
            interrupted = True
        except InputError as error:
            faults, code = (*faults, *error.diagnostics), Exit.INPUT
        except Disagreement as error:
            wrong = Diagnostic(f"internal check failed: {error}", job.section.spec.file)
            faults, code = (*faults, wrong), Exit.INTERNAL
        meter.clear()
        if interrupted:
            code = Exit.INTERRUPTED
            for result in _left(job, results):
                tell(result)
        if faults and not quiet:
            console.faults(faults, json=False)
        codes = [code, *(result.exit for result in results)]
        yield CheckedSpec(
            job.section.spec.file, tuple(results), faults, worst(codes), broken=len(faults) > len(job.faults)
        )


def _certify(request: CertificateRequest, result: Result, meter: console.Meter, *, quiet: bool) -> Result:
    """The result, with a note about its certificate; asked for and not reached, that is undecided."""
    try:
        written = request.write(result, meter)
        note = f"certificate written and verified: {request.file} ({words.count(written.positions, 'position')})"
        code = result.exit
    except LimitReached as error:
        note, code = f"no certificate: {error}", worst([result.exit, Exit.UNDECIDED])
    if not quiet:
        meter.clear()
        console.say(text.note(note))
    return replace(result, notes=(*result.notes, note), exit=code)


def _writer(job: SpecJob, meter: console.Meter, *, quiet: bool) -> RocqWriter | None:
    """Who writes the files for Rocq; None where none are asked for."""
    if job.rocq is None:
        return None
    from bouton.cli.rocq import RocqWriter  # noqa: PLC0415 (a small check needs none of it)

    return RocqWriter(job.rocq, job.section.spec, job.options, meter, quiet)


def _left(job: SpecJob, done: Sequence[Result]) -> list[Result]:
    """The claims that an interruption left without a verdict."""
    ids = {result.id for result in done}
    left = [claim for claim in job.section.claims if claim.id not in ids]
    if job.section.spec.all_games:
        from bouton.theory import check as theory  # noqa: PLC0415 (few specs are of all games)

        return [theory.interrupted(claim) for claim in left]
    passes, point = by_claim(job.plan), job.options.at is not None
    return [Ledger(claim, passes.get(claim.id, [])).result(job.options.suspend, point) for claim in left]


def _object(checked: Sequence[CheckedSpec], code: Exit, *, several: bool) -> dict[str, object]:
    faults = [fault.as_json() for part in checked for fault in part.faults]
    said = [objects.of_spec(part.file, part.results) for part in checked]
    if not several:
        return {"errors": faults} if checked[0].broken else {**said[0], "errors": faults} if faults else said[0]
    return {**objects.of_specs(said, code), "errors": faults} if faults else objects.of_specs(said, code)
