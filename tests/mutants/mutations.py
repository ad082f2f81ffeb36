"""One-symbol changes of a rule, as text: what the theorems' tests must notice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"#?[A-Za-z_]\w*|\d+|:-|[<>!]=|\S")
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_ARITHMETIC = {"+": "-", "-": "+", "\\": "/"}
_OPEN, _CLOSE = "({", ")}"


@dataclass(frozen=True)
class Mutant:
    """The rule at `index` with one change."""

    index: int
    original: str
    rule: str

    def rules(self, rules: Sequence[str]) -> list[str]:
        """All the rules, with this change."""
        return [*rules[: self.index], self.rule, *rules[self.index + 1 :]]


def mutants(rules: Sequence[str]) -> Iterator[Mutant]:
    """Every mutant of the rules, each of which has a body; some may be unsafe."""
    for index, rule in enumerate(rules):
        seen = {rule}
        silenced = f"{rule.removesuffix('.')}, 0 = 1."
        for changed in (silenced, *_changed_symbols(rule), *_changed_literals(rule)):
            if changed not in seen:
                seen.add(changed)
                yield Mutant(index, rule, changed)


def _changed_symbols(rule: str) -> Iterator[str]:
    """Numbers up and down by one, comparisons and operations exchanged."""
    for match in _TOKEN.finditer(rule):
        token = match.group()
        replacements: tuple[str, ...] = ()
        if token.isdigit():
            replacements = (str(int(token) + 1), str(int(token) - 1))
        elif token in _COMPARISONS and not rule[match.end() :].lstrip().startswith("#"):
            replacements = tuple(other for other in _COMPARISONS if other != token)
        elif token in _ARITHMETIC:
            replacements = (_ARITHMETIC[token],)
        for replacement in replacements:
            yield rule[: match.start()] + replacement + rule[match.end() :]


def _changed_literals(rule: str) -> Iterator[str]:
    """Body literals dropped, and negated or no longer negated."""
    head, arrow, body = rule.removesuffix(".").partition(" :- ")
    literals = _split(body)
    for index, literal in enumerate(literals):
        before, after = literals[:index], literals[index + 1 :]
        toggled = literal.removeprefix("not ") if literal.startswith("not ") else f"not {literal}"
        for changed in ([], [toggled]):
            rest = ", ".join((*before, *changed, *after))
            yield f"{head}{arrow}{rest}." if rest else f"{head}."


def _split(body: str) -> list[str]:
    """The literals of a body: cut at the commas outside of all brackets."""
    literals, depth, start = [], 0, 0
    for place, letter in enumerate(body):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter == "," and not depth:
            literals.append(body[start:place].strip())
            start = place + 1
    return [*literals, body[start:].strip()]
