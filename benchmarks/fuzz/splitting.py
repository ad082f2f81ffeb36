"""Random games of heaps that split beside counters and heaps of another kind: `benchmarks.fuzz.programs` says how.

Each move is made in one heap, by its size and what the counters are, and may leave heaps of any kind. Values of both
plays at all positions that a box leads to are compared: by the program that goes through partitions, by its like in
Python, and by plain Python that knows nothing of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.partitioned import by_mex
from bouton.core.errors import Unreadable
from bouton.core.position import Position
from bouton.core.spec import PLAYS
from bouton.document.load import load as load_spec
from bouton.ground.box import Region, ground_box
from bouton.ground.values import mex
from bouton.process.limits import Limits
from bouton.run import beside

State = tuple[tuple[tuple[int, ...], ...], int]
"""The heaps of each kind from the smallest on, and the counter."""
Step = Callable[[int, int, int], Iterator[tuple[list[tuple[int, int]], int]]]
"""What a heap of a kind and a size may become beside a value of the counter: heaps with their kinds, and the value."""


def random_rules(rng: Random, kinds: int, most: int) -> tuple[str, list[Step], Callable[[int], Iterator[int]]]:
    """Two to four moves in ASP and in Python, and what the counter may become without a heap."""
    lines = ["all."] + [f"n{kind}(N) :- N = #count {{ I : x{kind}(I,_) }}." for kind in range(kinds)]
    steps: list[Step] = []
    for name in range(rng.randint(2, 4)):
        kind, least, taken = rng.randrange(kinds), rng.randint(1, 3), rng.randint(0, 2)
        spent, when = rng.choice([(0, ""), (0, "c(0)"), (0, f"c({most})"), (1, "c(P), P > 0")])
        parity = rng.choice(["", "S \\ 2 = 0", "S != 3"])
        to = [kind, *(rng.randrange(kinds) for _ in range(rng.choice([0, 1, 1, 2])))]
        taken = max(taken, int(any(one != kind for one in to)))  # else a heap may go to and fro
        head = f"m{name}(I,{','.join(['T', 'U', 'V'][: len(to)])})"
        names = ["T", "U", "V"][: len(to)]
        body = [f"x{kind}(I,S)", f"S >= {least}", *filter(None, (when, parity))]
        low = int(len(to) > 1 and not taken)  # else a heap may stay as it is
        body += [f"{one} = {1 if at else low}..S-{taken}" for at, one in enumerate(names)]
        body += [f"{'+'.join(names)} <= S-{taken}", "T < S"]
        body += ["T <= U"] if len(to) > 1 and to[1] == kind else []
        lines.append(f"move({head}) :- {', '.join(body)}.")
        lines.append(f"after({head}, x{kind}(I,T)) :- move({head}).")
        for at, (other, one) in enumerate(zip(to[1:], names[1:], strict=True)):
            new = 1 + sum(earlier == other for earlier in to[1 : at + 1])
            lines.append(f"after({head}, x{other}(N+{new},{one})) :- move({head}), n{other}(N).")
        if spent:
            lines.append(f"after({head}, c(P-1)) :- move({head}), c(P).")

        def step(
            of: int,
            size: int,
            counter: int,
            given: tuple[int, int, int, int, int, str, str, list[int]] = (
                kind,
                least,
                low,
                taken,
                spent,
                when,
                parity,
                to,
            ),
        ) -> Iterator[tuple[list[tuple[int, int]], int]]:
            kind, least, low, taken, spent, when, parity, to = given
            may = {"": True, "c(0)": counter == 0, f"c({most})": counter == most, "c(P), P > 0": counter > 0}[when]
            even = {"": True, "S \\ 2 = 0": size % 2 == 0, "S != 3": size != 3}[parity]
            if of != kind or size < least or not may or not even:
                return
            for parts in product(range(low, size - taken + 1), *(range(1, size - taken + 1) for _ in to[1:])):
                lesser = len(to) < 2 or to[1] != kind or parts[0] <= parts[1]
                if sum(parts) <= size - taken and parts[0] < size and lesser:
                    yield [(one, part) for one, part in zip(to, parts, strict=True) if part], counter - spent

        steps.append(step)
    passing = most > 0 and rng.random() < 0.5
    if passing:
        lines.append("move(pass) :- c(P), P > 0.\nafter(pass, c(P-1)) :- move(pass), c(P).")

    def alone(counter: int) -> Iterator[int]:
        if passing and counter:
            yield counter - 1

    return "\n".join([*lines, ""]), steps, alone


def compared(rng: Random, folder: Path) -> Counter[str]:
    """How many values of a case were compared, and how many differ."""
    kinds, most = rng.choice([(1, 1), (1, 2), (2, 0), (2, 1)])
    rules, steps, alone = random_rules(rng, kinds, most)
    boxes = [(rng.randint(1, 2), rng.randint(2, 7 if kinds == 1 else 4)) for _ in range(kinds)]
    parts = [f"x{kind}: {{count: 0..{count}, size: 1..{size}}}" for kind, (count, size) in enumerate(boxes)]
    (folder / "g.lp").write_text(rules)
    head = "game: g\nrules: g.lp\nmeasure: [stones, splits, c]\n"
    claim = "claims:\n  - {id: c, says: s, kind: everywhere, iff: all}\n"
    (folder / "g.yaml").write_text(f"{head}position: {{{', '.join([*parts, f'c: 0..{most}'])}}}\n{claim}")
    spec = load_spec(folder / "g.yaml")
    game = game_of(spec, rules_of(spec), spec.box, {})
    count: Counter[str] = Counter(cases=1, splitting=1)

    def options(state: State) -> set[State]:
        heaps, counter = state
        found = {(heaps, after) for after in alone(counter)}
        for kind, own in enumerate(heaps):
            for at, size in enumerate(own):
                for made, after in (one for step in steps for one in step(kind, size, counter)):
                    new = [[*one] for one in heaps]
                    del new[kind][at]
                    for where, part in made:
                        new[where].append(part)
                    found.add((tuple(tuple(sorted(one)) for one in new), after))
        return found

    @cache
    def of(state: State) -> tuple[int, int]:
        below = [of(one) for one in options(state)]
        return mex({one for one, _ in below}), mex({one for _, one in below}) if below else 1

    lists = [
        [one for many in range(n + 1) for one in combinations_with_replacement(range(1, s + 1), many)] for n, s in boxes
    ]
    every = [(heaps, counter) for heaps in product(*lists) for counter in range(most + 1)]
    reached, queue = {*every}, [*every]
    while queue:
        new = options(queue.pop()) - reached
        reached |= new
        queue += new
    count["positions"] += len(reached)
    try:
        beside._WORTH = 1
        one = beside.heapwise(game, Region(ground_box(spec.fluents, spec.box, {})), Limits())
        if one is None:
            count["small"] += 1
            return count
        for at, play in enumerate(PLAYS):
            value, plain = one.value(play), by_mex(one.becoming.options, int(play == "misere"))
            for state in reached:
                position: Position = (*state[0], state[1])
                for name, told in (("C", value(position)), ("Python", plain(one.state(position)))):
                    count[f"splitting {name}"] += 1
                    if told != of(state)[at]:
                        count["differ"] += 1
                        print(f"  splitting {name}, {play}: {state} is {of(state)[at]}, not {told}", flush=True)
    except Unreadable as error:
        count["unread"] += 1
        print(f"  left to clingo: {error}", flush=True)
    return count
