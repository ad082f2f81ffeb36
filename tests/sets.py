"""Random games with sets, tokens and a counter: as rules, and played by plain Python without Bouton or clingo."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

Term = int | str | tuple[object, ...]
Place = tuple[frozenset[str], frozenset[tuple[str, str]], str | None, int | None]
"""Members of `free`, pairs of `mark`, where the token stands, and the purse."""
NAMES = ("0", "1", "2", "-3", "a", "bB", '"x y"', '":,("', "(1,2)", "f(1,a)", '"<b>"', "(1,)", "10")
"""Terms, odd ones among them."""


Item = TypeVar("Item")


class Clash(Exception):
    """A move says two things of one fluent, or changes nothing."""


@dataclass(frozen=True)
class Literal:
    """A condition on the vertices X and Y (the variables V and W), as ASP."""

    kind: str
    of: str = ""
    also: str = ""
    number: int = 0
    negated: bool = False

    def text(self, names: Names) -> str:
        """As a literal of a rule."""
        sign = "not " if self.negated else ""
        match self.kind:
            case "free" | "at" | "joined":
                return f"{sign}{getattr(names, self.kind)}({self.of})"
            case "mark" | "edge":
                return f"{sign}{getattr(names, self.kind)}({self.of},{self.also})"
            case "degree":
                return f"degree({self.of},D{self.of}), D{self.of} {'>=' if self.negated else '<'} {self.number}"
            case "purse":
                return f"purse(P), P {'>=' if self.negated else '<'} {self.number}"
            case "all":
                return f"{sign}all({self.number})"
        return f"{self.of} {'=' if self.kind == 'same' else '!='} {self.also}"


@dataclass(frozen=True)
class Names:
    """What the predicates are called."""

    free: str = "free"
    mark: str = "mark"
    at: str = "at"
    joined: str = "joined"
    edge: str = "edge"
    vertex: str = "vertex"


@dataclass(frozen=True)
class Effect:
    """What a move V changes, for each W that meets the conditions."""

    kind: str
    """`+free`, `-free`, `+mark`, `-mark`, `at`, or `purse`."""
    when: tuple[Literal, ...]
    ordered: bool = True


@dataclass(frozen=True)
class SetGame:
    """A game on a graph; `token` and `purse` say whether there are such, `marks` whether there is a set of pairs."""

    names: Names
    vertices: tuple[str, ...]
    edges: frozenset[tuple[str, str]]
    token: bool
    purse: bool
    marks: bool
    moves: tuple[tuple[tuple[Literal, ...], tuple[Effect, ...]], ...]
    base: tuple[Literal, ...]
    claim: tuple[Literal, ...]
    start: Place = field(default=(frozenset(), frozenset(), None, None))

    def rules(self) -> str:
        """The rules file."""
        n = self.names
        lines = [f"{n.vertex}({one})." for one in self.vertices] + [
            f"{n.edge}({v},{w})." for v, w in sorted(self.edges)
        ]
        lines += [f"#defined {n.edge}/2."]
        body = self._body(self.base, "V")
        lines += [f"{n.joined}(V) :- {body}.", f"{n.joined}(W) :- {n.joined}(V), {n.edge}(V,W), {n.free}(W)."]
        lines += [f"degree(V,D) :- {n.vertex}(V), D = #count {{ W : {n.edge}(V,W), {n.free}(W) }}."]
        lines += [f"all(D) :- D = #count {{ W : {n.free}(W) }}."]
        for at, (when, effects) in enumerate(self.moves):
            lines.append(f"move(m{at}(V)) :- {self._body(when, 'V')}.")
            for effect in effects:
                if effect.kind == "purse":
                    given = f"{self._body(effect.when, 'V')}, move(m{at}(V))"
                    lines.append(f"after(m{at}(V), purse(P-1)) :- {given}, purse(P), P > 0.")
                    continue
                head = {"at": f"{n.at}(W)", "+mark": f"{n.mark}(V,W)", "-mark": f"{n.mark}(V,W)"}.get(
                    effect.kind, f"{n.free}(W)"
                )
                name = "gone" if effect.kind[0] == "-" else "after"
                lines.append(f"{name}(m{at}(V), {head}) :- move(m{at}(V)), {self._body(effect.when, 'V', 'W')}.")
        lines.append(f"said :- {self._body(self.claim, 'V')}.")
        free, marks, token, purse = self.start
        lines += [f"begin({n.free}({one}))." for one in sorted(free)] + [
            f"begin({n.mark}({v},{w}))." for v, w in sorted(marks)
        ]
        lines += [f"begin({n.at}({token}))."] if token is not None else []
        lines += [f"begin(purse({purse}))."] if purse is not None else []
        lines += [f"pair(V,W) :- {n.vertex}(V), {n.vertex}(W)."]
        return "\n".join(lines) + "\n"

    def _body(self, literals: Sequence[Literal], *variables: str) -> str:
        given = [f"{self.names.vertex}({one})" for one in variables]
        return ", ".join([*given, *(one.text(self.names) for one in literals)])

    def spec(self, rules: str, claims: Sequence[str], cycles: bool = False) -> str:
        """The spec file."""
        n = self.names
        parts = [f"{n.free}: {{subset_of: {n.vertex}}}"]
        parts += [f"{n.mark}: {{subset_of: pair}}"] if self.marks else []
        parts += [f"{n.at}: {{one_of: {n.vertex}}}"] if self.token else []
        parts += ["purse: 0..1"] if self.purse else []
        allowed = "cycles: allowed\n" if cycles else ""
        listed = "".join(f"  - {one}\n" for one in claims)
        return (
            f"game: Random\nrules: {rules}\nposition: {{{', '.join(parts)}}}\nstarts: begin\n{allowed}claims:\n{listed}"
        )

    # ------------------------------------------------------------------------------------------------ plain Python

    def positions(self) -> Iterator[Place]:
        """All of them."""
        pairs = [(v, w) for v in self.vertices for w in self.vertices] if self.marks else []
        tokens: Sequence[str | None] = self.vertices if self.token else [None]
        for free, marks in itertools.product(_subsets(self.vertices), _subsets(pairs)):
            for token, purse in itertools.product(tokens, (0, 1) if self.purse else (None,)):
                yield free, marks, token, purse

    def joined(self, place: Place) -> frozenset[str]:
        """What the recursion holds of."""
        found = {v for v in self.vertices if self._meets(self.base, place, v, None, frozenset())}
        while more := {w for v, w in self.edges if v in found and w in place[0]} - found:
            found |= more
        return frozenset(found)

    def _meets(self, literals: Sequence[Literal], place: Place, v: str, w: str | None, joined: frozenset[str]) -> bool:
        return all(self._holds(one, place, {"V": v, "W": w}, joined) for one in literals)

    def _holds(self, one: Literal, place: Place, at: dict[str, str | None], joined: frozenset[str]) -> bool:
        free, marks, token, purse = place
        x, y = at.get(one.of), at.get(one.also)
        match one.kind:
            case "free":
                said = x in free
            case "at":
                said = x == token
            case "joined":
                said = x in joined
            case "mark":
                said = (x, y) in marks
            case "edge":
                said = (x, y) in self.edges
            case "degree":
                said = sum(v == x and w in free for v, w in self.edges) < one.number
            case "purse":
                assert purse is not None
                said = purse < one.number
            case "all":
                said = len(free) == one.number
            case "same":
                said = x == y
            case _:
                said = x != y
        return said is not one.negated

    def children(self, place: Place) -> dict[str, Place]:
        """Where each move leads, by the term of the move; Clash where one is in error."""
        joined, found = self.joined(place), dict[str, Place]()
        for at, (when, effects) in enumerate(self.moves):
            for v in self.vertices:
                if self._meets(when, place, v, None, joined):
                    found[f"m{at}({v})"] = self._after(effects, place, v, joined)
        return found

    def _after(self, effects: Sequence[Effect], place: Place, v: str, joined: frozenset[str]) -> Place:
        free, marks, token, purse = place
        said: dict[object, object] = {}
        for effect in effects:
            for w in self.vertices if effect.kind != "purse" else [None]:
                if not self._meets(effect.when, place, v, w, joined):
                    continue
                pairs: list[tuple[object, object]]
                if effect.kind == "purse":
                    pairs = [("purse", purse - 1)] if purse else []
                elif effect.kind == "at":
                    pairs = [("at", w)]
                else:
                    pairs = [((effect.kind[1:], (v, w) if effect.kind[1:] == "mark" else w), effect.kind[0] == "+")]
                for key, value in pairs:
                    if said.setdefault(key, value) != value:
                        raise Clash
        adds = {key for key, value in said.items() if isinstance(key, tuple) and value}
        takes = {key for key, value in said.items() if isinstance(key, tuple) and not value}
        return (
            (free | {w for kind, w in adds if kind == "free"}) - {w for kind, w in takes if kind == "free"},
            (marks | {w for kind, w in adds if kind == "mark"}) - {w for kind, w in takes if kind == "mark"},
            said.get("at", token),
            said.get("purse", purse),
        )  # type: ignore[return-value]

    def says(self, place: Place) -> bool:
        """Whether the claim's predicate holds."""
        joined = self.joined(place)
        return any(self._meets(self.claim, place, v, None, joined) for v in self.vertices)


