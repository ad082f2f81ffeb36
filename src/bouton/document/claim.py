"""The claims of a spec, each with its own box, proof range and expectation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bouton.core.errors import nearest
from bouton.core.fresh import unused
from bouton.core.graph import NoGraph, graph_of
from bouton.core.position import Counter, Heaps, Measure, Point, Position, Value, has_sets
from bouton.core.ranges import Interval, RangeExpression, RangeSyntaxError
from bouton.core.ranges import interval as ranged
from bouton.core.spec import (
    Agreement,
    At,
    BothHold,
    Box,
    Claim,
    CounterRange,
    Expected,
    HeapRange,
    Judged,
    MemberRange,
    PlacedName,
    ProofRange,
    Refutation,
)
from bouton.document.at import Entries, MisplacedError, resolve
from bouton.document.boxes import misread, unfit, with_counter, with_heaps, with_parameter
from bouton.document.entries import (
    KINDS,
    Agreeing,
    Everywhere,
    Example,
    Outcome,
    Periodic,
    PPositions,
    Statement,
    Theory,
    Winners,
)
from bouton.document.entries import Sequence as SequenceEntry
from bouton.document.entry import Boxed, ClaimEntry
from bouton.document.faults import Faults
from bouton.document.game import RESERVED, WORDS, Subject, sets_of
from bouton.document.tables import Table
from bouton.document.text import Steps
from bouton.document.types import Expectation, HeapsOver, HeapsProof, SetRange


def claims(
    faults: Faults, game: Subject, rules: Callable[[], str], legal: PlacedName | None = None
) -> tuple[Claim, ...]:
    """Read the claims that are right in themselves, noting what is wrong with them beside the others.

    What they make has names that neither the file nor the text of the rules has. Of positions that are not `legal`
    they say nothing.
    """
    raw = faults.said("claims")
    listed = raw if isinstance(raw, list) else []
    entries: dict[int, ClaimEntry] = {}
    for index, claim in enumerate(listed):
        kind = str(claim.get("kind")) if isinstance(claim, dict) else ""
        entry = faults.part(KINDS[kind], ("claims", index)) if kind in KINDS else None
        if entry is not None:
            entries[index] = entry
    others = _Others(faults, entries, _ids(faults, listed))
    _check_members(faults, others)
    check_lemmas(faults, others)
    _check_into(faults, others)
    found: list[Claim] = []
    for index, entry in entries.items():
        about = game
        if isinstance(entry, Statement):
            about = unknowns_subject(faults, game, ("claims", index, "unknowns"), entry.unknowns)
        elif isinstance(entry, SequenceEntry) and entry.index is not None:
            about = unknowns_subject(faults, game, ("claims", index), {"index": entry.index})
        elif isinstance(entry, Theory):
            about = all_games_subject(faults, ("claims", index), entry)
        claim = _agreeing(faults, _Builder(faults, about, ("claims", index)).claim(entry), rules)
        found.append(_of_legal(faults, claim, rules, legal))
    return tuple(found)


def _of_legal(faults: Faults, claim: Claim, rules: Callable[[], str], legal: PlacedName | None) -> Claim:
    """The claim as one about the positions that exist, if it is about positions."""
    if legal is None or claim.about != "positions":
        return claim
    own: str | None = getattr(claim.said, "where", None)
    if own in (None, legal.name):
        return replace(claim, legal=legal.name)
    name = unused(f"{legal.name}_{own}", f"{faults.text.value} {rules()}")
    return replace(claim, legal=legal.name, both=BothHold(name, legal.name, own, claim.at("where")))


def _agreeing(faults: Faults, claim: Claim, rules: Callable[[], str]) -> Claim:
    """The claim with the name of the predicate that it makes of two, if it does."""
    if not isinstance(claim.said, Agreeing) or claim.said.same is None:
        return claim
    first, second = claim.said.iff, claim.said.same
    name = unused(f"{first}_iff_{second}", f"{faults.text.value} {rules()}")
    return replace(claim, agreement=Agreement(name, first, second, claim.at("same")))


def unknowns_of(claims: Collection[Claim]) -> tuple[Counter, ...]:
    """The unknowns of all claims about numbers, as counters."""
    names = (fluent.name for claim in claims if claim.about == "numbers" for fluent in claim.box.fluents)
    return tuple(Counter(name) for name in dict.fromkeys(names))


def _ids(faults: Faults, listed: list[Any]) -> dict[str, int]:
    """Which claim has which id; notes ids that are given twice."""
    ids: dict[str, int] = {}
    for index, claim in enumerate(listed):
        name = claim.get("id") if isinstance(claim, dict) else None
        if not isinstance(name, str):
            continue
        if name in ids:
            line = faults.place(("claims", ids[name], "id")).line
            faults.add(("claims", index, "id"), f"the id {name!r} is given twice; the first is on line {line}")
        else:
            ids[name] = index
    return ids


@dataclass(frozen=True)
class _Others:
    """The claims that claims name, by their place in the file: those that are sound, and the places of all by name."""

    faults: Faults
    entries: Mapping[int, ClaimEntry]
    ids: Mapping[str, int]

    def named(self, name: str, path: Steps, suited: Iterable[ClaimEntry], *, key: bool = False) -> ClaimEntry | None:
        """The claim of that name; None where it is at fault itself, or where that there is none is noted at the path.

        Those that are `suited` are what may have been meant.
        """
        if name not in self.ids:
            near = nearest(name, [one.id for one in suited])
            self.faults.add(path, f"there is no claim {name!r}", key=key, nearest=near)
        return self.entries.get(self.ids.get(name, -1))

    def below(self, name: str) -> set[str]:
        """The statements that the proof of a claim rests on."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            entry = self.entries.get(self.ids.get(waiting.pop(), -1))
            new = set(getattr(entry, "using", {})) - found
            found |= new
            waiting += new
        return found

    def of_one_play(self, entry: ClaimEntry, other: ClaimEntry | None, path: Steps) -> None:
        """Note where the other claim is about another play."""
        plays = getattr(entry, "play", None), getattr(other, "play", None)
        if other is not None and None not in plays and plays[0] != plays[1]:
            self.faults.add(path, f"{other.id!r} is about {plays[1]} play, this claim about {plays[0]} play")


