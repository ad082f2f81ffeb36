"""The way for what fails at few heaps if it fails at all: a statement that asks for some heaps, and then of all heaps.

Let a statement fail just where there are k heaps of which something holds that speaks of no others, but that all heaps
are so and so. Where it fails at many heaps, leave out all but these k: what holds of them holds still, and what holds
of all heaps holds of those that are left. So it fails at k heaps at most (of formulas with "there are" before "for
all", that they hold in parts of a structure, is half of the theorem of Łoś and Tarski), and is proved for any number of
heaps where it is for 0 to k. How many heaps are asked for is read off the rules: each place of a heap in the body of a
rule is one, unless the rule is denied. A rule that is denied speaks of all heaps, and nothing in it may ask for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations

from clingo.ast import AST, ASTType, Sign

from bouton.claims.parts import needs_at, parts_of
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE, Unknown
from bouton.core.logic.problem import Problem
from bouton.core.position import Heaps, Position, one_list, sizes_of
from bouton.core.proof import Need, ProofPlace
from bouton.core.spec import Claim
from bouton.core.stated import Everywhere
from bouton.ground.graph import Node
from bouton.proof.compared import held
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.theorem import Reading
from bouton.proof.way import Posed, Read, Validated, Way, located_at
from bouton.proof.ways.counted.way import ByCounts
from bouton.reading.syntax import is_anything, name_of
from bouton.rules.depend import closure
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.syntax import arguments, atoms, defines, is_atom, is_positive, place, signature, variables, walk

FEW = "few of the heaps"
"""The part of a proof that what fails at any number of heaps fails at so many."""
_MOST = 4
"""The most heaps that a statement may ask for."""
WHERE = held.Where(heaps=5, stones=10, far=(), assignments=2, largest=3)
"""Where it is seen that nothing fails with more heaps than are asked for."""
_AFTER_ALL = "of all heaps, or numbers, it is asked whether there is a heap"
_Slot = tuple[object, ...]
"""Where a term stands: the predicate, and on the way down the argument, and the name of the function that has it."""


def _leaves(term: AST, at: _Slot) -> Iterator[tuple[_Slot, AST]]:
    """The terms in a term that are no functions of others, with their slots."""
    if term.ast_type == ASTType.Function and term.arguments:
        for index, one in enumerate(term.arguments):
            yield from _leaves(one, (*at, term.name, len(term.arguments), index))
    else:
        yield at, term


def _slots(atom: AST) -> list[tuple[_Slot, AST]]:
    """The terms of an atom with their slots."""
    name = signature(atom)
    if name is None:
        raise Unreadable(f"{atom} is no atom that is read", *place(atom))
    return [leaf for index, one in enumerate(arguments(atom)) for leaf in _leaves(one, (*name, index))]


def _named(head: AST) -> frozenset[str]:
    """The variables that are arguments of a head, so that it says which number or heap each is; no sums of others."""
    return frozenset(name for _, leaf in _slots(head.atom) if (name := name_of(leaf)) is not None)


class HeapsAskedFor:
    """Rules read for the heaps that they ask for; Unreadable where one of them is of another form."""

    def __init__(self, rules: Rules, wanted: Collection[Signature]) -> None:
        self._heap = (one_list(rules.fluents).name, 2)
        kept = closure(wanted, rules.statements)
        if others := kept & (rules.told | {IN_RANGE}):
            raise Unreadable(f"{min(others)[0]} speaks of more than the position")
        self._by_head: dict[Signature, list[AST]] = {}
        for rule in rules.statements:
            if defines(rule) in kept:
                self._by_head.setdefault(defines(rule), []).append(mirrored(rule))
        self._known: dict[tuple[bool, Signature], int | None] = {}
        read = list(chain.from_iterable(self._by_head.values()))
        self._places: set[_Slot] = {(*self._heap, 0)}
        """The slots at which places of heaps stand."""
        while more := {slot for rule in read for slot in self._more(rule)} - self._places:
            self._places |= more
        for slot in self._places - {(*self._heap, 0)}:
            if slot[:2] not in self._by_head:  # sizes, digits, members of a set: what is no place stays as it is
                raise Unreadable(f"{slot[0]} holds the place of a heap against a number")
        for rule in read:
            self._check(rule)

    def some(self, name: Signature) -> int:
        """How many heaps are asked for where a predicate holds, besides those that its arguments name."""
        return self._once(True, name, lambda: max(map(self._holds, self._by_head[name])))

    def none(self, name: Signature) -> int:
        """How many heaps are asked for where it does not hold."""
        return self._once(False, name, lambda: sum(map(self._fails, self._by_head[name])))

    def _once(self, holds: bool, name: Signature, told: Callable[[], int]) -> int:
        if name not in self._by_head:
            return 0
        if (holds, name) not in self._known:
            self._known[holds, name] = None
            self._known[holds, name] = told()
        found = self._known[holds, name]
        if found is None:
            raise Unreadable(f"{name[0]} speaks of itself", *place(self._by_head[name][0]))
        return found

    def _holds(self, rule: AST) -> int:
        """Of a rule by which its head holds: its own places of heaps, and what is asked for by each literal."""
        own = {name_of(leaf) for _, leaf in self._at_places(rule)} - _named(rule.head) - {None}
        return len(own) + sum(self._so(one) for one in rule.body)

    def _fails(self, rule: AST) -> int:
        """Of a rule by which its head does not hold: one literal does not, whatever else is chosen in the rule."""
        asked = [self._not_so(one) for one in rule.body]
        if any(asked) and self._chosen(rule):
            raise Unreadable(_AFTER_ALL, *place(rule))
        return max(asked, default=0)

    def _chosen(self, rule: AST) -> bool:
        """Whether anything is chosen in a rule, but the size of a heap whose place the head has."""
        named = _named(rule.head)
        holding = [one for one in rule.body if is_positive(one)]
        sizes = [one for one in holding if signature(one) == self._heap and name_of(arguments(one)[0]) in named]
        told = variables(rule) - named - {name_of(arguments(one)[1]) for one in sizes}
        return bool(told) or any(self._unnamed(one) for one in holding if one not in sizes)

    def _so(self, literal: AST) -> int:
        """How many heaps are asked for where a literal holds."""
        if not is_atom(literal):
            return 0
        name = signature(literal) or ("", 0)
        if is_positive(literal):
            return self.some(name) + self._unnamed(literal, self._places)
        asked = self.none(name)
        if asked and self._unnamed(literal):
            raise Unreadable(_AFTER_ALL, *place(literal))
        return asked

    def _not_so(self, literal: AST) -> int:
        """How many heaps are asked for where a literal does not hold; its variables are known."""
        if not is_atom(literal):
            return 0
        name = signature(literal) or ("", 0)
        return self.none(name) if is_positive(literal) else self.some(name) + self._unnamed(literal, self._places)

    @staticmethod
    def _unnamed(literal: AST, slots: Collection[_Slot] | None = None) -> int:
        """How often `_` stands in a literal, at some slots or at any."""
        return sum(
            is_anything(leaf)
            for atom in atoms(literal)
            for slot, leaf in _slots(atom)
            if slots is None or slot in slots
        )

    # ---------------------------------------------------------------------------------------------- places of heaps

    def _at_places(self, node: AST) -> Iterator[tuple[_Slot, AST]]:
        """The terms that stand for places of heaps, in the atoms of a node."""
        return (leaf for atom in atoms(node) for leaf in _slots(atom) if leaf[0] in self._places)

    def _more(self, rule: AST) -> Iterator[_Slot]:
        """The slots at which a variable stands that is the place of a heap elsewhere in the rule."""
        named = {name_of(leaf) for _, leaf in self._at_places(rule)} - {None}
        for atom in atoms(rule):
            yield from (slot for slot, leaf in _slots(atom) if name_of(leaf) in named)

    def _check(self, rule: AST) -> None:
        """Unreadable where more is asked of places than which heap each is, and in which order they are."""
        for literal in rule.body:
            if not _is_plain(literal):
                raise Unreadable("it counts heaps or numbers, or chooses among them in one term", *place(literal))
        named = {name_of(leaf) for _, leaf in self._at_places(rule)} - {None}
        for atom in atoms(rule):
            for slot, leaf in _slots(atom):
                if slot in self._places and leaf.ast_type != ASTType.Variable:
                    raise Unreadable(f"{leaf} is no heap that is asked for", *place(leaf))
                if slot not in self._places and not named.isdisjoint(variables(leaf)):
                    raise Unreadable(f"{leaf} counts with the place of a heap", *place(leaf))
                if leaf.ast_type == ASTType.Variable and any(one[: len(slot)] == slot != one for one in self._places):
                    raise Unreadable(f"{leaf} has the place of a heap in it", *place(leaf))
        for literal in rule.body:
            if not is_atom(literal) and not named.isdisjoint(variables(literal)):
                sides = [literal.atom.term, *(guard.term for guard in literal.atom.guards)]
                if not all(name_of(side) in named for side in sides):
                    raise Unreadable(f"{literal} counts with the place of a heap", *place(literal))


_PLAIN = frozenset({ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BooleanConstant})


def _is_plain(literal: AST) -> bool:
    """Whether it is an atom, denied once at most, whose terms choose nothing themselves, or a comparison."""
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type not in _PLAIN:
        return False
    if literal.atom.ast_type != ASTType.SymbolicAtom:
        return True
    several = (ASTType.Interval, ASTType.Pool)
    return literal.sign != Sign.DoubleNegation and not any(one.ast_type in several for one in walk(literal))


@dataclass(frozen=True)
class _Few(Read):
    """A statement read for each number of heaps up to those that are asked for."""

    read: ByCounts
    setting: Setting

    @property
    def most(self) -> int:
        """How many heaps are asked for."""
        return len(self.setting.counts) - 1

    def check(self) -> None:
        """Read each number of heaps."""
        self.read.check()

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Positions of more heaps held against those of few of them, and the reading of these."""
        (member,) = goal.theorem.members
        said = {(one, 0) for one in (member.iff, member.where) if one is not None}

        def checked(_numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> _Checked:
            return _Checked(goal.claim, one_list(goal.rules.fluents), nodes, member.iff, member.where, self.most)

        for seen in held.compared(goal, held.ReadForm(FEW, frozenset(said), checked), WHERE):
            yield Validated(goal.setting, (), seen)
        yield from self.read.compared(replace(goal, setting=self.setting))

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """What the rules' form has settled, and the problems of so many heaps."""
        meaning = f"by the form of the rules what fails at some heaps fails at {self.most} of them at most"
        yield Posed(Problem(FEW, meaning, (FALSE,), "rules", speaks=(goal.claim.id,)), goal.setting)
        yield from self.read.posed(replace(goal, setting=self.setting))


@dataclass(frozen=True)
class _Checked(held.Checked):
    """Positions as clingo has them: where one fails, one of some of its heaps does."""

    nodes: Mapping[Position, Node]
    iff: str
    where: str | None
    most: int

    def wrong(self, node: Node) -> Iterator[str]:
        """That the statement fails here, and at none of few of the heaps."""
        if self.fails(node):
            heaps = sizes_of(node.position)
            few = {(some,) for count in range(self.most + 1) for some in combinations(heaps, count)}
            if few <= self.nodes.keys() and not any(self.fails(self.nodes[one]) for one in few):
                yield "what fails"

    def met(self, node: Node) -> Iterator[str]:
        """The hypotheses of the claim that the position meets: what it speaks of."""
        return super().met(node) if self._spoken(node) else iter(())

    def fails(self, node: Node) -> bool:
        """Whether the statement fails at a position."""
        return self._spoken(node) and not node.holds(self.iff)

    def _spoken(self, node: Node) -> bool:
        return self.where is None or node.holds(self.where)


class FewHeaps(Way):
    """Statements about every position of any number of heaps, by those of few."""

    about = Described(
        "by few of the heaps",
        "What fails where some heaps, and then all heaps, are so and so fails where there are no others than those.",
        (),
        "levels.md#few-heaps",
    )

    def concerns(self, claim: Claim, _rules: Rules) -> bool:
        """Where something is said of every position, whatever the moves are."""
        return isinstance(stated(claim), Everywhere)

    def read(self, goal: Goal) -> Read:
        """The statement at so many heaps; Unreadable where it asks for more, or in another form."""
        setting = _few(goal)
        return _Few(ByCounts(Reading(goal.theorem, frozenset(setting.counts)), None), setting)

    def places(self, goal: Goal) -> Iterator[ProofPlace]:
        """The setting, and each number of heaps that is asked for."""
        yield goal.place
        yield from located_at(goal, _few(goal).counts)

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """That few heaps do, and the statement at each number of them."""
        whole, *few = self.places(goal)
        yield from needs_at({FEW: frozenset({goal.claim.id})}, [whole])
        yield from needs_at(parts_of(goal.claim, goal.rules), few)


def _few(goal: Goal) -> Setting:
    """The numbers of heaps at which the statement fails if it fails at all; Unreadable where that is not seen."""
    fluents = goal.rules.fluents
    if len(fluents) != 1 or not isinstance(fluents[0], Heaps) or goal.claim.using:
        raise Unreadable("positions are to be heaps alone, under one name, and the claim is to use no other")
    (member,) = goal.theorem.members
    where = () if member.where is None else ((member.where, 0),)
    asked = HeapsAskedFor(goal.rules, {(member.iff, 0), *where})
    most = asked.none((member.iff, 0)) + sum(map(asked.some, where))
    if most > _MOST:
        raise Unreadable(f"it asks for {most} heaps, and {_MOST} at most are looked at")
    return replace(goal.setting, levels=False, counts=tuple((count,) for count in range(most + 1)))
