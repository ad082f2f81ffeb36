"""Writes the tables of claims: docs/claims.json, docs/claims.md, and the tables of the README between their marks.

    python -m docs.claims             checks every spec again, which takes minutes, and writes all three
    python -m docs.claims SPEC...     checks these specs alone; what is known of the others is kept
    python -m docs.claims --tables    writes the tables from docs/claims.json as it is
    python -m docs.claims --reports FILE...   takes what `bouton check --json` has printed to these files

Nothing is written where a claim is not as its spec expects.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Component, Counterexample, Proof
from bouton.document.load import load
from bouton.show import text, words
from docs.papers import PAPERS, Entry, Paper, Row, paper_of, statements, summary, verdict

ROOT = Path(__file__).resolve().parents[1]
STORE, FULL, README = ROOT / "docs" / "claims.json", ROOT / "docs" / "claims.md", ROOT / "README.md"
MARKS = ("<!-- claims: written by `python -m docs.claims` -->", "<!-- end of claims -->")

Store: TypeAlias = dict[str, dict[str, Entry]]
"""What is known of each claim of each spec, the spec as `specs/nim.yaml`."""


def main(arguments: Sequence[str]) -> int:
    """Write what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.claims", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="check these alone; default: all below specs/")
    parser.add_argument("--reports", nargs="+", metavar="FILE", help="reports of `bouton check --json` to take")
    parser.add_argument("--tables", action="store_true", help="check nothing")
    args = parser.parse_args(arguments)
    known = stored()
    if not args.tables:
        files = [Path(file).read_text(encoding="utf-8") for file in args.reports or ()]
        said = [json.loads(file) for file in files] if files else [checked(args.specs or ["specs/"])]
        contrary = [f"{spec}: {claim['id']}" for spec, claim in _claims(said) if not claim["as_expected"]]
        if contrary:
            print("not as expected, so nothing is written:", *contrary, sep="\n  ", file=sys.stderr)
            return 1
        for file, found in entries(said).items():
            known[file] = {**known.get(file, {}), **found}
    known = {file: {row.claim.id: row.entry for row in listed} for file, listed in rows(known).items()}
    STORE.write_text(printed(known), encoding="utf-8")
    FULL.write_text(full(known), encoding="utf-8")
    README.write_text(within(README.read_text(encoding="utf-8"), brief(known)), encoding="utf-8")
    return 0


def checked(files: Sequence[str]) -> Any:
    """The report of the README's main command, or of some specs."""
    command = [sys.executable, "-m", "bouton", "check", "--jobs", "2", "--json", *files]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    return json.loads(said.stdout)


