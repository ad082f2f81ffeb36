"""What a claim is judged on, in words: its box, a position, the numbers or the games that it is about."""

from __future__ import annotations

from bouton.claims.registry import kind_of
from bouton.claims.subject import subject
from bouton.core.position import NamedPosition, Parameters, named
from bouton.core.spec import At, Claim, CounterRange, Spec
from bouton.show import words


def text(spec: Spec, claim: Claim, chosen: At | None) -> str:
    """Which positions a claim was judged on: `for` its box, or `at` the one position named."""
    one = chosen or kind_of(claim).judged.point(claim)
    if one is not None:
        return text_at(spec, claim, one)
    if claim.points:
        return "entry by entry"
    if claim.about == "games":
        return f"for all games of {positions(claim)}"
    if claim.about == "positions":
        plus = (f", plus {one.game}: {words.box(one.box)}" for one in kind_of(claim).said.summands(claim))
        return f"for {words.box(claim.box)}{''.join(plus)}"
    unknowns = (f"{part.name} = {part.interval}" for part in claim.box.fluents if isinstance(part, CounterRange))
    ranges = ", ".join(filter(None, [words.parameters(claim.box), *unknowns]))
    return f"for {ranges}" if ranges else "as it stands"


def text_at(spec: Spec, claim: Claim, one: At) -> str:
    """`at k=2, heap 1:2:2`."""
    if claim.about == "games":
        options: dict[str, int | list[int]] = {
            str(at): list(row) for at, row in enumerate(one.position, 1) if isinstance(row, tuple)
        }
        return f"at {words.graph(options)}"
    return f"at {where(claim, one.parameters, named(subject(spec, claim).fluents, one.position))}"


def where(claim: Claim, chosen: Parameters, place: NamedPosition) -> str:
    """A position in the words of the claim: `k=2, heap 1:2:2`; of numbers the values alone, `n=2, j=3`."""
    if claim.about == "games":
        return words.count(sum(name.isdecimal() for name in place), "position")
    if claim.about == "positions":
        return words.at(chosen, place)
    values = {**chosen, **{name: part for name, part in place.items() if isinstance(part, int)}}
    return ", ".join(f"{name}={words.value(number)}" for name, number in values.items())


def cases(claim: Claim, number: int) -> str:
    """How many positions, cases of a statement, terms of a sequence, or games of a theory."""
    return words.count(number, case(claim))


def case(claim: Claim) -> str:
    """What is counted: positions, cases of a statement, terms, or games."""
    nouns = {"positions": "position", "numbers": kind_of(claim).said.counted, "games": "game"}
    return nouns[claim.about]


def positions(claim: Claim) -> str:
    """How many positions the games of a theory have: `1..6 positions`."""
    (part,) = (part for part in claim.box.fluents if isinstance(part, CounterRange))
    return f"{part.interval} position{'' if str(part.interval) == '1' else 's'}"