def _subsets(items: Sequence[Item]) -> list[frozenset[Item]]:
    return [frozenset(one) for many in range(len(items) + 1) for one in itertools.combinations(items, many)]


def random_game(random: Random) -> SetGame:
    """A game of a few dozen to a few hundred positions."""
    marks = random.random() < 0.25
    many = 2 if marks else random.choice((3, 4, 4))
    vertices = tuple(random.sample(NAMES, many))
    token, purse = random.random() < 0.5, random.random() < 0.3
    names = random.choice(
        (Names(), Names("edge", "after_", "move_", "text", "e", "cell"), Names("x", "y", "z", "p", "q", "r"))
    )
    pairs = [(v, w) for v in vertices for w in vertices if v != w]
    edges = frozenset(random.sample(pairs, random.randint(1, len(pairs))))

    def literal(*variables: str, base: bool = False) -> Literal:
        kinds = ["free", "free", "edge", "differ"] + ["at", "at"] * token + ["purse"] * purse + ["mark", "mark"] * marks
        kinds += [] if base else ["joined", "degree", "all"]
        kind = random.choice(kinds)
        of, also = random.choice(variables), random.choice(variables)
        if kind == "differ":
            return Literal("free", of, negated=random.random() < 0.5) if of == also else Literal("differ", of, also)
        number = random.choice((0, 1, 1, 2, 3)) if kind in ("degree", "all") else random.choice((0, 1, 2))
        return Literal(kind, of, also, number, random.random() < 0.4)

    def literals(many: int, *variables: str, base: bool = False) -> tuple[Literal, ...]:
        found: list[Literal] = []
        for _ in range(many):
            one = literal(*variables, base=base)
            # one variable of a count or of the purse in a rule
            if one not in found and not any(
                o.kind == one.kind in ("degree", "purse") and o.of == one.of for o in found
            ):
                found.append(one)
        return tuple(
            one for at, one in enumerate(found) if one.kind != "purse" or not any(o.kind == "purse" for o in found[:at])
        )

    moves = []
    for _ in range(random.choice((1, 1, 2))):
        effects = []
        if random.random() < 0.8:
            effects.append(Effect("-free", (Literal("same", "V", "W"),)))
        kinds = ["-free", "-free", "+free"] + ["at"] * token + ["+mark", "-mark"] * marks
        for _ in range(random.choice((1, 1, 2))):
            effects.append(Effect(random.choice(kinds), literals(random.choice((1, 2, 3)), "V", "W")))
        if purse and random.random() < 0.6:
            effects.append(Effect("purse", ()))
        moves.append((literals(random.choice((1, 1, 2)), "V"), tuple(effects)))
    start: Place = (
        frozenset(random.sample(vertices, random.randint(0 if token or purse else 1, many))),
        frozenset(random.sample(pairs, random.randint(0, len(pairs)))) if marks else frozenset(),
        random.choice(vertices) if token else None,
        random.choice((0, 1)) if purse else None,
    )
    base = literals(random.choice((1, 2)), "V", base=True)
    return SetGame(names, vertices, edges, token, purse, marks, tuple(moves), base, literals(2, "V"), start)


