"""A text of rules in pieces: its tokens, by the full stops between them, whether or not it can be read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bouton.rules.screen import tokens

BRACKETS = {"(": ")", "[": "]", "{": "}"}


def line_starts(text: str) -> list[int]:
    """Where each line begins."""
    return [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]


@dataclass(frozen=True)
class Token:
    """A token, its kind (see `screen.tokens`), and where it stands."""

    kind: str
    begin: int
    end: int
    text: str

    @property
    def ends_operand(self) -> bool:
        """Whether an operand may end with it."""
        return self.kind in ("name", "number", "string") or self.text in (")", "_")

    @property
    def begins_operand(self) -> bool:
        """Whether an operand may begin with it."""
        return self.kind in ("name", "number", "string") or self.text in ("(", "_", "-", "|")


class Statements:
    """The tokens of a text, by the full stops between them."""

    def __init__(self, text: str) -> None:
        self.whole = text
        self.lines = line_starts(text)
        self.tokens: list[list[Token]] = [[]]
        self.comments: list[tuple[int, int]] = []
        self.ends: list[int] = []
        for kind, begin, end in tokens(text):
            if kind in ("comment", "block"):
                self.comments.append((begin, end))
            elif kind != "space":
                self.tokens[-1].append(Token(kind, begin, end, text[begin:end]))
                if kind == "end":
                    self.ends.append(end)
                    self.tokens.append([])

    def at(self, offset: int) -> int:
        """Which statement holds an offset."""
        return bisect_right(self.ends, offset)

    def number(self, line: int, column: int) -> int:
        """Which statement holds a place; the last one, where that is beyond the text."""
        if line > len(self.lines):
            return len(self.tokens) - 1 if self.tokens[-1] else max(0, len(self.tokens) - 2)
        offset = self.lines[line - 1] + column - 1
        found = self.at(offset)
        return found if self.tokens[found] or not found else found - 1

    def offset(self, line: int, column: int) -> int:
        """A place as an offset."""
        return self.lines[line - 1] + column - 1 if line <= len(self.lines) else len(self.whole)

    def text(self, number: int) -> str:
        """A statement with its full stop."""
        found = self.tokens[number] if number < len(self.tokens) else []
        return self.whole[found[0].begin : found[-1].end] if found else ""


def closing(found: Sequence[Token]) -> Mapping[int, int]:
    """For each bracket that opens the place of the one that closes it."""
    stack, closing = list[int](), dict[int, int]()
    for at, token in enumerate(found):
        if token.kind == "open":
            stack.append(at)
        elif token.kind == "close" and stack:
            begin = stack.pop()
            if BRACKETS[found[begin].text] == token.text:
                closing[begin] = at
    return closing
