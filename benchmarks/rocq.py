"""Every proved claim of the shipped specs as a file for Rocq: whether coqc accepts it, or why there is none.

`python -m benchmarks.rocq` writes `benchmarks/rocq.txt`; `--seconds` is the time that coqc has for each file, and the
seconds in the table are of its processor time.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bouton.core.errors import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rocq.file import refute, write
from bouton.rocq.hand import lacking
from bouton.rocq.tried import Answer, tried

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "benchmarks" / "rocq.txt"


def proved(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be proved."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.prove is not None and claim.expect.verdict != "refuted" and claim.expect.proof is None:
                yield spec, claim


def text_of(spec: Spec, claim: Claim, folder: Path) -> str | Unreadable:
    """The file of a claim, held against clingo, or why there is none."""
    try:
        return write(folder, spec, claim).read_text(encoding="utf-8")
    except Unreadable as error:
        return error


def refuted(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be refuted at a position that the spec names."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.expect.refutation is not None and claim.expect.refutation.position is not None:
                yield spec, claim


def text_of_refuted(spec: Spec, claim: Claim, folder: Path) -> str | Unreadable:
    """The file that a claim is false at the position that its spec names, or why there is none."""
    at = claim.expect.refutation
    assert at is not None and at.position is not None
    try:
        return refute(folder, spec, claim, at.parameters, at.position).read_text(encoding="utf-8")
    except Unreadable as error:
        return error


def ends(files: Sequence[str | Unreadable], seconds: float, jobs: int) -> Iterator[tuple[int, str]]:
    """What becomes of each file, by its number: `accepted` only where its theorem rests on no axiom."""
    proofs: list[int] = []
    for at, one in enumerate(files):
        if isinstance(one, Unreadable):
            yield at, f"not written: {one.reason}"
        elif (why := lacking(one)) is not None:
            yield at, f"no proof: {why}"
        else:
            proofs.append(at)
    for number, answer in tried([str(files[at]) for at in proofs], Limits(seconds), jobs):
        at = proofs[number]
        yield at, _said(str(files[at]), answer)


def _said(text: str, answer: Answer) -> str:
    if answer.state != "accepted":
        return f"not accepted: {answer.why}"
    more = ""
    if ": ~ theorem." in text and text.count("Print Assumptions") > 1:
        more = ", as the least"
    elif "NOT PROVED" in text:
        more = ", without its strategy"
    return f"accepted in {answer.seconds:.0f} s{more}"


def by_kind(every: Sequence[tuple[str, str]]) -> Iterator[str]:
    """For each kind of claims how many are accepted, how many of these as the least, and how many are not written."""
    for kind in sorted({kind for kind, _ in every}):
        own = [end for one, end in every if one == kind]
        counts = [sum(end.startswith(start) for end in own) for start in ("accepted", "not accepted", "not written")]
        least = sum(end.endswith(", as the least") for end in own)
        accepted, refused, unwritten = counts
        yield f"{kind:<34}{accepted} accepted ({least} as the least), {refused} not, {unwritten} not written"


def main() -> None:
    """Write the table: all files first, each held against clingo; then each claim is told as coqc ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--refuted", action="store_true", help="refutations in place of proofs: benchmarks/refuted.txt")
    asked = parser.parse_args()
    folders = [ROOT / "specs", *([ROOT / "specs" / "known_false"] if asked.refuted else [])]
    asked.specs = asked.specs or [file for one in folders for file in sorted(one.glob("*.yaml"))]
    claims, what = (refuted, text_of_refuted) if asked.refuted else (proved, text_of)
    with tempfile.TemporaryDirectory() as folder:
        every = [(spec, claim, what(spec, claim, Path(folder))) for spec, claim in claims(asked.specs)]
    found = [""] * len(every)
    for at, end in ends([text for _, _, text in every], asked.seconds, asked.jobs):
        spec, claim, _ = every[at]
        found[at] = end
        print(f"{Path(spec.file).stem:<34}{claim.id:<44}{end}", flush=True)
    rows = [f"{Path(one.file).stem:<34}{claim.id:<44}{end}" for (one, claim, _), end in zip(every, found, strict=True)]
    count = sum(end.startswith("accepted") for end in found)
    kinds = [(claim.kind, end) for (_, claim, _), end in zip(every, found, strict=True)]
    end = f"{count} of {len(rows)} accepted by coqc, {asked.seconds:g} s each; claims about all games are left out"
    rows += [*(by_kind(kinds) if asked.refuted else ()), end]
    (TABLE.with_stem("refuted") if asked.refuted else TABLE).write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(rows[-1])


if __name__ == "__main__":
    main()
