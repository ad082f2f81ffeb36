"""A few hundred of the attacks in every run of the tests; all of them where slow tests are asked for."""

from __future__ import annotations

import signal

import pytest

from tests.attack import attacks

pytestmark = pytest.mark.skipif(not hasattr(signal, "sigtimedwait"), reason="for Linux")


def test_changed_files() -> None:
    tally = attacks.changed_files(150, seed=2, inside=True)
    assert tally.runs == 150
    assert {0, 1, 2} <= set(tally.codes)  # some are still games
    assert not tally.faults, str(tally)


def test_signals() -> None:
    tally = attacks.signals(5, seed=2)
    assert not tally.faults, str(tally)


def test_damage() -> None:
    tally = attacks.damage(6, seed=2)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_many_changed_files() -> None:
    tally = attacks.changed_files(2000)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_many_signals() -> None:
    tally = attacks.signals(300)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_much_damage() -> None:
    tally = attacks.damage(200)
    assert not tally.faults, str(tally)


@pytest.mark.slow
def test_environments() -> None:
    tally = attacks.environments()
    assert tally.runs >= 50
    assert not tally.faults, str(tally)
