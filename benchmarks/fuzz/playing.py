"""Cases about random games: outcomes, values and moves; winners of alliances; predicates that hold everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

from benchmarks.fuzz.case import Case
from benchmarks.fuzz.claimed import MAKERS, prove_range, random_claims
from benchmarks.fuzz.features import cells, features, table
from benchmarks.fuzz.games import game
from tests.oracle import game as plain


def outcomes(rng: Random) -> Case:
    """Claims about the outcomes, values and moves of a random game."""
    made = game(rng, decided=0.06)
    play = rng.choice(("normal", "misere"))
    names = features(made)
    kinds = ["grundy", "strategy", rng.choice(("together", "where")), rng.choice(("key", "image"))]
    kinds += (
        ["sequence", "example", "table"] if made.decided else ["swap", "class", "sum", "sequence", "example", "table"]
    )
    draft, writer = made.draft, made.writer
    writer.use(play, "p-positions")
    table(made, "p", names, cells(made, names, lambda one, at: one.outcome(play, at)), valued=False)
    prove = prove_range(made, rng)
    claim: dict[str, Any] = {"id": "p", "says": "A.", "kind": "p-positions", "play": play, "iff": "p"}
    if rng.random() < 0.2:
        claim["prove"] = prove
        writer.use("proof")
    draft.claims.append(claim)
    for kind in kinds:
        MAKERS[kind](made, names, play, prove)
    random_claims(made, 1)
    draft.rules = writer.text
    return draft.case(writer.used)


def predicates(rng: Random) -> Case:
    """Random predicates over a random game, with claims that they hold everywhere or nowhere."""
    made = game(rng, decided=0.95)
    for at in range(rng.randint(2, 3)):
        made.writer.predicate(f"r{at}")
    made.writer.rare("rare")
    made.writer.rare("rarer")
    random_claims(made, 2)
    MAKERS["example"](made, [], rng.choice(("normal", "misere")), {})
    made.draft.rules = made.writer.text
    return made.draft.case(made.writer.used)


def alliances(rng: Random) -> Case:
    """Who wins a random game of alliances."""
    made = game(rng, alliances=True)
    names = features(made)
    writer = made.writer
    writer.use("winners")
    table(made, "wins", names, cells(made, names, lambda one, at: one.winner(at)), valued=True)
    claim: dict[str, Any] = {"id": "wins", "says": "A.", "kind": "winners"}
    prove = prove_range(made, rng)
    proving = rng.random() < 0.15
    if proving:
        writer.use("proof")
        claim["prove"] = prove
    made.draft.claims.append(claim)
    if rng.random() < 0.4:
        writer.use("strategy")

        def best(one: plain.Game, at: plain.Position) -> str | None:
            mover = one.side("side", at)
            won = sorted(move for move, to in one.moves(at).items() if one.winner(to) == mover)
            return won[0] if won else None

        table(made, "win", names, cells(made, names, best), valued=True)
        named = claim if rng.random() < 0.3 else {"kind": "winners", "says": "A."}
        made.draft.claims.append({**named, "id": "wins-so", "iff": "wins", "strategy": "win"})
    if rng.random() < 0.5:
        writer.use("together", "where")
        writer.add(f"low :- {names[0]}(V), V <= 0. high :- {names[0]}(V), V > 0.")
        for part in ("low", "high"):
            made.draft.claims.append({"id": f"wins-{part}", "says": "A.", "kind": "winners", "where": part})
        together: dict[str, Any] = {"together": ["wins-low", "wins-high"]}
        together |= {"prove": prove} if proving else {}
        made.draft.claims.append({"id": "wins-whole", "says": "A.", "kind": "winners", **together})
    random_claims(made, 1)
    made.draft.rules = writer.text
    return made.draft.case(writer.used)
