"""All positions of a finite box, or those before one of them, judged by the kernel of Rocq.

The box is listed in Gallina, in the order of the measure, so that nothing of it is printed: a theorem about 10^5
positions has a short file. What clingo knows of the game says which box is closed under moves; that it is so the kernel
finds again, as it does what is claimed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import ne

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Position, Value, as_heaps
from bouton.core.ranges import RangeExpression
from bouton.core.spec import Claim, Spec
from bouton.ground.box import ground_box
from bouton.rocq import ranges
from bouton.rocq.computed import Computed
from bouton.rocq.hand import BEGINS
from bouton.rocq.statement import Statement, both, claimed, comment, lines, statement, wrapped
from bouton.rules.file import Rules

LESSER = 20_000
"""Positions before a counterexample of which the kernel computes that the claim is true."""
DERIVED = 50
"""The same where rules speak of themselves: what they derive is computed at each position anew."""
MOST = 100_000
"""Positions of a box of which it computes that."""
_NARROW = {"ascending": "Boxes.up", "descending": "Boxes.down", "none": "Boxes.same"}
_IN = {"ascending": "Boxes.in_ascending", "descending": "Boxes.in_descending", "none": "Boxes.in_any_order"}


class BoxScript:
    """The box of a claim: `claim` has it as the range of a theorem, and `limit` bounds it besides."""

    def __init__(self, computed: Computed, claim: Claim, limit: ranges.Limit, legal: str | None = None) -> None:
        self.computed, self.claim, self.limit = computed, claim, limit
        self.spec = computed.about.spec
        name = computed.fresh.name
        self.box = legal or name("box")
        self.rank, self.said, self.grid, self.hull = map(name, ("rank", "lesser_hold", "grid", "hull"))
        self.in_grid = name("in_grid")

    def least(self, g: str, p: str) -> Iterator[str]:
        """What the second theorem of a refutation says."""
        about = self.computed.about
        yield comment(
            "The claim is true of all lesser positions of its box: of those with lesser parameters, in their order; "
            "with the same ones, of those with a lesser measure; and of the rest, of those with lesser fluents."
        )
        yield "Require Boxes."
        parts = [*ranges.asked(self.claim), *ranges.positions(self.spec, self.claim, self.limit)]
        yield wrapped(f"Definition {self.box} (g : parameters) (p : position) : Prop := {both(parts)}.")
        yield from self._rank()
        where = f"{about.where} g p -> " if about.where is not None else ""
        yield wrapped(
            f"Definition {self.said} : Prop := forall g p, {self.box} g p -> "
            f"Boxes.lesser ({self.rank} g p) ({self.rank} {g} {p}) = true -> "
            f"{where}{claimed(about, 'g', about.iff, 'p')}."
        )

    def _rank(self) -> Iterator[str]:
        entries = [ranges.entry(self.spec, one) for one in self.spec.measure.entries]
        if any(one is None for one in entries):
            raise Unreadable("the measure is a predicate of the rules")
        numbers = [f"the_{one.name} g" if one.is_set else f"[the_{one.name} g]" for one in self.claim.box.parameters]
        measure = [f"[{'; '.join(filter(None, entries))}]"]
        fluents = [
            f"[the_{one.name} p]" if isinstance(one, Counter) else f"the_{one.name} p" for one in self.spec.fluents
        ]
        rank = "; ".join([*numbers, *measure, *fluents])
        yield wrapped(f"Definition {self.rank} (g : parameters) (p : position) : list (list Z) := [{rank}].")

    # ---------------------------------------------------------------------------------------------------------- lists

    def _grid(self) -> Iterator[str]:
        """All values of the parameters, and that these are all."""
        every = self.claim.box.parameters
        called = {one.name: self.computed.fresh.name(f"l{one.name}") for one in every}
        about = self.computed.about
        text = f"[{' '.join(['Parameters', *(called[one] for one in (*about.numbers, *about.rules.sets))])}]"
        for one in reversed(every):
            if one.interval is None:
                these = f"[{'; '.join(ranges.listed(members) for members in ranges.sets_of(one))}]"
            else:
                low, high = (ranges.ranged(end.tree, called) for end in (one.interval.low, one.interval.high))
                these = f"(Computed.range {low} {high})"
            text = f"flat_map (fun {called[one.name]} => {text}) {these}"
        yield wrapped(f"Definition {self.grid} : list parameters := {text}.")
        yield f"Lemma {self.in_grid} g p : {self.box} g p -> In g {self.grid}."
        fields = " ".join(called[one] for one in (*about.numbers, *about.rules.sets))
        yield f"Proof. destruct g as [{fields}]. intros {self._parts()}. unfold {self.grid}."
        for at, one in enumerate(every):
            known = f"apply Computed.in_range; exact H{at}"
            if one.interval is None:
                known = f"cbn in H{at}; cbn; intuition"
            yield f"  apply in_flat_map. exists {called[one.name]}. split; [{known} | cbv beta]."
        yield "  left. reflexivity. Qed."

    def _parts(self) -> str:
        """The parts of the box as hypotheses; `legal` has those of the parameters in one of its own."""
        parameters = [f"H{at}" for at, _ in enumerate(self.claim.box.parameters)]
        rest = [f"K{at}" for at, _ in enumerate(ranges.positions(self.spec, self.claim, self.limit))]
        if self.box != "legal":
            return f"({' & '.join([*parameters, *rest])})" if len([*parameters, *rest]) != 1 else (parameters + rest)[0]
        first = f"({' & '.join(parameters)})" if len(parameters) > 1 else (parameters or ["_"])[0]
        return f"({' & '.join([first, *rest])})"

    def _listed(self, name: str, ends: Sequence[tuple[str, ...]]) -> str:
        """The positions within such ends."""
        variables = [f"x{at}" for at, _ in enumerate(self.spec.fluents)]
        text = f"[{' '.join(['Position', *variables])}]"
        for one, variable, given in reversed(list(zip(self.spec.fluents, variables, ends, strict=True))):
            if isinstance(one, Counter):
                these = f"(Computed.range {' '.join(given)})"
            else:
                these = f"(Boxes.heaps_of {_NARROW[as_heaps(one).order]} {' '.join(given)})"
            text = f"flat_map (fun {variable} => {text}) {these}"
        return wrapped(f"Definition {name} (g : parameters) : list position := {text}.")

    def _ends(self) -> list[tuple[str, ...]]:
        """The ends of the box."""
        return [tuple(ranges.ranged(end.tree) for end in self._expressions(one)) for one in self.spec.fluents]

    def _expressions(self, one: Fluent) -> list[RangeExpression]:
        """The ends of the range of a fluent, each low one before the high one."""
        prove = self.claim.prove
        assert prove is not None
        if isinstance(one, Counter):
            given = [prove.counters[one.name]]
        else:
            given = [prove.counts[one.name], self.limit.sizes[one.name]]
        return [end for each in given for end in (each.low, each.high)]

    def whole(self, hull: Sequence[tuple[str, ...]] | None) -> Iterator[str]:
        """The proof of the theorem of a file, which is about the whole box."""
        yield from self._rank()
        yield from self.proof("proved", "theorem", hull)

    def proof(
        self, proved: str, theorem: str, hull: Sequence[tuple[str, ...]] | None, there: str | None = None
    ) -> Iterator[str]:
        """The proof of a theorem about all of the box, or about what is before a rank.

        `hull` has the ends of a box that moves do not leave; in what is no game it is None.
        """
        computed = self.computed
        name = computed.fresh.name
        placed, order, done = map(name, ("placed", "order", "all_computed"))
        in_placed = name("in_placed")
        yield from self._grid()
        ends = self._ends()
        yield self._listed(placed, ends)
        yield f"Lemma {in_placed} g p : {self.box} g p -> In p ({placed} g)."
        variables = " ".join(f"x{at}" for at, _ in enumerate(self.spec.fluents))
        yield f"Proof. destruct p as [{variables}]. intros {self._parts()}. unfold {placed}."
        at = 0
        for place, one in enumerate(self.spec.fluents):
            if isinstance(one, Counter):
                known, at = f"apply Computed.in_range; exact K{at}", at + 1
            else:
                known, at = (
                    f"apply {_IN[as_heaps(one).order]}; [exact K{at} | exact K{at + 1} | exact K{at + 2}]",
                    at + 3,
                )
            yield f"  apply in_flat_map. exists x{place}. split; [{known} | cbv beta]."
        yield "  left. reflexivity. Qed."
        test = "" if there is None else f"Boxes.lesser ({self.rank} g p) ({there})"
        these = f"({placed} g)" if there is None else f"(filter (fun p => {test}) ({placed} g))"
        member = f"({in_placed} g p B)" if there is None else f"(proj2 (filter_In _ _ _) (conj ({in_placed} g p B) L))"
        intros = "g p B" + ("" if there is None else " L")
        yield from self._judged(hull, test, these, order, done)
        _, lemma = computed.spoken("g")
        intros += " W" if lemma else ""
        told = computed.taken
        if lemma:
            told += (
                "apply Bool.orb_true_iff in R. destruct R as [R | R]; "
                f"[destruct (proj1 (Computed.is_nothing _) R (proj2 {lemma.format('p')} W)) |]."
            )
        yield f"Theorem {proved} : {theorem}."
        yield f"Proof. intros {intros}."
        if computed.about.game:
            kind = computed.kind("g", "p")
            yield f"  destruct ({kind.each}.boxes_right {self._given('fun g => ')} _ {order} _ {self.grid} g p {done}"
            yield f"    ({self.in_grid} g p B) {member}) as (a & G & R). cbv beta in R. {told}"
            yield f"  exact ({kind.holds[1]}). Qed."
        else:
            yield f"  pose proof {done} as R. rewrite forallb_forall in R. specialize (R g ({self.in_grid} g p B))."
            yield f"  cbv beta in R. rewrite forallb_forall in R. specialize (R p {member}). cbv beta in R. {told}"
            _, iff = computed.plain("g")
            yield f"  exact (proj1 {iff.format('p')} (proj1 (Computed.is_some _) R)). Qed."
        yield f"Print Assumptions {proved}."

    def _given(self, fun: str) -> str:
        """What the library's theorem takes."""
        computed = self.computed
        kind = computed.kind("g", "p")
        stepped = f"({fun}{kind.stepped})"
        return (
            f"parameters position {kind.known} {computed.same} {computed.key} {computed.options} {kind.steps} "
            f"({fun}{kind.good}) {stepped}"
        )

    def _judged(
        self, hull: Sequence[tuple[str, ...]] | None, test: str, these: str, order: str, done: str
    ) -> Iterator[str]:
        """What the kernel computes."""
        computed = self.computed
        silent, lemma = computed.spoken("g")
        if not computed.about.game:
            listed, _ = computed.plain("g")
            right = f"(negb (Computed.nothing {listed}))"
            right = computed.tested(f"(orb {silent} {right})" if lemma else right)
            yield wrapped(f"Lemma {done} : forallb (fun g => forallb (fun p => {right}) {these}) {self.grid} = true.")
            yield "Proof. vm_cast_no_check (eq_refl true). Qed."
            return
        kind = computed.kind("g", "p")
        yield self._listed(self.hull, hull or self._ends())
        every = f"({self.hull} g)" if not test else f"(filter (fun p => {test}) ({self.hull} g))"
        yield wrapped(f"Definition {order} (g : parameters) : list position := Boxes.in_turn ({self.rank} g) {every}.")
        right = computed.tested(f"(orb {silent} {kind.holds[0]})" if lemma else kind.holds[0])
        yield wrapped(
            f"Lemma {done} : {kind.each}.boxes_judged parameters position {kind.known} {computed.same} {computed.key} "
            f"{computed.options} {kind.steps} (fun g p a => {right}) {order} (fun g => {these}) {self.grid} = true."
        )
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."

    # ------------------------------------------------------------------------------------------------ what clingo says

    def places(self, most: int, before: tuple[Mapping[str, Value], Position] | None = None) -> list[_Places]:
        """The positions for each of the parameters, up to some; Unreadable where they are too many to be computed."""
        found: list[_Places] = []
        if self.limit.stones is not None:
            raise Unreadable("its box is bounded by stones")
        for given in self.claim.box.assignments():
            box = ground_box(self.spec.fluents, self.claim.box, given)
            last = before is not None and given == before[0]
            end = before[1] if before is not None and last else None
            if end is not None and end not in box:
                break
            layers = itertools.chain.from_iterable(box.layers(self.spec.measure))
            chosen = itertools.takewhile(partial(ne, end), layers)
            rest = most - sum(len(places) for _, places in found)
            places = list(itertools.islice(chosen, rest + 1))
            if len(places) > rest:
                raise Unreadable(f"they are more than {most}")
            found.append((given, places))
            if last:
                return found
        if before is not None:
            raise Unreadable("it lies beyond the box of the claim")
        return found

    def hull_of(self, every: Sequence[_Places], most: int, *, held: bool) -> Sequence[tuple[str, ...]] | None:
        """The ends of a box that has all that moves lead to from these positions; None in what is no game.

        Where `held` what is claimed is held against what clingo says. Unreadable where it is not so, where moves do not
        lower the measure, or where too many positions are to be computed.
        """
        least: list[list[list[int]]] = []
        for given, places in every:
            if not places:
                continue
            if not self.computed.about.game:
                if held and not all(self.computed.says(rows, 0) for rows in self.computed.rows(places, given)):
                    raise Unreadable("it is false before")
                continue
            graph = self.computed.below(places, given, 2 * most)
            if self.computed.splits:
                raise Unreadable("moves split heaps, and lead out of every box of heaps")
            if any(graph[move.to].measure >= node.measure for node in graph.values() for move in node.moves):
                raise Unreadable("a move does not lower the measure")
            if held and not self.computed.true(places, graph, given):
                raise Unreadable("it is false before")
            least.append([_spans(one, [place[at] for place in graph]) for at, one in enumerate(self.spec.fluents)])
        return self._around([given for given, places in every if places], least) if least else None

    def _around(
        self, every: Sequence[Mapping[str, Value]], reached: Sequence[Sequence[Sequence[int]]]
    ) -> list[tuple[str, ...]]:
        """The ends of the box, or numbers beyond them that are reached."""
        found: list[tuple[str, ...]] = []
        for place, one in enumerate(self.spec.fluents):
            ends: list[str] = []
            for at, end in enumerate(self._expressions(one)):
                there = [spans[place][at] for spans in reached]
                own = [end.value(each) for each in every]
                far = [min, max][at % 2]
                fine = all(far(one, other) == one for one, other in zip(own, there, strict=True))
                ends.append(ranges.ranged(end.tree if fine else far(there)))
            found.append(tuple(ends))
        return found


