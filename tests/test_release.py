"""What is released is what the repository says: versions, the files of `.ci/`, and how Bouton is cited."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bouton

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ASKED = [
    Requirement(one)
    for many in (
        PROJECT["build-system"]["requires"],
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
    )
    for one in many
]
PINS = {
    canonicalize_name(name): version
    for name, version in re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / ".ci" / "constraints.txt").read_text(), re.M)
}


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_what_the_check_installs_is_what_is_allowed(asked: Requirement) -> None:
    version = PINS[canonicalize_name(asked.name)]
    assert asked.specifier.contains(version), f"{asked} is installed as {version}"


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_what_is_installed_has_a_lowest_version(asked: Requirement) -> None:
    assert asked.name.startswith("types-") or any(one.operator == ">=" for one in asked.specifier)


def test_an_extra_for_tests_asks_for_what_the_others_do() -> None:
    """But for what draws mutants of the code: with what that needs it is a fifth of all that is installed."""
    extras = PROJECT["project"]["optional-dependencies"]
    for name in ("crosscheck", "distributed", "notebook", "plot"):
        assert set(extras[name]) <= set(extras["test"])


def test_the_scripts_use_the_constraints() -> None:
    for name in ("run", "release"):
        assert ".ci/constraints.txt" in (ROOT / ".ci" / name).read_text(encoding="utf-8")
    for name in ("run", "release", "lowest"):
        subprocess.run(["bash", "-n", str(ROOT / ".ci" / name)], check=True)


def test_one_version_everywhere() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    heading = re.search(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert heading is not None
    assert (cited["version"], str(cited["date-released"])) == heading.groups()
    assert cited["version"] == bouton.__version__
    assert cited["license"] == PROJECT["project"]["license"]
