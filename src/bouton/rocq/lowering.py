"""Scripts for any number of heaps, of games in which a move lowers one heap, whichever it is.

What a move makes of a heap is a relation of two sizes. From that on the proof is about one heap: by what is counted of
the heaps, of which a move changes the part of one; or by the nim-sum of what each is worth, where no move keeps the
worth of its heap, and some move leaves each lesser one (Sprague 1935, Grundy 1939). `Tallies.v` has both theorems.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Heaps
from bouton.core.stated import Values
from bouton.rocq import tree as t
from bouton.rocq.built_moves import BuiltMoves
from bouton.rocq.counted import Counts, boolean, given, opened
from bouton.rocq.cover import true_at
from bouton.rocq.moves import choose, exists, one_of
from bouton.rocq.names import TAKEN as NAMES
from bouton.rocq.solved import TRUE, quantified
from bouton.rocq.statement import ORDERS, Statement, wrapped
from bouton.rocq.tree import anew, below, free, put, replaced, said, text
from bouton.rocq.valued import TAKEN, solutions

_SAMPLES = 4000
_LOCAL = (
    "s",
    "to",
    "less",
    "row",
    "before",
    "rest",
    "place",
    "stones",
    "allowed",
    "step",
    "every",
    "worth_of",
    "heaps",
)


@dataclass(frozen=True)
class LoweringShape:
    """Moves built with one name: argument `at` is the place of the heap, and the others are `unknowns`."""

    name: str
    at: int
    unknowns: tuple[str, ...]
    guard: t.Formula
    leaves: t.Term

    def term(self, place: str) -> str:
        """The move at a place, in its unknowns."""
        given = [*self.unknowns]
        given.insert(self.at, place)
        return f"(t_{self.name} {' '.join(given)})"


Move: TypeAlias = tuple[LoweringShape, tuple[t.Term, ...], t.Term]
"""A move of one heap: its name, its numbers, and what it leaves."""


class Lowering(BuiltMoves[LoweringShape]):
    """The script of one statement; Unreadable where it is about no such game."""

    def __init__(self, about: Statement) -> None:
        self.about, claim = about, about.claim
        heaps = [one for one in about.spec.fluents if isinstance(one, Heaps)]
        if len(heaps) != 1 or about.counters or about.rules.sets or claim.prove is None:
            raise Unreadable("positions are not heaps of one kind alone")
        if claim.where is not None or len(about.members) != 1:
            raise Unreadable("several characterisations, or one of some positions")
        self.heap = heaps[0]
        self.field = f"the_{self.heap.name}"
        if f"{self.heap.name}.count" not in claim.prove.unbounded:
            raise Unreadable("the number of heaps has an end")
        words = {one.name for one in about.whole.definitions} | {f"t_{name}" for name, _ in about.whole.functions}
        words |= {f"the_{name}" for name in (*about.numbers, self.heap.name)}
        self.fresh = Fresh({*words, *NAMES})
        self.n = {name: self.fresh.name(name) for name in _LOCAL}
        self.stem = self.fresh.name("heaps")
        while any(word.endswith(f"_at_{self.stem}") for word in words):
            self.stem = self.fresh.name("heaps")
        """What the names of the lemmas of an obligation end with."""
        self.size, self.to = t.Variable(self.n["s"]), t.Variable(self.n["to"])
        given: dict[t.Term, t.Term] = {t.Given(name, "g"): t.Variable(f"(the_{name} g)") for name in about.numbers}
        self.solver = Counts(about.whole, given, size=self.size)
        self.order = ORDERS[self.heap.order]
        self.same = "Sums.ascending_same" if self.order == "ascending" else f"Tallies.{self.order}_same"
        """That putting heaps in order is a permutation."""
        self.s, self.a, self.b, self.row, self.step = (self.n[name] for name in ("s", "before", "rest", "row", "step"))
        self.names = {one.signature: one.name for one in about.whole.definitions}
        self.form = self.solver.form(about.iff)
        if not self.solver.closed(about.iff):
            raise Unreadable(f"{about.iff} asks for more of the heaps than counts and a nim-sum")
        self.by_worth = self.solver.called.name in free(self.form)
        self.ranges = self._ranges()
        self.at = f"(Position {self.n['row']})"
        raw = [one.name for one in about.used if one.again is None and not self.solver.closed(one.name)]
        elements = {name for _, name in self.solver.elements_of}
        self.raw = f"cbv beta delta [{' '.join(raw)}]"
        self.plain = f"cbv beta delta [{' '.join(one for one in raw if one not in elements)}]"
        self.given = f"pose proof {self.n['allowed']} as A0; unfold asked in A0; cbn in A0; pull"
        self.counts = {one: self.fresh.name(f"count{at}") for at, one in enumerate(self.solver.counted)}
        self.each = {one: self.fresh.name(f"each{at}") for at, one in enumerate(self.solver.counted)}

    def _ranges(self) -> dict[str, tuple[int, int | None]]:
        """The least and the greatest value of each parameter, as far as they are numbers."""
        prove = self.about.claim.prove
        assert prove is not None
        found: dict[str, tuple[int, int | None]] = {}
        for one in prove.parameters:
            assert one.interval is not None
            low, high = one.interval.low, one.interval.high
            bounded = not high.names and one.name not in prove.unbounded
            found[f"(the_{one.name} g)"] = 0 if low.names else low.value({}), high.value({}) if bounded else None
        return found

    # ---------------------------------------------------------------------------------------------------------- moves

    def _shape(self, name: str, unknowns: tuple[str, ...], term: t.Built, guard: t.Formula) -> LoweringShape:
        places = {one.place for one in below(guard) if isinstance(one, t.Placed)}
        if len(places) != 1 or not places <= set(term.arguments):
            raise Unreadable(f"the move {name} does not say which one heap it lowers")
        (place,) = places
        own = self._here(guard, [place])
        i, value = t.Variable("i__"), t.Variable("V__")
        built = self.about.built(self.heap)
        if built is None:
            raise Unreadable("no move changes a heap")
        after = self._here(self._left_by(term, t.Built(built, (i, value))), [place, i])
        each = [(given(parts, value), parts) for _, parts in opened(after)]
        here = {t.Compared("=", i, place), t.Compared("=", place, i)}
        leaves = {one for one, _ in each if one is not None}
        if len(leaves) != 1 or not all(one is not None and here & set(parts) for one, parts in each):
            raise Unreadable(f"the move {name} leaves more than one number, or changes other heaps")
        assert isinstance(place, t.Variable)
        at = unknowns.index(place.name)
        rest = tuple(one for one in unknowns if one != place.name)
        known = {self.size.name, *rest, *self.ranges}
        if quantified(own) or free(own) - known or free(next(iter(leaves))) - known:
            raise Unreadable(f"the move {name} asks for more than the size of its heap")
        return LoweringShape(name, at, rest, own, leaves.pop())

    def ends(self, to: str) -> str:
        """What the list is after a step."""
        return f"{self.order} (left_over ({self.a} ++ {to} :: {self.b}))"

    def _here(self, formula: t.Formula, places: Sequence[t.Term]) -> t.Formula:
        """What is said at one heap of that size."""

        def changed(one: t.Formula) -> t.Formula:
            if isinstance(one, t.Placed):
                return t.Compared("=", one.size, self.size) if one.place in places else one
            return anew(one, lambda inner: inner if isinstance(inner, t.Term) else changed(inner))

        return self.solver.solve(changed(formula))

    def _bound(self, names: Sequence[str]) -> str:
        return "".join(f" ({name} : Z)" for name in names)

    def _step(self) -> Iterator[str]:
        s, to = self.size.name, self.to.name
        each = [
            f"({''.join(f'exists {one} : Z, ' for one in shape.unknowns)}({text(shape.guard)}) /\\ "
            f"{to} = {said(shape.leaves)})"
            for shape in self.live
        ]
        yield wrapped(f"Definition {self.step} ({s} {to} : Z) : Prop := {one_of(each)}.")

    def _moves(self) -> Iterator[str]:
        """What each move is, and that all of them lower one heap by a step, and each step is one."""
        move, after, at, stones = self.names["move", 1], self.names["after", 2], self.n["place"], self.n["stones"]
        s, row, a, b = self.s, self.row, self.a, self.b
        here, place = f"(Position ({a} ++ {s} :: {b}))", self._place
        solves = "solved ltac:(Tallies.placed_as) ltac:(Tallies.placed_so). Unshelve. all: exact 0."
        lemmas: dict[str, tuple[str, str, str]] = {}
        built = self.about.built(self.heap)
        for shape in self.live:
            where, is_, left = (self.fresh.name(f"{what}_{shape.name}") for what in ("where", "move_is", "after_is"))
            lemmas[shape.name] = where, is_, left
            own, bind = self._bound(shape.unknowns), f"({a} {b} : list Z) ({s} : Z)"
            yield wrapped(
                f"Lemma {where} ({row} : list Z) ({at} : Z){own} : {move} g {self.at} {shape.term(at)} -> "
                f"exists {a} {b} {s}, {row} = {a} ++ {s} :: {b} /\\ {at} = {place}."
            )
            yield f"Proof. intro. {self._opened}. Tallies.somewhere. Qed."
            yield wrapped(f"Lemma {is_} {bind}{own} : {move} g {here} {shape.term(place)} <-> ({text(shape.guard)}).")
            yield f"Proof. {self._opened}. {solves} Qed."
            yield wrapped(
                f"Lemma {left} {bind}{own} ({at} {stones} : Z) : ({text(shape.guard)}) -> "
                f"({after} g {here} {shape.term(place)} (t_{built} {at} {stones}) <-> "
                f"{at} = {place} /\\ {stones} = {said(shape.leaves)})."
            )
            yield f"Proof. intro. {self._opened}. {solves} Qed."
        yield from self._there(lemmas)
        yield from self._back(lemmas)

    def _there(self, lemmas: Mapping[str, tuple[str, str, str]]) -> Iterator[str]:
        """That each move lowers one heap by a step."""
        s, to, row, a, b = self.s, self.to.name, self.row, self.a, self.b
        yield f"Lemma lowered_at_{self.stem} {s} {to} : 1 <= {s} -> {self.step} {s} {to} -> 0 <= {to} < {s}."
        yield f"Proof. {self.given}. intros. unfold {self.step} in *. split_all; arith. Qed."
        yield wrapped(
            f"Lemma leading_at_{self.stem} p q : moves g p q -> exists {a} {s} {b} {to}, "
            f"{self.field} p = {a} ++ {s} :: {b} /\\ {self.step} {s} {to} /\\ {self.field} q = {self.ends(to)}."
        )
        arities = {name: [f"U{at}" for at in range(len(sorts))] for name, sorts in self.about.whole.functions}
        pattern = " | ".join(" ".join(each) for each in arities.values())
        yield f"Proof. destruct p as [{row}], q as [r]. intros [M [A B]]. cbn [{self.field}] in *."
        yield f"  destruct M as [{pattern}]."
        for name, shape in self.shapes.items():
            if shape is None:
                yield f"  - exfalso. {self._opened}. split_all."
                continue
            where, is_, left = lemmas[name]
            given = arities[name]
            rest = [one for at, one in enumerate(given) if at != shape.at]
            leaves = said(
                put(shape.leaves, dict(zip(map(t.Variable, shape.unknowns), map(t.Variable, rest), strict=True)))
            )
            yield f"  - destruct ({where} {row} {' '.join([given[shape.at], *rest])} A) as ({a} & {b} & {s} & -> & ->)."
            yield f"    apply {is_} in A. exists {a}, {s}, {b}, {leaves}. split; [reflexivity|]. split."
            chosen = choose(self.live.index(shape), len(self.live))
            yield f"    + {chosen}{exists(rest)}split; [exact A | reflexivity]."
            yield f"    + apply (Sums.lowered _ _ {a} {b} {s} {leaves}) in B; [exact B|]. intros i V. cbv beta."
            yield f"      apply {left}. exact A."
        yield "Qed."

    @property
    def _opened(self) -> str:
        """What the rules say, opened."""
        return f"{self.raw} in *; cbn [{self.field}] in *"

    @property
    def _place(self) -> str:
        """The place of the heap that is lowered."""
        return f"(Z.of_nat (length {self.a}) + 1)"

    def _back(self, lemmas: Mapping[str, tuple[str, str, str]]) -> Iterator[str]:
        """That each step of one heap is a move."""
        s, to, row, a, b, place = self.s, self.to.name, self.row, self.a, self.b, self._place
        ends = self.ends(to)
        yield wrapped(
            f"Lemma reached_at_{self.stem} p {a} {s} {b} {to} : {self.field} p = {a} ++ {s} :: {b} -> "
            f"{self.step} {s} {to} -> exists q, moves g p q /\\ {self.field} q = {ends}."
        )
        yield f"Proof. destruct p as [{row}]. cbn [{self.field}]. intros -> D. exists (Position ({ends}))."
        yield "  split; [|reflexivity]."
        yield f"  {one_by_one('D', len(self.live))}"
        for shape in self.live:
            taken = "".join(f"[{one} " for one in shape.unknowns) + "[A ->]" + "]" * len(shape.unknowns)
            _, is_, left = lemmas[shape.name]
            yield f"  - destruct D as {taken}. exists {shape.term(place)}. split; [apply {is_}; exact A|]."
            yield f"    cbn [{self.field}]."
            yield f"    refine (proj2 (Sums.lowered _ _ {a} {b} {s} {said(shape.leaves)} _ _) eq_refl). intros i V."
            yield f"    cbv beta. apply {left}. exact A."
        yield "Qed."

    # ------------------------------------------------------------------------------------------------- what is counted

    def _shown(self, form: t.Formula) -> t.Formula:
        """A solved form with what is counted of the list."""
        row = self.n["row"]
        values: dict[t.Term, t.Term] = {
            variable: t.Variable(f"({self.counts[one]} {row})") for one, variable in self.solver.counted.items()
        }
        values[self.solver.called] = t.Variable(f"(Sums.worth {self.n['worth_of']} {row})")
        return replaced(form, values)

    def _counts(self) -> Iterator[str]:
        s, row = self.size.name, self.n["row"]
        for one in self.solver.counted:
            weight = "1" if one.weight is None else said(one.weight)
            yield wrapped(
                f"Definition {self.each[one]} ({s} : Z) : Z := if {boolean(one.condition)} then {weight} else 0."
            )
            yield f"Definition {self.counts[one]} ({row} : list Z) : Z := Tallies.tally {self.each[one]} {row}."
        self.somes: list[str] = []
        for one in self.solver.counted:
            if one.weight is None:
                self.somes.append(name := self.fresh.name(f"some_{self.counts[one]}"))
                asked = "" if one.condition == TRUE else f" /\\ ({text(one.condition)})"
                yield wrapped(
                    f"Lemma {name} ({row} : list Z) : (exists i {s} : Z, heap_at {row} i {s}{asked}) <-> "
                    f"0 < {self.counts[one]} {row}."
                )
                yield f"Proof. {self.given}. apply Tallies.some_is. Tallies.of_some. Qed."
        self.known: list[str] = []
        for (kind, name), (one, shape) in self.solver.elements_of.items():
            self.known.append(lemma := self.fresh.name(f"{kind}_{name}_is_{self.stem}"))
            these = f"{kind} ({name} g {self.at})"
            yield f"Lemma {lemma} ({row} : list Z) (N : Z) : {these} N <-> N = {self.counts[one]} {row}."
            tuples = f"[{'; '.join(map(said, shape))}]"
            condition = f"(fun {s} => {boolean(one.condition)})"
            yield f"Proof. {self.given}."
            yield wrapped(f"  apply (Tallies.{kind}_heaps {condition} (fun i {s} => {tuples})).")
            yield "  - intros i s1 j s2 E. injection E; intros; congruence."
            yield f"  - intro. {self.raw}. cbn [{self.field}]. Tallies.of_heaps."
            if one.weight is not None:
                yield "  - reflexivity."
            yield "Qed."

    def _predicates(self) -> Iterator[str]:
        """The solved forms of the predicates, up to that of the claim."""
        row = self.n["row"]
        for one in self.about.used:
            if not self.solver.closed(one.name) or one.name not in self._needed:
                continue
            lemma = self.fresh.name(f"{one.name}_is_{self.stem}")
            own = "".join(f" ({name} : {sort})" for name, sort in one.arguments)
            atom = " ".join([one.name, "g", self.at, *(name for name, _ in one.arguments)])
            form = text(self._shown(self.solver.form(one.name)))
            yield wrapped(f"Lemma {lemma} ({row} : list Z){own} : Sums.standing {row} -> ({atom} <-> ({form})).")
            known = ", ".join(f"?{each}" for each in self.known)
            yield f"Proof. {self.given}. intro. unfold {one.name}. {self.plain}. cbn [{self.field}]."
            back = "".join(f"rewrite <- ?{each}; " for each in self.somes)
            rewrite = f"rewrite {known}{{}} by assumption" if known else "idtac"
            solved = f"solved ltac:({rewrite.format(' in *')}) ltac:({rewrite.format('')})"
            yield wrapped(f"  first [{solved} | {back}{solved}]. Unshelve. all: exact 0. Qed.")
            self.known.append(lemma)

    @cached_property
    def _needed(self) -> frozenset[str]:
        """The predicates on which that of the claim rests."""
        bodies = {one.name: one.body for one in self.about.used}
        found: set[str] = set()
        waiting = [self.about.iff]
        while waiting:
            name = waiting.pop()
            if name not in found and name in bodies:
                found.add(name)
                waiting += [one.name for one in below(bodies[name]) if isinstance(one, t.Holds | t.Aggregate)]
        return frozenset(found)

    def before(self) -> Iterator[str]:
        """What the solved forms rest on besides."""
        return iter(())

    @abstractmethod
    def conclusion(self) -> Iterator[str]:
        """What follows from the solved forms, up to `decided`: what is proved of each position."""

    # ------------------------------------------------------------------------------------------------------ the proof

    def lines(self) -> Iterator[str]:
        """The proof, behind the statement."""
        yield "Require Scripts Sums Misere Tallies."
        section = self.fresh.name("Lowering")
        yield f"Section {section}."
        yield "Variable g : parameters."
        yield f"Hypothesis {self.n['allowed']} : asked g."
        yield from self._step()
        yield from self._moves()
        yield from self._counts()
        yield from self.before()
        yield from self._predicates()
        yield from self.conclusion()
        yield f"End {section}."
        yield "Theorem proved : theorem."
        yield f"Proof. intros g p L. exact (theorem_at_{self.stem} g (proj1 L) p L). Qed."
        yield "Print Assumptions proved."

    @property
    def library(self) -> str:
        """The arguments of the library's theorems about such games."""
        known = f"lowered_at_{self.stem} leading_at_{self.stem} reached_at_{self.stem}"
        return f"position (moves g) {self.field} {self.order} {self.step} {self.same} {known}"

    @property
    def _decided(self) -> str:
        """What is proved of each position."""
        misere, iff = "True" if self.about.misere else "False", self.about.iff
        if isinstance(self.about.form, Values):
            return f"exists V, has_value (moves g) p V /\\ forall X, {iff} g p X <-> X = V"
        return f"P_position position (moves g) {misere} p <-> {iff} g p"

    def start(self) -> Iterator[str]:
        """What is proved of each position, and how its proof begins."""
        yield f"Lemma theorem_at_{self.stem} p : legal g p -> ({self._decided})."
        yield f"Proof. {self.given}. intros [_ L]. apply Sums.ordered_standing in L. destruct p as [{self.row}]."

    def candidates(self, shape: LoweringShape, goals: Iterable[t.Term] = ()) -> Iterator[tuple[t.Term, ...]]:
        """Numbers for the unknowns of a move: small ones, the size, parameters, and those that leave a goal."""
        if len(shape.unknowns) > 1:
            raise Unreadable("moves have more than one number besides the place of the heap")
        if not shape.unknowns:
            return iter([()])
        taken = put(shape.leaves, {t.Variable(shape.unknowns[0]): t.Variable(TAKEN)})
        found: dict[t.Term, None] = dict.fromkeys(map(t.Number, range(6)))
        found |= dict.fromkeys((self.size, *map(t.Variable, self.ranges)))
        for goal in goals:
            found |= dict.fromkeys(each for each in solutions(taken, goal) if TAKEN not in free(each))
        return ((one,) for one in found)

    def numbered(self) -> Iterator[Move]:
        """Moves of one heap, with their numbers and what they leave."""
        for shape in self.live:
            for values in self.candidates(shape):
                yield shape, values, put(shape.leaves, dict(zip(map(t.Variable, shape.unknowns), values, strict=True)))

    def guard(self, shape: LoweringShape, values: Sequence[t.Term]) -> t.Formula:
        """When there is such a move."""
        return replaced(shape.guard, dict(zip(map(t.Variable, shape.unknowns), values, strict=True)))

    def any_move(self) -> Move:
        """A move that every heap allows; Unreadable where none is found."""
        ranges = {**self.ranges, self.size.name: (1, None)}
        for shape, values, leaves in self.numbered():
            if all(true_at(self.guard(shape, values), each) for each in samples(ranges)):
                return shape, values, leaves
        raise Unreadable("no move that every heap allows is found")

    def stepped(self, shape: LoweringShape, values: Sequence[t.Term]) -> str:
        """The tactic that shows such a step, and leaves its condition to be shown."""
        chosen = choose(self.live.index(shape), len(self.live)) + exists(list(map(said, values)))
        return f"{chosen.replace('. ', '; ')}split; [|reflexivity]"


def one_by_one(name: str, count: int) -> str:
    """The tactic that takes a hypothesis of so many cases apart."""
    return f"destruct {name} as {f'[{name}|' * (count - 1)}{name}{']' * (count - 1)}." if count > 1 else "idtac."


def samples(ranges: Mapping[str, tuple[int, int | None]]) -> Iterator[Mapping[str, int]]:
    """Small values of each."""
    unbounded = sum(high is None for _, high in ranges.values())
    most = max(4, int(_SAMPLES ** (1 / max(1, unbounded))))
    each = [
        range(low, low + min(most, 60) if high is None else min(high, low + 6) + 1) for low, high in ranges.values()
    ]
    return (dict(zip(ranges, values, strict=True)) for values in islice(product(*each), 4 * _SAMPLES))
