"""A file that is written for Rocq, read back and held against clingo at a box of positions.

What is printed is the last step of a claim on its way to Rocq: a file that says something else of the game, or of
another one, may have a proof. So the text is read, not what it was printed from, and evaluated: the parameters and
positions that it is about, each predicate, the moves, the outcomes, values or winners that follow from these, what the
theorem says, and what is said of a strategy. At every position of the box, and all that moves lead to from there,
clingo has to derive the same from the rules; at a few more, near the numbers of the rules, the predicates and moves
have to be the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Symbol, SymbolType

from bouton.core.errors import Disagreement, InputError
from bouton.core.position import Counter, Fluent, Heaps, Parameters, Position, Value, as_argument, named
from bouton.core.spec import ParameterRange, ProofRange
from bouton.core.stated import Everywhere, Kernel, Pairs, Period, Values, Winners
from bouton.document.entries import Periodic
from bouton.ground.alliances import SIDE, WINNER, Alliances
from bouton.ground.box import GroundBox, among, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.kernel import kernel, terminals
from bouton.ground.values import mex
from bouton.rocq.classes import Both, condition
from bouton.rocq.completion import Completion
from bouton.rocq.digits import DIGITS
from bouton.rocq.evaluate import Extent, Ground
from bouton.rocq.gallina import Defined, File, Tree, Unread, matched, read
from bouton.rocq.hand import BEGINS
from bouton.rocq.meaning import At, MeaningReader
from bouton.rocq.ranges import ends_unknown
from bouton.rocq.statement import Statement
from bouton.rocq.truth import Truth
from bouton.rules.file import MOVES, Rules, Signature
from bouton.rules.numbers import LocatedNumber, named_numbers

_ASSIGNMENTS, _CHOSEN = 3, 60
"""Assignments of the parameters, and how many they are taken from."""
_POSITIONS, _CLOSED = 32, 240
"""Positions of the box for each assignment, and positions with all that they lead to."""
_COUNTER, _HEAPS, _SIZE = 10, 3, 4
"""Values of a counter, heaps, and their sizes in the box."""
_FAR, _MOST, _EACH, _ALIKE = 12, 300, 12, 40
"""Numbers near those of the rules, how far they may be, and up to which each is looked at; and how many alike heaps."""
_LISTED = 5_000
"""Moves or rows at one position with which it is left out."""


def compared(text: str, about: Statement, rules: Rules) -> int:
    """At how many positions the text was held against clingo; Disagreement where it says something else."""
    try:
        file = read(text.partition(BEGINS)[0])
        names = {one.name: one.signature for one in about.read}
        missing = [name for name in names if name not in file.definitions]
        if missing:
            raise Unread(f"{missing[0]} is not defined")
        definitions = tuple(MeaningReader(file, names).definitions())
        whole = Completion(definitions, about.whole.functions, about.whole.built)
        return sum(_Held(file, whole, about, rules, given).run() for given in _assignments(about))
    except Unread as error:
        raise Disagreement(f"what is written for Rocq of {about.claim.id} cannot be read back: {error}") from error


def _assignments(about: Statement) -> Iterator[Parameters]:
    """The first values of the parameters for which the theorem is said; an end of one may hang on those before it."""
    prove = about.claim.prove
    assert prove is not None

    def each(left: Sequence[ParameterRange], given: Parameters) -> Iterator[Parameters]:
        if not left:
            yield given
            return
        one, *others = left
        for value in _first(prove, one, given):
            yield from each(others, {**given, one.name: value})

    every = list(itertools.islice(each(prove.parameters, {}), _CHOSEN))
    yield from every[:: max(1, len(every) // _ASSIGNMENTS)][:_ASSIGNMENTS]


def _first(prove: ProofRange, one: ParameterRange, given: Parameters) -> Sequence[Value]:
    if one.interval is None:
        return tuple(itertools.islice(one.values(given), _CHOSEN))
    if one.name in prove.unbounded and not ends_unknown(prove, one.interval):
        low = one.interval.low.value(given)
        return range(low, low + _ASSIGNMENTS)
    return one.interval.at(given)


@dataclass(frozen=True)
class _Held:
    """A file held against clingo for some values of the parameters."""

    file: File
    whole: Completion
    about: Statement
    rules: Rules
    given: Parameters

    def run(self) -> int:
        places = self._places()
        if not places:
            return 0
        self._ranges(places)
        try:
            return self._of_game(places) if self.about.game else self._of_statement(places)
        except InputError:
            return 0  # the rules are wrong there, or their numbers too large for clingo

    def _of_game(self, places: Sequence[Position]) -> int:
        graph, judged = self._closed(places)
        texts = {place: self.at(place) for place in graph}
        options = {place: self._same(texts[place], node) for place, node in graph.items()}
        notion = condition(self.about.claim) if isinstance(self.about.form, Pairs) else None
        self._theorem(graph, Truth(options, texts, notion), judged)
        far = self._nodes(self._far())
        for node in far:
            self._same(self.at(node.position), node)
        return len(graph) + len(far)

    @cached_property
    def _kept(self) -> dict[str, Extent]:
        return {}

    def _of_statement(self, places: Sequence[Position]) -> int:
        every = list(dict.fromkeys((*places, *self._far())))
        texts = {place: self.at(place) for place in every}
        for place, rows in zip(every, self._grounder(every).rows(every), strict=True):
            self._rows(texts[place], rows)
        self._theorem({}, Truth({}, texts), every)
        return len(every)

    @cached_property
    def game(self) -> Game:
        counters = {one.name: self._values(one) for one in self.about.spec.fluents if isinstance(one, Counter)}
        return Game(self.rules, self.about.spec.measure, self.given, counters, frozenset(counters))

    def at(self, position: Position) -> At:
        names = tuple(one.name for one in self.about.spec.fluents)
        return At(self.file, self.whole, names, self.given, position, self._kept)

    # ---------------------------------------------------------------------------------------------------- positions

    @property
    def _prove(self) -> ProofRange:
        assert self.about.claim.prove is not None
        return self.about.claim.prove

    def _is_open(self, name: str) -> bool:
        """Whether a counter has no greatest value."""
        ends = not self.about.spec.moves and ends_unknown(self._prove, self._prove.counters[name])
        return name in self._prove.unbounded and not ends

    def _any_number(self, one: Fluent) -> bool:
        """Whether there may be any number of these heaps."""
        return f"{one.name}.count" in self._prove.unbounded

    def _values(self, one: Counter) -> range:
        """The first values of a counter that the theorem is about, and some more that moves may lead to."""
        interval = self._prove.counters[one.name]
        low = interval.low.value(self.given)
        high = low + _MOST if self._is_open(one.name) else interval.high.value(self.given)
        return range(low, min(high, low + _MOST) + 1)

    def _lists(self, one: Heaps) -> list[tuple[int, ...]]:
        most = range(_HEAPS + 1) if self._any_number(one) else self._prove.counts[one.name].at(self.given)
        bound = self.about.limit.sizes.get(one.name)
        numbers = range(1, _SIZE + 1) if bound is None else bound.at(self.given)[:_SIZE]
        every = (
            one.canonical(sizes)
            for count in most
            if count <= max(_HEAPS, most[0])
            for sizes in itertools.product(numbers, repeat=count)
        )
        return list(dict.fromkeys(itertools.islice(every, _LISTED)))

    def _places(self) -> list[Position]:
        """Small positions that the theorem is about, the least in sum first."""
        each: list[Sequence[int | tuple[int, ...]]] = []
        for one in self.about.spec.fluents:
            if isinstance(self.about.form, Period):
                each.append(
                    [(), *((size,) for size in range(1, _COUNTER))] if isinstance(one, Heaps) else range(_COUNTER)
                )
            elif isinstance(one, Heaps):
                each.append(self._lists(one))
            elif isinstance(one, Counter):
                each.append(self._values(one)[:_COUNTER])
        return sorted(itertools.product(*each), key=_stones)[:_POSITIONS]

    def _far(self) -> list[Position]:
        """Positions with one number near one of the rules, or all of them; and so many alike heaps."""
        numbers = {one.value + by for one in self._numbers for by in (-1, 0, 1)} | set(range(_SIZE, _EACH))
        near = sorted(one for one in numbers if _SIZE <= one <= _MOST)
        found: list[Position] = []
        for number in [*near[:_EACH], *near[_EACH :: max(1, len(near) // _FAR)]]:
            each = [self._with(one, number) for one in self.about.spec.fluents]
            found += itertools.product(*each)
        places = self._places()
        return [place for place in dict.fromkeys(found) if place not in places]

    def _with(self, one: Fluent, number: int) -> Sequence[int | tuple[int, ...]]:
        """A small value of the fluent, and one or some with the number in them."""
        if isinstance(one, Counter):
            values = self._values(one)
            return [values[0], *([number] if number in values[1:] else [])]
        assert isinstance(one, Heaps)
        lists = self._lists(one) if not isinstance(self.about.form, Period) else [(), (1,)]
        full = max(lists, key=len, default=())
        alike = [(size,) * number for size in (1, 2)] if self._any_number(one) and number <= _ALIKE else []
        single = [(number,)] if any(len(one) == 1 for one in lists) else []
        more = [one.canonical((*full[:-1], number))] if full else []
        return [full, *single, *more, *alike] if () not in lists else [(), *single, *more, *alike]

    @property
    def _numbers(self) -> Sequence[LocatedNumber]:
        return named_numbers(self.rules, self._wanted | (MOVES if self.about.game else frozenset()))

    def _ranges(self, places: Sequence[Position]) -> None:
        """The positions are those that the text says it is about, and what lies beside its ranges is not."""
        asked, legal = self.file.definitions.get("asked"), self.file.definitions.get("legal")
        if not isinstance(asked, Defined) or not (isinstance(legal, Defined) or isinstance(self.about.form, Period)):
            raise Unread("what the theorem is about is not said")
        for given in self._beside():
            if replace(self.at(places[0]), parameters=given).holds(asked.body):
                self._differs(places[0], f"{as_argument(given, {})} is asked")
        if not self.at(places[0]).holds(asked.body):
            self._differs(places[0], "is not asked")
        if not isinstance(legal, Defined):
            return
        for place in places:
            if not self.at(place).holds(legal.body):
                self._differs(place, "is not legal")
        for at, one in enumerate(self.about.spec.fluents):
            for value, by in itertools.product(self._outside(one), (places[-1], places[0])):
                place = (*by[:at], value, *by[at + 1 :])
                if self.at(place).holds(legal.body):
                    self._differs(place, "is legal")
                self._boxed(place)
        for place in places:
            self._boxed(place)

    def _boxed(self, place: Position) -> None:
        """The box of a second theorem has the position where that of the claim does."""
        if self.about.box is None:
            return
        box, said = self.about.claim.box, self.file.definitions.get(self.about.box)
        if not isinstance(said, Defined):
            raise Unread("what the box is is not said")
        inside = all(self.given[one.name] in one.values(self.given) for one in box.parameters)
        inside = inside and place in ground_box(self.about.spec.fluents, box, self.given)
        ordered = all(isinstance(value, int) or 0 not in value for value in place) and place == tuple(
            one.canonical(value) if isinstance(one, Heaps) and isinstance(value, tuple) else value
            for one, value in zip(self.about.spec.fluents, place, strict=True)
        )
        if self.at(place).holds(said.body) != (inside and ordered):
            self._differs(place, "is in the box or is not")

    def _beside(self) -> Iterator[Parameters]:
        """The parameters with one of them just outside its range."""
        for one in self._prove.parameters:
            if one.interval is None:
                yield from ({**self.given, one.name: other} for other in self._other_sets(one))
                continue
            yield {**self.given, one.name: one.interval.low.value(self.given) - 1}
            if one.name not in self._prove.unbounded or ends_unknown(self._prove, one.interval):
                yield {**self.given, one.name: one.interval.high.value(self.given) + 1}

    def _other_sets(self, one: ParameterRange) -> Iterator[Value]:
        """Sets that are not in the range; of one with subsets, a number is outside, left out, or there twice."""
        if one.subsets is None:
            yield (max((*itertools.chain(*one.sets), 0)) + 1,)
            return
        numbers, sizes = one.subsets
        own = self.given[one.name]
        assert isinstance(own, tuple)
        *most, last = own
        yield from ((*most, numbers.high.value(self.given) + 1), (*most, numbers.low.value(self.given) - 1))
        yield (*most, *[last] * (sizes.high.value(self.given) - len(most) + 1))
        if len(most) < sizes.low.value(self.given):
            yield tuple(most)
        if most:
            yield (*most, most[0])

    def _outside(self, one: Fluent) -> Iterator[int | tuple[int, ...]]:
        """Values of a counter just outside its range; lists of heaps that are too long, out of order, or with none."""
        if isinstance(one, Counter):
            interval = self._prove.counters[one.name]
            yield interval.low.value(self.given) - 1
            if not self._is_open(one.name):
                yield interval.high.value(self.given) + 1
            return
        assert isinstance(one, Heaps)
        yield (0,)
        if not self._any_number(one):
            yield (1,) * (self._prove.counts[one.name].high.value(self.given) + 1)
        if one.name in self.about.limit.sizes:
            yield (self.about.limit.sizes[one.name].high.value(self.given) + 1,)
        if one.order != "none":
            yield (2, 1) if one.order == "ascending" else (1, 2)

    # ---------------------------------------------------------------------------------------------- what clingo says

    @cached_property
    def _wanted(self) -> frozenset[Signature]:
        found = {one.signature for one in self.about.read} & self.rules.defined
        return frozenset(found | ({SIDE, WINNER} if isinstance(self.about.form, Winners) else set()))

    def _grounder(self, places: Sequence[Position]) -> Grounder:
        hull: GroundBox = among(self.about.spec.fluents, tuple(places)).hull
        more = MOVES if self.about.game else frozenset[Signature]()
        return Grounder(self.game, self.game.program(hull, self._wanted | more), self._wanted)

    def _nodes(self, places: Sequence[Position]) -> list[Node]:
        if not places:
            return []
        found = self._grounder(places).nodes(places)
        return [node for node in found if len(node.moves) + sum(map(len, node.rows.values())) <= _LISTED]

    def _closed(self, places: Sequence[Position]) -> tuple[dict[Position, Node], Sequence[Position]]:
        """The positions with all that moves lead to; so few of them that these are not too many."""
        while True:
            graph: dict[Position, Node] = {}
            waiting = list(places)
            grounder = self._grounder(places)
            while waiting and len(graph) <= _CLOSED:
                graph |= {node.position: node for node in grounder.nodes(waiting)}
                led = dict.fromkeys(move.to for at in waiting for move in graph[at].moves)
                waiting = [to for to in led if to not in graph]
            if not waiting or len(places) == 1:
                return (graph, places) if not waiting else ({}, ())
            places = places[: len(places) // 2]

    # ------------------------------------------------------------------------------------------------- what is held

    def _differs(self, position: Position, what: str) -> None:
        where = as_argument(self.given, named(self.about.spec.fluents, position))
        raise Disagreement(f"the text for Rocq of {self.about.claim.id}: at {where} {what}, and clingo says otherwise")

    def _rows(self, text: At, rows: Mapping[Signature, Sequence[tuple[Symbol, ...]]]) -> None:
        """Each predicate holds of what clingo derives."""
        for one in self.whole.definitions:
            together = one.name in self.about.whole.families  # which the predicates that it is made for show
            if together or one.signature in DIGITS or any(sort == "list Z" for _, sort in one.arguments):
                continue
            derived: Extent = (
                {tuple(map(self._ground, row)) for row in rows[one.signature]}
                if one.signature in rows
                else self._facts(one.signature, text.position)
            )
            if text.rows[one.name] != derived:
                self._differs(text.position, f"{one.name} holds of {_some(text.rows[one.name] ^ derived)} or does not")

    def _facts(self, one: Signature, position: Position) -> Extent:
        """What is given of the position, and the members of a set."""
        for fluent, value in zip(self.about.spec.fluents, position, strict=True):
            if one == (fluent.name, 1) and isinstance(value, int):
                return {(value,)}
            if one == (fluent.name, 2) and isinstance(value, tuple):
                return set(enumerate(value, 1))
        members = next((self.given[name] for name in self.rules.sets if one == (name.lower(), 1)), ())
        assert isinstance(members, tuple)
        return {(member,) for member in members}

    def _ground(self, symbol: Symbol) -> Ground:
        if symbol.type is SymbolType.Number:
            return symbol.number
        name, terms = self.about.whole.flat.symbol(symbol)
        return self.about.whole.built.get((name, len(terms)), name), tuple(map(self._ground, terms))

    def _same(self, text: At, node: Node) -> set[Position]:
        """The positions that moves lead to, which are those of clingo, as are the rows."""
        self._rows(text, node.rows)
        led = text.moves()
        if led != {move.to for move in node.moves}:
            self._differs(node.position, f"a move leads to {_some(led ^ {move.to for move in node.moves})} or does not")
        strategy = self.about.strategy
        if strategy is not None:
            terms = {self._ground(move.term): move.to for move in node.moves}
            chosen = {term for (term,) in text.rows[strategy]}
            if chosen <= terms.keys() and text.moves("strategy_moves") != {terms[one] for one in chosen}:
                self._differs(node.position, "the strategy leads elsewhere")
        return led

    def _theorem(self, graph: Mapping[Position, Node], truth: Truth, judged: Sequence[Position]) -> None:
        """What the theorem says at each position is what follows from the claim and from what clingo derives there."""
        said = self.file.definitions.get("theorem")
        if not isinstance(said, Defined):
            raise Unread("there is no theorem")
        if isinstance(self.about.form, Period):
            self._period(said.body, truth, graph, judged)
            return
        body = matched("forall g, forall p, legal g p -> ?claim", said.body)
        if body is None:
            raise Unread("the theorem is not of the form that is printed")
        outcomes = self._outcomes(graph) if not self.about.both else {}
        both = Both({place: [move.to for move in node.moves] for place, node in graph.items()})
        for place in judged:
            if truth.claim(body["claim"], place) != self._claimed(place, truth.texts[place], outcomes, both):
                self._differs(place, "the theorem holds or fails")
        strategy = self.file.definitions.get("strategy")
        if isinstance(strategy, Defined):
            told = matched("forall g, forall p, legal g p -> ?claim", strategy.body)
            if told is None:
                raise Unread("what is said of the strategy is not of the form that is printed")
            for place in judged:
                if truth.strategy(told["claim"], place) != self._wins(place, graph, truth.texts[place], outcomes):
                    self._differs(place, "the strategy wins or does not")

    def _outcomes(self, graph: Mapping[Position, Node]) -> Mapping[Position, object]:
        """P or N, the value, or the side that wins, of each position, by clingo and the kernel of its moves."""
        if isinstance(self.about.form, Winners):
            alliances = Alliances(self.game)
            alliances.solve(graph)
            return alliances.won
        if isinstance(self.about.form, Values | Period):
            values: dict[Position, int] = {}

            def value(place: Position) -> int:
                if place not in values:
                    values[place] = mex([value(move.to) for move in graph[place].moves])
                return values[place]

            return {place: value(place) for place in graph}
        if not graph:
            return {}
        lost = kernel(graph, lambda _: False, terminals(self.game, self.about.claim.play))
        return {place: place in lost for place in graph}

    def _claimed(self, place: Position, text: At, outcomes: Mapping[Position, object], both: Both) -> bool:
        """Whether what is claimed holds: the rows are clingo's, and so are the outcomes."""
        for one in self.about.members:
            if one.where is not None and not text.rows[one.where]:
                continue
            rows = text.rows[one.iff] if one.iff else set()
            if self.about.both:
                named_ = {row[0] for row in rows if row and isinstance(row[0], int)}
                valued = isinstance(self.about.form, Values)
                fine = both.true(self.about.form, self.about.claim, place, named_ if valued else bool(rows))
            elif isinstance(self.about.form, Everywhere):
                fine = bool(rows)
            elif isinstance(self.about.form, Kernel):
                fine = bool(rows) == outcomes[place]
            else:
                fine = rows == {(outcomes[place],)}
            if not fine:
                return False
        return True

    def _wins(
        self, place: Position, graph: Mapping[Position, Node], text: At, outcomes: Mapping[Position, object]
    ) -> bool:
        """Whether the strategy names moves that win, and no others, where there are such."""
        if self.about.where is not None and not text.rows[self.about.where]:
            return True
        moves = {self._ground(move.term): move.to for move in graph[place].moves}
        assert self.about.strategy is not None
        named_ = {term for (term,) in text.rows[self.about.strategy]}
        if outcomes[place] or not moves:
            return True
        return bool(named_) and named_ <= moves.keys() and all(outcomes[moves[one]] for one in named_)

    def _period(self, said: Tree, truth: Truth, graph: Mapping[Position, Node], judged: Sequence[Position]) -> None:
        """The numbers of a period are those of the claim, and single heaps have the same values by both."""
        claim = self.about.claim.by(Periodic)
        body = matched("forall g, asked g -> ?claim", said)
        whole = None if body is None else matched("periodic (moves g) single ?e ?p ?s", body["claim"])
        listed = None
        if body is not None and whole is None:
            both = matched("?whole /\\ first_values (moves g) single ?list", body["claim"])
            if both is not None:
                whole, listed = matched("periodic (moves g) single ?e ?p ?s", both["whole"]), both["list"]
        single = self.file.definitions.get("single")
        if whole is None or not isinstance(single, Defined):
            raise Unread("the theorem is not of the form that is printed")
        numbers = [int(whole[one].said) for one in ("e", "p", "s")]
        values = None if listed is None else [int(one.said) for one in listed.parts]
        if numbers != [claim.preperiod, claim.period, claim.saltus] or values != claim.values:
            self._differs(judged[0], f"the period is {numbers}")
        (fluent,) = self.about.spec.fluents
        alone = "Position n" if isinstance(fluent, Counter) else "Position (left_over [n])"
        if matched(alone, single.body) is None:
            raise Unread("what is single is not of the form that is printed")
        outcomes = self._outcomes(graph)
        for place in judged:
            if truth.value(place) != outcomes[place]:
                self._differs(place, f"the value is {truth.value(place)}")


def _stones(place: Position) -> tuple[int, int]:
    return sum(sum(value) if isinstance(value, tuple) else abs(value) for value in place), len(str(place))


def _some(these: set[tuple[Ground, ...]] | set[Position]) -> str:
    return str(min(these, key=str))
