"""The moves of a game of heaps of one kind, which take from one of them and may leave it as two, as steps of a code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bouton.core.errors import Unreadable
from bouton.core.position import Heaps
from bouton.rocq import tree as t
from bouton.rocq.counted import EVERY, given, opened
from bouton.rocq.cover import value_at
from bouton.rocq.moves import choose, exists, one_of
from bouton.rocq.parting import CodeScript, Parting
from bouton.rocq.solved import quantified
from bouton.rocq.statement import ORDERS, Statement, wrapped
from bouton.rocq.tree import anew, below, free, put, said, text
from bouton.rocq.view import Case


class HeapCode(CodeScript):
    """The script of such a game."""

    def __init__(self, about: Statement, case: Case) -> None:
        super().__init__(about, case)
        assert isinstance(self.fluent, Heaps)
        self.order = ORDERS[self.fluent.order]
        self.same = {"ascending": "Sums.ascending_same"}.get(self.order, f"Tallies.{self.order}_same")
        self.row = self.n["row"]

    def _shape(self, name: str, unknowns: tuple[str, ...], term: t.Built, guard: t.Formula) -> Parting:
        places = {one.place for one in below(guard) if isinstance(one, t.Placed)}
        if len(places) != 1 or not places <= set(term.arguments):
            raise Unreadable(f"the move {name} does not say which one heap it takes from")
        (place,) = places
        assert isinstance(place, t.Variable)
        rest = tuple(one for one in unknowns if one != place.name)
        own = self._here(guard, [place])
        left: list[t.Term] = []
        beside: list[t.Term] = []
        i, value = t.Variable("i__"), t.Variable("V__")
        after = self._here(self._left_by(term, t.Built(self.built, (i, value))), [place, i])
        for _, parts in opened(after):
            there, size = given(parts, i), given(parts, value)
            if len(parts) != 2 or there is None or size is None:
                raise Unreadable(f"what the move {name} leaves hangs on more than its heap")
            if there == place:
                left.append(size)
            elif self._last(there):
                beside.append(size)
            else:
                raise Unreadable(f"the move {name} changes other heaps")
        known = {self.s.name, *rest}
        if len(left) != 1 or len(beside) > 1 or any(free(one) - known for one in (*left, *beside)):
            raise Unreadable(f"the move {name} leaves no one number, or more than two")
        if quantified(own) or free(own) - known:
            raise Unreadable(f"the move {name} asks for more than the size of its heap")
        second = beside[0] if beside else t.Number(0)
        return Parting(name, unknowns.index(place.name), rest, own, left[0], second, bool(beside))

    def _last(self, place: t.Term) -> bool:
        """Whether a place is that behind all heaps."""
        every = self.solver.counted[EVERY].name
        return free(place) == {every} and all(value_at(place, {every: many}) == many + 1 for many in range(5))

    def _here(self, formula: t.Formula, places: Sequence[t.Term]) -> t.Formula:
        """What is said at one heap of that size."""

        def changed(one: t.Formula) -> t.Formula:
            if isinstance(one, t.Placed):
                return t.Compared("=", one.size, self.s) if one.place in places else one
            return anew(one, lambda inner: inner if isinstance(inner, t.Term) else changed(inner))

        return self.solver.solve(changed(formula))

    def moves(self) -> Iterator[str]:
        """That moves make steps of one heap, and all of them."""
        for name in self.elements:
            yield from self._counted(name)
        for shape in self.live:
            yield from self._move(shape)
        yield from self._there()
        yield from self._back()

    def _counted(self, name: str) -> Iterator[str]:
        """How many heaps there are."""
        found, shape = self.solver.elements_of["counted", name]
        if found != EVERY or shape != (t.Variable("i"),):
            raise Unreadable("something is counted that is not the number of heaps")
        yield wrapped(
            f"Lemma counted_{name}_is{self.end} ({self.row} : list Z) (N : Z) : "
            f"counted ({name} {self.g} (Position {self.row})) N <-> N = Z.of_nat (length {self.row})."
        )
        yield f"Proof. apply Sums.heaps_counted. intro. unfold {name}. {self.plain}. cbn {self.fields}."
        yield "  split; intro; split_all; eexists _, _; (split; [reflexivity | eassumption]). Qed."

    @property
    def _place(self) -> str:
        return f"(Z.of_nat (length {self.a}) + 1)"

    @property
    def _behind(self) -> str:
        return f"(Z.of_nat (length ({self.a} ++ {self.s.name} :: {self.b})) + 1)"

    def _move(self, shape: Parting) -> Iterator[str]:
        """What a move is, and what it leaves."""
        move, after, at, stones = self.names["move", 1], self.names["after", 2], self.n["place"], self.n["stones"]
        s, row, a, b, own = self.s.name, self.row, self.a, self.b, self.bound(shape.unknowns)
        here, bind = f"(Position ({a} ++ {s} :: {b}))", f"({a} {b} : list Z) ({s} : Z)"
        yield wrapped(
            f"Lemma where_{shape.name}{self.end} ({row} : list Z) ({at} : Z){own} : "
            f"{move} {self.g} (Position {row}) {shape.term(at)} -> "
            f"exists {a} {s} {b}, {row} = {a} ++ {s} :: {b} /\\ {at} = {self._place}."
        )
        yield f"Proof. intro. {self.opened}. Tallies.somewhere. Qed."
        counted = ", ".join(f"?counted_{name}_is{self.end}" for name in self.elements)
        known = f"Tallies.placed_as; rewrite {counted} in *" if counted else "Tallies.placed_as"
        sought = f"Tallies.placed_so; rewrite {counted}" if counted else "Tallies.placed_so"
        solved = f"solved ltac:({known}) ltac:({sought}). Unshelve. all: exact 0. Qed."
        yield wrapped(
            f"Lemma move_{shape.name}_is{self.end} {bind}{own} : "
            f"{move} {self.g} {here} {shape.term(self._place)} <-> ({text(shape.guard)})."
        )
        yield f"Proof. {self.opened}. {solved}"
        left = [f"{at} = {self._place} /\\ {stones} = {said(shape.leaves)}"]
        left += [f"{at} = {self._behind} /\\ {stones} = {said(shape.beside)}"] if shape.parted else []
        yield wrapped(
            f"Lemma after_{shape.name}_is{self.end} {bind}{own} ({at} {stones} : Z) : ({text(shape.guard)}) -> "
            f"({after} {self.g} {here} {shape.term(self._place)} "
            f"(t_{self.built} {at} {stones}) <-> {one_of(left)})."
        )
        yield f"Proof. intro. {self.opened}. {solved}"

    def _ends(self, leaves: str, beside: str) -> str:
        return f"{self.order} (left_over ({self.a} ++ {leaves} :: {self.b} ++ [{beside}]))"

    def _leads(self, shape: Parting, leaves: str, beside: str) -> str:
        """The lemma on what is left of the heaps of which these are said."""
        what = f"{self.a} {self.b} {self.s.name} ({leaves})"
        if shape.parted:
            return f"Sums.parted _ _ {self.a} {self.b} {self.s.name} ({leaves}) ({beside})"
        return f"Sums.lowered _ _ {what}"

    def _there(self) -> Iterator[str]:
        """That each move makes a step of one heap."""
        s, u, v, row, a, b = self.s.name, self.u.name, self.v.name, self.row, self.a, self.b
        yield wrapped(
            f"Lemma leading_at{self.end} p q : moves {self.g} p q -> exists {a} {s} {b} {u} {v}, {self.field} p = "
            f"{a} ++ {s} :: {b} /\\ {self.named('step')} {s} {u} {v} /\\ {self.field} q = {self._ends(u, v)}."
        )
        arities = {name: [f"U{at}" for at in range(len(sorts))] for name, sorts in self.about.whole.functions}
        pattern = " | ".join(" ".join(each) for each in arities.values())
        yield f"Proof. destruct p as [{row}], q as [{self.n['after']}]. intros [M [A B]]. cbn [{self.field}] in *."
        yield f"  destruct M as [{pattern}]."
        for name, shape in self.shapes.items():
            if shape is None:
                yield f"  - exfalso. {self.opened}. split_all."
                continue
            own = arities[name]
            rest = [one for at, one in enumerate(own) if at != shape.at]
            there: Mapping[t.Term, t.Term] = dict(
                zip(map(t.Variable, shape.unknowns), map(t.Variable, rest), strict=True)
            )
            leaves, beside = (said(put(one, there)) for one in (shape.leaves, shape.beside))
            found = " ".join([own[shape.at], *rest])
            yield f"  - destruct (where_{name}{self.end} {row} {found} A) as ({a} & {s} & {b} & -> & ->)."
            yield f"    apply move_{name}_is{self.end} in A. exists {a}, {s}, {b}, {leaves}, {beside}."
            chosen = choose(self.live.index(shape), len(self.live))
            yield f"    split; [reflexivity|]. split; [{(chosen + exists(rest)).replace('. ', '; ')}auto|]."
            turned = "" if shape.parted else "rewrite Parted.nothing_beside. "
            yield f"    {turned}apply ({self._leads(shape, leaves, beside)}) in B; [exact B|]."
            yield f"    intros {self.n['i']} V. cbv beta. apply after_{name}_is{self.end}. exact A."
        yield "Qed."

    def _back(self) -> Iterator[str]:
        """That each step of one heap is a move."""
        s, u, v, row, a, b = self.s.name, self.u.name, self.v.name, self.row, self.a, self.b
        yield wrapped(
            f"Lemma reached_at{self.end} p {a} {s} {b} {u} {v} : {self.field} p = {a} ++ {s} :: {b} -> "
            f"{self.named('step')} {s} {u} {v} -> exists q, moves {self.g} p q /\\ {self.field} q = {self._ends(u, v)}."
        )
        yield f"Proof. destruct p as [{row}]. cbn [{self.field}]. intros -> D. exists (Position ({self._ends(u, v)}))."
        yield "  split; [|reflexivity]."
        many = len(self.live)
        yield f"  destruct D as {'[D|' * (many - 1)}D{']' * (many - 1)}." if many > 1 else "  idtac."
        for shape in self.live:
            taken = "".join(f"[{one} " for one in shape.unknowns) + "(A & -> & ->)" + "]" * len(shape.unknowns)
            leaves, beside = said(shape.leaves), said(shape.beside)
            yield f"  - destruct D as {taken}. exists {shape.term(self._place)}."
            yield f"    split; [apply move_{shape.name}_is{self.end}; exact A|]. cbn [{self.field}]."
            turned = "" if shape.parted else "rewrite Parted.nothing_beside. "
            yield f"    {turned}refine (proj2 ({self._leads(shape, leaves, beside)} _ _) eq_refl)."
            yield f"    intros {self.n['i']} V. cbv beta. apply after_{shape.name}_is{self.end}. exact A."
        yield "Qed."
