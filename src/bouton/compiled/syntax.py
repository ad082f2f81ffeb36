"""The languages that programs are printed in: C, plain Python, and JavaScript for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

IN_PYTHON = """
known_{0} = {{}}
def orbit_{0}(x, times):
    found = orbit(known_{0}, more_{0}, step_{0}, x)
    return found[times] if times < len(found) else 0
def turns_{0}(x):
    return len(orbit(known_{0}, more_{0}, step_{0}, x))
"""
IN_C = """
static I orbit_{0}(I from, I times) {{
    static __thread I last, at = -1, x;
    if (at < 0 || last != from || times < at) last = x = from, at = 0;
    for (; at < times; at++) x = step_{0}(x);
    return x;
}}
static I turns_{0}(I x) {{
    I turns = 1, mark = x;
    while (more_{0}(x)) {{
        x = step_{0}(x);
        if (x == mark) break; /* they come back to it */
        if (!(turns & (turns - 1))) mark = x;
        turns++;
    }}
    return turns;
}}
"""
IN_JAVASCRIPT = """
const known_{0} = new Map();
const orbit_{0} = (x, times) => orbit(known_{0}, more_{0}, step_{0}, x)[times] ?? 0;
const turns_{0} = (x) => orbit(known_{0}, more_{0}, step_{0}, x).length;
"""
"""The numbers that a recursion leads through from one on, by how many steps, and how many there are."""


@dataclass
class ProgramText:
    """Lines of a program in one language."""

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    table: tuple[str, ...] = ("tab",)
    """What functions that need the table are given first."""
    helpers: list[str] = field(default_factory=list)
    """Lines that stand before all functions which call them."""
    known: dict[object, int] = field(default_factory=dict)
    """What the helpers are for, each with its number."""

    c = False
    helper, iterated = "def {}({}):", IN_PYTHON
    both, either, no = " and ", " or ", "not "
    function_, saying_, when_, nothing = "def {}({}):", "def {}({}):", "if {}:", ""
    opening, closing = "", ""
    number, parameter, end, over, append = "", "", "", "//", "append"

    def line(self, text: str) -> None:
        """One statement."""
        self.lines.append("    " * self.depth + text)

    def set(self, name: str, value: str) -> None:
        """A new variable."""
        self.line(f"{self.number}{name} = {value}{self.end}")

    def give(self, value: str) -> None:
        """Return from the function."""
        self.line(f"return {value}{self.end}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines below a head."""
        self.line(f"{head}{self.opening}")
        self.depth += 1
        yield
        self.depth -= 1
        if self.closing:
            self.line(self.closing)

    @contextmanager
    def function(self, name: str, arguments: Sequence[str], table: bool) -> Iterator[None]:
        """A function of numbers, and of the table where it needs that."""
        listed = [*(self.table if table else []), *(f"{self.parameter}{argument}" for argument in arguments)]
        with self.block((self.function_ if table else self.saying_).format(name, ", ".join(listed) or self.nothing)):
            yield
        self.lines.append("")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """A conditional."""
        with self.block(self.when_.format(condition)):
            yield

    @contextmanager
    def loop(self, name: str, low: str, high: str) -> Iterator[None]:
        """A loop over an interval, its ends included."""
        with self.block(f"for {name} in range({low}, {_successor(high)}):"):
            yield

    def extreme(self, which: str, values: Sequence[str]) -> str:
        """The `min` or `max` of some numbers."""
        return values[0] if len(values) == 1 else f"{which}({', '.join(values)})"

    def ite(self, condition: str, then: str, other: str) -> str:
        """A case distinction."""
        return f"({then} if {condition} else {other})"

    def some(self, name: str, low: str, high: str, condition: str) -> str:
        """Whether a condition holds of some number of an interval, its ends included."""
        return f"any({condition} for {name} in range({low}, {_successor(high)}))"

    def quotient(self, left: str, right: str, natural: bool) -> str:
        """A truncating quotient; `natural` says that the left is 0 or more and the right positive."""
        return f"({left} {self.over} {right})" if natural else f"quotient({left}, {right})"

    def remainder(self, left: str, right: str, natural: bool) -> str:
        """The remainder to it."""
        return f"({left} % {right})" if natural else f"remainder({left}, {right})"

    def ordered(self, names: Sequence[str], values: Sequence[str], known: int) -> None:
        """New variables for values in ascending order, the first `known` of which are in order already."""
        if len(values) == known:
            for name, value in zip(names, values, strict=True):
                self.set(name, value)
        elif values:
            self.line(f"{', '.join(names)}, = sorted(({', '.join(values)},))")

    def closed(self, names: Sequence[str], values: Sequence[str]) -> None:
        """New variables for values in their order, but that those which are 0 come last."""
        if values:
            self.line(f"{', '.join(names)}, = sorted(({', '.join(values)},), key=is_zero)")


