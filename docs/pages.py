"""Every generated page of docs/, and the tables of two READMEs, the one of encodings/ too: `python -m docs.pages`.

`python -m docs.pages --pictures` draws the pictures of the gallery anew too, which needs the extra `plot`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from docs import encodings, gallery, reference, results
from docs.store import ROOT, Store, stored

README = ROOT / "README.md"
MARKS = ("<!-- results: written by `python -m docs.pages` -->", "<!-- end of results -->")
PREDICATES = (
    "<!-- predicates: written by `python -m docs.pages` from the comments of the rules files -->",
    "<!-- end of predicates -->",
)


def main(arguments: Sequence[str]) -> int:
    """Write the pages; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.pages", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pictures", action="store_true", help="draw the pictures of the gallery anew")
    if parser.parse_args(arguments).pictures:
        gallery.draw()
    write(stored())
    return 0


def pages(known: Store) -> dict[str, str]:
    """The text of every generated page, by its name below docs/."""
    return {**results.pages(known), **reference.pages(), **gallery.pages(known)}


def write(known: Store) -> None:
    """Write every generated page, and the tables of the two READMEs between their marks."""
    for name, text in pages(known).items():
        file = ROOT / "docs" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    README.write_text(readme(README.read_text(encoding="utf-8"), known), encoding="utf-8")
    encodings.README.write_text(border(encodings.README.read_text(encoding="utf-8")), encoding="utf-8")


def readme(document: str, known: Store) -> str:
    """The README with the table of papers as it is now."""
    return within(document, "\n".join(results.counts(known, "docs/results/")))


def border(document: str) -> str:
    """encodings/README.md with the table of predicates as it is now."""
    return within(document, encodings.predicates(), PREDICATES)


def within(document: str, tables: str, marks: tuple[str, str] = MARKS) -> str:
    """The document with these tables between its marks."""
    before, begin, rest = document.partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not begin or not end:
        raise SystemExit(f"the README has no lines {marks[0]} and {marks[1]}")
    return f"{before}{begin}\n\n{tables}\n\n{end}{after}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