def _claims(reports: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    for report in reports:
        if "errors" in report:
            raise SystemExit(f"no report, but faults: {report['errors']}")
        for part in report.get("specs", [report]):
            yield from ((part["spec"], claim) for claim in part["claims"])


@cache
def specs() -> dict[str, Spec]:
    """Every spec of the checkout, by the name that a report has for it, those of `known_false` last."""
    files = sorted((ROOT / "specs").rglob("*.yaml"), key=lambda file: (file.parent.name != "specs", file))
    return {file.relative_to(ROOT).as_posix(): load(str(file)) for file in files}


def entries(reports: Iterable[Any]) -> Store:
    """What reports of `bouton check --json` say of each claim."""
    found: Store = {}
    for file, said in _claims(reports):
        spec = specs().get(file)
        if spec is None or said["id"] not in (claim.id for claim in spec.claims):
            raise SystemExit(
                f"a report of {file} has the claim {said['id']}, which is not there; run it at the top folder"
            )
        found.setdefault(file, {})[said["id"]] = entry(spec, spec.claim(said["id"]), said)
    return found


def entry(spec: Spec, claim: Claim, said: Mapping[str, Any]) -> Entry:
    """What the report of one claim says."""
    if said["verdict"] == "proved":
        proof = said["proof"]
        reach = text.reach(
            spec, claim, Proof("skipped", proof["fixed"], tuple(proof["unbounded"]), through=proof["through"])
        )
        return Entry("proved", reach.removeprefix("for "))
    if said["verdict"] == "refuted":
        return Entry("refuted", at=text.found_at(claim, _counterexample(said["counterexample"])))
    return Entry(said["verdict"], scope(spec, claim), cases=said["positions"])


def scope(spec: Spec, claim: Claim) -> str:
    """The box of a claim in words."""
    return words.scope(spec, claim, None).removeprefix("for ")


def _counterexample(said: Mapping[str, Any]) -> Counterexample:
    parts = tuple(Component(one["game"], one["parameters"], one["position"]) for one in said.get("sum", ()))
    return Counterexample(
        said["parameters"], said["position"], said["claimed"], said["actual"], None, (), "", None, components=parts
    )


def stored() -> Store:
    """What docs/claims.json has."""
    if not STORE.exists():
        return {}
    found = json.loads(STORE.read_text(encoding="utf-8"))
    return {file: {name: Entry(**said) for name, said in claims.items()} for file, claims in found.items()}


def printed(known: Store) -> str:
    """The store as a file: a claim a line, nothing that differs from run to run."""
    blocks = []
    for file, claims in known.items():
        lines = []
        for name, one in claims.items():
            said = {key: value for key, value in asdict(one).items() if value is not None}
            lines.append(f"    {json.dumps(name)}: {json.dumps(said, ensure_ascii=False)}")
        blocks.append(f"  {json.dumps(file)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def rows(known: Store) -> dict[str, list[Row]]:
    """The claims of each spec with what is known of them, in the spec's order."""
    found: dict[str, list[Row]] = {}
    for file, spec in specs().items():
        claims = [(claim, known.get(file, {}).get(claim.id)) for claim in spec.claims]
        found[file] = [Row(file, claim, one) for claim, one in claims if one is not None]
    return found


def _by_paper(known: Store) -> dict[Paper, list[Row]]:
    """The claims of each paper's specs; those of `known_false` are no paper's."""
    found: dict[Paper, list[Row]] = {paper: [] for paper in PAPERS}
    for file, listed in rows(known).items():
        paper = paper_of(specs()[file].source)
        if paper is not None and not _known_false(file):
            found[paper] += listed
    return found


def _known_false(file: str) -> bool:
    return "known_false" in Path(file).parts


def brief(known: Store) -> str:
    """The tables of the README: how many claims of each paper there are, and what is known of its statements."""
    heads = ("paper", "claims", "proved", "hold up to a bound", "false as printed", "denied or left open, and false")
    counted = [(paper.name, *map(str, summary(found))) for paper, found in _by_paper(known).items()]
    lines = _table((*heads, "false variants"), counted)
    for paper, found in _by_paper(known).items():
        lines += ["", f"{_author(paper)}:", "", *_table(("claim", "verdict"), statements(paper, found))]
    return "\n".join(lines)


def _author(paper: Paper) -> str:
    return f"**{paper.title}**" if paper.name.partition(":")[0] == paper.name else f"**{paper.name}**"


def full(known: Store) -> str:
    """Every claim of every spec, in words and with its verdict."""
    lines = [
        "# Every claim and its verdict",
        "",
        "Written by `python -m docs.claims` from the reports of `bouton check --json`; see [README](../README.md).",
        "A claim is what the spec's source states unless its verdict says otherwise.",
    ]
    for file, found in rows(known).items():
        spec = specs()[file]
        lines += ["", f"## {_escaped(spec.game)}: [{file}](../{file})", ""]
        lines += [f"{_escaped(spec.source)}.", ""] if spec.source else []
        variant = _known_false(file)
        lines += _table(("claim", "in words", "verdict"), (_row(row, variant) for row in found))
    return "\n".join(lines) + "\n"


def _row(row: Row, variant: bool) -> tuple[str, str, str]:
    said = f"refuted at {row.entry.at}" if variant and row.entry.at else verdict(row)
    cases = f" ({words.cases(row.claim, row.entry.cases)})" if row.entry.cases else ""
    return f"`{row.claim.id}`", _escaped(row.claim.says), f"{said}{cases}"


def _escaped(said: str | None) -> str:
    """Text that Markdown leaves as it is."""
    return re.sub(r"([|*_<>\\`\[\]])", r"\\\1", " ".join((said or "").split()))


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    return [_line(heads), "|" + "---|" * len(heads), *map(_line, lines)]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def within(document: str, tables: str) -> str:
    """The document with these tables between its marks."""
    before, begin, rest = document.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not begin or not end:
        raise SystemExit(f"the README has no lines {MARKS[0]} and {MARKS[1]}")
    return f"{before}{begin}\n\n{tables}\n\n{end}{after}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
