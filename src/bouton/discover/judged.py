"""The judgement of a guess, by `check`, of the text that is printed: in the user's box, beyond it, and by a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from bouton.claims.parts import DIGITS
from bouton.core.errors import InputError, LimitReached, fault
from bouton.core.position import Heaps, Value
from bouton.core.ranges import interval
from bouton.core.sources import Source
from bouton.core.spec import CounterRange, FluentRange, HeapRange, Spec, values_of
from bouton.core.verdict import Result, Verdict
from bouton.discover import draft as drafts
from bouton.discover.draft import Draft, Reach, WholeReach
from bouton.discover.guess import Guess, Search, at, drafted
from bouton.discover.onto import said_of_moves
from bouton.discover.positions import Known, within
from bouton.discover.search import NoStrategy, has_strategy, strategy
from bouton.ground.box import ground_box

_SHARE = 4
"""The boxes of one guess may take the processor time that is left, divided by it, or `_LEAST` seconds where these are
more."""
_LEAST = 5.0
_POSITIONS = 10_000_000
"""No box beyond the user's has more positions,"""
_PILE = 100_000
"""and no heap or counter in one is larger."""
_GROWTH = 5
"""How many times as large heaps and counters are in each box as in the one before it."""
_WHOLE = ("p-positions", "winners")
"""Kinds of claims on every position of a box: such a one says nothing only where there is nothing to say."""
_LATE = "the time for that was over"
_STATE = 12
"""A counter of no more values is not a pile but a state, and keeps its range where another one grows."""


def held(search: Search, guess: Guess) -> Guess:
    """The guess with how far it holds in the user's box, or refuted at the least position there at which it fails.

    Where the time is not enough for the whole box it is said how far the guess was held. One that says nothing of so
    small a box, such as a period that is longer, is held against the box of its own claim. One that is not wanted stays
    as it is, here and below.
    """
    if not search.wanted(guess):
        return guess
    search.tell(f"{guess.says} (holding it against the box)")
    for over in (None, guess.draft.document["claims"][0].get("over")):
        found = _boxed(search, guess, over)
        if found is None:
            continue
        spec, result = found
        if result.counterexample is not None:
            return _refuted(search, guess, spec, result)
        many = f"{result.positions} position{'' if result.positions == 1 else 's'}"
        if result.verdict is Verdict.VACUOUS and over is None and guess.kind in _WHOLE:
            raise fault(f"there is nothing to find: {result.reason}", file=search.spec.file, expected="a larger box")
        if result.verdict is Verdict.HOLDS:
            box = "its box" if over is None else _ranges(over)
            return replace(
                guess, where=f"{'the' if result.positions == 1 else 'all'} {many} of {box}", whole=over is None
            )
        if result.verdict is Verdict.UNKNOWN:
            return replace(guess, where=f"its box as far as that was looked at ({result.reason})")
    return replace(guess, state="refuted", where="rules that are not for its box", inside=True)


def beyond(search: Search, guess: Guess) -> Guess:
    """A guess that holds in the user's box as larger and larger boxes leave it: refuted, or held as far as they go.

    Heaps and counters grow, numbers of heaps and parameters stay.
    """
    fit = guess
    for over in _larger(search.spec) if guess.whole and search.wanted(guess) else ():
        search.tell(f"{guess.says} (holding it beyond its box)")
        found = _boxed(search, guess, over)
        if found is None:
            break
        spec, result = found
        if result.counterexample is not None:
            return _refuted(search, guess, spec, result)
        if result.verdict is not Verdict.HOLDS:
            break
        fit = replace(fit, where=f"{guess.where}, and {result.positions} of {_ranges(over)}")
    return fit


def _ranges(over: Mapping[str, Any]) -> str:
    """The sizes and counters of a box in words: `heap = 1..600`."""
    parts = ((name, part["size"] if isinstance(part, Mapping) else part) for name, part in over.items())
    return ", ".join(f"{name} = {size}" for name, size in parts)


def _boxed(search: Search, guess: Guess, over: Mapping[str, object] | None) -> tuple[Spec, Result] | None:
    """What `check` says of the guess in a box, the user's by default, without a proof; None where the rules fail.

    InputError where the game alone fails in the user's box.
    """
    limits = search.part(1 / _SHARE, _LEAST)
    try:
        spec, results = drafts.with_box(guess.draft, over).judged(limits, prove=False)
    except InputError as error:
        if over is None and not search.rules.alliances:
            never = drafts.unused("never", search.taken)
            claim = {"says": "Never.", "kind": "p-positions", "play": search.play, "iff": never}
            drafted(search, claim, [f"{never} :- #false."]).judged(limits, prove=False)
        search.tell(str(error))
        return None
    wrong = [one for one in results if one.verdict is not Verdict.HOLDS]
    return spec, (wrong or [one for one in results if one.id == drafts.CLAIM])[0]


