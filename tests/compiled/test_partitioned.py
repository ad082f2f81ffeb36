"""Misère values of sums of heaps in a table of partitions, against memoised plain Python."""

from __future__ import annotations

from random import Random

import pytest

from bouton.compiled import partitioned
from bouton.compiled.fixed import fixed
from bouton.compiled.partitioned import by_definition, counted, misere_values
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.partitions import partitions
from bouton.process.compiler import NoCompiler

KAYLES = [
    {(left, size - taken - left) for taken in (1, 2) for left in range(size - taken + 1)}  # and empty heaps
    for size in range(9)
]
SPLITS = [{(a, size - a) for a in range(1, size // 2 + 1) if 2 * a != size} for size in range(13)]
"""Grundy's game: no stone is taken."""


def test_partitions_are_counted() -> None:
    assert counted(9, 4) == [[len([*partitions(total, most)]) for most in range(5)] for total in range(10)]


def _drawn(seed: int) -> list[set[tuple[int, ...]]]:
    random, found = Random(seed), [set[tuple[int, ...]]()]
    for size in range(1, 8):
        heaps = [tuple(random.randint(1, size - 1) for _ in range(random.randint(0, 3))) if size > 1 else ()]
        heaps += [(left,) for left in range(1, size) if random.random() < 0.4]
        found.append({one for one in heaps if sum(one) <= size and size not in one})
    return found


@pytest.mark.parametrize("options", [KAYLES, SPLITS, *map(_drawn, range(12))])
@pytest.mark.sample(1)
def test_values_of_all_positions(options: list[set[tuple[int, ...]]]) -> None:
    most = len(options) - 1
    found, plain = misere_values(options, 16, 1 << 30), by_definition(options)
    for total in range(17):
        for heaps in partitions(total, most):
            assert found(heaps) == plain(heaps), heaps


def test_known_outcomes() -> None:
    """Misère Kayles in rows of up to 8 pins: the least positions that are lost (Sibert and Conway 1992)."""
    plain = misere_values(KAYLES, 16, 1 << 30)
    assert [size for size in range(1, 9) if plain((size,)) == 0] == [1, 4]
    assert plain(()) == 1


def test_what_is_too_large_or_false(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreadable, match="positions of 16 stones in heaps of up to 8 are too many"):
        misere_values(KAYLES, 16, 1400)
    monkeypatch.setattr(partitioned, "fixed", lambda name: fixed(name).replace("if (!moves) return 1;", ""))
    with pytest.raises(Disagreement, match="another misère value"):
        misere_values(KAYLES, 16, 1 << 30)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(partitioned, "library", _none)
    assert misere_values(KAYLES, 12, 1 << 30)((1, 1, 1)) == 0
    monkeypatch.setattr(partitioned, "_IN_PYTHON", 10)
    with pytest.raises(Unreadable, match="no compiler here"):
        misere_values(KAYLES, 12, 1 << 30)


def _none(_source: str) -> None:
    raise NoCompiler("no compiler here")