_Places = tuple[Mapping[str, Value], Sequence[Position]]


def _spans(one: Fluent, values: Sequence[int | tuple[int, ...]]) -> list[int]:
    """The least and the greatest of what is reached: of a counter, or of the numbers and the sizes of heaps."""
    numbers = [value for value in values if isinstance(value, int)]
    if isinstance(one, Counter):
        return [min(numbers), max(numbers)]
    counts = [len(value) for value in values if isinstance(value, tuple)]
    sizes = [size for value in values if isinstance(value, tuple) for size in value] or [1]
    return [min(counts), max(counts), min(sizes), max(sizes)]


def lesser(box: BoxScript, parameters: Mapping[str, Value], position: Position) -> Sequence[tuple[str, ...]] | None:
    """The ends of a box that holds what is below the lesser positions; Unreadable where not all are as is claimed."""
    for one in box.claim.box.parameters:
        if one.is_set and list(ranges.sets_of(one)) != sorted(one.sets):
            raise Unreadable(f"the sets of {one.name} are not listed in their order")
    most = DERIVED if any(one.again is not None for one in box.computed.about.printed) else LESSER
    return box.hull_of(box.places(most, (parameters, position)), most, held=True)


def bounded(about: Spec, claim: Claim, rules: Rules) -> tuple[str, Statement]:
    """The file of a claim for its box alone, and what it says; Unreadable where the kernel is not to compute it.

    `about` and `rules` are those of the claim's subject.
    """
    if about.cycles != "refused":
        raise Unreadable("nothing is computed where positions may come back")
    own, limit = ranges.boxed(about, claim)
    said = replace(statement(about, own, rules), claim=own, limit=limit, strategy=None, of_strategy=())
    computed = Computed(said, rules)
    box = BoxScript(computed, own, limit, "legal")
    hull = box.hull_of(box.places(MOST), MOST, held=False)
    listed = [*computed.lines()]
    return "\n".join([*lines(said), "", BEGINS, computed.required, *listed, *box.whole(hull)]) + "\n", said
