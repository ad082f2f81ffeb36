"""Theorems about counters and unknown numbers: by solvers, lemmas, automata, images, for every set, about all games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from benchmarks.fuzz.distant import conditions
from benchmarks.fuzz.distant.case import Distant, distant, one_claim
from benchmarks.fuzz.distant.changed import changed
from benchmarks.fuzz.distant.conditions import counters, never
from benchmarks.fuzz.distant.heaps import nim
from benchmarks.fuzz.distant.piles import pile, two

TAKE = "move(take) :- pile(N), N > 0. after(take, pile(N-1)) :- move(take), pile(N)."
"""A game that statements about numbers stand beside."""


def counted(rng: Random) -> Distant:
    """Games of a pile, of two piles, or of two heaps, solved as they stand."""
    how = rng.randrange(3)
    if how == 0:
        return changed(rng, nim(rng, "counted", few=True), conditions.heaps(rng, most=2))
    if how == 1:
        return changed(rng, pile(rng), counters(rng, ("pile",)))
    return changed(rng, two(), counters(rng, ("a", "b")))


def lemmas(rng: Random) -> Distant:
    """A statement by a lemma: there is a floor of c over m, by itself at c-1, or by one about another number."""
    m, far = rng.randint(2, 5), counters(rng, ("c",))
    true, how = rng.random() < 0.5, rng.choice(("statement", "statement", "lemma", "bound"))
    used = never(rng, far) if true else far
    supposed = "has" if how != "lemma" else "has, not far"
    rules = f"""\
