"""Powers that a comparison bounds: clingo finds what exact arithmetic does, whatever the range of the exponent is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random

import pytest
from clingo import Symbol

from bouton.core.errors import InputError
from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram, lift
from bouton.rules.powers import guards, powers
from bouton.rules.syntax import rule_of
from bouton.rules.values import LIMIT, Integers

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]
Rows = set[tuple[int, ...]]

MOVE = "move(I) :- heap(I,_).\n"
FLUENTS = (Heaps("heap"), Counter("pile"))
HEAPS = [(), (1,), (2, 3), (9, 100), (2, 64), (45, 46)]
POSITIONS: list[Position] = [(heaps, pile) for heaps in HEAPS for pile in (0, 1, 31, 32, 64, 99, 1000)]
EXTENTS = {"heap": ((1, 2), (1, 100)), "pile": ((0, 1000),)}


def exponents(bound: int) -> Iterator[int]:
    return iter(range(bound + 1))


def first(heaps: Sequence[int]) -> Iterable[int]:
    return heaps[:1]


EXACT: list[tuple[str, Callable[[Sequence[int], int], Rows]]] = [
    # a constant base, and far out: 2**32 is 0 for clingo, 2**31 is negative, 3**21 and 10**10 wrap
    ("p(K) :- pile(N), K = 0..N, 2**K <= N.", lambda _, n: {(k,) for k in exponents(n) if 2**k <= n}),
    ("p(K) :- pile(N), K = 0..N, N >= 2**K.", lambda _, n: {(k,) for k in exponents(n) if 2**k <= n}),
    ("p(K) :- pile(N), K = 0..N, 3**K < N.", lambda _, n: {(k,) for k in exponents(n) if 3**k < n}),
    ("p(K) :- pile(N), K = 0..N, 10**K = N.", lambda _, n: {(k,) for k in exponents(n) if 10**k == n}),
    ("p(K) :- pile(N), K = 0..N, 2**K-1 = N.", lambda _, n: {(k,) for k in exponents(n) if 2**k - 1 == n}),
    (
        "p(K) :- pile(N), K = 0..N, N+1 = 2*2**K+7.",
        lambda _, n: {(k,) for k in exponents(n) if n + 1 == 2 ** (k + 1) + 7},
    ),
    ("p(K) :- pile(N), K = 0..N, 5 <= 2**K <= N.", lambda _, n: {(k,) for k in exponents(n) if 5 <= 2**k <= n}),
    ("p(K) :- pile(N), K = 0..N, not 2**K > N.", lambda _, n: {(k,) for k in exponents(n) if 2**k <= n}),
    ("p(K) :- pile(N), K = 0..N, 2**(K+1) <= N.", lambda _, n: {(k,) for k in exponents(n) if 2 ** (k + 1) <= n}),
    ("p(K) :- pile(N), K = 0..1000000, 2**K <= N.", lambda _, n: {(k,) for k in range(12) if 2**k <= n}),
    ("p(K,X) :- pile(N), K = 0..N, X = 2**K, X <= N.", lambda _, n: {(k, 2**k) for k in exponents(n) if 2**k <= n}),
    ("p(K,2**K) :- pile(N), K = 0..N, 2**K <= N.", lambda _, n: {(k, 2**k) for k in exponents(n) if 2**k <= n}),
    # the same power in other literals, which do not bound it themselves
    (
        "p(K) :- pile(N), K = 0..N, 2**K <= N, N \\ 2**K = 0.",
        lambda _, n: {(k,) for k in exponents(n) if 2**k <= n and n % 2**k == 0},
    ),
    (
        "p(K) :- pile(N), K = 0..N, N / 2**K \\ 2 = 1, 2**K <= N.",
        lambda _, n: {(k,) for k in exponents(n) if 2**k <= n and n // 2**k % 2 == 1},
    ),
    ("p(K) :- pile(N), K = 0..N, 2**K <= N, 2**K <= N+1.", lambda _, n: {(k,) for k in exponents(n) if 2**k <= n}),
    (
        "p(K) :- pile(N), K = 0..N, 2**K <= N, 3**K <= 2*N.",
        lambda _, n: {(k,) for k in exponents(n) if 2**k <= n and 3**k <= 2 * n},
    ),
    # a base that is a variable
    (
        "p(P,K) :- heap(1,S), P = 2..S, K = 0..S, P**K <= S.",
        lambda h, _: {(p, k) for s in first(h) for p in range(2, s + 1) for k in exponents(s) if p**k <= s},
    ),
    (
        "p(P,K) :- pile(S), P = 2..S, K = 0..S, P**K = S.",
        lambda _, n: {(p, k) for p in range(2, n + 1) for k in range(11) if p**k == n},
    ),
    (
        "p(P,K) :- pile(S), P = 2..S, K = 0..40, S = P**K+P.",
        lambda _, n: {(p, k) for p in range(2, n + 1) for k in range(11) if p**k + p == n},
    ),
    ("p(S,N) :- heap(1,S), S > 1, pile(N), S**N <= N.", lambda h, n: {(s, n) for s in first(h) if s > 1 and s**n <= n}),
    (
        "p(P,K) :- heap(1,S), P = 2..S, K = 0..S, P**K <= S, S \\ P**K = 0, (S / P**K) \\ P != 0.",
        lambda h, _: {
            (p, k)
            for s in first(h)
            for p in range(2, s + 1)
            for k in exponents(s)
            if p**k <= s and s % p**k == 0 and s // p**k % p
        },
    ),
    # inside aggregates, where another variable of the same name may be unbounded elsewhere
    (
        "p(L) :- pile(N), N > 0, L = #max { K : K = 0..N, 2**K <= N }.",
        lambda _, n: {(n.bit_length() - 1,)} if n else set(),
    ),
    (
        "p(L) :- pile(N), L = #count { K : K = 0..N, 2**K <= N ; -K : K = 1..N, 3**K = N }.",
        lambda _, n: {(sum(2**k <= n for k in exponents(n)) + sum(3**k == n for k in range(1, 12)),)},
    ),
    (
        "p(L) :- pile(N), L = #sum { 2**K,K : K = 0..N, 2**K <= N }.",
        lambda _, n: {(sum(2**k for k in exponents(n) if 2**k <= n),)},
    ),
    # odd names
    (
        "p(K_) :- pile(N'), K_ = 0..N', _2 = 1+K_, 2**_2 <= N', x'(_2). x'(1..9).".replace("_2", "A'"),
        lambda _, n: {(k,) for k in exponents(n) if 2 ** (k + 1) <= n and k < 9},
    ),
]


@pytest.mark.parametrize(("text", "meant"), EXACT, ids=[text for text, _ in EXACT])
@pytest.mark.sample(2)
def test_a_bounded_power_is_exact(
    rules: Read, ground: Ground, text: str, meant: Callable[[Sequence[int], int], Rows]
) -> None:
    read = rules(MOVE + text)
    program = lift(read, read.defined, {"k": 1}, EXTENTS)
    found = ground(program, FLUENTS, POSITIONS)
    (arity,) = {arity for name, arity in found if name == "p"} or {2}
    rows = {tuple(term.number for term in row) for row in found.get(("p", arity), ())}
    assert rows == {(at, *row) for at, (heaps, pile) in enumerate(POSITIONS) for row in meant(heaps, pile)}  # type: ignore[arg-type]
    assert not any(name in ("_overflow", "_undefined") for name, _ in found)
    assert all(site.line == 2 and site.column < len(text) for site in program.sites)


NOT = [
    ("p :- pile(N), K = 0..N, 2**K > N.", (2, 25)),
    ("p :- pile(N), K = 0..N, 2**K != N.", (2, 25)),
    ("p :- pile(N), K = 0..N, not 2**K <= N.", (2, 29)),
    ("p :- pile(N), K = 0..N, P = 0..2, P**K <= N.", (2, 35)),
    ("p :- pile(N), K = -1..N, 2**K <= N.", (2, 26)),
    ("p :- pile(N), K = 0..N, N - 2**K <= N.", (2, 29)),
    ("p :- pile(N), K = 0..N, 2**K <= N / (N-1).", (2, 25)),
    ("p :- pile(N), K = 0..N, q(T), 2**K <= T. q(f(1)). q(2).", (2, 31)),
    ("p :- q(K), pile(N), 2**K <= N. q(a). q(99).", (2, 21)),
    ("p :- pile(N), K = 0..N, X = 2**K, X > N.", (2, 29)),
    ("p :- pile(N), K = 0..N, J = 0..N, (2**K)**J <= N.", (2, 36)),
    ("p(2**K) :- pile(N), K = 0..N, 2**N <= K.", (2, 3)),
    ("p :- pile(N), 0 < #count { K : K = 0..N, 2**K <= N }, K = 0..N, 2**K > N.", (2, 65)),
    ("p :- pile(N), 0 < #count { K : K = 0..N, 2**K <= N ; J : K = J, J = 0..N, 2**K > N }.", (2, 75)),
]


@pytest.mark.parametrize(("text", "at"), NOT)
def test_what_bounds_no_power_is_told_with_what_would(rules: Read, text: str, at: tuple[int, int]) -> None:
    """A power that is too large makes these true, undefined or negative, or another literal is in doubt beside it."""
    read = rules(MOVE + text)
    with pytest.raises(InputError) as caught:
        lift(read, read.defined, {"k": 1}, EXTENTS)
    found = caught.value.diagnostics
    assert at in [(one.line, one.column) for one in found], found
    assert all("cannot be bounded" in one.message and "a range for the exponent" in str(one.expected) for one in found)


@pytest.mark.slow
def test_guards_say_that_a_power_is_at_most_a_number() -> None:
    """Evaluated modulo 2**32 as clingo does, for bases and exponents up to what a rule may have."""
    (power,) = powers(rule_of("p :- P**K <= 1."))
    most = [0, 1, 2, 3, 4, 7, 8, 63, 64, 100, 1000, 46340, 2**16, 10**6, LIMIT // 2, LIMIT]
    numbers = [*range(41), 63, 64, 100, 1000, 4095, 4096, 32767, 32768, 65536, 2**20, 2**25, 2**28, 2**29, LIMIT]
    for bound in most:
        texts = guards(power, bound, lambda term: Integers(2, LIMIT) if str(term) == "P" else Integers(0, LIMIT))
        for base in (number for number in numbers if number >= 2):
            for exponent in numbers:
                small = exponent * (base.bit_length() - 1) < 64 and base**exponent <= bound
                assert all(_holds(text, base, exponent) for text in texts) == small, (bound, base, exponent, texts)


def _holds(text: str, base: int, exponent: int) -> bool:
    left, relation, right = (
        text.rpartition(" ")[0].rpartition(" ")[0],
        text.split()[-2],
        int(text.rsplit(maxsplit=1)[-1]),
    )
    value = int(eval(left.replace("/", "//"), {"P": base, "K": exponent})) % 2**32
    value -= 2**32 if value >= 2**31 else 0
    return value < right if relation == "<" else value == right


TEXTS = ["2**K", "3**K", "P**K", "P**K+1", "2*P**K", "P**K-3", "P+3**K", "P*2**K", "2**(K+1)", "P**K*3"]
SIDES = ["N", "N+5", "2*N", "P", "N-P", "X"]
SIGNS = {"<": "<", "<=": "<=", "=": "==", ">": ">", ">=": ">=", "!=": "!="}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.sample(6)
def test_random_rules_are_exact_or_refused(rules: Read, ground: Ground, seed: int) -> None:
    """What is derived is what exact arithmetic says, unless a power is refused or a number too large is found."""
    rng = Random(seed)
    chosen = [(rng.choice(TEXTS), rng.choice(list(SIGNS)[:4]), rng.choice(SIDES)) for _ in range(rng.choice((1, 2, 3)))]
    turned = [(side, MIRROR[sign], term) if rng.random() < 0.3 else (term, sign, side) for term, sign, side in chosen]
    low, high = rng.choice((0, 1)), rng.choice((3, 35, 70))
    body = ", ".join(f"{one} {sign} {other}" for one, sign, other in turned)
    read = rules(MOVE + f"p(P,K,X) :- pile(N), P = 2..7, K = {low}..{high}, X = (3;64), {body}.")
    try:
        program = lift(read, read.defined, {"k": 1}, EXTENTS)
    except InputError:
        return
    found = ground(program, FLUENTS, POSITIONS[:7])
    wrong = {row[0].number for name in ("_overflow", "_undefined") for row in found.get((name, 2), ())}
    conditions = [compile(f"({one}) {SIGNS[sign]} ({other})", body, "eval") for one, sign, other in turned]
    for at, (_, pile) in enumerate(POSITIONS[:7]):
        if at in wrong:
            continue
        rows = {tuple(term.number for term in row[1:]) for row in found.get(("p", 4), ()) if row[0].number == at}
        ranges = product(range(2, 8), range(low, high + 1), (3, 64))
        assert rows == {
            (base, exponent, x)
            for base, exponent, x in ranges
            if all(eval(one, {"P": base, "K": exponent, "X": x, "N": pile}) for one in conditions)
        }, body


MIRROR = {"<": ">", "<=": ">=", "=": "=", ">": "<", ">=": "<=", "!=": "!="}
