"""The problems that prove two games isomorphic: each position and its image in the other game have the same options.

Let every position have one image; let the images of its options be the options of its image; and let who has won at a
terminal have won at its image. By induction along the measure a position and its image then have one outcome: a
position is lost where all its options are won, and its image's options are the images of these. What is reached from an
image are images, so that nothing has to be shown of the other game besides. In a game of alliances who moves at an
option must be of the other side, as in a game of two players.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bouton.claims.parts import ALTERNATE, BACK, FORTH, IMAGE, OTHER_RULES
from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import never
from bouton.core.logic.expression import FALSE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, equivalent, negate
from bouton.core.logic.problem import Assertion, Problem, shares
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import Function, text
from bouton.core.position import Counter, Parameters, Position, as_argument, named
from bouton.core.spec import Claim, CounterRange, Spec
from bouton.core.stated import Images
from bouton.document.entries import SameGame
from bouton.document.other import alone
from bouton.ground.box import among
from bouton.ground.companion import NoImageError, position_of
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.proof.compared.comparison import HeldReading, Seen, allowed, nearness
from bouton.proof.compared.said import Said
from bouton.proof.obligations.kernel import none_of, obligations
from bouton.proof.setting import Setting, Span, ranged
from bouton.proof.theorem import Characterisation, Counts, Moves, Reading, Theorem, led
from bouton.reading.canonical import values_at
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition, located
from bouton.reading.sides import SIDE, WINNER, one_winner, says
from bouton.rules.file import Rules

_COUNTS: Counts = ()
"""There are no heaps in either game."""
OTHER = "the other game"
"""What comparisons of the other game's rules are said to be of (`Nearness.of`)."""
_JUDGED = 24
"""Positions for each values of the parameters whose images clingo looks at, those far out among them."""


@dataclass(frozen=True)
class OtherGame:
    """The other game of a claim about images, at a setting's parameters; `image` is the predicate that leads to it."""

    spec: Spec
    rules: Rules
    setting: Setting
    reading: Reading
    image: str

    @cached_property
    def at(self) -> Unknowns:
        """Unknowns for the counters of a position's image."""
        return self._unknowns("image")

    @cached_property
    def after(self) -> Unknowns:
        """Unknowns for the counters of an option's image."""
        return self._unknowns("after")

    def _unknowns(self, what: str) -> Unknowns:
        lows = {name: ends[0] for name, ends in self.reading.theorem.counters.items()}
        ends = {name: low.number if isinstance(low, Linear) else low for name, low in lows.items()}
        return {one.name: unknown(f"_{what}.{one.name}", ends[one.name], local=True) for one in self.rules.fluents}


Unknowns = Mapping[str, Unknown]
"""An unknown for each counter of the other game."""


def beside(claim: Claim, setting: Setting) -> OtherGame:
    """The other game of the claim, in a setting of its own game; Unreadable where no proof about images reaches it."""
    (other,), said = claim.others, claim.by(SameGame)
    assert said.image is not None
    rules = rules_of(other)
    if setting.counts != (_COUNTS,) or not all(isinstance(one, Counter) for one in other.fluents):
        raise Unreadable("no proof is known of images in games of heaps")
    if SIDE in rules.defined:
        raise Unreadable("no proof is known of images in a game of alliances")
    if rules.legal is not None:
        raise Unreadable("no proof is known of images in a game of which not all positions exist")
    fixed, unknowns = {}, {}
    for parameter in other.box.parameters:
        if parameter.name not in setting.unknown:
            fixed[parameter.name] = setting.parameters.get(parameter.name, alone(parameter))
        elif setting.unknown[parameter.name].symbolic:
            raise Unreadable(f"the range of {parameter.name} depends on what is unbounded")
        else:
            unknowns[parameter.name] = setting.unknown[parameter.name]
    counters: dict[str, Span] = {}
    for part in other.box.fluents:
        if not isinstance(part, CounterRange) or part.interval.low.names:
            raise Unreadable(f"the least {part.name} of the other game depends on a parameter")
        counters[part.name] = Span(part.interval.low.value({}), None)
    there = Setting(fixed, unknowns, (_COUNTS,), counters)  # type: ignore[arg-type]  # an alone value is a number
    found = ranged(there)
    theorem = Theorem(
        rules,
        {**there.parameters, **found.parameters},
        found.counters,
        other.measure,
        said.other_play or claim.play,
        (),
        stated=Images(),
    )
    return OtherGame(other, rules, there, Reading(theorem, frozenset({_COUNTS})), said.image)


