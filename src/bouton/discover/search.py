"""A winning strategy for a claim that names none: cases learnt on a small box, then checked on a larger one.

The conditions of the cases are the claim's own predicates, then also the plain and the short literals of `language`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

import numpy as np

from bouton.claims.judge import game_of
from bouton.claims.registry import stated
from bouton.claims.strategy import failure
from bouton.claims.subject import rules_of
from bouton.core.errors import InputError, LimitReached, Unreadable
from bouton.core.position import Parameters, Position, as_argument
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Kernel, Winners
from bouton.discover.cases import Learner
from bouton.discover.draft import taken, unused
from bouton.discover.expressions import Literal, Truth
from bouton.discover.language import Language, language_of, needs
from bouton.discover.moves import Offer, offered, variable
from bouton.discover.positions import Known
from bouton.ground.box import CounterBox, GroundBox, HeapBox, among, ground_box
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Sought, layers
from bouton.process.limits import Limits, alone
from bouton.proof.goal import members
from bouton.proof.setting import Setting, own_range, settings
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.names import OUTPUTS

_LEARNT, _CHECKED, _FAILING = 1500, 6000, 40
"""Positions that moves are learnt from, those that they are checked at, and failures of one box to learn from."""
_ROUNDS = 5
_TRUST = {1: 1.0, 2: 0.9, 3: 0.8, 4: 0.6}
"""How far a condition may be trusted beyond the positions it was met at, by its cost: one that names a number least."""
_SHORT = 4
"""Conditions that cost no more are among those to learn from, whether plain or not."""
_ASSIGNMENTS = 8
Listed: TypeAlias = tuple[Parameters, tuple[Position, ...]]
"""Positions to look at, and the parameters with which."""
_HEAPS = (2, 3, 7)
"""Most heaps of the boxes that are looked at."""
_COUNTER = 400


@dataclass(frozen=True)
class FoundStrategy:
    """Rules for a predicate that names winning moves, and where they were held against the game."""

    name: str
    rules: tuple[str, ...]
    positions: int
    """N-positions, at each of which every move named was legal and won, and one was named."""
    over: tuple[str, ...]
    """The boxes they were in, in words."""


@dataclass(frozen=True)
class NoStrategy:
    """Why no strategy was found, and moves one of which wins at each position looked at where any move tried does."""

    reason: str
    moves: tuple[Offer, ...] = ()
    late: bool = False
    """Whether it was given up, as its time was over."""


def has_strategy(claim: Claim) -> bool:
    """Whether a claim of this kind can name a strategy at all."""
    return isinstance(stated(claim), Kernel | Winners)


def strategy(spec: Spec, claim: Claim, limits: Limits) -> FoundStrategy | NoStrategy:
    """A strategy for the claim, looked for in a limited child; InputError where rules are at fault, or of sets."""
    spec.refuse_sets("there are strategies")
    if not has_strategy(claim):
        return NoStrategy(f"a claim of kind {claim.kind} has no strategy")
    if claim.where is not None:
        return NoStrategy("the claim speaks of some positions only")
    rules_of(spec)
    try:
        found = alone(search, spec, claim, limits=limits)
    except LimitReached as error:
        return NoStrategy(str(error), late=True)
    except InputError as error:
        return NoStrategy(f"the conditions that were tried are not for these rules: {error.diagnostics[0].message}")
    assert isinstance(found, FoundStrategy | NoStrategy)
    return found


def search(spec: Spec, claim: Claim) -> FoundStrategy | NoStrategy:
    """A strategy for the claim, looked for in this process, without a limit of time or memory."""
    rules = rules_of(spec)
    own, numbers = _own(spec, rules, claim)
    try:
        offers = offered(spec, claim, rules, _settings(spec, claim), numbers)
    except Unreadable as error:
        return NoStrategy(f"the rules have no symbolic meaning: {rules.sources.reason(error)}")
    if not offers:
        return NoStrategy("no template of a winning move was found")
    names = taken(spec, rules)
    name = unused("winning_move", names)
    chosen = [tuple(one.items()) for one in _assignments(claim)]
    language, lines = language_of(spec, rules, chosen, names)
    larger = _regions(spec, claim, _CHECKED)
    learner: Learner | None = None
    for wider in (None, language):
        known, seen, learner = _regions(spec, claim, _LEARNT), None, None
        for _ in range(_ROUNDS):
            seen = _seen(spec, claim, offers, own, known, seen)
            if seen is None:
                return NoStrategy("no position that was looked at and is to be won has a move")
            said, learner = _learner(seen, own, wider)
            cases = learner.cases()
            if cases is None:
                break
            heads = [_rule(name, offers[one.move], [said[at] for at in one.conditions]) for one in cases]
            written = [*needs(lines, heads), *heads]
            count, known = _checked(spec, claim, name, written, larger)
            if not known:
                return FoundStrategy(name, tuple(written), count, _over(spec, claim, _CHECKED))
    won = tuple(offers[at] for at in learner.moves()) if learner else ()
    return NoStrategy("no conditions were found under which these moves win", won)


def _own(spec: Spec, rules: Rules, claim: Claim) -> tuple[list[Literal], list[str]]:
    """Literals by the predicates that the claim depends on, and the names of such predicates of one number."""
    about = members(spec, claim)
    wanted = [(one.iff, stated(claim).arity) for one in about]
    wanted += [(one.where, 0) for one in about if one.where is not None]
    given = {*OUTPUTS, *(fluent.name for fluent in rules.fluents)}
    found = [one for one in sorted(closure(wanted, rules.statements) & rules.defined) if one[0] not in given]
    numbers = [name for name, arity in found if arity == 1]
    literals = [Literal((), sign + name, 1, "") for name, arity in found if arity == 0 for sign in ("", "not ")]
    parameters = [one.name for one in spec.box.parameters if one.interval is not None]
    beyond = [f"{name}{more}" for name in parameters for more in ("", "+1")]
    for name in numbers:
        one = variable(name)
        for value in (*map(str, range(10)), *parameters):
            literals.append(Literal((), f"{name}({value})", 2 if value in ("0", "1") else 4, ""))
            literals.append(Literal((), f"not {name}({value})", 1, ""))
        for said in (f"{one} \\ 2 = 0", f"{one} \\ 2 = 1", *(f"{one} > {least}" for least in ("0", "1", "2", *beyond))):
            literals.append(Literal((f"{name}({one})",), said, 3, ""))
    return literals, numbers


@dataclass(frozen=True)
class _Seen:
    """N-positions, with two rows of truth values for each move: `right`, it wins; `wrong`, it is offered and does not.

    Both are False where the move is not offered. `met` has a row for each of the claim's own conditions.
    """

    known: tuple[Known, ...]
    right: Truth
    wrong: Truth
    met: Truth


def _learner(seen: _Seen, own: Sequence[Literal], language: Language | None) -> tuple[Sequence[Literal], Learner]:
    """The conditions, in the order of their indices, and the learner of cases that has these conditions."""
    said, holds = [*own], seen.met
    if language is not None:
        more, rows = language.literals(seen.known)
        plain = [at for at, one in enumerate(more) if one.plain or one.cost <= _SHORT]
        said, holds = [*said, *(more[at] for at in plain)], np.concatenate((holds, rows[plain]))
    return said, Learner(seen.right, seen.wrong, holds, np.array([_TRUST[min(one.cost, 4)] for one in said]))


def _settings(spec: Spec, claim: Claim) -> list[Setting]:
    """The settings (heap counts, parameters, ranges) of the claim's proof, then those of its box that differ.

    A proof for any number of heaps has none to add.
    """
    found: list[Setting] = []
    if claim.prove is not None and not any(name.endswith(".count") for name in claim.prove.unbounded):
        found += islice(settings(spec, claim.prove), _ASSIGNMENTS)
    return [*found, *(one for one in islice(settings(spec, own_range(claim)), _ASSIGNMENTS) if one not in found)]


def _seen(
    spec: Spec,
    claim: Claim,
    offers: Sequence[Offer],
    own: Sequence[Literal],
    regions: Sequence[Listed],
    before: _Seen | None,
) -> _Seen | None:
    """Which moves win and which conditions hold at each N-position of the regions, added to what was seen `before`.

    None where no N-position was seen yet.
    """
    offer, condition = (unused(name, taken(spec, rules_of(spec))) for name in ("offer", "condition"))
    lines = [f"{offer}({at},{one.term}) :- {', '.join(one.body) or '#true'}." for at, one in enumerate(offers)]
    lines += [f"{condition}({at}) :- {', '.join(one.body)}." for at, one in enumerate(own)]
    known, rows = [], []
    for region, layer, node in _positions(spec, claim, lines, [(offer, 2), (condition, 1)], regions):
        winning = {move.term for move in node.moves if layer.wins(claim.play, node, move.to)}
        bad = {at.number for at, term in node.rows[offer, 2] if term not in winning}
        good = {at.number for at, _ in node.rows[offer, 2]} - bad
        met = {row[0].number for row in node.rows[condition, 1]}
        known.append(Known(tuple(regions[region][0].items()), node.position, False))
        rows.append(
            [
                [at in some for at in range(many)]
                for some, many in ((good, len(offers)), (bad, len(offers)), (met, len(own)))
            ]
        )
    if not known:
        return before
    right, wrong, held = (np.array(table, dtype=bool).reshape(len(known), -1).T for table in zip(*rows, strict=True))
    if before is None:
        return _Seen(tuple(known), right, wrong, held)
    both = ((before.right, right), (before.wrong, wrong), (before.met, held))
    return _Seen((*before.known, *known), *(np.concatenate(two, axis=1) for two in both))


def _checked(
    spec: Spec, claim: Claim, name: str, written: Sequence[str], regions: Sequence[Listed]
) -> tuple[int, list[Listed]]:
    """The number of N-positions in the regions, and some of those at which the strategy fails, as regions."""
    count = 0
    failing: dict[int, list[Position]] = {}
    for at, layer, node in _positions(spec, claim, written, [(name, 1)], regions):
        count += 1
        if failure(claim, name, node, layer) is not None and len(failing.setdefault(at, [])) < _FAILING:
            failing[at].append(node.position)
    return count, [(regions[at][0], tuple(listed)) for at, listed in failing.items()]


def _positions(
    spec: Spec, claim: Claim, lines: Sequence[str], wanted: Iterable[Signature], regions: Sequence[Listed]
) -> Iterator[tuple[int, Layer, Node]]:
    """The N-positions of the regions, each with the index of its region, by the game's rules with `lines` added."""
    rules = _extended(spec, lines)
    for at, (parameters, positions) in enumerate(regions):
        game = game_of(spec, rules, claim.box, parameters)
        region = among(rules.fluents, positions, of_box=True)
        for layer in layers(Sought(game, region, frozenset(wanted), (claim.play,))):
            for node in layer.nodes:
                if not node.terminal and layer.outcome(claim.play, node.position) != "P":
                    yield at, layer, node


