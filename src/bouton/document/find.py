"""Finding spec files and rules files: where the user says, else among those that ship with Bouton."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from bouton.core import shipped
from bouton.core.errors import Diagnostic, InputError, nearest
from bouton.document.graphs import FORMATS


def find_specs(paths: Sequence[str]) -> list[str]:
    """The spec files that the paths name, in order, each once: files, and every *.yaml below a folder.

    A path that does not exist may name what ships with Bouton: `specs/nim.yaml`, `nim.yaml`,
    `nim`. InputError, with every fault, for a path that is neither or a folder without specs.
    """
    found: dict[str, str] = {}
    faults: list[Diagnostic] = []
    for path in paths:
        here = path if os.path.lexists(path) else _shipped(path)
        if here is None:
            stems = [file.stem for file in shipped.folder("specs").glob("*.yaml")]
            near = nearest(PurePath(path).name, names_beside(path)) or nearest(PurePath(path).stem, stems)
            faults.append(Diagnostic("there is no such file or folder", path, nearest=_game(path) or near))
        elif not os.path.isdir(here):
            found.setdefault(os.path.realpath(here), here)
        else:
            below = list(_below(here))
            if not below:
                faults.append(Diagnostic("there is no spec (*.yaml) in this folder", path))
            for file in below:
                found.setdefault(os.path.realpath(file), file)
    if faults:
        raise InputError(faults)
    return list(found.values())


def _shipped(path: str) -> str | None:
    """A spec, or a folder of them, that ships with Bouton under that name."""
    parts = PurePath(path).parts
    if not parts or PurePath(path).is_absolute() or ".." in parts:
        return None
    folder = shipped.folder("specs")
    wanted = folder.joinpath(*(parts[1:] if parts[0] == "specs" else parts))
    if wanted.suffix == ".lp":
        encoding = shipped.folder("encodings").joinpath(*(parts[1:] if parts[0] == "encodings" else parts))
        return str(encoding) if os.path.isfile(encoding) else None
    for candidate in (wanted, wanted.with_name(f"{wanted.name}.yaml")):
        if (os.path.isfile(candidate) and candidate.suffix == ".yaml") or os.path.isdir(candidate):
            return str(candidate)
    return None


def _game(path: str) -> str | None:
    """The rules of a game that one takes to be in one file."""
    rules, (folder, suffix) = "rules.lp", os.path.splitext(path)
    there = suffix == ".lp" and (os.path.isfile(os.path.join(folder, rules)) or _shipped(f"{folder}/{rules}"))
    return f"{PurePath(folder).name}/{rules}" if there else None


def names_beside(path: str | Path) -> list[str]:
    """The names in the folder of a path; none where there is no such folder."""
    try:
        return os.listdir(Path(path).parent)
    except OSError:
        return []


def _below(folder: str) -> Iterator[str]:
    for root, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(root, file) for file in sorted(files) if file.endswith(".yaml"))


def find_rules(spec: str, name: str) -> Path:
    """The rules file of that name for a spec file.

    It is looked for beside the spec, in `encodings` beside the spec's folder or beside the folder
    above that, then among the encodings that ship with Bouton. FileNotFoundError, whose message
    is the nearest name there is (or ""), if there is none; PermissionError for a link that leads
    out of its folder, of a file or of the folder that the name has, and for what is no regular file.
    """
    return _find(name, folders_of_rules(spec), "*/" * name.count("/") + "*.lp", "*/rules.lp")


def find_graph(spec: str, name: str) -> Path:
    """The graph of that name for a spec file, where rules files are; fails as `find_rules` does."""
    return _find(name, folders_of_rules(spec), *("*/" * name.count("/") + f"*.{one}" for one in FORMATS))


def folders_of_rules(spec: str) -> list[Path]:
    """The folders in which rules files are looked for, for a spec file."""
    parent = Path(spec).parent
    return [parent, parent / ".." / "encodings", parent / ".." / ".." / "encodings", shipped.folder("encodings")]


def find_beside(spec: str, name: str) -> Path:
    """The spec of that name beside a spec file, or among those that ship with Bouton; fails as `find_rules` does."""
    return _find(name, [Path(spec).parent, shipped.folder("specs")], "*.yaml")


def _find(name: str, folders: Sequence[Path], *patterns: str) -> Path:
    known: dict[str, str] = {}
    irregular: Path | None = None
    parts = PurePath(name).parts
    for folder in map(_tidy, folders):
        candidate = folder / name
        if os.path.isfile(candidate):  # False where the name is too long for any
            if any(leads_out(folder.joinpath(*parts[:many])) for many in range(1, len(parts) + 1)):
                raise PermissionError(f"{candidate} is a link that leads out of its folder")
            return candidate
        if irregular is None and os.path.lexists(candidate):
            irregular = candidate
        for file in (one for pattern in patterns for one in folder.glob(pattern) if one.is_file()):
            said = file.relative_to(folder).as_posix()
            known[said] = said
            if file.name == "rules.lp":
                known.setdefault(f"{file.parent.name}.lp", said)  # who takes a game to be in one file
    if irregular is not None:
        raise PermissionError(f"{irregular} is not a regular file")
    raise FileNotFoundError(known.get(nearest(name, known) or "", ""))


def leads_out(file: Path) -> bool:
    """Whether a file is a link to one in another folder, whose lines are nobody's to be shown."""
    return file.is_symlink() and file.resolve().parent != file.parent.resolve()


def _tidy(folder: Path) -> Path:
    """The folder without `..`, where that is the same one (beside a link it is not)."""
    tidy = Path(os.path.normpath(folder))
    try:
        return tidy if tidy.samefile(folder) else folder
    except OSError:
        return folder