# ---------------------------------------------------------------------------------------------------------- obligations


def problems(claim: Claim, reading: Reading, other: OtherGame) -> Iterator[tuple[Counts, Problem]]:
    """Every problem of the proof: those about this game alone, then those about this game and the other."""
    yield from obligations(reading)
    here, moves = reading.at(_COUNTS), reading.moves(_COUNTS)
    for problem in (
        *_named(here, other),
        *_alternate(here, moves),
        *_rules(here, other),
        _terminals(claim, here, other),
        *_forth(claim, here, moves, other),
        *_back(claim, here, moves, other),
    ):
        yield _COUNTS, problem


def _is(here: Characterisation[SymbolicGame], other: OtherGame, values: Mapping[str, Linear]) -> Formula:
    """That these are the counters of the position's image."""
    return conj(says(here.game, (other.image, 1), Function(name, (value,))) for name, value in values.items())


def _atoms(unknowns: Unknowns) -> dict[str, Linear]:
    return {name: atom(one) for name, one in unknowns.items()}


def _named(here: Characterisation[SymbolicGame], other: OtherGame) -> Iterator[Problem]:
    """The rules name exactly one position of the other game; Unreadable where they name anything else."""
    rows = here.game.relations.get((other.image, 1), ())
    for row in rows:
        (term,) = row.arguments
        number_of = isinstance(term, Function) and len(term.arguments) == 1 and isinstance(term.arguments[0], Linear)
        if not number_of or term.name not in other.at:  # type: ignore[union-attr]  # it is a function
            place = here.game.places.get((other.image, 1), (0, 0))
            raise Unreadable(f"{other.image}({text(term)}) is no fluent of the other game outright", *place)
    share = 0
    for name, one in other.at.items():
        mine = [row for row in rows if isinstance(row.arguments[0], Function) and row.arguments[0].name == name]
        low = one.low
        found = [replace(row, guard=conj((row.guard, _at_least(row.arguments[0], low)))) for row in mine]
        below = disj(conj((row.guard, negate(_at_least(row.arguments[0], low)))) for row in mine)
        value, too = (Function(name, (atom(some[name]),)) for some in (other.at, other.after))
        two = tuple(says(here.game, (other.image, 1), term) for term in (value, too))
        apart = different(atom(other.at[name]), atom(other.after[name]))
        for what, wrong in (("no", tuple(none_of(found))), ("a smaller", (below,)), ("a second", (*two, apart))):
            share += 1
            meaning = f"{other.image} names {what} {name} of the other game nowhere"
            fault = f"{other.image} names {what} {name} of the other game"
            yield Problem(f"{IMAGE}: {what} {name}", meaning, wrong, "rules", fault, IMAGE, (share, 3 * len(other.at)))


def _at_least(term: object, low: int | None) -> Formula:
    assert isinstance(term, Function)
    (value,) = term.arguments
    assert isinstance(value, Linear)
    assert low is not None
    return at_most(number(low), value)


def _alternate(here: Characterisation[SymbolicGame], moves: Moves) -> Iterator[Problem]:
    """In a game of alliances the side that has moved does not move next: as nothing is claimed, a case has that."""
    if here.theorem.stated.sides:
        meaning = "after a move it is the other side that moves"
        fault = "the side that has moved is to move again, as no player is in a game of two"
        yield Problem(ALTERNATE, meaning, (led(moves),), "rules", fault)


