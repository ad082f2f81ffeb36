"""Tables of a box: the rows by clingo, by a program and by the plain evaluator, all in the same order."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

from benchmarks.fuzz import plainly
from benchmarks.fuzz.inline import machine_compiler, programs_in
from benchmarks.fuzz.tally import Different, Tally
from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.found import FoundAt
from bouton.compiled.labels import Saying
from bouton.core.position import Parameters, Position
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.ground.box import Region, among, ground_box
from bouton.process.limits import Limits
from bouton.run.listing import ListedRegion, solved
from tests.oracle import game as plain

_BY_CLINGO, _BY_PROGRAM = replace(TUNING, worth=inf), replace(TUNING, look=1, worth=-1.0)
_IN_C, _MOST = 0.15, 400


def tables(spec: Spec, tally: Tally, rng: Random) -> None:
    """The box for some value of the parameters, or a few of its positions, with outcomes or values of some play."""
    if not spec.moves:
        return
    rules = rules_of(spec)
    boxes = [(one, ground_box(spec.fluents, spec.box, one)) for one in spec.box.assignments()]
    filled = [(one, box) for one, box in boxes if 0 < box.size() <= _MOST]
    if not filled:
        return
    parameters, box = rng.choice(filled)
    game, region = game_of(spec, rules, spec.box, parameters), Region(box)
    if rng.random() < 0.2:
        every = [position for layer in region.layers(game.measure) for position in layer]
        region = among(spec.fluents, tuple(rng.sample(every, min(len(every), 6))))
    play: Play = rng.choice(("normal", "misere"))
    values = not rules.alliances and ("winner", 1) not in rules.defined and rng.random() < 0.5
    lost = rng.random() < 0.4
    asked = ListedRegion(game, region, play, values, Limits(), spec.game, spec.rules_place)
    about = None
    if not values and rng.random() < 0.5:
        about = rng.choice([None, *sorted(name for name, arity in rules.defined if not arity)])
    if about is not None:  # where a predicate holds, as if these were the P-positions
        asked, lost = replace(asked, saying=Saying(((None, about),), together=False)), True

    expected = [one for part in solved(asked, lost=lost, tuning=_BY_CLINGO) for one in part.told]
    language = "C" if rng.random() < _IN_C and machine_compiler() is not None else "Python"
    with programs_in(language):
        found = [one for part in solved(asked, lost=lost, tuning=_BY_PROGRAM) for one in part.told]
    if found != expected:
        raise Different(f"a table of {parameters}, {play}, in {language} {found[:9]}, by clingo {expected[:9]}")
    tally.compared[f"table, program in {language} and clingo"] += 1
    claim = next((one for one in spec.claims if one.about == "positions"), None)
    if claim is not None and about is None:  # of the others the plain evaluator knows no game
        one = plainly.game(spec, replace(claim, box=spec.box), parameters)
        _plain(one, parameters, asked, expected, lost=lost)
        tally.compared["table, plain and clingo"] += 1


def _plain(one: plain.Game, parameters: Parameters, asked: ListedRegion, found: list[FoundAt], *, lost: bool) -> None:
    """The same rows by the plain evaluator."""
    every = (position for layer in asked.region.layers(asked.game.measure) for position in layer)
    rows = [_told(one, asked, position) for position in every]
    expected = [row for row in rows if row.lost or not lost]
    as_text = [row._replace(outcome=str(row.outcome)) for row in found]  # sides are names there
    if as_text != expected:
        differ = next((pair for pair in zip(as_text, expected, strict=False) if pair[0] != pair[1]), None)
        raise Different(f"a table of {parameters}, {asked.play}, by clingo and plain: {differ or 'other rows'}")


def _told(one: plain.Game, asked: ListedRegion, position: Position) -> FoundAt:
    if asked.game.rules.alliances:
        won = one.winner(position)
        return FoundAt(position, won, won != one.side("side", position))
    outcome = one.outcome(asked.play, position)
    pair = (one.grundy("normal", position), one.grundy("misere", position)) if asked.values else None
    return FoundAt(position, outcome, outcome == "P", pair)
