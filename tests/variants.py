"""Random small games for tests: each as rules for Bouton, and as plain Python that shares nothing with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

import hypothesis.strategies as st

from bouton.core.spec import Spec
from bouton.document.load import load

Position: TypeAlias = tuple[int | tuple[int, ...], ...]
Case: TypeAlias = tuple[int, Position]
"""A value of the parameter k, and a position."""

K = (1, 2)
COUNT, SIZE, PASSES = 3, 3, 2


@dataclass(frozen=True)
class Variant:
    """Heaps `heap`, and perhaps a counter `pass`; the parameter k adds to the most that may be taken."""

    least: int = 1
    most: int = 0
    modulus: int = 1
    residue: int = 1
    which: str = "any"
    both: bool = False
    split: int = 0
    passes: bool = False
    refresh: int | None = None
    winner: bool = False
    order: str = "ascending"

    def rules(self) -> str:
        """The moves in ASP."""
        lines = [
            "heaps(N) :- N = #count { I : heap(I,_) }.",
            *self._extremes(),
            f"least({self.least}). most(k+{self.most}).",
            f"amount(D) :- least(A), most(B), D = A..B, D \\ {self.modulus} != {self.residue}.",
            f"open(I) :- heap(I,_){_WHICH[self.which]}.",
            "move(take(I,D)) :- open(I), heap(I,S), amount(D), D <= S.",
            "after(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).",
        ]
        if self.both:
            lines += [
                "move(both(I,J,D)) :- heap(I,S), heap(J,T), I < J, amount(D), D <= S, D <= T.",
                "after(both(I,J,D), heap(I,S-D)) :- move(both(I,J,D)), heap(I,S).",
                "after(both(I,J,D), heap(J,T-D)) :- move(both(I,J,D)), heap(J,T).",
            ]
        if self.split:
            lines += [
                f"move(split(I,D,L)) :- heap(I,S), D = 1..{self.split}, L = 1..S-D.",
                "after(split(I,D,L), heap(I,S-D-L)) :- move(split(I,D,L)), heap(I,S).",
                "after(split(I,D,L), heap(N+1,L)) :- move(split(I,D,L)), heaps(N).",
            ]
        if self.passes:
            lines += ["move(pass) :- pass(P), P > 0, heap(_,_).", "after(pass, pass(P-1)) :- move(pass), pass(P)."]
            if self.refresh is not None:
                lines.append(f"after(take(I,D), pass({self.refresh})) :- move(take(I,D)).")
        if self.winner:
            lines += ["winner(next) :- heaps(N), N \\ 2 = 1.", "winner(previous) :- heaps(N), N \\ 2 = 0."]
        lines += [
            "passes(P) :- pass(P)." if self.passes else "passes(0).",
            f"size(I,S) :- heap(I,S). size(I,0) :- I = 1..{COUNT}, not heap(I,_).",
        ]
        return "\n".join(lines) + "\n"

    def _extremes(self) -> tuple[str, str]:
        if self.order == "none":
            return "largest(X) :- X = #max { S : heap(_,S) }.", "smallest(X) :- X = #min { S : heap(_,S) }."
        last, first = ("largest", "smallest") if self.order == "ascending" else ("smallest", "largest")
        return f"{last}(S) :- heaps(N), heap(N,S).", f"{first}(S) :- heap(1,S)."

    def options(self, k: int, position: Position) -> set[Position]:
        """The positions that one move leads to."""
        heaps = position[0]
        assert isinstance(heaps, tuple)
        amounts = [d for d in range(self.least, k + self.most + 1) if d % self.modulus != self.residue]
        found = set(self.takes(k, position).values())
        for at, size in enumerate(heaps):
            for taken, left in product(range(1, self.split + 1), range(1, size)):
                if taken + left <= size:
                    found.add(self._put(position, {at: size - taken - left}, extra=left))
        for one, other in product(range(len(heaps)), repeat=2) if self.both else ():
            if one < other:
                taken_from = [d for d in amounts if d <= heaps[one] and d <= heaps[other]]
                found |= {self._put(position, {one: heaps[one] - d, other: heaps[other] - d}) for d in taken_from}
        if self.passes and heaps and position[1] != 0:
            assert isinstance(position[1], int)
            found.add((heaps, position[1] - 1))
        return found

    def takes(self, k: int, position: Position) -> dict[tuple[int, int], Position]:
        """The moves `take(I,D)` as (I, D), and where they lead."""
        heaps = position[0]
        assert isinstance(heaps, tuple)
        after = {} if self.refresh is None else {"passes": self.refresh}
        return {
            (at + 1, d): self._put(position, {at: size - d}, **after)
            for at, size in enumerate(heaps)
            for d in range(self.least, min(k + self.most, size) + 1)
            if d % self.modulus != self.residue and _opens(self.which, at, heaps)
        }

    def _put(self, position: Position, sizes: dict[int, int], extra: int = 0, passes: int | None = None) -> Position:
        old = position[0]
        assert isinstance(old, tuple)
        left = [size for size in (*(sizes.get(at, size) for at, size in enumerate(old)), extra) if size]
        if self.order != "none":
            left.sort(reverse=self.order == "descending")
        if not self.passes:
            return (tuple(left),)
        return (tuple(left), position[1] if passes is None else passes)

    def measure(self, position: Position) -> tuple[int, ...]:
        """Stones, then passes."""
        heaps, *others = position
        assert isinstance(heaps, tuple)
        return (sum(heaps), *(value for value in others if isinstance(value, int)))

    def box(self) -> list[Position]:
        """The positions of its spec's box, in the order of a smallest counterexample."""
        lists: set[tuple[int, ...]] = set()
        for count in range(COUNT + 1):
            for sizes in product(range(1, SIZE + 1), repeat=count):
                lists.add(sizes if self.order == "none" else tuple(sorted(sizes, reverse=self.order == "descending")))
        found: list[Position]
        if self.passes:
            found = [(heaps, left) for heaps in lists for left in range(PASSES + 1)]
        else:
            found = [(heaps,) for heaps in lists]
        return sorted(found, key=lambda position: (self.measure(position), position))

    def header(self, rules: str = "variant.lp") -> str:
        """The spec up to its claims."""
        counter = f"\n  pass: 0..{PASSES}" if self.passes else ""
        return (
            f"game: a variant\nrules: {rules}\nparameters: {{k: {K[0]}..{K[-1]}}}\nposition:\n"
            f"  heap: {{count: 0..{COUNT}, size: 1..{SIZE}, order: {self.order}}}{counter}\nclaims:\n"
        )


