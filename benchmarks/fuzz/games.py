"""Random games: heaps in three orders, counters, parameters, splits, alliances, and who has won at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from benchmarks.fuzz.case import Draft
from benchmarks.fuzz.rules import Writer
from tests.oracle import game as plain


@dataclass
class Made:
    """A game in the making: its draft, and the writer of its rules."""

    draft: Draft
    writer: Writer
    alliances: bool = False
    decided: bool = False
    """Whether the rules say who has won at the end, so that there is one play alone."""
    cells: int = 0
    played: list[plain.Game] | None = None
    """The game for each of its parameters, with the features of positions: what is claimed of it comes later."""

    @property
    def plays(self) -> tuple[str, ...]:
        """What a claim says of the play."""
        return ("normal", "misere")


def game(rng: Random, *, alliances: bool = False, decided: float = 0.0) -> Made:
    """A random game: heaps in one of three orders, counters, or both; in that share the rules say who has won."""
    shape = rng.choice(("heaps", "heaps", "both", "both", "two", "two", "two", "two", "pile"))
    if alliances:
        shape = "heaps" if rng.random() < 0.93 else "pile"
    draft = Draft()
    counters: list[str] = []
    used: Counter[str] = Counter()
    if shape in ("heaps", "both"):
        order = rng.choice(("ascending", "descending", "none", "none", "none"))
        used[{"none": "heaps without order"}.get(order, f"{order} heaps")] += 1
        most = rng.choice((2, 2, 3)) if order != "none" else 2
        draft.heap = {"count": f"0..{most}", "size": f"1..{rng.choice((3, 4)) if most == 2 else 2}", "order": order}
    if shape in ("pile", "two"):
        low = rng.choice((0, 0, 0, -3))
        draft.counters["pile"] = low, rng.choice((8, 12)) if shape == "pile" else 5
        used.update(("counter", "negative counter") if low < 0 else ("counter",))
        counters.append("pile")
    if shape in ("both", "two"):
        draft.counters["credit"] = rng.choice(((0, 1), (-1, 1), (-2, 0)))
        used.update(("counter", "two counters") if shape == "two" else ("counter",))
        used.update(("negative counter",) if draft.counters["credit"][0] < 0 else ())
        counters.append("credit")
    numbers: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    if rng.random() < 0.4:
        draft.parameters["k"] = rng.choice(((1, 2), (1, 1), (2, 2)))
        numbers = ("k",)
        used["number parameter"] += 1
    if rng.random() < 0.3:
        draft.parameters["S"] = rng.sample(
            [[1], [1, 2], [2], [1, 3], [2, 3], [1, 4]], 1 if numbers else rng.choice((1, 2))
        )
        sets = ("s",)
        used["set parameter"] += 1
    writer = Writer(rng, draft.heap is not None, tuple(counters), numbers, sets, used)
    if rng.random() < 0.45:
        writer.use("#const")
        writer.add(f"#const far = {rng.randint(2, 40)}.")
        writer.numbers = (*numbers, "far")
    made = Made(draft, writer, alliances)
    if alliances:
        draft.counters["turn"] = (1, 2)
        writer.use("alliances", "counter")
    _moves(made)
    if alliances:
        _sides(made)
    elif rng.random() < decided:
        made.decided = True
        writer.use("winner at the end")
        count = "#count { I : heap(I,_) }" if writer.heaps else "#sum { N : pile(N) }"
        writer.add(
            f"ended(C) :- C = {count}. winner(next) :- ended(C), C \\ 2 != 0. winner(previous) :- ended(C), C \\ 2 = 0."
        )
    draft.rules = writer.text
    return made


def _measured(made: Made) -> None:
    """At times a measure beside the default one, by which positions must be sorted."""
    writer, draft = made.writer, made.draft
    if writer.rng.random() > 0.3:
        return
    others = list(draft.counters) if writer.heaps else list(draft.counters)[1:]
    if writer.heaps and writer.rng.random() < 0.5:
        writer.use("measure that counts heaps")
        draft.measure = ["stones", writer.rng.choice(("heaps", "splits")), *others]
        return
    writer.use("measure that is derived")
    low = min(0, draft.counters["pile"][0]) if "pile" in draft.counters else 0
    writer.add("weight(2*W+1) :- W = #sum { S,I : heap(I,S) }." if writer.heaps else f"weight(N-({low})) :- pile(N).")
    draft.measure = ["weight", *others]


def _amount(writer: Writer, size: str) -> str:
    options = [
        f"M = 1..{size}",
        f"M = 1..2, M <= {size}",
        f"M = (1;3), M <= {size}",
        f"M = (1;2), M <= {size}, M != {size}",
    ]
    options += [f"M = 1..{name}, M <= {size}" for name in writer.numbers]
    options += [f"{name}(M), M <= {size}" for name in writer.sets] * 2
    found = writer.rng.choice(options)
    if ";" in found:
        writer.use("pool")
    if ".." in found:
        writer.use("interval")
    return found


def _moves(made: Made) -> None:
    _measured(made)
    writer, rng = made.writer, made.writer.rng
    terms: list[str] = []
    if writer.heaps:
        term = rng.choice(("take(I,M)", "take(I,M)", "(I,M)", "take(at(I),M)"))
        if term == "(I,M)":
            writer.use("tuple")
        if "at" in term:
            writer.use("nested term")
        which = rng.choice(("", "", "", ", I = 1", ", top(S)", ", S > 1", ", not heap(I+1,_)"))
        writer.add("top(T) :- T = #max { S : heap(_,S) }.")
        writer.use("#max")
        writer.add(f"move({term}) :- heap(I,S){which}, {_amount(writer, 'S')}.")
        writer.add(f"after({term}, heap(I,S-M)) :- move({term}), heap(I,S).")
        terms.append(term)
        if rng.random() < 0.65:
            writer.use("new heaps")
            writer.add("heaps(C) :- C = #count { I : heap(I,_) }.")
            writer.add(f"move(split(I,L)) :- heap(I,S), L = 1..(S-1)/2{rng.choice(('', ', S > 2', ', I = 1'))}.")
            writer.add(
                f"after(split(I,L), heap(I,S-L-{rng.choice((1, 1, 2))})) :- move(split(I,L)), heap(I,S), S > L+1."
            )
            writer.add("after(split(I,L), heap(C+1,L)) :- move(split(I,L)), heaps(C), heap(I,S), S > L+1.")
            writer.add("after(split(I,L), heap(I,L)) :- move(split(I,L)), heap(I,S), S <= L+1.")
            writer.use("quotient")
            terms.append("split(I,L)")
        if rng.random() < 0.15:
            writer.add("move(all) :- heap(_,_). after(all, heap(I,S-1)) :- heap(I,S).")
            terms.append("all")
    if "pile" in writer.counters:
        low = made.draft.counters["pile"][0]
        size = "N" if low == 0 else f"N-({low})"
        writer.add(f"move(drop(M)) :- pile(N), {_amount(writer, size)}.")
        writer.add("after(drop(M), pile(N-M)) :- move(drop(M)), pile(N).")
        terms.append("drop(M)")
    if "credit" in writer.counters:
        low = made.draft.counters["credit"][0]
        some = rng.choice((", heap(_,_)", "")) if writer.heaps else rng.choice((", pile(N), N > 1", ""))
        writer.add(f"move(spend) :- credit(C), C > {low}{some}. after(spend, credit(C-1)) :- credit(C).")
    if made.alliances:
        for term in terms:
            writer.add(f"after({term}, turn({rng.choice(('3-A', '3-A', 'A', '1'))})) :- move({term}), turn(A).")


def _sides(made: Made) -> None:
    """Who moves, by rules in any order; who has won."""
    writer, rng = made.writer, made.writer.rng
    some = "heap(1,_)" if writer.heaps else f"pile(N), N > {made.draft.counters['pile'][0]}"
    writer.add(f"some :- {some}.")
    first = rng.choice((1, 2))
    other = rng.choice(("3-A", "A"))
    options = [
        ["side(A) :- turn(A)."],
        [
            f"side({first}) :- turn({first}), some.",
            f"side({first}) :- turn({first}), not some.",
            f"side({3 - first}) :- turn({3 - first}).",
        ],
        ["side(A) :- turn(A), some.", "side(1) :- not some."],
        [f"side({name}) :- turn({at})." for at, name in ((1, "left"), (2, "right"))],
    ]
    if writer.heaps and rng.random() < 0.95:  # at most numbers of heaps a rule names one side alone, or none
        writer.use("sides by numbers of heaps", "#count")
        writer.add("many(C) :- C = #count { I : heap(I,_) }.")
        options = [
            ["side(1) :- many(C), C \\ 2 = 0.", "side(2) :- many(C), C \\ 2 = 1."],
            ["side(A) :- turn(A), many(0).", "side(3-A) :- turn(A), many(C), C > 0."],
            ["side(1) :- not some.", "side(2) :- many(1).", "side(A) :- turn(A), many(C), C >= 2."],
            ["side(left) :- many(C), C \\ 2 = 0.", "side(right) :- many(C), C \\ 2 = 1."],
        ]
    sides = rng.choice(options)
    rng.shuffle(sides)
    named = "left" in " ".join(sides)
    writer.use("negation")
    if named:
        pairs = [f"winner({'right' if at == (1 if other == '3-A' else 2) else 'left'}) :- turn({at})." for at in (1, 2)]
    else:
        pairs = [f"winner({3 - at if other == '3-A' else at}) :- turn({at})." for at in (1, 2)]
    rng.shuffle(pairs)
    for line in (*sides, *pairs):
        writer.add(line)