def _larger(spec: Spec) -> Iterator[dict[str, str | dict[str, str]]]:
    """The ranges of boxes that grow, as keys of a claim's `over`."""
    chosen = list(spec.box.assignments())
    parts = spec.box.fluents
    sizes = [part.size if isinstance(part, HeapRange) else values_of(part) for part in parts]
    highs = [max(max(one.at(each)[-1:], default=0) for each in chosen) for one in sizes]
    piles = [isinstance(part, HeapRange) or high > _STATE for part, high in zip(parts, highs, strict=True)]
    grow = piles if any(piles) else [True] * len(parts)
    factor = 1
    while any(high * factor < _PILE for high, grows in zip(highs, grow, strict=True) if grows and high):
        factor *= _GROWTH
        over: dict[str, str | dict[str, str]] = {}
        made: list[FluentRange] = []
        for part, size, high, grows in zip(parts, sizes, highs, grow, strict=True):
            said = f"{size.low.text}..{min(high * factor, max(_PILE, high))}" if grows else str(size)
            if isinstance(part, HeapRange):
                over[part.name] = {"count": str(part.count), "size": said}
                made.append(replace(part, size=interval(said)))
            else:
                over[part.name] = said
                made.append(CounterRange(part.name, interval(said)))
        box = replace(spec.box, fluents=tuple(made))
        if sum(ground_box(spec.fluents, box, each).size() for each in chosen) > _POSITIONS:
            return
        yield over


def _refuted(search: Search, guess: Guess, spec: Spec, result: Result) -> Guess:
    """The guess as refuted at the counterexample that `check` found."""
    assert result.counterexample is not None
    parameters, position = result.counterexample.at
    known = Known(tuple(parameters.items()), position, result.counterexample.actual == search.target)
    where = at(search.spec, known)
    inside = within(search.spec, known)
    return replace(guess, state="refuted", where=where, judged=spec, result=result, against=known, inside=inside)


def tried(search: Search, guess: Guess, reach: Reach | WholeReach, *, last: bool) -> Guess:
    """The guess after `check` has tried a proof of this reach: proved, refuted, or unchanged where neither is decided.

    The proof may take half of the processor time that is left for this kind of guess, or all of it where it is the
    `last` to be tried of the guess.
    """
    if not search.wanted(guess):
        return guess
    asked = drafts.with_prove(guess.draft, reach.of(search.spec), reach.over(search.spec))
    search.tell(f"{guess.says} ({guess.where}; proving)")
    # what reaches further may take half of what is left, so that something less general is tried too
    share = 1 if last else 1 / 2
    limits = search.part(share, _LEAST)
    try:
        spec, results = asked.judged(limits, held=guess.whole)
    except InputError as error:
        search.tell(str(error))
        return guess
    result = next(one for one in results if one.id == drafts.CLAIM)
    if all(one.verdict is Verdict.PROVED for one in results):
        return replace(guess, state="proved", draft=asked, judged=spec, result=result)
    if result.counterexample is not None:
        return _refuted(search, replace(guess, draft=asked), spec, result)
    return guess


def proved_in(
    search: Search,
    guess: Guess,
    ways: Sequence[Reach | WholeReach],
    last: Callable[[Reach | WholeReach], bool] | None = None,
) -> Iterator[Guess]:
    """The guess as its box leaves it, if that is not known, then as proofs of these reaches do, until one is proved.

    The last of them may take all the time that is left, or those for which `last` is true. Where `last` is given,
    a proof is tried though one that reaches further was refuted, and a refutation is told only where none succeeds.
    What is neither is held against larger boxes.
    """
    if not guess.whole:
        guess = held(search, guess)
        yield guess
    if guess.state == "refuted":
        return
    against: Guess | None = None
    for reach in ways:
        judged = tried(search, guess, reach, last=reach is ways[-1] if last is None else last(reach))
        ordered = _in_order(search, reach, judged)
        for _ in range(2):  # first apart by what the refutation asks for, then as the box has them
            if ordered is not None:
                judged = tried(search, guess, ordered, last=False)
                ordered = _in_order(search, ordered, judged)
        if judged.state == "proved" or (judged.state == "refuted" and last is None):
            yield judged
        if judged.state == "proved" or (judged.inside and last is None):
            return
        against = judged if judged.inside else against
    if against is not None:
        yield against
        return
    yield beyond(search, guess)


def _in_order(search: Search, reach: Reach | WholeReach, refuted: Guess) -> Reach | None:
    """The same reach where a parameter is not below another, or is above it, as is so in the box alone; else None."""
    if not isinstance(reach, Reach) or not reach.parameters or refuted.state != "refuted" or refuted.against is None:
        return None
    given, chosen = _numbers(refuted.against.parameters), [_numbers(one) for one in search.assignments]
    for one, other in permutations(given, 2):
        apart, least = given[other] - given[one], min(each[other] - each[one] for each in chosen)
        if apart < least and least >= 0 and (reach.above is None or reach.above[0] == other):
            more = max(0, apart + 1) if reach.above is None else least
            return replace(reach, above=(other, f"{one}+{more}" if more else one))
    return None


