"""The way for named positions of a sum of heaps: those of the position itself, twice as many, or with given ones added.

The value of a sum is the XOR of the values of its summands (Sprague 1935, Grundy 1939). So where the game is the sum of
its heaps (`form`), and rules name a position by the heaps that there are and some more, `at(more, heap(I,S)) :-
heap(I,S).` and `at(more, heap(N+1,k)) :- heaps(N).`, its value is X^c, where X is the value of the position, which may
be any number, and c that of the heaps of k stones, worked out from their moves. What a claim says of the named
positions' values and outcomes is then said of X, and read with a heap of X stones in the place of X. It is so for any
number of heaps, of a game of which nothing else need be known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from clingo.ast import AST, ASTType, BinaryOperator

from bouton.claims.parts import EVERYWHERE, SUM, needs_at, rules_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.logic.expression import FALSE, Unknown
from bouton.core.logic.problem import Problem
from bouton.core.position import Parameters, Position, one_list, sizes_of
from bouton.core.proof import Need, ProofPlace
from bouton.core.ranges import RangeSyntaxError, expression
from bouton.core.spec import Claim
from bouton.core.stated import Everywhere
from bouton.ground.graph import Node
from bouton.process.limits import Limits
from bouton.proof.goal import Goal
from bouton.proof.obligations.kernel import lemma, obligations
from bouton.proof.theorem import MemberClaim, Reading
from bouton.proof.way import Posed, Read, Validated
from bouton.proof.ways.sums.code import heap_values
from bouton.proof.ways.sums.compared import HeapByHeap, against_heaps, validated
from bouton.proof.ways.sums.form import Summed
from bouton.proof.ways.sums.problems import A_SUM, CITED, OF_MOVES, OfSum, moves_of, one_heap
from bouton.reading.syntax import name_of
from bouton.rules.depend import closure
from bouton.rules.file import Rules
from bouton.rules.mirror import mirrored
from bouton.rules.named import AT, OUTCOME, VALUE, asks, numbers_of, resting, spoken, symbol_name
from bouton.rules.named import name_of as called
from bouton.rules.read import more
from bouton.rules.syntax import (
    arguments,
    constant,
    defines,
    has_form,
    is_positive,
    names_of,
    number,
    place,
    signature,
    variables,
)

WORTH = "values of named positions"
"""That rules name positions by the heaps that there are, and heaps whose values are worked out."""
_FAULT = "it fails of positions that are worth as much as the heap has stones, if there are such"
_LARGEST = 1000
"""The largest heap that is added: the values of all lesser ones are worked out."""


@dataclass(frozen=True)
class NamedSum:
    """A named position: so many times the heaps that there are, and more heaps of the sizes that these terms say."""

    times: int
    sizes: tuple[AST, ...] = ()

    def added(self, rules: Rules, parameters: Parameters) -> tuple[int, ...]:
        """The sizes of the heaps that are added; Unreadable where one is no size that is looked at."""
        numbers, found = {**dict(rules.constants), **parameters}, []
        for term in self.sizes:
            try:
                size = expression(str(term)).value(numbers)
            except (RangeSyntaxError, ValueError, KeyError):
                raise Unreadable(f"{term} is no number of stones that the parameters say", *place(term)) from None
            if not 0 <= size <= _LARGEST:
                raise Unreadable(f"a heap of {size} stones is added; from 0 to {_LARGEST} are looked at", *place(term))
            found.append(size)
        return tuple(sorted(size for size in found if size))


def sums(claim: Claim, rules: Rules) -> dict[str, NamedSum]:
    """The positions that a claim asks for, as sums; Unreadable where one of them is not seen to be such."""
    summed, asked = Summed(rules), {(one, 0) for one in (claim.iff, claim.where) if one is not None}
    summed.more  # noqa: B018 (which says whether the game is the sum of its heaps)
    names = spoken(rules, asked)
    if names is None or claim.others:
        raise Unreadable("each position is to be named, and of this game")
    found = {}
    for name in sorted(names):
        named = [rule for rule in rules.statements if defines(rule) == AT]
        those = [rule for rule in named if called(arguments(mirrored(rule).head)[0], numbers_of(rules)) in (name, None)]
        found[name] = _sum(name, those, rules, summed)
    return found


def _sum(name: str, those: Sequence[AST], rules: Rules, summed: Summed) -> NamedSum:
    """The position that these rules name: each of its heaps has a place of its own."""
    heap, times, sizes, places = rules.fluents[0].name, set[int](), list[AST](), list[tuple[bool, int]]()
    for rule in those:
        counts = [signature(one) or ("", 0) for one in rule.body if is_positive(one)]
        counting = next((one for one, _ in filter(summed.counts_heaps, counts)), "")
        own = f"at({name},{heap}(I,S)) :- {heap}(I,S)."
        again = (f"at({name},{heap}({where},S)) :- {heap}(I,S), {counting or 'p'}(N)." for where in ("N+I", "I+N"))
        at = _place(rule, counting)
        if has_form(rule, own):
            times.add(0)
        elif counting and any(has_form(rule, one) for one in again):
            times.add(1)
        elif counting and has_form(rule, f"at({name},{heap}(1,0)) :- {counting}(0)."):
            continue  # which names the position where there are no heaps
        elif at is not None and constant(arguments(rule.head)[0]) == name:
            places.append(at)
            sizes.append(arguments(rule.head)[1].arguments[1])
        else:
            raise Unreadable(f"{name} is not seen to be the heaps that there are, and others", *place(rule))
    beside = {behind for behind, _ in places}
    if len({*places}) < len(places) or (times, beside) not in _APART:
        raise Unreadable(f"two heaps of {name} may have one place", *place(those[0]))
    return NamedSum(len(times), tuple(sizes))


_APART = [
    *(({0}, beside) for beside in (set[bool](), {True})),
    ({0, 1}, set[bool]()),
    *((set[int](), beside) for beside in ({True}, {False})),
]
"""Whether the heaps that there are stand at their places, or behind them too, and where those that are added stand.

