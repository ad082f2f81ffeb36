"""One spec file, read and checked: everything below `spec/` starts here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bouton.core.errors import Diagnostic, InputError
from bouton.core.octal import parse, rules_text
from bouton.core.position import Heaps
from bouton.core.sources import Source
from bouton.core.spec import Box, MemberRange, PlacedName, RulesReading, Spec
from bouton.document.claim import claims, unknowns_of
from bouton.document.faults import Faults
from bouton.document.find import find_graph, find_rules
from bouton.document.game import Subject, game
from bouton.document.graphs import NoGraphFile, facts
from bouton.document.narrow import narrow
from bouton.document.other import with_others
from bouton.document.snapshot import Snapshot
from bouton.document.text import DocumentText, Steps, child

__all__ = ["load", "load_alone", "load_sound", "narrow", "of_text"]


def load(path: str | Path, files: Snapshot | None = None) -> Spec:
    """Read one spec file; InputError with every fault of the file, each at its place.

    What is read before or after with the same `files` is of the same state of these.
    """
    files = files or Snapshot()
    return of_text(files.spec(path), files)


def load_sound(path: str | Path, files: Snapshot | None = None) -> Spec:
    """One spec file without the claims that are at fault, whose faults it tells; InputError for any other fault.

    A claim that needs a faulty one, such as a claim that takes it together with others, is at fault too.
    """
    files = files or Snapshot()
    text, told, lost = files.spec(path), list[Diagnostic](), set[str]()
    while True:
        faults = Faults(text)
        try:
            return replace(_built(faults, files, others=True), faults=tuple(dict.fromkeys(told)), lost=frozenset(lost))
        except InputError as error:
            wrong = faults.of_claims()
            if wrong is None:
                raise (InputError([*told, *error.diagnostics]) if told else error) from None
            told += error.diagnostics
            lost.update(_names(text, wrong))
            text = text.without(wrong)


def _names(text: DocumentText, places: Collection[int]) -> Iterator[str]:
    """The ids of the claims at these places of the file."""
    document = text.value
    entries = document["claims"] if isinstance(document, dict) else []
    for place in places:
        entry = entries[place]
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            yield entry["id"]


def load_alone(path: str | Path, files: Snapshot | None = None) -> Spec:
    """One spec file as `load` reads it, but its claims lack the other games that they name: no other file is read."""
    files = files or Snapshot()
    return _built(Faults(files.spec(path)), files, others=False)


def of_text(text: DocumentText, files: Snapshot | None = None) -> Spec:
    """A spec from what its file holds; InputError with every fault."""
    return _built(Faults(text), files or Snapshot(), others=True)


def _built(faults: Faults, files: Snapshot, *, others: bool) -> Spec:
    """Without `others`, what its claims compare the game with is not looked for."""
    faults.document()
    sources = tuple(_rules(faults, files))
    about = game(faults, lambda: _text(sources))
    sources += tuple(_graph(faults, files))
    about = _read_by(about, sources)
    legal = _legal(faults, about)
    found = claims(faults, about, lambda: _text(sources), legal)
    if others:
        found = tuple(with_others(faults, found, about.box.parameters, lambda other: load_alone(other, files)))
    code = _code(faults, about)
    rules = sources if code is None else (_octal(*code), *sources)
    faults.stop()
    return Spec(
        file=faults.text.file,
        game=faults.said("game"),
        source=faults.said("source"),
        rules=rules,
        rules_place=faults.place(("rules",) if code is None else ("octal",)),
        fluents=about.fluents,
        measure=about.measure,
        box=about.box,
        claims=found,
        starts=about.starts,
        elsewhere=unknowns_of(found),
        declared=about.reach,
        open=about.open,
        cycles=faults.said("cycles") or "refused",
        legal=legal,
        begins=_starts(faults),
        text=faults.text.content,
    )


def _read_by(about: Subject, sources: tuple[Source, ...]) -> Subject:
    """The game with boxes that know of which files the rules derive what may be members."""
    numbers = tuple(one.name for one in about.box.parameters if not one.is_set)
    sets = tuple(one.name for one in about.box.parameters if one.is_set)
    reading = RulesReading(sources, about.fluents, numbers, sets)

    def filled(box: Box) -> Box:
        parts = (replace(one, reading=reading) if isinstance(one, MemberRange) else one for one in box.fluents)
        return replace(box, fluents=tuple(parts))

    return replace(about, box=filled(about.box), reach=filled(about.reach))


def _starts(faults: Faults) -> PlacedName | None:
    """The predicate of the positions where games begin, if the document names one."""
    said = faults.said("starts")
    return PlacedName(said, faults.place(("starts",))) if isinstance(said, str) else None


def _graph(faults: Faults, files: Snapshot) -> Iterator[Source]:
    """The facts of the graph that the document names, as a rules file; a fault is noted where there is none."""
    name = faults.said("graph")
    if not isinstance(name, str) or faults.under(("graph",)):
        return
    try:
        file = find_graph(faults.text.file, name)
        yield Source(name, file, facts(name, files.rules(name, file).content))
    except FileNotFoundError as error:
        message = f"there is no graph {name!r} beside the spec or among the encodings"
        faults.add(("graph",), message, nearest=str(error) or None)
    except NoGraphFile as error:
        message = f"{name}{f':{error.line}' if error.line else ''}: {error}"
        faults.add(("graph",), message, expected=error.expected)
    except (OSError, ValueError) as error:
        faults.add(("graph",), f"{name}: {error}")


def _legal(faults: Faults, about: Subject) -> PlacedName | None:
    """The predicate of the positions that exist, if the document names one."""
    said = faults.said("legal")
    if not isinstance(said, str) or faults.under(("legal",)):
        return None
    if said in {"move", "after", *(fluent.name for fluent in about.fluents)}:
        faults.add(("legal",), f"{said} has another meaning", expected="a predicate of the rules without arguments")
    elif not faults.said("position"):
        faults.add(("legal",), "there is no `position`, of which some could be legal", key=True)
    elif child(faults.text.value, "octal"):
        faults.add(("legal",), "all positions of an octal game exist", key=True, expected="`rules` that say which do")
    return PlacedName(said, faults.place(("legal",)))


def _code(faults: Faults, about: Subject) -> tuple[str, str] | None:
    """The octal code that stands in place of a rules file, with the rules that it stands for; None where none does."""
    said = faults.said("octal")
    if not isinstance(said, str) or faults.under(("octal",)):
        return None
    heaps = [fluent.name for fluent in about.fluents if isinstance(fluent, Heaps)]
    if about.sound and (len(heaps) != 1 or len(about.fluents) != 1 or about.box.parameters):
        message = "an octal game is one of heaps under one name, without parameters"
        faults.add(("octal",), message, expected="position: {heap: {count: ..., size: ...}}")
    code = parse(said)
    return code.text, rules_text(code, *heaps[:1])


def _octal(code: str, text: str) -> Source:
    """The rules that an octal code stands for, which are in no file."""
    name = f"octal-{code}.lp"
    return Source(name, Path(name), text, code=True)


def _text(sources: Sequence[Source]) -> str:
    """What the rules files hold; nothing of one that cannot be read, of which who reads the rules tells."""
    found = ""
    for one in sources:
        with suppress(OSError, ValueError):
            found += one.content
    return found


def _rules(faults: Faults, files: Snapshot) -> Iterator[Source]:
    """The rules files; a fault is noted where one is not found, or is named twice."""
    said = faults.said("rules")
    known: dict[Path, str] = {}
    for at, name in enumerate(said if isinstance(said, list) else [said]):
        path: Steps = ("rules", at) if isinstance(said, list) else ("rules",)
        if not isinstance(name, str) or faults.under(path):
            continue
        try:
            file = find_rules(faults.text.file, name)
        except FileNotFoundError as error:
            message = f"there is no rules file {name!r} beside the spec or among the encodings"
            faults.add(path, message, nearest=str(error) or None)
        except PermissionError as error:
            faults.add(path, str(error))
        else:
            same = known.get(file.resolve())
            if same is not None:
                faults.add(path, f"{name} is named twice" if same == name else f"{name} is the same file as {same}")
            known[file.resolve()] = name
            yield files.rules(name, file)
