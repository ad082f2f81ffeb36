"""The tokens of a rules file, by statements too, and its lexical screening before clingo's parser sees it.

The parser follows `#include` and clingo can run `#script`, so what has no place in a rules file must
be found in the text itself (a syntax tree no longer shows an include). The screened text is pure
ASCII with its comments blanked out, so that every column clingo reports is the user's own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bouton.core.errors import Diagnostic, InputError, fault, faulty, nearest
from bouton.core.ranges import LIMIT
from bouton.core.sources import MAX_BYTES, Source

MAX_DEPTH = 50
MAX_OPERATORS = 200
"""Nesting and operators in one rule: deeper trees could exhaust the stack of the parser."""

_TOKEN = re.compile(
    r"""(?P<block>%\*) | (?P<comment>%[^\n]*) | (?P<string>"(?:[^"\\\n]|\\.)*") | (?P<quote>"[^\n]*)
      | (?P<directive>\#[ \t]*[A-Za-z_]*) | (?P<weak>:~) | (?P<at>@)
      | (?P<number>0x[0-9A-Fa-f]+ | 0o[0-7]+ | 0b[01]+ | [0-9]+) | (?P<name>[_']*[A-Za-z][A-Za-z0-9_']*)
      | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<dots>\.\.+) | (?P<end>\.) | (?P<arrow>:-)
      | (?P<relation>[<>!=]=|[<>=]) | (?P<operator>\*\*|[-+*/\\^&?~|])
      | (?P<foreign>[^\x00-\x7f]+) | (?P<space>[ \t\r\n\f\v]+) | (?P<other>.)""",
    re.VERBOSE,
)
_BLOCK = re.compile(r"%\*|\*%")
_ALLOWED = {"#const", "#count", "#defined", "#false", "#inf", "#infimum", "#max", "#min", "#program", "#show", "#sum"}
_ALLOWED |= {"#sup", "#supremum", "#true"}
_INSTEAD = {
    "#script": "rules are run by the grounder alone; write the computation as rules",
    "#include": "a rules file stands alone; copy the rules it needs",
    "#external": "rules are derived, not assumed; use a counter or a parameter of the spec",
    "#minimize": "nothing is optimised; derive the value with #min",
    "#maximize": "nothing is optimised; derive the value with #max",
    "#heuristic": "nothing is searched; leave it out",
    "#project": "nothing is searched; leave it out",
    "#edge": "nothing is searched; leave it out",
    "#theory": "only plain rules have a meaning for every engine",
    "#disjoint": "only plain rules have a meaning for every engine",
}


@dataclass(frozen=True)
class ScreenedText:
    """Where a text comes from, so that an offset can be told as line and column."""

    file: str
    text: str

    def fault(self, offset: int, message: str, expected: str | None = None, near: str | None = None) -> Diagnostic:
        """A diagnostic at that offset."""
        line = self.line(offset)
        return Diagnostic(message, self.file, line, offset - self._starts[line - 1] + 1, expected, near)

    def line(self, offset: int) -> int:
        """The line that holds that offset."""
        return bisect_right(self._starts, offset)

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def load_all(files: Sequence[Source]) -> list[str]:
    """What each file holds; InputError with the faults of all, or where they are too large together."""
    texts: list[str] = []
    faults: list[Diagnostic] = []
    for one in files:
        try:
            texts.append(load(one) if one.text is None else one.text)
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(faults)
    if len(files) > 1 and sum(len(text.encode()) for text in texts) > MAX_BYTES:
        raise fault(f"these {len(files)} files are together larger than {MAX_BYTES:,} bytes", file=str(files[0].file))
    return texts


def load(source: Source) -> str:
    """The text of a rules file; InputError where it is missing, too large, binary or not UTF-8."""
    file, data = source.file, source.data
    if source.error:
        raise fault(f"cannot read the rules: {source.error}", file=str(file))
    if len(data) > MAX_BYTES:
        raise fault(f"the rules are larger than {MAX_BYTES:,} bytes", file=str(file))
    if b"\0" in data:
        before = data[: data.index(0)].decode("utf-8-sig", "replace")
        raise InputError(
            [ScreenedText(str(file), before + " ").fault(len(before), "this is a binary file, not a text of rules")]
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        at = ScreenedText(str(file), before + " ").fault(len(before), "the rules are not UTF-8 text")
        raise InputError([at]) from None


def screen(file: Path, text: str) -> str:
    """The text with its comments blanked out; InputError with every fault where it may not be parsed."""
    source = ScreenedText(str(file), text)
    faults = list(_faults(source))
    if faults:
        raise faulty(faults)
    return without_comments(text)


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Every token as (kind, begin, end); block comments nest, an open one has the kind `unclosed`."""
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None and match.lastgroup is not None
        kind, end = match.lastgroup, match.end()
        if kind == "block":
            depth = 1
            while depth:
                bracket = _BLOCK.search(text, end)
                if bracket is None:
                    kind, end = "unclosed", len(text)
                    break
                depth += 1 if bracket.group() == "%*" else -1
                end = bracket.end()
        elif kind == "directive" and match.group() == "#script":
            close = text.find("#end", end)
            end = len(text) if close < 0 else close + len("#end")
        yield kind, at, end
        at = end