def _check_members(faults: Faults, others: _Others) -> None:
    """The claims taken together: each there, each once, with an iff of its own and the same play."""
    whole = {index: entry for index, entry in others.entries.items() if isinstance(entry, PPositions | Winners)}
    for index, entry in whole.items():
        alike = [other for other in whole.values() if other.kind == entry.kind and other.together is None]
        for place, name in enumerate(entry.together or ()):
            path = ("claims", index, "together", place)
            member, repeated = others.named(name, path, alike), name in (entry.together or ())[:place]
            if repeated and name in others.ids:
                faults.add(path, f"{name!r} is listed twice")
            elif member is not None and not any(member is one for one in alike):
                faults.add(path, f"{name!r} is no claim of kind {entry.kind!r} with an iff")
            elif isinstance(member, PPositions) and member.draw is not None:
                faults.add(path, f"{name!r} names draws, and what names them is taken by itself")
            else:
                others.of_one_play(entry, member, path)


def _check_into(faults: Faults, others: _Others) -> None:
    """The claims on P-positions that moves lead to: each there, about all that it names, and of the same play."""
    for index, entry in others.entries.items():
        if not isinstance(entry, Outcome) or entry.into is None:
            continue
        path = ("claims", index, "into")
        other = others.named(entry.into, path, filter(_names_p_positions, others.entries.values()))
        if other is not None and not _names_p_positions(other):
            expected = "a claim of kind 'p-positions' without where, or of kind 'outcome' with where and outcome: P"
            faults.add(path, f"{entry.into!r} names no P-positions", expected=expected)
        else:
            others.of_one_play(entry, other, path)


def _names_p_positions(entry: ClaimEntry) -> bool:
    if isinstance(entry, PPositions):
        return entry.iff is not None and entry.where is None
    return isinstance(entry, Outcome) and entry.outcome == "P" and entry.where is not None


_OF_NUMBERS = {"sum", "count", "same-game", "sequence", "class"}
"""The kinds of claims that speak of games of heaps and counters alone."""


