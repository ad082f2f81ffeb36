"""Random variants of the theorem on Cyclic Nimhoff, of which some are true: quotients and the sum of the heaps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import product
from operator import xor
from random import Random

from benchmarks.fuzz.heaps import COUNT, LARGEST, SIZE, Case, Kind, Position, spec_of


def quotients(rng: Random) -> Case:
    """One heap is lowered, or several lose fewer than some number of stones; a claim about quotients and the sum."""
    h = rng.randint(1, 4)
    right = rng.random() < 0.5
    near = [max(1, h + by) for by in (-1, 0, 0, 0, 1)]
    divisor, modulus = (h, h) if right else (rng.choice(near), rng.choice(near))
    leaving: list[tuple[str, Callable[[int], bool]]] = [
        ("", lambda _size: True),
        (", S != 7", lambda size: size != 7),
        (", S < 30", lambda size: size < 30),
    ]
    said, counted = leaving[0] if right or rng.random() < 0.6 else rng.choice(leaving[1:])
    kind: Kind = rng.choice(("normal", "grundy"))
    lines = [
        "lower(S-T, l(I,T,nil))        :- heap(I,S), T = 0..S-1.",
        f"lower(D+S-T, l(I,T,l(H,U,L))) :- lower(D, l(H,U,L)), heap(I,S), I < H, T = 0..S-1, D+S-T < {h}.",
        "move(L)                       :- lower(_, L).",
        "after(l(I,T,L), heap(I,T))    :- lower(_, l(I,T,L)).",
        "after(l(I,T,L), F)            :- lower(_, l(I,T,L)), after(L, F).",
        "heaps(N) :- N = #count { I : heap(I,_) }.",
        f"quotient(I,S/{divisor}) :- heap(I,S){said}.",
        "quotient(I,0) :- heap(I,S), not counted(I).",
        f"counted(I) :- heap(I,S){said}.",
        "quotients(0,0).",
        "quotients(I,X^Q) :- quotients(I-1,X), quotient(I,Q).",
        "nim_sum(X) :- heaps(N), quotients(N,X).",
        "total(R) :- R = #sum { S,I : heap(I,S) }.",
    ]
    if not said:
        lines = [line for line in lines if "counted" not in line]
    lines.append(
        f"p :- nim_sum(0), total(R), R \\ {modulus} = 0."
        if kind == "normal"
        else f"value({divisor}*X + R \\ {modulus}) :- nim_sum(X), total(R)."
    )

    def claimed(at: Position) -> int:
        nim_sum = reduce(xor, (size // divisor for size in at if counted(size)), 0)
        value = divisor * nim_sum + sum(at) % modulus
        return value if kind == "grundy" else int(nim_sum == 0 and sum(at) % modulus == 0)

    def options(at: Position) -> set[Position]:
        found = set()
        for taken in product(*(range(size + 1) for size in at)):
            if sum(taken) and (sum(map(bool, taken)) == 1 or sum(taken) < h):
                found.add(tuple(sorted(size - some for size, some in zip(at, taken, strict=True) if size > some)))
        return found

    @cache
    def played(at: Position) -> int:
        others = {played(one) for one in options(at)}
        return next(number for number in range(len(others) + 1) if number not in others)

    def true(at: Position) -> int:
        """By definition; by the theorem, where a position is too large to be played."""
        if len(at) <= COUNT and max(at, default=0) <= SIZE:
            value = played(at)
        else:
            value = h * reduce(xor, (size // h for size in at), 0) + sum(at) % h
        return value if kind == "grundy" else int(value == 0)

    far: list[Position] = [(size,) for size in range(SIZE + 1, LARGEST)]
    far += [tuple(sorted(rng.randint(1, 60) for _ in range(rng.randint(2, 6)))) for _ in range(60)]
    far += [(size, size) for size in range(SIZE + 1, 60)]
    predicate = "value" if kind == "grundy" else "p"
    return Case("\n".join(lines), spec_of(kind, predicate), kind, true, claimed, far, ("quotients", kind))
