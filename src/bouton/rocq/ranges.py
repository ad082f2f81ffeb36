"""What a theorem is about, in Gallina: the ranges of the parameters, and those of the positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Order, Position, Value, as_heaps
from bouton.core.ranges import Interval, Tree
from bouton.core.spec import Claim, HeapRange, MemberRange, ParameterRange, ProofRange, Spec, values_of
from bouton.proof.setting import open_parameters

_MOST_HEAPS = 3
BEFORE: Mapping[Order, str] = {"ascending": "Z.le", "descending": "Z.ge", "none": "(fun _ _ => True)"}
"""How a heap and the next one stand to each other."""


@dataclass(frozen=True)
class Limit:
    """What a box says besides the ranges of a proof, which bound no sizes of heaps."""

    sizes: Mapping[str, Interval] = field(default_factory=dict)
    """By the name of the heaps; where it is none of these they have any size."""
    stones: int | None = None


def boxed(spec: Spec, claim: Claim) -> tuple[Claim, Limit]:
    """The claim with its box as the range of a theorem, and what is to be said of that besides."""
    parts = dict(zip((one.name for one in spec.fluents), claim.box.fluents, strict=True))
    if any(isinstance(one, MemberRange) for one in parts.values()):
        raise Unreadable("positions that are sets are not printed for Rocq yet")
    heaps = {name: one for name, one in parts.items() if isinstance(one, HeapRange)}
    counters = {name: values_of(one) for name, one in parts.items() if not isinstance(one, HeapRange)}
    counts = {name: one.count for name, one in heaps.items()}
    prove = ProofRange(claim.box.parameters, frozenset(), counts, counters, claim.place)
    limit = Limit({name: one.size for name, one in heaps.items()}, claim.box.stones)
    return replace(claim, prove=prove), limit


def having(spec: Spec, claim: Claim, parameters: Mapping[str, Value], position: Position) -> Claim:
    """The claim with a range that has the position: that of its proof, or that of its box, of any sizes of heaps."""
    if claim.prove is not None and _inside(spec, claim.prove, parameters, position):
        return claim
    claim, _ = boxed(spec, claim)
    assert claim.prove is not None
    if not _inside(spec, claim.prove, parameters, position):
        raise Unreadable("the counterexample lies beyond the ranges of the claim")
    return claim


def _inside(spec: Spec, prove: ProofRange, parameters: Mapping[str, Value], position: Position) -> bool:
    def fine(name: str, interval: Interval, value: int) -> bool:
        values = {**parameters}
        high = name in prove.unbounded or value <= interval.high.value(values)
        return interval.low.value(values) <= value and high

    for one in prove.parameters:
        value = parameters[one.name]
        if isinstance(value, tuple) or one.interval is None:
            if value not in one.sets:
                return False
        elif not fine(one.name, one.interval, value):
            return False
    for fluent, there in zip(spec.fluents, position, strict=True):
        if isinstance(there, tuple):
            if not fine(f"{fluent.name}.count", prove.counts[fluent.name], len(there)):
                return False
        elif not fine(fluent.name, prove.counters[fluent.name], there):
            return False
    return True


def asked(claim: Claim) -> Iterator[str]:
    """What is said of the parameters."""
    prove = claim.prove
    assert prove is not None
    for one in prove.parameters:
        own = f"the_{one.name} g"
        if one.interval is not None:
            yield within(own, one.interval, one.name in prove.unbounded and not ends_unknown(prove, one.interval))
        elif one.subsets is not None and any(part.names & open_parameters(prove) for part in one.subsets):
            numbers, sizes = one.subsets
            yield f"NoDup ({own})"
            yield f"Forall (fun s => {within('s', numbers, unbounded=False)}) ({own})"
            yield within(f"Z.of_nat (length ({own}))", sizes, unbounded=False)
        else:
            yield "(" + " \\/ ".join(f"{own} = {listed(members)}" for members in sets_of(one)) + ")"


def sets_of(one: ParameterRange) -> Sequence[tuple[int, ...]]:
    """The values of a set parameter; Unreadable where they are not listed."""
    if not one.sets:
        raise Unreadable(f"the sets of {one.name} are not listed in the spec")
    return one.sets


def listed(members: Sequence[int]) -> str:
    """Numbers as a list."""
    return f"[{'; '.join(map(str, members))}]"


def ends_unknown(prove: ProofRange, interval: Interval) -> bool:
    """Whether the greatest value is an unknown number, as n where n is any: then Bouton proves nothing beyond it."""
    return bool(interval.high.names & open_parameters(prove))


def positions(spec: Spec, claim: Claim, limit: Limit) -> Iterator[str]:
    """What is said of a position."""
    prove = claim.prove
    assert prove is not None
    for one in spec.fluents:
        own = f"the_{one.name} p"
        if isinstance(one, Counter):
            interval = prove.counters[one.name]
            ends = not spec.moves and ends_unknown(prove, interval)
            yield within(own, interval, one.name in prove.unbounded and not ends)
            continue
        if f"{one.name}.count" not in prove.unbounded:
            yield within(f"Z.of_nat (length ({own}))", prove.counts[one.name], unbounded=False)
        yield f"in_order {BEFORE[as_heaps(one).order]} ({own})"
        if one.name in limit.sizes:
            yield f"Forall (fun s => {within('s', limit.sizes[one.name], unbounded=False)}) ({own})"
    if limit.stones is not None:
        yield f"{entry(spec, 'stones')} <= {limit.stones}"


def counts(claim: Claim, values: Mapping[str, Value]) -> list[int]:
    """The numbers of heaps for these parameters; Unreadable where they hang on others, or are too many."""
    assert claim.prove is not None
    (interval,) = claim.prove.counts.values()
    if not interval.names <= values.keys():
        raise Unreadable("a number of heaps that hangs on unknown parameters is not printed for Rocq yet")
    found = list(interval.at(values))
    if found and found[-1] > _MOST_HEAPS:
        raise Unreadable("so many heaps are not printed for Rocq yet")
    return found


def within(own: str, interval: Interval, unbounded: bool) -> str:
    """That a number is in a range."""
    low = ranged(interval.low.tree)
    return f"{low} <= {own}" if unbounded else f"{low} <= {own} <= {ranged(interval.high.tree)}"


def ranged(tree: Tree, called: Mapping[str, str] | None = None) -> str:
    """An end of a range of the spec; parameters are those of g, or what they are called."""
    if isinstance(tree, int):
        return str(tree) if tree >= 0 else f"({tree})"
    if isinstance(tree, str):
        return f"(the_{tree} g)" if called is None else called[tree]
    return f"({ranged(tree[1], called)} {tree[0]} {ranged(tree[2], called)})"


def entry(spec: Spec, name: str) -> str | None:
    """An entry of the measure at p, in Gallina; None of one that is a predicate of the rules."""
    counters = [one.name for one in spec.fluents if isinstance(one, Counter)]
    if name in counters and name != "stones":
        return f"the_{name} p"
    heaps = [f"the_{one.name} p" for one in spec.fluents if not isinstance(one, Counter)]
    totals = [f"fold_right Z.add 0 ({one})" for one in heaps]
    lengths = [f"Z.of_nat (length ({one}))" for one in heaps]
    if name == "stones":
        return " + ".join([*totals, *(f"the_{one} p" for one in spec.measure.counted)]) or "0"
    if name in spec.measure.predicates:
        return None
    return " + ".join(lengths) if name == "heaps" else f"{' + '.join(totals)} - {' - '.join(lengths)}"
