"""The lemmas of a game: what its moves are, each obligation for each number of heaps, and the theorem.

What Bouton found, the winning moves, stands in these lemmas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations, product

from bouton.core.logic.terms import Unreadable
from bouton.core.position import Counter
from bouton.rocq.cover import few_of
from bouton.rocq.solved import FALSE, cases, conjunction, disjunction, negated, quantified
from bouton.rocq.statement import ORDERS, Statement, claimed, wrapped
from bouton.rocq.tree import (
    And,
    Built,
    Compared,
    Exists,
    Formula,
    Number,
    Operation,
    Term,
    Variable,
    below,
    free,
    replaced,
    said,
    text,
)
from bouton.rocq.view import View, by_heaps, opened

_FEW = 12
"""Numbers that are tried as what a move takes, where nothing better is known."""
_MOST_WITNESSES = 40


@dataclass(frozen=True)
class Shape:
    """The moves that are built with one name, and what is said after them, at so many heaps."""

    term: Built
    unknowns: tuple[str, ...]
    guard: Formula


@dataclass(frozen=True)
class Won:
    """A move that wins where its condition holds, and the position it leads to before its heaps are put in order."""

    condition: Formula
    term: Built
    left: tuple[Term, ...]


class Game:
    """The game of one case."""

    def __init__(self, about: Statement, each: Sequence[View], witnesses: Sequence[str]) -> None:
        self.about, self.each, self.witnesses = about, each, witnesses
        self.names = {one.signature: one.name for one in about.whole.definitions}
        self.move, self.after = self.names["move", 1], self.names["after", 2]
        self.functions = dict(about.whole.functions)
        self.order = ORDERS[about.order]
        self.g, self.open, self.free = each[0].g, each[0].open, each[0].free
        self.end = each[0].case.suffix
        self.misere = "True" if about.misere else "False"
        self.iffs = " ".join(f"rewrite ?{about.pivot}_is{view.end} in *;" for view in each) + " idtac"

    def lines(self) -> Iterator[str]:
        """All of them, with the theorem of the case last."""
        for view in self.each:
            yield from self.at(view).moves()
        sizes = [f"fold_right Z.add 0 (the_{self.about.heaps} p)"] if self.about.heaps is not None else []
        counted = [one.name for one in self.about.spec.fluents if isinstance(one, Counter) and one.stones]
        if self.about.heaps is not None or not counted:
            counted = list(self.about.counters)
        size = " + ".join([*sizes, *(f"the_{name} p" for name in counted)])
        yield f"Definition size{self.end} (p : position) : nat := Z.to_nat ({size})."
        for view in self.each:
            yield from self.at(view).obligations()
            yield from self.at(view).agrees()
        yield from self._together()
        yield from self._theorem()

    def at(self, view: View) -> At:
        """The game at so many heaps."""
        return At(self, view)

    def by_view(self, name: str, what: str, intros: str) -> Iterator[str]:
        """A lemma of all positions, by those of each number of heaps."""
        yield wrapped(f"Lemma {name}{self.end}{self.open} : {what}.")
        yield f"Proof. intros {intros}."
        yield from by_heaps(self.each, [f"apply {name}_at{view.end}; assumption" for view in self.each])
        yield "Qed."

    def _theorem(self) -> Iterator[str]:
        about, g, end = self.about, self.g, self.end
        pattern = self.each[0].pattern("v")
        given = f"{about.where} {g} p -> " if about.where is not None else ""
        yield wrapped(f"Lemma theorem{end}{self.open} : forall p, legal {g} p -> {given}{claimed(about, g, about.iff, 'p')}.")
        letter = " A" if about.form == "winners" else ""
        if about.where is None:
            yield f"Proof. intros p L. exact (solved{end}{self.free} p L). Qed."
            return
        yield f"Proof. intros p L W{letter}. rewrite (solved{end}{self.free} p L{letter}). apply agrees{end}; assumption. Qed."

    def _together(self) -> Iterator[str]:
        g, end, iff = self.g, self.end, self.about.pivot
        leads = f"exists q, moves {g} p q"
        stuck = f"{self.misere} /\\ (forall q, ~ moves {g} p q)"
        lemmas = {
            "closed": f"forall p q, legal {g} p -> moves {g} p q -> legal {g} q",
            "lowered": f"forall p q, legal {g} p -> moves {g} p q -> (size{end} q < size{end} p)%nat",
            "independent": f"forall p q, legal {g} p -> {iff} {g} p -> moves {g} p q -> ~ {iff} {g} q",
            "decided": f"forall p, legal {g} p -> {iff} {g} p \\/ ~ {iff} {g} p",
            "not_terminal": f"{self.misere} -> forall p, legal {g} p -> {iff} {g} p -> {leads}",
            "absorbing": f"forall p, legal {g} p -> ~ {iff} {g} p -> ({leads} /\\ {iff} {g} q) \\/ ({stuck})",
        }
        for name, what in lemmas.items():
            before = {"not_terminal": "T "}.get(name, "")
            after = {"closed": " q", "lowered": " q", "independent": " q"}.get(name, "")
            yield from self.by_view(name, what, f"{before}{self.each[0].pattern('v')}{after} L")
        yield from self.agreement()
        yield f"Lemma solved{end}{self.open} : forall p, legal {g} p -> {claimed(self.about, g, iff, 'p')}."
        yield f"Proof. intros p L. exact (kernel position (legal {g}) (moves {g}) {self.misere} size{end} ({iff} {g})"
        every = ("decided", "closed", "lowered", "independent", "not_terminal", "absorbing")
        yield f"  {' '.join(f'({one}{end}{self.free})' for one in every)} p L). Qed."

    def agreement(self) -> Iterator[str]:
        """Where the claim speaks, what it says and what is proved of all positions agree."""
        if self.about.where is None:
            return
        g, about = self.g, self.about
        letter, bound = (" A", ", forall A") if about.form == "winners" else ("", "")
        what = f"forall p{letter}, legal {g} p -> {about.where} {g} p -> ({about.pivot} {g} p{letter} <-> {about.iff} {g} p{letter})"
        yield from self.by_view("agrees", what, f"{self.each[0].pattern('v')}{letter} L W")


class At:
    """The game at so many heaps."""

    def __init__(self, game: Game, view: View) -> None:
        self.game, self.view, self.about = game, view, game.about
        self.solver, self.end, self.g = view.solver, view.end, view.g
        self.legal = opened(view)
        self.head = f"{view.open}{view.bind}"

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The moves by their names, in the order of the terms' constructors."""
        found: dict[str, Shape] = {}
        for name, sorts in self.about.whole.functions:
            unknowns = tuple(f"T{at}" for at in range(1, len(sorts) + 1))
            term = Built(name, tuple(map(Variable, unknowns)))
            guard = self.solver.holds(self.game.move, term)
            if guard != FALSE and set(sorts) - {"Z"}:
                raise Unreadable("moves that are built of other terms are not written for Rocq yet")
            found[name] = Shape(term, unknowns, guard)
        return found

    @property
    def live(self) -> list[Shape]:
        """Those that can be moves."""
        return [one for one in self.shapes.values() if one.guard != FALSE]

    def _said(self, shape: Shape, name: str, heap: bool, value: str) -> tuple[Formula, Formula]:
        """What is said after a move of one heap or counter, and whether anything is."""
        place = (Variable("i"),) if heap else ()
        one = Built(name, (*place, Variable(value)))
        form = self.solver.holds(self.game.after, shape.term, one)
        return form, self.solver.solve(Exists(value, "Z", form))

    def moves(self) -> Iterator[str]:
        """The lemmas of the solved forms of the moves."""
        known, sought, fields = self.view.known, self.view.sought, self.view.fields
        position = self.view.position()
        for name, shape in self.shapes.items():
            sorts = self.game.functions[name]
            own = "".join(f" ({one} : {sort})" for one, sort in zip(shape.unknowns, sorts, strict=True))
            atom = f"{self.game.move} {self.g} {position} {said(shape.term)}"
            yield wrapped(f"Lemma move_{name}_is{self.end}{self.head}{own} : {atom} <-> ({text(shape.guard)}).")
            yield f"Proof. solved ltac:({known}) ltac:({sought}). Unshelve. all: exact 0. Qed."
        spoken = [one for one in self.about.spec.fluents if self.about.built(one) is not None]
        rewrites: dict[str, str] = {}
        for shape in self.live:
            own = "".join(f" ({one} : Z)" for one in shape.unknowns)
            rules = [f"?move_{shape.term.name}_is{self.end}"]
            for fluent in spoken:
                heap = not isinstance(fluent, Counter)
                name = self.about.built(fluent) or ""
                form, some = self._said(shape, name, heap, "V__")
                place, at = ("(i : Z) ", "i ") if heap else ("", "")
                atom = f"{self.game.after} {self.g} {position} {said(shape.term)} (t_{name} {at}V__)"
                stem = f"{shape.term.name}_{fluent.name}_is{self.end}"
                yield wrapped(f"Lemma after_{stem}{self.head}{own} {place}(V__ : Z) : {atom} <-> ({text(form)}).")
                yield f"Proof. solved ltac:({known}) ltac:({sought}). Unshelve. all: exact 0. Qed."
                yield wrapped(
                    f"Lemma said_{stem}{self.head}{own} {place}: (exists V__ : Z, {atom}) <-> ({text(some)})."
                )
                yield (
                    f"Proof. split; [intros [V__ H]; rewrite after_{stem} in H; split_all; first [arith | search idtac] | "
                    f"intro H; split_all; eexists; rewrite after_{stem}; search idtac]. Qed."
                )
                rules += [f"?said_{stem}", f"?after_{stem}"]
            rewrites[shape.term.name] = ", ".join(rules)
        whole = " \\/ ".join(self._command(shape) for shape in self.live) or "False"
        yield wrapped(f"Lemma moves_is{self.end}{self.head} (q : position) : moves {self.g} {position} q <-> ({whole}).")
        yield f"Proof. unfold moves; cbn {fields}; split."
        yield from self._there(rewrites)
        yield from self._back(rewrites)
        yield "Qed."

    def _command(self, shape: Shape) -> str:
        parts = [f"({text(shape.guard)})"]
        before = list(self.view.variables)
        for fluent in self.about.spec.fluents:
            own = f"(the_{fluent.name} q)"
            if isinstance(fluent, Counter):
                value = before.pop(0)
                if self.about.built(fluent) is None:
                    parts.append(f"{own} = {value}")
                    continue
                form, some = self._said(shape, self.about.built(fluent) or "", False, own)
                parts.append(f"(({text(form)}) \\/ (~ ({text(some)})) /\\ {own} = {value})")
                continue
            sizes = [before.pop(0) for _ in self.view.sizes]
            if self.about.built(fluent) is None:
                parts.append(f"{own} = [{'; '.join(sizes)}]")
                continue
            inside: list[str] = []
            for at, value in enumerate(sizes, 1):
                form, some = self._said(shape, self.about.built(fluent) or "", True, f"c{at}")
                here: Mapping[Term, Term] = {Variable("i"): Number(at)}
                inside.append(
                    f"(({text(replaced(form, here))}) \\/ (~ ({text(replaced(some, here))})) /\\ c{at} = {value})"
                )
            names = [f"c{at}" for at in range(1, len(sizes) + 1)]
            inside.append(f"{own} = {self.game.order} (left_over [{'; '.join(names)}])")
            bound = "".join(f"exists {name} : Z, " for name in names)
            parts.append(f"({bound}{all_of(inside)})")
        bound = "".join(f"exists {one} : Z, " for one in shape.unknowns)
        return f"({bound}{all_of(parts)})"

    def _few(self, rules: str) -> str:
        return f"(let H := fresh in intros ? ? H; rewrite {rules} in H; cbn [length]; arith)"

    def _side(self, at: int) -> str:
        return _side(at, len(self.live))

    def _there(self, rewrites: Mapping[str, str]) -> Iterator[str]:
        """From a move to its solved form."""
        pattern = " | ".join(" ".join(shape.unknowns) for shape in self.shapes.values())
        yield f"- intros [M [A B]]. destruct M as [{pattern}]."
        chosen = 0
        for name, shape in self.shapes.items():
            if shape.guard == FALSE:
                yield f"  + rewrite move_{name}_is{self.end} in A. destruct A."
                continue
            yield f"  + {self._side(chosen)}{_exists(shape.unknowns)}rewrite {rewrites[name]} in A."
            chosen += 1
            yield "    split; [exact A|]."
            yield from self._parts(rewrites[name], there=True)

    def _back(self, rewrites: Mapping[str, str]) -> Iterator[str]:
        """From the solved form to a move."""
        pattern = "[A|" * (len(self.live) - 1) + "A" + "]" * (len(self.live) - 1)
        yield f"- intros {pattern if self.live else '[]'}."
        for shape in self.live:
            unknowns = "".join(f"[{one} " for one in shape.unknowns)
            yield f"  + destruct A as {unknowns or ''}[A B]{']' * len(shape.unknowns)}. exists {said(shape.term)}."
            yield f"    rewrite {rewrites[shape.term.name]}. split; [exact A|]."
            yield from self._parts(rewrites[shape.term.name], there=False)

    def _parts(self, rules: str, *, there: bool) -> Iterator[str]:
        """What holds after a move, fluent by fluent."""
        fluents = self.about.spec.fluents
        for at, fluent in enumerate(fluents):
            last = at == len(fluents) - 1
            mine = "B"
            if not last:
                mine = f"B{at}"
                yield f"    destruct B as [{mine} B]. split."
            indent = "    " if last else "    { "
            close = "" if last else " }"
            if isinstance(fluent, Counter) or self.about.built(fluent) is None:
                if there:
                    yield f"{indent}rewrite {rules} in {mine}. first [exact {mine} | tauto].{close}"
                else:
                    yield f"{indent}rewrite {rules}. first [exact {mine} | tauto].{close}"
                continue
            names = [f"c{one}" for one in range(1, len(self.view.sizes) + 1)]
            step = "cbn [each] in E; cbn [Z.add Pos.add Pos.succ Pos.add_carry] in E"
            if there:
                pattern = "?"
                for one in range(len(names), 0, -1):
                    pattern = f"[|c{one} {pattern if pattern != '?' else 'rest'}]"
                yield f"{indent}rewrite heaps_after_is in {mine} by {self._few(rules)}. destruct {mine} as [small [E F]]."
                yield f"      {self._listed('small', names)} {step}; rewrite {rules} in E."
                parts = "".join(f"[E{one} " for one in range(1, len(names) + 1)) + "_" + "]" * len(names)
                whole = "".join(f"(conj E{one} " for one in range(1, len(names) + 1)) + "F" + ")" * len(names)
                taken = f"destruct E as {parts}. " if names else ""
                yield f"      {taken}{_exists(names)}first [exact {whole} | tauto].{close}"
            else:
                pattern = "".join(f"[{one} " for one in names) + mine + "]" * len(names)
                yield f"{indent}destruct {mine} as {pattern}." if names else f"{indent}idtac."
                yield f"      rewrite heaps_after_is by {self._few(rules)}. exists [{'; '.join(names)}]."
                yield f"      {step.replace(' in E', '')}; rewrite {rules}."
                parts = "".join(f"[E{one} " for one in range(1, len(names) + 1)) + "F" + "]" * len(names)
                whole = "".join(f"(conj E{one} " for one in range(1, len(names) + 1)) + "I" + ")" * len(names)
                taken = f"destruct {mine} as {parts}." if names else f"pose proof {mine} as F."
                yield f"      {taken} first [exact (conj {whole} F) | tauto].{close}"

    def _listed(self, name: str, names: Sequence[str]) -> str:
        """A list of as many as there are heaps, taken apart."""
        found = ""
        for one in names:
            found += f"destruct {name} as [|{one} {name}]; [cbn [each] in E; tauto|]. "
        return found + f"destruct {name} as [|]; [|cbn [each] in E; tauto]."

    # ---------------------------------------------------------------------------------------------------- obligations

    def agrees(self) -> Iterator[str]:
        """The claim's predicate agrees with that of all positions."""
        about, g, end, here = self.about, self.g, self.end, self.view.position()
        if about.where is None:
            return
        letter, bound = (" A", " (A : Z)") if about.form == "winners" else ("", "")
        yield wrapped(
            f"Lemma agrees_at{end}{self.head}{bound} : legal {g} {here} -> {about.where} {g} {here} -> "
            f"({about.pivot} {g} {here}{letter} <-> {about.iff} {g} {here}{letter})."
        )
        rules = ", ".join(f"?{one}_is{end}" for one in dict.fromkeys((about.where, about.pivot, about.iff)))
        yield f"Proof. intros L W. rewrite {rules} in *. {self.legal}. split; intro H; first [arith | split_all; first [arith | search {self.view.sought}]]. Qed."

    def obligations(self) -> Iterator[str]:
        """Closed, lowered, independent, decided, not terminal, absorbing, here."""
        g, end, iff, view = self.g, self.end, self.about.pivot, self.view
        here = view.position()
        legal = f"legal {g} {here} ->"
        opened = f"rewrite moves_is{end} in M; cbn {view.fields} in M; {self.legal}; split_all; canonical"
        start = f"Proof. intros L M. destruct q as {view.pattern('w')}."
        yield f"Lemma closed_at{end}{self.head} q : {legal} moves {g} {here} q -> legal {g} q."
        yield f"{start} {opened}; cbn [length in_order]; within. Qed."
        yield f"Lemma lowered_at{end}{self.head} q : {legal} moves {g} {here} q -> (size{self.game.end} q < size{self.game.end} {here})%nat."
        yield f"{start} unfold size{self.game.end}; {opened}; cbn [fold_right]; arith. Qed."
        yield f"Lemma independent_at{end}{self.head} q : {legal} {iff} {g} {here} -> moves {g} {here} q -> ~ {iff} {g} q."
        yield f"Proof. intros L C M D. destruct q as {view.pattern('w')}. {opened}; {self.game.iffs}; arith. Qed."
        yield f"Lemma decided_at{end}{self.head} : {legal} {iff} {g} {here} \\/ ~ {iff} {g} {here}."
        yield f"Proof. intros L. rewrite {iff}_is{end}. clear L. decide_it. Qed."
        leads = f"exists q, moves {g} {here} q"
        yield f"Lemma not_terminal_at{end}{self.head} : {self.game.misere} -> {legal} {iff} {g} {here} -> {leads}."
        if self.about.misere:
            yield f"Proof. intros _ L C. rewrite {iff}_is{end} in C. {self.legal}."
            yield from self._tried(self._found(winning=False), stuck=False, left="")
        else:
            yield "Proof. intros []. Qed."
        stuck = f"{self.game.misere} /\\ (forall q, ~ moves {g} {here} q)"
        yield wrapped(
            f"Lemma absorbing_at{end}{self.head} : {legal} ~ {iff} {g} {here} -> "
            f"({leads} /\\ {iff} {g} q) \\/ ({stuck})."
        )
        yield f"Proof. intros L C. rewrite {iff}_is{end} in C. {self.legal}."
        yield from self._tried(self._found(winning=True), stuck=self.about.misere, left="left. ")

    def _tried(self, found: Sequence[Won], *, stuck: bool, left: str) -> Iterator[str]:
        """One of the moves is there, by arithmetic; and each does what is asked."""
        none = conjunction([negated(self._moving(shape)) for shape in self.live])
        stuck = stuck and not quantified(none)
        either = [text(one.condition) for one in found] + ([text(none)] if stuck else [])
        yield wrapped(f"  assert ({one_of(either)}) as W by pick.")
        if len(either) != 1:
            pattern = "W1"
            for _ in either[1:]:
                pattern = f"[W1|{pattern}]"
            yield f"  destruct W as {pattern if either else '[]'}."
        for one in found:
            to = self.view.position([said(value) for value in one.left], self.game.order)
            at = [shape.term.name for shape in self.live].index(one.term.name)
            chosen = self._side(at) + _exists([said(value) for value in one.term.arguments])
            heaps = self._sizes(one.left) if self._speaks_of_heaps() else []
            give = f"give ltac:({_exists(heaps)[:-2] or 'idtac'})"
            step = f"rewrite moves_is{self.end}; cbn {self.view.fields}; {chosen.replace('. ', '; ')}{give}"
            if left == "won":
                yield wrapped(f"  - exists {to}. split; [{step} | canonical; {self.game.iffs}; arith].")
            elif left:
                yield wrapped(f"  - {left}exists {to}. split; [{step} | canonical; {self.game.iffs}; arith].")
            else:
                yield wrapped(f"  - exists {to}. {step}.")
        if stuck:
            yield f"  - right. split; [exact I|]. intros q M. rewrite moves_is{self.end} in M. split_all; arith."
        yield "Qed."

    def _speaks_of_heaps(self) -> bool:
        return any(not isinstance(one, Counter) and self.about.built(one) for one in self.about.spec.fluents)

    def hold(self, form: Formula) -> Formula:
        """That the claim's predicate holds."""
        return form

    def _moving(self, shape: Shape) -> Formula:
        """That there is a move of this name."""
        some: Formula = shape.guard
        for one in shape.unknowns:
            some = self.solver.solve(Exists(one, "Z", some))
        return some

    def _sizes(self, values: Sequence[Term]) -> list[str]:
        """The sizes among what a move leaves."""
        rest = list(values)
        found: list[str] = []
        for fluent in self.about.spec.fluents:
            taken = 1 if isinstance(fluent, Counter) else len(self.view.sizes)
            if not isinstance(fluent, Counter):
                found += [said(one) for one in rest[:taken]]
            rest = rest[taken:]
        return found

    def _found(self, *, winning: bool) -> list[Won]:
        """Moves with the condition under which they are there, and win; few of them, where few will do."""
        found: dict[Won, None] = {}
        for term, guard in self._offered(winning=winning):
            legal = self.solver.holds(self.game.move, term)
            parts_of = set(legal.parts) if isinstance(legal, And) else {legal}
            for left, condition in self._after(term, parts_of):
                parts = [*guard, legal, *condition]
                if winning:
                    parts.append(self._claimed(left))
                good = conjunction(list(dict.fromkeys(parts)))
                if good != FALSE and not quantified(good):
                    found[Won(good, term, left)] = None
        iff = self.solver.form(self.about.pivot)
        asked = conjunction([*self.view.ranges, negated(iff) if winning else iff])
        few = [] if quantified(asked) else few_of([(one, one.condition) for one in found], asked, self.view.sampled)
        return few or list(found)[:_MOST_WITNESSES]

    def _claimed(self, left: Sequence[Term]) -> Formula:
        """That the claim's predicate holds where the move leads to, for each way to put its heaps in order."""
        places: list[list[int]] = [[]]
        at = 0
        for fluent in self.about.spec.fluents:
            if not isinstance(fluent, Counter):
                places = [list(range(at, at + len(self.view.sizes)))]
            at += 1 if isinstance(fluent, Counter) else len(self.view.sizes)
        found: list[Formula] = []
        for other in self.game.each:
            for places_ in permutations(places[0], other.heaps or 0):
                gone = [one for one in places[0] if one not in places_]
                parts: list[Formula] = [Compared("=", left[one], Number(0)) for one in gone]
                parts += [Compared(">=", left[one], Number(1)) for one in places_]
                if self.about.order != "none":
                    sign = "<=" if self.about.order == "ascending" else ">="
                    parts += [
                        Compared(sign, left[a], left[b])  # type: ignore[arg-type]
                        for a, b in pairwise(places_)
                    ]
                elif list(places_) != sorted(places_):
                    continue
                rest = [value for one, value in enumerate(left) if one not in places[0]]
                values: list[Term] = []
                for fluent in self.about.spec.fluents:
                    values += [rest.pop(0)] if isinstance(fluent, Counter) else [left[one] for one in places_]
                there: dict[Term, Term] = dict(zip(map(Variable, other.variables), values, strict=True))
                form = self.solver.solve(replaced(other.solver.form(self.about.pivot), there))
                found.append(self.solver.solve(conjunction([*parts, self.hold(form)])))
        return disjunction(found)

    def _offered(self, *, winning: bool) -> Iterator[tuple[Built, list[Formula]]]:
        """Terms of moves, with what their witness asks of the position."""
        for name in self.game.witnesses:
            for parts in cases(self.solver.form(name)):
                for at, part in enumerate(parts):
                    if isinstance(part, Compared) and part.relation == "=" and part.left == Variable("X1"):
                        rest = [one for i, one in enumerate(parts) if i != at]
                        fine = not any(free(one) & {"X1"} for one in rest) and not any(map(quantified, rest))
                        if fine and isinstance(part.right, Built):
                            yield part.right, rest
        numbered = [shape.term.name for shape in self.live if len(shape.unknowns) == 1]
        yield from ((shape.term, []) for shape in self.live if not shape.unknowns)
        if not winning:
            for shape in self.live:
                for values in product((0, 1, 2), repeat=len(shape.unknowns)):
                    yield Built(shape.term.name, tuple(map(Number, values))), []
        for value in range(1, _FEW if not self.view.free and self.about.heaps is None else 1):
            yield from ((Built(name, (Number(value),)), []) for name in numbered)
        if self.about.heaps is None:
            for name in numbered:
                for given, value_ in self.solver.values.items():
                    if getattr(given, "of", "") == "g" and isinstance(value_, Variable):
                        yield Built(name, (value_,)), []

    def _after(self, term: Built, legal: Collection[Formula]) -> Iterator[tuple[tuple[Term, ...], list[Formula]]]:
        """What a move leaves of each heap and counter, for each case of the rules."""
        each: list[list[tuple[Term, list[Formula]]]] = []
        stays = list(self.view.variables)
        for fluent in self.about.spec.fluents:
            heap = not isinstance(fluent, Counter)
            for at in range(1, len(self.view.sizes) + 1) if heap else (0,):
                own: list[tuple[Term, list[Formula]]] = []
                name = self.about.built(fluent)
                if name is not None:
                    value = Variable("V__")
                    place = (Number(at),) if heap else ()
                    form = self.solver.holds(self.game.after, term, Built(name, (*place, value)))
                    own = list(_values(form, value))
                    if own:
                        some = self.solver.solve(Exists("V__", "Z", form))
                        none = negated(some)
                        if set(some.parts if isinstance(some, And) else (some,)) <= set(legal):
                            none = FALSE
                        if none != FALSE and not quantified(none):
                            own.append((Variable(stays[0]), [none]))
                each.append(own or [(Variable(stays[0]), [])])
                stays.pop(0)
        for chosen in product(*each):
            nexts = tuple(value for value, _ in chosen)
            parts = [one for _, more in chosen for one in more]
            if not any(_unknown(one) for one in nexts) and FALSE not in parts:
                yield nexts, parts


def _values(form: Formula, value: Variable) -> Iterator[tuple[Term, list[Formula]]]:
    """The values that a formula gives a variable, each with the rest of its case."""
    for parts in cases(form):
        for at, part in enumerate(parts):
            if isinstance(part, Compared) and part.relation == "=" and value in (part.left, part.right):
                found = part.right if part.left == value else part.left
                if value not in below(found):
                    yield found, [one for i, one in enumerate(parts) if i != at]
                    break


def _exists(names: Sequence[str]) -> str:
    return f"exists {', '.join(names)}. " if names else ""


def _side(at: int, of: int) -> str:
    """The tactics that choose one of so many."""
    if of == 1:
        return ""
    return "right. " * at + ("left. " if at < of - 1 else "")


def _unknown(term: Term) -> bool:
    return any(isinstance(one, Variable) and not one.name.startswith("v_") for one in below(term))


def all_of(parts: Sequence[str]) -> str:
    """The texts as one conjunction."""
    return " /\\ ".join(parts)


def one_of(parts: Sequence[str]) -> str:
    """The texts as one disjunction."""
    return " \\/ ".join(f"({one})" for one in parts) or "False"
