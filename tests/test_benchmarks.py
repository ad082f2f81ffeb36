"""What the benchmarks time is the same job, with the same answer."""

from __future__ import annotations

import subprocess

import pytest

from benchmarks.ground import BOUTON, NAIVE, SCRIPT, commands
from benchmarks.measure import Run, in_turns, middle, ratios


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        (BOUTON, "HOLDS for k = 2, 0..4 heaps of 1..6 stones (210 positions)"),
        (NAIVE, "210 positions, 35 P-positions, 0 disagreements"),
        (SCRIPT, "210 positions, 35 P-positions, 0 disagreements"),
    ],
)
def test_each_says_the_same_of_a_small_box(name: str, answer: str) -> None:
    said = subprocess.run(commands(6)[name], capture_output=True, text=True, check=True).stdout
    assert answer in said


def test_ratios_are_of_runs_of_the_same_turn() -> None:
    one = [Run(1.0, 1.0, 10.0), Run(9.0, 3.0, 10.0), Run(4.0, 2.0, 30.0)]
    other = [Run(2.0, 1.0, 5.0), Run(3.0, 1.0, 5.0), Run(4.0, 1.0, 5.0)]
    assert middle(one) == Run(4.0, 2.0, 10.0)
    assert ratios(one, other) == Run(1.0, 2.0, 2.0)


def test_a_command_that_fails_ends_the_benchmark() -> None:
    with pytest.raises(SystemExit, match="exit status 3"):
        in_turns({"it": ["/bin/sh", "-c", "exit 3"]}, 1)
