"""Certificates: the labelled game graph of a bounded verdict, checked with no solver.

A file of JSON lines, gzipped or not: a header with the texts of the spec and of the rules, the claim, and the box it is
judged on; for each value of the parameters a line that names it, then a line per position of the box and of all that
its moves reach, followers first; then an end line. The box is gone through from the header alone, and every position
of it must have its line; the labels are the only ones that fit. That the moves, and what the claim's predicates say
where, are those of the texts is not checked here but in `bouton.certificate.replay`. The work is bounded by the length
of the file.
"""

from __future__ import annotations

import gzip
import json
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BufferedReader
from typing import Any, NamedTuple

from bouton.core.errors import fault
from bouton.core.position import Counter, Fluent, Heaps, Measure, Parameters, Position, Value
from bouton.core.ranges import interval
from bouton.core.spec import Box, CounterRange, HeapRange, ParameterRange, Place
from bouton.ground.box import GroundBox, ground_box
from bouton.ground.steps import missing

VERSION = 2
LONGEST = 8 << 20
"""Bytes of a line at most."""
_ONE, _BOTH = (["normal"], ["misere"]), (["normal", "misere"],)
_PLAYS = dict.fromkeys(("p-positions", "outcome", "example", "strategy", "same-game"), _ONE) | {"swap-positions": _BOTH}
_SORTS = {"ascending": Heaps, "descending": Heaps, "none": Heaps, "counter": Counter, "stones": Counter}
_NOWHERE = Place("", 1, 1)


class WrongCertificate(Exception):
    """A certificate that does not establish its verdict: what is wrong, and in which line of the file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message, self.line = message, line


class CertifiedNode(NamedTuple):
    """What is kept of a position's line: its labels, its rank, whether it has moves; the line if it is asked for."""

    labels: list[str]
    rank: tuple[int, ...]
    moves: bool
    record: dict[str, Any] | None


class CertifiedSection(NamedTuple):
    """A value of the parameters: how many positions the box has (up to the counterexample), and how many are judged."""

    parameters: Parameters
    positions: int
    covered: int


Look = Callable[[CertifiedSection, dict[Position, CertifiedNode]], None]
"""What is done with the lines of a section that is right in itself."""