def _rules(here: Characterisation[SymbolicGame], other: OtherGame) -> Iterator[Problem]:
    """The rules of the other game are right at images."""
    there = other.reading.at(_COUNTS)
    put = Substitution(_put(there.game, _atoms(other.at)))
    wrong = located(there.game.forbidden, there.game.sources)
    if WINNER in there.game.relations:
        wrong.append((conj((there.terminal, negate(one_winner(there.game)))), "not one player has won at a terminal"))
    image = _is(here, other, _atoms(other.at))
    meaning = "no arithmetic of the other game's rules is undefined at an image, and one player has won at a terminal"
    left = [(conj((image, put.formula(formula))), fault) for formula, fault in wrong]
    left = [(formula, fault) for formula, fault in left if formula is not FALSE] or [(FALSE, "")]
    for at, (formula, fault) in enumerate(left, 1):
        yield Problem(f"{OTHER_RULES} {at}", meaning, (formula,), "rules", fault, OTHER_RULES, (at, len(left)))


def _put(game: SymbolicGame, values: Mapping[str, Linear]) -> dict[Unknown, Linear]:
    """What to put in place of the position's unknowns to speak of a position with these counters."""
    return values_at(game, tuple(values[fluent.name] for fluent in game.fluents))


def _terminals(claim: Claim, here: Characterisation[SymbolicGame], other: OtherGame) -> Problem:
    """Who has won at a terminal has won at its image, which is one."""
    there = other.reading.at(_COUNTS)
    lost = Substitution(_put(there.game, _atoms(other.at))).formula(there.over)
    wrong = (*here.ended, _is(here, other, _atoms(other.at)), negate(equivalent(here.over, lost)))
    meaning = "who is to move at a terminal has lost there exactly where he has lost at its image"
    return Problem("terminals", meaning, wrong, speaks=(claim.id,))


def _forth(
    claim: Claim,
    here: Characterisation[SymbolicGame],
    moves: Moves,
    other: OtherGame,
) -> Iterator[Problem]:
    """The image of an option is an option of the image."""
    there, found = other.reading.at(_COUNTS), list[tuple[Assertion, ...]]()
    for move, _ in moves:
        landed = Substitution(values_at(here.game, move.after)).formula(_is(here, other, _atoms(other.after)))
        none: list[Assertion] = []
        for command in _apart(there.game):
            reached = conj((command.guard, _equal(there.game, command.after, _atoms(other.after))))
            formula = Substitution(_put(there.game, _atoms(other.at))).formula(reached)
            none.append(never(command.unknowns, formula))
        found.append((move.guard, _is(here, other, _atoms(other.at)), landed, *none))
    return _shown(claim, FORTH, "the image of each option is an option of the image", found)


def _shown(claim: Claim, part: str, meaning: str, found: Sequence[tuple[Assertion, ...]]) -> Iterator[Problem]:
    """A problem for each of these assertions; where there are none it is so."""
    wrong = [Problem(part, meaning, one, speaks=(claim.id,)) for one in found or [(FALSE,)]]
    return shares(wrong, len(wrong), " ")


def _back(
    claim: Claim,
    here: Characterisation[SymbolicGame],
    moves: Moves,
    other: OtherGame,
) -> Iterator[Problem]:
    """An option of the image is the image of an option."""
    there = other.reading.at(_COUNTS)
    put, found = Substitution(_put(there.game, _atoms(other.at))), list[tuple[Assertion, ...]]()
    for command in _apart(there.game):
        target = {
            fluent.name: put.linear(value)
            for fluent, value in zip(there.game.fluents, command.after, strict=True)
            if isinstance(value, Linear)
        }
        at_target = Substitution({other.after[name]: value for name, value in target.items()})
        image = at_target.formula(_is(here, other, _atoms(other.after)))
        none: list[Assertion] = []
        for move, _ in moves:
            landed = Substitution(values_at(here.game, move.after)).formula(image)
            none.append(never(move.unknowns, conj((move.guard, landed))))
        found.append((put.formula(command.guard), _is(here, other, _atoms(other.at)), *none))
    return _shown(claim, BACK, "each option of the image is the image of an option", found)


def _equal(game: SymbolicGame, position: SymbolicPosition, values: Mapping[str, Linear]) -> Formula:
    pairs = zip(game.fluents, position, strict=True)
    return conj(equal(value, values[fluent.name]) for fluent, value in pairs if isinstance(value, Linear))


