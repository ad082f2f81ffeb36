"""A game as an object: `bouton.load("specs/nim.yaml")`, or `bouton.Game("nim.lp", heap=...)` without a spec."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from bouton.claims.subject import subject
from bouton.core.errors import Diagnostic, InputError, fault, nearest
from bouton.core.news import Progress
from bouton.core.position import Parameters, Position
from bouton.core.ranges import one_by_one
from bouton.core.spec import At, Claim, Play, Spec
from bouton.discover.classes import game_class
from bouton.discover.guess import Discovery, Tried
from bouton.discover.theorem import discover
from bouton.document.at import parse_at
from bouton.document.encoding import of_document
from bouton.document.find import find_specs
from bouton.document.load import load_sound, narrow
from bouton.interface.results import Answer, Discovered, Page, Picture, Report, Solved, Tabulated
from bouton.interface.widget import Part, required, widget
from bouton.page.content import content, games
from bouton.page.html import page
from bouton.page.known import KnownPositions
from bouton.process.limits import Limits
from bouton.run.counting import Asking, count
from bouton.run.kept import check
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.position import analyse
from bouton.run.rows import Row, in_parts
from bouton.show import table, words
from bouton.show.counts import Counted
from bouton.show.picture import plot
from bouton.show.picture.graph import game_graph
from bouton.show.picture.slice import cut
from bouton.show.picture.solved import Number, played, solve
from bouton.show.picture.svg import svg
from bouton.show.text import Section, literal


def load(path: str | Path) -> Game:
    """The game of a spec file, or of one that ships with Bouton; InputError with every fault.

    Claims that are at fault are not among its claims, and `faults` of a report tells of them. The game is that of the
    spec and the rules as they are now: after an edit of the files it is loaded again.
    """
    (file,) = find_specs([str(path)])
    return Game.of_spec(measured(load_sound(file), Limits()))


def silent(_progress: Progress) -> None:
    """Tell nobody how far a check has come."""


@dataclass(frozen=True, init=False)
class Game:
    """A game with its ranges and claims. Its methods do what the commands of the same names do, and print nothing.

    They raise InputError where something is wrong with the rules or with what is asked for, LimitReached where
    there is nothing to give within the limits, and Disagreement for a fault of Bouton's own.
    """

    spec: Spec
    limits: Limits

    def __init__(
        self,
        rules: str | Path | Sequence[str | Path],
        *,
        parameters: Mapping[str, Any] | None = None,
        measure: str | Sequence[str] | None = None,
        cycles: Literal["allowed"] | None = None,
        legal: str | None = None,
        starts: str | None = None,
        graph: str | Path | None = None,
        claims: Sequence[Mapping[str, Any]] = (),
        limits: Limits | None = None,
        **position: Any,
    ) -> None:
        """A game of a rules file and ranges as a spec has them, `heap={"count": "0..2", "size": "1..9"}, pile="0..20"`.

        The rules may be a list of files, which are read as one. With `cycles="allowed"` positions may come back.
        A set or a token has the members of a predicate, `free={"subset_of": "vertex"}, at={"one_of": "vertex"}`;
        `starts` names the predicate of where games begin, and `graph` a file beside the rules that gives a graph.
        `claims` are mappings with the keys of a spec. InputError with every fault.
        """
        file, names = _beside([Path(rules)] if isinstance(rules, str | Path) else [Path(one) for one in rules])
        document: dict[str, Any] = {"game": file.stem, "rules": names, "position": _plain(position)}
        document |= {"parameters": _plain(parameters)} if parameters else {}
        document |= {"measure": measure if isinstance(measure, str) else list(measure)} if measure else {}
        document |= {"cycles": cycles} if cycles else {}
        document |= {"legal": legal} if legal else {}
        document |= {"starts": starts} if starts else {}
        document |= {"graph": str(graph)} if graph else {}
        document |= {"claims": _plain(claims)} if claims else {}
        spec = replace(of_document(str(file), document, file.name), made=_made(rules, document))
        object.__setattr__(self, "limits", limits or Limits())
        object.__setattr__(self, "spec", measured(spec, self.limits))

    @classmethod
    def of_spec(cls, spec: Spec, limits: Limits | None = None) -> Game:
        """The game of a spec that is read already."""
        game = object.__new__(cls)
        object.__setattr__(game, "spec", spec)
        object.__setattr__(game, "limits", limits or Limits())
        return game

    def __str__(self) -> str:
        """What it is, in a few lines: its name and ranges, and the claims."""
        about = f"{words.visible(self.spec.game)}: {words.box(self.spec.box) or 'all games'}"
        claims = f"{words.count(len(self.claims), 'claim')}{': ' if self.claims else ''}{', '.join(self.claims)}"
        return "\n".join([*words.wrapped(about, ""), *words.wrapped(claims, "  ")])

    __repr__ = __str__

    @property
    def claims(self) -> tuple[str, ...]:
        """The ids of its claims."""
        return tuple(claim.id for claim in self.spec.claims)

    def over(self, *ranges: str, **sets: object) -> Game:
        """The game with other ranges, as `--over` and `--set` have them: `game.over("heap.size=1..12", k=3)`."""
        over = [one for text in ranges for one in one_by_one(text)]
        spec = narrow(self.spec, [f"{name}={value}" for name, value in sets.items()], over)
        return Game.of_spec(measured(spec, self.limits), self.limits)

    def within(self, seconds: float | None = None, memory: int | None = None) -> Game:
        """The game with other limits: seconds for each claim, and bytes for each process."""
        limits = replace(self.limits, seconds=seconds) if seconds is not None else self.limits
        return Game.of_spec(self.spec, limits if memory is None else replace(limits, memory=memory))

    def check(self, claim: str, **options: Any) -> Answer:
        """The verdict of one claim; `options` are fields of `bouton.run.check.Options`, such as `prove=False`.

        `at` may be the text of a position, such as `k=2,heap=3:5:5`.
        """
        found = self._claim(claim)
        if isinstance(options.get("at"), str):
            options = {**options, "at": parse_at(subject(self.spec, found), options["at"]), "suspend": True}
        (answer,) = self._answers([found], options)
        return answer

    def check_all(self, **options: Any) -> Report:
        """The verdicts of all claims."""
        sound, faults = [], [*self.spec.faults]
        for claim in self.spec.claims:
            try:
                plan_of(self.spec, Options(claims=(claim.id,), limits=self.limits))
                sound.append(claim)
            except InputError as error:
                faults += error.diagnostics
        return Report(tuple(self._answers(sound, options)) if sound else (), tuple(dict.fromkeys(faults)))

    def counterexample(self, claim: str, **options: Any) -> Answer:
        """The same as `check` without a proof: where the claim fails in its box, or how far it does not."""
        return self.check(claim, **{"prove": False, **options})

    def solve(self, at: str, *, remoteness: bool = False) -> Solved:
        """Outcome, values and moves of a position, such as `k=2,heap=3:5:5`.

        With `remoteness`, and where moves form cycles, in how many moves it ends and by which, in place of values.
        """
        parameters, position = parse_at(self.spec, at)
        found = analyse(self.spec, parameters, position, self.limits, remoteness=remoteness)
        return Solved(self.spec, parameters, position, found)

    def table(
        self,
        at: str | None = None,
        *,
        play: Play = "normal",
        outcomes: bool = False,
        values: bool = False,
        alone: bool = False,
        progress: Any = silent,
    ) -> Tabulated:
        """The P-positions of its box; every position with its outcome, or with its Sprague-Grundy values.

        These are of both plays, or of the `play` `alone`. `at` names one position, `k=2,heap=1:2:2`, or the slice in
        which some numbers are free, `k=2,heap=_:2:2`: of these every one is shown with its outcome.
        """
        rows = tuple(chain.from_iterable(self.rows(at, play=play, values=values, alone=alone, progress=progress)))
        return Tabulated(rows, table.table(self.spec, rows, outcomes=outcomes or at is not None))

    def rows(
        self,
        at: str | None = None,
        *,
        play: Play = "normal",
        values: bool = False,
        alone: bool = False,
        lost: bool = False,
        remoteness: bool = False,
        progress: Any = silent,
    ) -> Iterator[Sequence[Row]]:
        """The rows of a table as they are found, some at once; or those alone that are `lost` for who moves.

        BrokenOff, a LimitReached, where rows came before the limit was reached.
        """
        chosen = None if at is None else chosen_at(self.spec, at)
        given = self.spec, play, self.limits, progress
        return in_parts(*given, values=values, alone=alone, chosen=chosen, lost=lost, remoteness=remoteness)

    def count(
        self,
        by: str | None = None,
        *,
        of: str | None = None,
        sum: str | None = None,
        play: Play = "normal",
        progress: Any = silent,
    ) -> Counted:
        """How many P-positions its box has, or positions `of` a predicate or claim: in all, or by a number.

        That is a parameter, a counter, `stones` or `largest`; the positions can have another `sum` besides.
        """
        asking = Asking(play, of, by, sum)
        return Counted(asking, tuple(count(self.spec, asking, self.limits, progress)))

    def discover(self, *, play: Play = "normal", seconds: float = 60.0) -> Discovered:
        """A theorem on its P-positions or winners, looked for from the rules alone for so many seconds in all."""
        started, limits = time.monotonic(), replace(self.limits, seconds=seconds)
        found = Discovery(game_class=game_class(self.spec, limits))
        left = replace(limits, seconds=seconds - (time.monotonic() - started), processor=seconds)
        tried = list[Tried]()
        for guess in discover(self.spec, left, play, ended=tried.append):
            found = found.with_(guess)
        found = replace(found, tried=tuple(tried))
        return Discovered(self.spec, play, found, time.monotonic() - started)

    def plot(self, at: str | None = None, *, play: Play | None = None, values: bool = False) -> Picture:
        """The P-positions or values of its box, or of the slice that `at` names, such as `heap=_:_:3`, drawn."""
        plot.required()
        number: Number = "values" if values else ""
        shown = cut(self.spec, at)
        of_play = played(shown.spec, play, number=number)
        marks = solve(shown, of_play, self.limits, silent, number=number)
        drawn = plot.draw(shown, marks, of_play, number=number, png=False)
        return Picture(drawn.decode(), f"{', '.join(plot.title(shown, of_play, number=number))}: {plot.tally(marks)}")

    def graph(self, at: str | None = None, *, play: Play | None = None) -> Picture:
        """All that a position, or its box, reaches, drawn."""
        drawn = game_graph(self.spec, at, play, self.limits)
        return Picture(svg(drawn), drawn.title)

    def page(self, *claims: str, check: bool = True) -> Page:
        """One HTML file in which it is played and mapped, with these claims or all, judged unless `check` is false."""
        return self._page("page", claims, check)[0]

    def play(self, *claims: str, check: bool = False) -> Any:
        """The same as a widget of a notebook, whose `position` is the one on the board (see `bouton.interface.widget`).

        InputError where the extra `notebook` is not installed.
        """
        return self._widget("play", claims, check)

    def map(self, *claims: str, check: bool = False) -> Any:
        """The same, open at the map: `position` is that of the cell that is looked at."""
        return self._widget("map", claims, check)

    def _widget(self, part: Part, claims: Sequence[str], check: bool) -> Any:
        required()
        made, known = self._page(part, claims, check)
        return widget(made, self.spec.fluents, [one.parameters for one in known], part)

    def _page(self, asked: str, claims: Sequence[str], check: bool) -> tuple[Page, Sequence[KnownPositions]]:
        """The page, and what it knows; `asked` is the method that makes it again."""
        if self.spec.all_games:
            raise fault("this spec is about all games, so that it has no game to play", file=self.spec.file)
        chosen = [self._claim(one) for one in claims] or [*self.spec.claims]
        known = [*games(self.spec, chosen, self.limits)]
        answers = self._answers(chosen, {}) if check and chosen else []
        results = {answer.id: answer for answer in answers}
        made = self.spec.made or f"bouton.load({literal(self.spec.file)})"
        said = f"{made}.{asked}({', '.join(map(literal, claims))})"
        return Page(page(content(self.spec, chosen, results, known, said)), self.spec.game), known

    def _claim(self, id: str) -> Claim:
        if id not in self.claims:
            unknown = Diagnostic(f"no claim {id!r} in {self.spec.file}", nearest=nearest(id, self.claims))
            raise InputError([*self.spec.faults, unknown])
        return self.spec.claim(id)

    def _answers(self, claims: Sequence[Claim], options: Mapping[str, Any]) -> list[Answer]:
        if "claims" in options:
            raise fault("`claims` is said by `check` and `check_all`")
        asked = Options(**{"limits": self.limits, **options, "claims": tuple(claim.id for claim in claims)})
        section = Section(self.spec, tuple(claims), None if asked.at is None else At(*asked.at))
        return [Answer.of(section, result) for result in check(self.spec, asked, silent)]


def chosen_at(spec: Spec, at: str) -> list[tuple[Parameters, tuple[Position, ...]]]:
    """The positions that a text names, by their parameters."""
    if not any("_" in part.partition("=")[2].split(":") for part in at.replace(" ", "").split(",")):
        parameters, position = parse_at(spec, at)
        return [(parameters, (position,))]
    shown = cut(spec, at)
    found: dict[int, dict[Position, None]] = {}
    for cell in shown.cells:
        found.setdefault(cell.assignment, {})[cell.position] = None
    return [(shown.assignments[index], tuple(positions)) for index, positions in found.items()]


def _beside(files: Sequence[Path]) -> tuple[Path, str | list[str]]:
    """A file in the folder where a spec of these rules would stand, and what it would call them."""
    if len(files) == 1:
        return files[0], files[0].name
    near = all(not one.is_absolute() and len(one.parts) <= 2 for one in files)
    folder = Path() if near else Path(os.path.commonpath([str(one.absolute().parent) for one in files]))
    names = [(one if near else one.absolute().relative_to(folder)).as_posix() for one in files]
    return folder / (files[0].name if files else "rules.lp"), names


def _made(rules: str | Path | Sequence[str | Path], document: Mapping[str, Any]) -> str:
    """The expression that makes the game again."""
    files = str(rules) if isinstance(rules, str | Path) else [str(one) for one in rules]
    given = {name: value for name, value in document.items() if name not in ("game", "rules", "position")}
    said = (f"{name}={literal(value)}" for name, value in {**document["position"], **given}.items())
    return f"bouton.Game({', '.join([literal(files), *said])})"


def _plain(value: Any) -> Any:
    """What a YAML file would hold: lists for tuples, dictionaries for mappings."""
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
