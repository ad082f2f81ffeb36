"""The papers, their numbered statements, and what is said of each: from entries to words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.core.spec import Claim


@dataclass(frozen=True)
class Paper:
    """A paper, known by a part of its title; how deep the numbers of its sections go, and the name of its page."""

    name: str
    title: str
    depth: int
    page: str


PAPERS = (
    Paper("Lv, Xu, Zhu: Greedy Nim_k", "Greedy Nim_k Game", 1, "greedy_nim_k"),
    Paper("Misère (Bounded) Greedy Nim", "Misère Greedy Nim and Misère Bounded Greedy Nim", 3, "misere_greedy_nim"),
    Paper("Kelly: One-pile misère Nim", "One-pile misère Nim for three or more players", 1, "one_pile_misere_nim"),
    Paper(
        "Gurvich: Tame, pet, miserable",
        "On tame, pet, miserable, and strongly miserable impartial games",
        3,
        "tame_and_pet_games",
    ),
)
_NUMBERED = ("theorem", "proposition", "lemma", "corollary", "fact", "example", "formula")
_UNITS = (*_NUMBERED, "table", "figure", "remark", "definition", "section")
"""What a paper numbers, in the order of the tables."""


@dataclass(frozen=True)
class Entry:
    """What is known of a claim: its verdict, and for what it is proved or holds, or where it fails.

    `cases` are the positions, games or cases that it holds for, or that lie below the counterexample.
    """

    verdict: str
    scope: str | None = None
    at: str | None = None
    cases: int | None = None


@dataclass(frozen=True)
class Row:
    """A claim of a spec with what is known of it."""

    spec: str
    claim: Claim
    entry: Entry

    @property
    def kept(self) -> bool:
        """Whether it is proved or holds."""
        return self.entry.verdict in ("proved", "holds")

    @property
    def named(self) -> bool:
        """Whether it is about named positions, which a check decides for good."""
        return self.claim.kind in ("example", "table")

    @property
    def false(self) -> bool:
        """Whether the paper states what is false."""
        return self.entry.verdict == "refuted" and self.claim.paper == "states"

    @property
    def corrected(self) -> bool:
        """Whether it stands beside a claim that is false as printed."""
        return self.claim.id.endswith("-corrected")


@dataclass(frozen=True, order=True)
class Statement:
    """A numbered statement of a paper: `Statement(0, (3,))` is Theorem 3."""

    unit: int
    number: tuple[int, ...]

    @property
    def name(self) -> str:
        """As the paper has it."""
        unit, number = _UNITS[self.unit].capitalize(), ".".join(map(str, self.number))
        return f"Formula ({number})" if unit == "Formula" else f"{unit} {number}"


def paper_of(source: str | None) -> Paper | None:
    """Which of the papers a source is, if any."""
    return next((paper for paper in PAPERS if source is not None and paper.title in source), None)


def statement(paper: Paper, id: str) -> tuple[Statement, str] | None:
    """The numbered statement that a claim's id names, and its part: `theorem-8-largest` is the largest of Theorem 8."""
    found = re.fullmatch(rf"({'|'.join(_UNITS)})-(.+)", id)
    if found is None:
        return None
    depth = paper.depth if found[1] == "section" else 1
    number = re.match(rf"\d+(?:-\d+){{0,{depth - 1}}}(?![^-])", found[2])
    if number is None:
        return None
    rest = found[2][number.end() :].removeprefix("-")
    return Statement(_UNITS.index(found[1]), tuple(map(int, number[0].split("-")))), rest.replace("-", " ")


def verdict(row: Row) -> str:
    """What is known of one claim, in words."""
    entry = row.entry
    if entry.verdict == "proved":
        return f"proved for {entry.scope}"
    if entry.verdict == "holds":
        return f"holds {_scoped(entry.scope)}"
    if entry.verdict != "refuted":
        return entry.verdict
    at = f" at {entry.at}" if entry.at else ""
    return {
        "states": f"false as printed{at}",
        "denies": f"false{at}, as the paper says",
        "asks": f"false{at}; the paper leaves it open",
        "silent": f"false{at}; not in the paper",
    }[row.claim.paper]


def _scoped(scope: str | None) -> str:
    said = scope or ""
    return said if said.startswith(("at ", "as ", "entry ")) else f"for {said}"


def word(row: Row) -> str:
    """The verdict of a claim in one or two words."""
    if row.entry.verdict != "refuted":
        return row.entry.verdict
    return {
        "states": "false as printed",
        "denies": "false, as the paper says",
        "asks": "false; the paper leaves it open",
        "silent": "false; not in the paper",
    }[row.claim.paper]


_ORDER = "proved holds false as printed"


def count(rows: Sequence[Row]) -> str:
    """How many claims have which verdict: `2 proved, 1 false as printed`."""
    counted = sorted(Counter(map(word, rows)).items(), key=lambda one: _ORDER.find(one[0].partition(",")[0]))
    return ", ".join(f"{number} {'hold' if said == 'holds' and number > 1 else said}" for said, number in counted)


def summary(rows: Sequence[Row]) -> tuple[int, ...]:
    """How many claims there are; how many are proved, hold at the positions that they name, hold in a box, are false.

    The false ones as printed, as denied or asked, as variants.
    """
    tally = [
        sum(row.entry.verdict == "proved" for row in rows),
        sum(row.entry.verdict == "holds" and row.named for row in rows),
        sum(row.entry.verdict == "holds" and not row.named for row in rows),
        sum(row.false for row in rows),
        sum(row.entry.verdict == "refuted" and row.claim.paper in ("denies", "asks") for row in rows),
        sum(row.entry.verdict == "refuted" and row.claim.paper == "silent" for row in rows),
    ]
    return len(rows), *tally


