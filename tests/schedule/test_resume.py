"""Finished ranges on disk: killed at any moment, the file is good for what it says, and never for another run."""

from __future__ import annotations

import itertools
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton import __version__
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.process.cache import key as users
from bouton.process.limits import Limits
from bouton.schedule import resume
from bouton.schedule.pool import processes
from bouton.schedule.ranges import RankSpan, gaps
from bouton.schedule.resume import shelf
from bouton.schedule.run import Pace, judge
from tests.schedule.jobs import Made, done, judge_range, spoken

OF = {"format": "1", "version": __version__, "spec": "s", "encoding": "e"}
LIMITS = Limits(600.0, 300 << 20)
ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """\
import sys
sys.path.insert(0, ".")
from pathlib import Path
from bouton.process.limits import Limits
from bouton.schedule import resume
from bouton.schedule.pool import processes
from bouton.schedule.run import Pace, judge
from tests.schedule.jobs import Made, judge_range
resume._BETWEEN = 0.0
log, file, size, bad = sys.argv[1:]
job = Made(int(size), tuple(map(int, bad.split())), seconds=4e-5, log=Path(log))
with resume.shelf(file, dict(format="1", version=resume.__version__, spec="s", encoding="e")) as kept:
    with processes(2, Limits()) as crew:
        coming = judge(job, judge_range, crew, Limits(), kept, pace=Pace(longest=300))
        while True:
            try:
                next(coming)
            except StopIteration as end:
                print(end.value)
                break
"""


@pytest.mark.parametrize("bad", [(), (48_000, 29_997, 29_998)])
@pytest.mark.sample(2)
def test_killed_at_any_moment_and_continued(bad: tuple[int, ...], tmp_path: Path) -> None:
    job = Made(50_000, bad)
    log, file = tmp_path / "log", tmp_path / "kept"
    command = [sys.executable, "-c", PROGRAM, str(log), str(file), str(job.size), " ".join(map(str, bad))]
    moments = random.Random(len(bad))
    kills = 0
    while True:
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            last = len(done(log)) + moments.randint(0, 40)
            while child.poll() is None and len(done(log)) < last:
                time.sleep(0.01 * moments.random())
            if child.poll() is None:
                child.kill()
                kills += 1
            else:
                out = child.communicate()[0]
                break
    assert kills >= 3
    assert out.strip() == str(job.outcome)
    with shelf(str(file), OF) as kept:
        spans = kept.spans(job.key, job.size)
    end = job.size if job.outcome.first is None else job.outcome.first
    assert not [gap for gap in gaps(spans, job.size) if gap[0] < end]
    # what was done twice was under way when a run was killed: the window, and what had not been written
    assert len(done(log)) - len(set(done(log))) <= kills * 12


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    job = Made(30_000, (25_000,), log=tmp_path / "log")
    with shelf(str(tmp_path / "kept"), OF) as kept, processes(1, LIMITS) as crew:
        coming = judge(job, judge_range, crew, LIMITS, kept, pace=Pace(longest=100))
        for _ in range(40):
            advance = next(coming)
        coming.close()
        assert sum(span.stop - span.start for span in kept.spans(job.key, job.size)) >= advance.done > 0
    before = done(tmp_path / "log")
    with shelf(str(tmp_path / "kept"), OF) as kept, processes(2, LIMITS) as crew:
        coming = judge(job, judge_range, crew, LIMITS, kept, pace=Pace(longest=100))
        assert next(coming).done >= advance.done
        with pytest.raises(StopIteration) as end:
            while True:
                next(coming)
        assert end.value.value == job.outcome
    assert len(done(tmp_path / "log")) - len(before) <= 400 - 40 + 3
    with shelf(str(tmp_path / "kept"), OF) as kept, processes(1, LIMITS) as crew:
        again = len(done(tmp_path / "log"))
        assert len(list(judge(job, judge_range, crew, LIMITS, kept))) == 1
    assert len(done(tmp_path / "log")) == again


@given(st.integers(1, 60), st.data())
def test_spans_are_joined_and_say_the_same(size: int, data: st.DataObject) -> None:
    cuts = sorted({0, size, *data.draw(st.lists(st.integers(1, size), max_size=12))})
    spans = [RankSpan(a, b, spoken(a, b), b > 1) for a, b in itertools.pairwise(cuts)]
    order = data.draw(st.permutations(spans))
    taken = order[: data.draw(st.integers(0, len(order)))]
    connection = sqlite3.connect(":memory:")
    for statement in resume._TABLES:
        connection.execute(statement)
    for span in taken:
        resume._insert(connection, "job", span)
    rows = connection.execute("SELECT start, stop, judged, moves, first FROM span ORDER BY start").fetchall()
    connection.close()
    joined = [RankSpan(a, b, judged, bool(moves), first) for a, b, judged, moves, first in rows]
    assert gaps(joined, size) == gaps(taken, size)
    assert all(span.judged == spoken(span.start, span.stop) and span.moves == (span.stop > 1) for span in joined)
    assert all(one.stop < other.start for one, other in itertools.pairwise(joined))


