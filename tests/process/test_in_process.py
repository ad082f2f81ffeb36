"""Limits of tasks that tests run in their own process: what is being freed when the time is over hides no end."""

from __future__ import annotations

import time
from typing import Never

import pytest

from bouton.core.errors import LimitReached
from bouton.process.limits import Limits
from tests.in_process import _as_in_a_child


def _work() -> None:
    began = time.process_time()
    while time.process_time() < began + 0.02:
        pass


class _Slow:
    def __del__(self) -> None:
        _work()


def _frees_without_end() -> Never:
    while True:
        _Slow()
        _work()


def test_an_end_is_not_lost_while_something_is_freed() -> None:
    with pytest.raises(LimitReached), _as_in_a_child(Limits(processor=0.02)) as rung:
        _frees_without_end()
    assert len(rung) == 1
