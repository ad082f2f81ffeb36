"""Which statements the proofs of claims may use: there, proved for themselves, and in no circle."""

from __future__ import annotations

from collections.abc import Mapping

from bouton.core.errors import nearest
from bouton.document.base import Claim as Entry
from bouton.document.entries import Statement
from bouton.document.faults import Faults


def check_lemmas(faults: Faults, entries: Mapping[int, Entry], ids: Mapping[str, int]) -> None:
    """Note what is wrong with the statements that claims use."""
    statements = [entry.id for entry in entries.values() if isinstance(entry, Statement)]
    for index, entry in entries.items():
        for name in getattr(entry, "using", {}):
            path = ("claims", index, "using", name)
            lemma = entries.get(ids.get(name, -1))
            if name not in ids:
                message = f"there is no claim {name!r}"
                faults.add(path, message, key=True, nearest=nearest(name, statements))
            elif lemma is None:
                continue  # it is at fault itself
            elif not isinstance(lemma, Statement):
                faults.add(path, f"{name!r} is no claim of kind 'statement'", key=True, expected="a statement")
            elif lemma.prove is None:
                faults.add(path, f"{name!r} is not to be proved", key=True, expected="a statement with `prove`")
            elif name != entry.id and entry.id in _below(name, entries, ids):
                faults.add(path, f"the proof of {name!r} uses {entry.id!r} in its turn", key=True)


def _below(name: str, entries: Mapping[int, Entry], ids: Mapping[str, int]) -> set[str]:
    """The statements that the proof of a claim rests on."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        entry = entries.get(ids.get(waiting.pop(), -1))
        for used in getattr(entry, "using", {}):
            if used not in found:
                found.add(used)
                waiting.append(used)
    return found
