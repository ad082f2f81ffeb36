"""Games on graphs and boards in the words of the rules, and their starting positions."""

from __future__ import annotations

from clingo import Control, Function

from bouton.boards.grounded import FluentField, ground
from bouton.boards.table import MoveTable, table

_GRID = """cell(1..r,1..c). adj((R,C),(R,C+1)) :- cell(R,C), cell(R,C+1).
adj((R,C),(R+1,C)) :- cell(R,C), cell(R+1,C). near(A,B) :- adj(A,B). near(A,B) :- adj(B,A).
"""
_KAYLES = """begin(free(V)) :- vertex(V). near(V,W) :- edge(V,W). near(V,W) :- edge(W,V).
move(choose(V)) :- free(V). gone(choose(V), free(V)) :- move(choose(V)).
gone(choose(V), free(W)) :- move(choose(V)), near(V,W).
"""
GAMES: dict[str, tuple[str, dict[str, tuple[str, str, int]]]] = {
    "cram": (
        _GRID
        + """begin(free(R,C)) :- cell(R,C).
move(d(R,C,T,U)) :- free(R,C), free(T,U), adj((R,C),(T,U)).
gone(d(R,C,T,U), free(R,C)) :- move(d(R,C,T,U)).
gone(d(R,C,T,U), free(T,U)) :- move(d(R,C,T,U)).
""",
        {"free": ("set", "cell", 2)},
    ),
    "kayles on a cycle": (
        "vertex(0..n-1). edge(V,(V+1)\\n) :- vertex(V).\n" + _KAYLES,
        {"free": ("set", "vertex", 1)},
    ),
    "kayles on a path": (
        "vertex(0..n-1). edge(V,V+1) :- vertex(V), vertex(V+1).\n" + _KAYLES,
        {"free": ("set", "vertex", 1)},
    ),
    "kayles on a grid": (
        _GRID + "vertex((R,C)) :- cell(R,C). edge(A,B) :- adj(A,B).\n" + _KAYLES,
        {"free": ("set", "vertex", 1)},
    ),
    "kayles on Petersen's graph": (
        "vertex(0..9). edge(V,(V+1)\\5) :- V = 0..4. edge(V,V+5) :- V = 0..4. edge(V+5,(V+2)\\5+5) :- V = 0..4.\n"
        + _KAYLES,
        {"free": ("set", "vertex", 1)},
    ),
    "geography": (
        _GRID
        + """vertex((R,C)) :- cell(R,C). begin(free(V)) :- vertex(V), V != (1,1). begin(at((1,1))).
move(go(W)) :- at(V), near(V,W), free(W).
after(go(W), at(W)) :- move(go(W)). gone(go(W), free(W)) :- move(go(W)).
""",
        {"free": ("set", "vertex", 1), "at": ("one", "vertex", 1)},
    ),
    "chomp": (
        """cell(1..r,1..c). begin(free(R,C)) :- cell(R,C).
move(bite(R,C)) :- free(R,C), (R,C) != (1,1).
gone(bite(R,C), free(T,U)) :- move(bite(R,C)), cell(T,U), T >= R, U >= C.
""",
        {"free": ("set", "cell", 2)},
    ),
    "domineering": (
        """cell(1..r,1..c). side(0..1). begin(free(R,C)) :- cell(R,C). begin(turn(s)).
move(put(R,C)) :- turn(0), free(R,C), free(R+1,C).
move(put(R,C)) :- turn(1), free(R,C), free(R,C+1).
gone(put(R,C), free(R,C)) :- move(put(R,C)).
gone(put(R,C), free(R+1,C)) :- move(put(R,C)), turn(0).
gone(put(R,C), free(R,C+1)) :- move(put(R,C)), turn(1).
after(put(R,C), turn(1-T)) :- move(put(R,C)), turn(T).
""",
        {"free": ("set", "cell", 2), "turn": ("one", "side", 1)},
    ),
    "hackenbush": (  # an edge is cut, and what is no longer joined to the corner falls
        _GRID
        + """e(A,B) :- adj(A,B). begin(edge(A,B)) :- e(A,B).
joined((1,1)). joined(B) :- joined(A), edge(A,B). joined(A) :- joined(B), edge(A,B).
move(cut(A,B)) :- edge(A,B), joined(A). move(cut(A,B)) :- edge(A,B), joined(B).
left(A,B,(1,1)) :- e(A,B).
left(A,B,D) :- left(A,B,C), edge(C,D), (A,B) != (C,D).
left(A,B,C) :- left(A,B,D), edge(C,D), (A,B) != (C,D).
gone(cut(A,B), edge(C,D)) :- move(cut(A,B)), e(C,D), not left(A,B,C).
gone(cut(A,B), edge(C,D)) :- move(cut(A,B)), e(C,D), not left(A,B,D).
gone(cut(A,B), edge(A,B)) :- move(cut(A,B)).
""",
        {"edge": ("set", "e", 2)},
    ),
    "token": (  # a queen on a grid, towards the corner: Wythoff's game
        """cell(1..r,1..c). begin(at((r,c))). vertex((R,C)) :- cell(R,C).
move(to((T,C))) :- at((R,C)), T = 1..R-1. move(to((R,D))) :- at((R,C)), D = 1..C-1.
move(to((R-K,C-K))) :- at((R,C)), K = 1..R-1, K < C.
after(to(V), at(V)) :- move(to(V)).
""",
        {"at": ("one", "vertex", 1)},
    ),
    "odd vertices of a tree": (  # of n vertices, the parent of V is V/2: a vertex with an odd number of neighbours goes
        """vertex(1..n). near(V,V/2) :- vertex(V), V > 1. near(V/2,V) :- vertex(V), V > 1. begin(free(V)) :- vertex(V).
degree(V,N) :- free(V), N = #count { W : near(V,W), free(W) }.
move(delete(V)) :- degree(V,N), N \\ 2 = 1.
gone(delete(V), free(V)) :- move(delete(V)).
""",
        {"free": ("set", "vertex", 1)},
    ),
    "pursuit": (  # two cops and a robber, who may wait
        _GRID
        + """vertex((R,C)) :- cell(R,C). side(0..1).
begin(cop((1,1))). begin(dog((1,2))). begin(rob((r,c))). begin(turn(0)).
caught :- cop(V), rob(V). caught :- dog(V), rob(V).
move(a(W)) :- turn(0), cop(V), near(V,W), not caught.
move(b(W)) :- turn(0), dog(V), near(V,W), not caught.
move(r(W)) :- turn(1), rob(V), near(V,W), not caught. move(wait) :- turn(1), not caught.
after(a(W), cop(W)) :- move(a(W)). after(b(W), dog(W)) :- move(b(W)). after(r(W), rob(W)) :- move(r(W)).
after(M, turn(1-T)) :- move(M), turn(T).
""",
        dict.fromkeys(("cop", "dog", "rob"), ("one", "vertex", 1)) | {"turn": ("one", "side", 1)},
    ),
}


def made(name: str, **parameters: int) -> tuple[MoveTable, int]:
    """The table of a game with these parameters, and its starting position."""
    rules, fluents = GAMES[name]
    text = "".join(f"#const {key}={value}.\n" for key, value in parameters.items()) + rules
    control = Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    slots = tuple(
        FluentField(fluent, tuple(sorted(tuple(one.symbol.arguments) for one in found)), kind == "one")
        for fluent, (kind, domain, arity) in fluents.items()
        for found in [control.symbolic_atoms.by_signature(domain, arity)]
    )
    begun = {one.symbol.arguments[0] for one in control.symbolic_atoms.by_signature("begin", 1)}
    start = at = 0
    for slot in slots:
        for number, member in enumerate(slot.members):
            if Function(slot.name, member) in begun:
                start |= number << at if slot.field else 1 << at + number
        at += slot.width
    return table(ground(text, slots, ())), start