def test_jobs_do_not_mix(tmp_path: Path) -> None:
    with shelf(str(tmp_path / "kept"), OF) as kept:
        kept.put("one", RankSpan(0, 5, 3, True))
        kept.put("one", RankSpan(5, 9, 1, True, 7))
        kept.put("other", RankSpan(2, 3, 1, False))
        kept.put("neighbour", RankSpan(5, 8, 2, True))
        assert kept.spans("neighbour", 9) == [RankSpan(5, 8, 2, True)]
        assert kept.spans("one", 9) == [RankSpan(0, 5, 3, True), RankSpan(5, 9, 1, True, 7)]
        assert kept.spans("other", 9) == [RankSpan(2, 3, 1, False)]
        assert kept.spans("third", 9) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("spec", "these finished ranges are of another spec, so nothing of them can be used"),
        ("encoding", "these finished ranges are of another encoding"),
        ("version", f"these finished ranges are of version {__version__} of Bouton"),
        ("format", f"these finished ranges are of version {__version__} of Bouton"),
    ],
)
def test_a_file_of_something_else_is_refused(name: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with shelf(str(file), OF) as kept:
        kept.put("one", RankSpan(0, 5, 3, True))
        kept.flush()
    refused(file, said, {**OF, name: "else"})
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM about WHERE name = ?", (name,))
    connection.close()
    refused(file, said.replace(__version__, "None") if name == "version" else said)


def test_what_a_file_is_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text that the ranges depend on, and the version that reads them."""
    texts = {
        "take.yaml": "game: a pile\nrules: take.lp\nposition: {pile: 0..9}\n"
        "claims: [{id: all, says: All., kind: everywhere, iff: size}]\n",
        "take.lp": "move(all) :- pile(N), N > 0. after(all,pile(0)) :- move(all). size :- pile(_).\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    found = [resume.about(load(tmp_path / "take.yaml"))]
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n")
        found.append(resume.about(load(tmp_path / "take.yaml")))
    for name in ("__version__", "_FORMAT"):
        monkeypatch.setattr(resume, name, "another")
        found.append(resume.about(load(tmp_path / "take.yaml")))
    assert len({tuple(of.items()) for of in found}) == 5


def written(text: bytes) -> Callable[[Path], Any]:
    return lambda file: file.write_bytes(text)


def foreign(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE precious (it TEXT)")
    connection.close()


@pytest.mark.parametrize(
    "make", [written(b"game: Nim\n"), written(b"\0" * 4096), written(b"-" * 68 + b"Bout"), foreign]
)
def test_no_file_of_ours_is_refused(make: Callable[[Path], Any], tmp_path: Path) -> None:
    make(tmp_path / "kept")
    refused(tmp_path / "kept", "this is no file of finished ranges")


def test_what_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kept")
    with pytest.raises(InputError, match="this is no file of finished ranges"), shelf(str(tmp_path / "kept"), OF):
        pass
    assert (tmp_path / "kept").is_fifo()


def test_a_file_of_ours_that_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with shelf(str(file), OF) as kept:
        kept.put("one", RankSpan(0, 5, 3, True))
        kept.flush()
    file.write_bytes(file.read_bytes()[:4096] + b"x" * 8192)
    refused(file, "finished ranges cannot be kept: ")


CHANGED = "these finished ranges were changed, or made under another key, so nothing of them can be used"


def kept_spans(file: Path, *spans: RankSpan) -> None:
    with shelf(str(file), OF) as kept:
        for span in spans:
            kept.put("one", span)
        kept.flush()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE span SET stop = 20 WHERE start = 0",
        "UPDATE span SET judged = 4 WHERE start = 0",
        "UPDATE span SET moves = 0",
        "UPDATE span SET first = NULL",
        "UPDATE span SET start = 6 WHERE start = 10",
        "UPDATE span SET job = 'other'",
        "DELETE FROM span WHERE start = 10",
        "DELETE FROM seal WHERE job <> ''",
        "INSERT INTO span SELECT job, 20, 30, 10, 1, NULL FROM span LIMIT 1",
        "INSERT INTO span SELECT job, 3, 7, 2, 1, NULL FROM span LIMIT 1",
        "UPDATE seal SET seal = '' WHERE job <> ''",
        "UPDATE seal SET seal = (SELECT seal FROM seal WHERE job = '')",
    ],
)
@pytest.mark.sample(3)
def test_spans_that_were_changed_are_refused(change: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    kept_spans(file, RankSpan(0, 5, 3, True), RankSpan(10, 15, 1, True, 12))
    with shelf(str(file), OF) as kept:
        assert kept.spans("one", 30) == [RankSpan(0, 5, 3, True), RankSpan(10, 15, 1, True, 12)]
    with sqlite3.connect(file) as connection:
        assert connection.execute(change).rowcount > 0
    connection.close()
    job = Made(30, key="one")
    with shelf(str(file), OF) as kept, processes(1, LIMITS) as crew, pytest.raises(InputError) as raised:
        list(judge(job, judge_range, crew, LIMITS, kept))
    assert [fault.message for fault in raised.value.diagnostics] == [CHANGED]


def test_spans_of_another_job_are_refused(tmp_path: Path) -> None:
    """With the seal that they have there."""
    file = tmp_path / "kept"
    kept_spans(file, RankSpan(0, 5, 3, True))
    with sqlite3.connect(file) as connection:
        for table in ("span", "seal"):
            connection.execute(f"UPDATE {table} SET job = ? WHERE job <> ''", (sha256(b"other").hexdigest(),))
    connection.close()
    with shelf(str(file), OF) as kept:
        assert kept.spans("one", 30) == []
        with pytest.raises(InputError, match="these finished ranges were changed"):
            kept.spans("other", 30)


@pytest.mark.parametrize(
    "spans",
    [
        (RankSpan(0, 6, 3, True), RankSpan(5, 9, 3, True)),
        (RankSpan(0, 31, 3, True),),
        (RankSpan(-1, 3, 3, True),),
        (RankSpan(4, 4, 0, True),),
        (RankSpan(0, 5, 6, True),),
        (RankSpan(0, 5, -1, True),),
        (RankSpan(0, 5, 4, True, 3),),
        (RankSpan(0, 5, 0, True, 5),),
        (RankSpan(3, 5, 0, True, 2),),
    ],
)
def test_spans_that_are_no_tiles_of_the_job_are_refused(spans: tuple[RankSpan, ...], tmp_path: Path) -> None:
    """Although they are sealed."""
    file = tmp_path / "kept"
    kept_spans(file, *spans)
    with shelf(str(file), OF) as kept, pytest.raises(InputError, match="these finished ranges were changed"):
        kept.spans("one", 30)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE about SET value = 'else' WHERE name = 'spec'",
        "DELETE FROM seal",
        "CREATE TABLE more (x INTEGER)",
        "DROP TABLE span",
        "CREATE TRIGGER t AFTER INSERT ON span BEGIN DELETE FROM span; END",
    ],
)
def test_a_file_that_was_changed_is_refused(change: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    kept_spans(file, RankSpan(0, 5, 3, True))
    with sqlite3.connect(file) as connection:
        connection.execute(change)
    connection.close()
    of = {**OF, "spec": "else"} if "about" in change else OF
    refused(file, CHANGED, of)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.sample(4)
def test_a_damaged_byte_is_a_fault_of_the_file_or_changes_nothing(seed: int, tmp_path: Path) -> None:
    file, chance = tmp_path / "kept", random.Random(seed)
    spans = [RankSpan(0, 5, 3, True), RankSpan(10, 15, 1, True, 12)]
    kept_spans(file, *spans)
    text = bytearray(file.read_bytes())
    used = [at for at, byte in enumerate(text) if byte]
    for at in chance.sample(used, 1 + seed % 3):
        text[at] ^= 1 << chance.randrange(8)
    file.write_bytes(text)
    try:
        with shelf(str(file), OF) as kept:
            assert kept.spans("one", 30) in ([], spans)
    except InputError as error:
        assert all(fault.file == str(file) for fault in error.diagnostics)


def test_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept"
    kept_spans(file, RankSpan(0, 5, 3, True))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "else"))
    with pytest.raises(InputError, match="these finished ranges were changed, or made under another key"):  # noqa: SIM117
        with shelf(str(file), OF):
            pass
    made = tmp_path / "else" / "bouton" / "key"
    assert [len(made.read_bytes()), made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777] == [
        32,
        0o600,
        0o700,
    ]
    assert [path.name for path in made.parent.iterdir()] == ["key"]
    first = made.read_bytes()
    with shelf(str(tmp_path / "new"), OF):
        pass
    assert made.read_bytes() == first


@pytest.mark.parametrize("spoil", ["open", "group", "another's", "short", "long", "folder", "link", "fifo"])
def test_a_key_that_is_none(spoil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    key = tmp_path / "bouton" / "key"
    key.parent.mkdir()
    if spoil == "folder":
        key.mkdir()
    elif spoil == "link":
        (tmp_path / "elsewhere").write_bytes(b"k" * 32)
        (tmp_path / "elsewhere").chmod(0o600)
        key.symlink_to(tmp_path / "elsewhere")
    elif spoil == "fifo":
        os.mkfifo(key)
    else:
        key.write_bytes(b"k" * {"short": 31, "long": 33}.get(spoil, 32))
        key.chmod({"open": 0o604, "group": 0o640}.get(spoil, 0o600))
        if spoil == "another's":
            monkeypatch.setattr(os, "geteuid", lambda: key.stat().st_uid + 1)
    with pytest.raises(InputError, match="key"), shelf(str(tmp_path / "kept"), OF):
        pass
    assert not (tmp_path / "kept").exists()


def test_a_file_that_another_run_has_begun_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run makes it, and keeps a span there, once this one has seen that there is none."""
    file = tmp_path / "kept"

    def meanwhile() -> bytes:
        monkeypatch.setattr(resume, "key", users)
        kept_spans(file, RankSpan(0, 5, 3, True))
        return users()

    monkeypatch.setattr(resume, "key", meanwhile)
    with shelf(str(file), OF) as kept:
        assert kept.spans("one", 30) == [RankSpan(0, 5, 3, True)]
    assert [path.name for path in tmp_path.iterdir() if path.name != "state"] == ["kept"]


def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "_TABLES", (*resume._TABLES[:2], "PRAGMA max_page_count = 1", *resume._TABLES[2:]))
    with pytest.raises(InputError, match="database or disk is full"), shelf(str(tmp_path / "kept"), OF):
        pass
    assert list(tmp_path.iterdir()) == []


