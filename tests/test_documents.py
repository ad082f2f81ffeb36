"""README and CONTRIBUTING tell the truth: their blocks are run, and their output is compared.

A block after "Write `FILE`:" is that file, one after "Add to `FILE`:" goes to its end. In a
`console` block the lines after `$ ` are run, in one directory for the whole document, and the
others are what must be printed. Seconds may differ. After a change that is meant:
`BOUTON_GOLDEN=write pytest tests/test_documents.py`, and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from bouton.cli import main

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(
    r"(?:^(?P<verb>Write|Add to) `(?P<file>[^`]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
SECONDS = re.compile(r" +\d+\.\d s$|(?<= in )\d\.\d(?= s)", re.M)


def ran(block: re.Match[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The block as it should be: written to its file, or with what its commands print."""
    if block["verb"]:
        file = Path(block["file"])
        file.parent.mkdir(exist_ok=True)
        with file.open("w" if block["verb"] == "Write" else "a", encoding="utf-8") as written:
            written.write(block["text"])
    if block["kind"] != "console":
        return block[0]
    text = ""
    for line in block["text"].splitlines():
        if line.startswith("$ "):
            program, *arguments = shlex.split(line[2:])
            assert program == "bouton"
            main(arguments)
            said = capsys.readouterr()
            text += f"{line}\n{said.out}{said.err}"
    return f"```console\n{text}```"


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_the_blocks_of_a_document(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / document).read_text(encoding="utf-8")
    found = BLOCK.sub(lambda block: ran(block, capsys), text)
    if os.environ.get("BOUTON_GOLDEN") == "write":
        (ROOT / document).write_text(found, encoding="utf-8")
    assert SECONDS.sub("", found) == SECONDS.sub("", text)
    assert text.count("\n$ bouton ") >= 3


def test_the_readme_has_the_two_commands_that_need_nothing_else() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Run it\n")[1].split("\n## ")[0]
    run, tests = [block["text"].strip() for block in BLOCK.finditer(section)]
    assert run == "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/bouton check --jobs 2 specs/"
    assert tests == (
        "python3 -m venv .venv && .venv/bin/pip install -q '.[test]' && .venv/bin/pytest -q -n 2 --dist worksteal"
    )


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
