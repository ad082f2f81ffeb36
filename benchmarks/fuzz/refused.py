"""`python -m benchmarks.fuzz.refused FOLDER --cases 300`: files for Rocq of false claims, which coqc must refuse.

Each is false by how it is made, most of them far out: a claim in the idioms of `benchmarks.fuzz.distant`, with a script
that is made for it; a claim about alliances; one whose variables have the names that printing makes; or a statement
that has a proof by hand with one sign changed in it, and that proof behind it. Of the last the text itself is
evaluated, and it is taken where its theorem fails at a small position.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from benchmarks.fuzz.distant import conditions, numbers, piles
from benchmarks.fuzz.distant.case import Distant, one_claim
from benchmarks.fuzz.distant.changed import changed
from benchmarks.fuzz.distant.heaps import nim
from bouton.claims.periodic import repeats
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.position import Counter as Counted
from bouton.core.position import Position
from bouton.document.entries import Periodic
from bouton.document.load import load
from bouton.process.limits import Limits, alone
from bouton.rocq.completion import Completion
from bouton.rocq.file import written
from bouton.rocq.gallina import Defined, Unread, matched, read
from bouton.rocq.hand import attempted
from bouton.rocq.meaning import At, MeaningReader
from bouton.rocq.statement import Statement
from bouton.rocq.truth import Truth
from tests.oracle.octal import values
from tests.rocq.anyway import files, said
from tests.rocq.by_hand import BY_HAND, asked, of, proved_text
from tests.rocq.test_compared import changes
from tests.shipped import named

_PATIENCE = 90.0
"""Seconds for coqc."""
_TRIES, _WINDOW = 10, 140
"""Changes of a statement that are tried, and values of a period that are computed."""
_SMALL = (
    "few_or_all",
    "bounded_nim",
    "nim",
    "lasker_nim",
    "nim_rows",
    "octal",
    "delete_nim",
    "wythoff",
    "euclid",
    "nim_ab",
)
"""Specs of whose proofs by hand statements are changed; those of the others take coqc minutes."""


@dataclass(frozen=True)
class False_:
    """The text of a file whose theorem is false, and of what kind it is."""

    kind: str
    text: str


def _spelt(case: Distant, kind: str) -> False_ | None:
    """The file of a case, where it is false and a script is written for it."""
    if case.true:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for claim, text in files(load(str(case.write(Path(folder))))):
            if claim.id == "c" and isinstance(text, str) and "Theorem proved" in text:
                return False_(kind, text)
    return None


def _idiom(rng: Random) -> False_ | None:
    """Games of a pile, two piles or two heaps, in both plays, with and without a strategy."""
    how = rng.choice(("pile", "two piles", "two heaps"))
    if how == "pile":
        case = changed(rng, piles.pile(rng), conditions.counters(rng, ("pile",)))
    elif how == "two piles":
        case = changed(rng, piles.two(), conditions.counters(rng, ("a", "b")))
    else:
        case = changed(rng, nim(rng, "counted", few=True), conditions.heaps(rng, most=2))
    return _spelt(case, f"{how}, {case.used[1]}")


def _statement(rng: Random) -> False_ | None:
    """A statement about two numbers, or about every pile, that fails at one of them or from one on."""
    far = conditions.counters(rng, ("c", "d"))
    if not far.near:
        return None
    rules = "\n".join((numbers.TAKE, "told :- c(C), d(D), C+D >= C, not far.", *far.lines, ""))
    spec = one_claim("kind: statement, unknowns: {c: 0..9, d: 0..9}, iff: told", "{c: all, d: all}", "pile: 0..3")
    fails = {"c": far.near[0][0], "d": far.near[0][1]}
    return _spelt(Distant("statement", {"case.lp": rules, "case.yaml": spec}, fails, None, ()), "statement")


def _alliances(rng: Random) -> False_ | None:
    """Two alliances that take up to m stones in turn, where who wins is told wrongly far out."""
    m, far = rng.randint(1, 3), conditions.counters(rng, ("pile",))
    rules = f"""\
