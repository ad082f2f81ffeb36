"""A spec and its claims as the plain evaluator sees them: what must be said of each claim, and of far positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from bouton.claims.subject import declared, subject
from bouton.core.position import Heaps
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Class, SameGame, Strategy, Sum
from bouton.document.entries import Sequence as Terms
from bouton.ground.box import HeapBox, ground_box, of_numbers
from tests.oracle import claims as plain_claims
from tests.oracle import game as plain
from tests.oracle import game_classes as plain_notions
from tests.oracle.digits import every
from tests.oracle.parser import Program, parse

_COUNTED = ("p-positions", "winners", "grundy", "everywhere", "statement", "swap-positions", "strategy")


def game(spec: Spec, claim: Claim, parameters: Mapping[str, Any], *, bounded: bool = True) -> plain.Game:
    """The game that a claim is about, or the unknowns of a statement; not `bounded`, counters may have any value."""
    about = subject(spec, claim)
    fluents = tuple(
        plain.Heaps(one.name, one.order)
        if isinstance(one, Heaps)
        else plain.Counter(one.name, getattr(one, "stones", False))
        for one in about.fluents
    )
    counters = declared(about, claim.box, parameters) if bounded else {}
    return _game(about.encoding, fluents, tuple(parameters.items()), tuple(counters.items()), about.measure.entries)


@lru_cache(maxsize=32)
def _game(
    rules: str,
    fluents: tuple[plain.Heaps | plain.Counter, ...],
    parameters: tuple[tuple[str, Any], ...],
    counters: tuple[tuple[str, range], ...],
    measure: tuple[str, ...],
) -> plain.Game:
    """Each game once: its claims share what is known of its positions."""
    return plain.Game(_parsed(rules), fluents, dict(parameters), dict(counters), measure)


@lru_cache(maxsize=32)
def _parsed(rules: str) -> Program:
    return parse(rules + every(rules))


def said(spec: Spec, claim: Claim) -> plain_claims.Claim:
    """What is claimed."""
    kind = "everywhere" if claim.kind == "statement" else claim.kind
    if claim.kind == "strategy":
        return plain_claims.Claim(kind, (), claim.play, claim.by(Strategy).moves, claim.where)
    named = tuple((one.iff or "", None if one is claim else one.where) for one in spec.members(claim))
    return plain_claims.Claim(kind, named, claim.play, claim.strategy, claim.where)


def positions(spec: Spec, claim: Claim, parameters: Mapping[str, Any]) -> list[plain.Position]:
    """The positions of a claim's box."""
    about = subject(spec, claim)
    box: dict[str, Any] = {}
    for part in map(of_numbers, ground_box(about.fluents, claim.box, parameters).parts):
        box[part.fluent.name] = (part.counts, part.sizes) if isinstance(part, HeapBox) else part.values
    fluents = game(spec, claim, parameters).fluents
    return list(plain.positions(fluents, box))


def least(spec: Spec, claim: Claim) -> plain.Case | None:
    """The least counterexample in the claim's box; NotImplementedError for a kind that is not known here."""
    for parameters in claim.box.assignments():
        one = game(spec, claim, parameters)
        box = positions(spec, claim, parameters)
        found = _least(spec, claim, one, box)
        if found is not None:
            return dict(parameters), found
    return None


def _least(spec: Spec, claim: Claim, one: plain.Game, box: Iterable[plain.Position]) -> plain.Position | None:
    if claim.kind in _COUNTED:
        return plain_claims.least(one, said(spec, claim), box)
    ordered = sorted(box, key=lambda at: (one.measure(at), at))
    if claim.kind == "same-game":
        return _same_key(claim, one, ordered) if not claim.others else _same_image(claim, one, ordered)
    if claim.kind == "sequence" and claim.by(Terms).satisfies is None:
        return _term(claim, one, ordered)
    graph = _Graph(one)
    if claim.kind == "class" and not graph.decided:
        return next((at for at in ordered if not _in_class(claim, one, graph, at)), None)
    if claim.kind == "sum" and not graph.decided:
        return _sum(claim, graph, ordered)
    raise NotImplementedError(claim.kind)


def _same_key(claim: Claim, one: plain.Game, ordered: Iterable[plain.Position]) -> plain.Position | None:
    key, first = claim.by(SameGame).key, dict[frozenset[Any], str]()
    for at in ordered:
        rows = frozenset(row for (name, _), rows in one.rows(at).items() if name == key for row in rows)
        if first.setdefault(rows, one.outcome(claim.play, at)) != one.outcome(claim.play, at):
            return at
    return None


