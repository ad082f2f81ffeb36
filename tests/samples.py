"""How much a sweep takes on: a fixed sample in every run, and all of it in the slow tests."""

from __future__ import annotations

from typing import Any

import pytest


def small_or_whole(small: Any, whole: Any) -> list[Any]:
    """The values of a parameter that says how far a test goes: in every run, and in the slow tests."""
    return [small, pytest.param(*_several(whole), marks=pytest.mark.slow)]


def _several(value: Any) -> tuple[Any, ...]:
    """What pytest is to take as one value, or as one for each of several parameters."""
    return value if type(value) is tuple else (value,)
