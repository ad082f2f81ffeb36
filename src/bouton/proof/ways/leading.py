"""Winning moves that are named as those which lead to where the theorem holds: proved by the theorem itself.

In games that end, what is proved to hold at the P-positions alone is reached by a move from every other position where
one is possible, and so each move that leads there wins, and there is one. So it is, where sides are told, of the moves
to where the side that moves wins. What is left to see is that the predicate of the moves says this: that its rules are
those of the theorem's predicate, said of what each move leaves (`bouton.rules.followers`). They are made anew and held
against those of the claim, one by one, with predicates and variables renamed. Then clingo is asked at many positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TypeAlias

from clingo.ast import AST, ASTType

from bouton.claims.parts import lemma_part, strategy_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Heaps, Position
from bouton.core.proof import Need, Obligation, claim_part, rests_on
from bouton.core.spec import Claim
from bouton.core.stated import Kernel, Winners
from bouton.document.entry import Characterised
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt
from bouton.proof.compared.comparison import allowed, assignments, met_by, place_of, small_box
from bouton.proof.compared.said import Said
from bouton.proof.compared.spots import spots
from bouton.proof.goal import theorem_of
from bouton.proof.setting import Setting, same_range
from bouton.proof.theorem import Counts, Theorem
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.depend import closure
from bouton.rules.file import MOVES, Rules, Signature
from bouton.rules.followers import followers
from bouton.rules.syntax import alike, atoms, defines, names_of, rewritten, rule_of, signature

_SETTINGS, _ASSIGNMENTS = 3, 2
"""Settings of the range, and assignments of unknown parameters in each, at which clingo is asked."""
_SMALL, _FAR, _COUNTS = 60, 20, 4
"""Positions of a number of heaps, small and far ones, and numbers of heaps where these are any."""
_REACH = 1200
"""Values of a counter without a greatest one."""

_Seen: TypeAlias = tuple[frozenset[str], str | None]
"""What some positions meet, and the first of them at which the theorem fails by clingo alone."""


def _concerns(goal: Whole) -> bool:
    """Whether it names moves beside what it says of all positions by one predicate."""
    claim = goal.claim
    plain = not (claim.where or claim.together or claim.using or claim.endless or claim.agreement)
    says = isinstance(stated(claim), Kernel | Winners) and claim.iff is not None and claim.strategy is not None
    return says and plain and goal.about is goal.spec and goal.others is not None


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """As moves to where the predicate holds; Unreadable where the rules of the strategy are others."""
    claim, rules = goal.claim, goal.rules
    if not names_followers(rules, claim):
        yield Unreadable(f"{claim.strategy} is not {claim.iff} said of what each move leaves")
        return
    theorem = replace(claim, said=claim.by(Characterised).model_copy(update={"strategy": None}))
    other = next((one for one in goal.spec.claims if one.id != claim.id and _is_said(theorem, one)), None)
    part = strategy_part(claim.strategy)
    needs = [Need(part, about=(claim.id,)), *([] if other is None else [Need(lemma_part(other.id))])]
    yield ReadWhole(needs, partial(_told, goal, theorem, other, part), (part,), restated=(theorem, rules))


def _is_said(theorem: Claim, other: Claim) -> bool:
    """Whether another claim says the same of all positions over the same range of a proof, without moves."""
    alike = all(getattr(theorem, key) == getattr(other, key) for key in ("kind", "iff", "play", "legal", "strategy"))
    plain = not (other.where or other.together or other.using or other.endless or other.agreement)
    return alike and plain and same_range(theorem, other) and other.expect.verdict != "refuted"


def _told(goal: Whole, theorem: Claim, other: Claim | None, part: str) -> Iterator[Told | Attempt]:
    """The proof without the moves, that the moves are those that lead to it, and what clingo says of both."""
    attempt = goal.proofs.direct(theorem) if other is None else goal.proofs.attempt(other)
    proof = attempt.proof
    if proof.verdict == "refuted" and other is None:
        yield attempt
        return
    if proof.verdict != "proved":
        raise Unreadable(str(proof.reason))
    meaning = f"by the form of the rules {goal.claim.strategy} names the moves to where {goal.claim.iff} holds"
    steps = [Obligation(part, meaning, "proved", 0.0, "evaluation", about=(goal.claim.id,))]
    if other is not None:
        steps.append(rests_on(other.id, proof, lemma_part(other.id), claim_part(other.id)))
    try:
        seen = alone(_compared, goal.alone, limits=goal.asked.limits)
    except LimitReached as error:
        raise Unreadable(f"holding the moves that are named against clingo: {error}") from None
    yield Told(
        steps,
        [proof] if other is None else [],
        ranges=proof,
        compared=frozenset(chain.from_iterable(met for met, _ in seen)),
        failing=next((place for _, place in seen if place is not None), None),
        reason=f"{goal.claim.strategy} names the moves to where {goal.claim.iff} holds",
    )


LEADING = WholeWay(
    Described(
        "by where the moves that are named lead",
        "A move wins just if it leads to a P-position, so that moves named as those to where the theorem holds are all "
        "that win.",
        (),
        "what-proved-rests-on.md#moves-to-where-the-theorem-holds",
    ),
    _concerns,
    _read,
    last=lambda _: False,
    when="before",
)
"""The way to prove a theorem with the moves that lead to where it holds."""


# ---------------------------------------------------------------------------------------------------------- the form


def names_followers(rules: Rules, claim: Claim) -> bool:
    """Whether the rules of the claim's strategy are those of its predicate, said of what each move leaves."""
    assert claim.iff is not None and claim.strategy is not None
    wanted = (claim.iff, stated(claim).arity)
    if closure({wanted, *MOVES}, rules.statements) & rules.told:
        return False  # what is given of positions that rules name is given for the position alone
    made = followers(rules.statements, rules.fluents, wanted, Fresh(names_of(rules)).name)
    return made is not None and _same(list(map(rule_of, made.lines)), made.head, rules, claim.strategy)


