"""The pages of docs/results/: what is known of every claim, a page for each paper and two for the other specs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from bouton.show import scopes
from docs import statements as of_papers
from docs.markdown import WRITTEN, escaped, paragraph, table
from docs.papers import PAPERS, Paper, Row, count, paper_of, statements, summary, word
from docs.store import Store, rows, specs

HEADS = (
    "paper",
    "claims",
    "proved",
    "at named positions",
    "hold up to a bound",
    "false as printed",
    "denied or open, false",
    "variants, false",
)
_OTHERS = ("other_games", "Other games"), ("known_false", "Claims that are known to be false")


def pages(known: Store) -> dict[str, str]:
    """The text of each page, by its name below docs/."""
    found = {"results/index.md": _index(known)}
    every = [row for of_spec in rows(known).values() for row in of_spec]
    for paper, listed in by_paper(known).items():
        statements_ = [*of_papers.section(paper, listed, every), *_of_paper(paper, listed)]
        found[f"results/{paper.page}.md"] = _page(paper.name, listed, statements_, variant=False)
    for (page, title), listed in zip(_OTHERS, _others(known), strict=True):
        said = _KNOWN_FALSE if page == "known_false" else ()
        found[f"results/{page}.md"] = _page(title, listed, said, variant=page == "known_false")
    return found


def by_paper(known: Store) -> dict[Paper, list[Row]]:
    """The claims of each paper's specs; those of `known_false` are no paper's."""
    found: dict[Paper, list[Row]] = {paper: [] for paper in PAPERS}
    for file, listed in rows(known).items():
        paper = paper_of(specs()[file].source)
        if paper is not None and not _known_false(file):
            found[paper] += listed
    return found


def _others(known: Store) -> tuple[list[Row], list[Row]]:
    """The claims of specs that belong to no paper, and those of `known_false`."""
    games = [file for file in specs() if paper_of(specs()[file].source) is None and not _known_false(file)]
    false = [file for file in specs() if _known_false(file)]
    listed = rows(known)
    return [row for file in games for row in listed[file]], [row for file in false for row in listed[file]]


def _known_false(file: str) -> bool:
    return "known_false" in PurePath(file).parts


def counts(known: Store, folder: str) -> list[str]:
    """The table of the papers: how many claims each has, and how many of them are proved, hold, and are false."""
    found = by_paper(known).items()
    return table(
        HEADS, ((f"[{paper.name}]({folder}{paper.page}.md)", *map(str, summary(listed))) for paper, listed in found)
    )


def _index(known: Store) -> str:
    lines = [
        "# Results",
        "",
        WRITTEN,
        "",
        *paragraph(
            "The numbered statements of four papers are claims of the specs below `specs/`, as they are printed. A "
            "statement is often several claims: its parts, the moves of its proof, a correction where it is false. "
            "Each page has a row for every claim, with its verdict and with the box or the least counterexample that "
            "belongs to it, and then its words."
        ),
        "",
        *counts(known, ""),
        "",
        *paragraph(
            "*False as printed* are claims that a paper states and that have a counterexample; a corrected claim "
            "stands beside each. *Denied or open* are claims that the paper itself calls false, so that the "
            "counterexample confirms it, or leaves open; *variants* are claims of which the paper says nothing: what "
            "one might believe instead. In a spec the key `paper:` says this: `states` (which need not be written), "
            "`denies`, `asks` or `silent`."
        ),
        "",
    ]
    lines += [f"- [{title}]({page}.md)" for page, title in _OTHERS]
    return "\n".join(lines) + "\n"


def _of_paper(paper: Paper, listed: Sequence[Row]) -> Iterator[str]:
    """The numbered statements: how many claims each makes with which end, and then in words."""
    yield from ("## The numbered statements", "")
    named = list(statements(paper, listed))
    yield from table(("statement", "claims"), ((name, count(found)) for name, found, _ in named))
    yield ""
    yield from (f"- **{name}**: {_starred(said)}." for name, _, said in named)


def _starred(said: str) -> str:
    """Words whose double stars are Markdown and whose single ones are products."""
    return re.sub(r"(?<!\*)\*(?!\*)", r"\\*", said)


_KNOWN_FALSE = paragraph(
    "These claims are nearly true. Each is kept with its least counterexample, so that a check which no longer finds "
    "one is noticed."
)


def _page(title: str, listed: Sequence[Row], said: Iterable[str], *, variant: bool) -> str:
    lines = [f"# {escaped(title)}", "", WRITTEN, "", *said]
    for file in dict.fromkeys(row.spec for row in listed):
        spec = specs()[file]
        lines += ["", f"## {escaped(spec.game)} (`{file}`)", ""]
        lines += [f"{escaped(spec.source)}.", ""] if spec.source else []
        lines += _claims([row for row in listed if row.spec == file], variant=variant)
    return "\n".join(lines) + "\n"


def _claims(listed: Sequence[Row], *, variant: bool) -> Iterator[str]:
    """A row for each claim, then its words."""
    yield from table(("claim", "verdict", "where"), (_cells(row, variant=variant) for row in listed))
    yield ""
    yield from (f"- `{row.claim.id}`: {escaped(row.claim.says)}" for row in listed)


def _cells(row: Row, *, variant: bool) -> tuple[str, str, str]:
    said = "refuted" if variant and row.entry.verdict == "refuted" else word(row)
    return f"`{row.claim.id}`", said, escaped(f"{row.entry.scope or row.entry.at or ''}{_cases(row)}")


def _cases(row: Row) -> str:
    return f" ({scopes.cases(row.claim, row.entry.cases)})" if row.entry.cases else ""
