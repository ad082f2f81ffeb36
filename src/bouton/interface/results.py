"""What the methods of a game give: frozen, printed as the command line has it, and shown as such in notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from bouton.core.counterexample import short
from bouton.core.errors import Diagnostic
from bouton.core.exits import Exit, worst
from bouton.core.position import Parameters, Position
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Result
from bouton.discover.guess import Discovery
from bouton.run.position import Analysis
from bouton.run.rows import Row
from bouton.show import discovery, faults, moves, objects, table, text, words
from bouton.show.repeats import Repeat, repeats
from bouton.show.text import Section


class _Shown:
    """What is shown as the text that it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


@dataclass(frozen=True, repr=False, kw_only=True)
class Answer(_Shown, Result):
    """The verdict of one claim. It has no truth value: compare `verdict`, or ask whether it is `as_expected`."""

    section: Section

    @classmethod
    def of(cls, section: Section, result: Result) -> Answer:
        """The answer that a result gives, with the section of the report that tells of it."""
        return cls(**vars(result), section=section)

    @property
    def result(self) -> Result:
        """Itself, as what the report tells."""
        return self

    def __bool__(self) -> bool:
        """Refuse: `unknown` can never read as success."""
        return bool(self.verdict)  # raises, as a verdict does

    def __str__(self) -> str:
        """The report of the claim."""
        return self.section.claim(self, full=True)

    def _repr_html_(self) -> str:
        found = self.counterexample
        options = found.options if found is not None else ()
        if found is not None and found.winning is not None:
            options = (found.winning,)
        rows = [(one.move, short(one.to), str(one.outcome or "")) for one in options]
        listed = _rows(("move", "to", "outcome"), rows) if rows else ""
        return f"<pre>{escape(str(self))}</pre>{listed}"

    def as_json(self) -> dict[str, Any]:
        """The object that `bouton check --json` has of the claim."""
        return objects.of_result(self)


@dataclass(frozen=True, repr=False)
class Discovered(_Shown):
    """What a search for a theorem has come to. It has no truth value: ask whether it is `proved`."""

    spec: Spec
    play: Play
    found: Discovery
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether a theorem was found that `check` proves."""
        return self.found.proved

    @property
    def says(self) -> str | None:
        """The theorem, or the best guess where none is proved, in words; None where nothing fits."""
        return None if self.found.best is None else self.found.best.says

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of its predicate, to be put after those of the game."""
        return () if self.found.best is None else self.found.best.body

    def __bool__(self) -> bool:
        """Refuse: a guess can never read as a theorem."""
        raise TypeError("a discovery has no truth value; ask whether it is `proved`")

    def __str__(self) -> str:
        """The report of the command line."""
        return discovery.text(self.spec, self.play, self.found, self.seconds)

    def as_json(self) -> dict[str, Any]:
        """The object of `bouton discover --json`."""
        return discovery.objects(self.spec, self.play, self.found, self.seconds)


@dataclass(frozen=True, repr=False)
class Report(_Shown):
    """The verdicts of the claims of a game, in their order, and what is wrong with claims that were not judged."""

    answers: tuple[Answer, ...]
    faults: tuple[Diagnostic, ...] = ()

    @property
    def exit(self) -> Exit:
        """The exit code of `bouton check`, 0 where every claim is as expected."""
        codes = [answer.exit for answer in self.answers]
        return worst([*codes, Exit.INPUT] if self.faults or not codes else codes)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __bool__(self) -> bool:
        """Refuse, as an answer does."""
        raise TypeError("a report has no truth value; look at its exit code")

    def __getitem__(self, claim: str) -> Answer:
        """The answer of the claim of that id; KeyError where there is none."""
        for answer in self.answers:
            if answer.id == claim:
                return answer
        raise KeyError(claim)

    def __str__(self) -> str:
        """The report of `bouton check`."""
        lines = [answer.section.claim(answer) for answer in self.answers]
        wrong = [faults.text(self.faults)] if self.faults else []
        return "\n".join([*lines, *wrong, text.summary(self.answers, 1, self.exit)])


@dataclass(frozen=True, repr=False)
class Solved(_Shown):
    """A position with its outcomes, its values and all its moves."""

    spec: Spec
    parameters: Parameters
    position: Position
    analysis: Analysis

    def __str__(self) -> str:
        """What `bouton solve` says."""
        return moves.solved(self.spec, self.parameters, self.position, self.analysis)

    def as_json(self) -> dict[str, Any]:
        """The object that `bouton solve --json` prints."""
        return moves.solved_object(self.spec, self.parameters, self.position, self.analysis)


@dataclass(frozen=True, repr=False)
class Tabulated(_Shown):
    """Positions of a box, in the order of their measure, with what was asked for."""

    rows: tuple[Row, ...]
    table: table.ShownTable

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows are shown."""
        return len(self.table.rows)

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """The periods that are to be seen, where one counter or the size of a single heap alone varies."""
        return tuple(repeats(self.rows))

    def __str__(self) -> str:
        """Columns side by side, then what repeats."""
        periods = (line for one in self.repeats for line in words.wrapped(str(one), ""))
        return "\n".join([table.text(self.table), *periods])

    def _repr_html_(self) -> str:
        return _rows(self.table.columns, table.cells(self.table))

    def objects(self) -> list[dict[str, Any]]:
        """One object per row, by column: what a data frame is made from."""
        return table.objects(self.table)


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG, with what is to be seen on it."""

    svg: str
    title: str

    def __str__(self) -> str:
        """What is to be seen."""
        return self.title

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it as a file; OSError where that cannot be done."""
        Path(path).write_text(self.svg, encoding="utf-8")


@dataclass(frozen=True, repr=False)
class Page(_Shown):
    """One HTML file in which a game is played, mapped, and its claims are read; a notebook shows it in place."""

    html: str
    title: str

    def __str__(self) -> str:
        """The game's name."""
        return self.title

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" title="{escape(self.title)}" width="100%" height="640"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write it as a file; OSError where that cannot be done."""
        Path(path).write_text(self.html, encoding="utf-8")


def _rows(columns: tuple[str, ...], rows: Any) -> str:
    """A table in HTML."""
    heading = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table><tr>{heading}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
