"""The lemmas of a game of alliances: who moves, who wins, and that the claim's predicate names the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bouton.rocq.cover import few_of
from bouton.rocq.game import At, Game, Won
from bouton.rocq.moves import one_of
from bouton.rocq.solved import FALSE, conjunction, disjunction, quantified
from bouton.rocq.statement import Statement, wrapped
from bouton.rocq.tree import Formula, Number, Variable, replaced, text
from bouton.rocq.view import View

_ALLIANCES = (1, 2)
"""What alliances are called, as far as the scripts go."""


class AllianceGame(Game):
    """The game of one case."""

    def __init__(self, about: Statement, each: Sequence[View], witnesses: Sequence[str]) -> None:
        super().__init__(about, each, witnesses)
        self.side, self.winner = self.names["side", 1], self.names["winner", 1]

    def at(self, view: View) -> Alliance:
        """The game at so many heaps."""
        return Alliance(self, view)

    def _together(self) -> Iterator[str]:
        g, iff, side, winner = self.g, self.about.pivot, self.side, self.winner
        one = "exists a, {0} {1} p a /\\ forall b, {0} {1} p b -> b = a"
        leads, stuck = f"exists q, moves {g} p q", f"forall q, ~ moves {g} p q"
        legal = f"{self.among} {g} p"
        lemmas = {
            "terminal_or_not": (f"forall p, {legal} -> ({leads}) \\/ ({stuck})", " L"),
            **{name: (what, " q L") for name, what in self.along().items()},
            "one_moves": (f"forall p, {legal} -> {one.format(side, g)}", " L"),
            "one_claimed": (f"forall p, {legal} -> {one.format(iff, g)}", " L"),
            "at_end": (f"forall p a, {legal} -> ({stuck}) -> ({iff} {g} p a <-> {winner} {g} p a)", " a L"),
            "winning": (
                f"forall p a, {legal} -> {side} {g} p a -> {iff} {g} p a -> ({leads}) -> {leads} /\\ {iff} {g} q a",
                " a L",
            ),
            "losing": (
                f"forall p q a b, {legal} -> {side} {g} p a -> {iff} {g} p b -> b <> a -> moves {g} p q -> "
                f"{iff} {g} q b",
                " q a b L",
            ),
        }
        for name, (what, rest) in lemmas.items():
            done = {
                "winning": "intros S C M; apply {0}; assumption",
                "losing": "intros S C N M; eapply {0} with (a := a); eassumption",
            }.get(name, "apply {0}; assumption")
            yield from self.by_view(name, what, f"{self.each[0].pattern('v')}{rest}", done)
        sides, winners, claims = (f"(fun A p => {one} {g} p A)" for one in (side, winner, iff))
        yield from self.concluded("Scripts.won_as_claimed", f"{sides} {winners} {claims}", lemmas, " A")


class Alliance(At):
    """The game at so many heaps."""

    game: AllianceGame

    def hold(self, form: Formula) -> Formula:
        """That the claim's predicate holds of the alliance that moves."""
        return replaced(form, {Variable("X1"): Variable("v_who")})

    def obligations(self) -> Iterator[str]:
        """What the theorem about alliances asks, here."""
        g, end, view, game = self.g, self.end, self.view, self.game
        iff, side, winner, here = self.about.pivot, game.side, game.winner, view.position()
        legal = f"{self.among} {g} {here} ->"
        leads, stuck = f"exists q, moves {g} {here} q", f"forall q, ~ moves {g} {here} q"
        moving = disjunction([self.moving(shape) for shape in self.live])
        names = ", ".join(f"?{one}_is{end}" for one in (iff, side, winner))
        opened = self.opened
        yield f"Lemma can_move{end}{self.head} : {legal} ({text(moving)}) -> {leads}."
        yield f"Proof. intros L C. {self.legal}."
        asked = conjunction([*view.ranges, moving])
        found = [one for one in self.moving_offers() if not quantified(one.condition)]
        few = [] if quantified(asked) else few_of([(one, one.condition) for one in found], asked, view.sampled)
        yield from self._tried(few or found, stuck=False, left="")
        yield f"Lemma no_move{end}{self.head} : {legal} ~ ({text(moving)}) -> {stuck}."
        yield f"Proof. intros L C q M. {opened}; apply C; arith. Qed."
        yield f"Lemma terminal_or_not_at{end}{self.head} : {legal} ({leads}) \\/ ({stuck})."
        yield f"Proof. intros L. assert (({text(moving)}) \\/ ~ ({text(moving)})) as [C|C] by decide_it."
        yield f"  - left. apply can_move{end}; assumption."
        yield f"  - right. apply no_move{end}; assumption."
        yield "Qed."
        yield from self.falling()
        for name, what in (("one_moves", side), ("one_claimed", iff)):
            form = self.solver.form(what)
            each = [text(replaced(form, {Variable("X1"): Number(one)})) for one in _ALLIANCES]
            yield wrapped(
                f"Lemma {name}_at{end}{self.head} : {legal} exists a, {what} {g} {here} a /\\ "
                f"forall b, {what} {g} {here} b -> b = a."
            )
            yield wrapped(f"Proof. intros L. {self.legal}. assert ({one_of(each)}) as [C|C] by arith.")
            for one in _ALLIANCES:
                yield (
                    f"  - exists {one}. rewrite {what}_is{end}. split; [arith|]. intros b B. "
                    f"rewrite {what}_is{end} in B. arith."
                )
            yield "Qed."
        yield wrapped(
            f"Lemma at_end_at{end}{self.head} a : {legal} ({stuck}) -> ({iff} {g} {here} a <-> {winner} {g} {here} a)."
        )
        given = "".join(f" {name}" for name in (*view.free.split(), *view.variables))
        yield f"Proof. intros L N. assert (~ ({text(moving)})) as T."
        yield f"  {{ intro C. destruct (can_move{end}{given} L C) as [q M]. exact (N q M). }}"
        yield f"  clear N. rewrite {names}. {self.legal}. split; intro H; arith."
        yield "Qed."
        yield wrapped(
            f"Lemma winning_at{end}{self.head} v_who : {legal} {side} {g} {here} v_who -> {iff} {g} {here} v_who -> "
            f"({leads}) -> {leads} /\\ {iff} {g} q v_who."
        )
        yield f"Proof. intros L S C [q M]. assert ({text(moving)}) as T."
        yield f"  {{ {opened}; arith. }}"
        yield f"  clear M q. rewrite {names} in *. {self.legal}. assert (v_who = 1 \\/ v_who = 2) as A by arith."
        yield from self._tried(self._winning(moving), stuck=False, left="won")
        yield wrapped(
            f"Lemma losing_at{end}{self.head} q a b : {legal} {side} {g} {here} a -> {iff} {g} {here} b -> b <> a -> "
            f"moves {g} {here} q -> {iff} {g} q b."
        )
        yield f"Proof. intros L S C N M. destruct q as {view.pattern('w')}. rewrite {names} in *. {opened};"
        yield f"  {game.iffs}; arith. Qed."

    def moving_offers(self) -> list[Won]:
        """Moves with the condition under which they are there."""
        found: dict[Won, None] = {}
        for term, guard in self._offered(winning=False):
            legal = self.solver.holds(self.game.move, term)
            for left, condition in self._after(term, {legal}):
                good = conjunction([*guard, legal, *condition])
                if good != FALSE:
                    found[Won(good, term, left)] = None
        return list(found)

    def _winning(self, moving: Formula) -> list[Won]:
        """Moves of the alliance that moves and wins."""
        found: dict[Won, None] = {}
        for term, guard in self._offered(winning=True):
            legal = self.solver.holds(self.game.move, term)
            for left, condition in self._after(term, {legal}):
                good = conjunction([*guard, legal, *condition, self._claimed(left)])
                if good != FALSE and not quantified(good):
                    found[Won(good, term, left)] = None
        who = Variable("v_who")
        sides = replaced(self.solver.form(self.game.side), {Variable("X1"): who})
        wins = replaced(self.solver.form(self.about.pivot), {Variable("X1"): who})
        asked = conjunction([*self.view.ranges, moving, self.solver.solve(sides), self.solver.solve(wins)])
        if quantified(asked):
            return list(found)
        ranges = {**self.view.sampled, "v_who": (1, 2)}
        return few_of([(one, one.condition) for one in found], asked, ranges) or list(found)
