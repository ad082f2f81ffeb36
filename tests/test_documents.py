"""The documents tell the truth: their blocks are run, their links lead somewhere, what is generated is up to date.

A block after "Write `FILE`:" is that file, one after "Add to `FILE`:" goes to its end. In a
`console` block the lines after `$ ` are run, in one directory for the whole document, and the
others are what must be printed. Seconds may differ. After a change that is meant:
`BOUTON_GOLDEN=write pytest tests/test_documents.py`, and read the difference.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.registry import KINDS
from bouton.cli import main
from bouton.cli.arguments import parser
from docs import encodings, gallery, pages, reference
from docs.store import stored
from tests.test_levels import LEVELS

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(ROOT / "encodings").glob("*.md"),
    *(ROOT / "benchmarks").glob("*.md"),
    *sorted((ROOT / "docs").rglob("*.md")),
]
RUN = [file for file in DOCUMENTS if "```console\n" in file.read_text(encoding="utf-8")]
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
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


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", RUN, ids=named)
@pytest.mark.long(
    "discover.md", "false-theorem.md", "your-game.md", "a-game-on-a-graph.md", "explore.md", "first-proof.md"
)
def test_the_blocks_of_a_document(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = document.read_text(encoding="utf-8")
    found = BLOCK.sub(lambda block: ran(block, capsys), text)
    if os.environ.get("BOUTON_GOLDEN") == "write":
        document.write_text(found, encoding="utf-8")
    assert SECONDS.sub("", found) == SECONDS.sub("", text)


def test_there_are_blocks_to_run() -> None:
    commands = {named(file): file.read_text(encoding="utf-8").count("\n$ bouton ") for file in RUN}
    assert commands["README.md"] >= 3
    assert commands["docs/how-to/add-a-game.md"] >= 3
    assert sum(name.startswith("docs/tutorial/") for name in commands) == 5


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) < 8000


def test_the_readme_has_the_two_commands_that_need_nothing_else() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Run it\n")[1].split("\n## ")[0]
    run, tests = [block["text"].strip() for block in BLOCK.finditer(section)]
    assert run.startswith("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/bouton check --claim ")
    assert "\n" not in run
    assert tests == (
        "python3 -m venv .venv && .venv/bin/pip install -q --no-compile '.[test]' "
        "&& .venv/bin/pytest -q -n 2 --dist worksteal"
    )
    asked = parser().parse_args(shlex.split(run.split("&&")[2])[1:])
    known = stored()
    for file in asked.specs:
        proved = [name for name in asked.claims if name in known[file] and known[file][name].verdict == "proved"]
        assert proved, f"{file} has none of the claims proved"
    assert all(any(name in known[file] for file in asked.specs) for name in asked.claims)


def test_the_continuous_check_runs_the_readmes_own_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert "'.[test]'" not in script
    assert "mkdocs build --strict" in script


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        if not link.startswith(("https://", "http://")):
            name, _, heading = link.partition("#")
            file = (document.parent / name) if name else document
            assert file.exists(), link
            assert not heading or heading in anchors(file), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_file_that_is_named_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    written = {block["file"] for block in BLOCK.finditer(text)}
    for name in set(re.findall(r"`((?:src|tests|docs|specs|encodings|benchmarks)/[\w/.-]*)`", text)) - written:
        assert (ROOT / name).exists(), name


def test_nothing_is_left_of_a_merge() -> None:
    for document in DOCUMENTS:
        assert not re.search(r"^(<{7}|={7}$|>{7})", document.read_text(encoding="utf-8"), re.M), document


def test_the_levels_of_contributing_are_those_of_the_folders() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = {(int(level), folder) for level, folder in re.findall(r"^\| (\d+) \| `(\w+)/` \|", text, re.M)}
    assert rows == {(level, folder) for level, folders in enumerate(LEVELS, 1) for folder in folders}


def anchors(file: Path) -> set[str]:
    """What links to a page may name after `#`: its headings, as the site and GitHub have them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(file.read_text(encoding="utf-8"))
    }


def test_no_row_of_a_table_is_too_long_to_be_read() -> None:
    for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        rows = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
        assert [row for row in rows if len(row) > 200] == [], named(file)


