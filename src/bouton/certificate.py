"""Certificates: the labelled game graph of a bounded verdict, checked by this module alone.

Imports no solver. A file of JSON lines, gzipped or not: a header, then a line per position of each section (a box,
or one position, at fixed parameters) and of all that its moves reach, followers first, then an end line. The labels are
the only ones that fit. That the options are those of the rules, and what the claim's predicates say, is not checked.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from bouton.errors import fault
from bouton.position import Counter, Fluent, Heaps, Measure, Position

LONGEST, _MOST = 8 << 20, 1 << 22  # bytes of a line, and positions of a box, at most
_ONE, _BOTH = (["normal"], ["misere"]), (["normal", "misere"],)
_PLAYS = {"p-positions": _ONE, "example": _ONE, "strategy": _ONE, "same-game": _ONE, "swap-positions": _BOTH}
_SORTS = {"ascending": Heaps, "descending": Heaps, "none": Heaps, "counter": Counter, "stones": Counter}


class WrongCertificate(Exception):
    """A certificate that does not establish its verdict: what is wrong, and in which line of the file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message, self.line = message, line


def verify(file: str) -> Certificate:
    """The certificate, if it is right; InputError where there is none to read, WrongCertificate where it is wrong."""
    number = 1
    try:
        with open(file, "rb") as raw:
            stream: Any = gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw
            line = stream.readline(LONGEST + 1)
            found, digest = Certificate(_object(line)), sha256(line)
            while True:
                line, number = stream.readline(LONGEST + 1), number + 1
                record = _object(line)
                if "end" in record:
                    break
                found.line(**record)
                digest.update(line)
            found.close()
            counts = {"positions": found.positions, "judged": sum(found.judged), "sha256": digest.hexdigest()}
            whole = len(found.judged) == len(found.sections) and record == {"end": counts}
            _need(whole, "the lines above are not what the header and the end line speak of")
            _need(not stream.readline(1), "something follows the end line")
            shown = "refuted" if found.stop is not None else "holds" if found.moves and any(found.judged) else "vacuous"
            _need(found.header["verdict"] == shown, f"the verdict should be {shown}")
    except (OSError, EOFError, zlib.error) as error:
        raise fault(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=file) from None
    except (WrongCertificate, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as e:
        # a value that is missing or of another type fails where it is used
        message = e.message if isinstance(e, WrongCertificate) else "a value is missing, or is not of its type"
        if number == 1:
            raise fault(f"this is no certificate: {message}", file=file) from None
        raise WrongCertificate(message, number) from None
    return found


class _Node(NamedTuple):
    labels: list[str]
    rank: tuple[int, ...]
    moves: bool


class Certificate:
    """What a certificate has established so far: with `judged`, how many positions each section judges."""

    def __init__(self, header: dict[str, Any]) -> None:
        _need(header["certificate"] == 1, "its version is not 1")
        self.header, self.plays, self.sections = header, header["plays"], header["sections"]
        self.about = {name: str(header["about"][name]) for name in ("spec", "rules", "rules_sha256", "claim", "says")}
        sorts = [(name, word, _SORTS[word]) for name, word in header["fluents"].items()]
        made = (Heaps(name, word) if sort is Heaps else Counter(name, word == "stones") for name, word, sort in sorts)
        self.fluents: tuple[Fluent, ...] = tuple(made)
        self.measure = Measure(self.fluents, tuple(header["measure"]))
        _need(self.plays in _PLAYS[header["kind"]], "wrong plays")
        self.stop = None if header["counterexample"] is None else self.position(header["counterexample"])
        self.named, self.positions, self.moves, self.judged = header["named"], 0, False, list[int]()
        self._open()

    def _open(self) -> None:
        self.nodes: dict[Position, _Node] = {}
        self.spoken: set[Position] = set()
        self.keys: dict[str, list[str]] = {}

    def position(self, value: Any) -> Position:
        """A position from JSON."""
        position, heaps = _key(value), [isinstance(fluent, Heaps) for fluent in self.fluents]
        _need([isinstance(part, tuple) for part in position] == heaps, "a position does not fit the fluents")
        return position

    def line(self, section: int, position: Any, rank: Any, labels: Any, options: Any, wins: Any, **more: Any) -> None:
        """Check the line of a position: rank, options, labels, and what the claim says there."""
        if section == len(self.judged) + 1:
            self.close()
        _need(section == len(self.judged) < len(self.sections), "the section is out of order")
        at, labels = self.position(position), list(labels)
        measure = self.measure.of(at)
        _need(at not in self.nodes, "the position has a line already")
        _need(rank == list(measure), f"the rank should be {list(measure)}")
        known = [_key(option) for option in options]
        lower = all(option in self.nodes and self.nodes[option].rank < measure for option in known)
        _need(lower, "an option has no line above, or no lower rank")
        to = {option: self.nodes[option].labels for option in known}
        decided, winner = self.header["winner"] and not to, more.get("winner")
        _need(winner in ("next", "previous") if decided else winner is None, "a winner is missing or out of place")
        for index, (play, label, win) in enumerate(zip(self.plays, labels, wins, strict=True)):
            good = {option for option, its in to.items() if its[index] == "P"}
            lost = winner == "previous" if decided else play == "normal"
            expected = "N" if good or not (to or lost) else "P"
            _need(label == expected, f"the label in {play} play should be {expected}")
            _need(_key(win or ()) in good if good else win is None, "the winning option is not an option labelled P")
        self.nodes[at] = _Node(labels, measure, bool(to))
        self.positions += 1
        if "judged" in more:
            self.spoken.add(at)
            fails = at == self.stop and section == len(self.sections) - 1
            right = self._agrees(more["judged"], labels, to)
            _need(
                right is not fails, "the claim is right at its counterexample" if fails else "the claim is wrong here"
            )

    def _agrees(self, said: dict[str, Any], labels: list[str], to: dict[Position, list[str]]) -> bool:
        """Whether the labels bear out what the claim says at a position."""
        kind = self.header["kind"]
        if kind == "same-game":
            return self.keys.setdefault(said["key"], labels) == labels
        if kind == "swap-positions":
            return (said["claim"] == "swap") is (labels[0] != labels[1])
        if kind != "strategy" and said["claim"] != labels[0]:
            return False
        if labels[0] == "P" or not to or not (kind == "strategy" or self.named):
            return True
        named = [follower and to.get(_key(follower)) for follower in said["named"]]
        return bool(named) and all(its and its[0] == "P" for its in named)

    def close(self) -> None:
        """Check that the section just read has every position of its box, or every one up to the counterexample."""
        number, judged = len(self.judged), 0
        section, stop = self.sections[number], self.stop if number == len(self.sections) - 1 else None
        last = (self.measure.of(stop), stop) if stop is not None else None
        box = [self.position(section["at"])] if "at" in section else _box(self.fluents, section["box"])
        for walked, at in enumerate(box):
            _need(walked < _MOST, f"section {number} has a box that is too large to be gone through")
            if last is None or (self.measure.of(at), at) <= last:
                _need(at in self.nodes, f"section {number} has no line for {json.dumps(at)}")
                judged += at in self.spoken
                self.moves = self.moves or self.nodes[at].moves or "at" in section
        _need(judged == len(self.spoken), f"section {number} judges a position beyond its box or counterexample")
        _need(stop is None or stop in self.spoken, "the counterexample is not judged")
        self.judged.append(judged)
        self._open()


def _box(fluents: tuple[Fluent, ...], box: dict[str, Any]) -> Iterator[Position]:
    """Every position of a box."""
    if not fluents:
        yield ()
        return
    fluent, part = fluents[0], box[fluents[0].name]
    for value in range(part[0], part[1] + 1) if isinstance(fluent, Counter) else _lists(fluent, **part):
        for rest in _box(fluents[1:], box):
            yield (value, *rest)


def _lists(heaps: Heaps, count: list[int], size: list[int]) -> Iterator[tuple[int, ...]]:
    sizes = range(size[0], size[1] + 1)
    _need(size[0] > 0 and max(count[1], size[1] - size[0]) <= 1 << 22, "a box that cannot be gone through")
    for number in range(count[0], count[1] + 1):
        lists = product(sizes, repeat=number) if heaps.order == "none" else combinations_with_replacement(sizes, number)
        yield from map(heaps.canonical, lists)


def _key(value: Any) -> Position:
    return tuple(tuple(part) if isinstance(part, list) else part for part in value)


def _object(line: bytes) -> dict[str, Any]:
    _need(0 < len(line) <= LONGEST, "the line is too long" if line else "the file ends before its end line")
    try:
        found = json.loads(line.decode(), parse_float=str, parse_constant=str)
    except ValueError:
        found = None
    _need(isinstance(found, dict), "the line is cut short, or is no JSON object")
    return found  # type: ignore[no-any-return]


def _need(right: bool, message: str) -> None:
    if not right:
        raise WrongCertificate(message)
