"""Claims about any number of heaps, in the idioms that are read by levels, which are false or different only far out.

A true theorem about the highest heaps, and one thing changed where a quantity of the position comes near a number: what
is claimed, the moves, the effects of moves, the end of a list, what a list goes on with, or the strategy. In the true
half the change is where nothing is, or says the same in other words.

`python -m benchmarks.fuzz.far --cases 100 [--seed 1] [--idiom NAME]` checks them as a user would, tells how they
ended, and ends with 1 where a false one was proved, a true one refuted, or Bouton was in error. Each false case is held
against clingo by itself: at a position near the number what is claimed contradicts the moves.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import clingo

from bouton.core.errors import Disagreement, InputError
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

Heaps = tuple[int, ...]
"""Sizes, ascending."""

NUMBERS = (17, 18, 19, 23, 26, 31, 41, 47, 50, 61, 65, 77, 100)
SIZES = (*NUMBERS, 257, 1000, 4000)


@dataclass(frozen=True)
class Far:
    """Rules that define `far/0`, and positions near the number at which it holds or just fails."""

    lines: str
    near: tuple[Heaps, ...]
    of: str


@dataclass(frozen=True)
class FarCase:
    """Files, of which `case.yaml` has the claim `c`, and at which position it contradicts itself, if it is false."""

    files: Mapping[str, str]
    fails: Heaps | None
    used: tuple[str, ...]

    @property
    def true(self) -> bool:
        """Whether the claim is true."""
        return self.fails is None


@dataclass(frozen=True)
class Theorem:
    """A true theorem: rules with places at which something can be added, and what it says."""

    name: str
    rules: str
    """`{guard}` stands where a condition may be added to the moves, `{step}` to what a list goes on with."""
    order: str
    changes: Mapping[str, tuple[str, str]]
    """By name: rules that a change adds where `far` holds, and the same in other words, which changes nothing."""
    k: int | None = None
    where: str = ""
    strategy: str = ""
    """Rules for `win/1`, if there are such."""


_COUNTS = """\
heaps(N) :- N = #count { I : heap(I,_) }.
top(S) :- S = #max { T : heap(_,T) ; 0 }, S > 0.
alike(C) :- top(S), C = #count { I : heap(I,S) }.
second(T) :- top(S), T = #max { U : heap(_,U), U < S }, T > 0, heap(_,T).
"""
_LARGEST = """\
move(take(M)) :- heap(1,S), M = 1..S{guard}.
after(take(M), heap(1,S-M)) :- heap(1,S), M = 1..S.
base :- heaps(0).
base :- alike(C), C \\ 2 = 0.
"""
_WIN = """\
win(take(S))   :- alike(C), C \\ 2 = 1, C > 1, heap(1,S).
win(take(S-R)) :- alike(1), heap(1,S), heap(2,R), rest(N), N \\ 2 = 1.
win(take(S))   :- alike(1), heap(1,S), rest(N), N \\ 2 = 0.
rest(N) :- N = #count { I : heap(I,S), heap(2,S), I > 1 }.
"""
_ONES = "ones :- not big.\nbig :- heap(_,S), S >= 2.\nmaximal(I) :- heaps(N), heap(N,1), heap(I,1).\n"
_LISTS = f"""\
{_ONES}\
move(l(I,0,nil)) :- heaps(I), maximal(I){{guard}}.
move(l(I-1,0,l(I,0,L))) :- move(l(I,0,L)), maximal(I-1), heaps(N), I-1 > N-k{{step}}.
after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)).
after(l(I,T,L), F) :- move(l(I,T,L)), after(L,F).
base :- heaps(N), N \\ (k+1) = 0.
"""
_COUNTED = f"""\
{_ONES}\
lower(1,l(I,0,nil)) :- heaps(I), maximal(I){{guard}}.
lower(J+1,l(I-1,0,l(I,0,L))) :- lower(J,l(I,0,L)), J < k, maximal(I-1){{step}}.
move(L) :- lower(_,L).
after(l(I,T,L), heap(I,T)) :- lower(_,l(I,T,L)).
after(l(I,T,L), F) :- lower(_,l(I,T,L)), after(L,F).
base :- heaps(N), N \\ (k+1) = 0.
"""
_ANY = f"""\
{_ONES}\
lower(1,l(I,0,nil)) :- heaps(I), maximal(I){{guard}}.
lower(J+1,l(I-1,0,l(I,0,L))) :- lower(J,l(I,0,L)), maximal(I-1){{step}}.
move(L) :- lower(_,L).
after(l(I,T,L), heap(I,T)) :- lower(_,l(I,T,L)).
after(l(I,T,L), F) :- lower(_,l(I,T,L)), after(L,F).
base :- heaps(0).
"""
_NAMES = """\
win(L) :- heaps(N), R = N \\ (k+1), R > 0, names(R,L).
names(1,l(N,0,nil)) :- heaps(N), maximal(N).
names(J+1,l(N-J,0,L)) :- names(J,L), J < k, heaps(N), maximal(N-J).
"""
_STONES = """\
move(take) :- heap(1,_){guard}.
after(take, heap(1,S-1)) :- heap(1,S).
total(T) :- T = #sum { S,I : heap(I,S) }.
base :- total(T), T \\ 2 = 0.
"""
_CLAIMS = {
    "claim": ("told :- base, not far.\ntold :- far, not base.", "told :- base, far.\ntold :- base, not far."),
    "claim from there": ("told :- base, not far.", "told :- base.\ntold :- base, far."),
    "fewer moves": ("told :- base.", "told :- base."),
}
_TOLD = "told :- base.\n"
_ENDS = {
    "effect of the end": (_TOLD + "after(nil, heap(1,0)) :- far.", _TOLD + "after(foo, heap(1,0)) :- far."),
    "effect of a variable": (
        _TOLD + "after(L, heap(1,0)) :- part(L).\npart(nil) :- far.",
        _TOLD + "after(L, heap(1,0)) :- part(L).\npart(foo) :- far.",
    ),
    "effect of a first element": (
        _TOLD + "after(L, heap(1,0)) :- part(L).\npart(l(N,0,nil)) :- heaps(N), far.",
        _TOLD + "after(L, heap(1,0)) :- part(L).\npart(l(N,0,foo)) :- heaps(N), far.",
    ),
    "two elements alone": (
        _TOLD + "more(l(N-1,0,l(N,0,nil))) :- heaps(N), maximal(N-1), far.\nmove(L) :- more(L).\n"
        "after(l(I,T,L), heap(I,T)) :- more(l(I,T,L)).\nafter(l(I,T,L), heap(J,0)) :- more(l(I,T,L)), J = I+1.",
        _TOLD,
    ),
}
_NAMED = {
    "strategy": (
        "told :- base.\nwon(M) :- win(M), not far.",
        "told :- base.\nwon(M) :- win(M), far.\nwon(M) :- win(M), not far.",
    ),
    "strategy names none": ("told :- base.\nwon(M) :- win(M).\nwon(none) :- far.", "told :- base.\nwon(M) :- win(M)."),
}
_OTHER_END = {
    "strategy of another end": (
        "told :- base.\nwon(M) :- win(M), not far.\nwon(l(N,0,foo)) :- far, heaps(N), N \\ (k+1) = 1.\n"
        "won(M) :- win(M), far, heaps(N), N \\ (k+1) > 1.",
        "told :- base.\nwon(M) :- win(M).",
    )
}
_STEPS = {"step": ("told :- base.", "told :- base.")}


def largest(rng: Random) -> Theorem:
    """Greedy Nim: any number of stones of a largest heap; P where an even number of heaps is the largest."""
    q = "q :- far, heap(_,Z), heaps(N), Y = 0..N,"
    more = {
        "effect of a move": (
            _TOLD + "after(take(M), heap(2,0)) :- move(take(M)), heap(2,_), far.",
            _TOLD + "after(taken(M), heap(2,0)) :- move(take(M)), heap(2,_), far.",
        ),
        "possible and sure": (
            f"told :- base, not far.\ntold :- base, q.\n{q} Y*Y <= 1, N <= Y*Y, Z > 0.",
            f"told :- base, not far.\ntold :- base, q.\n{q} Y*Y <= 1, Y*Y >= 0, Z > 0.",
        ),
        "possible and sure, denied": (
            f"told :- base, not far.\ntold :- base, far, not q.\n{q} Y*Y <= 1, Z > 0.",
            f"told :- base, not far.\ntold :- base, far, not q.\n{q} Y*Y < 0, Z > 0.",
        ),
    }
    named = rng.random() < 0.4
    return Theorem(
        "largest", _COUNTS + _LARGEST, "descending", {**_CLAIMS, **more, **(_NAMED if named else {})},
        strategy=_WIN if named else "",
    )  # fmt: skip


def lists(rng: Random) -> Theorem:
    """At most k of the heaps of one stone, as lists that are moves themselves or have a number of elements beside."""
    rules = rng.choice((_LISTS, _COUNTED))
    k = rng.randint(1, 3)
    named = rng.random() < 0.5
    ends = {**_ENDS, **_STEPS} if k > 1 else {key: one for key, one in _ENDS.items() if "elements" not in key}
    return Theorem(
        "lists", _COUNTS + rules, "ascending", {**_CLAIMS, **ends, **({**_NAMED, **_OTHER_END} if named else {})},
        k=k, where="ones", strategy=_NAMES if named else "",
    )  # fmt: skip


def long(rng: Random) -> Theorem:  # noqa: ARG001 (all are made alike)
    """Any number of the heaps of one stone, all of which is a move: only the empty position is P."""
    return Theorem("long", _COUNTS + _ANY, "ascending", {**_CLAIMS, **_STEPS}, where="ones")


def stones(rng: Random) -> Theorem:  # noqa: ARG001 (all are made alike)
    """One stone of a largest heap: the parity of all stones."""
    return Theorem("stones", _COUNTS + _STONES, "descending", _CLAIMS)


def shipped(rng: Random) -> Theorem:
    """The theorems on Greedy Nim_k as they are shipped, with the moves of their proofs or without."""
    rules = "".join((_ENCODINGS / "greedy_nim_k" / name).read_text() for name in ("rules.lp", "theorems.lp"))
    named = rng.random() < 0.2
    if named:
        rules += (_ENCODINGS / "greedy_nim_k" / "winning_moves.lp").read_text() + "win(M) :- winning_move(M).\n"
    rules = rules.replace("T = 0..S-1.", "T = 0..S-1{guard}.")
    rules += "base :- heaps(0).\nbase :- theorem_2.\nbase :- theorem_3.\nbase :- theorem_8.\n"
    ends = {key: one for key, one in _ENDS.items() if "elements" not in key}
    changes = {**_CLAIMS, **ends, **(_NAMED if named else {})}
    own = _COUNTS.split("\n", 1)[1]
    return Theorem("shipped", rules + own, "ascending", changes, k=2, strategy="% win/1\n" if named else "")


_ENCODINGS = Path(__file__).parents[2] / "encodings"
IDIOMS: Mapping[str, Callable[[Random], Theorem]] = {
    "largest": largest,
    "lists": lists,
    "long": long,
    "stones": stones,
    "shipped": shipped,
}
"""The register: a way to read heaps by levels, and what makes a true theorem of it."""


# ------------------------------------------------------------------------------------------------------- what is far


def far(rng: Random, theorem: Theorem) -> Far:
    """A quantity of the position compared with a number, in one of several spellings."""
    ones = theorem.where == "ones"
    of = rng.choice(("heaps", "alike", "index", "stones") if ones else tuple(_QUANTITIES))
    far_out = NUMBERS if of not in ("size", "second size", "stones") or ones else SIZES
    number = rng.choice(far_out if theorem.name != "shipped" else [one for one in far_out if one < 40])
    least, near = rng.random() < 0.6, []
    for value in range(number - 1, number + 5):
        near += [(1,) * value] if ones else list(_QUANTITIES[of][1](value))
    if theorem.name == "shipped":  # each option is grounded by itself
        near = [one for one in near if one[-1] < 4 or one.count(one[-1]) == 1]
    lines = _spelt(rng, _QUANTITIES[of][0], number, least=least)
    return Far(lines, tuple(tuple(sorted(one)) for one in near if one and min(one) > 0), of)


def _crowded(n: int) -> list[Heaps]:
    return [(1,) * n, (2,) * n, (*(1,) * (n - 1), 2), (*(1,) * (n - 2), 2, 2)]


_QUANTITIES: Mapping[str, tuple[str, Callable[[int], Iterable[Heaps]]]] = {
    "heaps": ("heaps(Q)", _crowded),
    "index": ("heap(Q,_)", _crowded),
    "alike": ("alike(Q)", lambda n: [(1,) * n, (2,) * n, (1, *(2,) * n)]),
    "second alike": (
        "second(T), Q = #count { I : heap(I,T) }",
        lambda n: [(*(1,) * n, 2), (*(1,) * n, 2, 2), (*(1,) * n, 3, 3)],
    ),
    "below the first": (
        "heaps(N), alike(C), Q = N-C",
        lambda n: [(*(1,) * n, 2), (*(1,) * n, 2, 2), (1, *(2,) * (n - 1), 3, 3)],
    ),
    "size": ("top(Q)", lambda n: [(n,), (n, n), (1, n), (1, n, n)]),
    "second size": ("second(Q)", lambda n: [(n, n + 1), (n, n + 1, n + 1), (n, n, n + 2, n + 2)]),
    "stones": (
        "Q = #sum { S,I : heap(I,S) }",
        lambda n: [(n,), (1, n - 1), (n // 2, n // 2), *([(1,) * n] if n < 130 else [])],
    ),
}
"""Each with the rules that bind it to Q, and positions at which it is a number."""


def _spelt(rng: Random, body: str, number: int, *, least: bool) -> str:
    one = rng.randint(1, number - 1)
    root = max(value for value in range(1, number) if value * value < number)
    said = rng.choice(
        (
            f"Q >= {number}",
            f"Q > {number - 1}",
            f"not Q < {number}",
            f"Q - {one} >= {number - one}",
            f"2*Q > {2 * number - 1}",
        )
        if least
        else (
            f"Q = {number}",
            f"{number - 1} < Q < {number + 1}",
            f"Q - {one} = {number - one}",
            f"not Q != {number}",
        )
    )
    by_root = (
        f"near :- {body}, Y = 0..Q, Y*Y <= {root * root}, Q < Y*Y+{number - root * root}.\nfar :- {body}, not near."
    )
    return rng.choice(
        (
            *3 * (f"far :- {body}, {said}.",),
            f"way(Q) :- {body}.\nfar :- way(Q), {said}.",
            f"near :- {body}, not out.\nout :- {body}, {said}.\nfar :- out.",
            f"far :- {body}, A = {number - one}, B = {one}, Q {'>' if least else ''}= A+B.",
            by_root if least else f"far :- {body}, {said}.",
        )
    )


def step(rng: Random, theorem: Theorem, number: int) -> tuple[str, str]:
    """What a list goes on with is asked more, far out; and what asks nothing."""
    counter = "J" if "lower(J" in theorem.rules else "N-I"
    asked = "N" if theorem.name == "lists" else counter
    body = "" if theorem.name == "lists" or counter == "J" else ", heaps(N)"
    body = ", heaps(N)" if theorem.name == "lists" and counter == "J" else body
    gap = rng.randint(1, 30)
    false = (f"{asked} < {number}", f"{asked} != {number}", f"not {number} <= {asked} <= {number + gap}")
    true = (f"{asked} >= 0", f"not 0 > {asked}", f"{asked}+{number} >= {number}")
    return f"{body}, {rng.choice(false)}", f"{body}, {rng.choice(true)}"


# ------------------------------------------------------------------------------------------------------- whole cases


def made(idiom: str, seed: int, number: int) -> FarCase:
    """The case of that number, the same in every run."""
    rng = Random(f"far {idiom} {seed} {number}")
    while True:
        found = _made(IDIOMS[idiom](rng), rng)
        if found is not None:
            return found


def _made(theorem: Theorem, rng: Random) -> FarCase | None:
    """A case, or None where no position near the number decides what was to be false."""
    how, (false, same) = rng.choice(list(theorem.changes.items()))
    true, where = rng.random() < 0.5, far(rng, theorem)
    never = true and (rng.random() < 0.5 or how in ("fewer moves", "two elements alone"))
    lines, guard, asked = where.lines, "", ""
    if never:
        lines = "\n".join(f"{line}" for line in lines.replace("far :-", "met :-").splitlines())
        lines += rng.choice(("\nfar :- met, not met.", "\nfar :- met, unmet.\nunmet :- not met."))
    if how == "fewer moves":
        guard = ", not far"
    number = rng.choice(NUMBERS)
    if how == "step":
        asked = step(rng, theorem, number)[true]
        where = Far(where.lines, tuple((1,) * n for n in range(number, number + 40)), "list")
    told = same if true and not never else false
    text = theorem.rules.replace("{guard}", guard).replace("{step}", asked)
    text = "\n".join((text, theorem.strategy, told, lines, ""))
    won = "" if not theorem.strategy else f", strategy: {'won' if 'won(' in told else 'win'}"
    fails = None if true else next(_deciding(text, theorem, where, "won" if "won(" in told else ""), None)
    if not true and fails is None:
        return None
    files = {"case.lp": text, "case.yaml": _spec(theorem, won)}
    return FarCase(files, fails, (theorem.name, how, where.of, "true" if true else "false"))


def _deciding(text: str, theorem: Theorem, where: Far, strategy: str) -> Iterator[Heaps]:
    return (at for at in where.near if contradicts(text, theorem, at, strategy))


def _spec(theorem: Theorem, strategy: str) -> str:
    ones = f", where: {theorem.where}" if theorem.where else ""
    parameters = f"parameters: {{k: {theorem.k}}}\n" if theorem.k is not None else ""
    fixed = f"k: {theorem.k}, " if theorem.k is not None else ""
    return (
        f"game: far\nrules: case.lp\n{parameters}position:\n"
        f"  heap: {{count: 0..4, size: 1..3, order: {theorem.order}}}\nclaims:\n"
        f"  - {{id: c, says: A., kind: p-positions{ones}, iff: told{strategy}, "
        f"prove: {{{fixed}heap: {{count: all}}}}}}\n"
    )


# ----------------------------------------------------------------------------------------------- clingo, by itself


def atoms(text: str, theorem: Theorem, at: Heaps) -> list[clingo.Symbol]:
    """What the rules derive at a position."""
    control = clingo.Control([] if theorem.k is None else [f"-ck={theorem.k}"], message_limit=0)
    order = at if theorem.order == "ascending" else at[::-1]
    control.add("base", [], text + "".join(f"heap({place},{size})." for place, size in enumerate(order, 1)))
    control.ground([("base", [])])
    return [one.symbol for one in control.symbolic_atoms if one.is_fact]


def contradicts(text: str, theorem: Theorem, at: Heaps, strategy: str) -> bool:
    """Whether what is claimed of the position and of its options cannot be so, or the strategy does not win there."""
    here = atoms(text, theorem, at)
    moves = [one.arguments[0] for one in here if one.match("move", 1)]
    order = at if theorem.order == "ascending" else at[::-1]
    to: dict[clingo.Symbol, dict[int, int]] = {move: dict(enumerate(order, 1)) for move in moves}
    for one in here:
        if one.match("after", 2) and one.arguments[0] in to:
            place, size = (argument.number for argument in one.arguments[1].arguments)
            to[one.arguments[0]][place] = size
    left = {move: tuple(sorted(size for size in each.values() if size)) for move, each in to.items()}
    if any(sum(option) >= sum(at) for option in left.values()):
        return False
    claims = {option: _told(atoms(text, theorem, option)) for option in {*left.values()}}
    wins = {move for move, option in left.items() if claims[option]}
    if _told(here):
        return bool(wins)
    named = {one.arguments[0] for one in here if strategy and one.match(strategy, 1)}
    return bool(not wins if not strategy else (moves and not (named and named <= wins)) or not wins)


def _told(here: Sequence[clingo.Symbol]) -> bool:
    return any(one.match("told", 0) for one in here)


# --------------------------------------------------------------------------------------------------------- as a user


def judged(case: FarCase, folder: Path, seconds: float) -> tuple[str, str]:
    """How the claim ended, and what is wrong of that; nothing where nothing is."""
    for name, text in case.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = Options(limits=Limits(seconds=seconds), crosscheck=False, fresh=True)
    try:
        (result,) = check(load(str(folder / "case.yaml")), options, lambda _: None)
    except (InputError, Disagreement) as error:
        return type(error).__name__, f"{type(error).__name__}: {error}"
    ended = result.verdict.value
    wrong = ended == ("refuted" if case.true else "proved")
    return ended, f"{ended}, and it is {'true' if case.true else f'false at {case.fails}'}" if wrong else ""


def main() -> int:
    """Run, print how the cases ended; 1 where a verdict is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.far", description=__doc__)
    parser.add_argument("--cases", type=int, default=20, help="for each idiom")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--idiom", action="append", choices=sorted(IDIOMS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for one claim")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where to save the files that differ")
    asked = parser.parse_args()
    ends, wrong = Counter[tuple[str, str, str]](), 0
    for number in range(asked.first, asked.first + asked.cases):
        for idiom in asked.idiom or IDIOMS:
            case, started = made(idiom, asked.seed, number), time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                ended, words = judged(case, Path(folder), asked.seconds)
            ends[idiom, "true" if case.true else "false", ended] += 1
            lost = ended in ("holds", "unknown")
            if words or lost:
                wrong += bool(words)
                name = asked.found / f"far-{idiom}-{asked.seed}-{number}"
                name.mkdir(parents=True, exist_ok=True)
                for file, text in case.files.items():
                    (name / file).write_text(text, encoding="utf-8")
                print(f"{name.name}: {case.used}: {words or ended}", file=sys.stderr, flush=True)
            print(f"{idiom} {number} {case.used} {ended} {time.monotonic() - started:.1f} s", flush=True)
    for (idiom, truth, ended), count in sorted(ends.items()):
        print(f"{idiom:10} {truth:6} {ended:10} {count:5}")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
