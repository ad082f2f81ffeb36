"""What every kind of claim has: predicates it reads, and a judge that looks at layers of positions.

A new kind is one module with these two functions and a row in `bouton.claims.KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Protocol, TypeAlias

from clingo import Symbol

from bouton.claims.restated import Restated
from bouton.claims.subject import declared
from bouton.core.errors import Diagnostic, fault, fault_at, nearest
from bouton.core.game_classes import Pair
from bouton.core.position import Parameters
from bouton.core.spec import At, Box, Claim, MemberRange, Play, Spec
from bouton.core.stated import Stated
from bouton.core.verdict import Component, Label
from bouton.ground.box import Region, ground_box
from bouton.ground.domains import members
from bouton.ground.game import Game, room
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Mark
from bouton.ground.weights import Weights
from bouton.rules.file import Rules, Signature


def game_of(spec: Spec, rules: Rules, box: Box, parameters: Parameters) -> Game:
    """The game of a spec for those values of the parameters, as far as it is judged in the box.

    How far its moves are followed does not depend on what is judged of the box: one position is judged as all are.
    """
    size = max(ground_box(spec.fluents, one, parameters).size() for one in (spec.box, box))
    game = Game(rules, spec.measure, parameters, declared(spec, box, parameters), spec.open, room(size), spec.cycles)
    domains = {one.name: members(one, parameters) for one in spec.box.fluents if isinstance(one, MemberRange)}
    game = replace(game, domains=domains) if domains else game
    asked = spec.measure.predicates
    missing = next((name for name in asked if (name, 1) not in rules.defined), None)
    if missing is not None:
        raise fault(f"no rule derives {missing}/1", file=spec.file, expected=f"{missing}(W), the measure of a position")
    return replace(game, measure=replace(spec.measure, weigh=Weights(game, asked))) if asked else game


@dataclass(frozen=True)
class Finding:
    """A position at which a claim fails: what is claimed there and what is true.

    `play` is the play whose outcomes explain it; `note` says what no outcome shows, in a sentence;
    with `values` the options are explained by their values, of both plays where `play` is None. `below` counts the
    positions judged before it, where they are not those of the layers before. Of a sum, `components` say where each
    game is.
    """

    node: Node
    claimed: Label
    actual: Label
    play: Play | None
    note: str = ""
    values: bool = False
    below: int | None = None
    components: tuple[Component, ...] = ()


class Judge(Protocol):
    """Judges layer after layer, upward; keeps what later layers need.

    `mark` is the set of positions claimed P, where the claim has one whose local conditions are checked.
    """

    @property
    def mark(self) -> Mark | None:
        """The positions claimed P so far, to which the judge adds after each layer; None where it has no such set."""
        return None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """How many positions of the layer the claim speaks of, and its first failure among them."""


@dataclass(frozen=True)
class Nodewise(Judge):
    """Judges each position by itself."""

    claim: Claim
    wrong: Callable[[Node, Layer], Finding | None]
    """What is wrong at a position of which the claim speaks."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which something is wrong."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        found = (self.wrong(node, layer) for node in nodes)
        return len(nodes), next((finding for finding in found if finding is not None), None)


def nodewise(wrong: Callable[[Claim, Node, Layer], Finding | None]) -> Callable[[Spec, Claim, Game], Nodewise]:
    """What makes such a judge of a claim."""
    return lambda _spec, claim, _game: Nodewise(claim, partial(wrong, claim))


Words: TypeAlias = Callable[[Node, Layer], dict[str, Any]]
"""What a claim says at a position it speaks of, as a certificate has it (see `bouton.certificate.verify`)."""


@dataclass(frozen=True)
class Told:
    """What a claim says of a position where it speaks, by the rows there of one predicate, or whatever holds there.

    `row` says it of a row, and `otherwise` is said where there is none: an outcome, a value, the side that wins,
    whether the outcomes of the two plays differ, or whether all is as it should be. Two rows, or None, are wrong.
    """

    about: Literal["outcome", "value", "winner", "swap", "holds"]
    otherwise: Label
    predicate: Signature | None = None
    row: Callable[[tuple[Symbol, ...]], Label] = lambda _row: None