def symbols(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the symbols of a rule in a screened text stand: names, numbers, strings, relations and other signs."""
    found = tokens(text[begin:end])
    return ((begin + start, begin + stop) for kind, start, stop in found if kind != "space")


def _faults(source: ScreenedText) -> Iterator[Diagnostic]:
    depth = operators = 0
    foreign: set[str] = set()
    for kind, begin, end in tokens(source.text):
        token = source.text[begin:end]
        if kind == "end":
            depth = operators = 0
        elif kind == "open":
            depth += 1
            if depth == MAX_DEPTH + 1:
                yield source.fault(begin, f"brackets nest deeper than {MAX_DEPTH}")
        elif kind == "close":
            depth -= 1
        elif kind == "operator":
            operators += 1
            if operators == MAX_OPERATORS + 1:
                yield source.fault(begin, f"more than {MAX_OPERATORS} operators in one rule; split it")
        elif kind == "number":
            if len(token) > 40 or int(token, 0 if token[:2] in ("0x", "0o", "0b") else 10) > LIMIT:
                shown = token if len(token) <= 40 else token[:37] + "..."
                yield source.fault(begin, f"the number {shown} is above {LIMIT}")
        elif kind == "directive":
            yield from _directive(source, begin, token)
        elif kind == "foreign":
            if token not in foreign:  # each is told once
                foreign.add(token)
                yield source.fault(begin, "only ASCII characters may stand outside comments", _ASCII.get(token))
        else:
            message = _REFUSED.get(kind)
            if message is not None:
                yield source.fault(begin, message)
            elif kind == "string" and not token.isascii():
                yield source.fault(begin, "a string may hold ASCII characters only")


_REFUSED = {
    "unclosed": "this comment is never closed with *%",
    "quote": "this string is never closed on its line",
    "at": "no @-functions: rules are run by the grounder alone; write the computation as rules",
    "weak": "no weak constraints: nothing is optimised; derive the value with #min or #max",
}
_ASCII = {
    **{"\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "\u2190": ":-", "\u21d0": ":-", "\u2227": "a comma"},
    **{"\u00ac": "not", "\u2295": "^", "\u2026": "..", "\u2228": "a rule for each case", "\u00f7": "/"},
    **dict.fromkeys(("\u00d7", "\u00b7", "\u22c5"), "*"),
    **dict.fromkeys(("\u2212", "\u2013", "\u2010"), "-"),
    **dict.fromkeys(("\u201c", "\u201d"), '"'),
}
"""What signs of mathematics and of word processors are written as."""


def _directive(source: ScreenedText, begin: int, token: str) -> Iterator[Diagnostic]:
    name = "#script" if token.startswith("#script") else "#" + token[1:].strip()
    if name in _ALLOWED:
        return
    instead = _INSTEAD.get(name)
    if instead is None and token[1:2].isspace():
        yield source.fault(begin, "# begins no comment", f"% {name[1:]} ...")
    elif instead is None:
        near = nearest(name, _ALLOWED - {"#program"})
        yield source.fault(begin, f"{name} has no place in a rules file", near=near)
    else:
        yield source.fault(begin, f"{name} has no place in a rules file: {instead}")


def without_comments(text: str) -> str:
    """The text with spaces in place of its comments: what clingo's parser is given."""
    parts = []
    for kind, begin, end in tokens(text):
        token = text[begin:end]
        parts.append(re.sub(r"[^\n]", " ", token) if kind in ("block", "comment") else token)
    return "".join(parts)


def unspaced(text: str) -> str:
    """The text with one space wherever it has spaces, ends of lines or comments.

    None is put where there were none, nor all taken away: `N <= 3` and `N < = 3` are read in two ways.
    """
    parts = [" " if kind in ("block", "comment", "space") else text[begin:end] for kind, begin, end in tokens(text)]
    return "".join(one for one, before in zip(parts, ["", *parts], strict=False) if (one, before) != (" ", " ")).strip()


BRACKETS = {"(": ")", "[": "]", "{": "}"}


def line_starts(text: str) -> list[int]:
    """Where each line begins."""
    return [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]


@dataclass(frozen=True)
class TextToken:
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
        self.tokens: list[list[TextToken]] = [[]]
        self.comments: list[tuple[int, int]] = []
        self.ends: list[int] = []
        for kind, begin, end in tokens(text):
            if kind in ("comment", "block"):
                self.comments.append((begin, end))
            elif kind != "space":
                self.tokens[-1].append(TextToken(kind, begin, end, text[begin:end]))
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


def closing(found: Sequence[TextToken]) -> Mapping[int, int]:
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
