"""Random games held against random images in another one, by programs of both: `benchmarks.fuzz.programs` says how.

What a position's image has is worked out of its stones, heaps and counters. The least position whose outcome is not
that of its image is compared with the one that plain Python finds, and so is how many are right below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.fuzz.programs import Case, State, plainly, random_case
from bouton.compiled.judge import in_place_order, ready, surveyed
from bouton.compiled.prepare import prepare
from bouton.compiled.validate import parts
from bouton.core.errors import Misfit, Unreadable
from bouton.core.position import unnamed
from bouton.core.spec import PLAYS
from bouton.document.load import load as load_spec
from bouton.run.options import Options
from bouton.run.plan import plan_of

Number = tuple[str, Callable[[State], int]]
"""A number of a position, as an ASP body that binds N and in Python."""


def numbers(case: Case) -> list[Number]:
    """What can be said of a position in a number."""
    found: list[Number] = [("N = 3", lambda _state: 3)]
    for kind in range(len(case.kinds)):
        found += [
            (f"N = #sum {{ S,I : x{kind}(I,S) }}", partial(_of_heaps, sum, kind)),
            (f"N = #count {{ I : x{kind}(I,_) }}", partial(_of_heaps, len, kind)),
            (f"N = #max {{ 0; S : x{kind}(_,S) }}", partial(_of_heaps, _largest, kind)),
        ]
    return found + [(f"c{at}(N)", partial(_counter, at)) for at in range(len(case.counters))]


def _of_heaps(of: Callable[[tuple[int, ...]], int], kind: int, state: State) -> int:
    return of(state[0][kind])


def _largest(heaps: tuple[int, ...]) -> int:
    return max(heaps, default=0)


def _counter(at: int, state: State) -> int:
    return state[1][at]


def imaged(rng: Random, case: Case, other: Case) -> tuple[str, Callable[[State], State]]:
    """Rules of `img`, and the image of a position in Python."""
    known, lines = numbers(case), ["where :- x0(1,_)."]
    made: list[tuple[str, int, int, Callable[[State], int]]] = []
    for kind, (count, size, _) in enumerate(other.kinds):
        for heap in rng.sample(range(1, 6), rng.randint(int(not kind), count)):  # the rules must name something
            text, number = rng.choice(known)
            lines.append(f"img(x{kind}({heap},V)) :- {text}, V = N \\ {size + 1}.")
            made.append(("heap", kind, size + 1, number))
    for at, (most, _) in enumerate(other.counters):
        text, number = rng.choice(known)
        lines.append(f"img(c{at}(V)) :- {text}, V = N \\ {most + 1}.")
        made.append(("counter", at, most + 1, number))

    def image(state: State) -> State:
        heaps: list[list[int]] = [[] for _ in other.kinds]
        counters = [0] * len(other.counters)
        for what, at, modulus, number in made:
            value = number(state) % modulus
            if what == "heap":
                heaps[at] += [value] * (value > 0)
            else:
                counters[at] = value
        return tuple(tuple(sorted(one)) for one in heaps), tuple(counters)

    return "\n".join([*lines, ""]), image


def compared(rng: Random, folder: Path) -> Counter[str]:
    """How many positions of a case were held against their images by each engine, and how many differ."""
    case, other = random_case(rng), random_case(rng)
    rules, image = imaged(rng, case, other)
    play, other_play, where = rng.choice(PLAYS), rng.choice(PLAYS), rng.random() < 0.3
    said = f"play: {play}, other_play: {other_play}{', where: where' if where else ''}"
    claim = f"claims:\n  - {{id: c, says: s, kind: same-game, other: b.yaml, image: img, {said}}}\n"
    (folder / "g.lp").write_text(case.rules + rules)
    (folder / "b.lp").write_text(other.rules)
    (folder / "b.yaml").write_text(other.spec.replace("g.lp", "b.lp"))
    (folder / "g.yaml").write_text(case.spec.partition("claims:")[0] + claim)
    spec = load_spec(folder / "g.yaml")
    (item,) = plan_of(spec, Options(engine="compiled"))
    (one,) = item.claims
    measure, of, there = item.game.measure, plainly(case), plainly(other)
    judged = {case.position(state): state for state in case.states() if not where or state[0][0]}
    mine, its = PLAYS.index(play), PLAYS.index(other_play)
    wrong = {at for at, state in judged.items() if (of(state)[mine] == 0) != (there(image(state))[its] == 0)}
    first = min(wrong, key=lambda at: (measure.of(at), at), default=None)
    below = [at for at in judged if first is None or (measure.of(at), at) < (measure.of(first), first)]
    count: Counter[str] = Counter(cases=1, positions=len(judged), imaged=1)
    try:
        program = prepare(spec, item, one)
        for language in ("C", "Python"):
            engine = ready(program, language)
            for at, state in judged.items():
                differs = engine.machine.label(*parts(at)) != (there(image(state))[its] == 0)
                count[f"labels {language}"] += 1
                count["differ"] += differs
                if differs:
                    print(f"  labels {language} at {at}", flush=True)
            ended = surveyed(spec, item, program, language, engine=engine)
            found = None if ended.counterexample is None else unnamed(spec.fluents, ended.counterexample.position)
            right = found == first and (first is not None or ended.positions == len(judged))
            count[f"images {language}"] += len(below) + 1
            count["differ"] += not right
            if not right:
                print(f"  images {language}: {found} for {first}, {ended.positions} for {len(below)}", flush=True)
        if program.job.by_place:
            at_once = in_place_order(ready(program, "C"), lambda _part, _reached: None, threads=2)
            count["images at once"] += len(judged) if first is None else 1
            count["differ"] += (at_once is None) != (first is not None)
    except (Unreadable, Misfit) as error:
        count["unread"] += 1
        print(f"  left to clingo: {error}", flush=True)
    return count
