"""The proof of a game of counters whose claim speaks of digits in a base: the kernel decides each condition whole.

The claim's predicate becomes an automaton, which the kernel computes from what is printed (`Compiled.v`). What the
moves are is proved as in other games; that no P-position leads to another, that each other position leads to one, and
which of them have moves at all, is said of numbers and that automaton, and decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from bouton.core.errors import Unreadable
from bouton.core.stated import Everywhere, Kernel
from bouton.rocq import digits
from bouton.rocq import tree as t
from bouton.rocq.completion import Definition
from bouton.rocq.game import At, Game
from bouton.rocq.solved import SolvedForms
from bouton.rocq.statement import Statement, wrapped
from bouton.rocq.view import View, cases_of
from bouton.rules.file import MOVES

_LARGEST = 4
"""The largest base in which rules of moves may ask for digits: a letter has one of each number, before and after."""
_FUEL = "(Z.to_nat 20000)"
"""Formulas that are gone through for one automaton, at most."""


def digital(about: Statement) -> None:
    """Unreadable, with the reason, where no such proof is made of a claim."""
    if not isinstance(about.form, Kernel | Everywhere) or about.heaps is not None or about.where is not None:
        raise Unreadable("it says more than which positions of some counters are P-positions")
    if about.numbers or about.rules.sets:
        raise Unreadable("it has parameters")
    assert about.claim.prove is not None
    if any(one.low.value({}) < 0 for one in about.claim.prove.counters.values()):
        raise Unreadable("its counters may be less than 0")
    for one in needed(about, [about.pivot]):
        name = f"{one.signature[0]}/{one.signature[1]}"
        if one.again is not None:
            raise Unreadable(f"{name} is recursive")
        other = (t.Aggregate, t.Member, t.Placed, t.Digit, t.Built)
        if any(sort != "Z" for _, sort in one.arguments) or any(isinstance(part, other) for part in t.below(one.body)):
            raise Unreadable(f"more than numbers and their digits stand in {name}")
    base = bases_of(about)
    if base > _LARGEST and any(one.signature in digits.DIGITS for one in moving(about)):
        raise Unreadable(f"digits in base {base} stand in the rules of its moves")
    solver = DigitalView(about, cases_of(about)[0], None).solver
    for one in moving(about):
        if one.signature not in digits.DIGITS and (what := _unread(solver.form(one.name))) is not None:
            raise Unreadable(f"{one.signature[0]}/{one.signature[1]} {what} what is not a number")


def _unread(form: t.Formula) -> str | None:
    """What rules do that no automaton does: they multiply two unknowns, or divide by one."""
    for one in t.below(form):
        if isinstance(one, t.Operation) and one.operator in "*/\\" and not isinstance(one.right, t.Number):
            if one.operator != "*":
                return "divides by"
            if not isinstance(one.left, t.Number):
                return "multiplies"
    return None


def needed(about: Statement, names: Sequence[str]) -> list[Definition]:
    """The definitions that some need, these among them, in their order."""
    wanted = set(names)
    for one in reversed(about.whole.definitions):
        if one.name in wanted:
            parts = [part for part in t.below(one.body) if isinstance(part, t.Holds | t.Aggregate)]
            wanted |= {part.name for part in parts}
    return [one for one in about.whole.definitions if one.name in wanted]


def moving(about: Statement) -> list[Definition]:
    """The definitions that the moves and the measure need."""
    named = {*MOVES, *((name, 1) for name in about.spec.measure.predicates)}
    return needed(about, [one.name for one in about.whole.definitions if one.signature in named])


def bases_of(about: Statement) -> int:
    """The one base in which digits are asked for; Unreadable where there are several, or it is not a number."""
    found: set[int] = set()
    names = {one.name: one.signature for one in about.whole.definitions if one.signature in digits.DIGITS}
    for one in (*needed(about, [about.pivot]), *moving(about)):
        for part in t.below(one.body):
            if isinstance(part, t.Holds) and part.name in names:
                base = part.arguments[0] if names[part.name][1] == 4 else t.Number(2)
                if not isinstance(base, t.Number) or base.value < 2:
                    raise Unreadable("the base of its digits is not a number")
                found.add(base.value)
    if len(found) != 1:
        raise Unreadable("its digits are not in one base")
    return found.pop()


class DigitalView(View):
    """What the lemmas speak of: solved forms of the rules of the moves, and the automaton of the claim's predicate."""

    @cached_property
    def _plain(self) -> View:
        """The same of the rules of the moves alone."""
        about = self.about
        rules = tuple(one for one in moving(about) if one.signature not in digits.DIGITS)
        kept = frozenset(one.name for one in about.whole.definitions if one.signature in digits.DIGITS)
        return View(replace(about, whole=replace(about.whole, definitions=rules)), self.case, self.heaps, kept)

    @property
    def unfolded(self) -> str:
        """The tactic that says in goals and hypotheses what digits are, where the rules of the moves ask for any."""
        asked = [one.name for one in moving(self.about) if one.signature in digits.DIGITS]
        return f"unfold {', '.join(asked)} in *; " if asked else ""

    @cached_property
    def solver(self) -> SolvedForms:
        """The solved forms of the rules of the moves."""
        return self._plain.solver

    @property
    def automaton(self) -> str:
        """What the automaton is called."""
        return f"{self.about.pivot}_automaton{self.end}"

    @property
    def decide(self) -> str:
        """The tactic that decides what is said of numbers and the automaton."""
        return f"{self.unfolded}Reading.by_places {bases_of(self.about)}%N"

    def accepts(self, values: Sequence[str]) -> str:
        """That the automaton accepts numbers."""
        automaton = f"(fst {self.automaton}) (snd {self.automaton})"
        return f"Printed.known {bases_of(self.about)}%N {automaton} [{'; '.join(values)}]"

    def lines(self) -> Iterator[str]:
        """The lemmas of the rules of the moves; then the automaton, and that it is of the predicate."""
        about, own = self.about, needed(self.about, [self.about.pivot])
        yield from self._plain.lines()
        base, pivot = f"{bases_of(about)}%N", f"{about.pivot} {self.g} {self.position()}"
        row = f"[{'; '.join(self.variables)}]"
        names = " ".join([*(one.name for one in own), self.fields.strip("[]")])
        read = f"{about.pivot}_read{self.end}"
        yield wrapped(
            f"Lemma {read} : {{s : Printed.said | forall{self.bind}, {pivot} <-> Printed.means {base} s {row}}}."
        )
        yield f"Proof. eexists. intros {' '.join(self.variables)}."
        yield wrapped(
            f"  let P := eval cbv beta iota delta [{names}] in ({pivot}) in Reading.read_as P {row}. Defined."
        )
        of = f"{base} {_FUEL} {len(self.variables)}%nat (proj1_sig {read})"
        computed = f"Eval vm_compute in Compiled.automaton_or_none {of}"
        yield wrapped(f"Definition {self.automaton} : Places.automaton * nat := {computed}.")
        natural = "".join(f"0 <= {one} -> " for one in self.variables)
        yield wrapped(
            f"Lemma {about.pivot}_is{self.end}{self.bind} : {natural}({pivot} <-> {self.accepts(self.variables)})."
        )
        yield f"Proof. intros. apply (iff_trans (proj2_sig {read} {' '.join(self.variables)}))."
        yield f"  apply (Compiled.automaton_is {base} eq_refl 9 {_FUEL} _ {len(self.variables)}%nat);"
        yield f"    [vm_cast_no_check (eq_refl (Some {self.automaton})) | reflexivity | Reading.all_natural]. Qed."