def refused(file: Path, said: str, of: dict[str, str] = OF) -> None:
    """That it is one message, and that the folder is as before."""
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    with pytest.raises(InputError) as raised, shelf(str(file), of):
        pass
    (fault,) = raised.value.diagnostics
    assert fault.file == str(file)
    assert fault.message.startswith(said)
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


def test_an_empty_file_is_what_a_run_that_was_killed_at_once_leaves(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    with shelf(str(tmp_path / "kept"), OF) as kept:
        assert kept.spans("one", 9) == []


@pytest.mark.parametrize("file", ["missing/kept", "."])
def test_no_place_for_a_file(file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="finished ranges cannot be kept here"), shelf(str(tmp_path / file), OF):
        pass


def test_two_runs_cannot_share_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, connect = tmp_path / "kept", sqlite3.connect
    program = (
        "import sys\n"
        "from bouton.schedule import resume\n"
        "with resume.shelf(sys.argv[1], dict(format='1', version=resume.__version__, spec='s', encoding='e')):\n"
        "    print('open', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, **{**named, "timeout": 0.05}))
            refused(file, "finished ranges cannot be kept: another run is using the file")
        other.kill()
    with shelf(str(file), OF) as kept:
        assert kept.spans("one", 9) == []


def test_a_full_disk(tmp_path: Path) -> None:
    """SQLite's own word for it: the file may have no page more than it has."""
    with shelf(str(tmp_path / "kept"), OF) as kept:
        pages = kept.connection.execute("PRAGMA page_count").fetchone()[0]
        kept.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(InputError) as raised:
            for number in range(1000):
                kept.put(f"job {number}", RankSpan(0, 5, 3, True))
                kept.flush()
        assert [fault.message for fault in raised.value.diagnostics] == [
            "finished ranges cannot be kept: database or disk is full"
        ]
        kept.connection.execute("PRAGMA max_page_count = 1000000")
        assert kept.spans("job 0", 9) == [RankSpan(0, 5, 3, True)]


def test_a_disk_that_fills_up_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(resume, "_insert", full)
    monkeypatch.setattr(resume, "_BETWEEN", 0.0)
    said = pytest.raises(InputError, match=r"kept: finished ranges cannot be kept: database or disk is full$")
    with shelf(str(tmp_path / "kept"), OF) as kept, processes(1, LIMITS) as crew, said:
        list(judge(Made(100_000), judge_range, crew, LIMITS, kept, pace=Pace(longest=100)))


def test_a_violation_is_joined_to_nothing_whatever_comes_before_or_after(tmp_path: Path) -> None:
    with shelf(str(tmp_path / "kept"), OF) as kept:
        kept.put("job", RankSpan(5, 9, 1, True, 7))
        kept.put("job", RankSpan(0, 5, 3, True))
        kept.put("job", RankSpan(9, 12, 2, False))
        assert kept.spans("job", 12) == [RankSpan(0, 5, 3, True), RankSpan(5, 9, 1, True, 7), RankSpan(9, 12, 2, False)]
