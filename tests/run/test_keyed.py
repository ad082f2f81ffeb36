"""Games without cycles have the same reports with and without `cycles: allowed`, byte for byte, but for seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main
from tests.golden.test_golden import masked

ROOT = Path(__file__).resolve().parents[2]
SPECS = {
    "heaps": ("nim_with_a_pass", "nim", "subtraction", "mark", "bounded_nim", "moore_nim", "few_or_all"),
    "counters": ("stairs", "coins_on_a_strip", "delete_nim", "fibonacci_nim"),
    "sets": ("node_kayles_petersen", "chomp", "geography", "grim", "hackenbush", "domineering"),
}
"""Specs whose positions do not come back. Of `rook`, a token, the note on how it was solved is another."""


@pytest.mark.parametrize("name", [name for names in SPECS.values() for name in names])
@pytest.mark.sample(7)
@pytest.mark.long("nim_with_a_pass", "grim")
def test_reports_are_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, said = (ROOT / "specs" / f"{name}.yaml").read_text(encoding="utf-8"), list[str]()
    assert "cycles:" not in text
    for folder, key in (("without", ""), ("with", "\ncycles: allowed\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.yaml").write_text(text.rstrip("\n") + key, encoding="utf-8")
        monkeypatch.chdir(tmp_path / folder)
        for options in ([], ["--json"]):
            code = main(["check", f"{name}.yaml", "--no-prove", "--fresh", *options])
            out = capsys.readouterr()
            said.append(masked(f"{out.out}{out.err}[{int(code)}]"))
    text_without, json_without, text_with, json_with = said
    assert text_with == text_without
    assert json_with == json_without
