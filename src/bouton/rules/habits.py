"""What is written from the habit of other languages, where clingo's parser refuses it: found, and mended to be shown.

A text that the parser reads is never touched, whatever it looks like: `zero <-3` has a meaning. In a statement that it
refuses, signs such as `=<`, `mod`, `and` or `:=` have none, and what they stand for elsewhere is known. The statement
is mended so, and read again: a mended rule is shown to the user where it can be read, and lets the other faults of the
file be found. It is never accepted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from bouton.core.errors import Diagnostic
from bouton.core.fresh import unused
from bouton.rules.screen import BRACKETS, ScreenedText, Statements, TextToken, closing, line_starts, tokens, unspaced

Parse: TypeAlias = Callable[[str], Sequence[tuple[int, int]] | None]
"""The lines and columns at which a text cannot be read; None where it has what no parser may see."""

_ROUNDS = 4
"""How often a text is mended: what one change lets be read may have another habit in it."""
_LONGEST = 240
"""Rules that are longer are not shown."""
_WORDS = {"mod": "\\", "rem": "\\", "div": "/", "xor": "^", "and": ","}
_WORDS |= {word.upper(): sign for word, sign in _WORDS.items()} | {"is": "="}
_SIGNS = {
    **dict.fromkeys(("=/=", "=\\=", "!==", "=!", "/=", "\\="), "!="),
    **dict.fromkeys(("=:=", "==="), "="),
    **{"=<": "<=", "=>": ">=", "&&": ",", "//": "/"},
}
_ARROWS = (":=", "<--", "<-", "<==", "<=", "if", "::=", "::-")
_FORWARD = ("<->", "<=>", "-->", "->", "==>", "iff")
_OR = ("or", "OR", "||", "|")


@dataclass(frozen=True)
class Edit:
    """A piece of text that is to be another: what for, and how many statements it leaves in place of the one."""

    begin: int
    end: int
    text: str
    message: str
    statements: int = 1
    habit: str = ""
    """Edits of one habit are told once in a file."""


@dataclass(frozen=True)
class Mended:
    """A text as it would be without the habits, and the faults that tell of them, each once."""

    text: str
    original: str
    origin: Sequence[int]
    """For each character the offset in the original from which it comes."""
    faults: tuple[Diagnostic, ...]

    def column(self, line: int, column: int) -> int:
        """Where in its line of the original a place of the mended text is; lines are the same."""
        at = self._lines[line - 1] + column - 1 if line <= len(self._lines) else len(self.text)
        if not self.faults or at >= len(self.origin):
            return column
        return self.origin[at] - self.original.rfind("\n", 0, self.origin[at])

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.text)


def mend(file: str, text: str, parse: Parse) -> Mended:
    """The text with habits mended in the statements that cannot be read, as far as they are known."""
    now, origin, found = text, list(range(len(text) + 1)), list[Edit]()
    for _ in range(_ROUNDS):
        edits = list(_edits(now, parse(now) or ()))
        following, places = _applied(now, origin, edits)
        if not edits or parse(following) is None:  # what a comment hid may be what no parser may see
            break
        found += [replace(one, begin=origin[one.begin], end=origin[one.end]) for one in edits]
        now, origin = following, places
    if not found:
        return Mended(text, text, origin, ())
    return Mended(now, text, origin[:-1], tuple(_told(ScreenedText(file, text), now, origin, found, parse)))


def _applied(text: str, origin: Sequence[int], edits: Sequence[Edit]) -> tuple[str, list[int]]:
    """The edited text: what is put in comes from where it is put."""
    parts, places, at = list[str](), list[int](), 0
    for edit in edits:
        parts += [text[at : edit.begin], edit.text]
        places += [*origin[at : edit.begin], *([origin[edit.begin]] * len(edit.text))]
        at = edit.end
    return "".join([*parts, text[at:]]), places + list(origin[at:])


def _told(
    source: ScreenedText, text: str, origin: Sequence[int], found: Sequence[Edit], parse: Parse
) -> Iterator[Diagnostic]:
    """Each habit at its first place, with the rule as it should be where that can be read."""
    statements = Statements(text)
    unread = {statements.number(line, column) for line, column in parse(text) or ()}
    groups: dict[str, list[Edit]] = {}
    for edit in sorted(found, key=lambda one: one.begin):
        groups.setdefault(edit.habit or edit.message, []).append(edit)
    for edits in groups.values():
        first = edits[0]
        number = statements.at(bisect_left(origin, first.begin) - (first.habit == "stop"))
        shown = range(number, number + first.statements)
        rules = unspaced(" ".join(statements.text(one) for one in shown)).replace(" ,", ",")
        lines = sorted({source.line(edit.begin) for edit in edits} - {source.line(first.begin)})
        also = f" (also in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:9]))})" if lines else ""
        also = also.replace(")", ", ...)") if len(lines) > 9 else also
        expected = rules if not unread.intersection(shown) and 0 < len(rules) <= _LONGEST and first.statements else None
        yield source.fault(first.begin, first.message + also, expected)


def _edits(text: str, places: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """What is to be changed in the statements that cannot be read, in the order of the text."""
    statements = Statements(text)
    seen: dict[int, int] = {}
    for line, column in places:
        seen.setdefault(statements.number(line, column), statements.offset(line, column))
    for number, offset in sorted(seen.items()):
        found = statements.tokens[number]
        if found:
            edits = sorted(_Statement(text, found, statements.comments, offset).edits(), key=lambda one: one.begin)
            yield from (edit for at, edit in enumerate(edits) if not at or edit.begin >= edits[at - 1].end)


class _Statement:
    """One statement that cannot be read."""

    def __init__(self, text: str, found: Sequence[TextToken], comments: Sequence[tuple[int, int]], offset: int) -> None:
        self.text = text
        self.found = found
        self.offset = offset
        first, last = bisect_left(comments, (found[0].begin, 0)), bisect_left(comments, (found[-1].end + 1, 0))
        self.comments = comments[first : last + (found[-1].kind != "end")]
        self.closing = closing(found)

    def edits(self) -> list[Edit]:
        """What is to be changed: whatever else a comment hides comes first, then signs, then what is made of these."""
        for habits in (self._percent, self._comment, self._signs, self._cases, self._denied, self._stop):
            edits = list(habits())
            if edits:
                return edits
        return []

    # ------------------------------------------------------------------------------------------------------- comments

    def _percent(self) -> Iterator[Edit]:
        """A `%` between two operands, where a remainder is meant."""
        for begin, end in self.comments:
            at = bisect_left(self.found, begin, key=lambda one: one.begin) - 1
            if at < 0 or not self.found[at].ends_operand or "\n" in self.text[self.found[at].end : begin]:
                continue
            rest = self.text[begin + 1 : end]
            words = [(kind, rest[one:other]) for kind, one, other in islice(tokens(rest), 4) if kind != "space"]
            if words and _operand(words):
                yield Edit(begin, begin + 1, "\\", "% begins a comment; the remainder is written \\", habit="%")

    def _comment(self) -> Iterator[Edit]:
        """Comments as C, Python, Haskell and SQL have them."""
        first = self.found[0]
        end = self.text.find("\n", first.begin)
        end = len(self.text) if end < 0 else end
        for sign in ("//", "--", "#", ";"):
            if self.text.startswith(sign, first.begin):
                rest = self.text[first.begin + len(sign) : end]
                yield Edit(first.begin, end, f"%{rest}", f"a comment begins with %, not with {sign}", 0)
                return
        close = self.text.find("*/", first.begin)
        if self.text.startswith("/*", first.begin) and close >= 0:
            yield Edit(first.begin, first.begin + 2, "%*", "a comment is written %* ... *%, not /* ... */", 0, "/*")
            yield Edit(close, close + 2, "*%", "a comment is written %* ... *%, not /* ... */", 0, "/*")

    # ---------------------------------------------------------------------------------------------------------- signs

    def _signs(self) -> Iterator[Edit]:
        """One sign or word in place of another."""
        turned = self._turned()
        if turned:
            yield turned
            return
        arrow = self._arrow()
        if arrow:
            yield arrow
        skip = arrow.end if arrow else 0
        for at, token in enumerate(self.found):
            if token.begin < skip:
                continue
            before = self.found[at - 1] if at else None
            after = self.found[at + 1] if at + 1 < len(self.found) else None
            edit = self._sign(at, token, before, after)
            if edit:
                skip = edit.end
                yield edit

    def _sign(self, at: int, token: TextToken, before: TextToken | None, after: TextToken | None) -> Edit | None:
        begin, word = token.begin, token.text
        for sign in sorted(_SIGNS, key=len, reverse=True):
            if before and before.ends_operand and self.text.startswith(sign, begin) and token.kind != "string":
                good = _SIGNS[sign]
                said = " (rounded towards zero)" if sign == "//" else ""
                return Edit(begin, begin + len(sign), good, f"{sign} is written {_named(good)}{said}")
        if self.text.startswith(":=", begin) and before and before.ends_operand:
            return Edit(begin, begin + 2, "=", ":= within a rule is written =")
        if token.kind == "name":
            if word in ("exists", "EXISTS", "forall") and after is not None and at + 2 < len(self.found):
                return self._quantified(at)
            between = before and before.ends_operand and after and after.begins_operand
            if word == "in" and before and before.ends_operand:
                return self._member(at)
            if word in _WORDS and between:
                return Edit(begin, token.end, _WORDS[word], f"{word} is written {_named(_WORDS[word])}")
            calls = after is not None and after.text == "(" and after.begin == token.end
            heads = not at and after is not None and after.kind in ("arrow", "end")
            if word[0].isupper() and (calls or heads):
                small = word[0].lower() + word[1:]
                said = f"{word} begins with a capital letter, as variables do; a predicate begins with a small one"
                return Edit(begin, token.end, small, said, habit="capital")
            if word in ("True", "TRUE") and self._alone(before, after):
                return Edit(begin, token.end, "#true", f"{word} as a condition is #true, or is left out")
            if word in ("False", "FALSE") and self._alone(before, after):
                return Edit(begin, token.end, "#false", f"{word} as a condition is #false: the rule derives nothing")
        if word in ("[", "{") and before and before.text in ("=", "!="):
            return self._pool(at, at, "", "a choice among values is a pool")
        if word in ("!", "~") or self.text.startswith("\\+", begin):
            size = 2 if word == "\\" else 1
            starts = before is None or before.text in (",", ";", ":", "(", "{") or before.kind == "arrow"
            if starts and not self.text.startswith("=", begin + size):
                return Edit(begin, begin + size, "not ", f"{self.text[begin : begin + size]} is written not")
        return None

    def _quantified(self, at: int) -> Edit | None:
        """`exists K: ...`: whatever the head does not name is asked for already."""
        found = self.found
        end = next((n for n in range(at + 1, len(found)) if found[n].text in (":", "(")), None)
        if end is None or not all(one.text == "," or one.text[:1].isupper() for one in found[at + 1 : end]):
            return None
        if found[at].text == "forall":
            said = "forall is said by two negations: not p, with a rule that derives p where it fails"
            return Edit(found[at].begin, found[end - 1].end, "", said, 0)
        stop = found[end].end if found[end].text == ":" else found[end].begin
        said = "exists is not written: a rule asks for some value of each variable that its head does not have"
        return Edit(found[at].begin, stop, "", said)

    def _alone(self, before: TextToken | None, after: TextToken | None) -> bool:
        return bool(before and after and (before.kind == "arrow" or before.text == ",") and after.text in (",", "."))

    def _turned(self) -> Edit | None:
        """`a, b -> c`, where one atom follows."""
        found = self.found
        end = len(found) - (found[-1].kind == "end")
        at = next((at for at, one in enumerate(found) if at and self._forward(one)), None)
        if at is None or self._body() is not None:
            return None
        sign = self._forward(found[at])
        rest = bisect_left(found, found[at].begin + len(sign), key=lambda one: one.begin)
        if rest >= end or found[rest].kind != "name" or len(self._items(rest, end)) > 1:
            return None
        said = f"{sign} is no sign of a rule: what it derives stands first, then :-, then its conditions"
        put = f"{self._text(rest, end)} :- {self._text(0, at)}"
        return Edit(found[0].begin, found[end - 1].end, put, said, habit=sign)

    def _forward(self, token: TextToken) -> str:
        """The arrow from conditions to what they derive that stands at a token, if one does."""
        if token.kind == "string":
            return ""
        signs = (one for one in _FORWARD if self.text.startswith(one, token.begin))
        return next((one for one in signs if not one.isalpha() or token.text == one), "")

    def _arrow(self) -> Edit | None:
        """What stands for `:-` after the head, where no `:-` does."""
        found = self.found
        at = 1
        if found[0].kind != "name" or found[0].text == "not":
            return None
        if len(found) > 1 and found[1].text == "(":
            at = self.closing.get(1, len(found)) + 1
        if at >= len(found) - 1 or found[at].kind == "arrow":
            return None
        begin = found[at].begin
        sign = self._forward(found[at])
        if sign:
            said = f"{sign} is no sign of a rule: what it derives stands first, then :-, then its conditions"
            return Edit(begin, begin + len(sign), ":-", said, 0)
        for sign in sorted(_ARROWS, key=len, reverse=True):
            if self.text.startswith(sign, begin) and (sign != "if" or found[at].text == "if"):
                return Edit(begin, begin + len(sign), ":-", f"{sign} after a head is written :-")
        return None

    def _member(self, at: int) -> Edit | None:
        """`N in range(3)`, `N in {0,4}`, `N in 0..4`."""
        found = self.found
        if at + 1 >= len(found):
            return None
        said = "in is written = with an interval or a pool"
        if found[at + 1].text == "range" and at + 2 in self.closing:
            parts = self._parts(at + 3, self.closing[at + 2])
            if len(parts) in (1, 2):
                low, high = ("0", parts[0]) if len(parts) == 1 else parts
                last = str(int(high) - 1) if high.isdigit() and int(high) else f"{high}-1"
                return Edit(found[at].begin, found[self.closing[at + 2]].end, f"= {low}..{last}", said, habit="in")
        if found[at + 1].text in BRACKETS and at + 1 in self.closing:
            return self._pool(at, at + 1, "= ", said)
        return Edit(found[at].begin, found[at].end, "=", said, habit="in")

    def _pool(self, first: int, at: int, sign: str, said: str) -> Edit | None:
        if at not in self.closing:
            return None
        close = self.closing[at]
        parts = self._parts(at + 1, close)
        pool = f"{sign}({';'.join(parts)})" if len(parts) > 1 else f"{sign}{''.join(parts)}"
        return Edit(self.found[first].begin, self.found[close].end, pool, said, habit="in") if parts else None

    # ------------------------------------------------------------------------------------------------ cases, negation

    def _cases(self) -> Iterator[Edit]:
        """One rule with `or` in place of one for each case."""
        body = self._body()
        if body is None or self.found[-1].kind != "end":
            return
        items = self._items(body, len(self.found) - 1)
        mixed = [
            (at, cases) for at, (first, last) in enumerate(items) if len(cases := self._alternatives(first, last)) > 1
        ]
        if not mixed:
            return
        at, cases = mixed[0]
        first = items[at][0]
        head = self.text[self.found[0].begin : self.found[body - 1].end]
        before = [self._text(*item) for item in items[:at]]
        after = [self._text(*item) for item in items[at + 1 :]]
        rules = [f"{head} {', '.join([*before, case, *after])}." for case in cases]
        begin, end = self.found[first].begin, self.found[-1].end
        put = f"{', '.join([cases[0], *after])}. {' '.join(rules[1:])}"
        said = "a rule has no `or`: write a rule for each case"
        yield Edit(begin, end, put, said, len(rules), habit="or")

    def _alternatives(self, first: int, last: int) -> list[str]:
        """The cases of one part of a body."""
        found, inside = self.found, False
        while found[first].text == "(" and self.closing.get(first) == last - 1:
            first, last, inside = first + 1, last - 1, True
        pieces, start, at = list[str](), first, first
        while at < last:
            word = found[at].text
            if at in self.closing:
                at = self.closing[at]
            elif word in _OR or (word == ";" and inside):
                pieces.append(self._text(start, at))
                at += word == "|" and at + 1 < last and found[at + 1].text == "|"
                start = at + 1
            at += 1
        pieces.append(self._text(start, last))
        return pieces if all(pieces) else []

    def _denied(self) -> Iterator[Edit]:
        """`not (...)`: of one literal without the brackets, of several by a predicate of their own."""
        said = "not stands before one atom or comparison, not before brackets"
        for at, token in enumerate(self.found):
            close = self.closing.get(at + 1)
            if token.text != "not" or close is None or self.found[at + 1].text != "(" or close + 1 >= len(self.found):
                continue
            if self.found[close + 1].text not in (",", ";", "."):
                continue
            begin, end = self.found[at + 1].begin, self.found[close].end
            cases = self._alternatives(at + 1, close + 1)
            items = self._items(at + 2, close)
            if len(cases) > 1 and len(items) == 1:
                yield Edit(token.begin, end, ", ".join(f"not {case}" for case in cases), said, habit="not")
            elif len(items) == 1:
                yield Edit(begin, end, self._text(*items[0]), said, habit="not")
            else:
                yield from self._apart(at, close, items, said)
                return

    def _apart(self, at: int, close: int, items: Sequence[tuple[int, int]], said: str) -> Iterator[Edit]:
        body = self._body()
        if body is None or self.found[-1].kind != "end":
            return
        others = [item for item in self._items(body, len(self.found) - 1) if item[0] != at]
        outside = {word for first, last in [(0, body), *others] for word in self._variables(first, last)}
        shared = [word for word in dict.fromkeys(self._variables(at + 2, close)) if word in outside]
        names = {token.text for token in self.found}
        atom = unused("exception", names) + (f"({','.join(shared)})" if shared else "")
        literals = [self._text(*item) for item in others if self.found[item[0]].text != "not"]
        rule = f"{atom} :- {', '.join([*literals, *(self._text(*item) for item in items)])}."
        yield Edit(self.found[at + 1].begin, self.found[close].end, atom, said, 2, habit="not")
        yield Edit(self.found[-1].end, self.found[-1].end, f" {rule}", said, 2, habit="not")

    # ------------------------------------------------------------------------------------------------------ full stop

    def _stop(self) -> Iterator[Edit]:
        """A rule that does not end where the next one begins; and numbers that are not whole."""
        found = self.found
        begin = found[0].begin
        if found[0].kind == "number" and self.text[begin - 2 : begin - 1].isdigit() and self.text[begin - 1] == ".":
            start = begin - 1
            while self.text[start - 1].isdigit():
                start -= 1
            number = self.text[start : found[0].end]
            said = f"numbers are whole, and {number} is none: multiply both sides"
            yield Edit(start, found[0].end, number.split(".")[0], said, 0, habit="whole")
            return
        said = "a full stop is missing here, where the rule ends"
        at = next((at for at, token in enumerate(found) if token.begin >= self.offset), len(found))
        if at == len(found) and found[-1].kind != "end":
            last = found[-1]
            if last.text in (",", ";"):
                yield Edit(last.begin, last.end, ".", f"the last rule ends with a full stop, not with {last.text}")
            elif last.ends_operand or last.text in ("}", "|"):
                yield Edit(last.end, last.end, ".", said, habit="stop")
            return
        while at and "\n" not in self.text[found[at - 1].end : found[at].begin if at < len(found) else len(self.text)]:
            at -= 1
        if not at or at == len(found) or found[at].kind != "name":
            return
        last = found[at - 1]
        if last.text in (",", ";") and any(token.kind == "arrow" for token in found[:at]):
            yield Edit(last.begin, last.end, ".", f"a rule ends with a full stop, not with {last.text}")
        elif last.ends_operand or last.text in ("}", "|"):
            yield Edit(last.end, last.end, ".", said, habit="stop")

    # ---------------------------------------------------------------------------------------------------------- parts

    def _body(self) -> int | None:
        """Where the body begins."""
        return next((at + 1 for at, token in enumerate(self.found) if token.kind == "arrow"), None)

    def _items(self, first: int, last: int) -> list[tuple[int, int]]:
        """The parts between commas that stand in no brackets."""
        items, start, at = list[tuple[int, int]](), first, first
        while at < last:
            if at in self.closing:
                at = self.closing[at]
            elif self.found[at].text in (",", ";"):
                items.append((start, at))
                start = at + 1
            at += 1
        return [*items, (start, last)]

    def _parts(self, first: int, last: int) -> list[str]:
        return [text for item in self._items(first, last) if (text := self._text(*item))]

    def _text(self, first: int, last: int) -> str:
        if first >= last:
            return ""
        return unspaced(self.text[self.found[first].begin : self.found[last - 1].end])

    def _variables(self, first: int, last: int) -> Iterator[str]:
        for token in self.found[first:last]:
            if token.kind == "name" and token.text.lstrip("_'")[:1].isupper():
                yield token.text


def _operand(rest: Sequence[tuple[str, str]]) -> bool:
    """Whether what follows a `%` reads on as a rule does: an operand, then a sign of a rule, no prose."""
    kind, word = rest[0]
    following = rest[1][1] if len(rest) > 1 else ""
    if word == "(":
        return True
    if kind != "number" and not (kind == "name" and (word[0].isupper() or len(word) == 1)):
        return False
    return following[:1] in set(")<>!=,.;+-*/}|&^?\\")


def _named(sign: str) -> str:
    return {",": "as a comma"}.get(sign, sign)