class _Builder:
    """Builds one claim; `at` is its path in the document."""

    def __init__(self, faults: Faults, game: Subject, at: Steps) -> None:
        self.faults, self.game, self.at = faults, game, at
        self.every_set = False

    def claim(self, entry: ClaimEntry) -> Claim:
        """The claim, its ranges and positions checked against the game."""
        self.every_set = getattr(entry, "values", None) is not None or isinstance(entry, Everywhere)
        self._repeats(entry)
        box = self._over(getattr(entry, "over", None))
        if isinstance(entry, Periodic):  # it speaks of single heaps, beside those that stay as they are
            for fluent in self.game.box.fluents:
                beside = len(entry.beside or ()) if fluent.name == entry.along else 0
                count = ranged(f"{beside}..{beside + 1}")
                box = with_heaps(box, fluent.name, count, None) if isinstance(fluent, HeapRange) else box
        keys = self.faults.text.at(self.at)
        assert isinstance(keys, dict)
        return Claim(
            judged=self._judged(entry),
            id=entry.id,
            kind=entry.kind,
            paper=entry.paper,
            says=entry.says,
            place=self.faults.place((*self.at, "id")),
            box=box,
            said=entry,
            points=tuple(self._points(entry, box)),
            prove=self._proof(getattr(entry, "prove", None), box),
            expect=self._expectation(entry, box),
            places=tuple((key, self.faults.place((*self.at, key))) for key in keys),
        )

    def _judged(self, entry: ClaimEntry) -> Judged:
        """Which positions the claim is about, noting what a game with sets, or one without, has not."""
        said: Judged | None = getattr(entry, "positions", None) if isinstance(entry, Boxed) else None
        begins = self.faults.said("starts") is not None
        sets = has_sets(self.game.fluents)
        if sets and entry.kind in _OF_NUMBERS:
            message = f"claims of the kind {entry.kind} speak of heaps and counters, and not of sets so far"
            self.faults.add((*self.at, "kind"), message, expected="another kind")
        if not sets and isinstance(entry, Outcome) and entry.strategy is not None:
            expected = "a claim of the kind strategy beside this one"
            self.faults.add((*self.at, "strategy"), "is said of positions that are sets", expected=expected, key=True)
        if said is not None and not sets and self.game.sound:
            self.faults.add((*self.at, "positions"), "all positions of heaps and counters are judged", key=True)
        elif said in ("starts", "reached") and not begins:
            message = "the spec does not say where games begin"
            self.faults.add((*self.at, "positions"), message, expected="`starts: PREDICATE` in the spec, or all")
        if sets and isinstance(entry, Periodic):
            if not begins:
                message = (
                    "a period of positions that are sets is one of starts, and the spec does not say where games begin"
                )
                self.faults.add((*self.at, "kind"), message, expected="`starts: PREDICATE` in the spec")
            return "starts"
        return said or ("reached" if begins and sets else "all")

    def _repeats(self, entry: ClaimEntry) -> None:
        """Note the names in the numbers of a period that are no parameters."""
        names = [one.name for one in self.game.box.parameters if not one.is_set]
        keys = ("preperiod", "period", "saltus", "beside") if isinstance(entry, Periodic) else ()
        for key in keys:
            found = getattr(entry, key)
            each = [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, RangeExpression)]
            for name in sorted({name for one in each for name in one.names} - set(names)):
                message = f"{name} is no parameter that is a number"
                self.faults.add((*self.at, key), message, nearest=nearest(name, names))

    def _over(self, over: Mapping[str, Any] | None) -> Box:
        box = self.game.box
        for name, shape in (over or {}).items():
            box = self._replaced(box, name, shape, (*self.at, "over", name))
        return self._checked(box, "over", over) if over else box

    def _proof(self, prove: Mapping[str, Any] | bool | None, box: Box) -> ProofRange | None:
        if prove is None:
            return None
        unbounded: set[str] = set()
        named: set[str] = set()
        for name, shape in prove.items() if isinstance(prove, Mapping) else ():
            path = (*self.at, "prove", name)
            if shape == "all":
                self._unbounded(name, path, unbounded)
            else:
                if isinstance(shape, HeapsProof) and shape.count == "all":
                    unbounded.add(f"{name}.count")
                else:
                    named.add(name)
                box = self._replaced(box, name, shape, path)
        if isinstance(prove, Mapping):
            box = self._checked(box, "prove", named)
        reach = {part.name: part.interval for part in self.game.reach.fluents if isinstance(part, CounterRange)}
        own = {part.name: part.interval for part in self.game.box.fluents if isinstance(part, CounterRange)}
        counters = {part.name: part.interval for part in box.fluents if isinstance(part, CounterRange)}
        for name, judged in counters.items():
            if name not in named and judged == own.get(name) and name in reach:
                counters[name] = reach[name]
        return ProofRange(
            box.parameters,
            frozenset(unbounded),
            {fluent.name: fluent.count for fluent in box.fluents if isinstance(fluent, HeapRange)},
            counters,
            self.faults.place((*self.at, "prove")),
        )

    def _unbounded(self, name: str, path: Steps, unbounded: set[str]) -> None:
        sets = any(p.name == name and p.is_set for p in self.game.box.parameters)
        if any(isinstance(fluent, Heaps) and fluent.name == name for fluent in self.game.fluents):
            self.faults.add(path, "sizes of heaps are unbounded as it is", expected="{count: ...}")
        elif sets and not self.every_set:
            self.faults.add(path, f"{name} is a set and ranges over the sets listed", expected="{set: ...}")
        elif self._known(name, path):
            unbounded.add(name)

    def _is_heaps(self, name: str, path: Steps) -> bool:
        heaps = [fluent.name for fluent in self.game.fluents if isinstance(fluent, Heaps)]
        if name in heaps:
            return True
        if self._known(name, path):
            self.faults.add(path, f"{name} is not a heaps fluent", expected="a range such as 2..4")
        return False

    def _known(self, name: str, path: Steps) -> bool:
        names = [p.name for p in self.game.box.parameters] + [f.name for f in self.game.fluents]
        if name in names:
            return True
        if name not in self.game.elsewhere:
            message = f"{name} is neither a parameter nor part of a position"
            self.faults.add(path, message, key=True, nearest=nearest(name, names))
        return False

    def _replaced(self, box: Box, name: str, shape: Any, path: Steps) -> Box:
        """The box with one range replaced; the same box where the range does not suit the name."""
        if isinstance(shape, HeapsOver):
            return with_heaps(box, name, shape.count, shape.size) if self._is_heaps(name, path) else box
        if isinstance(shape, HeapsProof):
            count = shape.count if isinstance(shape.count, Interval) else None
            return with_heaps(box, name, count, None) if self._is_heaps(name, path) else box
        if not self._known(name, path):
            return box
        parameter = next((p for p in box.parameters if p.name == name), None)
        if isinstance(shape, SetRange):
            if parameter is None or not parameter.is_set:
                self.faults.add(path, f"{name} is a number, not a set", expected="a range such as 2..4")
                return box
            if shape.subsets is not None and shape.size is not None:
                return with_parameter(box, name, subsets=(shape.subsets, shape.size))
            sets = sets_of(self.faults, path, shape)
            return with_parameter(box, name, sets=sets) if sets else box
        if parameter is not None and parameter.is_set:
            self.faults.add(path, f"{name} is a set of numbers", expected="{set: [[...], ...]}")
        elif parameter is not None:
            return with_parameter(box, name, shape)
        elif any(isinstance(fluent, HeapRange) and fluent.name == name for fluent in box.fluents):
            self.faults.add(path, f"{name} has a count and sizes", expected="{count: ..., size: ...}")
        elif any(isinstance(fluent, MemberRange) and fluent.name == name for fluent in box.fluents):
            self.faults.add(path, f"{name} has members, which the rules derive", expected="ranges of parameters")
        else:
            return with_counter(box, name, shape)
        return box

    def _checked(self, box: Box, key: str, named: Collection[str]) -> Box:
        """The box with the problems of the `named` ranges noted; the game's own where there are any."""
        return self.game.box if _at_fault(self.faults, self.game, (*self.at, key), box, named) else box

    def _position(self, path: Steps, given: Entries, box: Box) -> Point | None:
        if not self.game.sound:
            return None
        try:
            if self.game.box.fluents and not self.game.fluents:
                return {}, graph_of(given).position
            return resolve(box, self.game.fluents, self.game.starts, given)
        except NoGraph as error:
            self.faults.add(path, str(error), expected="the options of 1, 2, ...: {1: [], 2: [1]}")
            return None
        except MisplacedError as error:
            for reason in error.reasons:
                self.faults.note((*path, reason.name) if reason.name else path, reason, key=reason.unknown)
            return None

    def _points(self, entry: ClaimEntry, box: Box) -> Iterator[At]:
        """The positions that the claim lists itself."""
        if isinstance(entry, Example):
            meant = self._position((*self.at, "at"), entry.at, box)
            if meant:
                yield At(*meant)
        elif isinstance(entry, Table):
            yield from entries_of(
                self.faults, self.game, self.at, entry, lambda path, given: self._position(path, given, box)
            )

    def _expectation(self, entry: ClaimEntry, box: Box) -> Expected:
        expect = entry.expect
        if not isinstance(expect, Expectation):
            return Expected(expect)
        refutation = None
        if expect.refuted is not None:
            found = self._position((*self.at, "expect", "refuted"), expect.refuted, box)
            refutation = Refutation(*found) if found else None
        verdict = expect.verdict or ("holds" if expect.refuted is None else "refuted")
        return Expected(verdict, refutation, expect.proof)


