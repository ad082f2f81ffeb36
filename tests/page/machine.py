"""Games against the machine of a page, move by move, each answer held against plain Python."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.page.browser import Browser
from tests.page.made import Position, lost

GAMES = 20
"""Games from random positions against the machine."""
_LINES = "[...document.querySelectorAll('#history li')]"
_OVER = "!document.querySelectorAll('#moves button').length"


def choose(tab: Browser, id: str, option: str) -> None:
    """Choose an option of a list."""
    tab.ask(f"{{ const one = document.getElementById('{id}'); one.value = '{option}';"
            " one.dispatchEvent(new Event('change')); }")  # fmt: skip


def set_up(tab: Browser, *values: str) -> None:
    """Set up the position whose parts are so written."""
    tab.ask(
        f"{{ const inputs = document.querySelectorAll('#set-up input'); {list(values)}.forEach((one, at) =>"
        " { inputs[at].value = one; }); document.querySelector('#set-up').requestSubmit(); }"
    )


def spoken(tab: Browser) -> list[str]:
    """The lines of the history."""
    found: list[str] = tab.ask(f"{_LINES}.map((li) => li.textContent)")
    return found


def reached(tab: Browser) -> int:
    """How many moves are offered."""
    return int(tab.ask("document.querySelectorAll('#moves button').length"))


def play_out(
    tab: Browser,
    options: Callable[[Position], set[Position]],
    read: Callable[[str], Position],
    misere: bool,
    chance: Random,
) -> int:
    """Play by chance from what is set up to the end; how many answers of the machine were held against the rules."""
    history, machine, answered = [*map(read, spoken(tab))], False, 0
    while count := reached(tab):
        assert count == len(options(history[-1]))
        tab.ask(f"document.querySelectorAll('#moves button')[{chance.randrange(count)}].click()")
        many = len(history)
        tab.until(f"{_LINES}.length === {many + 2} || {_LINES}.length === {many + 1} && {_OVER}")
        before, history = history, [*map(read, spoken(tab))]
        mine, *answers = history[many:]
        assert mine in options(before[-1])
        for answer in answers:
            winning = {one for one in options(mine) if lost(options, one, misere)}
            assert answer in (winning or options(mine)), (mine, answer)
            answered += 1
        machine = bool(answers)
    assert not options(history[-1])
    status = tab.ask("document.getElementById('status').textContent")
    won = "the machine has won" if machine is not misere else "you have won"
    assert won in status or status.startswith("The game is over: side")
    return answered