@dataclass(frozen=True)
class Ending:
    """What a claim says of how the game ends from each position it speaks of, by predicates of these.

    P where `lost` holds, a draw where `drawn` does and N elsewhere; unless it `tells` of draws, N may be a draw. With
    `moves` it is the number of moves that this predicate names, and a draw where it names none.
    """

    lost: str | None = None
    drawn: str | None = None
    moves: str | None = None
    tells: bool = True


Program: TypeAlias = Literal["kernel", "everywhere", "swap", "sides", "values", "images"]


def no_certificate(claim: Claim) -> str:
    """Why there is no certificate of a claim whose kind has none."""
    return f"a claim of the kind {claim.kind} is not about P-positions"


@dataclass(frozen=True)
class OfPairs:
    """A claim about the pairs of values, of normal and misère play, of a position and of its options.

    `is_so` tells whether a position breaks what a game of the claimed class has, or whether it is of the class of
    positions; where it is `hereditary`, so do all positions from which such a one can be reached.
    """

    is_so: Callable[[Pair, Collection[Pair]], bool]
    hereditary: bool = False


@dataclass(frozen=True)
class Kind:
    """One kind of claim: `needs` names predicates (see `Claim`'s fields), `judge` makes a fresh judge.

    `plays` are the outcomes to compute; `lists` says whether the judge looks at lists of moves. `words`
    gives what a certificate of the claim records at a position, or says why it has no certificate.
    `compares` says that positions are judged against each other, so that one alone shows nothing.
    `alliances` says that it is about games of alliances alone (True) or never about them (False);
    `values` whether it needs Sprague-Grundy values, and `remote` in how many moves the game ends.
    `misfits` says what is wrong with the predicates beside their number of arguments.
    `shows` says that the claim is that there is such a position as the judge finds, for all parameters: what it finds
    shows the claim, and to find none decides nothing.
    `program` says what a compiled program computes to judge it; None where only clingo judges it.
    `states` is what a claim states, by which it is proved. `characterises` is the predicate that this is about; a
    claim that names none, and takes none together, has no proof.
    `counted` is the noun for the numbers that it is about, where there is no game in it. `point` is the one position
    that the claim is about, if it is about one; `whole` whether it is about all together, so that none is the least at
    which it fails; `summands` are the games that it adds to that of its spec.
    `every` says that all positions of its box are judged; `heaps` that of normal play it looks at outcomes and values
    alone, which the values of heaps give where the game is their sum. `pairs` gives of a claim about the values of both
    plays what it says of them, and `rows` what `explain` says of its own keys beside predicates: a title and a text
    each. `restated` are the claims that say something else where the statement itself stands in the spec, and not in
    predicates: another number, outcome or period. `written` gives, where only the judge knows what is claimed P, the
    game with a predicate of it, for a program. `named` says that its predicates may rest on values and outcomes of
    positions that the rules name. `searched` says that its judge asks of a layer for its nodes alone, and for what
    these and their options are, so that a search which lists nothing else may give it; `told` what the claim says of
    each position by itself, for a program that looks at all of them, and `ending` how the game ends from there.
    """

    name: str
    needs: Callable[[Spec, Claim], list[Wanted]]
    judge: Callable[[Spec, Claim, Game], Judge]
    plays: Callable[[Claim], tuple[Play, ...]] = lambda claim: (claim.play,)
    lists: Callable[[Claim], bool] = lambda _claim: True
    words: Callable[[Spec, Claim], Words | str] = lambda _spec, claim: no_certificate(claim)
    compares: Callable[[Claim], bool] = lambda _claim: False
    alliances: bool | None = None
    values: Callable[[Claim], bool] = lambda _claim: False
    remote: Callable[[Claim], bool] = lambda _claim: False
    misfits: Callable[[Rules, Claim], Iterable[Diagnostic]] = lambda _rules, _claim: ()
    shows: Callable[[Claim], bool] = lambda _claim: False
    program: Program | None = None
    states: Callable[[Claim], Stated] = lambda _claim: Stated()
    characterises: Callable[[Claim], str | None] = lambda claim: claim.iff
    counted: str = "case"
    point: Callable[[Claim], At | None] = lambda _claim: None
    whole: Callable[[Claim], bool] = lambda _claim: False
    summands: Callable[[Claim], tuple[Spec, ...]] = lambda _claim: ()
    every: bool = True
    heaps: bool = False
    pairs: Callable[[Claim], OfPairs] | None = None
    rows: Callable[[Claim], Iterable[tuple[str, str]]] = lambda _claim: ()
    restated: Callable[[Claim], Iterable[Restated]] = lambda _claim: ()
    written: Callable[[Spec, Claim, Game, Region], tuple[str, Game]] | None = None
    named: bool = False
    searched: bool = False
    told: Callable[[Claim], Told | None] = lambda _claim: None
    ending: Callable[[Claim], Ending | None] = lambda _claim: None


