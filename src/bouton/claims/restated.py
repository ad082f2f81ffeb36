"""Claims that say something else, where the statement itself stands in the spec: another number, outcome or period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bouton.core.spec import Cell, Claim, Place
from bouton.document.types import Model


@dataclass(frozen=True)
class Restated:
    """A claim with one thing changed that stands in its own entry of the spec: `name`, under `key`, was `before`.

    `claim` says `after` instead. Where `weaker`, that follows from the claim by its form.
    """

    claim: Claim
    key: str
    name: str
    before: str
    after: str
    weaker: bool = False

    @property
    def place(self) -> Place:
        """Where the value of the key stands in the spec."""
        return self.claim.at(self.key)

    def __str__(self) -> str:
        place = self.place
        return f"{place.file}:{place.line}:{place.column}: {self.name} {self.before} -> {self.after}"


def restated(
    claim: Claim, key: str, after: object, *, beside: Mapping[str, Any] | None = None, weaker: bool = False
) -> Restated:
    """The claim with another value of this key of its entry, and of those beside that cannot stay as they are."""
    assert isinstance(claim.said, Model)
    before, said = getattr(claim.said, key), claim.said.model_copy(update={key: after, **(beside or {})})
    return Restated(replace(claim, said=said), key, key, plain(before), plain(after), weaker)


def cells(claim: Claim, key: str, listed: Sequence[Any], names: Sequence[str], where: str = "") -> Iterator[Restated]:
    """The claim with one of the things that it lists under the key changed; each has a name.

    They are cells, or things that have one `where` it is named.
    """
    assert isinstance(claim.said, Model)
    for at, (one, name) in enumerate(zip(listed, names, strict=True)):
        cell = getattr(one, where) if where else one
        for other in others(cell):
            new = one.model_copy(update={where: other}) if where else other
            said = claim.said.model_copy(update={key: [*listed[:at], new, *listed[at + 1 :]]})
            yield Restated(replace(claim, said=said), key, name, plain(cell), plain(other))


def others(cell: Cell) -> tuple[Cell, ...]:
    """What else might have stood there: the other outcome, a number one more or less; of several, another first one."""
    match cell:
        case bool():
            return (not cell,)
        case int():
            return (cell + 1, cell - 1) if cell > 0 else (cell + 1,)
        case str():
            return ("N" if cell == "P" else "P",)
        case (int() as first, *_):
            return ((first + 1, *cell[1:]),)
        case _:
            return (cell[1:] or True,)


def plain(value: object) -> str:
    """The value as a spec has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(plain, value))}]" if isinstance(value, list | tuple) else str(value)
