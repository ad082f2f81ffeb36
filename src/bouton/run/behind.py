"""What the predicates behind a claim say at a position: those that it names, and those that these need."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from clingo import Function
from clingo.ast import AST, ASTType

from bouton.claims.judge import game_of
from bouton.claims.passes import needs
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import InputError
from bouton.core.position import NamedPosition, Parameters, Position, unnamed
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Atoms, Obstacle
from bouton.ground.box import around
from bouton.ground.domains import placed
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Rows
from bouton.process.limits import Limits, alone
from bouton.rules.depend import closure
from bouton.rules.file import GONE, Rules, Signature
from bouton.rules.named import resting
from bouton.rules.names import OUTPUTS
from bouton.rules.safety import unsafe
from bouton.rules.syntax import defines, is_atom, is_positive, rule_of, signature, variables
from bouton.run.plan import with_named


def behind(
    spec: Spec, claim: Claim, parameters: Parameters, position: NamedPosition, limits: Limits
) -> tuple[Atoms, ...]:
    """What predicates that change with the position say there: those that the claim names, then those they need."""
    about = subject(spec, claim)
    at = placed(claim.box.fluents, parameters, unnamed(about.fluents, position), None)
    game, (need,) = game_of(about, rules_of(about), claim.box, parameters), needs(about, rules_of(about), [claim])
    if resting(game.rules, need.predicates):
        game = with_named(game, claim, limits)
    found: tuple[Atoms, ...] = alone(_behind, game, at, named_behind(spec, claim), named(spec, claim), limits=limits)
    return found


def named(spec: Spec, claim: Claim) -> frozenset[Signature]:
    """The predicates that the claim names."""
    about = subject(spec, claim)
    (need,) = needs(about, rules_of(about), [claim])
    return need.predicates & rules_of(about).defined


def named_behind(spec: Spec, claim: Claim) -> tuple[Signature, ...]:
    """The predicates that the claim names, then those that these need, as far as they change with the position."""
    about = subject(spec, claim)
    rules = rules_of(about)
    (need,) = needs(about, rules, [claim])
    first = sorted(named(spec, claim))
    later = sorted(
        closure(need.predicates, rules.statements) & rules.dependent & (rules.defined | rules.told) - need.predicates
    )
    return tuple(one for one in (*first, *later) if one[0] not in OUTPUTS and one != GONE)


def _behind(
    game: Game, position: Position, wanted: Sequence[Signature], own: Collection[Signature]
) -> tuple[Atoms, ...]:
    return explained(game, position, said_of(_rows(game, position, wanted), wanted), own)


def _rows(game: Game, position: Position, wanted: Collection[Signature]) -> Rows:
    program = game.program(around(game.fluents, position).hull, frozenset(wanted))
    (rows,) = Grounder(game, program, wanted).rows([position])
    return rows


def explained(game: Game, position: Position, said: Sequence[Atoms], own: Collection[Signature]) -> tuple[Atoms, ...]:
    """What was `said` at a position, with the literals that alone keep `own` predicates from holding of anything there.

    So it is of the predicates of these literals too, and so on.
    """
    constants = {name: value for name, value in game.parameters.items() if isinstance(value, int)}
    open_ = {(one.name, one.arity) for one in said if not one.atoms}
    rules, asked = questions(game.rules, open_, {**dict(game.rules.constants), **constants})
    wider = replace(game, rules=rules)
    try:
        found = _rows(wider, position, {one.asked for one in asked})
    except InputError:  # a literal that kept an operation from having no value was left out
        found = {}
        for one in asked:
            with suppress(InputError):
                found = {**found, one.asked: _rows(wider, position, {one.asked})[one.asked]}
    obstacles: dict[Signature, list[Obstacle]] = {}
    waiting = list(own)
    for of in waiting:
        for one in asked if of not in obstacles else ():
            rows = sorted(found.get(one.asked, ())) if one.of == of else ()
            for _, *values in rows:
                numbers = tuple(zip(one.names, map(str, values), strict=True))
                where = game.rules.sources.where(one.line)
                obstacles.setdefault(of, []).append(Obstacle(one.literal, where, numbers))
            waiting += [one.atom] if rows and one.atom else []
    return tuple(replace(one, obstacles=tuple(obstacles.get((one.name, one.arity), ()))) for one in said)


def said_of(rows: Rows, wanted: Sequence[Signature]) -> tuple[Atoms, ...]:
    """What the rows of a position say, predicate by predicate in the order of `wanted`."""
    return tuple(Atoms(*one, tuple(str(Function(one[0], list(row))) for row in sorted(rows[one]))) for one in wanted)


# ------------------------------------------------------------------------ what keeps a rule from deriving its predicate


@dataclass(frozen=True)
class WithoutLiteral:
    """Whether a rule would derive its predicate without a literal: the predicate that says so, by its variables."""

    of: Signature
    literal: str
    line: int
    """Where the rule stands, in the text of all files."""
    names: tuple[str, ...]
    """The variables of the literal that the rest of the rule gives values to; the arguments of `asked`."""
    asked: Signature
    atom: Signature | None
    """The predicate that the literal says holds; None of any other."""


def clauses(rules: Rules, of: Collection[Signature]) -> tuple[Rules, Mapping[str, str]]:
    """The rules with a predicate for each rule of these, which have no arguments: that rule holds; with its text.

    A predicate with one rule alone has none: that it holds says as much.
    """
    found: dict[Signature, list[AST]] = {}
    for rule in rules.statements:
        if defines(rule) in of:
            found.setdefault(defines(rule), []).append(rule)
    several = [rule for own in found.values() if len(own) > 1 for rule in own]
    made = [
        rule_of(f"_clause_{at}{' :- ' * bool(one.body)}{'; '.join(map(str, one.body))}.")
        for at, one in enumerate(several)
    ]
    return _with(rules, made), {defines(one)[0]: str(rule) for one, rule in zip(made, several, strict=True)}


def _with(rules: Rules, made: Sequence[AST]) -> Rules:
    """The rules with some that nothing else asks for."""
    own = frozenset(map(defines, made))
    return replace(
        rules,
        statements=(*rules.statements, *made),
        defined=rules.defined | own,
        dependent=rules.dependent | own,
        strata=(*rules.strata, tuple(made)),
    )


def questions(
    rules: Rules, of: Collection[Signature], constants: Mapping[str, int]
) -> tuple[Rules, tuple[WithoutLiteral, ...]]:
    """The rules with one more predicate for each literal of each rule of these predicates, as far as it can be asked.

    That it can be depends on the numbers that constants and parameters are: `N != k` says nothing of an N by itself.
    Where the predicate holds of nothing at a position, the literal fails wherever `asked` holds there.
    """
    found = tuple(_questions(rules, of, constants))
    return _with(rules, [statement for _, statement in found]), tuple(question for question, _ in found)


def _questions(
    rules: Rules, of: Collection[Signature], constants: Mapping[str, int]
) -> Iterator[tuple[WithoutLiteral, AST]]:
    for number, rule in enumerate(rules.statements):
        if defines(rule) not in of:
            continue
        for place, literal in enumerate(rule.body):
            rest = [*rule.body[:place], *rule.body[place + 1 :]]
            bound = frozenset[str]().union(*map(variables, filter(_binds, rest)))
            names = tuple(sorted((variables(literal) & bound) - {"_"}))
            if not _told(literal, bound):
                continue
            head = f"_without_{number}_{place}({','.join(('0', *names))})"
            statement = rule_of(f"{head}{' :- ' if rest else ''}{'; '.join(map(str, rest))}.")
            if not unsafe(rules.sources.name, [statement], constants):
                atom = signature(literal) if is_atom(literal) and is_positive(literal) else None
                line = rule.location.begin.line
                yield WithoutLiteral(defines(rule), str(literal), line, names, defines(statement), atom), statement


def _binds(literal: AST) -> bool:
    return literal.ast_type == ASTType.Literal and literal.atom.ast_type != ASTType.BodyAggregate


def _told(literal: AST, bound: frozenset[str]) -> bool:
    """Whether it says something of values that there are: what gives a variable its value alone fails by nothing."""
    if literal.ast_type != ASTType.Literal:
        return False
    return (is_atom(literal) and is_positive(literal)) or variables(literal) <= bound | {"_"} or not _binds(literal)
