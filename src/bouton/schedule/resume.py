"""Finished ranges in a small SQLite file, so that a run that was killed can be continued.

Each write is one transaction: killed at any moment, the file is as it was before or after one, and what it
lacks is done again. Spans that adjoin are joined, so that the file stays small however long the run.

What a file says is taken for done, so it must be what Bouton wrote: the spans of each job, with what the file is of,
are sealed by a digest with the user's key, and a file with another is refused.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from bouton import __version__
from bouton.core.errors import InputError, fault
from bouton.core.spec import Spec
from bouton.process.cache import key, place, same, seal
from bouton.schedule.ranges import RankSpan, tiles

Rows: TypeAlias = Sequence[Any]
"""The spans of a job as the file has them, least first."""

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x42_6F_75_74
"""In the header of the file (`Bout`): whose file it is."""
_FORMAT = "2"
_BETWEEN = 0.25
"""Seconds between two writes; what is lost is done again."""
_TABLES = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE seal (job TEXT PRIMARY KEY, seal TEXT NOT NULL) STRICT",
    "CREATE TABLE span (job TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, judged INTEGER NOT NULL, "
    "moves INTEGER NOT NULL, first INTEGER, PRIMARY KEY (job, start)) STRICT",
)
_WHOLE = ""
"""The job whose seal is that of the file as a whole."""


def about(spec: Spec) -> dict[str, str]:
    """What a file is of: a file of anything else is refused."""
    specs = [spec, *(other for claim in spec.claims for other in claim.others)]
    return {
        "format": _FORMAT,
        "version": __version__,
        "spec": _digest(one.text for one in specs),
        "encoding": _digest(one.encoding for one in specs),
    }


def _digest(texts: Iterable[str]) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


@dataclass
class Shelf:
    """The open file. What is put there is written every now and then, at the latest by `flush`.

    `sealed` gives the seal of a job's rows.
    """

    file: str
    connection: sqlite3.Connection
    sealed: Callable[[str, Rows], str]
    waiting: list[tuple[str, RankSpan]] = field(default_factory=list)
    written: float = field(default_factory=time.monotonic)

    def spans(self, key: str, size: int) -> list[RankSpan]:
        """What is known of the job with that key, least first; InputError where that is of no job with so many ranks.

        Nothing overlaps, and nothing counts more positions than it has.
        """
        self.flush()
        name = _name(key)
        with _read(self.file):
            rows = _rows(self.connection, name)
            seals = self.connection.execute("SELECT seal FROM seal WHERE job = ?", (name,)).fetchall()
            right = same(seals[0][0], self.sealed(name, rows)) if seals else not rows
        found = [RankSpan(start, stop, judged, bool(moves), first) for start, stop, judged, moves, first in rows]
        if not right or not tiles(found, size):
            raise _changed(self.file)
        return found

    def put(self, key: str, span: RankSpan) -> None:
        """Keep a span."""
        self.waiting.append((_name(key), span))
        if time.monotonic() - self.written >= _BETWEEN:
            self.flush()

    def flush(self) -> None:
        """Write what waits; InputError where the disk is full or the file is gone."""
        if not self.waiting:
            return
        waiting, self.waiting = self.waiting, []
        with _told(self.file), self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            for name, span in waiting:
                _insert(self.connection, name, span)
            for name in dict.fromkeys(name for name, _ in waiting):
                seal = self.sealed(name, _rows(self.connection, name))
                self.connection.execute("INSERT OR REPLACE INTO seal VALUES (?, ?)", (name, seal))
        self.written = time.monotonic()


def _rows(connection: sqlite3.Connection, name: str) -> Rows:
    query = "SELECT start, stop, judged, moves, first FROM span WHERE job = ? ORDER BY start"
    return connection.execute(query, (name,)).fetchall()


def _name(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _insert(connection: sqlite3.Connection, name: str, span: RankSpan) -> None:
    """Add a span, joined with its neighbours; one that holds a violation stays by itself."""
    if span.first is None:
        neighbours = "FROM span WHERE job = ? AND first IS NULL AND (stop = ? OR start = ?)"
        arguments = (name, span.start, span.stop)
        rows = connection.execute(f"SELECT start, stop, judged, moves {neighbours}", arguments).fetchall()
        connection.execute(f"DELETE {neighbours}", arguments)
        for start, stop, judged, moves in rows:
            span = RankSpan(
                min(start, span.start), max(stop, span.stop), judged + span.judged, bool(moves) or span.moves, None
            )
    row = (name, span.start, span.stop, span.judged, span.moves, span.first)
    connection.execute("INSERT INTO span VALUES (?, ?, ?, ?, ?, ?)", row)


@contextmanager
def shelf(file: str, of: dict[str, str]) -> Iterator[Shelf]:
    """The file, made where there is none; InputError, and the file untouched, where it is of something else."""
    fresh, secret = _ours(file), key()

    def sealed(job: str, rows: Rows) -> str:
        return seal(secret, [of, job, rows])

    if fresh:
        _make(Path(file).absolute(), of, sealed)
    with _told(file), closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as connection:
        with _read(file):
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")  # from here on no other run has it
            tables = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql is not None}
            if tables != set(_TABLES):
                raise _changed(file)
            _alike(file, dict(connection.execute("SELECT name, value FROM about")), of)
            whole = connection.execute("SELECT seal FROM seal WHERE job = ?", (_WHOLE,)).fetchall()
            if len(whole) != 1 or not same(whole[0][0], sealed(_WHOLE, [])):
                raise _changed(file)
            connection.execute("COMMIT")
        yield Shelf(file, connection, sealed)


def _make(file: Path, of: dict[str, str], sealed: Callable[[str, Rows], str]) -> None:
    """Write a file without spans, whole or not at all, and in place of an empty one.

    One that another run has begun meanwhile stays.
    """
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with _told(str(file)):
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part, isolation_level=None)) as connection:
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute("BEGIN")
                for statement in _TABLES:
                    connection.execute(statement)
                connection.executemany("INSERT INTO about VALUES (?, ?)", of.items())
                connection.execute("INSERT INTO seal VALUES (?, ?)", (_WHOLE, sealed(_WHOLE, [])))
                connection.execute("COMMIT")
            try:
                os.link(part, file)
            except FileExistsError:
                if file.stat().st_size == 0:
                    os.replace(part, file)
    except OSError as error:
        raise fault(f"finished ranges cannot be kept here: {error.strerror}", file=str(file)) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _ours(file: str) -> bool:
    """Whether there is no such file yet, or an empty one; InputError where it is no file of finished ranges.

    It is read as bytes, so that nothing changes.
    """
    try:
        with open(file, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as raw:
            header = raw.read(72) if stat.S_ISREG(os.fstat(raw.fileno()).st_mode) else b"\0"
    except FileNotFoundError:
        if Path(file).absolute().parent.is_dir():
            return True
        raise fault(
            "finished ranges cannot be kept here", file=file, expected="a file, in a folder that exists"
        ) from None
    except OSError as error:
        raise fault(f"finished ranges cannot be kept here: {error.strerror}", file=file) from None
    ours = header[:16] == _MAGIC and header[68:72] == _APPLICATION.to_bytes(4, "big")
    if header and not ours:
        raise fault("this is no file of finished ranges", file=file, expected="a file that --resume has made, or none")
    return not header


def _changed(file: str) -> InputError:
    return fault(
        "these finished ranges were changed, or made under another key, so nothing of them can be used",
        file=file,
        expected=f"a file as --resume has left it, made with the key {place()}, or a new one",
    )


def _alike(file: str, found: dict[str, str], wanted: dict[str, str]) -> None:
    for name, value in wanted.items():
        if found.get(name) != value:
            what = f"version {found.get('version')} of Bouton" if name in ("format", "version") else f"another {name}"
            raise fault(
                f"these finished ranges are of {what}, so nothing of them can be used",
                file=file,
                expected="a file of this run, or a new one",
            )


@contextmanager
def _told(file: str) -> Iterator[None]:
    """What SQLite has to say, as a fault of the file."""
    try:
        yield
    except sqlite3.Error as error:
        said = "another run is using the file" if "locked" in str(error) else str(error)
        raise fault(f"finished ranges cannot be kept: {said}", file=file) from None


@contextmanager
def _read(file: str) -> Iterator[None]:
    """What SQLite makes of a damaged file is a fault of the file too."""
    try:
        yield
    except (sqlite3.Warning, LookupError, OverflowError, TypeError, ValueError):
        raise _changed(file) from None
