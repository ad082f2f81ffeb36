"""The moves of a game of one counter, which lower it, as steps of a code that leave one heap or none."""

from __future__ import annotations

from collections.abc import Iterator

from bouton.core.errors import Unreadable
from bouton.rocq import tree as t
from bouton.rocq.counted import given, opened
from bouton.rocq.moves import choose, exists
from bouton.rocq.parting import CodeScript, Parting
from bouton.rocq.solved import quantified
from bouton.rocq.statement import wrapped
from bouton.rocq.tree import free, put, said, text


class CounterCode(CodeScript):
    """The script of such a game."""

    @property
    def stands(self) -> str:
        """The heaps of a position, as a function."""
        return f"(fun p => left_over [{self.field} p])"

    def _shape(self, name: str, unknowns: tuple[str, ...], term: t.Built, guard: t.Formula) -> Parting:
        value = t.Variable("V__")
        left = [given(parts, value) for _, parts in opened(self._left_by(term, t.Built(self.built, (value,))))]
        known = {self.s.name, *unknowns}
        if len(left) != 1 or left[0] is None or free(left[0]) - known:
            raise Unreadable(f"the move {name} leaves no one number")
        if quantified(guard) or free(guard) - known:
            raise Unreadable(f"the move {name} asks for more than the counter")
        return Parting(name, len(unknowns), unknowns, guard, left[0], t.Number(0), parted=False)

    def _term(self, shape: Parting) -> str:
        return f"(t_{' '.join((shape.name, *shape.unknowns))})"

    def moves(self) -> Iterator[str]:
        """That moves lower the counter by steps, and all of them."""
        for shape in self.live:
            yield from self._move(shape)
        s, u, v, a, b, step = self.s.name, self.u.name, self.v.name, self.a, self.b, self.named("step")
        yield f"Lemma some{self.end} {s} {u} {v} : {step} {s} {u} {v} -> 1 <= {s}."
        yield f"Proof. unfold {step}. intro. split_all; arith. Qed."
        ends = f"left_over ({a} ++ {u} :: {b} ++ [{v}])"
        yield wrapped(
            f"Lemma leading_at{self.end} p q : moves {self.g} p q -> exists {a} {s} {b} {u} {v}, {self.stands} p = "
            f"{a} ++ {s} :: {b} /\\ {step} {s} {u} {v} /\\ {self.stands} q = {ends}."
        )
        yield from self._there()
        yield wrapped(
            f"Lemma reached_at{self.end} p {a} {s} {b} {u} {v} : {self.stands} p = {a} ++ {s} :: {b} -> "
            f"{step} {s} {u} {v} -> exists q, moves {self.g} p q /\\ {self.stands} q = {ends}."
        )
        yield from self._back()

    def _move(self, shape: Parting) -> Iterator[str]:
        """What a move is, and what it leaves."""
        move, after, stones, s = self.names["move", 1], self.names["after", 2], self.n["stones"], self.s.name
        own, here, term = self.bound((s, *shape.unknowns)), f"{self.g} (Position {s})", self._term(shape)
        solved = "solved idtac idtac. Unshelve. all: exact 0. Qed."
        yield wrapped(f"Lemma move_{shape.name}_is{self.end}{own} : {move} {here} {term} <-> ({text(shape.guard)}).")
        yield f"Proof. {self.opened}. {solved}"
        yield wrapped(
            f"Lemma after_{shape.name}_is{self.end}{own} ({stones} : Z) : ({text(shape.guard)}) -> "
            f"({after} {here} {term} (t_{self.built} {stones}) <-> {stones} = {said(shape.leaves)})."
        )
        yield f"Proof. intro. {self.opened}. {solved}"

    def _there(self) -> Iterator[str]:
        s, left = self.s.name, self.n["after"]
        arities = {name: [f"U{at}" for at in range(len(sorts))] for name, sorts in self.about.whole.functions}
        pattern = " | ".join(" ".join(each) for each in arities.values())
        yield f"Proof. destruct p as [{s}], q as [{left}]. intros [M [A B]]. cbn [{self.field}] in *."
        yield f"  destruct M as [{pattern}]."
        for name, shape in self.shapes.items():
            if shape is None:
                yield f"  - exfalso. clear B. {self.opened}. split_all."
                continue
            own = arities[name]
            there: dict[t.Term, t.Term] = dict(zip(map(t.Variable, shape.unknowns), map(t.Variable, own), strict=True))
            leaves = said(put(shape.leaves, there))
            chosen = (choose(self.live.index(shape), len(self.live)) + exists(own)).replace(". ", "; ")
            yield f"  - apply move_{name}_is{self.end} in A. assert ({left} = {leaves}) as ->."
            yield f"    {{ destruct B as [B | [B _]]; [apply after_{name}_is{self.end} in B; [exact B | exact A]|]."
            yield f"      exfalso. apply B. eexists. apply after_{name}_is{self.end}; [exact A | reflexivity]. }}"
            yield f"    assert ({self.named('step')} {s} ({leaves}) 0) as D by ({chosen}auto)."
            yield f"    exists [], {s}, [], ({leaves}), 0."
            yield f"    split; [apply Parted.left_of_one; pose proof (some{self.end} _ _ _ D); lia|]."
            yield "    split; [exact D|]. symmetry. apply Parted.nothing_beside."
        yield "Qed."

    def _back(self) -> Iterator[str]:
        u, many = self.u.name, len(self.live)
        yield f"Proof. destruct p as [{self.n['stones']}]. cbn [{self.field}]. intros E D."
        yield f"  apply Parted.only_one in E. destruct E as (-> & -> & ->). exists (Position {u})."
        yield f"  destruct D as {'[D|' * (many - 1)}D{']' * (many - 1)}." if many > 1 else "  idtac."
        for shape in self.live:
            taken = "".join(f"[{one} " for one in shape.unknowns) + "(A & -> & ->)" + "]" * len(shape.unknowns)
            yield f"  - destruct D as {taken}. split; [|cbn [{self.field}]; symmetry; apply Parted.nothing_beside]."
            yield f"    exists {self._term(shape)}. split; [apply move_{shape.name}_is{self.end}; exact A|]."
            yield f"    left. apply after_{shape.name}_is{self.end}; [exact A | reflexivity]."
        yield "Qed."