def statements(paper: Paper, rows: Sequence[Row]) -> Iterator[tuple[str, list[Row], str]]:
    """Each numbered statement of a paper, the claims that it makes, and what is known of them."""
    found: dict[Statement, list[tuple[str, Row]]] = {}
    for row in rows:
        named = statement(paper, row.claim.id)
        if named is not None and row.claim.paper != "silent":
            found.setdefault(named[0], []).append((named[1], row))
    wholes = [row for row in rows if row.claim.together and row.entry.verdict == "proved"]
    for one in sorted(found):
        said = "; ".join([*_pieces(found[one]), *_together(found[one], wholes)])
        yield one.name, [row for _, row in found[one]], said


def _together(parts: Sequence[tuple[str, Row]], wholes: Sequence[Row]) -> Iterator[str]:
    """The proofs that take what holds here together with the theorems about all other positions."""
    for whole in wholes:
        members = [row for _, row in parts if row.spec == whole.spec and row.claim.id in whole.claim.together]
        if any(row.claim.where is not None and row.entry.verdict == "holds" for row in members):
            yield f"taken together with the others (`{whole.claim.id}`), {verdict(whole)}"


def _pieces(parts: Sequence[tuple[str, Row]]) -> Iterator[str]:
    """What is proved, holds, is false as printed with its correction, and is denied, each with its parts."""
    stated = [part for part in parts if part[1].claim.paper == "states"]
    false = [part for part in stated if part[1].false]
    corrected = [part for part in stated if false and part[1].corrected and part[1].kept]
    kept = [part for part in stated if part[1].kept and part not in corrected]
    itself = any(part == "" for part, _ in false)
    pieces = [list(_grouped(kept, named=itself)), [*_false(false), *_corrected(corrected)]]
    yield from (piece for part in (reversed(pieces) if itself else pieces) for piece in part)
    yield from _otherwise([row for _, row in parts if row.claim.paper != "states"])
    yield from dict.fromkeys(row.entry.verdict for _, row in stated if not row.kept and not row.false)


def _false(parts: Sequence[tuple[str, Row]]) -> Iterator[str]:
    for part, row in parts:
        name = f"{part} " if part else ""
        yield f"**{name}false as printed**{_at(row)}"


def _corrected(parts: Sequence[tuple[str, Row]]) -> Iterator[str]:
    if parts:
        named = [(part.removesuffix("corrected").strip(), row) for part, row in parts]
        yield f"corrected: {'; '.join(_grouped(named))}"


def _otherwise(rows: Sequence[Row]) -> Iterator[str]:
    """What is found of claims that the paper denies or leaves open."""
    for paper, failing, else_ in (
        ("denies", "confirmed, as the contrary fails", "denied by the paper"),
        ("asks", "open question answered: it fails", "open question"),
    ):
        said = [row for row in rows if row.claim.paper == paper]
        places = dict.fromkeys(_at(row) for row in said if row.entry.verdict == "refuted")
        if places:
            yield f"{failing}{' and'.join(places)}"
        yield from dict.fromkeys(f"{else_}: {verdict(row)}" for row in said if row.entry.verdict != "refuted")


def _grouped(parts: Sequence[tuple[str, Row]], *, named: bool = False) -> Iterator[str]:
    """The verdicts of claims: of all at once where they agree, else of the statement itself, then of its parts.

    The parts are `named` at any rate where the statement itself is not among the claims, but false.
    """
    kinds = {(row.entry.verdict, None if row.entry.verdict == "holds" else row.entry.scope) for _, row in parts}
    if not named and len(kinds) == 1:
        yield _alike([row for _, row in parts], counted=True)
        return
    said = [_alike(rows, counted=True) for _, rows in _by_verdict(parts, itself=True)]
    for name, rows in _by_verdict(parts, itself=False):
        piece = _alike(rows)
        if piece in said:
            said[said.index(piece)] = f"{piece}, {name} too"
        else:
            said.append(f"{name}: {piece}")
    yield from said


def _by_verdict(parts: Sequence[tuple[str, Row]], *, itself: bool) -> Iterator[tuple[str, list[Row]]]:
    """The statement itself or its parts by verdict, those that are proved by what they are proved for too."""
    found: dict[tuple[str, str | None], list[tuple[str, Row]]] = {}
    for part, row in parts:
        if (part == "") is itself:
            proved = row.entry.verdict == "proved"
            found.setdefault((row.entry.verdict, row.entry.scope if proved else None), []).append((part, row))
    for key in sorted(found, key=lambda key: key[0] != "proved"):
        yield ", ".join(part for part, _ in found[key]), [row for _, row in found[key]]


def _alike(rows: Sequence[Row], *, counted: bool = False) -> str:
    """What is said of claims of one verdict, `counted` or not; several bounds are left to the full table."""
    scopes = {row.entry.scope for row in rows}
    many = f" ({len(rows)} claims)" if counted and len(rows) > 1 else ""
    bounds = rows[0].entry.verdict == "holds" and len(scopes) > 1
    return f"{'hold up to bounds' if bounds else verdict(rows[0])}{many}"


def _at(row: Row) -> str:
    return f" at {row.entry.at}" if row.entry.at else ""