@cache
def is_p(variant: Variant, k: int, position: Position, play: str) -> bool:
    """Whether a position is a P-position."""
    options = variant.options(k, position)
    if options:
        return not any(is_p(variant, k, option, play) for option in options)
    heaps = position[0]
    assert isinstance(heaps, tuple)
    return len(heaps) % 2 == 0 if variant.winner else play == "normal"


def predicate(name: str, chosen: Iterable[Case]) -> str:
    """Rules that derive `name` at those positions of the box, for those values of k."""
    return table(name, 0, [(case, ()) for case in chosen])


def table(name: str, arity: int, rows: Iterable[tuple[Case, tuple[int, ...]]]) -> str:
    """Rules that derive `name` with those arguments at those positions of the box, for those values of k."""
    values = [f"V{at}" for at in range(arity)]
    sizes = [f"X{at}" for at in range(1, COUNT + 1)]
    row = f"{name}_row({','.join(['k', 'P', *sizes, *values])})"
    body = [f"heaps(N), N <= {COUNT}, {row}, passes(P)", *(f"size({at},X{at})" for at in range(1, COUNT + 1))]
    head = f"{name}({','.join(values)})" if values else name
    lines = [f"{head} :- {', '.join(body)}.", f"{name}_row({','.join(['-1'] * (2 + COUNT + arity))})."]
    for (k, (heaps, *passes)), arguments in rows:
        assert isinstance(heaps, tuple)
        numbers = (k, *(passes or [0]), *heaps, *[0] * (COUNT - len(heaps)), *arguments)
        lines.append(f"{name}_row({','.join(map(str, numbers))}).")
    return "\n".join(lines) + "\n"


def cases(variant: Variant) -> list[Case]:
    """The whole box for each value of k, in the order of a smallest counterexample."""
    return [(k, position) for k in K for position in variant.box()]


def write(folder: Path, variant: Variant, claims: str, rules: str = "") -> Spec:
    """The variant as files with these claims and further rules, loaded."""
    (folder / "variant.lp").write_text(variant.rules() + rules)
    (folder / "variant.yaml").write_text(variant.header() + claims)
    return load(str(folder / "variant.yaml"))


_WHICH = {"any": "", "largest": ", heap(I,S), largest(S)", "smallest": ", heap(I,S), smallest(S)", "first": ", I = 1"}


def _opens(which: str, at: int, heaps: tuple[int, ...]) -> bool:
    wanted = {"any": heaps[at], "largest": max(heaps), "smallest": min(heaps)}
    return at == 0 if which == "first" else heaps[at] == wanted[which]


def variants(*, fusible: bool = False, single: bool = False) -> st.SearchStrategy[Variant]:
    """Any variant; or any that the fused engine can read; or any in which each move takes from one heap."""
    passes = st.just(False) if single else st.booleans()
    return st.builds(
        Variant,
        least=st.integers(1, 2),
        most=st.integers(0, 2),
        modulus=st.integers(1, 3),
        residue=st.integers(0, 2),
        which=st.sampled_from(sorted(_WHICH)),
        both=st.just(False) if single else st.booleans(),
        split=st.just(0) if fusible or single else st.integers(0, 2),
        passes=passes,
        refresh=st.none() if single else st.none() | st.integers(0, PASSES),
        winner=st.just(False) if fusible else st.booleans(),
        order=st.sampled_from(["ascending", "descending"] if fusible else ["ascending", "descending", "none"]),
    ).filter(lambda variant: variant.passes or variant.refresh is None)
