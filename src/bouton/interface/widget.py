"""A page as a widget of notebooks, by anywidget: positions travel from it to Python, and back."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from bouton.core.errors import fault
from bouton.core.position import Fluent, Member, NamedPosition, Parameters, named, unnamed
from bouton.interface.results import Page
from bouton.page import html

Part: TypeAlias = Literal["play", "map"]


def required() -> None:
    """InputError where anywidget, which the extra `notebook` brings, is not installed."""
    if find_spec("anywidget") is None:
        raise fault(
            "playing in a notebook needs anywidget, which is not installed",
            expected="the extra: pip install '.[notebook]', or `page()` and `plot()`, which need it not",
        )


def widget(page: Page, fluents: Sequence[Fluent], parameters: Sequence[Parameters], part: Part) -> Any:
    """The page, open at one of its parts. Its `position` and `parameters` are what is looked at, as it changes.

    To set `position` sets up the board; both can be observed, as what a widget has can be. `parameters` are those of
    the page's games, in their order.
    """
    import anywidget  # noqa: PLC0415 (an extra)
    import traitlets  # noqa: PLC0415 (comes with it)

    sent = {"sync": True}
    kind = type(
        "Board",
        (anywidget.AnyWidget,),
        {
            "_esm": html.widget(),
            "html": traitlets.Unicode().tag(**sent),
            "title": traitlets.Unicode().tag(**sent),
            "seen": traitlets.Dict().tag(**sent),
            "asked": traitlets.Dict().tag(**sent),
            "position": traitlets.Dict(),
            "parameters": traitlets.Dict(),
        },
    )
    board = kind(html=page.html, title=page.title, asked={"part": part}, parameters=dict(parameters[0]))

    def see(change: Any) -> None:
        found = change["new"]
        board.parameters = dict(parameters[found["game"]])
        told = {fluent.name: part for fluent, part in zip(fluents, found["position"], strict=True)}
        board.position = named(fluents, unnamed(fluents, told))

    def ask(change: Any) -> None:
        position = _read(fluents, change["new"])
        wanted = {"game": parameters.index(board.parameters), "position": position}
        if wanted != board.seen:
            board.asked = wanted

    board.observe(see, "seen")
    board.observe(ask, "position")
    return board


def _read(fluents: Sequence[Fluent], position: NamedPosition) -> list[Any]:
    """The position as pages have it, with members by their terms; InputError where it is none of these fluents."""
    names = [fluent.name for fluent in fluents]
    if position.keys() != {*names}:
        raise fault(f"a position of {', '.join(position) or 'nothing'}", expected=", ".join(names))
    parts = unnamed(fluents, position)
    return [[*map(_told, part)] if isinstance(part, tuple) else _told(part) for part in parts]


def _told(value: int) -> int | str:
    return value.term if isinstance(value, Member) else value
