"""What is said of theorems that were looked for: each with its state, and text to paste."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bouton.core.spec import Play, Spec
from bouton.discover.classes import GameClass
from bouton.discover.guess import Discovery, Guess
from bouton.show import words
from bouton.show.text import reach

_PLAY: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}
_INDENT = "      "


def state(guess: Guess) -> str:
    """`proved for every size, 0..3 heaps`, `fits 286 positions to measure 30` or `refuted at heap=1:2`."""
    if guess.state == "proved":
        assert guess.judged is not None and guess.result is not None
        return f"proved {reach(guess.judged, guess.judged.claim(guess.result.id), guess.result.proof)}: {guess.says}"
    return f"{guess.state if guess.state == 'fits' else 'refuted at'} {guess.where}: {guess.says}"


def text(spec: Spec, play: Play, found: Discovery, seconds: float, *, interrupted: bool = False) -> str:
    """The report of a search: the theorem and where it is proved, or the best guess as such, with its rules."""
    return "\n".join(_lines(spec, play, found, seconds, interrupted))


def _lines(spec: Spec, play: Play, found: Discovery, seconds: float, interrupted: bool) -> Iterator[str]:
    yield f"{words.visible(spec.game)}, {_PLAY[play]}"
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
    beyond = [one for one in found.refuted if best is not None and one.says == best.says]
    if beyond:
        yield from words.wrapped(f"not so beyond: {beyond[0].where}", _INDENT)
    if many := len(found.refuted) - len(beyond):
        yield from words.wrapped(f"refuted on the way: {many} other guess{'' if many == 1 else 'es'}", _INDENT)
    if found.game_class is not None:
        yield from words.wrapped(of_class(found.game_class), _INDENT)
    if best is not None:
        yield from best.body
        if best.strategy and found.proved:
            yield "% Winning moves, proved too: in every N-position one is named, and all that are named win."
            yield from best.strategy
        yield ""
        yield from (f"  {line}" for line in _claim(best))


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
        "class": None if found.game_class is None else asdict(found.game_class),
        "refuted": [{"says": one.says, "at": one.where} for one in found.refuted],
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