@dataclass(frozen=True)
class Wanted:
    """A predicate that a claim names under `key`; arity None means any."""

    claim: Claim
    key: str
    name: str
    arity: int | None


def wanted(claim: Claim, **keys: int | None) -> list[Wanted]:
    """The predicates that the claim names under these keys, with the arity each must have."""
    found = []
    for key, arity in keys.items():
        made = claim.agreement is not None or (key == "where" and claim.both is not None)
        name = getattr(claim if hasattr(Claim, key) and not made else claim.said, key)
        if name is not None:
            found.append(Wanted(claim, key, name, arity))
    return found


def naming(**keys: int | None) -> Callable[[Spec, Claim], list[Wanted]]:
    """What gives the predicates that claims of a kind name under these keys, and those of numbers that they use."""
    return lambda spec, claim: [*wanted(claim, **keys), *numbers(spec, claim)]


def no_alliances(rules: Rules, claim: Claim, key: str) -> Diagnostic:
    """What is wrong with a key that only games of alliances have."""
    message = f"this is said of games of alliances, and no rule of {rules.sources.name} derives side/1"
    return fault_at(claim.at(key), message)


def numbers(spec: Spec, claim: Claim) -> list[Wanted]:
    """The predicates that name the numbers at which the claim's proof uses statements."""
    return [Wanted(claim, "using", name, len(spec.claim(lemma).box.fluents)) for lemma, name in claim.using]


def resolve(rules: Rules, wanted: Wanted) -> frozenset[Signature] | Diagnostic:
    """The signatures meant, or what is wrong with the name."""
    arities = rules.arities(wanted.name)
    if arities and wanted.arity is None:
        return frozenset((wanted.name, arity) for arity in arities)
    if wanted.arity is not None and wanted.arity in arities:
        return frozenset({(wanted.name, wanted.arity)})
    place = wanted.claim.at(wanted.key)
    if arities:
        message = f"{wanted.key}: {wanted.name} has {_arguments(arities[0])} in {rules.sources.name}"
        return fault_at(place, message, f"a predicate with {_arguments(wanted.arity or 0)}")
    source = dict(rules.foreign).get(wanted.name)
    if source is not None:
        message = f"{wanted.key}: {wanted.name} depends on {source}, which this claim does not have"
        numbers = f"the parameters and unknowns of the {wanted.claim.kind}"
        return fault_at(
            place, message, f"a predicate of {numbers if wanted.claim.about == 'numbers' else 'the position'}"
        )
    known = {name for name, arity in rules.defined if wanted.arity is None or arity == wanted.arity}
    message = f"{wanted.key}: no rule of {rules.sources.name} derives {wanted.name}"
    expected = "a predicate of the rules file" + ("" if wanted.arity is None else f" with {_arguments(wanted.arity)}")
    return fault_at(place, message, expected, nearest(wanted.name, known))


def _arguments(arity: int) -> str:
    return "no argument" if arity == 0 else "1 argument" if arity == 1 else f"{arity} arguments"


def is_apart(claim: Claim) -> bool:
    """Whether a claim by itself speaks of some positions alone, so that its proof asks that no move leaves these."""
    return claim.where is not None and not claim.together


def speaks(claim: Claim, node: Node) -> bool:
    """Whether the claim's `where` holds there."""
    where = claim.where
    return where is None or node.holds(where)
