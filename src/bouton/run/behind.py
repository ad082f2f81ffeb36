"""What the predicates behind a claim say at a position: those that it names, and those that these need."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Function

from bouton.claims.kind import game_of
from bouton.claims.passes import needs
from bouton.claims.subject import rules_of, subject
from bouton.core.position import NamedPosition, Parameters, Position, unnamed
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Said
from bouton.ground.box import around
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Rows
from bouton.process.limits import Limits, alone
from bouton.rules.depend import closure
from bouton.rules.file import Signature
from bouton.rules.names import OUTPUTS


def behind(
    spec: Spec, claim: Claim, parameters: Parameters, position: NamedPosition, limits: Limits
) -> tuple[Said, ...]:
    """What the predicates say there that the claim names, then those that these need, as far as they change with it."""
    about = subject(spec, claim)
    at = unnamed(about.fluents, position)
    game = game_of(about, rules_of(about), claim.box, parameters)
    found: tuple[Said, ...] = alone(_behind, game, at, named_behind(spec, claim), limits=limits)
    return found


def named_behind(spec: Spec, claim: Claim) -> tuple[Signature, ...]:
    """The predicates that the claim names, then those that these need, as far as they change with the position."""
    about = subject(spec, claim)
    rules = rules_of(about)
    (need,) = needs(about, rules, [claim])
    first = sorted(need.predicates & rules.defined)
    later = sorted(closure(need.predicates, rules.statements) & rules.dependent & rules.defined - need.predicates)
    return tuple(one for one in (*first, *later) if one[0] not in OUTPUTS)


def _behind(game: Game, position: Position, wanted: Sequence[Signature]) -> tuple[Said, ...]:
    program = game.program(around(game.fluents, position).hull, frozenset(wanted))
    (rows,) = Grounder(game, program, wanted).rows([position])
    return said_of(rows, wanted)


def said_of(rows: Rows, wanted: Sequence[Signature]) -> tuple[Said, ...]:
    """What the rows of a position say, predicate by predicate."""
    return tuple(Said(*one, tuple(str(Function(one[0], list(row))) for row in sorted(rows[one]))) for one in wanted)
