"""Proved claims held against the evaluator in plain Python, at small positions and near the numbers of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import inf, prod
from typing import Any

import yaml

from benchmarks.fuzz.distant.case import Distant
from tests.oracle import claims as oracle_claims
from tests.oracle import game as oracle
from tests.oracle.local import fault

_LOCAL = ("p-positions", "grundy", "everywhere")
"""Kinds whose claims are asked at one position and its options."""
_SMALL, _HEAPS, _NUMBERS, _PAIRS = 9, 4, 20_000, 1_200
"""Sizes of small heaps, how many of these, values of one counter from 0 on, and of several together."""
_FAR, _ALIKE, _LOWERED, _FEW = 600, 70, 150, 5
"""The largest size and the most alike heaps; where a move lowers several, the most ways, and the most heaps."""
_TABLES = re.compile(r"\b(digit|zeckendorf|ostrowski)\(")
"""Predicates that Bouton gives, which the evaluator does not have."""


def faults(case: Distant) -> Iterator[str | None]:
    """For each position that is asked what is wrong there, in words, or None; nothing where the claim is not local."""
    spec = yaml.safe_load(case.files["case.yaml"])
    (said,) = (one for one in spec["claims"] if one["id"] == "c")
    names = spec.get("position", {})
    if said["kind"] not in _LOCAL or not isinstance(said.get("iff"), str) or "parameters" in spec or "using" in said:
        return
    rules = case.files[str(spec["rules"])]
    if _TABLES.search(rules):
        return
    fluents = tuple(_fluent(name, given) for name, given in names.items())
    measured = spec.get("measure", ())
    game = oracle.Game(rules, fluents, {}, {}, tuple([measured] if isinstance(measured, str) else measured))
    claim = oracle_claims.Claim(
        said["kind"], ((said["iff"], None),), said.get("play", "normal"), said.get("strategy"), said.get("where")
    )
    most, lists = _most(said["prove"]), "nil" in rules
    for position in _positions(fluents, rules):
        heaps = position[0] if isinstance(position[0], tuple) else ()
        if len(heaps) > most or (lists and (len(heaps) > _FEW or prod(n + 1 for n in heaps) > _LOWERED)):
            continue
        if claim.where is None or game.holds(claim.where, position):
            wrong = fault(game, claim, position)
            yield None if wrong is None else f"{wrong} at {position}"


def _most(prove: Any) -> float:
    """The most heaps that the proof speaks of."""
    count = prove["heap"]["count"] if isinstance(prove, Mapping) and isinstance(prove.get("heap"), Mapping) else "all"
    return inf if count == "all" else int(str(count).rsplit("..", 1)[-1])


def _fluent(name: str, given: Any) -> oracle.Heaps | oracle.Counter:
    if isinstance(given, Mapping):
        return oracle.Heaps(name, str(given.get("order", "ascending")))
    return oracle.Counter(name)


def _positions(fluents: tuple[oracle.Heaps | oracle.Counter, ...], rules: str) -> Iterator[oracle.Position]:
    """Small positions, and for each number of the rules those with a size, a sum or so many heaps near it."""
    near = sorted({int(one) + by for one in re.findall(r"\b\d+\b", rules) for by in (-1, 0, 1)} - {-1})
    far = [one for one in near if one <= _FAR]
    if len(fluents) == 1 and isinstance(fluents[0], oracle.Heaps):
        found = [sizes for n in range(_HEAPS + 1) for sizes in combinations_with_replacement(range(1, _SMALL + 1), n)]
        found += [tuple(sorted((*more, n))) for n in far if n for more in ((), (1,), (2,), (1, 3), (n,), (1, n))]
        found += [(size,) * n for n in near if n <= _ALIKE for size in (1, 2)]
        yield from ((fluents[0].canonical(sizes),) for sizes in dict.fromkeys(found))
    elif all(isinstance(one, oracle.Counter) for one in fluents):
        small = range(_NUMBERS) if len(fluents) == 1 else range(int(_PAIRS ** (1 / len(fluents))) + 2)
        yield from product(*[sorted({*small, *far})] if len(fluents) == 1 else [small for _ in fluents])
        if len(fluents) > 1:
            yield from (
                tuple(n if here == at else other for here in range(len(fluents)))
                for n in far
                for at in range(len(fluents))
                for other in (0, 1, 2)
            )
