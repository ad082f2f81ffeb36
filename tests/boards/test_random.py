"""Random rules about sets, tokens and counters: what clingo derives, the table in Python, and the compiled search."""

from __future__ import annotations

import pytest

from bouton.process.compiler import compiler
from tests.boards.compared import Compared, differences


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize("seed", range(0, 40, 10))
@pytest.mark.sample(4)
def test_clingo_python_and_c_agree(seed: int) -> None:
    count = Compared()
    assert [one for at in range(3) for one in differences(seed + at, count, 12)] == []
    assert count.by_clingo > 20
    assert count.by_python > 100
