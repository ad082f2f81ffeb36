"""README and CONTRIBUTING tell the truth: their blocks are run, and their output is compared.

A block after "Write `FILE`:" is that file, one after "Add to `FILE`:" goes to its end. In a
`console` block the lines after `$ ` are run, in one directory for the whole document, and the
others are what must be printed. Seconds may differ.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.cli import main

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(
    r"(?:^(?P<verb>Write|Add to) `(?P<file>[^`]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
SECONDS = re.compile(r" +\d+\.\d s$", re.M)


def commands(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_the_blocks_of_a_document(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for block in BLOCK.finditer((ROOT / document).read_text(encoding="utf-8")):
        if block["verb"]:
            file = tmp_path / block["file"]
            file.parent.mkdir(exist_ok=True)
            with file.open("w" if block["verb"] == "Write" else "a", encoding="utf-8") as written:
                written.write(block["text"])
        elif block["kind"] == "console":
            for command, output in commands(block["text"]):
                program, *arguments = shlex.split(command)
                assert program == "bouton"
                main(arguments)
                said = capsys.readouterr()
                assert SECONDS.sub("", said.out + said.err) == SECONDS.sub("", output), command
                ran += 1
    assert ran >= 3


def test_the_readme_has_the_two_commands_that_need_nothing_else() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Run it\n")[1].split("\n## ")[0]
    run, tests = [block["text"].strip() for block in BLOCK.finditer(section)]
    assert run == "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/bouton check specs/"
    assert tests == "python3 -m venv .venv && .venv/bin/pip install -q '.[test]' && .venv/bin/pytest -q"


def test_the_continuous_check_runs_the_readmes_own_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert "pip install -q '.[test]'" not in script


def test_the_readme_lists_every_command_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    for name in re.findall(r"^    ([a-z]+)\b", said, re.M):
        assert f"`bouton {name} " in readme
    for code in re.findall(r"^  (\d+) +\w", said, re.M):
        assert f"| {code} |" in readme
