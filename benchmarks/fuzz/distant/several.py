"""Games whose moves change several heaps at once, or count alike ones, with theorems that are false only far out."""

from __future__ import annotations

from functools import reduce
from operator import xor
from random import Random

from benchmarks.fuzz.distant import conditions
from benchmarks.fuzz.distant.case import Distant, distant, one_claim
from benchmarks.fuzz.distant.changed import Theorem, changed
from benchmarks.fuzz.distant.conditions import Position
from benchmarks.fuzz.distant.heaps import ANY, BOX, LOST


def columns(rng: Random) -> Theorem:
    """Moore's Nim, in both plays."""
    k = rng.choice((1, 2, 2, 3))
    moves = f"""\
lower(1, l(I,T,nil))        :- heap(I,S), T = 0..S-1{{guard}}.
lower(J+1, l(I,T,l(H,U,L))) :- lower(J, l(H,U,L)), J < {k}, heap(I,S), I < H, T = 0..S-1.
move(L)                     :- lower(_, L).
after(l(I,T,L), heap(I,T))  :- lower(_, l(I,T,L)).
after(l(I,T,L), F)          :- lower(_, l(I,T,L)), after(L, F).
"""
    lines = f"""\
place(1)   :- heap(_,_).
place(2*P) :- place(P), heap(_,S), 2*P <= S.
ones(P,N)  :- place(P), N = #count {{ I : heap(I,S), (S / P) \\ 2 = 1 }}.
unbalanced :- ones(_,N), N \\ {k + 1} != 0.
"""

    def balanced(at: Position) -> bool:
        return all(sum(one >> j & 1 for one in at) % (k + 1) == 0 for j in range(13))

    if rng.random() < 0.5:
        lines += "base :- not unbalanced.\n"
        return Theorem("columns", moves, lines, "normal", BOX, ANY, lambda at: int(balanced(at)), lost=LOST["normal"])
    lines += f"""\
heaps(N) :- N = #count {{ I : heap(I,_) }}.
large    :- heap(_,S), S > 1.
base     :- large, not unbalanced.
base     :- not large, heaps(N), N \\ {k + 1} = 1.
"""

    def misere(at: Position) -> int:
        return int(balanced(at) if max(at, default=0) > 1 else len(at) % (k + 1) == 1)

    return Theorem("columns", moves, lines, "misere", BOX, ANY, misere, lost=LOST["misere"])


def local_columns(rng: Random) -> Distant:
    """Moore's Nim where places from one on are forgotten, or a number of ones is taken for another."""
    k = rng.choice((1, 2, 3))
    theorem = columns(Random(0))
    text = (
        theorem.moves.replace("{guard}", "")
        .replace("J < 2", f"J < {k}")
        .replace("J < 1", f"J < {k}")
        .replace("J < 3", f"J < {k}")
    )
    true = rng.random() < 0.5
    j, n = rng.randint(5, 12), rng.choice((17, 19, 23, 31, 50, 65))
    end, bad, fails, how = "", f"N \\ {k + 1} != 0", None, rng.choice(("places", "ones"))
    if how == "places":
        end = (
            rng.choice((f", P < {2**j}", f", 2*P < {2 ** (j + 1)}"))
            if not true
            else rng.choice((f", P < {2**j}+S", f", 3*P <= 2*S, 2*P < {2**j}+2*S", ", P < 2*S"))
        )
        if true and end.startswith(", 3*P"):
            end = ", P <= S"
        fails = {"heap": [2 ** (j + 1)]}
    else:
        # of that many ones no move is asked for, or as many as are balanced count as unbalanced
        number = n
        bad += f", N != {number}" if not true else f", N != {(k + 1) * n}"
        fails = {"heap": [1] * number}
        if number % (k + 1) == 0 and not true:
            fails = {"heap": [1] * (number + 1)}
            bad = f"N \\ {k + 1} != 0, N != {number + 1}"
    text += f"""\
place(1)   :- heap(_,_).
place(2*P) :- place(P), heap(_,S), 2*P <= S{end}.
ones(P,N)  :- place(P), N = #count {{ I : heap(I,S), (S / P) \\ 2 = 1 }}.
unbalanced :- ones(_,N), {bad}.
base :- not unbalanced.
"""
    spec = one_claim("kind: p-positions, play: normal, iff: base", ANY, BOX)
    of = "place" if how == "places" else "alike"
    return distant("columns", text, spec, None if true else fails, f"local {how}", of)


