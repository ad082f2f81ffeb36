"""How long each proof of the shipped specs takes: `python -m benchmarks.proofs [--jobs N] [--crosscheck]`.

The wall seconds of a claim are those of its proof and of its share of the bounded check; the solvers' own
seconds, added up over all problems, say how much of it is theirs. A peer can be run beside it on the
problems that `--smtlib DIR` writes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

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


def reports(arguments: list[str]) -> list[dict[str, Any]]:
    """The JSON reports of the specs, checked with these arguments in one process."""
    specs = [str(ROOT / "specs" / f"{name}.yaml") for name in SPECS]
    command = [sys.executable, "-m", "bouton", "check", "--fresh", "--json", *arguments, *specs]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(said.stdout)["specs"]
    assert isinstance(found, list)
    return found


def row(spec: str, claim: dict[str, Any]) -> str:
    """One claim's line of the table."""
    proof = claim["proof"]
    solving = sum(step["seconds"] for step in proof["obligations"])
    return (
        f"{Path(spec).stem:<28}{claim['id']:<26}{proof['verdict']:<9}{len(proof['obligations']):>9}"
        f"{claim['seconds']:>9.1f}{solving:>10.1f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--crosscheck", action="store_true", help="cvc5 too")
    asked = parser.parse_args()
    started = time.monotonic()
    found = reports(["--jobs", asked.jobs, "--crosscheck" if asked.crosscheck else "--no-crosscheck"])
    print(f"{'spec':<28}{'claim':<26}{'proof':<9}{'problems':>9}{'wall s':>9}{'solving':>10}")
    for report in found:
        for claim in report["claims"]:
            if claim["proof"] is not None:
                print(row(report["spec"], claim))
    print(f"all of it, with the bounded checks: {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
