"""What a new expression, or a new command, touches of the program is what CONTRIBUTING.md lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "bouton"
NODES = "bouton.core.logic.expression"


@cache
def texts() -> dict[str, str]:
    """Each file of the program, but for parts of programs that are printed."""
    files = (file for file in sorted(SOURCES.rglob("*.py")) if file.parent.name != "parts")
    return {file.relative_to(SOURCES).as_posix(): file.read_text(encoding="utf-8") for file in files}


def trees(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """The syntax trees of the files in which one of the words stands."""
    return ((file, ast.parse(text)) for file, text in texts().items() if any(word in text for word in words))


def listed(title: str) -> set[str]:
    """The files in the first column of the table under a title of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([a-z0-9_/]+\.py)` \|", section, re.M))


def names_node(tree: ast.Module, node: str) -> bool:
    """Whether a file names a class of nodes: it has it from the module of nodes, or is that."""
    modules = set[str]()
    for one in ast.walk(tree):
        if isinstance(one, ast.ClassDef) and one.name == node:
            return True
        if isinstance(one, ast.ImportFrom) and one.module == NODES and any(it.name == node for it in one.names):
            return True
        if isinstance(one, ast.ImportFrom) and one.module == NODES.rpartition(".")[0]:
            modules |= {it.asname or it.name for it in one.names if it.name == NODES.rpartition(".")[2]}
    attributes = (one for one in ast.walk(tree) if isinstance(one, ast.Attribute) and one.attr == node)
    return any(isinstance(one.value, ast.Name) and one.value.id in modules for one in attributes)


def speaks_of_command(tree: ast.Module, command: str) -> Iterator[str]:
    """Where a file imports the module of a command, or has its name as a text."""
    for one in ast.walk(tree):
        if isinstance(one, ast.Import | ast.ImportFrom):
            modules = [getattr(one, "module", None) or "", *(it.name for it in one.names)]
            yield from (name for name in (*modules, f"{modules[0]}.{modules[-1]}") if name == f"bouton.cli.{command}")
        if isinstance(one, ast.Constant) and one.value == command:
            yield command


def test_an_operation_is_named_in_the_files_that_are_listed() -> None:
    """The last two operations of the rules' language that the symbolic reading got."""
    nodes = "Xor", "Power"
    touched = {file for file, tree in trees(*nodes) if any(names_node(tree, node) for node in nodes)}
    assert touched == listed("Add an expression")


@pytest.mark.parametrize("command", ["mutants", "verify"])
def test_a_command_is_its_own_file_and_its_options(command: str) -> None:
    touched = {file for file, tree in trees(command) if any(speaks_of_command(tree, command))}
    assert touched | {"cli/name.py"} == listed("Add a command")
    assert (SOURCES / "cli" / f"{command}.py").is_file()
