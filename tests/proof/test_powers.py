"""Games of powers: `2**K` with K not known, and recursions that multiply, against clingo and plain Python."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable
from bouton.core.position import Counter
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.reading.evaluate import evaluate
from bouton.rocq.file import write
from bouton.run.proofs import bits
from tests.proof.test_false_proofs import at, verdicts
from tests.reading.conftest import Reader
from tests.reading.plain import Reading
from tests.shipped import named

TAKEN = "move(take(D)) :- pile(N), {}.\nafter(take(D), pile(N-D)) :- move(take(D)), pile(N).\n"
DOUBLED = "power({}).\npower(2*P) :- power(P), pile(N), {}.\n"
SAME = [
    "p(K) :- pile(N), K = 0..N, 2**K <= N.",
    "p(2**K) :- pile(N), K = 0..N, 3 * 2**K < N.",
    "p(K) :- pile(N), K = 0..N, 3**(K+1) = N.",
    "p :- pile(N), K = 0..N, N = 2**K - 1.",
    "p(D) :- pile(N), D = 1..N, not q(D).\nq(2**K) :- pile(N), K = 0..N, 2**K <= N.",
    "p(2**K - 2**J) :- pile(N), K = 0..N, J = 0..N, 2**K <= N, 2**J <= N, J < K.",
    f"{DOUBLED.format('1', '2*P <= N')}p(P) :- power(P).",
    f"{DOUBLED.format('3', 'P < N')}p(P) :- power(P).",
    f"{DOUBLED.format('1..3', '2*P <= N')}p(P) :- power(P).",
    f"{DOUBLED.format('1', '2*P <= N, P != 4')}p(P) :- power(P).",
    f"{DOUBLED.format('1', '2*P <= N, P > 1')}p(P) :- power(P).",
    f"{DOUBLED.format('1', '2*P <= N, P <= 2*N, P > 0')}p(P) :- power(P).",
    f"{DOUBLED.format('1', 'P <= N, N < 20')}p(P) :- power(P).",
    "power(1) :- pile(N), N > 3.\npower(3*P) :- power(P), pile(N), 3*P <= N.\np(P) :- power(P).",
    "power(1).\npower(Q) :- power(P), pile(N), Q = P+P, Q = 1..N.\np(D) :- pile(N), D = 1..N, not power(D).",
    "q(X) :- pile(X), X > 0.\nq(2*X) :- q(X), X < 20.\np(X) :- q(X).",
]


@pytest.mark.parametrize("text", SAME)
@pytest.mark.sample(6)
def test_they_mean_what_clingo_derives(text: str, rules: Reader) -> None:
    read = rules(
        f"move(take) :- pile(N), N > 0.\nafter(take, pile(N-1)) :- move(take), pile(N).\n{text}", (Counter("pile"),)
    )
    reading = Reading(read, {}, {"pile": (0, None)}, digits=True)
    wanted = sorted(name for name in reading.rules.defined if name[0] == "p")
    for pile in (*range(18), 26, 27, 28, *(() if "**" in text else (31, 32, 33, 64, 100))):  # clingo wraps 2**31
        reading.check((pile,), wanted)


Taken = Callable[[int], Collection[int]]


def multiples(first: int, base: int) -> Taken:
    """The numbers that a move may take: the first, times powers of the base, as far as the pile goes."""
    return lambda n: [first * base**k for k in range(20) if first * base**k <= n]


GAMES: dict[str, tuple[str, Taken]] = {
    "powers of two": (
        "move(take(2**K)) :- pile(N), K = 0..N, 2**K <= N.\n" + TAKEN.partition("\n")[2],
        multiples(1, 2),
    ),
    "exponents": (
        "move(take(K)) :- pile(N), K = 0..N, 2**K <= N.\nafter(take(K), pile(N-2**K)) :- move(take(K)), pile(N).\n",
        multiples(1, 2),
    ),
    "doubled": (DOUBLED.format("1", "2*P <= N") + TAKEN.format("power(D), D <= N"), multiples(1, 2)),
    "doubled, with a gap": (
        DOUBLED.format("1", "2*P <= N, P != 4") + TAKEN.format("power(D), D <= N"),
        lambda n: [one for one in (1, 2, 4) if one <= n],
    ),
    "three, doubled": (DOUBLED.format("3", "2*P <= N") + TAKEN.format("power(D), D <= N"), multiples(3, 2)),
    "tripled": (
        "power(1).\npower(3*P) :- power(P), pile(N), P < N.\n" + TAKEN.format("power(D), D <= N"),
        multiples(1, 3),
    ),
    "no power": (
        DOUBLED.format("1", "2*P <= N") + TAKEN.format("D = 1..N, not power(D)"),
        lambda n: {*range(1, n + 1)} - {*multiples(1, 2)(n)},
    ),
}
CLAIMS: dict[str, tuple[str, Callable[[int], bool]]] = {
    "thirds": ("c :- pile(N), N \\ 3 = 0.", lambda n: n % 3 == 0),
    "halves": ("c :- pile(N), N \\ 2 = 0.", lambda n: n % 2 == 0),
    "ninths": ("c :- pile(N), N \\ 9 < 3.", lambda n: n % 9 < 3),
    "below 3": ("c :- pile(N), N < 3.", lambda n: n < 3),
    "thirds, and not 384": (
        "c :- pile(N), N \\ 3 = 0, not odd.\nodd :- pile(N), N = 3 * 2**K, K = 0..N, K > 6.",
        lambda n: n % 3 == 0 and n not in [3 * 2**k for k in range(7, 20)],
    ),
    "thirds but powers": (
        "c :- pile(N), N \\ 3 = 0.\nc :- pile(N), N = 2**K, K = 0..N, K > 8.",
        lambda n: n % 3 == 0 or n in [2**k for k in range(9, 20)],
    ),
}
FAR = 600
ASKED = "  - {id: c, says: x, kind: p-positions, play: normal, iff: c, prove: {pile: all}}"


@pytest.mark.parametrize(("game", "claim"), [(game, claim) for game in GAMES for claim in CLAIMS])
@pytest.mark.sample(8)
@pytest.mark.long("[doubled-thirds")
def test_true_is_proved_and_false_refuted_at_its_least_pile(tmp_path: Path, game: str, claim: str) -> None:
    (rules, taken), (theorem, said) = GAMES[game], CLAIMS[claim]
    lost: set[int] = set()
    for n in range(FAR):
        if all(n - one not in lost for one in taken(n)):
            lost.add(n)
    wrong = next((n for n in range(FAR) if (n in lost) is not said(n)), None)
    found = verdicts(tmp_path, rules + theorem, f"position: {{pile: 0..40}}\nclaims:\n{ASKED}\n")["c"]
    if wrong is None:
        assert found.verdict is Verdict.PROVED
    else:
        assert at(found) == {"pile": wrong}


def test_a_division_by_a_power_is_told_with_its_place(rules: Reader) -> None:
    text = DOUBLED.format("1", "2*P <= N") + "p(P) :- power(P), pile(N), (N / P) \\ 2 = 1.\n"
    one = "move(take) :- pile(N), N > 0.\nafter(take, pile(N-1)) :- move(take), pile(N).\n"
    read = rules(one + text, (Counter("pile"),))
    with pytest.raises(Unreadable, match=r"\(N/P\) divides by a power.*digit\(N,J,D\)") as told:
        evaluate(read, {}, {}, {"pile": (0, None)}, [("p", 1)], digits=True)
    assert told.value.line == 5


def test_a_refutation_is_replayed_where_powers_of_the_range_pass_32_bits(tmp_path: Path) -> None:
    theorem = "c :- pile(N), N \\ 3 = 0, N < 60."
    found = verdicts(tmp_path, GAMES["exponents"][0] + theorem, f"position: {{pile: 0..99}}\nclaims:\n{ASKED}\n")["c"]
    assert at(found) == {"pile": 60}


def test_what_decides_them_is_told_and_that_no_script_does(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(GAMES["powers of two"][0] + CLAIMS["thirds"][0])
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{pile: 0..9}}\nclaims:\n{ASKED}\n")
    spec = load(str(tmp_path / "g.yaml"))
    assert bits(spec, rules_of(spec), spec.claim("c")) == ("**",)
    with pytest.raises(Unreadable, match="the exponent of a power is not known"):
        write(tmp_path, spec, spec.claim("c"))
    assert not [*tmp_path.rglob("*.v")]


@pytest.mark.parametrize("spec", ["moore_nim", "octal", "mark"])
def test_exponents_that_are_known_are_read_as_numbers(spec: str) -> None:
    found = named(spec)
    assert not [one.id for one in found.claims if "**" in bits(found, rules_of(found), one)]
