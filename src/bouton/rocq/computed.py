"""What the kernel of Rocq computes of a claim: its predicates as lists, the moves from these, outcomes and values."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Counter, Fluent, Position, Value, as_heaps
from bouton.core.stated import Everywhere, Kernel, Pairs, Swaps, Values, Winners
from bouton.ground.alliances import SIDE, WINNER, Alliances
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, Rows
from bouton.ground.values import mex
from bouton.rocq import classes, names
from bouton.rocq import tree as t
from bouton.rocq.classes import Both
from bouton.rocq.completion import Definition
from bouton.rocq.derived import derive, numbered
from bouton.rocq.digits import DIGITS, OSTROWSKI
from bouton.rocq.listed import Lists
from bouton.rocq.statement import ORDERS, Statement, wrapped
from bouton.rocq.tree import below, said
from bouton.rocq.view import number
from bouton.rules.file import MOVES, Rules, Signature


@dataclass(frozen=True)
class Kind:
    """What the kernel computes of positions: its type, the step from the options, and what these are proved to be."""

    known: str
    step: str
    """Of the parameters g, where it looks at the position."""
    good: str
    stepped: str
    fails: tuple[str, str]
    """Whether the value `a` at `p` is not what is claimed; and that then the claim is false there."""
    holds: tuple[str, str]
    """Whether it is what is claimed; and that then the claim is true there."""
    at: bool = False
    """Whether the step looks at the position, too."""

    @property
    def one(self) -> str:
        """The library that judges one list of positions."""
        return "Winning" if self.at else "Computed"

    @property
    def each(self) -> str:
        """The library that judges a list for each of the parameters."""
        return "Winning" if self.at else "Boxes"

    @property
    def steps(self) -> str:
        """The step of each of the parameters."""
        return f"(fun g => {self.step})" if self.at else self.step


class Computed:
    """The predicates and the moves of a statement as lists that the kernel computes; Unreadable where they are none."""

    def __init__(self, about: Statement, rules: Rules) -> None:
        self.about, self.rules = about, rules
        whole = about.whole
        if not isinstance(about.form, Kernel | Values | Winners | Everywhere | Pairs | Swaps):
            raise Unreadable(f"the kernel computes no claims of kind {about.claim.kind} yet")
        if len(about.members) != 1:
            raise Unreadable("several characterisations together are not computed in Rocq yet")
        if isinstance(about.form, Winners) and (again := [one for one in about.printed if one.again is not None]):
            name, arity = again[0].signature
            raise Unreadable(f"{name}/{arity} is recursive, and not computed beside alliances yet")
        made = {*(f"t_{name}" for name, _ in whole.functions), *(one.name for one in whole.definitions)}
        fields = (*about.numbers, *about.rules.sets, *(one.name for one in about.spec.fluents))
        tests = {"same_term", "same_term_is", "other_term_is", "numbers_of"}
        self.fresh = Fresh({*names.TAKEN, *made, *tests, *(f"the_{name}" for name in fields)})
        self.lists = Lists(dict(whole.functions), self.fresh)
        self.names = {one.signature: one.name for one in whole.definitions}
        (self.member,) = about.members
        self.splits = self.written = False
        """Whether moves that are looked at leave more heaps, and whether the moves have been written as a list."""
        self.options, self.told, self.same, self.key = map(
            self.fresh.name, ("options", "told", "same_position", "key_of")
        )

    @property
    def _winning(self) -> bool:
        """Whether what is computed rests on the library that is about alliances, and about lists that stay."""
        about = self.about
        stays = about.game and (about.digits or any(about.built(one) is None for one in about.spec.fluents))
        return stays or isinstance(about.form, Winners)

    @property
    def required(self) -> str:
        """The libraries that what is computed rests on."""
        derived = any(one.again is not None for one in self.about.printed)
        digits = any(one.signature in DIGITS - OSTROWSKI for one in self.about.printed)
        more = {
            "Winning": self._winning,
            "Derived": derived,
            "Classes": self.about.both,
            "Splits": self.splits,
            "Numerals": digits,
        }
        return f"Require Computed Boxes{''.join(f' {name}' for name, used in more.items() if used)}."

    def tested(self, boolean: str, g: str = "g") -> str:
        """A test at p, and that what is derived there by rules that speak of themselves came to its end."""
        ended = "".join(f"{one} {g} p && (" for _, one in self.lists.ended)
        return f"({ended}{boolean}{')' * len(self.lists.ended)})%bool" if ended else boolean

    @property
    def taken(self) -> str:
        """The tactics that take from R, a test that came out true, what lemmas assume."""
        return "".join(f"apply Bool.andb_true_iff in R. destruct R as [{one} R]. " for one, _ in self.lists.ended)

    def lines(self) -> Iterator[str]:
        """All of them, and in a game what finds positions among others."""
        yield from self._predicates()
        if not self.about.game:
            return
        yield from self.options_of(self.names["move", 1], "moves", self.options, self.told)
        yield f"Definition {self.same} : forall p q : position, {{p = q}} + {{p <> q}}."
        yield "Proof. decide equality; first [apply Z.eq_dec | apply (list_eq_dec Z.eq_dec)]. Defined."
        fluents = self.about.spec.fluents
        parts = [f"[the_{one.name} p]" if isinstance(one, Counter) else f"the_{one.name} p" for one in fluents]
        yield f"Definition {self.key} (p : position) : positive := Computed.number_of ({' ++ '.join(parts)})."

    def spoken(self, g: str) -> tuple[str, str]:
        """Whether the claim says nothing of p, and the lemma that leads from what is listed to what is said."""
        if self.member.where is None:
            return "false", ""
        listed, _ = self.lists.names[self.member.where]
        return f"(Computed.nothing ({listed} {g} p))", f"({self.lists.proof(self.member.where, g, '{}')})"

    def plain(self, g: str) -> tuple[str, str]:
        """The list of what is said to hold everywhere, at p, and its lemma."""
        listed, _ = self.lists.names[self.member.iff]
        return f"({listed} {g} p)", f"({self.lists.proof(self.member.iff, g, '{}')})"

    def kind(self, g: str, at: str) -> Kind:
        """What is computed for these parameters; `at` is what p is called where the proofs are used."""
        if self.about.both:
            return self._both(g, at)
        listed, lemma = self.lists.names[self.member.iff][0], self.lists.proof(self.member.iff, g, at)
        moves, here = f"position (moves {g})", f"({self.options} {g}) ({self.told} {g})"
        if isinstance(self.about.form, Values):
            test = f"(Computed.only a ({listed} {g} p))"
            done = f"Computed.value_{{}} {moves} {at} a ({listed} {g} {at}) _ G (fun x => {lemma} x) R"
            return Kind(
                known="Z",
                step="Computed.value_of",
                good=f"(has_value (moves {g}))",
                stepped=f"(Computed.value_step {moves} {here})",
                fails=(f"(negb {test})", done.format("differs")),
                holds=(test, done.format("agrees")),
            )
        if isinstance(self.about.form, Winners):
            return self._winners(g, at, listed, lemma)
        name, misere, play = ("misere", "True", "true") if self.about.misere else ("normal", "False", "false")
        test = f"(xorb a (negb (Computed.nothing ({listed} {g} p))))"
        done = f"Computed.{{}} {moves} {misere} {at} a ({listed} {g} {at}) _ G ({lemma}) R"
        return Kind(
            known="bool",
            step=f"(Computed.outcome_of {play})",
            good=f"(Computed.lost_is {moves} {misere})",
            stepped=f"(Computed.outcome_step {moves} {misere} {play} Computed.plays_{name} {here})",
            fails=(test, done.format("differs")),
            holds=(f"(negb {test})", done.format("agrees")),
        )

    def _both(self, g: str, at: str) -> Kind:
        """Values of misère play, outcomes of both plays, or the values of both with whether a condition is met."""
        moves, here = f"position (moves {g})", f"({self.options} {g}) ({self.told} {g})"
        iff = self.member.iff
        held = ""
        if iff:
            listed, lemma = f"({self.lists.names[iff][0]} {g} {{}})", self.lists.proof(iff, g, at)
            claimed, held = listed.format("p"), f" {listed.format(at)} _ G ({lemma}) R"
        if isinstance(self.about.form, Values):
            test, done = f"(Computed.only a {claimed})", f"Classes.misere_value_{{}} {moves} {at} a{held}"
            known, step, good = "Z", "Classes.misere_value_of", f"(Classes.has_misere_value (moves {g}))"
            stepped = f"(Classes.misere_step {moves} {here})"
            done = done.replace(f"({lemma})", f"(fun x => {lemma} x)")
        elif isinstance(self.about.form, Swaps):
            test = f"(Bool.eqb (xorb (fst a) (snd a)) (negb (Computed.nothing {claimed})))"
            done = f"Classes.swapped_{{}} {moves} {at} a{held}"
            known, step, good = "(bool * bool)", "Classes.outcomes_of", f"(Classes.lost_both {moves})"
            stepped = f"(Classes.outcomes_step {moves} {here})"
        else:
            notion = classes.notion(self.about.claim)
            name, *given = notion.strip("()").split()
            given_ = "".join(f" {one}" for one in given)
            decides, decided = f"({name}_in{given_})", f"(fun a b o l L => {name}_is a b o l L{given_})"
            every = "false" if iff else "true"
            test = f"(Bool.eqb (snd a) (negb (Computed.nothing {claimed})))" if iff else "(snd a)"
            done = f"Classes.{'at' if iff else 'game'}_{{}} {moves} {notion} {at} a{held or ' G R'}"
            known, step = "Classes.known", f"(Classes.step {decides} {every})"
            good = f"(Classes.good {moves} {notion} {every})"
            stepped = f"(Classes.pair_step {moves} {here} {notion} {decides} {decided} {every})"
        fails, holds = (f"(negb {test})", done.format("differs")), (test, done.format("agrees"))
        return Kind(known, step, good, stepped, fails, holds)

    def _winners(self, g: str, at: str, listed: str, lemma: str) -> Kind:
        """The alliances that win, by those that move at a position, and those that have won."""
        (side, side_is), (winner, winner_is) = (self.lists.names[self.names[one, 1]] for one in ("side", "winner"))
        moves = f"position (moves {g})"
        sides = " ".join(f"(fun A p => {self.names[one, 1]} {g} p A)" for one in ("side", "winner"))
        lists, proofs = (
            f"({side} {g}) ({winner} {g})",
            f"(fun p a => {side_is} {g} p a) (fun p a => {winner_is} {g} p a)",
        )
        test = f"(Winning.alike a ({listed} {g} {at}))"
        done = f"Winning.winning_{{}} {moves} {sides} {at} a ({listed} {g} {at}) _ G (fun x => {lemma} x) R"
        return Kind(
            known="(list Z)",
            step=f"(Winning.winning_of position {lists})",
            good=f"(Winning.won_by {moves} {sides})",
            stepped=f"(fun p qs l O F => Winning.winning_step {moves} {sides} {lists} {proofs} p qs l "
            f"({self.told} {g} p qs O) F)",
            fails=(f"(negb {test})", done.format("differs")),
            holds=(test, done.format("agrees")),
            at=True,
        )

    def _predicates(self) -> Iterator[str]:
        """Each predicate as a list."""
        if self.about.whole.functions:
            yield "Definition term_dec : forall a b : term, {a = b} + {a <> b}."
            yield "Proof. decide equality; apply Z.eq_dec. Defined."
            yield "Definition same_term (a b : term) : bool := if term_dec a b then true else false."
            for lemma, test, sign in (("same", "same_term a b", "="), ("other", "negb (same_term a b)", "<>")):
                yield f"Lemma {lemma}_term_is a b : {test} = true <-> a {sign} b."
                yield "Proof. unfold same_term. destruct (term_dec a b); cbn; intuition discriminate. Qed."
        used = self.about.printed
        if any(one.again is not None and "term" in dict(one.arguments).values() for one in used):
            yield numbered(self.about.whole.functions)
        elements = {one.name for each in used for one in below(each.body) if isinstance(one, t.Aggregate)}
        for one in self.about.used:
            if one in used:
                given = len(one.arguments) - 1 if one.name in elements else 0
                if one.signature in DIGITS:
                    yield from self.lists.digits(one)
                else:
                    yield from self.lists.define(one, given) if one.again is None else derive(self.lists, one)

    # ---------------------------------------------------------------------------------------------------------- moves

    def options_of(self, moving: str, moves: str, options: str, told: str) -> Iterator[str]:
        """The moves, or those that a predicate names, as a list of what they lead to, and what is proved of it."""
        self.written = True
        move, lemma = self.lists.names[moving][0], self.lists.lemma(moving)
        nexts: list[_Next] = []
        for at, fluent in enumerate(self.about.spec.fluents, 1):
            nexts.append((yield from self._next(f"c{at}", fluent)))
        bounded = [one for one in nexts if one.fine is not None]
        inside = " && ".join(f"({one.fine})" for one in bounded)
        fine = f"(forallb (fun M => {inside}) ({move} g p))%bool" if bounded else "true"
        fine = self.tested(fine)
        values = " ".join(one.name for one in nexts)
        whole = f"[Position {values}]"
        for one in reversed(nexts):
            whole = f"flat_map (fun {one.name} => {whole}) {one.listed}"
        listed = self.lists.once(f"if {fine} then Some (flat_map (fun M => {whole}) ({move} g p)) else None")
        yield wrapped(f"Definition {options} (g : parameters) (p : position) : option (list position) := {listed}.")
        fields = f"[{' '.join(f'the_{one.name}' for one in self.about.spec.fluents)}]"
        yield f"Lemma {told} g p qs : {options} g p = Some qs -> forall q, {moves} g p q <-> In q qs."
        stays = any(one.turned for one in nexts)
        # `injection` and `cbn` would compute the list of the one value of a fluent that stays; `injection` was not seen
        # to end in a game whose rules ask for digits, and in which all of four fluents change
        same = "apply Winning.some_is in E. subst qs" if stays or self.about.digits else "injection E as <-"
        yield f"Proof. unfold {options}. cbv zeta. destruct {fine} eqn:F; [|discriminate]. intro E. {same}."
        shown = "cbv beta iota delta" if stays else "cbn"
        for name, _ in self.lists.ended:
            yield f"  apply Bool.andb_true_iff in F. destruct F as [{name} F]."
        yield f"  intros [{values}]. unfold {moves}. {shown} {fields}. split."
        known = ""
        for one in bounded:
            known = f"[{known} P{one.name}]" if known else f"P{one.name}"
        place = f"rewrite forallb_forall in F; pose proof (F M (proj2 ({self.lists.proof(moving)} M) A)) as P"
        place += f"; rewrite ?Bool.andb_true_iff in P; destruct P as {known}" if len(bounded) > 1 else ""
        place = place if len(bounded) != 1 else f"{place}{bounded[0].name}"
        place = place if bounded else "idtac"
        yield f"  - intros (M & A & {' & '.join(f'B{one.name}' for one in nexts)}). {place}."
        yield "    apply in_flat_map. exists M."
        yield f"    split; [apply {lemma}; exact A|]."
        for one in nexts:
            yield f"    apply in_flat_map. exists {one.name}. split; [{one.proof}; {one.turned}exact B{one.name}|]."
        yield "    apply Computed.in_unit; reflexivity."
        yield "  - intro A. apply in_flat_map in A. destruct A as [M [A B]]. cbv beta in B."
        yield f"    apply {lemma} in A. {place}. exists M. split; [exact A|]. clear A."
        for one in nexts:
            yield f"    apply in_flat_map in B. destruct B as [{one.name}' [B{one.name} B]]. cbv beta in B."
        yield f"    apply Computed.in_unit in B. injection B as {' '.join('<-' for _ in nexts)}."
        for at, one in enumerate(nexts):
            done = f"apply Computed.in_unit in B{one.name}; symmetry" if one.turned else one.proof
            yield (
                f"    {done}; exact B{one.name}."
                if at == len(nexts) - 1
                else f"    split; [{done}; exact B{one.name}|]."
            )
        yield "Qed."

    def _next(self, variable: str, fluent: Fluent) -> Generator[str, None, _Next]:
        """What a fluent is after a move M, with the list of what is said of it."""
        name, here = self.about.built(fluent), f"(the_{fluent.name} p)"
        if name is None:
            return _Next(variable, f"[{here}]", "apply Computed.in_unit", "symmetry; ")
        after = self.names["after", 2]
        values = ("V",) if isinstance(fluent, Counter) else ("I", "S")
        term = t.Built(name, tuple(map(t.Variable, values)))
        sorts: tuple[tuple[str, t.Sort], ...] = (("M", "term"), *((one, "Z") for one in values))
        own = self.fresh.name(f"{fluent.name}_afterwards")
        atom = f"{after} g p M {said(term)}"
        body = t.Holds(after, (t.Variable("M"), term))
        yield from self.lists.define(Definition((own, len(sorts)), own, sorts, body, None), 1, atom)
        listed, lemma = self.lists.names[own][0], self.lists.proof(own)
        given = " ".join(values)
        known = f"(fun {given} => {atom}) _"
        right = f"(fun {given} => iff_sym ({lemma} M {given}))"
        if isinstance(fluent, Counter):
            proof = f"apply (Computed.next_is {known} _ _ {right})"
            return _Next(variable, f"(Computed.next_of ({listed} g p M) {here})", proof)
        order = ORDERS[as_heaps(fluent).order]
        if self.splits:
            proof = f"apply (Splits.heaps_next_is {known} {right} {order} _ _)"
            return _Next(variable, f"(Splits.heaps_next {order} ({listed} g p M) {here})", proof)
        return _Next(
            variable,
            f"(Computed.heaps_next {order} ({listed} g p M) {here})",
            f"apply (Computed.heaps_next_is {known} {right} {order} _ _ P{variable})",
            fine=f"Computed.places_there ({listed} g p M) {here}",
        )

    # ------------------------------------------------------------------------------------------------------ positions

    def at(self, position: Position) -> str:
        """A position in Gallina."""
        values = [
            f"[{'; '.join(map(str, one))}]" if isinstance(one, tuple) else said(t.Number(one)) for one in position
        ]
        return " ".join(["Position", *values])

    def game(self, places: Sequence[Position], parameters: Mapping[str, Value]) -> Game:
        """The game with these positions in its ranges."""
        counters: dict[str, range] = {}
        for at, one in enumerate(self.about.spec.fluents):
            if isinstance(one, Counter):
                values = [0, *(value for place in places if isinstance(value := place[at], int))]
                counters[one.name] = range(min(values), max(values) + 1)
        return Game(self.rules, self.about.spec.measure, dict(parameters), counters, frozenset(counters))

    def _grounder(self, places: Sequence[Position], parameters: Mapping[str, Value], *, moves: bool) -> Grounder:
        game = self.game(places, parameters)
        asked = (self.member.where, self.member.iff, self.about.strategy)
        named: set[Signature] = {one.signature for one in self.about.printed if one.name in asked}
        rows = named & self.rules.defined
        box = among(self.about.spec.fluents, tuple(places)).hull
        more = MOVES if moves else frozenset[Signature]()
        if moves and isinstance(self.about.form, Winners):
            rows |= {SIDE, WINNER}
        return Grounder(game, game.program(box, rows | more), tuple(rows))

    def rows(self, places: Sequence[Position], parameters: Mapping[str, Value]) -> Iterator[Rows]:
        """What clingo says of the claim's predicates at each."""
        return self._grounder(places, parameters, moves=False).rows(places)

    def says(self, rows: Rows, value: int) -> bool:
        """Whether what is claimed of a position with such rows is its value; an outcome is 0 of P-positions."""
        by_name = {one.name: one.signature for one in self.about.printed}
        iff, where = by_name[self.member.iff], None if self.member.where is None else by_name[self.member.where]
        if where is not None and not rows.get(where):
            return True
        there = rows.get(iff, ())
        if self.about.form.arity:
            return [one[0].number for one in there] == [value]
        return bool(there) == (value == 0)

    def _true_of_both(self, both: Both, place: Position, rows: Rows) -> bool:
        """Whether what is claimed of both plays is so at a position with such rows."""
        by_name = {one.name: one.signature for one in self.about.printed}
        where, iff = self.member.where, self.member.iff
        if where is not None and not rows.get(by_name[where]):
            return True
        there = rows.get(by_name[iff], ()) if iff else ()
        valued = isinstance(self.about.form, Values)
        names = {one[0].number for one in there} if valued else bool(there)
        return both.true(self.about.form, self.about.claim, place, names)

    def below(self, places: Sequence[Position], parameters: Mapping[str, Value], most: int) -> dict[Position, Node]:
        """The positions and all that moves lead to, as clingo has them; Unreadable where these are too many."""
        graph: dict[Position, Node] = {}
        waiting = list(places)
        while waiting:
            grounder = self._grounder(waiting, parameters, moves=True)
            graph |= {node.position: node for node in grounder.nodes(waiting)}
            splits = any(_heaps(move.to) > _heaps(at) for at in waiting for move in graph[at].moves)
            if splits and self.written and not self.splits:
                raise Unreadable("moves that split heaps were not to be computed")
            self.splits |= splits
            if len(graph) > most:
                raise Unreadable(f"more than {most} positions are to be computed")
            led = dict.fromkeys(move.to for at in waiting for move in graph[at].moves)
            waiting = [to for to in led if to not in graph]
        return graph

    def true(self, places: Sequence[Position], graph: Mapping[Position, Node], parameters: Mapping[str, Value]) -> bool:
        """Whether the claim is true of these, by the moves and what the rules derive."""
        about = self.about
        values: dict[Position, int] = {}
        if about.both:
            both = Both({place: [move.to for move in node.moves] for place, node in graph.items()})
            return all(self._true_of_both(both, place, graph[place].rows) for place in places)
        if isinstance(about.form, Winners):
            alliances = Alliances(self.game(places, parameters))
            alliances.solve(graph)
            if any(isinstance(alliances.won[place], str) for place in places):
                raise Unreadable("alliances that are no numbers are not computed in Rocq yet")
            values = {place: one for place, one in alliances.won.items() if isinstance(one, int)}
            return all(self.says(graph[place].rows, values[place]) for place in places)
        if any(graph[move.to].measure >= node.measure for node in graph.values() for move in node.moves):
            raise Unreadable("a move does not lower the measure")
        for node in sorted(graph.values(), key=lambda node: node.measure):
            after = [values[move.to] for move in node.moves]
            if isinstance(about.form, Values):
                values[node.position] = mex(after)
            elif not after:
                values[node.position] = int(about.misere)
            else:
                values[node.position] = int(0 in after)
        return all(self.says(graph[place].rows, values[place]) for place in places)


def given(about: Statement, parameters: Mapping[str, Value]) -> str:
    """The parameters in Gallina."""
    return " ".join(["Parameters", *(number(parameters[name]) for name in (*about.numbers, *about.rules.sets))])


def _heaps(position: Position) -> int:
    return sum(len(one) for one in position if isinstance(one, tuple))


@dataclass(frozen=True)
class _Next:
    """What a fluent is after a move: a variable, the list of its values, and the proof that it is."""

    name: str
    listed: str
    proof: str
    turned: str = ""
    """What turns the equation of a fluent that stays."""
    fine: str | None = None
    """Whether what is said is said of heaps that are there."""
