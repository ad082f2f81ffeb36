"""Damaged resume files and certificates: refused, or of no effect on what is said."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.attack import files
from tests.attack.attacks import LIMITS, SECONDS, game
from tests.attack.outside import Tally, run, spec_of

_RESUMED = [
    ["check", "take.yaml", "--json", "--claim", name, "--resume", "run", "--over", "pile=0..510000", *LIMITS]
    for name in ("multiple", "late")
]
"""A claim that holds, and one that is refuted far up, in boxes so large that they are judged in parts."""
_LATE = "late :- multiple, not pile(400002).\n", "  - {id: late, says: x, kind: p-positions, iff: late}\n"
_CERTIFIED = ["check", "take.yaml", "--json", "--claim", "multiple", "--certificate", "proof", *LIMITS]
_VERIFY = ["verify", "proof", "--json"]


def resumed(runs: int, seed: int = 1) -> Tally:
    """Resume files with bytes changed, or numbers in their rows: another verdict, or another count, is never told."""
    tally = Tally("damaged resume files")
    with game() as folder:
        (folder / "take.lp").write_text(files.RULES + _LATE[0])
        (folder / "take.yaml").write_text(files.SPEC + _LATE[1])
        whole: list[tuple[list[str], bytes, object]] = []
        for arguments in _RESUMED:
            usual = run([*arguments, "--timeout", "600"], folder)
            whole.append((arguments, (folder / "run").read_bytes(), _said(usual.out)))
            (folder / "run").unlink()
        for number in range(runs):
            random_ = random.Random(f"{seed} {number}")
            how = _edited if number % 2 else _damaged
            arguments, data, said = whole[number // 2 % 2]
            (folder / "run").write_bytes(how(random_, data, folder))
            ended = run(arguments, folder)
            faults = ended.faults(2 * SECONDS + 2)
            if ended.code in (0, 1) and _said(ended.out) != said:
                faults.append("another verdict than that of the whole file")
            for other in folder.glob("run-*"):
                other.unlink()
            tally.add(ended, faults, f"{how.__name__}, number {number} of seed {seed}")
    return tally


def certificates(runs: int, seed: int = 1) -> Tally:
    """Certificates with bytes changed, or their lines, some signed anew: what is accepted is what it was.

    `verify` has no rules, so that those signed anew are replayed.
    """
    tally = Tally("damaged certificates")
    with game() as folder:
        run(_CERTIFIED, folder)
        whole = (folder / "proof").read_bytes()
        for number in range(runs):
            random_ = random.Random(f"{seed} {number}")
            how = _restructured if number % 2 else _damaged
            found = how(random_, whole, folder)
            forged = how is _restructured and random_.random() < 0.5
            (folder / "proof").write_bytes(_signed(found) if forged else found)
            ended = run([*_VERIFY, *(["--replay", *LIMITS] if forged else [])], folder)
            # exit 1 says that the certificate is wrong
            faults = [fault for fault in ended.faults(SECONDS + 2) if "no claim is refuted" not in fault]
            if ended.code == 0 and _content(found, sealed=not forged) != _content(whole, sealed=not forged):
                faults.append("accepted, and its content is another")
            tally.add(ended, faults, f"{how.__name__}{', signed' if forged else ''}, number {number} of seed {seed}")
    return tally


def _said(out: str) -> object:
    (claim,) = spec_of(out)["claims"]
    return claim["verdict"], claim["positions"], claim["counterexample"]


def _damaged(random_: random.Random, data: bytes, _folder: Path) -> bytes:
    """The file cut short, with something at its end, or with some of its bytes changed."""
    how = random_.randrange(4)
    if how == 0:
        return data[: random_.randrange(len(data))]
    if how == 1:
        return data + random_.randbytes(random_.choice((1, 100)))
    changed = bytearray(data)
    written = [at for at, byte in enumerate(data) if byte]  # most of a database is empty
    for _ in range(random_.choice((1, 3, 30))):
        changed[random_.choice(written)] = random_.randrange(256)
    return bytes(changed)


def _edited(random_: random.Random, data: bytes, folder: Path) -> bytes:
    """A database with its rows changed or lost, which no checksum of SQLite's tells."""
    file = folder / "edited"
    file.write_bytes(data)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM span").fetchone() > (0,)  # there is something to be believed
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [(name, column[1]) for name in tables for column in connection.execute(f"PRAGMA table_info({name})")]
        spans = [(table, column) for table, column in columns if table == "span"]
        while connection.total_changes == 0:  # some changes are refused, or of nothing
            table, column = random_.choice(random_.choice((columns, spans)))
            which = f"rowid IN (SELECT rowid FROM {table} LIMIT 1 OFFSET {random_.randrange(3)})"
            new = random_.choice(("NULL", "0", "1", "-1", f"{2**62}", "'x'", f"{column} + 1", f"{column} - 1"))
            how = random_.choice((f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {new}"))
            with connection, suppress(sqlite3.Error):
                connection.execute(f"{how} WHERE {which} AND {column} IS NOT {new}")
    found = file.read_bytes()
    file.unlink()
    return found


def _restructured(random_: random.Random, data: bytes, _folder: Path) -> bytes:
    """The lines of a certificate with one lost, doubled or moved, or one of their values exchanged for another."""
    lines = data.splitlines(keepends=True)
    for _ in range(random_.choice((1, 1, 2, 5))):
        at, other = random_.randrange(len(lines)), random_.randrange(len(lines))
        how = random_.randrange(6)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[other])
        elif how == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = _exchanged(random_, lines[at])
        if not lines:
            return b""
    return b"".join(lines)


def _exchanged(random_: random.Random, line: bytes) -> bytes:
    """A line with one value of its object, at any depth, lost, or exchanged for another."""
    try:
        record = json.loads(line)
    except ValueError:
        return line
    places: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict | list):
            for key in list(value) if isinstance(value, dict) else range(len(value)):
                places.append((value, key))
                collect(value[key])

    collect(record)
    if places:
        of, key = random_.choice(places)
        new: list[Callable[[Any], Any]] = [
            lambda old: old + 1 if isinstance(old, int) else [old],
            lambda old: {"P": "N", "N": "P"}.get(old) if isinstance(old, str) else None,
            lambda old: old * 2 if isinstance(old, str | list) else -1,
            lambda _old: random_.choice((0, -1, 10**30, "", "x", [], {}, True, None, 1.5)),
        ]
        if random_.random() < 0.2:
            del of[key]
        else:
            of[key] = random_.choice(new)(of[key])
    return json.dumps(record).encode() + b"\n"


def _signed(data: bytes) -> bytes:
    """The certificate with counts and digest for the lines that it has, as a forger would write them."""
    lines = [line for line in data.splitlines(keepends=True) if b'"end"' not in line[:10]]
    covered = sum(b'"claim"' in line for line in lines[1:])
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        old = json.loads(data.splitlines()[-1])["end"]
        covered = old["covered"]
    positions = sum(b'"position"' in line for line in lines[1:])
    counts = {"positions": positions, "covered": covered, "sha256": sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + json.dumps({"end": counts}).encode() + b"\n"


def _content(data: bytes, *, sealed: bool) -> object:
    """What a certificate states: all of it, or the claim and, in any order, the lines below it."""
    records = [json.loads(line) for line in data.splitlines()]
    if sealed:
        return records
    header = {name: value for name, value in records[0].items() if name in ("claim", "box", "verdict", "fluents")}
    lines = {json.dumps(record, sort_keys=True) for record in records[1:] if "end" not in record}
    return header, lines
