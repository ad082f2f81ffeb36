"""YAML read as plain data with a place for every key and value, and nothing else.

A spec may come from a stranger: its size and depth are bounded before anything is built,
anchors, aliases, tags and duplicate keys are refused, and scalars are resolved strictly in
the manner of YAML 1.2 (`true`, `false`, decimal integers, text), so that `no` stays a word.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NoReturn, Protocol, TypeAlias

import yaml

from bouton.core.errors import Diagnostic, InputError, fault, fault_at, nearest
from bouton.core.ranges import LIMIT
from bouton.core.spec import Place
from bouton.document.find import leads_out, names_beside

Steps: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to one of its values: keys and list indices."""

SIZE = 1_000_000
DEPTH = 32

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER_LIKE = re.compile(r"[-+]?(?:[0-9][0-9_]*|0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+)")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?")
_NULL = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True)
class DocumentText:
    """A document: its plain value, where each key and value stands, and the faults found so far.

    At each of the paths in `faulty` the value could not be read; None stands for it.
    """

    file: str
    value: object
    keys: dict[Steps, Place]
    values: dict[Steps, Place]
    faults: tuple[Diagnostic, ...]
    faulty: frozenset[Steps]
    content: str = ""
    """What the file held; nothing where a document is in none."""

    def at(self, path: Steps) -> object:
        """The value at a path; KeyError where there is none."""
        value = self.value
        for step in path:
            found = child(value, step)
            if found is None:
                raise KeyError(path)
            value = found[0]
        return value

    def place(self, path: Steps, key: bool = False) -> Place:
        """Where the value at the path stands (or its key); where there is none, what encloses it."""
        where = self.keys.get(path) if key else self.values.get(path)
        if where is None:
            where = self.values.get(path) or (self.place(path[:-1], key) if path else Place(self.file, 1, 1))
        return where

    def without(self, claims: Collection[int]) -> DocumentText:
        """The document without the claims at those places."""
        assert isinstance(self.value, dict)
        left = [at for at in range(len(self.value["claims"])) if at not in claims]
        at = {old: new for new, old in enumerate(left)}

        def moved(places: dict[Steps, Place]) -> dict[Steps, Place]:
            found: dict[Steps, Place] = {}
            for path, place in places.items():
                if len(path) < 2 or path[0] != "claims":
                    found[path] = place
                elif path[1] in at:
                    found["claims", at[int(path[1])], *path[2:]] = place
            return found

        value = {**self.value, "claims": [self.value["claims"][old] for old in left]}
        return replace(self, value=value, keys=moved(self.keys), values=moved(self.values))


def child(value: object, step: str | int) -> tuple[object] | None:
    """One step down from a value, or None where there is no such key or index."""
    if isinstance(value, dict) and step in value:
        return (value[step],)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return (value[step],)
    return None


def parsed(file: str, content: str) -> DocumentText:
    """The document that a YAML file holds; InputError where that is none at all."""
    return _Reader(file, content).text()


def _read(source: str) -> Iterator[yaml.Event]:
    """The events of a YAML text: by libyaml, in a tenth of the time, where PyYAML comes with it.

    What libyaml refuses, PyYAML's own parser tells the fault of; they read a mark of byte order differently.
    """
    seen, quick = 0, None if "\ufeff" in source else getattr(yaml, "CSafeLoader", None)
    if quick is not None:
        try:
            for event in yaml.parse(source, Loader=quick):
                seen += 1
                yield event
        except yaml.YAMLError:
            pass
        else:
            return
    yield from islice(yaml.parse(source, Loader=yaml.SafeLoader), seen, None)