def _same_image(claim: Claim, one: plain.Game, ordered: Iterable[plain.Position]) -> plain.Position | None:
    """Of a position and itself in another game."""
    said, (compared,) = claim.by(SameGame), claim.others
    other = replace_rules(one, compared.encoding)
    for at in ordered:
        if other.outcome(said.other_play or claim.play, at) != one.outcome(claim.play, at):
            return at
        if said.isomorphic and other.options(at) != one.options(at):
            return at
    return None


def _term(claim: Claim, one: plain.Game, ordered: Iterable[plain.Position]) -> plain.Position | None:
    """Of the positions that are terms and those that are won by the player who moved last, or of two sequences."""

    def terms(name: str | None, at: plain.Position) -> set[Any]:
        return {row for (own, _), found in one.rows(at).items() if own == name for row in found}

    said = claim.by(Terms)
    for at in ordered:
        if said.same is not None:
            found = [{row for row in terms(name, at) if row[0] == at[0]} for name in (said.terms, said.same)]
            right = found[0] == found[1]
        else:
            right = (at in {row[1:] for row in terms(said.terms, at)}) == (one.outcome(claim.play, at) == "P")
        if not right:
            return at
    return None


def replace_rules(one: plain.Game, rules: str) -> plain.Game:
    """The same positions under other rules."""
    return replace(one, rules=rules, _rows={}, _options={}, _known={})


class _Graph(dict[Any, Any]):
    """The options of positions, each looked up once."""

    def __init__(self, one: plain.Game) -> None:
        super().__init__()
        self.one = one
        self.decided = any(rule.head.signature == ("winner", 1) for rule in one.evaluator.program.rules)

    def __missing__(self, at: Any) -> Any:
        self[at] = self.one.options(at)
        return self[at]


def _in_class(claim: Claim, one: plain.Game, graph: _Graph, at: plain.Position) -> bool:
    said = claim.by(Class)
    if said.notion == "swap-positions":
        pair = one.grundy("normal", at), one.grundy("misere", at)
        return one.holds(claim.iff or "", at) == (pair in ((0, 1), (1, 0)))
    if said.notion not in plain_notions.CLASSES or said.by is not None:
        raise NotImplementedError(said.notion)
    return plain_notions.CLASSES[said.notion](plain_notions.Sets(plain_notions.below(graph, at)))


def _sum(claim: Claim, graph: _Graph, ordered: Iterable[plain.Position]) -> plain.Position | None:
    """Of this game and one other, whose options are those of the game `take one or two` from a pile of 0..2."""
    sums: dict[Any, Any] = {}
    pairs: dict[Any, plain_notions.Pair] = {}

    def pair(both: Any) -> plain_notions.Pair:
        if both not in pairs:
            found = [pair(to) for to in options(both)]
            mex = plain_notions.mex
            pairs[both] = (mex({g for g, _ in found}), mex({g for _, g in found})) if found else (0, 1)
        return pairs[both]

    def options(both: tuple[Any, int]) -> Any:
        if both not in sums:
            at, pile = both
            sums[both] = {(to, pile) for to in graph[at]} | {(at, pile - m) for m in (1, 2) if m <= pile}
        return sums[both]

    assumed = claim.by(Sum).summands == "tame"
    for at in ordered:
        # the pile's own game, of values (0,1), (1,0) and (2,2), is tame at each position
        tame = not assumed or plain_notions.tame(plain_notions.Sets(plain_notions.below(graph, at)))
        for pile in range(3) if tame else ():
            parts = pair((at, 0)), ((0, 1), (1, 0), (2, 2))[pile]
            if claim.by(Sum).sum == "tame":
                right = plain_notions.tame(plain_notions.Sets(_all_below((at, pile), options)))
            else:
                right = _sum_is(claim, pair((at, pile)), parts)
            if not right:
                return at
    return None


def _all_below(start: Any, options: Callable[[Any], Any]) -> dict[Any, Any]:
    waiting, seen = [start], dict[Any, Any]()
    while waiting:
        both = waiting.pop()
        if both not in seen:
            seen[both] = options(both)
            waiting += seen[both]
    return seen


def _sum_is(claim: Claim, pair: plain_notions.Pair, pairs: Sequence[plain_notions.Pair]) -> bool:
    """Whether the values of a sum follow from those of its two parts as is claimed."""
    if claim.by(Sum).sum == "xor":
        return pair[0] == pairs[0][0] ^ pairs[1][0]
    if claim.by(Sum).sum == "swap":
        swaps = [one in ((0, 1), (1, 0)) for one in pairs]
        if (pair in ((0, 1), (1, 0))) != all(swaps):
            return False
        return not all(swaps) or (pair == (1, 0)) == (pairs.count((1, 0)) % 2 == 1)
    raise NotImplementedError(claim.by(Sum).sum)


# --------------------------------------------------------------------------------------------------------- far away


