"""A found theorem as the two files that a person would have written, and what `bouton check` says of these files."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

import yaml

from bouton.claims.mentioned import not_mentioned
from bouton.claims.subject import rules_of
from bouton.core.position import Heaps, Members, Token, has_sets
from bouton.core.ranges import interval
from bouton.core.sources import Source
from bouton.core.spec import Box, CounterRange, FluentRange, HeapRange, ParameterRange, Spec, values_of
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.ground.box import ground_box
from bouton.process.limits import Limits, processors
from bouton.rules.file import GONE, Rules
from bouton.rules.mutate import only
from bouton.rules.names import OUTPUTS
from bouton.run.check import check
from bouton.run.options import Options

CLAIM, MOVES = "discovered", "winning-moves"
"""The ids of the claim, and of one that says it with winning moves, where that has positions of its own."""
_HEAPS = 4
"""Most heaps that a proof is tried for one by one."""
_FEW, _SIZES = 300, (64, 32, 16, 8, 4)
"""At most so many positions has a box in which moves are held against the game one by one, and these are its sizes."""
_JOBS = min(2, processors())
"""Solvers that work on a proof at once."""


@dataclass(frozen=True)
class Reach:
    """What a proof leaves unbounded: sizes of heaps and counters, and on demand parameters and the number of heaps."""

    parameters: bool
    heaps: bool
    turn: int = 0
    """Counters of at most so many values, and in any case of one, keep their range: they say whose turn it is."""
    above: tuple[str, str] | None = None
    """A parameter, and its least value in terms of another one."""

    def over(self, spec: Spec) -> dict[str, str]:
        """Ranges of parameters that are not those of the spec, as values of the key `over`."""
        if self.above is None:
            return {}
        name, low = self.above
        (high,) = [one.interval.high.text for one in spec.box.parameters if one.name == name and one.interval]
        return {name: f"{low}..{high}"}

    def of(self, spec: Spec) -> dict[str, Any]:
        """The value of the key `prove` of a claim in a spec."""
        found: dict[str, Any] = {}
        if self.parameters:
            found |= {one.name: "all" for one in spec.box.parameters if _varies(one)}
        for fluent, part in zip(spec.fluents, spec.box.fluents, strict=True):
            if isinstance(part, HeapRange):
                whole = str(part.count) if _few(part) else f"{part.count.low.text}..{_HEAPS}"
                found[fluent.name] = {"count": "all" if self.heaps else whole}
            elif (
                values_of(part).low != values_of(part).high
                and len(values_of(part).at(next(spec.box.assignments()))) > self.turn
            ):
                found[fluent.name] = "all"
        return found


@dataclass(frozen=True)
class WholeReach:
    """The reach of a proof of a claim that speaks of every size by itself, such as one on a period."""

    parameters: bool = False

    def of(self, _spec: Spec) -> bool:
        """The value of the key `prove` of a claim in a spec."""
        return True

    def over(self, _spec: Spec) -> dict[str, str]:
        """No ranges beside those that the claim has."""
        return {}


def reaches(spec: Spec) -> list[Reach]:
    """The reaches that a proof about the game may have, the most general first."""
    numbers = any(map(_varies, spec.box.parameters))
    # where the spec fixes the number of heaps, the game is one of so many
    heaps = any(isinstance(one, HeapRange) and one.count.low != one.count.high for one in spec.box.fluents)
    return [
        Reach(k, n) for k in ((True, False) if numbers else (False,)) for n in ((True, False) if heaps else (False,))
    ]


def _varies(one: ParameterRange) -> bool:
    """Whether a parameter is a number that takes several values in the spec."""
    return one.interval is not None and one.interval.low != one.interval.high


def _few(part: HeapRange) -> bool:
    text = part.count.high.text
    return not text.isdigit() or int(text) <= _HEAPS


@dataclass(frozen=True)
class Draft:
    """The two files of a found theorem: the rules as text, and the spec as a document.

    Its claims stand in the document, with the proofs that are asked for.
    """

    name: str
    rules: str
    document: dict[str, Any]

    @property
    def spec(self) -> str:
        """The text of the spec."""
        return yaml.dump(self.document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100)

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both files into one folder, and return their paths: rules, spec."""
        rules, spec = folder / f"{self.name}.lp", folder / f"{self.name}.yaml"
        rules.write_text(self.rules, encoding="utf-8")
        spec.write_text(self.spec, encoding="utf-8")
        return rules, spec

    def judged(self, limits: Limits, *, prove: bool = True, held: bool = False) -> tuple[Spec, list[Result]]:
        """What `bouton check` says of the files, judged anew: the verdict of each claim of their spec.

        Without `prove` only the box is looked at; `held` says that it was already, and only proofs are tried.
        """
        with tempfile.TemporaryDirectory(prefix="bouton-") as folder:
            _, file = self.write(Path(folder))
            spec = load(file)
            asked = Options(limits=limits, jobs=_JOBS, prove=None if prove else False, held=held)
            return spec, list(check(spec, asked, lambda _state: None))


