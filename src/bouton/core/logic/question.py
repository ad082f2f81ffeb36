"""What the solvers are asked: a problem as text, and weaker problems that were made of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weaker:
    """A linear problem that is unsatisfiable only if the one is that it was made from, as SMT-LIB text.

    `name` says how it was made: a solver `z3 NAME` is given this text.
    """

    name: str
    text: str
    logic: str = "QF_LIA"


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

    missed: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Of a linear problem: values of all that is free, with which no move was found to win. They may be models."""

    @property
    def weaker(self) -> tuple[Weaker, ...]:
        """Every linear problem that was made from it."""
        instances = () if self.templates is None else (self.templates,)
        return (*self.residues, *instances, *(() if self.linear is None else (Weaker("linear", self.linear),)))
