"""What the solvers are asked: a problem as text, and weaker problems that were made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import dropwhile


@dataclass(frozen=True)
class Weaker:
    """A linear problem that is unsatisfiable only if the one is that it was made from, as SMT-LIB text.

    Only `unsat` counts of it: a model of it need not be one of the other. `name` says how it was made; `staged` that
    its last assertions are lemmas, of which some may be enough.
    """

    name: str
    text: str
    logic: str = "QF_LIA"
    staged: bool = False

    @property
    def question(self) -> Question:
        """The same as a question of its own."""
        return Question(self.text, self.logic, staged=self.staged)


@dataclass(frozen=True)
class Question:
    """A problem as SMT-LIB text. `small` are the names whose sum a model should keep small.

    `linear` is the text of a linear problem that is unsatisfiable only if this one is, made by opaque products, and
    `residues` are such problems made by residues; `tries` are values of some unknowns with which a nonlinear problem
    becomes easy, to look for a model.
    """

    text: str
    logic: str
    small: tuple[str, ...] = ()
    linear: str | None = None
    tries: tuple[tuple[tuple[str, int], ...], ...] = ()
    residues: tuple[Weaker, ...] = ()
    templates: Weaker | None = None
    """With templates of winning moves, or other instances, in place of its quantifiers."""

    staged: bool = False
    """Whether its last assertions are lemmas, of which some may be enough."""
    missed: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Of a linear problem: values of all that is free, with which no move was found to win. They may be models."""

    @property
    def bare(self) -> Question:
        """The question without comments, which is the same for all claims that come to the same problem."""
        return replace(
            self,
            text=_bare(self.text),
            linear=None if self.linear is None else _bare(self.linear),
            residues=tuple(replace(one, text=_bare(one.text)) for one in self.residues),
            templates=None if self.templates is None else replace(self.templates, text=_bare(self.templates.text)),
        )

    @property
    def weaker(self) -> tuple[Weaker, ...]:
        """Every linear problem that was made from it."""
        instances = () if self.templates is None else (self.templates,)
        return (
            *self.residues,
            *instances,
            *(() if self.linear is None else (Weaker("linear", self.linear, staged=True),)),
        )


def _bare(text: str) -> str:
    """An SMT-LIB text without the comments that it begins with."""
    lines = text.split("\n")
    return "\n".join(dropwhile(lambda line: line.startswith(";"), lines))
