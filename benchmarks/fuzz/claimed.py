"""Claims of every kind about a random game, true or almost: each is read off what is true in a small box."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.fuzz.case import dumped
from benchmarks.fuzz.features import cells, table
from benchmarks.fuzz.games import Made
from tests.oracle import game as plain

_OTHER = {
    "other.lp": "move(take(M)) :- pile(N), M = 1..2, M <= N. after(take(M), pile(N-M)) :- move(take(M)), pile(N).\n",
    "other.yaml": "game: other\nrules: other.lp\nposition: {pile: 0..5}\nclaims:\n"
    "  - {id: c, says: A., kind: example, at: {pile: 0}, outcome: P}\n",
}


def prove_range(made: Made, rng: Random) -> dict[str, Any]:
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


def random_claims(made: Made, most: int) -> None:
    """Random predicates, with a claim that each holds everywhere, or nowhere, as most positions of the box have it.

    Of each but the first it is claimed, too, that it holds where the one before it does.
    """
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
        if rng.random() < 0.25:
            writer.use("proof")
            claim["prove"] = prove_range(made, rng)
        if rng.random() < 0.3:
            writer.use("where")
            writer.add(f"spoken_{name} :- {', '.join(writer.body(1, aggregates=False)[0])}.")
            claim["where"] = f"spoken_{name}"
        writer.use("everywhere")
        made.draft.claims.append(claim)
        if at:
            same = {"iff": f"is_{name}", "same": f"is_q{made.cells}{at - 1}"}
            made.draft.claims.append({"id": f"{name}-same", "says": "A.", "kind": "everywhere", **same})
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
    found = cells(made, names, lambda one, at: str(one.grundy(play, at)))
    table(made, "value", names, found, valued=True)
    claim: dict[str, Any] = {"id": "value", "says": "A.", "kind": "grundy", "play": play}
    if made.writer.chance(0.2):
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
    whole |= {"together": ["p-low", "p-high"]}
    if writer.chance(0.3):
        whole["prove"] = prove
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

    table(made, "win", names, cells(made, names, best), valued=True)


def _strategy(made: Made, names: list[str], play: str, prove: dict[str, Any]) -> None:
    """The characterisation with a strategy, and the strategy by itself."""
    _named(made, names, play)
    made.writer.use("strategy claim", play)
    made.draft.claims.append({"id": "win", "says": "A.", "kind": "strategy", "play": play, "moves": "win"})
    claim = {"id": "p-win", "says": "A.", "kind": "p-positions", "play": play, "iff": "p", "strategy": "win"}
    if made.writer.chance(0.25):
        made.writer.use("proof")
        claim["prove"] = prove  # type: ignore[assignment]
    made.draft.claims.append(claim)


def _swap(made: Made, names: list[str], _play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("swap-positions")
    found = cells(made, names, lambda g, at: "P" if g.outcome("normal", at) != g.outcome("misere", at) else "N")
    table(made, "swap", names, found, valued=False)
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
    found = cells(made, names, lambda g, at: "P" if {g.grundy("normal", at), g.grundy("misere", at)} == {0, 1} else "N")
    table(made, "paired", names, found, valued=False)
    claim = {"id": "class-swap", "says": "A.", "kind": "class", "class": "swap-positions", "iff": "paired"}
    made.draft.claims.append(claim)


def _sum(made: Made, _names: list[str], _play: str, _prove: dict[str, Any]) -> None:
    made.writer.use("sum")
    made.draft.others |= _OTHER
    said = made.writer.rng.choice(("xor", "tame", "swap"))
    claim = {"id": "sum", "says": "A.", "kind": "sum", "plus": [{"spec": "other.yaml", "over": {"pile": "0..2"}}]}
    claim["sum"] = said
    if made.writer.chance(0.5):
        claim["summands"] = "tame"
    made.draft.claims.append(claim)


def _sequence(made: Made, _names: list[str], play: str, _prove: dict[str, Any]) -> None:
    """Of one counter, the P-positions as terms; else two sequences that are the same for a while."""
    writer, rng = made.writer, made.writer.rng
    writer.use("sequence", "interval")
    step, first, bend = rng.randint(1, 4), rng.randint(0, 2), rng.randint(2, 8)
    if list(made.draft.counters) == ["pile"] and made.draft.counters["pile"][0] == 0 and not writer.heaps:
        lost = [at[0] for at in made.draft.positions() if made.draft.games()[0].outcome(play, at) == "P"]
        if len(lost) > 1 and isinstance(lost[0], int) and isinstance(lost[1], int):
            first, step = lost[0], lost[1] - lost[0]
        writer.add(f"term(I,{first}+{step}*I) :- I = 0..40.")
        writer.use(play)
        made.draft.claims.append({"id": "terms", "says": "A.", "kind": "sequence", "terms": "term", "play": play})
        return
    writer.add(f"term(I,{first}+{step}*I) :- I = 0..20. same(0,{first}). same(I+1,V+{step}) :- same(I,V), I < {bend}.")
    writer.add(f"same(I,V) :- term(I,V), I > {bend + 1}.")
    writer.add(f"same(I,{first}+I*{step}{rng.choice(('', '+1'))}) :- I = {bend + 1}.")
    writer.use("recursion")
    claim = {"id": "terms", "says": "A.", "kind": "sequence", "terms": "term", "same": "same"}
    made.draft.claims.append({**claim, "index": f"0..{bend + rng.randint(0, 2)}"})


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


MAKERS: dict[str, Callable[[Made, list[str], str, dict[str, Any]], None]] = {
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
