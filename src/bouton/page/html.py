"""The file of a page: markup, styles and program are Bouton's own, and all that a spec says is data, never markup."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

_SCRIPTS = ("data.js", "board.js", "play.js", "map.js", "claims.js", "notebook.js", "start.js")
"""The program, in the order of its parts."""


def page(content: Mapping[str, Any]) -> str:
    """One HTML file with all that it needs; it asks nothing of any network, and a policy in it forbids that."""
    style, script = (
        _asset("page.css"),
        "\n".join([*map(_asset, _SCRIPTS[:-1]), _programs(content), _asset(_SCRIPTS[-1])]),
    )
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"script-src '{_digest(script)}'; style-src '{_digest(style)}'"
    )
    slots = {
        "policy": escape(policy),
        "title": escape(f"{content['game']} - Bouton"),
        "game": escape(content["game"]),
        "about": " · ".join(f"<bdi>{escape(one)}</bdi>" for one in (content["source"], content["box"]) if one),
        "style": style,
        "script": script,
        "data": _packed({name: value for name, value in content.items() if name != "programs"}),
    }
    return _filled("page.html", slots)


def index(pages: Sequence[tuple[str, str]]) -> str:
    """A list of pages, each with the name of its game and that of its file."""
    style = _asset("page.css")
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{_digest(style)}'"
    rows = "\n".join(f'<li><a href="{escape(quote(name))}">{escape(game)}</a></li>' for game, name in pages)
    return _filled("index.html", {"policy": escape(policy), "style": style, "pages": rows})


def _programs(content: Mapping[str, Any]) -> str:
    """The programs that list moves, for each game one or none: Bouton's own text, with no word of a spec in it."""
    made = ["null" if text is None else f"() => {{\n{text}return MOVES;\n}}" for text in content["programs"]]
    return f"const PROGRAMS = [{', '.join(made)}];"


def _filled(name: str, slots: Mapping[str, str]) -> str:
    first, *pieces = _asset(name).split("{{")
    return first + "".join(slots[slot] + rest for slot, _, rest in (piece.partition("}}") for piece in pieces))


def _packed(content: Mapping[str, Any]) -> str:
    """The content as JSON, deflated, in letters: what stands in it can be no tag."""
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    deflated = zlib.compressobj(9, wbits=-15)
    return b64encode(deflated.compress(text.encode()) + deflated.flush()).decode()


def _digest(text: str) -> str:
    """What a policy calls a text that may run."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def widget() -> str:
    """The module that a notebook runs."""
    return _asset("widget.js")


def _asset(name: str) -> str:
    return files("bouton.page").joinpath("assets", name).read_text(encoding="utf-8")
