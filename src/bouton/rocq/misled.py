"""Refutations of strategies as files for Rocq: at one position, which is won, the moves that are named do not all win.

The theorem on P-positions is true there, so that what is proved false is what the file says of the strategy: it names
no move, or what is no move of the game, or a move to a position that is no P-position. The kernel computes which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bouton.core.errors import Unreadable
from bouton.core.position import Position, Value
from bouton.core.stated import Kernel
from bouton.ground.graph import Node
from bouton.ground.kernel import kernel, terminals
from bouton.rocq.computed import Computed
from bouton.rocq.hand import BEGINS
from bouton.rocq.statement import Statement, comment, lines, strategy_lines, wrapped
from bouton.rules.file import Rules

TRUE = "what is claimed is true there"
_EXACT = "Proof. vm_cast_no_check (eq_refl true). Qed."


class Misled:
    """The strategy of a statement at a position, with all that lies below; Unreadable where it is not at fault."""

    def __init__(
        self, said: Statement, rules: Rules, parameters: Mapping[str, Value], position: Position, most: int
    ) -> None:
        if said.strategy is None or not isinstance(said.form, Kernel) or said.both:
            raise Unreadable(TRUE)
        self.said, self.parameters, self.position = said, parameters, position
        self.computed = Computed(replace(said, printed=said.read, of_strategy=()), rules)
        if any(one.again is not None for one in said.read):
            raise Unreadable("no refutation is written of a strategy beside rules that speak of themselves")
        self.graph = self.computed.below([position], parameters, most)
        self.name = self.computed.fresh.name
        self.listed = [*self.computed.lines()]
        self.fault = self._fault(self.graph[position])

    def _fault(self, node: Node) -> Position | bool | None:
        """Where a named move leads that does not win; True where one is none of the game, None where none is named."""
        game = self.computed.game([*self.graph], self.parameters)
        lost = kernel(self.graph, lambda _: False, terminals(game, self.said.claim.play))
        names = {one.name: one.signature for one in self.said.read}
        spoken = self.said.where is None or node.rows[names[self.said.where]]
        if self.position in lost or not node.moves or not spoken:
            raise Unreadable(TRUE)
        moves = {move.term: move.to for move in node.moves}
        named = [row[0] for row in node.rows[names[self.said.strategy or ""]]]
        if not named:
            return None
        if any(one not in moves for one in named):
            return True
        bad = [moves[one] for one in named if moves[one] not in lost]
        if not bad:
            raise Unreadable(TRUE)
        return min(bad, key=str)

    def text(self, given: str, order: Sequence[Position]) -> str:
        """The file, with the parameters in Gallina and all positions below, each after its options."""
        these, there, legal, refuted = map(self.name, ("these", "there", "legal_there", "refuted"))
        text = [
            *lines(self.said),
            *strategy_lines(self.said),
            "",
            comment("What is said of the strategy is false at one position."),
            f"Definition {these} : parameters := {given}.",
            f"Definition {there} : position := {self.computed.at(self.position)}.",
            comment("That it is true of all lesser positions is left open."),
            "",
            BEGINS,
            self.computed.required,
            *self.listed,
            f"Lemma {legal} : legal {these} {there}.",
            f"Proof. unfold legal, asked, {these}, {there}. cbn. within. Qed.",
            *self._proof(order, these, there, legal, refuted),
            f"Print Assumptions {refuted}.",
        ]
        return "\n".join(text) + "\n"

    def _proof(self, order: Sequence[Position], g: str, p: str, legal: str, refuted: str) -> Iterator[str]:
        computed = self.computed
        under, done, next_ = map(self.name, ("under", "computed", "a_move"))
        bad = f"({computed.at(self.fault)})" if isinstance(self.fault, tuple) else None
        won = f"[{'; '.join(filter(None, (p, bad)))}]"
        yield wrapped(f"Definition {under} : list position := [{'; '.join(map(computed.at, order))}].")
        kind = computed.kind(g, p)
        at = f"position {computed.same} {computed.key} {kind.known}"
        test = "(fun _ lost => negb lost)"
        yield f"Lemma {done} : {kind.one}.judged {at} ({computed.options} {g}) {kind.step} {under} {test} {won} = true."
        yield _EXACT
        first = f"({computed.at(self.graph[self.position].moves[0].to)})"
        yield from self._reached(next_, computed.options, computed.told, "moves", g, p, first)
        spoken = ""
        if self.said.where is not None:
            listed, _ = computed.lists.names[self.said.where]
            spoken = self.name("spoken_there")
            yield f"Lemma {spoken} : negb (Computed.nothing ({listed} {g} {p})) = true."
            yield _EXACT
            spoken = f" (proj1 ({computed.lists.proof(self.said.where, g, p)}) (proj1 (Computed.is_some _) {spoken}))"
        fault = self.name("fault")
        yield from self._named(fault, g, p, bad)
        misere = "True" if self.said.misere else "False"
        yield f"Theorem {refuted} : ~ strategy."
        yield f"Proof. intro T. assert (forall q, In q {won} -> ~ P_position position (moves {g}) {misere} q) as N."
        yield f"  {{ intros q I. destruct ({kind.one}.judged_right {at} {kind.good} ({computed.options} {g})"
        yield f"      {kind.step} {kind.stepped} {under} {test} {won} {done} q I) as (lost & G & R)."
        yield "    destruct lost; [discriminate R|]. destruct G as [_ G]. exact G. }"
        yield f"  destruct (T {g} {p} {legal}{spoken} (N {p} (or_introl eq_refl)) (ex_intro _ {first} {next_}))"
        yield "    as (C1 & C2 & C3)."
        yield from self._contradiction(fault, g, p, bad)

    def _reached(self, name: str, options: str, told: str, moves: str, g: str, p: str, q: str) -> Iterator[str]:
        """That a move leads to a position, by the list of all that moves lead to."""
        found = self.name("found_there")
        one = f"existsb (fun q => if {self.computed.same} {q} q then true else false)"
        yield f"Lemma {found} : match {options} {g} {p} with Some qs => {one} qs | None => false end = true."
        yield _EXACT
        yield f"Lemma {name} : {moves} {g} {p} {q}."
        yield f"Proof. pose proof {found} as F. destruct ({options} {g} {p}) as [qs|] eqn:E; [|discriminate F]."
        yield "  apply existsb_exists in F. destruct F as [q [I F]]."
        yield f"  destruct ({self.computed.same} {q} q) as [<-|]; [|discriminate F]."
        yield f"  exact (proj2 ({told} {g} {p} qs E _) I). Qed."

    def _lists(self) -> tuple[str, str, str, str]:
        """The lists of the moves that are named and of those of the game, with their lemmas at a position."""
        lists, names = self.computed.lists, (self.said.strategy or "", self.computed.names["move", 1])
        (named, named_is), (moves, moves_is) = (lists.names[one] for one in names)
        return named, named_is, moves, moves_is

    def _named(self, fault: str, g: str, p: str, bad: str | None) -> Iterator[str]:
        """What is at fault, computed."""
        named, _, moves, _ = self._lists()
        if bad is not None:
            options, told = map(self.name, ("named_options", "named_told"))
            yield from self.computed.options_of(self.said.strategy or "", "strategy_moves", options, told)
            yield from self._reached(fault, options, told, "strategy_moves", g, p, bad)
            return
        test = f"Computed.nothing ({named} {g} {p})"
        if self.fault is not None:
            test = f"negb (forallb (fun M => existsb (same_term M) ({moves} {g} {p})) ({named} {g} {p}))"
        yield f"Lemma {fault} : {test} = true."
        yield _EXACT

    def _contradiction(self, fault: str, g: str, p: str, bad: str | None) -> Iterator[str]:
        named, named_is, moves, moves_is = self._lists()
        if bad is not None:
            yield f"  exact (N {bad} (or_intror (or_introl eq_refl)) (C2 {bad} {fault})). Qed."
        elif self.fault is None:
            yield f"  pose proof {fault} as F. destruct C1 as (q & M & A & _)."
            yield f"  apply (proj2 ({named_is} {g} {p} M)) in A."
            yield f"  destruct ({named} {g} {p}); [exact A | discriminate F]. Qed."
        else:
            test = f"forallb (fun M => existsb (same_term M) ({moves} {g} {p})) ({named} {g} {p})"
            yield f"  pose proof {fault} as F. assert ({test} = true) as E."
            yield "  { apply forallb_forall. intros M I. apply existsb_exists. exists M."
            yield f"    split; [apply (proj2 ({moves_is} {g} {p} M)), C3, (proj1 ({named_is} {g} {p} M)), I|]."
            yield "    apply same_term_is. reflexivity. }"
            yield "  rewrite E in F. discriminate F. Qed."
