"""Finished ranges in a small SQLite file, so that a run that was killed can be continued.

Each write is one transaction: killed at any moment, the file is as it was before or after one, and what it
lacks is done again. Spans that adjoin are joined, so that the file stays small however long the run.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bouton import __version__
from bouton.errors import fault
from bouton.schedule.span import Found
from bouton.spec.model import Spec

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x42_6F_75_74
"""In the header of the file (`Bout`): whose file it is."""
_FORMAT = "1"
_BETWEEN = 0.25
"""Seconds between two writes; what is lost is done again."""
_TABLES = f"""
PRAGMA application_id = {_APPLICATION};
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE span (
    job TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
    judged INTEGER NOT NULL, moves INTEGER NOT NULL, first INTEGER,
    PRIMARY KEY (job, start)
) STRICT;
"""


def about(spec: Spec) -> dict[str, str]:
    """What a file is of: a file of anything else is refused."""
    return {
        "format": _FORMAT,
        "version": __version__,
        "spec": sha256(Path(spec.file).read_bytes()).hexdigest(),
        "encoding": sha256(spec.rules.read_bytes()).hexdigest(),
    }


@dataclass
class Shelf:
    """The open file. What is put there is written every now and then, at the latest by `flush`."""

    file: str
    connection: sqlite3.Connection
    waiting: list[tuple[str, Found]] = field(default_factory=list)
    written: float = field(default_factory=time.monotonic)

    def spans(self, key: str) -> list[Found]:
        """What is known of the job with that key, least first."""
        self.flush()
        with _told(self.file):
            query = "SELECT start, stop, judged, moves, first FROM span WHERE job = ? ORDER BY start"
            rows = self.connection.execute(query, (_name(key),)).fetchall()
        return [Found(start, stop, judged, bool(moves), first) for start, stop, judged, moves, first in rows]

    def put(self, key: str, span: Found) -> None:
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
        self.written = time.monotonic()


def _name(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _insert(connection: sqlite3.Connection, name: str, span: Found) -> None:
    """Add a span, joined with its neighbours; one that holds a violation stays by itself."""
    if span.first is None:
        neighbours = "FROM span WHERE job = ? AND first IS NULL AND (stop = ? OR start = ?)"
        arguments = (name, span.start, span.stop)
        rows = connection.execute(f"SELECT start, stop, judged, moves {neighbours}", arguments).fetchall()
        connection.execute(f"DELETE {neighbours}", arguments)
        for start, stop, judged, moves in rows:
            span = Found(
                min(start, span.start), max(stop, span.stop), judged + span.judged, bool(moves) or span.moves, None
            )
    row = (name, span.start, span.stop, span.judged, span.moves, span.first)
    connection.execute("INSERT INTO span VALUES (?, ?, ?, ?, ?, ?)", row)


@contextmanager
def shelf(file: str, of: dict[str, str]) -> Iterator[Shelf]:
    """The file, made where there is none; InputError, and the file untouched, where it is of something else."""
    _ours(file)
    with _told(file), closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")  # from here on no other run has it
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            _alike(file, dict(connection.execute("SELECT name, value FROM about")), of)
        else:
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.executemany("INSERT INTO about VALUES (?, ?)", of.items())
        connection.execute("COMMIT")
        yield Shelf(file, connection)


def _ours(file: str) -> None:
    """InputError where the file is there and is no file of finished ranges; read as bytes, so that nothing changes."""
    try:
        with open(file, "rb") as raw:
            header = raw.read(72)
    except FileNotFoundError:
        if Path(file).absolute().parent.is_dir():
            return
        raise fault(
            "finished ranges cannot be kept here", file=file, expected="a file, in a folder that exists"
        ) from None
    except OSError as error:
        raise fault(f"finished ranges cannot be kept here: {error.strerror}", file=file) from None
    ours = header[:16] == _MAGIC and header[68:72] == _APPLICATION.to_bytes(4, "big")
    if header and not ours:
        raise fault("this is no file of finished ranges", file=file, expected="a file that --resume has made, or none")


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