# --------------------------------------------------------------------------------------------- lemmas that proofs use


def check_lemmas(faults: Faults, others: _Others) -> None:
    """Note what is wrong with the statements that claims use."""
    statements = [entry for entry in others.entries.values() if isinstance(entry, Statement)]
    for index, entry in others.entries.items():
        if isinstance(entry, Statement) and entry.along is not None and entry.along not in entry.unknowns:
            message = f"{entry.along} is no unknown of the statement"
            faults.add(("claims", index, "along"), message, nearest=nearest(entry.along, [*entry.unknowns]))
        for name in getattr(entry, "using", {}):
            path = ("claims", index, "using", name)
            lemma = others.named(name, path, statements, key=True)
            if lemma is None:
                continue
            if not isinstance(lemma, Statement):
                faults.add(path, f"{name!r} is no claim of kind 'statement'", key=True, expected="a statement")
            elif lemma.prove is None:
                faults.add(path, f"{name!r} is not to be proved", key=True, expected="a statement with `prove`")
            elif name != entry.id and entry.id in others.below(name):
                faults.add(path, f"the proof of {name!r} uses {entry.id!r} in its turn", key=True)


# ---------------------------------------------------------------------------------------------- what a claim is about


def unknowns_subject(faults: Faults, game: Subject, at: Steps, unknowns: Mapping[str, Interval]) -> Subject:
    """What a claim about numbers is about: its unknowns, given at that path, stand where a game has its fluents."""
    good: list[CounterRange] = []
    for name, interval in unknowns.items():
        taken = _taken(game, name)
        if taken is None:
            good.append(CounterRange(name, interval))
        else:
            faults.add((*at, name), f"{name} {taken}", key=True, expected="another name")
    box = Box(game.box.parameters, tuple(good))
    wrong = _at_fault(faults, game, at, box, unknowns)
    counters = tuple(Counter(one.name, one.name == "stones") for one in good)
    bad = unknowns.keys() - {one.name for one in good}
    measure = Measure(counters, tuple(one.name for one in counters))
    return Subject(counters, measure, box, (), game.sound and not bad and not wrong, game.elsewhere | bad, box)


