"""The files of a run as they were when it first asked for them: none is opened twice, so that all are of one state."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from bouton.core.sources import Source, opened
from bouton.document.text import DocumentText, content_of, parsed


@dataclass(frozen=True)
class Snapshot:
    """Spec files and rules files by where they are, whatever names they are asked for under."""

    _specs: dict[str, str] = field(default_factory=dict)
    _rules: dict[str, Source] = field(default_factory=dict)

    def spec(self, path: str | Path) -> DocumentText:
        """A spec file; InputError where it is no YAML document at all, of a file that cannot be read each time anew."""
        file, where = str(path), _real(path)
        if where not in self._specs:
            self._specs[where] = content_of(file)
        return parsed(file, self._specs[where])

    def rules(self, name: str, file: Path) -> Source:
        """A rules file, under that name."""
        where = _real(file)
        if where not in self._rules:
            self._rules[where] = opened(name, file)
        return replace(self._rules[where], name=name, file=file)


def _real(path: str | Path) -> str:
    """The file itself; of what names none the name."""
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)