class DigitalGame(Game):
    """A game whose conditions are decided by automata."""

    def at(self, view: View) -> DigitalAt:
        """The game, in its one view."""
        assert isinstance(view, DigitalView)
        return DigitalAt(self, view)


class DigitalAt(At):
    """The conditions of the general theorem, each decided whole."""

    view: DigitalView

    def _falling(self) -> Iterator[str]:
        """That moves lead to legal positions, and lower the size, where digits say what they take."""
        view, g, end, size = self.view, self.g, self.end, self.game.size
        moved = f"{self.among} {g} {view.position()} -> moves {g} {view.position()} q ->"
        opened = f"rewrite moves_is{end} in M; cbn {view.fields} in M; {self.legal}"
        start = f"Proof. intros L M. destruct q as {view.pattern('w')}."
        yield f"Lemma closed_at{end}{self.head} q : {moved} {self.among} {g} q."
        yield f"{start} {opened}; {view.decide}. Qed."
        yield f"Ltac arith ::= {view.unfolded}Reading.tried_by_places {bases_of(self.about)}%N."
        yield wrapped(
            f"Lemma lowered_at{end}{self.head} q : {moved} Scripts.lower ({size} q) ({size} {view.position()})."
        )
        yield f"{start} unfold size{self.game.end}; {opened}; Scripts.lowers. Qed."

    def obligations(self) -> Iterator[str]:
        """Closed, lowered, independent, decided, not terminal, absorbing."""
        g, end, iff, view, about = self.g, self.end, self.about.pivot, self.view, self.about
        here, there = view.position(), [f"w_{one}" for one in about.counters]
        q, legal = view.position(there), f"{self.among} {self.g} {view.position()} ->"
        natural = "".join(f"0 <= {one} /\\ " for one in there)
        known = f"rewrite {iff}_is{end} in C by lia"
        decide = view.decide
        bound = "".join(f"exists {one} : Z, " for one in there)
        opened = f"rewrite moves_is{end} in M; cbn {view.fields} in M"
        yield from self.falling() if not view.unfolded else self._falling()
        stays = f"{iff} {g} {here} -> moves {g} {here} q -> ~ {iff} {g} q"
        yield wrapped(f"Lemma independent_at{end}{self.head} q : {legal} {stays}.")
        yield f"Proof. intros L C M D. pose proof (closed_at{end} {' '.join(view.variables)} q L M) as N."
        yield f"  destruct q as {view.pattern('w')}. {opened}; {self.legal}."
        yield f"  {known}. rewrite {iff}_is{end} in D by lia. {decide}. Qed."
        yield f"Lemma decided_at{end}{self.head} : {legal} {iff} {g} {here} \\/ ~ {iff} {g} {here}."
        yield f"Proof. intros L. {self.legal}. rewrite {iff}_is{end} by lia. {decide}. Qed."
        leads = f"exists q, moves {g} {here} q"
        yield f"Lemma not_terminal_at{end}{self.head} : {self.game.misere} -> {legal} {iff} {g} {here} -> {leads}."
        taken = f"as ({''.join(f'{one} & ' for one in there)}{'? & ' * len(there)}M"
        if about.misere:
            yield f"Proof. intros _ L C. {self.legal}. {known}."
            yield wrapped(f"  assert (W : {bound}{natural}({self.leads(q)})) by (cbn {view.fields}; {decide}).")
            yield f"  destruct W {taken}). exists {q}. rewrite moves_is{end}. exact M. Qed."
        else:
            yield "Proof. intros []. Qed."
        stuck = f"{self.game.misere} /\\ (forall q, ~ moves {g} {here} q)"
        yield wrapped(
            f"Lemma absorbing_at{end}{self.head} : {legal} ~ {iff} {g} {here} -> "
            f"({leads} /\\ {iff} {g} q) \\/ ({stuck})."
        )
        yield f"Proof. intros L C. pose proof (fun q => closed_at{end} {' '.join(view.variables)} q L) as S."
        yield f"  {self.legal}. {known}."
        won = f"{bound}{natural}({self.leads(q)}) /\\ {view.accepts(there)}"
        none = f" \\/ ~ ({bound}{natural}({self.leads(q)}))" if about.misere else ""
        yield wrapped(f"  assert (W : ({won}){none}) by (cbn {view.fields}; clear S; {decide}).")
        yield f"  {'destruct W as [W|W]; [left|right].' if about.misere else 'left.'}"
        yield f"  - destruct W {taken} & D). exists {q}. split; [rewrite moves_is{end}; exact M|]."
        yield f"    apply {iff}_is{end}; [assumption ..|exact D]."
        if about.misere:
            yield "  - split; [exact I|]. intros q M. apply W. pose proof (S q M) as O."
            yield f"    destruct q as {view.pattern('w')}. {self.legal}. {opened}."
            yield f"    exists {', '.join(there)}. repeat split; first [lia | exact M]."
        yield "Qed."