def _at_fault(faults: Faults, game: Subject, at: Steps, box: Box, named: Collection[str]) -> bool:
    """Whether something is wrong with the `named` ranges of a box, which is noted below that path, or with the box."""
    found = [problem for problem in misread(box, game.elsewhere) if problem.name in named]
    if game.sound and not found:
        found = unfit(box)
    for problem in found:
        faults.note((*at, *(step for step in (problem.name, problem.part) if step)), problem)
    return bool(found)


def all_games_subject(faults: Faults, at: Steps, entry: Theory) -> Subject:
    """What a claim about all games is about: the number of their positions stands where a game has its fluents."""
    for key in ("position", "parameters"):
        if faults.said(key):
            message = f"a claim about all games has no {key}: it stands in a spec without"
            faults.add((*at, "kind"), message, expected="a spec of its own for claims of kind theory")
    box = Box((), (CounterRange("positions", entry.positions),))
    found = misread(box) or unfit(box)
    path = (*at, "positions")
    for problem in found:
        faults.note(path, problem)
    if not found and not entry.positions.at({}).start > 0:
        faults.add(path, "a game has at least 1 position", expected="a range such as 1..6")
    return Subject((), Measure((), ()), box, (), not faults.under(at), frozenset(), box)


def _taken(game: Subject, name: str) -> str | None:
    """Why an unknown cannot have that name; None where it can."""
    if name in RESERVED | WORDS:
        return "has a meaning of its own in the rules"
    if any(name == fluent.name for fluent in game.fluents):
        return "is the name of a fluent too"
    if any(name == parameter.name for parameter in game.box.parameters):
        return "is the name of a parameter too"
    if any(parameter.is_set and name == parameter.name.lower() for parameter in game.box.parameters):
        return "is the predicate of a parameter that is a set"
    return "is the name of a fluent or a parameter too" if name in game.elsewhere else None


