"""The games of the table in one clingo program each, grounded and solved at once (naive_*.lp).

Usage: python naive_clingo.py GAME HEAPS SIZE, the most heaps and stones in a heap (for Survivor Nim the players and the
largest pile). It prints how many positions, P-positions and disagreements there are, and exits with 1 if there is
any disagreement.
"""

import sys
from collections.abc import Sequence
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


def solved(files: Sequence[str], facts: str, *options: str) -> list[str]:
    """The names of the atoms shown in the one answer."""
    control = Control(["-Wnone", *options])
    for file in files:
        control.load(str(Path(__file__).with_name(file)))
    control.add("base", [], facts)
    control.ground([("base", [])])
    shown: list[str] = []
    control.solve(on_model=lambda model: shown.extend(symbol.name for symbol in model.symbols(shown=True)))
    return shown


def survivor(players: int, size: int) -> None:
    """Survivor Nim, whose positions are piles and players."""
    constants = {"players": players, "n": players // 2, "size": size}
    shown = solved(["naive_survivor.lp"], "", *(f"-c{name}={value}" for name, value in constants.items()))
    lost, wrong = shown.count("lost"), shown.count("wrong")
    print(f"{(size + 1) * players} positions, {lost} lost by alliance 1, {wrong} disagreements")
    sys.exit(wrong > 0)


def main() -> None:
    """Solve the box and compare."""
    name, heaps, size = sys.argv[1], *map(int, sys.argv[2:])
    if name == "survivor":
        survivor(heaps, size)
    weight = weights(heaps, size)
    facts = [f"w({stones},{number})." for stones, number in enumerate(weight)]
    positions = 0
    for n in range(heaps + 1):
        for position in combinations_with_replacement(range(1, size + 1), n):
            positions += 1
            number = sum(weight[stones] for stones in position)
            facts.append(f"position({number}).")
            facts += [f"heap({number},{at},{stones})." for at, stones in enumerate(position, 1)]
    shown = solved(["naive_kernel.lp", f"naive_{name}.lp"], "".join(facts))
    wrong = shown.count("wrong")
    print(f"{positions} positions, {shown.count('p')} P-positions, {wrong} disagreements")
    sys.exit(wrong > 0)


main()
