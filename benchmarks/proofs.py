"""How long each proof of the shipped specs takes: `python -m benchmarks.proofs [--jobs N] [--crosscheck]`.

The wall seconds of a claim are those of its proof and of its share of the bounded check, once in one process and once
in two, or in as many as `--jobs` says; the solvers' own seconds, added up over all problems, say how much of it is
theirs. Nothing that was kept is told. A peer can be run beside it on the problems that `--smtlib DIR` writes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import ANEW, said

ROOT = Path(__file__).resolve().parents[1]
SPECS = (
    "greedy_nim_k",
    "misere_bounded_greedy_nim",
    "greedy_nim",
    "nim",
    "moore_nim",
    "nim_with_a_pass",
    "subtraction",
)


def reports(arguments: Sequence[str], jobs: int, specs: Sequence[str] = SPECS) -> list[dict[str, Any]]:
    """The JSON reports of the specs, checked with these arguments in so many processes; SystemExit of a kept one."""
    files = [str(ROOT / "specs" / f"{name}.yaml") for name in specs]
    command = [sys.executable, "-m", "bouton", "check", "--fresh", "--json", "--jobs", str(jobs), *arguments, *files]
    found = json.loads(said(command))["specs"]
    assert isinstance(found, list)
    kept = [claim["id"] for report in found for claim in report["claims"] if claim.get("kept")]
    if kept:
        raise SystemExit(f"told from an earlier run, and not measured: {', '.join(kept)}")
    return found


def row(spec: str, claims: Sequence[dict[str, Any]]) -> str:
    """One claim's line of the table, as it was proved in each number of processes."""
    proofs = [claim["proof"] for claim in claims]
    verdicts = "/".join(sorted({proof["verdict"] for proof in proofs}))
    times = "".join(
        f"{claim['seconds']:>11.1f}{sum(step['seconds'] for step in claim['proof']['obligations']):>9.1f}"
        for claim in claims
    )
    return f"{Path(spec).stem:<28}{claims[0]['id']:<26}{verdicts:<9}{len(proofs[0]['obligations']):>9}{times}"


def table(jobs: Sequence[int], arguments: Sequence[str], specs: Sequence[str] = SPECS) -> None:
    """Prove everything once in each number of processes, and print the times of each proof beside each other."""
    walls, found = [], []
    for processes in jobs:
        started = time.monotonic()
        found.append(reports(arguments, processes, specs))
        walls.append(time.monotonic() - started)
    print(ANEW)
    heads = "".join(f"{f'wall s, {processes}':>11}{'solving':>9}" for processes in jobs)
    print(f"{'spec':<28}{'claim':<26}{'proof':<9}{'problems':>9}{heads}")
    for same in zip(*found, strict=True):
        for claims in zip(*(report["claims"] for report in same), strict=True):
            if all(claim["proof"] is not None for claim in claims):
                print(row(same[0]["spec"], claims))
    for processes, wall in zip(jobs, walls, strict=True):
        print(f"all of it, with the bounded checks, in {processes} process{'es' * (processes > 1)}: {wall:.0f} s")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs", description=__doc__)
    parser.add_argument("--jobs", type=int, action="append", metavar="N", help="processes (default: 1, and then 2)")
    parser.add_argument("--crosscheck", action="store_true", help="cvc5 too")
    asked = parser.parse_args()
    table(asked.jobs or [1, 2], ["--crosscheck" if asked.crosscheck else "--no-crosscheck"])


if __name__ == "__main__":
    main()
