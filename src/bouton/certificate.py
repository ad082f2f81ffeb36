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
import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from bouton.errors import fault
from bouton.position import Counter, Fluent, Heaps, Measure, Position

LONGEST = 8 << 20
"""No line may have more bytes."""
_LABELS, _SWAPS = {"claim": ("P", "N", "both", None)}, {"claim": ("swap", "same")}
KINDS = {"p-positions": _LABELS, "example": _LABELS, "strategy": {}, "swap-positions": _SWAPS, "same-game": {"key": str}}
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
    """What a right certificate establishes: its header, how many positions it labels, and how many each section judges."""

    header: dict[str, Any]
    positions: int
    judged: tuple[int, ...]


def verify(file: str) -> Verified:
    """Check a certificate; InputError where there is none to read, WrongCertificate where it is wrong."""
    number = 1
    try:
        with open(file, "rb") as raw:
            stream: Any = gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw
            line = stream.readline(LONGEST + 1)
            check, digest = _Check(_object(line)), sha256(line)
            while True:
                line, number = stream.readline(LONGEST + 1), number + 1
                record = _object(line)
                if "end" in record:
                    break
                check.line(record)
                digest.update(line)
            check.close()
            check.end(record, digest.hexdigest())
            _need(not stream.readline(1), "something follows the end line")
    except (OSError, EOFError, zlib.error) as error:
        raise fault(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=file) from None
    except (WrongCertificate, RecursionError) as wrong:
        message = wrong.message if isinstance(wrong, WrongCertificate) else "more heaps than can be checked"
        if number == 1:
            raise fault(f"this is no certificate: {message}", file=file, line=1) from None
        raise WrongCertificate(message, number) from None
    return Verified(check.header, check.positions, tuple(check.judged))


class _Node(NamedTuple):
    labels: list[str]
    rank: tuple[int, ...]
    moves: bool


class _Check:
    """A check under way: what the lines of the present section have said, and totals."""

    def __init__(self, header: dict[str, Any]) -> None:
        _fit(header, _HEADER)
        self.header, self.plays, self.sections, kind = header, header["plays"], header["sections"], header["kind"]
        self.fluents: tuple[Fluent, ...] = tuple(
            Counter(name, word == "stones") if word in ("counter", "stones") else Heaps(name, word)
            for name, word in header["fluents"].items()
        )
        self.measure = Measure(self.fluents, tuple(header["measure"]))
        entries = {"stones", *(fluent.name for fluent in self.fluents if isinstance(fluent, Counter))}
        _need(entries.issuperset(header["measure"]), "the measure has an entry that is neither stones nor a counter")
        _need(self.plays == ["normal", "misere"] if kind == "swap-positions" else len(self.plays) == 1, "wrong plays")
        _need(header["named"] or kind != "strategy", "a strategy must name moves")
        stop = header["counterexample"]
        _need((stop is None) is (header["verdict"] != "refuted"), "a counterexample is missing or out of place")
        self.stop = None if stop is None else self._position(stop)
        self.words = KINDS[kind] | ({"named": list} if header["named"] else {})
        self.positions, self.moves, self.judged = 0, False, list[int]()
        self._clear()

    def _clear(self) -> None:
        self.nodes: dict[Position, _Node] = {}
        self.spoken: set[Position] = set()
        self.keys: dict[str, list[str]] = {}

    def _position(self, value: list[Any]) -> Position:
        heaps = [isinstance(part, list) for part in value]
        _need(heaps == [isinstance(fluent, Heaps) for fluent in self.fluents], "a position does not fit the fluents")
        return _key(value)

    def line(self, record: dict[str, Any]) -> None:
        """Check the line of a position: rank, options, labels, and what the claim says there."""
        said, winner = record.pop("judged", None), record.pop("winner", None)
        _fit(record, _LINE)
        if record["section"] == len(self.judged) + 1:
            self.close()
        _need(record["section"] == len(self.judged) < len(self.sections), "the section is out of order")
        at, labels, wins = self._position(record["position"]), record["labels"], record["wins"]
        rank = self.measure.of(at)
        _need(at not in self.nodes, "the position has a line already")
        _need(record["rank"] == list(rank), f"the rank should be {list(rank)}")
        _need(len(labels) == len(wins) == len(self.plays), "there must be a label and a winning option for each play")
        options = {option: self.nodes.get(option) for option in map(_key, record["options"])}
        ...
