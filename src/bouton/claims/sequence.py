"""Kind `sequence`: what a paper says of a sequence whose terms a predicate of the rules gives, `terms(N,X,...)`.

With `play`: its terms are the P-positions. With `same`: another predicate has the same terms, a formula for a
recursion say. With `satisfies`: a predicate holds of each index. Of the P-positions a box of the game is judged; the
others have no game in them, and each index is judged by itself, least first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from clingo import SymbolType

from bouton.claims import p_positions
from bouton.claims.judge import Finding, Judge
from bouton.claims.kind import NEVER, HowComputed, HowJudged, HowSaid, Kind, Reads
from bouton.claims.wanted import naming
from bouton.core.errors import Diagnostic, Unreadable, fault, fault_at
from bouton.core.fresh import unused
from bouton.core.position import Counter, Heaps, Position
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Label
from bouton.document.entries import Sequence
from bouton.ground.box import HeapBox, Region, of_numbers
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer, Mark
from bouton.ground.sequence import Term, Terms, positions, terms, text, total
from bouton.rules.file import Rules
from bouton.rules.read import more
from bouton.rules.syntax import names_of

_KEYS = ("terms", "same", "satisfies")


@dataclass
class _Given:
    """The terms that one predicate gives, the same wherever they are asked for."""

    claim: Claim
    game: Game
    key: str
    known: Terms | None = None

    @property
    def name(self) -> str:
        return _name(self.claim, self.key)

    def of(self, node: Node) -> Terms:
        """All its terms."""
        if self.known is None:
            (rows,) = (rows for (name, _), rows in node.rows.items() if name == self.name)
            self.known = terms(self.game, self.name, rows)
        return self.known

    def at(self, node: Node, index: int) -> Term:
        """The term of an index; InputError where there is none."""
        found = self.of(node).get(index)
        if found is None:
            ends = f"; the last is of index {max(self.of(node))}" if self.of(node) else ""
            message = f"{self.key}: {self.name} has no term of index {index}{ends}"
            expected = "rules that give a term for each index of the range"
            raise fault(message, at=self.claim.at(self.key), expected=expected)
        return found


@dataclass
class _ByIndex(Judge):
    """Judges one index after the other."""

    claim: Claim
    given: _Given
    other: _Given | None
    satisfying: frozenset[int] | None = None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """Whether the claim holds of each index of the layer, which is one."""
        for node in layer.nodes:
            (index,) = node.position
            assert isinstance(index, int)
            finding = self._failure(node, index)
            if finding is not None:
                return len(layer.nodes), finding
        return len(layer.nodes), None

    def _failure(self, node: Node, index: int) -> Finding | None:
        term = self.given.at(node, index)
        if self.other is not None:
            same = self.other.at(node, index)
            if same == term:
                return None
            note = f"the term of `{self.other.name}` is {text(same)}, that of `{self.given.name}` is {text(term)}"
            return Finding(node, _label(same), _label(term), None, note)
        name = _name(self.claim, "satisfies")
        if self.satisfying is None:
            numbers = (part for (part,) in node.rows[name, 1] if part.type is SymbolType.Number)
            self.satisfying = frozenset(part.number for part in numbers)
        if index in self.satisfying:
            return None
        note = f"`{name}` does not hold of this index, where the term of `{self.given.name}` is {text(term)}"
        return Finding(node, "holds", "fails", None, note)


@dataclass
class _ByPosition:
    """Judges the P-positions of a box, as the kind `p-positions` does."""

    claim: Claim
    game: Game
    given: _Given
    index: dict[Position, int] = field(default_factory=dict)
    last: Term = ()

    def __post_init__(self) -> None:
        self.judged = p_positions.ByOutcome(
            self.claim, lambda node, _layer: "P" if node.position in self.index else "N", Mark(self.claim.play)
        )

    @property
    def mark(self) -> Mark:
        """The terms."""
        return self.judged.mark

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position that is a term and no P-position, or the other way round.

        InputError where the terms end before the positions do.
        """
        if not self.last:
            found = self.given.of(layer.nodes[0])
            self.index = positions(self.game, self.given.name, found)
            self.last = found[max(found)] if found else ()
        beyond = [node for node in layer.nodes if total(node.position) >= sum(self.last)]
        if beyond:
            last = f"with {text(self.last)}" if self.last else "before the first"
            where = self.game.text(beyond[0].position)
            message = f"terms: {self.given.name} ends {last}, which does not show whether {where} is a term"
            expected = "rules that give terms of more stones, or a smaller box"
            raise fault(message, at=self.claim.at("terms"), expected=expected)
        count, finding = self.judged.judge(layer)
        if finding is not None:
            at = self.index.get(finding.node.position)
            name = self.given.name
            note = f"it is no term of `{name}`" if at is None else f"it is the term of index {at} of `{name}`"
            finding = replace(finding, note=note)
        return count, finding


def _label(term: Term) -> Label:
    return term[0] if len(term) == 1 else term