class _Plain(yaml.SafeDumper):
    """Writes YAML with short lists and mappings in one line each, as specs written by hand have them."""

    def ignore_aliases(self, _data: Any) -> bool:
        """That nothing is named to be written once: a spec has no anchors."""
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:  # noqa: ARG002 (that is decided here)
        """A mapping, in one line where nothing in it is nested twice."""
        items = mapping.items() if isinstance(mapping, Mapping) else mapping
        deep = any(key in ("claims", "position", "prove") or isinstance(value, list) for key, value in items)
        return super().represent_mapping(tag, mapping, not deep and "game" not in mapping and "id" not in mapping)

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:  # noqa: ARG002 (that is decided here)
        """A sequence, in one line where it is one of numbers."""
        return super().represent_sequence(tag, sequence, all(isinstance(one, int) for one in sequence))


def game_files(spec: Spec) -> tuple[Source, ...]:
    """The rules files with the game alone: what derives moves, their effects and the measure, without theorems."""
    outputs = {(name, arity) for name, (arity, _) in OUTPUTS.items()}
    outputs |= {GONE} if has_sets(spec.fluents) else set()
    named = {one.name for one in (spec.legal, spec.begins) if one is not None}
    named |= {one.domain for one in spec.fluents if isinstance(one, Members)}
    others = {(name, many) for name in named for many in rules_of(spec).arities(name)}
    return only(spec.rules, outputs | others | {(name, 1) for name in spec.measure.predicates})


def alone(spec: Spec) -> Spec:
    """The spec with the rules of the game alone, without the parameters that these and the ranges do not mention.

    Of such a parameter a theorem on the game says nothing, though claims of the spec may.
    """
    spec = replace(spec, rules=game_files(spec))
    if has_sets(spec.fluents) or not (idle := not_mentioned(spec)):
        return spec
    kept = tuple(one for one in spec.box.parameters if one.name not in idle)
    declared = None if spec.declared is None else replace(spec.declared, parameters=kept)
    return replace(spec, box=replace(spec.box, parameters=kept), declared=declared)


