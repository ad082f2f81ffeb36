"""What `explain` says of a claim rests on processor time, which all claims of a spec have in common."""

from __future__ import annotations

import time

import pytest

from bouton.cli import main
from bouton.core.shipped import folder
from bouton.process.limits import Limits
from bouton.show import explain
from tests.shipped import named

LATE = "takes too long: its processor time was used up"
CLAIMS = ["two-heaps", "even-total"]


def of_claims(text: str) -> list[str]:
    """What is said of each claim."""
    return " ".join(text.split()).split("expected ")[1:]


def test_a_claim_is_read_in_the_time_that_those_before_it_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()

    def worked() -> float:
        asked.append(1.0)
        return 0.0 if len(asked) < 3 else 100.0  # the second claim comes late

    monkeypatch.setattr(explain, "worked", worked)
    first, second = of_claims(explain.text(named("nim"), CLAIMS))
    assert LATE not in first
    assert LATE in second


def test_the_clock_of_the_wall_is_the_limit_of_the_user_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = explain.text(named("nim"), CLAIMS[1:])
    clock, began = time.monotonic, time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: began + 100 * (clock() - began))
    assert explain.text(named("nim"), CLAIMS[1:]) == whole
    assert "time limit of 0.01 s reached" in explain.text(named("nim"), CLAIMS[1:], Limits(seconds=0.01))


def test_a_period_whose_values_another_claim_says_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """What is only read asks for no proof of the other claim."""
    assert main(["explain", str(folder("specs") / "subtraction.yaml")]) == 0
    assert "internal" not in capsys.readouterr().out


def test_statements_have_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(folder("specs") / "wythoff.yaml")]) == 0
    (said,) = (part for part in capsys.readouterr().out.split("\n\n") if part.startswith("  formula-3-disjoint  "))
    assert "compiled    a program in " in said
