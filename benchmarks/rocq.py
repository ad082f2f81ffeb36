"""Every proved claim of the shipped specs as a file for Rocq: whether coqc accepts it, or why there is none.

`python -m benchmarks.rocq` writes `benchmarks/rocq.txt`; `--seconds` is the time that coqc has for each file, and the
seconds in the table are of its processor time.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bouton.core.logic.terms import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rocq.file import proves, refute, write
from bouton.rocq.tried import tried

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "benchmarks" / "rocq.txt"


def proved(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be proved."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.prove is not None and claim.expect.verdict != "refuted" and claim.expect.proof is None:
                yield spec, claim


def ended(spec: Spec, claim: Claim, folder: Path, seconds: float) -> str:
    """What coqc says of the file of a claim: `accepted` only where its theorem rests on no axiom."""
    try:
        file = write(folder, spec, claim)
    except Unreadable as error:
        return f"not written: {error.reason}"
    text = file.read_text(encoding="utf-8")
    if not proves(text):
        return "its statement is written, and no proof"
    ((_, answer),) = tried([text], Limits(seconds), 1)
    if answer.state != "accepted":
        return f"not accepted: {answer.why}"
    without = ", without its strategy" if claim.strategy is not None and "strategy_wins" not in text else ""
    return f"accepted in {answer.seconds:.0f} s{without}"


def refuted(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be refuted at a position that the spec names."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.expect.refutation is not None and claim.expect.refutation.position is not None:
                yield spec, claim


def ended_refuted(spec: Spec, claim: Claim, folder: Path, seconds: float) -> str:
    """What coqc says of the file that a claim is false at the position that its spec names."""
    at = claim.expect.refutation
    assert at is not None and at.position is not None
    try:
        file = refute(folder, spec, claim, at.parameters, at.position)
    except Unreadable as error:
        return f"not written: {error.reason}"
    text = file.read_text(encoding="utf-8")
    ((_, answer),) = tried([text], Limits(seconds), 1)
    if answer.state != "accepted":
        return f"not accepted: {answer.why}"
    return f"accepted in {answer.seconds:.0f} s{', as the least' if text.count('Print Assumptions') > 1 else ''}"


def by_kind(ends: Sequence[tuple[str, str]]) -> Iterator[str]:
    """For each kind of claims how many are accepted, how many of these as the least, and how many are not written."""
    for kind in sorted({kind for kind, _ in ends}):
        own = [end for one, end in ends if one == kind]
        counts = [sum(end.startswith(start) for end in own) for start in ("accepted", "not accepted", "not written")]
        least = sum(end.endswith(", as the least") for end in own)
        accepted, refused, unwritten = counts
        yield f"{kind:<34}{accepted} accepted ({least} as the least), {refused} not, {unwritten} not written"


def main() -> None:
    """Write the table, and tell each claim as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path, default=sorted((ROOT / "specs").glob("*.yaml")))
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--refuted", action="store_true", help="refutations in place of proofs: benchmarks/refuted.txt")
    asked = parser.parse_args()
    if asked.refuted:
        asked.specs += sorted((ROOT / "specs" / "known_false").glob("*.yaml"))
    claims, what = (refuted, ended_refuted) if asked.refuted else (proved, ended)
    rows: list[str] = []
    ends: list[tuple[str, str]] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for spec, claim in claims(asked.specs):
            started = time.monotonic()
            end = what(spec, claim, Path(folder), asked.seconds)
            count += end.startswith("accepted")
            ends.append((claim.kind, end))
            rows.append(f"{Path(spec.file).stem:<34}{claim.id:<44}{end}")
            print(f"{rows[-1]} ({time.monotonic() - started:.0f} s)", flush=True)
    end = f"{count} of {len(rows)} accepted by coqc, {asked.seconds:g} s each; claims about all games are left out"
    rows += [*(by_kind(ends) if asked.refuted else ()), end]
    (TABLE.with_stem("refuted") if asked.refuted else TABLE).write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(rows[-1])


if __name__ == "__main__":
    main()