def _numbers(parameters: Iterable[tuple[str, Value]]) -> dict[str, int]:
    """Those of the parameters that are numbers, not sets."""
    return {name: value for name, value in parameters if isinstance(value, int)}


@dataclass(frozen=True)
class _Moves:
    """Rules for winning moves; `leading` are those to where a theorem holds. The last rule names their predicate."""

    rules: tuple[str, ...]
    leading: bool = False

    @property
    def name(self) -> str:
        """The predicate of the moves."""
        return self.rules[-1].partition("(")[0]


def with_strategy(search: Search, guess: Guess) -> Guess:
    """A proved theorem with winning moves, where such are found and `check` proves both; else with why there are none.

    Moves that are named one by one say more than those that lead to positions of the theorem, which can be named of any
    theorem on P-positions. They are tried before these; but of digits nothing else is found, nor of periods.
    """
    assert guess.judged is not None and guess.result is not None
    known, claim = guess.judged, guess.judged.claim(guess.result.id)
    if guess.positions is None and (not has_strategy(claim) or claim.strategy is not None):
        return guess
    search.tell(f"{guess.says} (proved; looking for winning moves)")
    solved = [] if guess.result.proof is None else guess.result.proof.obligations
    digits = any(one.part == DIGITS or one.solver.startswith("automata") for one in solved)
    lines, found = guess.body, claim.iff
    if guess.positions is not None:
        lines, found = guess.positions.lines, guess.positions.claim["iff"]
    leading = [_Moves(some, leading=True)] if (some := said_of_moves(search, lines, found or "")) else []
    told = [_Moves(guess.onto)] if guess.onto else []
    first = told if digits or any(isinstance(one, Heaps) for one in known.fluents) else []
    try:
        guess = _with_moves(search, guess, first)
        if guess.strategy:
            return guess
        if digits or guess.positions is not None:
            return _with_moves(search, guess, leading)
        spec = replace(known, rules=_as_text(known, guess.draft.rules))
        looked = strategy(spec, claim, search.part(1 / 2))
        named = [] if isinstance(looked, NoStrategy) else [_Moves(looked.rules)]
        if isinstance(looked, NoStrategy) and not guess.unnamed:
            guess = replace(guess, unnamed=_LATE if looked.late else looked.reason)
        return _with_moves(search, guess, [*named, *told[len(first) :], *leading])
    except LimitReached:
        return replace(guess, unnamed=_LATE)


def _with_moves(search: Search, guess: Guess, moves: Iterable[_Moves]) -> Guess:
    """The theorem with the first of these rules for winning moves that is proved with it.

    Without any it is told why the last of them is not.
    """
    for one in moves:
        asked, rules = _drafted(search, guess, one)
        spec, results = asked.judged(search.left)
        if all(result.verdict is Verdict.PROVED for result in results):
            (first,) = [result for result in results if result.id == drafts.CLAIM]
            return replace(guess, draft=asked, judged=spec, result=first, strategy=rules, unnamed="")
        proof = results[-1].proof
        reason = results[-1].reason or (proof and proof.reason) or results[-1].verdict.value
        guess = replace(guess, unnamed=f"of rules that were tried: {reason}")
    return guess


def _drafted(search: Search, guess: Guess, moves: _Moves) -> tuple[Draft, tuple[str, ...]]:
    """The draft with winning moves, and the rules that it has for them.

    Moves to where the theorem holds take long to be held against a game of many moves. Where the box has more than few
    positions they have a claim with a box of its own, and so have those of a theorem on values.
    """
    assert guess.judged is not None
    (said,), of = guess.draft.document["claims"], guess.positions
    rules = (*(() if of is None else of.lines), *moves.rules)
    over = drafts.few(guess.judged, guess.judged.claim(drafts.CLAIM).box if of is None else search.spec.box)
    own = said if of is None else of.claim
    named = {**own, "strategy": moves.name}
    claims = [named]
    if of is not None or (moves.leading and over):
        wide = own.get("over", {}) | over
        claims = [said, {**named, "id": drafts.MOVES, **({"over": wide} if wide else {})}]
    text = "\n".join((guess.draft.rules.rstrip("\n"), *rules, ""))
    return replace(guess.draft, rules=text, document={**guess.draft.document, "claims": claims}), rules


def _as_text(spec: Spec, rules: str) -> tuple[Source]:
    """The rules file of a judged draft, held as text, since the temporary file itself is gone."""
    (file,) = spec.rules
    return (replace(file, text=rules),)
