"""The way for families in which heaps come in pairs: who moves second copies each move in the twin of its heap.

The sum of a position with itself is a P-position of normal play, whatever the game: each move in one half has its copy
in the other (Berlekamp, Conway, Guy 1982). So where the rules say that the game is the sum of its heaps (`form`), and
that in a family each size of heap occurs an even number of times (`paired`), all of it are P-positions; what is solved
besides is that moves of one heap end.

Where a predicate names answers, the family must be all such positions, so that a copy leads back into it. Heaps are in
ascending order, so that a move in a heap of S stones leaves its twins behind the lesser heaps, an even number of them,
and the lesser heaps that the move leaves; and before the greater ones. The answer must be the same move at one of
these places, and each move must have one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from clingo import Symbol

from bouton.claims.parts import MOVE, SUM, TERMINAL, needs_at, reply_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import FALSE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import Problem, shares
from bouton.core.logic.terms import Function, same
from bouton.core.position import Position, one_list, sizes_of
from bouton.core.proof import Need, ProofPlace, claim_part
from bouton.core.spec import Claim
from bouton.core.stated import Family
from bouton.ground.graph import Node
from bouton.proof.compared.validate import numbers_at, rows_at
from bouton.proof.goal import Goal
from bouton.proof.obligations.families import not_named
from bouton.proof.obligations.kernel import obligations
from bouton.proof.theorem import MoveCase, Reading
from bouton.proof.way import Near, Posed, Read, Suspect, Validated
from bouton.proof.ways.sums.compared import WHERE, HeapByHeap, against_heaps, validated
from bouton.proof.ways.sums.form import Summed
from bouton.proof.ways.sums.paired import Copies, all_pairs, copies, is_paired
from bouton.proof.ways.sums.problems import A_SUM, OF_MOVES, OfSum, moves_of, one_heap
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.reading.relation import Row
from bouton.rules.file import Rules

PAIRED = "heaps in pairs"
"""That each size of heap occurs an even number of times in the family, and, with replies, that this is all it says."""
_WHERE = replace(WHERE, heaps=4, stones=16)
_INDEX, _HEAPS = unknown("_index.N", 1), unknown("_heaps.N", 2)
"""The place of the heap in which a move is made, and how many heaps there are before it."""
_LESSER, _TWINS, _GREATER = unknown("_lesser.N", 0), unknown("_twins.N", 1), unknown("_greater.N", 0)
"""How many pairs there are of lesser heaps, of heaps of the same size, and of greater ones."""


@dataclass(frozen=True)
class _Copied(Read):
    """A family of pairs, the moves of no heap and of one, and the answers to moves of one heap, if any are named."""

    reading: Reading
    answers: Copies | None
    game: SymbolicGame | None

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Several heaps held against their heaps by themselves, and the reading of one heap."""
        claim, fluent = goal.claim, one_list(goal.rules.fluents)
        states = _family(claim)
        wanted = {(states.name, 0), *([] if states.reply is None else [(states.reply, 2)])}

        def checked(numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> _Checked:
            return _Checked(claim, fluent, nodes, states, numbers, self.answers, self.game)

        return validated(goal, against_heaps(goal, wanted, checked, _WHERE), self.reading)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """What the rules' form has settled, the moves of no heap and of one, and the answers to those of one."""
        of_one, claim, states = one_heap(goal.setting), goal.claim, _family(goal.claim)
        yield Posed(A_SUM, of_one, ())
        only = "" if states.reply is None else ", and where they are so"
        meaning = f"by the form of the rules {states.name} holds where the heaps are in pairs{only} alone"
        yield Posed(Problem(PAIRED, meaning, (FALSE,), "rules", speaks=(claim.id,)), of_one, ())
        for counts, problem in obligations(self.reading, [(0,), (1,)]):
            yield Posed(problem, of_one, counts)
        for problem in self._answered(claim, states.reply) if states.reply is not None else ():
            yield Posed(problem, of_one, (1,))

    def suspect(self, goal: Goal, near: Near) -> Suspect | None:
        """Heaps at which an answer is none, as a model has them: the others are of one stone, or of one stone more."""
        states = _family(goal.claim)
        for model in near.models if states.reply is not None else ():
            if {one.name for one in (_LESSER, _TWINS, _GREATER)} <= model.keys():
                size = model.get(f"{goal.rules.fluents[0].name}.1", 1)
                counts = [2 * model[one.name] for one in (_LESSER, _TWINS, _GREATER)]
                sizes = (one for count, one in zip(counts, (1, size, size + 1), strict=True) for one in [one] * count)
                part = reply_part(states.reply or "")
                return Suspect(near.setting.of_model(model), tuple(sizes), part, least=False)
        return None

    def _answered(self, claim: Claim, reply: str) -> Iterator[Problem]:
        """That each move of a heap has an answer, and that what is answered is the same move in a twin."""
        assert self.game is not None
        rows, ways, part = self.game.relations[reply, 2], self.reading.moves((1,)), reply_part(reply)
        size = self.game.position[0]
        assert isinstance(size, tuple)
        lesser = disj((equal(atom(_LESSER), number(0)), less(number(1), size[0])))
        wrong = []
        for move, cases in ways:
            none = [not_named(row, move) for row in rows]
            wrong.append((f"{reply} names an answer to the move {move.name}", (move.guard, *none)))
            for count, row in enumerate(rows, 1):
                named = same(row.arguments[0], move.term), row.guard
                copy = negate(disj(_copies(row, move, case, size[0]) for case in cases))
                said = f"what case {count} of {reply} answers to {move.name} is the same move in a twin of its heap"
                wrong.append((said, (move.guard, *named, copy)))
        told = (Problem(part, said, (*_PLACES, lesser, *one), "rules", speaks=(claim.id,)) for said, one in wrong)
        return shares(told, len(wrong), always=True)


_PLACES = (
    less(add(*[atom(_LESSER)] * 2), atom(_INDEX)),
    at_most(atom(_INDEX), add(*[atom(one) for one in (_LESSER, _TWINS)] * 2)),
    equal(atom(_HEAPS), add(*[atom(one) for one in (_LESSER, _TWINS, _GREATER)] * 2)),
)
"""What is known of the places of the heaps: the heap is among those of its size, and all come in pairs."""


def _copies(row: Row, move: GuardedCommand, case: MoveCase, size: Linear) -> Formula:
    """That an answer to a move is the same move in a twin, where the move has left the heaps of a case."""
    answer, left = row.arguments[1], case.position[0]
    assert isinstance(answer, Function) and isinstance(left, tuple)
    named, told = answer.arguments
    assert isinstance(told, Linear)
    before = add(*[atom(_LESSER)] * 2, number(len(left)))
    among = less(before, told), less(told, add(before, *[atom(_TWINS)] * 2))
    return conj((case.guard, same(named, move.term), *(less(one, size) for one in left), *among))


@dataclass(frozen=True)
class _Checked(HeapByHeap):
    """The same, with whether they are of the family, and the answers to moves."""

    states: Family
    numbers: Mapping[Unknown, int]
    answers: Copies | None
    game: SymbolicGame | None

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as the heaps one by one have it at this position."""
        yield from super().wrong(node)
        heaps = sizes_of(node.position)
        paired = all(heaps.count(size) % 2 == 0 for size in heaps)
        if (node.holds(self.states.name) and not paired) or (self.answers is not None and paired is not self._of(node)):
            yield "the family"
        if paired and self.answers is not None and self._read(node) != self._named(node):
            yield "the answers"

    def met(self, node: Node) -> Iterator[str]:
        """The hypotheses of the claim that the position meets."""
        yield TERMINAL if node.terminal else MOVE
        if self._of(node):
            yield claim_part(self.claim.id)

    def fails(self, node: Node) -> bool:
        """Whether some move from a position of the family has no answer, or one that is not right."""
        if self.answers is None or not self._of(node) or any(move.to not in self.nodes for move in node.moves):
            return False
        answered = self._rows(node)
        return any(not self._is_right(answered.get(move.term, ()), self.nodes[move.to]) for move in node.moves)

    def _is_right(self, answers: Collection[Symbol], option: Node) -> bool:
        led = {move.term: sizes_of(move.to) for move in option.moves}
        paired = (one in led and all(led[one].count(size) % 2 == 0 for size in led[one]) for one in answers)
        return bool(answers) and all(paired)

    def _of(self, node: Node) -> bool:
        return node.holds(self.states.name)

    def _rows(self, node: Node) -> dict[Symbol, list[Symbol]]:
        """The answers to each move, as clingo has them."""
        found: dict[Symbol, list[Symbol]] = {}
        for move, answer in node.rows[self.states.reply or "", 2]:
            found.setdefault(move, []).append(answer)
        return found

    def _named(self, node: Node) -> set[tuple[object, ...]]:
        """The place of each move's heap, the move and its answer as they are called of one heap."""
        assert self.answers is not None
        found = set[tuple[object, ...]]()
        legal = {move.term for move in node.moves}
        for move, answers in self._rows(node).items():
            for answer in answers if move in legal else ():
                (one, at), (other, there) = map(self.answers.of_one, (move, answer))
                found.add((at, one, f"{self.answers.at}({other},{there})"))
        return found

    def _read(self, node: Node) -> set[tuple[object, ...]]:
        """The same by what was read of one heap."""
        assert self.game is not None
        found, heaps = set[tuple[object, ...]](), sizes_of(node.position)
        for at, size in enumerate(heaps, 1):
            one = {**self.numbers, **numbers_at(self.game, ((size,),)), _INDEX: at, _HEAPS: len(heaps)}
            legal = {str(move.term) for move in self.nodes[((size,),)].moves}
            rows = rows_at(self.game, (self.states.reply or "", 2), one)
            found |= {(at, *map(str, row)) for row in rows if isinstance(row, tuple) and row[0] in legal}
        return found


def _family(claim: Claim) -> Family:
    states = stated(claim)
    assert isinstance(states, Family)
    return states


class Copying(OfSum):
    """Claims that positions of any number of heaps in pairs are P-positions."""

    about = Described(
        "by copying moves in a twin heap",
        "The sum of a position with itself is a P-position, as each move in one half has its copy in the other.",
        ("the sum of a position with itself is a P-position of normal play (Berlekamp, Conway, Guy 1982)",),
        "sums.md#heaps-in-pairs",
    )

    suspicious = frozenset({"sat"})

    def concerns(self, claim: Claim, rules: Rules) -> bool:
        """Where the form of the rules says that all heaps of the family come in pairs."""
        return is_paired(claim, rules)

    def read(self, goal: Goal) -> Read:
        """The family, and the moves of one heap with their answers."""
        claim, rules = goal.claim, goal.rules
        states, answers, game = _family(claim), None, None
        if states.reply is not None:
            if not all_pairs(rules, states.name):
                raise Unreadable(
                    f"{states.name} is not seen to be where all heaps are in pairs, so that copies stay there"
                )
            answers = copies(rules, states.reply)
            values = {**goal.theorem.parameters, answers.index: _INDEX, answers.heaps: _HEAPS}
            game = evaluate(answers.rules, values, {rules.fluents[0].name: 1}, {}, [(states.reply, 2)])
        return _Copied(moves_of(goal.theorem, Summed(rules).more), answers, game)

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """That the game is the sum of its heaps, that these are in pairs, and the moves of no heap and of one."""
        about, none, states = frozenset({goal.claim.id}), frozenset[str](), _family(goal.claim)
        whole, no, one = self.places(goal)
        yield from needs_at({SUM: none, PAIRED: about}, [whole])
        yield from needs_at(dict.fromkeys(OF_MOVES, none), [no, one])
        if states.reply is not None:
            yield from needs_at({reply_part(states.reply): about}, [one])
