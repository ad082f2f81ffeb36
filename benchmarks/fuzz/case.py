"""A case: the files of a spec and what they use; written, loaded, and seen as the plain evaluator sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tests.oracle import game as plain
from tests.oracle.digits import every
from tests.oracle.parser import parse

Claims: TypeAlias = list[dict[str, Any]]

_WRITTEN = (
    *("ascending heaps", "descending heaps", "heaps without order", "counter", "two counters", "negative counter"),
    *("new heaps", "number parameter", "set parameter", "alliances", "sides by numbers of heaps"),
    *("measure that counts heaps", "measure that is derived"),
    *("winner at the end", "#count", "#sum", "#sum+", "#min", "#max", "overlapping tuples", "several elements"),
    *("assigned aggregate", "negated aggregate", "guards on both sides", "pool", "interval", "chain"),
    *("negative number", "quotient", "remainder", "quotient by a negative number", "remainder by a negative number"),
    *("power", "absolute value", "bits", "digits"),
    *("nested term", "tuple", "recursion", "negation", "double negation", "anonymous variable", "#const"),
)
"""Constructs of rules: a case uses one that its files have, if predicates of theirs were compared."""
CLAIMED = (
    *("lemma", "together", "where", "strategy", "normal", "misere", "p-positions", "winners", "grundy", "everywhere"),
    *("statement", "swap-positions", "strategy claim", "sum", "same-game", "class", "sequence", "example", "table"),
    *("theory", "proof", "obligations", "unknown parameter", "any number of heaps", "every set", "cvc5"),
    *("program in Python", "program in C"),
)
"""Of claims and engines: those of which a verdict was compared, a proof ended, or a program ran."""
CONSTRUCTS = (*_WRITTEN, *CLAIMED)
"""What a run of the fuzzer must meet, each many times."""


@dataclass(frozen=True)
class Case:
    """Files by name, of which `case.yaml` is the spec; `used` says how often they use which construct."""

    files: Mapping[str, str]
    used: Mapping[str, int]

    def write(self, folder: Path) -> Path:
        """Write the files; the path of the spec."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder / "case.yaml"


class _Plain(yaml.SafeDumper):
    """Writes a value out wherever it occurs."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 (the name is PyYAML's)
        return True


def dumped(document: Any) -> str:
    """A document as YAML, without anchors."""
    return str(yaml.dump(document, Dumper=_Plain, sort_keys=False, width=1000))


@dataclass
class Draft:
    """A case in the making: the fluents and parameters of a game, and the claims so far."""

    rules: str = ""
    heap: dict[str, Any] | None = None
    counters: dict[str, tuple[int, int]] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    """`k: (1, 2)` is a range, `S: [[1, 2], [3]]` are sets."""
    claims: Claims = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)
    measure: list[str] = field(default_factory=list)
    """What every move lowers; the default where it is empty."""

    def spec(self) -> dict[str, Any]:
        """The spec as YAML has it."""
        position: dict[str, Any] = {}
        if self.heap is not None:
            position["heap"] = dict(self.heap)
        position |= {name: f"{low}..{high}" for name, (low, high) in self.counters.items()}
        document: dict[str, Any] = {"game": "a case", "rules": "case.lp"}
        if self.parameters:
            document["parameters"] = {
                name: f"{value[0]}..{value[1]}" if isinstance(value, tuple) else {"set": value}
                for name, value in self.parameters.items()
            }
        if self.measure:
            document["measure"] = self.measure
        return {**document, "position": position, "claims": self.claims}

    def case(self, used: Mapping[str, int]) -> Case:
        """The finished case."""
        return Case({"case.lp": self.rules, "case.yaml": dumped(self.spec()), **self.others}, dict(used))

    @property
    def fluents(self) -> tuple[plain.Heaps | plain.Counter, ...]:
        """As the plain evaluator has them; without heaps the first counter is the stones."""
        heaps = [] if self.heap is None else [plain.Heaps("heap", self.heap.get("order", "ascending"))]
        names = list(self.counters)
        return (*heaps, *(plain.Counter(name, not heaps and name == names[0]) for name in names))

    def assignments(self) -> list[dict[str, Any]]:
        """Every assignment of the parameters."""
        values: list[Sequence[Any]] = [
            range(value[0], value[1] + 1) if isinstance(value, tuple) else [tuple(one) for one in value]
            for value in self.parameters.values()
        ]
        return [dict(zip(self.parameters, chosen, strict=True)) for chosen in product(*values)]

    def games(self) -> list[plain.Game]:
        """The plain game for each of the parameters' values."""
        ranges = {name: range(low, high + 1) for name, (low, high) in self.counters.items()}
        program = parse(self.rules + every(self.rules))
        return [plain.Game(program, self.fluents, given, ranges) for given in self.assignments()]

    def positions(self) -> list[plain.Position]:
        """The positions of its box."""
        box: dict[str, Any] = {name: range(low, high + 1) for name, (low, high) in self.counters.items()}
        if self.heap is not None:
            (few, many), (least, most) = (map(int, self.heap[key].split("..")) for key in ("count", "size"))
            box["heap"] = range(few, many + 1), range(least, most + 1)
        return list(plain.positions(self.fluents, box))
