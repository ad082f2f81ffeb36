"""Compiled programs on disk, and what happens where they cannot be kept, or made."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from bouton import __version__
from bouton.compiled.engine import load as load_program
from bouton.compiled.prepare import CompiledClaim
from bouton.document.load import load
from bouton.process import compiler as cache
from tests.compiled.engines import judged, prepared

SOURCE = "#include <stdint.h>\nint64_t test_answer(void) { return %d; }\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache directory of one test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bouton"


@pytest.fixture(scope="module")
def program() -> CompiledClaim:
    spec = load(Path(__file__).parents[2] / "benchmarks" / "wythoff.yaml")
    item, claim = next((item, claim) for item, claim in judged(spec) if claim.id == "formula-3")
    found = prepared(spec, item, claim)
    assert found is not None
    return found


def answer(source: str) -> int:
    return int(cache.library(source).test_answer())


def test_a_program_is_compiled_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(SOURCE % 41) == 41
    (kept,) = home.glob("*.so")
    assert [path.name for path in home.iterdir()] == [kept.name]

    def refuse(_path: str, _source: str) -> bytes:
        raise AssertionError("compiled again")

    monkeypatch.setattr(cache, "_compile", refuse)
    assert answer(SOURCE % 41) == 41
    with pytest.raises(AssertionError):
        answer(SOURCE % 42)


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "text", "folder"])
def test_a_damaged_file_is_compiled_again(home: Path, damage: str) -> None:
    assert answer(SOURCE % 43) == 43
    (kept,) = home.glob("*.so")
    whole = kept.read_bytes()
    kept.unlink()  # the file in use must not change
    if damage == "folder":
        kept.mkdir()
    else:
        middle = len(whole) // 2
        changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
        kept.write_bytes({"empty": b"", "cut": whole[:middle], "changed": changed, "text": b"no program"}[damage])
    assert answer(SOURCE % 43) == 43
    if damage != "folder":
        assert cache._loaded(kept) is not None


PLANTED = SOURCE % 666


@pytest.mark.parametrize("seal", [b"\0" * 32, b"\xff" * 32])
def test_another_program_under_a_wrong_seal_is_not_loaded(home: Path, seal: bytes) -> None:
    assert answer(SOURCE % 45) == 45
    (other,) = home.glob("*.so")
    contents = other.read_bytes()[:-32]
    assert answer(SOURCE % 46) == 46
    (kept,) = (path for path in home.glob("*.so") if path != other)
    kept.unlink()
    kept.write_bytes(contents + seal)
    assert answer(SOURCE % 46) == 46
    assert kept.read_bytes()[-32:] == sha256(kept.read_bytes()[:-32]).digest()


def plant(home: Path, source: str) -> Path:
    """What a stranger would put there: another program under the name of this one, whole by its digest."""
    home.mkdir(parents=True, exist_ok=True)
    path = cache.compiler()
    assert path is not None
    names = (__version__, os.path.realpath(path), *cache._options(source), source)
    there = home / f"{sha256(chr(0).join(names).encode()).hexdigest()}.so"
    compiled = cache._compile(path, PLANTED)
    there.write_bytes(compiled + sha256(compiled).digest())
    there.chmod(0o600)
    home.chmod(0o700)
    return there


def open_folder(there: Path) -> None:
    there.parent.chmod(0o777)


def open_to_the_group(there: Path) -> None:
    there.parent.chmod(0o770)


def open_file(there: Path) -> None:
    there.chmod(0o666)


def linked_folder(there: Path) -> None:
    there.parent.rename(there.parent.with_name("elsewhere"))
    there.parent.symlink_to(there.parent.with_name("elsewhere"))


def linked_file(there: Path) -> None:
    there.rename(there.with_name("elsewhere.so"))
    there.symlink_to(there.with_name("elsewhere.so"))


def open_above(there: Path) -> None:
    there.parent.parent.chmod(0o777)


def of_a_stranger(there: Path) -> None:
    os.chown(there.parent, 65534, 65534)


def file_of_a_stranger(there: Path) -> None:
    os.chown(there, 65534, 65534)


@pytest.mark.parametrize(
    "expose",
    [
        *(open_folder, open_to_the_group, open_file, linked_folder, linked_file, open_above),
        *(of_a_stranger, file_of_a_stranger),
    ],
)
@pytest.mark.sample(2)
def test_what_a_stranger_may_have_put_there_is_not_loaded(
    expose: Callable[[Path], None], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() and "stranger" in expose.__name__:
        pytest.skip("only root can give a file away")
    source = SOURCE % (500 + len(expose.__name__))
    there = plant(home, source)
    assert answer(source) == 666  # in the user's own folder the digest is believed
    source = SOURCE % (600 + len(expose.__name__))
    there = plant(home, source)
    expose(there)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = sorted(tmp_path.iterdir())
    assert answer(source) == 600 + len(expose.__name__)
    assert sorted(tmp_path.iterdir()) == before  # the private folder is gone


def test_the_folder_is_made_for_the_user_alone(home: Path) -> None:
    assert answer(SOURCE % 47) == 47
    (kept,) = home.glob("*.so")
    assert [path.stat().st_mode & 0o777 for path in (home, kept)] == [0o700, 0o600]


def test_a_program_of_another_version_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(SOURCE % 44) == 44
    (old,) = home.glob("*.so")
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    assert answer(SOURCE % 44) == 44
    assert len(list(home.glob("*.so"))) == 2
    assert old.exists()


@pytest.mark.parametrize("where", ["/dev/null/cache", "relative", ""])
def test_a_cache_that_cannot_be_used_is_done_without(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/dev/null/home")
    monkeypatch.setenv("XDG_CACHE_HOME", where)
    monkeypatch.chdir(tmp_path)
    assert answer(SOURCE % 45) == 45
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bouton.process.cache._write", full)
    assert answer(SOURCE % 46) == 46
    assert list(home.iterdir()) == []


def test_few_programs_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST", 2)
    for number in range(4):
        answer(SOURCE % number)
        for at, path in enumerate(sorted(home.glob("*.so"))):
            os.utime(path, (at, at))
    assert len(list(home.glob("*.so"))) == 2


@pytest.mark.usefixtures("home")
def test_without_a_compiler_the_program_is_in_python(program: CompiledClaim, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_program(program.job).machine.name == "compiled C"
    monkeypatch.setenv("PATH", "")
    engine = load_program(program.job)
    assert engine.machine.name == "compiled Python"
    missing = "there is no C compiler (cc, gcc, clang, or the extra bouton[compiler])"
    assert engine.note == f"judged by a program in Python: {missing}"
    assert engine.run(0, program.job.size).judged == program.job.size


@pytest.mark.parametrize(
    ("script", "said"), [("echo broken >&2; exit 3", "broken"), ("exit 3", "exit code 3"), ("exit 0", "cannot be used")]
)
@pytest.mark.usefixtures("home")
def test_a_compiler_that_fails(
    script: str, said: str, program: CompiledClaim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    compiler = tmp_path / "bin" / "cc"
    compiler.write_text(f"#!/bin/sh\n{script}\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    engine = load_program(program.job)
    assert engine.machine.name == "compiled Python"
    assert said in (engine.note or "")
    with pytest.raises(cache.NoCompiler):
        load_program(program.job, "C")


@pytest.mark.usefixtures("home")
def test_the_compiler_of_the_extra_is_used_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = cache.compiler()
    assert own is not None
    package = tmp_path / "ziglang_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError('it is looked for, and not imported')\n")
    monkeypatch.setattr(cache, "_PACKAGE", package.name)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert cache.compiler() is None  # as it is where a package is broken
    zig = package / "zig"
    zig.write_text(f'#!/bin/sh\ntest "$1" = cc || exit 3\nshift\nPATH=/usr/bin:/bin exec {own} "$@"\n')
    zig.chmod(0o700)
    assert cache.compiler() == str(zig)
    assert answer(SOURCE % 47) == 47