def _apart(game: SymbolicGame) -> list[GuardedCommand]:
    """The moves of the other game with unknowns that no move of this one has."""
    found = []
    for move in game.moves:
        names = {one: unknown(f"_there_{one.name}", one.low, one.high, local=True) for one in move.unknowns}
        put = Substitution({one: atom(new) for one, new in names.items()})
        after = tuple(put.linear(value) if isinstance(value, Linear) else value for value in move.after)
        choices = tuple(replace(choice, unknown=names[choice.unknown]) for choice in move.choices)
        found.append(replace(move, choices=choices, guard=put.formula(move.guard), after=after))
    return found


# ----------------------------------------------------------------------------------------------------------- comparison


def compared(comparison: HeldReading, other: OtherGame) -> Iterator[Seen]:
    """Hold the other game's reading against clingo, near its numbers too; then positions against their images.

    The positions are those of `comparison`, which has been run; they and their images are compared by clingo alone.
    """
    unknowns = ranged(other.setting).parameters
    share, is_near = comparison.share, comparison.is_near
    beside = HeldReading(other.spec, other.rules, other.setting, unknowns, (), other.reading, _COUNTS, share, is_near)
    for seen in itertools.chain(beside.run(), (one for _, one in nearness([beside]))):
        near = None if seen.near is None else replace(seen.near, of=OTHER)
        yield replace(seen, met=frozenset(), near=near)  # what its positions meet is nothing that this game's do
    by_parameters = itertools.groupby(comparison.shown, key=lambda one: as_argument(one[0], {}))
    for _, group in by_parameters:
        listed = list(group)
        parameters, places = listed[0][0], list(dict.fromkeys(place for _, place in listed))
        chosen = places[:: max(1, -(-len(places) // _JUDGED))]
        yield _judged(comparison, beside, other, parameters, chosen)


def _judged(
    comparison: HeldReading, beside: HeldReading, other: OtherGame, parameters: Parameters, places: Sequence[Position]
) -> Seen:
    """Whether the options of these positions, and who has won at terminals, are those of their images."""
    game = comparison.game(parameters, sys.maxsize // 2)
    shared = {name: parameters[name] for name in beside.setting.unknown}
    theirs = beside.game({**beside.setting.parameters, **shared}, sys.maxsize // 2)
    assert game is not None
    assert theirs is not None
    nodes = _nodes(game, comparison, places)
    options = {move.to for node in nodes.values() for move in node.moves} - nodes.keys()
    inside = [one for one in sorted(options) if comparison.speaks_of(one, parameters)]
    known = {**nodes, **_nodes(game, comparison, inside)}
    images = {place: _image(theirs, node, other.image) for place, node in known.items()}
    seen = _nodes(theirs, beside, [images[place] for place in nodes if images[place] is not None])  # type: ignore[misc]
    here, there = Said(comparison.reading.theorem, known), Said(beside.reading.theorem, seen)
    for place, node in nodes.items():
        image = images[place]
        led = {images.get(move.to) for move in node.moves}
        if image is not None and (image not in seen or any(move.to not in known for move in node.moves)):
            continue  # the rules are wrong there, or lead beyond the range, which obligations say
        same = image is not None and led == {move.to for move in seen[image].moves}
        if not same or (node.terminal and here.over(node) is not there.over(seen[image])):  # type: ignore[index]
            return Seen(len(nodes), frozenset(), as_argument(parameters, named(game.fluents, place)))
    return Seen(len(nodes), frozenset())


def _nodes(game: Game, comparison: HeldReading, places: Sequence[Position]) -> dict[Position, Node]:
    """The nodes of positions at which the rules are right."""
    if not places:
        return {}
    grounder = comparison.grounder(game, among(game.fluents, tuple(places)).hull)
    return {node.position: node for node in allowed(grounder.nodes, places)}


def _image(other: Game, node: Node, predicate: str) -> Position | None:
    """The image by clingo; None where there is none."""
    try:
        return position_of(other, [row[0] for row in node.rows[predicate, 1]])
    except NoImageError:
        return None