# -------------------------------------------------------------------------------------------------- entries of tables


_Given: TypeAlias = dict[str, int | tuple[int, ...]]
Resolve: TypeAlias = Callable[[Steps, Entries], Point | None]
"""The parameters and the position that names and numbers mean; None where that was noted as a fault."""


def entries_of(faults: Faults, game: Subject, at: Steps, table: Table, resolve: Resolve) -> Iterator[At]:
    """The positions of a table whose claim stands at that path, in its order, noting what is wrong with them."""
    listed: list[tuple[Steps, _Given]] = []
    if table.entries is not None:
        listed = [((*at, "entries", place, "at"), dict(entry.at)) for place, entry in enumerate(table.entries)]
    elif table.rows is not None and table.values is not None:
        places = _places(faults, game, (*at, "rows"), table.rows, len(table.values))
        if places is None:
            return
        if len(places) != len(table.values):
            more = "more" if len(places) > len(table.values) else str(len(places))
            faults.add((*at, "values"), f"there are {len(table.values)} values, and {more} positions in rows", key=True)
            return
        listed = [((*at, "rows"), given) for given in places]
    seen: set[tuple[tuple[Value, ...], Position]] = set()
    for path, given in listed:
        meant = resolve(path, given)
        if meant is None:
            if table.entries is None:
                break  # the others of the same ranges have the same fault
            continue
        key = tuple(meant[0].values()), meant[1]
        if key in seen:
            faults.add(path, "this position is listed twice")
        seen.add(key)
        yield At(*meant)


def _places(faults: Faults, game: Subject, path: Steps, rows: Mapping[str, Interval], most: int) -> list[_Given] | None:
    """What each position of the ranges is given by, the last running fastest, and one more than `most` at most."""
    heaps = {fluent.name for fluent in game.fluents if isinstance(fluent, Heaps)}
    names = {parameter.name for parameter in game.box.parameters if not parameter.is_set}
    found: list[_Given] = []
    try:
        for numbers in _numbers(list(rows.items()), {}, names):
            given: _Given = {
                name: ((number,) if number else ()) if name in heaps else number for name, number in numbers.items()
            }
            found.append(given)
            if len(found) > most:
                break
    except KeyError as error:
        faults.add(path, f"a range mentions {error.args[0]}, which has no number here")
        return None
    except (RangeSyntaxError, ValueError) as error:
        faults.add(path, str(error))
        return None
    return found


def _numbers(
    ranges: Sequence[tuple[str, Interval]], chosen: dict[str, int], names: set[str]
) -> Iterator[dict[str, int]]:
    if not ranges:
        yield chosen
        return
    (name, interval), *rest = ranges
    for number in interval.at({known: value for known, value in chosen.items() if known in names}):
        yield from _numbers(rest, {**chosen, name: number}, names)
