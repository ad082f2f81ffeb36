"""Theorems and guesses that people have asked of: `python -m benchmarks.cases [NAME...]` tells how each claim ends.

The specs of `benchmarks/cases/` have what was asked on question sites, in contests, on mailing lists and in papers,
in the words of Bouton. The table, `benchmarks/cases.txt`, has for each claim the lines of its entry in the spec and of
the rules, the verdict, what stands in the way of a proof that was asked for, and seconds of the processor.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from pathlib import Path

from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

FOLDER = Path(__file__).with_suffix("")


def specs(names: list[str]) -> Iterator[Spec]:
    """The specs that have claims, by name; all of them where none is given."""
    for file in sorted(FOLDER.glob("*.yaml")):
        if not names or file.stem in names:
            spec = load(file)
            if spec.claims:
                yield spec


def row(spec: Spec, result: Result, seconds: float) -> str:
    """What the table says of one claim."""
    at = (
        ""
        if result.counterexample is None
        else " at "
        + " ".join(f"{value}" for value in (*result.counterexample.at[0].values(), *result.counterexample.at[1]))
    )
    why = result.proof.reason if result.proof is not None and result.proof.verdict != "proved" else None
    ended = f"{result.verdict.value}{at}{'' if why is None else f'; not proved: {why}'}"
    stem = Path(spec.file).stem
    return f"{stem:16}{result.id:24}{lines(spec, result.id):>6}{seconds:9.1f}  {ended}"


def lines(spec: Spec, claim: str) -> int:
    """The lines of a claim in the spec."""
    entries = Path(spec.file).read_text(encoding="utf-8").partition("claims:\n")[2].split("  - id: ")
    return next(entry.rstrip().count("\n") + 1 for entry in entries if entry.startswith(f"{claim}\n"))


def main() -> None:
    """Tell each claim as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=120.0)
    asked = parser.parse_args()
    print(f"{'case':16}{'claim':24}{'lines':>6}{'CPU s':>9}  ended", flush=True)
    for spec in specs(asked.names):
        for claim in spec.claims:
            began = _spent()
            options = Options(limits=Limits(seconds=asked.seconds), crosscheck=False, fresh=True, claims=(claim.id,))
            (result,) = check(spec, options, lambda _: None)
            print(row(spec, result, _spent() - began), flush=True)


def _spent() -> float:
    """Seconds of the processor, of this process and of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


if __name__ == "__main__":
    main()