@dataclass
class C(ProgramText):
    """Lines of C."""

    table: tuple[str, ...] = ("const uint8_t *const tab", "const I bit")

    c = True
    helper, iterated = "static I {}({})", IN_C
    both, either, no = " && ", " || ", "!"
    function_, saying_, when_, nothing = "FUNCTION {}({})", "SAYING {}({})", "if ({})", "void"
    opening, closing, counter = " {", "}", "I"
    number, parameter, end, over = "const I ", "const I ", ";", "/"

    @contextmanager
    def loop(self, name: str, low: str, high: str) -> Iterator[None]:
        """A loop over an interval, its ends included."""
        with self.block(self._each(name, low, high)):
            yield

    def _each(self, name: str, low: str, high: str, while_: str = "") -> str:
        """The head of a loop over an interval, which goes on only while something more holds."""
        return f"for ({self.counter} {name} = {low}, {name}_end = {high}; {while_}{name} <= {name}_end; {name}++)"

    def extreme(self, which: str, values: Sequence[str]) -> str:
        """The `min` or `max` of some numbers."""
        found = values[0]
        for value in values[1:]:
            found = f"{which}({found}, {value})"
        return found

    def ite(self, condition: str, then: str, other: str) -> str:
        """A case distinction."""
        return f"({condition} ? {then} : {other})"

    def some(self, name: str, low: str, high: str, condition: str) -> str:
        """Whether a condition holds of some number of an interval, its ends included."""
        loop = self._each(name, low, high, f"!{name}_is && ")
        return f"({{ I {name}_is = 0; {loop} {name}_is = {condition}; {name}_is; }})"

    def ordered(self, names: Sequence[str], values: Sequence[str], known: int) -> None:
        """New variables for values in ascending order, the first `known` of which are in order already."""
        ordered = list(values[:known])
        for at, value in enumerate(values[known:]):
            fresh = [f"{names[0]}_{at}_{place}" for place in range(len(ordered) + 1)]
            left = value
            for place, one in enumerate(ordered):
                self.set(fresh[place], f"min({one}, {left})")
                self.set(f"{fresh[place]}_", f"max({one}, {left})")
                left = f"{fresh[place]}_"
            self.set(fresh[-1], left)
            ordered = fresh
        for name, value in zip(names, ordered, strict=True):
            self.set(name, value)

    def closed(self, names: Sequence[str], values: Sequence[str]) -> None:
        """New variables for values in their order, but that those which are 0 come last."""
        found = list(values)
        for end in range(len(found) - 1, 0, -1):
            for at in range(end):  # what is 0 changes places with the one after it
                left, right = f"{names[0]}_{end}_{at}", f"{names[0]}_{end}_{at}_"
                self.set(left, self.ite(found[at], found[at], found[at + 1]))
                self.set(right, self.ite(found[at], found[at + 1], "0"))
                found[at : at + 2] = left, right
        for name, value in zip(names, found, strict=True):
            self.set(name, value)


@dataclass
class JavaScript(C):
    """Lines of JavaScript, whose numbers are exact as far as programs go: all that they compute has 32 bits."""

    helper, iterated = "function {}({})", IN_JAVASCRIPT
    function_, saying_, nothing = "function {}({})", "function {}({})", ""
    number, parameter, append, counter = "const ", "", "push", "let"

    def extreme(self, which: str, values: Sequence[str]) -> str:
        """The `min` or `max` of some numbers."""
        return values[0] if len(values) == 1 else f"Math.{which}({', '.join(values)})"

    def some(self, name: str, low: str, high: str, condition: str) -> str:
        """Whether a condition holds of some number of an interval, its ends included."""
        return f"(() => {{ {self._each(name, low, high)} if ({condition}) return true; return false; }})()"

    def quotient(self, left: str, right: str, natural: bool) -> str:
        """A truncating quotient; `natural` says that the left is 0 or more and the right positive."""
        return f"Math.trunc({left} / {right})" if natural else f"quotient({left}, {right})"


def _successor(number: str) -> str:
    return str(int(number) + 1) if number.lstrip("-").isdigit() else f"{number} + 1"
