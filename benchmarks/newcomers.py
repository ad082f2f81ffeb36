"""Theorems as newcomers write them, as files for Rocq: which of them coqc accepts, in how many seconds, or why not.

`python -m benchmarks.newcomers` writes `benchmarks/newcomers.txt`, of all that `benchmarks/newcomers.yaml` has; with
names it tells of some.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import yaml

from benchmarks.rocq import commits, counted, ends, text_of
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.rocq.file import resting
from bouton.run.check import check
from bouton.run.options import Options

FILE = Path(__file__).with_suffix(".yaml")
CLAIM = "theorem"
_GAME = ("parameters", "position", "measure", "legal")


def named() -> dict[str, dict[str, Any]]:
    """The theorems of the file, by their names."""
    return {one["name"]: one for one in yaml.load(FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)}


def spec_of(one: dict[str, Any], folder: Path) -> Spec:
    """The spec of a theorem, written into a folder with its rules."""
    name = one["name"]
    (folder / f"{name}.lp").write_text(one["rules"], encoding="utf-8")
    claim = {"id": CLAIM, "says": f"The theorem about {name}.", **one["claim"]}
    said = {"game": name, "rules": f"{name}.lp", **{key: one[key] for key in _GAME if key in one}, "claims": [claim]}
    file = folder / f"{name}.yaml"
    file.write_text(yaml.safe_dump(said, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return load(file)


def as_proved(spec: Spec) -> Spec:
    """The spec with what the proof rests on, as `check --rocq` has it: of some positions, where all are as claimed."""
    claim = spec.claim(CLAIM)
    if claim.where is None:
        return spec
    (result,) = check(spec, Options(claims=(CLAIM,), prove=True), lambda _: None)
    return resting(spec, claim, result.proof)


def rows(names: list[str], seconds: float, jobs: int, kept: Path | None = None, *, tries: bool = True) -> list[str]:
    """A row for each theorem: its idiom, its name, and what coqc says."""
    chosen = [one for name, one in named().items() if not names or name in names]
    with tempfile.TemporaryDirectory() as folder:
        specs = [as_proved(spec_of(one, Path(folder))) for one in chosen]
        texts = (text_of(spec, spec.claim(CLAIM), Path(folder)) for spec in specs)
        found = [""] * len(chosen)
        for at, end in ends(texts, seconds, jobs, kept, tries=tries):
            found[at] = end
            print(f"{chosen[at]['name']:<24}{end}", flush=True)
    said = [f"{one['idiom']:<24}{one['name']:<24}{end}" for one, end in zip(chosen, found, strict=True)]
    return [*said, f"{len(found)} theorems: {counted(found)}; of these rows {commits(found)}"]


def main() -> None:
    """Write the table, and tell each theorem as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of answers, which a run that is ended goes on from")
    parser.add_argument("--known", action="store_true", help="ask coqc nothing: the answers are those of that file")
    asked = parser.parse_args()
    found = rows(asked.names, asked.seconds, asked.jobs, asked.kept, tries=not asked.known)
    print(found[-1])
    if not asked.names:
        FILE.with_suffix(".txt").write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