def test_the_generated_pages_are_up_to_date() -> None:
    again = "run `python -m docs.pages`, and read the difference"
    known = stored()
    for name, text in pages.pages(known).items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, again
    readme = pages.README.read_text(encoding="utf-8")
    assert pages.readme(readme, known) == readme, again
    border = encodings.README.read_text(encoding="utf-8")
    assert pages.border(border) == border, again


def test_every_page_is_in_the_navigation() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").rglob("*.md")}


@pytest.mark.parametrize("game", [game for game in gallery.GAMES if game.picture], ids=lambda game: game.spec)
@pytest.mark.sample(6)
@pytest.mark.long("nim_ab", "dawsons")
def test_the_pictures_of_the_gallery_are_drawn_by_their_commands(game: gallery.Game, tmp_path: Path) -> None:
    command, *options = game.picture
    file = tmp_path / "picture.svg"
    assert main([command, str(ROOT / game.file), *options, "-o", str(file)]) == 0
    drawn, shown = file.read_text(encoding="utf-8"), (gallery.FOLDER / f"{game.spec}.svg").read_text(encoding="utf-8")
    if command == "graph":
        assert drawn == shown
    words, marks = re.compile(r"<text[^>]*>([^<]*)<"), "<use "
    assert words.findall(drawn) == words.findall(shown)
    assert drawn.count(marks) == shown.count(marks)


def test_the_exit_codes_are_those_of_the_commands() -> None:
    """Those of `check` word for word; of the others the page may say more of a code."""
    page = (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## `bouton (\w+)`$(.*?)(?=^## )", page, re.M | re.S)
    assert [name for name, _ in sections] == ["check", "counterexample", "verify"]
    for name, section in sections:
        told = dict(re.findall(r"^\| (\d+) \| (.*) \|$", section, re.M))
        said = reference.codes(reference.commands()[name])
        assert list(told) == list(said)
        assert told == said or name != "check"


def keys(said: Any) -> Iterator[str]:
    """Every key of a JSON report but the names of parameters and fluents."""
    if isinstance(said, list):
        for part in said:
            yield from keys(part)
    elif isinstance(said, dict):
        for key, part in said.items():
            yield key
            if key not in ("over", "parameters", "position", "fixed", "to"):
                yield from keys(part)


def test_the_page_on_json_has_every_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    rules, spec = tmp_path / "half.lp", tmp_path / "half.yaml"
    rules.write_text(
        "move(half) :- pile(N), N > 0.\nafter(half, pile(N/2)) :- pile(N).\n"
        "even :- pile(N), N \\ 2 = 0.\nnatural :- pile(N), N >= 0.\n"
    )
    claims = "".join(f"  - {{id: {name}, says: So., kind: everywhere, iff: {name}}}\n" for name in ("even", "natural"))
    spec.write_text(f"game: Half\nrules: half.lp\nposition: {{pile: 0..9}}\nclaims:\n{claims}")
    assert main(["check", str(spec), "--json", "--prove"]) == 1
    refuted = json.loads(capsys.readouterr().out)
    assert main(["check", str(spec), "--json", "--at", "pile=x"]) == 2
    faulty = json.loads(capsys.readouterr().out)
    found = set(keys([refuted, faulty]))
    assert {"counterexample", "because", "obligations", "solver", "errors"} <= found
    assert {key for key in found if f"`{key}`" not in page and f'"{key}"' not in page} == set()


def test_the_kinds_of_claim_are_those_of_the_registry() -> None:
    page = (ROOT / "docs" / "reference" / "kinds.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## `([\w-]+)`$", page, re.M)) == set(KINDS)


def test_tables_go_between_the_marks() -> None:
    document = f"a\n{pages.MARKS[0]}\nold\n{pages.MARKS[1]}\nb\n"
    assert pages.within(document, "new") == f"a\n{pages.MARKS[0]}\n\nnew\n\n{pages.MARKS[1]}\nb\n"
    for broken in ("a\n", f"a\n{pages.MARKS[0]}\n", f"{pages.MARKS[1]}\n{pages.MARKS[0]}\n"):
        with pytest.raises(SystemExit):
            pages.within(broken, "new")
