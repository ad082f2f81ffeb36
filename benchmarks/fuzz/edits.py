"""`python -m benchmarks.fuzz.edits --minutes N --seed S`: specs and rules edited after kept runs, and during runs.

A case is a small spec with its rules, and a walk of changes by one symbol or a few, some of which are taken back. After
each the spec is checked with what is kept of the runs before, all claims or one: what is told must be what a check that
keeps nothing says, to the letter but for seconds. Some changes are made while a check is under way: it must tell of
the files as it has found them, and keep nothing that is not of them.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from benchmarks.fuzz.inline import in_process
from benchmarks.fuzz.looping import loop
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load_sound
from bouton.process.limits import Emit, Limits, Task, run
from bouton.run import kept
from bouton.run.check import check
from bouton.run.options import Options

_EDITS = 10
"""Changes of one case."""
_DURING, _BACK, _ALONE, _ANYWAY = 0.2, 0.25, 0.2, 0.1
"""How often a change is made during a run, is one back to an earlier state, or one claim is asked for; and how often
what was judged anew is judged once more."""
_SECONDS = 60.0
"""What a case gets: a change may make rules that have no end."""
_ASKED = Options(limits=Limits(seconds=10.0, memory=1 << 30), crosscheck=False)
_RESULT = TypeAdapter(Result)

GAME = """\
% Take one or two.
move(take(M))          :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
thirds :- q'(N), pile(N).
q'(N)  :- pile(N), N \\ 3 = 0.
"""
STRATEGY = GAME + "best(take(M)) :- pile(N), M = N \\ 3, M > 0.  % and never 0\n"

HEAD = "game: take one or two\nrules: case.lp\nposition: {pile: 0..9}\n"
FIRST = "  - {id: p, says: thirds, kind: p-positions, iff: thirds, prove: {pile: all}}\n"
SPECS: tuple[tuple[str, str], ...] = (
    (GAME, HEAD + "claims:\n" + FIRST),
    (STRATEGY, HEAD + "claims:\n" + FIRST + "  - {id: s, says: x, kind: strategy, moves: best, prove: {pile: all}}\n"),
    (
        GAME + "w(N) :- pile(N).\nhalves :- pile(N), N \\ 2 = 0.\n",
        HEAD.replace("position", "measure: w\nposition")
        + "claims:\n"
        + FIRST
        + "  - {id: h, says: halves, kind: p-positions, iff: halves, expect: {refuted: {pile: 2}}}\n",
    ),
    (
        GAME + "low :- pile(N), N < 5.\nhigh :- pile(N), N >= 5.\n",
        HEAD
        + "claims:\n"
        + "  - {id: a, says: x, kind: p-positions, iff: thirds, where: low, prove: {pile: all}}\n"
        + "  - {id: b, says: x, kind: p-positions, iff: thirds, where: high, prove: {pile: all}}\n"
        + "  - {id: both, says: x, kind: p-positions, together: [a, b], prove: {pile: all}}\n",
    ),
    (
        GAME + "% Numbers.\n#defined x/1. #defined y/1.\n"
        "usual :- x(X), y(Y), more(X,Y).\nmore(X,Y) :- x(X), y(Y), X + Y + 1 > X.\n"
        "odd :- x(X), X * X > 8.\n",
        HEAD + "claims:\n"
        "  - {id: u, says: x, kind: statement, unknowns: {x: 0..5, y: 0..5}, iff: usual, prove: {x: all, y: all}}\n"
        "  - {id: o, says: x, kind: statement, unknowns: {x: 0..5}, iff: odd, prove: {x: all}, expect: refuted}\n",
    ),
    (
        "% Nim in at most two heaps; 16 is near nothing.\n"
        "move(take(I,D)) :- heap(I,S), D = 1..S.\nafter(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).\n"
        'unequal :- heap(I,S), heap(J,T), I != J, S != T.\none :- heap(1,_), not heap(2,_).\nsay("a  b").\n'
        "equal :- not unequal, not one.\n",
        "game: nim\nrules: [case.lp]\nposition: {heap: {count: 0..2, size: 1..4}}\nclaims:\n"
        "  - {id: e, says: x, kind: p-positions, iff: equal, prove: {heap: {count: 0..2}}}\n"
        "  - {id: m, says: x, kind: p-positions, play: misere, iff: equal, expect: refuted}\n",
    ),
    (
        GAME + "same(pile(N)) :- pile(N).\n",
        HEAD + "claims:\n" + "  - {id: g, says: x, kind: same-game, other: other.yaml, image: same}\n" + FIRST,
    ),
    (
        GAME + "value(N \\ 3) :- pile(N).\n",
        HEAD + "claims:\n" + "  - {id: v, says: x, kind: grundy, iff: value, prove: {pile: all}}\n"
        "  - {id: sum, says: x, kind: sum, plus: [other.yaml], sum: xor}\n",
    ),
)
OTHER_RULES = GAME.replace("thirds", "elsewhere")
OTHER_SPEC = "game: the other\nrules: other.lp\nposition: {pile: 0..9}\nclaims: []\n"
_SYMBOLS = "0123456789abxpNMX'_ ,.:;-+*\\<>=!()[]{}%#\n\t\""
_WORDS = (
    *(("<=", "<"), ("<", "<="), ("=", "!="), ("0", "1"), ("3", "4"), ("2", "3"), ("not ", ""), ("+", "-"), ("9", "10")),
    *(("normal", "misere"), ("says: x", "says: y"), ("% ", "%% "), ("\n", "\n\n"), (". ", ".\n"), (" = ", "  =  ")),
    *(("expect: refuted", "expect: holds"), ("high", "low"), ("q'", "q''"), ("N", "M"), ("all", "0..12")),
)
"""Words in whose place others are put."""


@dataclass(frozen=True)
class Case:
    """Rules and a spec, and how they are edited."""

    rules: str
    spec: str
    edits: int
    used: tuple[str, ...]


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    which = (seed + number) % len(SPECS)
    return Case(*SPECS[which], _EDITS, (f"spec {which}",))


Files = dict[str, str]


def compared(case: Case, number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from a check that keeps nothing, in words."""
    found: list[str] = []
    for event in run([Task(_case, (case, number, folder), Limits(seconds=_SECONDS, memory=1 << 31))], 1):
        if isinstance(event.value, Counter):
            tally.update(event.value)
        elif event.value is not None:
            found.append(event.value)
        if isinstance(event.error, LimitReached):
            tally["cases cut off, as a change has made endless rules"] += 1
        elif event.error is not None:
            raise event.error
    return found


