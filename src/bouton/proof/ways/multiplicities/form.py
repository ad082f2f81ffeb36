"""Games whose moves take some heaps of one size to a lesser one, and nim-sums of how many heaps have each size.

A rule is read by what it derives in one step, as for columns: from a size S that N heaps have, from one heap that is
the third of its size, say. What it derives must be what the form says, whatever these are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType, BinaryOperator, Sign

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number, subtract
from bouton.core.logic.expression import TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, equivalent, less, negate
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.terms import Function, Term, same
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps
from bouton.proof.ways.one_step import HEAP, SIZE, OneStep, in_the_way, row_of
from bouton.reading.command import Condition
from bouton.reading.matching import State, products
from bouton.reading.relation import Row
from bouton.reading.syntax import Syntax, is_anything, name_of, rule_of
from bouton.rules.depend import meant
from bouton.rules.file import Signature
from bouton.rules.syntax import arguments, is_atom, is_positive, place, signature

_ZERO, _ONE = number(0), number(1)
_MOVE, _AFTER = ("move", 1), ("after", 2)

# how many heaps have a size; how many of them a move takes, and the size that these get
ONES, _J, _T = unknown("_ones", 0), unknown("_counted"), unknown("_left")
# how many heaps come before those of a size; a heap, and what may be a size
_BELOW, _ANY = unknown("_before", 0), unknown("_place", local=True)
_OTHER = unknown("_other_left")
# a size up to which a nim-sum goes, the one before, the greatest, and the nim-sum up to the one before
AT_SIZE, _BEFORE, _GREATEST, _SUM = (
    unknown("_next_left", 0),
    unknown("_last"),
    unknown("_greatest", 0),
    unknown("_sum", 0),
)

_RANKS = [(rank, among) for among in range(1, 4) for rank in range(1, among + 1)]
_FEW = range(1, 4)
"""Ranks of heaps among those of their size, and numbers, at which it is seen what a rule may say."""


@dataclass(frozen=True)
class Resizing:
    """What a move does: some heaps of one size get another, as is `allowed`, unless one of the conditions can hold."""

    _allowed: Formula
    conditions: tuple[Condition, ...]

    def allowed(self, size: Linear, among: Linear, taken: Linear, left: Linear) -> Formula:
        """When a move may take `taken` of the `among` heaps of a size, which then have the size `left`."""
        return replace({SIZE: size, ONES: among, _J: taken, _T: left}, self._allowed)


@dataclass(frozen=True)
class Numbers:
    """What is claimed: that the nim-sum of how many heaps have each size that `counts` is 0.

    That is so unless one of the conditions can hold.
    """

    _counts: Formula
    conditions: tuple[Condition, ...]

    def counts(self, size: Linear) -> Formula:
        """When the nim-sum counts how many heaps have this size, which is at least 1."""
        return replace({AT_SIZE: size}, self._counts)


@dataclass(frozen=True)
class _Effect:
    """What a move of some name does: where its name has the size and the number, and what size is left by its name."""

    size: int
    taken: int
    own: tuple[Unknown, ...]
    left: Linear


@dataclass
class Multiplicities(OneStep):
    """Rules read by how many heaps have each size; Unreadable says which rule is in the way."""

    way = "by multiplicities"

    # -------------------------------------------------------------------------------------------------- the moves

    def taking(self) -> Resizing:
        """What moves do by the rules; Unreadable where the rules are of another form."""
        (name, _), (fluent,) = self._heap, self.rules.fluents
        if isinstance(fluent, Heaps) and fluent.order == "none":
            raise Unreadable(f"the heaps {name} of one size are not next to each other where each has its place")
        self._by_the_play_alone()
        self._conditions = []
        found = [(rule, *one) for rule in self._of(_MOVE) for one in self._moves(rule)]
        effects = self._effects({(move.name, len(move.arguments)) for _, move, _ in found})
        parts = [self._part(rule, move, guard, effects) for rule, move, guard in found]
        return Resizing(disj(parts), (*self._conditions, *self._undefined()))

    def _moves(self, rule: AST) -> Iterator[tuple[Function, Formula]]:
        """The moves that a rule names, by a size and how many heaps have it."""
        names = [signature(one) for one in rule.body if is_positive(one)]
        if len(names) != 1 or names[0] is None or names[0][1] != 2 or names[0] == self._heap:
            raise in_the_way(rule, "a move is not said by a size and how many heaps have it")
        self._number(names[0])
        for (move,), guard in self._derived(rule, {names[0]: row_of(SIZE, ONES)}):
            if not isinstance(move, Function):
                raise in_the_way(rule, "a move does not name a size and a number of heaps")
            yield move, conj((guard, at_most(_ONE, atom(ONES))))

    def _part(self, rule: AST, move: Function, guard: Formula, effects: Mapping[tuple[str, int], _Effect]) -> Formula:
        """When a rule allows a move, by the size, how many heaps have it, how many it takes, and what is left."""
        effect = effects[move.name, len(move.arguments)]
        numbers = {own: one for own, one in zip(effect.own, move.arguments, strict=True) if isinstance(one, Linear)}
        needed = {effect.own[effect.size], effect.own[effect.taken], *unknowns(effect.left)} - self._parameters
        if not needed <= numbers.keys():
            raise in_the_way(rule, f"{move.name} does not name a size and a number of heaps")
        taken, left = numbers[effect.own[effect.taken]], replace(numbers, effect.left)
        other = different(numbers[effect.own[effect.size]], atom(SIZE))
        self._never(rule, conj((guard, other)), "a move does not name the size by which it is said")
        wrong = disj((less(taken, _ONE), less(atom(ONES), taken)))
        self._never(rule, conj((guard, wrong)), "a move takes no heap, or more than there are of that size")
        wrong = disj((less(left, _ZERO), at_most(atom(SIZE), left)))
        self._never(rule, conj((guard, wrong)), "a move does not leave a lesser size")
        said = self._shown(conj((guard, equal(atom(_J), taken), equal(atom(_T), left))))
        return self._about(rule, said, SIZE, ONES, _J, _T)

    def _effects(self, names: set[tuple[str, int]]) -> dict[tuple[str, int], _Effect]:
        """What the moves of each name do."""
        rules = self._of(_AFTER)
        found: dict[tuple[str, int], _Effect] = {}
        for rule in rules:
            (named, _) = rule_of(rule).head
            name = (named.name, len(named.arguments)) if named.ast_type == ASTType.Function else ("", 0)
            if name not in names or name in found:
                raise in_the_way(rule, "it is not the one rule about what moves of that name do")
            found[name] = self._effect(rule, name)
        for one, _ in names - found.keys():
            raise Unreadable(f"no rule says what the move {one} does", *(place(rules[0]) if rules else (0, 0)))
        return found

    def _effect(self, rule: AST, name: tuple[str, int]) -> _Effect:
        """What a move does to one heap, of those of its size the first or the last so many."""
        own = tuple(unknown(f"_own_{at}") for at in range(name[1]))
        move = Function(name[0], tuple(map(atom, own)))
        block = conj((less(atom(_BELOW), atom(_ANY)), at_most(atom(_ANY), add(atom(_BELOW), atom(ONES)))))
        given = {_MOVE: Row((move,), TRUE), self._heap: row_of(HEAP, SIZE)}
        denied = {self._heap: Row((atom(_ANY), atom(SIZE)), block)}
        (said, effect), guard = self._one(rule, given, denied)
        changed = effect.arguments if isinstance(effect, Function) and (effect.name, 2) == self._heap else ()
        if len(changed) != 2 or changed[0] != atom(HEAP) or not isinstance(changed[1], Linear):
            raise in_the_way(rule, "it does not say that a move changes the size of a heap")
        self._never(rule, conj((guard, negate(same(said, move)))), "it is about another move")
        self._about_its_own_size(rule, given, denied)
        rank = subtract(atom(HEAP), atom(_BELOW))
        there = conj((at_most(_ONE, rank), at_most(rank, atom(ONES))))
        if set(unknowns(guard)) <= {*own, HEAP, SIZE, ONES, _BELOW}:
            for (size, taken), last in itertools.product(itertools.permutations(range(name[1]), 2), (False, True)):
                among = subtract(add(atom(ONES), _ONE), rank) if last else rank
                wanted = conj((equal(atom(SIZE), atom(own[size])), at_most(among, atom(own[taken]))))
                if _seem_alike(guard, wanted, own):
                    asked = conj((there, at_most(_ONE, atom(own[taken]))))
                    wrong = conj((asked, negate(equivalent(guard, wanted))))
                    self._never(rule, wrong, "a move does not take as many heaps of a size as it names")
                    left = replace({SIZE: atom(own[size])}, changed[1])
                    if not set(unknowns(left)) <= {*own, *self._parameters}:
                        raise in_the_way(rule, "the size that is left is not said by the move")
                    return _Effect(size, taken, own, left)
        raise in_the_way(rule, "it is not seen how many heaps of which size a move takes")

    def _about_its_own_size(self, rule: AST, given: Mapping[Signature, Row], denied: Mapping[Signature, Row]) -> None:
        """See that what is denied of a heap is denied of one of the size that the rule speaks of."""
        for literal, read in zip(rule.body, rule_of(rule).body, strict=True):
            if is_positive(literal) or not is_atom(literal):
                continue
            terms: Sequence[Syntax] = read.atom.symbol.arguments
            if any(one.anonymous for one in terms):
                raise in_the_way(literal, f"{literal} is about heaps of every size")
            for state in self._states(rule, given, {}, denied):
                for (_, size), guard in products(terms, state, self._scope):
                    other = different(size, atom(SIZE)) if isinstance(size, Linear) else TRUE
                    self._never(rule, conj((state.guard, guard, other)), f"{literal} is about heaps of another size")

    # ------------------------------------------------------------------------------------------- how many of a size

    def _number(self, name: Signature) -> None:
        """See that `on(S,N)` says that N heaps have size S."""
        (rule,) = self._only(name)
        beside, at, counted = self._counting(rule, _OTHER, "size", "the heaps of one size")
        of = list(arguments(beside))
        if signature(beside) == self._heap and is_anything(of[0]) and name_of(of[1]) == at:
            pass  # of a size that some heap has; a heap with a name would be the one that is counted
        elif [*map(name_of, of)] == [at]:
            self._sizes(signature(beside) or ("", 0))
        else:
            raise in_the_way(rule, f"{at} is no size")
        self._alike(rule, counted, equal(atom(SIZE), atom(_OTHER)), f"{name[0]} does not count the heaps of one size")

    def _sizes(self, name: Signature) -> None:
        """See that `stair(S)` says that S is at least 1, and no more than the size of some heap."""
        (rule,) = self._only(name)
        found = self._derived(rule, {self._heap: row_of(HEAP, SIZE)})
        if name[1] != 1 or any(not isinstance(term, Linear) for (term,), _ in found):
            raise in_the_way(rule, f"{name[0]} says no sizes")
        said = disj(
            self._shown(conj((guard, equal(term, atom(_OTHER)))))
            for (term,), guard in found
            if isinstance(term, Linear)
        )
        every = conj((at_most(_ONE, atom(_OTHER)), at_most(atom(_OTHER), atom(SIZE))))
        self._alike(
            rule, said, every, f"{name[0]} does not hold of the numbers from 1 to each size, and of these alone"
        )

    # -------------------------------------------------------------------------------------------------- the claim

    def numbers(self, name: str) -> Numbers:
        """What the claim `name` says of how many heaps have each size; Unreadable where it is of another form."""
        self._conditions = []
        (rule,) = self._only((meant(name, self.rules.statements), 0))
        zero = equal(atom(_SUM), _ZERO)
        if len(rule.body) == 1 and is_atom(rule.body[0]) and self._denies(rule.body[0], signature(rule.body[0])):
            (rule,), zero = self._only(signature(rule.body[0]) or ("", 0)), negate(zero)  # `p :- not q.`
        totals = [signature(one) for one in rule.body if is_positive(one)]
        ends = [signature(one) for one in rule.body if is_atom(one) and one.sign == Sign.Negation]
        if len(totals) != 1 or len(ends) != 1 or totals[0] is None or totals[0][1] != 2 or (ends[0] or ("", 0))[1] != 1:
            raise in_the_way(rule, f"{name} does not say that the nim-sum up to the greatest size is 0")
        assert ends[0] is not None
        self._sizes(ends[0])
        within = conj((less(_ZERO, atom(_ANY)), at_most(atom(_ANY), atom(_GREATEST))))
        found = self._derived(rule, {totals[0]: row_of(AT_SIZE, _SUM)}, {ends[0]: Row((atom(_ANY),), within)})
        said = self._about(rule, disj(self._shown(guard) for _, guard in found), AT_SIZE, _SUM, _GREATEST)
        wanted = conj((equal(atom(AT_SIZE), atom(_GREATEST)), zero))
        wrong = conj((at_most(atom(AT_SIZE), atom(_GREATEST)), negate(equivalent(said, wanted))))
        self._never(rule, wrong, f"{name} does not say that the nim-sum up to the greatest size is 0")
        counts = self._total(rule, totals[0])
        return Numbers(counts, (*self._conditions, *self._undefined()))

    def _total(self, asked: AST, name: Signature) -> Formula:
        """`t(0,0). t(S,X^N) :- t(S-1,X), on(S,N), ...` : of which sizes it adds up how many heaps have them."""
        rules = self._of(name)
        begins = [rule for rule in rules if not rule.body]
        steps = [rule for rule in rules if rule.body]
        if len(begins) != 1 or self._one(begins[0], {}) != ((_ZERO, _ZERO), TRUE):
            raise in_the_way((begins or rules or [asked])[0], f"{name[0]}(0,0) does not begin")
        summands = [(rule, *one) for rule in steps for one in self._summands(rule, name)]
        counts = disj(replace({ONES: _ONE}, conj((guard, equal(summand, _ONE)))) for _, guard, summand in summands)
        there = at_most(_ONE, atom(AT_SIZE))
        for rule, guard, summand in summands:
            other = disj(
                (conj((counts, different(summand, atom(ONES)))), conj((negate(counts), different(summand, _ZERO))))
            )
            self._never(
                rule, conj((there, guard, other)), f"{name[0]} adds something else than how many heaps there are"
            )
        none = conj((there, *(negate(guard) for _, guard, _ in summands)))
        self._never(begins[0], none, f"{name[0]} goes no further at some size")
        return counts

    def _summands(self, rule: AST, name: Signature) -> Iterator[tuple[Formula, Linear]]:
        """When a rule of the total adds something at a size, and what it adds."""
        others = [one for one in map(signature, filter(is_positive, rule.body)) if one is not None and one != name]
        if len(others) != 1:
            raise in_the_way(rule, f"{name[0]} is not said by a size and how many heaps have it")
        (other,) = others
        if other[1] == 1:
            self._sizes(other)
        elif other[1] == 2 and other != self._heap:
            self._number(other)
            (counting,) = self._only(other)
            if self._heap in [signature(one) for one in counting.body]:
                raise in_the_way(counting, f"{other[0]} says nothing of a size that no heap has")
        else:
            raise in_the_way(rule, f"{name[0]} is not said by a size and how many heaps have it")
        given = {name: row_of(_BEFORE, _SUM), other: row_of(AT_SIZE, ONES) if other[1] == 2 else row_of(AT_SIZE)}
        for state in self._states(rule, given, {}):
            where, value = rule_of(rule).head
            for (at,), also in products([where], state, self._scope):
                for summand, defined in self._added(rule, value, state):
                    guard = conj((state.guard, also, defined))
                    wrong = (
                        disj((different(at, atom(AT_SIZE)), different(atom(_BEFORE), subtract(atom(AT_SIZE), _ONE))))
                        if isinstance(at, Linear)
                        else TRUE
                    )
                    self._never(rule, conj((guard, wrong)), f"{name[0]} does not go from each size to the next")
                    shown = replace({_BEFORE: subtract(atom(AT_SIZE), _ONE)}, self._shown(guard))
                    yield self._about(rule, shown, AT_SIZE, ONES), self._about(rule, summand, AT_SIZE, ONES)

    def _added(self, rule: AST, value: Syntax, state: State) -> Iterator[tuple[Linear, Formula]]:
        """The N of `X^N`, where X is the nim-sum so far; 0 where X is the whole."""
        if self._is_so_far(value, state):
            yield _ZERO, TRUE
            return
        if value.ast_type == ASTType.BinaryOperation and value.operator_type == BinaryOperator.XOr:
            for one, other in ((value.left, value.right), (value.right, value.left)):
                if self._is_so_far(one, state):
                    for (term,), guard in products([other], state, self._scope):
                        if isinstance(term, Linear):
                            yield term, guard
                    return
        raise in_the_way(rule, f"{value} is not the nim-sum of what was added before and something more")

    @staticmethod
    def _is_so_far(value: Syntax, state: State) -> bool:
        known: Term | None = state.values.get(value.name) if value.ast_type == ASTType.Variable else None
        return known == atom(_SUM)


def _seem_alike(guard: Formula, wanted: Formula, own: Sequence[Unknown]) -> bool:
    """Whether both say the same of few heaps of few sizes; whether they always do is for a proof to show."""
    for values in itertools.product(_FEW, repeat=len(own)):
        named = dict(zip(own, values, strict=True))
        for (rank, among), below, size in itertools.product(_RANKS, (0, 1), _FEW):
            holds = Evaluation({**named, HEAP: below + rank, _BELOW: below, ONES: among, SIZE: size})
            if holds(guard) is not holds(wanted):
                return False
    return True
