"""No clock decides: that of the wall is read for the limits of the user and to tell of progress, never for a verdict.

What a search may take is processor time (`time.process_time`, `Limits.processor`) or a count, so that a busy machine
comes to the same later; `tests/run/test_busy.py` compares the reports of both.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "bouton"
CLOCK = re.compile(r"\b(?:time\.(?:monotonic|time|perf_counter)(?:_ns)?|perf_counter|monotonic|datetime\.now)\(")
LIMITS = {
    *("cli/discover.py", "discover/guess.py", "discover/theorem.py", "interface/game.py"),
    *("process/limits.py", "run/proving.py", "run/check.py", "run/search.py", "schedule/run.py"),
}
"""What is left of the seconds that the user gives: `--timeout`, and `--time` of `discover`."""
AGAIN = {"cli/supervisor.py", "process/guard.py", "schedule/cluster.py"}
"""How long a process that does not answer is waited for."""
TOLD = {
    *("claims/refutation.py", "compiled/endings.py", "compiled/judge.py", "compiled/listed.py"),
    *("proof/ways/periods/by_code.py", "proof/ways/sums/code.py", "proof/ways/tables.py", "run/abreast.py"),
    *("run/boards.py", "run/counting.py", "run/heaps.py", "run/starts.py"),
    *("run/ground.py", "run/ranges.py", "run/result.py", "run/several.py", "run/summed.py"),
    *("schedule/resume.py", "theory/check.py", "theory/nim_sums.py"),
}
"""How long something took, and how often it is told or written how far it is."""


def test_the_clock_is_read_where_it_decides_nothing() -> None:
    read = {
        file.relative_to(ROOT).as_posix()
        for file in ROOT.rglob("*.py")
        if CLOCK.search(file.read_text(encoding="utf-8"))
    }
    assert read == LIMITS | AGAIN | TOLD
