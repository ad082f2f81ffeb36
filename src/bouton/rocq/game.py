"""The lemmas of a game: what its moves are, each obligation for each number of heaps, and the theorem.

What Bouton found, the winning moves, stands in these lemmas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from math import lcm, prod

from bouton.core.errors import Unreadable
from bouton.core.position import Counter
from bouton.core.stated import Values, Winners
from bouton.rocq import ranges
from bouton.rocq import tree as t
from bouton.rocq.cover import few_of, some
from bouton.rocq.moves import Moves, Shape, choose, exists, one_of
from bouton.rocq.solved import FALSE, TRUE, cases, conjunction, disjunction, isolated, negated, quantified, spread
from bouton.rocq.statement import ORDERS, Statement, claimed, wrapped
from bouton.rocq.tree import below, free, replaced, said, text
from bouton.rocq.view import View, by_heaps

_FEW = 12
"""Numbers that are tried as what a move takes, where nothing better is known."""
_MOST_WITNESSES = 40
_MANY = 150
"""Comparisons in what moves ask for, times the remainders of their unknowns, from which on cases are gone through."""
_MANY_BY_UNKNOWN = 40
"""Comparisons in what moves ask for, from which on quotients are settled one by one where an unknown number divides."""
BY_CASES, BY_QUOTIENTS = "Cases.by_residues", "Quotients.by_quotients"
"""The tactics that choose among such moves, and among those of which quotients of remainders are said."""


class Unwon(Unreadable):
    """No script is written, as there are won positions, and no move is offered that wins at one."""


@dataclass(frozen=True)
class Won:
    """A move that wins where its condition holds, and the position it leads to before its heaps are put in order."""

    condition: t.Formula
    term: t.Built
    left: tuple[t.Term, ...]


class Game:
    """The game of one case."""

    def __init__(self, about: Statement, each: Sequence[View], witnesses: Sequence[str]) -> None:
        self.about, self.each, self.witnesses = about, each, witnesses
        self.names = {one.signature: one.name for one in about.whole.definitions}
        self.move, self.after = self.names["move", 1], self.names["after", 2]
        self.functions: Mapping[str, tuple[t.Sort, ...]] = dict(about.whole.functions)
        self.order, self.among = ORDERS[about.order], about.among
        self.prefix = ""
        self.g, self.open, self.free = each[0].g, each[0].open, each[0].free
        self.end = each[0].case.suffix
        self.misere = "True" if about.misere else "False"
        self.iffs = " ".join(f"rewrite ?{about.pivot}_is{view.end} in *;" for view in each) + " idtac"
        where = about.where if about.alone else None
        self.wheres = "" if where is None else "".join(f"rewrite ?{where}_is{view.end} in *; " for view in each)

    def lines(self) -> Iterator[str]:
        """All of them, with the theorem of the case last."""
        for view in self.each:
            yield from self.at(view).moves()
        entries = "; ".join(self._entry(one) for one in self.about.spec.measure.entries)
        yield wrapped(f"Definition size{self.end}{self.open} (p : position) : list Z := [{entries}].")
        for view in self.each:
            yield from self.at(view).obligations()
            yield from self.at(view).agrees()
        yield from self._together()
        yield from self._theorem()

    @property
    def size(self) -> str:
        """The measure that Bouton proved that moves lower, as a function of positions."""
        return f"(size{self.end}{self.free})" if self.free else f"size{self.end}"

    def _entry(self, entry: str) -> str:
        """An entry of the measure at p; Unreadable where it is a predicate that is no one expression."""
        about = self.about
        if (plain := ranges.entry(about.spec, entry)) is not None:
            return plain
        form = self.each[0].solver.form(self.names[entry, 1])
        if (
            about.heaps is None
            and isinstance(form, t.Compared)
            and (form.relation, form.left) == ("=", t.Variable("X1"))
        ):
            return f"match p with Position {' '.join(self.each[0].variables)} => {said(form.right)} end"
        raise Unreadable(f"the measure {entry}/1 is not one expression of counters: scripts take no other")

    def at(self, view: View) -> At:
        """The game at so many heaps."""
        return At(self, view)

    def by_view(self, name: str, what: str, intros: str, done: str = "apply {0}; assumption") -> Iterator[str]:
        """A lemma of all positions, by those of each number of heaps, which are used as `done` says."""
        yield wrapped(f"Lemma {name}{self.end}{self.open} : {what}.")
        yield f"Proof. intros {intros}."
        yield from by_heaps(self.each, [done.format(f"{name}_at{view.end}") for view in self.each])
        yield "Qed."

    def _theorem(self) -> Iterator[str]:
        about, g, end = self.about, self.g, self.end
        given = f"{about.where} {g} p -> " if about.where is not None else ""
        yield wrapped(
            f"Lemma theorem{end}{self.open} : forall p, legal {g} p -> {given}{claimed(about, g, about.iff, 'p')}."
        )
        letter = " A" if isinstance(about.form, Winners | Values) else ""
        if about.where is None or about.alone:
            given, known = ("", "L") if about.where is None else (" W", "(conj L W)")
            yield f"Proof. intros p L{given}. exact (solved{end}{self.free} p {known}). Qed."
            return
        if isinstance(about.form, Values):
            yield f"Proof. intros p L W. destruct (solved{end}{self.free} p L) as (V & H & U). exists V."
            yield f"  split; [exact H|]. intro A. rewrite <- (U A). symmetry. apply agrees{end}; assumption. Qed."
            return
        yield f"Proof. intros p L W{letter}. rewrite (solved{end}{self.free} p L{letter})."
        yield f"  apply agrees{end}; assumption. Qed."

    def along(self) -> dict[str, str]:
        """That moves lead to legal positions, and lower the size: two lemmas by their names."""
        moved = f"forall p q, {self.among} {self.g} p -> moves {self.g} p q ->"
        falls = f"Scripts.lower ({self.size} q) ({self.size} p)"
        return {"closed": f"{moved} {self.among} {self.g} q", "lowered": f"{moved} {falls}"}

    def _together(self) -> Iterator[str]:
        g, iff = self.g, self.about.pivot
        leads = f"exists q, moves {g} p q"
        stuck = f"{self.misere} /\\ (forall q, ~ moves {g} p q)"
        lemmas = {
            **self.along(),
            "independent": f"forall p q, {self.among} {g} p -> {iff} {g} p -> moves {g} p q -> ~ {iff} {g} q",
            "decided": f"forall p, {self.among} {g} p -> {iff} {g} p \\/ ~ {iff} {g} p",
            "not_terminal": f"{self.misere} -> forall p, {self.among} {g} p -> {iff} {g} p -> {leads}",
            "absorbing": f"forall p, {self.among} {g} p -> ~ {iff} {g} p -> ({leads} /\\ {iff} {g} q) \\/ ({stuck})",
        }
        for name, what in lemmas.items():
            before = {"not_terminal": "T "}.get(name, "")
            after = {"closed": " q", "lowered": " q", "independent": " q"}.get(name, "")
            yield from self.by_view(name, what, f"{before}{self.each[0].pattern('v')}{after} L")
        order = ("decided", "independent", "not_terminal", "absorbing")
        yield from self.concluded("Scripts.lost_as_claimed", f"{self.misere} ({iff} {g})", order)

    def concluded(self, by: str, of: str, lemmas: Iterable[str], letter: str = "") -> Iterator[str]:
        """What is claimed of all positions, by a theorem of the library `of` these predicates and the lemmas."""
        g, end = self.g, self.end
        yield from self.agreement()
        solved = claimed(self.about, g, self.about.pivot, "p")
        yield f"Lemma solved{end}{self.open} : forall p, {self.among} {g} p -> {solved}."
        others = (one for one in lemmas if one not in ("closed", "lowered"))
        closed, lowered, *known = (f"({one}{end}{self.free})" for one in ("closed", "lowered", *others))
        falling = f"{self.size} {closed} {lowered}"
        yield f"Proof. intros p L{letter}. exact ({by} position ({self.among} {g}) (moves {g}) {falling}"
        yield f"  {of} {' '.join(known)} p{letter} L). Qed."

    def agreement(self) -> Iterator[str]:
        """Where the claim speaks, what it says and what is proved of all positions agree."""
        if self.about.where is None or self.about.alone:
            return
        g, about = self.g, self.about
        letter = " A" if isinstance(about.form, Winners | Values) else ""
        both = f"({about.pivot} {g} p{letter} <-> {about.iff} {g} p{letter})"
        what = f"forall p{letter}, legal {g} p -> {about.where} {g} p -> {both}"
        yield from self.by_view("agrees", what, f"{self.each[0].pattern('v')}{letter} L W")


class At(Moves):
    """The game at so many heaps."""

    def __init__(self, game: Game, view: View) -> None:
        super().__init__(game, view)
        self.game = game

    def agrees(self) -> Iterator[str]:
        """The claim's predicate agrees with that of all positions."""
        about, g, end, here = self.about, self.g, self.end, self.view.position()
        if about.where is None or about.alone:
            return
        letter, bound = (" A", " (A : Z)") if isinstance(about.form, Winners | Values) else ("", "")
        yield wrapped(
            f"Lemma agrees_at{end}{self.head}{bound} : legal {g} {here} -> {about.where} {g} {here} -> "
            f"({about.pivot} {g} {here}{letter} <-> {about.iff} {g} {here}{letter})."
        )
        rules = ", ".join(f"?{one}_is{end}" for one in dict.fromkeys((about.where, about.pivot, about.iff)))
        yield f"Proof. intros L W. rewrite {rules} in *. {self.legal}. split; intro H;"
        yield f"  first [arith | split_all; first [arith | search {self.view.sought}]]. Qed."

    @property
    def opened(self) -> str:
        """What a move M means, taken apart."""
        return f"rewrite moves_is{self.end} in M; cbn {self.view.fields} in M; {self.legal}; split_all; canonical"

    def falling(self) -> Iterator[str]:
        """That moves lead to legal positions, and lower the size."""
        g, end, here, size = self.g, self.end, self.view.position(), self.game.size
        moved = f"{self.among} {g} {here} -> moves {g} {here} q ->"
        start = f"Proof. intros L M. destruct q as {self.view.pattern('w')}."
        yield f"Lemma closed_at{end}{self.head} q : {moved} {self.among} {g} q."
        yield f"{start} {self.opened}; {self.game.wheres}cbn [length in_order]; within. Qed."
        yield wrapped(f"Lemma lowered_at{end}{self.head} q : {moved} Scripts.lower ({size} q) ({size} {here}).")
        yield f"{start} unfold size{self.game.end}; {self.opened}; cbn [fold_right length]; Scripts.lowers. Qed."

    def obligations(self) -> Iterator[str]:
        """Closed, lowered, independent, decided, not terminal, absorbing, here."""
        g, end, iff, view = self.g, self.end, self.about.pivot, self.view
        here = view.position()
        legal = f"{self.among} {g} {here} ->"
        yield from self.falling()
        what = f"{legal} {iff} {g} {here} -> moves {g} {here} q -> ~ {iff} {g} q"
        yield f"Lemma independent_at{end}{self.head} q : {what}."
        yield f"Proof. intros L C M D. destruct q as {view.pattern('w')}. {self.opened}; {self.game.iffs}; arith. Qed."
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
        none = conjunction([negated(self.solver.solve(spread(self.moving(shape)))) for shape in self.live])
        if not found and quantified(none):
            none = TRUE  # that there is no move is to be shown in any case
        stuck = stuck and not quantified(none)
        each = [one.condition for one in found] + ([none] if stuck else [])
        either = list(map(text, each))
        pick = "Orders.pick_in_order" if self.view.in_order else "pick"
        if many(each):
            pick = BY_CASES
        elif of_quotients(each):
            pick = BY_QUOTIENTS
        yield wrapped(f"  assert ({one_of(either)}) as W by {pick}.")
        if len(either) != 1:
            pattern = "W1"
            for _ in either[1:]:
                pattern = f"[W1|{pattern}]"
            yield f"  destruct W as {pattern if either else '[]'}."
        speaks_of_heaps = any(not isinstance(one, Counter) and self.about.built(one) for one in self.about.spec.fluents)
        for one in found:
            to = self.view.position([said(value) for value in one.left], self.game.order)
            at = [shape.term.name for shape in self.live].index(one.term.name)
            chosen = choose(at, len(self.live)) + exists([said(value) for value in one.term.arguments])
            heaps = self._sizes(one.left) if speaks_of_heaps else []
            give = f"give ltac:({exists(heaps)[:-2] or 'idtac'})"
            step = (
                f"rewrite {self.prefix}moves_is{self.end}; cbn {self.view.fields}; {chosen.replace('. ', '; ')}{give}"
            )
            if left == "won":
                yield wrapped(f"  - exists {to}. split; [{step} | canonical; {self.game.iffs}; arith].")
            elif left:
                yield wrapped(f"  - {left}exists {to}. split; [{step} | canonical; {self.game.iffs}; arith].")
            else:
                yield wrapped(f"  - exists {to}. {step}.")
        if stuck:
            yield f"  - right. split; [exact I|]. intros q M. rewrite moves_is{self.end} in M. split_all; arith."
        yield "Qed."

    def hold(self, form: t.Formula) -> t.Formula:
        """That the claim's predicate holds."""
        return form

    def moving(self, shape: Shape) -> t.Formula:
        """That there is a move of this name."""
        some: t.Formula = shape.guard
        for one in shape.unknowns:
            some = self.solver.solve(t.Exists(one, "Z", some))
        return some

    def _sizes(self, values: Sequence[t.Term]) -> list[str]:
        """The sizes among what a move leaves."""
        rest = list(values)
        found: list[str] = []
        for fluent in self.about.spec.fluents:
            taken = 1 if isinstance(fluent, Counter) else len(self.view.sizes)
            if not isinstance(fluent, Counter):
                found += [said(one) for one in rest[:taken]]
            rest = rest[taken:]
        return found

    def _found(self, *, winning: bool, leads: bool = True) -> list[Won]:
        """Moves with the condition under which they are there, and win; few of them, where few will do.

        That each leads to what the claim names is part of the condition where `leads` asks for it.
        """
        found: dict[Won, None] = {}
        for term, guard in self._offered(winning=winning):
            legal = self.solver.holds(self.game.move, term)
            parts_of = set(legal.parts) if isinstance(legal, t.And) else {legal}
            known = any(set(one) <= set(guard) for one in cases(legal))
            for left, condition in self._after(term, parts_of):
                parts = [*guard, *([] if known else [legal]), *condition]
                if winning and leads:
                    parts.append(self._claimed(left))
                good = conjunction(list(dict.fromkeys(parts)))
                if good != FALSE and not quantified(good):
                    found[Won(good, term, left)] = None
        iff = self.solver.form(self.about.pivot)
        spoken = [self.solver.form(self.about.where)] if self.about.alone and self.about.where is not None else []
        asked = conjunction([*self.view.ranges, *spoken, negated(iff) if winning else iff])
        told = winning and leads and not (found or self.about.misere or quantified(asked) or self.view.free)
        if told and some(asked, self.view.sampled):  # coqc would be asked to show that such a position is none
            raise Unwon("none finds moves that win")
        few = [] if quantified(asked) else few_of([(one, one.condition) for one in found], asked, self.view.sampled)
        return few or list(found)[:_MOST_WITNESSES]

    def _claimed(self, left: Sequence[t.Term]) -> t.Formula:
        """That the claim's predicate holds where the move leads to, for each way to put its heaps in order."""
        places: list[list[int]] = [[]]
        at = 0
        for fluent in self.about.spec.fluents:
            if not isinstance(fluent, Counter):
                places = [list(range(at, at + len(self.view.sizes)))]
            at += 1 if isinstance(fluent, Counter) else len(self.view.sizes)
        found: list[t.Formula] = []
        for other in self.game.each:
            for places_ in permutations(places[0], other.heaps or 0):
                gone = [one for one in places[0] if one not in places_]
                parts: list[t.Formula] = [t.Compared("=", left[one], t.Number(0)) for one in gone]
                parts += [t.Compared(">=", left[one], t.Number(1)) for one in places_]
                if self.about.order != "none":
                    sign = "<=" if self.about.order == "ascending" else ">="
                    parts += [
                        t.Compared(sign, left[a], left[b])  # type: ignore[arg-type]
                        for a, b in pairwise(places_)
                    ]
                elif list(places_) != sorted(places_):
                    continue
                rest = [value for one, value in enumerate(left) if one not in places[0]]
                values: list[t.Term] = []
                for fluent in self.about.spec.fluents:
                    values += [rest.pop(0)] if isinstance(fluent, Counter) else [left[one] for one in places_]
                there: dict[t.Term, t.Term] = dict(zip(map(t.Variable, other.variables), values, strict=True))
                form = self.solver.solve(replaced(other.solver.form(self.about.pivot), there))
                found.append(self.solver.solve(conjunction([*parts, self.hold(form)])))
        return disjunction(found)

    def _offered(self, *, winning: bool) -> Iterator[tuple[t.Built, list[t.Formula]]]:
        """Terms of moves, with what their witness asks of the position."""
        for name in self.game.witnesses:
            for parts in cases(self.solver.form(name)):
                for at, part in enumerate(parts):
                    if isinstance(part, t.Compared) and part.relation == "=" and part.left == t.Variable("X1"):
                        rest = [one for i, one in enumerate(parts) if i != at]
                        fine = not any(free(one) & {"X1"} for one in rest) and not any(map(quantified, rest))
                        if fine and isinstance(part.right, t.Built):
                            yield part.right, rest
        numbered = [shape.term.name for shape in self.live if len(shape.unknowns) == 1]
        yield from ((shape.term, []) for shape in self.live if not shape.unknowns)
        if not winning:
            for shape in self.live:
                for values in product((0, 1, 2), repeat=len(shape.unknowns)):
                    yield t.Built(shape.term.name, tuple(map(t.Number, values))), []
        for value in range(1, _FEW if not self.view.free and self.about.heaps is None else 1):
            yield from ((t.Built(name, (t.Number(value),)), []) for name in numbered)
        if self.about.heaps is None:
            for name in numbered:
                for given, value_ in self.solver.values.items():
                    if getattr(given, "of", "") == "g" and isinstance(value_, t.Variable):
                        yield t.Built(name, (value_,)), []

    def _after(
        self, term: t.Built, legal: Collection[t.Formula]
    ) -> Iterator[tuple[tuple[t.Term, ...], list[t.Formula]]]:
        """What a move leaves of each heap and counter, for each case of the rules."""
        each: list[list[tuple[t.Term, list[t.Formula]]]] = []
        stays = list(self.view.variables)
        for fluent in self.about.spec.fluents:
            heap = not isinstance(fluent, Counter)
            for at in range(1, len(self.view.sizes) + 1) if heap else (0,):
                own: list[tuple[t.Term, list[t.Formula]]] = []
                name = self.about.built(fluent)
                if name is not None:
                    value = t.Variable("V__")
                    place = (t.Number(at),) if heap else ()
                    form = self.solver.holds(self.game.after, term, t.Built(name, (*place, value)))
                    own = list(values_of(form, value))
                    if own:
                        some = self.solver.solve(t.Exists("V__", "Z", form))
                        none = negated(some)
                        if set(some.parts if isinstance(some, t.And) else (some,)) <= set(legal):
                            none = FALSE
                        if none != FALSE and not quantified(none):
                            own.append((t.Variable(stays[0]), [none]))
                each.append(own or [(t.Variable(stays[0]), [])])
                stays.pop(0)
        for chosen in product(*each):
            nexts = tuple(value for value, _ in chosen)
            parts = [one for _, more in chosen for one in more]
            if not any(unknown(one) for one in nexts) and FALSE not in parts:
                yield nexts, parts


