"""What `bouton discover --write` writes, as files for Rocq: which theorems coqc accepts as they are, or why not.

`python -m benchmarks.discovered` writes `benchmarks/discovered.txt`, of the games of `benchmarks/discover.py` that have
theorems, in the play that is named there, and of those in OWN in both plays; with names it tells of some. What is found
is written into `--folder`, and is not sought again where it stands there.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

from benchmarks.discover import CASES, OTHERS, PUBLIC, Case, file_of, over
from benchmarks.rocq import commits, counted, ends, text_of
from bouton.document.load import load

TABLE = Path(__file__).with_suffix(".txt")
_HEAD = 34
_OWN = {
    "exchange": over("red=0..8", "blue=0..20"),
    "odd_part": over("heap.count=0..3", "heap.size=1..9"),
    "m_to_2m": (*over("n=0..80"), "--set", "m=1..4"),
    "not_the_last": over("n=0..60", "last=0..3"),
    "any_red_two_blue": over("red=0..12", "blue=0..12"),
    "three_stairs": over("a=0..5", "b=0..5", "c=0..5"),
}
OWN = tuple(
    Case(f"{name}{more}", name, (*ranges, *plays))
    for name, ranges in _OWN.items()
    for more, plays in (("", ()), (", misère", ("--misere",)))
)


def named(case: Case) -> str:
    """The name of a game's files: one for each play."""
    plain = Path(case.rules).parent.name if "/" in case.rules else Path(case.rules).stem
    return f"{plain}_misere" if "--misere" in case.options else plain


def written(case: Case, folder: Path, seconds: float) -> Path | None:
    """The spec that discover writes of the game, unless it stands there; None where nothing is proved."""
    own = folder / named(case)
    found = own / f"{named(case)}_found.yaml"
    if not own.exists():
        own.mkdir(parents=True)
        source = file_of(case.rules)
        start = own / f"{named(case)}{source.suffix}"
        shutil.copy(source, start)
        if source.suffix == ".yaml":
            rules = yaml.safe_load(source.read_text(encoding="utf-8"))["rules"]
            shutil.copy(source.parent / rules, own / Path(rules).name)
        play = () if "--misere" in case.options else ("--normal",)
        asked = (str(start), *case.options, *play, "--time", f"{seconds:g}", "--write", "--yes")
        done = subprocess.run(
            [sys.executable, "-m", "bouton", "discover", *asked], capture_output=True, text=True, check=False
        )
        (own / "told.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        if done.returncode != 0:
            found.unlink(missing_ok=True)
    return found if found.exists() else None


def rows(cases: list[Case], folder: Path, asked: argparse.Namespace) -> Iterator[str]:
    """A row for each game, in their order: its name, and what coqc says of its theorem; then the sum."""
    specs = [written(case, folder, asked.time) for case in cases]
    found = {named(case): "nothing proved" for case in cases}
    theorems = [(named(case), load(spec)) for case, spec in zip(cases, specs, strict=True) if spec]
    with tempfile.TemporaryDirectory() as made:
        texts = (text_of(spec, spec.claims[0], Path(made)) for _, spec in theorems)
        for at, end in ends(texts, asked.seconds, asked.jobs, asked.kept, tries=not asked.known):
            found[theorems[at][0]] = end
            print(f"{theorems[at][0]:<{_HEAD}}{end}", flush=True)
    told = [found[name] for name, _ in theorems]
    yield from (f"{name:<{_HEAD}}{end}" for name, end in found.items())
    yield f"{len(told)} theorems that discover wrote: {counted(told)}; of these rows {commits(told)}"


def main() -> None:
    """Write the table, and tell each theorem as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--folder", type=Path, help="where what is found is kept")
    parser.add_argument("--time", type=float, default=120.0, help="seconds of each search")
    parser.add_argument("--seconds", type=float, default=150.0, help="processor time that coqc has for each file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of answers, which a run that is ended goes on from")
    parser.add_argument("--known", action="store_true", help="ask coqc nothing: the answers are those of that file")
    asked = parser.parse_args()
    every = [case for case in (*CASES, *OTHERS, *PUBLIC, *OWN) if not case.none]
    once = list({named(case): case for case in reversed(every)}.values())[::-1]
    cases = [case for case in once if not asked.names or named(case) in asked.names]
    with tempfile.TemporaryDirectory() as folder:
        found = list(rows(cases, asked.folder or Path(folder), asked))
    print(found[-1])
    if not asked.names:
        TABLE.write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
