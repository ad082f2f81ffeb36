"""Kind `same-game`: positions with equal keys have equal outcomes; or a position and its image in another game have.

With `shift: some` there is an image for each of several shifts, and one of these is to do for all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from clingo import Symbol

from bouton.claims.judge import Finding, Judge, game_of, speaks
from bouton.claims.kind import HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Words, no_certificate
from bouton.claims.subject import rules_of
from bouton.claims.wanted import wanted
from bouton.core.counterexample import AN
from bouton.core.errors import Diagnostic, InputError, fault
from bouton.core.position import Parameters, Position, Value, named, told
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Images
from bouton.document.entries import SameGame
from bouton.document.other import alone
from bouton.ground.box import around
from bouton.ground.companion import ENDLESS, Companion, NoImageError, image_fault, position_of
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer
from bouton.ground.loops import DRAW
from bouton.rules.file import Rules


@dataclass
class _ByKey(Judge):
    spec: Spec
    claim: Claim
    first: dict[frozenset[tuple[Symbol, ...]], tuple[str, Position]] = field(default_factory=dict)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position whose outcome differs from that of the first one with its key."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            outcome = layer.outcome(self.claim.play, node.position)
            before, other = self.first.setdefault(_key(self.claim, node), (outcome, node.position))
            if before != outcome:
                where = told({}, named(self.spec.fluents, other))
                note = f"{where} has the same {self.claim.by(SameGame).key} and is {AN[before]}"
                return len(nodes), Finding(node, before, outcome, self.claim.play, note)
        return len(nodes), None


@dataclass
class ImageJudge(Judge):
    """Holds positions of the game against their images in the `other` one."""

    claim: Claim
    game: Game
    other: Companion
    ahead: Sequence[Node] = field(default=(), init=False)
    """The positions whose images were looked at together."""

    def _look_ahead(self, layer: Layer, images: Callable[[Sequence[Node]], Iterable[Position]]) -> None:
        """Solve the other game at once for all layers that were solved with this one."""
        if self.ahead is not layer.together:
            self.ahead = layer.together
            with suppress(InputError):  # it is told of the layer that has it
                self.other.solve(list(images(self.ahead)))

    @property
    def _predicate(self) -> str:
        return self.claim.by(SameGame).image or ""

    def _position(self, node: Node, fluents: Sequence[Symbol]) -> Position:
        """The position of the other game with these fluents, which the rules name at a node."""
        try:
            return position_of(self.other.game, fluents)
        except NoImageError as error:
            raise image_fault(self.game, self._predicate, node.position, error) from None


@dataclass
class _ByImage(ImageJudge):
    """Holds each position against its image; `images` are those of the positions seen."""

    images: dict[Position, Position] = field(default_factory=dict)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position whose outcome, or whose options, are not those of its image."""
        isomorphic = self.claim.by(SameGame).isomorphic
        self._look_ahead(layer, lambda ahead: (self._image(node) for node in ahead if speaks(self.claim, node)))
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            self.images[node.position] = self._image(node)
        self.other.solve(self.images[node.position] for node in nodes)
        for node in nodes:
            image = self.images[node.position]
            outcome, expected = layer.outcome(self.claim.play, node.position), self.other.outcome(image)
            where = told({}, named(self.other.game.fluents, image))
            note = f"{where} of the other game corresponds to it"
            if outcome != expected:
                return len(nodes), Finding(node, expected, outcome, self.claim.play, f"{note}, {AN[expected]}")
            if isomorphic and self._options(node) != self.other.options[image]:
                note = f"{note}, and its options are not those of {where}"
                return len(nodes), Finding(node, "the same options", "other options", None, note)
        return len(nodes), None

    def _image(self, node: Node) -> Position:
        return self._position(node, [row[0] for row in node.rows[self._predicate, 1]])

    def _options(self, node: Node) -> frozenset[Position]:
        """The images of the options, which may lie outside of what is judged."""
        unseen = {move.to for move in node.moves} - self.images.keys()
        wanted = {(self._predicate, 1)}
        for position in sorted(unseen):
            region = around(self.game.fluents, position)
            grounder = Grounder(self.game, self.game.program(region.hull, wanted), wanted)
            (rows,) = grounder.rows([position])
            self.images[position] = self._image(Node(position, (), False, (), rows))
        return frozenset(self.images[move.to] for move in node.moves)