def _name(claim: Claim, key: str) -> str:
    name = getattr(claim.by(Sequence), key)
    assert isinstance(name, str)
    return name


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """What is wrong with the predicates as sequences: their arguments, or that they change with the position."""
    arities: list[int] = []
    for key in _KEYS:
        name = getattr(claim.by(Sequence), key)
        found = rules.arities(name) if name is not None else ()
        if not found:
            continue  # it is not named, or no rule derives it, which is said elsewhere
        changing = [arity for arity in found if (name, arity) in rules.dependent]
        if changing:
            message = f"{key}: {name} changes with the {'index' if claim.about == 'numbers' else 'position'}"
            expected = "a predicate that depends on parameters alone, with the index as its first argument"
            yield fault_at(claim.at(key), message, expected)
        elif key != "satisfies":
            expected = "one predicate: the index, then the numbers of the term"
            if arities:
                expected = f"{arities[0]} arguments, as {_name(claim, 'terms')} has"
            if len(found) > 1 or found[0] < 2 or (arities and found[0] != arities[0]):
                message = f"{key}: {name} has {' or '.join(map(str, found))} argument{'' if found == [1] else 's'}"
                yield fault_at(claim.at(key), message, expected)
            else:
                arities.append(found[0])
    if arities and claim.about == "positions":
        yield from _unplaced(rules, claim, arities[0] - 1)


def _unplaced(rules: Rules, claim: Claim, numbers: int) -> Iterator[Diagnostic]:
    """Where terms are no positions: they are the sizes of the heaps, or the values of the counters."""
    counters = all(isinstance(fluent, Counter) for fluent in rules.fluents)
    if not (counters and len(rules.fluents) == numbers) and not (
        len(rules.fluents) == 1 and isinstance(rules.fluents[0], Heaps)
    ):
        message = f"terms: a position is not made of the {numbers} numbers of a term"
        expected = "a game of one kind of heaps, or of as many counters and no heaps"
        yield fault_at(claim.at("terms"), message, expected)


def _judge(_spec: Spec, claim: Claim, game: Game) -> Judge:
    given = _Given(claim, game, "terms")
    if claim.about == "positions":
        return _ByPosition(claim, game, given)
    return _ByIndex(claim, given, None if claim.by(Sequence).same is None else _Given(claim, game, "same"))


# --------------------------------------------------------------------------- its terms as facts, for a program


def _as_predicate(_spec: Spec, claim: Claim, game: Game, region: Region) -> tuple[str, Game]:
    """A predicate that holds of the positions of the region that are terms, and the game with its rules.

    clingo gives the terms, and only those of the region are taken. Unreadable where they end before its positions do;
    InputError where they are none.
    """
    name = claim.by(Sequence).terms
    assert name is not None
    (arity,) = game.rules.arities(name)
    wanted = {(name, arity)}
    grounder = Grounder(game, game.program(region.hull, wanted), wanted)
    (node,) = grounder.nodes([next(region.layers(game.measure))[0]])
    found = terms(game, name, node.rows[name, arity])
    most = _most_stones(region)
    if not found or sum(found[max(found)]) <= most:
        raise Unreadable(f"{name} ends before the positions of the box do")
    at = {one: index for one, index in positions(game, name, found).items() if total(one) <= most}
    here = unused("term_here", names_of(game.rules))
    return here, replace(game, rules=more(game.rules, list(_facts(game, here, at)), claim.place))


def _most_stones(region: Region) -> int:
    parts = map(of_numbers, region.hull.parts)
    return sum(max(one.totals() if isinstance(one, HeapBox) else one.values, default=0) for one in parts)


def _facts(game: Game, here: str, at: Mapping[Position, int]) -> Iterator[str]:
    """The terms as facts, and that the position is one of them."""
    counts = set[int]()
    for position in at:
        numbers = position[0] if isinstance(position[0], tuple) else position
        counts.add(len(numbers))
        if numbers:
            yield f"{here}_{len(numbers)}({','.join(map(str, numbers))})."
    heaps = isinstance(game.fluents[0], Heaps)
    for count in sorted(counts):
        names = [f"X{number}" for number in range(count)]
        given = [f"{game.fluents[0].name}({number},{name})" for number, name in enumerate(names, 1)]
        if not heaps:
            given = [f"{fluent.name}({name})" for fluent, name in zip(game.fluents, names, strict=True)]
        ends = [f"not {game.fluents[0].name}({count + 1},_)"] if heaps else []
        term = [f"{here}_{count}({','.join(names)})"] if names else []
        yield f"{here} :- {', '.join([*given, *ends, *term])}."


KIND = Kind(
    "sequence",
    Reads(naming(terms=None, same=None, satisfies=1), _misfits),
    HowJudged(_judge, plays=lambda claim: () if claim.about == "numbers" else (claim.play,), lists=NEVER),
    HowComputed("kernel", written=_as_predicate),
    said=HowSaid(counted="term"),
)
