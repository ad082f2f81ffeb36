"""Every claim of every spec that compiled programs judge: the same verdict and the same counterexample as clingo's.

A few specs take part; the boxes have at most three heaps, and every fifth program is compiled as C too. In the
slow tests all specs do, the boxes have four, and every program is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.passes import obstacle
from bouton.compiled import prepare
from bouton.core.shipped import folder
from tests.compiled.engines import by_clingo, by_program, judged, prepared, smaller
from tests.samples import small_or_whole
from tests.shipped import loaded

SPECS = [
    file
    for file in sorted([*folder("specs").glob("*.yaml"), *folder("specs").glob("known_false/*.yaml")])
    if "\ncycles:" not in file.read_text(encoding="utf-8")  # no program follows them, and to load all takes seconds
]
_LARGEST = 4
_READ = {"nim.yaml", "moore_nim.yaml", "nim_with_a_pass.yaml"}
"""Specs of which each claim has a program, those on the bits of numbers too."""
_ENDLESS = {("subtraction.yaml", "section-3-7-values")}
"""What takes long to read, and is left to clingo after some seconds."""
_OUTGROWN = {("staircase_nim.yaml", "lowest-forgotten")}
"""What is left to clingo: coins come down to stairs that are full already, at positions that no move reaches."""


@pytest.mark.parametrize("file", SPECS, ids=lambda path: path.stem)
@pytest.mark.parametrize(("heaps", "step"), small_or_whole((3, 5), (4, 1)))
@pytest.mark.sample(80)
@pytest.mark.long("survivor_nim", "wythoff", "nim_ab")
def test_programs_agree_with_clingo(file: Path, heaps: int, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "_SECONDS", 3600.0)
    spec = loaded(file)
    compared, unread = 0, set[str]()
    # one value of the parameters each, the last
    for item, claim in {claim.id: (item, claim) for item, claim in judged(spec)}.values():
        if obstacle(claim) is not None or (file.name, claim.id) in _ENDLESS | _OUTGROWN:
            continue
        small = smaller(item, heaps, _LARGEST)
        program = prepared(spec, small, claim)
        if program is None:
            unread.add(claim.id)
            continue
        expected = by_clingo(spec, small)
        for language in ("Python", "C") if compared % step == 0 else ("Python",):
            assert by_program(spec, small, program, language) == expected, (claim.id, item.parameters)
        compared += 1
    if file.parent.name == "specs" and file.name in _READ:
        assert compared and not unread