def _case(emit: Emit, case: Case, number: int, folder: Path) -> None:
    """Emit what differs, and after each change what was compared."""
    tally = Counter[str]()
    with in_process(), _at_home(folder / "home"):
        for words in _walk(case, Random(f"edits {number} {case.rules}"), tally, folder):
            emit(words or Counter(tally))
            if not words:
                tally.clear()


def _walk(case: Case, rng: Random, tally: Counter[str], folder: Path) -> Iterator[str]:
    files = {"case.lp": case.rules, "case.yaml": case.spec, "other.lp": OTHER_RULES, "other.yaml": OTHER_SPEC}
    before = [files]
    """What differs, and nothing after each change."""
    yield from _run(files, rng, tally, folder)
    for _ in range(case.edits):
        now = rng.choice(before) if rng.random() < _BACK else _edited(files, rng)
        tally["edits"] += 1
        if rng.random() < _DURING:
            tally["edits during a run"] += 1
            yield from _run(files, rng, tally, folder, meanwhile=now)
        yield from _run(now, rng, tally, folder)
        if _is_sound(now, folder):
            files = now
            before.append(now)
        yield ""


def _run(files: Files, rng: Random, tally: Counter[str], folder: Path, meanwhile: Files | None = None) -> Iterator[str]:
    """Check the files with what is kept; while that goes on others may be put in their place."""
    _put(files, folder)
    spec = _loaded(folder)
    asked = _ASKED
    if spec is not None and spec.claims and rng.random() < _ALONE:
        asked = replace(asked, claims=(rng.choice(spec.claims).id,))
    told = _told(folder, asked, keeps=True, meanwhile=meanwhile, moment=rng.randrange(6))
    many = sum(isinstance(one, Result) and one.kept for one in told)
    tally["results told of those that were kept"] += many
    tally["results judged anew"] += sum(isinstance(one, Result) and not one.kept for one in told)
    tally["faults"] += sum(isinstance(one, str) for one in told)
    if many or meanwhile is not None or rng.random() < _ANYWAY:
        tally["runs held against one that keeps nothing"] += 1
        _put(files, folder)
        fresh = _told(folder, asked, keeps=False)
        if any(map(_is_limited, (*told, *fresh))):
            tally["of these with a limit that was reached"] += 1
        elif [*map(_plain, told)] != [*map(_plain, fresh)]:
            yield f"kept:  {[*map(_plain, told)]}\nfresh: {[*map(_plain, fresh)]}\nof {files}, meanwhile {meanwhile}"


