"""Random rules about sets, tokens and counters, and what clingo derives of one position from them as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod
from random import Random
from typing import TypeAlias

from clingo import Control, Function, Number, Symbol

from bouton.boards.grounded import FluentField, Term

State: TypeAlias = frozenset[Symbol]
"""A position, as the fluents that hold."""
NAMES = (
    "s",
    "s'",
    "_s",
    "not_",
    "gone_",
    "aftermath",
    "in",
    "p",
    "d0",
    "long_name_of_a_set",
    "x_1",
    "_position_",
    "sUM",
)


@dataclass(frozen=True)
class Made:
    """A game: its rules, how positions lie in a word, and how large the extents of some predicates are."""

    rules: str
    slots: tuple[FluentField, ...]
    asked: tuple[tuple[str, int], ...]


def made(random: Random) -> Made:  # noqa: PLR0915 (it is one text, line by line)
    """A game on a random graph of three to five vertices, whose terms are numbers, names, pairs or functions."""
    size = random.randint(3, 5)
    form = random.choice(["{0}", "{0}", "v{0}", '"{0} <b>"', "f({0},-{0})", "({0},a)"])
    vertices = [form.format(at) for at in range(size)]

    def pick() -> str:
        return random.choice(vertices)

    def flip(chance: float) -> bool:
        return random.random() < chance

    edges = {(pick(), pick()) for _ in range(random.randint(1, 7))}
    lines = [f"vertex({';'.join(vertices)})."]
    lines += [f"edge({one},{other})." for one, other in sorted(edges)]
    lines += [f"weight({vertex},{random.randint(-2, 3)})." for vertex in vertices]
    names = random.sample(NAMES, 6)
    sets = names[: random.choice([1, 1, 2, 3])]
    tokens = names[3 : 3 + random.choice([0, 0, 1, 1, 2])]
    counters = names[5 : 5 + random.choice([0, 1])]
    reached, also, count, degree, other = "reached", "also", "count", "degree", "other"
    one = random.choice(sets)
    lines.append(f"{reached}(V) :- {one}(V), V = {pick()}.")
    if flip(0.7):
        step = random.choice(["edge(V,W)", "edge(W,V)"])
        more = random.choice([f"{one}(W)", f"not {one}(W)", f"{sets[-1]}(W)", f"{sets[-1]}(V), not {sets[0]}(W)"])
        lines.append(f"{reached}(W) :- {reached}(V), {step}, {more}.")
    if flip(0.3):  # a recursion over two predicates, which may need several of their atoms at once
        lines.append(
            f"{also}(W) :- {reached}(V), edge(V,W). {reached}(V) :- {also}(V), {also}(W), edge(V,W), {one}(V)."
        )
    else:
        lines.append(f"{also}(V) :- vertex(V), not {reached}(V), {one}(V).")
    if flip(0.3):
        lines.append(f"{reached}(V) :- vertex(V), #count {{ W : {reached}(W), edge(V,W) }} >= {random.randint(1, 2)}.")
    summed = [
        f"N = #count {{ V : {random.choice(sets)}(V) }}",
        f"N = #sum {{ U,V : {one}(V), weight(V,U) }}",
        f"N = #sum {{ U,V : {one}(V), {also}(V), weight(V,U) }}",
        f"N = #max {{ 0; U : {one}(V), weight(V,U) }}",
        f"N = #sum {{ U,V : not {one}(V), weight(V,U); 1 : {reached}({pick()}) }}",
    ]
    lines.append(f"{count}(N) :- {random.choice(summed)}.")
    inside = random.choice([f"{one}(W)", f"{reached}(W)", f"not {one}(W), vertex(W)"])
    lines.append(f"{degree}(V,N) :- vertex(V), N = #count {{ W : edge(V,W), {inside} }}.")
    lines.append(f"{other}(V) :- vertex(V), {one}(W) : edge(V,W).")
    lines.append(f"far(V) :- vertex(V), not near(V). near(V) :- edge(V,W), {sets[-1]}(W).")

    def literals(vertex: str) -> list[str]:
        found = [f"{random.choice(['', 'not '])}{name}({vertex})" for name in [*sets, *sets, *tokens]]
        found += [f"{random.choice(['', 'not '])}{name}({vertex})" for name in (reached, also, other, "far", "near")]
        found += [f"{degree}({vertex},N), N \\ 2 = {random.randint(0, 1)}", f"{count}(M), M > {random.randint(0, 2)}"]
        found += [f"not {count}({random.randint(0, 3)})"]
        found += [f"{random.choice(['', 'not '])}{name}({random.randint(0, 3)})" for name in counters]
        return found

    def body(vertex: str, length: int) -> str:
        return ", ".join(random.sample(literals(vertex), length))

    moves = []
    for at in range(random.randint(1, 3)):
        moves.append(random.choice(["m(V)", f"m{at}(V)"]))
        lines.append(f"move({moves[-1]}) :- vertex(V), {body('V', random.randint(1, 3))}.")
    if flip(0.5):
        moves.append("w(V,W)")
        lines.append(f"move(w(V,W)) :- edge(V,W), {body('V', 1)}, {random.choice(['', 'not '])}{one}(W).")
    for move in sorted(set(moves)):
        ends = ("V", "W") if "W" in move else ("V",)
        for name in sets:
            style = random.choice(["gone", "gone", "after", "turned", "both"])
            more = f", {body('V', 1)}" if flip(0.4) else ""
            if style in ("gone", "both"):
                lines.append(f"gone({move},{name}({random.choice(ends)})) :- move({move}){more}.")
                if flip(0.5):
                    more = f", {body('U', 1)}" if flip(0.6) else ""
                    lines.append(f"gone({move},{name}(U)) :- move({move}), edge(V,U){more}.")
            if style == "after" or (style == "both" and flip(0.5)):
                more = f", {body('U', 1)}" if flip(0.6) else ""
                lines.append(f"after({move},{name}(U)) :- move({move}), edge(U,V){more}.")
            if style in ("turned", "both"):
                more = random.choice(["", f", {body('V', 1)}"])
                lines.append(f"after({move},{name}(V)) :- move({move}), not {name}(V){more}.")
                lines.append(f"gone({move},{name}(V)) :- move({move}), {name}(V){more}.")
            if flip(0.2):
                lines.append(f"left({move},U) :- move({move}), {name}(U), vertex(U), U != V.")
                lines.append(f"left({move},U) :- left({move},W), edge(W,U), {name}(U).")
                if style in ("gone", "both"):
                    lines.append(f"gone({move},{name}(U)) :- move({move}), vertex(U), not left({move},U).")
        for name in tokens:
            to = random.choice(["V", pick(), random.choice(ends)])
            more = f", {body('V', 1)}" if flip(0.4) else ""
            if flip(0.8):
                lines.append(f"after({move},{name}({to})) :- move({move}){more}.")
            else:
                lines.append(f"after({move},{name}(W)) :- move({move}), {name}(V), edge(V,W).")
        for name in counters:
            more = random.choice(["N > 0", "N > 1", body("V", 1), "N < 9"])
            lines.append(f"after({move},{name}(N-1)) :- move({move}), {name}(N), {more}.")
    lines.append(f"side(a) :- {random.choice([*sets, reached, also])}({pick()}). side(b) :- not side(a).")
    lines.append(f"winner(a) :- {random.choice([*sets, reached, *tokens])}({pick()}).")
    lines.append(random.choice(["winner(b) :- not winner(a).", f"winner(b) :- not {one}({pick()})."]))
    random.shuffle(lines)
    known = Control()
    known.add("base", [], f"vertex({';'.join(vertices)}).")
    known.ground([("base", [])])
    members = tuple(sorted(tuple(atom.symbol.arguments) for atom in known.symbolic_atoms))
    slots = [FluentField(name, members, False) for name in sets] + [FluentField(name, members, True) for name in tokens]
    slots += [FluentField(name, tuple((Number(at),) for at in range(4)), True) for name in counters]
    random.shuffle(slots)
    asked = ((reached, 1), (count, 1), (degree, 2), ("far", 1), (other, 1), ("side", 1), ("winner", 1))
    return Made("\n".join(lines), tuple(slots), asked)


def states(game: Made, random: Random, count: int) -> list[State]:
    """So many positions, or all where there are no more."""
    parts = []
    for slot in game.slots:
        every = [Function(slot.name, member) for member in slot.members]
        parts.append([[one] for one in every] if slot.field else _subsets(every))
    many = prod(map(len, parts))
    of = random.sample(range(many), min(count, many))
    return [frozenset(one for part in _chosen(parts, at) for one in part) for at in of]


def _chosen(parts: list[list[list[Symbol]]], at: int) -> Iterator[list[Symbol]]:
    for part in parts:
        at, here = divmod(at, len(part))
        yield part[here]


def _subsets(every: list[Symbol]) -> list[list[Symbol]]:
    return [list(some) for size in range(len(every) + 1) for some in combinations(every, size)]


def word(slots: tuple[FluentField, ...], state: State) -> int:
    """A position as the table has it."""
    found = at = 0
    for slot in slots:
        for number, member in enumerate(slot.members):
            if Function(slot.name, member) in state:
                found |= number << at if slot.field else 1 << at + number
        at += slot.width
    return found


class Wrong(Exception):
    """A move does what none may."""


def derived(game: Made, state: State) -> tuple[dict[Symbol, State], dict[tuple[str, int], set[Term]]]:
    """The moves of a position with what they lead to, and the extents asked for; Wrong where one is at fault."""
    control = Control(["--warn=none"])
    facts = " ".join(f"{one}." for one in sorted(state))
    known = "".join(f"#defined {slot.name}/{len(slot.members[0])}." for slot in game.slots)
    control.add("base", [], f"{game.rules}\n{facts}\n#defined after/2. #defined gone/2. #defined move/1. {known}")
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    assert all(one.is_fact for one in atoms)
    moves = {one.symbol.arguments[0] for one in atoms.by_signature("move", 1)}
    gone, put = ({move: set[Symbol]() for move in moves} for _ in range(2))
    for found, name in ((gone, "gone"), (put, "after")):
        for one in atoms.by_signature(name, 2):
            move, fluent = one.symbol.arguments
            if move in moves:
                found[move].add(fluent)
    extents = {
        (name, arity): {tuple(one.symbol.arguments) for one in atoms.by_signature(name, arity)}
        for name, arity in game.asked
    }
    return {move: _applied(game, state, gone[move], put[move]) for move in moves}, extents


def _applied(game: Made, state: State, gone: set[Symbol], put: set[Symbol]) -> State:
    members = {Function(slot.name, member): slot for slot in game.slots for member in slot.members}
    if gone & put or not gone | put <= members.keys() or any(members[one].field for one in gone):
        raise Wrong
    fields = [members[one].name for one in put if members[one].field]
    if len(set(fields)) < len(fields):
        raise Wrong
    return frozenset({one for one in state if one.name not in fields} - gone | put)
