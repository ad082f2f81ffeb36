"""The proof that outcomes of any number of heaps go by what is counted of the heaps.

A move changes the part of one heap. What is to be shown is about that part, whatever the others add: that no move leads
from what the claim names into it, and some move of a heap that is counted does so from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bouton.core.errors import Unreadable
from bouton.core.stated import Values
from bouton.rocq import tree as t
from bouton.rocq.counted import EVERY, Counted
from bouton.rocq.cover import true_at, value_at
from bouton.rocq.hand import without_strategy
from bouton.rocq.lowering import Lowering, LoweringShape, Move, one_by_one, samples
from bouton.rocq.moves import one_of
from bouton.rocq.statement import Statement, both, wrapped
from bouton.rocq.tree import replaced, said, text
from bouton.rocq.worth import ByWorth


class TallyScript(Lowering):
    """The script of a claim about counts and sums."""

    def conclusion(self) -> Iterator[str]:
        """That moves from what the claim names lead out of it, and from the rest one leads into it, by the counts."""
        if isinstance(self.about.form, Values):
            raise Unreadable("values are no nim-sum of heaps")
        for name in self.each.values():
            yield f"Lemma {name}_natural {self.s} : 1 <= {self.s} -> 0 <= {name} {self.s}."
            yield f"Proof. {self.given}. intro. unfold {name}. Tallies.cases; split_all; arith. Qed."
        yield from self._out()
        yield from self._going()
        yield from self._in()
        yield from self.start()
        n, misere = self.stem, self._misere
        yield f"  apply (Tallies.lost_as_counted {self.library} {misere} ({self.about.iff} g) decided_at_{n}"
        yield f"    independent_at_{n} not_terminal_at_{n} absorbing_at_{n} (Position {self.row}) L). Qed."

    @property
    def _misere(self) -> str:
        return "True" if self.about.misere else "False"

    @property
    def _some(self) -> str:
        """That a move is there."""
        a, s, b, to = self.a, self.s, self.b, self.to.name
        return f"exists {a} {s} {b} {to}, {self.field} p = {a} ++ {s} :: {b} /\\ {self.step} {s} {to}"

    def _out(self) -> Iterator[str]:
        """That the claim is decided, and that no move leads from what it names into it."""
        n, s, a, b, to, row, heap = self.stem, self.s, self.a, self.b, self.to.name, self.row, self.field
        iff, lemma = self.about.iff, self.known[-1]
        yield f"Lemma decided_at_{n} p : Sums.standing ({heap} p) -> {iff} g p \\/ ~ {iff} g p."
        values = "".join(f" generalize ({name} {row}); intro." for name in self.counts.values())
        yield f"Proof. destruct p as [{row}]. cbn [{heap}]. intro S. rewrite {lemma} by exact S. clear S.{values}"
        yield "  decide_it. Qed."
        yield wrapped(
            f"Lemma independent_at_{n} p q {a} {s} {b} {to} : Sums.standing ({heap} p) -> "
            f"Sums.standing ({a} ++ {b}) -> 1 <= {s} -> {heap} p = {a} ++ {s} :: {b} -> {self.step} {s} {to} -> "
            f"{heap} q = {self.ends(to)} -> {iff} g p -> ~ {iff} g q."
        )
        yield f"Proof. {self.given}. destruct p as [{row}], q as [r]. cbn [{heap}]. intros S R L E D Q C C'."
        yield f"  {self._led(row, to, 'E')} subst {row} r."
        yield f"  pose proof (lowered_at_{n} {s} {to} L D)."
        yield f"  rewrite {lemma} in C by exact S. rewrite {lemma} in C' by exact S'. clear S S'."
        yield f"  {self._apart('C', after=True)}"
        yield f"  unfold {self.step} in D. split_all; {self._finish('arith')}. Qed."

    def _going(self) -> Iterator[str]:
        """That in misère play there is a move from what the claim names."""
        n, s, a, b, row, heap = self.stem, self.s, self.a, self.b, self.row, self.field
        iff, lemma = self.about.iff, self.known[-1]
        yield wrapped(
            f"Lemma not_terminal_at_{n} : {self._misere} -> forall p, Sums.standing ({heap} p) -> {iff} g p -> "
            f"{self._some}."
        )
        if not self.about.misere:
            yield "Proof. intros []. Qed."
            return
        shape, values, leaves = self.any_move()
        every = f"Tallies.tally {self.each[EVERY]} {row}"
        yield f"Proof. {self.given}. intros _. destruct p as [{row}]. cbn [{heap}]. intros S C."
        yield f"  rewrite {lemma} in C by exact S. assert (0 < {every} \\/ {every} <= 0) as [W|W] by lia."
        yield f"  - destruct (Tallies.tally_some _ {row} S W) as ({a} & {s} & {b} & -> & L & _). clear C S W."
        yield f"    exists {a}, {s}, {b}, {said(leaves)}. split; [reflexivity|]."
        yield f"    {self.stepped(shape, values)}; arith."
        yield f"  - {self._empty} unfold {', '.join(self.counts.values())} in C. cbn [Tallies.tally] in C."
        yield "    exfalso; split_all; arith."
        yield "Qed."

    def _in(self) -> Iterator[str]:
        """That from what the claim does not name a move leads into it; in misère play there may be none at all."""
        s, a, b, row, heap = self.s, self.a, self.b, self.row, self.field
        iff, lemma, counts = self.about.iff, self.known[-1], ", ".join(self.counts.values())
        yield wrapped(
            f"Lemma absorbing_at_{self.stem} p : Sums.standing ({heap} p) -> ~ {iff} g p -> ({self._some} /\\ "
            f"forall q, {heap} q = {self.ends(self.to.name)} -> {iff} g q) \\/ ({self._misere} /\\ {heap} p = [])."
        )
        yield f"Proof. {self.given}. destruct p as [{row}]. cbn [{heap}]. intros S C. rewrite {lemma} in C by exact S."
        yield f"  unfold {counts} in C."
        order = [*(one for one in self.solver.counted if one != EVERY), EVERY]
        tallies = [f"Tallies.tally {self.each[one]} {row}" for one in order]
        either = [both([*(f"{one} <= 0" for one in tallies[:at]), f"0 < {own}"]) for at, own in enumerate(tallies)]
        yield wrapped(f"  assert ({one_of([*either, f'{tallies[-1]} <= 0'])}) as W by lia.")
        yield f"  {one_by_one('W', len(order) + 1)}"
        for at, one in enumerate(order):
            yield f"  - assert (0 < {tallies[at]}) as W0 by tauto."
            yield f"    destruct (Tallies.tally_some _ {row} S W0) as ({a} & {s} & {b} & -> & L & P)."
            yield f"    pose proof (Tallies.standing_apart _ _ _ S) as R. clear W0. {self._apart('*')}"
            yield from self._moved(self._leading(order[:at], one))
        yield f"  - {self._empty}"
        if self.about.misere:
            yield "    right. split; [exact I | reflexivity]."
        else:
            yield "    exfalso. cbn [Tallies.tally] in C. split_all; arith."
        yield "Qed."

    def _moved(self, found: Sequence[Move]) -> Iterator[str]:
        """One of these moves leads into what the claim names; where there are none no heap is such."""
        if not found:
            yield f"    exfalso. clear S. split_all; {self._finish('arith')}."
            return
        yield "    left."
        if len(found) > 1:
            yield wrapped(f"    assert ({one_of([self._leads(*one) for one in found])}) as V.")
            yield f"    {{ clear S. {self._finish('pick')}. }}"
            yield f"    {one_by_one('V', len(found))}"
        here = f"({self.a} ++ {self.s} :: {self.b})"
        for shape, values, leaves in found:
            yield f"    {'+ ' if len(found) > 1 else ''}assert ({self.step} {self.s} {said(leaves)}) as D."
            yield f"    {{ {self.stepped(shape, values)}; clear S; split_all; {self._finish('arith')}. }}"
            yield f"    exists {self.a}, {self.s}, {self.b}, {said(leaves)}. split; [reflexivity|]. split; [exact D|]."
            yield f"    intros [r] Q. cbn [{self.field}] in Q. {self._led(here, said(leaves), 'eq_refl')}"
            yield f"    subst r. pose proof (lowered_at_{self.stem} _ _ L D). rewrite {self.known[-1]} by exact S'."
            yield "    clear S S' D."
            yield f"    unfold {', '.join(self.counts.values())}. rewrite !({self._after}) by exact R."
            yield f"    split_all; {self._finish('arith')}."

    @property
    def _after(self) -> str:
        return f"Tallies.tally_after {self.order} {self.same}"

    @property
    def _empty(self) -> str:
        """There is no heap."""
        every = f"change {self.each[EVERY]} with (Tallies.one (fun _ => true)) in W"
        return f"{every}. apply Tallies.nobody in W. subst {self.row}."

    def _led(self, p: str, to: str, equal: str) -> str:
        """That the heaps r, which a step leaves, are heaps."""
        game = f"position {self.field} {self.order} {self.step} {self.same} lowered_at_{self.stem}"
        led = f"Tallies.led {game} (Position {p}) (Position r) {self.a} {self.s} {self.b} ({to}) S {equal} D Q"
        return f"pose proof ({led}) as [S' _]. cbn [{self.field}] in S'."

    def _apart(self, before: str, *, after: bool = False) -> str:
        """What is counted of the one heap, and of the others; in C' of what it becomes."""
        counts, a, b = ", ".join(self.counts.values()), self.a, self.b
        found = f"unfold {counts} in *. rewrite !Tallies.tally_between in {before}."
        if after:
            found += f" rewrite !({self._after}) in C' by exact R."
        for name in self.each.values():
            found += f" pose proof (Tallies.tally_not_negative {name} ({a} ++ {b}) R {name}_natural)."
        return found

    def _finish(self, how: str) -> str:
        """Each case of what is asked of the heap, by arithmetic."""
        parts = "".join(
            f"set (R{at} := Tallies.tally {name} ({self.a} ++ {self.b})) in *; clearbody R{at}; "
            for at, name in enumerate(self.each.values())
        )
        each = ", ".join(self.each.values())
        return f"{parts}clear R; unfold Tallies.standing_only, {each} in *; Tallies.cases; split_all; {how}"

    def _leads(self, shape: LoweringShape, values: Sequence[t.Term], leaves: t.Term) -> str:
        """That the move is there, and leads to what the claim names, in Gallina."""
        there: dict[t.Term, t.Term] = {
            variable: t.Variable(
                f"(Tallies.standing_only {self.each[one]} {said(leaves)} + "
                f"Tallies.tally {self.each[one]} ({self.a} ++ {self.b}))"
            )
            for one, variable in self.solver.counted.items()
        }
        return f"({text(self.guard(shape, values))}) /\\ ({text(replaced(self.form, there))})"

    def _leading(self, none: Sequence[Counted], some: Counted) -> list[Move]:
        """Few moves of a heap that is counted, where others are not, of which one leads to what the claim names."""
        others = {one: f"others{at}" for at, one in enumerate(self.solver.counted)}
        ranges = {**self.ranges, self.size.name: (1, None), **dict.fromkeys(others.values(), (0, None))}
        left: list[dict[str, int]] = []
        for each in samples(ranges):
            now = {one: self._of(one, each[self.size.name], each) + each[others[one]] for one in others}
            own = self._of(some, each[self.size.name], each) > 0 and not any(now[one] > 0 for one in none)
            if own and not self._claimed(now, each):
                left.append(dict(each))
        found: list[Move] = []
        moves = list(self.numbered()) if left else []
        while left:
            done = [[at for at, each in enumerate(left) if self._wins(*one, each, others)] for one in moves]
            best = max(range(len(moves)), key=lambda at: len(done[at]), default=None)
            if best is None or not done[best]:
                raise Unreadable("no move of one heap is found that leads to what the claim names")
            found.append(moves[best])
            gone = set(done[best])
            left = [each for at, each in enumerate(left) if at not in gone]
        return found

    def _of(self, one: Counted, size: int, values: Mapping[str, int]) -> int:
        """What a heap of that size adds."""
        here = {**values, self.size.name: size}
        if size <= 0 or not true_at(one.condition, here):
            return 0
        return 1 if one.weight is None else value_at(one.weight, here) or 0

    def _claimed(self, counts: Mapping[Counted, int], values: Mapping[str, int]) -> bool:
        return true_at(self.form, {**values, **{self.solver.counted[one].name: many for one, many in counts.items()}})

    def _wins(
        self,
        shape: LoweringShape,
        chosen: Sequence[t.Term],
        leaves: t.Term,
        values: Mapping[str, int],
        others: Mapping[Counted, str],
    ) -> bool:
        if not true_at(self.guard(shape, chosen), values) or (size := value_at(leaves, values)) is None:
            return False
        return self._claimed({one: self._of(one, size, values) + values[name] for one, name in others.items()}, values)


def lowered(about: Statement, statement: str, strategy: str) -> str:
    """The file of such a game, in which nothing is said of a strategy; Unreadable where there is no script."""
    script: Lowering = TallyScript(about)
    if script.by_worth:
        script = ByWorth(about)
    return without_strategy(statement, strategy, "\n".join(script.lines()))
