"""What is said of a strategy that was found, with the rules as they can be put into the rules file."""

from __future__ import annotations

from collections.abc import Iterator

from bouton.claims.subject import rules_of
from bouton.core.spec import Claim, Spec
from bouton.discover.search import NoStrategy, Strategy, strategy
from bouton.process.limits import Limits
from bouton.rules.syntax import defines
from bouton.show import words

LIMITS = Limits(seconds=120.0)


def text(spec: Spec, claim: Claim, limits: Limits = LIMITS) -> str:
    """The strategy found for a claim, or that none was; each line but those of the rules is a comment of the rules."""
    return "\n".join(_lines(spec, claim, strategy(spec, claim, limits)))


def _lines(spec: Spec, claim: Claim, found: Strategy | NoStrategy) -> Iterator[str]:
    title = f"{words.visible(spec.game)}, {claim.id}: "
    if isinstance(found, NoStrategy):
        yield from words.wrapped(f"{title}no strategy was found, as {found.reason}.", "% ")
        if found.moves:
            yield from words.wrapped(
                "One of these wins at each N-position that was looked at and that any wins at:", "% "
            )
        for move in found.moves:
            yield f"%   {move.term}{' where ' if move.body else ''}{', '.join(move.body)}"
        return
    where = words.count(found.positions, "N-position")
    yield from words.wrapped(
        f"{title}winning moves, found by sampling and checked: at each of {where} ({'; '.join(found.over)}) one is "
        f"named, and all that are named win. To have it judged, or proved, put these rules into {_beside(spec, claim)} "
        f"and `strategy: {found.name}` into the claim.",
        "% ",
    )
    yield from found.rules


def _beside(spec: Spec, claim: Claim) -> str:
    """The rules file that defines the predicate of the claim; the last one where the claim names none."""
    rules = rules_of(spec)
    for rule in rules.statements:
        if defines(rule)[0] == claim.iff:
            return rules.sources.where(rule.location.begin.line).partition(":")[0]
    return spec.rules[-1].name
