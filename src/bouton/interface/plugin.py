"""The plugin of pytest: `pytest --bouton specs/` collects every claim of a spec as a test.

A test passes where the claim is as its spec expects, by the rule of the exit code: what is unknown or unproved fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bouton  # nothing of it is loaded before a spec is: pytest loads this module in every run

if TYPE_CHECKING:
    from bouton.interface.game import Game


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that turns the collection on."""
    group = parser.getgroup("bouton", "claims about combinatorial games")
    group.addoption("--bouton", action="store_true", help="collect the claims of Bouton's specs (*.yaml) as tests")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A YAML file among the arguments, or below them, is a spec."""
    if not parent.config.getoption("--bouton") or file_path.suffix != ".yaml":
        return None
    return SpecFile.from_parent(parent, path=file_path)


class NotAsExpectedError(Exception):
    """A claim is not as its spec expects, or cannot be judged; the message is the report."""


class SpecFile(pytest.File):
    """A spec; each of its claims is a test, and so is each fault of a claim."""

    def collect(self) -> Iterable[pytest.Item]:
        """The claims in their order; InputError where the whole spec is at fault."""
        game = bouton.load(self.path)
        for claim in game.claims:
            yield ClaimItem.from_parent(self, name=claim, game=game)
        for number, fault in enumerate(game.spec.faults, 1):
            yield FaultItem.from_parent(self, name=f"fault-{number}", fault=str(fault))


class ClaimItem(pytest.Item):
    """One claim."""

    def __init__(self, *, game: Game, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.game = game

    def runtest(self) -> None:
        """Judge it, and prove it where its spec asks for that."""
        answer = self.game.check(self.name)
        if answer.exit != 0:
            raise NotAsExpectedError(str(answer))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002 (pytest gives it)
        """The report of the claim, or what is wrong with it."""
        return _said(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the claim stands."""
        return self.path, self.game.spec.claim(self.name).place.line - 1, f"{self.path.name}: {self.name}"


class FaultItem(pytest.Item):
    """A claim that cannot be read."""

    def __init__(self, *, fault: str, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.fault = fault

    def runtest(self) -> None:
        """Fail."""
        raise NotAsExpectedError(self.fault)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002 (pytest gives it)
        """The fault."""
        return _said(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file it is of."""
        return self.path, None, f"{self.path.name}: {self.name}"


def _said(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    return str(excinfo.value) or excinfo.typename
