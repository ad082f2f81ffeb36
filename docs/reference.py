"""The generated pages of docs/reference/: the keys of a spec, the commands, and the ways to prove."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml
from pydantic_core import PydanticUndefined

from bouton.cli.arguments import parser
from bouton.core.ranges import Interval
from bouton.document.document import CounterEntry, Document, HeapsEntry, MembersEntry, TokenEntry
from bouton.document.entries import KINDS, Summand
from bouton.document.entry import Boxed, Characterised, ClaimEntry
from bouton.document.tables import Entry
from bouton.document.types import Expectation, HeapsOver, HeapsProof, Model, SetRange
from bouton.proof.ways.table import DESCRIBED
from docs.markdown import WRITTEN, fenced, paragraph, prose
from docs.store import ROOT

SHARED: tuple[tuple[str, type[Model], str], ...] = (
    ("The spec", Document, "A spec is a YAML file with these keys."),
    ("Heaps", HeapsEntry, "What stands under a name of `position` that is a fluent of heaps, such as `heap`."),
    (
        "Counters",
        CounterEntry,
        "A counter is a range, such as `pile: 0..40`, or, where there is more to say of it, a mapping with these keys.",
    ),
    (
        "Sets",
        MembersEntry,
        "A set of vertices or cells, `free: {subset_of: vertex}`: `free(V)` says that V is a member, "
        "`after(M, free(V))` that the move M adds it, `gone(M, free(V))` that it takes it away "
        "([how](rules.md#sets-and-tokens)).",
    ),
    (
        "Tokens",
        TokenEntry,
        "A token, `at: {one_of: vertex}`: `at(V)` says that it stands on V, `after(M, at(W))` that it goes to W.",
    ),
    (
        "Sets of numbers",
        SetRange,
        "A parameter is a range, such as `k: 2..4`, or a set of numbers. The set `S` gives the rules the facts `s(X)`.",
    ),
    ("Every claim", ClaimEntry, "Every claim has these keys, whatever its kind."),
    ("Claims about the positions of a box", Boxed, "Most kinds of claim have these keys beside those of every claim."),
    ("Ranges under `over`", HeapsOver, "A range, a set, or for heaps a mapping with these keys."),
    ("Ranges under `prove`", HeapsProof, "A range, `all`, a set, or for heaps a mapping with this key."),
    ("Expectations", Expectation, "Under `expect` stands a verdict, or a mapping with these keys."),
)
EXIST = (
    "Where not every combination of heaps and counters in their ranges is a position of the game (coins in "
    "order on a strip, a token on a vertex that was used), `legal: P` names the predicate of those that are. It "
    "speaks of the numbers of a position and of parameters, and not of moves. Claims of every kind, tables, "
    "counts, pictures, game graphs and discovery are about these positions alone, by clingo, by compiled "
    "programs and in proofs; a claim's own `where` says of which of them. What the rules say of the others is "
    "of no matter, but that their arithmetic must be defined; rules for moves need not exclude them, and are "
    "read as if they did. To name one (`--at`, an example, an entry of a table, an image in another game) is an "
    "error, and a box that has none says so: a claim is vacuous there, a table or a picture an error.",
    "No move may lead from a position that exists to one that does not. In a box that is an error at the rule, "
    "with the position, the move, and where it leads, as for a move beyond a `reach`; each proof has a part for "
    "it (`positions exist`), over all that the proof is about, so that nothing is proved where a move far out "
    "strays. What is `HOLDS` in a box says nothing of moves beyond it.",
    "`reach` bounds one counter, `legal` says which values go together: a position exists where each counter is "
    "within its `reach`, if it has one, and `legal` holds. A move must lead to such a position. A counter "
    "without a `reach` is followed beyond its range, and there `legal` alone decides. `legal` is asked of all "
    "that moves reach, inside the box or not.",
    "In Python it is the argument `legal` of `Game`. `discover` writes it into what it finds, `mutants` changes "
    "its rules too. What is proved of sums of heaps, by digits, columns, quotients, multiplicities, octal "
    "codes, periods, and of images in another game needs all positions to exist: there the proof is `unknown`, "
    "and says why.",
)
OF_KINDS: Mapping[str, tuple[tuple[str, type[Model]], ...]] = {
    "table": (("An entry of `entries`", Entry),),
    "sum": (("A game of `plus` with a box of its own", Summand),),
}
OURS: dict[tuple[str, str], Any] = {
    ("Document", "claims"): [{"id": "theorem-4", "says": "A pile is lost ...", "kind": "p-positions", "iff": "even"}],
    ("Expectation", "verdict"): "refuted",
    ("Document", "measure"): ["stones", "pass"],
    ("Document", "cycles"): "allowed",
    ("TokenEntry", "one_of"): "vertex",
    ("MembersEntry", "subset_of"): "vertex",
    ("Boxed", "positions"): "starts",
    ("ClaimEntry", "kind"): "p-positions",
    ("CounterEntry", "reach"): "1..40",
    ("CounterEntry", "stones"): True,
    ("Grundy", "using"): {"lemma-3": "difference"},
    ("Everywhere", "using"): {"lemma-3": "difference"},
    **{
        (kind, "unfolding"): ["lost"]
        for kind in ("Characterised", "PPositions", "Winners", "Grundy", "Everywhere", "Statement")
    },
    ("Statement", "along"): "number",
    ("Sum", "where"): "singular",
    ("Sum", "over"): {"heap": {"count": "0..2"}},
    ("Table", "predicate"): "recursion",
    ("Count", "of"): "singular",
    ("Count", "first"): 1,
    ("Count", "same"): "fibonacci",
    ("Count", "terms"): [1, 0, 1, 0, 1, 0, 2],
}
"""Examples of keys that no shipped spec has, or has too long."""
_LONGEST = 110


def pages() -> dict[str, str]:
    """The text of each page, by its name below docs/."""
    return {"reference/spec.md": _spec(), "reference/commands.md": _commands(), "reference/ways.md": _ways()}


def _ways() -> str:
    lines = [
        "# The ways to prove",
        "",
        WRITTEN,
        "",
        *paragraph(
            "The first six read a claim for one value of the parameters after the other, and the first that reads it "
            "is taken; the others prove it for its whole range. `bouton explain` says which line of the rules stands "
            "in the way of each. What they have in common is "
            "[what PROVED rests on](../explanation/what-proved-rests-on.md), and [a new one](../how-to/add-a-way.md)"
            " is a folder and a row."
        ),
        "",
    ]
    for one in DESCRIBED:
        lines += paragraph(f"- **[{one.name}](../explanation/{one.page}).** {one.says}")
    lines += ["", "## What they take from theory", ""]
    for cited in dict.fromkeys(cited for one in DESCRIBED for cited in one.cites):
        lines += paragraph(f"- {cited} ({', '.join(one.name for one in DESCRIBED if cited in one.cites)})")
    return "\n".join([*lines, ""])


def _spec() -> str:
    lines = [
        "# The keys of a spec",
        "",
        WRITTEN,
        "",
        *paragraph(
            "Every key of a spec file, as the program itself has it: from the same models come the checks of a spec "
            "and the schema `specs/schema.json`, which an editor can use. The examples are lines of the specs that "
            "come with Bouton."
        ),
        "",
        *paragraph(
            "A range is a number or two with dots between them, `3` or `2..4`; its ends may be expressions in the "
            "parameters, `1..2*n+1`. Both ends belong to it. A difference of two numbers alone, `0-20`, is an "
            "error: it is `0..20` or `-20`. A key that is not listed here is an error, which is reported with its line "
            "and column."
        ),
    ]
    lines += ["", "## The positions that exist", ""]
    for text in EXIST:
        lines += [*paragraph(text), ""]
    lines.pop()
    known = set(ClaimEntry.model_fields)
    for title, model, said in SHARED:
        lines += ["", f"## {title}", "", said, "", *_keys(model, known if model is Boxed else set())]
    lines += ["", "## Kinds of claim", ""]
    lines += ["[What each kind claims](kinds.md) is told at more length on a page of its own."]
    for kind, claim in KINDS.items():
        boxed = issubclass(claim, Boxed)
        common = set(Boxed.model_fields if boxed else ClaimEntry.model_fields)
        beside = "those of a box" if boxed else "those of every claim"
        lines += ["", f"### `{kind}`", "", f"{_first(claim)} Its keys beside {beside}:", "", *_keys(claim, common)]
        for title, model in OF_KINDS.get(kind, ()):
            lines += ["", f"{title}:", "", *_keys(model, set())]
    return "\n".join(lines) + "\n"


def _first(model: type[Model]) -> str:
    return prose((model.__doc__ or "").strip().split("\n\n")[0])


def _keys(model: type[Model], without: set[str]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = field.alias or name
        if name in without:
            continue
        if field.is_required():
            default = ", needed"
        elif field.default in (None, PydanticUndefined, {}, False):
            default = ""
        else:
            default = f", `{_plain(field.default)}` where it is left out"
        yield f"- **`{key}`**{default}. {prose(field.description)} Example: `{_example(model, key)}`"


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, Interval | str) else str(value).lower()


def _example(model: type[Model], key: str) -> str:
    """The shortest line of the shipped specs that has the key in such a mapping."""
    if (model.__name__, key) in OURS:
        return _line(key, OURS[model.__name__, key])
    noted = next((found for one in model.__mro__ if (found := _values().get((one.__name__, key)))), [])
    lines = {_line(key, value) for value in noted}
    fit = sorted((line for line in lines if len(line) <= _LONGEST), key=lambda line: (len(line), line))
    if not fit:
        raise SystemExit(f"no spec has a short {key} of {model.__name__}: give an example in docs/reference.py")
    return fit[len(fit) // 3]


def _line(key: str, value: Any) -> str:
    return yaml.safe_dump(
        {key: value}, default_flow_style=True, width=10**6, sort_keys=False, allow_unicode=True
    ).strip()[1:-1]


@cache
def _values() -> dict[tuple[str, str], list[Any]]:
    """What the shipped specs have under each key of each model."""
    found: dict[tuple[str, str], list[Any]] = {}

    def note(model: type[Model], value: Any) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                found.setdefault((model.__name__, key), []).append(part)

    for file in sorted((ROOT / "specs").rglob("*.yaml")):
        spec = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
        note(Document, spec)
        for part in (spec.get("position") or {}).values():
            note(HeapsEntry if isinstance(part, dict) and "count" in part else CounterEntry, part)
        for part in (spec.get("parameters") or {}).values():
            note(SetRange, part)
        for claim in spec["claims"]:
            for kind in (ClaimEntry, Boxed, Characterised, KINDS[claim["kind"]]):
                note(kind, claim)
            heaps: tuple[tuple[str, type[Model]], ...] = (("over", HeapsOver), ("prove", HeapsProof))
            for key, of_heaps in heaps:
                ranges = claim.get(key)
                for name, part in ranges.items() if isinstance(ranges, dict) else ():
                    note(SetRange if name[0].isupper() else of_heaps, part)
            note(Expectation, claim.get("expect"))
            for part in claim.get("entries", ()):
                note(Entry, part)
            for part in claim.get("plus", ()):
                note(Summand, part)
    return found


def _commands() -> str:
    lines = [
        "# Commands",
        "",
        WRITTEN,
        "",
        *paragraph(
            "Every command with its options, as the program itself has them; `bouton COMMAND --help` prints the same. "
            "A SPEC is a file; where a command takes several, a directory stands for every `*.yaml` below it. Reports "
            "go to standard output, faults and progress to standard error. What the exit codes mean in general is told "
            "[on their page](exit-codes.md)."
        ),
    ]
    for name, command in commands().items():
        positional = [one for one in command._actions if not one.option_strings]
        options = [one for one in command._actions if one.option_strings and one.dest != "help"]
        usage = " ".join(["bouton", name, *map(_argument, positional), *(["[OPTION...]"] if options else [])])
        lines += ["", f"## `bouton {name}`", "", prose(command.description), "", *fenced("text", usage), ""]
        lines += [f"- `{one.metavar}`: {prose(one.help)}." for one in positional if one.help]
        lines += [f"- {_option(one)}: {prose(one.help)}." for one in options]
        lines += ["", "| exit code | means |", "|---|---|"]
        lines += [f"| {code} | {prose(said)} |" for code, said in codes(command).items()]
    return "\n".join(lines) + "\n"


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command."""
    (found,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(found.choices)


def codes(command: argparse.ArgumentParser) -> dict[str, str]:
    """The exit codes that a command's help lists."""
    lines = [line.strip().partition(" ") for line in (command.epilog or "").splitlines()[1:]]
    return {code: said.strip() for code, _, said in lines}


def _argument(action: argparse.Action) -> str:
    return f"{action.metavar}..." if action.nargs == "+" else str(action.metavar)


def _option(action: argparse.Action) -> str:
    shown = "|".join(action.choices) if action.choices else str(action.metavar or "")
    value = "" if action.nargs == 0 else shown
    return ", ".join(f"`{name} {value}`" if value else f"`{name}`" for name in action.option_strings)
