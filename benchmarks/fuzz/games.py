"""Random games, and claims about them that are true, or almost: read off what is true in a small box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.fuzz.case import Case, Draft, dumped
from benchmarks.fuzz.rules import Writer
from tests.oracle import game as plain
from tests.oracle.evaluator import text

_OTHER = {
    "other.lp": "move(take(M)) :- pile(N), M = 1..2, M <= N. after(take(M), pile(N-M)) :- move(take(M)), pile(N).\n",
    "other.yaml": "game: other\nrules: other.lp\nposition: {pile: 0..5}\nclaims:\n"
    "  - {id: c, says: A., kind: example, at: {pile: 0}, outcome: P}\n",
}


@dataclass
class Made:
    """A game in the making: its draft, and the writer of its rules."""

    draft: Draft
    writer: Writer
    alliances: bool = False
    cells: int = 0

    @property
    def plays(self) -> tuple[str, ...]:
        """What a claim says of the play."""
        return ("normal", "misere")


def game(rng: Random, *, alliances: bool = False) -> Made:
    """A random game: heaps in one of three orders, counters, or both."""
    shape = rng.choice(("heaps", "heaps", "pile", "both", "two"))
    if alliances:
        shape = rng.choice(("heaps", "pile"))
    draft = Draft()
    counters: list[str] = []
    used: Counter[str] = Counter()
    if shape in ("heaps", "both"):
        order = rng.choice(("ascending", "descending", "none"))
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
        draft.parameters["k"] = (1, 2)
        numbers = ("k",)
        used["number parameter"] += 1
    if rng.random() < 0.25:
        draft.parameters["S"] = rng.sample([[1], [1, 2], [2], [1, 3], [2, 3], [1, 4]], 2 if not numbers else 1)
        sets = ("s",)
        used["set parameter"] += 1
    writer = Writer(rng, draft.heap is not None, tuple(counters), numbers, sets, used)
    if rng.random() < 0.3:
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
    elif rng.random() < 0.12:
        writer.use("winner at the end")
        count = "#count { I : heap(I,_) }" if writer.heaps else "#sum { N : pile(N) }"
        writer.add(
            f"ended(C) :- C = {count}. winner(next) :- ended(C), C \\ 2 != 0. winner(previous) :- ended(C), C \\ 2 = 0."
        )
    draft.rules = writer.text
    return made


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
        if rng.random() < 0.35:
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


# ---------------------------------------------------------------------------------------------------------- features


def _features(made: Made) -> list[str]:
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
    chosen = rng.sample(options, min(len(options), rng.choice((2, 3, 3))))
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


def _cells(
    made: Made, names: list[str], label: Callable[[plain.Game, plain.Position], str | None]
) -> dict[tuple[str, ...], str]:
    """For the values of the features the commonest label in the small box; positions labelled None do not count."""
    made.draft.rules = made.writer.text
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for one in made.draft.games():
        for position in made.draft.positions():
            said = label(one, position)
            values = [one.values(name, position) for name in names]
            if said is not None and all(len(value) == 1 for value in values):
                counts.setdefault(tuple(text(value[0]) for value in values), Counter())[said] += 1
    return {cell: count.most_common(1)[0][0] for cell, count in sorted(counts.items())}


def _table(made: Made, name: str, names: list[str], cells: dict[tuple[str, ...], str], *, valued: bool) -> None:
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


# ------------------------------------------------------------------------------------------------------------ claims


def outcomes(rng: Random) -> Case:
    """Claims about the outcomes, values and moves of a random game."""
    made = game(rng)
    play = rng.choice(("normal", "misere"))
    names = _features(made)
    kinds = ["p-positions", rng.choice(("grundy", "together", "strategy", "where"))]
    kinds += rng.sample(("swap", "key", "class", "sum", "image", "sequence", "example", "table"), 4)
    draft, writer = made.draft, made.writer
    writer.use(play, "p-positions")
    _table(made, "p", names, _cells(made, names, lambda one, at: one.outcome(play, at)), valued=False)
    prove = _range(made, rng)
    claim: dict[str, Any] = {"id": "p", "says": "A.", "kind": "p-positions", "play": play, "iff": "p"}
    if rng.random() < 0.5:
        claim["prove"] = prove
        writer.use("proof")
    draft.claims.append(claim)
    for kind in kinds[1:]:
        _MAKERS[kind](made, names, play, prove)
    _random(made, 2)
    draft.rules = writer.text
    return draft.case(writer.used)


def _range(made: Made, rng: Random) -> dict[str, Any]:
    """What a proof is to cover."""
    found: dict[str, Any] = {}
    if made.draft.heap is not None:
        found["heap"] = {"count": rng.choice(("0..1", "0..2", "0..2"))}
    if "pile" in made.draft.counters and rng.random() < 0.7 and made.draft.counters["pile"][0] <= 0:
        found["pile"] = "all"
    if "k" in made.draft.parameters and rng.random() < 0.4:
        found["k"] = "all"
        made.writer.use("unknown parameter")
    return found


def _random(made: Made, most: int) -> None:
    """Random predicates, with a claim that each holds everywhere, or nowhere, as most positions of the box have it."""
    writer, rng = made.writer, made.writer.rng
    made.draft.rules = writer.text
    for at in range(rng.randint(1, most)):
        name = f"q{made.cells}{at}"
        writer.predicate(name)
        arity = len(writer.known[name])
        shown = writer.atom(name, ["_"] * arity)
        writer.add(f"is_{name} :- {shown}.")
        writer.add(f"no_{name} :- not {shown}.")
        made.draft.rules = writer.text
        games, positions = made.draft.games(), made.draft.positions()
        held = [one.holds(f"is_{name}", position) for one in games for position in positions]
        iff = f"is_{name}" if 2 * sum(held) >= len(held) else f"no_{name}"
        claim: dict[str, Any] = {"id": name, "says": "A.", "kind": "everywhere", "iff": iff}
        if rng.random() < 0.5:
            writer.use("proof")
            claim["prove"] = _range(made, rng)
        if rng.random() < 0.3:
            writer.use("where")
            writer.add(f"spoken_{name} :- {', '.join(writer.body(1, aggregates=False)[0])}.")
            claim["where"] = f"spoken_{name}"
        writer.use("everywhere")
        made.draft.claims.append(claim)
        if arity == 1 and rng.random() < 0.5:
            _extent(made, name, rng)


def _extent(made: Made, name: str, rng: Random) -> None:
    """An example and a table of a predicate, as they are."""
    made.writer.use("example")
    made.draft.rules = made.writer.text
    one, position = rng.choice(made.draft.games()), rng.choice(made.draft.positions())
    values = one.values(name, position)
    if values and all(isinstance(value, int) for value in values):
        at = {**one.parameters, **{f.name: _entry(e) for f, e in zip(one.fluents, position, strict=True)}}
        at = {key: list(value) if isinstance(value, tuple) else value for key, value in at.items()}
        claim = {"id": f"{name}-at", "says": "A.", "kind": "example", "at": at, "predicate": name}
        listed = sorted(value for value in values if isinstance(value, int))
        made.draft.claims.append({**claim, "value": listed[0] if len(listed) == 1 else [[one] for one in listed]})


def _entry(entry: plain.Entry) -> Any:
    return list(entry) if isinstance(entry, tuple) else entry


def _grundy(made: Made, names: list[str], play: str, prove: dict[str, Any]) -> None:
    made.writer.use("grundy", play)
    cells = _cells(made, names, lambda one, at: str(one.grundy(play, at)))
    _table(made, "value", names, cells, valued=True)
    claim: dict[str, Any] = {"id": "value", "says": "A.", "kind": "grundy", "play": play}
    if made.writer.chance(0.4):
        made.writer.use("proof")
        claim["prove"] = prove
    made.draft.claims.append(claim)


def _together(made: Made, names: list[str], play: str, prove: dict[str, Any]) -> None:
    """The claim in two parts, by the value of a feature; now and then with a gap, or a strategy."""
    writer = made.writer
    writer.use("together", "where")
    limit = writer.rng.randint(0, 2)
    gap = 1 if writer.chance(0.15) else 0
    writer.add(f"low :- {names[0]}(V), V <= {limit}. high :- {names[0]}(V), V > {limit + gap}.")
    for part in ("low", "high"):
        claim: dict[str, Any] = {"id": f"p-{part}", "says": "A.", "kind": "p-positions", "play": play, "where": part}
        made.draft.claims.append({**claim, "iff": "p"})
    whole: dict[str, Any] = {"id": "p-whole", "says": "A.", "kind": "p-positions", "play": play}
    whole |= {"together": ["p-low", "p-high"], "prove": prove}
    writer.use("proof")
    if writer.chance(0.4):
        _named(made, names, play)
        made.draft.claims[-1 if writer.chance(0.5) else -2]["strategy"] = "win"
        if writer.chance(0.5):
            whole["strategy"] = "win"
    made.draft.claims.append(whole)


def _named(made: Made, names: list[str], play: str) -> None:
    """`win(M)`: in each cell the moves that win at all of its positions in the small box, or the commonest."""
    if any(line.startswith("win(") for line in made.writer.lines):
        return
    made.writer.use("strategy")

    def best(one: plain.Game, at: plain.Position) -> str | None:
        won = sorted(move for move, to in one.moves(at).items() if one.outcome(play, to) == "P")
        return won[0] if won else None

    _table(made, "win", names, _cells(made, names, best), valued=True)


def _strategy(made: Made, names: list[str], play: str, prove: dict[str, Any]) -> None:
    """The characterisation with a strategy, and the strategy by itself."""
    _named(made, names, play)
    made.writer.use("strategy claim", play)
    made.draft.claims.append({"id": "win", "says": "A.", "kind": "strategy", "play": play, "moves": "win"})
    claim = {"id": "p-win", "says": "A.", "kind": "p-positions", "play": play, "iff": "p", "strategy": "win"}
    if made.writer.chance(0.6):
        made.writer.use("proof")
        claim["prove"] = prove  # type: ignore[assignment]
    made.draft.claims.append(claim)


def _swap(made: Made, names: list[str], _play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("swap-positions")
    cells = _cells(made, names, lambda g, at: "P" if g.outcome("normal", at) != g.outcome("misere", at) else "N")
    _table(made, "swap", names, cells, valued=False)
    made.draft.claims.append({"id": "swap", "says": "A.", "kind": "swap-positions", "iff": "swap"})


def _key(made: Made, names: list[str], play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("same-game", play)
    variables = [f"A{at}" for at in range(len(names))]
    body = ", ".join(f"{name}({variable})" for name, variable in zip(names, variables, strict=True))
    made.writer.add(f"key({','.join(variables)}) :- {body}.")
    made.draft.claims.append({"id": "key", "says": "A.", "kind": "same-game", "key": "key", "play": play})


def _image(made: Made, _names: list[str], play: str, _prove: dict[str, Any]) -> None:
    """The game is the game of another file: itself, or with one line left out or changed."""
    writer = made.writer
    writer.use("same-game", play)
    lines = [line for line in writer.lines if not line.startswith("is_")]
    if writer.chance(0.5):
        lines = [line.replace("M = 1..2", "M = 1..1").replace("M = (1;3)", "M = (1;2)") for line in lines]
    for name in (*made.draft.counters, *(["heap"] if writer.heaps else [])):
        one = "I,S" if name == "heap" else "X"
        writer.add(f"image({name}({one})) :- {name}({one}).")
    document = made.draft.spec() | {"rules": "twin.lp", "claims": made.draft.claims[:1]}
    made.draft.others |= {"twin.lp": "\n".join(lines) + "\n", "twin.yaml": dumped(document)}
    claim = {"id": "image", "says": "A.", "kind": "same-game", "other": "twin.yaml", "image": "image", "play": play}
    made.draft.claims.append({**claim, "isomorphic": writer.chance(0.5)})


def _class(made: Made, names: list[str], _play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("class")
    notions = ("tame", "miserable", "pet", "strongly-miserable", "minion", "0-minion", "2-minion")
    made.draft.claims.append({"id": "class", "says": "A.", "kind": "class", "class": made.writer.rng.choice(notions)})
    cells = _cells(
        made, names, lambda g, at: "P" if {g.grundy("normal", at), g.grundy("misere", at)} == {0, 1} else "N"
    )
    _table(made, "paired", names, cells, valued=False)
    claim = {"id": "class-swap", "says": "A.", "kind": "class", "class": "swap-positions", "iff": "paired"}
    made.draft.claims.append(claim)


def _sum(made: Made, _names: list[str], _play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("sum")
    made.draft.others |= _OTHER
    said = made.writer.rng.choice(("xor", "tame", "swap"))
    claim = {"id": "sum", "says": "A.", "kind": "sum", "plus": [{"spec": "other.yaml", "over": {"pile": "0..3"}}]}
    claim["sum"] = said
    if made.writer.chance(0.5):
        claim["summands"] = "tame"
    made.draft.claims.append(claim)


def _sequence(made: Made, _names: list[str], play: str, _prove: dict[str, Any]) -> None:
    """Of one counter, the P-positions as terms; else two sequences that are the same for a while."""
    writer, rng = made.writer, made.writer.rng
    writer.use("sequence", "interval")
    step, first, bend = rng.randint(1, 4), rng.randint(0, 2), rng.randint(2, 14)
    if list(made.draft.counters) == ["pile"] and made.draft.counters["pile"][0] == 0 and not writer.heaps:
        lost = [at[0] for at in made.draft.positions() if made.draft.games()[0].outcome(play, at) == "P"]
        if len(lost) > 1 and isinstance(lost[0], int) and isinstance(lost[1], int):
            first, step = lost[0], lost[1] - lost[0]
        writer.add(f"term(I,{first}+{step}*I) :- I = 0..40.")
        writer.use(play)
        made.draft.claims.append({"id": "terms", "says": "A.", "kind": "sequence", "terms": "term", "play": play})
        return
    writer.add(f"term(I,{first}+{step}*I) :- I = 0..20. same(0,{first}). same(I+1,V+{step}) :- same(I,V), I < {bend}.")
    writer.add(f"same(I,V) :- term(I,V), I > {bend + rng.randint(0, 1)}.")
    writer.add(f"same(I,{first}+I*{step}{rng.choice(('', '+1'))}) :- I = {bend + 1}.")
    writer.use("recursion")
    claim = {"id": "terms", "says": "A.", "kind": "sequence", "terms": "term", "same": "same"}
    made.draft.claims.append({**claim, "index": f"0..{bend}"})


def _example(made: Made, _names: list[str], play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("example", play)
    rng = made.writer.rng
    one, position = rng.choice(made.draft.games()), rng.choice(made.draft.positions())
    at = {**one.parameters, **{f.name: e for f, e in zip(one.fluents, position, strict=True)}}
    at = {name: _entry(value) for name, value in at.items()}
    claim = {"id": "example", "says": "A.", "kind": "example", "at": at, "play": play}
    made.draft.claims.append({**claim, "outcome": rng.choice("PN")})


def _tabled(made: Made, _names: list[str], play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("table", play)
    rng = made.writer.rng
    entries = []
    one = made.draft.games()[0]
    for position in rng.sample(made.draft.positions(), 3):
        at = {**one.parameters, **{f.name: e for f, e in zip(one.fluents, position, strict=True)}}
        at = {name: _entry(value) for name, value in at.items()}
        wrong = 1 if rng.random() < 0.15 else 0
        entries.append({"at": at, "value": one.grundy(play, position) + wrong})
    claim = {"id": "table", "says": "A.", "kind": "table", "of": "value", "play": play}
    made.draft.claims.append({**claim, "entries": entries})


def _where(made: Made, names: list[str], play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("where", play)
    made.writer.add(f"spoken :- {names[0]}(V), V > 0.")
    claim = {"id": "p-where", "says": "A.", "kind": "p-positions", "play": play, "iff": "p", "where": "spoken"}
    made.draft.claims.append(claim)


_MAKERS: dict[str, Callable[[Made, list[str], str, dict[str, Any]], None]] = {
    "grundy": _grundy,
    "together": _together,
    "strategy": _strategy,
    "swap": _swap,
    "key": _key,
    "class": _class,
    "sum": _sum,
    "image": _image,
    "sequence": _sequence,
    "example": _example,
    "table": _tabled,
    "where": _where,
}


def predicates(rng: Random) -> Case:
    """Random predicates over a random game, with claims that they hold everywhere or nowhere."""
    made = game(rng)
    for at in range(rng.randint(2, 4)):
        made.writer.predicate(f"r{at}")
    _random(made, 3)
    made.draft.rules = made.writer.text
    return made.draft.case(made.writer.used)


def alliances(rng: Random) -> Case:
    """Who wins a random game of alliances."""
    made = game(rng, alliances=True)
    names = _features(made)
    writer = made.writer
    writer.use("winners")
    _table(made, "wins", names, _cells(made, names, lambda one, at: one.winner(at)), valued=True)
    claim: dict[str, Any] = {"id": "wins", "says": "A.", "kind": "winners"}
    prove = _range(made, rng)
    if rng.random() < 0.7:
        writer.use("proof")
        claim["prove"] = prove
    made.draft.claims.append(claim)
    if rng.random() < 0.5:
        writer.use("strategy", "strategy claim")

        def best(one: plain.Game, at: plain.Position) -> str | None:
            mover = one.side("side", at)
            won = sorted(move for move, to in one.moves(at).items() if one.winner(to) == mover)
            return won[0] if won else None

        _table(made, "win", names, _cells(made, names, best), valued=True)
        made.draft.claims.append({**claim, "id": "wins-so", "strategy": "win"})
        made.draft.claims.append({"id": "win", "says": "A.", "kind": "strategy", "moves": "win"})
        del made.draft.claims[-1]
    if rng.random() < 0.5:
        writer.use("together", "where")
        writer.add(f"low :- {names[0]}(V), V <= 0. high :- {names[0]}(V), V > 0.")
        for part in ("low", "high"):
            made.draft.claims.append({"id": f"wins-{part}", "says": "A.", "kind": "winners", "where": part})
        together = {"together": ["wins-low", "wins-high"], "prove": prove}
        made.draft.claims.append({"id": "wins-whole", "says": "A.", "kind": "winners", **together})
    _random(made, 1)
    made.draft.rules = writer.text
    return made.draft.case(writer.used)


def kinds() -> Iterator[str]:
    """The names of the claims that a game may get."""
    yield from _MAKERS
