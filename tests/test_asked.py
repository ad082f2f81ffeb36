"""The specs of what people ask are read without a fault, and each claim takes at most fifteen lines."""

from __future__ import annotations

import pytest

from benchmarks.cases import FOLDER, lines, specs


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.yaml") if file.stem != "octal_36"))
def test_claims_are_short(name: str) -> None:
    (spec,) = specs([name])
    assert all(1 < lines(spec, claim.id) <= 15 for claim in spec.claims)