def many(each: Sequence[t.Formula]) -> bool:
    """Whether coqc would take too long to try them all: where numbers alone divide, and there are many remainders."""
    every = [at for one in each for at in below(one)]
    divisions = [at for at in every if isinstance(at, t.Operation) and at.operator in ("\\", "/")]
    remainders: dict[str, int] = {}
    for one in divisions:
        if not isinstance(one.right, t.Number):
            return False
        remainders |= {name: lcm(remainders.get(name, 1), one.right.value) for name in free(one.left)}
    return sum(isinstance(at, t.Compared) for at in every) * prod(remainders.values()) > _MANY and bool(divisions)


def of_quotients(each: Sequence[t.Formula]) -> bool:
    """Whether numbers that are unknown divide, and a remainder by them is divided, or much is compared besides."""
    every = [at for one in each for at in below(one)]
    unknown = [
        at
        for at in every
        if isinstance(at, t.Operation) and at.operator in ("\\", "/") and not isinstance(at.right, t.Number)
    ]
    quotients = (one.left for one in unknown if one.operator == "/")
    if any(isinstance(one, t.Operation) and one.operator == "\\" for one in quotients):
        return True
    return bool(unknown) and sum(isinstance(at, t.Compared) for at in every) > _MANY_BY_UNKNOWN


def values_of(form: t.Formula, value: t.Variable) -> Iterator[tuple[t.Term, list[t.Formula]]]:
    """The values that a formula gives a variable, each with the rest of its case."""
    for parts in cases(form):
        found = next(_given(parts, value), None)
        if found is not None:
            at, given = found
            yield given, [replaced(one, {value: given}) for i, one in enumerate(parts) if i != at]


def _given(parts: Sequence[t.Formula], value: t.Variable) -> Iterator[tuple[int, t.Term]]:
    """What equations say a variable is, first those of which it is a side, and their places."""
    equal = [
        (at, one.left, one.right) for at, one in enumerate(parts) if isinstance(one, t.Compared) and one.relation == "="
    ]
    for at, left, right in equal:
        if value in (left, right):
            given = right if left == value else left
            if value not in below(given):
                yield at, given
    for at, left, right in equal:
        given_ = isolated(left, right, value.name) or isolated(right, left, value.name)
        if given_ is not None:
            yield at, given_


def unknown(term: t.Term) -> bool:
    """Whether a term speaks of what is bound in its case."""
    return any(isinstance(one, t.Variable) and not one.name.startswith("v_") for one in below(term))
