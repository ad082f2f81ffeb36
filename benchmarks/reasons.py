"""Why mutants that are proved and not yet listed are as true as their claims: `python -m benchmarks.reasons RESULTS`.

RESULTS is what `python -m benchmarks.mutants --results RESULTS` kept. Each was proved, checked by clingo over its
claim's own box, and evaluated in plain Python far outside of it. What is printed, by spec and reason, can be put into
`equivalents.yaml` once somebody has read it: clingo derives at positions of the box what the changed rules say there,
and what they said before.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

import yaml

from benchmarks.mutants import EQUIVALENTS, ROOT, Course, Trial, courses, equivalents, key
from bouton.claims.passes import Pass
from bouton.ground.graph import Grounder
from bouton.rules.file import Signature
from bouton.rules.mutate import Mutant
from bouton.run.mutants import named
from bouton.run.options import Options
from bouton.run.plan import plan_of

_POSITIONS = 80
_PASSES = 4
_FROM = 2_000
SAME = "the changed predicate holds of the same at every position"
UNREACHED = "what differs does not reach the predicates that the claim names"
STRATEGY = "the strategy names other moves or more, in every N-position such that win"
ANOTHER = "another statement, or the same of other numbers, which is true as well"


def reason(course: Course, mutant: Mutant) -> str:
    """What the positions looked at show of the changed predicate, and of those that the claim names."""
    spec, claim = course.spec, course.claim
    changed = replace(spec, rules=mutant.of(spec.rules))
    options = Options(claims=(claim.id,), prove=False)
    before, after = (plan_of(one, options) for one in (spec, changed))
    few = random.Random(1901).sample(range(len(before)), min(_PASSES, len(before)))
    wanted = named(spec, claim, before[0].game.rules)
    differs: set[Signature] = set()
    for at in few:
        for predicate in {*wanted, mutant.head}:
            if predicate not in differs and _rows(before[at], predicate) != _rows(after[at], predicate):
                differs.add(predicate)
    if mutant.head not in differs:
        return SAME
    if not differs & wanted:
        return UNREACHED
    return STRATEGY if differs & wanted <= {(claim.strategy or "", 1)} else ANOTHER


def _rows(item: Pass, predicate: Signature) -> list[list[str]] | None:
    """What the predicate holds for at some positions of the pass; nothing where no rule derives it any more."""
    if predicate not in item.game.rules.defined:
        return [[] for _ in _drawn(item)]
    grounder = Grounder(item.game, item.game.program(item.region.hull, {predicate}), {predicate})
    return [sorted(map(str, rows[predicate])) for rows in grounder.rows(_drawn(item))]


def _drawn(item: Pass) -> Sequence[tuple[int | tuple[int, ...], ...]]:
    first = list(islice(chain.from_iterable(item.region.layers(item.game.measure)), _FROM))
    return random.Random(1901).sample(first, min(len(first), _POSITIONS // 2))


def found(results: Sequence[Trial]) -> Iterator[tuple[Trial, str]]:
    """The trials that are new, each with its reason."""
    new = {(one.spec, one.claim, one.change): one for one in results if one.column == "new"}
    for course in courses(sorted({ROOT / "specs" / f"{spec}.yaml" for spec, _, _ in new}), 0):
        for mutant in course.waiting:
            trial = new.get((course.name, course.claim.id, str(mutant)))
            if trial is not None:
                assert trial.key == key(mutant)
                yield trial, reason(course, mutant)


def main() -> None:
    """Print each new one with its reason, and put them into the list where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--write", action="store_true", help="put them into equivalents.yaml")
    asked = parser.parse_args()
    trials = [Trial(**json.loads(line)) for line in asked.results.read_text(encoding="utf-8").splitlines()]
    listed = {spec: dict(rules) for spec, rules in equivalents().items()}
    for trial, why in found(trials):
        listed.setdefault(trial.spec, {}).setdefault(trial.key, why)
        print(f"{trial.spec} {trial.claim} {trial.change}\n  {trial.key}\n  {why}")
    if asked.write:
        _write(listed)


def _write(listed: dict[str, dict[str, str]]) -> None:
    """The list, by spec and reason; what stands above it stays."""
    head = "".join(line for line in EQUIVALENTS.read_text(encoding="utf-8").splitlines(True) if line.startswith("#"))
    by_reason: dict[str, dict[str, list[str]]] = {}
    for spec, rules in sorted(listed.items()):
        for rule, why in rules.items():
            by_reason.setdefault(spec, {}).setdefault(why, []).append(rule)
    ordered = {spec: {why: sorted(rules) for why, rules in reasons.items()} for spec, reasons in by_reason.items()}
    text = yaml.safe_dump(ordered, sort_keys=False, width=1000, allow_unicode=True)
    EQUIVALENTS.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    main()
