"""A theorem that is true, and the same with one thing changed far out: the claim, the moves, or the strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from benchmarks.fuzz.distant.case import Distant
from benchmarks.fuzz.distant.conditions import Far, Position, never

Kind = Literal["normal", "misere", "grundy", "everywhere"]


@dataclass(frozen=True)
class Theorem:
    """A true theorem about a game, with the places at which it can be changed."""

    way: str
    moves: str
    """Its rules; `{guard}` stands where a condition may be added to every move."""
    claimed: str
    """Rules that define `base/0`, where the position is a P-position or the statement holds, or `base/1`, the value."""
    kind: Kind
    position: str
    prove: str
    says: Callable[[Position], int]
    """What `base` says: 1 at the P-positions, or the value."""
    names: tuple[str, ...] = ("heap",)
    head: str = ""
    """Lines of the spec: parameters, a measure."""
    more: str = ""
    """What the claim says besides, `, using: {...}`."""
    lost: str = ""
    """Rules for a move, where `far` holds, to a P-position."""
    again: str = ""
    """Rules for a move, where `far` holds, to what another move leads to already."""
    strategy: str = ""
    """Rules that define `win/1`, the winning moves."""
    others: str = ""
    """Other claims of the spec."""
    files: Mapping[str, str] = field(default_factory=dict)


def changed(rng: Random, theorem: Theorem, far: Far) -> Distant:
    """The theorem with something changed where `far` holds, or where nothing is; half of them are true."""
    ways = ["claim", "claim"]
    if theorem.lost:
        ways += ["more moves"]
    if "{guard}" in theorem.moves:
        ways += ["fewer moves"]
    if theorem.strategy:
        ways += ["strategy", "strategy"]
    how = rng.choice(ways)
    true = rng.random() < 0.5
    here = _decisive(theorem, far, how)
    if here is None:
        true, how = True, "claim" if theorem.kind == "everywhere" else how
    neutral = true and how != "fewer moves" and rng.random() < 0.5
    if how == "more moves" and neutral and not theorem.again:
        neutral = False
    used = never(rng, far) if true and not neutral else far
    moves, lines, predicate, strategy = theorem.moves, [theorem.claimed], "base", ""
    wrong: Callable[[Position], bool] | None = None
    if how == "claim":
        predicate = "told"
        lines += _told(rng, theorem, neutral=neutral)
        wrong = used.holds if not neutral else lambda _: False
    elif how == "more moves":
        lines.append(theorem.again if neutral else theorem.lost)
    elif how == "fewer moves":
        moves = moves.replace("{guard}", ", not far")
    if theorem.strategy:
        strategy = ", strategy: won" if theorem.kind in ("normal", "misere") else ""
        if how == "strategy":
            lines += _won(rng, neutral=neutral)
        else:
            strategy = strategy.replace("won", "win") if rng.random() < 0.3 and how == "claim" and true else ""
    text = "\n".join([moves.replace("{guard}", ""), *lines, theorem.strategy, *used.lines, ""])
    return Distant(
        theorem.way,
        {"case.lp": text, "case.yaml": spec(theorem, predicate, strategy), **theorem.files},
        None if true else named(theorem, here or ()),
        wrong,
        (theorem.way, how, far.of, "true" if true else "false"),
    )


def spec(theorem: Theorem, predicate: str, strategy: str) -> str:
    """The spec of a claim."""
    kind = {"grundy": "grundy", "everywhere": "everywhere"}.get(theorem.kind, f"p-positions, play: {theorem.kind}")
    return (
        f"game: a case\nrules: case.lp\n{theorem.head}position: {{{theorem.position}}}\nclaims:\n"
        f"  - {{id: c, says: A., kind: {kind}, iff: {predicate}{strategy}{theorem.more}, prove: {theorem.prove}}}\n"
        f"{theorem.others}"
    )


def named(theorem: Theorem, at: Position) -> dict[str, object]:
    """The position by the names of the spec."""
    return {"heap": list(at)} if theorem.names == ("heap",) else dict(zip(theorem.names, at, strict=True))


def _decisive(theorem: Theorem, far: Far, how: str) -> Position | None:
    """A position at which the change makes the theorem false.

    Without its moves a position is a P-position, of value 0, and in misère play an N-position.
    """
    for at in far.near:
        is_p = bool(theorem.says(at))
        ends_other = is_p == (theorem.kind in ("misere", "grundy"))  # of values it says whether this one is not 0
        if how == "claim" or (how == "more moves" and is_p and any(at)) or (how == "fewer moves" and ends_other):
            return at
        if how == "strategy" and not is_p:
            return at
    return None


def _told(rng: Random, theorem: Theorem, *, neutral: bool) -> list[str]:
    if theorem.kind == "grundy":
        if neutral:
            return ["told(X) :- base(X), far.", "told(X) :- base(X), not far."]
        return rng.choice(
            (
                ["told(X) :- base(X), not far.", "told(X+1) :- base(X), far."],
                ["told(X+D) :- base(X), by(D).", "by(0) :- not far.", "by(1) :- far."],
                ["told(X) :- base(X).", "told(X+1) :- base(X), far."],
            )
        )
    if neutral:
        return rng.choice((["told :- base, far.", "told :- base, not far."], ["told :- base.", "told :- far, base."]))
    if theorem.kind == "everywhere":
        return ["told :- base, not far."]
    return ["told :- base, not far.", "told :- far, not base."]


def _won(rng: Random, *, neutral: bool) -> list[str]:
    if neutral:
        return ["won(M) :- win(M), far.", "won(M) :- win(M), not far."]
    return rng.choice((["won(M) :- win(M), not far."], ["won(M) :- win(M).", "won(none) :- far."]))
