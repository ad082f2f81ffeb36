"""The theorems among what people have asked of, as files for Rocq: which of them coqc accepts as they are, or why not.

`python -m benchmarks.asked` writes `benchmarks/asked.txt`, of each claim in `benchmarks/cases/` that Bouton
proves; with the names of specs it tells of some.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.cases import specs
from benchmarks.rocq import commits, counted, ends, text_of
from bouton.core.spec import Spec
from bouton.rocq.file import resting
from bouton.run.check import check
from bouton.run.options import Options

TABLE = Path(__file__).with_suffix(".txt")


def theorems(names: list[str]) -> list[tuple[Spec, str]]:
    """Each claim that is proved, by its name, with the spec as `check --rocq` has it."""
    found: list[tuple[Spec, str]] = []
    for spec in specs(names):
        asked = tuple(one.id for one in spec.claims if one.prove is not None and one.expect.verdict != "refuted")
        if asked:
            results = check(spec, Options(claims=asked, prove=True), lambda _: None)
            proved = [one for one in results if one.verdict.value == "proved"]
            found += [(resting(spec, spec.claim(one.id), one.proof), one.id) for one in proved]
    return found


def main() -> None:
    """Write the table, and tell each theorem as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time that coqc has for each file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of answers, which a run that is ended goes on from")
    parser.add_argument("--known", action="store_true", help="ask coqc nothing: the answers are those of that file")
    asked = parser.parse_args()
    every = theorems(asked.names)
    heads = [f"{Path(spec.file).stem:<20}{claim:<24}" for spec, claim in every]
    found = [""] * len(every)
    with tempfile.TemporaryDirectory() as folder:
        texts = (text_of(spec, spec.claim(claim), Path(folder)) for spec, claim in every)
        for at, end in ends(texts, asked.seconds, asked.jobs, asked.kept, tries=not asked.known):
            found[at] = end
            print(f"{heads[at]}{end}", flush=True)
    rows = [f"{head}{end}" for head, end in zip(heads, found, strict=True)]
    rows.append(f"{len(found)} theorems that were asked of: {counted(found)}; of these rows {commits(found)}")
    print(rows[-1])
    if not asked.names:
        TABLE.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
