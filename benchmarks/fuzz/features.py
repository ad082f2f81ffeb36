"""Numbers that a random game has at every position, and predicates by them, read off what is true in a small box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from benchmarks.fuzz.games import Made
from tests.oracle import game as plain
from tests.oracle.terms import text


def features(made: Made) -> list[str]:
    """Predicates of one number each, one value at every position: what a claim is made of."""
    writer, rng = made.writer, made.writer.rng
    options: list[str] = []
    if writer.heaps:
        small, cap = rng.randint(2, 4), rng.randint(2, 4)
        total = "T = #sum { S,I : heap(I,S) }"
        options += [
            "F(C) :- C = #count { I : heap(I,_) }.",
            "F(C \\ 2) :- C = #count { I : heap(I,_) }.",
            f"F(T \\ {small}) :- {total}.",
            f"F(T) :- {total}, T < {cap}. F({cap}) :- {total}, T >= {cap}.",
            "F(C \\ 2) :- C = #count { I : heap(I,S), S \\ 2 = 1 }.",
            f"F(C \\ 2) :- C = #count {{ I : heap(I,S), S > {rng.randint(1, 3)} ; I : heap(I,S), S = 1 }}.",
            "F(1) :- heap(1,S), heap(2,S). F(0) :- not F_equal. F_equal :- heap(1,S), heap(2,S).",
            "F(C \\ 2) :- C = #count { I : heap(I,S), top(S) }.",
            f"F(T \\ {small}) :- T = #max {{ S : heap(_,S) ; 0 }}.",
            f"F(T \\ {small}) :- T = #sum {{ S : heap(_,S) }}.",
        ]
    if "pile" in writer.counters:
        cap, modulus = rng.randint(2, 5), rng.randint(2, 6)
        options += [
            f"F(N \\ {modulus}) :- pile(N).",
            f"F(N \\ {modulus}) :- pile(N).",
            f"F(N) :- pile(N), N < {cap}. F({cap}) :- pile(N), N >= {cap}.",
            f"F(C \\ {modulus}) :- pile(N), C = #count {{ T : T = 1..N ; {_far(rng)} }}.",
        ]
    options += ["F(C) :- credit(C)."] * 2 if "credit" in writer.counters else []
    options += ["F(k)."] if "k" in made.draft.parameters else []
    chosen = rng.sample(options, min(len(options), rng.choice((2, 2, 3))))
    if made.alliances:
        chosen.append("F(A) :- turn(A).")
    names = []
    for rule in chosen:
        made.cells += 1
        names.append(f"f{made.cells}")
        for construct in ("#count", "#sum", "#max"):
            if f"{construct} " in rule:
                writer.use(construct, "assigned aggregate")
        if " ; " in rule:
            writer.use("several elements", "overlapping tuples")
        if "\\" in rule:
            writer.use("remainder")
        writer.add(rule.replace("F", names[-1]))
    return names


def _far(rng: Random) -> str:
    """Numbers as many as the pile's, that overlap with 1..N from some size on."""
    return f"T : T = {rng.randint(8, 60)}..{rng.randint(8, 60)}+N"


def cells(
    made: Made, names: list[str], label: Callable[[plain.Game, plain.Position], str | None]
) -> dict[tuple[str, ...], str]:
    """For the values of the features the commonest label in the small box; positions labelled None do not count."""
    if made.played is None:
        made.draft.rules = made.writer.text
        made.played = made.draft.games()
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for one in made.played:
        for position in made.draft.positions():
            said = label(one, position)
            values = [one.values(name, position) for name in names]
            if said is not None and all(len(value) == 1 for value in values):
                counts.setdefault(tuple(text(value[0]) for value in values), Counter())[said] += 1
    return {cell: count.most_common(1)[0][0] for cell, count in sorted(counts.items())}


def table(made: Made, name: str, names: list[str], cells: dict[tuple[str, ...], str], *, valued: bool) -> None:
    """`name` by its cells: those labelled P, or with the label as its argument."""
    variables = [f"A{at}" for at in range(len(names))]
    body = ", ".join(f"{feature}({variable})" for feature, variable in zip(names, variables, strict=True))
    if valued:
        made.writer.add(f"{name}(V) :- {body}, {name}_cell({','.join([*variables, 'V'])}).")
        rows = [",".join([*cell, label]) for cell, label in cells.items()]
    else:
        made.writer.add(f"{name} :- {body}, {name}_cell({','.join(variables)}).")
        rows = [",".join(cell) for cell, label in cells.items() if label == "P"]
    for row in rows or [",".join(["-99"] * (len(names) + valued))]:
        made.writer.add(f"{name}_cell({row}).")
