"""The ground engine beside naive clingo and plain Python: `python -m benchmarks.ground` (see README.md)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path

from benchmarks.measure import Run, in_turns, middle, ratios, run

_HERE = Path(__file__).parent
_HEAPS = 4
_SIZE, _SIZES, _MILLION = 20, (10, 20, 30), 68
BOUTON, NAIVE, SCRIPT = "Bouton", "naive clingo", "memo script"


def commands(size: int) -> dict[str, list[str]]:
    """The same job three times: the kernel of Greedy Nim_2 on a box, held against the paper's theorems."""
    peers, box = _HERE / "peers", [str(_HEAPS), str(size)]
    spec, over = str(_HERE / "greedy_nim_2.yaml"), f"heap.count=0..{_HEAPS}"
    bouton = [sys.executable, "-m", "bouton", "check", spec, "--claim", "solution"]
    return {
        BOUTON: [*bouton, "--over", over, "--over", f"heap.size=1..{size}", "--timeout", "7200"],
        NAIVE: [sys.executable, str(peers / "naive_clingo.py"), *box],
        SCRIPT: [sys.executable, str(peers / "memo_script.py"), *box],
    }


def box(size: int) -> str:
    """The box in words."""
    return f"{_HEAPS} heaps up to {size} ({comb(size + _HEAPS, _HEAPS):,} positions)"


def beside(runs: int) -> None:
    """The table of all three, and the targets."""
    found = in_turns(commands(_SIZE), runs)
    print(f"Greedy Nim_2, {box(_SIZE)}: medians of {runs} runs in turns\n")
    print(f"{'':14}{'wall s':>10}{'CPU s':>10}{'peak MB':>10}{'wall':>12}{'CPU':>10}{'memory':>10}")
    for name, of_name in found.items():
        times = ratios(of_name, found[BOUTON])
        print(f"{name:14}{_row(of_name)}{times.wall:11.2f}x{times.processor:9.2f}x{times.memory:9.2f}x")
    print("\n(each ratio: the median of run by run, Bouton being 1)\n")
    _targets(found)


def _row(runs: Sequence[Run]) -> str:
    typical = middle(runs)
    return f"{typical.wall:10.2f}{typical.processor:10.2f}{typical.memory / 2**20:10.0f}"


def _targets(found: Mapping[str, Sequence[Run]]) -> None:
    naive, script = ratios(found[NAIVE], found[BOUTON]), ratios(found[BOUTON], found[SCRIPT])
    rows = [
        ("wall time of naive clingo, at least 3 times Bouton's", naive.wall, 3.0, True),
        ("CPU time of naive clingo, at least 3 times Bouton's", naive.processor, 3.0, True),
        ("memory of naive clingo, at least 2 times Bouton's", naive.memory, 2.0, True),
        ("wall time, at most 10 times the memo script's", script.wall, 10.0, False),
        ("CPU time, at most 10 times the memo script's", script.processor, 10.0, False),
    ]
    for text, value, bound, least in rows:
        met = value >= bound if least else value <= bound
        print(f"{text:55}{value:6.2f}  {'met' if met else 'NOT MET'}")


def growth(runs: int) -> None:
    """How Bouton's time and memory grow with the box, beside the script's."""
    print(f"\n{'':36}{'wall s':>10}{'CPU s':>10}{'peak MB':>10}{'us/position':>13}{'x script':>10}")
    for size in _SIZES:
        of_size = commands(size)
        found = in_turns({name: of_size[name] for name in (BOUTON, SCRIPT)}, runs)
        each = middle(found[BOUTON]).processor / comb(size + _HEAPS, _HEAPS) * 1e6
        times = ratios(found[BOUTON], found[SCRIPT])
        print(f"{box(size):36}{_row(found[BOUTON])}{each:13.0f}{times.processor:9.1f}x")


def million() -> None:
    """A box of a million positions, once."""
    one = run(commands(_MILLION)[BOUTON])
    met = "met" if one.memory < 2 << 30 else "NOT MET"
    print(f"\n{box(_MILLION)}: {one.wall:.0f} s wall, {one.processor:.0f} s CPU, {one.memory / 2**20:.0f} MB")
    print(f"{'peak memory below 2 GB':61}  {met}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ground", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="turns that count (default: 5)")
    parser.add_argument("--million", action="store_true", help="also a box of a million positions (minutes)")
    args = parser.parse_args()
    beside(args.runs)
    growth(max(1, args.runs // 2))
    if args.million:
        million()


if __name__ == "__main__":
    main()
