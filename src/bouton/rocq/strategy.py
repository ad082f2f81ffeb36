"""The lemmas of a claim's strategy: it names moves, they are moves of the game, and each leads to a P-position."""

from __future__ import annotations

from collections.abc import Iterator

from bouton.rocq.game import At, Game
from bouton.rocq.solved import FALSE, disjunction
from bouton.rocq.statement import Statement, strategic, wrapped
from bouton.rocq.tree import text
from bouton.rocq.view import View


class Strategy(Game):
    """The moves that a strategy names, in one case of a game whose lemmas stand before."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game.about, game.each, (name,))
        self.whole, self.move, self.prefix = game, name, "strategy_"

    def at(self, view: View) -> StrategyAt:
        """The strategy at so many heaps."""
        return StrategyAt(self, view)

    def lines(self) -> Iterator[str]:
        """All of them, with the theorem of the case last."""
        for view in self.each:
            yield from self.at(view).moves()
            yield from self.at(view).obligations()
        g, iff = self.g, self.about.pivot
        leads = f"(exists q, moves {g} p q) -> "
        lemmas = {
            "named": (
                f"forall p, {self.among} {g} p -> ~ {iff} {g} p -> {leads}exists q, strategy_moves {g} p q",
                "L C T",
            ),
            "good": (
                f"forall p q, {self.among} {g} p -> ~ {iff} {g} p -> strategy_moves {g} p q -> {iff} {g} q",
                "q L C M",
            ),
            "fair": (
                f"forall p M, {self.among} {g} p -> ~ {iff} {g} p -> {self.move} {g} p M -> {self.whole.move} {g} p M",
                "M L C W",
            ),
        }
        for name, (what, rest) in lemmas.items():
            intros = f"{self.each[0].pattern('v')} {rest}"
            yield from self.by_view(name, what, intros, "eapply {0}; eassumption")
        given = "W " if self.about.where is not None else ""
        yield wrapped(f"Lemma strategy{self.end}{self.open} : forall p, legal {g} p -> {strategic(self.about, g)}.")
        yield f"Proof. intros p L {given}N T."
        if self.about.alone:
            yield "  apply (conj L) in W. clear L. rename W into L."
        yield f"  assert (C : ~ {iff} {g} p) by (intro C; apply N, (solved{self.end}{self.free} p L); exact C)."
        yield f"  split; [exact (named{self.end}{self.free} p L C T)|split]."
        yield f"  - intros q S. pose proof (good{self.end}{self.free} p q L C S) as G. destruct S as [M [A B]]."
        yield f"    apply (solved{self.end}{self.free} q); [|exact G]. apply (closed{self.end}{self.free} p q L)."
        yield f"    exists M. split; [exact (fair{self.end}{self.free} p M L C A)|exact B]."
        yield f"  - intros M A. exact (fair{self.end}{self.free} p M L C A)."
        yield "Qed."


class StrategyAt(At):
    """The moves that a strategy names, at so many heaps."""

    game: Strategy

    def obligations(self) -> Iterator[str]:
        """Some move is named, those that are named win, and are moves of the game."""
        g, end, iff, view, move = self.g, self.end, self.about.pivot, self.view, self.game.move
        here = view.position()
        lost = f"{self.among} {g} {here} -> ~ {iff} {g} {here} ->"
        whole = At(self.game.whole, view)
        moving = disjunction([whole.moving(shape) for shape in whole.live])
        yield wrapped(
            f"Lemma named_at{end}{self.head} : {lost} (exists q, moves {g} {here} q) -> "
            f"exists q, strategy_moves {g} {here} q."
        )
        yield f"Proof. intros L C [q M]. assert ({text(moving)}) as T."
        yield f"  {{ {self.opened}; arith. }}"
        yield f"  clear M q. rewrite {iff}_is{end} in C. {self.legal}."
        yield from self._tried(self._found(winning=True), stuck=False, left="")
        yield wrapped(f"Lemma good_at{end}{self.head} q : {lost} strategy_moves {g} {here} q -> {iff} {g} q.")
        yield f"Proof. intros L C M. destruct q as {view.pattern('w')}. rewrite {self.prefix}moves_is{end} in M;"
        yield f"  cbn {view.fields} in M; {self.legal}; split_all; canonical; {self.game.iffs}; arith. Qed."
        yield wrapped(
            f"Lemma fair_at{end}{self.head} M : {lost} {move} {g} {here} M -> {self.game.whole.move} {g} {here} M."
        )
        pattern = " | ".join(" ".join(shape.unknowns) for shape in self.shapes.values())
        yield f"Proof. intros L C W. rewrite {iff}_is{end} in C. {self.legal}. destruct M as [{pattern}]."
        for name, shape in self.shapes.items():
            yield f"  - rewrite {self.prefix}move_{name}_is{end} in W."
            if shape.guard == FALSE:
                yield "    destruct W."
            else:
                yield f"    rewrite move_{name}_is{end}. first [arith | split_all; first [arith | search idtac]]."
        yield "Qed."


def strategy(about: Statement, game: Game) -> Iterator[str]:
    """The lemmas of the claim's strategy, where it has one."""
    if about.strategy is not None:
        yield from Strategy(game, about.strategy).lines()
