"""Some of the attacks in every run of the tests; all of them where slow tests are asked for."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.attack import attacks, damage, large
from tests.attack.outside import Ended
from tests.samples import small_or_whole

pytestmark = pytest.mark.skipif(not hasattr(signal, "sigtimedwait"), reason="for Linux")


@pytest.mark.parametrize("runs", small_or_whole(8, 100))
def test_changed_files(runs: int) -> None:
    tally = attacks.changed_files(runs, seed=2, inside=True)
    assert tally.runs == runs
    assert {0, 2} <= set(tally.codes)  # some are still games
    assert runs < 50 or 1 in tally.codes  # and of some a claim is false
    assert not tally.faults, str(tally)


@pytest.mark.parametrize("runs", small_or_whole(1, 5))
def test_signals(runs: int) -> None:
    tally = attacks.signals(runs, seed=2)
    assert not tally.faults, str(tally)


@pytest.mark.parametrize("runs", small_or_whole(1, 2))
@pytest.mark.slow
def test_damaged_resume_files(runs: int) -> None:
    tally = damage.resumed(runs, seed=2)
    assert not tally.faults, str(tally)


@pytest.mark.parametrize("runs", small_or_whole(1, 3))
def test_damaged_certificates(runs: int) -> None:
    tally = damage.certificates(runs, seed=2)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_large_files() -> None:
    tally = large.large(2, seed=2)
    assert not tally.faults, str(tally)


@pytest.mark.parametrize(("power", "faults"), [(1, 0), (2, 3)])
def test_twice_as_long_is_measured_again(power: int, faults: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time that is too long by chance is no fault, and one that is so every time is."""
    met: set[int] = set()

    def run(_folder: Path, _what: str, _make: Any, count: int, _limits: list[str]) -> Ended:
        chance = 1 if count in met else 1 + count % 3  # 1000, 2000 and 4000 leave 1, 2 and 1
        met.add(count)
        return Ended(0, "", "", 2 * chance * (count / 1000) ** power, ())

    monkeypatch.setattr(large, "_run", run)
    monkeypatch.setattr(large, "DOUBLED", {"rules": (large.RULES["rules"], 1000, 8000)})
    tally = large.doubled()
    assert len(tally.faults) == faults, str(tally)
    assert tally.runs > 4


@pytest.mark.slow
def test_many_changed_files() -> None:
    tally = attacks.changed_files(2000)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_many_signals() -> None:
    tally = attacks.signals(300)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_many_damaged_resume_files() -> None:
    tally = damage.resumed(200)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_many_damaged_certificates() -> None:
    tally = damage.certificates(200)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_every_large_file() -> None:
    tally = large.large(40)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_twice_as_much_takes_twice_as_long() -> None:
    tally = large.doubled()
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_surroundings() -> None:
    tally = attacks.surroundings()
    assert tally.runs >= 50
    assert not tally.faults, str(tally)
