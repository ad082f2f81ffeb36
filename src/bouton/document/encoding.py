"""A rules file explored without a spec: what a spec would declare is said on the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bouton.core.errors import Diagnostic, InputError, fault
from bouton.core.spec import Spec
from bouton.document.load import of_text
from bouton.document.snapshot import Snapshot
from bouton.document.text import DocumentText

SUFFIX = ".lp"
_NUMBER = re.compile(r"-?[0-9]+")
_NUMBERS = re.compile(r"[0-9]+(?::[0-9]+)+")
_EXAMPLE = "--over heap.count=0..2 --over heap.size=1..9, or --over pile=0..20"


def of_encoding(
    path: str, sets: Sequence[str], over: Sequence[str], order: Sequence[str] = (), files: Snapshot | None = None
) -> Spec:
    """A spec without claims: its fluents are what `over` gives ranges to, its parameters what `sets` does.

    `order` has the order of the heaps, of all or as `heap=descending`. The game is named after the file, or after
    its folder where the file is `rules.lp`. InputError where these are at fault.
    """
    parameters = {name: _value(value) for name, value in _split("--set", sets)}
    position: dict[str, Any] = {}
    for target, value in _split("--over", over):
        name, dot, part = target.partition(".")
        if dot:
            heaps = position.setdefault(name, {})
            if not isinstance(heaps, dict):
                raise fault(f"--over {target}={value}: {name} has a range already")
            heaps[part] = _value(value)
        elif name in parameters or name in position:
            raise fault(f"--over {target}={value}: {name} has a range already")
        else:
            position[name] = _value(value)
    if not position:
        raise fault("without a spec the ranges must say what a position is", file=path, expected=_EXAMPLE)
    heaps = [name for name, entry in position.items() if isinstance(entry, dict)]
    for text in order:
        name, equals, value = text.partition("=")
        if not heaps:
            raise fault(f"--order {text}: the position has no heaps, which alone have an order")
        for one in [name] if equals else heaps:
            if one not in heaps:
                raise fault(f"--order {text}: there are no heaps {one!r}", expected=f"one of {', '.join(heaps)}")
            position[one]["order"] = value if equals else text
    rules = Path(path)
    game = rules.parent.name if rules.stem == "rules" else rules.stem
    document = {"game": game or rules.stem, "rules": rules.name, "parameters": parameters, "position": position}
    return of_document(path, document, "ranges", files)


def of_document(file: str, document: Mapping[str, Any], what: str, files: Snapshot | None = None) -> Spec:
    """A spec from what its file would hold; InputError with every fault, none of them of a line of any file."""
    try:
        return of_text(DocumentText(file, document, {}, {}, (), frozenset()), files)
    except InputError as error:
        raise InputError(
            Diagnostic(f"{what}: {one.message}", None, None, None, one.expected, one.nearest)
            for one in error.diagnostics
        ) from None


def _split(option: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    found = [tuple(piece.strip() for piece in text.split("=", 1)) for text in texts]
    for text, pieces in zip(texts, found, strict=True):
        if len(pieces) < 2 or not all(pieces):
            raise fault(f"{option} {text}: a name and a range were expected", expected=f"{option} NAME=RANGE")
    return [(name, value) for name, value in found]


def _value(text: str) -> Any:
    if _NUMBERS.fullmatch(text):
        return {"set": [[int(number) for number in text.split(":")]]}
    return int(text) if _NUMBER.fullmatch(text) and len(text) < 12 else text
