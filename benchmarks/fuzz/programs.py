"""Random games on heaps of several kinds: `python -m benchmarks.fuzz.programs --cases 100 --seed S`.

Moves reach as far along a heap as its size, another heap or a recursion says, so that programs look at them in each of
their ways; counters are stones or passes, and heaps of one kind become those of another. At every position of a box
outcomes and values of both plays are compared: by C upward, in the order of places, with a bit for a position and by
threads, by Python, by clingo in a small part of the box, and by plain Python that knows nothing of these. The counts of
positions are compared too, by a number at random. By turns a game is held against random images in another one
(`benchmarks.fuzz.imaged`), and heaps split beside counters and other kinds (`benchmarks.fuzz.splitting`).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations_with_replacement, product
from math import inf
from pathlib import Path
from random import Random

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.engine import Engine, load
from bouton.compiled.job import KERNEL, LOST, SILENT, TALLY
from bouton.compiled.prepare import Readied, of_outcomes, of_values
from bouton.compiled.validate import parts, validate
from bouton.core.errors import Misfit, Unreadable
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Play, Spec
from bouton.core.tuning import TUNING
from bouton.document.load import load as load_spec
from bouton.ground.box import Region, ground_box
from bouton.ground.counted import Tally, names, number_of
from bouton.ground.game import Game
from bouton.ground.values import mex
from bouton.process.limits import Limits
from bouton.run.listing import ListedRegion, solved

State = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""The heaps of each kind from the smallest on, and the counters."""
Reach = tuple[str, Callable[[int, int, int, int], bool]]
"""When a heap of S stones may be left with T, in ASP and in Python, for two numbers a and b of the case."""
REACHES: Sequence[Reach] = (
    ("T = 0..S-1", lambda s, t, _a, _b: t < s),
    ("T = 0..S-1, S-T <= {a}", lambda s, t, a, _b: s - t <= a),
    ("T = 0..S-{a}", lambda s, t, a, _b: t <= s - a),
    ("T = {a}..S-1", lambda s, t, a, _b: a <= t < s),
    ("T = 0..S-1, T <= {b}", lambda s, t, _a, b: t < s and t <= b),
    ("T = S/2..S-1", lambda s, t, _a, _b: s // 2 <= t < s),
    ("T = 0..S/2, T < S", lambda s, t, _a, _b: t <= s // 2 and t < s),
    ("T = 0..S-1, (S-T) \\ {a} = 1 \\ {a}", lambda s, t, a, _b: t < s and (s - t) % a == 1 % a),
    ("T = 0..S-1, T \\ 2 != S \\ 3", lambda s, t, _a, _b: t < s and t % 2 != s % 3),
    ("T = 0..S-1, T & {a} = 0", lambda s, t, a, _b: t < s and t & a == 0),
    ("T = 0..S-1, S >= {b}", lambda s, t, _a, b: t < s and s >= b),
    ("T = S-{a}, T >= 0", lambda s, t, a, _b: t == s - a and t >= 0),
)


@dataclass(frozen=True)
class Case:
    """A game: kinds (count, size, falling), counters (greatest, stones), and its moves in ASP and in Python."""

    kinds: Sequence[tuple[int, int, bool]]
    counters: Sequence[tuple[int, bool]]
    a: int
    b: int
    rules: str = ""
    moves: Sequence[Callable[[State], Iterator[State]]] = ()

    @property
    def spec(self) -> str:
        """The box, with a claim that is not asked."""
        parts = [
            f"x{at}: {{count: 0..{count}, size: 1..{size}{', order: descending' if falling else ''}}}"
            for at, (count, size, falling) in enumerate(self.kinds)
        ]
        parts += [
            f"c{at}: {{range: 0..{most}, stones: true}}" if stones else f"c{at}: 0..{most}"
            for at, (most, stones) in enumerate(self.counters)
        ]
        entries = ["stones", *(f"c{at}" for at, (_, stones) in enumerate(self.counters) if not stones)]
        head = f"game: g\nrules: g.lp\nmeasure: [{', '.join(entries)}]\nposition: {{{', '.join(parts)}}}\n"
        return head + "claims:\n  - {id: c, says: s, kind: everywhere, iff: all}\n"

    def states(self) -> Iterator[State]:
        """All of the box, not in the order of any measure."""
        heaps = [
            [one for many in range(count + 1) for one in combinations_with_replacement(range(1, size + 1), many)]
            for count, size, _ in self.kinds
        ]
        yield from product(product(*heaps), product(*(range(most + 1) for most, _ in self.counters)))

    def position(self, state: State) -> Position:
        """As Bouton has it."""
        heaps = [one[::-1] if falling else one for one, (_, _, falling) in zip(state[0], self.kinds, strict=True)]
        return (*heaps, *state[1])

    def options(self, state: State) -> set[State]:
        """Where its moves lead."""
        return {one for move in self.moves for one in move(state)}


def put(state: State, changed: Sequence[tuple[int, int, int]], counters: tuple[int, ...] | None = None) -> State:
    """The state with new sizes of some heaps, (kind, number, size); a heap after the last is new."""
    kinds = [[*one, 0] for one in state[0]]
    for kind, at, size in changed:
        kinds[kind][at] = size
    return tuple(tuple(sorted(filter(None, one))) for one in kinds), state[1] if counters is None else counters


def random_case(rng: Random) -> Case:
    """Up to three kinds, up to two counters, and two to four moves."""
    several = rng.choice([1, 1, 2, 2, 3])
    most = {1: [(2, 45), (3, 16), (4, 9), (5, 6)], 2: [(2, 6), (1, 30), (3, 4)], 3: [(1, 8), (2, 3)]}[several]
    kinds = [(*rng.choice(most), rng.random() < 0.4) for _ in range(several)]
    counters = [(rng.randint(1, 3), rng.random() < 0.4) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    case = Case(kinds, counters, rng.randint(1, 5), rng.randint(1, 9))
    ways = [taking, taking, taking, pairing, pairing, promoting, passing]
    made = [rng.choice(ways)(rng, case, name) for name in range(rng.randint(2, 4))]
    lines = [text.replace("{a}", str(case.a)).replace("{b}", str(case.b)) for text, _ in made]
    moves = [move for _, move in made if move is not None]
    return replace(case, rules="\n".join(["all.", *lines, ""]), moves=moves) if moves else random_case(rng)


Made = tuple[str, Callable[[State], Iterator[State]] | None]


def taking(rng: Random, case: Case, name: int) -> Made:
    """From one heap: any, the largest, or one larger than the number b."""
    kind = rng.randrange(len(case.kinds))
    reach, may = rng.choice(REACHES)
    which = rng.choice(["", "", f", not x{kind}(I+1,_)" if not case.kinds[kind][2] else ", I = 1", ", S > {b}"])
    head = f"m{name}(I,T)"
    text = f"move({head}) :- x{kind}(I,S){which}, {reach}.\nafter({head}, x{kind}(I,T)) :- move({head})."

    def move(state: State) -> Iterator[State]:
        heaps = state[0][kind]
        for at, size in enumerate(heaps):
            largest = at == len(heaps) - 1 or not which.startswith((", not", ", I"))
            if largest and (size > case.b or ", S" not in which):
                for left in range(size):
                    if may(size, left, case.a, case.b):
                        yield put(state, [(kind, at, left)])

    return text, move


def pairing(rng: Random, case: Case, name: int) -> Made:
    """From two heaps, of one kind or of two: as much, or of each what it may."""
    one, other = rng.randrange(len(case.kinds)), rng.randrange(len(case.kinds))
    (reach, may), (more, then) = rng.choice(REACHES), rng.choice(REACHES)
    alike = rng.random() < 0.4
    more = "U = V-S+T, U >= 0" if alike else more.replace("S", "V").replace("T", "U")
    head, apart = f"m{name}(I,T,J,U)", ", I < J" if one == other else ""
    text = (
        f"move({head}) :- x{one}(I,S), x{other}(J,V){apart}, {reach}, {more}.\n"
        f"after({head}, x{one}(I,T)) :- move({head}).\nafter({head}, x{other}(J,U)) :- move({head})."
    )

    def move(state: State) -> Iterator[State]:
        first, second = state[0][one], state[0][other]
        falling = case.kinds[one][2]
        for (i, s), (j, v) in product(enumerate(first), enumerate(second)):
            if one == other and not (i > j if falling else i < j):
                continue
            for t in range(s):
                if may(s, t, case.a, case.b):
                    for u in [v - s + t] if alike else range(v):
                        if u >= 0 and (alike or then(v, u, case.a, case.b)):
                            yield put(state, [(one, i, t), (other, j, u)])

    return text, move


def promoting(rng: Random, case: Case, name: int) -> Made:
    """A heap becomes one of another kind, with fewer stones, where there is room."""
    one, other = rng.randrange(len(case.kinds)), rng.randrange(len(case.kinds))
    if one == other:
        return "", None
    most, size, _ = case.kinds[other]
    room = f"#count {{ H : x{other}(H,_) }} < {most}"
    head = f"m{name}(I,T)"
    text = (
        f"move({head}) :- x{one}(I,S), T = 0..S-1, T <= {size}, {room}.\n"
        f"after({head}, x{one}(I,0)) :- move({head}).\nafter({head}, x{other}(99,T)) :- move({head})."
    )

    def move(state: State) -> Iterator[State]:
        if len(state[0][other]) < most:
            for at, here in enumerate(state[0][one]):
                for left in range(min(here, size + 1)):
                    yield put(state, [(one, at, 0), (other, len(state[0][other]), left)])

    return text, move


def passing(rng: Random, case: Case, name: int) -> Made:
    """One less in a counter, where a kind has a heap; or with a stone from its largest heap."""
    if not case.counters:
        return "", None
    kind, at, taken = rng.randrange(len(case.kinds)), rng.randrange(len(case.counters)), rng.random() < 0.5
    last = f"x{kind}(I,S), I = 1" if case.kinds[kind][2] else f"x{kind}(I,S), not x{kind}(I+1,_)"
    text = f"move(m{name}) :- c{at}(N), N > 0, {last}.\nafter(m{name}, c{at}(N-1)) :- move(m{name}), c{at}(N)."
    if taken:
        text += f"\nafter(m{name}, x{kind}(I,S-1)) :- move(m{name}), {last}."

    def move(state: State) -> Iterator[State]:
        heaps, less = state[0][kind], list(state[1])
        if heaps and less[at] > 0:
            less[at] -= 1
            changed = [(kind, len(heaps) - 1, heaps[-1] - 1)] if taken else []
            yield put(state, changed, tuple(less))

    return text, move


def compared(rng: Random, folder: Path) -> Counter[str]:
    """How many outcomes and values of a case were compared, by each engine, and how many differ."""
    case = random_case(rng)
    (folder / "g.lp").write_text(case.rules)
    (folder / "g.yaml").write_text(case.spec)
    spec = load_spec(folder / "g.yaml")
    states = list(case.states())
    of = plainly(case)
    plain = {case.position(state): of(state) for state in states}
    game = game_of(spec, rules_of(spec), spec.box, {})
    region = Region(ground_box(spec.fluents, spec.box, {}))
    count: Counter[str] = Counter(cases=1, positions=len(plain), kinds=int(len(case.kinds) > 1))
    try:
        for play in PLAYS:
            at = PLAYS.index(play)
            _outcomes(count, game, region, play, {one: not values[at] for one, values in plain.items()}, rng)
            _values(count, of_values(game, region, play), {one: values[at] for one, values in plain.items()})
        _values(count, of_values(game, region), plain)
    except (Unreadable, Misfit) as error:
        count["unread"] += 1
        print(f"  left to clingo: {error}", flush=True)
    _clingo(count, spec, game, plain, rng)
    return count


def plainly(case: Case) -> Callable[[State], tuple[int, int]]:
    """The values of both plays, by definition."""
    options = {state: case.options(state) for state in case.states()}

    @cache
    def of(at: State) -> tuple[int, int]:
        below = [of(one) for one in options[at]]
        return mex({one for one, _ in below}), mex({one for _, one in below}) if below else 1

    return of


def _outcomes(
    count: Counter[str], game: Game, region: Region, play: Play, lost: dict[Position, bool], rng: Random
) -> None:
    """The P-positions by programs in C, with bytes and with bits, and in Python."""
    for room, languages in ((inf, ("C", "Python")), (0.0, ("C",))):
        readied = of_outcomes(game, region, play, room)
        size = readied.job.size
        for language in languages:
            engine = load(readied.job, language)
            validate(game, readied, engine.machine)
            if language == "C" and not readied.job.bits:
                _same(count, "C upward", _upward(engine, size), lost)
            engine.solve(size)
            name = "bits" if readied.job.bits else f"{language} at once"
            _same(count, name, partial(_marked, engine), lost)
            if language == "C":
                _counts(count, engine, game, region, [at for at, so in lost.items() if so], rng)


def _upward(engine: Engine, size: int) -> Callable[[Position], int]:
    engine.machine.walk(KERNEL | SILENT, 0, size)
    found = bytes(engine.machine._cells)
    return lambda at: found[engine.machine._place(*parts(at))]


def _marked(engine: Engine, at: Position) -> int:
    return int(engine.machine.marked(*parts(at)))


def _counts(
    count: Counter[str], engine: Engine, game: Game, region: Region, lost: Sequence[Position], rng: Random
) -> None:
    """The counts and sums of a program, against those of the positions."""
    by, added = rng.choice(names(game.fluents)), rng.choice(names(game.fluents))
    tally = Tally.of(region.hull, by, added)
    assert tally is not None
    tallied = engine.machine.tallies(LOST | TALLY, engine.job.size, tally)
    assert tallied is not None
    *_, last = tallied
    assert last.numbers is not None
    key, other = number_of(game.fluents, by), number_of(game.fluents, added)
    counts, sums = Counter(map(key, lost)), Counter[int]()
    for one in lost:
        sums[key(one)] += other(one)
    count["counted"] += len(lost)
    count["differ"] += last.numbers != {at: (many, sums[at]) for at, many in counts.items()}


def _values(
    count: Counter[str], readied: Readied, expected: dict[Position, int] | dict[Position, tuple[int, int]]
) -> None:
    """The values of one play or both, in C and Python."""
    entries = readied.job.entries
    assert entries is not None
    for language in ("C", "Python"):
        engine = load(readied.job, language)
        validate(readied.game, readied, engine.machine)
        engine.solve(readied.job.size)

        def found(at: Position, engine: Engine = engine) -> object:
            code = engine.machine.entry(*parts(at))
            return entries.pair(code) if entries.alone is None else entries.value(code, entries.alone)

        _same(count, f"values {language}", found, expected)


def _clingo(count: Counter[str], spec: Spec, game: Game, plain: dict[Position, tuple[int, int]], rng: Random) -> None:
    """Some hundred of the least positions by clingo."""
    region = Region(ground_box(spec.fluents, spec.box, {}))
    tuning = replace(TUNING, worth=inf)
    play = rng.choice(PLAYS)
    seen = 0
    for part in solved(ListedRegion(game, region, play, False, Limits(), "g", spec.rules_place), tuning=tuning):
        told = {one.position: one.lost for one in part.told}
        _same(count, "clingo", told.__getitem__, {at: not plain[at][PLAYS.index(play)] for at in told})
        seen += len(told)
        if seen > 300:
            return


def _same(
    count: Counter[str], name: str, found: Callable[[Position], object], expected: Mapping[Position, object]
) -> None:
    count[name] += len(expected)
    differing = [at for at, one in expected.items() if found(at) != one]
    count["differ"] += len(differing)
    if differing:
        print(f"  {name}: {differing[0]} is {expected[differing[0]]!r}, not {found(differing[0])!r}", flush=True)


_APART = {"cases", "positions", "kinds", "imaged", "splitting", "differ", "unread", "small"}


def main() -> int:
    """Compare, and say how much was; what differs is told with the seed and the rules."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.programs", description=__doc__)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", choices=("programs", "images", "splitting"), help="one kind of cases alone")
    asked = parser.parse_args()
    from benchmarks.fuzz import imaged, splitting  # noqa: PLC0415 (they are made of what stands above)

    kinds = {"programs": compared, "images": imaged.compared, "splitting": splitting.compared}
    turns = [asked.of] if asked.of else ["programs", "images", "programs", "splitting"]
    count: Counter[str] = Counter()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.seed, asked.seed + asked.cases):
            try:
                more = kinds[turns[seed % len(turns)]](Random(seed), Path(folder))
            except Exception as error:
                more = Counter(cases=1, differ=1)
                print(f"  {type(error).__name__}: {error}", flush=True)
            if more["differ"]:
                files = "".join(
                    (Path(folder) / one).read_text() for one in ("g.lp", "g.yaml") if (Path(folder) / one).exists()
                )
                print(f"seed {seed} differs:\n{files}")
            count += more
            if time.monotonic() - began > 60 * asked.minutes:
                break
    engines = {name: many for name, many in sorted(count.items()) if name not in _APART}
    left = f"{count['unread']} left to clingo"
    apart = f"{count['imaged']} with images in another game, {count['splitting']} with heaps that split"
    print(f"{count['cases']} cases, {count['kinds']} with several kinds of heaps, {apart}, {left}")
    print(", ".join(f"{name} {many:,}" for name, many in engines.items()))
    all_, seconds = f"{sum(engines.values()):,} comparisons at {count['positions']:,} positions", time.process_time()
    print(f"{all_}, {count['differ']} differences, {seconds:.0f} s of processor time")
    return 1 if count["differ"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