def far(spec: Spec, claim: Claim, rng: Random, most: int) -> Iterator[tuple[dict[str, Any], list[plain.Position]]]:
    """Positions of what a proof covers, for some values of the parameters: small ones, near constants, and far ones.

    Those of one assignment have about `most` stones together.
    """
    about = subject(spec, claim)
    asked = claim.prove
    assert asked is not None
    numbers = sorted({int(one) for one in re.findall(r"\d+", about.encoding) if int(one) < 300})
    near = sorted({one + step for one in numbers for step in (-1, 0, 1, 2)} | set(range(8)))
    single = list(near)
    near += [one + other for one, other in zip(rng.sample(near, len(near)), near, strict=True)]
    assignments = list(claim.box.assignments())
    for parameters in rng.sample(assignments, min(2, len(assignments))):
        given: dict[str, Any] = dict(parameters)
        for one in asked.parameters:
            if one.name in asked.unbounded:
                given[one.name] = _set(rng, near) if one.is_set else rng.randint(1, 6)
        listed: dict[plain.Position, None] = {}
        spent = 0
        # each number near a constant once, as the first counter or size, and then whatever comes
        forced = rng.sample(single, len(single))
        while spent < most:
            first = forced.pop() if forced and spent < most / 2 else None
            at = tuple(
                _entry(about, claim, given, fluent.name, rng, near if first is None or place else [first])
                for place, fluent in enumerate(about.fluents)
            )
            looked = claim.kind not in ("everywhere", "statement")  # at all options
            spent += 3 + (sum(abs(e) if isinstance(e, int) else sum(e) for e in at) if looked else 0)
            listed[at] = None
        yield given, list(listed)


def _set(rng: Random, near: list[int]) -> tuple[int, ...]:
    members = [rng.choice(near) if rng.random() < 0.3 else rng.randint(1, 6) for _ in range(rng.randint(1, 3))]
    return tuple(sorted({one for one in members if one > 0} or {1}))


def _entry(about: Spec, claim: Claim, given: dict[str, Any], name: str, rng: Random, near: list[int]) -> plain.Entry:
    asked = claim.prove
    assert asked is not None
    (fluent,) = (one for one in about.fluents if one.name == name)

    def size() -> int:
        return rng.choice(near) if len(near) == 1 or rng.random() < 0.5 else rng.randint(1, rng.choice((3, 6, 20, 60)))

    if isinstance(fluent, Heaps):
        every = f"{name}.count" in asked.unbounded
        counts = range(7) if every else asked.counts[name].at(given)
        count = rng.choice(counts)
        sizes = [max(1, size()) if rng.random() < 0.7 else rng.randint(1, 3) for _ in range(count)]
        if every and count > 2 and rng.random() < 0.6:
            sizes = [rng.choice(sizes[:2]) for _ in sizes]
        return fluent.canonical(sizes)
    allowed = asked.counters[name]
    if name in asked.unbounded:
        low = allowed.low.value(given)
        return max(low, size() if len(near) == 1 else rng.choice((size(), rng.randint(low, low + 12))))
    return rng.choice(allowed.at(given))


def closed(spec: Spec, claim: Claim, candidate: plain.Case, most: int) -> list[plain.Position] | None:
    """What a proof covers at the candidate's parameters up to its measure; None where that is more than `most`."""
    about, asked = subject(spec, claim), claim.prove
    assert asked is not None
    parameters, position = candidate
    one = game(spec, claim, parameters)
    stones = sum(max(0, e) if isinstance(e, int) else sum(e) for e in position)
    box: dict[str, Any] = {}
    total = 1
    for fluent, entry in zip(about.fluents, position, strict=True):
        if isinstance(fluent, Heaps):
            counts = (
                range(stones + 1)
                if f"{fluent.name}.count" in asked.unbounded
                else asked.counts[fluent.name].at(parameters)
            )
            box[fluent.name] = counts, range(1, stones + 1)
            total *= sum(max(1, stones) ** count for count in counts)
        else:
            allowed = asked.counters[fluent.name]
            high = None if fluent.name in asked.unbounded else allowed.high.value(parameters)
            assert isinstance(entry, int)
            up = entry if about is not spec else max(entry, stones)
            box[fluent.name] = range(allowed.low.value(parameters), (up if high is None else high) + 1)
            total *= max(1, len(box[fluent.name]))
        if total > 50 * most:
            return None
    measure = one.measure(position)
    found = [at for at in plain.positions(one.fluents, box) if one.measure(at) <= measure]
    return found if len(found) <= most else None


def cases(spec: Spec, claim: Claim) -> Iterator[tuple[dict[str, Any], list[plain.Position]]]:
    """Every assignment of the parameters with the positions of the box."""
    for parameters in claim.box.assignments():
        yield dict(parameters), positions(spec, claim, parameters)