def _same(made: Sequence[AST], head: str, rules: Rules, strategy: str) -> bool:
    """Whether predicates of the rules have just the rules that were made, each in its order, under other names."""
    ours, theirs = _by_head(made), _by_head(rules.statements)
    called: dict[Signature, str] = {(head, 1): strategy}
    queue = [*called]
    for one in queue:
        own, other = ours[one], theirs.get((called[one], one[1]), [])
        if len(own) != len(other):
            return False
        for rule, there in zip(own, other, strict=True):
            pairs = list(zip(map(signature, atoms(rule)), map(signature, atoms(there)), strict=False))
            for mine, its in pairs:
                if mine is not None and its is not None and mine in ours and mine not in called:
                    called[mine] = its[0]
                    queue.append(mine)
            said = rewritten(rule, partial(_called, called))
            if not alike([said.head, *said.body], [there.head, *there.body]):
                return False
    return True


def _by_head(statements: Sequence[AST]) -> dict[Signature, list[AST]]:
    found: dict[Signature, list[AST]] = {}
    for one in statements:
        found.setdefault(defines(one), []).append(one)
    return found


def _called(names: dict[Signature, str], node: AST) -> AST | None:
    """An atom whose predicate has the name that it has in the rules of a claim."""
    name = names.get(signature(node) or ("", 0)) if node.ast_type == ASTType.SymbolicAtom else None
    return None if name is None else node.update(symbol=node.symbol.update(name=name))


# ------------------------------------------------------------------------------------------------- held against clingo


def _compared(goal: Whole) -> list[_Seen]:
    """What positions meet, and the first at which the theorem fails, its moves too, by clingo alone.

    Disagreement where the moves that are named are not those to where the predicate holds.
    """
    found: list[_Seen] = []
    for setting in goal.settings()[:_SETTINGS]:
        theorem = theorem_of(goal.spec, goal.claim, goal.rules, setting)
        for parameters, _ in islice(assignments(setting), _ASSIGNMENTS):
            here = replace(setting, parameters=parameters)
            for counts in _counts(goal, setting):
                found += _at(goal, theorem, here, counts)
    return found


def _counts(goal: Whole, setting: Setting) -> Sequence[Counts]:
    """Numbers of heaps: those of the setting, or the first few where any number is meant."""
    if not setting.levels:
        return setting.counts
    heaps = sum(isinstance(one, Heaps) for one in goal.rules.fluents)
    return [(count,) * heaps for count in range(_COUNTS)]


def _at(goal: Whole, theorem: Theorem, setting: Setting, counts: Counts) -> Iterator[_Seen]:
    """The same for so many heaps at these values of the parameters, at small positions and far out."""
    wanted = frozenset(theorem.wanted)
    game = _game(goal, setting, _REACH)
    if game is None:
        return
    small = tuple(islice(chain.from_iterable(small_box(game, counts).layers(goal.spec.measure)), _SMALL))
    yield _seen(theorem, game, Grounder.of(game, among(game.fluents, small).hull, wanted), small)
    far = spots(partial(_game, goal, setting), wanted, counts)
    yield _seen(theorem, far.game, far.grounder, far.drawn(1)[:_FAR])


def _game(goal: Whole, setting: Setting, most: int) -> Game | None:
    """The game at these values of the parameters, with at most so many of a counter; None where one has no value."""
    counters = {name: span.at(setting.parameters, most) for name, span in setting.counters.items()}
    if not all(counters.values()):
        return None
    return Game(goal.rules, goal.spec.measure, setting.parameters, counters, frozenset(counters))


def _seen(theorem: Theorem, game: Game, grounder: Grounder, places: Sequence[Position]) -> _Seen:
    """What is met there by the positions at which the rules are right, and the first at which the theorem fails."""
    nodes = list(allowed(grounder.nodes, places))
    known = {one.position: one for one in nodes}
    options = dict.fromkeys(move.to for one in nodes for move in one.moves if move.to not in known)
    known |= {one.position: one for one in allowed(grounder.options, list(options))}
    said = Said(theorem, known)
    nodes = [one for one in nodes if all(move.to in known for move in one.moves)]
    for node in nodes:
        leading = {move.term for move in node.moves if said.wins(node, known[move.to])}
        if leading != {row[0] for row in node.rows[theorem.strategy or "", 1]}:
            where = place_of(game, node)
            raise Disagreement(f"the moves to where the theorem holds at {where} differ between rules and clingo")
    return frozenset(met_by(said, nodes)), place_of(game, next(filter(said.fails, nodes), None))
