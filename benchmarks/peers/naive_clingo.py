"""Greedy Nim_2 in one clingo program, grounded and solved at once (naive_clingo.lp).

Usage: python naive_clingo.py HEAPS SIZE, the most heaps and stones in a heap. It prints how many positions,
P-positions and disagreements there are, and exits with 1 if there is any disagreement.
"""

import sys
from itertools import combinations_with_replacement, count
from pathlib import Path

from clingo import Control


def weights(heaps: int, size: int) -> list[int]:
    """A number for each size, such that the sum of up to so many of them tells which ones they are.

    It holds as many power sums as there may be heaps, modulo a prime (Newton's identities).
    """
    prime = next(n for n in count(max(heaps, size) + 1) if all(n % d for d in range(2, n)))
    base = heaps * prime
    if base**heaps >= 2**31:
        sys.exit("too large for clingo's integers")
    return [
        sum(stones**power % prime * base ** (power - 1) for power in range(1, heaps + 1)) for stones in range(size + 1)
    ]


def main() -> None:
    """Solve the box and compare."""
    heaps, size = map(int, sys.argv[1:])
    weight = weights(heaps, size)
    facts = [f"w({stones},{number})." for stones, number in enumerate(weight)]
    positions = 0
    for n in range(heaps + 1):
        for position in combinations_with_replacement(range(1, size + 1), n):
            positions += 1
            name = sum(weight[stones] for stones in position)
            facts.append(f"position({name}).")
            facts += [f"heap({name},{at},{stones})." for at, stones in enumerate(position, 1)]
    control = Control(["-Wnone"])
    control.load(str(Path(__file__).with_suffix(".lp")))
    control.add("base", [], "".join(facts))
    control.ground([("base", [])])
    shown: list[str] = []
    control.solve(on_model=lambda model: shown.extend(symbol.name for symbol in model.symbols(shown=True)))
    wrong = shown.count("wrong")
    print(f"{positions} positions, {shown.count('p')} P-positions, {wrong} disagreements")
    sys.exit(wrong > 0)


main()
