"""From arguments to specs: all of them loaded, or every fault of all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bouton.errors import Diagnostic, InputError, nearest
from bouton.spec.at import parse_at
from bouton.spec.load import load, narrow
from bouton.spec.model import At, Spec


def load_all(files: Iterable[str], sets: Sequence[str], over: Sequence[str]) -> list[Spec]:
    """Each spec with the ranges of the command line; InputError with every fault found in any."""
    specs: list[Spec] = []
    faults: list[Diagnostic] = []
    for file in files:
        try:
            specs.append(load_one(file, sets, over))
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(dict.fromkeys(faults))
    return specs


def load_one(file: str, sets: Sequence[str] = (), over: Sequence[str] = ()) -> Spec:
    """One spec with the ranges of the command line."""
    spec = load(file)
    return narrow(spec, sets, over) if sets or over else spec


def position(spec: Spec, text: str | None) -> At | None:
    """The position that `--at` names, if any."""
    return None if text is None else At(*parse_at(spec, text))


def known(specs: Sequence[Spec], claims: Iterable[str]) -> None:
    """InputError where a claim is in none of the specs, with the nearest that is."""
    ids = [claim.id for spec in specs for claim in spec.claims]
    where = specs[0].file if len(specs) == 1 else f"any of the {len(specs)} specs"
    missing = [
        Diagnostic(f"no claim {claim!r} in {where}", nearest=nearest(claim, ids))
        for claim in dict.fromkeys(claims)
        if claim not in ids
    ]
    if missing:
        raise InputError(missing)