move(take) :- pile(N), N > 0. after(take, pile(N-1)) :- move(take), pile(N).
#defined c/1.
floor(Q) :- c(C), Q = 0..C, {m}*Q <= C, C < {m}*Q+{m}.
has      :- floor(_).
lem      :- {supposed}.
told     :- floor(Q), {m}*Q <= C, c(C){", not far" if how != "lemma" else ""}.
before(C-1) :- c(C).
at({rng.choice(("C", "C", f"C/{m}", "C-1"))}) :- c(C).
""" + "\n".join(used.lines)
    using = "c: before" if rng.random() < 0.5 else "l: at"
    lemma = "  - {id: l, says: A., kind: statement, unknowns: {c: 0..9}, iff: lem, prove: {c: all}}\n"
    if how == "lemma":
        rules = rules.replace("told     :- ", "told     :- lem, ")
    said = f"kind: statement, unknowns: {{c: 0..9}}, iff: told, using: {{{using}}}"
    spec = one_claim(said, "{c: all}", "pile: 0..3") + (lemma if using == "l: at" else "")
    fails = None if true else {"c": far.near[0][0]}
    case = distant("lemmas", rules + "\n", spec, fails, how, "counter")
    return replace(case, wrong=used.holds)


def images(rng: Random) -> Distant:
    """A game of a pile, and the same or with twice as much; an image or a move is another far out."""
    k, true = conditions.number(rng), rng.random() < 0.5
    m = rng.randint(1, 3)
    how = rng.choice(("image", "moves here", "moves there"))
    times = rng.choice((1, 1, 2))
    c, least = rng.choice(((f"N = {k}", False), (f"N >= {k}", True), (f"N > {k - 1}, N < {k + 1}", False)))
    del least
    if true:
        c = f"{c}, N < {k - rng.randint(0, 2)}"
    here = f"move(take(T)) :- pile(N), T = 1..{m}, T <= N.\nafter(take(T), pile(N-T)) :- move(take(T)), pile(N).\n"
    there = f"move(lower(U)) :- pile(N), U = 0..N-1, N-U <= {m * times}, (N-U) \\ {times} = 0.\n"
    there += "after(lower(U), pile(U)) :- move(lower(U)).\n"
    image = f"image(pile({times}*N)) :- pile(N).\n"
    if how == "image":
        image = f"image(pile({times}*N)) :- pile(N), not far.\nimage(pile({times}*N+{times})) :- pile(N), far.\n"
        image += f"far :- pile(N), {c}.\n"
    elif how == "moves here":
        here = here.replace("T <= N.", "T <= N, not far.") + f"far :- pile(N), {c}.\n"
    else:
        far = c.replace("N", "M").replace(f" {k}", f" {k * times}").replace(f"> {k - 1}", f"> {k * times - 1}")
        far = far.replace(f"< {k + 1}", f"< {k * times + 1}")
        if true:
            far = f"M = {k * times}, M < {k * times}"
        there = there.replace(f"(N-U) \\ {times} = 0.", f"(N-U) \\ {times} = 0, not far.") + f"far :- pile(M), {far}.\n"
    said = "kind: same-game, other: there.yaml, image: image, isomorphic: true"
    spec = one_claim(said, "{pile: all}", "pile: 0..9")
    other = "game: t\nrules: there.lp\nposition: {pile: 0..30}\nclaims:\n"
    other += "  - {id: c, says: A., kind: p-positions, iff: move}\n"
    files = {"case.lp": here + image, "case.yaml": spec, "there.lp": there, "there.yaml": other}
    return Distant(
        "images", files, None if true else {"pile": k}, None, ("images", how, "counter", "true" if true else "false")
    )


def automata(rng: Random) -> Distant:
    """Mark and Delete Nim by binary digits, where a digit's place, or a number, is told apart far out."""
    true = rng.random() < 0.5
    if rng.random() < 0.5:
        j = rng.randint(7, 13)
        odd = 2 * (j // 2) + 1
        far, at = rng.choice(
            (
                (f"last_one({odd})", 2**odd),
                (f"last_one(J), J >= {odd}", 2**odd),
                (f"pile(N), digit(N,{j},1), N = {2**j}+1", 2**j + 1),
            )
        )
        lines = [f"far :- {far}."] if not true else [f"met :- {far}.", "far :- met, not met."]
        text = "\n".join([
            "move(one) :- pile(N), N > 0. move(half) :- pile(N), N > 0.",
            "after(one, pile(N-1)) :- pile(N), N > 0. after(half, pile(N/2)) :- pile(N), N > 0.",
            "one_below(J) :- pile(N), digit(N,J,1), digit(N,K,1), K < J.",
            "last_one(J) :- pile(N), digit(N,J,1), not one_below(J).",
            "base :- pile(0). base :- last_one(J), J \\ 2 = 1.",
            "told :- base, not far. told :- not base, far.", *lines, "",
        ])  # fmt: skip
        spec = one_claim("kind: p-positions, play: normal, iff: told", "{pile: all}", "pile: 0..60")
        return distant("automata", text, spec, None if true else {"pile": at}, "mark", "place")
    far_ = counters(rng, ("a", "b"))
    used = never(rng, far_) if true else far_
    text = """\
row(S) :- a(S). row(S) :- b(S).
move(deal(N,S-1-N)) :- row(S), N = 0..S-1.
after(deal(N,M), a(N)) :- move(deal(N,M)).
after(deal(N,M), b(M)) :- move(deal(N,M)).
"""
    value = rng.random() < 0.5
    if value:
        text += "either((A?B)+1) :- a(A), b(B).\n"
        text += "one_below(J) :- either(X), digit(X,J,1), digit(X,K,1), K < J.\n"
        text += "base(J) :- either(X), digit(X,J,1), not one_below(J).\n"
        text += "told(X) :- base(X), not far. told(X+1) :- base(X), far.\n"
        kind = "grundy"
    else:
        text += "base :- a(A), b(B), A \\ 2 = 0, B \\ 2 = 0.\ntold :- base, not far. told :- not base, far.\n"
        kind = "p-positions, play: normal"
    position = "a: {range: 0..7, stones: true}, b: {range: 0..7, stones: true}"
    spec = one_claim(f"kind: {kind}, iff: told", "{a: all, b: all}", position)
    fails = None if true or not far_.near else dict(zip(("a", "b"), far_.near[0], strict=True))
    case = distant("automata", text + "\n".join(used.lines) + "\n", spec, fails, kind, far_.of)
    return replace(case, wrong=used.holds)


def every_set(rng: Random) -> Distant:
    """Values of subtraction games, for every set: no member leads from 0 to 0, and the like, but at one number."""
    k, true = conditions.number(rng), rng.random() < 0.5
    said = rng.choice(
        (
            "bad(X) :- x(X), g(X,0), s(D), g(X+D,0).",
            "bad(X) :- x(X), g(X,0), least(K), not g(X+K,1).",
            "bad(X) :- x(X), g(X,V), s(D), D <= X, g(X-D,V).",
            "bad(X) :- x(X), g(X,V), V < 0.",
        )
    )
    body = rng.choice((f"X = {k}", f"X >= {k}", f"X-{k} = 0", f"2*X > {2 * k - 1}"))
    how = rng.choice(("place", "set", "value"))
    if how == "set":
        body = f"s({k}), X = {k - 1}"
    elif how == "value":
        body = f"g(X,{k})"
    more = f"bad(X) :- x(X), {body}{', X < ' + str(k - 1) if true and how != 'value' else ''}."
    if true and how == "value":
        more = f"bad(X) :- x(X), g(X,{k}), not g(X,{k})."
    text = f"""\
move(take(D)) :- pile(X), s(D), D <= X.
after(take(D), pile(X-D)) :- pile(X), move(take(D)).
place(0..X+B) :- x(X), most(B). least(K) :- K = #min {{ D : s(D) }}. most(B) :- B = #max {{ D : s(D) }}.
hits(X,V) :- place(X), s(D), D <= X, g(X-D,V). climbs(X,0) :- place(X).
climbs(X,V+1) :- climbs(X,V), hits(X,V). size(C) :- C = #count {{ D : s(D) }}.
next(0,E) :- least(E). next(D,E) :- s(D), s(E), E = #min {{ F : s(F), F > D }}.
avoids(X,V,0) :- place(X), size(C), V = 0..C. avoids(X,V,E) :- avoids(X,V,D), next(D,E), E > X.
avoids(X,V,E) :- avoids(X,V,D), next(D,E), E <= X, g(X-E,W), W != V.
g(X,V) :- climbs(X,V), avoids(X,V,M), most(M).
{said}
{more}
told :- x(X), not bad(X).
#defined x/1.
"""
    said = "kind: statement, unknowns: {x: 0..4}, values: g, iff: told"
    spec = one_claim(said, "{S: all, x: all}", "pile: 0..4", "parameters: {S: {set: [[1], [2, 3]]}}\n")
    return distant("every set", text, spec, None if true else {"x": k}, how, "unknown")


def all_games(rng: Random) -> Distant:
    """Statements about all games, which are false only of games with a value that small ones do not have."""
    k, true = rng.choice((7, 9, 17, 23, 50, 100)), rng.random() < 0.5
    base = rng.choice(
        (
            "bad :- option(X,Y), value(X,V), value(Y,V).",
            "bad :- value(X,V), I = 0..V-1, not to(X,I).",
            "bad :- value(X,V), to(X,V).",
            "bad :- terminal(X), value(X,V), V > 0.",
        )
    )
    more = rng.choice(
        (
            f"value(X,{k})",
            f"value(X,V), V >= {k}",
            f"value(X,V), V+1 > {k}",
            f"misere(X,{k})",
            f"option(X,Y), value(Y,{k})",
            f"value(X,V), V-{k} = 0",
            f"value(X,{k}), misere(X,{k})",
        )
    )
    if true:
        more = rng.choice(
            (
                f"value(X,{k}), value(X,{k + 1})",
                f"value(X,V), V > {k}, V < {k}",
                f"value(X,{k}), to(X,{k})",
                f"value(X,{k}), not to(X,{k - 1})",
            )
        )
    text = f"to(X,V) :- option(X,Y), value(Y,V).\n{base}\nbad :- {more}.\nholds :- not bad.\n"
    spec = "game: all games\nrules: case.lp\nclaims:\n"
    spec += "  - {id: c, says: A., kind: theory, positions: 1..4, iff: holds, prove: true}\n"
    return distant("all games", text, spec, None if true else {"value": k}, "theory", "value")
