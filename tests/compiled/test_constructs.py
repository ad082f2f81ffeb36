"""Bits, digits and recursions that end at run time: programs say what a few lines of Python do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.fuzz.inline import programs_in
from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.labels import Saying
from bouton.compiled.listed import Lister, lister
from bouton.core.errors import Unreadable
from bouton.document.load import load
from bouton.ground.box import Region, ground_box
from tests.compiled.engines import LANGUAGES
from tests.oracle.digits import binary, digits, zeckendorf

_RULES = """
move(take(I,M)) :- heap(I,S), M = 1..S, M & 1 = 1.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
two(A,B) :- heap(1,A), heap(2,B).
bits :- two(A,B), (A & ~B) - (~A ? B) + (A ^ (-B)) > A - 2*B.
odd :- two(A,B), N = A ^ B, digit(N,J,1), J \\ 2 = 1.
three :- heap(I,S), heap(J,T), I < J, digit(3,S,0,2), digit(3,T,_,1).
fib :- heap(I,S), heap(J,T), zeckendorf(S,P,1), zeckendorf(T,P,1), not ostrowski(2,T,P,1).
even :- heap(1,S), zeckendorf(S,J,1), not smaller(J), J \\ 2 = 0.
smaller(J) :- heap(1,S), zeckendorf(S,J,_), zeckendorf(S,I,1), I < J.
part(I,S) :- heap(I,S).
part(I,S-S/3-1) :- part(I,S), S >= 3, S \\ 3 != 0.
same :- part(1,S), part(2,S), S \\ 3 = 0.
never :- heap(1,_), not part(1,1).
round(S \\ 5) :- heap(_,S).
round((2*S+1) \\ 7) :- round(S).
turned :- heap(1,S), round(S).
halves(S) :- heap(1,S).
halves(S/2) :- halves(S), S > 1, S \\ 2 = 0.
halves(S-3) :- halves(S), S > 1, S \\ 2 = 1.
zero :- halves(0).
"""


def _part(size: int) -> set[int]:
    found = {size}
    while size >= 3 and size % 3:
        size -= size // 3 + 1
        found.add(size)
    return found


def _halves(size: int) -> set[int]:
    found = {size}
    while size > 1:
        size = size - 3 if size % 2 else size // 2
        found.add(size)
    return found


def _round(heaps: tuple[int, ...]) -> set[int]:
    found = {one % 5 for one in heaps}
    for _ in range(9):
        found |= {(2 * one + 1) % 7 for one in found}
    return found


def _three(heaps: tuple[int, ...]) -> bool:
    return len(heaps) == 2 and heaps[0] % 3 == 2 and 1 in digits(heaps[1], lambda place: 3**place)


def _ostrowski(place: int) -> int:
    before, one = 1, 1
    for _ in range(place):
        before, one = one, 2 * one + before
    return one


def _fib(heaps: tuple[int, ...]) -> bool:
    for one in heaps:
        for other in heaps:
            left, right = digits(one, zeckendorf), digits(other, zeckendorf)
            third = dict(enumerate(digits(other, _ostrowski)))
            if any(a == b == 1 and third.get(at) != 1 for at, (a, b) in enumerate(zip(left, right, strict=False))):
                return True
    return False


_TRUE: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "bits": lambda h: len(h) == 2 and (h[0] & ~h[1]) - (~h[0] | h[1]) + (h[0] ^ -h[1]) > h[0] - 2 * h[1],
    "odd": lambda h: len(h) == 2 and h[0] != h[1] and 1 in digits(h[0] ^ h[1], binary)[1::2],
    "three": _three,
    "fib": _fib,
    "even": lambda h: bool(h) and digits(h[0], zeckendorf).index(1) % 2 == 0,
    "same": lambda h: len(h) == 2 and any(one % 3 == 0 for one in _part(h[0]) & _part(h[1])),
    "never": lambda h: bool(h) and 1 not in _part(h[0]),
    "turned": lambda h: bool(h) and h[0] in _round(h),
    "zero": lambda h: bool(h) and 0 in _halves(h[0]),
}


def _lister(folder: Path, rules: str, name: str, most: int) -> Lister:
    (folder / "a.lp").write_text(rules)
    (folder / "a.yaml").write_text(f"game: a\nrules: a.lp\nposition: {{heap: {{count: 0..2, size: 1..{most}}}}}\n")
    spec = load(folder / "a.yaml")
    region = Region(ground_box(spec.fluents, spec.box, {}))
    saying = Saying(((None, name),), together=False)
    game = game_of(spec, rules_of(spec), spec.box, {})
    return lister(game, region, "normal", values="", memory=1 << 30, saying=saying)


def _heaps(most: int) -> Iterator[tuple[int, ...]]:
    yield ()
    for large in range(1, most + 1):
        yield (large,)
        yield from ((small, large) for small in range(1, large + 1))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", _TRUE)
@pytest.mark.sample(4)
def test_predicates(tmp_path: Path, name: str, language: str) -> None:
    with programs_in(language):
        parts = _lister(tmp_path, _RULES, name, 45).parts(lost=True)
        found = [one.position[0] for part in parts for one in part.told]
    assert sorted(found) == sorted(at for at in _heaps(45) if _TRUE[name](at))
    assert found


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("p :- heap(1,S), up(S,100). up(S,S) :- heap(1,S). up(S,T*2) :- up(S,T), T*T < 5000.", "32 bits"),
        ("p :- up(3). up(S) :- heap(1,S). up(S+1;S+2) :- up(S), S < 900.", "does not end"),
        ("p :- heap(1,S), N = 5000000*S, digit(N,_,1).", "digits of numbers above"),
        ("p :- heap(1,S), 100000000*S ^ 1 > 3.", "32 bits"),
    ],
)
def test_refused(tmp_path: Path, rules: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        _lister(tmp_path, _RULES.partition("two")[0] + rules, "p", 300)