def game_rules(spec: Spec) -> str:
    """The text of the game's rules alone, as `game_files` has them, without surplus empty lines."""
    text = "\n".join(one.content for one in game_files(spec))
    lines = [line.rstrip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def file_name(spec: Spec) -> str:
    """The stem of the names of a draft's two files: after the game's rules file, or after the folder of that file."""
    first = PurePath(spec.rules[0].name)
    folder = first.parent.name or (spec.rules[0].file.parent.name if first.stem == "rules" else "")
    return f"{folder or first.stem}_found"


def document(spec: Spec, name: str, claims: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A spec document of the game with these claims; its ranges are those of the box, as the command line left it."""
    found: dict[str, Any] = {"game": spec.game}
    if spec.source is not None:
        found["source"] = spec.source
    found["rules"] = f"{name}.lp"
    if spec.box.parameters:
        found["parameters"] = {one.name: one.written for one in spec.box.parameters}
    found["position"] = {}
    wide = (spec.declared or spec.box).fluents
    for fluent, part, whole in zip(spec.fluents, spec.box.fluents, wide, strict=True):
        if isinstance(part, HeapRange):
            assert isinstance(fluent, Heaps)
            order = {} if fluent.order == "ascending" else {"order": fluent.order}
            found["position"][fluent.name] = {"count": str(part.count), "size": str(part.size)} | order
        elif isinstance(fluent, Members):
            key = "one_of" if isinstance(fluent, Token) else "subset_of"
            found["position"][fluent.name] = {key: fluent.domain}
        else:
            assert isinstance(whole, CounterRange)
            more = {"reach": str(whole.interval)} if whole != part else {}
            stones = {"stones": True} if getattr(fluent, "stones", False) else {}
            begins = {name: one.text for name, one in spec.starts if name == fluent.name and spec.begins is not None}
            more |= {"start": begins[fluent.name]} if begins else {}
            entry = {"range": str(values_of(part)), **more, **stones}
            found["position"][fluent.name] = entry if len(entry) > 1 else entry["range"]
    if spec.begins is not None:
        found["starts"] = spec.begins.name
    default = type(spec.measure).default(spec.fluents)
    if spec.measure != default:
        found["measure"] = list(spec.measure.entries)
    if spec.cycles != "refused":
        found["cycles"] = "allowed"
    if spec.legal is not None:
        found["legal"] = spec.legal.name
    found["claims"] = [dict(one) for one in claims]
    plain: dict[str, Any] = _numbers(found)
    return plain


def _numbers(value: Any) -> Any:
    """A document in which texts that are whole numbers are numbers, as a spec asks for; names and sentences stay."""
    if isinstance(value, dict):
        return {key: one if key in ("game", "source", "says") else _numbers(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbers(one) for one in value]
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


def with_prove(draft: Draft, prove: Mapping[str, Any] | bool, over: Mapping[str, str]) -> Draft:
    """The draft whose main claim asks for this proof, with these ranges beside those that it has."""
    (said,) = [one for one in draft.document["claims"] if one["id"] == CLAIM]
    more = {"over": said.get("over", {}) | over} if over else {}
    made = said | more | {"prove": _numbers(prove)}
    claims = [made if one is said else one for one in draft.document["claims"]]
    return replace(draft, document={**draft.document, "claims": claims})


def with_box(draft: Draft, over: Mapping[str, Any] | None) -> Draft:
    """The draft whose main claim is about this box, by default that of the whole spec, and asks for no proof."""
    (first, *more) = draft.document["claims"]
    plain = {key: value for key, value in first.items() if key not in ("over", "prove")}
    claim = plain | ({} if over is None else {"over": _numbers(dict(over))})
    return replace(draft, document={**draft.document, "claims": [claim, *more]})


def few(spec: Spec, box: Box) -> dict[str, str | dict[str, str]]:
    """Shorter ranges, as the `over` of a claim, for a box of a few hundred positions; none where it is so small."""
    over: dict[str, str | dict[str, str]] = {}
    for most in _SIZES:
        if sum(ground_box(spec.fluents, box, each).size() for each in box.assignments()) <= _FEW:
            break
        parts: list[FluentRange] = []
        for part in box.fluents:
            sizes = part.size if isinstance(part, HeapRange) else values_of(part)
            shorter = f"{sizes.low.text}..{most}"
            if not sizes.high.text.isdigit() or int(sizes.high.text) <= most:
                parts.append(part)
            elif isinstance(part, HeapRange):
                parts.append(replace(part, size=interval(shorter)))
                over[part.name] = {"count": str(part.count), "size": shorter}
            else:
                parts.append(CounterRange(part.name, interval(shorter)))
                over[part.name] = shorter
        box = replace(box, fluents=tuple(parts))
    return over


def unused(name: str, taken: set[str]) -> str:
    """A name for a predicate that the rules do not use yet; it is taken from then on."""
    while name in taken:
        name += "_found"
    taken.add(name)
    return name


def taken(spec: Spec, rules: Rules) -> set[str]:
    """The names that no new predicate may have: those of the rules' predicates, the fluents and the parameters."""
    named = {one.name for one in (*spec.fluents, *spec.box.parameters)}
    return {name for name, _ in rules.defined} | named | {one.lower() for one in named}
