"""What is said of theorems, and of winning moves, that were looked for: with their state, and text to paste."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bouton.claims.subject import rules_of
from bouton.core.spec import Claim, Play, Spec
from bouton.discover.classes import GameClass
from bouton.discover.guess import PLAYS, Discovery, Guess
from bouton.discover.search import FoundStrategy, NoStrategy, strategy
from bouton.process.limits import Limits
from bouton.rules.syntax import defines
from bouton.show import words
from bouton.show.text import reach

_INDENT = "      "


def state(guess: Guess) -> str:
    """`proved for every size, 0..3 heaps`, `fits 286 positions to measure 30` or `refuted at heap=1:2`."""
    if guess.state == "proved":
        return f"proved {_reach(guess)}: {guess.says}"
    return f"{guess.state if guess.state == 'fits' else 'refuted at'} {guess.where}: {guess.says}"


def text(
    spec: Spec, play: Play, found: Discovery, seconds: float, *, interrupted: bool = False, verbose: bool = False
) -> str:
    """The report of a search: the theorem and where it is proved, or the best guess as such, with its rules.

    Without a theorem, or `verbose`, it is said what was tried; `verbose`, with the last guess of each kind.
    """
    return "\n".join(_lines(spec, play, found, seconds, interrupted, verbose))


def _lines(spec: Spec, play: Play, found: Discovery, seconds: float, interrupted: bool, verbose: bool) -> Iterator[str]:
    yield f"{words.visible(spec.game)}, {PLAYS[play]}"
    best = found.best
    if best is not None and found.proved:
        yield words.ends(f"  PROVED {_reach(best)}", f"{seconds:.1f} s")
        yield from words.wrapped(best.says, _INDENT)
        yield from words.wrapped(f"checked too at {best.where}", _INDENT)
    else:
        yield words.ends(f"  NONE FOUND{': interrupted' if interrupted else ''}", f"{seconds:.1f} s")
    if best is not None and not found.proved:
        state = "which `bouton check` does not prove," if best.decided else "which is not proved and may be false,"
        yield from words.wrapped(f"the best guess, {state} fits {best.where}:", _INDENT)
        yield from words.wrapped(best.says, _INDENT)
    for one in found.partial if not found.proved else ():
        yield from words.wrapped(f"PROVED of some positions, {_reach(one)}: {one.says}", _INDENT)
    beyond = tuple(one for one in found.refuted if best is not None and one.says == best.says)
    if beyond:
        yield from words.wrapped(f"not so beyond: {beyond[0].where}", _INDENT)
    told = beyond
    if best is None and found.refuted:
        (last,) = told = found.refuted[-1:]
        yield from words.wrapped(f"the last guess was refuted at {last.where}: {last.says}", _INDENT)
    if many := len(found.refuted) - len(told):
        yield from words.wrapped(f"refuted on the way: {many} other guess{'' if many == 1 else 'es'}", _INDENT)
    ends = {one.family: one for one in found.tried} if verbose or not found.proved else {}
    for kind in ends.values():
        effort = "" if kind.effort == 1 else f", with up to {kind.effort} times the effort"
        yield from words.wrapped(f"tried {kind.family}{effort}: {kind.end}", _INDENT)
        if verbose and kind.says:
            yield from words.wrapped(kind.says, f"{_INDENT}    ")
    if found.game_class is not None:
        yield from words.wrapped(of_class(found.game_class), _INDENT)
    if best is not None:
        yield from best.body
        if best.strategy and found.proved:
            sides = best.draft.document["claims"][0]["kind"] == "winners"
            where = "where the side to move wins" if sides else "in every N-position"
            yield f"% Winning moves, proved too: {where} one is named, and all that are named win."
            yield from best.strategy
        elif found.proved and best.draft.document["claims"][0]["kind"] in ("p-positions", "winners", "periodic"):
            yield from words.wrapped(_unnamed(best), "% ")
        yield ""
        yield from (f"  {line}" for line in _claim(best))
    for one in found.partial[:1] if best is None else ():
        yield from (*one.body, "", *(f"  {line}" for line in _claim(one)))


def not_beside(spec: Spec, seconds: float, *, interrupted: bool) -> str:
    """That no theorem on misère play was found beside one on normal play, in the time that was left for it."""
    how = "interrupted" if interrupted else f"none found in {seconds:.0f} s; `--misere` looks longer"
    return f"{words.visible(spec.game)}, {PLAYS['misere']}: {how}"


def _unnamed(guess: Guess) -> str:
    """That a theorem has no rules for winning moves, and why."""
    why = f": {guess.unnamed}" if guess.unnamed else "."
    return f"A move wins where it leads to a loss by the theorem; no rules that name such moves were proved{why}"


def of_class(found: GameClass) -> str:
    """`the game is wild: heap=5 is not tame: ...`, or of which class it is in its box, and of which it is not."""
    at = found.at or "its only position"
    if found.name == "wild":
        return f"the game is wild: {at} is {found.reason}"
    narrower = "" if found.excluded is None else f"; {at} is {found.reason}"
    return f"in its box the game is {found.name} ({words.count(found.positions, 'position')}){narrower}"


def _claim(guess: Guess) -> list[str]:
    """The claim as it stands in a spec."""
    lines = guess.draft.spec.splitlines()
    return lines[lines.index("claims:") + 1 :]


def _reach(guess: Guess) -> str:
    assert guess.judged is not None and guess.result is not None
    return reach(guess.judged, guess.judged.claim(guess.result.id), guess.result.proof)


def objects(spec: Spec, play: Play, found: Discovery, seconds: float) -> dict[str, Any]:
    """The object of `bouton discover --json`."""
    best = found.best
    return {
        "schema": 1,
        "spec": spec.file,
        "game": spec.game,
        "play": play,
        "proved": found.proved,
        "best": None if best is None else _object(best),
        "partial": [_object(one) for one in found.partial],
        "class": None if found.game_class is None else asdict(found.game_class),
        "refuted": [{"says": one.says, "at": one.where} for one in found.refuted],
        "tried": [asdict(one) for one in found.tried],
        "seconds": round(seconds, 2),
    }


def _object(guess: Guess) -> dict[str, Any]:
    return {
        "state": guess.state,
        "proved": _reach(guess) if guess.state == "proved" else None,
        "fits": guess.where,
        "decided": guess.decided,
        "says": guess.says,
        "rules": list(guess.body),
        "strategy": list(guess.strategy),
        "encoding": guess.draft.rules,
        "spec": guess.draft.spec,
    }


# ---------------------------------------------------------------------------------------------------- winning moves


MOVES = Limits(processor=120.0)
"""For looking for winning moves: of processor time, so that a busy machine finds the same."""


def winning_moves(spec: Spec, claim: Claim, limits: Limits) -> str:
    """The strategy found for a claim, or that none was; each line but those of the rules is a comment of the rules."""
    return "\n".join(_moves(spec, claim, strategy(spec, claim, limits)))


def _moves(spec: Spec, claim: Claim, found: FoundStrategy | NoStrategy) -> Iterator[str]:
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