@dataclass
class _BySomeShift(ImageJudge):
    """Holds each position against its image for every shift that has not failed; None before the first position."""

    left: tuple[Symbol, ...] | None = None
    every: frozenset[Symbol] | None = None
    """The shifts that the rules name, at every position the same."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which no shift is left: those that were left until then all fail there."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        self._look_ahead(layer, self._images)
        for node in nodes:
            here = self._shifts(node)
            self.every = here if self.every is None else self.every
            if here != self.every:
                raise self._other_shifts(node)
            tried = tuple(sorted(here)) if self.left is None else self.left
            images = {shift: self._image(node, shift) for shift in tried}
            self.other.solve(images.values())
            outcome = layer.outcome(self.claim.play, node.position)
            self.left = tuple(shift for shift, image in images.items() if self.other.outcome(image) == outcome)
            if not self.left:
                return len(nodes), Finding(node, _OPPOSITE[outcome], outcome, self.claim.play, self._note(images))
        return len(nodes), None

    def _shifts(self, node: Node) -> frozenset[Symbol]:
        return frozenset(row[0] for row in node.rows[self._predicate, 2])

    def _images(self, nodes: Sequence[Node]) -> Iterator[Position]:
        """The images that are to be looked at if no more shifts fail."""
        for node in nodes:
            if speaks(self.claim, node):
                for shift in sorted(self._shifts(node)) if self.left is None else self.left:
                    yield self._image(node, shift)

    def _image(self, node: Node, shift: Symbol) -> Position:
        return self._position(node, [row[1] for row in node.rows[self._predicate, 2] if row[0] == shift])

    def _other_shifts(self, node: Node) -> InputError:
        name = self._predicate
        message = f"{name} has other shifts at {self.game.text(node.position)} than at the first position"
        return fault(message, at=self.game.place(name, None, None), expected="the same shifts at every position")

    def _note(self, images: dict[Symbol, Position]) -> str:
        if not images:
            return "there is no shift at all"
        last = max(images)
        where = told({}, named(self.other.game.fluents, images[last]))
        return f"every shift fails here or before; that by {last}, to {where} of the other game, is the last"


_OPPOSITE = {"P": "N", "N": "P", DRAW: "P or N"}


def _judge(spec: Spec, claim: Claim, game: Game) -> Judge:
    said = claim.by(SameGame)
    if said.key is not None:
        return _ByKey(spec, claim)
    other = companion(claim, game)
    return _ByImage(claim, game, other) if said.shift is None else _BySomeShift(claim, game, other)


def companion(claim: Claim, game: Game) -> Companion:
    """The other game of a claim that names one, for the parameters of this one."""
    (compared,) = claim.others
    parameters = parameters_of(compared, game.parameters)
    other = _reached(claim, game_of(compared, rules_of(compared), compared.box, parameters))
    return Companion(other, claim.by(SameGame).other_play or claim.play)


def _reached(claim: Claim, other: Game) -> Game:
    """The other game with counters as large as images are where it is the same: a proof may refute that far out."""
    if not claim.by(SameGame).isomorphic:
        return other
    return replace(other, counters={name: range(one.start, ENDLESS) for name, one in other.counters.items()})


def parameters_of(other: Spec, here: Parameters) -> dict[str, Value]:
    """The parameters of the other game: as here, or the one value that they have."""
    found: dict[str, Value] = {}
    for parameter in other.box.parameters:
        value = here.get(parameter.name, alone(parameter))
        assert isinstance(value, int | tuple)
        found[parameter.name] = value
    return found


def _key(claim: Claim, node: Node) -> frozenset[tuple[Symbol, ...]]:
    key = claim.by(SameGame).key
    rows = (rows for (name, _), rows in node.rows.items() if name == key)
    return frozenset(row for of_arity in rows for row in of_arity)


def _misfits(_rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """Nothing but the faults of the other game, which are told before anything is grounded."""
    for other in claim.others:
        rules_of(other)
    yield from ()


def _rows(claim: Claim) -> Iterator[tuple[str, str]]:
    for other in claim.others:
        yield "other", f"{other.file}: {other.game}, {claim.by(SameGame).other_play or claim.play} play"


def _words(_spec: Spec, claim: Claim) -> Words | str:
    name = claim.by(SameGame).key
    if name is None:  # it is about another game too
        return no_certificate(claim)

    def key(node: Node, _layer: Layer) -> dict[str, str]:
        atoms = (f"{name}({','.join(map(str, row))})" for row in _key(claim, node))
        return {"key": " ".join(sorted(atoms))}

    return key


KIND = Kind(
    "same-game",
    Reads(
        lambda _spec, claim: wanted(claim, where=0, key=None, image=1 if claim.by(SameGame).shift is None else 2),
        _misfits,
    ),
    HowJudged(
        _judge,
        lists=lambda claim: claim.by(SameGame).isomorphic,
        compares=lambda claim: claim.by(SameGame).key is not None or claim.by(SameGame).shift is not None,
    ),
    HowComputed("images"),
    HowProved(
        lambda _claim: Images(), lambda claim: claim.by(SameGame).image if claim.by(SameGame).isomorphic else None
    ),
    HowSaid(words=_words, rows=_rows),
)
