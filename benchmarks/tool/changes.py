"""What can be changed in a file of Python, by the operators of cosmic-ray, and what of it is drawn by a seed.

A place is what an operator replaces: an operation, a relation, a number, a condition, a decorator, a loop's iterable.
Each place is drawn once at most, and one of its changes with it, so that an addition, for which cosmic-ray knows ten
others, weighs no more than a condition, which it negates.
"""

from __future__ import annotations

import ast
import random
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.tool.statements import Span, span

with suppress(ImportError):  # an extra, without which nothing is drawn
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

Place: TypeAlias = tuple[str, Span]
"""A file, by its path from the root, and what is replaced in it."""

_SPEED = {"cache", "lru_cache", "override", "final", "abstractmethod"}
_GUARDS = {"frozen", "slots", "strict"}
_IDENTITY = {"Is", "IsNot"}


@dataclass(frozen=True)
class Change:
    """One operator of cosmic-ray at one place: the so-manyth that it finds in the file."""

    file: str
    place: Span
    operator: str
    occurrence: int

    def made(self, source: str) -> str | None:
        """The file as changed; None where that is no Python, or says the same."""
        made: str | None = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        if made is None or made == source:
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(made, self.file, "exec")
        except SyntaxError:
            return None
        return made


@dataclass(frozen=True)
class Mutant:
    """A file with one change, and the lines that differ."""

    change: Change
    source: str
    was: str
    now: str

    @property
    def says(self) -> tuple[str, str]:
        """What differs."""
        return self.was, self.now


def changes(file: str, source: str) -> Iterator[Change]:
    """Every change of a file that is not idle by its form."""
    resting = idle(ast.parse(source))
    counts = Counter[str]()
    for node in ast_nodes(get_ast(source)):
        bare = node.parent is not None and node.parent.type == "parameters"  # the star before names
        for name, operator in _operators():
            for start, end in operator.mutation_positions(node):
                inside = any(one.start <= start and end <= one.end for one in resting)
                if not inside and not bare and not _of_identity(name):
                    yield Change(file, Span(start, end), name, counts[name])
                counts[name] += 1


def idle(tree: ast.AST) -> list[Span]:
    """What does nothing for a user who meets no fault of Bouton's own.

    Types and what is said to the type checker alone; assertions; `frozen`, `slots` and `strict`, which guard against
    faults of the program; decorators that save time or mark a method; and the entry of a script.
    """
    found: list[ast.AST | None] = []
    resting: list[Span] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assert():
                found.append(node)
            case ast.AnnAssign():
                found += [node.annotation, node.value if "TypeAlias" in ast.unparse(node.annotation) else None]
            case ast.arg():
                found.append(node.annotation)
            case ast.FunctionDef():
                found.append(node.returns)
                resting += [_line(one) for one in node.decorator_list if _name(one) in _SPEED]
            case ast.If() if _name(node.test) == "TYPE_CHECKING" or "__name__ ==" in ast.unparse(node.test):
                found.append(node)
            case ast.Call():
                found += [one for one in node.keywords if one.arg in _GUARDS]
                found += node.args[:1] if _name(node.func) == "cast" else []
            case ast.Subscript() if _name(node.value) in ("Counter", "dict", "list", "set", "tuple", "defaultdict"):
                found.append(node.slice)
    return [*resting, *(span(node) for node in found if node is not None)]


def drawn(sources: Mapping[str, str], seed: int) -> Iterator[Mutant]:
    """The mutants of the files in the order of the drawing, one of each place at most."""
    places: dict[Place, list[Change]] = defaultdict(list)
    for file in sorted(sources):
        for one in changes(file, sources[file]):
            places[file, one.place].append(one)
    order = sorted(places)
    random.Random(f"{seed}").shuffle(order)
    for place in order:
        waiting = list(places[place])
        random.Random(f"{seed} {place}").shuffle(waiting)
        yield from islice(filter(None, (mutant(one, sources[one.file]) for one in waiting)), 1)


def mutant(change: Change, source: str) -> Mutant | None:
    """The file with a change; None where that is no Python."""
    made = change.made(source)
    return None if made is None else Mutant(change, made, *_differing(source, made))


def _differing(source: str, made: str) -> tuple[str, str]:
    """The lines that differ, before and after."""
    old, new = source.splitlines(), made.splitlines()
    parts = [one for one in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if one[0] != "equal"]
    was = [line.strip() for _, start, end, _, _ in parts for line in old[start:end]]
    now = [line.strip() for _, _, _, start, end in parts for line in new[start:end]]
    return " ".join(was), " ".join(now)


def _of_identity(name: str) -> bool:
    """Whether equality is replaced by identity or identity by equality: what they tell apart is the interpreter's."""
    relation, _, ends = name.partition("ReplaceComparisonOperator_")
    return bool(ends) and relation == "core/" and len(_IDENTITY & set(ends.split("_"))) == 1


def _line(decorator: ast.expr) -> Span:
    """Where a decorator stands with its sign and the end of its line, which are replaced with it."""
    return Span((decorator.lineno, decorator.col_offset - 1), ((decorator.end_lineno or 0) + 1, 0))


def _name(node: ast.AST) -> str:
    """What a decorator, a function or a test is called."""
    match node:
        case ast.Call():
            return _name(node.func)
        case ast.Attribute():
            return node.attr
        case ast.Name():
            return node.id
    return ""


@cache
def _operators() -> Sequence[tuple[str, Any]]:
    """The operators of cosmic-ray that need no arguments."""
    found = [(name, get_operator(name)) for name in operator_names()]
    return tuple((name, operator()) for name, operator in found if not operator.arguments())


def sources(root: Path, folders: Sequence[str]) -> dict[str, str]:
    """The files of some folders of Bouton with what they say, by their paths from the root."""
    files = [file for folder in folders for file in (root / "src/bouton" / folder).rglob("*.py")]
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in sorted(files)}
