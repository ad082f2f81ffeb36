"""The proof that outcomes or values of any number of heaps go by the nim-sum of what each heap is worth.

No move keeps the worth of its heap, and some move leaves each lesser one: so the nim-sum is the Sprague-Grundy value.
In misère play, where no heap is worth nothing, it is the same while some heap is worth more than 1, and then the other
way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from bouton.core.errors import Unreadable
from bouton.core.stated import Values
from bouton.rocq import tree as t
from bouton.rocq.counted import EVERY, Counted, boolean
from bouton.rocq.cover import few_of, true_at
from bouton.rocq.lowering import Lowering, LoweringShape, one_by_one, samples
from bouton.rocq.moves import choose, exists, one_of
from bouton.rocq.solved import TRUE, conjunction, disjunction
from bouton.rocq.statement import wrapped
from bouton.rocq.tree import free, put, replaced, said, text
from bouton.rocq.valued import TAKEN, solutions

_MOST_CANDIDATES = 80


class ByWorth(Lowering):
    """The script of a claim about a nim-sum."""

    @cached_property
    def less(self) -> t.Variable:
        """A lesser worth."""
        return t.Variable(self.fresh.name("less"))

    def before(self) -> Iterator[str]:
        """What a heap is worth, and that the nim-sum of the rules is that of the heaps."""
        worth = self.solver.worth
        if worth is None:
            return
        s, row, own = self.s, self.row, self.own
        value = "0"
        for expression, condition in reversed(self.pieces):
            there = said(expression)
            value = there if condition == TRUE else f"(if {boolean(condition)} then {there} else {value})"
        yield wrapped(f"Definition {own} ({s} : Z) : Z := if {s} <=? 0 then 0 else {value}.")
        place, v, every = worth.place, self.fresh.name("v"), self.counts[EVERY]
        inner = t.And((worth.rest, t.Compared("=", t.Variable(v), worth.value)))
        bound = "".join(f"exists {name} : {sort}, " for name, sort in worth.bound)
        self.known.append(lemma := self.fresh.name(f"{worth.name}_is_{self.stem}"))
        yield wrapped(
            f"Lemma {lemma} ({row} : list Z) (X : Z) : Sums.standing {row} -> "
            f"({worth.name} g {self.at} ({every} {row}) X <-> X = Sums.worth {own} {row})."
        )
        yield f"Proof. {self.given}. intro S. unfold {every}."
        yield f"  change {self.each[EVERY]} with (Tallies.one (fun _ => true)). rewrite Tallies.length_is. revert X."
        says = f"((fun (p : position) {place} {v} => {bound}{text(inner)}) {self.at})"
        yield wrapped(f"  apply (Sums.nim_sum_is {own} {row} ({worth.name} g {self.at}) {says}).")
        yield f"  - intros i v. {self.raw}. cbn [{self.field}]. split; intro; Tallies.worth_so S."
        done = f"unfold {own}; Tallies.cases; split_all"
        yield f"    all: first [eexists; (split; [eassumption|]); {done}; arith"
        yield f"      | {done}; first [exfalso; light | search idtac]]."
        yield "  - intros i x. split; intro H."
        yield "    + destruct H; subst; [left; split; reflexivity | right]. Tallies.next_place."
        yield "    + destruct H as [[-> ->]|(y & v & H & V & ->)]; [constructor 1; reflexivity|]. Tallies.at_next."
        yield "Qed."

    @cached_property
    def pieces(self) -> list[tuple[t.Term, t.Formula]]:
        """What a heap is worth, each with what is asked of its size."""
        assert self.solver.worth is not None
        found: list[tuple[t.Term, t.Formula]] = []
        for expression, condition in self.solver.worth.pieces:
            parts = condition.parts if isinstance(condition, t.And) else (condition,)
            found.append((expression, conjunction([one for one in parts if self.size.name in free(one)])))
        return found

    def conclusion(self) -> Iterator[str]:
        """The theorem, from what no move keeps and some move leaves."""
        yield from self._values()
        own, row, n, lemma = self.own, self.row, self.stem, self.known[-1]
        known = f"{self.library} {own} natural_at_{n} eq_refl kept_at_{n} lesser_at_{n}"
        if self.about.misere:
            yield from self._in_misere(known)
            return
        yield from self.start()
        done = "first [tauto | split; intro; split_all; arith]. Qed."
        if isinstance(self.about.form, Values):
            yield f"  exists (Sums.worth {own} {row}). split."
            yield f"  - exact (Tallies.value_is_worth {known} (Position {row}) L)."
            yield f"  - intro X. rewrite {lemma} by exact L. {done}"
            return
        yield f"  rewrite (Tallies.lost_where_0 {known} (Position {row}) L). rewrite {lemma} by exact L."
        yield f"  cbn [{self.field}]. {done}"

    @property
    def own(self) -> str:
        """What a heap is worth, by its name."""
        return self.n["worth_of"]

    def _values(self) -> Iterator[str]:
        n, own, s, to, less, step = self.stem, self.own, self.s, self.to.name, self.less.name, self.step
        yield f"Lemma natural_at_{n} {s} : 0 <= {own} {s}."
        yield f"Proof. {self.given}. unfold {own}. Tallies.cases; split_all; arith. Qed."
        yield f"Lemma kept_at_{n} {s} {to} : 1 <= {s} -> {step} {s} {to} -> {own} {to} <> {own} {s}."
        yield f"Proof. {self.given}. intros L D E. pose proof (lowered_at_{n} {s} {to} L D). unfold {step} in D."
        yield f"  unfold {own} in E. split_all; Tallies.cases; split_all; arith. Qed."
        yield wrapped(
            f"Lemma lesser_at_{n} {s} {less} : 1 <= {s} -> 0 <= {less} < {own} {s} -> "
            f"exists {to}, {step} {s} {to} /\\ {own} {to} = {less}."
        )
        found = self._lesser()
        either = one_of([text(one) for _, _, _, one in found])
        yield wrapped(f"Proof. {self.given}. intros L B. unfold {own} in B. assert ({either}) as W.")
        yield "  { Tallies.cases; split_all; pick. }"
        yield f"  {one_by_one('W', len(found))}"
        for shape, values, leaves, _ in found:
            chosen = choose(self.live.index(shape), len(self.live)) + exists(list(map(said, values)))
            chosen = chosen.replace(". ", "; ")
            yield wrapped(f"  - exists {said(leaves)}. split; [{chosen}split; [arith | first [reflexivity | arith]]|].")
            yield f"    clear B. unfold {own}. Tallies.cases; split_all; arith."
        yield "Qed."

    def _in_misere(self, known: str) -> Iterator[str]:
        """The theorem in misère play, where every heap is worth something."""
        n, own, s, row, lemma = self.stem, self.own, self.s, self.row, self.known[-1]
        if self._sometimes(lambda value: t.Compared("=", value, t.Number(0))):
            yield from self._by_parity(known)
            return
        yield f"Lemma something_at_{n} {s} : 1 <= {s} -> 1 <= {own} {s}."
        yield f"Proof. {self.given}. intro. unfold {own}. Tallies.cases; split_all; arith. Qed."
        large = [one for one in self.solver.counted if self._is_large(one)]
        big = f"(Tallies.tally (Tallies.one (fun {s} => 1 <? {own} {s})) {row})"
        for one in large:
            name = self.counts[one]
            yield wrapped(f"Lemma {name}_large ({row} : list Z) : Sums.standing {row} -> {name} {row} = {big}.")
            yield f"Proof. {self.given}. intro. apply Tallies.tally_alike; [assumption|]. intros {s} L."
            yield f"  unfold {self.each[one]}, Tallies.one, {own}. Tallies.cases; split_all; arith. Qed."
        yield from self.start()
        yield f"  rewrite (Tallies.lost_in_misere {known} something_at_{n} (Position {row}) L)."
        yield f"  rewrite {lemma} by exact L. cbn [{self.field}] in *."
        yield f"  pose proof (Tallies.few_are_counted {own} {row} L natural_at_{n} something_at_{n}) as F."
        yield f"  change (Tallies.tally (Tallies.one (fun _ => true)) {row}) with ({self.counts[EVERY]} {row}) in F."
        for one in large:
            yield f"  rewrite ?({self.counts[one]}_large {row} L)."
        yield f"  set (B := {big}) in *. clearbody B. clear L. split; intro; split_all; first [tauto | arith]."
        yield "Qed."

    def _sometimes(self, what: Callable[[t.Term], t.Formula]) -> bool:
        """Whether this is so of the worth of some small heap."""
        ranges = {**self.ranges, self.size.name: (1, None)}
        return any(true_at(self.worth_is(self.size, what), each) for each in samples(ranges))

    def _by_parity(self, known: str) -> Iterator[str]:
        """The theorem in misère play, where no heap is worth more than 1, so that each move changes the nim-sum."""
        n, own, s, lemma = self.stem, self.own, self.s, self.known[-1]
        if self._sometimes(lambda value: t.Compared(">", value, t.Number(1))):
            raise Unreadable("in misère play some heaps are worth nothing, and some more than 1")
        shape, values, leaves = self.any_move()
        yield f"Lemma at_most_1_at_{n} {s} : 1 <= {s} -> {own} {s} <= 1."
        yield f"Proof. {self.given}. intro. unfold {own}. Tallies.cases; split_all; arith. Qed."
        yield f"Lemma never_stuck_at_{n} {s} : 1 <= {s} -> exists {self.to.name}, {self.step} {s} {self.to.name}."
        yield f"Proof. {self.given}. intro. exists {said(leaves)}. {self.stepped(shape, values)}; arith. Qed."
        known = known.replace(f"lesser_at_{n}", f"at_most_1_at_{n} never_stuck_at_{n}")
        yield from self.start()
        yield f"  rewrite (Tallies.lost_by_parity {known} (Position {self.row}) L). rewrite {lemma} by exact L."
        yield f"  cbn [{self.field}]. split; intro; split_all; first [tauto | arith]. Qed."

    def _is_large(self, one: Counted) -> bool:
        """Whether it seems to count the heaps that are worth more than 1."""
        if one.weight is not None:
            return False
        more = self.worth_is(self.size, lambda value: t.Compared(">", value, t.Number(1)))
        ranges = {**self.ranges, self.size.name: (1, None)}
        return all(true_at(one.condition, each) == true_at(more, each) for each in samples(ranges))

    def worth_is(self, size: t.Term, what: Callable[[t.Term], t.Formula]) -> t.Formula:
        """What is said of the worth of a heap of that size, which is not empty."""
        there: dict[t.Term, t.Term] = {self.size: size}
        each = [
            conjunction([replaced(condition, there), what(put(expression, there))])
            for expression, condition in self.pieces
        ]
        return disjunction(each)

    def _lesser(self) -> list[tuple[LoweringShape, tuple[t.Term, ...], t.Term, t.Formula]]:
        """Moves that leave a heap of each lesser worth, few of them, with their conditions."""
        offers: list[tuple[tuple[LoweringShape, tuple[t.Term, ...], t.Term, t.Formula], t.Formula]] = []
        for shape in self.live:
            for values in self._tried(shape):
                there: dict[t.Term, t.Term] = dict(zip(map(t.Variable, shape.unknowns), values, strict=True))
                leaves = put(shape.leaves, there)
                nothing = conjunction([t.Compared("<=", leaves, t.Number(0)), t.Compared("=", self.less, t.Number(0))])
                some = conjunction(
                    [
                        t.Compared("<", t.Number(0), leaves),
                        self.worth_is(leaves, lambda one: t.Compared("=", one, self.less)),
                    ]
                )
                good = conjunction([replaced(shape.guard, there), disjunction([nothing, some])])
                offers.append(((shape, values, leaves, good), good))
        asked = conjunction(
            [
                t.Compared("<=", t.Number(0), self.less),
                self.worth_is(self.size, lambda one: t.Compared("<", self.less, one)),
            ]
        )
        ranges = {**self.ranges, self.size.name: (1, None), self.less.name: (0, None)}
        found = few_of(offers, asked, ranges)
        if not found:
            raise Unreadable("no moves to heaps of lesser worth are found")
        return found

    def _tried(self, shape: LoweringShape) -> Iterator[tuple[t.Term, ...]]:
        """Numbers for a move, of which one may leave a heap of the lesser worth."""
        found = dict.fromkeys(self.candidates(shape, [self.less, *(value for value, _ in self.pieces)]))
        if shape.unknowns:
            taken = put(shape.leaves, {t.Variable(shape.unknowns[0]): t.Variable(TAKEN)})
            for expression, _ in self.pieces:
                there = solutions(put(expression, {self.size: taken}), self.less)
                found |= dict.fromkeys((each,) for each in there if TAKEN not in free(each))
                found[(t.Operation("-", expression, self.less),)] = None
        return islice(found, _MOST_CANDIDATES)
