"""Certificates: the labelled game graph of a bounded verdict, checked by this module alone.

Imports no solver. A certificate is a file of JSON lines, gzipped or not: a header, then one line per position
of each section (a box, or one position, at fixed parameters) and of all that its moves reach, followers
first, then an end line. The labels are the only ones that fit: P exactly where no option is P, and where there
is no option as the play or the recorded winner says. That the options are those of the rules, and that what
is recorded of the claim is what its predicates say, is beyond this check.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, Any, NamedTuple

from bouton.errors import fault
from bouton.position import Counter, Fluent, Heaps, Measure, Position

LONGEST = 8 << 20
"""No line may have more bytes."""
_LABELS = {"claim": ("P", "N", "both", None)}
_SWAPS = {"claim": ("swap", "same")}
KINDS = {
    "p-positions": _LABELS,
    "example": _LABELS,
    "strategy": {},
    "swap-positions": _SWAPS,
    "same-game": {"key": str},
}
"""The kinds of claim that can be certified, and what is recorded of each where it speaks; `named` may be added."""
_POSITION = [(int, [int])]
_BOX = {str: ([int], {"count": [int], "size": [int]})}
_HEADER = {
    "certificate": 1,
    "about": dict.fromkeys(("bouton", "spec", "spec_sha256", "rules_sha256", "claim", "says"), str),
    "kind": tuple(KINDS),
    "verdict": ("holds", "refuted", "vacuous"),
    "plays": [("normal", "misere")],
    "named": bool,
    "winner": bool,
    "fluents": {str: ("ascending", "descending", "none", "counter", "stones")},
    "measure": [str],
    "sections": [{"parameters": {str: (int, [int])}, "box": (None, _BOX), "at": (None, _POSITION)}],
    "counterexample": (None, _POSITION),
}
_LINE = {"section": int, "position": _POSITION, "rank": [int], "labels": [("P", "N")], "options": list, "wins": list}


class WrongCertificate(Exception):
    """A certificate that does not establish its verdict: what is wrong, and in which line of the file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message, self.line = message, line


@dataclass(frozen=True)
class Verified:
    """What a right certificate establishes: its header, lines of positions, and positions judged in each section."""

    header: dict[str, Any]
    positions: int
    judged: tuple[int, ...]


def verify(file: str) -> Verified:
    """Check a certificate; InputError where it cannot be read, WrongCertificate where it is wrong."""
    try:
        with open(file, "rb") as raw:
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw  # type: ignore[assignment]
            line = stream.readline(LONGEST + 1)
            header = None
            with suppress(WrongCertificate):
                header = _object(line)
            if header is None or "certificate" not in header:
                raise fault("this is no certificate", file=file)
            return _verify(stream, line, header)
    except (OSError, EOFError, zlib.error) as error:
        raise fault(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=file) from None


def _verify(stream: IO[bytes], line: bytes, header: dict[str, Any]) -> Verified:
    digest, number = sha256(line), 1
    try:
        check = _Check(header)
        while True:
            line, number = stream.readline(LONGEST + 1), number + 1
            record = _object(line)
            if "end" in record:
                break
            check.line(record)
            digest.update(line)
        check.close()
        counts = {"positions": check.positions, "judged": sum(check.judged), "sha256": digest.hexdigest()}
        _need(record == {"end": counts}, "the end line does not agree with the lines above it")
        _need(len(check.judged) == len(check.sections), "a section is missing")
        shown = check.moves and any(check.judged)
        _need(shown is (header["verdict"] != "vacuous"), f"the verdict is said to be {header['verdict']}, wrongly")
        _need(not stream.readline(1), "something follows the end line")
    except WrongCertificate as wrong:
        raise WrongCertificate(wrong.message, number) from None
    return Verified(header, check.positions, tuple(check.judged))


class _Node(NamedTuple):
    labels: list[str]
    rank: tuple[int, ...]
    moves: bool


class _Check:
    """A check under way: what the lines of this section have said, and totals."""

    def __init__(self, header: dict[str, Any]) -> None:
        _fit(header, _HEADER, "the header")
        self.header, self.plays = header, header["plays"]
        self.fluents: tuple[Fluent, ...] = tuple(
            Counter(name, word == "stones") if word in ("counter", "stones") else Heaps(name, word)
            for name, word in header["fluents"].items()
        )
        entries = {"stones", *(fluent.name for fluent in self.fluents if isinstance(fluent, Counter))}
        _need(entries.issuperset(header["measure"]), "the measure has an entry that is neither stones nor a counter")
        self.measure = Measure(self.fluents, tuple(header["measure"]))
        self.sections, kind = header["sections"], header["kind"]
        _need(self.plays == ["normal", "misere"] if kind == "swap-positions" else len(self.plays) == 1, "wrong plays")
        _need(header["named"] or kind != "strategy", "a strategy names moves")
        _need(
            (header["counterexample"] is None) is (header["verdict"] != "refuted"), "a counterexample too many or few"
        )
        self.stop = None if header["counterexample"] is None else self._position(header["counterexample"])
        self.words = KINDS[kind] | ({"named": list} if header["named"] else {})
        self.positions, self.moves, self.judged = 0, False, list[int]()
        self._open()

    def _open(self) -> None:
        self.nodes: dict[Position, _Node] = {}
        self.spoken: set[Position] = set()
        self.keys: dict[str, list[str]] = {}

    def line(self, record: dict[str, Any]) -> None:
        """Check the line of a position: rank, options, labels, and what the claim says there."""
        said, winner = record.pop("judged", None), record.pop("winner", None)
        _fit(record, _LINE, "the line")
        if record["section"] == len(self.judged) + 1:
            self.close()
        _need(record["section"] == len(self.judged) < len(self.sections), "the section is out of order")
        at, labels = self._position(record["position"]), record["labels"]
        rank = self.measure.of(at)
        _need(at not in self.nodes, "the position has a line already")
        _need(record["rank"] == list(rank), f"the rank should be {list(rank)}")
        options = {option: self._before(option) for option in record["options"]}

    ...
