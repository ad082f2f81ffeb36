"""Claims that the shipped specs prove, with one rule added that makes them false only far out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from benchmarks.fuzz.distant import conditions
from benchmarks.fuzz.distant.case import Distant
from benchmarks.fuzz.distant.conditions import Far, Position, counters, never

SPECS = Path(__file__).parents[3] / "specs"
_ENCODINGS = SPECS.parent / "encodings"
_KINDS = ("p-positions", "everywhere", "grundy")
_PLAIN = frozenset({"id", "says", "kind", "play", "iff", "prove", "over", "paper"})
"""The keys of a claim that nothing else of the spec is needed for."""
_SLOW = frozenset({"nim_a_digits", "misere_bounded_greedy_nim", "subtraction", "greedy_nim_zeros"})
_MADE = re.compile(r"\b(far|met|unmet|way|out|near|told|move|after|all)\b(?=[(.,; ]|$)")


@dataclass(frozen=True)
class Shipped:
    """A claim that is proved, with the spec and the rules of its game."""

    name: str
    spec: Mapping[str, Any]
    claim: Mapping[str, Any]
    rules: str
    spans: Mapping[str, tuple[int, int | None]]
    """How many heaps, or which values of each counter, the proof is about; None where there is no greatest."""

    @property
    def heaps(self) -> bool:
        """Whether a position is one list of heaps."""
        return tuple(self.spans) == ("heap",)


@cache
def claims() -> tuple[Shipped, ...]:
    """Every claim that is proved by itself of every position, in the order of the specs."""
    return tuple(one for path in sorted(SPECS.glob("*.yaml")) if path.stem not in _SLOW for one in _of(path))


def _of(path: Path) -> Iterator[Shipped]:
    spec = yaml.safe_load(path.read_text(encoding="utf-8"))
    given = spec.get("rules", [])
    names = [given] if isinstance(given, str) else given
    if any("unknowns" in claim for claim in spec["claims"]):
        return  # its rules need the unknowns of claims that are left out
    texts = "\n".join((_ENCODINGS / name).read_text(encoding="utf-8") for name in names)
    for claim in spec["claims"]:
        if claim["kind"] in _KINDS and "prove" in claim and set(claim) <= _PLAIN:
            spans = {name: _span(given) for name, given in claim["prove"].items() if name in spec["position"]}
            whole = set(spec["position"]) == set(spans) and all(spans.values())
            if whole and ("heap" not in spans or len(spans) == 1):
                yield Shipped(f"{path.stem} {claim['id']}", spec, claim, texts, {n: s for n, s in spans.items() if s})


def _span(given: Any) -> tuple[int, int | None] | None:
    """A range of whole numbers, `all`, or that of the heaps' number; None where it is another."""
    if isinstance(given, dict):
        given = given.get("count")
    if given == "all":
        return 0, None
    if isinstance(given, int):
        return given, given
    found = re.fullmatch(r"(\d+)\.\.(\d+)", str(given))
    return (int(found[1]), int(found[2])) if found else None


def shipped(rng: Random) -> Distant:
    """Such a claim, with something said of it where it is far out."""
    one = rng.choice(claims())
    most = one.spans["heap"][1] if one.heaps else None
    far = conditions.heaps(rng, most=most) if one.heaps else counters(rng, tuple(one.spans))
    at = next((here for here in far.near if _inside(one, here)), None)
    true = at is None or rng.random() < 0.5
    neutral = true and rng.random() < 0.5
    used = far if neutral or not true else never(rng, far)
    added = [_MADE.sub(r"d_\1", line) for line in (*_told(one, neutral=neutral), *used.lines)]
    rules = "\n".join([one.rules, *added, ""])
    claim = {**{key: value for key, value in one.claim.items() if key != "paper"}, "id": "c", "iff": "d_told"}
    spec = {**one.spec, "rules": "case.lp", "claims": [claim]}
    files = {"case.lp": rules, "case.yaml": yaml.safe_dump(spec, sort_keys=False)}
    words = ("shipped", one.name, far.of, "true" if true else "false")
    return Distant("shipped", files, None if true else _named(one, at or ()), _wrong(far, true=true), words)


def _wrong(far: Far, *, true: bool) -> Any:
    return None if true else far.holds


def _inside(one: Shipped, at: Position) -> bool:
    """Whether the position is one that the claim is about."""
    values = (len(at),) if one.heaps else at
    return all(
        low <= value and (high is None or value <= high)
        for value, (low, high) in zip(values, one.spans.values(), strict=True)
    )


def _named(one: Shipped, at: Position) -> dict[str, object]:
    return {"heap": list(at)} if one.heaps else dict(zip(one.spans, at, strict=True))


def _told(one: Shipped, *, neutral: bool) -> list[str]:
    base = one.claim["iff"]
    if one.claim["kind"] == "grundy":
        if neutral:
            return [f"told(X) :- {base}(X), far.", f"told(X) :- {base}(X), not far."]
        return [f"told(X) :- {base}(X), not far.", f"told(X+1) :- {base}(X), far."]
    if neutral:
        return [f"told :- {base}, far.", f"told :- {base}, not far."]
    if one.claim["kind"] == "everywhere":
        return [f"told :- {base}, not far."]
    return [f"told :- {base}, not far.", f"told :- far, not {base}."]