def verify(file: str, look: Look | None = None) -> Certificate:
    """The certificate, if it is right; InputError where there is none to read, WrongCertificate where it is wrong."""
    number = 1
    try:
        with _regular(file) as raw:
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
            stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            line = stream.readline(LONGEST + 1)
            found, digest = Certificate(_object(line), look), sha256(line)
            while True:
                line, number = stream.readline(LONGEST + 1), number + 1
                record = _object(line)
                if "end" in record:
                    break
                if "section" in record:
                    found.open(**record)
                else:
                    found.line(record)
                digest.update(line)
            found.finish()
            found.digest = digest.hexdigest()
            covered = sum(section.covered for section in found.sections)
            counts = {"positions": found.positions, "covered": covered, "sha256": found.digest}
            need(record == {"end": counts}, "the lines above are not what the end line speaks of")
            need(not stream.readline(1), "something follows the end line")
            shown = "refuted" if found.stop is not None else "holds" if found.moves and covered else "vacuous"
            need(found.header["verdict"] == shown, f"the verdict should be {shown}")
    except (OSError, EOFError, zlib.error) as error:
        raise fault(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=file) from None
    except (WrongCertificate, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as e:
        # a value that is missing or of another type fails where it is used
        message = e.message if isinstance(e, WrongCertificate) else "a value is missing, or is not of its type"
        if number == 1:
            raise fault(f"this is no certificate: {message}", file=file) from None
        raise WrongCertificate(message, number) from None
    return found


class Certificate:
    """What a certificate has established so far; `sections` are those that are closed."""

    def __init__(self, header: dict[str, Any], look: Look | None = None) -> None:
        old = "version 1 is not read any more, as it could leave out where a claim fails; `bouton check` writes it anew"
        need(header["certificate"] != 1, old)
        need(header["certificate"] == VERSION, f"its version is not {VERSION}")
        self.header, self.claim, self.look = header, header["claim"], look
        several = header["rules"] if isinstance(header["rules"], list) else [header["rules"]]
        need(bool(several), "it has no rules")
        self.spec, *self.rules = ((text["name"], text["text"]) for text in (header["spec"], *several))
        for word in (self.claim["id"], self.claim["says"], *self.spec, *(word for text in self.rules for word in text)):
            word.encode()  # what is no text fails
        sorts = [(name, word, _SORTS[word]) for name, word in header["fluents"].items()]
        made = (Heaps(name, word) if sort is Heaps else Counter(name, word == "stones") for name, word, sort in sorts)
        self.fluents: tuple[Fluent, ...] = tuple(made)
        self.measure = Measure(self.fluents, tuple(header["measure"]))
        self.plays: list[str] = self.claim["plays"]
        need(self.plays in _PLAYS[self.claim["kind"]], "wrong plays")
        self.everywhere = self.claim["where"] is None
        self.named = self.claim["kind"] == "strategy" or self.claim["strategy"] is not None
        self.at = None if header["at"] is None else self._whole(header["at"])
        self.box = None if self.at else read_box(self.fluents, header["box"])
        self.stop = None if header["counterexample"] is None else self._whole(header["counterexample"])
        self.places = iter([self.at[0]]) if self.at else assignments(self.box.parameters if self.box else ())
        self.digest, self.positions, self.moves, self.sections = "", 0, False, list[CertifiedSection]()
        self.region: GroundBox | None = None  # of the section that is open, if one is

    def _whole(self, value: dict[str, Any]) -> tuple[Parameters, Position]:
        return _values(value["parameters"]), self.position(value["position"])

    def position(self, value: Any) -> Position:
        """A position from JSON."""
        position = _key(value)
        need(len(position) == len(self.fluents), "a position does not fit the fluents")
        for fluent, part in zip(self.fluents, position, strict=True):
            fits = isinstance(part, tuple) is isinstance(fluent, Heaps)
            need(fits and all(type(one) is int for one in ([part] if isinstance(part, int) else part)), "no position")
            orderly = isinstance(part, int) or not isinstance(fluent, Heaps) or fluent.canonical(part) == part
            need(orderly and (isinstance(part, int) or min(part, default=1) > 0), "the heaps are not in order")
        return position

    def order(self, at: Position) -> tuple[tuple[int, ...], Position]:
        """What positions are ordered by: the measure, then the fluents."""
        return self.measure.of(at), at

    def open(self, section: Any) -> None:
        """The next value of the parameters, which the box of the header must have there."""
        self.close()
        need(self.stop is None or not self._last(), "something follows the counterexample")
        self.parameters = _values(section)
        need(next(self.places, None) == self.parameters, "these are not the parameters that come next in the box")
        whole = self.box if self.box and len(self.parameters) == len(self.box.parameters) else None
        self.region = ground_box(self.fluents, whole, self.parameters) if whole else GroundBox(())
        self.nodes: dict[Position, CertifiedNode] = {}
        self.covered, self.keys = set[Position](), dict[str, list[str]]()
        self.inside: list[Position] = []
        stops = self.stop is not None and self.parameters == self.stop[0]
        self.bound = self.stop[1] if self.stop is not None and stops else None

    def _last(self) -> bool:
        """Whether the last section that is closed is the one with the counterexample."""
        return self.stop is not None and bool(self.sections) and self.sections[-1].parameters == self.stop[0]

    def line(self, record: dict[str, Any]) -> None:
        """Check the line of a position: options, labels, and what the claim says there."""
        need(self.region is not None, "the position is in no section")
        at, labels, options, wins = (record[name] for name in ("position", "labels", "options", "wins"))
        need(all(isinstance(one, list) for one in (labels, options, wins)), "labels, options and wins are lists")
        at, known = self.position(at), [_key(option) for option in options]
        rank = self.measure.of(at)
        need(at not in self.nodes, "the position has a line already")
        lower = all(option in self.nodes and self.nodes[option].rank < rank for option in known)
        need(lower, "an option has no line above, or no lower measure")
        need(len(set(known)) == len(known), "an option is there twice")
        to = {option: self.nodes[option].labels for option in known}
        decided, winner = self.header["winner"] and not to, record.get("winner")
        need(winner in ("next", "previous") if decided else winner is None, "a winner is missing or out of place")
        for index, (play, label, win) in enumerate(zip(self.plays, labels, wins, strict=True)):
            good = {option for option, its in to.items() if its[index] == "P"}
            lost = winner == "previous" if decided else play == "normal"
            expected = "N" if good or not (to or lost) else "P"
            need(label == expected, f"the label in {play} play should be {expected}")
            need(_key(win or ()) in good if good else win is None, "the winning option is not an option labelled P")
        self.nodes[at] = CertifiedNode(list(labels), rank, bool(to), record if self.look else None)
        self.positions += 1
        self._judge(at, record, to)

    def _judge(self, at: Position, record: dict[str, Any], to: dict[Position, list[str]]) -> None:
        """Check what the line says of the claim, if the position is one of the box."""
        reached = self.bound is None or self.order(at) <= self.order(self.bound)
        need(reached, "the position is beyond the counterexample")
        if not (at == self.at[1] if self.at else self.region and self.region.parts and at in self.region):
            need("covered" not in record, "the position is judged, and is not in the box")
            return
        self.inside.append(at)
        self.moves = self.moves or bool(to) or self.at is not None
        covered = record["covered"]
        need(covered is True or (covered is False and not self.everywhere), "the claim speaks of this position")
        if covered:
            self.covered.add(at)
            right, fails = self._agrees(record, self.nodes[at].labels, to), at == self.bound
            need(right is not fails, f"the claim is {'right at its counterexample' if fails else 'wrong here'}")

    def _agrees(self, said: dict[str, Any], labels: list[str], to: dict[Position, list[str]]) -> bool:
        """Whether the labels bear out what the claim says at a position."""
        kind = self.claim["kind"]
        if kind == "same-game":
            return self.keys.setdefault(said["key"], labels) == labels
        if kind == "swap-positions":
            return (said["claim"] == "swap") is (labels[0] != labels[1])
        said_so = kind not in ("example", "outcome") or said["claim"] == self.claim["outcome"]
        need(said_so, f"the {'example' if kind == 'example' else 'claim'} is of another outcome")
        if kind != "strategy" and said["claim"] != labels[0]:
            return False
        if labels[0] == "P" or not to or not self.named:
            return True
        named = [follower and to.get(_key(follower)) for follower in said["named"]]
        return bool(named) and all(its and its[0] == "P" for its in named)

    def close(self) -> None:
        """Check that the open section has every position of its box, or every one up to the counterexample."""
        if self.region is None:
            return
        if self.at is not None:
            gap = None if self.inside else self.at[1]
        else:
            gap = missing(self.region, dict.fromkeys(self.inside), self.order, self.bound)
        need(gap is None, f"there is no line for {json.dumps(gap)}{_at(self.parameters)}")
        need(self.bound is None or self.bound in self.covered, "the counterexample is not judged")
        self.sections.append(CertifiedSection(self.parameters, len(self.inside), len(self.covered)))
        if self.look is not None:
            self.look(self.sections[-1], self.nodes)
        self.region = None

    def finish(self) -> None:
        """Check that every section is there, or every one up to the counterexample."""
        self.close()
        left = None if self._last() else next(self.places, None)
        need(left is None, f"there is no section for{_at(left or {}).removeprefix(' at')}")
        need(self.stop is None or self._last(), "the counterexample is not in the box")


def assignments(ranges: tuple[ParameterRange, ...], chosen: Parameters | None = None) -> Iterator[Parameters]:
    """Every assignment of the parameters, least first; where a range has no value, what was chosen before it."""
    chosen, some = chosen or {}, not ranges
    if not ranges:
        yield chosen
    for value in ranges[0].values(chosen) if ranges else ():
        some = True
        yield from assignments(ranges[1:], {**chosen, ranges[0].name: value})
    if not some:
        yield chosen


def read_box(fluents: tuple[Fluent, ...], box: dict[str, Any]) -> Box:
    """The box that `labelling.box` has written: `{"parameters": {"k": "2..4"}, "position": {"pile": "0..3*k"}}`."""
    parameters = []
    for name, given in box["parameters"].items():
        if isinstance(given, str):
            parameters.append(ParameterRange(name, _NOWHERE, interval(given)))
        elif "set" in given:
            parameters.append(ParameterRange(name, _NOWHERE, sets=_key(given["set"])))  # type: ignore[arg-type]
        else:
            subsets = (interval(given["subsets"]), interval(given["size"]))
            parameters.append(ParameterRange(name, _NOWHERE, subsets=subsets))
    need(list(box["position"]) == [fluent.name for fluent in fluents], "the box does not fit the fluents")
    parts = [
        HeapRange(fluent.name, interval(part["count"]), interval(part["size"]))
        if isinstance(fluent, Heaps)
        else CounterRange(fluent.name, interval(part))
        for fluent, part in zip(fluents, box["position"].values(), strict=True)
    ]
    return Box(tuple(parameters), tuple(parts))


def _regular(file: str) -> BufferedReader:
    """The file, open for reading; OSError where it is anything but a regular file, which is not waited for."""
    raw = os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    if not stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
        raw.close()
        raise OSError("it is not a regular file")
    return raw


def _at(parameters: Parameters) -> str:
    return f" at {', '.join(f'{name}={value}' for name, value in parameters.items())}" if parameters else ""


def _values(given: dict[str, Any]) -> dict[str, Value]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def _key(value: Any) -> Position:
    return tuple(tuple(part) if isinstance(part, list) else part for part in value)


def _object(line: bytes) -> dict[str, Any]:
    need(0 < len(line) <= LONGEST, "the line is too long" if line else "the file ends before its end line")
    try:
        found = json.loads(line.decode(), parse_float=str, parse_constant=str)
    except ValueError:
        found = None
    need(isinstance(found, dict), "the line is cut short, or is no JSON object")
    return found  # type: ignore[no-any-return]


def need(right: bool, message: str) -> None:
    """WrongCertificate with that message where it is not so."""
    if not right:
        raise WrongCertificate(message)