def content_of(file: str) -> str:
    """What a YAML file holds now; InputError where it cannot be read, or is no text."""
    path = Path(file)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise fault("this is a folder, not a file", file=file)
        if not stat.S_ISREG(status.st_mode):
            raise fault("this is not a regular file", file=file)
        if leads_out(path):
            raise fault("this is a link that leads out of its folder", file=file, expected="the file itself")
        if status.st_size > SIZE:
            raise fault(f"the file has {status.st_size} bytes; a spec may have {SIZE}", file=file)
        with path.open("rb") as stream:
            content = stream.read(SIZE + 1)
    except FileNotFoundError:
        near = nearest(path.name, [one for one in names_beside(path) if one.endswith(path.suffix)])
        raise fault("there is no such file", file=file, nearest=near and str(path.with_name(near))) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise fault(f"the file cannot be read: {reason}", file=file) from None
    if len(content) > SIZE:
        raise fault(f"the file has more than {SIZE} bytes", file=file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _line_column(content[: error.start].decode("utf-8", "replace"))
        raise fault("this is not a text file in UTF-8", file=file, line=line, column=column) from None
    bad = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if bad:
        line, column = _line_column(text[: bad.start()])
        message = f"the character U+{ord(bad.group()):04X} may not stand in a YAML file; is it a binary file?"
        raise fault(message, file=file, line=line, column=column)
    return text


def _line_column(before: str) -> tuple[int, int]:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


class _Mark(Protocol):
    """A place as PyYAML has it, from 0."""

    line: int
    column: int


@dataclass
class _Reader:
    """Builds plain data from the parser's events, one at a time."""

    file: str
    source: str
    keys: dict[Steps, Place] = field(default_factory=dict)
    values: dict[Steps, Place] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    faulty: set[Steps] = field(default_factory=set)

    def text(self) -> DocumentText:
        self.events = self._events()
        value = self._document()
        return DocumentText(
            self.file, value, self.keys, self.values, tuple(self.faults), frozenset(self.faulty), self.source
        )

    def _events(self) -> Iterator[yaml.Event]:
        """Yield the parser's events, watching over depth and syntax."""
        depth = 0
        try:
            for event in _read(self.source):
                if isinstance(event, yaml.CollectionStartEvent):
                    depth += 1
                    if depth > DEPTH:
                        self._stop(event.start_mark, f"this is nested more than {DEPTH} deep")
                elif isinstance(event, yaml.CollectionEndEvent):
                    depth -= 1
                yield event
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = ", ".join(part for part in (error.context, error.problem) if part)
            self._stop(mark, f"this is not YAML: {said}")

    def _document(self) -> object:
        value, documents = None, 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._stop(event.start_mark, "a spec is one YAML document; here a second begins")
                value = self._node(next(self.events), ())
        if not documents:
            raise fault("the file is empty", file=self.file, line=1, column=1)
        return value

    def _node(self, event: yaml.Event, path: Steps) -> object:
        self.values[path] = self._place(event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            self._fault(path, f"aliases (*{event.anchor}) are not used here", expected="the value written out")
            return None
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            self._fault(path, f"anchors (&{anchor}) are not used here", expected="the value alone")
        if tag is not None:
            self._fault(path, f"tags ({tag}) are not used here", expected="the value alone")
        if isinstance(event, yaml.ScalarEvent):
            plain = not event.style and tag is None
            return self._scalar(event.value, path) if plain else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path)
        return self._mapping(path)

    def _list(self, path: Steps) -> list[object]:
        items: list[object] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: Steps) -> dict[str, object]:
        found: dict[str, object] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            place = self._place(event.start_mark)
            if not isinstance(event, yaml.ScalarEvent) or event.anchor or event.tag or not event.value:
                self._report(place, "a key must be a plain word")
                self._skip(event)
                self._skip(next(self.events))
            elif event.value in found:
                first = self.keys[(*path, event.value)].line
                self._report(place, f"the key {event.value!r} is given twice; the first is on line {first}")
                self._skip(next(self.events))
            else:
                step = (*path, event.value)
                self.keys[step] = place
                found[event.value] = self._node(next(self.events), step)
        return found

    def _skip(self, event: yaml.Event) -> None:
        """Pass over a whole node."""
        depth = int(isinstance(event, yaml.CollectionStartEvent))
        while depth:
            event = next(self.events)
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)

    def _scalar(self, text: str, path: Steps) -> object:
        """Resolve a plain scalar; None, with a fault, where it is none that a spec may have."""
        if text in ("true", "false"):
            return text == "true"
        quotes = "quotes around it if it is text"
        number = f"a number such as 12, or {quotes}"
        if _INTEGER.fullmatch(text):
            if len(text) <= len(f"-{LIMIT}") and abs(int(text)) <= LIMIT:
                return int(text)
            self._fault(path, f"{text[:40]} is beyond {LIMIT}, the largest number a spec may have")
        elif text in _NULL:
            self._fault(path, "a value is missing here")
        elif _NUMBER_LIKE.fullmatch(text):
            self._fault(path, f"{text[:40]} is not a plain decimal number", expected=number)
        elif _FLOAT.fullmatch(text):
            self._fault(path, f"{text[:40]} is not a whole number", expected=number)
        elif _DATE.fullmatch(text):
            self._fault(path, f"{text[:40]} is a date to some readers of YAML", expected=quotes)
        else:
            return text
        return None

    def _place(self, mark: _Mark | None) -> Place:
        if mark is None:
            return Place(self.file, 1, 1)
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _report(self, place: Place, message: str, expected: str | None = None) -> None:
        self.faults.append(fault_at(place, message, expected))

    def _fault(self, path: Steps, message: str, expected: str | None = None) -> None:
        self._report(self.values[path], message, expected)
        self.faulty.add(path)

    def _stop(self, mark: _Mark | None, message: str) -> NoReturn:
        raise InputError([*self.faults, fault_at(self._place(mark), message)])
