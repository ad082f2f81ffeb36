"""What is the same in all programs that are printed: each part a file of its own language, in the folder `parts`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def fixed(name: str) -> str:
    """The text of a part, such as `judge.c`, after an empty line that sets it off from what is printed before it."""
    return "\n" + (files("bouton.compiled") / "parts" / name).read_text(encoding="utf-8")