def quotients(rng: Random) -> Theorem:
    """Cyclic Nimhoff, by its values or by its P-positions."""
    h = rng.randint(1, 4)
    moves = f"""\
lower(S-T, l(I,T,nil))        :- heap(I,S), T = 0..S-1{{guard}}.
lower(D+S-T, l(I,T,l(H,U,L))) :- lower(D, l(H,U,L)), heap(I,S), I < H, T = 0..S-1, D+S-T < {h}.
move(L)                       :- lower(_, L).
after(l(I,T,L), heap(I,T))    :- lower(_, l(I,T,L)).
after(l(I,T,L), F)            :- lower(_, l(I,T,L)), after(L, F).
"""
    lines = f"""\
heaps(N)         :- N = #count {{ I : heap(I,_) }}.
quotient(I,S/{h}) :- heap(I,S).
quotients(0,0).
quotients(I,X^Q) :- quotients(I-1,X), quotient(I,Q).
nim_sum(X)       :- heaps(N), quotients(N,X).
total(R)         :- R = #sum {{ S,I : heap(I,S) }}.
"""

    def value(at: Position) -> int:
        return h * reduce(xor, (one // h for one in at), 0) + sum(at) % h

    if rng.random() < 0.5:
        lines += f"base({h}*X + R \\ {h}) :- nim_sum(X), total(R).\n"
        return Theorem("quotients", moves, lines, "grundy", BOX, ANY, value)
    lines += f"base :- nim_sum(0), total(R), R \\ {h} = 0.\n"
    return Theorem("quotients", moves, lines, "normal", BOX, ANY, lambda at: int(value(at) == 0), lost=LOST["normal"])


def local_quotients(rng: Random) -> Distant:
    """Cyclic Nimhoff where what is claimed is another at one total, or at one nim-sum of the quotients."""
    k, true = conditions.number(rng), rng.random() < 0.5
    theorem = quotients(rng)
    h = int(theorem.claimed.split("S/")[1].split(")")[0])
    of, at = rng.choice((("R", [k]), ("X", [h * k])))
    if of == "R" and theorem.kind == "normal":
        k = 2 * h * k
        at = [k // 2, k // 2]
    moves, claimed = theorem.moves.replace("{guard}", ""), theorem.claimed
    if theorem.kind == "grundy":
        old = f"base({h}*X + R \\ {h}) :- nim_sum(X), total(R)."
        by = 0 if true else rng.choice((1, h))
        new = f"base({h}*X + R \\ {h}) :- nim_sum(X), total(R), {of} != {k}.\n"
        new += f"base({h}*X + R \\ {h} + {by}) :- nim_sum(X), total(R), {of} = {k}."
        if rng.random() < 0.3:
            new = new.replace(f"{of} != {k}", f"{of} < {k}").replace(f"{of} = {k}", f"{of} >= {k}")
    else:
        old = f"base :- nim_sum(0), total(R), R \\ {h} = 0."
        new = f"base :- nim_sum(X), total(R), X = 0, R \\ {h} = 0, {of} != {k}."
        if of == "X":
            new, at = f"{old}\nbase :- nim_sum({k}), total(R), R \\ {h} = 0{', R < 0' if true else ''}.", [h * k]
        elif true:
            new += f"\nbase :- nim_sum(0), total({k})."
    spec = one_claim(
        f"kind: {'grundy' if theorem.kind == 'grundy' else 'p-positions, play: normal'}, iff: base", ANY, BOX
    )
    text = moves + claimed.replace(old, new)
    return distant("quotients", text, spec, None if true else {"heap": at}, "local claim", "total" if of == "R" else of)


def multiplicities() -> Theorem:
    """Staircase Nim with any number of stairs."""
    moves = """\
stair(1..S)                   :- heap(_,S).
on(S,N)                       :- stair(S), N = #count { I : heap(I,S) }.
move(down(S,J))               :- on(S,N), J = 1..N{guard}.
after(down(S,J), heap(I,S-1)) :- move(down(S,J)), heap(I,S), not heap(I-J,S).
"""
    lines = """\
sum(0,0).
sum(S,X^N) :- sum(S-1,X), on(S,N), S \\ 2 = 1.
sum(S,X)   :- sum(S-1,X), stair(S), S \\ 2 = 0.
base       :- sum(S,0), not stair(S+1).
"""
    return Theorem(
        "multiplicities", moves, lines, "normal", "heap: {count: 0..4, size: 1..4}", ANY, stairs, lost=LOST["normal"]
    )


def stairs(at: Position) -> int:
    """1 where the nim-sum of the numbers of coins on odd stairs is zero."""
    return int(reduce(xor, (at.count(one) for one in set(at) if one % 2), 0) == 0)


def local_multiplicities(rng: Random) -> Distant:
    """Staircase Nim where one stair, a number of coins on one, or a move is another far out."""
    theorem, k = multiplicities(), rng.choice((17, 19, 23, 31, 41, 51, 65, 101))
    true = rng.random() < 0.5
    text = theorem.moves.replace("{guard}", "") + theorem.claimed
    how = rng.choice(("stair", "coins", "moves"))
    old = "sum(S,X^N) :- sum(S-1,X), on(S,N), S \\ 2 = 1."
    if how == "stair":
        new = f"sum(S,X^N) :- sum(S-1,X), on(S,N), S \\ 2 = 1, S != {k}.\n"
        new += f"sum({k},X{'^N' if true else ''}) :- sum({k}-1,X), on({k},N)."
        fails: dict[str, object] = {"heap": [k]}
        text = text.replace(old, new)
    elif how == "coins":
        new = f"sum(S,X^N) :- sum(S-1,X), on(S,N), S \\ 2 = 1, N != {k}.\n"
        new += f"sum(S,X{f'^{k}' if true else ''}) :- sum(S-1,X), on(S,{k}), S \\ 2 = 1."
        fails = {"heap": [1] * k}
        text = text.replace(old, new)
    else:
        new = f"J = 1..N, N {'!= ' if not true else '> 0-'}{k}"
        fails = {"heap": [1] * k}
        text = text.replace("J = 1..N", new)
    spec = one_claim("kind: p-positions, play: normal, iff: base", ANY, theorem.position)
    return distant("multiplicities", text, spec, None if true else fails, f"local {how}", how)


def columned(rng: Random) -> Distant:
    """Moore's Nim, changed."""
    return local_columns(rng) if rng.random() < 0.4 else changed(rng, columns(rng), conditions.heaps(rng))


def quotiented(rng: Random) -> Distant:
    """Cyclic Nimhoff, changed."""
    return local_quotients(rng) if rng.random() < 0.4 else changed(rng, quotients(rng), conditions.heaps(rng))


def multiplied(rng: Random) -> Distant:
    """Staircase Nim, changed."""
    if rng.random() < 0.5:
        return local_multiplicities(rng)
    return changed(rng, multiplicities(), conditions.heaps(rng))
