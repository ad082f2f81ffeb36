"""Refutations as files for Rocq: the theorem that is claimed, and the proof that it is false at one position.

The kernel computes the predicates as lists, the moves from these, and the outcomes or values of all that lies below the
position. Nothing that Bouton or clingo found stands in such a proof but the list of these positions, each after its
options: a wrong list, or a position at which the claim is true, is refused.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bouton.core.fresh import Fresh
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Counter, Fluent, Position, Value
from bouton.core.ranges import Interval
from bouton.core.spec import Claim, HeapRange, ProofRange, Spec
from bouton.core.stated import Everywhere, Kernel, Values
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.rocq import names
from bouton.rocq.completion import Definition
from bouton.rocq.hand import BEGINS
from bouton.rocq.listed import Lists
from bouton.rocq.statement import ORDERS, Statement, comment, lines, statement, wrapped
from bouton.rocq.tree import Aggregate, Built, Holds, Number, Sort, Variable, below, said
from bouton.rocq.view import number
from bouton.rules.file import Rules

MOST = 5_000
"""Positions that the kernel is told to compute."""


def ranged(spec: Spec, claim: Claim, parameters: Mapping[str, Value], position: Position) -> Claim:
    """The claim with a range that has the position: that of its proof, or that of its box, of any sizes of heaps."""
    prove = claim.prove
    if prove is not None and _inside(spec, prove, parameters, position):
        return claim
    parts = dict(zip((one.name for one in spec.fluents), claim.box.fluents, strict=True))
    counts = {name: one.count for name, one in parts.items() if isinstance(one, HeapRange)}
    counters = {name: one.interval for name, one in parts.items() if not isinstance(one, HeapRange)}
    prove = ProofRange(claim.box.parameters, frozenset(), counts, counters, claim.place)
    if not _inside(spec, prove, parameters, position):
        raise Unreadable("the counterexample lies beyond the ranges of the claim")
    return replace(claim, prove=prove)


def _inside(spec: Spec, prove: ProofRange, parameters: Mapping[str, Value], position: Position) -> bool:
    def fine(name: str, interval: Interval, value: int) -> bool:
        values = {**parameters}
        high = name in prove.unbounded or value <= interval.high.value(values)
        return interval.low.value(values) <= value and high

    for one in prove.parameters:
        value = parameters[one.name]
        if isinstance(value, tuple) or one.interval is None:
            if value not in one.sets:
                return False
        elif not fine(one.name, one.interval, value):
            return False
    for fluent, there in zip(spec.fluents, position, strict=True):
        if isinstance(there, tuple):
            if not fine(f"{fluent.name}.count", prove.counts[fluent.name], len(there)):
                return False
        elif not fine(fluent.name, prove.counters[fluent.name], there):
            return False
    return True


def refutation(
    about: Spec, claim: Claim, rules: Rules, parameters: Mapping[str, Value], position: Position
) -> tuple[str, Statement]:
    """The file that proves that a claim is false at a position, and what it says; Unreadable where it is not written.

    `about` and `rules` are those of the claim's subject.
    """
    if about.cycles != "refused":
        raise Unreadable("no refutation is written where positions may come back")
    claim = ranged(about, claim, parameters, position)
    said_ = replace(statement(about, claim, rules), strategy=None, of_strategy=())
    if not isinstance(said_.form, Kernel | Values | Everywhere):
        raise Unreadable(f"no refutation is written for claims of kind {claim.kind} yet")
    if len(said_.members) != 1:
        raise Unreadable("no refutation is written for several characterisations together yet")
    at = _Refuted(said_, rules, parameters, position)
    return "\n".join((*lines(said_), "", BEGINS, *at.lines())) + "\n", said_


@dataclass(frozen=True)
class _Kind:
    """What the kernel computes of positions: its type, the step from the options, and what these are proved to be."""

    known: str
    step: str
    good: str
    stepped: str
    test: str
    """Whether the value `a` at `p` is not what is claimed."""
    done: str
    """That then the claim is false there."""


@dataclass
class _Refuted:
    """A claim that is false at a position."""

    about: Statement
    rules: Rules
    parameters: Mapping[str, Value]
    position: Position

    def __post_init__(self) -> None:
        whole = self.about.whole
        for one in self.about.printed:
            if one.again is not None:
                name, arity = one.signature
                raise Unreadable(f"{name}/{arity} is recursive, and not computed in Rocq yet", *one.again)
        made = {*(f"t_{name}" for name, _ in whole.functions), *(one.name for one in whole.definitions)}
        fields = (*self.about.numbers, *self.about.rules.sets, *(one.name for one in self.about.spec.fluents))
        tests = {"same_term", "same_term_is", "other_term_is"}
        self.fresh = Fresh({*names.TAKEN, *made, *tests, *(f"the_{name}" for name in fields)})
        self.lists = Lists(dict(whole.functions), self.fresh)
        self.names = {one.signature: one.name for one in whole.definitions}
        self.g, self.p, self.legal = map(self.fresh.name, ("these", "there", "legal_there"))
        self.computed, self.refuted = map(self.fresh.name, ("computed", "refuted"))
        (self.member,) = self.about.members

    def lines(self) -> Iterator[str]:
        """The proof."""
        g, p, where = self.g, self.p, self.member.where
        order = self._below() if self.about.game else []
        yield comment("The theorem is false at one position. That it is true at all lesser ones is left open.")
        yield "Require Computed."
        yield from self._predicates()
        yield f"Definition {g} : parameters := {self._parameters()}."
        yield f"Definition {p} : position := {self._said(self.position)}."
        yield f"Lemma {self.legal} : legal {g} {p}."
        yield f"Proof. unfold legal, asked, {g}, {p}. cbn. within. Qed."
        spoken, given = "true", ""
        if where is not None:
            listed, lemma = self.lists.names[where]
            spoken = f"(negb (Computed.nothing ({listed} {g} p)))"
            given = f" (proj1 ({lemma} {g} {p}) W)"
        taken = "apply Bool.andb_true_iff in R. destruct R as [W R]."
        taken += "" if where is None else " apply Computed.is_some in W."
        fails = f"exact (T {g} {p} {self.legal}{given})"
        proof = self._of_game(order, spoken, taken, fails) if self.about.game else self._plain(spoken, taken, fails)
        yield from proof
        yield f"Print Assumptions {self.refuted}."

    def _plain(self, spoken: str, taken: str, fails: str) -> Iterator[str]:
        """The proof against what is said to hold everywhere."""
        listed, lemma = self.lists.names[self.member.iff]
        g, p = self.g, self.p
        yield f"Lemma {self.computed} : (fun p => andb {spoken} (Computed.nothing ({listed} {g} p))) {p} = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield f"Theorem {self.refuted} : ~ theorem."
        yield f"Proof. intro T. pose proof {self.computed} as R. cbv beta in R. {taken}"
        yield f"  apply Computed.is_nothing in R. apply R. apply {lemma}. {fails}. Qed."

    def _of_game(self, order: Sequence[Position], spoken: str, taken: str, fails: str) -> Iterator[str]:
        """The proof against what is said of outcomes or values."""
        options, told = yield from self._options()
        same, key, under = map(self.fresh.name, ("same_position", "key_of", "under"))
        yield f"Definition {same} : forall p q : position, {{p = q}} + {{p <> q}}."
        yield "Proof. decide equality; first [apply Z.eq_dec | apply (list_eq_dec Z.eq_dec)]. Defined."
        fluents = self.about.spec.fluents
        parts = [f"[the_{one.name} p]" if isinstance(one, Counter) else f"the_{one.name} p" for one in fluents]
        yield f"Definition {key} (p : position) : positive := Computed.number_of ({' ++ '.join(parts)})."
        yield wrapped(f"Definition {under} : list position := [{'; '.join(map(self._said, order))}].")
        kind = self._kind(options, told)
        at = f"position {same} {key} {kind.known}"
        yield f"Lemma {self.computed} : Computed.judged {at} ({options} {self.g}) {kind.step} {under}"
        yield f"  (fun p a => andb {spoken} {kind.test}) [{self.p}] = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield f"Theorem {self.refuted} : ~ theorem."
        yield f"Proof. intro T. destruct (Computed.judged_right {at} {kind.good} ({options} {self.g})"
        yield f"    {kind.step} {kind.stepped} {under} _ [{self.p}]"
        yield f"    {self.computed} {self.p} (or_introl eq_refl)) as (a & G & R)."
        yield f"  cbv beta in R. {taken} apply ({kind.done}). {fails}."
        yield "Qed."

    def _kind(self, options: str, told: str) -> _Kind:
        g, p = self.g, self.p
        listed, lemma = self.lists.names[self.member.iff]
        moves, here = f"position (moves {g})", f"({options} {g}) ({told} {g})"
        if isinstance(self.about.form, Values):
            return _Kind(
                known="Z",
                step="Computed.value_of",
                good=f"(has_value (moves {g}))",
                stepped=f"(Computed.value_step {moves} {here})",
                test=f"(negb (Computed.only a ({listed} {g} p)))",
                done=f"Computed.value_differs {moves} {p} a ({listed} {g} {p}) _ G (fun x => {lemma} {g} {p} x) R",
            )
        name, misere, play = ("misere", "True", "true") if self.about.misere else ("normal", "False", "false")
        return _Kind(
            known="bool",
            step=f"(Computed.outcome_of {play})",
            good=f"(Computed.lost_is {moves} {misere})",
            stepped=f"(Computed.outcome_step {moves} {misere} {play} Computed.plays_{name} {here})",
            test=f"(xorb a (negb (Computed.nothing ({listed} {g} p))))",
            done=f"Computed.differs {moves} {misere} {p} a ({listed} {g} {p}) _ G ({lemma} {g} {p}) R",
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
        elements = {one.name for each in used for one in below(each.body) if isinstance(one, Aggregate)}
        for one in self.about.used:
            if one in used:
                yield from self.lists.define(one, len(one.arguments) - 1 if one.name in elements else 0)

    # ---------------------------------------------------------------------------------------------------------- moves

    def _options(self) -> Generator[str, None, tuple[str, str]]:
        """The moves as a list of what they lead to; returns the names of the list and of what is proved of it."""
        move, lemma = self.lists.names[self.names["move", 1]]
        nexts: list[_Next] = []
        for at, fluent in enumerate(self.about.spec.fluents, 1):
            nexts.append((yield from self._next(f"c{at}", fluent)))
        fine = next((one.fine for one in nexts if one.fine is not None), None)
        fine = "true" if fine is None else f"(forallb (fun M => {fine}) ({move} g p))"
        values = " ".join(one.name for one in nexts)
        whole = f"[Position {values}]"
        for one in reversed(nexts):
            whole = f"flat_map (fun {one.name} => {whole}) {one.listed}"
        options, told = self.fresh.name("options"), self.fresh.name("told")
        yield wrapped(
            f"Definition {options} (g : parameters) (p : position) : option (list position) := "
            f"if {fine} then Some (flat_map (fun M => {whole}) ({move} g p)) else None."
        )
        fields = f"[{' '.join(f'the_{one.name}' for one in self.about.spec.fluents)}]"
        yield f"Lemma {told} g p qs : {options} g p = Some qs -> forall q, moves g p q <-> In q qs."
        yield f"Proof. unfold {options}. destruct {fine} eqn:F; [|discriminate]. intro E. injection E as <-."
        yield f"  intros [{values}]. unfold moves. cbn {fields}. split."
        place = f"rewrite forallb_forall in F; pose proof (F M (proj2 ({lemma} g p M) A)) as P"
        place = place if fine != "true" else "idtac"
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
        return options, told

    def _next(self, variable: str, fluent: Fluent) -> Generator[str, None, _Next]:
        """What a fluent is after a move M, with the list of what is said of it."""
        name, here = self.about.built(fluent), f"(the_{fluent.name} p)"
        if name is None:
            return _Next(variable, f"[{here}]", "apply Computed.in_unit", "symmetry; ")
        after = self.names["after", 2]
        values = ("V",) if isinstance(fluent, Counter) else ("I", "S")
        term = Built(name, tuple(map(Variable, values)))
        sorts: tuple[tuple[str, Sort], ...] = (("M", "term"), *((one, "Z") for one in values))
        own = self.fresh.name(f"{fluent.name}_afterwards")
        atom = f"{after} g p M {said(term)}"
        body = Holds(after, (Variable("M"), term))
        yield from self.lists.define(Definition((own, len(sorts)), own, sorts, body, None), 1, atom)
        listed, lemma = self.lists.names[own]
        given = " ".join(values)
        known = f"(fun {given} => {atom}) _"
        right = f"(fun {given} => iff_sym ({lemma} g p M {given}))"
        if isinstance(fluent, Counter):
            proof = f"apply (Computed.next_is {known} _ _ {right})"
            return _Next(variable, f"(Computed.next_of ({listed} g p M) {here})", proof)
        order = ORDERS[self.about.order]
        return _Next(
            variable,
            f"(Computed.heaps_next {order} ({listed} g p M) {here})",
            f"apply (Computed.heaps_next_is {known} {right} {order} _ _ P)",
            fine=f"Computed.places_there ({listed} g p M) {here}",
        )

    # ------------------------------------------------------------------------------------------------------ positions

    def _parameters(self) -> str:
        values = [number(self.parameters[name]) for name in (*self.about.numbers, *self.about.rules.sets)]
        return " ".join(["Parameters", *values])

    def _said(self, position: Position) -> str:
        values = [f"[{'; '.join(map(str, one))}]" if isinstance(one, tuple) else said(Number(one)) for one in position]
        return " ".join(["Position", *values])

    def _below(self) -> Sequence[Position]:
        """The position and all that moves lead to, each after its options."""
        given = zip(self.about.spec.fluents, self.position, strict=True)
        counters = {one.name: range(min(0, at), at + 1) for one, at in given if isinstance(at, int)}
        game = Game(self.rules, self.about.spec.measure, dict(self.parameters), counters, frozenset(counters))
        graph: dict[Position, list[Position]] = {}
        waiting = [self.position]
        while waiting:
            hull = among(self.about.spec.fluents, tuple(waiting)).hull
            grounder = Grounder(game, game.program(hull, {("move", 1), ("after", 2)}), ())
            graph |= {node.position: [move.to for move in node.moves] for node in grounder.nodes(waiting)}
            if any(_heaps(to) > _heaps(at) for at in waiting for to in graph[at]):
                raise Unreadable("moves that split heaps are not computed in Rocq yet")
            if len(graph) > MOST:
                raise Unreadable(f"more than {MOST} positions lie below the counterexample")
            waiting = [to for to in dict.fromkeys(to for at in waiting for to in graph[at]) if to not in graph]
        order: dict[Position, None] = {}
        stack: list[tuple[Position, bool]] = [(self.position, False)]
        while stack:
            place, ready = stack.pop()
            if ready:
                order[place] = None
            elif place not in order:
                stack.append((place, True))
                stack += [(to, False) for to in graph[place] if to not in order]
        return list(order)


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
