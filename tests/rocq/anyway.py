"""Files for Rocq of claims as they are said, whatever the verdict: `coqc` has to refuse what is false.

`python -m tests.rocq.anyway FOLDER SPEC...` writes one for each claim, tells what coqc says of it, and ends with 1
where it accepts one. A claim without a range for a proof is taken for every number of everything that it speaks of, one
of every set for the sets that are listed, and one about some positions rests on its own predicate where no other
characterises all of them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from bouton.core.errors import Unreadable
from bouton.core.spec import Claim, CounterRange, HeapRange, ProofRange, Spec
from bouton.document.load import load
from bouton.rocq.file import proves, written
from tests.rocq.answers import CLOSED, coqc

Said = Literal["accepted", "refused", "no proof"]


def anyway(spec: Spec, claim: Claim) -> tuple[Spec, Claim]:
    """The claim with a range for a proof; the spec with a claim of all positions for one that speaks of some."""
    prove = claim.prove if claim.prove is not None else _everything(spec, claim)
    sets = {one.name for one in prove.parameters if one.interval is None}
    asked = replace(claim, prove=replace(prove, unbounded=prove.unbounded - sets))
    if claim.where is None or claim.about != "positions":
        return spec, asked
    assert isinstance(claim.said, BaseModel)
    plain = claim.said.model_copy(update={"where": None, "strategy": None})
    whole = replace(asked, id=f"{claim.id}-everywhere", said=plain)
    return replace(spec, claims=(*spec.claims, whole)), asked


def _everything(spec: Spec, claim: Claim) -> ProofRange:
    parts = list(zip(spec.fluents, claim.box.fluents, strict=True))
    counters = {one.name: part.interval for one, part in parts if isinstance(part, CounterRange)}
    counts = {one.name: part.count for one, part in parts if isinstance(part, HeapRange)}
    every = frozenset((*counters, *(f"{name}.count" for name in counts)))
    return ProofRange(claim.box.parameters, every, counts, counters, claim.place)


def said(folder: Path, text: str, seconds: float) -> Said:
    """What coqc says of a file: it accepts what it proves, without an axiom and within the time."""
    try:
        ended = coqc(folder, text, seconds)
    except subprocess.TimeoutExpired:
        return "refused"
    if not proves(text):
        return "no proof"
    accepted = ended.returncode == 0 and set(ended.stdout.splitlines()) == {CLOSED}
    return "accepted" if accepted else "refused"


def files(spec: Spec) -> Iterator[tuple[Claim, str | Unreadable]]:
    """The file of each claim, or why there is none."""
    for claim in spec.claims:
        try:
            yield claim, written(*anyway(spec, claim))
        except Unreadable as error:
            yield claim, error


def main() -> int:
    """Write them all, and tell what coqc says."""
    parser = argparse.ArgumentParser(prog="python -m tests.rocq.anyway", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("specs", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    accepted = False
    for file in given.specs:
        for claim, text in files(load(str(file))):
            if isinstance(text, Unreadable):
                found = f"not written: {text.reason}"
            else:
                found = said(given.folder, text, given.seconds)
                (given.folder / f"{file.stem}_{claim.id.replace('-', '_')}_.v").write_text(text, encoding="utf-8")
            accepted |= found == "accepted"
            print(f"{file.stem} {claim.id}: {found}", flush=True)
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
