"""What the tests of each folder cost: `pytest -p tests.cost ...` ends with processor seconds, also those of children.

A child that ends after its test is counted to the next one. What is done before the first test, to collect them, is
told for each process.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import pytest

MOST = 30
"""So many files and cases are named, those that cost most."""


def pytest_configure(config: pytest.Config) -> None:
    """A plugin for the processes that run tests, and one for what is told at the end."""
    config.pluginmanager.register(_Cost())


class _Cost:
    """What has been used up to now in this process, and what was told of each test."""

    def __init__(self) -> None:
        self._before = 0.0
        self._cases: Counter[str] = Counter()
        self._collected: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        """Each report of a phase says what was used since the one before, and goes where reports go."""
        report = yield
        now = sum(os.times()[:4])
        report.cost, report.collecting, self._before = now - self._before, self._before == 0, now
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        """What is told comes from workers too."""
        if report.collecting:
            self._collected[getattr(report, "worker_id", "master")] = report.cost
        else:
            self._cases[report.nodeid] += report.cost

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """By folder, by file, by case."""
        folders: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        files: Counter[str] = Counter()
        for case, cost in self._cases.items():
            file = case.partition("::")[0]
            files[file] += cost
            folder = folders["/".join(file.split("/")[:2])] if file.count("/") > 1 else folders["tests"]
            folder[0], folder[1] = folder[0] + 1, folder[1] + cost
        write = terminalreporter.write_line
        write(f"{sum(self._cases.values()):8.1f} CPU s in {len(self._cases)} cases, and before them, in each process:")
        write(f"         {', '.join(f'{name} {cost:.1f}' for name, cost in sorted(self._collected.items()))}")
        for name, (cases, used) in sorted(folders.items(), key=lambda one: -one[1][1]):
            write(f"{used:8.1f} {name} ({cases:.0f})")
        for most in (files, self._cases):
            write("")
            for name, cost in most.most_common(MOST):
                write(f"{cost:8.1f} {name}")