That is behind as many places as there are heaps (True), or at places of their own (False).
"""


def _place(rule: AST, counting: str) -> tuple[bool, int] | None:
    """The place of a heap of a size that no variable says, from 1 on, and whether it is behind those that there are."""
    heap = arguments(rule.head)[1]
    if heap.ast_type != ASTType.Function or len(heap.arguments) != 2 or variables(heap.arguments[1]):
        return None
    where = heap.arguments[0]
    if not rule.body:
        at = number(where)
        return None if at is None or at < 1 else (False, at)
    if len(rule.body) != 1 or not counting or where.ast_type != ASTType.BinaryOperation:
        return None
    at, last = number(where.right), name_of(where.left)
    if where.operator_type != BinaryOperator.Plus or at is None or at < 1 or last is None:
        return None
    return (True, at) if name_of(arguments(rule.body[0])[0]) == last else None


# ------------------------------------------------------------------------------------------------- what is said of them


def of_the_worth(claim: Claim, rules: Rules, values: Mapping[str, tuple[int, int]]) -> tuple[MemberClaim, Rules]:
    """What a claim says of named positions, said of a heap of as many stones as the position is worth, and its rules.

    `values` has for each name how often the heaps that there are belong to it, and the nim-sum of those that are added.
    Unreadable where the claim asks for more of the position than such values and outcomes.
    """
    assert claim.iff is not None
    agreement, where, fresh = claim.agreement, claim.where, Fresh(names_of(rules))
    said = {(one, 0) for one in ((claim.iff,) if agreement is None else (agreement.first, agreement.second))}
    valued = where is not None and bool(resting(rules, {(where, 0)}))
    said |= {(where, 0)} if where is not None and valued else set()
    if closure(said, rules.statements) & {(rules.fluents[0].name, 2)}:
        at = next((place(rule) for rule in rules.statements if defines(rule) in said), (0, 0))
        raise Unreadable("more is asked of the position than values and outcomes of those that are named", *at)
    heap, worth, right = rules.fluents[0].name, fresh.name("worth"), fresh.name("said_of_the_worth")
    lines = [*(() if agreement is None else agreement.rules), f"{right} :- {claim.iff}."]
    lines += [f"{right} :- not {where}."] if valued else []
    lines += [f"{worth}(0) :- not {heap}(1,_).", f"{worth}(X) :- {heap}(1,X)."]
    for name, (times, added) in sorted(values.items()):
        value = "X" * (times % 2) + "^" * (times % 2 and added > 0) + str(added) * (added > 0 or times % 2 == 0)
        body = f"{worth}(X)"
        if VALUE in rules.told:
            lines.append(f"value({name},{value}) :- {body}.")
        if OUTCOME in rules.told:
            lines += [f"outcome({name},{one}) :- {body}, {value} {sign} 0." for one, sign in (("p", "="), ("n", "!="))]
    fixed = where is not None and not valued and (where, 0) not in rules.dependent
    return MemberClaim(claim.id, right, where if fixed else None), more(rules, lines, claim.place)


@dataclass(frozen=True)
class _Added(Read):
    """Named positions of a sum of heaps, the moves of no heap and of one, and what is said of the position's value."""

    named: Mapping[str, NamedSum]
    added: Mapping[str, tuple[int, ...]]
    moves: Reading
    said: Reading

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Several heaps held against their heaps by themselves and the named positions, and the reading of one heap."""

        def checked(_numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> _Checked:
            return _Checked(goal.claim, one_list(goal.rules.fluents), nodes, self.named, self.added)

        return validated(goal, against_heaps(goal, {AT}, checked), self.moves)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """What the rules' form and the values of heaps have settled, the moves of a heap, and what is said of X."""
        of_one, claim = one_heap(goal.setting), goal.claim
        yield Posed(A_SUM, of_one, ())
        listed = ", ".join(
            f"{name} is the position {('', 'itself ', 'twice ')[one.times]}with heaps of {[*self.added[name]]}"
            for name, one in sorted(self.named.items())
        )
        yield Posed(
            Problem(WORTH, f"by the form of the rules {listed}", (FALSE,), "rules", speaks=(claim.id,)), of_one, ()
        )
        for counts, problem in obligations(self.moves, [(0,), (1,)]):
            yield Posed(problem, of_one, counts)
        for counts, problem in lemma(self.said):
            of_rules = problem.part == "rules"
            part = rules_part(claim.iff or "") if of_rules else problem.part
            name = f"{problem.name}, of its value"
            said = replace(problem, name=name, part=part, about="rules")
            yield Posed(said if of_rules else replace(said, fault=_FAULT), of_one, counts)