def _is_limited(result: Result | str) -> bool:
    """Whether the machine has a say in it: some solver was out of time."""
    if isinstance(result, str):
        return "limit" in result
    reasons = [one.reason for one in result.proof.obligations] if result.proof is not None else []
    return result.verdict is Verdict.UNKNOWN or any("time limit" in str(one) for one in (result.reason, *reasons))


def _told(
    folder: Path, asked: Options, *, keeps: bool, meanwhile: Files | None = None, moment: int = 0
) -> list[Result | str]:
    """The results; last what is wrong, where that is told. At a moment of the run the files become others."""
    waiting = [moment]

    def passes(_progress: object = None) -> None:
        waiting[0] -= 1
        if waiting[0] < 0 and meanwhile is not None:
            _put(meanwhile, folder)

    found: list[Result | str] = []
    try:
        spec = load_sound(str(folder / "case.yaml"))
        passes()
        for result in (kept.check if keeps else check)(spec, asked, passes):
            found.append(result)
            passes()
    except (InputError, Disagreement) as error:
        found.append(f"{type(error).__name__}: {error}")
    return found


def _plain(result: Result | str) -> object:
    return result if isinstance(result, str) else _timeless(_RESULT.dump_python(replace(result, kept=False)))


def _timeless(value: Any) -> Any:
    """Without seconds."""
    if isinstance(value, dict):
        return {name: _timeless(one) for name, one in value.items() if name != "seconds"}
    return [_timeless(one) for one in value] if isinstance(value, list | tuple) else value


def _loaded(folder: Path) -> Spec | None:
    try:
        return load_sound(str(folder / "case.yaml"))
    except InputError:
        return None


def _is_sound(files: Files, folder: Path) -> bool:
    """Whether a walk goes on from here."""
    _put(files, folder)
    spec = _loaded(folder)
    return spec is not None and len(spec.claims) > 0


def _put(files: Files, folder: Path) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _edited(files: Files, rng: Random) -> Files:
    """One symbol put in, left out or changed, or one word for another, somewhere in one file."""
    name = rng.choice(["case.lp"] * 4 + ["case.yaml"] * 3 + ["other.lp", "other.yaml"])
    text = files[name]
    if rng.random() < 0.5:
        old, new = rng.choice([pair for pair in _WORDS if pair[0] in text])
        places = [at for at in range(len(text)) if text.startswith(old, at)]
        at = rng.choice(places)
        changed = text[:at] + new + text[at + len(old) :]
    else:
        at, gone = rng.randrange(len(text)), rng.randrange(2)
        changed = (
            text[:at] + rng.choice((rng.choice(_SYMBOLS), "") if gone else (rng.choice(_SYMBOLS),)) + text[at + gone :]
        )
    return {**files, name: changed}


@contextmanager
def _at_home(home: Path) -> Iterator[None]:
    """What is kept is kept there, and told."""
    wanted = {"XDG_CACHE_HOME": str(home / "cache"), "XDG_STATE_HOME": str(home / "state"), kept.FRESH: None}
    before = {name: os.environ.get(name) for name in wanted}
    try:
        _set(wanted)
        yield
    finally:
        _set(before)


def _set(values: dict[str, str | None]) -> None:
    for name, value in values.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.edits", (__doc__ or "").partition("\n")[0], made, compared))
