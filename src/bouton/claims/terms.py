"""A claim on the terms of a sequence, for a program: as one on a predicate that has the terms as its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bouton.claims.subject import rules_of
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, Position
from bouton.core.sources import Source
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Sequence
from bouton.ground.box import HeapBox, Region, of_numbers
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.ground.sequence import positions, terms, total
from bouton.rules.file import Rules


def as_predicate(spec: Spec, claim: Claim, game: Game, region: Region) -> tuple[str, Game]:
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
    here = _unused(game.rules)
    text = "".join(f"{rule}\n" for rule in _rules(game, here, at))
    first = game.rules.sources.files[0]
    files = (*game.rules.sources.files, Source(f"the terms of {name}", first.file, text))
    return here, replace(game, rules=rules_of(spec, files))


def _most_stones(region: Region) -> int:
    parts = map(of_numbers, region.hull.parts)
    return sum(max(one.totals() if isinstance(one, HeapBox) else one.values, default=0) for one in parts)


def _unused(rules: Rules) -> str:
    """A name that nothing in the rules has."""
    text = " ".join(map(str, rules.statements))
    name = "term_here"
    while name in text or name in {fluent.name for fluent in rules.fluents}:
        name += "x"
    return name


def _rules(game: Game, here: str, at: Mapping[Position, int]) -> Iterator[str]:
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