@dataclass(frozen=True)
class _Checked(HeapByHeap):
    """The same, with the positions that are named there."""

    named: Mapping[str, NamedSum]
    added: Mapping[str, tuple[int, ...]]

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as the heaps one by one have it, or of another name than was read: `the moves`, say."""
        yield from super().wrong(node)
        for name, one in self.named.items():
            rows = (fluent.arguments for term, fluent in node.rows[AT] if symbol_name(term) == name)
            sizes = sorted(size.number for _, size in rows if size.number)
            if sizes != sorted([*sizes_of(node.position) * one.times, *self.added[name]]):
                yield f"the positions {name}"

    def fails(self, _node: Node) -> bool:
        """Nothing is known of values by what is near."""
        return False


class Adding(OfSum):
    """Claims about named positions of any number of heaps."""

    about = Described(
        "by what is added to a sum of heaps",
        "The value of a sum of games is the XOR of their values: so it is of a position and the heaps added to it.",
        (CITED,),
        "sums.md#adding-heaps",
    )

    def concerns(self, claim: Claim, rules: Rules) -> bool:
        """Where the claim asks for values or outcomes of such positions, in normal play."""
        return adds(claim, rules)

    def read(self, goal: Goal) -> Read:
        """What is said of the value of the position."""
        claim, rules, setting = goal.claim, goal.rules, goal.setting
        if setting.unknown or goal.spec.measure.predicates:
            raise Unreadable("values of heaps are worked out for given parameters, and a measure that no rule derives")
        named = sums(claim, rules)
        added = {name: one.added(rules, setting.parameters) for name, one in named.items()}
        largest = max((size for sizes in added.values() for size in sizes), default=0)
        worth = heap_values(rules, goal.spec.measure, setting.parameters, largest, Limits()).values
        nim_sums = {name: (one.times, reduce(xor, (worth[at] for at in added[name]), 0)) for name, one in named.items()}
        member, restated = of_the_worth(claim, rules, nim_sums)
        said = replace(goal.theorem, rules=restated, members=(member,), stated=Everywhere(), more=())
        return _Added(named, added, moves_of(goal.theorem, Summed(rules).more), Reading(said, frozenset({(0,), (1,)})))

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """That the game is the sum of its heaps, which positions are named, the moves of a heap, and what is said."""
        about, none = frozenset({goal.claim.id}), frozenset[str]()
        whole, *at = self.places(goal)
        yield from needs_at({SUM: none, WORTH: about}, [whole])
        said = {rules_part(goal.claim.iff or ""): none, EVERYWHERE: about}
        yield from needs_at(dict.fromkeys(OF_MOVES, none) | said, at)


def adds(claim: Claim, rules: Rules) -> bool:
    """Whether a claim asks for values or outcomes of positions of any number of heaps, with heaps added to these."""
    asked = claim.prove
    every = asked is not None and any(f"{one.name}.count" in asked.unbounded for one in rules.fluents)
    if not every or claim.play != "normal" or not isinstance(stated(claim), Everywhere) or not asks(claim, rules):
        return False
    try:
        return bool(sums(claim, rules))
    except Unreadable:
        return False
