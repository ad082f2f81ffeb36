"""No form is decided on printed text: where regular expressions and printed nodes may stand in the program, and why."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, comparisons, statements, text, tree

REGULAR = {
    # texts that are no rules: specs, options of the command line, numbers, names that a user gives
    "certificate/replay.py": "names of files",
    "cli/arguments.py": "an amount of memory",
    "cli/console.py": "verdicts in a report, to be coloured",
    "cli/new.py": "the name of a new game",
    "core/octal.py": "the code of an octal game",
    "core/ranges.py": "ranges of a spec",
    "document/at.py": "positions on the command line",
    "document/encoding.py": "numbers of a table",
    "document/faults.py": "messages of the reader of YAML",
    "document/game.py": "whether a measure's name stands in the rules at all; what it is, is seen when they are read",
    "document/graphs.py": "labels of vertices in files of other formats",
    "document/text.py": "plain values of YAML",
    "document/types.py": "the name of a side",
    "discover/draft.py": "the blank lines of a text that is printed",
    "discover/language.py": "helpers of which rules that Bouton has written speak",
    "discover/moves.py": "names of moves, as they are offered to be read",
    "discover/heapwise.py": "the S of an expression that Bouton has written",
    "proof/prove.py": "names of files",
    "rocq/gallina.py": "Gallina, which is read back as it was printed",
    "rocq/file.py": "Gallina: what a file of ours requires; and the name of a file",
    "rocq/listed.py": "Gallina that Bouton has written: the names in it",
    "rocq/hand.py": "Gallina: numbers in statements that are compared with those of proofs by hand",
    "rocq/tried.py": "messages of coqc, and the lemmas of files that Bouton has printed",
    "rocq/statement.py": "comments of rules, which say nothing",
    "rules/lift.py": "words of lifted rules: what is shared may be more than is needed, and never less",
    "rules/safety.py": "messages of clingo",
    "rules/screen.py": "the tokens of a text before it is parsed: what no syntax tree shows",
    "show/text.py": "names of obligations, to be put together in a report",
    "theory/instances.py": "SMT-LIB that Bouton has written",
}
"""The modules that use regular expressions, each with what it reads."""
PRINTED = {
    "core/verdict.py": "members of a counterexample, by their terms as a spec has them",
    "core/graph.py": "the numbers of a list, as they were written",
    "process/guard.py": "the message of an exception",
    "process/limits.py": "the message of an exception",
    "rules/grounding.py": "the message of an exception of clingo",
    "schedule/resume.py": "the message of an exception of SQLite",
    "discover/golden.py": "an interval of a spec",
    "discover/language.py": "a number, looked for among numbers that are told",
    "show/picture/plot.py": "an outcome",
    "show/picture/slice.py": "where a token stands, by its term as the command line has it",
    "show/scopes.py": "an interval of a spec",
    "show/words.py": "an interval of a spec",
    "proof/ways/sums/compared.py": "a move of clingo, which is a symbol: two that are printed alike are the same",
    "theory/every_set.py": "the path of a file",
}
"""The modules that compare what is printed, each with what that is."""
IMPORTS = re.compile(r"\b(re|regex)\b")
PRINTS = re.compile(r"\b(str|repr)\(|\bmap\((str|repr)\b")
"""What stands in every module that imports regular expressions, and in every one that compares what is printed."""


def modules(words: re.Pattern[str]) -> Iterator[tuple[str, ast.Module]]:
    """The name of each module with such words in it, and its tree."""
    found = (one for one in sorted(ROOT.rglob("*.py")) if words.search(text(one)))
    return ((one.relative_to(ROOT).as_posix(), tree(one)) for one in found)


def regular(found: ast.AST) -> bool:
    """Whether regular expressions are used."""
    every = [node for node, _ in statements(found)]
    imported = (name for node in every if isinstance(node, ast.Import) for name in node.names)
    from_ = (node.module for node in every if isinstance(node, ast.ImportFrom))
    return any(one.name in ("re", "regex") for one in imported) or any(one in ("re", "regex") for one in from_)


def printed(found: ast.AST) -> bool:
    """Whether something is printed and compared: `str(a) == b`, `[str(x) for x in a] == b`, `repr(a) in b`."""
    return any(is_text(side) for node in comparisons(found) for side in (node.left, *node.comparators))


def is_text(side: ast.expr) -> bool:
    if isinstance(side, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        return is_text(side.elt)
    if isinstance(side, ast.Starred):
        return is_text(side.value)
    if isinstance(side, ast.List | ast.Tuple | ast.Set):
        return any(map(is_text, side.elts))
    if not isinstance(side, ast.Call) or not isinstance(side.func, ast.Name):
        return False
    of_each = side.func.id == "map" and bool(side.args) and isinstance(side.args[0], ast.Name)
    named = side.args[0].id if of_each and isinstance(side.args[0], ast.Name) else side.func.id
    return named in ("str", "repr")


def test_regular_expressions_read_no_rules() -> None:
    assert {name for name, found in modules(IMPORTS) if regular(found)} == REGULAR.keys()


def test_what_is_printed_is_not_compared() -> None:
    assert {name for name, found in modules(PRINTS) if printed(found)} == PRINTED.keys()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("str(literal) == 'not p'", True),
        ("'_' != str(one)", True),
        ("str(term) in names", True),
        ("'_' in str(term)", True),
        ("[str(one) for one in arguments] == [at]", True),
        ("(str(one), 1) in rows", True),
        ("[*map(str, terms)] == names", True),
        ("map(str, terms) == names", True),
        ("repr(rule) == text", True),
        ("same(one, other)", False),
        ("one.name == name", False),
        ("text(symbol) == name", False),
    ],
)
def test_comparisons_that_are_seen(line: str, found: bool) -> None:
    assert printed(ast.parse(line)) is found


def test_every_import_is_seen() -> None:
    assert regular(ast.parse("import re")) and regular(ast.parse("from re import sub"))
    assert regular(ast.parse("def f():\n    import re")) and not regular(ast.parse("import readline"))
