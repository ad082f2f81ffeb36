"""Every proved claim of the shipped specs as a file for Rocq: whether coqc accepts it, or why there is none.

`python -m benchmarks.rocq` writes `benchmarks/rocq.txt`; `--seconds` is the time that coqc has for each file.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bouton.core.logic.terms import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq.file import libraries, proves, write

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
    place, text = file.parent, file.read_text(encoding="utf-8")
    for name in libraries(text):
        if not (place / f"{name}o").exists():
            subprocess.run(["coqc", name], cwd=place, check=True)
    if not proves(text):
        return "its statement is written, and no proof"
    started = time.monotonic()
    try:
        found = subprocess.run(
            ["coqc", file.name], cwd=place, check=False, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return f"not accepted within {seconds:g} s"
    if found.returncode == 0 and set(found.stdout.splitlines()) == {"Closed under the global context"}:
        without = ", without its strategy" if claim.strategy is not None and "strategy_wins" not in text else ""
        return f"accepted in {time.monotonic() - started:.0f} s{without}"
    return f"not accepted: {' '.join(found.stderr.split('Error:')[-1].split())[:80] or found.stdout[:80]}"


def main() -> None:
    """Write the table, and tell each claim as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path, default=sorted((ROOT / "specs").glob("*.yaml")))
    parser.add_argument("--seconds", type=float, default=300.0)
    asked = parser.parse_args()
    rows: list[str] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for spec, claim in proved(asked.specs):
            started = time.monotonic()
            end = ended(spec, claim, Path(folder), asked.seconds)
            count += end.startswith("accepted")
            rows.append(f"{Path(spec.file).stem:<34}{claim.id:<44}{end}")
            print(f"{rows[-1]} ({time.monotonic() - started:.0f} s)", flush=True)
    rows.append(
        f"{count} of {len(rows)} accepted by coqc, {asked.seconds:g} s each; claims about all games are left out"
    )
    TABLE.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(rows[-1])


if __name__ == "__main__":
    main()
