"""From arguments to specs and their verdicts: all specs loaded, or every fault of all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bouton.claims.mentioned import not_mentioned
from bouton.claims.passes import Pass
from bouton.claims.registry import stands_alone
from bouton.claims.subject import subject
from bouton.core.errors import Diagnostic, InputError, fault, nearest
from bouton.core.spec import At, Claim, Spec
from bouton.document.at import parse_at
from bouton.document.encoding import SUFFIX, of_encoding
from bouton.document.find import find_specs
from bouton.document.load import load_sound, narrow
from bouton.document.snapshot import Snapshot
from bouton.process.guard import reading
from bouton.process.limits import Limits
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import plan_of

_LEFT_OUT = (
    "`--at` leaves out what no one position decides: an example has a position of its own, same-game and periodic "
    "compare several"
)


def load_all(
    files: Iterable[str],
    sets: Sequence[str],
    over: Sequence[str],
    claims: Sequence[str] = (),
    order: Sequence[str] = (),
) -> list[Spec]:
    """Each spec with the ranges of the command line, for these claims or all; InputError with every fault.

    Claims that are at fault are left out, and told of by the spec. A rules file is a spec without claims.
    """
    specs: list[Spec] = []
    faults: list[Diagnostic] = []
    snapshot = Snapshot()
    for file in files:
        try:
            if file.endswith(SUFFIX):
                specs.append(of_encoding(file, sets, over, order, snapshot))
                continue
            if order:
                raise fault("--order is for a rules file; a spec declares the order of its heaps", file=file)
            spec = load_sound(file, snapshot)
            specs.append(narrow(spec, sets, over, claims) if sets or over else spec)
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(dict.fromkeys(faults))
    return specs


def load_one(
    path: str,
    sets: Sequence[str] = (),
    over: Sequence[str] = (),
    claims: Sequence[str] = (),
    limits: Limits | None = None,
    order: Sequence[str] = (),
) -> Spec:
    """The one spec that a path names, its rules read within the limits; InputError where it is a folder of several.

    Its measure is one that moves are seen to lower, as its positions may be judged one at a time.
    """
    limits = limits or Limits()
    with reading(limits):
        files = find_specs([path])
        if len(files) > 1:
            raise fault(f"{len(files)} specs are below this folder; this command works on one", file=path)
        (spec,) = load_all(files, sets, over, claims, order)
        spec = measured(spec, limits)
        if not spec.all_games:
            idle = not_mentioned(spec)  # what is read here is kept for those who ask again
            if idle and files[0].endswith(SUFFIX):
                raise InputError(
                    Diagnostic(f"--set {name}: neither the rules of {path} nor a range mention {name!r}")
                    for name in idle
                )
        return spec


def position(spec: Spec, claims: Sequence[Claim], text: str | None) -> tuple[At | None, tuple[Claim, ...]]:
    """What `--at` names, if anything, and the claims that can be judged there.

    It is a position of the game, or the values of a statement's unknowns where those are what it names;
    InputError where it is neither.
    """
    if text is None:
        return None, tuple(claims)
    faults: InputError | None = None
    for moves in (True, False):
        for about in dict.fromkeys(subject(spec, claim).fluents for claim in claims if _moves(claim) is moves):
            alike = [claim for claim in claims if _moves(claim) is moves and subject(spec, claim).fluents == about]
            try:
                at = At(*parse_at(subject(spec, alike[0]), text))
            except InputError as error:
                faults = faults or error
            else:
                return at, tuple(claim for claim in alike if stands_alone(claim))
    if faults is None:
        parse_at(spec, text)
        return None, ()
    raise faults


def _moves(claim: Claim) -> bool:
    return claim.about != "numbers"


def known(specs: Sequence[Spec], claims: Iterable[str]) -> None:
    """InputError where a claim is in none of the specs, with the nearest that is, and what is wrong with others."""
    ids = [claim.id for spec in specs for claim in spec.claims]
    where = specs[0].file if len(specs) == 1 else f"any of the {len(specs)} specs"
    lost = {claim for spec in specs for claim in spec.lost}
    missing = [claim for claim in dict.fromkeys(claims) if claim not in ids]
    if missing:
        nowhere = [claim for claim in missing if claim not in lost]
        unknown = (Diagnostic(f"no claim {claim!r} in {where}", nearest=nearest(claim, ids)) for claim in nowhere)
        raise InputError([*(fault for spec in specs for fault in spec.faults), *unknown])


def nothing(at: str | None) -> InputError:
    """The fault of a run that has no claim to check."""
    why = "no spec has a claim" if at is None else _LEFT_OUT
    return fault(f"nothing to check: {why}")


def sound(
    spec: Spec, claims: tuple[Claim, ...], options: Options
) -> tuple[tuple[Claim, ...], tuple[Diagnostic, ...], Sequence[Pass]]:
    """The claims that can be judged, what is wrong with the others, and the plan of those that can."""
    if not claims:
        return (), (), []
    asked = replace(options, claims=tuple(claim.id for claim in claims))
    try:
        return claims, (), plan_of(spec, asked)
    except InputError as error:
        if len(claims) == 1:
            return (), error.diagnostics, []
    found = [sound(spec, (claim,), options) for claim in claims]
    left, plan = tuple(one for sound, _, _ in found for one in sound), list[Pass]()
    if left:
        plan = plan_of(spec, replace(options, claims=tuple(claim.id for claim in left)))
    return left, tuple(one for _, faults, _ in found for one in faults), plan
