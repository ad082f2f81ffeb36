"""Where the encodings and specs that come with Bouton are, in a checkout and in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

_HERE = Path(__file__).resolve().parents[1]


@cache
def folder(name: Literal["encodings", "specs"]) -> Path:
    """The folder of that name: inside the installed package, else at the top of the checkout."""
    packaged = _HERE / name
    return packaged if packaged.is_dir() else _HERE.parents[1] / name


@cache
def core(name: str) -> str:
    """The text of encodings/core/NAME.lp: a program of clingo's about every game."""
    return (folder("encodings") / "core" / f"{name}.lp").read_text(encoding="utf-8")
