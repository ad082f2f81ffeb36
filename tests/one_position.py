"""A rules file as plain ASP about positions, for tests: lifted by one regular expression, not by Bouton."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from clingo import Control, MessageCode, Symbol

Heaps = tuple[int, ...]
Rows = dict[Heaps, list[Symbol]]


def split(text: str) -> list[str]:
    """The rules of a text, each on one line, without its comments."""
    bare = re.sub(r"%.*", "", text)
    return [" ".join(rule.split()) + "." for rule in re.split(r"(?<!\.)\.(?!\.)", bare) if rule.strip()]


def head(rule: str) -> str:
    """The name of the predicate that a rule derives."""
    found = re.match(r"[a-z]\w*", rule)
    assert found, rule
    return found.group()


def evaluate(
    rules: Iterable[str], parameters: Mapping[str, int], positions: Sequence[Heaps], wanted: Iterable[str]
) -> dict[str, Rows]:
    """What the rules derive of the wanted predicates at each position; RuntimeError where one needed for it is unsafe.

    Only positions of the one fluent `heap` are known. Each atom gets the position's number first. Where nothing is
    wanted it is tried whether all of them are safe.
    """
    wanted = list(wanted)
    lines = list(_lifted_for(tuple(rules), frozenset(wanted)))
    for number, heaps in enumerate(positions):
        lines.append(f"at({number}).")
        lines += [f"heap({number},{place},{size})." for place, size in enumerate(heaps, 1)]
    messages: list[str] = []

    def log(code: MessageCode, message: str) -> None:
        if code is not MessageCode.AtomUndefined:
            messages.append(message)

    control = Control([f"-c{name}={value}" for name, value in parameters.items()], logger=log)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    assert not messages
    found: dict[str, Rows] = {name: {heaps: [] for heaps in positions} for name in wanted}
    for name, arity, positive in control.symbolic_atoms.signatures:
        if name in found:
            for atom in control.symbolic_atoms.by_signature(name, arity, positive):
                found[name][positions[atom.symbol.arguments[0].number]].append(atom.symbol)
    return found


@cache
def _lifted_for(rules: tuple[str, ...], wanted: frozenset[str]) -> list[str]:
    """The lifted rules that the wanted predicates need: the others take as long. All of them where none is wanted."""
    words = {rule: frozenset(re.findall(r"\w+", rule)) for rule in rules}
    needed, known = wanted or frozenset(map(head, rules)), frozenset[str]()
    while needed != known:
        known, needed = needed, needed.union(*(words[rule] for rule in rules if head(rule) in needed))
    names = "|".join(sorted({"heap", *map(head, rules)}))
    return [_lifted(rule, names) for rule in rules if head(rule) in needed]


def _lifted(rule: str, names: str) -> str:
    """`p(X) :- q(X).` is about one position; `p(P,X) :- at(P), q(P,X).` about all of them."""
    about = re.sub(rf"(?<![#\w])({names})\b(?!\()", r"\1(P)", rule)
    about = re.sub(rf"(?<![#\w])({names})\((?!P\))", r"\1(P,", about)
    head, _, body = about.removesuffix(".").partition(" :- ")
    return f"{head} :- at(P){', ' * bool(body)}{body}."
