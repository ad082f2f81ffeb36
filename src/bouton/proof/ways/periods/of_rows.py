"""Periods of rows, of some positions alone, and of outcomes: proved as what they say of every position.

Along one counter, or one heap, let the labels of n and of n+p be the same from e on, in each row: the labels are values
(which may rise by a saltus) or outcomes, and a row is what all else of a position is, in finite ranges. With the labels
below e+p, which clingo works out, that is a formula for every position of the range. So rules are written that say so,
and it is proved as a claim of kind `grundy`, or `p-positions`, about the positions of which the claim speaks: by
induction along the measure, from the rules as they stand. What was worked out is only what the formula is made of.

Where moves lead from the rows that are claimed into others, these have periods of their own, which are those that
their labels show; then the formula is for all of these rows, and proved for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product

from bouton.claims.judge import speaks
from bouton.claims.parts import PERIOD
from bouton.claims.periodic import Repeats, beside, claimed, lesser, place_of, repeats, told_shorter
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of
from bouton.claims.way import Described
from bouton.core.errors import InputError, LimitReached, Unreadable
from bouton.core.fresh import Fresh, unused
from bouton.core.position import Heaps, Position
from bouton.core.proof import Need, Obligation, Proof, claim_part, rests_on
from bouton.core.ranges import interval
from bouton.core.spec import Claim, ProofRange, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Label
from bouton.document.entries import Periodic
from bouton.ground.box import among
from bouton.ground.game import Game, room
from bouton.ground.layers import Sought, layers
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.setting import Setting, fixed, settings
from bouton.proof.ways.periods.by_formula import MOST, pinned, with_lines
from bouton.proof.ways.periods.for_all import of_one_heap
from bouton.proof.ways.periods.rows import ONCE_MORE, Repeated, Row, RowLayout, shown, told
from bouton.proof.ways.periods.single import asks_for_rows, follows, where_of
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay, as_kind
from bouton.rules.read import more
from bouton.rules.syntax import names_of

ROWS = "rows"
"""That the claim speaks of no other rows than those that were looked at."""


def _read(goal: Whole) -> Iterator[ReadWhole]:
    """By the labels of the first positions of each row, at each value of the parameters."""
    rows = _rows(goal)
    for one in rows:
        one.claimed()
    needs = [Need(part, one.setting.place, (goal.claim.id,)) for one in rows for part in (PERIOD, ROWS)]
    along = goal.spec.fluents[rows[0].place].name
    reach = {"fixed": fixed(goal.spec, _range(goal), [one.setting for one in rows]), "unbounded": (along,)}
    yield ReadWhole(needs, partial(_told, rows), reach=reach)


def _told(rows: list[_Rows]) -> Iterator[Told | Attempt]:
    """The proof of the formula at each value of the parameters, and that the period follows."""
    try:
        yield from (one.told() for one in rows)
    except (InputError, LimitReached) as error:
        raise Unreadable(f"the positions of the first rows: {error}") from None


OF_ROWS = WholeWay(
    Described(
        "by a formula for every position of its rows",
        "A period and the labels before it give the value or outcome of every position, which is proved by induction "
        "along the measure.",
        (),
        "sums.md#rows-outcomes-and-some-positions",
    ),
    lambda goal: isinstance(stated(goal.claim), Period) and asks_for_rows(goal),
    _read,
    last=lambda _: False,
)
"""The way to prove a period of rows, of outcomes, or of some positions alone."""


def _range(goal: Whole) -> ProofRange:
    assert goal.claim.prove is not None
    name = f"{goal.spec.fluents[place_of(goal.spec.fluents, goal.claim)].name}.count"
    return replace(goal.claim.prove, unbounded=goal.claim.prove.unbounded - {name})


def _rows(goal: Whole) -> list[_Rows]:
    found = [_Rows(goal, one) for one in settings(goal.spec, _range(goal))]
    if not found:
        raise Unreadable("the range of the proof is empty")
    return found


@dataclass(frozen=True)
class _Rows:
    """A claim on rows at a setting of its proof without unknown parameters."""

    goal: Whole
    setting: Setting

    @property
    def place(self) -> int:
        """That of the fluent by which a row goes on."""
        return place_of(self.goal.spec.fluents, self.goal.claim)

    @property
    def heaps(self) -> bool:
        """Whether a row goes along a single heap."""
        return isinstance(self.goal.spec.fluents[self.place], Heaps)

    @property
    def outcomes(self) -> bool:
        """Whether it is about outcomes."""
        return self.goal.claim.by(Periodic).of == "outcome"

    @cached_property
    def layout(self) -> RowLayout:
        """How positions lie in rows."""
        return RowLayout(self.goal.spec.fluents, self.place)

    def told(self) -> Told | Attempt:
        """The proof of the formula, with what follows from it; or where the claim fails."""
        asked = self.goal.asked
        parameters, rows = self.setting.parameters, self.claimed()
        said = repeats(self.goal.claim, parameters)
        if (said.preperiod + said.period) * len(rows) > MOST:
            raise Unreadable(f"a formula would list more than {MOST} positions")
        first = max(said.preperiod, *(max(heaps, default=0) for _, heaps in rows))
        seen = alone(self._seen, rows, first + ONCE_MORE * said.period, limits=asked.limits)
        wrong = self._misfit(said, seen.labels)
        if wrong is not None:
            return self._refuted(*wrong)
        if not any(n >= said.preperiod and n + said.period in row for row in seen.labels.values() for n in row):
            raise Unreadable("no two positions of which the claim speaks are a period apart, as far as was looked")
        within = Obligation(
            ROWS, "the formula is of the positions that the claim speaks of", "proved", 0.0, "evaluation"
        )
        if seen.into or any(heaps for _, heaps in rows):
            if not all(seen.labels.values()):
                within = self._within([one for one, row in seen.labels.items() if row])
            spec, stated_as = self._of_all(said, seen)
        else:
            spec, stated_as = self._stated(
                self._formulas(said, seen.labels), getattr(self.goal.claim.said, "where", None)
            )
        attempt = self.goal.proofs.each(spec, stated_as, rules_of(spec))
        if attempt.proof.verdict == "proved":
            known, at = seen.labels.values(), where_of(parameters)
            shorter = told_shorter(said, known, at) if self.goal.claim.where is None else None
            within = replace(within, place=self.setting.place, about=(self.goal.claim.id,))
            return Told([follows(self.goal.claim, parameters), within], [attempt.proof], reason=shorter)
        far = max((self.layout.found(one.position)[1] for one in attempt.candidates), default=0)
        if first + ONCE_MORE * said.period < far <= MOST:
            wrong = self._misfit(said, alone(self._seen, rows, far, limits=asked.limits).labels)
            if wrong is not None:
                return self._refuted(*wrong)
        reason = f"by a formula for every position: {attempt.proof.reason}"
        return Attempt(Proof("unknown", reason=reason, obligations=attempt.proof.obligations))

    def claimed(self) -> list[Row]:
        """The rows of which the claim may speak; Unreadable where there is no proof by a formula."""
        about = self.goal.spec.fluents[self.place]
        if self.setting.unknown:
            raise Unreadable("a period is proved by its labels for given values of the parameters")
        if self.goal.spec.measure.predicates:
            raise Unreadable("the rules derive the measure, which no proof of a period reads")
        if self.goal.rules.alliances or ("winner", 1) in self.goal.rules.defined:
            raise Unreadable("who wins is not said by the play alone")
        if not self.heaps and self.setting.counters[about.name].high is not None:
            raise Unreadable(f"a period is proved for every size: prove: {{{about.name}: all}}")
        spans: list[range] = []
        for at, one in enumerate(self.goal.spec.fluents):
            if at == self.place:
                continue
            span = None if isinstance(one, Heaps) else self.setting.counters[one.name]
            if span is None or span.high is None:
                raise Unreadable(f"rows in which {one.name} is of any number are proved by the formula of a claim")
            spans.append(span.at(self.setting.parameters, 1))
        return [(rest, beside(self.goal.claim, self.setting.parameters)) for rest in product(*spans)]

    @property
    def _low(self) -> int:
        """The least number in a row of a counter; 0 of heaps."""
        return 0 if self.heaps else max(self.setting.counters[self.layout.along.name].at({}, 1).start, 0)

    def _seen(self, rows: Sequence[Row], most: int, *, whole: bool = False) -> _Seen:
        """What is so of the positions of each row up to a size, where the claim speaks of them, or of the `whole` rows.

        Whole rows begin where no other heap is greater, so that each position is in one of them alone.
        """
        layout, claim = self.layout, self.goal.claim
        firsts = {one: max(self._low, *one[1], 0) if whole else self._low for one in rows}
        places = {layout.at(one, size): (one, size) for one in rows for size in range(firsts[one], most + 1)}
        counters = {
            one.name: _around(self.setting.counters[one.name].at({}, 1), [place[at] for place in places])
            for at, one in enumerate(self.goal.spec.fluents)
            if not isinstance(one, Heaps)
        }
        spec, where, play = self.goal.spec, self.goal.claim.where, self.goal.claim.play
        game = Game(self.goal.rules, spec.measure, self.setting.parameters, counters, spec.open, room(len(places)))
        wanted = frozenset() if where is None else frozenset({(where, 0)})
        region = among(spec.fluents, tuple(places), of_box=True)
        found: dict[Row, dict[int, Label]] = {one: {} for one in rows}
        spoken: set[Position] = set()
        options: set[Position] = set()
        for layer in layers(Sought(game, region, wanted, (play,), values=not self.outcomes)):
            for node in layer.nodes:
                if node.position in places and (whole or speaks(claim, node)):
                    one, size = places[node.position]
                    known = layer.outcome(play, node.position) if self.outcomes else layer.values[play][node.position]
                    found[one][size] = known
                    spoken.add(node.position)
                    options.update(move.to for move in node.moves)
        into = {layout.found(one)[0] for one in options - spoken if one in places or layout.found(one)[0] not in found}
        return _Seen(found, tuple(sorted(into)))

    def _misfit(self, said: Repeats, labels: Mapping[Row, Mapping[int, Label]]) -> tuple[Row, int] | None:
        """The row and the size of a position whose label is not the one that is claimed."""
        for one, row in labels.items():
            for size, label in row.items():
                if claimed(said, size, row.get(size - said.period)) not in (None, label):
                    return one, size
        if not said.least:
            return None
        shorter = {one: lesser(said, row, self._low) for one, row in labels.items()}
        if None in shorter.values():
            raise Unreadable("whether the period is the least one is not known")
        shown_at = [(found[2], one) for one, found in shorter.items() if found is not None and found[1]]
        return min(((one, size) for size, one in shown_at), key=lambda each: each[1], default=None)

    def _refuted(self, row: Row, size: int) -> Attempt:
        about, position = self.goal.spec.fluents[self.place], self.layout.at(row, size)
        reason = f"another label than is claimed is that of {about.name}={size}"
        return Attempt(Proof("refuted", reason=reason), (Candidate(dict(self.setting.parameters), position, PERIOD),))

    def _of_all(self, said: Repeats, seen: _Seen) -> tuple[Spec, Claim]:
        """The same for all rows that moves lead to: a row that is not claimed repeats as its labels show."""
        own = [one for one, row in seen.labels.items() if row]
        if self.goal.claim.legal is not None:
            raise Unreadable(f"moves lead from rows of which the claim speaks to {told(seen.into, self.layout)}")
        rows, most = list(own), max(n for one in own for n in seen.labels[one])
        whole = _Seen({}, tuple(own))
        while whole.into:
            rows = sorted({*rows, *whole.into})
            if len(rows) > MOST:
                raise Unreadable(f"moves lead to more than {MOST} rows")
            whole = alone(partial(self._seen, whole=True), rows, most, limits=self.goal.asked.limits)
            repeating = {one: shown(row, most) for one, row in whole.labels.items() if one not in own}
            lacking = [one for one, found in repeating.items() if found is None]
            if not whole.into and lacking:
                most *= 2
                if most > MOST:
                    raise Unreadable(f"no period is seen up to {most // 2} where {told(lacking, self.layout)}")
                whole = replace(whole, into=(rows[0],))
        claimed = {one: whole.labels[one] for one in own}
        if self._misfit(replace(said, values=None, least=False), claimed) is not None:
            raise Unreadable("a row does not repeat so at the positions of which the claim does not speak")
        for one in own:
            first = min(claimed[one])
            repeating[one] = Repeated(max(said.preperiod, first), said.period, said.saltus)
        lines: list[tuple[Label, str, str]] = []
        for one in rows:
            found = repeating[one]
            assert found is not None
            lines += self._formula(found, one, whole.labels[one])
        if len(lines) > MOST:
            raise Unreadable(f"a formula would list {len(lines)} positions, which are too many")
        return self._stated(lines, None, rows)

    def _within(self, rows: Sequence[Row]) -> Obligation:
        """That the claim speaks of no other rows, however far out: shown as a claim of the kind `everywhere`."""
        claim, rules = self.goal.claim, self.goal.rules
        assert claim.prove is not None
        if self.heaps or claim.legal is not None:
            raise Unreadable("the claim speaks of some rows alone, from which moves lead into others")
        head = unused("in_claimed_rows", names_of(rules))
        lines = [f"{head} :- {body}." for one in rows for body in self._bodies(one)]
        asked = pinned(claim.prove, self.setting.parameters)
        lemma = as_kind(claim, "everywhere", asked, iff=head, where=claim.where)
        found = self.goal.proofs.under(more(rules, lines, claim.place), lemma).proof
        if found.verdict != "proved":
            raise Unreadable(f"it is not seen that the claim speaks of no other rows than {told(rows, self.layout)}")
        return rests_on(claim.id, found, ROWS, claim_part(claim.id))

    def _formulas(self, said: Repeats, labels: Mapping[Row, Mapping[int, Label]]) -> Iterator[tuple[Label, str, str]]:
        repeating = Repeated(said.preperiod, said.period, said.saltus)
        for one, row in labels.items():
            yield from self._formula(repeating, one, row)

    def _stated(
        self, formula: Iterable[tuple[Label, str, str]], where: str | None, rows: Sequence[Row] = ()
    ) -> tuple[Spec, Claim]:
        """The spec with a predicate that says what each position is, and the claim that it is so, of these `rows`."""
        spec, claim, rules = self.goal.spec, self.goal.claim, self.goal.rules
        assert claim.prove is not None
        fresh = Fresh(names_of(rules))
        head = fresh.name("label_by_period")
        lines = [line for label, rises, body in formula for line in self._line(head, label, rises, body)]
        if self.outcomes and not lines:
            raise Unreadable("no position is a P-position as far as was looked")
        asked = of_one_heap(spec, claim.prove) if self.heaps else claim.prove
        if rows:
            where = fresh.name("in_these_rows")
            lines += [f"{where} :- {body}." for one in rows for body in self._bodies(one)]
            asked = self._around(asked, rows)
        asked = pinned(asked, self.setting.parameters)
        keys = {"iff": head, "where": where}
        if self.outcomes:
            return with_lines(spec, claim, lines), as_kind(claim, "p-positions", asked, **keys, play=claim.play)
        return with_lines(spec, claim, lines), as_kind(claim, "grundy", asked, **keys)

    def _bodies(self, row: Row) -> Iterator[str]:
        """The bodies of rules about all positions of a row."""
        yield self.layout.body(row, "_")
        if self.heaps and not row[1]:
            yield self.layout.body(row, "0")

    def _around(self, asked: ProofRange, rows: Sequence[Row]) -> ProofRange:
        """The range of a proof, with the counters and the numbers of heaps of these rows in place of its own."""
        others = [one.name for at, one in enumerate(self.goal.spec.fluents) if at != self.place]
        held = zip(others, zip(*(rest for rest, _ in rows), strict=True), strict=False)
        counters = {name: interval(f"{min(values)}..{max(values)}") for name, values in held}
        counts = asked.counts
        if self.heaps:
            most = max(len(heaps) for _, heaps in rows) + 1
            counts = {**counts, self.layout.along.name: interval(f"0..{most}")}
        return replace(asked, counts=counts, counters={**asked.counters, **counters})

    def _formula(self, said: Repeated, row: Row, labels: Mapping[int, Label]) -> Iterator[tuple[Label, str, str]]:
        """What each size of a row below the preperiod is, and each remainder from there on: label, rise and body."""
        start, period = said.start, said.period
        here = self.layout.body(row)
        for size, label in labels.items():
            if size < start or (self.heaps and not size):
                yield label, "", self.layout.body(row, str(size))
        for remainder in range(period):
            known = [
                one
                for one in range(start + remainder, max(labels, default=-1) + 1, period)
                if labels.get(one) is not None
            ]
            if not known:
                continue
            label, times = labels[known[0]], (known[0] - start) // period
            first = label - said.saltus * times if isinstance(label, int) else label
            rises = f"+{said.saltus}*((S-{start})/{period})" if said.saltus else ""
            yield first, rises, f"{here}, S >= {start}, (S-{start}) \\ {period} = {remainder}"

    @staticmethod
    def _line(head: str, label: Label, rises: str, body: str) -> Iterator[str]:
        if isinstance(label, int):
            yield f"{head}({label}{rises}) :- {body}."
        elif label == "P":
            yield f"{head} :- {body}."


@dataclass(frozen=True)
class _Seen:
    """What was worked out of rows: the labels of their positions, and the rows that moves lead into besides."""

    labels: Mapping[Row, Mapping[int, Label]]
    into: tuple[Row, ...]


def _around(known: range, values: Iterable[object]) -> range:
    """The range of a counter with all values that positions have."""
    numbers = [one for one in values if isinstance(one, int)]
    return range(min(known.start, *numbers), max(known.stop, *(one + 1 for one in numbers)))
