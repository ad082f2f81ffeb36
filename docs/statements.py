"""Every statement of a paper in the paper's order, with its place and what is known of it: docs/statements/PAGE.csv.

A row has the place, the statement, the claims that say it, and a note, with `|` between them. A claim is named by its
id, with the spec's name before it where that is needed (`nim_ab:lemma-11`). One with `!` before it is true, and says
that the statement is false; one with `~` says less than another of the row, or the same in a box, so that its own
verdict decides nothing; one with `=` decides all that the statement speaks of, though its own ranges have bounds:
finitely many positions, say, all of which are in its box. A row without claims has a note that says why there is none;
one that is known to a bound alone, `to a bound: ` and the reason; a slip of the paper, `false as printed`. Where claims
that are proved lead to a statement by one more step, its note has `the last step by hand: ` and the step.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from docs.markdown import escaped, paragraph, table
from docs.papers import Paper, Row, verdict

FOLDER = Path(__file__).parent / "statements"
WORDS = (
    "true as printed, proved for all",
    "true as printed, proved but for a last step by hand",
    "true as printed, decided: it speaks of finitely many",
    "true as printed, to a bound or in part",
    "false as printed",
    "an open question",
    "about the paper's text alone",
)
"""The verdicts, in the order of the tables."""
_ELSEWHERE = "Not in the paper"
_PROVED, _BY_HAND, _DECIDED, _BOUND, _FALSE, _OPEN, _TEXT = WORDS


_WITHOUT = {"to a bound: ": _BOUND, "decided: ": _DECIDED}
"""How the note of a row without claims begins that is more than text."""
_STEP = "the last step by hand: "
"""What stands in a note before a step that no solver checks."""


@dataclass(frozen=True)
class Said:
    """A statement of a paper: its place, its words, the claims that say it, others, those that refute it, a note."""

    place: str
    words: str
    claims: tuple[Row, ...]
    besides: tuple[Row, ...]
    refuted_by: tuple[Row, ...]
    note: str
    whole: tuple[Row, ...] = ()
    """Those of the claims whose ranges hold all that it speaks of."""

    @property
    def of_paper(self) -> bool:
        """Whether the paper makes it."""
        return self.place != _ELSEWHERE

    @property
    def verdict(self) -> str:
        """One of WORDS: false where one of its claims is; proved where nothing that it says is but bounded."""
        printed = [row for row in self.claims if row.claim.paper != "silent" and not row.corrected]
        slip = self.note.startswith("false as printed")
        if slip or self.refuted_by or any(row.false for row in (*printed, *self.besides)):
            return _FALSE
        if any(row.claim.paper == "asks" for row in printed) or (not self.claims and self.note.startswith("open")):
            return _OPEN
        if not self.claims:
            return next((word for start, word in _WITHOUT.items() if self.note.startswith(start)), _TEXT)
        if not all(row in self.whole or _decided(row) for row in self.claims):
            return _BOUND
        if _STEP in self.note:
            return _BY_HAND
        return _PROVED if any(row.entry.verdict == "proved" for row in self.claims) else _DECIDED

    def text(self) -> str:
        """The row of the list: what it is, its verdict, and what is known of each claim."""
        parts = [f"`{row.claim.id}`: {verdict(row)}" for row in (*self.claims, *self.besides)]
        parts += [f"refuted by `{row.claim.id}`, {verdict(row)}" for row in self.refuted_by]
        parts += [self.note] if self.note else []
        judged = f" *{self.verdict}*." if self.of_paper else ""
        return f"- **{escaped(self.place)}.** {escaped(self.words)}.{judged} {_coded('; '.join(parts))}"


def _coded(said: str) -> str:
    """Text with code between backquotes, all else escaped."""
    return "`".join(part if at % 2 else escaped(part) for at, part in enumerate(said.split("`")))


_PART = re.compile(r"(?<!turn )(?<!extra )(?<!play )= \d+\.\.\d+(?![\d*+])|\bor\b|\d sets|\.\.[3-9] heaps")
"""A proof of less than all values of a parameter, or of so many heaps at most (two are all that some games have)."""


def _decided(row: Row) -> bool:
    """Whether what is known of the claim leaves nothing open that it speaks of."""
    if row.entry.verdict == "proved":
        return _PART.search(row.entry.scope or "") is None
    return row.entry.verdict == "refuted" or row.named


def listed(paper: Paper, own: Sequence[Row], others: Sequence[Row]) -> tuple[Said, ...]:
    """The statements of a paper, whose claims are its `own` or, where it has none of that id, `others`.

    ValueError for a claim that is not there, or is there twice.
    """
    rows = own, others
    with (FOLDER / f"{paper.page}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_said(fields, rows, paper) for fields in csv.reader(file, delimiter="|", quoting=csv.QUOTE_NONE))


def _said(fields: Sequence[str], rows: Iterable[Sequence[Row]], paper: Paper) -> Said:
    place, words, named, note = fields
    names = [name.strip() for name in named.split(",") if name.strip()]
    claims = tuple(_row(name.removeprefix("="), rows, paper) for name in names if name[0] not in "!~")
    whole = tuple(_row(name[1:], rows, paper) for name in names if name[0] == "=")
    besides, refuted_by = (tuple(_row(name[1:], rows, paper) for name in names if name[0] == mark) for mark in "~!")
    return Said(place, words, claims, besides, refuted_by, note, whole)


def _row(name: str, rows: Iterable[Sequence[Row]], paper: Paper) -> Row:
    spec, _, id_ = name.rpartition(":")
    found: list[Row] = []
    for some in rows:
        found = [row for row in some if row.claim.id == id_ and (not spec or row.spec == f"specs/{spec}.yaml")]
        if found:
            break
    if len(found) != 1:
        raise ValueError(f"{paper.page}: {name} is the id of {len(found)} claims: {[row.spec for row in found]}")
    return found[0]


def counted(said: Iterable[Said]) -> Mapping[str, int]:
    """How many statements of the paper have each verdict."""
    found = Counter(one.verdict for one in said if one.of_paper)
    return {word: found[word] for word in WORDS}


def section(paper: Paper, own: Sequence[Row], others: Sequence[Row]) -> Iterator[str]:
    """The part of a paper's page about its statements (see `listed`)."""
    said = listed(paper, own, others)
    yield from ("## Every statement, in the paper's order", "")
    yield from paragraph(
        "A statement is *proved for all* where each of its claims is proved without a bound or decided, and *but for a "
        "last step by hand* where one step more leads to it, which its row tells and no solver checks; *decided* "
        "where they are about named positions or finitely many, or refuted as the paper says; *to a bound or in "
        "part* where one of them was checked in a box, or proved for some values of a parameter or so many heaps, "
        "and the row says why; *an open question* where the paper leaves it open, with the answer if there is one. "
        "What is known of each claim stands behind it. A row *Not in the paper* has claims of the specs that the "
        "paper does not make, and is not counted."
    )
    yield ""
    yield from table(("verdict", "statements"), ((word, str(number)) for word, number in counted(said).items()))
    yield ""
    yield from (one.text() for one in said)
    yield ""
