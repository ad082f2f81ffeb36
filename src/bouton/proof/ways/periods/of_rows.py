"""Periods of rows, of some positions alone, and of outcomes: proved as what they say of every position.

Along one counter, or one heap, let the labels of n and of n+p be the same from e on, in each row: the labels are values
(which may rise by a saltus) or outcomes, and a row is what all else of a position is, in finite ranges. With the labels
below e+p, which clingo works out, that is a formula for every position of the range. So rules are written that say so,
and it is proved as a claim of kind `grundy`, or `p-positions`, about the positions of which the claim speaks: by
induction along the measure, from the rules as they stand. What was worked out is only what the formula is made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from bouton.claims.kind import speaks
from bouton.claims.parts import PERIOD
from bouton.claims.periodic import Repeats, lesser, place_of, repeats, told_shorter
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of
from bouton.claims.way import Described
from bouton.core.errors import InputError, LimitReached
from bouton.core.fresh import Fresh
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, Position, as_argument
from bouton.core.proof import Need, Place, Proof
from bouton.core.sources import Source
from bouton.core.spec import Claim, ProofRange, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Label
from bouton.document.entries import Grundy, Periodic, PPositions
from bouton.ground.box import among
from bouton.ground.game import Game, room
from bouton.ground.layers import layers
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.reach import fixed
from bouton.proof.setting import Setting, settings
from bouton.proof.ways.periods.by_formula import MOST, ONCE_MORE, pinned
from bouton.proof.ways.periods.for_all import of_one_heap
from bouton.proof.ways.periods.single import asks_for_rows, follows, where_of
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.file import Rules


def _read(goal: Whole) -> Iterator[ReadWhole]:
    """By the labels of the first positions of each row, at each value of the parameters."""
    rows = _rows(goal)
    for one in rows:
        one.others()
    needs = [Need(PERIOD, Place(as_argument(one.setting.parameters, {})), (goal.claim.id,)) for one in rows]
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
    def spec(self) -> Spec:
        """The game."""
        return self.goal.spec

    @property
    def claim(self) -> Claim:
        """What is claimed of its rows."""
        return self.goal.claim

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return self.goal.rules

    @property
    def place(self) -> int:
        """That of the fluent by which a row goes on."""
        return place_of(self.spec.fluents, self.claim)

    @property
    def heaps(self) -> bool:
        """Whether a row goes along a single heap."""
        return isinstance(self.spec.fluents[self.place], Heaps)

    @property
    def outcomes(self) -> bool:
        """Whether it is about outcomes."""
        return self.claim.by(Periodic).of == "outcome"

    def told(self) -> Told | Attempt:
        """The proof of the formula, with what follows from it; or where the claim fails."""
        asked = self.goal.asked
        parameters, rest = self.setting.parameters, self.others()
        said = repeats(self.claim, parameters)
        if (said.preperiod + said.period) * len(rest) > MOST:
            raise Unreadable(f"a formula would list more than {MOST} positions")
        labels = alone(self._labels, rest, said.preperiod + ONCE_MORE * said.period, limits=asked.limits)
        wrong = self._misfit(said, labels)
        if wrong is not None:
            return self._refuted(*wrong)
        if not any(n >= said.preperiod and n + said.period in row for row in labels.values() for n in row):
            raise Unreadable("no two positions of which the claim speaks are a period apart, as far as was looked")
        spec, stated_as = self._stated(said, labels)
        attempt = self.goal.proofs.each(spec, stated_as, rules_of(spec))
        if attempt.proof.verdict == "proved":
            rows, where = labels.values(), where_of(parameters)
            shorter = told_shorter(said, rows, where) if self.claim.where is None else None
            return Told([follows(self.claim, parameters)], [attempt.proof], reason=shorter)
        far = max(map(self._size, (one.position for one in attempt.candidates)), default=0)
        if said.preperiod + ONCE_MORE * said.period < far <= MOST:
            wrong = self._misfit(said, alone(self._labels, rest, far, limits=asked.limits))
            if wrong is not None:
                return self._refuted(*wrong)
        reason = f"by a formula for every position: {attempt.proof.reason}"
        return Attempt(Proof("unknown", reason=reason, obligations=attempt.proof.obligations))

    def others(self) -> list[tuple[int, ...]]:
        """The values of all other counters, in a row each; Unreadable where there is no proof by a formula."""
        about = self.spec.fluents[self.place]
        if self.setting.unknown:
            raise Unreadable("a period is proved by its labels for given values of the parameters")
        if self.spec.measure.predicates:
            raise Unreadable("the rules derive the measure, which no proof of a period reads")
        if self.rules.alliances or ("winner", 1) in self.rules.defined:
            raise Unreadable("who wins is not said by the play alone")
        if not self.heaps and self.setting.counters[about.name].high is not None:
            raise Unreadable(f"a period is proved for every size: prove: {{{about.name}: all}}")
        spans: list[range] = []
        for at, one in enumerate(self.spec.fluents):
            if at == self.place:
                continue
            span = None if isinstance(one, Heaps) else self.setting.counters[one.name]
            if span is None or span.high is None:
                raise Unreadable(f"rows in which {one.name} is of any number are proved by the formula of a claim")
            spans.append(span.at(self.setting.parameters, 1))
        return list(product(*spans))

    def _position(self, rest: tuple[int, ...], size: int) -> Position:
        here = ((size,) if size else ()) if self.heaps else size
        return (*rest[: self.place], here, *rest[self.place :])

    def _size(self, position: Position) -> int:
        here = position[self.place]
        return sum(here) if isinstance(here, tuple) else here

    def _labels(self, rest: list[tuple[int, ...]], most: int) -> dict[tuple[int, ...], dict[int, Label]]:
        """What is so of the positions of each row up to a size, where the claim speaks of them."""
        low = 0 if self.heaps else self.setting.counters[self.spec.fluents[self.place].name].at({}, 1).start
        places = {self._position(one, size): (one, size) for one in rest for size in range(max(low, 0), most + 1)}
        counters = {
            one.name: range(low, most + 1) if at == self.place else self.setting.counters[one.name].at({}, 1)
            for at, one in enumerate(self.spec.fluents)
            if not isinstance(one, Heaps)
        }
        spec, where, play = self.spec, self.claim.where, self.claim.play
        game = Game(self.rules, spec.measure, self.setting.parameters, counters, spec.open, room(len(places)))
        wanted = frozenset() if where is None else frozenset({(where, 0)})
        region = among(spec.fluents, tuple(places), of_box=True)
        found: dict[tuple[int, ...], dict[int, Label]] = {one: {} for one in rest}
        for layer in layers(game, region, wanted, (play,), values=not self.outcomes):
            for node in layer.nodes:
                if node.position in places and speaks(self.claim, node):
                    one, size = places[node.position]
                    known = layer.outcome(play, node.position) if self.outcomes else layer.values[play][node.position]
                    found[one][size] = known
        return found

    def _misfit(
        self, said: Repeats, labels: Mapping[tuple[int, ...], Mapping[int, Label]]
    ) -> tuple[tuple[int, ...], int] | None:
        """The row and the size of a position whose label is not the one that is claimed."""
        for rest, row in labels.items():
            for size, label in row.items():
                before = row.get(size - said.period)
                listed = said.values is not None and size < len(said.values)
                risen = before + said.saltus if isinstance(before, int) else before
                claimed = said.values[size] if listed and said.values else risen
                if (listed or size >= said.preperiod + said.period) and claimed not in (None, label):
                    return rest, size
        if not said.least:
            return None
        (row,) = labels.values()  # of one heap or counter alone
        shorter = lesser(said, row)
        if shorter is None:
            raise Unreadable("whether the period is the least one is not known")
        return ((), shorter[2]) if shorter[1] else None

    def _refuted(self, rest: tuple[int, ...], size: int) -> Attempt:
        about, position = self.spec.fluents[self.place], self._position(rest, size)
        reason = f"another label than is claimed is that of {about.name}={size}"
        return Attempt(Proof("refuted", reason=reason), (Candidate(dict(self.setting.parameters), position, PERIOD),))

    def _stated(self, said: Repeats, labels: Mapping[tuple[int, ...], Mapping[int, Label]]) -> tuple[Spec, Claim]:
        """The spec with a predicate that says what each position is, and the claim that it is so."""
        spec, claim, rules = self.spec, self.claim, self.rules
        assert claim.prove is not None
        names = {name for name, _ in rules.defined} | {one.name for one in spec.fluents} | {*rules.parameters}
        head = Fresh(names | {name for name, _ in rules.constants}).name("label_by_period")
        lines = [line for rest, row in labels.items() for line in self._formula(said, head, rest, row)]
        if self.outcomes and not lines:
            raise Unreadable("no position is a P-position as far as was looked")
        name = f"{claim.id}.lp"
        source = Source(name, spec.rules[0].file.with_name(name), "\n".join([*lines, ""]))
        own = {"id": claim.id, "says": claim.says, "iff": head, "where": getattr(claim.said, "where", None)}
        asked = of_one_heap(spec, claim.prove) if self.heaps else claim.prove
        fixed_at = tuple(pinned(one, self.setting.parameters[one.name]) for one in asked.parameters)
        asked = replace(asked, parameters=fixed_at)
        if self.outcomes:
            p_positions = PPositions.model_validate({**own, "kind": "p-positions", "play": claim.play})
            about = replace(claim, kind="p-positions", said=p_positions, prove=asked)
        else:
            about = replace(claim, kind="grundy", said=Grundy.model_validate({**own, "kind": "grundy"}), prove=asked)
        return replace(spec, rules=(*spec.rules, source)), about

    def _formula(self, said: Repeats, head: str, rest: tuple[int, ...], row: Mapping[int, Label]) -> Iterator[str]:
        """The rules for one row: what each size below the preperiod is, and each remainder from there on."""
        others = [one for at, one in enumerate(self.spec.fluents) if at != self.place]
        beside = "".join(f", {one.name}({value})" for one, value in zip(others, rest, strict=True))
        name, start, period = self.spec.fluents[self.place].name, said.preperiod, said.period
        here = f"{name}(1,S)" if self.heaps else f"{name}(S)"
        for size, label in row.items():
            if size < start or (self.heaps and not size):
                exact = f"not {name}(1,_)" if self.heaps and not size else here.replace("S", str(size))
                yield from self._line(head, label, "", f"{exact}{beside}")
        for remainder in range(period):
            known = [
                one for one in range(start + remainder, max(row, default=-1) + 1, period) if row.get(one) is not None
            ]
            if not known:
                continue
            label, times = row[known[0]], (known[0] - start) // period
            first = label - said.saltus * times if isinstance(label, int) else label
            rises = f"+{said.saltus}*((S-{start})/{period})" if said.saltus else ""
            body = f"{here}, S >= {start}, (S-{start}) \\ {period} = {remainder}{beside}"
            yield from self._line(head, first, rises, body)

    @staticmethod
    def _line(head: str, label: Label, rises: str, body: str) -> Iterator[str]:
        if isinstance(label, int):
            yield f"{head}({label}{rises}) :- {body}."
        elif label == "P":
            yield f"{head} :- {body}."
