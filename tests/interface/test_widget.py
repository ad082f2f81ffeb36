"""A game in a notebook: positions travel to Python and back. No notebook and no kernel is needed for that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.errors import InputError
from bouton.interface import widget as module
from bouton.page.html import widget
from tests.page.browser import PROGRAM, Browser, browser

NIM = ("heap.count=0..2", "heap.size=1..4")


@pytest.fixture
def board() -> Any:
    pytest.importorskip("anywidget")
    return bouton.load("specs/nim.yaml").over(*NIM).play("even-total")


def test_positions_travel_to_python(board: Any) -> None:
    found: list[Any] = []
    board.observe(lambda change: found.append(change["new"]), "position")
    board.set_state({"seen": {"game": 0, "position": [[1, 3]]}})  # as the front end does
    assert board.position == {"heap": [1, 3]} == found[0] and board.parameters == {}
    assert board.asked == {"part": "play"}


def test_positions_travel_to_the_page(board: Any) -> None:
    board.position = {"heap": [2, 2]}
    assert board.asked == {"game": 0, "position": [[2, 2]]}
    with pytest.raises(InputError, match="a position of heaps"):
        board.position = {"heaps": [2, 2]}


def test_members_travel_by_their_terms() -> None:
    pytest.importorskip("anywidget")
    board = bouton.load("specs/domineering.yaml").play()
    board.set_state({"seen": {"game": 1, "position": [["(1,1)", "(2,1)"], "vertical"]}})
    assert board.parameters == {"n": 3}
    assert board.position == {"free": ["(1,1)", "(2,1)"], "turn": "vertical"}
    board.position = {"free": ["(1,2)"], "turn": "horizontal"}
    assert board.asked == {"game": 1, "position": [["(1,2)"], "horizontal"]}
    board = bouton.load("specs/geography.yaml").play()
    board.set_state({"seen": {"game": 0, "position": [["1", "3"], "0"]}})
    assert board.position == {"free": [1, 3], "at": 0}
    board.position = {"free": [3], "at": 1}
    assert board.asked == {"game": 0, "position": [["3"], "1"]}


def test_each_value_of_the_parameters_is_told() -> None:
    pytest.importorskip("anywidget")
    board = bouton.load("specs/moore_nim.yaml").over("k=1..2", "heap.count=0..2", "heap.size=1..3").map()
    assert board.asked == {"part": "map"} and board.parameters == {"k": 1}
    board.set_state({"seen": {"game": 1, "position": [[1, 1]]}})
    assert board.parameters == {"k": 2} and board.position == {"heap": [1, 1]}


def test_without_the_extra_it_is_told_what_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    game = bouton.load("specs/nim.yaml").over(*NIM)
    for method in (game.play, game.map):
        with pytest.raises(InputError, match="needs anywidget, which is not installed") as told:
            method()
        assert "[notebook]" in str(told.value)
    assert "<iframe" in game.page("even-total", check=False)._repr_html_()


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip("no Chromium is installed")
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def test_the_module_in_a_browser(tab: Browser, tmp_path: Path) -> None:
    render(tab, tmp_path, bouton.load("specs/nim.yaml").over(*NIM).page("even-total", check=False).html)
    ((heaps,),) = [one["position"] for one in tab.ask("heard")][:1]
    assert all(1 <= size <= 4 for size in heaps)
    tab.ask("state.asked = { game: 0, position: [[3, 4]] }; changed()")
    tab.until('JSON.stringify(state.seen) === \'{"game":0,"position":[[3,4]]}\'')
    tab.ask("state.asked = { game: 0, position: [[9, 9]] }; changed()")  # a position that the page does not know
    tab.ask("state.asked = { game: 0, position: [[1]] }; changed()")
    tab.until('JSON.stringify(state.seen) === \'{"game":0,"position":[[1]]}\'')
    assert not tab.errors


@pytest.mark.slow
def test_members_in_a_browser(tab: Browser, tmp_path: Path) -> None:
    render(tab, tmp_path, bouton.load("specs/geography.yaml").page(check=False).html)
    assert tab.ask("heard")[0] == {"game": 0, "position": [["1", "2", "3", "4", "5"], "0"]}
    tab.ask("""state.asked = { game: 0, position: [["9"], "0"] }; changed()""")  # no member is called so
    tab.ask("""state.asked = { game: 0, position: [["4", "2"], "3"] }; changed()""")
    tab.until("""JSON.stringify(state.seen) === '{"game":0,"position":[["2","4"],"3"]}'""")
    assert not tab.errors


def render(tab: Browser, tmp_path: Path, html: str) -> None:
    """Show the page in a frame as a notebook does, until it has told where it is."""
    (tmp_path / "notebook.html").write_text("<!DOCTYPE html><title>A notebook</title><div id='cell'></div>")
    tab.call("Page.navigate", url=(tmp_path / "notebook.html").as_uri())
    tab.until("document.getElementById('cell')")
    tab.ask(
        f"""globalThis.state = {{ html: {json.dumps(html)}, title: "Nim", asked: {{ part: "map" }} }};
        globalThis.heard = [];
        const model = {{
          get: (name) => state[name], set: (name, value) => {{ state[name] = value; heard.push(value); }},
          save_changes() {{}}, on: (name, call) => {{ globalThis.changed = call; }}, off() {{}},
        }};
        import("data:text/javascript," + encodeURIComponent({json.dumps(widget())})).then((found) => {{
          found.default.render({{ model, el: document.getElementById("cell") }});
        }})"""
    )
    tab.until("heard.length")
