"""Random variants of Moore's theorem on Nim_k, of which some are true: a claim about each binary place of the heaps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.heaps import COUNT, LARGEST, SIZE, Case, Kind, Position, by_definition, spec_of


def columns(rng: Random) -> Case:
    """Moore's Nim: at least one and at most some number of heaps are lowered; a claim about each binary place."""
    most = rng.randint(1, 3)
    right = rng.random() < 0.5
    modulus = most + 1 if right else max(2, rng.choice((most + 1, most, most + 2, 2)))
    conditions: list[tuple[str, Callable[[int], bool]]] = [
        (f"N \\ {modulus} != 0", lambda n: n % modulus != 0),
        (f"N \\ {modulus} = 1", lambda n: n % modulus == 1),
        (f"N \\ {modulus} > 1", lambda n: n % modulus > 1),
        (f"N \\ {modulus} != 0, N != 7", lambda n: n % modulus != 0 and n != 7),
    ]
    bad, is_bad = conditions[0] if right else rng.choice(conditions)
    first = 1 if right else rng.choice((1, 1, 2))
    last, least_out = ("", 10**9) if right else rng.choice((("", 10**9), (", P < 16", 32)))
    kind: Kind = rng.choice(("normal", "misere"))
    lines = [
        "lower(1, l(I,T,nil))        :- heap(I,S), T = 0..S-1.",
        f"lower(J+1, l(I,T,l(H,U,L))) :- lower(J, l(H,U,L)), J < {most}, heap(I,S), I < H, T = 0..S-1.",
        "move(L)                     :- lower(_, L).",
        "after(l(I,T,L), heap(I,T))  :- lower(_, l(I,T,L)).",
        "after(l(I,T,L), F)          :- lower(_, l(I,T,L)), after(L, F).",
        *_places(first, last, exponents=rng.random() < 0.3),
        f"unbalanced :- ones(_,N), {bad}.",
        "balanced :- not unbalanced.",
    ]

    def balanced(at: Position) -> bool:
        places, place = [], first
        while at and (place == first or (place <= max(at) and place < least_out)):
            places.append(place)
            place *= 2
        return not any(is_bad(sum(size // one % 2 for size in at)) for one in places)

    rest = most + 1 if right else rng.choice((most + 1, 2, most + 2))
    if kind == "misere":
        lines += ["heaps(N) :- N = #count { I : heap(I,_) }.", "large :- heap(_,S), S > 1."]
        lines += ["p :- large, balanced.", f"p :- not large, heaps(N), N \\ {rest} = 1."]
    else:
        lines.append("p :- balanced.")

    def claimed(at: Position) -> int:
        if kind == "misere" and max(at, default=0) <= 1:
            return int(len(at) % rest == 1)
        return int(balanced(at))

    def lowered(at: Position) -> set[Position]:
        found = {at}
        for _ in range(most):
            one_more = (
                (one, i, new) for one in found for i, was in enumerate(at) if one[i] == was for new in range(was)
            )
            found |= {(*one[:i], new, *one[i + 1 :]) for one, i, new in one_more}
        return {tuple(sorted(size for size in one if size)) for one in found - {at}}

    def moore(at: Position) -> int:
        """Moore's theorem, for positions that are too large to be played."""
        if kind == "misere" and max(at, default=0) <= 1:
            return int(len(at) % (most + 1) == 1)
        return int(all(sum(size >> j & 1 for size in at) % (most + 1) == 0 for j in range(8)))

    play = by_definition(lowered, kind == "misere")

    def true(at: Position) -> int:
        return play(at) if len(at) <= COUNT and max(at, default=0) <= SIZE else moore(at)

    far: list[Position] = [(size,) for size in range(SIZE + 1, LARGEST)]
    far += [
        tuple(sorted(rng.choice((size, rng.randint(1, 100))) for _ in range(rng.randint(2, 8))))
        for size in range(1, 99)
    ]
    far += [(size,) * heaps for size in (1, 2, 16, 32, 64) for heaps in range(2, 9)]
    return Case("\n".join(lines), spec_of(kind, "p"), kind, true, claimed, far, ("columns", kind))


def _places(first: int, last: str, *, exponents: bool) -> list[str]:
    """The places, named by their powers or by their exponents, and in how many heaps the digit is 1."""
    if exponents:
        return [
            f"place({first - 1}) :- heap(_,_).",
            f"place(J+1) :- place(J), heap(_,S), 2**(J+1) <= S{last.replace('P', '2**J')}.",
            "ones(J,N) :- place(J), N = #count { I : heap(I,S), (S / 2**J) \\ 2 = 1 }.",
        ]
    return [
        f"place({first}) :- heap(_,_).",
        f"place(2*P) :- place(P), heap(_,S), 2*P <= S{last}.",
        "ones(P,N) :- place(P), N = #count { I : heap(I,S), (S / P) \\ 2 = 1 }.",
    ]