move(take(M)) :- pile(N), M = 1..{m}, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), turn(3-A)) :- move(take(M)), turn(A).
side(A) :- turn(A).
winner(3-A) :- turn(A), pile(0).
wins(A) :- turn(A), won.
wins(3-A) :- turn(A), not won.
won :- pile(N), N \\ {m + 1} != 0, not far.
won :- pile(N), N \\ {m + 1} = 0, far.
""" + "\n".join(far.lines)
    spec = one_claim("kind: winners, iff: wins", "{pile: all}", "pile: 0..9, turn: 1..2")
    case = Distant("winners", {"case.lp": rules + "\n", "case.yaml": spec}, {"pile": far.near[0][0]}, None, ())
    return _spelt(case, "winners")


def _names(rng: Random) -> False_ | None:
    """Rules whose variables have the names that printing makes: with one of them caught the statement would be true."""
    name = rng.choice(("A1", "A2", "I1", "C1", "X1", "O1", "A", "N__", "V", "M", "S", "I"))
    k = conditions.number(rng)
    body = rng.choice(
        (
            f"bad :- j({name}), not row({name},_), {name} > {k}.",
            f"bad :- j({name}), {name} > {k}, 3 > #count {{ T : row(T,_), T < {name}-{k} }}, not row({name},_).",
            f"bad :- j({name}), row(T,_), {name} = {k}+T, not row({name},{name}-{k}).",
        )
    )
    rules = f"{numbers.TAKE}\nrow(1..3,1..2).\n{body}\ntold :- j(_), not bad.\n"
    spec = one_claim("kind: statement, unknowns: {j: 0..9}, iff: told", "{j: all}", "pile: 0..3")
    return _spelt(Distant("names", {"case.lp": rules, "case.yaml": spec}, {"j": k + 1}, None, ()), "names")


def _by_hand(rng: Random) -> False_ | None:
    """A statement that has a proof by hand, with one sign changed so that it is false, and that proof."""
    name = rng.choice([one for one, (spec, _) in BY_HAND.items() if spec in _SMALL])
    spec, claim = BY_HAND[name]
    about = of(named(spec), asked(spec, claim))
    every = [text for text, _ in changes(proved_text(about, name))]
    false = (text for text in rng.sample(every, min(_TRIES, len(every))) if _fails_soon(text, about))
    text = next(false, None)
    form = f"{about.form}, any number" if about.any_number else about.form
    return None if text is None else False_(f"by hand, {form}", attempted(text, name))


def _fails_soon(text: str, about: Statement) -> bool:
    """Whether it is seen in time; a changed text may derive without end."""
    try:
        return bool(alone(fails, text, about, limits=Limits(seconds=5.0)))
    except (LimitReached, Disagreement):
        return False


def _period(rng: Random) -> False_ | None:
    """A period of an octal game with another number, whose proof computes the values."""
    spec = named("octal")
    claim = rng.choice([one for one in spec.claims if one.kind == "periodic"])
    said_ = repeats(claim, {})
    if said_.preperiod + 2 * said_.period > _WINDOW:
        return None
    code = "".join(str(one.interval.low.value({})) for one in claim.box.parameters if one.interval is not None)
    by = rng.choice(({"preperiod": -1}, {"preperiod": -2}, {"period": 1}, {"period": -1}, {"saltus": 1}, {"period": 2}))
    ((key, more),) = by.items()
    changed = {key: getattr(said_, key) + more, "values": None}
    other = replace(said_, **changed)
    found = values(code, _WINDOW + 20)
    first, last = other.preperiod, _WINDOW + 20 - other.period
    wrong = any(found[n + other.period] != found[n] + other.saltus for n in range(max(first, 0), last))
    if first < 0 or other.period < 1 or not wrong:
        return None
    text = written(spec, replace(claim, said=claim.by(Periodic).model_copy(update=changed)))
    return False_("by hand, period", text) if "Theorem proved" in text else None


def fails(text: str, about: Statement) -> bool:
    """Whether the theorem of a text is false at some small position, by what the text says."""
    try:
        file = read(text)
        names = {one.name: one.signature for one in about.read if one.name in file.definitions}
        whole = Completion(tuple(MeaningReader(file, names).definitions()), about.whole.functions, about.whole.built)
        theorem, legal = file.definitions.get("theorem"), file.definitions.get("legal")
        if not isinstance(theorem, Defined) or not isinstance(legal, Defined):
            return False
        body = matched("forall g, forall p, legal g p -> ?claim", theorem.body)
        given = next(iter(about.claim.box.assignments()))
        texts, options = _reached(At(file, whole, tuple(one.name for one in about.spec.fluents), given, ()), about)
        truth = Truth(options, texts)
        return body is not None and any(
            at.holds(legal.body) and not truth.claim(body["claim"], place) for place, at in texts.items()
        )
    except (Unread, Unreadable, KeyError, RecursionError):
        return False


def _reached(at: At, about: Statement) -> tuple[dict[Position, At], dict[Position, set[Position]]]:
    """Small positions and all that moves lead to from there, by the text."""
    lists = [(), (1,), (2,), (1, 1), (1, 2), (3,), (2, 2), (1, 3)]
    waiting: list[Position] = []
    if all(isinstance(one, Counted) for one in about.spec.fluents):
        waiting = [
            tuple(n if at == i else 1 for at in range(len(about.spec.fluents))) for n in range(5) for i in (0, -1)
        ]
    elif len(about.spec.fluents) == 1:
        (heaps,) = about.spec.fluents
        waiting = [(heaps.canonical(one),) for one in lists]  # type: ignore[union-attr]
    texts: dict[Position, At] = {}
    options: dict[Position, set[Position]] = {}
    while waiting and len(texts) < 80:
        place = waiting.pop()
        if place not in texts:
            texts[place] = replace(at, position=place)
            options[place] = texts[place].moves() if about.game else set()
            waiting += options[place]
    return texts, options


MAKERS: Mapping[str, Callable[[Random], False_ | None]] = {
    "idioms": _idiom,
    "statements": _statement,
    "alliances": _alliances,
    "names": _names,
    "by hand": _by_hand,
    "periods": _period,
}
_TURNS = ("idioms", "by hand", "idioms", "by hand", "statements", "by hand", "names", "by hand", "alliances", "periods")


def made(seed: int) -> Iterator[False_]:
    """One false claim after the other."""
    number = 0
    while True:
        maker = _TURNS[number % len(_TURNS)]
        found = MAKERS[maker](Random(f"refused {maker} {seed} {number}"))
        number += 1
        if found is not None:
            yield found


def main() -> int:
    """Run, print the table; 1 where coqc accepts a false claim."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.refused", description=__doc__)
    parser.add_argument("folder", type=Path, help="where files are compiled; those that are accepted stay")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked_ = parser.parse_args()
    asked_.folder.mkdir(parents=True, exist_ok=True)
    tally, accepted = Counter[str](), 0
    for number, case in enumerate(made(asked_.seed)):
        if number >= asked_.cases:
            break
        if number < asked_.first:
            continue
        started = time.monotonic()
        ended = said(asked_.folder, case.text, _PATIENCE)
        late = ended == "refused" and time.monotonic() - started >= _PATIENCE
        tally[f"{case.kind}: {'no end in time' if late else ended}"] += 1
        if ended == "accepted":
            accepted += 1
            (asked_.folder / f"accepted_{number}.v").write_text(case.text, encoding="utf-8")
            print(f"accepted: {number}, {case.kind}", file=sys.stderr, flush=True)
        if (number + 1) % 10 == 0:
            print(f"{number + 1}: {accepted} accepted\n{_table(tally)}", file=sys.stderr, flush=True)
    print(_table(tally))
    print(f"{accepted} accepted")
    return 1 if accepted else 0


def _table(tally: Mapping[str, int]) -> str:
    return "\n".join(f"{one:50} {n:5}" for one, n in sorted(tally.items()))


if __name__ == "__main__":
    sys.exit(main())