def _regions(spec: Spec, claim: Claim, most: int) -> list[Listed]:
    """For the first few assignments of the parameters, the assignment and positions of the box: about `most` in all."""
    found = []
    each = _assignments(claim)
    for parameters in each:
        boxes = _boxes(spec, claim, parameters, most // len(each))
        positions = dict.fromkeys(at for box in boxes for layer in box.layers(spec.measure) for at in layer)
        if positions:
            found.append((parameters, tuple(positions)))
    return found


def _assignments(claim: Claim) -> list[Parameters]:
    return list(islice(claim.box.assignments(), _ASSIGNMENTS))


def _boxes(spec: Spec, claim: Claim, parameters: Parameters, most: int) -> list[GroundBox]:
    """Parts of the claim's box, of about `most` positions in all: few large heaps, and more heaps that are smaller.

    Where a proof is for any number of heaps there are more than the box has.
    """
    whole = ground_box(spec.fluents, claim.box, parameters)
    heaps = [most_heaps for most_heaps in _HEAPS if any(isinstance(part, HeapBox) for part in whole.parts)]
    found: dict[GroundBox, None] = {}
    for most_heaps in heaps or _HEAPS[:1]:
        parts: list[HeapBox | CounterBox] = []
        for part in whole.parts:
            if isinstance(part, HeapBox):
                stop = max(part.counts.start, most_heaps) + 1
                any_number = claim.prove is not None and f"{part.fluent.name}.count" in claim.prove.unbounded
                counts = range(part.counts.start, stop if any_number else min(part.counts.stop, stop))
                sizes = [replace(part, counts=counts, sizes=range(1, size + 1)) for size in range(2, 64)]
                fitting = [one for one in sizes if one.size() <= most // len(_HEAPS)]
                parts.append(max(fitting, key=HeapBox.size, default=sizes[0]))
            elif isinstance(part, CounterBox):
                parts.append(replace(part, values=part.values[: max(2, min(_COUNTER, most))]))
        found[GroundBox(tuple(parts))] = None
    return list(found)


def _over(spec: Spec, claim: Claim, most: int) -> tuple[str, ...]:
    """The boxes of `_regions` in words; assignments of parameters that have the same boxes are told together."""
    each = _assignments(claim)
    found: dict[str, list[str]] = {}
    for parameters in each:
        boxes = ", ".join(_in_words(box) for box in _boxes(spec, claim, parameters, most // len(each)))
        found.setdefault(boxes, []).append(as_argument(parameters, {}))
    return tuple(f"{' or '.join(names)}: {boxes}" if any(names) else boxes for boxes, names in found.items())


def _in_words(box: GroundBox) -> str:
    said = []
    for part in box.parts:
        if isinstance(part, HeapBox):
            said.append(f"{_ends(part.counts)} {part.fluent.name}s of {_ends(part.sizes)} stones")
        elif isinstance(part, CounterBox):
            said.append(f"{part.fluent.name} {_ends(part.values)}")
    return " and ".join(said)


def _ends(numbers: range) -> str:
    return "no" if not numbers else f"{numbers[0]}..{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _extended(spec: Spec, lines: Sequence[str]) -> Rules:
    """The rules with these lines after them, read anew."""
    *others, last = spec.rules
    return rules_of(spec, (*others, replace(last, text="\n".join([last.content, *lines, ""]))))


def _rule(name: str, offer: Offer, conditions: Sequence[Literal]) -> str:
    body = dict.fromkeys([*offer.body, *(part for one in conditions for part in one.body)])
    return f"{name}({offer.term}) :- {', '.join(body)}." if body else f"{name}({offer.term})."