Graph = dict[Place, dict[str, Place]]


def reached(game: SetGame, starts: Sequence[Place]) -> Graph:
    """All that is reached, with moves; Clash where one of them is in error."""
    found: Graph = {}
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place not in found:
            found[place] = game.children(place)
            waiting += found[place].values()
    return found


def outcomes(graph: Graph, misere: bool = False) -> dict[Place, tuple[str, int | None]]:
    """P, N or a draw, and in how many moves, by plain iteration from the ends."""
    known: dict[Place, tuple[str, int | None]] = {}
    for turn in itertools.count():
        new: dict[Place, tuple[str, int | None]] = {}
        for place, moves in graph.items():
            if place in known:
                continue
            options = [known.get(to) for to in moves.values()]
            if not moves and turn == 0:
                new[place] = ("N" if misere else "P", 0)
            elif any(one is not None and one[0] == "P" for one in options):
                new[place] = ("N", turn)
            elif moves and all(one is not None and one[0] == "N" for one in options):
                new[place] = ("P", turn)
        if not new:
            break
        known |= new
    return {place: known.get(place, ("draw", None)) for place in graph}


def values(graph: Graph, misere: bool = False) -> dict[Place, int] | None:
    """Sprague-Grundy values by mex; None where positions come back."""
    busy = set[Place]()
    found: dict[Place, int] = {}

    def value(place: Place) -> int:
        if place in found:
            return found[place]
        if place in busy:
            raise RecursionError
        busy.add(place)
        below = {value(to) for to in graph[place].values()}
        found[place] = next(n for n in itertools.count() if n not in below) if graph[place] else int(misere)
        busy.discard(place)
        return found[place]

    try:
        for place in graph:
            value(place)
    except RecursionError:
        return None
    return found
